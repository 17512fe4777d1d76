"""Lessons, files and exports under a monkey, 200,000 events: `tests.desktop.classroom_monkey`. Events and seed come
from outside (two processes with two seeds share them); a failure names both, and what was done last.

    SEPARATRIX_EVENTS=100000 SEPARATRIX_SEED=1 python -m pytest tests/campaigns/test_classroom.py -m campaign -n 0 -s
"""

from __future__ import annotations

import gc
import importlib
import os
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.desktop.classroom_monkey import Classroom
from tests.desktop.test_memory import resident_bytes
from viz.desktop import display

EVENTS = int(os.environ.get("SEPARATRIX_EVENTS", "200000"))
SEED = int(os.environ.get("SEPARATRIX_SEED", "20261123"))
MOST_MEMORY = 4 << 30  # bytes of addresses; it uses some 1.3 GB
MOST_GROWTH = 60.0  # MiB after a third of the events: all lessons have been looked at by then


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="reads Linux's /proc")
def test_a_monkey_loses_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with suppress(ImportError):  # what takes all memory is a fault with an event, not the end of the machine
        resource = importlib.import_module("resource")
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    display.prepare(headless=True)
    monkeypatch.setenv("HOME", str(tmp_path))
    classroom = Classroom(tmp_path, SEED)
    begin, warm = time.perf_counter(), 0
    part = min(EVENTS // 6 + 1, 5_000)  # events, after which it is told how far it has come
    try:
        while classroom.events < EVENTS:
            classroom.run(min(part, EVENTS - classroom.events))
            gc.collect()
            now = resident_bytes()
            warm = warm or (now if classroom.events > EVENTS // 3 else 0)
            told = f"{classroom.events} events, {time.perf_counter() - begin:.0f} s, {now / 2**20:.0f} MiB"
            print(told, flush=True)
    finally:
        print(f"seed {SEED}: {dict(classroom.counts)}", flush=True)
        classroom.close()
    grown = (now - warm) / 2**20
    assert grown < MOST_GROWTH, f"{grown:.1f} MiB more"
