"""What GJK's story asks, on the main track of its own lesson: the next vertex, and the triangle's nearest part."""

from __future__ import annotations

import itertools
import math
from typing import Any

from geometry.feature import FeatureKind, FeatureRef
from geometry.minkowski.gjk import SimplexReduced, SupportTaken
from geometry.minkowski.simplex import SimplexRegion, nearest
from lessons.stories.gjk_known import Known, Operands
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Click, Remark, Verdict
from viz.lesson.text import fixed, listed, tint

D, V = r"$\examined{\hat d}$", r"$\gap{\boldsymbol{v}}$"
REACH = rf"$\examined{{\boldsymbol{{w}}}}$ · {D}"
FIRST_TRIANGLE = 2  # the iteration whose support point is asked for, and then the nearest part of its triangle
LEAD = 0.05  # by which the right answer has to be ahead of the next best: nothing is asked that no eye can tell
SAME = 1e-9  # of the figure's size: vertices as near as this to the farthest are as far


def next_vertex(moment: Moment[Any], shapes: Operands) -> Click | None:
    """Which vertex of the difference the next iteration finds: asked while only v is known."""
    following, outline, owner = moment.next, shapes.outline.points, shapes.difference
    if moment.parent is not None or not isinstance(following, SupportTaken) or len(outline) < 3:
        return None
    if following.is_across or following.iteration not in (FIRST_TRIANGLE, FIRST_TRIANGLE + 1):
        return None
    along = (outline @ following.direction).tolist()
    slack = SAME * (shapes.first.size + shapes.second.size)
    best = [i for i, value in enumerate(along) if value >= max(along) - slack]
    if any(max(along) - LEAD < value < max(along) - slack for value in along):
        return None

    def judge(answer: FeatureRef | str) -> Verdict:
        if not isinstance(answer, FeatureRef) or answer.owner != owner:
            return Verdict(False, f"Click a vertex of {shapes.name}, in difference space.")
        value, at = fixed(along[answer.index], 3), tuple(outline[answer.index].tolist())
        if answer.index in best:
            right = Remark(at, r"farthest along $\hat d$", right=True, note=value)
            why = f"No vertex lies farther along {D}: {REACH} = {value}."
            if following.lower > 0.0:
                why += (
                    f" So the origin is {tint(fixed(following.lower, 3), Ink.GAP)} in front of the line through it."
                )
            return Verdict(True, why, remarks=(right,))
        is_like_v = abs(along[answer.index] + following.upper) <= slack  # v is at −‖v‖ along d̂
        here = f"This vertex, like {V}, is" if is_like_v else "This vertex is"
        why = f"{here} at {value} along {D}, measured from the origin. "
        why += f"Vertices in front of the line through it, perpendicular to {D}, are farther."
        return Verdict(False, why, remarks=(Remark(at, r"less far along $\hat d$", note=value),))

    if following.iteration == FIRST_TRIANGLE:
        text = f"Click the vertex of {shapes.name} that is farthest along {D}: the support step finds it next."
    else:
        text = f"{D} has turned. Click the vertex of {shapes.name} that is now the farthest along it."
    return Click(text, judge, frozenset(FeatureRef(owner, FeatureKind.VERTEX, index) for index in best))


def nearest_edge(moment: Moment[Any], known: Known) -> Click | None:
    """Which edge of the first triangle the origin is nearest to."""
    following = moment.next
    if moment.parent is not None or not isinstance(following, SimplexReduced):
        return None
    found, candidates = following.simplex, following.candidates
    if following.iteration != FIRST_TRIANGLE or len(candidates) < 3 or found.region is not SimplexRegion.EDGE:
        return None
    parts = {known.part(*each): each for count in (1, 2) for each in itertools.combinations(candidates, count)}
    away = {part: nearest(vertices) for part, vertices in parts.items()}
    right = known.part(*found.vertices)
    p, q = found.vertices
    if min(found.weights) * math.dist(p.w_xy, q.w_xy) < LEAD:
        return None

    def judge(answer: FeatureRef | str) -> Verdict:
        if not isinstance(answer, FeatureRef) or answer not in parts:
            return Verdict(False, "Click an edge of the white triangle, in difference space.")
        at, far = away[answer].closest_xy, tint(fixed(away[answer].distance, 3), Ink.GAP)
        if answer == right:
            dropped = listed([f"${known.symbol(vertex)}$" for vertex in following.dropped])
            why = f"No point of the triangle is nearer than {far}, and this edge has it. So {dropped} can be dropped."
            return Verdict(True, why, remarks=(Remark(at, "nearest point", right=True),))
        why = f"The origin is outside its region: its nearest point is {far} away, and another edge has a nearer one."
        return Verdict(False, why, remarks=(Remark(at, "not the nearest"),))

    text = "Click the edge of the triangle in whose Voronoi region the origin lies."
    return Click(text, judge, frozenset((right,)))
