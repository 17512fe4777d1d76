"""Settings are kept, and a bad file never stops the app."""

from __future__ import annotations

import json
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
        "", "{", "[]", "null", '{"theme": "mauve"}', '{"theme": 3}', '{"text_size": 99}', '{"text_size": true}',
        '{"text_size": NaN}', '{"reduced_motion": "yes"}', "[" * 100_000, '{"pinned": null}',
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


def test_settings_of_a_later_version_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"theme": "light", "from_the_future": 1}))
    assert load(path) == (Settings("light"), None)


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
