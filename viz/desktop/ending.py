"""Signals that end the program as closing its window does: Ctrl+C in the terminal, TERM, HUP where there is one."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)
)


@dataclass
class Ended:
    """The signal that has ended the program; 0 for none."""

    number: int = 0


@contextmanager
def ended_by_signals(leave: Callable[[], None]) -> Iterator[Ended]:
    """While this lasts, the first signal asks to `leave`; a second one ends the program at once, as ever."""
    ended = Ended()
    before = {each: signal.getsignal(each) for each in SIGNALS}

    def end(number: int, frame: FrameType | None) -> None:
        ended.number = number
        for each, handler in before.items():
            signal.signal(each, handler)
        leave()

    for each in SIGNALS:
        signal.signal(each, end)
    try:
        yield ended
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
