"""Point query, against shapely: what is said, drawn and judged."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from shapely import LineString, Point, Polygon

from geometry import box
from geometry.feature import FeatureKind, FeatureRef
from geometry.query.medial_axis import medial_axis
from geometry.vector import vector
from lessons.queries.point_query import PointQueryLesson, ShapeAndPoint
from lessons.queries.point_query_figure import STAGES, contours
from tests.lessons.second_edition import LESSONS, Told, moments_of, nested
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.ink import Point as Shown
from viz.lesson.lesson import Moment
from viz.lesson.mark import Area, Arrow, Dot, Label, Region, Stroke, Symbol, Unbounded
from viz.lesson.prediction import Click, Place
from viz.lesson.text import fixed, plain, runs

LESSON = next(each for each in LESSONS if isinstance(each, PointQueryLesson))
SCENES = {name: preset.scene for name, preset in LESSON.presets.items()}
OUTSIDE = ("In front of an edge", "Beyond a vertex")  # of a sharp A
each_scene = pytest.mark.parametrize("name", SCENES)


def moments(name: str, compare: str = "") -> dict[str, Moment[Any]]:
    return {LESSON.story.stage(m): m for m in moments_of(LESSON, SCENES[name], compare)}


def drawn(moment: Moment[Any]) -> Canvas:
    return Told.draw(LESSON.panes[0], moment)


def solid(scene: ShapeAndPoint) -> Any:
    """The core."""
    points = scene.core.points
    return Polygon(points) if len(points) > 2 else LineString(points)


def signed(scene: ShapeAndPoint, r: float) -> float:
    core, p = solid(scene), Point(scene.p)
    inside = isinstance(core, Polygon) and core.intersects(p)
    d = core.exterior.distance(p) if isinstance(core, Polygon) else core.distance(p)
    return (-d if inside else d) - r


def edges(scene: ShapeAndPoint) -> list[tuple[Any, Any]]:
    u = scene.core.points
    both = list(zip(u, np.roll(u, -1, axis=0), strict=True))
    return both if len(u) > 2 else [both[scene.found.feature.index]]  # of a capsule's two edges the one on p's side


@each_scene
def test_the_numbers_are_those_that_shapely_measures(name: str) -> None:
    scene, told = SCENES[name], moments(name)
    s, d = signed(scene, scene.r), abs(signed(scene, 0.0))
    assert told["Answer"].step.separation == pytest.approx(s)
    words = plain(LESSON.page(told["Answer"]).sentence)
    signed_d = f"{'−' if signed(scene, 0.0) < -0.005 else ''}{fixed(d)}"
    less_r = f" {signed_d} − {fixed(scene.r)} =" if scene.r else ""
    assert words.startswith(f"s ={less_r} {fixed(s, sign=True)}: p is {'outside' if s > 0.0 else 'inside'}.")
    assert f"d = {fixed(d)}" in plain(LESSON.page(told["Nearest"]).sentence)
    situation = plain(LESSON.situation(told["Answer"]))
    assert situation.startswith(f"p is outside A, {fixed(s)}" if s > 0.0 else f"p is inside A, {fixed(-s)} deep.")
    assert fixed(d) in plain(LESSON.situation(told["Nearest"]))
    assert ("Radius" in told) is (scene.r > 0.0)
    for stage, first in (("Project", True), ("Clamp", False)):  # before the situation of step 3 speaks of it
        assert ("**core**" in LESSON.page(told[stage]).idea) is (first and scene.r > 0.0)
    assert ("**medial axis**" in LESSON.page(told["Nearest"]).idea) is (name not in ("Capsule", *OUTSIDE)), (
        "told where it is drawn, and not before it is asked for"
    )
    assert ("an edge or a vertex" in LESSON.page(told["Nearest"]).idea) is (name in OUTSIDE)
    assert not [m for m in drawn(told["Nearest"]).marks if getattr(m, "ink", None) in (Ink.GAP, Ink.OVERLAP)], (
        "d has no side"
    )
    if scene.r:
        result = plain(LESSON.page(told["Radius"]).sentence)
        assert result.endswith(f"{fixed(scene.r)} = {fixed(s)}.")
        inside = isinstance(solid(scene), Polygon) and solid(scene).intersects(Point(scene.p))
        assert f"is {'inside' if inside else 'outside'} the core" in result
        core = plain(LESSON.situation(told["Inside?"]))
        assert core.startswith(f"p is {'inside' if inside else 'outside'} the core of A") or d < 0.005


@each_scene
def test_the_table_has_every_edge_and_grows_by_a_column_a_stage(name: str) -> None:
    scene, told = SCENES[name], moments(name)
    for k, stage in enumerate(STAGES[:4], start=2):
        table = LESSON.table(told[stage])
        assert table is not None
        assert len(table.columns) == k == len(table.rows[0][1].cells)
    assert table is not None
    assert len(table.rows) == len(edges(scene))
    start = scene.found.feature.index if name == "Capsule" else 0
    for (_, row), (i, (u, v)) in zip(table.rows, enumerate(edges(scene), start), strict=True):
        f = float((scene.p - u) @ (v - u) / ((v - u) @ (v - u)))
        edge = "core segment" if name == "Capsule" else f"edge {i}"
        near = f"v{i}" if f < 0.0 else f"v{(i + 1) % len(scene.core.points)}" if f > 1.0 else edge
        n = np.array((v[1] - u[1], u[0] - v[0])) / math.dist(u, v)
        h = float((scene.p - u) @ n)
        d = LineString((u, v)).distance(Point(scene.p))
        assert list(row.cells) == [edge, fixed(f), near, fixed(d), fixed(h, sign=True)]
        assert row.ink is Ink.A
    near = LESSON.table(told["Nearest"])
    assert near is not None
    least = min(float(row.cells[3]) for _, row in near.rows)
    assert near.current == {i for i, (_, row) in enumerate(near.rows) if float(row.cells[3]) == least}
    heights = [float(row.cells[4].replace("−", "-")) for _, row in table.rows]
    assert table.current <= {i for i, h in enumerate(heights) if h == max(heights)}
    assert table.current


@each_scene
def test_the_answer_stands_at_the_closest_point(name: str) -> None:
    scene, told = SCENES[name], moments(name)
    canvas, s = drawn(told["Answer"]), signed(scene, scene.r)
    (q,) = (np.array(m.at) for m in canvas.marks if isinstance(m, Dot) and m.point is Shown.ANSWER)
    assert math.dist(q, scene.p) == pytest.approx(abs(s))
    assert solid(scene).boundary.distance(Point(q)) == pytest.approx(scene.r) or scene.r == 0.0 or name == "Capsule"
    assert abs(scene.core.once(lambda core: solid(scene).distance(Point(q)))) == pytest.approx(scene.r, abs=1e-9)
    (normal,) = (m for m in canvas.marks if isinstance(m, Arrow) and m.ink is Ink.ANSWER)
    way = np.subtract(normal.end, normal.start)
    assert scene.p - s * way / math.hypot(*way) == pytest.approx(q)
    (pill,) = (m for m in canvas.marks if isinstance(m, Label) and plain(m.text) == f"s = {fixed(s, sign=True)}")
    assert pill.ink is (Ink.GAP if s > 0.0 else Ink.OVERLAP)
    assert any(isinstance(m, Symbol) and m.latex == r"\hat n" for m in canvas.marks)


@each_scene
def test_an_isoline_has_one_distance_all_along(name: str) -> None:
    scene = SCENES[name]
    for r in {0.0, scene.r}:
        found, pose, core = contours(scene.a.shape, r), scene.a.pose, solid(scene)
        far = np.array([core.distance(Point(p)) for p in pose.place(found.outside[:, :2])]) - r
        assert far / 0.25 == pytest.approx(np.round(far / 0.25))
        assert far.min() == pytest.approx(0.25)
        middles = pose.place((found.outside[:, :2] + found.outside[:, 2:]) / 2.0)
        off = np.array([core.distance(Point(p)) for p in middles]) - r
        assert np.abs(off - 0.25 * np.round(off / 0.25)).max() < 0.0011, (
            "no corner is seen: 0.15 px of a large window"
        )
        assert len(found.outside) < 3000
        pieces = np.hypot(*(found.outside[:, 2:] - found.outside[:, :2]).T)
        assert pieces[pieces > 1e-9].min() > 0.02, "shorter ones overlap, and look like beads"
        for k, ring in enumerate(found.inside, start=1):
            depths = [signed(scene.with_field("p", p), r) for p in pose.place(ring)]
            assert depths == pytest.approx([-0.25 * k] * len(ring), abs=1e-6)
        assert len(found.bands) == 3
        near = np.array([core.distance(Point(p)) for p in pose.place(found.bands[1].reshape(-1, 2))]) - r
        assert (near.min(), near.max()) == (pytest.approx(0.25), pytest.approx(0.5))
    canvas = drawn(moments(name)["Answer"])
    dotted = [m.points for m in canvas.marks if isinstance(m, Stroke) and m.line is Line.DOTTED and m.ink is Ink.TEXT]
    assert np.sort(np.array(dotted).ravel()) == pytest.approx(np.sort(medial_axis(scene.core).ravel()), abs=1e-9)
    fills = [m for m in canvas.marks if isinstance(m, Area) and m.ink is Ink.OVERLAP]
    assert len(fills) == len(contours(scene.a.shape, scene.r).inside)
    for mark in canvas.marks:
        if isinstance(mark, Label) and re.fullmatch(r"[+−]\d\.\d\d", mark.text):
            assert signed(scene.with_field("p", np.array(mark.at)), scene.r) == pytest.approx(
                float(mark.text.replace("−", "-"))
            )


@each_scene
def test_the_tinted_region_is_that_of_p(name: str) -> None:
    scene = SCENES[name]
    canvas = drawn(moments(name)["Nearest"])
    cell = [m for m in canvas.marks if isinstance(m, Region)]
    assert {m.ink for m in cell} == {Ink.EXAMINED}
    feature = scene.found.feature
    is_half = name in ("Capsule", *OUTSIDE)
    assert len(cell) == (1 if is_half else 2), (
        "outside A, and inside up to the ridge, where that is not asked for later"
    )
    for p in np.random.default_rng(1).uniform(-3.5, 3.5, (200, 2)):
        other = scene.with_field("p", p).found
        held = any(
            all((p - at) @ n <= 0.0 for at, n in zip(region.through, np.array(region.normals), strict=True))
            for region in cell
        )
        if name != "Capsule" and not (name in OUTSIDE and other.in_core):
            assert held is (other.feature == feature)
    named = f"nearest: {'v' if feature.is_vertex else 'edge '}{feature.index}"
    named = "nearest: core segment" if name == "Capsule" else named
    loud = [m for m in canvas.marks if isinstance(m, Label) and m.text == named and m.ink is Ink.EXAMINED]
    assert len(loud) == 1
    borders = [m for m in canvas.marks if isinstance(m, Unbounded)]
    assert len(borders) == 2 * len(scene.core.points)
    assert all(m.one_sided for m in borders)


@each_scene
def test_feet_slide_from_the_lines_to_the_edges(name: str) -> None:
    scene, told = SCENES[name], moments(name)
    for stage, time in (("Project", 0.0), ("Clamp", 0.0), ("Clamp", 0.5), ("Clamp", 1.0)):
        canvas = drawn(replace(told[stage], time=time))
        inks = (Ink.EXAMINED, Ink.QUIET)
        rings = [np.array(m.at) for m in canvas.marks if isinstance(m, Dot) and m.ink in inks][:-1]
        ways = [m for m in canvas.marks if isinstance(m, Stroke) and m.points[0] == pytest.approx(tuple(scene.p))]
        assert len(ways) == 1, "of the one that is in view"
        symbols = [m for m in canvas.marks if isinstance(m, Symbol) and m.latex.startswith(r"\boldsymbol{q}_")]
        assert [m.ink for m in symbols].count(Ink.EXAMINED) == (stage == "Clamp")
        told_f = [m for m in canvas.marks if isinstance(m, Label) and m.ink is Ink.EXAMINED and "f$ =" in m.text]
        assert len(told_f) == 1, "the others have theirs in the table"
        for (u, v), ring in zip(edges(scene), rings, strict=True):
            f = float((scene.p - u) @ (v - u) / ((v - u) @ (v - u)))
            f = time * min(max(f, 0.0), 1.0) + (1.0 - time) * f
            assert ring == pytest.approx(u + f * (v - u), abs=1e-9)
    names = [m.latex for m in drawn(told["Clamp"]).marks if isinstance(m, Symbol)]
    assert {rf"\boldsymbol{{q}}_{i}" for i in ("i" if name == "Capsule" else range(len(edges(scene))))} <= set(names)
    assert {r"\boldsymbol{u}", r"\boldsymbol{v}"} <= set(names)
    page = LESSON.page(told["Project"])
    i, f = re.match(r"(Edge \d|Core segment): f = ([−\d.]+\d)", plain(page.sentence)).groups()  # type: ignore[union-attr]
    assert (i == "Core segment") is (name == "Capsule")
    u, v = edges(scene)[0 if name == "Capsule" else int(i[-1])]
    offs = [abs(float((scene.p - u) @ (v - u) / ((v - u) @ (v - u))) - 0.5) for u, v in edges(scene)]
    assert name == "Capsule" or offs[int(i[-1])] == pytest.approx(max(offs))
    assert ("no other f is farther from 0.5" in plain(page.sentence)) is (name != "Capsule"), "why this edge is shown"
    found = float((scene.p - u) @ (v - u) / ((v - u) @ (v - u)))
    assert f == fixed(found)
    where = "before u" if found < 0.0 else "beyond v" if found > 1.0 else "between u and v"
    assert plain(page.sentence).endswith(f"{where}.")
    clamped = plain(LESSON.page(told["Clamp"]).sentence)
    kept = "stays" if 0.0 <= found <= 1.0 else f"becomes {0 if found < 0.0 else 1}: the point nearest to p is v"
    assert kept in clamped
    on = sum(0.0 <= (scene.p - u) @ (v - u) / ((v - u) @ (v - u)) <= 1.0 for u, v in edges(scene))
    where = f"{on} lie on the edges themselves" if on > 1 else f"{'1' if on else 'none'} lies on the edge itself"
    where = f"lies {'on' if on else 'beyond an end of'} the core segment" if name == "Capsule" else where
    words = plain(LESSON.situation(told["Project"]))
    if 1 < on == len(edges(scene)):
        assert words == f"All {on} foot points of p lie on the edges themselves."
    else:
        assert words.endswith(f"{where}.")
    quiet = {plain(m.text) for m in drawn(told["Project"]).marks if isinstance(m, Label) and m.ink is Ink.QUIET}
    assert not [each for each in quiet if each.startswith("f_")]
    ends = {
        plain(m.text): m.at
        for m in drawn(told["Project"]).marks
        if isinstance(m, Label) and plain(m.text) in ("0", "1", "f = 0", "f = 1") and m.ink is Ink.QUIET
    }
    assert ends == {"f = 0": pytest.approx(u), "f = 1": pytest.approx(v)}, "the scale of f, beside names of edges"


@each_scene
def test_the_greatest_height_decides(name: str) -> None:
    scene, told = SCENES[name], moments(name)
    page, canvas = LESSON.page(told["Inside?"]), drawn(told["Inside?"])
    if name == "Capsule":
        assert not page.formula
        assert "outside the core" in plain(page.sentence)
        return
    core = Polygon(scene.core.points)
    inside = core.intersects(Point(scene.p))
    heights = [float((scene.p - u) @ (v[1] - u[1], u[0] - v[0])) / math.dist(u, v) for u, v in edges(scene)]
    h = max(heights)
    assert plain(page.sentence).startswith(f"The greatest height is {fixed(h, sign=True)}: p is ")
    where = "behind every edge, so inside" if inside else f"in front of edge {heights.index(h)}, so outside"
    assert where in plain(page.sentence)
    label = next(m for m in canvas.marks if isinstance(m, Label) and plain(m.text).startswith("h_"))
    assert plain(label.text) == f"h_{heights.index(h)} = {fixed(h, sign=True)}"
    assert label.ink is (Ink.GAP if h > 0.0 else Ink.OVERLAP) or abs(h) < 1e-9
    behind, *front = (m for m in canvas.marks if isinstance(m, Region))

    def is_in(region: Region, p: Any) -> bool:
        return all((p - at) @ n <= 1e-9 for at, n in zip(region.through, np.array(region.normals), strict=True))

    assert behind.ink is Ink.OVERLAP
    assert is_in(behind, scene.p) is inside
    for p in np.random.default_rng(2).uniform(-3.0, 3.0, (200, 2)):
        assert is_in(behind, p) is core.contains(Point(p)), "behind every edge is inside"
    assert len(front) == (0 if inside else 1)
    assert all(each.ink is Ink.GAP and is_in(each, scene.p) for each in front)


@pytest.mark.parametrize("name", ["In front of an edge", "Beyond a vertex"])
def test_on_a_path_around_a_vertex_it_is_asked_where_the_nearest_feature_changes(name: str) -> None:
    """At the perpendicular on an edge in its end: not where the other edge's line is, nor in the middle between."""
    moment = moments(name)["Clamp"]
    asked, core = LESSON.page(moment).prediction, moment.scene.core
    assert isinstance(asked, Place)
    (right,), ((start, goal),) = asked.right, asked.along
    features = []
    for part in (-0.03, 0.03):
        there = np.array(right) + part * (np.array(goal) - start) / math.dist(goal, start)
        found = moment.scene.with_field("p", there).found.feature
        features.append((found.is_vertex, found.index))
    assert {is_vertex for is_vertex, _ in features} == {True, False}, "the nearest feature changes here"
    (vertex,) = (i for is_vertex, i in features if is_vertex)
    (edge,) = (i for is_vertex, i in features if not is_vertex)
    assert vertex in (edge, (edge + 1) % len(core.points))
    words = [f"v{i}" if is_vertex else f"edge {i}" for is_vertex, i in features]
    to = "stays at" if words[1][0] == "v" else "moves onto"
    assert plain(asked.text).endswith(f"the nearest point of A leaves {words[0]} and {to} {words[1]}.")
    assert asked.judge(asked.right).right
    for k in range(21):
        at = np.array(start) + k / 20.0 * (np.array(goal) - start)
        verdict, found = asked.judge((tuple(at),)), moment.scene.with_field("p", at).found
        assert verdict.right is (math.dist(at, right) <= 0.1)
        if not verdict.right:
            here = f"v{found.feature.index}" if found.feature.is_vertex else f"Edge {found.feature.index}"
            assert verdict.head == f"{here} is nearest"
        canvas = Canvas(0.01)
        assert verdict.draw is not None
        verdict.draw(canvas, "world")
        way = next(m for m in canvas.marks if isinstance(m, Stroke))
        assert math.dist(*way.points) == pytest.approx(found.separation)
        assert way.ink is (Ink.ANSWER if verdict.right else Ink.FAULTY)
        assert any(isinstance(m, Unbounded) for m in canvas.marks) is verdict.right, "the border, once it is found"
    assert not asked.judge(asked.start).right
    assert LESSON.page(moments("Beyond a vertex", "no clamp")["Clamp"]).prediction is None


def test_the_edge_of_the_shortest_way_out_is_clicked() -> None:
    moment = moments("Inside")["Clamp"]
    scene, asked = moment.scene, LESSON.page(moment).prediction
    assert isinstance(asked, Click)
    lengths = [LineString(each).distance(Point(scene.p)) for each in edges(scene)]
    (right,) = asked.right
    assert right == FeatureRef("A", FeatureKind.EDGE, lengths.index(min(lengths)))
    for i, long in enumerate(lengths):
        ref = FeatureRef("A", FeatureKind.EDGE, i)
        verdict = asked.judge(ref)
        assert verdict.right is (ref == right)
        n = scene.core.normals[i]
        depth = float((scene.core.points[i] - scene.p) @ n)
        assert fixed(depth) in verdict.because
        assert depth == pytest.approx(long, abs=0.2)
        canvas = Canvas(0.01)
        assert verdict.draw is not None
        verdict.draw(canvas, "world")
        arrow = next(m for m in canvas.marks if isinstance(m, Arrow))
        assert np.subtract(arrow.end, arrow.start) == pytest.approx(depth * n)
        assert arrow.ink is (Ink.ANSWER if ref == right else Ink.FAULTY)
        assert any(isinstance(m, Dot) and m.point is Shown.CROSS for m in canvas.marks) is (ref != right)
    assert not asked.judge(FeatureRef("A", FeatureKind.VERTEX, 0)).right
    assert fixed(min(lengths)) not in plain(LESSON.situation(moment))


@pytest.mark.parametrize(
    ("name", "rule", "before"),
    [
        ("Beyond a vertex", "no clamp", "Clamp"),
        ("Deep inside a box", "no inside test", "Nearest"),
        ("On the core's edge", "push from core to p", "Inside?"),
    ],
)
def test_a_faulty_rule_is_told_and_drawn_where_it_goes_wrong(name: str, rule: str, before: str) -> None:
    told = moments(name, rule)
    moment, early = told["Answer"], told[before]
    faulty, right = moment.faulty, signed(moment.scene, moment.scene.r)
    words = plain(LESSON.situation(moment))
    labels = [plain(m.text) for m in drawn(moment).marks if isinstance(m, Label) and m.ink is Ink.FAULTY]
    assert len(labels) == (2 if rule == "no inside test" else 1)
    if rule == "push from core to p":
        off = 0.0 if faulty.closest is None else math.dist(faulty.closest, moment.step.closest)
        assert "rounding error" in words or "difference is 0" in words
        assert labels[0] in (f"error {fixed(off)}", "0 / 0: no direction")
    else:
        assert abs(faulty.separation - right) > 0.4
        assert f"s = {fixed(faulty.separation, sign=True)}" in words
        told_error = f"s = {fixed(faulty.separation, sign=True)}, not {fixed(right, sign=True)}"
        assert labels[-1] == told_error
    assert not [m for m in drawn(early).marks if getattr(m, "ink", None) is Ink.FAULTY]
    if rule == "no clamp":  # s comes later
        nearest, wrong = told["Nearest"], f"d = {fixed(abs(faulty.separation))}"
        (mark,) = (plain(m.text) for m in drawn(nearest).marks if isinstance(m, Label) and m.ink is Ink.FAULTY)
        assert mark == f"{wrong}, not {fixed(abs(right))}"
        assert f"Without clamp: {wrong}" in plain(LESSON.situation(nearest))
    page, plainly = LESSON.page(moment), LESSON.page(moments(name)["Answer"])
    if rule == "no clamp":  # a vertex has no normal of its own: this is told nowhere else
        assert (page.idea, page.formula) == (plainly.idea, plainly.formula)
        assert "has no normal of its own" in page.idea
        page_of_rule = LESSON.page(told["Nearest"])
    else:
        page_of_rule = page
        assert page.formula != plainly.formula
    assert plain(page_of_rule.idea).startswith(rule[0].upper() + rule[1:]), "no word of the right rule stays"
    assert page.sentence != plainly.sentence
    if rule == "push from core to p":
        assert signed(moment.scene, 0.0) == pytest.approx(0.0, abs=1e-9)
        assert "gives no direction" in page.sentence
    else:
        assert f"= {fixed(faulty.separation, sign=True)}" in plain(page.sentence)
    if faulty.edge is not None:
        u, v = edges(moment.scene)[faulty.edge]
        f = float((moment.scene.p - u) @ (v - u) / ((v - u) @ (v - u)))
        assert f"f = {fixed(f)}: beyond its end" in plain(page.sentence)
        assert not 0.0 <= f <= 1.0
    assert LESSON.page(early).idea == LESSON.page(moments(name)[before]).idea
    inks = [run.ink for run in runs(LESSON.situation(moment)) if run.ink is not None]
    assert faulty.closest is None or Ink.FAULTY in inks
    assert plain(LESSON.situation(early)) != words
    comparison = LESSON.comparison(rule)
    assert comparison is not None
    assert comparison.differs(moment)
    assert not comparison.differs(moments("In front of an edge", rule)["Answer"]) or rule == "no clamp"
    preset = LESSON.presets[name]
    opened = moments_of(LESSON, preset.scene)[preset.opens_at(LESSON.run(preset.scene))]
    stages = list(told)
    assert LESSON.story.stage(opened) == stages[stages.index(before) + 1], "where both answers differ first"


@pytest.mark.parametrize("name", ["Inside", "Deep inside a box"])
def test_the_wrong_sign_leads_away_from_the_boundary(name: str) -> None:
    """The formula of the last step, with the distance that the rule reports."""
    moment = moments(name, "no inside test")["Answer"]
    scene = moment.scene
    (cross,) = (m for m in drawn(moment).marks if isinstance(m, Dot) and m.point is Shown.CROSS)
    assert cross.at == pytest.approx(scene.p - moment.faulty.separation * moment.step.normal)
    assert solid(scene).contains(Point(cross.at))
    assert math.dist(cross.at, moment.step.closest) == pytest.approx(2.0 * moment.faulty.separation)


@each_scene
def test_on_the_way_into_a_it_is_asked_where_the_nearest_point_jumps(name: str) -> None:
    """On the medial axis: the largest circle that stays in A touches two edges there, and one anywhere else."""
    moment = moments(name)["Inside?"]
    asked, scene = LESSON.page(moment).prediction, moment.scene
    is_asked = not scene.r and signed(scene, 0.0) > 0.0 and not scene.found.feature.is_vertex
    assert (asked is not None) is is_asked
    if asked is None:
        return
    assert isinstance(asked, Place)
    (right,), ((start, end),) = asked.right, asked.along
    assert asked.start == (start,)
    core, q = Polygon(scene.core.points), np.array(scene.found.closest)
    way = LineString((q, 2.0 * q - scene.p + 3.0 * (q - scene.p)))
    for at in (start, right, end):
        assert core.contains(Point(at)), "the way ends inside A"
        assert way.distance(Point(at)) == pytest.approx(0.0, abs=1e-9)
    depths = [LineString(edge).distance(Point(right)) for edge in edges(scene)]
    first, second, third = np.argsort(depths)[:3]
    assert depths[first] == pytest.approx(depths[second])
    assert depths[third] > depths[first] + 0.1
    assert scene.found.feature.index in (first, second)
    assert math.dist(start, right) > 0.3 < math.dist(right, end), "neither end is the answer"
    for part, is_right in ((-0.3, False), (0.0, True), (0.3, False)):
        at = np.array(right) + part * (np.array(end) - start) / math.dist(start, end)
        verdict, canvas = asked.judge(((float(at[0]), float(at[1])),)), Canvas(0.01)
        assert verdict.right is is_right
        assert verdict.draw is not None
        verdict.draw(canvas, "world")
        (ring,) = (m for m in canvas.marks if isinstance(m, Stroke))
        touched = core.exterior.distance(Point(at))
        assert math.dist(ring.points[0], at) == pytest.approx(touched)
        assert ring.ink is (Ink.ANSWER if is_right else Ink.FAULTY)
        if not is_right:
            i = int(np.argmin([LineString(edge).distance(Point(at)) for edge in edges(scene)]))
            assert verdict.remarks[0].words == f"only edge {i} touched"
            assert f"edge {i} is {fixed(touched)} away" in verdict.because
    assert "medial axis" not in {m.text for m in drawn(moment).marks if isinstance(m, Label)}, "it would tell"


@each_scene
def test_names_stand_clear_of_the_ridge_which_has_one_itself(name: str) -> None:
    scene = SCENES[name]
    for stage in ("Nearest", "Answer"):
        canvas = drawn(moments(name)[stage])
        names = [m for m in canvas.marks if isinstance(m, Label) and re.fullmatch(r"v\d", m.text)]
        for label in names:
            out = np.array(label.at) + 0.1 * np.array(label.toward)
            assert signed(scene.with_field("p", out), scene.r) == pytest.approx(0.1, abs=1e-6)
        ridge = [m for m in canvas.marks if isinstance(m, Label) and m.text == "medial axis"]
        is_asked = stage == "Nearest" and name in OUTSIDE  # its answer is on the ridge
        assert len(ridge) == (0 if name == "Capsule" or is_asked else 1)
        if is_asked:
            assert not [m for m in canvas.marks if isinstance(m, Stroke) and m.line is Line.DOTTED]
        for label in ridge:
            nearest = sorted(LineString(each).distance(Point(label.at)) for each in edges(scene))
            assert nearest[0] == pytest.approx(nearest[1], abs=1e-6), "two edges are equally near there"


def test_the_first_scene_is_wrong_by_the_edge_that_its_first_step_shows() -> None:
    """Whose line p is nearer to than to A; far enough off it for the foot to be seen beside p."""
    told = moments("In front of an edge", "no clamp")
    assert plain(LESSON.page(told["Project"]).sentence).startswith(f"Edge {told['Answer'].faulty.edge}: ")
    assert 0.25 < told["Answer"].faulty.separation < 0.5 * told["Answer"].step.separation


def test_a_circle_that_counts_as_apart_lies_inside_a() -> None:
    moment = moments("Deep inside a box", "no inside test")["Answer"]
    ring = next(m for m in drawn(moment).marks if isinstance(m, Stroke) and m.closed and m.ink is Ink.FAULTY)
    assert Polygon(moment.scene.core.points).contains(Polygon(ring.points))
    radius = math.dist(ring.points[0], moment.scene.p)
    assert f"A circle of radius {fixed(radius)} around p" in plain(LESSON.situation(moment))
    words = {plain(m.text) for m in drawn(moment).marks if isinstance(m, Label)}
    assert f"radius {fixed(radius)}: reported as apart" in words, (
        "r is the radius of A: by s = d − r the number fails"
    )
    spoke = next(
        m for m in drawn(moment).marks if isinstance(m, Stroke) and m.ink is Ink.FAULTY and len(m.points) == 2
    )
    assert math.dist(*spoke.points) == pytest.approx(radius)
    assert radius < moment.faulty.separation


def test_the_goal_is_met_where_no_foot_lies_on_its_edge() -> None:
    """Nearest to a vertex is not enough: an edge on the far side of A may have its foot still."""
    scene = SCENES["In front of an edge"]
    for p, count in (((2.4, 1.55), 1), ((2.6, 0.0), 1), ((2.6, 0.5), 0)):
        there = scene.with_field("p", vector(np.array(p)))
        on = 0
        for u, v in edges(there):
            f = float((there.p - u) @ (v - u) / ((v - u) @ (v - u)))
            on += 0.0 <= f <= 1.0
        assert on == count
        for moment in moments_of(LESSON, there):
            challenge = LESSON.challenge(moment)
            if LESSON.story.stage(moment) == "Project":
                assert challenge is None, "the clamp that it names is not known yet"
                continue
            assert challenge is not None
            assert challenge.reached is (count == 0)
            assert challenge.now == ("1 foot point on its edge" if count else "0 foot points on their edges")
        assert there.found.feature.is_vertex is (p != (2.4, 1.55))
    assert LESSON.challenge(moments_of(LESSON, SCENES["Capsule"])[0]) is None
    for name in SCENES:
        found = LESSON.challenge(moments_of(LESSON, SCENES[name])[-1])
        assert found is None or not found.reached


def test_every_edge_can_be_stepped_into() -> None:
    told = moments_of(LESSON, SCENES["In front of an edge"])
    inner = list(nested(LESSON, told))
    assert [LESSON.story.stage(m) for m in inner] == ["Project"] * 5 + ["Clamp"] * 5
    for i, moment in enumerate(inner):
        assert plain(LESSON.page(moment).sentence).startswith(f"Edge {i % 5}: ")
        table = LESSON.table(moment)
        assert table is not None
        assert len(table.rows) == i % 5 + 1
        inks = (Ink.EXAMINED, Ink.QUIET)
        rings = [np.array(m.at) for m in drawn(moment).marks if isinstance(m, Dot) and m.ink in inks][:-1]
        for ring, step in zip(rings, told[1].step.part, strict=True):
            assert ring == pytest.approx(step.foot if i >= 5 else step.projected.on_line)


def test_the_radius_has_a_slider_and_a_circle_is_refused() -> None:
    scene = SCENES["Inside"].with_field("r", 0.4)
    assert scene.a.world.radius == 0.4
    assert scene.with_field("a", scene.a.shaped(SCENES["Capsule"].a.shape)).r == 0.7
    with pytest.raises(ValueError, match="circle"):
        scene.with_field("a", scene.a.shaped(SCENES["Capsule"].a.shape.__class__([(0.0, 0.0)], 1.0)))


@pytest.mark.parametrize("name", ["Inside the rounding", "On the core's edge", "Capsule"])
def test_the_core_has_a_point_of_its_own_name(name: str) -> None:
    """q is on the outline alone: what lies on the core is the q of an edge."""
    scene, told = SCENES[name], moments(name)
    for stage in ("Nearest", "Radius", "Answer"):
        names = {m.latex: m.at for m in drawn(replace(told[stage], time=1.0)).marks if isinstance(m, Symbol)}
        own = [at for latex, at in names.items() if latex.startswith(r"\boldsymbol{q}_")]
        assert len(own) == (0 if stage == "Answer" else 1)
        assert all(solid(scene).distance(Point(at)) == pytest.approx(0.0, abs=1e-9) for at in own)
        assert (r"\boldsymbol{q}" in names) is (stage != "Nearest")
        if stage != "Nearest":
            assert math.dist(names[r"\boldsymbol{q}"], scene.found.closest) < 1e-9


def test_q_is_pushed_from_the_core_to_the_boundary() -> None:
    moment = moments("Inside the rounding")["Radius"]
    for time in (0.0, 0.5, 1.0):
        (q,) = (
            m.at for m in drawn(replace(moment, time=time)).marks if isinstance(m, Dot) and m.point is Shown.ANSWER
        )
        assert solid(moment.scene).distance(Point(q)) == pytest.approx(time * moment.scene.r, abs=1e-9)
    assert LESSON.clock(moment) is not None
    assert LESSON.clock(moments("Inside the rounding")["Answer"]) is None


@each_scene
def test_every_claim_holds(name: str) -> None:
    for moment in moments_of(LESSON, SCENES[name]):
        assert all(claim.holds for claim in LESSON.page(moment).claims)


@pytest.mark.parametrize("size", [200.0, 5e4, 1e8])
def test_a_shape_in_pixels_of_a_screen_has_few_isolines(size: float) -> None:
    for radius in (0.0, 0.7 * size):
        found = contours(box(size, 0.6 * size), radius)
        assert 3 <= len(found.inside) <= 20
        for k, ring in enumerate(found.inside, start=1):
            off = np.abs(ring) - (0.5 * size, 0.3 * size)
            outside = np.hypot(*off.clip(0.0).T)
            depths = np.where((off > 0.0).any(axis=1), outside, off.max(axis=1)) - radius
            assert depths == pytest.approx(-k * found.step, abs=1e-6 * size)


@each_scene
def test_what_is_sought_is_seen_from_the_first_picture_on(name: str) -> None:
    """A circle around p that is to grow, and nothing at the place where it will touch A; none where the edge of the
    shortest way out is asked."""
    moment = moments(name)["Project"]
    scene = moment.scene
    arcs = [m for m in drawn(moment).marks if isinstance(m, Stroke) and m.line is Line.DOTTED and m.ink is Ink.TEXT]
    assert len(arcs) == (scene.r > 0.0 or signed(scene, 0.0) > 0.0)
    for arc in arcs:
        s = signed(scene, scene.r)
        assert arc.closed, "all around p: no side of it tells"
        reached = np.array([signed(scene.with_field("p", np.array(at)), scene.r) for at in arc.points])
        assert np.abs(reached).min() > 0.3 * abs(s), "clear of A"
    (told,) = [m for m in drawn(moment).marks if isinstance(m, Label) and m.text == "grows until it touches A"] or [
        None
    ]
    assert (told is None) is (not arcs)
    assert not [m for m in drawn(moment).marks if isinstance(m, Dot) and m.ink is Ink.TEXT]
