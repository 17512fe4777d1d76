"""Two shadows: the numbers of its scenes, the curve and its kinks, why tops lie there, its tasks, what faulty
searches cost. Right sides are computed here from the vertices."""

from __future__ import annotations

import itertools
import math
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from geometry import box, capsule, circle, convex
from geometry.feature import FeatureKind, FeatureRef
from geometry.sat.separation_curve import AtEdge, BestAxis, BetweenKinks, EveryDirection, angle_of
from lessons.shadows.ideas import CURVE as BOTH_TERMS
from lessons.shadows.scene import ShapesAndAxis
from lessons.shadows.separation_picture import axes_of, take_angle
from lessons.shadows.tasks import tops
from lessons.shadows.two_shadows import TwoShadows, deciding, greatest_separation
from lessons.shadows.world_picture import HAND
from tests.lessons.figures import set_up
from tests.lessons.second_edition import Told, moments_of
from viz.lesson.canvas import Area, Canvas, Dot, FeatureMark, Label, Stroke, Symbol
from viz.lesson.grip import Part, placed_grips
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment, panes_of
from viz.lesson.mark import Arrow as ArrowMark
from viz.lesson.prediction import Adjust, Click
from viz.lesson.scene import Arrow, at
from viz.lesson.text import plain, tint

LESSON = TwoShadows()
WORLD, CURVE = LESSON.panes
NAMES = list(LESSON.presets)
POLYGONS = [name for name in NAMES if "ircle" not in name]
INKS = {"A": Ink.A, "B": Ink.B}


def moments(name: str, compare: str | None = None) -> list[Moment[ShapesAndAxis]]:
    preset = LESSON.presets[name]
    return moments_of(LESSON, preset.scene, preset.compare if compare is None else compare)


def at_step(name: str, kind: Any, compare: str | None = None) -> Moment[ShapesAndAxis]:
    return next(m for m in moments(name, compare) if isinstance(m.step, kind))


def said(moment: Moment[ShapesAndAxis]) -> str:
    return plain(LESSON.page(moment).sentence)


def cells(moment: Moment[ShapesAndAxis]) -> list[list[str]]:
    return [[plain(cell) for cell in row.cells] for row in LESSON.page(moment).rows]


def way(angle: float) -> np.ndarray:
    return np.array((math.cos(angle), math.sin(angle)))


def terms(scene: ShapesAndAxis, angle: float) -> tuple[float, float]:
    """Both terms of the formula, from the vertices."""
    a, b, n = scene.a.world, scene.b.world, way(angle)
    on_a, on_b, radii = a.points @ n, b.points @ n, a.radius + b.radius
    return float(on_b.min() - on_a.max()) - radii, float(on_a.min() - on_b.max()) - radii


def s_at(scene: ShapesAndAxis, angle: float) -> float:
    return max(terms(scene, angle))


def number(s: float) -> str:
    return f"{s:.2f}".replace("-0.00", "0.00").replace("-", "−")


def labels(moment: Moment[ShapesAndAxis], pane: Any, ink: Ink) -> list[str]:
    return [m.text for m in Told.draw(pane, moment).marks if isinstance(m, Label) and m.ink is ink]


@pytest.mark.parametrize(
    ("name", "greatest", "where"),
    [
        ("Gap on few axes", "0.49, at 74°", "perpendicular to edge 0 of B"),
        ("Corner to corner", "0.43, at 54°", "between two edge normals; at these at most 0.35"),
        ("Overlap", "−0.58, at 63°", "perpendicular to edge 2 of A"),
        ("Just touching", "0.00, at 90°", "perpendicular to edge 2 of A"),
        ("Contained", "−1.30, at 95°", "perpendicular to edge 1 of A"),
        ("Two circles", "0.36, at 76°", "along the line of the centres"),
        ("Capsule and circle", "0.29, at 118°", "not at an edge normal"),
    ],
)
def test_the_top_of_the_curve(name: str, greatest: str, where: str) -> None:
    moment = moments(name)[-1]
    assert said(moment) == f"The greatest separation is {greatest}, {where}."
    scene = moment.scene
    fine = [s_at(scene, turn) for turn in np.linspace(0.0, math.pi, 18001)]
    assert max(fine) == pytest.approx(moment.step.separation, abs=1e-3)
    assert greatest_separation(scene) == pytest.approx(moment.step.separation, abs=1e-5)
    degrees, s = greatest.split(", at ")[1], greatest.split(",")[0]
    edge = where.removeprefix("perpendicular to edge ").split(" of ")
    best = f"best: {edge[1]}{edge[0]}" if where.startswith("perpendicular") else "best"
    assert cells(moment)[0] == [best, degrees, "", s]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Gap on few axes", "they meet at a kink: an edge normal θ_i shows a gap."),
        ("Corner to corner", "shows a gap too"),
        ("Overlap", "every maximum is at a kink, an edge normal θ_i"),
        ("Just touching", "the greatest s, 0.00, is at"),
        ("Two circles", "the axis through both centres"),
        ("Capsule and circle", "no edge normal shows a gap"),
        ("Gap missed by A’s edges", "they meet at a kink: an edge normal θ_i shows a gap."),
    ],
)
def test_the_last_idea_is_true_of_the_scene(name: str, words: str) -> None:
    moment = moments(name, "")[-1]
    assert words in plain(LESSON.page(moment).idea)
    at_edges = [m.step.separation for m in moments(name) if isinstance(m.step, AtEdge)]
    formula = LESSON.page(moment).formula
    is_equal = moment.step.separation == pytest.approx(max(at_edges, default=-math.inf))
    assert formula.startswith(r"s=\|\answer{\mathbf{d}}\|-r_A-r_B=") == ("ircle" in name)
    if "ircle" in name:  # between the nearest points of the cores, which the figure joins
        ends = [np.array(m.at) for m in Told.draw(WORLD, moment).marks if isinstance(m, Dot) and m.ink is Ink.ANSWER]
        d, radius_a, radius_b, s = (float(each) for each in re.findall(r"\d\.\d\d", formula))
        assert d == pytest.approx(math.dist(*ends), abs=0.006)
        assert (radius_a, radius_b) == (moment.scene.a.world.radius, moment.scene.b.world.radius)
        assert s == pytest.approx(d - radius_a - radius_b, abs=0.0101)
        assert [m.latex for m in Told.draw(WORLD, moment).marks if isinstance(m, Symbol)] == [r"\mathbf{d}"]
    assert formula.count(">0") == (2 if moment.step.separation > 1e-9 and "ircle" not in name else 0)
    assert is_equal or "=" not in formula or "ircle" in name, "an equality that is said is true"
    if "too narrow for one cosine" in LESSON.page(moment).idea:
        assert max(at_edges) > 0.0
        width = np.mean([s_at(moment.scene, turn) > 0.0 for turn in np.linspace(0.0, math.pi, 7201)]) * 180.0
        between = next(each for each in moments(name, "") if isinstance(each.step, BetweenKinks))
        assert f"A cosine stays above 0 for 180°, the curve only for {width:.0f}°." in LESSON.page(between).idea
        assert width < 180.0
        drawn = Told.draw(CURVE, moment).marks
        feet = [m.points for m in drawn if isinstance(m, Stroke) and m.ink is Ink.GAP and m.line is Line.THIN]
        assert sum(points[-1][0] - points[0][0] for points in feet) == pytest.approx(width, abs=0.1)
        assert [m.text for m in drawn if isinstance(m, Label) and m.ink is Ink.GAP] == [f"{width:.0f}°"]
    if "0.00, is at" in LESSON.page(moment).idea:
        assert max(at_edges) == pytest.approx(0.0, abs=1e-9)
    if words == "no edge normal shows a gap":
        assert max(at_edges) < 0.0 < moment.step.separation


@pytest.mark.parametrize("name", NAMES)
def test_by_hand_the_numbers_are_those_of_the_learner_s_axis(name: str) -> None:
    moment = moments(name, "")[0]
    s, turn = s_at(moment.scene, moment.scene.angle), f"{math.degrees(moment.scene.angle):.0f}°"
    assert s < 0.0, "something to look for"
    a, b, n = moment.scene.a.world, moment.scene.b.world, way(moment.scene.angle)
    ends = [
        float(f(each.points @ n)) + sign * each.radius
        for each, f, sign in ((b, min, -1.0), (a, max, 1.0), (a, min, -1.0), (b, max, 1.0))
    ]
    told = said(moment)
    assert told.startswith("s = max(")
    (low_b, high_a, low_a, high_b), shown = ends, [float(number(each).replace("−", "-")) for each in ends]
    lie = f"at {turn} the projections overlap by {number(-s)}"
    if low_a < low_b and high_b < high_a:
        lie = f"the projections share {number(high_b - low_b)}; separating them takes {number(-s)}"
        assert -s > high_b - low_b
    assert told.endswith(f") = {number(s)}: {lie}.")
    assert number(max(shown[0] - shown[1], shown[2] - shown[3])) == number(s), "what is read off agrees"
    zero = [m for m in Told.draw(WORLD, moment).marks if isinstance(m, Label) and m.text == "origin"][-1]
    assert float(np.array(zero.at) @ n) == pytest.approx(0.0, abs=1e-9), "the foot of the origin"
    inner = told.split("max(")[1].split(") =")[0].replace(", ", " − ").split(" − ")
    assert [float(each.strip("()").replace("−", "-")) for each in inner] == pytest.approx(ends, abs=0.006)
    assert "− −" not in told
    first, second = (each.split(") =")[0] for each in LESSON.page(moment).sentence.split("max(")[1].split(", ")[:2])
    assert [chr(0xE000) + "QUIET" in each for each in (first, second)] == [
        each < s for each in terms(moment.scene, moment.scene.angle)
    ]
    assert cells(moment) == [["by hand", turn, "", number(s)]]
    table = LESSON.table(moment)
    assert table is not None
    assert [plain(each) for each in table.columns] == ["axis", "θ", "s"], "no kinks yet"
    assert [plain(each) for each in table.rows[0][1].cells] == ["by hand", turn, number(s)]
    later = LESSON.table(moments(name)[-1])
    assert later is not None
    assert ("kink" in later.columns) is (name != "Two circles")
    assert {len(row.cells) for _, row in later.rows} == {len(later.columns)}
    apart = moment.trace.result.separation > 1e-9
    assert ("apart: along another axis there is a gap" in LESSON.situation(moment)) is apart
    found = moments_of(LESSON, moment.scene.turned_to(moment.trace.result.angle))[0]
    assert "another" not in LESSON.situation(found)


def test_the_curve_is_told_with_its_width_and_top() -> None:
    every = at_step("Gap on few axes", EveryDirection)
    fine = np.linspace(0.0, math.pi, 7201)
    green = np.mean([s_at(every.scene, turn) > 0.0 for turn in fine]) * 180.0
    assert math.degrees(every.step.width) == pytest.approx(green, abs=0.1)
    assert said(every) == (
        f"The curve is green over {green:.0f}° of 180°. "
        "The longest gap is along the shortest line from A to B: their distance."
    )
    assert said(at_step("Overlap", EveryDirection)).startswith(
        "Every axis shows an overlap. The least of all is as long as the shortest move"
    )
    assert said(at_step("Just touching", EveryDirection)).endswith(
        "On one axis the projections just touch: s = 0, the distance of A and B."
    )


@pytest.mark.parametrize("name", POLYGONS)
def test_kinks_lie_where_the_words_say(name: str) -> None:
    for moment in moments(name):
        if not isinstance(moment.step, AtEdge):
            continue
        scene, angle, small, edge = moment.scene, moment.step.angle, 1e-5, moment.step.edge
        before, here, after = (s_at(scene, angle + turn) for turn in (-small, 0.0, small))
        kink = abs((after - here) - (here - before)) / small > 0.05
        shape, other = (scene.a.world, scene.b.world) if edge.owner == "A" else (scene.b.world, scene.a.world)
        n = shape.normals[edge.index]
        middles = [float((each.points @ n).min() + (each.points @ n).max()) for each in (other, shape)]
        assert (middles[0] > middles[1]) == kink, edge
        ends = {float(point @ way(angle)) for point in shape.edges[edge.index]}
        along = shape.points @ way(angle)
        word = "max" if max(ends) == pytest.approx(float(along.max()) + shape.radius) else "min"
        symbol = rf"$\{edge.owner}{{\{word}_{edge.owner}}}$"
        end = f"both ends lie at {plain(symbol)}"
        verdict = (
            f"which decides s = {number(here)}: a kink." if kink else f"which does not decide s = {number(here)}"
        )
        assert f"{end}, {verdict}" in said(moment)
        decides = {False: ("min", "max"), True: ("max", "min")}[terms(scene, angle)[0] >= terms(scene, angle)[1]]
        assert abs(np.subtract(*terms(scene, angle))) < 1e-9 or (word == decides["AB".index(edge.owner)]) == kink
        quiet = LESSON.page(moment).formula.partition(r"\quiet{")[2].partition("}")[0]
        smaller = [r"\min_B-\max_A", r"\min_A-\max_B"][terms(scene, angle)[0] > terms(scene, angle)[1]]
        is_even = abs(np.subtract(*terms(scene, angle))) < 1e-9
        assert quiet == ("" if is_even else smaller), "the smaller term is set back"
        assert LESSON.page(moment).formula == BOTH_TERMS or quiet
        parallel = [i for i, m in enumerate(shape.normals) if abs(float(m[0] * n[1] - m[1] * n[0])) < 1e-9]
        row = cells(moment)[0]
        assert row[1:] == [f"{math.degrees(angle):.0f}°", "yes" if kink else "no", number(here)]
        assert row[0].split(" ", 1)[0] == ("edges" if len(parallel) > 1 else "edge")
        assert sorted(row[0].split(" ", 1)[1].split(", ")) == [f"{edge.owner}{i}" for i in parallel]
        assert LESSON.page(moment).rows[0].ink is INKS[edge.owner]


def test_the_sentence_on_an_edge_names_it_in_the_ink_of_the_figure() -> None:
    for moment in moments("Gap on few axes"):
        if isinstance(moment.step, AtEdge):
            name = f"Edge {moment.step.edge.index} of {moment.step.edge.owner}"
            assert LESSON.page(moment).sentence.startswith(tint(name, Ink.EXAMINED))
            ink = Ink.GAP if moment.step.separation > 0.0 else Ink.OVERLAP
            assert tint(f"**{number(moment.step.separation)}**", ink) in LESSON.page(moment).sentence
            assert LESSON.page(moment).rows[0].cells[-1] == tint(f"**{number(moment.step.separation)}**", ink)


def test_both_shapes_are_drawn_in_their_inks() -> None:
    for name in ("Gap on few axes", "Contained"):
        moment = moments(name)[-1]
        marks = Told.draw(WORLD, moment).marks
        for owner, shape in (("A", moment.scene.a.world), ("B", moment.scene.b.world)):
            outlines = [m for m in marks if isinstance(m, Stroke) and m.line is Line.OUTLINE and m.ink is INKS[owner]]
            assert np.array(outlines[0].points) == pytest.approx(shape.points)
            letter = next(m for m in marks if isinstance(m, Label) and m.text == owner)
            assert letter.ink is INKS[owner]


def test_the_place_of_the_axis_is_marked_above_the_point_and_at_the_scale() -> None:
    for moment in moments("Gap on few axes")[1:]:
        scene, axes = moment.scene, CURVE.axes(moment)  # type: ignore[misc]
        angle = scene.angle if isinstance(moment.step, HAND) else moment.step.angle
        x, s = math.degrees(angle), s_at(scene, angle)
        lines = [m.points for m in Told.draw(CURVE, moment).marks if isinstance(m, Stroke) and m.ink is Ink.EXAMINED]
        assert lines[0] == (pytest.approx((x, min(s, 0.0))), pytest.approx((x, axes.y[1])))
        (x1, low), (x2, high) = lines[1]
        assert (x1, x2, (low + high) / 2.0) == pytest.approx((x, x, axes.y[0]))
        assert axes.y[0] < scene.trough[1]
        assert axes.y[1] > moment.trace.result.separation


def test_an_edge_and_its_outward_normal_are_drawn() -> None:
    for moment in moments("Gap on few axes"):
        if not isinstance(moment.step, AtEdge):
            continue
        edge = moment.step.edge
        shape = moment.scene.a.world if edge.owner == "A" else moment.scene.b.world
        marks = Told.draw(WORLD, moment).marks
        ends = {tuple(p) for p in shape.edges[edge.index].tolist()}
        line = Line.FEATURE if moment.step.faces else Line.OUTLINE
        assert [m for m in marks if isinstance(m, Stroke) and m.ink is Ink.EXAMINED and m.line is line]
        rings = {m.at for m in marks if isinstance(m, Dot) and m.ink is INKS[edge.owner]}
        assert (ends <= rings) or not moment.step.faces, "both ends are support vertices"
        arrow = next(m for m in marks if isinstance(m, ArrowMark) and m.line is Line.MEASURE)
        direction = np.array(arrow.end) - arrow.start
        assert direction / math.hypot(*direction) == pytest.approx(shape.normals[edge.index])
        p, q = shape.edges[edge.index]
        part = float((np.array(arrow.start) - p) @ (q - p)) / float((q - p) @ (q - p))
        assert np.array(arrow.start) == pytest.approx(p + part * (q - p)), "on the edge"
        assert min(abs(part - each) for each in (0.12, 0.25, 0.5, 0.75, 0.88)) < 1e-9
        if part != pytest.approx(0.5):
            other = moment.scene.b.world if edge.owner == "A" else moment.scene.a.world
            beyond = ((np.array(arrow.end) - other.points) * other.normals).sum(axis=1)
            assert beyond.max() > 0.0, "its tip is clear of the other shape"
        name = next(m for m in marks if isinstance(m, Label) and m.text == str(edge))
        assert (name.ink, name.style) == (Ink.EXAMINED, TextStyle.BOLD)


@pytest.mark.parametrize("name", NAMES)
def test_between_kinks_two_vertices_make_a_cosine(name: str) -> None:
    moment = at_step(name, BetweenKinks)
    scene, step = moment.scene, moment.step
    a, b = scene.a.world, scene.b.world
    on_a, on_b = a.points @ way(step.angle), b.points @ way(step.angle)
    first, second = terms(scene, step.angle)
    i, j = (on_a.argmax(), on_b.argmin()) if first >= second else (on_a.argmin(), on_b.argmax())
    assert (step.vertex_a, step.vertex_b) == (i, j)
    d = np.array(b.points[j] - a.points[i]) * (1.0 if first >= second else -1.0)
    assert step.difference == pytest.approx(d)
    arrow = next(m for m in Told.draw(WORLD, moment).marks if isinstance(m, ArrowMark) and m.ink is Ink.ANSWER)
    assert np.array(arrow.end) - arrow.start == pytest.approx(d)
    arcs = [m.points for m in Told.draw(WORLD, moment).marks if isinstance(m, Stroke) and m.ink is Ink.TEXT]
    for end, toward in zip((arcs[-1][0], arcs[-1][-1]), (way(step.angle), d), strict=True):
        arm = np.array(end) - arrow.start
        assert arm / math.hypot(*arm) == pytest.approx(toward / math.hypot(*toward))
    ends = [m.at for m in Told.draw(WORLD, moment).marks if isinstance(m, Dot)]
    assert tuple(a.points[i]) in ends
    assert tuple(b.points[j]) in ends
    turn = math.degrees(math.acos(float(d @ way(step.angle)) / math.hypot(*d)))
    radii = f" − {a.radius + b.radius:.2f}" if a.radius + b.radius else ""
    s = s_at(scene, step.angle)
    shown = round(math.hypot(*d), 2) * math.cos(math.radians(round(turn, 1))) - round(a.radius + b.radius, 2)
    alpha = f"{turn:.1f}" if f"cos {turn:.1f}°" in said(moment) else f"{turn:.2f}"
    assert alpha == f"{turn:.2f}" or abs(shown - round(s, 2)) < 0.0101, "what is read off agrees"
    told = f"s = {math.hypot(*d):.2f} · cos {alpha}°{radii} = {number(s)}."
    names = [
        (f"v{index}" if len(shape.points) > 1 else "the centre") + f" of {owner}"
        for owner, shape, index in (("A", a, i), ("B", b, j))
    ]
    here, there = names if first >= second else names[::-1]
    assert said(moment) == f"d from {here} to {there} makes α = {alpha}° with the axis: {told}"
    assert ("not at a kink" in LESSON.page(moment).idea) == bool(radii)
    assert ("r_A" in LESSON.page(moment).formula) == bool(radii)


def test_the_cosine_is_solid_where_it_is_the_curve_and_dotted_elsewhere() -> None:
    moment = at_step("Gap on few axes", BetweenKinks)
    strokes = [m for m in Told.draw(CURVE, moment).marks if isinstance(m, Stroke) and m.ink is Ink.ANSWER]
    solid = [p for m in strokes if m.line is Line.CURVE for p in m.points]
    dotted = [p for m in strokes if m.line is Line.DOTTED for p in m.points]
    assert min(x for x, _ in solid) <= math.degrees(moment.step.angle) <= max(x for x, _ in solid)
    for x, y in solid:
        assert y == pytest.approx(s_at(moment.scene, math.radians(x)), abs=1e-6)
    for x, y in dotted:
        assert y == pytest.approx(float(moment.step.difference @ way(math.radians(x))), abs=1e-6)
        assert y <= s_at(moment.scene, math.radians(x)) + 1e-6 or y >= s_at(moment.scene, math.radians(x)) - 1e-6
    assert max(x for x, _ in dotted) > max(x for x, _ in solid)


@pytest.mark.parametrize("name", NAMES)
def test_the_last_step_draws_the_cosines_that_its_idea_speaks_of(name: str) -> None:
    for compare in ("", "edges of A only"):
        moment = moments(name, compare)[-1]
        drawn = Told.draw(CURVE, moment).marks
        dashed = [m for m in drawn if isinstance(m, Stroke) and (m.ink, m.line) == (Ink.QUIET, Line.DASHED)]
        told = "too narrow for one cosine" in LESSON.page(moment).idea
        assert bool(dashed) is told
        assert [m.text for m in drawn if isinstance(m, Label) and m.text == "cosine"] == ["cosine"] * min(
            len(dashed), 2
        )
        scene, top = moment.scene, math.degrees(moment.step.angle)
        pairs = list(itertools.product(scene.a.world.points, scene.b.world.points))
        for mark in dashed:
            near = min(mark.points, key=lambda point: abs(point[0] - top))
            at_top = [b - a for a, b in pairs] + [a - b for a, b in pairs]
            same = [
                d
                for d in at_top
                if all(float(d @ way(math.radians(x))) == pytest.approx(y, abs=1e-6) for x, y in mark.points)
            ]
            assert same, "one cosine all along"
            assert moment.step.edge is None or near == pytest.approx((top, moment.step.separation))
            for x, y in mark.points:
                assert y > 0.0
                assert y >= s_at(scene, math.radians(x)) - 1e-6, "another vertex takes over below it"
        if dashed and moment.step.edge is not None:
            sides = {bool(np.mean([x for x, _ in mark.points]) > top) for mark in dashed}
            assert sides == {False, True} or len(dashed) == 1


def test_how_far_a_and_b_are_apart_is_told_at_the_end() -> None:
    *others, last = moments("Gap on few axes")
    assert "0.49" in LESSON.situation(last)
    assert not any("0.49" in LESSON.situation(each) + LESSON.page(each).known for each in others)
    assert [m for m in (*others, last) if "0.49" in challenge_of(m.scene, m.index).now] == [last]


@pytest.mark.parametrize("name", POLYGONS)
def test_below_zero_a_piece_sags(name: str) -> None:
    """What the idea claims: between two kinks a negative curve is convex."""
    scene = LESSON.presets[name].scene
    kinks = sorted({*scene.edges.values(), scene.trough[0]})
    for low, high in itertools.pairwise(kinks):
        turns = np.linspace(low, high, 9)[1:-1]
        values = [s_at(scene, turn) for turn in turns]
        if high - low > 1e-3 and max(values) < 0.0:
            assert all(q <= (p + r) / 2.0 + 1e-9 for p, q, r in zip(values, values[1:], values[2:], strict=False))


@pytest.mark.parametrize("name", NAMES)
def test_at_the_trough_both_terms_are_equal(name: str) -> None:
    scene = LESSON.presets[name].scene
    first, second = terms(scene, scene.trough[0])
    assert first == pytest.approx(second, abs=2e-3)
    assert scene.trough[1] == pytest.approx(min(scene.curve[1]), abs=2e-3)
    n = way(scene.trough[0])
    widths = [float(np.ptp(each.world.points @ n)) + 2.0 * each.world.radius for each in (scene.a, scene.b)]
    assert first + second == pytest.approx(-sum(widths)), "a valley lies below 0"
    words = [m for m in Told.draw(CURVE, moments(name)[-1]).marks if isinstance(m, Label) and "both terms" in m.text]
    for moment in moments(name)[1:]:
        turn = scene.angle if isinstance(moment.step, HAND) else moment.step.angle
        close = abs(math.remainder(turn - scene.trough[0], math.pi)) <= math.radians(8.0)
        drawn = Told.draw(CURVE, moment).marks
        shown = [m for m in drawn if isinstance(m, Label) and "both terms" in m.text]
        assert bool(shown) is (isinstance(moment.step, BetweenKinks | BestAxis) and not close), "room for the axis"
        shown = [m for m in drawn if isinstance(m, Label) and m.text == "sharp valley: the two terms change places"]
        is_named = isinstance(moment.step, AtEdge) and scene.has_trough and not close
        assert bool(shown) is is_named, "a bend without an edge has a name as soon as kinks have one"
    place = (math.degrees(scene.trough[0]), scene.trough[1])
    leads = [
        m.points
        for m in Told.draw(CURVE, moments(name)[-1]).marks
        if isinstance(m, Stroke) and m.ink is Ink.QUIET and m.line is Line.THIN
    ]
    assert leads[-1][0] == pytest.approx(place)
    assert leads[-1][1][0] == pytest.approx(place[0])
    assert words[0].at[1] < leads[-1][1][1] < place[1], "the line goes down to the words"
    around = [s_at(scene, scene.trough[0] + turn) for turn in (-1e-3, 1e-3)]
    assert words[0].text.startswith("sharp valley: ") == (sum(around) > 2.0 * scene.trough[1] + 1e-5)


def test_the_axis_keeps_clear_of_the_shapes_and_keeps_its_direction() -> None:
    scene = LESSON.presets["Overlap"].scene
    for degrees in range(0, 180, 7):
        turned = scene.turned_to(math.radians(degrees))
        assert math.degrees(turned.angle) == pytest.approx(degrees, abs=1e-6)
        n = way(turned.angle)
        aside = np.array((n[1], -n[0])) * (1.0 if degrees < 120 else -1.0)
        assert aside[1] <= 0.5, "right of the shapes or below them, never above"
        shapes = (turned.a.world, turned.b.world)
        far = max(float((shape.points @ aside).max()) for shape in shapes)
        assert float(turned.axis.start @ aside) == pytest.approx(far + 0.36)
        along = np.concatenate([shape.points @ n for shape in shapes])
        assert float(turned.axis.start @ n) == pytest.approx(along.min() - 0.15)
        assert float(turned.axis.end @ n) == pytest.approx(along.max() + 0.15)
    with pytest.raises(ValueError, match="direction"):
        scene.with_field("axis", Arrow((1.0, 1.0), (1.0, 1.0)))
    parts = [p.grip.part for p in placed_grips(scene, 0.01) if p.grip.field == "axis"]
    assert parts == [Part.WHOLE, Part.END], "the axis has one knob"


def test_a_round_shape_counts_with_its_radius() -> None:
    for name in ("Two circles", "Capsule and circle"):
        scene = LESSON.presets[name].scene
        for turn in (0.0, 0.7, 2.0, 3.0):
            assert scene.separation_at(turn) == pytest.approx(s_at(scene, turn))
            x, y = scene.curve[0], scene.curve[1]
            assert float(np.interp(turn, x, y)) == pytest.approx(s_at(scene, turn), abs=1e-3)


@pytest.mark.parametrize(
    ("name", "ink", "words"),
    [
        ("Overlap", Ink.OVERLAP, "overlap 0.58"),
        ("Gap on few axes", Ink.GAP, "gap 0.49"),
        ("Just touching", Ink.TEXT, "just touch"),
        ("Contained", Ink.OVERLAP, "depth 1.30"),
    ],
)
def test_what_is_drawn_between_the_projections(name: str, ink: Ink, words: str) -> None:
    moment = moments(name)[-1]
    n, marks = way(moment.step.angle), Told.draw(WORLD, moment).marks
    slab = next(m for m in marks if isinstance(m, Area) and m.ink is ink)
    along = np.array(slab.points) @ n
    assert along.max() - along.min() == pytest.approx(abs(s_at(moment.scene, moment.step.angle)))
    pill = next(m for m in marks if isinstance(m, Label) and m.style is TextStyle.PILL)
    assert (pill.text, pill.ink) == (words, ink)
    assert float(np.array(pill.at) @ n) == pytest.approx((along.max() + along.min()) / 2.0)


@pytest.mark.parametrize("name", NAMES)
def test_bars_and_the_names_of_their_ends(name: str) -> None:
    for moment in moments(name, ""):
        marks = Told.draw(WORLD, moment).marks
        bars = {m.ink: m for m in marks if isinstance(m, Stroke) and m.line is Line.BAR}
        named: dict[str, Symbol | Label] = {
            m.latex: m for m in marks if isinstance(m, Symbol) and m.latex[1:4] in ("min", "max")
        }
        told = {m.text: m for m in marks if isinstance(m, Label) and m.text[2:5] in ("min", "max")}
        named |= {text.split("$")[1]: m for text, m in told.items()}
        angle = moment.scene.angle if isinstance(moment.step, HAND) else moment.step.angle
        n, off = way(angle), {}
        for owner, shape in (("A", moment.scene.a.world), ("B", moment.scene.b.world)):
            start, end = map(np.array, bars[INKS[owner]].points)
            along = shape.points @ n
            ends = float(along.min()) - shape.radius, float(along.max()) + shape.radius
            assert (float(start @ n), float(end @ n)) == pytest.approx(ends)
            beside = np.array((n[1], -n[0])) * (1.0 if angle < math.radians(120.0) else -1.0)
            off[owner] = float(start @ beside), float((shape.points @ beside).max()) + shape.radius
            for word, value in zip(("min", "max"), ends, strict=True):
                mark = named.get(rf"\{word}_{owner}")
                if mark is not None:
                    assert mark.ink is INKS[owner]
                    outward = float(np.array(mark.at) @ n) - value
                    decides = isinstance(mark, Label) and mark.fixed
                    assert decides or outward == pytest.approx(0.0)
                    assert not decides or float(np.array(mark.at) @ beside) > float(start @ beside)
                    assert abs(outward) < 1.6
                if moment.index == 0:
                    assert rf"$\{word}_{owner}$ = {number(value)}" in told
        (bar_a, far_a), (bar_b, far_b) = off["A"], off["B"]
        assert abs(far_a - far_b) < 1e-9 or (bar_a < bar_b) == (far_a > far_b), "nearer shape, nearer bar"
        first, second = terms(moment.scene, angle)
        deciding = {r"\min_B", r"\max_A"} if first >= second else {r"\min_A", r"\max_B"}
        if moment.index == 0:
            assert len(named) == 4
        elif isinstance(moment.step, BetweenKinks):
            assert not named
        elif abs(first - second) > 1e-9:
            assert set(named) == deciding
            low, high = sorted(named.values(), key=lambda mark: float(mark.text.split("= ")[1].replace("−", "-")))  # type: ignore[union-attr]
            pill = next(m for m in marks if isinstance(m, Label) and m.style is TextStyle.PILL)
            places = [float(np.array(each.at) @ n) for each in (low, pill, high)]
            assert places == sorted(places) or low.text.split("= ")[1] == high.text.split("= ")[1]  # type: ignore[union-attr]
        words = [(m.text, m.ink) for m in marks if isinstance(m, Label) and "theta" in m.text]
        assert words == [(rf"$\theta$ = {math.degrees(angle):.0f}°", Ink.EXAMINED)]


def test_only_the_learner_s_axis_says_turn_me() -> None:
    for moment in moments("Overlap"):
        texts = [m.text for m in Told.draw(WORLD, moment).marks if isinstance(m, Label)]
        assert ("turn me" in texts) == isinstance(moment.step, HAND)
        assert not any(text.startswith("by hand") for text in texts), "the table tells the angle"


def test_the_curve_is_seen_only_near_the_axis_that_is_turned_by_hand() -> None:
    by_hand, every = moments("Gap on few axes")[:2]
    pieces = [m for m in Told.draw(CURVE, by_hand).marks if isinstance(m, Stroke) and m.line is Line.CURVE]
    places, here = [p for m in pieces for p in m.points], math.degrees(by_hand.scene.angle)
    assert (min(x for x, _ in places), max(x for x, _ in places)) == pytest.approx(
        (here - 20.0, here + 20.0), abs=1.0
    )
    assert [y for _, y in places] == pytest.approx(
        [s_at(by_hand.scene, math.radians(x)) for x, _ in places], abs=1e-3
    )
    curves = [m for m in Told.draw(CURVE, every).marks if isinstance(m, Stroke) and m.line is Line.CURVE]
    assert {m.ink for m in curves} == {Ink.GAP, Ink.OVERLAP}
    for mark in curves:
        side = 1.0 if mark.ink is Ink.GAP else -1.0
        assert all(side * y >= -1e-9 for _, y in mark.points)
        for x, y in mark.points[1:-1]:
            assert y == pytest.approx(s_at(every.scene, math.radians(x)))
    for moment in (by_hand, every):
        dot = next(m for m in Told.draw(CURVE, moment).marks if isinstance(m, Dot) and m.point is Point.FILLED)
        angle = moment.scene.angle
        assert dot.at == pytest.approx((math.degrees(angle), s_at(moment.scene, angle)))
        assert labels(moment, CURVE, Ink.OVERLAP) == [f"$s$ = {number(s_at(moment.scene, angle))}"]


def test_rings_stand_on_the_curve_at_the_edges_seen_so_far() -> None:
    found = moments("Gap on few axes")
    edges = [m for m in found if isinstance(m.step, AtEdge)]
    for seen, moment in enumerate(edges, start=1):
        marks = Told.draw(CURVE, moment).marks
        assert len([m for m in marks if isinstance(m, FeatureMark)]) == seen
        for point, ink, faces in ((Point.RING, (Ink.A, Ink.B), True), (Point.SMALL, (Ink.QUIET,), False)):
            dots = [m for m in marks if isinstance(m, Dot) and m.ink in ink and m.point is point]
            assert len(dots) == sum(isinstance(step, AtEdge) and step.faces is faces for step in moment.seen)
            for dot in dots:
                assert dot.at[1] == pytest.approx(s_at(moment.scene, math.radians(dot.at[0])))
        bold = [plain(m.text) for m in marks if isinstance(m, Label) and m.style is TextStyle.BOLD and m.fixed]
        quiet = [m.text for m in marks if isinstance(m, Label) and m.ink is Ink.QUIET and m.text[0] in "AB"]
        assert quiet == [
            f"{each.edge.owner}{each.edge.index}"
            for each in moment.seen
            if isinstance(each, AtEdge) and not each.faces
        ]
        step = moment.step
        assert bold == ([f"{step.edge.owner}{step.edge.index}"] if step.faces else [])
    marks = Told.draw(CURVE, found[-1]).marks
    answer = next(m for m in marks if isinstance(m, Dot) and m.point is Point.ANSWER)
    assert answer.ink is Ink.ANSWER
    assert answer.at == pytest.approx((math.degrees(found[-1].step.angle), found[-1].step.separation))
    assert "0.49 at 74°" in labels(found[-1], CURVE, Ink.ANSWER)


def test_a_press_on_the_curve_turns_the_axis_there() -> None:
    moment = moments("Overlap")[1]
    follow = take_angle(moment, np.array((100.0, 0.0)))
    assert follow is not None
    for to, angle in ((130.0, 130.0), (-20.0, 0.0), (200.0, 179.9)):
        turned = follow(moment.scene, np.array((100.0, 0.0)), np.array((to, 0.3)))
        assert math.degrees(angle_of(turned.axis.vector)) == pytest.approx(angle)
    assert take_angle(moment, np.array((-30.0, 0.0))) is None
    assert take_angle(moment, np.array((186.0, 0.0))) is None


MET = [name for name in POLYGONS if moments(name, "")[-1].step.separation <= 1e-9]


@pytest.mark.parametrize("name", MET)
def test_of_shapes_that_are_not_apart_the_axis_of_the_shortest_move_is_asked_for(name: str) -> None:
    moment, best = at_step(name, EveryDirection, ""), moments(name, "")[-1].step
    asked, scene = LESSON.page(moment).prediction, moment.scene
    assert isinstance(asked, Adjust)
    assert "the shortest of all" in asked.text
    assert f"{math.degrees(best.angle):.0f}°" not in said(moment), "where it lies is what is asked"
    assert not asked.judge(scene).right
    assert asked.judge(asked.right(scene)).right
    for turn in range(0, 180, 3):
        turned = scene.turned_to(math.radians(turn))
        verdict, s = asked.judge(turned), s_at(scene, math.radians(turn))
        off = abs(math.remainder(turn - math.degrees(best.angle), 180.0))
        assert verdict.right is (off <= 2.5 or s >= best.separation - 0.02)
        told = f"Along the axis at {turn}° a move of {abs(s):.2f} separates A and B."
        if verdict.right:  # of the best axis, not of one nearby
            told = f"The shortest move is {abs(best.separation):.2f} long, along the axis at"
            told = f"{told} {math.degrees(best.angle):.0f}°, where s is greatest."
        assert plain(verdict.because).startswith(told)
        assert verdict.draw is not None
        canvas = Canvas(0.01)
        verdict.draw(canvas, "curve")
        (dot,) = [m for m in canvas.marks if isinstance(m, Dot)]
        assert dot.at == pytest.approx((float(turn), s), abs=1e-6)
        assert not [m for m in canvas.marks if isinstance(m, Label)], "the step names s there"
    edges = {m.text for m in Told.draw(WORLD, moment).marks if isinstance(m, Label)} & set(map(str, scene.edges))
    assert not edges, "no edge is asked for"
    assert LESSON.page(at_step(name, EveryDirection, "x and y only")).prediction is None


@pytest.mark.parametrize("name", NAMES)
def test_an_edge_is_asked_for_only_after_one_has_shown_a_kink(name: str) -> None:
    for moment in moments(name, ""):
        seen = [m.step for m in moments(name, "")[: moment.index + 1] if isinstance(m.step, AtEdge)]
        asked = LESSON.page(moment).prediction
        assert not isinstance(asked, Click) or any(step.faces for step in seen)
        assert not isinstance(asked, Adjust) or name in MET, "no axis can be found by trying all bends"


@pytest.mark.parametrize("name", ["Corner to corner", "Gap missed by x and y"])
def test_of_parallel_edges_the_one_that_faces_makes_the_kink(name: str) -> None:
    (moment,) = [m for m in moments(name, "") if LESSON.page(m).prediction is not None]
    asked, scene = LESSON.page(moment).prediction, moment.scene
    assert isinstance(asked, Click)
    before = [m for m in moments(name, "")[: moment.index] if isinstance(m.step, AtEdge)]
    assert moment.step.faces
    assert not any(each.step.faces for each in before)
    at = float(asked.text.split("at ")[1].split("°")[0])
    assert abs(math.remainder(at - math.degrees(moment.step.angle), 180.0)) > 2.5, "not the one that is shown"
    small = 1e-5
    before_s, here, after = (s_at(scene, math.radians(at) + turn) for turn in (-small, 0.0, small))
    assert abs((after - here) - (here - before_s)) / small > 0.05, "a kink"
    for edge in scene.edges:
        shape, other = (scene.a.world, scene.b.world) if edge.owner == "A" else (scene.b.world, scene.a.world)
        n, verdict = shape.normals[edge.index], asked.judge(edge)
        own = math.degrees(math.atan2(n[1], n[0])) % 180.0
        is_there = abs(math.remainder(own - at, 180.0)) < 1e-6
        faces = float((other.points @ n).min() - (shape.points @ n).max()) >= float(
            (shape.points @ n).min() - (other.points @ n).max()
        )
        assert verdict.right is (is_there and faces) is (edge in asked.right)
        told = plain(verdict.because)
        assert told.startswith(f"The normal of {edge} lies at {own:.0f}°")
        assert ("do not decide s" in told) is (is_there and not faces)
        assert (f"its ends decide s = {number(here)}" in told) is verdict.right
    assert not asked.judge(FeatureRef("A", FeatureKind.VERTEX, 0)).right
    marked = [m for m in Told.draw(CURVE, replace(moment, is_open=True)).marks if isinstance(m, Label)]
    (mark,) = [m for m in marked if m.text == "which edge?"]
    assert mark.at == pytest.approx((at, here))
    assert "which edge?" not in labels(moment, CURVE, Ink.EXAMINED)
    assert all(LESSON.page(m).prediction is None for m in moments(name, "edges of A only"))


def test_the_edge_below_the_highest_point_is_asked_for_before_the_edges_of_b() -> None:
    for name in NAMES:
        found = moments(name, "")
        asks = [m for m in found if "highest point" in getattr(LESSON.page(m).prediction, "text", "")]
        seen = [m.step for m in found if isinstance(m.step, AtEdge) and m.step.edge.owner == "A"]
        scene, best = found[0].scene, found[-1].step
        new = best.edge is not None and all(abs(best.separation - step.separation) > 0.01 for step in seen)
        assert [m.step for m in asks] == (seen[-1:] if new else []), name
        for moment in asks:
            asked = LESSON.page(moment).prediction
            assert isinstance(asked, Click)
            assert asked.right == {best.edge}
            assert LESSON.page(at_step(name, type(moment.step), "x and y only")).prediction is None
            for edge, angle in scene.edges.items():
                n = scene.shape_of(edge).normals[edge.index]
                assert abs(float(n @ way(angle))) == pytest.approx(1.0)
                verdict, s = asked.judge(edge), s_at(scene, math.atan2(n[1], n[0]))
                assert verdict.right is (edge == best.edge)
                assert verdict.draw is not None
                canvas = Canvas(0.01)
                verdict.draw(canvas, "world")
                assert not canvas.marks
                verdict.draw(canvas, "curve")
                dot = next(m for m in canvas.marks if isinstance(m, Dot))
                assert dot.at == pytest.approx((math.degrees(angle), s))
                assert dot.point is (Point.ANSWER if verdict.right else Point.CROSS)
                assert dot.ink is (Ink.ANSWER if verdict.right else Ink.FAULTY)
                assert [m.text for m in canvas.marks if isinstance(m, Label)] == [f"$s$ = {number(s)}"]
                told = f"The normal of {edge} lies at {math.degrees(angle):.0f}°"
                assert plain(verdict.because).startswith(told)
                assert f"s = {number(s)}" in plain(verdict.because)
                near = round(math.degrees(best.angle), -1)
                assert verdict.right or f"lies near {near:.0f}°: look for an edge" in plain(verdict.because)
            assert not asked.judge(FeatureRef("A", FeatureKind.VERTEX, 0)).right
    assert {
        name
        for name in NAMES
        if any("highest point" in getattr(LESSON.page(m).prediction, "text", "") for m in moments(name, ""))
    } == {
        "Gap on few axes",
        "Gap missed by A’s edges",
    }


@pytest.mark.parametrize(
    ("name", "compare", "reported", "truth"),
    [
        ("Gap missed by A’s edges", "edges of A only", "overlap 0.15", 0.31),
        ("Gap missed by x and y", "x and y only", "overlap 0.29", 0.43),
        ("Overlap", "x and y only", "overlap 0.80", -0.58),
        ("Gap on few axes", "x and y only", "gap 0.07", 0.49),
    ],
)
def test_what_faulty_searches_cost(name: str, compare: str, reported: str, truth: float) -> None:
    moment = moments(name, compare)[-1]
    best: BestAxis = moment.trace.result
    scene = moment.scene
    axes = [way(0.0), way(math.pi / 2.0)] if compare == "x and y only" else list(scene.a.world.normals)
    found = max(s_at(scene, math.atan2(n[1], n[0])) for n in axes)
    assert reported.split(" ")[1] == number(abs(found))
    assert best.separation == pytest.approx(truth, abs=0.006)
    comparison = LESSON.comparison(compare)
    assert comparison is not None
    wrong = found <= 0.0 < best.separation or found < min(best.separation, 0.0) - 1e-9
    assert comparison.differs(moment) is wrong
    words = f"{reported}, error {round(best.separation, 2) - round(found, 2):.2f}" if wrong else "no error here"
    assert labels(moment, CURVE, Ink.FAULTY) == [f"{compare}:\n{words}"]
    cross = next(m for m in Told.draw(CURVE, moment).marks if isinstance(m, Dot) and m.ink is Ink.FAULTY)
    assert cross.at[1] == pytest.approx(found)
    assert s_at(scene, math.radians(cross.at[0])) == pytest.approx(found)
    assert labels(moment, WORLD, Ink.FAULTY) == [rf"$\theta$ = {cross.at[0]:.0f}°", f"$s$ = {number(found)}"]
    assert not any(labels(each, WORLD, Ink.FAULTY) for each in moments(name, compare)[:-1]), "found at its end"
    shown = [float(each.strip("−")) for each in (number(found), number(best.separation))]
    error = shown[0] - shown[1] if best.separation <= 0.0 else shown[0] + shown[1]
    assert not wrong or float(f"{best.separation - found:.2f}") == pytest.approx(error), "what is read off agrees"
    bars = [m for m in Told.draw(WORLD, moment).marks if isinstance(m, Stroke) and m.ink is Ink.FAULTY]
    measured = np.array(next(m for m in bars if m.line is Line.MEASURE).points)
    assert math.dist(*measured) == pytest.approx(abs(found))
    dotted = [m for m in Told.draw(WORLD, moment).marks if isinstance(m, Stroke) and m.line is Line.DOTTED]
    pink = [np.array(m.points) for m in dotted if m.ink is Ink.FAULTY]
    assert bool(pink) is (compare == "edges of A only"), "the edges whose normal it settles on"
    for p, q in pink:
        turned = math.degrees(math.atan2(*(q - p)[::-1])) + 90.0
        assert math.remainder(turned - cross.at[0], 180.0) == pytest.approx(0.0, abs=1e-6)
    dotted = [m for m in dotted if m.ink is not Ink.FAULTY]
    assert [m.ink for m in dotted] == [Ink.A, Ink.B], "one can tell whose bar is whose"
    thin = [np.array(m.points) for m in dotted]
    n = np.diff(measured, axis=0)[0] / math.dist(*measured)
    for shape, bar in zip((scene.a.world, scene.b.world), thin, strict=True):
        along = shape.points @ n
        assert sorted(bar @ n) == pytest.approx([along.min() - shape.radius, along.max() + shape.radius])
    assert ("too deep" in said(moment)) == (found < best.separation <= 0.0)
    assert ("wrong, A and B are apart" in said(moment)) == (found <= 0.0 < best.separation)
    assert f"finds {'an' if found <= 0.0 else 'a'} {reported.replace(' ', ' of ')}" in said(moment)
    page, right = LESSON.page(moment), LESSON.page(moments(name, "")[-1])
    if wrong:  # the rule's own words and numbers, not those of the right one
        assert plain(page.idea).lower().startswith(f"{compare.lower()}: ")
        missed = "gap" if best.separation > 0.0 else "least overlap"
        best_at = f"{math.degrees(best.angle):.0f}°"
        assert f"s = {number(found)}, at {cross.at[0]:.0f}°. The {missed} at {best_at} is missed." in plain(page.idea)
        numbers = [float(each) for each in re.findall(r"\{(-?\d+\.\d\d)\}", page.formula)]
        assert numbers == [round(found, 2), round(best.separation, 2)]
        assert numbers[0] < numbers[1]
    else:
        assert (page.idea, page.formula) == (right.idea, right.formula)
    row = LESSON.page(moment).rows[-1]
    assert (row.faulty, row.cells[-1]) == (True, number(found))
    same = [m.step for m in moments(name, "") if isinstance(m.step, AtEdge)]
    same = [s for s in same if abs(math.remainder(s.angle - math.radians(cross.at[0]), math.pi)) < 1e-9]
    told = f"{same[0].edge.owner}{same[0].edge.index}: {compare}" if same else compare
    kink = ("yes" if same[0].faces else "no") if same else ""
    assert (row.cells[0], row.cells[2]) == (told, kink)


def test_a_comparison_that_finds_the_truth_costs_nothing() -> None:
    moment = moments("Contained", "edges of A only")[-1]
    comparison = LESSON.comparison("edges of A only")
    assert comparison is not None
    assert not comparison.differs(moment)
    assert "no error here" in labels(moment, CURVE, Ink.FAULTY)[0]
    assert not LESSON.comparison("edges of A only").differs(moments("Two circles", "edges of A only")[-1])  # type: ignore[union-attr]


@pytest.mark.parametrize("compare", ["edges of A only", "x and y only"])
def test_the_error_is_the_difference_of_the_two_numbers_that_are_shown(compare: str) -> None:
    told = 0
    for name in LESSON.presets:
        moment = moments(name, compare)[-1]
        words = "".join(labels(moment, CURVE, Ink.FAULTY))
        if "error " in words and "no error" not in words:
            best = float(number(moment.step.separation).replace("−", "-"))
            kind, shown, error = words.split("\n")[1].replace(", error", "").split(" ")
            found = float(shown) if kind == "gap" else -float(shown)
            assert float(error) == pytest.approx(best - found), name
            told += 1
    assert told


def challenge_of(scene: ShapesAndAxis, step: int) -> Any:
    return LESSON.challenge(moments_of(LESSON, scene)[step])


def test_at_first_the_goal_is_a_gap_or_the_least_overlap() -> None:
    apart, deep = LESSON.presets["Gap on few axes"].scene, LESSON.presets["Overlap"].scene
    assert "leave a gap" in challenge_of(apart, 0).text
    found = apart.turned_to(LESSON.run(apart).result.angle)
    assert challenge_of(found, 0).reached
    assert challenge_of(found, 0).now == "now gap 0.49"
    assert "that separates the projections is shortest" in challenge_of(deep, 0).text
    assert challenge_of(deep.turned_to(LESSON.run(deep).result.angle), 0).reached
    assert not challenge_of(deep.turned_to(LESSON.run(deep).result.angle + 0.1), 0).reached


def test_two_equal_tops_meet_the_challenge() -> None:
    square = convex(((-0.8, -0.8), (0.8, -0.8), (0.8, 0.8), (-0.7, 0.8), (-0.8, 0.7)))
    scene = ShapesAndAxis(at(box(1.6, 1.6), -0.5, -0.5), at(square, 0.5, 0.5), Arrow((0.0, 0.0), (1.0, 0.2)))
    challenge = challenge_of(scene, -1)
    assert challenge.reached
    assert challenge.now == "maxima −0.60 and −0.60"
    assert sorted(round(math.degrees(angle)) for angle, _ in tops(moments_of(LESSON, scene)[-1])) == [0, 90]
    assert not challenge_of(scene.with_field("b", at(square, 0.6, 0.5)), -1).reached
    apart = challenge_of(scene.with_field("b", at(square, 2.5, 2.5)), -1)
    assert (apart.reached, apart.now) == (False, "now 1.98 apart")
    assert challenge_of(LESSON.presets["Overlap"].scene, -1).now == "maxima −0.58 and −0.85"
    assert challenge_of(LESSON.presets["Contained"].scene, -1).now == "maxima −1.30 and −1.36"


def test_goals_of_the_squares_the_boxes_and_the_triangle() -> None:
    squares = LESSON.presets["Gap missed by x and y"].scene
    assert "x axis or the y axis" in challenge_of(squares, -1).text
    assert challenge_of(squares, -1).now == "now overlap 0.29"
    moved = squares.with_field("b", at(squares.b.shape, 0.4, 1.35, 45))
    assert challenge_of(moved, -1).reached
    assert challenge_of(moved, -1).now == f"now gap {max(s_at(moved, 0.0), s_at(moved, math.pi / 2.0)):.2f}"
    boxes = LESSON.presets["Corner to corner"].scene
    assert challenge_of(boxes, -1).text == "Place B so that the gaps at 0° and at 90° are equal."
    assert challenge_of(boxes, -1).now == f"now gap {s_at(boxes, 0.0):.2f} and gap {s_at(boxes, math.pi / 2.0):.2f}"
    assert challenge_of(boxes.with_field("b", at(boxes.b.shape, 1.0, 0.85)), -1).reached
    assert not challenge_of(boxes.with_field("b", at(boxes.b.shape, 0.4, 0.35)), -1).reached, "equal, and no gaps"
    assert challenge_of(LESSON.presets["Just touching"].scene, -1).now == "now overlap 1.50 and touching"
    triangle = LESSON.presets["Gap missed by A’s edges"].scene
    assert "an edge of A shows a gap as well" in challenge_of(triangle, -1).text
    assert challenge_of(triangle, -1).now == "now overlap 0.15"
    lifted = triangle.with_field("b", at(triangle.b.shape, 0.95, 0.85))
    assert (challenge_of(lifted, -1).reached, challenge_of(lifted, -1).now) == (True, "now gap 0.15")


def test_where_no_edge_normal_is_best_the_nearest_points_are_joined() -> None:
    for name in ("Two circles", "Capsule and circle", "Corner to corner"):
        moment = moments(name)[-1]
        lines = [m for m in Told.draw(WORLD, moment).marks if isinstance(m, Stroke) and m.ink is Ink.ANSWER]
        p, q = map(np.array, lines[-1].points)
        scene = moment.scene
        a, b = scene.a.world, scene.b.world
        assert math.dist(p, q) == pytest.approx(moment.step.separation + a.radius + b.radius)
        assert abs(float((q - p) @ way(moment.step.angle))) == pytest.approx(math.dist(p, q)), "along the axis"
        assert any(tuple(p) == tuple(each) for each in a.points)
        assert any(tuple(q) == tuple(each) for each in b.points)


def test_the_idea_of_b_s_edges_says_where_they_are_needed() -> None:
    for name in POLYGONS:
        found = moments(name, "")
        of_a = [m.step.separation for m in found if isinstance(m.step, AtEdge) and m.step.edge.owner == "A"]
        needed = max(of_a) <= 0.0 < found[-1].step.separation and found[-1].step.separation > 1e-9
        ideas = {LESSON.page(m).idea for m in found if isinstance(m.step, AtEdge) and m.step.edge.owner == "B"}
        assert [idea.startswith("No edge of A shows a gap") for idea in ideas] == [needed], name


def test_of_the_axis_turned_by_hand_nothing_is_left_while_another_one_is_told_of() -> None:
    """A ring far from the axis of the step would be taken for something to be turned now."""
    (pane, *_) = panes_of(LESSON.layout)
    for moment in moments("Gap on few axes"):
        assert pane.idle is not None
        assert (tuple(pane.idle(moment)) == ("axis",)) != isinstance(moment.step, HAND)
        if not isinstance(moment.step, HAND):
            strokes = [m for m in Told.draw(WORLD, moment).marks if isinstance(m, Stroke)]
            end = tuple(moment.scene.axis.end.tolist())
            assert not any(point == end for m in strokes for point in m.points)


@pytest.mark.parametrize("name", POLYGONS)
def test_what_the_proof_needs_of_a_cosine_is_told_where_it_is_met(name: str) -> None:
    """One inference a step: over how much of a turn a cosine is above 0, or that it has no maximum below 0; then, at
    the last step, what follows for the curve."""
    moment, last = at_step(name, BetweenKinks, ""), moments(name, "")[-1]
    is_apart = last.step.separation > 1e-9
    idea = plain(LESSON.page(moment).idea)
    assert ("A cosine stays above 0 for 180°" if is_apart else "Below 0 a cosine curves upwards: it has no") in idea
    assert ("the curve only for" in idea) is is_apart, "and no more than that"
    assert "180°" not in plain(LESSON.page(last).idea)
    dx, dy = moment.step.difference
    turns = np.linspace(0.0, 2.0 * math.pi, 7200, endpoint=False)
    assert np.mean(dx * np.cos(turns) + dy * np.sin(turns) > 0.0) == pytest.approx(0.5, abs=1e-3)
    marks = Told.draw(CURVE, moment).marks
    told = [m for m in marks if isinstance(m, Label) and m.text == "above 0 over 180°"]
    assert len(told) <= 1
    assert is_apart or not told
    for label in told:
        x, y = label.at
        assert 0.0 < y == pytest.approx(dx * math.cos(math.radians(x)) + dy * math.sin(math.radians(x)), abs=1e-6)
    assert told or name not in ("Gap on few axes", "Corner to corner", "Gap missed by A’s edges")
    rest = [m.text for m in Told.draw(CURVE, last).marks if isinstance(m, Label) and "180°" in m.text]
    assert all(text == "180°" or text.startswith("direction") for text in rest), "on the scale alone"


@pytest.mark.parametrize("name", ["Gap on few axes", "Overlap"])
def test_the_chart_keeps_its_scale(name: str) -> None:
    assert len({axes_of(moment).y for moment in moments(name)}) == 1


def test_a_number_away_from_its_end_is_led_to_it_unless_under_the_pill() -> None:
    led = 0
    for moment in (m for name in POLYGONS for m in moments(name) if isinstance(m.step, AtEdge)):
        marks = Told.draw(WORLD, moment).marks
        n = way(moment.step.angle)
        for owner, ink in (("A", Ink.A), ("B", Ink.B)):
            (named,) = [
                m
                for m in marks
                if isinstance(m, Label)
                and m.text.endswith(tuple("0123456789"))
                and (rf"\max_{owner}" in m.text or rf"\min_{owner}" in m.text)
            ]
            assert named.fixed
            leads = [m for m in marks if isinstance(m, Stroke) and m.ink is ink and m.line is Line.THIN]
            led += len(leads)
            for lead in leads:
                value = float(plain(named.text).split("= ")[1].replace("−", "-"))
                assert float(np.array(lead.points[0]) @ n) == pytest.approx(value, abs=0.006)
                way_out = np.dot(np.subtract(lead.points[-1], lead.points[0]), (n[1], -n[0]))
                assert float(way_out) > 0.0, "on the side of the words"
                (pill,) = [m for m in marks if isinstance(m, Label) and m.style is TextStyle.PILL]
                assert all(math.dist(pill.at, point) > 5.0 * 0.01 for point in lead.points), "not at the pill"
    assert led > 0


def test_numbers_of_edges_keep_clear_of_the_lines_of_the_projections() -> None:
    for name in POLYGONS:
        moment = moments(name)[0]
        scene, n = moment.scene, way(moment.scene.angle)
        marks = Told.draw(WORLD, moment).marks
        ends = [f(each.world.points @ n) for each in (scene.a, scene.b) for f in (np.min, np.max)]
        numbers = [m for m in marks if isinstance(m, Label) and m.style is TextStyle.NUMBER]
        assert len(numbers) == len(scene.a.world.points) + len(scene.b.world.points)
        for mark in numbers:
            assert isinstance(mark.feature, FeatureRef)
            shape = scene.shape_of(mark.feature)
            p, q = shape.edges[mark.feature.index]
            t = float((np.array(mark.at) - p) @ (q - p)) / float((q - p) @ (q - p))
            assert np.array(mark.at) == pytest.approx(p + t * (q - p))
            at_half = min(
                abs(float(((p + q) / 2.0 + 0.12 * shape.normals[mark.feature.index]) @ n) - e) for e in ends
            )
            assert t == pytest.approx(0.5) or at_half < 0.3, "in the middle unless a line is near"


def test_a_shelf_is_no_top() -> None:
    """A kink from which the curve falls by less than 0.002 before it rises again."""
    for name in POLYGONS:
        moment = moments(name)[-1]
        scene = moment.scene
        turns = np.linspace(0.0, math.pi, 1441)[:-1]
        for angle, s in tops(moment):
            assert s == pytest.approx(s_at(scene, angle))
            for sign in (1.0, -1.0):
                values = [s_at(scene, angle + sign * turn) - s for turn in turns]
                fallen = next(i for i, v in enumerate(values) if v <= -0.002)
                assert max(values[:fallen]) <= 1e-9


def test_round_shapes_have_goals_of_their_own() -> None:
    ball, rod = circle(0.8), capsule((0.0, -0.7), (0.0, 0.7), 0.3)
    axis = Arrow((0.0, 0.0), (1.0, 0.2))
    half = ShapesAndAxis(at(ball, 0.0, 0.0), at(ball, 1.6 * math.sqrt(2.0), 0.0), axis)
    assert challenge_of(half, -1).reached
    assert challenge_of(half, -1).now == "now 90° of 180°"
    assert not challenge_of(half.with_field("b", at(ball, 2.5, 0.0)), -1).reached
    beside = ShapesAndAxis(at(rod, 0.0, 0.0), at(ball, 1.5, 0.0), axis)
    assert challenge_of(beside, -1).reached
    assert challenge_of(beside, -1).now == "now gap 0.40"
    assert not challenge_of(beside.with_field("b", at(ball, 0.0, 2.3)), -1).reached


def test_rounded_polygons_are_round() -> None:
    soft = convex(((-1.0, -0.5), (1.0, -0.5), (0.0, 1.0)), radius=0.2)
    scene = ShapesAndAxis(at(soft, 0.0, 0.0), at(soft, 0.3, 0.4), Arrow((0.0, 0.0), (1.0, 0.3)))
    assert "edge normal" in challenge_of(scene, -1).text
    assert "can lie between" in LESSON.page(moments_of(LESSON, scene)[-1]).idea


def test_failing_scenes_open_at_the_answer() -> None:
    for name in NAMES[-2:]:
        preset = LESSON.presets[name]
        trace = LESSON.run(preset.scene)
        assert isinstance(trace.steps[preset.opens_at(trace)], BestAxis)


def test_concentric_and_coincident_shapes_can_be_told() -> None:
    axis, three = Arrow((0.0, 0.0), (1.0, 1.0)), convex(((-1.0, -0.5), (1.0, -0.5), (0.0, 1.0)))
    for shape in (circle(0.8), three, box(1.0, 1.0)):
        for moment in moments_of(LESSON, ShapesAndAxis(at(shape, 0.0, 0.0), at(shape, 0.0, 0.0), axis)):
            assert said(moment)
            for pane in LESSON.panes:
                assert Told.draw(pane, moment).marks


def test_where_both_terms_are_equal_neither_is_set_back() -> None:
    scene = LESSON.presets[NAMES[0]].scene
    same = replace(scene, a=replace(scene.a, shape=box(2.0, 1.0)), b=replace(scene.b, shape=box(2.0, 1.0)))
    same = replace(same, b=replace(same.b, pose=same.a.pose))
    for angle in (0.0, 0.4, 1.3):
        first, second = same.terms(angle)
        assert first == pytest.approx(second)
        assert deciding(same, angle) == BOTH_TERMS
    first, second = scene.terms(0.4)
    assert abs(first - second) > 0.1
    assert deciding(scene, 0.4) != BOTH_TERMS


SET_UP = {  # perimeter, radius, x, y and degrees of each body
    "Gap on few axes": ("a 6.387 0 -0.4 -0.7 -30; b 6.177 0 0.69 0.98 -10"),
    "Corner to corner": ("a 5.6 0 -0.7 -0.85 0; b 5.2 0 0.9 0.85 0"),
    "Overlap": ("a 6.698 0 -0.1 -0.6 -14; b 6 0 0.3 0.505 30"),
    "Just touching": ("a 6.8 0 -0.1 -0.7 0; b 5.8 0 0.2 0.65 0"),
    "Contained": ("a 8.4 0 0 0 5; b 3 0 0.2 0.35 25"),
    "Two circles": ("a 0 1 -0.25 -0.9 0; b 0 0.7 0.25 1.1 0"),
    "Capsule and circle": ("a 2.746 0.45 0.4 -0.75 0; b 0 0.7 -0.4 1.2 0"),
    "Gap missed by A’s edges": ("a 5.8 0 -0.25 -0.9 0; b 6.078 0 0.95 0.55 0"),
    "Gap missed by x and y": ("a 5.2 0 -0.5 -0.6 45; b 5.2 0 0.4 0.95 45"),
}


@pytest.mark.parametrize("name", SET_UP)
def test_a_scene_is_set_up_as_it_was_chosen(name: str) -> None:
    """A second entry of the numbers that make the scene: what it shows hangs on each."""
    assert set_up(LESSON, name) == SET_UP[name]


def test_every_scene_is_entered_twice() -> None:
    assert list(SET_UP) == list(LESSON.presets)
