"""The separating axis test, one candidate axis a step: told wherever such a search is met."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from geometry import Convex, Interval, Vector
from geometry.faulty.sat import FaultyAxis
from geometry.sat.separating_axis import Axis, AxisSkipped, AxisTested, Decided, Owner
from geometry.tolerance import PARALLEL
from geometry.vector import cross
from lessons.stories import sat_figure
from lessons.stories.sat_figure import laid, named_edge, shapes_of, shown
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.page import Claim, Page
from viz.lesson.scene import TwoShapes
from viz.lesson.story import Story
from viz.lesson.text import fixed, tint

FORMULA = r"\max(\B{\min_B}-\A{\max_A},\ \A{\min_A}-\B{\max_B})"
N = r"$\examined{\hat n}$"
FIRST = (
    f"**Separating axis theorem (SAT)**: one {tint('gap', Ink.GAP)} between the projections proves A and B apart. "
    f"Each edge’s normal {N} is a **candidate axis**."
)
SECOND = (
    "B’s edges offer axes too. A **facing edge** has its outward normal towards the other shape. "
    f"{N} always runs from A to B."
)
AWAY = (
    "An edge **faces away** if its outward normal points away from the other shape. "
    f"Its axis counts all the same. {N} runs from A to B."
)
INSIDE = (
    "One projection lies **inside** the other. To separate them it must leave by the nearer end: "
    "farther than the part they share."
)
PARALLELS = "Parallel edges offer the same axis, with the same projections. Each axis is tested **once**."
CLOSEST = (
    "Round corners can face each other across a gap that no edge normal sees. "
    f"The line through the **closest points** (without the radii) is one more axis {N}."
)
NO_GAP = "No axis shows a gap. For convex polygons the edge normals suffice, so A and B **overlap**."
NO_GAP_ROUND = "No axis shows a gap, not even that of the closest points. So A and B **overlap**."
TOUCHING = "No axis shows a gap: no line fits between A and B. On one axis they **just touch**, which counts as contact."
STAGES = {Owner.A: "Edges of A", Owner.B: "Edges of B", Owner.CLOSEST: "Closest pair", Owner.ANY: "Any axis"}
INKS = {"A": Ink.A, "B": Ink.B}


class SatStory(Story):
    """One candidate axis a step: its projections, the separation s along it, the least overlap so far."""

    columns = ("axis", tint("projection of A", Ink.A), tint("projection of B", Ink.B), "separation")

    def stage(self, moment: Moment[Any]) -> str:
        step = moment.step
        return "Answer" if isinstance(step, Decided) else STAGES[step.axis.owner]

    def page(self, moment: Moment[Any]) -> Page:
        step, stage = moment.step, self.stage(moment)
        match step:
            case AxisTested():
                formula = rf"\{separation_ink(step.separation).value}{{s}}={FORMULA}"
                page = Page(stage, _idea(step), formula, (_claim(moment, step),)).says(sentence(step))
                return _row(page, moment, step, "the least so far" if step.is_best and not step.is_gap else "")
            case AxisSkipped():
                return Page(stage, PARALLELS, claims=(_claim(moment, shown(moment)),)).says(_repeats(step))
            case Decided():
                return _gap_found(moment, step) if step.found.best.is_gap else _no_gap(moment, step)
        raise TypeError(step)

    def draw(self, canvas: Canvas, moment: Moment[Any]) -> None:
        sat_figure.draw(canvas, moment)


def sentence(tested: AxisTested) -> str:
    """What one axis shows, in words."""
    found, edge = tested.separation, named_edge(tested)
    name = _capital(name_of(tested))
    if tested.facing is None and edge is not None:
        name = f"{name} faces away"
    if tested.is_gap:
        return f"{name}: the projections leave a gap, {_s(found)}. So A and B are **apart**."
    if tested.is_touching:
        return f"{name}: the projections **just touch**, {_s(0.0)}. That is no gap."
    amount = tint(f"**{fixed(-found)}**", Ink.OVERLAP)
    inner = is_inside(tested)
    told = f"separating the projections takes {amount}" if inner else f"the projections overlap by {amount}"
    best = tested.best_so_far
    if best is tested:
        return f"{name}: {told}, the least so far."
    if best.is_gap:
        return f"{name}: {told}. The gap found before decides."
    least = tint(fixed(-best.separation), Ink.OVERLAP)
    return f"{name}: {told}. {_capital(name_of(best))} is still the least, {least}."


def _gap_found(moment: Moment[Any], decided: Decided) -> Page:
    """The answer where a gap ended the search, or was the widest."""
    best, tests = decided.found.best, decided.found.tests
    spared = len(_distinct(decided.untested))
    was = "axis was" if spared == 1 else "axes were"
    early = f" Stopping here is the **early out**: {spared} {was} never tested." if spared else ""
    number = next(i for i, test in enumerate(tests, start=1) if test is best)
    page = Page("Answer", f"One gap is enough: a line perpendicular to {N} fits between A and B.{early}")
    page = page.says(f"Axis {number}, of {name_of(best)}, shows a gap: {_s(best.separation)}. A and B are **apart**.")
    page = page.row(_count(spared), "", "", tint("not tested", Ink.QUIET)) if spared else page
    return page.claiming(Claim("a line fits between", lambda: True, lambda: _line_fits(*shapes_of(moment), best)))


def _no_gap(moment: Moment[Any], decided: Decided) -> Page:
    """The answer where every axis was tested in vain; the best one's row is marked again."""
    best, tests = decided.found.best, decided.found.tests
    a, b = shapes_of(moment)
    is_round = a.radius + b.radius > 0.0
    page = Page("Answer", TOUCHING if best.is_touching else NO_GAP_ROUND if is_round else NO_GAP)
    if best.is_touching:
        told = f"The projections just touch on one, {_s(0.0)}"
    else:
        what = "Separating takes least" if is_inside(best) else "The least overlap is"
        told = f"{what} {tint(f'**{fixed(-best.separation)}**', Ink.OVERLAP)}"
    page = page.says(f"{_count(len(tests))}, no gap. {told}, on the axis of {name_of(best)}.")
    page = _row(page, moment, best, "just touching" if best.is_touching else "the least of all")
    return page.claiming(Claim("least", lambda: best.separation, lambda: greatest_separation(a, b, tests)))


def _idea(tested: AxisTested) -> str:
    """What the step has that is new."""
    owner = tested.axis.owner
    if owner is Owner.CLOSEST:
        return CLOSEST
    if is_inside(tested) and not tested.is_gap:
        return INSIDE
    if tested.axis.edge is not None and tested.facing is None:
        return AWAY
    return SECOND if owner is Owner.B else FIRST


def _row(page: Page, moment: Moment[Any], tested: AxisTested, mark: str) -> Page:
    """The axis in the table, with every edge that offers it."""
    axis = laid(*shapes_of(moment), tested.normal_xy)
    if tested.axis.edge is None:
        name = "closest points" if tested.axis.owner is Owner.CLOSEST else "any"
    else:
        edges = twins(moment, tested.axis)
        name = f"edge{'s' if len(edges) > 1 else ''} {' and '.join(map(str, edges))}"
    found = 0.0 if tested.is_touching else tested.separation
    spans = (f"{fixed(each.low)} … {fixed(each.high)}" for each in (axis.a, axis.b))
    cells = name, *spans, tint(fixed(found), separation_ink(found))
    ink = INKS.get(tested.axis.owner.value)
    return page.row(*cells, ink=ink, feature=tested.facing, mark=mark, key=str(tested.axis))


def name_of(tested: AxisTested) -> str:
    """The facing edge; for want of one the edge that offers the axis, or what else does."""
    edge = named_edge(tested)
    if edge is not None:
        return tint(str(edge), Ink.EXAMINED)
    return "the closest points" if tested.axis.owner is Owner.CLOSEST else "any axis"


def is_inside(tested: AxisTested) -> bool:
    """Whether one projection lies inside the other, so that separating them takes more than their shared part."""
    a, b = tested.projection_a, tested.projection_b
    return _holds(a, b, tested.tolerance) or _holds(b, a, tested.tolerance)


def _holds(outer: Interval, inner: Interval, tolerance: float) -> bool:
    return outer.low < inner.low - tolerance and inner.high + tolerance < outer.high


def twins(moment: Moment[Any], axis: Axis) -> list[int]:
    """The edges of the axis' owner that offer the same axis, in order."""
    x, y = axis.direction_xy
    shape: Convex = getattr(moment.scene, axis.owner.value.lower()).world
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
    axes = [*a.normals, *b.normals, *(t.axis.direction for t in tests if t.axis.edge is None)]
    return max(separation_of(a, b, n) for n in axes)


def _claim(moment: Moment[Any], tested: AxisTested) -> Claim:
    a, b = shapes_of(moment)
    return Claim("s", lambda: tested.separation, lambda: separation_of(a, b, tested.axis.direction))


def _line_fits(a: Convex, b: Convex, best: AxisTested) -> bool:
    """Whether all of A lies behind some line across the best axis, and all of B in front of it."""
    n = best.normal
    return float((a.points @ n).max()) + a.radius < float((b.points @ n).min()) - b.radius


def _distinct(axes: tuple[Axis, ...]) -> list[Axis]:
    """Without those that are parallel to an earlier one."""
    found: list[Axis] = []
    for axis in axes:
        if all(abs(cross(axis.direction, each.direction)) > PARALLEL for each in found):
            found.append(axis)
    return found


def _repeats(skipped: AxisSkipped) -> str:
    """Why an axis is not tested."""
    same = skipped.same_as
    first = f"edge {same.edge}" if same.owner is skipped.axis.owner else str(same)
    if skipped.axis.edge is None:
        return f"The closest points lie along the normal of {same}: the same axis, not tested again."
    return f"{_capital(str(skipped.axis))} is parallel to {first}: the same axis, not tested again."


def _s(value: float) -> str:
    return tint(f"s = {fixed(value)}", separation_ink(value))


def _count(axes: int) -> str:
    return f"{axes} {'axis' if axes == 1 else 'axes'}"


def _capital(text: str) -> str:
    """With a capital at its start, tinted or not."""
    head, mark, rest = text.partition("\ue001") if text.startswith("\ue000") else ("", "", text)
    return head + mark + rest[:1].upper() + rest[1:]
