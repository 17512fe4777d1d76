"""c on its way along an arc, and the foot that slides on the line below it."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from geometry import Vector
from geometry.sat.projection import FootFound
from geometry.vector import left_of, length, readonly
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point
from viz.lesson.lesson import Moment

START, END = math.radians(-44.0), math.radians(12.0)  # of the arc, from its crest; c is at its end
LEAST = 0.25  # world length: c nearer to the line is not seen to move over it
WIDE, FLAT = 0.85, 1.8  # the way of the foot: of the length of q at least, and at most so many heights
GHOSTS, SMOOTH = 9, 24  # places where c was; pieces of the arc


def away(scene: Any) -> Vector:
    """The unit perpendicular of the line that points away from c."""
    side = left_of(scene.q) / length(scene.q)
    found: Vector = -side if float(side @ scene.p) > 0.0 else side
    return found


def has_arc(scene: Any) -> bool:
    """Whether c is far enough from a line to move over it."""
    return scene.found is not None and scene.height > LEAST


def on_arc(scene: Any, part: float) -> Vector:
    """c at a part of its arc, which comes from the side of b, where c is behind a, and else from the side of a."""
    along, size = scene.found.signed_length, length(scene.q)
    side = -1.0 if along < -1e-9 else 1.0
    wide = min(max(WIDE * size, abs(along)), FLAT * scene.height)
    radius, angle = wide / (math.sin(END) - math.sin(START)), START + part * (END - START)
    x = along - side * radius * (math.sin(END) - math.sin(angle))
    y = scene.height - radius * (math.cos(END) - math.cos(angle))
    return readonly(scene.a + x * scene.q / size - y * away(scene))


def is_moving(moment: Moment[Any]) -> bool:
    """Whether c is on its way."""
    return isinstance(moment.step, FootFound) and not moment.compare and moment.time < 1.0 and has_arc(moment.scene)


def shown(moment: Moment[Any]) -> Any:
    """The scene with c where it is at this time."""
    scene = moment.scene
    return replace(scene, c=on_arc(scene, moment.time)) if is_moving(moment) else scene


def draw_arc(canvas: Canvas, scene: Any, part: float) -> None:
    """The arc, the places on it that c has left, and the foot below each of them."""
    out = away(scene)
    canvas.stroke([on_arc(scene, k / SMOOTH) for k in range(SMOOTH + 1)], Ink.EXAMINED, line=Line.THIN, opacity=0.5)
    for k in range(GHOSTS):
        if k / GHOSTS < part:
            top = on_arc(scene, k / GHOSTS)
            high = -float((top - scene.a) @ out)
            opacity = 0.12 + 0.3 * k / GHOSTS
            canvas.stroke((top, top + high * out), Ink.EXAMINED, line=Line.DOTTED, opacity=opacity)
            canvas.dot(top, Ink.EXAMINED, Point.SMALL)
