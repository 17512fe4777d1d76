"""What a learner has done: which steps of each lesson were seen, which predictions answered, whether its goal was
reached. A small JSON file beside the settings, written whole or not at all.

Nothing about the file may ever stop the app: a damaged one is set aside and reported; what this version cannot read
belongs to a later one, and stays in the file.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any

from viz.files.whole import read_object, set_aside, write_whole

SHOWN = 0  # instead of a number of tries: the window has shown the answer
_MOST_SCENES, _MOST_STEPS = 200, 10_000  # of a lesson: more was not written by us


class Mark(Enum):
    """How a lesson stands, in the list of lessons."""

    NEW = 0
    BEGUN = 1
    DONE = 2


@dataclass
class Done:
    """Of one lesson; scenes by their names, steps from 0."""

    steps: dict[str, set[int]] = field(default_factory=dict)  # seen
    answers: dict[str, dict[int, int]] = field(default_factory=dict)  # the tries that each right answer has taken
    goal: bool = False  # reached
    whole: bool = False  # every task of its first scene is done

    @property
    def mark(self) -> Mark:
        return Mark.DONE if self.whole else Mark.BEGUN if self.steps or self.answers or self.goal else Mark.NEW

    @property
    def in_words(self) -> str:
        """One line, for the list of lessons."""
        tries = [each for told in self.answers.values() for each in told.values()]
        parts = [_count(sum(map(len, self.steps.values())), "step seen", "steps seen")]
        if tries:
            first = f", {tries.count(1)} at the first try" if tries.count(1) < len(tries) else ", at the first try"
            parts.append(_count(len(tries), "prediction answered", "predictions answered") + first)
        parts += ["goal reached"] if self.goal else []
        return "; ".join(parts)

    def see(self, scene: str, step: int) -> bool:
        """Whether that is new."""
        seen = self.steps.setdefault(scene, set())
        if step in seen:
            return False
        seen.add(step)
        return True

    def answer(self, scene: str, step: int, tries: int) -> bool:
        """A prediction is answered; its first answer counts. Whether that is new."""
        told = self.answers.setdefault(scene, {})
        if step in told:
            return False
        told[step] = tries
        return True


def load(path: Path) -> tuple[dict[str, Done], str | None]:
    """What was done, by lesson, and what was wrong with the file, if anything."""
    try:
        found = read_object(path, "progress")
    except FileNotFoundError:
        return {}, None
    except (OSError, ValueError, RecursionError) as reason:
        aside = set_aside(path)
        where = f"it now lies in {aside}" if aside is not None else f"it lies in {path}"
        return {}, f"Your progress cannot be read ({reason}); {where}."
    return dict(_readable(found)), None


def save(path: Path, changed: Mapping[str, Done]) -> str | None:
    """Write the lessons that have changed, with what another instance has written of them; returns what went wrong,
    if anything. Other lessons, and what a later version has written, stay."""
    found: dict[str, Any] = {}
    with suppress(OSError, ValueError, RecursionError):
        found = read_object(path, "progress")
    before, lessons = dict(_readable(found)), _lessons(found)
    for name, done in changed.items():
        told = lessons.get(name)
        more = told if isinstance(told, dict) else {}
        lessons[name] = more | _told(done if name not in before else joined(done, before[name]))
    return _write(path, found | {"lessons": lessons})


def clear(path: Path) -> str | None:
    """Forget all of it; returns what went wrong, if anything."""
    return _write(path, {"lessons": {}})


def joined(one: Done, other: Done) -> Done:
    """What either of two has; of two answers to one prediction the first's."""
    scenes = dict.fromkeys([*one.steps, *other.steps])
    steps = {name: one.steps.get(name, set()) | other.steps.get(name, set()) for name in scenes}
    asked = dict.fromkeys([*one.answers, *other.answers])
    answers = {name: other.answers.get(name, {}) | one.answers.get(name, {}) for name in asked}
    return Done(steps, answers, one.goal or other.goal, one.whole or other.whole)


def _write(path: Path, told: Mapping[str, Any]) -> str | None:
    try:
        write_whole(path, json.dumps(told, ensure_ascii=False) + "\n")
    except OSError as reason:
        return f"Your progress cannot be kept: {reason}"
    return None


def _lessons(found: Mapping[str, Any]) -> dict[str, Any]:
    lessons = found.get("lessons")
    return dict(lessons) if isinstance(lessons, dict) else {}


def _readable(found: Mapping[str, Any]) -> Iterator[tuple[str, Done]]:
    for name, told in _lessons(found).items():
        with suppress(ValueError):
            yield name, _done(told)


def _told(done: Done) -> dict[str, Any]:
    return {
        "steps": {name: sorted(seen) for name, seen in done.steps.items()},
        "answers": {
            name: {str(k): tries for k, tries in sorted(told.items())} for name, told in done.answers.items()
        },
        "goal": done.goal,
        "whole": done.whole,
    }


def _done(told: Any) -> Done:
    """Raises ValueError."""
    if not isinstance(told, dict):
        raise ValueError("no lesson")
    steps = {name: {_number(each) for each in _list(seen)} for name, seen in _scenes(told.get("steps", {})).items()}
    answers = {
        name: {_number(int(k) if k.isdecimal() else k): _number(v) for k, v in _scenes(kept).items()}
        for name, kept in _scenes(told.get("answers", {})).items()
    }
    goal, whole = told.get("goal", False), told.get("whole", False)
    if not (isinstance(goal, bool) and isinstance(whole, bool)):
        raise ValueError("no yes or no")
    return Done(steps, answers, goal, whole)


def _scenes(told: Any) -> dict[str, Any]:
    if not isinstance(told, dict) or len(told) > _MOST_SCENES:
        raise ValueError("no scenes")
    return told


def _list(told: Any) -> list[Any]:
    if not isinstance(told, list) or len(told) > _MOST_STEPS:
        raise ValueError("no steps")
    return told


def _number(told: Any) -> int:
    if not isinstance(told, int) or isinstance(told, bool) or not 0 <= told < _MOST_STEPS:
        raise ValueError("no number")
    return told


def _count(number: int, one: str, several: str) -> str:
    return f"{number} {one if number == 1 else several}"
