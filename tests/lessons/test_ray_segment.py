"""A moving point and a wall: areas, ratios, answers and failing rules, against shapely and linear equations."""

from __future__ import annotations

import math
import re
from dataclasses import replace

import numpy as np
import pytest
from shapely import LineString, Point, Polygon

from geometry import Outcome, SweptImpact
from geometry.swept_circle.point_segment import CrossProducts, FractionFound, HeightMeasured, LinesMet
from geometry.swept_circle.steps import RelativeMotion
from lessons.motion.ray_segment import ENDLESS, PARALLEL, SIDES, PointAndWall, RaySegment
from lessons.motion.ray_segment_goals import goal
from lessons.motion.ray_segment_scales import PART, WHOLE
from tests.lessons.second_edition import moments_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.ink import Point as Style
from viz.lesson.lesson import Moment
from viz.lesson.mark import Area, Dot, Label, Pair, Stroke, Symbol
from viz.lesson.mark import Arrow as ArrowMark
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


def ratio_ink(ratio: float, *, is_hit: bool) -> tuple[Ink, Style]:
    """Red forbids a hit; the halo is that of a hit alone."""
    if not 0.0 <= ratio <= 1.0:
        return Ink.OVERLAP, Style.FILLED
    return (Ink.ANSWER, Style.ANSWER) if is_hit else (Ink.TEXT, Style.FILLED)


@crossing
def test_t_and_f_solve_both_equations(name: str) -> None:
    scene = LESSON.presets[name].scene
    t, f = solved(scene)
    first, second = at(name, FractionFound), at(name, LinesMet)
    assert plain(LESSON.page(first).sentence).split(" = ")[2].startswith(fixed(t))
    path = "path" if 0.0 <= t <= 1.0 else "path’s line"
    assert f"= {fixed(f)}: the {path} meets" in plain(LESSON.page(second).sentence)
    when = "" if 0.0 <= t <= 1.0 else f", {'before the start' if t < 0.0 else 'after the end'} of the motion"
    path = "path" if 0.0 <= t <= 1.0 else "path’s line, extended,"
    for moment in (first, second):
        told = f"The {path} meets the wall’s line at t = {fixed(t)}{when}."
        assert plain(LESSON.situation(moment)) == told, "the path itself ends at c + v"
    inside = 0.0 <= f <= 1.0
    assert ("between p and q" in plain(LESSON.page(second).sentence)) is inside
    for moment, ratio, words in ((first, t, f"t = {fixed(t)}"), (second, f, f"f = {fixed(f)}")):
        ink, point = ratio_ink(ratio, is_hit=name == "Hit")
        where = [(m.at, m.point) for m in drawn(moment).marks if isinstance(m, Dot) and m.ink is ink]
        assert where == [(pytest.approx(tuple(scene.p + f * scene.e)), point)]
        assert words in labels(drawn(moment), ink)
        assert ink in [m.ink for m in drawn(moment, 1).marks if isinstance(m, Label) and plain(m.text) == words]


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
        "Hit": f"t = {fixed(t)} and f = {fixed(f)} both lie between 0 and 1: a hit.",
        "Past the end": f"f = {fixed(f)} is not between 0 and 1: the point passes the wall beyond q.",
        "Motion too short": f"t = {fixed(t)} is above 1: the motion ends before the wall’s line.",
        "Moving away": f"t = {fixed(t)} is below 0: the point moves away from the wall’s line.",
    }
    assert plain(LESSON.page(moment).sentence) == words[name]
    (one, other) = [mark for mark in drawn(moment, 1).marks if isinstance(mark, Dot)]
    assert (one.at[1], other.at[1]) == pytest.approx((t, f))
    for mark in (one, other):
        assert (mark.ink, mark.point) == ratio_ink(mark.at[1], is_hit=name == "Hit")
    told = LESSON.situation(moment)
    hit = f"The point meets the wall at t = {fixed(t)}, {fixed(f)} of the way from p to q."
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
    assert f" = {fixed(height)}: the signed distance" in plain(LESSON.page(first).sentence).replace("−", "")
    c, e, v = scene.c, scene.e, scene.v
    for side, ink, size in ((scene.p - c, Ink.GAP, height), (v, Ink.EXAMINED, closer)):
        lines = [m for m in drawn(second).marks if isinstance(m, Stroke) and m.line is Line.MEASURE and m.ink is ink]
        tall = max(lines, key=lambda m: math.dist(*m.points))
        assert math.dist(*tall.points) == pytest.approx(size), "the height is drawn at its length"
        inside = Polygon((c, c + side, c + side + e, c + e)).buffer(1e-6)
        has_room = abs(float(side @ e)) <= float(e @ e)
        assert not has_room or inside.covers(LineString(tall.points)), "and ends on two sides of its area"
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


def test_the_equation_that_the_cross_product_leaves_is_shown_before_its_area_is_named() -> None:
    moment = at("Hit", HeightMeasured)
    formula = LESSON.page(moment).formula
    left, right, name = re.sub(r"\\(examined|boldsymbol|B|A|gap)\b|[{}\\ ,]", "", formula).split("=")
    assert (left, right, name) == ("tvtimes(q-p)", "(p-c)times(q-p)", "A_t")
    scene = moment.scene
    t, cross = solved(scene)[0], lambda a, b: float(np.linalg.det(np.stack((a, b))))
    assert t * cross(scene.v, scene.e) == pytest.approx(cross(scene.p - scene.c, scene.e))


def test_the_height_of_the_motion_ends_at_its_tip_where_it_would_run_along_the_other_area() -> None:
    low = replace(LESSON.presets["Hit"].scene, path=Arrow((-1.7, -0.5), (1.5, 0.6)))
    low = replace(low, p=np.array((0.3, -0.9)), q=np.array((0.7, 0.9)))
    moment = next(m for m in moments_of(LESSON, low) if isinstance(m.step, CrossProducts))
    heights = [m for m in drawn(moment).marks if isinstance(m, Stroke) and m.ink is Ink.EXAMINED]
    tall = max((m for m in heights if m.line is Line.MEASURE), key=lambda m: math.dist(*m.points))
    assert tall.points[1] == pytest.approx(tuple(moment.scene.path.end))


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
    h = asked.along[0][1][1]
    assert h == pytest.approx(abs(solved_height(scene)))
    assert h - asked.right[0][1] == pytest.approx(left)
    (name,) = asked.names
    assert callable(name)
    assert name(asked.right[0]) == f"{fixed(left)} left"
    assert asked.start[0][1] == 0.0
    for y, is_right, words in (
        (h - left + 0.04 * h, True, f"= {fixed(left)}."),
        (h / 2.0, False, "Half of"),
        (0.0, False, "the distance at the start"),
        (left, False, f"has covered {fixed(left)}"),
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


@pytest.mark.parametrize(("name", "t"), [("Hit", 0.5), ("Past the end", 0.25), ("Motion too short", 1.0)])
def test_each_scene_asks_about_a_time_of_its_own(name: str, t: float) -> None:
    moment = at(name, CrossProducts)
    asked, scene = LESSON.page(moment).prediction, moment.scene
    assert isinstance(asked, Place)
    assert f"at $t$ = {fixed(t)}?" in asked.text
    line = LineString((scene.p - 9.0 * scene.e, scene.q + 9.0 * scene.e))
    left, h = line.distance(Point(scene.at(t))), abs(solved_height(scene))
    assert h - asked.right[0][1] == pytest.approx(left)
    verdict = asked.judge(asked.right)
    assert verdict.right
    assert verdict.remarks[0].words == f"{fixed(left)} left"
    terms, told = plain(verdict.because).rstrip(".").split(": ")[1].split(" = ")
    over, covered = map(float, terms.split(" − "))
    assert over - covered == pytest.approx(float(told), abs=0.0101), "true of the shown numbers"
    assert float(told) == pytest.approx(left, abs=0.00501)
    for y in (0.0, t * h, 0.9 * h):
        wrong = asked.judge(((asked.start[0][0], y),))
        if abs(y - asked.right[0][1]) > 0.06 * h:
            assert not wrong.right
            assert f"{fixed(left)}." not in wrong.because.removesuffix("?"), "the number is not given away"


def test_the_heights_stand_apart_in_the_first_scene() -> None:
    """That of v does not run along an edge of the other area."""
    moment = at("Hit", CrossProducts)
    scene = moment.scene
    tall = max(
        (
            m
            for m in drawn(moment).marks
            if isinstance(m, Stroke) and m.ink is Ink.EXAMINED and m.line is Line.MEASURE
        ),
        key=lambda m: math.dist(*m.points),
    )
    edge = LineString((scene.c + scene.e, scene.q))
    assert edge.distance(Point(tall.points[1])) > 0.6
    assert math.dist(tall.points[1], scene.path.end) > 0.3, "inside, not at the tip"


def test_each_faulty_test_has_a_goal_of_its_own() -> None:
    for name in CROSSING:
        for compare in (SIDES, ENDLESS):
            found = LESSON.challenge(at(name, SweptImpact, compare))
            assert found is not None
            assert not found.reached
    scene = LESSON.presets["Hit"].scene
    above = replace(scene, path=Arrow((-1.7, 0.75), (1.5, 0.75)))
    short = replace(scene, path=Arrow((-1.7, 0.0), (0.38, 0.0)))
    touching = replace(scene, path=Arrow((-1.7, 0.0), (0.5, 0.0)))
    wall = LineString((scene.p, scene.q))
    for made, compare, reached in (
        (above, SIDES, True),
        (short, ENDLESS, True),
        (short, SIDES, False),
        (above, ENDLESS, False),
        (touching, ENDLESS, False),
    ):
        found = LESSON.challenge(moments_of(LESSON, made, compare)[-1])
        assert found is not None
        assert found.reached is reached
    assert wall.distance(LineString((above.c, above.path.end))) < 0.1
    assert 0.0 < wall.distance(Point(short.path.end)) < 0.1


def test_vectors_are_bold_and_numbers_are_not() -> None:
    for name, preset in LESSON.presets.items():
        for compare in ("", SIDES, ENDLESS, PARALLEL):
            for moment in moments_of(LESSON, preset.scene, compare):
                page = LESSON.page(moment)
                texts = [page.idea, page.sentence, page.formula, LESSON.situation(moment)]
                texts += [cell for row in page.rows for cell in row.cells]
                if page.prediction is not None:
                    texts.append(page.prediction.text)
                for text in texts:
                    assert not re.search(r"\\(A|B|examined)\{[cpqv]\}|\$[cpqv]\$|\([pq]-[cp]\)", text), (name, text)
                    assert not re.search(r"\\boldsymbol\{?[tfhkA]", text), (name, text)


def test_both_views_are_presented() -> None:
    assert LESSON.presents is None, "the heights are the point of the step"


def test_the_motion_keeps_its_arrow_at_the_hit() -> None:
    moment = at("Hit", SweptImpact)
    (arrow,) = [m for m in drawn(moment).marks if isinstance(m, ArrowMark)]
    assert (arrow.start, arrow.end) == (
        pytest.approx(tuple(moment.scene.c)),
        pytest.approx(tuple(moment.scene.path.end)),
    )


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
        ("Past the end", SIDES, "the rule reports a hit at t = {t}, {off} beyond q: a false positive."),
        (
            "Motion too short",
            ENDLESS,
            "the rule reports a hit at t = {t}, after the end of the motion: a false positive.",
        ),
        (
            "Along the wall’s line",
            PARALLEL,
            "no hit. The point meets the wall at t = {end}: a missed hit (false negative).",
        ),
    ],
)
def test_a_faulty_test_fails_and_says_how(name: str, compare: str, words: str) -> None:
    moment = at(name, SweptImpact, compare)
    scene, wall = moment.scene, LineString((moment.scene.p, moment.scene.q))
    t = solved(scene)[0] if compare != PARALLEL else math.nan
    off = wall.distance(Point(scene.at(t))) if compare != PARALLEL else 0.0
    end = Point(scene.c).distance(wall) / math.hypot(*scene.v)
    assert plain(LESSON.situation(moment)).endswith(words.format(t=fixed(t), off=fixed(off), end=fixed(end)))
    early = at(name, CrossProducts, compare)
    if compare == PARALLEL:
        assert not re.search(r"\d", plain(LESSON.situation(early))), "its verdict alone: no t is known"
    else:
        assert LESSON.situation(early) == LESSON.situation(at(name, CrossProducts)), "no verdict before t"
    assert not [m for m in drawn(early).marks if isinstance(m, Dot) and m.ink is Ink.FAULTY]
    crosses = [m.at for m in drawn(moment).marks if isinstance(m, Dot) and m.ink is Ink.FAULTY]
    place = scene.p if compare == PARALLEL else scene.at(t)
    assert crosses == [pytest.approx(tuple(place))], "a missed hit is marked where it is missed"
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
    assert r"\B{\boldsymbol{q}}-\A{\boldsymbol{c}}" in LESSON.page(end).formula
    assert "A motion towards the wall meets the nearer end first." in LESSON.page(end).idea, "no other does"
    for way in (-0.5, 0.5):  # from outside one end, and from outside the other
        c = scene.p + (way + 0.5) * scene.e + way * scene.v
        away = moments_of(LESSON, replace(scene, path=Arrow(c, c + way * scene.v)))
        (end,) = [m for m in away if LESSON.story.stage(m) == "Nearer end"]
        assert re.match(r"The motion leads away from the wall\. For [pq], t = −\d", plain(LESSON.page(end).sentence))
    (free,) = [m for m in drawn(along).marks if isinstance(m, Stroke) and m.ink is Ink.GAP and m.line is Line.FEATURE]
    assert free.points == (pytest.approx(tuple(scene.c)), pytest.approx(tuple(scene.p)))
    start = moments_of(LESSON, LESSON.presets["Start on the wall"].scene)
    assert [LESSON.story.stage(m) for m in start] == ["Unknowns", "On the wall", "Impact"]
    assert plain(LESSON.situation(start[-1])) == "The point is in contact with the wall at the start."
    crossed = replace(LESSON.presets["Hit"].scene, path=Arrow((0.8, 1.6), (1.5, 0.0)))
    (height, *_) = [m for m in moments_of(LESSON, crossed) if isinstance(m.step, HeightMeasured)]
    assert height.step.height == pytest.approx(0.0)
    assert len(areas(drawn(height, 1), Ink.GAP)) == 1, "a height of 0 is a bar beside that of v"
    parallel = replace(LESSON.presets["Hit"].scene, path=Arrow((0.0, 0.0), (0.2, 0.9)))
    last = moments_of(LESSON, parallel)[-1]
    area, h = np.linalg.det(np.stack((parallel.p - parallel.c, parallel.e))), solved_height(parallel)
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
    assert plain(missed.sentence).endswith(f"p is {fixed(far)} beside the path’s line. No hit.")
    assert [plain(row.cells[1]) for row in LESSON.page(last_of(point)).rows] == ["0.00", "7.07", "10.88", fixed(t)]


def test_why_a_parallel_wall_has_no_single_t() -> None:
    """No t: the height stays. Every t: each has its f, and the pair solves c + t v = p + f e."""
    *_, products, last = moments_of(LESSON, LESSON.presets["Parallel to the wall"].scene)
    assert "parallel to the line" in plain(LESSON.page(products).sentence)
    assert "cannot be divided by" in LESSON.page(products).idea
    scene, h = last.scene, abs(solved_height(last.scene))
    (between,) = areas(drawn(last), Ink.GAP)
    assert between == pytest.approx(h * math.hypot(*scene.v)), "as high at the end as at the start"
    assert f"h = {fixed(h)} at every t" in labels(drawn(last), Ink.GAP)
    for moment in (products, last):
        assert "no t" in labels(drawn(moment, 1), Ink.TEXT)
        assert not [m for m in drawn(moment, 1).marks if isinstance(m, Dot) and m.ink is Ink.ANSWER]
    on_line = moments_of(LESSON, LESSON.presets["Along the wall’s line"].scene)
    scene, shown = on_line[0].scene, [moment for moment in on_line if moment.has_seen(CrossProducts)]
    assert [LESSON.story.stage(m) for m in shown] == ["Height of v", "Nearer end", "Impact"]
    for moment in shown:
        strokes = [m.points for m in drawn(moment, 1).marks if isinstance(m, Stroke)]
        pairs = [ends for ends in strokes if (ends[0][0], ends[1][0]) == (PART, WHOLE)]
        bright = [m for m in drawn(moment, 1).marks if isinstance(m, Stroke) and m.ink is Ink.ANSWER]
        assert len([m for m in bright if m.points in pairs]) == (moment is shown[-1]), "that of the contact"
        assert len(pairs) == (4 if moment is shown[-1] else 3), "among them all"
        assert "every t has its f" in labels(drawn(moment, 1), Ink.EXAMINED)
        if moment is shown[-1]:
            assert any(t == pytest.approx(moment.step.fraction) for (_, t), _ in pairs), "that of the contact"
        for (_, t), (_, f) in pairs:
            assert scene.c + t * scene.v == pytest.approx(scene.p + f * scene.e)
    assert "**every** $t$ solves" in LESSON.page(shown[1]).idea


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


def test_a_motion_that_is_changed() -> None:
    """Twice as long, or reversed: t is that of the changed motion, and its place lies on the wall's line."""
    for name, by in (("Motion too short", 2.0), ("Moving away", -1.0)):
        moment = at(name, FractionFound)
        scene, asked = moment.scene, LESSON.page(moment).prediction
        assert isinstance(asked, Choose)
        changed = replace(scene, path=Arrow(scene.c, scene.c + by * scene.v))
        t, f = solved(changed)
        assert asked.right == {fixed(t)}
        for answer in asked.options:
            verdict, canvas = asked.judge(answer), Canvas(0.01)
            assert verdict.draw is not None
            verdict.draw(canvas, "world")
            (dot,) = [mark for mark in canvas.marks if isinstance(mark, Dot)]
            assert dot.at == pytest.approx(tuple(changed.at(float(answer.replace("−", "-")))), abs=0.05)
            on_line = np.allclose(dot.at, changed.p + f * changed.e, atol=0.01)
            assert on_line is verdict.right is (dot.ink is Ink.ANSWER)
    assert LESSON.page(at("Hit", FractionFound)).prediction is None


def test_no_t_for_a_parallel_wall() -> None:
    moment = at("Parallel to the wall", CrossProducts)
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Choose)
    assert asked.right == {"none"}
    assert [asked.judge(each).right for each in asked.options] == [True, False, False]
    assert fixed(abs(solved_height(moment.scene))) in plain(asked.judge("none").because)
    told = [plain(m.text) for m in drawn(replace(moment, is_open=True), 1).marks if isinstance(m, Label)]
    assert "no t" not in told, "the figure does not answer"
    assert LESSON.page(at("Along the wall’s line", CrossProducts)).prediction is None


def test_a_start_on_the_wall_is_told_by_an_area_and_a_place() -> None:
    scene = LESSON.presets["Start on the wall"].scene
    _, start, last = moments_of(LESSON, scene)
    _, f = solved(scene)
    rule = "f=(c−p)·(q−p)/‖q−p‖^2"  # without v, which may be 0
    assert plain(LESSON.page(start).sentence) == f"A_t = 0.00 and {rule} = {fixed(f)}: c lies on the wall."
    assert LESSON.page(last).formula == LESSON.page(start).formula, "the test that found it"


def last_of(scene: PointAndWall) -> Moment[PointAndWall]:
    return moments_of(LESSON, scene)[-1]


def test_the_challenge_asks_for_both_ratios_below_0() -> None:
    behind = replace(LESSON.presets["Hit"].scene, path=Arrow((0.6, -1.8), (1.5, -1.9)))
    for scene in (behind, replace(behind, p=behind.q, q=behind.p)):
        t, f = solved(scene)
        challenge = LESSON.challenge(moments_of(LESSON, scene)[-1])
        assert challenge is not None
        assert challenge.reached is (max(t, f) < -0.1)
        assert challenge.now == f"t = {fixed(t)}, f = {fixed(f)}"
    assert LESSON.challenge(at("Hit", CrossProducts)) is None


@pytest.mark.parametrize(
    ("name", "compare"), [("Past the end", SIDES), ("Motion too short", ENDLESS), ("Along the wall’s line", PARALLEL)]
)
def test_a_faulty_test_is_told_with_its_own_question_and_verdict(name: str, compare: str) -> None:
    moment = at(name, SweptImpact, compare)
    page, right = LESSON.page(moment), LESSON.page(at(name, SweptImpact))
    asked = page.formula
    assert page.idea != right.idea
    assert asked != right.formula
    told = plain(page.sentence)
    assert "“hit”" in told or "“no hit”" in told
    scene = moment.scene
    if compare == PARALLEL:
        assert scene.v[0] * scene.e[1] - scene.v[1] * scene.e[0] == pytest.approx(0.0)
        assert (scene.p - scene.c) @ (-scene.e[1], scene.e[0]) == pytest.approx(0.0)
        table = LESSON.table(moment)
        assert table is not None
        assert [plain(row.cells[1]) for _, row in table.rows] == ["0.00", "0.00"], "no product that it does not form"
        return
    t, f = solved(scene)
    assert f"t = {fixed(t)}" in told
    assert f"f = {fixed(f)}" in told
    assert (r"0\le f\le 1" in asked, r"t\le 1" in asked) == (compare == ENDLESS, compare == SIDES)
    sides = [np.sign((x - scene.p) @ (-scene.e[1], scene.e[0])) for x in (scene.c, scene.path.end)]
    assert (sides[0] * sides[1] < 0.0) == (compare == SIDES)


def test_what_is_looked_for_has_a_question_mark_until_it_is_found() -> None:
    def names(moment: Moment[PointAndWall]) -> set[str]:
        return {m.latex for m in drawn(moment, 1).marks if isinstance(m, Symbol)}

    assert names(at("Hit", RelativeMotion)) == {r"t=\,?", r"f=\,?"}
    assert names(at("Hit", SweptImpact)) == {"t=A_t/A_v", "f=A_f/A_v", "A_t", "A_v", "A_f"}


def test_a_wrong_distance_does_not_tell_the_right_one() -> None:
    asked = LESSON.page(at("Hit", CrossProducts)).prediction
    assert isinstance(asked, Place)
    (x, h), (_, right) = asked.along[0][1], asked.right[0]
    for y in (0.0, 0.2 * h, 0.5 * h, 0.9 * h):
        because = plain(asked.judge(((x, y),)).because)
        assert "half of h" not in because.lower().replace("half of h would", "")
        assert fixed(abs(right)) not in because
        assert fixed(abs(h - right)) not in because


@crossing
def test_the_last_step_keeps_what_the_ratios_are_of(name: str) -> None:
    """In the world both areas over the wall with their numbers, and beside each scale its two in their ratio."""
    moment = at(name, SweptImpact)
    scene = moment.scene
    cross = np.linalg.det(np.stack((scene.v, scene.e))), np.linalg.det(np.stack((scene.p - scene.c, scene.e)))
    assert areas(drawn(moment), Ink.EXAMINED) == [pytest.approx(abs(cross[0]))]
    assert areas(drawn(moment), Ink.GAP) == [pytest.approx(abs(cross[1]))]
    bars = [Polygon(m.points).bounds for m in drawn(moment, 1).marks if isinstance(m, Area)]
    signed = [low if low < 0.0 else high for _, low, _, high in bars]
    t, f = solved(scene)
    assert signed == pytest.approx([t, 1.0, f, 1.0])
    assert labels(drawn(moment), Ink.EXAMINED) == [f"A_v = {fixed(float(cross[0]))}"]
    assert f"A_t = {fixed(float(cross[1]))}" in labels(drawn(moment), Ink.GAP)
    red = [label for label in labels(drawn(moment), Ink.OVERLAP) if "no hit" in label]
    assert red == (
        [] if name == "Hit" else [f"no hit\nf = {fixed(f)}" if 0.0 <= t <= 1.0 else f"no hit\nt = {fixed(t)}"]
    )


def test_the_height_of_the_wall_over_v_is_in_the_wall_s_ink() -> None:
    moment = at("Hit", LinesMet)
    for pane in (0, 1):
        assert [label for label in labels(drawn(moment, pane), Ink.B) if "h_q" in label]
    assert r"\B{h_q}" in LESSON.page(moment).formula


def test_both_ratios_are_told_with_heights_of_one_letter() -> None:
    said = plain(LESSON.page(at("Hit", HeightMeasured)).sentence)
    assert said.startswith("h = A_t/‖q−p‖ = "), "where the height is from, in the step that tells it"
    for step, part, whole in ((FractionFound, "h", "h_v"), (LinesMet, "h_f", "h_q")):
        moment = at("Hit", step)
        told = [
            label.split("\n")[0] for ink in (Ink.GAP, Ink.EXAMINED, Ink.B) for label in labels(drawn(moment, 1), ink)
        ]
        assert [name for name in told if name.startswith("h")] == [part, whole], "h of each area"
        assert all("k_" not in told for told in (LESSON.page(moment).idea, LESSON.page(moment).formula))
        assert "covered" in LESSON.page(moment).idea, "the wall covers its heights as the motion does"
    assert plain(LESSON.page(at("Hit", CrossProducts)).idea).startswith("The left side is tA_v"), "what it is for"
    assert "Neither needs a square root" in LESSON.page(at("Hit", SweptImpact)).idea, "neither t nor f"


def test_v_is_named_behind_the_hit() -> None:
    moment = at("Hit", SweptImpact)
    (v,) = [m for m in drawn(moment).marks if isinstance(m, Symbol) and m.latex == r"\boldsymbol v"]
    assert float((v.at - moment.scene.c) @ moment.scene.v / (moment.scene.v @ moment.scene.v)) > moment.step.fraction


def test_the_base_of_a_parallel_motion_is_not_under_its_arrow() -> None:
    moment = at("Parallel to the wall", HeightMeasured)
    bases = [m for m in drawn(moment).marks if isinstance(m, ArrowMark) and m.ink is Ink.TEXT]
    assert [m.start for m in bases] == [pytest.approx(tuple(moment.scene.p))]
    assert "path’s line" in labels(drawn(moment, 1), Ink.TEXT), "where c is, no base is drawn"


def test_the_first_step_has_no_marks_to_read_t_and_f_from() -> None:
    told = {plain(m.text) for m in drawn(at("Hit", RelativeMotion)).marks if isinstance(m, Label)}
    assert told == {"t = 0", "t = 1", "f = 0", "f = 1"}


def test_the_point_is_dragged_up_the_bar_of_the_motion() -> None:
    """That bar is what the motion covers; the ring starts where the point is."""
    moment = at("Hit", CrossProducts)
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Place)
    bar = next(m for m in drawn(moment, 1).marks if isinstance(m, Area) and m.ink is Ink.EXAMINED)
    x0, _, x1, _ = Polygon(bar.points).bounds
    assert asked.start[0][0] == pytest.approx((x0 + x1) / 2.0)
    assert not [m for m in drawn(moment, 1).marks if isinstance(m, Dot)]
    assert [m.at[1] for m in drawn(replace(moment, time=0.4), 1).marks if isinstance(m, Dot)] == [
        pytest.approx(0.4 * abs(float(np.linalg.det(np.stack((moment.scene.v, moment.scene.e)))))
                      / math.hypot(*moment.scene.e))
    ]  # fmt: skip


@pytest.mark.parametrize("name", LESSON.presets)
def test_each_scene_has_a_goal_that_it_does_not_meet(name: str) -> None:
    for compare in ("", PARALLEL):
        goal = LESSON.challenge(at(name, SweptImpact, compare))
        assert goal is not None
        assert not goal.reached


def test_a_parallel_motion_close_to_the_wall_s_line_is_where_that_rule_is_right() -> None:
    scene = LESSON.presets["Along the wall’s line"].scene
    for by, reached in (((0.013, 0.057), True), ((0.1, 0.31), False), ((-0.4, -0.1), False)):
        moved = replace(scene, path=Arrow(scene.c + by, scene.path.end + by))
        last = moments_of(LESSON, moved, PARALLEL)[-1]
        goal = LESSON.challenge(last)
        assert goal is not None
        assert goal.reached is reached
        off = LineString((scene.p - 9 * scene.e, scene.q + 9 * scene.e)).distance(Point(moved.c))
        assert goal.now == f"{fixed(off)} from the line"
        if reached:
            assert not LineString((moved.c, moved.path.end)).intersects(LineString((scene.p, scene.q)))


def test_an_area_with_a_sign_is_called_signed() -> None:
    """p − c turns left to become the base where the area is positive."""
    assert "**signed area**" in LESSON.page(at("Moving away", HeightMeasured)).idea
    for name in CROSSING:
        scene = LESSON.presets[name].scene
        turn = math.remainder(math.atan2(*scene.e[::-1]) - math.atan2(*(scene.p - scene.c)[::-1]), math.tau)
        rows = LESSON.page(at(name, HeightMeasured)).rows
        assert (turn > 0.0) is not plain(rows[0].cells[1]).startswith("−")


def moved(name: str, c: Pair | None = None, end: Pair | None = None, **ends: Pair) -> PointAndWall:
    scene = LESSON.presets[name].scene
    path = Arrow(c or scene.path.start, end or scene.path.end)
    return replace(scene, path=path, **{key: np.array(value) for key, value in ends.items()})


@pytest.mark.parametrize(
    ("name", "made", "near"),
    [
        ("Past the end", moved("Past the end", q=(0.75, 1.25)), moved("Past the end", q=(0.9, 1.0))),
        (
            "Motion too short",
            moved("Motion too short", (-0.7, -0.4), (0.9, 0.0)),
            moved("Motion too short", end=(1.0, 0.0)),
        ),
        ("Moving away", moved("Moving away", end=(0.6, 0.9)), moved("Moving away", (-0.7, 0.0), (-0.6, 0.05))),
        ("Along the wall’s line", moved("Along the wall’s line", (-1.7, 0.3), (0.7, -0.3)), None),
        (
            "Parallel to the wall",
            moved("Parallel to the wall", end=(0.5, -0.5)),
            moved("Parallel to the wall", end=(1.0, -1.5)),
        ),
        (
            "Wall without length",
            moved("Wall without length", p=(0.4, -0.5), q=(0.56, 0.74)),
            moved("Wall without length", p=(0.48, -0.5)),
        ),
        ("Start on the wall", moved("Start on the wall", (-1.6, 1.15)), moved("Start on the wall", (-0.5, 0.3))),
    ],
)  # fmt: skip
def test_each_scene_has_a_goal_of_its_own(name: str, made: PointAndWall, near: PointAndWall | None) -> None:
    texts = [goal(at(each, SweptImpact)).text for each in LESSON.presets]
    assert len(set(texts)) == len(texts)
    assert goal(moments_of(LESSON, made)[-1]).reached, solved(made)
    is_hit = LineString((made.c, made.path.end)).intersects(LineString((made.p, made.q)))
    assert is_hit is (name != "Moving away")
    if near is not None:
        assert not goal(moments_of(LESSON, near)[-1]).reached
    start = LESSON.presets[name].scene
    assert not goal(moments_of(LESSON, replace(start, path=Arrow(start.path.end, start.path.start)))[-1]).reached


def test_a_goal_of_v_alone_keeps_the_wall() -> None:
    made = moved("Moving away", end=(0.6, 0.9))
    assert goal(moments_of(LESSON, made)[-1]).reached
    far = replace(made, p=made.p - (2.0, 0.0), q=made.q - (2.0, 0.0))
    assert solved(far)[0] < -3.0
    assert not goal(moments_of(LESSON, far)[-1]).reached
    assert goal(moments_of(LESSON, far)[-1]).now == "c or the wall has moved"


def test_goals_name_the_numbers_of_their_scene() -> None:
    t, _ = solved(LESSON.presets["Past the end"].scene)
    assert f"$t$ = {fixed(t)}" in goal(at("Past the end", SweptImpact)).text
    assert goal(at("Start on the wall", SweptImpact)).now == "t = 0.00, f = 0.50"
    assert goal(at("Wall without length", SweptImpact)).now == "p = q: no f"


def test_each_ratio_has_a_meaning_of_its_own_and_only_both_are_a_hit() -> None:
    idea = LESSON.page(at("Past the end", SweptImpact)).idea
    assert "$t$ tells whether the path reaches the wall’s line, $f$ whether this is on the wall" in idea
    assert (
        LESSON.page(at("Along the wall’s line", CrossProducts)).idea
        != LESSON.page(at("Parallel to the wall", CrossProducts)).idea
    ), "only beside the line there is a height that stays"


def test_a_rule_that_does_not_ask_for_f_shows_none() -> None:
    moment = at("Past the end", SweptImpact, SIDES)
    _, f = solved(moment.scene)
    for pane in (0, 1):
        assert not [m for m in drawn(moment, pane).marks if isinstance(m, Label) and fixed(f) in plain(m.text)]
    assert fixed(f) in [
        plain(m.text) for m in drawn(at("Past the end", SweptImpact), 1).marks if isinstance(m, Label)
    ]


def test_the_titles_follow_the_figure() -> None:
    def titles(name: str, kind: type) -> list[str]:
        return [pane.head(at(name, kind))[0] for pane in LESSON.panes]

    assert titles("Hit", CrossProducts)[0] == "Two parallelograms on the base q − p"
    assert titles("Hit", LinesMet)[0] == "Two parallelograms on the base v"
    assert titles("Hit", RelativeMotion)[0] == titles("Along the wall’s line", CrossProducts)[0] == "World"
    assert titles("Hit", SweptImpact)[1] == "Areas as parts of the area of v"


def test_on_the_way_the_line_below_tells_the_distance() -> None:
    moment = at("Hit", SweptImpact, time=0.33)
    off = LineString((moment.scene.p, moment.scene.q)).distance(Point(moment.scene.at(0.33)))
    assert f"{fixed(off)} from the wall’s line. Impact at" in plain(LESSON.situation(moment))
    assert "The point meets the wall" in LESSON.situation(replace(moment, time=1.0))
