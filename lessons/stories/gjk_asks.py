"""What GJK's story asks, on the main track of its own lesson: the next vertex, the triangle's nearest part, and what
a line proves that lies nearer than one before."""

from __future__ import annotations

import itertools
import math
from functools import partial
from typing import Any

import numpy as np

from geometry import Convex, GjkDistance, boundary, closest_points, point, separation
from geometry.feature import FeatureKind, FeatureRef
from geometry.minkowski.gjk import SimplexReduced, SupportTaken
from geometry.minkowski.simplex import SimplexRegion, nearest
from geometry.vector import Vector, left_of, unit
from lessons.stories.gjk_known import DIFFERENCE, Known, Operands
from lessons.stories.gjk_regions import draw_region, highest, line_up_to
from viz.lesson.canvas import Canvas
from viz.lesson.difference import is_reflected
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Axes, Moment
from viz.lesson.prediction import Click, Place, Points, Remark, Verdict
from viz.lesson.text import fixed, listed, tint

D, V = r"$\examined{\hat d}$", r"$\gap{\boldsymbol{v}}$"
FIRST_TRIANGLE = 2  # the iteration whose support point is asked for, and then the nearest part of its triangle
LEAD = 0.05  # by which the right answer has to be ahead of the next best: nothing is asked that no eye can tell
NEAR = 0.04  # of the chart's height: as near a dot is put where it belongs
SMOOTH = 1e-3  # so far the path along a rounded boundary may lie beside it
LEFT = 0.02  # a point is as near as the nearest one
SAME = 1e-9  # of the figure's size: vertices as near as this to the farthest are as far


def next_vertex(moment: Moment[Any], known: Known, shapes: Operands) -> Click | None:
    """Which vertex of the difference the next iteration finds: asked while only v is known."""
    following, owner = moment.next, DIFFERENCE
    if moment.parent is not None or not isinstance(following, SupportTaken) or following.iteration != FIRST_TRIANGLE:
        return None
    if is_reflected(moment.scene) or following.is_across or has_own(moment, shapes):
        return None
    if len(outline := shapes.outline.points) < 3:
        return None
    along = (outline @ following.direction).tolist()
    slack, top = SAME * (shapes.first.size + shapes.second.size), highest(known, shapes)
    best = [i for i, value in enumerate(along) if value >= max(along) - slack]
    if any(max(along) - LEAD < value < max(along) - slack for value in along):
        return None

    of_simplex = {known.part(each): int(np.hypot(*(outline - each.w).T).argmin()) for each in known.simplex.vertices}

    def judge(answer: FeatureRef | str) -> Verdict:
        if answer in of_simplex:  # it is a vertex of the difference too
            answer = FeatureRef(owner, FeatureKind.VERTEX, of_simplex[answer])
        if not isinstance(answer, FeatureRef) or answer.owner != owner:
            return Verdict(False, f"Click a vertex of {shapes.name}, in difference space.")
        value, at = fixed(along[answer.index], 3), tuple(outline[answer.index].tolist())
        if answer.index in best:
            right = Remark(at, rf"farthest along $\hat d$: {value}", right=True)
            why = f"No vertex lies farther along {D}: this one is at {value}."
            if following.lower > 0.0:
                why += (
                    f" So the origin is {tint(fixed(following.lower, 3), Ink.GAP)} in front of the line through it."
                )
            return Verdict(True, why, remarks=(right,))
        is_like_v = abs(along[answer.index] + following.upper) <= slack  # v is at −‖v‖ along d̂
        here = f"This vertex, like {V}, is" if is_like_v else "This vertex is"
        why = f"{here} at {value} along {D}. Vertices beyond the dotted line are farther along {D}."
        remarks = (Remark(at, rf"less far along $\hat d$: {value}"),)
        return Verdict(
            False, why, "Not the farthest", remarks, draw=partial(draw_level, at, following.direction, top)
        )

    text = f"Click the vertex of {shapes.name} that is farthest along {D}: the support step finds it next."
    right = {FeatureRef(owner, FeatureKind.VERTEX, index) for index in best}
    return Click(text, judge, frozenset(right | {part for part, index in of_simplex.items() if index in best}))


def draw_level(at: tuple[float, float], direction: Vector, top: float, canvas: Canvas, pane: str) -> None:
    """The line of all that is as far along a direction as an answer."""
    if pane == "space":
        line_up_to(canvas, np.array(at), left_of(direction), top, Ink.FAULTY, Line.DOTTED)


def next_bound(moment: Moment[Any], known: Known, axes: Axes) -> Place | None:
    """What the greatest lower bound is after an iteration whose line proves less than one before."""
    following = moment.next
    if moment.parent is not None or not isinstance(following, SupportTaken) or following.is_across:
        return None
    near, proved, best = NEAR * axes.y[1], following.lower, known.lower
    if not near < proved < best - 2.0 * near or best + 2.0 * near > known.upper:
        return None
    x, top = float(following.iteration), known.upper

    def judge(points: Points) -> Verdict:
        at = points[0]
        if abs(at[1] - best) <= near:
            only, still = (tint(fixed(each, 3), Ink.GAP) for each in (proved, best))
            return Verdict(
                True,
                f"The line through the next support point proves only {only}. The {still} from before stays true.",
            )
        if at[1] > best:
            why = (
                "The line through the next support point is nearer to the origin than that. "
                f"Measure along {D}, not to the point itself."
            )
            return Verdict(False, why, "More than is proved", (Remark(at, "not proved"),))
        why = "A lower bound that is proved once holds for good. A line that proves less does not undo it."
        return Verdict(False, why, "Less than is proved", (Remark(at, "proved more before"),))

    text = f"{D} has turned. Where is the **lower bound** after iteration {following.iteration}? Drag the ring there."
    path = ((x, 0.0), (x, top))
    return Place(text, judge, start=((x, top),), right=((x, best),), pane="bounds", along=(path,))


def nearest_edge(moment: Moment[Any], known: Known) -> Click | None:
    """Which edge of the first triangle the origin is nearest to."""
    following = moment.next
    if moment.parent is not None or not isinstance(following, SimplexReduced) or is_reflected(moment.scene):
        return None
    found, candidates = following.simplex, following.candidates
    if following.iteration != FIRST_TRIANGLE or len(candidates) < 3 or found.region is not SimplexRegion.EDGE:
        return None
    corners = " ".join(f"${known.symbol(vertex)}$" for vertex in candidates)
    parts = {known.part(*each): each for count in (1, 2) for each in itertools.combinations(candidates, count)}
    away = {part: nearest(vertices) for part, vertices in parts.items()}
    right = known.part(*found.vertices)
    p, q = found.vertices
    if min(found.weights) * math.dist(p.w_xy, q.w_xy) < LEAD:
        return None

    def judge(answer: FeatureRef | str) -> Verdict:
        if not isinstance(answer, FeatureRef) or answer not in parts:
            return Verdict(False, f"Click an edge of the triangle {corners}, in difference space.")
        at, far = away[answer].closest_xy, tint(fixed(away[answer].distance, 3), Ink.GAP)
        if answer == right:
            dropped = listed([f"${known.symbol(vertex)}$" for vertex in following.dropped])
            why = f"This edge has the triangle’s nearest point, {far} from the origin. So {dropped} can be dropped."
            return Verdict(True, why, remarks=(Remark(at, "nearest point", right=True),))
        what = "edge" if len(parts[answer]) > 1 else "vertex"
        why = f"The origin is outside this {what}’s region (pink). Another edge is nearer to the origin than {far}."
        remark = Remark(at, "not the nearest", to=(0.0, 0.0))
        own = [candidates.index(vertex) for vertex in parts[answer]]
        draw = partial(draw_region, [vertex.w for vertex in candidates], own)
        return Verdict(False, why, "Not in this region", (remark,), draw=draw)

    text = "Click the edge of the triangle in whose Voronoi region the origin lies."
    return Click(text, judge, frozenset((right,)))


def has_own(moment: Moment[Any], shapes: Operands) -> bool:
    """Whether a scene shows something else than the search: radii, or many nearest pairs of points."""
    found: GjkDistance = moment.trace.result
    return shapes.radius > 0.0 or shapes.has_parallel_edges_at(found.simplex)


def point_of_a(moment: Moment[Any], known: Known, shapes: Operands) -> Place | None:
    """Before the end: which point of A is nearest to B, of rounded shapes (or deepest in B); which one else is as
    near, where there are many."""
    found, (a, b) = moment.next, shapes
    if moment.parent is not None or not isinstance(found, GjkDistance) or is_reflected(moment.scene):
        return None
    if found.separation is None or known.upper <= 0.0 or not has_own(moment, shapes):
        return None
    outline = boundary(a, SMOOTH)
    if len(outline) < 3:
        return None
    path = [(float(x), float(y)) for x, y in (*outline, outline[0])]
    far = [separation(point(at), b) for at in path]
    best, is_round = found.separation, shapes.radius > 0.0
    told = tint(fixed(abs(best), 3), Ink.GAP if best > 0.0 else Ink.OVERLAP)
    where = f"{told} {'from' if best > 0.0 else 'deep in'}"

    def judge(points: Points) -> Verdict:
        at = points[0]
        here = separation(point(at), b)
        is_right = here < best + LEFT
        draw = partial(draw_nearest, at, b, is_right)
        if is_right:
            why = f"It lies on the line through the nearest core points: {where} B."
            if not is_round:
                why = f"B is {told} away here, as from each point of A opposite the parallel edge."
            return Verdict(True, why, remarks=(Remark(at, fixed(abs(best), 3), right=True),), draw=draw)
        away = f"{fixed(here, 3)} from B" if here > 0.0 else f"{fixed(-here, 3)} deep in B"
        why = f"This point is {away}. Find the line through the nearest points of the cores."
        if not is_round:
            why = f"This point is {away}. A has points nearer to it."
        title = "Not the nearest" if best > 0.0 else "Not the deepest"
        return Verdict(False, why, title, (Remark(at, away),), draw=draw)

    text = f"Drag the ring along A’s boundary to the point that is {'nearest to' if best > 0.0 else 'deepest in'} B."
    if not is_round:
        text = f"Drag the ring along A’s outline to any point at distance {told} from B."
    start, right = path[int(np.argmax(far))], path[int(np.argmin(far))]
    return Place(text, judge, (start,), (right,), "world", (tuple(path),))


def draw_nearest(at: tuple[float, float], b: Convex, is_right: bool, canvas: Canvas, pane: str) -> None:
    """From a point outside of B to its nearest point of B."""
    away = separation(point(at), b)
    if pane != "world" or away <= 0.0:
        return
    start = np.array(at)
    toward = closest_points(point(at), b).on_b - start
    ink, line = (Ink.ANSWER, Line.DASHED) if is_right else (Ink.FAULTY, Line.DOTTED)
    canvas.stroke((start, start + away * unit(toward)), ink, line=line)
