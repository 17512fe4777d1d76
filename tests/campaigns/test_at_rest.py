"""What an untouched window costs: at most 1 % of a core over 30 s, in a real window on a virtual display."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.desktop.test_end_to_end import ROOT, x_server

SECONDS = 30.0
MOST = 0.01  # of a core
pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads Linux's /proc")


@pytest.fixture
def shown_on() -> Iterator[str]:
    with x_server("1960x1120x24") as display:
        yield display


def cpu_seconds(process: int) -> float:
    """Of a process, in its own code and in the system's."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.parametrize("lesson", ["axis-by-axis", "gjk", "tunnelling"])
def test_an_untouched_window_costs_next_to_nothing(shown_on: str, lesson: str, tmp_path: Path) -> None:
    environment = {**os.environ, "DISPLAY": shown_on, "SEPARATRIX_SETTINGS": str(tmp_path / "settings.json")}
    app = subprocess.Popen([sys.executable, "-m", "viz", lesson], cwd=ROOT, env=environment)
    try:
        time.sleep(5.0)
        before, opening = cpu_seconds(app.pid), time.monotonic()
        while True:  # until it has opened and drawn its last small picture, however busy the machine is
            time.sleep(2.0)
            assert time.monotonic() - opening < 60.0, "it does not come to rest"
            if (now := cpu_seconds(app.pid)) - before < 0.1:
                break
            before = now
        before = now
        time.sleep(SECONDS)
        assert app.poll() is None
        share = (cpu_seconds(app.pid) - before) / SECONDS
    finally:
        app.kill()
        app.wait()
    print(f"{lesson}: {100.0 * share:.2f} % of a core")
    assert share <= MOST
