"""The example files, checked by the command as a student would: the bug of each is found, and its scene is small."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

import lessons.labs
from geometry.counterexample.problem import PROBLEMS
from lessons.labs.checking.routine import Routine, steps
from viz.__main__ import main

FOLDER = Path(lessons.labs.__file__).parent / "examples"
BUGS = {  # the function of each, and what the sentence has to say
    "mtv_by_centres": ("mtv", ("B still overlaps A by", "would have been enough")),
    "overlap_one_set_of_normals": ("overlap", ("returned True, but the shapes are apart by",)),
    "support_index": ("support", ("`support` returned an integer; expected one vertex (x, y) of the outline.",)),
    "closest_points_vertices": ("closest_points", ("apart; the closest are",)),
    "triangulate_no_inside_test": ("triangulate", ("has vertex", "overlap", "area")),
    "swept_circle_last_root": ("swept_circle", ("the first touch is at t =", "first")),
    "time_of_impact_endless": ("time_of_impact", ("`time_of_impact` had not answered after 0.5 s",)),
}
RIGHT = {"mtv_b_to_a_y_down": "normal B to A, y down"}


def told(name: str, *words: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, dict[str, Any]]:
    status = main(["check", str(FOLDER / f"{name}.py"), "--json", "--time-limit", "0.5", *words])
    (function,) = json.loads(capsys.readouterr().out)["functions"]
    return status, function


def test_every_example_is_tested() -> None:
    assert {path.stem for path in FOLDER.glob("*.py")} - {"__init__"} == {*BUGS, *RIGHT}


@pytest.mark.parametrize("name", BUGS)
def test_the_bug_of_an_example_is_found_and_its_scene_is_small(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    function, sentences = BUGS[name]
    status, found = told(name, "--budget", "2", capsys=capsys)
    assert (status, found["name"], found["verdict"]) == (1, function, "wrong")
    assert any(sentence in found["sentence"] for sentence in sentences)
    assert len(str(found["scene"])) <= len(str(found["found"]))
    for value in found["scene"].values():
        assert not isinstance(value, list) or len(value) <= 8


@pytest.mark.parametrize("name", RIGHT)
def test_the_right_example_of_another_style_is_right(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, found = told(name, "--budget", "2", capsys=capsys)
    assert (status, found["verdict"]) == (0, "right")
    assert found["conventions"].startswith(RIGHT[name])


@pytest.mark.parametrize("name", [*BUGS, *RIGHT])
def test_an_example_is_short_and_plain(name: str) -> None:
    text = (FOLDER / f"{name}.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 70
    assert {line for line in text.splitlines() if line.startswith(("import", "from"))} <= {"import math"}


def test_steps_of_an_example_lead_to_its_answer() -> None:
    a, d = [(0.0, 0.0), (4.0, 1.0), (1.0, 3.0)], (1.0, 1.0)
    found = steps(FOLDER / "support_index.py", "support", (a, d))
    assert [step.line for step in found.steps] == [6, 7]
    assert found.steps[-1].values["dots"] == [0.0, 5.0, 4.0]
    assert (found.answer, found.trouble) == (1, "")


def test_steps_of_an_unknown_function_are_refused() -> None:
    with pytest.raises(ValueError, match="no function 'q' to check"):
        steps(FOLDER / "support_index.py", "q", ())


def test_a_routine_is_asked_again_and_again(tmp_path: Path) -> None:
    with Routine(FOLDER / "mtv_b_to_a_y_down.py", PROBLEMS["mtv"]) as routine:
        for x in (0.25, 0.5, 0.75):
            box = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
            answer = routine.ask((box, [(px + x, py) for px, py in box]))
            assert math.dist(answer.value, (x - 1.0, 0.0)) < 1e-12
        assert routine.process.starts == 1


@pytest.mark.parametrize(
    ("source", "trouble"),
    [
        ("def mtv(a): ...\n", "`mtv` has 1 parameter (a); it is called as mtv(a, b)."),
        ("x = 1\n", "mine.py has no function `mtv`."),
        ("def mtv(a, b)\n", "Line 1: the file has a syntax error: expected ':'."),
        (
            "def mtv(a, b): raise NotImplementedError\n",
            "`mtv` is not finished: it raises NotImplementedError in line 1.",
        ),
        ("def mtv(a, b): return a[7]\n", "`mtv` raised IndexError in line 1: list index out of range."),
    ],
)
def test_a_routine_that_cannot_be_asked_says_why(source: str, trouble: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(source, encoding="utf-8")
    box = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0)]
    with Routine(path, PROBLEMS["mtv"]) as routine:
        assert routine.ask((box, box)).trouble == trouble
        assert routine.steps((box, box)).trouble == trouble
