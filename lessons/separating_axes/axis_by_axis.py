"""Axis by axis: the separating axis test as it runs, one candidate axis at a time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from geometry import Convex, SeparatingAxis, Trace, box, circle, convex, regular_polygon, separating_axis
from geometry.faulty import sat as faulty
from geometry.feature import FeatureKind, FeatureRef
from geometry.sat.projection import project_on_unit
from geometry.sat.separating_axis import AxisStep, AxisTested
from geometry.sat.support import support
from lessons.stories.sat import SatStory, faulty_search, separation_of
from lessons.stories.standing import standing
from viz.lesson import projections
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Comparison, Layout, Lesson, Moment, Pane, Preset, above
from viz.lesson.page import Page
from viz.lesson.prediction import Challenge, Click, Remark, Verdict
from viz.lesson.scene import TwoShapes, at, toggle
from viz.lesson.text import fixed, tint

NONE = "none"


@dataclass(frozen=True, eq=False)
class Searched(TwoShapes):
    early_out: bool = toggle("Stop at the first gap", True)


class AxisByAxisStory(SatStory):
    """The search, with a prediction at its first step."""

    def page(self, moment: Moment[Searched]) -> Page:
        page = super().page(moment)
        asks = moment.index == 0 and moment.parent is None and not moment.compare and _undecided(moment)
        return page.asks(self.prediction(moment), _known(moment)) if asks else page

    def prediction(self, moment: Moment[Searched]) -> Click:
        """Which edge's axis shows a gap? Answered by any edge of any such axis."""
        a, b = moment.scene.a.world, moment.scene.b.world
        found = {ref: separation_of(a, b, n) for ref, n in _edges(a, b)}
        gaps = frozenset(ref for ref, each in found.items() if each > 0.0)
        shown = [ref for ref in found if ref in gaps and _faces(a, b, ref)] or [ref for ref in found if ref in gaps]
        best = max(shown, key=lambda ref: found[ref], default=None)
        right: frozenset[FeatureRef | str] = gaps or frozenset((NONE,))

        def judge(answer: FeatureRef | str) -> Verdict:
            if answer == NONE and best is not None:
                remark = Remark(_middle(a, b, best), "a gap here", right=True)
                return Verdict(False, f"The axis of {best} shows a gap of {_gap(found[best])}.", "", (remark,))
            if isinstance(answer, str):
                least = min(found.values(), key=abs)
                return Verdict(True, f"No edge normal shows a gap: all overlap, by {_overlap(least)} or more.")
            if answer not in found:
                return Verdict(False, "A vertex offers no axis. Click an edge: its normal is an axis.")
            if answer in gaps:
                return Verdict(True, f"Its axis shows a gap of {_gap(found[answer])}.")
            remarks = (Remark(_middle(a, b, answer), f"overlap {fixed(-found[answer])}"),)
            overlap, reason = _overlap(found[answer]), _reason(a, b, answer)
            because = f"On this axis the projections overlap by {overlap}: {reason}."
            return Verdict(False, because, "", remarks)

        text = f"Click an edge whose axis shows a gap, or click “{NONE}”."
        return Click(text, judge, right, (NONE,))

    def draw(self, canvas: Canvas, moment: Moment[Searched]) -> None:
        super().draw(canvas, moment)
        if isinstance(moment.faulty, faulty.FaultyAxis):
            _draw_faulty(canvas, moment, moment.faulty)


def _undecided(moment: Moment[Searched]) -> bool:
    """Whether the first axis leaves something to be found."""
    return len(moment.trace) > 2 and not moment.step.is_gap


def _known(moment: Moment[Searched]) -> str:
    """What the axes tested so far say."""
    tests = sum(isinstance(step, AxisTested) for step in moment.seen)
    if tests == 1:
        return "On the first axis the projections overlap."
    return f"On the {tests} axes tested so far the projections overlap."


def _edges(a: Convex, b: Convex) -> list[tuple[FeatureRef, Any]]:
    """Every edge with its outward normal."""
    return [
        (FeatureRef(owner, FeatureKind.EDGE, i), n)
        for owner, shape in (("A", a), ("B", b))
        for i, n in enumerate(shape.normals)
    ]


def _faces(a: Convex, b: Convex, edge: FeatureRef) -> bool:
    """Whether the other shape lies in front of an edge, where its axis shows a gap."""
    shape, other = (a, b) if edge.owner == "A" else (b, a)
    n = shape.normals[edge.index]
    return float((other.points @ n).min()) > float((shape.points @ n).max())


def _middle(a: Convex, b: Convex, edge: FeatureRef) -> tuple[float, float]:
    x, y = (a if edge.owner == "A" else b).edges[edge.index].mean(axis=0).tolist()
    return x, y


def _reason(a: Convex, b: Convex, edge: FeatureRef) -> str:
    """Which vertices make the projections overlap on the axis of an edge."""
    n = (a if edge.owner == "A" else b).normals[edge.index]
    onward = support(b, -n).value + support(a, n).value  # how far A's high end lies beyond B's low one
    backward = support(a, -n).value + support(b, n).value
    way = n if onward <= backward else -n
    return f"vertex {support(a, way).index} of A lies beyond vertex {support(b, -way).index} of B"


def _gap(value: float) -> str:
    return tint(fixed(value), Ink.GAP)


def _overlap(value: float) -> str:
    return tint(fixed(-value), Ink.OVERLAP)


RAW, ERROR_4 = "raw normals", "Error 4 of *SAT explained*"


def _truth(moment: Moment[Searched]) -> float:
    """The greatest separation on any edge's axis."""
    a, b = moment.scene.a.world, moment.scene.b.world
    return max(separation_of(a, b, n) for _, n in _edges(a, b))


def _costs(moment: Moment[Searched]) -> bool:
    """Whether the faulty axis is worse than the best one; apart, whether it misses every gap."""
    found = moment.faulty
    if not isinstance(found, faulty.FaultyAxis):
        return False
    truth = _truth(moment)
    return found.separation <= 0.0 < truth or found.separation < min(truth, 0.0) - 1e-9


def _first_difference(trace: Trace[Any, Any]) -> int:
    """The step of the axis that is best in truth: there the two answers part."""
    best = trace.result.best
    return next(i for i, step in enumerate(trace) if step is best)


def _draw_faulty(canvas: Canvas, moment: Moment[Searched], found: faulty.FaultyAxis) -> None:
    """The axis that a faulty rule settles on, as a dotted slab, with its error."""
    axis = found.axis
    assert axis.edge is not None
    a, b = moment.scene.a.world, moment.scene.b.world
    shape = a if axis.owner.value == "A" else b
    n = axis.direction
    on_a, on_b = (project_on_unit(each, n) for each in (a, b))
    between = projections.facing_ends(on_a, on_b)
    for value in (between.low, between.high):
        canvas.unbounded(value * n, (-n[1], n[0]), Ink.FAULTY, line=Line.DOTTED)
    ends = shape.edges[axis.edge]
    canvas.stroke(ends, Ink.FAULTY, line=Line.DOTTED)
    error = _truth(moment) - found.separation
    words = f"{moment.compare}: error {fixed(error)}" if _costs(moment) else f"{moment.compare}: no error here"
    canvas.label(words, ends.mean(axis=0), Ink.FAULTY, toward=n, leader=True)


class AxisByAxis(Lesson[Searched]):
    id = "axis-by-axis"
    title = "Axis by axis"
    source = "SAT explained"
    summary = "Each edge offers an axis; one gap between the projections proves the shapes apart."
    terms = ("separating axis theorem (SAT)", "candidate axis", "facing edge", "early out")
    builds_on = ("edge-normals", "two-shadows")
    most_steps = 24
    story = AxisByAxisStory()

    @cached_property
    def layout(self) -> Layout:
        return above(
            Pane("world", "World", self.story.draw, is_world=True, share=0.8),
            Pane("level", "The same axis, laid level", self.story.draw_level, share=0.2),
        )

    @cached_property
    def scenes(self) -> Mapping[str, Searched | Preset[Searched]]:
        pentagon, slab = regular_polygon(5, 1.15), box(1.7, 1.2)
        triangle = convex(((-0.9, -0.7), (1.0, -0.5), (-0.2, 1.0)))
        return {
            "Corner in an edge": Searched(at(pentagon, -0.75, 0.0, 9), at(slab, 0.8, 0.35, 18)),
            "Apart": Searched(at(pentagon, -1.2, 0.0, 9), at(slab, 1.2, 0.35, 18)),
            "Gap on the last axis": Searched(at(triangle, -0.7, -0.3), at(triangle, 1.15, -0.59, 30)),
            "Long edge": Preset(
                Searched(at(box(3.4, 0.8), -0.3, 0.0), at(box(1.5, 1.1), 1.6, 0.75, 10)), RAW, _first_difference
            ),
            "Just touching": Searched(at(box(1.6, 1.6), -0.8, 0.0), at(box(1.6, 1.2), 0.8, 0.35)),
            "Parallel edges": Searched(at(box(1.8, 1.3), -0.5, 0.0, 12), at(box(1.5, 1.0), 0.45, 0.5, 12)),
            "Contained": Searched(at(regular_polygon(6, 1.5), 0.0, 0.0, 5), at(box(0.9, 0.6), 0.35, 0.2, 20)),
            "Edge normals miss the gap": Searched(at(box(1.8, 1.4), -0.6, -0.35), at(circle(0.7), 0.87, 0.92)),
            "No early out": Searched(at(pentagon, -1.2, 0.0, 9), at(slab, 1.2, 0.35, 18), False),
        }

    compare = (
        Comparison("raw normals", partial(faulty_search, faulty.raw_normals), _costs, ERROR_4),
        Comparison("A’s edges only", partial(faulty_search, faulty.edges_of_a_only), _costs),
        Comparison("first overlap decides", partial(faulty_search, faulty.first_overlap_decides), _costs),
    )

    def run(self, scene: Searched) -> Trace[AxisStep, SeparatingAxis]:
        return separating_axis.trace(scene.a.world, scene.b.world, early_out=scene.early_out)

    def situation(self, moment: Moment[Searched]) -> str:
        """How the shapes stand, as soon as the search knows."""
        a, b = moment.scene.a.world, moment.scene.b.world
        if moment.is_last:
            return standing(a, b)
        gap_found = any(isinstance(step, AxisTested) and step.is_gap for step in moment.seen)
        return standing(a, b, numbers=False) if gap_found else _known(moment)

    def challenge(self, moment: Moment[Searched]) -> Challenge:
        tests = [step for step in moment.trace if isinstance(step, AxisTested)]
        gap = next((i for i, test in enumerate(tests, start=1) if test.is_gap), None)
        return Challenge(
            "Place B apart from A so that the very first axis ends the search.",
            gap == 1 and moment.scene.early_out,
            "no gap" if gap is None else f"first gap: axis {gap}",
            "The first axis is the normal of edge 0 of A. In front of that edge is a good place.",
        )
