"""Edge clipping: the incident edge, cut at two side planes, gives the contact points."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from geometry import Manifold, box, convex, manifold, rounded
from geometry.contact.clipping import Clipped, ClipPoint, ClipStarted, FaceCompared, PointCut, PointKept, SidePlane
from geometry.contact.manifold_points import CenterQueried, ManifoldPoint
from geometry.contact.reference import EdgeMeasured, ReferenceEdge
from geometry.faulty.clipping import manifold_without_face_test, manifold_without_side_planes
from geometry.faulty.manifold_by_crossing import manifold_by_crossing
from geometry.faulty.resting import PointRule
from geometry.sat.separating_axis import Owner
from geometry.tolerance import CONTACT_MARGIN, smaller_size
from geometry.trace import Trace, grouped
from geometry.vector import Vector
from lessons.contact import dropped
from lessons.contact.clip_predictions import clicked, placed
from lessons.contact.dropped import Run
from lessons.stories.clip import ClipStory
from lessons.stories.clip_state import clip_of, judgements, steps_of
from lessons.stories.reference import ReferenceStory
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, separation_ink
from viz.lesson.lesson import Clock, Comparison, Layout, Lesson, Moment, Pane, Preset, above, beside
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Challenge
from viz.lesson.scene import Body, TwoShapes, at, slider
from viz.lesson.story import Story
from viz.lesson.text import fixed, tint

ONE, FACE, PLANES = "one crossing point", "no face test", "no side planes"
SECONDS = 5.0  # that the boxes' 0.67 s are played in
AT_REST = "Why keep the second point? With one point a box turns over it. Two points hold it still."


@dataclass(frozen=True, eq=False)
class Clipping(TwoShapes):
    margin: float = slider("Margin in front of face", 0.0, 10.0, 100.0 * CONTACT_MARGIN, "%", 1)
    tilt: float = slider("Tilt of the dropped box", 0.5, 4.0, 2.0, "°", 1)

    @property
    def height(self) -> float:
        """The margin as a length."""
        return self.margin / 100.0 * smaller_size(self.a.world, self.b.world)

    def drop(self, rule: PointRule) -> Run:
        return dropped.dropped(round(self.tilt, 1), rule)


@dataclass(frozen=True, slots=True, eq=False)
class Dropped:
    """A box set down under either rule: the last step of this lesson."""

    one: Run  # one point where the edges cross
    two: Run


class EdgeClippingStory(ClipStory):
    """The clip with this lesson's predictions, and the dropped boxes at its end."""

    def page(self, moment: Moment[Any]) -> Page:
        if isinstance(moment.step, Dropped):
            return _at_rest(moment.step)
        if isinstance(steps_of(moment.step)[-1], CenterQueried | EdgeMeasured):
            return _nothing_to_clip(moment)
        page = super().page(moment)
        if moment.parent is not None or moment.compare:
            return page
        if isinstance(steps_of(moment.step)[-1], ClipStarted):
            return page.asks(placed(moment), known=_overlap(moment))
        following = () if moment.next is None else steps_of(moment.next)
        if following and isinstance(following[-1], Clipped):
            return page.asks(clicked(moment), known="The incident edge lies between the two side planes.")
        return page

    def draw(self, canvas: Canvas, moment: Moment[Any]) -> None:
        if isinstance(moment.step, Dropped):
            moment = moment.at(moment.index - 1)  # the world shows the contacts
        super().draw(canvas, moment)


class EdgeClipping(Lesson[Clipping]):
    id = "edge-clipping"
    title = "Edge clipping"
    source = "Rounding collider corners"
    summary = "The incident edge, cut at two side planes, gives the points that hold a body."
    terms: ClassVar[tuple[str, ...]] = ("side plane", "clip", "reference face", "feature id")
    builds_on: ClassVar[tuple[str, ...]] = ("reference-and-incident",)
    story = EdgeClippingStory()
    search = ReferenceStory()

    @property
    def scenes(self) -> dict[str, Clipping | Preset[Clipping]]:
        return _presets()

    compare = (
        Comparison(
            ONE,
            lambda scene: manifold_by_crossing(scene.a.world, scene.b.world),
            lambda moment: _differs(moment),
            "Error 11 of *Rounding collider corners*",
        ),
        Comparison(
            FACE,
            lambda scene: manifold_without_face_test(scene.a.world, scene.b.world),
            lambda moment: _differs(moment),
            "Error 5 of *Rounding collider corners*",
        ),
        Comparison(
            PLANES,
            lambda scene: manifold_without_side_planes(scene.a.world, scene.b.world, scene.height),
            lambda moment: _differs(moment),
        ),
    )

    def run(self, scene: Clipping) -> Trace[Any, Manifold]:
        """The manifold's trace in at most seven steps, and the dropped boxes."""
        trace = manifold.trace(scene.a.world, scene.b.world, margin=scene.height)
        told = grouped(trace, list(_groups(trace)))
        one, two = scene.drop(PointRule.CROSSING), scene.drop(PointRule.TWO_POINTS)
        steps, lines = (*told.steps, Dropped(one, two)), (*told.lines, (two.line,))
        return Trace(told.function, steps, lines, told.refusal, told.answer)

    @property
    def layout(self) -> Layout:
        drawn = f"tilts drawn {dropped.EXAGGERATED:.0f}×"
        return beside(
            Pane("World", "World", self._world, is_world=True, share=2.0),
            above(
                Pane("One point", "One point", self._one, note=f"where the edges cross · {drawn}"),
                Pane("Two points", "Two points", self._two, note=f"of the clipped edge · {drawn}"),
            ),
        )

    def story_of(self, moment: Moment[Clipping]) -> Story:
        in_search = moment.parent is not None and isinstance(moment.trace.steps[0], EdgeMeasured)
        return self.search if in_search else self.story

    def clock(self, moment: Moment[Clipping]) -> Clock | None:
        return Clock(SECONDS, plays_on_entry=True) if isinstance(moment.step, Dropped) else None

    def situation(self, moment: Moment[Clipping]) -> str:
        return _situation(moment)

    def challenge(self, moment: Moment[Clipping]) -> Challenge:
        cut = [step for step in judgements(moment) if step.point.of_reference.is_vertex]
        highest = max((step.point.height for step in cut), default=None)
        now = "nothing is cut" if highest is None else f"cut at h = {fixed(highest, sign=True)}"
        return Challenge(
            "Find a pose in which a point is cut at a side plane **and then** discarded.",
            any(not step.is_kept for step in cut),
            now,
            "The cut point must be in front of the face.",
        )

    def _world(self, canvas: Canvas, moment: Moment[Clipping]) -> None:
        self.story_of(moment).draw(canvas, moment)
        if moment.faulty is not None:
            _ghost(canvas, moment)

    def _one(self, canvas: Canvas, moment: Moment[Clipping]) -> None:
        _box(canvas, moment, PointRule.CROSSING)

    def _two(self, canvas: Canvas, moment: Moment[Clipping]) -> None:
        _box(canvas, moment, PointRule.TWO_POINTS)


def _groups(trace: Trace[Any, Any]) -> Any:
    """The search; each side plane, a cut apart from it; the face test."""
    start = next((i for i, step in enumerate(trace) if isinstance(step, ClipStarted)), None)
    if start is None:
        yield range(len(trace) - 1)
        return
    yield range(start + 1)
    planes = [i for i, step in enumerate(trace) if isinstance(step, SidePlane)]
    face = next(i for i, step in enumerate(trace) if isinstance(step, FaceCompared | Clipped))
    for first, end in itertools.pairwise((*planes, face)):
        if any(isinstance(step, PointCut) for step in trace.steps[first:end]):
            yield range(first, first + 1)
            yield range(first + 1, end)
        else:
            yield range(first, end)
    yield range(face, len(trace) - 1)


def _result(moment: Moment[Any]) -> Manifold:
    while moment.parent is not None:
        moment = moment.parent
    found: Manifold = moment.trace.result
    return found


# What is said besides the clip.


def becomes(run: Run) -> str:
    after = run.rests_after
    return f"rocks for ever by {fixed(run.swing)}°" if after is None else f"at rest after {fixed(after)} s"


def _at_rest(step: Dropped) -> Page:
    one, two = tint("One crossing point", Ink.FAULTY), becomes(step.two)
    page = Page("At rest", AT_REST).says(f"{one}: {becomes(step.one)}. **Two points**: {two}.")
    return page.claiming(
        Claim("the swing is that of the last tilts", lambda: step.one.swing, lambda: _swing(step.one)),
        Claim("two points hold the box level", lambda: abs(step.two.tilt_at(1.0)) < 1e-4, lambda: True),
    )


def _swing(run: Run) -> float:
    """Anew, from the poses that the steps hold."""
    late = [step.pose.angle for step in run.steps[-max(1, len(run.steps) // 4) :]]
    swing = max(late) - min(late)
    return 0.0 if swing <= 1e-6 else swing * 180.0 / math.pi


def _nothing_to_clip(moment: Moment[Any]) -> Page:
    found = _result(moment)
    page = Page("Edges", "Clipping needs two edges that overlap. Here there is nothing to clip.")
    if found.points:
        return page.says("One of the shapes is a circle: its contact is a single point.").claiming(
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
    clip, last = clip_of(moment), steps_of(moment.step)[-1]
    found = _result(moment)
    if isinstance(last, Dropped):
        return f"A box on one crossing point {_rocks(last.one)}. On two points it {_rocks(last.two)}."
    if clip is None or clip.plane is None or not found.points:
        return _overlap(moment)
    if isinstance(last, SidePlane | PointKept | PointCut):
        if clip.cuts:
            ends = "Both ends" if len(clip.cuts) > 1 else "One end"
            return f"{ends} of the incident edge {'are' if len(clip.cuts) > 1 else 'is'} cut off."
        beyond = [p for p in clip.plane.points if _inside(clip.plane, p) < 0.0]
        if beyond:
            return f"The incident edge reaches {fixed(-_inside(clip.plane, beyond[0]))} beyond the side plane."
        return "No end of the incident edge lies beyond the side planes so far."
    return _count(found)


def _inside(plane: SidePlane, p: ClipPoint) -> float:
    return p.along if plane.along == 0.0 else plane.along - p.along


def _rocks(run: Run) -> str:
    return "rocks for ever" if run.rests_after is None else "comes to rest"


def _count(found: Manifold) -> str:
    """How many points lie behind the reference edge, and how deep."""
    low = [p.separation for p in found.points if p.separation <= found.tolerance]
    high = [p.separation for p in found.points if p.separation > found.tolerance]
    depths = [tint(f"**{fixed(-s)}**", Ink.OVERLAP) for s in sorted(low)]
    if low and all(fixed(s) == "0.00" for s in low):
        return f"{'Two points touch' if len(low) == 2 else 'One point touches'} the reference edge."
    front = "".join(f" A second point, {tint(fixed(s), Ink.GAP)} in front of it, is kept." for s in high)
    if not low:
        return _apart(found)
    if len(low) == 2:
        both = f"both {depths[0]}" if depths[0] == depths[1] else f"{depths[0]} and {depths[1]}"
        return f"Two points lie behind the reference edge, {both} deep."
    return f"One point lies behind the reference edge, {depths[0]} deep.{front}"


def _apart(found: Manifold) -> str:
    return f"A and B are {tint(fixed(found.separation), Ink.GAP)} apart."


# The comparisons.


def _differs(moment: Moment[Any]) -> bool:
    return bool(_wrong(moment))


def _wrong(moment: Moment[Any]) -> list[tuple[Any, bool]]:
    """Points that only one of the two answers has, each with whether it is the faulty one."""
    right, faulty = _result(moment), moment.faulty
    if faulty is None or right.reference is None:
        return []
    key: Callable[[Any], tuple[float, float]] = lambda p: (round(float(p.point[0]), 7), round(float(p.point[1]), 7))  # noqa: E731
    mine, other = {key(p): p for p in right.points}, {key(p): p for p in faulty.points}
    extra = [(p, True) for k, p in other.items() if k not in mine]
    return extra + [(p, False) for k, p in mine.items() if k not in other]


def _ghost(canvas: Canvas, moment: Moment[Any]) -> None:
    """The faulty answer's points in pink, with how wrong they are."""
    reference = _result(moment).reference
    if reference is None:
        return
    for p in moment.faulty.points:
        marks.circle(canvas, _clipped(reference, p), 9.0 * canvas.pixel, Ink.FAULTY, Line.DOTTED)
    for p, is_extra in _wrong(moment):
        on = _clipped(reference, p)
        x, h = reference.along(on), reference.height(on)
        beside_edge = max(-x, x - reference.length)
        if not is_extra:
            if moment.compare == ONE:
                marks.cross(canvas, on, "error: 1 of 2 points", Ink.FAULTY, toward=reference.normal)
        elif beside_edge > h:
            words = f"error {fixed(beside_edge)} beside the edge"
            marks.cross(canvas, on, words, Ink.FAULTY, toward=reference.normal)
        else:
            marks.cross(canvas, on, f"error {fixed(h)} in front", Ink.FAULTY, toward=reference.normal)


def _clipped(reference: ReferenceEdge, p: ManifoldPoint) -> Vector:
    """The end of a contact point on the incident edge."""
    return p.on_b if reference.owner is Owner.A else p.on_a


def _box(canvas: Canvas, moment: Moment[Clipping], rule: PointRule) -> None:
    run = moment.scene.drop(rule)
    time = moment.time if isinstance(moment.step, Dropped) and moment.parent is None else None
    dropped.draw(canvas, run, time, becomes(run), Ink.FAULTY if run.rests_after is None else Ink.TEXT)


# Scenes.


def _crate(x: float, y: float, degrees: float) -> Body:
    return at(box(2.0, 0.9), x, y, degrees)


def _tall(x: float, y: float, degrees: float) -> Body:
    """A crate with the same lower edge, 1.3 high."""
    angle = math.radians(degrees)
    return at(box(2.0, 1.3), x - 0.2 * math.sin(angle), y + 0.2 * math.cos(angle), degrees)


def _presets() -> dict[str, Clipping | Preset[Clipping]]:
    floor = at(box(3.4, 0.9), 0.0, -0.45)
    near = at(box(2.6, 1.2), 0.4, -0.6)  # with the same right half of the reference edge
    wedge = convex(((-0.9, -0.6), (1.0, -0.6), (0.1, 1.1)))
    soft = rounded(box(1.8, 0.5), 0.2)
    flat = Clipping(floor, _crate(0.4, 0.455, 0.8), margin=2.0)
    return {
        "Overhang": Clipping(near, _tall(1.3, 0.28, 9.0)),
        "One point discarded": Clipping(near, _tall(0.2, 0.45, 14.0)),
        "Nearly flat": Preset(flat, ONE, _contacts_of),
        "Lying flat": Clipping(floor, _crate(0.3, 0.43, 0.0)),
        "Cut at both side planes": Clipping(at(box(1.6, 0.9), 0.1, -0.45), at(box(3.4, 0.8), 0.0, 0.2)),
        "Corner down": Clipping(floor, at(wedge, 0.2, 0.75, 150.0)),
        "Rounded": Clipping(at(soft, -0.45, -0.4), at(soft, 0.6, 0.32, 12.0)),
        "Just touching": Clipping(floor, _crate(0.6, 0.45, 0.0)),
    }


def _contacts_of(trace: Trace[Any, Any]) -> int:
    return next(i for i, step in enumerate(trace) if isinstance(step, Manifold))
