"""The command line, as a user types it: in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from importlib.metadata import version
from pathlib import Path

import pytest
from PIL import Image

from tests.desktop.conftest import LESSONS
from viz.files.scene_file import from_json, to_code

ROOT = Path(__file__).parents[2]


def separatrix(*words: str, display: str | None = None) -> subprocess.CompletedProcess[str]:
    environment = {k: v for k, v in os.environ.items() if k != "DISPLAY"} | {"PYTHONPATH": str(ROOT)}
    if display is not None:
        environment["DISPLAY"] = display
    return subprocess.run(
        [sys.executable, "-m", "viz", *words], env=environment, capture_output=True, text=True, timeout=60
    )


def test_version() -> None:
    assert separatrix("--version").stdout.strip() == f"separatrix {version('separatrix')}"


def test_list_names_every_lesson() -> None:
    told = separatrix("list")
    assert told.returncode == 0
    for name, lesson in LESSONS.items():
        assert name in told.stdout
        assert lesson.summary in told.stdout


def test_an_unknown_lesson_suggests_the_nearest_name() -> None:
    told = separatrix("axis-by-axes")
    assert told.returncode == 2
    assert told.stderr.count("\n") == 1
    assert "axis-by-axis" in told.stderr


@pytest.mark.parametrize("display", [None, ":987"])
def test_no_display_is_one_clear_sentence(display: str | None) -> None:
    told = separatrix(display=display)
    assert told.returncode == 2
    assert told.stdout == ""
    assert told.stderr.count("\n") == 1
    for way_on in ("display", "xvfb-run", "separatrix export"):
        assert way_on in told.stderr


@pytest.mark.parametrize("name", LESSONS)
def test_export_needs_no_display(name: str, tmp_path: Path) -> None:
    path = tmp_path / "picture.svg"
    told = separatrix("export", name, "--step", "2", "-o", str(path))
    assert (told.returncode, told.stderr) == (0, "")
    root = ElementTree.parse(path).getroot()
    assert root.tag.endswith("svg")
    assert LESSONS[name].title in "".join(root.itertext())


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("export", "axis-by-axis", "--step", "99", "-o", "x.svg"), "steps 1 to"),
        (("export", "axis-by-axis", "--step", "0", "-o", "x.svg"), "steps 1 to"),
        (("export", "axis-by-axis", "--scene", "99", "-o", "x.svg"), "scenes 1 to"),
        (("export", "axis-by-axis", "-o", "x.bmp"), ".svg"),
        (("monday.toml",), "separatrix lecture monday.toml"),
        (("lecture", "monday.toml"), "there is no lecture 'monday.toml'"),
        (("handout", "monday.toml", "-o", "x.html"), "there is no lecture 'monday.toml'"),
        (("nothing.separatrix",), "separatrix: nothing.separatrix: No such file"),
        (("export", "nowhere-near", "-o", "x.svg"), "no lesson"),
        (("export", "axis-by-axis", "-o", "/no/such/folder/x.svg"), "/no/such/folder"),
        (("export", "axis-by-axis", "--scale", "2", "-o", "x.png"), "--figure"),
        (("export", "axis-by-axis", "--transparent", "-o", "x.gif"), "--figure"),
        (("export", "axis-by-axis", "--scale", "9", "--figure", "-o", "x.png"), "1 to 4"),
        (("export", "axis-by-axis", "--format", "pdf", "-o", "x.svg"), "for a folder"),
        (("export", "axis-by-axis", "--step", "2", "-o", "x/"), "every step"),
        (("export", "no-such", "-o", "x/"), "no lesson"),
    ],
)
def test_a_wrong_export_is_one_sentence(words: tuple[str, ...], reason: str) -> None:
    told = separatrix(*words)
    assert told.returncode == 2
    assert reason in told.stderr
    assert "Traceback" not in told.stderr
    assert told.stderr.count("\n") == 1


def test_the_check_of_a_lecture_tells_every_fault_on_a_line_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        "[[moment]]\nlesson = 'gkj'\n[[moment]]\nlesson = 'gjk'\nstep = 99\nlocked = 1\n", encoding="utf-8"
    )
    told = separatrix("lecture", str(path), "--check")
    assert (told.returncode, told.stderr) == (1, "")
    faults = told.stdout.splitlines()
    assert [each.split(":")[:2] for each in faults] == [
        [str(path), f" line {line}, moment {moment}"] for line, moment in ((2, 1), (5, 2), (6, 2))
    ]
    given = separatrix("lecture", str(path))
    assert given.returncode == 2
    assert "2 more" in given.stderr
    path.write_text("[[moment]]\nlesson = 'gjk'\n", encoding="utf-8")
    assert separatrix("lecture", str(path), "--check").returncode == 0


SCENE = str(ROOT / "tests" / "viz" / "data" / "version-1.separatrix")


@pytest.mark.parametrize("what", ["file", "code"])
def test_a_scene_s_file_and_code_are_drawn_at_their_step(what: str, tmp_path: Path) -> None:
    path = tmp_path / "scene.svg"
    named = SCENE if what == "file" else to_code(from_json(Path(SCENE).read_text(encoding="utf-8")))
    told = separatrix("export", named, "-o", str(path))
    assert (told.returncode, told.stderr) == (0, "")
    assert "Step 3 of" in path.read_text(encoding="utf-8")


def test_a_scene_is_found_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "scene.svg"
    told = separatrix("export", "gjk", "--scene", "pentagon AND triangle", "--step", "2", "-o", str(path))
    assert (told.returncode, told.stderr) == (0, "")
    assert "Step 2 of" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("gone.separatrix",), "gone.separatrix"),
        (("gjk", "--scene", "Nowhere"), "has scenes 1 to"),
        (("gjk", "--step", "99"), "steps 1 to"),
        (("--step", "2"), "need a lesson"),
        (("SX1-AAAA",), "damaged"),
        ((SCENE, "--scene", "2"), "tells its scene itself"),
    ],
)
def test_a_scene_that_cannot_be_opened_is_one_sentence(words: tuple[str, ...], reason: str) -> None:
    told = separatrix(*words)
    assert told.returncode == 2
    assert reason in told.stderr
    assert told.stderr.count("\n") == 1


def test_a_handout_of_a_lesson_is_one_file(tmp_path: Path) -> None:
    path = tmp_path / "handout.html"
    told = separatrix("handout", "circle-circle", "--scenes", "1", "-o", str(path))
    assert (told.returncode, told.stderr) == (0, "")
    text = path.read_text(encoding="utf-8")
    lesson = LESSONS["circle-circle"]
    assert text.count("<article") == len(lesson.run(next(iter(lesson.presets.values())).scene))


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("handout", "gjk", "-o", "x.pdf"), "end in .html"),
        (("handout", "gkj", "-o", "x.html"), "did you mean gjk?"),
        (("handout", "gjk", "--scenes", "0", "-o", "x.html"), "1 or more"),
    ],
)
def test_a_wrong_handout_is_one_sentence(words: tuple[str, ...], reason: str) -> None:
    told = separatrix(*words)
    assert told.returncode == 2
    assert reason in told.stderr
    assert told.stderr.count("\n") == 1


def test_all_steps_are_drawn_one_after_the_other(off_screen: None, tmp_path: Path) -> None:
    path = tmp_path / "steps.gif"
    told = separatrix("export", "circle-circle", "--size", "640x400", "--figure", "-o", str(path))
    assert (told.returncode, told.stderr) == (0, "")
    lesson = LESSONS["circle-circle"]
    with Image.open(path) as film:
        assert film.n_frames == len(lesson.run(next(iter(lesson.presets.values())).scene))
        assert film.width < 640, "the figure alone"


def test_export_draws_the_window_as_png(off_screen: None, tmp_path: Path) -> None:
    path = tmp_path / "window.png"
    told = separatrix("export", "axis-by-axis", "--step", "3", "--theme", "light", "-o", str(path))
    assert (told.returncode, told.stderr) == (0, "")
    assert path.read_bytes().startswith(b"\x89PNG")
    assert path.stat().st_size > 20_000


def test_glossary_explains_a_word_and_suggests_the_nearest() -> None:
    told = separatrix("glossary", "witness", "points")
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.startswith("witness points\n")
    assert "4.4 GJK" in told.stdout
    every = separatrix("glossary").stdout
    assert every.count("\n\n") > 200
    wrong = separatrix("glossary", "simplx")
    assert (wrong.returncode, wrong.stderr.count("\n")) == (2, 1)
    assert "'simplex'" in wrong.stderr


def test_why_lists_questions_and_needs_no_display_for_that() -> None:
    told = separatrix("why")
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.startswith("1. Why is one gap enough?\n")
    one = separatrix("why", "bullet", "--list")
    assert one.returncode == 0
    assert one.stdout.count("?") == 1
    assert "7.1 Tunnelling: Ball and thin wall, Why" in one.stdout
    for words in (("why", "elephants"), ("why", "0"), ("why", "999")):
        wrong = separatrix(*words)
        assert (wrong.returncode, wrong.stdout, wrong.stderr.count("\n")) == (2, "", 1)
    assert "display" in separatrix("why", "7").stderr, "a single one is opened"


@pytest.mark.parametrize(
    ("words", "reason"),
    [(("review", "77"), "no chapter 77"), (("review", "--count", "0"), "1 to 100"), (("review", "x"), "invalid int")],
)
def test_a_wrong_review_is_told(words: tuple[str, ...], reason: str) -> None:
    told = separatrix(*words)
    assert told.returncode == 2
    assert reason in told.stderr
