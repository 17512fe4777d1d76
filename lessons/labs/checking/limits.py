"""Limits of time and memory within the process that runs a user's file. Imports nothing of ours.

Time: the processor's time of a call, or a third of the time on the wall, whichever is longer: a busy machine is no
endless loop, and a call that only waits is found too. A thread looks at the line that the call is in, and interrupts
the call; if that does not help (a bare `except`, C code that never returns to the interpreter) the process ends, and
`faulthandler` names the line.

Memory: the same thread reads 50 times a second how much there is, and ends the process where it is too much. Where
the platform has `RLIMIT_AS` and keeps it (Linux, most BSDs) it stops what is faster than that; on macOS and Windows
one huge allocation may go through.
"""

from __future__ import annotations

import _thread
import ast
import faulthandler
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from types import CodeType, FrameType, TracebackType

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

_PAGE = resource.getpagesize() if resource is not None else 4096  # bytes
_RESERVE = 256 << 20  # bytes between the limit that the thread sees to and the one that the system does
_PAUSE = 0.02  # s between two looks of the watching thread
_WAITING = 3.0  # a call that only waits has so many times the limit
_GRACE = 0.3  # s that an interrupted call has until the process ends
_leave = os._exit  # the file is given a watched one


class TimeUpError(BaseException):
    """Raised in a call that has used up its time. No Exception: `except Exception` must not stop it."""


class Watch(threading.Thread):
    """Looks at the running call: interrupts it when its time is over, and ends the process when nothing else
    helps."""

    def __init__(self, say: Callable[..., None], dumped: int, path: str, memory: int) -> None:
        """`say`: tells the app. `dumped`: the descriptor that faulthandler writes to. `path`: the user's file.
        `memory`: bytes that the file may use."""
        super().__init__(daemon=True)
        self.say, self.dumped, self.path = say, dumped, path
        self.tree: ast.AST = ast.Module([], [])  # of the user's file
        self.limit = 10.0  # s
        self.began: float | None = None  # of the running call, monotonic
        self.used = 0.0  # processor time when it began
        self.last_line = 0  # that it was seen in
        self.paused: FrameType | None = None  # of a generator, which is no running frame between its yields
        self.main = threading.main_thread().ident
        self.seen: list[list[tuple[FrameType, int]]] = []
        self.memory, self.most = memory, 0
        self.allow_memory()
        signal.signal(signal.SIGINT, self._interrupted)

    def allow_memory(self) -> None:
        """What is used now does not count."""
        now = used_memory()
        self.most = now + self.memory if now else 0
        limit_memory(self.memory + _RESERVE)

    def start_call(self, limit: float) -> None:
        self.seen, self.last_line, self.used = [], 0, time.process_time()
        if limit != self.limit:
            self.limit = limit
            self.arm()
        self.began = time.monotonic()

    def end_call(self) -> None:
        while self.began is not None:
            try:
                self.began = None
            except TimeUpError:  # it came between two instructions here
                continue

    def arm(self) -> None:
        """Where C code keeps this thread from running, the end comes from outside Python."""
        faulthandler.dump_traceback_later(_WAITING * self.limit + 2 * _GRACE, exit=True, file=self.dumped)

    def spent(self) -> float:
        """Seconds that the running call has used; 0: none is running."""
        began = self.began
        if began is None:
            return 0.0
        return max(time.process_time() - self.used, (time.monotonic() - began) / _WAITING)

    def run(self) -> None:
        armed = busy = -1.0
        while True:
            now = time.monotonic()
            try:
                if now - armed > 0.2:
                    armed = now
                    self.arm()
                if self.most and used_memory() > self.most:
                    self._end("memory")
                spent, limit = self.spent(), self.limit
                if spent == 0.0:
                    time.sleep(_PAUSE if now - busy < 1.0 else 5 * _PAUSE)
                    continue
                busy, self.last_line = now, own_line(self._frames(), self.path) or self.last_line
                if spent < 0.7 * limit:
                    time.sleep(max(min(_PAUSE, 0.7 * limit - spent), 0.001))
                    continue
                self.seen.append(self._frames())
                del self.seen[:-200]
                if spent > limit + _GRACE:
                    self._end("endless")
                elif spent > limit:
                    _thread.interrupt_main()
                time.sleep(max(0.01 * limit, 0.001))
            except (RuntimeError, MemoryError, OSError):  # no memory for a moment: the call has used it all
                time.sleep(_PAUSE)

    def _end(self, kind: str) -> None:
        line = (kind == "endless" and self.line_of_loop()) or own_line(self._frames(), self.path)
        self.say(**{"is": kind, "line": line, "ends": True})
        _leave(70)

    def _interrupted(self, number: int, frame: FrameType | None) -> None:
        if self.spent() >= self.limit:
            raise TimeUpError

    def _frames(self) -> list[tuple[FrameType, int]]:
        """The frames of the main thread, outermost first, each with its present line."""
        frame = sys._current_frames().get(self.main or 0)
        found: list[tuple[FrameType, int]] = []
        while frame is not None:
            found.append((frame, frame.f_lineno or 0))
            frame = frame.f_back
        if self.paused is not None and all(frame is not self.paused for frame, _ in found):
            found.insert(0, (self.paused, self.paused.f_lineno or 0))
        return found[::-1]

    def line_of_loop(self) -> int:
        """The line where the call goes round: the head of the innermost loop around all that was seen in the deepest
        frame that never ended; 0 where nothing was seen."""
        own = ([each for each in sample if each[0].f_code.co_filename == self.path] for sample in self.seen)
        samples = [sample for sample in own if sample]
        if not samples:
            return 0
        stays = [frame for frame, _ in samples[0]]
        for sample in samples[1:]:
            alive = {id(frame) for frame, _ in sample}
            stays = [frame for frame in stays if id(frame) in alive]
        if not stays:
            return samples[-1][-1][1]
        lines = [line for sample in samples for frame, line in sample if frame is stays[-1]]
        return loop_around(self.tree, stays[-1].f_code, lines) or lines[-1]


def loop_around(tree: ast.AST, code: CodeType, lines: list[int]) -> int:
    """The first line of the innermost `while` of a function that holds all lines, else of the innermost `for`, which
    ends as a rule; 0: there is none."""
    low, high = min(lines), max(lines)
    heads: dict[type, int] = {}
    for node in ast.walk(tree):
        if not isinstance(node, ast.While | ast.For):
            continue
        if code.co_firstlineno <= node.lineno <= low and high <= (node.end_lineno or 0):
            heads[type(node)] = max(node.lineno, heads.get(type(node), 0))
    return heads.get(ast.While) or heads.get(ast.For, 0)


def own_line(frames: list[tuple[FrameType, int]], path: str) -> int:
    """The line of the innermost frame that is in the user's file; 0: none is."""
    return next((line for frame, line in reversed(frames) if frame.f_code.co_filename == path), 0)


def line_of_error(trace: TracebackType | None, path: str) -> int:
    """The line in the user's file that an exception came from, or came through last; 0: none."""
    line = 0
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == path:
            line = trace.tb_lineno or 0
        trace = trace.tb_next
    return line


def used_memory() -> int:
    """The bytes that this process has now; on macOS the most that it has had; 0: the system does not say."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[1]) * _PAGE
    except OSError:  # no Linux
        pass
    if resource is not None:
        used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return used if sys.platform == "darwin" else used << 10
    import ctypes  # Windows

    class Counters(ctypes.Structure):
        _fields_ = [("size", ctypes.c_ulong), ("faults", ctypes.c_ulong), ("sizes", ctypes.c_size_t * 8)]

    counters = Counters()
    counters.size = ctypes.sizeof(counters)
    try:
        kernel = ctypes.windll.kernel32  # type: ignore[attr-defined,unused-ignore]
        kernel.GetCurrentProcess.restype = ctypes.c_void_p
        process = ctypes.c_void_p(kernel.GetCurrentProcess())
        kernel.K32GetProcessMemoryInfo(process, ctypes.byref(counters), counters.size)
    except (AttributeError, OSError):
        return 0
    return int(counters.sizes[6])  # PagefileUsage


def limit_memory(more: int) -> None:
    """Let the system refuse this process more than so many bytes above what it has, where it can."""
    if resource is None or sys.platform == "darwin":
        return
    try:
        with open("/proc/self/statm", "rb") as file:
            now = int(file.read().split()[0]) * _PAGE
    except OSError:
        now = 256 << 20
    try:
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        wanted = now + more if hard == resource.RLIM_INFINITY else min(now + more, hard)
        resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))
        resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    except (OSError, ValueError):  # the watching thread sees to it
        return
