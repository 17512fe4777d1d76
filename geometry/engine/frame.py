"""One frame of an engine: each stage leaves fewer pairs to the next, dearer one.

    boxes         an axis-aligned box around every body
    broadphase    candidate pairs: bodies that share a cell of a grid (`uniform_grid`)
    box test      those whose boxes touch or overlap
    narrowphase   those whose shapes do (`gjk`)
    manifold      one or two contact points a pair (`manifold`)
    solver        impulses at the contact points (`rigid_step`)
    integration   every body moved by its new velocity (`rigid_step`)

A stage may keep a pair too many, and must never lose one. All that it does is done by the routines that are named.
"""

from __future__ import annotations

from collections.abc import Sequence

from geometry.broadphase.structure import Pair
from geometry.broadphase.uniform_grid import CellCompared, uniform_grid
from geometry.dynamics.body import RigidBody
from geometry.dynamics.contacts import BodyContact, ContactsFound, Motion
from geometry.dynamics.rules import StepRules
from geometry.dynamics.step import (
    EnergyLimited,
    GravityApplied,
    ImpulseApplied,
    Pushed,
    StepMemory,
    Stepped,
    WarmStarted,
    rigid_step,
)
from geometry.minkowski.gjk import gjk
from geometry.outcome import Outcome
from geometry.record import record
from geometry.shape import Aabb
from geometry.summary import summary
from geometry.trace import Steps, steppable


@record
class BoxesPut:
    """A box around every body."""

    boxes: tuple[Aabb, ...]


@record
class CandidatesFound:
    """What the broadphase has to compare: pairs that share a cell."""

    pairs: tuple[Pair, ...]  # in ascending order

    __repr__ = summary


@record
class BoxesTested:
    """The candidates whose boxes touch or overlap."""

    pairs: tuple[Pair, ...]

    __repr__ = summary


@record
class ShapesTested:
    """Of those the pairs whose shapes touch or overlap."""

    pairs: tuple[Pair, ...]
    rejected: tuple[Pair, ...]  # only their boxes overlap

    __repr__ = summary


@record
class Solved:
    """The impulses are summed up, and the overlaps beyond the slop are to be taken out."""

    contacts: tuple[BodyContact, ...]
    before: tuple[Motion, ...]  # of every body, gravity included
    warm: tuple[Motion, ...]  # after the impulses of the frame before
    after: tuple[Motion, ...]
    applied: int  # impulses
    moves: tuple[Motion, ...]  # displacements of the push

    __repr__ = summary

    def approach(self, motions: Sequence[Motion]) -> float:
        """The fastest speed along a contact's normal at which its bodies approach, if they move so; 0 for none."""
        speeds = (c.normal.speed(motions[c.id.pair.body_a], motions[c.id.pair.body_b]) for c in self.contacts)
        return -min(0.0, *speeds, 0.0)


FrameStep = BoxesPut | CandidatesFound | BoxesTested | ShapesTested | ContactsFound | Solved | Stepped
_RULES, _NOTHING = StepRules(), StepMemory()


@steppable
def frame(
    bodies: Sequence[RigidBody], cell_size: float, memory: StepMemory = _NOTHING, rules: StepRules = _RULES
) -> Steps[FrameStep, Stepped]:
    """Move bodies of one piece each on by one frame, with the pairs that each stage leaves.

    `cell_size` > 0: of the broadphase's grid, world units. `memory`: what the frame before has left. Pairs of two
    static bodies are left out from the broadphase on. Raises ValueError for a body of several pieces, and as
    `uniform_grid` and `rigid_step` do.
    """
    if any(len(body.pieces) != 1 for body in bodies):
        raise ValueError("frame takes bodies of one piece each")
    shapes = [body.placed[0] for body in bodies]
    boxes = tuple(shape.bounds() for shape in shapes)
    yield BoxesPut(boxes)
    still = {i for i, body in enumerate(bodies) if body.is_static}
    candidates: list[Pair] = []
    hits: list[Pair] = []
    for step in uniform_grid.steps(boxes, cell_size):
        if isinstance(step, CellCompared):
            candidates += [pair for pair in step.compared if not still.issuperset(pair)]
            hits += [pair for pair in step.hits if not still.issuperset(pair)]
    yield CandidatesFound(tuple(sorted(candidates)))
    yield BoxesTested(tuple(sorted(hits)))
    kept: list[Pair] = []
    rejected: list[Pair] = []
    for i, j in sorted(hits):
        apart = gjk(shapes[i], shapes[j]).outcome is Outcome.SEPARATED
        (rejected if apart else kept).append((i, j))
    yield ShapesTested(tuple(kept), tuple(rejected))
    answer = yield from _solved(bodies, tuple(kept), memory, rules)
    return answer


def _solved(
    bodies: Sequence[RigidBody], pairs: tuple[Pair, ...], memory: StepMemory, rules: StepRules
) -> Steps[ContactsFound | Solved | Stepped, Stepped]:
    """The step of the bodies, told in three: contact points, impulses, moves."""
    contacts: tuple[BodyContact, ...] = ()
    before = warm = after = tuple[Motion, ...]()
    applied = 0
    for step in rigid_step.steps(bodies, memory, rules, pairs):
        match step:
            case GravityApplied(motions):
                before = motions
            case ContactsFound():
                contacts = step.contacts
                yield step
            case WarmStarted():
                warm = after = step.motions
            case ImpulseApplied():
                after, applied = step.motions, applied + 1
            case EnergyLimited():
                after = step.motions
            case Pushed():
                yield Solved(contacts, before, warm, after, applied, step.moves)
    assert isinstance(step, Stepped)
    yield step
    return step
