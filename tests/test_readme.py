"""The README is true: its lesson runs, its tables are complete, its picture is there."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from lessons import CURRICULUM
from tests.benchmarks import broadphase_growth
from tests.benchmarks import table as speeds
from tests.geometry.crowds import crowd
from tests.lessons import test_second_edition as contract
from tests.lessons.second_edition import Told
from viz.export.svg import lesson_svg
from viz.lesson.lesson import Lesson
from viz.picture.theme import DARK
from viz.showing import found_in

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


SCRIPT, SAMPLE = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def sample() -> Lesson[Any]:
    """The lesson that the README shows."""
    code = SAMPLE
    names: dict[str, Any] = {"__name__": __name__}
    exec(compile(code, "README.md", "exec", dont_inherit=True), names)
    lesson: Lesson[Any] = names["Foot"]()
    return lesson


def test_the_sample_lesson_passes_the_contract() -> None:
    lesson = sample()
    contract.test_a_lesson_introduces_itself(lesson)
    contract.test_a_lesson_asks_and_no_preset_meets_its_challenge(lesson)
    for name in lesson.presets:
        told = Told(lesson, name)
        contract.test_every_claim_holds_at_every_step(told)
        contract.test_formulas_are_claimed(told)
        contract.test_words_fit_their_slots(told)
        contract.test_sentences_are_sentences(told)
        contract.test_the_same_moment_gives_the_same_picture_and_words(told)
        contract.test_predictions_know_right_from_wrong(told)
        for moment in told.moments():
            contract.check_pictures(lesson, moment)
            assert lesson.title in lesson_svg(lesson, moment, DARK)


def test_the_script_shows_what_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr("viz.show", lambda *what, lesson=None: shown.append(found_in(what, lesson).lesson.id))
    exec(compile(SCRIPT, "README.md", "exec", dont_inherit=True), {"__name__": __name__})
    assert shown == ["gjk", "edge-clipping"]


def test_comparisons_grow_as_the_table_says() -> None:
    """Times are not held, counts are: those of the smaller crowds, counted anew."""
    rows = re.findall(r"^\| ([a-z0-9., ]+) \| ([\d,]+) \| ([\d,]+) \| [\d,]+ \| [\d.]+ \|$", README, re.MULTILINE)
    counted = {name: [int(count.replace(",", "")) for count in counts] for name, *counts in rows}
    crowds = [crowd("even", n) for n in (500, 2000)]
    found = {name: [ask(boxes).tested for boxes in crowds] for name, ask in broadphase_growth.STRUCTURES.items()}
    assert found == counted


def test_every_lesson_is_listed() -> None:
    listed = re.findall(r"^\| `([a-z-]+)` \|", README, re.MULTILINE)
    assert listed == [entry.id for chapter in CURRICULUM for entry in chapter.lessons]


def test_every_key_is_listed() -> None:
    """Read from the table that F1 shows, without opening a window."""
    source = (ROOT / "viz" / "desktop" / "keyboard.py").read_text(encoding="utf-8")
    (table,) = (
        node.value
        for node in ast.parse(source).body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "HELP"
    )
    for keys, what in ast.literal_eval(table):
        assert f"| {keys} | {what} |" in README


def test_the_sample_is_short() -> None:
    code = SAMPLE
    assert len(code.splitlines()) <= 40


def test_the_two_commands_are_there() -> None:
    assert "python -m pip install . && separatrix\n" in README
    assert 'python -m pip install -e ".[test]" && python -m pytest\n' in README


def test_the_table_of_speeds_is_what_its_command_makes() -> None:
    """Its rows; the numbers are those of some run."""
    assert "python -m tests.benchmarks.table --write\n" in README
    (made,) = speeds.PLACE.findall(README)
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in made.splitlines() if line.startswith("|")]
    peers = [name for names in speeds.PAIRS.values() for name in names] + list(speeds.FRAMES)
    assert [row[1] for row in rows if ":" in row[1]] == peers
    assert [row[0] for row in rows if ":" in row[1] and row[0]][:-1] == list(speeds.PAIRS)
    numbers = [cell for row in rows if ":" in row[1] for cell in row[2:]]
    assert all(cell == "–" or float(cell.replace(",", "")) > 0.0 for cell in numbers)


def test_what_it_points_at_exists() -> None:
    for target in re.findall(r"\]\(([^)]+)\)", README):
        assert (ROOT / target).exists(), target
    for picture in ("window.png", "bench.png"):
        assert (ROOT / "viz" / "assets" / picture).read_bytes().startswith(b"\x89PNG")
