"""Files that are written whole or not at all, whatever ends the process."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any


def write_whole(path: Path, text: str | bytes) -> None:
    """Put a text, or bytes, in the place of a file; its folder is made. Raises OSError, and the file is as it was
    then."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole(path) as draft:
        draft.write_bytes(text.encode() if isinstance(text, str) else text)


@contextmanager
def whole(path: Path) -> Iterator[Path]:
    """The draft to write, which takes the file's place once it is written; the file is as it was if that fails. A
    pipe or a device is written itself: nothing may take its place."""
    if path.exists() and not path.is_file():
        yield path
        return
    path = Path(os.path.realpath(path))  # what a link leads to
    draft = path.with_name(f"{path.name}.{os.getpid()}.new")  # of this process alone: two may write at the same time
    _clear(path)
    try:
        yield draft
        with draft.open("rb+") as file:
            os.fsync(file.fileno())  # else a power cut may leave the new name on an empty file
        os.replace(draft, path)
    except OSError as fault:
        if str(fault.filename) == str(draft):
            fault.filename = str(path)
        raise
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
