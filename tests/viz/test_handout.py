"""Handouts: one HTML file, whole, with the words of the app, that steps in a browser."""

from __future__ import annotations

import linecache
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from viz.__main__ import ENTRIES, main
from viz.export.handout import MOST_STEPS, SIZE, Opening, Told, handout, lesson_html
from viz.export.mathml import mathml
from viz.export.svg import figure_svg
from viz.export.tex import typeset
from viz.lesson.curriculum import Entry
from viz.lesson.lesson import Lesson, Moment
from viz.lesson.prediction import Choose, head_of, right_answer
from viz.lesson.text import plain
from viz.picture.theme import DARK, LIGHT
from viz.session.clock import seen

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


def bare(text: str) -> str:
    """Without the spaces, which HTML has elsewhere, and the low lines for which it has an element."""
    return re.sub(r"[\s_]+", "", text)


def test_what_stands_low_in_a_formula_stands_low_in_a_sentence() -> None:
    lesson = ENTRIES["axis-by-axis"].lesson
    text = lesson_html(Told("", lesson), opening=Opening(next(iter(lesson.presets))), scenes=1)
    words = [each for each in re.findall(r"<p>.*?</p>", text, re.DOTALL) if "<code>" not in each]
    assert any("<i>max<sub>A</sub></i>" in each for each in words)
    assert not any("_" in re.sub(r"<[^>]*>", "", each) for each in words)


def test_it_is_whole_and_needs_nothing_from_elsewhere(written: str) -> None:
    read = Read(written)
    assert read.open == []
    assert len(read.ids) == len(set(read.ids)), "no id twice"
    assert read.labelled, "every picture has a text"
    assert all(link.startswith(("#", "data:")) for link in read.links)
    assert {link[1:] for link in read.links if link.startswith("#")} <= set(read.ids)
    assert not re.search(r"https?://(?!www\.w3\.org)", written)
    assert "<title>Two &amp; more</title>" in written


@pytest.mark.parametrize("name", ENTRIES)
def test_every_step_says_what_the_app_says(name: str) -> None:
    """Of the scene at which each lesson opens, in the order in which the app tells it: nothing is left out, nothing
    is said besides, and what is asked is asked with its right answer."""
    lesson = ENTRIES[name].lesson
    scene, preset = next(iter(lesson.presets.items()))
    moment = Moment(preset.scene, lesson.run(preset.scene), 0)
    told = range(min(len(moment.trace), MOST_STEPS))
    steps = Read(lesson_html(Told("", lesson), opening=Opening(scene), scenes=1)).steps
    assert len(steps) == len(told)
    compared = lesson.comparison(preset.compare)
    faulty = None if compared is None else compared.run(preset.scene)
    for i in told:
        here = replace(moment.at(i), compare=preset.compare, faulty=faulty)
        here = here if lesson.page(here).prediction else seen(lesson, here)
        assert bare(steps[i]) == bare(words_of(lesson, here)), f"step {i + 1}"


def test_every_step_is_drawn_when_its_motion_has_ended() -> None:
    """A page cannot move: twelve differences that are told are twelve that are drawn, edges that are laid lie."""
    lesson = ENTRIES["minkowski-difference"].lesson
    scene, preset = next(iter(lesson.presets.items()))
    trace = lesson.run(preset.scene)
    text = lesson_html(Told("", lesson), opening=Opening(scene), scenes=1)
    figures = [each.count("<") for each in re.findall(r"<figure>.*?</figure>", text, re.DOTALL)]
    for i, step in enumerate(figures):
        begun = Moment(preset.scene, trace, i)
        clock = lesson.clock(begun)
        drawn, at_first = (
            figure_svg(lesson, moment, DARK, SIZE, "", "x").count("<")
            for moment in (replace(begun, time=0.0 if clock is None else clock.ticks[i]), begun)
        )
        asks = lesson.page(begun).prediction is not None
        assert step - 2 == (at_first if asks else drawn), f"step {i + 1}"
        assert i > 0 or drawn > at_first + 11


def words_of(lesson: Lesson[Any], moment: Moment[Any]) -> str:
    """A step as the app tells it: the panel's words and the line under the figure."""
    page, table = lesson.page(moment), lesson.table(moment)
    parts = [f"Step {moment.index + 1} of {len(moment.trace)} · {page.stage}"]
    if page.prediction is not None:
        right = right_answer(page.prediction, moment.scene)
        named = f"{min(page.prediction.right)}. " if isinstance(page.prediction, Choose) else ""
        parts += [f"{head_of(page.prediction)} first: {plain(page.prediction.text)}", named + plain(right.because)]
    heard = mathml(page.formula) if page.formula else None
    parts += ["" if heard is None else unescape(re.sub(r"<[^>]*>", "", heard))]
    parts += [plain(each) for each in (page.idea, page.sentence, lesson.situation(moment))]
    if table is not None:
        cells = [*table.columns, *(cell for _, row in table.rows for cell in row.cells)]
        parts.append("".join(plain(each) for each in cells))
    line = moment.trace.line(moment.index)
    parts.append(f"{line.function}: {linecache.getline(line.file, line.line).strip()}")
    return " ".join(parts)


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
const touched = (kind, x) => {
  const at = document.querySelector("#axis-by-axis");
  const touch = new Touch({ identifier: 1, target: at, clientX: x, clientY: 300 });
  at.dispatchEvent(new TouchEvent(kind, { touches: kind === "touchend" ? [] : [touch], changedTouches: [touch] }));
};
for (const [from, to] of [[300, 280], [300, 200], [300, 200], [200, 320]]) {
  touched("touchstart", from);
  touched("touchend", to);
  told.push(shown());
}
document.getElementById("theme").click();
told.push(document.documentElement.dataset.theme);
document.title = told.join(" ");
</script>
"""


@pytest.mark.skipif(not BROWSER, reason="no Chromium")
def test_it_steps_in_a_browser_without_a_script_error(written: str, tmp_path: Path) -> None:
    found = in_browser(written, ASKED, tmp_path)
    first, clicked, keyed, *swiped, theme = found.split()
    assert (first, clicked) == ("1:0", "1:1")
    assert keyed == "1:2"
    assert swiped == ["1:2", "1:3", "1:4", "1:3"], "a touch that hardly moves is no swipe"
    assert theme in ("light", "dark")


LECTURE = """
title = "Mine"
[[moment]]
lesson = "axis-by-axis"
scene = 2
step = 3
note = "For me alone."
[[moment]]
file = "version-1.separatrix"
question = false
note_in_handout = true
note = "What is <v>?

The nearest point."
[[moment]]
lesson = "axis-by-axis"
scene = 1
stage = "Answer"
""".replace('note = "What', 'note = """What').replace('point."', 'point."""')

MOMENTS_ASKED = """
<script>
const page = number => document.querySelector("#moment-" + number);
const place = number => [
  page(number).querySelector("select").value,
  page(number).querySelectorAll(".scene.shown .step.shown").length,
  page(number).querySelector(".scene.shown .step.shown h4").textContent,
  page(number).querySelector("output").value,
].join("|");
const places = [1, 2, 3].map(place);
page(1).querySelector("button[aria-label='Step back']").click();
places.push(place(1));
page(1).querySelector("input[type=range]").value = 1;
page(1).querySelector("input[type=range]").dispatchEvent(new Event("input"));
places.push(place(1));
document.title = places.join(";");
</script>
"""


@pytest.fixture(scope="module")
def lecture_written(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("lecture")
    shutil.copy(Path(__file__).parent / "data" / "version-1.separatrix", folder)
    (folder / "mine.toml").write_text(LECTURE, encoding="utf-8")
    assert main(["handout", str(folder / "mine.toml"), "-o", str(folder / "mine.html")]) == 0
    return (folder / "mine.html").read_text(encoding="utf-8")


def in_browser(text: str, asks: str, folder: Path, *more: str) -> str:
    """The title that a script of the page gives it; a script error stands there too."""
    catches = "<script>window.onerror = told => { document.title = 'error ' + told; };</script>"
    path = folder / "handout.html"
    path.write_text(text.replace("<head>", f"<head>{catches}").replace("</body>", f"{asks}</body>"), encoding="utf-8")
    words = [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", *more, "--dump-dom", path.as_uri()]
    done = subprocess.run(words, capture_output=True, text=True, timeout=300, check=True)
    found = re.search(r"<title>(.*?)</title>", done.stdout)
    assert found is not None
    return unescape(found[1])


@pytest.mark.skipif(not BROWSER, reason="no Chromium")
def test_each_moment_of_a_lecture_begins_at_its_own_scene_and_step(lecture_written: str, tmp_path: Path) -> None:
    places = [each.split("|") for each in in_browser(lecture_written, MOMENTS_ASKED, tmp_path).split(";")]
    lesson = ENTRIES["axis-by-axis"].lesson
    one, two = list(lesson.presets.items())[:2]
    counts = [len(lesson.run(preset.scene)) for _, preset in (one, two)]
    answer = lesson.stage_names(Moment(one[1].scene, lesson.run(one[1].scene), 0)).index("Answer") + 1
    assert all(place[1] == "1" for place in places), "one step of one scene is seen"
    assert places[0][0] == two[0]
    assert places[0][2].startswith(f"Step 3 of {counts[1]} ·")
    assert places[0][3] == f"3 / {counts[1]}"
    assert places[1][0].startswith("Pentagon and triangle")
    assert places[1][2].startswith("Step 3 of")
    assert places[2][0] == one[0]
    assert places[2][3] == f"{answer} / {counts[0]}"
    assert [place[3] for place in places[3:]] == [f"2 / {counts[1]}", f"1 / {counts[1]}"], "every step is reached"


def test_a_moment_of_a_handout_shows_its_note_and_its_questions_as_the_lecture_says(lecture_written: str) -> None:
    read = Read(lecture_written)
    assert read.open == []
    assert len(read.ids) == len(set(read.ids))
    pages = re.split(r"(?=<section )", lecture_written)[1:]
    assert [re.findall(r'<aside class="note">(.*?)</aside>', page) for page in pages] == [
        [],
        ["<p>What is &lt;v&gt;?</p><p>The nearest point.</p>"],
        [],
    ]
    assert "For me alone" not in lecture_written
    assert ["Predict first" in page for page in pages] == [True, False, True]
    assert all(page.count('<article class="step own">') == 1 for page in pages), "on paper, the moment's step"


@pytest.mark.skipif(not BROWSER, reason="no Chromium")
def test_each_moment_of_a_lecture_prints_as_one_page(lecture_written: str, tmp_path: Path) -> None:
    (tmp_path / "mine.html").write_text(lecture_written, encoding="utf-8")
    words = [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", f"--print-to-pdf={tmp_path / 'mine.pdf'}"]
    subprocess.run([*words, (tmp_path / "mine.html").as_uri()], capture_output=True, timeout=120, check=True)
    assert len(re.findall(rb"/Type\s*/Page\b", (tmp_path / "mine.pdf").read_bytes())) == 3


def test_a_moment_late_in_a_long_trace_is_told_with_the_steps_about_it() -> None:
    lesson = ENTRIES["ear-clipping"].lesson
    name, preset = max(lesson.presets.items(), key=lambda item: len(lesson.run(item[1].scene)))
    count = len(lesson.run(preset.scene))
    assert count > MOST_STEPS + 1
    for step in (0, count - 2, count - 1):
        text = lesson_html(Told("8.2", lesson), 1, opening=Opening(name, step, moment=1))
        numbers = [int(each) for each in re.findall(rf"<h4>Step (\d+) of {count} ", text)]
        first = int(re.findall(r'data-first="(\d+)"', text)[0])
        assert len(numbers) == MOST_STEPS
        assert numbers[first] == step + 1


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
