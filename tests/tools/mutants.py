"""Random changes to the program, and whether a test fails.

    python -m tests.tools.mutants map --over geometry --tests tests/geometry      once: which test runs which line
    python -m tests.tools.mutants run --over geometry --count 200 --seed 1 --minutes 60

Each change is one that a tired programmer might make: a sign, a side, an ink, a number, a comparison, an answer.
A change is made in the working tree and put back: run this in a checkout that nobody edits. It meets the tests that
run its line, quickest first and the golden record last, until one fails. A survivor is printed with its change:
write the test. Needs the package ``coverage``, which nothing else does.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
MAP = Path(tempfile.gettempdir()) / "separatrix-mutants.json"
FEW = 40  # tests that meet a change first; the others after them, if it is still alive
LONGEST = 240.0  # seconds for them: a change after which they never end is found, too
INKS = ("A", "B", "EXAMINED", "GAP", "OVERLAP", "ANSWER", "FAULTY")
COMPARED = {ast.Lt: ">", ast.Gt: "<", ast.LtE: ">", ast.GtE: "<", ast.Eq: "!=", ast.NotEq: "=="}
SWAPPED = {
    "low": "high",
    "high": "low",
    "on_a": "on_b",
    "on_b": "on_a",
    "first": "last",
    "min": "max",
    "max": "min",
    "True": "False",
    "False": "True",
    "normal": "tangent",
    "a": "b",
    "b": "a",
}


class Mutant(NamedTuple):
    """One change: a stretch of a file, in characters, and what stands there instead."""

    file: Path
    line: int
    start: int
    end: int
    text: str
    kind: str

    def apply(self, source: str) -> str:
        return source[: self.start] + self.text + source[self.end :]


def mutants(file: Path) -> Iterator[Mutant]:
    """Every change that this tool knows to make in a file."""
    source = file.read_text(encoding="utf-8")
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line.encode()))
    raw = source.encode()

    def place(line: int, column: int) -> int:
        return len(raw[: starts[line - 1] + column].decode())

    def mutant(node: ast.AST, text: str, kind: str) -> Mutant:
        begin = place(node.lineno, node.col_offset)  # type: ignore[attr-defined]
        end = place(node.end_lineno, node.end_col_offset)  # type: ignore[attr-defined]
        return Mutant(file, node.lineno, begin, end, text, kind)  # type: ignore[attr-defined]

    tree = ast.parse(source)
    annotations = {id(part) for node in ast.walk(tree) for part in _annotated(node)}
    for node in ast.walk(tree):
        if id(node) in annotations:
            continue
        match node:
            case ast.Attribute(value=ast.Name(id="Ink"), attr=attr) if attr in INKS:
                other = INKS[(INKS.index(attr) + 1) % len(INKS)]
                yield mutant(node, f"Ink.{other}", "ink")
            case ast.Attribute(value=value, attr=attr) if attr in SWAPPED:
                yield mutant(node, f"{ast.unparse(value)}.{SWAPPED[attr]}", "side")
            case ast.Name(id=name) if name in ("min", "max"):
                yield mutant(node, SWAPPED[name], "side")
            case ast.Constant(value=bool() as value):
                yield mutant(node, str(not value), "answer")
            case ast.Constant(value=float() as value) if value not in (0.0,):
                yield mutant(node, repr(value * 1.3), "number")
            case ast.Constant(value=int() as value):
                yield mutant(node, repr(value + 1), "number")
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                yield mutant(node, f"({ast.unparse(operand)})", "sign")
            case ast.BinOp(left=left, op=ast.Add(), right=right) if not _is_text(node):
                yield mutant(node, f"({ast.unparse(left)} - {ast.unparse(right)})", "sign")
            case ast.BinOp(left=left, op=ast.Sub(), right=right):
                yield mutant(node, f"({ast.unparse(left)} + {ast.unparse(right)})", "sign")
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in COMPARED:
                yield mutant(node, f"({ast.unparse(left)} {COMPARED[type(op)]} {ast.unparse(right)})", "comparison")


def _annotated(node: ast.AST) -> Iterator[ast.AST]:
    """What stands in annotations: no change there is one of behaviour."""
    for field in ("annotation", "returns"):
        part = getattr(node, field, None)
        if isinstance(part, ast.AST):
            yield from ast.walk(part)


def _is_text(node: ast.BinOp) -> bool:
    return any(isinstance(part, ast.JoinedStr) or (isinstance(part, ast.Constant) and isinstance(part.value, str))
               for part in ast.walk(node))  # fmt: skip


class Tests(NamedTuple):
    """Which tests run which line of a file, by node, and how long each takes in seconds."""

    by_line: dict[str, dict[str, list[str]]]
    seconds: dict[str, float]

    def of(self, mutant: Mutant) -> list[str]:
        """The tests that run a change's line, quickest first and the golden record last.

        A line that runs as its module is imported belongs to every test of the module.
        """
        lines = self.by_line.get(str(mutant.file.relative_to(ROOT)), {})
        found = set(lines.get(str(mutant.line), ())) or {test for tests in lines.values() for test in tests}
        found &= self.seconds.keys()  # what coverage takes for a test and pytest does not
        return sorted(found, key=lambda test: ("test_golden" in test, self.seconds.get(test, 0.0)))


def mapped(over: str, tests: list[str]) -> Tests:
    """Run the tests once and write down which lines each of them runs."""
    with tempfile.TemporaryDirectory() as folder:
        config, data = Path(folder, "rc"), Path(folder, "data")
        config.write_text(f"[run]\nsource = {over}\ndynamic_context = test_function\ndata_file = {data}\n")
        run = subprocess.run(
            [sys.executable, "-m", "coverage", "run", f"--rcfile={config}", "-m", "pytest", "-n", "0"]
            + ["-p", "no:cacheprovider", "--durations=0", "-vv", *tests],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        if run.returncode != 0:
            print(run.stdout[-3000:], run.stderr[-1000:])
        seconds: defaultdict[str, float] = defaultdict(float)
        for words in (line.split() for line in run.stdout.splitlines()):
            if len(words) >= 3 and words[1] in ("call", "setup", "teardown") and "::" in words[2]:
                seconds[words[2].split("[")[0]] += float(words[0].removesuffix("s"))
        return Tests(_lines(data), dict(seconds))


def _lines(data: Path) -> dict[str, dict[str, list[str]]]:
    from coverage import CoverageData

    record = CoverageData(basename=str(data))
    record.read()
    found: dict[str, dict[str, list[str]]] = {}
    for file in record.measured_files():
        found[str(Path(file).relative_to(ROOT))] = {
            str(line): sorted(_node(context) for context in contexts if context)
            for line, contexts in record.contexts_by_lineno(file).items()
        }
    return found


def _node(context: str) -> str:
    """The test of a context of coverage: tests.geometry.test_gjk.test_far stands in tests/geometry/test_gjk.py."""
    parts = context.split(".")
    at = next((i for i, part in enumerate(parts) if Path(ROOT, *parts[:i], part + ".py").is_file()), len(parts) - 1)
    return "::".join(["/".join(parts[: at + 1]) + ".py", *(part for part in parts[at + 1 :] if part != "<locals>")])


class Verdict(NamedTuple):
    word: str
    by: str = ""


def judged(mutant: Mutant, tests: list[str]) -> Verdict:
    """Whether a test fails with the change in place, and which."""
    if not tests:
        return Verdict("SURVIVES", "no test runs this line")
    try:
        run = subprocess.run(
            [sys.executable, "-B", "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider", *tests],
            cwd=ROOT,
            env={name: value for name, value in os.environ.items() if name != "SEPARATRIX_EXAMPLES"},
            capture_output=True,
            text=True,
            check=False,
            timeout=LONGEST,
        )
    except subprocess.TimeoutExpired:
        return Verdict("killed", "its tests do not end")
    if run.returncode == 0:
        return Verdict("SURVIVES")
    if run.returncode != 1 and "ERROR" not in run.stdout:
        raise RuntimeError(f"the tests did not run: {run.stdout[-500:]} {run.stderr[-500:]}")
    failed = [line.split(" - ")[0] for line in run.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return Verdict("killed", failed[0] if failed else run.stdout[-200:])


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.mutants", description=__doc__)
    parser.add_argument("action", choices=("map", "run"))
    parser.add_argument("--over", default="geometry", help="a folder of the program, or one file of it")
    parser.add_argument("--tests", nargs="+", default=["tests/geometry"])
    parser.add_argument("--map", type=Path, default=MAP)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--only", type=int, nargs="+", help="of those chosen, by their numbers: survivors once more")
    options = parser.parse_args()
    if options.action == "map":
        options.map.write_text(json.dumps(mapped(options.over, options.tests)))
        return
    tests = Tests(*json.loads(options.map.read_text()))
    over = ROOT / options.over
    files = [over] if over.is_file() else sorted(over.rglob("*.py"))
    found = [mutant for file in files for mutant in mutants(file)]
    chosen = random.Random(options.seed).sample(found, min(options.count, len(found)))
    print(f"{len(found)} changes known, {len(chosen)} chosen with seed {options.seed}")
    chosen = chosen if options.only is None else [chosen[number - 1] for number in options.only]
    print(tried(chosen, tests, until=time.monotonic() + 60.0 * options.minutes))


def tried(chosen: list[Mutant], tests: Tests, until: float) -> str:
    """Make each change, run its tests, put it back; one sentence of result."""
    killed = by_record = done = 0
    for number, mutant in enumerate(chosen, start=1):
        if time.monotonic() > until:
            break
        source = mutant.file.read_text(encoding="utf-8")
        times = mutant.file.stat()
        changed = mutant.apply(source)
        try:
            mutant.file.write_text(changed, encoding="utf-8")
            known = tests.of(mutant)
            verdict = judged(mutant, known[:FEW])
            if verdict.word == "SURVIVES" and known[FEW:]:
                verdict = judged(mutant, known[FEW:])
        finally:
            mutant.file.write_text(source, encoding="utf-8")
            os.utime(mutant.file, ns=(times.st_atime_ns, times.st_mtime_ns))
        done += 1
        killed += verdict.word == "killed"
        by_record += "test_golden" in verdict.by
        print(f"{number}/{len(chosen)} {mutant.kind}: {verdict.word} {verdict.by}", flush=True)
        if verdict.word != "killed":
            print(f"  {mutant.file.relative_to(ROOT)}:{mutant.line}")
            lines = difflib.unified_diff(source.splitlines(), changed.splitlines(), lineterm="", n=0)
            print("\n".join(list(lines)[2:]), flush=True)
    return f"{killed} of {done} killed, {by_record} of them by a golden record alone"


if __name__ == "__main__":
    main()
