"""What the lesson on clipping draws: the clip, the faulty answers."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import shapely

from geometry import box, rounded
from geometry.contact.clipping import ClipStarted
from lessons.contact.clip_scenes import HEIGHT, ONE, PLANES, Clipping, on_edge
from tests.lessons.clip_reading import (
    B_OWNS,
    BOTH,
    CONTACTS,
    DISCARDED,
    FLAT,
    LESSON,
    OVERHANG,
    ROUNDED,
    STAGES,
    TOUCHING,
    WALL,
    arrows,
    dots,
    edges_of,
    incident,
    labels,
    moments,
    near,
    page,
    reference,
    stage,
    strokes,
    world,
)
from tests.lessons.second_edition import moments_of, nested
from viz.lesson.canvas import Canvas, Label, Region, Symbol, Unbounded
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.scene import at
from viz.lesson.text import plain
from viz.picture.framing import frame


def holds(region: Region, p: np.ndarray) -> bool:
    return all(np.dot(p - q, n) <= 1e-12 for q, n in zip(region.through, np.array(region.normals), strict=True))


@pytest.mark.parametrize("name", [OVERHANG, B_OWNS, WALL])
def test_what_a_side_plane_keeps_is_lit_and_the_strip_behind_the_edge_is_red(name: str) -> None:
    moment = stage(name, "Height")
    edge, marks = reference(moment.scene), world(moment).marks
    (strip,) = (m for m in marks if isinstance(m, Region))
    assert strip.ink is Ink.OVERLAP
    for x, h in ((-0.1, -0.1), (0.1, -0.1), (0.1, 0.1), (edge.length - 0.1, -0.1), (edge.length + 0.1, -0.1)):
        assert holds(strip, edge.at(x, h)) == (0.0 < x < edge.length and h < 0.0)
    assert not [m for m in world(moments(name)[0]).marks if isinstance(m, Region)], "not before they are met"
    for end, tested in (("u", stage(name, "Plane of u")), ("v", stage(name, "Plane of v"))):
        canvas = world(tested)
        (lit,) = (m for m in canvas.marks if isinstance(m, Region))
        assert lit.ink is Ink.EXAMINED
        for x in (-0.1, 0.1, edge.length - 0.1, edge.length + 0.1):
            assert holds(lit, edge.at(x, 0.3)) == (x > 0.0 and (end == "u" or x < edge.length)), "what stays so far"
        lines = {m.ink: m for m in canvas.marks if isinstance(m, Unbounded)}
        at = edge.length if end == "v" else 0.0
        assert edge.x(lines[Ink.EXAMINED].through) == pytest.approx(at), "the one that is tested"
        assert abs(np.dot(lines[Ink.EXAMINED].direction, edge.t)) < 1e-9
        assert (Ink.CONSTRUCTION in lines) == (end == "v")
        (text,) = (t for t in labels(canvas, Ink.EXAMINED) if t.startswith("side plane"))
        assert text == ("side plane of u: x = 0" if end == "u" else "side plane of v: x = L")
    names = labels(world(moment), Ink.TEXT)
    assert edge.x(names["side plane of u: x = 0"]) == pytest.approx(0.0)
    assert edge.x(names["side plane of v: x = L"]) == pytest.approx(edge.length)
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
        is_quiet = moment.index >= len(moments(name)) - 2 or LESSON.page(moment).stage.startswith("Plane")
        assert any(text.startswith(word) for text in labels(canvas, facing)) != is_quiet


@pytest.mark.parametrize("name", [OVERHANG, B_OWNS, WALL])
def test_the_frame_stands_beside_the_reference_edge(name: str) -> None:
    canvas, edge = world(moments(name)[0], 0.008), reference(moments(name)[0].scene)
    symbols = {m.latex: m.at for m in canvas.marks if isinstance(m, Symbol)}
    assert near(edge.u, symbols[r"\mathbf{u}"])
    assert near(edge.v, symbols[r"\mathbf{v}"])
    along, up = arrows(canvas, Ink.EXAMINED)
    assert near(48.0 * 0.008 * edge.t, np.subtract(along.end, along.start))
    assert near(48.0 * 0.008 * edge.n, np.subtract(up.end, up.start))
    assert near(along.start, up.start)
    assert edge.h(up.start) == pytest.approx(14.0 * 0.008)
    low, high = sorted(edge.x(p) for p in (incident(moments(name)[0].scene).u, incident(moments(name)[0].scene).v))
    assert not low - 0.1 < edge.x(up.start) < high + 0.1, "beside what the other shape covers"
    covered = moments(DISCARDED)[0]
    beside = arrows(world(covered), Ink.EXAMINED)
    assert all(reference(covered.scene).x(a.end) < -0.3 for a in beside), "before u, where B covers the edge"
    assert not arrows(world(stage(name, "Contacts")), Ink.EXAMINED)
    crowded = moments(BOTH)[0]  # places are measured between the edge and the frame
    edge, rows_of = reference(crowded.scene), arrows(world(crowded), Ink.TEXT)
    assert all(
        edge.h(row.end) < edge.h(each.start) for row in rows_of for each in arrows(world(crowded), Ink.EXAMINED)
    )


@pytest.mark.parametrize("name", [OVERHANG, DISCARDED, B_OWNS])
def test_heights_and_places_are_measured_where_they_are(name: str) -> None:
    moment = moments(name)[0]
    canvas, edge, other = world(moment), reference(moment.scene), incident(moment.scene)
    split = name == OVERHANG  # on both sides of u: above it, so that nothing stands at the place of the cut
    for p in (other.u, other.v):
        ink = Ink.OVERLAP if edge.h(p) < 0.0 else Ink.GAP
        if abs(edge.h(p)) > 0.1:
            assert any(near((edge.at(edge.x(p), 0.0), p), each) for each in strokes(canvas, ink, Line.MEASURE))
        number = f"{abs(edge.h(p)):.2f}"
        assert f"h = {'−' if edge.h(p) < 0.0 else '+'}{number}" in labels(canvas, ink)
        along = [each for each in arrows(canvas, Ink.TEXT) if edge.x(each.end) == pytest.approx(edge.x(p))]
        assert [edge.x(each.start) for each in along] == [pytest.approx(0.0)]
        assert edge.h(along[0].start) == pytest.approx(edge.h(along[0].end))
        low = min(edge.h(other.u), edge.h(other.v)) - 0.3
        assert 0.0 < edge.h(along[0].end) < 0.2 if split else edge.h(along[0].end) < low, "below the incident edge"
        told = f"x = {edge.x(p):.2f}".replace("-", "−")
        assert told in labels(canvas, Ink.TEXT)
        if split and edge.x(p) < 0.0:
            assert near(labels(canvas, Ink.TEXT)[told], along[0].end), "beyond the tip, out of the crowd at u"
    if split:
        assert near(
            [edge.at(0.0, edge.h(arrows(canvas, Ink.TEXT)[0].start))] * 2, dots(canvas, Ink.TEXT, Point.SMALL)
        )
        return
    (zero,) = dots(canvas, Ink.TEXT, Point.SMALL)
    first = next(m for m in arrows(canvas, Ink.TEXT) if near(m.start, zero))
    assert near(labels(canvas, Ink.TEXT)["x = 0"], first.start)
    (side,) = (m.toward for m in canvas.marks if isinstance(m, Label) and m.text == "$x$ = 0" and m.ink is Ink.TEXT)
    assert side is not None
    assert np.dot(side, edge.n) > 0.0
    assert np.dot(side, edge.t) < 0.0


def test_where_x_is_0_is_said_once() -> None:
    def told(moment: Moment[Any]) -> list[str]:
        canvas = world(moment)
        return [t for ink in (Ink.TEXT, Ink.EXAMINED) for t in labels(canvas, ink) if t.endswith("x = 0")]

    assert told(moments(DISCARDED)[0]) == ["x = 0"]
    assert told(moments(WALL)[0]) == [], "x = 0.09 stands there"
    for name, wanted in ((DISCARDED, "Plane of v"), (OVERHANG, "Cut at u"), (TOUCHING, "Plane of v")):
        assert told(stage(name, wanted)) == ["side plane of u: x = 0"]
    canvas, edge = world(moments(WALL)[0]), reference(moments(WALL)[0].scene)
    assert edge.x(labels(canvas, Ink.TEXT)["x = 0.09"]) == pytest.approx(0.0)
    assert side_of(canvas, "x = 0.09", edge.t) == [pytest.approx(-1.0)], "before u"


def test_nothing_is_drawn_through_the_place_of_the_cut_before_it_is_asked() -> None:
    for name in (OVERHANG, B_OWNS, BOTH):
        moment = moments(name)[0]
        edge, other = reference(moment.scene), incident(moment.scene)
        lines = strokes(world(moment), Ink.CONSTRUCTION, Line.DASHED)
        assert not [line for line in lines if all(abs(edge.x(p)) < 1e-9 for p in line)]
        extended = strokes(world(moment), Ink.EXAMINED, Line.DASHED)
        outside = [p for p in (other.u, other.v) if not 0.0 <= edge.x(p) <= edge.length and edge.h(p) < -0.1]
        assert len(outside) == len(extended)
        assert all(near(edge.at(edge.x(p), 0.0), line[1]) for p, line in zip(outside, extended, strict=True))


def test_the_incident_edge_is_named_where_nothing_is_placed() -> None:
    first, cut, crossing = moments(OVERHANG)[0], stage(OVERHANG, "Height"), stage(DISCARDED, "Height")
    edge = reference(first.scene)
    sticking = moments(ROUNDED)[0]
    beyond = labels(world(sticking, 0.008), Ink.B)["incident edge 0"]
    assert reference(sticking.scene).x(beyond) < -0.3, "beside the part that may stay, where there is room"
    assert edge.x(labels(world(first, 0.006), Ink.B)["incident edge 0"]) < -0.2, "beyond u: the part that is cut off"
    assert 0.0 < edge.x(labels(world(cut), Ink.B)["clipped incident edge 0"]) < edge.length
    assert reference(crossing.scene).h(labels(world(crossing), Ink.B)["incident edge 0"]) > 0.05
    assert "reference edge 2" in labels(world(first), Ink.EXAMINED)
    assert "reference edge 2" not in labels(world(stage(OVERHANG, "Plane of v")), Ink.EXAMINED), (
        "places are measured there"
    )
    covered = moments(BOTH)[0]
    b = covered.scene.b.world
    edge = reference(covered.scene)
    assert edge.h(labels(world(covered), Ink.B)["B"]) - edge.h(b.centroid) > 0.3, "above the frame"


@pytest.mark.parametrize("name", CONTACTS)
def test_letters_stand_clear_of_what_is_measured(name: str) -> None:
    every = moments(name)
    for moment in every[:-1]:
        view = frame(LESSON.panes[0], moment, (896.0, 592.0), steps=range(moment.index, moment.index + 1))
        canvas = Canvas(view.pixel)
        LESSON.panes[0].draw(canvas, moment)
        lines = [(m.start, m.end) for m in arrows(canvas, Ink.TEXT)]
        lines += [(p[0], p[-1]) for p in strokes(canvas, Ink.EXAMINED, Line.MEASURE)]
        for ink, shape in ((Ink.A, moment.scene.a.world), (Ink.B, moment.scene.b.world)):
            letter = labels(canvas, ink)[ink.name]
            assert shape.contains(letter)
            for line in lines:
                off = shapely.LineString(line).distance(shapely.Point(letter)) / view.pixel
                assert off > 14.0, (LESSON.page(moment).stage, ink)


def test_a_height_has_its_number_on_the_side_of_the_other_end() -> None:
    for name, text, way in ((OVERHANG, "h = −0.50", -1.0), (OVERHANG, "h = −0.26", 1.0), (B_OWNS, "h = −0.40", 1.0)):
        moment = moments(name)[0]
        (side,) = (m.toward for m in world(moment).marks if isinstance(m, Label) and plain(m.text) == text)
        assert side is not None
        assert way * np.dot(side, reference(moment.scene).t) > 0.0


def side_of(canvas: Canvas, text: str, way: np.ndarray) -> list[float]:
    """How far each label of that text is pushed in a direction."""
    found = [m.toward for m in canvas.marks if isinstance(m, Label) and plain(m.text) == text]
    return [float(np.dot(each, way)) for each in found if each is not None]


def test_words_stand_on_their_side_of_the_edge() -> None:
    touching, flat = moments(TOUCHING)[0], stage(FLAT, "Contacts", ONE)
    lower, upper = side_of(world(touching), "h = 0.00", reference(touching.scene).n), reference(flat.scene).n
    assert lower == [pytest.approx(-1.0)] * 2, "of a height too small for a measure, behind the edge"
    assert side_of(world(touching), "h = 0.00", reference(touching.scene).t) == [pytest.approx(-1.0)] * 2, (
        "off the edge's name"
    )
    assert side_of(world(flat), "1 of 2 points\nmissing", upper)[0] > 0.0
    assert side_of(world(flat), "1 of 2 points\nmissing", reference(flat.scene).t)[0] < 0.0, "off B's side"
    last, t = stage(OVERHANG, "Contacts"), reference(moments(OVERHANG)[-1].scene).t
    assert all(each > 0.0 for each in side_of(world(last), "vertex 0 of B", t)), "outside of the other"
    assert all(each < 0.0 for each in side_of(world(last), "cut at u", reference(last.scene).n)), (
        "clear of its height"
    )


@pytest.mark.parametrize("name", [ROUNDED, B_OWNS])
def test_the_search_measures_the_deepest_point_of_the_other_shape(name: str) -> None:
    inside = [m for m in nested(LESSON, moments(name)) if LESSON.page(m).stage.startswith("Edges of")]
    for moment in inside:
        owner = LESSON.page(moment).stage[-1]
        one, other = (moment.scene.a.world, moment.scene.b.world)[:: 1 if owner == "A" else -1]
        edge = edges_of(one, owner)[moment.step.edge]
        deepest = min(other.points, key=edge.h) - other.radius * edge.n
        measured = strokes(world(moment), Ink.OVERLAP, Line.MEASURE)
        assert any(near((edge.at(edge.x(deepest), 0.0), deepest), each) for each in measured)


def test_the_cut_is_shown_with_what_it_follows_from() -> None:
    moment = stage(OVERHANG, "Cut at u")
    canvas, edge, other = world(moment), reference(moment.scene), incident(moment.scene)
    ((x, y),) = dots(canvas, Ink.EXAMINED, Point.FILLED)
    (x1, h1), (x2, h2) = ((edge.x(p), edge.h(p)) for p in (other.u, other.v))
    assert near(edge.at(0.0, h1 + (0.0 - x1) / (x2 - x1) * (h2 - h1)), (x, y))
    assert {f"h_p = −{-h1:.2f}", f"h_q = −{-h2:.2f}"} <= set(labels(canvas, Ink.OVERLAP))
    assert {f"x_p = {x1:.2f}", f"x_q = −{-x2:.2f}"} <= set(labels(canvas, Ink.TEXT))
    assert f"is {(0.0 - x1) / (x2 - x1):.2f} of the distance" in LESSON.page(moment).sentence
    b_owns = stage(B_OWNS, "Cut at v")
    places = labels(world(b_owns), Ink.TEXT)
    assert {"x_p = 0.90", "x_q = 3.37"} <= set(places), "p stays, q is cut off"
    assert {"x_p = 2.50", "x_q = −0.90"} <= set(labels(world(stage(BOTH, "Cut at u")), Ink.TEXT))
    second = world(stage(BOTH, "Cut at v"))
    told = [text for text in labels(second, Ink.TEXT) if text.startswith("x_")]
    assert told == ["x_q = 2.50"], "p is the new end on the side plane of u, which says x = 0"
    both = reference(stage(BOTH, "Edges").scene)
    assert both.x(labels(second, Ink.OVERLAP)["h_p = −0.30"]) == pytest.approx(0.0), "not where it is cut off already"
    assert near([other.v], dots(canvas, Ink.GHOST, Point.CROSS))
    assert LESSON.page(moment).formula.count("0-x_p") == 1
    assert page(BOTH, "Cut at v").formula.count("L-x_p") == 1
    for wanted in ("Plane of v", "Cut at v"):
        v_plane, edge = world(stage(BOTH, wanted)), reference(stage(BOTH, "Edges").scene)
        assert "L = 1.70" in labels(v_plane, Ink.EXAMINED)
        long = [line for line in strokes(v_plane, Ink.EXAMINED, Line.MEASURE) if len(line) == 2]
        assert any(near([0.0, edge.length], [edge.x(p) for p in line]) for line in long), "from u to v"


def test_the_radius_of_a_rounded_edge_is_drawn() -> None:
    moment = moments(ROUNDED)[0]
    canvas, corners = world(moment), moment.scene.b.world.points
    assert "r = 0.25" in labels(canvas, Ink.TEXT)
    for p in corners[:2]:
        assert any(near(p, each) for each in dots(canvas, Ink.TEXT, Point.SMALL))
        assert not [each for each in strokes(canvas, Ink.TEXT, Line.THIN) if near(p, each[0])], "there h is measured"
    (line,) = (each for each in strokes(canvas, Ink.TEXT, Line.THIN) if near(corners[2], each[0]))
    assert math.dist(*line) == pytest.approx(0.25)
    assert "r = 0.25" not in labels(world(moments(OVERHANG)[0]), Ink.TEXT)


def test_the_only_contact_of_the_faulty_rule_is_named() -> None:
    small = labels(world(stage(FLAT, "Let go", ONE)), Ink.FAULTY)
    assert list(small) == ["edges cross"], "why there is but one; too small for more words"
    edge, other = reference(LESSON.presets[FLAT].scene), incident(LESSON.presets[FLAT].scene)
    assert edge.h(small["edges cross"]) == pytest.approx(0.0, abs=1e-9)
    assert shapely.LineString((other.u, other.v)).distance(shapely.Point(small["edges cross"])) < 1e-9
    assert not labels(world(stage(OVERHANG, "Let go", ONE)), Ink.FAULTY), "there both rules agree"
    for moment in moments(FLAT, ONE)[:-1]:
        (p,) = moment.faulty.points
        told = labels(world(moment), Ink.FAULTY)
        assert near(p.on_b, told["the only contact"])
        is_found = LESSON.page(moment).stage == "Contacts"
        assert ("1 of 2 points\nmissing" in told) == is_found, "not before there are two"


def test_discarded_points_are_crossed_and_kept_ones_white() -> None:
    for wanted, word in (("Height", "kept"), ("Contacts", "vertex 0 of B")):
        moment = stage(DISCARDED, wanted)
        canvas, b = world(moment), moment.scene.b.world.points
        assert near([b[0]], dots(canvas, Ink.ANSWER, Point.ANSWER))
        assert near([b[1]], dots(canvas, Ink.GHOST, Point.CROSS))
        assert near(b[0], labels(canvas, Ink.ANSWER)[word])
        assert near(b[1], labels(canvas, Ink.QUIET)["too far in front"])
    last = world(stage(OVERHANG, "Contacts"))
    assert list(labels(last, Ink.QUIET)) == ["cut off"]
    for wanted in ("Cut at u", "Plane of v", "Height"):
        told = labels(world(stage(OVERHANG, wanted)), Ink.QUIET)
        assert near(told["cut off"], incident(stage(OVERHANG, wanted).scene).v), (
            "from the cut on what it cost is seen"
        )
        assert not labels(world(stage(OVERHANG, wanted, PLANES)), Ink.QUIET), "beside an error only that one speaks"
    assert not labels(world(stage(OVERHANG, "Contacts", PLANES)), Ink.QUIET)
    kept = world(stage(FLAT, "Contacts"), 0.008)
    assert list(labels(kept, Ink.INTERFACE)) == ["h_max = 0.10"], "why a point in front stays"
    assert not labels(world(stage(FLAT, "Plane of v")), Ink.INTERFACE), "not before heights are compared"
    assert not labels(last, Ink.INTERFACE)
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


# Comparisons.


@pytest.mark.parametrize(
    ("name", "compare", "words", "x"),
    [
        (OVERHANG, PLANES, "error 0.59\nbeside the edge", -0.59),
        (DISCARDED, HEIGHT, "error 0.33\nin front", 0.58),
        (FLAT, ONE, "1 of 2 points\nmissing", 0.40),
    ],
)
def test_a_faulty_answer_lies_in_pink_where_it_is_wrong(name: str, compare: str, words: str, x: float) -> None:
    small = world(stage(name, "Let go", compare))
    assert len(dots(small, Ink.FAULTY, Point.CROSS)) == (compare != ONE)
    assert set(labels(small, Ink.FAULTY)) == ({"edges cross"} if compare == ONE else set())
    for moment in moments(name, compare)[-2 if compare == ONE else 0 : -1]:
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


def test_both_ends_of_the_incident_edge_have_their_vertex_and_the_deeper_is_p() -> None:
    for name, ink, words in ((OVERHANG, Ink.B, ("p = v0", "v1")), (B_OWNS, Ink.A, ("p = v1", "v0"))):
        moment = moments(name)[0]
        edge, other = reference(moment.scene), incident(moment.scene)
        ends = sorted((other.u, other.v), key=edge.h)
        found = [
            m for m in world(moment).marks if isinstance(m, Label) and m.ink is ink and m.style is TextStyle.LABEL
        ]
        for end, text in zip(ends, words, strict=True):
            assert near(end, next(m.at for m in found if plain(m.text) == text and near(end, m.at)))
    assert {"p at v0", "at v1"} <= set(labels(world(moments(ROUNDED)[0]), Ink.B)), "outside of its vertices"
