"""The process in which a user's file runs: `process` starts it and speaks with it.

What it is asked arrives on its standard input (four bytes of length, then `marshal`), what it says leaves on its
standard output (a line of JSON each). Both are moved to descriptors of their own before the file is loaded: what the
file prints goes to a counter, `sys.stdout.close()` closes that, and `input()` finds the end of a file. Of ours it
imports only `limits`, `lines` and `plain`, so that it is up in a few hundredths of a second.
"""

from __future__ import annotations

import ast
import faulthandler
import inspect
import json
import marshal
import os
import sys
import threading
import time
import traceback
import types
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, cast

from lessons.labs.checking.limits import TimeUpError, Watch, line_of_error, own_line
from lessons.labs.checking.lines import is_step
from lessons.labs.checking.plain import KEPT_LETTERS, MOST_VALUES, StrangeError, TooLargeError, plain

MOST_YIELDS = 100_000  # of one call that is a generator
_leave = os._exit  # the file is given a watched one


class Printed:
    """Stands for standard output and error: counts letters and keeps the first ones."""

    encoding, errors, newlines, mode, name = "utf-8", "replace", None, "w", "<printed>"

    def __init__(self) -> None:
        self.count, self.head, self.closed = 0, "", False

    def write(self, text: str) -> int:
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        if len(self.head) < KEPT_LETTERS:
            self.head += text[: KEPT_LETTERS - len(self.head)]
        self.count += len(text)
        return len(text)

    def writelines(self, lines: Any) -> None:
        for line in lines:
            self.write(line)

    def flush(self) -> None: ...

    def isatty(self) -> bool:
        return False

    def writable(self) -> bool:
        return True

    readable = seekable = isatty

    def fileno(self) -> int:
        raise OSError("what is printed goes to no file here")

    def close(self) -> None:
        self.closed = True


class Line:
    """The connection to the app."""

    def __init__(self) -> None:
        self.incoming = os.fdopen(os.dup(0), "rb")
        self.outgoing = os.fdopen(os.dup(1), "wb")
        self.dumped = os.dup(2)  # where faulthandler writes: a file of the app's
        nothing = os.open(os.devnull, os.O_RDWR)
        for standard in (0, 1, 2):
            os.dup2(nothing, standard)
        os.close(nothing)
        self.printed = Printed()
        self._lock = threading.Lock()  # two threads speak
        self._pid = os.getpid()
        sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
        sys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = self.printed  # type: ignore[assignment,misc]

    def hear(self) -> Any:
        """The next request; None at the end."""
        size = self.incoming.read(4)
        return marshal.loads(self.incoming.read(int.from_bytes(size, "little"))) if len(size) == 4 else None

    def say(self, **told: Any) -> None:
        if self.printed.count:
            told["printed"], told["head"] = self.printed.count, self.printed.head
            self.printed.count, self.printed.head = 0, ""
        if os.getpid() != self._pid:
            _leave(0)  # the file has forked
        data = json.dumps(told).encode("ascii") + b"\n"
        with self._lock:
            self.outgoing.write(data)
            self.outgoing.flush()


class Worker:
    """The file, loaded, and its functions."""

    def __init__(self, line: Line, path: str, memory: int) -> None:
        """`memory`: bytes that the file may use beyond what an empty worker does."""
        self.line, self.path = line, path
        self.space: dict[str, Any] = {}
        self.tree = ast.Module([], [])
        self.threads = 0
        self.seeds: list[Any] = []
        self.watch = Watch(line.say, line.dumped, path, memory)
        self.watch.start()
        os._exit = self._quit  # type: ignore[assignment]

    def _quit(self, status: int = 0) -> None:
        """In the place of `os._exit`: say where, before all is over."""
        frame = sys._getframe(1)
        frames = [(each, number) for each, number in traceback.walk_stack(frame)][::-1]
        self.line.say(**{"is": "left", "line": own_line(frames, self.path), "status": status, "ends": True})
        _leave(status)

    def load(self, source: bytes, wanted: Mapping[str, tuple[int, ...]], limit: float) -> dict[str, Any]:
        """Run the file's text once. `wanted`: functions by name, each with the numbers of arguments it may take."""
        stem = Path(self.path).stem
        module = types.ModuleType(f"checked_{stem}" if stem in sys.modules else stem)
        module.__file__ = self.path
        sys.modules[module.__name__] = module  # dataclasses look there
        sys.path.insert(0, str(Path(self.path).parent))
        sys.argv, sys.dont_write_bytecode = [self.path], True
        self.space = vars(module)

        def run() -> None:
            code = compile(source, self.path, "exec", dont_inherit=True)
            self.watch.tree = self.tree = ast.parse(source)
            exec(code, self.space)

        trouble = self._tried(run, limit)
        self.threads = threading.active_count()
        drawing: list[Any] = [sys.modules.get("random"), getattr(sys.modules.get("numpy"), "random", None)]
        self.seeds = [each.seed for each in drawing if hasattr(each, "seed")]
        self.watch.allow_memory()  # what the file imports is not counted against its calls
        if trouble is not None:
            return trouble
        own = {name: each for name, each in self.space.items() if getattr(each, "__module__", "") == module.__name__}
        others = [name for name, each in own.items() if _is_routine(each) and name not in wanted]
        found = {name: self._described(name, counts) for name, counts in wanted.items() if name in self.space}
        return {"is": "loaded", "functions": found, "others": others}

    def _described(self, name: str, counts: tuple[int, ...]) -> dict[str, Any]:
        """ "fits": the first number of arguments that it can be called with; 0 for none."""
        function = self.space[name]
        try:
            signature = inspect.signature(function)
        except (TypeError, ValueError):  # no callable, or one of C
            return {"fits": counts[0] * callable(function), "parameters": None, "line": 0, "helps": []}
        fits = next((count for count in counts if _binds(signature, count)), 0)
        line = getattr(getattr(inspect.unwrap(function), "__code__", None), "co_firstlineno", 0)
        return {"fits": fits, "parameters": [*signature.parameters], "line": line, "helps": self._helped(name)}

    def _helped(self, name: str) -> list[str]:
        """The other functions of the file that use one."""
        others = [node for node in self.tree.body if isinstance(node, ast.FunctionDef) and node.name != name]
        names = ((other.name, node) for other in others for node in ast.walk(other))
        return [other for other, node in names if isinstance(node, ast.Name) and node.id == name]

    def _tried(self, run: Callable[[], None], limit: float) -> dict[str, Any] | None:
        """What goes wrong while it runs, with the line in the file; None: nothing does."""
        watch = self.watch
        trouble: dict[str, Any] = {}
        error: BaseException | None = None
        try:
            try:
                watch.start_call(limit)
                run()
            finally:
                watch.end_call()
        except TimeUpError:
            watch.end_call()
            trouble = {"is": "endless", "line": watch.line_of_loop()}
        except TooLargeError:
            trouble = {"is": "large", "line": 0}
        except StrangeError as kind:
            trouble = {"is": "strange", "type": str(kind), "line": 0}
        except MemoryError as raised:
            line = line_of_error(raised.__traceback__, self.path) or watch.last_line  # a trace needs memory too
            raised.__traceback__ = None  # and with it all that the call had
            trouble = {"is": "memory", "line": line}
        except BaseException as raised:  # whatever the file does, we go on
            error = raised
        watch.seen, watch.paused = [], None
        if error is not None:
            trouble = self._trouble(error)
        return trouble or None

    def _trouble(self, error: BaseException) -> dict[str, Any]:
        name, line = type(error).__name__, line_of_error(error.__traceback__, self.path)
        try:
            message = " ".join(str(error).split())[:KEPT_LETTERS]
        except BaseException:
            message = ""
        kind = "exception"
        if isinstance(error, SyntaxError) and error.filename == self.path:
            kind, line, message = "syntax", error.lineno or 0, str(error.msg)
        elif isinstance(error, RecursionError):
            kind = "recursion"
        elif isinstance(error, NotImplementedError):
            kind = "unfinished"
        elif isinstance(error, SystemExit):
            kind = "exit"
        return {"is": kind, "type": name, "message": message, "line": line}

    def ask(self, name: str, limit: float, blob: bytes) -> dict[str, Any]:
        """Call a function once, with arguments of its own."""
        arguments, value = marshal.loads(blob), None

        def run() -> None:
            nonlocal value
            self._draw_alike()
            answer = self.space[name](*arguments)
            if isinstance(answer, types.GeneratorType):
                answer = self._last(name, answer)
            value = plain(answer, [MOST_VALUES])

        told = self._tried(run, limit)
        if told is None and (index := _changed(marshal.loads(blob), arguments)) is not None:
            told = {"is": "changed", "argument": index, "now": _plain_or_not(arguments[index]), "line": 0}
        if threading.active_count() > self.threads:
            told = told or self._left_thread()
        return told or {"is": "answer", "value": value, "used": time.process_time() - self.watch.used}

    def _draw_alike(self) -> None:
        """An algorithm may draw lots, and still has one answer for a scene."""
        for seed in self.seeds:
            seed(0)

    def _left_thread(self) -> dict[str, Any] | None:
        mine = (threading.main_thread(), self.watch)
        for each in threading.enumerate():
            if each not in mine:
                each.join(0.1)
        return {"is": "thread", "line": 0, "ends": True} if threading.active_count() > self.threads else None

    def _last(self, name: str, steps: types.GeneratorType[Any, Any, Any]) -> Any:
        """The answer of a generator: what it returns, where it says so; else what it yields last."""
        last, self.watch.paused = None, steps.gi_frame
        for _ in range(MOST_YIELDS):
            try:
                last = next(steps)
            except StopIteration as end:
                return end.value if end.value is not None or self._returns(name) else last
        raise TooLargeError

    def _returns(self, name: str) -> bool:
        """Whether the function has a `return` with a value, be it None."""
        own = [node for node in self.tree.body if isinstance(node, ast.FunctionDef) and node.name == name]
        waiting: list[ast.AST] = list(own[-1].body) if own else []
        while waiting:
            node = waiting.pop()
            if isinstance(node, ast.Return) and node.value is not None:
                return True
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
                waiting += ast.iter_child_nodes(node)
        return False

    def steps(self, name: str, limit: float, blob: bytes, most: int) -> dict[str, Any]:
        """Call a function once, and tell its line and its values at each yield; of a function that is no generator,
        at each line that it runs. At most so many steps are told; trouble is told with the steps before it."""
        told: list[dict[str, Any]] = []
        arguments, value = marshal.loads(blob), None

        def noted(frame: types.FrameType, **more: Any) -> None:
            told.append({"line": frame.f_lineno, "function": frame.f_code.co_name, "values": _locals(frame), **more})

        def traced(frame: types.FrameType, event: str, argument: Any) -> Any:
            if frame.f_code.co_filename != self.path or frame.f_code.co_name != name or len(told) >= most:
                return None
            if event == "line" and is_step(frame):
                noted(frame)
            return traced

        def run() -> None:
            nonlocal value
            function = self.space[name]
            is_generator = inspect.isgeneratorfunction(inspect.unwrap(function))
            self._draw_alike()
            sys.settrace(None if is_generator else traced)
            answer = function(*arguments)
            sys.settrace(None)
            last, self.watch.paused = None, getattr(answer, "gi_frame", None)
            while isinstance(answer, types.GeneratorType):
                try:
                    last = next(answer)
                except StopIteration as end:
                    answer = end.value if end.value is not None or self._returns(name) else last
                    break
                if len(told) < most:
                    noted(_innermost(answer), yielded=_plain_or_not(last))
            value = plain(answer, [MOST_VALUES])

        trouble = self._tried(run, limit)
        sys.settrace(None)
        return {**(trouble or {"is": "answer", "value": value}), "steps": told}


def _changed(before: tuple[Any, ...], after: tuple[Any, ...]) -> int | None:
    """Which argument is another now; None: none is."""
    for index, (old, new) in enumerate(zip(before, after, strict=True)):
        try:
            if old == new:
                continue
        except Exception:  # there is something else in it now, such as an array
            return index
        return index
    return None


def _binds(signature: inspect.Signature, count: int) -> bool:
    try:
        signature.bind(*range(count))
    except TypeError:
        return False
    return True


def _is_routine(value: Any) -> bool:
    return callable(value) and not isinstance(value, type)


def _innermost(steps: types.GeneratorType[Any, Any, Any]) -> types.FrameType:
    """The frame that has yielded: of the generator, or of the one that it yields from."""
    while isinstance(steps.gi_yieldfrom, types.GeneratorType):
        steps = steps.gi_yieldfrom
    return cast(types.FrameType, steps.gi_frame)


def _locals(frame: types.FrameType) -> dict[str, Any]:
    """The values that a frame has by name: no functions, classes or modules."""
    hidden = (types.ModuleType, types.FunctionType, types.BuiltinFunctionType, type)
    return {name: _plain_or_not(each) for name, each in frame.f_locals.items() if not isinstance(each, hidden)}


def _plain_or_not(value: Any) -> Any:
    """A value as plain data, or in its own words where it is too large or none."""
    try:
        return plain(value, [2000])
    except Exception:
        return f"({type(value).__name__})"


def main() -> None:
    line = Line()
    faulthandler.enable(file=line.dumped)
    path, source, memory, limit, wanted = line.hear()
    worker = Worker(line, path, memory)
    line.say(**worker.load(source, wanted, limit))
    while (request := line.hear()) is not None:
        if request[0] == "ask":
            _, name, seconds, blobs = request
            for blob in blobs:
                line.say(**worker.ask(name, seconds, blob))
        else:
            line.say(**worker.steps(*request[1:]))
    _leave(0)


if __name__ == "__main__":
    main()
