"""What the app remembers from one start to the next, as a small JSON file.

Nothing about the file may ever stop the app: a damaged one is set aside and reported, an unwritable one reported.
What this version does not know or cannot use belongs to a later one, and stays in the file.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from viz.files.whole import read_object, set_aside, write_whole
from viz.lesson.conventions import from_setting
from viz.picture.theme import THEMES

SMALLEST_TEXT, LARGEST_TEXT = 1.0, 2.5


@dataclass(frozen=True, slots=True)
class Settings:
    theme: str = "dark"
    text_size: float = 1.0
    reduced_motion: bool = False
    asks: bool = True  # questions and goals
    lesson: str = ""  # id of the last one looked at; empty for none
    pinned: str = ""  # the tab that is shown beside the others
    conventions: str = ""  # the switches that are on
    engine: str = ""  # whose they are

    def __post_init__(self) -> None:
        for field in fields(self):
            value, default = getattr(self, field.name), field.default
            is_number = isinstance(default, float) and isinstance(value, int) and not isinstance(value, bool)
            if not (isinstance(value, type(default)) or is_number):
                raise ValueError(f"{field.name} must be a {type(default).__name__}, not {value!r}")
        if self.theme not in THEMES:
            raise ValueError(f"there is no theme {self.theme!r}")
        from_setting(self.conventions)
        if not SMALLEST_TEXT <= self.text_size <= LARGEST_TEXT:
            raise ValueError(f"text_size must lie in [{SMALLEST_TEXT:g}, {LARGEST_TEXT:g}], not {self.text_size!r}")


def load(path: Path) -> tuple[Settings, str | None]:
    """The settings, and what was wrong with the file, if anything. A file that is no settings is moved to
    `*.damaged`; a single value that cannot be used is told, and the usual one taken."""
    try:
        found = read_object(path, "settings")
    except FileNotFoundError:
        return Settings(), None
    except (OSError, ValueError, RecursionError) as reason:
        return Settings(), _set_aside(path, str(reason))
    usable, faults = {}, []
    for field in fields(Settings):
        if field.name in found:
            try:
                Settings(**{field.name: found[field.name]})
                usable[field.name] = found[field.name]
            except ValueError as reason:
                faults.append(str(reason))
    told = f"Of the settings, what cannot be used is left as usual: {'; '.join(faults)}." if faults else None
    return Settings(**usable), told


def save(path: Path, settings: Settings, before: Settings | None = None) -> str | None:
    """Write the settings whole or not at all; returns what went wrong, if anything.

    `before`: as they were loaded. What has not changed since stays in the file as it is there: another instance may
    have written it, or a later version that knows more.
    """
    kept: dict[str, Any] = {}
    with suppress(OSError, ValueError, RecursionError):
        kept = read_object(path, "settings")
    unchanged = {} if before is None else {k: kept[k] for k, v in asdict(before).items() if k in kept}
    changed = {k: v for k, v in asdict(settings).items() if before is None or v != getattr(before, k)}
    try:
        write_whole(path, json.dumps(kept | asdict(settings) | unchanged | changed, indent=2) + "\n")
    except OSError as reason:
        return f"The settings cannot be saved: {reason}"
    return None


def _set_aside(path: Path, reason: str) -> str:
    aside = set_aside(path)
    if aside is None:
        return f"The settings in {path} cannot be used ({reason}); starting with the usual ones."
    return f"The settings were damaged ({reason}); they now lie in {aside}."
