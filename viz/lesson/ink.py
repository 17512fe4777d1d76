"""Inks: what a mark means. The theme alone says what it looks like."""

from __future__ import annotations

from enum import Enum


class Ink(Enum):
    """A role in the figure, never a colour."""

    SHAPE_A = "shape A"
    SHAPE_B = "shape B"
    SHAPE_C = "shape C"
    REFERENCE = "reference"  # the edge in question, its normal
    INCIDENT = "incident"
    AXIS = "axis"  # an unbounded line to project on
    SHADOW_A = "shadow of A"
    SHADOW_B = "shadow of B"
    PROJECTOR_A = "projector of A"  # the dashed line from a point to its shadow
    PROJECTOR_B = "projector of B"
    VECTOR_P = "vector p"
    VECTOR_Q = "vector q"
    RESULT = "result"  # what the algorithm is after: the foot, the answer
    SEPARATION = "separation"  # a gap
    PENETRATION = "penetration"  # an overlap
    FAULTY = "faulty"  # what a naive routine answers
    CONSTRUCTION = "construction"  # ticks, right angles, help lines
    GHOST = "ghost"  # earlier, later, not yet
    PAST = "past"  # the same of a whole row of earlier moments: plain and thin, for dashes upon dashes are noise
    LANDED_A = "landed A"  # where A comes to lie
    LANDED_B = "landed B"
    TEXT = "text"
    QUIET = "quiet"

    __hash__ = object.__hash__  # members are single; a picture looks up hundreds of styles, and Enum's own is slow


def separation_ink(separation: float) -> Ink:
    """The ink of a signed separation: of a gap where it is positive, else of an overlap (touching is contact)."""
    return Ink.SEPARATION if separation > 0.0 else Ink.PENETRATION


class TextStyle(Enum):
    """How large and how loud a label is."""

    LABEL = "label"
    LETTER = "letter"  # the name inside a shape
    PILL = "pill"  # a number on a filled capsule in the ink's colour

    __hash__ = object.__hash__
