"""Random changes to the files of lessons, and whether a test fails.

    python -m tests.tools.mutants FILE … --count 10 --tests TEST … --golden tests/lessons/test_golden.py

Each change is one that a tired programmer might make: a sign, a side, an ink, a line, a number, a comparison, an
answer. Files are changed one at a time and put back. A mutant that no test kills is printed: write the test.
Two numbers are reported: killed by any test, and by one other than the golden record.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
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
        return Mutant(file, begin, end, text, kind)

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


def survives(tests: list[str], golden: bool) -> bool:
    """Whether all tests pass, those of the golden record alone or without it."""
    chosen = ["-k", "test_golden"] if golden else ["-k", "not test_golden"]
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider", *chosen, *tests],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    return run.returncode in (0, 5)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.mutants", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tests", nargs="+", required=True, help="what pytest is to run")
    parser.add_argument(
        "--golden", nargs="*", default=[], help="tests of the golden record, run where the others pass"
    )
    options = parser.parse_args()
    found = [mutant for file in options.files for mutant in mutants(file.resolve())]
    chosen = random.Random(options.seed).sample(found, min(options.count, len(found)))
    killed = by_record = 0
    for number, mutant in enumerate(chosen, start=1):
        source = mutant.file.read_text(encoding="utf-8")
        changed = mutant.apply(source)
        try:
            mutant.file.write_text(changed, encoding="utf-8")
            if not survives(options.tests, golden=False):
                killed, word = killed + 1, "killed"
            elif options.golden and not survives(options.golden, golden=True):
                by_record, word = by_record + 1, "killed by the record alone"
            else:
                word = "SURVIVES"
        finally:
            mutant.file.write_text(source, encoding="utf-8")
        print(f"{number}/{len(chosen)} {mutant.kind}: {word}", flush=True)
        if word != "killed":
            lines = difflib.unified_diff(source.splitlines(), changed.splitlines(), lineterm="", n=0)
            print("\n".join(list(lines)[2:]), flush=True)
    print(f"{killed} of {len(chosen)} killed by tests, {by_record} more by the golden record alone")


if __name__ == "__main__":
    main()
