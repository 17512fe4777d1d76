"""Handouts: one HTML file, whole, with the words of the app, that steps in a browser."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from viz.__main__ import ENTRIES
from viz.export.handout import MOST_STEPS, Told, handout, right_answer
from viz.export.mathml import mathml
from viz.export.tex import typeset
from viz.lesson.curriculum import Entry
from viz.lesson.lesson import Moment
from viz.lesson.text import plain
from viz.picture.theme import DARK, LIGHT

BROWSERS = (shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome"))
BROWSER = next((found for found in BROWSERS if found), "")
VOID = {"meta", "input", "br", "path", "circle", "rect", "use", "image", "stop", "ellipse", "polygon", "line"}
NAMES = ("axis-by-axis", "gjk")


class Read(HTMLParser):
    """Checks that what is opened is closed; gathers ids, links and the text of every step."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.steps: list[str] = []
        self.labelled = True
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        told = dict(attributes)
        if tag not in VOID:
            self.open.append(tag)
        if "id" in told:
            self.ids.append(told["id"] or "")
        self.links += [told[name] or "" for name in ("href", "src", "xlink:href") if name in told]
        if tag == "article":
            self.steps.append("")
        if tag == "svg":
            self.labelled = self.labelled and bool(told.get("aria-label") or told.get("aria-hidden"))

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        told = dict(attributes)
        if "id" in told:
            self.ids.append(told["id"] or "")

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.steps and "script" not in self.open and "svg" not in self.open:
            self.steps[-1] += data


@pytest.fixture(scope="module")
def written() -> str:
    return handout([Told(f"1.{i}", ENTRIES[name].lesson) for i, name in enumerate(NAMES, 1)], "Two & more", scenes=1)


def squeezed(text: str) -> str:
    return re.sub(r"\s+", " ", text)


def test_it_is_whole_and_needs_nothing_from_elsewhere(written: str) -> None:
    read = Read(written)
    assert read.open == []
    assert len(read.ids) == len(set(read.ids)), "no id twice"
    assert read.labelled, "every picture has a text"
    assert all(link.startswith(("#", "data:")) for link in read.links)
    assert {link[1:] for link in read.links if link.startswith("#")} <= set(read.ids)
    assert not re.search(r"https?://(?!www\.w3\.org)", written)
    assert "<title>Two &amp; more</title>" in written


def test_every_step_says_what_the_app_says(written: str) -> None:
    steps = [squeezed(each) for each in Read(written).steps]
    said = 0
    for name in NAMES:
        lesson = ENTRIES[name].lesson
        scene = next(iter(lesson.presets.values())).scene
        trace = lesson.run(scene)
        for i in range(min(len(trace), MOST_STEPS)):
            moment, step = Moment(scene, trace, i), steps[said]
            page = lesson.page(moment)
            assert f"Step {i + 1} of {len(trace)} · {page.stage}" in step
            for text in (page.idea, page.sentence, lesson.situation(moment)):
                assert squeezed(plain(text)) in step
            table = lesson.table(moment)
            for _, row in table.rows if table is not None else ():
                assert all(squeezed(plain(cell)).strip() in step for cell in row.cells)
            if page.prediction is not None:
                assert squeezed(plain(page.prediction.text)) in step
                assert squeezed(plain(right_answer(page.prediction, scene).because)) in step
            said += 1
    assert said == len(steps)


def test_its_colours_are_those_of_both_themes(written: str) -> None:
    pictures = re.sub(r"<style>.*?</style>", "", written, flags=re.DOTALL)
    left = set(re.findall(r'(?:fill|stroke|stop-color)="(#[0-9a-fA-F]{6})"', pictures))
    assert left == set(), "every colour follows the reader's choice"
    for theme in (DARK, LIGHT):
        assert f"--canvas: {theme.canvas};" in written
    assert set(re.findall(r"var\(--([a-z-]+)\)", written)) <= set(re.findall(r"--([a-z-]+):", written))


def test_no_lessons_no_handout() -> None:
    with pytest.raises(ValueError, match="needs a lesson"):
        handout([], "Nothing")


ASKED = """
<script>
const told = [];
const shown = () => document.querySelectorAll("#axis-by-axis .step.shown").length + ":" +
  [...document.querySelectorAll("#axis-by-axis .step")].findIndex(each => each.classList.contains("shown"));
told.push(shown());
document.querySelector("#axis-by-axis button[aria-label='Step forward']").click();
told.push(shown());
document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
told.push(shown());
document.getElementById("theme").click();
told.push(document.documentElement.dataset.theme);
document.title = told.join(" ");
</script>
"""


@pytest.mark.skipif(not BROWSER, reason="no Chromium")
def test_it_steps_in_a_browser_without_a_script_error(written: str, tmp_path: Path) -> None:
    path = tmp_path / "handout.html"
    catches = "<script>window.onerror = told => { document.title = 'error ' + told; };</script>"
    path.write_text(
        written.replace("<head>", f"<head>{catches}").replace("</body>", f"{ASKED}</body>"), encoding="utf-8"
    )
    words = [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", path.as_uri()]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120, check=True)
    found = re.search(r"<title>(.*?)</title>", done.stdout)
    assert found is not None
    first, clicked, keyed, theme = found[1].split()
    assert (first, clicked) == ("1:0", "1:1")
    assert keyed == "1:2"
    assert theme in ("light", "dark")


def test_formulas_can_be_read_out(written: str, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = re.findall(r'<p class="formula">(.*?)</p>', written, re.DOTALL)
    assert drawn
    assert all(each.startswith('<span class="heard"><math ') and 'aria-hidden="true"' in each for each in drawn)
    assert mathml(r"\gap{s}=\frac{a}{b}") == mathml(r"{s}=\frac{a}{b}")
    assert "mfrac" in (mathml(r"\gap{s}=\frac{a}{b}") or "")
    assert mathml(r"\nosuchcommand{s}") is None
    monkeypatch.setitem(sys.modules, "latex2mathml.converter", None)
    assert mathml("s") is None


@pytest.mark.parametrize("entry", ENTRIES.values(), ids=list(ENTRIES))
def test_every_formula_is_drawn_and_can_be_read_out(entry: Entry) -> None:
    """A command that the pictures do not know would leave the formula out of them."""
    seen = set()
    for preset in entry.lesson.presets.values():
        moment = Moment(preset.scene, entry.lesson.run(preset.scene), 0)
        seen |= {entry.lesson.page(moment.at(i)).formula for i in range(min(len(moment.trace), MOST_STEPS))}
    for formula in seen - {""}:
        typeset(DARK.tex(formula), 20.0, DARK.text)
        assert mathml(formula), formula
