"""Contacts of rounded polygons: against shapely's distances and vertices of the scene."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import shapely
from shapely import ops

from geometry import Convex, convex
from geometry.contact.manifold_points import CornersMeasured
from geometry.contact.reference import ReferenceEdge
from geometry.feature import FeatureKind, FeatureRef
from lessons.contact.rounded_manifold import RoundedManifold
from lessons.contact.rounded_manifold_figure import BARS, CLEAR_OF_P, FREE
from lessons.contact.rounded_manifold_rules import BESIDE, FAR, OFF, RADII
from lessons.contact.rounded_manifold_rules import EDGES as ALONE
from lessons.contact.rounded_manifold_state import Rounded
from lessons.stories.clip_state import whole_run
from tests.lessons.second_edition import moments_of, nested
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.mark import Area, Arrow, Dot, FeatureMark, Label, Light, Region, Stroke, Symbol
from viz.lesson.page import Page
from viz.lesson.prediction import Place
from viz.lesson.scene import at
from viz.lesson.text import fixed, plain
from viz.picture.framing import frame

LESSON = RoundedManifold()
SCENES = LESSON.presets
CORNER, EDGES, ON_EDGE = "Corner near a corner", "Edges overlap", "Corner on an edge"
GAP, DEEP, CAPSULES = "Gap that no edge shows", "Deep overlap", "Capsules end to end"
each_scene = pytest.mark.parametrize("name", SCENES)
STAGES = {
    CORNER: ["Edge axes", "Both edges", "Which case?", "Vertex axis", "Contacts"],
    EDGES: ["Edge axes", "Both edges", "Which case?", "Clip", "Height", "Contacts"],
    ON_EDGE: ["Edge axes", "Both edges", "Which case?", "Clip", "Height", "Contacts"],
    GAP: ["Edge axes", "Both edges", "Which case?", "Vertex axis", "Contacts"],
    DEEP: ["Edge axes", "Both edges", "Clip", "Height", "Contacts"],
    CAPSULES: ["Edge axes", "Both edges", "Which case?", "Vertex axis", "Contacts"],
}


def moments(name: str, compare: str = "") -> list[Moment[Rounded]]:
    return moments_of(LESSON, SCENES[name].scene, compare)


def at_stage(name: str, stage: str, compare: str = "") -> Moment[Rounded]:
    return next(m for m in moments(name, compare) if LESSON.story.stage(m) == stage)


def drawn(moment: Moment[Rounded]) -> Canvas:
    canvas = Canvas(0.01)
    LESSON.panes[0].draw(canvas, moment)
    return canvas


def page_at(name: str, stage: str) -> Page:
    return LESSON.page(at_stage(name, stage))


def cores(scene: Rounded) -> list[Any]:
    both = scene.a.world.points, scene.b.world.points
    return [shapely.Polygon(points) if len(points) > 2 else shapely.LineString(points) for points in both]


def axes(scene: Rounded) -> list[tuple[float, str]]:
    """Each edge's separation along its normal, radii counted, with its name."""
    found = []
    pairs = (("A", scene.a.world, scene.b.world), ("B", scene.b.world, scene.a.world))
    for owner, own, other in pairs:
        for i, p in enumerate(own.points):
            e = own.points[(i + 1) % len(own.points)] - p
            n = np.array((e[1], -e[0])) / math.hypot(*e)
            found.append((min((other.points - p) @ n) - own.radius - other.radius, f"edge {i} of {owner}"))
    return found


def decimals(scene: Rounded) -> int:
    """As many as tell the best axes of A and of B apart."""
    every = axes(scene)
    a, b = (max(s for s, name in every if name.endswith(owner)) for owner in "AB")
    return 2 if fixed(a) != fixed(b) or fixed(a, 3) == fixed(b, 3) else 3


def labels(moment: Moment[Rounded], ink: Ink) -> list[str]:
    return [plain(m.text) for m in drawn(moment).marks if isinstance(m, Label) and m.ink is ink]


def symbols(moment: Moment[Rounded]) -> dict[str, Symbol]:
    return {m.latex.replace(r"\boldsymbol", ""): m for m in drawn(moment).marks if isinstance(m, Symbol)}


@each_scene
def test_the_stages_and_the_edge_axes(name: str) -> None:
    told = moments(name)
    assert LESSON.stage_names(told[0]) == STAGES[name]
    every = axes(told[0].scene)
    best = max(every)[0]
    page = LESSON.page(told[0])
    equal = sum(s > best - 1e-9 for s, *_ in every)
    assert equal == (len(every) if name == CAPSULES else 1)
    first = next(who for s, who in every if s > best - 1e-9)
    one = f"The greatest of {len(every)} separations is that of {first}: "
    assert page.sentence.startswith(one if equal == 1 else f"All {equal} separations are equal: ")
    radii = told[0].scene.radii
    assert f"= {fixed(best)}. No edge axis shows a gap." in plain(page.sentence)
    least = re.search(r": (−?[0-9.]+) − ([0-9.]+) = ", plain(page.sentence))
    assert least is not None
    shown, taken = (float(number.replace("−", "-")) for number in least.groups())
    assert shown == pytest.approx(best + radii, abs=0.006)
    assert taken == pytest.approx(radii, abs=0.006)
    rows = [(row.cells[0], plain(row.cells[1])) for row in page.rows]
    for owner, (who, number) in zip("AB", rows, strict=True):
        mine = [s for s, name in every if name.endswith(owner)]
        assert who.endswith(owner)
        assert number == fixed(max(mine), decimals(told[0].scene))
    assert plain(LESSON.situation(told[0])) == "Every edge axis shows an overlap."
    assert [row.ink for row in page.rows] == [Ink.A, Ink.B]


@each_scene
def test_the_answer_is_shapelys(name: str) -> None:
    last, scene = moments(name)[-1], SCENES[name].scene
    first, second = cores(scene)
    apart = first.distance(second) - scene.radii
    said = plain(LESSON.situation(last))
    if first.distance(second) == 0.0:
        assert name == DEEP
        apart = max(axes(scene))[0]
    elif STAGES[name][3] != "Vertex axis":
        apart = max(axes(scene))[0]
    if apart > 0.0:
        assert said == f"A and B are {fixed(apart)} apart, although every edge axis shows an overlap."
        assert last.step.points == ()
    else:
        corners = ", corner to corner" if STAGES[name][3] == "Vertex axis" else ""
        assert said == f"A and B overlap by {fixed(-apart)}{corners}."
        rows = LESSON.page(last).rows
        assert {row.ink for row in rows} == {Ink.ANSWER}
        assert len(rows) == len(last.step.points) == (2 if name in (EDGES, DEEP) else 1)
        for row, point in zip(rows, last.step.points, strict=True):
            assert plain(row.cells[1]) == fixed(point.separation)
            for letter, feature in zip("AB", point.id, strict=True):
                assert f"{'v' if feature.is_vertex else 'e'}{feature.index} of {letter}" in row.cells[0]


def test_the_measured_edge_axis_is_drawn_from_the_inner_edge() -> None:
    moment = moments(CORNER)[0]
    scene = moment.scene
    own, other = scene.a.world.points, scene.b.world.points
    lit, red = [m for m in drawn(moment).marks if isinstance(m, Stroke) and m.line is Line.FEATURE]
    assert (lit.ink, red.ink) == (Ink.EXAMINED, Ink.OVERLAP)
    assert np.array(lit.points) == pytest.approx(own[[1, 2]])
    e = (own[2] - own[1]) / math.dist(own[1], own[2])
    n = np.array((e[1], -e[0]))
    heights = (other - own[1]) @ n
    assert fixed(heights.min()) in labels(moment, Ink.TEXT)
    found = symbols(moment)
    assert np.array(found["{q}_j"].at) == pytest.approx(other[heights.argmin()])
    assert np.array(found["{u}_i"].at) == pytest.approx(own[1])
    q, t = other[heights.argmin()], e
    r = scene.a.world.radius
    assert scene.b.world.radius == r
    base = own[1] - (r + FREE * 0.01) * t  # beyond the end of the edge that is far from q: outside of both shapes
    over = base + heights.min() * n
    for name, start, ink in (
        ("r_A", base + 0.35 * r * n, Ink.A),
        ("r_B", over - 0.35 * r * n, Ink.B),
    ):
        assert np.array(found[name].at) == pytest.approx(start)
        assert found[name].ink is ink
    below = -0.01 * BARS[0] * t  # the measured length, beside the radii that stand end to end but for what both cover
    assert np.array(red.points) == pytest.approx(np.array((over - r * n, base + r * n)) + below)
    measured = [np.array(m.points) for m in drawn(moment).marks if isinstance(m, Stroke) and m.ink is Ink.TEXT]
    assert any(len(m) == 2 and np.allclose(m, np.array((base, over)) + below) for m in measured)
    (lead,) = (
        m for m in drawn(moment).marks if isinstance(m, Stroke) and (m.ink, m.line) == (Ink.CONSTRUCTION, Line.DASHED)
    )
    (begins,) = (
        m for m in drawn(moment).marks if isinstance(m, Stroke) and (m.ink, m.line) == (Ink.EXAMINED, Line.DASHED)
    )
    assert np.array(begins.points) == pytest.approx(np.array((own[1], base))), "the edge's line, as far as it is used"
    assert np.array(lead.points) == pytest.approx(np.array((q, over)))
    s = max(axes(scene))[0]
    assert math.dist(*red.points) == pytest.approx(-s)
    assert f"overlap s_i = {fixed(s)}" in labels(moment, Ink.OVERLAP)


@each_scene
def test_both_edges_are_lit_where_they_are(name: str) -> None:
    moment, scene = moments(name)[1], SCENES[name].scene
    sentence = plain(LESSON.page(moment).sentence)
    best = max((s, -i, which) for i, (s, which) in enumerate(axes(scene)))[2]  # of equal ones the first
    owner, i = best[-1], int(best.split()[1])
    assert sentence.startswith(f"Reference edge: {i} of {owner}.")
    own, other = (scene.a.world, scene.b.world)[:: 1 if owner == "A" else -1]
    (lit,) = [m for m in drawn(moment).marks if isinstance(m, Stroke) and m.line is Line.FEATURE]
    n = own.normals[i]
    inner = own.points[[i, (i + 1) % len(own.points)]]
    assert np.array(lit.points) == pytest.approx(inner + own.radius * n)
    dots = other.normals @ n
    (double,) = [m for m in drawn(moment).marks if isinstance(m, Stroke) and m.line is Line.DOUBLE]
    assert double.ink is (Ink.B if owner == "A" else Ink.A)
    j = int(dots.argmin())
    inner = other.points[[j, (j + 1) % len(other.points)]]
    assert np.array(double.points) == pytest.approx(inner + other.radius * other.normals[j])
    told = {CORNER: "−0.996", EDGES: "−0.998"}.get(name, fixed(dots.min()))  # not opposite: 5 and 4 degrees off
    assert float(told.replace("−", "-")) == pytest.approx(
        dots.min(), abs=0.005 if name not in (CORNER, EDGES) else 5e-4
    )
    assert sentence.endswith(f"least dot product with n̂, {told}.")


def test_regions_are_those_of_the_inner_edge() -> None:
    moment = at_stage(CORNER, "Which case?")
    scene = moment.scene
    u, v, q = scene.a.world.points[1], scene.a.world.points[2], scene.b.world.points[0]
    x = float((q - u) @ (v - u)) / math.dist(u, v)
    assert x > math.dist(u, v)
    marks = drawn(moment).marks
    edge, first, second = [m for m in marks if isinstance(m, Region)]

    def inside(region: Region, p: np.ndarray) -> bool:
        return all(float((p - a) @ n) <= 0.0 for a, n in zip(region.through, np.array(region.normals), strict=True))

    n = np.array((v - u)[::-1] * (1, -1)) / math.dist(u, v)
    assert inside(edge, (u + v) / 2.0 + n)
    assert not inside(edge, (u + v) / 2.0 - n)
    assert not inside(edge, q)
    assert (inside(first, q), inside(second, q)) == (False, True)
    assert second.opacity > first.opacity
    along, lit = [m for m in marks if isinstance(m, Light)]
    assert (along.ink, lit.ink) == (Ink.EXAMINED, Ink.ANSWER)
    assert all(inside(edge, 0.999 * np.array(p) + 0.001 * (u + v) / 2.0) for p in along.points), "in the region alone"
    assert np.array(along.toward) @ (v - u) == pytest.approx(0.0), "it falls off away from the edge"
    assert lit.origin == pytest.approx(tuple(v)), "it is brightest at c, and fades"
    assert lit.amount <= 0.35, "it is quieter than the contact and c"
    assert 0.05 <= second.opacity < edge.opacity, "far from its corner, too, the region is seen to be tinted"
    borders = list(zip(second.through, np.array(second.normals), strict=True))
    assert all(float((np.array(p) - a) @ n) < 1e-9 for p in lit.points for a, n in borders), "in the region alone"
    assert (edge.ink, second.ink) == (Ink.EXAMINED, Ink.ANSWER)
    assert f"x_q = {fixed(x)}" in labels(moment, Ink.TEXT)
    assert f"L = {fixed(math.dist(u, v))}" in labels(moment, Ink.EXAMINED)
    says = f"q lies at x_q = {fixed(x)} along the edge, beyond its length L = {fixed(math.dist(u, v))}: "
    says += "in the Voronoi region of c, v2 of A."
    assert plain(LESSON.page(moment).sentence) == says
    (arrow,) = [m for m in marks if isinstance(m, Arrow) and m.ink is Ink.TEXT]
    assert math.dist(arrow.start, arrow.end) == pytest.approx(x)
    (number,) = [m for m in marks if isinstance(m, Label) and "x_q" in m.text]
    assert np.array(number.at) == pytest.approx(np.array(arrow.end)), "where it is read off, not beside L"
    assert symbols(moment)["{c}"].at == pytest.approx(tuple(v))
    assert symbols(moment)["{q}"].at == pytest.approx(tuple(q))
    places = {plain(m.text): np.array(m.at) for m in marks if isinstance(m, Label) and "region**" in m.text}
    assert inside(edge, places["edge region\nedge 1 is nearest"])
    assert inside(second, places["corner region\nv2 is nearest"])


@pytest.mark.parametrize("name", [CORNER, GAP, CAPSULES])
def test_the_corner_region_is_named_where_it_is(name: str) -> None:
    moment = at_stage(name, "Which case?")
    marks = drawn(moment).marks
    (place,) = [np.array(m.at) for m in marks if isinstance(m, Label) and m.text.startswith("**corner region**\nv")]
    core, _ = cores(moment.scene)
    corner = np.array(symbols(moment)["{c}"].at)
    for body in (moment.scene.a.world, moment.scene.b.world):
        solid = shapely.Polygon(body.points) if len(body.points) > 2 else shapely.LineString(body.points)
        line = shapely.LineString(place + 0.01 * np.array(((-40.0, 0.0), (40.0, 0.0))))
        assert solid.distance(line) - body.radius > 0.15, "the whole width of the name"
    assert core.distance(shapely.Point(place)) == pytest.approx(math.dist(place, corner))
    (edge,) = [np.array(m.at) for m in marks if isinstance(m, Label) and m.text.startswith("**edge region**\nedge ")]
    assert core.distance(shapely.Point(edge)) < min(math.dist(edge, p) for p in moment.scene.a.world.points) - 1e-6


def test_the_edge_region_of_a_capsule_goes_on_both_sides() -> None:
    """Its core is a segment: a point over the middle of it is in the edge region, above and below."""
    edge = next(m for m in drawn(at_stage(CAPSULES, "Which case?")).marks if isinstance(m, Region))
    middle = np.mean(SCENES[CAPSULES].scene.a.world.points, axis=0)
    for y in (-2.0, 2.0):
        p = middle + (0.0, y)
        assert all(float((p - a) @ n) <= 0.0 for a, n in zip(edge.through, np.array(edge.normals), strict=True))


def test_the_scene_without_a_gap_on_an_edge_axis_is_seen_to_fail() -> None:
    """The depth that edge axes report, and the gap that there is, are both to be seen from the last row."""
    first, second = cores(SCENES[GAP].scene)
    assert max(axes(SCENES[GAP].scene))[0] < -0.15
    assert first.distance(second) - SCENES[GAP].scene.radii > 0.1


def test_the_rail_shows_what_is_asked() -> None:
    moment = at_stage(CORNER, "Both edges")
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Place)
    assert asked.draw is not None
    canvas = Canvas(0.01)
    asked.draw(canvas, "world")
    ends = [m for m in canvas.marks if isinstance(m, Label)]
    assert [m.line for m in canvas.marks if isinstance(m, Stroke)] == [Line.DASHED, Line.FEATURE], "no line is given"
    assert "v1" not in asked.text, "which end it is, is not told"
    assert "v2" not in asked.text, "which end it is, is not told"
    a, b = moment.scene.a.world.points, moment.scene.b.world.points
    for name, i, label in zip(("v1", "v2"), (1, 2), ends, strict=True):  # bright, as it is asked about one of them
        assert (label.text, label.style, label.at) == (name, TextStyle.BOLD, pytest.approx(tuple(a[i])))
    assert min(math.dist(asked.start[0], p) for p in b) > 0.3, "what is nearest to q is told by the next step"


def test_the_edge_decides_where_q_lies_over_it() -> None:
    for name in (EDGES, ON_EDGE):
        page = page_at(name, "Which case?")
        assert plain(page.sentence).endswith("along the edge, between 0 and L = 1.90: the edge is nearest.")
        texts = [*labels(at_stage(name, "Which case?"), Ink.TEXT), *symbols(at_stage(name, "Which case?"))]
        assert "corner region" not in texts
        assert "{c}" not in texts
        (edge, *_) = [m for m in drawn(at_stage(name, "Which case?")).marks if isinstance(m, Region)]
        (lit,) = [m for m in drawn(at_stage(name, "Which case?")).marks if isinstance(m, Light)]
        assert (lit.ink, lit.amount > edge.opacity > 0.05) == (Ink.EXAMINED, True), (
            "it is light at the edge, and fades"
        )


def test_parallel_edges_that_overlap_sideways_are_no_corner_case() -> None:
    wide = SCENES[EDGES].scene.with_field(
        "b", at(Convex(((-3, -0.3), (3, -0.3), (3, 0.3), (-3, 0.3)), 0.3), 0.0, 0.4)
    )
    moment = next(m for m in moments_of(LESSON, wide) if LESSON.story.stage(m) == "Which case?")
    says = plain(LESSON.page(moment).sentence)
    assert "leads back over the reference edge: the edges decide" in says or "the edge decides" in says


@pytest.mark.parametrize("name", [CORNER, GAP, CAPSULES])
def test_the_vertex_axis_joins_the_nearest_points_of_the_cores(name: str) -> None:
    moment, scene = at_stage(name, "Vertex axis"), SCENES[name].scene
    first, second = cores(scene)
    near = [np.array(p.coords[0]) for p in ops.nearest_points(first, second)]
    d = math.dist(*near)
    s = d - scene.radii
    sentence = plain(LESSON.page(moment).sentence)
    assert f"{fixed(scene.radii)} = {fixed(s)}: " in sentence
    told = plain(LESSON.page(moment).idea)
    assert told.endswith("the vertex-vertex axis from c to q. No edge axis shows a greater separation.")
    assert s >= max(axes(scene))[0]
    assert ("the corners are apart" in sentence) == (s > 0.0)
    assert sentence.endswith(f"The edge axes gave {fixed(max(axes(scene))[0])}.")
    arrows = {m.ink: np.array(m.end) - m.start for m in drawn(moment).marks if isinstance(m, Arrow)}
    best = max((s, -i) for i, (s, _) in enumerate(axes(scene)))[1]
    assert -best < len(scene.a.world.points)  # an edge of A
    assert arrows[Ink.CONSTRUCTION] / np.hypot(*arrows[Ink.CONSTRUCTION]) == pytest.approx(
        scene.a.world.normals[-best]
    )
    assert arrows[Ink.ANSWER] / np.hypot(*arrows[Ink.ANSWER]) == pytest.approx((near[1] - near[0]) / d)
    assert plain(LESSON.page(moment).rows[0].cells[1]) == fixed(s, decimals(scene))
    found = symbols(moment)
    assert np.array(found["{c}"].at) == pytest.approx(near[0])
    assert np.array(found["{q}"].at) == pytest.approx(near[1])
    circles = [np.array(m.points) for m in drawn(moment).marks if isinstance(m, Stroke) and m.closed]
    circles = [ring for ring in circles if len(ring) > 12]
    way = (near[1] - near[0]) / d
    contact = near[0] + scene.a.world.radius * way + 0.5 * s * way
    for centre, radius in zip(near, (scene.a.world.radius, scene.b.world.radius), strict=True):
        assert any(np.allclose(np.hypot(*(ring - centre).T), radius) for ring in circles)
    whites = [m.at for m in drawn(moment).marks if isinstance(m, Dot) and m.point is Point.ANSWER]
    assert len(whites) == (s < 0.0)
    assert all(white == pytest.approx(tuple(contact)) for white in whites)
    pills = [m for m in drawn(moment).marks if isinstance(m, Label) and plain(m.text) == f"s = {fixed(s)}"]
    assert [pill.ink for pill in pills] == [Ink.GAP if s > 0.0 else Ink.OVERLAP]
    assert fixed(d) in labels(moment, Ink.ANSWER)


def test_clip_and_heights_are_told_as_steps() -> None:
    scene = SCENES[EDGES].scene
    page = page_at(EDGES, "Clip")
    u, v = (scene.a.world.points[i] + (0.0, 0.2) for i in (2, 3))  # edge 2 of A runs to the left
    low = scene.b.world.points[0] - (0.0, 0.3)
    assert u[0] > v[0]
    assert f"from x = 0.00 to x = {fixed(u[0] - low[0])}: one end cut off." in plain(page.sentence)
    found = symbols(at_stage(EDGES, "Clip"))
    assert np.array(found["{q}"].at) == pytest.approx(low + (0.0, 0.3))
    assert np.array(found[r" p_{\mathrm{deep}}"].at) == pytest.approx(low)
    heights = plain(page_at(EDGES, "Height").sentence)
    assert fixed(low[1] - u[1]) in heights
    assert heights.endswith("both points stay.")
    assert plain(page_at(ON_EDGE, "Height").sentence).endswith("one point stays.")


def test_searches_and_clips_can_be_stepped_into() -> None:
    for name in (CORNER, EDGES):
        inner = list(nested(LESSON, moments(name)))
        stages = {LESSON.page(m).stage for m in inner}
        assert {"Edges of A", "Edges of B", "Normals", "Reference", "Incident"} <= stages
        assert ("Cut at u" in stages) == (name == EDGES)
        assert all(LESSON.situation(m) for m in inner)


def test_it_is_asked_where_the_end_of_the_edge_becomes_nearest() -> None:
    """On the rail of q: the place cannot be seen, it is where a perpendicular of the slanted edge meets its end."""
    moment = at_stage(CORNER, "Both edges")
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Place)
    a, q = moment.scene.a.world.points, moment.scene.b.world.points[0]
    t = (a[2] - a[1]) / math.dist(a[1], a[2])
    assert (np.array(asked.start[0]) - a[1]) @ t == pytest.approx(0.5 * math.dist(a[1], a[2])), "over the middle"
    assert (np.array(asked.start[0]) - q) @ np.array((-t[1], t[0])) == pytest.approx(0.0, abs=1e-9), "on the rail"
    (right,) = asked.right
    assert (np.array(right) - q) @ np.array((-t[1], t[0])) == pytest.approx(0.0, abs=1e-9), "on the rail"
    assert (np.array(right) - a[2]) @ t == pytest.approx(0.0, abs=1e-9), "over the end"
    edge = shapely.LineString(a[[1, 2]])
    for off, head in (
        (0.0, ""),
        (0.04, ""),
        (-0.04, ""),
        (0.1, "Past the border"),
        (-0.1, "The edge is nearest"),
    ):
        at = np.array(right) + off * t
        verdict = asked.judge((tuple(at),))
        assert (verdict.right, verdict.head) == (not head, head)
        away = fixed(edge.distance(shapely.Point(at)))
        place = float((at - a[1]) @ t)
        assert plain(verdict.remarks[0].words) == f"{fixed(place)} along the edge, of {fixed(edge.length)}"
        canvas = Canvas(0.01)
        assert verdict.draw is not None
        verdict.draw(canvas, "world")
        (way,) = canvas.marks
        assert isinstance(way, Stroke)
        assert way.ink is (Ink.FAULTY if head else Ink.ANSWER)
        assert fixed(math.dist(*way.points)) == away
    assert LESSON.page(at_stage(EDGES, "Both edges")).prediction is None, "another one is asked there"
    assert asked.text == "Slide the ring to where an **end** becomes the nearest point of inner edge 1."
    for off, is_right in ((0.0, True), (-0.1, False)):  # at the other end there is a border, too
        verdict = asked.judge((tuple(np.array(right) - (edge.length - off) * t),))
        assert (verdict.right, "v1" in verdict.because) == (is_right, True)
    assert LESSON.page(at_stage(CORNER, "Both edges", FAR)).prediction is None


def test_the_normal_between_corners_is_asked_for() -> None:
    moment = at_stage(CORNER, "Which case?")
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Place)
    c, q = (np.array(symbols(moment)[name].at) for name in ("{c}", "{q}"))
    assert asked.right[0] == pytest.approx(tuple(q))
    verdict = asked.judge(asked.right)
    assert verdict.right
    n = moment.scene.a.world.normals[1]
    off = math.degrees(math.acos(float(n @ (q - c)) / math.dist(c, q)))
    assert asked.start[0] == pytest.approx(tuple(c + math.dist(c, q) * n)), "the edge's normal, which is to be turned"
    side = np.array((-n[1], n[0]))
    for head, place in {
        "Still the edge's normal": c + 0.5 * n,
        "Not from centre to centre": c - 0.5 * side,
        "Too short": c + 0.05 * n,
    }.items():
        wrong = asked.judge((tuple(place.tolist()),))
        assert not wrong.right
        assert wrong.head == head
        assert (f"It is {off:.0f}° off" in wrong.because) == head.startswith("Still")
    open_moment = replace(moment, is_open=True)
    assert not [m for m in drawn(open_moment).marks if isinstance(m, Stroke) and m.ink is Ink.ANSWER]
    assert [m for m in drawn(moment).marks if isinstance(m, Stroke) and m.ink is Ink.ANSWER]
    assert LESSON.page(at_stage(GAP, "Which case?")).prediction is None  # apart: no contact


def test_the_nearest_point_slides_and_stops_at_the_corner() -> None:
    moment = at_stage(CORNER, "Which case?")
    assert LESSON.clock(moment) is not None
    assert LESSON.clock(at_stage(CORNER, "Both edges")) is None
    assert LESSON.clock(at_stage(EDGES, "Which case?")) is None, "there q stays in the edge region"
    edge = shapely.LineString(moment.scene.a.world.points[[1, 2]])
    c = moment.scene.a.world.points[2]
    at_end = []
    for time in (0.0, 0.3, 0.6, 0.9):
        marks = drawn(replace(moment, time=time)).marks
        (near,) = [np.array(m.at) for m in marks if isinstance(m, Dot) and m.ink is Ink.ANSWER]
        (q,) = [m.at for m in marks if isinstance(m, Dot) and m.ink is Ink.B and m.point is Point.FILLED]
        (there,) = [m.at for m in marks if isinstance(m, Dot) and m.ink is Ink.B and m.point is Point.RING]
        deep = moment.scene.b.world.points[0]
        assert there == symbols(replace(moment, time=time))["{q}"].at == pytest.approx(tuple(deep)), (
            "the words tell of this place, while another point is on its way"
        )
        (region,) = [m for m in marks if isinstance(m, Label) and m.text.startswith("**edge region**")]
        line = shapely.LineString(np.array(region.at) + 0.01 * np.array(((-40.0, 0.0), (40.0, 0.0))))
        assert line.distance(shapely.Point(q)) > 0.15, "its name is off the way"
        assert edge.distance(shapely.Point(q)) == pytest.approx(math.dist(near, q))
        at_end.append(math.dist(near, c) < 1e-9)
        assert not any(isinstance(m, Label) and any(c.isdigit() for c in m.text.split("is nearest")[0][-4:])
                       and "=" in m.text for m in marks), "no number of the end is shown on the way"  # fmt: skip
        open_marks = drawn(replace(moment, time=time, is_open=True)).marks
        assert not any(isinstance(m, Stroke) and m.ink is Ink.ANSWER for m in open_marks)
    assert at_end == [False, False, True, True]


def test_the_deepest_inner_vertex_is_q() -> None:
    """The words of the step say which vertex q is, and name the place and the length of the formula."""
    for name in (CORNER, EDGES, ON_EDGE, GAP):
        moment = at_stage(name, "Which case?")
        page = LESSON.page(moment)
        assert "The inner polygons are apart. q is B's vertex nearest to the edge's line." in plain(page.idea)
        first, second = cores(moment.scene)
        assert first.distance(second) > 0.0
        assert re.search(r"x_q = −?[0-9.]+ along the edge, .*L = [0-9.]+: ", plain(page.sentence))
        assert page.idea.endswith(r" an end, $\boldsymbol{c}$.") is ("{c}" in symbols(moment))
        inner, n = moment.scene.b.world.points, whole_run(moment, ReferenceEdge)[0].normal
        assert symbols(moment)["{q}"].at == pytest.approx(tuple(inner[int((inner @ n).argmin())]))


def test_regions_reach_the_inner_edge_and_keep_their_names() -> None:
    for stage in ("Which case?", "Vertex axis", "Contacts"):
        marks = drawn(at_stage(CORNER, stage)).marks
        last_area = max(i for i, m in enumerate(marks) if isinstance(m, Area) and m.ink in (Ink.A, Ink.B))
        assert all(i > last_area for i, m in enumerate(marks) if isinstance(m, Region)), "over both shapes"
        names = [m.text for m in marks if isinstance(m, Label) and "region" in m.text]
        assert names == ["**edge region**\nedge 1 is nearest", "**corner region**\nv2 is nearest"]


def test_of_two_heights_the_deeper_one_has_its_number() -> None:
    for name in (EDGES, DEEP):
        moment = moments(name)[-1]
        deepest = min(p.separation for p in moment.trace.result.points)
        told = [m.text for m in drawn(moment).marks if isinstance(m, Label) and m.text.startswith("$h$ =")]
        assert told == [f"$h$ = **{fixed(deepest)}**"]


def faulty_marks(moment: Moment[Rounded]) -> list[Any]:
    return [m for m in drawn(moment).marks if getattr(m, "ink", None) is Ink.FAULTY]


@pytest.mark.parametrize(
    ("name", "compare", "numbers"),
    [(GAP, BESIDE, ("0.11",)), (DEEP, RADII, ("0.38", "0.33", "0.71")), (CAPSULES, FAR, ("1.60", "0.70", "0.10"))],
)
def test_other_rules_are_wrong_where_they_are_shown(name: str, compare: str, numbers: tuple[str, ...]) -> None:
    for moment in moments(name, compare):
        said, ghosts = (
            plain(LESSON.situation(moment)),
            [m for m in drawn(moment).marks if getattr(m, "ink", 0) is Ink.FAULTY],
        )
        *rule, truth = numbers
        assert all(number in said for number in rule)
        is_known = LESSON.story.stage(moment) in ("Vertex axis", "Clip", "Height", "Contacts")
        assert (f"Yet A and B {'are' if compare == BESIDE else 'overlap by'} {truth}" in said) == is_known
        assert "incident" not in said, "the rule is on before that edge is named"
        assert ghosts
        line = next(m for m in ghosts if isinstance(m, Stroke))
        scene = moment.scene
        if compare == BESIDE:
            b = shapely.Polygon(scene.b.world.points).buffer(scene.b.world.radius, quad_segs=300)
            on_a = shapely.Polygon(scene.a.world.points).buffer(scene.a.world.radius, quad_segs=300)
            facing, *across = (m for m in ghosts if isinstance(m, Stroke) and m is not line)
            assert max(on_a.exterior.distance(shapely.Point(p)) for p in facing.points) < 1e-3
            ways = [each.points for each in across if math.dist(*each.points) > 0.2]  # the others are ticks
            assert ways == list(zip(facing.points, line.points, strict=True))
            told = [f"{fixed(on_a.distance(shapely.Point(p)))} from A" for p in line.points]
            assert sorted(told) == ["0.84 from A", "1.76 from A"]
            assert sorted(told) == sorted(labels(moment, Ink.FAULTY)), "no more words over the figure"
            assert not any("error" in each for each in labels(moment, Ink.FAULTY))
            assert max(b.exterior.distance(shapely.Point(p)) for p in line.points) < 1e-3
        else:
            assert fixed(math.dist(*line.points)) == numbers[0]
            end = np.array(line.points[1])  # beside what the right rule measures
            off = np.hypot(*(np.concatenate((scene.a.world.points, scene.b.world.points)) - end).T)
            assert off.min() == pytest.approx(OFF * 0.01)
            assert f"{numbers[0]} > {numbers[1]}" in labels(moment, Ink.FAULTY)
    for other in (CORNER, EDGES, ON_EDGE):
        if compare != FAR:
            assert not faulty_marks(moments(other, compare)[-1])
    assert faulty_marks(moments(CORNER, FAR)[-1])


@pytest.mark.parametrize("name", [CORNER, GAP, CAPSULES])
def test_edge_axes_alone_push_b_too_far(name: str) -> None:
    moment = moments(name, ALONE)[-1]
    scene, (first, second) = moment.scene, cores(moment.scene)
    s, best = first.distance(second) - scene.radii, max(axes(scene))[0]
    ghost = next(m for m in faulty_marks(moment) if isinstance(m, Stroke))
    pushed = np.mean(shapely.Polygon(ghost.points).centroid.coords, axis=0)
    solid = shapely.Polygon(scene.b.world.points) if len(scene.b.world.points) > 2 else second
    outline = solid.buffer(scene.b.world.radius, quad_segs=300)
    assert math.dist(pushed, outline.centroid.coords[0]) == pytest.approx(-best, abs=1e-3)
    assert f"reported depth {fixed(-best)}\nerror {fixed(s - best)}" in labels(moment, Ink.FAULTY)
    (arrow,) = [m for m in faulty_marks(moment) if isinstance(m, Arrow)]
    assert math.dist(arrow.start, arrow.end) == pytest.approx(-best)
    said = plain(LESSON.situation(moment))
    assert said.startswith(f"Edge axes alone report a depth of {fixed(-best)}. ")
    truth = f"{fixed(s)} apart." if s > 0.0 else f"The true depth is {fixed(-s)}."
    assert said.endswith(truth)
    for stage in STAGES[name][:3]:
        early = at_stage(name, stage, ALONE)
        assert truth not in plain(LESSON.situation(early)), "it is not known before the vertex-vertex axis"
        assert f"reported depth {fixed(-best)}" in labels(early, Ink.FAULTY)


@each_scene
@pytest.mark.parametrize("rule", [each.name for each in LESSON.compare])
def test_no_rule_is_blamed_for_what_it_does_not_say(name: str, rule: str) -> None:
    """The situation of a compared scene is true of the shapes, whichever rule is switched on."""
    moment = moments(name, rule)[-1]
    first, second = cores(moment.scene)
    apart = first.distance(second) > moment.scene.radii
    said = plain(LESSON.situation(moment))
    assert (" apart" in said) == apart
    comparison = LESSON.comparison(rule)
    assert comparison is not None
    assert comparison.differs(moment) == bool(faulty_marks(moment))


@pytest.mark.parametrize(
    ("rule", "fails"), [(ALONE, {CORNER, GAP, CAPSULES}), (BESIDE, {GAP}), (RADII, {DEEP}), (FAR, None)]
)
def test_each_rule_fails_only_where_it_is_at_fault(rule: str, fails: set[str] | None) -> None:
    wrong = {name for name in SCENES if faulty_marks(moments(name, rule)[-1])}
    assert wrong == fails if fails is not None else {CORNER, CAPSULES} <= wrong
    assert GAP not in wrong or rule in (ALONE, BESIDE)


def test_where_corners_are_apart_the_last_step_shows_the_gap() -> None:
    moment = moments(GAP)[-1]
    (pill,) = labels(moment, Ink.GAP)
    assert pill == f"s = {fixed(moment.step.separation)}"
    page = LESSON.page(moment)
    assert "clip" not in plain(page.idea)
    assert "gap that no edge axis shows" in plain(page.idea)
    assert page.formula != LESSON.page(moments(GAP)[-2]).formula, "what follows from the last step's distance"
    first, second = cores(moment.scene)
    assert first.distance(second) > moment.scene.radii
    assert re.fullmatch(
        r"\\lVert.*\\rVert>\\A\{r_A\}\+\\B\{r_B\}\\ \\Rightarrow\\ \\text\{no contact\}", page.formula
    )
    far = moment.scene.with_field("b", at(moment.scene.b.shape, 6.0, 0.0))
    told = moments_of(LESSON, far)
    assert "clip" not in plain(LESSON.page(told[-1]).idea)
    assert labels(told[-1], Ink.GAP)


def test_the_contact_point_between_corners_has_its_symbol() -> None:
    moment = moments(CORNER)[-1]
    assert symbols(moment)["{p}"].at == pytest.approx(tuple(moment.step.points[0].point))
    assert "{p}" not in symbols(at_stage(CORNER, "Vertex axis"))


def test_radii_are_set_by_sliders() -> None:
    scene = SCENES[CORNER].scene.with_field("radius_b", 0.1).with_field("radius_a", 0.2)
    assert (scene.a.shape.radius, scene.b.shape.radius) == (0.2, 0.1)
    assert scene.radii == pytest.approx(0.3)
    assert (scene.radius_a, scene.radius_b) == (0.2, 0.1)
    assert (scene.a.world.points == SCENES[CORNER].scene.a.world.points).all()
    for preset in SCENES.values():
        assert preset.scene.radius_a == preset.scene.a.shape.radius
        assert preset.scene.radius_b == preset.scene.b.shape.radius


def test_shapes_that_an_edge_parts_need_no_further_step() -> None:
    scene = SCENES[CORNER].scene
    apart = scene.with_field("b", scene.b.moved((1.0, 0.0)))
    told = moments_of(LESSON, apart)
    assert LESSON.stage_names(told[0]) == ["Edge axes", "Contacts"]
    gap = next(s for s, _ in axes(apart) if s > 0.0)
    assert plain(LESSON.page(told[0]).sentence).endswith(f"= {fixed(gap)}: apart.")
    assert plain(LESSON.page(told[0]).sentence).startswith("Edge ")
    assert " of b" not in LESSON.page(told[0]).sentence
    assert plain(LESSON.situation(told[0])) == f"A and B are at least {fixed(gap)} apart."


def test_the_challenge_wants_edge_axes_that_overlap_across_a_gap() -> None:
    told = {stage: LESSON.challenge(at_stage(CORNER, stage)) for stage in STAGES[CORNER]}
    assert {each.now for each in told.values()} == {"edge axes −0.16", "edge axes −0.16, vertex-vertex axis −0.08"}
    assert [each.now.count("vertex-vertex axis") for each in told.values()] == [0, 0, 0, 1, 1], (
        "not before it is measured"
    )
    scene, s = SCENES[CORNER].scene, math.sqrt(0.5)
    square = scene.a.shape.points
    for radius, off, is_wide in ((0.3, 0.61, False), (1.0, 2.01, True), (1.0, 1.95, False)):
        shape = Convex(square, radius)
        tried = Rounded(at(shape, 0.0, 0.0), at(shape, *(np.ptp(square, axis=0) + off * s).tolist()), radius, radius)
        goal = LESSON.challenge(moments_of(LESSON, tried)[-1])
        assert (
            goal.now == f"edge axes {fixed(off * s - 2.0 * radius)}, vertex-vertex axis {fixed(off - 2.0 * radius)}"
        )
        assert goal.reached is is_wide
    for name in SCENES:
        goal = LESSON.challenge(moments(name)[-1])
        assert not goal.reached
        assert ("vertex-vertex axis" in goal.now) is (name in (CORNER, GAP))
    flat = replace(SCENES[CAPSULES].scene.with_field("b", at(SCENES[CAPSULES].scene.b.shape, 3.0, 0.0)), goal="")
    assert not LESSON.challenge(moments_of(LESSON, flat)[-1]).reached, "two polygons are asked for"


def moved(name: str, x: float, y: float, degrees: float | None = None) -> Rounded:
    b = SCENES[name].scene.b
    return SCENES[name].scene.with_field("b", at(b.shape, x, y, b.pose.angle if degrees is None else degrees))


@pytest.mark.parametrize(
    ("name", "words", "there", "near"),
    [
        (EDGES, "corner to corner", moved(EDGES, 1.55, 0.52, 4.0), moved(EDGES, 1.2, 0.43, 4.0)),
        (ON_EDGE, "the reference edge belongs to B", moved(ON_EDGE, 1.3, 0.8, 65.0), moved(ON_EDGE, 0.5, 0.62, 38.0)),
        (CAPSULES, "two contact points", moved(CAPSULES, -1.0, 0.6, 0.0), moved(CAPSULES, -1.0, 0.75, 0.0)),
    ],
)
def test_each_case_has_a_goal_of_its_own(name: str, words: str, there: Rounded, near: Rounded) -> None:
    told = [LESSON.challenge(m) for m in moments(name)]
    assert {each.text for each in told} == {told[0].text}
    assert words in plain(told[0].text)
    assert not any(each.reached for each in told)
    assert {each.now for each in told[:-1]} == {""}, "how many points there are is not told before they are known"
    assert told[-1].now.endswith(f"contact points: {2 if name == EDGES else 1}")
    assert LESSON.challenge(moments_of(LESSON, there)[-1]).reached
    assert not LESSON.challenge(moments_of(LESSON, near)[-1]).reached


def test_a_shallow_inner_overlap_is_the_goal_where_the_rule_of_distances_fails() -> None:
    scene = SCENES[DEEP].scene
    goal = LESSON.challenge(moments(DEEP)[-1])
    assert (goal.reached, goal.now) == (False, "inner overlap 0.38, radii 0.33")
    wider = scene.with_field("radius_a", 0.5)
    told = moments_of(LESSON, wider, RADII)
    assert LESSON.challenge(told[-1]).reached
    assert not faulty_marks(told[-1])
    apart = scene.with_field("a", scene.a.moved((-1.0, 1.0)))
    assert not LESSON.challenge(moments_of(LESSON, apart)[-1]).reached


def test_one_goal_is_shared_only_by_the_gap_and_what_leads_to_it() -> None:
    goals = {name: LESSON.challenge(moments(name)[0]).text for name in SCENES}
    assert goals[CORNER] == goals[GAP]
    assert len(set(goals.values())) == len(SCENES) - 1


def test_along_the_capsule_and_to_its_far_end_are_two_numbers() -> None:
    first, second = (SCENES[CAPSULES].scene.a.world.points, SCENES[CAPSULES].scene.b.world.points)
    along, far = math.dist(first[0], second[0]), math.dist(first[1], second[1])
    assert abs(along - far) > 0.2


@pytest.mark.parametrize("name", [CORNER, GAP, CAPSULES])
def test_the_separation_stands_beside_both_shapes(name: str) -> None:
    moment = moments(name)[-1]
    (pill,) = [m for m in drawn(moment).marks if isinstance(m, Label) and m.style is TextStyle.PILL]
    for body, core in zip((moment.scene.a.world, moment.scene.b.world), cores(moment.scene), strict=True):
        assert core.distance(shapely.Point(pill.at)) > body.radius + 0.3
    lead = [m for m in drawn(moment).marks if isinstance(m, Stroke) and m.line is Line.THIN and m.ink is pill.ink]
    assert [tuple(each.points[-1]) for each in lead] == [pytest.approx(pill.at)]


def test_the_sharp_corner_that_edge_axes_measure_to_is_drawn() -> None:
    """Where the lines of both outer edges meet: the arc of the corner falls short of it."""
    for stage, is_drawn in (
        ("Edge axes", True),
        ("Which case?", False),
        ("Vertex axis", True),
        ("Contacts", False),
    ):
        moment = at_stage(CORNER, stage)
        own = moment.scene.a.world
        dotted = [m for m in drawn(moment).marks if isinstance(m, Stroke) and (m.ink, m.line) == (Ink.A, Line.DOTTED)]
        assert len(dotted) == is_drawn
        for each in dotted:
            start, apex, end = (np.array(p) for p in each.points)
            assert [math.dist(p, own.points[2]) for p in (start, end)] == pytest.approx([own.radius] * 2)
            for edge in (1, 2):
                assert float((apex - own.points[2]) @ own.normals[edge]) == pytest.approx(own.radius)
            assert math.dist(apex, own.points[2]) > own.radius + 0.1
            words = [m for m in drawn(moment).marks if isinstance(m, Label) and "sharp corner" in m.text]
            told = {"Edge axes": ["edge axes measure to\nthis sharp corner"]}
            assert [m.text for m in words] == told.get(stage, [])
            assert all(m.at == pytest.approx(tuple(0.5 * (end + apex))) for m in words)
            other = moment.scene.b.world.centroid
            assert all(np.dot(m.toward, other - np.array(m.at)) < 0.0 for m in words), (
                "on the side that B leaves free"
            )
            assert not shapely.Polygon(own.points).buffer(own.radius, 256).covers(shapely.Point(apex))
    for name in (EDGES, CAPSULES):
        assert "sharp corner" not in str(labels(at_stage(name, "Which case?"), Ink.A))
        assert not [m for m in drawn(at_stage(name, "Which case?")).marks
                    if isinstance(m, Stroke) and (m.ink, m.line) == (Ink.A, Line.DOTTED)]  # fmt: skip


@pytest.mark.parametrize("name", [CORNER, CAPSULES])
def test_the_overlap_of_the_corners_is_the_part_that_both_circles_cover(name: str) -> None:
    moment = moments(name)[-1]
    canvas, s, p = drawn(moment), moment.step.separation, np.array(moment.step.points[0].point)
    c, q = (np.array(symbols(moment)[f"{{{letter}}}"].at) for letter in "cq")
    d = (q - c) / math.dist(c, q)
    side, (r_a, r_b) = np.array((-d[1], d[0])), (moment.scene.radius_a, moment.scene.radius_b)
    (red,) = [shapely.Polygon(m.points) for m in canvas.marks if isinstance(m, Area) and m.ink is Ink.OVERLAP]
    both = shapely.Point(c).buffer(r_a, 256) & shapely.Point(q).buffer(r_b, 256)
    assert red.symmetric_difference(both).area < 0.01 * both.area
    bars = [m for m in canvas.marks if isinstance(m, Stroke) and m.ink is Ink.OVERLAP]
    (bar,) = [m for m in bars if math.dist(*m.points) == pytest.approx(-s)]
    assert np.mean(bar.points, axis=0) == pytest.approx(p), "on the axis"
    (lead,) = [m for m in bars if m.line is Line.THIN]
    assert shapely.Point(lead.points[0]).distance(both.boundary) < 1e-4, "from the tip of that part"
    off = {m.ink: float((np.mean(m.points, axis=0) - p) @ side) for m in canvas.marks
           if isinstance(m, Stroke) and m.line is Line.MEASURE and m.ink in (Ink.A, Ink.B)
           and math.dist(*m.points) > 0.2}  # fmt: skip
    assert off == pytest.approx({Ink.A: -CLEAR_OF_P * canvas.pixel, Ink.B: CLEAR_OF_P * canvas.pixel}), (
        "a radius on either side of the contact point"
    )
    (letter,) = [m for m in canvas.marks if isinstance(m, Symbol) and "{p}" in m.latex]
    assert letter.toward is not None
    assert np.dot(letter.toward, side) < 0.0 < np.dot(letter.toward, d), "where no radius is"


@pytest.mark.parametrize(("name", "rule"), [(GAP, ALONE), (GAP, BESIDE), (DEEP, RADII), (CAPSULES, FAR)])
def test_beside_another_rule_its_own_words_are_told(name: str, rule: str) -> None:
    last = LESSON.page(moments(name, rule)[-1])
    assert plain(last.idea).lower().startswith(rule)
    assert not last.formula, "that of the right rule"
    assert rule not in plain(LESSON.page(moments(name)[-1]).idea).lower()


def test_inner_polygons_can_be_pointed_at() -> None:
    for moment in moments(CORNER):
        marks = drawn(moment).marks
        spots = {m.feature: np.array(m.points) for m in marks if isinstance(m, FeatureMark)}
        assert len(spots) == 16
        for i in range(4):
            place = spots[FeatureRef("A", FeatureKind.VERTEX, i)][0]
            assert place == pytest.approx(moment.scene.a.world.points[i])
        assert len([m for m in marks if (isinstance(m, Area) and m.hatched) or getattr(m, "ink", 0) is Ink.B]) > 0


@each_scene
def test_the_last_words_say_where_the_points_are(name: str) -> None:
    last = moments(name)[-1]
    page = LESSON.page(last)
    count = len(last.step.points)
    assert page.sentence.startswith("One contact point, ") == (count == 1)
    assert ("The deeper one" in page.sentence) == (count == 2)
    if count == 1:  # what an engine keeps of it: the ids are those of the table
        assert plain(page.sentence).endswith(f"and the ids {page.rows[-1].cells[0].partition(': ')[2]}.")
    is_corner = name in (CORNER, CAPSULES)
    assert ("on the vertex-vertex axis" in page.idea) == is_corner
    assert page.formula
    assert ("overlap{h}" in page.formula) is (name not in (CORNER, CAPSULES, GAP))


def test_the_main_scene_shows_a_clear_error_of_the_edge_axes() -> None:
    first, second = cores(SCENES[CORNER].scene)
    assert 1.5 < max(axes(SCENES[CORNER].scene))[0] / (first.distance(second) - SCENES[CORNER].scene.radii) < 2.0


@each_scene
def test_what_the_best_edge_axis_calls_overlap_is_tinted(name: str) -> None:
    """Between the outer edge's line and the other shape's deepest line: at a corner both outlines end before."""
    moment = moments(name)[0]
    (strip,) = [m for m in drawn(moment).marks if isinstance(m, Region)]
    assert strip.ink is Ink.OVERLAP
    p, q = np.array(strip.through)
    n, other = np.array(strip.normals)
    assert other == pytest.approx(-n)
    assert (q - p) @ n == pytest.approx(max(axes(moment.scene))[0])
    own, against = moment.scene.a.world, moment.scene.b.world
    if max(axes(moment.scene))[1].endswith("B") and name != CAPSULES:
        own, against = against, own
    assert (own.points @ n).max() + own.radius == pytest.approx(p @ n)
    assert (against.points @ n).min() - against.radius == pytest.approx(q @ n)


@pytest.mark.parametrize("name", [CORNER, GAP, CAPSULES])
def test_the_regions_stay_under_the_vertex_axis(name: str) -> None:
    for stage in ("Vertex axis", "Contacts"):
        tints = [m.ink for m in drawn(at_stage(name, stage)).marks if isinstance(m, Region | Light)]
        assert tints == [*[Ink.EXAMINED] * 2, *[Ink.ANSWER] * 3], "the edge's and both corners', with light"


def test_why_no_case_is_asked_where_the_inner_polygons_overlap() -> None:
    told = page_at(DEEP, "Clip")
    assert "The inner polygons overlap, so no corner is nearest" in plain(told.idea)
    assert "overlap, so no corner" not in plain(page_at(EDGES, "Clip").idea)


@pytest.mark.parametrize(("name", "owner"), [(EDGES, "B"), (DEEP, "A")])
def test_the_radius_behind_q_has_its_owner(name: str, owner: str) -> None:
    moment = at_stage(name, "Clip")
    assert f"r_{owner}" in LESSON.page(moment).formula
    assert f"r_{owner}" in symbols(moment)


def test_beside_another_rule_only_edges_in_use_are_numbered() -> None:
    for compare, names in ((RADII, []), ("", ["0", "v4"])):  # of what is stored: others have names beside them
        marks = drawn(moments(DEEP, compare)[-1]).marks
        for style in (TextStyle.NUMBER, TextStyle.VERTEX):
            assert not any(isinstance(m, Label) and m.style is style for m in marks)
        assert sorted(m.text for m in marks if isinstance(m, Label) and m.style is TextStyle.CAPTION) == names
        assert any(isinstance(m, Label) and m.text == "reference edge 4" for m in marks)


@each_scene
def test_of_two_equally_deep_ends_the_nearer_one_counts(name: str) -> None:
    for moment in moments(name):
        assert ("equally deep" in LESSON.page(moment).idea) is (
            (name, LESSON.story.stage(moment)) == (CAPSULES, "Which case?")
        )


def test_what_a_rounded_polygon_is_is_said_and_shown_first() -> None:
    page = page_at(CORNER, "Edge axes")
    assert page.idea.startswith("A rounded polygon is an **inner polygon** plus a radius.")
    canvas = Canvas(0.005)
    LESSON.panes[0].draw(canvas, moments(CORNER)[0])
    (words,) = [m for m in canvas.marks if isinstance(m, Label) and m.text == "inner polygon"]
    assert cores(SCENES[CORNER].scene)[0].covers(shapely.Point(words.at))


def test_only_names_that_the_words_speak_of_are_shown() -> None:
    for moment, kept in zip(
        moments(CORNER),
        ({"1", "3"}, {"1", "3"}, {"1", "3"}, set[str](), set[str]()),
        strict=True,
    ):
        faint = [m for m in drawn(moment).marks
                 if isinstance(m, Label) and m.style is TextStyle.BOLD and m.text.isdigit()]  # fmt: skip
        assert {m.text for m in faint} == kept
        assert len(faint) == len(kept)
        assert not any(
            isinstance(m, Label) and m.style in (TextStyle.NUMBER, TextStyle.VERTEX) for m in drawn(moment).marks
        )


@pytest.mark.parametrize("name", [EDGES, ON_EDGE, DEEP])
def test_each_symbol_of_the_height_stands_at_its_mark(name: str) -> None:
    moment, scene = moments(name)[-1], SCENES[name].scene
    best = max((s, -i, which) for i, (s, which) in enumerate(axes(scene)))[2]
    own = scene.a.world if best.endswith("A") else scene.b.world
    edge = int(best.split()[1])
    n = own.normals[edge]
    found = symbols(moment)
    owner, other = best[-1], "AB".replace(best[-1], "")
    foot, p, u = (np.array(found[key].at) for key in (f" p_{owner}", f" p_{other}", r"\mathbf{u}"))
    assert (foot - u) @ n == pytest.approx(0.0, abs=1e-9), "on the reference edge"
    assert np.array(found[" p"].at) == pytest.approx((foot + p) / 2.0), "one p, as between two corners"
    assert found[f" p_{owner}"].ink is Ink[owner]
    formula = LESSON.page(moment).formula
    assert rf"\{other}{{\boldsymbol p_{other}}}-\{owner}{{\boldsymbol p_{owner}}}" in formula
    assert (p - foot) @ n == pytest.approx((p - u) @ n)
    assert (p - u) @ n == pytest.approx(min(each.separation for each in moment.step.points))
    assert (u - own.points[edge]) @ n == pytest.approx(own.radius)
    assert fixed(float((p - u) @ n)) in plain(LESSON.page(moment).sentence)
    arrow = next(m for m in drawn(moment).marks if isinstance(m, Arrow) and m.ink is Ink.EXAMINED)
    way = np.subtract(arrow.end, arrow.start)
    assert way / np.hypot(*way) == pytest.approx(n)


def test_the_inner_polygons_stay_while_a_rule_measures_from_them() -> None:
    for moment in moments(DEEP, RADII):
        for shape, ink in ((moment.scene.a.world, Ink.A), (moment.scene.b.world, Ink.B)):
            dashed = [
                m for m in drawn(moment).marks if isinstance(m, Stroke) and m.ink is ink and m.line is Line.DASHED
            ]
            assert any(len(m.points) == len(shape.points) and np.allclose(m.points, shape.points) for m in dashed)


def test_the_contact_between_corners_is_large() -> None:
    moment = moments(CORNER)[-1]
    view = frame(LESSON.panes[0], moment, (896.0, 592.0), steps=range(moment.index, moment.index + 1))
    first, second = cores(moment.scene)
    assert first.distance(second) * view.scale > 150.0, "pixels from centre to centre"


def test_distance_under_the_radii_fails_only_where_the_inner_overlap_is_deeper_than_both_radii() -> None:
    told = plain(LESSON.page(moments(DEEP, RADII)[-1]).idea)
    assert "nearer than both radii together. It misses an inner overlap that is deeper than that" in told
    scene = SCENES[DEEP].scene
    for radius, is_wrong in ((0.2, False), (0.15, True)):  # the inner polygons overlap by 0.38
        rounded = scene.with_field("radius_a", radius).with_field("radius_b", radius)
        assert (2.0 * radius < 0.38) is is_wrong
        last = moments_of(LESSON, rounded, RADII)[-1]
        assert bool(faulty_marks(last)) is is_wrong


@pytest.mark.parametrize(("name", "count"), [(EDGES, 2), (ON_EDGE, 1)])
def test_where_the_edge_decides_the_contact_points_are_placed(name: str, count: int) -> None:
    moment = at_stage(name, "Which case?")
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Place)
    points = [each.on_b for each in moment.trace.result.points]
    assert len(points) == count
    first, last = points[0], points[-1]
    assert asked.judge((first, last)).right
    assert asked.judge((last, first)).right
    alone = asked.judge((first, first))
    assert (alone.right, alone.head) == ((True, "") if count == 1 else (False, "One is missing"))
    words = [each.words for each in asked.judge(asked.right).remarks]
    assert words == ["kept", "kept" if count == 2 else ""], "one point is named once"
    own = moment.scene.a.world
    n = own.normals[2]
    front = tuple((own.points[2] + (own.radius + 0.2) * n).tolist())
    behind = tuple((own.points[[2, 3]].mean(axis=0) - 0.5 * n).tolist())
    for off, head in ((front, "In front of the edge"), (behind, "Not an end")):
        verdict = asked.judge((first, off))
        assert (verdict.right, verdict.head) == (False, head)
        assert [each.right for each in verdict.remarks] == [True, False]
        canvas = Canvas(0.01)
        assert verdict.draw is not None
        verdict.draw(canvas, "world")
        assert [m.ink for m in canvas.marks if isinstance(m, Stroke)] == [Ink.ANSWER, Ink.FAULTY]
    assert not asked.judge(asked.start).right
    assert LESSON.page(at_stage(name, "Which case?", FAR)).prediction is None


@pytest.mark.parametrize("name", [CORNER, ON_EDGE, CAPSULES])
@pytest.mark.parametrize("is_swapped", [False, True])
def test_what_is_stored_is_what_the_function_returns(name: str, is_swapped: bool) -> None:
    """p is midway between both outlines, in each scene, and n̂ leads from A to B."""
    scene = SCENES[name].scene
    if is_swapped:
        scene = replace(scene, a=scene.b, b=scene.a)
    last = moments_of(LESSON, scene)[-1]
    (found,) = last.step.points
    page = LESSON.page(last)
    stored = re.search(r"Stored: \$(.*?)\$, \$(-?)\\hat n\$, \$s\$", page.sentence)
    assert stored is not None
    point, sign = stored.groups()
    assert bool(sign) is (last.step.reference.owner.value == "B")
    p = np.array(symbols(last)["{p}" if name != ON_EDGE else " p"].at)
    is_middle = name != ON_EDGE
    assert point == r"\boldsymbol{p}"
    assert found.point == pytest.approx(p)
    assert is_middle is ("midway between both arcs" in page.idea)
    assert is_middle is not ("The point p lies midway between p_A and p_B." in plain(page.idea))
    halos = [m.at for m in drawn(last).marks if isinstance(m, Dot) and m.point is Point.ANSWER]
    assert [pytest.approx(tuple(found.point))] == halos, "what is stored has the halo, and not what the clip keeps"


def test_a_vertex_that_lies_behind_the_inner_edge_is_not_called_away() -> None:
    best = max(axes(SCENES[DEEP].scene))[0] + SCENES[DEEP].scene.radii  # of the inner polygons
    assert f"is {fixed(-best)} behind the inner edge, more than 0.33" in plain(
        LESSON.situation(moments(DEEP, RADII)[-1])
    )
    assert "is 1.60 away, more than 0.70" in plain(LESSON.situation(moments(CAPSULES, FAR)[-1]))


def test_a_corner_region_too_narrow_for_words_has_no_name() -> None:
    """Between the normals of neighbouring edges of a polygon with thirty edges there are 12 degrees."""
    turns = math.tau * np.arange(30) / 30.0
    wheel = at(convex(np.stack((np.cos(turns), np.sin(turns)), axis=1).tolist()).with_radius(0.3), 0.0, 0.0)
    scene = Rounded(wheel, at(SCENES[CORNER].scene.b.shape, 1.887, 0.227, 51.9))
    moment = next(m for m in moments_of(LESSON, scene) if LESSON.story.stage(m) == "Which case?")
    shown = str(labels(moment, Ink.TEXT) + labels(moment, Ink.EXAMINED))
    assert isinstance(moment.step, CornersMeasured)
    assert moment.step.are_nearest
    assert "edge region" in shown
    assert "corner region" not in shown


@pytest.mark.parametrize(("name", "compare"), [(EDGES, ""), (ON_EDGE, ""), (DEEP, ""), (DEEP, RADII)])
def test_the_halo_is_that_of_contact_points_alone(name: str, compare: str) -> None:
    """What the clip keeps is a plain ring on the outline, also in the step of the height and beside another rule."""
    found = moments(name, compare)[-1].step.points
    dots = [m for m in drawn(moments(name, compare)[-1]).marks if isinstance(m, Dot)]
    halos = sorted(m.at for m in dots if m.point is Point.ANSWER)
    assert halos == [pytest.approx(p) for p in sorted(tuple(each.point) for each in found)]
    rings = {ink: [m.at for m in dots if m.point is Point.RING and m.ink is ink] for ink in (Ink.A, Ink.B)}
    for each in found:
        for ink, p in ((Ink.A, each.on_a), (Ink.B, each.on_b)):
            assert any(math.dist(p, ring) < 1e-9 for ring in rings[ink])
    before = drawn(at_stage(name, "Height", compare)).marks
    assert not any(isinstance(m, Dot) and m.point is Point.ANSWER for m in before), "it is no contact point yet"


def test_beside_another_rule_the_height_has_its_number_at_its_end() -> None:
    marks = drawn(moments(DEEP, RADII)[-1]).marks
    (told,) = [m for m in marks if isinstance(m, Label) and m.text.startswith("$h$ =")]
    deepest = min(moments(DEEP, RADII)[-1].step.points, key=lambda p: p.separation)
    assert told.at == pytest.approx(tuple(deepest.on_a))


@each_scene
@pytest.mark.parametrize("size", [(896.0, 592.0), (1344.0, 888.0)])
def test_the_edge_region_is_named_in_it_and_clear_of_both_shapes(name: str, size: tuple[float, float]) -> None:
    """At both sizes of the window that are judged: the whole width of the name, and it stays there."""
    moment = next((m for m in moments(name) if LESSON.story.stage(m) == "Which case?"), None)
    if moment is None:
        assert name == DEEP
        return
    scale = frame(LESSON.panes[0], moment, size, steps=range(moment.index, moment.index + 1)).scale
    canvas = Canvas(1.0 / scale)
    LESSON.panes[0].draw(canvas, moment)
    (words,) = [m for m in canvas.marks if isinstance(m, Label) and m.text.startswith("**edge region**")]
    assert words.fixed
    line = np.array(words.at) + np.array(((-40.0, 0.0), (40.0, 0.0))) / scale
    for body, core in zip((moment.scene.a.world, moment.scene.b.world), cores(moment.scene), strict=True):
        assert core.distance(shapely.LineString(line)) - body.radius > 15.0 / scale
    edge = next(m for m in canvas.marks if isinstance(m, Region))
    for p in line:
        assert all(float((p - a) @ n) <= 0.0 for a, n in zip(edge.through, np.array(edge.normals), strict=True))


def test_the_length_that_the_far_end_is_told_by_stands_outside_of_both_shapes() -> None:
    for moment in moments(CAPSULES, FAR):
        (told,) = [m for m in drawn(moment).marks if isinstance(m, Label) and m.text == "**1.60** > 0.70"]
        for body, core in zip((moment.scene.a.world, moment.scene.b.world), cores(moment.scene), strict=True):
            assert core.distance(shapely.Point(told.at)) > body.radius + 0.2


@pytest.mark.parametrize("scale", [95.0, 65.0])
def test_on_a_wall_the_name_of_the_corner_region_is_below_the_title(scale: float) -> None:
    """There letters are larger, and the title covers the pane's top: no name stands above both shapes."""
    canvas, moment = Canvas(1.0 / scale), at_stage(CORNER, "Which case?")
    LESSON.panes[0].draw(canvas, moment)
    (words,) = [m for m in canvas.marks if isinstance(m, Label) and m.text.startswith("**corner region**")]
    top = max(s.points[:, 1].max() + s.radius for s in (moment.scene.a.world, moment.scene.b.world))
    assert words.at[1] < top + 5.0 / scale


def test_beside_another_rule_no_number_stands_on_what_it_measures() -> None:
    for moment in moments(DEEP, RADII):
        marks = drawn(moment).marks
        (told,) = [m for m in marks if isinstance(m, Label) and m.text == "**0.38** > 0.33"]
        edge = whole_run(moment, ReferenceEdge)[0]
        assert edge.height(np.array(told.at)) > 0.2, "in front of the reference edge: behind it lengths are measured"
        assert not any(isinstance(m, Label) and m.text in ("3", "4") for m in marks)
