"""What is kept of scenes from one start to the next: each lesson's scene as it was left, and the files used last.

Nothing about the file may ever stop the app: what cannot be used is left out, a damaged file is set aside.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from viz.files.scene_file import SavedScene, from_object, to_json
from viz.files.whole import read_object, set_aside, write_whole

MOST_RECENT = 8


@dataclass
class Kept:
    """What the file holds."""

    scenes: dict[str, SavedScene] = field(default_factory=dict)  # by the id of their lesson; only those changed
    recent: list[str] = field(default_factory=list)  # paths, the newest first


def load(path: Path) -> tuple[Kept, str | None]:
    """What was kept, and what was wrong with the file, if anything."""
    try:
        found = read_object(path, "scenes")
    except FileNotFoundError:
        return Kept(), None
    except (OSError, ValueError, RecursionError) as reason:
        aside = set_aside(path)
        where = f"they now lie in {aside}" if aside is not None else f"they lie in {path}"
        return Kept(), f"The scenes that were kept cannot be read ({reason}); {where}."
    kept = Kept(recent=[each for each in _listed(found.get("recent")) if isinstance(each, str)][:MOST_RECENT])
    scenes = found.get("scenes")
    for told in scenes.values() if isinstance(scenes, dict) else ():
        try:
            scene = from_object(told)
        except ValueError:
            continue  # of a later version: it stays in the file
        kept.scenes[scene.lesson] = scene
    return kept, None


def save(path: Path, changed: Mapping[str, SavedScene | None], recent: list[str]) -> str | None:
    """Write what has changed, None for a scene that is as it was at first; returns what went wrong, if anything. What
    another instance, or a later version, has written of other lessons stays."""
    try:
        found = read_object(path, "scenes")
    except (OSError, ValueError, RecursionError):
        found = {}
    scenes = found.get("scenes")
    scenes = dict(scenes) if isinstance(scenes, dict) else {}
    for lesson, scene in changed.items():
        scenes.pop(lesson, None)
        if scene is not None:
            scenes[lesson] = json.loads(to_json(scene, indent=None))
    merged = dict.fromkeys([*recent, *(each for each in _listed(found.get("recent")) if isinstance(each, str))])
    told = found | {"scenes": scenes, "recent": list(merged)[:MOST_RECENT]}
    try:
        write_whole(path, json.dumps(told, ensure_ascii=False) + "\n")
    except OSError as reason:
        return f"The scene cannot be kept: {reason}"
    return None


def _listed(found: Any) -> list[Any]:
    return found if isinstance(found, list) else []
