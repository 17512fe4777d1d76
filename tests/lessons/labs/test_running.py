"""A user's file in its process: one program for each way to go wrong, each told in one sentence, ours unharmed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from lessons.labs.checking.process import _START, Process
from lessons.labs.checking.sentences import sentence_of

BOX = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)]
CALL = (BOX, BOX)


def program(folder: Path, source: str, name: str = "mine.py") -> Path:
    path = folder / name
    path.write_text(source, encoding="utf-8")
    return path


def running(path: Path, **limits: Any) -> Process:
    return Process(path, {"mtv": (2,), "overlap": (2,)}, **{"time_limit": 0.3, **limits})


def told(process: Process, word: dict[str, Any], call: tuple[Any, ...] = CALL, subject: str = "`mtv`") -> str:
    seconds, megabytes = process.time_limit, process.memory_limit
    return sentence_of(word, subject, time_limit=seconds, memory_limit=megabytes, call=call)


TROUBLES = {  # what the body of `mtv` does, beginning in line 5, and the sentence
    "raises": ("    return 1 / 0", "`mtv` raised ZeroDivisionError in line 5: division by zero."),
    "raises deeper": ("    return helper()", "`mtv` raised KeyError in line 3: 'x'."),
    "raises without a word": ("    assert len(a) == 3", "`mtv` raised AssertionError in line 5."),
    "raises what cannot be told": (
        "    class Bad(Exception):\n        def __str__(self): raise OSError\n    raise Bad",
        "`mtv` raised Bad in line 7.",
    ),
    "never ends": (
        "    n = 0\n    while True:\n        n += 1",
        "`mtv` had not answered after 0.3 s; it was in line 6.",
    ),
    "never ends in a helper": ("    forever(0)", "`mtv` had not answered after 0.3 s; it was in line 11."),
    "never ends and catches all": (
        "    while True:\n        try:\n            pass\n        except:\n            pass",
        "`mtv` had not answered after 0.3 s; it was in line 5.",
    ),
    "never ends in C": ("    return sum(range(10 ** 13))", "`mtv` had not answered after 0.3 s; it was in line 5."),
    "sleeps": ("    time.sleep(60)", "`mtv` had not answered after 0.3 s; it was in line 5."),
    "wants one huge list": ("    return [0.0] * 10**9", "`mtv` asked for more than 128 MB in line 5."),
    "wants more and more": (
        "    kept = []\n    while True:\n        kept.append(bytearray(1 << 20))",
        "`mtv` asked for more than 128 MB in line 7.",
    ),
    "wants many small things": (
        "    kept = []\n    while True:\n        kept.append([0.5, len(kept)])",
        "`mtv` asked for more than 128 MB in line ",  # that of the loop, or of what stands in it
    ),
    "recurses": (
        "    return mtv(a, b)",
        "`mtv` called itself without an end in line 5: the recursion was too deep.",
    ),
    "is not finished": (
        '    raise NotImplementedError("later")',
        "`mtv` is not finished: it raises NotImplementedError in line 5.",
    ),
    "calls sys.exit": (
        "    sys.exit(0)",
        "`mtv` ended the program in line 5 (SystemExit); a routine returns its answer.",
    ),
    "calls os._exit": (
        "    os._exit(3)",
        "`mtv` ended its own process in line 5 (os._exit, status 3).",
    ),
    "crashes": ("    import ctypes\n    ctypes.string_at(0)", "`mtv` ended its process in line 6: SIGSEGV."),
    "closes every descriptor": ("    os.closerange(0, 50)", "`mtv` ended its process: status 1."),
    "leaves a thread": (
        "    threading.Thread(target=time.sleep, args=(9,), daemon=True).start()",
        "`mtv` left a thread running after its answer.",
    ),
    "moves a vertex": (
        "    a[0] = (1, 0)",
        "`mtv` changed its first argument: vertex 0 was (0, 0) and is (1, 0).",
    ),
    "takes a vertex": ("    b.pop()", "`mtv` changed its second argument: it had 4 vertices and has 3."),
    "puts something else into a list": (
        "    import numpy\n    b[1] = numpy.array(b[1])\n    b[1] += 1",
        "`mtv` changed its second argument: vertex 1 was (2, 0) and is (3, 1).",
    ),
    "returns a set": ("    return {1.0}", "`mtv` returned a set; expected numbers, tuples and lists."),
    "returns itself": ("    a = [1]\n    a.append(a)\n    return a", "`mtv` returned more values than an answer can"),
    "returns a million": ("    return list(range(10 ** 6))", "`mtv` returned more values than an answer can have"),
}
HEAD = "import os, sys, threading, time\ndef helper():\n    return {}['x']\ndef mtv(a, b):\n"


@pytest.mark.parametrize("name", TROUBLES)
def test_trouble_is_one_sentence_and_the_next_call_is_answered(name: str, tmp_path: Path) -> None:
    body, sentence = TROUBLES[name]
    if name == "crashes" and sys.platform == "win32":
        pytest.skip("other words there")
    gap = "\n" * (5 - body.count("\n"))  # so that the loop of `forever` stands in line 11
    source = (
        f"{HEAD}{body}{gap}def forever(n):\n    while n == 0:\n        pass\ndef overlap(a, b):\n    return True\n"
    )
    seconds = 5.0 if "MB" in sentence else 0.3
    with running(program(tmp_path, source), memory_limit=128, time_limit=seconds) as process:
        (word,) = process.ask("mtv", [CALL])
        assert told(process, word).startswith(sentence)
        assert told(process, word).count(". ") == 0
        assert [each["value"] for each in process.ask("overlap", [CALL])] == [True]


def test_a_call_after_a_call_that_ended_the_process_is_answered_in_order(tmp_path: Path) -> None:
    source = "import os\ndef mtv(a, b):\n    if a[0][0] == 3: os._exit(1)\n    return a[0]\n"
    calls = [([(float(i), 0.0)], BOX) for i in range(6)]
    with running(program(tmp_path, source)) as process:
        words = list(process.ask("mtv", calls))
        assert [word["is"] for word in words] == ["answer"] * 3 + ["left"] + ["answer"] * 2
        assert [word["value"][0] for word in words if "value" in word] == [0.0, 1.0, 2.0, 4.0, 5.0]
        assert process.starts == 2


def test_thousands_of_calls_a_second(tmp_path: Path) -> None:
    with running(program(tmp_path, "def mtv(a, b):\n    return (a[0][0], b[0][1])\n")) as process:
        began = time.process_time()
        assert sum(1 for _ in process.ask("mtv", [CALL] * 5000)) == 5000
        assert time.process_time() - began < 2.5  # of ours; the worker's is about the same


LOADING = {
    "syntax": ("def mtv(a, b):\n    return (1,\n", "Line 2: the file has a syntax error: '(' was never closed."),
    "indentation": ("def mtv(a, b):\nreturn 1\n", "Line 2: the file has a syntax error: expected an indented block"),
    "no text": (
        "\0",
        "mine.py raised SyntaxError while it was loaded: source code string cannot contain null bytes.",
    ),
    "import": (
        "import nothing_like_it\n",
        "mine.py raised ModuleNotFoundError in line 1 while it was loaded: No module named 'nothing_like_it'.",
    ),
    "raises": ("\nx = 1 / 0\n", "mine.py raised ZeroDivisionError in line 2 while it was loaded: division by zero."),
    "exits": ("raise SystemExit\n", "mine.py ended the program in line 1 (SystemExit)"),
    "leaves": ("import os\nos._exit(0)\n", "mine.py ended its own process in line 2 (os._exit, status 0)."),
    "crashes": ("import ctypes\nctypes.string_at(0)\n", "mine.py ended its process in line 2: SIGSEGV."),
}


@pytest.mark.parametrize("name", LOADING)
def test_a_file_that_does_not_load_says_why(name: str, tmp_path: Path) -> None:
    source, sentence = LOADING[name]
    with running(program(tmp_path, source)) as process:
        assert sentence in told(process, process.loaded, subject="mine.py")
        assert [each["is"] for each in process.ask("mtv", [CALL])] == ["gone"]


def test_a_file_that_never_loads_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lessons.labs.checking.process.LOAD_LIMIT", 0.3)
    with running(program(tmp_path, "x = 0\nwhile True:\n    x += 1\n"), time_limit=0.06) as process:
        limits = {"time_limit": process.load_limit, "memory_limit": 1}
        sentence = sentence_of(process.loaded, "mine.py", **limits)  # type: ignore[arg-type]
        assert sentence == "mine.py had not loaded after 0.3 s; it was in line 2."


def test_what_is_printed_is_counted_and_its_beginning_kept(tmp_path: Path) -> None:
    source = (
        "import sys\ndef mtv(a, b):\n    for _ in range(20000): print('0123456789' * 20)\n"
        "    print('no', file=sys.stderr)\n"
    )
    with running(program(tmp_path, source), time_limit=5.0) as process:
        (word,) = process.ask("mtv", [CALL])
        assert word["printed"] == 20000 * 201 + 3
        assert word["head"] == "0123456789" * 20
        assert word["value"] is None


def test_standard_output_may_be_closed_and_input_is_at_its_end(tmp_path: Path) -> None:
    source = (
        "import os, sys\ndef mtv(a, b):\n    sys.stdout.close()\n    print(1)\n    os.close(1)\n    return 7\n"
        "def overlap(a, b):\n    return input()\n"
    )
    with running(program(tmp_path, source)) as process:
        assert [each["value"] for each in process.ask("mtv", [CALL])] == [7]
        (word,) = process.ask("overlap", [CALL])
        assert told(process, word) == "`mtv` raised EOFError in line 8: EOF when reading a line."


def test_values_of_many_kinds_are_plain(tmp_path: Path) -> None:
    source = """
import numpy as np
from collections import namedtuple
from dataclasses import dataclass
from fractions import Fraction

@dataclass
class Vec:
    x: float
    y: float

@dataclass
class Found:
    normal: Vec
    depth: float

Pair = namedtuple("Pair", "p q")

def mtv(a, b):
    return [Vec(1, 2.5), Found(Vec(0, 1), 2), np.array([1.0, 2.0]), np.float64(3), np.bool_(True), Pair(1, (2, 3)),
            Fraction(1, 4), 10 ** 400, float("nan"), {"k": (1,)}, "word", None]
"""
    with running(program(tmp_path, source)) as process:
        (word,) = process.ask("mtv", [CALL])
    *values, nan, table, text, nothing = word["value"]
    assert values[:2] == [[1, 2.5], {"normal": [0, 1], "depth": 2}]
    assert values[2:] == [[1.0, 2.0], 3.0, True, [1, [2, 3]], 0.25, float("inf")]
    assert nan != nan
    assert (table, text, nothing) == ({"k": [1]}, "word", None)


def test_the_last_yield_or_the_return_value_is_the_answer(tmp_path: Path) -> None:
    source = """
def mtv(a, b):
    yield {"n": 1}
    yield (3.0, 4.0)
def overlap(a, b):
    yield 1
    if not a:
        return None
    yield 2
    return None
"""
    with running(program(tmp_path, source)) as process:
        assert [each["value"] for each in process.ask("mtv", [CALL])] == [[3.0, 4.0]]
        assert [each["value"] for each in process.ask("overlap", [CALL])] == [None]


def test_what_a_file_defines_is_described(tmp_path: Path) -> None:
    source = (
        "from math import hypot\nmtv = lambda a: a\ndef overlap(a, b, *, eps=1): ...\n"
        "def mtw(a, b): return overlap(a, b)\nclass C: ...\n"
    )
    with running(program(tmp_path, source)) as process:
        assert process.loaded["functions"] == {
            "mtv": {"fits": 0, "parameters": ["a"], "line": 2, "helps": []},
            "overlap": {"fits": 2, "parameters": ["a", "b", "eps"], "line": 3, "helps": ["mtw"]},
        }
        assert process.loaded["others"] == ["mtw"]


def test_the_file_sees_its_neighbours_and_nothing_of_ours(tmp_path: Path) -> None:
    program(tmp_path, "TWO = 2\n", "neighbour.py")
    source = (
        "import sys, neighbour\ndef mtv(a, b):\n"
        "    return [neighbour.TWO, __name__, [n for n in sys.modules if n.startswith('lessons')]]\n"
    )
    with running(program(tmp_path, source, "json.py")) as process:  # a name that the worker itself needs
        assert [each["value"] for each in process.ask("mtv", [CALL])] == [[2, "checked_json", []]]
    assert not list(tmp_path.glob("__pycache__"))


def test_a_path_with_other_letters_keeps_its_lines(tmp_path: Path) -> None:
    folder = tmp_path / "Übung 1 – é"
    folder.mkdir()
    with running(program(folder, "def mtv(a, b):\n    import ctypes\n    ctypes.string_at(0)\n")) as process:
        (word,) = process.ask("mtv", [CALL])
        assert (word["is"], word["line"]) == ("crash", 3)


@pytest.mark.skipif(sys.platform == "win32", reason="no groups of processes")
def test_what_the_file_started_is_ended_with_it(tmp_path: Path) -> None:
    source = (
        "import subprocess, sys\ndef mtv(a, b):\n"
        "    return subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)']).pid\n"
    )
    with running(program(tmp_path, source), time_limit=2.0) as process:
        (word,) = process.ask("mtv", [CALL])
        os.kill(word["value"], 0)
    deadline = time.monotonic() + 5
    while is_alive(word["value"]):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and waits for its parent does not."""
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
def test_a_worker_that_is_killed_from_outside_is_one_sentence(tmp_path: Path) -> None:
    source = "import os\ndef mtv(a, b):\n    return os.getpid()\n"
    with running(program(tmp_path, source)) as process:
        (word,) = process.ask("mtv", [CALL])
        os.kill(word["value"], signal.SIGKILL)
        (after,) = process.ask("mtv", [CALL])
        assert told(process, after) == "`mtv` ended its process: SIGKILL."
        assert next(process.ask("mtv", [CALL]))["is"] == "answer"


@pytest.mark.skipif(sys.platform == "win32", reason="no fork")
def test_a_fork_answers_once(tmp_path: Path) -> None:
    source = "import os\ndef mtv(a, b):\n    os.fork()\n    return a[0][0]\n"
    calls = [([(float(i), 0.0)], BOX) for i in range(5)]
    with running(program(tmp_path, source)) as process:
        assert [each["value"] for each in process.ask("mtv", calls)] == [0.0, 1.0, 2.0, 3.0, 4.0]


def test_where_the_system_keeps_no_limit_of_memory_the_peak_is_watched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = (
        "from lessons.labs.checking import limits\nlimits.resource = None\nworker.main()"  # as on macOS and Windows
    )
    monkeypatch.setattr(
        "lessons.labs.checking.process._START", _START.replace("for name in [each", f"{plain}\nfor name in [each")
    )
    source = (
        "def mtv(a, b):\n    kept = []\n    while len(kept) < 2000:\n"
        "        kept.append(bytearray(b'1') * (1 << 20))\n"
    )
    with running(program(tmp_path, source), memory_limit=64, time_limit=5.0) as process:
        (word,) = process.ask("mtv", [CALL])
        assert told(process, word).startswith("`mtv` asked for more than 64 MB in line ")


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_the_worker_ends_with_us(tmp_path: Path) -> None:
    path = program(tmp_path, "import os\ndef mtv(a, b):\n    return os.getpid()\n")
    source = (
        "import os, signal\nfrom pathlib import Path\nfrom lessons.labs.checking.process import _START, Process\n"
        f"process = Process(Path({str(path)!r}), {{'mtv': (2,)}})\n"
        "print(next(process.ask('mtv', [([], [])]))['value'], flush=True)\nos.kill(os.getpid(), signal.SIGKILL)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    ended = subprocess.run(
        [sys.executable, "-c", source], env=environment, capture_output=True, text=True, timeout=60
    )
    deadline = time.monotonic() + 10
    while is_alive(int(ended.stdout)):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_what_is_saved_meanwhile_does_not_change_a_check(tmp_path: Path) -> None:
    path = program(tmp_path, "import os\ndef mtv(a, b):\n    return os._exit(0) if a == [] else 1\n")
    with running(path) as process:
        path.write_text("def mtv(a, b): return 2\n", encoding="utf-8")
        assert next(process.ask("mtv", [([], [])]))["is"] == "left"
        assert next(process.ask("mtv", [CALL]))["value"] == 1


def test_sets_have_one_order_in_all_starts(tmp_path: Path) -> None:
    source = "import os\ndef mtv(a, b):\n    return list({'one', 'two', 'three', 'four'}) if a else os._exit(1)\n"
    with running(program(tmp_path, source)) as process:
        first, _, second = process.ask("mtv", [CALL, ([], []), CALL])
        assert process.starts == 2
        assert first["value"] == second["value"]


def test_lots_are_drawn_alike_in_every_call(tmp_path: Path) -> None:
    source = (
        "import random\nfrom random import random as draw\nimport numpy as np\nrandom.seed()\n"
        "def mtv(a, b):\n    return [draw(), random.gauss(0, 1), np.random.rand()]\n"
    )
    with running(program(tmp_path, source)) as process:
        values = [word["value"] for word in process.ask("mtv", [CALL] * 3)]
        assert values[0] == values[1] == values[2]
        assert len(set(values[0])) == 3


def test_a_file_that_is_absent_is_one_sentence(tmp_path: Path) -> None:
    with running(tmp_path / "mine.py") as process:
        sentence = told(process, process.loaded, subject="mine.py")
        assert sentence == "mine.py cannot be read: No such file or directory."
        assert next(process.ask("mtv", [CALL]))["is"] == "gone"


def test_steps_of_a_generator_have_lines_and_values(tmp_path: Path) -> None:
    source = """
from dataclasses import dataclass
@dataclass
class Tested:
    axis: tuple
    gap: float
def mtv(a, b):
    for i in range(2):
        yield Tested((i, 1), 0.5)
    yield from rest(i)
    return (1, 0)
def rest(n):
    m = n + 1
    yield {"m": m}
"""
    with running(program(tmp_path, source)) as process:
        word = process.steps("mtv", CALL)
        assert [(step["line"], step["function"]) for step in word["steps"]] == [(9, "mtv"), (9, "mtv"), (14, "rest")]
        assert word["steps"][1]["yielded"] == {"axis": [1, 1], "gap": 0.5}
        assert word["steps"][2]["values"] == {"n": 1, "m": 2}
        assert word["value"] == [1, 0]
        assert len(process.steps("mtv", CALL, most=2)["steps"]) == 2


def test_steps_of_a_plain_function_are_its_lines_up_to_the_trouble(tmp_path: Path) -> None:
    source = "def mtv(a, b):\n    n = len(a)\n    m = n * 2\n    return m / (n - 4)\n"
    with running(program(tmp_path, source)) as process:
        word = process.steps("mtv", CALL)
        assert [step["line"] for step in word["steps"]] == [2, 3, 4]
        assert word["steps"][2]["values"] == {
            "a": [list(p) for p in BOX],
            "b": [list(p) for p in BOX],
            "n": 4,
            "m": 8,
        }
        assert (word["is"], word["line"]) == ("exception", 4)


def test_steps_of_an_endless_function_end(tmp_path: Path) -> None:
    source = "def mtv(a, b):\n    n = 0\n    while True:\n        n += 1\n        yield n\n"
    with running(program(tmp_path, source)) as process:
        word = process.steps("mtv", CALL, most=30)
        assert len(word["steps"]) == 30
        assert (word["is"], word["line"]) == ("endless", 3)
