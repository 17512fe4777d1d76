"""Three wrong rules of the linear cast: from which step on each is shown, what it says, and why that is wrong."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from geometry import Outcome, Vector, separation
from geometry.time_of_impact.impact import TimeOfImpact
from geometry.time_of_impact.linear_cast_steps import FeatureHit, OriginMeasured, RayFormed
from lessons.motion.casts import ORIGIN, beside, differs, off_rail
from lessons.motion.linear_cast_faces import ends_of, height
from lessons.motion.linear_cast_words import face_name
from lessons.stories.grouping import whole
from lessons.stories.outlines import outward
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.page import Claim, Page, Table
from viz.lesson.text import coords, fixed, tint

REVERSED, FIRST, NO_START = "reversed ray", "first face crossed", "no start test"
_SHOWN_FROM = {REVERSED: (RayFormed,), FIRST: (FeatureHit, TimeOfImpact), NO_START: (OriginMeasured,)}
ROOM = 44.0  # pixels above a crossing before the start: for its words
V = r"$\boldsymbol{v}$"
RULES = {  # idea, formula
    REVERSED: (
        r"**Reversed ray**: the origin is moved by $\boldsymbol{v}$. But that is how A − B moves. Seen from "
        r"A − B, which is held still, the origin moves by $-\boldsymbol{v}$.",
        r"\faulty{x(t)=t\,\boldsymbol{v}}",
    ),
    FIRST: (
        "**First face crossed**: the line that is crossed first decides. But as long as the origin is in front of "
        "one other face, it is outside of A − B.",
        r"\faulty{t=\min_i\, t_i}\quad\text{where }t_i\ge 0",
    ),
    NO_START: (
        "**No start test**: only lines that are crossed at $t$ ≥ 0 count. An origin that starts inside A − B is "
        "already behind every face, so none counts.",
        r"\faulty{\max_i\, t_i<0\quad\Rightarrow\quad\text{no hit}}",
    ),
}


def as_shown(moment: Moment[Any]) -> Moment[Any]:
    """The moment without its wrong rule, until the step has come that the rule leaves out or has the wrong way."""
    if moment.faulty is None:
        return moment
    is_reached = whole(moment).has_seen(*_SHOWN_FROM[moment.compare])
    return moment if is_reached and differs(moment) else replace(moment, compare="", faulty=None)


def by_rule(page: Page, moment: Moment[Any]) -> Page:
    """Where the wrong rule parts from the right one, the page tells its idea, its formula and what it reports."""
    shown = as_shown(moment)
    scene, wrong, is_end = shown.scene, shown.faulty, isinstance(shown.step, FeatureHit | TimeOfImpact)
    if wrong is None or not (is_end or isinstance(shown.step, _SHOWN_FROM[shown.compare])):
        return page
    idea, formula = RULES[shown.compare]
    page = Page(page.stage, idea, formula)
    if shown.compare == NO_START:
        told = f"The last line, that of {face_name(scene, wrong.face)}, was crossed at $t$ = {fixed(wrong.crossed)}."
        return page.says(f"{told} That is before $t$ = 0, so the rule reports no hit.").claiming(
            Claim("before the start", lambda: wrong.crossed < 0.0, lambda: wrong.fraction is None)
        )
    if shown.compare == REVERSED and not is_end:
        told = f"The rule moves the origin to {coords(scene.velocity)}. It moves to {coords(-scene.velocity)}."
        return page.says(told).claiming(Claim("v", lambda: scene.velocity, lambda: -shown.step.ray))
    if wrong.fraction is None:
        page = page.says(f"A ray from the origin along {V} does not enter A − B: the rule reports no hit.")
        a, v_a, b, v_b = scene.cast  # along v means backwards in time
        return page.claiming(Claim("no hit", lambda: separation(a.moved(-v_a), b.moved(-v_b)) > 0.0, lambda: True))
    what = f"A ray along {V} enters A − B"
    if shown.compare == FIRST:
        what = f"The line of {face_name(scene, wrong.face)} is crossed"
    gap = separation(*scene.at(wrong.fraction))
    said = f"{what} at $t$ = {fixed(wrong.fraction)}: the rule reports a hit. There A and B are {fixed(gap)} apart."
    return page.says(said).claiming(Claim("apart", lambda: gap > 0.0, lambda: True))


def ruled_table(table: Table, moment: Moment[Any]) -> Table | None:
    """The table of the wrong rule, once it decides: the first line in place of the last; none of a reversed ray, as
    that has other front faces."""
    shown = as_shown(moment)
    if shown.faulty is None or not isinstance(shown.step, FeatureHit | TimeOfImpact):
        return table
    if shown.compare != FIRST:
        return None
    rows = []
    for step, row in table.rows:
        *cells, t = row.cells
        t, is_first = t.strip("*"), row.key == f"face {shown.faulty.face}"
        rows.append((step, replace(row, cells=(*cells, f"**{t}**" if is_first else t), faulty=is_first)))
    return replace(table, rows=tuple(rows), current=frozenset(i for i, (_, row) in enumerate(rows) if row.faulty))


class Ahead(NamedTuple):
    """The front face whose line is crossed last, and how far the origin still is in front of it."""

    face: int
    normal: Vector
    height: float


def _ahead(scene: Any, t: float) -> Ahead:
    found = []
    for i, edge in enumerate(scene.figure.edges):
        n, h = outward(edge), height(scene, i)
        closing = float(n @ scene.velocity)
        if closing > 0.0:
            found.append((h / closing, Ahead(i, n, h - t * closing)))
    return max(found, key=lambda each: each[0])[1]


def fault_told(moment: Moment[Any]) -> str:
    """What the wrong rule says, and what is true or why it is wrong."""
    scene, wrong, found = moment.scene, moment.faulty, whole(moment).trace.result
    met = f"A and B meet at $t$ = {fixed(found.fraction)}."
    if found.outcome is not Outcome.HIT:
        met = "A and B never meet." if found.outcome is Outcome.SEPARATED else "A and B overlap at $t$ = 0."
    if moment.compare == REVERSED:
        said = "no hit" if wrong.fraction is None else f"a hit at $t$ = {fixed(wrong.fraction)}"
        words = f"it looks along {V}. But A − B moves along {V}, so the origin moves along $-\\boldsymbol{{v}}$."
        if isinstance(whole(moment).step, FeatureHit | TimeOfImpact):
            words = f"along {V} it finds {said}. {met}"
    elif moment.compare == FIRST:
        last = _ahead(scene, wrong.fraction)
        if found.outcome is Outcome.HIT and float(fixed(last.height)) > 0.0:
            met = f"The origin is then still {fixed(last.height)} in front of {face_name(scene, last.face)}."
        words = f"it stops at the line of {face_name(scene, wrong.face)}, at $t$ = {fixed(wrong.fraction)}. {met}"
    else:
        words = f"the last line is crossed at $t$ = {fixed(wrong.crossed)}, before the start: no hit. {met}"
    return tint(f"{moment.compare.capitalize()}: {words}", Ink.FAULTY)


def draw_fault(canvas: Canvas, moment: Moment[Any]) -> None:
    """The wrong rule in difference space: its rail or its crossing, and the face that makes it wrong."""
    scene, wrong, v = moment.scene, moment.faulty, moment.scene.velocity
    if moment.compare == REVERSED:
        _reversed(canvas, moment)
        return
    if wrong.face is None:
        return
    edge, at = scene.figure.edges[wrong.face], -wrong.crossed * v
    ends = ends_of(scene, wrong.face)
    canvas.unbounded(ends[0], edge.end - edge.start, Ink.FAULTY, line=Line.DOTTED)
    canvas.stroke((ORIGIN, at), Ink.FAULTY, line=Line.DOTTED)
    marks.cross(canvas, at, "", Ink.FAULTY)
    place, toward = beside(canvas, v, at, scene.figure.points.mean(axis=0))
    if moment.compare == NO_START:
        canvas.crowd(Ink.GHOST, segments=((*at, *(at + (0.0, ROOM * canvas.pixel))),), opacity=0.0)
        words = f"$t$ = {fixed(wrong.crossed)}, before the start"
        canvas.label(words, at, Ink.FAULTY, toward=(0.3, 1.0), leader=True)
        return
    canvas.label(f"“hit” at $t$ = {fixed(wrong.crossed)}", place, Ink.FAULTY, toward=toward)
    canvas.label(
        f"line of {face_name(scene, wrong.face)}",
        (ends[0] + ends[1]) / 2.0,
        Ink.FAULTY,
        toward=outward(edge),
        style=TextStyle.BOLD,
    )
    last = _ahead(scene, wrong.fraction)
    if float(fixed(last.height)) > 0.0 and whole(moment).trace.result.outcome is Outcome.HIT:
        foot = at - last.height * last.normal
        measures.measure(canvas, at, foot, Ink.GAP, fixed(last.height), side=off_rail(v, foot - at))


def _reversed(canvas: Canvas, moment: Moment[Any]) -> None:
    t, v = moment.faulty.fraction, moment.scene.velocity
    is_told = isinstance(whole(moment).step, FeatureHit | TimeOfImpact)
    if t is not None and is_told:
        canvas.stroke((ORIGIN, t * v), Ink.FAULTY, line=Line.DOTTED)
        marks.cross(canvas, t * v, f"“hit” at $t$ = {fixed(t)}", Ink.FAULTY, toward=(1.0, 0.3))
        return
    canvas.arrow(ORIGIN, v, Ink.FAULTY, line=Line.DOTTED)
    words = f"{REVERSED}: no hit" if is_told else REVERSED
    canvas.label(words, v, Ink.FAULTY, toward=(1.0, -0.3))
