"""How large marks are that do not follow the zoom, in logical pixels at 1280 x 720: in the window and in SVG."""

from __future__ import annotations

from collections.abc import Mapping

from viz.lesson.ink import Point

MARKER_WIDTH = 11.0
MARKER_OPACITY = 0.85
HALO_OPACITY = 0.75
HATCH_WIDTH, HATCH_OPACITY = 1.2, 0.5
GLOW_REACH = 16.0  # of light around a line or a point
RADII: Mapping[Point, float] = {  # half of what a point takes up, its line's middle counted
    Point.RING: 4.6,
    Point.FILLED: 5.0,
    Point.ANSWER: 5.5,
    Point.SMALL: 3.0,
    Point.CROSS: 5.5,
    Point.DIAMOND: 5.8,
    Point.HOLLOW: 6.2,
}
RING_WIDTH = 2.2
ANSWER_LIGHT, ANSWER_AMOUNT = 20.0, 0.6  # reach and amount of the halo of an answer
WRONG_LIGHT, WRONG_AMOUNT, WRONG_RADIUS, WRONG_ARM = 30.0, 0.6, 8.5, 3.2  # a wrong answer: halo, ring, cross in it
RING_DASH = (3.4, 2.4)  # of a wrong ring
DOUBLE_CORE = 0.36  # of a double line's width
INSET_EDGE, INSET_ROUNDING, INSET_MARGIN, INSET_TITLE = 12.0, 8.0, 14.0, 22.0
INSET_SCALE = 0.85
PANE_TITLE = 34.0  # from the top of a pane: room of its title
SYMBOL_SIZE = 21.0
FORMULA_SIZE = 1.14  # of a formula among words, in sizes of their letters
PILL_PADDING = (9.0, 3.4)
PILL_RING = 2.0  # of ground around a pill
