"""What the window is looking at: one lesson being played, the view of it, and what is held or hovered."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from geometry import Vector
from viz.framing import frame
from viz.grips import Grip, Part, dragged, placed_grips, turned
from viz.lesson import Curriculum, Lesson
from viz.player import Player
from viz.scene import Body, Scene
from viz.theme import DARK, Theme
from viz.view import View

NOTICE_SECONDS = 2.5


@dataclass
class Drag:
    """Something held by the pointer: the scene as it was when it was pressed, so that nothing drifts."""

    grip: Grip
    scene: Scene
    start: Vector  # world
    now: Vector
    snap: bool = False


@dataclass(frozen=True)
class Notice:
    """A reason shown at the pointer: why a drag was refused."""

    text: str
    until: float  # on time.monotonic's clock


class Session:
    """The state that the panels share. Panels read it; pointer, keyboard and widgets call its verbs."""

    def __init__(self, curriculum: Curriculum, lesson: Lesson[Any]) -> None:
        self.curriculum = curriculum
        self.theme: Theme = DARK
        self.text_size = 1.0
        self.view = View()
        self.show_keys = False
        self.notice: Notice | None = None
        self.hovered: Grip | None = None
        self.focus: Grip | None = None
        self.drag: Drag | None = None
        self.generation = 0  # counts the pictures begun: a new lesson or preset
        self.open(lesson)

    @property
    def lesson(self) -> Lesson[Any]:
        return self.player.lesson

    def open(self, lesson: Lesson[Any]) -> None:
        """Look at a lesson's opening scene."""
        self.player = Player(lesson)
        self.presets = tuple(lesson.presets().items())
        self._begin()

    def load(self, scene: Scene) -> None:
        """Look at another scene of the same lesson, from its first step."""
        self.player.change(scene)
        self.player.playing = False
        self.player.first()
        self._begin()

    def reset(self) -> None:
        self.load(self.lesson.scene())

    def preset(self, number: int) -> None:
        """Load preset `number`, from 0; numbers beyond the last do nothing."""
        if number < len(self.presets):
            self.load(self.presets[number][1])

    def change(self, scene: Scene) -> bool:
        """Replace the scene and keep the place; a refused one leaves everything as it is and says why."""
        try:
            self.player.change(scene)
        except ValueError as reason:
            self.refuse(str(reason))
            return False
        return True

    def hold(self, grip: Grip, at: Vector) -> None:
        """The pointer takes hold of a grip at a world point."""
        self.focus = grip
        self.drag = Drag(grip, self.player.scene, at, at)

    def carry(self, to: Vector, snap: bool) -> None:
        """Carry what is held to a world point. Nothing happens where neither point nor snapping changed."""
        drag = self.drag
        if drag is None or (drag.snap == snap and drag.now[0] == to[0] and drag.now[1] == to[1]):
            return
        drag.now, drag.snap = to, snap
        try:
            self.change(dragged(drag.scene, drag.grip, drag.start, to, snap))
        except ValueError as reason:
            self.refuse(str(reason))

    def turn(self, field: str, angle: float) -> None:
        """Turn a body by an angle in radians; one that is being dragged goes on being dragged, turned."""
        if self.drag is not None:
            self.drag.scene = turned(self.drag.scene, field, angle)
        self.change(turned(self.player.scene, field, angle))

    def nudge(self, by: Vector) -> None:
        """Move what has the focus by a world vector."""
        if self.focus is None or self.drag is not None:
            return
        placed = next((p for p in placed_grips(self.player.scene, self.view.pixel) if p.grip == self.focus), None)
        if placed is not None:
            self.hold(placed.grip, placed.at)
            self.carry(placed.at + by, snap=False)
            self.drag = None

    def refuse(self, reason: str) -> None:
        self.notice = Notice(reason, time.monotonic() + NOTICE_SECONDS)

    def fit(self) -> None:
        """Show everything that any step of this scene draws."""
        self.view = frame(self.lesson, self.player.scene, self.view.size, self.text_size)
        self.fitted = True

    def resize(self, width: float, height: float) -> None:
        """The canvas has another size; a view that nobody has moved is fitted anew."""
        if (width, height) != self.view.size:
            self.view = self.view.resized(width, height)
            if self.fitted:
                self.fit()

    def look(self, view: View) -> None:
        """Pan or zoom: from now on the view is the user's."""
        self.view = view
        self.fitted = False

    def selected_body(self) -> str | None:
        """The field that A and D turn: the body with the focus, else the hovered one."""
        for grip in (self.focus, self.hovered):
            if grip is not None and isinstance(getattr(self.player.scene, grip.field), Body):
                return grip.field
        return None

    def next_grip(self, backwards: bool) -> None:
        """Move the focus to the next thing that can be held, round and round."""
        grips = [placed.grip for placed in placed_grips(self.player.scene, self.view.pixel)]
        if not grips:
            return
        if self.focus in grips:
            here = grips.index(self.focus)
            self.focus = grips[(here + (-1 if backwards else 1)) % len(grips)]
        else:
            self.focus = grips[-1 if backwards else 0]

    def _begin(self) -> None:
        bodies = [name for name, _, _ in self.player.scene.bodies()]
        self.focus = Grip(bodies[-1], Part.WHOLE) if bodies else None
        self.hovered = None
        self.drag = None
        self.notice = None
        self.generation += 1
        self.fit()
