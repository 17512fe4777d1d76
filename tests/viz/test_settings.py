"""Settings are kept, and a bad file never stops the app."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from viz.session.settings import Settings, load, save


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "settings.json"
    kept = Settings("light", 1.5, True, False, "axis-by-axis", "[Window][Steps]")
    assert save(path, kept) is None
    assert load(path) == (kept, None)
    assert [p.name for p in path.parent.iterdir()] == ["settings.json"]


def test_no_file_is_no_problem(tmp_path: Path) -> None:
    assert load(tmp_path / "none.json") == (Settings(), None)


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "[]", "null", "[" * 100_000,
    ],
)  # fmt: skip
def test_a_damaged_file_is_reported_and_set_aside(tmp_path: Path, text: str) -> None:
    path = tmp_path / "settings.json"
    path.write_text(text)
    settings, problem = load(path)
    assert settings == Settings()
    assert problem is not None
    assert str(tmp_path) in problem
    assert not path.exists()
    assert path.with_suffix(".damaged").read_text() == text
    assert save(path, settings) is None


def test_bytes_that_are_no_text_are_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(b"\xff\xfe\x00\x80")
    assert load(path)[1] is not None
    assert not path.exists()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("theme", "mauve"), ("theme", 3), ("text_size", 99), ("text_size", True), ("text_size", float("nan")),
        ("reduced_motion", "yes"), ("pinned", None),
    ],
)  # fmt: skip
def test_one_value_that_cannot_be_used_costs_no_other(tmp_path: Path, name: str, value: object) -> None:
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"lesson": "gjk", "asks": False, name: value}))
    settings, problem = load(path)
    assert settings == Settings(lesson="gjk", asks=False)
    assert problem is not None
    assert name in problem
    assert path.exists()


def test_what_a_later_version_knows_stays_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"theme": "sepia", "asks": False, "from_the_future": 1}))
    settings, problem = load(path)
    assert settings == Settings(asks=False)
    assert problem is not None
    assert save(path, Settings(asks=False, lesson="gjk"), settings) is None
    kept = json.loads(path.read_text())
    assert (kept["theme"], kept["lesson"], kept["from_the_future"]) == ("sepia", "gjk", 1)
    assert save(path, Settings(theme="light", asks=False), settings) is None
    assert json.loads(path.read_text())["theme"] == "light"


def test_two_instances_keep_what_each_has_changed(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    save(path, Settings(lesson="gjk"))
    first, second = load(path)[0], load(path)[0]
    assert save(path, replace(first, theme="light"), first) is None
    assert save(path, replace(second, text_size=1.5), second) is None
    assert load(path) == (Settings("light", 1.5, lesson="gjk"), None)


def test_a_draft_that_was_left_behind_is_cleared(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    old, fresh = tmp_path / "settings.json.1.new", tmp_path / "settings.json.2.new"
    for draft in (old, fresh):
        draft.write_text("{")
    os.utime(old, (1.0, 1.0))
    assert save(path, Settings()) is None
    assert sorted(each.name for each in tmp_path.iterdir()) == ["settings.json", "settings.json.2.new"]


def test_a_place_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    problem = save(blocked / "settings.json", Settings())
    assert problem is not None
    assert "cannot be saved" in problem
    assert load(blocked / "settings.json")[0] == Settings()


def test_a_folder_in_its_place_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.mkdir()
    settings, problem = load(path)
    assert settings == Settings()
    assert problem is not None
