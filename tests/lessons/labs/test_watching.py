"""Whether a file has changed: told once for each content, whatever an editor does in between."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path

import pytest

from lessons.labs.checking.watch import FileWatch


class Hands:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def told_after(watch: FileWatch, hands: Hands, seconds: float) -> int:
    """How often a change is told, looked at 100 times a second."""
    found = 0
    for _ in range(round(100 * seconds)):
        hands.now += 0.01
        found += watch.poll()
    return found


@pytest.fixture
def hands() -> Hands:
    return Hands()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "mine.py"
    path.write_text("x = 1\n", encoding="utf-8")
    return path


def test_what_was_there_at_the_start_is_no_change(path: Path, hands: Hands) -> None:
    watch = FileWatch(path, hands)
    assert watch.text == "x = 1\n"
    assert told_after(watch, hands, 3.0) == 0


def test_a_save_is_told_once_when_it_has_rested(path: Path, hands: Hands) -> None:
    watch = FileWatch(path, hands)
    path.write_text("x = 2\n", encoding="utf-8")
    assert told_after(watch, hands, 0.09) == 0
    assert told_after(watch, hands, 3.0) == 1
    assert watch.text == "x = 2\n"


def test_a_save_of_one_length_and_time_is_told(path: Path, hands: Hands) -> None:
    watch = FileWatch(path, hands)
    found = os.stat(path)
    path.write_text("x = 3\n", encoding="utf-8")
    os.utime(path, ns=(found.st_atime_ns, found.st_mtime_ns))
    assert told_after(watch, hands, 1.0) == 1


def test_touching_and_saving_the_same_again_is_no_change(path: Path, hands: Hands) -> None:
    watch = FileWatch(path, hands)
    os.utime(path, (1, 1))
    assert told_after(watch, hands, 1.0) == 0
    path.write_text("x = 1\n", encoding="utf-8")
    assert told_after(watch, hands, 1.0) == 0


def test_a_file_that_is_absent_for_a_while_is_told_when_it_is_back(path: Path, hands: Hands) -> None:
    watch = FileWatch(path, hands)
    path.unlink()
    assert told_after(watch, hands, 1.0) == 0
    path.mkdir()  # and something else in its place
    assert told_after(watch, hands, 1.0) == 0
    path.rmdir()
    path.write_text("x = 1\n", encoding="utf-8")
    assert told_after(watch, hands, 1.0) == 0
    path.write_bytes(b"\xff\xfe\x00")
    assert told_after(watch, hands, 1.0) == 1


def test_a_file_may_come_later(tmp_path: Path, hands: Hands) -> None:
    watch = FileWatch(tmp_path / "later.py", hands)
    assert told_after(watch, hands, 1.0) == 0
    assert watch.text is None
    (tmp_path / "later.py").write_text("", encoding="utf-8")
    assert told_after(watch, hands, 1.0) == 1


def test_a_file_that_never_rests_is_told_twice_a_second(path: Path, hands: Hands) -> None:
    watch, found = FileWatch(path, hands), 0
    for i in range(100):
        path.write_text(f"x = {i:4}\n", encoding="utf-8")
        found += told_after(watch, hands, 0.05)
    assert 8 <= found <= 10  # in five seconds


def test_ten_saves_a_second_from_another_thread_never_raise_and_the_last_one_is_told(path: Path) -> None:
    watch, told = FileWatch(path), []

    def save() -> None:
        for i in range(20):
            if i % 3 == 0:  # as editors do that replace the file
                new = path.with_suffix(".new")
                new.write_text(f"def mtv(a, b:  # {i}\n", encoding="utf-8")
                os.replace(new, path)
            else:
                with open(path, "w", encoding="utf-8") as file:
                    file.write("def mtv(a, b):\n")
                    file.flush()
                    file.write(f"    return {i}\n")
            time.sleep(0.1)

    saving = threading.Thread(target=save)
    saving.start()
    deadline = time.monotonic() + 30.0
    while (saving.is_alive() or watch.text != "def mtv(a, b):\n    return 19\n") and time.monotonic() < deadline:
        if watch.poll():
            told.append(watch.text)
        time.sleep(0.005)
    saving.join()
    time.sleep(0.15)
    if watch.poll():
        told.append(watch.text)
    assert told[-1] == "def mtv(a, b):\n    return 19\n"
    assert len(told) >= 3
