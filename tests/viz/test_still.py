"""One step as a file without a window: its letters, its size, what lies behind it, its words; and whole lessons."""

from __future__ import annotations

import io
import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from viz.__main__ import find_lesson, main
from viz.export.glyphs import _font, outlined
from viz.export.letters import label, measure
from viz.export.still import SUFFIXES, Look, alt, caption, film_caption, still
from viz.lesson.ink import Ink, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.mark import Label
from viz.lesson.text import plain
from viz.picture.labels import PlacedLabel
from viz.picture.math_width import _WIDTHS, math_width
from viz.picture.text_width import MONO
from viz.picture.theme import DARK, LIGHT
from viz.session.player import Player

LESSON = find_lesson("circle-circle")
PLAYER = Player(LESSON)
PLAYER.go(2)
MOMENT = PLAYER.moment
SIZE = (640.0, 360.0)
FIGURE = Look(DARK, SIZE, figure=True)


def picture(look: Look) -> np.ndarray:
    with Image.open(io.BytesIO(still(LESSON, MOMENT, ".png", look))) as found:
        return np.array(found.convert("RGBA"))


def test_letters_become_outlines_in_their_places() -> None:
    svg = still(LESSON, MOMENT, ".svg", Look(LIGHT, SIZE)).decode()
    drawn = outlined(svg)
    assert "<text" in svg
    assert "<text" not in drawn
    root = ElementTree.fromstring(drawn)
    assert root.tag.endswith("svg")
    # The title's H stands on its baseline, and is as high as a capital of Roboto (0.711 of the size).
    title = '<text x="10" y="50" font-size="20" fill="#123456" xml:space="preserve">H&amp;</text>'
    path = re.search(r'<g fill="#123456"><path d="([^"]*)"/><path', outlined(title))
    assert path is not None
    numbers = [float(each) for each in re.findall(r"-?\d+\.?\d*", path[1])]
    assert max(numbers) == pytest.approx(50.0, abs=0.01)
    assert pytest.approx(min(each for each in numbers if each > 30.0), abs=0.02) == 50.0 - 0.711 * 20.0


@pytest.mark.parametrize(("weight", "slant"), [("", ""), ("bold", ""), ("", "italic"), ("bold", "italic")])
def test_faces_differ(weight: str, slant: str) -> None:
    plain_one, this = (
        outlined(f'<text x="0" y="9" font-size="9" font-weight="{w}" font-style="{s}">Rag</text>')
        for w, s in (("", ""), (weight, slant))
    )
    assert (plain_one == this) == (weight == slant == "")


def test_rows_of_source_stand_in_letters_of_one_width() -> None:
    """Words of one length are equally wide, in the measured box, in the file and as outlines of Inconsolata."""
    code = [Label(text, (0.0, 0.0), Ink.TEXT, (1.0, 0.0), TextStyle.CODE) for text in ("iiii", "WWWW")]
    assert measure(code[0], DARK, 1.0) == measure(code[1], DARK, 1.0)
    drawn = label(PlacedLabel(code[1], 0.0, 0.0, 40.0, 16.0), DARK, 1.0)
    assert 'font-family="Inconsolata, monospace"' in drawn
    font = _font("Inconsolata-Medium.ttf")
    widths = {font.getGlyphSet()[font.getBestCmap()[ord(each)]].width for each in "iW. ="}
    assert widths == {MONO * font["head"].unitsPerEm}
    assert outlined(drawn) != outlined(drawn.replace("Inconsolata, monospace", "Roboto"))


def test_a_sign_that_the_face_lacks_is_taken_from_another() -> None:
    assert outlined('<text x="0" y="9" font-size="9">⊕</text>').count("<path") == 1


def test_formulas_are_as_wide_as_their_letters() -> None:
    """The table of widths, held against the font."""
    font = _font("latex/latinmodern-math.otf")
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    for sign, width in _WIDTHS.items():
        assert abs(glyphs[names[ord(sign)]].width / 10.0 - width) <= 0.51, sign
    assert math_width("ab\u0302", 50.0) == pytest.approx(0.5 * (_WIDTHS["a"] + _WIDTHS["b"]))


@pytest.mark.parametrize("scale", [1, 2, 3, 4])
def test_the_scale_is_in_the_pixels(scale: int) -> None:
    shape = picture(Look(DARK, SIZE, figure=True, scale=scale)).shape
    assert shape == (round(SIZE[1]) * scale, round(SIZE[0]) * scale, 4)


def test_nothing_lies_behind_a_transparent_figure() -> None:
    solid, clear = picture(FIGURE), picture(Look(DARK, SIZE, figure=True, transparent=True))
    assert (solid[..., 3] == 255).all()
    assert (clear[..., 3] == 0).mean() > 0.4
    assert (clear[..., 3] == 255).mean() > 0.005, "but the figure is there"
    seen = clear[..., 3] == 255
    assert np.abs(clear[seen].astype(int) - solid[seen].astype(int)).max() <= 2


def test_a_pdf_is_one_page_of_the_picture_s_size() -> None:
    found = still(LESSON, MOMENT, ".pdf", FIGURE)
    assert found.startswith(b"%PDF-")
    assert len(re.findall(rb"/Type /Page\b", found)) == 1
    box = re.search(rb"/MediaBox \[ ?0 0 ([\d.]+) ([\d.]+)", found)
    assert box is not None
    assert float(box[1]) / float(box[2]) == pytest.approx(SIZE[0] / SIZE[1], rel=1e-3)


def test_the_words_beside_it_are_those_of_the_step() -> None:
    told = caption(LESSON, MOMENT)
    page = LESSON.page(MOMENT)
    assert f"step 3 of {len(MOMENT.trace)} ({page.stage})" in told
    assert plain(page.sentence) in told
    assert told.count(plain(LESSON.situation(MOMENT))) == 2
    assert alt(LESSON, MOMENT) in still(LESSON, MOMENT, ".svg", FIGURE).decode().replace("&amp;", "&")


def test_the_words_beside_a_film_are_those_of_all_that_it_shows() -> None:
    lesson = find_lesson("axis-by-axis")
    preset = next(iter(lesson.presets.values()))
    moment = Moment(preset.scene, lesson.run(preset.scene), 0)
    told = film_caption(lesson, moment, motion=False)
    seen = [plain(lesson.situation(moment.at(i))) for i in range(len(moment.trace))]
    assert f"its {len(seen)} steps one after the other (Edges of A, Edges of B, Answer). {seen[-1]}\n" in told
    assert all(each in told.split("Alt text: ")[1] for each in seen)
    lesson = find_lesson("linear-cast")
    preset = next(iter(lesson.presets.values()))
    told = film_caption(lesson, Moment(preset.scene, lesson.run(preset.scene), 0), motion=True)
    assert "step 1 of 6 (Difference), as time passes." in told


def test_what_is_missing_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match=r"to \.svg, \.pdf, \.png, \.csv, \.txt, not to '\.bmp'"):
        still(LESSON, MOMENT, ".bmp", FIGURE)
    with pytest.raises(ValueError, match="1 to 4, not 5"):
        still(LESSON, MOMENT, ".png", Look(DARK, SIZE, figure=True, scale=5))
    monkeypatch.setitem(sys.modules, "cairosvg", None)
    with pytest.raises(ValueError, match="need CairoSVG"):
        still(LESSON, MOMENT, ".pdf", FIGURE)
    monkeypatch.setitem(sys.modules, "fontTools.ttLib", None)
    with pytest.raises(ValueError, match="need fontTools"):
        outlined("<svg/>")


@pytest.mark.parametrize("suffix", SUFFIXES[:4])
def test_a_folder_gets_every_step_of_every_scene(
    suffix: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["export", LESSON.id, "-o", f"{tmp_path}/", "--format", suffix[1:], "--size", "320x180", "--caption"]
    assert main([*words, *(["--figure"] if suffix == ".png" else [])]) == 0
    steps = sum(len(LESSON.run(preset.scene)) for preset in LESSON.presets.values())
    found = sorted((tmp_path / LESSON.id).glob(f"*{suffix}"))
    assert capsys.readouterr().out == f"{len(found)} files in {tmp_path}\n"
    assert len(found) == steps or (suffix == ".csv" and 0 < len(found) <= steps)
    assert all(path.with_suffix(".caption.txt").read_text(encoding="utf-8").startswith("Caption: ") for path in found)
    assert all(path.stat().st_size for path in found)


def test_a_lecture_s_handout_has_its_scenes(tmp_path: Path) -> None:
    path = tmp_path / "lecture.html"
    assert main(["handout", "4-minkowski", "-o", str(path)]) == 0
    told = path.read_text(encoding="utf-8")
    assert "<h1>Minkowski" in told
    assert told.count('<section class="lesson moment"') >= 4
    lecture = find_lesson("gjk")
    assert sum(f"<h3>{name}</h3>" in told for name in lecture.presets) < len(lecture.presets)
