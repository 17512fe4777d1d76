"""Edge clipping: the incident edge, cut at two side planes, gives the contact points."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

from geometry import Manifold, manifold
from geometry.contact.clipping import Clipped, ClipStarted, FaceCompared, PointCut, PointKept, SidePlane
from geometry.contact.manifold_points import ManifoldPoint
from geometry.contact.reference import EdgeMeasured, ReferenceEdge
from geometry.faulty.clipping import manifold_without_face_test, manifold_without_side_planes
from geometry.faulty.manifold_by_crossing import manifold_by_crossing
from geometry.trace import Trace, grouped
from geometry.vector import Vector
from lessons.contact import dropped_figure
from lessons.contact.clip_predictions import asked, discarded, identified, least_margin, let_go
from lessons.contact.clip_scenes import HEIGHT, ONE, PLANES, Clipping, presets
from lessons.contact.dropped import STEP_TIME, TIME_STEPS, PointRule, Run, answers_at
from lessons.contact.dropped_words import LET_GO, let_go_page, so_far
from lessons.stories import clip_figure
from lessons.stories.clip import H_MAX, ClipStory
from lessons.stories.clip_state import beyond, clip_of, end_name, inside, on_clipped, outermost, steps_of, whole_run
from lessons.stories.reference import ReferenceStory
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, separation_ink
from viz.lesson.lesson import Clock, Comparison, Layout, Lesson, Moment, Pane, Preset, above, beside
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Challenge
from viz.lesson.story import Story
from viz.lesson.text import fixed, tint
from viz.lesson.times import seconds

SECONDS = 7.0  # that the time of what is let go is played in
BESIDE, OVER = 0.6, 1.4  # times as wide as the chart: the world; times as high as both: what is let go


@dataclass(frozen=True, slots=True, eq=False)
class Dropped:
    """The incident shape, let go on the reference edge: the last step of this lesson."""

    one: Run | None  # the deepest point only; None where nothing is let go
    two: Run | None


class EdgeClippingStory(ClipStory):
    """The clip with this lesson's predictions, and what is let go at its end."""

    def stage(self, moment: Moment[Any]) -> str:
        if isinstance(moment.step, Dropped):
            return LET_GO
        return "Edges" if _is_unclipped(moment) else super().stage(moment)

    def page(self, moment: Moment[Any]) -> Page:
        if isinstance(moment.step, Dropped):
            return let_go_page(moment)
        if _is_unclipped(moment):
            return _nothing_to_clip(moment)
        page = super().page(moment)
        if moment.parent is not None:
            return page
        if isinstance(steps_of(moment.step)[-1], ClipStarted):
            return page.asks(asked(moment), known=_situation(moment))
        if moment.compare:
            return page
        if isinstance(moment.step, Manifold):
            return page.asks(let_go(moment), known=_count(_result(moment)))
        if isinstance(steps_of(moment.step)[-1], Clipped):
            return page.asks(least_margin(moment) or identified(moment), known=_situation(moment))
        if moment.next is not None and isinstance(steps_of(moment.next)[-1], Clipped):
            return page.asks(discarded(moment), known="What is left lies between the two side planes.")
        return page

    def draw(self, canvas: Canvas, moment: Moment[Any]) -> None:
        is_last = isinstance(moment.step, Dropped)
        clip_figure.draw(canvas, moment.at(moment.index - 1) if is_last else moment, is_small=is_last)


class EdgeClipping(Lesson[Clipping]):
    id = "edge-clipping"
    title = "Edge clipping"
    source = "Rounding collider corners"
    summary = "The incident edge, cut at two side planes, gives the contact points on which a body rests."
    terms: ClassVar[tuple[str, ...]] = ("side plane", "clip", "feature id")
    builds_on: ClassVar[tuple[str, ...]] = ("reference-and-incident",)
    story = EdgeClippingStory()
    search = ReferenceStory()

    @property
    def scenes(self) -> dict[str, Clipping | Preset[Clipping]]:
        return presets()

    compare = (
        Comparison(
            ONE,
            lambda scene: manifold_by_crossing(scene.a.world, scene.b.world),
            lambda moment: bool(_wrong(moment)),
            "Error 11 of *Rounding collider corners*",
        ),
        Comparison(
            HEIGHT,
            lambda scene: manifold_without_face_test(scene.a.world, scene.b.world),
            lambda moment: bool(_wrong(moment)),
            "Error 5 of *Rounding collider corners*",
        ),
        Comparison(
            PLANES,
            lambda scene: manifold_without_side_planes(scene.a.world, scene.b.world, scene.margin),
            lambda moment: bool(_wrong(moment)),
        ),
    )

    def run(self, scene: Clipping) -> Trace[Any, Manifold]:
        """The manifold's trace in at most seven steps, and what is let go."""
        told = _told(manifold.trace(scene.a.world, scene.b.world, margin=scene.margin))
        rules = PointRule.DEEPEST, PointRule.TWO_POINTS
        one, two = (None if scene.start is None else scene.drop(rule) for rule in rules)
        steps, lines = (*told.steps, Dropped(one, two)), (*told.lines, (answers_at(),))
        return Trace(told.function, steps, lines, told.refusal, told.answer)

    @cached_property
    def layout(self) -> Layout:
        heads = dropped_figure
        first = Pane("first", "", heads.draw_first, headed=heads.head_of_first, ink=heads.ink_of_first)
        second = Pane("second", "", heads.draw_second, headed=heads.head_of_second)
        chart = Pane("chart", "", heads.draw_chart, headed=heads.head_of_chart, axes=heads.axes_of, follows_time=True)
        return beside(Pane("World", "", self._world, is_world=True), above(beside(first, second), chart))

    def layout_at(self, moment: Moment[Clipping]) -> Layout:
        """The shapes alone until they have contacts; beside them what is asked about; then both that are let go, the
        shapes small below them."""
        world, first, second, chart = self.panes
        if moment.parent is not None:
            return world
        if isinstance(moment.step, Manifold) and not moment.compare and let_go(moment) is not None:
            return beside(replace(world, share=1.3), first)
        if not isinstance(moment.step, Dropped) or moment.step.two is None:
            return world
        return above(beside(first, second, share=OVER), beside(replace(world, share=BESIDE), chart))

    def story_of(self, moment: Moment[Clipping]) -> Story:
        in_search = moment.parent is not None and isinstance(moment.trace.steps[0], EdgeMeasured)
        return self.search if in_search else self.story

    def clock(self, moment: Moment[Clipping]) -> Clock | None:
        if not isinstance(moment.step, Dropped) or moment.step.two is None:
            return None
        return Clock(SECONDS, plays_on_entry=True, starts_over=True, told=seconds(TIME_STEPS * STEP_TIME))

    def situation(self, moment: Moment[Clipping]) -> str:
        return _situation(moment)

    def challenge(self, moment: Moment[Clipping]) -> Challenge:
        cut = [step for step in whole_run(moment, FaceCompared) if step.point.of_reference.is_vertex]
        highest = max((step.point.height for step in cut), default=None)
        return Challenge(
            "Find a pose in which the cut makes a new end, and the new end is then **too far in front**.",
            any(not step.is_kept for step in cut),
            "nothing is cut" if highest is None else f"cut at height {fixed(highest, sign=highest > 0.0)}",
            "The new end must be in front of the reference edge, by more than the margin.",
        )

    def _world(self, canvas: Canvas, moment: Moment[Clipping]) -> None:
        """The shapes with what is left of the incident edge."""
        self.draw_told(canvas, moment)
        if moment.faulty is not None and not moment.is_open:
            _ghost(canvas, moment)


def _told(trace: Trace[Any, Manifold]) -> Trace[Any, Manifold]:
    """The search as one step, each side plane and each cut, all heights as one step."""
    kept = [i for i, step in enumerate(trace) if not isinstance(step, PointKept)]
    steps, lines = tuple(trace.steps[i] for i in kept), tuple(trace.lines[i] for i in kept)
    started = next((i for i, step in enumerate(steps) if isinstance(step, ClipStarted)), len(steps) - 2)
    groups = [range(started + 1)]
    if isinstance(steps[started], ClipStarted):
        heights = next(i for i, step in enumerate(steps) if isinstance(step, FaceCompared | Clipped))
        groups.append(range(heights, len(steps) - 1))
    return grouped(Trace(trace.function, steps, lines, trace.refusal, trace.answer), groups)


def _result(moment: Moment[Any]) -> Manifold:
    found: Manifold = outermost(moment).trace.result
    return found


# What is said besides the clip.


def _is_unclipped(moment: Moment[Any]) -> bool:
    """Whether the search found no two edges to clip."""
    return clip_of(moment) is None and not isinstance(moment.step, Manifold)


def _nothing_to_clip(moment: Moment[Any]) -> Page:
    found = _result(moment)
    page = Page("Edges", "Clipping needs two edges that overlap. Here there is nothing to clip.")
    if found.points:
        return page.says("Two corners are nearest to each other: the contact is a single point.").claiming(
            Claim("one point", lambda: len(found.points), lambda: 1)
        )
    return page.says(f"{_overlap(moment)} No edges are to be clipped.").claiming(
        Claim("apart", lambda: found.separation > 0.0, lambda: True)
    )


def _overlap(moment: Moment[Any]) -> str:
    s = _result(moment).separation
    if fixed(abs(s)) == "0.00":
        return "A and B just touch."
    number = tint(f"**{fixed(abs(s))}**", separation_ink(s))
    return f"A and B are {number} apart." if s > 0.0 else f"A and B overlap by {number}."


def _situation(moment: Moment[Clipping]) -> str:
    clip, last, found = clip_of(moment), steps_of(moment.step)[-1], _result(moment)
    if isinstance(last, Dropped):
        return so_far(moment) or _overlap(moment)
    if moment.faulty is not None and isinstance(last, Manifold) and _wrong(moment):
        return _fault(moment)
    if clip is None or not found.points:
        return _overlap(moment)
    if not clip.planes:
        radius = clip.incident.radius
        outer = f" The edges of a rounded shape lie {fixed(radius)} outside its vertices." if radius else ""
        return f"{_overlap(moment)}{outer}"
    if not isinstance(last, SidePlane | PointCut):
        return _count(found)
    if len(clip.cuts) == 2:
        return "Both ends of the incident edge are cut off."
    lost = beyond(moment, clip.planes[-1])
    if lost and not isinstance(last, PointCut):
        reach = fixed(-inside(clip.planes[-1], lost[0]))
        return f"The incident edge reaches {reach} beyond the side plane of {end_name(clip.planes[-1].along)}."
    if clip.cuts:
        return "One end of the incident edge is cut off."
    which = "the side planes" if len(clip.planes) == 2 else f"the side plane of {end_name(clip.planes[0].along)}"
    return f"No end of the incident edge lies beyond {which}."


def _count(found: Manifold) -> str:
    """How many points lie behind the reference edge, and how deep."""
    low = sorted(p.separation for p in found.points if p.separation <= found.tolerance)
    high = [p.separation for p in found.points if p.separation > found.tolerance]
    depths = [tint(f"**{fixed(-s)}**", Ink.OVERLAP) for s in low]
    if not low:
        return f"A and B are {tint(fixed(found.separation), Ink.GAP)} apart."
    if all(fixed(s) == "0.00" for s in low):
        return f"{'Two points touch' if len(low) == 2 else 'One point touches'} the reference edge."
    if len(low) == 2:
        both = f"both {depths[0]}" if depths[0] == depths[1] else f"{depths[0]} and {depths[1]}"
        return f"Two points lie behind the reference edge, {both} deep."
    front = "".join(
        f" A second point, {tint(fixed(s), Ink.GAP)} in front of the reference edge, is kept." for s in high
    )
    return f"One point lies behind the reference edge, {depths[0]} deep.{front}"


# The comparisons.


def _wrong(moment: Moment[Any]) -> list[tuple[ManifoldPoint, bool]]:
    """Points that only one of the two answers has, each with whether it is the faulty one."""
    right, faulty = _result(moment), moment.faulty
    if faulty is None or right.reference is None:
        return []
    mine, other = {p.id for p in right.points}, {p.id for p in faulty.points}
    extra = [(p, True) for p in faulty.points if p.id not in mine]
    return extra + [(p, False) for p in right.points if p.id not in other]


def _error(reference: ReferenceEdge, p: Vector) -> tuple[float, str]:
    """How far a point that is no contact is from the reference edge, and on which side of it."""
    x, h = reference.along(p), reference.height(p)
    beside_edge = max(-x, x - reference.length)
    return (beside_edge, "beside") if beside_edge > h else (h, "in front")


def _fault(moment: Moment[Any]) -> str:
    """What the other answer does wrong, in a sentence."""
    reference, extra = _result(moment).reference, [p for p, is_extra in _wrong(moment) if is_extra]
    if moment.compare == ONE or reference is None or not extra:
        words = "the second contact is missing, and nothing keeps the body from rotating about the first."
    else:
        error, where = max(_error(reference, on_clipped(reference, p)) for p in extra)
        limit = f"more than {H_MAX} = {fixed(float(moment.scene.margin))}"
        why = "where the reference edge has ended" if where == "beside" else limit
        words = f"a contact lies {fixed(error)} {where}{' of' * (where != 'beside')} the reference edge, {why}."
    return tint(f"{str(moment.compare).capitalize()}: {words}", Ink.FAULTY)


def _ghost(canvas: Canvas, moment: Moment[Any]) -> None:
    """The faulty answer's points, ringed in pink, and what is wrong with them; where all is small no words."""
    reference, is_small = _result(moment).reference, isinstance(moment.step, Dropped)
    if reference is None:
        return
    for p in moment.faulty.points:
        at = on_clipped(reference, p)
        marks.circle(canvas, at, 11.0 * canvas.pixel, Ink.FAULTY, Line.DOTTED)
        if moment.compare == ONE and not is_small and len(moment.faulty.points) == 1 and _wrong(moment):
            canvas.label("the only contact", at, Ink.FAULTY, toward=reference.normal)
    if moment.compare == ONE and _wrong(moment):
        _crossing(canvas, moment)
    for p, is_extra in _wrong(moment):
        at = on_clipped(reference, p)
        if is_extra:
            error, where = _error(reference, at)
            words = f"error {fixed(error)}\n{where}{' the edge' * (where == 'beside')}"
            side = 1.0 if reference.height(at) > 0.0 else -1.0
            marks.cross(canvas, at, "" if is_small else words, Ink.FAULTY, toward=side * reference.normal)
        elif moment.compare == ONE and isinstance(moment.step, Manifold):
            side = 1.0 if reference.along(at) > 0.5 * reference.length else -1.0
            aside = side * reference.tangent + 0.6 * reference.normal
            canvas.label("1 of 2 points\nmissing", at, Ink.FAULTY, toward=aside, leader=True)


def _crossing(canvas: Canvas, moment: Moment[Any]) -> None:
    """Where both edges cross, for which that rule keeps one point alone."""
    clip = clip_of(moment)
    if clip is None:  # the edges are not known yet
        return
    ends = clip.incident.deep_outer, clip.incident.far_outer
    low, high = (clip.reference.height(p) for p in ends)
    at = ends[0] + low / (low - high) * (ends[1] - ends[0])
    canvas.dot(at, Ink.FAULTY, Point.FILLED)
    canvas.label("edges cross", at, Ink.FAULTY, toward=clip.reference.normal, leader=True)
