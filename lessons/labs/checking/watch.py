"""Whether a file that somebody edits has changed: asked often, answered without an error, whatever editors do."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable
from pathlib import Path

_SETTLE = 0.1  # s that a file rests before it counts as saved
_PATIENCE = 0.5  # s after which it is told even if it does not rest
_TICK = 2.0  # s in which two saves may have one time on some file systems
_LARGEST = 2 << 20  # bytes of source


class FileWatch:
    """Tells once of each new content of a file. Editors write in pieces, or replace the file: a change is told when
    it has rested for a tenth of a second, at the latest after half a second, and never while the file is absent."""

    def __init__(self, path: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self.path, self._clock = path, clock
        self.text: str | None = None  # the content that was told last
        self._told = self._seen = b""
        self._stamp: tuple[int, int, int] | None = None
        self._since = self._first = 0.0  # when the content was last new, and when the first untold one was
        self.poll()
        self._told = self._seen

    def poll(self) -> bool:
        """Whether there is a new content. Call it in every frame: it reads the file only where its time or size has
        changed, or is so new that a second save could have the same."""
        now = self._clock()
        try:
            found = os.stat(self.path)
            stamp = (found.st_mtime_ns, found.st_size, found.st_ino)
            if stamp != self._stamp or abs(time.time() - found.st_mtime) < _TICK:
                data = self.path.read_bytes() if found.st_size <= _LARGEST else b""
                self._stamp = stamp
                self._see(data, now)
        except (OSError, ValueError):  # absent, locked, or replaced just now
            self._stamp = None
            return False
        if self._seen == self._told:
            return False
        if now - self._since >= _SETTLE or now - self._first >= _PATIENCE:
            self._told = self._seen
            return True
        return False

    def _see(self, data: bytes, now: float) -> None:
        digest = hashlib.sha256(data).digest()
        if digest != self._seen:
            if self._seen == self._told:
                self._first = now
            self._seen, self._since = digest, now
            self.text = data.decode("utf-8", "replace")
