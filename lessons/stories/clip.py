"""How clipping is told: the incident edge is cut at two side planes; what lies behind the reference edge stays."""

from __future__ import annotations

from typing import Any

import numpy as np

from geometry.contact.clipping import (
    ClipPoint,
    ClipStarted,
    FaceCompared,
    PointCut,
    PointsMerged,
    SidePlane,
)
from geometry.contact.manifold_points import Manifold
from geometry.sat.separating_axis import Owner
from lessons.stories import clip_figure
from lessons.stories.clip_state import (
    SHAPES,
    Clip,
    beyond,
    clip_of,
    end_name,
    height_at,
    height_ink,
    length_of,
    lowest_and_far,
    made_by,
    name,
    named,
    place_of,
    ref,
    steps_of,
    tolerance_of,
)
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.page import Claim, Page
from viz.lesson.story import Story
from viz.lesson.text import fixed, tint

EDGES = (
    "We want the **contact points**, where A and B push each other. **Clip** the **incident edge**: cut it at two "
    "**side planes**, perpendicular to the reference edge at $u$ and $v$."
)
PLANE = {
    "u": "The side plane of $u$, in 2D a line, is where $x$ = 0. Keep $x$ ≥ 0: beyond it the reference edge has "
    "ended.",
    "v": "The side plane of $v$ is where $x$ = $L$, the length of the reference edge. Keep the part with $x$ ≤ $L$.",
}
CUT = (
    "The end beyond the plane is cut off. The new end is where the edge crosses the side plane, not where it leaves "
    "the other shape."
)
LOST = "The whole edge lies beyond the side plane, and none of it crosses."
HEIGHT = (
    "The height $h$ of a point is the separation there: negative is depth. Keep points up to the margin "
    "$h_{\\max}$ in front of the reference edge: they may touch in the next frame."
)
CONTACTS = (
    "What is left are the contact points. Each has a **feature id**: the two features that made it. The id "
    "stays the same in small moves, so a solver finds the point again."
)
H_MAX = tint(r"$h_{\max}$", Ink.INTERFACE)
X_AND_H = r"x = (p-\examined{u})\cdot\examined{\hat t} \qquad \overlap{h} = (p-\examined{u})\cdot\examined{\hat n}"
STRAIGHT = r"\overlap{h} = \overlap{h_p} + \frac{%s-x_p}{x_q-x_p}\,(\overlap{h_q}-\overlap{h_p})"


class ClipStory(Story):
    """Tells the steps of `clip`, one by one or several as one, and the manifold that follows."""

    columns = ("state", "made by", "$x$", tint("$h$", Ink.OVERLAP))

    def stage(self, moment: Moment[Any]) -> str:
        match steps_of(moment.step)[-1]:
            case ClipStarted():
                return "Edges"
            case SidePlane() as plane:
                return f"Plane of {_end(plane)}"
            case PointCut() as cut:
                return f"Cut at {_end(cut.plane)}"
            case Manifold():
                return "Contacts"
            case _:
                return "Height"

    def page(self, moment: Moment[Any]) -> Page:
        """The page of a step of a clip; of a group, what all of its steps have done."""
        stage, clip, steps = self.stage(moment), clip_of(moment), steps_of(moment.step)
        if isinstance(steps[-1], Manifold):
            return _contacts(moment, stage, steps[-1], clip)
        assert clip is not None, "a clip's steps follow its start"
        match steps[-1]:
            case ClipStarted():
                return _edges(moment, stage, clip)
            case SidePlane() as plane:
                return _plane(moment, stage, clip, plane)
            case PointCut() as cut:
                return _cut(moment, stage, clip, cut)
            case _:
                return _height(moment, stage, clip, steps)

    def draw(self, canvas: Canvas, moment: Moment[Any]) -> None:
        """Both shapes, and the clip as far as it has come."""
        clip_figure.draw(canvas, moment)


def height(h: float) -> str:
    """A height in the ink of what it is: an overlap behind the edge, a gap in front of it."""
    return tint(f"**{fixed(h, sign=h > 0.0)}**", height_ink(h))


def h_of(h: float) -> str:
    """ "h = −0.32", tinted."""
    return f"{tint('$h$', height_ink(h))} = {height(h)}"


def _end(plane: SidePlane) -> str:
    return "u" if plane.along == 0.0 else "v"


def _row(page: Page, clip: Clip, state: str, p: ClipPoint, *, key: str = "") -> Page:
    """The table's row of a point, in the place of that of the end that it comes from."""
    number = tint(fixed(p.height, sign=p.height > 0.0), height_ink(p.height))
    feature = ref(clip.incident.owner, p.of_incident)
    made = made_by(clip, p, both=state == "contact")
    return page.row(state, made, fixed(p.along), number, feature=feature, key=key or clip.key(p))


def _edges(moment: Moment[Any], stage: str, clip: Clip) -> Page:
    page = Page(stage, EDGES, X_AND_H).claiming(
        Claim(
            "x and h of both ends",
            lambda: [(p.along, p.height) for p in clip.ends],
            lambda: [place_of(moment, clip.reference, p) for p in lowest_and_far(moment, clip)],
        )
    )
    for p in clip.ends:
        page = _row(page, clip, "end", p)
    return page.says(" ".join(f"{name(clip, p)} has $x$ = {fixed(p.along)} and {h_of(p.height)}." for p in clip.ends))


def _plane(moment: Moment[Any], stage: str, clip: Clip, plane: SidePlane) -> Page:
    """A side plane that cuts nothing, or is about to cut."""
    at, end, lost = _end(plane), end_name(plane.along), beyond(moment, plane)

    def is_beyond(p: ClipPoint) -> bool:
        x = place_of(moment, clip.reference, p.point)[0]
        return (x if at == "u" else length_of(moment, clip.reference) - x) < -tolerance_of(moment)

    page = Page(stage, PLANE[at], r"x \ge 0" if at == "u" else r"x \le L").claiming(
        Claim(
            f"cut: beyond the plane of {at}",
            lambda: [any(p is q for q in lost) for p in plane.points],
            lambda: [is_beyond(p) for p in plane.points],
        ),
        Claim("the length L", lambda: clip.reference.length, lambda: length_of(moment, clip.reference)),
    )
    if len(lost) == 1:
        page, words = _row(page, clip, "beyond", lost[0]), f"{name(clip, lost[0])} has $x$ = {fixed(lost[0].along)}"
        return page.says(f"{words}: beyond the side plane of {end}.")
    if lost:
        return page.says(f"Both ends lie beyond the side plane of {end}.")
    places = " and ".join(f"$x$ = {fixed(p.along)}" for p in plane.points)
    bound = "at least 0" if at == "u" else f"at most $L$ = {fixed(plane.along)}"
    words = f"{places} {'are' if len(plane.points) == 2 else 'is'} {bound}: no cut."
    return page.says(words if plane.points else "Nothing is left that this side plane could cut.")


def _cut(moment: Moment[Any], stage: str, clip: Clip, step: PointCut) -> Page:
    plane, cut = step.plane, step.cut
    if cut is None:
        claim = Claim("the whole edge lies beyond", lambda: len(beyond(moment, plane)), lambda: len(plane.points))
        return Page(stage, LOST).claiming(claim).says("Nothing of the incident edge is left.")
    is_straight = clip_figure.is_straight(clip, cut)
    page = Page(stage, CUT, STRAIGHT % ("0" if plane.along == 0.0 else "L") if is_straight else "").claiming(
        Claim("height of the cut", lambda: cut.height, lambda: height_at(moment, clip, plane.along)),
        Claim("place of the cut", lambda: place_of(moment, clip.reference, cut.point)[0], lambda: plane.along),
    )
    where = "It lies on the corner's arc."
    if is_straight:
        kept, off = (clip.reference.along(p) for p in clip_figure.kept_and_off(clip, plane))
        part = (plane.along - kept) / (off - kept)
        where = f"That is {fixed(part)} of the distance from $x_p$ to $x_q$."
    page = _row(page.says(f"Cut at $x$ = {fixed(cut.along)}, {h_of(cut.height)}. {where}"), clip, "new end", cut)
    return _row(page, clip, "cut off", step.lost, key=f"lost at {_end(plane)}")


def _height(moment: Moment[Any], stage: str, clip: Clip, steps: tuple[Any, ...]) -> Page:
    judged = [step for step in steps if isinstance(step, FaceCompared)]

    def is_low(p: ClipPoint) -> bool:
        return place_of(moment, clip.reference, p.point)[1] - tolerance_of(moment) <= float(moment.scene.margin)

    page = Page(stage, HEIGHT, r"\overlap{h} \le \interface{h_{\max}}").claiming(
        Claim(
            "kept: not higher than the margin",
            lambda: [step.is_kept for step in judged],
            lambda: [is_low(step.point) for step in judged],
        )
    )
    for step in judged:
        page = _row(page, clip, "kept" if step.is_kept else "too far in front", step.point)
    return page.says(_judged(clip, judged, steps[-1]))


def _judged(clip: Clip, judged: list[FaceCompared], last: Any) -> str:
    """What the test of heights said, of one point or of both."""
    if isinstance(last, PointsMerged):
        return "Both points lie at one place. They count as one, the deeper."
    if not judged:
        return "These points are the answer." if clip.judged else "No point is left of the incident edge."
    front = [step for step in judged if step.point.height > 0.0 and not _is_on(step)]
    if len(judged) == 2 and not front:
        first, second = (step.point.height for step in judged)
        where = "on" if all(map(_is_on, judged)) else "behind"
        return f"{h_of(first)} and {height(second)}: both ends are {where} the reference edge and stay."
    step = next(iter(front), judged[0])
    who, limit = f"{name(clip, step.point)}: {h_of(step.point.height)}", f"{H_MAX} = {fixed(step.margin)}"
    if not front:
        return f"{who}, {'on' if _is_on(step) else 'behind'} the reference edge. It stays."
    if step.is_kept:
        return f"{who}, in front of the reference edge, but at most {limit}. It stays."
    return f"{who}, in front of the reference edge by more than {limit}: no contact."


def _is_on(step: FaceCompared) -> bool:
    """Whether a point is on the reference edge, by the digits that are shown."""
    return fixed(abs(step.point.height)) == "0.00"


def _contacts(moment: Moment[Any], stage: str, found: Manifold, clip: Clip | None) -> Page:
    normal = np.asarray(found.normal) / float(np.hypot(*found.normal))
    page = Page(stage, CONTACTS).claiming(
        Claim(
            "p_B - p_A = s n",
            lambda: [p.on_b - p.on_a for p in found.points],
            lambda: [p.separation * normal for p in found.points],
        )
    )
    if not found.points:
        return page.says(f"A and B are {tint(f'**{fixed(found.separation)}**', Ink.GAP)} apart: no contact point.")
    if clip is not None:
        for p in clip_figure.contacts_of(moment):
            page = _row(page, clip, "contact", p)
    says = []
    for contact in found.points:
        first, second = zip(SHAPES, contact.id, strict=True)
        if found.reference is not None and found.reference.owner is Owner.A:
            first, second = second, first
        how = "and" if first[1].is_vertex and second[1].is_vertex else "on" if first[1].is_vertex else "cut at"
        says.append(f"{named(*first)} {how} {named(*second)}")
    return page.says(f"{'Two contacts' if len(says) == 2 else 'One contact'}: {', and '.join(says)}.")
