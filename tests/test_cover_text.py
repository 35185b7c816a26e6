"""Reading exact covers from text: the compiled reader against Python, blocks, limits, mistakes."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import threading

import numpy as np
import pytest
from conftest import examples
from hypothesis import given
from hypothesis import strategies as st

from fastqueens import input_limits as limits
from fastqueens._kernels.cover.text import OptionReader
from fastqueens.cover import ExactCover, line_reader
from fastqueens.cover.line_reader import split_blocks
from fastqueens.results import InputError

WORDS = [
    "a", "b", "c", "x", "y", "ab", "é", "中", "$4", "x:1", "x:2", "y:é", "y:中1", "a:1", "x:", ":1",
    "x:1:2", "x:1|", "|", "|3", "$3", "$12", "|$7", "$", "||", "|1234567890123456", "z", "d", "e",
]  # fmt: skip
BLANKS = [" ", " ", " ", "  ", "\t", "\x0b", "\x1c", "\x85", "\xa0", "\u1680", "\u2003", "\u205f",
          "\u3000"]  # fmt: skip
HEADS = ["a b c ab d e | x y", "a b c ab d e é 中 | x y $4", "2|a b 1:3|c d e ab | x y z"]


@st.composite
def texts(draw):
    """Draw a text whose lines are mostly options, some with mistakes."""
    usual = st.sampled_from(["a", "b", "c", "d", "e", "ab", "x", "x:1", "x:2", "y:é", "y"])
    word = st.one_of(usual, usual, usual, usual, st.sampled_from(WORDS))
    lines = [draw(st.sampled_from(HEADS))]
    for _ in range(draw(st.integers(0, 8))):
        blank = draw(st.sampled_from([" ", " ", *BLANKS]))
        words = draw(st.lists(word, max_size=4, unique_by=lambda x: x.partition(":")[0]))
        cost = draw(st.sampled_from(["", "", "", "|5", "$6", "$6 "]))
        lines.append(blank.join(words) + draw(st.sampled_from(["", "", " "])) + cost)
        if draw(st.integers(0, 9)) == 0:
            lines.append(draw(st.sampled_from(["", " ", "| a remark", "\u3000", "|"])))
    # a line with all items, so that most texts are complete
    lines.append("a b c ab d e")
    end = draw(st.sampled_from(["\n", "\n", "\r\n", "\r"]))
    return end.join(lines) + draw(st.sampled_from(["", end]))


@st.composite
def matrices(draw):
    """Draw rows of 0 and 1 in CSV, some with mistakes."""
    separator = draw(st.sampled_from([",", ",", ";"]))
    width = draw(st.integers(2, 5))
    fields = st.sampled_from(["0", "1", "1", "0", "1", "0", "1", "0", "1.0", '"1"', " 1", "2", ""])
    lines = draw(st.sampled_from([[], [separator.join("abcde"[:width])]]))
    for _ in range(draw(st.integers(0, 6))):
        size = width + draw(st.sampled_from([0] * 15 + [1, -1]))
        lines.append(separator.join(draw(fields) for _ in range(size)))
        if draw(st.integers(0, 9)) == 0:
            lines.append(draw(st.sampled_from(["", "# a remark", " "])))
    if draw(st.booleans()):
        lines = [separator.join(["" if k == 0 and lines[0][:1] == "a" else f"o{k}", line])
                 for k, line in enumerate(lines)]  # fmt: skip
    lines.append(separator.join("1" * width))
    return "\n".join(lines) + "\n"


class NoReader(OptionReader):
    """Leaves every line to Python."""

    def read(self, text, at, *arrays):
        return at


def read(text, reader=OptionReader, block=1 << 20, source="x"):
    """Return the problem or the error of a text."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(line_reader, "OptionReader", reader)
        patch.setattr(line_reader, "_BLOCK", block)
        try:
            problem = ExactCover.from_text(text, source=source)
        except InputError as error:
            return str(error)
        return problem._value(), problem.costs


@given(st.one_of(texts(), matrices()), st.integers(1, 40), st.sampled_from(["x", "x.csv"]))
@examples(400)
def test_the_compiled_reader_reads_as_python(text, block, source):
    expected = read(text, NoReader, source=source)
    assert read(text, source=source) == expected
    assert read(text, block=block, source=source) == expected


def test_the_compiled_reader_reads_the_usual_lines():
    """Python reads no line without mistakes and rare blanks."""

    class CountingReader(OptionReader):
        left = 0

        def read(self, text, at, *arrays):
            end = super().read(text, at, *arrays)
            CountingReader.left += end < len(text)
            return end

    text = "a b c | x y é\n\n" + "a x:1 y\r\n| remark\nb\tc  x:ü é:1 \n" * 50
    assert read(text, CountingReader) == read(text, NoReader)
    assert CountingReader.left == 0
    matrix = ",a,b,c\nfirst,1,0,1\nsecond,0,1,0\n"
    expected = read(matrix, NoReader, source="x.csv")
    assert read(matrix, CountingReader, source="x.csv") == expected
    assert expected[0][0] == ("a", "b", "c")
    assert CountingReader.left == 0
    # Python reads the first line with a cost, because only then there is an array of costs.
    costs = "a\n" + "a\n" * 9 + "a $5\n" * 9
    assert read(costs, CountingReader) == read(costs, NoReader)
    assert CountingReader.left == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a | x\na x\na x y\n", r"x:3:5: found 'y', expected one of the items"),
        ("a | x\na\n\n| z\na x:1 z:2\n", r"x:5:7: found 'z', expected one of the items"),
        ("a | x q\na x\n", r"x:1:7: no option has the secondary item 'q'"),
        ("a,b\n1,0\n0,0\n", "x:3: found an option without items"),
        ("a,b\n1,0\n0,2\n", "x:3:3: found '2', expected 0 or 1"),
        ("a,b\n1,0\n0\n", "x:3:2: found 1 field, expected 2"),
    ],
)
def test_mistakes(text, message):
    with pytest.raises(InputError, match=message):
        ExactCover.from_text(text, source="x")


def test_blocks():
    """Blocks end at line ends, whatever these are and wherever the data is cut."""
    text = "a é\r\nb\rc\n\n中\r\n\r\nend"
    for size in range(1, 30):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(line_reader, "_BLOCK", size)
            blocks = list(split_blocks(io.BytesIO(b"\xef\xbb\xbf" + text.encode()), None))
        assert (
            b"".join(block for _, block in blocks)
            == text.encode().replace(b"\r\n", b"\n").replace(b"\r", b"\n") + b"\n"
        )
        line = 1
        for number, block in blocks:
            assert number == line
            assert block.endswith(b"\n")
            line += block.count(b"\n")


@pytest.mark.parametrize("block", [1, 3, 8, 1 << 20])
def test_the_place_of_bytes_that_are_not_text(block, monkeypatch):
    monkeypatch.setattr(line_reader, "_BLOCK", block)
    with pytest.raises(InputError, match=r"x:3:2: found the byte 0xff at offset 9 "):
        ExactCover.from_bytes(b"a b\r\na\r\n\xc3\xa9"[:8] + b"b\xff\n", source="x")
    with pytest.raises(InputError, match=r"x:2:2: found the byte 0x00 at offset 5 "):
        ExactCover.from_bytes(b"a b\na\0\n", source="x")


def test_limits(monkeypatch):
    monkeypatch.setattr(limits, "COVER_LINE", 100)
    monkeypatch.setattr(line_reader, "_BLOCK", 10)
    long = "a " * 60
    for text in (f"a\n{long}\na\n", f"a\n{long}"):
        with pytest.raises(InputError, match="x:2: found a line of more than 100 bytes"):
            ExactCover.from_text(text, source="x")
    monkeypatch.setattr(limits, "COVER_COLOURS", 5)
    colours = "\n".join(f"a x:{k}" for k in range(6))
    with pytest.raises(InputError, match="found 6 colours, expected at most 5"):
        ExactCover.from_text(f"a | x\n{colours}\n")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_read_in_blocks(tmp_path, monkeypatch):
    """A pipe has no size; what it sends is counted."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    def send():
        with open(pipe, "wb") as file:
            file.write(b"a b\n" + b"a b\n" * 30)

    for most in (1000, 100):
        monkeypatch.setattr(limits, "COVER", most)
        sender = threading.Thread(target=send)
        sender.start()
        if most == 1000:
            assert len(ExactCover.from_file(pipe)) == 30
        else:
            with pytest.raises(InputError, match="found more than 100 bytes"):
                ExactCover.from_file(pipe)
        sender.join()


@pytest.mark.skipif(sys.platform != "linux", reason="needs Linux: the peak of resident memory")
def test_memory_is_that_of_the_arrays(tmp_path):
    """24 MB of text as Python objects would take a gigabyte."""
    if "asan" in os.environ.get("LD_PRELOAD", ""):
        pytest.skip("the sanitizer takes memory of its own")
    path = tmp_path / "large.txt"
    lines = "".join(f"{k} {(7 * k + 1) % 500} {(11 * k + 3) % 500}\n" for k in range(500, 1000))
    path.write_text(" ".join(map(str, range(1000))) + "\n" + lines * 4000)
    program = (
        "import resource, sys\n"
        "from fastqueens.cover import ExactCover\n"
        "ExactCover.from_text('a\\na\\n')\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "problem = ExactCover.from_file(sys.argv[1])\n"
        "after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "print(len(problem), (after - before) // 1024)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, path], capture_output=True, text=True, check=True
    )
    options, megabytes = map(int, done.stdout.split())
    assert options == 2_000_000
    assert megabytes < 64  # the arrays take 32 MB


def test_wrong_arrays():
    reader = OptionReader([b"a"], 1)
    room = np.zeros(4, np.int32)
    assert reader.read(b"a\n", 0, room, room.copy()) == 2
    assert (reader.options, reader.entries) == (1, 1)
    for text, at in ((b"a", 0), (b"a\n", 2), (b"a\n", -1)):
        with pytest.raises(ValueError, match="at must lie"):
            reader.read(text, at, room, room)
    with pytest.raises(ValueError, match="more room"):
        reader.read(b"a\na\na\na\n", 0, room, room)
    with pytest.raises(ValueError, match="separator"):
        reader.read(b"1\n", 0, np.zeros(9, np.int32), np.zeros(9, np.int32), None, None, 44)
