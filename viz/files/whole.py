"""Small files that are written whole or not at all, whatever ends the process."""

from __future__ import annotations

import json
import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Any


def write_whole(path: Path, text: str | bytes) -> None:
    """Put a text, or bytes, in the place of a file; its folder is made. Raises OSError, and the file is as it was
    then."""
    draft = path.with_name(f"{path.name}.{os.getpid()}.new")  # of this process alone: two may write at the same time
    path.parent.mkdir(parents=True, exist_ok=True)
    _clear(path)
    try:
        with draft.open("wb") as file:
            file.write(text.encode() if isinstance(text, str) else text)
            file.flush()
            os.fsync(file.fileno())  # else a power cut may leave the new name on an empty file
        os.replace(draft, path)
    finally:
        draft.unlink(missing_ok=True)


def read_object(path: Path, kind: str) -> dict[str, Any]:
    """The JSON object in a file. Raises OSError, ValueError for a file that holds no `kind`, and RecursionError."""
    found = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(found, dict):
        raise ValueError(f"it holds no {kind}")
    return found


def set_aside(path: Path) -> Path | None:
    """Move a damaged file to `*.damaged`; None where that cannot be done."""
    aside = path.with_suffix(".damaged")
    try:
        os.replace(path, aside)
    except OSError:
        return None
    return aside


def _clear(path: Path) -> None:
    """Drafts of processes that were killed while they wrote."""
    for draft in path.parent.glob(f"{path.name}.*.new"):
        with suppress(OSError):
            if time.time() - draft.stat().st_mtime > 60.0:
                draft.unlink()
