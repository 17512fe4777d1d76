"""Scene files and codes: what is saved comes back, and everything else is refused in one sentence."""

from __future__ import annotations

import json
import math
import random
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from geometry import Convex
from lessons import CURRICULUM
from viz.files import kept
from viz.files.pasted import outlines
from viz.files.scene_file import SavedScene, from_code, from_json, is_code, opened, saved, to_code, to_json
from viz.files.values import decode, encode
from viz.lesson.curriculum import by_id
from viz.lesson.lesson import Lesson
from viz.lesson.scene import Body, Choice, Slider

LESSONS = {name: entry.lesson for name, entry in by_id(CURRICULUM).items()}
VERSION_1 = (Path(__file__).parent / "data" / "version-1.separatrix").read_text(encoding="utf-8")
GJK = LESSONS["gjk"]


def near(a: Any, b: Any) -> bool:
    """Equal but for rounding: some scenes put an arrow back onto its line each time that they are made."""
    if isinstance(a, dict):
        return isinstance(b, dict) and a.keys() == b.keys() and all(near(a[k], b[k]) for k in a)
    if isinstance(a, list):
        return isinstance(b, list) and len(a) == len(b) and all(map(near, a, b))
    if isinstance(a, float):
        return math.isclose(a, b, rel_tol=1e-12, abs_tol=1e-12)
    return bool(a == b)


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_every_scene_of_every_lesson_comes_back(lesson: Lesson[Any]) -> None:
    for number, (name, preset) in enumerate(lesson.presets.items()):
        told = saved(lesson, name, preset.scene, step=1, time=0.25, compare=preset.compare)
        assert from_json(to_json(told)) == told
        assert from_code(to_code(told)) == told
        scene, began, trace = opened(told, lesson)
        assert began == number
        assert len(trace) == len(lesson.run(preset.scene))
        assert scene is preset.scene, "what has not changed is the preset's own"
        moved = replace(told, scene="Another name") if number == 0 else told
        first = opened(moved, lesson).scene
        again = saved(lesson, name, first, step=1, time=0.25, compare=preset.compare)
        assert near(dict(again.fields), dict(told.fields))


def test_a_changed_scene_comes_back_to_the_last_bit() -> None:
    name, preset = next(iter(GJK.presets.items()))
    changed = preset.scene.with_field("b", preset.scene.b.moved((0.1, 1e-17)).turned(0.3))
    scene = opened(from_code(to_code(saved(GJK, name, changed))), GJK).scene
    assert np.array_equal(scene.b.world.points, changed.b.world.points)
    assert scene.b.pose.angle == changed.b.pose.angle
    assert scene.a is preset.scene.a, "it has not changed"


def test_a_file_of_version_1_opens_for_ever() -> None:
    found = from_json(VERSION_1)
    scene, number, _ = opened(found, LESSONS[found.lesson])
    assert (found.lesson, found.step) == ("gjk", 3)
    assert list(GJK.presets)[number] == "Pentagon and triangle"
    assert scene.a.pose.position.tolist() == [-1.3, 0.0]
    assert len(scene.a.shape.points) == 5
    renamed = replace(found, scene="A name of long ago")
    assert opened(renamed, GJK).scene.a.pose.position.tolist() == [-1.3, 0.0], "told by its fields alone"


def test_a_code_survives_an_e_mail_and_a_wrong_letter_does_not() -> None:
    code = to_code(from_json(VERSION_1))
    wrapped = "> " + "\n> ".join(code[i : i + 60] for i in range(0, len(code), 60))
    assert is_code(wrapped)
    assert from_code(f' "{wrapped}"\n') == from_json(VERSION_1)
    for i in range(4, len(code), 7):
        other = "A" if code[i] != "A" else "B"
        for damaged in (code[:i] + other + code[i + 1 :], code[:i], code[:i] + code[i + 1 :]):
            with pytest.raises(ValueError, match="damaged"):
                from_code(damaged)
    with pytest.raises(ValueError, match="must begin with SX1-"):
        from_code("hello")


FAULTS = {
    "[]": "an object",
    "{}": "an object with",
    '{"separatrix": 1': "line 1",
    VERSION_1.replace('"separatrix": 1', '"separatrix": 2'): "later version",
    VERSION_1.replace('"separatrix": 1', '"separatrix": "1"'): "version of the format",
    VERSION_1.replace('"step": 3', '"step": 0'): "step must lie in",
    VERSION_1.replace('"step": 3', '"step": 2.5'): "step must be a whole number",
    VERSION_1.replace('"step": 3', '"stop": 3'): "'stop'",
    VERSION_1.replace('"radius": 0.0', '"radius": NaN', 1): "NaN is no number",
    VERSION_1.replace('"radius": 0.0', '"radius": 1e999', 1): "a.radius must be a number up to",
    VERSION_1.replace('"radius": 0.0', '"radius": -1', 1): "a: radius",
    VERSION_1.replace("[-1.3, 0.0]", "[-1.3]"): "a.at must be a point",
    VERSION_1.replace("[-1.3, 0.0]", '"there"'): "a.at must be a list",
    VERSION_1.replace('"angle": 0.15707963267948966', '"angel": 0'): "a lacks 'angle'",
    VERSION_1.replace('"lesson": "gjk"', '"lesson": 7'): "lesson must be a word",
}


@pytest.mark.parametrize("text", FAULTS, ids=FAULTS.values())
def test_a_faulty_file_is_refused_with_what_and_where(text: str) -> None:
    with pytest.raises(ValueError, match=re.escape(FAULTS[text])):
        opened(from_json(text), GJK)


STRANGE: list[Any] = [None, True, -1, 0, 2**70, 1e308, "", "x" * 300, [], {}, [[]], [1, 2, 3], {"points": 1}]


def broken(text: str, chance: random.Random) -> str:
    """A scene file with one thing changed: a letter, a piece, a value, or a key."""
    match chance.randrange(5):
        case 0:
            at = chance.randrange(len(text))
            return text[:at] + chance.choice('{}[]",:x0-.e\n') + text[at + 1 :]
        case 1:
            at = chance.randrange(len(text))
            return text[:at] + text[at + chance.randrange(1, 40) :]
        case 2:
            return text[: chance.randrange(len(text))]
        case _:
            found = json.loads(text)
            holder = found
            for _ in range(chance.randrange(5)):
                inner = holder.values() if isinstance(holder, dict) else holder
                below = [each for each in inner if isinstance(each, dict | list) and each]
                holder = chance.choice(below) if below else holder
            value = chance.choice(STRANGE)
            keys = list(holder) if isinstance(holder, dict) else range(len(holder))
            holder[chance.choice(keys)] = value
            return json.dumps(found)


@pytest.mark.parametrize("seed", range(10))
def test_broken_files_are_refused_in_one_sentence_or_are_scenes(seed: int) -> None:
    chance = random.Random(seed)
    lesson = list(LESSONS.values())[chance.randrange(len(LESSONS))]
    name = chance.choice(list(lesson.presets))
    text = to_json(saved(lesson, name, lesson.presets[name].scene))
    for _ in range(40):
        said = fault_of(broken(text, chance), lesson)
        assert said is None or (0 < len(said) < 400 and "\n" not in said)


def fault_of(text: str, lesson: Lesson[Any]) -> str | None:
    try:
        found = from_json(text)
        opened(found, LESSONS.get(found.lesson, lesson))
    except ValueError as reason:
        return str(reason)
    return None


def test_values_out_of_a_control_s_range_are_refused() -> None:
    with pytest.raises(ValueError, match=r"speed must lie in \[0, 3\], not 4"):
        decode(4, 1.0, "speed", Slider("Speed", 0.0, 3.0))
    with pytest.raises(ValueError, match="way must be one of up, down, not 'left'"):
        decode("left", "up", "way", Choice("Way", ("up", "down")))
    with pytest.raises(ValueError, match="a must be a shape"):
        decode([1.0, 2.0], GJK.presets["Pentagon and triangle"].scene.a, "a")
    with pytest.raises(ValueError, match="holds no object"):
        encode(object())


SQUARE = [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0]]
PRINTED = {
    "[(0,0),(2,0),(2,1)]": [SQUARE],
    "A = [(0,0),(2,0),(2,1)]\nB = [(0,0),(2,0),(2,1)]": [SQUARE, SQUARE],
    "[[(0,0),(2,0),(2,1)],[(0,0),(2,0),(2,1)]]": [SQUARE, SQUARE],
    "new Vector2(0, 0), new Vector2(2.0f, 0), new Vector2(2,1)": [SQUARE],
    "vs[0].Set(0.0f, 0.0f); vs[1].Set(2.0f, 0.0f); vs[2].Set(2.0f, 1.0f);": [SQUARE],
    "0 0\n2 0\n2 1\n\n0 0\n2 0\n2 1\n": [SQUARE, SQUARE],
    "POLYGON ((0 0, 2 0, 2 1, 0 0))": [[*SQUARE[:3]]],
    '{"a": [{"x": 0, "y": 0}, {"x": 2, "y": 0}, {"x": 2, "y": 1}]}': [SQUARE],
    "[[0. 0.]\n [2. 0.]\n [2. 1.]]": [SQUARE],
    "v0: (0, 0)\nv1: (2, 0)\nv2: (2, 1)": [SQUARE],
    "(0, 0, 0) (2, 0, 0) (2, 1, 0)": [SQUARE],
    "0,0,2,0,2,1": [SQUARE],
    "x=0 y=0\nx=2 y=0\nx=2 y=1": [SQUARE],
    "[-0.5e1, .5], [+5., 1E0], [0, 3]": [[[-5.0, 0.5], [5.0, 1.0], [0.0, 3.0]]],
}


@pytest.mark.parametrize("text", PRINTED)
def test_outlines_are_read_from_what_engines_print(text: str) -> None:
    assert [ring.tolist() for ring in outlines(text)] == PRINTED[text]


def test_points_of_a_screen_are_mirrored() -> None:
    (ring,) = outlines("[(0,0),(2,0),(2,1)]", y_down=True)
    assert ring.tolist() == [[0.0, 0.0], [2.0, 0.0], [2.0, -1.0]]


DEEP = "[" * 400 + "1,2" + "]" * 400
NO_OUTLINES = ["", "hello", "(1, 2) (3, 4)", "1", "(0,0,1) (1,0,2) (1,1,3)", "(" * 100_000, DEEP, "9" * 300_000]


@pytest.mark.parametrize("text", NO_OUTLINES, ids=range(len(NO_OUTLINES)))
def test_what_is_no_outline_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"no outline|flat|too long"):
        outlines(text)


def test_scenes_are_kept_beside_those_of_others(tmp_path: Path) -> None:
    path, told = tmp_path / "scenes.json", from_json(VERSION_1)
    assert kept.load(path) == (kept.Kept(), None)
    assert kept.save(path, {"gjk": told}, ["b", "a"]) is None
    assert kept.save(path, {"epa": replace(told, lesson="epa")}, ["c"]) is None, "another instance"
    later = json.loads(path.read_text()) | {"later": 1}
    later["scenes"]["two-shadows"] = {"separatrix": 2, "what": "ever"}
    path.write_text(json.dumps(later))
    found, problem = kept.load(path)
    assert problem is None
    assert found == kept.Kept({"gjk": told, "epa": replace(told, lesson="epa")}, ["c", "b", "a"])
    assert kept.save(path, {"gjk": None}, ["c"]) is None
    assert set(kept.load(path)[0].scenes) == {"epa"}
    assert json.loads(path.read_text())["later"] == 1, "what a later version has written stays"
    assert "two-shadows" in json.loads(path.read_text())["scenes"]


def test_a_damaged_file_of_kept_scenes_is_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "scenes.json"
    path.write_text("{")
    found, problem = kept.load(path)
    assert found == kept.Kept()
    assert problem is not None
    assert "cannot be read" in problem
    assert (tmp_path / "scenes.damaged").read_text() == "{"


def test_an_infinite_mass_is_a_word_and_only_where_the_preset_has_it() -> None:
    assert encode(math.inf) == "inf"
    assert decode("inf", math.inf, "mass") == math.inf
    assert decode(2, math.inf, "mass") == 2.0
    with pytest.raises(ValueError, match="mass must be a number, not 'inf'"):
        decode("inf", 1.0, "mass")


def test_an_unknown_field_is_named() -> None:
    found = from_json(VERSION_1)
    with pytest.raises(ValueError, match="has no 'c'"):
        opened(SavedScene("gjk", "Pentagon and triangle", {"c": 1.0}), GJK)
    assert isinstance(opened(found, GJK).scene.a, Body)


def test_a_number_that_follows_from_the_shapes_may_be_more_than_its_slider_has() -> None:
    """B stretched by hand beyond the slider for its thickness; typed into the file it is refused as ever."""
    lesson = LESSONS["tunnelling"]
    name, preset = next(iter(lesson.presets.items()))
    wide = preset.scene.b.shape
    broad = preset.scene.with_field("b", preset.scene.b.shaped(Convex(wide.points * (20.0, 1.0), wide.radius)))
    assert broad.width > 2.0
    told = from_json(to_json(saved(lesson, name, broad)))
    assert encode(opened(told, lesson).scene.b) == encode(broad.b)
    for wrong in (broad.width + 0.5, "wide", 1e9):
        with pytest.raises(ValueError, match="width must"):
            opened(replace(told, fields={**told.fields, "width": wrong}), lesson)
    with pytest.raises(ValueError, match="steps must lie in"):
        opened(replace(told, fields={**told.fields, "steps": 99.0}), lesson)
