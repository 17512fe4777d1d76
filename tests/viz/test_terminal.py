"""Terminals, pipes and files that have not every letter of ours: consoles of Windows, a plain locale."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from viz.terminal import write_any_letter

ROOT = Path(__file__).parents[2]


def run(words: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    known = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    command = [sys.executable, "-m", "viz", *words.split()]
    return subprocess.run(command, env=known, capture_output=True, timeout=60, check=False)


@pytest.mark.parametrize(
    ("words", "encoding"), [("list", "cp1252"), ("why normal --list", "cp437"), ("glossary", "ascii")]
)
def test_any_encoding_will_do(words: str, encoding: str) -> None:
    told = run(words, PYTHONIOENCODING=encoding)
    assert (told.returncode, told.stderr) == (0, b"")
    assert not re.search(rb"(?<!\w)\?", told.stdout)  # a question ends in a word or a number


@pytest.mark.parametrize(
    ("letters", "plain"), [("a − b ≤ 2", "a - b <= 2"), ("n̂ᵀ", "nT"), ("λ₀π", "lambda0pi"), ("⌘", "?")]
)
def test_what_cannot_be_written_is_written_plainly(letters: str, plain: str) -> None:
    write_any_letter()
    assert letters.encode("ascii", "separatrix").decode() == plain


def test_an_error_is_told_in_any_encoding() -> None:
    told = run("nosuchlesson−", PYTHONIOENCODING="ascii", PYTHONUTF8="1")
    assert told.returncode == 2
    assert b"Traceback" not in told.stderr
    assert b"nosuchlesson-" in told.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of POSIX")
def test_a_reader_that_leaves_early_is_no_error() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        told = subprocess.run(
            [sys.executable, "-m", "viz", "list"],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=writing, stderr=subprocess.PIPE, timeout=60, check=False,
        )  # fmt: skip
    finally:
        os.close(writing)
    assert (told.returncode, told.stderr) == (0, b"")
