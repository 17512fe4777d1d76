"""What can be undone in a lesson's scene, kept from one start to the next: a file a lesson, beside the kept scenes.

    {"separatrix-undo": 1, "now": {…}, "past": [{…}, …], "future": [{…}, …]}

Each is a scene as a scene file tells it; the newest of `past` comes last, and the next one of `future`. Nothing about
the file may ever stop the app: a malformed one is set aside, one of a later version is left as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from viz.files.scene_file import SavedScene, from_object
from viz.files.values import keys_of, shown
from viz.files.whole import read_object, set_aside, write_whole

VERSION = 1
MOST = 50  # edits, the last ones
LARGEST = 4_000_000  # letters; of more the oldest edits are left out
_KEY = "separatrix-undo"


class Undo(NamedTuple):
    """What a file holds."""

    now: SavedScene  # the scene that was looked at
    past: tuple[SavedScene, ...]
    future: tuple[SavedScene, ...]


class LaterVersionError(ValueError):
    """The file belongs to a later version of the app, which may go on with it."""


def load(path: Path) -> tuple[Undo | None, str | None]:
    """What was kept, and what was wrong with the file, if anything. Raises LaterVersionError."""
    try:
        return _read(read_object(path, "edits")), None
    except FileNotFoundError:
        return None, None
    except LaterVersionError:
        raise
    except (OSError, ValueError, RecursionError) as reason:
        aside = set_aside(path)
        where = f"; it now lies in {aside}" if aside is not None else f"; it lies in {path}"
        return None, f"What could be undone the last time cannot be read ({reason}){where}."


def _read(found: dict[str, Any]) -> Undo:
    version = found.get(_KEY)
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        raise ValueError(f'"{_KEY}" must be the version of the format, not {shown(version)}')
    if version > VERSION:
        raise LaterVersionError("What could be undone the last time was kept by a later version of the app.")
    told = keys_of(found, "the file", {_KEY, "now", "past", "future"}, set())
    for name in ("past", "future"):
        if not isinstance(told[name], list):
            raise ValueError(f"{name} must be a list, not {shown(told[name])}")
    past, future = ([from_object(each) for each in told[name][-MOST:]] for name in ("past", "future"))
    return Undo(from_object(told["now"]), tuple(past), tuple(future))


def save(path: Path, now: str, past: Sequence[str], future: Sequence[str]) -> str | None:
    """Write what can be undone, each scene as JSON; returns what went wrong, if anything."""
    lists = []
    for scenes in (past, future):
        kept = list(scenes[-MOST:])
        while sum(map(len, kept)) > LARGEST:
            del kept[0]
        lists.append(",\n".join(kept))
    text = f'{{"{_KEY}": {VERSION}, "now": {now},\n"past": [{lists[0]}],\n"future": [{lists[1]}]}}\n'
    try:
        write_whole(path, text)
    except OSError as reason:
        return f"What can be undone cannot be kept: {reason}"
    return None
