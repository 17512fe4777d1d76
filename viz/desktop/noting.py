"""Notes what a learner does, for the marks in the list of lessons: looked at once a frame, written by a thread of its
own. Nothing is noted while a lecture is given or the figure is presented."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from threading import Thread
from typing import Any

from viz.desktop.session import Session
from viz.lesson.lesson import Lesson
from viz.session import progress
from viz.session.player import Player
from viz.session.progress import SHOWN, Done


class Noting:
    """`tick` once a frame; `close` at the end."""

    def __init__(self, session: Session, path: Path | None) -> None:
        """`path`: of the file in which it is kept; None keeps nothing from one start to the next."""
        self.session, self._path = session, path
        found, problem = ({}, None) if path is None else progress.load(path)
        session.study.done = found
        if problem is not None:
            session.say(problem, 8.0)
        self._seen: object = None  # what was noted last
        self._changed: set[str] = set()  # lessons that have to be written
        self._writing: Thread | None = None
        self._problem: str | None = None
        # By lesson: its first scene, the steps of that which ask, and whether one of them has a goal.
        self._asked: dict[str, tuple[str, frozenset[int], bool]] = {}

    def tick(self) -> None:
        session, study = self.session, self.session.study
        if study.wishes_clear is not None:
            self._clear(study.wishes_clear)
        if study.review is not None:
            study.review.tick()
        is_told = session.presenting or (session.lecture is not None and study.review is None)
        if study.notes and not is_told and not session.hurried:
            self._note()
        if self._changed and (self._writing is None or not self._writing.is_alive()):
            self._write()
        if self._problem is not None:
            session.say(self._problem, 8.0)
            self._problem, self._path = None, None  # said once

    def close(self) -> None:
        """A review ends, and what is still to be written is."""
        if self.session.study.review is not None:
            self.session.study.review.end()
        for _ in range(2):  # what is being written now, then what has changed since
            if self._writing is not None:
                self._writing.join()
            if self._changed:
                self._write()

    def _note(self) -> None:
        session, player = self.session, self.session.player
        task = session.task
        index = player.levels[0].index
        now = session.lesson, session.scene_index, index, player.scene, task.state
        if now == self._seen or session.is_editing:
            return
        self._seen = now
        lesson, scene = session.lesson, session.presets[session.scene_index][0]
        done = session.study.done.setdefault(lesson.id, Done())
        is_new = done.see(scene, index)
        if len(player.levels) == 1 and (answer := task.answer) is not None and answer.verdict is not None:
            is_new |= answer.verdict.right and done.answer(scene, index, SHOWN if answer.is_shown else answer.tries)
        if not done.goal and (goal := task.challenge) is not None and goal.reached:
            done.goal = is_new = True
        if is_new:
            done.whole = done.whole or self._is_whole(lesson, done)
            self._changed.add(lesson.id)

    def _is_whole(self, lesson: Lesson[Any], done: Done) -> bool:
        """Whether all predictions of the lesson's first scene are answered, and its goal, if it has one, is reached.
        Worked out only after an answer."""
        if not (done.goal or done.answers):
            return False
        if lesson.id not in self._asked:
            player = Player(lesson)
            steps = frozenset(i for i, page in enumerate(player.pages) if page.prediction is not None)
            has_goal = any(lesson.challenge(player.moment_at(i)) for i in range(len(player.trace)))  # at one of them
            self._asked[lesson.id] = next(iter(lesson.presets)), steps, has_goal
        scene, asked, has_goal = self._asked[lesson.id]
        return asked <= done.answers.get(scene, {}).keys() and (done.goal or not has_goal)

    def _clear(self, wish: bool) -> None:
        """Forget all that was done, or take that back."""
        study = self.session.study
        study.wishes_clear = None
        if self._writing is not None:
            self._writing.join()
        self._changed.clear()
        if wish:
            study.cleared, study.done = study.done, {}
            if self._path is not None:
                self._problem = progress.clear(self._path)
        elif study.cleared:
            since, study.done, study.cleared = study.done, study.cleared, {}
            for name, done in since.items():
                study.done[name] = progress.joined(study.done.get(name, Done()), done)
            self._changed.update(study.done)

    def _write(self) -> None:
        changed, path = {name: deepcopy(self.session.study.done[name]) for name in self._changed}, self._path
        self._changed.clear()
        if path is None:
            return

        def write() -> None:
            self._problem = progress.save(path, changed)

        self._writing = Thread(target=write, name="progress")
        self._writing.start()
