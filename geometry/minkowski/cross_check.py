"""Three ways to one answer: separating axes, the faces of the difference, and GJK with EPA, on the same pair.

They must give the same signed distance, and a normal that is as good: where several ways out are equally short, each
may take another one. Any disagreement beyond rounding is an error in one of them.
"""

from __future__ import annotations

from enum import Enum

from geometry.guards import require_pair
from geometry.minkowski.epa import Penetration, epa
from geometry.minkowski.faces import DifferenceFaces, minkowski_faces
from geometry.outcome import Outcome
from geometry.record import record
from geometry.sat.separating_axis import Owner, SeparatingAxis, separating_axis
from geometry.shape import Convex
from geometry.summary import summary
from geometry.tolerance import PARALLEL, rounding
from geometry.vector import Vector, length


class Method(Enum):
    """Who answers."""

    SEPARATING_AXIS = "separating axis"
    FACES = "faces of the difference"
    GJK_EPA = "GJK and EPA"


@record
class MethodAnswer:
    """One method's answer, and what it cost."""

    method: Method
    outcome: Outcome
    separation: float  # signed, along normal
    normal: Vector  # unit, A to B
    along_normal: float  # separation on that axis, worked out anew: the same, if the normal is right
    supports: int  # support points looked for; a projection has two ends of each shape, counted as support points
    dots: int  # dot products taken for them


@record
class CrossCheck:
    """The three answers side by side."""

    answers: tuple[MethodAnswer, ...]  # separating axis, faces, GJK and EPA
    spread: float  # the largest difference between two separations, and between one and its axis
    tolerance: float  # what rounding can make of it
    separating_axis: SeparatingAxis
    faces: DifferenceFaces
    gjk_epa: Penetration

    __repr__ = summary

    @property
    def all_agree(self) -> bool:
        """Whether the separations are one number and every normal has it, up to rounding.

        A pair within rounding of touching is in contact for one and may be apart for another: that is agreement.
        """
        return self.spread <= self.tolerance

    @property
    def is_tied(self) -> bool:
        """Whether they agree on the depth and differ in the normal: several ways out are equally short."""
        first, *others = self.answers
        return self.all_agree and any(float(first.normal @ other.normal) < 1.0 - 1e-9 for other in others)


def cross_check(a: Convex, b: Convex) -> CrossCheck:
    """Ask all three. (The separating axis test is asked for every axis, to have the distance.)"""
    require_pair("cross_check", a, b)
    axes, faces, found = separating_axis(a, b, early_out=False), minkowski_faces(a, b), epa(a, b)
    every = len(a.points) + len(b.points)
    # The closest-point axis costs a dot product for every vertex of one on every edge of the other, both ways.
    closest = 2 * len(a.points) * len(b.points) if any(t.axis.owner is Owner.CLOSEST for t in axes.tests) else 0
    answers = (
        _asked(a, b, axes, Method.SEPARATING_AXIS, 2 * len(axes.tests), len(axes.tests) * every + closest),
        _asked(a, b, faces, Method.FACES, faces.supports, faces.dots),
        _asked(
            a,
            b,
            found,
            Method.GJK_EPA,
            found.distance.supports + found.supports,
            found.distance.dots + found.dots,
        ),
    )
    separations = [answer.separation for answer in answers]
    off_axis = max(abs(answer.separation - answer.along_normal) for answer in answers)
    spread = max(max(separations) - min(separations), off_axis)
    # Each method's own rounding, and that parallel axes are tested once: all three see the same difference.
    extent = max(length(face.start) for face in faces.faces)
    return CrossCheck(answers, spread, 4.0 * rounding(a, b) + 2.0 * PARALLEL * extent, axes, faces, found)


def _asked(
    a: Convex,
    b: Convex,
    found: SeparatingAxis | DifferenceFaces | Penetration,
    method: Method,
    supports: int,
    dots: int,
) -> MethodAnswer:
    n = found.normal
    along = float((b.points @ n).min() - (a.points @ n).max()) - a.radius - b.radius
    return MethodAnswer(method, found.outcome, found.separation, n, along, supports, dots)
