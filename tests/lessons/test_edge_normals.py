"""Edge normals: doors, windings and failing rules, against the vertices of the list."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from geometry import convex
from geometry.feature import FeatureRef
from geometry.sat.edge_normals import Compared, QuarterTurned, Side, WindingFound, edge_normal
from lessons.separating_axes.edge_normals import DOWN, REVERSED, UP, EdgeNormals, Listed, door
from tests.lessons.second_edition import moments_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.mark import Arrow, FeatureMark, Inset, Label, Light, Stroke, Symbol
from viz.lesson.outline import Outline
from viz.lesson.prediction import Challenge, Click
from viz.lesson.text import fixed, plain

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


def arrows_of(moment: Moment[Listed]) -> dict[str, np.ndarray]:
    """The two perpendiculars as the picture shows them, by their names."""
    canvas = drawn(replace(moment, time=1.0))
    marks = [mark for mark in canvas.marks if isinstance(mark, FeatureMark) and len(mark.points) == 2]
    return {
        str(m.feature): np.array(m.points) for m in marks if isinstance(m.feature, FeatureRef) and "(e)" in str(m)
    }


@each_scene
def test_the_question_is_which_arrow_bears_the_name_in_the_reversed_list(name: str) -> None:
    moment = moment_at(name, "Outward")
    scene, question = moment.scene, asked(moment)
    out = Side.LEFT if scene.order == REVERSED else Side.RIGHT
    (right,) = question.right
    hinge, tip = arrows_of(moment)[str(right)]
    outward = true_normals(scene)[scene.chosen]
    assert float((tip - hinge) @ outward) / math.hypot(*(tip - hinge)) == pytest.approx(-1.0), "it points into A"
    # The reversed list, asked by itself: the same edge, its other way round.
    back = edge_normal.trace(scene.listed[::-1].copy(), (len(scene.listed) - 2 - scene.chosen) % len(scene.listed))
    turned = next(step for step in back if isinstance(step, QuarterTurned))
    way = scene.mirrored(turned.left if out is Side.LEFT else turned.right)
    assert 2.0 * (tip - hinge) == pytest.approx(way)
    first, after = scene.chosen, (scene.chosen + 1) % len(scene.listed)
    assert question.text.startswith(f"Reverse the list: e runs from vertex {after} to vertex {first}.")
    assert question.text.endswith(f"is {out.value}(e) then.")
    for side in Side:
        verdict = question.judge(door(side))
        assert verdict.right is (door(side) == right)
        (remark,) = verdict.remarks
        assert remark.at == pytest.approx(arrows_of(moment)[str(door(side))][1])
        assert remark.right is verdict.right
        assert f"e = ({fixed(turned.e[0])}, {fixed(turned.e[1])})" in verdict.because
    x, y = turned.left if out is Side.LEFT else turned.right
    assert f"{out.value}(e) = ({fixed(x)}, {fixed(y)}): now it points into A." in question.judge(right).because
    assert f"That is {out.value}(e) of this list." in question.judge(door(out)).because


def test_the_arrows_are_named_as_the_halves_that_they_are() -> None:
    moment = replace(moment_at("Triangle", "Quarter turn"), time=1.0)
    names = {mark.latex for mark in drawn(moment).marks if isinstance(mark, Symbol) and "(" in mark.latex}
    assert names == {rf"\tfrac{{1}}{{2}}\,\mathrm{{{side.value}}}(\boldsymbol e)" for side in Side}
    step = moment.step
    assert isinstance(step, QuarterTurned)
    for way, (hinge, tip) in zip((step.left, step.right), arrows_of(moment).values(), strict=True):
        assert tip - hinge == pytest.approx(way / 2.0)
    assert "half of left(e) and right(e)" in LESSON.situation(moment)


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
def test_the_light_in_front_of_the_edge_falls_on_no_vertex(name: str) -> None:
    moment = moment_at(name, "Outward")
    (light,) = [mark for mark in drawn(moment).marks if isinstance(mark, Light)]
    toward = np.array(light.toward)
    assert ((moment.scene.outline.points - light.origin) @ toward).max() <= 1e-9
    assert ((np.array(light.points) - light.origin) @ toward).min() >= -1e-9
    labels = [plain(mark.text) for mark in drawn(moment).marks if isinstance(mark, Label)]
    assert f"in front of edge {moment.scene.chosen}: no vertex" in labels
    normal = moment.scene.mirrored(true_normals(moment.scene)[moment.scene.chosen]) * math.hypot(*moment.scene.e)
    for i, vertex in enumerate(moment.scene.listed):
        product = float((vertex - moment.scene.listed[moment.scene.chosen]) @ normal)
        assert any(f"{i} product {fixed(product)}" in text for text in labels), labels


@each_scene
def test_the_rule_points_out_of_one_list_and_into_the_other(name: str) -> None:
    moment = moment_at(name, "Winding")
    scene, found = moment.scene, moment.step
    assert isinstance(found, WindingFound)
    middle = scene.outline.points.mean(axis=0)
    for pane, area in ((1, found.area), (2, -found.area)):
        canvas = drawn(moment, pane)
        arrows = [mark for mark in canvas.marks if isinstance(mark, Arrow) and mark.ink is Ink.EXAMINED]
        assert len(arrows) == len(scene.outline.points)
        shape = convex(scene.outline.points)
        for mark in arrows:
            start, end = np.array(mark.start), np.array(mark.end)
            assert area * float((end - start) @ (start - middle)) > 0.0
            inside = bool((((end - shape.edges[:, 0]) * shape.normals).sum(axis=1) <= 1e-9).all())
            assert inside is (area < 0.0), "the tip tells the side, in a flat shape too"
        first, second = [plain(mark.text) for mark in canvas.marks if isinstance(mark, Label)][-2:]
        assert second == f"right(e): {'outward' if area > 0.0 else 'inward'}"
        looks = (area > 0.0) is (scene.axis == UP)
        words = f"{'looks ' if scene.axis == DOWN else ''}{'counter-clockwise' if looks else 'clockwise'}"
        assert first == f"S = {fixed(area)}: {words}"


def test_the_first_small_view_is_the_list_as_it_is_and_the_second_its_reverse() -> None:
    assert [pane.title for pane in LESSON.panes] == ["World", "This list", "This list, reversed"]
    moment = moment_at("Clockwise list", "Edge vector")
    listed = moment.scene.listed
    for pane, order in ((1, listed), (2, listed[::-1])):
        names = [mark for mark in drawn(moment, pane).marks if isinstance(mark, Label)]
        assert [mark.at for mark in names] == [pytest.approx(tuple(p)) for p in order]
        assert all(str(i) in mark.text for i, mark in enumerate(names))


def test_the_situation_tells_what_is_known() -> None:
    assert LESSON.situation(moment_at("Triangle", "Edge vector")) == "The list has 3 vertices."
    assert LESSON.situation(moment_at("Pentagon", "Outward")) == "No vertex of A is in front of edge 1."
    assert (
        plain(LESSON.situation(moment_at("Triangle", "Winding"))) == "The outline runs counter-clockwise: S = 2.44."
    )
    assert plain(LESSON.situation(moment_at("Clockwise list", "Winding"))) == "The outline runs clockwise: S = −2.44."
    down = plain(LESSON.situation(moment_at("Screen coordinates", "Winding")))
    assert down == "With y down the outline looks clockwise; its S = 2.44 is positive."


def test_y_down_is_shown_by_its_axes() -> None:
    def insets(name: str) -> list[Inset]:
        return [mark for mark in drawn(moment_at(name, "Winding")).marks if isinstance(mark, Inset)]

    assert insets("Triangle") == []
    (axes,) = insets("Screen coordinates")
    ways = [np.subtract(mark.end, mark.start).tolist() for mark in axes.marks if isinstance(mark, Arrow)]
    assert ways == [[1.0, 0.0], [0.0, -1.0]]


@each_scene
def test_in_the_test_only_the_front_depends_on_the_sign(name: str) -> None:
    moment = moment_at(name, "In the test")
    scene, found = moment.scene, moment.step
    assert isinstance(found, Compared)
    n = scene.mirrored(true_normals(scene)[scene.chosen])
    front = ((scene.box.points - scene.listed[scene.chosen]) @ n).min()
    assert found.front == pytest.approx(front)
    assert found.front < 0.0, "the box lies over the edge"
    inward = ((scene.box.points - scene.listed[scene.chosen]) @ -n).min()
    words = plain(LESSON.page(moment).sentence)
    assert words.startswith(f"Overlap {fixed(-found.separation)} both ways.")
    assert f"{fixed(front)} along n̂, right; {fixed(inward)} along −n̂, wrong." in words
    canvas, out = drawn(moment), true_normals(scene)[scene.chosen]
    labels = [(mark.ink, plain(mark.text)) for mark in canvas.marks if isinstance(mark, Label)]
    for ink, text in (
        (Ink.OVERLAP, f"overlap {fixed(-found.separation)}"),
        (Ink.EXAMINED, fixed(front)),
        (Ink.FAULTY, fixed(inward)),
    ):
        assert (ink, text) in labels
    for ink, points in ((Ink.A, scene.outline.points), (Ink.B, scene.mirrored(scene.box.points))):
        (bar,) = [m for m in canvas.marks if isinstance(m, Stroke) and m.line is Line.BAR and m.ink is ink]
        ends = sorted(float(np.array(p) @ out) for p in bar.points)
        assert ends == pytest.approx([float((points @ out).min()), float((points @ out).max())])
    ways = [m for m in canvas.marks if isinstance(m, Arrow) and m.line is Line.MEASURE]
    for mark, way in zip(ways, (out, -out), strict=True):
        shown = np.subtract(mark.end, mark.start)
        assert shown / math.hypot(*shown) == pytest.approx(way)
    assert ways[1].ink is Ink.FAULTY
    deepest = {m.ink: m.points[0] for m in canvas.marks if isinstance(m, Stroke) and m.line is Line.DASHED}
    corners = scene.mirrored(scene.box.points)
    for ink, way in ((Ink.EXAMINED, out), (Ink.FAULTY, -out)):
        assert any(np.allclose(deepest[ink], corner) for corner in corners)
        assert float(np.array(deepest[ink]) @ way) == pytest.approx(float((corners @ way).min()))
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
    assert labels == ["centroid", "error 52°"]
    told = "From the centroid to the middle of edge 0 is not perpendicular to it: error 52°."
    assert plain(LESSON.situation(flat)) == told
    assert LESSON.situation(square).endswith("perpendicular to it here, so no error.")
    dotted = [m.points for m in drawn(flat).marks if isinstance(m, Stroke) and m.ink is Ink.FAULTY]
    outline = flat.scene.outline.points
    for (start, end), p, q in zip(dotted, outline, np.roll(outline, -1, axis=0), strict=True):
        assert start == pytest.approx(tuple(outline.mean(axis=0)))  # of a triangle the mean of its vertices
        middle = (p + q) / 2.0 - start
        assert float(middle[0] * (end[1] - start[1]) - middle[1] * (end[0] - start[0])) == pytest.approx(
            0.0, abs=1e-9
        )
        assert math.dist(start, end) > math.hypot(*middle)
    comparison = LESSON.comparison("from the centre")
    assert comparison is not None
    assert comparison.differs(flat)
    assert not comparison.differs(square)


def test_without_a_look_at_the_winding_every_normal_of_a_reversed_list_points_inward() -> None:
    moment = moment_at("Clockwise list", "Winding", "winding not checked")
    assert list(moment.faulty.errors) == pytest.approx([math.pi] * 3)
    labels = [plain(mark.text) for mark in drawn(moment).marks if isinstance(mark, Label) and mark.ink is Ink.FAULTY]
    assert labels == ["3 of 3 point inward"]
    assert plain(LESSON.situation(moment)) == "Always right(e), whatever the sign of S: 3 of 3 point inward."
    for stage in ("Edge vector", "Outward"):  # before anything is said of it, and where both arrows can be clicked
        early = moment_at("Clockwise list", stage, "winding not checked")
        assert not any(getattr(mark, "ink", None) is Ink.FAULTY for mark in drawn(early).marks)
    assert len(arrows_of(moment_at("Clockwise list", "Outward", "winding not checked"))) == 2
    assert max(moment_at("Triangle", "Winding", "winding not checked").faulty.errors) == 0.0


def test_the_challenge_is_met_by_one_vertex_across_the_opposite_edge() -> None:
    scene = SCENES["Triangle"].scene
    early = LESSON.challenge(Moment(scene, LESSON.run(scene), 2))
    assert early is not None
    assert early.now == "", "S is not known before the winding"

    def told(scene: Listed) -> Challenge:
        challenge = LESSON.challenge(Moment(scene, LESSON.run(scene), 3))
        assert challenge is not None
        return challenge

    assert not told(scene).reached
    assert "into A" in told(scene).text
    done = scene.with_field("outline", scene.outline.with_vertex(0, (0.9, 0.9)))
    assert told(done).reached
    assert told(done).now == "S = −1.16"
    # The switch of the list turns the task as well: it does not solve it.
    back = scene.with_field("order", REVERSED)
    assert not told(back).reached
    assert "out of A" in told(back).text
    assert told(done.with_field("order", REVERSED)).reached
    for other in (done.with_field("axis", DOWN), SCENES["Square"].scene):
        assert LESSON.challenge(Moment(other, LESSON.run(other), 3)) is None


def test_a_reflex_outline_is_refused_with_its_vertex() -> None:
    scene = SCENES["Pentagon"].scene
    with pytest.raises(ValueError, match="vertex 2 is reflex"):
        LESSON.run(scene.with_field("outline", scene.outline.with_vertex(2, (0.0, 0.0))))
    with pytest.raises(ValueError, match="length 0"):
        LESSON.run(Listed(Outline(((0.0, 0.0), (1.0, 0.0), (1.0, 0.0), (0.0, 1.0)))))
