"""Circles and SAT: the extra axis, the bars, what is asked and what faulty rules cost, against the vertices."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest
import shapely

from geometry import box, circle, convex, rounded, separating_axis, separation
from geometry.sat.separating_axis import AxisSkipped, AxisTested, Owner
from lessons.separating_axes.circles_and_sat import BOUNDARY, CENTRES, EDGES_ONLY, CirclesAndSat, Shapes
from lessons.separating_axes.circles_and_sat_figure import BAND
from lessons.separating_axes.circles_and_sat_goals import BESIDE, SHALLOW, hidden_gap
from lessons.stories import sat_figure
from tests.lessons.second_edition import moments_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.mark import Area, Crowd, Dot, Inset, Label, Region, Stroke, Symbol
from viz.lesson.prediction import Challenge, Place
from viz.lesson.scene import Body, at
from viz.lesson.text import fixed, plain
from viz.picture.sizes import INSET_MARGIN, INSET_TITLE
from viz.picture.view import View

LESSON = CirclesAndSat()
EXTRA = "extra axis"
CORNERS = ("At a corner", "Gap missed by edges", "Long box")
each_scene = pytest.mark.parametrize("name", LESSON.presets)
each_corner = pytest.mark.parametrize("name", CORNERS)


def moments(name: str, compare: str = "") -> list[Moment[Shapes]]:
    return moments_of(LESSON, LESSON.presets[name].scene, compare)


def asking(name: str) -> list[Moment[Shapes]]:
    """The same scene with its questions: of scenes alike the first alone has them."""
    return moments_of(LESSON, LESSON.presets[name].scene.with_field("asks", True))


def extra(name: str, compare: str = "") -> Moment[Shapes]:
    return next(m for m in moments(name, compare) if LESSON.story.stage(m) == "Extra axis")


def drawn(moment: Moment[Shapes], pane: int = 0) -> Canvas:
    canvas = Canvas(0.01)
    LESSON.panes[pane].draw(canvas, moment)
    return canvas


def words(moment: Moment[Shapes], ink: Ink) -> list[str]:
    return [plain(m.text) for m in drawn(moment).marks if isinstance(m, Label) and m.ink is ink]


def along(moment: Moment[Shapes], n: np.ndarray) -> float:
    """The separation along an axis, from the points of both cores."""
    a, b = (body.world for body in (moment.scene.a, moment.scene.b))
    on_a, on_b = a.points @ n, b.points @ n
    return float(max(on_b.min() - on_a.max(), on_a.min() - on_b.max())) - a.radius - b.radius


@each_scene
def test_the_greatest_separation_is_the_signed_distance(name: str) -> None:
    moment = moments(name)[-1]
    turns = np.radians(np.arange(0.0, 180.0, 0.02))
    a, b = (body.world for body in (moment.scene.a, moment.scene.b))
    ways = np.stack((np.cos(turns), np.sin(turns)))
    on_a, on_b = a.points @ ways, b.points @ ways
    s = np.maximum(on_b.min(axis=0) - on_a.max(axis=0), on_a.min(axis=0) - on_b.max(axis=0)) - a.radius - b.radius
    best = moment.trace.result.best.separation
    assert best == pytest.approx(float(s.max()), abs=1e-3)
    assert fixed(abs(best)) in plain(LESSON.situation(moment))
    assert fixed(abs(best)) in plain(LESSON.page(moment).sentence)


@each_corner
def test_the_extra_axis_runs_from_the_nearest_vertex_to_the_centre(name: str) -> None:
    moment = extra(name)
    a, c, r = moment.scene.a.world, moment.scene.b.world.points[0], moment.scene.b.world.radius
    far = np.hypot(*(a.points - c).T)
    k = int(far.argmin())
    n = (c - a.points[k]) / far[k]
    assert moment.step.normal == pytest.approx(n)
    assert moment.step.separation == pytest.approx(far[k] - r)
    page = LESSON.page(moment)
    said = f"Vertex {k}, a_{k}, is {fixed(far[k])} from c, the radius is {fixed(r)}: a gap of {fixed(far[k] - r)}."
    assert plain(page.sentence) == said
    assert f"={fixed(far[k])}-{fixed(r)}=\\gap{{{fixed(far[k] - r)}}}" in page.formula
    symbols = {m.latex: m.at for m in drawn(moment).marks if isinstance(m, Symbol)}
    assert symbols[rf"\boldsymbol{{a}}_{{{k}}}"] == pytest.approx(tuple(a.points[k]))
    assert symbols[r"\boldsymbol c"] == pytest.approx(tuple(c))
    (region,) = [m for m in drawn(moment).marks if isinstance(m, Region)]
    for way in np.radians(np.arange(0.0, 360.0, 7.0)):
        at = a.points[k] + 0.3 * np.array((np.cos(way), np.sin(way)))
        sides = [np.dot(at - p, n) for p, n in zip(region.through, region.normals, strict=True)]
        near = [math.dist(p, at) for edge in a.edges for p in np.linspace(*edge, 301)]
        assert (max(sides) < -1e-3) <= (min(near) > 0.3 - 1e-9), "there the vertex is the nearest point"
    edges = [step for step in moment.trace if isinstance(step, AxisTested) and step.axis.edge is not None]
    assert max(step.separation for step in edges) < 0.0, "no edge normal shows the gap"
    assert not any("to centre" in text for text in words(moment, Ink.EXAMINED)), "its name stands at its bar"
    table = LESSON.table(moment)
    assert table is not None
    assert table.rows[-1][1].cells[0] == EXTRA
    assert EXTRA in [plain(m.text) for m in drawn(moment, 1).marks if isinstance(m, Label)], "one name everywhere"
    assert plain(LESSON.page(moments(name)[-1]).sentence) == (
        f"The extra axis shows a gap: s = {fixed(far[k] - r)}. A and B are apart."
    )
    edges = [step for step in edges if step.facing is not None]
    assert len(edges) == 2
    r_at = moment.scene.b.world
    for each in moments(name)[-2:]:
        bands = [m.points for m in drawn(each).marks if isinstance(m, Area) and m.ink is Ink.OVERLAP]
        assert len(bands) == len(edges)
        for band, step in zip(bands, edges, strict=True):
            along_n = np.array(band) @ step.normal
            low = float(r_at.points[0] @ step.normal) - r_at.radius
            high = float((a.points @ step.normal).max())
            assert (along_n.min(), along_n.max()) == pytest.approx((low, high))


@each_scene
def test_a_radius_ends_on_the_circle(name: str) -> None:
    moment = moments(name)[0]
    b = moment.scene.b.world
    symbols = {m.latex: np.array(m.at) for m in drawn(moment).marks if isinstance(m, Symbol)}
    is_circle = len(b.points) == 1 and len(moment.scene.a.world.points) > 2
    assert ("r" in symbols) is is_circle
    if is_circle:
        assert np.hypot(*(symbols["r"] - b.points[0])) == pytest.approx(b.radius / 2.0)


@each_scene
def test_the_bars_are_the_separations_tested_so_far(name: str) -> None:
    for moment in moments(name):
        tests = [step for step in moment.seen if isinstance(step, AxisTested)]
        marks = drawn(moment, 1).marks
        bars = [m for m in marks if isinstance(m, Stroke) and m.line is Line.BAR]
        expected = [along(moment, np.array(test.axis.direction)) for test in tests]
        assert [bar.points[0][0] for bar in bars] == [0.0] * len(bars)
        assert [bar.points[1][0] for bar in bars] == pytest.approx(expected), (
            "overlaps to the left, gaps to the right"
        )
        assert [bar.ink for bar in bars] == [Ink.GAP if s > 0.0 else Ink.OVERLAP for s in expected]
        loud = [bar.opacity == 1.0 for bar in bars]
        assert loud == [s == max(expected) for s in expected]
        labels = [plain(m.text) for m in marks if isinstance(m, Label)]
        assert [text for text in labels if text.startswith("s =")] == [f"s = {fixed(s)}" for s in expected]
        told = {plain(m.text): m for m in marks if isinstance(m, Label)}
        assert told["overlap"].toward[0] < 0.0 < told["gap"].toward[0]
        for s in expected:
            assert told[f"s = {fixed(s)}"].toward[0] * s < 0.0, "clear of its bar"
        names = [m for m in marks if isinstance(m, Label) and m.ink in (Ink.EXAMINED, Ink.ANSWER)]
        (name,) = [plain(m.text) for m in names]
        shown = expected.index(max(expected)) if moment.is_last else len(tests) - 1
        if not isinstance(moment.step, AxisSkipped):
            assert name == [text for text in labels if text.startswith(("edge", "extra", "centre axis"))][shown]


def test_where_an_edge_is_nearest_the_extra_axis_is_skipped() -> None:
    found = moments("At an edge")
    assert "adds nothing here" in LESSON.page(found[3]).idea
    assert LESSON.page(found[3]).prediction is None
    inside = moments("Circle deep inside")
    assert "There is no extra axis" in LESSON.page(inside[-1]).idea
    assert all(step.axis.owner is not Owner.CLOSEST for step in inside[-1].trace if isinstance(step, AxisTested))
    assert "no edges at all" in LESSON.page(moments("Two circles")[0]).idea


@each_corner
def test_at_the_end_each_overlap_has_its_number_in_the_world(name: str) -> None:
    """All edge axes red, the one to the nearest vertex green, in one picture."""
    moment = moments(name)[-1]
    edges = [s for s in moment.seen if isinstance(s, AxisTested) and s.facing is not None]
    told = words(moment, Ink.OVERLAP)
    assert told == [f"s = {fixed(step.separation)}" for step in edges]
    assert not [m for m in drawn(moment).marks if isinstance(m, Stroke) and m.ink is Ink.OVERLAP], "light, no lines"
    bands = [m for m in drawn(moment).marks if isinstance(m, Area) and m.ink is Ink.OVERLAP]
    a, b = (body.world for body in (moment.scene.a, moment.scene.b))
    for band, step in zip(bands, edges, strict=True):
        ends = (float(b.points[0] @ step.normal) - b.radius, float((a.points @ step.normal).max()))
        along = np.sort(np.array(band.points) @ step.normal)
        assert along == pytest.approx(np.repeat(sorted(ends), 2)), "across the axis, at its ends"
    for step, each in zip(edges[:-1], moments(name)[1:], strict=False):
        first = f"s = {fixed(step.separation)}"
        few = len([s for s in moment.seen if isinstance(s, AxisTested)]) < 4
        assert (first in words(each, Ink.OVERLAP)) is few, "where bars stand beside it they tell it"


def test_at_a_corner_that_overlaps_the_extra_axis_gives_the_depth() -> None:
    moment = next(m for m in moments("Overlap at a corner") if LESSON.story.stage(m) == "Extra axis")
    last = moments("Overlap at a corner")[-1]
    a, b = moment.scene.a.world, moment.scene.b.world
    depth = b.radius - min(math.dist(p, b.points[0]) for p in a.points)
    assert -separation(a, b) == pytest.approx(depth)
    assert LESSON.page(moment).idea.endswith("On it, $s$ is minus the depth.")
    assert (
        plain(LESSON.page(last).sentence)
        == f"3 axes, no gap. The least overlap is {fixed(depth)}, on the extra axis."
    )
    assert (
        max(s.separation for s in last.seen if isinstance(s, AxisTested) and s.axis.edge is not None) < -depth - 0.1
    )
    assert all(LESSON.page(m).prediction is None for m in moments("Overlap at a corner"))


def test_of_scenes_alike_the_first_alone_asks() -> None:
    asked = {name for name in LESSON.presets for m in moments(name) if LESSON.page(m).prediction is not None}
    assert asked == {"At a corner", "At an edge"}
    spike, box_ = (LESSON.presets[name].scene for name in ("Gap missed by edges", "At a corner"))
    gaps = [hidden_gap(each.a.world, each.b.world) / each.b.world.radius for each in (spike, box_)]
    assert 0.5 > gaps[0] > 1.5 * gaps[1], "a sharper corner hides more, and yet not what the goal asks for"


@each_scene
def test_no_edge_of_a_circle_is_spoken_of(name: str) -> None:
    for moment in moments(name):
        if len(moment.scene.b.world.points) == 1 and len(moment.scene.a.world.points) > 2:
            idea = plain(LESSON.page(moment).idea)
            assert not re.search(r"edges? of B|on to B|B’s edge|two convex polygons", idea), idea


def test_a_faulty_rule_is_drawn_where_it_answers() -> None:
    for name, rule in (("Long box", CENTRES), ("Circle deep inside", BOUNDARY), ("Gap missed by edges", EDGES_ONLY)):
        *before, last = moments(name, rule)
        assert not [m for moment in before for m in drawn(moment).marks if m.ink is Ink.FAULTY]
        assert [m for m in drawn(last).marks if m.ink is Ink.FAULTY]


def test_the_situation_does_not_tell_what_is_not_known_yet() -> None:
    told = [plain(LESSON.situation(m)) for m in moments("At a corner")]
    assert told[0] == "On the axes tested so far the projections overlap."
    assert told[1] == "No edge normal shows a gap.", "true after the gap has been found, too"
    assert told[2:] == ["A and B are apart.", f"A and B are {fixed(extra('At a corner').step.separation)} apart."]
    assert [LESSON.challenge(m) is not None for m in moments("At a corner")] == [False, False, True, True], "it tells"
    assert LESSON.challenge(moments("Circle deep inside")[-1]).now == ""  # type: ignore[union-attr]


@each_scene
def test_what_is_shown_adds_up(name: str) -> None:
    """A formula box whose two decimals do not add up is a wrong sum to every reader."""
    for moment in moments(name):
        page = LESSON.page(moment)
        bare = re.sub(r"\\[A-Za-z]+\{(\(?-?[\d.]+\)?)\}", r"\1", page.formula)
        for a, b, s in re.findall(r"=\(?(-?[\d.]+)\)?-\(?(-?[\d.]+)\)?=(-?[\d.]+)", bare):
            assert round(float(a) - float(b), 2) == float(s), bare
        for row in page.rows:
            spans = [re.findall(r"[−\d.]+\d", plain(cell)) for cell in row.cells[1:3]]
            if [len(span) for span in spans] == [2, 2]:
                (a, b, c, d) = (float(x.replace("−", "-")) for span in spans for x in span)
                s = float(plain(row.cells[3]).replace("−", "-"))
                assert round(max(c - b, a - d), 2) == s, row.cells


def test_each_faulty_rule_has_a_goal_of_its_own() -> None:
    def goal(compare: str, a: Body, b: Body) -> Challenge:
        found = LESSON.challenge(moments_of(LESSON, Shapes(a, b), compare)[-1])
        assert found is not None
        return found

    square = at(box(2, 2), 0.0, 0.0)
    assert goal(CENTRES, square, at(circle(1.0), 1.8, 1.8)).reached
    beside = goal(CENTRES, square, at(circle(1.0), 1.95, 1.5))
    whole, seen = math.hypot(0.95, 0.5) - 1.0, math.hypot(1.95, 1.5) - 3.45 / math.hypot(1.95, 1.5) - 1.0
    assert (beside.now, beside.reached) == (f"found: {fixed(seen)} of {fixed(whole)}", False)
    assert not goal(CENTRES, square, at(circle(1.0), 2.2, 2.2)).reached, "an edge shows it"
    for x, reached in ((0.5, False), (0.9, True), (1.1, False)):
        assert goal(BOUNDARY, square, at(circle(0.2), x, 0.0)).reached is reached
    for name, rule in (("Long box", CENTRES), ("Circle deep inside", BOUNDARY)):
        own = LESSON.challenge(moments(name, rule)[-1])
        assert own is not None
        assert not own.reached


@each_corner
def test_the_nearest_vertex_has_one_mark(name: str) -> None:
    for moment in (extra(name), moments(name)[-1]):
        k = int(np.argmin(np.hypot(*(moment.scene.a.world.points - moment.scene.b.world.points[0]).T)))
        marks = drawn(moment).marks
        assert any(isinstance(m, Symbol) and m.latex == rf"\boldsymbol{{a}}_{{{k}}}" for m in marks)
        assert f"v{k}" not in [m.text for m in marks if isinstance(m, Label)]


@each_scene
def test_no_vertex_is_named_but_the_ones_that_a_step_is_about(name: str) -> None:
    for moment in moments(name):
        if len(moment.scene.b.world.points) == 1 and len(moment.scene.a.world.points) > 2:
            labels = [m for m in drawn(moment).marks if isinstance(m, Label)]
            assert not [m.text for m in labels if m.style is TextStyle.VERTEX]


def test_each_scene_has_a_goal_of_its_own_that_it_does_not_meet() -> None:
    found = {name: LESSON.challenge(moments(name, LESSON.presets[name].compare)[-1]) for name in LESSON.presets}
    goals = {name: goal for name, goal in found.items() if goal is not None}
    assert set(LESSON.presets) == set(goals)
    assert len({goal.text for goal in goals.values()}) == len(goals)
    assert not [name for name, goal in goals.items() if goal.reached]

    def reached(name: str, b: Body) -> bool:
        preset = LESSON.presets[name]
        goal = LESSON.challenge(moments_of(LESSON, preset.scene.with_field("b", b), preset.compare)[-1])
        assert goal is not None
        return goal.reached

    assert LESSON.presets["At an edge"].scene.goal == BESIDE
    a = LESSON.presets["At an edge"].scene.a.world
    top = a.points[a.points[:, 1].argmax()]
    way = np.array((math.cos(math.radians(66.0)), math.sin(math.radians(66.0))))  # between two of the three axes
    for gap, is_met in ((0.08, True), (0.03, False), (0.2, False)):
        assert reached("At an edge", at(circle(0.8), *(top + (0.8 + gap) * way))) is is_met, gap
    assert LESSON.presets["Overlap at a corner"].scene.goal == SHALLOW
    for part, is_met in ((0.95, True), (0.8, False), (1.05, False)):
        at_ = 0.9 * part * math.sqrt(0.5)
        assert reached("Overlap at a corner", at(circle(0.9), 0.8 + at_, at_)) is is_met, part
    assert reached("Gap missed by edges", at(circle(1.0), 0.9, -1.9)) is False
    spike = LESSON.presets["Gap missed by edges"].scene.a.world
    (p, q), n = spike.edges[2], spike.normals[2]
    for gap, is_met in ((0.3, True), (0.1, False)):
        assert reached("Gap missed by edges", at(circle(1.0), *((p + q) / 2.0 + (1.0 + gap) * n))) is is_met


def test_parallel_edges_are_no_steps() -> None:
    for name in LESSON.presets:
        found = moments(name)
        assert not any(isinstance(m.step, AxisSkipped) and m.step.axis.edge is not None for m in found)
        scene = found[0].scene
        whole = separating_axis.trace(scene.a.world, scene.b.world, early_out=False)
        lines = {id(step): line for step, line in zip(whole.steps, whole.lines, strict=True)}
        assert len(lines) == len(whole.steps)
        assert len(found[0].trace.lines) == len(found)


def test_the_bar_that_counts_is_that_of_the_greatest_gap_else_of_the_least_overlap() -> None:
    second = moments("At a corner")[1]
    idea = plain(LESSON.page(second).idea)
    assert (
        "The greatest s of all axes decides: the greatest gap or, if there is none, minus the least overlap."
        in " ".join(idea.split())
    )
    assert "left of 0" not in idea, "no bars stand beside it"
    for name in LESSON.presets:
        for moment in moments(name):
            bars = [m for m in drawn(moment, 1).marks if isinstance(m, Stroke) and m.line is Line.BAR]
            (loud,) = [bar.points[1][0] for bar in bars if bar.opacity == 1.0]
            ends = [bar.points[1][0] for bar in bars]
            gaps, overlaps = [end for end in ends if end > 0.0], [-end for end in ends if end <= 0.0]
            assert loud == (max(gaps) if gaps else -min(overlaps))


@each_corner
def test_an_axis_that_shows_a_gap_is_asked_for(name: str) -> None:
    asked = [(m, LESSON.page(m)) for m in asking(name)]
    moment, page = next((m, p) for m, p in asked if isinstance(p.prediction, Place))
    place = page.prediction
    assert isinstance(place, Place)
    assert page.known == "No edge normal shows a gap."
    c, r = moment.scene.b.world.points[0], moment.scene.b.world.radius
    assert np.hypot(*(np.array(place.along[0]) - c).T) == pytest.approx(np.full(len(place.along[0]), r))
    assert not place.judge(place.start).right, "it starts on an edge normal"
    assert place.judge(place.right).right
    (ring,) = place.right
    best = along(moment, (c - ring) / r)
    seen = set()
    for degrees in range(0, 360, 3):
        n = np.array((math.cos(math.radians(degrees)), math.sin(math.radians(degrees))))
        s = along(moment, n)
        assert s <= best + 1e-9
        verdict = place.judge(((float(c[0] - r * n[0]), float(c[1] - r * n[1])),))
        assert verdict.right is (s > 0.0)
        assert fixed(abs(s)) in verdict.because
        assert verdict.remarks[0].words == f"$s$ = {fixed(s)}"
        canvas = Canvas(0.01)
        assert verdict.draw is not None
        verdict.draw(canvas, "bars")
        assert not canvas.marks
        verdict.draw(canvas, "world")
        through, *sides = [m for m in canvas.marks if isinstance(m, Stroke)]
        assert np.array(through.points) == pytest.approx(np.array((c - r * n, c + r * n))), "the axis itself"
        assert {m.ink for m in (through, *sides)} == {Ink.GAP if s > 0.0 else Ink.FAULTY}
        first, second = (float(np.array(m.points[0]) @ n) for m in sides)
        assert abs(second - first) == pytest.approx(abs(s)), "as wide as the projections say"
        seen.add(verdict.right)
    assert seen == {True, False}


def test_the_nearest_point_is_asked_for_where_it_lies_on_an_edge() -> None:
    found = moments("At an edge")
    asked = [m.index for m in found if LESSON.page(m).prediction is not None]
    assert asked == [2], "the last edge, before the extra axis is left out"
    question = LESSON.page(found[2]).prediction
    assert isinstance(question, Place)
    a, c = found[2].scene.a.world, found[2].scene.b.world.points[0]
    outline = [np.array(p) + t * (np.array(q) - p) for p, q in a.edges for t in np.linspace(0.0, 1.0, 400)]
    best = min(outline, key=lambda p: math.dist(p, c))
    assert question.right[0] == pytest.approx(tuple(best), abs=0.01)
    assert np.array(question.along[0]) == pytest.approx(np.array([*a.points, a.points[0]]))
    assert not question.judge(question.start).right
    assert {tuple(question.start[0])} <= {tuple(p) for p in a.points.tolist()}, "the nearest vertex is not it"
    for place in outline[::9]:
        verdict = question.judge(((float(place[0]), float(place[1])),))
        assert verdict.right is (math.dist(place, question.right[0]) <= 0.15 * found[2].scene.b.world.radius)
        assert verdict.right or f"is {fixed(math.dist(place, c))} from" in verdict.because
        canvas = Canvas(0.01)
        assert verdict.draw is not None
        verdict.draw(canvas, "bars")
        assert not canvas.marks
        verdict.draw(canvas, "world")
        assert len(canvas.marks) == 1
    right = question.judge(question.right).because
    assert f"{fixed(math.dist(best, c))} from" in right
    assert "edge 1" in right


def test_no_axis_is_asked_for_where_an_edge_shows_the_gap_or_nothing_can() -> None:
    for x, y in ((1.8, 0.7), (1.2, 0.7)):
        scene = Shapes(at(box(2.0, 1.0), 0.0, 0.0), at(circle(0.5), x, y))
        pages = [LESSON.page(m) for m in moments_of(LESSON, scene)]
        assert all(page.prediction is None or "No edge" not in page.prediction.text for page in pages)


def reference_of_edges(moment: Moment[Shapes], place: np.ndarray) -> float:
    a, r = moment.scene.a.world, moment.scene.b.world.radius
    shows = []
    for n in a.normals:
        on_a, on_b = a.points @ n, float(place @ n)
        shows.append(max(on_b - r - on_a.max(), on_a.min() - on_b - r))
    return float(max(shows))


@each_corner
def test_a_place_is_asked_for_where_the_circle_just_touches(name: str) -> None:
    moment = next(m for m in asking(name) if LESSON.story.stage(m) == "Extra axis")
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Place)
    a, b = moment.scene.a.world, moment.scene.b.world
    corner = a.points[int(np.hypot(*(a.points - b.points[0]).T).argmin())]
    seen = set()
    for degrees in range(0, 360, 5):
        for part in (0.8, 0.95, 1.0, 1.05, 1.3):
            way = np.array((math.cos(math.radians(degrees)), math.sin(math.radians(degrees))))
            place = corner + part * b.radius * way
            s, edges = separation(a, circle(b.radius, tuple(place))), reference_of_edges(moment, place)
            verdict = asked.judge((tuple(place),))
            right = abs(part - 1.0) < 0.06 and s > -0.06 * b.radius and edges <= -0.02 * b.radius
            assert verdict.right is right, (degrees, part)
            seen.add((verdict.right, verdict.head))
            if verdict.head == "An edge shows it":
                assert f"$s$ = {fixed(edges)}" in verdict.because
            elif right:
                assert f"of {fixed(-edges)} or more" in verdict.because
            canvas = Canvas(0.01)
            assert verdict.draw is not None
            verdict.draw(canvas, "world")
            (ghost,) = [m for m in canvas.marks if isinstance(m, Stroke)]
            assert ghost.ink is (Ink.ANSWER if right else Ink.FAULTY)
            assert np.hypot(*(np.array(ghost.points) - place).T) == pytest.approx(
                np.full(len(ghost.points), b.radius)
            )
            verdict.draw(canvas, "bars")
            assert len(canvas.marks) == 1, "in the world alone"
    assert {head for _, head in seen} == {"", "Not touching it", "Inside A", "An edge shows it"}
    assert not asked.judge(asked.start).right
    assert asked.judge(asked.right).right


def test_what_the_faulty_rules_answer() -> None:
    for name, rule in (("Gap missed by edges", EDGES_ONLY), ("Long box", CENTRES)):
        moment = moments(name, rule)[-1]
        edges = [along(moment, n) for n in moment.scene.a.world.normals]
        d = moment.scene.b.world.centroid - moment.scene.a.world.centroid
        said = max(edges) if rule == EDGES_ONLY else max(*edges, along(moment, d / np.hypot(*d)))
        assert said < 0.0
        assert words(moment, Ink.FAULTY) == [f"overlap {fixed(-said)}"]
        marks = drawn(moment, 1).marks
        assert [plain(m.text) for m in marks if isinstance(m, Label) and m.ink is Ink.FAULTY] == [
            rule,
            f"s = {fixed(said)}",
        ]
        (bar,) = [m for m in marks if isinstance(m, Stroke) and m.line is Line.BAR and m.ink is Ink.FAULTY]
        assert bar.points[1][0] == pytest.approx(said)
        others = [m.points[0][1] for m in marks if isinstance(m, Stroke) and m.line is Line.BAR and m is not bar]
        assert bar.points[0][1] < min(others), "below the right ones"
        before = [m for m in drawn(moments(name, rule)[-2], 1).marks if isinstance(m, Label)]
        assert not any(m.ink is Ink.FAULTY for m in before), "not before the end"
        truth = fixed(moment.trace.result.best.separation)
        page, right = LESSON.page(moment), LESSON.page(moments(name)[-1])
        assert plain(page.sentence) == f"The rule says overlap {fixed(-said)}; the truth is a gap of {truth}."
        assert page.formula not in ("", right.formula), "the rule's own"
        assert page.idea.startswith(f"**{rule.capitalize()}**")
        rows = LESSON.table(moment).rows  # type: ignore[union-attr]
        (picked,) = [row for _, row in rows if row.faulty]
        assert plain(picked.cells[-1]) == fixed(said)
    moment = moments("Circle deep inside", BOUNDARY)[-1]
    (cross,) = [m for m in drawn(moment).marks if isinstance(m, Dot) and m.ink is Ink.FAULTY]
    assert cross.at == pytest.approx((1.4, 0.5))
    (unit,) = [m.at for m in drawn(moment).marks if isinstance(m, Symbol) and m.latex == r"\hat n"]
    assert math.dist(unit, cross.at) > 0.3, "n stands aside of it"
    assert words(moment, Ink.FAULTY) == ["0.90 > 0.45, no hit"]
    assert LESSON.page(moment).formula.count("0.90") == LESSON.page(moment).formula.count("0.45") == 1
    assert any(isinstance(m, Symbol) and m.latex.endswith("q") and m.at == cross.at for m in drawn(moment).marks)
    agrees = moments_of(LESSON, Shapes(at(box(2, 2), 0.0, 0.0), at(circle(1.0), 1.86, 1.862)), CENTRES)[-1]
    assert LESSON.comparison(CENTRES).differs(agrees)  # type: ignore[union-attr]
    assert plain(LESSON.page(agrees).sentence).endswith("Here both agree to two decimals: gap 0.22.")
    fine = moments("At an edge", EDGES_ONLY)[-1]
    assert "Here the rule answers right: gap 0.33." in plain(LESSON.page(fine).sentence)
    hit = moments("At a corner", BOUNDARY)[-1]
    assert "no hit" in plain(LESSON.page(hit).sentence), "outside of A the nearest boundary point decides rightly"
    assert not LESSON.comparison(BOUNDARY).differs(hit)  # type: ignore[union-attr]
    assert moments("Two circles", EDGES_ONLY)[-1].faulty is None


def last_edge(moment: Moment[Shapes]) -> object:
    """The axis of the last edge that faces B."""
    return [s.axis for s in moment.trace if isinstance(s, AxisTested) and s.facing is not None][-1]


@each_corner
def test_each_overlap_stays_in_the_picture_when_the_next_axis_is_tested(name: str) -> None:
    """All edge axes red at once; beside a circle deep inside A they would hide the whole picture."""
    edges = next(m for m in moments(name) if isinstance(m.step, AxisTested) and m.step.axis is last_edge(m))
    a, b = (body.world for body in (edges.scene.a, edges.scene.b))
    before = next(step for step in edges.seen if step.facing is not None)
    bands = [np.array(m.points) for m in drawn(edges).marks if isinstance(m, Area) and m.opacity == BAND]
    (band,) = bands
    along = band @ before.normal
    assert along.min() == pytest.approx(float(b.points[0] @ before.normal) - b.radius)
    assert along.max() == pytest.approx(float((a.points @ before.normal).max()))
    first = moments(name)[0]
    assert not [m for m in drawn(first).marks if isinstance(m, Area) and m.opacity == BAND]
    deep = moments("Circle deep inside")[1]
    assert not [m for m in drawn(deep).marks if isinstance(m, Area) and m.opacity == BAND]


def test_the_shapes_alone_open_the_lesson_and_then_bars_compare_the_axes() -> None:
    found = moments("At a corner")
    assert LESSON.layout_at(found[0]) is LESSON.panes[0]
    assert all(LESSON.layout_at(moment) is LESSON.panes[0] for moment in found), "the world tells them itself"
    assert all(LESSON.layout_at(moment) is LESSON.layout for moment in moments("Gap missed by edges", EDGES_ONLY)[1:])
    assert LESSON.layout_at(moments("Two rounded boxes")[-1]) is LESSON.layout, "five axes need bars"
    assert all(LESSON.layout_at(moment) is LESSON.panes[0] for moment in moments("Two circles")), "one axis"


@each_corner
def test_the_radius_lies_along_the_axis(name: str) -> None:
    for moment in moments(name):
        test = sat_figure.shown(moment)
        c, r, n = moment.scene.b.world.points[0], moment.scene.b.world.radius, test.normal
        canvas = drawn(moment)
        radii = [m for m in canvas.marks if isinstance(m, Stroke) and m.ink is Ink.B and m.points[0] == tuple(c)]
        assert [np.array(m.points[1]) for m in radii] == [pytest.approx(c + r * n)]
        projected = [m.at for m in canvas.marks if isinstance(m, Symbol) and m.latex.endswith(r"\cdot\hat n")]
        assert len(projected) == (moment.index == 0), "where it is told"
        for place in projected:
            assert np.array(place) @ n == pytest.approx(c @ n)


def crowds(canvas: Canvas, ink: Ink) -> list[Crowd]:
    return [mark for mark in canvas.marks if isinstance(mark, Crowd) and mark.ink is ink]


@each_corner
def test_a_narrow_gap_is_enlarged_at_the_end(name: str) -> None:
    first, *between, last = moments(name)
    assert not any(isinstance(m, Inset) for moment in between for m in drawn(moment).marks)
    lenses, s = [m for m in drawn(last).marks if isinstance(m, Inset)], last.trace.result.best.separation
    assert bool(lenses) is (s < 30.0 * 0.01), "a gap of 30 pixels is wide enough"
    at_first = [m for m in drawn(first).marks if isinstance(m, Inset)]
    assert bool(at_first) is (s < 60.0 * 0.01 and abs(first.step.normal_xy[0]) < 0.6), "where no axis is"
    for each in at_first:
        assert not [m for m in each.marks if isinstance(m, Label)], "no number yet"
        assert each.title == "The corner, enlarged"
    for each in (*at_first, *lenses):
        canvas = Canvas()
        canvas.marks = list(each.marks)
        width, height = each.size
        view = View(size=(width, height - INSET_TITLE)).fitted(canvas.bounds(), INSET_MARGIN)
        assert 80.0 < s * view.scale < 100.0, "two or three times as large as in the figure, or more"
        for ink, body in ((Ink.A, last.scene.a.world), (Ink.B, last.scene.b.world)):
            outline = crowds(canvas, ink)[0]  # B's hatching comes after it
            ends = outline.segments.reshape(-1, 2)
            assert len(ends) > 2, "both shapes reach into it"
            core = shapely.LinearRing(body.points) if ink is Ink.A else shapely.Point(body.points[0])
            far = [core.distance(shapely.Point(end)) for end in ends]
            assert far == pytest.approx([body.radius] * len(far), abs=0.5 / view.scale), (
                "cut out of the true outlines"
            )
            places = view.to_screen(np.concatenate((ends, outline.triangles.reshape(-1, 2))))
            assert (places > -0.01).all(), "and nothing runs out of it, in a picture that is saved, too"
            assert (places < np.add(view.size, 0.01)).all()
    if not lenses:
        return
    (lens,) = lenses
    (gap,) = [m for m in lens.marks if isinstance(m, Stroke) and m.ink is Ink.ANSWER]
    assert math.dist(*gap.points) == pytest.approx(s)
    assert [m.text for m in lens.marks if isinstance(m, Label)] == [f"$s$ = {fixed(s)}"]


def test_two_circles_show_the_line_through_both_centres() -> None:
    for moment in moments("Two circles"):
        a, b = (tuple(body.world.points[0]) for body in (moment.scene.a, moment.scene.b))
        marks = drawn(moment).marks
        assert any(isinstance(m, Stroke) and m.points == (a, b) and m.line is Line.DASHED for m in marks)
        found = {m.latex: m.at for m in marks if isinstance(m, Symbol)}
        assert (found[r"\boldsymbol c_A"], found[r"\boldsymbol c_B"]) == (a, b)


def test_a_right_angle_hides_little_and_a_sharp_corner_much() -> None:
    square = box(2, 2, (-1, -1))
    for part in np.linspace(0.0, 1.0, 21):
        assert hidden_gap(square, circle(1.0, (0.9 + 0.1 * part, 0.99))) <= math.sqrt(2.0) - 1.0
    assert hidden_gap(square, circle(1.0, (0.999, 0.999))) == pytest.approx(math.sqrt(2.0) - 1.0, abs=2e-3)
    assert hidden_gap(square, circle(1.0, (1.2, 0.5))) == 0.0, "an edge shows it"
    kite = convex(((0.0, 0.0), (-2.0, 0.8), (-6.0, 0.0), (-2.0, -0.8)))
    scene = Shapes(at(kite, *kite.centroid), at(circle(0.6), 1.4, 0.0))
    challenge = LESSON.challenge(moments_of(LESSON, scene)[-1])
    assert challenge is not None
    assert challenge.reached
    assert challenge.now == f"hidden gap: {fixed(0.8 / 0.6)} r"
    hint = f"at most {fixed(math.sqrt(2.0) - 1.0)} of the radius"
    assert hint in challenge.hint
    for name in ("Two circles", "Two rounded boxes"):
        *before, closest, _ = moments(name)
        assert not any(LESSON.challenge(moment) for moment in before), "its axis is not shown yet"
        assert LESSON.challenge(closest)
        assert LESSON.challenge(moments(name, EDGES_ONLY)[-1]) is None, "the rules are about a corner and a circle"


@pytest.mark.parametrize(
    ("x", "y", "reached"), [(0.5, 0.8, True), (0.5, 1.0, False), (1.0, 0.5, False), (0.3, 0.6, False)]
)
def test_two_circles_apart_that_overlap_on_both_axes_of_the_plane(x: float, y: float, reached: bool) -> None:
    scene = LESSON.presets["Two circles"].scene.with_field("b", at(circle(0.7), x, y))
    goal = LESSON.challenge(moments_of(LESSON, scene)[-1])
    assert goal is not None
    a, b = (shapely.Point(body.world.points[0]).buffer(body.world.radius, 512).bounds for body in (scene.a, scene.b))
    along = [max(b[i] - a[i + 2], a[i] - b[i + 2]) for i in (0, 1)]
    assert goal.now == f"s = {fixed(along[0])} on x, {fixed(along[1])} on y"
    is_apart = math.hypot(x + 0.75, y + 0.4) > 1.6
    assert goal.reached is reached is (is_apart and max(along) <= -0.3)


@pytest.mark.parametrize(("far", "reached"), [(0.75, True), (0.69, False), (0.9, False)])
def test_two_rounded_boxes_apart_that_overlap_on_every_edge_normal(far: float, reached: bool) -> None:
    soft = rounded(box(1.4, 1.1), 0.35)
    off = far * math.sqrt(0.5)  # from corner to corner of the cores
    goal = LESSON.challenge(moments_of(LESSON, Shapes(at(soft, 0.0, 0.0), at(soft, 1.4 + off, 1.1 + off)))[-1])
    assert goal is not None
    assert goal.now == f"s = {fixed(far - 0.7)}, on edge normals {fixed(off - 0.7)} at most"
    assert goal.reached is reached


def test_no_bar_has_a_name_at_its_outer_end() -> None:
    """The formula goes from max_A to min_B; the other two would lie among the axis and its help lines."""
    for name in ("At a corner", "Gap missed by edges", "Circle deep inside"):
        for moment in moments(name):
            texts = [m.text for m in drawn(moment).marks if isinstance(m, Label)]
            assert not [each for each in texts if each.startswith(("$\\min_A$", "$\\max_B$")) or each == "0.00"]
            assert any(each.startswith("$\\max_A$") for each in texts)


def test_rounded_boxes_are_told_from_sharp_ones_at_once() -> None:
    assert "round corners" in LESSON.page(moments("Two rounded boxes")[0]).idea


def test_the_centre_s_axis_is_the_extra_axis_only_on_one_line() -> None:
    """A longer A need not miss the corner more: it depends on the direction in which A is long."""

    def missed(width: float, height: float, centre: tuple[float, float]) -> float:
        """Of the gap at the corner in the origin, what the axis through both centres does not show."""
        a, b = at(box(width, height), -width / 2.0, -height / 2.0), at(circle(0.9), *centre)
        whole = separation(a.world, b.world)
        n = b.world.points[0] - a.world.centroid
        n /= float(np.hypot(*n))
        return whole - (float(b.world.points[0] @ n) - 0.9 - float((a.world.points @ n).max()))

    assert missed(1.0, 1.0, (0.7, 0.7)) == pytest.approx(0.0), "on one line"
    assert missed(0.8, 0.8, (0.5, 0.85)) > missed(0.8, 1.3, (0.5, 0.85)) > 0.0, "longer, and it misses less"
    idea = plain(LESSON.page(moments("Long box", CENTRES)[-1]).idea)
    assert "longer" not in idea
    assert "only where both and c lie on one line; elsewhere it can miss a gap." in idea
    for size in (0.8, 3.2):
        scene = Shapes(at(box(0.8, size), -0.4, -size / 2.0), at(circle(0.7), 0.55, 0.6), asks=False)
        said = plain(LESSON.page(moments_of(LESSON, scene, CENTRES)[-1]).sentence)
        assert "longer" not in said, "no promise of what another A would do"


def test_the_axis_of_the_closest_points_has_one_name_in_a_scene() -> None:
    for name in LESSON.presets:
        word = "centre axis" if name == "Two circles" else EXTRA
        for moment in moments(name):
            step, page = moment.step, LESSON.page(moment)
            told = plain(page.sentence).lower()
            assert not re.search(r"closest points:|\(closest|of closest|to centre|axis \d", told)
            if isinstance(step, AxisTested) and step.axis.owner is Owner.CLOSEST:
                assert page.stage.lower() == word
                assert [plain(row.cells[0]) for row in page.rows] == [word]
    region = plain(LESSON.page(extra("At a corner")).idea)
    assert "Voronoi region" in region, "the term of the field, where its borders are drawn"


def test_at_the_corner_stands_only_what_answers() -> None:
    last = drawn(moments("At a corner")[-1]).marks
    strokes = [m for m in last if isinstance(m, Stroke)]
    assert not [m for m in strokes if m.ink is Ink.GAP and m.line is Line.DASHED], "a beam without sides"
    assert len([m for m in strokes if m.ink is Ink.ANSWER]) == 1, "the gap's segment"
    assert [m for m in last if isinstance(m, Region) and m.ink is Ink.CONSTRUCTION], "the vertex's region, faint"


def test_no_tick_without_a_number_and_the_edge_s_name_keeps_off_the_normal() -> None:
    moment = moments("At a corner")[1]
    marks = drawn(moment).marks
    assert not [m for m in marks if isinstance(m, Stroke) and (m.ink, m.line) == (Ink.CONSTRUCTION, Line.THIN)]
    (name,) = [m for m in marks if isinstance(m, Label) and m.text == "edge 1 of A"]
    low, high = sorted(moment.scene.a.world.points[1:3, 1])
    assert name.at[1] < low + 0.2 * (high - low)
    (other,) = [
        m for m in drawn(moments("Overlap at a corner")[1]).marks if isinstance(m, Label) and m.text == name.text
    ]
    assert other.toward is not None
    assert other.toward[0] > 0.0, "outside of A, as the circle lies on the upper end only"
    assert not [m for m in marks if isinstance(m, Label) and re.fullmatch(r"v\d", m.text)], "no word speaks of it"
