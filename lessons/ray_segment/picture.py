"""The path and the wall, two areas over one base, and the two numbers that decide."""

from __future__ import annotations

import numpy as np

from geometry import SweptImpact, Vector
from geometry.swept_circle.circle_segment import CapChosen
from geometry.swept_circle.point_segment import CrossProducts, LinesMet
from geometry.swept_circle.steps import StartMeasured
from geometry.vector import left_of, length, sealed
from lessons.ray_segment.faulty import NONE, crossing
from lessons.ray_segment.scene import PointAndWall
from lessons.ray_segment.words import faulty, is_end
from viz import marks, moving_picture
from viz.canvas import Canvas
from viz.ink import Ink
from viz.lesson import Moment
from viz.text import amount, signed

WIDE, APART = 5.0, 0.8  # of the number lines: a unit's width, and how far apart they are
LEAST, MOST = -0.25, 1.25  # what they show; numbers beyond stand at their ends


def draw(canvas: Canvas, moment: Moment[PointAndWall]) -> None:
    scene, step = moment.scene, moment.step
    if isinstance(step, CrossProducts):
        _areas(canvas, scene, step)
    match step:
        case StartMeasured() if not is_end(step):
            canvas.stroke((scene.p, step.nearest), Ink.SEPARATION)
            middle = (scene.p + step.nearest) / 2.0
            words = "on the wall" if step.overlapped else f"distance {amount(step.separation)}"
            ink = Ink.PENETRATION if step.overlapped else Ink.SEPARATION
            canvas.label(words, middle, ink, toward=marks.UP)
        case LinesMet():
            _meeting(canvas, scene, step)
        case CapChosen():
            canvas.dot(step.end, Ink.REFERENCE)
            canvas.unbounded(scene.c, scene.motion, Ink.GHOST)
        case SweptImpact():
            moving_picture.impact(canvas, scene.p, scene.motion, step, "p")
            if scene.rule != NONE:
                _faulty(canvas, scene, step)
        case _:
            caps = [s for s in moment.trace.steps[: moment.index + 1] if isinstance(s, CapChosen)]
            end = caps[-1].end if caps else scene.c
            moving_picture.step_against_point(canvas, scene.p, scene.motion, end, 0.0, step)
    _path(canvas, scene)
    _wall(canvas, scene)


def _path(canvas: Canvas, scene: PointAndWall) -> None:
    way = scene.motion if length(scene.motion) > 0.0 else marks.UP
    if length(scene.motion) > 0.0:
        canvas.arrow(scene.p, scene.p_to, Ink.VECTOR_P)
        canvas.label("p′", scene.p_to, Ink.LANDED_A, toward=way)
        canvas.symbol(r"\vec r", scene.p + 0.85 * scene.motion, Ink.VECTOR_P, toward=left_of(way))
    canvas.dot(scene.p, Ink.SHAPE_A)
    canvas.label("p", scene.p, Ink.SHAPE_A, toward=-way)
    if 0.0 < scene.time < 1.0:
        canvas.dot(scene.p + scene.time * scene.motion, Ink.SHAPE_A)


def _wall(canvas: Canvas, scene: PointAndWall) -> None:
    out = scene.wall if length(scene.wall) > 0.0 else marks.UP
    if length(scene.wall) > 0.0:
        canvas.arrow(scene.c, scene.d, Ink.VECTOR_Q)
        canvas.symbol(r"\vec e", scene.c + 0.75 * scene.wall, Ink.VECTOR_Q, toward=left_of(out))
    for place, letter, way in ((scene.c, "c", -out), (scene.d, "d", out)):
        canvas.dot(place, Ink.SHAPE_B)
        canvas.label(letter, place, Ink.SHAPE_B, toward=way)


def _areas(canvas: Canvas, scene: PointAndWall, products: CrossProducts) -> None:
    """Two parallelograms over the base e at p: as far as the wall, and as far as the path."""
    p, e = scene.p, scene.wall
    for reach, value, ink, words in (
        (scene.motion, products.across, Ink.VECTOR_P, "r × e"),
        (scene.c - p, products.of_wall, Ink.VECTOR_Q, "(c − p) × e"),
    ):
        corners = np.array((p, p + e, p + e + reach, p + reach))
        canvas.area(corners, ink)
        canvas.stroke(corners, Ink.CONSTRUCTION, closed=True)
        canvas.label(
            f"{words} = {signed(value)}", p + e + 0.6 * reach, ink, toward=e if length(e) > 0.0 else marks.UP
        )


def _meeting(canvas: Canvas, scene: PointAndWall, met: LinesMet) -> None:
    canvas.unbounded(scene.p, scene.motion, Ink.GHOST)
    canvas.unbounded(scene.c, scene.wall, Ink.GHOST)
    at = sealed(scene.c + met.place * scene.wall)
    ink = Ink.RESULT if met.miss is None else Ink.SEPARATION
    canvas.dot(at, ink)
    canvas.label(f"t = {amount(met.fraction)}, u = {amount(met.place)}", at, ink, toward=marks.RIGHT + marks.UP)


def _faulty(canvas: Canvas, scene: PointAndWall, found: SweptImpact) -> None:
    said = faulty(scene)
    if said is None and found.point is not None:
        canvas.label(f"{scene.rule}: no hit", scene.p_to, Ink.FAULTY, toward=marks.UP)
    elif said is not None and (found.point is None or abs(said - found.fraction) > 1e-9):
        at = scene.p + said * scene.motion
        canvas.stroke((scene.p, at), Ink.FAULTY)
        canvas.dot(at, Ink.FAULTY)
        canvas.label(f"{scene.rule}: t = {amount(said)}", at, Ink.FAULTY, toward=marks.RIGHT - marks.UP)


def draw_numbers(canvas: Canvas, moment: Moment[PointAndWall]) -> None:
    """t on the path and u on the wall, each with the stretch from 0 to 1 that counts."""
    scene = moment.scene
    known = any(isinstance(step, LinesMet) for step in moment.trace.steps[: moment.index + 1])
    found = crossing(scene.p, scene.motion, scene.c, scene.d) if known else None
    for i, (name, ink, ends) in enumerate(
        (("t, path", Ink.SHADOW_A, "p to p′"), ("u, wall", Ink.SHADOW_B, "c to d"))
    ):
        base = np.array((0.0, -APART * i))
        canvas.stroke((base + (LEAST * WIDE, 0.0), base + (MOST * WIDE, 0.0)), Ink.CONSTRUCTION)
        canvas.stroke((base, base + (WIDE, 0.0)), ink)
        canvas.label(name, base + (LEAST * WIDE, 0.0), ink, toward=(-1.0, 0.0))
        canvas.label(ends, base + (MOST * WIDE, 0.0), ink, toward=(1.0, 0.0))
        for end in (0, 1):
            canvas.label(str(end), base + (end * WIDE, 0.0), Ink.QUIET, toward=(0.0, -1.0))
        if found is not None:
            _number(canvas, base, ("t", "u")[i], found[i])


def _number(canvas: Canvas, base: Vector, name: str, value: float) -> None:
    shown = min(max(value, LEAST), MOST)
    at = base + (shown * WIDE, 0.0)
    ink = Ink.RESULT if 0.0 <= value <= 1.0 else Ink.SEPARATION
    canvas.dot(at, ink)
    words = f"{name} = {amount(value)}"
    canvas.label(words if shown == value else f"{words}, beyond", at, ink, toward=(0.0, 1.0))
