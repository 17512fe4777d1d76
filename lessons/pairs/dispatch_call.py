"""The call of the routine: which cells are looked up, which shape goes in first, and what comes out."""

from __future__ import annotations

from typing import Any

from geometry import Contact, separation
from geometry.primitives.dispatch import TurnedRound
from geometry.primitives.kind_table import KINDS, StoredFirst, kind_of
from geometry.vector import Vector
from lessons.pairs.dispatch_counts import name_of
from lessons.pairs.dispatch_faulty import CHANCE, KEPT, shows_fault
from lessons.pairs.dispatch_figure import kind_outlines
from lessons.pairs.dispatch_words import OUTSIDE, STORED
from lessons.pairs.telling import N
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.page import Claim, Page, Table, TableRow
from viz.lesson.text import coords, sentence

SIZE = 2.0  # of a kind's picture, over that in a cell
SLOT = 0.75  # height of the first place of the routine over its middle, and depth of the second
LEADS = (0.75, 2.5)  # from a shape to the routine
BOX = (2.7, 1.3)  # width of the routine, and half its height
NAMED = 134.0  # pixels of the longest words in it: on a wall the box is wider
OUT = (0.75, 1.5)  # from the routine to the end of the arrow out of it, and to what it returns
REVERSE = (-0.45, -1.0, -1.4)  # from what it returns down to the reversed normal


def shows_call(moment: Moment[Any]) -> bool:
    """Whether a pair routine is called: then the call is the matter, not the generic routine."""
    stored = moment.latest(StoredFirst)
    return isinstance(moment.step, StoredFirst | TurnedRound) and stored is not None and stored.in_table


def stored(page: Page, moment: Moment[Any], step: StoredFirst) -> Page:
    a, b = (name_of(kind_of(each.world)) for each in (moment.scene.a, moment.scene.b))
    both = f"{sentence(a)} and {b}"
    value = vector(step.answered.normal)
    if not step.in_table:
        told = rf"{both}: answered by the generic routine. $\examined{{{N}_{{AB}}}}$ = **{value}**."
        if step.swapped:
            told = rf"{both}: the generic routine takes {b} first and returns ${N}_{{BA}}$, from B to A."
    elif step.swapped:
        told = f"{both}: the routine expects {b} first, so the call is **swapped**. It returns ${N}_{{BA}}$."
    elif a == b:
        told = (
            rf"A and B are of one kind, {a}: its own cell answers, no swap. $\examined{{{N}_{{AB}}}}$ = **{value}**."
        )
    else:
        told = rf"{both}: the routine expects {a} first, no swap. $\examined{{{N}_{{AB}}}}$ = **{value}**."
    found = step.answered.turned() if step.swapped else step.answered
    told = told.replace("$ = ", "$\u00a0=\u00a0")
    page = Page(page.stage, STORED if step.in_table else OUTSIDE, _formula(step))
    return page.says(told).claiming(*claims(moment, found))


def _formula(step: StoredFirst) -> str:
    """In which order the routine gets the shapes, and what it returns."""
    first, second = (r"\B{B}", r"\A{A}") if step.swapped else (r"\A{A}", r"\B{B}")
    who = "routine" if step.in_table else "generic"
    way = "BA" if step.swapped else "AB"
    return rf"\text{{{who}}}({first},\,{second})\ \to\ {N}_{{{way}}},\ s"


def vector(value: Vector) -> str:
    """On one line."""
    return coords(value).replace(" ", "\u00a0")


def claims(moment: Moment[Any], found: Contact) -> tuple[Claim, ...]:
    a, b, s = moment.scene.a.world, moment.scene.b.world, found.separation
    return (
        Claim("s", lambda: s, lambda: separation(a, b)),
        Claim("B pushed by -s", lambda: separation(a, b.moved(-s * found.normal)), lambda: 0.0),
    )


def looked_up(moment: Moment[Any]) -> Table:
    """The cells that were looked up: that of A and B, and where it is empty the mirrored one."""
    a, b = (name_of(kind_of(each.world)) for each in (moment.scene.a, moment.scene.b))
    found = moment.latest(StoredFirst)
    assert found is not None
    orders = [("A, B", a, b), ("B, A", b, a)]
    if a == b or (found.in_table and not found.swapped):
        del orders[1]
    last = len(orders) - 1
    ends = ["none"] * last + ["called" if found.in_table else "none"]
    rows = tuple((moment.index, TableRow((*cells, end))) for cells, end in zip(orders, ends, strict=True))
    return Table(("first, second", "row", "column", "routine"), rows, frozenset((last,)))


def draw_call(canvas: Canvas, moment: Moment[Any]) -> None:
    """A and B, the routine with its two places, and the normal that it returns; swapped, their ways cross."""
    stored, step = moment.latest(StoredFirst), moment.step
    assert stored is not None
    t = moment.time if isinstance(step, StoredFirst) else 1.0
    crossed = t if stored.swapped else 0.0
    width = max(BOX[0], NAMED * canvas.pixel)
    right, out = LEADS[1] + width, LEADS[1] + width + OUT[1]
    canvas.stroke(((-0.9, BOX[1]), (out + 0.5, -1.7)), Ink.TEXT, line=Line.THIN, opacity=0.0)  # of both steps
    outline = ((LEADS[1], BOX[1]), (right, BOX[1]), (right, -BOX[1]), (LEADS[1], -BOX[1]))
    canvas.area(outline, Ink.TEXT, opacity=0.08)
    canvas.stroke(outline, Ink.TEXT, closed=True, line=Line.OUTLINE)
    for body, letter, ink, y in ((moment.scene.a, "A", Ink.A, SLOT), (moment.scene.b, "B", Ink.B, -SLOT)):
        kind, end = kind_of(body.world), y * (1.0 - 2.0 * crossed)
        picture = SIZE * kind_outlines()[KINDS.index(kind)] + (0.0, y)
        canvas.area(picture, ink, hatched=ink is Ink.B)
        canvas.stroke(picture, ink, closed=True, line=Line.OUTLINE)
        canvas.label(letter, (-0.75, y), ink, style=TextStyle.BOLD, fixed=True)
        canvas.arrow((LEADS[0], y), (LEADS[1], end), ink, line=Line.MEASURE)
        if abs(end) == SLOT:
            place = "first" if end > 0.0 else "second"
            canvas.label(f"{place}: {name_of(kind)}", (LEADS[1] + width / 2.0, end), ink, fixed=True)
    canvas.arrow((right, 0.0), (right + OUT[0], 0.0), Ink.TEXT, line=Line.MEASURE)
    if t == 1.0 or not stored.swapped:
        _returned(canvas, moment, stored.swapped, out)


def _returned(canvas: Canvas, moment: Moment[Any], swapped: bool, x: float) -> None:
    """The normal as the routine returns it; once a swapped call is over, the reversed one. None of a routine that
    sees no contact."""
    if moment.compare == CHANCE and shows_fault(moment):
        canvas.label("no contact", (x, REVERSE[0]), Ink.FAULTY, style=TextStyle.BOLD, fixed=True)
        return
    is_over = isinstance(moment.step, TurnedRound)
    named = r"\hat n_{BA}" if swapped else r"\hat n_{AB}"
    canvas.symbol(named, (x, 0.0), Ink.QUIET if is_over else Ink.EXAMINED, fixed=True)
    if not is_over:
        return
    is_kept = moment.compare == KEPT and shows_fault(moment)
    ink = Ink.FAULTY if is_kept else Ink.EXAMINED
    top, end, below = REVERSE
    canvas.arrow((x, top), (x, end), ink, line=Line.MEASURE)
    canvas.label("kept" if is_kept else "reverse", (x, (top + end) / 2.0), ink, toward=(-1.0, 0.0), fixed=True)
    canvas.symbol(r"\hat n" if is_kept else r"\hat n_{AB}", (x, below), ink, fixed=True)
