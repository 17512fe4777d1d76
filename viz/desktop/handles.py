"""What can be held in the figure, while it is pointed at or selected: squares on vertices, rings on points, a turning
mark above a shape, and brackets around what has the focus. All in the interface's colour and in shapes of its own, so
that nothing of it can be taken for geometry."""

from __future__ import annotations

import math
from collections.abc import Container, Iterator
from typing import NamedTuple

import numpy as np
from imgui_bundle import imgui

from geometry.shape import Aabb
from geometry.vector import Points
from viz.desktop.look import packed
from viz.desktop.session import Session
from viz.lesson.grip import Grip, Part, PlacedGrip, placed_grips
from viz.lesson.ink import Ink
from viz.lesson.outline import Outline
from viz.lesson.scene import Body, Handle
from viz.picture.pixels import Box
from viz.picture.view import View

_ROOM_A_SQUARE = 16.0  # pixels
_SQUARE, _RING, _TURN = 3.5, 4.5, 7.5  # half a side, radii
_AROUND, _ARM = 5.0, 7.0  # of brackets: how far they stand off, and how long they are
_POINTS = (Part.POINT, Part.START, Part.END)


class Shown(NamedTuple):
    """A handle, and where it is in the pane."""

    grip: Grip
    x: float
    y: float


def shown_handles(session: Session, view: View, idle: Container[str] = ()) -> list[Shown]:
    """Of a pane that shows the world: points always, but for those of the fields `idle`; a shape's vertices and its
    turning mark while it matters."""
    scene = session.player.scene
    focus = session.focus if session.shows_focus else None
    chosen = (session.hovered, focus)
    near = {grip.field for grip in chosen if grip is not None}
    shapes = {name: getattr(scene, name) for name in near}
    crowded = {name for name, value in shapes.items() if _is_crowded(value, view)}
    found = [
        placed
        for placed in placed_grips(scene, view.pixel, near, crowded)
        if placed.grip in chosen
        or not (placed.grip.part is Part.WHOLE or (placed.grip.part in _POINTS and placed.grip.field in idle))
    ]
    for grip in dict.fromkeys(chosen):
        if grip is not None and grip.part is Part.VERTEX and grip.field in crowded:
            corners = _corners(shapes[grip.field])
            if corners is not None and grip.index < len(corners):
                found.append(PlacedGrip(grip, corners[grip.index]))
    if not found:
        return []
    places = view.to_screen([placed.at for placed in found]).tolist()
    return [Shown(placed.grip, x, y) for placed, (x, y) in zip(found, places, strict=True)]


def boxes(shown: list[Shown]) -> Iterator[Box]:
    """Where labels do not lie: on what can be held, but beside a vertex they may."""
    for grip, x, y in shown:
        if grip.part is not Part.WHOLE and grip.part is not Part.VERTEX:
            half = _TURN if grip.part is Part.TURN else _RING
            yield x - half, y - half, x + half, y + half


def draw_handles(
    draw: imgui.ImDrawList, session: Session, view: View, corner: imgui.ImVec2, shown: list[Shown], scale: float
) -> None:
    """`corner`: of the pane, on the screen; `scale`: of what does not follow the zoom."""
    theme, scene = session.theme, session.player.scene
    inks = {name: control.ink for name, control, _ in scene.controls() if isinstance(control, Handle)}
    accent, ground = packed(theme.accent), packed(theme.canvas)
    for grip, x, y in shown:
        at = x + corner.x, y + corner.y
        is_held = grip == session.hovered
        match grip.part:
            case Part.VERTEX:
                half = _SQUARE * scale
                low, high = (at[0] - half, at[1] - half), (at[0] + half, at[1] + half)
                draw.add_rect_filled(low, high, accent if is_held else ground, 1.0)
                draw.add_rect(low, high, accent, 1.0, 1.5 * scale)
            case Part.TURN:
                _turning_mark(draw, at, scale, accent, ground, is_held=is_held)
            case Part.WHOLE:
                pass
            case _:
                color = packed(theme.color(inks.get(grip.field, Ink.TEXT)))
                draw.add_circle_filled(at, _RING * scale, color if is_held else ground)
                draw.add_circle(at, _RING * scale, color, 0, 2.0 * scale)
        if grip == session.focus and session.shows_focus:
            low, high = _bounds(session, view, corner, grip, at, scale)
            _brackets(draw, low, high, scale, accent)


def _is_crowded(value: object, view: View) -> bool:
    """Whether a shape has so many vertices that their squares would hide it."""
    points = _corners(value)
    return (
        points is not None and len(points) * _ROOM_A_SQUARE > 3.0 * float(np.ptp(points, axis=0).max()) * view.scale
    )


def _corners(value: object) -> Points | None:
    """The vertices in the world of what has some."""
    if isinstance(value, Body):
        return value.world.points
    return value.vertices if isinstance(value, Outline) else None


def _turning_mark(
    draw: imgui.ImDrawList, at: tuple[float, float], scale: float, color: int, ground: int, *, is_held: bool
) -> None:
    """Most of a circle with an arrow head at its end: it turns."""
    radius, first, last = 0.62 * _TURN * scale, -0.2, 4.6
    draw.add_circle_filled(at, _TURN * scale, ground)
    if is_held:
        draw.add_circle(at, _TURN * scale, color, 0, 1.2 * scale)
    draw.path_arc_to(at, radius, first, last, 20)
    draw.path_stroke(color, 1.6 * scale)
    x, y = at[0] + radius * math.cos(last), at[1] + radius * math.sin(last)
    ux, uy = -math.sin(last), math.cos(last)  # the way that the arc runs there
    k = 3.2 * scale
    tip, left = (x + k * ux, y + k * uy), (x - 0.4 * k * ux - k * uy, y - 0.4 * k * uy + k * ux)
    draw.add_triangle_filled(tip, left, (x - 0.4 * k * ux + k * uy, y - 0.4 * k * uy - k * ux), color)


def _bounds(
    session: Session, view: View, corner: imgui.ImVec2, grip: Grip, at: tuple[float, float], scale: float
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Of what has the focus, on the screen: upper left, lower right."""
    value = getattr(session.player.scene, grip.field)
    off = _AROUND * scale
    if grip.part is not Part.WHOLE or not isinstance(value, Body | Outline):
        half = _TURN * scale
        return (at[0] - half - off, at[1] - half - off), (at[0] + half + off, at[1] + half + off)
    box = (
        value.world.bounds() if isinstance(value, Body) else Aabb(value.points.min(axis=0), value.points.max(axis=0))
    )
    (left, bottom), (right, top) = view.to_screen((box.low, box.high)).tolist()
    far = 1e5  # where a shape is many times as large as the pane
    low = (max(left, -far) + corner.x - off, max(top, -far) + corner.y - off)
    return low, (min(right, far) + corner.x + off, min(bottom, far) + corner.y + off)


def _brackets(
    draw: imgui.ImDrawList, low: tuple[float, float], high: tuple[float, float], scale: float, color: int
) -> None:
    """The four corners of a frame."""
    arm = min(_ARM * scale, 0.35 * (high[0] - low[0]), 0.35 * (high[1] - low[1]))
    for x, way_x in ((low[0], 1.0), (high[0], -1.0)):
        for y, way_y in ((low[1], 1.0), (high[1], -1.0)):
            draw.add_polyline([(x + way_x * arm, y), (x, y), (x, y + way_y * arm)], color, 1.8 * scale, 0)
