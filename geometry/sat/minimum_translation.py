"""Minimum translation: the shortest move of B that leaves the two shapes just touching.

Source: SAT explained (`getResponseForCollision`), put right: separated shapes get none (its listing pulls them
together), and the direction comes from the projections, not from the centres.
"""

from __future__ import annotations

from geometry.feature import FeatureRef
from geometry.outcome import Outcome
from geometry.record import OptionalVectorField, OptionalXYField, VectorField, record
from geometry.sat.separating_axis import AxisStep, AxisTested, SeparatingAxis, separating_axis
from geometry.sat.support import ends_along
from geometry.shape import Convex
from geometry.summary import summary
from geometry.tolerance import rounding
from geometry.trace import Steps, steppable


@record
class LeastOverlap:
    """The axis of least overlap, and the others that are as good: the tie rule takes the first edge that faces."""

    found: SeparatingAxis
    ties: tuple[AxisTested, ...]  # equally short ways out on other axes

    @property
    def best_so_far(self) -> AxisTested:
        return self.found.best


@record
class MinimumTranslation:
    """What parts the shapes, if they overlap. Moving B by `translation` leaves them touching."""

    outcome: Outcome  # SEPARATED: nothing to do, `translation` is None
    found: SeparatingAxis
    translation: OptionalVectorField  # of B; A may move by minus this, or each by half

    translation_xy = OptionalXYField("translation")

    __repr__ = summary

    @property
    def best_so_far(self) -> AxisTested:
        return self.found.best

    @property
    def facing(self) -> FeatureRef | None:
        """The edge that B is moved along the normal of (A's), or against it (B's): see `SeparatingAxis.facing`."""
        return self.found.facing


@record
class WaysOut:
    """How far B has to go along the best axis to leave A: one way or the other."""

    found: SeparatingAxis
    onward: float  # along the contact normal: the penetration depth
    back: float  # against it

    @property
    def best_so_far(self) -> AxisTested:
        return self.found.best


@record
class MovesShared:
    """The translation shared out: B's move minus A's is the whole."""

    answer: MinimumTranslation
    of_a: VectorField
    of_b: VectorField


TranslationStep = AxisStep | LeastOverlap | WaysOut | MinimumTranslation | MovesShared


@steppable
def minimum_translation(a: Convex, b: Convex) -> Steps[TranslationStep, MinimumTranslation]:
    """The shortest translation of B out of A; none when they are separated.

    Tie rule: of equally short ways out, up to rounding, that one is taken whose facing edge comes first: A's in
    order, then B's. `LeastOverlap.ties` lists the others. Along one axis, see `separating_axis`.
    """
    found = yield from separating_axis.steps(a, b)
    if found.outcome is Outcome.SEPARATED:
        return MinimumTranslation(Outcome.SEPARATED, found, None)
    equal = found.separation - rounding(a, b)
    yield LeastOverlap(found, tuple(t for t in found.tests if t is not found.best and t.separation >= equal))
    depth = max(0.0, -found.separation)  # a gap within rounding counts as touching: no move
    x, y = found.best.normal_xy
    yield WaysOut(found, depth, ends_along(b, x, y)[1] - ends_along(a, x, y)[0])
    answer = MinimumTranslation(Outcome.OVERLAPPED, found, (depth * x, depth * y))
    yield answer
    return answer


@steppable
def parting_moves(a: Convex, b: Convex, share_of_a: float = 0.5) -> Steps[TranslationStep, MinimumTranslation]:
    """The minimum translation, and the moves of both shapes when A takes a share of it (0: B moves alone)."""
    answer = yield from minimum_translation.steps(a, b)
    if answer.translation_xy is not None:
        (x, y), of_a, of_b = answer.translation_xy, -share_of_a, 1.0 - share_of_a
        yield MovesShared(answer, (of_a * x, of_a * y), (of_b * x, of_b * y))
    return answer
