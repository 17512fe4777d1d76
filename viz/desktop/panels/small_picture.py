"""A scene as a small picture: its shapes as they stand, for the row of scenes and the list of lessons."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from imgui_bundle import imgui
from numpy.typing import NDArray

from geometry.shape import Aabb, boundary
from viz.desktop.look import packed
from viz.desktop.pen import Pen
from viz.desktop.places import Rect
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Lesson, Moment
from viz.lesson.mark import Arrow as ArrowMark
from viz.lesson.mark import Stroke
from viz.lesson.outline import Outline
from viz.lesson.scene import Arrow, Body, Handle, Scene
from viz.picture.pixels import Path
from viz.picture.view import View

_PIXEL = 0.02  # world length of a pixel of what is drawn
_FINE = frozenset((Ink.CONSTRUCTION, Ink.GHOST, Ink.QUIET))
_SMOOTH = 0.01  # of a shape's size, that a drawn arc may stray from the true one


class SmallPicture:
    """What stands in a scene, as outlines and points with their inks; drawn to fit any box."""

    def __init__(self, parts: list[tuple[Ink, NDArray[np.float64]]]) -> None:
        """`parts`: world points, shape (n, 2): one for a point, two for a line, more for an outline."""
        self.parts = parts
        corners = np.concatenate([points for _, points in parts]) if parts else np.zeros((1, 2))
        self.box = Aabb(corners.min(axis=0), corners.max(axis=0))
        self._placed: tuple[Rect, list[tuple[Ink, Path]]] | None = None

    def draw(self, pen: Pen, at: Rect, inset: tuple[float, float] = (4.0, 6.0)) -> None:
        """Fitted to the box, `inset` (of the design's pixels) left free at its sides."""
        k, draw = pen.scale, pen.draw
        for ink, points in self._points(at, (inset[0] * k, inset[1] * k)):
            color = pen.theme.color(ink)
            match len(points):
                case 1:
                    draw.add_circle_filled(points[0], 1.8 * k, packed(color))
                case 2:
                    draw.add_line(points[0], points[1], packed(color), 1.4 * k)
                case _:
                    # ImGui smooths clockwise outlines, as seen on the screen; ours run the other way.
                    draw.add_concave_poly_filled(points[::-1], packed(color, 0.26))
                    draw.add_polyline(points, packed(color), 1.2 * k, imgui.ImDrawFlags_.closed)

    def _points(self, at: Rect, inset: tuple[float, float]) -> list[tuple[Ink, Path]]:
        """In pixels of the screen, worked out anew only where the picture has moved."""
        if self._placed is None or self._placed[0] != at:
            room = max(at.width - 2.0 * inset[0], 1.0), max(at.height - 2.0 * inset[1], 1.0)
            view = View(size=room).fitted(self.box, 0.0)
            view = View(view.center, min(view.scale, 1e6), (at.width, at.height))
            placed = []
            for ink, points in self.parts:
                pixels = view.to_screen(points) + (at.x, at.y)
                placed.append((ink, [(float(x), float(y)) for x, y in pixels]))
            self._placed = at, placed
        return self._placed[1]


def opening_scene(lesson: Lesson[Any]) -> Scene:
    """The scene that a lesson opens with."""
    scene: Scene = next(iter(lesson.presets.values())).scene
    return scene


def small_picture(lesson: Lesson[Any], scene: Scene) -> SmallPicture:
    """The shapes of a scene and everything else in it that can be held; where there is no shape, what the lesson
    draws of it at first."""
    parts = list(scene.sketched())
    if parts:
        return SmallPicture(parts)
    for _, control, value in scene.controls():
        if not isinstance(control, Handle):
            continue
        match value:
            case Body():
                parts.append((control.ink, boundary(value.world, _SMOOTH * max(value.shape.size, 1e-9))))
            case Outline():
                parts.extend((control.ink, ring) for ring in value.rings)
            case Arrow(start, end):
                parts.append((control.ink, np.array((start, end))))
            case np.ndarray():
                parts.append((control.ink, np.atleast_2d(value)))
    if all(len(points) < 3 for _, points in parts):
        canvas = Canvas(_PIXEL)
        lesson.panes[0].draw(canvas, Moment(scene, lesson.run(scene), 0))
        parts = [*_drawn(canvas), *parts]
    return SmallPicture(parts)


def _drawn(canvas: Canvas) -> Iterator[tuple[Ink, NDArray[np.float64]]]:
    """Lines, arrows and outlines of a picture; no help lines, which are too fine for so small a one."""
    for mark in canvas.marks:
        match mark:
            case Stroke() if mark.ink not in _FINE and mark.line not in (Line.DASHED, Line.THIN, Line.DOTTED):
                points = np.array(mark.points)
                if len(points) > 2 and not mark.closed:
                    yield from ((mark.ink, points[i : i + 2]) for i in range(len(points) - 1))
                else:
                    yield mark.ink, points
            case ArrowMark() if mark.ink not in _FINE:
                yield mark.ink, np.array((mark.start, mark.end))
