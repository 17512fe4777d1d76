"""Files that are written whole or not at all: a file that was there is as it was where writing has failed."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest

from tests.viz.test_animation import frames
from viz.__main__ import main
from viz.export.animation import SUFFIXES, save_animation
from viz.files.whole import whole, write_whole

BEFORE = b"what was there"


def test_a_draft_takes_the_file_s_place_once_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "mine.svg"
    path.write_bytes(BEFORE)
    with whole(path) as draft:
        draft.write_bytes(b"new")
        assert path.read_bytes() == BEFORE
    assert path.read_bytes() == b"new"
    with pytest.raises(ZeroDivisionError), whole(path) as draft:
        draft.write_bytes(b"half" * (1 // len(BEFORE[:0])))
    assert path.read_bytes() == b"new"
    assert os.listdir(tmp_path) == ["mine.svg"]


def test_the_reason_names_the_file_and_not_its_draft(tmp_path: Path) -> None:
    path = tmp_path / "no folder" / "mine.svg"
    with pytest.raises(FileNotFoundError) as refused, whole(path) as draft:
        draft.write_bytes(b"new")
    assert refused.value.filename == str(path)


def no_end(draft: object, path: object) -> None:
    raise OSError("the disk is full")


@pytest.mark.parametrize("suffix", [".svg", ".pdf", ".png", ".csv", ".html", ".caption.txt"])
def test_what_the_command_line_writes_is_whole(suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / f"mine{suffix}"
    path.write_bytes(BEFORE)
    monkeypatch.setattr("viz.files.whole.os.replace", no_end)
    drawn = tmp_path / "mine.svg" if suffix == ".caption.txt" else path
    command = ["export", "point-on-line", "-o", str(drawn), "--figure", "--caption"]
    assert main(["handout", "point-on-line", "-o", str(path)] if suffix == ".html" else command) != 0
    assert path.read_bytes() == BEFORE


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_film_is_whole(suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / f"mine{suffix}"
    path.write_bytes(BEFORE)
    with monkeypatch.context() as full:
        full.setattr("viz.files.whole.os.replace", no_end)
        with pytest.raises(OSError, match="full"):
            save_animation(frames(), path)
    assert path.read_bytes() == BEFORE
    assert os.listdir(tmp_path) == [path.name]
    save_animation(frames(), path)
    assert path.read_bytes() != BEFORE


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="has no pipes with names")
def test_what_is_no_file_keeps_its_place(tmp_path: Path) -> None:
    pipe, read = tmp_path / "pipe.svg", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    write_whole(pipe, "seen")
    reader.join(10.0)
    assert read == [b"seen"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.skipif(os.name == "nt", reason="links need a right there")
def test_a_link_leads_where_it_led(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    file, link = tmp_path / "folder" / "mine.svg", tmp_path / "link.svg"
    file.write_bytes(BEFORE)
    link.symlink_to(file)
    write_whole(link, "new")
    assert link.is_symlink()
    assert file.read_text(encoding="utf-8") == "new"
