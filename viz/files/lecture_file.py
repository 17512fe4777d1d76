"""A lecture: moments of lessons in order, in a TOML file that is written by hand.

    title = "Separating axes"

    [[moment]]
    lesson = "axis-by-axis"          # or file = "mine.separatrix", beside this file
    scene = "Just touching"          # its name, or its number from 1; the first unless told
    step = 3                         # from 1; or stage = "Answer", by its name on the timeline
    note = "What does one gap prove?"

Besides: `compare` (a comparison of the lesson), `time` (of its clock, 0 to 1), `question = false` (predictions and
goals are not shown), `locked = true` (nothing can be dragged), `window = true` (the whole window, not the figure
alone), `view = "first"`, "second" or "both" (what presenting shows of several views), `note_in_handout = true` (the
note is for the readers of the handout too; above the moments it is said of all of them).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from viz.files.lecture_lines import Fault, FaultyLecture, Lines, parsed
from viz.files.scene_file import SavedScene, from_json, opened, saved, scene_number
from viz.files.values import decode, shown
from viz.lesson.lesson import Lesson, Moment

VIEWS = ("", "first", "second", "both")
MOST_MOMENTS = 500
_LONGEST_NOTE = 10_000  # letters
_EXAMPLES: dict[str, Any] = {
    "lesson": "",
    "file": "",
    "step": 1,
    "stage": "",
    "note": "",
    "compare": "",
    "time": 0.0,
    "view": "",
    "question": True,
    "locked": False,
    "window": False,
    "note_in_handout": False,
}


@dataclass(frozen=True)
class LectureMoment:
    """What is shown, and how."""

    shown: SavedScene
    note: str = ""  # for whoever speaks
    asks: bool = True  # predictions and goals
    locked: bool = False
    presents: bool = True  # the figure over the whole screen
    views: str = ""
    note_in_handout: bool = False


@dataclass(frozen=True)
class Lecture:
    title: str
    moments: tuple[LectureMoment, ...]


def read_lecture(text: str, find: Callable[[str], Lesson[Any]], folder: Path) -> Lecture:
    """A lecture out of a file's text. `find`: the lesson with an id; `folder`: where scene files are looked for.

    Raises FaultyLecture, a ValueError that says what is wrong, and in which moment.
    """
    found, broken = parsed(text)
    lines = Lines(text, is_broken=bool(broken))
    faults = [*broken, *(Fault(told, line=lines.of(key)) for key, told in _of_the_whole(found, bool(broken)))]
    moments = []
    told = found.get("moment")
    for number, each in enumerate(told if isinstance(told, list) else [], start=1):
        if not isinstance(each, dict):
            continue  # told already
        usual = {key: value for key, value in found.items() if value is True and key == "note_in_handout"}
        reading = _Reading(usual | each, find, folder)
        if (moment := reading.moment()) is not None and not reading.faults:
            moments.append(moment)
        faults += [Fault(reason, number, lines.of(key, number)) for key, reason in reading.faults]
    if faults:
        raise FaultyLecture(sorted(faults, key=lambda fault: (fault.line or math.inf, fault.moment)))
    return Lecture(found.get("title", "Lecture"), tuple(moments))


def _of_the_whole(found: Mapping[str, Any], is_broken: bool) -> Iterator[tuple[str, str]]:
    """What is wrong with the file beside its moments: the key and what is said of it."""
    for unknown in sorted(set(found) - {"title", "moment", "note_in_handout"}):
        yield unknown, f"a lecture has a title and moments, but no {unknown!r}"
    title = found.get("title", "Lecture")
    if not isinstance(title, str):
        yield "title", f"the title must be a word, not {shown(title)}"
    if not isinstance(hands_out := found.get("note_in_handout", False), bool):
        yield "note_in_handout", f"note_in_handout must be true or false, not {shown(hands_out)}"
    told = found.get("moment")
    if is_broken:
        return  # what cannot be read may have been a moment
    if not isinstance(told, list) or not told or not all(isinstance(each, dict) for each in told):
        yield "moment", "a lecture needs a [[moment]] at least"
    elif len(told) > MOST_MOMENTS:
        yield "", f"a lecture has at most {MOST_MOMENTS} moments, not {len(told)}"


class _Reading:
    """A moment that is read to its end, whatever is wrong with it. `faults`: the key, and what is said of it."""

    def __init__(self, told: Mapping[str, Any], find: Callable[[str], Lesson[Any]], folder: Path) -> None:
        self.told, self._find, self._folder = told, find, folder
        self.faults: list[tuple[str, str]] = []

    def moment(self) -> LectureMoment | None:
        """None where it has no scene."""
        for unknown in sorted(set(self.told) - set(_EXAMPLES) - {"scene"}):
            self._fault(unknown, f"there is no {unknown!r}: a moment has {', '.join([*_EXAMPLES, 'scene'])}")
        note = self.told.get("note", "")
        if not isinstance(note, str) or len(note) > _LONGEST_NOTE:
            self._fault("note", f"note must be a text, not {shown(note)}")
            note = ""
        given = {}
        for key in self.told:
            if key in _EXAMPLES and key != "note":
                with self._faults_of(key):
                    given[key] = decode(self.told[key], _EXAMPLES[key], key)
        if (view := given.get("view", "")) not in VIEWS:
            self._fault("view", f"view must be one of first, second, both, not {shown(view)}")
        shows = self._scene(given)
        asks, locked, window, hands_out = (
            given.get(key, _EXAMPLES[key]) for key in ("question", "locked", "window", "note_in_handout")
        )
        if shows is None:
            return None
        return LectureMoment(shows, note.strip(), asks, locked, not window, view, hands_out)

    def _scene(self, given: Mapping[str, Any]) -> SavedScene | None:
        """What is shown. None where nothing can be, which is told."""
        began = self._began(given)
        if began is None:
            return None
        lesson, scene = began
        scene = replace(scene, **{key: given[key] for key in ("step", "time", "compare") if key in given})
        made = None
        with self._faults_of("file" if "file" in given else "scene"):
            made = opened(scene, lesson)
        if made is None:
            return None
        if "stage" in given:
            with self._faults_of("stage"):
                if "step" in given:
                    raise ValueError("it may have a step or a stage, and not both")
                step = _step_of(given["stage"], lesson.stage_names(Moment(made.scene, made.trace, 0)))
                scene = replace(scene, step=step)
        if not 1 <= scene.step <= len(made.trace):
            self._fault("step", f"step must lie in [1, {len(made.trace)}] for this scene, not {scene.step}")
        if scene.time is not None and not 0.0 <= scene.time <= 1.0:
            self._fault("time", f"time must lie in [0, 1], not {scene.time:g}")
        if scene.compare and lesson.comparison(scene.compare) is None:
            names = ", ".join(repr(each.name) for each in lesson.compare) or "none"
            self._fault("compare", f"{lesson.id} has no comparison {scene.compare!r}; it has {names}")
        return scene

    def _began(self, given: Mapping[str, Any]) -> tuple[Lesson[Any], SavedScene] | None:
        """The lesson and the scene that the moment names."""
        if ("lesson" in self.told) == ("file" in self.told):
            self._fault("file", "it needs a lesson or a file, and not both")
        elif "file" in given:
            if "scene" in self.told:
                self._fault("scene", "scene is for a lesson: a file tells its scene itself")
            with self._faults_of("file"):
                scene = from_json((self._folder / given["file"]).read_text(encoding="utf-8"))
                return self._find(scene.lesson), scene
        elif "lesson" in given:
            with self._faults_of("lesson"):
                lesson = self._find(given["lesson"])
                return self._preset(lesson)
        return None

    def _preset(self, lesson: Lesson[Any]) -> tuple[Lesson[Any], SavedScene] | None:
        with self._faults_of("scene"):
            wanted = self.told.get("scene", 1)
            if isinstance(wanted, bool) or not isinstance(wanted, int | str):
                raise ValueError(f"scene must be a name or a number, not {shown(wanted)}")
            name, preset = list(lesson.presets.items())[scene_number(lesson, str(wanted))]
            return lesson, saved(lesson, name, preset.scene, compare=preset.compare)
        return None

    @contextmanager
    def _faults_of(self, key: str) -> Iterator[None]:
        """What cannot be read of a key is a fault, and the rest is read on."""
        try:
            yield
        except UnicodeDecodeError:
            self._fault(key, f"{self.told.get('file')}: it is not UTF-8 text")
        except ValueError as reason:
            self._fault(key, str(reason))
        except OSError as reason:
            self._fault(key, f"{self.told.get('file')}: {reason.strerror}")

    def _fault(self, key: str, text: str) -> None:
        self.faults.append((key, text))


def _step_of(stage: str, names: list[str]) -> int:
    """The first step of a stage, from 1."""
    for number, name in enumerate(names, start=1):
        if name.casefold() == stage.casefold():
            return number
    raise ValueError(f"this scene has no stage {stage!r}; it has {', '.join(dict.fromkeys(names))}")
