"""Editing the scene that is looked at: whole edits, drags and turns, with undo and redo."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from geometry.vector import Vector
from viz.lesson.canvas import Feature
from viz.lesson.grip import Grip, Part, placed_grips
from viz.lesson.lesson import Follow
from viz.lesson.scene import Scene, Switch
from viz.session.clock import RunningClock
from viz.session.grips import dragged, turned
from viz.session.history import Entry, History
from viz.session.player import Player
from viz.session.sketch import ConcaveOutline, Remedy, Sketch
from viz.session.task import Task

NOTICE_SECONDS = 2.5


@dataclass
class Drag:
    """Something held by the pointer: the scene as it was when it was pressed, so that nothing drifts."""

    scene: Scene
    start: Vector  # in the pane's own coordinates
    now: Vector
    grip: Grip | None = None  # a part of the scene, in the world
    follow: Follow | None = None  # the lesson's own way to follow the pointer, in a pane that is not the world
    point: int | None = None  # one of the learner's points
    origin: tuple[float, float] = (0.0, 0.0)  # where that point was
    snap: bool = False


@dataclass(frozen=True)
class Notice:
    """Something said at the pointer: why a drag was refused, or that something was copied."""

    text: str
    until: float  # on time.monotonic's clock


class Editing(ABC):
    """The scene's side of the session: what is held, what has the focus, and what can be undone."""

    player: Player
    clock: RunningClock
    task: Task
    history: History

    def __init__(self) -> None:
        self.notice: Notice | None = None
        self.hovered: Grip | None = None
        self.focus: Grip | None = None
        self.shows_focus = False  # it has been selected by the learner, and is not only what A and D turn at first
        self.drag: Drag | None = None
        self.turning = False  # A or D is held
        self.sketch: Sketch | None = None  # an outline that is to be drawn, or is being drawn
        self.offered: ConcaveOutline | None = None  # drawn for a convex body: what is to be made of it?
        self.considered: Remedy | None = None  # that the pointer is over
        self.answering: tuple[Feature, float] | None = None  # clicked, and in how many seconds it counts
        self._before: Entry | None = None  # the scene before the edit under way
        self.locked = False  # nothing of the scene can be changed: a moment of a lecture may ask for it

    @property
    @abstractmethod
    def pixel(self) -> float:
        """World length of a pixel where the scene is edited."""

    @property
    @abstractmethod
    def entry(self) -> Entry:
        """The present scene as the history keeps it."""

    @abstractmethod
    def restore(self, entry: Entry) -> bool:
        """A scene of the history again; says why where that is refused."""

    @abstractmethod
    def edited(self) -> None:
        """An edit has ended: the views may follow."""

    @property
    def is_editing(self) -> bool:
        """Whether an edit is under way: the views stay where they are."""
        return self._before is not None

    def change(self, scene: Scene) -> bool:
        """Replace the scene and keep the place; a refused one leaves everything as it is and says why."""
        if self.locked:
            self.say("This moment of the lecture is locked: nothing can be changed.")
            return False
        try:
            self.player.change(scene)
        except ValueError as reason:
            self.say(str(reason))
            return False
        self.focus, self.hovered = (
            None if grip is None or not hasattr(self.player.scene, grip.field) else grip
            for grip in (self.focus, self.hovered)  # a stack may have lost a body
        )
        return True

    def begin(self) -> None:
        """An edit begins: all changes until `commit` are one entry of the history."""
        if self._before is None:
            self._before = self.entry

    def commit(self) -> None:
        """The edit under way, if any, has ended."""
        before, self._before = self._before, None
        if before is not None and before.scene is not self.player.scene:
            self.record(before)
            self.edited()

    def record(self, before: Entry) -> None:
        """Another scene has replaced `before`."""
        self.history.record(before)
        self._left(before.scene)

    def _left(self, scene: Scene) -> None:
        """A scene of the history is looked at no longer. Of 500 scenes a lesson only what they are is kept: what one
        had worked out may be a run of bodies, of near a megabyte. A lesson's own scenes keep it: a review shows the
        same ones beside the learner's."""
        if not any(scene is each.scene for each in self.player.lesson.presets.values()):
            scene.forget()

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

    def reshape(self, field: str, change: Callable[[Any], Any], focus: Grip | None = None) -> bool:
        """Give a body or an outline another shape, as one edit; says why where that is refused."""
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

    def begin_sketch(self, field: str) -> None:
        """The next line that is drawn in the world becomes the outline of the shape in that field."""
        self.release()
        self.sketch = Sketch(field)
        self.say("Draw its outline in the figure. Esc: leave it as it is.", 2.0 * NOTICE_SECONDS)

    def end_sketch(self) -> None:
        """The line is drawn: take its outline, or say why not; either way another can be begun."""
        sketch, self.sketch = self.sketch, None
        if sketch is None:
            return
        try:
            shape = sketch.instead_of(getattr(self.player.scene, sketch.name), self.pixel)
        except ConcaveOutline as concave:
            self.offered = concave
        except ValueError as reason:
            self.say(str(reason))
        else:
            self.reshape(sketch.name, lambda _: shape, Grip(sketch.name, Part.WHOLE))

    def take_offer(self, remedy: Remedy | None) -> None:
        """Make a convex body of the concave outline that was drawn; None: leave the body as it is."""
        concave, self.offered, self.considered = self.offered, None, None
        if concave is not None and remedy is not None:
            self.reshape(
                concave.name, lambda body: remedy.instead_of(body, concave.ring), Grip(concave.name, Part.WHOLE)
            )

    def undo(self) -> None:
        self._travel(self.history.undo, self.history.redo)

    def redo(self) -> None:
        self._travel(self.history.redo, self.history.undo)

    def hold(self, grip: Grip, at: Vector) -> None:
        """The pointer takes hold of a grip at a world point."""
        self.commit()
        self.begin()
        self.select(grip)
        self.drag = Drag(self.player.scene, at, at, grip)

    def hold_in_pane(self, follow: Follow, at: Vector) -> None:
        """The pointer takes hold of something in a pane that is not the world, or flips a switch in it."""
        self.commit()
        self.begin()
        self.drag = Drag(self.player.scene, at, at, follow=follow)
        if isinstance(follow, Switch):
            self.change(follow.change(self.player.scene))

    def hold_point(self, index: int, at: Vector) -> None:
        """The pointer takes hold of one of the learner's points, in its pane."""
        self.commit()
        self.task.selected, self.focus = index, None
        self.drag = Drag(self.player.scene, at, at, point=index, origin=self.task.points[index])

    def hold_play_head(self, at: Vector) -> None:
        """The pointer takes hold of the clock in a chart over time, and the play head comes to it."""
        self.commit()
        self.drag = Drag(self.player.scene, at, at)
        self.clock.scrub(float(at[0]))

    def carry(self, to: Vector, snap: bool) -> None:
        """Carry what is held to a point of its pane. Nothing happens where neither point nor snapping changed."""
        drag = self.drag
        if drag is None or (drag.snap == snap and drag.now[0] == to[0] and drag.now[1] == to[1]):
            return
        drag.now, drag.snap = to, snap
        try:
            if drag.follow is not None:
                found = drag.follow(drag.scene, drag.start, to)
                if isinstance(found, float):
                    self.clock.scrub(found)
                else:
                    self.change(found)
            elif drag.grip is not None:
                followed = dragged(drag.scene, drag.grip, drag.start, to, snap)
                self.change(followed.dragged_after(self.player.scene, drag.grip.field))
            elif drag.point is not None:
                x, y = (drag.origin + to - drag.start).tolist()
                self.task.move(drag.point, (x, y))
            else:
                self.clock.scrub(float(to[0]))
        except ValueError as reason:
            self.say(str(reason))

    def release(self) -> None:
        """Let go of what is held."""
        if self.drag is not None:
            self.drag = None
            self.commit()

    def select(self, grip: Grip | None) -> None:
        """Give a part of the scene the focus, or nothing."""
        self.focus, self.task.selected = grip, None
        self.shows_focus = True

    def turn(self, grip: Grip, angle: float) -> None:
        """Turn what a grip belongs to by an angle in radians; what is being dragged goes on being dragged, turned.
        Where the lesson refuses, it says why."""
        try:
            dragged = None if self.drag is None else turned(self.drag.scene, grip, angle)
            scene = turned(self.player.scene, grip, angle)
        except ValueError as reason:
            self.say(str(reason))
            return
        if self.drag is not None and dragged is not None:
            self.drag.scene = dragged
        self.change(scene)

    def nudge(self, by: Vector) -> None:
        """Move what has the focus by a vector of its pane."""
        if self.drag is not None:
            return
        if self.task.selected is not None and self.task.selected < len(self.task.points):
            x, y = self.task.points[self.task.selected]
            self.task.move(self.task.selected, (x + float(by[0]), y + float(by[1])))
            return
        placed = next((p for p in placed_grips(self.player.scene, self.pixel) if p.grip == self.focus), None)
        if placed is not None:
            self.hold(placed.grip, placed.at)
            self.carry(placed.at + by, snap=False)
            self.release()

    def say(self, text: str, seconds: float = NOTICE_SECONDS) -> None:
        """Show a sentence at the pointer for a while."""
        self.notice = Notice(text, time.monotonic() + seconds)

    def _travel(self, way: Callable[[Entry], Entry | None], back: Callable[[Entry], Entry | None]) -> None:
        """Undo or redo: the scene changes, the place is kept; where that is refused the history stays as it was."""
        self.release()
        self.commit()
        now = self.entry
        entry = way(now)
        if entry is None:
            return
        if self.restore(entry):
            self._left(now.scene)
            self._check_focus()
            self.edited()
        else:
            back(entry)

    def _check_focus(self) -> None:
        """A grip that the scene no longer has loses the focus to its whole shape."""
        grips = {placed.grip for placed in placed_grips(self.player.scene, self.pixel)}
        if self.focus is not None and self.focus not in grips:
            self.focus = Grip(self.focus.field, Part.WHOLE)
