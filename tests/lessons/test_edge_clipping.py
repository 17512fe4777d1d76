"""What the lesson on clipping says and asks. The reference edge, its frame and the clipped ends are found once more,
from the vertices alone."""

from __future__ import annotations

import pytest
import shapely

from geometry import box, rounded
from geometry.contact.clipping import FaceCompared
from geometry.trace import Grouped
from lessons.contact.clip_scenes import HEIGHT, ONE, PLANES, Clipping
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
    dots,
    incident,
    moments,
    near,
    page,
    reference,
    rows,
    said,
    stage,
    stands,
    world,
)
from tests.lessons.figures import set_up
from tests.lessons.second_edition import moments_of, nested
from viz.lesson.ink import Ink, Point
from viz.lesson.scene import at
from viz.lesson.text import plain


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


SIZES = {  # places of both ends of the incident edge, and the areas of A and B
    OVERHANG: (1.70, -0.59, 5.28, 3.45),
    DISCARDED: (2.60, 0.58, 3.52, 2.31),
    FLAT: (2.60, 0.40, 2.88, 1.98),
    B_OWNS: (0.90, 3.37, 2.75, 3.12),
    BOTH: (2.50, -0.90, 2.38, 3.40),
    WALL: (2.00, 0.09, 4.76, 2.22),
    ROUNDED: (1.20, -0.72, 3.31, 3.31),
    TOUCHING: (0.80, -0.90, 3.74, 1.53),
}


@pytest.mark.parametrize("name", SIZES)
def test_the_scenes_have_the_shapes_they_should(name: str) -> None:
    first = moments(name)[0]
    places = [float(row[2].replace("−", "-")) for row in rows(first)]
    shapes = (first.scene.a.world, first.scene.b.world)
    areas = [shapely.Polygon(shape.points).buffer(shape.radius, quad_segs=64).area for shape in shapes]
    assert [*places, *areas] == [pytest.approx(each, abs=0.0051) for each in SIZES[name]]


def test_the_scenes_differ_in_what_matters() -> None:
    scenes = {name: preset.scene for name, preset in LESSON.presets.items()}
    assert [name for name, scene in scenes.items() if reference(scene).owner == "B"] == [B_OWNS]
    assert not any(abs(reference(scene).n[1]) > 0.9999 for scene in scenes.values()), "no side plane is upright"
    assert reference(scenes[B_OWNS]).n[1] < -0.9, "facing down"
    assert reference(scenes[WALL]).n[0] > 0.9, "facing right"
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
        "Vertex 0 of B has x = 1.70 and h = −0.50. Vertex 1 of B has x = −0.59 and h = −0.26.",
        "Vertex 1 of B has x = −0.59: beyond the side plane of u.",
        "Cut at x = 0.00, h = −0.32. That is 0.74 of the distance from x_p to x_q.",
        "x = 1.70 and x = 0.00 are at most L = 2.40: no cut.",
        "h = −0.50 and −0.32: both ends are behind the reference edge and stay.",
        "Two contacts: edge 0 of B cut at vertex 2 of A, and vertex 0 of B on edge 2 of A.",
        "B is lifted by 0.50 to just touch, and let go. The ground is the reference edge of A, turned level.",
    ]
    assert [plain(LESSON.situation(m)) for m in moments(OVERHANG)] == [
        "A and B overlap by 0.50.",
        "The incident edge reaches 0.59 beyond the side plane of u.",
        "One end of the incident edge is cut off.",
        "One end of the incident edge is cut off.",
        "Two points lie behind the reference edge, 0.50 and 0.32 deep.",
        "Two points lie behind the reference edge, 0.50 and 0.32 deep.",
        "B touches the ground.",
    ]


def test_rows_are_revised_and_keep_their_place() -> None:
    assert rows(stage(OVERHANG, "Edges")) == [
        ["end", "vertex 0 of B", "1.70", "−0.50"],
        ["end", "vertex 1 of B", "−0.59", "−0.26"],
    ]
    assert rows(stage(OVERHANG, "Plane of u"))[1][0] == "beyond"
    assert rows(stage(OVERHANG, "Cut at u"))[1] == ["new end", "vertex 2 of A and edge 0", "0.00", "−0.32"]
    assert [row[:2] for row in rows(stage(OVERHANG, "Contacts"))] == [
        ["contact", "vertex 0 of B and edge 2"],
        ["contact", "vertex 2 of A and edge 0"],
        ["cut off", "vertex 1 of B"],
    ], "both features of each: its id"
    assert [row[0] for row in rows(stage(DISCARDED, "Contacts"))] == ["contact", "too far in front"]
    assert [row[0] for row in rows(stage(BOTH, "Cut at v"))] == ["new end", "new end", "cut off", "cut off"]
    assert rows(stage(OVERHANG, "Cut at u"))[2] == ["cut off", "vertex 1 of B", "−0.59", "−0.26"], "what h_q is"
    assert "EXAMINED" in page(OVERHANG, "Plane of u").sentence, "u in the ink of the reference edge"
    (kept, high) = page(DISCARDED, "Height").rows
    assert "OVERLAP" in kept.cells[3]
    assert "GAP" in high.cells[3]
    assert high.cells[3].find("+0.33") > 0


def test_what_other_heights_and_places_are_said_of() -> None:
    high = "Vertex 1 of B: h = +0.33, in front of the reference edge by more than h_max = 0.01: no contact."
    assert said(DISCARDED, "Height") == high
    assert said(FLAT, "Height") == (
        "Vertex 1 of B: h = +0.07, in front of the reference edge, but at most h_max = 0.10. It stays."
    )
    assert said(TOUCHING, "Height") == "h = 0.00 and 0.00: both ends are on the reference edge and stay."
    assert stands(FLAT, "Contacts") == (
        "One point lies behind the reference edge, 0.04 deep. A second point, 0.07 in front of the "
        "reference edge, is kept."
    )
    assert stands(TOUCHING, "Contacts") == "Two points touch the reference edge."
    assert stands(BOTH, "Contacts") == "Two points lie behind the reference edge, both 0.30 deep."
    assert stands(DISCARDED, "Plane of u") == "No end of the incident edge lies beyond the side plane of u."
    assert stands(DISCARDED, "Plane of v") == "No end of the incident edge lies beyond the side planes."
    outer = "A and B overlap by 0.45. The edges of a rounded shape lie 0.25 outside its vertices."
    assert plain(page(ROUNDED, "Edges").known) == outer, "and so while it is asked"
    assert said(ROUNDED, "Edges").startswith("The end at vertex 0 of B has x = 1.20"), "not the vertex, inside"
    assert stands(ROUNDED, "Edges") == outer
    assert "TEXT" in page(TOUCHING, "Contacts").rows[0].cells[3], "0 is neither an overlap nor a gap"
    assert said(BOTH, "Cut at v") == ("Cut at x = 1.70, h = −0.30. That is 0.68 of the distance from x_p to x_q.")
    assert stands(BOTH, "Cut at v") == "Both ends of the incident edge are cut off."
    assert stands(BOTH, "Plane of v") == "The incident edge reaches 0.80 beyond the side plane of v."
    assert (
        said(B_OWNS, "Contacts")
        == "Two contacts: vertex 1 of A on edge 2 of B, and edge 0 of A cut at vertex 3 of B."
    )
    assert said(DISCARDED, "Plane of u") == "x = 2.60 and x = 0.58 are at least 0: no cut."
    assert said(WALL, "Contacts") == "One contact: vertex 0 of B on edge 1 of A."
    apart = LESSON.presets[FLAT].scene
    apart = apart.with_field("b", apart.b.moved(0.5 * reference(apart).n))
    first, second, _ = moments_of(LESSON, apart)
    assert plain(LESSON.page(first).sentence) == "A and B are 0.46 apart. No edges are to be clipped."
    assert plain(LESSON.page(second).sentence) == "A and B are 0.46 apart: no contact point."


def test_where_two_rounded_corners_are_nearest_nothing_is_clipped() -> None:
    soft = rounded(box(1.3, 0.6), 0.3)
    scene = Clipping(at(soft, 0.0, 0.0), at(soft, 1.6, 1.0))
    first, second, _ = moments_of(LESSON, scene)
    assert (
        plain(LESSON.page(first).sentence) == "Two corners are nearest to each other: the contact is a single point."
    )
    assert LESSON.stage_names(first) == ["Edges", "Contacts", "Let go"]
    assert plain(LESSON.page(second).sentence).startswith("One contact: vertex 0 of B and vertex 2 of A.")


def test_what_a_comparison_does_wrong_is_said() -> None:
    def fault(name: str, compare: str, wanted: str = "Contacts") -> str:
        return plain(LESSON.situation(stage(name, wanted, compare)))

    assert fault(OVERHANG, PLANES) == (
        "No side planes: a contact lies 0.59 beside the reference edge, where the reference edge has ended."
    )
    assert fault(BOTH, PLANES).startswith("No side planes: a contact lies 0.90 beside"), "the farther of two"
    assert fault(DISCARDED, HEIGHT) == (
        "No test of height: a contact lies 0.33 in front of the reference edge, more than h_max = 0.01."
    )
    assert fault(FLAT, ONE) == (
        "One point at a crossing: the second contact is missing, and nothing keeps the body from rotating about the "
        "first."
    )
    assert fault(OVERHANG, HEIGHT) == "Two points lie behind the reference edge, 0.50 and 0.32 deep.", "it is right"
    assert fault(FLAT, ONE, "Height").startswith("One point lies behind"), "not before the answer"


# The challenge, and what can be stepped into.


def test_the_challenge_is_a_cut_point_in_front_of_the_edge() -> None:
    scene = Clipping(at(box(3.4, 0.9), 0.0, -0.45), at(box(2.0, 0.9), 1.0, 0.35, 14.0))
    found = moments_of(LESSON, scene)
    challenge = LESSON.challenge(found[0])
    assert challenge.reached
    assert challenge.now == "cut at height +0.06"
    assert len(found[0].trace.result.points) == 1
    assert LESSON.challenge(moments(OVERHANG)[0]).now == "cut at height −0.32"
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
        "The cut at u: h = −0.32, behind the reference edge. It stays.",
    ]
    assert len(dots(world(faces[0]), Ink.ANSWER, Point.ANSWER)) == 1
    edges = [m for m in inside if LESSON.page(m).stage.startswith("Edges of")]
    best = [plain(LESSON.page(m).sentence) for m in edges]
    assert best[2] == "Edge 2 of A: separation −0.50, the greatest so far."


SET_UP = {  # perimeter, radius, x, y and degrees of each body
    "Overhang": ("a 10.272 0 0 0 -5; b 7.6 0 0.671 1.185 1; margin 0.01"),
    "Crossing edges": ("a 8.6 0 0 0 4; b 6.4 0 -0.22 1.105 20; margin 0.01"),
    "Nearly flat": ("a 8.2 0 0 0 -3; b 6.2 0 0.124 0.908 -0.2; margin 0.1"),
    "B owns the edge": ("a 7.2 0 0.646 -1.012 165; b 7.6 0 0 0 174; margin 0.01"),
    "Wide on narrow": ("a 6.2 0 0 0 4; b 8.8 0 -0.013 0.901 4; margin 0.01"),
    "Corner at a wall": ("a 9.6 0 0 0 -4; b 6.796 0 1.506 -0.419 -69; margin 0.01"),
    "Rounded": ("a 5.6 0.25 -0.5 -0.6 8; b 5.6 0.25 -0.028 0.555 16; margin 0.01"),
    "Just touching": ("a 7.2 0 0 0 10; b 5.2 0 0.382 1.579 10; margin 0.01"),
}


@pytest.mark.parametrize("name", SET_UP)
def test_a_scene_is_set_up_as_it_was_chosen(name: str) -> None:
    """A second entry of the numbers that make the scene: what it shows hangs on each."""
    assert set_up(LESSON, name) == SET_UP[name]


def test_every_scene_is_entered_twice() -> None:
    assert list(SET_UP) == list(LESSON.presets)
