"""Convex pieces: every cross product, piece, bound, question and mark against shapely and the scene's vertices."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from shapely import LineString as Stretch
from shapely import Point as Dotted
from shapely import Polygon as Judge
from shapely.ops import polygonize, unary_union

from geometry.concave.convex_decomposition import Decomposition, DiagonalTried
from geometry.feature import FeatureKind, FeatureRef
from lessons.concave.convex_pieces import ConvexPieces, Cuts
from lessons.concave.convex_pieces_asked import serves
from lessons.concave.convex_pieces_figure import diagonal, pieces_at, vertex
from lessons.concave.ear_clipping import Cut, EarClipping
from tests.lessons.second_edition import moments_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point
from viz.lesson.lesson import Moment
from viz.lesson.mark import Area, Crowd, Dot, FeatureMark, Label, Stroke, Symbol
from viz.lesson.outline import Outline
from viz.lesson.prediction import Click, Place
from viz.lesson.scene import Slider
from viz.lesson.text import fixed, plain

LESSON = ConvexPieces()
SCENES = LESSON.presets
each_scene = pytest.mark.parametrize("name", SCENES)


def moments(name: str, compare: str = "") -> list[Moment[Cuts]]:
    return moments_of(LESSON, SCENES[name].scene, compare)


def drawn(moment: Moment[Cuts]) -> Canvas:
    canvas = Canvas(0.01)
    LESSON.panes[0].draw(canvas, moment)
    return canvas


def solid(scene: Cuts) -> Judge:
    return Judge(scene.outline.points, [hole.tolist() for hole in scene.outline.rings[1:]])


def is_convex(points: np.ndarray) -> bool:
    shape = Judge(points)
    return bool(shape.convex_hull.area - shape.area < 1e-9)


def cross(p: np.ndarray, q: np.ndarray, r: np.ndarray) -> float:
    (ax, ay), (bx, by) = q - p, r - q
    return float(ax * by - ay * bx)


def truly_reflex(scene: Cuts) -> set[int]:
    """By the angle of the solid around each vertex: more than half of a small disc is covered."""
    shape, found = solid(scene), set()
    for v, at in enumerate(scene.outline.vertices):
        disc = Judge(
            [(at[0] + 1e-3 * math.cos(a), at[1] + 1e-3 * math.sin(a)) for a in np.linspace(0.0, math.tau, 721)[:-1]]
        )
        if shape.intersection(disc).area > 0.501 * disc.area:
            found.add(v)
    return found


@pytest.mark.parametrize(
    ("name", "pieces", "least", "most"),
    [
        ("Cave wall", 8, 4, 13), ("L-shape", 2, 2, 3), ("Fan at one vertex", 2, 2, 3), ("Convex", 1, 1, 1),
        ("One piece too many", 4, 3, 9), ("Another start", 5, 4, 11), ("Straight corners", 8, 4, 13),
        ("Square with a hole", 4, 2, 8),
    ],
)  # fmt: skip
def test_the_count_and_its_bounds(name: str, pieces: int, least: int, most: int) -> None:
    last, reflex = moments(name)[-1], len(truly_reflex(SCENES[name].scene))
    holes = len(SCENES[name].scene.outline.rings) - 1
    assert (least, most) == (math.ceil(reflex / 2) + 1 - holes, 2 * reflex + 1 - holes)
    words = plain(LESSON.page(last).sentence)
    assert f"r = {reflex} reflex {'vertex' if reflex == 1 else 'vertices'}" in words
    assert f"k = {pieces} {'piece' if pieces == 1 else 'pieces'}." in words
    be = "is" if least == 1 else "are"
    assert words.endswith(f"At least {least} {be} needed, at most {most} can be left.")
    assert ("-h" in LESSON.page(last).formula) is bool(holes)


@each_scene
def test_the_pieces_fill_the_outline_and_only_kept_diagonals_part_them(name: str) -> None:
    found = moments(name)
    points, shape = found[0].scene.outline.vertices, solid(found[0].scene)
    for moment in found:
        areas = [mark for mark in drawn(moment).marks if isinstance(mark, Area) and mark.ink is Ink.A]
        assert unary_union([Judge(mark.points) for mark in areas]).symmetric_difference(shape).area < 1e-9
        assert sum(Judge(mark.points).area for mark in areas) == pytest.approx(shape.area)
        assert all(is_convex(np.array(mark.points)) for mark in areas)
        gone = {s.diagonal for s in moment.seen if isinstance(s, DiagonalTried) and s.removed}
        walls = [points[[a, b]] for a, b in found[0].step.diagonals if (a, b) not in gone]
        lines = unary_union([Stretch(wall) for wall in walls] + [shape.boundary])
        inside = [part for part in polygonize(lines) if shape.contains(part.representative_point())]
        assert len(inside) == len(areas) == len(pieces_at(moment))
        told = LESSON.situation(moment)
        assert f"{len(areas)} {'triangles' if moment.index == 0 else 'convex piece'}" in told


@each_scene
def test_the_count_goes_down_by_one_for_each_diagonal_that_goes(name: str) -> None:
    found = moments(name)
    n, h = len(found[0].scene.outline.vertices), len(found[0].scene.outline.rings) - 1
    words, r = plain(LESSON.page(found[0]).sentence), len(truly_reflex(SCENES[name].scene))
    assert f"T = {n + 2 * h - 2} triangles with d = {n + 3 * h - 3} diagonals" in words
    assert f"n = {n} vertices ({r or 'none'} reflex" in words
    assert ("diamond" in words) is (r > 0)
    assert len(found) == n + 3 * h - 3 + 2
    count = n + 2 * h - 2
    for moment in found[1:-1]:
        row = [plain(cell) for cell in LESSON.page(moment).rows[0].cells]
        count -= row[3] == "removed"
        assert row[4] == str(count)
        left = len(found) - 2 - moment.index
        rest = "no diagonal is" if not left else "1 diagonal is" if left == 1 else f"{left} diagonals are"
        assert LESSON.situation(moment).endswith(f"; {rest} still to be tried.")
    stay = sum(plain(LESSON.page(m).rows[0].cells[3]) == "kept" for m in found[1:-1])
    assert f"; {stay} of {n + 3 * h - 3} diagonals" in LESSON.situation(found[-1])
    assert count == stay + 1 - h


@each_scene
def test_a_diagonal_goes_exactly_where_the_joined_piece_is_convex(name: str) -> None:
    found = moments(name)
    points = found[0].scene.outline.vertices
    for before, moment in itertools.pairwise(found[:-1]):
        a, b = moment.step.diagonal
        two = [piece for piece in pieces_at(before) if {a, b} <= set(piece)]
        two = [piece for piece in two if abs(piece.index(a) - piece.index(b)) in (1, len(piece) - 1)]
        assert len(two) == 2
        joined = unary_union([Judge(points[list(piece)]) for piece in two])
        convex = joined.convex_hull.area - joined.area < 1e-9
        page = LESSON.page(moment)
        row = [plain(cell) for cell in page.rows[0].cells]
        assert row[0] == f"{a}–{b}"
        assert row[3] == ("removed" if convex else "kept")
        ring = np.array(joined.exterior.coords)[:-1]
        ring = ring if Judge(ring).exterior.is_ccw else ring[::-1]
        for v, cell, letter in ((a, row[1], "a"), (b, row[2], "b")):
            (at,) = np.flatnonzero((np.abs(ring - points[v]) < 1e-12).all(axis=1))
            value = cross(ring[at - 1], ring[at], ring[(at + 1) % len(ring)])
            assert cell == fixed(value)
            assert f"c_{letter} = {fixed(value)} at {v}" in plain(page.sentence)
            labels = {plain(m.text): m.ink for m in drawn(moment).marks if isinstance(m, Label)}
            what = ", reflex" if value < -1e-9 else ", straight" if abs(value) < 1e-9 else ""
            ink = "overlap" if value < -1e-9 else "gap"
            assert labels[f"{v}: c_{letter} = {fixed(value)}{what}"] is Ink(ink)
            assert rf"\{ink}{{c_{letter}}}" in page.formula
            if ink == "overlap":
                told = plain(page.sentence)
                assert f"The corner at {v} would be reflex: kept." in told or "Both corners would be" in told
        assert plain(page.sentence).endswith("removed." if convex else "kept.")


@each_scene
def test_the_corners_that_are_drawn_lie_inside_the_joined_piece(name: str) -> None:
    for moment in moments(name)[1:-1]:
        step, points = moment.step, moment.scene.outline.vertices
        joined = Judge(points[list(step.joined)])
        marks = drawn(moment).marks
        wedges = [m for m in marks if isinstance(m, Area) and m.ink in (Ink.GAP, Ink.OVERLAP)]
        assert [m.ink is Ink.OVERLAP for m in wedges] == [step.cross_first < 0.0, step.cross_second < 0.0]
        for mark, v, corner in zip(wedges, step.diagonal, (step.corner_first, step.corner_second), strict=True):
            assert mark.points[-1] == pytest.approx(points[v])
            small = points[v] + 1e-3 * (np.array(mark.points) - points[v])
            assert Judge(small).difference(joined).area < 1e-6 * Judge(small).area
            # From the edge out of the vertex round to the edge into it.
            for end, other in ((mark.points[0], corner[2]), (mark.points[-2], corner[0])):
                assert abs(cross(points[v], np.array(end), points[other])) < 1e-9
        symbols = {m.latex for m in marks if isinstance(m, Symbol)}
        assert symbols == {r"\examined{e_{\mathrm{in}}}", r"\examined{e_{\mathrm{out}}}"}
        shown = step.corner_second if step.cross_second < step.cross_first else step.corner_first
        sides = [
            m.points for m in marks if isinstance(m, Stroke) and m.ink is Ink.EXAMINED and m.line is Line.MEASURE
        ]
        expected = [points[[shown[0], shown[1]]], points[[shown[1], shown[2]]]]
        assert all(np.array(side) == pytest.approx(pair) for side, pair in zip(sides, expected, strict=True))
        heads = [m for m in marks if isinstance(m, Area) and m.ink is Ink.EXAMINED]
        assert Judge(heads[0].points).symmetric_difference(joined).area < 1e-9


@each_scene
def test_a_kept_diagonal_has_a_thick_end_where_it_is_needed_and_at_most_two_meet(name: str) -> None:
    last = moments(name)[-1]
    points, reflex = last.scene.outline.vertices, truly_reflex(last.scene)
    marks = drawn(last).marks
    feet = [m.points for m in marks if isinstance(m, Stroke) and m.ink is Ink.OVERLAP]
    starts = [int(np.hypot(*(points - foot[0]).T).argmin()) for foot in feet]
    assert set(starts) <= reflex
    assert all(starts.count(v) <= 2 for v in starts)
    needed = []
    for step in last.trace.steps[1:-1]:
        needed += [v for v, c in zip(step.diagonal, (step.cross_first, step.cross_second), strict=True) if c < 0.0]
    if not last.compare:
        assert sorted(starts) == sorted(needed)
    kept = {m.points for m in marks if isinstance(m, Stroke) and m.ink is Ink.ANSWER and m.line is Line.MEASURE}
    assert len(kept) == sum(not s.removed for s in last.trace.steps[1:-1])
    shown = {m.at for m in marks if isinstance(m, Dot) and m.point is Point.DIAMOND}
    assert shown == {tuple(points[v]) for v in reflex}


@each_scene
def test_the_pieces_are_numbered_at_the_end(name: str) -> None:
    last = moments_of(LESSON, SCENES[name].scene)[-1]
    marks = drawn(last).marks
    numbers = [m for m in marks if isinstance(m, Label) and m.fixed]
    areas = [Judge(m.points) for m in marks if isinstance(m, Area) and m.ink is Ink.A]
    assert [m.text for m in numbers] == [str(k + 1) for k in range(len(areas))]
    for mark in numbers:
        ring = np.array(areas[int(mark.text) - 1].exterior.coords)
        assert all(cross(p, q, np.array(mark.at)) > 0.0 for p, q in itertools.pairwise(ring))


def asked(name: str, index: int) -> Click | Place:
    prediction = LESSON.page(moments_of(LESSON, SCENES[name].scene)[index]).prediction
    assert isinstance(prediction, Click | Place)
    return prediction


def test_each_question_comes_once() -> None:
    found = {
        name: [m.index for m in moments_of(LESSON, SCENES[name].scene) if LESSON.page(m).prediction]
        for name in SCENES
    }
    assert found == {
        "Cave wall": [0], "L-shape": [0], "Fan at one vertex": [0], "One piece too many": [10], "Another start": [0],
        "Straight corners": [0], "Convex": [], "Square with a hole": [0],
    }  # fmt: skip
    assert not any(LESSON.page(m).prediction for n in SCENES for m in moments(n, "one end checked"))


def test_the_first_question_takes_diagonals_whose_two_triangles_are_not_convex() -> None:
    moment, question = moments("Cave wall")[0], asked("Cave wall", 0)
    assert isinstance(question, Click)
    points, triangles = moment.scene.outline.vertices, moment.step.triangulation.triangles
    for a, b in moment.step.diagonals:
        two = unary_union([Judge(points[list(t)]) for t in triangles if {a, b} <= set(t)])
        right = two.convex_hull.area - two.area > 1e-9
        verdict = question.judge(diagonal(a, b))
        assert (diagonal(a, b) in question.right) is right is verdict.right
        assert verdict.remarks[0].at == pytest.approx((points[a] + points[b]) / 2.0)
        assert verdict.remarks[0].words == ("must stay" if right else "can go")
        canvas = Canvas(0.01)
        assert verdict.draw is not None
        verdict.draw(canvas, "world")
        (area,) = (m for m in canvas.marks if isinstance(m, Area) and m.ink is Ink.EXAMINED)
        assert Judge(area.points).symmetric_difference(two).area < 1e-9
    assert question.judge(diagonal(1, 15)).because == (
        "Without 1–15 the cross products are 3.53 at 1 and 8.27 at 15: both corners stay convex."
    )
    assert question.judge(diagonal(4, 6)).because == ("Without 4–6 the cross product at vertex 6 is −9.63: reflex.")
    assert question.judge(vertex(3)).because == "Click one of the diagonals."


def test_in_the_fan_no_diagonal_must_stay_at_first_but_one_does_in_its_turn() -> None:
    question = asked("Fan at one vertex", 0)
    assert isinstance(question, Click)
    assert question.text == ("The diagonals are tried in this order: 1–5, 2–5, 3–5. Click the one that will stay.")
    assert question.right == {diagonal(2, 5)}
    right, wrong = question.judge(diagonal(2, 5)), question.judge(diagonal(3, 5))
    # 5: from 3 to 5 to 0, the first joined piece's edge: (1, 2) and (3, 1.5)
    told = f"at vertex 5 is {fixed(1 * 1.5 - 2 * 3)}: reflex."
    assert right.because == f"In its turn, without 2–5 the cross product {told}"
    # 3: from 2 to 3 to 4; 5: from 4 to 5 to 2.
    assert f"{fixed(3 * 1 + 3 * 2)} at 3 and {fixed(-1 * 1 + 1 * 4)} at 5" in wrong.because
    assert "two original triangles" in LESSON.page(moments("Fan at one vertex")[2]).idea
    ideas = [LESSON.page(m).idea for n in SCENES if n != "Fan at one vertex" for m in moments(n)]
    assert not any("two original triangles" in idea for idea in ideas)


@pytest.mark.parametrize(("name", "end", "value"), [("Another start", 1, -1.69), ("Square with a hole", 7, -6.0)])
def test_the_end_of_the_first_diagonal_is_asked_for(name: str, end: int, value: float) -> None:
    question = asked(name, 0)
    assert isinstance(question, Click)
    first = LESSON.run(SCENES[name].scene)[1].diagonal
    assert f"{first[0]}–{first[1]} is tried next" in plain(question.text)
    assert question.right == {vertex(end)}
    right = question.judge(vertex(end))
    assert right.because.endswith(f"the corner at {end} is reflex: the cross product is {fixed(value)}.")
    (other,) = set(first) - {end}
    wrong = question.judge(vertex(other))
    assert wrong.head == "Not reflex"
    assert f"the corner at {other} is not reflex" in wrong.because
    neither = question.judge("neither")
    assert not neither.right
    assert not any(letter.isdigit() for letter in neither.because), "it does not tell the answer"
    for verdict, v, ink in ((right, end, Ink.OVERLAP), (wrong, other, Ink.GAP)):
        canvas = Canvas(0.01)
        assert verdict.draw is not None
        verdict.draw(canvas, "world")
        (wedge,) = (m for m in canvas.marks if isinstance(m, Area) and m.ink in (Ink.OVERLAP, Ink.GAP))
        assert wedge.ink is ink
        assert wedge.points[-1] == pytest.approx(SCENES[name].scene.outline.vertices[v])
        assert verdict.remarks[0].at == pytest.approx(SCENES[name].scene.outline.vertices[v])
    assert question.judge(FeatureRef("A", FeatureKind.EDGE, 0)).head == "Not an end"
    canvas = drawn(moments_of(LESSON, SCENES[name].scene)[0])
    points = SCENES[name].scene.outline.vertices
    thick = [m for m in canvas.marks if isinstance(m, Stroke) and m.line is Line.FEATURE]
    assert [np.array(m.points) for m in thick] == [pytest.approx(points[list(first)])]


def test_three_pieces_are_possible_where_the_method_leaves_four() -> None:
    question = asked("One piece too many", 10)
    assert isinstance(question, Place)
    scene = SCENES["One piece too many"].scene
    points = scene.outline.points
    reflex = sorted(truly_reflex(scene))
    assert reflex == [2, 5, 8, 11]
    for i, j in itertools.combinations(range(12), 2):
        if i not in reflex or j not in reflex:
            continue
        k, m = (v for v in reflex if v not in (i, j))
        lines = unary_union([Stretch(points[[i, j]]), Stretch(points[[k, m]]), solid(scene).boundary])
        parts = list(polygonize(lines))
        three = len(parts) == 3 and all(is_convex(np.array(p.exterior.coords)) for p in parts)
        verdict = question.judge((tuple(points[i]), tuple(points[j])))
        assert verdict.right is three
        if three:
            assert f"with cut {k}–{m} only three pieces" in verdict.because
    assert "no single cut serves the other two" in question.judge((tuple(points[2]), tuple(points[8]))).because
    missed = question.judge((tuple(points[2]), tuple(points[0])))
    assert missed.head == "1 of 2 ends"
    assert [each.at for each in missed.remarks] == [tuple(points[0])]
    assert not question.judge((tuple(points[2]), tuple(points[2]))).right
    assert not question.judge(question.start).right
    assert all(path[0] == path[-1] for path in question.along)


@each_scene
def test_a_cut_serves_two_vertices_where_it_leaves_neither_of_them_reflex(name: str) -> None:
    scene = SCENES[name].scene
    if len(scene.outline.rings) > 1:
        return
    shape, points, found = solid(scene), scene.outline.points, 0
    for i, j in itertools.combinations(sorted(truly_reflex(scene)), 2):
        cut = Stretch(points[[i, j]])
        parts = list(polygonize(unary_union([cut, shape.boundary])))
        ok = len(parts) == 2 and shape.covers(cut)
        for part in parts:
            ring = np.array(part.exterior.coords)[:-1]
            ring = ring if part.exterior.is_ccw else ring[::-1]
            for v in (i, j):
                (at,) = np.flatnonzero((np.abs(ring - points[v]) < 1e-12).all(axis=1)) if ok else (0,)
                ok = ok and cross(ring[at - 1], ring[at], ring[(at + 1) % len(ring)]) > -1e-9
        touches = any(v not in (i, j) and cut.distance(Dotted(points[v])) < 1e-9 for v in range(len(points)))
        assert touches or serves(scene.polygon, i, j) is ok
        found += ok
    assert found or name not in ("Cave wall", "One piece too many", "Another start")


@pytest.mark.parametrize(
    ("name", "compare", "words", "culprits"),
    [
        ("L-shape", "one end checked", "1 of 2 pieces is not convex", {3}),
        ("Cave wall", "one end checked", "2 of 6 pieces are not convex", {6, 10, 14}),
        ("One piece too many", "one end checked", "no error so far", set()),
        ("Fan at one vertex", "corners of the triangles", "its one piece is not convex", {5}),
        ("Straight corners", "straight refused", "12 pieces instead of 8", set()),
        ("One piece too many", "straight refused", "6 pieces instead of 4", set()),
        ("Convex", "straight refused", "no error so far", set()),
    ],
)
def test_a_faulty_rule_says_what_comes_of_it(name: str, compare: str, words: str, culprits: set[int]) -> None:
    last = moments(name, compare)[-1]
    marks = drawn(last).marks
    labels = [plain(m.text) for m in marks if isinstance(m, Label) and m.ink is Ink.FAULTY]
    assert f"{compare}: {words}" in labels
    assert {int(text.split(":")[0]) for text in labels if text.endswith("reflex")} == culprits
    comparison = LESSON.comparison(compare)
    assert comparison is not None
    assert comparison.differs(last) is (words != "no error so far")
    if words != "no error so far":
        assert plain(LESSON.page(last).idea).lower().startswith(compare)
    bad = [m for m in marks if isinstance(m, Area) and m.ink is Ink.FAULTY and m.opacity == 0.2]
    assert all(not is_convex(np.array(m.points)) for m in bad)
    assert bool(bad) is bool(culprits)
    points = last.scene.outline.vertices
    for v in culprits:  # the number is the cross product in the piece that is reflex there
        values = [
            cross(ring[i - 1], ring[i], ring[(i + 1) % len(ring)])
            for ring in (np.array(m.points) for m in bad)
            for i in np.flatnonzero((np.abs(ring - points[v]) < 1e-12).all(axis=1))
        ]
        assert f"{v}: {fixed(min(values))}, reflex" in labels
    strokes = [m for m in marks if isinstance(m, Stroke) and m.ink is Ink.FAULTY]
    needless = [m for m in strokes if m.line is Line.MEASURE]
    missing = {m.points for m in strokes if m.line is Line.DOTTED}
    crosses = {m.at for m in marks if isinstance(m, Dot) and m.point is Point.CROSS}
    assert crosses == {tuple(np.mean(ends, axis=0)) for ends in missing}
    right, faulty = (len(pieces) for pieces in (pieces_at(last), last.faulty.after[-1]))
    assert len(needless) - len(missing) == faulty - right
    assert bool(missing) is bool(culprits)
    assert not missing & {m.points for m in marks if isinstance(m, Stroke) and m.ink is Ink.ANSWER}
    for moment in moments(name, compare)[1:-1]:  # on the way the step keeps its own marks
        assert not any(isinstance(m, Area) and m.ink is Ink.FAULTY for m in drawn(moment).marks)
    assert LESSON.situation(last).startswith("Correct: ")
    (caption,) = [m for m in marks if isinstance(m, Label) and plain(m.text).startswith(compare)]
    assert caption.at[1] < points[:, 1].min(), "below the outline"


def test_with_a_hole_the_faulty_rules_are_silent() -> None:
    for comparison in LESSON.compare:
        assert comparison.run(SCENES["Square with a hole"].scene) is None


def test_another_start_gives_another_number_of_pieces() -> None:
    scene = SCENES["Another start"].scene
    counts = [len(LESSON.run(scene.with_field("first", first)).result.pieces) for first in range(10)]
    assert set(counts) == {4, 5}
    assert "another vertex" in LESSON.page(moments("Another start")[-1]).idea
    (slider,) = [(c, value) for _, c, value in scene.controls() if isinstance(c, Slider)]
    assert (slider[0].low, slider[0].high, slider[1]) == (0, 9, 0)
    assert scene.with_field("first", 15).start == 9
    assert scene.with_field("first", 3.6).start == 4


def test_the_cave_wall_is_that_of_the_last_lesson() -> None:
    last = EarClipping()
    cut = last.scenes["Cave wall"]
    assert isinstance(cut, Cut)
    assert SCENES["Cave wall"].scene.outline.points == pytest.approx(cut.outline.points)
    triangles = last.run(cut).result.triangles
    assert moments("Cave wall")[0].step.triangulation.triangles == triangles


def test_the_ideas_stand_where_they_are_true() -> None:
    for name in SCENES:
        found = moments_of(LESSON, SCENES[name].scene)
        for moment in found[1:-1]:
            idea, step = LESSON.page(moment).idea, moment.step
            assert ("**essential**" not in idea) or not step.removed
            assert idea.startswith("$c$ = 0") is (step.removed and 0.0 in (step.cross_first, step.cross_second))
            assert ("**bridge**" in idea) is (name == "Square with a hole" and moment.index == 1)
        answer, idea = found[-1].step, LESSON.page(found[-1]).idea
        assert isinstance(answer, Decomposition)
        assert ("Without a reflex vertex" in idea) is (name == "Convex")
        assert ("hole" in idea) is (name == "Square with a hole")
        assert ("two ends" in idea) is (name in ("L-shape", "Fan at one vertex", "One piece too many"))
        assert ("360°" in idea) is (name in ("Cave wall", "Straight corners"))


def test_the_challenge_is_met_by_a_deep_reflex_corner() -> None:
    def told(scene: Cuts) -> tuple[bool, str]:
        moment = moments_of(LESSON, scene)[-1]
        challenge = LESSON.challenge(moment)
        assert challenge is not None
        return challenge.reached, challenge.now

    assert told(SCENES["L-shape"].scene) == (False, "r = 1: k = 2 of 3")
    assert not told(SCENES["Convex"].scene)[0], "k = 1 = 2 · 0 + 1 does not count"
    # One vertex of the L dragged: a corner of about 300 degrees in which two diagonals are needed.
    outline = Outline([(-3.0, -2.0), (3.0, -2.0), (3.0, 0.9), (0.0, 0.0), (2.0, 2.5), (-3.0, 2.5)])
    assert told(Cuts(outline))[1].startswith("r = 1")
    reached = [
        told(Cuts(outline.with_vertex(3, (x, y))))[0]
        for x in np.arange(-2.0, 2.6, 0.5)
        for y in np.arange(-1.5, 1.6, 0.5)
        if Judge(outline.with_vertex(3, (x, y)).points).is_valid
    ]
    assert any(reached)
    assert LESSON.challenge(moments("Square with a hole")[0]) is None


def test_every_edge_and_diagonal_can_be_pointed_at() -> None:
    for name in SCENES:
        scene = SCENES[name].scene
        marks = [m for m in drawn(moments(name)[0]).marks if isinstance(m, FeatureMark)]
        points = scene.outline.vertices
        for mark in marks:
            assert isinstance(mark.feature, FeatureRef)
            if mark.feature.kind is FeatureKind.EDGE:  # as a double click takes it: from vertex `index` of its ring
                start = mark.feature.index
                ends = {tuple(points[start]), tuple(scene.outline.with_vertex_added(start).vertices[start + 1])}
                p, q = (np.array(p) for p in mark.points)
                middle = tuple((p + q) / 2.0)
                assert middle in ends
                assert tuple(points[start]) in mark.points
            elif mark.feature.kind is FeatureKind.PART:
                assert "diagonal" in str(mark.feature)
        assert sum(m.feature.kind is FeatureKind.EDGE for m in marks if isinstance(m.feature, FeatureRef)) == len(
            points
        )


def test_of_hundreds_of_vertices_only_those_in_use_are_marked() -> None:
    angle = np.linspace(0.0, 2.0 * math.pi, 80, endpoint=False)
    radius = 2.0 + np.cos(5.0 * angle)
    ring = np.stack((radius * np.cos(angle), radius * np.sin(angle)), axis=1)
    scene = next(iter(LESSON.presets.values())).scene.with_field("outline", Outline(ring))
    for moment in moments_of(LESSON, scene)[1:-1:9]:
        canvas = Canvas(0.01)
        LESSON.panes[0].draw(canvas, moment)
        at = {tuple(ring[k].tolist()) for k in moment.step.diagonal}
        assert {m.at for m in canvas.marks if isinstance(m, Dot)} == at


def test_hundreds_of_vertices_are_drawn_in_few_marks() -> None:
    """While 200 vertices are dragged a frame has no time for a mark a diagonal; what they show stays the same."""
    angle = np.arange(200) * math.tau / 200
    reach = 2.0 + 0.5 * np.cos(9.0 * angle)
    scene = Cuts(Outline(np.stack((reach * np.cos(angle), reach * np.sin(angle)), axis=1)))
    found = moments_of(LESSON, scene)
    assert not any(page.prediction for page in LESSON.pages(found[0])), "lines lie too near to be clicked"
    for moment in (found[0], found[100], found[-1]):
        marks = drawn(moment).marks
        crowds = [m for m in marks if isinstance(m, Crowd)]
        assert sum(isinstance(m, Stroke | FeatureMark) for m in marks) < 30
        (filled,) = [m for m in crowds if m.ink is Ink.A and len(m.triangles)]
        assert len(filled.triangles) == 198
        (diamonds,) = [m for m in crowds if m.ink is Ink.TEXT]
        assert len(diamonds.triangles) == 2 * len(scene.polygon.reflex), "two halves each"
        tried = [s for s in moment.seen if isinstance(s, DiagonalTried) and s is not moment.step]
        kept = {
            frozenset(map(tuple, scene.outline.points[list(s.diagonal)].tolist())) for s in tried if not s.removed
        }
        stays = [s for m in crowds if m.ink is Ink.ANSWER for s in m.segments.tolist()]
        assert {frozenset((tuple(s[:2]), tuple(s[2:]))) for s in stays} == kept
        assert len(stays) == len(kept)
        needed = [c for s in tried if not s.removed for c in (s.cross_first, s.cross_second) if c < 0.0]
        assert sum(len(m.segments) for m in crowds if m.ink is Ink.OVERLAP) == len(needed), "a thick end each"
        waiting = [m for m in crowds if m.ink is Ink.CONSTRUCTION]
        present = isinstance(moment.step, DiagonalTried)
        assert sum(len(m.segments) for m in waiting) == 197 - len(tried) - present


def test_a_tiny_cross_product_shows_its_sign() -> None:
    """Of short edges it is far below a hundredth: "0.00, reflex" would say that 0 is negative."""
    angle = np.arange(200) * math.tau / 200
    reach = 2.0 + 0.02 * np.cos(60.0 * angle)
    scene = Cuts(Outline(np.stack((reach * np.cos(angle), reach * np.sin(angle)), axis=1)))
    tiny = [m for m in moments_of(LESSON, scene) if isinstance(m.step, DiagonalTried) and not m.step.removed]
    tiny = [m for m in tiny if max(abs(m.step.cross_first), abs(m.step.cross_second)) < 0.005]
    assert tiny
    for moment in tiny:
        page, words = LESSON.page(moment), [m.text for m in drawn(moment).marks if isinstance(m, Label)]
        told = [page.sentence, *page.rows[0].cells, *words]
        assert not any("0.00 " in f"{text} " or "0.00," in text for text in told), told
        assert any(", reflex" in text for text in words)
