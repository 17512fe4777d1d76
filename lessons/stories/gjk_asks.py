"""What GJK's story asks, on the main track of its own lesson: the next vertex, and the one to drop."""

from __future__ import annotations

from typing import Any

import numpy as np

from geometry.feature import FeatureKind, FeatureRef
from geometry.minkowski.gjk import SimplexReduced, SupportTaken
from geometry.minkowski.simplex import SimplexRegion
from lessons.stories.gjk_known import SAME, Known, Operands, outline_of
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Click, Remark, Verdict
from viz.lesson.text import fixed, tint

D = r"$\examined{\hat d}$"
ASKED = (2, 3)  # iterations whose support point is asked for, before they begin
DROPPED_AT = 3  # the iteration in which a vertex of the triangle is dropped


def held_back(known: Known) -> str:
    """The situation while something is asked: what the bounds prove so far."""
    low, high = (tint(fixed(each, 3), Ink.GAP) for each in (known.lower, known.upper))
    return f"The distance of A and B lies between {low} and {high}."


def next_vertex(moment: Moment[Any], shapes: Operands) -> Click | None:
    """Which vertex of the difference the next iteration finds: asked while only v is known."""
    following = moment.next
    if moment.parent is not None or not isinstance(following, SupportTaken):
        return None
    if following.is_across or following.iteration not in ASKED:
        return None
    outline = outline_of(shapes.first, shapes.second).points
    if len(outline) < 3:
        return None
    along = outline @ following.direction
    slack = SAME * (shapes.first.size + shapes.second.size)
    best = frozenset(np.flatnonzero(along >= along.max() - slack).tolist())
    owner = shapes.difference

    def judge(answer: FeatureRef | str) -> Verdict:
        if not isinstance(answer, FeatureRef) or answer.owner not in (owner, "the simplex"):
            return Verdict(False, f"Click a vertex of {owner}, in difference space.")
        if answer.owner != owner:
            return Verdict(False, "This point of the simplex lies inside an edge: click one of the edge’s ends.")
        value, at = float(along[answer.index]), tuple(outline[answer.index].tolist())
        if answer.index in best:
            right = Remark(at, r"farthest along $\hat d$", right=True)
            return Verdict(True, f"Farthest along {D}: w · {D} = {fixed(value, 3)}.", remarks=(right,))
        why = f"GJK looks along {D}, from v to the origin. This vertex lies less far along {D}: {fixed(value, 3)}."
        return Verdict(False, why, remarks=(Remark(at, r"less far along $\hat d$"),))

    text = f"Click the vertex of {owner} that the support step finds next."
    right = frozenset(FeatureRef(owner, FeatureKind.VERTEX, index) for index in best)
    return Click(text, judge, right)


def dropped(moment: Moment[Any], known: Known, shapes: Operands) -> Click | None:
    """Which vertex of the triangle is not needed: asked when the third one has been found."""
    following = moment.next
    if moment.parent is not None or not isinstance(following, SimplexReduced):
        return None
    if following.iteration != DROPPED_AT or len(following.candidates) < 3 or not following.dropped:
        return None
    features = {shapes.feature(vertex): vertex for vertex in following.candidates}
    right = frozenset(shapes.feature(vertex) for vertex in following.dropped)
    kept = " ".join(f"${known.symbol(vertex)}$" for vertex in following.simplex.vertices)
    is_edge = following.simplex.region is SimplexRegion.EDGE
    part = f"{'edge' if is_edge else 'vertex'} {tint(kept, Ink.EXAMINED)}"

    def judge(answer: FeatureRef | str) -> Verdict:
        if answer not in features or not isinstance(answer, FeatureRef):
            return Verdict(False, "Click one of the three vertices of the simplex, the triangle in difference space.")
        vertex = features[answer]
        at = tuple(vertex.w.tolist())
        if answer in right:
            far = tint(fixed(following.simplex.distance, 3), Ink.GAP)
            why = f"The origin lies in the region of {part}, {far} away: the others are not needed."
            return Verdict(True, why, remarks=(Remark(at, "not needed", right=True),))
        ends = "both its ends are needed" if is_edge else "it is needed"
        why = f"The origin lies in the region of {part}: {ends}."
        return Verdict(False, why, remarks=(Remark(at, "needed"),))

    return Click("Click the vertex of the simplex that can be dropped.", judge, right)
