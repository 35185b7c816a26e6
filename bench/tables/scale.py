"""From file to file, and executors."""

from __future__ import annotations

import compare_scale
from harness import installed

from tables.table import Table, table


def scale(quick: bool) -> dict[str, Table]:
    """From file to file, and executors."""
    rows = [
        [f"{size}, {'rate' if what == 'rate' else 'solve'}, {start} to {end}",
         many[1], many[0], many[1] / many[0]]
        for size, what, start, end, *many in compare_scale.files(2000 if quick else 200_000,
                                                                 1 if quick else 2)
    ]  # fmt: skip
    tables = {
        "files": table(
            "scale",
            "From file to file",
            "Boards a second that are read from a file and whose answers are written to a file, "
            "beside boards from an array to an array, with all processors. The ratio shows how "
            "much time reading and writing take.",
            [("boards", ""), ("files", "/s"), ("arrays", "/s"), ("files : arrays", "")],
            rows,
        )
    }
    names = ["threads", "processes"]
    names += [
        name for name, needs in (("loky", "loky"), ("dask", "distributed")) if installed(needs)
    ]
    n, rests = (12, 4) if quick else (17, 20)
    tables["executors"] = table(
        "scale",
        "Executors",
        f"The time to count the solutions of {n} queens, divided into tasks for one and for two "
        "workers. Efficiency is the time of one thread without tasks, divided by the total time "
        "of all workers. The last column is the time that a task costs in addition to its work.",
        [("executor and workers", ""), ("time", "s"), ("efficiency", ""), ("a task", "s")],
        [[f"{row[0]}, {row[1]}", row[2], row[3], row[5]]
         for row in compare_scale.executors(n, None, 1, rests, names)],
    )  # fmt: skip
    return tables
