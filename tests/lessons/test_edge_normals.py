"""Edge normals: doors, windings and failing rules, against the vertices of the list."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from shapely import Point, Polygon

from geometry import convex
from geometry.feature import FeatureRef
from geometry.sat.edge_normals import Compared, QuarterTurned, Side, WindingFound
from lessons.separating_axes.edge_normals import DOWN, REVERSED, UP, EdgeNormals, Listed
from tests.lessons.second_edition import moments_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.mark import Area, Arrow, Crowd, FeatureMark, Inset, Label, Light, Region, Stroke, Symbol
from viz.lesson.outline import Outline
from viz.lesson.prediction import Challenge
from viz.lesson.text import fixed, plain

LESSON = EdgeNormals()
SCENES = LESSON.presets
CONCAVE = "Concave outline"
each_scene = pytest.mark.parametrize("name", [name for name in SCENES if name != CONCAVE])


def moment_at(name: str, stage: str, compare: str = "") -> Moment[Listed]:
    found = moments_of(LESSON, SCENES[name].scene, compare)
    return next(m for m in found if LESSON.story.stage(m) == stage)


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


def test_the_arrows_are_the_whole_perpendiculars_from_the_start_of_the_edge() -> None:
    moment = replace(moment_at("Triangle", "Quarter turn"), time=1.0)
    names = {mark.latex for mark in drawn(moment).marks if isinstance(mark, Symbol) and "(" in mark.latex}
    assert names == {rf"\mathrm{{{side.value}}}(\boldsymbol e)" for side in Side}
    step = moment.step
    assert isinstance(step, QuarterTurned)
    for way, (hinge, tip) in zip((step.left, step.right), arrows_of(moment).values(), strict=True):
        assert tip - hinge == pytest.approx(way)
        assert hinge == pytest.approx(moment.scene.listed[0])
    assert LESSON.situation(moment) == "Both arrows are as long as edge 0: 2.51."


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
    rows = [m for m in drawn(moment).marks if isinstance(m, Label) and m.ink is Ink.EXAMINED and m.fixed]
    assert [plain(m.text) for m in rows] == [f"in front of edge {moment.scene.chosen}:", "no vertex"]
    hinge, size = np.array(light.origin), math.hypot(*moment.scene.e)
    for row in rows:
        assert (np.array(row.at) - hinge) @ toward > 0.0, "in the light"
        across = np.array((-toward[1], toward[0])) / math.hypot(*toward)
        away = abs(float((np.array(row.at) - hinge - 0.5 * moment.scene.mirrored(moment.scene.e)) @ across))
        assert away >= 0.25 * size, "beside the normal"
    normal = moment.scene.mirrored(true_normals(moment.scene)[moment.scene.chosen]) * math.hypot(*moment.scene.e)
    for i, vertex in enumerate(moment.scene.listed):
        product = float((vertex - moment.scene.listed[moment.scene.chosen]) @ normal)
        assert any(f"_{i}: {fixed(product)}" in text for text in labels), labels
    # The other way has one of the vertices in front: the deepest, by what the outward normal has there.
    start = moment.scene.listed[moment.scene.chosen]
    products = [float((vertex - start) @ normal) for vertex in moment.scene.listed]
    deepest, inward = products.index(min(products)), "right" if moment.scene.order == REVERSED else "left"
    table = LESSON.table(moment)
    assert table is not None
    assert table.columns == ("vertex", "dot product, left(e)", "dot product, right(e)")
    signs = (1.0, -1.0) if inward == "right" else (-1.0, 1.0)
    wanted = [(f"a_{i}", *(fixed(sign * value) for sign in signs)) for i, value in enumerate(products)]
    assert [tuple(map(plain, row.cells)) for _, row in table.rows] == wanted
    after = LESSON.table(moment_at(name, "Winding"))
    assert after is not None
    assert [plain(row.cells[0]) for _, row in after.rows] == ["e", "left(e)", "right(e)"]
    told = plain(LESSON.page(moment).sentence)
    assert told.endswith(f"Vertex {deepest} has {fixed(-min(products))} with {inward}(e): it points in.")
    assert rf"\mathrm{{{'left' if inward == 'right' else 'right'}}}" in str(LESSON.page(moment).formula)


@each_scene
def test_the_rule_points_out_of_one_list_and_into_the_other(name: str) -> None:
    moment = moment_at(name, "Winding")
    scene, found = moment.scene, moment.step
    assert isinstance(found, WindingFound)
    middle = scene.outline.points.mean(axis=0)
    for pane, area in ((1, found.area), (2, -found.area)):
        canvas = drawn(moment, pane)
        arrows = [mark for mark in canvas.marks if isinstance(mark, Arrow) and mark.ink is Ink.EXAMINED]
        (edge,) = [mark for mark in arrows if mark.line is Line.MEASURE]
        start, end = scene.mirrored(scene.listed[[scene.chosen, (scene.chosen + 1) % len(scene.listed)]])
        ends = (start, end) if pane == 1 else (end, start)
        assert np.array((edge.start, edge.end)) == pytest.approx(np.array(ends))
        arrows.remove(edge)
        assert len(arrows) == len(scene.outline.points)
        shape = convex(scene.outline.points)
        for mark in arrows:
            start, end = np.array(mark.start), np.array(mark.end)
            assert area * float((end - start) @ (start - middle)) > 0.0
            inside = bool((((end - shape.edges[:, 0]) * shape.normals).sum(axis=1) <= 1e-9).all())
            assert inside is (area < 0.0), "the tip tells the side, in a flat shape too"
        first, second = [plain(mark.text) for mark in canvas.marks if isinstance(mark, Label)][-2:]
        assert second == f"right(e): {'outward' if area > 0.0 else 'inward'} on every edge"
        looks = (area > 0.0) is (scene.axis == UP)
        words = f"{'looks ' if scene.axis == DOWN else ''}{'counter-clockwise' if looks else 'clockwise'}"
        assert first == f"S = {fixed(area)}: {words}"


def test_the_first_small_view_is_the_list_as_it_is_and_the_second_its_reverse() -> None:
    assert [pane.title for pane in LESSON.panes] == ["World", "This list", "Opposite order"]
    moment = moment_at("Clockwise list", "Edge vector")
    for pane, order in ((1, (0, 1, 2)), (2, (2, 1, 0))):
        *names, caption = [mark for mark in drawn(moment, pane).marks if isinstance(mark, Label)]
        assert [mark.at for mark in names] == [pytest.approx(tuple(moment.scene.listed[i])) for i in order]
        assert all(str(i) in mark.text for i, mark in zip(order, names, strict=True)), "a vertex keeps its name"
        assert [int(word.strip(" $")[-1]) for word in caption.text.split("→")] == list(order)


@each_scene
def test_both_small_views_have_the_same_frame(name: str) -> None:
    for stage in ("Edge vector", "Winding"):
        first, second = (drawn(moment_at(name, stage), pane).bounds() for pane in (1, 2))
        assert first is not None
        assert second is not None
        assert np.array((first.low, first.high)) == pytest.approx(np.array((second.low, second.high)))


def test_the_clockwise_list_is_another_triangle_whose_lowest_edge_runs_the_other_way() -> None:
    first, other = SCENES["Triangle"].scene, SCENES["Clockwise list"].scene
    assert not {tuple(p) for p in first.listed.tolist()} & {tuple(p) for p in other.listed.tolist()}
    assert first.e[0] > 0.0 > other.e[0]
    for scene in (first, other):
        start, end = scene.listed[0], scene.listed[1]
        assert max(start[1], end[1]) < scene.listed[2][1]
    assert Polygon(other.listed).exterior.is_ccw is False


def test_the_situation_tells_what_is_known() -> None:
    first = plain(LESSON.situation(moment_at("Triangle", "Edge vector")))
    assert first.startswith("A is stored as a list of vertices, ")
    edge = SCENES["Regular hexagon"].scene.with_field("edge", 1)
    assert LESSON.situation(moments_of(LESSON, edge)[2]) == "No vertex of A is in front of edge 1."
    assert (
        plain(LESSON.situation(moment_at("Triangle", "Winding"))) == "The outline runs counter-clockwise: S = 2.44."
    )
    assert plain(LESSON.situation(moment_at("Clockwise list", "Winding"))) == "The outline runs clockwise: S = −2.35."
    down = plain(LESSON.situation(moment_at("Screen coordinates", "Winding")))
    assert down == "With y down the outline looks clockwise; its S = 2.44 is positive."


def test_with_y_down_it_is_said_that_right_looks_left() -> None:
    for stage in ("Quarter turn", "Outward"):
        assert "looks like a turn to the left" in LESSON.situation(moment_at("Screen coordinates", stage))
        assert "looks like" not in LESSON.situation(moment_at("Triangle", stage))
    assert "looks like a turn to the left" in LESSON.page(moment_at("Screen coordinates", "Quarter turn")).idea


def test_y_down_is_shown_by_its_axes() -> None:
    def insets(name: str) -> list[Inset]:
        return [mark for mark in drawn(moment_at(name, "Winding")).marks if isinstance(mark, Inset)]

    assert insets("Triangle") == []
    (axes,) = insets("Screen coordinates")
    ways = [np.subtract(mark.end, mark.start).tolist() for mark in axes.marks if isinstance(mark, Arrow)]
    assert ways == [[1.0, 0.0], [0.0, -1.0]]


@each_scene
def test_in_the_test_only_the_front_depends_on_the_sign(name: str) -> None:
    moment = moment_at(name, "Push out")
    scene, found = moment.scene, moment.step
    assert isinstance(found, Compared)
    n = scene.mirrored(true_normals(scene)[scene.chosen])
    front = ((scene.box.points - scene.listed[scene.chosen]) @ n).min()
    assert found.front == pytest.approx(front)
    assert found.front < 0.0, "the box lies over the edge"
    idea, words = plain(LESSON.page(moment).idea), plain(LESSON.page(moment).sentence)
    assert "separating axis test" not in idea, "it is not told before"
    assert idea.endswith("A push along −n̂ moves B into A.")
    along = (scene.box.points - scene.listed[scene.chosen]) @ n
    assert (abs(along - along.min()) < 1e-3).sum() == (abs(along - along.max()) < 1e-3).sum() == 1, "one is deepest"
    first = f"b_{along.argmin()}"
    assert words == f"{first} is deepest: depth(n̂) = {fixed(-front)}. Pushed by this depth along n̂, B just touches A."
    table = LESSON.table(moment)
    assert table is not None
    assert table.columns == ("vertex", "in front of the edge")
    heights = [(f"b_{j}", fixed(height)) for j, height in enumerate(along.tolist())]
    assert [tuple(map(plain, row.cells)) for _, row in table.rows] == heights, "what the formula takes the least of"
    assert [j for j, (_, row) in enumerate(table.rows) if "overlap" in row.cells[1].lower()] == [along.argmin()]
    assert LESSON.situation(moment) == (
        f"B is a box that reaches {fixed(-front)} behind the line of edge {scene.chosen}."
    )
    canvas, out = drawn(moment), true_normals(scene)[scene.chosen]
    labels = [(mark.ink, plain(mark.text)) for mark in canvas.marks if isinstance(mark, Label)]
    for ink, text in ((Ink.OVERLAP, fixed(-front)), (Ink.OVERLAP, first), (Ink.B, "pushed along n̂")):
        assert (ink, text) in labels
    assert not [m for m in canvas.marks if isinstance(m, Stroke) and m.line is Line.BAR], "no projections yet"
    assert not [m for m in canvas.marks if getattr(m, "ink", None) is Ink.FAULTY], (
        "no other push without a faulty rule"
    )
    (way,) = [m for m in canvas.marks if isinstance(m, Arrow) and m.line is Line.MEASURE]
    assert way.ink is Ink.EXAMINED
    assert np.subtract(way.end, way.start) == pytest.approx(0.48 * out), "as long as a unit vector"
    # Of the picture: the edge's line lies at `level`, along the outward normal.
    level, corners = float((scene.outline.points @ out).max()), scene.mirrored(scene.box.points)
    measured = [
        (m.ink, *sorted((np.array(m.points) @ out - level).tolist()))
        for m in canvas.marks
        if isinstance(m, Stroke)
        and m.line is Line.MEASURE
        and abs(np.subtract(m.points[0], m.points[1]) @ out) > 1e-6
    ]
    (each,) = measured
    assert each[0] is Ink.OVERLAP
    assert each[1:] == pytest.approx((front, 0.0), abs=1e-9)
    (slab,) = [m for m in canvas.marks if isinstance(m, Region)]
    assert slab.ink is Ink.OVERLAP
    pushed = {m.line: np.array(m.points) for m in canvas.marks if isinstance(m, Stroke) and m.closed}
    assert pushed[Line.END] - corners == pytest.approx(np.tile(-front * out, (4, 1)))
    assert (pushed[Line.END] @ out).min() == pytest.approx(level), "B just touches"
    (unit,) = [
        mark
        for mark in drawn(moment_at(name, "Unit normal")).marks
        if isinstance(mark, Arrow) and mark.line is Line.FEATURE and math.dist(mark.start, mark.end) < 1.0 + 1e-9
    ]
    assert np.subtract(unit.end, unit.start) == pytest.approx(true_normals(scene)[scene.chosen])
    assert unit.ink is Ink.EXAMINED, "as in the words, the table and the last picture"
    turned = [
        m for m in drawn(moment_at(name, "Unit normal")).marks if isinstance(m, Arrow) and m.start == unit.start
    ]
    way = np.subtract(turned[0].end, turned[0].start)
    assert way == pytest.approx(math.hypot(*scene.e) * true_normals(scene)[scene.chosen]), "what is divided, below it"


def test_the_rule_from_the_centre_is_right_for_a_hexagon_and_wrong_by_50_degrees_for_a_flat_triangle() -> None:
    hexagon = moment_at("Regular hexagon", "Winding", "from the centre")
    assert max(hexagon.faulty.errors) == pytest.approx(0.0, abs=1e-9)
    flat = moment_at("Flat triangle", "Winding", "from the centre")
    assert round(math.degrees(flat.faulty.errors[0])) == 50
    labels = [plain(mark.text) for mark in drawn(flat).marks if isinstance(mark, Label) and mark.ink is Ink.FAULTY]
    assert labels == ["centroid", "error 50°"]
    last = moment_at("Flat triangle", "Push out", "from the centre")
    by_hand = fixed(0.27 * (1.0 - math.cos(math.radians(50.0))))  # from the numbers as they are shown
    assert plain(LESSON.page(last).sentence).startswith(f"Pushed 0.27 along the ray, B is still {by_hand} deep.")
    told = "The ray from the centroid through the middle of edge 0 misses the normal by 50°."
    assert plain(LESSON.situation(flat)) == told
    assert LESSON.situation(hexagon).endswith("is perpendicular to it: no error.")
    dotted = [m.points for m in drawn(flat).marks if isinstance(m, Stroke) and m.line is Line.DOTTED]
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
    assert not comparison.differs(hexagon)
    small = moment_at("Triangle", "Push out", "from the centre")
    assert max(small.faulty.errors) > 0.0
    assert not comparison.differs(small), "too little to be seen: it is shown on the flat triangle"


def test_a_push_along_the_ray_from_the_centroid_leaves_the_box_behind_the_edge() -> None:
    moment = moment_at("Flat triangle", "Push out", "from the centre")
    scene, out = moment.scene, true_normals(moment.scene)[0]
    corners, start = scene.box.points, scene.listed[0]
    depth = -((corners - start) @ out).min()
    ray = (scene.listed[0] + scene.listed[1]) / 2.0 - scene.listed.mean(axis=0)
    there = corners + depth * ray / math.hypot(*ray)
    left = -((there - start) @ out).min()
    assert left > 0.05
    assert "not perpendicular" in LESSON.page(moment).idea
    assert "not perpendicular" not in LESSON.page(moment_at("Regular hexagon", "Push out", "from the centre")).idea
    words = plain(LESSON.page(moment).sentence)
    assert words.startswith(f"Pushed {fixed(depth)} along the ray, B is still {fixed(left)} deep.")
    assert words.endswith("Pushed as far along n̂, it just touches A.")
    assert "centroid" in LESSON.page(moment).formula
    labels = [plain(mark.text) for mark in drawn(moment).marks if isinstance(mark, Label) and mark.ink is Ink.FAULTY]
    assert {f"along the ray: still {fixed(left)} deep", "50°"} <= set(labels)
    hexagon = moment_at("Regular hexagon", "Push out", "from the centre")
    assert LESSON.page(hexagon).sentence == LESSON.page(moment_at("Regular hexagon", "Push out")).sentence
    strokes = [m for m in drawn(moment).marks if isinstance(m, Stroke) and m.closed and m.ink is Ink.FAULTY]
    assert [np.array(m.points) for m in strokes] == [pytest.approx(there)]
    (part,) = [np.array(m.points) for m in drawn(moment).marks if isinstance(m, Area) and m.ink is Ink.FAULTY]
    level = (part - start) @ out
    assert (level.min(), level.max()) == pytest.approx((-left, 0.0)), "what still overlaps, up to the edge"
    back = Polygon([start + 9.0 * d for d in (scene.e, -scene.e, -scene.e - 9.0 * out, scene.e - 9.0 * out)])
    assert Polygon(part).area == pytest.approx(back.intersection(Polygon(there)).area)


def test_without_a_look_at_the_winding_every_normal_of_a_reversed_list_points_inward() -> None:
    moment = moment_at("Clockwise list", "Winding", "winding not checked")
    assert list(moment.faulty.errors) == pytest.approx([math.pi] * 3)
    labels = [plain(mark.text) for mark in drawn(moment).marks if isinstance(mark, Label) and mark.ink is Ink.FAULTY]
    assert labels == ["3 of 3 point inward"]
    (told,) = [m for m in drawn(moment).marks if isinstance(m, Label) and m.ink is Ink.FAULTY]
    assert abs(float(np.dot(told.toward, moment.scene.mirrored(true_normals(moment.scene)[0])))) < 1e-9, "beside it"
    assert plain(LESSON.situation(moment)) == "This routine always takes right(e): 3 of 3 normals point inward."
    early = moment_at("Clockwise list", "Edge vector", "winding not checked")
    labels = [plain(mark.text) for mark in drawn(early).marks if isinstance(mark, Label) and mark.ink is Ink.FAULTY]
    assert labels == ["taken as outward"]
    assert "on every edge, whatever the order of the list" in LESSON.situation(early)
    last = moment_at("Clockwise list", "Push out", "winding not checked")
    inward = ((last.scene.box.points - last.scene.listed[0]) @ -true_normals(last.scene)[0]).min()
    told = f"This routine takes −n̂ and pushes B by {fixed(-inward)} into A: 3 of 3 normals point inward."
    assert plain(LESSON.situation(last)) == told
    assert max(moment_at("Triangle", "Winding", "winding not checked").faulty.errors) == 0.0
    page, n = LESSON.page(last), true_normals(last.scene)[0]
    right = ((last.scene.box.points - last.scene.listed[0]) @ n).min()
    assert plain(page.idea).startswith("Winding not checked: right(e) is taken for outward on every edge.")
    assert page.sentence.startswith(r"Along $-\hat n$ the depth is ")
    said = plain(page.sentence)
    assert f"{fixed(-inward)} (b_3): that push moves B into A." in said
    assert said.endswith(f"Along n̂ it is only {fixed(-right)} (b_1).")
    assert r"\faulty{-\hat n_i}=\mathrm{right}" in page.formula
    unit = LESSON.page(moment_at("Clockwise list", "Unit normal", "winding not checked"))
    assert plain(unit.sentence) == "right(e) divided by 2.51 is (0.08, 1.00): it points into A."
    other, out, canvas = last.scene.box.points, true_normals(last.scene)[0], drawn(last)
    level = float((last.scene.outline.points @ out).max())
    (ghost,) = [
        np.array(m.points) for m in canvas.marks if isinstance(m, Stroke) and m.closed and m.ink is Ink.FAULTY
    ]
    assert ghost - other == pytest.approx(np.tile(inward * out, (4, 1)))
    assert (ghost @ out).max() == pytest.approx(level), "B is wholly behind the edge"
    labels = [plain(mark.text) for mark in canvas.marks if isinstance(mark, Label) and mark.ink is Ink.FAULTY]
    assert {fixed(-inward), "b_3", "pushed along −n̂"} <= set(labels)
    ways = {
        m.ink: np.subtract(m.end, m.start) for m in canvas.marks if isinstance(m, Arrow) and m.line is Line.MEASURE
    }
    assert ways[Ink.FAULTY] == pytest.approx(-ways[Ink.EXAMINED])
    harmless = LESSON.page(moment_at("Triangle", "Push out", "winding not checked"))
    assert harmless.idea == LESSON.page(moment_at("Triangle", "Push out")).idea


def test_the_goal_of_the_rule_from_the_centre_is_a_triangle_that_hides_it() -> None:
    flat = moment_at("Flat triangle", "Push out", "from the centre")
    comparison = LESSON.comparison("from the centre")
    assert comparison is not None

    def told(scene: Listed) -> Challenge:
        trace = LESSON.run(scene)
        goal = LESSON.challenge(
            Moment(scene, trace, len(trace) - 1, compare="from the centre", faulty=comparison.run(scene))
        )
        assert goal is not None
        return goal

    assert told(flat.scene).text == "Drag a vertex until the ray from the centroid is perpendicular to edge 0."
    assert told(flat.scene).now == "50° off"
    for name in ("Triangle", "Flat triangle", "Clockwise list", "Screen coordinates"):
        assert not told(SCENES[name].scene).reached, name
    p, q = flat.scene.listed[:2]
    across = np.array((p[1] - q[1], q[0] - p[0]))
    isosceles = flat.scene.outline.with_vertex(2, (p + q) / 2.0 + 0.3 * across)
    assert told(flat.scene.with_field("outline", isosceles)).reached


def test_before_the_order_matters_and_where_the_box_is_pushed_the_outline_stands_alone() -> None:
    for stage, alone in (("Edge vector", True), ("Quarter turn", True), ("Outward", True), ("Winding", False)):
        moment = moment_at("Triangle", stage)
        assert (LESSON.layout_at(moment) is LESSON.panes[0]) is alone
    assert LESSON.layout_at(moment_at("Triangle", "Push out")) is LESSON.panes[0]
    first = moment_at("Triangle", "Edge vector")
    quiet = [m for m in drawn(first).marks if isinstance(m, Arrow) and m.ink is Ink.QUIET]
    asked = [m for m in drawn(first).marks if isinstance(m, Label) and m.text == "out?"]
    assert [m.at for m in asked] == [m.end for m in quiet], "the question of the lesson, at either perpendicular"
    ways = [np.subtract(m.end, m.start) for m in quiet]
    assert len(ways) == 2
    assert ways[0] == pytest.approx(-ways[1])
    assert float(ways[0] @ first.scene.e) == pytest.approx(0.0, abs=1e-12), "both perpendiculars are hinted at"


def test_the_normal_that_points_in_ends_in_the_outline_and_stays_only_until_the_sides_are_told() -> None:
    for name in ("Triangle", "Screen coordinates", "Regular hexagon"):
        outward = moment_at(name, "Outward")
        inside = Polygon(outward.scene.mirrored(outward.scene.listed))
        arrows = arrows_of(outward)
        assert len(arrows) == 2
        for hinge, tip in arrows.values():
            assert math.dist(hinge, tip) == pytest.approx(0.5 * math.hypot(*outward.scene.e))
        assert [inside.contains(Point(tip)) for _, tip in arrows.values()] == [True, False]
        assert LESSON.panes[0].head(outward) == ("World", "both normals at half length")
        ((hinge, tip),) = arrows_of(moment_at(name, "Winding")).values()
        assert math.dist(hinge, tip) == pytest.approx(math.hypot(*outward.scene.e)), "at its length again"
        assert not inside.contains(Point(tip))
        assert LESSON.panes[0].head(moment_at(name, "Winding")) == ("World", "")
        assert LESSON.panes[0].head(moment_at(name, "Push out")) == ("World", "n̂ not to scale")


def test_a_reversed_list_is_not_told_as_it_is_stored() -> None:
    told = plain(LESSON.situation(moment_at("Clockwise list", "Edge vector")))
    assert told == "The list of A's vertices is reversed: a_0 to a_2 are named in the new order."


def test_the_test_of_sides_is_said_to_fail_for_the_concave_outline() -> None:
    moment = moment_at(CONCAVE, "Outward")
    points, e = moment.scene.listed, moment.scene.e
    product = (points[0] - points[2]) @ (e[1], -e[0])
    assert product > 0.0
    formula = LESSON.page(moment).formula.replace(r"\boldsymbol", "")
    assert formula == rf"(\A{{{{a}}_0}}-\A{{{{a}}_2}})\cdot\mathrm{{right}}( e_2)={fixed(product)}>0"


def goal_of(scene: Listed) -> Challenge:
    trace = LESSON.run(scene)
    found = LESSON.challenge(Moment(scene, trace, len(trace) - 1))
    assert found is not None
    return found


def test_the_concave_outline_is_to_be_made_convex() -> None:
    scene = SCENES[CONCAVE].scene
    assert goal_of(scene).text == "Drag one vertex until no edge has vertices on **both** sides of its line."
    assert (goal_of(scene).reached, goal_of(scene).now) == (False, "edges with both: 2")
    bulged = scene.with_field("outline", scene.outline.with_vertex(3, np.array((0.1, 1.4))))
    assert (goal_of(bulged).reached, goal_of(bulged).now) == (True, "edges with both: 0")


def test_two_edges_of_the_hexagon_are_to_have_one_normal() -> None:
    scene = SCENES["Regular hexagon"].scene
    assert (goal_of(scene).reached, goal_of(scene).now) == (False, "least angle 60°")
    p, q = scene.outline.points[[0, 2]]
    for out, reached in ((0.02, True), (0.2, False), (-0.02, False)):
        across = np.array((q[1] - p[1], p[0] - q[0])) / math.dist(p, q)
        flat = scene.with_field("outline", scene.outline.with_vertex(1, (p + q) / 2.0 + out * across))
        assert goal_of(flat).reached is reached, out


def test_the_challenge_is_met_by_one_vertex_across_the_opposite_edge() -> None:
    scene = SCENES["Triangle"].scene
    assert LESSON.challenge(Moment(scene, LESSON.run(scene), 2)) is None, "S is not known before the winding"

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
    assert told(done.with_field("axis", DOWN)).reached is not told(done).reached
    hexagon = SCENES["Regular hexagon"].scene
    assert told(hexagon).text != told(scene).text, "it has one of its own"


def test_of_a_concave_outline_the_winding_decides_and_the_vertices_do_not() -> None:
    moment = moment_at(CONCAVE, "Outward")
    scene, solid = moment.scene, Polygon(moment.scene.outline.points)
    assert not scene.is_convex
    start, right = scene.listed[scene.chosen], np.array((scene.e[1], -scene.e[0]))
    products = [float((p - start) @ right) for p in scene.listed]
    high, low = products.index(max(products)), products.index(min(products))
    assert products[high] > 0.0 > products[low]
    assert plain(LESSON.page(moment).sentence) == (
        f"Dot products: vertex {high} with right(e) {fixed(products[high])}, vertex {low} with left(e) "
        f"{fixed(-products[low])}, both above 0. Both sides have vertices."
    )
    assert LESSON.page(moment).prediction is None
    assert LESSON.situation(moment) == f"A has vertices on both sides of the line of edge {scene.chosen}."
    table = LESSON.table(moment)
    assert table is not None
    assert [row.cells[1:] for _, row in table.rows] == [(fixed(-v), fixed(v)) for v in products]
    assert [m for m in drawn(moment).marks if isinstance(m, Light)] == []
    middle = start + 0.5 * scene.e
    both = [m.ink for m in drawn(moment).marks if isinstance(m, Arrow) and np.allclose(m.start, middle)]
    assert both == [Ink.EXAMINED] * 2, "both normals: neither is known to point out"
    found = moments_of(LESSON, scene)
    assert [LESSON.story.stage(m) for m in found][-1] == "Unit normal", "no test of a separating axis"
    for edge in range(len(scene.listed)):
        last = moments_of(LESSON, scene.with_field("edge", edge))[-1]
        p, q = scene.listed[edge], scene.listed[(edge + 1) % len(scene.listed)]
        assert not solid.contains(Point((p + q) / 2.0 + 0.01 * last.step.normal))
        assert solid.contains(Point((p + q) / 2.0 - 0.01 * last.step.normal))
        for m in moments_of(LESSON, scene.with_field("edge", edge)):
            assert all(claim.holds for claim in LESSON.page(m).claims)
    assert "a push along the normal of one edge may move B into another part of A" in LESSON.page(found[-1]).idea
    assert "concave" not in LESSON.page(moment_at("Triangle", "Unit normal")).idea
    decided = "decides where the vertices do not"
    assert decided in plain(LESSON.page(moment_at(CONCAVE, "Winding")).idea)
    assert decided not in plain(LESSON.page(moment_at("Triangle", "Winding")).idea)


def test_an_outline_that_crosses_itself_is_refused() -> None:
    scene = SCENES["Regular hexagon"].scene
    with pytest.raises(ValueError, match="cross"):
        LESSON.run(scene.with_field("outline", scene.outline.with_vertex(2, (-3.0, 0.2))))
    with pytest.raises(ValueError, match=r"repeats|length 0|same"):
        LESSON.run(Listed(Outline(((0.0, 0.0), (1.0, 0.0), (1.0, 0.0), (0.0, 1.0)))))


@each_scene
def test_both_turns_stand_at_the_middle_of_their_edge_with_the_fan_of_its_half(name: str) -> None:
    """So the one that points in begins by running through A. After this step the fans are gone."""
    moment = moment_at(name, "Outward")
    scene = moment.scene
    start, end = scene.mirrored(scene.listed[[scene.chosen, (scene.chosen + 1) % len(scene.listed)]])
    middle, out, length = (start + end) / 2.0, true_normals(scene)[scene.chosen], math.dist(start, end)
    ways = {str(key): points for key, points in arrows_of(moment).items()}
    assert len(ways) == 2
    inside = Polygon(scene.outline.points)
    for hinge, tip in ways.values():
        assert hinge == pytest.approx(middle)
        assert abs((tip - hinge) @ out) == pytest.approx(0.5 * length), "the tip lies on the fan"
        assert inside.contains(Point(hinge + 0.05 * (tip - hinge))) is bool((tip - hinge) @ out < 0.0)
    fans = [m for m in drawn(moment).marks if isinstance(m, Crowd)]
    assert sorted(m.ink.name for m in fans) == ["CONSTRUCTION", "EXAMINED"]
    for fan in fans:
        tips = fan.segments.reshape(-1, 4)[:, 2:]
        assert np.hypot(*(tips - middle).T) == pytest.approx(np.full(len(tips), 0.5 * length))
        assert (((tips - middle) @ out) * (1.0 if fan.ink is Ink.EXAMINED else -1.0) > 0.0).all()
    assert not [m for m in drawn(moment_at(name, "Winding")).marks if isinstance(m, Crowd)]
