"""The questions, the ideas and the goal of ear clipping: every answer against shapely and the vertices."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from shapely import LineString as Stretch
from shapely import Point as Place
from shapely import Polygon as Judge

from geometry.concave.bridges import BridgeBuilt
from geometry.concave.ear_clipping import TipTested, Triangulation
from lessons.concave.ear_clipping import Cut
from lessons.concave.ear_clipping_asked import asked_ring, sees
from lessons.concave.ear_clipping_state import ring_before, vertex
from tests.lessons.test_ear_clipping import (
    LESSON,
    SCENES,
    asked,
    diamonds,
    drawn,
    each_scene,
    moments,
    solid,
    true_ears,
)
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.mark import Area, Dot, FeatureMark, Label, Stroke
from viz.lesson.outline import Outline
from viz.lesson.prediction import Click
from viz.lesson.text import plain


def test_the_bridge_question_takes_the_right_end_of_the_edge_that_the_ray_meets() -> None:
    moment = moments("Outline with a hole")[0]
    question, shape = asked(moment), solid(moment.scene)
    points = moment.scene.outline.vertices
    seen = {v for v in range(4) if shape.covers(Stretch((points[7], points[v])))}
    assert seen == {v for v in range(4) if sees(moment.scene.polygon, 7, v)} == {1, 2}
    x, y = points[7]
    ray = Stretch(((x, y), (x + 9.0, y)))
    met = [(i, (i + 1) % 4) for i in range(4) if ray.intersects(Stretch(points[[i, (i + 1) % 4]]))]
    assert met == [(1, 2)]
    assert sorted(points[4:, 0])[-2] < x, "one vertex is the rightmost"
    assert points[1, 0] > points[2, 0]
    assert question.right == {vertex(1)}
    assert question.judge(vertex(1)).because == (
        "Vertex 7 sees vertex 1; it is the right end of the edge that the ray meets."
    )
    assert question.judge(vertex(2)).because == (
        "Vertex 7 sees vertex 2, but it is the left end of the edge that the ray meets."
    )
    assert question.judge(vertex(0)).head == "Not seen"
    canvas, shown = Canvas(0.01), question.judge(vertex(2)).draw
    assert shown is not None
    shown(canvas, "world")
    first, edge = (m for m in canvas.marks if isinstance(m, Stroke))
    assert first.points[0] == pytest.approx(points[7])
    assert ray.distance(Place(first.points[1])) == pytest.approx(0.0, abs=1e-9)
    assert np.array(edge.points) == pytest.approx(points[[1, 2]])
    assert question.judge(vertex(3)).remarks[0].at == pytest.approx(points[3])
    assert not question.judge(vertex(4)).right
    lines = [m for m in drawn(moment).marks if isinstance(m, FeatureMark) and len(m.points) == 2]
    assert {m.feature: m.points for m in lines} == {vertex(v): (tuple(points[7]), tuple(points[v])) for v in range(4)}


def test_the_first_question_takes_a_convex_vertex_that_is_no_ear() -> None:
    question = asked(moments("Cave wall")[0])
    points = SCENES["Cave wall"].scene.outline.points
    assert question.right == {vertex(4), vertex(9)}
    assert not {4, 9} & true_ears(points)
    right = question.judge(vertex(4))
    assert plain(right.because) == "Vertex 4 is convex, but vertex 6 lies in its triangle."
    assert [(each.at, each.right) for each in right.remarks] == [(tuple(points[4]), True)]
    reflex, ear = question.judge(vertex(2)), question.judge(vertex(0))
    assert reflex.because.startswith("Vertex 2 is reflex")
    assert ear.because.startswith("Vertex 0 is an ear")
    assert all(each.because.endswith("Find a convex vertex that is not an ear.") for each in (reflex, ear))
    assert ear.remarks[0].at == pytest.approx(points[0])
    assert [reflex.remarks[0].words, ear.remarks[0].words] == ["reflex", "an ear"]
    comb = asked(moments("Comb")[0]).judge(vertex(0))
    assert plain(comb.because) == "Vertex 0 is convex, but vertices 7, 9, 11 and 13 lie in its triangle."
    side = asked(moments("Vertex on the diagonal")[0]).judge(vertex(0))
    assert plain(side.because) == "Vertex 0 is convex, but vertex 3 lies on a side of its triangle."


@pytest.mark.parametrize(("name", "first"), [("Clockwise star", 9), ("Straight vertices", 1)])
def test_where_each_convex_vertex_is_an_ear_the_question_looks_beyond_the_first_clip(name: str, first: int) -> None:
    found = moments(name)
    question, points = asked(found[0]), SCENES[name].scene.outline.points
    clips = [m.step.tip for m in found if isinstance(m.step, TipTested) and m.step.is_ear]
    assert clips[:2] == [first, 0]
    assert 0 not in true_ears(points), "not an ear yet"
    without = [k for k in range(len(points)) if k != first]
    assert {without[k] for k in true_ears(points[without])} >= {0}, "but without the first"
    assert question.right == {vertex(0)}
    assert f"Vertex {first}, an ear" in plain(question.text)
    assert "from vertex 0:" in question.text
    assert question.judge(vertex(0)).because == (
        f"Without vertex {first}, vertex 0 is convex, and no other vertex lies in its triangle or on a side."
    )
    assert question.judge(vertex(3)).head == "Too late"
    if name == "Clockwise star":
        assert question.judge(vertex(4)).because.startswith("Vertex 4 is reflex")
    assert question.judge(vertex(first)).head == "Clipped"


@each_scene
def test_an_answer_shows_the_triangle_and_what_lies_in_it(name: str) -> None:
    for moment in moments(name):
        question = LESSON.page(moment).prediction
        if question is None or isinstance(moment.next, BridgeBuilt):
            continue
        assert isinstance(question, Click)
        points, ring = moment.scene.outline.vertices, asked_ring(moment)
        for place, v in enumerate(ring):
            if ring.count(v) > 1:  # an end of a bridge
                continue
            verdict, canvas = question.judge(vertex(v)), Canvas(0.01)
            assert verdict.draw is not None
            verdict.draw(canvas, "world")
            corners = [ring[place - 1], v, ring[(place + 1) % len(ring)]]
            (area,) = (mark for mark in canvas.marks if isinstance(mark, Area))
            assert np.array(area.points) == pytest.approx(points[corners])
            assert area.ink is (Ink.ANSWER if verdict.right else Ink.FAULTY)
            e, f = points[v] - points[corners[0]], points[corners[2]] - points[v]
            others = (k for k in diamonds(points, ring) - set(corners) if e[0] * f[1] - e[1] * f[0] > 1e-12)
            held = {tuple(points[k]) for k in others if Judge(points[corners]).covers(Place(points[k]))}
            assert {mark.at for mark in canvas.marks if isinstance(mark, Dot)} == held


def test_an_answer_closes_the_triangle_of_its_vertex() -> None:
    for index in (0, 4):
        moment = moments("Cave wall")[index]
        ring = ring_before(moment)
        if isinstance(moment.step, TipTested):
            del ring[moment.step.place]
        lines = [m for m in drawn(moment).marks if isinstance(m, FeatureMark) and len(m.points) == 2]
        points = moment.scene.outline.points
        assert {m.feature: m.points for m in lines} == {
            vertex(v): (tuple(points[ring[k - 1]]), tuple(points[ring[(k + 1) % len(ring)]]))
            for k, v in enumerate(ring)
        }
    assert not any(isinstance(m, FeatureMark) and len(m.points) == 2 for m in drawn(moments("Cave wall")[1]).marks)


def test_the_second_question_wants_the_ear_that_comes_next() -> None:
    moment = moments("Cave wall")[4]
    question = asked(moment)
    assert question.right == {vertex(2)}, "0, 1 and 3 are clipped: back to 2"
    assert question.judge(vertex(2)).because == (
        "Without vertex 3, vertex 2 is convex, and no other vertex lies in its triangle or on a side."
    )
    assert question.judge(vertex(3)).because == "Vertex 3 is already clipped."
    assert question.judge(vertex(0)).because == "Vertex 0 is already clipped."
    assert question.judge(vertex(8)).because.startswith("Vertex 8 is an ear too")
    known = "3 ears are clipped, the last at vertex 3. The list is then 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15."
    assert LESSON.page(moment).known == known
    assert LESSON.page(moments("Cave wall")[5]).prediction is None
    assert LESSON.page(moments("Cave wall", "no inside test")[4]).prediction is None


@each_scene
def test_the_search_goes_back_one_place_but_not_past_the_start(name: str) -> None:
    """What the second question says of it."""
    tests = [m.step for m in moments(name) if isinstance(m.step, TipTested)]
    for step, after in itertools.pairwise(tests):
        assert after.place == (max(step.place - 1, 0) if step.is_ear else (step.place + 1) % step.left)


@each_scene
def test_each_idea_stands_where_it_is_true(name: str) -> None:
    found = moments(name)
    for moment, after in itertools.pairwise(found):
        step, idea = moment.step, LESSON.page(moment).idea
        if not isinstance(step, TipTested):
            continue
        before = found[moment.index - 1].step
        is_last = step.is_ear and isinstance(after.step, Triangulation)
        assert ("dashed side" in idea) is bool(step.inside)
        assert (idea.startswith("Each clip")) is is_last
        if is_last:
            count = len(after.step.triangles)
            assert f"list of {count + 2} vertices gives {count} triangles" in idea
            left = Judge(moment.scene.outline.vertices[list(after.step.triangles[-1])]).area
            assert f"leaves a last triangle of area {left:.2f}" in plain(LESSON.page(moment).sentence)
        goes_back = isinstance(before, TipTested) and before.is_ear and not step.inside and not is_last
        assert ("goes back one place" in idea) is goes_back


def test_the_challenge_is_met_by_the_hook() -> None:
    hook = ((0.0, 3.0), (0.0, 0.0), (5.0, 0.0), (5.0, 4.0), (2.0, 4.0), (4.0, 3.0), (4.0, 1.0), (1.0, 1.0))
    scene = Cut(Outline(hook))
    assert true_ears(scene.outline.points) == {0, 4}
    told = LESSON.challenge(Moment(scene, LESSON.run(scene), 0))
    assert told is not None
    assert told.reached
    assert told.now == "8 vertices, 2 ears"


def test_straight_vertices_do_not_meet_the_challenge() -> None:
    """Two clicks on the sides of the square with a notch: 7 vertices, two ears."""
    vee = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (3.0, 3.0), (2.0, 2.0), (1.0, 3.0), (0.0, 4.0))
    scene = Cut(Outline(vee))
    told = LESSON.challenge(Moment(scene, LESSON.run(scene), 0))
    assert told is not None
    assert len(scene.ears) == 2
    assert not told.reached
    assert told.now == "7 vertices, 2 straight, 2 ears"


def test_every_ear_of_the_outline_is_named_at_the_end() -> None:
    for name in ("Cave wall", "Spiral", "Straight vertices", "Clockwise star"):
        last = moments(name)[-1]
        labels = {plain(m.text) for m in drawn(last).marks if isinstance(m, Label) and "ear" in m.text}
        assert labels == {f"{v}: ear" for v in true_ears(last.scene.outline.points)}


@pytest.mark.parametrize("name", ["Cave wall", "Clockwise star"])
def test_triangles_of_a_faulty_rule_that_overlap_are_both_filled(name: str) -> None:
    last = moments(name, "no inside test")[-1]
    filled = {frozenset(m.points) for m in drawn(last).marks if isinstance(m, Area) and m.ink is Ink.FAULTY}
    shapes = [Judge(last.scene.outline.points[list(t)]) for t in last.faulty.triangles]
    over = {
        k
        for i, j in itertools.combinations(range(len(shapes)), 2)
        for k in (i, j)
        if shapes[i].intersection(shapes[j]).area > 1e-9
    }
    assert len(over) >= 2
    assert filled >= {frozenset(shapes[k].exterior.coords) for k in over}
