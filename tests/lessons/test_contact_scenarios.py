"""Contact scenarios: contact points, the balance and the fall, against shapely and statics computed here."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from shapely import LineString, Point, Polygon

from geometry import StepRules, box, circle, convex
from geometry.faulty.clipping import manifold_deepest_only
from geometry.transform import Pose
from lessons.contact.contact_scenarios import DEEPEST, ContactScenarios, OnFloor
from lessons.contact.contact_scenarios_asked import FATES, SLIDES, height_over
from lessons.contact.contact_scenarios_figure import drops
from lessons.contact.released import TIME_STEPS, SetDown
from tests.lessons.second_edition import moments_of, nested
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.mark import Area, Arrow, Dot, Label, Region, Stroke, Symbol
from viz.lesson.prediction import Choose, Place
from viz.lesson.scene import at
from viz.lesson.text import fixed, plain, runs, tint

LESSON = ContactScenarios()
SCENES = {name: preset.scene for name, preset in LESSON.presets.items()}
LEVEL = [name for name in SCENES if name != "On A's corner"]
FLOOR = 1.15  # half of its width; its upper side lies at y = 0


def moment_at(scene: OnFloor, stage: str, compare: str = "") -> Moment[OnFloor]:
    return next(m for m in moments_of(LESSON, scene, compare) if LESSON.story.stage(m) == stage)


def drawn(moment: Moment[OnFloor], pane: int = 0) -> Canvas:
    canvas = Canvas(0.01)
    LESSON.panes[pane].draw(canvas, moment)
    return canvas


def labels(canvas: Canvas) -> list[str]:
    return [plain(mark.text) for mark in canvas.marks if isinstance(mark, Label)]


def held(scene: OnFloor) -> tuple[list[float], float]:
    """World x of the outermost places where B lies on or in the floor, nearly flat edges whole; and of its centre."""
    return held_by(scene.b.world)


def held_by(body: Any) -> tuple[list[float], float]:
    b = Polygon(body.points)
    low = min(y for _, y in b.exterior.coords)
    xs = [x for x, y in b.exterior.coords if y <= low + 0.006]
    return [max(min(xs), -FLOOR), min(max(xs), FLOOR)], b.centroid.x


@pytest.mark.parametrize("name", LEVEL)
def test_the_points_are_the_ends_of_what_lies_on_the_floor_and_decide_whether_it_stands(name: str) -> None:
    scene = SCENES[name]
    (left, right), c = held(scene)
    xs = sorted({round(FLOOR + left, 9), round(FLOOR + right, 9)})  # counted from v3, the left end, to the right
    told = plain(LESSON.page(moment_at(scene, "Points")).sentence)
    assert told == (
        f"{'One contact point' if len(xs) == 1 else 'Two contact points'}, in the middle of the overlap: x = "
        f"{' and '.join(fixed(x) for x in xs)} from v3 along edge 2 of A."
    )
    table = LESSON.table(moment_at(scene, "Balance"))
    assert table is not None
    other = sorted({round(FLOOR + x, 9) for x in held_by(scene.other.b)[0]})
    told_of = [(" ".join(plain(row.cells[0]).split()), plain(row.cells[2])) for _, row in table.rows]
    assert told_of == [
        *((f"left p_{k}", fixed(x)) for k, x in enumerate(xs, 1)),
        *((f"right p_{k}", fixed(x)) for k, x in enumerate(other, 1)),
        ("left c", fixed(FLOOR + c)),
        ("right c", fixed(FLOOR + scene.other.b.centroid[0])),
    ]
    assert table.columns[0] == "$t$ = 0", "both views, before anything moves"
    stands = left <= c <= right
    assert runs(table.rows[-1][1].cells[2])[0].ink is None, "where c lies is judged where it is now, not at t = 0"
    left_told, right_told = LESSON.situation(moment_at(scene, "Balance")).split("Right: ")
    assert ("B stands" in left_told, "B stands" in right_told) == (stands, not stands)
    for each in (scene.pose, scene.other):
        low, floor = min(y for _, y in each.b.points_xy), max(y for _, y in each.a.points_xy)
        assert f"overlap by {fixed(floor - low)}" in plain(LESSON.situation(moment_at(scene, "Points")))
    assert "B stands" not in LESSON.situation(moment_at(scene, "Points"))
    formula = LESSON.page(moment_at(scene, "Balance")).formula.replace(r"\answer", "").removeprefix(r"\text{left: }")
    for part, body in zip(formula.split(r"\qquad\text{right: }"), (scene, scene.other), strict=True):
        first, last, at_c = xs[0], xs[-1], FLOOR + c
        if body is scene.other:
            first, last, at_c = (FLOOR + x for x in (*held_by(scene.other.b)[0], scene.other.b.centroid[0]))
            last = first if last - first < 1e-6 else last
        true = {
            r"{x_1}\le x_c\le{x_2}": first <= at_c <= last,
            "x_c<{x_1}": at_c < first == last,
            "{x_1}<x_c": first == last < at_c,
            "x_c<{x_1}<{x_2}": at_c < first < last,
            "{x_1}<{x_2}<x_c": first < last < at_c,
        }
        assert true[part], "what the page writes holds for these numbers"
    canvas = drawn(moment_at(scene, "Balance"))
    (bar,) = [m for m in canvas.marks if isinstance(m, Stroke) and m.line is Line.BAR]
    ends = sorted(x for x, _ in bar.points)
    nearest = min((left, right), key=lambda x: abs(x - c))
    assert ends == pytest.approx([left, right] if stands else sorted((nearest, c)))
    assert bar.ink is (Ink.GAP if stands else Ink.OVERLAP)
    answers = {round(m.at[0], 6) for m in canvas.marks if isinstance(m, Dot) and m.ink is Ink.ANSWER}
    assert answers == {round(left, 6), round(right, 6)}


def told_turn(degrees: float) -> str:
    if abs(degrees) < 0.5:
        return "0°"
    return f"{fixed(abs(degrees), 0)}° {'clockwise' if degrees < 0.0 else 'counter-clockwise'}"


@pytest.mark.parametrize("name", LEVEL)
def test_what_is_said_to_stand_stands_and_what_tips_turns_that_way(name: str) -> None:
    scene = SCENES[name]
    for pose in (scene.pose, scene.other):
        assert pose.is_upright
        turned = pose.released.turned
        last = pose.released.at(1.0).points - pose.released.at(1.0).centroid
        first = pose.b.points - pose.b.centroid
        seen = math.degrees(math.atan2(first[0] @ (last[0][1], -last[0][0]), first[0] @ last[0]))
        assert turned == pytest.approx(seen, abs=1e-6)
        if pose.stands:
            assert abs(turned) < 0.5
        else:
            assert turned < -5.0 if pose.turning == "clockwise" else turned > 5.0
    assert scene.pose.stands is not scene.other.stands, "the other way round, the same body does the other thing"
    said = plain(LESSON.page(moment_at(scene, "Release")).sentence)
    span = min(scene.pose.released.lasts, scene.other.released.lasts)
    left, right = (told_turn(pose.released.turned_at(span)) for pose in (scene.pose, scene.other))
    g = fixed(-StepRules().gravity[1], 0)
    left, right = ("does not turn" if by == "0°" else f"turns by {by}" for by in (left, right))
    assert said == f"In {fixed(span)} s (g = {g}) the left B {left}, the right one {right}."
    moment = replace(moment_at(scene, "Release"), time=1.0)
    for pane, pose in enumerate((scene.pose, scene.other)):
        canvas = drawn(moment, pane)
        many = "one contact point" if len(pose.places) == 1 else "two contact points"
        title, fate_told = LESSON.panes[pane].head(moment)
        assert title == f"On {pose.lies_on} at the start"
        told = f"B {pose.becomes}"
        by = f"{fixed(abs(pose.released.turned_at(span)), 0)}°"
        assert fate_told == (f"{many}: {told}" if pose.stands else f"B turned by {by}, onto two contact points")
        by = "" if pose.stands else f", turned by {fixed(abs(pose.released.turned_at(0.75 * span)), 0)}°"
        assert LESSON.panes[pane].head(replace(moment, time=0.75))[1] == f"{many}: {told}{by}"
        fallen_by = f"B has turned by {abs(round(pose.released.turned))}°, onto two contact points"
        for time, fate in ((0.75, told), (1.0, told if pose.stands else fallen_by)):
            side = f"Left: {fate}. " if pane == 0 else f"Right: {fate}."
            assert side in LESSON.situation(replace(moment, time=time)), "the overlap was that before"
        body = [m for m in canvas.marks if isinstance(m, Area) and m.ink is Ink.B and m.opacity is None][-1]
        end = pose.released.at(span)
        assert Polygon(body.points).centroid.distance(Point(*end.centroid)) < 1e-6
        ups = [m for m in canvas.marks if isinstance(m, Arrow) and m.ink is Ink.ANSWER]
        assert len(ups) == 2
        assert all(m.end[1] > m.start[1] and m.end[0] == pytest.approx(m.start[0], abs=1e-3) for m in ups)


@pytest.mark.parametrize("name", LEVEL)
def test_the_last_picture_still_shows_which_tips(name: str) -> None:
    """It ends when B lies flat: its centre of mass is between two points, and the way there stays as a trace."""
    scene = SCENES[name]
    moment = replace(moment_at(scene, "Release"), time=1.0)
    for pane, pose in enumerate((scene.pose, scene.other)):
        canvas = drawn(moment, pane)
        (bar,) = [m for m in canvas.marks if isinstance(m, Stroke) and m.line is Line.BAR]
        assert bar.ink is Ink.GAP, "it has turned until it stands"
        run = pose.released
        end, drawn_in_b = run.at(1.0), [m for m in canvas.marks if isinstance(m, Stroke) and m.ink is Ink.B]
        trail = [m for m in drawn_in_b if m.line is Line.END]
        low = sorted(y for _, y in end.points_xy)
        assert low[0] == pytest.approx(0.0, abs=0.01)
        assert low[1] == pytest.approx(0.0, abs=0.01)
        (left, right), c = [f(x for x, y in end.points_xy if y < 0.01) for f in (min, max)], end.centroid[0]
        assert max(left, -FLOOR) <= c <= min(right, FLOOR)
        assert len([m for m in canvas.marks if isinstance(m, Arrow) and m.ink is Ink.ANSWER]) == 2
        told = [m.at for m in canvas.marks if isinstance(m, Label) and m.text == "at the start"]
        assert (bool(trail), len(told)) == (not pose.stands, not pose.stands), "left and right differ to the end"
        assert not told or told[0] == pytest.approx(max(run.at(0.0).points_xy, key=lambda p: p[1]))
        if not pose.stands:
            whole = Polygon(end.points).buffer(-1e-6)
            assert not any(LineString(m.points).intersects(whole) for m in trail)
            outside = Polygon(run.body.points).exterior.difference(Polygon(end.points)).length
            assert sum(LineString(m.points).length for m in trail) == pytest.approx(outside, abs=1e-3)
            high = int(run.body.points[:, 1].argmax())
            (arrow,) = [m for m in canvas.marks if isinstance(m, Arrow) and m.ink is Ink.B]
            assert arrow.end == pytest.approx(end.points[high]), "the path of a corner ends where that corner is"
            (path,) = [m for m in drawn_in_b if m.line is Line.THIN]
            assert path.points[0] == pytest.approx(run.body.points[high])
            assert f"{fixed(abs(run.turned), 0)}°" in labels(canvas), "the angle that is told stands at the path"
            assert end.centroid[0] == pytest.approx(pose.b.centroid[0], abs=2e-3), (
                "no friction: c falls straight down"
            )
            middle = drawn(replace(moment, time=0.6), pane)
            (bar,) = [m for m in middle.marks if isinstance(m, Stroke) and m.line is Line.BAR]
            assert bar.ink is Ink.OVERLAP
            (x,) = [m.end[0] for m in middle.marks if isinstance(m, Arrow) and m.ink is Ink.ANSWER]
            (told,) = [m for m in middle.marks if isinstance(m, Label) and m.ink is Ink.OVERLAP]
            ticks = [m.at[0] for m in middle.marks if isinstance(m, Label) and m.fixed and m.text.isdigit()]
            assert all(abs(tick - told.at[0]) > 0.25 for tick in ticks), "no number of the ruler in its place"
            assert abs(x - pose.found.points[0].point[0]) > 0.02
            assert "x_1(t)" in {m.latex for m in middle.marks if isinstance(m, Symbol)}, "it keeps its name"
            (weight,) = [m for m in middle.marks if isinstance(m, Arrow) and m.ink is Ink.TEXT]
            assert weight.start == pytest.approx(run.at(0.6 * run.lasts).centroid), "and both forces are seen"
    assert "until $c$ lies between two" in LESSON.page(moment).idea


def fallen(b: Polygon, t: float) -> float:
    """Degrees that a body on one corner has turned by in a time: from rest, without friction. Its centre of mass, at
    distance r of the corner and at the angle u to it, falls straight down: (I + m (r cos u)^2) u'' = -m g r cos u +
    m r^2 u'^2 sin u cos u, in steps of Runge and Kutta."""
    c = b.centroid
    (x, y) = min(b.exterior.coords, key=lambda p: p[1])
    ring = np.array(b.exterior.coords) - (c.x, c.y)
    p, q = ring[:-1], ring[1:]
    cross = p[:, 0] * q[:, 1] - p[:, 1] * q[:, 0]
    inertia = float(cross @ ((p * p + p * q + q * q).sum(axis=1))) / 12.0 / b.area * (1 if cross.sum() > 0 else -1)
    r = math.hypot(c.x - x, c.y - y)

    def rate(state: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        u, w = state
        d = r * math.cos(u)
        return np.array((w, (-10.0 * d + r * math.sin(u) * d * w * w) / (inertia + d * d)))

    first = state = np.array((math.atan2(c.y - y, c.x - x), 0.0))
    h = t / 200
    for _ in range(200):
        k = rate(state)
        m = rate(state + 0.5 * h * k)
        n = rate(state + 0.5 * h * m)
        state = state + h / 6.0 * (k + 2.0 * m + 2.0 * n + rate(state + h * n))
    return math.degrees(state[0] - first[0])


@pytest.mark.parametrize("name", LEVEL)
def test_what_turns_it_is_its_weight_alone(name: str) -> None:
    """The overlap is taken out before, by a move: nothing but the fall from rest turns it. A time step counts the
    speed at its end, which is one part in the number of steps too much."""
    for pose in (SCENES[name].pose, SCENES[name].other):
        if pose.stands:
            continue
        run, b = pose.released, Polygon(pose.b.points)
        depth = -min(y for _, y in run.body.points_xy)
        assert depth == pytest.approx(0.005), "moved out but for the slop"
        assert run.body.points - pose.b.points == pytest.approx(
            np.array([(0.0, -depth - b.bounds[1])] * len(pose.b.points))
        )
        for k in range(5, 11):
            assert run.turned_at(k / TIME_STEPS) == pytest.approx(fallen(b, k / TIME_STEPS), rel=0.02 + 0.3 / k)
        if name == "Corner on an edge":
            assert run.turned_at(9 / TIME_STEPS) == pytest.approx(-13.0, abs=0.6)


@pytest.mark.parametrize("name", LEVEL)
def test_it_lands_when_it_touches_and_the_forces_are_to_scale(name: str) -> None:
    """The force at the corner is that which gives the centre of mass its acceleration; on two points the levers."""
    for pose in (SCENES[name].pose, SCENES[name].other):
        run, b = pose.released, Polygon(pose.b.points)
        if pose.stands:
            (p, _, at_p), (q, _, at_q) = run.forces(0.0)
            assert at_p + at_q == pytest.approx(1.0)
            assert at_p * p[0] + at_q * q[0] == pytest.approx(run.body.centroid[0]), "no moment about c"
            continue
        low = min(pose.b.points_xy, key=lambda xy: xy[1])
        flat = min(
            abs(math.remainder(math.atan2(y - low[1], x - low[0]), math.pi))
            for x, y in pose.b.points_xy
            if (x, y) != low and (x > low[0]) is (b.centroid.x > low[0])  # the edge on the side that it falls to
        )
        assert abs(fallen(b, run.lasts)) == pytest.approx(math.degrees(flat), abs=1.5), "not after it lies flat"
        if pose.beside and name != "Overhang":
            assert abs(run.turned) == pytest.approx(math.degrees(flat), abs=0.7)
        high = math.dist(low, (b.centroid.x, b.centroid.y))
        first = math.atan2(b.centroid.y - low[1], b.centroid.x - low[0])
        for k in range(1, int(run.lasts * TIME_STEPS)):
            t, h = k / TIME_STEPS, 0.005
            up = [high * math.sin(first + math.radians(fallen(b, t + s))) for s in (-h, 0.0, h)]
            wanted = 1.0 + (up[0] - 2.0 * up[1] + up[2]) / h**2 / 10.0
            ((_, way, part),) = run.forces(t)
            assert part == pytest.approx(wanted, abs=0.008)
            assert way == pytest.approx((0.0, 1.0), abs=1e-3)


def test_a_fall_that_ends_beside_the_floor_has_not_landed() -> None:
    over = SetDown(box(2.3, 0.9).moved((0.0, -0.45)), box(1.5, 0.9).moved((1.6, 0.43)))
    assert not over.stands
    assert not over.released.has_landed
    assert over.released.poses[-1].position[1] < 0.2


@pytest.mark.parametrize("name", SCENES)
def test_the_first_idea_tells_what_lies_on_which_side(name: str) -> None:
    scene, told = SCENES[name], []
    for pose in (scene.pose, scene.other):
        b, low = pose.b.points, float(pose.b.points[:, 1].min())
        corner = "its corner" if abs(pose.found.normal[0]) < 0.01 else "A's corner"
        told.append("an edge" if int((b[:, 1] < low + 0.01).sum()) == 2 else corner)
    assert f"left on {told[0]}, right on {told[1]}." in plain(LESSON.page(moment_at(scene, "Contact")).idea)
    for pane, where in enumerate(told):
        canvas, b = drawn(moment_at(scene, "Contact"), pane), (scene.pose, scene.other)[pane].b
        title = f"On {where}".replace("its", "a")
        assert LESSON.panes[pane].head(moment_at(scene, "Contact")) == (title, "Does B stand?")
        assert labels(canvas).count("weight") == 1
        (weight,) = [m for m in canvas.marks if isinstance(m, Arrow)]
        assert weight.start == pytest.approx(b.centroid)
        assert weight.end[0] == pytest.approx(weight.start[0])
        assert weight.end[1] < weight.start[1]


@pytest.mark.parametrize("name", SCENES)
def test_both_views_reach_as_far(name: str) -> None:
    for moment in moments_of(LESSON, SCENES[name]):
        frames = [next(m for m in drawn(moment, k).marks if isinstance(m, Stroke)).points for k in (0, 1)]
        assert frames[0] == frames[1]
        (x, y), (u, v) = frames[0]
        for pose in (SCENES[name].pose, SCENES[name].other):
            assert all(x <= px <= u and y < py <= v for px, py in (*pose.a.points_xy, *pose.b.points_xy))


def test_a_leaning_push_holds_nothing() -> None:
    scene = SCENES["On A's corner"]
    moment = moment_at(scene, "Balance")
    n = scene.pose.found.normal
    assert n == pytest.approx((math.cos(math.radians(50.0)), math.sin(math.radians(50.0))))
    assert plain(LESSON.page(moment).sentence) == f"n̂ = ({fixed(n[0])}, {fixed(n[1])}): B slides off."
    path = [pose.position for pose in scene.pose.released.poses]
    assert path[-1][0] > path[0][0] + 0.2
    assert path[-1][1] < path[0][1]
    release = moment_at(scene, "Release")
    clock = LESSON.clock(release)
    assert clock is not None
    lasts = scene.pose.released.lasts
    assert lasts == pytest.approx((len(path) - 1) / TIME_STEPS), "it has left the floor: the clock stops there"
    told = f"In {fixed(lasts)} s the left B has slid {fixed(path[-1][0] - path[0][0])} to the right."
    assert plain(LESSON.page(release).sentence) == told
    body = [m for m in drawn(replace(release, time=1.0)).marks if isinstance(m, Area) and m.ink is Ink.B][-1]
    assert Polygon(body.points).centroid.distance(Point(*path[-1])) < 1e-6
    for time in (0.25, 1.0):
        canvas = drawn(replace(release, time=time))
        is_on = bool(scene.pose.released.pushes(time * lasts))
        arrows = [m for m in canvas.marks if isinstance(m, Arrow) and m.ink is not Ink.B]
        assert arrows
        quiet = [m for m in arrows if m.ink is not Ink.OVERLAP]
        assert all((m.line is Line.END) is not is_on for m in quiet), "a push that has gone is faint"
        (aside,) = [m for m in arrows if m.ink is Ink.OVERLAP]
        assert aside.line is None, "but not the part of it that nothing balanced"
        assert ("at t = 0" in labels(canvas)) is not is_on
        assert is_on is (time < 1.0)
    split = [m for m in drawn(moment).marks if isinstance(m, Arrow)]
    assert [m.ink for m in split] == [Ink.OVERLAP, Ink.EXAMINED, Ink.EXAMINED], "red as in the words"
    ways = [np.subtract(m.end, m.start) for m in split]
    assert ways[0] + ways[1] == pytest.approx(ways[2]), "the parts add up to the normal"
    assert (ways[0][1], ways[1][0]) == (0.0, 0.0)
    assert LESSON.page(moment_at(scene, "Normal")).prediction is None
    assert scene.other.found.points


@pytest.mark.parametrize("name", LEVEL)
def test_the_rings_belong_on_the_outermost_points(name: str) -> None:
    scene = SCENES[name]
    if name not in ("Corner on an edge", "Overhang"):
        assert not LESSON.page(moment_at(scene, "Normal")).prediction, "both ends of an edge: nothing to find out"
        return
    asked = LESSON.page(moment_at(scene, "Normal")).prediction
    assert isinstance(asked, Place)
    (left, right), c = held(scene)
    assert sorted(x for x, _ in asked.right) == pytest.approx([left, right])
    assert asked.judge(((left, 0.0), (right, 0.0))).right
    assert not asked.judge(asked.start).right
    outside = asked.judge(((left - 0.4, 0.0), (right, 0.0)))
    assert not outside.right
    assert "1 of 2" in outside.head
    above = (left - 0.15, 0.0) if name == "Corner on an edge" else (left - 0.12, 0.0)
    b = Polygon(scene.b.world.points)
    column = b.intersection(LineString((above, (above[0], 5.0))))
    wrong = asked.judge((above, (right, 0.0)))
    if column.is_empty:
        assert "No part of B is above" in wrong.because
    else:
        assert f"{fixed(column.bounds[1])} above" in wrong.because
    if len({left, right}) == 2:
        inside = asked.judge(((left + 0.3 * (right - left), 0.0), (right, 0.0)))
        assert "further out" in inside.because
    ray = LineString(((c, -3.0), (c, 3.0)))
    low = Polygon(scene.b.world.points).intersection(ray).bounds[1]
    assert height_over(scene.b.world, (c, 0.0)) == pytest.approx(low)
    assert height_over(scene.b.world, (5.0, 0.0)) is None


TWO_POINTS = [name for name in LEVEL if len(set(held(SCENES[name])[0])) == 2]


def test_how_far_a_tower_may_be_tilted_is_asked() -> None:
    scene = SCENES["Tower"]
    asked = LESSON.page(moment_at(scene, "Points")).prediction
    assert isinstance(asked, Place)
    (_, right), c = held(scene)
    height = scene.b.world.centroid[1] - min(y for _, y in scene.b.world.points_xy)
    most = math.degrees(math.atan((right - c) / height))
    assert asked.start[0] == pytest.approx(scene.b.world.centroid)
    (at,) = asked.right
    assert at[0] == pytest.approx(right), "straight over the corner"
    assert at[1] + 0.02 == pytest.approx(math.hypot(right - c, height))
    assert f"there B is tilted by {most:.0f}°" in asked.judge(asked.right).because
    low, high = asked.judge(asked.along[0][2:3]), asked.judge(asked.along[0][-1:])
    assert (low.right, low.head, high.right, high.head) == (False, "It falls back", False, "Too far")
    assert f"{most - 4.0:.0f}° before it" in low.because
    assert f"{50.0 - most:.0f}° beyond it" in high.because
    for degrees, side in ((most - 3.0, "counter-clockwise"), (most + 3.0, "clockwise")):
        tilted = replace(scene, b=scene.b.turned(-math.radians(degrees)))
        down = min(y for _, y in tilted.b.world.points_xy)
        assert OnFloor(tilted.b.moved((0.0, -0.02 - down))).pose.turning == side


def test_a_tower_and_a_plank_have_goals_of_their_own() -> None:
    tower, plank = SCENES["Tower"], SCENES["Overhang"]

    def tried(b: Any) -> Any:
        return LESSON.challenge(moments_of(LESSON, OnFloor(b))[0])

    def tilted(degrees: float) -> Any:
        b = tower.b.turned(math.radians(degrees))
        return b.moved((0.0, -0.02 - min(y for _, y in b.world.points_xy)))

    assert [tried(tilted(by)).reached for by in (0.0, 15.0, 22.0, -22.0, 28.0, -28.0)] == [
        False,
        False,
        True,
        True,
        False,
        False,
    ]
    assert [tried(tilted(by)).now for by in (28.0, 15.0)] == ["falls onto a long edge", "tilted by 15°: falls back"]
    outs = [tried(plank.b.moved((by, 0.0))) for by in (0.0, 0.2, 0.27, 0.32)]
    assert [each.reached for each in outs] == [False, False, True, False]
    assert outs[2].now == f"{plank.b.world.points[:, 0].max() + 0.27 - FLOOR:.2f} out: B stands"


@pytest.mark.parametrize("name", [name for name in TWO_POINTS if name != "Tower"])
def test_where_a_standing_body_begins_to_tip_is_asked(name: str) -> None:
    scene = SCENES[name]
    asked = LESSON.page(moment_at(scene, "Points")).prediction
    assert isinstance(asked, Place)
    (left, right), c = held(scene)
    assert left < c < right
    y, is_over = asked.start[0][1], name == "Overhang"  # there asked for the end of A alone
    assert asked.start[0][0] == pytest.approx(c)
    assert asked.right[0][0] in (pytest.approx(left), pytest.approx(right))
    for x, head in (
        (left, "The other end" if is_over else ""),
        (right, ""),
        (c, "It still stands"),
        (left - 0.2, "The other end" if is_over else "Too far"),
        (right + 0.2, "Too far"),
    ):
        verdict = asked.judge(((x, y),))
        assert (verdict.right, verdict.head) == (head == "", head)
        canvas = Canvas(0.01)
        assert verdict.draw is not None
        verdict.draw(canvas, "world")
        assert {m.ink for m in canvas.marks} == {Ink.FAULTY if head else Ink.ANSWER}
        assert all(np.asarray(m.start)[0] == pytest.approx(x) for m in canvas.marks if isinstance(m, Arrow))
    assert f"{fixed(right - c if is_over else min(c - left, right - c))} away" in asked.judge(asked.start).because
    assert "0.20 beyond" in asked.judge(((right + 0.2, y),)).because
    assert LESSON.page(moment_at(scene, "Points", DEEPEST)).prediction is None


@pytest.mark.parametrize("name", ["Corner on an edge"])
def test_what_b_does_is_asked_before_it_is_told(name: str) -> None:
    scene = SCENES[name]
    asked = LESSON.page(moment_at(scene, "Points")).prediction
    assert isinstance(asked, Choose)
    (left, right), c = held(scene)
    fate = FATES[0] if left <= c <= right else FATES[1] if c > right else FATES[2]
    assert asked.right == {fate}
    for option in FATES:
        verdict = asked.judge(option)
        assert verdict.right is (option == fate)
        assert verdict.draw is not None
        canvas = Canvas(0.01)
        verdict.draw(canvas, "world")
        assert {fixed(abs(x - c)) for x in {left, right}} == set(labels(canvas))
    assert "of the contact point." in asked.judge(fate).because, "there is one"
    assert ("to the right" in asked.judge(fate).because) is (fate == FATES[1])


def test_with_one_point_the_box_rocks_and_the_figure_says_so() -> None:
    scene = SCENES["Deepest point only"]
    moment = moment_at(scene, "Release", DEEPEST)
    tilt = moment.faulty.released.tilt
    angles = np.array([pose.angle for pose in moment.faulty.released.poses])
    assert tilt == pytest.approx(math.degrees(max(abs(angles - angles[0]))))
    assert np.ptp(angles[-TIME_STEPS // 4 :]) > 1e-3, "it never comes to rest"
    assert scene.pose.released.tilt < 0.01
    assert "oscillates and sinks" in LESSON.page(moment).idea
    deep, shallow = (-min(y for _, y in each.released.at(1.0).points_xy) for each in (moment.faulty, scene.pose))
    assert deep > shallow + 0.1, "the free corner sinks: it is told, as the picture shows it"
    assert plain(LESSON.page(moment).sentence) == (
        f"With one point B tilts by up to {fixed(tilt)}° (dotted: × 16) and sinks {fixed(deep)} deep. "
        f"With two points it tilts by {fixed(scene.pose.released.tilt)}°."
    )
    assert fixed(-min(y for _, y in scene.pose.released.at(0.0).points_xy)) == fixed(shallow)
    one = manifold_deepest_only(scene.a.world, scene.b.world)
    assert len(one.points) == 1
    assert one.points[0].separation == min(p.separation for p in scene.pose.found.points)
    pink = [m for m in drawn(replace(moment, time=0.4), 1).marks if isinstance(m, Stroke) and m.ink is Ink.FAULTY]
    assert pink[0].line is Line.DOTTED
    assert "after 1.00 s B still rocks" in LESSON.situation(moment)
    for pane, ink in enumerate((Ink.TEXT, Ink.FAULTY)):
        canvas = drawn(replace(moment, time=0.4), pane)
        title, fate = LESSON.panes[pane].head(moment)
        assert title.startswith("Deepest point only") is (ink is Ink.FAULTY)
        assert (fate == f"one contact point: B rocks by up to {fixed(tilt)}° (dotted: × 16)") is (ink is Ink.FAULTY)
        assert ("tilt × 16" in labels(canvas)) is (ink is Ink.FAULTY)
        assert any(m.ink is Ink.FAULTY for m in canvas.marks) is (ink is Ink.FAULTY), "one rule in a view"
    lines = [m for m in drawn(replace(moment, time=1.0), 1).marks if isinstance(m, Stroke) and m.line is Line.MEASURE]
    ends = sorted(y for m in lines for _, y in m.points)
    assert (ends[0], ends[-1]) == pytest.approx((-deep, 0.0)), "how deep it sinks is seen"
    assert fixed(deep) in labels(drawn(replace(moment, time=1.0), 1))
    sides = set()
    for k in range(1, TIME_STEPS + 1):
        canvas = drawn(replace(moment, time=k / TIME_STEPS), 1)
        ghost = next(m for m in canvas.marks if isinstance(m, Stroke) and m.ink is Ink.FAULTY)
        x = min(ghost.points, key=lambda p: p[1])[0]
        for arrow in [m for m in canvas.marks if isinstance(m, Arrow) and m.ink is Ink.FAULTY]:
            assert arrow.end[0] == pytest.approx(x, abs=0.12), "under the corner that is down"
            sides.add(arrow.end[0] > scene.b.world.centroid[0])
    assert sides == {False, True}


def test_each_scene_shows_another_fate_of_another_body() -> None:
    """The tower falls on its side, a plank sticks out and stands, the foot's load has little room; no two alike."""
    shapes = [tuple(np.ptp(scene.b.world.points, axis=0).round(2)) for scene in SCENES.values()]
    assert len(set(shapes)) == len(shapes)
    tower, out = SCENES["Tower"], SCENES["Overhang"].b.world.points
    assert abs(tower.other.released.turned) == pytest.approx(60.0, abs=0.7), "away from the edge that it stood on"
    assert all(abs(SCENES[n].other.released.turned) < 40.0 for n in LEVEL if n not in ("Tower", "Corner on an edge"))
    assert out[:, 0].max() - FLOOR > 0.3 * np.ptp(out[:, 0])
    assert SCENES["Overhang"].pose.stands
    for name in LEVEL:  # not all are boxes
        last = moment_at(SCENES[name], "Release", DEEPEST)
        assert "box" not in LESSON.page(last).idea + LESSON.situation(last)


def test_apart_there_is_no_contact_and_a_circle_is_refused() -> None:
    moments = moments_of(LESSON, OnFloor(at(box(1.0, 1.0), 0.0, 0.7)))
    assert [LESSON.story.stage(m) for m in moments] == ["Contact"]
    assert {plain(LESSON.situation(m)) for m in moments} == {"A and B are 0.20 apart: no contact."}
    assert plain(LESSON.page(moments[0]).sentence) == "A gap of 0.20: no contact."
    with pytest.raises(ValueError, match="edges"):
        LESSON.run(OnFloor(at(circle(0.5), 0.0, 0.5)))


def test_the_challenge_needs_two_points_that_do_not_hold() -> None:
    def tried(scene: OnFloor) -> Any:
        return LESSON.challenge(moments_of(LESSON, scene)[0])

    over = tried(OnFloor(at(box(1.5, 0.9), 1.35, 0.43)))
    assert over.reached
    assert not tried(OnFloor(at(box(1.5, 0.9), 1.1, 0.43))).reached
    assert not tried(OnFloor(at(convex(((0.0, 0.0), (1.0, 1.0), (-0.5, 1.0))), 0.0, 0.6))).reached


def test_a_foot_and_a_corner_have_goals_of_their_own() -> None:
    def tried(scene: OnFloor) -> Any:
        return LESSON.challenge(moments_of(LESSON, scene)[0])

    foot, slides = SCENES["Narrow foot"], SCENES["On A's corner"]
    assert len({plain(tried(scene).text) for scene in SCENES.values()}) == 5
    assert not any(tried(scene).reached for scene in SCENES.values())
    over = replace(foot, b=replace(foot.b, pose=Pose((0.0, 0.374), math.pi)))
    (left, right), c = held(over)
    assert fixed(min(c - left, right - c)) in tried(over).now
    assert tried(over).reached
    left_corner = replace(slides, b=replace(slides.b, pose=Pose((-1.0, 0.45), math.radians(-50.0))))
    assert left_corner.pose.found.normal[0] < -0.1
    assert tried(left_corner).reached


@pytest.mark.parametrize("name", LEVEL)
def test_the_two_views_differ_in_the_contact_points_not_in_where_the_weight_pulls(name: str) -> None:
    scene = SCENES[name]
    assert scene.other.b.centroid[0] == pytest.approx(scene.pose.b.centroid[0])
    ends = [sorted(p for p in pose.released.at(1.0).points_xy if p[1] < 0.05) for pose in (scene.pose, scene.other)]
    if name == "Corner on an edge":
        assert np.allclose(ends[0], ends[1], atol=0.01), "it falls onto the place where the other one stands"


def test_a_body_over_whose_weight_there_is_no_floor_is_turned_where_it_lies() -> None:
    beyond = OnFloor(at(box(1.5, 0.9), 1.6, 0.43))
    assert beyond.other.found.points
    assert beyond.other.b.centroid[0] != pytest.approx(beyond.pose.b.centroid[0])


@pytest.mark.parametrize("name", SCENES)
def test_both_pairs_overlap_by_as_much(name: str) -> None:
    """Two overlaps would make one look for a reason."""
    scene, moment = SCENES[name], moment_at(SCENES[name], "Contact")
    s = fixed(-scene.pose.found.separation)
    assert scene.other.found.separation == pytest.approx(scene.pose.found.separation)
    assert plain(LESSON.situation(moment)) == f"Left and right, A and B overlap by {s}."
    assert plain(LESSON.page(moment).sentence).endswith(f"Both pairs overlap by {s}.")
    deep = OnFloor(at(box(1.5, 0.9), 0.0, 0.2))
    assert fixed(-deep.other.found.separation) == "0.10", "and never by so much that another edge is nearer"
    both = moment_at(deep, "Contact")
    assert plain(LESSON.situation(both)) == "Left: A and B overlap by 0.25. Right: they overlap by 0.10."
    assert plain(LESSON.page(both).sentence).endswith("These overlap by 0.25 on the left, by 0.10 on the right.")


@pytest.mark.parametrize("name", LEVEL)
def test_the_names_on_the_ruler_stand_straight_below_their_places(name: str) -> None:
    for stage in ("Balance", "Release"):
        for pane in (0, 1):
            canvas = drawn(replace(moment_at(SCENES[name], stage), time=1.0), pane)
            names = [m for m in canvas.marks if isinstance(m, Symbol) and m.latex.startswith("x_")]
            dots = sorted(m.at[0] for m in canvas.marks if isinstance(m, Dot) and m.at[1] < -1.0)
            assert sorted(m.at[0] for m in names) == pytest.approx(dots)
            if min(np.diff(dots)) > 0.3:
                assert all(m.fixed for m in names)


@pytest.mark.parametrize("name", SCENES)
def test_the_overlap_that_is_told_is_seen(name: str) -> None:
    for pane, pose in enumerate((SCENES[name].pose, SCENES[name].other)):
        canvas = drawn(moment_at(SCENES[name], "Contact"), pane)
        (region,) = [m for m in canvas.marks if isinstance(m, Region) and m.ink is Ink.OVERLAP]
        inside = np.mean([p.point for p in pose.found.points], axis=0)
        assert ((inside - region.through) * region.normals).sum(axis=1).max() < 0.0
        assert fixed(-pose.found.separation) in labels(canvas)
    last = drawn(moment_at(SCENES[name], "Points"))
    many, s = len(SCENES[name].pose.found.points), fixed(SCENES[name].pose.found.separation)
    told = f"s_1 = {s}" if many == 1 else f"s_1 = s_2 = {s}"
    assert told in labels(last), "what the formula names stands in the figure"


@pytest.mark.parametrize("name", LEVEL)
def test_the_contact_normal_stands_clear_of_b(name: str) -> None:
    for pane, pose in enumerate((SCENES[name].pose, SCENES[name].other)):
        (n,) = [m for m in drawn(moment_at(SCENES[name], "Normal"), pane).marks if isinstance(m, Arrow)]
        assert not Polygon(pose.b.points).intersects(LineString((n.start, n.end)))


def test_past_the_end_of_a_only_that_end_is_asked_for() -> None:
    """B sticks out over one end of A: there A's corner is the last point that holds it."""
    scene = SCENES["Overhang"]
    asked = LESSON.page(moment_at(scene, "Points")).prediction
    assert isinstance(asked, Place)
    assert "moves to the right. Drag" in plain(asked.text), "where it ends is not told"
    (left, right), _ = held(scene)
    y = asked.start[0][1]
    assert right == FLOOR
    assert asked.judge(((right, y),)).right
    assert not asked.judge(((left, y),)).right


def test_the_search_can_be_stepped_into() -> None:
    inner = list(nested(LESSON, moments_of(LESSON, SCENES["Tower"])))
    assert [LESSON.page(m).stage for m in inner][-1] == "Reference"
    assert LESSON.clock(moment_at(SCENES["Overhang"], "Release")) is not None


def test_two_different_faults_are_told_of_each_ring() -> None:
    scene = SCENES["Corner on an edge"]
    asked = LESSON.page(moment_at(scene, "Normal")).prediction
    assert isinstance(asked, Place)
    right = scene.b.world.centroid[0]
    column = Polygon(scene.b.world.points).intersection(LineString(((right, 0.0), (right, 5.0))))
    assert asked.judge(((right, 0.0), (-FLOOR, 0.0))).because == (
        f"Left ring: no part of B is above it. Right ring: B is {fixed(column.bounds[1])} above it: no contact "
        "there. A pushes only where B reaches the edge of A."
    )


@pytest.mark.parametrize("name", [name for name in LEVEL if len(set(held(SCENES[name])[0])) == 2])
def test_a_rule_that_keeps_one_point_is_told_with_its_own_point_and_balance(name: str) -> None:
    scene = SCENES[name]
    kept = manifold_deepest_only(scene.a.world, scene.b.world).points[0]
    (_, right), c = held(scene)
    k = 2 if kept.point[0] == pytest.approx(right) else 1
    points, balance = moment_at(scene, "Points", DEEPEST), moment_at(scene, "Balance", DEEPEST)
    x, at_c = FLOOR + kept.point[0], FLOOR + c
    assert (
        plain(LESSON.page(points).sentence) == f"Of two contact points only p_{k} is kept, at x = {fixed(x)} from v3."
    )
    assert "p_2" not in LESSON.page(points).formula or k == 2
    table = LESSON.table(balance)
    assert table is not None
    told_of = [(plain(row.cells[0]), plain(row.cells[2]), row.faulty, row.ink is Ink.FAULTY) for _, row in table.rows]
    assert told_of == [
        *((f"left p_{i}", fixed(FLOOR + at), False, False) for i, at in enumerate((held(scene)[0]), 1)),
        (f"right p_{k}", fixed(x), True, True),
        ("left c", fixed(at_c), False, False),
        ("right c", fixed(at_c), False, False),
    ], "the row of the faulty rule is that of the view that follows it"
    page, way = LESSON.page(balance), "clockwise" if c > kept.point[0] else "counter-clockwise"
    assert (
        f"lies {fixed(abs(at_c - x))} to the {'right' if c > kept.point[0] else 'left'} of the only point, "
        f"{fixed(x)}: by this rule B tips over, {way}." in plain(page.sentence)
    )
    assert page.formula == (rf"\answer{{x_{k}}}<x_c" if x < at_c else rf"x_c<\answer{{x_{k}}}")
    assert LESSON.situation(balance) == tint(f"Deepest point only: B tips over, {way}.", Ink.FAULTY)
    canvas = drawn(balance, 1)
    assert {"dropped", "the only point", fixed(abs(at_c - x))} <= set(labels(canvas))
    (bar,) = [m for m in canvas.marks if isinstance(m, Stroke) and m.line is Line.BAR]
    assert sorted(p[0] for p in bar.points) == pytest.approx(sorted((c, kept.point[0])))
    assert bar.ink is Ink.OVERLAP
    (arm,) = [m for m in canvas.marks if isinstance(m, Area) and m.ink is Ink.OVERLAP]
    corners = np.array(arm.points)
    assert sorted(set(corners[:, 0].tolist())) == pytest.approx(sorted((c, kept.point[0])))
    floor, high = (float(f(corners[:, 1])) for f in (np.min, np.max))
    assert (floor, high) == pytest.approx((0.0, scene.b.world.centroid[1])), "from the floor up to c"
    assert not [m for m in drawn(balance).marks if isinstance(m, Area) and m.ink is Ink.OVERLAP], "where B stands"
    assert LESSON.panes[1].head(balance) == ("Deepest point only", f"one contact point: B tips over, {way}")
    assert LESSON.panes[1].ink(balance) is Ink.FAULTY
    assert LESSON.panes[1].ink(replace(balance, faulty=None)) is None
    assert LESSON.panes[0].head(balance)[1] == "two contact points: B stands", "what it does is told beside it"


@pytest.mark.parametrize("name", SCENES)
def test_only_what_the_words_name_is_named_in_the_figure(name: str) -> None:
    for moment in moments_of(LESSON, SCENES[name]):
        features = {m.text: m for m in drawn(moment).marks if isinstance(m, Label) and m.feature is not None}
        assert not [m for m in drawn(moment, 1).marks if isinstance(m, Label) and m.feature is not None]
        stage = LESSON.story.stage(moment)
        if stage == "Contact":
            assert not features
            continue
        pose = SCENES[name].pose
        named = {f"edge {pose.reference.edge}"}
        if stage != "Normal":
            named |= {f"v{f.index}" if f.is_vertex else f"edge {f.index}" for p in pose.found.points for f in p.id}
            named |= {"v3"} if pose.is_upright else set()
        assert set(features) == named


def test_what_made_the_contact_is_named_where_it_has_come_to() -> None:
    scene = SCENES["Corner on an edge"]
    last = moment_at(scene, "Release")
    for time in (0.4, 1.0):
        now = scene.pose.released.at(time * scene.pose.released.lasts).points
        named = {m.text: m.at for m in drawn(replace(last, time=time)).marks if isinstance(m, Label) and m.feature}
        assert named["v0"] == pytest.approx(tuple(now[0]))
        assert named["v3"] == pytest.approx((-FLOOR, 0.0)), "where x begins"


def test_nothing_is_let_go_before_the_last_step(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(self: SetDown) -> None:
        raise AssertionError("time steps are taken while nothing moves")

    moments = moments_of(LESSON, OnFloor(at(box(1.5, 0.9), 0.15, 0.43)))[:-1]
    monkeypatch.setattr(SetDown, "released", property(fails))
    for each in moments:
        moment = replace(each, scene=OnFloor(at(box(1.5, 0.9), 0.15, 0.43)))  # that has nothing computed yet
        for pane in (0, 1):
            drawn(moment, pane)
        LESSON.page(moment), LESSON.situation(moment), LESSON.clock(moment), LESSON.challenge(moment)


def test_a_wrong_turn_is_shown_to_lift_the_centre_of_mass() -> None:
    scene = SCENES["Corner on an edge"]
    asked = LESSON.page(moment_at(scene, "Points")).prediction
    assert isinstance(asked, Choose)
    c = scene.b.world.centroid
    for fate, rises in ((FATES[1], False), (FATES[2], True)):
        verdict, canvas = asked.judge(fate), Canvas(0.01)
        assert verdict.draw is not None
        verdict.draw(canvas, "world")
        (dot,) = [m for m in canvas.marks if isinstance(m, Dot)]
        assert bool(dot.at[1] > c[1]) is rises
        assert dot.at[0] == pytest.approx(c[0]), "no friction: no force to the side"
        assert ("lifts" in verdict.because) is rises
        assert "clockwise" not in verdict.because or verdict.right, "the answer is not given away"


def test_x_grows_to_the_right() -> None:
    for name in LEVEL:
        canvas = drawn(moment_at(SCENES[name], "Points"))
        (axis,) = [m for m in canvas.marks if isinstance(m, Arrow) and m.ink is Ink.QUIET]
        assert axis.start[0] == pytest.approx(-FLOOR)
        assert axis.end[0] > FLOOR
        ticks = {
            m.text: m.at[0] for m in canvas.marks if isinstance(m, Label) and m.ink is Ink.QUIET and len(m.text) == 1
        }
        assert all(at == pytest.approx(-FLOOR + int(text)) for text, at in ticks.items())
        assert ticks


def test_what_a_leaning_normal_does_is_asked() -> None:
    scene = SCENES["On A's corner"]
    moment = moment_at(scene, "Points")
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Choose)
    assert asked.right == {"slides off, to the right"}
    assert scene.pose.released.poses[-1].position[0] > scene.pose.released.poses[0].position[0]
    for fate, verdict in ((fate, asked.judge(fate)) for fate in SLIDES):
        assert verdict.right is (fate in asked.right)
        assert "is tilted to the right" in verdict.because
        assert verdict.draw is not None
        canvas = Canvas(0.01)
        verdict.draw(canvas, "world")
        ways = [m.end[0] - m.start[0] for m in canvas.marks if isinstance(m, Arrow)]
        assert ways == ([] if fate == "stands" else [pytest.approx(0.6 if "right" in fate else -0.6)])
    mirrored = replace(scene, b=at(box(1.1, 1.1), -1.0, 0.45, -50.0))
    asked = LESSON.page(moment_at(mirrored, "Points")).prediction
    assert isinstance(asked, Choose)
    assert asked.right == {"slides off, to the left"}


def test_what_stands_leaves_no_trail() -> None:
    """Copies upon one another would look like another body."""
    for name in LEVEL:
        last = replace(moment_at(SCENES[name], "Release"), time=1.0)
        for pane, pose in enumerate((SCENES[name].pose, SCENES[name].other)):
            trail = [m for m in drawn(last, pane).marks if isinstance(m, Stroke) and m.ink is Ink.B]
            assert any(m.line is Line.END for m in trail) is not pose.stands
            assert any(m.line is Line.START for m in trail) is pose.stands
            tints = [m for m in drawn(last, pane).marks if isinstance(m, Area) and m.ink is Ink.B and m.opacity]
            assert not tints, "upon one another they are of another colour than B"


def test_what_slides_off_is_seen_on_its_way() -> None:
    scene = SCENES["On A's corner"]
    release = moment_at(scene, "Release")
    assert not [m for m in drawn(release).marks if isinstance(m, Arrow) and m.ink is Ink.B]
    (arrow,) = [m for m in drawn(replace(release, time=1.0)).marks if isinstance(m, Arrow) and m.ink is Ink.B]
    assert arrow.end == pytest.approx(scene.pose.released.at(1.0).centroid), "the path of c"


@pytest.mark.parametrize("name", SCENES)
def test_a_contact_point_is_told_to_lie_where_it_is_drawn(name: str) -> None:
    """Not on the vertex that the table names: in the middle of the overlap."""
    moment = moment_at(SCENES[name], "Points")
    assert "in the middle of the overlap" in plain(LESSON.page(moment).sentence)
    floor = max(y for _, y in SCENES[name].a.world.points_xy)
    for p in SCENES[name].pose.found.points:
        assert p.point == pytest.approx(0.5 * (p.on_a + p.on_b))
        assert name not in LEVEL or floor - 0.09 < p.point[1] < floor - 0.005
    touching = replace(SCENES["Tower"], b=at(box(1.5, 0.9), 0.0, 0.45))
    assert "overlap" not in plain(LESSON.page(moment_at(touching, "Points")).sentence)


def test_the_count_of_contact_points_is_that_of_the_start() -> None:
    """After the fall the figure shows two: the goal asks for the pose that B starts from."""
    scene = SCENES["Corner on an edge"]
    for name, told in (("Balance", "1 contact point"), ("Release", "1 contact point at the start")):
        goal = LESSON.challenge(moment_at(scene, name))
        assert goal is not None
        assert goal.now == told


@pytest.mark.parametrize(("name", "compare"), [(name, rule) for name in LEVEL for rule in ("", DEEPEST)])
def test_a_place_that_is_no_longer_that_of_the_table_is_one_of_now(name: str, compare: str) -> None:
    """The table tells x at t = 0; where the ruler shows another number, its name says so."""
    moment = moment_at(SCENES[name], "Release", compare)
    for time in (0.0, 0.5, 1.0):
        at = replace(moment, time=time)
        for pane, pose in enumerate((at.scene.pose, at.scene.pose if drops(at) else at.scene.other)):
            marks = drawn(at, pane).marks
            names = {m.at[0]: m.latex for m in marks if isinstance(m, Symbol) and m.latex.startswith(("x_1", "x_2"))}
            numbers = [m for m in marks if isinstance(m, Label) and re.fullmatch(r"\d\.\d\d", plain(m.text))]
            places = {plain(m.text) for m in numbers if any(abs(m.at[0] - x) < 1e-9 for x in names)}
            assert len(places) == len(names)
            at_first = {fixed(x) for x in pose.places}
            for latex in names.values():
                assert latex.endswith("(t)") is not (places <= at_first)
            if time == 0.0:
                assert places <= at_first


def test_the_place_on_which_a_box_rocks_is_not_that_of_the_table() -> None:
    moment = replace(moment_at(SCENES["Deepest point only"], "Release", DEEPEST), time=1.0)
    marks = drawn(moment, 1).marks
    (name,) = [m for m in marks if isinstance(m, Symbol) and m.latex.startswith(("x_1", "x_2"))]
    assert name.latex == "x_2(t)"
    row = next(row for _, row in LESSON.table(moment).rows if plain(row.cells[0]) == "right p_2")
    assert row.cells[2] not in [plain(m.text) for m in marks if isinstance(m, Label)]


def test_the_edge_that_gives_the_normal_is_told_with_its_way() -> None:
    """The normal points from A to B: it is an edge's outward normal if the edge is A's, else the reverse of it."""
    owners = set()
    for scene in SCENES.values():
        moment = moment_at(scene, "Normal")
        reference, n = scene.pose.reference, scene.pose.found.normal
        owner = reference.owner.value
        shape = (scene.a if owner == "A" else scene.b).world
        assert n == pytest.approx(shape.normals[reference.edge] * (1.0 if owner == "A" else -1.0))
        page = LESSON.page(moment)
        assert page.idea.endswith("gives it: its outward normal" + ", reversed, as it is B's" * (owner == "B") + ".")
        assert ("Its normal, reversed, points" in plain(page.sentence)) is (owner == "B")
        owners.add(owner)
    assert owners == {"A", "B"}


def test_both_views_of_the_faulty_rule_show_one_body_from_the_first_step() -> None:
    for moment in moments_of(LESSON, SCENES["Deepest point only"], DEEPEST)[:-1]:
        shown = [
            [m.points for m in drawn(moment, pane).marks if isinstance(m, Area) and m.ink is Ink.B] for pane in (0, 1)
        ]
        assert shown[0] == shown[1]
        assert LESSON.panes[1].head(moment)[0] == "Deepest point only"
    assert "On the right a rule keeps only the deepest" in plain(
        LESSON.page(moments_of(LESSON, SCENES["Deepest point only"], DEEPEST)[0]).idea
    )
