"""A monkey in the classroom: it moves shapes, saves and opens scenes, breaks files and codes, pastes outlines,
exports pictures and films, gives lectures, is asked in reviews, and starts the program again.

What it checks: nothing raises (a broken file is one sentence), nothing that is shown or kept is no number, a scene
that was saved opens as it was, undo is undone by redo, and whatever was changed is there at the next start.
"""

from __future__ import annotations

import csv
import json
import math
import re
from collections import Counter, deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image

from lessons import CURRICULUM
from lessons.reference import reference
from tests.desktop.answering import enter_path
from tests.desktop.test_monkey import Monkey, check_words, without_pixels
from tests.viz.test_scene_file import near
from viz.choosing import LECTURES, find_lecture, find_lesson
from viz.files import kept
from viz.files.lecture_file import read_lecture
from viz.files.scene_file import SUFFIX, SavedScene, from_code, from_json, is_code, opened, saved, to_code, to_json
from viz.lesson.conventions import NAMES, OURS
from viz.lesson.engines import ENGINES
from viz.lesson.grip import placed_grips
from viz.picture.theme import THEMES
from viz.session import progress, settings

if TYPE_CHECKING:
    from viz.desktop.window import Desktop

LESSONS = [entry.lesson for chapter in CURRICULUM for entry in chapter.lessons]
CHECKED_EVERY = 20  # events
MOST_FILES = 60  # in the monkey's folder
_MORE_KEYS = "e s o c k w page_up page_down f2 f3 f4"
_CHORDS = "z z z y s o e c v k equal minus _0 _1 _2 _3 _4 _5"
_OUTLINES = (
    "[({0}, {1}), ({2}, {3}), ({4}, {5}), ({6}, {7})]",
    "vs[0].Set({0}f, {1}f); vs[1].Set({2}f, {3}f); vs[2].Set({4}f, {5}f);",
    "POLYGON (({0} {1}, {2} {3}, {4} {5}, {0} {1}))",
    "{0} {1}\n{2} {3}\n{4} {5}\n{6} {7}\n",
    '[{{"x": {0}, "y": {1}}}, {{"x": {2}, "y": {3}}}, {{"x": {4}, "y": {5}}}]',
    "Vector2({0}, {1}), Vector2({2}, {3}), Vector2({4}, {5}",
    "{0}, {1}, {2}",
)


class Classroom:
    """`act` is one event; `check` looks whether all is sound. The window is its own: it is opened again and again."""

    def __init__(self, folder: Path, seed: int, size: tuple[int, int] = (800, 520)) -> None:
        self.folder, self.size = folder, size
        self.settings = folder / "settings.json"
        self.events = 0
        self.done: deque[str] = deque(maxlen=40)  # what it did last
        self.counts: Counter[str] = Counter()
        self.scenes: dict[Path, SavedScene] = {}  # by the file in which each was saved
        self._film_time = 0.0
        self.monkey: Any = None
        self.desktop = self._opened(seed)
        self.random = self.monkey.random
        acts: dict[str, tuple[float, Callable[[], None]]] = {
            "hand": (150.0, self.hand),
            "chord": (6.0, self.chord),
            "drag": (8.0, self.drag),
            "look": (7.0, self.look),
            "answer": (4.0, self.answer),
            "travel": (3.0, self.travel),
            "save": (2.0, self.save),
            "open": (2.0, self.open_saved),
            "open another": (1.0, self.open_another),
            "open broken": (3.0, self.open_broken),
            "code": (2.0, self.code),
            "broken code": (1.5, self.broken_code),
            "outline": (2.0, self.outline),
            "points": (0.7, self.points),
            "picture": (1.2, self.picture),
            "film": (0.15, self.film),
            "conventions": (1.5, self.conventions),
            "view": (1.0, self.view),
            "review": (0.7, self.review),
            "words": (1.5, self.words),
            "lecture": (0.7, self.lecture),
            "page": (4.0, self.page),
            "start again": (0.25, self.start_again),
        }
        self._names, self._acts = list(acts), [act for _, act in acts.values()]
        self._weights = [weight for weight, _ in acts.values()]

    def _opened(self, seed: int | None = None) -> Desktop:
        from viz.desktop.window import Desktop

        desktop = Desktop(CURRICULUM, None, self.size, settings=self.settings, reference=reference())
        without_pixels()
        if seed is not None:
            self.monkey = Monkey(desktop, seed)
        else:
            random, at = self.monkey.random, self.monkey.at
            self.monkey = Monkey(desktop, 0)
            self.monkey.random, self.monkey.at = random, at
        from imgui_bundle import imgui

        self.monkey.keys += [getattr(imgui.Key, name) for name in _MORE_KEYS.split()]
        desktop.recorder.now = self._tick_of_film
        desktop.opening = None
        desktop.settle()
        return desktop

    def _tick_of_film(self) -> float:
        """A recording ends after twenty pictures."""
        self._film_time += 1.6
        return self._film_time

    @property
    def session(self) -> Any:
        return self.desktop.session

    def close(self) -> None:
        self.desktop.close()

    def act(self) -> None:
        """One event."""
        (chosen,) = self.random.choices(range(len(self._acts)), self._weights)
        name = self._names[chosen]
        self.counts[name] += 1
        self.done.append(name if name == "hand" else f"{name} in {self.session.lesson.id}")
        self._acts[chosen]()
        own = Path(self.session.chrome.own_file)
        if own in self.scenes:  # Ctrl+S saves again in it
            self.scenes[own] = from_json(own.read_text(encoding="utf-8"))
        if name != "hand" or self.random.random() < 0.5:
            self.desktop.settle(1)
        self.events += 1
        if self.events % CHECKED_EVERY == 0:
            self.check()

    def run(self, events: int) -> None:
        for _ in range(events):
            try:
                self.act()
            except Exception as fault:
                fault.add_note(f"event {self.events}, lesson {self.session.lesson.id}; before: {list(self.done)}")
                raise

    # What is always true.

    def check(self) -> None:
        check_words(self.desktop)
        self._fields()
        self.check_files()

    def _fields(self) -> dict[str, Any] | None:
        """The scene as a file tells it: numbers only. None for a scene that no file holds."""
        with suppress(ValueError):
            told = dict(self.desktop.filing.present().fields)
            _require_finite(told)
            return told
        return None

    def check_files(self) -> None:
        """Each file is whole, and holds the scene that is looked at once an edit of it has ended."""
        for name, load in (("settings.json", settings.load), ("progress.json", progress.load)):
            path = self.folder / name
            if path.exists():
                json.loads(path.read_text(encoding="utf-8"))
                assert load(path)[1] is None
        assert not list(self.folder.glob("*.damaged"))
        assert not (self.folder / "separatrix.log").exists()
        path = self.folder / "scenes.json"
        if path.exists():
            found, problem = kept.load(path)
            assert problem is None
            for scene in found.scenes.values():
                opened(scene, find_lesson(scene.lesson))

    # With the hands.

    def hand(self) -> None:
        self.monkey.act()

    def let_go(self) -> None:
        self.monkey.let_go()
        self.session.player.playing = self.session.clock.playing = False
        self.desktop.settle(2)
        self.session.release()
        self.session.commit()

    def chord(self) -> None:
        from imgui_bundle import imgui

        io = imgui.get_io()
        key = getattr(imgui.Key, self.random.choice(_CHORDS.split()))
        held = [imgui.Key.mod_ctrl] + ([imgui.Key.mod_shift] if self.random.random() < 0.3 else [])
        for each in (*held, key):
            io.add_key_event(each, True)
        self.desktop.settle(1)
        for each in (key, *held):
            io.add_key_event(each, False)
        self.desktop.settle(1)

    def drag(self) -> None:
        """What can be held is carried about, by the session's verbs; a locked scene stays."""
        session, random = self.session, self.random
        grips = list(placed_grips(session.player.scene, session.pixel))
        if not grips or session.sketch is not None:
            return
        placed, before, generation = random.choice(grips), session.player.scene, session.generation
        session.hold(placed.grip, placed.at)
        reach = random.choice((0.3, 0.3, 2.0, 50.0, 1e4, 1e-9))
        for _ in range(random.randint(1, 4)):
            by = np.array((random.gauss(0.0, reach), random.gauss(0.0, reach)))
            session.carry(placed.at + by, snap=random.random() < 0.3)
            self.desktop.settle(1)
        if random.random() < 0.9:
            session.release()
        if session.locked and session.generation == generation:  # a key that was held may have turned the page
            assert session.player.scene is before

    def look(self) -> None:
        session, random = self.session, self.random
        match random.randrange(8):
            case 0 | 1:
                session.open(random.choice(LESSONS))
            case 2:
                session.preset(random.randrange(9))
            case 3:
                session.player.go(random.randrange(len(session.player.trace)))
            case 4:
                random.choice((session.player.into, session.player.out, session.player.last, session.reset))()
            case 5:
                names = [each.name for each in session.lesson.compare]
                session.compare_with(random.choice(["", *names]))
            case 6:
                session.play_or_pause()
            case _:
                if session.plays_time:
                    session.clock.scrub(random.random())

    def answer(self) -> None:
        session = self.session
        if not session.task.is_open:
            session.player.forward()
        elif session.task.buttons and self.random.random() < 0.7:
            session.task.give(self.random.choice(session.task.buttons))
        else:
            self.random.choice((session.check, session.skip, session.show_answer, session.task.try_again))()

    def travel(self) -> None:
        """Undo is undone by redo, as far as one goes."""
        session = self.session
        self.let_go()
        before = session.player.scene, session.scene_index, session.history.can_undo
        if session.locked:
            session.undo()
            assert (session.player.scene, session.scene_index, session.history.can_undo) == before
            return
        steps = 0
        while session.history.can_undo and steps < 3:
            session.undo()
            steps += 1
            self.desktop.settle(1)
        for _ in range(steps):
            session.redo()
        assert (session.player.scene, session.scene_index, session.history.can_undo) == before
        for _ in range(self.random.randrange(3)):
            session.undo()

    # Files and codes.

    def _holdable(self) -> SavedScene | None:
        """What is looked at, if a file can hold it."""
        self.let_go()
        with suppress(ValueError):
            return self.desktop.filing.present()
        return None

    def _require_shown(self, expected: SavedScene) -> None:
        notice = self.session.notice
        found = self.desktop.filing.present()
        told = notice and notice.text
        for name in expected.fields:
            assert near(found.fields[name], expected.fields[name]), (name, told)
        assert replace(found, fields={}, time=0.0) == replace(expected, fields={}, time=0.0), told
        if found.time is None or expected.time is None:
            assert found.time is expected.time
        else:
            assert math.isclose(found.time, expected.time, abs_tol=1e-9)

    def save(self) -> None:
        expected = self._holdable()
        if expected is None:
            return
        self.session.chrome.wish = "save"
        self.desktop.settle(1)
        enter_path(self.desktop)
        path = Path(self.session.chrome.recent[0])
        assert self.session.notice is not None
        assert self.session.notice.text == f"Saved as {path}"
        assert from_json(path.read_text(encoding="utf-8")) == expected
        self.scenes[path] = expected
        self._tidy()

    def open_saved(self) -> None:
        if not self.scenes:
            return
        path = self.random.choice(list(self.scenes))
        self.let_go()
        before = self.session.lesson, self.session.player.scene
        self.desktop._on_file_drop(0, 0, [str(path)])
        self.desktop.settle(1)
        self._require_shown(self.scenes[path])
        if before[0] is self.session.lesson and before[1] is not self.session.player.scene:
            after = self.session.player.scene
            self.session.undo()
            if not self.session.locked:
                assert self.session.player.scene is before[1]
                self.session.redo()
            assert self.session.player.scene is after

    def open_another(self) -> None:
        """A scene of any lesson, as a file that the program has not written itself."""
        lesson = self.random.choice(LESSONS)
        name, preset = self.random.choice(list(lesson.presets.items()))
        scene = saved(lesson, name, preset.scene, step=self.random.randrange(4), compare=preset.compare)
        path = self.folder / f"another{SUFFIX}"
        path.write_text(to_json(scene), encoding="utf-8")
        self.let_go()
        self.desktop.filing.dropped([str(path)])
        self.desktop.settle(1)
        shown = self.desktop.filing.present()
        assert (shown.lesson, shown.scene) == (scene.lesson, scene.scene)
        assert near(dict(shown.fields), dict(scene.fields))

    def open_broken(self) -> None:
        text = self._some_text()
        data = self._broken(text).encode("utf-8", "surrogatepass")
        if self.random.random() < 0.2:
            data = data[: len(data) // 2] + bytes((0xFF, 0xC3)) + data[len(data) // 2 :]
        path = self.random.choice((self.folder / f"broken{SUFFIX}", self.folder / "broken.txt", self.folder))
        if path is not self.folder:
            path.write_bytes(data)
        elif self.random.random() < 0.5:
            path = self.folder / f"gone{SUFFIX}"
        self.let_go()
        self._refused_or_taken(lambda: self.desktop._on_file_drop(0, 0, [str(path)]))

    def _refused_or_taken(self, give: Callable[[], None]) -> None:
        """One sentence and nothing changed; or a scene that a file can hold again."""
        before, history = self.session.player.scene, self.session.history.can_undo
        self.session.notice = None
        give()
        self.desktop.settle(1)
        if self.session.player.scene is before:
            assert self.session.history.can_undo == history
            notice = self.session.notice
            assert notice is None or ("\n" not in notice.text and len(notice.text) < 400), notice
            assert notice is None or "Traceback" not in notice.text
        else:
            self._fields()

    def _some_text(self) -> str:
        if self.scenes and self.random.random() < 0.7:
            return to_json(self.random.choice(list(self.scenes.values())))
        lesson = self.random.choice(LESSONS)
        name, preset = self.random.choice(list(lesson.presets.items()))
        return to_json(saved(lesson, name, preset.scene))

    def _broken(self, text: str) -> str:
        random = self.random
        for _ in range(random.randint(1, 3)):
            i = random.randrange(max(len(text), 1))
            j = min(len(text), i + random.randrange(12))
            match random.randrange(7):
                case 0:
                    text = text[:i]
                case 1:
                    text = text[:i] + text[j:]
                case 2:
                    text = text[:i] + text[i:j] * 2 + text[j:]
                case 3:
                    text = text[:i] + random.choice('{}[]",:0-e9Nµ\0\n') + text[j:]
                case _:
                    numbers = [k for k, letter in enumerate(text) if letter.isdigit()] or [0]
                    k = random.choice(numbers)
                    new = random.choice(("1e999", "NaN", "-1", "1e30", '"x"', "null", "true", "[]", "0", "99999999"))
                    text = text[:k] + new + text[k + 1 :]
        return text

    def code(self) -> None:
        """Copied, then pasted after something else was looked at, with what a mail adds."""
        from imgui_bundle import imgui

        expected = self._holdable()
        if expected is None:
            return
        self.session.chrome.wish = "copy"
        self.desktop.settle(1)
        code = imgui.get_clipboard_text()
        assert from_code(code) == expected
        self.look()
        self.let_go()
        lines = "\n> ".join(code[i : i + 60] for i in range(0, len(code), 60))
        imgui.set_clipboard_text(self.random.choice((code, f"  {lines} \n", f"'{code}'")))
        self.session.chrome.wish = "paste"
        self.desktop.settle(1)
        self._require_shown(expected)

    def broken_code(self) -> None:
        from imgui_bundle import imgui

        code = to_code(from_json(self._some_text()))
        text = code
        while text == code:
            text = self._broken(code).replace("\0", "")  # what a clipboard holds
        imgui.set_clipboard_text(text)
        self.let_go()
        before = self.session.player.scene
        self.session.chrome.wish = "paste"
        self.desktop.settle(1)
        if is_code(text) and not _is_whole(text):  # else its digits may be an outline, or only a blank was added
            assert self.session.player.scene is before

    def outline(self) -> None:
        from imgui_bundle import imgui

        random = self.random
        size = random.choice((1.0, 1.0, 200.0, 1e4, 1e-3, 1e80))  # the last is refused
        numbers = [[f"{random.uniform(-size, size):.6g}" for _ in range(8)] for _ in range(2)]
        texts = [random.choice(_OUTLINES).format(*each) for each in numbers][: random.randint(1, 2)]
        imgui.set_clipboard_text("\n\n".join(texts))
        self.let_go()
        self.session.chrome.y_down = random.random() < 0.3
        self._refused_or_taken(lambda: setattr(self.session.chrome, "wish", "paste"))
        offered = self.session.offered
        if offered is not None and random.random() < 0.7:
            self.session.take_offer(random.choice([None, *_remedies()]))

    def points(self) -> None:
        """All shapes' points, copied and pasted where they were: the shapes stay."""
        from imgui_bundle import imgui

        self.let_go()
        session = self.session
        bodies = [(name, body) for name, _, body in session.player.scene.bodies()]
        session.chrome.wish, session.chrome.y_down = "points", False
        self.desktop.settle(1)
        if not bodies or session.locked:
            return
        session.shows_focus = False
        imgui.set_clipboard_text(imgui.get_clipboard_text())
        self._refused_or_taken(lambda: setattr(session.chrome, "wish", "paste"))

    def picture(self) -> None:
        """Of any kind; each can be read again."""
        self.let_go()
        suffix = self.random.choice((".svg", ".svg", ".csv", ".csv", ".png", ".pdf", ".bmp"))
        path = self.folder / f"picture{suffix}"
        if suffix == ".bmp":
            with pytest.raises(ValueError, match=r"\.bmp"):
                self.desktop.filing.save_picture(path)
            return
        if suffix == ".csv" and self.session.player.table is None:
            with pytest.raises(ValueError, match="has no table"):
                self.desktop.filing.save_picture(path)
            return
        self.desktop.filing.save_picture(path)
        if suffix == ".svg":
            ElementTree.fromstring(text := path.read_text(encoding="utf-8"))
            assert not re.search(r"\bnan\b", text, re.IGNORECASE)  # as a word of its own: "discriminant" is none
        elif suffix == ".csv":
            with path.open(encoding="utf-8", newline="") as file:
                rows = list(csv.reader(file))
            assert len({len(row) for row in rows}) == 1
        elif suffix == ".png":
            with Image.open(path) as image:
                image.load()
        else:
            assert path.read_bytes().startswith(b"%PDF")

    def film(self) -> None:
        """A drag, recorded."""
        self.let_go()
        chrome = self.session.chrome
        chrome.recording, self.session.notice = True, None
        before = set(self.folder.glob("*.gif"))
        for _ in range(3):
            self.drag()
        chrome.recording = False
        self.desktop.settle(1)
        for path in set(self.folder.glob("*.gif")) - before:
            with Image.open(path) as image:
                assert image.n_frames >= 1

    # Around the lessons.

    def conventions(self) -> None:
        self.let_go()
        session, random = self.session, self.random
        before = session.player.scene
        match random.randrange(3):
            case 0:
                name = random.choice(list(ENGINES))
                session.speak_as(ENGINES[name].conventions, name)
            case 1:
                name = random.choice(NAMES)
                session.speak_as(replace(session.conventions, **{name: random.random() < 0.5}))
            case _:
                session.speak_as(OURS)
        session.chrome.tab = random.choice(("Values", "Edit", session.chrome.tab))
        self.desktop.settle(1)
        assert session.player.scene is before

    def view(self) -> None:
        session, random = self.session, self.random
        match random.randrange(5):
            case 0:
                session.choose_theme(random.choice(list(THEMES.values())))
            case 1:
                session.text_size = session.wanted_text_size = random.choice((1.0, 1.0, 1.25, 2.5))
            case 2:
                session.study.wishes_clear = random.random() < 0.5
            case 3:
                session.study.notes = random.random() < 0.8
            case _:
                session.chrome.pinned = random.choice(("", "", "Code", "Values"))

    def review(self) -> None:
        from viz.desktop.reviewing import begin_review

        session, random = self.session, self.random
        self._end_lecture()
        chapters = random.sample(range(1, 12), random.randrange(3))
        review = begin_review(session, chapters, random.randint(1, 4), random.randrange(1000))
        if review is None:
            return
        for _ in range(review.count + 1):
            self.desktop.settle(1)
            for _ in range(random.randrange(3)):
                self.answer()
            if session.study.review is review:
                review.forward()
        self.desktop.settle(1)
        if session.study.review is review:
            result = review.result
            told = random.choice((("txt", result.as_text), ("html", result.as_html), ("json", result.as_json)))
            session.study.to_save = f"review.{told[0]}", told[1]()
            self.desktop.settle(1)
            enter_path(self.desktop)
            if random.random() < 0.8:
                review.end()

    def words(self) -> None:
        """A term, a place where it is used, a question."""
        from viz.desktop.study import open_place, open_question

        session, random, known = self.session, self.random, reference()
        match random.randrange(4):
            case 0:
                session.chrome.show_term(random.choice(known.glossary.terms))
            case 1:
                term = random.choice(known.glossary.terms)
                if term.places:
                    open_place(session, random.choice(term.places))
            case 2:
                open_question(session, random.choice(known.questions))
            case _:
                session.chrome.find()
                session.chrome.search = random.choice(("why", "normal", "zzz", "", "sat"))
        self.desktop.settle(1)
        if random.random() < 0.7:
            session.chrome.close_one()

    def lecture(self) -> None:
        """One that comes with the app, or one of the scenes that were saved."""
        from viz.desktop.lecturing import Lecturing

        if self.session.study.review is not None:
            return
        self.let_go()
        if not self.scenes or self.random.random() < 0.5:
            lecture = find_lecture(self.random.choice(list(LECTURES)))
        else:
            parts = ['title = "Mine"']
            for path in self.random.sample(list(self.scenes), min(3, len(self.scenes))):
                more = self.random.choice(("", "locked = true", "question = false", "window = true", 'view = "both"'))
                parts.append(f'[[moment]]\nfile = "{path.name}"\n{more}\nnote = "{self.random.random()}"')
            parts.append('[[moment]]\nlesson = "gjk"\nstep = 2')
            lecture = read_lecture("\n".join(parts), find_lesson, self.folder)
        notes: list[str] = []
        Lecturing(self.session, lecture, lambda each: notes.append(str(each)))
        assert len(notes) == 1

    def page(self) -> None:
        """To and fro in the lecture; a moment is shown as its file has it. At times the lecture ends."""
        session = self.session
        if session.lecture is None or session.study.review is not None:
            return
        way = self.random.choice((session.lecture.forward, session.lecture.forward, session.lecture.back))
        before = session.lecture.index
        way()
        if session.lecture.index != before:
            shown = session.lecture.lecture.moments[session.lecture.index].shown
            found = self.desktop.filing.present()
            assert (found.lesson, found.scene) == (shown.lesson, shown.scene)
            assert near(dict(found.fields), dict(shown.fields))
        self.desktop.settle(1)
        if self.random.random() < 0.1:
            self._end_lecture()

    def _end_lecture(self) -> None:
        session = self.session
        if session.study.review is None and session.lecture is not None:
            session.lecture, session.locked, session.asks, session.presenting = None, False, True, False

    def start_again(self) -> None:
        """Whatever was changed by hand is there again."""
        self.session.release()
        self.session.commit()
        expected = {} if self.session.lecture is not None else self._changed()
        self.desktop.close()
        path = self.folder / "scenes.json"
        found = kept.load(path)[0].scenes if path.exists() else {}
        for lesson, fields in expected.items():
            assert lesson in found, f"the scene of {lesson} is lost"
            assert near(dict(found[lesson].fields), fields), f"another scene of {lesson} is kept"
        self.desktop = self._opened()
        lesson = self.session.lesson.id
        if lesson in expected:
            assert near(self._fields(), expected[lesson])
        self._tidy()

    def _changed(self) -> dict[str, dict[str, Any]]:
        """The scenes of lessons that are no longer those of a preset, by lesson."""
        found = {}
        for lesson, looked in self.session.looked.items():
            presets, scene = looked.player.lesson.presets, looked.player.scene
            if all(scene is not each.scene for each in presets.values()):
                with suppress(ValueError):
                    name = list(presets)[looked.scene_index]
                    found[lesson] = dict(saved(looked.player.lesson, name, scene).fields)
        return found

    def _tidy(self) -> None:
        """The folder stays small."""
        mine = [p for p in self.folder.iterdir() if p.is_file() and (p.suffix != ".json" or "review" in p.name)]
        mine.sort(key=lambda path: path.stat().st_mtime)
        for path in mine[:-MOST_FILES]:
            self.scenes.pop(path, None)
            path.unlink()


def _is_whole(code: str) -> bool:
    with suppress(ValueError):
        from_code(code)
        return True
    return False


def _remedies() -> list[Any]:
    from viz.session.sketch import Remedy

    return list(Remedy)


def _require_finite(told: Any) -> None:
    """Numbers of a scene: a mass may be infinite, and is told as a word then."""
    match told:
        case dict():
            for each in told.values():
                _require_finite(each)
        case list():
            for each in told:
                _require_finite(each)
        case float():
            assert math.isfinite(told)
