"""Your routine in the picture: its checks against the search, its answers against shapely and against each other, its
scenes as codes that run nothing, and the lines that it marks."""

from __future__ import annotations

import math
import random
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import shapely

from geometry.counterexample.problem import PROBLEMS
from geometry.counterexample.statement import Conventions
from lessons.labs import your_code_open
from lessons.labs.your_code import YourCode
from lessons.labs.your_code_cause import CAUSES, start_gap
from lessons.labs.your_code_check import EXAMPLES, Shown, checked_anew, checks, frames_of, from_json, to_json
from lessons.labs.your_code_examples import MOST_LINES, Example, example
from lessons.labs.your_code_open import of_report, syntax_trouble
from lessons.labs.your_code_panes import answer_at, scene_at
from lessons.labs.your_code_property import FORMULAS
from lessons.labs.your_code_reading import apart, read, right_of
from lessons.labs.your_code_routines import ENOUGH, OWN, Routine
from lessons.labs.your_code_scene import Asked, movers
from lessons.labs.your_code_source import GUTTER, MOST_ROWS, ROWS, is_told
from lessons.labs.your_code_steps import Compared, Shrunk, Tried, Walked, values_of
from tests.lessons.figures import drawn
from tests.lessons.second_edition import moments_of, nested
from viz.files.scene_file import SavedScene, from_code, opened, saved, to_code
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.mark import Area, Arrow, Dot, Label, Stroke
from viz.lesson.prediction import Choose, Click, Place
from viz.lesson.text import plain
from viz.session.grips import dragged
from viz.session.source import function_lines, hold_source

LESSON = YourCode()
BY_CENTRES, NO_END, RIGHT = "No file yet: an example", "No end", "Right: B to A, y down"
each_problem = pytest.mark.parametrize("name", PROBLEMS)


def scene_of(name: str) -> Asked:
    scene: Asked = LESSON.presets[name].scene
    return scene


def at_answer(scene: Asked, lesson: YourCode = LESSON) -> tuple[Moment[Any], Compared]:
    moment = next(m for m in moments_of(lesson, scene) if isinstance(m.step, Compared))
    return moment, moment.step


def samples(name: str) -> list[Asked]:
    """Two scenes of every family of a problem."""
    families = PROBLEMS[name].families.items()
    return [Asked(name, "", make(random.Random(f"{family} {k}"))) for family, make in families for k in (0, 1)]


# The checks


def test_what_is_shown_is_what_the_search_finds() -> None:
    (shown,) = [each for each in EXAMPLES if each.stem == "overlap_one_set_of_normals"]
    assert to_json(checked_anew(shown)) == to_json(checks()[shown.stem])


def test_a_check_as_json_comes_back_to_the_last_bit() -> None:
    for checked in checks().values():
        again = from_json(to_json(checked))
        assert to_json(again) == to_json(checked)
        assert [frame.arguments for frame in again.frames] == [frame.arguments for frame in checked.frames]


def test_frames_are_the_scene_found_the_fewest_vertices_and_the_last() -> None:
    square, triangle = ([(0.25, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)],), ([(0.25, 0.0), (1.0, 0.0), (1.0, 1.0)],)
    last = ([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0)],)
    frames = frames_of(square, [triangle, last])
    assert [(f.name, f.vertices, f.decimals) for f in frames] == [
        ("found", 4, 2), ("fewer vertices", 3, 2), ("simple numbers", 3, 0),
    ]  # fmt: skip
    assert [f.name for f in frames_of(square, [])] == ["found"]


@pytest.mark.parametrize("shown", EXAMPLES, ids=lambda shown: shown.stem)
def test_the_smallest_scene_is_small_and_fails(shown: Shown) -> None:
    checked = checks()[shown.stem]
    moment, found = at_answer(scene_of(shown.name))
    assert bool(checked.failures) is bool(found.why) is (shown.name != RIGHT)
    if checked.failures:
        smallest = checked.frames[-1]
        assert all(len(each.value) <= 4 for each in moment.scene.outlines)
        assert smallest.decimals <= 2
        assert smallest.vertices <= checked.frames[0].vertices
        assert [s.frame for s in moment.trace if isinstance(s, Shrunk)] == list(checked.frames)


# Answers against shapely


def test_the_white_translation_parts_and_the_pink_one_does_not() -> None:
    moment, found = at_answer(scene_of(BY_CENTRES))
    a, b = (shapely.Polygon(each.value) for each in moment.scene.outlines)
    assert a.intersects(b)

    def left(by: Any) -> float:
        return float(a.intersection(shapely.affinity.translate(b, *by)).area)

    assert left(found.right) == pytest.approx(0.0, abs=1e-9)
    assert left(found.yours) > 0.1
    assert math.hypot(*found.yours) == pytest.approx(math.hypot(*found.right))
    assert apart(moment.scene, found.yours, found.right) == pytest.approx(2.0 * math.hypot(*found.right))
    pink = [m for m in drawn(LESSON, "world", moment).marks if isinstance(m, Stroke) and m.ink is Ink.FAULTY]
    white = [m for m in drawn(LESSON, "world", moment).marks if isinstance(m, Stroke) and m.ink is Ink.ANSWER]
    for marks, by in ((pink, found.yours), (white, found.right)):
        assert np.allclose(marks[0].points, np.array(moment.scene.arguments[1]) + by)


def test_other_examples_are_wrong_by_shapely_too() -> None:
    moment, found = at_answer(scene_of("One shape's normals"))
    a, b = (shapely.Polygon(each.value) for each in moment.scene.outlines)
    assert found.yours is True
    assert found.right is False
    assert a.distance(b) > 0.0
    moment, found = at_answer(scene_of("Vertices only"))
    a, b = (shapely.Polygon(each.value) for each in moment.scene.outlines)
    assert math.dist(*found.right) == pytest.approx(a.distance(b))
    assert math.dist(*found.yours) > a.distance(b) + 0.1
    moment, found = at_answer(scene_of("Ears not tested"))
    outline = shapely.Polygon(moment.scene.outlines[0].value)
    for triangles, is_right in ((found.right, True), (found.yours, False)):
        covered = shapely.union_all([shapely.Polygon(each) for each in triangles])
        assert (covered.symmetric_difference(outline).area < 1e-9) is is_right
    moment, found = at_answer(scene_of("The last root"))
    center, radius, velocity, start, end = moment.scene.arguments
    wall = shapely.LineString((start, end))
    at = np.array(center) + found.right * np.array(velocity)
    assert wall.distance(shapely.Point(at)) == pytest.approx(radius)
    assert found.yours is None or found.yours > found.right


def test_a_routine_that_never_ends_is_named_with_its_line() -> None:
    moment, found = at_answer(scene_of(NO_END))
    text = example("time_of_impact_endless", "time_of_impact").text.splitlines()
    assert found.yours is None
    assert f"{MOST_LINES:,} lines" in str(found.why)
    assert f"line {found.line}." in str(found.why)
    loop = next(i for i, line in enumerate(text, 1) if line.strip() == "while True:")
    assert loop <= found.line <= loop + 4
    assert moment.trace.line(moment.index).line == found.line


def test_dragging_asks_anew() -> None:
    """Far to the right, where the centres point the right way, both agree; the check that is told stays."""
    scene = scene_of(BY_CENTRES)
    grip = next(g for g in _grips(scene) if g.field == "b")
    with_room = dragged(scene, grip, np.zeros(2), np.array((1.5, -1.0)))
    assert isinstance(with_room, Asked)
    moment, found = at_answer(with_room)
    assert found.why is None
    assert np.allclose(found.yours, found.right)
    assert plain(LESSON.situation(moment)) == "The example is right here."
    assert "faulty" not in drawn(LESSON, "world", moment).transcript()
    assert LESSON.page(moment).sentence == "The example is right on this scene."
    assert all(LESSON.page(m).prediction is None for m in moments_of(LESSON, with_room)), "not the smallest any more"
    again, _ = at_answer(scene)
    assert LESSON.situation(again) != LESSON.situation(moment)


def _grips(scene: Asked) -> Any:
    from viz.lesson.grip import Part, placed_grips

    return [placed.grip for placed in placed_grips(scene, 0.01) if placed.grip.part is Part.WHOLE]


def test_a_scene_that_the_problem_does_not_take_is_refused() -> None:
    scene = scene_of(BY_CENTRES)
    bent = scene.a.with_vertex_added(1).with_vertex(2, (1.9, -0.1))
    with pytest.raises(ValueError, match="convex"):
        scene.with_field("a", bent)
    with pytest.raises(ValueError, match="no problem"):
        replace(scene, problem="colour")
    with pytest.raises(ValueError, match="2 arguments"):
        replace(scene, arguments=scene.arguments[:1])
    with pytest.raises(ValueError, match="no outline"):
        replace(scene, arguments=((1.0, 2.0), scene.arguments[1]))


# All problems


@each_problem
def test_every_convention_reads_as_the_project_speaks(name: str) -> None:
    """The right answer, said in any convention, is read back as the same."""
    for scene in samples(name):
        for spoken in PROBLEMS[name].settings:
            is_signed = PROBLEMS[name].question == "distance" and spoken.depth_negative
            if spoken.start_inside == "zero" and not is_signed:
                said = read(scene, PROBLEMS[name].right(scene.given, spoken), spoken)
                assert _flat(said) == pytest.approx(_flat(right_of(scene)), abs=1e-9), (name, spoken)


def _flat(value: Any) -> list[float]:
    if value is None:
        return []
    if isinstance(value, tuple | list):
        return [each for part in value for each in _flat(part)]
    return [float(value)]


@each_problem
def test_every_problem_is_drawn_and_told_and_claimed(name: str) -> None:
    """With its right answer in the place of a routine's, and with one that raises."""
    for scene in samples(name):
        for right in (True, False):
            lesson = with_routine(name, right=right)
            moments = moments_of(lesson, replace(scene, routine=OWN))
            assert bool(at_answer(replace(scene, routine=OWN), lesson)[1].why) is not right
            for moment in (*moments, *nested(lesson, moments)):
                page = lesson.page(moment)
                assert all(claim.holds for claim in page.claims), (page.stage, page.claims[0].left())
                assert lesson.situation(moment).endswith(".")
                assert drawn(lesson, "world", moment).marks
    assert FORMULAS.get(name) or FORMULAS[PROBLEMS[name].question]


def with_routine(name: str, *, right: bool) -> YourCode:
    problem = PROBLEMS[name]

    def routine(*arguments: Any) -> Any:
        if right:
            return problem.right(
                tuple(list(each) if isinstance(each, list) else each for each in arguments), Conventions()
            )
        raise ZeroDivisionError

    subject = Example(Path("mine.py"), name)
    subject.__dict__ |= {"routine": routine, "text": f"def {name}():\n    pass\n"}
    found = replace(
        checks()["mtv_b_to_a_y_down"],
        problem=name,
        conventions=Conventions(),
        rows=(),
        tried=dict.fromkeys(problem.families, 9),
        failed={} if right else dict.fromkeys(problem.families, 1),
        frames=frames_of(problem.clear(random.Random(3)), []),
    )
    return YourCode([Routine(OWN, found, subject)])


# What each step shows


@pytest.mark.parametrize("name", [each.name for each in EXAMPLES if each.name != RIGHT])
def test_both_answers_stay_until_the_last_step(name: str) -> None:
    moments = moments_of(LESSON, scene_of(name))
    walked = moments[-1]
    assert isinstance(walked.step, Walked)
    words = [[m.text for m in drawn(LESSON, "world", m).marks if isinstance(m, Label)] for m in moments]
    for pill in ("example: ", "right: "):
        assert any(word.startswith(pill) for word in words[-1])
    asked = next(m for m in moments if LESSON.page(m).prediction is not None)
    assert not any(word.startswith(("example", "yours", "right")) for word in words[asked.index]), (
        "not before it is asked for"
    )
    left, right = (next(w for w in words[-1] if w.startswith(each)) for each in ("example: ", "right: "))
    assert left.partition(": ")[2] != right.partition(": ")[2], "the comparison is the message"
    table = LESSON.table(walked)
    assert table is not None
    assert table.columns == ("answer", "on this scene")
    assert [row.ink for _, row in table.rows] == [Ink.FAULTY, Ink.ANSWER]


@pytest.mark.parametrize("name", [each.name for each in EXAMPLES if each.name != RIGHT])
def test_the_source_stands_beside_the_scene_and_its_faulty_line_is_pink_once_it_is_told(name: str) -> None:
    moments = moments_of(LESSON, scene_of(name))
    source = Path(moments[0].trace.line(0).file).read_text(encoding="utf-8").splitlines()
    for moment in moments:
        canvas = drawn(LESSON, "source", moment)
        code = [m for m in canvas.marks if isinstance(m, Label) and m.style is TextStyle.CODE]
        lines = {int(m.text): m.at[1] for m in code if m.text.strip().isdigit() and m.ink is Ink.QUIET}
        words = {m.at[1]: plain(m.text) for m in code if m.at[0] > 1.0}
        assert 3 <= len(lines) <= MOST_ROWS
        for number, y in lines.items():
            assert words[y].strip()
            assert source[number - 1].strip().startswith(words[y].strip()), "the file's own line"
        pink = [m for m in canvas.marks if isinstance(m, Area) and m.ink is Ink.FAULTY]
        assert bool(pink) is isinstance(moment.step, Compared | Walked), "not before it is told"
        if pink:
            at = int(LESSON.page(moments[-1]).sentence.split()[1])
            ys = [y for _, y in pink[0].points]
            assert min(ys) < lines[at] < max(ys)
            assert source[at - 1].strip() == CAUSES[moment.scene.routine].code


def test_live_values_are_those_of_the_call() -> None:
    told = {}
    for name in LESSON.presets:
        last = moments_of(LESSON, scene_of(name))[-1]
        told[name] = [m.text for m in drawn(LESSON, "source", last).marks if isinstance(m, Label)]
    a, b = (np.array(each) for each in scene_of(BY_CENTRES).arguments)
    middle = "({:.2f}, −{:.2f})".format(*np.abs(a.mean(axis=0)))
    assert told[BY_CENTRES].count(middle) == 2
    assert "0.00 < 0 is false: n keeps its way" in told[BY_CENTRES]
    outline, d = scene_of("Number of a vertex").arguments
    best = max(range(len(outline)), key=lambda i: float(np.dot(outline[i], d)))
    assert f"{best} is a place in the list, no vertex" in told["Number of a vertex"]
    a, b = (shapely.Polygon(each) for each in scene_of("Vertices only").arguments)
    assert f"Inside an edge a point is only {a.distance(b):.2f} away" in told["Vertices only"]
    (ring,) = scene_of("Ears not tested").arguments
    found = at_answer(scene_of("Ears not tested"))[1]
    ear = next(
        t for t in found.yours if any(shapely.Polygon(t).covers(shapely.Point(v)) and v not in t for v in ring)
    )
    assert f"{shapely.Polygon(ear).area:.2f}" in told["Ears not tested"]
    a, va, b, vb = scene_of(NO_END).arguments
    ends = [shapely.Polygon(np.array(each) + by) for each, by in ((a, va), (b, vb))]
    assert f"{ends[0].distance(ends[1]):.2f}" in told[NO_END]


def test_the_gap_at_the_start_is_from_the_circle_to_the_wall() -> None:
    scene = scene_of("The last root")
    values = {each.name: each.value for each in scene.held}
    wall = shapely.LineString([values["start"], values["end"]])
    points, _, radius, _ = next(movers(scene))
    assert start_gap(scene) == pytest.approx(wall.distance(shapely.Point(points[0])) - radius, abs=1e-12)


def test_both_ways_along_the_normal_part_the_shapes_and_the_routine_takes_the_longer() -> None:
    moment = moments_of(LESSON, scene_of(BY_CENTRES))[-1]
    _, found = at_answer(scene_of(BY_CENTRES))
    a, b = (shapely.Polygon(each) for each in moment.scene.arguments)
    n = np.array(found.yours) / math.hypot(*found.yours)
    along, against = map(float, re.findall(r"\d+\.\d\d", LESSON.page(moment).sentence))
    assert along > against
    words = drawn(LESSON, "world", moment).transcript()
    assert f"along n: {along:.2f}" in words
    assert f"against n: {against:.2f}" in words
    for by in (along * n, -against * n):
        for part, is_free in ((1.0, True), (0.99, False)):
            moved = shapely.affinity.translate(b, *(part * by))
            assert (a.intersection(moved).area < 1e-6) is is_free
    arrows = [m for m in drawn(LESSON, "world", moment).marks if isinstance(m, Arrow) and m.ink is not Ink.EXAMINED]
    lengths = sorted(math.dist(m.start, m.end) for m in arrows)
    assert lengths == pytest.approx(sorted((along, against, against, against)), abs=0.01), "and both answers"


def test_what_the_wrong_move_leaves_is_filled() -> None:
    for moment in moments_of(LESSON, scene_of(BY_CENTRES)):
        scene = scene_at(LESSON.routine_of, moment)
        areas = [m for m in drawn(LESSON, "world", moment).marks if isinstance(m, Area) and m.ink is Ink.FAULTY]
        found = answer_at(LESSON.routine_of, moment)
        assert bool(areas) is (found is not None)
        if found is not None:
            a, b = (shapely.Polygon(each) for each in scene.arguments)
            common = a.intersection(shapely.affinity.translate(b, *found.yours))
            assert shapely.Polygon(areas[0].points).symmetric_difference(common).area < 1e-9
            assert common.area > 0.0


def test_removed_vertices_stay_as_grey_rings() -> None:
    frames = checks()["mtv_by_centres"].frames
    moment = next(
        m
        for m in moments_of(LESSON, scene_of(BY_CENTRES))
        if isinstance(m.step, Shrunk) and m.step.frame is frames[1]
    )
    rings = {m.at for m in drawn(LESSON, "world", moment).marks if isinstance(m, Dot) and m.ink is Ink.CONSTRUCTION}
    before = {tuple(at) for each in frames[0].arguments for at in each}
    assert rings == before - {tuple(at) for each in frames[1].arguments for at in each}
    assert len(rings) == frames[0].vertices - frames[1].vertices == 6


def test_the_figure_shows_the_scene_of_its_step() -> None:
    scene = scene_of(BY_CENTRES)
    frames = checks()["mtv_by_centres"].frames
    shrinking = [m for m in moments_of(LESSON, scene) if isinstance(m.step, Shrunk)]
    assert len(shrinking) == len(frames) == 3
    for i, (moment, frame) in enumerate(zip(shrinking, frames, strict=True)):
        strokes = [m for m in drawn(LESSON, "world", moment).marks if isinstance(m, Stroke)]
        strokes = [m for m in strokes if m.ink is not Ink.CONSTRUCTION]  # of what was removed
        for stroke, outline in zip(strokes, frame.arguments, strict=False):
            assert np.allclose(stroke.points[: len(outline)], outline)
        at = replace(scene, arguments=frame.arguments)
        overlap = math.hypot(*right_of(at))
        a = shapely.Polygon(frame.arguments[0])
        if moment is not shrinking[-1]:  # moved as the routine says it still overlaps: by so much along some normal
            moved = np.array(frame.arguments[1]) + frame.value
            overlap = math.hypot(*right_of(replace(at, arguments=(frame.arguments[0], moved.tolist()))))
            assert a.intersection(shapely.Polygon(moved)).area > 0.0
        assert f"{overlap:.2f}" in plain(LESSON.situation(moment))
        pane = LESSON.panes[0]
        assert pane.is_held(moment) is (moment is shrinking[-1]), "no handles of another scene"
        assert LESSON.shows_controls(moment) is pane.is_held(moment)
        for k in range(3):
            marks = drawn(LESSON, f"card {k + 1}", moment).marks
            assert any(m.ink is Ink.INTERFACE for m in marks if isinstance(m, Stroke)) is (k == i)
            assert any(m.ink is Ink.A for m in marks if isinstance(m, Stroke)) is (k <= i), "a later one is empty"
    first = moments_of(LESSON, scene)[0]
    heads = [pane.head(first)[0] for pane in LESSON.panes]
    assert not {"found", "fewer vertices", "simple numbers"} & set(heads)
    assert not any("smallest" in head for head in heads)


def test_where_several_answers_are_right_none_is_called_the_right_one() -> None:
    moment, found = at_answer(scene_of("Vertices only"))
    a, b = (shapely.Polygon(each.value) for each in moment.scene.outlines)
    said = plain(LESSON.situation(moment))
    assert (
        said
        == f"The points of the example are {math.dist(*found.yours):.2f} apart; the distance is {a.distance(b):.2f}."
    )
    moment, _ = at_answer(scene_of("Number of a vertex"))
    assert "a right answer is the point" in plain(LESSON.situation(moment))
    for name in ("Vertices only", "Number of a vertex"):
        assert LESSON.page(at_answer(scene_of(name))[0]).rows[1].cells[0] == "a right one"


def test_a_call_that_was_stopped_is_not_said_to_have_so_many_steps() -> None:
    walked = moments_of(LESSON, scene_of(NO_END))[-1]
    assert "does not return" in plain(LESSON.situation(walked))
    assert "steps" not in LESSON.page(walked).sentence
    other = moments_of(LESSON, scene_of(RIGHT))[-1]
    assert LESSON.page(other).sentence.startswith("One call of mtv")


def test_centres_that_coincide_are_drawn_and_named_as_the_reason() -> None:
    scene = scene_of(BY_CENTRES)
    a, b = (np.array(each).mean(axis=0) for each in scene.arguments)
    assert np.allclose(a, b, atol=1e-12)
    asked = next(m for m in moments_of(LESSON, scene) if LESSON.page(m).prediction is not None)
    question = LESSON.page(asked).prediction
    assert isinstance(question, Place)
    assert LESSON.page(moments_of(LESSON, scene)[-1]).sentence.endswith("Here they coincide.")
    (start,), (right,) = np.array(question.start), np.array(question.right)
    away = question.judge((tuple((2.0 * start - right).tolist()),))
    assert not away.right
    assert "centres coincide" in away.because
    depth = math.hypot(*right_of(scene))
    assert f"{depth:.2f}" in question.judge(question.start).because
    assert "n is not turned" in question.judge(question.right).because
    asked_about = Canvas()
    assert question.draw is not None
    question.draw(asked_about, "world")
    edge = next(m for m in asked_about.marks if isinstance(m, Stroke))
    p, q = map(np.array, edge.points[:2])
    vector = right - start
    assert (q - p) @ vector == pytest.approx(0.0), "its normal is the way of the answer"
    assert f"least overlap {depth:.2f}" in asked_about.transcript()
    marks = drawn(LESSON, "world", asked).marks
    named = [m.at for m in marks if isinstance(m, Label) and m.text == "both centres"]
    assert np.allclose(named, [a])
    canvas = Canvas()
    draw = question.judge(question.right).draw
    assert draw is not None
    draw(canvas, "world")
    pink = next(m for m in canvas.marks if isinstance(m, Stroke))
    assert pink.ink is Ink.FAULTY
    assert np.allclose(pink.points[:3], np.array(scene.arguments[1]) + at_answer(scene)[1].yours)
    assert "A's centre" in drawn(LESSON, "world", at_answer(_beside(scene))[0]).transcript()


def _beside(scene: Asked) -> Asked:
    moved = dragged(scene, next(g for g in _grips(scene) if g.field == "b"), np.zeros(2), np.array((1.5, -1.0)))
    assert isinstance(moved, Asked)
    return moved


# Predictions and the challenge


def test_the_prediction_is_the_answer_of_the_next_step() -> None:
    kinds = set()
    for name in LESSON.presets:
        moments = moments_of(LESSON, scene_of(name))
        asked = [m for m in moments if LESSON.page(m).prediction is not None]
        assert len(asked) == (0 if name == RIGHT else 1)
        for moment in asked:
            assert isinstance(moment.trace.steps[moment.index + 1], Compared)
            found, question = moment.trace.steps[moment.index + 1], LESSON.page(moment).prediction
            kinds.add(type(question))
            if isinstance(question, Place) and moment.scene.problem == "mtv":
                start = np.array(moment.scene.arguments[1]).mean(axis=0)
                assert np.allclose(np.array(question.right[0]) - start, found.yours)
                assert not question.judge(question.start).right
                white = tuple((start + found.right).tolist())
                assert not question.judge((white,)).right, "the right answer is not the routine's"
            if isinstance(question, Choose):
                assert len(question.right) == 1
                assert len({question.judge(each).right for each in question.options}) == 2
    assert kinds >= {Place, Choose}


@pytest.mark.parametrize(
    ("name", "right"),
    [
        ("One shape's normals", "no normal of B is tested"),
        ("Number of a vertex", "it returns a list index"),
        ("Vertices only", "edges are not looked at"),
        ("Ears not tested", "an ear holds another vertex"),
        ("The last root", "it takes the later root"),
        (NO_END, "t never exceeds 1"),
    ],
)
def test_the_reason_is_asked_for_and_given(name: str, right: str) -> None:
    walked = moments_of(LESSON, scene_of(name))[-1]
    (question,) = [p for m in moments_of(LESSON, scene_of(name)) if (p := LESSON.page(m).prediction) is not None]
    assert isinstance(question, Choose)
    assert question.right == {right}
    assert question.judge(right).because == LESSON.page(walked).sentence
    said = [question.judge(each).because for each in question.options if each != right]
    assert len(set(said)) == 2
    assert all(len(each) < 110 for each in said)


def test_numbers_of_the_reasons_are_those_of_the_scenes() -> None:
    told = {name: LESSON.page(moments_of(LESSON, scene_of(name))[-1]).sentence for name in LESSON.presets}

    a, b = (shapely.Polygon(each) for each in scene_of("One shape's normals").arguments)
    assert f"the gap of {a.distance(b):.2f}" in told["One shape's normals"]
    a, b = (shapely.Polygon(each) for each in scene_of("Vertices only").arguments)
    nearest = shapely.MultiPoint(a.exterior.coords).distance(shapely.MultiPoint(b.exterior.coords))
    assert f"{nearest:.2f} apart" in told["Vertices only"]
    assert f"only {a.distance(b):.2f} away" in told["Vertices only"]
    moment, found = at_answer(scene_of("Ears not tested"))
    areas = sum(shapely.Polygon(each).area for each in found.yours), shapely.Polygon(moment.scene.arguments[0]).area
    assert "add up to {:.2f}, but A has {:.2f}".format(*areas) in told["Ears not tested"]
    part = shapely.union_all([shapely.Polygon(each) for each in found.yours]).area - areas[1]
    assert f"{part:.2f} outside A" in drawn(LESSON, "world", moment).transcript()
    center, radius, velocity, start, _ = scene_of("The last root").arguments
    late = float(re.findall(r"t = (\d\.\d\d)", told["The last root"])[0])
    assert math.dist(np.array(center) + late * np.array(velocity), start) == pytest.approx(radius, abs=0.01)
    a, va, b, vb = scene_of(NO_END).arguments
    ends = [shapely.Polygon(np.array(each) + by) for each, by in ((a, va), (b, vb))]
    assert f"still {ends[0].distance(ends[1]):.2f}" in told[NO_END]
    assert (
        f"{ends[0].distance(ends[1]):.2f} at t = 1"
        in drawn(LESSON, "world", at_answer(scene_of(NO_END))[0]).transcript()
    )
    _, found = at_answer(scene_of("Number of a vertex"))
    vertices = scene_of("Number of a vertex").arguments[0]
    assert vertices[int(found.said)] == pytest.approx(found.right)
    assert f"number, {found.said};" in told["Number of a vertex"]


def test_lines_that_are_named_by_number_are_those() -> None:
    line = {each.stem: each.subject.text.splitlines() for each in EXAMPLES}
    assert line["time_of_impact_endless"][17 - 1].strip() == "if t > 1.0:"
    assert line["triangulate_no_inside_test"][8 - 1].strip() == "left.reverse()"
    assert "for corner in (start, end)" in line["swept_circle_last_root"][11 - 1]
    for stem, cause in CAUSES.items():
        assert [row.strip() for row in line[stem]].count(cause.code) == 1
        assert cause.hint


def test_a_letter_stands_in_its_own_shape_and_outside_the_other() -> None:
    for shown in EXAMPLES[:2]:
        for moment in moments_of(LESSON, scene_of(shown.name))[2:]:
            scene = scene_at(LESSON.routine_of, moment)
            a, b = (shapely.Polygon(each.value) for each in scene.outlines)
            marks = drawn(LESSON, "world", moment).marks
            places = {m.text: shapely.Point(m.at) for m in marks if isinstance(m, Label) and m.text in ("A", "B")}
            assert a.covers(places["A"])
            assert b.covers(places["B"])
            assert not a.contains(places["B"])


def test_a_vector_of_another_convention_is_drawn_as_it_came() -> None:
    first = moments_of(LESSON, scene_of(RIGHT))[0]
    row = checks()["mtv_b_to_a_y_down"].rows[0]
    arrows = [m for m in drawn(LESSON, "world", first).marks if isinstance(m, Arrow)]
    ways = {m.ink: np.subtract(m.end, m.start) for m in arrows}
    assert np.allclose(ways[Ink.EXAMINED], row.value)
    x, y = row.value
    assert np.allclose(ways[Ink.ANSWER], (-x, y)), "normal and y are both turned round"
    table = LESSON.table(moments_of(LESSON, scene_of(RIGHT))[-1])
    assert table is not None
    assert [r.cells[0] for _, r in table.rows] == ["as returned", "example", "right"]


def test_the_families_add_up() -> None:
    for name in LESSON.presets:
        moment = next(m for m in moments_of(LESSON, scene_of(name)) if isinstance(m.step, Tried))
        *rows, (_, count, failed) = [row.cells for row in LESSON.page(moment).rows]
        assert len(rows) <= 7
        for column, total in ((1, count), (2, failed)):
            assert sum(int(row[column].replace(",", "")) for row in rows) == int(total.replace(",", ""))


def test_a_vertex_is_clicked() -> None:
    lesson = with_routine("support", right=True)
    wrong = replace(lesson.own[0].checked, failed={"random": 1})
    lesson = YourCode([Routine(OWN, wrong, lesson.own[0].subject)])
    scene = lesson.own[0].scene
    (question,) = [p for m in moments_of(lesson, scene) if (p := lesson.page(m).prediction) is not None]
    assert isinstance(question, Click)
    (clicked,) = question.right
    assert not isinstance(clicked, str)
    vertices, d = np.array(scene.arguments[0]), np.array(scene.arguments[1])
    assert vertices[clicked.index] @ d == pytest.approx((vertices @ d).max())


def test_the_challenge_is_met_by_a_mended_file_alone() -> None:
    checked = replace(checks()["mtv_b_to_a_y_down"], tried={"random": ENOUGH})
    for scenes, is_met in ((ENOUGH - 1, False), (ENOUGH, True)):
        lesson = YourCode([Routine(OWN, replace(checked, tried={"random": scenes}), EXAMPLES[-1].subject)])
        (moment, *_) = moments_of(lesson, next(iter(lesson.presets.values())).scene)
        challenge = lesson.challenge(moment)
        assert challenge is not None
        assert challenge.reached is is_met
    for name, preset in LESSON.presets.items():
        (moment, *_) = moments_of(LESSON, preset.scene)
        found = LESSON.challenge(moment)
        assert (found is None) is (name == RIGHT)
        assert found is None or not found.reached


# Lines


@pytest.mark.parametrize("name", list(LESSON.presets))
def test_every_step_stands_on_a_line_of_the_source(name: str) -> None:
    moments = moments_of(LESSON, scene_of(name))
    for moment in (*moments, *nested(LESSON, moments)):
        at = moment.trace.line(moment.index)
        assert at.line in {line.number for line in function_lines(at.file, at.function)}
    moment, found = at_answer(scene_of(name))
    text = Path(moment.trace.line(moment.index).file).read_text(encoding="utf-8").splitlines()
    if name != NO_END:
        assert "return" in text[found.line - 1]
    inked = LESSON.story.line_ink(moment)
    assert inked is (Ink.EXAMINED if found.why is None else Ink.FAULTY)


def test_a_call_is_told_line_by_line_with_its_own_values() -> None:
    scene = scene_of(BY_CENTRES)
    walked = next(m for m in moments_of(LESSON, scene) if isinstance(m.step, Walked))
    inner = list(nested(LESSON, [walked]))
    overlaps = [value for m in inner if (value := values_of(m.step).get("overlap")) is not None]
    assert min(overlaps) == pytest.approx(math.hypot(*at_answer(scene)[1].yours))
    last = inner[-1]
    assert np.hypot(*values_of(last.step)["n"]) == pytest.approx(1.0)
    assert "n" in {mark.text for mark in drawn(LESSON, "world", last).marks if isinstance(mark, Label)}
    assert f"Line {last.step.line} is next." in LESSON.page(last).sentence
    told = next(m for m in inner if "overlap = " in LESSON.page(m).sentence)
    source = Path(last.trace.line(0).file).read_text(encoding="utf-8").splitlines()
    set_by = int(LESSON.page(told).rows[0].cells[0])
    assert source[set_by - 1].strip().startswith("overlap = min("), "the line that has set it, not the next"


def test_a_generator_is_told_by_its_yields(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "def mtv(a, b):\n    n = (0.5, 1.5)\n    yield {'edge': 3, 'ends': [(0.0, 1.0), (2.0, 0.5)]}\n    k = 2\n"
        "    yield {'edge': 4}\n    return (1.0, 0.0)\n"
    )
    called = Example(file, "mtv").call(([(0.0, 0.0)], [(1.0, 1.0)]))
    assert called.answer.value == (1.0, 0.0)
    assert [seen.line for seen in called.seen] == [3, 5]
    assert called.seen[0].values["edge"] == 3
    assert called.seen[1].values["k"] == 2
    lesson = YourCode([Routine(OWN, checks()["mtv_by_centres"], Example(file, "mtv"))])
    moments = list(nested(lesson, moments_of(lesson, lesson.presets["mtv: coincident"].scene)))
    words = drawn(lesson, "world", moments[0]).transcript()
    assert "'n'" in words
    assert "'ends'" in words
    assert lesson.page(moments[1]).sentence.startswith("Line 5: ")


def test_the_source_is_that_which_ran(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def mtv(a, b):\n    return (")
    with pytest.raises(ValueError, match="cannot be read"):
        function_lines(str(file), "mtv")
    hold_source(str(file), "def mtv(a, b):\n    return None\n")
    assert [line.text for line in function_lines(str(file), "mtv")] == ["def mtv(a, b):", "    return None"]
    assert len(function_lines(str(file), "<module>")) == 2
    hold_source(str(file), "x = 1\ndef mtv(a, b):\n    return a\n")
    assert [line.number for line in function_lines(str(file), "mtv")] == [2, 3]


# Codes run nothing


@pytest.fixture
def nothing_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> Any:
        raise AssertionError("a scene has started a process")

    for where in ("Process", "subprocess.Popen"):
        monkeypatch.setattr(f"lessons.labs.your_code_open.{where}", refuse)


@pytest.mark.usefixtures("nothing_starts")
def test_a_code_of_somebody_s_file_shows_the_example_s_routine(tmp_path: Path) -> None:
    own = Example(tmp_path / "secret" / "mine.py", "mtv")
    own.__dict__["text"] = "def mtv(a, b):\n    return (9.0, 9.0)\n"
    theirs = YourCode([Routine(OWN, checks()["mtv_by_centres"], own)])
    name, preset = next(iter(theirs.presets.items()))
    found = saved(theirs, name, preset.scene, step=3)
    assert str(tmp_path) not in repr(found)
    assert ".py" not in repr(found)
    again = opened(from_code(to_code(found)), LESSON)
    assert isinstance(again.scene, Asked)
    assert LESSON.routine_of(again.scene).subject is example("mtv_by_centres", "mtv")
    assert again.scene.arguments == preset.scene.arguments


@pytest.mark.usefixtures("nothing_starts")
@pytest.mark.parametrize("routine", ["/etc/passwd", "../mine.py", "os:system", "yours", ""])
def test_a_routine_that_is_not_known_here_is_never_looked_for(routine: str) -> None:
    fields = {"problem": "mtv", "routine": routine, "arguments": [[[0, 0], [1, 0], [0, 1]]] * 2}
    scene: Any = opened(SavedScene("your-code", BY_CENTRES, fields), LESSON).scene
    assert LESSON.routine_of(scene).name == "mtv_by_centres"
    lonely = SavedScene("your-code", "x", fields | {"problem": "distance"})
    with pytest.raises(ValueError, match="no routine"):
        opened(lonely, LESSON)


@each_problem
def test_scenes_of_every_problem_come_back_from_a_code(name: str) -> None:
    lesson = with_routine(name, right=True)
    for scene in samples(name)[:4]:
        found = saved(lesson, next(iter(lesson.presets)), replace(scene, routine=OWN))
        again: Any = opened(from_code(to_code(found)), lesson).scene
        assert again.arguments == scene.arguments


# The file that is open


def test_what_the_command_found_is_what_the_lesson_tells(tmp_path: Path) -> None:
    from lessons.labs.checking import result
    from lessons.labs.checking.check import check_file

    file = tmp_path / "mine.py"
    file.write_text(example("support_index", "support").text)
    (found,) = check_file(file, result.Options(budget=0.2)).functions
    told = of_report(found)
    assert told.sentence == found.sentence
    assert told.frames[-1].arguments == found.scene
    assert told.failures == sum(found.failed.values()) > 0
    assert told.conventions == (found.conventions or Conventions())


def test_a_syntax_error_is_one_sentence() -> None:
    assert syntax_trouble("x = 1\n", "mine.py") is None
    assert syntax_trouble("x = 1\ny = (\n", "mine.py") == "Line 2: the file has a syntax error."
    assert syntax_trouble("a\0b", "mine.py") is not None
    assert your_code_open.in_plain("`mtv` " + "very " * 60).endswith("…")


def test_as_many_lines_of_a_routine_are_shown_as_have_room_beside_its_values() -> None:
    """Until the answer is told there are no values: most of a routine can be read. Nothing stands below the pane."""
    for name in LESSON.presets:
        for moment in moments_of(LESSON, scene_of(name)):
            canvas = drawn(LESSON, "source", moment)
            words = [mark for mark in canvas.marks if isinstance(mark, Label)]
            assert min(mark.at[1] for mark in words) >= -ROWS, (name, moment.index)
            numbers = [mark.text.strip() for mark in words if mark.at[0] < GUTTER and mark.style is TextStyle.CODE]
            if name == BY_CENTRES and not is_told(moment):
                assert len(numbers) >= 14, "the loop over the normals too"
            assert len(numbers) >= 3


def test_no_line_leads_from_an_answer_to_a_place_that_is_none() -> None:
    """What the routine says of two shapes stands above them, at no point of the scene."""
    moment, _ = at_answer(scene_of("One shape's normals"))
    pills = [m for m in drawn(LESSON, "world", moment).marks if isinstance(m, Label) and m.style is TextStyle.PILL]
    assert {plain(mark.text) for mark in pills} == {"example: overlap", "right: no overlap"}
    assert all(mark.fixed and not mark.leader for mark in pills)
