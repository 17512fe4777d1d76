"""What the lesson on clipping says, draws and asks. The reference edge, its frame and the clipped ends are found here
once more, from the vertices alone."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import pytest
import shapely

from geometry import box, rounded
from geometry.contact.clipping import ClipStarted, FaceCompared
from geometry.faulty.resting import PointRule
from geometry.feature import FeatureKind, FeatureRef
from geometry.trace import Grouped
from lessons.contact import dropped
from lessons.contact.clip_scenes import HEIGHT, ONE, PLANES, Clipping, on_edge
from lessons.contact.edge_clipping import TITLES, EdgeClipping
from tests.lessons.second_edition import Told, moments_of, nested
from viz.lesson.canvas import Area, Arrow, Canvas, Dot, Label, Region, Stroke, Symbol
from viz.lesson.ink import Ink, Line, Point
from viz.lesson.lesson import Moment
from viz.lesson.page import Page
from viz.lesson.prediction import Click, Place
from viz.lesson.scene import at
from viz.lesson.text import plain

LESSON = EdgeClipping()
OVERHANG, DISCARDED, FLAT, B_OWNS, BOTH = list(LESSON.presets)[:5]
WALL, ROUNDED, TOUCHING = list(LESSON.presets)[5:]
CONTACTS = {  # x and h of every contact point, in the order of x
    OVERHANG: [(0.00, -0.36), (1.30, -0.50)],
    DISCARDED: [(2.50, -0.25)],
    FLAT: [(0.40, 0.08), (2.60, -0.04)],
    B_OWNS: [(0.90, -0.40), (2.60, -0.13)],
    BOTH: [(0.00, -0.30), (1.70, -0.30)],
    WALL: [(2.00, -0.30)],
    ROUNDED: [(0.00, -0.33), (0.70, -0.45)],
    TOUCHING: [(0.00, 0.00), (1.00, 0.00)],
}
STAGES = {
    OVERHANG: ["Edges", "Plane of u", "Cut at u", "Plane of v", "Height", "Contacts", "At rest"],
    BOTH: ["Edges", "Plane of u", "Cut at u", "Plane of v", "Cut at v", "Height", "Contacts", "At rest"],
    DISCARDED: ["Edges", "Plane of u", "Plane of v", "Height", "Contacts", "At rest"],
}


class Edge(NamedTuple):
    """The reference edge: of all edges that with the greatest least height of the other shape."""

    owner: str
    u: np.ndarray
    v: np.ndarray
    t: np.ndarray
    n: np.ndarray

    def x(self, p: Any) -> float:
        return float(np.dot(np.subtract(p, self.u), self.t))

    def h(self, p: Any) -> float:
        return float(np.dot(np.subtract(p, self.u), self.n))

    def at(self, x: float, h: float) -> np.ndarray:
        return self.u + x * self.t + h * self.n

    @property
    def length(self) -> float:
        return math.dist(self.u, self.v)


def edges_of(shape: Any, owner: str) -> list[Edge]:
    found = []
    for p, q in zip(shape.points, np.roll(shape.points, -1, axis=0), strict=True):
        t = (q - p) / math.dist(p, q)
        n = np.array((t[1], -t[0]))
        found.append(Edge(owner, p + shape.radius * n, q + shape.radius * n, t, n))
    return found


def reference(scene: Clipping) -> Edge:
    a, b = scene.a.world, scene.b.world
    sees = [(e, b) for e in edges_of(a, "A")] + [(e, a) for e in edges_of(b, "B")]
    depths = [min(e.h(p) for p in other.points) - other.radius for e, other in sees]
    return sees[int(np.argmax(np.round(depths, 9)))][0]


def incident(scene: Clipping) -> Edge:
    """The other shape's edge that faces the reference edge most."""
    edge = reference(scene)
    other = edges_of(scene.b.world, "B") if edge.owner == "A" else edges_of(scene.a.world, "A")
    return min(other, key=lambda each: float(np.dot(each.n, edge.n)))


def moments(name: str, compare: str = "") -> list[Moment[Any]]:
    return moments_of(LESSON, LESSON.presets[name].scene, compare)


def stage(name: str, wanted: str, compare: str = "") -> Moment[Any]:
    return next(m for m in moments(name, compare) if LESSON.page(m).stage == wanted)


def page(name: str, wanted: str) -> Page:
    return LESSON.page(stage(name, wanted))


def said(name: str, wanted: str) -> str:
    return plain(page(name, wanted).sentence)


def stands(name: str, wanted: str) -> str:
    return plain(LESSON.situation(stage(name, wanted)))


def world(moment: Moment[Any]) -> Canvas:
    return Told.draw(LESSON.panes[0], moment)


def boxes(moment: Moment[Any], time: float = 0.0) -> Canvas:
    return Told.draw(LESSON.panes[1], replace(moment, time=time))


def rows(moment: Moment[Any]) -> list[list[str]]:
    table = LESSON.table(moment)
    assert table is not None
    return [[plain(cell) for cell in row.cells] for _, row in table.rows]


def labels(canvas: Canvas, ink: Ink) -> dict[str, tuple[float, float]]:
    return {plain(m.text): m.at for m in canvas.marks if isinstance(m, Label) and m.ink is ink}


def strokes(canvas: Canvas, ink: Ink, line: Line) -> list[np.ndarray]:
    return [np.array(m.points) for m in canvas.marks if isinstance(m, Stroke) and (m.ink, m.line) == (ink, line)]


def dots(canvas: Canvas, ink: Ink, point: Point) -> list[tuple[float, float]]:
    return [m.at for m in canvas.marks if isinstance(m, Dot) and (m.ink, m.point) == (ink, point)]


def arrows(canvas: Canvas, ink: Ink) -> list[Arrow]:
    return [m for m in canvas.marks if isinstance(m, Arrow) and m.ink is ink]


def near(expected: Any, found: Any, tolerance: float = 1e-6) -> bool:
    return bool(np.allclose(np.array(expected), np.array(found), atol=tolerance))


@pytest.mark.parametrize("name", CONTACTS)
def test_contacts_lie_where_the_storyboard_says(name: str) -> None:
    last = stage(name, "Contacts")
    edge = reference(last.scene)
    found = sorted((float(r[2]), float(r[3].replace("−", "-"))) for r in rows(last) if r[0] == "contact")
    assert found == [pytest.approx(each) for each in CONTACTS[name]]
    white = sorted((edge.x(p), edge.h(p)) for p in dots(world(last), Ink.ANSWER, Point.ANSWER))
    assert near(CONTACTS[name], white, 0.0051)


@pytest.mark.parametrize("name", [name for name in CONTACTS if name != ROUNDED])
def test_the_points_left_are_those_of_the_polygons(name: str) -> None:
    """The incident edge, cut to the strip with shapely, has the same ends."""
    scene = LESSON.presets[name].scene
    edge, other, points = reference(scene), incident(scene), LESSON.run(scene).result.points
    high = scene.margin + 1e-9
    strip = shapely.Polygon([edge.at(*p) for p in ((0, high), (edge.length, high), (edge.length, -9), (0, -9))])
    whole = shapely.LineString([other.u, other.v])
    on = [shapely.Point(p.on_b if edge.owner == "A" else p.on_a) for p in points]
    assert all(strip.distance(p) < 1e-9 and whole.distance(p) < 1e-9 for p in on)
    left = whole.intersection(strip)
    if len(points) == 2:
        assert on[0].distance(on[1]) >= left.length - 1e-6, "and nothing between is left out"


def test_the_scenes_differ_in_what_matters() -> None:
    scenes = {name: preset.scene for name, preset in LESSON.presets.items()}
    assert [name for name, scene in scenes.items() if reference(scene).owner == "B"] == [B_OWNS]
    assert not any(abs(reference(scene).n[1]) > 0.9999 for scene in scenes.values()), "no side plane is upright"
    overhang = scenes[OVERHANG]
    edge = reference(overhang)
    beyond = edge.at(-0.06, LESSON.run(overhang).result.points[0].separation)
    assert overhang.a.world.contains(beyond), "a place inside A and beyond the side plane"


def test_every_claim_holds() -> None:
    assert all(claim.holds for name in CONTACTS for m in moments(name) for claim in LESSON.page(m).claims)


@pytest.mark.parametrize("name", STAGES)
def test_stages(name: str) -> None:
    assert [LESSON.page(m).stage for m in moments(name)] == STAGES[name]
    assert LESSON.stage_names(moments(name)[0]) == STAGES[name]


def test_the_sentences_of_the_first_scene() -> None:
    assert [plain(LESSON.page(m).sentence) for m in moments(OVERHANG)] == [
        "Vertex 0 of B: x = 1.30, h = −0.50. Vertex 1 of B: x = −0.99, h = −0.26.",
        "Vertex 1 of B has x = −0.99: beyond the side plane of u.",
        "Cut at x = 0.00, h = −0.36.",
        "x = 1.30 and x = 0.00 are at most L = 2.40: no cut.",
        "h = −0.50 and −0.36: both ends are behind the reference edge and stay.",
        "Two contacts: edge 0 of B cut at vertex 2 of A, and vertex 0 of B on edge 2 of A.",
        "One point: still rocks through 0.67° after 1.00 s. Two points: at rest after 0.13 s.",
    ]
    assert [plain(LESSON.situation(m)) for m in moments(OVERHANG)] == [
        "A and B overlap by 0.50.",
        "The incident edge reaches 0.99 beyond the side plane of u.",
        "One end of the incident edge is cut off.",
        "One end of the incident edge is cut off.",
        "Two points lie behind the reference edge, 0.50 and 0.36 deep.",
        "Two points lie behind the reference edge, 0.50 and 0.36 deep.",
        "The dropped box rocks with one contact point. With two it comes to rest.",
    ]


def test_rows_are_revised_and_keep_their_place() -> None:
    assert rows(stage(OVERHANG, "Edges")) == [
        ["end", "vertex 0 of B", "1.30", "−0.50"],
        ["end", "vertex 1 of B", "−0.99", "−0.26"],
    ]
    assert rows(stage(OVERHANG, "Plane of u"))[1][0] == "beyond"
    assert rows(stage(OVERHANG, "Cut at u"))[1] == ["cut", "vertex 2 of A and edge 0", "0.00", "−0.36"]
    assert [row[:2] for row in rows(stage(OVERHANG, "Contacts"))] == [
        ["contact", "vertex 0 of B and edge 2"],
        ["contact", "vertex 2 of A and edge 0"],
    ], "both features of each: its id"
    assert [row[0] for row in rows(stage(DISCARDED, "Contacts"))] == ["contact", "discarded"]
    assert [row[0] for row in rows(stage(BOTH, "Cut at v"))] == ["cut", "cut"]
    (kept, high) = page(DISCARDED, "Height").rows
    assert "OVERLAP" in kept.cells[3]
    assert "GAP" in high.cells[3]
    assert high.cells[3].find("+0.26") > 0


def test_what_other_heights_and_places_are_said_of() -> None:
    high = "Vertex 1 of B: h = +0.26, more than h_max = 0.01 in front of the reference edge. It is discarded."
    assert said(DISCARDED, "Height") == high
    assert said(FLAT, "Height") == (
        "Vertex 1 of B: h = +0.08, in front of the reference edge, but at most h_max = 0.10. It stays."
    )
    assert said(TOUCHING, "Height") == "h = 0.00 and 0.00: both ends are on the reference edge and stay."
    assert stands(FLAT, "Contacts") == (
        "One point lies behind the reference edge, 0.04 deep. A second point, 0.08 in front of it, is kept."
    )
    assert stands(TOUCHING, "Contacts") == "Two points touch the reference edge."
    assert stands(BOTH, "Contacts") == "Two points lie behind the reference edge, both 0.30 deep."
    assert stands(DISCARDED, "Plane of u") == "No end of the incident edge lies beyond the side planes so far."
    assert said(BOTH, "Cut at v") == "Cut at x = 1.70, h = −0.30."
    assert stands(BOTH, "Cut at v") == "Both ends of the incident edge are cut off."
    assert stands(BOTH, "Plane of v") == "The incident edge reaches 0.80 beyond the side plane of v."
    assert (
        said(B_OWNS, "Contacts")
        == "Two contacts: vertex 1 of A on edge 2 of B, and edge 0 of A cut at vertex 3 of B."
    )
    assert said(DISCARDED, "Plane of u") == "x = 2.50 and x = 0.46 are at least 0: no cut."
    assert said(WALL, "Contacts") == "One contact: vertex 0 of B on edge 1 of A."
    apart = LESSON.presets[FLAT].scene
    apart = apart.with_field("b", apart.b.moved(0.5 * reference(apart).n))
    first, second, _ = moments_of(LESSON, apart)
    assert plain(LESSON.page(first).sentence) == "A and B are 0.46 apart. No edges are to be clipped."
    assert plain(LESSON.page(second).sentence) == "A and B are 0.46 apart: no contact point."


def test_one_contact_is_said_to_be_right() -> None:
    turned = math.degrees(LESSON.presets[DISCARDED].scene.b.pose.angle - LESSON.presets[DISCARDED].scene.a.pose.angle)
    assert page(DISCARDED, "At rest").idea.startswith(
        f"One contact is right in this pose: B is tilted by {turned:.1f}° against the edge."
    )
    assert "torques" in page(OVERHANG, "At rest").idea
    assert "torques" in page(FLAT, "At rest").idea


# Pictures.


def holds(region: Region, p: np.ndarray) -> bool:
    return all(np.dot(p - q, n) <= 1e-12 for q, n in zip(region.through, np.array(region.normals), strict=True))


@pytest.mark.parametrize("name", [OVERHANG, B_OWNS, WALL])
def test_what_a_side_plane_cuts_off_is_shaded_and_the_strip_behind_the_edge_is_red(name: str) -> None:
    moment = stage(name, "Height")
    edge, marks = reference(moment.scene), world(moment).marks
    beyond_u, beyond_v = (m for m in marks if isinstance(m, Region) and m.ink is Ink.CONSTRUCTION)
    (strip,) = (m for m in marks if isinstance(m, Region) and m.ink is Ink.OVERLAP)
    for x, h in ((-0.1, -0.1), (0.1, -0.1), (0.1, 0.1), (edge.length - 0.1, -0.1), (edge.length + 0.1, -0.1)):
        p = edge.at(x, h)
        assert holds(beyond_u, p) == (x < 0.0)
        assert holds(beyond_v, p) == (x > edge.length)
        assert holds(strip, p) == (0.0 < x < edge.length and h < 0.0)
    assert not [m for m in world(moments(name)[0]).marks if isinstance(m, Region)], "not before they are met"
    assert len([m for m in world(stage(name, "Plane of u")).marks if isinstance(m, Region)]) == 1
    names = labels(world(moment), Ink.TEXT)
    assert edge.x(names["side plane of u"]) == pytest.approx(0.0)
    assert edge.x(names["side plane of v"]) == pytest.approx(edge.length)
    (limit,) = (m for m in strokes(world(moment), Ink.INTERFACE, Line.DASHED))
    assert near([edge.at(0.0, 0.01), edge.at(edge.length, 0.01)], limit)
    assert list(labels(world(moment), Ink.INTERFACE)) == ["h_max = 0.01"]


@pytest.mark.parametrize("name", [OVERHANG, B_OWNS])
def test_the_reference_edge_is_broad_and_the_incident_edge_double_and_gets_shorter(name: str) -> None:
    for moment in moments(name):
        canvas, edge, other = world(moment), reference(moment.scene), incident(moment.scene)
        owner, facing = (Ink.A, Ink.B) if edge.owner == "A" else (Ink.B, Ink.A)
        (broad,) = strokes(canvas, Ink.EXAMINED, Line.FEATURE)
        assert near((edge.u, edge.v), broad)
        (double,) = strokes(canvas, facing, Line.DOUBLE)
        assert not strokes(canvas, owner, Line.DOUBLE)
        deep, far = sorted((other.u, other.v), key=edge.h)
        is_cut = moment.index >= STAGES[OVERHANG].index("Cut at u") + (name == B_OWNS)
        end = far if not is_cut else edge.at(*CONTACTS[name][0 if name == OVERHANG else 1])
        assert near((deep, end), double, 0.0051)
        lost = strokes(canvas, Ink.GHOST, Line.DOTTED)
        assert len(lost) == is_cut
        assert not is_cut or near((far, double[1]), lost[0])
        word = "clipped incident edge" if is_cut else "incident edge"
        assert any(text.startswith(word) for text in labels(canvas, facing))


@pytest.mark.parametrize("name", [OVERHANG, B_OWNS, WALL])
def test_the_frame_stands_beside_the_reference_edge(name: str) -> None:
    canvas, edge = world(moments(name)[0]), reference(moments(name)[0].scene)
    symbols = {m.latex: m.at for m in canvas.marks if isinstance(m, Symbol)}
    assert near(edge.u, symbols[r"\mathbf{u}"])
    assert near(edge.v, symbols[r"\mathbf{v}"])
    along, up = arrows(canvas, Ink.EXAMINED)
    assert near(0.48 * edge.t, np.subtract(along.end, along.start))
    assert near(0.48 * edge.n, np.subtract(up.end, up.start))
    assert near(along.start, up.start)
    assert edge.h(up.start) == pytest.approx(0.14)
    assert 0.0 < edge.x(up.start) < edge.length
    assert not arrows(world(stage(name, "Contacts")), Ink.EXAMINED)


@pytest.mark.parametrize("name", [OVERHANG, DISCARDED, B_OWNS])
def test_heights_and_places_are_measured_where_they_are(name: str) -> None:
    moment = moments(name)[0]
    canvas, edge, other = world(moment), reference(moment.scene), incident(moment.scene)
    for p in (other.u, other.v):
        ink = Ink.OVERLAP if edge.h(p) < 0.0 else Ink.GAP
        if abs(edge.h(p)) > 0.1:
            assert any(near((edge.at(edge.x(p), 0.0), p), each) for each in strokes(canvas, ink, Line.MEASURE))
        number = f"{abs(edge.h(p)):.2f}"
        assert f"h = {'−' if edge.h(p) < 0.0 else '+'}{number}" in labels(canvas, ink)
        along = [each for each in arrows(canvas, Ink.TEXT) if edge.x(each.end) == pytest.approx(edge.x(p))]
        assert [edge.x(each.start) for each in along] == [pytest.approx(0.0)]
        assert edge.h(along[0].start) == pytest.approx(edge.h(along[0].end))
        assert edge.h(along[0].end) < min(edge.h(other.u), edge.h(other.v)) - 0.3, "below the incident edge"
        assert f"x = {edge.x(p):.2f}".replace("-", "−") in labels(canvas, Ink.TEXT)
    (zero,) = dots(canvas, Ink.TEXT, Point.SMALL)
    first = next(m for m in arrows(canvas, Ink.TEXT) if near(m.start, zero))
    assert near(labels(canvas, Ink.TEXT)["0"], first.start)
    (side,) = (m.toward for m in canvas.marks if isinstance(m, Label) and m.text == "0")
    assert side is not None
    assert np.dot(side, edge.n) > 0.0
    assert np.dot(side, edge.t) < 0.0


def test_a_height_has_its_number_on_the_side_of_the_other_end() -> None:
    for name, text, way in ((OVERHANG, "h = −0.50", -1.0), (OVERHANG, "h = −0.26", 1.0), (B_OWNS, "h = −0.40", 1.0)):
        moment = moments(name)[0]
        (side,) = (m.toward for m in world(moment).marks if isinstance(m, Label) and plain(m.text) == text)
        assert side is not None
        assert way * np.dot(side, reference(moment.scene).t) > 0.0


def test_the_cut_is_shown_with_what_it_follows_from() -> None:
    moment = stage(OVERHANG, "Cut at u")
    canvas, edge, other = world(moment), reference(moment.scene), incident(moment.scene)
    ((x, y),) = dots(canvas, Ink.EXAMINED, Point.FILLED)
    (x1, h1), (x2, h2) = ((edge.x(p), edge.h(p)) for p in (other.u, other.v))
    assert near(edge.at(0.0, h1 + (0.0 - x1) / (x2 - x1) * (h2 - h1)), (x, y))
    assert {"h_1", "h_2"} <= set(labels(canvas, Ink.OVERLAP))
    assert {"x_1", "x_2"} <= set(labels(canvas, Ink.TEXT))
    assert near([other.v], dots(canvas, Ink.GHOST, Point.CROSS))
    assert LESSON.page(moment).formula.count("0-x_1") == 1
    assert page(BOTH, "Cut at v").formula.count("L-x_1") == 1
    level = labels(world(stage(BOTH, "Plane of v")), Ink.EXAMINED)["L = 1.70"]
    assert near(reference(stage(BOTH, "Edges").scene).v, level)


def test_discarded_points_are_crossed_and_kept_ones_white() -> None:
    for wanted, word in (("Height", "kept"), ("Contacts", "vertex 0 of B")):
        moment = stage(DISCARDED, wanted)
        canvas, b = world(moment), moment.scene.b.world.points
        assert near([b[0]], dots(canvas, Ink.ANSWER, Point.ANSWER))
        assert near([b[1]], dots(canvas, Ink.GHOST, Point.CROSS))
        assert near(b[0], labels(canvas, Ink.ANSWER)[word])
        assert near(b[1], labels(canvas, Ink.GHOST)["discarded"])
    last = world(moments(OVERHANG)[-1])
    assert list(labels(last, Ink.GHOST)) == ["cut off"]
    assert {"cut at u", "vertex 0 of B"} <= set(labels(last, Ink.ANSWER))


def test_an_arc_is_cut_on_its_circle() -> None:
    soft = rounded(box(1.3, 0.6), 0.3)
    scene = Clipping(at(soft, 0.0, -0.6), at(soft, 1.06, 0.48, 30.0))
    moment = next(m for m in moments_of(LESSON, scene) if LESSON.page(m).stage == "Cut at u")
    assert LESSON.page(moment).formula == ""
    assert all(claim.holds for m in moments_of(LESSON, scene) for claim in LESSON.page(m).claims)
    assert plain(LESSON.page(moment).sentence).endswith("It lies on the corner's arc.")
    cut = moment.step.cut
    first = next(s for s in moments_of(LESSON, scene)[0].step.part if isinstance(s, ClipStarted)).incident
    assert math.dist(cut.point, first.deep_inner) == pytest.approx(0.3)
    (double,) = strokes(world(moment), Ink.B, Line.DOUBLE)
    corner = scene.b.world.points[first.deep]
    inner = [p for p in double if reference(scene).x(p) < reference(scene).x(first.deep_outer)]
    assert len(double) == 24
    assert all(math.dist(p, corner) == pytest.approx(0.3) for p in inner)


def test_a_shape_is_placed_by_where_it_meets_an_edge() -> None:
    owner = at(box(2.0, 1.0), 0.3, 0.4, 25.0)
    placed = on_edge(owner, 2, box(1.0, 1.0), 0.7, -0.2, 10.0)
    edge = edges_of(owner.world, "A")[2]
    low = min(placed.world.points, key=edge.h)
    assert (edge.x(low), edge.h(low)) == (pytest.approx(0.7), pytest.approx(-0.2))
    assert math.degrees(placed.pose.angle) == pytest.approx(35.0)


# Predictions.


def test_the_ends_that_stay_are_placed_along_the_edge() -> None:
    moment = moments(OVERHANG)[0]
    asked, edge, other = LESSON.page(moment).prediction, reference(moment.scene), incident(moment.scene)
    assert isinstance(asked, Place)

    def on(x: float) -> tuple[float, float]:
        part = (x - edge.x(other.u)) / (edge.x(other.v) - edge.x(other.u))
        p, q = other.u + part * (other.v - other.u)
        return float(p), float(q)

    assert near((on(0.0), other.u), asked.right)
    assert near([on(0.32 * 1.3), on(0.68 * 1.3)], asked.start), "far from both ends, and from each other"
    good = asked.judge((on(1.26), on(-0.04)))
    assert good.right
    assert plain(good.because) == "It ends at the side plane, x = 0.00, and at vertex 0 of B."
    assert [(r.words, r.right) for r in good.remarks] == [("the side plane", True), ("vertex 0 of B", True)]
    assert near([on(0.0), on(1.3)], [r.at for r in good.remarks])
    assert not asked.judge((on(1.24), on(0.0))).right
    long = asked.judge((tuple(other.v), on(1.3)))
    assert (long.right, long.head) == (False, "Place the ends: 1 of 2")
    assert plain(long.because) == (
        "At x = −0.99 the edge is beyond the side plane of u: there is no reference edge to push on."
    )
    assert [(r.words, r.right) for r in long.remarks] == [
        ("beyond the side plane", False),
        ("vertex 0 of B", True),
    ]
    inside = plain(asked.judge((on(-0.07), on(1.3))).because)
    assert inside.startswith("At x = −0.07 the edge is still inside A, but beyond the side plane of u")
    short = asked.judge((on(0.22), on(1.3)))
    assert plain(short.because) == (
        "This place lies between the side planes: the part that stays goes 0.22 further out."
    )
    assert asked.judge(asked.start).head == "Place the ends: 0 of 2"
    assert plain(LESSON.page(moment).known) == "A and B overlap by 0.50."
    both = LESSON.page(moments(BOTH)[0]).prediction
    assert isinstance(both, Place)
    assert plain(both.judge(both.right).because) == "It ends at the side planes, x = 0.00 and x = 1.70."


def test_where_edges_cross_is_no_limit() -> None:
    scene = Clipping(at(box(3.0, 1.0), 0.0, 0.0, 5.0), at(box(1.6, 1.0), 0.1, 0.98, 5.0))
    first = moments_of(LESSON, scene)[0]
    asked, other = LESSON.page(first).prediction, incident(scene)
    assert isinstance(asked, Place)
    middle = 0.5 * (other.u + other.v)
    verdict = asked.judge((tuple(middle), tuple(other.v)))
    assert verdict.because.startswith("Where the edges cross nothing is cut off")
    assert {r.words for r in verdict.remarks} >= {"edges cross here"}
    assert plain(asked.judge(asked.right).because).endswith("no side plane cuts it.")


@pytest.mark.parametrize(("name", "kind"), [(OVERHANG, Place), (DISCARDED, Click), (WALL, Click), (B_OWNS, Place)])
def test_each_scene_asks_once_and_no_comparison_asks(name: str, kind: type) -> None:
    asked = [LESSON.page(m).prediction for m in moments(name)]
    assert [type(each) for each in asked if each is not None] == [kind]
    assert not any(LESSON.page(m).prediction for m in moments(name, PLANES))
    assert not any(LESSON.page(m).prediction for m in moments(FLAT)), "the margin is told later"


def test_the_point_that_is_no_contact_is_clicked() -> None:
    moment = stage(DISCARDED, "Plane of v")
    asked, b = LESSON.page(moment).prediction, moment.scene.b.world.points
    assert isinstance(asked, Click)
    assert asked.right == {FeatureRef("B", FeatureKind.VERTEX, 1)}
    right = asked.judge(FeatureRef("B", FeatureKind.VERTEX, 1))
    assert plain(right.because) == "h = +0.26: it is in front of the reference edge, and A and B do not touch there."
    assert near(b[1], right.remarks[0].at)
    wrong = asked.judge(FeatureRef("B", FeatureKind.VERTEX, 0))
    assert plain(wrong.because) == "h = −0.25: it is behind the reference edge, so A and B overlap there."
    assert near(b[0], wrong.remarks[0].at)
    assert "no end" in asked.judge(FeatureRef("A", FeatureKind.VERTEX, 1)).because
    assert "Click" in asked.judge(FeatureRef("A", FeatureKind.EDGE, 1)).because
    assert not dots(world(moment), Ink.ANSWER, Point.ANSWER), "nothing is given away"


# Comparisons.


@pytest.mark.parametrize(
    ("name", "compare", "words", "x"),
    [
        (OVERHANG, PLANES, "error 0.99\nbeside the edge", -0.99),
        (DISCARDED, HEIGHT, "error 0.26\nin front", 0.46),
        (FLAT, ONE, "1 of 2 points missing", 0.40),
    ],
)
def test_a_faulty_answer_lies_in_pink_where_it_is_wrong(name: str, compare: str, words: str, x: float) -> None:
    for moment in moments(name, compare):
        canvas, edge = world(moment), reference(moment.scene)
        at_point = labels(canvas, Ink.FAULTY)[words]
        assert edge.x(at_point) == pytest.approx(x, abs=0.006)
        crosses = dots(canvas, Ink.FAULTY, Point.CROSS)
        assert crosses == ([] if compare == ONE else [pytest.approx(at_point)]), "a right contact has no cross"
        rings = [each.mean(axis=0) for each in strokes(canvas, Ink.FAULTY, Line.DOTTED)]
        expected = [p.on_b if edge.owner == "A" else p.on_a for p in moment.faulty.points]
        assert near(expected, rings)
    right = {
        each: [c.name for c in LESSON.compare if c.differs(stage(each, "Contacts", c.name))] for each in CONTACTS
    }
    assert right == {
        **{key: [PLANES] for key in (OVERHANG, B_OWNS, BOTH, ROUNDED, TOUCHING)},
        **{key: [HEIGHT] for key in (DISCARDED, WALL)},
        FLAT: [ONE],
    }


# The dropped boxes.


def test_one_box_rocks_and_the_other_rests() -> None:
    scene = LESSON.presets[OVERHANG].scene
    one, two = scene.drop(PointRule.CROSSING), scene.drop(PointRule.TWO_POINTS)
    assert one.rests_after is None
    assert one.swing == pytest.approx(0.672, abs=1e-3)
    assert one.swing == pytest.approx(math.degrees(max(one.tilts[46:]) - min(one.tilts[46:])), abs=1e-6)
    assert two.swing == 0.0
    assert two.rests_after == pytest.approx(0.133, abs=1e-3)
    still = [k / 60.0 for k, tilt in enumerate(two.tilts) if abs(tilt) > 1e-6]
    assert two.rests_after == pytest.approx(still[-1] + 1.0 / 60.0)
    assert (one.becomes, two.becomes) == ("still rocks through 0.67° after 1.00 s", "at rest after 0.13 s")
    assert math.degrees(two.tilts[0]) == pytest.approx(2.0)
    assert len(one.tilts) == len(one.counts) == dropped.TIME_STEPS + 1
    steeper = replace(scene, tilt=1.0)
    assert steeper.drop(PointRule.CROSSING).rests_after is not None, "the fault depends on the start"


@pytest.mark.parametrize("rule", PointRule)
def test_a_contact_point_is_at_the_corner_that_is_down(rule: PointRule) -> None:
    run = LESSON.presets[OVERHANG].scene.drop(rule)
    for t in np.linspace(0.0, 1.0, 301):
        tilt, held = run.at(float(t))
        corners = dropped.drawn_box(tilt, 0.0).points[:2, 1]
        if len(held) == 1:
            assert corners[held[0]] == pytest.approx(0.0)
    x = 0.0
    for k, step in enumerate(run.steps):  # and it is where the routine has it
        tilt, held = run.at(k / dropped.TIME_STEPS)
        true = sorted(int(p.point[0] > x) for p in step.contact.points)
        assert true in (list(held), [])
        assert tilt == pytest.approx(run.tilt if k == 0 else run.tilt + run.steps[k - 1].pose.angle)
        x = step.pose.position[0]
    assert run.at(0.0)[1] == (dropped.LEFT,)
    assert len(run.at(1.0)[1]) == (1 if rule is PointRule.CROSSING else 2)


def test_the_clock_moves_both_boxes_at_their_own_stage_alone() -> None:
    first, last = moments(OVERHANG)[0], moments(OVERHANG)[-1]
    assert LESSON.clock(first) is None
    clock = LESSON.clock(last)
    assert clock is not None
    assert clock.plays_on_entry
    assert 4.0 <= clock.seconds <= 7.0, "one second, slowly"
    assert all(m.fixed and m.toward is None for m in boxes(first).marks if isinstance(m, Label)), "titles stay"
    assert boxes(last, 0.0).transcript() != boxes(last, 1.0).transcript()
    assert boxes(first, 0.0).transcript() == boxes(first, 1.0).transcript()
    assert not arrows(boxes(first), Ink.ANSWER), "nothing is given away"
    assert list(labels(boxes(first), Ink.QUIET)) == ["Tilts are drawn 8×. t is in seconds.", *TITLES]
    end = boxes(last, 1.0)
    assert list(labels(end, Ink.FAULTY)) == [TITLES[0], "still rocks through 0.67° after 1.00 s"]
    assert list(labels(end, Ink.TEXT)) == [TITLES[1], "at rest after 0.13 s"]
    assert dropped.TIME_STEPS / 60.0 == 1.0, "so that t is in seconds"


def test_tilts_are_drawn_greater_on_the_ground() -> None:
    for tilt in (0.02, -0.03):
        corners = dropped.drawn_box(tilt, 0.5).points
        assert corners[:, 1].min() == pytest.approx(0.5)
        side = corners[1] - corners[0]
        assert math.atan2(side[1], side[0]) == pytest.approx(dropped.EXAGGERATED * tilt)
        assert math.hypot(*side) == pytest.approx(dropped.WIDE)
    end = boxes(moments(OVERHANG)[-1], 1.0)
    rocking, *resting = sorted(arrows(end, Ink.ANSWER), key=lambda m: (-m.end[1], m.end[0]))
    assert near([(-0.75, -0.09), (0.75, -0.09)], [m.end for m in resting], 1e-4)
    assert rocking.end[0] < -0.7
    assert all(m.end[1] > m.start[1] for m in (rocking, *resting))
    (turn,) = arrows(end, Ink.FAULTY)
    assert turn.end[0] > turn.start[0], "pushed up at its left corner the box turns clockwise"
    (ghost,) = strokes(end, Ink.FAULTY, Line.DOTTED)
    rocking_run = LESSON.presets[OVERHANG].scene.drop(PointRule.CROSSING)
    assert near(dropped.drawn_box(rocking_run.tilts[-2], dropped.APART).points, ghost), "the other side of its swing"
    assert not strokes(boxes(moments(OVERHANG)[-1], 0.5), Ink.FAULTY, Line.DOTTED)
    assert len([m for m in end.marks if isinstance(m, Area)]) == 4


# The challenge, and what can be stepped into.


def test_the_challenge_is_a_cut_point_in_front_of_the_edge() -> None:
    scene = Clipping(at(box(3.4, 0.9), 0.0, -0.45), at(box(2.0, 0.9), 1.0, 0.35, 14.0))
    found = moments_of(LESSON, scene)
    challenge = LESSON.challenge(found[0])
    assert challenge.reached
    assert challenge.now == "cut at h = +0.06"
    assert len(found[0].trace.result.points) == 1
    assert LESSON.challenge(moments(OVERHANG)[0]).now == "cut at h = −0.36"
    assert LESSON.challenge(moments(FLAT)[0]).now == "nothing is cut"


def test_groups_hold_the_search_and_the_single_tests() -> None:
    main = moments(OVERHANG)
    assert [type(m.step) is Grouped for m in main] == [True, False, False, False, True, False, False]
    inside = list(nested(LESSON, main))
    names = {LESSON.page(m).stage for m in inside}
    assert {"Edges of A", "Edges of B", "Reference", "Normals", "Incident", "Ends"} <= names
    assert not any(LESSON.page(m).prediction for m in inside)
    faces = [m for m in inside if isinstance(m.step, FaceCompared)]
    assert [plain(LESSON.page(m).sentence) for m in faces] == [
        "Vertex 0 of B: h = −0.50, behind the reference edge. It stays.",
        "The cut at u: h = −0.36, behind the reference edge. It stays.",
    ]
    assert len(dots(world(faces[0]), Ink.ANSWER, Point.ANSWER)) == 1
    edges = [m for m in inside if LESSON.page(m).stage.startswith("Edges of")]
    best = [plain(LESSON.page(m).sentence) for m in edges]
    assert best[2] == "Edge 2 of A: separation −0.50, the greatest so far."
