"""What the window is looking at: one lesson being played, the views of it, and what is held, hovered or lit."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from geometry import Vector
from viz.framing import frame
from viz.grips import Grip, Part, dragged, placed_grips, turned
from viz.history import History
from viz.lesson import Curriculum, Lesson, Pane
from viz.player import Player
from viz.scene import Body, Scene
from viz.settings import LARGEST_TEXT, SMALLEST_TEXT
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
    """Something said at the pointer: why a drag was refused, or that something was copied."""

    text: str
    until: float  # on time.monotonic's clock


@dataclass
class PaneState:
    """One pane and how it is looked at; `fitted` until the user pans or zooms it."""

    pane: Pane
    view: View
    fitted: bool = True


class Session:
    """The state that the panels share. Panels read it; pointer, keyboard and widgets call its verbs."""

    def __init__(self, curriculum: Curriculum, lesson: Lesson[Any]) -> None:
        self.curriculum = curriculum
        self.theme: Theme = DARK
        self.text_size = 1.0
        self.reduced_motion = False
        self.presenting = False
        self.wanted_text_size = 1.0  # while the slider is held: the text changes when it is let go
        self.layout_is_usual = True  # False asks for the usual layout
        self.open_view_menu = False
        self.in_panels = False  # whether the keyboard works the panels rather than the figure
        self.panel = 0  # which of them, by F6
        self.turning = False  # A or D is held
        self.show_keys = False
        self.notice: Notice | None = None
        self.hovered: Grip | None = None
        self.focus: Grip | None = None
        self.drag: Drag | None = None
        self.lit: str | None = None  # the feature that is pointed at, in whatever panel
        self.pointed_at: str | None = None  # the same, being gathered for the next frame
        self.history = History()
        self._before: Scene | None = None  # the scene before the edit under way
        self.generation = 0  # counts the pictures begun: a new lesson or preset
        self.panes: dict[str, PaneState] = {}
        self.open(lesson)

    @property
    def lesson(self) -> Lesson[Any]:
        return self.player.lesson

    @property
    def view(self) -> View:
        """The view of the lesson's first pane."""
        return next(iter(self.panes.values())).view

    @property
    def pixel(self) -> float:
        """World length of a pixel in the first pane."""
        return self.view.pixel

    def open(self, lesson: Lesson[Any]) -> None:
        """Look at a lesson's opening scene."""
        self.presets = tuple(lesson.presets().items())
        self.player = Player(lesson, self.presets[0][1])
        rows = lesson.panes()
        sizes = {name: state.view.size for name, state in self.panes.items()}
        self.panes = {
            pane.name: PaneState(pane, View(size=sizes.get(pane.name, (800.0, 600.0))))
            for row in rows
            for pane in row
        }
        self.history.clear()
        self._before = None
        self._start()

    def load(self, scene: Scene) -> None:
        """Look at another scene of the same lesson, from its first step; undo leads back."""
        self.commit()
        before = self.player.scene
        self.player.out(0)
        self.player.change(scene)
        if scene is not before:
            self.history.record(before)
        self.player.playing = False
        self.player.first()
        self._start()

    def reset(self) -> None:
        self.load(self.presets[0][1])

    def preset(self, number: int) -> None:
        """Load preset `number`, from 0; numbers beyond the last do nothing."""
        if number < len(self.presets):
            self.load(self.presets[number][1])

    # --- editing ---

    def change(self, scene: Scene) -> bool:
        """Replace the scene and keep the place; a refused one leaves everything as it is and says why."""
        try:
            self.player.change(scene)
        except ValueError as reason:
            self.say(str(reason))
            return False
        return True

    def begin(self) -> None:
        """An edit begins: all changes until `commit` are one entry of the history."""
        if self._before is None:
            self._before = self.player.scene

    def commit(self) -> None:
        """The edit under way, if any, has ended."""
        before, self._before = self._before, None
        if before is not None and before is not self.player.scene:
            self.history.record(before)

    def try_field(self, name: str, value: object) -> bool:
        """One field changed, as part of the edit under way; says why where that is refused."""
        try:
            scene = self.player.scene.with_field(name, value)
        except ValueError as reason:
            self.say(str(reason))
            return False
        return self.change(scene)

    def set_field(self, name: str, value: object) -> bool:
        """One field changed, as a whole edit."""
        self.commit()
        self.begin()
        done = self.try_field(name, value)
        self.commit()
        return done

    def reshape(self, field: str, change: Callable[[Body], Body], focus: Grip | None = None) -> bool:
        """Give a body another shape, as one edit; says why where that is refused."""
        try:
            body = change(getattr(self.player.scene, field))
        except ValueError as reason:
            self.say(str(reason))
            return False
        done = self.set_field(field, body)
        if done and focus is not None:
            self.focus = focus
        self._check_focus()
        return done

    def undo(self) -> None:
        self._travel(self.history.undo)

    def redo(self) -> None:
        self._travel(self.history.redo)

    def hold(self, grip: Grip, at: Vector) -> None:
        """The pointer takes hold of a grip at a world point."""
        self.commit()
        self.begin()
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
            self.say(str(reason))

    def release(self) -> None:
        """Let go of what is held."""
        if self.drag is not None:
            self.drag = None
            self.commit()

    def turn(self, field: str, angle: float) -> None:
        """Turn a body by an angle in radians; one that is being dragged goes on being dragged, turned."""
        if self.drag is not None:
            self.drag.scene = turned(self.drag.scene, field, angle)
        self.change(turned(self.player.scene, field, angle))

    def nudge(self, by: Vector) -> None:
        """Move what has the focus by a world vector."""
        if self.focus is None or self.drag is not None:
            return
        placed = next((p for p in placed_grips(self.player.scene, self.pixel) if p.grip == self.focus), None)
        if placed is not None:
            self.hold(placed.grip, placed.at)
            self.carry(placed.at + by, snap=False)
            self.release()

    def say(self, text: str, seconds: float = NOTICE_SECONDS) -> None:
        """Show a sentence at the pointer for a while."""
        self.notice = Notice(text, time.monotonic() + seconds)

    # --- looking ---

    def fit(self, name: str | None = None) -> None:
        """Show everything that any step of this scene draws, in one pane or in all."""
        for state in self.panes.values() if name is None else (self.panes[name],):
            scene = self.player.scene
            state.view = frame(self.lesson, scene, state.view.size, self.text_size, state.pane)
            state.fitted = True

    def resize(self, name: str, width: float, height: float) -> None:
        """A pane has another size; a view that nobody has moved is fitted anew."""
        state = self.panes[name]
        if (width, height) != state.view.size:
            state.view = state.view.resized(width, height)
            if state.fitted:
                self.fit(name)

    def look(self, view: View, name: str | None = None) -> None:
        """Pan or zoom a pane (the first unless named): from now on its view is the user's."""
        state = next(iter(self.panes.values())) if name is None else self.panes[name]
        state.view = view
        state.fitted = False

    def point_at(self, feature: str | None) -> None:
        """The pointer is over something that stands for a feature: it lights up everywhere in the next frame."""
        if feature is not None:
            self.pointed_at = feature

    def next_frame(self) -> None:
        """What was pointed at in the last frame is lit in this one."""
        self.lit, self.pointed_at = self.pointed_at, None

    def resize_text(self, factor: float) -> float:
        """The next larger or smaller text size, within its limits."""
        return min(max(round(self.text_size * factor, 2), SMALLEST_TEXT), LARGEST_TEXT)

    def selected_body(self) -> str | None:
        """The field that A and D turn: the body with the focus, else the hovered one."""
        for grip in (self.focus, self.hovered):
            if grip is not None and isinstance(getattr(self.player.scene, grip.field), Body):
                return grip.field
        return None

    def next_grip(self, backwards: bool) -> None:
        """Move the focus to the next thing that can be held, round and round."""
        grips = [placed.grip for placed in placed_grips(self.player.scene, self.pixel)]
        if not grips:
            return
        if self.focus in grips:
            here = grips.index(self.focus)
            self.focus = grips[(here + (-1 if backwards else 1)) % len(grips)]
        else:
            self.focus = grips[-1 if backwards else 0]

    def _travel(self, way: Any) -> None:
        """Undo or redo: the scene changes, the place is kept."""
        self.release()
        self.commit()
        scene = way(self.player.scene)
        if scene is not None and self.change(scene):
            self._check_focus()

    def _check_focus(self) -> None:
        """A grip that the scene no longer has loses the focus to its whole shape."""
        grips = {placed.grip for placed in placed_grips(self.player.scene, self.pixel)}
        if self.focus is not None and self.focus not in grips:
            self.focus = Grip(self.focus.field, Part.WHOLE)

    def _start(self) -> None:
        bodies = [name for name, _, _ in self.player.scene.bodies()]
        self.focus = Grip(bodies[-1], Part.WHOLE) if bodies else None
        self.hovered = None
        self.drag = None
        self.notice = None
        self.generation += 1
        self.fit()
