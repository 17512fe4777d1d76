"""Point on a line: areas, feet and answers, against the coordinates of the scene."""

from __future__ import annotations

import math
import re
from dataclasses import replace

import numpy as np
import pytest

from geometry.faulty.foot import clamped, product_as_length
from geometry.sat.projection import AlongLine, Divided, Dotted, FootFound, Squared
from geometry.vector import vector
from lessons.shadows.point_on_line import AS_LENGTH, CLAMPED, PointAndLine, PointOnALine, where
from lessons.shadows.point_on_line_arc import shown
from tests.lessons.second_edition import Told, moments_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point
from viz.lesson.lesson import Moment
from viz.lesson.mark import Area, Arrow, Dot, FeatureMark, Label, Light, Mark, Stroke, Symbol, Unbounded
from viz.lesson.prediction import Choose, Place, Verdict
from viz.lesson.text import coords, fixed, plain

LESSON = PointOnALine()
SCENES = LESSON.presets
each_line = pytest.mark.parametrize("name", [name for name in SCENES if name != "No line"])


def moment_at(name: str, kind: type, compare: str = "") -> Moment[PointAndLine]:
    found = moments_of(LESSON, SCENES[name].scene, compare)
    return replace(next(m for m in found if isinstance(m.step, kind)), time=1.0)


def drawn(moment: Moment[PointAndLine]) -> list[Mark]:
    return Told.draw(LESSON.panes[0], moment).marks


def labels(moment: Moment[PointAndLine]) -> list[str]:
    return [plain(mark.text) for mark in drawn(moment) if isinstance(mark, Label)]


def said(moment: Moment[PointAndLine]) -> str:
    return plain(LESSON.page(moment).sentence)


def foot(scene: PointAndLine) -> tuple[float, np.ndarray]:
    """The fraction and the foot, by complex division: the real part of p / q."""
    t = (complex(*(scene.c - scene.a)) / complex(*(scene.b - scene.a))).real
    return t, scene.a + t * (scene.b - scene.a)


def area(points: tuple[tuple[float, float], ...]) -> float:
    x, y = np.array(points).T
    return abs(float(x @ np.roll(y, -1) - y @ np.roll(x, -1))) / 2.0


@each_line
def test_the_numbers_of_every_stage(name: str) -> None:
    scene = SCENES[name].scene
    t, f = foot(scene)
    p, q = scene.c - scene.a, scene.b - scene.a
    both = " and ".join(f"{word} = ({fixed(v[0])}, {fixed(v[1])})" for word, v in (("p", p), ("q", q)))
    assert said(moment_at(name, AlongLine)) == f"{both}."
    dotted = said(moment_at(name, Dotted))
    told, angle = dotted.removeprefix("p·q = ").split(": ")
    left, right = told.replace("−", "-").replace("·", "*").split(" = ")
    assert eval(left) == pytest.approx(p @ q, abs=0.03)
    assert float(right) == pytest.approx(p @ q, abs=0.006)
    assert angle == f"the angle is {'less' if t > 0.0 else 'more'} than 90°."
    squared = said(moment_at(name, Squared))
    square, rectangle = fixed(float(q @ q)), fixed(float(p @ q))
    assert squared == f"The square on q has the area {square}, the rectangle the signed area {rectangle}."
    where = "beyond b" if t > 1.0 else "behind a" if t < 0.0 else "between a and b"
    words = said(moment_at(name, Divided))
    assert words.endswith(f": the shadow lies {where}.")
    above, below = words.removeprefix("t = ").split(" = ")[0].replace("−", "-").split(" / ")
    assert float(above) / float(below) == pytest.approx(t, abs=0.01)
    far = math.dist(scene.c, f)
    last = said(moment_at(name, FootFound))
    assert last.startswith(f"f = ({fixed(f[0])}, {fixed(f[1])}), {fixed(far)} from c.")
    assert last.endswith(f"from a is {fixed(t * math.hypot(*q))}.")
    table = LESSON.table(moment_at(name, FootFound))
    assert table is not None
    shown = [plain(row.cells[1]) for _, row in table.rows]
    assert shown[2:5] == [fixed(float(p @ q)), fixed(float(q @ q)), fixed(t)]
    assert shown[5:] == [f"({fixed(f[0])}, {fixed(f[1])})", fixed(t * math.hypot(*q))]
    situation = LESSON.situation(moment_at(name, Divided))
    assert plain(situation) == (
        "c lies on the line." if far < 0.005 else f"The shadow of c lies {where}, {fixed(far)} from c."
    )


@each_line
def test_the_areas_are_the_products_and_have_one_height(name: str) -> None:
    scene = SCENES[name].scene
    t, f = foot(scene)
    q, dot = scene.b - scene.a, float((scene.c - scene.a) @ (scene.b - scene.a))
    for kind in (Dotted, Squared, Divided):
        areas = [m for m in drawn(moment_at(name, kind)) if isinstance(m, Area)]
        assert len(areas) == (1 if kind is Dotted else 2)
        assert area(areas[-1].points) == pytest.approx(abs(dot))
        assert (areas[-1].ink, areas[-1].hatched) == (Ink.EXAMINED, dot < 0.0), "negative is not forbidden: no red"
        (norm,) = [m for m in drawn(moment_at(name, kind)) if isinstance(m, Symbol) and "Vert" in m.latex]
        assert norm.ink is Ink.TEXT, "as in the formula"
        assert areas[-1].points[1] == pytest.approx(tuple(f))
        if kind is not Dotted:
            assert area(areas[0].points) == pytest.approx(float(q @ q))
            assert areas[0].points[1] == pytest.approx(tuple(scene.b))
        for each in areas:
            corners = np.array(each.points)
            assert math.dist(corners[1], corners[2]) == pytest.approx(float(np.hypot(*q)))
            left = np.array((-q[1], q[0]))
            if abs(height := float(left @ (scene.c - scene.a))) > 1e-6:
                assert float(left @ (corners[2] - scene.a)) * height < 0.0, "on the side without c"
    texts = labels(moment_at(name, Divided))
    for told in (f"p·q = {fixed(dot)}", f"t = {fixed(t)}", "t = 0", "t = 1"):
        assert told in texts
    turn = math.degrees(math.acos(min(dot / np.hypot(*q) / np.hypot(*(scene.c - scene.a)), 1.0)))
    assert round(turn) == 0 or f"{turn:.0f}°" in labels(moment_at(name, Dotted))
    arcs = [m for m in drawn(moment_at(name, Dotted)) if isinstance(m, Stroke) and len(m.points) > 4]
    for arc in arcs:
        tip = np.array(arc.points[-1]) - scene.a
        assert tip / np.hypot(*tip) == pytest.approx(scene.p / np.hypot(*scene.p), abs=1e-6), "from q to p"
    assert len(arcs) == (1 if turn > 0.1 else len(arcs))
    inside = "‖q‖^2" if t > 1.0 else "p·q"
    middle = areas[0 if t > 1.0 else 1].points
    (words,) = [m for m in drawn(moment_at(name, Divided)) if isinstance(m, Label) and inside in plain(m.text)]
    place = np.array(middle).mean(axis=0) if t > 0.0 else np.array(middle)[1:3].mean(axis=0)
    assert words.at == pytest.approx(tuple(place)), "the smaller one has its words inside, or at its own side"
    assert "shadow of p" in texts
    (words,) = [m for m in drawn(moment_at(name, Divided)) if isinstance(m, Label) and "shadow" in m.text]
    assert r"\boldsymbol{p}" in words.text
    (bar,) = [m for m in drawn(moment_at(name, Dotted)) if isinstance(m, Stroke) and m.line is Line.BAR]
    assert (bar.ink, bar.points[1]) == (Ink.EXAMINED, pytest.approx(tuple(f))), "the shadow lies on the line"
    scale = [m.at for m in drawn(moment_at(name, Divided)) if isinstance(m, Dot) and m.ink is Ink.ANSWER]
    assert float((np.array(scale[0]) - scene.a) @ q) / float(q @ q) == pytest.approx(t)
    ticks = [m for m in drawn(moment_at(name, Divided)) if isinstance(m, Stroke) and m.ink is Ink.QUIET]
    middles = [np.array(m.points).mean(axis=0) for m in ticks]
    assert [float((m - scene.a) @ q) / float(q @ q) for m in middles] == pytest.approx([0.0, 1.0])


@each_line
def test_the_foot_is_drawn_when_the_light_has_fallen(name: str) -> None:
    scene = SCENES[name].scene
    t, f = foot(scene)
    last = moment_at(name, FootFound)
    (answer,) = [m.at for m in drawn(last) if isinstance(m, Dot) and m.point is Point.ANSWER]
    assert answer == pytest.approx(tuple(f))
    assert f"ℓ = {fixed(t * np.hypot(*scene.q))}" in labels(last)
    assert {"t = 0", "t = 1", f"t = {fixed(t)}"} <= set(labels(last))
    told = {"t = 0", "t = 1", f"t = {fixed(t)}", f"ℓ = {fixed(t * np.hypot(*scene.q))}"}
    for time in (0.0, 0.25, 0.75):  # what moves has no other number than sentence and table
        assert {text for text in labels(replace(last, time=time)) if "=" in text} <= told
    measured = next(
        m
        for m in drawn(last)
        if isinstance(m, Stroke)
        and (m.line, m.ink) == (Line.MEASURE, Ink.ANSWER)
        and abs(float(np.subtract(*m.points) @ scene.q)) > 1e-6
    )
    (shadow,) = [m for m in drawn(last) if isinstance(m, Stroke) and m.line is Line.BAR]
    assert [tuple(point) for point in shadow.points] == [pytest.approx(tuple(scene.a)), pytest.approx(tuple(f))]
    ends = (np.array(measured.points) - scene.a) @ scene.q / np.hypot(*scene.q)
    assert list(ends) == pytest.approx([0.0, t * np.hypot(*scene.q)], abs=1e-9)
    (scale,) = {
        round(float((np.array(m.at) - f) @ (-q[1], q[0])), 9)
        for q in (scene.q,)
        for m in drawn(last)
        if isinstance(m, Dot) and m.ink is Ink.ANSWER and m.point is Point.FILLED
    }
    off = round(float((np.array(measured.points[1]) - f) @ (-scene.q[1], scene.q[0])), 9)
    assert off == pytest.approx(scale), "t and the length are read from one line"
    if math.dist(scene.c, f) > 0.3:
        assert fixed(math.dist(scene.c, f)) in labels(last)
        assert not [m for m in drawn(last) if isinstance(m, Area)], "no area that looks like another product"
    clock = LESSON.clock(last)
    assert (clock is not None) is (name != "Point on the line"), "no motion where nothing moves"
    assert clock is None or clock.plays_on_entry
    assert LESSON.clock(moment_at(name, Divided)) is None


@each_line
def test_while_c_moves_along_an_arc_the_foot_slides_below_it(name: str) -> None:
    last = moment_at(name, FootFound)
    scene, been = last.scene, []
    if name == "Point on the line":
        assert drawn(replace(last, time=0.5)) == drawn(last)
        return
    for time in (0.0, 0.2, 0.4, 0.6, 0.8, 1.0):
        marks = drawn(replace(last, time=time))
        (p,) = [m for m in marks if isinstance(m, Arrow) and m.ink is Ink.EXAMINED]
        c = vector(p.end)
        t, f = foot(replace(scene, c=c))
        (answer,) = [m.at for m in marks if isinstance(m, Dot) and m.point is Point.ANSWER]
        assert answer == pytest.approx(tuple(f)), "below c at every time"
        (shadow,) = [m for m in marks if isinstance(m, Stroke) and m.line is Line.BAR]
        assert shadow.points[1] == pytest.approx(tuple(f))
        thin = [m for m in marks if isinstance(m, Stroke) and (m.line, m.ink) == (Line.THIN, Ink.EXAMINED)]
        (arc,) = [np.array(m.points) for m in thin]
        assert min(math.dist(c, point) for point in arc) < 0.15, "on its arc"
        rays = [m.points for m in marks if isinstance(m, Stroke) and m.line is Line.DOTTED]
        for top, below in rays:
            assert foot(replace(scene, c=vector(top)))[1] == pytest.approx(below), "the foot below each place"
        been.append((t, len(rays)))
        moved = "f slides along the line while c moves along the arc."
        assert (plain(LESSON.situation(replace(last, time=time))) == moved) is (time < 1.0)
        assert not [m for m in marks if isinstance(m, Symbol) and "'" in m.latex]
    parts, rays_left = zip(*been, strict=True)
    way = -1.0 if parts[-1] < 0.0 else 1.0
    assert (np.diff(parts) * way > 0.03).all(), "one way, up to where c is"
    assert parts[-1] == pytest.approx(foot(scene)[0])
    assert (np.diff(rays_left) > 0).all()
    middle, ends = arc[len(arc) // 2], (arc[0] + arc[-1]) / 2.0
    assert math.dist(middle, ends) > 0.08 * math.dist(arc[0], arc[-1]), "no straight stroke"
    top = float((middle - ends) @ (scene.c - foot(scene)[1]))
    assert top > 0.0, "it bends away from the line"


@each_line
def test_turned_until_q_lies_along_x_the_sum_is_the_area(name: str) -> None:
    moment = moment_at(name, Dotted)
    clock, scene = LESSON.clock(moment), moment.scene
    assert clock is not None
    assert clock.plays_on_entry
    t, size = foot(scene)[0], float(np.hypot(*scene.q))
    dot = float(scene.p @ scene.q)
    for time in (0.1, 0.2, 0.5, 0.9):
        marks = drawn(replace(moment, time=time))
        arrows = [m for m in marks if isinstance(m, Arrow) and m.start == pytest.approx(tuple(scene.a))]
        q, p = (np.subtract(m.end, m.start) for m in arrows[:2])
        assert (np.hypot(*q), np.hypot(*p)) == pytest.approx((size, np.hypot(*scene.p)))
        assert float(p @ q) == pytest.approx(dot)
        (told,) = [plain(m.text) for m in marks if isinstance(m, Label) and "p_xq_x" in m.text]
        *_, terms, total = told.replace("−", "-").split(" = ")
        assert eval(terms.replace("- -", "+ ")) == pytest.approx(float(total), abs=0.0101)
        assert float(total) == pytest.approx(dot, abs=0.006)
        (shown,) = [m for m in marks if isinstance(m, Area)]
        assert area(shown.points) == pytest.approx(abs(dot))
        if time == 0.5:
            assert tuple(q) == pytest.approx((size, 0.0), abs=1e-9)
            assert p[0] == pytest.approx(t * size), "the shadow"
            assert "0.00 = " in told
    assert not any("p_xq_x" in m.text for m in drawn(moment) if isinstance(m, Label)), "back at the end"
    for compare in (AS_LENGTH, CLAMPED):
        assert LESSON.clock(moment_at(name, Dotted, compare)) is None


def test_every_quantity_can_be_pointed_at() -> None:
    table = LESSON.table(moment_at("Between a and b", FootFound))
    assert table is not None
    named = {str(row.feature) for _, row in table.rows}
    marks: set[str] = set()
    for moment in moments_of(LESSON, SCENES["Between a and b"].scene):
        marks |= {str(m.feature) for m in drawn(replace(moment, time=1.0)) if isinstance(m, FeatureMark)}
    assert named == marks == {"p", "q", "p · q", "square", "t", "f", "ℓ"}


# where c moves to, what part of q its shadow then lies at, and what a right answer says
MOVED = {
    "Between a and b": (lambda s: s.c, lambda t: t, "The light from c meets the line at a right angle."),
    "Beyond b": (lambda s: s.c - s.q, lambda t: t - 1.0, "Its shadow moves by −q, too."),
    "Behind a": (lambda s: s.c + s.q, lambda t: t + 1.0, "Its shadow moves by q, too."),
    "Long q": (lambda s: s.a + s.p / 2.0, lambda t: t / 2.0, "Half of p has half the shadow."),
    "Point on the line": (
        lambda s: s.c + 0.6 * np.array((-s.q[1], s.q[0])) / np.hypot(*s.q),
        lambda t: t,
        "c moves along the light: its shadow stays where c was.",
    ),
}


@each_line
def test_the_shadow_is_placed_on_the_line(name: str) -> None:
    scene = SCENES[name].scene
    if name == "Between a and b":  # nearer to a than where its own question is asked
        scene = replace(scene, c=vector((-0.5, 1.5)))
    first = moments_of(LESSON, scene)[0]
    old = foot(scene)[0]
    place, part, because = MOVED[name]
    c, t = place(scene), part(old)
    assert foot(replace(scene, c=vector(c)))[0] == pytest.approx(t)
    f = scene.a + t * scene.q
    asked = LESSON.page(first).prediction
    assert isinstance(asked, Place)
    assert asked.right[0] == pytest.approx(tuple(f))
    assert not any(isinstance(m, Dot) and m.point is Point.ANSWER for m in drawn(first))
    (path,) = asked.along
    ends = [float((np.array(p) - scene.a) @ scene.q) / float(scene.q @ scene.q) for p in path]
    assert ends[0] < min(0.0, old, t) - 0.3
    assert ends[1] > max(1.0, old, t) + 0.3
    assert asked.draw is None, "no ghost of c: the light would answer"

    def told(fraction: float) -> Verdict:
        at = scene.a + fraction * scene.q
        verdict = asked.judge(((float(at[0]), float(at[1])),))
        canvas = Canvas(0.01)
        assert verdict.draw is not None
        verdict.draw(canvas, "world")
        first = canvas.marks[0]
        assert isinstance(first, Stroke)
        assert first.ink is (Ink.ANSWER if verdict.right else Ink.FAULTY)
        assert first.points[0] == pytest.approx(tuple(c)), "the ray falls from where c then is"
        assert first.points[1] == pytest.approx(tuple(f if verdict.right else at))
        if not verdict.right:
            arc = canvas.marks[-1]
            assert isinstance(arc, Stroke)
            ways = [np.array(m) - at for m in (arc.points[0], arc.points[-1])]
            cos = float(ways[0] @ ways[1] / np.hypot(*ways[0]) / np.hypot(*ways[1]))
            assert f"{math.degrees(math.acos(cos)):.0f}°" == verdict.remarks[0].words, "the angle that is told"
            assert abs(float(ways[0] @ scene.q)) == pytest.approx(float(np.hypot(*ways[0]) * np.hypot(*scene.q)))
            assert ways[1] / np.hypot(*ways[1]) == pytest.approx((c - at) / math.dist(c, at))
        return verdict

    assert told(t + 0.045).right
    assert plain(told(t).because) == because
    assert not told(t + 0.06).right
    assert not asked.judge(asked.start).right
    start = float((np.array(asked.start[0]) - scene.a) @ scene.q) / float(scene.q @ scene.q)
    assert 0.0 < start < 1.0, "in sight"
    at = scene.a + (t + 0.15) * scene.q
    angle = math.degrees(math.atan2(math.dist(c, f), 0.15 * np.hypot(*scene.q)))
    wrong = told(t + 0.15)
    assert f" meets the line at {angle:.0f}°." in wrong.because
    assert wrong.remarks[0].words == f"{angle:.0f}°"
    assert wrong.remarks[0].at == pytest.approx(tuple(at))
    if name == "Between a and b":
        assert "straight down" in told((scene.c[0] - scene.a[0]) / scene.q[0]).because
    elif name != "Point on the line":
        assert plain(told(old).because) == "This is the shadow of c before it moves."


def test_p_grows_until_its_shadow_ends_at_b() -> None:
    moment = moment_at("Between a and b", AlongLine)
    scene, asked = moment.scene, LESSON.page(moment).prediction
    assert isinstance(asked, Place)
    assert "where c must lie for its shadow to fall on b" in plain(asked.text)
    t = foot(scene)[0]
    assert foot(replace(scene, c=vector(asked.right[0])))[1] == pytest.approx(tuple(scene.b))
    for k in (0.8, 1.0, 0.96 / t, 1.0 / t, 1.04 / t, 1.1 / t):
        at = scene.a + k * scene.p
        verdict, canvas = asked.judge(((float(at[0]), float(at[1])),)), Canvas(0.01)
        shadow, f = foot(replace(scene, c=vector(at)))
        assert verdict.right is (abs(shadow - 1.0) <= 0.05)
        assert verdict.draw is not None
        verdict.draw(canvas, "world")
        ray = canvas.marks[0]
        assert isinstance(ray, Stroke)
        if verdict.right:
            assert ray.points[1] == pytest.approx(tuple(scene.b))
            continue
        assert ray.points == (pytest.approx(tuple(at)), pytest.approx(tuple(f))), "its own shadow is seen"
        where = "before" if shadow < 1.0 else "beyond"
        assert plain(verdict.because).endswith(f"meets the line {fixed(math.dist(f, scene.b))} {where} b.")


def test_without_a_line_t_grows_without_bound() -> None:
    last = moments_of(LESSON, SCENES["No line"].scene)[-1]
    asked = LESSON.page(last).prediction
    assert isinstance(asked, Choose)
    assert asked.right == {"grows without bound"}
    told = plain(asked.judge("grows without bound").because)
    ratios = re.findall(r"(\d+\.\d+) / (\d+\.\d+) = (\d+\.\d+)", told)
    assert len(ratios) == 2
    for (over, under, result), x in zip(ratios, (0.5, 0.1), strict=True):
        scene = replace(last.scene, b=last.scene.a + (x, 0.0))
        assert float(result) == pytest.approx(foot(scene)[0], abs=0.0101)
        assert float(over) / float(under) == pytest.approx(float(result), abs=0.0101)
    for other in ("goes to 0", "goes to 1"):
        assert not asked.judge(other).right
    assert LESSON.page(moments_of(LESSON, SCENES["No line"].scene, CLAMPED)[-1]).prediction is None
    left = replace(last.scene, c=vector((-2.0, 0.9)))
    assert LESSON.page(moments_of(LESSON, left)[-1]).prediction is None


def test_the_cross_of_a_faulty_rule_reaches_out_of_the_ring_of_b() -> None:
    for name, compare, arms in (("Beyond b", CLAMPED, 2), ("Long q", AS_LENGTH, 0)):
        last = moment_at(name, FootFound, compare)
        found = [
            m
            for m in drawn(last)
            if isinstance(m, Stroke)
            and m.ink is Ink.FAULTY
            and np.array(m.points).mean(axis=0) == pytest.approx(last.faulty.foot, abs=1e-9)
        ]
        assert len(found) == arms


def test_beside_a_faulty_length_stands_the_right_one() -> None:
    for compare, name in ((AS_LENGTH, "Long q"), (CLAMPED, "Beyond b")):
        last = moment_at(name, FootFound, compare)
        table = LESSON.table(last)
        assert table is not None
        right, wrong = ([plain(row.cells[1]) for _, row in table.rows if plain(row.cells[0]) == each]
                        for each in ("ℓ", "ℓ'"))  # fmt: skip
        t, _ = foot(last.scene)
        assert right == [fixed(t * float(np.hypot(*last.scene.q)))]
        assert len(wrong) == 1


# what is asked of b, how many times the old q that is, and what is then true
WISHES = {
    "Between a and b": ("to double t", lambda t, size: 0.5),
    "Beyond b": ("for t = 1", lambda t, size: t),
    "Behind a": ("to change only the sign of t", lambda t, size: -1.0),
    "Long q": ("to make p·q the length of the shadow", lambda t, size: 1.0 / size),
    "Point on the line": ("for t = 2", lambda t, size: t / 2.0),
}
THEN = {"Between a and b": lambda t: 2.0 * t, "Beyond b": lambda t: 1.0, "Behind a": lambda t: -t}


@each_line
def test_each_scene_asks_where_b_makes_what_is_wanted(name: str) -> None:
    moment = moment_at(name, Divided)
    page, scene = LESSON.page(moment), moment.scene
    asked = page.prediction
    assert isinstance(asked, Place)
    (t, f), (path,), size = foot(scene), asked.along, float(np.hypot(*scene.q))
    words, of = WISHES[name]
    right = of(t, size)
    assert plain(asked.text).endswith(f"Drag the mark to where b must lie {words}.")
    on_line = name == "Point on the line"
    assert plain(page.known) == (
        "c lies on the line." if on_line else f"c lies {fixed(math.dist(scene.c, f))} from the line."
    )
    ends = [float((np.array(p) - scene.a) @ scene.q) / float(scene.q @ scene.q) for p in path]
    assert ends[0] < right - 0.05 < right + 0.05 < ends[1]
    assert asked.right[0] == pytest.approx(tuple(scene.a + right * scene.q))
    assert not asked.judge(asked.start).right
    for k in (0.3, right - 0.06, right - 0.04, right, right + 0.04, right + 0.06, 0.8, 1.0, 2.0):
        other = replace(scene, b=scene.a + k * scene.q)
        assert foot(other)[1] == pytest.approx(f), "the shadow stays"
        verdict = asked.judge(((float(other.b[0]), float(other.b[1])),))
        assert verdict.right is (abs(k - right) <= 0.05)
        there = replace(scene, b=scene.a + (right if verdict.right else k) * scene.q)
        now, because = foot(there)[0], plain(verdict.because)
        if name == "Long q":
            product = fixed(float(there.p @ there.q))
            assert f"p·q = {product}" in because
            assert fixed(t * size) in because
            assert verdict.remarks[0].words == ("‖q‖ = 1" if verdict.right else f"p·q = {product}")
            assert not verdict.right or (fixed(float(np.hypot(*there.q))), product) == ("1.00", fixed(t * size))
        else:
            assert verdict.remarks[0].words == f"t = {fixed(now)}"
            assert because.endswith(f"= {fixed(now)}.")
        if verdict.right and name in THEN:
            assert now == pytest.approx(THEN[name](t))
        elif verdict.right and on_line:
            assert now == pytest.approx(2.0)
        elif name != "Long q":
            over, under = because.split("t = ")[1].split(" = ")[0].replace("−", "-").split(" / ")
            assert float(over) / float(under) == pytest.approx(now, abs=0.0101), "to one unit of the last digit"
        canvas = Canvas(0.01)
        assert verdict.draw is not None
        verdict.draw(canvas, "world")
        square, rectangle = [m for m in canvas.marks if isinstance(m, Stroke)]
        assert square.ink is rectangle.ink is (Ink.ANSWER if verdict.right else Ink.FAULTY)
        assert area(square.points) == pytest.approx(float(there.q @ there.q))
        assert area(rectangle.points) == pytest.approx(abs(float(there.p @ there.q)))
    none = asked.judge((tuple(scene.a + 0.02 * scene.q),))
    assert not none.right
    assert "no length" in none.because


def test_no_two_scenes_ask_the_same() -> None:
    for kind in (AlongLine, Divided):
        asked = [LESSON.page(moment_at(name, kind)).prediction for name in WISHES]
        assert len({each.text for each in asked if each is not None}) == len(WISHES)


def test_nothing_is_asked_where_there_is_nothing_to_double() -> None:
    scene = PointAndLine(vector((0.0, 0.0)), vector((2.0, 0.0)), vector((0.08, 1.0)))
    moment = next(m for m in moments_of(LESSON, scene) if isinstance(m.step, Divided))
    assert LESSON.page(moment).prediction is None


@each_line
def test_light_falls_at_a_right_angle_before_its_shadow_is_asked_for(name: str) -> None:
    first, scene = moment_at(name, AlongLine), SCENES[name].scene
    rays = [m for m in drawn(first) if isinstance(m, Arrow) and m.ink is Ink.QUIET]
    f = foot(scene)[1]
    assert len(rays) == (0 if name == "Point on the line" else 6)
    for ray in rays:
        way = np.subtract(ray.end, ray.start)
        assert float(way @ scene.q) == pytest.approx(0.0, abs=1e-9)
        assert float(way @ (f - scene.c)) > 0.0, "from c's side"
        assert abs(float((np.array(ray.start) - scene.c) @ scene.q)) > 0.01, "none of them through c"
    assert not any(isinstance(m, Arrow) and m.ink is Ink.QUIET for m in drawn(moment_at(name, Dotted)))


def test_a_faulty_rule_tells_its_own_formula_sentence_and_rows() -> None:
    for name, compare, first in (("Long q", AS_LENGTH, Dotted), ("Beyond b", CLAMPED, Divided)):
        scene = SCENES[name].scene
        for kind in (AlongLine, Dotted, Squared, Divided, FootFound):
            page, right = LESSON.page(moment_at(name, kind, compare)), LESSON.page(moment_at(name, kind))
            assert page.prediction is None
            kinds = (AlongLine, Dotted, Squared, Divided, FootFound)
            if kinds.index(kind) < kinds.index(first):
                assert (page.idea, page.sentence) == (right.idea, right.sentence)
                continue
            assert page.idea.lower().startswith(f"**{compare}**")
            if kind in (Divided, FootFound):
                assert page.formula.startswith(r"\faulty{")
                assert page.sentence != right.sentence
        last = moment_at(name, FootFound, compare)
        x, y = last.faulty.foot
        table = LESSON.table(last)
        assert table is not None
        rows = [plain(row.cells[1]) for _, row in table.rows if row.faulty]
        along = float((last.faulty.foot - scene.a) @ scene.q) / float(np.hypot(*scene.q))
        assert rows[-2:] == [f"({fixed(x)}, {fixed(y)})", fixed(along)]
        way = scene.c - last.faulty.foot
        angle = math.degrees(
            abs(math.atan2(*(float(v @ way) for v in (np.array((-scene.q[1], scene.q[0])), scene.q))))
        )
        assert said(last).endswith(f"makes {min(angle, 180.0 - angle):.0f}° with the line, not 90°.")
    assert said(moment_at("Long q", Squared, AS_LENGTH)) == "‖q‖^2 = 11.24: this rule does not divide by it."
    assert said(moment_at("Long q", Divided, AS_LENGTH)) == "ℓ' = 4.90: this rule has no fraction."
    assert said(moment_at("Beyond b", Divided, CLAMPED)) == "5.54 / 2.92 = 1.90, kept between 0 and 1: t' = 1.00."
    for compare, name in ((AS_LENGTH, "Long q"), (CLAMPED, "Beyond b")):  # one symbol, one thing
        last = moment_at(name, FootFound, compare)
        table = LESSON.table(last)
        assert table is not None
        assert all(plain(row.cells[0]).endswith("'") for _, row in table.rows if row.faulty)
        assert not any(plain(row.cells[0]).endswith("'") for _, row in table.rows if not row.faulty)
        assert "f'" in labels(last)
    same, right = (LESSON.page(moment_at("Between a and b", FootFound, each)) for each in (CLAMPED, ""))
    assert (same.idea, same.formula, same.sentence) == (right.idea, right.formula, right.sentence)


def test_a_dot_product_laid_along_the_line_is_too_long() -> None:
    last = moment_at("Long q", FootFound, AS_LENGTH)
    scene = last.scene
    q = scene.b - scene.a
    dot, size = float((scene.c - scene.a) @ q), float(np.hypot(*q))
    error = abs(dot - dot / size)
    assert error > 1.0
    assert size > 1.3 * np.hypot(*SCENES["Between a and b"].scene.q), "it is long"
    assert last.faulty.foot == pytest.approx(scene.a + dot * q / size)
    assert f"error {fixed(error)}" in labels(last)
    told = f"This rule goes p·q = {fixed(dot)} along the line, as if q had length 1: {fixed(error)} from the foot."
    assert plain(LESSON.situation(last)) == told
    assert not any(
        isinstance(m, Dot) and m.ink is Ink.FAULTY for m in drawn(moment_at("Long q", AlongLine, AS_LENGTH))
    )
    early = moment_at("Long q", Dotted, AS_LENGTH)
    assert "from the foot" not in LESSON.situation(early)
    assert not any("error" in text for text in labels(early))
    crosses = [m.at for m in drawn(early) if isinstance(m, Dot) and m.ink is Ink.FAULTY]
    assert crosses == [pytest.approx(tuple(last.faulty.foot))]


def test_a_clamp_stops_at_b() -> None:
    last = moment_at("Beyond b", FootFound, CLAMPED)
    error = math.dist(last.scene.b, foot(last.scene)[1])
    assert last.faulty.foot == pytest.approx(last.scene.b)
    assert f"error {fixed(error)}" in labels(last)
    told = f"This rule keeps t between 0 and 1, right for a segment, wrong for a line: {fixed(error)} from the foot."
    assert plain(LESSON.situation(last)) == told
    for kind in (AlongLine, Dotted, Squared):  # it fails at the fraction: before, nothing is another
        before = moment_at("Beyond b", kind, CLAMPED)
        assert not any(getattr(m, "ink", None) is Ink.FAULTY for m in drawn(before))
        assert "This rule" not in LESSON.situation(before)
    assert r"\min(1,\ \max(0,\ t))" in LESSON.page(last).formula, "what t' is"
    measured = [m for m in drawn(last) if isinstance(m, Stroke) and m.ink is Ink.FAULTY and m.line is Line.MEASURE]
    assert math.dist(*measured[0].points) == pytest.approx(error)
    assert moment_at("Between a and b", FootFound, CLAMPED).faulty.error == pytest.approx(0.0, abs=1e-12)


def test_the_faulty_rules() -> None:
    found = product_as_length((0.0, 0.0), (2.0, 0.0), (1.5, 1.0))
    assert (found.foot.tolist(), found.error) == ([3.0, 0.0], 1.5)
    assert clamped((0.0, 0.0), (2.0, 0.0), (-1.0, 1.0)).foot.tolist() == [0.0, 0.0]
    assert clamped((0.0, 0.0), (2.0, 0.0), (5.0, 1.0)).error == 3.0
    for rule in (product_as_length, clamped):
        with pytest.raises(ValueError, match="coincide"):
            rule((1.0, 1.0), (1.0, 1.0), (0.0, 0.0))


def test_one_point_is_no_line() -> None:
    moments = moments_of(LESSON, SCENES["No line"].scene, CLAMPED)
    assert [type(m.step) for m in moments] == [AlongLine, Dotted, Squared]
    assert isinstance(moments[-1].trace.refusal, ValueError)
    assert said(moments[-1]) == "‖q‖^2 = 0, so t = 0 / 0 has no value."
    for moment in moments:
        assert plain(LESSON.situation(moment)) == "a and b are one point: there is no line."
        idea = plain(LESSON.page(moment).idea)
        assert ("before you divide" in idea) is ("0 / 0" in idea) is (moment is moments[-1]), (
            "not before it is computed"
        )
        goal = LESSON.challenge(moment)
        assert goal is not None
        assert not goal.reached
        assert goal.now == "now t has no value"
        assert LESSON.page(moment).prediction is None
        assert not any(isinstance(m, Unbounded) for m in drawn(moment))
        assert "?" not in idea, "no question in place of a statement"
    assert said(moments[1]).endswith("one of the two has length 0.")
    assert not any(isinstance(m, Area) for moment in moments[:-1] for m in drawn(moment))
    asked = replace(moments[-1], is_open=True)
    assert not any(isinstance(m, Area) for m in drawn(asked)), "not while it is asked what t does"


def test_two_short_q_show_why_t_grows() -> None:
    last = moments_of(LESSON, SCENES["No line"].scene)[-1]
    sizes = [np.ptp(np.array(m.points), axis=0) for m in drawn(last) if isinstance(m, Area)]
    (dot, square), (dot_2, square_2) = ([float(w * h) for w, h in pair] for pair in (sizes[:2], sizes[2:]))
    words = [plain(m.text) for m in drawn(last) if isinstance(m, Label)]
    for size, t in ((math.sqrt(square), dot / square), (math.sqrt(square_2), dot_2 / square_2)):
        assert f"‖q‖ = {fixed(size)}: t = {fixed(t)}" in words
    assert dot_2 / square_2 > 4.0 * dot / square
    assert dot / math.sqrt(square) == pytest.approx(last.scene.p[0]), "the shadow of p along x"


def test_the_challenge_is_met_by_a_right_angle_at_a() -> None:
    scene = SCENES["Between a and b"].scene
    challenge = LESSON.challenge(moments_of(LESSON, scene)[0])
    assert challenge is not None
    assert challenge.now == f"now t = {fixed(foot(scene)[0])}"
    x, y = scene.p
    across = LESSON.challenge(moments_of(LESSON, replace(scene, b=scene.a + (y, -x)))[0])
    assert across is not None
    assert across.reached
    on_a = LESSON.challenge(moments_of(LESSON, replace(scene, c=vector(scene.a + (0.01, 0.0))))[0])
    assert on_a is not None
    assert not on_a.reached
    right = moments_of(LESSON, PointAndLine(vector((0.0, 0.0)), vector((1.0, 0.0)), vector((0.0, 2.0))))[1]
    assert said(right).endswith("the angle is a right angle.")


def test_each_faulty_rule_has_a_goal_of_its_own() -> None:
    for name in WISHES:
        for compare in (AS_LENGTH, CLAMPED):
            goal = LESSON.challenge(moment_at(name, FootFound, compare))
            assert goal is not None
            assert not goal.reached
            assert "this rule" in goal.text
            early = LESSON.challenge(moment_at(name, AlongLine, compare))
            assert early is not None
            assert "this rule" not in early.text, "before it is told of"
    scene = SCENES["Long q"].scene
    short = LESSON.challenge(moment_at_scene(replace(scene, b=vector(scene.a + scene.q / 4.0)), AS_LENGTH))
    far = LESSON.challenge(moment_at_scene(replace(scene, c=vector(scene.c - 2.0 * scene.q)), CLAMPED))
    equal = moment_at_scene(replace(scene, b=vector(scene.a + 1.1 * scene.q / np.hypot(*scene.q))), AS_LENGTH)
    over = LESSON.challenge(equal)
    assert over is not None
    assert not over.reached, "with q longer than 1 the rule goes beyond the foot"
    for goal, told in ((short, "now ‖q‖ = 0.84"), (far, "now t = −1.56")):
        assert goal is not None
        assert goal.reached
        assert goal.now == told


def moment_at_scene(scene: PointAndLine, compare: str) -> Moment[PointAndLine]:
    return moments_of(LESSON, scene, compare)[-1]


def test_points_and_vectors_are_symbols_in_every_sentence() -> None:
    for name, preset in SCENES.items():
        for compare in ("", AS_LENGTH, CLAMPED):
            for moment in moments_of(LESSON, preset.scene, compare):
                page, goal = LESSON.page(moment), LESSON.challenge(moment)
                texts = [page.idea, page.sentence, page.known, LESSON.situation(moment)]
                texts += [goal.text, goal.hint] if goal is not None else []
                if isinstance(page.prediction, Place):
                    asked = page.prediction
                    verdicts = [asked.judge(each) for each in (asked.start, asked.right)]
                    texts += [page.prediction.text, *(verdict.because for verdict in verdicts)]
                for text in texts:
                    bare = re.sub(r"\$[^$]*\$|\*\*[^*]*\*\*", "", text)
                    assert not re.search(r"\b[bcfpqt]\b|\ba (and|is|\.)", bare), (name, text)


@pytest.mark.parametrize("name", ["Between a and b", "Behind a"])
def test_the_panel_follows_c_on_its_way(name: str) -> None:
    last = moment_at(name, FootFound)
    for time in (0.0, 0.4, 0.8):
        now = replace(last, time=time)
        scene = shown(now)
        t = float((scene.c - scene.a) @ scene.q) / float(scene.q @ scene.q)
        page = LESSON.page(now)
        foot = scene.a + t * scene.q
        far = t * math.hypot(*scene.q)
        assert plain(page.sentence) == f"Now t = {fixed(t)}: f = {coords(foot)} and ℓ = {fixed(far)}."
        p = scene.c - scene.a
        told = [coords(p), fixed(float(p @ scene.q)), fixed(t), coords(foot), fixed(far)]
        assert [plain(each.cells[1]) for each in page.rows] == told, "nothing in the table is left at rest"
        table = LESSON.table(now)
        assert table is not None
        assert len(table.rows) == 7, "in the rows that are there"
    assert "Now" not in LESSON.page(last).sentence


def _reached(scene: PointAndLine) -> bool:
    found = LESSON.challenge(moments_of(LESSON, scene)[0])
    assert found is not None
    return found.reached


def test_each_scene_has_a_goal_of_its_own_that_can_be_reached() -> None:
    goals = [LESSON.challenge(moments_of(LESSON, preset.scene)[0]) for preset in SCENES.values()]
    assert len({goal.text for goal in goals if goal is not None}) == len(SCENES)
    beyond, behind, long, on_line, none = (SCENES[name].scene for name in list(SCENES)[1:])
    assert _reached(replace(beyond, a=vector(foot(beyond)[1] - 0.2 * beyond.q)))
    assert _reached(replace(behind, c=vector(behind.c + (1.0 - foot(behind)[0]) * behind.q)))
    up = (long.c - foot(long)[1]) / math.dist(long.c, foot(long)[1])
    assert _reached(replace(long, c=vector(long.c + 0.8 * up)))
    assert not _reached(replace(long, c=vector(long.c + 0.8 * up + 0.1 * long.q))), "p · q has changed"
    assert fixed(float(long.p @ long.q)) in LESSON.challenge(moments_of(LESSON, long)[0]).text
    assert _reached(replace(on_line, c=vector(on_line.a - on_line.q)))
    assert not _reached(replace(on_line, c=vector(on_line.a - on_line.q + 0.3 * up))), "off the line"
    assert _reached(replace(none, b=vector(none.a + 0.08 * none.p)))


def test_a_fraction_at_an_end_is_neither_before_nor_beyond() -> None:
    for t, told in (
        (0.0, "at a"),
        (1.0 + 1e-13, "at b"),
        (1.0 - 1e-13, "at b"),
        (-1e-13, "at a"),
        (1.01, "beyond b"),
    ):
        assert plain(where(t)) == told
    for turn in np.linspace(0.0, 6.0, 40):
        x, y = math.cos(turn), math.sin(turn)
        scene = PointAndLine(vector((0.1, 0.2)), vector((0.1 + 3 * x, 0.2 + 3 * y)), vector((0.1 - y, 0.2 + x)))
        assert said(moments_of(LESSON, scene)[1]).endswith("the angle is a right angle."), "not by rounding"


def test_light_falls_from_p_to_its_shadow() -> None:
    (light,) = [m for m in drawn(moment_at("Between a and b", FootFound)) if isinstance(m, Light)]
    scene = SCENES["Between a and b"].scene
    f = foot(scene)[1]
    assert np.array(light.points) == pytest.approx(np.array((scene.a, f, scene.c, scene.a + scene.c - f)))
    assert light.origin == pytest.approx(tuple(f))


def test_the_ends_of_an_error_are_joined_to_the_feet() -> None:
    moment = moment_at("Long q", FootFound, AS_LENGTH)
    thin = [m.points for m in drawn(moment) if isinstance(m, Stroke) and m.ink is Ink.FAULTY and m.line is Line.THIN]
    starts = [points[0] for points in thin]
    assert starts == [pytest.approx(tuple(foot(moment.scene)[1])), pytest.approx(tuple(moment.faulty.foot))]
