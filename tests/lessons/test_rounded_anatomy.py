"""Anatomy of a rounded polygon: every part against shapely's buffer of the inner polygon."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
import shapely

from geometry import box, convex
from geometry.feature import FeatureKind, FeatureRef
from geometry.query.ray_cast import extended_outline
from lessons.contact.rounded_anatomy import MITRED, SCALED, RoundedAnatomy
from lessons.contact.rounded_anatomy_faulty import extremes
from lessons.contact.rounded_anatomy_figure import Rounding, disc_center, wedge
from tests.lessons.second_edition import moments_of, nested
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.mark import Area, Arrow, Dot, FeatureMark, Label, Stroke, Symbol
from viz.lesson.prediction import Choose, Click, Place
from viz.lesson.scene import at
from viz.lesson.text import fixed, plain

LESSON = RoundedAnatomy()
SCENES = LESSON.presets
FIRST = "Rounded quadrilateral"
each_scene = pytest.mark.parametrize("name", SCENES)


def moments(name: str, compare: str = "") -> list[Moment[Rounding]]:
    return moments_of(LESSON, SCENES[name].scene, compare)


def drawn(moment: Moment[Rounding]) -> Canvas:
    canvas = Canvas(0.01)
    LESSON.panes[0].draw(canvas, moment)
    return canvas


def core_of(scene: Rounding) -> shapely.Geometry:
    held = scene.a.world.points
    if len(held) == 2:
        return shapely.LineString(held)
    polygon = shapely.Polygon(held)
    if not scene.keep_size:
        return polygon
    for p, q in zip(held, np.roll(held, -1, axis=0), strict=True):  # half-planes, moved in
        t = (q - p) / math.dist(p, q)
        n = np.array((t[1], -t[0]))
        top = p - scene.radius * n
        corners = (top - 99 * t, top + 99 * t, top + 99 * t - 99 * n, top - 99 * t - 99 * n)
        polygon = polygon.intersection(shapely.Polygon(corners))
    return polygon


def whole_of(scene: Rounding, part: float = 1.0) -> shapely.Polygon:
    return core_of(scene).buffer(part * scene.radius, quad_segs=400)


def added(*values: float) -> str:
    """A sum as it must be written: its digits add up, or the sign says that they nearly do."""
    total = fixed(sum(values))
    sign = "=" if fixed(sum(float(fixed(v)) for v in values)) == total else "≈"
    return f"{' + '.join(map(fixed, values))} {sign} {total}"


def texts(moment: Moment[Rounding], ink: Ink) -> list[str]:
    return [plain(mark.text) for mark in drawn(moment).marks if isinstance(mark, Label) and mark.ink is ink]


@each_scene
def test_all_sums_are_shapelys(name: str) -> None:
    told, scene = moments(name), SCENES[name].scene
    core, whole = core_of(scene), whole_of(scene)
    around = core.length * (2.0 if len(scene.a.shape.points) == 2 else 1.0)
    disc, r = math.pi * scene.radius**2, scene.radius
    pages = [LESSON.page(moment) for moment in told]
    said = [plain(page.sentence) for page in pages]
    assert f" {fixed(around)} around the core. Its area is {fixed(core.area)}." in said[0]
    assert said[1].endswith(f"{fixed(r)} · {fixed(around)} = {fixed(r * around)}.")
    assert "360.0°" in said[3]
    assert "≈" in said[4] or name != "Sharp tip"
    assert added(core.area, r * around, disc) in said[4]
    if name != "Shrunk first":
        assert f"Outline: {added(around, math.tau * r)}." in said[4]
        assert plain(LESSON.situation(told[4])).endswith(
            f"by {fixed(r)}: area {fixed(whole.area)}, outline {fixed(whole.length)}."
        )
    table = LESSON.table(told[4])
    assert table is not None
    count = len(scene.rounded.points)
    assert [row.cells for _, row in table.rows] == [
        ("core", "", fixed(core.area)),
        (f"{count} bands", fixed(around), fixed(r * around)),
        (f"{count} sectors: one disc", fixed(math.tau * r), fixed(disc)),
        ("rounded polygon", fixed(whole.length), fixed(whole.area)),
    ]


@each_scene
def test_bands_lift_off_with_the_clock(name: str) -> None:
    moment, scene = moments(name)[1], SCENES[name].scene
    for time in (0.0, 0.5, 1.0):
        rim = whole_of(scene, time).exterior if time else core_of(scene)
        marks = drawn(replace(moment, time=time)).marks
        outer = [m for m in marks if isinstance(m, Stroke) and m.ink is Ink.A and m.line is Line.OUTLINE]
        assert len(outer) == len(scene.rounded.points)
        assert max(rim.distance(shapely.Point(p)) for mark in outer for p in mark.points) < 1e-4
    bands = [shapely.Polygon(m.points) for m in marks if isinstance(m, Area) and m.ink is Ink.EXAMINED]
    assert sum(band.area for band in bands) == pytest.approx(scene.radius * sum(map(math.dist, *_edges(scene))))


def _edges(scene: Rounding) -> tuple[np.ndarray, np.ndarray]:
    points = np.array(scene.rounded.points)
    return points, np.roll(points, -1, axis=0)


def test_the_ends_of_the_longest_edge_are_named() -> None:
    moment = moments(FIRST)[1]
    places = {m.latex: np.array(m.at) for m in drawn(moment).marks if isinstance(m, Symbol)}
    starts, ends = _edges(moment.scene)
    longest = int(np.hypot(*(ends - starts).T).argmax())
    u, v = starts[longest], ends[longest]
    assert places[r"\boldsymbol{p}"] == pytest.approx(u)
    assert places[r"\boldsymbol{q}"] == pytest.approx(v)
    for inner, outer in ((u, places[r"\boldsymbol{p}'"]), (v, places[r"\boldsymbol{q}'"])):
        assert math.dist(inner, outer) == pytest.approx(0.4)
        assert (outer - inner) @ (v - u) == pytest.approx(0.0, abs=1e-9)
        assert not core_of(moment.scene).covers(shapely.Point(outer))


@each_scene
def test_arcs_lie_on_the_outline_and_turn_by_what_is_said(name: str) -> None:
    moment, scene = moments(name)[2], SCENES[name].scene
    starts, ends = _edges(scene)
    heading = np.degrees(np.arctan2(*(ends - starts).T[::-1]))
    turns = (heading - np.roll(heading, 1)) % 360.0
    labels = sorted(text for text in texts(moment, Ink.EXAMINED) if "=" in text)
    assert labels == sorted(f"θ_{i} = {fixed(turn, 1)}°" for i, turn in enumerate(turns))
    arcs = [m for m in drawn(moment).marks if isinstance(m, Stroke) and m.line is Line.FEATURE]
    rim = whole_of(scene).exterior
    assert max(rim.distance(shapely.Point(p)) for arc in arcs for p in arc.points) < 1e-4
    sentence = plain(LESSON.page(moment).sentence)
    assert f"{fixed(turns.max(), 1)}°" in sentence
    assert fixed(scene.radius * math.radians(turns.max())) in sentence
    if np.ptp(turns) > 1.0:
        assert sentence.startswith(f"At v{turns.argmax()}, the sharpest vertex,")


@each_scene
def test_the_arcs_fly_from_their_vertices_to_one_disc(name: str) -> None:
    moment, scene = moments(name)[3], SCENES[name].scene
    there = [m for m in drawn(replace(moment, time=0.0)).marks if isinstance(m, Area) and m.opacity == 0.25]
    corners = [np.array(area.points[0]) for area in there]
    assert np.array(corners) == pytest.approx(np.array(scene.rounded.points))
    flown = [m for m in drawn(replace(moment, time=1.0)).marks if isinstance(m, Area) and m.opacity == 0.25]
    wedges = [shapely.Polygon(area.points) for area in flown]
    disc = shapely.unary_union([wedge.buffer(1e-9) for wedge in wedges])
    assert disc.area == pytest.approx(math.pi * scene.radius**2, rel=2e-2)
    assert sum(wedge.area for wedge in wedges) == pytest.approx(disc.area, rel=1e-3)
    assert not disc.intersects(whole_of(scene))
    half = [m for m in drawn(replace(moment, time=0.5)).marks if isinstance(m, Area) and m.opacity == 0.25]
    for before, between, after in zip(there, half, flown, strict=True):
        middle = (np.array(before.points[0]) + after.points[0]) / 2.0
        assert np.array(between.points[0]) == pytest.approx(middle)
    told = texts(moment, Ink.EXAMINED)
    assert "360°" in told
    angles = {f"θ_{arc.vertex} = {fixed(math.degrees(arc.sweep), 1)}°" for arc in scene.arcs}
    symbols = [m for m in drawn(moment).marks if isinstance(m, Symbol) and "theta" in m.latex]
    assert (angles <= set(told)) is (len(scene.arcs) <= 4), "the numbers that the sum beside it adds"
    assert len(symbols) == (0 if len(scene.arcs) <= 4 else len(scene.arcs))
    clock = LESSON.clock(moment)
    assert clock is not None
    assert clock.plays_on_entry
    assert [LESSON.clock(m) is not None for m in moments(name)] == [False, True, False, True, False]


def test_each_part_has_its_area_in_the_figure() -> None:
    scene = SCENES[FIRST].scene
    starts, ends = _edges(scene)
    bands = [0.4 * math.dist(p, q) for p, q in zip(starts, ends, strict=True)]
    numbers = [core_of(scene).area, *bands, math.pi * 0.16]
    *blue, disc = map(fixed, numbers)
    told = texts(moments(FIRST)[4], Ink.A)
    assert told[0] == "A"
    assert told[1].endswith(f" = {blue[0]}")
    assert told[2:6] == blue[1:]
    assert told[6].endswith(f" = {fixed(sum(bands))}")
    assert texts(moments(FIRST)[4], Ink.EXAMINED)[-1].endswith(f" = {disc}")
    shrunk = [t for t in texts(moments("Shrunk first")[4], Ink.A) if t[0].isdigit()]
    assert shrunk == ["0.54", "0.30", "0.54", "0.30"]
    odd = SCENES["Shrunk first"].scene.with_field("radius", 0.35)
    read = [t for t in texts(moments_of(LESSON, odd)[4], Ink.A) if t[0].isdigit()]
    assert read[:2] == read[2:], "equal bands read alike"


def test_edges_and_arcs_are_walked_one_by_one() -> None:
    told = moments(FIRST)
    walked = list(nested(LESSON, told))
    assert len(walked) == 8
    starts, ends = _edges(told[0].scene)
    for moment in walked[:4]:
        i = moment.step.edge
        band = 0.4 * math.dist(starts[i], ends[i])
        assert plain(LESSON.page(moment).sentence).startswith(f"The band at edge {i}: ")
        assert LESSON.page(moment).rows[0].cells[2] == fixed(band)
        told_bands = [m for m in drawn(moment).marks if isinstance(m, Area) and m.ink is Ink.EXAMINED]
        (points,) = [mark.points for mark in told_bands]
        assert np.array(points[0]) == pytest.approx(starts[i])
        assert LESSON.clock(moment) is None
    for moment in walked[4:]:
        names = [m.text for m in drawn(moment).marks if isinstance(m, Label) and m.ink is Ink.EXAMINED]
        assert f"v{moment.step.vertex}" in names
        assert plain(LESSON.page(moment).sentence).startswith(f"At v{moment.step.vertex} ")


def test_shrunk_first_the_outline_keeps_its_size() -> None:
    told = moments("Shrunk first")
    scene, held = told[0].scene, shapely.Polygon(told[0].scene.a.world.points)
    whole = whole_of(scene)
    assert whole.bounds == pytest.approx(held.bounds, abs=1e-6)
    lost = fixed(held.area - whole.area)
    assert plain(LESSON.page(told[4]).sentence).endswith(
        f"of {fixed(held.area)} before: only the corners lose, {lost}."
    )
    assert LESSON.page(told[0]).prediction is None
    much = scene.with_field("radius", 0.8)
    assert much.smaller is None
    assert "too small to be shrunk by 0.80" in plain(LESSON.situation(moments_of(LESSON, much)[0]))


@pytest.mark.parametrize(("name", "compare"), [("Sharp tip", MITRED), ("Long box", SCALED)])
def test_faulty_outlines_are_too_far_out_by_what_is_said(name: str, compare: str) -> None:
    told = moments(name, compare)
    whole, scene = whole_of(told[0].scene), told[0].scene
    if compare == MITRED:
        found = extended_outline(scene.rounded)
        assert found is not None
        tips = found
    else:
        centre = np.array(core_of(scene).centroid.coords[0])
        factor = (core_of(scene).exterior.distance(shapely.Point(centre)) + scene.radius) / 0.5
        tips = centre + factor * (scene.rounded.points - centre)
        assert f"scaled by {fixed(factor)}" in plain(LESSON.situation(told[0]))
    error = fixed(max(whole.distance(shapely.Point(tip)) for tip in tips))
    for moment in told:
        (ghost,) = [m for m in drawn(moment).marks if isinstance(m, Stroke) and m.line is Line.DOTTED and m.closed]
        assert np.array(ghost.points) == pytest.approx(tips)
        assert f"error {error}" in texts(moment, Ink.FAULTY)
        assert error in plain(LESSON.situation(moment))
    discs = [np.array(m.points) for m in drawn(told[3]).marks if isinstance(m, Area) and m.opacity == 0.25]
    assert min(float(points[:, 0].min()) for points in discs) > float(np.array(tips)[:, 0].max())
    assert "error" not in " ".join(texts(moments(FIRST)[4], Ink.FAULTY))


def place() -> tuple[Place, np.ndarray, np.ndarray]:
    asked = LESSON.page(moments(FIRST)[0]).prediction
    assert isinstance(asked, Place)
    u, v = (np.array(p) for p in asked.right)
    return asked, u, v


def test_the_outer_edge_is_parallel_as_long_and_on_the_outline() -> None:
    asked, u, v = place()
    starts, ends = _edges(SCENES[FIRST].scene)
    lengths = np.hypot(*(ends - starts).T)
    assert rf"e}}_{lengths.argmax()}" in asked.text
    assert math.dist(u, v) == pytest.approx(lengths.max())
    rim = whole_of(SCENES[FIRST].scene).exterior
    for t in (0.0, 0.5, 1.0):
        assert rim.distance(shapely.Point(u + t * (v - u))) < 1e-6
    verdict = asked.judge(asked.right)
    assert verdict.right
    assert f"0.40 along the normal, so the edge keeps its length, {fixed(lengths.max())}." in verdict.because
    assert [remark.right for remark in verdict.remarks] == [True, True]


def test_wrong_outer_edges_are_told_apart() -> None:
    asked, u, v = place()
    along = (v - u) / math.dist(u, v)
    n = np.array((along[1], -along[0]))

    def judge(p: np.ndarray, q: np.ndarray) -> tuple[str, str, list[str], list[bool]]:
        verdict = asked.judge(((float(p[0]), float(p[1])), (float(q[0]), float(q[1]))))
        assert not verdict.right
        canvas = Canvas(0.01)
        assert verdict.draw is not None
        verdict.draw(canvas, "world")
        *feet, line = [m for m in canvas.marks if isinstance(m, Stroke)]
        assert {m.ink for m in (*feet, line)} == {Ink.FAULTY}
        for foot, end in zip(feet, (p, q), strict=True):
            assert foot.points[1] == pytest.approx(tuple(end))
            assert (end - foot.points[0]) @ along == pytest.approx(0.0, abs=1e-9)
            assert abs((foot.points[0] - u + 0.4 * n) @ n) < 1e-9, "on the line of the inner edge"
        words = [plain(remark.words) for remark in verdict.remarks]
        return plain(verdict.because), verdict.head, words, [remark.right for remark in verdict.remarks]

    because, head, words, right = judge(u, v - 0.3 * n)
    assert because == "Here p' lies 0.40 and q' lies 0.10 outside of e_2. Rounding adds r = 0.40."
    assert (head, words, right) == ("Place the ends: 1 of 2", ["", "0.10 from e_2"], [True, False])
    because, head, words, _ = judge(u - 0.5 * along, v + 0.5 * along)
    assert because == f"Moving an edge keeps its length, {fixed(math.dist(u, v))}. Yours is 2.75 long."
    assert (head, words) == ("Place the ends: 0 of 2", [f"{fixed(math.hypot(0.4, 0.5))} from the vertex"] * 2)
    because, _, _, _ = judge(u + 0.3 * along, v + 0.3 * along)
    assert because.startswith("The distance is right. But the ends move along the normal")
    assert not asked.judge(asked.start).right


def test_nothing_shows_the_outline_while_it_is_asked_for() -> None:
    moment = moments(FIRST)[0]
    rim = whole_of(moment.scene).exterior

    def on_rim(canvas: Canvas) -> int:
        strokes = [m for m in canvas.marks if isinstance(m, Stroke)]
        return sum(all(rim.distance(shapely.Point(p)) < 1e-3 for p in m.points) for m in strokes)

    assert on_rim(drawn(moment)) == 1
    asked = drawn(replace(moment, is_open=True))
    assert on_rim(asked) == 1, "one rounded corner, so that the first picture shows what is asked about"
    scene = moment.scene
    for mark in asked.marks:
        if isinstance(mark, Stroke) and all(rim.distance(shapely.Point(p)) < 1e-3 for p in mark.points):
            away = [math.dist(p, end) for p in mark.points for end in (scene.longest.start, scene.longest.end)]
            assert min(away) > 0.5, "not to the edge that is asked about"
            vertex = scene.core.points[(scene.longest.edge + 2) % 4]
            assert sum(math.dist(p, vertex) == pytest.approx(0.4, abs=1e-3) for p in mark.points) > 8, "with its arc"
    circles = [m for m in drawn(moment).marks if isinstance(m, Stroke) and m.line is Line.DASHED]
    (ring,) = [np.array(m.points) for m in circles if len(m.points) > 8]
    assert np.hypot(*(ring - ring.mean(axis=0)).T) == pytest.approx(0.4)
    edge = moment.scene.longest
    assert min(math.dist(ring.mean(axis=0), p) for p in (edge.inner_start, edge.inner_end)) > 0.5


def test_half_the_radius_leaves_less_than_half_of_the_layer() -> None:
    moment = moments(FIRST)[3]
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Choose)
    core = core_of(moment.scene)
    layer, left = (core.buffer(r, quad_segs=400).area - core.area for r in (0.4, 0.2))
    (answer,) = asked.right
    assert left < layer / 2.0
    assert answer == "less than half"
    assert plain(asked.judge(answer).because).endswith(
        f"{fixed(left)} of {fixed(layer)}, {fixed(100 * left / layer, 0)} %."
    )
    for given in asked.options:
        verdict, canvas = asked.judge(given), Canvas(0.01)
        assert verdict.draw is not None
        verdict.draw(canvas, "world")
        assert {m.ink for m in canvas.marks if isinstance(m, Stroke)} == {
            Ink.ANSWER if given == answer else Ink.FAULTY
        }
        outline, _ = (m for m in canvas.marks if isinstance(m, Stroke))
        assert shapely.Polygon(outline.points).area == pytest.approx(core.area + left, rel=1e-2)


def test_the_challenge_needs_more_than_the_slider() -> None:
    scene = SCENES[FIRST].scene
    for radius in (0.4, 0.8):
        found = LESSON.challenge(moments_of(LESSON, scene.with_field("radius", radius))[0])
        share = math.tau * radius / whole_of(scene.with_field("radius", radius)).length
        assert found is not None
        assert not found.reached
        assert found.now == f"arcs: {fixed(100 * share, 0)} % of the outline"
    small = Rounding(scene.a.shaped(type(scene.a.shape)(0.5 * scene.a.shape.points)), 0.8)
    found = LESSON.challenge(moments_of(LESSON, small)[0])
    assert found is not None
    assert found.reached
    capsule = SCENES["Capsule"].scene
    for length, radius, reached in ((1.0, 0.5, False), (1.0, 0.8, False), (0.6, 0.8, True), (0.6, 0.5, False)):
        points = length * capsule.a.shape.points
        tried = Rounding(capsule.a.shaped(type(capsule.a.shape)(points)), radius)
        caps, whole = math.pi * radius**2, whole_of(tried).area
        goal = LESSON.challenge(moments_of(LESSON, tried)[0])
        assert goal is not None
        assert goal.now == f"caps: {fixed(100 * caps / whole, 0)} % of the area"
        assert goal.reached is reached is (caps > 0.5 * whole), "the slider alone does not do it"
    for radius in (0.6, 0.75):
        shrunk = SCENES["Shrunk first"].scene.with_field("radius", radius)
        found = LESSON.challenge(moments_of(LESSON, shrunk)[0])
        assert math.tau * radius > 0.5 * shrunk.parts.result.perimeter
        assert found is not None
        assert not found.reached, "the slider alone does it where the core shrinks with it"
        assert found.text.startswith("Keep “Shrink first” on"), "there another share is asked for"
    square = Rounding(at(box(1.6, 1.6), 0.0, 0.0), 0.76, keep_size=True)
    found = LESSON.challenge(moments_of(LESSON, square)[0])
    assert found is not None
    assert found.reached, "reshaped it can be done"


@each_scene
def test_each_sector_of_the_disc_has_the_name_of_its_corner(name: str) -> None:
    moment, scene = moments(name)[4], SCENES[name].scene
    names = [m for m in drawn(moment).marks if isinstance(m, Symbol) and "theta" in m.latex]
    disc = disc_center(scene, moment.faulty)
    for arc in scene.arcs:
        half = arc.start_angle + 0.5 * arc.sweep
        out = scene.radius * np.array((math.cos(half), math.sin(half)))
        mine = [m.at for m in names if m.latex == rf"\theta_{arc.vertex}"]
        assert mine[1] == pytest.approx(tuple(disc + out))
        assert (
            shapely.Polygon(wedge(Canvas(0.01), arc, scene.radius, arc.center))
            .buffer(0.01)
            .covers(shapely.Point(mine[0]))
        )
    assert len(names) == 2 * len(scene.arcs), "also of eight, and beside another rule"


def test_radius_0_is_the_polygon_itself() -> None:
    for moment in moments_of(LESSON, SCENES[FIRST].scene.with_field("radius", 0.0)):
        assert plain(LESSON.situation(moment)).startswith("With r = 0 nothing is added")
        assert LESSON.page(moment).prediction is None


def test_vertices_and_edges_can_be_pointed_at() -> None:
    for moment in moments(FIRST):
        marks = drawn(moment).marks
        found = {m.feature for m in marks if isinstance(m, FeatureMark)}
        assert found == {
            FeatureRef("A", kind, i) for kind in (FeatureKind.EDGE, FeatureKind.VERTEX) for i in range(4)
        }
        dots = {m.at for m in marks if isinstance(m, Dot)}
        assert dots >= {tuple(p) for p in moment.scene.rounded.points.tolist()}


def test_names_and_numbers_stand_outside_or_inside_as_they_should() -> None:
    scene = SCENES[FIRST].scene
    whole, middle = whole_of(scene), np.array(core_of(scene).centroid.coords[0])
    for order, moment in enumerate(moments(FIRST)):
        labels = [m for m in drawn(moment).marks if isinstance(m, Label) and m.toward is not None]
        numbers = [m.text for m in labels if m.text in ("0", "1", "2", "3")]
        assert not numbers, "edges keep the names of the first step"
        names = [m.text for m in labels if "boldsymbol e_" in m.text]
        assert names == ([rf"$\boldsymbol e_{i}$" for i in range(4)] if order in (1, 2) else [])
        vertices = sorted(m.text for m in labels if m.text.startswith("v"))
        assert vertices == ([f"v{i}" for i in range(4)] if order < 4 else [])
        for mark in labels:
            at = np.array(mark.at)
            out = float(np.array(mark.toward) @ (at - middle))
            if mark.text.startswith("v") or mark.text in names:
                assert out < 0.0  # inside
            elif "theta" in mark.text and order == 3:  # away from the centre that all arcs have come to
                dots = [np.array(m.at) for m in drawn(moment).marks if isinstance(m, Dot) and m.ink is Ink.A]
                (disc,) = [dot for dot in dots if not whole.covers(shapely.Point(dot))]
                assert np.hypot(*(at - disc)) == pytest.approx(scene.radius)
                assert mark.toward == pytest.approx((at - disc) / scene.radius)
            elif "theta" in mark.text or "boldsymbol{e}" in mark.text:
                assert out > 0.0
    sharp = moments("Sharp tip", MITRED)[4]
    (error,) = [m for m in drawn(sharp).marks if isinstance(m, Label) and "error" in m.text]
    assert np.array(error.toward) @ (np.array(error.at) - middle) > 0.0
    centres = [m for m in drawn(moments(FIRST)[4]).marks if isinstance(m, Dot) and m.ink is Ink.A]
    assert len(centres) == 5
    assert not whole.covers(shapely.Point(centres[-1].at)) or not whole.covers(shapely.Point(centres[0].at))


def test_the_last_picture_tells_bands_wedges_and_disc_apart() -> None:
    marks = drawn(moments(FIRST)[4]).marks
    scene = SCENES[FIRST].scene
    dashed = [m for m in marks if isinstance(m, Stroke) and m.line is Line.DASHED and m.ink is Ink.EXAMINED]
    assert [m.points[1] for m in dashed] == [tuple(p) for p in scene.rounded.points.tolist()]
    whole = whole_of(scene)
    filled = [shapely.Polygon(m.points) for m in marks if isinstance(m, Area) and m.ink is Ink.EXAMINED]
    faint = [m for m in marks if isinstance(m, Area) and m.ink is Ink.EXAMINED and m.opacity <= 0.1]
    assert len(filled) == 8
    assert len(faint) == 4
    stand = [wedge for wedge in filled if whole.intersects(wedge)]
    assert stand == [shapely.Polygon(m.points) for m in faint], (
        "faint at the corners: no holes in the rounded polygon"
    )
    around = shapely.unary_union([core_of(scene), *(shapely.Polygon(m.points) for m in marks if isinstance(m, Area))])
    assert whole.difference(around.buffer(1e-6)).area < 0.01
    assert "all sectors at one centre" in texts(moments(FIRST)[4], Ink.QUIET)


def test_what_holds_of_convex_cores_is_said_of_them() -> None:
    told = moments(FIRST)
    assert "convex core" in LESSON.page(told[0]).idea
    assert "whatever the convex polygon" in LESSON.page(told[3]).idea
    rows = [row.cells[0] for moment in told for row in LESSON.page(moment).rows]
    assert not any("arc" in cell for cell in rows), "an arc has no area"


def test_the_question_names_the_edge_that_the_rings_leave() -> None:
    moment = moments(FIRST)[0]
    asked, _, _ = place()
    starts, ends = _edges(moment.scene)
    k = int(np.hypot(*(ends - starts).T).argmax())
    assert plain(asked.text) == f"Rounding by r = 0.40 moves the edge e_{k} out. Drag p' and q' to its new ends."
    assert asked.names == ("p'", "q'")
    assert asked.start == (tuple(starts[k]), tuple(ends[k]))
    assert {f"v{i}" for i in range(4)} <= set(texts(moment, Ink.A))
    assert {r"\hat n_{1}", r"\hat n_{2}"} <= {
        m.latex for m in drawn(moments(FIRST)[2]).marks if isinstance(m, Symbol)
    }


@pytest.mark.parametrize(
    ("name", "right", "wrong"), [("Capsule", 180.0, (90.0, 360.0)), ("Eight corners", 45.0, (22.5, 135.0))]
)
def test_of_equal_corners_the_turn_of_the_normals_is_asked_for(
    name: str, right: float, wrong: tuple[float, ...]
) -> None:
    told = moments(name)
    asked = [LESSON.page(moment).prediction for moment in told]
    assert [each is not None for each in asked] == [False, True, False, False, False], "asked before an angle is told"
    (choose,) = [each for each in asked if isinstance(each, Choose)]
    assert sorted(float(given.removesuffix("°")) for given in choose.options) == sorted((right, *wrong))
    arc = told[0].scene.arcs[0]
    assert math.degrees(arc.sweep) == pytest.approx(right)
    known = plain(LESSON.page(told[1]).sentence) + LESSON.situation(told[1]) + " ".join(texts(told[1], Ink.EXAMINED))
    assert f"{right:g}" not in known
    for given in choose.options:
        verdict, angle = choose.judge(given), float(given.removesuffix("°"))
        assert verdict.right is (angle == right)
        canvas = Canvas(0.01)
        verdict.draw(canvas, "world")
        ink = Ink.ANSWER if verdict.right else Ink.FAULTY
        first, last = (np.array(canvas.marks[0].points[i]) - arc.center for i in (0, -1))
        assert all(m.ink is ink for m in canvas.marks)
        assert np.hypot(*first) == pytest.approx(told[0].scene.radius)
        turn = math.degrees(math.atan2(first[0] * last[1] - first[1] * last[0], first @ last)) % 360.0
        assert turn == pytest.approx(angle % 360.0, abs=1e-6)
        start = told[0].scene.outer[-1].end
        assert arc.center + first == pytest.approx(start), "from where the edge before ends"


def test_a_box_that_was_shrunk_first_loses_four_squares_less_a_disc() -> None:
    told = moments("Shrunk first")
    scene = told[0].scene
    asked = LESSON.page(told[3]).prediction
    assert isinstance(asked, Choose)
    lost = shapely.Polygon(scene.a.world.points).area - whole_of(scene).area
    assert lost == pytest.approx((4.0 - math.pi) * scene.radius**2, abs=1e-5)
    assert fixed(lost) in plain(asked.judge("4r² − πr²").because)
    assert asked.right == {"4r² − πr²"}
    for given in asked.options:
        verdict = asked.judge(given)
        assert verdict.right is (given in asked.right)
        assert verdict.right or fixed(lost) not in plain(verdict.because)
        canvas = Canvas(0.01)
        verdict.draw(canvas, "world")
        squares = [shapely.Polygon(m.points) for m in canvas.marks if isinstance(m, Stroke)]
        assert [square.area for square in squares] == [pytest.approx(scene.radius**2)] * 4
        assert all(shapely.Polygon(scene.a.world.points).buffer(1e-9).covers(square) for square in squares)
    earlier = " ".join(plain(LESSON.page(moment).sentence) for moment in told[:4])
    assert fixed(lost) not in earlier


@pytest.mark.parametrize(("name", "compare", "first"), [("Sharp tip", MITRED, 2), ("Long box", SCALED, 1)])
def test_a_faulty_rule_tells_its_own_idea_and_numbers(name: str, compare: str, first: int) -> None:
    told, right = moments(name, compare), moments(name)
    scene, faulty = told[0].scene, told[0].faulty
    for order, (moment, quiet) in enumerate(zip(told, right, strict=True)):
        page = LESSON.page(moment)
        assert page.idea.lower().startswith(f"**{compare}**") is (order >= first)
        assert (page.sentence != LESSON.page(quiet).sentence) is (order >= first)
    outline = shapely.Polygon(faulty.outline)
    last = LESSON.page(told[4])
    area, around = fixed(outline.area), fixed(outline.exterior.length)
    whole = whole_of(scene)
    assert plain(last.sentence) == (
        f"Area {area} instead of {fixed(whole.area)}, outline {around} instead of {fixed(whole.exterior.length)}."
    )
    assert [plain(cell) for cell in last.rows[-1].cells] == [compare, around, area]
    assert last.rows[-1].faulty
    assert last.formula.startswith(rf"\faulty{{{area}}}\ \approx\ ")
    if compare == MITRED:
        tans = sum(math.tan(arc.sweep / 2.0) for arc in scene.arcs)
        core, around = core_of(scene).area, core_of(scene).exterior.length
        assert last.formula.endswith(r"+\A{r}^2\sum_i\,\tan(\examined{\theta_i}/2)")
        assert core + around * scene.radius + scene.radius**2 * tans == pytest.approx(outline.area)
    else:
        factor = float(last.formula.split(r"\approx\ ")[1].split("^2")[0])
        assert factor**2 * core_of(scene).area == pytest.approx(outline.area, abs=0.01)
    told_numbers = plain(LESSON.page(told[first]).sentence)
    if compare == MITRED:
        points = scene.rounded.points
        worst = int(np.hypot(*(np.array(faulty.outline) - points).T).argmax())
        turn = math.degrees(next(arc.sweep for arc in scene.arcs if arc.vertex == worst))
        r, half = float(fixed(scene.radius)), float(fixed(turn / 2.0, 1))
        assert told_numbers == (
            f"The tip at v{worst}: {fixed(r)} / cos {fixed(half, 1)}° − {fixed(r)} = {fixed(faulty.error)} too far."
        )
        assert r / math.cos(math.radians(half)) - r == pytest.approx(faulty.error, abs=0.01), "of the digits shown"
        assert rf"\theta_{worst}" in LESSON.page(told[first]).formula
    else:
        moved = [
            shapely.LineString((p, q)).distance(shapely.LineString((u, v)))
            for p, q, u, v in zip(
                scene.core.points,
                np.roll(scene.core.points, -1, axis=0),
                faulty.outline,
                np.roll(faulty.outline, -1, axis=0),
                strict=True,
            )
        ]
        far = int(np.argmax(np.round(moved, 9)))
        assert told_numbers == (
            f"Edge 0 moves out by r = {fixed(scene.radius)}, but edge {far} by {fixed(max(moved))}."
        )
        assert moved[0] == pytest.approx(scene.radius)
        assert LESSON.page(told[first]).formula.startswith(rf"\faulty{{{fixed(max(moved))}}}\ >")
        assert fixed(max(moved)) in texts(told[first], Ink.FAULTY)
        assert fixed(max(moved)) not in texts(told[4], Ink.FAULTY)


def test_a_scaled_regular_polygon_is_wrong_at_every_corner_alike() -> None:
    scene = SCENES["Eight corners"].scene
    found = moments("Eight corners", SCALED)
    told = next(each for each in found if LESSON.story.stage(each) == "Outer edges")
    corners = np.array(told.faulty.outline) - scene.core.points
    moved = np.hypot(*corners.T)
    assert moved == pytest.approx(moved[0])
    assert plain(LESSON.page(told).sentence) == (
        f"Every edge moves out by r = {fixed(scene.radius)}, but a corner by {fixed(moved[0])}."
    )
    assert LESSON.page(told).formula.startswith(rf"\faulty{{{fixed(moved[0])}}}\ >")
    assert not [m for m in drawn(told).marks if isinstance(m, Label) and m.text == fixed(scene.radius)]
    assert extremes((0.3, 0.3 + 1e-15, 0.3 - 1e-15)) == (0, 0)
    assert extremes((0.4, 0.3, 0.4 + 1e-15)) == (1, 0)


def test_the_disc_around_a_vertex_is_what_lies_within_r_of_it() -> None:
    for moment in moments(FIRST):
        discs = [m for m in drawn(moment).marks if isinstance(m, Area) and m.ink is Ink.A and len(m.points) > 20]
        rings = [m for m in drawn(moment).marks if isinstance(m, Stroke) and m.ink is Ink.A and len(m.points) > 20]
        is_core = LESSON.story.stage(moment) == "Core"
        asked = [m for m in drawn(replace(moment, is_open=True)).marks if isinstance(m, Area) and len(m.points) > 20]
        assert not is_core or len([m for m in asked if m.ink is Ink.A]) == 1, "also while it is asked for an edge"
        assert (len(discs) == 1) is is_core, "one wash along one edge: copies over one another are blotches"
        scene, edge, r = moment.scene, moment.scene.longest, moment.scene.radius
        for disc in discs:
            assert whole_of(scene).buffer(1e-3).covers(shapely.Polygon(disc.points))
            for end in (edge.inner_start, edge.inner_end):
                assert shapely.Polygon(disc.points).distance(shapely.Point(end)) > 0.2, "not to the edge asked about"
        centers = [
            np.array(m.points).mean(axis=0) for m in rings if is_core and m.closed and m.line is not Line.START
        ]
        rolled = [c for c in centers if core_of(scene).exterior.distance(shapely.Point(c)) < 1e-6]
        assert (len(rolled) == 3) is is_core, "at a vertex and twice on its way"
        for center in rolled:
            ring = next(
                np.array(m.points) for m in rings if math.dist(np.array(m.points).mean(axis=0), center) < 1e-9
            )
            assert np.hypot(*(ring - center).T) == pytest.approx(r)


def test_the_goal_does_not_forbid_its_own_solution() -> None:
    """The core must be made small by its vertices; with the switch on another goal is set."""
    found = LESSON.challenge(moments(FIRST)[0])
    assert found is not None
    assert found.text == "Make the arcs of a polygon more than half of its outline."
    assert "drag the vertices" in found.hint
    assert "?" not in found.hint


def test_the_disc_tells_its_angles_and_the_total_has_no_dot() -> None:
    moment = moments(FIRST)[4]
    canvas = Canvas(0.005)
    LESSON.panes[0].draw(canvas, moment)
    told = {plain(m.text): m for m in canvas.marks if isinstance(m, Label) and m.text.endswith("°")}
    disc = disc_center(moment.scene)
    assert sorted(told) == sorted(f"{fixed(math.degrees(arc.sweep), 1)}°" for arc in moment.scene.arcs)
    for arc in moment.scene.arcs:
        sector = shapely.Polygon(wedge(canvas, arc, moment.scene.radius, disc))
        assert sector.covers(shapely.Point(told[f"{fixed(math.degrees(arc.sweep), 1)}°"].at))
    table = LESSON.table(moment)
    assert table is not None
    assert [row.ink for _, row in table.rows] == [Ink.A, Ink.A, Ink.EXAMINED, None]


def test_the_right_answer_shows_how_both_ends_came_there() -> None:
    asked, u, v = place()
    verdict, canvas = asked.judge(asked.right), Canvas(0.01)
    assert verdict.draw is not None
    verdict.draw(canvas, "world")
    arrows = [m for m in canvas.marks if isinstance(m, Arrow)]
    starts, ends = _edges(SCENES[FIRST].scene)
    k = SCENES[FIRST].scene.longest.edge
    assert [(m.start, m.end) for m in arrows] == [
        (pytest.approx(tuple(p)), pytest.approx(tuple(q))) for p, q in ((starts[k], u), (ends[k], v))
    ]
    names = [m.latex for m in canvas.marks if isinstance(m, Symbol)]
    assert names == [r"\boldsymbol p'", r"r\,\hat n", r"\boldsymbol q'", r"r\,\hat n"]


@each_scene
def test_parallels_show_how_the_outline_is_lifted(name: str) -> None:
    scene = SCENES[name].scene
    for moment in moments(name)[1:]:
        thin = [m for m in drawn(moment).marks if isinstance(m, Stroke) and m.ink is Ink.A and m.opacity == 0.25]
        assert len(thin) == (3 if moment.index > 1 else 3 * len(scene.outer))
        away = [core_of(scene).distance(shapely.Point(m.points[0])) for m in thin[:3]]
        assert away == pytest.approx([part * scene.radius for part in (0.25, 0.5, 0.75)], abs=1e-6)


def test_angles_of_a_shrunk_box_stand_off_the_corners_that_it_had() -> None:
    moment = moments("Shrunk first")[2]
    corners = moment.scene.drawn.points
    angles = [m for m in drawn(moment).marks if isinstance(m, Label) and m.text.startswith(r"$\theta_")]
    assert [m.at for m in angles] == [pytest.approx(tuple(corners[arc.vertex])) for arc in moment.scene.arcs]


def test_beside_a_scaled_copy_it_is_said_why_the_form_changes() -> None:
    told = [LESSON.page(moments(name, compare)[0]).idea for name, compare in (("Long box", SCALED), ("Long box", ""))]
    assert "A copy that is scaled keeps the form" in told[0]
    assert "physics engine needs the area for the mass" in told[1]
    box = SCENES["Long box"].scene
    width, height = np.ptp(box.core.points, axis=0).tolist()
    assert (width + 0.8) / (height + 0.8) < width / height


def test_the_error_of_a_tip_is_named_above_it_clear_of_the_disc() -> None:
    moment = moments("Sharp tip", MITRED)[-1]
    (error,) = [m for m in drawn(moment).marks if isinstance(m, Label) and m.text.startswith("error")]
    assert error.at == pytest.approx(tuple(moment.faulty.worst))
    assert error.toward is not None
    assert error.toward[1] > abs(error.toward[0]), "not in one line with a name of the disc"


def test_no_two_scenes_ask_the_same_nor_have_the_same_goal() -> None:
    asked, goals = set(), set()
    for name, preset in SCENES.items():
        compare = preset.compare
        questions = {LESSON.page(m).prediction.text for m in moments(name) if LESSON.page(m).prediction is not None}
        assert questions
        assert not questions & asked, name
        asked |= questions
        found = LESSON.challenge(moments(name, compare)[0])
        assert found is not None
        assert not found.reached
        assert found.text not in goals, name
        goals.add(found.text)


def _goal(scene: Rounding, compare: str = "") -> tuple[bool, str]:
    found = LESSON.challenge(moments_of(LESSON, scene, compare)[0])
    assert found is not None
    return found.reached, found.now


def test_goals_can_be_reached_and_count_what_they_say() -> None:
    even = [(math.cos(a), math.sin(a)) for a in (0.0, math.tau / 3.0, 2.0 * math.tau / 3.0)]
    assert _goal(Rounding(at(convex(even), 0.0, 0.0), 0.3)) == (True, "turning angles 120° to 120°")
    assert _goal(SCENES["Sharp tip"].scene) == (False, "turning angles 98° to 155°")
    assert _goal(Rounding(at(box(1.5, 1.5), 0.0, 0.0), 0.4), SCALED) == (True, "edges move by 0.40 to 0.40")
    assert _goal(SCENES["Long box"].scene, SCALED) == (False, "edges move by 0.40 to 1.20")
    eight = SCENES["Eight corners"].scene
    points = np.array(eight.a.shape.points)
    assert _goal(eight) == (False, "longest arc: 1.0 times the shortest")
    points[0] *= 1.5
    pulled = Rounding(eight.a.shaped(type(eight.a.shape)(points)), 0.3)
    assert _goal(pulled)[0], "one vertex pulled out is enough"


def test_of_a_triangle_the_longest_arc_is_clicked() -> None:
    moment = moments("Sharp tip")[1]
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Click)
    points = moment.scene.rounded.points
    e = np.roll(points, -1, axis=0) - points
    turns = [
        math.degrees(math.atan2(x * v - y * u, x * u + y * v))
        for (x, y), (u, v) in zip(np.roll(e, 1, axis=0), e, strict=True)
    ]
    sharpest = int(np.argmax(turns))
    assert asked.right == {FeatureRef("A", FeatureKind.VERTEX, sharpest)}
    for i, turn in enumerate(turns):
        verdict, canvas = asked.judge(FeatureRef("A", FeatureKind.VERTEX, i)), Canvas(0.01)
        assert verdict.right is (i == sharpest)
        assert f"{fixed(turn, 1)}°" in verdict.because
        assert verdict.right or fixed(max(turns), 1) not in verdict.because
        assert verdict.draw is not None
        verdict.draw(canvas, "world")
        assert canvas.marks[-1].text == f"{fixed(turn, 1)}°"
    isosceles = Rounding(at(convex(((-1.0, 0.0), (1.0, 0.0), (0.0, 0.6))), 0.0, 0.0, 17.0), 0.3)
    told = moments_of(LESSON, isosceles)
    two = LESSON.page(told[1]).prediction
    assert isinstance(two, Click)
    assert two.right == {FeatureRef("A", FeatureKind.VERTEX, i) for i in (0, 1)}
    assert plain(LESSON.page(told[2]).sentence).startswith("The normals turn most at v0 and v1: by ")


def test_a_rounded_box_is_less_long_for_its_width() -> None:
    asked = LESSON.page(moments("Long box")[0]).prediction
    assert isinstance(asked, Choose)
    low, left, high, top = whole_of(SCENES["Long box"].scene).bounds
    (right,) = asked.right
    assert right == "less than 3.00"
    assert plain(asked.judge(right).because).endswith(f"= {fixed((high - low) / (top - left))}.")
    for given in asked.options:
        canvas, verdict = Canvas(0.01), asked.judge(given)
        assert verdict.draw is not None
        verdict.draw(canvas, "world")
        (mark,) = canvas.marks
        wide, tall = np.ptp(np.array(mark.points), axis=0)
        shown = round(float(wide / tall), 2)
        assert {"less than 3.00": shown < 3.0, "3.00": shown == 3.0, "more than 3.00": shown > 3.0}[given]
    assert LESSON.page(moments("Long box")[3]).prediction is None


def test_an_answer_that_was_not_moved_is_told_so() -> None:
    asked, _, _ = place()
    verdict = asked.judge(asked.start)
    assert plain(verdict.because) == "p' and q' still lie on e_2. Rounding moves them off it, by r = 0.40."
    assert [remark.words for remark in verdict.remarks] == ["not moved"] * 2


def test_on_their_way_the_sectors_have_no_names() -> None:
    for name in (FIRST, "Eight corners"):
        moment = moments(name)[3]
        flying = drawn(replace(moment, time=0.5)).marks
        assert not [m for m in flying if isinstance(m, Symbol | Label) and m.ink is Ink.EXAMINED]


def test_of_eight_equal_bands_one_has_its_number() -> None:
    assert [t for t in texts(moments("Eight corners")[4], Ink.A) if t == "0.23"] == ["0.23"]
    capsule = texts(moments("Capsule")[4], Ink.A)
    assert any(t.endswith(" = 0.00") for t in capsule), "the segment's area has its mark"


def test_of_equal_edges_and_turns_the_first_counts() -> None:
    for turn in range(0, 90, 7):
        scene = Rounding(at(box(2.4, 1.6), 0.1, 0.2, turn), 0.3)
        assert scene.longest.edge == 0
        assert "v0" in texts(moments_of(LESSON, scene)[2], Ink.EXAMINED)
