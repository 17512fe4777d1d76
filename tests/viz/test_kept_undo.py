"""What can be undone, as a file: bounded, whole, and nothing that stops the app whatever it holds."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from viz.choosing import ENTRIES
from viz.files.kept_undo import LARGEST, MOST, LaterVersionError, load, save
from viz.files.scene_file import SavedScene, from_object, saved, to_json

LESSON = ENTRIES["gjk"].lesson


def scene(number: int) -> SavedScene:
    name, preset = list(LESSON.presets.items())[number % len(LESSON.presets)]
    return saved(LESSON, name, preset.scene, step=number)


def text(number: int) -> str:
    return to_json(scene(number), indent=None)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "undo" / "gjk.json"
    assert load(path) == (None, None)
    assert save(path, text(0), [text(1), text(2)], [text(3)]) is None
    found, problem = load(path)
    assert problem is None
    assert found == (scene(0), (scene(1), scene(2)), (scene(3),))


def test_the_last_edits_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "gjk.json"
    save(path, text(0), [text(i) for i in range(MOST + 7)], [])
    found, _ = load(path)
    assert found is not None
    assert found.past == tuple(scene(i) for i in range(7, MOST + 7))
    path.write_text(json.dumps(json.loads(path.read_text()) | {"past": [json.loads(text(0))] * 3 * MOST}))
    found, _ = load(path)
    assert found is not None
    assert len(found.past) == MOST
    large = json.dumps(json.loads(text(1)) | {"lesson": "x" * (LARGEST // 4)})
    save(path, text(0), [large] * 9, [])
    assert path.stat().st_size < 1.1 * LARGEST


def test_a_malformed_file_is_set_aside_and_told_in_one_sentence(tmp_path: Path) -> None:
    path, chance = tmp_path / "gjk.json", random.Random(4)
    save(path, text(0), [text(1), text(2)], [text(3)])
    sound = path.read_text()
    broken = ["", "[]", "{}", '{"separatrix-undo": true}', sound.replace('"past": [', '"past": [3,')]
    broken += [sound.replace('"future": [', '"future": {"a": [').replace("]}\n", "]}}\n")]
    broken += [sound[: chance.randrange(1, len(sound) - 2)] for _ in range(20)]
    for each in broken:
        path.write_text(each)
        found, problem = load(path)
        assert found is None
        assert problem is not None
        assert problem.endswith(".damaged.")
        assert "\n" not in problem
        assert path.with_suffix(".damaged").read_text() == each
        assert not path.exists()


def test_a_file_of_a_later_version_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "gjk.json"
    path.write_text('{"separatrix-undo": 2, "tree": []}')
    with pytest.raises(LaterVersionError, match="later version"):
        load(path)
    assert path.read_text() == '{"separatrix-undo": 2, "tree": []}'


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "undo").write_text("no folder")
    problem = save(tmp_path / "undo" / "gjk.json", text(0), [], [])
    assert problem is not None
    assert "cannot be kept" in problem
    assert from_object(json.loads(text(0))) == scene(0)
