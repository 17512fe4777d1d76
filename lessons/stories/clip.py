"""How clipping is told: the incident edge is cut at two side planes; what lies behind the reference edge stays."""

from __future__ import annotations

from typing import Any

import numpy as np

from geometry.contact.clipping import (
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
    beyond,
    clip_of,
    end_name,
    frame_of,
    height_at,
    lowest_and_far,
    made_by,
    name,
    named,
    ref,
    steps_of,
    tolerance_of,
    whole_run,
)
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.page import Claim, Page
from viz.lesson.story import Story
from viz.lesson.text import fixed, tint

EDGES = (
    "**Clip** the incident edge at two **side planes**, perpendicular to the reference edge at $u$ and $v$. Of the "
    "two ends left, those behind that edge are the contacts."
)
PLANE = {
    "u": "The side plane of $u$ passes through $u$, perpendicular to the reference edge. Keep the part with $x$ ≥ 0.",
    "v": "The other side plane passes through $v$, at the length $L$ of the reference edge. Keep the part with $x$ ≤ "
    "$L$.",
}
CUT = "The edge crosses the side plane. The crossing point replaces the end that was cut off."
LOST = "The whole edge lies beyond the side plane, and none of it crosses."
HEIGHT = (
    "Keep the points behind the reference edge, and those at most $h_{\\max}$ in front of it. The height $h$ is the "
    "separation there."
)
CONTACTS = (
    "What is left are the contact points. Each has a **feature id**: the two features that made it. By its id a "
    "solver finds the point again in the next frame."
)
H_MAX = tint(r"$h_{\max}$", Ink.INTERFACE)
X_AND_H = r"x = (p-\examined{u})\cdot\examined{\hat t} \qquad \overlap{h} = (p-\examined{u})\cdot\examined{\hat n}"
STRAIGHT = r"\overlap{h} = h_1 + \frac{%s-x_1}{x_2-x_1}\,(h_2-h_1)"


class ClipStory(Story):
    """Tells the steps of `clip`, one by one or several as one, and the manifold that follows."""

    columns = ("state", "made by", "$x$", tint("$h$", Ink.OVERLAP))

    def stage(self, moment: Moment[Any]) -> str:
        steps = steps_of(moment.step)
        match steps[-1]:
            case ClipStarted():
                return "Edges"
            case Manifold():
                return "Contacts"
            case SidePlane() as plane:
                return f"Plane of {_end(plane)}"
            case PointKept() | PointCut() as last:
                is_cut = any(isinstance(step, PointCut) for step in steps)
                return f"{'Cut at' if is_cut else 'Plane of'} {_end(last.plane)}"
            case _:
                return "Height"

    def page(self, moment: Moment[Any]) -> Page:
        """The page of a step of a clip; of a group, what all of its steps have done."""
        steps, clip, page = steps_of(moment.step), clip_of(moment), Page(self.stage(moment))
        if isinstance(steps[-1], Manifold):
            return _contacts(moment, page, steps[-1], clip)
        assert clip is not None, "a clip's steps follow its start"
        cuts = [step for step in steps if isinstance(step, PointCut)]
        if isinstance(steps[-1], ClipStarted):
            return _edges(moment, page, clip)
        if cuts:
            return _cut(moment, page, clip, cuts)
        if isinstance(steps[-1], SidePlane | PointKept):
            return _plane(moment, page, clip, steps)
        return _height(moment, page, clip, steps)

    def draw(self, canvas: Canvas, moment: Moment[Any]) -> None:
        """Both shapes, and the clip as far as it has come."""
        clip_figure.draw(canvas, moment)


def height(h: float) -> str:
    """A height in the ink of what it is: an overlap behind the edge, a gap in front of it."""
    return tint(f"**{fixed(h, sign=h > 0.0)}**", separation_ink(h))


def h_of(h: float) -> str:
    """ "h = −0.32", tinted."""
    return f"{tint('$h$', separation_ink(h))} = {height(h)}"


def _end(plane: SidePlane) -> str:
    return "u" if plane.along == 0.0 else "v"


def _row(page: Page, clip: Clip, state: str, p: ClipPoint) -> Page:
    """The table's row of a point, in the place of that of the end that it comes from."""
    return page.row(
        state,
        made_by(clip, p, both=state == "contact"),
        fixed(p.along),
        tint(fixed(p.height, sign=p.height > 0.0), separation_ink(p.height)),
        feature=ref(clip.incident.owner, p.of_incident),
        key=clip.key(p),
    )


def _with(page: Page, idea: str, formula: str = "") -> Page:
    return Page(page.stage, idea, formula)


def _edges(moment: Moment[Any], page: Page, clip: Clip) -> Page:
    frame = frame_of(moment, clip.reference)
    page = _with(page, EDGES, X_AND_H).claiming(
        Claim(
            "x and h of both ends",
            lambda: [(p.along, p.height) for p in clip.ends],
            lambda: [(frame.x(p), frame.h(p)) for p in lowest_and_far(moment, clip)],
        )
    )
    for p in clip.ends:
        page = _row(page, clip, "end", p)
    return page.says(" ".join(f"{name(clip, p)}: $x$ = {fixed(p.along)}, {h_of(p.height)}." for p in clip.ends))


def _plane(moment: Moment[Any], page: Page, clip: Clip, steps: tuple[Any, ...]) -> Page:
    """A side plane that cuts nothing, or is about to cut; or one point that it keeps."""
    plane, frame, tolerance = clip.planes[-1], frame_of(moment, clip.reference), tolerance_of(moment)
    at, end = _end(plane), end_name(plane.along)
    verdicts = [each for kind in (PointKept, PointCut) for each in whole_run(moment, kind) if each.plane is plane]
    kept = [each.kept for each in verdicts if isinstance(each, PointKept)]
    page = _with(page, PLANE[at], r"x \ge 0" if at == "u" else r"x \le L").claiming(
        Claim(
            f"kept: on the inner side of the plane of {at}",
            lambda: [any(p is q for q in kept) for p in plane.points],
            lambda: [
                (frame.x(p.point) if at == "u" else frame.length - frame.x(p.point)) >= -tolerance
                for p in plane.points
            ],
        ),
        Claim("the length L", lambda: clip.reference.length, lambda: frame.length),
    )
    if isinstance(steps[0], PointKept):
        p = steps[0].kept
        return _row(page, clip, "stays", p).says(f"{name(clip, p)} has $x$ = {fixed(p.along)}: it stays.")
    lost = beyond(moment, plane)
    for p in lost[:1] if len(lost) == 1 else ():
        page = _row(page, clip, "beyond", p)
        return page.says(f"{name(clip, p)} has $x$ = {fixed(p.along)}: beyond the side plane of {end}.")
    if lost or not plane.points:
        return page.says(
            f"Both ends lie beyond the side plane of {end}."
            if lost
            else "Nothing is left that this side plane could cut."
        )
    places = " and ".join(f"$x$ = {fixed(p.along)}" for p in plane.points)
    bound = "at least 0" if at == "u" else f"at most $L$ = {fixed(plane.along)}"
    return page.says(f"{places}: {'both ' if len(plane.points) == 2 else ''}{bound}. No cut here.")


def _cut(moment: Moment[Any], page: Page, clip: Clip, cuts: list[PointCut]) -> Page:
    plane, cut = cuts[0].plane, cuts[-1].cut
    if cut is None:
        claim = Claim("the whole edge lies beyond", lambda: len(beyond(moment, plane)), lambda: len(plane.points))
        return _with(page, LOST).claiming(claim).says("Nothing of the incident edge is left.")
    is_straight = clip_figure.is_straight(clip, cut)
    page = _with(page, CUT, STRAIGHT % ("0" if plane.along == 0.0 else "L") if is_straight else "").claiming(
        Claim("height of the cut", lambda: cut.height, lambda: height_at(moment, clip, plane.along)),
        Claim("place of the cut", lambda: frame_of(moment, clip.reference).x(cut.point), lambda: plane.along),
    )
    where = "" if is_straight else " It lies on the corner's arc."
    return _row(page.says(f"Cut at $x$ = {fixed(cut.along)}, {h_of(cut.height)}.{where}"), clip, "cut", cut)


def _height(moment: Moment[Any], page: Page, clip: Clip, steps: tuple[Any, ...]) -> Page:
    judged = [step for step in steps if isinstance(step, FaceCompared)]
    frame = frame_of(moment, clip.reference)
    page = _with(page, HEIGHT, r"\overlap{h} \le \interface{h_{\max}}").claiming(
        Claim(
            "kept: not higher than the margin",
            lambda: [step.is_kept for step in judged],
            lambda: [frame.h(step.point.point) <= moment.scene.margin + tolerance_of(moment) for step in judged],
        )
    )
    for step in judged:
        page = _row(page, clip, "kept" if step.is_kept else "discarded", step.point)
    return page.says(_judged(clip, judged, steps[-1]))


def _judged(clip: Clip, judged: list[FaceCompared], last: Any) -> str:
    """What the test of heights said, of one point or of both."""
    if isinstance(last, PointsMerged):
        return "Both points lie at one place. They count as one, the deeper."
    if not judged:
        return "These points are the answer." if clip.judged else "No point is left of the incident edge."
    if len(judged) == 2 and all(step.point.height <= 0.0 for step in judged):
        first, second = (step.point.height for step in judged)
        where = "on" if fixed(first) == fixed(second) == "0.00" else "behind"
        return f"{h_of(first)} and {height(second)}: both ends are {where} the reference edge and stay."
    step = next((each for each in judged if each.point.height > 0.0), judged[0])
    who, h = f"{name(clip, step.point)}: {h_of(step.point.height)}", step.point.height
    if h <= 0.0:
        return f"{who}, behind the reference edge. It stays."
    limit = f"{H_MAX} = {fixed(step.margin)}"
    if step.is_kept:
        return f"{who}, in front of the reference edge, but at most {limit}. It stays."
    return f"{who}, more than {limit} in front of the reference edge. It is discarded."


def _contacts(moment: Moment[Any], page: Page, found: Manifold, clip: Clip | None) -> Page:
    normal = np.asarray(found.normal) / float(np.hypot(*found.normal))
    page = _with(page, CONTACTS).claiming(
        Claim(
            "p_B - p_A = s n",
            lambda: [p.on_b - p.on_a for p in found.points],
            lambda: [p.separation * normal for p in found.points],
        )
    )
    if not found.points:
        return page.says(f"A and B are {tint(f'**{fixed(found.separation)}**', Ink.GAP)} apart: no contact point.")
    points = [] if clip is None else clip_figure.contacts_of(moment)
    if clip is None or len(points) < len(found.points):
        first, second = (
            tint(f"{f.kind.value} {f.index} of {o}", Ink[o]) for f, o in zip(found.points[0].id, "AB", strict=True)
        )
        return page.says(f"One contact: {first} and {second}.")
    for p in points:
        page = _row(page, clip, "contact", p)
    mine, other = clip.reference.owner, clip.incident.owner
    how = ["cut at" if p.of_reference.is_vertex else "on" for p in points]
    says = [
        f"{named(other, p.of_incident)} {h} {named(mine, p.of_reference)}" for p, h in zip(points, how, strict=True)
    ]
    return page.says(f"{'Two contacts' if len(says) == 2 else 'One contact'}: {', and '.join(says)}.")
