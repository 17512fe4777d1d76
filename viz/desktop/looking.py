"""How the lesson is looked at: the views of its panes, which follow stages and edits, and what is selected."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from geometry.conventions import Conventions
from viz.desktop.editing import Editing
from viz.desktop.pointing import Pointing
from viz.desktop.study import Study
from viz.lesson.conventions import OURS
from viz.lesson.grip import Grip, placed_grips
from viz.lesson.lesson import Layout, Moment
from viz.lesson.outline import Outline
from viz.lesson.prediction import Adjust
from viz.lesson.scene import Arrow, Body, Scene
from viz.picture.view import View
from viz.session.clock import RunningClock
from viz.session.history import History
from viz.session.player import Player
from viz.session.task import Task
from viz.session.views import Framed, PaneState

if TYPE_CHECKING:
    from viz.desktop.lecturing import Lecturing

_TIMES = (0.0, 0.25, 0.5, 0.75, 1.0)  # at which a stage with a clock is looked at to frame it


@dataclass
class Looked:
    """A lesson that has been looked at, as it was left."""

    player: Player
    clock: RunningClock
    task: Task
    history: History
    panes: dict[str, PaneState]
    scene_index: int = 0  # number of the scene that was loaded last, from 0
    compare: str = ""  # the comparison that the user has chosen, whatever the scene switches on


class Looking(Editing):
    """The views' side of the session."""

    panes: dict[str, PaneState]
    _looked: dict[str, Looked]  # by the ids of lessons

    def __init__(self) -> None:
        super().__init__()
        self.text_size = 1.0
        self.figure_scale = 1.0  # of all that does not follow the zoom (`theme.figure_scale`)
        self.is_watched = True  # else pictures are taken: what is dear is drawn whole, however long a frame waits
        self.reduced_motion = False
        self.conventions = OURS  # that numbers are told in
        self.engine = ""  # whose these are, if that was chosen
        self.lecture: Lecturing | None = None  # that is being given
        self.pointing = Pointing()
        self.study = Study()
        # The place, the scene, the comparison and whether the clock was near, when they were last seen.
        self._followed: tuple[object, Scene | None, str, bool] = (None, None, "", False)
        self._placed_at: float | None = None
        self._stage: object = None  # that the views are fitted to

    @property
    def state(self) -> Looked:
        """Of the lesson that is open."""
        return self._looked[self.player.lesson.id]

    @property
    def looked(self) -> Mapping[str, Looked]:
        """Of every lesson that was open, by its id."""
        return self._looked

    def swap(self, lesson: str, looked: Looked | None) -> Looked | None:
        """Another state of a lesson for its next opening, None for a fresh one; returns the one that it has had."""
        self.release()
        self.commit()
        before = self._looked.pop(lesson, None)
        if looked is not None:
            self._looked[lesson] = looked
        return before

    def speak_as(self, conventions: Conventions, engine: str = "") -> None:
        """Tell numbers in other conventions; nothing of the scene or its trace changes."""
        self.conventions, self.engine = conventions, engine

    @property
    def layout(self) -> Layout:
        """Of the panes, at this step."""
        return self.player.lesson.layout_at(self.player.moment)

    @property
    def hurried(self) -> bool:
        """Whether the scene is another in every frame: what is only read may follow more slowly."""
        return self.drag is not None or self.turning

    def moment(self) -> Moment[Any]:
        """What the panes show: the moment of the player with the time on the clock; a prediction may be open."""
        self.follow()
        return replace(self.player.moment, time=self.clock.time, is_open=self.task.is_open, hurried=self.hurried)

    def follow(self) -> None:
        """Take notice of another step, scene or comparison, whoever changed it."""
        player = self.player
        now = player.place, player.scene, player.compare, self._is_near
        if now == self._followed:
            self._follow_point()
            return
        before, self._followed = self._followed, now
        self.clock.jumps = self.reduced_motion
        self.clock.follow()
        if not self.is_editing:
            is_edit = before[1] is not player.scene or before[2] != player.compare
            self._follow_with_views(is_edit=is_edit)
        self._placed_at = None if before[0] != player.place else self.task.time
        self._follow_point()

    def _follow_point(self) -> None:
        """The clock goes where the learner has moved a point that stands for a time."""
        before, now = self._placed_at, self.task.time
        self._placed_at = now
        if now is not None and now != before:
            self.clock.scrub(now)

    def edited(self) -> None:
        """An edit has ended: views that nobody has moved follow what has left them."""
        self.follow()
        self._follow_with_views(is_edit=True)

    def _follow_with_views(self, *, is_edit: bool) -> None:
        """Go to what another stage draws; after an edit, to what has left the view."""
        stage = len(self.player.levels), self.player.stage, self._is_near
        framed, smooth = self.framed, not self.reduced_motion
        for state in self.panes.values():
            if stage != self._stage and state.fitted:
                state.fit(framed, smooth=smooth)
            elif is_edit:
                state.keep_in_view(framed, smooth=smooth)
        self._stage = stage

    @property
    def _is_near(self) -> bool:
        """Whether the clock stands at a time up to which the views hold only what is drawn by then."""
        clock = self.clock.declared
        return clock is not None and clock.near < 1.0 and self.clock.time <= clock.near

    @property
    def framed(self) -> Framed:
        """What the views are fitted to: the stage under the cursor, at all times of its clock or the near ones. Where
        its marks are is all that counts, so that a dear picture need not be finished for it."""
        player = self.player
        moment = replace(player.moment, hurried=True)
        if not player.lesson.frames_stages:
            return Framed(moment, scale=self.figure_scale)
        steps = next(steps for _, steps in player.stages if player.index in steps)
        clock = self.clock.declared
        times: tuple[float, ...] = () if clock is None else _TIMES
        if clock is not None and self._is_near:
            times = (*(t for t in _TIMES if t < clock.near), clock.near)
        return Framed(moment, steps, times, self.figure_scale)

    @property
    def view(self) -> View:
        """The view of the lesson's first pane."""
        return next(iter(self.panes.values())).view

    @property
    def pixel(self) -> float:
        """World length of a pixel in the first pane that shows the world."""
        return self.world.view.pixel

    @property
    def world(self) -> PaneState:
        """The first pane in which things are held; the first of all where there is none."""
        states = list(self.panes.values())
        return next((state for state in states if state.pane.is_world), states[0])

    @property
    def selected_view(self) -> View:
        """The view of the pane in which the thing with the focus lies."""
        return self.world.view if self.task.selected is None else self.panes[self.task.pane].view

    def take_back(self) -> bool:
        """The scene before the edit under way, else before the last one; whether there was one."""
        self.drag = self.answering = self.sketch = self.offered = None
        edited, self._before, self.turning = self._before, None, False
        entry = self.history.undo(self.entry) if edited is None or edited.scene is self.player.scene else edited
        if entry is None or not self.restore(entry):
            return False
        self.follow()
        self.fit()
        return True

    def fit(self, name: str | None = None) -> None:
        """Show everything that this stage draws, in one pane or in all."""
        for state in self.panes.values() if name is None else (self.panes[name],):
            state.fit(self.framed)

    def fit_answer(self) -> None:
        """A right answer that was made in the scene is seen whole, in views that nobody has moved."""
        if isinstance(self.task.prediction, Adjust) and not self.task.is_open:
            for state in self.panes.values():
                if state.fitted:
                    state.fit(self.framed, smooth=not self.reduced_motion)

    def resize(self, name: str, width: float, height: float, beside: float = 0.0) -> None:
        """A pane has another size, or another part of it covered; a view that nobody has moved is fitted anew."""
        state, size = self.panes[name], (width, height)
        if not state.is_like(size, self.figure_scale, beside):  # in nearly every frame it is
            state.resize(size, self.framed, beside)

    def look(self, view: View, name: str | None = None) -> None:
        """Pan or zoom a pane (the first unless named): from now on its view is the user's."""
        state = next(iter(self.panes.values())) if name is None else self.panes[name]
        state.look(view)

    def turnable(self) -> Grip | None:
        """What A and D turn: the shape, outline or arrow that is selected, else the hovered one."""
        for grip in (self.focus, self.hovered):
            if grip is not None and isinstance(getattr(self.player.scene, grip.field), Body | Arrow | Outline):
                return grip
        return None

    def next_grip(self, backwards: bool) -> None:
        """Move the focus to the next thing that can be held, round and round; the learner's points come first."""
        points: list[int | Grip] = list(range(len(self.task.points)))
        ring = points + [placed.grip for placed in placed_grips(self.player.scene, self.pixel)]
        if not ring:
            return
        here: int | Grip | None = self.focus if self.task.selected is None else self.task.selected
        way = -1 if backwards else 1
        chosen = ring[(ring.index(here) + way) % len(ring)] if here in ring else ring[-1 if backwards else 0]
        self.task.selected = chosen if isinstance(chosen, int) else None
        self.focus = None if isinstance(chosen, int) else chosen
        self.shows_focus = True

    def _look_afresh(self) -> None:
        """Another scene is looked at, in views of its own."""
        self._followed = self.player.place, self.player.scene, self.player.compare, self._is_near
        self._stage = len(self.player.levels), self.player.stage, self._is_near
