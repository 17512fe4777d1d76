"""Where the letters stand: A in its floor, B in the half of the body that nothing else takes."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from geometry import Convex, Vector
from lessons.bodies.bounce_scene import SCALE, Hit, differs
from viz.lesson.canvas import Canvas
from viz.lesson.lesson import Moment

IMPULSE = SCALE  # world length of the arrow of 1 N s
SPIN = 46.0  # pixels, radius of the arrow of the spin
WORDS = 72.0  # pixels, of the number beside it
TRIES = 11  # along each side of the box around a body

Segment = tuple[Vector, Vector]
Places = NDArray[np.float64]


def on_floor(scene: Hit) -> Vector:
    """Of A: below the half of B that hangs over."""
    p, t, b = scene.contact.point, scene.contact.tangent.direction, scene.pair[1].placed[0]
    side = math.copysign(1.0, float((scene.pair[1].pose.position - p) @ t))
    reach = float((side * ((b.points - p) @ t)).max()) + b.radius
    found: Vector = p + side * max(reach - 0.1, 0.6) * t - 0.22 * scene.contact.normal.direction
    return found


def in_body(canvas: Canvas, moment: Moment[Hit], body: Convex, time: float) -> Vector:
    """Of B: as far as can be from its outline and from all that any step draws in it, so that it stays there."""
    low, high = body.bounds().low, body.bounds().high
    sides = (np.linspace(low[k], high[k], TRIES) for k in (0, 1))
    places = np.stack(np.meshgrid(*sides), axis=-1).reshape(-1, 2)
    room = _inside(body, places)
    for start, end in _taken(canvas, moment, time):
        room = np.minimum(room, _off(places, start, end))
    found: Vector = places[int(np.argmax(np.round(room, 6)))]
    return found


def _inside(body: Convex, places: Places) -> Places:
    """How far places lie inside the outline; negative outside."""
    points = body.points
    if len(points) == 1:
        found: Places = body.radius - np.hypot(*(places - points[0]).T)
        return found
    ways = np.roll(points, -1, axis=0) - points
    off = places[:, None, :] - points
    depths = (ways[:, 0] * off[..., 1] - ways[:, 1] * off[..., 0]) / np.hypot(*ways.T)
    found = depths.min(axis=1) + body.radius
    return found


def _off(places: Places, start: Vector, end: Vector) -> Places:
    """Distances from a segment."""
    way = end - start
    size = float(way @ way)
    part = np.clip((places - start) @ way / size, 0.0, 1.0) if size else np.zeros(len(places))
    found: Places = np.hypot(*(places - start - part[:, None] * way).T)
    return found


def _taken(canvas: Canvas, moment: Moment[Hit], time: float) -> Iterator[Segment]:
    """What the steps draw in B: velocities, lever arm, impulse, spin with its number, compared outlines."""
    scene, c = moment.scene, moment.scene.centre(1, time)
    n, t, p = scene.contact.normal.direction, scene.contact.tangent.direction, scene.contact.point
    ends, j = scene.trace.result.motions[1], scene.trace.result.impulse
    yield c, c + SCALE * scene.before[1].velocity
    yield c, c + SCALE * ends.velocity
    if abs(scene.before[1].spin) + abs(ends.spin) > 0.005:
        size = SPIN * canvas.pixel
        for high in (-0.6, 0.3, 1.0):
            yield c + size * np.array((0.3, high)), c + size * np.array((1.0, high))
        end = c + np.array((size + WORDS * canvas.pixel, 0.35 * size))
        if _inside(moment.scene.placed(1, time), end[None, :])[0] > 0.0:  # else its number stands outside
            yield c + size * np.array((1.0, 0.35)), end
    if time == 0.5:
        yield c, p
        tip = p + IMPULSE * (j.normal * n + j.friction * t)
        yield p, tip
        name = tip + 17.0 * canvas.pixel * n
        yield name - 42.0 * canvas.pixel * t, name + 42.0 * canvas.pixel * t
        if scene.friction:
            for side in (1.0, -1.0):
                yield p, p + IMPULSE * j.normal * (n + side * scene.friction * t)
    if differs(moment):
        wrong = moment.faulty
        yield p, p + IMPULSE * (wrong.impulse.normal * n + wrong.impulse.friction * t)
        yield c, c + SCALE * wrong.motions[1].velocity
        for each in (scene.placed(1, 1.0, wrong.motions), scene.placed(1, 1.0)):
            yield from zip(each.points, np.roll(each.points, -1, axis=0), strict=True)
