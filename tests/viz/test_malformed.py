"""Malformed files and codes: valid ones with one thing wrong, in some hundred ways. Each is refused in one sentence
that says what is wrong and where, and nothing is lost."""

from __future__ import annotations

import json
import random
import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from lessons import CURRICULUM
from viz.choosing import LECTURES, find_lesson
from viz.files import kept, kept_undo
from viz.files.lecture_file import read_lecture
from viz.files.scene_file import from_code, from_json, opened, saved, to_code, to_json
from viz.lesson.curriculum import by_id
from viz.session import progress, settings

LESSONS = {name: entry.lesson for name, entry in by_id(CURRICULUM).items()}
SEED = 19
STRANGE: list[Any] = [None, True, -1, 2.5, 10**30, "", "word", [], {}, [[]], {"x": 1}, "x" * 300]
SCENES = ("gjk", "tunnelling", "ear-clipping", "point-on-line", "broadphase-bench", "box-box", "contact-info")
MOST_LETTERS = 400  # of a sentence
FEWEST = 200  # kinds


class Case(NamedTuple):
    kind: str  # of file, place and fault: two cases of one kind count once
    text: str
    says: tuple[str, ...]  # one of these stands in the sentence: where it is wrong


def places(found: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Of everything in JSON, by its keys."""
    items = found.items() if isinstance(found, dict) else enumerate(found) if isinstance(found, list) else ()
    for key, inner in items:
        yield (*path, key)
        yield from places(inner, (*path, key))


def changed(found: Any, path: tuple[Any, ...], change: Callable[[Any, Any], None]) -> Any:
    whole = json.loads(json.dumps(found))
    holder = whole
    for key in path[:-1]:
        holder = holder[key]
    change(holder, path[-1])
    return whole


def put(value: Any) -> Callable[[Any, Any], None]:
    def change(holder: Any, key: Any) -> None:
        holder[key] = value

    return change


def dropped(holder: Any, key: Any) -> None:
    del holder[key]


def misspelt(holder: Any, key: Any) -> None:
    holder[f"{key}s"] = holder.pop(key)


def general(path: tuple[Any, ...]) -> str:
    """A place without its numbers: all vertices are of one kind."""
    return ".".join("[]" if isinstance(key, int) else key for key in path)


def scenes() -> Iterator[Case]:
    chance = random.Random(SEED)
    for lesson in SCENES:
        name, preset = next(iter(LESSONS[lesson].presets.items()))
        text = to_json(saved(LESSONS[lesson], name, preset.scene))
        found = json.loads(text)
        by_kind: dict[str, list[tuple[Any, ...]]] = {}
        for path in places(found):
            by_kind.setdefault(general(path), []).append(path)
        for kind, paths in by_kind.items():
            path = chance.choice(paths)
            named = next(key for key in reversed(path) if isinstance(key, str))
            where = (named, path[1] if path[0] == "fields" and path[1:] else named, f"{lesson} has", "(format ")
            for value in chance.sample(STRANGE, 4):
                broken = json.dumps(changed(found, path, put(value)))
                yield Case(f"scene: {kind} is a {type(value).__name__}", broken, where)
            if isinstance(path[-1], str):
                yield Case(f"scene: no {kind}", json.dumps(changed(found, path, dropped)), where)
                yield Case(f"scene: {kind}s", json.dumps(changed(found, path, misspelt)), where)
        for sign in '{}[]",:':
            at = chance.choice([i for i, letter in enumerate(text) if letter == sign])
            yield Case(f"scene: a {sign} is gone", text[:at] + text[at + 1 :], ("line ",))
        yield Case("scene: cut short", text[: chance.randrange(20, len(text) - 3)], ("line ",))


def codes() -> Iterator[Case]:
    chance = random.Random(SEED)
    name, preset = next(iter(LESSONS["gjk"].presets.items()))
    code = to_code(saved(LESSONS["gjk"], name, preset.scene))
    for kind in ("a letter is another", "a letter is gone", "cut short", "doubled", "two letters change places"):
        at = chance.randrange(5, len(code) - 2)
        other = "A" if code[at] != "A" else "B"
        broken = {
            "a letter is another": code[:at] + other + code[at + 1 :],
            "a letter is gone": code[:at] + code[at + 1 :],
            "cut short": code[:at],
            "doubled": code + code,
            "two letters change places": code[:at] + code[at + 1] + code[at] + code[at + 2 :],
        }[kind]
        if broken != code:
            yield Case(f"code: {kind}", broken, ("damaged",))
    yield Case("code: without its beginning", code[4:], ("SX1-",))
    yield Case("code: nothing behind its beginning", "SX1-", ("damaged",))


def lectures() -> Iterator[Case]:
    chance = random.Random(SEED)
    text = LECTURES["2-separating-axes"].read_text(encoding="utf-8")
    lines = text.splitlines()
    keys = sorted(set(tomllib.loads(text)["moment"][0]) | {"locked", "question", "window", "view", "compare", "time"})
    for key in keys:
        for value in ("3", "true", '"nowhere"', "[1]", "{x = 1}", "-7.5", "1979-05-27"):
            rows = [row for row in lines if not re.match(rf"\s*{key}\s*=", row)] if key != "note" else list(lines)
            at = next(i for i, row in enumerate(rows) if row.startswith("[[moment]]"))
            yield Case(f"lecture: {key} = {value}", "\n".join([*rows[: at + 1], f"{key} = {value}", *rows[at + 1 :]]),
                       ("moment 1", "line "))  # fmt: skip
        yield Case(f"lecture: {key}s", text.replace("[[moment]]", f"[[moment]]\n{key}s = 1", 1), ("moment 1",))
    for sign in '[]"=':
        at = chance.choice([i for i, letter in enumerate(text) if letter == sign])
        yield Case(f"lecture: a {sign} is gone", text[:at] + text[at + 1 :], ("line ", "moment", "title"))
    yield Case("lecture: no moment", 'title = "Mine"\n', ("[[moment]]",))
    yield Case("lecture: no title's words", text.replace("title =", "title = 3 #", 1), ("line ",))


def refusal(case: Case) -> str | None:
    """What is said of it; None where it holds after all: a word may stand where a word stood."""
    try:
        if case.kind.startswith("lecture"):
            read_lecture(case.text, find_lesson, Path())
        else:
            found = from_code(case.text) if case.kind.startswith("code") else from_json(case.text)
            opened(found, find_lesson(found.lesson))
    except ValueError as reason:
        return str(reason)
    return None


def test_every_malformed_scene_code_and_lecture_is_refused_with_what_and_where() -> None:
    refused, badly_said = set(), []
    for case in (*scenes(), *codes(), *lectures()):
        said = refusal(case)
        if said is None:
            continue
        refused.add(case.kind)
        if not 0 < len(said) < MOST_LETTERS or "\n" in said or not any(where in said for where in case.says):
            badly_said.append((case.kind, said))
    assert badly_said == []
    by_file = {name: sum(kind.startswith(name) for kind in refused) for name in ("scene", "code", "lecture")}
    assert len(refused) >= FEWEST, by_file
    assert by_file["scene"] >= 120, by_file
    assert by_file["code"] >= 6, by_file
    assert by_file["lecture"] >= 50, by_file


def test_every_malformed_setting_costs_itself_alone(tmp_path: Path) -> None:
    """It is named, the others hold, and the file stays as it is."""
    path, known = tmp_path / "settings.json", settings.Settings("light", 1.5, lesson="gjk", pinned="Code")
    valid = {name: getattr(known, name) for name in ("theme", "text_size", "lesson", "pinned")}
    count = 0
    for name in settings.Settings.__slots__:
        for value in STRANGE:
            path.write_text(json.dumps(valid | {name: value}), encoding="utf-8")
            before = path.read_bytes()
            found, said = settings.load(path)
            if said is None:
                continue
            count += 1
            assert name.removesuffix("s") in said
            assert "\n" not in said
            assert found == replace(known, **{name: getattr(settings.Settings(), name)})
            assert path.read_bytes() == before
    assert count >= 60


LOADERS: dict[str, Callable[[Path], tuple[Any, str | None]]] = {
    "settings": settings.load, "scenes": kept.load, "progress": progress.load, "undo": kept_undo.load,
}  # fmt: skip


@pytest.mark.parametrize("name", LOADERS)
def test_what_the_app_keeps_is_set_aside_where_it_is_damaged(name: str, tmp_path: Path) -> None:
    path, chance = tmp_path / f"{name}.json", random.Random(SEED)
    whole = json.dumps({"lessons": {}, "theme": "dark", "separatrix-undo": 1, "past": [], "scenes": {}})
    broken = ["", "[]", "3", '"x"', "null", "{" * 5000, whole[1:], whole[:-1], "\0" + whole]
    broken += [whole[: chance.randrange(1, len(whole))] for _ in range(5)]
    for text in broken:
        path.write_text(text, encoding="utf-8")
        _, said = LOADERS[name](path)
        assert said is not None, text
        assert "\n" not in said, text
        assert len(said) < MOST_LETTERS + len(str(tmp_path)), text
        assert str(path.with_suffix(".damaged")) in said
        assert not path.exists()
        assert path.with_suffix(".damaged").read_text(encoding="utf-8") == text, "nothing is lost"
