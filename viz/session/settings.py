"""What the app remembers from one start to the next, as a small JSON file.

Nothing about the file may ever stop the app: a damaged one is set aside and reported, an unwritable one reported.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

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

    def __post_init__(self) -> None:
        for field in fields(self):
            value, default = getattr(self, field.name), field.default
            is_number = isinstance(default, float) and isinstance(value, int) and not isinstance(value, bool)
            if not (isinstance(value, type(default)) or is_number):
                raise ValueError(f"{field.name} must be a {type(default).__name__}, not {value!r}")
        if self.theme not in THEMES:
            raise ValueError(f"there is no theme {self.theme!r}")
        if not SMALLEST_TEXT <= self.text_size <= LARGEST_TEXT:
            raise ValueError(f"text_size must lie in [{SMALLEST_TEXT:g}, {LARGEST_TEXT:g}], not {self.text_size!r}")


def load(path: Path) -> tuple[Settings, str | None]:
    """The settings, and what was wrong with the file, if anything. A damaged file is moved to `*.damaged`."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Settings(), None
    except (OSError, UnicodeDecodeError) as reason:
        return Settings(), _set_aside(path, str(reason))
    try:
        found = json.loads(text)
        if not isinstance(found, dict):
            raise ValueError("it holds no settings")
        return Settings(**_known(found)), None
    except (ValueError, TypeError, RecursionError) as reason:
        return Settings(), _set_aside(path, str(reason))


def save(path: Path, settings: Settings) -> str | None:
    """Write the settings whole or not at all; returns what went wrong, if anything."""
    draft = path.with_suffix(".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.write_text(json.dumps(asdict(settings), indent=2) + "\n", encoding="utf-8")
        os.replace(draft, path)
    except OSError as reason:
        return f"The settings cannot be saved: {reason}"
    return None


def _known(found: dict[str, Any]) -> dict[str, Any]:
    """Settings of a later version that this one does not know are passed over."""
    names = {field.name for field in fields(Settings)}
    return {name: value for name, value in found.items() if name in names}


def _set_aside(path: Path, reason: str) -> str:
    aside = path.with_suffix(".damaged")
    try:
        os.replace(path, aside)
    except OSError:
        return f"The settings in {path} cannot be used ({reason}); starting with the usual ones."
    return f"The settings were damaged ({reason}); they now lie in {aside}."
