"""Taking hold of a grip, and what dragging or turning it makes of the scene.

Pure: the window only says where the pointer was pressed and where it is now.
"""

from __future__ import annotations

import math

import numpy as np

from geometry import Vector
from geometry.vector import length, readonly
from viz.lesson.grip import Grip, Part, placed_grips
from viz.lesson.outline import Outline
from viz.lesson.scene import Arrow, Body, Handle, Scene

GRAB_RADIUS = 12.0  # pixels around a point that still take hold of it
SNAP_LENGTH = 0.25  # world units
SNAP_ANGLE = math.radians(15.0)


def pick(scene: Scene, at: Vector, pixel: float) -> Grip | None:
    """What a pointer at world point `at` would take hold of: the nearest small grip within reach, else the
    topmost shape under it, else None."""
    reach = GRAB_RADIUS * pixel
    near = [(length(p.at - at), p.grip) for p in placed_grips(scene, pixel) if p.grip.part is not Part.WHOLE]
    distance, grip = min(near, key=lambda pair: pair[0], default=(math.inf, None))
    if grip is not None and distance <= reach:
        return grip
    for name, control, value in reversed(list(scene.controls())):
        if isinstance(control, Handle):
            match value:
                case Body() if value.world.contains(at):
                    return Grip(name, Part.WHOLE)
                case Outline() if value.contains(at):
                    return Grip(name, Part.WHOLE)
                case Arrow() if _beside(value, at) <= reach:
                    return Grip(name, Part.WHOLE)
    return None


def dragged(scene: Scene, grip: Grip, start: Vector, now: Vector, snap: bool = False) -> Scene:
    """`scene`, as it was when the pointer was pressed at `start`, with the grip carried along to `now`.

    The grab offset is kept, because only the difference counts. With `snap`, points land on a grid and turns on
    multiples of 15 degrees. Raises ValueError with the reason when the scene refuses.
    """
    value, by = getattr(scene, grip.field), now - start
    moved: Body | Arrow | Outline | Vector
    match value, grip.part:
        case Body(), Part.WHOLE:
            moved = value.moved(_snapped(value.pose.position + by, snap) - value.pose.position)
        case Body(), Part.VERTEX:
            moved = value.with_vertex(grip.index, _snapped(value.world.points[grip.index] + by, snap))
        case Body(), Part.TURN:
            before, after = start - value.pose.position, now - value.pose.position
            way = math.atan2(after[1], after[0]) - math.atan2(before[1], before[0])
            # The shorter way round: where full turns count, crossing the axis of atan2 must not add one.
            angle = value.pose.angle + math.remainder(way, math.tau)
            if snap:
                angle = round(angle / SNAP_ANGLE) * SNAP_ANGLE
            moved = value.turned(angle - value.pose.angle)
        case Outline(), Part.WHOLE:
            moved = value.moved(_snapped(value.middle + by, snap) - value.middle)
        case Outline(), Part.VERTEX:
            moved = value.with_vertex(grip.index, _snapped(value.vertices[grip.index] + by, snap))
        case Arrow(), Part.START:
            moved = Arrow(_snapped(value.start + by, snap), value.end)
        case Arrow(), Part.END:
            moved = Arrow(value.start, _snapped(value.end + by, snap))
        case Arrow(), Part.WHOLE:
            shift = _snapped(value.start + by, snap) - value.start
            moved = Arrow(value.start + shift, value.end + shift)
        case _:
            moved = readonly(_snapped(value + by, snap))
    return scene.with_field(grip.field, moved)


def turned(scene: Scene, grip: Grip, angle: float) -> Scene:
    """The scene with the shape or arrow of a grip turned by an angle in radians, counter-clockwise: a shape about its
    pivot, an outline about its middle, an arrow about its start, its middle where its shaft is held, its end where
    its start is. Points stay."""
    value = getattr(scene, grip.field)
    match value:
        case Body() | Outline():
            return scene.with_field(grip.field, value.turned(angle))
        case Arrow():
            about = {Part.START: value.end, Part.WHOLE: (value.start + value.end) / 2.0}.get(grip.part, value.start)
            return scene.with_field(grip.field, Arrow(*(_turned(p, about, angle) for p in (value.start, value.end))))
        case _:
            return scene


def _turned(p: Vector, about: Vector, angle: float) -> Vector:
    (x, y), c, s = p - about, math.cos(angle), math.sin(angle)
    return np.array((c * x - s * y, s * x + c * y)) + about


def _snapped(p: Vector, snap: bool) -> Vector:
    return np.round(p / SNAP_LENGTH) * SNAP_LENGTH if snap else p


def _beside(arrow: Arrow, at: Vector) -> float:
    """Distance of a point from the arrow's shaft."""
    along = arrow.vector
    squared = float(along @ along)
    t = 0.0 if squared == 0.0 else min(max(float((at - arrow.start) @ along) / squared, 0.0), 1.0)
    return length(at - arrow.start - t * along)
