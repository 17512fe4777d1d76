"""Circles and SAT: the extra axis, the bars, what is asked and what faulty rules cost, against the vertices."""

from __future__ import annotations

import math

import numpy as np
import pytest

from geometry import box, circle, convex, separation
from geometry.feature import FeatureKind, FeatureRef
from geometry.sat.separating_axis import AxisTested, Owner
from lessons.separating_axes.circles_and_sat import BOUNDARY, CENTRES, EDGES_ONLY, CirclesAndSat, Shapes, hidden_gap
from tests.lessons.second_edition import moments_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.mark import Dot, Label, Stroke, Symbol
from viz.lesson.prediction import Click, Place
from viz.lesson.scene import at
from viz.lesson.text import fixed, plain

LESSON = CirclesAndSat()
CORNERS = ("At a corner", "Gap missed by edges", "Long box")
each_scene = pytest.mark.parametrize("name", LESSON.presets)
each_corner = pytest.mark.parametrize("name", CORNERS)


def moments(name: str, compare: str = "") -> list[Moment[Shapes]]:
    return moments_of(LESSON, LESSON.presets[name].scene, compare)


def extra(name: str, compare: str = "") -> Moment[Shapes]:
    return next(m for m in moments(name, compare) if LESSON.story.stage(m) == "Vertex axis")


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
    said = f"Vertex {k} is {fixed(far[k])} from B's centre, the radius is {fixed(r)}: a gap of {fixed(far[k] - r)}."
    assert plain(page.sentence) == said
    assert f"={fixed(far[k])}-{fixed(r)}=\\gap{{{fixed(far[k] - r)}}}" in page.formula
    symbols = {m.latex: m.at for m in drawn(moment).marks if isinstance(m, Symbol)}
    assert symbols[r"\boldsymbol a_k"] == pytest.approx(tuple(a.points[k]))
    assert symbols[r"\boldsymbol c"] == pytest.approx(tuple(c))
    rings = [
        np.array(m.points)
        for m in drawn(moment).marks
        if isinstance(m, Stroke) and m.line is Line.DOTTED and m.closed
    ]
    assert any(np.hypot(*(ring - a.points[k]).T) == pytest.approx(np.full(len(ring), far[k])) for ring in rings)
    edges = [step for step in moment.trace if isinstance(step, AxisTested) and step.axis.edge is not None]
    assert max(step.separation for step in edges) < 0.0, "no edge normal shows the gap"


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
        assert [bar.points[1][0] - bar.points[0][0] for bar in bars] == pytest.approx([abs(s) for s in expected])
        assert [bar.ink for bar in bars] == [Ink.GAP if s > 0.0 else Ink.OVERLAP for s in expected]
        loud = [bar.opacity == 1.0 for bar in bars]
        assert loud == [s == max(expected) for s in expected]
        labels = [plain(m.text) for m in marks if isinstance(m, Label)]
        assert [text for text in labels if text.startswith("s =")] == [f"s = {fixed(s)}" for s in expected]


def test_where_an_edge_is_nearest_the_extra_axis_is_skipped() -> None:
    found = moments("At an edge")
    assert "adds nothing here" in LESSON.page(found[3]).idea
    assert LESSON.page(found[3]).prediction is None
    inside = moments("Circle deep inside")
    assert "There is no extra axis" in LESSON.page(inside[-1]).idea
    assert all(step.axis.owner is not Owner.CLOSEST for step in inside[-1].trace if isinstance(step, AxisTested))
    assert "no edges at all" in LESSON.page(moments("Two circles")[0]).idea


def test_the_situation_does_not_tell_what_is_not_known_yet() -> None:
    told = [plain(LESSON.situation(m)) for m in moments("At a corner")]
    assert told[:3] == ["On the axes tested so far the projections overlap."] * 3
    assert told[3:] == ["A and B are apart.", f"A and B are {fixed(extra('At a corner').step.separation)} apart."]
    assert [LESSON.challenge(m).now != "" for m in moments("At a corner")] == [False] * 4 + [True]  # type: ignore[union-attr]


@each_corner
def test_the_nearest_vertex_is_asked_for(name: str) -> None:
    asked = [(m, LESSON.page(m).prediction) for m in moments(name)]
    moment, click = next((m, p) for m, p in asked if isinstance(p, Click))
    a, c = moment.scene.a.world, moment.scene.b.world.points[0]
    far = np.hypot(*(a.points - c).T)
    refs = [FeatureRef("A", FeatureKind.VERTEX, i) for i in range(len(far))]
    assert click.right == {refs[int(far.argmin())]}
    for ref in refs:
        verdict = click.judge(ref)
        assert verdict.right is (ref.index == int(far.argmin()))
        assert fixed(far[ref.index]) in verdict.because
        (shown,) = verdict.remarks
        assert shown.at == pytest.approx(tuple(a.points[ref.index]))
        assert shown.to == pytest.approx(tuple(c))
        assert shown.right is verdict.right
    assert not click.judge(FeatureRef("A", FeatureKind.EDGE, 0)).right


def test_a_place_is_asked_for_where_the_circle_just_touches() -> None:
    moment = extra("At a corner")
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Place)
    a, b = moment.scene.a.world, moment.scene.b.world
    corner = a.points[int(np.hypot(*(a.points - b.points[0]).T).argmin())]
    seen = set()
    for degrees in range(0, 360, 15):
        for part in (0.8, 0.96, 1.0, 1.04, 1.3):
            way = np.array((math.cos(math.radians(degrees)), math.sin(math.radians(degrees))))
            place = corner + part * b.radius * way
            s = separation(a, circle(b.radius, tuple(place)))
            verdict = asked.judge((tuple(place),))
            assert verdict.right is (abs(part - 1.0) < 0.06 and s > -0.06 * b.radius), (degrees, part)
            seen.add((verdict.right, verdict.head))
            canvas = Canvas(0.01)
            assert verdict.draw is not None
            verdict.draw(canvas, "world")
            (ghost,) = [m for m in canvas.marks if isinstance(m, Stroke)]
            assert ghost.ink is (Ink.ANSWER if abs(part - 1.0) < 0.06 else Ink.FAULTY)
            assert np.hypot(*(np.array(ghost.points) - place).T) == pytest.approx(
                np.full(len(ghost.points), b.radius)
            )
            verdict.draw(canvas, "bars")
            assert len(canvas.marks) == 1, "in the world alone"
    assert {head for _, head in seen} == {"", "Not touching it", "Inside A"}
    assert not asked.judge(asked.start).right


def test_what_the_faulty_rules_answer() -> None:
    for name, rule in (("Gap missed by edges", EDGES_ONLY), ("Long box", CENTRES)):
        moment = moments(name, rule)[-1]
        edges = [along(moment, n) for n in moment.scene.a.world.normals]
        d = moment.scene.b.world.centroid - moment.scene.a.world.centroid
        said = max(edges) if rule == EDGES_ONLY else max(*edges, along(moment, d / np.hypot(*d)))
        assert said < 0.0
        assert words(moment, Ink.FAULTY) == [f"overlap {fixed(-said)}"]
        truth = fixed(moment.trace.result.best.separation)
        assert plain(LESSON.page(moment).idea).endswith(
            f"It says overlap {fixed(-said)}; the truth is a gap of {truth}."
        )
    moment = moments("Circle deep inside", BOUNDARY)[-1]
    (cross,) = [m for m in drawn(moment).marks if isinstance(m, Dot) and m.ink is Ink.FAULTY]
    assert cross.at == pytest.approx((1.0, 0.05))
    assert words(moment, Ink.FAULTY) == ["0.90 > 0.20, no hit"]
    fine = moments("At an edge", EDGES_ONLY)[-1]
    assert "Here it answers right: gap 0.33." in plain(LESSON.page(fine).idea)
    hit = moments("At a corner", BOUNDARY)[-1]
    assert "no hit" in plain(LESSON.page(hit).idea), "outside of A the nearest boundary point decides rightly"
    assert not LESSON.comparison(BOUNDARY).differs(hit)  # type: ignore[union-attr]
    assert moments("Two circles", EDGES_ONLY)[-1].faulty is None


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
    assert challenge.now == f"missed: {fixed(0.8 / 0.6)} r"
    hint = f"at most {fixed(math.sqrt(2.0) - 1.0)} of the radius"
    assert hint in challenge.hint
    assert LESSON.challenge(moments("Two circles")[-1]) is None
