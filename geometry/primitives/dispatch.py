"""Which routine for which pair of shapes: a table, and how it grows.

A routine takes its two kinds in one order. Asked in the other order, the shapes are swapped and the answer's normal
is turned round.

Source: Shapes and collision detection (`Collide`), which says nothing of turning the normal round.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from geometry.guards import require_pair
from geometry.primitives.box_box import BoxBoxStep, box_box
from geometry.primitives.circle_circle import CircleCircleStep, circle_circle
from geometry.primitives.circle_obb import CircleObbStep, circle_obb
from geometry.primitives.contact import Contact, PairResult
from geometry.primitives.convex_convex import ConvexConvexStep, convex_convex
from geometry.primitives.kinds import ShapeKind, shape_kind
from geometry.record import record
from geometry.shape import Convex
from geometry.trace import Steppable, Steps, steppable
from geometry.vector import LARGEST_COORDINATE, number

PairRoutine = Steppable[[Convex, Convex], Any, PairResult]

# One row for each pair of kinds, in the order that the routine takes them.
PAIR_ROUTINES: Mapping[tuple[ShapeKind, ShapeKind], PairRoutine] = MappingProxyType(
    {
        (ShapeKind.CIRCLE, ShapeKind.CIRCLE): circle_circle,
        (ShapeKind.BOX, ShapeKind.CIRCLE): circle_obb,
        (ShapeKind.BOX, ShapeKind.BOX): box_box,
        (ShapeKind.GENERAL, ShapeKind.CIRCLE): convex_convex,
        (ShapeKind.GENERAL, ShapeKind.BOX): convex_convex,
        (ShapeKind.GENERAL, ShapeKind.GENERAL): convex_convex,
    }
)


@record
class KindsFound:
    """What the two shapes are: the place in the table."""

    kind_a: ShapeKind  # row
    kind_b: ShapeKind  # column


@record
class RoutineChosen:
    """The table's entry. The steps that follow are the routine's own."""

    kind_a: ShapeKind  # row
    kind_b: ShapeKind  # column
    routine: str  # its name
    swapped: bool  # whether it takes B first: its A is our B until the answer is turned round


@record
class TurnedRound:
    """The routine's answer, its normal turned to point from our A to our B."""

    answered: Contact  # as the routine saw it, A and B swapped
    turned: Contact  # the same place and separation, the opposite normal


PairStep = CircleCircleStep | CircleObbStep | BoxBoxStep | ConvexConvexStep
CollideStep = KindsFound | RoutineChosen | TurnedRound | PairStep


@steppable
def collide(a: Convex, b: Convex) -> Steps[CollideStep, PairResult]:
    """The contact of any two shapes, by the routine for their kinds, or the separating axis test where there is none.

    Tie rules: the routine's own. Raises ValueError for anything but two Convex shapes.
    """
    require_pair("collide", a, b)
    kind_a, kind_b = shape_kind(a), shape_kind(b)
    yield KindsFound(kind_a, kind_b)
    swapped = (kind_a, kind_b) not in PAIR_ROUTINES
    routine = PAIR_ROUTINES[(kind_b, kind_a) if swapped else (kind_a, kind_b)]
    yield RoutineChosen(kind_a, kind_b, routine.steps.__name__, swapped)
    if not swapped:
        result = yield from routine.steps(a, b)
        return result
    answer = yield from routine.steps(b, a)
    turned = answer.contact.turned()
    yield TurnedRound(answer.contact, turned)
    result = PairResult.of(turned, answer.tolerance)
    yield result
    return result


def pair_functions_needed(kinds: int) -> int:
    """How many routines a table of `kinds` shape kinds needs: n (n + 1) / 2, each kind against itself included.

    Raises ValueError unless `kinds` is a whole number of at least 0.
    """
    n = _count(kinds, "kinds")
    return n * (n + 1) // 2


def body_pairs(n: int) -> int:
    """How many pairs there are among n bodies: n (n - 1) / 2, none against itself.

    Raises ValueError unless n is a whole number of at least 0.
    """
    n = _count(n, "n")
    return n * (n - 1) // 2


def _count(value: int, name: str) -> int:
    whole = value if type(value) is int and value <= LARGEST_COORDINATE else number(value, name)
    if whole != int(whole) or whole < 0.0:
        raise ValueError(f"{name} must be a whole number of at least 0, not {whole:g}")
    return int(value)
