"""Mass, centre, moment of inertia: every number against shapely and sums over the scene's own outline."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
import shapely

from geometry import Polygon, StepRules, rectangle, rigid_body, simulate, static_body
from geometry.feature import FeatureKind, FeatureRef
from lessons.bodies.mass import MassLesson
from lessons.bodies.mass_asked import NEAR, part_left
from lessons.bodies.mass_dots import is_cut
from lessons.bodies.mass_figure import disc_at, pivot_of, swing, take
from lessons.bodies.mass_scene import FLAT, KINDS, MEAN, ORIGIN, SPLIT, Pill, Plate, Stage, Weighed, stage_of
from lessons.bodies.mass_stack import below, floor_of
from tests.lessons.figures import drawn, labels, moments, strokes, symbols
from tests.lessons.second_edition import Told, moments_of, nested
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point
from viz.lesson.lesson import Moment
from viz.lesson.mark import Area, Arrow, Dot, Field
from viz.lesson.outline import Outline
from viz.lesson.prediction import Click, Place
from viz.lesson.text import coords, fixed, plain

LESSON = MassLesson()
NAMES = list(LESSON.presets)
FIRST, CROWDED, BOX, KITE, CONCAVE, CAPSULE, FRAME = NAMES
each_scene = pytest.mark.parametrize("name", NAMES)


def at_stage(name: str, stage: Stage, compare: str = "", **changes: Any) -> Moment[Any]:
    scene = replace(LESSON.presets[name].scene, **changes)
    return next(m for m in moments_of(LESSON, scene, compare) if stage_of(m) is stage)


def said(moment: Moment[Any]) -> str:
    return plain(LESSON.page(moment).sentence)


def solid(scene: Weighed) -> Any:
    """By shapely, with arcs of 1600 pieces a turn."""
    if isinstance(scene, Pill):
        return shapely.LineString((scene.p, scene.q)).buffer(scene.radius, quad_segs=400)
    assert isinstance(scene, Plate)
    polygon = shapely.Polygon(scene.a.points, scene.a.rings[1:])
    is_round = polygon.convex_hull.equals(polygon) and not polygon.interiors
    return polygon.buffer(scene.radius, quad_segs=400) if is_round else polygon


def second_moment(of: Any) -> float:
    """About the centroid, ring by ring along the outline."""
    c, total = np.array(of.centroid.coords[0]), 0.0
    for ring in (of.exterior, *of.interiors):
        p = np.array(ring.coords)[:-1] - c
        q = np.roll(p, -1, axis=0)
        twice = p[:, 0] * q[:, 1] - p[:, 1] * q[:, 0]
        size = abs(float((twice * ((p * p) + (p * q) + (q * q)).sum(axis=1)).sum()) / 12.0)
        total += size if ring is of.exterior or ring.equals(of.exterior) else -size
    return total


@each_scene
def test_what_is_told_is_shapelys(name: str) -> None:
    scene = LESSON.presets[name].scene
    whole, rho = solid(scene), 2.0
    c = np.array(whole.centroid.coords[0])
    inertia = rho * second_moment(whole)
    area = at_stage(name, Stage.AREA, density=rho)
    assert said(area).endswith(f"m = 2.00 · {fixed(whole.area)} = {fixed(rho * whole.area)}.")
    assert scene.found.center == pytest.approx(c, abs=1e-4)
    held = ": the shape balances on the needle"
    if not whole.contains(shapely.Point(c)):
        held = ", where no material is. A weightless plate would balance there"
    balanced = plain(LESSON.situation(at_stage(name, Stage.CENTROID)))
    assert balanced == f"Mass {fixed(whole.area)}, centre at {coords(c + 0.0)}{held}."
    moment = at_stage(name, Stage.MOMENT, density=rho)
    assert moment.scene.found.inertia == pytest.approx(inertia, rel=1e-4)
    total = said(moment).split(" = ")[2].split(":")[0]
    assert float(total) == pytest.approx(inertia, rel=1e-4, abs=0.006)
    radius = fixed(math.sqrt(inertia / rho / whole.area))
    assert said(moment).endswith(f"radius of gyration R = {radius}.")


def test_the_numbers_of_the_storyboard() -> None:
    first = moments(LESSON, FIRST)
    assert [stage_of(m).value for m in first] == [
        "Polygon", "Strips", "Sectors", "Area", "Centroid", "Own moment", "Moment", "Dots",
    ]  # fmt: skip
    told = [said(m) for m in first]
    assert told[0] == "A_0 = ½ (4.00 · 3.00 − 0.00 · 0.00) = 6.00."
    assert told[1] == "Strip 1: 5.00 · 0.50 = 2.50. All strips: P r = 12.00 · 0.50 = 6.00.".replace("P r", "Pr")
    assert told[2].startswith("Sector 1: θ = 143.1°, area 0.31.")
    assert told[3] == "Area: 6.00 + 6.00 + 0.79 = 12.79. m = 1.00 · 12.79 = 12.79."
    assert told[4] == "x: 18.25 / 12.79 = 1.43, y: 12.83 / 12.79 = 1.00. The polygon alone: (1.33, 1.00)."
    assert told[5] == "Strip 1: 2.50 · (5.00² + 0.50²) / 12 = 5.26. The polygon (see its pieces): 8.33. All: 17.50."
    assert told[6].startswith("I = 1.00 · (17.50 + 16.66) = 34.16:")
    rows = LESSON.table(first[6])
    assert rows is not None
    assert rows.rows[3][1].cells == ("strip 2", "1.50", "1.16", "4.59", "5.75")
    assert said(at_stage(CONCAVE, Stage.POLYGON)) == "The triangles: 1.05 − 1.35 + 2.40 + 4.80 = 6.90."
    assert said(at_stage(FRAME, Stage.HOLE)) == "What is cut out has 4.00: it counts as −4.00."
    assert LESSON.presets[FRAME].scene.found.inertia == pytest.approx(40.0)
    assert LESSON.presets[CAPSULE].scene.found.inertia == pytest.approx(4.8653, abs=5e-5)


@each_scene
def test_the_pieces_cover_the_shape_once(name: str) -> None:
    scene = LESSON.presets[name].scene
    polygons = [shapely.Polygon(piece.outline) for piece in scene.pieces if piece.kind is not KINDS[Stage.HOLE]]
    together = shapely.unary_union(polygons)
    assert sum(p.area for p in polygons) == pytest.approx(together.area, rel=1e-3), "no two overlap"
    cut = [shapely.Polygon(p.outline) for p in scene.of_kind(KINDS[Stage.HOLE])]
    assert (
        together.difference(shapely.unary_union(cut)).symmetric_difference(solid(scene)).area < 3e-3 * together.area
    )


def test_strips_move_out_and_sectors_meet_in_one_disc() -> None:
    strips, sectors = at_stage(FIRST, Stage.STRIPS), at_stage(FIRST, Stage.SECTORS)
    scene = strips.scene
    for time in (0.0, 1.0):
        areas = [m for m in drawn(LESSON, "apart", replace(strips, time=time)).marks if isinstance(m, Area)]
        core = shapely.Polygon(scene.a.points)
        far = [core.distance(shapely.Polygon(m.points)) for m in areas[1:]]
        assert far == pytest.approx([time * 0.085 * 5.0] * 3, abs=1e-9)
    wedges = [m for m in drawn(LESSON, "apart", replace(sectors, time=1.0)).marks if isinstance(m, Area)][-3:]
    assert {tuple(np.round(m.points[0], 9)) for m in wedges} == {tuple(np.round(disc_at(scene), 9))}
    disc = shapely.unary_union([shapely.Polygon(m.points).buffer(1e-9) for m in wedges])
    assert disc.area == pytest.approx(math.pi * 0.25, rel=3e-3)
    assert np.array(disc.centroid.coords[0]) == pytest.approx(disc_at(scene), abs=1e-3)
    capsule = LESSON.presets[CAPSULE].scene
    assert not solid(capsule).intersects(shapely.Point(disc_at(capsule)).buffer(0.5)), "no room in a segment"


def test_symbols_stand_at_their_marks() -> None:
    strips = labels(drawn(LESSON, "apart", at_stage(FIRST, Stage.STRIPS)), Ink.EXAMINED)
    assert {"L_1", "r", "strip 1: 2.50"} <= set(strips)
    centroid = at_stage(FIRST, Stage.CENTROID)
    named = symbols(drawn(LESSON, "apart", centroid), Ink.EXAMINED)
    assert named[r"\boldsymbol c_0"] == pytest.approx((4.0 / 3.0, 1.0))
    assert named[r"\boldsymbol c_k"] == pytest.approx((2.0, -0.25 - 0.425))
    whole = drawn(LESSON, "whole", at_stage(FIRST, Stage.MOMENT))
    ring = next(np.array(m.points) for m in strokes(whole, Ink.ANSWER, Line.THIN))
    c = centroid.scene.found.center
    assert np.hypot(*(ring - c).T) == pytest.approx(math.sqrt(34.1625 / 12.7854), abs=1e-4)
    (longest,) = (np.array(m.points) for m in strokes(whole, Ink.EXAMINED, Line.MEASURE))
    assert longest == pytest.approx(np.array((c, (-0.25, 1.5)))), "of strip 2, which gains most"
    assert "d_k = 1.75" in labels(whole)
    p = symbols(drawn(LESSON, "apart", at_stage(CONCAVE, Stage.OWN)), Ink.EXAMINED)[r"\boldsymbol p_0"]
    middle = np.array(solid(LESSON.presets[CONCAVE].scene).centroid.coords[0]) + (3.5, 0.5)
    assert p == pytest.approx(middle / 2.0), "half-way from the centroid to vertex 0"
    sectors = [m for m in nested(LESSON, moments(LESSON, FIRST)) if stage_of(m) is Stage.OWN][-3:]
    assert all("a" in symbols(drawn(LESSON, "apart", m)) for m in sectors)


@pytest.mark.parametrize("time", [0.0, 0.37, 1.0])
def test_dots_fall_row_by_row_and_are_counted(time: float) -> None:
    moment = replace(at_stage(FIRST, Stage.DOTS, density=2.0), time=time)
    for pane, dots in zip(("apart", "whole"), moment.scene.dots, strict=True):
        canvas = drawn(LESSON, pane, moment)
        shown = dots.points[: math.ceil(time * len(dots.points))]
        total = 2.0 * dots.spacing**2 * float(((shown - dots.points.mean(axis=0)) ** 2).sum())
        part = f"{len(shown)} of {len(dots.points)} dots: sum so far {fixed(total)}"
        assert (part if time < 1.0 else f"{len(shown)} dots: I ≈ {fixed(total)}") in labels(canvas)
        (field,) = (m for m in canvas.marks if isinstance(m, Field))
        amounts = np.array(field.amounts)
        assert np.count_nonzero(amounts) == len(shown)
        if time == 1.0:
            row, column = np.unravel_index(amounts.argmax(), amounts.shape)
            brightest = np.array(field.low) + (np.array((column, row)) + 0.5) * dots.spacing
            far = np.hypot(*(dots.points - dots.center).T)
            assert math.dist(brightest, dots.center) == pytest.approx(far.max())
    off = [abs(d.inertia / moment.scene.found.inertia - 1.0) for d in moment.scene.dots]
    n = [len(dots.points) for dots in moment.scene.dots]
    assert said(moment).startswith(
        f"Off by {100.0 * off[0]:.1f} % with {n[0]} dots, {100.0 * off[1]:.1f} % with {n[1]}:"
    )


def test_held_off_its_centre_the_shape_swings_until_that_hangs_below() -> None:
    moment = at_stage(FIRST, Stage.CENTROID)
    c = moment.scene.found.center
    assert LESSON.clock(moment) is None, "it is balanced"
    follow = take(moment, c - (0.0, 1.0))
    assert follow is not None, "the needle is held anywhere along it"
    assert take(moment, c + (1.0, 0.0)) is None
    moved: Any = follow(moment.scene, c, np.array((2.0, 1.5)))
    off = moments_of(LESSON, moved)[moment.index]
    assert pivot_of(off).tolist() == [2.0, 1.5]
    assert f"{fixed(math.dist(c, (2.0, 1.5)))} from c: released" in plain(LESSON.situation(off))
    clock = LESSON.clock(off)
    assert clock is not None
    assert clock.ticks[off.index] == 0.0
    turns = [swing(moved, pivot_of(off), t) for t in (0.0, 0.05, 1.0)]
    assert turns[0] == 0.0
    assert turns[1] > 0.0, "the weight is on the left: counter-clockwise"
    arm = c - (2.0, 1.5)
    hanging = math.remainder(-math.pi / 2.0 - math.atan2(arm[1], arm[0]), math.tau)
    assert turns[2] == pytest.approx(hanging, abs=0.25)
    fine = swing(replace(moved, density=3.0), pivot_of(off), 0.05)
    assert fine == pytest.approx(turns[1]), "whatever it weighs"
    (answer,) = (
        m
        for m in drawn(LESSON, "whole", replace(off, time=1.0)).marks
        if isinstance(m, Dot) and m.point is Point.ANSWER
    )
    assert math.dist(answer.at, (2.0, 1.5)) == pytest.approx(math.hypot(*arm))
    assert answer.at[1] < 1.5 - 0.9 * math.hypot(*arm)
    foot = min(y for m in strokes(drawn(LESSON, "whole", off), Ink.QUIET) for _, y in m.points)
    lowest = min(
        y
        for t in (0.1, 0.2, 0.3, 0.5, 1.0)
        for m in strokes(drawn(LESSON, "whole", replace(off, time=t)), Ink.A, Line.OUTLINE)
        for _, y in m.points
    )
    assert foot < lowest, "it never strikes the ground"


def test_a_vertex_can_be_dragged_in_both_views() -> None:
    moment = at_stage(FIRST, Stage.AREA)
    follow = take(moment, np.array((4.05, 0.0)))
    assert follow is not None
    changed: Any = follow(moment.scene, np.array((4.0, 0.0)), np.array((5.0, 0.5)))
    assert changed.a.points[1].tolist() == [5.0, 0.5]
    assert take(moment, np.array((2.0, 1.0))) is None
    concave = Plate(a=Outline(((0, 0), (4, 0), (1, 1), (0, 4))))
    assert isinstance(concave.shape, Polygon)
    assert "its radius is left out" in plain(LESSON.situation(moments_of(LESSON, concave)[0]))
    with pytest.raises(ValueError, match="cross"):
        changed.with_field("a", Outline(((0, 0), (4, 4), (4, 0), (0, 4))))


def test_a_clockwise_list_is_told_from_the_same_vertex() -> None:
    triangle = Plate(a=Outline(((0, 0), (0, 3), (4, 0))))
    moment = moments_of(LESSON, triangle)[1]
    assert said(moment) == said(at_stage(FIRST, Stage.STRIPS))
    canvas = drawn(LESSON, "apart", moment)
    (far,) = (at for text, at in labels(canvas, Ink.A).items() if text == "1")
    assert abs(3.0 * far[0] + 4.0 * far[1] - 12.0) < 1e-9, "edge 1 is the longest one, as strip 1"
    first = labels(drawn(LESSON, "apart", moments_of(LESSON, triangle)[0]), Ink.A)
    assert {text.strip(): at for text, at in first.items()}["v_0"] == (0.0, 0.0)
    assert triangle.shape.points[0].tolist() == [0.0, 0.0]


def test_a_comparison_that_is_right_here_says_nothing() -> None:
    moment = at_stage(BOX, Stage.MOMENT, ORIGIN)  # its centre is the origin
    assert "instead" not in LESSON.situation(moment)
    assert not strokes(drawn(LESSON, "whole", moment), Ink.FAULTY)
    table = LESSON.table(moment)
    assert table is not None
    assert not table.rows[-1][1].faulty


def test_the_needle_is_judged_by_its_distance() -> None:
    asked = LESSON.page(at_stage(FIRST, Stage.AREA)).prediction
    assert isinstance(asked, Place)
    c = np.array(solid(LESSON.presets[FIRST].scene).centroid.coords[0])
    for way, right in ((0.9, True), (1.1, False)):
        for angle in (0.0, 2.0, 4.0):
            at = c + way * NEAR * 5.0 * np.array((math.cos(angle), math.sin(angle)))
            assert asked.judge(((float(at[0]), float(at[1])),)).right is right
    start = asked.judge(asked.start)
    assert not start.right
    assert "middle of the box" in start.because
    assert "larger on the left. You are 0.76 off." in start.because
    assert start.draw is not None
    whole, other = Canvas(0.01), Canvas(0.01)
    start.draw(whole, "whole")
    (around,) = strokes(whole, Ink.FAULTY, Line.DOTTED)
    assert np.array(around.points)[:4].tolist() == [[-0.5, -0.5], [4.5, -0.5], [4.5, 3.5], [-0.5, 3.5]]
    start.draw(other, "apart")
    assert not other.marks
    (arrow,) = (m for m in whole.marks if isinstance(m, Arrow))
    assert arrow.ink is Ink.FAULTY
    assert arrow.end[0] < arrow.start[0], "counter-clockwise about the needle, above it"
    assert "larger on the right" in asked.judge(((0.3, 1.0),)).because
    assert "larger below" in asked.judge(((float(c[0]), 2.4),)).because
    crowded = LESSON.page(at_stage(CROWDED, Stage.AREA)).prediction
    assert isinstance(crowded, Place)
    mean = LESSON.presets[CROWDED].scene.shape.points.mean(axis=0)
    assert "the mean of the vertices: vertices have no weight" in crowded.judge(((*mean.tolist(),),)).because
    assert LESSON.page(at_stage(FRAME, Stage.AREA)).prediction is None, "it begins at the answer"


@pytest.mark.parametrize(("name", "right"), [(FIRST, {"strip 2"}), (CAPSULE, {"sector 0", "sector 1"})])
def test_the_piece_that_gains_most_by_its_distance(name: str, right: set[str]) -> None:
    moment = at_stage(name, Stage.OWN)
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Click)
    c = np.array(solid(moment.scene).centroid.coords[0])
    gain = {}
    for piece in moment.scene.pieces:
        polygon = shapely.Polygon(piece.outline)
        gain[piece.name] = polygon.area * math.dist(polygon.centroid.coords[0], c) ** 2
        verdict = asked.judge(piece.feature)
        assert verdict.right is (piece.name in right)
        assert float(verdict.because.split(" ≈ ")[1].split(". ")[0]) == pytest.approx(gain[piece.name], abs=0.02)
        assert verdict.draw is not None
    assert not asked.judge(FeatureRef("A", FeatureKind.EDGE, 0)).right
    assert {each for each, value in gain.items() if value > 0.99 * max(gain.values())} == right
    reasons = [("strip 1", 1, "near"), ("sector 1", 1, "little area")] if name == FIRST else [("strip 1", 1, "near")]
    for piece, index, why in reasons:
        assert why in asked.judge(FeatureRef(piece, FeatureKind.PART, index)).because


def turned(points: Any, about: Any, angle: float) -> Any:
    """By complex numbers."""
    z = (np.array(points) - about) @ (1.0, 1.0j) * np.exp(1.0j * angle)
    return np.stack((z.real, z.imag), axis=1) + about


@pytest.mark.parametrize("stage", [Stage.MOMENT, Stage.DOTS])
@pytest.mark.parametrize(
    ("name", "compare", "wrong"), [(BOX, FLAT, 0.1733 / 0.3233), (KITE, SPLIT, None), (CONCAVE, ORIGIN, None)]
)
def test_the_same_push_turns_the_wrong_body_at_its_own_spin(
    name: str, compare: str, wrong: float | None, stage: Stage
) -> None:
    moment = at_stage(name, stage, compare)
    found, whole = moment.scene.found, solid(moment.scene)
    c = np.array(whole.centroid.coords[0])
    if compare == SPLIT:
        wrong = sum(term.own for term in found.terms) / found.inertia
    if compare == ORIGIN:
        wrong = 1.0 + whole.area * float(c @ c) / second_moment(whole)
    assert wrong is not None
    clock = LESSON.clock(moment)
    assert clock is not None
    assert clock.plays_on_entry
    for time in (0.5, 1.0):
        canvas = drawn(LESSON, "whole", replace(moment, time=time))
        right = time * math.radians(110.0) / max(1.0, 1.0 / wrong)
        (outline,) = (np.array(m.points) for m in strokes(canvas, Ink.A, Line.OUTLINE))
        assert outline == pytest.approx(turned(moment.scene.outline, c, right), abs=2e-3)
        ghosts = [np.array(m.points) for m in strokes(canvas, Ink.FAULTY, Line.DOTTED)]
        ghost = next(each for each in ghosts if len(each) == len(outline))
        assert ghost == pytest.approx(turned(moment.scene.outline, c, right / wrong), abs=2e-3)
        shown = labels(canvas)
        assert f"right: {math.degrees(right):.0f}°" in shown
        assert f"wrong: {math.degrees(right / wrong):.0f}°" in shown
        assert f"same push, {fixed(1.0 / wrong)} times the spin" in shown
        assert not [m for m in canvas.marks if isinstance(m, Field)], "no dots under the bodies"
    assert LESSON.panes[1].head(moment)[0] == "The same push turns both bodies"
    table = LESSON.table(moment)
    assert table is not None
    assert table.rows[-1][1].faulty
    assert table.rows[-1][1].cells[-1] == fixed(wrong * found.inertia)
    told = plain(LESSON.situation(moment))
    way = "large" if wrong > 1.0 else "small"
    share = f"{100.0 * abs(wrong - 1.0):.0f} % too {way}."
    assert told.endswith(f" {fixed(wrong * found.inertia)} instead of {fixed(found.inertia)}: {share}")
    assert "instead" not in LESSON.situation(at_stage(name, Stage.OWN, compare))


def test_a_comparison_shows_what_it_leaves_out() -> None:
    flat = replace(at_stage(FIRST, Stage.MOMENT, FLAT), time=0.0)
    dotted = [np.array(m.points) for m in strokes(drawn(LESSON, "whole", flat), Ink.FAULTY, Line.DOTTED)]
    assert any(each[:3].tolist() == [[0.0, 0.0], [4.0, 0.0], [0.0, 3.0]] for each in dotted), "all mass within it"
    split = replace(at_stage(KITE, Stage.MOMENT, SPLIT), time=0.0)
    ends = [m.points for m in strokes(drawn(LESSON, "whole", split), Ink.FAULTY, Line.DOTTED) if len(m.points) == 2]
    assert len(ends) == len(split.scene.pieces) + 1, "the distances that it forgets; and its line"
    origin = replace(at_stage(CONCAVE, Stage.MOMENT, ORIGIN), time=0.0)
    lines = [m.points for m in strokes(drawn(LESSON, "whole", origin), Ink.FAULTY, Line.DOTTED)]
    assert ((0.0, 0.0), tuple(origin.scene.found.center)) in lines, "the distance that it counts"


@each_scene
def test_as_much_of_the_area_lies_left_as_is_told(name: str) -> None:
    scene = LESSON.presets[name].scene
    whole, c = solid(scene), scene.found.center
    half = shapely.box(-99.0, -99.0, float(c[0]), 99.0)
    assert part_left(scene) == pytest.approx(whole.intersection(half).area / whole.area, abs=1e-3)


def test_a_right_answer_tells_why_and_stands_the_shape_on_its_needle() -> None:
    asked = LESSON.page(at_stage(FIRST, Stage.AREA)).prediction
    assert isinstance(asked, Place)
    verdict = asked.judge(asked.right)
    told = "Area times distance is equal on all sides of (1.43, 1.00): 55 % of the area lies left of it, but nearer."
    assert verdict.because == told
    assert verdict.draw is not None
    whole = Canvas(0.01)
    verdict.draw(whole, "whole")
    needle = next(m for m in whole.marks if isinstance(m, Area))
    assert needle.points[0] == pytest.approx(LESSON.presets[FIRST].scene.found.center)


@each_scene
def test_both_grids_have_one_scale_and_one_base_line(name: str) -> None:
    moment = at_stage(name, Stage.DOTS)
    left, right = (drawn(LESSON, pane, moment).bounds(words=False) for pane in ("apart", "whole"))
    assert left is not None
    assert right is not None
    assert left.extent[0] / right.extent[0] == pytest.approx(0.55 / 0.45)
    assert (left.low[1], left.high[1]) == pytest.approx((right.low[1], right.high[1]))
    said_at = [
        next(at for text, at in labels(drawn(LESSON, pane, moment), Ink.EXAMINED).items() if "dots" in text)
        for pane in ("apart", "whole")
    ]
    assert said_at[0] == pytest.approx(said_at[1])


@each_scene
def test_cells_that_are_not_cut_are_not_blamed(name: str) -> None:
    scene, whole = LESSON.presets[name].scene, solid(LESSON.presets[name].scene)
    for dots in scene.dots:
        h = dots.spacing / 2.0
        cells = shapely.union_all([shapely.box(x - h, y - h, x + h, y + h) for x, y in dots.points.tolist()])
        assert is_cut(scene, dots) == (cells.symmetric_difference(whole).area > 1e-6)
    told = said(at_stage(name, Stage.DOTS))
    assert ("cut cells" in told) != told.endswith(": the cells' own moments are left out.")
    assert "cut cells" in told or name == FRAME
    if name == FRAME:  # all of the error, in numbers
        assert "less than 0.1 % with 1200" in told
        left_out = [len(d.points) * d.spacing**4 / 6.0 for d in scene.dots]
        assert [40.0 - d.inertia for d in scene.dots] == pytest.approx(left_out)


def test_the_row_of_the_piece_that_is_told_is_marked() -> None:
    for name, stage, told in (
        (FIRST, Stage.STRIPS, "strip 1"),
        (FIRST, Stage.SECTORS, "3 sectors"),
        (FIRST, Stage.OWN, "strip 1"),
        (CAPSULE, Stage.STRIPS, "strip 0"),
    ):
        table = LESSON.table(replace(at_stage(name, stage), is_open=False))
        assert table is not None
        (place,) = table.current
        assert table.rows[place][1].cells[0] == told


@each_scene
def test_a_small_picture_is_the_whole_shape(name: str) -> None:
    scene = LESSON.presets[name].scene
    (_, outside), *holes = scene.sketched()
    assert shapely.Polygon(outside, [ring for _, ring in holes]).area == pytest.approx(solid(scene).area, rel=2e-3)


@pytest.mark.parametrize("name", [CROWDED, CONCAVE])
def test_a_sharp_polygon_is_weighed_by_its_triangles(name: str) -> None:
    moment = at_stage(name, Stage.CENTROID)
    ring = moment.scene.shape.outline if isinstance(moment.scene.shape, Polygon) else moment.scene.shape.points
    want = {tuple(np.round((ring[0] + p + q) / 3.0, 9)) for p, q in pairwise(ring[1:])}
    dots = [m for m in drawn(LESSON, "apart", moment).marks if isinstance(m, Dot) and m.point is Point.SMALL]
    assert want <= {tuple(np.round(m.at, 9)) for m in dots}
    red = sum(m.ink is Ink.OVERLAP for m in dots)
    assert red == (name == CONCAVE), "one of the L's triangles has a negative area"
    assert "v_{i+1}" in LESSON.page(moment).formula
    assert "v_{i+1}" not in LESSON.page(at_stage(FIRST, Stage.CENTROID)).formula


def test_a_hole_has_its_names_when_it_is_told() -> None:
    def named(stage: Stage) -> set[str]:
        shown = labels(drawn(LESSON, "apart", at_stage(FRAME, stage)), Ink.A)
        return {text.strip() for text in shown if "v_" in text}

    assert named(Stage.POLYGON) == {f"v_{i}" for i in range(4)}
    assert named(Stage.HOLE) == {f"v_{i}" for i in range(4, 8)}


def test_the_mean_of_the_vertices_tips_the_shape() -> None:
    moment = at_stage(CROWDED, Stage.CENTROID, MEAN)
    scene = moment.scene
    mean, c = scene.shape.points.mean(axis=0), np.array(solid(scene).centroid.coords[0])
    assert pivot_of(moment) == pytest.approx(mean)
    assert fixed(math.dist(mean, c)) in plain(LESSON.situation(moment))
    assert LESSON.clock(moment) is not None
    assert take(moment, mean) is None, "it stands where the rule puts it"
    assert swing(scene, mean, 0.1) > 0.0
    table = LESSON.table(moment)
    assert table is not None
    assert table.rows[-1][1].cells[2:] == (fixed(mean[0]), fixed(mean[1]))


def test_the_challenge_asks_for_a_bow() -> None:
    def challenge(points: Any, *holes: Any) -> Any:
        scene = Plate(a=Outline(points, *holes), radius=0.0)
        return LESSON.challenge(next(m for m in moments_of(LESSON, scene) if stage_of(m) is Stage.MOMENT))

    bow = challenge(((0, 0), (4, 0), (4, 3), (3.5, 3), (3.5, 0.5), (0.5, 0.5), (0.5, 3), (0, 3)))
    assert bow.reached
    assert bow.now.endswith("outside")
    ell = shapely.Polygon(((0, 0), (3, 0), (3, 1.5), (1.5, 1.5), (1.5, 3), (0, 3)))
    inside = challenge(ell.exterior.coords[:-1])
    assert not inside.reached
    assert inside.now == f"centroid {fixed(ell.exterior.distance(ell.centroid))} inside"
    assert challenge(((0, 0), (4, 0), (4, 4), (0, 4)), ((1, 1), (1, 3), (3, 3), (3, 1))) is None, "a hole is no bow"
    assert LESSON.challenge(at_stage(FIRST, Stage.SECTORS)) is None
    assert LESSON.challenge(replace(at_stage(FIRST, Stage.AREA), is_open=True)) is None


def test_what_lies_in_no_material_does_not_balance() -> None:
    frame = at_stage(FRAME, Stage.CENTROID)
    assert frame.scene.is_hollow
    assert "weightless plate" in labels(drawn(LESSON, "whole", frame))
    assert not any(LESSON.presets[name].scene.is_hollow for name in NAMES if name != FRAME)


def test_a_finer_grid_that_is_further_off_is_called_luck() -> None:
    bad = replace(LESSON.presets[CAPSULE].scene, q=np.array((1.8, 2.4)))
    told = said(next(m for m in moments_of(LESSON, bad) if stage_of(m) is Stage.DOTS))
    assert "nearer by luck" in told
    for name in NAMES:
        assert "luck" not in said(at_stage(name, Stage.DOTS))


def test_a_triangle_is_half_a_cross_product() -> None:
    moment = at_stage(FIRST, Stage.POLYGON)
    ways = [np.subtract(m.end, m.start) for m in drawn(LESSON, "apart", moment).marks if isinstance(m, Arrow)]
    assert [way.tolist() for way in ways] == [[4.0, 0.0], [0.0, 3.0]]
    assert moment.scene.found.terms[0].area == 0.5 * (4.0 * 3.0)
    assert [LESSON.panes[i].head(moment)[0] for i in (0, 1)] == ["Inner polygon", "A on a stack"]
    heads = [LESSON.panes[0].head(at_stage(name, Stage.POLYGON))[0] for name in (CONCAVE, FRAME)]
    assert heads == ["Polygon", "Outline, hole filled"], "sharp corners: nothing is outside it"


def test_the_first_picture_is_a_stack_at_rest() -> None:
    """Of rounded shapes, A on top: three seconds of the step leave each where it is. An edited shape is alone."""
    scene = LESSON.presets["Rounded triangle"].scene
    first, second, *_ = moments_of(LESSON, scene)
    assert plain(LESSON.panes[1].head(first)[0]) == "A on a stack"
    x, floor = floor_of(scene.shape)
    ground = static_body(rectangle((x - 40.0, floor - 4.0), (x + 40.0, floor)))
    shapes = (*below(scene.shape), scene.shape)
    assert len(shapes) == 7
    assert all(shape.radius > 0.0 for shape in shapes)
    start = [ground, *(rigid_body(shape) for shape in shapes)]
    (*_, end) = simulate(start, 180, StepRules(friction=0.6, iterations=20))
    assert end.kinetic < 1e-9
    for before, after in zip(start, end.bodies, strict=True):
        assert after.pose.position == pytest.approx(before.pose.position, abs=0.03)
        assert after.pose.angle == pytest.approx(0.0, abs=1e-3)
    hatched = [len(Told.draw(LESSON.panes[1], moment).marks) for moment in (first, second)]
    assert hatched[0] > hatched[1]
    edited = moments_of(LESSON, scene.with_field("radius", 0.6))[0]
    assert plain(LESSON.panes[1].head(edited)[0]) == "The whole shape A"
