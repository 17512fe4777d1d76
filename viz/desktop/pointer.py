"""The pointer over a pane: hovering, holding, panning and zooming, adding and removing vertices."""

from __future__ import annotations

import time

from imgui_bundle import imgui

from viz.desktop.session import PaneState, Session
from viz.lesson.first_edition import Follow
from viz.picture.view import View
from viz.session.grips import Grip, Part, pick
from viz.session.reshape import with_vertex_added

ZOOM_A_NOTCH = 1.15


class Pointer:
    """Turns the state of a pane's item into verbs of the session, once a frame."""

    def __init__(self, session: Session, state: PaneState) -> None:
        self.session = session
        self.state = state
        self.panning = False
        self.holding = False
        self.pressed_on: str | None = None  # the feature under the pointer when it was pressed

    def update(self, corner: imgui.ImVec2, hovered: bool, active: bool) -> None:
        """`corner`: screen position of the pane's top left; `hovered`, `active`: of the pane's item."""
        session, io, view = self.session, imgui.get_io(), self.state.view
        at = (io.mouse_pos.x - corner.x, io.mouse_pos.y - corner.y)
        if hovered and imgui.is_mouse_double_clicked(imgui.MouseButton_.left) and self.state.pane.is_world:
            self._add_vertex()
        elif hovered and imgui.is_mouse_clicked(imgui.MouseButton_.left):
            self._press(at)
        if hovered and imgui.is_mouse_released(imgui.MouseButton_.left):
            self._click(io)
        if self.holding:
            if active and imgui.is_mouse_down(imgui.MouseButton_.left):
                session.carry(view.to_world(at), io.key_shift)
            else:
                session.release()
                self.holding = False
        elif active and (io.mouse_delta.x or io.mouse_delta.y):
            self._look(view.panned(io.mouse_delta.x, io.mouse_delta.y))
        if hovered and io.mouse_wheel and session.drag is None:
            self._look(view.zoomed(ZOOM_A_NOTCH**io.mouse_wheel, at))
        self.panning = active and not self.holding
        if self.state.pane.is_world:
            self._hover(hovered, at)
        self._cursor(hovered, at)

    def _press(self, at: tuple[float, float]) -> None:
        session, view = self.session, self.state.view
        self.pressed_on = session.lit
        if not self.state.pane.is_world:
            if (follow := self._taken(at)) is not None:
                session.hold_in_pane(follow, view.to_world(at))
                self.holding = True
            return
        grip = pick(session.player.scene, view.to_world(at), view.pixel)
        if grip is not None:
            session.hold(grip, view.to_world(at))
            self.holding = True
        else:
            session.focus = None

    def _taken(self, at: tuple[float, float]) -> Follow | None:
        """What a press there would take hold of in a pane that is not the world."""
        take = self.state.pane.take
        return None if take is None else take(self.session.player.outermost, self.state.view.to_world(at))

    def _click(self, io: imgui.IO) -> None:
        """A press that ends where it began may be the answer to a question about the figure."""
        question = self.session.question()
        moved = io.mouse_drag_max_distance_sqr[0] > 16.0
        if not moved and question is not None and not question.options and self.pressed_on is not None:
            self.session.give_answer(self.pressed_on)
        self.pressed_on = None

    def _add_vertex(self) -> None:
        """A double click on an edge makes a corner there."""
        session = self.session
        words = [] if session.lit is None else session.lit.split()  # such as "edge 2 of A"
        if words[:1] != ["edge"]:
            return
        edge, letter = int(words[1]), words[3]
        for name, handle, _ in session.player.scene.bodies():
            if letter == handle.name:
                session.release()
                self.holding = False
                session.reshape(name, lambda body: with_vertex_added(body, edge), Grip(name, Part.VERTEX, edge + 1))
                return

    def _look(self, view: View) -> None:
        self.session.look(view, self.state.pane.name)

    def _hover(self, hovered: bool, at: tuple[float, float]) -> None:
        session, view = self.session, self.state.view
        if session.drag is not None:
            session.hovered = session.drag.grip
        elif hovered and not self.panning:
            session.hovered = pick(session.player.scene, view.to_world(at), view.pixel)
        else:
            session.hovered = None

    def _cursor(self, hovered: bool, at: tuple[float, float]) -> None:
        session = self.session
        refused = session.notice is not None and time.monotonic() < session.notice.until
        if self.holding and session.drag is not None and refused:
            imgui.set_mouse_cursor(imgui.MouseCursor_.not_allowed)
        elif self.panning or (self.holding and not self._turns()):
            imgui.set_mouse_cursor(imgui.MouseCursor_.resize_all)
        elif hovered and (session.hovered if self.state.pane.is_world else self._taken(at)) is not None:
            imgui.set_mouse_cursor(imgui.MouseCursor_.hand)

    def _turns(self) -> bool:
        drag = self.session.drag
        return drag is not None and drag.grip is not None and drag.grip.part is Part.TURN
