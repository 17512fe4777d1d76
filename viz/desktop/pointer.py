"""The pointer over a pane: hovering, holding, answering, panning and zooming, adding vertices."""

from __future__ import annotations

import math
import time
from dataclasses import replace

from imgui_bundle import imgui

from geometry.feature import FeatureKind, FeatureRef
from viz.desktop.session import Session
from viz.lesson.canvas import Feature
from viz.lesson.grip import Grip, Part
from viz.lesson.lesson import Follow
from viz.lesson.outline import Outline
from viz.lesson.prediction import Place
from viz.lesson.scene import Body, Handle
from viz.picture.view import View
from viz.session.answer import nearest_on
from viz.session.grips import GRAB_RADIUS, pick
from viz.session.reshape import with_another_vertex
from viz.session.sketch import Sketch
from viz.session.views import PaneState

ZOOM_A_NOTCH = 1.15
TRACK = 8.0  # pixels around the path of one of the learner's points
STILL = 4.0  # pixels: a press that moves no further is a click


class Pointer:
    """Turns the state of a pane's item into verbs of the session, once a frame."""

    def __init__(self, session: Session, state: PaneState) -> None:
        self.session = session
        self.state = state
        self.panning = False
        self.holding = False
        self._was_active = False
        self._last = (0.0, 0.0)  # where the pointer was in the last frame, in pixels of the pane
        self._pressed_on: Feature | None = None  # what an answer may be, under the pointer when it was pressed
        self._focus: Grip | None = None  # what had the focus before that press

    def update(self, corner: imgui.ImVec2, hovered: bool, active: bool) -> None:
        """`corner`: screen position of the pane's top left; `hovered`, `active`: of the pane's item."""
        session, io, view = self.session, imgui.get_io(), self.state.view
        at = (io.mouse_pos.x - corner.x, io.mouse_pos.y - corner.y)
        if session.pointing.pen:
            if active or self._was_active:
                session.pointing.write((io.mouse_pos.x, io.mouse_pos.y), is_down=active)
            self._was_active, self._last = active, at
            return
        if session.sketch is not None and self._is_held():
            self._draw_line(session.sketch, at, hovered, active)
            return
        if hovered and imgui.is_mouse_double_clicked(imgui.MouseButton_.left):
            session.answering = None
            if self._is_held():
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
        elif active and self._was_active and at != self._last:
            # Not by ImGui's own difference: in the frame of a press that holds the pointer's jump to it.
            self._look(view.panned(at[0] - self._last[0], at[1] - self._last[1]))
        self._was_active, self._last = active, at
        if hovered and io.mouse_wheel and session.drag is None:
            self._look(self.state.view.zoomed(ZOOM_A_NOTCH**io.mouse_wheel, at))
        self.panning = active and not self.holding
        if self.state.pane.is_world:
            self._hover(hovered and self._is_held(), at)
        self._cursor(hovered, at)

    def _draw_line(self, sketch: Sketch, at: tuple[float, float], hovered: bool, active: bool) -> None:
        """The pointer is a pen: a line from the press to the release, in the pane of the press."""
        view, draws = self.state.view, active and imgui.is_mouse_down(imgui.MouseButton_.left)
        if draws:
            x, y = view.to_world(at).tolist()
            sketch.add((x, y), view.pixel)
        elif self._was_active:  # not another pane that shows the world, where nothing is drawn
            self.session.end_sketch()
        self._was_active, self._last = draws, at
        if hovered:
            imgui.set_mouse_cursor(imgui.MouseCursor_.hand)

    def _press(self, at: tuple[float, float]) -> None:
        session, view = self.session, self.state.view
        session.settle_answer()
        self._pressed_on = session.highlighted
        self._focus = session.focus
        world = view.to_world(at)
        if (point := self._point(at)) is not None:
            session.hold_point(point, world)
        elif self._is_held():
            grip = pick(session.player.scene, world, view.pixel)
            if grip is not None:
                session.hold(grip, world)
            elif not self._press_track(at):
                session.select(None)
                return
        elif (follow := self._taken(at)) is not None:
            session.hold_in_pane(follow, world)
        elif self._press_track(at):
            pass
        elif self.state.pane.follows_time and session.plays_time:
            session.hold_play_head(world)
        else:
            return
        self.holding = True

    def _point(self, at: tuple[float, float]) -> int | None:
        """The learner's point that a press there would take hold of."""
        task = self.session.task
        if task.pane != self.state.pane.name or not task.points:
            return None
        places = self.state.view.to_screen(task.points).tolist()
        distance, index = min((math.dist(place, at), i) for i, place in enumerate(places))
        return index if distance <= GRAB_RADIUS else None

    def _track(self, at: tuple[float, float]) -> tuple[int, tuple[float, float]] | None:
        """The learner's point on whose path a press there would lie, and the place on it."""
        asked, view = self.session.task.prediction, self.state.view
        if self.session.task.pane != self.state.pane.name or not self.session.task.points:
            return None
        if not isinstance(asked, Place) or not asked.along:
            return None
        x, y = view.to_world(at).tolist()
        places = [nearest_on(path, (x, y)) for path in asked.along]
        away = [math.dist(each, at) for each in view.to_screen(places).tolist()]
        index = away.index(min(away))
        return (index, places[index]) if away[index] <= TRACK else None

    def _press_track(self, at: tuple[float, float]) -> bool:
        """A press on the path of one of the learner's points holds it there, as the track of a slider does."""
        found = self._track(at)
        if found is None:
            return False
        index, place = found
        self.session.task.move(index, place)
        self.session.hold_point(index, self.state.view.to_world(at))
        return True

    def _taken(self, at: tuple[float, float]) -> Follow | None:
        """What a press there would take hold of in a pane that is not the world."""
        session, take = self.session, self.state.pane.take
        if take is None:
            return None
        moment = replace(session.player.outermost, time=session.clock.time, is_open=session.task.is_open)
        return take(moment, self.state.view.to_world(at))

    def _click(self, io: imgui.IO) -> None:
        """A press that ends where it began may be an answer: it selects nothing then. Any other click selects. An
        answer counts as soon as it cannot be the first of two clicks any more."""
        session, feature = self.session, self._pressed_on
        still = io.mouse_drag_max_distance_sqr[0] <= STILL * STILL
        is_first = io.mouse_clicked_last_count[0] <= 1
        if still and is_first and feature is not None and session.task.wants(feature):
            session.select(self._focus)
            session.answering = feature, io.mouse_double_click_time
        self._pressed_on = None

    def _add_vertex(self) -> None:
        """A double click on an edge makes a vertex there."""
        session, edge = self.session, self.session.highlighted
        if not isinstance(edge, FeatureRef) or edge.kind is not FeatureKind.EDGE:
            return
        for name, control, value in session.player.scene.controls():
            if not isinstance(value, Body | Outline) or not isinstance(control, Handle) or edge.owner != control.name:
                continue
            session.release()
            self.holding = False
            vertex = Grip(name, Part.VERTEX, edge.index + 1)
            session.reshape(name, lambda shape: with_another_vertex(shape, edge.index), vertex)
            return

    def _look(self, view: View) -> None:
        self.session.look(view, self.state.pane.name)

    def _hover(self, hovered: bool, at: tuple[float, float]) -> None:
        session, view = self.session, self.state.view
        if session.drag is not None:
            session.hovered = session.drag.grip
        elif hovered and not self.panning and self._point(at) is None:
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
        elif hovered and self._can_hold(at):
            imgui.set_mouse_cursor(imgui.MouseCursor_.hand)

    def _can_hold(self, at: tuple[float, float]) -> bool:
        """Whether a press there would take hold of something, or answer."""
        session, pane = self.session, self.state.pane
        if self._point(at) is not None or (
            session.highlighted is not None and session.task.wants(session.highlighted)
        ):
            return True
        if self._is_held():
            return session.hovered is not None or self._track(at) is not None
        return (
            self._taken(at) is not None or self._track(at) is not None or (pane.follows_time and session.plays_time)
        )

    def _is_held(self) -> bool:
        return self.state.pane.is_held(self.session.player.moment)

    def _turns(self) -> bool:
        drag = self.session.drag
        return drag is not None and drag.grip is not None and drag.grip.part is Part.TURN
