"""What the command line names: a lesson, a scene of it, a scene file or a code."""

from __future__ import annotations

import argparse
import difflib
from dataclasses import replace
from pathlib import Path
from typing import Any

import lessons
from lessons import CURRICULUM
from viz.files.lecture_file import Lecture, read_lecture
from viz.files.lecture_lines import FaultyLecture
from viz.files.scene_file import SUFFIX, SavedScene, from_code, from_json, is_code, opened, saved, scene_number
from viz.lesson.curriculum import by_id
from viz.lesson.lesson import Lesson

ENTRIES = by_id(CURRICULUM)
LECTURES = {path.stem: path for path in sorted((Path(lessons.__file__).parent / "lectures").glob("*.toml"))}


def find_lesson(name: str) -> Lesson[Any]:
    """The lesson with this id. Raises ValueError that suggests the nearest name."""
    if name in ENTRIES:
        return ENTRIES[name].lesson
    if name.endswith(".toml"):
        raise ValueError(f"{name} is no lesson; if it is a lecture: separatrix lecture {name}")
    near = difflib.get_close_matches(name, ENTRIES, n=1, cutoff=0.4)
    hint = f"did you mean {near[0]}?" if near else "separatrix list names them all."
    raise ValueError(f"there is no lesson {name!r}: {hint}")


def chosen_scene(options: argparse.Namespace) -> tuple[Lesson[Any], SavedScene]:
    """A lesson's scene at a step, or that of a file or a code. Raises ValueError that says what there is."""
    if is_saved(options.lesson):
        if options.scene is not None:
            raise ValueError("--scene is for a lesson: a file or a code tells its scene itself")
        lesson, found, steps = _read_scene(options.lesson)
    else:
        lesson = find_lesson(options.lesson)
        name, preset = list(lesson.presets.items())[scene_number(lesson, options.scene or "1")]
        found, steps = saved(lesson, name, preset.scene, compare=preset.compare), len(lesson.run(preset.scene))
    step = min(found.step, steps) if options.step is None else options.step
    if not 1 <= step <= steps:
        raise ValueError(f"this scene of {lesson.id} has steps 1 to {steps}, not {step}")
    return lesson, replace(found, step=step)


def is_saved(named: str) -> bool:
    """Whether the command line names a scene's file or code rather than a lesson."""
    return is_code(named) or named.endswith(SUFFIX)


def _read_scene(named: str) -> tuple[Lesson[Any], SavedScene, int]:
    """The scene of a code or of a file, which its lesson takes, and its number of steps."""
    try:
        found = from_code(named) if is_code(named) else from_json(Path(named).read_text(encoding="utf-8"))
        lesson = find_lesson(found.lesson)
        return lesson, found, len(opened(found, lesson).trace)  # before a window is made
    except ValueError as reason:
        raise ValueError(str(reason) if is_code(named) else f"{named}: {reason}") from None


def find_lecture(named: str) -> Lecture:
    """The lecture of a file, or one that comes with the app. Raises ValueError that says what is wrong with it."""
    try:
        return checked_lecture(named)
    except FaultyLecture as faulty:
        more = f" ({len(faulty.faults) - 1} more: separatrix lecture {named} --check)" if faulty.faults[1:] else ""
        raise ValueError(f"{lecture_path(named)}: {faulty}{more}") from None


def checked_lecture(named: str) -> Lecture:
    """The same. Raises FaultyLecture with all its faults, and ValueError where it cannot be read at all."""
    path = lecture_path(named)
    if not path.exists():
        raise ValueError(f"there is no lecture {named!r}: no such file, and none of separatrix lecture --list")
    try:
        return read_lecture(path.read_text(encoding="utf-8"), find_lesson, path.parent)
    except UnicodeDecodeError:
        raise ValueError(f"{path}: this is no lecture file: it is not UTF-8 text") from None


def lecture_path(named: str) -> Path:
    return LECTURES.get(named, Path(named))
