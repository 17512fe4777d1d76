"""The picture of one step of a lesson in a small box: the figure itself, as it stands at that step."""

from __future__ import annotations

from typing import Any

from imgui_bundle import imgui

from viz.desktop.look import Fonts
from viz.desktop.painter import Painter
from viz.desktop.pen import Pen
from viz.desktop.places import Rect
from viz.lesson.canvas import Canvas
from viz.lesson.lesson import Lesson, Moment, Pane
from viz.picture.view import View
from viz.session.clock import RunningClock
from viz.session.player import Player
from viz.session.views import Framed

_SCALE = 0.72  # of the marks, against those of the figure
_TIMES = (0.0, 0.5, 1.0)
_SETTLED = 2  # pictures, until labels stand


class PlacePicture:
    """Drawn once; `draw` fits it to a box."""

    def __init__(self, lesson: Lesson[Any], scene: str, step: int, pane: int, fonts: Fonts) -> None:
        """`step`: from 0; `pane`: from 1, at most that of the lesson's last. What a prediction asks stays hidden."""
        player = Player(lesson, lesson.presets[scene])
        player.go(step)
        clock = RunningClock(player)
        clock.follow()
        moment = player.moment
        self.moment: Moment[Any] = Moment(
            *(moment.scene, moment.trace, moment.index, None, "", clock.time, moment.compare, moment.faulty),
            is_open=player.page.prediction is not None,
        )
        self.pane: Pane = lesson.panes[min(pane, len(lesson.panes)) - 1]
        steps = range(step, step + 1)
        self._framed = Framed(self.moment, steps, _TIMES if clock.declared is not None else ())
        self._painter, self._painted = Painter(fonts), 0
        self._made: tuple[tuple[float, float, float], View, Canvas] | None = None

    def draw(self, pen: Pen, at: Rect) -> None:
        k = _SCALE * pen.scale
        size = at.width, at.height, k
        if self._made is None or self._made[0] != size:
            view = self._framed._replace(scale=k).view(self.pane, (at.width, at.height))
            canvas = Canvas(k * view.pixel, k * view.pixel_y)
            self.pane.draw(canvas, self.moment)
            self._made, self._painted = (size, view, canvas), 0
        _, view, canvas = self._made
        self._painter.scale = k
        pen.draw.push_clip_rect((at.x, at.y), (at.right, at.bottom), True)
        corner = imgui.ImVec2(at.x, at.y)
        self._painted += 1  # labels that have found their places stay there: choosing them costs the most
        self._painter.paint(pen.draw, canvas, view, corner, pen.theme, hurried=self._painted > _SETTLED)
        pen.draw.pop_clip_rect()
