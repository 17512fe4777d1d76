"""The very first start: two shapes and the light that falls through the gap between them, nothing else. They can be
dragged; the window unfolds at the first key, at a click beside the shapes, or some seconds after the first drag."""

from __future__ import annotations

import math
import time
from typing import NamedTuple

import numpy as np
from imgui_bundle import imgui
from numpy.typing import NDArray

from geometry.shape import Convex, boundary, box, convex
from geometry.vector import Vector
from viz.desktop.look import Fonts, packed
from viz.desktop.pen import Pen, window
from viz.desktop.places import Rect, interface_scale
from viz.desktop.session import Session
from viz.desktop.textures import texture, white
from viz.lesson.ink import Ink
from viz.lesson.scene import at
from viz.picture.hatch import hatch_lines
from viz.picture.pixels import Path
from viz.picture.view import View
from viz.session.grips import pick

LESSON = "two-polygons"
TITLE, LINE = "One gap is enough", "If light can pass straight between two convex shapes, they do not touch."
UNFOLDS_AFTER = 5.0  # seconds after the first drag
_COARSE = 4  # pixels of the screen for one of the light's picture, each way
_UNIT = 0.164  # of the window's height: the length that the light's fading is measured in


_OUTLINE = convex(((-1.76, 1.77), (-3.16, 0.77), (-2.91, -1.03), (-1.41, -1.58), (-0.11, -0.33)))
_PENTAGON = at(_OUTLINE, *_OUTLINE.centroid.tolist())
_RECTANGLE = at(box(2.9, 2.0), 1.8, 0.42, 24.0)


class Gap(NamedTuple):
    """The widest gap between two shapes among those that their edges show."""

    normal: Vector  # unit, from A to B
    low: float  # where A ends along it
    high: float  # where B begins
    along: float  # the middle of what faces it, along the line of the gap (the normal turned left)

    @property
    def width(self) -> float:
        return self.high - self.low


def widest_gap(a: Convex, b: Convex) -> Gap:
    """Negative in width where the shapes overlap."""
    normals = [*a.normals, *(-n for n in b.normals)]
    low = [float((a.points @ n).max()) + a.radius for n in normals]
    high = [float((b.points @ n).min()) - b.radius for n in normals]
    best = max(range(len(normals)), key=lambda i: high[i] - low[i])
    n = normals[best]
    left = np.array((-n[1], n[0]))
    faces = [
        points[np.abs(points @ n - (points @ n * sign).max() * sign) < 1e-6]
        for points, sign in ((a.points, 1.0), (b.points, -1.0))
    ]
    along = float(np.mean([(face @ left).mean() for face in faces]))
    return Gap(n, low[best], high[best], along)


class Opening:
    """Shown until it is `over`."""

    def __init__(self, session: Session, fonts: Fonts) -> None:
        """The lesson's first scene must have an `a` and a `b`; where they leave no gap it begins with others."""
        self.session = session
        self.fonts = fonts
        self.over = False
        scene = session.player.scene
        if widest_gap(scene.a.world, scene.b.world).width <= 0.0:  # type: ignore[attr-defined]
            session.change(scene.with_field("a", _PENTAGON).with_field("b", _RECTANGLE))
        self._view: View | None = None
        self._holds = False
        self._dragged: float | None = None  # when, on time.monotonic's clock

    def show(self, width: float, height: float) -> None:
        session, whole = self.session, Rect(0.0, 0.0, width, height)
        view = self._view = self._fitted(width, height)
        with window("##opening", whole) as draw:
            pen = Pen(draw, session.theme, self.fonts, interface_scale(width, height))
            pen.box(whole, session.theme.canvas)
            imgui.set_cursor_screen_pos((0.0, 0.0))
            imgui.invisible_button("opening", (max(width, 1.0), max(height, 1.0)))
            self._hold(view, hovered=imgui.is_item_hovered(), active=imgui.is_item_active())
            self._light(draw, view)
            for name, ink in (("a", Ink.A), ("b", Ink.B)):
                self._shape(pen, view, getattr(session.player.scene, name).world, ink)
            middle = 0.5 * width
            pen.words(middle, height * 626.0 / 720.0, TITLE, 36.0, session.theme.text, bold=True, align=0.5)
            pen.words(middle, height * 664.0 / 720.0, LINE, 17.0, session.theme.body, align=0.5)
        if _any_key() or (self._dragged is not None and time.monotonic() - self._dragged > UNFOLDS_AFTER):
            self._unfold()

    def _fitted(self, width: float, height: float) -> View:
        """The view, chosen once a size: shapes that are dragged move, not the picture."""
        if self._view is not None and self._view.size == (width, height):
            return self._view
        scene = self.session.player.scene
        boxes = [getattr(scene, name).world.bounds() for name in ("a", "b")]
        low = np.minimum(*(box.low for box in boxes))
        high = np.maximum(*(box.high for box in boxes))
        scale = min(0.62 * width / float(high[0] - low[0]), 0.575 * height / float(high[1] - low[1]))
        x, y = (low + high) / 2.0
        return View((float(x), float(y) - 0.095 * height / scale), scale, (width, height))

    def _hold(self, view: View, *, hovered: bool, active: bool) -> None:
        session, pointer = self.session, imgui.get_io().mouse_pos
        where = view.to_world((pointer.x, pointer.y))
        grip = pick(session.player.scene, where, view.pixel) if hovered and not self._holds else None
        if hovered and imgui.is_mouse_clicked(imgui.MouseButton_.left):
            if grip is None:
                self._unfold()
                return
            session.hold(grip, where)
            self._holds = True
        if self._holds:
            session.carry(where, imgui.get_io().key_shift)
            if session.drag is not None and session.drag.now is not session.drag.start and self._dragged is None:
                self._dragged = time.monotonic()
                session.keep_drawing(UNFOLDS_AFTER + 0.2)
            if not active:
                session.release()
                self._holds = False
        if grip is not None or self._holds:
            imgui.set_mouse_cursor(imgui.MouseCursor_.hand)

    def _unfold(self) -> None:
        if self._holds:
            self.session.release()
        self.over = True

    def _light(self, draw: imgui.ImDrawList, view: View) -> None:
        scene, theme = self.session.player.scene, self.session.theme
        gap = widest_gap(scene.a.world, scene.b.world)  # type: ignore[attr-defined]  # the lesson's two shapes
        if gap.width <= 0.0:
            return
        far = view.size
        for name, color in (("beam", theme.color(Ink.GAP)), ("core", theme.color(Ink.ANSWER))):
            key = "opening", name, view.size
            picture = texture(key, lambda name=name: white(light(gap, view, name)), scene)  # type: ignore[misc]
            draw.add_image(picture, (0.0, 0.0), far, (0.0, 0.0), (1.0, 1.0), packed(color))

    def _shape(self, pen: Pen, view: View, shape: Convex, ink: Ink) -> None:
        theme, k = pen.theme, pen.scale
        points: Path = [(float(x), float(y)) for x, y in view.to_screen(boundary(shape, 0.2 * view.pixel))]
        color = theme.color(ink)
        outline = points[::-1]  # ImGui smooths the edges of clockwise outlines
        pen.draw.add_convex_poly_filled(outline, packed(theme.canvas))
        pen.draw.add_convex_poly_filled(outline, packed(color, 0.24 if ink is Ink.A else 0.14))
        if ink is Ink.B:
            for x1, y1, x2, y2 in hatch_lines(points, 11.0 * k):
                pen.draw.add_line((x1, y1), (x2, y2), packed(color, 0.55), 1.5 * k)
        pen.draw.add_polyline(points, packed(color), 2.6 * k, imgui.ImDrawFlags_.closed)
        x, y = view.to_screen(shape.centroid).tolist()
        pen.words(x, y + 14.0 * k, ink.name, 40.0, color, bold=True, align=0.5)


def light(gap: Gap, view: View, what: str) -> NDArray[np.float64]:
    """How much of the beam's colour, or of its white core, lies on each part of the window: rows from the top, in
    [0, 1]. It is strongest between the shapes, falls off beside the gap, and fades along it."""
    width, height = view.size
    rows, columns = max(math.ceil(height / _COARSE), 1), max(math.ceil(width / _COARSE), 1)
    x = (np.arange(columns) + 0.5) * width / columns
    y = (np.arange(rows) + 0.5) * height / rows
    world_x, world_y = (
        view.center[0] + (x - width / 2.0) * view.pixel,
        view.center[1] - (y - height / 2.0) * view.pixel,
    )
    unit = _UNIT * height * view.pixel
    nx, ny = (float(c) for c in gap.normal)
    across = (world_x[None, :] * nx + world_y[:, None] * ny - (gap.low + gap.high) / 2.0) / unit
    along = (world_y[:, None] * nx - world_x[None, :] * ny - gap.along) / unit
    half = gap.width / 2.0 / unit
    outside = np.maximum(np.abs(across) - half, 0.0)
    inside = np.clip(
        1.0 - outside * unit / (_COARSE * view.pixel), 0.0, 1.0
    )  # its rim is as soft as the picture is coarse
    if what == "core":
        hollow = 1.0 - np.minimum(np.abs(across) / half, 1.0) ** 2
        return np.asarray(inside * np.exp(-((along / 0.62) ** 2)) * hollow * 0.55)
    beside = 0.20 * np.exp(-outside / 0.10) + 0.10 * np.exp(-((outside / 0.45) ** 2))
    amount = inside * (0.30 + 0.62 * np.exp(-((along / 0.75) ** 2))) + (1.0 - inside) * beside
    return np.asarray(amount * np.exp(-((np.abs(along) / np.where(along > 0.0, 2.9, 2.05)) ** 3.2)))


def _any_key() -> bool:
    keys = range(int(imgui.Key.named_key_begin), int(imgui.Key.named_key_end))
    skipped = {int(imgui.Key.mouse_left), int(imgui.Key.mouse_right), int(imgui.Key.mouse_middle)}
    first_pointer = min(skipped)
    return any(imgui.is_key_pressed(imgui.Key(key), repeat=False) for key in keys if key < first_pointer)
