"""The JSON of all commands: one envelope, the schema in docs/, and a description of every key."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from helpers.boards import FOUR, LOOSE, NINE, SIX
from helpers.command import run

from fastqueens import cover, nqueens, packing, queens, sliding
from fastqueens.examples import example

DOCS = Path(__file__).parents[1] / "docs"
COMMANDS = [
    "solve four.txt",
    "solve two.json",
    "solve two.json --all --limit 2",
    "solve six.txt",
    "solve four.txt --count",
    "solve loose.txt --unique",
    "solve five.txt --allow-empty-regions",
    "solve six.txt --method min-conflicts --node-limit 100",
    "solve loose.txt --count --node-limit 3",
    "solve ragged.txt missing.txt four.txt",
    "solve four.txt --method magic",
    "rate nine.txt loose.txt six.txt",
    "explain nine.txt",
    "explain loose.txt",
    "hint four.txt",
    "hint four.txt --show-solution",
    "hint four.txt --placed d1",
    "hint six.txt",
    "hint nine.txt --candidates --placed h1",
    "tree nine.txt --nodes 20",
    "tree six.txt --method mac",
    "tree --nqueens 4",
    "check four.txt --placed a1,b2,d1",
    "generate 6 --seed 1 --count 2",
    "levels 7-001",
    "levels magic",
    "compare four.txt missing.txt --methods mac --measure 0",
    "nqueens 6",
    "nqueens 6 --all",
    "nqueens 6 --pawns 1 --first",
    "nqueens 3 --first",
    "nqueens --growth 4-5",
    "nqueens --orders 4-5",
    "pack pack.txt",
    "pack pack.txt --all --limit 2",
    "pack pack.txt --count --limit 2",
    "slide eight.txt",
    "slide odd.txt",
    "slide eight.txt --compare --time-limit 0.2",
    "nqueens 5 --compare",
    "cover cover.txt",
    "cover cover.txt --all",
    "cover cover.txt --count",
    "nqueens 12 --ledger run.db",
    "ledger run.db",
    "ledger missing.db",
    "generate 6 --seed 1 --count 2 --ledger boards.db",
    "ledger boards.db",
    "solve many.jsonl -o solved.jsonl",
    "solve many.jsonl -o solved.jsonl --resume",
    "solve many.jsonl -o stopped.jsonl --time-limit 0",
    "rate many.jsonl -o rated.jsonl",
    "solve bad.jsonl -o good.jsonl --keep-going",
    "info",
    "methods mac",
]


@pytest.fixture(scope="module")
def here(tmp_path_factory):
    folder = tmp_path_factory.mktemp("json")
    texts = {
        "four": FOUR, "nine": NINE, "six": SIX, "loose": LOOSE,
        "five": "AAABB\nACCCB\nACDDB\nEEEFF\nEGGFF\n",
        "ragged": "AB\nA", "pack": example("iq-small").text, "eight": example("eight").text,
        "odd": "2 1\n3 0\n", "cover": example("cover").text,
    }  # fmt: skip
    for name, text in texts.items():
        (folder / f"{name}.txt").write_text(text)
    many = queens.Board.from_text(FOUR).to_json() + "\n"
    (folder / "many.jsonl").write_text(many * 3)
    (folder / "bad.jsonl").write_text(many + "{}\n" + many)
    two = {"stars": 2, "regions": [8 * x for x in "ABCDEFGH"]}
    (folder / "two.json").write_text(json.dumps(two))
    return folder


@pytest.fixture(scope="module")
def schema():
    validators = pytest.importorskip("jsonschema", reason="the extra 'test' is not installed")
    document = json.loads((DOCS / "json-schema.json").read_text())
    validators.Draft202012Validator.check_schema(document)
    return validators.Draft202012Validator(document)


@pytest.mark.parametrize("command", COMMANDS)
def test_json_of_commands(here, schema, monkeypatch, command):
    monkeypatch.chdir(here)
    words = command.split()
    printed = run(*words, "--json").stdout.splitlines()
    assert printed
    told = (DOCS / "json.md").read_text()
    for line in printed:
        answer = json.loads(line)
        schema.validate(answer)
        head = [x for x in ("schema", "command", "file", "status", "reason") if x in answer]
        assert list(answer)[: len(head)] == head
        name = "compare" if "--compare" in words else words[0]
        assert (answer["schema"], answer["command"]) == (2, name)
        unknown = [key for key in answer if f"`{key}`" not in told]
        assert unknown == []


def test_json_of_results(schema):
    results = [
        queens.solve(FOUR.split()),
        queens.solve(SIX.split(), method="min-conflicts", node_limit=100),
        nqueens.solve(6),
        packing.solve(packing.Puzzle([[True]], {"A": [(0, 0)]})),
        sliding.solve([[1, 2], [0, 3]]),
        cover.langford(3).solve(),
    ]
    for command, result in zip(
        ["solve", "solve", "nqueens", "pack", "slide", "cover"], results, strict=True
    ):
        answer = {"command": command, "n": 0} | json.loads(result.to_json())
        schema.validate(answer)


def test_schema_is_not_lenient(schema):
    """A board with an unknown key, and an answer without a status, violate the schema."""
    board = json.loads(queens.Board.from_text(FOUR).to_json())
    answer = {"schema": 2, "command": "solve", "status": "solved", "board": board}
    assert schema.is_valid(answer)
    assert not schema.is_valid(answer | {"board": board | {"cells": 16}})
    assert not schema.is_valid({k: x for k, x in answer.items() if k != "status"})
    assert not schema.is_valid({k: x for k, x in answer.items() if k != "board"})
    assert not schema.is_valid(answer | {"status": "error"})
    stream = {"schema": 2, "command": "solve", "status": "solved", "ms": 1.0}
    stream |= {"boards": 3, "failed": 0, "skipped": 0, "resumed": 0}
    assert schema.is_valid(stream)
    assert not schema.is_valid(stream | {"skipped": -1})
    assert not schema.is_valid({k: x for k, x in stream.items() if k != "resumed"})
    held = {"holds": "generate", "tasks": 1, "done": 1, "left": 0, "count": 1, "exact": True}
    held |= {"schema": 2, "command": "ledger", "status": "solved", "workers": 1, "slowest": []}
    assert not schema.is_valid(held | {"seconds": 1.0})
    assert schema.is_valid(held | {"seconds": 1.0, "runs": []})
