"""A user's file in a process of its own: started, asked, watched over and ended. The file never runs in ours.

The process has the user's rights and reads what the user may read, as under pytest. On Linux and macOS it leads a
group of its own, and all that it started is ended with it; on Windows only the process itself is.
"""

from __future__ import annotations

import json
import marshal
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import lessons
from geometry.counterexample.problem import Arguments

TIME_LIMIT = 2.0  # s a call
MEMORY_LIMIT = 512  # MB more than an empty process
LOAD_LIMIT = 10.0  # s to load the file, at least
BATCH = 64  # calls in one request
_WAITING = 3.0  # the time on the wall for one second of the processor, as in `limits`
_LATE = 2.0  # s after which a process that should have ended itself is ended
_LONGEST = 8 << 20  # bytes of one line that it says
_SIGNALS = {"Segmentation fault": "SIGSEGV", "Aborted": "SIGABRT", "Floating-point exception": "SIGFPE"}

# The packages above the worker would import the whole app: they stand here as empty ones.
_START = """import sys, types
for name in ("lessons", "lessons.labs"):
    sys.modules[name] = types.ModuleType(name)
    sys.modules[name].__path__ = [sys.argv[1] + "".join("/" + part for part in name.split(".")[1:])]
from lessons.labs.checking import worker
for name in [each for each in sys.modules if each.split(".")[0] == "lessons"]:
    del sys.modules[name]
worker.main()"""


class Process:
    """One file, loaded in one process, which is started again whenever a call has ended it."""

    def __init__(
        self,
        path: Path,
        wanted: Mapping[str, tuple[int, ...]],
        *,
        time_limit: float = TIME_LIMIT,
        memory_limit: int = MEMORY_LIMIT,
    ) -> None:
        """`wanted`: the functions by name, each with the numbers of arguments it may take. `time_limit`: seconds a
        call. `memory_limit`: megabytes."""
        self.path = Path(os.path.abspath(path))
        self.time_limit, self.memory_limit = time_limit, memory_limit
        self.load_limit = max(LOAD_LIMIT, 5 * time_limit)  # s for the imports of the file
        self.starts = 0
        self._wanted = dict(wanted)
        self._process: subprocess.Popen[bytes] | None = None
        self._source = b""
        self._said = tempfile.TemporaryFile()  # noqa: SIM115  what faulthandler says at the end; closed by `close`
        self._deadline = float("inf")
        self._watch: threading.Thread | None = None
        self._is_over = threading.Event()
        try:
            self._source = self.path.read_bytes()  # once: what is saved meanwhile is another file's check
            self.loaded: dict[str, Any] = self._start()
        except OSError as reason:
            self.loaded = {"is": "absent", "message": reason.strerror or "", "line": 0}

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *what: object) -> None:
        self.close()

    @property
    def text(self) -> str:
        """The file as it was read, whatever has been saved since."""
        return self._source.decode("utf-8", "replace")

    def close(self) -> None:
        """End the process; nothing can be asked afterwards."""
        self._is_over.set()
        self._end()
        self._said.close()

    def ask(self, name: str, calls: Sequence[Arguments], limit: float | None = None) -> Iterator[dict[str, Any]]:
        """Call a function with each of the arguments in turn, at most `BATCH` of them on the way at a time; yields
        what the worker says of each: {"is": "answer", "value": …} or {"is": trouble, "line": …, …}."""
        seconds = self.time_limit if limit is None else limit
        waiting = [marshal.dumps(each, 2) for each in calls]  # 2: equal arguments are not one object
        while waiting:
            batch, done = waiting[:BATCH], 0
            if not self._is_ready():
                yield {"is": "gone", "line": 0}
                return
            self._send(("ask", name, seconds, batch))
            for _ in batch:
                told = self._hear(seconds)
                done += 1
                yield told
                if told.get("ends"):
                    break
            del waiting[:done]

    def steps(self, name: str, call: Arguments, most: int = 500) -> dict[str, Any]:
        """What the worker says of one call, with "steps": the line, the function, and the values by name at each
        yield, or at each line of a function that is no generator."""
        if not self._is_ready():
            return {"is": "gone", "line": 0, "steps": []}
        self._send(("steps", name, self.time_limit, marshal.dumps(call, 2), most))
        return {"steps": [], **self._hear(self.time_limit)}

    def _is_ready(self) -> bool:
        """Whether the file is loaded; it is loaded again where the process has ended."""
        if self._process is None and self.loaded["is"] == "loaded":
            return bool(self._start()["is"] == "loaded")
        return self._process is not None

    def _start(self) -> dict[str, Any]:
        self.starts += 1
        self._said.seek(0)
        self._said.truncate()
        environment = {
            **os.environ,
            "PYTHONHASHSEED": "0",  # one order of sets in all starts: a scene has one answer
            "OPENBLAS_NUM_THREADS": "1",  # stacks of threads are memory
            "OMP_NUM_THREADS": "1",
        }
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", _START, str(Path(lessons.__file__).parent)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._said,
            env=environment,
            start_new_session=True,  # no Ctrl+C of ours; Windows knows no sessions, and takes the next line
            creationflags=0x08000200 if sys.platform == "win32" else 0,  # a group of its own, and no console
        )
        if self._watch is None:
            self._watch = threading.Thread(target=self._look, daemon=True)
            self._watch.start()
        self._send((str(self.path), self._source, self.memory_limit << 20, self.load_limit, self._wanted))
        told = self._hear(self.load_limit)
        if told["is"] != "loaded":
            self._end()
        return told

    def _send(self, request: Any) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        data = marshal.dumps(request)
        try:
            self._process.stdin.write(len(data).to_bytes(4, "little") + data)
            self._process.stdin.flush()
        except OSError:  # it has ended: the next line that is read says so
            return

    def _hear(self, limit: float) -> dict[str, Any]:
        """The next line of the worker; what became of it where none comes."""
        assert self._process is not None
        assert self._process.stdout is not None
        self._deadline = time.monotonic() + _WAITING * limit + _LATE
        try:
            data = self._process.stdout.readline(_LONGEST)
            told = json.loads(data) if data.endswith(b"\n") else {}
        except (ValueError, OSError):
            told = {}
        was_late = time.monotonic() >= self._deadline
        self._deadline = float("inf")
        if not isinstance(told, dict) or "is" not in told:
            told = self._last_words(was_late)
        if told.get("ends"):
            self._end()
        return told

    def _look(self) -> None:
        """In a thread: end a process that is late, so that reading from it ends."""
        while not self._is_over.wait(0.2):
            if time.monotonic() > self._deadline:
                self._kill()

    def _last_words(self, was_late: bool) -> dict[str, Any]:
        """Why the process has ended without a word, from its exit status and from what faulthandler wrote."""
        process = self._process
        assert process is not None
        try:
            status = process.wait(0.5)
        except subprocess.TimeoutExpired:
            self._kill()
            status = process.wait()
        self._said.seek(0)
        lines = self._said.read(100_000).decode("ascii", "replace").splitlines()
        name = str(self.path).encode("ascii", "backslashreplace").decode()
        numbers = [line.split(", line ", 1)[1].split(" ")[0] for line in lines if f'File "{name}", line ' in line]
        told: dict[str, Any] = {"is": "crash", "line": int(numbers[0]) if numbers else 0, "ends": True}
        head = next(iter(lines), "")
        if was_late or head.startswith("Timeout"):
            return {**told, "is": "endless"}
        crash = next((name for words, name in _SIGNALS.items() if words in head), "")
        if status < 0 and not crash:
            crash = signal.Signals(-status).name if -status in {*signal.Signals} else f"signal {-status}"
        return {**told, "how": crash or f"status {status}"}

    def _kill(self) -> None:
        process = self._process
        if process is None:
            return
        try:
            if sys.platform == "win32":
                process.kill()
            else:
                os.killpg(process.pid, signal.SIGKILL)
        except OSError:  # it has ended already
            process.kill()

    def _end(self) -> None:
        process = self._process
        if process is None:
            return
        self._kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            try:
                pipe.close()
            except OSError:
                continue
        self._process = None
