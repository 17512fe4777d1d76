"""The lesson's presets as a strip of small pictures; a click, or the number's key, loads one."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from imgui_bundle import imgui

from viz.desktop.look import BY_KEYBOARD, SMALL, Fonts, packed
from viz.desktop.session import Session
from viz.lesson import marks
from viz.lesson.canvas import Area, Dot, Mark, Recording, Stroke
from viz.lesson.canvas import Arrow as ArrowMark
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.scene import Arrow, Body, Handle, Scene
from viz.picture.theme import Theme
from viz.picture.view import View

_IN_A_ROW = 5
_SHAPE = 0.66  # height of a picture, in widths


class Thumbnail(NamedTuple):
    """What stands still of a scene, as world points with how to draw them."""

    marks: tuple[tuple[Mark, Any], ...]  # with the mark's points `(n, 2)`
    view: View


_NOTHING = Thumbnail((), View())


class ScenesStrip:
    """Keeps the pictures of the lesson that is looked at."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._of: object = None
        self._pictures: list[Thumbnail] = []
        self._placed: dict[int, tuple[tuple[float, float, float], list[tuple[Mark, Any]]]] = {}

    def show(self, fonts: Fonts, wrap: float) -> None:
        session, theme, scale = self.session, self.session.theme, self.session.text_size
        if self._of is not session.lesson:
            self._pictures = []
            self._of = session.lesson
            self._placed.clear()
        elif len(self._pictures) < len(session.presets):  # one a frame: the window opens the sooner
            self._pictures.append(_thumbnail(session, session.presets[len(self._pictures)][1].scene))
        gap = 6.0 * scale
        width = max((wrap - gap * (_IN_A_ROW - 1)) / _IN_A_ROW, 8.0)
        height = width * _SHAPE
        imgui.dummy((0.0, 4.0 * scale))
        imgui.push_font(fonts.regular, SMALL)
        heading = imgui.get_cursor_screen_pos()
        imgui.dummy((wrap, imgui.get_text_line_height()))
        named = None
        imgui.push_style_var(imgui.StyleVar_.item_spacing, (gap, gap))
        for i, (name, preset) in enumerate(session.presets):
            if i % _IN_A_ROW:
                imgui.same_line()
            corner = imgui.get_cursor_screen_pos()
            if imgui.invisible_button(f"###scene{i}", (width, height), BY_KEYBOARD):
                session.preset(i)
            hovered = imgui.is_item_hovered() or imgui.is_item_focused()
            is_current = preset.scene is session.player.scene
            if hovered or (is_current and named is None):
                named = f"{i + 1}  {name}"
            picture = self._pictures[i] if i < len(self._pictures) else _NOTHING
            self._picture(picture, corner, width, height, hovered, is_current, str(i + 1))
        imgui.pop_style_var()
        draw = imgui.get_window_draw_list()
        words = "Scenes" if named is None else f"Scene {named}"
        draw.add_text(heading, packed(theme.quiet if named is None else theme.text), words)
        imgui.pop_font()
        imgui.dummy((0.0, 2.0 * scale))

    def _picture(
        self,
        picture: Thumbnail,
        corner: imgui.ImVec2,
        width: float,
        height: float,
        hovered: bool,
        is_current: bool,
        number: str,
    ) -> None:
        theme, draw = self.session.theme, imgui.get_window_draw_list()
        far = (corner.x + width, corner.y + height)
        draw.add_rect_filled(corner, far, packed(theme.canvas), 4.0)
        for mark, pixels in self._pixels(picture, corner, width, height):
            _paint(draw, mark, pixels, theme)
        edge = theme.accent if is_current or hovered else theme.rule
        draw.add_rect(corner, far, packed(edge), 4.0, 2.0 if is_current else 1.0)
        draw.add_text((corner.x + 4.0, corner.y + 1.0), packed(theme.text if is_current else theme.quiet), number)

    def _pixels(
        self, picture: Thumbnail, corner: imgui.ImVec2, width: float, height: float
    ) -> list[tuple[Mark, Any]]:
        """The marks in pixels of the screen, worked out anew only where the picture has moved."""
        key = (corner.x, corner.y, width)
        found = self._placed.get(id(picture))
        if found is None or found[0] != key:
            factor = min(width / picture.view.size[0], height / picture.view.size[1])
            view = View(picture.view.center, picture.view.scale * factor, (width, height))
            found = (
                key,
                [
                    (mark, [imgui.ImVec2(x, y) for x, y in (view.to_screen(points) + (corner.x, corner.y)).tolist()])
                    for mark, points in picture.marks
                ],
            )
            self._placed[id(picture)] = found
        return found[1]


def _thumbnail(session: Session, scene: Any) -> Thumbnail:
    recording = Recording(0.02)
    session.lesson.panes[0].draw(recording, Moment(scene, session.lesson.run(scene), 0))
    bodies = {handle.ink for _, handle, _ in scene.bodies()}
    solid = [mark for mark in recording.marks if _is_solid(mark, session.theme, bodies)]
    if bodies:
        solid = [mark for mark in solid if mark.ink in bodies and not isinstance(mark, Dot)]
        solid += _held(scene, {mark.ink for mark in solid})
    kept = [(mark, points) for mark in solid if (points := _points(mark)) is not None]
    only = Recording()
    only.marks = [mark for mark, _ in kept]
    box = only.bounds()
    view = View(size=(100.0, 100.0 * _SHAPE))
    return Thumbnail(tuple(kept), view if box is None else view.fitted(box, 9.0))


def _held(scene: Scene, drawn: set[Ink]) -> list[Mark]:
    """What can be held beside the shapes, such as ends of walls and directions, and shapes that the first step leaves
    out."""
    recording = Recording(0.02)
    for _, control, value in scene.controls():
        match value:
            case Arrow(start, end) if isinstance(control, Handle):
                recording.arrow(start, end, control.ink)
            case Body() if isinstance(control, Handle) and control.ink not in drawn:
                marks.ghost(recording, value.world, control.ink)
            case np.ndarray() if isinstance(control, Handle):
                recording.dot(value, control.ink)
    return recording.marks


def _is_solid(mark: Mark, theme: Theme, bodies: set[Ink]) -> bool:
    """Shapes and vectors; no help lines, which are too fine for so small a picture."""
    style = theme.style(mark.ink)
    match mark:
        case Area() | ArrowMark() | Dot():
            return True
        case Stroke(_, _, closed):
            return (closed or mark.ink in bodies) and style.dash is None
        case _:
            return False


def _points(mark: Mark) -> Any:
    match mark:
        case Area(points) | Stroke(points):
            return np.array(points)
        case ArrowMark(start, end):
            return np.array((start, end))
        case Dot(at):
            return np.array((at,))
        case _:
            return None


def _paint(draw: imgui.ImDrawList, mark: Mark, pixels: Any, theme: Theme) -> None:
    style = theme.style(mark.ink)
    color = packed(style.color)
    match mark:
        case Area():
            draw.add_concave_poly_filled(pixels[::-1], packed(style.color, 0.3))
        case Stroke():
            closed = (
                imgui.ImDrawFlags_.closed if len(pixels) > 2 else 0
            )  # ImGui draws nothing of a closed line of two
            draw.add_polyline(pixels, color, 1.4, closed)
        case ArrowMark():
            draw.add_line(pixels[0], pixels[1], color, 1.6)
        case _:
            draw.add_circle_filled(pixels[0], 2.0, color)
