"""The chord of a path in the circle around p: its two ends are the contacts, and half of it is the discriminant's."""

from __future__ import annotations

import math

import numpy as np

from geometry.vector import cross, length, unit
from lessons.motion.quadratic import Against
from viz.lesson import measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, TextStyle
from viz.lesson.page import Claim, Page
from viz.lesson.text import fixed

NAME = 0.72  # of R, from a centre to the name of its contact
LEAST_CHORD, CHORD_OFF = 0.4, 14.0  # of R: a shorter half chord is not named; pixels between it and the path


def half_chord(at: Against) -> float:
    """Of the path in the circle around p."""
    return math.sqrt(max(at.radius**2 - at.passing**2, 0.0))


def told(page: Page, at: Against) -> Page:
    """Where there are two roots: what half of the chord between them has to do with the discriminant."""
    if half_chord(at) < 1e-3 * at.radius:
        return page
    claim = Claim(
        "half chord",
        lambda: math.sqrt(max(at.beta**2 - at.alpha * at.gamma, 0.0) / at.alpha),
        lambda: 0.5 * math.dist(*(at.at(t) for t in at.roots or (0.0, 0.0))),
        1e-6,
    )
    return page.claiming(claim).says(rf"{page.sentence} Half of the chord: {fixed(half_chord(at))}.")


def is_near(at: Against) -> bool:
    """Whether v turns so little from the way to p that the arc between them needs no more room."""
    return -at.beta > 0.8 * length(at.v) * length(at.offset)


def draw(canvas: Canvas, at: Against, is_named: bool) -> None:
    """Both contacts by their names; m, and half of the chord between them, on the side away from p."""
    first, last = (at.at(t) for t in at.roots or (0.0, 0.0))
    along = unit(at.v)
    left = np.array((-along[1], along[0]))
    side = -1.0 if cross(at.v, at.p - at.c) >= 0.0 else 1.0
    under = NAME * at.radius * side * left
    canvas.label("impact", first + under, Ink.ANSWER, style=TextStyle.LABEL, fixed=True)
    if at.roots is not None and math.dist(first, last) > 0.5 * at.radius and at.roots[1] < 1.0:
        canvas.label("exit", last + under, Ink.QUIET, style=TextStyle.LABEL, fixed=True)
    if is_named and half_chord(at) > LEAST_CHORD * at.radius:
        foot = at.at(-at.beta / at.alpha)
        measures.measure(canvas, foot, last, Ink.TEXT, r"$\sqrt{R^2-m^2}$", off=side * CHORD_OFF, side=side)
        if at.passing > 12.0 * canvas.pixel:
            measures.measure(canvas, at.p, foot, Ink.TEXT, "$m$")
