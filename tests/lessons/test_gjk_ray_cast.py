"""The GJK ray cast, against the difference built from all pairs of vertices and bodies moved by shapely."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from shapely import LineString, MultiPoint, Point, Polygon

from geometry import Miss, Outcome, regular_polygon, separation
from geometry.faulty.gjk_ray_cast import distance_as_time, no_miss_test
from geometry.feature import FeatureKind, FeatureRef
from geometry.time_of_impact.gjk_ray_cast import PlaneFound, SimplexKept
from geometry.trace import Grouped
from lessons.motion.casts import Translating, moving
from lessons.motion.gjk_ray_cast import DISTANCE, NO_MISS, GjkRayCast
from lessons.stories.grouping import apart, steps_so_far
from tests.lessons.second_edition import moments_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.mark import Area, Arrow, Crowd, Dot, FeatureMark, Inset, Label, Region, Stroke, Symbol, Unbounded
from viz.lesson.prediction import Choose, Click, Place
from viz.lesson.scene import at as placed
from viz.lesson.text import fixed, plain

LESSON = GjkRayCast()
HITS = ["Both move", "A line without progress", "Fast start, small gap", "Grazing circles"]
each = pytest.mark.parametrize("name", list(LESSON.presets))


def moments(name: str, compare: str = "") -> list[Moment[Translating]]:
    return moments_of(LESSON, LESSON.presets[name].scene, compare)


def drawn(moment: Moment[Any], pane: int = 1) -> Canvas:
    canvas = Canvas(0.01)
    LESSON.panes[pane].draw(canvas, moment)
    return canvas


def planes(moment: Moment[Any]) -> list[PlaneFound]:
    return [step for step in apart(moment.seen) if isinstance(step, PlaneFound)]


def differences(scene: Translating) -> tuple[np.ndarray, float]:
    """Every a − b, and both radii."""
    a, b = scene.a.world, scene.b.world
    return np.array([p - q for p in a.points for q in b.points]), a.radius + b.radius


def bodies(scene: Translating, t: float) -> list[Any]:
    found = []
    for start, end in ((scene.a, scene.a_end), (scene.b, scene.b_end)):
        points = (1.0 - t) * start.world.points + t * end.world.points
        core = Polygon(points) if len(points) > 2 else Point(points[0])
        found.append(core.buffer(start.shape.radius, 1024))
    return found


def digits(name: str) -> int:
    """Four decimals only where two of a scene's lines differ by less than two can tell; three where two do not add
    up."""
    return {"A line without progress": 2, "Fast start, small gap": 2, "Grazing circles": 4}.get(name, 3)


@each
def test_the_numbers_of_a_row_give_its_new_time(name: str) -> None:
    """Put into a calculator, in three-digit scenes and two-digit scenes alike: no last digit is off."""
    table = LESSON.table(moments(name)[-1])
    assert table is not None
    for _, row in table.rows:
        _, t, gap, closing, later = row.cells
        if later == "—" or closing == "…":
            assert later == "—" or name == "Grazing circles", "several lines that are told as one"
            continue
        places = len(later.split(".")[1])
        given = float(t) + float(gap) / float(closing)
        if name == "Grazing circles":
            assert given == pytest.approx(float(later), abs=1.1e-4)
        else:
            assert f"{given:.{places}f}" == later


def gap_at(scene: Translating, t: float) -> float:
    a, b = bodies(scene, t)
    return float(a.distance(b))


@each
def test_no_difference_of_points_is_in_front_of_a_line(name: str) -> None:
    for moment in moments(name):
        points, radius = differences(moment.scene)
        lines = [m for m in drawn(moment).marks if isinstance(m, Unbounded) and m.ink in (Ink.EXAMINED, Ink.GAP)]
        fronts = [m for m in drawn(moment).marks if isinstance(m, Region)]
        assert len(lines) == len(fronts) == len(planes(moment))
        for front in fronts:
            normal = -np.array(front.normals[0])
            assert front.ink is Ink.GAP
            assert (points @ normal).max() + radius <= float(normal @ front.through[0]) + 1e-9
            assert any(abs(float(normal @ np.array(m.direction))) < 1e-9 for m in lines)


@each
def test_the_free_part_of_the_ray_is_free(name: str) -> None:
    for moment in moments(name):
        scene, found = moment.scene, planes(moment)
        t = found[-1].next_fraction if found else 0.0
        free = [
            m for m in drawn(moment).marks if isinstance(m, Stroke) and m.ink is Ink.GAP and m.line is Line.FEATURE
        ]
        assert len(free) == (t > 0.0)
        for stroke in free:
            assert stroke.points[1] == pytest.approx(tuple(-t * scene.velocity))
        for early in np.linspace(0.0, 0.999 * t, 9):
            assert t == 0.0 or gap_at(scene, early) > 0.0
        if moment.index < len(moment.trace) - 1:
            assert moment.time == pytest.approx(t)
        ball = [m.at for m in drawn(moment).marks if isinstance(m, Dot) and m.ink is Ink.ANSWER][-1]
        assert ball == pytest.approx(tuple(-moment.time * scene.velocity))


@pytest.mark.parametrize("name", HITS)
def test_the_end_is_the_first_contact(name: str) -> None:
    last = moments(name)[-1]
    t = last.step.fraction
    assert last.step.outcome is Outcome.HIT
    assert gap_at(last.scene, t) < 2e-5 < gap_at(last.scene, 0.97 * t)
    assert f"led to t = {fixed(t, digits(name))}. " in plain(LESSON.page(last).sentence)
    planes = [step for step in apart(last.trace) if isinstance(step, PlaneFound)]
    moved = sum(step.next_fraction > step.fraction for step in planes)
    count = f"{len(planes)} lines led" if moved == len(planes) else f"{moved} of {len(planes)} lines led"
    assert plain(LESSON.page(last).sentence).startswith(count), "a line without progress leads nowhere"
    asked, figure = drawn(last), last.scene.figure  # a vertex that is found again is one point
    dots = {
        (round(u, 6), round(v, 6))
        for u, v in (m.at for m in asked.marks if isinstance(m, Dot) and m.ink is Ink.EXAMINED)
    }
    hull = MultiPoint(differences(last.scene)[0]).convex_hull
    vertices = len(hull.exterior.coords) - 1 if isinstance(hull, Polygon) else 1
    points = f"{len(dots)} points of A − B, which has {vertices} vertices"
    points = "the one point of the core of A − B" if figure.radius > 0.0 else points
    assert len(dots) <= len(planes)
    assert plain(LESSON.page(last).sentence).endswith(f" {1 + len(planes)} support queries found {points}.")
    assert plain(LESSON.situation(last)) == f"A and B meet at t = {fixed(t)}."
    (contact,) = [m.at for m in drawn(last, 0).marks if isinstance(m, Dot) and m.ink is Ink.ANSWER]
    a, b = bodies(last.scene, t)
    assert max(a.distance(Point(contact)), b.distance(Point(contact))) < 1e-4
    assert LESSON.clock(last).impact == t
    early = drawn(replace(last, time=0.5 * t))  # while time runs the answer stays, and a ring goes along the ray
    assert [m.at for m in early.marks if isinstance(m, Dot) and m.ink is Ink.ANSWER] == [
        pytest.approx(tuple(-t * last.scene.velocity))
    ]
    assert [m.at for m in early.marks if isinstance(m, Dot) and m.ink is Ink.INTERFACE] == [
        pytest.approx(tuple(-0.5 * t * last.scene.velocity))
    ]


def test_a_comparison_tells_its_own_rule_at_the_end() -> None:
    """Its idea, its formula, and its numbers; before the end it waits for what the lines say."""
    for name, compare, formula in (
        ("Fast start, small gap", DISTANCE, r"\faulty{\Delta t=s}"),
        ("Moving apart", NO_MISS, r"\faulty{\Delta t=\frac{g}"),
    ):
        *before, last = moments(name, compare)
        page, right = LESSON.page(last), LESSON.page(moments(name)[-1])
        assert page.formula.startswith(formula)
        assert page.idea.startswith("Here the ")
        assert page.idea != right.idea
        assert [LESSON.page(m).idea for m in before] == [LESSON.page(m).idea for m in moments(name)[:-1]]
    last = moments("Fast start, small gap", DISTANCE)[-1]
    s, first = gap_at(last.scene, 0.0), planes(last)[0]
    assert plain(LESSON.page(last).sentence) == (
        f"First t = 0.00 + {s:.2f} = {s:.2f}, where line 1 allows only "
        f"{first.gap:.2f} / {first.closing:.2f} = {first.next_fraction:.2f}."
    )
    assert f"distance s = {s:.2f}" in [plain(m.text) for m in drawn(last).marks if isinstance(m, Label)]
    gone = moments("Moving apart", NO_MISS)[-1]
    (line,) = planes(gone)
    back = line.gap / line.closing
    assert gone.faulty.fraction == pytest.approx(back)
    said = plain(LESSON.page(gone).sentence)
    assert said.startswith(f"t = {line.gap:.3f} / ({fixed(line.closing, 3)}) = {fixed(back, 3)}: back in time.")
    hit = moments("Both move", NO_MISS)[-1]
    assert LESSON.page(hit).idea == LESSON.page(moments("Both move")[-1]).idea, "it is right there"


def test_a_wrong_line_shows_what_lies_in_front_of_it() -> None:
    """The part of A − B that a supporting line must not have in front of it, and none beside the right one."""
    first, second = moments("Both move")[:2]
    place, click = LESSON.page(replace(first, is_open=True)).prediction, LESSON.page(second).prediction
    assert isinstance(place, Place)
    assert isinstance(click, Click)
    points, _ = differences(first.scene)
    whole = MultiPoint(points).convex_hull
    for t in (0.4, 0.8):
        at, n = -t * first.scene.velocity, planes(second)[0].normal
        canvas = Canvas(0.01)
        verdict = place.judge((tuple(at.tolist()),))
        assert verdict.draw is not None
        verdict.draw(canvas, "space")
        (part,) = [m for m in canvas.marks if isinstance(m, Area)]
        far, along = 20.0 * n, 20.0 * np.array((-n[1], n[0]))
        front = Polygon([at - along, at + along, at + along + far, at - along + far]).intersection(whole)
        assert Polygon(part.points).symmetric_difference(front).area < 1e-9
    for answer in (*place.right, *click.right):
        canvas = Canvas(0.01)
        verdict = (place if isinstance(answer, tuple) else click).judge(
            (answer,) if isinstance(answer, tuple) else answer
        )
        assert verdict.right
        assert verdict.draw is not None
        verdict.draw(canvas, "space")
        assert not [m for m in canvas.marks if isinstance(m, Area)]


@pytest.mark.parametrize("name", ["Moving apart", "Passing by", "Too slow"])
def test_the_distance_that_proves_a_miss_is_drawn(name: str) -> None:
    """g > 0 stands in the formula: so it stands in the figure, from x to the line."""
    last = moments(name)[-1]
    plane = planes(last)[-1]
    words = [m.text for m in drawn(last).marks if isinstance(m, Label)]
    assert f"$g$ = {fixed(plane.gap, digits(name))}" in words, "with the digits of the table"
    ends = np.array((plane.estimate, plane.estimate - plane.gap * plane.normal))
    assert any(np.allclose(m.points, ends) for m in drawn(last).marks if isinstance(m, Stroke) and m.ink is Ink.GAP)


@each
def test_what_is_true_in_front_of_a_line_is_told_in_front_of_it(name: str) -> None:
    """Off each line and the ray; in the first scene from the second line on."""
    pixel = 0.007
    for moment in moments(name):
        found = planes(moment)
        canvas = Canvas(pixel)
        LESSON.panes[1].draw(canvas, moment)
        told = [m for m in canvas.marks if isinstance(m, Label) and m.text == "no point of A − B lies here"]
        assert len(told) <= bool(found)
        assert told or len(found) < 2 or name != "Both move"
        for label in told:
            off = [float(each.normal @ (np.array(label.at) - each.plane)) for each in found]
            assert off[-1] > 0.0
            assert min(map(abs, off)) > 12.0 * pixel
            v = moment.scene.velocity
            words = np.array(label.at) + 110.0 * pixel * np.linspace(-1.0, 1.0, 99)[:, None] * (1.0, 0.0)
            part = np.clip(-(words @ v) / (v @ v), 0.0, 1.0)
            assert np.hypot(*(words + part[:, None] * v).T).min() > 3.0 * pixel, "the ray goes past the words"
            ahead = (words - found[-1].plane) @ found[-1].normal
            assert ahead.min() > 0.0


@each
def test_the_number_of_a_line_stands_at_no_other_line(name: str) -> None:
    """Nearest to its own, with half of a letter's height as the margin."""
    for moment in moments(name):
        found, pixel = planes(moment), 0.01
        for label in (m for m in drawn(moment).marks if isinstance(m, Label) and m.text.startswith("line ")):
            own = found[int(label.text.split()[1]) - 1]
            there = np.array(label.at) + 14.0 * pixel * own.normal
            off = [abs(float(each.normal @ (there - each.plane))) for each in found if each is not own]
            if len(found) <= 3:
                assert min(off, default=1.0) > 20.0 * pixel, label.text


def test_the_wish_comes_before_the_way() -> None:
    idea = plain(LESSON.page(moments("Both move")[0]).idea)
    assert idea.startswith("We want the first t at which A and B meet. The origin moves along a ray to x")
    assert idea.endswith("A line with x in front and all of A − B behind it proves that x has not met A − B.")
    for name in LESSON.presets:  # why no ray is cut with its outline
        texts = [m.text for m in drawn(moments(name)[0]).marks if isinstance(m, Label)]
        assert "dotted: drawn for you, not computed" in texts


@each
def test_rows_and_sentences_have_the_numbers_of_all_pairs(name: str) -> None:
    for moment in moments(name)[1:-1]:
        scene, (*_, plane), n = moment.scene, planes(moment), digits(name)
        points, radius = differences(scene)
        x = -plane.fraction * scene.velocity
        g = float(plane.normal @ x - (points @ plane.normal).max()) - radius
        speed = float(scene.velocity @ plane.normal)
        table = LESSON.table(moment)
        assert table is not None
        cells = table.rows[-1][1].cells
        is_asked = plane.miss is Miss.PASSING
        is_one = not (isinstance(moment.step, Grouped) and len(moment.step.part) > 2)
        assert cells[2] == (fixed(g, n) if is_one else "< 0.0001")
        assert cells[3] == (("" if is_asked else fixed(speed, n)) if is_one else "…"), (
            "its sign would give the answer away"
        )
        gained = plane.next_fraction > plane.fraction
        if plane.miss is None:
            assert cells[4] == (fixed(plane.fraction + g / speed, n) if gained else "—"), "no new t"
        else:
            assert cells[4] == "—"
        t, support = moment.time, plane.support  # which a and which b, in the world
        lit = [m.at for m in drawn(moment, 0).marks if isinstance(m, Dot) and m.ink is Ink.EXAMINED]
        ends = [np.array(body.world.points) + t * sweep.motion
                for body, sweep in ((scene.a, scene.sweep_a), (scene.b, scene.sweep_b))]  # fmt: skip
        assert len(lit) == 2
        assert all(np.hypot(*(points - at).T).min() < 1e-9 for points, at in zip(ends, lit, strict=True))
        assert np.subtract(lit[0], lit[1]) - t * scene.velocity == pytest.approx(support.w, abs=1e-9)
        told = plain(LESSON.page(moment).sentence)
        grouped = isinstance(moment.step, Grouped) and len(moment.step.part) > 2
        if not grouped and plane.miss is None:
            assert told.endswith(f"t stays {fixed(plane.fraction, n)}.") is not gained
        situation = plain(LESSON.situation(moment))
        assert fixed(plane.next_fraction) in situation or plane.miss is not None
        useful = sum(each.next_fraction > each.fraction for each in planes(moment))
        assert plane.miss is not None or situation.startswith(f"{useful} line{'s' * (useful > 1)} prove")
        assert ("adds nothing" in situation) is (plane.miss is None and not gained)
        seen = drawn(moment).marks
        lenses = [m for m in seen if isinstance(m, Inset)]  # a gap of less than 26 pixels is told there alone
        assert bool(lenses) is (1e-6 < g < 26 * 0.01)
        seen = [*seen, *(m for lens in lenses for m in lens.marks)]
        lengths = [math.dist(*m.points) for m in seen if isinstance(m, Stroke) and m.line is Line.MEASURE]
        told_gap = f"$g$ = {fixed(g, n)}"
        assert any(isinstance(m, Label) and m.text == told_gap for m in seen) is (g > 1e-6)
        assert any(abs(length - g) < 1e-9 for length in lengths) is (g > 1e-6)


def test_a_line_without_progress_and_a_miss_are_told() -> None:
    story = LESSON.story
    ideas = {story.stage(m): LESSON.page(m) for m in moments("A line without progress")}
    assert "t stays" in plain(ideas["Iteration 2"].sentence)
    assert "lower bound of the time of impact" in plain(ideas["Iteration 1"].idea)
    assert "x lies on the simplex" in plain(ideas["Iteration 3"].idea)
    second = moments("Both move")[2]
    assert "Only the segment nearest to x is kept: it is the simplex. The rest is dropped." in plain(
        LESSON.page(second).idea
    )
    assert plain(LESSON.page(second).sentence).endswith("The new y: the point of the simplex that is nearest to x.")
    (dropped,) = [m for m in drawn(second).marks if isinstance(m, Label) and m.text == "dropped"]
    kept = steps_so_far(second)[-1].simplex.vertices
    assert len(kept) == 2
    assert all(math.dist(dropped.at, v.on_a - v.on_b) > 0.1 for v in kept)
    assert "dropped" not in str(drawn(moments("Both move")[1]).marks), "there all points are kept"
    assert r"\le 0" in ideas["Iteration 2"].formula
    passing = moments("Passing by")
    assert [story.stage(m) for m in passing][-2:] == ["Iteration 3", "Miss"]
    last = planes(passing[-2])[-1]
    t, g = fixed(last.fraction, 3), fixed(last.gap, 3)
    assert plain(LESSON.page(passing[-2]).sentence) == f"At t = {t}, x is g = {g} in front of it."
    assert plain(LESSON.page(passing[-1]).sentence) == (
        f"g = {g} > 0 and v·n̂ = {fixed(last.closing, 3)} ≤ 0: line 3 proves that A and B never meet after t = {t}."
    )
    table = LESSON.table(passing[-1])
    assert table is not None
    assert [row.cells[0] for _, row in table.rows] == ["1", "2", "3"]
    assert table.rows[-1][1].cells[3] == fixed(last.closing, 3), "the end fills in what was asked about"
    assert plain(LESSON.situation(passing[-1])) == "A and B never meet."
    assert min(gap_at(passing[0].scene, t) for t in np.linspace(0.0, 1.0, 101)) > 0.0
    short = moving(passing[0].scene.a, (0.0, 0.3), passing[0].scene.b, (0.0, 0.0))
    found = moments_of(LESSON, short)
    left = planes(found[-2])[-1]
    assert 0.0 < left.closing < left.gap
    _tells_what_is_closed(found[-1], left)
    assert "never" not in plain(LESSON.page(found[-1]).idea), "after t = 1 they may meet"
    assert plain(LESSON.situation(found[-1])) == "A and B do not meet up to t = 1."
    assert gap_at(short, 1.0) > 0.0


def _tells_what_is_closed(last: Moment[Any], line: PlaneFound) -> None:
    """The last sentence, and its two lengths in the figure, of a motion that ends before the line."""
    closed = fixed((1.0 - line.fraction) * line.closing)
    sentence = plain(LESSON.page(last).sentence)
    *_, found = sentence.split(" = ")
    assert fixed(float(found.strip(".")), 2) == closed
    assert f"g = {fixed(line.gap, len(found) - 3)}, and x closes only" in sentence
    marks = drawn(last).marks
    measured = [math.dist(*m.points) for m in marks if isinstance(m, Stroke) and m.line is Line.MEASURE]
    for length, words in ((line.gap, f"$g$ = {fixed(line.gap, len(found) - 3)}"), (float(closed), f"= {closed}")):
        assert any(abs(each - length) < 0.01 for each in measured)
        assert any(isinstance(m, Label) and m.text.endswith(words) for m in marks)


def test_a_motion_that_is_too_slow_may_meet_later() -> None:
    *_, before, last = moments("Too slow")
    (*_, line) = planes(last)
    _tells_what_is_closed(last, line)
    assert LESSON.page(last).formula.startswith(r"\gap{g}>")
    assert "never" not in plain(LESSON.page(last).idea)
    assert gap_at(last.scene, 1.0) > 0.0
    asked = LESSON.page(before).prediction
    assert isinstance(asked, Choose)
    assert asked.right == {"yes"}
    later = next(t for t in np.arange(1.0, 4.0, 1e-3) if gap_at(last.scene, t) == 0.0)
    for answer in asked.options:
        verdict = asked.judge(answer)
        assert verdict.right is (answer == "yes")
        told = float(plain(verdict.because).rsplit("=", 1)[1].strip(" ."))
        assert told == pytest.approx(later, abs=0.006)


@each
def test_nothing_runs_under_the_title_of_the_view(name: str) -> None:
    for order in ("A − B", "B − A"):
        scene = replace(LESSON.presets[name].scene, order=order)
        for moment in moments_of(LESSON, scene):
            marks = drawn(moment).marks
            box = drawn(moment).bounds()
            assert box is not None
            for mark in marks:
                if isinstance(mark, Unbounded) and mark.one_sided:
                    assert mark.through[1] <= box.high[1] + 1e-6
                    assert mark.direction[1] <= 0.0
                elif isinstance(mark, Unbounded):  # it rises no higher in any picture of this scene
                    rise = abs(mark.direction[1] / mark.direction[0])
                    assert mark.through[1] + rise * 10.0 <= box.high[1] + 1e-6 or rise < 0.3
            fronts = [m for m in marks if isinstance(m, Region)]
            for front in fronts:
                assert front.normals[1] == pytest.approx((0.0, 1.0))
                assert front.through[1][1] <= box.high[1] + 1e-6


def test_the_line_that_is_pushed_is_no_supporting_line_and_has_the_first_normal() -> None:
    start = moments("Both move")[0]
    assert not [m for m in drawn(start).marks if isinstance(m, Unbounded)], "the pushed line is the only one"
    y = np.array(next(m for m in drawn(start).marks if isinstance(m, Symbol) and m.latex == r"\boldsymbol y").at)
    normal = next(step for step in apart(start.trace) if isinstance(step, PlaneFound)).normal
    (arrow,) = [m for m in drawn(start).marks if isinstance(m, Arrow) and m.start == pytest.approx(tuple(y))]
    way = np.subtract(arrow.end, arrow.start)
    assert way / math.hypot(*way) == pytest.approx(normal)
    assert "With n̂ from y to x, x is in front of y." in plain(LESSON.page(start).sentence)
    ahead = (differences(start.scene)[0] - y) @ normal
    assert ahead.max() > 0.1 > -0.1 > ahead.min()


@each
def test_each_piece_of_the_ray_ends_with_its_time(name: str) -> None:
    last = moments(name)[-1]
    times = [plane.next_fraction for plane in planes(last) if plane.next_fraction > plane.fraction]
    ends = [m.at for m in drawn(last).marks if isinstance(m, Dot) and m.ink is Ink.GAP]
    told = [m.text for m in drawn(last).marks if isinstance(m, Label) and m.ink is Ink.GAP]
    for at in ends:
        t = -np.dot(at, last.scene.velocity) / np.dot(last.scene.velocity, last.scene.velocity)
        assert any(abs(t - each_time) < 1e-9 for each_time in times[:-1])
        assert fixed(t) in told
    if name != "Grazing circles":
        assert len(ends) == max(len(times) - 1, 0)


def test_the_closing_speed_is_the_motion_along_the_normal() -> None:
    moment = moments("Both move")[1]
    (plane,) = planes(moment)
    v = moment.scene.velocity
    foot = -float(v @ plane.normal) * plane.normal
    strokes = [m.points for m in drawn(moment).marks if isinstance(m, Stroke) and len(m.points) == 2]
    assert any(np.allclose(ends, np.array((foot, -v))) for ends in strokes)
    assert any(np.allclose(ends, np.array((np.zeros(2), foot))) for ends in strokes)
    words = rf"$\boldsymbol v\cdot\hat n$ = {fixed(plane.closing)}"
    assert any(isinstance(m, Label) and m.text == words for m in drawn(moment).marks)


def test_the_world_has_arrows_at_the_start_and_ends_only_beside_a_proof_of_a_miss() -> None:
    """Ends over the bodies would be the first thing seen, and tell beforehand whether A and B meet."""
    for name in LESSON.presets:
        for moment in moments(name):
            marks, found = drawn(moment, 0).marks, planes(moment)
            moves = sum(bool(v.any()) for v in (moment.scene.sweep_a.motion, moment.scene.sweep_b.motion))
            ends = moves if found and found[-1].miss is not None else 0
            assert sum(isinstance(m, Stroke) and m.line is Line.END for m in marks) == ends
            assert sum(isinstance(m, Label) and m.text == "$t$ = 1" for m in marks) == ends
    start, right = moments("Fast start, small gap")[:2]
    wrong, apart_ = moments("Fast start, small gap", DISTANCE)[1], moments("Moving apart", NO_MISS)[1]
    for moment, arrows, ends in (
        (start, 2, 0),
        (right, 0, 0),
        (wrong, 0, 0),
        (apart_, 2, 0),
    ):  # beside a wrong answer none
        marks = drawn(moment, 0).marks
        assert sum(isinstance(m, Arrow) for m in marks) == arrows
        assert sum(isinstance(m, Stroke) and m.line is Line.END for m in marks) == ends


@each
def test_names_of_velocities_stand_clear_of_arrows_and_outlines(name: str) -> None:
    pixel = 0.011  # as large as in a view of the world at 1280 x 720
    canvas = Canvas(pixel)
    moment = moments(name)[0]
    LESSON.panes[0].draw(canvas, moment)
    names = [m for m in canvas.marks if isinstance(m, Symbol) and "v_" in m.latex]
    assert len(names) == sum(bool(v.any()) for v in (moment.scene.sweep_a.motion, moment.scene.sweep_b.motion))
    paths = [m.points + m.points[:1] for m in canvas.marks if isinstance(m, Stroke)]
    paths += [(m.start, m.end) for m in canvas.marks if isinstance(m, Arrow)]
    for mark in names:
        assert mark.toward is not None
        middle = Point(np.add(mark.at, 19.0 * pixel * np.array(mark.toward)))
        assert min(LineString(path).distance(middle) for path in paths) > 11.0 * pixel


def test_many_lines_are_told_as_one_and_can_be_opened() -> None:
    found = moments("Grazing circles")
    names = [LESSON.story.stage(m) for m in found]
    assert names == ["Start", *(f"Iteration {k}" for k in range(1, 5)), "5 to 7", "Impact"]
    group = found[5]
    first, _, last = (step for step in group.step.part if isinstance(step, PlaneFound))
    assert plain(LESSON.page(group).sentence) == (
        f"3 lines: t goes from {fixed(first.fraction, 4)} to {fixed(last.next_fraction, 4)}."
    )
    inner = [Moment(group.scene, group.step.part, i, group, "part") for i in range(6)]
    assert [LESSON.story.stage(m) for m in inner] == [
        f"{each} {k}" for k in (5, 6, 7) for each in ("Line", "Simplex")
    ]
    for moment in inner:
        if isinstance(moment.step, SimplexKept):
            (x,) = [-moment.step.fraction * moment.scene.velocity]
            core = MultiPoint([v.on_a - v.on_b for v in moment.step.simplex.vertices])
            assert f"{fixed(max(core.distance(Point(x)) - 1.4, 0.0))} from x" in plain(LESSON.page(moment).sentence)


def test_the_first_advance_is_gap_by_closing_speed() -> None:
    start = moments("Both move")[0]
    asked, v = LESSON.page(start).prediction, start.scene.velocity
    assert isinstance(asked, Place)
    plane = next(step for step in apart(start.trace) if isinstance(step, PlaneFound))
    t = plane.gap / float(v @ plane.normal)
    assert asked.right[0] == pytest.approx(tuple(-t * v))
    points, _ = differences(start.scene)
    for time, words in (
        (t, "nothing is in front of it"),
        (t + 0.06, "too far"),
        (t - 0.06, "may go further"),
    ):
        verdict = asked.judge((tuple((-time * v).tolist()),))
        assert verdict.right is (time == t)
        assert words in plain(verdict.because)
        if not verdict.right:  # the line through the placed point, against all of A − B
            ahead = float((points @ plane.normal).max() + time * (v @ plane.normal))
            assert fixed(abs(ahead)) in verdict.because
            assert (ahead > 0.0) is (time > t)
        assert verdict.draw is not None
        canvas = Canvas(0.01)
        verdict.draw(canvas, "space")
        (line,) = [m for m in canvas.marks if isinstance(m, Unbounded)]
        gaps = [m for m in canvas.marks if isinstance(m, Label) and m.text == f"$g$ = {fixed(plane.gap)}"]
        assert len(gaps) == verdict.right
        assert line.ink is (Ink.ANSWER if verdict.right else Ink.FAULTY)
        away = np.array(line.through) + time * v
        assert away[0] * line.direction[1] - away[1] * line.direction[0] == pytest.approx(0.0, abs=1e-9)
        assert line.one_sided, "it ends below the title of the view"
        box = drawn(start).bounds()
        assert box is not None
        assert line.through[1] <= box.high[1] + 1e-6
    assert LESSON.page(moments("Both move", DISTANCE)[0]).prediction is None


def test_the_next_line_goes_through_the_support_point() -> None:
    moment = moments("Both move")[1]
    asked, points = LESSON.page(moment).prediction, moment.scene.figure.points
    assert isinstance(asked, Click)
    _ray, _normal, arrow = [m for m in drawn(moment).marks if isinstance(m, Arrow)]
    assert any(isinstance(m, Symbol) and "next" in m.latex for m in drawn(moment).marks)
    way = np.subtract(arrow.end, arrow.start)
    k = int((points @ way).argmax())
    assert asked.right == {FeatureRef("A − B", FeatureKind.VERTEX, k)}
    clickable = {m.feature for m in drawn(moment).marks if isinstance(m, FeatureMark)}
    assert clickable >= asked.right
    for i, p in enumerate(points):
        verdict = asked.judge(FeatureRef("A − B", FeatureKind.VERTEX, i))
        assert verdict.right is (i == k)
        if i != k:
            ahead = float((points[k] - p) @ way) / math.hypot(*way)
            assert f"{fixed(ahead)} further" in verdict.because


@pytest.mark.parametrize(("name", "compare"), [("Fast start, small gap", DISTANCE), ("Moving apart", NO_MISS)])
def test_a_faulty_cast_fails_and_says_how(name: str, compare: str) -> None:
    preset, last = LESSON.presets[name], moments(name, compare)[-1]
    assert preset.compare == compare
    assert preset.opens_at(last.trace) == (0 if compare == DISTANCE else 1)
    start, after = moments(name, compare)[:2]
    for early in (start, replace(after, is_open=True)):  # not before there is a line, nor while it is asked for
        assert not [m for m in (*drawn(early).marks, *drawn(early, 0).marks) if getattr(m, "ink", None) is Ink.FAULTY]
        assert compare not in plain(LESSON.situation(early)).lower()
    assert plain(LESSON.situation(after)).lower().startswith(compare)
    scene, t = last.scene, last.faulty.fraction
    a, b = bodies(scene, 0.0)
    if compare == DISTANCE:
        assert t == pytest.approx(a.distance(b), abs=1e-6)
        first, second = bodies(scene, t)
        assert first.intersection(second).area > 0.01
        depth = -separation(*scene.at(t))
        said = f"it takes the distance {fixed(t)} for the time {fixed(t)}, where A and B overlap by {fixed(depth)}."
        assert said in plain(LESSON.situation(last))
        ((p, q),) = [m.points for m in drawn(last).marks if isinstance(m, Stroke) and m.ink is Ink.FAULTY
                     and m.line is Line.MEASURE and abs(math.dist(*m.points) - t) < 1e-6]  # fmt: skip
        assert p == (0.0, 0.0)
        assert Polygon(MultiPoint(differences(scene)[0]).convex_hull).exterior.distance(Point(q)) < 1e-6
    else:
        assert t < -0.3
        assert plain(LESSON.situation(last)).endswith(
            f"it goes back to t = {fixed(t)}. A and B move apart and never meet."
        )
    (cross,) = [m for m in drawn(last).marks if isinstance(m, Dot) and m.ink is Ink.FAULTY]
    assert cross.at == pytest.approx(tuple(-t * scene.velocity))
    ghosts = [m for m in drawn(last, 0).marks if isinstance(m, Stroke) and m.ink is Ink.FAULTY]
    assert len(ghosts) == 2


def test_the_faulty_casts_are_right_elsewhere() -> None:
    hit, apart_ = LESSON.presets["Both move"].scene, LESSON.presets["Passing by"].scene
    assert no_miss_test(*hit.cast).fraction == moments("Both move")[-1].step.fraction
    assert distance_as_time(*apart_.cast).fraction is None


def test_circles_are_to_meet_after_few_lines_but_not_head_on() -> None:
    disc = LESSON.presets["Grazing circles"].scene
    for aside, lines, reached in ((0.0, 1, False), (0.3, 4, True), (0.7, 5, False), (1.5, 2, False)):
        b = disc.b.placed(disc.a.pose.moved((aside, 3.0)))
        last = moments_of(LESSON, moving(disc.a, (0.0, 3.4), b, (0.0, 0.0)))[-1]
        assert len(planes(last)) == lines
        assert LESSON.challenge(last).reached is reached
        assert "2 to 4 lines" in LESSON.challenge(last).text


def test_after_many_lines_the_last_ones_are_enlarged_and_the_fields_stay_light() -> None:
    for name in HITS:
        last = moments(name)[-1]
        lenses = [m for m in drawn(last).marks if isinstance(m, Inset)]
        assert [m.title for m in lenses] == ["The last lines, enlarged"] * (name == "Grazing circles")
        fields = [m.opacity for m in drawn(last).marks if isinstance(m, Region) and m.ink is Ink.GAP]
        assert len(fields) == len(planes(last))
        assert sum(fields) < 0.11, "of seven as of three"
        for lens in lenses:
            lines = [m for m in lens.marks if isinstance(m, Unbounded) and not m.one_sided]
            assert [m.through for m in lines] == [pytest.approx(tuple(p.plane)) for p in planes(last)[2:]]
            (room,) = [m.segments[0] for m in lens.marks if isinstance(m, Crowd) and m.opacity == 0.0]
            x = -last.trace.result.fraction * last.scene.velocity
            high = math.dist(x, planes(last)[2].estimate)
            assert (room[1], room[3]) == pytest.approx((x[1] - high, x[1] + high)), "the whole way of these lines"


def test_the_challenge_is_one_line() -> None:
    """A vertex straight toward a vertex."""
    a, b = placed(regular_polygon(5, 0.5), 0.0, 0.0, 90.0), placed(regular_polygon(5, 0.5), 0.0, 2.0, -90.0)
    ahead = moving(a, (0.0, 3.0), b, (0.0, 0.0))
    for scene, reached in ((ahead, True), (LESSON.presets["Both move"].scene, False)):
        challenge = LESSON.challenge(moments_of(LESSON, scene)[0])
        assert challenge.reached is reached
    missing = replace(ahead, a_end=ahead.a.moved((0.0, -1.0)))
    assert not LESSON.challenge(moments_of(LESSON, missing)[0]).reached


def test_an_overlap_at_the_start_needs_no_line() -> None:
    scene = LESSON.presets["Both move"].scene
    inside = moving(scene.a, (0.5, 0.5), scene.b.placed(scene.a.pose), (0.0, 0.0))
    last = moments_of(LESSON, inside)[-1]
    assert plain(LESSON.page(last).sentence) == "t = 0: no line is needed."
    assert plain(LESSON.situation(last)).startswith("A and B overlap by")


def test_times_only_go_on() -> None:
    for name in LESSON.presets:
        ticks = LESSON.clock(moments(name)[0]).ticks
        assert len(ticks) == len(moments(name))
        assert all(later >= before for before, later in itertools.pairwise(ticks))


def test_the_first_normal_points_from_the_first_support_point_to_the_origin() -> None:
    for name in LESSON.presets:
        start = moments(name)[0]
        plane = next(step for step in apart(start.trace) if isinstance(step, PlaneFound))
        arrow = [m for m in drawn(start).marks if isinstance(m, Arrow)][-1]
        way = np.subtract(arrow.end, arrow.start)
        assert math.hypot(*way) <= 0.48 + 1e-9, "a unit vector says a direction, no length"
        assert way[0] * arrow.start[1] - way[1] * arrow.start[0] == pytest.approx(0.0, abs=1e-9)
        assert way / math.hypot(*way) == pytest.approx(plane.normal)
        gaps = np.hypot(*(differences(start.scene)[0] - arrow.start).T)
        assert gaps.min() < 1e-9  # it is a difference of two vertices


def asked_of(name: str, compare: str = "") -> list[tuple[Moment[Translating], Any]]:
    found = [(moment, LESSON.page(moment).prediction) for moment in moments(name, compare)]
    return [(moment, asked) for moment, asked in found if asked is not None]


def test_each_scene_has_a_task_of_its_own() -> None:
    texts = [asked.text for name, preset in LESSON.presets.items() for _, asked in asked_of(name, preset.compare)]
    goals = {LESSON.challenge(m).text for n, p in LESSON.presets.items() for m in moments(n, p.compare)}
    assert len(texts) == len(set(texts)) == 7
    assert len(goals) == 7
    for name, preset in LESSON.presets.items():
        assert asked_of(name, preset.compare) or preset.compare == NO_MISS, name


def test_a_line_behind_x_does_not_move_it() -> None:
    ((moment, asked),) = asked_of("A line without progress")
    assert isinstance(asked, Choose)
    after = moments("A line without progress")[moment.index + 1]
    (*_, plane) = planes(after)
    points, _ = differences(after.scene)
    behind = float((points @ plane.normal).max() + plane.fraction * (after.scene.velocity @ plane.normal))
    assert behind > 0.0
    for answer in asked.options:
        verdict = asked.judge(answer)
        assert verdict.right is (answer == "no") is (answer in asked.right)
        assert f"{fixed(behind)} behind it" in verdict.because


def test_one_line_is_the_proof_of_a_miss() -> None:
    ((moment, asked),) = asked_of("Passing by")
    assert isinstance(asked, Choose)
    for answer, plane in zip(asked.options, planes(moment), strict=True):
        verdict, ends = asked.judge(answer), np.array([[0.0, 0.0], -moment.scene.velocity])
        reach = (differences(moment.scene)[0] @ plane.normal).max()
        is_proof = bool((ends @ plane.normal)[1] > reach)  # the end of the ray is in front of the line
        assert verdict.right is is_proof
        canvas = Canvas(0.01)
        if is_proof:
            assert verdict.draw is None
            assert "v·n̂ = −1.71: x moves away from it" in plain(verdict.because)
            continue
        x = -moment.step.fraction * moment.scene.velocity
        behind = float((differences(moment.scene)[0] @ plane.normal).max() - plane.normal @ x)
        told = f"{fixed(behind)} behind this line" if behind > 1e-6 else "on this line now"
        assert told in plain(verdict.because)
        assert verdict.draw is not None
        verdict.draw(canvas, "space")
        (line,) = [m for m in canvas.marks if isinstance(m, Unbounded)]
        assert line.ink is Ink.FAULTY
    assert "proves" not in LESSON.page(moment).known
    assert "−1.7" not in LESSON.page(moment).sentence


def test_a_line_that_x_only_comes_to_face_is_no_proof_for_the_time_before() -> None:
    """The third line of Passing by has the start of the ray behind it: the words claim what comes after alone."""
    *_, before, last = moments("Passing by")
    (*_, line) = planes(last)
    at_start = -float((differences(last.scene)[0] @ line.normal).max())  # of the origin over the line
    assert at_start < 0.0
    assert plain(LESSON.situation(before)) == (
        f"Up to t = {fixed(line.fraction)} earlier lines rule out contact, after that line 3 does."
    )
    idea = plain(LESSON.page(last).idea)
    assert idea.startswith("From now on, x is in front of this line")
    assert "earlier lines" in idea
    assert LESSON.page(last).formula.startswith(r"\gap{g}>0")
    gone = moments("Moving apart")
    assert plain(LESSON.situation(gone[-2])) == "Line 1 proves that A and B never meet."
    assert "one line proves that A and B never meet" in plain(LESSON.page(gone[-1]).idea)


def test_the_next_normal_is_placed_from_y_to_x() -> None:
    ((moment, asked),) = asked_of("Grazing circles")
    assert isinstance(asked, Place)
    x = -moment.time * moment.scene.velocity
    ((y,),) = [differences(moment.scene)[0]]
    for off in (0.0, 4.0, 9.0, -20.0):
        turn = math.atan2(*(x - y)[::-1]) + math.radians(off)
        verdict = asked.judge(((float(y[0] + math.cos(turn)), float(y[1] + math.sin(turn))),))
        assert verdict.right is (abs(off) < 6.0)
        assert verdict.right or f"{fixed(abs(off), 0)}°" in verdict.because
    assert not asked.judge(asked.start).right
    shown = [m for m in drawn(moment).marks if isinstance(m, Symbol) and "next" in m.latex]
    hidden = [m for m in drawn(replace(moment, is_open=True)).marks if isinstance(m, Symbol) and "next" in m.latex]
    assert (len(shown), len(hidden)) == (1, 0)


def test_a_distance_that_is_taken_for_a_time_is_placed() -> None:
    ((moment, asked),) = asked_of("Fast start, small gap", DISTANCE)
    assert isinstance(asked, Place)
    s = gap_at(moment.scene, 0.0)
    assert asked.right[0] == pytest.approx(tuple(-s * moment.scene.velocity), abs=1e-6)
    for t in (s, s + 0.1, 0.2):
        verdict = asked.judge((tuple((-t * moment.scene.velocity).tolist()),))
        assert verdict.right is (t == s)
    assert fixed(-separation(*moment.scene.at(s))) in asked.judge(asked.right).because


def test_the_goal_of_moving_apart_is_a_first_line_that_is_no_proof() -> None:
    scene = LESSON.presets["Moving apart"].scene
    together = moving(scene.a, (0.4, 1.2), scene.b, (-0.3, -0.9))
    aside = moving(scene.a, (-3.0, 0.2), scene.b, (0.0, 0.0))
    past = LESSON.presets["Passing by"].scene  # line 1 is no proof, but line 3 is
    for each_scene, reached in ((scene, False), (together, True), (aside, False), (past, False)):
        assert LESSON.challenge(moments_of(LESSON, each_scene, NO_MISS)[0]).reached is reached


@each
def test_the_view_stays_and_holds_the_ray_and_each_support_point(name: str) -> None:
    boxes = []
    for moment in moments(name):
        box = drawn(moment).bounds()
        assert box is not None
        low, high = box.low, box.high
        boxes.append((*low, *high))
        for at in (np.zeros(2), -moment.scene.velocity, *(p.support.w for p in planes(moment))):
            assert (at >= low).all()
            assert (at <= high).all()
    assert np.ptp(boxes, axis=0).max() < 0.35, "only arrows stick out"


def test_the_letters_stand_inside_the_difference() -> None:
    for name in LESSON.presets:
        moment = moments(name)[0]
        (at,) = [m.at for m in drawn(moment).marks if isinstance(m, Label) and m.text == "A − B"]
        points, radius = differences(moment.scene)
        assert MultiPoint(points).convex_hull.buffer(radius).exterior.distance(Point(at)) > 0.3
        assert MultiPoint(points).convex_hull.buffer(radius).contains(Point(at))


def test_edges_of_the_difference_have_the_ink_of_whose_they_are() -> None:
    """Each is parallel to, and as long as, an edge of that body."""
    seen = set()
    for name in LESSON.presets:
        moment = moments(name)[0]
        if moment.scene.figure.radius > 0.0:
            continue
        bodies_ = {Ink.A: moment.scene.a.world, Ink.B: moment.scene.b.world}
        dotted = [m for m in drawn(moment).marks if isinstance(m, Stroke) and m.line is Line.DOTTED]
        for mark in (m for m in dotted if m.ink in bodies_):
            way = np.subtract(mark.points[1], mark.points[0])
            sides = bodies_[mark.ink].edges[:, 1] - bodies_[mark.ink].edges[:, 0]
            sides = sides if mark.ink is Ink.A else -sides  # B is reflected
            assert np.hypot(*(sides - way).T).min() < 1e-9
            seen.add(mark.ink)
    assert seen == {Ink.A, Ink.B}


def test_the_ring_pushes_the_line() -> None:
    for name in ("Both move", "Fast start, small gap"):
        ((moment, asked), *_) = asked_of(name)
        assert isinstance(asked, Place)
        assert asked.follow is not None
        plane = next(step for step in apart(moment.trace) if isinstance(step, PlaneFound))
        for points in (asked.start, asked.right):
            canvas = Canvas(0.01)
            asked.follow(canvas, points)
            (line,) = (mark for mark in canvas.marks if isinstance(mark, Unbounded))
            assert float(plane.normal @ np.array(line.direction)) == pytest.approx(0.0, abs=1e-9)
            assert float(plane.normal @ np.subtract(line.through, points[0])) == pytest.approx(0.0, abs=1e-9)


def test_a_step_back_in_time_is_no_hit() -> None:
    last = moments("Moving apart", NO_MISS)[-1]
    words = [plain(m.text) for m in drawn(last).marks if isinstance(m, Label) and m.ink is Ink.FAULTY]
    assert words == [f"t = {fixed(last.faulty.fraction)}"]
    assert gap_at(last.scene, last.faulty.fraction) > 0.02, "they do not touch there"
    told = LESSON.situation(last)
    assert plain(told).endswith(" A and B move apart and never meet.")
    assert told.endswith(" A and B move apart and never meet."), "what is true is not pink"
    bars = [
        m for m in drawn(last).marks if isinstance(m, Stroke) and m.ink is Ink.EXAMINED and m.line is Line.MEASURE
    ]
    assert any(
        math.dist(*bar.points[:2]) == pytest.approx(-planes(last)[0].closing) for bar in bars if len(bar.points) == 2
    )


def test_the_next_normal_stands_at_its_y_and_points_to_x() -> None:
    for name in LESSON.presets:
        for moment in moments(name)[1:-1]:
            last = steps_so_far(moment)[-1]
            names = [m for m in drawn(moment).marks if isinstance(m, Symbol) and "next" in m.latex]
            if not names or not isinstance(last, SimplexKept):
                continue
            arrow = [m for m in drawn(moment).marks if isinstance(m, Arrow)][-1]
            y = last.estimate + last.simplex.closest
            assert arrow.start == pytest.approx(tuple(y)), name
            way = np.subtract(arrow.end, arrow.start)
            assert float(way @ (last.estimate - y)) == pytest.approx(math.hypot(*way) * math.dist(last.estimate, y))


def test_a_box_has_a_goal_with_more_lines_than_any_scene() -> None:
    start = LESSON.presets["A line without progress"].scene
    slow = LESSON.presets["Too slow"].scene
    steep = moving(slow.a, (1.8, 0.9), slow.b, (0.2, -0.9))
    longer = moving(start.a, (-0.7, 1.2), start.b, (-0.8, -0.2))
    for scene, lines, reached in ((start, 3, False), (steep, 3, False), (longer, 4, True)):
        (*_, last) = moments_of(LESSON, scene)
        assert len(planes(last)) == lines
        assert LESSON.challenge(last).reached is reached
    for name in set(LESSON.presets) - {"Grazing circles"}:
        assert len(planes(moments(name)[-1])) < 4, "its motion is no answer"


def test_no_scene_meets_a_goal_beside_any_faulty_cast() -> None:
    for name in LESSON.presets:
        for each in LESSON.compare:
            goals = [LESSON.challenge(moment) for moment in moments(name, each.name)]
            assert not any(goal.reached for goal in goals), name
            turned = name == "Moving apart" and each.name == NO_MISS
            assert ("until line 1 no longer proves a miss" in goals[-1].text) is turned


def test_lines_that_are_told_as_one_have_rows_as_long_as_their_gaps_differ() -> None:
    last = moments("Grazing circles")[-1]
    table = LESSON.table(last)
    assert table is not None
    rows = {row.cells[0]: row.cells for _, row in table.rows}
    assert list(rows) == ["1", "2", "3", "4", "5", "6 to 7"]
    found = planes(last)
    for p in found[:5]:
        assert rows[str(p.iteration)][2] == fixed(p.gap, 4) != "0.0000"
    assert all(0.0 < p.gap < 5e-5 for p in found[5:])
    assert rows["6 to 7"][1:] == (fixed(found[5].fraction, 4), "< 0.0001", "…", fixed(found[6].next_fraction, 4))
    assert len({row[2:] for row in rows.values()}) == len(rows), "no two alike"


def test_a_normal_stands_clear_of_the_gap() -> None:
    """Two normals, a gap and their names do not share one place."""
    moment = moments("Both move")[2]
    (plane,) = [p for p in planes(moment) if p.iteration == 2]
    foot = plane.estimate - plane.gap * plane.normal
    arrows = [m for m in drawn(moment).marks if isinstance(m, Arrow) and m.line is Line.MEASURE]
    starts = [np.array(m.start) for m in arrows if np.subtract(m.end, m.start) == pytest.approx(0.48 * plane.normal)]
    assert starts
    assert all(math.dist(start, foot) >= 0.9 for start in starts)
    behind = moments("A line without progress")[2]  # no gap is drawn: there it stands at the support point
    (w,) = [p.support.w for p in planes(behind) if p.iteration == 2]
    assert any(m.start == pytest.approx(tuple(w)) for m in drawn(behind).marks if isinstance(m, Arrow))
    following = [m for m in drawn(moments("Too slow")[1]).marks if isinstance(m, Arrow) and m.ink is Ink.EXAMINED][-1]
    assert following.line is Line.THIN, "the next one is not in use yet"


def test_the_ray_is_solid_until_a_line_is_found() -> None:
    for index, line in ((0, Line.MEASURE), (1, Line.DASHED)):
        moment = moments("Both move")[index]
        rays = [m for m in drawn(moment).marks if isinstance(m, Arrow) and m.start == (0.0, 0.0)]
        assert [m.line for m in rays] == [line]


def test_a_body_holds_its_letter() -> None:
    for name in LESSON.presets:
        moment = moments(name)[-1]
        for shape, letter in zip(bodies(moment.scene, moment.time), "AB", strict=True):
            (label,) = [m for m in drawn(moment, 0).marks if isinstance(m, Label) and m.text == letter]
            assert shape.contains(Point(label.at)), (name, letter)
            assert shape.exterior.distance(Point(label.at)) > 0.1


def test_circles_too_slow_past_and_nearly_right_have_goals_of_their_own() -> None:
    slow = LESSON.presets["Too slow"].scene
    by_a, by_b = (0.3 * body.motion for body in (slow.sweep_a, slow.sweep_b))
    slower = replace(slow, a_end=slow.a.moved(by_a), b_end=slow.b.moved(by_b))
    away = replace(slow, a_end=slow.a.moved(-by_a), b_end=slow.b.moved(-by_b))
    for scene, reached in ((slow, False), (slower, True), (away, False)):
        assert LESSON.challenge(moments_of(LESSON, scene)[-1]).reached is reached
    past = LESSON.presets["Passing by"].scene
    sooner = replace(past, a_end=past.a_end.moved((1.33, -1.75)))
    for scene, reached in ((past, False), (sooner, True)):
        last = moments_of(LESSON, scene)[-1]
        assert (len(planes(last)) == 2) is reached
        assert LESSON.challenge(last).reached is reached
    fast = LESSON.presets["Fast start, small gap"].scene
    for speed, reached in ((0.6, False), (0.8, True), (1.2, False)):  # too slow to meet, at most 1, above it
        scene = replace(fast, a_end=fast.a.moved((0.0, speed)), b_end=fast.b.moved((0.0, 0.0)))
        assert LESSON.challenge(moments_of(LESSON, scene)[-1]).reached is reached
