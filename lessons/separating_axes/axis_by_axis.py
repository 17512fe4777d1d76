"""Axis by axis: the separating axis test as it runs, one candidate axis at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import pairwise

from geometry import SeparatingAxis, Trace, box, circle, convex, separating_axis, separation
from geometry.faulty import sat as faulty
from geometry.sat.closest_points import closest_points
from geometry.sat.separating_axis import AxisSkipped, AxisStep, AxisTested, Owner
from geometry.tolerance import rounding
from geometry.vector import xy_of
from lessons.separating_axes.axis_by_axis_faulty import (
    FIRST_DECIDES,
    ONLY_A,
    RAW,
    against,
    costs,
    draw_faulty,
    faulty_row,
    in_truth,
    raw_table,
    so_far,
    told_of,
)
from lessons.separating_axes.axis_by_axis_question import edges, is_count, prediction
from lessons.stories import sat_figure
from lessons.stories.sat import SatStory, faulty_search
from lessons.stories.sat_figure import named_edge, shapes_of
from lessons.stories.sat_words import FIRST
from lessons.stories.standing import standing
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Comparison, Lesson, Moment
from viz.lesson.page import Page, Table
from viz.lesson.prediction import Challenge
from viz.lesson.scene import TwoShapes, at, toggle
from viz.lesson.text import fixed, tint

ERROR_4 = "Error 4 of *SAT explained*"


@dataclass(frozen=True, eq=False)
class Searched(TwoShapes):
    early_out: bool = toggle("Stop at the first gap", True)


class AxisByAxisStory(SatStory):
    """The search, with a prediction at its first step."""

    def page(self, moment: Moment[Searched]) -> Page:
        page = super().page(moment)
        if _asks(moment):
            asked = prediction(moment)
            page = replace(page, idea=FIRST) if is_count(asked) else page  # which edges are parallel is asked
            return page.asks(asked, _known(moment))
        if not isinstance(moment.faulty, faulty.FaultyAxis):
            return page
        if moment.is_last:
            if costs(moment):
                page = replace(page, formula=against(moment, moment.faulty) or page.formula)
                page = page.says(in_truth(moment, moment.faulty, page.sentence))
            return faulty_row(replace(page, idea=told_of(moment, moment.faulty)), moment, moment.faulty)
        tells = moment.index == (1 if _asks(moment.at(0)) else 0) and not moment.step.is_gap
        return replace(page, idea=told_of(moment, so_far(moment))) if tells else page

    def draw(self, canvas: Canvas, moment: Moment[Searched]) -> None:
        super().draw(canvas, moment)
        if not _asks(moment) and (found := so_far(moment)) is not None:
            draw_faulty(canvas, moment, found)


def _asks(moment: Moment[Searched]) -> bool:
    """Whether the step asks; a faulty rule, which would give the answer away, waits for the next one."""
    is_first = moment.index == 0 and moment.parent is None
    return is_first and len(moment.trace) > 2 and not (isinstance(moment.step, AxisTested) and moment.step.is_gap)


def _listed(edges: list[int]) -> str:
    """Edges as the table names them; many are counted."""
    return f"{len(edges)} edges" if len(edges) > 4 else ", ".join(map(str, edges)) or "none"


def _goes_on(step: AxisStep, after: AxisStep | None) -> bool:
    """Whether a step and the one after it skip edges of one shape."""
    if not isinstance(step, AxisSkipped) or not isinstance(after, AxisSkipped):
        return False
    return step.axis.owner is after.axis.owner is not Owner.CLOSEST


def _known(moment: Moment[Searched]) -> str:
    """What the axes tested so far say."""
    tests = [step for step in moment.seen if isinstance(step, AxisTested)]
    where = "the first axis" if len(tests) == 1 else f"the {len(tests)} axes tested so far"
    return f"On {where} the projections {'touch or ' if any(t.is_touching for t in tests) else ''}overlap."


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
    def scenes(self) -> Mapping[str, Searched]:
        """None opens with a faulty rule: its name would answer what the first step asks."""
        block = convex(((1.95, -0.56), (1.91, 0.74), (-1.27, 0.47), (-1.38, -1.59)))
        roof = convex(((1.93, -0.62), (1.77, 0.62), (-1.13, 0.83), (-0.69, -1.15)))
        kite = convex(((1.75, 0.0), (0.0, 1.55), (-2.0, 0.95), (0.4, -1.85)))
        wall = convex(((0.0, -1.05), (1.95, -1.0), (2.1, 0.25), (0.0, 0.4)))
        tray = convex(((-1.34, -1.73), (0.27, -0.95), (2.62, 0.53), (-1.84, 1.56)))
        crate = convex(((1.88, -0.7), (2.18, 0.51), (-2.02, 0.93), (-1.31, -0.94)))
        return {
            "Corner in front of an edge": Searched(
                at(kite, *kite.centroid.tolist()), at(box(2.9, 2.0), 3.2, 0.05, -100)
            ),
            "Corner in an edge": Searched(at(block, -0.1, -0.2), at(box(2.1, 2.0), 2.32, 0.9, -68)),
            "Two quadrilaterals": Searched(at(roof, -0.09, -0.2, 12), at(box(3.1, 1.2), 2.29, -1.31, 30)),
            "Box on a slab": Searched(at(box(0.9, 2.6), -0.3, 0.0, 90), at(box(1.4, 1.7), 1.18, 1.078, 8)),
            "Just touching": Searched(at(box(1.5, 1.7), -0.75, 0.0), at(wall, *wall.centroid.tolist())),
            "Parallel edges": Searched(at(box(1.8, 1.3), -1.0, -0.2, 12), at(box(1.5, 1.0), 0.95, 0.6, 12)),
            "Contained": Searched(at(tray, -0.23, -0.05), at(box(1.0, 0.75), 0.2, 0.2, 10)),
            "Box and circle": Searched(at(box(3.0, 1.6), -1.0, 0.0, 13), at(circle(1.43), 2.16, -1.19)),
            "No early out": Searched(at(crate, -0.09, -0.2, 12), at(box(2.7, 1.3), 2.35, -1.76, 38), False),
        }

    compare = (
        Comparison(RAW, partial(faulty_search, faulty.raw_normals), costs, ERROR_4),
        Comparison(ONLY_A, partial(faulty_search, faulty.edges_of_a_only), costs),
        Comparison(FIRST_DECIDES, partial(faulty_search, faulty.first_overlap_decides), costs),
    )

    def run(self, scene: Searched) -> Trace[AxisStep, SeparatingAxis]:
        """Parallel edges that follow one another are told of at once, at the last of them."""
        trace = separating_axis.trace(scene.a.world, scene.b.world, early_out=scene.early_out)
        told = [i for i, (step, after) in enumerate(pairwise((*trace, None))) if not _goes_on(step, after)]
        steps, lines = tuple(trace.steps[i] for i in told), tuple(trace.lines[i] for i in told)
        return Trace(trace.function, steps, lines, trace.refusal, trace.answer)

    def table(self, moment: Moment[Searched], pages: Sequence[Page] | None = None) -> Table | None:
        """While the number of axes is asked, the first one has only one name; raw normals compare ℓ · s."""
        found = super().table(moment, pages)
        if found is None:
            return None
        if moment.index == 0 and is_count((self.page(moment) if pages is None else pages[0]).prediction):
            (step, row), *_ = found.rows
            name = named_edge(sat_figure.shown(moment))
            assert name is not None
            return replace(found, rows=((step, replace(row, cells=(f"{name.owner} {name.index}", *row.cells[1:]))),))
        return raw_table(moment, found) if moment.compare == RAW and not _asks(moment) else found

    def situation(self, moment: Moment[Searched]) -> str:
        """How the shapes stand, as soon as the search knows."""
        a, b = shapes_of(moment)
        if moment.is_last:
            best = moment.trace.result.best
            if best.is_gap and moment.scene.early_out and best.axis.edge is not None:  # the distance is not known
                return f"A and B are apart, by at least {tint(fixed(best.separation), Ink.GAP)}."
            return standing(a, b)
        gap_found = any(isinstance(step, AxisTested) and step.is_gap for step in moment.seen)
        return standing(a, b, numbers=False) if gap_found else _known(moment)

    def challenge(self, moment: Moment[Searched]) -> Challenge | None:
        """Counted when the search has ended: before, that would tell what it finds."""
        found, (a, b) = edges(moment), shapes_of(moment)
        sized = {"A": len(a.normals_xy), "B": len(b.normals_xy)}
        gaps = {
            owner: [ref.index for ref, test in found.items() if ref.owner == owner and test.is_gap] for owner in "AB"
        }
        one, other = "AB" if sized["A"] else "BA"
        if not sized[one]:
            return None  # two circles: no edge offers an axis
        names = " · ".join(f"{each} {_listed(gaps[each])}" for each in (one, other) if sized[each])
        is_told = moment.is_last or any(isinstance(step, AxisTested) and step.is_gap for step in moment.seen)
        now = f"edges with a gap: {names}" if is_told else ""
        if len(b.points_xy) == 1 and a.radius == 0.0:  # a circle
            is_at_vertex = xy_of(closest_points(a, b).on_a) == a.points_xy[0]
            return Challenge(
                "Place B apart from A so that only the axis from vertex 0 of A to B’s centre shows a gap.",
                is_at_vertex and separation(a, b) > rounding(a, b) and not gaps["A"],
                now,
                "Near a corner B can reach past the lines along both of its edges, and still not reach the corner.",
            )
        return Challenge(
            f"Place A and B so that an edge of {one} shows a gap, but no edge of {other} does.",
            bool(gaps[one]) and not gaps[other],
            now,
            f"An edge of {one} shows a gap where all of {other} lies in front of it. "
            f"Rotate {other} so that one of its corners points at the middle of that edge.",
        )
