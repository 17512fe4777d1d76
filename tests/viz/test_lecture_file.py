"""Lecture files: those that come with the app hold, and a faulty one is refused with the moment that is wrong."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import lessons
from lessons import CURRICULUM
from viz.__main__ import LECTURES, find_lesson
from viz.files.lecture_file import Lecture, LectureMoment, read_lecture
from viz.files.lecture_lines import FaultyLecture
from viz.lesson.lesson import Moment

DATA = Path(__file__).parent / "data"


def read(text: str) -> Lecture:
    return read_lecture(text, find_lesson, DATA)


@pytest.mark.parametrize("path", LECTURES.values(), ids=LECTURES)
def test_every_lecture_of_the_app_opens_with_notes_for_each_moment(path: Path) -> None:
    lecture = read_lecture(path.read_text(encoding="utf-8"), find_lesson, path.parent)
    chapter = next(each for each in CURRICULUM if str(each.number) == path.stem.split("-")[0])
    own = {entry.id for entry in chapter.lessons}
    assert {moment.shown.lesson for moment in lecture.moments} <= own
    assert len(lecture.moments) >= 5
    for moment in lecture.moments:
        assert moment.note
        assert all(len(line) <= 120 for line in moment.note.splitlines())


def test_every_chapter_has_its_lecture() -> None:
    assert Path(lessons.__file__).parent / "lectures" in {path.parent for path in LECTURES.values()}
    assert {name.split("-")[0] for name in LECTURES} == {str(chapter.number) for chapter in CURRICULUM}


def test_a_moment_tells_its_scene_and_how_it_is_shown() -> None:
    lecture = read(
        """
        title = "Mine"
        [[moment]]
        lesson = "gjk"
        scene = "overlap"
        step = 2
        compare = "drops the oldest"
        note = " Say this. "
        [[moment]]
        file = "version-1.separatrix"
        locked = true
        question = false
        window = true
        view = "second"
        [[moment]]
        lesson = "two-shadows"
        scene = 2
        stage = "best axis"
        """
    )
    first, second, third = lecture.moments
    assert lecture.title == "Mine"
    assert (first.shown.scene, first.shown.step, first.shown.compare) == ("Overlap", 2, "drops the oldest")
    assert first == LectureMoment(first.shown, "Say this.")
    assert (second.shown.lesson, second.shown.scene, second.shown.step) == ("gjk", "Pentagon and triangle", 3)
    assert second == LectureMoment(second.shown, asks=False, locked=True, presents=False, views="second")
    lesson = find_lesson("two-shadows")
    name, preset = list(lesson.presets.items())[1]
    assert third.shown.scene == name
    names = lesson.stage_names(Moment(preset.scene, lesson.run(preset.scene), 0))
    assert names[third.shown.step - 1] == "Best axis"
    assert "Best axis" not in names[: third.shown.step - 1]


FAULTS = {
    "": "a [[moment]] at least",
    "title = ": "this is no lecture file",
    "title = 3\n[[moment]]\nlesson = 'gjk'": "the title must be a word",
    "moment = 3": "a [[moment]] at least",
    "author = 'me'\n[[moment]]\nlesson = 'gjk'": "no 'author'",
    "[[moment]]\nlesson = 'gkj'": "moment 1: there is no lesson 'gkj': did you mean gjk?",
    "[[moment]]\nlesson = 'gjk'\n[[moment]]\nstep = 2": "moment 2: it needs a lesson or a file",
    "[[moment]]\nlesson = 'gjk'\nscene = 'Nowhere'": "moment 1: gjk has scenes 1 to",
    "[[moment]]\nlesson = 'gjk'\nscene = 99": "moment 1: gjk has scenes 1 to",
    "[[moment]]\nlesson = 'gjk'\nscene = true": "scene must be a name or a number",
    "[[moment]]\nlesson = 'gjk'\nstep = 99": "moment 1: step must lie in [1,",
    "[[moment]]\nlesson = 'gjk'\nstep = 'two'": "moment 1: step must be a whole number",
    "[[moment]]\nlesson = 'gjk'\nstage = 'Best'": "moment 1: this scene has no stage 'Best'; it has Start,",
    "[[moment]]\nlesson = 'gjk'\nstage = 'Start'\nstep = 1": "a step or a stage",
    "[[moment]]\nlesson = 'gjk'\nnotes = 'x'": "moment 1: there is no 'notes'",
    "[[moment]]\nlesson = 'gjk'\ncompare = 'x'": "moment 1: gjk has no comparison 'x'; it has",
    "[[moment]]\nlesson = 'gjk'\nlocked = 1": "moment 1: locked must be true or false",
    "[[moment]]\nlesson = 'gjk'\nview = 'third'": "moment 1: view must be one of",
    "[[moment]]\nlesson = 'tunnelling'\ntime = 2.0": "moment 1: time must lie in [0, 1]",
    "[[moment]]\nfile = 'gone.separatrix'": "moment 1: gone.separatrix: No such file",
    '[[moment]]\nlesson = "gjk"\nnote = "one\ntwo"': 'a note of several lines stands between """ and """',
    "[[moment]]\nfile = 'version-1.separatrix'\nscene = 1": "tells its scene itself",
}


@pytest.mark.parametrize("text", FAULTS, ids=FAULTS.values())
def test_a_faulty_lecture_is_refused_with_what_and_where(text: str) -> None:
    assert FAULTS[text] in fault_of(text)


MANY = """title = 3
author = "me"
[[moment]]
lesson = "gkj"
step = 'two'

[[moment]]  # the second
lesson = "gjk"
note = \"\"\"
[[moment]]
view = "x"
\"\"\"
step = 99
view = "third"
notes = "x"
[[moment]]
lesson = "tunnelling"
scene = 99
time = 2
"""


def faults_of(text: str) -> list[str]:
    with pytest.raises(FaultyLecture) as refused:
        read(text)
    return [str(fault) for fault in refused.value.faults]


def test_every_fault_is_told_with_its_line_and_moment() -> None:
    expected = (
        "line 1: the title must be",
        "line 2: a lecture has a title and moments, but no 'author'",
        "line 4, moment 1: there is no lesson 'gkj'",
        "line 5, moment 1: step must be a whole number",
        "line 13, moment 2: step must lie in",
        "line 14, moment 2: view must be",
        "line 15, moment 2: there is no 'notes'",
        "line 18, moment 3: tunnelling has scenes 1 to",
    )
    told = faults_of(MANY)
    assert len(told) == len(expected)
    for found, begins in zip(told, expected, strict=True):
        assert found.startswith(begins)
    assert not any("\n" in found for found in told)


def test_a_moment_that_cannot_be_read_hides_no_fault_of_the_others() -> None:
    """A note whose quotes are forgotten in moment 2: what moments 1 and 3 have wrong is told all the same."""
    text = MANY.replace('"""', '"').replace('[[moment]]\nview = "x"', "two")
    told = faults_of(text)
    assert any(each.startswith("line 9, moment 2: this is no lecture file: illegal character") for each in told)
    assert "line 5, moment 1: step must be a whole number, not 'two'" in told
    assert any(each.startswith("line 17, moment 3: tunnelling has scenes") for each in told)


def fault_of(text: str) -> str:
    try:
        read(text)
    except ValueError as reason:
        return str(reason)
    return ""


def test_broken_lectures_are_refused_in_one_sentence_or_are_lectures() -> None:
    chance = random.Random(7)
    texts = [path.read_text(encoding="utf-8") for path in list(LECTURES.values())[:3]]
    for _ in range(60):
        text = chance.choice(texts)
        at = chance.randrange(len(text))
        broken = text[:at] + chance.choice(["", "\n", "[", '"', "=", "x = 1\n"]) + text[at + chance.randrange(30) :]
        assert "\n" not in fault_of(broken)
