"""Edge normals: doors, windings and failing rules, against the vertices of the list."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from geometry import convex
from geometry.sat.edge_normals import Compared, Side, WindingFound
from lessons.separating_axes.edge_normals import DOWN, REVERSED, EdgeNormals, Listed, door
from tests.lessons.second_edition import moments_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.mark import Arrow, FeatureMark, Label, Region, Symbol
from viz.lesson.outline import Outline
from viz.lesson.prediction import Click
from viz.lesson.text import plain

LESSON = EdgeNormals()
SCENES = LESSON.presets
each_scene = pytest.mark.parametrize("name", SCENES)


def moment_at(name: str, stage: str, compare: str = "") -> Moment[Listed]:
    found = moments_of(LESSON, SCENES[name].scene, compare)
    return next(m for m in found if LESSON.story.stage(m) == stage)


def asked(moment: Moment[Listed]) -> Click:
    prediction = LESSON.page(moment).prediction
    assert isinstance(prediction, Click)
    return prediction


def drawn(moment: Moment[Listed], pane: int = 0) -> Canvas:
    canvas = Canvas(0.01)
    LESSON.panes[pane].draw(canvas, moment)
    return canvas


def true_normals(scene: Listed) -> np.ndarray:
    """Of the picture, from the shape that its points make: in the order of the list."""
    shape = convex(scene.outline.points)
    listed = scene.mirrored(scene.listed)
    found = []
    for p, q in zip(listed, np.roll(listed, -1, axis=0), strict=True):
        middles = shape.edges.mean(axis=1)
        found.append(shape.normals[int(np.hypot(*(middles - (p + q) / 2.0).T).argmin())])
    return np.array(found)


@each_scene
def test_the_door_that_is_right_leads_out_of_the_picture(name: str) -> None:
    moment = moment_at(name, "Quarter turn")
    scene, out = moment.scene, true_normals(moment.scene)[moment.scene.chosen]
    question = asked(moment)
    (right,) = question.right
    shown = {
        str(mark.feature): mark.points
        for mark in drawn(replace(moment, time=1.0)).marks
        if isinstance(mark, FeatureMark)
    }
    hinge, tip = np.array(shown[str(right)])
    assert float((tip - hinge) @ out) / math.hypot(*(tip - hinge)) == pytest.approx(1.0)
    for side in Side:
        verdict = question.judge(door(side))
        assert verdict.right is (door(side) == right)
        assert f"{side.value}(e)" in verdict.because
    expected = Side.LEFT if scene.order == REVERSED else Side.RIGHT
    assert right == door(expected)


def test_a_wrong_door_is_told_which_vertex_it_hits_and_how_far() -> None:
    question = asked(moment_at("Triangle", "Quarter turn"))
    words = question.judge(door(Side.LEFT)).because
    a0, a1, a2 = SCENES["Triangle"].scene.outline.points
    left = np.array((a0[1] - a1[1], a1[0] - a0[0]))
    assert words == f"Along left(e) vertex 2 lies {float((a2 - a0) @ left):.2f} in front: that door opens into A."


def test_the_questions_speak_of_the_list_and_the_screen() -> None:
    assert "reversed" in asked(moment_at("Clockwise list", "Quarter turn")).text
    assert "y points down" in asked(moment_at("Screen coordinates", "Quarter turn")).text
    mirrored = asked(moment_at("Screen coordinates", "Quarter turn"))
    assert "mirrored, the numbers are not" in mirrored.judge(door(Side.RIGHT)).because
    turned = asked(moment_at("Clockwise list", "Quarter turn"))
    assert "clockwise, so the sides are exchanged" in turned.judge(door(Side.LEFT)).because


def test_the_door_opens_with_the_clock() -> None:
    moment = moment_at("Triangle", "Quarter turn")
    e = moment.scene.e
    for time in (0.0, 0.5, 1.0):
        canvas = drawn(Moment(moment.scene, moment.trace, moment.index, time=time))
        arrows = [
            np.subtract(mark.end, mark.start)
            for mark in canvas.marks
            if isinstance(mark, Arrow) and mark.ink is Ink.EXAMINED
        ]
        for way in arrows[1:]:
            angle = abs(math.atan2(e[0] * way[1] - e[1] * way[0], float(way @ e)))
            assert math.degrees(angle) == pytest.approx(90.0 * time, abs=1e-6)
    assert LESSON.clock(moment) is not None
    assert LESSON.clock(moment_at("Triangle", "Winding")) is None


@each_scene
def test_the_tinted_half_plane_holds_no_vertex(name: str) -> None:
    moment = moment_at(name, "Outward")
    (region,) = [mark for mark in drawn(moment).marks if isinstance(mark, Region)]
    through, normal = np.array(region.through[0]), np.array(region.normals[0])
    behind = (moment.scene.outline.points - through) @ normal  # the tint lies behind this line
    assert behind.min() >= -1e-9
    labels = {plain(mark.text) for mark in drawn(moment).marks if isinstance(mark, Label)}
    assert f"in front of edge {moment.scene.chosen}: no vertex" in labels


@each_scene
def test_the_rule_points_out_of_one_list_and_into_the_other(name: str) -> None:
    moment = moment_at(name, "Winding")
    found = moment.step
    assert isinstance(found, WindingFound)
    middle = moment.scene.outline.points.mean(axis=0)
    for pane, way, word in ((1, 1.0, "outward"), (2, -1.0, "inward")):
        canvas = drawn(moment, pane)
        arrows = [mark for mark in canvas.marks if isinstance(mark, Arrow) and mark.ink is Ink.EXAMINED]
        assert len(arrows) == len(moment.scene.outline.points)
        for mark in arrows:
            start, end = np.array(mark.start), np.array(mark.end)
            assert way * float((end - start) @ (start - middle)) > 0.0
        (words,) = [plain(mark.text) for mark in canvas.marks if isinstance(mark, Label) and "S" in mark.text]
        assert word in words
        assert f"{abs(found.area):.2f}" in words
        assert ("−" in words) is (way < 0.0)


def test_the_situation_tells_the_way_round_once_the_area_is_known() -> None:
    assert LESSON.situation(moment_at("Triangle", "Outward")) == "The list has 3 vertices."
    assert (
        plain(LESSON.situation(moment_at("Triangle", "Winding"))) == "The outline runs counter-clockwise: S = 2.44."
    )
    assert plain(LESSON.situation(moment_at("Clockwise list", "Winding"))) == "The outline runs clockwise: S = −2.44."
    down = plain(LESSON.situation(moment_at("Screen coordinates", "Winding")))
    assert down == "With y down the outline looks clockwise; its S = 2.44 is positive."


@each_scene
def test_in_the_test_only_the_front_depends_on_the_sign(name: str) -> None:
    moment = moment_at(name, "In the test")
    scene, found = moment.scene, moment.step
    assert isinstance(found, Compared)
    n = scene.mirrored(true_normals(scene)[scene.chosen])
    front = ((scene.box.points - scene.listed[scene.chosen]) @ n).min()
    assert found.front == pytest.approx(front)
    assert found.front < 0.0, "the box lies over the edge"
    words = plain(LESSON.page(moment).sentence)
    assert f"Overlap {-found.separation:.2f} with n̂ and with −n̂" in words
    (unit,) = [
        mark
        for mark in drawn(moment_at(name, "Unit normal")).marks
        if isinstance(mark, Arrow) and mark.ink is Ink.ANSWER
    ]
    assert np.subtract(unit.end, unit.start) == pytest.approx(true_normals(scene)[scene.chosen])
    assert any(
        isinstance(mark, Symbol) and mark.ink is Ink.ANSWER for mark in drawn(moment_at(name, "Unit normal")).marks
    )


def test_the_rule_from_the_centre_is_right_for_a_square_and_wrong_by_52_and_58_degrees_for_a_flat_triangle() -> None:
    square = moment_at("Square", "Winding", "from the centre")
    assert max(square.faulty.errors) == pytest.approx(0.0, abs=1e-9)
    flat = moment_at("Flat triangle", "Winding", "from the centre")
    assert [round(math.degrees(flat.faulty.errors[i])) for i in (0, 2)] == [52, 58]
    labels = [plain(mark.text) for mark in drawn(flat).marks if isinstance(mark, Label) and mark.ink is Ink.FAULTY]
    assert labels == ["from the centre: error 52°"]
    comparison = LESSON.comparison("from the centre")
    assert comparison is not None
    assert comparison.differs(flat)
    assert not comparison.differs(square)


def test_without_a_look_at_the_winding_every_normal_of_a_reversed_list_points_inward() -> None:
    moment = moment_at("Clockwise list", "Winding", "winding not checked")
    assert list(moment.faulty.errors) == pytest.approx([math.pi] * 3)
    labels = [plain(mark.text) for mark in drawn(moment).marks if isinstance(mark, Label) and mark.ink is Ink.FAULTY]
    assert labels == ["winding not checked: 3 of 3 point inward"]
    assert max(moment_at("Triangle", "Winding", "winding not checked").faulty.errors) == 0.0


def test_the_challenge_is_met_by_one_vertex_across_the_opposite_edge() -> None:
    scene = SCENES["Triangle"].scene
    assert not LESSON.challenge(Moment(scene, LESSON.run(scene), 0)).reached
    done = scene.with_field("outline", scene.outline.with_vertex(0, (0.9, 0.9)))
    told = LESSON.challenge(Moment(done, LESSON.run(done), 0))
    assert told.reached
    assert told.now == "S = −1.16"
    for other in (done.with_field("order", REVERSED), done.with_field("axis", DOWN)):
        assert not LESSON.challenge(Moment(other, LESSON.run(other), 0)).reached


def test_a_reflex_outline_is_refused_with_its_vertex() -> None:
    scene = SCENES["Pentagon"].scene
    with pytest.raises(ValueError, match="vertex 2 is reflex"):
        LESSON.run(scene.with_field("outline", scene.outline.with_vertex(2, (0.0, 0.0))))
    with pytest.raises(ValueError, match="length 0"):
        LESSON.run(Listed(Outline(((0.0, 0.0), (1.0, 0.0), (1.0, 0.0), (0.0, 1.0)))))
