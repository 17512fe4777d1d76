"""Axis by axis: the separating axis test as it runs, one candidate axis at a time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from geometry import Convex, SeparatingAxis, Trace, box, circle, convex, separating_axis
from geometry.faulty import sat as faulty
from geometry.feature import FeatureKind, FeatureRef
from geometry.sat.separating_axis import AxisStep, AxisTested
from geometry.sat.support import support
from lessons.stories import sat_figure
from lessons.stories.sat import SatStory, faulty_search, is_inside, separation_of
from lessons.stories.sat_figure import shapes_of
from lessons.stories.standing import standing
from viz.lesson import projections
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, separation_ink
from viz.lesson.lesson import Comparison, Layout, Lesson, Moment, Pane, Preset
from viz.lesson.page import Page
from viz.lesson.prediction import Challenge, Click, Remark, Verdict
from viz.lesson.scene import Body, TwoShapes, at, toggle
from viz.lesson.screen import midway
from viz.lesson.text import fixed, tint

NONE = "none"
RAW, ERROR_4 = "raw normals", "Error 4 of *SAT explained*"
SAME = 1e-9  # separations that differ by less are equally good answers


@dataclass(frozen=True, eq=False)
class Searched(TwoShapes):
    early_out: bool = toggle("Stop at the first gap", True)


class AxisByAxisStory(SatStory):
    """The search, with a prediction at its first step."""

    def page(self, moment: Moment[Searched]) -> Page:
        page = super().page(moment)
        asks = moment.index == 0 and moment.parent is None and not moment.compare and len(moment.trace) > 2
        return page.asks(_prediction(moment), _known(moment)) if asks and not moment.step.is_gap else page

    def draw(self, canvas: Canvas, moment: Moment[Searched]) -> None:
        super().draw(canvas, moment)
        if isinstance(moment.faulty, faulty.FaultyAxis):
            _draw_faulty(canvas, moment, moment.faulty)


def _known(moment: Moment[Searched]) -> str:
    """What the axes tested so far say."""
    tests = sum(isinstance(step, AxisTested) for step in moment.seen)
    if tests == 1:
        return "On the first axis the projections overlap."
    return f"On the {tests} axes tested so far the projections overlap."


def _edges(a: Convex, b: Convex) -> dict[FeatureRef, float]:
    """Every edge with the separation along its normal."""
    shapes = (("A", a), ("B", b))
    return {
        FeatureRef(owner, FeatureKind.EDGE, i): separation_of(a, b, n)
        for owner, shape in shapes
        for i, n in enumerate(shape.normals)
    }


def _prediction(moment: Moment[Searched]) -> Click | None:
    """Apart: which edge's axis shows a gap? Overlapping: which shows the least overlap?"""
    a, b = shapes_of(moment)
    found = _edges(a, b)
    best = max(found.values())
    answer = moment.trace.result.best
    if not answer.is_gap:  # where one shape lies in the other no word is as short as "overlap"
        return None if is_inside(answer) else _least(a, b, found, best)
    right: frozenset[FeatureRef | str] = frozenset(ref for ref, s in found.items() if s > 0.0) or frozenset((NONE,))

    def judge(answer: FeatureRef | str) -> Verdict:
        if answer == NONE and best > 0.0:
            hint = "A line parallel to one of the edges fits between A and B: that edge’s axis shows a gap."
            return Verdict(False, hint)
        if isinstance(answer, str):
            return Verdict(True, f"No edge normal shows a gap. The nearest to one has {_s(best)}.")
        if answer not in found:
            return _no_axis()
        if answer in right:
            return Verdict(True, f"Its axis shows a gap: {_s(found[answer])}.")
        return Verdict(False, f"Its axis shows no gap: {_reason(a, b, answer)}.", "", _remarks(a, b, answer))

    return Click(f"Click an edge whose axis shows a gap, or click “{NONE}”.", judge, right, (NONE,))


def _least(a: Convex, b: Convex, found: Mapping[FeatureRef, float], best: float) -> Click:
    right: frozenset[FeatureRef | str] = frozenset(ref for ref, s in found.items() if s >= best - SAME)

    def judge(answer: FeatureRef | str) -> Verdict:
        if not isinstance(answer, FeatureRef) or answer not in found:
            return _no_axis()
        reason = _reason(a, b, answer)
        if answer in right:
            return Verdict(True, f"The least of all: {reason}.")
        because = f"Another axis separates A and B with a shorter move. Here {reason}."
        return Verdict(False, because, "", _remarks(a, b, answer))

    return Click("Click the edge whose axis will show the least overlap.", judge, right)


def _no_axis() -> Verdict:
    return Verdict(False, "A vertex offers no axis. Click an edge: its normal is an axis.")


def _remarks(a: Convex, b: Convex, edge: FeatureRef) -> tuple[Remark, ...]:
    shape = a if edge.owner == "A" else b
    return (Remark(midway(*shape.edges_xy[edge.index]), f"s = {fixed(_edges(a, b)[edge])}"),)


def _reason(a: Convex, b: Convex, edge: FeatureRef) -> str:
    """Which vertices stand in the way on the axis of an edge, and how far one lies beyond the other."""
    n = (a if edge.owner == "A" else b).normals[edge.index]
    onward = support(b, -n).value + support(a, n).value  # how far A's high end lies beyond B's low one
    backward = support(a, -n).value + support(b, n).value
    way = n if onward <= backward else -n
    amount = tint(fixed(min(onward, backward)), Ink.OVERLAP)
    return f"vertex {support(a, way).index} of A lies {amount} beyond vertex {support(b, -way).index} of B"


def _s(value: float) -> str:
    return tint(f"s = {fixed(value)}", separation_ink(value))


def _truth(moment: Moment[Searched]) -> float:
    """The greatest separation on any edge's axis."""
    return max(_edges(*shapes_of(moment)).values())


def _costs(moment: Moment[Searched]) -> bool:
    """Whether the faulty axis is worse than the best one; apart, whether it misses every gap."""
    found = moment.faulty
    if not isinstance(found, faulty.FaultyAxis):
        return False
    truth = _truth(moment)
    return found.separation <= 0.0 < truth or found.separation < min(truth, 0.0) - SAME


def _first_difference(trace: Trace[Any, Any]) -> int:
    """The step of the axis that is best in truth: there the two answers part."""
    best = trace.result.best
    return next(i for i, step in enumerate(trace) if step is best)


def _draw_faulty(canvas: Canvas, moment: Moment[Searched], found: faulty.FaultyAxis) -> None:
    """The axis that a faulty rule settles on: its edge and a dotted slab, with its error."""
    edge = found.axis.edge
    assert edge is not None
    a, b = shapes_of(moment)
    shape = a if found.axis.owner.value == "A" else b
    x, y = found.normal.tolist()
    axis = sat_figure.laid(a, b, (x, y))
    between, over = projections.facing_ends(axis.a, axis.b), sat_figure.OVER * canvas.pixel
    for u in (between.low, between.high):
        ends = axis.at(u, -axis.behind - over), axis.at(u, axis.reach + over)
        canvas.stroke(ends, Ink.FAULTY, line=Line.DOTTED)
    canvas.stroke(shape.edges_xy[edge], Ink.FAULTY, line=Line.DOTTED)
    error = f"error {fixed(_truth(moment) - found.separation)}" if _costs(moment) else "no error here"
    middle, outward = midway(*shape.edges_xy[edge]), shape.normals_xy[edge]
    canvas.label(f"{moment.compare}: {error}", middle, Ink.FAULTY, toward=outward, leader=True)


def centred(shape: Convex) -> Body:
    """A body that stands where its shape is drawn."""
    return at(shape, *shape.centroid.tolist())


class AxisByAxis(Lesson[Searched]):
    id = "axis-by-axis"
    title = "Axis by axis"
    source = "SAT explained"
    summary = "Each edge offers an axis; one gap between the projections proves the shapes apart."
    terms = ("separating axis theorem (SAT)", "candidate axis", "facing edge", "early out")
    builds_on = ("edge-normals", "two-shadows")
    most_steps = 24
    frames_stages = False  # the figure keeps its scale from axis to axis
    story = AxisByAxisStory()

    @cached_property
    def layout(self) -> Layout:
        return Pane("world", "World", self.story.draw, is_world=True)

    @cached_property
    def scenes(self) -> Mapping[str, Searched | Preset[Searched]]:
        block, slab = convex(((2.04, -0.86), (1.92, 0.48), (-1.23, 0.95), (-1.47, -1.32))), box(2.0, 1.75)
        apart = at(block, -0.1, -0.2, 12), at(box(2.2, 1.3), 2.26, -1.41, 19)
        flag = convex(((-1.72, -0.08), (0.61, 0.08), (-1.22, 1.02)))
        wedge = convex(((-0.15, -0.3), (2.38, -1.35), (3.22, 0.38)))
        tray = convex(((0.35, -0.96), (2.55, 0.76), (-1.64, 0.88), (-2.15, -1.28)))
        return {
            "Corner in an edge": Searched(at(block, -0.1, -0.2), at(slab, 2.37, 0.25, 18)),
            "Apart": Searched(*apart),
            "Gap on the last axis": Searched(centred(flag), centred(wedge)),
            "Long edge": Preset(
                Searched(at(box(3.4, 0.8), -0.3, 0.0), at(box(1.5, 1.1), 1.6, 0.75, 10)), RAW, _first_difference
            ),
            "Just touching": Searched(at(box(1.6, 1.6), -0.8, 0.0), at(box(1.6, 1.2), 0.8, 0.35)),
            "Parallel edges": Searched(at(box(1.8, 1.3), -0.5, 0.0, 12), at(box(1.5, 1.0), 0.45, 0.5, 12)),
            "Contained": Searched(centred(tray), at(box(1.15, 0.8), 0.2, -0.05, 30)),
            "Edge normals miss the gap": Searched(at(box(2.4, 1.8), -1.0, 0.0, 30), at(circle(1.15), 1.78, -0.29)),
            "No early out": Searched(*apart, False),
        }

    compare = (
        Comparison(RAW, partial(faulty_search, faulty.raw_normals), _costs, ERROR_4),
        Comparison("A’s edges only", partial(faulty_search, faulty.edges_of_a_only), _costs),
        Comparison("first overlap decides", partial(faulty_search, faulty.first_overlap_decides), _costs),
    )

    def run(self, scene: Searched) -> Trace[AxisStep, SeparatingAxis]:
        return separating_axis.trace(scene.a.world, scene.b.world, early_out=scene.early_out)

    def situation(self, moment: Moment[Searched]) -> str:
        """How the shapes stand, as soon as the search knows."""
        a, b = shapes_of(moment)
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
