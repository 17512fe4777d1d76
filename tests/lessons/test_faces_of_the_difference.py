"""What the faces of the difference show and say, against the vertices themselves and shapely's hull."""

from __future__ import annotations

import itertools
import math
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import shapely

from geometry import box, circle, regular_polygon, separation
from geometry.faulty.faces import face_value_as_distance, one_support
from geometry.feature import FeatureKind, FeatureRef
from geometry.minkowski.faces import DifferenceFace, SidesCompared
from geometry.sat.separating_axis import Owner
from lessons.minkowski import faces_of_the_difference_figure as figure
from lessons.minkowski.faces_of_the_difference_asked import asked_face
from tests.lessons import figures
from tests.lessons.figures import drawn, labels, lesson_of, same, strokes
from tests.lessons.second_edition import moments_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.mark import Area, Arrow, Dot, Label, Region, Stroke, Symbol
from viz.lesson.prediction import Click, Place
from viz.lesson.scene import at
from viz.lesson.text import fixed, plain, tint

LESSON = lesson_of("faces-of-the-difference")
each_scene = pytest.mark.parametrize("name", LESSON.presets)


def moments(name: str, compare: str = "") -> list[Moment[Any]]:
    return [replace(moment, time=1.0) for moment in figures.moments(LESSON, name, compare)]


def hull_of(scene: Any) -> Any:
    return shapely.MultiPoint((scene.a.world.points[:, None] - scene.b.world.points).reshape(-1, 2)).convex_hull


def of_edge(scene: Any, owner: str, i: int) -> tuple[Any, float, set[int]]:
    """An edge's face from the vertices: its outward normal in A − B, its separation, and who carries it."""
    own, other = (scene.a.world, scene.b.world) if owner == "A" else (scene.b.world, scene.a.world)
    p, q = own.points[i], own.points[(i + 1) % len(own.points)]
    out = np.array(((q - p)[1], -(q - p)[0])) / math.hypot(*(q - p))
    along = (other.points - p) @ out
    return (
        (out if owner == "A" else -out),
        float(along.min()),
        set(np.flatnonzero(along < along.min() + 1e-9).tolist()),
    )


def twin_of(scene: Any, i: int) -> int | None:
    """The edge of A that makes one face with an edge of B."""
    _, _, carriers = of_edge(scene, "B", i)
    a = scene.a.world.points
    return next((k for k in carriers if {k, (k + 1) % len(a)} == carriers), None) if len(carriers) > 1 else None


@each_scene
def test_each_row_is_an_edge_with_its_support_vertex_and_the_one_sided_separation(name: str) -> None:
    last = moments(name)[-1]
    scene = last.scene
    table = LESSON.table(last)
    assert table is not None
    every = [("A", i) for i in range(len(scene.a.world.points))] + [
        ("B", i) for i in range(len(scene.b.world.points))
    ]
    twins = {("B", i): twin for owner, i in every if owner == "B" and (twin := twin_of(scene, i)) is not None}
    every = [each for each in every if each not in twins]
    assert len(table.rows) == len(every), "every face has one row, those between the steps too"
    for (owner, i), (_, row) in zip(every, table.rows, strict=True):
        _, s, carriers = of_edge(scene, owner, i)
        cells = [plain(cell) for cell in row.cells]
        both = [f" + B{j}" for (_, j), twin in twins.items() if owner == "A" and twin == i]
        assert cells[0] == f"{owner}{i}" + "".join(both)
        assert (tint(cells[0][5:], Ink.B) in row.cells[0]) is bool(both), "each edge in its ink"
        if both:
            j = int(both[0][4:])
            carried = rf"a{i}, a{(i + 1) % len(scene.a.world.points)}"
            assert cells[1].endswith(f" / {carried}")
            assert carriers == {j, (j + 1) % len(scene.b.world.points)}
        other = "b" if owner == "A" else "a"
        assert {int(text) for text in re.findall(rf"{other}(\d+)", cells[1])} == carriers
        assert cells[2] == fixed(s)
        assert row.feature == FeatureRef(owner, FeatureKind.EDGE, i)
    for moment in moments(name)[-2:]:
        table = LESSON.table(moment)
        assert table is not None
        (lit,) = [table.rows[place][1] for place in table.current]
        assert lit.mark == f"{plain(lit.cells[0])} is the greatest"
        greatest = max(of_edge(scene, owner, i)[1] for owner, i in every)
        assert plain(lit.cells[2]) == fixed(greatest)
        assert len(table.rows) == len(every), "told again in its own place"


def test_the_faces_between_the_steps_are_named_and_those_known_counted() -> None:
    told = moments("Contained")
    assert plain(LESSON.page(told[2]).sentence).endswith("Edges 2 to 4: the same way.")
    assert LESSON.page(told[0]).known == "So far 1 face of A − B is known."
    assert LESSON.page(told[2]).known == "So far 6 faces of A − B are known."
    assert "the same way" not in LESSON.page(told[1]).sentence
    assert plain(LESSON.page(moments("Apart")[4]).sentence).endswith("Edges 1 and 2: the same way.")


@each_scene
def test_the_vertex_asked_for_is_not_the_one_that_is_ringed(name: str) -> None:
    first = moments(name)[0]
    asked = LESSON.page(replace(first, compare="")).prediction
    if asked is not None:
        assert isinstance(asked, Click)
        assert not {ref.index for ref in asked.right} & set(first.step.supports)
        (edge,) = re.findall(r"edge (\d) of A", plain(asked.text))
        assert {ref.index for ref in asked.right} == of_edge(first.scene, "A", int(edge))[2]
    assert asked is not None


@each_scene
def test_the_edge_is_carried_by_the_support_vertex_into_the_outline(name: str) -> None:
    if name == "Parallel edges":
        return  # there the faulty faces are shown
    for moment in moments(name):
        face = moment.step
        if not isinstance(face, DifferenceFace):
            continue
        scene, is_a = moment.scene, face.owner is Owner.A
        owner = "A" if is_a else "B"
        n, s, carriers = of_edge(scene, owner, face.edge)
        sign = 1.0 if is_a else -1.0
        own = sign * (scene.a if is_a else scene.b).world.points
        home = own[face.edge], own[(face.edge + 1) % len(own)]
        start = drawn(LESSON, "space", replace(moment, time=0.0))
        (edge,) = strokes(start, Ink.EXAMINED, Line.FEATURE)
        assert same(edge.points, home), "from its own place"
        end = drawn(LESSON, "space", moment)
        (edge,) = strokes(end, Ink.EXAMINED, Line.FEATURE)
        ring = hull_of(scene).exterior
        assert max(ring.distance(shapely.Point(p)) for p in edge.points) < 1e-9
        assert same(edge.points, (face.start, face.end)), "the whole face, of two parallel edges too"
        ink = Ink.B if is_a else Ink.A
        (arrow,) = [m for m in end.marks if isinstance(m, Arrow) and m.ink is ink]
        other = (scene.b if is_a else scene.a).world.points
        assert any(same(np.subtract(arrow.end, arrow.start), -sign * other[k]) for k in carriers)
        foot = -s * n
        far = int(math.dist(edge.points[1], foot) > math.dist(edge.points[0], foot) + 1e-9)
        assert same(arrow.start, home[far]), "clear of the separation"
        assert same(arrow.end, edge.points[far])
        assert (f"edge {face.edge} of A" if is_a else "−B") in labels(end, Ink[owner]), "whose edge is carried"
        marks = drawn(LESSON, "world", moment).marks
        (way,) = [m for m in marks if isinstance(m, Arrow) and m.ink is Ink.EXAMINED and m.line is not Line.THIN]
        assert same(np.subtract(way.end, way.start) / math.dist(way.end, way.start), sign * n), (
            "an edge's own, outward"
        )
        own_n = rf"\hat n_{{{owner}{face.edge}}}"
        symbols = [m.latex for m in drawn(LESSON, "world", moment).marks if isinstance(m, Symbol)]
        assert [each for each in symbols if "hat n" in each] == [own_n], "its own name in the world"
        line = Line.MEASURE if moment.index or not asked_face(moment) else Line.THIN  # another face is asked about
        measured = [m.points for m in strokes(end, Ink.GAP if s > 0.0 else Ink.OVERLAP, line)]
        if abs(s) > 1e-9:
            assert same(measured[0], ((0.0, 0.0), -s * n)), "from the origin to the line of the face"
            world = drawn(LESSON, "world", moment)
            if not moment.index:  # another edge is asked about
                assert not strokes(world, Ink.GAP if s > 0.0 else Ink.OVERLAP, Line.MEASURE)
                continue
            ends = np.array(strokes(world, Ink.GAP if s > 0.0 else Ink.OVERLAP, Line.MEASURE)[0].points)
            assert math.dist(*ends) == pytest.approx(abs(s)), "the same length in the world"
            assert any(same(ends[1], other[k]) for k in carriers)
        assert f"$s_{{{owner}{face.edge}}}$ = {fixed(s)}" in [m.text for m in end.marks if isinstance(m, Label)]
        names = [m.latex for m in end.marks if isinstance(m, Symbol) and "hat n" in m.latex]
        assert names == ["-" * (not is_a) + rf"\hat n_{{{owner}{face.edge}}}"], (
            "edge 0 of A and edge 0 of B have two normals"
        )
        assert (r"\gap{s_i}" if s > 1e-9 else r"\overlap{s_i}") in LESSON.page(moment).formula, "the ink of its mark"
        told = plain(LESSON.page(moment).sentence)
        if len(carriers) == 1 and asked_face(moment) and not moment.compare:  # no length that is not used yet
            (k,) = carriers
            why = f"Edge {face.edge} of A: b{k} · n̂_A{face.edge} is the least."
            assert told == f"{why} So vertex {k} of B moves the edge to a face."
        elif len(carriers) == 1:
            side = "in front of" if s > 1e-9 else "behind"
            e = np.subtract(face.end, face.start)
            is_on = -1e-9 < float((foot - face.start) @ e) / float(e @ e) < 1.0 + 1e-9
            this = "this face" if is_on else "the line of this face"
            assert f"the origin is {fixed(abs(s))} {side} {this}" in told
            assert told.startswith(f"Edge {face.edge} of {owner} with vertex {next(iter(carriers))} of ")


def test_parallel_edges_make_one_face_of_both_lengths() -> None:
    told = moments("Parallel edges")
    words = [plain(LESSON.page(moment).sentence) for moment in told]
    assert words[0].startswith("Edge 0 of A with vertices 2 and 3 of B: a face as long as both together.")
    assert words[3] == "Edge 0 of B is parallel to edge 2 of A: the two make one face, found already."
    face = told[0].step
    assert math.dist(face.start, face.end) == pytest.approx(1.6 + 1.7)


@each_scene
def test_the_origin_is_measured_from_every_face(name: str) -> None:
    """ "Behind all" is seen: a foot on the line of each face, and its separation at its name or at its measure."""
    side = moments(name)[-2]
    space, scene = drawn(LESSON, "space", replace(side, compare="", faulty=None)), side.scene
    told = [plain(m.text) for m in space.marks if isinstance(m, Label)]
    feet = [m.at for m in space.marks if isinstance(m, Dot) and m.point is Point.SMALL]
    for face in scene.faces:
        if face.same_as is not None:
            continue
        owner = "A" if face.owner is Owner.A else "B"
        n, s, _ = of_edge(scene, owner, face.edge)
        own = f"{owner}{face.edge}"
        twin = [
            f" + B{j}" for j in range(len(scene.b.world.points)) if owner == "A" and twin_of(scene, j) == face.edge
        ]
        joint = own + "".join(twin)
        measured = f"s_{own} = {fixed(s)}" in told
        assert measured or f"{joint}: {fixed(s)}" in told, own
        assert measured is (s > 1e-9 or face is side.step.best)
        assert measured or any(same(foot, -s * n) for foot in feet)
        ends = [m.points for m in strokes(space, Ink.GAP if s > 1e-9 else Ink.OVERLAP) if len(m.points) == 2]
        assert abs(s) < 1e-9 or any(same(each, ((0.0, 0.0), -s * n)) for each in ends)


@each_scene
def test_each_copy_of_a_lies_behind_its_edge_and_the_farthest_edge_is_the_face(name: str) -> None:
    """Why the support vertex: A less any vertex of B lies behind its own copy of the edge."""
    for moment in moments(name):
        face = moment.step
        if not isinstance(face, DifferenceFace) or moment.compare:
            continue
        ink = Ink.B if face.owner is Owner.A else Ink.A
        other = (moment.scene.b if ink is Ink.B else moment.scene.a).world.points
        space = drawn(LESSON, "space", moment)
        copies = [m for m in space.marks if isinstance(m, Area) and m.ink is Ink.A]
        is_told = bool(moment.index) and ink is Ink.B
        assert len(copies) == is_told * len(other), "only where the words speak of them: at first the edge alone"
        assert ("each copy A − b lies behind its copy of the edge" in LESSON.page(moment).idea) is is_told
        if not moment.index:
            continue
        a = moment.scene.a.world.points
        edges = [np.array(m.points) for m in strokes(space, Ink.EXAMINED, Line.THIN)]
        assert len(edges) == is_told * (len(other) - len(face.supports)), "the others’ edges, beside the face"
        for vertex, copy in zip(other, copies, strict=False):
            assert same(copy.points, a - vertex)
            edge = np.array((a - vertex)[[face.edge, (face.edge + 1) % len(a)]])
            assert ((np.array(copy.points) - edge[0]) @ face.normal).max() == pytest.approx(0.0, abs=1e-9)
            assert float((edge[0] - face.start) @ face.normal) < 1e-9
        if is_told:
            around = [m for m in strokes(space, Ink.A, Line.DASHED) if m.closed]
            assert [same(m.points, a - other[face.supports[0]]) for m in around] == [True]
            assert rf"$\A{{A}} - \B{{\boldsymbol b_{face.supports[0]}}}$" in [
                m.text for m in space.marks if isinstance(m, Label)
            ]
        (vector,) = [m for m in drawn(LESSON, "world", moment).marks if isinstance(m, Arrow) and m.ink is ink]
        assert same(vector.start, (0.0, 0.0)), "the same vector in the world, from its origin"
        assert same(np.subtract(vector.end, vector.start), other[face.supports[0]])


@each_scene
def test_at_first_every_vertex_of_b_is_projected_on_the_normal_and_the_least_is_marked(name: str) -> None:
    first = replace(moments(name)[0], compare="", faulty=None, is_open=True)
    n, _, carriers = of_edge(first.scene, "A", first.step.edge)
    b, world = first.scene.b.world.points, drawn(LESSON, "world", first)
    (axis,) = [m for m in world.marks if isinstance(m, Arrow) and m.line is Line.THIN]
    start, end = np.array(axis.start), np.array(axis.end)
    assert same((end - start) / math.dist(start, end), n)
    feet = [np.array(m.points) for m in strokes(world, Ink.B, Line.DASHED) if len(m.points) == 2]
    assert len(feet) == len(b)
    for vertex, (at_vertex, foot) in zip(b, feet, strict=True):
        assert same(at_vertex, vertex)
        assert float((foot - vertex) @ n) == pytest.approx(0.0, abs=1e-9), "square to the normal"
        assert same(start + float((foot - start) @ n) * n, foot), "on the line"
        assert 0.0 <= float((foot - start) @ n) + 1e-9 < math.dist(start, end)
    assert float(start @ n) == pytest.approx(float((b @ n).min())), "it starts at the least"
    (words,) = [m for m in world.marks if isinstance(m, Label) and m.text.startswith("least ")]
    assert same(words.at, start)
    bright = [k for k, m in enumerate(m for m in strokes(world, Ink.B, Line.DASHED)) if m.opacity > 0.5]
    assert set(bright) == carriers
    for shape in (first.scene.a, first.scene.b):
        assert shapely.Polygon(shape.world.points).distance(shapely.LineString((start, end))) > 0.1, "beside both"
    assert not [m for m in world.marks if isinstance(m, Arrow) and m.ink is Ink.B], "no second origin yet"


def is_before_a_question(moment: Moment[Any]) -> bool:
    """Between the first face of A and the last, at which it is asked where an edge of B lies."""
    steps = [moment.step, moment.next]
    of_a = all(isinstance(step, DifferenceFace) and step.owner is Owner.A for step in steps)
    return of_a and bool(moment.index) and not moment.compare


@each_scene
def test_what_is_not_known_yet_is_dotted_all_around(name: str) -> None:
    for moment in moments(name):
        found = strokes(drawn(LESSON, "space", moment), Ink.QUIET, Line.DOTTED)
        if is_before_a_question(moment):
            assert not found, "the place that is asked for next must not be seen"
            continue
        (dotted,) = found
        assert dotted.closed
        assert shapely.Polygon(dotted.points).symmetric_difference(hull_of(moment.scene)).area < 1e-9


@each_scene
def test_what_is_dotted_and_what_is_tinted_have_a_name(name: str) -> None:
    for moment in moments(name):
        space, scene = drawn(LESSON, "space", moment), moment.scene
        named = labels(space).get("dotted: not found yet" if moment.index else "dotted: A − B, not found yet")
        found = [shapely.LineString((face.start, face.end)) for face in scene.found(moment)]
        count = len(hull_of(scene).exterior.coords) - 1
        known = sum(face.same_as is None for face in scene.found(moment))
        is_tinted = bool([m for m in space.marks if isinstance(m, Region)])
        assert ("tinted: behind every face found" in labels(space)) is is_tinted
        assert not (is_tinted and [m for m in space.marks if isinstance(m, Area) and m.ink is Ink.A]), "one tint"
        if moment.compare or not isinstance(moment.step, DifferenceFace) or is_before_a_question(moment):
            assert named is None
            continue
        assert (named is not None) is (known < count), "as long as a part of it is missing"
        if named is not None:
            assert hull_of(scene).exterior.distance(shapely.Point(named)) < 1e-9
            assert min(face.distance(shapely.Point(named)) for face in found) > 0.1, "at a part that is missing"
            asked = asked_face(moment)
            others = [f for f in scene.faces if f.same_as is None and f not in scene.found(moment) and f != asked]
            flat = max(abs(face.normal[1]) for face in others)
            (own,) = [f for f in others if shapely.LineString((f.start, f.end)).distance(shapely.Point(named)) < 1e-9]
            assert abs(own.normal[1]) == pytest.approx(flat), "above or below a line, not across it"
            drawn_too = asked and shapely.LineString((asked.start, asked.end)).distance(shapely.Point(named)) < 0.1
            assert not drawn_too, "and not at the one that the answer draws"


@each_scene
def test_the_separation_of_chapter_2_stands_beside_the_way_out(name: str) -> None:
    last = moments(name)[-1]
    scene = last.scene
    s = separation(scene.a.world, scene.b.world)
    world = drawn(LESSON, "world", last)
    measured = strokes(world, Ink.OVERLAP, Line.MEASURE)
    assert bool(measured) is (s < -1e-9 and name != "Contained"), "where there is room beside it"
    if measured:
        (move,) = [m for m in world.marks if isinstance(m, Arrow)]
        by, way = np.subtract(move.end, move.start), np.subtract(measured[0].points[1], measured[0].points[0])
        assert same(way, by) or same(way, -by), "as long as the way out, and parallel to it"
        won = max(
            (of_edge(scene, o, i)[1], o, i)
            for o, x in (("A", scene.a), ("B", scene.b))
            for i in range(len(x.world.points))
        )
        assert f"s_{won[1]}{won[2]} = {fixed(s)}" in labels(world, Ink.OVERLAP)
        n = r"$\examined{\hat n_i}$"
        assert f"separation of chapter 2 on {n}" in LESSON.page(last).idea, "along which normal, and why"
        for face in scene.faces:
            told = (scene.b.world.points @ face.normal).min() - (scene.a.world.points @ face.normal).max()
            assert face.separation == pytest.approx(float(told)), "true of every face"


@each_scene
def test_the_side_of_the_origin_and_the_distance(name: str) -> None:
    *_, side, last = moments(name)
    scene = last.scene
    assert isinstance(side.step, SidesCompared)
    s = separation(scene.a.world, scene.b.world)
    truth = hull_of(scene)
    every = [of_edge(scene, "A", i)[1] for i in range(len(scene.a.world.points))]
    every += [of_edge(scene, "B", i)[1] for i in range(len(scene.b.world.points))]
    count = len(truth.exterior.coords) - 1
    words, end = plain(LESSON.page(side).sentence), plain(LESSON.page(last).sentence)
    if s > 1e-9:
        e = np.diff(np.array(truth.exterior.coords), axis=0)
        p = np.array(truth.exterior.coords)[:-1]
        turn = e[:, 0] * p[:, 1] - e[:, 1] * p[:, 0]
        front = int((turn * (1.0 if truth.exterior.is_ccw else -1.0) > 1e-9).sum())
        assert words == f"In front of {front} of {count} faces: A and B are apart."
        assert truth.distance(shapely.Point(0.0, 0.0)) == pytest.approx(last.step.separation)
        assert LESSON.story.stage(last) == "Distance"
        assert last.compare or f"Greatest s_i: {fixed(max(every))}" in end
    else:
        behind = "In front of none of" if abs(s) < 1e-9 else "Behind all"
        assert words.startswith(f"{behind} {count} faces. The greatest s_i is {fixed(max(every))}")
        assert words.endswith("just touch." if abs(s) < 1e-9 else "overlap.")
        assert max(every) == pytest.approx(s, abs=1e-9)
        assert LESSON.story.stage(last) == "Depth"
    lit = strokes(drawn(LESSON, "world", last), Ink.ANSWER, Line.FEATURE)
    assert len(lit) == (s <= 1e-9 or truth.distance(shapely.Point(0.0, 0.0)) - max(every) < 5e-3)
    for edge in lit:  # the edge that decides, in the world too
        i = next(i for i, p in enumerate(scene.a.world.points) if same(p, edge.points[0]))
        assert of_edge(scene, "A", i)[1] == pytest.approx(max(every))
    area, *slabs = [m for m in drawn(LESSON, "space", side).marks if isinstance(m, Area)]
    assert shapely.Polygon(area.points).symmetric_difference(truth).area < 1e-9
    assert area.ink is (Ink.TEXT if s > 1e-9 else Ink.OVERLAP), "green is a gap, never the inside of A − B"
    ink = Ink.GAP if s > 1e-9 else Ink.OVERLAP
    assert [each.ink for each in slabs] == [Ink.GAP] * (front if s > 1e-9 else 0)
    for slab in slabs:
        assert shapely.Polygon(slab.points).intersection(truth).area < 1e-9, "it lies in front"
        long = [math.dist(*pair) for pair in itertools.pairwise(slab.points)]
        assert any(wide == pytest.approx(v) for wide in long for v in every if v > 0.0), "as wide as its s"
    if abs(s) > 1e-9:
        space = drawn(LESSON, "space", last)
        (arrow,) = [m for m in space.marks if isinstance(m, Arrow) and m.ink is Ink.ANSWER]
        assert math.hypot(*arrow.end) == pytest.approx(abs(s))
        assert truth.exterior.distance(shapely.Point(arrow.end)) < 1e-9
        assert any(figures.radius(m) == pytest.approx(abs(s)) for m in strokes(space, ink, Line.DASHED))
        if s < 0.0:
            (move,) = [m for m in drawn(LESSON, "world", last).marks if isinstance(m, Arrow)]
            by = np.subtract(move.end, move.start)
            assert separation(scene.a.world, scene.b.world.moved(by)) == pytest.approx(0.0, abs=1e-9)
            assert same(by, arrow.end), "the same vector in both spaces"


def test_the_vertex_that_carries_is_the_farthest_against_the_normal() -> None:
    moment = moments("Overlap")[0]
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Click)
    scene = moment.scene
    n, _, carriers = of_edge(scene, "A", 1)
    b = scene.b.world.points
    assert asked.right == {FeatureRef("B", FeatureKind.VERTEX, k) for k in carriers}
    for k in range(len(b)):
        verdict = asked.judge(FeatureRef("B", FeatureKind.VERTEX, k))
        told = plain(verdict.because)
        assert (f"b{k} · n̂_A1 is the least" if verdict.right else "farther against n̂_A1") in told, "of which normal"
        assert verdict.right is (k in carriers)
        more = fixed(float(b[k] @ n - (b @ n).min()))
        seen = f"lies {more} farther" if not verdict.right else f"s_A1 = {fixed(of_edge(scene, 'A', 1)[1])}"
        assert seen in told, "a length of the figure, and none from an origin that is far away"
        assert verdict.right or (told.endswith(f"lands {more} inside A − B."))
        if not verdict.right:
            assert fixed(float((b @ n).min())) not in plain(verdict.because), "the number is not given away"
        before = drawn(LESSON, "space", replace(moment, is_open=True))
        assert not strokes(before, Ink.QUIET, Line.DOTTED)
        (outline,) = strokes(drawn(LESSON, "space", moment), Ink.QUIET, Line.DOTTED)
        for end in scene.a.world.points[1:3] - b[k]:
            off = shapely.LinearRing(outline.points).distance(shapely.Point(end))
            assert off < 1e-9 or not verdict.right, "the right vertex moves the edge to the outline"
        space = Canvas(0.01)
        verdict.draw(space, "space")
        (way,) = [m for m in space.marks if isinstance(m, Arrow)]
        assert same(way.start, scene.a.world.points[1]), "from the end of the edge, which is marked"
        assert any(same(m.at, way.start) for m in space.marks if isinstance(m, Dot))
        assert same(np.subtract(way.end, way.start), -b[k])
        *measured, landed = [m for m in space.marks if isinstance(m, Stroke)]
        assert rf"-\boldsymbol b_{k}" in [m.latex for m in space.marks if isinstance(m, Symbol)], "its way has a name"
        assert bool(measured) is not verdict.right
        for each in measured[:1]:  # then the ticks
            assert each.line is Line.MEASURE
            assert same(np.subtract(each.points[1], each.points[0]), float(b[k] @ n - (b @ n).min()) * n)
            assert hull_of(scene).exterior.distance(shapely.Point(each.points[1])) < 1e-9, "to the face itself"
            off = np.subtract(each.points[0], landed.points[0])
            assert float(off @ n) == pytest.approx(0.0, abs=1e-9), "from the line of the edge that landed"
        assert same(landed.points, np.array((scene.a.world.points[1], scene.a.world.points[2])) - b[k])
        assert landed.ink is (Ink.ANSWER if verdict.right else Ink.FAULTY), "where it lands is seen"
        assert hull_of(scene).buffer(1e-9).covers(shapely.LineString(landed.points))
        ring = hull_of(scene).exterior
        assert ring.buffer(1e-9).covers(shapely.LineString(landed.points)) is verdict.right
        (words,) = labels(space)
        assert words == (f"A1 with b{k}" if verdict.right else f"A1 with b{k}: {more} inside")
        assert verdict.remarks[0].words.startswith(f"b{k}: "), "it has its name when it is the answer"
        canvas = drawn(LESSON, "world", moment)
        verdict.draw(canvas, "world")
        pink = [np.array(m.points) for m in strokes(canvas, Ink.FAULTY, Line.MEASURE)]
        assert bool(pink) is not verdict.right, "what it lacks is measured"
        for low, high in pink[:1]:  # then the ticks
            assert same(high - low, float(b[k] @ n - (b @ n).min()) * n)
            assert high @ n == pytest.approx(b[k] @ n), "from its own line"
            assert more in labels(canvas, Ink.FAULTY)
            beside = shapely.LineString((low, high))
            assert all(beside.distance(shapely.Polygon(x.world.points)) > 0.05 for x in (scene.a, scene.b))
        assert not [m for m in canvas.marks if isinstance(m, Region)], "B keeps its look"
        (line,) = strokes(canvas, Ink.ANSWER if verdict.right else Ink.FAULTY, Line.DASHED)
        assert all(float(p @ n) == pytest.approx(b[k] @ n) for p in np.array(line.points)), "the line through it"
        assert math.dist(*line.points) < 3.0, "no longer than it has to be"
        for _, high in pink[:1]:
            assert same(line.points[0], b[k])
            assert same(line.points[1], high), "to the measure"
        assert asked_edge_drawn(canvas, scene, Ink.ANSWER) is verdict.right, "its normal, of which the numbers speak"
    assert asked_edge_drawn(drawn(LESSON, "world", replace(moment, is_open=True)), scene, Ink.INTERFACE)
    assert not asked_edge_drawn(drawn(LESSON, "world", moment), scene, Ink.INTERFACE)
    assert asked.wants(FeatureRef("B", FeatureKind.VERTEX, 1))
    assert not asked.wants(FeatureRef("A", FeatureKind.VERTEX, 0)), "a vertex of B is what is asked for"
    assert not asked.wants(FeatureRef("B", FeatureKind.EDGE, 0))
    placed = drawn(LESSON, "space", replace(moments("Overlap")[2], is_open=True))
    assert not strokes(placed, Ink.QUIET, Line.DOTTED), "it would show the place that is asked for"


@each_scene
def test_while_it_is_asked_a_minus_b_is_seen_and_the_separation_is_quiet(name: str) -> None:
    first = moments(name)[0]
    for moment in (first, replace(first, is_open=True)):
        space = drawn(LESSON, "space", moment)
        assert len(strokes(space, Ink.QUIET, Line.DOTTED)) == (not moment.is_open), "it would show the answer"
        assert ("dotted: A − B, not found yet" in labels(space)) is not (moment.is_open or bool(moment.compare))
        lit = strokes(drawn(LESSON, "world", moment), Ink.EXAMINED, Line.FEATURE)
        assert len(lit) == (not moment.is_open), "one edge is lit: the one that is asked about"
        inks = {Ink.GAP, Ink.OVERLAP}
        assert not [m for m in space.marks if isinstance(m, Stroke) and m.ink in inks and m.line is Line.MEASURE]
        assert not [m for m in space.marks if isinstance(m, Label) and m.style is TextStyle.PILL]
        thin = [m for m in space.marks if isinstance(m, Stroke) and m.ink in inks and m.line is Line.THIN]
        assert [math.dist(*m.points) for m in thin] == pytest.approx(
            [] if moment.is_open and asked_face(moment) else [abs(first.step.separation)]
        )
        named = [m for m in space.marks if isinstance(m, Label) and m.text.startswith("$s_")]
        assert len(named) == len(thin), "a number of which nothing is told yet"


def asked_edge_drawn(canvas: Canvas, scene: Any, ink: Ink) -> bool:
    """Edge 1 of A with its number and its own normal."""
    n, *_ = of_edge(scene, "A", 1)
    edges = [m for m in strokes(canvas, ink, Line.FEATURE) if same(m.points, scene.a.world.points[1:3])]
    ways = [np.subtract(m.end, m.start) for m in canvas.marks if isinstance(m, Arrow) and m.ink is ink]
    is_named = r"\hat n_{A1}" in [m.latex for m in canvas.marks if isinstance(m, Symbol) and m.ink is ink]
    along = [way for way in ways if same(way / math.hypot(*way), n)]
    return bool(edges and along and is_named and "1" in labels(canvas, ink))


@pytest.mark.parametrize("name", ["Overlap", "Apart", "Contained"])
def test_the_edge_of_minus_b_belongs_at_the_farthest_vertex_of_a(name: str) -> None:
    moment = moments(name)[2]
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Place)
    scene = moment.scene
    a, b = scene.a.world.points, scene.b.world.points
    _, _, carriers = of_edge(scene, "B", 0)
    (k,) = carriers
    middle = (b[0] + b[1]) / 2.0
    assert same(asked.start[0], -middle)
    assert same(asked.right[0], a[k] - middle)
    assert hull_of(scene).exterior.distance(shapely.Point(asked.right[0])) < 1e-9
    for i, p in enumerate(a):
        verdict = asked.judge((tuple((p - middle).tolist()),))
        assert verdict.right is (i == k)
        assert verdict.remarks[0].words == f"moved by a{i}"
        canvas = drawn(LESSON, "space", moment)
        verdict.draw(canvas, "space")
        assert same(sorted(canvas.marks[-1].points), sorted((tuple(p - b[0]), tuple(p - b[1]))))
    assert "by no vertex" in asked.judge(asked.start).remarks[0].words
    world = drawn(LESSON, "world", moment)
    asked.draw(world, "world")
    assert same(strokes(world, Ink.INTERFACE)[0].points, (b[0], b[1])), "the edge that is asked about is lit"
    still = drawn(LESSON, "space", replace(moment, is_open=True))
    assert not strokes(still, Ink.EXAMINED, Line.FEATURE), "only what is asked about stands out"
    assert "−B" in labels(still)


def test_the_value_of_a_face_is_too_small_a_distance_between_corners() -> None:
    moment = moments("Corner to corner", "face value as distance")[-1]
    every = [of_edge(moment.scene, owner, i)[1] for owner in "AB" for i in range(4)]
    true = math.dist(moment.scene.a.world.points.max(axis=0), moment.scene.b.world.points.min(axis=0))
    before = moment.at(3)
    assert plain(LESSON.situation(before)) == "A and B are apart.", "the end is told at the end"
    assert not strokes(drawn(LESSON, "space", before), Ink.FAULTY)
    told = plain(LESSON.situation(moment))
    error = fixed(true - max(every))
    assert told == f"A and B are {fixed(true)} apart. The rule says {fixed(max(every))}: error {error}."
    page = LESSON.page(moment)
    assert plain(page.sentence).startswith(f"It measures {fixed(max(every))} to the line of A2 + B0.")
    assert page.idea.startswith("This rule")
    assert page.formula.startswith(r"\faulty"), "its words and its formula are the rule's own"
    assert "corner against corner" in plain(LESSON.page(replace(moment, compare="", faulty=None)).sentence)
    space = drawn(LESSON, "space", moment)
    (pink,) = strokes(space, Ink.FAULTY, Line.DOTTED)
    assert figures.radius(pink) == pytest.approx(max(every))
    assert f"greatest s: {fixed(max(every))},\nerror {fixed(true - max(every))}" in labels(space, Ink.FAULTY)
    assert tint(fixed(max(every)), Ink.FAULTY) in LESSON.situation(moment)
    comparison = LESSON.comparison("face value as distance")
    assert comparison is not None
    assert not comparison.differs(moments("Overlap", "face value as distance")[-1])


def test_with_one_support_vertex_the_outline_stays_open() -> None:
    moment = moments("Parallel edges", "one support vertex")[-1]
    scene = moment.scene
    missing = shapely.LinearRing(scene.b.world.points).length
    rows = [[plain(cell) for cell in row.cells[:2]] for row in LESSON.page(moment.at(2)).rows]
    assert all(len(cells[1]) == 2 and "+" not in cells[0] for cells in rows), "the one vertex that the rule takes"
    space = drawn(LESSON, "space", moment)
    assert {"A0", "A1", "A2", "A3"} <= set(labels(space)), "each by its name in the table"
    kept = [shapely.LineString(m.points) for m in strokes(space, Ink.FAULTY, Line.MEASURE)]
    wrong = min(line.distance(shapely.Point(0.0, 0.0)) for line in kept)
    true = hull_of(scene).distance(shapely.Point(0.0, 0.0))
    assert wrong > true + 0.2, "the missing part is where the origin is nearest"
    error = fixed(wrong - true)
    told = f"A and B are {fixed(true)} apart. The rule says {fixed(wrong)}: error {error}."
    assert plain(LESSON.situation(moment)) == told
    assert f"the nearest point of what is left is {fixed(wrong)} away." in plain(LESSON.page(moment).sentence)
    for each in (moment.at(0), moment.at(3), moment):
        page = LESSON.page(each)
        assert "only one" in page.idea
        assert page.formula.startswith(r"\faulty"), "its words and its formula are the rule's own"
        assert "as long as both" not in page.sentence
        assert "make one face" not in page.sentence
    assert f"distance {fixed(wrong)},\nerror {fixed(wrong - true)}" in labels(space, Ink.FAULTY)
    (arrow,) = [m for m in space.marks if isinstance(m, Arrow) and m.ink is Ink.FAULTY]
    assert math.hypot(*arrow.end) == pytest.approx(wrong)
    nearest = moment.step.decisive
    whole = [m for m in strokes(space, Ink.ANSWER, Line.FEATURE) if same(m.points, (nearest.start, nearest.end))]
    assert not whole, "the face that the faulty rule has only a part of is not drawn whole"
    both = scene.with_field("b", at(scene.b.shape, 0.4, 0.6))
    trace, faulty = LESSON.run(both), one_support(both.a.world, both.b.world)
    overlapping = Moment(both, trace, len(trace) - 1, compare="one support vertex", faulty=faulty)
    assert f"{fixed(missing)} of it is missing" in plain(LESSON.situation(overlapping))
    assert f"{fixed(missing)} of the outline is missing" in plain(LESSON.page(overlapping).sentence)
    crosses = [m for m in space.marks if isinstance(m, Dot) and m.point is Point.CROSS]
    assert len(crosses) == 4
    first = drawn(LESSON, "space", moment.at(0))
    assert len([m for m in first.marks if isinstance(m, Dot) and m.point is Point.CROSS]) == 1
    assert fixed(missing) not in LESSON.situation(moment.at(0))
    faces = strokes(space, Ink.FAULTY, Line.MEASURE)
    assert not strokes(space, Ink.A, Line.MEASURE), "what the rule has is pink"
    gone = strokes(space, Ink.B, Line.DOTTED)
    assert [math.dist(*m.points) for m in gone] == pytest.approx([1.7, 1.2, 1.7, 1.2])
    assert sum(math.dist(*m.points) for m in gone) == pytest.approx(missing), "and the missing part is B's"
    fourth = drawn(LESSON, "space", moment.at(3))  # edge 0 of B, which the rule leaves out
    assert not strokes(fourth, Ink.EXAMINED, Line.FEATURE), "it is no face by this rule"
    assert not [each for each in labels(fourth) if "s_" in each], "and has no separation"
    (edge,) = [m for m in strokes(fourth, Ink.FAULTY, Line.DOTTED) if len(m.points) == 2]
    assert any(same(edge.points, m.points) for m in gone), "it is the part that is missing"
    named = labels(fourth)["B0: left out"]
    assert shapely.LineString(edge.points).distance(shapely.Point(named)) < 1e-9, "named at itself"
    world = drawn(LESSON, "world", moment.at(3))
    b, a = scene.b.world.points, scene.a.world.points
    assert same(strokes(world, Ink.FAULTY, Line.FEATURE)[0].points, (b[0], b[1]))
    assert same(strokes(world, Ink.EXAMINED, Line.FEATURE)[0].points, (a[2], a[3])), "and the edge parallel to it"
    assert [math.dist(*m.points) for m in faces] == pytest.approx([1.6] * 4)
    assert all(any(same(m.points[1], cross.at) for cross in crosses) for m in faces)
    assert one_support(box(1.0, 1.0), regular_polygon(5, 1.0)).error == pytest.approx(1.0, abs=0.2)
    assert one_support(box(1.0, 1.0, angle=0.1), regular_polygon(5, 1.0)).error < 1e-12
    assert face_value_as_distance(box(2.0, 2.0), box(2.0, 2.0, (5.0, 6.0))).error == pytest.approx(1.0)


def test_a_drag_in_difference_space_moves_b_against_it() -> None:
    moment = moments("Overlap")[-1]
    take = next(pane.take for pane in LESSON.panes if pane.name == "space")
    follow = take(moment, np.zeros(2)) if take else None
    assert follow is not None
    moved = follow(moment.scene, np.zeros(2), np.array((0.3, -0.2)))
    assert same(moved.figure.points, moment.scene.figure.points + (0.3, -0.2))


def test_stages_follow_the_edges() -> None:
    assert [LESSON.story.stage(m) for m in moments("Overlap")] == [
        *["Faces from A"] * 3, *["Faces from B"] * 2, "Which side", "Depth",
    ]  # fmt: skip
    asked = [LESSON.page(m).prediction is not None for m in moments("Overlap")]
    assert asked == [True, False, True, False, False, False, False]


def test_the_challenge_wants_corner_against_corner() -> None:
    assert LESSON.challenge(moments("Overlap")[-2]) is None, "not before the distance is explained"
    goals = {name: LESSON.challenge(moments(name)[-1]) for name in LESSON.presets}
    assert not any(goal is None or goal.reached for goal in goals.values())
    assert goals["Overlap"] is not None
    assert goals["Overlap"].now == "A and B are not apart"
    last = moments("Corner to corner")[-1]
    for by, reached in ((0.35, False), (0.9, True)):  # the same corner, and farther from it
        scene = last.scene.with_field("b", at(last.scene.b.shape, 0.7 + by, 0.6 + by))
        trace = LESSON.run(scene)
        moment = Moment(scene, trace, len(trace) - 1)
        every = [of_edge(scene, owner, i)[1] for owner in "AB" for i in range(4)]
        more = separation(scene.a.world, scene.b.world) - max(every)
        goal = LESSON.challenge(moment)
        assert goal is not None
        assert goal.reached is reached is (more >= 0.25)
        assert goal.now == f"exceeds it by {fixed(more)}"
    with pytest.raises(ValueError, match="A is a polygon"):
        scene.with_field("a", at(circle(1.0), 0.0, 0.0))


@each_scene
def test_the_letters_stand_in_their_shapes(name: str) -> None:
    """Deep enough for a letter, and clear of the other shape and of the arrow that pushes B out."""
    for moment in moments(name):
        canvas = drawn(LESSON, "world", moment)
        shapes = {owner: body.world for owner, body in (("A", moment.scene.a), ("B", moment.scene.b))}
        for owner, other in ("AB", "BA"):
            own, foreign = (shapely.Polygon(shapes[each].points) for each in (owner, other))
            (letter,) = [m for m in canvas.marks if isinstance(m, Label) and m.text == owner]
            place = shapely.Point(letter.at)
            assert own.contains(place)
            assert own.exterior.distance(place) > 0.15
            if not foreign.contains(own):
                assert foreign.distance(place) > 0.15
            for arrow in (m for m in canvas.marks if isinstance(m, Arrow) and m.ink is Ink.ANSWER):
                assert shapely.LineString((arrow.start, arrow.end)).distance(place) > 0.1
            if name == "Just touching":
                assert same(letter.at, shapes[owner].centroid), "in the middle where that is clear"


@each_scene
def test_each_vertex_has_one_name(name: str) -> None:
    """That of the formula: a0, or its symbol where it carries the face."""
    for moment in moments(name):
        marks = drawn(LESSON, "world", moment).marks
        symbols = {m.latex for m in marks if isinstance(m, Symbol)}
        for mark in marks:
            if isinstance(mark, Label) and isinstance(mark.feature, FeatureRef):
                owner, k = mark.feature.owner.lower(), mark.feature.index
                if mark.feature.kind is FeatureKind.VERTEX:
                    assert mark.text == f"{owner}{k}"
                    assert rf"\boldsymbol {owner}_{k}" not in symbols
    nested = labels(drawn(LESSON, "world", moments("Contained")[0]), Ink.B)
    assert {"b1", "b2", "b3"} <= set(nested), "a prediction asks for one of them"


@each_scene
def test_what_lies_behind_the_faces_that_are_known(name: str) -> None:
    """All of A − B does, and more of the plane is cut off with each face."""
    for moment in moments(name):
        if not isinstance(moment.step, DifferenceFace):
            continue
        canvas = drawn(LESSON, "space", moment)
        regions = [m for m in canvas.marks if isinstance(m, Region)]
        assert bool(regions) is (bool(moment.index) and not figure.shows_copies(moment))
        if not regions:
            continue
        (region,) = regions
        lines = list(zip(np.array(region.through), np.array(region.normals), strict=True))
        corners = np.array(hull_of(moment.scene).exterior.coords)
        assert all(((corners - p) @ n).max() == pytest.approx(0.0, abs=1e-9) for p, n in lines)
        assert len(lines) == sum(face.same_as is None for face in moment.scene.found(moment))
        assert region.ink is Ink.TEXT, "not red: whether the origin is in A − B is known at the end"
    start = drawn(LESSON, "space", replace(moments(name)[0], time=0.0))
    assert not [m for m in start.marks if isinstance(m, Region)], "not before the edge has arrived"


def test_while_it_is_asked_the_figure_shows_what_is_asked_about() -> None:
    for name in LESSON.presets:
        first = moments(name)[0]
        calm = drawn(LESSON, "world", replace(first, is_open=True))
        assert not strokes(calm, Ink.OVERLAP), "the separation waits"
        arrows = [m for m in calm.marks if isinstance(m, Arrow) and m.ink is Ink.INTERFACE]
        frame = drawn(LESSON, "world", first).bounds()
        assert arrows
        assert frame is not None
        for arrow in arrows:
            if name in ("Overlap", "Apart"):
                b = shapely.Polygon(first.scene.b.world.points)
                assert b.distance(shapely.LineString((arrow.start, arrow.end))) > 0.05, "clear of B"
            assert (np.array(arrow.end) > frame.low - 1e-9).all(), "there is room for its arrow"
            assert (np.array(arrow.end) < frame.high + 1e-9).all()


def test_a_face_of_two_parallel_edges_has_a_part_of_each() -> None:
    moment = moments("Parallel edges")[-1]
    space = drawn(LESSON, "space", replace(moment, compare="", faulty=None))
    of_a, of_b = strokes(space, Ink.A, Line.MEASURE), strokes(space, Ink.B, Line.MEASURE)
    ring = hull_of(moment.scene).exterior
    parts = []
    for whole, part in zip(of_a, of_b, strict=True):
        split = math.dist(whole.points[0], whole.points[1]) - math.dist(*part.points)
        assert split == pytest.approx(1.6), "A's edge first"
        assert same(part.points[1], whole.points[1])
        parts.append(math.dist(*part.points))
        assert all(ring.distance(shapely.Point(p)) < 1e-9 for p in part.points)
    assert parts == pytest.approx([1.7, 1.2, 1.7, 1.2])
    assert {"A0 + B2", "A1 + B3", "A3 + B1"} <= set(labels(space))


def test_the_reason_is_true_of_every_face() -> None:
    """On the face a · n̂ − b · n̂ is greatest; with another vertex than a support vertex the edge lies behind."""
    assert LESSON.one_scale, "one length in both views"
    for name in LESSON.presets:
        first = moments(name)[0]
        idea = LESSON.page(first).idea
        assert "farthest out, to a face" in idea
        assert "the least b" in idea
        if isinstance(moments(name)[1].step, DifferenceFace) and not moments(name)[1].compare:
            assert "all of A − B lies behind this face" in LESSON.page(moments(name)[1]).idea
        space = drawn(LESSON, "space", first)
        words = {m.text for m in space.marks if isinstance(m, Label) and m.ink is Ink.EXAMINED}
        assert len(first.step.supports) > 1 or "A0" in words, "in the ink of its face"
        assert "With any other" not in idea
        for face in first.scene.faces:
            a, b, n = first.scene.a.world.points @ face.normal, first.scene.b.world.points @ face.normal, face.normal
            assert float(face.start @ n) == pytest.approx(float((a[:, None] - b).max()))
            if face.owner is Owner.A:
                assert set(np.flatnonzero(b <= b.min() + 1e-9)) == set(face.supports)


def test_both_views_show_the_same_support_vertex() -> None:
    """In the world its arrow from the origin, in the difference the way that the edge is moved; of two that an edge
    has, by the rule that takes one, that one."""
    checked = 0
    for name in LESSON.presets:
        for compare in ("", *(each.name for each in LESSON.compare)):
            for moment in moments_of(LESSON, LESSON.presets[name].scene, compare):
                moment = replace(moment, time=1.0)
                face = figure.example(moment)
                if face is None or moment.is_open or (len(face.supports) > 1 and not figure.is_one(moment)):
                    continue
                world, space = Canvas(0.01), Canvas(0.01)
                LESSON.panes[0].draw(world, moment)
                LESSON.panes[1].draw(space, moment)
                carrier = Ink.B if face.owner.value == "A" else Ink.A
                (vector,) = [
                    m for m in world.marks if isinstance(m, Arrow) and m.ink is carrier and m.start == (0.0, 0.0)
                ]
                ways = [np.subtract(m.end, m.start) for m in space.marks if isinstance(m, Arrow) and m.ink is carrier]
                sign = -1.0 if carrier is Ink.B else 1.0
                assert any(np.allclose(way, sign * np.array(vector.end)) for way in ways), (name, compare)
                checked += 1
    assert checked > 20
