"""One pane: the picture of the moment in a view of its own, on its way there when a step has just been taken, with
the handles of what can be held."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from imgui_bundle import imgui

from geometry.vector import Points
from viz.desktop.handles import boxes as handle_boxes
from viz.desktop.handles import draw_handles, shown_handles
from viz.desktop.look import Fonts, packed
from viz.desktop.painter import Painter
from viz.desktop.pen import Pen
from viz.desktop.places import Rect
from viz.desktop.pointer import Pointer
from viz.desktop.session import Session
from viz.lesson.canvas import Canvas, Feature, FeatureMark, Label, Mark
from viz.lesson.lesson import Moment
from viz.lesson.scene import Scene
from viz.picture.grid import NUMBER, grid_lines, grid_numbers, has_grid, has_numbers
from viz.picture.labels import PlacedLabel
from viz.picture.motion import SECONDS, blend, eased
from viz.picture.pixels import Box
from viz.picture.theme import ON_THE_WALL, figure_scale
from viz.session.task_marks import draw_task
from viz.session.views import PaneState

LARGEST_TEXT = 1.5  # of the figure: beyond, its words would leave it no room
REACH = 8.0  # pixels around an edge or a vertex that still point at it
_B = imgui.ButtonFlags_
_ALL_BUTTONS = _B.mouse_button_left | _B.mouse_button_right | _B.mouse_button_middle


class Figure:
    """A pane in the canvas window; all its input comes from its one item."""

    def __init__(self, session: Session, state: PaneState, fonts: Fonts) -> None:
        self.session = session
        self.state = state
        self.fonts = fonts
        self.painter = Painter(fonts)
        self.pointer = Pointer(session, state)
        self.corner = imgui.ImVec2(0.0, 0.0)  # on the screen, as of the last frame
        self._generation = -1
        self._shown: object = None  # what the picture was last drawn of
        self._picture: list[Mark] = []
        self._is_unfinished = False  # whether more of it is drawn in the next frame
        self._drawn: list[Mark] = []  # what the last frame showed
        self._scene: Scene | None = None
        self._place: object = None
        self._from: list[Mark] | None = None  # where the motion under way began
        self._moved = 0.0  # seconds since

    def show(
        self,
        draw: imgui.ImDrawList,
        corner: imgui.ImVec2,
        size: imgui.ImVec2,
        covered: Sequence[Rect] = (),
        beside: float = 0.0,
    ) -> None:
        """`covered`: what else stands over the figure, on the screen; labels keep off it. `beside`: the breadth of a
        part at the right that is left free."""
        session, pane, self.corner = self.session, self.state.pane, corner
        alone = session.lesson.shown(session.chrome.views) is pane
        wall = ON_THE_WALL[0 if alone else 1] if session.presenting else 1.0
        text_size = min(session.text_size, LARGEST_TEXT)
        self.painter.scale = figure_scale(imgui.get_window_width(), text_size=text_size, on_the_wall=wall)
        session.figure_scale = self.painter.scale
        session.resize(pane.name, size.x, size.y, beside)
        imgui.set_cursor_screen_pos(corner)
        imgui.invisible_button(pane.name, (max(size.x, 1.0), max(size.y, 1.0)), _ALL_BUTTONS)
        hovered = imgui.is_item_hovered()
        self.pointer.update(corner, hovered, imgui.is_item_active())
        draw.push_clip_rect(corner, (corner.x + size.x, corner.y + size.y), True)
        draw.channels_split(2)
        draw.channels_set_current(1)  # above the picture, though its place has to be known before
        moment = session.moment()
        title = self._title(draw, moment, size, covered)
        draw.channels_set_current(0)
        if session.chrome.grid and has_grid(pane):
            self._grid(draw)
        view, scale = self.state.view, self.painter.scale
        recording = self._record(moment, scale * view.pixel, scale * view.pixel_y)
        opacities = self._motion(recording)

        handles = shown_handles(session, view, pane.idle(moment)) if pane.is_held(moment) else []

        def reserved() -> Iterator[Box]:  # asked for only where labels choose their places
            yield title
            for box in covered:
                yield box.x - corner.x, box.y - corner.y, box.right - corner.x, box.bottom - corner.y
            yield from handle_boxes(handles)

        labels = self.painter.paint(
            *(draw, recording, self.state.view, corner, session.theme, reserved, opacities, session.highlighted),
            hurried=session.hurried or session.clock.playing,
        )
        if hovered and session.drag is None:
            session.point_at(self._feature(recording, labels))
        draw_handles(draw, session, view, corner, handles, scale)
        if session.sketch is not None and pane.is_held(moment) and len(session.sketch.points) > 1:
            pen = view.to_screen(session.sketch.points).tolist()
            line: list[Any] = [(corner.x + x, corner.y + y) for x, y in pen]
            draw.add_polyline(line, packed(session.theme.accent), 2.5 * scale, 0)
        if session.offered is not None and pane.is_held(moment):
            self._draw_offer(draw, session.offered.ring, corner, scale)
        draw.channels_merge()
        draw.pop_clip_rect()

    def _draw_offer(self, draw: imgui.ImDrawList, ring: Points, corner: imgui.ImVec2, scale: float) -> None:
        """The concave outline that was drawn, and what the button under the pointer would make of it."""
        session, view = self.session, self.state.view
        made = [] if session.considered is None else [(session.considered.outline(ring), 3.0)]
        for points, width in [(ring, 1.5), *made]:
            line: list[Any] = [(corner.x + x, corner.y + y) for x, y in view.to_screen(points).tolist()]
            draw.add_polyline(line, packed(session.theme.accent), width * scale, imgui.ImDrawFlags_.closed)

    def _record(self, moment: Moment[Any], pixel: float, pixel_y: float) -> Canvas:
        """The picture of the moment, drawn anew only where something has changed that it may depend on; one that was
        left unfinished is finished in the frames that follow."""
        session, pane, drag = self.session, self.state.pane, self.session.drag
        is_dragged = drag is not None and drag.scene is not session.player.scene and session.highlighted is None
        looked = moment.time, moment.compare, moment.hurried, pixel, pixel_y
        shown = (moment.trace, session.player.place, session.task.state, is_dragged, *looked)
        canvas = Canvas(pixel, pixel_y)
        canvas.is_live, canvas.is_pointed_at = session.is_watched, not is_dragged
        if shown != self._shown or self._is_unfinished:
            pane.draw(canvas, moment)
            draw_task(canvas, session.task, pane.name)
            self._shown, self._picture, self._is_unfinished = shown, canvas.marks, canvas.is_unfinished
            if self._is_unfinished:
                session.keep_drawing(0.5)  # longer than the rest of a slow frame
        canvas.marks = self._picture
        return canvas

    def _motion(self, recording: Canvas) -> list[float] | None:
        """Replace the marks by ones on their way there, while a step is fresh; returns their opacities."""
        session, player = self.session, self.session.player
        if self._generation != session.generation:
            self.painter.forget_places()
            self._generation = session.generation
            self._from = None
        elif player.scene is not self._scene or session.reduced_motion:
            self._from = None
        elif player.place != self._place:
            self._from, self._moved = self._drawn, -imgui.get_io().delta_time  # it begins with this frame
            session.keep_drawing(2.0 * SECONDS)
        self._scene, self._place = player.scene, player.place
        opacities = None
        if self._from is not None:
            self._moved += imgui.get_io().delta_time
            if self._moved >= SECONDS:
                self._from = None
            else:
                recording.marks, opacities = blend(self._from, recording.marks, eased(self._moved / SECONDS))
        self._drawn = recording.marks
        return opacities

    def _feature(self, recording: Canvas, labels: list[PlacedLabel]) -> Feature | None:
        """The feature under the pointer: in the figure, or named by a label."""
        pointer = imgui.get_io().mouse_pos
        x, y = pointer.x - self.corner.x, pointer.y - self.corner.y
        named = {mark.feature for mark in recording.marks if isinstance(mark, FeatureMark)}
        for label in labels:
            inside = label.x <= x <= label.x + label.width and label.y <= y <= label.y + label.height
            mark = label.mark
            feature = mark.feature
            if feature is None and isinstance(mark, Label):
                feature = re.split("[:,=]", mark.text)[0].strip()
            if inside and feature in named:
                return feature
        view = self.state.view
        return recording.feature_at(view.to_world((x, y)), REACH * view.pixel)

    def _title(self, draw: imgui.ImDrawList, moment: Moment[Any], size: imgui.ImVec2, covered: Sequence[Rect]) -> Box:
        """The pane's title, top left, and its quiet line beside it, or below where that is too wide; not where it is
        presented alone, as the lesson's own title stands there."""
        session, pane, k = self.session, self.state.pane, self.session.interface_scale
        title, note = pane.head(moment)
        if not title or (session.presenting and session.lesson.shown(session.chrome.views) is pane):
            return 0.0, 0.0, 0.0, 0.0
        if session.presenting:
            k = self.painter.scale
        pen = Pen(draw, session.theme, self.fonts, k)
        left, base, whole = self.corner.x + 20.0 * k, self.corner.y + 26.0 * k, size.x - 40.0 * k
        room = whole
        for other in covered:
            if other.y < base < other.bottom and left < other.right and other.x < left + room:
                room = max(other.x - left - 8.0 * k, 1.0)
        words = pen.shortened(title, 13.0, room, bold=bool(note))
        ends = [left + pen.width(words, 13.0, bold=bool(note))]
        beside = ends[0] + 10.0 * k
        is_beside = not pane.is_note_below and beside + pen.width(note, 13.0) <= left + room
        below = 22.0 if pane.is_note_below or room < whole else 18.0  # lower than what covers the first line's rest
        note_at = (beside, base) if is_beside else (left, base + below * k)
        note = pen.shortened(note, 13.0, left + (room if is_beside else whole) - note_at[0])
        ends.append(note_at[0] + pen.width(note, 13.0) if note else left)
        low = note_at[1] if note else base
        ground = Rect(left - 6.0 * k, base - 14.0 * k, max(ends) - left + 12.0 * k, low - base + 19.0 * k)
        pen.box(ground, session.theme.canvas, 4.0, 0.82)
        color = session.theme.text if note else session.theme.quiet
        ink = pane.ink(moment) if callable(pane.ink) else pane.ink
        color = color if ink is None else session.theme.color(ink)
        pen.words(left, base, words, 13.0, color, bold=bool(note))
        pen.words(*note_at, note, 13.0, session.theme.quiet)
        x, y = ground.x - self.corner.x, ground.y - self.corner.y
        return x, y, x + ground.width, y + ground.height

    def _grid(self, draw: imgui.ImDrawList) -> None:
        view, corner, color = self.state.view, self.corner, packed(self.session.theme.grid)
        columns, rows = grid_lines(view)
        for x in columns:
            draw.add_line((corner.x + x, corner.y), (corner.x + x, corner.y + view.size[1]), color, 1.0)
        for y in rows:
            draw.add_line((corner.x, corner.y + y), (corner.x + view.size[0], corner.y + y), color, 1.0)
        session = self.session
        if self.state.pane.is_held(session.player.moment) and has_numbers(session.lesson, session.conventions):
            pen = Pen(draw, session.theme, self.fonts, session.interface_scale)
            for mark in grid_numbers(view, session.conventions, session.interface_scale):
                at, word = (corner.x + mark.at[0], corner.y + mark.at[1]), mark.words
                pen.words(*at, word, NUMBER, pen.theme.quiet, align=mark.align)
