"""Inks, lines and points: what a mark means and how loud it is. The theme alone says what they look like."""

from __future__ import annotations

from enum import Enum


class Ink(Enum):
    """A role in the figure, never a colour. Each has one meaning in all lessons (look/LOOK.md)."""

    A = "shape A"  # shape A and what is A's
    B = "shape B"  # shape B and what is B's; the incident edge by its double line
    EXAMINED = "examined"  # what this step examines: axis, reference edge, query point, candidate; never the result
    GAP = "gap"  # gap, apart, safe; bounds of a gap
    OVERLAP = "overlap"  # overlap, depth, inside, what forbids
    ANSWER = "answer"  # contact point, foot, first touch, best axis, origin of difference space
    FAULTY = "faulty"  # a wrong answer: of a faulty rule, or of the learner
    CONSTRUCTION = "construction"  # help lines, side planes, borders of regions
    GHOST = "ghost"  # earlier, later, not yet
    INTERFACE = "interface"  # play head, sliders, tasks, settings drawn in the figure; never geometry
    TEXT = "text"
    QUIET = "quiet"

    __hash__ = object.__hash__  # members are single; a picture looks up hundreds of styles, and Enum's own is slow


_TOUCHING = 1e-9  # units: so near to 0 that only rounding is left


def separation_ink(separation: float) -> Ink:
    """The ink of a signed separation: of a gap where it is positive, of an overlap where it is negative; the answer's
    where it is 0 up to rounding: the shapes just touch."""
    if abs(separation) < _TOUCHING:
        return Ink.ANSWER
    return Ink.GAP if separation > 0.0 else Ink.OVERLAP


class Line(Enum):
    """How loud a line is. Widths and dashes belong to the theme and do not follow the zoom."""

    OUTLINE = "outline"  # of a shape
    FEATURE = "feature"  # the edge that is tested: broad
    DOUBLE = "double"  # the incident edge
    CURVE = "curve"
    MEASURE = "measure"  # a measured length
    THIN = "thin"  # help line, solid
    DASHED = "dashed"  # help line: projector, border
    DOTTED = "dotted"  # not computed yet; faulty; upper bound
    BAR = "bar"  # a projection: 8 px, butt ends
    START = "start"  # a body's pose at the start of a motion: dashed, faint
    END = "end"  # at its end: dashed

    __hash__ = object.__hash__


class Point(Enum):
    """How a point is drawn."""

    RING = "ring"  # input: a vertex, a sample
    FILLED = "filled"
    ANSWER = "answer"  # filled, with a soft halo
    SMALL = "small"  # a small filled dot
    CROSS = "cross"  # cut off, refused, wrong
    DIAMOND = "diamond"  # a reflex vertex
    HOLLOW = "hollow"  # placed by the learner, not checked yet

    __hash__ = object.__hash__


class TextStyle(Enum):
    """How large and how loud a label is."""

    LABEL = "label"
    BOLD = "bold"  # the name of the thing in use
    NUMBER = "number"  # faint names of edges
    VERTEX = "vertex"  # faint names of vertices, smaller and slanted
    CAPTION = "caption"  # quiet words: ticks, second lines
    LETTER = "letter"  # the name inside a shape
    TITLE = "title"  # of a body, a board, an inset
    CODE = "code"  # a row of source, its blanks kept: letters of one width, on a ground of its own
    PILL = "pill"  # the one number that the step is about, on a filled capsule in the ink's colour

    __hash__ = object.__hash__
