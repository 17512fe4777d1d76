"""What of a shape an answer speaks of: a vertex of its core, or an edge. The names by which a contact is known again
in the next frame."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cache


class FeatureKind(Enum):
    """A vertex stands for its corner circle too, an edge for the straight piece of boundary outside it."""

    VERTEX = "vertex"
    EDGE = "edge"
    SAMPLE = "sample"  # an instant of a motion
    PART = "part"  # anything else in a figure, by its name: the gap, a ray


@dataclass(frozen=True, slots=True)
class FeatureRef:
    """One feature of a scene, equal by value: a vertex or an edge of A, of B, or of A − B. It names what is
    pointed at, clicked, tested and answered; `str` is for people and is never parsed back."""

    owner: str  # "A", "B", "A − B"; "" where the feature has no owner; of a part its name
    kind: FeatureKind
    index: int = 0

    def __str__(self) -> str:
        if self.kind is FeatureKind.PART:
            return self.owner
        name = f"{self.kind.value} {self.index}"
        return f"{name} of {self.owner}" if self.owner else name


@dataclass(frozen=True, slots=True)
class Feature:
    """A vertex or an edge by its index: edge i runs from vertex i to vertex i + 1. Equal by value."""

    kind: FeatureKind
    index: int

    @property
    def is_vertex(self) -> bool:
        return self.kind is FeatureKind.VERTEX


@cache  # the same value every time: making it anew costs more than a dot product
def vertex(index: int) -> Feature:
    """Vertex `index` of a core."""
    return Feature(FeatureKind.VERTEX, index)


@cache
def edge(index: int) -> Feature:
    """Edge `index` of a core, or the boundary's edge outside it."""
    return Feature(FeatureKind.EDGE, index)
