"""What the window is looking at: one lesson being played, the views of it, and what is held, hovered or lit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from viz.desktop.editing import Editing
from viz.lesson.curriculum import Curriculum
from viz.lesson.first_edition import Lesson, Pane, Question
from viz.lesson.scene import Body, Scene
from viz.picture.framing import frame
from viz.picture.theme import DARK, Theme
from viz.picture.view import View
from viz.session.grips import Grip, Part, placed_grips
from viz.session.player import Player
from viz.session.settings import LARGEST_TEXT, SMALLEST_TEXT

UNSEEN = (1.0, 1.0)  # the size of a pane that has not been shown yet


@dataclass
class PaneState:
    """One pane and how it is looked at; `fitted` until the user pans or zooms it."""

    pane: Pane
    view: View
    fitted: bool = True


class Session(Editing):
    """The state that the panels share. Panels read it; pointer, keyboard and widgets call its verbs."""

    def __init__(self, curriculum: Curriculum, lesson: Lesson[Any]) -> None:
        super().__init__()
        self.curriculum = curriculum
        self.theme: Theme = DARK
        self.text_size = 1.0
        self.reduced_motion = False
        self.asks = True  # questions and goals are shown
        self._answer: tuple[object, str] | None = None  # where it was given, and what
        self.presenting = False
        self.wanted_text_size = 1.0  # while the slider is held: the text changes when it is let go
        self.layout_is_usual = True  # False asks for the usual layout
        self.open_view_menu = False
        self.in_panels = False  # whether the keyboard works the panels rather than the figure
        self.panel = 0  # which of them, by F6
        self.show_keys = False
        self.hovered: Grip | None = None
        self.lit: str | None = None  # the feature that is pointed at, in whatever panel
        self.pointed_at: str | None = None  # the same, being gathered for the next frame
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
            pane.name: PaneState(pane, View(size=sizes.get(pane.name, UNSEEN))) for row in rows for pane in row
        }
        self.history.clear()
        self._before = None
        self._start()

    def load(self, scene: Scene) -> None:
        """Look at another scene of the same lesson, from its first step; undo leads back."""
        self.commit()
        before = self.player.scene
        self.player.restart(scene)
        if scene is not before:
            self.history.record(before)
        self._start()

    def reset(self) -> None:
        self.load(self.presets[0][1])

    def preset(self, number: int) -> None:
        """Load preset `number`, from 0; numbers beyond the last do nothing."""
        if number < len(self.presets):
            self.load(self.presets[number][1])

    def fit(self, name: str | None = None) -> None:
        """Show everything that any step of this scene draws, in one pane or in all."""
        for state in self.panes.values() if name is None else (self.panes[name],):
            state.view = frame(state.pane, self.player.outermost, state.view.size, self.text_size)
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

    def question(self) -> Question | None:
        """What is asked here, unless questions are switched off."""
        return self.lesson.question(self.player.moment) if self.asks else None

    @property
    def answer(self) -> str | None:
        """What has been answered here, in this scene at this step."""
        return self._answer[1] if self._answer is not None and self._answer[0] == self._here() else None

    def give_answer(self, text: str) -> None:
        """Answer the question that is asked here; the first answer stands."""
        if self.question() is not None and self.answer is None:
            self._answer = (self._here(), text)

    def _here(self) -> object:
        return id(self.player.scene), tuple((level.field, level.index) for level in self.player.levels)

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

    def _start(self) -> None:
        bodies = [name for name, _, _ in self.player.scene.bodies()]
        self.focus = Grip(bodies[-1], Part.WHOLE) if bodies else None
        self.hovered = None
        self.drag = None
        self.notice = None
        self.generation += 1
        for name, state in self.panes.items():
            if state.view.size == UNSEEN:
                state.fitted = True  # as soon as the pane has a size
            else:
                self.fit(name)
