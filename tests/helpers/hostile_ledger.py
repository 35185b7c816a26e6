"""Small ledgers without end: pages of SQLite that lead back to pages before them.

The format of the pages: https://www.sqlite.org/fileformat2.html
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

_PAGE = 512
_LOCAL = (_PAGE - 12) * 32 // 255 - 23  # the least bytes of a long row in the page of the table


def make(path, schema, tables, damaged, pages):
    """Write a ledger with the rows of `tables`, in which `pages` replace the table `damaged`.

    `pages` is a function of the number of the first new page. It returns the root page of the
    table and the new pages.
    """
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute(f"PRAGMA page_size = {_PAGE}")
        db.executescript(schema.sql)
        for table, rows in tables.items():
            places = ", ".join("?" * len(rows[0]))
            db.executemany(f"INSERT INTO {table} VALUES ({places})", rows)
        query = "SELECT rootpage FROM sqlite_master WHERE name = ?"
        ((root,),) = db.execute(query, (damaged,))
    data = bytearray(Path(path).read_bytes())
    new = pages(len(data) // _PAGE + 1)
    data[(root - 1) * _PAGE : root * _PAGE] = new[0]
    data += b"".join(new[1:])
    data[28:32] = (len(data) // _PAGE).to_bytes(4, "big")
    Path(path).write_bytes(data)


def endless_rows(*values):
    """Return `pages` for a table with the same row 50 billion times."""

    def pages(new):
        leaf = _leaf([_cell(1, _record(values))])
        return [*(_branch([new + i] * 60, [1] * 59) for i in range(6)), leaf]

    return pages


def shared_blobs(*values, size):
    """Return `pages` for 420 rows with a blob, in place of ..., of about `size` bytes.

    The bytes of all blobs are in one page, which says that the blob continues in the same page.
    """

    def pages(new):
        shared = new.to_bytes(4, "big")
        # _LOCAL bytes are outside that page, and the blob has whole words of 8 bytes.
        for whole in range(size, 0, -8):
            record = _record(values, whole)
            if (len(record) + whole - _LOCAL) % (_PAGE - 4) == 0:
                break
        start = record + bytes(_LOCAL - len(record)) + shared
        leaves = [
            _leaf([_varint(len(record) + whole) + _varint(i) + start for i in range(k, k + 7)])
            for k in range(1, 421, 7)
        ]
        root = _branch([new + 1 + i for i in range(60)], range(7, 420, 7))
        # SQLite reads no row that is longer than the file.
        return [root, shared + bytes(range(254)) * 2, *leaves, bytes(size)]

    return pages


def _varint(number):
    digits = [number & 127]
    while number := number >> 7:
        digits.append(number & 127 | 128)
    return bytes(reversed(digits))


def _record(values, size=0):
    """Return a row; ... stands for a blob of `size` bytes that follow it."""
    types, body = b"", b""
    for value in values:
        if value is ...:
            types += _varint(2 * size + 12)
        elif value is None:
            types += _varint(0)
        elif isinstance(value, int):
            types += _varint(8 + value)  # 0 or 1
        else:
            types += _varint(2 * len(value) + 13)
            body += value.encode()
    # A number may begin with bytes of zeros. With them, `size` can be a multiple of 8.
    types = types[:-1] + b"\x80" * ((_LOCAL - 1 - len(types) - len(body)) % 4) + types[-1:]
    return _varint(len(types) + 1) + types + body


def _cell(row, record):
    return _varint(len(record)) + _varint(row) + record


def _leaf(cells):
    return _page(b"\x0d", cells)


def _branch(children, keys):
    """Return a page above other pages; `keys` are the last row numbers of all but the last page."""
    *first, last = (child.to_bytes(4, "big") for child in children)
    return _page(b"\x05", [x + _varint(key) for x, key in zip(first, keys, strict=True)], last)


def _page(kind, cells, last=b""):
    content, places = b"", b""
    for cell in cells:
        content = cell + content
        places += (_PAGE - len(content)).to_bytes(2, "big")
    head = kind + bytes(2) + len(cells).to_bytes(2, "big")
    head += (_PAGE - len(content)).to_bytes(2, "big") + b"\0" + last + places
    return head + bytes(_PAGE - len(head) - len(content)) + content
