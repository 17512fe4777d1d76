"""A scene as a small picture: its shapes as they stand, for the row of scenes and the list of lessons."""

from __future__ import annotations

from typing import Any

import numpy as np
from imgui_bundle import imgui

from geometry.shape import Aabb, boundary
from viz.desktop.look import packed
from viz.desktop.pen import Pen
from viz.desktop.places import Rect
from viz.lesson.ink import Ink
from viz.lesson.lesson import Lesson
from viz.lesson.scene import Arrow, Body, Handle, Scene
from viz.picture.pixels import Path
from viz.picture.view import View

_SMOOTH = 0.01  # of a shape's size, that a drawn arc may stray from the true one


class SmallPicture:
    """What stands in a scene, as outlines and points with their inks; drawn to fit any box."""

    def __init__(self, parts: list[tuple[Ink, np.ndarray]]) -> None:
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


def small_picture(scene: Scene) -> SmallPicture:
    """Everything of a scene that can be held, as it stands."""
    parts: list[tuple[Ink, np.ndarray]] = []
    for _, control, value in scene.controls():
        if not isinstance(control, Handle):
            continue
        match value:
            case Body():
                parts.append((control.ink, boundary(value.world, _SMOOTH * max(value.shape.size, 1e-9))))
            case Arrow(start, end):
                parts.append((control.ink, np.array((start, end))))
            case np.ndarray():
                parts.append((control.ink, np.atleast_2d(value)))
            case _:
                parts.extend((control.ink, points) for points in _points_of(value))
    return SmallPicture(parts)


def _points_of(value: object) -> list[np.ndarray]:
    """Of an outline that is no convex shape: whatever it calls its points."""
    points = getattr(value, "points", getattr(value, "outline", None))
    return [] if points is None else [np.asarray(points, dtype=np.float64)]
