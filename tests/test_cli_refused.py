"""Wrong inputs to every command are refused with a message, and none causes an internal error."""

from __future__ import annotations

import json

import pytest
from helpers.command import run

from fastqueens.cli import app
from fastqueens.examples import example

FILES = {
    "board.txt": example("queens-9").text,
    "four.txt": example("queens-4").text,
    "stars.json": example("stars-10").text,
    "many.jsonl": example("many").text,
    "pack.txt": example("iq-small").text,
    "tiles.txt": example("eight").text,
    "cover.dlx": example("cover").text,
    "empty.txt": "",
    "blank.txt": "\n\n",
    "ragged.txt": "AAB\nAB\nCCC\n",
    "wide.txt": "AAAA\nBBBB\n",
    "few.txt": "AAA\nAAA\nBBB\n",
    "zero.txt": "A\x00B\nABB\nCCC\n",
    "latin.txt": "Ä" * 3 + "\nBBB\n",
    "five.json": "5",
    "null.json": "null",
    "true.json": "true",
    "word.json": '"AB"',
    "list.json": "[]",
    "numbers.json": "[1, 2, 3]",
    "object.json": "{}",
    "cut.json": '{"regions": [[0, 1',
    "odd.json": '{"regions": [["A", "B"], ["A"]]}',
    "half.json": '{"regions": [[0.5]]}',
    "many-stars.json": '{"stars": 17, "regions": ["AB", "AB"]}',
    "deep.json": "[" * 100_000,
    "huge.json": '{"regions": [[' + "9" * 5000 + "]]}",
    "bad.jsonl": '{"regions": ["A"]}\nnonsense\n',
    "pack-head.txt": "5 5\n",
    "pack-more.txt": "2 3 5\nDEFAULT\n",
    "pack-kind.txt": "2 3 2\nROUND\nAAA\nBBB\n",
    "pack-large.txt": "99999 99999 2\nDEFAULT\nAAA\nBBB\n",
    "pack-minus.txt": "-2 3 2\nDEFAULT\nAAA\nBBB\n",
    "tiles-twice.txt": "1 1\n2 0\n",
    "tiles-large.txt": "\n".join(" ".join(map(str, range(6 * k, 6 * k + 6))) for k in range(6)),
    "tiles-words.txt": "one two\nthree 0\n",
    "cover-item.dlx": "a b\na c\n",
    "cover-twice.dlx": "a b\na a b\n",
}
BOARD_COMMANDS = ("solve", "rate", "compare", "explain", "hint", "check --placed a1")
CASES = [
    # no command, or an unknown one
    "slove", "--nonsense", "Solve board.txt",
    # invalid boards, for every command that takes boards
    *(f"{command} {name}" for command in BOARD_COMMANDS for name in (
        "missing.txt", "empty.txt", "blank.txt", "ragged.txt", "wide.txt", "few.txt", "zero.txt",
        "latin.txt", "five.json", "null.json", "true.json", "word.json", "list.json",
        "numbers.json", "object.json", "cut.json", "odd.json", "half.json", "many-stars.json",
        "deep.json", "huge.json", "many.jsonl:0", "many.jsonl:11", "bad.jsonl:2", ".",
    )),
    # solve
    "solve", "solve bad.jsonl", "solve board.txt --method", "solve board.txt --method mca",
    "solve board.txt --method ''", "solve board.txt --set order=mrv",
    "solve board.txt --method mac --set order", "solve board.txt --method mac --set =mrv",
    "solve board.txt --method mac --set order=", "solve board.txt --method mac --set oder=mrv",
    "solve board.txt --method mac --set order=first",
    "solve board.txt --method mac --set restarts=foo",
    "solve board.txt --method mac --set order=mrv --set order=static",
    "solve board.txt --method mac --set variables=cells",
    "solve board.txt --method mac --set region_order=size",
    "solve board.txt --method mac --set region_order=A,B",
    "solve board.txt --method backtracking-memo --set max_bytes=-1",
    "solve board.txt --method pso --set swarm_size=2.5",
    "solve board.txt --method pso --set iterations=none",
    "solve board.txt --method pso --set w=heavy",
    "solve board.txt --method pso --set topology=star",
    "solve board.txt --method pso --set w1=0 --set w2=0",
    "solve board.txt --method pso --set preset=good",
    "solve board.txt --method pso --all", "solve board.txt --method pso --count",
    "solve board.txt --method min-conflicts --unique", "solve board.txt --method rows",
    "solve board.txt --method rows --count --limit 1", "solve stars.json --method mac",
    "solve board.txt --all --count", "solve board.txt --count --unique",
    "solve board.txt --limit 3", "solve board.txt --all --limit 0",
    "solve board.txt --all --limit x",
    "solve board.txt --time-limit -1", "solve board.txt --time-limit soon",
    "solve board.txt --time-limit nan", "solve board.txt --node-limit -1",
    "solve board.txt --node-limit 1.5",
    "solve board.txt --seed -1", "solve board.txt --seed 99999999999999999999",
    "solve board.txt --seed 1 --seed 2", "solve board.txt --stars 0", "solve board.txt --stars 4",
    "solve board.txt -o a.txt -o b.txt", "solve board.txt -o ''",
    "solve board.txt -o a.doc", "solve board.txt -o {foo}.svg", "solve board.txt -o {name.svg",
    "solve board.txt -o board.txt", "solve board.txt four.txt -o out.txt",
    "solve board.txt board.txt -o {name}.txt", "solve board.txt -o nowhere/a.txt",
    "solve board.txt --count -o a.txt", "solve board.txt -q --json", "solve board.txt --delay 5",
    "solve board.txt --fps 5", "solve board.txt --live", "solve board.txt --live --json",
    "solve board.txt --live --fps 0", "solve board.txt --live --count", "solve board.txt --unqiue",
    # compare
    "compare", "compare board.txt --methods ''", "compare board.txt --methods mac,,pso",
    "compare board.txt --methods magic", "compare board.txt --methods mac --set pso.w=1",
    "compare board.txt --set order=mrv", "compare board.txt --set mac.oder=mrv",
    "compare board.txt --set mac.restarts=maybe", "compare board.txt --set .order=mrv",
    "compare board.txt --set mac.=mrv", "compare board.txt --set mac.order=",
    "compare board.txt --set mac.order=mrv,", "compare board.txt --repeat 0",
    "compare board.txt --measure -1", "compare board.txt --by name", "compare board.txt -o a.txt",
    "compare board.txt -o {name}.svg", "compare board.txt --methods pso --all",
    "compare stars.json --methods mac", "compare board.txt --time-limit -1",
    "compare board.txt -q --json",
    # explain, rate, hint, check
    "explain", "explain board.txt four.txt", "explain board.txt --placed j1",
    "explain board.txt --placed 1a", "explain board.txt --placed a1,a1",
    "explain board.txt --eliminated a0", "explain board.txt --max-rule luck",
    "explain board.txt --max-rule guess", "rate", "rate board.txt --max-rule luck",
    "rate board.txt --time-limit -1", "rate board.txt --placed a1", "hint",
    "hint board.txt --placed a10", "hint board.txt --eliminated z", "hint board.txt --stars 9",
    "check", "check board.txt", "check board.txt --placed a1 --placed b2",
    "check board.txt --placed a1,b", "check board.txt --placed A1;b2",
    "check board.txt --placed a-1",
    # generate
    "generate", "generate x", "generate 3", "generate 65", "generate -5", "generate 8 --count 0",
    "generate 8 --difficulty guess", "generate 8 --difficulty eazy",
    "generate 8 --region-style round",
    "generate 8 --stars 3", "generate 8 --stars 0", "generate 8 --seed -1",
    "generate 8 --threads 0",
    "generate 8 --time-limit -1", "generate 8 -o a.md", "generate 8 -o {name}",
    "generate 8 -o nowhere/a.jsonl", "generate 8 -o ''", "generate 8 -q --json", "generate 8.5",
    # levels, example, methods, completion, info
    "levels 99", "levels x", "levels 8-999", "levels 8 9", "levels --seed 1",
    "levels 8-001 --random", "levels --difficulty guess", "levels 12",
    "levels --random --seed x", "example nothing", "example queens-9 queens-4", "methods mca",
    "methods mac pso", "methods mac --json --markdown", "completion", "completion csh",
    "info now",
    # tree, and picture options
    "tree", "tree missing.txt", "tree board.txt four.txt", "tree board.txt --method bitboard",
    "tree board.txt --method mca", "tree board.txt --set order=mvr", "tree board.txt --nodes 0",
    "tree board.txt -o a.pdf", "tree board.txt --theme drak", "tree stars.json",
    "tree board.txt --seed x", "tree board.txt -q --json", "hint board.txt -o a.doc",
    "hint board.txt -o a.svg -o b.svg", "explain board.txt -o {foo}.svg",
    "explain board.txt -o a.gif", "solve board.txt --theme blue", "solve board.txt --patterns",
    "solve board.txt --style letter", "levels 8 -o a.doc", "levels 8 --patterns",
    "levels --random -o {x}.svg", "levels --random --format sbn -o {x}",
    "convert board.txt --to sbn -o {x}", "convert board.txt -o board.txt",
    "example queens-9 -o a.gif", "example -o a.svg",
    "example queens-9 -o nowhere/a.svg", "generate 8 -o a.md --theme dark",
    # nqueens
    "nqueens", "nqueens x", "nqueens -5", "nqueens 0", "nqueens 28", "nqueens 8 9",
    "nqueens 8 --all --count", "nqueens 8 --variant torodial", "nqueens 8 --limit 3",
    "nqueens 8 --all --limit 0", "nqueens 8 --placed a1,b1 --all", "nqueens 8 --placed i1",
    "nqueens 8 --symmetry some", "nqueens 8 --threads 0", "nqueens 8 --seed 5",
    "nqueens 8 --random --seed -1", "nqueens 8 --time-limit -1",
    "nqueens 8 -o a.svg", "nqueens 8 --all -o a.doc", "nqueens 8 --all -o {name}.txt",
    "nqueens 65 --all", "nqueens 8 --pawns 1 --variant toroidal", "nqueens 8 -q --json",
    "nqueens 8 --pawns x", "nqueens 0 --construct", "nqueens 0 --random",
    "nqueens 8 --method mac --set order=mvr", "nqueens 8 --method mac --set oder=mrv",
    "nqueens 8 --method permutatoins", "nqueens 8 --set order=mrv",
    "nqueens 20 --method combinations", "nqueens 8 --method mac --variant toroidal",
    "nqueens --growth 9-4", "nqueens --growth x", "nqueens --growth 0-4",
    "nqueens --growth 1-4 -o a.pdf", "nqueens 8 --pawns -9 --count", "nqueens 8 --live --json",
    "nqueens 8 --delay 4", "nqueens 8 --every 5", "solve board.txt --every 5",
    # pack
    "pack", "pack missing.txt", "pack empty.txt", "pack board.txt", "pack pack-head.txt",
    "pack pack-more.txt", "pack pack-kind.txt", "pack pack-large.txt", "pack pack-minus.txt",
    "pack five.json", "pack pack.txt --method best", "pack pack.txt --method memo",
    "pack pack.txt --count --limit 2 --method memo", "pack pack.txt --distinct",
    "pack pack.txt --limit 2", "pack pack.txt --all --count", "pack pack.txt --live",
    "pack pack.txt --delay 3", "pack pack.txt -o a.doc", "pack pack.txt -o {x}.svg",
    "pack pack.txt --time-limit -3", "pack pack.txt -q --json", "pack .",
    # slide
    "slide", "slide missing.txt", "slide empty.txt", "slide board.txt", "slide tiles-twice.txt",
    "slide tiles-large.txt", "slide tiles-words.txt", "slide tiles.txt --random",
    "slide tiles.txt --seed 3", "slide --random --size 9x9", "slide --random --size 4",
    "slide --random --size 4xx", "slide --random --seed -1", "slide tiles.txt --method dfs",
    "slide tiles.txt --heuristic luck", "slide tiles.txt --heuristic pdb",
    "slide tiles.txt --method branch-and-bound --heuristic pdb",
    "slide tiles.txt --visited expanded-once",
    "slide tiles.txt --goal missing.txt", "slide tiles.txt --goal board.txt",
    "slide --random --goal tiles.txt", "slide tiles.txt --max-mb 0", "slide tiles.txt --max-mb 10",
    "slide tiles.txt --delay 10", "slide tiles.txt --live",
    "slide tiles.txt --compare --method ida",
    "slide tiles.txt --compare -o a.gif", "slide tiles.txt -o a.doc", "slide tiles.txt -o {x}.gif",
    "slide tiles.txt --node-limit -1", "slide tiles.txt -q --json",
    "slide tiles.txt --delay 0 --live",
    # cover
    "cover", "cover missing.dlx", "cover empty.txt", "cover cover-item.dlx",
    "cover cover-twice.dlx",
    "cover cover.dlx --method best", "cover cover.dlx --all --count", "cover cover.dlx --limit 2",
    "cover cover.dlx -o a.svg", "cover cover.dlx -o {x}.txt", "cover cover.dlx --time-limit x",
    "cover cover.dlx -q --json", "cover .",
]  # fmt: skip


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="latin-1" if name == "latin.txt" else "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def words(case):
    return [word if word != "''" else "" for word in case.split()]


@pytest.mark.parametrize("case", CASES)
def test_is_refused(here, case):
    before = sorted(here.iterdir())
    ended = run(*words(case))
    assert ended.returncode == 2
    assert ended.stderr
    assert "Traceback" not in ended.stderr
    assert "bug" not in ended.stderr
    assert len(ended.stderr) < 1000
    # These commands print something first: the answer to the first line, or the valid board.
    begun = ("solve bad.jsonl", "slide tiles.txt --heuristic pdb")
    assert not ended.stdout or "--json" in case or case in begun
    assert sorted(here.iterdir()) == before


JSON = [case for case in CASES if case.split(" ")[0] in app.app.commands and "-q" not in case]


@pytest.mark.parametrize("case", JSON[::7])
def test_is_refused_as_json(case):
    """With --json, errors are printed as JSON too."""
    command = case.split()[0]
    if command in ("example", "completion") or "--json" in case or "--live" in case:
        return
    ended = run(*words(case), "--json")
    assert ended.returncode == 2
    told = json.loads(ended.stdout.splitlines()[-1])
    assert (told["command"], told["status"]) == (command, "error")
    assert told["error"]["message"]


def test_there_are_many():
    assert len(set(CASES)) == len(CASES) > 300
