"""All methods on one motion: times, worth and costs, against vertices that are moved by hand and each routine."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import shapely
import shapely.ops

from geometry import (
    Outcome,
    bilateral_advancement,
    conservative_advancement,
    gjk_ray_cast,
    linear_cast,
    minkowski_difference,
    separation,
)
from geometry.feature import FeatureRef
from geometry.time_of_impact.bilateral_advancement import AxisChosen, DeepestFound, PushBack
from geometry.time_of_impact.comparison import MethodAsked, MethodsCompared, MotionMethod, Verdict
from geometry.time_of_impact.conservative_advancement import Advanced
from geometry.time_of_impact.separation_function import AxisFrame
from lessons.motion.all_methods import AllMethods
from lessons.motion.all_methods_asked import ADVANCEMENTS, ALL, NONE, THE_CASTS
from lessons.motion.all_methods_figure import BY_LUCK, WORTH, worth
from lessons.motion.all_methods_scene import NAMES, Compared
from lessons.motion.all_methods_words import FORMULAS, IDEAS
from lessons.motion.sweeps import still, to
from tests.lessons.second_edition import Told, moments_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment, panes_of
from viz.lesson.mark import Area, Arrow, Crowd, Dot, FeatureMark, Label, Region, Stroke, Symbol, Unbounded
from viz.lesson.prediction import Adjust, Choose, Place
from viz.lesson.scene import at
from viz.lesson.text import plain, runs

LESSON = AllMethods()
SCENES = list(LESSON.presets)
TURNING, BULLET, SLIDING, NEEDLE, OUT, SKIMS = SCENES
each = pytest.mark.parametrize("name", SCENES)
RIGHT = {  # how many of seven, and whether they meet
    TURNING: (2, True),
    BULLET: (4, True),
    SLIDING: (4, True),
    NEEDLE: (2, True),
    OUT: (5, False),
    SKIMS: (2, True),
}
CASTS = frozenset((MotionMethod.LINEAR_CAST, MotionMethod.GJK_RAY_CAST))
CHEAPEST = {
    frozenset((MotionMethod.LINEAR_CAST,)): "a linear cast",
    CASTS: "a linear or a GJK ray cast",
    frozenset((MotionMethod.CONSERVATIVE,)): "conservative advancement",
    frozenset((MotionMethod.BILATERAL,)): "bilateral advancement",
}
COUNTS = {2: "Two", 3: "Three", 4: "Four", 5: "Five"}


def moments(name: str) -> list[Moment[Compared]]:
    return moments_of(LESSON, LESSON.presets[name].scene)


def drawn(moment: Moment[Compared], pane: str = "board") -> Canvas:
    return Told.draw(next(p for p in LESSON.panes if p.name == pane), moment)


def dots(canvas: Canvas) -> list[Dot]:
    """All but the one at the least gap."""
    return [m for m in canvas.marks if isinstance(m, Dot) and m.ink not in (Ink.GAP, Ink.OVERLAP)]


def strokes(canvas: Canvas, ink: Ink, line: Line) -> list[np.ndarray]:
    return [np.array(m.points) for m in canvas.marks if isinstance(m, Stroke) and (m.ink, m.line) == (ink, line)]


def labels(canvas: Canvas) -> dict[str, Label]:
    return {plain(m.text): m for m in canvas.marks if isinstance(m, Label)}


def placed(body: Any, end: Any, t: float, *, turns: bool = True) -> shapely.Geometry:
    """A body at a time, moved and turned by hand."""
    a = body.pose.angle + t * (end.pose.angle - body.pose.angle) * turns
    middle = body.pose.position + t * (end.pose.position - body.pose.position)
    points = body.shape.points @ np.array(((math.cos(a), math.sin(a)), (-math.sin(a), math.cos(a)))) + middle
    return shapely.MultiPoint(points).convex_hull.buffer(body.shape.radius, 256)


def gap(s: Compared, t: float, *, turns: bool = True) -> float:
    """The gap, or 0 where they overlap."""
    return float(placed(s.a, s.a_end, t, turns=turns).distance(placed(s.b, s.b_end, t, turns=turns)))


def answers(s: Compared) -> dict[MotionMethod, float | None]:
    """Each method's time, by its own routine."""
    slides = s.a.world, s.sweep_a.motion, s.b.world, s.sweep_b.motion
    samples = [k / s.count for k in range(s.count + 1)]
    found = {
        MotionMethod.END_ONLY: next((t for t in (0.0, 1.0) if gap(s, t) == 0.0), None),
        MotionMethod.SUB_STEPS: next((t for t in samples if gap(s, t) == 0.0), None),
    }
    start, a = s.b.pose.position, placed(s.a, s.a, 0.0)
    times = np.linspace(0.0, 1.0, 20001)
    inside = shapely.contains_xy(a, *(start[:, None] - s.velocity[:, None] * times))
    found[MotionMethod.RAY] = float(times[inside.argmax()]) if inside.any() else None
    for method, result in (
        (MotionMethod.LINEAR_CAST, linear_cast(*slides)),
        (MotionMethod.GJK_RAY_CAST, gjk_ray_cast(*slides)),
        (MotionMethod.CONSERVATIVE, conservative_advancement(*s.sweeps)),
        (MotionMethod.BILATERAL, bilateral_advancement(*s.sweeps)),
    ):
        found[method] = result.fraction if result.outcome is Outcome.HIT else None
    return found


def is_safe(s: Compared, method: MotionMethod) -> bool:
    """Advancements see everything, casts all but turns, the others never all of a motion."""
    turns = s.b.pose.angle != s.b_end.pose.angle
    casts = (MotionMethod.LINEAR_CAST, MotionMethod.GJK_RAY_CAST)
    return method in (MotionMethod.CONSERVATIVE, MotionMethod.BILATERAL) or (method in casts and not turns)


@each
def test_rows_and_sentences_tell_each_method_s_time(name: str) -> None:
    told = moments(name)
    s, times = told[0].scene, answers(told[0].scene)
    meets = any(gap(s, t) == 0.0 for t in np.linspace(0.0, 1.0, 401))
    assert meets == RIGHT[name][1]
    rows = LESSON.table(told[-1])
    assert rows is not None
    first = next((t for t in np.linspace(0.0, 1.0, 2001) if gap(s, t) < 0.004), None)
    for moment, (_, row), method in zip(told, rows.rows, MotionMethod, strict=False):
        t, page = times[method], LESSON.page(moment)
        words = plain(page.sentence)
        assert page.stage == row.cells[0] == NAMES[method]
        assert page.formula == FORMULAS[method]
        cells = [plain(cell) for cell in row.cells]
        asked = moment.step
        assert (asked.fraction is None) == (t is None)
        if t is None:
            right = not meets
            assert cells[1:3] == ["—", "—"]
            kind = ("right" if is_safe(s, method) else "right, by luck") if right else "a missed hit"
            assert words.startswith(f"No impact reported: {kind}. Cost")
        else:
            assert asked.fraction == pytest.approx(t, abs=2e-4)
            assert cells[1] == f"{asked.fraction:.2f}"
            s_then = float(cells[2].replace("−", "-"))
            assert s_then == pytest.approx(separation(*s.at(asked.fraction)), abs=0.0051)
            assert (s_then < 0.0) == (gap(s, asked.fraction) == 0.0 and s_then != 0.0)
            right = meets and first is not None and abs(t - first) < 0.004
            kind = (
                "right" if right else "a false positive" if not meets else "early" if first and t < first else "late"
            )
            sampled = f"{round(t * s.count)}/{s.count} = " if method is MotionMethod.SUB_STEPS else ""
            assert words.startswith(f"t = {sampled}{asked.fraction:.2f}, {kind}")
            if right and method in (MotionMethod.CONSERVATIVE, MotionMethod.BILATERAL):
                target = bilateral_advancement.trace(*s.sweeps).result.separation
                limits = s.lengths
                target_told = f"{separation(*s.at(asked.fraction)):.4f}"
                if method is MotionMethod.CONSERVATIVE:
                    target_told += f", s_0 = {limits.target:.4f} ± {limits.tolerance:.4f}"
                assert f"gap {target_told}. Cost" in words
                assert target == pytest.approx(s.lengths.target, rel=0.3)
                assert abs(separation(*s.at(asked.fraction)) - s.lengths.target) <= s.lengths.tolerance * 1.001
            number = "" if right else f"{abs(s_then):.2f}"
            assert number in words
        assert words.endswith(f". Cost {asked.cost}.")
        assert row.faulty == (not right)
        assert row.ink is None
        inks = {run.ink for run in runs(page.sentence)}
        assert (Ink.ANSWER in inks, Ink.FAULTY in inks) == (right, not right)
        quiet = {run.ink for cell in row.cells[1:] for run in runs(cell)} == {Ink.QUIET}
        assert quiet == (right and not is_safe(s, method))
        assert row.feature == FeatureRef(NAMES[method], row.feature.kind)  # type: ignore[union-attr]
    count = sum(not row.faulty for _, row in rows.rows)
    assert count == RIGHT[name][0]
    last = plain(LESSON.page(told[-1]).sentence)
    who = f"{COUNTS[count]} of seven" if count < 7 else "All seven"
    good = [(m, r) for (_, r), m in zip(rows.rows, MotionMethod, strict=True) if not r.faulty and is_safe(s, m)]
    lucky = f"{COUNTS[count - len(good)]} are right by luck. " if count > len(good) else ""
    costs = {m: int(plain(row.cells[3])) for m, row in good}
    least = min(costs.values())
    cheapest = {m for m, cost in costs.items() if cost == least}
    kind = "B turns" if s.b.pose.angle != s.b_end.pose.angle else "Nothing turns"
    best = f"{CHEAPEST[frozenset(cheapest)]} ({least})"
    begins = f"{lucky}Here {best}" if lucky else f"{kind}: here {best}"
    few, many = (a.count for a in (s.asked[6], s.asked[5]))
    jumps = f": {few} queries, not {many}" if cheapest == {MotionMethod.BILATERAL} and few < many else ""
    assert last == f"{begins} is the cheapest that is always right{jumps}.", "no rule for others"
    least = min(gap(s, t) for t in np.linspace(0.0, 1.0, 2001))
    met = times[MotionMethod.BILATERAL]
    stand = f"A and B meet at t = {met:.2f}." if met else f"A and B do not meet: the least gap is {least:.2f}."
    assert plain(LESSON.situation(told[0])) == stand
    assert plain(LESSON.situation(told[-1])) == f"{stand} {who} methods report this."


@each
def test_each_step_of_the_gjk_ray_cast_is_the_gap_along_its_normal_over_the_closing_speed(name: str) -> None:
    s = LESSON.presets[name].scene
    step = s.of(MotionMethod.GJK_RAY_CAST)
    page = LESSON.page(moments(name)[list(MotionMethod).index(MotionMethod.GJK_RAY_CAST)])
    assert all(claim.holds for claim in page.claims)
    assert r"\frac{\gap{g}}" in page.formula, "not the true gap s: that is with the turn, and to the nearest point"
    if step.fraction is None:
        return
    steps = np.diff((*step.instants, step.fraction))
    distances = [separation(*s.slid(t)) for t in step.instants]
    assert len(s.cast_steps) == len(step.instants)
    assert np.cumsum((step.instants[0], *steps))[1:] == pytest.approx(s.cast_steps, abs=1e-6)
    if name == TURNING:
        lengths = steps * math.hypot(*s.velocity)
        assert max(lengths) < max(distances), "a line in front of B is nearer than B"


@each
def test_the_gap_and_the_normal_of_the_first_line_of_the_gjk_ray_cast_are_drawn(name: str) -> None:
    moment = moments(name)[list(MotionMethod).index(MotionMethod.GJK_RAY_CAST)]
    s, canvas = moment.scene, drawn(moment, "now")
    arrows = [m for m in canvas.marks if isinstance(m, Arrow) and m.ink is Ink.EXAMINED]
    normals = [np.subtract(m.end, m.start) for m in arrows if tuple(m.start) != tuple(s.b.pose.position)]
    lines = [m for m in canvas.marks if isinstance(m, Unbounded) and m.ink is Ink.GAP]
    assert len(lines) == len(normals) == 1
    n = normals[0] / np.hypot(*normals[0])
    assert np.dot(lines[0].direction, n) == pytest.approx(0.0, abs=1e-9), "the line is perpendicular to its normal"
    a, b = s.a.world, s.b.world
    gap = float((b.points @ n).min() - (a.points @ n).max()) - a.radius - b.radius
    assert np.dot(lines[0].through, n) == pytest.approx(float((a.points @ n).max()) + a.radius), "it touches A"
    ends = [m.points for m in canvas.marks if isinstance(m, Stroke) and m.ink is Ink.GAP and m.line is Line.MEASURE]
    assert any(np.subtract(q, p) == pytest.approx(gap * n) for p, q in (p for p in ends if len(p) == 2))
    if name not in (NEEDLE,):  # there this line stays between A and B: no hit
        t = s.of(MotionMethod.GJK_RAY_CAST).instants[1]
        assert gap / float(s.velocity @ n) == pytest.approx(t), "which is the first step"


@each
def test_costs_are_dot_products_with_vertices(name: str) -> None:
    s = LESSON.presets[name].scene
    n, m = len(s.a.shape.points), len(s.b.shape.points)
    cost = {a.method: a.cost for a in s.asked}
    times = answers(s)
    ends = 1 if times[MotionMethod.END_ONLY] == 0.0 else 2
    assert cost[MotionMethod.END_ONLY] == ends * 2 * n * m
    t = times[MotionMethod.SUB_STEPS]
    tests = s.count + 1 if t is None else round(t * s.count) + 1
    assert cost[MotionMethod.SUB_STEPS] == tests * 2 * n * m
    assert cost[MotionMethod.RAY] == 2 * n
    edges = len(shapely_edges(s))
    assert cost[MotionMethod.LINEAR_CAST] == n + m + 2 * edges, "parallel edges of both are one of A − B"
    assert len(minkowski_difference(s.a.world, s.b.world).points) <= n + m
    for method in (MotionMethod.GJK_RAY_CAST, MotionMethod.CONSERVATIVE):
        assert cost[method] % (n + m) == 0
    slides = s.a.world, s.sweep_a.motion, s.b.world, s.sweep_b.motion
    assert cost[MotionMethod.GJK_RAY_CAST] == (gjk_ray_cast(*slides).iterations + 1) * (n + m)
    for asked, moment in zip(s.asked, moments(name), strict=False):
        row = LESSON.page(moment).rows[0]
        assert plain(row.cells[3]) == f"{asked.cost}"
        supports = (asked.cost - 2 * asked.trials) // (n + m)
        points = f"{supports} support point{'s' * (supports != 1)} × {n + m}"
        queries = f"{asked.count} quer{'y' if asked.count == 1 else 'ies'}: "
        vertices = f"{m} {'vertex' if m == 1 else 'vertices'}"
        each_of = (
            f"({n} normals × {vertices} + {m} × {n})" if asked.method is MotionMethod.END_ONLY else f"{2 * n * m}"
        )
        trials = f" + {asked.trials} trial{'s' * (asked.trials != 1)} × 2" if asked.trials else " vertices"
        features = "edges and corners tested" if m == 1 else "edges tested"
        told = {
            "test": f"{asked.count} test{'s' * (asked.count > 1)} × {each_of}",
            "edge": f"{n} edges of A × 2",
            "face": f"{n + m} to build A − B + 2 × {edges} {features}",
            "line": f"{points} vertices",
            "distance query": f"{queries}{points}{trials}",
        }[asked.unit]
        assert plain(row.mark) == told, "where the cost is from"
        shown = re.sub(r"[a-zA-Z,:]+", "", told.replace("A − B", "").replace("queries", ""))
        product = shown.split("  ", 1)[-1] if asked.unit == "distance query" else shown
        assert eval(product.replace("×", "*")) == asked.cost, "the factors give it"
        assert {run.ink for run in runs(row.mark)} == {Ink.QUIET}


def shapely_edges(s: Compared) -> list[float]:
    """The directions of the edges of A − B, by the hull of all differences of their vertices."""
    hull = shapely.MultiPoint((s.a.world.points[:, None] - s.b.world.points).reshape(-1, 2)).convex_hull
    ways = np.diff(np.array(hull.exterior.coords), axis=0)
    return list({round(float(math.atan2(y, x)) % (2.0 * math.pi), 6) % 6.283185: 0 for x, y in ways})


def test_costs_of_the_first_scene() -> None:
    """Counted once by hand, from the steps of each routine."""
    assert [a.cost for a in LESSON.presets[TURNING].scene.asked] == [80, 280, 10, 27, 36, 171, 226]


def framed(s: Compared, method: MotionMethod, t: float) -> np.ndarray:
    """How far A has moved by then, for the methods that hold it still: so far their cells lie back."""
    moved: np.ndarray = t * (s.a_end.pose.position - s.a.pose.position)
    return moved if method in (MotionMethod.RAY, *CASTS) else 0.0 * moved


@each
@pytest.mark.parametrize("t", [0.0, 0.4, 1.0])
def test_each_body_stops_where_its_method_stops_it(name: str, t: float) -> None:
    moment = replace(moments(name)[-1], time=t)
    s, canvas = moment.scene, drawn(moment)
    features = {str(m.feature): m for m in canvas.marks if isinstance(m, FeatureMark)}
    for index, asked in enumerate(s.asked, start=1):
        stop = 1.0 if asked.fraction is None else asked.fraction
        right = asked.verdict is Verdict.RIGHT
        body = placed(s.b, s.b_end, min(t, stop))
        shift = s.shift(index) - framed(s, asked.method, min(t, stop))
        middle = np.array((body.centroid.x, body.centroid.y)) + shift
        sure = Ink.ANSWER if is_safe(s, asked.method) else Ink.QUIET
        ink, line = (sure, Line.OUTLINE) if right else (Ink.FAULTY, Line.DOTTED)
        ink, line = (ink, line) if t >= stop else (Ink.B, Line.OUTLINE)
        found = [p.mean(axis=0) for p in strokes(canvas, ink, line)]
        assert any(np.hypot(*(p - middle)) < 1e-6 for p in found), NAMES[asked.method]
        assert any(NAMES[asked.method] in name for name in features) == (t >= stop)
        low, size = s.cell[0] + s.shift(index), s.cell[1]
        mine = [m for m in canvas.marks if isinstance(m, Label) and low[0] < m.at[0] < low[0] + size[0]
                and low[1] < m.at[1] < low[1] + size[1]]  # fmt: skip
        told = [plain(m.text) for m in mine]
        when = "no hit" if asked.fraction is None else f"t = {asked.fraction:.2f}"
        assert told[: 1 + (t >= stop)] == [NAMES[asked.method], *[when] * (t >= stop)], (
            "told when it stops, not before"
        )
        assert all(m.fixed for m in mine)
        if framed(s, asked.method, 1.0).any():
            assert told.pop(1 + (t >= stop)) == "in A’s frame"
        kind = WORTH[asked.verdict] if not right or is_safe(s, asked.method) else BY_LUCK
        if asked.fraction is not None and not right and asked.verdict is not Verdict.IMAGINED:
            kind += f" by {off(s, asked.fraction)}"
        if asked.method in (MotionMethod.CONSERVATIVE, MotionMethod.BILATERAL):
            kind += f": {asked.count} {'query' if asked.count == 1 else 'queries'}"
        cost = f"cost {asked.cost}"
        assert told[1 + (t >= stop) :] == ([kind, cost] if t >= stop else []), "all of it when it stops"
    white = [m for m in canvas.marks if isinstance(m, Dot) and m.point is Point.ANSWER]
    hits = [a for a in s.asked if a.verdict is Verdict.RIGHT and a.fraction is not None and a.fraction <= t]
    assert len(white) == len(hits)
    for dot, asked in zip(white, hits, strict=True):
        stop = asked.fraction or 0.0
        at = shapely.Point(np.array(dot.at) - s.shift(list(s.asked).index(asked) + 1) + framed(s, asked.method, stop))
        assert at.distance(placed(s.a, s.a_end, asked.fraction or 0.0)) < 0.01
        assert at.distance(placed(s.b, s.b_end, asked.fraction or 0.0)) < 0.01
    lit = [m for m in canvas.marks if isinstance(m, Area) and m.opacity == 0.045]
    sure = [a for a in s.asked if a.verdict is Verdict.RIGHT and is_safe(s, a.method)]
    assert len(lit) == sum((1.0 if a.fraction is None else a.fraction) <= t for a in sure), "once it is told"


def off(s: Compared, t: float) -> str:
    """How far in time an answer is from the impact."""
    truth = bilateral_advancement(*s.sweeps).fraction or 0.0
    by, shown = abs(t - truth), abs(float(f"{t:.2f}") - float(f"{truth:.2f}"))
    return f"{shown:.2f}" if min(by, shown) >= 0.005 else f"{by:.4f}"


def test_wrong_but_near_is_seen() -> None:
    """Eight substeps are hardly late, the end alone is late by far."""
    told = {a.method: worth(s, a) for s in (LESSON.presets[TURNING].scene,) for a in s.asked}
    assert told[MotionMethod.SUB_STEPS] == "late by 0.02"
    assert told[MotionMethod.END_ONLY] == "late by 0.27"
    assert told[MotionMethod.LINEAR_CAST] == "early by 0.25"
    many = LESSON.presets[TURNING].scene.with_field("sub_steps", 15.0)
    assert worth(many, many.of(MotionMethod.SUB_STEPS)) == "late by 0.0029", "never by 0.00"


@each
def test_on_the_curve_the_methods_stop_one_after_the_other(name: str) -> None:
    last = moments(name)[-1]
    for t in (0.0, 0.4, 0.7, 1.0):
        rings = [m.at[0] for m in dots(drawn(replace(last, time=t), "curve"))]
        assert all(at <= t for at in rings)
        stops = {round(a.fraction, 1) for a in last.scene.asked if a.fraction is not None and a.fraction <= t}
        assert {round(at, 1) for at in rings} <= stops | {round(at + by, 1) for at in stops for by in (0.1, -0.1)}
        assert bool(rings) == bool(stops)
        for name_of in drawn(replace(last, time=t), "curve").marks:
            if isinstance(name_of, Label) and name_of.leader and name_of.toward is not None and name_of.toward[0]:
                assert (name_of.toward[0] < 0.0) == (name_of.at[0] > 0.6), "names lead into the chart"


def test_late_and_early_is_what_the_reader_subtracts() -> None:
    s = LESSON.presets[SKIMS].scene
    cast, truth = s.of(MotionMethod.LINEAR_CAST), s.trace.result.truth.fraction
    assert (f"{cast.fraction:.2f}", f"{truth:.2f}", f"{truth - cast.fraction:.2f}") == ("0.41", "0.69", "0.27")
    assert worth(s, cast) == "early by 0.28", "0.69 − 0.41"


@pytest.mark.parametrize("name", [TURNING, OUT])
def test_what_b_moved_by_is_named_clear_of_its_outlines(name: str) -> None:
    """Two outlines of B cross the arrow; its name lies on neither. B as it is has a ground of its own."""
    s, canvas = LESSON.presets[name].scene, drawn(moments(name)[3], "now")
    (at,) = [m.at for m in canvas.marks if isinstance(m, Symbol)]
    t = s.asked[3].fraction or 0.0
    for pose in (placed(s.b, s.b_end, 0.0), placed(s.b, s.b_end, t, turns=False), placed(s.b, s.b_end, t)):
        assert shapely.Point(at).distance(pose.exterior) > 14.0 * canvas.pixel
    grounds = [shapely.Polygon(m.points) for m in canvas.marks if isinstance(m, Area) and m.ink is Ink.B]
    there = placed(s.b, s.b_end, t)
    assert any(each.symmetric_difference(there).area < 1e-6 * there.area for each in grounds)


@each
def test_the_cheapest_that_is_always_right_stands_out_in_the_table(name: str) -> None:
    moment = moments(name)[-1]
    s, table = moment.scene, LESSON.table(moment)
    assert table is not None
    safe = [a for a in s.asked if a.verdict is Verdict.RIGHT and is_safe(s, a.method)]
    least = [i for i, a in enumerate(s.asked) if a in safe and a.cost == min(each.cost for each in safe)]
    assert sorted(table.current) == least
    assert not [row for _, row in table.rows if row.mark], "whose factors they are would not be told"


def test_words_for_worth() -> None:
    said = {a.verdict: WORTH[a.verdict] for name in SCENES for a in LESSON.presets[name].scene.asked}
    assert list(said.values()) == ["late", "early", "right", "missed hit", "false positive"]


def test_the_large_view_names_what_a_ray_sees() -> None:
    moment = moments(TURNING)[2]
    s, canvas = moment.scene, drawn(moment, "now")
    names = {m.latex: m.at for m in canvas.marks if isinstance(m, Symbol)}
    assert names[r"\boldsymbol{c}_B"] == pytest.approx(s.b.pose.position)
    there = s.b.pose.position + s.asked[2].fraction * (s.b_end.pose.position - s.b.pose.position)  # type: ignore[operator]
    assert names[r"\boldsymbol{x}"] == pytest.approx(there)
    (arrow,) = [m for m in canvas.marks if isinstance(m, Arrow)]
    assert (arrow.start, arrow.end) == (pytest.approx(s.b.pose.position), pytest.approx(there))
    (path,) = strokes(canvas, Ink.EXAMINED, Line.DASHED)
    assert path == pytest.approx(np.array((s.b.pose.position, s.b_end.pose.position)))


@each
def test_the_large_view_says_where_each_method_stops_b(name: str) -> None:
    for moment in moments(name)[:7]:
        s, asked, canvas = moment.scene, moment.step, drawn(moment, "now")
        told = labels(canvas)
        stop = 1.0 if asked.fraction is None else asked.fraction
        right = asked.verdict is Verdict.RIGHT
        kind = WORTH[asked.verdict] if not right or is_safe(s, asked.method) else BY_LUCK
        is_cast = asked.method in CASTS and s.b.pose.angle != s.b_end.pose.angle
        if asked.fraction is not None:
            deep = f": depth {-separation(*s.at(stop)):.2f}" if gap(s, stop) == 0.0 and not right else ""
            by = "" if right or asked.verdict is Verdict.IMAGINED else f" by {off(s, stop)}"
            words = f"t = {stop:.2f}, {kind}{by}{deep}"
        else:
            words = f"no hit, {kind}" if right else kind
        assert f"{'not turned: ' if is_cast else ''}{words}" in told
        believed = placed(s.b, s.b_end, stop, turns=not is_cast)
        sure = Ink.ANSWER if is_safe(s, asked.method) else Ink.QUIET
        ink, line = (sure, Line.OUTLINE) if right else (Ink.FAULTY, Line.DOTTED)
        (outline,) = [p for p in strokes(canvas, ink, line) if len(p) > 2]
        moved = framed(s, asked.method, stop)
        area = shapely.Polygon(outline + moved).symmetric_difference(believed).area
        assert area < 0.02 * believed.area, "what the method believes"
        real_b = "B at t" if asked.fraction is not None else "B as it is"
        assert any(text.startswith(real_b) for text in told) == is_cast
        if is_cast:
            real = [p for p in strokes(canvas, Ink.B, Line.THIN) if len(p) > 2]
            assert shapely.Polygon(real[0]).symmetric_difference(placed(s.b, s.b_end, stop)).area < 1e-6
        before = drawn(replace(moment, time=0.5 * stop), "now")
        assert not any(kind in text for text in labels(before)), "it has not stopped"


def test_a_cell_shows_what_its_method_sees() -> None:
    moment = moments(TURNING)[-1]
    s, canvas = moment.scene, drawn(moment)
    (ray,) = strokes(canvas, Ink.EXAMINED, Line.DASHED)
    assert ray - s.shift(3) == pytest.approx(np.array((s.b.pose.position, s.b_end.pose.position)))
    assert not any(isinstance(m, Symbol) for m in canvas.marks)
    linear = min(strokes(canvas, Ink.FAULTY, Line.DOTTED), key=lambda p: abs(p.mean(axis=0) - s.b.pose.position -
                 s.shift(4) - s.asked[3].fraction * s.sweep_b.motion).sum())  # fmt: skip
    t = s.asked[3].fraction or 0.0
    slid = placed(s.b, s.b_end, t, turns=False)
    assert (
        shapely.Polygon(linear - s.shift(4)).equals_exact(slid, 1e-6)
        or shapely.Polygon(linear - s.shift(4)).symmetric_difference(slid).area < 1e-6
    )
    assert gap(s, t, turns=False) < 1e-6
    crowds = [m for m in canvas.marks if isinstance(m, Crowd) and len(m.segments) and m.ink is not Ink.CONSTRUCTION]
    assert [m.ink for m in crowds] == [Ink.B] * 3, "the steps of the GJK ray cast are seen where it stands alone"
    alone = [m for m in drawn(moments(TURNING)[4], "now").marks if isinstance(m, Crowd) and len(m.segments)]
    (lines,) = (m.segments for m in alone if m.ink is Ink.EXAMINED)
    cast = s.asked[4]
    halves, safe, roots = (m.segments - np.tile(s.shift(cell), 2) for m, cell in zip(crowds, (2, 6, 7), strict=True))
    steps, jumps = query_times(s, conservative_advancement), query_times(s, bilateral_advancement)
    samples, estimates = (
        [k / 8.0 for k in range(1, 6)],
        [t for t in cast.instants if 0.0 < t < (cast.fraction or 0.0)],
    )
    assert (len(steps), len(jumps), len(estimates)) == (11, 2, 2), (
        "13, 4 and 3, without the first and what is the last"
    )
    for drawn_lines, times, asked in ((halves, samples, s.asked[1]), (safe, steps, s.asked[5]),
                                      (roots, jumps, s.asked[6]), (lines, estimates, cast)):  # fmt: skip
        turns = asked is not cast
        stopped = placed(s.b, s.b_end, asked.fraction or 0.0, turns=turns)
        pieces = shapely.union_all([shapely.LineString(each.reshape(2, 2)) for each in drawn_lines])
        assert pieces.intersection(stopped.buffer(-1e-6)).length == 0.0, "B where it stops hides what lies behind it"
        for then in times:
            seen = placed(s.b, s.b_end, then, turns=turns).exterior.difference(stopped.buffer(1e-6))
            assert seen.length > 0.0
            assert seen.difference(pieces.buffer(1e-6)).length < 1e-4, "all of the outline but what is hidden"
            assert turns or gap(s, then, turns=False) > 0.0, "a safe step"
        whole = [placed(s.b, s.b_end, then, turns=turns).exterior for then in times]
        assert pieces.difference(shapely.union_all(whole).buffer(1e-6)).length < 1e-4, "and no other"


def query_times(s: Compared, search: Any) -> list[float]:
    """The times of its distance queries between the start and the end, from the trace of the routine itself."""
    steps = (step.state if isinstance(step, AxisChosen) else step for step in search.trace(*s.sweeps))
    times = [step.fraction for step in steps if isinstance(step, Advanced)]
    return [t for t in times if 0.0 < t < times[-1]]


def test_overlaps_are_red_and_gaps_are_measured() -> None:
    moment = moments(TURNING)[-1]
    s, canvas = moment.scene, drawn(moment)
    regions = [m for m in canvas.marks if isinstance(m, Region)]
    late = [a for a in s.asked if a.verdict is Verdict.LATE]
    assert [m.ink for m in regions] == [Ink.OVERLAP] * len(late)
    for region, asked in zip(regions, late, strict=True):
        shift, t = s.shift(list(s.asked).index(asked) + 1), asked.fraction or 0.0
        shared = placed(s.a, s.a_end, t).intersection(placed(s.b, s.b_end, t))
        places, normals = np.array(region.through) - shift, np.array(region.normals)
        corners = np.array(shared.exterior.coords)
        for place, n in zip(places, normals, strict=True):
            assert ((corners - place) @ n <= 1e-9).all()
        inside = np.array((shared.centroid.x, shared.centroid.y))
        assert len({tuple(p) for p in places.round(9)}) == 9
        assert (((inside - places) * normals).sum(axis=1) < 0.0).all()
    bars = [p for p in strokes(canvas, Ink.GAP, Line.MEASURE) if np.hypot(*(p[1] - p[0])) > 0.2]
    assert [float(np.hypot(*(p[1] - p[0]))) for p in bars] == pytest.approx([gap(s, s.asked[3].fraction or 0.0)] * 2)


@each
def test_rings_on_the_curve_are_where_methods_stop(name: str) -> None:
    told = moments(name)
    s = told[0].scene
    for moment in (told[2], told[-1]):
        known = s.asked[: min(moment.index + 1, 7)]
        canvas = drawn(moment, "curve")
        rings = dots(canvas)
        for dot in rings:
            assert dot.at[1] == pytest.approx(separation(*s.at(dot.at[0])), abs=1e-6)
        ends = [text for text in labels(canvas) if text.endswith(": no hit")]
        assert ends == ["Ray: no hit"] * (moment.index == 2 and s.asked[2].fraction is None)
        rings = [dot for dot in rings if not (ends and dot.at[0] == 1.0)]
        named = [text for text in labels(canvas) if any(n in text for n in NAMES.values()) and text not in ends]
        assert sorted(", ".join(named).split(", ")) == sorted(
            [NAMES[a.method] for a in known if a.fraction is not None] or [""]
        )
        inks = {m.ink for m in rings}
        assert inks == {
            Ink.ANSWER if a.verdict is Verdict.RIGHT else Ink.FAULTY for a in known if a.fraction is not None
        }
    values = np.array([separation(*s.at(t)) for t in (0.0, 1.0)])
    lines = np.vstack(
        [np.array(m.points) for m in drawn(told[-1], "curve").marks if isinstance(m, Stroke) and m.line is Line.CURVE]
    )
    assert lines[0, 1] == pytest.approx(values[0], abs=1e-6)
    assert lines[-1, 1] == pytest.approx(values[1], abs=1e-6)


def test_the_cast_stops_b_as_it_is_at_the_start() -> None:
    moment = moments(TURNING)[2]
    asked, s = LESSON.page(moment).prediction, moment.scene
    assert isinstance(asked, Place)
    start, way = s.b.pose.position, s.b_end.pose.position - s.b.pose.position
    stop = s.asked[3].fraction or 0.0
    assert asked.right[0] == pytest.approx(start + stop * way)
    assert np.array(asked.along[0]) == pytest.approx(np.array((start, start + way)))
    for t, head in ((stop - 0.2, "Too early"), (stop + 0.3, "Too late"), (stop + 0.02, "")):
        x, y = (start + t * way).tolist()
        verdict = asked.judge(((x, y),))
        assert (verdict.right, verdict.head) == (not head, head)
        canvas = Canvas(0.01)
        assert verdict.draw is not None
        verdict.draw(canvas, "curve")
        assert not canvas.marks
        verdict.draw(canvas, "now")
        outlines = [m for m in canvas.marks if isinstance(m, Stroke) and m.closed]
        ghost = outlines[-1]
        assert (ghost.ink, ghost.line) == (Ink.FAULTY, Line.DOTTED), "the cast's stop is wrong: as at the next step"
        shown = placed(s.b, s.b_end, t if head else stop, turns=False)
        assert shapely.Polygon(np.array(ghost.points)).symmetric_difference(shown).area < 1e-6
        assert len(outlines) == (1 if head else 2)
        if not head:
            real = shapely.Polygon(np.array(outlines[0].points))
            assert real.symmetric_difference(placed(s.b, s.b_end, stop)).area < 1e-6
            assert outlines[0].ink is Ink.B
            assert f"{gap(s, stop):.2f}" in labels(canvas), "how far the turned B is from A"
        assert any(isinstance(m, Region) and m.ink is Ink.OVERLAP for m in canvas.marks) == (head == "Too late")
        number = gap(s, t, turns=False) if t < stop else -separation(*s.slid(t))
        assert f"{number if head else gap(s, stop):.2f}" in verdict.because
    waits = drawn(replace(moment, is_open=True), "now")
    assert not strokes(waits, Ink.FAULTY, Line.DOTTED), "the ray's answer is no help"
    mine = [m for m in drawn(moment, "now").marks if isinstance(m, Stroke) and m.line is Line.DOTTED]
    assert [m.opacity for m in mine] == [0.45], "the ray's body stands back"
    assert not any(isinstance(m, Region) for m in drawn(moment, "now").marks)
    assert all(LESSON.page(m).prediction is None for m in moments(TURNING) if m.index != 2)


def test_every_method_that_reports_no_hit_is_to_be_marked() -> None:
    """By pressing cells at the first step of a motion on which the casts alone are wrong."""
    moment = moments(OUT)[0]
    asked, s = LESSON.page(moment).prediction, moment.scene
    assert isinstance(asked, Adjust)
    told = {a.method: gap(s, 1.0 if a.fraction is None else a.fraction, turns=False) for a in s.asked}
    assert told[MotionMethod.LINEAR_CAST] < 1e-6 < gap(s, s.asked[3].fraction or 0.0)
    board = next(pane for pane in LESSON.panes if pane.name == "board")
    assert board in shown(moment)
    assert not board.is_held(moment)
    assert board.is_held(moments(OUT)[1])
    assert board.is_held(moments(TURNING)[0])
    assert board.take is not None
    opened = replace(moment, is_open=True)

    def press(scene: Compared, cell: int) -> Compared:
        (low, size), there = scene.cell, replace(opened, scene=scene)
        follow = board.take(there, low + scene.shift(cell) + (0.4, 0.6) * size)  # type: ignore[misc]
        found = scene if follow is None else follow(scene, low, low)
        assert isinstance(found, Compared)
        return found

    assert press(s, 0) is press(s, 1) is s, "the motion and the first method are not asked about"
    assert board.take(moment, s.cell[0] + s.shift(3) + 0.5 * s.cell[1]) is None, "answered"
    assert board.take(opened, s.cell[0] - 0.1) is None
    assert press(press(s, 4), 4).marked == ()
    nothing = asked.judge(s)
    assert not nothing.counts
    right = s
    for cell in (2, 3, 6, 7):
        verdict = asked.judge(right)
        assert not verdict.right
        right = press(right, cell)
        frames = strokes(drawn(replace(opened, scene=right)), Ink.INTERFACE, Line.OUTLINE)
        assert len(frames) == len(right.marked)
        assert frames[-1].mean(axis=0) == pytest.approx(s.cell[0] + s.shift(cell) + 0.5 * s.cell[1])
    assert asked.judge(right).right
    assert set(asked.right(s).marked) == set(right.marked)
    for extra, name in ((4, "Linear cast"), (5, "GJK ray cast")):
        verdict = asked.judge(press(right, extra))
        assert (verdict.right, verdict.head) == (False, f"{name} reports a hit")
        assert f"t = {s.asked[3].fraction:.2f}" in verdict.because
        assert verdict.draw is not None
        canvas = Canvas(0.01)
        verdict.draw(canvas, "board")
        pink = [m for m in canvas.marks if isinstance(m, Stroke) and m.ink is Ink.FAULTY and m.closed]
        assert np.mean(pink[0].points, axis=0) == pytest.approx(s.cell[0] + s.shift(extra) + 0.5 * s.cell[1])
    for missing, name in ((2, "Substeps"), (3, "Ray"), (6, "Conservative"), (7, "Bilateral")):
        verdict = asked.judge(press(right, missing))
        assert (verdict.right, verdict.head) == (False, f"{name} reports no hit")
    assert all(LESSON.page(m).prediction is None for m in moments(OUT)[1:])


def test_more_substeps_find_a_short_impact_by_luck() -> None:
    moment = moments(NEEDLE)[1]
    asked, s = LESSON.page(moment).prediction, moment.scene
    assert isinstance(asked, Adjust)
    found = {n: next((k for k in range(n + 1) if gap(s, k / n) == 0.0), None) for n in range(8, 21)}
    assert [n for n in found if found[n] is None] == [8, 10]
    assert asked.right(s).count == 9
    for n, k in found.items():
        now = s.with_field("sub_steps", float(n))
        again = LESSON.page(replace(moment, scene=now, trace=LESSON.run(now))).prediction
        assert isinstance(again, Adjust)
        verdict = again.judge(now)
        assert verdict.right == (k is not None)
        assert f"{now.asked[1].cost}" in verdict.because
        assert verdict.right == (k is not None and f"Test {k + 1} of {n + 1}, at t = {k}/{n}, " in verdict.because)
        assert ("tests miss" in verdict.because) == (f"All {n + 1} tests" in verdict.because)
        assert ("n = 10 it is missed" in verdict.because) == verdict.right
        assert ("missed again" in verdict.because) == (n == 9)
    others = (TURNING, OUT, SKIMS)
    assert all(LESSON.page(moments(name)[1]).prediction is None for name in others)


def test_so_few_substeps_cannot_miss_the_wall() -> None:
    """Against the time that the bullet is in the wall, reckoned by hand: it moves by 3.8 along x."""
    moment = moments(BULLET)[1]
    asked, s = LESSON.page(moment).prediction, moment.scene
    assert isinstance(asked, Adjust)
    first, last = ((0.5 + side * (0.28 / 2.0 + 0.3) + 1.4) / 3.8 for side in (-1.0, 1.0))
    assert f"from t = {first:.3f} to {last:.3f}" in asked.text
    need = math.ceil(1.0 / (last - first))
    assert asked.right(s).count == need == 5
    times = np.linspace(0.0, last - first, 1001)  # wherever the overlap lies
    for n in range(1, 12):
        cannot_miss = all(math.floor((t + last - first) * n) > math.floor(t * n - 1e-9) for t in times[1:])
        now = s.with_field("sub_steps", float(n))
        verdict = asked.judge(now)
        assert (cannot_miss, verdict.right) == (n >= need, n == need)
        assert verdict.head == ("" if n == need else "Too few" if n < need else "Too many")
        assert f"1/{n} = {1.0 / n:.3f}" in verdict.because
        assert f"{float(f'{last:.3f}') - float(f'{first:.3f}'):.3f}" in verdict.because, "of the digits shown"
        found = any(gap(s, k / n) == 0.0 for k in range(n + 1))
        assert ("by luck" in verdict.because, "is missed" in verdict.because) == (
            (n < need and found),
            (n < need and not found),
        )
    assert "n = 3 misses it" in asked.judge(asked.right(s)).because
    assert all(gap(s, k / 3.0) > 0.0 for k in range(4))


def test_the_end_of_b_seen_from_a_is_placed() -> None:
    moment = moments(SLIDING)[1]
    asked, s = LESSON.page(moment).prediction, moment.scene
    assert isinstance(asked, Place)
    assert asked.pane == "now"
    by = s.a_end.pose.position - s.a.pose.position
    right = s.b_end.pose.position - by
    assert asked.right[0] == pytest.approx(right)
    assert asked.start[0] == pytest.approx(s.b_end.pose.position)
    assert asked.judge(asked.right).right
    assert f"({by[0]:.2f}, {by[1]:.2f})" in asked.judge(asked.right).because
    assert "as the world sees it" in asked.judge(asked.start).because
    verdict = asked.judge((tuple((right + (0.0, 0.4)).tolist()),))
    assert not verdict.right
    assert "as the world sees it" not in verdict.because
    assert "−v" not in asked.text, "the formula comes with the ray, one step later"
    canvas = Canvas(0.01)
    verdict.draw(canvas, "now")  # type: ignore[misc]
    (mine,) = [m for m in canvas.marks if isinstance(m, Arrow)]
    assert (mine.ink, mine.start) == (Ink.FAULTY, pytest.approx(s.b.pose.position))
    assert mine.end == pytest.approx(right + (0.0, 0.4)), "the way that the wrong answer stands for"
    canvas = Canvas(0.01)
    asked.judge(asked.right).draw(canvas, "now")  # type: ignore[misc]
    (arrow,) = [m for m in canvas.marks if isinstance(m, Arrow)]
    assert arrow.end == pytest.approx(right)
    waits = drawn(replace(moment, is_open=True), "now")
    assert not strokes(waits, Ink.FAULTY, Line.DOTTED)
    assert len([m for m in waits.marks if isinstance(m, Arrow)]) == 2, "of A and of B"
    assert all(not isinstance(LESSON.page(moments(name)[1]).prediction, Place) for name in SCENES if name != SLIDING)


def shown(moment: Moment[Compared]) -> list[Any]:
    """The panes of a step, by their name those of the whole lesson."""
    names = [pane.name for pane in panes_of(LESSON.layout_at(moment))]
    return [pane for pane in LESSON.panes if pane.name in names]


def test_one_method_at_a_time_and_then_all_with_their_costs() -> None:
    for name in SCENES:
        for moment in moments(name):
            names = [pane.name for pane in shown(moment)]
            assert names == ["board" if moment.index == 7 or (moment.index == 0 and name == OUT) else "now", "curve"]
    sliding = LESSON.panes[0]
    assert [sliding.is_held(m) for m in moments(SLIDING)[:7]] == [True, True, False, False, False, True, True]
    assert sliding.head(moments(SLIDING)[2]) == ("Ray", "in A’s frame")
    assert sliding.head(moments(TURNING)[5]) == ("Conservative advancement", "")


@each
def test_a_bar_in_each_cell_is_as_long_as_the_cost(name: str) -> None:
    moment = moments(name)[-1]
    s, canvas = moment.scene, drawn(moment)
    (x, y), (w, h) = s.cell
    bars = {(m.points[0], tuple(np.ptp(m.points, axis=0))): m for m in canvas.marks
            if isinstance(m, Area) and np.ptp(m.points, axis=0)[1] == pytest.approx(4.0 * canvas.pixel)}  # fmt: skip
    assert len(bars) == 7
    words = labels(canvas)
    safe = [a for a in s.asked if a.verdict is Verdict.RIGHT and is_safe(s, a.method)]
    least = [a for a in safe if a.cost == min(each.cost for each in safe)]
    longest = max(a.cost for a in s.asked)
    for index, ((((left, under), (long, _)), bar), asked) in enumerate(zip(bars.items(), s.asked, strict=True), 1):
        assert long == pytest.approx(asked.cost / longest * (w - 30.0 * canvas.pixel))
        aside = left - (x + index % 4 * w)
        assert aside == pytest.approx(15.0 * canvas.pixel), "below its number"
        assert under == pytest.approx(y - index // 4 * h + 4.0 * canvas.pixel), "off the line between two rows"
        right = asked.verdict is Verdict.RIGHT
        assert bar.ink is (Ink.FAULTY if not right else Ink.ANSWER if asked in safe else Ink.QUIET)
        assert (bar.opacity == 1.0) == (asked in least)
        number = words[f"cost {asked.cost}"]
        assert number.toward == (1.0, 0.0), "over where its bar begins"
        assert (number.style is TextStyle.BOLD) == any(a.cost == asked.cost for a in least)
    assert not [text for text in labels(drawn(moments(name)[0])) if "cost" in text], "only where they are compared"


@each
def test_the_curve_shows_when_a_method_looks(name: str) -> None:
    for moment in moments(name)[:7]:
        s, asked = moment.scene, moment.step
        small = [m.at for m in dots(drawn(moment, "curve")) if m.point is Point.SMALL]
        if asked.method in CASTS or asked.method is MotionMethod.RAY:
            assert not small
            continue
        times = [t for t, _ in small]
        if asked.method is MotionMethod.SUB_STEPS:
            assert times == pytest.approx([k / 8.0 for k in range(asked.count)])
        assert times == pytest.approx(list(asked.instants))
        for t, gap_then in small:
            assert gap_then == pytest.approx(separation(*s.at(t)), abs=1e-6)


AIMS = {  # an end of B that makes the linear cast wrong in the way that the scene asks for
    SLIDING: (Verdict.EARLY, (-0.1, 1.1, 170.0), "apart when it stops"),
    OUT: (Verdict.MISSED, (-0.1, 0.9, 50.0), "missed hit"),
    SKIMS: (Verdict.IMAGINED, (-0.9, 1.4, -40.0), "false positive"),
}


@pytest.mark.parametrize("name", [SLIDING, OUT, SKIMS])
def test_each_scene_asks_for_another_fault_of_the_cast_and_it_can_be_made(name: str) -> None:
    s = LESSON.presets[name].scene
    fault, (x, y, degrees), words = AIMS[name]
    for there, reached in ((s, False), (s.with_field("b_end", at(s.b.shape, x, y, degrees)), True)):
        challenge = LESSON.challenge(Moment(there, LESSON.run(there), 3))
        assert words in plain(challenge.text)
        assert challenge.reached == reached
        if not reached:
            continue
        stop = linear_cast(there.a.world, there.sweep_a.motion, there.b.world, there.sweep_b.motion).fraction
        times = np.linspace(0.0, 1.0, 2001)
        meets = next((t for t in times if gap(there, t) == 0.0), None)
        assert (fault in (Verdict.EARLY, Verdict.LATE, Verdict.IMAGINED)) == (f"t = {stop:.2f}" in challenge.now)
        match fault:
            case Verdict.MISSED:
                assert "no hit" in challenge.now
                assert meets is not None
                assert min(gap(there, t, turns=False) for t in times[::20]) > 0.02
            case Verdict.IMAGINED:
                assert meets is None
            case Verdict.LATE:
                assert meets is not None
                assert meets < stop - 0.02
            case Verdict.EARLY:
                assert meets is not None
                assert meets > stop + 0.02


def test_a_cast_that_is_hardly_early_does_not_reach_the_goal() -> None:
    (x, y, _), s = AIMS[SLIDING][1], LESSON.presets[SLIDING].scene
    for degrees, reached in ((20.0, False), (-70.0, True)):
        there = s.with_field("b_end", at(s.b.shape, x, y, degrees))
        cast = there.of(MotionMethod.LINEAR_CAST)
        assert cast.verdict is Verdict.EARLY
        assert (cast.gap > 0.05) == reached
        assert LESSON.challenge(Moment(there, LESSON.run(there), 3)).reached == reached


def test_the_first_step_that_is_safe_is_placed_where_many_are_needed() -> None:
    """By hand: the gap at the start, and the bound from how far B's corners are from the centre of its turn."""
    moment = moments(SKIMS)[5]
    asked, s = LESSON.page(moment).prediction, moment.scene
    assert isinstance(asked, Place)
    start, way = s.b.pose.position, s.b_end.pose.position - s.b.pose.position
    near = shapely.ops.nearest_points(placed(s.a, s.a_end, 0.0), placed(s.b, s.b_end, 0.0))
    on_a, on_b = (np.array(p.coords[0]) for p in near)
    n, s_0 = (on_b - on_a) / np.hypot(*(on_b - on_a)), gap(s, 0.0)
    bound = float(-way @ n) + math.hypot(0.8, 0.2) * math.radians(85.0)
    assert f"gap is s = {s_0:.2f}, and μ = {bound:.2f}." in asked.text
    step = s_0 / bound
    assert asked.right[0] == pytest.approx(start + step * way, abs=0.01)
    assert np.array(asked.along[0]) == pytest.approx(np.array((start, start + way)))
    for t, head in ((step - 0.1, "Too short"), (step + 0.3, "Too far"), (step + 0.02, "")):
        verdict = asked.judge((tuple((start + t * way).tolist()),))
        assert (verdict.right, verdict.head) == (not head, head)
        assert (f"{t * bound:.2f} until t = {t:.2f}" in verdict.because) == bool(head)
        canvas = Canvas(0.01)
        verdict.draw(canvas, "now")  # type: ignore[misc]
        ghost = [m for m in canvas.marks if isinstance(m, Stroke) and m.closed][-1]
        there = placed(s.b, s.b_end, t if head else s.first_step.step)
        assert shapely.Polygon(np.array(ghost.points)).symmetric_difference(there).area < 1e-6
    assert "29 queries" in asked.judge(asked.right).because
    waits = drawn(replace(moment, is_open=True), "curve")
    assert not [m for m in dots(waits) if m.point is Point.SMALL], "its queries tell it"
    assert not strokes(drawn(replace(moment, is_open=True), "now"), Ink.ANSWER, Line.OUTLINE)
    asks = {name: [m.index for m in moments(name) if LESSON.page(m).prediction is not None] for name in SCENES}
    assert asks == {TURNING: [2], BULLET: [1], SLIDING: [1], NEEDLE: [1, 2], OUT: [0], SKIMS: [5]}


def test_bilateral_advancement_pays_where_conservative_advancement_needs_many_steps() -> None:
    cost = {name: [a.cost for a in LESSON.presets[name].scene.asked[5:]] for name in SCENES}
    assert [name for name, (safe, roots) in cost.items() if roots < safe] == [SKIMS]
    assert plain(LESSON.page(moments(SKIMS)[7]).sentence).endswith("always right: 2 queries, not 29.")
    counts = [a.count for a in LESSON.presets[SKIMS].scene.asked[5:]]
    assert counts == [29, 2]


@pytest.mark.parametrize("t", [0.33, 1.0])
def test_the_name_at_the_end_of_the_curve_is_clear_of_its_lines(t: float) -> None:
    """It ends before the line at t = 1 and stands above that at 0, wherever the play head is."""
    for index in (0, 3, *[7] * (t == 1.0)):  # of all together it comes when it stops
        canvas = drawn(replace(moments(TURNING)[index], time=t), "curve")
        name = labels(canvas)["End only"]
        assert name.fixed
        assert name.toward == (-1.0, 0.0)
        assert name.at[0] == pytest.approx(1.0 - 8.0 * canvas.pixel)
        assert name.at[1] > 7.0 * canvas.pixel_y


def test_the_number_of_the_gap_stands_away_from_the_unturned_bar() -> None:
    for name, index in ((TURNING, 3), (SKIMS, 3)):
        moment = moments(name)[index]
        s, canvas, t = moment.scene, drawn(moment, "now"), moment.step.fraction
        label = labels(canvas)[f"{gap(s, t):.2f}"]
        slid = placed(s.b, s.b_end, t, turns=False)
        assert label.toward is not None
        away = 0.3 * np.array(label.toward) / np.hypot(*label.toward)
        assert slid.distance(shapely.Point(np.array(label.at) + away)) > 0.3, "and not over it"


def test_a_late_cast_can_be_found() -> None:
    a, bar = LESSON.presets[OUT].scene.a, LESSON.presets[OUT].scene.b.shape
    for degrees, reached in ((0.0, True), (90.0, False)):
        b = at(bar, 1.8, -0.4, 90)
        there = Compared(a, still(a), b, to(b, -0.4, -0.4, degrees))
        challenge = LESSON.challenge(Moment(there, LESSON.run(there), 3))
        assert challenge.reached == reached
        cast = linear_cast(there.a.world, (0.0, 0.0), there.b.world, there.sweep_b.motion).fraction
        true = bilateral_advancement(*there.sweeps).fraction
        assert challenge.now == f"cast: t = {cast:.2f}, impact {true:.2f}"
    assert LESSON.challenge(moments(OUT)[3]).now.endswith("no impact")
    assert LESSON.challenge(moments(NEEDLE)[3]).now == "end: no hit, n = 8: no hit"
    for name in SCENES:
        assert all(LESSON.challenge(moment) is None for moment in moments(name)[:3]), "the cast's answer comes later"
    assert "cast: t = 0.64" in LESSON.challenge(moments(SLIDING)[3]).now


def test_a_circle_has_a_goal_that_can_be_met() -> None:
    """No turn makes the cast of a circle late: there the ray is to miss what the cast hits."""
    scene = LESSON.presets[BULLET].scene
    for y, reached in ((-0.5, False), (2.2, True), (3.5, False)):
        there = Compared(scene.a, still(scene.a), scene.b, to(scene.b, 2.4, y))
        challenge = LESSON.challenge(Moment(there, LESSON.run(there), 3))
        assert "until the **ray** misses A" in challenge.text
        assert challenge.reached == reached
        way = shapely.LineString([scene.b.pose.position, (2.4, y)])
        far = shapely.Polygon(scene.a.world.points).distance(way)
        assert reached == (0.0 < far < scene.b.shape.radius), "the centre passes, the rim does not"


def test_cells_stand_beside_each_other_and_later_ones_wait() -> None:
    for moment in moments(TURNING):
        s, canvas = moment.scene, drawn(moment)
        index = min(moment.index + 1, 7)
        (lines,) = [m.segments for m in canvas.marks if isinstance(m, Crowd) and m.ink is Ink.CONSTRUCTION]
        assert len(lines) == 1 + 3
        whole = lines.reshape(-1, 2)
        assert np.ptp(whole, axis=0) == pytest.approx(s.cell[1] * (4, 2))
        assert whole.max(axis=0)[1] == pytest.approx((s.cell[0] + s.cell[1])[1])
        points = np.vstack([placed(x, y, t).exterior.coords for x, y in ((s.a, s.a_end), (s.b, s.b_end))
                            for t in np.linspace(0.0, 1.0, 9)])  # fmt: skip
        low, size = s.cell
        assert (points > low + size * (0.03, 0.12)).all(), "its words stand below"
        assert (points < low + size * (0.97, 0.87)).all(), "and above"
        waiting = [m for m in canvas.marks if isinstance(m, Stroke) and m.ink is Ink.A and m.line is Line.START]
        assert len(waiting) == 7 - index
        assert LESSON.shows_controls(moment) == (moment.index > 0)
        clock = LESSON.clock(moment)
        assert clock.ticks == (1.0,) * 8
        assert clock.impact is None
    assert isinstance(moments(TURNING)[-1].step, MethodsCompared)


@each
def test_claims_hold(name: str) -> None:
    for moment in moments(name):
        claims = LESSON.page(moment).claims
        assert claims
        assert all(claim.holds for claim in claims)


@each
def test_the_first_cell_shows_start_and_end_and_the_chart_all_gaps(name: str) -> None:
    moment = moments(name)[0]
    s, canvas = moment.scene, drawn(moment)
    for body, end, ink in ((s.a, s.a_end, Ink.A), (s.b, s.b_end, Ink.B)):
        moves = placed(body, end, 0.0).symmetric_difference(placed(body, end, 0.5)).area > 1e-9
        for t, line in ((0.0, Line.OUTLINE), (1.0, Line.END)):
            shown = [shapely.Polygon(p) for p in strokes(canvas, ink, line)]
            there = placed(body, end, t)
            found = any(p.symmetric_difference(there).area < 0.08 * there.area for p in shown)
            assert found == (moves or t == 0.0)
    arrows = [(m.start, m.end) for m in canvas.marks if isinstance(m, Arrow) and m.line is Line.MEASURE]
    ways = [(x.pose.position, y.pose.position) for x, y in ((s.a, s.a_end), (s.b, s.b_end))]
    ways = [(p, q) for p, q in ways if (p != q).any()]
    assert np.array(arrows) == pytest.approx(np.array(ways)) if ways else not arrows
    letters = {m.text: m.at for m in canvas.marks if isinstance(m, Label) and m.style is TextStyle.LETTER}
    assert set(letters) == {"A", "B"}
    for place in letters.values():
        assert (s.cell[0] < place).all()
        assert (place < s.cell[0] + s.cell[1]).all()
    turn = abs(math.degrees(s.b_end.pose.angle - s.b.pose.angle))
    assert (f"B turns by {turn:.0f}°" if turn else "no turn") in labels(canvas)
    values = [separation(*s.at(t)) for t in np.linspace(0.0, 1.0, 41)]
    low, high = LESSON.panes[2].axes(moment).y  # type: ignore[misc]
    size = max(*values, 0.0) - min(*values, 0.0)
    free = 0.06 if name == OUT else 0.2  # there nothing has its name below the curve
    assert low == pytest.approx(min(*values, 0.0) - free * size, abs=0.03 * size)
    assert high == pytest.approx(max(*values, 0.0) + 0.1 * size, rel=0.02)


def test_a_turn_in_place_is_seen_by_the_advancements_alone() -> None:
    moment = moments(NEEDLE)[2]
    asked, s = LESSON.page(moment).prediction, moment.scene
    assert isinstance(asked, Choose)
    seen = {a.method for a in s.asked[3:] if a.verdict is Verdict.RIGHT}
    assert seen == {MotionMethod.CONSERVATIVE, MotionMethod.BILATERAL}
    assert asked.right == {ADVANCEMENTS}
    assert all(gap(s, t, turns=False) > 0.0 for t in np.linspace(0.0, 1.0, 21))
    for answer in (ADVANCEMENTS, THE_CASTS, ALL, NONE):
        verdict = asked.judge(answer)
        assert verdict.right == (answer == ADVANCEMENTS)
        assert [remark.at for remark in verdict.remarks] == [tuple(s.b.pose.position)] * (answer in (THE_CASTS, ALL))
        assert (verdict.draw is not None) == verdict.right
    canvas = Canvas(0.01)
    asked.judge(ADVANCEMENTS).draw(canvas, "now")  # type: ignore[misc]
    (there,) = strokes(canvas, Ink.ANSWER, Line.OUTLINE)
    impact = placed(s.b, s.b_end, s.asked[6].fraction or 0.0)
    assert shapely.Polygon(there).symmetric_difference(impact).area < 0.01 * impact.area
    assert f"t = {s.asked[6].fraction:.2f}" in asked.judge(ADVANCEMENTS).because


@pytest.mark.parametrize("t", [0.3, 1.0])
def test_what_a_ray_and_a_cast_see_is_drawn_in_the_frame_of_a(t: float) -> None:
    for index in (2, 3):
        moment = replace(moments(SLIDING)[index], time=t)
        s, asked, canvas = moment.scene, moment.step, drawn(moment, "now")
        now = min(t, asked.fraction or 1.0)
        way = s.b_end.pose.position - s.b.pose.position - (s.a_end.pose.position - s.a.pose.position)
        there = s.b.pose.position + now * way
        if index == 2:
            rings = [m.at for m in canvas.marks if isinstance(m, Dot) and m.point is Point.RING]
            assert rings[-1] == pytest.approx(there)
            a = placed(s.a, s.a_end, 0.0)
            (ray,) = strokes(canvas, Ink.EXAMINED, Line.DASHED)
            whole = np.array((s.b.pose.position, s.b.pose.position + way))
            assert ray == pytest.approx(whole), "from B's centre"
            if t == 1.0:
                assert a.exterior.distance(shapely.Point(there)) < 1e-6, "on A's face"
        else:
            (arrow,) = [m for m in canvas.marks if isinstance(m, Arrow)]
            assert (arrow.start, arrow.end) == (pytest.approx(s.b.pose.position), pytest.approx(there))
            ink = Ink.ANSWER if t == 1.0 else Ink.B
            assert any(p.mean(axis=0) == pytest.approx(there) for p in strokes(canvas, ink, Line.OUTLINE))


def test_outlines_far_out_are_drawn_and_bodies_too_far_apart_refused() -> None:
    """The board is as large as the motion: far from the origin nothing is lost; where a body would be less than a
    fortieth of a cell, the motion is refused."""
    scene = LESSON.presets["Turning bar"].scene
    far = replace(scene, **{name: getattr(scene, name).moved((3e6, -2e6)) for name in ("a", "a_end", "b", "b_end")})
    canvas, last = Canvas(0.02), moments_of(LESSON, far)[-1]
    LESSON.panes[1].draw(canvas, replace(last, time=1.0))
    outlines = [m for m in canvas.marks if isinstance(m, Area) and m.ink is Ink.A]
    assert len(outlines) == 8, "A in every cell"
    (x, y), (w, h) = far.cell
    for area in outlines:
        points = np.array(area.points)
        assert points.min(axis=0)[0] >= x
        assert points.max(axis=0)[0] <= x + 4.0 * w
        assert points.max(axis=0)[1] <= y + h
    size = max(scene.a.shape.size, scene.b.shape.size)
    scene.with_field("b_end", scene.b_end.moved((30.0 * size, 0.0)))
    with pytest.raises(ValueError, match="too small to be seen"):
        scene.with_field("b_end", scene.b_end.moved((41.0 * size, 0.0)))


def test_as_many_substeps_as_the_slider_says_and_one_at_least() -> None:
    scene = LESSON.presets[TURNING].scene
    assert [replace(scene, sub_steps=steps).count for steps in (0.4, 1.0, 1.6, 40.0)] == [1, 1, 2, 40]


@pytest.mark.parametrize("by", [0.0, 1e-12, 1e-9])
def test_a_body_that_hardly_moves_is_drawn(by: float) -> None:
    """The way of its centre, which letters keep off, has no length then."""
    s = LESSON.presets["Sliding boxes"].scene
    for name in ("a", "b"):
        body = getattr(s, name)
        still = s.with_field(f"{name}_end", replace(body, pose=body.pose.moved((by, 0.0))))
        for moment in moments_of(LESSON, still):
            for is_open in (False, True):
                for pane in LESSON.panes:
                    pane.draw(Canvas(0.01), replace(moment, is_open=is_open))


@each
def test_until_a_method_finds_it_the_impact_has_a_mark_on_the_curve(name: str) -> None:
    for moment in moments(name):
        s, canvas = moment.scene, drawn(moment, "curve")
        found = [m for m in canvas.marks if isinstance(m, Label) and m.text.startswith("impact")]
        so_far = [each for each in moment.seen if isinstance(each, MethodAsked)]
        is_found = any(each.verdict is Verdict.RIGHT for each in so_far)
        assert len(found) == (RIGHT[name][1] and not is_found)
        for words in found:
            t = bilateral_advancement(*s.sweeps).fraction
            assert words.text == f"impact {t:.2f}"
            assert words.at == pytest.approx((t, 0.0), abs=2e-3), "where the gap is 0"
            assert f"t = {t:.2f}" in plain(LESSON.situation(moment))


def test_while_they_move_the_line_below_tells_how_many_have_stopped() -> None:
    last = moments(TURNING)[-1]
    for t, told in ((0.0, "no method has"), (0.6, "two of seven methods have"), (0.9, "five of seven methods have")):
        assert plain(LESSON.situation(replace(last, time=t))) == f"At t = {t:.2f} {told} stopped."
        costs = [text for text in labels(drawn(replace(last, time=t))) if text.startswith("cost")]
        assert len(costs) == sum(a.fraction is not None and a.fraction <= t for a in last.scene.asked)


def test_a_turn_in_place_has_an_arrow_and_a_number() -> None:
    for name in SCENES:
        canvas = drawn(moments(name)[0], "now")
        assert ("180°" in labels(canvas)) == (name == NEEDLE)
        heads = [m for m in canvas.marks if isinstance(m, Arrow) and m.ink is Ink.B]
        assert len(heads) == (name == NEEDLE)


def test_the_needle_s_goal_is_an_overlap_between_both_ends_that_no_substep_jumps_over() -> None:
    s = LESSON.presets[NEEDLE].scene
    for x, degrees, steps, reached in (
        (0.1, 270.0, 8.0, False),
        (-0.2, 270.0, 8.0, True),
        (0.1, 270.0, 10.0, False),
        (-1.3, 270.0, 8.0, False),
    ):
        there = s.with_field("b_end", at(s.b.shape, x, 0.0, degrees)).with_field("sub_steps", steps)
        goal = LESSON.challenge(Moment(there, LESSON.run(there), 3))
        assert goal.reached is reached
        inside = [gap(there, k / 8.0) == 0.0 for k in range(9)]
        assert reached == (steps == 8.0 and any(inside) and not inside[-1])
    texts = [LESSON.challenge(moments(name)[3]).text for name in SCENES]
    assert len(set(texts)) == len(texts), "another goal in each scene"


@each
def test_the_letter_of_b_stands_beside_b(name: str) -> None:
    """Beside its outline, not beside the box around it, of which a turned bar fills little."""
    s = LESSON.presets[name].scene
    for moment, pane in ((moments(name)[3], "now"), (moments(name)[-1], "board")):
        canvas = drawn(moment, pane)
        at = shapely.Point(labels(canvas)["B"].at)
        b = placed(s.b, s.b_end, 0.0)
        assert at.distance(b) == pytest.approx(22.0 * canvas.pixel, abs=0.3 * canvas.pixel)


@each
def test_no_jump_of_bilateral_advancement_passes_a_time_at_which_its_gap_is_the_target(name: str) -> None:
    """What is said of it: each jump ends at the first time, or is proved free up to an earlier one."""
    assert "first closes" in IDEAS[MotionMethod.BILATERAL]
    s, jumps = LESSON.presets[name].scene, 0
    chosen = None
    for step in bilateral_advancement.trace(*s.sweeps):
        if isinstance(step, AxisChosen):
            chosen = step
        if not isinstance(step, DeepestFound) or step.decision not in (PushBack.ADVANCE, PushBack.OPEN_TO_THE_END):
            continue
        assert chosen is not None
        t1, t2 = step.first.fraction, step.last.fraction
        angle = {AxisFrame.A: s.sweep_a, AxisFrame.B: s.sweep_b}.get(chosen.frame)
        for t in np.linspace(t1, t2, 60):
            turn = 0.0 if angle is None else angle.at(t).angle - angle.at(t2).angle
            (x, y), (cos, sin) = step.direction, (np.cos(turn), np.sin(turn))
            axis = np.array((cos * x - sin * y, sin * x + cos * y))
            a, b = s.placed(t)
            g = min(b.points @ axis) - max(a.points @ axis) - a.radius - b.radius
            assert g >= s.lengths.target - 1.01 * s.lengths.tolerance
        jumps += 1
    assert jumps


@each
def test_a_least_gap_hardly_off_zero_has_its_number_at_the_curve(name: str) -> None:
    """By moving the vertices by hand; a depth by how far every edge of one has all of the other in front of it."""
    s = LESSON.presets[name].scene
    times = np.linspace(0.0, 1.0, 1001)
    gaps = [gap(s, t) or -depth(s, t) for t in times]
    for moment in moments(name)[::3]:
        canvas = drawn(moment, "curve")
        told = [text for text in labels(canvas) if text.startswith(("least gap", "greatest depth"))]
        if name not in (NEEDLE, OUT, SKIMS):
            assert not told
            continue
        words = f"least gap {min(gaps):.2f}" if name == OUT else f"greatest depth {-min(gaps):.2f}"
        assert told == [words]
        ink = Ink.GAP if name == OUT else Ink.OVERLAP
        label = labels(canvas)[words]
        assert label.ink is ink
        assert label.at[1] == pytest.approx(min(gaps), abs=3e-3)
        assert [m.at for m in canvas.marks if isinstance(m, Dot) and m.ink is ink] == [label.at]
        assert separation(*s.at(label.at[0])) == pytest.approx(label.at[1], abs=1e-6)


def depth(s: Compared, t: float) -> float:
    """The least depth along a normal of an edge."""
    a, b = (np.array(placed(*pair, t).exterior.coords)[:-1] for pair in ((s.a, s.a_end), (s.b, s.b_end)))
    ways = np.vstack([np.roll(p, -1, axis=0) - p for p in (a, b)])
    depths = []
    for x, y in ways[np.hypot(*ways.T) > 1e-9]:
        n = np.array((y, -x)) / math.hypot(x, y)
        depths += [float((p @ n).max() - (q @ n).min()) for p, q in ((a, b), (b, a))]
    return min(depths)


@each
def test_the_first_axis_of_bilateral_advancement_is_drawn_with_the_gap_along_it(name: str) -> None:
    moment = moments(name)[6]
    s, canvas = moment.scene, drawn(moment, "now")
    chosen = next(step for step in bilateral_advancement.trace(*s.sweeps) if isinstance(step, AxisChosen))
    angle = {AxisFrame.A: s.a.pose.angle, AxisFrame.B: s.b.pose.angle}.get(chosen.frame, 0.0)
    (x, y), (cos, sin) = chosen.axis, (math.cos(angle), math.sin(angle))
    axis = np.array((cos * x - sin * y, sin * x + cos * y))
    assert "axis" in labels(canvas)
    (line,) = strokes(canvas, Ink.EXAMINED, Line.DASHED)
    assert abs(float((line[1] - line[0]) @ axis)) == pytest.approx(math.dist(*line), rel=1e-6), "along the axis"
    bars = [p for p in strokes(canvas, Ink.GAP, Line.MEASURE) if np.hypot(*(p[1] - p[0])) > 0.2]
    assert [math.dist(*p) for p in bars] == pytest.approx([gap(s, 0.0)], abs=1e-6), "from A to B at the start"
    others = [drawn(each_of, "now") for each_of in moments(name)[:6]]
    assert not [canvas for canvas in others if "axis" in labels(canvas)]


def test_bodies_in_contact_at_the_start_have_no_axis() -> None:
    scene = LESSON.presets[TURNING].scene
    x, y = scene.a.pose.position
    there = scene.with_field("b", at(scene.b.shape, x, y, 20))
    assert "axis" not in labels(drawn(moments_of(LESSON, there)[6], "now"))


def test_one_method_alone_leaves_the_curve_nearly_half_of_the_figure() -> None:
    for moment in moments(TURNING):
        shares = [pane.share for pane in panes_of(LESSON.layout_at(moment))]
        assert shares == pytest.approx([0.63, 0.37] if moment.index == 7 else [0.52, 0.48])


def test_the_sweep_of_b_is_drawn_once() -> None:
    """Later steps show what their method looks at, and no other copy of B."""
    for name in SCENES:
        for moment in moments(name)[:7]:
            crowds = [m for m in drawn(moment, "now").marks if isinstance(m, Crowd) and len(m.triangles)]
            assert len(crowds) == (moment.index == 0)
