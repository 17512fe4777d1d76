"""B shrinks to a point while A grows by as much: every difference stays, and with it the answer (*Collision detection
for dummies*, figure 4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from geometry import Convex, Difference, boundary, minkowski_difference, separation
from geometry.vector import length
from lessons.stories.outlines import draw_arcs, draw_edges, solid
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.page import Claim, Page
from viz.lesson.text import fixed

SHRINK = (
    r"Shrink B towards the origin, to $(1-s)\B{B}$. Grow A by the rest, $s(-\B{B})$. The difference stays A − B, and "
    "so does the separation. At s = 1 only the point 0 is left of B."
)
SAME = r"\bigl(\A{A}\oplus s(-\B{B})\bigr)-(1-s)\B{B}=\A{A}-\B{B}"
TRIED = (0.0, 0.25, 0.5, 0.75, 1.0)  # s at which the claim is put to the test
LEAST = 1e-6  # s nearer to 0 or 1 is told as that


@dataclass(frozen=True, slots=True, eq=False)
class Shrunk:
    """What stays while B shrinks."""

    separation: float  # at every s: that of A and B


class Halfway(NamedTuple):
    """Both shapes when B has shrunk to (1 − s) of its size about the origin."""

    figure: Difference | None  # A ⊕ s(−B), whose edges are A's and B's; None for A itself
    a: Convex
    b: Convex


def shrunk(a: Convex, b: Convex, s: float) -> Halfway:
    """A ⊕ s(−B) and (1 − s)B. Their difference is A − B for every s from 0 to 1."""
    if s < LEAST:
        return Halfway(None, a, b)
    left = b if s > 1.0 - LEAST else Convex(s * b.points, s * b.radius)
    figure = minkowski_difference(a, left)
    rest = Convex(((0.0, 0.0),)) if left is b else Convex((1.0 - s) * b.points, (1.0 - s) * b.radius)
    return Halfway(figure, solid(figure), rest)


def page(page: Page, moment: Moment[Any], *, touches: bool) -> Page:
    a, b, s = moment.scene.a.world, moment.scene.b.world, moment.step.separation
    stays = "overlap by as much as A and B do"
    if touches or s > 0.0:
        stays = "just touch, as A and B do" if touches else "are as far apart as A and B"
    says = rf"At every s, $\A{{A}}\oplus s(-\B{{B}})$ and $(1-s)\B{{B}}$ {stays}."
    halves = [shrunk(a, b, part) for part in TRIED]
    same = Claim("at every s", lambda: [separation(p, q) for _, p, q in halves], lambda: [s] * len(TRIED), 1e-8)
    return Page(page.stage, SHRINK, SAME).says(says).claiming(same)


def draw_shrunk(canvas: Canvas, moment: Moment[Any], *, touches: bool) -> None:
    """A as far as it has grown, its edges and B's in their inks, and B as far as it has shrunk."""
    a, b, s = moment.scene.a.world, moment.scene.b.world, moment.step.separation
    figure, grown, left = shrunk(a, b, moment.time)
    for shape, ink in ((a, Ink.A), (b, Ink.B)):
        marks.ghost(canvas, shape, ink, Line.START, opacity=0.7)
    outline = boundary(grown, marks.SMOOTH * canvas.pixel)
    if len(outline) > 2:
        canvas.area(outline, Ink.A, opacity=0.16)
    if figure is None:
        marks.ghost(canvas, a, Ink.A, Line.OUTLINE)
    else:
        draw_edges(canvas, figure.edges, a.points, figure.radius, bold=True)
        if figure.radius > 0.0:
            draw_arcs(canvas, figure, Ink.A, figure.radius)
    if moment.time < 1.0 - LEAST:
        marks.shape(canvas, left, Ink.B)
    _names(canvas, figure, grown, left, moment.time)
    ink = Ink.QUIET if touches else separation_ink(s)
    now = separation(grown, left)
    told = "just touching" if touches else "apart" if now > 0.0 else "overlap"
    high = grown.points[int(grown.points[:, 1].argmax())] + (0.0, grown.radius)
    marks.pill(canvas, high, told, ink, toward=(0.0, 1.0))


def _names(canvas: Canvas, figure: Difference | None, a: Convex, b: Convex, s: float) -> None:
    """Of both: letters at the beginning and at the end, how much of B each has in between."""
    if figure is None or s > 1.0 - LEAST:
        canvas.label("A − B" if figure else "A", a.centroid, Ink.TEXT if figure else Ink.A, style=TextStyle.LETTER)
        if figure is None:
            canvas.label("B", b.centroid, Ink.B, style=TextStyle.LETTER)
        return
    away = b.centroid - a.centroid
    away = away / length(away) if length(away) > LEAST else np.array((0.0, 1.0))
    far = b.points[int((b.points @ away).argmax())] + b.radius * away
    canvas.label(f"{fixed(1.0 - s)} B", far, Ink.B, toward=away, style=TextStyle.BOLD)
    beside = a.centroid - 0.25 * (b.centroid - a.centroid)
    canvas.label(r"$\A{A}\oplus s(-\B{B})$", beside, Ink.A, style=TextStyle.BOLD)
