"""Centre: the figure, its handles, the conventions at its top and the sentence that states the situation."""

from __future__ import annotations

import time
from collections.abc import Iterator

from imgui_bundle import imgui

from viz.canvas import Recording
from viz.desktop.look import SMALL, packed
from viz.desktop.painter import Painter
from viz.desktop.pointer import Pointer
from viz.desktop.session import Session
from viz.desktop.words import LINE_SPACING, tinted
from viz.grid import grid_lines
from viz.grips import Grip, Part, PlacedGrip, placed_grips, ring
from viz.labels import Box
from viz.scene import Body

TITLE_OF_WINDOW = "##canvas"
ITEM = "canvas"
_ONE_LINE = 640.0  # logical pixels at text size 100 % that every situation fits in
CONVENTIONS = "y up · counter-clockwise · normal from A to B"

_W = imgui.WindowFlags_
_FLAGS = (
    _W.no_decoration | _W.no_background | _W.no_move | _W.no_docking | _W.no_saved_settings
    | _W.no_bring_to_front_on_focus | _W.no_focus_on_appearing | _W.no_nav | _W.no_scroll_with_mouse
)  # fmt: skip
_B = imgui.ButtonFlags_
_ALL_BUTTONS = _B.mouse_button_left | _B.mouse_button_right | _B.mouse_button_middle


class CanvasPanel:
    """A borderless window over the dock space's central node; all scene input comes from its one item."""

    def __init__(self, session: Session, painter: Painter) -> None:
        self.session = session
        self.painter = painter
        self.pointer = Pointer(session)
        self.corner = imgui.ImVec2(0.0, 0.0)  # of the canvas on the screen, as of the last frame
        self._generation = -1

    def show(self, corner: imgui.ImVec2, size: imgui.ImVec2) -> None:
        session, self.corner = self.session, corner
        imgui.set_next_window_pos(corner)
        imgui.set_next_window_size(size)
        imgui.push_style_var(imgui.StyleVar_.window_padding, (0.0, 0.0))
        imgui.begin(TITLE_OF_WINDOW, None, _FLAGS)
        imgui.pop_style_var()
        sentence = self._sentence_height(size.x)
        height = max(size.y - sentence, 1.0)
        session.resize(size.x, height)
        imgui.invisible_button(ITEM, (max(size.x, 1.0), height), _ALL_BUTTONS)
        self.pointer.update(corner, imgui.is_item_hovered(), imgui.is_item_active())
        draw = imgui.get_window_draw_list()
        draw.push_clip_rect(corner, (corner.x + size.x, corner.y + height), True)
        self._figure(draw, corner)
        draw.pop_clip_rect()
        self._sentence(corner, size, height)
        self._notice(draw, corner, size)
        imgui.end()

    def _figure(self, draw: imgui.ImDrawList, corner: imgui.ImVec2) -> None:
        session = self.session
        if self._generation != session.generation:
            self.painter.forget_places()
            self._generation = session.generation
        self._grid(draw, corner)
        recording = Recording(session.view.pixel)
        session.lesson.draw(recording, session.player.moment)
        reserved = (self._conventions(draw, corner), *self._rings())
        self.painter.paint(draw, recording, session.view, corner, session.theme, reserved)
        self._handles(draw, corner)

    def _conventions(self, draw: imgui.ImDrawList, corner: imgui.ImVec2) -> Box:
        """The conventions, top left, where no label may stand; returns their box."""
        session = self.session
        inset, font = 16.0 * session.text_size, self.painter.fonts.regular
        imgui.push_font(font, SMALL)
        extent = imgui.calc_text_size(CONVENTIONS)
        draw.add_text((corner.x + inset, corner.y + inset), packed(session.theme.quiet), CONVENTIONS)
        imgui.pop_font()
        return inset, inset, inset + extent.x, inset + extent.y

    def _rings(self) -> Iterator[Box]:
        """Where turning rings stand or will stand: no label lies there, whether they show or not."""
        view = self.session.view
        for _, _, body in self.session.player.scene.bodies():
            x, y = view.to_screen(ring(body, view.pixel)).tolist()
            yield x - 8.0, y - 8.0, x + 8.0, y + 8.0

    def _grid(self, draw: imgui.ImDrawList, corner: imgui.ImVec2) -> None:
        view, color = self.session.view, packed(self.session.theme.grid)
        columns, rows = grid_lines(view)
        for x in columns:
            draw.add_line((corner.x + x, corner.y), (corner.x + x, corner.y + view.size[1]), color, 1.0)
        for y in rows:
            draw.add_line((corner.x, corner.y + y), (corner.x + view.size[0], corner.y + y), color, 1.0)

    def _handles(self, draw: imgui.ImDrawList, corner: imgui.ImVec2) -> None:
        """Rings at what can be held: points always, a shape's corners and turning ring while it matters."""
        session = self.session
        near = {grip.field for grip in (session.hovered, session.focus) if grip is not None}
        for placed in placed_grips(session.player.scene, session.view.pixel):
            grip = placed.grip
            is_point = grip.part in (Part.POINT, Part.START, Part.END)
            if grip.part is Part.WHOLE and grip != session.focus:
                continue
            if is_point or grip.field in near:
                self._handle(draw, corner, placed)

    def _handle(self, draw: imgui.ImDrawList, corner: imgui.ImVec2, placed: PlacedGrip) -> None:
        session, theme, grip = self.session, self.session.theme, placed.grip
        x, y = session.view.to_screen(placed.at).tolist()
        at = (corner.x + x, corner.y + y)
        control = {name: control for name, control, _ in session.player.scene.controls()}[grip.field]
        color = packed(theme.style(control.ink).color)  # type: ignore[union-attr]  # grips have handles
        lit = grip == session.hovered
        radius = 6.0 if grip.part is not Part.VERTEX else 4.5
        if grip.part is Part.TURN:
            self._stalk(draw, corner, grip, at, color)
        if grip.part is not Part.WHOLE:
            draw.add_circle_filled(at, radius, color if lit else packed(theme.canvas))
            draw.add_circle(at, radius, color, 0, 2.0)
        if grip == session.focus and grip.part is not Part.WHOLE:
            draw.add_circle(at, radius + 4.0, packed(theme.accent), 0, 1.6)

    def _stalk(
        self, draw: imgui.ImDrawList, corner: imgui.ImVec2, grip: Grip, at: tuple[float, float], color: int
    ) -> None:
        """The dotted line from a shape's middle to its turning ring: only the part outside the shape."""
        body = getattr(self.session.player.scene, grip.field)
        assert isinstance(body, Body)
        px, py = self.session.view.to_screen(body.pose.position).tolist()
        dx, dy = at[0] - corner.x - px, at[1] - corner.y - py
        size = max((dx * dx + dy * dy) ** 0.5, 1e-9)
        ux, uy = dx / size, dy / size
        for i in range(3):
            away = 11.0 + 7.0 * i
            draw.add_line(
                (at[0] - away * ux, at[1] - away * uy),
                (at[0] - (away + 3.5) * ux, at[1] - (away + 3.5) * uy),
                color,
                1.4,
            )

    def _sentence_height(self, width: float) -> float:
        """Room for one line under the figure, or for two where the canvas is narrow; the same for every sentence, so
        that the figure stays where it is."""
        scale = self.session.text_size
        lines = 1 if width > _ONE_LINE * scale else 2
        return lines * imgui.get_text_line_height() * LINE_SPACING + 22.0 * scale

    def _sentence(self, corner: imgui.ImVec2, size: imgui.ImVec2, height: float) -> None:
        session = self.session
        inset = 16.0 * session.text_size
        draw = imgui.get_window_draw_list()
        low, high = (corner.x, corner.y + height), (corner.x + size.x, corner.y + size.y)
        draw.add_rect_filled(low, high, packed(session.theme.canvas))
        imgui.set_cursor_screen_pos((corner.x + inset, corner.y + height + 10.0 * session.text_size))
        tinted(session.lesson.situation(session.player.moment), session.theme, size.x - 2.0 * inset)

    def _notice(self, draw: imgui.ImDrawList, corner: imgui.ImVec2, size: imgui.ImVec2) -> None:
        """Why a drag was refused, beside the pointer."""
        session = self.session
        if session.notice is None:
            return
        if time.monotonic() > session.notice.until:
            session.notice = None
            return
        pointer = imgui.get_io().mouse_pos
        extent = imgui.calc_text_size(session.notice.text)
        width, height = extent.x + 20.0, extent.y + 12.0
        x = min(max(pointer.x + 16.0, corner.x + 8.0), corner.x + size.x - width - 8.0)
        y = min(max(pointer.y + 18.0, corner.y + 8.0), corner.y + size.y - height - 8.0)
        theme = session.theme
        draw.add_rect_filled((x, y), (x + width, y + height), packed(theme.raised), 6.0)
        draw.add_rect((x, y), (x + width, y + height), packed(theme.rule), 6.0, 1.0)
        draw.add_text((x + 10.0, y + 6.0), packed(theme.text), session.notice.text)
