"""Ray cast, against shapely: what is said, drawn and judged."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from shapely import LineString, Point, Polygon, affinity

from geometry import Outcome, Ray, RayKind, ray_cast
from geometry.faulty.ray_cast import FaultyCast
from geometry.feature import FeatureKind, FeatureRef
from geometry.shape import boundary
from lessons.queries.ray_cast import RayCastLesson
from lessons.queries.ray_cast_figure import FAR, reached
from lessons.queries.scenes import ShapeAndRay
from tests.lessons.second_edition import LESSONS, Told, moments_of, nested
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.ink import Point as Shown
from viz.lesson.lesson import Moment, panes_of
from viz.lesson.mark import Area, Arrow, Crowd, Dot, Label, Stroke, Symbol, Unbounded
from viz.lesson.prediction import Click, Place
from viz.lesson.scene import Arrow as Held
from viz.lesson.text import fixed, plain

LESSON = next(each for each in LESSONS if isinstance(each, RayCastLesson))
SCENES = {name: preset.scene for name, preset in LESSON.presets.items()}
HITS = ("Through two lines", "Past the edge", "Start in a pocket", "Sharp corner, rounded")
FIRST, ROUNDED = HITS[:2]
BESIDE = "Passing beside"
EARLY = ("Quick tests",)
each_scene = pytest.mark.parametrize("name", SCENES)
each_hit = pytest.mark.parametrize("name", HITS)


def moments(name: str, compare: str = "") -> dict[str, Moment[Any]]:
    return {LESSON.story.stage(m): m for m in moments_of(LESSON, SCENES[name], compare)}


def one_by_one(name: str) -> dict[str, Moment[Any]]:
    """The quick tests one by one, where there is more than one."""
    first = moments_of(LESSON, SCENES[name])[:1]
    inner = [m for m in nested(LESSON, first) if LESSON.story_of(m) is LESSON.story] or first
    return {LESSON.page(m).stage: m for m in inner}


def drawn(moment: Moment[Any], pane: int = 0) -> Canvas:
    return Told.draw(LESSON.panes[pane], moment)


def solid(scene: ShapeAndRay) -> Any:
    return Polygon(boundary(scene.a.world, 1e-7))


def texts(canvas: Canvas, ink: Ink) -> list[str]:
    return [plain(m.text) for m in canvas.marks if isinstance(m, Label) and m.ink is ink]


def first_met(scene: ShapeAndRay, length: float = 30.0) -> float | None:
    p, d = scene.ray.origin, scene.ray.direction
    met = LineString((p, p + length * d)).intersection(solid(scene))
    return None if met.is_empty else Point(p).distance(met)


def faces(scene: ShapeAndRay) -> list[tuple[float, float, float]]:
    """Of each edge: the height of p over its line, n · d, and t."""
    p, d, found = scene.ray.origin, scene.ray.direction, []
    points = scene.core.points
    for u, v in zip(points, np.roll(points, -1, axis=0), strict=True):
        n = np.array((v[1] - u[1], u[0] - v[0])) / math.dist(u, v)
        h, speed = float((p - u) @ n) - scene.r, float(n @ d)
        found.append((h, speed, -h / speed))
    return found


@each_scene
def test_the_answer_is_shapely_s(name: str) -> None:
    scene, told = SCENES[name], moments(name)
    reach = scene.ray.length if scene.kind == "segment" else 30.0
    t = first_met(scene, reach)
    words = plain(LESSON.page(told["Answer"]).sentence), plain(LESSON.situation(told["Answer"]))
    if t is None:
        assert all(each.startswith("No hit: ") for each in words)
        assert ("one of the two projections already shows" in LESSON.page(told["Answer"]).idea) is (name != BESIDE)
        assert ("leads away from A" in words[0]) is (name == "Box behind")
        assert ("segment ends before" in words[0]) is (name == "Segment too short")
        if name != BESIDE:  # in words, in the formula and in the figure: which end of the projection rules a hit out
            canvas = drawn(told["Answer"])
            along = [float((x - scene.ray.origin) @ scene.ray.direction) for x in boundary(scene.a.world, 1e-7)]
            end = fixed(max(along) if name == "Box behind" else min(along))
            assert words[0].endswith(f"{'ends' if name == 'Box behind' else 'begins'} at t = {end}.")
            (mark,) = (each for each in texts(canvas, Ink.A) if "=" in each)
            assert mark == f"{'high' if name == 'Box behind' else 'low'} = {end}"
            assert LESSON.page(told["Answer"]).formula.endswith("0" if name == "Box behind" else "{L}")
            assert (f"L = {fixed(reach)}" in texts(canvas, Ink.EXAMINED)) is (name == "Segment too short")
    elif t == 0.0:
        (s,) = re.findall(r"s = −(\d\.\d\d)", words[0])
        assert s == fixed(solid(scene).exterior.distance(Point(scene.p)))
        assert "q}" not in LESSON.page(told["Answer"]).formula, "q is the hit"
        assert "starts inside A" in words[1]
        assert "starts inside" in LESSON.page(told["Answer"]).idea
        (way_out,) = (m for m in drawn(told["Answer"]).marks if isinstance(m, Dot) and m.point is Shown.ANSWER)
        border = solid(scene).exterior
        assert border.distance(Point(way_out.at)) == pytest.approx(0.0, abs=1e-5)
        assert math.dist(way_out.at, scene.p) == pytest.approx(border.distance(Point(scene.p)), abs=1e-5)
    else:
        assert words[0].startswith(f"Hit at t = {fixed(t)}, on ")
        assert words[1].startswith(f"The ray hits A at t = {fixed(t)}, on ")
        q = scene.ray.origin + t * scene.ray.direction
        assert words[0].endswith(f"q = ({fixed(q[0])}, {fixed(q[1])}).")
        on_edge = min(LineString(edge).distance(Point(q)) for edge in scene.a.world.edges) < 1e-5
        assert ("the arc of v" in words[0]) is not on_edge
        canvas = drawn(told["Answer"])
        (at,) = (m.at for m in canvas.marks if isinstance(m, Dot) and m.point is Shown.ANSWER)
        assert at == pytest.approx(q, abs=1e-5)
        (normal,) = (m for m in canvas.marks if isinstance(m, Arrow) and m.ink is Ink.ANSWER)
        tip = np.array(normal.end)
        near = 0.01 * (tip - q) / math.dist(tip, q)
        assert solid(scene).exterior.distance(Point(q + near)) == pytest.approx(0.01, abs=1e-4)
        assert not solid(scene).contains(Point(q + near))
        (dot,) = (m.at for m in drawn(told["Answer"], 1).marks if isinstance(m, Dot) and m.ink is Ink.ANSWER)
        assert dot == (pytest.approx(t, abs=1e-5), 0.0)
        (path,) = (m for m in canvas.marks if isinstance(m, Stroke) and m.ink is Ink.EXAMINED)
        assert path.points[1] == pytest.approx(q, abs=1e-5)
        assert texts(canvas, Ink.EXAMINED) == [f"t = {fixed(t)}"], "t stands at the ray"
        (inside,) = (m for m in canvas.marks if isinstance(m, Stroke) and m.ink is Ink.OVERLAP)
        met = LineString((scene.p, scene.p + 30.0 * scene.ray.direction)).intersection(solid(scene))
        assert np.array(inside.points) == pytest.approx(np.array(met.coords), abs=1e-4)


@each_scene
def test_both_axes(name: str) -> None:
    scene, told = SCENES[name], moments(name)
    ray = scene.ray
    turned = affinity.rotate(
        solid(scene), -math.atan2(*ray.direction[::-1]), origin=Point(ray.origin), use_radians=True
    )
    low_t, low, high_t, high = turned.bounds
    x, y = ray.origin
    ends = fixed(low - y), fixed(high - y)
    assert bool(low <= y <= high) is (name != BESIDE)
    zero = "0, the value at p: the line"
    where = f"does not contain {zero} misses" if name == BESIDE else f"contains {zero} hits"
    inner, quick = one_by_one(name), told["Quick tests"]
    one = quick if name == BESIDE else inner["Both sides?"]
    assert (
        plain(LESSON.page(one).sentence) == f"The projection of A on d̂_⊥ is from {' to '.join(ends)}. It {where} A."
    )
    side = np.array((-ray.direction[1], ray.direction[0]))
    for moment in (one, quick):
        labels = [each for each in texts(drawn(moment), Ink.A) if "_⊥ = " in each]
        assert labels == [f"low_⊥ = {ends[0]}", f"high_⊥ = {ends[1]}"]
        borders = [m for m in drawn(moment).marks if isinstance(m, Unbounded) and m.ink is Ink.A]
        assert [(m.through - ray.origin) @ side for m in borders] == pytest.approx([low - y, high - y], abs=1e-5)
    if name == BESIDE:
        return  # the first axis has told that it misses
    borders = [m for m in drawn(inner["Along"]).marks if isinstance(m, Unbounded) and m.ink is Ink.A]
    found = [(m.through - ray.origin) @ ray.direction for m in borders]
    assert found == pytest.approx([low_t - x, high_t - x], abs=1e-5)
    assert all(claim.holds for moment in (quick, *inner.values()) for claim in LESSON.page(moment).claims)
    both, ends = ends, (fixed(low_t - x), fixed(high_t - x))
    along = plain(LESSON.page(inner["Along"]).sentence)
    assert along.startswith(f"The projection of A on d̂ is from t = {ends[0]} to {ends[1]}")
    where = {"Box behind": "behind the start", "Segment too short": "beyond the end"}.get(name, "the ray reaches it")
    assert along.endswith(f"{where}.")
    together = plain(LESSON.page(quick).sentence)
    assert together.startswith(f"Projections of A: {both[0]} to {both[1]} on d̂_⊥, {ends[0]} to {ends[1]} on d̂")
    ways = {"Box behind": ": behind p.", "Segment too short": f": beyond the segment, L = {fixed(ray.length)}."}
    side_of_a = "inside" if solid(scene).contains(Point(scene.p)) else "outside"
    assert together.endswith(ways.get(name, f". p is {side_of_a} A."))
    marks = [each for each in texts(drawn(quick), Ink.A) if each.startswith(("low =", "high ="))]
    expected = {"Box behind": [f"high = {ends[1]}"], "Segment too short": [f"low = {ends[0]}"]}
    assert marks == expected.get(name, [f"low = {ends[0]}", f"high = {ends[1]}"]), "each number has its mark"
    bars = [m for m in drawn(quick).marks if isinstance(m, Stroke) and m.line is Line.BAR]
    assert len(bars) == 2
    reach = [(np.array(each) - ray.origin) @ ray.direction for each in bars[1].points]
    assert reach == pytest.approx([low_t - x, high_t - x], abs=1e-5)
    aside = [float((np.array(each) - ray.origin) @ side) for each in bars[1].points]
    assert all(each > high - y or each < low - y for each in aside), "the bar is beside A, not on it"


def test_a_line_that_misses_is_told_so() -> None:
    scene = SCENES[FIRST].with_field("arrow", Held((-2.9, 2.0), (-1.9, 2.1)))
    first, last = moments_of(LESSON, scene)
    assert "does not contain 0, the value at p: the line misses A." in plain(LESSON.page(first).sentence)
    assert LESSON.situation(first) == "The line of the ray misses A."
    assert plain(LESSON.situation(last)) == "No hit: the line misses A."
    upward = SCENES["Sharp corner, rounded"].with_field("arrow", Held((-1.4, -1.5), (-1.4, -1.0)))
    _, over = moments_of(LESSON, upward)
    assert plain(LESSON.page(over).sentence) == "No hit: the line misses A.", "inside the mitre: the order holds"


def test_beside_a_the_first_exit_comes_before_the_last_entry() -> None:
    """The order that each hit keeps is seen to fail, in the table, on the axis and in the world."""
    scene, (_, last) = SCENES[BESIDE], moments_of(LESSON, SCENES[BESIDE])
    found = faces(scene)
    t_in = max(t for _, speed, t in found if speed < 0.0)
    t_out, back = min((t, i) for i, (_, speed, t) in enumerate(found) if speed > 0.0)
    assert 0.0 < t_out < t_in - 1.0
    words = f"first exit at t = {fixed(t_out)}, edge {back}; last entry only at t = {fixed(t_in)}, edge "
    assert words in plain(LESSON.page(last).sentence)
    assert LESSON.page(last).formula.count(">") == 1
    table, axis, world = LESSON.table(last), drawn(last, 1), drawn(last)
    assert table is not None
    assert [row.cells[4] for _, row in table.rows] == [fixed(t) for *_, t in found]
    (gap,) = (m for m in axis.marks if isinstance(m, Area))
    assert (gap.ink, sorted({x for x, _ in gap.points})) == (Ink.GAP, pytest.approx([t_out, t_in]))
    inks = {m.text: m.ink for m in axis.marks if isinstance(m, Label)}
    assert inks[f"first exit {fixed(t_out)}"] is Ink.OVERLAP
    assert inks[f"last entry {fixed(t_in)}"] is Ink.EXAMINED
    (between,) = (m for m in world.marks if isinstance(m, Stroke) and m.ink is Ink.GAP)
    p, d = scene.ray.origin, scene.ray.direction
    assert between.points == (pytest.approx(tuple(p + t_out * d)), pytest.approx(tuple(p + t_in * d)))


def test_a_whole_line_has_nothing_along_it_to_test() -> None:
    scene = SCENES["Box behind"].with_field("kind", "line")
    told = {LESSON.story.stage(m): m for m in moments_of(LESSON, scene)}
    assert "no more to test" in LESSON.page(told["Quick tests"]).sentence
    assert LESSON.page(told["Quick tests"]).formula.count("high") == 1
    inner = list(nested(LESSON, [told["Quick tests"]]))
    assert [LESSON.page(m).stage for m in inner] == ["Both sides?", "Along"]
    assert "nothing to test" in LESSON.page(inner[1]).sentence
    assert told["Answer"].step.distance < 0.0


def row_of(canvas: Canvas, name: str) -> float:
    """The height of a row of the axis."""
    return next(m.at[1] for m in canvas.marks if isinstance(m, Label) and m.text == name)


@each_scene
def test_the_axis_comes_with_its_crossings_and_has_no_empty_row(name: str) -> None:
    """Until then the world has the whole figure: an axis without crossings would say nothing."""
    for stage, moment in moments(name).items():
        shown = [pane.name for pane in panes_of(LESSON.layout_at(moment))]
        has_axis = (name in HITS and stage not in EARLY) or (name == BESIDE and stage == "Answer")
        assert shown == (["world", "axis"] if has_axis else ["world"]), stage
        if has_axis:
            canvas = drawn(moment, 1)
            names = {m.text: m.at[1] for m in canvas.marks if isinstance(m, Label) and m.text in rows_of(9)}
            known = {m.points[0][1] for m in canvas.marks if isinstance(m, Stroke)}
            rows = {y for each, y in names.items() if each != "all"}
            assert len(rows) == len(SCENES[name].core.points)
            assert rows <= known
            assert ("all" in names) is (stage != "Front edges")
            upright = [m.points for m in canvas.marks if isinstance(m, Stroke) and m.line is Line.DASHED]
            assert [a for a, b in upright if b[0] == 0.0] == [(0.0, 0.0)], "the frame on the left is not t = 0"


def test_what_is_sought_is_seen_from_the_first_picture_on_and_neither_prediction_is_answered() -> None:
    """Where the ray first meets A; not that this is the last entry, nor where it leaves."""
    for name in SCENES:
        for stage, moment in moments(name).items():
            if stage not in EARLY or name == "Start inside":
                continue
            canvas, t = drawn(moment), first_met(SCENES[name])
            assert not any("entry" in each or "exit" in each for each in texts(canvas, Ink.OVERLAP))
            sought = [m for m in canvas.marks if isinstance(m, Label) and m.text == "first hit?"]
            is_shown = name == FIRST and stage == "Quick tests"  # where corners are round its place is asked for
            assert bool(sought) is is_shown, (name, stage)
            if is_shown:
                assert t is not None
                ray = SCENES[name].ray
                assert sought[0].at == pytest.approx(tuple(ray.origin + t * ray.direction), abs=1e-4)
            words = LESSON.page(moment).idea + LESSON.page(moment).sentence
            assert "exit" not in words and "last" not in words, "that is asked for"  # noqa: PT018


@each_hit
def test_the_situation_tells_which_part_of_the_ray_is_inside(name: str) -> None:
    """With round corners only behind every edge; what begins before p is a part of the ray's line."""
    scene, moment = SCENES[name], moments(name)["Last entry"]
    t_in = max(t for _, speed, t in faces(scene) if speed < 0.0)
    t_out = min(t for _, speed, t in faces(scene) if speed > 0.0)
    whose, where = "line of the ray" if t_in < 0.0 else "ray", "behind every edge of A" if scene.r else "inside A"
    words = f"The part of the {whose} from t = {fixed(t_in)} to {fixed(t_out)} is {where}."
    assert plain(LESSON.situation(moment)) == words
    assert ("So the ray is inside A" in LESSON.page(moment).idea) is not bool(scene.r)
    inside = np.linspace(t_in + 0.01, t_out - 0.01, 9)
    points = [scene.ray.origin + t * scene.ray.direction for t in inside]
    assert scene.r or all(solid(scene).contains(Point(each)) for each in points)


def test_of_a_segment_only_its_own_part_is_inside() -> None:
    scene = SCENES[FIRST].with_field("kind", "segment")
    scene = scene.with_field("arrow", Held(scene.ray.origin, scene.ray.origin + 4.0 * scene.ray.direction))
    (told,) = (m for m in moments_of(LESSON, scene) if LESSON.story.stage(m) == "Last entry")
    assert plain(LESSON.situation(told)) == "The part of the ray from t = 2.89 to 4.00 is inside A."


@each_hit
def test_the_lowest_row_fills_with_the_last_entry(name: str) -> None:
    scene, told = SCENES[name], moments(name)
    last = drawn(told["Last entry"], 1)
    row = row_of(last, "all")
    fronts, backs = ([t for _, speed, t in faces(scene) if (speed < 0.0) is is_front] for is_front in (True, False))
    (bar,) = (m for m in last.marks if isinstance(m, Stroke) and m.line is Line.BAR and m.points[0][1] == row)
    assert bar.points == (pytest.approx((max(fronts), row)), pytest.approx((min(backs), row)))
    words = {m.text for m in last.marks if isinstance(m, Label) and m.at[1] == row}
    assert words == {"all"}, "its ends are named once, at the edges that decide"
    told_ends = [m.text for m in last.marks if isinstance(m, Label) and m.text.startswith(("last ", "first "))]
    assert sorted(told_ends) == [f"first exit {fixed(min(backs))}", f"last entry {fixed(max(fronts))}"]


@pytest.mark.parametrize("name", ["Start in a pocket", "Sharp corner, rounded"])
def test_what_the_corners_cut_off_is_named(name: str) -> None:
    """Behind every line, and yet not in A."""
    last = drawn(moments(name)["Answer"], 1)
    grey = [m.points for m in last.marks if isinstance(m, Stroke) and m.line is Line.BAR and m.ink is Ink.QUIET]
    named = [m.at[0] for m in last.marks if isinstance(m, Label) and m.text == "outside the arc"]
    assert named
    for t in named:
        assert any(t == pytest.approx((a[0] + b[0]) / 2.0) for a, b in grey)
        at = SCENES[name].ray.origin + t * SCENES[name].ray.direction
        assert solid(SCENES[name]).distance(Point(at)) > 0.0


@each_hit
def test_a_ray_crosses_nothing_before_its_start(name: str) -> None:
    """Its line does: below t = 0 no sentence speaks of the ray."""
    for moment in moments(name).values():
        for words in (LESSON.page(moment).sentence, LESSON.situation(moment)):
            if "−" in plain(words):
                assert not re.search(r"The ray (crosses|is behind)", words), words


def rows_of(count: int) -> list[str]:
    return ["all", *(f"edge {i}" for i in range(count))]


@each_hit
def test_the_table_and_the_axis_hold_every_crossing(name: str) -> None:
    scene, told = SCENES[name], moments(name)
    table, canvas = LESSON.table(told["Last entry"]), drawn(told["Last entry"], 1)
    early = LESSON.table(told["Front edges"])
    assert table is not None
    assert early is not None
    found = faces(scene)
    fronts = [i for i, (_, speed, _) in enumerate(found) if speed < 0.0]
    assert [row.cells[0] for _, row in early.rows] == [f"edge {i}" for i in fronts], "exits are asked for"
    ordered = [*fronts, *(i for i in range(len(found)) if i not in fronts)]
    entry = max(range(len(found)), key=lambda i: found[i][2] if found[i][1] < 0.0 else -math.inf)
    back = min(range(len(found)), key=lambda i: found[i][2] if found[i][1] > 0.0 else math.inf)
    for (_, row), i in zip(table.rows, ordered, strict=True):
        h, speed, t = found[i]
        side = "front" if speed < 0.0 else "back"
        digits = len(row.cells[1].split(".")[1])
        assert list(row.cells) == [f"edge {i}", fixed(h, digits), fixed(speed, digits), side, fixed(t)]
        shown_h, shown_speed, shown_t = (float(row.cells[k].replace("−", "-")) for k in (1, 2, 4))
        assert -shown_h / shown_speed == pytest.approx(shown_t, abs=0.0126), "a reader who divides finds t"
        y = row_of(canvas, f"edge {i}")
        word = "last entry" if i == entry else "first exit" if i == back else "entry" if side == "front" else "exit"
        words = f"{word} {fixed(t)}"
        label = next(m for m in canvas.marks if isinstance(m, Label) and m.text == words and m.at[1] == y)
        strokes = [
            m for m in canvas.marks if isinstance(m, Stroke) and m.line is Line.BAR and m.points[0][1] == label.at[1]
        ]
        axes = LESSON.panes[1].axes
        assert axes is not None
        low, high = axes(told["Last entry"]).x
        if low < t < high:
            assert [x for x, _ in strokes[0].points] == pytest.approx([t, high] if speed < 0.0 else [low, t])
        else:
            assert bool(strokes) is ((speed < 0.0) is (t < low)), "behind the line all along, or nowhere"
            over = [m for m in canvas.marks if isinstance(m, Arrow) and m.end == (low if t < low else high, y)]
            assert bool(over) is bool(strokes), "the bar does not end at its words: it goes on over the border"
            assert label.at == (low if t < low else high, y)
            for bar in strokes:  # to the frame on both sides, and no words on it
                assert [x for x, _ in bar.points] == pytest.approx([low, high])
                assert label.toward[1] > 0.0
    t_in, t_out = found[entry][2], found[back][2]
    words = f"Last entry: edge {entry}, at t = {fixed(t_in)}. First exit: edge {back}, at t = {fixed(t_out)}."
    assert plain(LESSON.page(told["Last entry"]).sentence) == words
    formula = LESSON.page(told["Last entry"]).formula
    assert r"\max_{\mathrm{front}} t_i" in formula, "of all edges the greatest t is another"
    assert r"\min_{\mathrm{back}} t_i" in formula
    behind = Ink.QUIET if scene.r else Ink.OVERLAP
    (area,) = (m for m in canvas.marks if isinstance(m, Area))
    assert area.ink is behind
    assert sorted({p[0] for p in area.points}) == pytest.approx([t_in, t_out])
    inks = {m.at[1]: m.ink for m in canvas.marks if isinstance(m, Label) and re.search(r"(entry|exit) ", m.text)}
    assert inks.pop(row_of(canvas, f"edge {entry}")) is Ink.EXAMINED
    assert inks.pop(row_of(canvas, f"edge {back}")) is Ink.OVERLAP
    assert set(inks.values()) <= {Ink.QUIET}
    world = drawn(told["Last entry"])
    (inside,) = (m for m in world.marks if isinstance(m, Stroke) and m.line is Line.FEATURE and m.ink is behind)
    p, d = scene.ray.origin, scene.ray.direction
    assert inside.points == (pytest.approx(tuple(p + t_in * d)), pytest.approx(tuple(p + t_out * d)))
    red = [m for m in drawn(told["Answer"], 1).marks if isinstance(m, Area) and m.ink is Ink.OVERLAP]
    path = LineString((p, p + 30.0 * d)).intersection(solid(scene))
    ends = sorted(Point(p).distance(Point(each)) for each in path.coords)
    assert sorted({x for x, _ in red[0].points}) == pytest.approx(ends, abs=1e-4)
    early = drawn(told["Front edges"], 1)
    assert not [m for m in early.marks if isinstance(m, Area)], "the last entry is asked for"
    fronts = [m for m in drawn(told["Front edges"]).marks if isinstance(m, Unbounded) and m.line is Line.DASHED]
    assert len(fronts) == sum(speed < 0.0 for _, speed, _ in found)
    near = min((i for i in range(len(found)) if found[i][1] < 0.0), key=lambda i: abs(found[i][0]))
    assert f"$h_{near}$ = {fixed(found[near][0])}" in [
        m.text for m in drawn(told["Front edges"]).marks if isinstance(m, Label)
    ]


@each_hit
def test_the_fraction_and_the_corner(name: str) -> None:
    scene, told = SCENES[name], moments(name)
    found = faces(scene)
    if not scene.r:  # with sharp corners the last entry always is on its edge: nothing to test
        assert not {"On the edge?", "Corner"} & set(told)
        assert "corner" not in LESSON.page(told["Answer"]).idea
        return
    assert "corner circle" in LESSON.page(told["Answer"]).idea
    entry = max(range(len(found)), key=lambda i: found[i][2] if found[i][1] < 0.0 else -math.inf)
    at = scene.ray.origin + found[entry][2] * scene.ray.direction
    u, v = scene.core.points[entry], scene.core.points[(entry + 1) % len(found)]
    f = float((at - u) @ (v - u) / ((v - u) @ (v - u)))
    words = plain(LESSON.page(told["On the edge?"]).sentence)
    assert words.startswith(f"f = {fixed(f)} is ")
    assert (f"on edge {entry} itself" in words) is (0.0 <= f <= 1.0)
    assert ("Corner" in told) is not (0.0 <= f <= 1.0)
    canvas = drawn(told["On the edge?"])
    assert f"$f$ = {fixed(f)}" in [m.text for m in canvas.marks if isinstance(m, Label)]
    ends = [m.at for m in canvas.marks if isinstance(m, Symbol) and m.latex in (r"\boldsymbol{u}", r"\boldsymbol{v}")]
    out = scene.r * np.array((v[1] - u[1], u[0] - v[0])) / math.dist(u, v)
    assert ends == [pytest.approx(tuple(u + out)), pytest.approx(tuple(v + out))]
    if "Corner" in told:
        k = entry if f < 0.0 else (entry + 1) % len(found)
        assert f"{'below 0' if f < 0.0 else 'above 1'}: beyond the end at v{k}" in words
        a, (p, d) = scene.core.points[k], (scene.ray.origin, scene.ray.direction)
        b, m = float((a - p) @ d), abs(float(d[0] * (a - p)[1] - d[1] * (a - p)[0]))
        shown = [
            float(x.replace("−", "-")) for x in re.findall(r"−?\d+\.\d+", plain(LESSON.page(told["Corner"]).sentence))
        ]
        assert shown == pytest.approx([b, m, scene.r, b - math.sqrt(scene.r**2 - m * m)], abs=6e-3)
        corner = drawn(told["Corner"])
        named = {
            m.text: m.at for m in corner.marks if isinstance(m, Label) and m.text in ("$b$", "$m$", "$r$", "$t$")
        }
        assert set(named) == {"$b$", "$m$", "$r$", "$t$"}, "every symbol of the formula stands at its mark"
        assert named["$t$"] == pytest.approx(p + 0.5 * (b - math.sqrt(scene.r**2 - m * m)) * d)
        lines = [mark for mark in corner.marks if isinstance(mark, Stroke)]
        ring = next(mark for mark in lines if mark.closed and mark.ink is Ink.EXAMINED)
        assert {round(math.dist(each, a), 6) for each in ring.points} == {round(scene.r, 6)}
        radius = next(mark for mark in lines if mark.ink is Ink.A and mark.line is Line.MEASURE)
        assert math.dist(*radius.points) == pytest.approx(scene.r)


def test_the_fan_ends_where_single_rays_do() -> None:
    for scene in (SCENES[FIRST], SCENES[ROUNDED]):
        shape, p = scene.a.world, scene.ray.origin
        angles = np.linspace(-1.2, 0.9, 80)
        ways = np.stack((np.cos(angles), np.sin(angles)), axis=1)
        found = reached(boundary(shape, 1e-6), p, ways)
        for way, t in zip(ways, found, strict=True):
            right = ray_cast(shape, Ray(p, way, RayKind.HALF_LINE))
            if right.outcome is Outcome.HIT and t != FAR:
                assert t == pytest.approx(right.distance, abs=1e-2)
            else:
                assert bool(t == FAR) is (right.distance is None) or shape.radius > 0.0
        assert (found != FAR).any()
        assert (found == FAR).any()
    (crowd,) = (m for m in drawn(moments(FIRST)["Answer"]).marks if isinstance(m, Crowd))
    assert len(crowd.segments) == 200
    assert not crowd.framed
    assert crowd.ink is Ink.EXAMINED
    early = moments(FIRST)["Quick tests"]
    assert not [m for m in drawn(early).marks if isinstance(m, Crowd)], "the fan comes with its reason, at the hit"
    inside = moments_of(LESSON, SCENES["Start inside"].with_field("fan", True))[-1]
    assert not [m for m in drawn(inside).marks if isinstance(m, Crowd)], "nothing is lit from inside"
    without = moments_of(LESSON, SCENES[FIRST].with_field("fan", False))[-1]
    assert not [m for m in drawn(without).marks if isinstance(m, Crowd)]


def test_the_line_that_is_crossed_first_is_clicked_and_it_is_not_the_edge_that_is_hit() -> None:
    moment = moments(FIRST)["Quick tests"]
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Click)
    found, ray = faces(moment.scene), moment.scene.ray
    first = min((t, i) for i, (*_, t) in enumerate(found) if t > 0.0)[1]
    hit = moment.trace.result.feature
    assert hit is not None
    assert hit.index != first, "by eye the ray enters through another edge"
    assert asked.right == {FeatureRef("A", FeatureKind.EDGE, first)}
    for i, (_, _, t) in enumerate(found):
        verdict = asked.judge(FeatureRef("A", FeatureKind.EDGE, i))
        assert verdict.right is (i == first)
        assert f"t = {fixed(t)}" in plain(verdict.because)
        assert ("the ray enters A here" in verdict.because) is (i == hit.index)
        canvas = Canvas(0.01)
        assert verdict.draw is not None
        verdict.draw(canvas, "axis")
        assert not canvas.marks
        verdict.draw(canvas, "world")
        (line,) = (m for m in canvas.marks if isinstance(m, Unbounded))
        assert line.ink is (Ink.ANSWER if i == first else Ink.FAULTY)
        dots = [m for m in canvas.marks if isinstance(m, Dot)]
        assert bool(dots) is (t < 6.0), "a crossing out of sight has no mark"
        for dot in dots:
            assert dot.at == pytest.approx(tuple(ray.origin + t * ray.direction))
    assert not asked.judge(FeatureRef("A", FeatureKind.VERTEX, 0)).right
    assert LESSON.page(moments(ROUNDED)["Quick tests"]).prediction is None
    one = SCENES[FIRST].with_field("arrow", Held((-2.9, -1.6), (-2.4, -1.35)))
    assert all(
        LESSON.page(m).prediction is None for m in moments_of(LESSON, one) if LESSON.story.stage(m) == "Quick tests"
    )


def test_both_ends_of_the_part_behind_every_line_are_placed_on_the_axis() -> None:
    moment = moments(FIRST)["Front edges"]
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Place)
    assert asked.pane == "axis"
    t_in = max(t for _, speed, t in faces(moment.scene) if speed < 0.0)
    out = min(t for _, speed, t in faces(moment.scene) if speed > 0.0)
    y = asked.right[0][1]
    assert [x for x, _ in asked.right] == pytest.approx([t_in, out])
    assert asked.judge(((out + 0.05, y), (t_in - 0.05, y))).right, "either ring may be the left one"
    for first, last, score, words in (
        (t_in - 1.0, out, 1, "still in front of edge 4"),
        (t_in + 0.5, out, 1, "Before the left ring"),
        (t_in, out + 0.5, 1, "already in front of edge 1"),
        (t_in, out - 0.5, 1, "Beyond the right ring"),
        (t_in - 1.0, out + 0.5, 0, "still in front"),
    ):
        verdict = asked.judge(((first, y), (last, y)))
        assert (verdict.right, verdict.head) == (False, f"Place both ends: {score} of 2")
        assert words in verdict.because
        assert sum(remark.right for remark in verdict.remarks) == score
        failing = Canvas(0.01)
        assert verdict.draw is not None
        verdict.draw(failing, "world")
        assert not failing.marks
        verdict.draw(failing, "axis")
        wrong = [remark.at[0] for remark in verdict.remarks if not remark.right]
        in_front = sorted(
            (x, row_of(drawn(moment, 1), f"edge {i}"))
            for x in wrong
            for i, (h, speed, _) in enumerate(faces(moment.scene))
            if h + x * speed > 0.0
        )
        dots = sorted(m.at for m in failing.marks if isinstance(m, Dot))
        assert len(dots) == len(in_front), "at the learner's ring: which lines the ray is in front of there"
        assert np.array(dots) == pytest.approx(np.array(in_front))
    start = asked.judge(asked.start)
    assert (start.right, start.head) == (False, "Place both ends: 0 of 2")
    is_open = drawn(replace(moment, is_open=True), 1)
    told = [m.text for m in is_open.marks if isinstance(m, Label)]
    assert "all" in told
    assert not any(fixed(t) in each for t in (t_in, out) for each in told)
    bars = [m for m in is_open.marks if isinstance(m, Stroke) and m.line is Line.FEATURE]
    assert [m.ink for m in bars] == [Ink.EXAMINED], "the ray"
    shown = {m.points[0][1] for m in is_open.marks if isinstance(m, Stroke) and m.line is Line.BAR}
    fronts = {row_of(is_open, f"edge {i}") for i, (_, speed, _) in enumerate(faces(moment.scene)) if speed < 0.0}
    assert shown == fronts, "on which side of its crossing the bar of a back edge lies is asked"


def test_while_both_ends_are_asked_for_nothing_of_a_is_drawn() -> None:
    """Where the ray crosses its outline is the answer."""
    canvas = drawn(replace(moments(FIRST)["Front edges"], is_open=True))
    assert not [m for m in canvas.marks if isinstance(m, Area)]
    assert all(len(m.points) == 2 for m in canvas.marks if isinstance(m, Stroke))
    assert not [m for m in canvas.marks if isinstance(m, Stroke) and m.line is Line.FEATURE]
    lines = [m for m in canvas.marks if isinstance(m, Unbounded) and m.line is Line.DASHED]
    assert len(lines) == sum(speed < 0.0 for _, speed, _ in faces(SCENES[FIRST]))
    assert [m for m in drawn(moments(FIRST)["Front edges"]).marks if isinstance(m, Area)]


def at_t(scene: ShapeAndRay, t: float) -> tuple[tuple[float, float], ...]:
    x, y = scene.ray.origin + t * scene.ray.direction
    return ((float(x), float(y)),)


def test_the_middle_of_the_chord_is_placed_before_it_is_told() -> None:
    moment = moments(ROUNDED)["On the edge?"]
    scene, asked = moment.scene, LESSON.page(moment).prediction
    assert isinstance(asked, Place)
    ring = Point(scene.core.points[3]).buffer(scene.r, quad_segs=256)
    chord = LineString((scene.p, *at_t(scene, 30.0))).intersection(ring)
    middle = chord.interpolate(0.5, normalized=True)
    assert asked.right == (pytest.approx((middle.x, middle.y), abs=1e-4),)
    b = Point(scene.p).distance(middle)
    assert f"t = {fixed(b)}" in plain(asked.judge(asked.right).because)
    for t, right, words in ((b + 0.1, True, "foot"), (b - 0.3, False, "perpendicular"), (1.0, False, "not reached")):
        verdict = asked.judge(at_t(scene, t))
        assert (verdict.right, words in verdict.because) == (right, True)
        canvas = Canvas(0.01)
        assert verdict.draw is not None
        verdict.draw(canvas, "axis")
        assert not canvas.marks
        verdict.draw(canvas, "world")
        assert canvas.marks[0].ink is (Ink.ANSWER if right else Ink.FAULTY)  # type: ignore[union-attr]
    shown = {plain(m.text) for m in drawn(moment).marks if isinstance(m, Label)}
    assert not any(fixed(b) in each for each in shown)


def test_of_a_start_in_a_pocket_the_last_entry_is_placed_and_lies_behind_the_start() -> None:
    moment = moments("Start in a pocket")["Quick tests"]
    scene, asked = moment.scene, LESSON.page(moment).prediction
    assert isinstance(asked, Place)
    t_in = max(t for _, speed, t in faces(scene) if speed < 0.0)
    assert t_in < 0.0
    assert asked.right == (pytest.approx(at_t(scene, t_in)[0]),)
    assert asked.judge(at_t(scene, t_in + 0.05)).right
    hit = asked.judge(at_t(scene, first_met(scene) or 0.0))
    assert (hit.right, "is behind every edge" in hit.because) == (False, True), "where it meets A, it has entered"
    assert "in front of edge 0" in asked.judge(at_t(scene, t_in - 0.2)).because
    assert [
        moments(name)["On the edge?"].index
        for name in HITS[2:]
        if LESSON.page(moments(name)["On the edge?"]).prediction
    ] == []


def test_the_tip_of_a_sharp_corner_is_placed() -> None:
    moment = moments("Sharp corner, rounded")["Quick tests"]
    scene, asked = moment.scene, LESSON.page(moment).prediction
    assert isinstance(asked, Place)
    mitre = Polygon(scene.core.points).buffer(scene.r, join_style="mitre", mitre_limit=100.0)
    tip = min(mitre.exterior.coords)
    assert asked.right == (pytest.approx(tip, abs=1e-6),)
    beyond = solid(scene).distance(Point(tip))
    assert fixed(beyond) in asked.judge(asked.right).because
    wrong = asked.judge(asked.start)
    assert not wrong.right
    found = scene.core.points, scene.core.normals
    away = [abs(float((np.array(asked.start[0]) - found[0][k]) @ found[1][k]) - scene.r) for k in (2, 0)]
    assert fixed(max(away)) in wrong.because


def test_no_two_scenes_ask_the_same() -> None:
    asked = {name: [p.text for m in moments(name).values() if (p := LESSON.page(m).prediction)] for name in HITS}
    assert [len(each) for each in asked.values()] == [2, 1, 1, 1]
    assert len({text for each in asked.values() for text in each}) == 5


@pytest.mark.parametrize(
    ("name", "rule", "opens"),
    [
        ("Box behind", "perpendicular axis only", "Quick tests"),
        ("Start in a pocket", "entries ahead only", "Last entry"),
        ("Sharp corner, rounded", "mitred corners", "On the edge?"),
    ],
)
def test_a_faulty_rule_says_what_it_does_and_by_how_much(name: str, rule: str, opens: str) -> None:
    moment = moments(name, rule)["Answer"]
    right, faulty = moment.trace.result.distance, moment.faulty
    assert isinstance(faulty, FaultyCast)
    words = plain(LESSON.situation(moment))
    assert ("no hit" if faulty.distance is None else f"a hit at t = {fixed(faulty.distance)}") in words
    assert ("there is none" if right is None else f"the right t is {fixed(right)}") in words
    wrong, error = faulty.distance or 0.0, abs((faulty.distance or 0.0) - (right or 0.0))
    expected = {
        "Box behind": f"t = {fixed(wrong)}, false hit",
        "Start in a pocket": "no hit",
        "Sharp corner, rounded": f"t = {fixed(wrong)}, error {fixed(error)}",
    }
    assert texts(drawn(moment), Ink.FAULTY) == [expected[name]]
    page, plainly = LESSON.page(moment), LESSON.page(moments(name)["Answer"])
    assert plain(page.idea).startswith(rule.capitalize()), "no word of the right rule stays"
    assert (page.idea != plainly.idea, page.formula != plainly.formula) == (True, True)
    sentence = plain(page.sentence)
    if faulty.distance is None:
        assert "its ray goes through A" in sentence
        assert all(t < 0.0 for _, speed, t in faces(moment.scene) if speed < 0.0)
    else:
        at = Point(moment.scene.ray.origin + faulty.distance * moment.scene.ray.direction)
        assert f"reports t = {fixed(faulty.distance)}" in sentence
        off = f"{fixed(solid(moment.scene).distance(at))} from A"
        assert ("behind p" if faulty.distance < 0.0 else off) in sentence
    assert not [m for m in drawn(moment).marks if isinstance(m, Arrow) and m.ink is Ink.ANSWER], (
        "room for the faulty hit"
    )
    if rule == "perpendicular axis only":
        along = LESSON.page(moments(name, rule)["Quick tests"])
        assert along.formula == page.formula, "not the test that the rule leaves out"
        assert "skips that test" in along.sentence
    comparison = LESSON.comparison(rule)
    assert comparison is not None
    assert comparison.differs(moment)
    assert not comparison.differs(moments(FIRST, rule)["Answer"])
    preset = LESSON.presets[name]
    index = preset.opens_at(LESSON.run(preset.scene))
    assert LESSON.story.stage(moments_of(LESSON, preset.scene)[index]) == opens
    if faulty.distance is not None:
        cross = next(m for m in drawn(moment).marks if isinstance(m, Dot) and m.point is Shown.CROSS)
        assert cross.at == pytest.approx(
            tuple(moment.scene.ray.origin + faulty.distance * moment.scene.ray.direction)
        )


@pytest.mark.parametrize("name", [ROUNDED, "Sharp corner, rounded"])
def test_the_mitred_outline_is_drawn_where_the_rule_takes_it_for_the_boundary(name: str) -> None:
    moment = moments(name, "mitred corners")["Answer"]
    scene, ghost = moment.scene, drawn(moment)
    corners = [m.points for m in ghost.marks if isinstance(m, Stroke) and m.ink is Ink.FAULTY and len(m.points) == 3]
    assert len(corners) == len(scene.core.points)
    mitre = Polygon(scene.core.points).buffer(scene.r, join_style="mitre", mitre_limit=100.0)
    tips = sorted(each[1] for each in corners)
    assert np.array(tips) == pytest.approx(np.array(sorted(mitre.exterior.coords[:-1])), abs=1e-6)
    cross = next(m for m in ghost.marks if isinstance(m, Dot) and m.point is Shown.CROSS)
    assert mitre.exterior.distance(Point(cross.at)) == pytest.approx(0.0, abs=1e-6)
    wrong, error = (float(each) for each in re.findall(r"\d\.\d\d", texts(ghost, Ink.FAULTY)[0]))
    assert float(fixed(moment.step.distance)) - wrong == pytest.approx(error), (
        "a reader who subtracts finds the error"
    )
    plainly = drawn(moments(name)["Answer"])
    assert not [m for m in plainly.marks if getattr(m, "ink", None) is Ink.FAULTY]


def test_the_start_in_the_pocket_has_room() -> None:
    """Between the arc and the tip of the extended edges: both are entered before p, and the arc is hit."""
    scene = SCENES["Start in a pocket"]
    fronts = [(h, t) for h, speed, t in faces(scene) if speed < 0.0]
    assert all(h < 0.0 and t < -0.2 for h, t in fronts)
    assert (first_met(scene) or 0.0) > 0.4
    mitre = Polygon(scene.core.points).buffer(scene.r, join_style="mitre", mitre_limit=100.0)
    assert max(Point(tip).distance(solid(scene)) for tip in mitre.exterior.coords) > 0.8


def test_the_goal_is_to_aim_at_a_vertex() -> None:
    scene = SCENES[FIRST]
    v4 = scene.core.points[4]
    aimed = scene.with_field("arrow", Held(scene.ray.origin, v4 + (0.0, -1e-4)))
    done = LESSON.challenge(moments_of(LESSON, aimed)[-1])
    assert done is not None
    assert done.reached
    fronts = sorted(t for _, speed, t in faces(scene) if speed < 0.0)
    now = LESSON.challenge(moments_of(LESSON, scene)[-1])
    assert now is not None
    assert (now.reached, now.now) == (False, f"entries {fixed(fronts[-1] - fronts[-2])} apart")
    assert LESSON.challenge(moments(FIRST)["Quick tests"]) is None, "no entry is known yet"


MET = {  # of each other scene a ray that meets its goal, and another one that does not
    ROUNDED: (((0.78, 3.46), (0.64, 3.02)), ((-2.4, 1.75), (-1.9, 1.75))),
    BESIDE: (((0.45, -2.44), (2.76, -1.9)), ((-2.6, -1.045), (-1.9, -0.9))),
    "Box behind": (((-0.34, 0.44), (-0.31, 0.11)), ((0.8, 0.2), (0.3, 0.15))),
    "Start in a pocket": (((1.5, 1.2), (1.54, 0.0)), ((-2.6, -0.09), (-2.1, -0.005))),
    "Sharp corner, rounded": (((3.03, 2.72), (2.7, 2.48)), ((-0.5, -2.0), (-0.5, -1.0))),
    "Segment too short": (((2.09, 2.4), (2.29, 0.55)), ((-2.2, 0.3), (0.2, 0.15))),
    "Start inside": (((1.36, 0.2), (1.0, -0.38)), ((0.1, 0.2), (1.9, 0.75))),
}


@pytest.mark.parametrize("name", MET)
def test_each_scene_has_a_goal_of_its_own_that_can_be_met(name: str) -> None:
    preset = LESSON.challenge(moments(name)["Answer"])
    assert preset is not None
    assert not preset.reached
    goals = [LESSON.challenge(moments(each)["Answer"]) for each in SCENES]
    assert len({goal.text for goal in goals if goal}) == len(SCENES)
    for ends, is_met in zip(MET[name], (True, False), strict=True):
        scene = SCENES[name].with_field("arrow", Held(*ends))
        told = moments_of(LESSON, scene)
        goal = LESSON.challenge(told[-1])
        assert goal is not None
        assert goal.reached is is_met, goal.now
    assert "no hit" not in preset.now
    met = SCENES[name].with_field("arrow", Held(*MET[name][0]))
    low_t, high_t = (f((met.a.world.points - met.p) @ met.ray.direction) for f in (np.min, np.max))
    t = first_met(met, met.ray.length if met.kind == "segment" else 30.0)
    if name == "Box behind":
        assert t is not None
        assert low_t < 0.0 < t
    if name == "Segment too short":
        assert t is None
        assert low_t < met.ray.length
        assert high_t > 0.0
    if name == BESIDE:
        assert t is None
        assert ((met.core.points - met.p) @ np.array((-met.ray.direction[1], met.ray.direction[0])) > 0.0).all()
    if name == "Start inside":
        core = Polygon(met.core.points)
        assert min(Point(v).distance(Point(met.p)) for v in met.core.points) == pytest.approx(
            core.distance(Point(met.p))
        )


CROSSED = r"\gap{\nleq}"


@each_scene
def test_a_test_that_fails_is_struck_out_in_the_formula(name: str) -> None:
    """A reader who puts the numbers in finds each sign true."""
    scene, quick = SCENES[name], moments(name)["Quick tests"]
    around = solid(scene)
    turned = affinity.rotate(around, -math.atan2(*scene.ray.direction[::-1]), origin=Point(scene.p), use_radians=True)
    (low_t, low, high_t, high), (x, y) = turned.bounds, scene.p
    values = {
        "low_⊥": low - y,
        "high_⊥": high - y,
        "low": low_t - x,
        "high": high_t - x,
        "L": scene.ray.length,
        "0": 0.0,
    }
    for moment in (quick, *(m for stage, m in one_by_one(name).items() if stage in ("Both sides?", "Along"))):
        formula = LESSON.page(moment).formula
        terms = re.split(
            r"( ≤ | ≰ )", re.sub(r"\s+", " ", plain(f"${formula}$").replace("≤", " ≤ ").replace("≰", " ≰ "))
        )
        assert formula.count(CROSSED) == terms.count(" ≰ ")
        for left, sign, right in zip(terms[::2], terms[1::2], terms[2::2], strict=False):
            a, b = values[left.split(",")[-1].strip()], values[right.split(",")[0].strip()]
            assert bool(a <= b) is (sign == " ≤ "), (formula, a, b)
        assert (CROSSED in formula) is (
            name in (BESIDE, "Box behind", "Segment too short")
            and not (LESSON.page(moment).stage == "Both sides?" and name != BESIDE)
        )


def test_the_query_and_the_edges_can_be_stepped_into() -> None:
    told = moments_of(LESSON, SCENES[ROUNDED])
    inner = list(nested(LESSON, told))
    stages = [LESSON.story_of(m).stage(m) for m in inner]
    assert stages[:2] == ["Project", "Project"] or "Clamp" in stages
    assert stages.count("Front edges") == 4
    for moment in inner:
        page = LESSON.page(moment)
        assert page.prediction is None
        assert all(claim.holds for claim in page.claims)
        assert plain(LESSON.situation(moment)) == "The line of the ray meets A."
    last = [m for m in inner if LESSON.story_of(m).stage(m) == "Front edges"][1]
    table = LESSON.table(last)
    assert table is not None
    assert len(table.rows) == 2


@each_scene
def test_every_claim_holds(name: str) -> None:
    for moment in moments_of(LESSON, SCENES[name]):
        assert all(claim.holds for claim in LESSON.page(moment).claims)
