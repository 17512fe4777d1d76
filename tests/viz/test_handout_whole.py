"""The handout of the whole curriculum: how large it is, what it costs, and every step of it in a browser."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

import pytest

from tests.viz.test_handout import BROWSER, in_browser
from viz.__main__ import ENTRIES

LARGEST = 25_000_000  # bytes
LONGEST = 180.0  # seconds on two cores
STEPPED = """
<script>
addEventListener("load", () => {
  let steps = 0;
  const faults = [];
  for (const lesson of document.querySelectorAll(".lesson")) {
    const forward = lesson.querySelector("button[aria-label='Step forward']");
    const count = lesson.querySelectorAll(".step").length;
    for (let i = 0; i < count; i++, forward.click(), steps++) {
      const shown = [...lesson.querySelectorAll(".step.shown")];
      const place = lesson.querySelector("output").value;
      const drawn = shown.length === 1 && shown[0].querySelector("figure svg").getBoundingClientRect().height;
      if (!(drawn > 100) || place !== `${i + 1} / ${count}` || shown[0].scrollWidth > innerWidth)
        faults.push(`${lesson.id} ${i + 1}`);
    }
  }
  if (!document.title.startsWith("error"))
    document.title = `${document.querySelectorAll(".lesson").length} lessons, ${steps} steps: ${faults.join(", ")}`;
});
</script>
"""


@pytest.mark.skipif(not BROWSER, reason="no Chromium")
def test_the_whole_curriculum_steps_in_a_browser(tmp_path: Path) -> None:
    path = tmp_path / "all.html"
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "viz", "handout", "all", "-o", str(path)], check=True, timeout=600)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    busy = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    assert busy < 2.0 * LONGEST, "of both cores"
    assert path.stat().st_size < LARGEST
    told = in_browser(path.read_text(encoding="utf-8"), STEPPED, tmp_path)
    lessons, faults = told.split(": ") if ": " in told else (told, "")
    assert faults == ""
    assert lessons.startswith(f"{len(ENTRIES)} lessons, ")
    assert int(lessons.split()[2]) >= len(ENTRIES)
