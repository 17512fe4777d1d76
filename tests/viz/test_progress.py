"""What was done is kept, and a bad file never stops the app."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from viz.session.progress import Done, Mark, clear, joined, load, save


def some() -> dict[str, Done]:
    return {
        "gjk": Done({"Overlap": {0, 1, 5}, "Apart": {2}}, {"Overlap": {1: 1, 3: 2}}, True),
        "epa": Done({"Box “ü”": {0}}, {}, False, True),
    }


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "progress.json"
    assert load(path) == ({}, None)
    assert save(path, some()) is None
    assert load(path) == (some(), None)
    assert [each.name for each in path.parent.iterdir()] == ["progress.json"]
    assert clear(path) is None
    assert load(path) == ({}, None)


def test_only_what_changed_is_written_and_joined_with_what_is_there(tmp_path: Path) -> None:
    path = tmp_path / "progress.json"
    save(path, some())
    mine = Done({"Overlap": {7}}, {"Overlap": {3: 1}, "Apart": {0: 4}})
    assert save(path, {"gjk": mine}) is None
    found, problem = load(path)
    assert problem is None
    assert found["epa"] == some()["epa"]
    assert found["gjk"] == Done(
        {"Overlap": {0, 1, 5, 7}, "Apart": {2}}, {"Overlap": {1: 1, 3: 1}, "Apart": {0: 4}}, True
    )
    assert joined(mine, some()["gjk"]) == found["gjk"]


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "[" * 100_000, "\x00"])
def test_a_damaged_file_is_reported_and_set_aside(tmp_path: Path, text: str) -> None:
    path = tmp_path / "progress.json"
    path.write_text(text)
    found, problem = load(path)
    assert found == {}
    assert problem is not None
    assert str(path.with_suffix(".damaged")) in problem
    assert path.with_suffix(".damaged").read_text() == text
    assert save(path, some()) is None
    assert load(path)[0] == some()


def test_what_a_later_version_knows_stays_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "progress.json"
    later = {"lessons": {"gjk": {"steps": {"A": [1]}, "stars": 3}, "epa": {"steps": "all"}, "x": 7}, "rank": "gold"}
    path.write_text(json.dumps(later))
    found, problem = load(path)
    assert (found, problem) == ({"gjk": Done({"A": {1}})}, None)
    save(path, {"gjk": Done({"A": {2}})})
    kept = json.loads(path.read_text())
    assert kept["rank"] == "gold"
    assert kept["lessons"]["gjk"]["stars"] == 3
    assert kept["lessons"]["gjk"]["steps"] == {"A": [1, 2]}
    assert (kept["lessons"]["epa"], kept["lessons"]["x"]) == ({"steps": "all"}, 7)


def test_a_place_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    for problem in (save(blocked / "progress.json", some()), clear(blocked / "progress.json")):
        assert problem is not None
        assert "cannot be kept" in problem
    assert load(blocked / "progress.json")[0] == {}


def spoiled(told: Any, chance: random.Random) -> Any:
    """The same with one thing in it that is another."""
    strange: list[Any] = [None, True, -1, 10**30, 0.5, "", "3", [], {}, [[]], {"": {}}, "\ud800"[:0], float("inf")]
    if isinstance(told, dict) and told and chance.random() < 0.8:
        key = chance.choice(list(told))
        if chance.random() < 0.2:
            return {chance.choice(["", "9" * 30, "-1", "x", "٣"]) if k == key else k: v for k, v in told.items()}
        return told | {key: spoiled(told[key], chance)}
    if isinstance(told, list) and told and chance.random() < 0.6:
        i = chance.randrange(len(told))
        return [*told[:i], spoiled(told[i], chance), *told[i + 1 :]]
    return chance.choice(strange)


def cut(text: str, chance: random.Random) -> str:
    """A text with some letters gone or doubled."""
    i = chance.randrange(len(text))
    j = min(i + chance.randrange(1, 9), len(text))
    return text[:i] + (text[i:j] * 2 if chance.random() < 0.5 else "") + text[j:]


def of_values(path: Path, chance: random.Random) -> None:
    told = json.loads(path.read_text())
    for _ in range(chance.randrange(1, 4)):
        told = spoiled(told, chance)
    path.write_text(json.dumps(told))


def of_letters(path: Path, chance: random.Random) -> None:
    path.write_text(cut(path.read_text(), chance))


def of_bytes(path: Path, chance: random.Random) -> None:
    told = bytearray(path.read_bytes())
    told[chance.randrange(len(told))] = chance.randrange(256)
    path.write_bytes(bytes(told))


@pytest.mark.parametrize("spoil", [of_values, of_letters, of_bytes])
def test_whatever_the_file_holds_loading_and_saving_go_on(
    tmp_path: Path, spoil: Callable[[Path, random.Random], None]
) -> None:
    """Seeds 0 to 299: nothing raises, what is found is sound, and what is saved then is there."""
    path, done = tmp_path / "progress.json", some()["gjk"]
    for seed in range(300):
        path.unlink(missing_ok=True)
        save(path, some())
        before = path.read_bytes()
        spoil(path, random.Random(seed))
        found, problem = load(path)
        if problem is not None:
            assert path.with_suffix(".damaged").read_bytes() != before
            assert found == {}
        for each in found.values():
            assert all(isinstance(step, int) and step >= 0 for seen in each.steps.values() for step in seen)
            assert each.mark in Mark
            assert isinstance(each.in_words, str)
        assert save(path, {"gjk": done}) is None
        again = load(path)[0]
        assert {0, 1, 5} <= again["gjk"].steps["Overlap"]
        assert again["gjk"].answers["Overlap"][3] == 2
        assert set(found) <= set(again)


def test_marks_and_words() -> None:
    done = Done()
    assert len(Mark) == 3
    assert done.mark is Mark.NEW
    assert done.see("A", 0)
    assert not done.see("A", 0)
    assert (done.mark, done.in_words) == (Mark.BEGUN, "1 step seen")
    assert done.answer("A", 0, 2)
    assert not done.answer("A", 0, 1), "the first answer counts"
    assert done.in_words == "1 step seen; 1 prediction answered, 0 at the first try"
    done.answer("B", 0, 1)
    done.goal = done.whole = True
    assert (done.mark, done.in_words) == (
        Mark.DONE,
        "1 step seen; 2 predictions answered, 1 at the first try; goal reached",
    )
