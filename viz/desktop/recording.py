"""What the figure shows while somebody works with it, as a film: a drag for a slide."""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from viz.desktop.chrome import Chrome
from viz.export.animation import Frame

A_SECOND = 20  # frames at most
LONGEST = 30.0  # seconds: then it ends by itself
LAST = 1500  # milliseconds that the last frame is seen


@dataclass
class Recorder:
    """Takes what has been drawn while `chrome.recording` is on, and hands the film over when it goes off. Pictures
    are kept compressed: half a minute of a large window would be gigabytes."""

    chrome: Chrome
    pixels: Callable[[], NDArray[np.uint8]]  # of the figure, shape (height, width, 3)
    finished: Callable[[list[Frame]], None]
    now: Callable[[], float] = time.perf_counter
    _taken: list[tuple[float, tuple[int, ...], bytes]] = field(default_factory=list)

    def after_frame(self, *, is_covered: bool) -> None:
        """Call when a frame has been drawn. `is_covered`: a notice lies over the figure, which is no part of it."""
        if not self.chrome.recording:
            if self._taken:
                self._hand_over()
            return
        now = self.now()
        if is_covered or (self._taken and now - self._taken[-1][0] < 1.0 / A_SECOND):
            return
        found = self.pixels()
        self._taken.append((now, found.shape, zlib.compress(found.tobytes(), 1)))
        if now - self._taken[0][0] >= LONGEST:
            self.chrome.recording = False

    def _hand_over(self) -> None:
        taken, self._taken = self._taken, []
        times = [when for when, _, _ in taken]
        lengths = [round(1000.0 * (later - when)) for when, later in pairwise(times)]
        _, size, _ = taken[0]
        self.finished(
            [
                Frame(np.frombuffer(zlib.decompress(data), np.uint8).reshape(shape), length)
                for (_, shape, data), length in zip(taken, [*lengths, LAST], strict=True)
                if shape == size  # the window may have been resized
            ]
        )
