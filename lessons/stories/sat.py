"""The separating axis test, one candidate axis a step: told wherever such a search is met."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from geometry import Convex, Interval, Vector
from geometry.faulty.sat import FaultyAxis
from geometry.feature import FeatureKind, FeatureRef
from geometry.sat.separating_axis import Axis, AxisSkipped, AxisTested, Decided, Owner
from geometry.sat.support import support
from geometry.tolerance import PARALLEL
from geometry.vector import cross, left_of
from viz.lesson import marks, measures, projections
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.page import Claim, Page
from viz.lesson.scene import TwoShapes
from viz.lesson.story import Story
from viz.lesson.text import fixed, tint

GAP = r"\gap{s}=\max(\B{\min_B}-\A{\max_A},\ \A{\min_A}-\B{\max_B})"
EDGES = (
    r"Every edge offers one axis, its normal $\examined{\hat n}$. Project both shapes on it. "
    f"One **{tint('gap', Ink.GAP)}** proves that they are apart."
)
CLOSEST = (
    "Round corners can face each other across a gap that no edge normal sees. "
    r"The cores’ **closest points** offer one more axis, $\examined{\hat n}$."
)
NO_GAP = "No axis shows a gap. For convex polygons the edge normals suffice, so A and B **overlap**."
NO_GAP_ROUND = "No axis shows a gap, not even that of the closest points. So A and B **overlap**."
STAGES = {Owner.A: "Edges of A", Owner.B: "Edges of B", Owner.CLOSEST: "Closest pair", Owner.ANY: "Any axis"}
INKS = {"A": Ink.A, "B": Ink.B}
CLEARANCE = 34.0  # pixels between the shapes and the axis that is drawn beside them


class SatStory(Story):
    """One candidate axis a step: its projections, the gap or overlap between them, the least so far."""

    columns = ("axis", "A", "B", "overlap")

    def page(self, moment: Moment[Any]) -> Page:
        match moment.step:
            case AxisTested() as tested:
                idea = CLOSEST if tested.axis.owner is Owner.CLOSEST else EDGES
                page = Page(STAGES[tested.axis.owner], idea, GAP, (self.separation_claim(moment, tested),))
                return self.row(page.says(self.sentence(moment, tested)), moment, tested)
            case AxisSkipped() as skipped:
                says = _repeats(skipped)
                page = Page(STAGES[skipped.axis.owner], EDGES, GAP)
                return page.says(says).claiming(self.separation_claim(moment, self.shown(moment)))
            case Decided() as decided:
                return self.answer(moment, decided)
        raise TypeError(moment.step)

    def answer(self, moment: Moment[Any], decided: Decided) -> Page:
        """What the whole search says."""
        best, tests = decided.found.best, decided.found.tests
        a, b = moment.scene.a.world, moment.scene.b.world
        if best.is_gap:
            spared = len(_distinct(decided.untested))
            never = f"; {spared} {'axis was' if spared == 1 else 'axes were'} never tested" if spared else ""
            early = f" This is the **early out**{never}." if spared else ""
            number = next(i for i, test in enumerate(tests, start=1) if test is best)
            says = f"A gap of {tint(f'**{fixed(best.separation)}**', Ink.GAP)} on axis {number} of {len(tests)}."
            page = Page("Answer", f"One gap is enough: a line fits between A and B.{early}").says(says)
            page = page.row(_count(spared), "", "", tint("not tested", Ink.QUIET)) if spared else page
            return page.claiming(Claim("a line fits between", lambda: True, lambda: _line_fits(a, b, best)))
        idea = NO_GAP_ROUND if a.radius + b.radius > 0.0 else NO_GAP
        at = self.name(moment, best)
        depth = "0.00: they just touch" if best.is_touching else f"**{fixed(-best.separation)}**"
        says = f"{_count(len(tests))}, no gap. The least overlap is {tint(depth, Ink.OVERLAP)}, at {at}."
        least = Claim("least overlap", lambda: best.separation, lambda: greatest_separation(a, b, tests))
        return Page("Answer", idea).says(says).claiming(least)

    def sentence(self, moment: Moment[Any], tested: AxisTested) -> str:
        """What one axis shows, in words."""
        facing, found = self.facing(moment, tested), tested.separation
        number = tint(f"**{fixed(abs(found))}**", separation_ink(found))
        if tested.is_gap:
            apart = "A and B are apart." if facing or tested.axis.edge is None else "Apart."
            if facing is None and tested.axis.edge is not None:
                return f"{_capital(_edge(tested.axis))} faces away, but its axis shows a gap of {number}. {apart}"
            return f"{_capital(self.name(moment, tested))}: a gap of {number}. {apart}"
        if tested.is_touching:
            return f"{_capital(self.name(moment, tested))}: the projections **just touch**, no gap."
        if facing is None and tested.axis.edge is not None:
            return f"{_capital(_edge(tested.axis))} faces away: its axis shows an overlap of {number}."
        told = f"{_capital(self.name(moment, tested))}: the projections overlap by {number}"
        best = tested.best_so_far
        if best is tested:
            return f"{told}, the least so far."
        if best.is_gap:
            return f"{told}. The gap found before decides."
        return f"{told}. The least is still {tint(fixed(-best.separation), Ink.OVERLAP)}."

    def row(self, page: Page, moment: Moment[Any], tested: AxisTested) -> Page:
        """The axis in the table: every edge that offers it, the facing one in bold."""
        a, b, _ = self.along(moment, tested)
        owner = tested.axis.owner.value
        if tested.axis.edge is None:
            name = "closest points" if tested.axis.owner is Owner.CLOSEST else "any"
        else:
            edges = twins(moment, tested.axis)
            facing = self.facing(moment, tested)
            shown = [f"**{i}**" if facing is not None and facing.index == i else str(i) for i in edges]
            name = f"edge{'s' if len(edges) > 1 else ''} {' and '.join(shown)}"
        found, ink = tested.separation, separation_ink(tested.separation)
        cell = tint(f"gap {fixed(found)}" if tested.is_gap else fixed(max(-found, 0.0)), ink)
        mark = "the least so far" if tested.is_best and not tested.is_gap else ""
        spans = (f"{fixed(each.low)} … {fixed(each.high)}" for each in (a, b))
        return page.row(name, *spans, cell, ink=INKS.get(owner), feature=self.facing(moment, tested), mark=mark)

    def separation_claim(self, moment: Moment[Any], tested: AxisTested) -> Claim:
        a, b, n = moment.scene.a.world, moment.scene.b.world, tested.axis.direction
        return Claim("s", lambda: tested.separation, lambda: separation_of(a, b, n))

    def shown(self, moment: Moment[Any]) -> AxisTested:
        """The test that the figure shows: of a skipped axis the one that it repeats, at the end the best."""
        match moment.step:
            case AxisTested() as tested:
                return tested
            case AxisSkipped() as skipped:
                return next(t for t in moment.trace if isinstance(t, AxisTested) and t.axis is skipped.same_as)
            case step:
                best: AxisTested = step.best_so_far
                return best

    def facing(self, moment: Moment[Any], tested: AxisTested) -> FeatureRef | None:
        return tested.facing

    def name(self, moment: Moment[Any], tested: AxisTested) -> str:
        """The facing edge; for want of one the edge that offers the axis, or what else does."""
        facing = self.facing(moment, tested)
        if facing is not None:
            return tint(str(facing), Ink.EXAMINED)
        if tested.axis.edge is not None:
            return _edge(tested.axis)
        return "the axis of the closest points" if tested.axis.owner is Owner.CLOSEST else "any axis"

    def along(self, moment: Moment[Any], tested: AxisTested) -> tuple[Interval, Interval, Vector]:
        """Both projections along the normal that is drawn: the facing edge's outward one."""
        a, b, n = moment.scene.a.world, moment.scene.b.world, self.drawn(moment, tested)
        return _extent(a, n), _extent(b, n), n

    def drawn(self, moment: Moment[Any], tested: AxisTested) -> Vector:
        facing = self.facing(moment, tested)
        if facing is None:
            return tested.axis.direction
        shape: Convex = getattr(moment.scene, facing.owner.lower()).world
        normal: Vector = shape.normals[facing.index]
        return normal

    def draw(self, canvas: Canvas, moment: Moment[Any]) -> None:
        scene = moment.scene
        marks.shape(canvas, scene.a.world, Ink.A, "A")
        marks.shape(canvas, scene.b.world, Ink.B, "B")
        tested = self.shown(moment)
        self.draw_axis(canvas, moment, tested)
        self.draw_owner(canvas, moment, tested)
        if isinstance(moment.step, AxisSkipped) and moment.step.axis.edge is not None:
            axis, index = moment.step.axis, moment.step.axis.edge
            shape = scene.a.world if axis.owner is Owner.A else scene.b.world
            ends = shape.edges[index]
            canvas.stroke(ends, Ink.EXAMINED, line=Line.MEASURE)
            text = f"{_edge(axis)}: the same axis"
            canvas.label(text, ends.mean(axis=0), Ink.EXAMINED, toward=shape.normals[index], leader=True)
        if isinstance(moment.step, Decided) and tested.is_gap:
            between = projections.facing_ends(*self.along(moment, tested)[:2])
            n = self.drawn(moment, tested)
            canvas.unbounded((between.low + between.high) / 2.0 * n, left_of(n), Ink.GAP, line=Line.MEASURE)

    def draw_axis(self, canvas: Canvas, moment: Moment[Any], tested: AxisTested) -> None:
        """The axis beside the shapes with both projections, and the slab between two of their ends."""
        shapes = moment.scene.a.world, moment.scene.b.world
        a, b, n = self.along(moment, tested)
        aside = _down(n)
        off = max(support(shape, aside).value for shape in shapes) + CLEARANCE * canvas.pixel
        base = off * aside
        between = projections.facing_ends(a, b)
        ink = separation_ink(tested.separation)
        highest = max(support(shape, -aside).value for shape in shapes) + 12.0 * canvas.pixel
        left = 1.0 if float(left_of(n) @ aside) > 0.0 else -1.0
        along = Interval(min(-left * highest, left * off), max(-left * highest, left * off))
        projections.slab(canvas, n, between, ink, along=along)
        span = Interval(min(a.low, b.low) - 40.0 * canvas.pixel, max(a.high, b.high) + 40.0 * canvas.pixel)
        projections.axis(canvas, base, n, span, r"axis along $\hat n$")
        for shape, each, shape_ink, lane in ((shapes[0], a, Ink.A, -left), (shapes[1], b, Ink.B, left)):
            ends = [
                None if end in (between.low, between.high) else _vertex(shape, n, high) for end, high in _ends(each)
            ]
            projections.projection(canvas, base, n, each, shape_ink, lane=lane * projections.LANE, supports=ends)
            for _, high in _ends(each):
                canvas.dot(_vertex(shape, n, high), shape_ink)

    def draw_owner(self, canvas: Canvas, moment: Moment[Any], tested: AxisTested) -> None:
        """The facing edge with its normal; an edge that faces away thin; the line of the closest points."""
        facing, axis = self.facing(moment, tested), tested.axis
        if facing is not None or axis.edge is not None:
            owner = facing.owner if facing is not None else axis.owner.value
            index = facing.index if facing is not None else axis.edge
            shape: Convex = getattr(moment.scene, owner.lower()).world
            assert index is not None
            ends, outward = shape.edges[index], shape.normals[index]
            feature = FeatureRef(owner, FeatureKind.EDGE, index)
            name = str(feature) if facing is not None else f"{feature} faces away"
            line = Line.FEATURE if facing is not None else Line.OUTLINE
            marks.highlight_edge(
                canvas, ends, name=name, feature=feature, outward=outward, line=line, glow=facing is not None
            )
            measures.unit_arrow(canvas, ends.mean(axis=0) + shape.radius * outward, outward, r"\hat n")
        elif axis.closest is not None:
            pair = axis.closest
            canvas.stroke((pair.on_a, pair.on_b), Ink.EXAMINED, line=Line.FEATURE)
            for point, ink in ((pair.on_a, Ink.A), (pair.on_b, Ink.B)):
                canvas.dot(point, ink)
            middle = (pair.on_a + pair.on_b) / 2.0
            canvas.label("closest points", middle, Ink.EXAMINED, toward=left_of(axis.direction), style=TextStyle.BOLD)
            measures.unit_arrow(canvas, pair.on_b, axis.direction, r"\hat n")

    def draw_level(self, canvas: Canvas, moment: Moment[Any]) -> None:
        """The same axis laid level, its normal always to the right."""
        tested = self.shown(moment)
        a, b, _ = self.along(moment, tested)
        found = tested.separation
        text = "touching" if tested.is_touching else f"{'gap' if found > 0.0 else 'overlap'} {fixed(abs(found))}"
        projections.number_line(canvas, a, b, separation_ink(found), text)


def twins(moment: Moment[Any], axis: Axis) -> list[int]:
    """The edges of the axis' owner that offer the same axis, in order."""
    shape: Convex = getattr(moment.scene, axis.owner.value.lower()).world
    return [i for i, normal in enumerate(shape.normals) if abs(cross(normal, axis.direction)) <= PARALLEL]


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


def _line_fits(a: Convex, b: Convex, best: AxisTested) -> bool:
    """Whether all of A lies behind some line across the best axis, and all of B in front of it."""
    n = best.normal
    return float((a.points @ n).max()) + a.radius < float((b.points @ n).min()) - b.radius


def _extent(shape: Convex, n: Vector) -> Interval:
    along = shape.points @ n
    return Interval(float(along.min()) - shape.radius, float(along.max()) + shape.radius)


def _ends(interval: Interval) -> tuple[tuple[float, bool], tuple[float, bool]]:
    return (interval.low, False), (interval.high, True)


def _vertex(shape: Convex, n: Vector, high: bool) -> Vector:
    """The support point at one end of a projection."""
    return support(shape, n if high else -n).point


def _down(n: Vector) -> Vector:
    """The side of an axis on which it is drawn: below the shapes, or to their right."""
    aside = left_of(n)
    level = abs(float(aside[1])) <= 1e-9  # rounding must not choose the side
    return -aside if (aside[0] < 0.0 if level else aside[1] > 0.0) else aside


def _edge(axis: Axis) -> str:
    return f"edge {axis.edge} of {axis.owner.value}"


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
    first = f"edge {same.edge}" if same.owner is skipped.axis.owner else _edge(same)
    if skipped.axis.edge is None:
        return f"The closest points lie along the normal of {_edge(same)}: the same axis, not tested again."
    return f"{_capital(_edge(skipped.axis))} is parallel to {first}: the same axis, not tested again."


def _count(axes: int) -> str:
    return f"{axes} {'axis' if axes == 1 else 'axes'}"


def _capital(text: str) -> str:
    """With a capital at its start, tinted or not."""
    head, mark, rest = text.partition("\ue001") if text.startswith("\ue000") else ("", "", text)
    return head + mark + rest[:1].upper() + rest[1:]
