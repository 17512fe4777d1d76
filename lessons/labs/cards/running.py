"""Both routines of a card on one scene, beside each other: iteration by iteration of the loop that the wrong line is
in or leads to, or value by value where there is none. Taken from runs; nothing is written by hand."""

from __future__ import annotations

import ast
import math
import sys
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import FrameType
from typing import Any, NamedTuple

from geometry import Polygon
from geometry.faulty import spot_plain
from lessons.labs.cards.card import Card, Trouble
from lessons.labs.cards.parts import BOX_NAMES, Arguments
from lessons.labs.cards.reading import LONGEST, MOST_LISTED, evaluated, names_before, shown
from lessons.labs.checking.lines import is_step
from viz.lesson.text import coords, fixed

MEASURED = ("overlap", "gap", "distance")  # what a loop is about, where it has one of these
MOST_ROWS = 7
COLUMNS = {"n": "axis", "(p, q)": "edge", "((px, py), (qx, qy))": "edge", "j": "pair", "(i, corner)": "i: corner"}
NOT_TESTED, ENDED, GOES_ON, NOTHING = "not tested", "ends here", "goes on", "–"
SEARCH, LOOP = "search", "loop"  # the value of a loop that measures nothing: whether the routine, or it, goes on
Names = dict[str, Any]


class Row(NamedTuple):
    """One iteration, or one value."""

    name: str
    shared: str  # what both have measured there; empty for nothing
    right: str
    faulty: str

    @property
    def differs(self) -> bool:
        return self.right != self.faulty


class Compared(NamedTuple):
    """The rows, and what their columns are about."""

    name: str  # of the first column: "n"
    shared: str  # the name of what both have measured; empty for no such column
    value: str  # the name of what right and pink have; empty where each row has its own
    rows: tuple[Row, ...]
    read: frozenset[str] = frozenset()  # names that the wrong line reads
    aside: tuple[Row, ...] = ()  # of a search: the values in the end
    at_line: tuple[Row, ...] = ()  # what the wrong line itself gives; it would tell which line that is
    set_by_it: frozenset[str] = frozenset()  # names that are read by the wrong line and set in its block

    @property
    def telling(self) -> tuple[Row, ...]:
        """The rows that have to do with the mistake."""
        rows = tuple(row for row in self.rows if self.value or row.differs or row.name in self.read)
        first = [row for row in rows if row.name not in self.set_by_it]
        later = [row._replace(name=f"{row.name} after") for row in rows if row.name in self.set_by_it]
        return (*first[: MOST_ROWS - len(self.at_line) - len(later)], *self.at_line, *later)


@dataclass
class _Run:
    """What one routine did."""

    iterations: list[tuple[str, Names, str]] = field(default_factory=list)  # key, names at its end, what it has ended
    last: Names = field(default_factory=dict)
    answer: Any = None


def mended(card: Card) -> Callable[..., Any] | None:
    """The routine with the right lines in the place of the wrong one; None where no line mends it."""
    if not card.mended:
        return None
    names: Names = {**vars(spot_plain), **card.faulty.__globals__, "convex_pieces": pieces_of}
    exec(compile(_mended_text(card), f"<card {card.number}, mended>", "exec"), names)  # our own source
    found: Callable[..., Any] = names[card.faulty.__name__]
    return found


def _mended_text(card: Card) -> str:
    rows = []
    for line in card.source:
        indent = " " * (len(line.text) - len(line.text.lstrip()))
        is_wrong = line.number == card.wrong_line
        rows.append(textwrap.indent(card.mended, indent) if is_wrong else line.text)
    return textwrap.dedent("\n".join(rows))


def pieces_of(ring: Any) -> list[Any]:
    """The convex pieces of an outline, for a routine that cuts it first."""
    return [tuple(map(tuple, piece.points.tolist())) for piece in Polygon(ring).pieces]


@lru_cache(maxsize=128)
def compared(card: Card, arguments: Arguments) -> Compared:
    """What each of them made of the scene."""
    routine = mended(card)
    tree = ast.parse(card.file.read_text(encoding="utf-8"))
    ours = next(n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef) and n.name == card.faulty.__name__)
    loops = [node for node in ast.walk(ours) if isinstance(node, ast.For)]
    chosen = _loop_of(loops, card.wrong_line)
    faulty = _run(card, card.faulty, loops[chosen] if chosen is not None else None, arguments)
    read = _read(ours, card.wrong_line)
    if routine is None:
        return Compared("value", "", "", tuple(_values(ours, faulty, faulty)), read)
    theirs = ast.parse(_mended_text(card)).body[0]
    others = [node for node in ast.walk(theirs) if isinstance(node, ast.For)]
    right = _run(card, routine, others[chosen] if chosen is not None else None, arguments)
    if chosen is not None and (found := _by_iteration(loops[chosen], right, faulty)) is not None:
        if found.value in (SEARCH, LOOP):
            return found._replace(aside=tuple(_values(ours, right, faulty)))
        return found
    at_line = tuple(_at_line(card, ours, arguments))
    values = tuple(_values(ours, right, faulty))
    return Compared("value", "", "", values, read, at_line=at_line, set_by_it=_set_in(ours, card.wrong_line) & read)


def _at_line(card: Card, ours: ast.FunctionDef, arguments: Arguments) -> Iterator[Row]:
    """What the wrong line itself gives, and the right one in its place, where it sets no name: what it appends, or
    whether its condition holds."""
    wrong = next((n for n in ast.walk(ours) if isinstance(n, ast.stmt) and n.lineno == card.wrong_line), None)
    text = card.mended.rstrip(":").strip()
    if isinstance(wrong, ast.Return) and wrong.value is not None and text.startswith("return "):
        yield from _alternatives(card, ast.parse(text[7:], mode="eval").body, wrong.value, arguments)
        return
    match wrong:
        case ast.Expr(value=ast.Call(args=[faulty])) if text.count("\n") == 0 and text.endswith(")"):
            name, other = "appended", ast.parse(text, mode="eval").body
            right = other.args[0] if isinstance(other, ast.Call) and other.args else other
        case ast.If(test=faulty) if text.startswith("if ") and "\n" not in text:
            name, right = f"line {card.shown[card.wrong_line]}", ast.parse(text[3:], mode="eval").body
        case _:
            return
    names = names_before(card, arguments)
    words = evaluated(right, names, card), evaluated(faulty, names, card)
    if not all(words) or words[0] == words[1]:
        return
    for each in sorted(_set_in(ours, card.wrong_line) & _read(ours, card.wrong_line)):
        if before := told(names.get(each)):
            yield Row(f"{each} before", "", before, before)
    if isinstance(wrong, ast.If):
        sides = _sides(right, names, card), _sides(faulty, names, card)
        if all(sides) and sides[0] != sides[1]:  # what differs by rounding alone cannot be told
            yield Row("tested", "", *sides)
    yield Row(name, "", *words)


def _alternatives(card: Card, right: ast.expr, faulty: ast.expr, arguments: Arguments) -> Iterator[Row]:
    """Each of the conditions of which one has to hold, where the wrong line tests the first alone: "all ≥ 0"."""
    if not isinstance(right, ast.BoolOp) or ast.dump(right.values[0]) != ast.dump(faulty):
        return
    names = names_before(card, arguments)
    for i, each in enumerate(right.values):
        match each:
            case ast.Call(
                func=ast.Name(id=which),
                args=[ast.GeneratorExp(elt=ast.Compare(ops=[op], comparators=[ast.Constant(value=float(to))]))],
            ) if type(op) in SIGNS:
                words = evaluated(each, names, card)
                yield Row(f"{which} {SIGNS[type(op)]} {to:g}", "", words, NOT_TESTED if i else words)


SIGNS = {ast.Lt: "<", ast.LtE: "≤", ast.Gt: ">", ast.GtE: "≥"}


def _sides(test: ast.expr, names: Names, card: Card) -> str:
    """Both sides of one comparison: "−0.11 < 0.00"; empty for any other condition."""
    match test:
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in SIGNS:
            words = evaluated(left, names, card), evaluated(right, names, card)
            return f"{words[0]} {SIGNS[type(op)]} {words[1]}" if all(words) else ""
    return ""


def _set_in(ours: ast.FunctionDef, line: int) -> frozenset[str]:
    """The names that the block of a condition in this line sets."""
    block = next((node for node in ast.walk(ours) if isinstance(node, ast.If) and node.lineno == line), None)
    return frozenset(_assigned(block.body)) if block is not None else frozenset()


def _read(ours: ast.FunctionDef, line: int) -> frozenset[str]:
    """The names that a line reads."""
    at = [node for node in ast.walk(ours) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)]
    return frozenset(node.id for node in at if node.lineno == line)


def _loop_of(loops: list[ast.For], line: int) -> int | None:
    """The innermost loop with the line in it, else the first one behind it."""
    inside = [i for i, loop in enumerate(loops) if loop.lineno <= line <= (loop.end_lineno or line)]
    behind = [i for i, loop in enumerate(loops) if loop.lineno > line]
    return max(inside, key=lambda i: loops[i].lineno) if inside else min(behind, default=None)


def _run(card: Card, routine: Callable[..., Any], loop: ast.For | None, arguments: Arguments) -> _Run:
    found, code = _Run(), routine.__code__
    state: dict[str, Any] = {"key": None}
    body = range(loop.lineno + 1, (loop.end_lineno or loop.lineno) + 1) if loop is not None else range(0)
    breaks = _breaks(loop)

    def local(frame: FrameType, event: str, _: Any) -> Any:
        names = dict(frame.f_locals)
        if event == "line" and loop is not None and is_step(frame):
            if state["key"] is not None and frame.f_lineno not in body:
                found.iterations.append((state["key"], names, LOOP if state["line"] in breaks else ""))
                state["key"] = None
            if state["key"] is None and frame.f_lineno in body:
                state["key"] = _key(loop.target, names, len(found.iterations))
            state["line"] = frame.f_lineno
        if event == "return":
            if state["key"] is not None:
                found.iterations.append((state["key"], names, SEARCH))
            found.last = names
        return local

    before = sys.gettrace()
    sys.settrace(lambda frame, event, _: local if frame.f_code is code else None)
    try:
        found.answer = replace(card, faulty=routine).run_faulty(arguments)
    finally:
        sys.settrace(before)
    return found


def _breaks(loop: ast.For | None) -> set[int]:
    """The lines that end a loop which, within another, takes the boxes that follow box i one by one."""
    match loop:
        case ast.For(target=ast.Name(id="j")):
            return {node.lineno for node in ast.walk(loop) if isinstance(node, ast.Break)}
    return set()


def _key(target: ast.expr, names: Names, count: int) -> str:
    """The loop's own names at the start of an iteration; boxes by their letters; its number where they are long."""
    if isinstance(target, ast.Name) and target.id == "j" and "i" in names:
        return "–".join(BOX_NAMES[names[each]] for each in "ij")
    parts = target.elts if isinstance(target, ast.Tuple) else [target]
    words = [told(_given(each, names)) for each in parts]
    between = ": " if isinstance(_given(parts[0], names), int) else "–"
    return between.join(words) if all(words) and len(words) <= 2 else str(count + 1)


def _given(target: ast.expr, names: Names) -> Any:
    if isinstance(target, ast.Tuple):
        return tuple(_given(each, names) for each in target.elts)
    return names.get(target.id) if isinstance(target, ast.Name) else None


def _by_iteration(loop: ast.For, right: _Run, faulty: _Run) -> Compared | None:
    """None for a loop whose iterations tell nothing."""
    if not faulty.iterations:
        return None
    one, other = dict(_keyed(right)), dict(_keyed(faulty))
    keys = list(dict.fromkeys((*one, *other)))
    both = [key for key in keys if key in one and key in other]
    names = sorted(dict.fromkeys(_assigned(loop.body)), key=lambda name: name not in MEASURED)
    told_of = {name: [(_value(one[k][0], name), _value(other[k][0], name)) for k in both] for name in names}
    complete = [name for name, pairs in told_of.items() if all(p and q for p, q in pairs)]
    apart = [name for name in complete if any(p != q for p, q in told_of[name])]
    measured = [name for name in complete if name in MEASURED]
    if not apart and len(one) == len(other):
        return None
    ended = {end for run in (right, faulty) for _, _, end in run.iterations}
    value = (apart or measured or [SEARCH if SEARCH in ended else LOOP])[0]
    if value == LOOP and LOOP not in ended:
        return None
    shared = next((name for name in measured if name != value and name not in apart), "")

    def cell(seen: dict[str, tuple[Names, str]], key: str, ended: bool) -> str:
        if key not in seen:
            return NOTHING if ended else NOT_TESTED
        if seen[key][1]:
            return ENDED
        return GOES_ON if value in (SEARCH, LOOP) else _value(seen[key][0], value)

    ends = [any(end == SEARCH for _, _, end in run.iterations) for run in (right, faulty)]
    rows = [
        Row(
            key, _value((other.get(key) or one[key])[0], shared) if shared else "",
            cell(one, key, ends[0]), cell(other, key, ends[1]),
        )
        for key in keys
    ]  # fmt: skip
    target = ast.unparse(loop.target)
    return Compared(COLUMNS.get(target, target.strip("()")), shared, value, tuple(_few(rows)))


def _keyed(run: _Run) -> Iterator[tuple[str, tuple[Names, str]]]:
    """The iterations by their keys; of a key that comes again (an axis of A that is one of B too) the first."""
    seen: set[str] = set()
    for key, names, end in run.iterations:
        if key not in seen:
            yield key, (names, end)
        seen.add(key)


def _value(names: Names, name: str) -> str:
    return told(names[name]) if name in names else NOTHING


def _few(rows: list[Row]) -> list[Row]:
    """In their order; where there are many, those that differ before others."""
    kept = sorted(range(len(rows)), key=lambda i: not rows[i].differs)[:MOST_ROWS]
    return [rows[i] for i in sorted(kept)]


def _values(ours: ast.FunctionDef, right: _Run, faulty: _Run) -> Iterator[Row]:
    """Each name that both can tell, in the order of the source; of a grid alone which cells each box is in."""
    grids = [run.last.get("cells") for run in (right, faulty)]
    if all(isinstance(each, dict) for each in grids):
        yield from _cells(*grids)
        return
    rows = []
    for name in dict.fromkeys(_assigned(ours.body)):
        here = told(right.last[name]) if name in right.last else ""
        there = told(faulty.last[name]) if name in faulty.last else ""
        if isinstance(faulty.answer, Trouble) and name not in faulty.last:
            here, there = here or NOTHING, faulty.answer.text
        if here and there:
            rows.append(Row(name, "", here, there))
    yield from _few(rows)


def _cells(right: Any, faulty: Any) -> Iterator[Row]:
    """The cells of each box, in both grids."""
    for i in sorted({i for members in right.values() for i in members}):
        here, there = (
            ", ".join(told(cell) for cell, members in grid.items() if i in members) for grid in (right, faulty)
        )
        yield Row(f"cells of {BOX_NAMES[i]}", "", here, there)


def _assigned(body: list[ast.stmt]) -> Iterator[str]:
    """The names that statements set, in order; not those of a comprehension."""
    for statement in body:
        inner = {
            id(each) for node in ast.walk(statement) if isinstance(node, ast.comprehension) for each in ast.walk(node)
        }
        nodes = [n for n in ast.walk(statement) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
        for node in sorted(nodes, key=lambda each: (each.lineno, each.col_offset)):
            if node.id != "_" and id(node) not in inner:
                yield node.id


def told(value: Any) -> str:
    """A value in a cell: whole numbers without decimals, short lists too; empty for one that is too long."""
    match value:
        case list() if 0 < len(value) <= MOST_LISTED and all(map(told, value)):
            places = 0 if all(isinstance(each, float) and each.is_integer() for each in value) else 3
            words = ", ".join(fixed(each, places) if isinstance(each, float) else told(each) for each in value)
            return words if len(words) < LONGEST else ""
        case (float() | int() as x, float() | int() as y) if math.isfinite(x) and math.isfinite(y):
            return coords((x, y), 0 if all(round(each, 9) == round(each) for each in (x, y)) else 2)
        case float() if math.isinf(value):
            return fixed(value)
    return shown(value)
