"""Circle cast, against shapely and dense samples: what is said, drawn and judged."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from shapely import LineString, Point, Polygon, ops

from geometry import Outcome
from geometry.feature import FeatureKind, FeatureRef
from geometry.shape import boundary
from lessons.queries.circle_cast import CircleCastLesson, MovingCircle
from tests.lessons.second_edition import LESSONS, Told, moments_of, nested
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.ink import Point as Shown
from viz.lesson.lesson import Moment
from viz.lesson.mark import Area, Arrow, Dot, Label, Stroke, Symbol
from viz.lesson.prediction import Click, Place
from viz.lesson.scene import Arrow as Held
from viz.lesson.text import fixed, plain

LESSON = next(each for each in LESSONS if isinstance(each, CircleCastLesson))
SCENES = {name: preset.scene for name, preset in LESSON.presets.items()}
FIRST = "Around a corner"
HITS = (FIRST, "Rounded shape", "Centre passes by", "In front of a sharp tip")
each_scene = pytest.mark.parametrize("name", SCENES)
each_hit = pytest.mark.parametrize("name", HITS)


ENDS = {"Close to a corner": "No hit", "Overlap at the start": "Overlap"}  # the last stage; elsewhere "Contact"


def moments(name: str, compare: str = "") -> dict[str, Moment[Any]]:
    return {LESSON.story.stage(m): m for m in moments_of(LESSON, SCENES[name], compare)}


def drawn(moment: Moment[Any], time: float = 0.0) -> Canvas:
    return Told.draw(LESSON.panes[0], replace(moment, time=time))


def solid(scene: MovingCircle) -> Any:
    return Polygon(boundary(scene.a.world, 1e-7))


def texts(canvas: Canvas, ink: Ink) -> list[str]:
    return [plain(m.text) for m in canvas.marks if isinstance(m, Label) and m.ink is ink]


def given_and_cast(scene: MovingCircle) -> list[tuple[str, str]]:
    return [(fixed(scene.r), fixed(0.0)), (fixed(scene.r_a), fixed(scene.r_a + scene.r))]


def first_contact(scene: MovingCircle) -> float | None:
    """By halving: the distance to A along the path before its least is falling."""
    a, p, d = solid(scene), scene.ray.origin, scene.ray.direction
    ts = np.linspace(0.0, scene.ray.length, 2001)
    gaps = np.array([a.distance(Point(p + t * d)) - scene.r for t in ts])
    below = np.flatnonzero(gaps <= 0.0)
    if not len(below):
        return None
    low, high = ts[max(below[0] - 1, 0)], ts[below[0]]
    for _ in range(50):
        middle = (low + high) / 2.0
        low, high = (low, middle) if a.distance(Point(p + middle * d)) <= scene.r else (middle, high)
    return float(high)


@each_scene
def test_the_first_contact_is_where_the_distance_falls_to_the_radius(name: str) -> None:
    scene, told = SCENES[name], moments(name)
    end = ENDS.get(name, "Contact")
    assert list(told)[-1] == LESSON.page(told[end]).stage == end
    t, answer = first_contact(scene), told[end].step
    gap = solid(scene).distance(Point(scene.ray.origin)) - scene.r
    words = plain(LESSON.page(told["Moving"]).sentence)
    if answer.outcome is Outcome.OVERLAPPED:
        assert t == 0.0
        depth = -told["Moving"].step.gap
        assert words.startswith(f"B overlaps A by {fixed(depth)} and moves by {fixed(scene.ray.length)}.")
        assert "overlaps A at the start" in plain(LESSON.situation(told[end]))
        return
    assert words == f"B starts {fixed(gap)} from A and moves by {fixed(scene.ray.length)}."
    if t is None:
        least = solid(scene).distance(LineString((scene.ray.origin, scene.ray.at(1.0)))) - scene.r
        assert plain(LESSON.situation(told[end])).endswith(f"B comes no nearer to A than {fixed(least)}.")
        assert "misses" in LESSON.page(told["Cast a ray"]).sentence
        table = LESSON.table(told[end])
        assert table is not None
        assert [row.cells[1:] for _, row in table.rows] == given_and_cast(scene)
        return
    assert answer.cast.distance == pytest.approx(t, abs=1e-5)
    center = scene.ray.origin + t * scene.ray.direction
    told_at = plain(LESSON.page(told["Restore B"]).sentence)
    shown = [float(x.replace("−", "-")) for x in re.findall(r"−?\d+\.\d+", told_at)]
    (p, (by,), d, at), digits = np.split(shown, (2, 3, 5)), len(re.findall(r"\.(\d+)", told_at)[0])
    assert [*p, by, *d, *at] == pytest.approx([*scene.ray.origin, t, *scene.ray.direction, *center], abs=0.1**digits)
    assert p + by * d == pytest.approx(at, abs=1.02 * 0.1**digits), "a reader comes to the same place"
    assert plain(LESSON.page(told["Cast a ray"]).sentence).endswith(f"hits the grown shape at t = {fixed(t)}.")
    assert plain(LESSON.situation(told[end])) == f"The first contact of B and A is at t = {fixed(t)}."
    line = solid(scene).exterior
    q = line.interpolate(line.project(Point(center)))
    assert answer.point == pytest.approx((q.x, q.y), abs=1e-4)
    words = plain(LESSON.page(told[end]).sentence)
    assert words.startswith(f"q = ({fixed(q.x)}, {fixed(q.y)}), on ")
    table = LESSON.table(told[end])
    assert table is not None
    rows = {plain(row.cells[0]): row.cells[2] for _, row in table.rows}
    assert rows["p(t)"] == f"({fixed(center[0])}, {fixed(center[1])})"
    assert rows["q"] == f"({fixed(q.x)}, {fixed(q.y)})"
    assert [row.cells[1:] for _, row in table.rows][:2] == given_and_cast(scene)
    first, grown = LESSON.table(told["Moving"]), LESSON.table(told["Grow A"])
    assert first is None or not first.rows, "before the radius is given away, the sliders say both"
    assert grown is not None
    assert grown.columns == ("quantity", "given", "in the cast")
    assert [row.cells[1:] for _, row in grown.rows] == given_and_cast(scene)
    n = (center - (q.x, q.y)) / scene.r
    assert rows["n̂"] == f"({fixed(n[0])}, {fixed(n[1])})"


@each_hit
def test_the_radius_flows_from_b_to_a(name: str) -> None:
    scene, told = SCENES[name], moments(name)
    moment = told["Grow A"]
    assert LESSON.clock(moment) is not None
    core, gap = Polygon(scene.core.points), told["Moving"].step.gap
    for time in (0.25, 0.5, 1.0):
        canvas = drawn(moment, time)
        (edge,) = (m for m in canvas.marks if isinstance(m, Stroke) and m.line is Line.CURVE and m.ink is Ink.A)
        grown = [core.distance(Point(p)) for p in edge.points]
        assert grown == pytest.approx([scene.r_a + time * scene.r] * len(grown), abs=1e-6)
        discs = [m for m in canvas.marks if isinstance(m, Area) and m.ink is Ink.B]
        assert len(discs) == (time < 1.0)
        for disc in discs:
            left = [math.dist(p, scene.ray.origin) for p in disc.points]
            assert left == pytest.approx([(1.0 - time) * scene.r] * len(left), abs=1e-6)
        (pill,) = (m for m in canvas.marks if isinstance(m, Label) and m.ink is Ink.GAP)
        assert (plain(pill.text), pill.style) == (f"s = {fixed(gap)}, as before", TextStyle.PILL), (
            "the proof is large"
        )
        measured = [m for m in canvas.marks if isinstance(m, Stroke) and m.ink is Ink.GAP]
        assert max(math.dist(*m.points) for m in measured) == pytest.approx(gap, abs=1e-6)
        (layer,) = (m for m in canvas.marks if isinstance(m, Stroke) and m.ink is Ink.B and m.line is Line.MEASURE)
        assert math.dist(*layer.points) == pytest.approx(time * scene.r)
        middle = scene.a.world.edges[0].mean(axis=0)
        assert layer.points[0] == pytest.approx(tuple(middle))
        names = [m.latex for m in canvas.marks if isinstance(m, Symbol)]
        assert {"r", "r'"} <= set(names)
        assert ("r_A" in names) is (scene.r_a > 0.0)
    words = plain(LESSON.page(moment).sentence)
    assert plain(LESSON.situation(moment)).endswith(f"the gap stays the same: {fixed(gap)}.")
    assert words.startswith(f"r' = {fixed(scene.r_a)} + {fixed(scene.r)} = {fixed(scene.r_a + scene.r)}.")


@each_hit
def test_at_the_hit_the_circle_touches_a(name: str) -> None:
    scene, told = SCENES[name], moments(name)
    center = told["Restore B"].step.center
    assert solid(scene).distance(Point(center)) == pytest.approx(scene.r, abs=1e-6)
    for time in (0.3, 1.0):
        (disc,) = (m for m in drawn(told["Restore B"], time).marks if isinstance(m, Area) and m.ink is Ink.B)
        assert math.dist(disc.points[0], center) == pytest.approx(time * scene.r)
    (way,) = (m for m in drawn(told["Restore B"]).marks if isinstance(m, Label) and "$t$" in m.text)
    assert way.at == pytest.approx(tuple(0.5 * (scene.ray.origin + center)))
    (white,) = (m for m in drawn(told["Cast a ray"]).marks if isinstance(m, Dot) and m.point is Shown.ANSWER)
    assert white.at == pytest.approx(tuple(center))
    moment = told["Contact"]
    clock = LESSON.clock(moment)
    assert clock is not None
    assert clock.impact == pytest.approx(math.dist(center, scene.ray.origin) / scene.ray.length)
    q = moment.step.point
    for time in (0.0, 0.3 * clock.impact, 1.0):
        canvas = drawn(moment, time)
        (dot,) = (m for m in canvas.marks if isinstance(m, Dot) and m.point is Shown.ANSWER)
        assert dot.at == pytest.approx(tuple(q))
        (still,) = (m for m in canvas.marks if isinstance(m, Stroke) and m.ink is Ink.B and m.line is Line.CURVE)
        assert np.mean(still.points, axis=0) == pytest.approx(tuple(center))
        disc = [m for m in canvas.marks if isinstance(m, Area) and m.ink is Ink.B][-1]
        assert np.mean(disc.points, axis=0) == pytest.approx(scene.ray.at(min(time, clock.impact)))
        beyond = [m for m in canvas.marks if isinstance(m, Stroke) and m.ink is Ink.B and m.line is Line.DOTTED]
        assert len(beyond) == (time > clock.impact)
        (normal,) = (m for m in canvas.marks if isinstance(m, Arrow) and m.ink is Ink.ANSWER)
        way = np.subtract(normal.end, normal.start)
        assert way / math.hypot(*way) == pytest.approx((center - q) / scene.r)
    open_now = replace(told["Cast a ray"], is_open=True)
    assert "r" not in [plain(m.text) for m in drawn(open_now).marks if isinstance(m, Label)], "it shows what is asked"
    assert "r" in [plain(m.text) for m in drawn(told["Cast a ray"]).marks if isinstance(m, Label)]


def test_where_b_passes_the_nearest_place_is_shown() -> None:
    moment = moments("Close to a corner")["No hit"]
    scene = moment.scene
    least = solid(scene).distance(LineString((scene.ray.origin, scene.ray.at(1.0)))) - scene.r
    gaps = [m for m in drawn(moment).marks if isinstance(m, Stroke) and m.ink is Ink.GAP]
    assert any(math.dist(*m.points) == pytest.approx(least, abs=1e-6) for m in gaps)
    deep = moments("Overlap at the start")
    for stage in ("Moving", "Overlap"):
        red = [m for m in drawn(deep[stage]).marks if isinstance(m, Stroke) and m.ink is Ink.OVERLAP]
        assert max(math.dist(*m.points) for m in red) == pytest.approx(-deep["Moving"].step.gap, abs=1e-6)
    assert "within r of A" in plain(LESSON.page(moment).idea)
    assert "inside the grown shape" in plain(LESSON.page(moments("Overlap at the start")["Overlap"]).idea)
    assert LESSON.clock(moments("Overlap at the start")["Overlap"]) is None


def test_the_centre_is_dragged_to_the_first_contact() -> None:
    moment = moments("Centre passes by")["Moving"]
    scene, asked = moment.scene, LESSON.page(moment).prediction
    assert isinstance(asked, Place)
    t = first_contact(scene)
    assert t is not None
    p, d = scene.ray.origin, scene.ray.direction
    for x, head in (
        (0.5 * t, "Too early"),
        (t - 0.1, "Too early"),
        (t + 0.1, "Too far"),
        (scene.ray.length, "Too far"),
    ):
        at = tuple((p + x * d).tolist())
        verdict = asked.judge((at,))
        assert (verdict.right, verdict.head) == (False, head)
        gap = solid(scene).distance(Point(at)) - scene.r
        if gap > 0.0:
            assert fixed(gap) in verdict.because or "passed through" in verdict.because
        canvas = Canvas(0.01)
        assert verdict.draw is not None
        verdict.draw(canvas, "world")
        (ring,) = canvas.marks
        assert isinstance(ring, Stroke)
        assert ring.ink is Ink.FAULTY
        assert np.mean(ring.points, axis=0) == pytest.approx(at)
    right = asked.judge((tuple((p + (t + 0.03) * d).tolist()),))
    assert right.right
    assert f"t = {fixed(t)}" in plain(right.because)
    assert not [m for m in drawn(moment).marks if isinstance(m, Stroke) and m.line is Line.CURVE]
    deep = asked.judge((tuple((p + (t + 0.2) * d).tolist()),))
    overlap = scene.r - solid(scene).distance(Point(p + (t + 0.2) * d))
    assert fixed(overlap) in deep.because


def test_the_touched_feature_is_clicked() -> None:
    assert LESSON.page(moments(FIRST)["Cast a ray"]).prediction is None, "there the first question's circle shows it"
    moment = moments("Rounded shape")["Cast a ray"]
    scene, asked = moment.scene, LESSON.page(moment).prediction
    assert isinstance(asked, Click)
    assert asked.right == {FeatureRef("A", FeatureKind.EDGE, 2)}
    center = moment.trace.result.center
    for ref in Told.features(LESSON, moment):
        verdict = asked.judge(ref)
        assert verdict.right is (ref in asked.right)
        corner = Point(scene.core.points[ref.index]).buffer(scene.r_a, quad_segs=256)
        part = LineString(scene.a.world.edges[ref.index]) if ref.kind is FeatureKind.EDGE else corner
        d = part.distance(Point(center))
        assert fixed(d) in verdict.because or "only its end" in verdict.because
        assert ("only its end" in verdict.because) is (d == pytest.approx(scene.r) and not verdict.right)
        canvas = Canvas(0.01)
        assert verdict.draw is not None
        verdict.draw(canvas, "world")
        (label,) = (m for m in canvas.marks if isinstance(m, Label))
        assert (label.text, label.ink) == (fixed(d), Ink.ANSWER if verdict.right else Ink.FAULTY)
    assert LESSON.page(moments("Rounded shape", "centre only")["Cast a ray"]).prediction is None
    q, (u, v) = moments("Rounded shape")["Contact"].step.point, scene.a.world.edges[2]
    assert min(math.dist(q, u), math.dist(q, v)) > 0.25, "edge or vertex does not hang on a hair"


@pytest.mark.parametrize("name", ["Close to a corner", "Overlap at the start"])
def test_without_a_hit_the_same_question_has_another_answer(name: str) -> None:
    moment = moments(name)["Moving"]
    scene, asked = moment.scene, LESSON.page(moment).prediction
    first = LESSON.page(moments("Centre passes by")["Moving"]).prediction
    assert isinstance(asked, Place)
    assert isinstance(first, Place)
    assert asked.text == first.text, "whether B hits is open"
    passes = name == "Close to a corner"
    a, p, d = solid(scene), scene.ray.origin, scene.ray.direction
    ways = np.linspace(0.0, scene.ray.length, 4001)
    nearest = min(ways, key=lambda way: a.distance(Point(p + way * d))) if passes else 0.0
    assert asked.right[0] == pytest.approx(tuple(p + nearest * d), abs=2e-3)
    assert math.dist(asked.start[0], scene.ray.origin) > 0.4, "clear of the marks at the start"
    verdict = asked.judge(asked.right)
    assert verdict.right
    least = solid(scene).distance(LineString((scene.ray.origin, scene.ray.at(1.0)))) - scene.r
    assert plain(verdict.because) == (
        f"B misses A: even where it is nearest, a gap of {fixed(least)} is left."
        if passes
        else "B overlaps A already at the start: no contact is earlier than t = 0."
    )
    at = tuple(scene.ray.at(0.4).tolist())
    gap = abs(solid(scene).distance(Point(at)) - scene.r)
    wrong = asked.judge((at,))
    assert (wrong.right, wrong.head) == (False, "Not the nearest" if passes else "Too far")
    assert fixed(gap) in wrong.because
    assert fixed(least) not in wrong.because


@pytest.mark.parametrize(
    ("name", "rule", "label"),
    [
        ("Centre passes by", "centre only", "no hit: overlap {1}"),
        ("In front of a sharp tip", "square corners", "t = {}, error {}"),
        ("Rounded shape", "centre only", "t = {}, error {}"),
    ],
)
def test_a_faulty_rule_says_what_it_does_and_by_how_much(name: str, rule: str, label: str) -> None:
    moment = moments(name, rule)["Contact"]
    scene, right, wrong = moment.scene, moment.step.cast.distance, moment.faulty.distance
    (shown,) = texts(drawn(moment), Ink.FAULTY)
    numbers = [each.rstrip(",") for each in shown.split() if each[0].isdigit()]
    k = len(numbers[0].split(".")[1]) if wrong is not None else 2
    path = LineString((scene.ray.origin, scene.ray.at(1.0)))
    error = abs(wrong - right) if wrong is not None else scene.r - solid(scene).distance(path)
    assert shown == label.format(fixed(wrong or 0.0, k), fixed(error, k))
    if wrong is not None:
        assert float(numbers[1]) == pytest.approx(abs(float(numbers[0]) - float(fixed(right, k))))
    words = plain(LESSON.situation(moment))
    assert ("no hit" if wrong is None else f"a hit at t = {fixed(wrong, k)}") in words
    assert words.endswith(f"the right t is {fixed(right, k)}.")
    assert words.startswith(f"With {rule}: "), "the idea is not told twice"
    comparison = LESSON.comparison(rule)
    assert comparison is not None
    assert comparison.differs(moment)
    ray = LineString((scene.ray.origin, scene.ray.at(1.0)))
    if rule == "centre only":
        met = ray.intersection(solid(scene))
        assert (
            wrong is None if met.is_empty else wrong == pytest.approx(Point(scene.ray.origin).distance(met), abs=1e-5)
        )
    else:
        square = solid(scene).buffer(scene.r, join_style="mitre", mitre_limit=100.0)
        assert wrong == pytest.approx(Point(scene.ray.origin).distance(ray.intersection(square)), abs=1e-5)
        outline = [
            m for m in drawn(moment).marks if isinstance(m, Stroke) and m.ink is Ink.FAULTY and len(m.points) == 3
        ]
        assert Polygon(outline[0].points).symmetric_difference(square).area < 1e-5
    ends = ops.nearest_points(path, solid(scene))[0].coords[0]  # of a missed hit: where B is deepest in A
    ends = ends if wrong is None else scene.ray.origin + wrong * scene.ray.direction
    cross = next(m for m in drawn(moment).marks if isinstance(m, Dot) and m.point is Shown.CROSS)
    assert cross.at == pytest.approx(tuple(ends))


@pytest.mark.parametrize("name", ["Centre passes by", "In front of a sharp tip"])
@pytest.mark.parametrize("stage", ["Moving", "Grow A", "Cast a ray", "Restore B", "Contact"])
def test_what_is_right_is_told_once_the_ray_has_found_it(name: str, stage: str) -> None:
    moment = moments(name, "centre only" if name == "Centre passes by" else "square corners")[stage]
    is_found = stage not in ("Moving", "Grow A")
    right = moment.trace.result.cast.distance
    words = (plain(LESSON.situation(moment)), *texts(drawn(moment), Ink.FAULTY))
    assert any(f"the right t is {fixed(right)}" in each for each in words) is is_found
    assert any("error" in each or "overlap" in each for each in words) is is_found
    if not is_found:  # nothing of the rule before there is a grown shape to cast against
        assert not [m for m in drawn(moment).marks if getattr(m, "ink", None) is Ink.FAULTY]
        assert words == (plain(LESSON.situation(moments(name)[stage])),)
        return
    assert all("no hit" in each or fixed(moment.faulty.distance or 0.0) in each for each in words)


@pytest.mark.parametrize("name", [FIRST, "In front of a sharp tip"])
def test_square_corners_measure_the_height_over_the_line_of_an_edge_that_has_ended(name: str) -> None:
    moment = moments(name, "square corners")["Cast a ray"]
    a, ray = moment.scene.a.world, moment.scene.ray
    assert r"\max_i" in LESSON.page(moment).formula
    at = ray.origin + moment.faulty.distance * ray.direction
    (height,) = (
        m
        for m in drawn(moment).marks
        if isinstance(m, Stroke) and m.ink is Ink.A and m.line is Line.MEASURE and m.points[-1] == pytest.approx(at)
    )
    foot = np.array(height.points[0])
    assert math.dist(foot, at) == pytest.approx(moment.scene.grown.radius)
    assert solid(moment.scene).distance(Point(foot)) > 0.02, "beyond the end of the edge: not on A"
    across = [abs(float((foot - u) @ n)) for u, n in zip(a.points, a.normals, strict=True)]
    assert min(across) == pytest.approx(0.0, abs=1e-9)
    (told,) = (m for m in drawn(moment).marks if isinstance(m, Label) and m.ink is Ink.FAULTY)
    assert told.at == pytest.approx(tuple(at)), "B is a point then"
    later = drawn(moments(name, "square corners")["Restore B"]).marks
    (told,) = (m for m in later if isinstance(m, Label) and m.ink is Ink.FAULTY)
    assert math.dist(told.at, at) == pytest.approx(moment.scene.r), "outside of the circle"
    assert not [m for m in later if isinstance(m, Label) and plain(m.text) == "r'"], "measured where the rule decides"
    names = {m.latex for m in drawn(moment).marks if isinstance(m, Symbol)}
    assert {r"\hat n_i", r"\boldsymbol{u}_i"} <= names


def test_the_moving_circle_keeps_its_letter_and_the_play_head_tells_t() -> None:
    for name in HITS:
        moment = moments(name)["Contact"]
        (letter,) = (m for m in drawn(moment, 1.0).marks if isinstance(m, Label) and m.text == "B")
        assert math.dist(letter.at, moment.step.center) < 0.6 * moment.scene.r
        clock = LESSON.clock(moment)
        assert clock is not None
        assert clock.told is not None
        assert clock.told(clock.impact or 0.0) == f"t = {fixed(moment.step.cast.distance)}"


def test_errors_are_told_with_two_decimals_where_they_are_shown_first() -> None:
    for name in (FIRST, "In front of a sharp tip"):
        moment = moments(name, "square corners")["Contact"]
        (shown,) = texts(drawn(moment), Ink.FAULTY)
        assert re.fullmatch(r"t = \d\.\d\d, error \d\.\d\d", shown)


def test_the_flow_is_seen_and_counted() -> None:
    moment = moments(FIRST)["Grow A"]
    scene = moment.scene
    for time in (0.25, 1.0):
        canvas = drawn(moment, time)
        arrows = [m for m in canvas.marks if isinstance(m, Arrow) and m.ink is Ink.B]
        inward = [m for m in arrows if math.dist(m.start, scene.ray.origin) == pytest.approx(scene.r)]
        outward = [m for m in arrows if m not in inward]
        assert len(inward) == 5
        assert all(math.dist(m.end, scene.ray.origin) < scene.r for m in inward)
        assert len(outward) == 4, "two of each edge but the one on which r is measured"
        for m in outward:
            assert solid(scene).exterior.distance(Point(m.start)) == pytest.approx(0.0, abs=1e-9)
            assert solid(scene).distance(Point(m.end)) == pytest.approx(time * scene.r)
        told = [plain(m.text) for m in canvas.marks if isinstance(m, Label) and m.ink is Ink.B]
        counted = [f"{fixed((1.0 - time) * scene.r)} left", f"{fixed(time * scene.r)} has arrived"]
        assert [each for each in told if each != "B"] == counted


def test_the_normal_goes_on_from_the_centre_away_from_the_radius() -> None:
    moment = moments(FIRST)["Contact"]
    (normal,) = [m for m in drawn(moment).marks if isinstance(m, Arrow) and m.ink is Ink.ANSWER]
    assert normal.start == pytest.approx(tuple(moment.step.center))


def test_the_goal_is_a_path_past_a_corner() -> None:
    scene = SCENES["Close to a corner"]
    corner = scene.a.world.points[3]
    out = (corner - scene.a.world.centroid) / math.dist(corner, scene.a.world.centroid)
    along = np.array((-out[1], out[0]))
    middle = corner + 1.02 * scene.r * out
    done = scene.with_field("path", Held(middle - 1.5 * along, middle + 1.5 * along))
    challenge = LESSON.challenge(moments_of(LESSON, done)[-1])
    assert challenge is not None
    assert challenge.reached
    assert challenge.now == "round: no hit, square: hit"
    for name, now in (
        (FIRST, "round: hit, square: hit"),
        ("Close to a corner", "round: no hit, square: no hit"),
    ):
        told = LESSON.challenge(moments(name)["Moving"])
        assert told is not None
        assert (told.reached, told.now) == (False, now)


def test_the_ray_cast_can_be_stepped_into_down_to_the_query() -> None:
    told = moments_of(LESSON, SCENES[FIRST])
    inner = list(nested(LESSON, told))
    stages = [LESSON.story_of(m).stage(m) for m in inner]
    assert {"Both sides?", "Last entry", "Corner", "Project", "Nearest"} <= set(stages)
    for moment in inner:
        page = LESSON.page(moment)
        assert page.prediction is None
        assert all(claim.holds for claim in page.claims)
        assert drawn(moment).marks
        assert plain(LESSON.situation(moment)) == f"B starts {fixed(told[0].step.gap)} from A."
    last = next(m for m in inner if LESSON.story_of(m).stage(m) == "Answer" and m.parent is told[2])
    assert last.step.distance == pytest.approx(told[-1].step.cast.distance)


def test_radii_have_sliders_and_a_path_has_a_length() -> None:
    scene = SCENES[FIRST].with_field("r_a", 0.3)
    assert scene.a.world.radius == 0.3
    assert scene.with_field("a", SCENES["Rounded shape"].a).r_a == 0.3
    with pytest.raises(ValueError, match="length"):
        scene.with_field("path", Held((0.0, 0.0), (0.0, 0.0)))


@each_scene
def test_every_claim_holds(name: str) -> None:
    for compare in ("", "centre only", "square corners"):
        for moment in moments_of(LESSON, SCENES[name], compare):
            assert all(claim.holds for claim in LESSON.page(moment).claims)


@pytest.mark.parametrize(
    ("name", "rule"), [("Centre passes by", "centre only"), ("In front of a sharp tip", "square corners")]
)
def test_a_faulty_rule_is_told_with_its_own_question_and_where_b_is_then(name: str, rule: str) -> None:
    scene, told = SCENES[name], moments(name, rule)
    a, path = solid(scene), LineString((scene.ray.origin, scene.ray.at(1.0)))
    for stage in ("Cast a ray", "Restore B", "Contact"):
        page, right = LESSON.page(told[stage]), LESSON.page(moments(name)[stage])
        assert page.idea != right.idea
        assert page.formula != right.formula
        says, wrong, truth = plain(page.sentence), told[stage].faulty.distance, fixed(first_contact(scene) or 0.0)
        if rule == "centre only":
            deep = scene.r - a.distance(path)
            wanted = {
                "Cast a ray": "The ray of the centre passes A: the rule reports no hit.",
                "Restore B": f"But on this path B overlaps A by up to {fixed(deep)}.",
                "Contact": f"In truth B touches A at t = {truth}, on v3 of A. The rule misses this contact.",
            }
            assert says == wanted[stage]
        else:
            t, d = fixed(wrong), a.distance(Point(scene.ray.origin + wrong * scene.ray.direction))
            over, gap = fixed(scene.r_a + scene.r), fixed(d - scene.r)
            off = fixed((first_contact(scene) or 0.0) - wrong)
            wanted = {
                "Cast a ray": f"At t = {t} the centre is r' = {over} over the line of edge 2: "
                "the rule reports a hit.",
                "Restore B": f"At t = {t}: s = {fixed(d)} − {fixed(scene.r)} = {gap}. B does not touch A.",
                "Contact": f"In truth B touches A at t = {truth}, on v0 of A. The rule stops B {off} too early.",
            }
            assert says == wanted[stage]
            pink = [m for m in drawn(told[stage]).marks if isinstance(m, Stroke) and m.ink is Ink.FAULTY]
            shown = [len(m.points) == 2 and math.dist(*m.points) == pytest.approx(d - scene.r) for m in pink]
            assert any(shown) is (stage == "Restore B"), "drawn at its length"
        table = LESSON.table(told[stage])
        assert table is not None
        assert [plain(row.cells[0]) for _, row in table.rows] == ["radius of B", "radius of A"]
    assert len({LESSON.page(told[stage]).sentence for stage in ("Cast a ray", "Restore B", "Contact")}) == 3
    dashed = [m for m in drawn(told["Contact"]).marks if isinstance(m, Stroke) and m.ink is Ink.A and m.closed]
    assert [m.line for m in dashed] == [Line.OUTLINE], "the grown shape has done its work"
    names = {m.latex for m in drawn(told["Contact"], 1.0).marks if isinstance(m, Symbol)}
    assert not names & {r"\hat n", r"\boldsymbol{q}", r"\boldsymbol{p}(t)"}, "quiet beside what fails"


@pytest.mark.parametrize("name", ["Close to a corner", "Overlap at the start"])
def test_without_a_first_contact_the_gap_that_decides_is_told(name: str) -> None:
    scene, told = SCENES[name], moments(name)[ENDS[name]]
    where = (
        LineString((scene.ray.origin, scene.ray.at(1.0))) if name == "Close to a corner" else Point(scene.ray.origin)
    )
    s = solid(scene).distance(where) - scene.r
    words = plain(LESSON.page(told).sentence)
    assert f"s = {fixed(s)}" in words
    assert words != plain(LESSON.situation(told))
    assert f"s = {fixed(s)}" in [text for ink in (Ink.GAP, Ink.OVERLAP) for text in texts(drawn(told), ink)]


def test_features_are_named_from_the_step_on_that_asks_for_one() -> None:
    for stage, moment in moments(FIRST).items():
        named = [m for m in drawn(moment).marks if isinstance(m, Label) and m.feature is not None]
        assert bool(named) is (stage not in ("Moving", "Grow A"))


def test_the_path_close_to_a_corner_is_close_and_the_goal_stays_open() -> None:
    scene = SCENES["Close to a corner"]
    least = solid(scene).distance(LineString((scene.ray.origin, scene.ray.at(1.0)))) - scene.r
    assert 0.0 < least < 0.5 * scene.r
    assert "at once, at $t$ = 0" in LESSON.page(moments("Overlap at the start")["Overlap"]).idea


@pytest.mark.parametrize("name", [FIRST, "In front of a sharp tip"])
def test_at_a_sharp_corner_the_outline_of_the_grown_shape_is_asked_for(name: str) -> None:
    """Where B's centre is as B rolls around the corner: at distance r, not where the edges moved out would meet."""
    moment = moments(name)["Moving"]
    scene, asked = moment.scene, LESSON.page(moment).prediction
    assert isinstance(asked, Place)
    assert LESSON.page(moments(name, "square corners")["Moving"]).prediction is None
    ((corner, tip),) = asked.along
    way = np.subtract(tip, corner) / math.dist(tip, corner)
    grown = solid(scene).buffer(scene.r, quad_segs=256)
    right = ops.nearest_points(grown.exterior, Point(asked.right[0]))[0]
    assert asked.right[0] == pytest.approx((right.x, right.y), abs=1e-3), "on the outline"
    assert asked.judge(asked.right).right
    assert not asked.judge(asked.start).right
    mitre = solid(scene).buffer(scene.r, join_style="mitre", mitre_limit=100.0)
    far = mitre.intersection(LineString((corner, np.add(corner, 9.0 * way)))).length
    assert far <= math.dist(corner, tip), "the meeting point of the edges can be answered"
    heads = ((far, "Square corner"), (scene.r + 0.2, "Too far"), (scene.r - 0.2, "Too near"))
    for d, head in heads:
        at = tuple((np.array(corner) + d * way).tolist())
        verdict, canvas = asked.judge((at,)), Canvas(0.01)
        assert (verdict.right, verdict.head) == (False, head)
        assert fixed(abs(d - scene.r)) in verdict.because
        assert verdict.draw is not None
        verdict.draw(canvas, "world")
        strokes = [m for m in canvas.marks if isinstance(m, Stroke)]
        assert {m.ink for m in strokes} == {Ink.FAULTY}
        assert any(math.dist(*m.points) == pytest.approx(abs(d - scene.r)) for m in strokes if len(m.points) == 2)
    canvas, draw = Canvas(0.01), asked.judge(asked.right).draw
    assert draw is not None
    draw(canvas, "world")
    (outline,) = [m for m in canvas.marks if isinstance(m, Stroke) and m.line is Line.END]
    assert len(outline.points) > 10
    for x, y in outline.points:
        assert grown.exterior.distance(Point(x, y)) < 1e-3


def test_words_that_were_read_twice_are_put_plainly() -> None:
    told = plain(LESSON.page(moments(FIRST)["Cast a ray"]).idea)
    assert told.endswith("at the hit the centre is at distance r from A for the first time.")
    told = plain(LESSON.page(moments("Centre passes by", "centre only")["Cast a ray"]).idea)
    assert "before its centre reaches A, and even where its centre passes by." in told


def test_a_start_inside_a_square_corner_is_no_height_of_a_whole_radius() -> None:
    """There the rule answers t = 0, and the centre is lower over the lines than r'."""
    random = np.random.default_rng(3)
    first = next(iter(LESSON.presets.values())).scene
    met = 0
    ways, radii = random.uniform(-2, 2, (200, 2, 2)), random.uniform(0.2, 1.2, 200)
    for (start, end), r in zip(ways, radii, strict=True):
        scene = first.with_field("r", float(r)).with_field("path", type(first.path)(start, end))
        for moment in moments_of(LESSON, scene, "square corners"):
            for claim in LESSON.page(moment).claims:
                assert claim.error() <= claim.tolerance
                met += claim.what == "r'" and claim.left() < scene.grown.radius - 1e-3
    assert met > 3
