"""The command `separatrix check`: verdicts, exit status, text, JSON, JUnit, starters. Files run in real processes."""

from __future__ import annotations

import ast
import json
import os
import random
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from geometry.counterexample.problem import PROBLEMS
from lessons.labs.checking import report
from lessons.labs.checking.check import check_file
from lessons.labs.checking.result import Options
from lessons.labs.checking.template import example, template
from viz.__main__ import main

ROOT = Path(__file__).parents[3]
Check = Callable[..., tuple[int, str]]

RIGHT_SUPPORT = "def support(a, d):\n    return max(a, key=lambda p: p[0] * d[0] + p[1] * d[1])\n"
WRONG_SUPPORT = "def support(a, d):\n    return min(a, key=lambda p: p[0] * d[0] + p[1] * d[1])\n"


@pytest.fixture
def check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Check:
    """Check a source with the command; its exit status and what it printed."""

    def run(source: str, *words: str, budget: str = "0.3") -> tuple[int, str]:
        path = tmp_path / "mine.py"
        path.write_text(source, encoding="utf-8")
        status = main(["check", str(path), "--budget", budget, *words])
        printed = capsys.readouterr()
        return status, printed.out + printed.err

    return run


def test_a_right_function_is_one_line_and_status_0(check: Check) -> None:
    status, text = check(RIGHT_SUPPORT)
    assert status == 0
    assert text.count("\n") == 1
    assert text.startswith("`support`: No failure in ")
    assert f" scenes of {len(PROBLEMS['support'].families)} families." in text


def test_a_wrong_function_is_told_with_scene_property_and_both_answers(check: Check) -> None:
    status, text = check(WRONG_SUPPORT)
    assert status == 1
    lines = text.splitlines()
    assert lines[0].startswith("`support` ")
    scene: dict[str, Any] = {}
    for line in lines[1:3]:  # they can be pasted into Python
        exec(line.strip(), {}, scene)
    a, d = scene["a"], scene["d"]
    dots = [x * d[0] + y * d[1] for x, y in a]
    assert lines[3] == f"    support(a, d) returned {a[dots.index(min(dots))]}"
    assert ast.literal_eval(lines[4].removeprefix("    a right answer: ")) == a[dots.index(max(dots))]
    assert lines[5].strip() == PROBLEMS["support"].property
    assert len(a) == 3


def test_two_functions_are_checked_one_after_the_other(check: Check) -> None:
    helper = "def helper(): ...\n"
    status, text = check(f"{WRONG_SUPPORT}{helper}def overlap(a): ...\n")
    assert status == 1
    assert [line for line in text.splitlines() if line.startswith("`")] == [
        "`overlap` has 1 parameter (a); it is called as overlap(a, b).",
        next(line for line in text.splitlines() if line.startswith("`support`")),
    ]
    assert text.endswith("Not checked: `helper`.\n")


HELPED = "def support(a, d):\n    return max(a, key=lambda p: dot(p, d) if distance(p, d) >= 0 else 0)\n" + (
    "def dot(p, q):\n    return p[0] * q[0] + p[1] * q[1]\n"
)


@pytest.mark.parametrize(
    ("helper", "sentence"),
    [
        ("def distance(p, q):\n    return abs(p[0] - q[0])\n", "raised TypeError in line 6"),
        ("def distance(p, q):\n    return 1\n", ""),
    ],
)  # fmt: skip
def test_a_helper_of_the_same_name_is_no_failure_where_it_answers_another_question(
    helper: str, sentence: str, check: Check
) -> None:
    status, text = check(f"{HELPED}{helper}")
    if sentence:
        assert status == 0
        assert f"`distance` is taken for a helper of `support` and not checked: `distance` {sentence}" in text
    else:  # it gives numbers: who knows what it is
        assert status == 1
        assert "If `distance` is a helper that answers another question: choose with --function." in text


def test_a_helper_with_other_parameters_is_none_of_ours(check: Check, tmp_path: Path) -> None:
    source = f"{RIGHT_SUPPORT}    return distance(1)\ndef distance(p):\n    return p\n"
    path = tmp_path / "told.xml"
    status, text = check(source, "--json", "--junit", str(path))
    verdicts = {each["name"]: each["verdict"] for each in json.loads(text)["functions"]}
    assert (status, verdicts) == (0, {"distance": "helper", "support": "right"})
    (suite,) = ElementTree.parse(path).getroot()
    assert suite.get("skipped") == "1"


def test_one_function_may_be_chosen(check: Check) -> None:
    status, text = check(f"{RIGHT_SUPPORT}def overlap(a): ...\n", "--function", "support")
    assert (status, text.count("`")) == (0, 2)


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("", "mine.py has no function that can be checked; it has none at all."),
        ("def supprt(a, d): ...\n", "it has `supprt`; is `supprt` meant to be `support`?"),
        ("def f(): ...\ndef g(): ...\n", "mine.py has no function that can be checked; it has `f`, `g`."),
        ("def support(a): ...\n", "`support` has 1 parameter (a); it is called as support(a, d)."),
        ("def support(): ...\n", "`support` has no parameters; it is called as support(a, d)."),
        ("support = 3\n", "`support` is no function; expected support(a, d)."),
        ("def support(a, d:\n", "Line 1: the file has a syntax error: "),
        ("import nothing_like_it\n", "mine.py raised ModuleNotFoundError in line 1 while it was loaded"),
        ("def support(a, d): raise NotImplementedError\n", "`support` is not finished: "),
    ],
)
def test_what_cannot_be_checked_is_one_sentence_and_status_2(check: Check, source: str, sentence: str) -> None:
    status, text = check(source)
    assert status == 2
    assert sentence in text
    assert text.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["check", "no-such-file.py"], "no-such-file.py: No such file or directory"),
        (["check", str(ROOT)], "a Python file is checked, whose name ends in .py"),
        (["check", "scene.separatrix"], "a Python file is checked, whose name ends in .py"),
        (["check", "SX1-AAAA"], "a Python file is checked, whose name ends in .py"),
        (["check", "x.py", "--junit", "/no/such/folder/x.xml"], "there is no such folder"),
        (["check"], "which file?"),
        (["check", "--template", "mvt"], "there is no function 'mvt' to check: did you mean mtv?"),
        (["check", "x.py", "--function", "q"], "there is no function 'q' to check: there are overlap, mtv"),
    ],
)
def test_a_wrong_command_is_one_sentence(words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert sentence in told.err
    assert told.err.count("\n") == 1


@pytest.mark.parametrize(
    "words", [["--budget", "0"], ["--time-limit", "x"], ["--memory-limit", "3"], ["--seed", "q"]]
)
def test_limits_out_of_range_are_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["check", "x.py", *words])
    assert ended.value.code == 2


BODIES = {  # a wrong `support` each: the body, its sentence, and the word that the JSON has
    "exception": ("return a[9]", "`support` raised IndexError in line 2", "exception"),
    "type": ("return 'left'", "`support` returned a string; expected one vertex (x, y) of the outline.", "answer"),
    "set": ("return {1}", "`support` returned a set; expected numbers, tuples and lists.", "strange"),
    "nothing": ("pass", "`support` returned None; expected one vertex (x, y) of the outline.", "answer"),
    "nan": ("return (float('nan'), 0)", "`support` returned nan for x.", "answer"),
    "infinity": ("return (0, float('inf'))", "`support` returned inf for y.", "answer"),
    "changed": ("a.sort(); return a[0]", "`support` changed its first argument: vertex ", "changed"),
    "left": ("import os; os._exit(0)", "`support` ended its own process in line 2 (os._exit, status 0).", "left"),
}


@pytest.mark.parametrize("name", BODIES)
def test_each_trouble_is_the_sentence_of_its_function(check: Check, name: str) -> None:
    body, sentence, word = BODIES[name]
    status, text = check(f"def support(a, d):\n    {body}\n", "--json")
    (function,) = json.loads(text)["functions"]
    assert status == 1
    assert function["sentence"].startswith(sentence)
    assert function["trouble"] == word
    assert function["scene"] is not None


def test_an_endless_loop_in_rare_scenes_is_found_and_named(check: Check) -> None:
    source = f"{RIGHT_SUPPORT[:-1]} if len(a) < 6 else forever()\ndef forever():\n    while True:\n        pass\n"
    status, text = check(source, "--time-limit", "0.3", "--json")
    (function,) = json.loads(text)["functions"]
    assert status == 1
    assert function["trouble"] == "endless"
    assert function["trouble_line"] == 4
    assert function["sentence"].startswith("`support` had not answered after 0.3 s")
    assert function["sentence"].endswith("; it was in line 4.")
    assert len(function["scene"]["a"]) == 6


def test_a_division_by_zero_for_equal_shapes_is_shown_on_two_equal_triangles(check: Check) -> None:
    source = (
        "def overlap(a, b):\n    (ax, ay), (bx, by) = middle(a), middle(b)\n"
        "    d = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5\n    n = (bx - ax) / d, (by - ay) / d\n"
        "    return overlapping(a, b)\n"
        "def middle(a):\n    return sum(x for x, _ in a) / len(a), sum(y for _, y in a) / len(a)\n"
    )
    example = Path(report.__file__).parents[1] / "examples" / "closest_points_vertices.py"
    source += "def overlapping" + example.read_text(encoding="utf-8").split("def overlapping")[1]
    status, text = check(source, "--json", budget="3")
    (function,) = json.loads(text)["functions"]
    assert status == 1
    assert function["sentence"].startswith("`overlap` raised ZeroDivisionError in line 4")
    assert function["scene"]["a"] == function["scene"]["b"]
    assert len(function["scene"]["a"]) == 3


def test_a_function_with_a_memory_of_its_calls_gave_two_answers(check: Check) -> None:
    source = (
        "calls = 0\n\n\ndef support(a, d):\n    global calls\n    calls += 1\n"
        "    best = max(x * d[0] + y * d[1] for x, y in a)\n"
        "    all = [p for p in a if p[0] * d[0] + p[1] * d[1] == best]\n    return all[calls % len(all)]\n"
    )
    status, text = check(source, budget="2")
    assert status == 1
    assert text.startswith("`support` gave two answers for one scene.")


def test_memory_that_is_kept_from_call_to_call_is_told_by_the_name_of_the_function(check: Check) -> None:
    """No single call asks for too much: whenever it becomes too much, the sentence says so."""
    source = RIGHT_SUPPORT.replace("(a, d):\n", "(a, d):\n    kept.append(bytearray(3_000_000))\n")
    status, text = check(f"kept = []\n\n\n{source}", "--memory-limit", "64", "--function", "support")
    assert status == 1
    assert text.startswith("`support` asked for more than 64 MB")
    assert "two answers" not in text
    assert "returned" not in text


def test_what_is_printed_is_no_failure_and_its_beginning_is_shown(check: Check) -> None:
    status, text = check(RIGHT_SUPPORT.replace("\n    ", "\n    print('looking', end=' ')\n    "))
    assert status == 0
    line = next(line for line in text.splitlines() if "printed" in line)
    assert line.strip().startswith("`support` printed ")
    assert line.endswith(" characters; the first 200 are shown.")
    assert f"  | {('looking ' * 25)}" in text


def test_json_has_what_its_description_says(check: Check) -> None:
    status, text = check(f"{WRONG_SUPPORT}def other(): ...\ndef overlap(a): ...\n", "--json", "--seed", "7")
    told = json.loads(text)
    assert set(told) == {"version", "file", "seed", "verdict", "exit", "sentence", "line", "others", "functions"}
    assert (told["version"], told["seed"], told["verdict"], told["exit"]) == (1, 7, "wrong", status)
    assert told["others"] == ["other"]
    overlap, support = told["functions"]
    assert (overlap["verdict"], support["verdict"], support["line"]) == ("unchecked", "wrong", 1)
    assert set(support["tried"]) == set(support["failed"]) == set(PROBLEMS["support"].families)
    assert support["family"] in support["tried"]
    assert support["answer"] != support["right"]
    assert set(support["scene"]) == set(support["found"]) == {"a", "d"}
    for name in [*told, *support]:
        assert f"`{name}`" in str(report.__doc__)


def test_the_same_seed_finds_the_same_scene_and_another_one_another(check: Check) -> None:
    found = [json.loads(check(WRONG_SUPPORT, "--json", "--seed", seed)[1])["functions"][0] for seed in "334"]
    assert found[0]["found"] == found[1]["found"] != found[2]["found"]
    assert found[0]["scene"] == found[1]["scene"]


def test_junit_has_a_case_for_each_function_and_family(check: Check, tmp_path: Path) -> None:
    path = tmp_path / "told.xml"
    source = f"{WRONG_SUPPORT}def overlap(a): ...\ndef closest_points(a, b):\n    return '\\x00\\ud800<&'\n"
    assert check(source, "--junit", str(path))[0] == 1
    (suite,) = ElementTree.parse(path).getroot()
    cases = suite.findall("testcase")
    families = [case.get("name") for case in cases if case.get("classname") == "support"]
    assert families == list(PROBLEMS["support"].families)
    assert {case.get("name") for case in cases if case.get("classname") == "overlap"} == {"function"}
    assert int(suite.get("tests", "")) == len(cases)
    for kind, name in (("failure", "failures"), ("error", "errors"), ("skipped", "skipped")):
        assert int(suite.get(name, "")) == sum(case.find(kind) is not None for case in cases)
    (first,) = [
        case for case in cases if case.get("classname") == "support" and "a = [" in str(case.findtext("failure"))
    ]
    assert str(first.find("failure").get("message")).startswith("`support` ")  # type: ignore[union-attr]


def test_junit_of_a_file_that_does_not_load_has_one_error(check: Check, tmp_path: Path) -> None:
    path = tmp_path / "told.xml"
    assert check("def f(:\n", "--junit", str(path))[0] == 2
    (suite,) = ElementTree.parse(path).getroot()
    assert [each.tag for case in suite for each in case] == ["error"]


@pytest.mark.parametrize("name", PROBLEMS)
def test_the_starter_of_each_function_runs_and_is_told_to_be_unfinished(name: str, check: Check) -> None:
    source, name = template(PROBLEMS[name]), PROBLEMS[name].function
    line = 1 + source.splitlines().index(f'    raise NotImplementedError("{name} is not written yet")')
    assert check(source) == (2, f"`{name}` is not finished: it raises NotImplementedError in line {line}.\n")
    assert max(map(len, source.splitlines())) <= 100


@pytest.mark.parametrize("name", PROBLEMS)
def test_the_example_of_each_starter_is_a_right_answer(name: str) -> None:
    problem = PROBLEMS[name]
    scene: dict[str, Any] = {}
    text = " ".join(line.strip("# ") for line in template(problem).splitlines())
    assert f"{problem.signature} may return " in text
    for parameter, value in zip(problem.parameters, example(problem), strict=True):
        assert f"# {parameter.name}: {parameter.meaning}"[:60] in template(problem)
        scene[parameter.name] = value
    answer = text.split(" may return ")[1].split(" raise ")[0]
    problem.accepts(tuple(scene.values()))
    assert problem.judge(tuple(scene.values()), ast.literal_eval(answer), problem.settings[0]) is None


def test_a_file_cut_anywhere_or_of_any_bytes_is_told(tmp_path: Path) -> None:
    """As it is found while an editor saves it."""
    rng, path = random.Random(7), tmp_path / "mine.py"
    whole = (Path(report.__file__).parents[1] / "examples" / "support_index.py").read_bytes()
    texts = [whole[: rng.randrange(len(whole))] for _ in range(12)]
    texts += [bytes(rng.randrange(256) for _ in range(40)) for _ in range(8)]
    texts += [b"\xef\xbb\xbfx = 1", b"# coding: nothing\n", b"(" * 500, b"-" * 20000 + b"1", b"x = " + b"9" * 9999]
    for text in texts:
        path.write_bytes(text)
        found = check_file(path, Options(budget=0.05))
        told = report.as_text(found)
        assert found.status in (1, 2)
        assert told.strip()
        assert "\0" not in told
        json.loads(report.as_json(found))
        ElementTree.fromstring(report.as_junit(found).encode())


def test_list_names_every_function_and_template_prints_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--list"]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert [line.split("  ")[0] for line in listed] == [problem.signature for problem in PROBLEMS.values()]
    assert main(["check", "--template", "mtv"]) == 0
    assert capsys.readouterr().out == template(PROBLEMS["mtv"])


def test_the_command_as_it_is_typed(tmp_path: Path) -> None:
    """In a process of its own, into a pipe that knows ASCII only."""
    path = tmp_path / "mine.py"
    path.write_text("def minkowski_difference(a, b):\n    return a\n", encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii"}
    told = subprocess.run(
        [sys.executable, "-m", "viz", "check", "mine.py", "--budget", "0.3"],
        env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert (told.returncode, told.stderr) == (1, "")
    assert told.stdout.startswith("`minkowski_difference` ")


MOVES = """def time_of_impact(a, velocity_a, b, velocity_b{more}):
    raise ZeroDivisionError({count})
"""


@pytest.mark.parametrize(
    ("more", "asked"), [("", 4), (", tolerance=1e-9, most=50", 4), (", spin_a, spin_b", 6), (", spin_a, *more", 6)]
)
def test_the_signature_says_whether_bodies_turn(check: Check, more: str, asked: int) -> None:
    """A function that can be called with four arguments knows only bodies that move."""
    status, text = check(MOVES.format(more=more, count=asked), "--json", budget="0.1")
    (told,) = json.loads(text)["functions"]
    assert status == 1
    assert told["name"] == "time_of_impact"
    assert len(told["scene"]) == asked
    assert ("spin_a" in told["scene"]) == (asked == 6)


def test_another_number_of_parameters_is_told_with_both_signatures(check: Check) -> None:
    _, text = check("def time_of_impact(a, b, speed): ...\n")
    assert "has 3 parameters (a, b, speed); it is called as time_of_impact(a, velocity_a, b, velocity_b) or " in text
    assert "time_of_impact(a, velocity_a, spin_a, b, velocity_b, spin_b)." in text


def test_a_function_of_circles_is_chosen_by_its_name(check: Check) -> None:
    source = "def circle_polygon_overlap(center, radius, polygon):\n    return radius > 100\n"
    status, text = check(source, "--function", "circle_polygon_overlap")
    assert status == 1
    assert "    center = (" in text
    assert "    radius = " in text
    assert "    polygon = [(" in text


def test_a_template_names_the_same_question_for_other_shapes() -> None:
    for name, others in (
        ("mtv", ("circle_circle_mtv", "circle_polygon_mtv")),
        ("circle_polygon_distance", ("distance", "circle_circle_distance")),
        ("time_of_impact", ("time_of_impact_turning",)),
    ):
        for other in others:
            assert f"--template {other}" in " ".join(template(PROBLEMS[name]).split())
    assert "each with a template" not in template(PROBLEMS["support"])
