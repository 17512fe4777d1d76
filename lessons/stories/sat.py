"""The separating axis test, one candidate axis a step: told wherever such a search is met."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from geometry import Convex, Vector
from geometry.faulty.sat import FaultyAxis
from geometry.sat.separating_axis import Axis, AxisSkipped, AxisTested, Decided, Owner
from geometry.tolerance import PARALLEL
from lessons.stories import sat_figure
from lessons.stories.sat_figure import laid, measured, named_edge, repeated, shapes_of, shown
from lessons.stories.sat_words import (
    CLOSEST,
    CORNERS,
    ENOUGH,
    FACING,
    FIRST,
    GREATEST,
    LAST_OF_A,
    LATER,
    N_FOUND,
    NEXT,
    NO_GAP,
    NO_GAP_ROUND,
    ONE_GAP,
    ONE_GAP_LAST,
    PAIRED,
    PARALLELS,
    ROUND,
    SAT,
    SECOND,
    SECOND_ALONE,
    TOUCHING,
    N,
)
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.page import Claim, Page
from viz.lesson.scene import TwoShapes
from viz.lesson.story import Story
from viz.lesson.text import fixed, listed, sentence, tint

FORMULA = r"\B{\min_B}-\A{\max_A}"
STAGES = {Owner.A: "Edges of A", Owner.B: "Edges of B", Owner.CLOSEST: "Closest axis", Owner.ANY: "Any axis"}
INKS = {"A": Ink.A, "B": Ink.B}


class SatStory(Story):
    """One candidate axis a step: its projections, the separation s along it, the least overlap so far."""

    columns = ("axis", tint("projection of A", Ink.A), tint("projection of B", Ink.B), "separation")

    def stage(self, moment: Moment[Any]) -> str:
        step = moment.step
        if isinstance(step, Decided):
            return "Answer"
        is_corner = step.axis.owner is Owner.CLOSEST and _is_box_and_circle(moment)
        return "Vertex axis" if is_corner else STAGES[step.axis.owner]

    def page(self, moment: Moment[Any]) -> Page:
        step, stage = moment.step, self.stage(moment)
        match step:
            case Decided():
                return _gap_found(moment, step) if step.found.best.is_gap else _no_gap(moment, step)
            case AxisSkipped():
                idea = _closest(moment) if step.axis.edge is None else PARALLELS
                page = Page(stage, idea, _formula(shown(moment)), _claims(moment)).says(_repeats(moment, step))
                return row_of(page, moment, shown(moment), "")
            case _:
                page = Page(stage, _idea(moment, step), _formula(step), _claims(moment)).says(_sentence(moment, step))
                return row_of(page, moment, step, _mark(step))

    def draw(self, canvas: Canvas, moment: Moment[Any]) -> None:
        sat_figure.draw(canvas, moment)


def _mark(tested: AxisTested) -> str:
    """Of the table's row, from the second axis on."""
    if not tested.is_best or tested.is_gap or tested.best is None:
        return ""
    return (
        "just touching" if tested.is_touching else f"{'greatest s' if is_inside(tested) else 'least overlap'} so far"
    )


def _sentence(moment: Moment[Any], tested: AxisTested) -> str:
    """What one axis shows, in words."""
    best, name = tested.best_so_far, name_of(moment, tested, sentence)

    def told_of(what: str) -> str:
        return f"{name} **faces away**. {sentence(what)}" if _faces_away(tested) else f"{name}: {what}"

    if tested.is_gap and tested.best is not None and tested.best.is_gap:
        told = told_of(f"{'a wider' if best is tested else 'another'} gap, {in_words(tested.separation)}.")
        return f"{told} The greatest before was {in_words(tested.best.separation)}."
    if tested.is_gap:
        return told_of(f"the projections leave a gap, {in_words(tested.separation)}. So A and B are **apart**.")
    if tested.is_touching:
        return told_of(f"the projections **just touch**, {in_words(0.0)}. That is no gap.")
    s = in_words(measured(tested))
    told = told_of(f"the projections overlap by {depth(tested)}")
    if is_inside(tested):
        told = told_of(f"on its axis {s}" if _faces_away(tested) else s)
    if best is tested:
        if tested.best is None and is_inside(tested):
            return told_of(f"the **separation** is {s}.")
        if tested.best is None:
            return f"{told}. The **separation** is {s}."
        return (
            f"{told}, the greatest so far."
            if is_inside(tested)
            else told_of(f"overlap {depth(tested)}, the least so far.")
        )
    if best.is_gap:
        return f"{told}. The gap found before decides."
    least = name_of(moment, best, ink=INKS.get(best.axis.owner.value, Ink.TEXT))  # yellow is this step's edge alone
    if best.is_touching or is_inside(tested) or is_inside(best):
        return f"{told}. The greatest is still {in_words(measured(best))}, of {least}."
    return f"{told}. The least overlap is still {depth(best, '')}, of {least}."


def _gap_found(moment: Moment[Any], decided: Decided) -> Page:
    """The answer where a gap ended the search, or was the widest of all; its row is marked again."""
    best, spared, tests = decided.found.best, len(decided.untested), decided.found.tests
    edges, gaps = "1 edge was" if spared == 1 else f"{spared} edges were", sum(test.is_gap for test in tests)
    idea = ONE_GAP
    if spared:
        idea = f"{idea} Stopping here is the **early out**: {edges} never tested."
    elif best.axis.owner is Owner.CLOSEST and _is_box_and_circle(moment):
        idea = f"{ROUND} One gap is enough: A and B are **apart**."
    elif best is tests[-1] and gaps == 1 < len(tests):
        offering = sum(len(shape.normals_xy) for shape in shapes_of(moment))
        is_round = any(shape.radius > 0.0 or len(shape.points) < 3 for shape in shapes_of(moment))
        idea = f"{idea} No other axis shows one." if is_round else f"{ONE_GAP_LAST} {SAT}"
        if len(tests) < offering:
            idea = f"{ONE_GAP} Parallel edges share an axis: the {offering} edges offer only {len(tests)} axes."
    told, mark = (
        f"Axis {tests.index(best) + 1} ({name_of(moment, best, ink=Ink.ANSWER)}) shows a gap",
        "the first gap",
    )
    if gaps > 1:
        first = next(test for test in tests if test.is_gap)
        idea = (
            f"The first gap, {in_words(first.separation)}, proves A and B apart. Here the segment between the "
            f"closest points is parallel to {N_FOUND}, so the **greatest** $s$ is the distance."
        )
        told, mark = (
            f"{len(tests)} axes, {gaps} gaps. The greatest, of {name_of(moment, best, ink=Ink.ANSWER)}",
            "greatest s",
        )
    page = Page("Answer", idea, _best_formula(best) if gaps > 1 else _formula(best), _claims(moment))
    page = page.says(f"{told}: {in_words(best.separation)}. A and B are **apart**.")
    return row_of(page, moment, best, mark)


def _is_box_and_circle(moment: Moment[Any]) -> bool:
    """Whether one shape is a circle, and the other has corners."""
    a, b = shapes_of(moment)
    return sorted(min(len(each.points), 2) for each in (a, b)) == [1, 2] and min(a.radius, b.radius) == 0.0


def _closest(moment: Moment[Any]) -> str:
    """Why the closest points offer one more axis."""
    is_sharp = all(shape.radius == 0.0 for shape in shapes_of(moment))
    return ROUND if _is_box_and_circle(moment) else CORNERS if is_sharp else CLOSEST


def _best_formula(best: AxisTested) -> str:
    """The greatest of all separations against 0; of a gap, how it came about."""
    found = measured(best)
    ink, sign = separation_ink(found).value, ">" if found > 0.0 else "=" if found == 0.0 else "<"
    number = f"\\{ink}{{{fixed(found)}}}".replace("−", "-")
    return rf"\max_{{\hat n}}\,\{ink}{{s}}={number}" + (rf"{sign}0" if found else r"\le0")


def _no_gap(moment: Moment[Any], decided: Decided) -> Page:
    """The answer where every axis was tested in vain; the best one's row is marked again."""
    best, tests, (a, b) = decided.found.best, decided.found.tests, shapes_of(moment)
    idea, mark = NO_GAP_ROUND if a.radius + b.radius > 0.0 else NO_GAP, "least overlap = greatest s"
    if is_inside(best):
        idea, mark = _apart_from_inside(best), "greatest s"
    if best.is_touching:
        idea, mark = TOUCHING, "just touching"
    told = f"The least overlap is {depth(best)}"
    if best.is_touching or is_inside(best):
        told = f"The greatest is {in_words(measured(best))}"
    page = Page("Answer", idea).says(
        f"{len(tests)} axes, no gap. {told}, on the axis of {name_of(moment, best, ink=Ink.ANSWER)}."
    )
    page = replace(page, formula=_best_formula(best)).claiming(
        Claim("s", lambda: best.separation, lambda: greatest_separation(a, b, tests))
    )
    return row_of(page, moment, best, mark)


def _apart_from_inside(best: AxisTested) -> str:
    """What the shortest move is, where one projection lies inside the other."""
    inner, _, width = _inner_and_outer(best)
    way = N_FOUND if inner == "B" else f"−{N_FOUND}"
    return (
        f"No axis shows a gap, so A and B **overlap**. The shortest move takes {inner} out by $-s$ = "
        f"{depth(best, '')} along {way}, more than {inner}’s own projection, {fixed(width)}."
    )


def _idea(moment: Moment[Any], tested: AxisTested) -> str:
    """What the step has that is new."""
    owner = tested.axis.owner
    if owner is Owner.CLOSEST:
        return _closest(moment)
    before = [each for each in moment.seen[:-1] if isinstance(each, AxisTested)]
    is_first_of_b = owner is Owner.B and not any(each.axis.owner is owner for each in before)
    if is_inside(tested) and not is_first_of_b:
        return _inside(tested)
    if _faces_away(tested) and not any(_faces_away(each) and not is_inside(each) for each in before):
        return _away(tested)
    if tested.is_gap:
        return GREATEST if tested.best is not None and tested.best.is_gap else ENOUGH
    has_twin = len(twins(moment, tested.axis, owner.value)) > 1 if tested.axis.edge is not None else False
    if is_first_of_b:
        return SECOND if has_twin else f"{SECOND_ALONE} {FACING}"
    if len(before) > 1:
        after = moment.trace[moment.index + 1]
        is_last_of_a = owner is Owner.A and not (
            isinstance(after, AxisTested | AxisSkipped) and after.axis.owner is owner
        )
        return LAST_OF_A if is_last_of_a else LATER[owner]
    return NEXT if tested.best is not None else PAIRED if has_twin else FIRST


def _faces_away(tested: AxisTested) -> bool:
    """Whether no edge that offers the axis is turned to the other shape."""
    return tested.axis.edge is not None and tested.facing is None


def _away(tested: AxisTested) -> str:
    """Which direction of its axis an edge that faces away is tested along."""
    edge = tested.axis.edge
    if tested.axis.owner is Owner.B:
        return f"Edge {edge} of B **faces away** from A: its outward normal is {N}, not −{N}."
    return (
        f"Of the two directions of a normal, {N} is the one with the greater $s$. "
        f"Edge {edge} of A **faces away** from B: its outward normal is −{N}."
    )


def _inner_and_outer(tested: AxisTested) -> tuple[str, str, float]:
    """Of two projections, which lies inside which, and how long the inner one is."""
    a, b = tested.projection_a, tested.projection_b
    return ("B", "A", b.length) if b.low >= a.low and b.high <= a.high else ("A", "B", a.length)


def _inside(tested: AxisTested) -> str:
    """What separating takes where one projection lies inside the other."""
    inner, outer, shared = _inner_and_outer(tested)
    return (
        f"{inner}’s projection lies **inside** {outer}’s. $-s$ is how far B must move along {N} until the "
        f"projections just touch: {depth(tested, '')}. They share only {fixed(shared)}."
    )


def row_of(page: Page, moment: Moment[Any], tested: AxisTested, mark: str, *, is_faulty: bool = False) -> Page:
    """The axis in the table, with every edge that offers it; tinted where a faulty rule settles on it."""
    axis = laid(*shapes_of(moment), tested.normal_xy)
    name, other = "any" if tested.axis.closest is None else sat_figure.joined(moment, tested), ""
    name = name.replace("vertex ", "v")
    if tested.axis.edge is not None:
        offers = {each: ", ".join(map(str, twins(moment, tested.axis, each))) for each in "AB"}
        name = f"{tested.axis.owner.value} {offers.pop(tested.axis.owner.value)}"
        other = "".join(f" = {each} {edges}" for each, edges in offers.items() if edges)
    found = measured(tested)
    spans = (f"{fixed(each.low)} … {fixed(each.high)}" for each in (axis.a, axis.b))
    cells = name + other, *spans, tint(fixed(found), Ink.FAULTY if is_faulty else separation_ink(found))
    ink = Ink.FAULTY if is_faulty else INKS.get(tested.axis.owner.value)
    if mark and isinstance(moment.step, Decided) and tested.axis.edge is not None:
        mark = f"{mark}: axis of {name}"  # it stands below the last row
    return page.row(*cells, ink=ink, feature=tested.facing, mark=mark, key=str(tested.axis), faulty=is_faulty)


def name_of(
    moment: Moment[Any], tested: AxisTested, case: Callable[[str], str] = str, ink: Ink = Ink.EXAMINED
) -> str:
    """The facing edge; for want of one the edge that offers the axis, or what else does."""
    if (edge := named_edge(tested)) is not None:
        return tint(case(str(edge)), ink)
    return case("any axis" if tested.axis.closest is None else sat_figure.joined(moment, tested))


def is_inside(tested: AxisTested) -> bool:
    """Whether one projection lies inside the other, so that separating them takes more than their shared part."""
    a, b, spare = tested.projection_a, tested.projection_b, tested.tolerance
    low, high = b.low - a.low, b.high - a.high  # of unlike signs where one lies inside the other
    return min(low, -high) > spare or min(-low, high) > spare


def twins(moment: Moment[Any], axis: Axis, owner: str) -> list[int]:
    """The edges of a shape that offer an axis, in order."""
    x, y = axis.direction_xy
    shape: Convex = getattr(moment.scene, owner.lower()).world
    return [i for i, (u, v) in enumerate(shape.normals_xy) if abs(u * y - v * x) <= PARALLEL]


def faulty_search(routine: Callable[[Convex, Convex], FaultyAxis], scene: TwoShapes) -> FaultyAxis | None:
    """What a faulty search finds; None for shapes that it cannot be run on."""
    try:
        return routine(scene.a.world, scene.b.world)
    except ValueError:
        return None


def separation_of(a: Convex, b: Convex, n: Vector) -> float:
    """The separation along a unit vector, from the dot products of all vertices."""
    on_a, on_b = a.points @ n, b.points @ n
    apart = max(float(on_b.min() - on_a.max()), float(on_a.min() - on_b.max()))
    return apart - a.radius - b.radius


def greatest_separation(a: Convex, b: Convex, tests: tuple[AxisTested, ...]) -> float:
    """Over every edge normal of both shapes, and the axes tested besides."""
    others = (t.axis.direction for t in tests if t.axis.edge is None)
    return max(separation_of(a, b, n) for n in (*a.normals, *b.normals, *others))


def _formula(tested: AxisTested) -> str:
    """Of s, in the ink of its sign, with its numbers."""
    on_a, on_b, ink = tested.projection_a, tested.projection_b, separation_ink(measured(tested)).value
    ends = (-on_b.high, -on_a.low) if tested.is_turned else (on_b.low, on_a.high)
    b, a, number = (fixed(each).replace("−", "-") for each in (*ends, measured(tested)))
    a = f"({a})" if a.startswith("-") else a
    return rf"\{ink}{{s}}={FORMULA}=\B{{{b}}}-\A{{{a}}}=\{ink}{{{number}}}"


def _claims(moment: Moment[Any]) -> tuple[Claim, ...]:
    (a, b), tested = shapes_of(moment), shown(moment)
    return (Claim("s", lambda: tested.separation, lambda: separation_of(a, b, tested.axis.direction)),)


def _repeats(moment: Moment[Any], skipped: AxisSkipped) -> str:
    """Why axes are not tested: their edges have parallel ones."""
    if skipped.axis.edge is None:
        named = named_edge(shown(moment))
        return f"The closest points lie along the normal of {named}: the same axis, not tested again."
    pairs = repeated(moment, skipped)
    owner, again = pairs[0][0].owner, [str(edge.index) for edge, _ in pairs]
    if len(pairs) > 2:
        return f"Edges {listed(again)} of {owner} are parallel to edges tested before: the same axes."
    first, *more = (str(edge) if edge.owner != owner else f"edge {edge.index}" for _, edge in pairs)
    told = f"Edge {again[0]} of {owner} is parallel to {first}"
    told += f", edge {again[1]} to {more[0]}: the same axes" if more else ": the same axis"
    return f"{told}, not tested again."


def signed(value: float) -> str:
    """A number behind a minus: a negative one in brackets."""
    return fixed(value) if fixed(value)[0] != "−" else f"({fixed(value)})"


def in_words(value: float) -> str:
    """A value of s in the ink of its sign."""
    return tint(f"$s$ = {fixed(value)}", separation_ink(value))


def depth(tested: AxisTested, bold: str = "**") -> str:
    return tint(f"{bold}{fixed(-measured(tested))}{bold}", Ink.OVERLAP)
