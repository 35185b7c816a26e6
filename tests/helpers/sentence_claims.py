"""Reads the claims of a step's sentence, and checks them against the cells with plain sets.

This module shares no code with the engine or with the sentences. A sentence is read by regular
expressions, one for each form that a rule may have; a sentence of another form is an error. The
placements of a unit are listed by brute force.
"""

from __future__ import annotations

import re
from itertools import combinations

CELL = r"[a-z]{1,2}[1-9]\d?"
CELLS = rf"{CELL}(?:, {CELL})*(?: and {CELL})?"
NAME = r"[A-Za-z0-9]+"
KIND = r"(?:[Rr]egion|[Rr]ow|[Cc]olumn)"
UNIT = rf"{KIND} {NAME}"
UNITS = rf"(?:{UNIT}|{KIND}s {NAME}(?:, {NAME})* and {NAME}|{KIND}s {NAME} to {NAME})"
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def read_cells(text):
    """Read "a1, b2 and c3" as (row, column) pairs."""
    assert re.fullmatch(CELLS, text), text
    return [(int(word[1:]) - 1, LETTERS.index(word[0])) for word in re.findall(CELL, text)]


def touch(a, b):
    return max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1


class Position:
    """A board with queens and candidates, as sets of cells."""

    def __init__(self, board, queens, eliminated):
        self.board, self.n, self.stars = board, board.n, board.stars
        every = {(r, c) for r in range(self.n) for c in range(self.n)}
        self.cells = {}
        for cell in every:
            for unit in self.units_of(cell):
                self.cells.setdefault(unit, set()).add(cell)
        self.exact = len(board.labels) == board.n
        self.queens, self.open = set(), every - set(eliminated)
        for queen in queens:
            self.place(queen, given=True)

    def copy(self):
        other = object.__new__(Position)
        other.__dict__ = {**self.__dict__, "queens": set(self.queens), "open": set(self.open)}
        return other

    def units_of(self, cell):
        return [("region", int(self.board.regions[cell])), ("row", cell[0]), ("column", cell[1])]

    def missing(self, unit):
        return self.stars - len(self.cells[unit] & self.queens)

    def left(self, unit):
        return self.cells[unit] & self.open

    def excluded_by(self, queens):
        """Return the open cells that these queens exclude, together with those on the board."""
        stand = self.queens | set(queens)
        gone = {cell for cell in self.open if any(touch(cell, queen) for queen in queens)}
        for queen in queens:
            for unit in self.units_of(queen):
                if len(self.cells[unit] & stand) >= self.stars:
                    gone |= self.left(unit)
        return gone - set(queens)

    def place(self, cell, given=False):
        assert given or cell in self.open, (cell, "is not open")
        gone = self.excluded_by([cell])
        self.queens.add(cell)
        self.open -= gone | {cell}

    def placements(self, unit):
        """Return all ways to put the missing queens of a unit on its open cells."""
        found = []
        for some in combinations(sorted(self.left(unit)), self.missing(unit)):
            if any(touch(a, b) for a, b in combinations(some, 2)):
                continue
            own = [u for cell in some for u in self.units_of(cell)]
            if all(own.count(u) <= self.missing(u) for u in set(own)):
                found.append(set(some))
        return found

    def pairs(self, first, second):
        """Return all ways to put the missing queens of two neighbouring lines."""
        lines = [
            [
                set(some)
                for some in combinations(sorted(self.left(unit)), self.missing(unit))
                if not any(touch(a, b) for a, b in combinations(some, 2))
            ]
            for unit in (first, second)
        ]
        near = [
            {cell for cell in self.left(second) if any(touch(cell, queen) for queen in above)}
            for above in lines[0]
        ]
        return [
            above | below
            for above, excluded in zip(lines[0], near, strict=True)
            for below in lines[1]
            if not below & excluded
        ]

    # ---- names

    def unit_named(self, kind, name):
        kind = kind.lower()
        if kind == "region":
            return kind, self.board.names.index(name)
        return kind, int(name) - 1 if kind == "row" else LETTERS.index(name)

    def units_named(self, text):
        """Read "region A", "rows 1, 2 and 4", "columns a to c" as units."""
        assert re.fullmatch(UNITS, text), text
        kind, rest = text.split(" ", 1)
        several = kind.endswith("s")
        if " to " in rest:
            first, last = (self.unit_named(kind[:-1], name)[1] for name in rest.split(" to "))
            assert last > first + 1, text
            return [(kind[:-1].lower(), i) for i in range(first, last + 1)]
        names = re.findall(NAME, rest.replace(" and ", ", "))
        assert several == (len(names) > 1), text
        return [self.unit_named(kind.removesuffix("s") if several else kind, x) for x in names]

    def region_numbers(self, covered):
        """Return the fewest and the most queens of each region on some cells."""
        found = {}
        for region in (unit for unit in self.cells if unit[0] == "region"):
            standing = len(self.cells[region] & self.queens & covered)
            ways = [len(way & covered) + standing for way in self.placements(region)]
            found[region] = (min(ways), max(ways))
        return found


def match(pattern, text):
    found = re.fullmatch(pattern, text)
    assert found, f"no claim in: {text}\nexpected: {pattern}"
    return found


def check_step(step, sentence=None):
    """Check all claims of the sentence of a step, or of another sentence for the step."""
    where = step.position
    position = Position(where.board, where.queens, where.eliminated)
    checks = QUEENS if position.stars == 1 else STARS
    checks[step.rule](position, step, step.sentence if sentence is None else sentence)


# ---- Rules for one queen -------------------------------------------------------------------------


def check_queen(position, step, text):
    (queen,) = read_cells(
        match(
            rf"The queen on ({CELL}) takes its row, its column and its region, and no queen may "
            r"touch it\.",
            text,
        )[1]
    )
    assert queen in position.queens
    assert (queen,) == step.cells
    near = {cell for unit in position.units_of(queen) for cell in position.cells[unit]}
    assert all(cell in near or touch(cell, queen) for cell in step.eliminated)


def check_single(position, step, text):
    found = match(rf"({UNITS}) has only one cell left: its queen goes on ({CELL})\.", text)
    (unit,) = position.units_named(found[1])
    assert position.missing(unit) == 1
    assert position.left(unit) == {*read_cells(found[2])} == {*step.placed}


def check_hall(position, step, text):
    found = match(
        rf"({UNITS}) (?:fits?|(?:has|have) cells left) only in ({UNITS}), (?:so no other "
        rf"(?P<kind>{KIND}) may use (?P<those>that|those) (?P<target>\w+)|whose "
        r"(?P<queens>queens?) must stand there)\.",
        text,
    )
    first, second = position.units_named(found[1]), position.units_named(found[2])
    several = len(first) > 1
    if found["kind"]:
        assert found["kind"] == first[0][0]
        assert found["those"] == ("those" if several else "that")
        assert found["target"] == second[0][0] + "s" * several
    else:
        assert found["queens"] == "queens" if several else "queen"
    check_hall_set(position, step, first, second)


def check_hall_set(position, step, first, second):
    inside = set().union(*(position.left(unit) for unit in first))
    around = set().union(*(position.left(unit) for unit in second))
    assert inside <= around
    assert sum(map(position.missing, first)) == sum(map(position.missing, second))
    assert set(step.eliminated) == around - inside
    assert len({kind for kind, _ in first}) == len({kind for kind, _ in second}) == 1


def check_attacked(position, step, text):
    found = match(rf"Wherever the queen of ({UNITS}) goes, it attacks ({CELLS})\.", text)
    (unit,) = position.units_named(found[1])
    cells = read_cells(found[2])
    assert set(cells) == set(step.eliminated)
    assert all(set(cells) <= position.excluded_by(way) for way in position.placements(unit))


def check_solution(position, step, text):
    piece = "queen" if position.stars == 1 else "star"
    found = match(rf"No rule finds the next {piece}; one solution has it on ({CELL})\.", text)
    assert read_cells(found[1]) == list(step.placed)


# ---- Chains --------------------------------------------------------------------------------------


def check_chain(position, step, text):
    piece = "queen" if position.stars == 1 else "star"
    found = match(rf"Try a {piece} on ({CELL})\. (.*)\. So ({CELL}) is ruled out\.", text)
    assert found[1] == found[3]
    cells = read_cells(found[1])
    assert cells == list(step.eliminated)
    assert cells[0] in position.open
    position.place(cells[0])
    if not found[2].startswith("Then "):
        assert step.chain is None
        return check_outline(position, step, found[2])
    *links, failure = found[2].removeprefix("Then ").split("; ")
    forced = []
    for link in links:
        forced += check_link(position, link)
    if failure.startswith("after "):
        more, failure = match(r"after (\d+) more steps?, (.*)", failure).groups()
        assert len(step.chain.links) == 12 + int(more)
        for link in step.chain.links[12:]:
            check_hidden_link(position, link)
    else:
        assert forced == [cell for link in step.chain.links for cell in link.placed]
    return check_failure(position, failure)


def check_outline(position, step, text):
    """Check a chain that names only its forced queens and the contradiction."""
    found = match(rf"(?:It forces (.*)\. )?In the end ((?:{UNITS}|the lines) .*)", text)
    check_forced(position, step, found[1])
    if not found[2].startswith("the lines"):
        units = match(rf"({UNITS}) (?:has|have) no (?:room|cell) .*", found[2])[1]
        assert position.units_named(units) == list(step.units)


def check_forced(position, step, text):
    forced = list(step.cells[1:])
    if text is None:
        assert not forced
        return
    found = match(rf"(?:a (?:queen|star)|queens|stars) on ({CELLS})(?:, and (\d+) more)?", text)
    named = read_cells(found[1])
    assert named == forced[: len(named)]
    assert len(forced) == len(named) + int(found[2] or 0)
    assert len(named) <= 12
    assert text.startswith("a ") == (len(forced) == 1)
    assert set(forced) <= position.open


def check_link(position, text):
    """Check a clause of a chain, make its deductions, and return the forced queens."""
    if " must take " in text:
        found = match(rf"({KIND}) ({NAME}) must take ({CELLS})", text)
        unit, cells = position.unit_named(found[1], found[2]), read_cells(found[3])
        assert position.exact or found[1] != "region"
        assert position.missing(unit) == len(cells)
        assert position.left(unit) == set(cells), (unit, cells, position.left(unit))
        for cell in cells:
            position.place(cell)
        return cells
    patterns = (
        rf"(?P<how>wherever) the queen of (?P<units>{UNITS}) goes, it attacks (?P<out>{CELLS})",
        rf"in (?P<how>every placement) of the stars of (?P<units>{UNITS}), (?:they include "
        rf"(?P<on>{CELLS}))?(?: and rule out |they rule out )?(?P<out>{CELLS})?",
        rf"by (?P<how>counting) the stars in the lines, (?P<units>{UNITS}) "
        rf"(?:must use (?P<on>{CELLS}))?(?: and )?(?:cannot use (?P<out>{CELLS}))?",
    )
    found = next(filter(None, (re.fullmatch(pattern, text) for pattern in patterns)), None)
    assert found, text
    parts = found.groupdict()
    on, out = (read_cells(parts[name]) if parts.get(name) else [] for name in ("on", "out"))
    assert on or out
    check_effect(position, parts["how"], position.units_named(parts["units"]), on, out)
    return on


def check_hidden_link(position, link):
    """Check a deduction that the sentence counts but does not name."""
    how = {"single": "however", "bounds": "counting"}.get(link.rule, "however")
    check_effect(position, how, list(link.units), list(link.placed), list(link.eliminated))


def check_effect(position, how, units, on, out):
    """Check queens and eliminations that all ways to fill some units share, and make them."""
    if how == "counting":
        ways = ways_by_counting(position, units[0])
    elif len(units) == 2:
        assert units[0] == (units[1][0], units[1][1] - 1)
        ways = position.pairs(*units)
    else:
        ways = position.placements(units[0])
    assert ways
    for way in ways:
        assert set(on) <= way, (units, on)
        gone = (
            position.excluded_by(way)
            if how != "counting" and len(units) == 1
            else set().union(*map(position.left, units)) - way
        )
        assert set(out) <= gone, (units, out)
    position.open -= set(out)
    for cell in on:
        position.place(cell)


def ways_by_counting(position, region):
    """Return the placements of a region that agree with the numbers of all lines."""
    n, ways = position.n, position.placements(region)
    standing = position.cells[region] & position.queens
    for kind in ("row", "column"):
        for lines in [range(i + 1) for i in range(n)] + [range(i, i + 1) for i in range(n)]:
            covered = set().union(*(position.cells[kind, i] for i in lines))
            numbers = position.region_numbers(covered)
            del numbers[region]
            total = position.stars * len(lines)
            least = total - sum(most for _, most in numbers.values())
            most = total - sum(fewest for fewest, _ in numbers.values())
            ways = [way for way in ways if least <= len((way | standing) & covered) <= most]
    return ways


def check_failure(position, text):
    """Check the contradiction that ends a chain."""
    one = position.stars == 1
    if " put at " in text:
        found = match(
            rf"(the regions|{UNITS}) (can put at most|must put at least) (\d+) stars? in "
            rf"({UNITS}), which (needs?|holds?) (\d+)",
            text,
        )
        lines = position.units_named(found[4])
        assert found[5].endswith("s") == (len(lines) == 1)
        total, claimed = position.stars * len(lines), int(found[3])
        assert int(found[6]) == total
        numbers = position.region_numbers(set().union(*(position.cells[x] for x in lines)))
        if found[1] != "the regions":
            named = position.units_named(found[1])
            side = found[2] == "can put at most"
            assert all(numbers[region][side] > 0 for region in named)
            assert all(numbers[region][side] == 0 for region in {*numbers} - {*named})
        if found[2] == "can put at most":
            assert sum(most for _, most in numbers.values()) <= claimed < total
        else:
            assert sum(least for least, _ in numbers.values()) >= claimed > total
        return
    found = match(
        rf"({UNITS}) (?:(?P<none>has no cell left)|needs? (?P<need>a star|\d+ stars) but (?:has "
        r"(?:only )?(?P<cells>no cell|one cell|\d+ cells) left|(?P<room>has|have) no room for "
        r"(?:it|them)))",
        text,
    )
    units = position.units_named(found[1])
    missing = sum(map(position.missing, units))
    assert missing > 0
    assert position.exact or units[0][0] != "region"
    if found["none"]:
        assert one
        assert not position.left(units[0])
        return
    assert not one
    assert missing == (1 if found["need"] == "a star" else int(found["need"].split()[0]))
    if found["cells"]:
        count = {"no": 0, "one": 1}.get(found["cells"].split()[0])
        count = int(found["cells"].split()[0]) if count is None else count
        assert len(position.left(units[0])) == count < missing
        return
    assert found["room"] == ("has" if len(units) == 1 else "have")
    if len(units) == 1:
        assert not position.placements(units[0])
    else:
        assert units[0] == (units[1][0], units[1][1] - 1)
        assert not position.pairs(*units)


def check_contradiction(position, step, text):
    claim = match(r"(.*): there is no solution from here\.", text)[1]
    pieces = "queens" if position.stars == 1 else "stars"
    found = re.fullmatch(
        rf"({UNITS}) ha(?:s|ve) cells left only in ({UNITS}), which cannot take all (?:its|their) "
        rf"{pieces}",
        claim,
    )
    if not found:
        check_failure(position, claim[0].lower() + claim[1:])
        return
    first, second = position.units_named(found[1]), position.units_named(found[2])
    inside = set().union(*(position.left(unit) for unit in first))
    assert inside <= set().union(*(position.left(unit) for unit in second))
    assert sum(map(position.missing, first)) > sum(map(position.missing, second))


# ---- Rules for several stars ---------------------------------------------------------------------


def check_star(position, step, text):
    found = match(
        rf"No star may touch the one on ({CELL})(?:, and (.*) (?:has all its|have all their) stars "
        r"now)?\.",
        text,
    )
    (star,) = read_cells(found[1])
    assert star in position.queens
    assert (star,) == step.cells
    full = []
    if found[2]:
        for name in re.findall(UNIT, found[2]):
            full += position.units_named(name)
    assert all(star in position.cells[unit] for unit in full)
    assert all(len(position.cells[unit] & position.queens) == position.stars for unit in full)
    gone = set().union(set(), *(position.cells[unit] for unit in full))
    assert all(cell in gone or touch(cell, star) for cell in step.eliminated)


def check_single_stars(position, step, text):
    found = match(
        rf"({UNITS}) needs every cell it has left: (?:a star goes|stars go) on ({CELLS})\.", text
    )
    (unit,) = position.units_named(found[1])
    cells = read_cells(found[2])
    assert ("a star goes" in text) == (len(cells) == 1)
    assert cells == list(step.placed)
    assert set(cells) <= position.left(unit)
    assert len(position.left(unit)) == position.missing(unit)


def check_confined_stars(position, step, text):
    found = match(
        rf"All stars that ({UNITS}) still needs? go in ({UNITS}), which leaves none there for "
        r"other (\w+)s\.",
        text,
    )
    first, second = position.units_named(found[1]), position.units_named(found[2])
    assert found[3] == first[0][0]
    check_hall_set(position, step, first, second)


def check_attacked_stars(position, step, text):
    found = match(
        rf"In every placement of the stars of ({UNITS}), (?:(one is|\d+ are) on ({CELLS}))?"
        rf"(?: and )?(?:they rule out ({CELLS}))?\.",
        text,
    )
    on, out = (read_cells(part) if part else [] for part in (found[3], found[4]))
    if on:
        assert found[2] == ("one is" if len(on) == 1 else f"{len(on)} are")
    assert (set(on), set(out)) == (set(step.placed), set(step.eliminated))
    check_effect(position, "however", position.units_named(found[1]), on, out)


def check_line_pair(position, step, text):
    found = match(
        rf"In every placement of the stars of ({UNITS}) with at most one star in each 2 x 2 block, "
        rf"(?:(one is|stars stand) on ({CELLS}))?(?: and )?(?:none is on ({CELLS}))?\.",
        text,
    )
    on, out = (read_cells(part) if part else [] for part in (found[3], found[4]))
    if on:
        assert found[2] == ("one is" if len(on) == 1 else "stars stand")
    assert (set(on), set(out)) == (set(step.placed), set(step.eliminated))
    check_effect(position, "however", position.units_named(found[1]), on, out)


def check_bounds(position, step, text):
    assert "By the numbers" not in text
    head, facts = match(r"(.*): ([^:]*)\.", text).groups()
    limits = [head]
    if head.endswith(". Together"):
        limits = head.removesuffix(". Together").split(". ")
        assert len(limits) > 1
    found = match(
        rf"(?:(a star goes|stars go) on ({CELLS}))?(?:, and )?(?:({CELLS}) (is|are) ruled out)?",
        facts,
    )
    on, out = (read_cells(part) if part else [] for part in (found[2], found[3]))
    assert not on or (found[1] == "a star goes") == (len(on) == 1)
    assert not out or (found[4] == "is") == (len(out) == 1)
    assert (set(on), set(out)) == (set(step.placed), set(step.eliminated))
    checked = [check_limit(position, limit) for limit in limits]
    (region,) = {region for region, *_ in checked}
    assert region == step.units[0]
    standing = position.cells[region] & position.queens
    ways = position.placements(region)
    for _, covered, least, most in checked:
        ways = [way for way in ways if least <= len((way | standing) & covered) <= most]
    assert ways
    assert all(set(on) <= way for way in ways)
    assert not any(set(out) & way for way in ways)


def check_limit(position, text):
    """Check a limit; return its region, its cells, and the fewest and the most stars there."""
    found = match(
        rf"({UNITS}) (needs?|holds?) (\d+) stars?: (.*), so (region {NAME}) (?:must put "
        r"(at least )?(\d+)|can put (?:at most (\d+)|none)) there",
        text,
    )
    lines = position.units_named(found[1])
    assert found[2].endswith("s") == (len(lines) == 1)
    total = int(found[3])
    assert total == position.stars * len(lines)
    covered = set().union(*(position.cells[line] for line in lines))
    (region,) = position.units_named(found[5])
    numbers = position.region_numbers(covered)
    must = found[7] is not None
    assert found[2].startswith("need" if must else "hold")
    reach = numbers.pop(region)[1]
    rest = total
    word = "it" if len(lines) == 1 else "them"
    facts = re.split(rf", (?={KIND}s? )", found[4])
    if facts[0].startswith("no other region"):
        facts = []
    for fact in facts:
        inside = re.fullmatch(rf"({UNITS}) (lies|lie) in {word} \((\d+)\)", fact)
        if inside:
            regions = position.units_named(inside[1])
            assert (inside[2] == "lies") == (len(regions) == 1)
            for one in regions:
                assert position.left(one) | (position.cells[one] & position.queens) <= covered
                del numbers[one]
            assert int(inside[3]) == position.stars * len(regions)
            rest -= int(inside[3])
            continue
        verb = "can put at most" if must else "must put at least"
        put = match(rf"({UNITS}) {verb} (\d+)( each)? there", fact)
        regions = position.units_named(put[1])
        assert bool(put[3]) == (len(regions) > 1)
        for one in regions:
            least, most = numbers.pop(one)
            assert most <= int(put[2]) if must else least >= int(put[2])
            rest -= int(put[2])
    assert all((most if must else least) == 0 for least, most in numbers.values())
    value = int(found[7] or found[8] or 0)
    assert value == rest
    assert not must or bool(found[6]) == (reach > value)
    return region, covered, value if must else 0, position.n if must else value


def check_cases(position, step, text):
    found = match(
        rf"Try a star on ({CELL})\. (?:It forces ((?:a star|stars) on [^.]*)\. )?Trying all "
        rf"placements(?: of the stars of ({UNITS}))? then leads to (?:one case, which ends|"
        rf"([\d,]+) cases, which all end) in a contradiction\. So ({CELL}) is ruled out\.",
        text,
    )
    assert found[1] == found[5]
    (cell,) = read_cells(found[1])
    assert (cell,) == step.eliminated
    position.place(cell)
    check_forced(position, step, found[2])
    assert int((found[4] or "1").replace(",", "")) == step.rounds
    if found[3]:
        assert position.units_named(found[3]) == list(step.units)


QUEENS = {
    "queen": check_queen,
    "single": check_single,
    "confined": check_hall,
    "pair": check_hall,
    "set": check_hall,
    "fish": check_hall,
    "attacked": check_attacked,
    "forcing-chain": check_chain,
    "contradiction": check_contradiction,
    "solution": check_solution,
}
STARS = {
    "queen": check_star,
    "single": check_single_stars,
    "confined": check_confined_stars,
    "pair": check_confined_stars,
    "set": check_confined_stars,
    "fish": check_confined_stars,
    "attacked": check_attacked_stars,
    "line-pair": check_line_pair,
    "bounds": check_bounds,
    "forcing-chain": check_chain,
    "long-chain": check_chain,
    "forcing-net": check_chain,
    "cases-256": check_cases,
    "cases-4096": check_cases,
    "cases-all": check_cases,
    "contradiction": check_contradiction,
    "solution": check_solution,
}
