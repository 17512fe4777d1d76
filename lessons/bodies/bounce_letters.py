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
SPIN = 46.0, 0.19  # radius of the arrow of the spin: pixels, and at most this world length
WORDS = 72.0  # pixels, of the number beside it
AIR = 8.0  # pixels that it keeps from an edge
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


def spin_radius(canvas: Canvas) -> float:
    """Of the arrow of the spin, in pixels: letters are large on a wall, and the body has to hold them."""
    pixels, length = SPIN
    return min(pixels, length / canvas.pixel)


def beyond(canvas: Canvas, scene: Hit, tip: Vector) -> Vector:
    """On which side of its tip the number of an impulse stands: beyond it, unless an edge of B runs through there."""
    t, p = scene.contact.tangent.direction, scene.contact.point
    room = _inside(scene.pair[1].placed[0], np.array(_name(canvas, scene, tip)))
    if max(float(room.min()), float(-room.max())) > AIR * canvas.pixel:
        return scene.contact.normal.direction
    found: Vector = math.copysign(1.0, float((p - scene.pair[1].pose.position) @ t)) * t  # away from the centre
    return found


def _name(canvas: Canvas, scene: Hit, tip: Vector) -> Segment:
    """The middle line of the number beyond the tip of an impulse."""
    middle, half = tip + 17.0 * canvas.pixel * scene.contact.normal.direction, 42.0 * canvas.pixel
    return middle - half * scene.contact.tangent.direction, middle + half * scene.contact.tangent.direction


def in_body(canvas: Canvas, moment: Moment[Hit], body: Convex, time: float) -> Vector:
    """Of B: as far as can be from its outline and from all that any step draws in it, so that it stays there."""
    low, high = body.bounds().low, body.bounds().high
    sides = (np.linspace(low[k], high[k], TRIES) for k in (0, 1))
    places = np.stack(np.meshgrid(*sides), axis=-1).reshape(-1, 2)
    room = np.minimum(_inside(body, places), _off(places, np.array(list(_taken(canvas, moment, time)))))
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


def _off(places: Places, segments: Places) -> Places:
    """Distances from the nearest of segments `(n, 2, 2)`."""
    starts, ways = segments[:, 0], segments[:, 1] - segments[:, 0]
    x, y = (places[:, None, k] - starts[:, k] for k in (0, 1))
    u, v = ways.T
    part = np.clip((x * u + y * v) / np.maximum(u * u + v * v, 1e-18), 0.0, 1.0)
    found: Places = np.hypot(x - part * u, y - part * v).min(axis=1)
    return found


def _taken(canvas: Canvas, moment: Moment[Hit], time: float) -> Iterator[Segment]:
    """What the steps draw in B: velocities, lever arm, impulse, spin with its number, compared outlines."""
    scene, c = moment.scene, moment.scene.centre(1, time)
    n, t, p = scene.contact.normal.direction, scene.contact.tangent.direction, scene.contact.point
    ends, j = scene.trace.result.motions[1], scene.trace.result.impulse
    yield c, c + SCALE * scene.before[1].velocity
    yield c, c + SCALE * ends.velocity
    if abs(scene.before[1].spin) + abs(ends.spin) > 0.005:
        size = spin_radius(canvas) * canvas.pixel
        for high in (-0.6, 0.3, 1.0):
            yield c + size * np.array((0.3, high)), c + size * np.array((1.0, high))
        end = c + np.array((size + WORDS * canvas.pixel, 0.35 * size))
        if _inside(moment.scene.placed(1, time), end[None, :])[0] > 0.0:  # else its number stands outside
            yield c + size * np.array((1.0, 0.35)), end
    if time == 0.5:
        yield c, p
        tip = p + IMPULSE * (j.normal * n + j.friction * t)
        yield p, tip
        yield p, p + IMPULSE * j.normal * n
        yield _name(canvas, scene, tip)
        if scene.friction:
            for side in (1.0, -1.0):
                yield p, p + IMPULSE * j.normal * (n + side * scene.friction * t)
    if differs(moment):
        wrong = moment.faulty
        yield p, p + IMPULSE * (wrong.impulse.normal * n + wrong.impulse.friction * t)
        yield c, c + SCALE * wrong.motions[1].velocity
        for each in (scene.placed(1, 1.0, wrong.motions), scene.placed(1, 1.0)):
            yield from zip(each.points, np.roll(each.points, -1, axis=0), strict=True)
