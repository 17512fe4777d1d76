"""A scene as somebody has made it: as a file (versioned JSON), or as a short code that survives e-mail and chat.

    {"separatrix": 1, "lesson": "gjk", "scene": "Apart", "step": 3, "fields": {"a": {...}, "b": {...}}}

`scene` names the preset that it began as; what a file does not tell stays as it is there. A file tells every field,
so that it shows the same when presets have changed. Files of version 1 are read for ever.

The code is the same JSON, compressed, with its checksum before it: "SX1-" and letters that need no quoting.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from typing import Any, NamedTuple, get_type_hints

from geometry import Trace
from viz.files.values import decode, encode, fits, keys_of, shown
from viz.lesson.lesson import Lesson
from viz.lesson.scene import Scene, Slider

VERSION = 1
SUFFIX = ".separatrix"
MOST_LETTERS = 4_000_000  # of a file, or of what a code unfolds to
MOST_STEPS = 1_000_000
_PREFIX = "SX1-"
_CHECKSUM = 4  # bytes
_PAIR = re.compile(r"\[\s+(-?[\d.e+-]+),\s+(-?[\d.e+-]+)\s+\]")


@dataclass(frozen=True)
class SavedScene:
    """What a file or a code tells, checked for its form; whether it is a scene of its lesson is seen by `opened`."""

    lesson: str  # id
    scene: str  # name of the preset that it began as
    fields: Mapping[str, Any] = field(default_factory=dict)  # as JSON
    step: int = 1  # from 1, as people count
    time: float | None = None  # of the clock, from 0 to 1; None: as the step is usually seen
    compare: str = ""  # the comparison that is switched on


def saved(
    lesson: Lesson[Any], preset: str, scene: Scene, *, step: int = 0, time: float | None = None, compare: str = ""
) -> SavedScene:
    """A scene of a lesson as it stands, at a step (from 0)."""
    # What has no form in a file is no part of the scene that anybody can change.
    first = lesson.presets[preset].scene
    told = {}
    for each in fields(scene):
        value = getattr(scene, each.name)
        try:
            told[each.name] = encode(value)
        except ValueError:
            if value is not getattr(first, each.name, None):
                raise
    return SavedScene(lesson.id, preset, told, step + 1, time, compare)


class Opened(NamedTuple):
    """A scene that its lesson takes."""

    scene: Scene
    preset: int  # number of the preset that it began as, from 0
    trace: Trace[Any, Any]


def opened(found: SavedScene, lesson: Lesson[Any]) -> Opened:
    """Raises ValueError that says what is wrong where, for fields that the lesson's scenes do not have, values that
    they cannot take, or a scene that the lesson refuses."""
    names = list(lesson.presets)
    fitting = [name for name, each in lesson.presets.items() if set(found.fields) <= _names(each.scene)]
    preset = found.scene if found.scene in names else next(iter(fitting), names[0])
    scene = lesson.presets[preset].scene
    controls = {name: control for name, control, _ in type(scene).controls(scene)}
    kinds = get_type_hints(type(scene))
    changed: dict[str, Any] = {}
    outside: dict[str, tuple[Any, ValueError]] = {}
    for name, value in found.fields.items():
        if name not in _names(scene):
            raise ValueError(f"the scene {preset!r} of {lesson.id} has no {name!r}")
        if _told(getattr(scene, name)) == value:
            continue  # the preset's own: a scene may ask whether its floor is still the one that it began with
        try:
            changed[name] = decode(value, getattr(scene, name), name, controls.get(name))
        except ValueError as reason:
            if not isinstance(controls.get(name), Slider):
                raise
            outside[name] = value, reason
            continue
        if isinstance(changed[name], tuple) and not fits(changed[name], kinds[name]):
            raise ValueError(f"{name} holds something that this scene has no use for: {shown(value)}")
    try:
        made = replace(scene, **changed) if changed else scene
        trace = lesson.run(made)
    except ValueError as reason:
        raise ValueError(_refused(lesson, scene, changed, str(reason))) from None
    for name, (value, refusal) in outside.items():
        if _told(getattr(made, name)) != value:  # else it follows from the others, and may be more than can be set
            raise refusal
    return Opened(made, names.index(preset), trace)


def _refused(lesson: Lesson[Any], scene: Scene, changed: Mapping[str, Any], reason: str) -> str:
    """Why a lesson takes no scene with these fields, and of which that is said where one of them is enough."""
    for name, value in changed.items():
        try:
            lesson.run(replace(scene, **{name: value}))
        except ValueError as alone:
            return f"{name}: {alone}"
    return f"{' and '.join(changed)} together: {reason}"


def scene_number(lesson: Lesson[Any], wanted: str) -> int:
    """A scene of a lesson by its number from 1 or its name, counted from 0. Raises ValueError that names them."""
    names = list(lesson.presets)
    if wanted.isdecimal() and 1 <= int(wanted) <= len(names):
        return int(wanted) - 1
    near = [i for i, name in enumerate(names) if name.casefold() == wanted.casefold()]
    if not near:
        raise ValueError(f"{lesson.id} has scenes 1 to {len(names)} ({', '.join(names)}), not {wanted!r}")
    return near[0]


def _told(value: Any) -> Any:
    """A value as a file has it; None for one that no file holds."""
    with suppress(ValueError):
        return encode(value)
    return None


def _names(scene: Scene) -> set[str]:
    return {each.name for each in fields(scene)}


def to_json(found: SavedScene, indent: int | None = 1) -> str:
    """As a file's text, a point a line; without `indent` as short as can be."""
    told: dict[str, Any] = {"separatrix": VERSION, "lesson": found.lesson, "scene": found.scene, "step": found.step}
    told |= {} if found.time is None else {"time": found.time}
    told |= {"compare": found.compare} if found.compare else {}
    separators = None if indent else (",", ":")
    text = json.dumps(told | {"fields": dict(found.fields)}, indent=indent, separators=separators, ensure_ascii=False)
    return text if indent is None else _PAIR.sub(r"[\1, \2]", text)


def from_json(text: str) -> SavedScene:
    """Raises ValueError that says what is wrong, and where, for anything but a scene file."""
    if len(text) > MOST_LETTERS:
        raise ValueError(f"this is too long for a scene: {len(text)} letters, at most {MOST_LETTERS}")
    try:
        found = json.loads(text, parse_constant=_no_number)
    except json.JSONDecodeError as reason:
        raise ValueError(
            f"this is no scene file: {reason.msg} in line {reason.lineno}, column {reason.colno}"
        ) from None
    except RecursionError:
        raise ValueError("this is no scene file: its lists are too deep") from None
    return from_object(found)


def from_object(found: Any) -> SavedScene:
    """Likewise for JSON that has been read already."""
    if not isinstance(found, dict) or "separatrix" not in found:
        raise ValueError('this is no scene file: it must be an object with "separatrix"')
    version = found["separatrix"]
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        raise ValueError(f'"separatrix" must be the version of the format, not {shown(version)}')
    if version > VERSION:
        raise ValueError(f"it was saved by a later version of the app (format {version}; this one reads {VERSION})")
    keys = {"separatrix", "lesson", "scene", "fields"}
    told = keys_of(found, "the file", keys, {"step", "time", "compare"})
    if not isinstance(told["fields"], dict):
        raise ValueError(f"fields must be an object, not {shown(told['fields'])}")
    step = decode(told.get("step", 1), 1, "step")
    if not 1 <= step <= MOST_STEPS:
        raise ValueError(f"step must lie in [1, {MOST_STEPS}], not {step}")
    time = decode(told["time"], 0.0, "time") if "time" in told else None
    if time is not None and not 0.0 <= time <= 1.0:
        raise ValueError(f"time must lie in [0, 1], not {time:g}")
    lesson, scene = decode(told["lesson"], "", "lesson"), decode(told["scene"], "", "scene")
    return SavedScene(lesson, scene, told["fields"], step, time, decode(told.get("compare", ""), "", "compare"))


def to_code(found: SavedScene) -> str:
    """A short code for the clipboard."""
    told = to_json(found, indent=None).encode()
    checked = zlib.crc32(told).to_bytes(_CHECKSUM, "big") + zlib.compress(told, 9)
    return _PREFIX + base64.urlsafe_b64encode(checked).decode().rstrip("=")


def is_code(text: str) -> bool:
    """Whether it is meant as one."""
    return _letters(text).startswith(_PREFIX)


def from_code(text: str) -> SavedScene:
    """Raises ValueError for a code that is damaged, and as `from_json` does. Spaces, line breaks and quotes around or
    within it are those of a mail, and do not matter."""
    letters = _letters(text)
    if not letters.startswith(_PREFIX):
        raise ValueError(f"this is no scene code: it must begin with {_PREFIX}")
    body = letters.removeprefix(_PREFIX)
    damaged = "the scene code is damaged: copy it whole, from SX1- to its last letter"
    try:
        held = base64.b64decode(body + "=" * (-len(body) % 4), altchars=b"-_", validate=True)
        unfolding = zlib.decompressobj()
        told = unfolding.decompress(held[_CHECKSUM:], MOST_LETTERS)
        text = told.decode()
    except (binascii.Error, zlib.error, ValueError):
        raise ValueError(damaged) from None
    if not unfolding.eof or zlib.crc32(told).to_bytes(_CHECKSUM, "big") != held[:_CHECKSUM]:
        raise ValueError(damaged)
    return from_json(text)


def _letters(text: str) -> str:
    return re.sub(r"[\s\"'`<>]+", "", text[: 2 * MOST_LETTERS])


def _no_number(name: str) -> float:
    raise ValueError(f"this is no scene file: {name} is no number that a scene may hold")
