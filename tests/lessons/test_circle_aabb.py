"""Circle and AABB: regions, closest points, ways out and failing rules, against shapely and the box's corners."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
import shapely

from geometry import box, circle
from geometry.primitives.circle_aabb import (
    BoxFace,
    Clamped,
    FaceMeasured,
    OutsideMeasured,
    RadiusCompared,
    RegionFound,
)
from geometry.primitives.contact import PairResult
from geometry.vector import Vector
from lessons.pairs.box_figure import FACES, C, Q, name_of
from lessons.pairs.circle_aabb import BoxAndCircle, CircleAabb
from lessons.pairs.circle_aabb_faulty import BOXED, CLAMP_ONLY, SIDE, WRONG_Q
from lessons.pairs.telling import P
from tests.lessons.figures import drawn, labels, moments, regions, strokes, symbols
from tests.lessons.second_edition import moments_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.mark import Area, Arrow, Crowd, Dot, Inset, Label, Stroke, Symbol, Unbounded
from viz.lesson.prediction import Place
from viz.lesson.scene import at
from viz.lesson.text import fixed, plain

LESSON = CircleAabb()
SCENES = LESSON.presets
each_scene = pytest.mark.parametrize("name", SCENES)
OUTSIDE = ("Above right", "Left of the box", "Face normal at a corner", "Circle as a box")


def step_at(name: str, kind: type, compare: str = "") -> Moment[BoxAndCircle]:
    return next(m for m in moments(LESSON, name, compare) if isinstance(m.step, kind))


def outlines(scene: BoxAndCircle) -> tuple[shapely.Polygon, shapely.Point, float]:
    return shapely.Polygon(scene.a.world.points), shapely.Point(scene.b.pose.position), scene.r


def true_separation(scene: BoxAndCircle) -> float:
    a, c, r = outlines(scene)
    return float(-a.exterior.distance(c) if a.contains(c) else a.distance(c)) - r


def nearest(scene: BoxAndCircle) -> Vector:
    """The point of the box, boundary or inside, that is nearest to the centre."""
    a, c, _ = outlines(scene)
    return np.array(shapely.shortest_line(a, c).coords[0]).round(12)


def told(v: Vector) -> str:
    return f"({fixed(float(v[0]))}, {fixed(float(v[1]))})"


@each_scene
def test_the_region_of_the_centre_is_lit_and_named(name: str) -> None:
    moment = moments(LESSON, name)[0]
    step, scene = moment.step, moment.scene
    assert isinstance(step, RegionFound)
    canvas = drawn(LESSON, "world", moment)
    lit_ink = Ink.OVERLAP if step.region.value == "inside" else Ink.EXAMINED
    (lit,) = [r for r in regions(canvas) if r.ink is lit_ink]
    c = scene.b.pose.position
    for through, normal in zip(lit.through, lit.normals, strict=True):
        assert (c - through) @ normal <= 1e-9
    strips = [r for r in regions(canvas) if r.ink is not lit_ink]
    box_ = scene.box
    for axis, strip in enumerate(strips):
        assert [p[axis] for p in strip.through] == pytest.approx([box_.low[axis], box_.high[axis]])
        assert [n[axis] for n in strip.normals] == [-1.0, 1.0], "between the lines of opposite faces"
    assert len(strips) == 2
    names = [m for m in canvas.marks if isinstance(m, Label) and m.text in {name_of(r) for r in type(step.region)}]
    assert len(names) == 9
    (bold,) = [m for m in names if m.style is TextStyle.BOLD]
    assert (bold.text, bold.ink) == (name_of(step.region), lit_ink)
    assert bold.text == "interior" or math.dist(bold.at, c) >= scene.r - 1e-9, "not on the circle"
    if step.region.is_corner:
        assert np.abs(np.array(bold.at) - c) == pytest.approx(scene.r / math.sqrt(2.0)), "where its region is widest"
    middle = scene.box.center
    for mark in names:
        off = np.array(mark.at) - middle
        x = "right" if off[0] > scene.box.extent[0] / 2.0 else "left" if off[0] < -scene.box.extent[0] / 2.0 else ""
        y = "upper" if off[1] > scene.box.extent[1] / 2.0 else "lower" if off[1] < -scene.box.extent[1] / 2.0 else ""
        assert mark.text == (f"{y} {x} corner" if x and y else f"{y}{x} face" if x or y else "interior")
    for later in moments(LESSON, name)[1:]:
        assert "interior" not in labels(drawn(LESSON, "world", later)), "named once"
    low, high = symbols(canvas)[r"\mathrm{low}"], symbols(canvas)[r"\mathrm{high}"]
    assert (low, high) == (tuple(scene.a.world.points.min(axis=0)), tuple(scene.a.world.points.max(axis=0)))


def test_the_first_sentence_says_where_the_centre_is() -> None:
    says = {name: plain(LESSON.page(moments(LESSON, name)[0]).sentence) for name in SCENES}
    assert (
        says["Above right"]
        == "The centre is right of and above the box: it lies in the region of the upper right corner."
    )
    assert says["Left of the box"] == "The centre is left of the box: it lies in the region of the left face."
    assert says["Circle as a box"].startswith("The centre is left of and below the box")
    assert says["Centre inside"] == "The centre is inside the box: it lies in the interior."


@each_scene
def test_the_clamped_point_slides_along_x_then_along_y(name: str) -> None:
    moment = step_at(name, Clamped)
    c, q = moment.scene.b.pose.position, nearest(moment.scene)
    page = LESSON.page(moment)
    assert page.rows[-1].cells[1] == told(q)
    for axis, letter in enumerate("xy"):
        assert f"q_{letter} = {fixed(float(q[axis]))}" in plain(page.sentence)
    moves = [(k, c[k], q[k]) for k in (0, 1) if c[k] != q[k]]
    assert (LESSON.clock(moment) is not None) is bool(moves)
    assert ("gives no direction" in plain(page.idea)) is not bool(moves)
    assert "_x" not in page.formula, "the same for x and y, as the sentence tells both"
    for time in (0.0, 0.25, 0.5, 0.75, 1.0):
        arrows = [m for m in drawn(LESSON, "world", replace(moment, time=time)).marks if isinstance(m, Arrow)]
        ends = [m.end for m in arrows]
        carried = c.copy()
        for k, start, end in moves:
            carried[k] = start + min(max(2.0 * time - k, 0.0), 1.0) * (end - start)
        if ends:
            assert ends[-1] == pytest.approx(tuple(carried))
        else:
            assert carried == pytest.approx(c)
    names = labels(drawn(LESSON, "world", replace(moment, time=1.0)), Ink.EXAMINED)
    assert {f"clamp {'xy'[k]}" for k, _, _ in moves} <= set(names)
    dots = [m.at for m in drawn(LESSON, "world", moment).marks if isinstance(m, Dot) and m.ink is Ink.ANSWER]
    assert dots == [pytest.approx(tuple(q))]


@each_scene
def test_every_number_of_the_way_out(name: str) -> None:
    scene = SCENES[name].scene
    s, (a, c, r) = true_separation(scene), outlines(scene)
    compared, contact = step_at(name, RadiusCompared), moments(LESSON, name)[-1]
    distance = s + r
    shown = (
        f"{fixed(distance)} − {fixed(r)} = {fixed(s)}"
        if distance > 0.0
        else f"−({fixed(-distance)} + {fixed(r)}) = {fixed(s)}"
    )
    assert plain(LESSON.page(compared).sentence) == f"s = {shown}."
    marks = drawn(LESSON, "world", compared).marks
    pills = [m.text for m in marks if isinstance(m, Label) and m.style is TextStyle.PILL]
    assert pills == [f"$s$ = {fixed(s)}"]
    n = contact.step.normal
    moved = shapely.Point(scene.b.pose.position - s * n).buffer(r, 512)
    assert a.distance(moved) == pytest.approx(0.0, abs=1e-4)
    assert a.intersection(moved).area < 1e-4
    table = LESSON.table(contact)
    assert table is not None
    last = drawn(LESSON, "world", contact)
    lenses = [m.marks for m in last.marks if isinstance(m, Inset)]
    number = [plain(m.text) for each in (last.marks, *lenses) for m in each if isinstance(m, Label)]
    assert number.count(f"s = {fixed(s)}") == 1, "at the length itself, or in the lens"
    dots = [m for m in last.marks if isinstance(m, Dot) and m.at == pytest.approx(tuple(contact.step.point))]
    assert len(dots) == (abs(s) > 0.16), "P is in the figure, not only in the lens"
    assert all(m.point is Point.SMALL for m in dots if math.dist(m.at, c.coords[0]) < 0.48), "c is not under its halo"
    q = np.array(symbols(last)[r"\boldsymbol{q}"])
    assert q == pytest.approx(np.array(scene.b.pose.position) - (s + r) * n), "each symbol of P = q + s/2 n is drawn"
    edge = np.array(scene.b.pose.position) - (s + r) * n  # of the box
    assert table.rows[-1][1].cells[1] == told(edge + s / 2.0 * n)
    ink = Ink.GAP if s > 0.0 else Ink.OVERLAP
    spans = [np.subtract(*m.points) for m in strokes(drawn(LESSON, "world", compared), ink) if len(m.points) == 2]
    assert max(math.hypot(*each) for each in spans) == pytest.approx(max(abs(s), 0.14 * (distance <= 0.0)))
    (reach,) = [m for m in strokes(drawn(LESSON, "world", compared), Ink.B, Line.END) if len(m.points) > 4]
    outline = shapely.Polygon(reach.points)
    assert outline.contains(c) is (s < 0.0), "what the idea says of it"
    for point in reach.points[::9]:
        assert a.distance(shapely.Point(point)) == pytest.approx(r, abs=1e-6)
    assert c is not None


@each_scene
@pytest.mark.parametrize("kind", [RadiusCompared, PairResult])
def test_a_separation_that_its_dots_would_cover_is_enlarged(name: str, kind: type) -> None:
    moment = step_at(name, kind)
    s, c, r = true_separation(moment.scene), moment.scene.b.pose.position, moment.scene.r
    q, n = c - (s + r) * moment.step.normal, moment.step.normal
    canvas = drawn(LESSON, "world", moment)
    lenses = [m for m in canvas.marks if isinstance(m, Inset)]
    is_small = abs(s) < 0.48 and s > -r
    assert len(lenses) == (is_small and kind is PairResult), "before, it would hide the outline of centres"
    halos = [m for m in canvas.marks if isinstance(m, Dot) and m.point is Point.ANSWER]
    assert bool(halos) is not is_small, "nothing covers the length"
    for lens in lenses:
        assert lens.title == f"The {'gap' if s > 0.0 else 'overlap'}, enlarged"
        assert ("left" in lens.corner) is bool(c[0] > moment.scene.box.center[0]), "away from the circle"
        (line,) = [m for m in lens.marks if isinstance(m, Stroke) and m.ink in (Ink.GAP, Ink.OVERLAP)]
        assert np.array(line.points) == pytest.approx(np.array((q, q + s * n)))
        assert [plain(m.text) for m in lens.marks if isinstance(m, Label)] == [f"s = {fixed(s)}"]
        dots = [np.array(m.at) for m in lens.marks if isinstance(m, Dot)]
        assert np.array(dots) == pytest.approx(np.array([q, q + s / 2.0 * n]))
        arcs = [m for m in lens.marks if isinstance(m, Stroke) and m.ink is Ink.B]
        assert arcs
        for arc in arcs:
            assert np.hypot(*(np.array(arc.points) - c).T) == pytest.approx(r)
        box_ = moment.scene.a.world
        sides = [np.array(m.points) for m in lens.marks if isinstance(m, Stroke) and m.ink is Ink.A]
        assert sides
        for side in sides:
            heights = (side.mean(axis=0) - box_.points) * box_.normals
            assert heights.sum(axis=1).max() == pytest.approx(0.0, abs=1e-9), "on the boundary of the box"
    touching = replace_center(moment.scene, tuple(q + r * n))
    last = moments_of(LESSON, touching)[-1]
    assert not [m for m in drawn(LESSON, "world", last).marks if isinstance(m, Inset)], "nothing to enlarge"


@pytest.mark.parametrize("name", OUTSIDE)
def test_from_outside_the_normal_leads_from_q_to_c(name: str) -> None:
    moment = step_at(name, OutsideMeasured)
    c, q = moment.scene.b.pose.position, nearest(moment.scene)
    n = (c - q) / math.hypot(*(c - q))
    part = "corner" if (c != q).all() else "face"
    assert plain(LESSON.page(moment).sentence) == (
        f"Nearest: a {part}. n̂ = {told(c - q)} / {fixed(math.hypot(*(c - q)))} = {told(n)}."
    )
    (arrow,) = [m for m in drawn(LESSON, "world", moment).marks if isinstance(m, Arrow)]
    assert np.subtract(arrow.end, arrow.start) == pytest.approx(0.48 * n)
    assert arrow.start == pytest.approx(tuple(c)), "goes on along the line that it is the direction of"
    assert f"‖c−q‖ = {fixed(math.dist(c, q))}" in labels(drawn(LESSON, "world", moment), Ink.EXAMINED)


@pytest.mark.parametrize("name", OUTSIDE)
def test_normals_stand_side_by_side_at_a_face_and_as_a_fan_at_a_corner(name: str) -> None:
    moment = step_at(name, OutsideMeasured)
    a, c, _ = outlines(moment.scene)
    canvas = drawn(LESSON, "world", moment)
    (crowd,) = [m for m in canvas.marks if isinstance(m, Crowd)]
    lines = crowd.segments.reshape(-1, 2, 2)
    distance = a.distance(c)
    ways = set()
    for start, end in lines:
        assert a.exterior.distance(shapely.Point(start)) == pytest.approx(0.0, abs=1e-9)
        assert a.distance(shapely.Point(end)) == pytest.approx(distance, abs=1e-9), "the shortest lines from there"
        assert math.dist(start, end) == pytest.approx(distance)
        ways.add(round(math.degrees(math.atan2(*(end - start)[::-1])), 3) % 360.0)
    assert len(ways) == 4 + 4 * 3, "four faces, and three at each corner"
    assert len(lines) <= 36, "quieter than the one normal that is meant"
    (around,) = [m for m in strokes(canvas, Ink.CONSTRUCTION, Line.DASHED) if m.closed]
    assert shapely.Polygon(around.points).exterior.distance(c) < 1e-2, "the centre is on the outline"
    others = [m for m in moments(LESSON, name)[1:] if m.index != moment.index]
    assert not any(isinstance(m, Crowd) for other in others for m in drawn(LESSON, "world", other).marks)


@pytest.mark.parametrize("name", [name for name in SCENES if name not in OUTSIDE])
def test_from_inside_all_four_faces_are_measured(name: str) -> None:
    found = [m for m in moments(LESSON, name) if isinstance(m.step, FaceMeasured)]
    scene = found[0].scene
    c, low, high = scene.b.pose.position, scene.a.world.points.min(axis=0), scene.a.world.points.max(axis=0)
    depths = [high[0] - c[0], c[0] - low[0], high[1] - c[1], c[1] - low[1]]
    for k, (moment, word) in enumerate(zip(found, ("Right", "Left", "Upper", "Lower"), strict=True)):
        says = plain(LESSON.page(moment).sentence)
        assert says.startswith(f"{word} face: ")
        assert f"= {fixed(float(depths[k]))}, " in says
        least = min(depths[: k + 1])
        first = depths.index(least)
        if first == k:
            assert says.endswith("the nearest so far.")
        elif depths[k] == least:
            assert says.endswith("a tie: the right face came first and is kept.")
        else:
            assert says.endswith(f"the {('right', 'left', 'upper', 'lower')[first]} face stays nearest.")
        assert LESSON.page(moment).rows[-1].cells[1] == fixed(float(least))
        measured = {fixed(float(depths[k])): Ink.EXAMINED, fixed(float(least)): Ink.OVERLAP}
        assert measured.keys() <= labels(drawn(LESSON, "world", moment)).keys()
        ends = [m.points[1] for m in strokes(drawn(LESSON, "world", moment), measured[fixed(float(least))])]
        assert any(abs(math.dist(end, c) - least) < 1e-9 for end in ends)
        canvas = drawn(LESSON, "world", moment)
        left = [fixed(float(d)) for j, d in enumerate(depths[:k]) if j != first]
        assert sorted(labels(canvas, Ink.QUIET)) == sorted(set(left)), "those of before stay, quietly"
        sides = np.array([high[0], -low[0], high[1], -low[1]])
        ridge = [m.points for m in canvas.marks if isinstance(m, Stroke) and m.line is Line.DASHED]
        assert ridge
        borders = [m.line for m in canvas.marks if isinstance(m, Unbounded)]
        assert borders == [Line.THIN] * 4, "only the lines that the idea calls dashed are dashed"
        for points in ridge:
            x, y = np.mean(points, axis=0)
            behind = sorted((sides - (x, -x, y, -y)).tolist())
            assert behind[0] == pytest.approx(behind[1]), "two faces are equally near"


def test_the_closest_point_is_judged_by_who_is_nearer() -> None:
    for name, reason in (("Left of the box", "Only x is outside"),):
        moment = moments(LESSON, name)[0]
        question = LESSON.page(moment).prediction
        assert isinstance(question, Place)
        c, q = moment.scene.b.pose.position, nearest(moment.scene)
        assert question.right == (pytest.approx(tuple(q)),)
        right = question.judge((tuple(q + 0.02),))
        assert right.right
        assert plain(right.because).startswith(reason)
        inner = moment.scene.box.center
        for point, head in (
            (inner, "Not the closest"),
            (c, "Not on the box"),
            (moment.scene.box.high, "Not the closest"),
        ):
            verdict = question.judge((tuple(point),))
            assert (verdict.right, verdict.head) == (False, head)
            assert verdict.remarks[0].words == f"{fixed(math.dist(point, c))} from c"
            canvas = Canvas(0.01)
            assert verdict.draw is not None
            verdict.draw(canvas, "world")
            ring = [m for m in strokes(canvas, Ink.FAULTY, Line.DOTTED) if m.closed]
            assert len(ring) == (point is not c)
            for each in ring:
                assert np.hypot(*(np.array(each.points) - c).T) == pytest.approx(math.dist(point, c))
    assert "q_y = c_y" in plain(right.because)
    below = replace_center(SCENES["Left of the box"].scene, (0.5, -1.5))
    asked = LESSON.page(moments_of(LESSON, below)[0]).prediction
    assert isinstance(asked, Place)
    assert "Only y is outside the box, so only q_y changes and q_x = c_x" in plain(asked.judge(asked.right).because)


def test_the_push_is_placed_at_a_corner() -> None:
    moment = step_at("Above right", Clamped)
    question = LESSON.page(moment).prediction
    assert isinstance(question, Place)
    (a, centre, r), c, q = outlines(moment.scene), moment.scene.b.pose.position, nearest(moment.scene)
    s = true_separation(moment.scene)
    (target,) = question.right
    assert math.dist(target, q) == pytest.approx(r)
    assert math.dist(target, c) == pytest.approx(-s)
    right = question.judge(question.right)
    assert right.right
    assert f"{fixed(-s)} long" in right.because
    up = (c[0], q[1] + math.sqrt(r * r - (c[0] - q[0]) ** 2))
    cases = (
        (up, "Not the shortest", f"the push is {fixed(math.dist(up, c))} long"),
        (tuple(q + r), "Too far", f"{fixed(a.distance(shapely.Point(q + r)) - r)} away from A"),
        (tuple(c), "Not far enough", f"still overlaps A by {fixed(-s)}"),
        (question.start[0], "Wrong direction", "In the right direction a push of this length is enough"),
        (tuple(c + 0.1), "Not far enough", "still overlaps A"),
    )
    for place, head, words in cases:
        verdict = question.judge((place,))
        assert (verdict.right, verdict.head) == (False, head)
        assert words in verdict.because
        canvas = Canvas(0.01)
        assert verdict.draw is not None
        verdict.draw(canvas, "world")
        (ring,) = [m for m in strokes(canvas, Ink.FAULTY, Line.DOTTED) if m.closed]
        assert np.hypot(*(np.array(ring.points) - place).T) == pytest.approx(r)
    rng = np.random.default_rng(2)
    for place in rng.normal(c, 0.4, (200, 2)).tolist():
        touches = abs(a.distance(shapely.Point(place)) - r) <= 0.05
        if question.judge(((place[0], place[1]),)).right:
            assert touches
            assert math.dist(place, c) < -s + 0.06
        elif touches and not a.contains(shapely.Point(place)):
            assert math.dist(place, target) > 0.05
    assert centre is not None
    for other in ("Face normal at a corner", "Circle as a box"):
        assert LESSON.page(step_at(other, Clamped)).prediction is None, "hardly a push, or none"


def test_apart_there_is_no_contact_point() -> None:
    moment = moments(LESSON, "Circle as a box")[-1]
    page = LESSON.page(moment)
    s = true_separation(moment.scene)
    assert s > 0.0
    assert "there is no contact" in plain(page.idea)
    assert plain(page.sentence) == (
        f"The middle of the gap is P = {told(moment.step.point)}: {fixed(s / 2.0)} from both surfaces along n̂."
    )
    assert plain(LESSON.page(moments(LESSON, "Above right")[-1]).sentence).startswith("The contact point is P = (")


def replace_center(scene: BoxAndCircle, c: tuple[float, float]) -> BoxAndCircle:
    return scene.with_field("b", at(circle(scene.r), *c))


def test_the_last_point_of_the_circle_is_placed() -> None:
    """From inside: which face is nearest, and that the push is depth + r long."""
    moment = step_at("Centre inside", Clamped)
    question = LESSON.page(moment).prediction
    assert isinstance(question, Place)
    world, c, r = moment.scene.a.world, moment.scene.b.pose.position, moment.scene.r
    depths = [float((start - c) @ n) for start, n in zip(world.points, world.normals, strict=True)]
    nearest_face = depths.index(min(depths))
    n, depth = world.normals[nearest_face], depths[nearest_face]
    face = next(face for face in BoxFace if face.normal @ n > 0.9)
    (ring,) = question.along
    assert [math.dist(each, c) for each in ring] == pytest.approx([r] * len(ring)), "on the circle"
    assert not question.judge(question.start).right
    for angle in np.linspace(0.0, math.tau, 25).tolist():
        at = c + r * np.array((math.cos(angle), math.sin(angle)))
        verdict, deep = question.judge((tuple(at),)), depth - float((at - c) @ n)
        assert verdict.right is bool(math.dist(at, c - r * n) < 0.2 * r)
        if verdict.right:
            deep = depth + r
            assert plain(verdict.because).startswith(
                f"It is depth + r = {fixed(depth)} + {fixed(r)} = {fixed(deep)} "
            )
        side = "behind" if deep > 0.0 else "in front of"
        assert f"{fixed(abs(deep))} {side} the {FACES[face]} face" in verdict.because
        canvas = Canvas(0.01)
        assert verdict.draw is not None
        verdict.draw(canvas, "world")
        ink = Ink.ANSWER if verdict.right else Ink.FAULTY
        assert any(np.subtract(*m.points) == pytest.approx(-deep * n, abs=1e-9) for m in strokes(canvas, ink))


def test_from_a_tie_any_of_the_shortest_pushes_is_right() -> None:
    moment = step_at("Four faces tie", Clamped)
    question = LESSON.page(moment).prediction
    assert isinstance(question, Place), "every face is nearest: which one asks nothing"
    (a, _, r), depth = outlines(moment.scene), 0.8
    push = depth + r
    for place in ((push, 0.0), (-push, 0.0), (0.0, push), (0.0, -push), (push - 0.03, 0.02)):
        verdict = question.judge((place,))
        assert verdict.right
        assert f"{fixed(depth)} deep" in verdict.because
        assert f"{fixed(push)} in all" in verdict.because
        assert verdict.remarks[0].words == f"pushed by {fixed(push)}"
    for place, head, left in (
        ((depth, 0.0), "Not far enough", r),
        ((r, 0.0), "Not far enough", r - 0.1),
        ((0.3, 0.0), "Not far enough", 0.5 + r),
        ((1.3, 1.3), "Wrong direction", r - math.hypot(0.5, 0.5)),
        ((1.44, 1.44), "Not the shortest", None),
        ((2.2, 0.0), "Too far", 0.5),
    ):
        verdict = question.judge((place,))
        assert (verdict.right, verdict.head) == (False, head), place
        assert left is None or f"by {fixed(left)}" in verdict.because or f"is {fixed(left)} away" in verdict.because
    assert not question.judge(question.start).right
    assert a is not None
    wide = BoxAndCircle(at(box(2.2, 1.4), 0.0, 0.0), at(circle(0.3), 0.7, 0.3), 0.3)
    two = LESSON.page(next(m for m in moments_of(LESSON, wide) if isinstance(m.step, Clamped))).prediction
    assert isinstance(two, Place)
    for place in ((0.7, 1.0), (1.4, 0.3)):
        assert two.judge((place,)).right, "up or to the right"
    for place in ((0.7, -0.4), (0.0, 0.3)):
        assert not two.judge((place,)).right


def test_what_is_asked_where_and_what_is_held_back() -> None:
    kinds = {name: [type(p) for m in moments(LESSON, name) if (p := LESSON.page(m).prediction)] for name in SCENES}
    assert kinds["Above right"] == kinds["Left of the box"] == [Place]
    assert LESSON.page(moments(LESSON, "Above right")[0]).prediction is None, "the region's name tells the point"
    assert kinds["Centre inside"] == [Place]
    texts = {p.text for name in SCENES for m in moments(LESSON, name) if (p := LESSON.page(m).prediction)}
    assert len(texts) == 4, "in each case something else"
    assert kinds["Four faces tie"] == [Place]
    for name in SCENES:
        compare = SCENES[name].compare
        for moment in moments(LESSON, name, compare) if compare else ():
            assert LESSON.page(moment).prediction is None
        for moment in moments(LESSON, name):
            known = moment.latest(RadiusCompared) is not None
            assert any(c.isdigit() for c in plain(LESSON.situation(moment))) is known
            assert (LESSON.challenge(moment) is not None) is known


def test_clamping_only_leaves_the_circle_inside() -> None:
    """Erratum S3.4."""
    moment = step_at("Clamp only", RadiusCompared, CLAMP_ONLY)
    a, c, r = outlines(moment.scene)
    assert plain(LESSON.situation(moment)) == (
        f"This rule finds s = {fixed(-r)}, not {fixed(true_separation(moment.scene))}. "
        f"Even along the right normal B stays {fixed(moment.scene.box.high[1] - c.y)} deep."
    )
    depth = a.exterior.distance(c)
    assert f"pushed by {fixed(r)}: still {fixed(depth)} deep" in labels(drawn(LESSON, "world", moment), Ink.FAULTY)
    (ghost,) = strokes(drawn(LESSON, "world", moment), Ink.FAULTY, Line.DOTTED)
    middle = np.array(ghost.points).mean(axis=0)
    assert middle == pytest.approx(np.array(c.coords[0]) + (0.0, r))
    center = np.array(c.coords[0])
    page = LESSON.page(moment)
    assert [row.cells[1] for row in page.rows if row.faulty] == [fixed(-r), told(center)]
    for each in (moment, step_at("Clamp only", PairResult, CLAMP_ONLY)):
        page, marks = LESSON.page(each), drawn(LESSON, "world", each).marks
        by_rule = [m for m in marks if isinstance(m, Symbol) and m.latex == WRONG_Q and m.ink is Ink.FAULTY]
        assert [m.at for m in by_rule] == [pytest.approx(center)], "the q of the formula stands where the rule has it"
        rings = [m for m in marks if isinstance(m, Dot) and m.ink is Ink.FAULTY and m.point is Point.RING]
        assert [m.at for m in rings] == [pytest.approx(center)]
        assert rf"\faulty{{{WRONG_Q}}}" in page.formula, "the right q is drawn as well: two names"
        assert rf"\answer{{{Q}}}" not in page.formula + page.idea, "that is the right rule's, on the face"
    is_right = step_at("Clamp only", RadiusCompared)
    symbols = [m for m in drawn(LESSON, "world", is_right).marks if isinstance(m, Symbol)]
    assert Ink.FAULTY not in {m.ink for m in symbols}


def test_without_a_normal_no_contact_point_is_drawn() -> None:
    last = moments(LESSON, "Clamp only", CLAMP_ONLY)[-1]
    assert P not in symbols(drawn(LESSON, "world", last)), "that rule has none; q, c and n stand there"
    assert not LESSON.page(last).rows, "and none in the table"
    assert P in symbols(drawn(LESSON, "world", moments(LESSON, "Centre inside")[-1])) or any(
        isinstance(m, Label) and "P" in m.text
        for m in drawn(LESSON, "world", moments(LESSON, "Centre inside")[-1]).marks
    )


def test_a_face_gives_no_normal_at_a_corner() -> None:
    """Erratum S4.4."""
    moment = step_at("Face normal at a corner", OutsideMeasured, SIDE)
    offset = moment.scene.a.world.points.min(axis=0) - moment.scene.b.pose.position
    wrong, right = offset.max() - moment.scene.r, math.hypot(*offset) - moment.scene.r
    angle = math.degrees(math.atan2(*offset))
    told = f"This rule takes the normal of a face, {fixed(angle, 0)}° off"
    assert plain(LESSON.situation(moment)) == f"{told}.", "no separation before its step"
    arrows = [m for m in drawn(LESSON, "world", moment).marks if isinstance(m, Arrow)]
    (faulty,) = [m for m in arrows if m.ink is Ink.FAULTY]
    assert np.subtract(faulty.end, faulty.start) == pytest.approx((0.0, -0.48)), "beside the right one"
    assert (
        plain(LESSON.page(moment).sentence)
        == "Along y c is farther from the box, 0.40 against 0.28: n̂ = (0.00, −1.00)."
    )
    compared = step_at("Face normal at a corner", RadiusCompared, SIDE)
    assert plain(LESSON.situation(compared)) == f"{told}: s = {fixed(wrong)}, not {fixed(right)}."
    assert plain(LESSON.page(compared).sentence) == f"s = 0.40 − 0.60 = {fixed(wrong)}, along y alone."
    a, c, r = outlines(moment.scene)
    gap = a.distance(shapely.Point(c.x, c.y + wrong)) - r
    assert f"pushed by {fixed(-wrong)}: leaves a gap of {fixed(gap)}" in labels(
        drawn(LESSON, "world", compared), Ink.FAULTY
    )
    inside = step_at("Centre inside", RadiusCompared, SIDE)
    assert plain(LESSON.situation(inside)) == f"A and B overlap by {fixed(-true_separation(inside.scene))}."


@pytest.mark.parametrize(
    ("name", "compare", "first"),
    [
        ("Clamp only", CLAMP_ONLY, RadiusCompared),
        ("Face normal at a corner", SIDE, OutsideMeasured),
        ("Circle as a box", BOXED, OutsideMeasured),
    ],
)
def test_a_faulty_rule_is_seen_and_told_from_its_own_step_on(name: str, compare: str, first: type) -> None:
    for moment, without in zip(moments(LESSON, name, compare), moments(LESSON, name), strict=True):
        page, right = LESSON.page(moment), LESSON.page(without)
        is_on = moment.latest(first) is not None
        for told_, as_is in (
            (page.idea, right.idea),
            (page.sentence, right.sentence),
            (page.formula, right.formula),
            (LESSON.situation(moment), LESSON.situation(without)),
        ):
            assert (told_ != as_is) is is_on, moment.step
        inks = {m.ink for m in drawn(LESSON, "world", moment).marks if isinstance(m, Stroke | Arrow | Label)}
        assert (Ink.FAULTY in inks) is is_on
        if is_on:
            assert plain(page.idea).lower().startswith(compare)
            assert "\\faulty" in page.formula
        for claim in page.claims:
            assert claim.holds, claim.what


@pytest.mark.parametrize(
    ("compare", "base", "cases"),
    [
        (CLAMP_ONLY, "Clamp only", (((1.13, 0.1), True), ((1.07, 0.1), False), ((1.3, 0.1), False))),
        (SIDE, "Face normal at a corner", (((-0.4, -1.06), True), ((-0.38, -1.15), False), ((-0.7, -1.4), False))),
        (BOXED, "Circle as a box", (((-1.11, -1.31), True), ((-1.0, -1.15), False), ((-1.2, -1.4), False))),
    ],
)
def test_each_faulty_rule_has_a_goal_of_its_own(compare: str, base: str, cases: tuple) -> None:
    comparison = LESSON.comparison(compare)
    assert comparison is not None
    words = {plain(LESSON.challenge(moments(LESSON, name, compare)[-1]).text) for name in SCENES}
    assert len(words) == 1
    assert words.isdisjoint({plain(LESSON.challenge(moments(LESSON, name)[-1]).text) for name in SCENES})
    for name in SCENES:
        assert not LESSON.challenge(moments(LESSON, name, compare)[-1]).reached, "no scene meets it as it is"
    for c, reached in cases:
        scene = replace_center(SCENES[base].scene, c)
        goal = LESSON.challenge(replace(moments_of(LESSON, scene)[-1], compare=compare, faulty=comparison.run(scene)))
        assert goal is not None
        assert goal.reached is reached, c


@each_scene
def test_the_first_step_shows_what_a_region_is_for(name: str) -> None:
    """Outlines of one distance: their straight parts lie in the faces' regions, their arcs in the corners'."""
    moment = moments(LESSON, name)[0]
    a, _, _ = outlines(moment.scene)
    low, high = moment.scene.box.low, moment.scene.box.high
    (crowd,) = [m for m in drawn(LESSON, "world", moment).marks if isinstance(m, Crowd)]
    assert not crowd.framed
    found = set()
    for start, end in crowd.segments.reshape(-1, 2, 2):
        distance = round(a.distance(shapely.Point(start)), 6)
        found.add(distance)
        assert a.distance(shapely.Point(end)) == pytest.approx(distance, abs=1e-6)
        x, y = ((start + end) / 2.0 < low) | ((start + end) / 2.0 > high)
        at_corner = bool(x and y)
        assert at_corner or 0.0 in (end - start).round(9), "straight at a face"
    assert len(found) == 3
    region = moment.step.region
    if name_of(region) == "interior":
        shape = [m for m in drawn(LESSON, "world", moment).marks if isinstance(m, Area) and m.ink is Ink.A]
        assert [m.opacity for m in shape] == [0.1], "the colour of the interior shows"


@each_scene
def test_the_nearest_part_of_the_box_is_lit(name: str) -> None:
    moment = moments(LESSON, name)[0]
    assert plain(LESSON.page(moment).idea).startswith("We want the distance of c from the box"), "before any formula"
    a, c, _ = outlines(moment.scene)
    canvas = drawn(LESSON, "world", moment)
    lit = [m.points for m in strokes(canvas, Ink.EXAMINED, Line.FEATURE)]
    lit += [(m.at,) for m in canvas.marks if isinstance(m, Dot) and m.ink is Ink.EXAMINED]
    if a.contains(c):
        assert not lit
        return
    (part,) = lit
    nearest_ = nearest(moment.scene)
    assert shapely.MultiPoint(part).convex_hull.distance(shapely.Point(nearest_)) == pytest.approx(0.0, abs=1e-9)
    inside_both = [float(c.coords[0][k]) for k in (0, 1) if nearest_[k] == c.coords[0][k]]
    assert len(part) == 1 + len(inside_both), "a corner is a point, a face a line"


def test_the_box_of_the_circle_reaches_where_the_circle_does_not() -> None:
    moment = step_at("Circle as a box", RadiusCompared, BOXED)
    a, c, r = outlines(moment.scene)
    around = shapely.box(c.x - r, c.y - r, c.x + r, c.y + r)
    assert around.intersects(a)
    gap = a.distance(c) - r
    assert gap > 0.0
    (ring,) = strokes(drawn(LESSON, "world", moment), Ink.FAULTY, Line.DOTTED)
    assert shapely.Polygon(ring.points).equals(around)
    wrong = max(-0.4 - (c.x + r), -0.6 - (c.y + r))
    assert plain(LESSON.situation(moment)) == (
        f"This rule tests the AABB of B: s = {fixed(wrong)}, a hit. The circle is {fixed(gap)} apart."
    )
    assert "box of B: hit" in labels(drawn(LESSON, "world", moment), Ink.FAULTY)
    comparison = LESSON.comparison(BOXED)
    assert comparison is not None
    for name in SCENES:
        assert comparison.differs(moments(LESSON, name, BOXED)[-1]) is (name == "Circle as a box")


def test_each_step_of_the_circle_as_a_box_says_something_new() -> None:
    told_ = [m for m in moments(LESSON, "Circle as a box", BOXED) if m.latest(OutsideMeasured) is not None]
    distance, compared, last = (LESSON.page(m) for m in told_)
    assert plain(distance.sentence) == "A is 0.60 away along x, 0.55 along y. The rule takes the larger: d = 0.60."
    assert "−0.15" not in LESSON.situation(told_[0]), "before it is computed"
    assert plain(compared.sentence) == "s = max(0.60, 0.55) − 0.75 = −0.15: a hit."
    assert plain(last.sentence) == "The rule pushes B by (−0.15, 0.00), although there is a gap."


def test_the_challenge_is_met_deep_inside() -> None:
    scene = SCENES["Centre inside"].scene
    for c, radius, reached in (((0.1, 0.1), 0.55, True), ((0.1, 0.1), 0.45, False), ((0.1, 0.1), 0.65, False)):
        changed = replace_center(scene.with_field("r", radius), c)
        goal = LESSON.challenge(moments_of(LESSON, changed)[-1])
        assert goal is not None
        assert goal.reached is reached
        assert goal.now == f"push {fixed(0.6 + radius)}, diameter {fixed(2.0 * radius)}"


def test_a_box_that_turns_is_refused() -> None:
    scene = SCENES["Above right"].scene
    for shape, degrees, why in ((box(1.0, 2.0), 20.0, "axis-aligned box"), (circle(1.0), 0.0, "sharp corners")):
        with pytest.raises(ValueError, match=why):
            scene.with_field("a", at(shape, 0.0, 0.0, degrees))
    assert scene.with_field("a", at(box(1.0, 2.0), 0.0, 0.0, 90.0)).box.extent == pytest.approx([2.0, 1.0])
    with pytest.raises(ValueError, match="B a circle"):
        scene.with_field("b", at(box(1.0, 2.0), 0.0, 0.0))


def test_outlines_of_one_distance_have_it_beside_them() -> None:
    moment = step_at("Above right", RegionFound)
    box_ = moment.scene.box
    numbers = {
        mark.text: mark.at
        for mark in drawn(LESSON, "world", moment).marks
        if isinstance(mark, Label) and mark.style is TextStyle.NUMBER
    }
    assert sorted(numbers) == ["0.30", "0.60"], "within the radius: the view is no larger for them"
    for told_, place in numbers.items():
        assert fixed(math.dist(np.clip(place, box_.low, box_.high), place)) == told_


@each_scene
@pytest.mark.parametrize("pixel", [0.005, 0.01])
def test_the_name_of_a_region_does_not_lie_on_an_outline(name: str, pixel: float) -> None:
    """All but that of the centre, which stands beside the circle."""
    moment = moments(LESSON, name)[0]
    canvas = Canvas(pixel)
    LESSON.story.draw(canvas, moment)
    (crowd,) = [m for m in canvas.marks if isinstance(m, Crowd)]
    outlines_ = shapely.MultiLineString(list(crowd.segments.reshape(-1, 2, 2)))
    names = [m for m in canvas.marks if isinstance(m, Label) and m.text.endswith((" corner", " face"))]
    assert len(names) == 8
    for mark in (m for m in names if m.ink is Ink.QUIET):
        x, y = mark.toward
        wide, high_ = 7.0 * len(mark.text) * pixel, 14.0 * pixel
        left, low = mark.at[0] - wide * (1.0 - np.sign(x)) / 2.0, mark.at[1] - high_ * (1.0 - np.sign(y)) / 2.0
        assert not shapely.box(left, low, left + wide, low + high_).intersects(outlines_), mark.text


@each_scene
def test_every_step_has_room_for_the_circle_where_the_push_leads(name: str) -> None:
    for moment in moments(LESSON, name):
        result, b = moment.trace.result, moment.scene.b.world
        if result.separation >= 0.0:
            continue
        ends = np.array([p for m in strokes(drawn(LESSON, "world", moment), Ink.CONSTRUCTION) for p in m.points])
        reach = b.points[0] - result.separation * result.normal
        assert (ends.max(axis=0) >= reach + b.radius - 1e-9).all()
        assert (ends.min(axis=0) <= reach - b.radius + 1e-9).all()


def test_a_tie_is_told_where_the_contact_is() -> None:
    for name in SCENES:
        idea = LESSON.page(moments(LESSON, name)[-1]).idea
        assert idea.startswith("Four faces are equally near") is (name == "Four faces tie")


def test_the_length_and_the_normal_are_two_marks() -> None:
    """The length from q to c, dashed; from outside the normal goes on from c, where no length of a formula lies."""
    moment = step_at("Above right", OutsideMeasured)
    c, q = moment.scene.b.pose.position, nearest(moment.scene)
    (length_,) = strokes(drawn(LESSON, "world", moment), Ink.EXAMINED)
    assert length_.line is Line.DASHED
    assert np.array(length_.points) == pytest.approx(np.array((q, c)))
    at = np.array(symbols(drawn(LESSON, "world", moment))[C])
    assert at == pytest.approx(c)
    (name_of_c,) = [m for m in drawn(LESSON, "world", moment).marks if isinstance(m, Symbol) and m.latex == C]
    assert np.array(name_of_c.toward) @ (c - q) == pytest.approx(0.0), "beside the line, not on the arrow"
    for name in SCENES:
        last = moments(LESSON, name)[-1]
        (arrow,) = [m for m in drawn(LESSON, "world", last).marks if isinstance(m, Arrow)]
        result = last.trace.result
        on_box = result.point - result.separation / 2.0 * result.normal
        start = last.scene.b.pose.position if name in OUTSIDE else on_box
        assert arrow.start == pytest.approx(tuple(start))


@pytest.mark.parametrize(("name", "compare"), [("Face normal at a corner", SIDE), ("Circle as a box", BOXED)])
def test_the_lengths_that_a_rule_compares_stand_at_their_marks(name: str, compare: str) -> None:
    moment = step_at(name, OutsideMeasured, compare)
    x, y = np.abs(moment.scene.b.pose.position - nearest(moment.scene)).tolist()
    canvas = drawn(LESSON, "world", moment)
    for length_ in (x, y):
        assert fixed(length_) in labels(canvas, Ink.FAULTY)
        assert fixed(length_) in plain(LESSON.page(moment).sentence)
    spans = [np.abs(np.subtract(*s.points)).tolist() for s in strokes(canvas, Ink.FAULTY, Line.MEASURE)]
    assert any(span == pytest.approx([x, 0.0], abs=1e-9) for span in spans)
    assert any(span == pytest.approx([0.0, y], abs=1e-9) for span in spans)
