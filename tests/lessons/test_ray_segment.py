"""A moving point and a wall: areas, ratios, answers and failing rules, against shapely and linear equations."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from shapely import LineString, Point, Polygon

from geometry import Outcome, SweptImpact
from geometry.swept_circle.point_segment import CrossProducts, FractionFound, HeightMeasured, LinesMet
from lessons.motion.ray_segment import ENDLESS, PARALLEL, SIDES, PointAndWall, RaySegment
from lessons.motion.ray_segment_figure import PART, WHOLE
from tests.lessons.second_edition import moments_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.mark import Area, Dot, Label, Stroke
from viz.lesson.prediction import Choose, Place
from viz.lesson.scene import Arrow
from viz.lesson.text import fixed, plain

LESSON = RaySegment()
CROSSING = ["Hit", "Past the end", "Motion too short", "Moving away"]
crossing = pytest.mark.parametrize("name", CROSSING)


def at(name: str, kind: type, compare: str = "", time: float | None = None) -> Moment[PointAndWall]:
    moments = moments_of(LESSON, LESSON.presets[name].scene, compare)
    found = next(m for m in moments if isinstance(m.step, kind))
    return found if time is None else replace(found, time=time)


def drawn(moment: Moment[PointAndWall], pane: int = 0) -> Canvas:
    canvas = Canvas(0.01)
    LESSON.panes[pane].draw(canvas, moment)
    return canvas


def labels(canvas: Canvas, ink: Ink) -> list[str]:
    return [plain(mark.text) for mark in canvas.marks if isinstance(mark, Label) and mark.ink is ink]


def areas(canvas: Canvas, ink: Ink) -> list[float]:
    return [Polygon(mark.points).area for mark in canvas.marks if isinstance(mark, Area) and mark.ink is ink]


def solved(scene: PointAndWall) -> tuple[float, float]:
    t, f = np.linalg.solve(np.column_stack((scene.v, -scene.e)), scene.p - scene.c).tolist()
    return t, f


@crossing
def test_t_and_f_solve_both_equations(name: str) -> None:
    scene = LESSON.presets[name].scene
    t, f = solved(scene)
    first, second = at(name, FractionFound), at(name, LinesMet)
    assert plain(LESSON.page(first).sentence).split(" = ")[2].startswith(fixed(t))
    assert f"= {fixed(f)}: the path meets" in plain(LESSON.page(second).sentence)
    inside = 0.0 <= f <= 1.0
    assert ("between p and q" in plain(LESSON.page(second).sentence)) is inside
    where = [mark.at for mark in drawn(first).marks if isinstance(mark, Dot) and mark.ink is Ink.ANSWER]
    assert where == [pytest.approx(tuple(scene.p + f * scene.e))]
    assert labels(drawn(first), Ink.ANSWER) == [f"t = {fixed(t)}"]
    assert labels(drawn(second), Ink.ANSWER) == [f"f = {fixed(f)}"]


@crossing
def test_the_last_step_says_what_shapely_says(name: str) -> None:
    moment = at(name, SweptImpact)
    scene, (t, f) = moment.scene, solved(moment.scene)
    path, wall = LineString((scene.c, scene.path.end)), LineString((scene.p, scene.q))
    assert (
        path.intersects(wall)
        is (moment.step.outcome is Outcome.HIT)
        is ("hit." in plain(LESSON.page(moment).sentence))
    )
    words = {
        "Hit": f"t = {fixed(t)} and f = {fixed(f)} both lie in 0 … 1: a hit.",
        "Past the end": f"f = {fixed(f)} is not in 0 … 1: the point passes the wall beyond q.",
        "Motion too short": f"t = {fixed(t)} is above 1: the motion ends before the wall’s line.",
        "Moving away": f"t = {fixed(t)} is below 0: the point moves away from the wall’s line.",
    }
    assert plain(LESSON.page(moment).sentence) == words[name]
    (one, other) = [mark for mark in drawn(moment, 1).marks if isinstance(mark, Dot)]
    assert (one.at[1], other.at[1]) == pytest.approx((t, f))
    for mark in (one, other):
        assert mark.ink is (Ink.ANSWER if 0.0 <= mark.at[1] <= 1.0 else Ink.OVERLAP)
    told = LESSON.situation(moment)
    hit = f"The point meets the wall at t = {fixed(t)}, at f = {fixed(f)} of its length."
    assert plain(told) == (hit if name == "Hit" else "The point does not meet the wall.")
    clock = LESSON.clock(moment)
    assert clock.impact == (pytest.approx(t) if name == "Hit" else None)
    assert clock.ticks[:3] == (0.0, 0.0, 0.0)
    assert clock.ticks[3:5] == (pytest.approx(min(max(t, 0.0), 1.0)),) * 2


@crossing
def test_areas_and_heights_are_those_drawn(name: str) -> None:
    scene = LESSON.presets[name].scene
    line = LineString((scene.p - 9.0 * scene.e, scene.q + 9.0 * scene.e))
    height = line.distance(Point(scene.c))
    closer = line.distance(Point(scene.p + scene.v))
    first, second, third = at(name, HeightMeasured), at(name, CrossProducts), at(name, LinesMet)
    long = math.dist(scene.p, scene.q)
    assert areas(drawn(second), Ink.GAP)[0] == pytest.approx(height * long)
    assert areas(drawn(second), Ink.EXAMINED) == [pytest.approx(closer * long)]
    assert plain(LESSON.page(first).sentence).rstrip(".").replace("−", "").endswith(f" = {fixed(height)}")
    assert f"= {'' if second.step.across > 0.0 else '−'}{fixed(closer)}: the motion leads" in plain(
        LESSON.page(second).sentence
    )
    leads = "away from" if name == "Moving away" else "towards"
    assert plain(LESSON.page(second).sentence).endswith(f"leads {leads} the line.")
    (bar, whole) = (Polygon(m.points).bounds for m in drawn(second, 1).marks if isinstance(m, Area))
    assert (bar[3] - bar[1], whole[3] - whole[1]) == pytest.approx((height, closer))
    assert (bar[3] > 0.0) is (whole[3] > 0.0) is not (name == "Moving away") or name == "Moving away"
    path = LineString((scene.c - 9.0 * scene.v, scene.c + 9.0 * scene.v))
    (bar, whole) = (Polygon(m.points).bounds for m in drawn(third, 1).marks if isinstance(m, Area))
    over, up = (
        path.distance(Point(scene.p)),
        LineString((scene.p - 9 * scene.v, scene.p + 9 * scene.v)).distance(Point(scene.q)),
    )
    assert (bar[3] - bar[1], whole[3] - whole[1]) == pytest.approx((over, up))
    assert areas(drawn(third), Ink.GAP) == [pytest.approx(over * math.hypot(*scene.v))]
    assert areas(drawn(third), Ink.EXAMINED) == [pytest.approx(up * math.hypot(*scene.v))]


def test_the_area_shrinks_with_the_time() -> None:
    scene = LESSON.presets["Hit"].scene
    t, _ = solved(scene)
    whole = areas(drawn(at("Hit", HeightMeasured, time=0.0)), Ink.GAP)
    half = areas(drawn(at("Hit", HeightMeasured, time=t / 2.0)), Ink.GAP)
    assert whole == [pytest.approx(whole[0])] * 2
    assert half == [pytest.approx(whole[0]), pytest.approx(whole[0] / 2.0)]
    told = LESSON.situation(at("Hit", HeightMeasured, time=t / 2.0))
    left = LineString((scene.p, scene.q)).distance(Point(scene.c + t / 2.0 * scene.v))
    assert plain(told) == f"At t = {fixed(t / 2.0)} the point is {fixed(left)} from the wall’s line."


def test_the_height_after_half_of_the_motion() -> None:
    moment = at("Hit", CrossProducts)
    asked, scene = LESSON.page(moment).prediction, moment.scene
    assert isinstance(asked, Place)
    left = LineString((scene.p, scene.q)).distance(Point(scene.c + 0.5 * scene.v))
    assert asked.right[0][1] == pytest.approx(left)
    h = asked.start[0][1]
    for y, is_right, words in (
        (left + 0.04 * h, True, fixed(left)),
        (h / 2.0, False, "Half of"),
        (h, False, "height at the start"),
    ):
        verdict = asked.judge(((asked.start[0][0], y),))
        assert verdict.right is is_right
        assert words in plain(verdict.because)
        assert verdict.draw is not None
        canvas = Canvas(0.01)
        verdict.draw(canvas, "world")
        ink = Ink.ANSWER if is_right else Ink.A  # it is there at that time: no wrong place
        assert [m.at for m in canvas.marks if isinstance(m, Dot) and m.ink is ink] == [
            pytest.approx(tuple(scene.c + 0.5 * scene.v))
        ]
        lengths = [math.dist(*m.points) for m in canvas.marks if isinstance(m, Stroke)]
        assert lengths == ([pytest.approx(left)] if is_right else [])
    area = [pytest.approx(h * math.dist(scene.p, scene.q))]
    opened = [areas(drawn(replace(moment, is_open=True, time=t)), Ink.GAP) for t in (0.0, 0.5)]
    assert opened == [area, area], "nothing shrinks while it is open"


def test_f_of_the_wall_listed_the_other_way() -> None:
    moment = at("Hit", LinesMet)
    scene, asked = moment.scene, LESSON.page(moment).prediction
    assert isinstance(asked, Choose)
    _, f = solved(replace(scene, p=scene.q, q=scene.p))
    assert asked.right == {fixed(f)}
    place = scene.at(solved(scene)[0])
    for answer in asked.options:
        verdict, canvas = asked.judge(answer), Canvas(0.01)
        assert verdict.draw is not None
        verdict.draw(canvas, "world")
        (dot,) = [mark for mark in canvas.marks if isinstance(mark, Dot)]
        number = float(answer.replace("−", "-"))
        assert dot.at == pytest.approx(tuple(scene.q - number * scene.e), abs=0.01)
        assert np.allclose(dot.at, place, atol=0.01) is verdict.right is (dot.ink is Ink.ANSWER)


@pytest.mark.parametrize(
    ("name", "compare", "words"),
    [
        ("Past the end", SIDES, "so it reports a hit at t = {t}, {off} beyond q. There is no hit."),
        ("Motion too short", ENDLESS, "it reports a hit at t = {t}, after the end of the motion. There is no hit."),
        ("Along the wall’s line", PARALLEL, "it reports no hit. The point meets the wall at t = {end}."),
    ],
)
def test_a_faulty_test_fails_and_says_how(name: str, compare: str, words: str) -> None:
    moment = at(name, SweptImpact, compare)
    scene, wall = moment.scene, LineString((moment.scene.p, moment.scene.q))
    t = solved(scene)[0] if compare != PARALLEL else math.nan
    off = wall.distance(Point(scene.at(t))) if compare != PARALLEL else 0.0
    end = Point(scene.c).distance(wall) / math.hypot(*scene.v)
    assert plain(LESSON.situation(moment)).endswith(words.format(t=fixed(t), off=fixed(off), end=fixed(end)))
    crosses = [m.at for m in drawn(moment).marks if isinstance(m, Dot) and m.ink is Ink.FAULTY]
    assert crosses == [pytest.approx(tuple(scene.path.end if compare == PARALLEL else scene.at(t)))]
    assert LESSON.presets[name].compare == compare
    for other in LESSON.compare:
        assert other.differs(at(name, SweptImpact, other.name)) is (other.name == compare)
        assert not other.differs(at("Hit", SweptImpact, other.name))


def test_on_the_wall_s_line_and_on_the_wall() -> None:
    along = at("Along the wall’s line", SweptImpact)
    scene = along.scene
    assert along.step.fraction == pytest.approx(math.dist(scene.c, scene.p) / math.hypot(*scene.v))
    assert plain(LESSON.page(along).sentence) == "Contact at t = 0.60."
    back = replace(scene, path=Arrow(scene.q + 0.4 * scene.v, scene.q - 0.6 * scene.v))
    (end,) = [m for m in moments_of(LESSON, back) if LESSON.story.stage(m) == "Nearer end"]
    assert plain(LESSON.page(end).sentence).startswith("The end to meet is q: t = ")
    assert r"\B{q}-\A{c}" in LESSON.page(end).formula
    (free,) = [m for m in drawn(along).marks if isinstance(m, Stroke) and m.ink is Ink.GAP and m.line is Line.FEATURE]
    assert free.points == (pytest.approx(tuple(scene.c)), pytest.approx(tuple(scene.p)))
    start = moments_of(LESSON, LESSON.presets["Start on the wall"].scene)
    assert [LESSON.story.stage(m) for m in start] == ["Unknowns", "On the wall", "Impact"]
    assert plain(LESSON.situation(start[-1])) == "The point is in contact with the wall at the start."
    crossed = replace(LESSON.presets["Hit"].scene, path=Arrow((0.9, 1.8), (1.5, 0.0)))
    (height, *_) = [m for m in moments_of(LESSON, crossed) if isinstance(m.step, HeightMeasured)]
    assert height.step.height == pytest.approx(0.0)
    assert len(areas(drawn(height, 1), Ink.GAP)) == 1, "a height of 0 is a bar beside that of v"
    parallel = replace(LESSON.presets["Hit"].scene, path=Arrow((0.0, 0.0), (0.2, 0.9)))
    last = moments_of(LESSON, parallel)[-1]
    area, h = np.linalg.det(np.stack((parallel.p - parallel.c, parallel.e))), abs(solved_height(parallel))
    assert plain(LESSON.page(last).sentence) == (
        f"t · 0 = {fixed(float(area))} has no solution. h = {fixed(h)} at every time: no hit."
    )
    assert "**no** $t$ solves it" in LESSON.page(last).idea


def solved_height(scene: PointAndWall) -> float:
    """Of c over the wall's line, positive on its left."""
    return float(np.linalg.det(np.stack((scene.p - scene.c, scene.e)))) / math.hypot(*scene.e)


def test_a_parallel_wall_and_one_without_length() -> None:
    beside = moments_of(LESSON, LESSON.presets["Parallel to the wall"].scene)
    assert [LESSON.story.stage(m) for m in beside] == ["Unknowns", "Height of c", "Height of v", "Impact"]
    path, wall = (LineString(ends) for ends in ((beside[0].scene.c, beside[0].scene.path.end),
                                                (beside[0].scene.p, beside[0].scene.q)))  # fmt: skip
    assert path.distance(wall) == pytest.approx(abs(solved_height(beside[0].scene)))
    assert plain(LESSON.situation(beside[-1])) == "The point does not meet the wall."
    point = LESSON.presets["Wall without length"].scene
    last = moments_of(LESSON, point)[-1]
    t = math.dist(point.p, point.c) / math.hypot(*point.v)
    assert last.step.fraction == pytest.approx(t)
    assert plain(LESSON.page(last).sentence).endswith(f"= {fixed(t)}: the path goes through p.")
    aside = replace(point, p=point.p + (0.0, 0.3), q=point.q + (0.0, 0.3))
    missed = LESSON.page(moments_of(LESSON, aside)[-1])
    far = LineString((aside.c, aside.path.end)).distance(Point(aside.p))
    assert plain(missed.sentence).endswith(f"but p is {fixed(far)} beside the path.")


def test_why_a_parallel_wall_has_no_single_t() -> None:
    """No t: the height stays. Every t: each has its f, and the pair solves c + t v = p + f e."""
    *_, products, last = moments_of(LESSON, LESSON.presets["Parallel to the wall"].scene)
    assert "parallel to the line" in plain(LESSON.page(products).sentence)
    assert "no single answer" in LESSON.page(products).idea
    scene, h = last.scene, abs(solved_height(last.scene))
    (between,) = areas(drawn(last), Ink.GAP)
    assert between == pytest.approx(h * math.hypot(*scene.v)), "as high at the end as at the start"
    assert f"h = {fixed(h)} at every t" in labels(drawn(last), Ink.GAP)
    for moment in (products, last):
        assert "no t" in labels(drawn(moment, 1), Ink.ANSWER)
        assert not [m for m in drawn(moment, 1).marks if isinstance(m, Dot) and m.ink is Ink.ANSWER]
    on_line = moments_of(LESSON, LESSON.presets["Along the wall’s line"].scene)
    scene, shown = on_line[0].scene, [moment for moment in on_line if moment.has_seen(CrossProducts)]
    assert [LESSON.story.stage(m) for m in shown] == ["Height of v", "Nearer end", "Impact"]
    for moment in shown:
        strokes = [m.points for m in drawn(moment, 1).marks if isinstance(m, Stroke)]
        pairs = [ends for ends in strokes if (ends[0][0], ends[1][0]) == (PART, WHOLE)]
        assert len(pairs) >= 11
        for (_, t), (_, f) in pairs:
            assert scene.c + t * scene.v == pytest.approx(scene.p + f * scene.e)
    assert "**every** $t$ solves it" in LESSON.page(shown[1]).idea


def test_the_running_time_is_a_tick_and_an_answer_a_dot() -> None:
    for name in ("Hit", "Along the wall’s line", "Wall without length", "Start on the wall"):
        moments = moments_of(LESSON, LESSON.presets[name].scene)
        first = drawn(replace(moments[0], time=0.3), 1)
        assert not [m for m in first.marks if isinstance(m, Dot)]
        assert [m.points[0][1] for m in first.marks if isinstance(m, Stroke) and m.ink is Ink.INTERFACE] == [0.3]
        scene, last = moments[-1].scene, moments[-1]
        dots = [m.at[1] for m in drawn(last, 1).marks if isinstance(m, Dot)]
        assert dots[0] == pytest.approx(last.step.fraction)
        if scene.e.any():
            assert scene.p + dots[1] * scene.e == pytest.approx(scene.at(last.step.fraction), abs=1e-6)


def test_the_challenge_asks_for_both_ratios_below_0() -> None:
    behind = replace(LESSON.presets["Hit"].scene, path=Arrow((0.6, -1.8), (1.5, -1.9)))
    for scene in (behind, replace(behind, p=behind.q, q=behind.p)):
        t, f = solved(scene)
        challenge = LESSON.challenge(moments_of(LESSON, scene)[-1])
        assert challenge is not None
        assert challenge.reached is (max(t, f) < -0.1)
        assert challenge.now == f"t = {fixed(t)}, f = {fixed(f)}"
    assert LESSON.challenge(at("Hit", CrossProducts)) is None
