"""How clipping is told: the incident edge is cut at two side planes; what lies behind the reference face stays."""

from __future__ import annotations

from typing import Any

import numpy as np

from geometry.contact.clipping import (
    Clipped,
    ClipPoint,
    ClipStarted,
    FaceCompared,
    PointCut,
    PointKept,
    PointsMerged,
    SidePlane,
)
from geometry.contact.manifold_points import Manifold
from lessons.stories import clip_figure
from lessons.stories.clip_state import (
    Clip,
    answer_of,
    clip_of,
    contact_name,
    end_name,
    frame_of,
    height_at,
    ink_of,
    lowest_and_far,
    made_by,
    name,
    on_arc,
    ref,
    steps_of,
    tolerance_of,
    verdicts,
)
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.page import Claim, Page
from viz.lesson.story import Story
from viz.lesson.text import fixed, listed, tint

EDGES = (
    "The contact lies where the incident edge is next to the reference edge **and** behind it. Three lines cut it "
    "out."
)
PLANE = {
    "u": "A **side plane** stands on each end of the reference edge. Keep what has $x$ ≥ 0.",
    "v": f"The other side plane stands on the end {end_name('v')}, at the length $L$. Keep what has $x$ ≤ $L$.",
}
CUT = "The edge crosses the side plane. That crossing point replaces the end that was cut off."
LOST = "The whole edge lies beyond the side plane, and none of it crosses."
FACE = "Of what is left, keep the points behind the **reference face**. Their height is the separation there."
CONTACTS = "What is left are the contact points. Each has a **feature id**: the two features that made it."
X_AND_H = r"x = (p-\examined{u})\cdot\examined{\hat t} \qquad \overlap{h} = (p-\examined{u})\cdot\examined{\hat n}"
STRAIGHT = r"\overlap{h} = h_1 + \frac{%s-x_1}{x_2-x_1}\,(h_2-h_1)"
ARC = r"\overlap{h} = h_c - \sqrt{r^2 - (%s-x_c)^2}"


class ClipStory(Story):
    """Tells the steps of `clip`, one by one or several as one, and the manifold that follows."""

    columns = ("point", "made by", "$x$", tint("$h$", Ink.OVERLAP))

    def page(self, moment: Moment[Any]) -> Page:
        """The page of a step of a clip; of a group, what all of its steps have done."""
        steps, clip = steps_of(moment.step), clip_of(moment)
        if isinstance(steps[-1], Manifold):
            return _contacts(moment, steps[-1], clip)
        assert clip is not None, "a clip's steps follow its start"
        cuts = [step for step in steps if isinstance(step, PointCut)]
        match steps[-1]:
            case ClipStarted():
                return _edges(moment, clip)
            case PointCut() | PointKept() if cuts:
                return _cut(moment, clip, cuts)
            case SidePlane() | PointKept():
                return _plane(moment, clip, steps)
            case step:
                assert isinstance(step, FaceCompared | PointsMerged | Clipped)
                return _face(moment, clip, steps)

    def draw(self, canvas: Canvas, moment: Moment[Any]) -> None:
        """Both shapes, and the clip as far as it has come."""
        clip_figure.draw(canvas, moment)


def height(h: float) -> str:
    """A height in the ink of what it is: an overlap behind the face, a gap in front of it."""
    return tint(f"**{fixed(h, sign=h > 0.0)}**", separation_ink(h))


def h_of(h: float) -> str:
    """ "h = −0.32", tinted."""
    return f"{tint('$h$', separation_ink(h))} = {height(h)}"


def plane_name(plane: SidePlane) -> str:
    return "u" if plane.along == 0.0 else "v"


def with_row(page: Page, clip: Clip, state: str, p: ClipPoint, key: str) -> Page:
    """The table's row of a point, in the place of that of the end it comes from."""
    return page.row(
        state,
        made_by(clip, p),
        fixed(p.along),
        tint(fixed(p.height, sign=p.height > 0.0), separation_ink(p.height)),
        ink=ink_of(clip.incident.owner),
        feature=ref(clip.incident.owner, p.of_incident),
        key=key,
    )


def _keys(clip: Clip) -> list[str]:
    """Of the points that are left: which end of the incident edge each stands for."""
    lost = {id(cut.lost): cut.cut for cut in clip.cuts}
    keys = []
    for key, end in zip(("deeper", "far"), clip.ends, strict=True):
        point: ClipPoint | None = end
        while point is not None and id(point) in lost:
            point = lost[id(point)]
        if point is not None:
            keys.append(key)
    return keys


def _end_of(clip: Clip, p: ClipPoint) -> str:
    """The key of the end of the incident edge that a lost point stood for."""
    lost = {id(cut.lost): cut.cut for cut in clip.cuts}
    point: ClipPoint | None = clip.ends[0]
    while point is not None:
        if point is p:
            return "deeper"
        point = lost.get(id(point))
    return "far"


def _edges(moment: Moment[Any], clip: Clip) -> Page:
    first, second = clip.ends
    frame = frame_of(moment, clip.reference)
    page = Page("Edges", EDGES, X_AND_H)
    page = page.claiming(
        Claim(
            "x and h of both ends",
            lambda: [(p.along, p.height) for p in clip.ends],
            lambda: [(frame.x(p), frame.h(p)) for p in lowest_and_far(moment, clip)],
        )
    )
    ends = " and ".join(f"$x$ = {fixed(p.along)}, {h_of(p.height)}" for p in (first, second))
    page = page.says(f"Ends of edge {clip.incident.edge}: {ends}.")
    return with_row(with_row(page, clip, "end", first, "deeper"), clip, "end", second, "far")


def _plane(moment: Moment[Any], clip: Clip, steps: tuple[Any, ...]) -> Page:
    """A side plane that cuts nothing, or is about to cut; or one point that it keeps."""
    plane = steps[0].plane if isinstance(steps[0], PointKept) else steps[0]
    at = plane_name(plane)
    frame = frame_of(moment, clip.reference)
    found = verdicts(moment, plane)
    tolerance = tolerance_of(moment)
    page = Page(f"Plane of {at}", PLANE[at], r"x \ge 0" if at == "u" else r"x \le L").claiming(
        Claim(
            f"kept: on the inner side of the plane of {at}",
            lambda: [isinstance(each, PointKept) for each in found],
            lambda: [
                (frame.x(p.point) if at == "u" else frame.length - frame.x(p.point)) >= -tolerance
                for p in plane.points
            ],
        ),
        Claim("the length L", lambda: clip.reference.length, lambda: frame.length),
    )
    bound = "$x$ ≥ 0" if at == "u" else f"$x$ ≤ {fixed(plane.along)}"
    if len(steps) == 1 and isinstance(steps[0], PointKept):
        p = steps[0].kept
        return with_row(page, clip, "stays", p, _end_of(clip, p)).says(
            f"{name(clip, p)} has $x$ = {fixed(p.along)}: it stays."
        )
    lost = [each.lost for each in found if isinstance(each, PointCut)]
    if len(lost) == 1:
        (p,) = lost
        return with_row(page, clip, "beyond", p, _end_of(clip, p)).says(
            f"{name(clip, p)} has $x$ = {fixed(p.along)}: beyond the side plane of {end_name(at)}."
        )
    if lost:
        return page.says(f"Both ends lie beyond the side plane of {end_name(at)}.")
    if not found:
        return page.says("Nothing is left that this side plane could cut.")
    who = "Both points have" if len(found) == 2 else "The point that is left has"
    return page.says(f"{who} {bound}: no cut here.")


def _cut(moment: Moment[Any], clip: Clip, cuts: list[PointCut]) -> Page:
    plane, last = cuts[0].plane, cuts[-1]
    stage = f"Cut at {plane_name(plane)}"
    if last.cut is None:
        claim = Claim(
            "the whole edge lies beyond",
            lambda: [cut.inside < 0.0 for cut in cuts],
            lambda: [True] * len(cuts),
        )
        return Page(stage, LOST).claiming(claim).says("Nothing of the incident edge is left.")
    cut = last.cut
    at = "0" if plane.along == 0.0 else "L"
    formula = (ARC if on_arc(moment, clip, plane.along) else STRAIGHT) % at
    page = Page(stage, CUT, formula).claiming(
        Claim("height of the cut", lambda: cut.height, lambda: height_at(moment, clip, plane.along)),
        Claim("place of the cut", lambda: frame_of(moment, clip.reference).x(cut.point), lambda: plane.along),
    )
    page = page.says(f"Cut at $x$ = {fixed(cut.along)}, {h_of(cut.height)}.")
    return with_row(page, clip, "cut", cut, _end_of(clip, last.lost))


def _face(moment: Moment[Any], clip: Clip, steps: tuple[Any, ...]) -> Page:
    judged = [step for step in steps if isinstance(step, FaceCompared)]
    frame = frame_of(moment, clip.reference)
    page = Page("Behind face", FACE, r"\overlap{h} \le \interface{h_{\max}}").claiming(
        Claim(
            "kept: not higher than the margin",
            lambda: [step.is_kept for step in judged],
            lambda: [frame.h(step.point.point) <= step.margin + tolerance_of(moment) for step in judged],
        )
    )
    for key, step in zip(_keys(clip), clip.judged, strict=False):
        if step in judged:
            page = with_row(page, clip, "kept" if step.is_kept else "discarded", step.point, key)
    return page.says(_judged(clip, judged, steps[-1]))


def _judged(clip: Clip, judged: list[FaceCompared], last: Any) -> str:
    """What the face test said, of one point or of both."""
    if isinstance(last, PointsMerged):
        return "Both points lie at one place. They count as one, the deeper."
    if not judged:
        return "No point is left of the incident edge." if not clip.judged else "These points are the answer."
    low = [step for step in judged if step.point.height <= 0.0]
    if len(judged) == 2 and len(low) == 2:
        return (
            f"{h_of(low[0].point.height)} and {height(low[1].point.height)}: both ends are behind the face and stay."
        )
    step = next((each for each in judged if each.point.height > 0.0), judged[0])
    who, h = name(clip, step.point), step.point.height
    if h <= 0.0:
        return f"{who}: {h_of(h)}, behind the face. It stays."
    if step.is_kept:
        return f"{who}: {h_of(h)}, in front of the face, within the margin. It stays."
    return f"{who}: {h_of(h)}, in front of the face. It is discarded."


def _contacts(moment: Moment[Any], found: Manifold, clip: Clip | None) -> Page:
    page = Page("Contacts", CONTACTS).claiming(
        Claim(
            "p_B - p_A = s n",
            lambda: [p.on_b - p.on_a for p in found.points],
            lambda: [p.separation * _unit(found.normal) for p in found.points],
        )
    )
    if not found.points:
        return page.says(f"A and B are {tint(f'**{fixed(found.separation)}**', Ink.GAP)} apart: no contact point.")
    answer = answer_of(moment)
    if clip is None or answer is None or len(answer.points) < len(found.points):
        ids = zip(found.points[0].id, "AB", strict=True)
        names = [f"{tint(f'{f.kind.value} {f.index} of {o}', Ink[o])}" for f, o in ids]
        return page.says(f"One contact: {names[0]} and {names[1]}.")
    keys = {id(p): key for key, p in zip(_keys(clip), clip.left, strict=True)}
    for p in answer.points:
        page = with_row(page, clip, "contact", p, keys[id(p)])
    count = "Two contacts" if len(answer.points) == 2 else "One contact"
    return page.says(f"{count}: {listed([contact_name(clip, p) for p in answer.points])}.")


def _unit(normal: Any) -> Any:
    return np.asarray(normal) / float(np.hypot(*normal))


__all__ = ["ClipStory", "h_of", "height", "plane_name"]
