"""A lecture: moments of lessons in order, in a TOML file that is written by hand.

    title = "Separating axes"

    [[moment]]
    lesson = "axis-by-axis"          # or file = "mine.separatrix", beside this file
    scene = "Just touching"          # its name, or its number from 1; the first unless told
    step = 3                         # from 1; or stage = "Answer", by its name on the timeline
    note = "What does one gap prove?"

Besides: `compare` (a comparison of the lesson), `time` (of its clock, 0 to 1), `question = false` (predictions and
goals are not shown), `locked = true` (nothing can be dragged), `window = true` (the whole window, not the figure
alone), `view = "first"`, "second" or "both" (what presenting shows of several views).
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

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


@dataclass(frozen=True)
class Lecture:
    title: str
    moments: tuple[LectureMoment, ...]


def read_lecture(text: str, find: Callable[[str], Lesson[Any]], folder: Path) -> Lecture:
    """A lecture out of a file's text. `find`: the lesson with an id; `folder`: where scene files are looked for.

    Raises ValueError that says what is wrong, and in which moment.
    """
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as reason:
        is_broken = "illegal character '\\n'" in str(reason).lower()
        hint = ': a note of several lines stands between """ and """' if is_broken else ""
        raise ValueError(f"this is no lecture file: {str(reason)[:1].lower()}{str(reason)[1:]}{hint}") from None
    except RecursionError:
        raise ValueError("this is no lecture file: its lists are too deep") from None
    if unknown := sorted(set(found) - {"title", "moment"}):
        raise ValueError(f"a lecture has a title and moments, but no {unknown[0]!r}")
    title = found.get("title", "Lecture")
    if not isinstance(title, str):
        raise ValueError(f"the title must be a word, not {shown(title)}")
    told = found.get("moment")
    if not isinstance(told, list) or not told or not all(isinstance(each, dict) for each in told):
        raise ValueError("a lecture needs a [[moment]] at least")
    if len(told) > MOST_MOMENTS:
        raise ValueError(f"a lecture has at most {MOST_MOMENTS} moments, not {len(told)}")
    moments = []
    for number, each in enumerate(told, start=1):
        try:
            moments.append(_moment(each, find, folder))
        except ValueError as reason:
            raise ValueError(f"moment {number}: {reason}") from None
        except OSError as reason:
            raise ValueError(f"moment {number}: {each.get('file')}: {reason.strerror}") from None
    return Lecture(title, tuple(moments))


def _moment(told: Mapping[str, Any], find: Callable[[str], Lesson[Any]], folder: Path) -> LectureMoment:
    if unknown := sorted(set(told) - set(_EXAMPLES) - {"scene"}):
        raise ValueError(f"there is no {unknown[0]!r}: a moment has {', '.join([*_EXAMPLES, 'scene'])}")
    note = told.get("note", "")
    if not isinstance(note, str) or len(note) > _LONGEST_NOTE:
        raise ValueError(f"note must be a text, not {shown(note)}")
    rest = {key: value for key, value in told.items() if key not in {"note", "scene"}}
    given = {key: decode(value, _EXAMPLES[key], key) for key, value in rest.items()}
    if ("lesson" in given) == ("file" in given):
        raise ValueError("it needs a lesson or a file, and not both")
    if (view := given.get("view", "")) not in VIEWS:
        raise ValueError(f"view must be one of first, second, both, not {shown(view)}")
    if "file" in given:
        if "scene" in told:
            raise ValueError("scene is for a lesson: a file tells its scene itself")
        scene = from_json((folder / given["file"]).read_text(encoding="utf-8"))
        lesson = find(scene.lesson)
    else:
        lesson = find(given["lesson"])
        wanted = told.get("scene", 1)
        if isinstance(wanted, bool) or not isinstance(wanted, int | str):
            raise ValueError(f"scene must be a name or a number, not {shown(wanted)}")
        name, preset = list(lesson.presets.items())[scene_number(lesson, str(wanted))]
        scene = saved(lesson, name, preset.scene, compare=preset.compare)
    scene = replace(
        scene,
        step=given.get("step", scene.step),
        time=given.get("time", scene.time),
        compare=given.get("compare", scene.compare),
    )
    made, _, trace = opened(scene, lesson)
    if "stage" in given:
        if "step" in given:
            raise ValueError("it may have a step or a stage, and not both")
        scene = replace(scene, step=_step_of(given["stage"], lesson.stage_names(Moment(made, trace, 0))))
    if not 1 <= scene.step <= len(trace):
        raise ValueError(f"step must lie in [1, {len(trace)}] for this scene, not {scene.step}")
    if not 0.0 <= scene.time <= 1.0:
        raise ValueError(f"time must lie in [0, 1], not {scene.time:g}")
    if scene.compare and lesson.comparison(scene.compare) is None:
        names = ", ".join(repr(each.name) for each in lesson.compare) or "none"
        raise ValueError(f"{lesson.id} has no comparison {scene.compare!r}; it has {names}")
    asks, locked, window = (given.get(key, _EXAMPLES[key]) for key in ("question", "locked", "window"))
    return LectureMoment(scene, note.strip(), asks, locked, not window, view)


def _step_of(stage: str, names: list[str]) -> int:
    """The first step of a stage, from 1."""
    for number, name in enumerate(names, start=1):
        if name.casefold() == stage.casefold():
            return number
    raise ValueError(f"this scene has no stage {stage!r}; it has {', '.join(dict.fromkeys(names))}")
