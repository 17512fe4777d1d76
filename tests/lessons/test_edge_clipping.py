"""What the lesson on clipping says, draws and asks."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import shapely

from geometry import box, rounded
from geometry.contact.clipping import ClipStarted, FaceCompared, PointCut
from geometry.faulty.resting import PointRule
from geometry.feature import FeatureKind, FeatureRef
from geometry.trace import Grouped
from lessons.contact import dropped
from lessons.contact.edge_clipping import FACE, ONE, PLANES, Clipping, EdgeClipping
from tests.lessons.second_edition import Told, moments_of, nested
from viz.lesson.canvas import Arrow, Canvas, Dot, Label, Region, Stroke, Symbol
from viz.lesson.ink import Ink, Line, Point
from viz.lesson.lesson import Moment
from viz.lesson.page import Page
from viz.lesson.prediction import Click, Place
from viz.lesson.scene import at
from viz.lesson.text import plain

LESSON = EdgeClipping()
CONTACTS = {  # x and h of every contact point, in the order of x
    "Overhang": [(0.00, -0.11), (1.32, -0.32)],
    "One point discarded": [(2.36, -0.23)],
    "Nearly flat": [(0.29, 0.02), (2.29, -0.01)],
    "Lying flat": [(0.40, -0.02), (2.40, -0.02)],
    "Cut at both side planes": [(0.00, -0.20), (1.60, -0.20)],
    "Corner down": [(2.10, -0.21)],
    "Rounded": [(0.00, -0.22), (0.68, -0.36)],
    "Just touching": [(0.10, 0.00), (2.10, 0.00)],
}
STAGES = {
    "Overhang": ["Edges", "Plane of u", "Cut at u", "Plane of v", "Behind face", "Contacts", "At rest"],
    "Cut at both side planes": [
        *("Edges", "Plane of u", "Cut at u", "Plane of v", "Cut at v", "Behind face", "Contacts", "At rest")
    ],
    "Lying flat": ["Edges", "Plane of u", "Plane of v", "Behind face", "Contacts", "At rest"],
}


def moments(name: str) -> list[Moment[Any]]:
    return Told(LESSON, name).moments()


def stage(name: str, wanted: str, compare: str = "") -> Moment[Any]:
    preset = LESSON.presets[name]
    return next(m for m in moments_of(LESSON, preset.scene, compare) if LESSON.page(m).stage == wanted)


def page(name: str, wanted: str) -> Page:
    return LESSON.page(stage(name, wanted))


def world(moment: Moment[Any]) -> Canvas:
    return Told.draw(LESSON.panes[0], moment)


def labels(canvas: Canvas, ink: Ink) -> dict[str, tuple[float, float]]:
    return {plain(m.text): m.at for m in canvas.marks if isinstance(m, Label) and m.ink is ink}


def strokes(canvas: Canvas, ink: Ink, line: Line) -> list[np.ndarray]:
    return [np.array(m.points) for m in canvas.marks if isinstance(m, Stroke) and (m.ink, m.line) == (ink, line)]


def dots(canvas: Canvas, ink: Ink, point: Point) -> list[tuple[float, float]]:
    return [m.at for m in canvas.marks if isinstance(m, Dot) and (m.ink, m.point) == (ink, point)]


def upper_edge(scene: Clipping) -> tuple[np.ndarray, np.ndarray]:
    """u and v of the presets' reference edge: A's edge 2, from right to left; t is to the left, n up."""
    a = scene.a.world
    up = np.array((0.0, a.radius))
    return a.points[2] + up, a.points[3] + up


@pytest.mark.parametrize("name", CONTACTS)
def test_contacts_lie_where_the_storyboard_says(name: str) -> None:
    last = stage(name, "Contacts")
    table = LESSON.table(last)
    assert table is not None
    rows = [[plain(c) for c in row.cells] for _, row in table.rows if row.cells[0] == "contact"]
    found = sorted((float(r[2].replace("−", "-")), float(r[3].replace("−", "-"))) for r in rows)
    assert found == [pytest.approx(each) for each in CONTACTS[name]]
    u, _ = upper_edge(last.scene)
    dots_there = sorted((u[0] - x, y - u[1]) for x, y in dots(world(last), Ink.ANSWER, Point.ANSWER))
    assert dots_there == [pytest.approx(each, abs=0.0051) for each in CONTACTS[name]]


@pytest.mark.parametrize("name", [name for name in CONTACTS if name != "Rounded"])
def test_the_points_left_are_those_of_the_polygons(name: str) -> None:
    """The incident edge, cut to the strip with shapely, has the same ends."""
    scene = LESSON.presets[name].scene
    trace = LESSON.run(scene)
    points = trace.result.points
    u, v = upper_edge(scene)
    strip = shapely.Polygon([u + (0, scene.height + 1e-9), v + (0, scene.height + 1e-9), v - (0, 9), u - (0, 9)])
    b = scene.b.world
    edge = trace.result.incident.edge
    whole = shapely.LineString([b.points[edge], b.points[(edge + 1) % len(b.points)]])
    for p in points:
        assert strip.distance(shapely.Point(p.on_b)) < 1e-9
        assert whole.distance(shapely.Point(p.on_b)) < 1e-9
    left = whole.intersection(strip)
    if len(points) == 2 and left.length > 0.0:
        assert math.dist(points[0].on_b, points[1].on_b) >= left.length - 1e-6, "and nothing between is left out"


@pytest.mark.parametrize("name", STAGES)
def test_stages(name: str) -> None:
    assert [LESSON.page(m).stage for m in moments(name)] == STAGES[name]


def test_the_sentences_of_the_first_scene() -> None:
    said = [plain(LESSON.page(m).sentence) for m in moments("Overhang")]
    assert said == [
        "Ends of edge 0: x = 1.32, h = −0.32 and x = −0.66, h = −0.01.",
        "Vertex 1 of B has x = −0.66: beyond the side plane of u.",
        "Cut at x = 0.00, h = −0.11.",
        "Both points have x ≤ 2.60: no cut here.",
        "h = −0.32 and −0.11: both ends are behind the face and stay.",
        "Two contacts: edge 0 of B cut by vertex 2 of A and vertex 0 of B on edge 2 of A.",
        "One crossing point: rocks for ever by 0.67°. Two points: at rest after 0.13 s.",
    ]
    stands = [plain(LESSON.situation(m)) for m in moments("Overhang")]
    assert stands == [
        "A and B overlap by 0.32.",
        "The incident edge reaches 0.66 beyond the side plane.",
        "One end of the incident edge is cut off.",
        "One end of the incident edge is cut off.",
        "Two points lie behind the reference edge, 0.32 and 0.11 deep.",
        "Two points lie behind the reference edge, 0.32 and 0.11 deep.",
        "A box on one crossing point rocks for ever. On two points it comes to rest.",
    ]


def test_rows_are_revised_and_keep_their_place() -> None:
    def rows(wanted: str) -> list[list[str]]:
        table = LESSON.table(stage("Overhang", wanted))
        assert table is not None
        return [[plain(cell) for cell in row.cells] for _, row in table.rows]

    assert rows("Edges") == [["end", "vertex 0 of B", "1.32", "−0.32"], ["end", "vertex 1 of B", "−0.66", "−0.01"]]
    assert rows("Plane of u")[1][0] == "beyond"
    assert rows("Cut at u")[1] == ["cut", "vertex 2 of A and edge 0", "0.00", "−0.11"]
    assert [row[0] for row in rows("Behind face")] == ["kept", "kept"]
    discarded = LESSON.table(stage("One point discarded", "Behind face"))
    assert discarded is not None
    assert [row.cells[0] for _, row in discarded.rows] == ["kept", "discarded"]
    (_, kept), (_, high) = discarded.rows
    assert "OVERLAP" in kept.cells[3]
    assert "GAP" in high.cells[3]


def test_what_other_heights_and_places_are_said_of() -> None:
    said = plain(page("One point discarded", "Behind face").sentence)
    assert said == "Vertex 1 of B: h = +0.26, in front of the face. It is discarded."
    said = plain(page("Nearly flat", "Behind face").sentence)
    assert said == "Vertex 1 of B: h = +0.02, in front of the face, within the margin. It stays."
    assert plain(LESSON.situation(stage("Nearly flat", "Contacts"))) == (
        "One point lies behind the reference edge, 0.01 deep. A second point, 0.02 in front of it, is kept."
    )
    assert plain(LESSON.situation(stage("Just touching", "Contacts"))) == "Two points touch the reference edge."
    both = stage("Cut at both side planes", "Cut at v")
    assert plain(LESSON.page(both).sentence) == "Cut at x = 1.60, h = −0.20."
    assert plain(LESSON.situation(both)) == "Both ends of the incident edge are cut off."
    apart = LESSON.presets["Lying flat"].scene
    apart = apart.with_field("b", apart.b.moved((0.0, 0.5)))
    first, second, _ = moments_of(LESSON, apart)
    assert plain(LESSON.page(first).sentence) == "A and B are 0.48 apart. No edges are to be clipped."
    assert plain(LESSON.page(second).sentence) == "A and B are 0.48 apart: no contact point."


# Pictures.


def holds(region: Region, p: np.ndarray) -> bool:
    return all(np.dot(p - q, n) <= 1e-12 for q, n in zip(region.through, np.array(region.normals), strict=True))


def test_what_a_side_plane_cuts_off_is_shaded_and_the_strip_behind_the_face_is_red() -> None:
    moment = stage("Overhang", "Behind face")
    u, v = upper_edge(moment.scene)
    marks = world(moment).marks
    beyond_u, beyond_v = (m for m in marks if isinstance(m, Region) and m.ink is Ink.CONSTRUCTION)
    right, left = np.array((0.1, 0.0)), np.array((-0.1, 0.0))
    assert holds(beyond_u, u + right)
    assert not holds(beyond_u, u + left)
    assert holds(beyond_v, v + left)
    assert not holds(beyond_v, v + right)
    (strip,) = (m for m in marks if isinstance(m, Region) and m.ink is Ink.OVERLAP)
    down = np.array((0.0, -0.1))
    assert holds(strip, u + left + down)
    assert not holds(strip, u + left - down)
    assert not holds(strip, u + right + down)
    assert not holds(strip, v + left + down)
    assert not [m for m in world(moments("Overhang")[0]).marks if isinstance(m, Region)], "not before they are met"
    names = labels(world(moment), Ink.TEXT)
    assert names["side plane of u"][0] == pytest.approx(u[0])
    assert names["side plane of v"][0] == pytest.approx(v[0])


def test_the_reference_edge_is_broad_and_the_incident_edge_double_and_gets_shorter() -> None:
    for moment in moments("Overhang"):
        canvas = world(moment)
        u, v = upper_edge(moment.scene)
        (broad,) = strokes(canvas, Ink.EXAMINED, Line.FEATURE)
        assert broad == pytest.approx(np.array((u, v)))
        (double,) = strokes(canvas, Ink.B, Line.DOUBLE)
        b = moment.scene.b.world.points
        is_cut = moment.index >= 2
        far = b[1] if not is_cut else np.array((u[0], double[1][1]))
        assert double[0] == pytest.approx(b[0])
        assert double[1] == pytest.approx(far)
        lost = strokes(canvas, Ink.GHOST, Line.DOTTED)
        assert len(lost) == is_cut
        assert not is_cut or lost[0] == pytest.approx(np.array((b[1], double[1])))


def test_the_frame_stands_at_the_ends_of_the_reference_edge() -> None:
    canvas = world(moments("Overhang")[0])
    u, v = upper_edge(moments("Overhang")[0].scene)
    symbols = {m.latex: m.at for m in canvas.marks if isinstance(m, Symbol)}
    assert symbols[r"\mathbf{u}"] == pytest.approx(tuple(u))
    assert symbols[r"\mathbf{v}"] == pytest.approx(tuple(v))
    arrows = [np.subtract(m.end, m.start) for m in canvas.marks if isinstance(m, Arrow)]
    along, up = arrows
    assert along[0] < 0.0
    assert along[1] == pytest.approx(0.0)
    assert up[1] > 0.0
    assert up[0] == pytest.approx(0.0)


def test_heights_and_places_are_measured_where_they_are() -> None:
    moment = moments("Overhang")[0]
    canvas, (u, _), b = world(moment), upper_edge(moment.scene), moment.scene.b.world.points
    measured = strokes(canvas, Ink.OVERLAP, Line.MEASURE)
    assert any(np.allclose(each, ((b[0][0], u[1]), b[0])) for each in measured)
    assert {"h = −0.32", "h = −0.01"} <= set(labels(canvas, Ink.OVERLAP))
    assert {"x = 1.32", "x = −0.66"} <= set(labels(canvas, Ink.TEXT))
    level = [each for each in strokes(canvas, Ink.TEXT, Line.MEASURE) if abs(np.ptp(each[:, 0])) > 0.3]
    assert sorted(np.round(np.ptp(each[:, 0]), 2) for each in level) == [0.66, 1.32]
    assert all(each[:, 1].max() < b[0][1] for each in level), "below the incident edge"
    high = world(stage("One point discarded", "Behind face"))
    assert "h = +0.26" in labels(high, Ink.GAP)
    assert "h = −0.23" in labels(high, Ink.OVERLAP)


def test_a_height_has_its_number_on_the_side_of_the_other_end() -> None:
    canvas = world(moments("Overhang")[0])
    (side,) = (m.toward for m in canvas.marks if isinstance(m, Label) and plain(m.text) == "h = −0.32")
    assert side is not None
    assert side[0] > 0.0
    high = world(stage("One point discarded", "Behind face"))
    (side,) = (m.toward for m in high.marks if isinstance(m, Label) and plain(m.text) == "h = +0.26")
    assert side is not None
    assert side[0] < 0.0


def test_the_cut_is_shown_with_what_it_follows_from() -> None:
    moment = stage("Overhang", "Cut at u")
    canvas, (u, _) = world(moment), upper_edge(moment.scene)
    ((x, y),) = dots(canvas, Ink.EXAMINED, Point.FILLED)
    assert x == pytest.approx(u[0])
    assert y - u[1] == pytest.approx(-0.112, abs=1e-3)
    symbols = {m.latex for m in canvas.marks if isinstance(m, Symbol)}
    assert {"h_1", "h_2", "x_1", "x_2"} <= symbols
    assert dots(canvas, Ink.GHOST, Point.CROSS) == [pytest.approx(tuple(moment.scene.b.world.points[1]))]


def test_discarded_points_are_crossed_and_kept_ones_white() -> None:
    moment = stage("One point discarded", "Behind face")
    canvas, b = world(moment), moment.scene.b.world.points
    assert dots(canvas, Ink.ANSWER, Point.ANSWER) == [pytest.approx(tuple(b[0]))]
    assert dots(canvas, Ink.GHOST, Point.CROSS) == [pytest.approx(tuple(b[1]))]
    names = {**labels(canvas, Ink.ANSWER), **labels(canvas, Ink.GHOST)}
    assert names["kept"] == pytest.approx(tuple(b[0]))
    assert names["discarded"] == pytest.approx(tuple(b[1]))


def test_b_may_own_the_reference_edge() -> None:
    """A small box on top of a wide one, exchanged: the double line is A's then."""
    scene = LESSON.presets["Overhang"].scene
    swapped = replace(scene, a=scene.b, b=scene.a)
    moment = moments_of(LESSON, swapped)[0]
    canvas = world(moment)
    assert strokes(canvas, Ink.A, Line.DOUBLE)
    assert not strokes(canvas, Ink.B, Line.DOUBLE)
    assert plain(LESSON.page(moment).sentence) == "Ends of edge 0: x = 1.32, h = −0.32 and x = −0.66, h = −0.01."
    last = next(m for m in moments_of(LESSON, swapped) if LESSON.page(m).stage == "Contacts")
    assert plain(LESSON.page(last).sentence).startswith("Two contacts: edge 0 of A cut by vertex 2 of B")


def test_an_arc_is_cut_on_its_circle() -> None:
    soft = rounded(box(1.3, 0.6), 0.3)
    scene = Clipping(at(soft, 0.0, -0.6), at(soft, 1.06, 0.48, 30.0))
    moment = next(m for m in moments_of(LESSON, scene) if LESSON.page(m).stage == "Cut at u")
    assert "sqrt" in LESSON.page(moment).formula
    cut = next(s.cut for s in moment.step.part if isinstance(s, PointCut))
    incident = next(s for s in moments_of(LESSON, scene)[0].step.part if isinstance(s, ClipStarted)).incident
    assert math.dist(cut.point, incident.deep_inner) == pytest.approx(0.3)
    assert "h_c" in {m.latex for m in world(moment).marks if isinstance(m, Symbol)}


# Predictions.


def test_the_ends_that_stay_are_placed_along_the_edge() -> None:
    moment = moments("Overhang")[0]
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Place)
    assert asked.text == "Which part of the incident edge stays? Drag its two ends."
    u, _ = upper_edge(moment.scene)
    b = moment.scene.b.world.points
    way = b[1] - b[0]
    cut = b[0] + way * (u[0] - b[0][0]) / way[0]
    assert np.array(asked.right) == pytest.approx(np.array((cut, b[0])))
    good = asked.judge(((b[0][0] + 0.04, b[0][1]), (cut[0] - 0.04, cut[1])))
    assert good.right
    assert plain(good.because) == "It ends at the side plane, x = 0.00, and at vertex 0 of B."
    assert [(r.words, plain(r.note), r.right) for r in good.remarks] == [
        ("right: the side plane", "x = 0.00", True),
        ("right: vertex 0 of B", "x = 1.32", True),
    ]
    assert [r.at for r in good.remarks] == [pytest.approx(tuple(cut)), pytest.approx(tuple(b[0]))]
    assert not asked.judge(((b[0][0] + 0.06, b[0][1]), tuple(cut))).right
    long = asked.judge((tuple(b[1]), tuple(b[0])))
    assert not long.right
    assert long.head == "Place the ends: 1 of 2"
    assert plain(long.because).startswith("At x = −0.66, beyond the side plane")
    assert [(r.words, r.right) for r in long.remarks] == [("beyond the side plane", False), ("right", True)]
    assert "0.00" not in plain(long.because), "the right place is not told"
    short = asked.judge((tuple(b[0] + 0.4 * way), tuple(b[0])))
    assert plain(short.because).startswith(f"The part that stays ends {abs(0.4 * way[0] - (cut[0] - b[0][0])):.2f}")
    assert not asked.judge(asked.start).right
    assert plain(LESSON.page(moment).known) == "A and B overlap by 0.32."


def test_where_edges_cross_is_no_limit() -> None:
    first = moments_of(LESSON, LESSON.presets["Nearly flat"].scene)[0]
    asked = LESSON.page(first).prediction
    assert isinstance(asked, Place)
    b, (u, _) = first.scene.b.world.points, upper_edge(first.scene)
    crossing = b[0] + (b[1] - b[0]) * (u[1] - b[0][1]) / (b[1][1] - b[0][1])
    verdict = asked.judge((tuple(crossing), tuple(b[0])))
    assert not verdict.right
    assert verdict.because.startswith("Where the edges cross is not a limit")
    nothing_cut = plain(asked.judge(asked.right).because)
    assert nothing_cut == "It ends at vertex 1 of B and vertex 0 of B: no side plane cuts it."


@pytest.mark.parametrize("name", ["Overhang", "One point discarded"])
def test_each_scene_asks_once_and_no_comparison_asks(name: str) -> None:
    kinds = [type(LESSON.page(m).prediction) for m in moments(name) if LESSON.page(m).prediction is not None]
    assert kinds == [Place if name == "Overhang" else Click]
    scene = LESSON.presets[name].scene
    assert not any(LESSON.page(m).prediction for m in moments_of(LESSON, scene, PLANES))


def test_the_point_that_is_no_contact_is_clicked() -> None:
    moment = stage("One point discarded", "Plane of v")
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Click)
    assert asked.right == {FeatureRef("B", FeatureKind.VERTEX, 1)}
    assert plain(asked.judge(FeatureRef("B", FeatureKind.VERTEX, 1)).because) == (
        "h = +0.26: it is in front of the face, in the air."
    )
    wrong = asked.judge(FeatureRef("B", FeatureKind.VERTEX, 0))
    assert plain(wrong.because) == "h = −0.23 is behind the face. That is what pushes."
    assert wrong.remarks[0].at == pytest.approx(tuple(moment.scene.b.world.points[0]))
    assert "no end" in asked.judge(FeatureRef("A", FeatureKind.VERTEX, 1)).because
    assert not dots(world(moment), Ink.ANSWER, Point.ANSWER), "nothing is given away"


def test_an_end_too_far_out_but_over_the_edge_is_not_beyond_a_side_plane() -> None:
    first = moments("Lying flat")[0]
    asked = LESSON.page(first).prediction
    assert isinstance(asked, Place)
    u, _ = upper_edge(first.scene)
    verdict = asked.judge(((u[0] - 0.02, u[1] - 0.06), asked.right[1]))
    assert [remark.words for remark in verdict.remarks] == ["too far out", "right"]


# Comparisons.


@pytest.mark.parametrize(
    ("name", "compare", "words", "x"),
    [
        ("Overhang", PLANES, "error 0.66 beside the edge", -0.66),
        ("One point discarded", FACE, "error 0.26 in front", 0.42),
        ("Nearly flat", ONE, "error: 1 of 2 points", 0.29),
    ],
)
def test_a_faulty_answer_lies_in_pink_where_it_is_wrong(name: str, compare: str, words: str, x: float) -> None:
    for moment in moments_of(LESSON, LESSON.presets[name].scene, compare):
        canvas, (u, _) = world(moment), upper_edge(moment.scene)
        at_point = labels(canvas, Ink.FAULTY)[words]
        assert u[0] - at_point[0] == pytest.approx(x, abs=0.006)
        assert dots(canvas, Ink.FAULTY, Point.CROSS) == [pytest.approx(at_point)]
        rings = strokes(canvas, Ink.FAULTY, Line.DOTTED)
        assert len(rings) == len(moment.faulty.points)
    right = {
        name: [c.name for c in LESSON.compare if c.differs(stage(name, "Contacts", c.name))] for name in CONTACTS
    }
    assert compare in right[name]
    assert ONE not in right["Overhang"]
    assert not right["Lying flat"]


# The dropped boxes.


def test_one_box_rocks_and_the_other_rests() -> None:
    scene = LESSON.presets["Overhang"].scene
    one, two = scene.drop(PointRule.CROSSING), scene.drop(PointRule.TWO_POINTS)
    assert one.rests_after is None
    assert one.swing == pytest.approx(0.672, abs=1e-3)
    assert two.swing == 0.0
    assert two.rests_after == pytest.approx(0.133, abs=1e-3)
    assert math.degrees(two.tilt_at(0.0)) == pytest.approx(2.0)
    assert two.tilt_at(1.0) == pytest.approx(0.0, abs=1e-6)
    steeper = replace(scene, tilt=1.0)
    assert steeper.drop(PointRule.CROSSING).rests_after is not None, "the fault depends on the start"
    assert {len(one.held(t)) for t in np.linspace(0.6, 0.99, 20)} == {1}
    assert len(two.held(0.99)) == 2
    assert one.held(0.0) == two.held(0.0) == {-1}, "its lower corner is the left one"
    assert one.held(0.85) | one.held(0.875) == {-1, 1}, "from corner to corner"


def test_the_clock_moves_both_boxes_at_their_own_stage_alone() -> None:
    first, last = moments("Overhang")[0], moments("Overhang")[-1]
    assert LESSON.clock(first) is None
    clock = LESSON.clock(last)
    assert clock is not None
    assert clock.plays_on_entry
    assert clock.impact is None
    for pane in LESSON.panes[1:]:
        begins, ends = (Told.draw(pane, replace(last, time=t)).transcript() for t in (0.0, 1.0))
        assert begins != ends
        still = {Told.draw(pane, replace(first, time=t)).transcript() for t in (0.0, 1.0)}
        assert len(still) == 1
        assert f"{dropped.EXAGGERATED:.0f}×" in pane.note
    one, two = LESSON.panes[1:]
    assert list(labels(Told.draw(one, last), Ink.FAULTY)) == ["rocks for ever by 0.67°"]
    assert "at rest after 0.13 s" in labels(Told.draw(two, last), Ink.TEXT)


def test_tilts_are_drawn_ten_times_as_great_on_the_ground() -> None:
    for tilt in (0.02, -0.03):
        corners = dropped.drawn_box(tilt).points
        assert corners[:, 1].min() == pytest.approx(0.0)
        side = corners[1] - corners[0]
        assert math.atan2(side[1], side[0]) == pytest.approx(10.0 * tilt)
        assert math.hypot(*side) == pytest.approx(dropped.WIDE)
    last = moments("Overhang")[-1]
    rests = Told.draw(LESSON.panes[2], replace(last, time=1.0))
    pushes = [m for m in rests.marks if isinstance(m, Arrow) and m.ink is Ink.ANSWER]
    assert [m.end[0] for m in pushes] == [pytest.approx(-0.75, abs=1e-4), pytest.approx(0.75, abs=1e-4)]
    assert all(m.end[1] > m.start[1] for m in pushes)
    falling = Told.draw(LESSON.panes[1], replace(last, time=0.0))
    assert len([m for m in falling.marks if isinstance(m, Arrow)]) == 1


# The challenge, and what can be stepped into.


def test_the_challenge_is_a_cut_point_in_front_of_the_face() -> None:
    scene = Clipping(at(box(3.4, 0.9), 0.0, -0.45), at(box(2.0, 0.9), 1.0, 0.35, 14.0))
    found = moments_of(LESSON, scene)
    challenge = LESSON.challenge(found[0])
    assert challenge.reached
    assert challenge.now == "cut at h = +0.06"
    assert len(found[0].trace.result.points) == 1
    assert LESSON.challenge(moments("Overhang")[0]).now == "cut at h = −0.11"
    assert LESSON.challenge(moments("Lying flat")[0]).now == "nothing is cut"


def test_groups_hold_the_search_and_the_single_tests() -> None:
    main = moments("Overhang")
    groups = [type(m.step) is Grouped for m in main]
    assert groups == [True, False, True, True, True, False, False]
    inside = list(nested(LESSON, main))
    names = {LESSON.page(m).stage for m in inside}
    assert {"Edges of A", "Edges of B", "Reference", "Normals", "Incident", "Ends"} <= names
    assert not any(LESSON.page(m).prediction for m in inside)
    faces = [m for m in inside if isinstance(m.step, FaceCompared)]
    assert [plain(LESSON.page(m).sentence) for m in faces] == [
        "Vertex 0 of B: h = −0.32, behind the face. It stays.",
        "The cut at u: h = −0.11, behind the face. It stays.",
    ]
    assert len(dots(world(faces[0]), Ink.ANSWER, Point.ANSWER)) == 1
    edges = [m for m in inside if LESSON.page(m).stage.startswith("Edges of")]
    best = [plain(LESSON.page(m).sentence) for m in edges]
    assert best[2] == "Edge 2 of A: separation −0.32, the greatest so far."
