"""The pointer over the canvas: hovering, holding, panning and zooming."""

from __future__ import annotations

import time

from imgui_bundle import imgui

from viz.desktop.session import Session
from viz.grips import Part, pick

ZOOM_A_NOTCH = 1.15


class Pointer:
    """Turns the state of the canvas item into verbs of the session, once a frame."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.panning = False

    def update(self, corner: imgui.ImVec2, hovered: bool, active: bool) -> None:
        """`corner`: screen position of the canvas's top left; `hovered`, `active`: of the canvas item."""
        session, io = self.session, imgui.get_io()
        at = (io.mouse_pos.x - corner.x, io.mouse_pos.y - corner.y)
        if hovered and imgui.is_mouse_clicked(imgui.MouseButton_.left):
            world = session.view.to_world(at)
            grip = pick(session.player.scene, world, session.view.pixel)
            if grip is not None:
                session.hold(grip, world)
            else:
                session.focus = None
        if session.drag is not None:
            if active and imgui.is_mouse_down(imgui.MouseButton_.left):
                session.carry(session.view.to_world(at), io.key_shift)
            else:
                session.drag = None
        elif active and (io.mouse_delta.x or io.mouse_delta.y):
            session.look(session.view.panned(io.mouse_delta.x, io.mouse_delta.y))
        if hovered and io.mouse_wheel and session.drag is None:
            session.look(session.view.zoomed(ZOOM_A_NOTCH**io.mouse_wheel, at))
        self.panning = active and session.drag is None
        self._hover(hovered, at)
        self._cursor(hovered)

    def _hover(self, hovered: bool, at: tuple[float, float]) -> None:
        session = self.session
        if session.drag is not None:
            session.hovered = session.drag.grip
        elif hovered and not self.panning:
            session.hovered = pick(session.player.scene, session.view.to_world(at), session.view.pixel)
        else:
            session.hovered = None

    def _cursor(self, hovered: bool) -> None:
        session = self.session
        refused = session.notice is not None and time.monotonic() < session.notice.until
        if session.drag is not None and refused:
            imgui.set_mouse_cursor(imgui.MouseCursor_.not_allowed)
        elif self.panning or (session.drag is not None and session.drag.grip.part is not Part.TURN):
            imgui.set_mouse_cursor(imgui.MouseCursor_.resize_all)
        elif hovered and session.hovered is not None:
            imgui.set_mouse_cursor(imgui.MouseCursor_.hand)
