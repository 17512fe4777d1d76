"""Pictures that move, and tables as CSV."""

from __future__ import annotations

import csv
import io
import re
import subprocess
import sys
from pathlib import Path

import imageio_ffmpeg
import numpy as np
import pytest
from PIL import Image

from viz.__main__ import find_lesson
from viz.export.animation import SUFFIXES, Frame, save_animation
from viz.export.table import table_csv
from viz.lesson.lesson import Moment
from viz.session.player import Player

COLORS = ((10, 20, 30), (200, 40, 40), (60, 220, 90))


def frames() -> list[Frame]:
    return [Frame(np.full((40, 60, 3), color, np.uint8), 200 * (i + 1)) for i, color in enumerate(COLORS)]


@pytest.mark.parametrize("suffix", [each for each in SUFFIXES if each != ".mp4"])
def test_every_frame_comes_back_with_its_colour_and_time(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"film{suffix}"
    save_animation(frames(), path)
    with Image.open(path) as film:
        assert film.n_frames == 3
        assert film.size == (60, 40)
        for i, color in enumerate(COLORS):
            film.seek(i)
            assert np.abs(np.array(film.convert("RGB").getpixel((30, 20))) - color).max() <= 2
            film.load()
            assert film.info["duration"] == 200 * (i + 1)
        assert film.info.get("loop", 0) == 0, "it starts over"


def test_what_cannot_be_saved_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match=r"are \.gif, \.apng, \.webp, \.mp4, not '\.avi'"):
        save_animation(frames(), tmp_path / "film.avi")
    with pytest.raises(ValueError, match="no frame"):
        save_animation([], tmp_path / "film.gif")
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(ValueError, match="need Pillow"):
        save_animation(frames(), tmp_path / "film.gif")


def test_a_film_is_as_long_as_its_frames(tmp_path: Path) -> None:
    path = tmp_path / "film.mp4"
    save_animation(frames(), path)
    told = [imageio_ffmpeg.get_ffmpeg_exe(), "-i", str(path), *("-f", "rawvideo", "-pix_fmt", "rgb24", "-")]
    read = subprocess.run(told, capture_output=True, check=True)  # the package's own reader leaves its pipes open
    assert re.search(rb"Video: h264.* 60x40.* 20 fps", read.stderr)
    shown = np.frombuffer(read.stdout, np.uint8).reshape(-1, 40, 60, 3)
    assert len(shown) == sum(round(each.milliseconds / 50) for each in frames())
    for at, color in ((0, 0), (3, 0), (4, 1), (11, 1), (12, 2), (23, 2)):
        assert np.abs(shown[at][20, 30].astype(int) - COLORS[color]).max() <= 12  # colours are coded apart from light


def test_a_film_that_cannot_be_encoded_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(OSError, match=r"film\.mp4: the encoder failed"):
        save_animation(frames(), tmp_path / "gone" / "film.mp4")
    monkeypatch.setattr("shutil.which", lambda name: None)
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    with pytest.raises(ValueError, match="needs an encoder"):
        save_animation(frames(), tmp_path / "film.mp4")


def test_a_table_is_what_the_panel_shows() -> None:
    lesson = find_lesson("axis-by-axis")
    preset = next(iter(lesson.presets.values()))
    trace = lesson.run(preset.scene)
    moment = Moment(preset.scene, trace, len(trace) - 1)
    rows = list(csv.reader(io.StringIO(table_csv(lesson, moment))))
    table = lesson.table(moment)
    assert table is not None
    assert rows[0] == ["step", "axis", "projection of A", "projection of B", "separation"]
    assert len(rows) == len(table.rows) + 1
    least = max(float(row[-1]) for row in rows[1:])
    assert least == pytest.approx(trace.result.separation, abs=0.006), "numbers with a minus that programs read"
    without = find_lesson("two-polygons")
    preset = next(iter(without.presets.values()))
    with pytest.raises(ValueError, match="step 1 of two-polygons has no table"):
        table_csv(without, Moment(preset.scene, without.run(preset.scene), 0))


def test_every_row_of_the_numbers_has_every_column() -> None:
    """The row of a centre of mass has no separation."""
    lesson = find_lesson("contact-scenarios")
    player = Player(lesson)
    player.last()
    rows = list(csv.reader(io.StringIO(table_csv(lesson, player.moment))))
    assert any("centre of mass" in row and row[-1] == "" for row in rows)
    assert {len(row) for row in rows} == {len(rows[0])}
