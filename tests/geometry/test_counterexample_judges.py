"""The judges of student routines: right answers pass, perturbed ones do not, and the truth is shapely's."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

import pytest
from shapely import LineString, Point, unary_union
from shapely import Polygon as Area
from shapely.affinity import translate

from geometry import Outcome, Polygon, convex, epa, gjk, gjk_ray_cast, minkowski_faces
from geometry.contact.along_normal import manifold_along
from geometry.counterexample.areas import contains
from geometry.counterexample.asking import Answer, verdict_on
from geometry.counterexample.problem import PROBLEMS, Conventions, Problem
from geometry.counterexample.statement import Arguments, area_of
from geometry.counterexample.words import apart, told

PLAIN = Conventions()
OF_EACH = 12  # scenes of a family


def scenes(problem: Problem, count: int = OF_EACH) -> list[tuple[str, Arguments]]:
    return [
        (family, make(random.Random(f"judges {family} {k}")))
        for family, make in problem.families.items()
        for k in range(count)
    ]


@pytest.mark.parametrize("problem", PROBLEMS.values(), ids=PROBLEMS.keys())
def test_families_make_scenes_that_can_be_asked(problem: Problem) -> None:
    for _, arguments in scenes(problem, 30):
        problem.accepts(arguments)
        assert len(arguments) == len(problem.parameters)


@pytest.mark.parametrize("problem", PROBLEMS.values(), ids=PROBLEMS.keys())
def test_right_answers_are_right_in_every_convention(problem: Problem) -> None:
    for family, arguments in scenes(problem):
        for setting in problem.settings:
            answer = problem.right(arguments, setting)
            assert problem.judge(arguments, answer, setting) is None, (family, arguments, answer)


def turned(x: float, y: float, angle: float) -> tuple[float, float]:
    return x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)


def off(points: list[Any], k: int, x: float, y: float) -> list[Any]:
    return [(p[0] + x, p[1] + y) if i == k else p for i, p in enumerate(points)]


PERTURBED: dict[str, list[Callable[[Any], Any]]] = {
    "overlap": [lambda said: not said],
    "mtv": [
        lambda v: (-v[0], -v[1]) if v else (0.1, 0.2),
        lambda v: (1.01 * v[0], 1.01 * v[1]) if v else (0.0, -0.3),
        lambda v: (0.99 * v[0], 0.99 * v[1]) if v else (1.0, 0.0),
        lambda v: turned(*v, 0.3) if v else (1.0, 1.0),
    ],
    "distance": [lambda d: d + 0.01, lambda d: d - 0.01, lambda d: -1.0 - d],
    "closest_points": [
        lambda pair: ((pair[0][0] + 0.1, pair[0][1]), pair[1]) if pair else ((90.0, 0.0), (91.0, 0.0)),
        lambda pair: (pair[0], pair[0]) if pair else ((90.0, 0.0), (90.0, 0.0)),
    ],
    "support": [lambda p: (p[0] + 0.01, p[1]), lambda p: 0],
    "minkowski_difference": [
        lambda ring: ring[1:],
        lambda ring: off(ring, 0, 0.3, 0.2),
        lambda ring: [ring[1], ring[0], *ring[2:]] if len(ring) > 3 else ring[:2],
        lambda ring: [*ring, tuple(sum(p[k] for p in ring) / len(ring) for k in (0, 1))],
        lambda ring: [(x, y + 0.1) for x, y in ring],
    ],
    "manifold": [
        lambda said: ((-said[0][0], -said[0][1]), *said[1:]) if said else ((1.0, 0.0), 1.0, [(0.0, 0.0)]),
        lambda said: (said[0], said[1] + 0.01, said[2]) if said else ((0.0, 1.0), 0.5, [(0.0, 0.0)]),
        lambda said: (said[0], said[1], [(90.0, 0.0)]) if said else ((0.0, 1.0), 0.5, [(0.0, 0.0)]),
        lambda said: (said[0], said[1], []) if said else ((0.0, 1.0), 0.5, [(0.0, 0.0)]),
    ],
    "ray_cast": [lambda t: 0.5 if t is None else t + 0.01, lambda t: 3.0 if t is None else None],
    "circle_cast": [lambda t: 0.5 if t is None else t + 0.01, lambda t: 3.0 if t is None else None],
    "swept_circle": [lambda t: 0.5 if t is None else t + 0.01, lambda t: 0.9 if t is None else None],
    "time_of_impact": [lambda t: 0.5 if t is None else t + 0.01, lambda t: 0.9 if t is None else None],
    "triangulate": [
        lambda found: found[1:],
        lambda found: [*found[:-1], found[0]] if len(found) > 1 else [],
        lambda found: [(off(list(found[0]), 0, 0.1, 0.0)), *found[1:]],
        lambda found: [*found, found[0]],
    ],
    "point_in_polygon": [lambda said: not said],
}


@pytest.mark.parametrize("name", PROBLEMS)
def test_perturbed_answers_are_wrong(name: str) -> None:
    problem, rng = PROBLEMS[name], random.Random("perturbed")
    for _ in range(30):
        arguments = problem.clear(rng)
        for change in PERTURBED[problem.question]:
            answer = change(problem.right(arguments, PLAIN))
            sentence = problem.judge(arguments, answer, PLAIN)
            assert sentence is not None, (arguments, answer)
            assert sentence.endswith(".")
            assert "-0" not in sentence


@pytest.mark.parametrize("name", PROBLEMS)
def test_answers_of_another_type_are_told(name: str) -> None:
    problem = PROBLEMS[name]
    arguments = problem.clear(random.Random(3))
    for nonsense in ("left", {"x": 1.0}, 2j, [[]], [("a", "b")]):
        sentence = problem.judge(arguments, nonsense, PLAIN)
        assert sentence is not None
        assert sentence.startswith("Returned ")
        assert "; expected " in sentence
    assert "a string" in str(problem.judge(arguments, "left", PLAIN))


def test_what_is_no_number_is_told() -> None:
    arguments = ([(0.0, 0.0), (2.0, 0.0), (0.0, 2.0)], [(1.0, 0.5), (3.0, 0.0), (3.0, 3.0)])
    assert PROBLEMS["mtv"].judge(arguments, (math.nan, 1.0), PLAIN) == "Returned nan for x."
    assert PROBLEMS["distance"].judge(arguments, math.inf, PLAIN) == "Returned inf."
    assert verdict_on(PROBLEMS["mtv"], arguments, Answer(None, "It raised."), PLAIN) == "It raised."


def test_sentences_have_the_numbers_of_the_scene() -> None:
    large = [(0.0, 0.0), (8.0, 0.0), (8.0, 8.0), (0.0, 8.0)]
    small = [(1.0, 3.0), (2.0, 3.0), (2.0, 4.0), (1.0, 4.0)]
    judge = PROBLEMS["mtv"].judge
    assert judge((large, small), (-2.0, 0.0), PLAIN) is None
    assert judge((large, small), (-1.0, 0.0), PLAIN) == "Moved by (−1.00, 0.00), B still overlaps A by 1.00."
    assert judge((large, small), (0.0, -4.0), PLAIN) == "Moved by 4.00; 2.00 would have been enough."
    assert judge((large, small), None, PLAIN) == "Returned None, but the shapes overlap by 2.00."
    assert (
        PROBLEMS["overlap"].judge((large, small), False, PLAIN) == "Returned False, but the shapes overlap by 2.00."
    )


def test_numbers_in_sentences() -> None:
    assert [told(value) for value in (1.0, -0.001, 0.0123, 1e-9, -1e-300, 0.0)] == [
        "1.00",
        "−0.0010",
        "0.012",
        "nearly 0",
        "nearly 0",
        "0.00",
    ]
    assert apart(1.0, 1.0004) == ("1.0000", "1.0004")
    assert apart(2.0, 1.0) == ("2.00", "1.00")


def test_pairs_agree_with_shapely() -> None:
    seen = set()
    for _, (a, b) in scenes(PROBLEMS["overlap"]):
        first, second = Area(a), Area(b)
        common, distance = first.intersection(second).area, first.distance(second)
        if common < 1e-6 and distance < 1e-6:
            continue  # they touch
        seen.add(common > 0.0)
        assert PROBLEMS["overlap"].right((a, b), PLAIN) == (common > 0.0)
        scale = max(1.0, *(abs(value) for each in a for value in each))
        assert PROBLEMS["distance"].right((a, b), PLAIN) == pytest.approx(distance, abs=1e-12 * scale)
        move = PROBLEMS["mtv"].right((a, b), PLAIN)
        if move is not None:
            assert first.intersection(translate(second, *move)).area < 1e-5
            for angle in range(24):  # no shorter move parts
                x, y = turned(*move, math.tau * angle / 24)
                assert first.intersects(translate(second, 0.99 * x, 0.99 * y))
    assert seen == {True, False}


def test_rays_agree_with_shapely() -> None:
    hits = 0
    for family, ((x, y), (dx, dy), outline) in scenes(PROBLEMS["ray_cast"]):
        if family == "far away":
            continue
        area = Area(outline)
        reach = 100.0 / math.hypot(dx, dy)
        line = LineString([(x, y), (x + reach * dx, y + reach * dy)])
        t = PROBLEMS["ray_cast"].right(((x, y), (dx, dy), outline), PLAIN)
        if t is None:
            assert line.intersection(area).length < 1e-6
        else:
            hits += 1
            assert area.distance(Point(x + t * dx, y + t * dy)) < 1e-9
            before = LineString([(x, y), (x + (t - 1e-6) * dx, y + (t - 1e-6) * dy)])
            assert t == 0.0 or before.intersection(area).length < 1e-6
    assert hits > 30


def test_points_in_polygons_agree_with_shapely() -> None:
    seen = {True: 0, False: 0}
    for _, (spot, outline) in scenes(PROBLEMS["point_in_polygon"]):
        area = Area(outline)
        if area.boundary.distance(Point(spot)) > 1e-9:
            assert contains(outline, spot) == area.contains(Point(spot))
            seen[contains(outline, spot)] += 1
    assert min(seen.values()) > 20


def test_triangulations_are_judged_as_shapely_would() -> None:
    """Random sets of n − 2 triangles of vertices: right exactly if their union is the outline, and none overlap."""
    rng, problem, counts = random.Random(5), PROBLEMS["triangulate"], {True: 0, False: 0}
    for k in range(300):
        (outline,) = problem.families["random"](random.Random(f"random {k}"))
        if len(outline) > 5:
            continue
        numbers = range(len(outline))
        triangles = [tuple(rng.sample(numbers, 3)) for _ in range(len(outline) - 2)]
        areas = [Area([outline[i] for i in each]) for each in triangles]
        total = sum(each.area for each in areas)
        covers = unary_union(areas).symmetric_difference(Area(outline)).area < 1e-9
        is_right = covers and abs(total - abs(area_of(outline))) < 1e-9
        assert (problem.judge((outline,), triangles, PLAIN) is None) == is_right
        counts[is_right] += 1
    assert min(counts.values()) > 3


def test_times_of_impact_agree_with_samples() -> None:
    """The first of 400 samples that overlaps lies just after the time; before it none does."""
    problem, checked = PROBLEMS["time_of_impact"], 0
    for _, (a, (ax, ay), b, (bx, by)) in scenes(problem, 4):
        first, second = Area(a), Area(b)
        t = problem.right((a, (ax, ay), b, (bx, by)), PLAIN)
        overlap = next(
            (
                k / 400
                for k in range(401)
                if translate(first, k / 400 * ax, k / 400 * ay)
                .intersection(translate(second, k / 400 * bx, k / 400 * by))
                .area
                > 1e-9
            ),
            None,
        )
        if overlap is not None:
            checked += 1
            assert t is not None
            assert t <= overlap + 1e-9
            assert t >= overlap - 1 / 400 - 0.05
    assert checked > 10


BOX = [(0.0, 0.0), (4.0, 0.0), (4.0, 2.0), (0.0, 2.0)]
ON_TOP = [(1.0, 1.75), (3.0, 1.75), (3.0, 4.0), (1.0, 4.0)]
ELL = [(0.0, 0.0), (3.0, 0.0), (3.0, 1.0), (1.0, 1.0), (1.0, 3.0), (0.0, 3.0)]
UP = (0.0, 1.0)


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ((UP, 0.25, [(1.0, 2.0), (3.0, 2.0)]), None),
        ((UP, 0.25, [(3.0, 1.75), (1.0, 1.75)]), None),
        ((UP, 0.25, [(1.0, 1.8), (3.0, 1.9)]), None),
        (
            (UP, 0.25, [(1.0, 2.0)]),
            "Edges lie flat on each other, but no point is at their common end near (3.00, 2.00).",
        ),
        (
            (UP, 0.25, [(0.9, 2.0), (0.8, 2.0)]),
            "The deepest place is left out: the nearest point lies 0.10 beside it.",
        ),
        (
            (UP, 0.25, [(1.0, 2.1), (3.0, 2.0)]),
            "(1.00, 2.10) lies 0.10 outside the layer in which the shapes overlap.",
        ),
        ((UP, 0.25, [(1.0, 2.0), (5.0, 2.0)]), "(5.00, 2.00) lies 1.00 outside A, farther than the depth."),
        ((UP, 0.25, []), "Returned 0 contact points; one or two are needed."),
        ((UP, 0.3, [(1.0, 2.0), (3.0, 2.0)]), "The depth is 0.30; the shapes overlap by 0.25."),
        ((UP, -0.25, [(1.0, 2.0), (3.0, 2.0)]), "The depth is −0.25, elsewhere it is positive."),
        (((0.0, 2.0), 0.25, [(1.0, 2.0)]), "The normal has length 2.00; a unit normal has length 1."),
        (
            ((1.0, 0.0), 3.0, [(1.0, 2.0)]),
            "Along the normal (1.00, 0.00) B has to move 3.00 to leave A; the least way out is 0.25.",
        ),
        (None, "Returned None, but the shapes overlap by 0.25."),
    ],
)
def test_sentences_on_manifolds(answer: Any, sentence: str | None) -> None:
    assert PROBLEMS["manifold"].judge((BOX, ON_TOP), answer, PLAIN) == sentence


RING = [(-3.0, -4.0), (3.0, -4.0), (3.0, 0.25), (-3.0, 0.25)]  # the difference of the two boxes


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (RING, None),
        ([RING[2], RING[1], RING[1], (0.0, -4.0), RING[0], RING[3]], None),
        (RING[:3], "(−3.00, 0.25) is missing: vertex 3 of A minus vertex 1 of B."),
        ([*RING, (-2.0, -1.0)], "(−2.00, −1.00) lies inside the difference, 1.00 from its boundary."),
        ([*RING, (-4.0, -1.0)], "(−4.00, −1.00) lies 1.00 outside the difference A − B."),
        (
            [RING[0], RING[2], RING[1], RING[3]],
            "In the order given the points enclose an area of 0.00; the difference has 25.50.",
        ),
    ],
)
def test_sentences_on_differences(answer: Any, sentence: str | None) -> None:
    assert PROBLEMS["minkowski_difference"].judge((BOX, ON_TOP), answer, PLAIN) == sentence


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ([(0, 1, 2), (0, 2, 3), (0, 3, 4), (0, 4, 5)], None),
        ([(2, 1, 0), (0, 2, 3), (4, 3, 0), (0, 4, 5)], None),
        ([(0, 1, 2), (0, 2, 3)], "Returned 2 triangles; 6 vertices make 4."),
        ([(0, 1, 2), (0, 2, 3), (0, 3, 4), (0, 4, 6)], "Index 6 is no vertex of the outline, which has 6."),
        (
            [(0, 1, 2), (0, 2, 3), (0, 3, 4), ((0.0, 0.0), (1.0, 3.0), (0.0, 2.0))],
            "(0.00, 2.00) is no vertex of the outline.",
        ),
        ([(0, 1, 2), (0, 2, 3), (0, 3, 4), (0, 3, 4)], "Triangles (0, 3, 4) and (0, 3, 4) overlap."),
        ([(0, 1, 2), (0, 2, 3), (0, 3, 4), (4, 4, 5)], "Triangle (4, 4, 5) has the same vertex twice."),
        (
            [(2, 4, 5), (0, 2, 3), (0, 3, 4), (0, 4, 5)],
            "Triangle (2, 4, 5) crosses edge 3 of the outline.",
        ),
        ([(0, 1, 2), (2, 3, 4), (0, 3, 4), (0, 4, 5)], "Triangle (2, 3, 4) lies outside the outline."),
        ([(0, 1, 2), (0, 2, 4), (0, 3, 4), (0, 4, 5)], "Triangle (0, 2, 4) has vertex 3 inside."),
    ],
)
def test_sentences_on_triangulations(answer: Any, sentence: str | None) -> None:
    said = PROBLEMS["triangulate"].judge((ELL,), answer, PLAIN)
    assert said == sentence or (said is not None and sentence is not None and said.startswith(sentence[:-1]))


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (1.0, None),
        (None, "Returned None, but the first touch is at t = 1.00."),
        (3.0, "At t = 3.00 the point touches the shape for the second time; the first is at t = 1.00."),
        (2.0, "At t = 2.00 the point overlaps the shape by 1.00; the first touch is at t = 1.00."),
        (0.5, "At t = 0.50 the point is 1.00 away from the shape; the first touch is at t = 1.00."),
        (-1.0, "Returned −1.00, which lies before the start; the first touch is at t = 1.00."),
    ],
)
def test_sentences_on_rays(answer: Any, sentence: str | None) -> None:
    assert PROBLEMS["ray_cast"].judge(((-2.0, 1.0), (2.0, 0.0), BOX), answer, PLAIN) == sentence


def test_families_are_what_they_are_called() -> None:
    families = PROBLEMS["mtv"].families
    inside = crossing = 0
    for k in range(40):
        pairs = {name: make(random.Random(k)) for name, make in families.items()}
        areas = [Area(outline) for outline in pairs["contained"]]
        assert areas[0].contains(areas[1]) or areas[1].contains(areas[0])
        a, b = (Area(outline) for outline in pairs["coincident"])
        assert a.intersection(b).area == pytest.approx(min(a.area, b.area))
        assert min(area_of(outline) for outline in pairs["clockwise"]) < 0.0
        assert all(area_of(outline) > 0.0 for outline in pairs["random"])
        assert any(
            len(Area(outline).simplify(1e-9).exterior.coords) <= len(outline) for outline in pairs["collinear"]
        )
        assert min(4.0 * math.pi * Area(o).area / Area(o).length ** 2 for o in pairs["thin"]) < 0.25
        gap = Area(pairs["touching"][0]).distance(Area(pairs["touching"][1]))
        assert gap < 0.011
        first, second = (Area(outline) for outline in pairs["random"])
        inside += first.intersects(second)
        crossing += not first.intersects(second)
    assert min(inside, crossing) > 8


def others() -> dict[str, Callable[..., Any]]:
    """Other routines of the project than those that the judges ask: GJK, EPA, faces of the difference, contacts along
    a normal, a ray in the difference's space, fans of convex pieces."""

    def mtv(a: Any, b: Any) -> Any:
        found = epa(convex(a), convex(b))
        return None if found.separation > 0.0 else tuple((-found.separation * found.normal).tolist())

    def closest(a: Any, b: Any) -> Any:
        found = gjk(convex(a), convex(b))
        return None if found.separation is None else (tuple(found.on_a.tolist()), tuple(found.on_b.tolist()))

    def contact(a: Any, b: Any) -> Any:
        first, second = convex(a), convex(b)
        found = epa(first, second)
        if found.separation >= 0.0:
            return None
        made = manifold_along(first, second, found.normal)
        return tuple(found.normal.tolist()), -found.separation, [each.point.tolist() for each in made.points]

    def impact(a: Any, velocity_a: Any, b: Any, velocity_b: Any) -> Any:
        found = gjk_ray_cast(convex(a), velocity_a, convex(b), velocity_b)
        return None if found.outcome is Outcome.SEPARATED else found.fraction

    def fans(outline: Any) -> Any:
        pieces = Polygon(outline).decomposition.pieces
        return [(each[0], *each[k : k + 2]) for each in pieces for k in range(1, len(each) - 1)]

    return {
        "overlap": lambda a, b: minkowski_faces(convex(a), convex(b)).separation <= 0.0,
        "mtv": mtv,
        "distance": lambda a, b: gjk(convex(a), convex(b)).distance,
        "closest_points": closest,
        "manifold": contact,
        "time_of_impact": impact,
        "triangulate": fans,
    }


@pytest.mark.parametrize("name", others())
def test_other_routines_of_the_project_are_right(name: str) -> None:
    problem, routine = PROBLEMS[name], others()[name]
    for family, arguments in scenes(problem, 20):
        answer = routine(*arguments)
        assert problem.judge(arguments, answer, PLAIN) is None, (family, arguments, answer)


CIRCLES = [name for name in PROBLEMS if name.startswith(("circle_polygon_", "circle_circle_"))]


def signed(arguments: Arguments) -> float:
    """Distance, or minus the depth, of a circle and what it is asked with: by shapely."""
    center, radius, *rest = arguments
    if len(rest) == 2:
        return math.dist(center, rest[0]) - radius - rest[1]
    area, at = Area(rest[0]), Point(center)
    return (-area.exterior.distance(at) if area.contains(at) else area.distance(at)) - radius


@pytest.mark.parametrize("name", ["circle_circle_distance", "circle_polygon_distance"])
def test_the_truth_about_circles_is_that_of_shapely(name: str) -> None:
    """All circle problems share their scenes."""
    problem, negative = PROBLEMS[name], Conventions(depth_negative=True)
    for family, arguments in scenes(problem, 20):
        true = signed(arguments)
        close = 1e-9 * (1.0 + max(abs(value) for value in arguments[0]))
        assert problem.right(arguments, negative) == pytest.approx(true, abs=close), family
        assert PROBLEMS[name.replace("distance", "overlap")].right(arguments, PLAIN) or true > -close
        move = PROBLEMS[name.replace("distance", "mtv")].right(arguments, PLAIN)
        assert math.hypot(*(move or (0.0, 0.0))) == pytest.approx(max(0.0, -true), abs=close)


@pytest.mark.parametrize("name", CIRCLES)
def test_the_kinds_of_scenes_of_circles_are_what_they_say(name: str) -> None:
    problem = PROBLEMS[name]
    for family, arguments in scenes(problem, 20):
        true, (_, radius, *rest) = signed(arguments), arguments
        size = radius + (rest[1] if len(rest) == 2 else 0.0)
        if family == "equal centres":
            assert true == -size
        elif family == "centre inside":
            assert true < -radius
        elif family == "centre on the boundary":
            assert true == pytest.approx(-radius, abs=1e-9)
        elif family == "touching":
            assert abs(true) < 0.011
        elif family == "contained":
            assert true < 0.0
    if problem.touching is not None:
        rng = random.Random(7)
        for _ in range(40):
            assert signed(problem.touching(rng)) == 0.0


def test_touching_in_whole_numbers_is_judged_and_a_rounded_touch_is_not() -> None:
    problem = PROBLEMS["circle_circle_overlap"]
    exact = ((0.0, 0.0), 1.0, (3.0, 0.0), 2.0)
    aslant = ((0.0, 0.0), 1.0, (2.4, 3.2), 3.0)
    for counts in (True, False):
        spoken = Conventions(touching_counts=counts)
        assert problem.judge(exact, counts, spoken) is None
        assert problem.judge(exact, not counts, spoken) is not None
        assert problem.judge(aslant, True, spoken) is None is problem.judge(aslant, False, spoken)
