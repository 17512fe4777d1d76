"""Reference and incident edge: what is said beside each step."""

from __future__ import annotations

from typing import Any

from lessons.contact.reference_and_incident_wrong import goes_without, wrong_edge
from viz.lesson.lesson import Moment

IDEAS = {
    "Contact": "We want the contact points. They come from two **edges**, one of each body. First find the edge "
    "behind which the other body lies least deep.",
    "Edges of A": "For each edge of A, find the vertex of B that lies deepest behind it. The height of "
    "that vertex over the edge is the **separation** $s$. A negative $s$ is a depth.",
    "Edges of B": "Do the same for the edges of B, with the vertices of A: either body may own the edge of least "
    "depth.",
    "Reference": r"The edge of the greatest separation, the least depth, is the **reference edge**: along its normal "
    r"$\examined{\hat n}$ the move that separates A and B is the shortest.",
    "Normals": r"Find the other body's edge that lies flattest against the reference edge: its outward normal "
    r"$\hat m_j$ is the nearest to $-\examined{\hat n}$. The dot product measures that.",
    "Incident": "The edge with the least dot product is the **incident edge**. Its part behind the reference "
    "edge gives the **contact points**, halfway between both edges.",
    "Jitter": "Small errors of a solver make bodies at rest jitter. Two edges are nearly equal here. If the "
    "reference edge changes, the contact points jump to the hollow rings.",
    "Hysteresis": "**Hysteresis**: change only if a new edge leads by more than $ε$. Else the contact points jump, "
    "and a solver loses the impulses stored for them: its warm start.",
}
WRONG_EDGE = (
    "**Edge after the deepest**: the rule takes the edge that starts at the deepest vertex, v{}. "
    "But the normal of the edge that ends there is nearer to $-\\hat n$."
)
NO_HYSTERESIS = (
    "**No hysteresis**: in each frame the edge of greatest separation is the reference edge. The contact points jump "
    "with it, and a solver loses their impulses."
)
GAP = (
    "A positive separation is a gap: behind this edge lies nothing of the other body. No contact, so there are no "
    "edges to name."
)


def idea(moment: Moment[Any], stage: str) -> str:
    """Of a stage; with a faulty rule's edge what is wrong with it."""
    wrong = wrong_edge(moment)
    if stage == "Hysteresis" and goes_without(moment):
        return NO_HYSTERESIS
    if stage == "Incident" and wrong is not None:
        return WRONG_EDGE.format(wrong)
    return IDEAS.get(stage, GAP)
