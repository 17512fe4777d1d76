"""The lesson on GJK: its presets' numbers, what stands where in its figure, its predictions and faulty loops."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import shapely

from geometry import Convex, GjkDistance, Outcome, minkowski_difference
from geometry.feature import FeatureKind, FeatureRef
from geometry.minkowski.gjk import SimplexReduced, SimplexStarted, SupportTaken, Termination
from geometry.transform import Pose
from geometry.vector import left_of
from lessons.minkowski.gjk import FIVE, MANY, WEDGE, Gjk, Searched, searched
from lessons.minkowski.gjk_faulty import LATEST, OLDEST, STRICT
from lessons.minkowski.gjk_goals import shared_part
from lessons.stories.gjk_known import Operands, known_at
from lessons.stories.standing import standing
from tests.lessons.figures import (
    drawn,
    labels,
    lesson_of,
    moments,
    radius,
    regions,
    same,
    set_up,
    strokes,
    symbols,
    unbounded,
)
from tests.lessons.second_edition import moments_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment, panes_of
from viz.lesson.mark import Area, Arrow, Dot, FeatureMark, Inset, Label, Unbounded
from viz.lesson.prediction import Challenge, Click, Place
from viz.lesson.scene import at, polar
from viz.lesson.text import fixed, plain, runs, tint

LESSON = lesson_of("gjk")
FIRST = "Four iterations"
NAMES = list(LESSON.presets)
each_preset = pytest.mark.parametrize("name", NAMES)


def space(moment: Moment[Any]) -> Canvas:
    return drawn(LESSON, "space", moment)


def arrows_of(canvas: Canvas, ink: Ink) -> list[Arrow]:
    """Directions are yellow, v is green."""
    return [mark for mark in canvas.marks if isinstance(mark, Arrow) and mark.ink is ink]


def with_lens(moment: Moment[Any]) -> Canvas:
    """Difference space, and what stands in its lens."""
    canvas = space(moment)
    for lens in [mark for mark in canvas.marks if isinstance(mark, Inset)]:
        canvas.marks.extend(lens.marks)
    return canvas


def unit_of(vector: Any) -> Any:
    return np.asarray(vector) / np.hypot(*vector)


def pair_point(moment: Moment[Any], text: str) -> np.ndarray:  # type: ignore[type-arg]
    """The point a − b that a text "a2 − b5" names, from the scene's own vertices."""
    i, j = map(int, re.search(r"a(\d+) − b(\d+)", text).groups())  # type: ignore[union-attr]
    scene = moment.scene
    point: np.ndarray = scene.a.world.points[i] - scene.b.world.points[j]  # type: ignore[type-arg]
    return point


def true_distance(moment: Moment[Any]) -> float:
    """Of the cores, by shapely."""
    a, b = (shapely.MultiPoint(each.world.points).convex_hull for each in (moment.scene.a, moment.scene.b))
    return float(a.distance(b))


def column(name: str, index: int) -> list[str]:
    told = moments(LESSON, name)
    table = LESSON.table(told[-1])
    assert table is not None
    return [plain(row.cells[index]) for _, row in table.rows]


def test_the_first_preset_takes_four_iterations_with_these_bounds() -> None:
    assert column(FIRST, 0) == ["start", "1", "2", "3", "4"]
    assert column(FIRST, 1) == ["a4 − b2", "a2 − b0", "a3 − b1", "a4 − b1", "a3 − b1"]
    assert column(FIRST, 2) == ["0.000", "0.000", "0.514", "0.514", "0.609"]
    assert column(FIRST, 3) == ["2.079", "1.597", "0.905", "0.609", "0.609"]


def test_the_presets_end_as_they_are_named() -> None:
    found = {name: moments(LESSON, name)[-1].trace.result for name in NAMES}
    expected = {
        "Four iterations": (0.609, 4),
        "Pentagon and triangle": (0.908, 4),
        "Parallel edges": (0.750, 2),
        "Bounds apart by rounding": (0.813, 4),
        "Round, cores apart": (0.897, 3),
        "Forty vertices": (0.959, 6),
        "Two circles": (2.138, 1),
    }
    for name, (distance, iterations) in expected.items():
        assert found[name].core_distance == pytest.approx(distance, abs=5e-4), name
        assert found[name].iterations == iterations, name
    assert found["Overlap"].termination is Termination.CONTAINS_ORIGIN
    assert (found["Overlap"].iterations, len(found["Overlap"].simplex.vertices)) == (2, 3)
    assert found["Just touching"].termination is Termination.TOUCHING
    assert len(found["Just touching"].simplex.vertices) == 2
    assert found["Round, cores apart"].outcome is Outcome.OVERLAPPED
    assert found["Round, cores apart"].radius == pytest.approx(1.0)
    assert found["Forty vertices"].dots == 560


def test_triangles_of_the_first_scene_are_fat_and_its_answers_clear() -> None:
    told = moments(LESSON, FIRST)
    outline = minkowski_difference(told[0].scene.a.world, told[0].scene.b.world).points
    for moment in told:
        step = moment.step
        if isinstance(step, SimplexReduced) and len(step.candidates) == 3:
            triangle = shapely.Polygon([v.w for v in step.candidates])
            longest = max(math.dist(p.w, q.w) for p in step.candidates for q in step.candidates)
            assert 2.0 * triangle.area / longest > 0.5
        if isinstance(step, SupportTaken) and step.iteration > 1 and not step.is_repeated:
            first, second = sorted(outline @ step.direction)[:-3:-1]
            assert first - second > 0.1, "no vertex is nearly as far along"


def test_a_warm_start_takes_one_iteration_and_says_what_a_cold_one_takes() -> None:
    scene = LESSON.presets["Forty vertices"].scene.with_field("warm", True)
    trace = LESSON.run(scene)
    assert (trace.result.iterations, trace.result.dots) == (1, 80)
    told = [Moment(scene, trace, i) for i in range(len(trace))]
    says = plain(LESSON.page(told[-1]).sentence)
    assert says == "0.959 after 1 iteration, 80 dot products. A cold start takes 6 and 560."
    cold = LESSON.run(scene.with_field("warm", False)).result
    assert (cold.iterations, cold.dots) == (6, 560)
    pairs = " and ".join(f"a{i} − b{j}" for i, j in scene.pairs_before())
    assert (
        plain(LESSON.page(told[0]).sentence)
        == f"Warm start: the last simplex, {pairs}. The distance is at most 0.959."
    )
    assert LESSON.page(told[0]).rows[0].cells[1] == "warm start"


@each_preset
def test_the_ring_lies_between_the_bounds_and_the_distance_in_it(name: str) -> None:
    greatest = 0.0
    for moment in moments(LESSON, name):
        step = moment.step
        if isinstance(step, SupportTaken):
            greatest = max(greatest, step.lower)
        upper = known_at(moment).simplex.distance
        canvas = space(moment)
        outer = [radius(s) for s in strokes(canvas, Ink.GAP, Line.OUTLINE) if radius(s) > 0.0]
        inner = [radius(s) for s in strokes(canvas, Ink.GAP, Line.DOTTED) if radius(s) > 0.0]
        assert outer == pytest.approx([upper] if upper > 0.0 else [], abs=1e-9)
        assert inner == pytest.approx([greatest] if greatest > 0.0 else [], abs=1e-9)
        assert greatest - 1e-9 <= true_distance(moment) <= upper + 1e-9
        said = " ".join(text for text in labels(canvas, Ink.GAP) if "bound" in text)
        if moment.is_last or upper == 0.0:
            assert not said, "the end tells the distance, once"
            assert (f"{upper:.3f}" in labels(canvas, Ink.GAP)) == (upper > 0.0)
        elif f"{upper:.3f}" == f"{greatest:.3f}":
            assert said == f"both bounds {upper:.3f}"
        else:
            assert f"upper bound {upper:.3f}" in said
            assert (f"lower bound {greatest:.3f}" in said) == (greatest > 0.0)
            at_ring = next(at for text, at in labels(canvas, Ink.GAP).items() if text.startswith("upper"))
            assert math.hypot(*at_ring) == pytest.approx(upper)
            (toward,) = [m.toward for m in canvas.marks if isinstance(m, Label) and plain(m.text).startswith("upper")]
            assert float(np.dot(toward, at_ring)) > 0.0, "outside"


@each_preset
def test_the_line_through_w_has_its_own_number(name: str) -> None:
    greatest = 0.0
    for moment in moments(LESSON, name):
        step, canvas = moment.step, space(moment)
        is_end = moment.is_last and known_at(moment).upper > 0.0
        if not isinstance(step, SupportTaken) and not is_end:
            assert not [r for r in regions(canvas) if r.ink is Ink.GAP]
            continue
        a, b = moment.scene.a.world.points, moment.scene.b.world.points
        cloud = (a[:, None] - b[None]).reshape(-1, 2)
        strips = [r for r in regions(canvas) if r.ink is Ink.GAP]
        toward = unit_of(-known_at(moment).simplex.closest) if is_end else step.direction
        wide = -float((cloud @ toward).max())
        assert len(strips) == int(wide > 0.0), "only where something is proved"
        for strip in strips:
            assert strip.through[1] == (0.0, 0.0)
            assert same(strip.normals[:2], (-toward, toward), 1e-9), "from the line to the origin"
            highest = max(float(cloud[:, 1].max()), known_at(moment).upper)
            assert strip.through[2] == (0.0, pytest.approx(highest)), "no higher than A − B and the ring"
            assert strip.normals[2] == (0.0, 1.0), "so the title stands above it"
            assert -float(np.dot(strip.through[0], toward)) == pytest.approx(wide), "as wide as the bound"
            assert ((cloud - strip.through[0]) @ strip.normals[0]).min() >= -1e-9, "empty"
        if is_end:
            continue
        inks = (Ink.GAP, Ink.QUIET)
        found = {text: (at, ink) for ink in inks for text, at in labels(canvas, ink).items()}
        told = re.compile(r"−?\d\.\d{3}|(lower bound|proves only) .*")
        said = {text: at for text, at in found.items() if told.fullmatch(text)}
        if step.is_last or step.is_across:
            assert not said
            continue
        away = -float((a @ step.direction).max() - (b @ step.direction).min())
        is_best, greatest = away >= greatest, max(greatest, away)
        ((text, (at, ink)),) = said.items()
        assert ink is (Ink.GAP if away > 0.0 else Ink.QUIET), "what is negative is no bound"
        name = "lower bound " if is_best else "proves only " if away > 0.0 else ""
        assert text == f"{name}{fixed(away, 3)}"
        assert float(np.dot(at, -step.direction)) == pytest.approx(away), "on the line"
        foot = -away * step.direction
        assert float(np.dot(np.subtract(at, foot), step.vertex.w - foot)) <= 1e-9, "on the other side than w"
        beyond = [s.points for s in strokes(canvas, Ink.QUIET, Line.DASHED) if len(s.points) == 2]
        assert len(beyond) == int(away <= 0.0), "what a negative number measures"
        assert all(same(points, ((0.0, 0.0), foot)) for points in beyond)
        squares = [s.points for s in strokes(canvas, ink, Line.THIN) if len(s.points) == 3]
        assert all(math.dist(p, foot) < 0.2 for p in squares[0])


@each_preset
def test_the_origin_s_name_stands_away_from_what_is_measured_there(name: str) -> None:
    for moment in moments(LESSON, name):
        step = moment.step
        if isinstance(step, SupportTaken) and step.lower < 0.0 and not step.is_across:
            (word,) = [m for m in space(moment).marks if isinstance(m, Label) and plain(m.text) == "origin"]
            assert word.toward is not None
            assert word.toward[0] * step.direction[0] <= 0.0, "on the other side"


def lies_in(stroke: Any, points: Any) -> bool:
    """Whether a line is an edge, or a core, of the shape with these vertices."""
    return all(any(math.dist(end, point) < 1e-9 for point in points) for end in stroke.points)


def ends_below_title(line: Unbounded, moment: Any) -> bool:
    """Whether a line goes down from the top of what is drawn, above which the title stands; or is level."""
    known, outline = known_at(moment), LESSON.story.operands(moment).outline.points  # type: ignore[attr-defined]
    top = max(float(outline[:, 1].max()), known.upper)
    is_level = abs(line.direction[1]) <= 1e-3
    return is_level or (line.one_sided and line.direction[1] < 0.0 and abs(line.through[1] - top) < 1e-9)


@each_preset
def test_nothing_lies_beyond_the_line_through_w(name: str) -> None:
    for moment in moments(LESSON, name):
        step = moment.step
        if not isinstance(step, SupportTaken):
            assert len(unbounded(space(moment), Ink.GAP)) == int(moment.is_last and known_at(moment).upper > 0.0)
            continue
        (line,) = unbounded(space(moment), Ink.GAP if step.is_across or step.lower > 0.0 else Ink.QUIET)
        assert same(np.dot(line.through, step.direction), np.dot(step.vertex.w, step.direction))
        assert abs(np.dot(line.direction, step.direction)) < 1e-9
        assert ends_below_title(line, moment)
        a, b = moment.scene.a.world.points, moment.scene.b.world.points
        cloud = (a[:, None] - b[None]).reshape(-1, 2) @ step.direction
        assert cloud.max() == pytest.approx(float(np.dot(line.through, step.direction)), abs=1e-9)
        world = drawn(LESSON, "world", moment)
        ends = step.vertex.on_a, step.vertex.on_b
        for shape, ink, end, best in ((a, Ink.A, ends[0], np.max), (b, Ink.B, ends[1], np.min)):
            (along,) = [s for s in strokes(world, ink, Line.DASHED) if len(s.points) == 2 and not lies_in(s, shape)]
            heights = np.array(along.points) @ step.direction
            assert heights == pytest.approx(2 * [float(best(shape @ step.direction))]), "nothing of it lies beyond"
            over = np.array((-step.direction[1], step.direction[0]))
            low, high = sorted(np.array(along.points) @ over)
            assert low < min(shape @ over), "beside all of it"
            assert high > max(shape @ over), "beside all of it"
            assert low <= float(end @ over) <= high
        arrows = [mark for mark in world.marks if isinstance(mark, Arrow)]
        ways = [np.subtract(mark.end, mark.start) for mark in arrows]
        assert float(ways[0] @ step.direction) > 0.0 > float(ways[1] @ step.direction)
        for arrow, end, shape in zip(arrows, ends, (moment.scene.a.world, moment.scene.b.world), strict=True):
            off = np.subtract(arrow.start, end)
            assert abs(float(off @ step.direction)) < 1e-9, "on the support line"
            assert bool(off.any()) == (step.lower > 0.0)
            assert float(off @ np.subtract(end, shape.centroid)) >= -1e-9, "away from the shape"
        name_of = r"\hat n" if step.is_across else r"\hat d"
        assert {name_of, f"-{name_of}"} <= set(symbols(world, Ink.EXAMINED))
        assert name_of in symbols(space(moment), Ink.EXAMINED)


@each_preset
def test_the_end_draws_its_proof(name: str) -> None:
    last = moments(LESSON, name)[-1]
    canvas, distance = space(last), true_distance(last)
    arrows = arrows_of(canvas, Ink.EXAMINED)
    if distance == pytest.approx(0.0, abs=1e-9):
        assert not arrows
        assert not unbounded(canvas, Ink.GAP)
        return
    (line,), (arrow,) = unbounded(canvas, Ink.GAP), arrows
    start, way = np.array(arrow.start), np.subtract(arrow.end, arrow.start)
    d = way / np.hypot(*way)
    a, b = last.scene.a.world.points, last.scene.b.world.points
    cloud = (a[:, None] - b[None]).reshape(-1, 2) @ d
    assert float(np.dot(line.through, d)) == pytest.approx(-distance), (
        "both bounds: a circle, and a line that it touches"
    )
    assert float(np.dot(line.direction, d)) == pytest.approx(0.0, abs=1e-9)
    assert cloud.max() == pytest.approx(-distance), "nothing lies beyond"
    assert float(start @ d) == pytest.approx(-distance), "it starts on the line"
    (says,) = [mark for mark in canvas.marks if isinstance(mark, Label) and mark.text.startswith("no point of")]
    assert float(np.dot(says.at, d)) == pytest.approx(-distance), "what the line proves stands at it"
    assert float(np.dot(says.toward, d)) > 0.0, "on its empty side"  # type: ignore[arg-type]
    assert math.hypot(*start) > distance + 1e-6, "outside of the circle"
    assert {r"\hat d", r"\boldsymbol{v}"} <= set(symbols(canvas))
    newest = known_at(last).newest
    w = a[newest.index_a] - b[newest.index_b]
    rings = [mark.at for mark in canvas.marks if isinstance(mark, Dot) and mark.ink is Ink.EXAMINED]
    lenses = [
        each.at for mark in canvas.marks if isinstance(mark, Inset) for each in mark.marks if isinstance(each, Dot)
    ]
    assert any(same(w, each) for each in rings + lenses), "w of the last iteration"
    names = [text for text in labels(with_lens(last)) if text.startswith("w_")]
    assert len({text.partition(" =")[0] for text in names}) == len(names), "each is named once"


@each_preset
def test_the_region_of_the_origin_is_the_one_that_is_lit(name: str) -> None:
    for moment in moments(LESSON, name):
        step = moment.step
        if not isinstance(step, SimplexReduced):
            assert not [region for region in regions(space(moment)) if region.ink is not Ink.GAP]
            continue
        lit = [region for region in regions(space(moment)) if region.ink is Ink.EXAMINED]
        inside = step.simplex.distance == 0.0
        assert len(lit) == (0 if len(step.simplex.vertices) == 3 else 1)
        for region in regions(space(moment)):
            ahead = [-float(np.dot(p, n)) for p, n in zip(region.through, region.normals, strict=True)]
            if region.ink is Ink.EXAMINED:
                assert max(ahead) <= 1e-9
            elif not inside:
                assert max(ahead) > -1e-9


@each_preset
def test_names_stand_at_the_points_that_they_name(name: str) -> None:
    told = moments(LESSON, name)
    for moment in told:
        found = {text: place for text, place in labels(with_lens(moment)).items() if re.match(r"w_\d", text)}
        assert found
        for text, place in found.items():
            if "=" in text:
                assert same(place, pair_point(moment, text))
            else:
                older = known_at(moment).found[int(re.findall(r"\d+", text)[0])]
                assert isinstance(moment.step, SupportTaken | SimplexReduced), "at the end each is told"
                assert older in getattr(moment.step, "dropped", ()) or older.pair != known_at(moment).newest.pair
                assert same(
                    place, moment.scene.a.world.points[older.index_a] - moment.scene.b.world.points[older.index_b]
                )
        if isinstance(moment.step, SupportTaken):
            newest = moment.step.vertex
            number = [v.pair for v in known_at(moment).found].index(newest.pair)
            assert any(text.startswith(f"w_{number} = a{newest.index_a} − b{newest.index_b}") for text in found)
        assert moment.index or len(found) == 1, "one symbol of a point at the start"
        inks = [
            run for text in labels_raw(with_lens(moment)) for run in runs(text) if re.fullmatch(r"[ab]\d+", run.text)
        ]
        assert inks
        assert all(run.ink is (Ink.A if run.text[0] == "a" else Ink.B) for run in inks)


def labels_raw(canvas: Canvas) -> list[str]:
    return [mark.text for mark in canvas.marks if isinstance(mark, Label) and "−" in mark.text]


@each_preset
def test_weights_stand_at_their_vertices_and_give_v(name: str) -> None:
    for moment in moments(LESSON, name):
        step = moment.step
        texts = [text for text in labels(with_lens(moment)) if "weight" in text or re.fullmatch(r"0\.\d\d", text)]
        if isinstance(step, SimplexReduced) and len(texts) == 1:  # along the edge, how far v is
            p, q = step.simplex.vertices
            assert f"+{texts[0]}\\,(" in LESSON.page(moment).formula, "as in the formula"
            share = float(texts[0])
            assert same(p.w + share * (q.w - p.w), step.simplex.closest, 0.03)
            canvas = space(moment)
            wide = next(s for s in strokes(canvas, Ink.QUIET, Line.THIN) if s.points[0] != s.points[1])
            assert same(np.subtract(*wide.points[::-1]), step.simplex.closest - p.w), "from its first end to v"
            aside = np.subtract(wide.points[0], p.w)
            assert np.hypot(*aside) == pytest.approx(13.0 * canvas.pixel)
            assert float(aside @ step.simplex.closest) > 0.0, "not on the origin's side"
            (at,) = (place for text, place in labels(canvas).items() if text == texts[0])
            assert same(at, wide.points[1]), "its name at that end"
        elif isinstance(step, SimplexReduced) and len(step.simplex.vertices) > 1:
            assert len(texts) == len(step.simplex.vertices)
            weights = [float(text.rsplit("weight ", 1)[1]) for text in texts]
            mean = sum(w * pair_point(moment, text) for w, text in zip(weights, texts, strict=True))
            assert same(mean, step.simplex.closest, 0.03)
            assert sum(weights) == pytest.approx(1.0, abs=1e-12), "as the formula says"


def test_an_edge_too_short_for_its_names_is_enlarged() -> None:
    count = 0
    for moment in (each for name in LESSON.presets for each in moments(LESSON, name)):
        canvas = space(moment)
        lenses = [mark for mark in canvas.marks if isinstance(mark, Inset)]
        p, q = (known_at(moment).simplex.vertices * 2)[:2]
        is_short = 0.0 < math.dist(p.w_xy, q.w_xy) < 30.0 * canvas.pixel
        assert len(lenses) == (is_short and not isinstance(moment.step, SupportTaken))
        for lens in lenses:
            count += 1
            small = Canvas(canvas.pixel)
            small.marks.extend(lens.marks)
            (edge,) = strokes(small, Ink.EXAMINED, Line.FEATURE)
            assert same(edge.points, [p.w, q.w])
            (v,) = strokes(small, Ink.GAP, Line.MEASURE)
            assert same(v.points[0], known_at(moment).simplex.closest)
            (x, y), (u, w) = v.points
            assert x * w - y * u == pytest.approx(0.0, abs=1e-9), "a part of v"
            outline = minkowski_difference(moment.scene.a.world, moment.scene.b.world).points
            assert ("left" in lens.corner) == (outline.mean(axis=0)[0] > 0.0), "away from A − B"
            assert not {text for text in labels(space(moment)) if "weight" in text}, "named once"
    assert count


@each_preset
def test_v_is_the_same_vector_in_both_spaces(name: str) -> None:
    for moment in moments(LESSON, name):
        closest = known_at(moment).simplex.closest
        if not closest.any():
            continue
        (v,) = arrows_of(space(moment), Ink.GAP)
        assert same((v.start, v.end), ((0.0, 0.0), closest)), "it points away from the origin, d the other way"
        assert same(symbols(space(moment), Ink.GAP)[r"\boldsymbol{v}"], closest / 2.0)
        rings = {mark.at: mark.ink for mark in space(moment).marks if isinstance(mark, Dot)}
        assert rings[tuple(closest.tolist())] is Ink.GAP, "the end of v"
        if isinstance(moment.step, SimplexStarted | SimplexReduced | GjkDistance):
            world = drawn(LESSON, "world", moment)
            (v,) = arrows_of(world, Ink.GAP)
            assert same(np.subtract(v.end, v.start), closest)
            assert r"\boldsymbol{v}" in symbols(world, Ink.GAP), "by the same name"
    assert LESSON.one_scale, "and of the same length"


@each_preset
def test_the_view_stays_from_step_to_step_while_the_ring_closes(name: str) -> None:
    """What each step asks room for, words aside, is the same: A − B and the first ring; once there are two rings,
    A − B and the greatest ring that is drawn with another."""
    told = moments(LESSON, name)
    if true_distance(told[0]) == 0.0:
        return
    outline = LESSON.story.operands(told[0]).outline.points  # type: ignore[attr-defined]
    for moment in told:
        known = known_at(moment)
        first = next((i for i, lower in enumerate(known.lowers) if lower > 0.0), 0)
        far = known.uppers[min(first, len(known.uppers) - 1)]
        reach = np.vstack((outline, ((-far, -far), (far, far))))
        box = space(moment).bounds(words=False)
        assert box is not None
        spare = 130.0 * space(moment).pixel  # an arrow of a direction, and what stands beneath it
        assert (np.minimum(box.low, reach.min(axis=0)) == box.low).all()
        assert (box.low >= reach.min(axis=0) - spare).all()
        assert (box.high >= reach.max(axis=0) - 1e-9).all()
        assert (box.high <= reach.max(axis=0) + spare).all()


@each_preset
def test_the_next_direction_leads_from_v_to_the_origin(name: str) -> None:
    for moment in moments(LESSON, name):
        if not isinstance(moment.step, SimplexReduced):
            continue
        arrows = arrows_of(space(moment), Ink.EXAMINED)
        v = known_at(moment).simplex.closest
        assert len(arrows) == int(v.any())
        for arrow in arrows:
            way = np.subtract(arrow.end, arrow.start)
            assert same(way / np.hypot(*way), -v / np.hypot(*v))
            assert float(np.subtract(arrow.start, v) @ v) == pytest.approx(0.0, abs=1e-9), "beside v"
            assert r"\hat d" in symbols(space(moment), Ink.EXAMINED)


def test_the_arrows_of_the_first_direction_are_named() -> None:
    world = drawn(LESSON, "world", moments(LESSON, FIRST)[0])
    assert {r"\hat d_0", r"-\hat d_0"} <= set(symbols(world, Ink.EXAMINED))


@each_preset
def test_kept_is_yellow_and_dropped_is_crossed(name: str) -> None:
    for moment in moments(LESSON, name):
        step = moment.step
        if not isinstance(step, SimplexReduced):
            continue
        crosses = [mark.at for mark in space(moment).marks if isinstance(mark, Dot) and mark.point is Point.CROSS]
        assert same(sorted(crosses), sorted(tuple(v.w.tolist()) for v in step.dropped))
        broad = strokes(space(moment), Ink.EXAMINED, Line.FEATURE)
        if len(step.simplex.vertices) == 2:
            assert same(broad[0].points, [v.w for v in step.simplex.vertices])
        else:
            assert not broad
        if len(step.simplex.vertices) == 3:
            filled = [m for m in space(moment).marks if isinstance(m, Area) and m.ink is Ink.OVERLAP]
            assert shapely.Polygon(filled[0].points).contains(shapely.Point(0.0, 0.0))
        white = strokes(space(moment), Ink.TEXT, Line.OUTLINE)
        assert [(len(each.points), each.closed) for each in white] == [(n := len(step.candidates), n == 3)]
        world = drawn(LESSON, "world", moment)
        ends = {(s.points[0], s.points[1]) for s in strokes(world, Ink.EXAMINED, Line.THIN)}
        assert ends == {(tuple(v.on_b.tolist()), tuple(v.on_a.tolist())) for v in step.simplex.vertices}


INKED = ((Ink.A, Line.OUTLINE), (Ink.B, Line.DASHED))  # the edges of A − B that come from each shape


@each_preset
def test_the_outline_is_a_ghost_whose_vertices_can_be_clicked(name: str) -> None:
    for moment in moments(LESSON, name):
        canvas = space(moment)
        points = minkowski_difference(moment.scene.a.world, moment.scene.b.world).points
        ghosts = strokes(canvas, Ink.QUIET, Line.DOTTED)
        assert len(ghosts) == int(not moment.is_last or len(points) <= 2)
        assert all(same(ghost.points, points) for ghost in ghosts)
        inked = [(s.points, ink) for ink, line in INKED for s in strokes(canvas, ink, line) if len(s.points) == 2]
        assert bool(inked) == (moment.is_last and len(points) > 2), "its edges are known at the end"
        assert not inked or same(sorted({start for (start, _), _ in inked}), sorted(map(tuple, points.tolist())))
        for (start, end), ink in inked:
            shape = (moment.scene.a if ink is Ink.A else moment.scene.b).world.points
            sides = np.roll(shape, -1, axis=0) - shape
            way = np.subtract(end, start) * (1.0 if ink is Ink.A else -1.0)
            assert any(abs(side[0] * way[1] - side[1] * way[0]) < 1e-9 and float(side @ way) != 0.0 for side in sides)
        named = [text for text in labels(canvas, Ink.QUIET) if text.startswith("A − B")]
        first_or_last = moment.index == 0 or moment.is_last
        assert bool(named) == (first_or_last and len(points) > 2)
        is_round = moment.scene.a.world.radius + moment.scene.b.world.radius > 0.0
        assert all(("of the cores" in text) == is_round for text in named), "the radii are taken off at the end"
        if named and moment.index == 0:
            (at,) = (
                mark.at for mark in canvas.marks if isinstance(mark, Label) and mark.text.startswith(named[0][:5])
            )
            assert any(same(at, point) for point in points), "on the outline, not in the disc of what is not proved"
        features = [m for m in canvas.marks if isinstance(m, FeatureMark) and m.feature.owner == "A − B"]
        if is_asked := isinstance(moment.step, SimplexReduced) and moment.step.iteration == 1:
            assert same([m.points[0] for m in features], points)
            assert [m.feature.index for m in features] == list(range(len(points)))
            assert {m.ink for m in features} == {Ink.EXAMINED}
            small = [m.at for m in canvas.marks if isinstance(m, Dot) and m.point is Point.SMALL]
            assert same(small, points)
        else:
            assert not features
        small = [m.at for m in canvas.marks if isinstance(m, Dot) and m.point is Point.SMALL]
        assert bool(small) == (is_asked or len(points) > 24)
        if name == "Overlap" and moment.is_last:
            (at,) = (place for text, place in labels(canvas, Ink.QUIET).items() if text == "A − B")
            triangle = shapely.Polygon([v.w for v in known_at(moment).simplex.vertices])
            assert shapely.Polygon(points).contains(shapely.Point(at))
            assert triangle.distance(shapely.Point(at)) > 0.2, "the triangle has no such name"


@each_preset
def test_the_chart_has_both_bounds_of_every_iteration(name: str) -> None:
    for moment in moments(LESSON, name):
        known = known_at(moment)
        canvas = drawn(LESSON, "bounds", moment)
        axes = LESSON.panes[1].axes(moment)  # type: ignore[misc]
        count = len(known.uppers)
        if count > 1:
            (upper,) = strokes(canvas, Ink.GAP, Line.CURVE)
            lower = next(s for s in strokes(canvas, Ink.GAP, Line.DOTTED) if s.opacity == 1.0)
            assert upper.points[-1] == (known.iteration, known.upper), "the upper bound still holds"
            assert same(lower.points, list(enumerate(known.lowers))), "the new one is joined to those before"
            ahead = [s.points for s in strokes(canvas, Ink.GAP, Line.THIN) if s.opacity == 0.5]
            last = known.iteration, axes.x[1]
            bounds = (known.lower, known.upper) if any(known.lowers) else (known.upper,)
            assert ahead == [((last[0], b), (last[1], b)) for b in bounds if last[0] < last[1]]
            assert all(y <= axes.y[1] + 1e-9 for _, y in upper.points)
            filled = next(m for m in canvas.marks if isinstance(m, Area) and m.ink is Ink.GAP)
            assert len(set(filled.points)) == len(filled.points)
            for x in np.linspace(0.05, known.iteration - 0.05, 9):  # filled between the bounds, and nowhere else
                low, high = (float(np.interp(x, *np.array(line.points).T)) for line in (lower, upper))
                inside = shapely.Polygon(filled.points)
                if high - low > 0.02 and x >= upper.points[0][0]:
                    assert inside.contains(shapely.Point(x, (low + high) / 2.0))
                    assert not inside.contains(shapely.Point(x, high + 0.01))
                    assert not inside.contains(shapely.Point(x, low - 0.01))
        if known.iteration == count:  # a support step: the upper bound still holds, and its dot says so
            dots = [m.at for m in canvas.marks if isinstance(m, Dot)]
            assert (float(count), known.upper) in dots
            assert ((float(count), known.lower) in dots) == any(known.lowers)
        spread = f"{known.lower:.3f} to {known.upper:.3f}"
        is_told = any(known.lowers) and f"{known.lower:.3f}" != f"{known.upper:.3f}"
        assert (spread in labels(canvas, Ink.GAP)) == is_told, "nothing of a lower bound before one is proved"
        assert ("lower bound" in labels(canvas)) == any(known.lowers)
        if "lower bound" in labels(canvas):
            x, y = labels(canvas)["lower bound"]
            first = math.ceil(x)
            assert known.lowers[first] > 0.0 == max(known.lowers[:first])
            assert x == first or first <= known.iteration, "on the line up to it only where that is drawn"
            assert y == pytest.approx(np.interp(x, (first - 1, first), (0.0, known.lowers[first])))
        heights = [s.points for s in strokes(canvas, Ink.GAP, Line.MEASURE) if s.points[0][0] == s.points[1][0]]
        assert len(heights) <= 1
        assert not heights or any(known.lowers)
        if (
            any(known.lowers) and known.upper > known.lower + 14.0 * canvas.pixel_y
        ):  # a shorter bracket would be a blot
            assert [(p[1], q[1]) for p, q in heights] == [(known.upper, known.lower)]


def asked_at(name: str) -> dict[int, Click]:
    pages = {moment.index: LESSON.page(moment) for moment in moments(LESSON, name)}
    found = {index: page.prediction for index, page in pages.items() if page.prediction is not None}
    return {index: each for index, each in found.items() if isinstance(each, Click)}


def boundary_of(shape: Any) -> Any:
    """Of a rounded shape, from its core."""
    core = shapely.MultiPoint(shape.points).convex_hull
    return core.buffer(shape.radius, quad_segs=2000) if shape.radius > 0.0 else core


@pytest.mark.parametrize("name", ["Parallel edges", "Round, cores apart", "Two circles"])
def test_before_the_end_a_point_of_a_is_asked_for(name: str) -> None:
    told = moments(LESSON, name)
    ((index, asked),) = [(m.index, LESSON.page(m).prediction) for m in told if LESSON.page(m).prediction is not None]
    assert index == len(told) - 2
    assert isinstance(asked, Place)
    a, b = (boundary_of(each.world) for each in (told[0].scene.a, told[0].scene.b))
    assert max(a.exterior.distance(shapely.Point(p)) for p in asked.along[0]) < 2e-3

    def away(p: Any) -> float:
        at = shapely.Point(p)
        return float(b.distance(at) if not b.covers(at) else -b.exterior.distance(at))

    least = min(away(p) for p in asked.along[0])
    assert least == pytest.approx(told[-1].step.separation, abs=2e-3)
    assert fixed(abs(told[-1].step.separation), 3) in plain(asked.judge(asked.right).because)
    assert not asked.judge(asked.start).right
    seen = set()
    for t in np.linspace(0.0, 1.0, 90):
        p = a.exterior.interpolate(float(t), normalized=True)
        verdict = asked.judge(((p.x, p.y),))
        if abs(away((p.x, p.y)) - least - 0.02) > 4e-3:
            assert verdict.right is (away((p.x, p.y)) < least + 0.02)
        seen.add(verdict.right)
        assert verdict.draw is not None
        canvas = Canvas(0.01)
        verdict.draw(canvas, "world")
        if away((p.x, p.y)) > 0.0:
            (line,) = strokes(canvas, Ink.ANSWER if verdict.right else Ink.FAULTY)
            assert b.exterior.distance(shapely.Point(line.points[1])) < 2e-3
            assert math.dist(*line.points) == pytest.approx(away((p.x, p.y)), abs=2e-3)
    assert seen == {True, False}


def test_a_line_that_proves_less_does_not_lower_the_bound() -> None:
    told = moments(LESSON, FIRST)
    pages = {moment.index: LESSON.page(moment).prediction for moment in told}
    ((index, asked),) = [(i, each) for i, each in pages.items() if isinstance(each, Place)]
    assert (index, asked.pane) == (4, "bounds")
    a, b = told[0].scene.a.world.points, told[0].scene.b.world.points
    known = known_at(told[4])
    d = -unit_of(known.simplex.closest)
    proves, best = -float((a @ d).max() - (b @ d).min()), max(known.lowers)
    assert (round(proves, 3), round(best, 3)) == (0.302, 0.514)
    assert same(asked.right, [(3.0, best)])
    assert not asked.judge(asked.start).right
    (path,) = asked.along
    assert same(path, [(3.0, 0.0), (3.0, known.upper)])
    for y in np.linspace(0.0, known.upper, 60):
        verdict = asked.judge(((3.0, float(y)),))
        assert verdict.right == (abs(y - best) <= 0.04 * 1.16 * known.uppers[0])
        if verdict.right:
            assert "proves only 0.302" in plain(verdict.because)
            assert "0.514" in plain(verdict.because)
        else:
            assert verdict.head == ("More than is proved" if y > best else "Less than is proved")
            assert same(verdict.remarks[0].at, (3.0, y))
            assert not re.search(r"0\.\d", plain(verdict.because)), "a wrong answer does not tell the right one"
            # The next support point itself is farther than every answer: only the line through it is nearer.
            assert ("The line through the next support point is nearer" in verdict.because) == (y > best)
            assert proves < y < float(np.hypot(*told[5].step.vertex.w)) or y < best
    assert len(LESSON.page(told[5]).rows) == 1
    assert known_at(told[5]).lower == best
    assert not asked.judge(((3.0, proves),)).right, "not what the newest line proves"
    for is_open, count in ((True, 0), (False, 2)):
        canvas = drawn(LESSON, "bounds", replace(told[4], is_open=is_open))
        later = [s for s in strokes(canvas, Ink.GAP, Line.THIN) if s.opacity == 0.5]
        assert len(later) == count, "what is asked is not drawn on ahead"


def test_the_origin_is_the_weighted_mean_at_the_end_of_an_overlap() -> None:
    last = moments(LESSON, "Overlap")[-1]
    texts = [text for text in labels(space(last)) if "weight" in text]
    mean = sum(float(text.rsplit("weight ", 1)[1]) * pair_point(last, text) for text in texts)
    assert same(mean, (0.0, 0.0), 0.03)
    formula = LESSON.page(last).formula
    assert formula.startswith(r"\boldsymbol{0}=")
    shares = [float(x) for x in re.findall(r"\d\.\d\d", formula)]
    assert shares == [float(text.rsplit("weight ", 1)[1]) for text in texts], "with the weights of the figure"


@each_preset
def test_the_formula_of_a_step_has_its_numbers(name: str) -> None:
    for moment in moments(LESSON, name):
        step, formula, known = moment.step, LESSON.page(moment).formula, known_at(moment)
        numbers = [float(x) for x in re.findall(r"-?\d+\.\d+", formula)]
        a, b = moment.scene.a.world.points, moment.scene.b.world.points
        if isinstance(step, SimplexStarted):
            i, j = (int(re.search(rf"mathrm{{{each}(\d+)}}", formula)[1]) for each in "ab")  # type: ignore[index]
            assert numbers == pytest.approx([math.hypot(*(a[i] - b[j]))], abs=6e-4)
            assert r"distance}\ \le" in formula, "v is a bound"
            assert f"{math.hypot(*(a[i] - b[j])):.3f} long" in plain(LESSON.page(moment).sentence)
        elif isinstance(step, SupportTaken) and not step.is_across:
            v = known.simplex.closest
            w = a[step.vertex.index_a] - b[step.vertex.index_b]
            assert numbers == pytest.approx([w @ v / math.hypot(*v), math.hypot(*v)], abs=6e-4)
            assert rf"\boldsymbol{{w}}_{{{known.number(step.vertex)}}}" in formula, "as in the figure"
        elif isinstance(step, SimplexReduced) and len(step.simplex.vertices) == 2:
            p, q = (each.w for each in step.simplex.vertices)
            (share,) = numbers
            assert share == pytest.approx(-(p @ (q - p)) / ((q - p) @ (q - p)), abs=0.0101)
            assert same(p + share * (q - p), step.simplex.closest, 0.03), "v is the foot"
            first, second = (
                rf"\examined{{\boldsymbol{{w}}_{{{known.number(each)}}}}}" for each in step.simplex.vertices
            )
            assert formula.startswith(rf"\gap{{\boldsymbol{{v}}}}={first}+")
            assert formula.endswith(rf"\gap{{\boldsymbol{{v}}}}\cdot({second}-{first})=0")
            assert float(step.simplex.closest @ (q - p)) == pytest.approx(0.0, abs=1e-9)
        elif isinstance(step, SimplexReduced) and len(step.simplex.vertices) == 1:
            assert formula.endswith(rf"=\examined{{\boldsymbol{{w}}_{{{known.number(step.simplex.vertices[0])}}}}}")


@each_preset
def test_the_formula_of_the_end_gives_the_witness_points(name: str) -> None:
    last = moments(LESSON, name)[-1]
    formula, found = LESSON.page(last).formula, last.trace.result
    if "^*" not in formula:
        assert found.outcome is Outcome.OVERLAPPED or found.radius > 0.0
        return
    of_v, *parts = formula.split(r",\quad ")
    terms = re.findall(r"(?:(\d\.\d\d)\\,)?\\examined{\\boldsymbol{w}_{(\d+)}}", of_v)
    mean = sum(float(share or 1.0) * known_at(last).found[int(i)].w for share, i in terms)
    assert same(mean, known_at(last).simplex.closest, 0.03)
    for part, points, there in zip(
        parts,
        (last.scene.a.world.points, last.scene.b.world.points),
        (found.on_a, found.on_b),
        strict=True,
    ):
        terms = re.findall(r"(?:(\d\.\d\d)\\,)?\\[AB]{\\mathrm{[ab](\d+)}}", part)
        mean = sum(float(share or 1.0) * points[int(i)] for share, i in terms)
        assert same(mean, there, 0.03)
        assert len({i for _, i in terms}) == len(terms), "each vertex once"


@each_preset
def test_a_foot_has_its_right_angle(name: str) -> None:
    for moment in moments(LESSON, name):
        known, step = known_at(moment), moment.step
        squares = [s.points for s in strokes(space(moment), Ink.GAP, Line.THIN) if len(s.points) == 3]
        if isinstance(step, SupportTaken):
            continue
        is_foot = len(known.simplex.vertices) == 2 and known.upper > 0.0
        assert len(squares) <= is_foot
        for square in squares:
            assert all(math.dist(each, known.simplex.closest) < 0.2 for each in square)
        assert name != FIRST or len(squares) == is_foot


def test_predictions_ask_for_the_next_vertex() -> None:
    told, asked = moments(LESSON, FIRST), asked_at(FIRST)
    assert list(asked) == [2, 3]
    outline = minkowski_difference(told[0].scene.a.world, told[0].scene.b.world).points
    for index in asked.keys() - {3}:
        following = told[index + 1].step
        along = outline @ following.direction
        (right,) = asked[index].right
        assert right == FeatureRef("A − B", FeatureKind.VERTEX, int(along.argmax()))
        for i, point in enumerate(outline):
            verdict = asked[index].judge(FeatureRef("A − B", FeatureKind.VERTEX, i))
            assert verdict.right == (i == along.argmax())
            assert f"{fixed(float(along[i]), 3)}" in plain(verdict.because)
            assert same(verdict.remarks[0].at, point)
            assert verdict.remarks[0].right == verdict.right
            assert plain(verdict.remarks[0].words).endswith(f": {fixed(float(along[i]), 3)}"), "one remark"
            assert not verdict.remarks[0].note
            tells = f"the origin is {-along[i]:.3f} in front of the line" in plain(verdict.because)
            assert tells == verdict.right
            assert ("Vertices beyond the dotted line are farther" in plain(verdict.because)) != verdict.right
            if not verdict.right:
                assert verdict.head == "Not the farthest"
                assert verdict.draw is not None
                canvas = Canvas(0.01)
                verdict.draw(canvas, "world")
                assert not canvas.marks
                verdict.draw(canvas, "space")
                (level,) = unbounded(canvas, Ink.FAULTY)
                assert float(np.dot(level.through, following.direction)) == pytest.approx(along[i])
                assert ends_below_title(level, told[index])
                assert float(np.dot(level.direction, following.direction)) == pytest.approx(0.0)
            is_in_simplex = any(same(point, vertex.w) for vertex in told[index].step.simplex.vertices)
            assert ("like v" in plain(verdict.because)) == is_in_simplex, "all of the edge is as far along as v"
        elsewhere = asked[index].judge(FeatureRef("A", FeatureKind.VERTEX, right.index))  # type: ignore[union-attr]
        assert not elsewhere.right
        assert "difference space" in elsewhere.because
    for vertex in told[2].step.simplex.vertices:  # a vertex of the simplex is one of the difference
        verdict = asked[2].judge(known_at(told[2]).part(vertex))
        assert same(verdict.remarks[0].at, vertex.w)
        assert "like v" in plain(verdict.because)
    nearest = int(np.hypot(*outline.T).argmin())
    assert not asked[2].judge(FeatureRef("A − B", FeatureKind.VERTEX, nearest)).right, "nearest is not farthest along"
    assert plain(LESSON.page(told[4]).known) == "The distance between A and B lies between 0.514 and 0.905."
    assert plain(LESSON.page(told[2]).known) == "The distance between A and B is at most 1.597."


def test_predictions_ask_for_the_edge_of_the_triangle_that_is_nearest() -> None:
    told, asked = moments(LESSON, FIRST), asked_at(FIRST)[3]
    triangle = {v.pair: shapely.Point(v.w) for v in told[4].step.candidates}
    marks = {m.feature: m.points for m in space(told[3]).marks if isinstance(m, FeatureMark)}
    assert len(marks) == 6, "three vertices, three edges"
    origin = shapely.Point(0.0, 0.0)
    away = {
        f: (shapely.LineString(p) if len(p) > 1 else shapely.Point(p[0])).distance(origin) for f, p in marks.items()
    }
    assert all(
        any(math.dist(p, (v.x, v.y)) < 1e-9 for v in triangle.values()) for points in marks.values() for p in points
    )
    best = min(away, key=lambda feature: away[feature])
    assert asked.right == {best}
    assert sorted(away.values())[1] - away[best] > 0.05, "no other part is nearly as near"
    for feature, distance in away.items():
        verdict = asked.judge(feature)
        assert verdict.right == (feature == best)
        assert f"{distance:.3f}" in plain(verdict.because)
        assert math.hypot(*verdict.remarks[0].at) == pytest.approx(distance)
        if feature != best:
            assert f"{away[best]:.3f}" not in plain(verdict.because), "a wrong answer does not tell the right one"
            assert "The origin is outside" in plain(verdict.because)
            assert verdict.remarks[0].to == (0.0, 0.0), "the length is drawn"
            assert verdict.draw is not None
            canvas = Canvas(0.01)
            verdict.draw(canvas, "world")
            assert not canvas.marks
            verdict.draw(canvas, "space")
            (pink,) = regions(canvas)
            assert pink.ink is Ink.FAULTY
            beyond = [np.dot(normal, np.negative(at)) for at, normal in zip(pink.through, pink.normals, strict=True)]
            assert max(beyond) > 0.0, "the origin is seen outside"
            inside = np.mean(marks[feature], axis=0)
            reach = [np.dot(normal, inside - at) for at, normal in zip(pink.through, pink.normals, strict=True)]
            assert max(reach) <= 1e-9, "a region of the part that was clicked"
    assert "So w_1 can be dropped." in plain(asked.judge(best).because)
    elsewhere = plain(asked.judge(FeatureRef("A", FeatureKind.EDGE, 0)).because)
    assert elsewhere == "Click an edge of the triangle w_0 w_1 w_2, in difference space."


def test_nothing_is_asked_that_no_eye_can_tell() -> None:
    scene = LESSON.presets[FIRST].scene
    seen = set()
    for turn in np.linspace(-0.4, 0.4, 81):
        turned = scene.with_field("b", scene.b.turned(float(turn)))
        trace = LESSON.run(turned)
        outline = minkowski_difference(turned.a.world, turned.b.world).points
        for index, step in enumerate(trace.steps[1:]):
            if not isinstance(step, SupportTaken) or step.iteration != 2:
                continue
            first, second = sorted(outline @ step.direction)[:-3:-1]
            is_asked = LESSON.page(Moment(turned, trace, index)).prediction is not None
            assert is_asked == (first - second >= 0.05 or first - second < 1e-9)
            seen.add(is_asked)
    assert seen == {True, False}


def test_a_line_that_proves_nothing_is_grey() -> None:
    seen = set()
    for name in LESSON.presets:
        for moment in moments(LESSON, name):
            if isinstance(moment.step, SupportTaken) and not moment.step.is_across:
                (line,) = [m for m in space(moment).marks if isinstance(m, Unbounded)]
                is_proof = moment.step.lower > 0.0
                seen.add(is_proof)
                assert line.ink is (Ink.GAP if is_proof else Ink.QUIET)
                says = plain(LESSON.page(moment).sentence)
                assert is_proof or "so this line proves no more than 0." in says
                assert "no lower bound" not in says, "the table and the chart show 0"
    assert seen == {True, False}


def test_the_latest_lower_bound_falls() -> None:
    told = moments(LESSON, FIRST, LATEST)
    faulty = told[0].faulty
    assert [round(each, 3) for each in faulty.lowers[1:]] == [0.514, 0.302, 0.609]
    assert faulty.fallen == pytest.approx(0.212, abs=5e-4)
    for moment in told:
        rings = [s for s in strokes(space(moment), Ink.FAULTY, Line.DOTTED) if radius(s) > 0.0]
        assert [radius(ring) for ring in rings] == pytest.approx([faulty.lowers[2]])
        assert "in iteration 3: 0.302,\n0.212 below the best" in labels(space(moment), Ink.FAULTY)
        (path,) = strokes(drawn(LESSON, "bounds", moment), Ink.FAULTY)
        assert [x for x, _ in path.points] == [1.0, 2.0, 3.0, 4.0]
        assert path.points[2][1] == pytest.approx(faulty.lowers[2])
    says = "Iteration 3 replaces 0.514 by 0.302. Stopping at an error of at most 0.1 takes 4 iterations, not 3."
    page = LESSON.page(told[-1])
    assert page.idea.startswith("**Latest lower bound**")
    assert plain(page.sentence) == says
    assert page.formula.startswith(r"\faulty{0.302}=\dfrac"), "its own rule and number"
    assert r"\boldsymbol{w}_{3}}\cdot\faulty{\boldsymbol{v}_{2}}" in page.formula, "of the iteration it speaks of"
    (v,) = [np.array(m.end) for m in space(told[-1]).marks if isinstance(m, Arrow) and m.ink is Ink.FAULTY]
    (line,) = [m for m in space(told[-1]).marks if isinstance(m, Unbounded) and m.ink is Ink.FAULTY]
    assert math.hypot(*v) == pytest.approx(known_at(told[-1]).uppers[2]), "v after iteration 2"
    assert float(np.array(line.through) @ v) / math.hypot(*v) == pytest.approx(faulty.lowers[2])
    assert abs(float(np.array(line.direction) @ v)) < 1e-9
    assert symbols(space(told[-1]), Ink.FAULTY)[r"\boldsymbol{v}_{2}"] == pytest.approx(tuple(v))
    assert not [m for m in space(told[0]).marks if isinstance(m, Arrow) and m.ink is Ink.FAULTY], "not before it is"
    assert page.formula.endswith(r"<\ \gap{0.514}")
    bounds = drawn(LESSON, "bounds", told[-1])
    assert labels(bounds, Ink.FAULTY)["latest: 0.302"][1] < faulty.lowers[2], "below its own curve"
    uppers, best = known_at(told[-1]).uppers, 0.0
    ends: dict[str, int] = {}
    for i, lower in enumerate(faulty.lowers, 1):
        best = max(best, lower)
        for kind, bound in (("best", best), ("latest", max(lower, 0.0))):
            if uppers[i] - bound <= 0.1:
                ends.setdefault(kind, i)
    assert ends == {"best": 3, "latest": 4}
    upper = known_at(told[-1]).uppers[3]
    assert [upper - 0.302, upper - 0.514] == pytest.approx([0.307, 0.095], abs=1e-3)
    assert plain(LESSON.page(told[-2]).sentence) == plain(LESSON.page(moments(LESSON, FIRST)[-2]).sentence)
    table = LESSON.table(told[-1])
    assert table is not None
    assert [row.cells[0] for _, row in table.rows] == ["start", "1", "2", "3", "4"], "where it happens"
    fallen = table.rows[3][1]
    assert tuple(map(plain, fallen.cells[1:])) == ("a4 − b1", "0.302", "0.609")
    assert fallen.cells[2:] == (tint("0.302", Ink.FAULTY), tint("0.609", Ink.GAP)), "only what is wrong is pink"
    assert not any(row.faulty for _, row in table.rows)
    same_end = moments(LESSON, "Parallel edges", LATEST)[-1]
    assert "forgets" not in plain(LESSON.page(same_end).idea), "no fault, so the step's own idea"
    assert not LESSON.comparison(LATEST).differs(moments(LESSON, "Parallel edges", LATEST)[0])  # type: ignore[union-attr]


def test_dropping_the_oldest_goes_round_for_ever() -> None:
    told = moments(LESSON, "Pentagon and triangle", OLDEST)
    faulty = told[-1].faulty
    assert (faulty.iterations, faulty.has_ended) == (60, False)
    assert faulty.uppers[-1] == pytest.approx(1.468, abs=5e-4)
    for moment in told:
        texts = labels(space(moment), Ink.FAULTY)
        assert texts == {"no end, stopped\nafter 60 iterations,\nerror 0.561": tuple(faulty.simplex.closest.tolist())}
        lines = strokes(space(moment), Ink.FAULTY, Line.DOTTED)
        assert same(lines[1].points, ((0.0, 0.0), faulty.simplex.closest))
        assert same(lines[0].points, [v.w for v in faulty.simplex.vertices])
        (text,) = labels(drawn(LESSON, "bounds", moment), Ink.FAULTY)
        period = int(re.fullmatch(r"its upper bound: repeats every (\d+) iterations", text)[1])  # type: ignore[index]
        late = faulty.uppers[30:]
        assert next(n for n in range(1, 13) if late[n:] == late[:-n]) == period
        (pink,) = strokes(drawn(LESSON, "bounds", moment), Ink.FAULTY, Line.DOTTED)
        own = moment.trace.result.iterations
        assert same(pink.points, list(enumerate(faulty.uppers[1 : 2 * own + 1], 1))), "seen to go on, twice as long"
        assert LESSON.panes[1].axes(moment).x == (0.0, 2.0 * own)  # type: ignore[misc]
    assert "0.908" in labels(space(told[-1]), Ink.GAP), "the distance, at its circle"
    i = next(i for i in range(60) if faulty.uppers[i + 1] > faulty.uppers[i] + 1e-3)
    before, after = faulty.uppers[i : i + 2]
    page = LESSON.page(told[-1])
    assert page.idea.startswith("**Drops the oldest**: the two newest points are kept")
    says = f"In iteration {i + 1} the upper bound rises from {before:.3f} to {after:.3f}. The loop never ends."
    assert plain(page.sentence) == says
    assert re.findall(r"\d\.\d{3}", page.formula) == [f"{before:.3f}", f"{after:.3f}"]
    assert [int(n) for n in re.findall(r"_\{(\d+)\}", page.formula)] == [i, i + 1]
    for moment, expected in ((told[-2], []), (told[-1], [(i, before), (i + 1, after)])):
        dots = [m.at for m in drawn(LESSON, "bounds", moment).marks if isinstance(m, Dot) and m.ink is Ink.FAULTY]
        assert dots == expected, "both are marked on its curve"
    last = LESSON.table(told[-1])
    assert last is not None
    row = last.rows[-1][1]
    assert row.cells == ("60", "–", f"{max(0.0, *faulty.lowers):.3f}", "1.468"), "the best lower bound so far"
    assert row.mark == "drops the oldest: no end"
    first = LESSON.table(moments(LESSON, FIRST, OLDEST)[-1])
    assert first is not None
    assert first.rows[-1][1].cells[2:] == ("0.514", "1.034")
    assert row.faulty
    comparison = LESSON.comparison(OLDEST)
    assert comparison is not None
    assert not comparison.differs(moments(LESSON, "Parallel edges", OLDEST)[0])


def test_a_strict_stop_misses_by_one_unit_in_the_last_place() -> None:
    faulty = moments(LESSON, "Bounds apart by rounding", STRICT)[-1].faulty
    assert (faulty.iterations, faulty.has_ended) == (60, False)
    low, high = faulty.lowers[-1], faulty.uppers[-1]
    assert low == pytest.approx(true_distance(moments(LESSON, "Bounds apart by rounding")[-1]), abs=1e-14)
    assert 0.0 < abs(low - high) <= 2.0 * math.ulp(high)
    texts = labels(space(moments(LESSON, "Bounds apart by rounding", STRICT)[0]), Ink.FAULTY)
    assert list(texts) == ["no end, stopped\nafter 60 iterations"]
    page = LESSON.page(moments(LESSON, "Bounds apart by rounding", STRICT)[-1])
    assert high > low
    assert (
        plain(page.sentence)
        == "Rounding puts the upper bound 1 ulp (unit in the last place) above the lower one: the loop never stops."
    )
    assert page.idea.startswith("**Equal bounds only**")
    assert r"=\faulty{\mathrm{1\ ulp}}" in page.formula
    row = LESSON.table(moments(LESSON, "Bounds apart by rounding", STRICT)[-1]).rows[-1][1]  # type: ignore[union-attr]
    base, sign, apart = row.cells[-1].split(maxsplit=2)
    assert row.cells[:3] == ("60", "–", base) == ("60", "–", f"{low:.3f}")
    assert (sign, apart) == ("+", "1 ulp")
    assert math.nextafter(low, 1.0) == high
    own = plain(LESSON.page(moments(LESSON, "Bounds apart by rounding")[-1]).sentence)
    apart = "1 ulp (unit in the last place)"
    assert own == f"Rounding keeps the bounds {apart} apart. GJK stops: w_2 was in the simplex already."
    assert moments(LESSON, "Parallel edges", STRICT)[0].faulty.has_ended


def test_the_end_says_what_is_special_of_its_scene() -> None:
    last = moments(LESSON, "Parallel edges")[-1]
    says = plain(LESSON.page(last).sentence)
    assert says == "Many pairs of points are 0.750 apart. GJK gives one of them: a* and b*."
    found = labels(drawn(LESSON, "world", last))
    p, q = np.array(found["a*"]), np.array(found["b*"])
    a, b = (shapely.Polygon(each.world.points) for each in (last.scene.a, last.scene.b))
    up = np.array((0.0, 0.05))
    for shift in (-up, 0.0 * up, up):  # other pairs are as near
        on_a, on_b = shapely.Point(p + shift), shapely.Point(q + shift)
        assert max(a.distance(on_a), b.distance(on_b)) < 1e-3
        assert on_a.distance(on_b) == pytest.approx(a.distance(b), abs=1e-3)
    for name in (FIRST, "Pentagon and triangle", "Bounds apart by rounding"):
        assert "Many pairs" not in plain(LESSON.page(moments(LESSON, name)[-1]).sentence)
    forty = moments(LESSON, "Forty vertices")[-1]
    asked = {row.cells[1] for _, row in LESSON.table(forty).rows}  # type: ignore[union-attr]
    assert plain(LESSON.page(forty).sentence).endswith(f"GJK found {len(asked)} of the 1600 points a − b.")


def test_two_corners_end_with_a_single_vertex() -> None:
    scene = searched(at(FIVE, -1.3, 0.0, 9), at(WEDGE, 1.6, 1.2, 24))
    trace = LESSON.run(scene)
    assert LESSON.challenge(Moment(scene, trace, 0)) is None, "what a simplex is, is told later"
    challenge = LESSON.challenge(Moment(scene, trace, 2))
    assert challenge is not None
    assert challenge.reached
    assert challenge.now == "it ends with one vertex"
    assert LESSON.challenge(moments(LESSON, FIRST)[2]).now == "it ends with an edge"  # type: ignore[union-attr]
    other = replace(LESSON.presets["Overlap"].scene, goal="")
    assert LESSON.challenge(moments_of(LESSON, other)[-1]).now == "A and B are not apart"  # type: ignore[union-attr]


def goal_of(scene: Searched) -> Challenge:
    goal = LESSON.challenge(moments_of(LESSON, scene)[-1])
    assert goal is not None
    return goal


def test_every_scene_has_a_goal_of_its_own_that_no_preset_meets() -> None:
    scenes = {name: preset.scene for name, preset in LESSON.presets.items()}
    assert len({goal_of(scene).text for scene in scenes.values()}) == len(scenes)
    for own in scenes.values():
        assert not any(goal_of(replace(each, goal=own.goal)).reached for each in scenes.values())


@pytest.mark.parametrize(
    ("name", "change", "now"),
    [
        ("Pentagon and triangle", {"angle": 180.0}, " to "),
        ("Overlap", {"move": (0.2, -0.6)}, "triangles: 2"),
        ("Parallel edges", {"move": (0.0, -1.1)}, "% of it"),
        ("Just touching", {"angle": -60.0}, "sides: 2"),
        ("Bounds apart by rounding", {"move": (0.0, -1.1)}, "it drops 2"),
        ("Forty vertices", {"move": (-1.2, 0.2), "warm": True}, "iterations, warm"),
    ],
)
def test_the_goals_can_be_met(name: str, change: dict[str, Any], now: str) -> None:
    scene = LESSON.presets[name].scene
    by = change.pop("move", (0.0, 0.0))
    met = goal_of(replace(scene, b=scene.b.moved(by), **change))
    assert met.reached, met.now
    assert now in met.now


def test_half_of_the_parallel_edge_is_that_of_the_shapes() -> None:
    scene = LESSON.presets["Parallel edges"].scene
    for down, share in ((0.0, 1.0), (0.6, 6 / 11), (1.0, 2 / 11), (1.6, 0.0)):
        moved = replace(scene, b=scene.b.moved((0.0, -down)))
        a, b = moved.a.world.points[:, 1], moved.b.world.points[:, 1]
        both = max(min(a.max(), b.max()) - max(a.min(), b.min()), 0.0)
        found = shared_part(moments_of(LESSON, moved)[-1])
        assert found == pytest.approx(both / np.ptp(a), abs=1e-9)
        assert found == pytest.approx(share, abs=1e-9)
        assert goal_of(moved).reached is (0.0 < share <= 0.5)


def test_the_deepest_point_is_asked_for_and_judged_as_the_deepest() -> None:
    for name, head in (("Round, cores apart", "Not the deepest"), ("Two circles", "Not the nearest")):
        asked = LESSON.page(moments(LESSON, name)[-2]).prediction
        assert isinstance(asked, Place)
        assert asked.judge(asked.start).head == head


@pytest.mark.parametrize(
    ("name", "place", "says"),
    [
        ("Two circles", (0.2, 0.0), "Move B so that the circles overlap"),
        ("Round, cores apart", (-0.9, -0.2), "Move B so that the cores overlap as well"),
    ],
)
def test_round_shapes_have_a_goal_that_they_can_meet(name: str, place: tuple[float, float], says: str) -> None:
    scene = moments(LESSON, name)[-1].scene
    for shown, reached in ((scene, False), (scene.with_field("b", at(scene.b.shape, *place)), True)):
        trace = LESSON.run(shown)
        goal = LESSON.challenge(Moment(shown, trace, len(trace) - 1))
        assert goal is not None
        assert goal.text.startswith(says)
        assert goal.reached is reached


def test_the_regions_beside_that_of_the_origin_have_their_names() -> None:
    reduced = next(m for m in moments(LESSON, FIRST) if len(getattr(m.step, "candidates", ())) == 3)
    named = [text for text in labels(space(reduced), Ink.QUIET) if text.startswith("region")]
    assert sorted(named) == ["region w_0", "region w_2"], "those beside it"
    assert [text for text in labels(space(reduced), Ink.EXAMINED) if text.startswith("region of")] == [
        "region of edge w_0w_2"
    ]


def test_more_than_five_iterations_are_told_as_one() -> None:
    forty = searched(at(MANY, -1.4, -0.1), at(MANY, 1.2, 0.6, 20))
    hard = next(
        scene
        for angle in range(-180, 180, 5)
        if LESSON.run(scene := forty.with_field("angle", float(angle))).result.iterations > 6
    )
    trace = LESSON.run(hard)
    told = [Moment(hard, trace, i) for i in range(len(trace))]
    stages = LESSON.stage_names(told[0])
    assert stages[-2:] == ["Later", "End"]
    assert len(dict.fromkeys(stages)) <= 8
    later = told[-2]
    page = LESSON.page(later)
    count = trace.result.iterations
    assert f"Iterations 6 to {count}" in plain(page.sentence)
    assert list(dict.fromkeys(row.cells[0] for row in page.rows)) == [str(i) for i in range(6, count + 1)]
    (v,) = arrows_of(drawn(LESSON, "world", later), Ink.GAP)
    assert same(np.subtract(v.end, v.start), known_at(later).simplex.closest)
    (v,) = arrows_of(drawn(LESSON, "world", told[0]), Ink.GAP)
    assert same(np.subtract(v.end, v.start), known_at(told[0]).newest.w), "at the start nothing is known but one pair"
    ((field, part),) = trace.children(later.index)
    inner = Moment(hard, part, len(part) - 1, later, field)
    assert plain(LESSON.page(inner).stage) == f"Iteration {count}"
    assert known_at(inner).lowers == known_at(later).lowers
    assert LESSON.story.bounds_axes(inner) == LESSON.story.bounds_axes(later)  # type: ignore[attr-defined]


@pytest.mark.parametrize("order", ["A − B", "B − A"])
def test_vertices_of_a_step_are_those_of_the_shapes(order: str) -> None:
    scene = LESSON.presets[FIRST].scene.with_field("order", order)
    moment = Moment(scene, LESSON.run(scene), 1)
    for field, letter in (("vertex.index_a", "A"), ("vertex.index_b", "B")):
        assert LESSON.feature_in(moment, field, 2) == FeatureRef(letter, FeatureKind.VERTEX, 2)
    assert LESSON.feature_in(moment, "vertex.w", 2) is None


def test_radii_of_the_other_order_are_named_by_their_shapes() -> None:
    scene = LESSON.presets["Two circles"].scene.with_field("order", "B − A")
    trace = LESSON.run(scene)
    last = Moment(scene, trace, len(trace) - 1)
    assert "(0.800 + 0.600)" in plain(LESSON.page(last).sentence)
    places = symbols(drawn(LESSON, "world", last))
    for name, body in (("r_A", scene.a), ("r_B", scene.b)):
        found = last.step
        along = (places[name] - body.world.points[0]) @ (found.normal if name == "r_A" else -found.normal)
        assert along == pytest.approx(body.world.radius / 2.0)


def test_the_name_of_the_difference_stands_at_a_vertex_that_has_no_words_yet() -> None:
    for name in NAMES:
        first = moments(LESSON, name)[0]
        places = [place for text, place in labels(space(first), Ink.QUIET).items() if text.startswith("A − B")]
        assert not any(same(place, known_at(first).newest.w) for place in places)


def test_difference_space_says_what_is_drawn_in_it() -> None:
    pane = next(each for each in LESSON.panes if each.name == "space")
    for name, of in ((FIRST, ""), ("Two circles", " of the cores")):
        first = moments(LESSON, name)[0]
        assert pane.head(first) == (f"Difference space: every a − b{of}", "")
        other = first.scene.with_field("order", "B − A")
        assert pane.head(Moment(other, LESSON.run(other), 0)) == (f"Difference space: every b − a{of}", "")


@pytest.mark.parametrize(("order", "sign"), [("A − B", 1.0), ("B − A", -1.0)])
def test_the_difference_and_the_first_direction_can_be_dragged(order: str, sign: float) -> None:
    """By the pointer in the pane: of B − A the place is the negative one."""
    scene = LESSON.presets["Pentagon and triangle"].scene.with_field("order", order)
    moment = Moment(scene, LESSON.run(scene), 0)
    take = next(pane.take for pane in LESSON.panes if pane.name == "space")
    assert take is not None
    inside = sign * (scene.operands.first.centroid - scene.operands.second.centroid)
    follow = take(moment, inside)
    assert follow is not None
    moved = follow(scene, inside, inside + (0.5, 0.2))
    assert same(moved.b.pose.position - scene.b.pose.position, (sign * -0.5, sign * -0.2))  # type: ignore[attr-defined]
    start = moment.step
    assert isinstance(start, SimplexStarted)
    assert start.direction is not None
    tip = sign * start.simplex.vertices[0].w
    turn = take(moment, tip + sign * 0.3 * start.direction)
    assert turn is not None
    turned = turn(scene, tip, tip + (0.0, 1.0))
    assert turned.angle == pytest.approx(sign * 90.0)  # type: ignore[attr-defined]
    assert take(moment, np.array((50.0, 50.0))) is None
    near, far = (take(moment, tip + sign * away * start.direction) for away in (0.59, 0.61))
    assert near is not None
    assert far is None, "the direction is held within so much of its start"
    assert take(moment.at(1), tip + sign * 0.3 * start.direction) is None


def test_round_shapes_say_what_their_radii_do() -> None:
    last = moments(LESSON, "Round, cores apart")[-1]
    page = LESSON.page(last)
    says = plain(page.sentence)
    numbers = [float(each.replace("−", "-")) for each in re.findall(r"[−]?\d+\.\d+", says)]
    v, p, q, s = numbers
    assert (p, q) == (0.5, 0.5)
    assert s == pytest.approx(v - (p + q), abs=0.0011)
    assert says.endswith("A and B overlap.")
    world = drawn(LESSON, "world", last)
    assert strokes(world, Ink.OVERLAP, Line.MEASURE)
    assert {"r_A", "r_B"} <= set(symbols(world))
    assert f"s = −{abs(last.step.separation):.3f}" in labels(world, Ink.OVERLAP)
    ring = [radius(each) for each in strokes(space(last), Ink.QUIET, Line.DASHED) if radius(each) > 0.0]
    assert ring == pytest.approx([1.0])
    for moment in moments(LESSON, "Round, cores apart"):
        for shape, ink in ((moment.scene.a.world, Ink.A), (moment.scene.b.world, Ink.B)):
            found = drawn(LESSON, "world", moment)
            assert any(
                same(each.points, shape.points) for each in strokes(found, ink, Line.DASHED) if len(each.points) > 1
            )
            dots = [m.at for m in found.marks if isinstance(m, Dot) and m.point is Point.SMALL and m.ink is ink]
            assert same(dots, shape.points), "its core, and the core's vertices"
        told = LESSON.page(moment)
        assert "A − B" not in plain(told.idea + told.sentence + told.known), "that is not what is searched"
        assert "distance" not in told.formula or "core" in told.formula
    assert "**core**" in LESSON.page(moments(LESSON, "Two circles")[0]).idea
    gap = LESSON.page(moments(LESSON, "Two circles")[-1])
    assert "a gap is left" in plain(gap.sentence)


@each_preset
def test_sentences_state_the_step_s_own_numbers(name: str) -> None:
    told = moments(LESSON, name)
    greatest = 0.0
    for moment in told:
        step, says = moment.step, plain(LESSON.page(moment).sentence)
        if isinstance(step, SupportTaken) and not step.is_across:
            before, greatest = greatest, max(greatest, step.lower)
            number = known_at(moment).number(step.vertex)
            assert f"w_{number} = a{step.vertex.index_a} − b{step.vertex.index_b}" in says
            if step.is_repeated:
                assert "already" in says
            elif step.lower <= 0.0:
                assert "origin lies behind" in says
            elif step.lower < before - 1e-3:
                assert f"proves only {step.lower:.3f}" in says
                assert f"stays {greatest:.3f}" in says
            assert (f"{greatest:.3f}" in says) or step.lower <= 0.0
        if isinstance(step, SimplexReduced):
            dropped = {f"w_{[v.pair for v in known_at(moment).found].index(v.pair)}" for v in step.dropped}
            assert set(re.findall(r"w_\d(?=[^.]*(?:is|are) dropped)", says.partition(". ")[2])) == dropped
            assert ("is dropped" in says, "are dropped" in says) == (len(dropped) == 1, len(dropped) > 1)
            if len(step.simplex.vertices) < 3:
                assert says.endswith(f"v is {step.simplex.distance:.3f} long: the new upper bound.")
                kept = " ".join(f"w_{known_at(moment).number(v)}" for v in step.simplex.vertices)
                assert says.startswith(f"The origin lies in the region of {step.simplex.region.value} {kept}.")


@each_preset
def test_bounds_are_green_in_every_sentence_and_row(name: str) -> None:
    for moment in moments(LESSON, name):
        page = LESSON.page(moment)
        texts = [page.sentence, page.known, *(cell for row in page.rows for cell in row.cells[2:])]
        found = [run for text in texts for run in runs(text) if re.fullmatch(r"\d+\.\d{3,}", run.text)]
        assert all(run.ink is Ink.GAP for run in found if run.ink is not None), page.sentence
        if isinstance(moment.step, SupportTaken | SimplexReduced) and moment.step is not moment.trace.steps[0]:
            assert any(run.ink is Ink.GAP for run in found)


@each_preset
def test_names_of_regions_stand_in_them(name: str) -> None:
    named = 0
    for moment in moments(LESSON, name):
        if not isinstance(moment.step, SimplexReduced):
            continue
        found = known_at(moment).found
        for text, place in labels(space(moment)).items():
            if not text.startswith("region"):
                continue
            part = [found[int(number)] for number in re.findall(r"w_(\d+)", text)]
            assert 1 <= len(part) <= 2
            ink = next(m.ink for m in space(moment).marks if isinstance(m, Label) and plain(m.text) == text)
            is_lit = {v.pair for v in part} == set(moment.step.simplex.pairs)
            assert ink is (Ink.EXAMINED if is_lit else Ink.QUIET)
            assert text.startswith(
                f"region of {'edge' if len(part) == 2 else 'vertex'} w_" if is_lit else "region w_"
            )
            shape = shapely.MultiPoint([v.w for v in part]).convex_hull
            whole = shapely.MultiPoint([v.w for v in moment.step.candidates]).convex_hull
            at = shapely.Point(place)
            assert shape.distance(at) == pytest.approx(whole.distance(at), abs=1e-9), "that part is nearest there"
            if is_lit:
                named += 1
                assert math.hypot(*place) > known_at(moment).upper, "beside the ring"
    assert named or name != FIRST


def test_the_end_names_the_witness_points() -> None:
    last = moments(LESSON, FIRST)[-1]
    says = plain(LESSON.page(last).sentence)
    assert says == "After 4 iterations the bounds meet: A and B are 0.609 apart, from a* to b*."
    found = labels(drawn(LESSON, "world", last))
    assert same(found["a*"], (0.705, 0.009), 1e-3)
    assert same(found["b*"], (1.310, -0.060), 1e-3)
    told = re.findall(r"w_(\d) = a\d − b\d\nweight ([\d.]+)", "\n".join(labels(space(last))))
    weights = {int(n): float(x) for n, x in told}
    ends = {n: known_at(last).found[n] for n in weights}
    for shape, place, star in ((last.scene.a, 0, "a*"), (last.scene.b, 1, "b*")):
        mean = sum(x * shape.world.points[ends[n].pair[place]] for n, x in weights.items())
        assert same(mean, found[star], 0.02), "as the formula of the end says"
    tinted = [(run.text, run.ink) for run in runs(LESSON.page(last).sentence) if run.text.endswith("*")]
    assert tinted == [("a*", Ink.A), ("b*", Ink.B)]
    a, b = (shapely.Polygon(each.world.points) for each in (last.scene.a, last.scene.b))
    assert math.dist((0.705, 0.009), (1.310, -0.060)) == pytest.approx(a.distance(b), abs=0.001)
    assert plain(LESSON.situation(last)) == "A and B are 0.609 apart."


@each_preset
def test_the_situation_says_no_more_than_is_known(name: str) -> None:
    for moment in moments(LESSON, name):
        known, says = known_at(moment), plain(LESSON.situation(moment))
        if moment.is_last:
            is_depth_known = moment.trace.result.termination is not Termination.CONTAINS_ORIGIN
            shapes = moment.scene.a.world, moment.scene.b.world
            assert says == plain(standing(*shapes, numbers=is_depth_known, decimals=3))
            assert ("by" in says) == (name == "Round, cores apart"), "GJK tells no depth of cores that overlap"
            continue
        low, high = max(known.lowers), min(known.uppers)
        numbers = re.findall(r"\d\.\d+", says)
        if f"{low:.3f}" == f"{high:.3f}" or low == 0.0:
            assert numbers in ([f"{high:.3f}"], []), says
        else:
            assert numbers == [f"{low:.3f}", f"{high:.3f}"]
        assert ("core distance" in says) == (moment.scene.a.world.radius > 0.0)
        assert ("overlap" in says) == (high == 0.0)
        if name == "Overlap" and moment.index == len(moment.trace) - 2:
            assert says == "A and B overlap."


@each_preset
def test_the_row_of_the_present_iteration_is_marked_to_the_end(name: str) -> None:
    for moment in moments(LESSON, name):
        table = LESSON.table(moment)
        assert table is not None
        last = len(table.rows) - 1
        assert table.current == {last}
        newest = known_at(moment).newest
        cells = [plain(cell) for cell in table.rows[last][1].cells]
        assert cells[1] == f"a{newest.index_a} − b{newest.index_b}"
        known = known_at(moment)
        assert cells[2:] == [f"{max(known.lowers):.3f}", f"{min(known.uppers):.3f}"]


def test_shapes_in_one_place_are_told_without_a_direction() -> None:
    scene = LESSON.presets[FIRST].scene
    together = scene.with_field("b", scene.a.placed(Pose(scene.a.pose.position, 0.4)))
    trace = LESSON.run(together)
    assert trace.result.outcome is Outcome.OVERLAPPED
    for index in range(len(trace)):
        assert space(Moment(together, trace, index)).marks


LOOK = {  # how each kind of words looks: its inks and how loud it is
    r"[AB]": ({Ink.A, Ink.B}, TextStyle.LETTER),
    r"[ab]\d+": ({Ink.A, Ink.B}, (TextStyle.VERTEX, TextStyle.BOLD)),
    r"w_\d+ = [^\n]*(\nweight 0\.\d\d)?": ({Ink.EXAMINED}, TextStyle.LABEL),
    r"w_\d+": ({Ink.EXAMINED, Ink.QUIET}, TextStyle.LABEL),
    r"first direction d̂_0": ({Ink.EXAMINED}, TextStyle.LABEL),
    r"(upper|lower|both) bounds? \d.*(\nlower bound .*)?|proves only 0.\d+": ({Ink.GAP}, TextStyle.LABEL),
    r"(−\d\.|−?0\.0)\d+": ({Ink.QUIET}, TextStyle.LABEL),
    r"(upper|lower) bound": ({Ink.GAP}, TextStyle.CAPTION),
    r"no point of (A − B|the cores’ difference)\nbeyond this line": ({Ink.GAP}, TextStyle.CAPTION),
    r"0\.\d\d": ({Ink.TEXT}, TextStyle.LABEL),
    r"origin": ({Ink.ANSWER}, TextStyle.BOLD),
    r"[AB] − [AB]( of the cores)?(: drawn for you,\nunknown to GJK)?": ({Ink.QUIET}, TextStyle.CAPTION),
    r"[ab]\*": ({Ink.A, Ink.B}, TextStyle.BOLD),
    r"s = [−]?\d\.\d+": ({Ink.GAP, Ink.OVERLAP}, TextStyle.LABEL),
    r"region of (edge|vertex) .*": ({Ink.EXAMINED}, TextStyle.LABEL),
    r"region w_.*": ({Ink.QUIET}, TextStyle.CAPTION),
    r"\d\.\d+ to \d\.\d+": ({Ink.GAP}, TextStyle.LABEL),
    r"\d\.\d\d\d": ({Ink.GAP}, TextStyle.PILL),
    r"[\d.]+|start|iteration|r_A\+r_B": ({Ink.QUIET}, TextStyle.CAPTION),
}


@each_preset
def test_words_in_the_figure_look_like_what_they_mean(name: str) -> None:
    for moment in moments(LESSON, name):
        for pane in LESSON.panes:
            for mark in drawn(LESSON, pane.name, moment).marks:
                if isinstance(mark, Label):
                    text = plain(mark.text)
                    looks = [look for pattern, look in LOOK.items() if re.fullmatch(pattern, text)]
                    assert looks, text
                    assert any(
                        mark.ink in inks and mark.style in (styles if isinstance(styles, tuple) else (styles,))
                        for inks, styles in looks
                    ), text
                    if re.fullmatch(r"[ABab]\d*", text):
                        assert mark.ink is (Ink.A if text[0] in "Aa" else Ink.B)
                        if mark.style is TextStyle.VERTEX:  # faint names inside, bright ones outside
                            shape = (moment.scene.a if mark.ink is Ink.A else moment.scene.b).world
                            assert float(np.dot(mark.toward, np.subtract(shape.centroid, mark.at))) > 0.0


@each_preset
def test_the_chart_stands_there_once_two_bounds_are_known(name: str) -> None:
    for moment in moments(LESSON, name):
        shown = {pane.name for pane in panes_of(LESSON.layout_at(moment))}
        assert shown == {"world", "space"} | ({"bounds"} if any(known_at(moment).lowers) else set())
        asked = LESSON.page(moment).prediction
        assert not isinstance(asked, Place) or asked.pane in shown
    compared = moments(LESSON, FIRST, LATEST)[0]
    assert LESSON.layout_at(compared) is LESSON.layout, "what the faulty loop reports is drawn in it"


@each_preset
def test_the_chart_reaches_a_sixth_over_what_it_shows(name: str) -> None:
    for moment in moments(LESSON, name):
        known, axes = known_at(moment), LESSON.panes[1].axes(moment)  # type: ignore[misc]
        top = known.uppers[0]
        assert axes.y == (0.0, pytest.approx(1.16 * top if top > 0.0 else 1.0))
        assert axes.x == (0.0, moment.trace.result.iterations), "it ends where the search ends"
        ticks = {text: x for text, (x, _) in labels(drawn(LESSON, "bounds", moment), Ink.QUIET).items()}
        assert ticks["start"] == 0.0
        assert all(ticks[str(i)] == i for i in range(1, round(axes.x[1]) + 1))
        dots = [m.at for m in drawn(LESSON, "bounds", moment).marks if isinstance(m, Dot)]
        pairs = zip(known.lowers, known.uppers, strict=False)
        is_proved = any(known.lowers)
        shown = {
            (float(i), b) for i, both in enumerate(pairs) for b in both[0 if is_proved else 1 :] if b <= axes.y[1]
        }
        assert shown <= set(dots)
        fills = [m.opacity for m in drawn(LESSON, "bounds", moment).marks if isinstance(m, Area)]
        assert fills in ([], [0.16])
        later = [s for s in strokes(drawn(LESSON, "bounds", moment), Ink.GAP, Line.THIN) if s.opacity == 0.5]
        ended = known.iteration >= axes.x[1]
        assert len(later) == (0 if ended else 1 + is_proved)
        assert all(s.points[1][0] == axes.x[1] for s in later)


@each_preset
def test_lines_between_the_shapes_say_which_pairs_are_meant(name: str) -> None:
    for moment in moments(LESSON, name):
        world, step = drawn(LESSON, "world", moment), moment.step
        lines = {(s.points[0], s.points[1]) for s in strokes(world, Ink.EXAMINED, Line.THIN)}
        is_search = isinstance(step, SimplexStarted | SupportTaken)
        used = (known_at(moment).newest,) if is_search else known_at(moment).simplex.vertices
        if isinstance(step, SimplexStarted):
            assert not lines, "v is drawn there"
            continue
        a, b = moment.scene.a.world.points, moment.scene.b.world.points
        assert lines == {(tuple(b[v.index_b].tolist()), tuple(a[v.index_a].tolist())) for v in used}
        rings = {m.at: m.ink for m in world.marks if isinstance(m, Dot) and m.point is Point.RING}
        for on_b, on_a in lines:
            assert {rings[on_a], rings[on_b]} == {Ink.A, Ink.B}


def test_radii_stand_between_cores_and_boundaries() -> None:
    for name in ("Round, cores apart", "Two circles"):
        last = moments(LESSON, name)[-1]
        found, world = last.step, drawn(LESSON, "world", last)
        places = symbols(world)
        below = -world.pixel * left_of(found.normal)
        for k, letter, ink, core, on in (
            (10.0, "A", Ink.A, found.core_a, found.on_a),
            (20.0, "B", Ink.B, found.core_b, found.on_b),
        ):
            assert same(places[f"r_{letter}"], (core + on) / 2.0 + k * below), "beside v, one below the other"
            assert any(same(s.points, (core + k * below, on + k * below)) for s in strokes(world, ink, Line.MEASURE))
        ink = Ink.GAP if found.separation > 0.0 else Ink.OVERLAP
        line = next(
            s for s in strokes(world, ink, Line.MEASURE) if same(np.subtract(*s.points), found.on_a - found.on_b)
        )
        off = np.subtract(line.points[0], found.on_a)
        assert np.hypot(*off) == pytest.approx(34.0 * world.pixel)
        (s,) = [m for m in world.marks if isinstance(m, Label) and plain(m.text).startswith("s =")]
        beside = np.subtract(s.at, (found.on_a + found.on_b) / 2.0)
        assert float(beside @ off) > 0.0, "s stands at its own line"
        assert same(beside / np.hypot(*beside), off / np.hypot(*off)), "in its middle"
        assert s.toward is not None
        assert float(np.dot(s.toward, off)) > 0.0
    polygons = drawn(LESSON, "world", moments(LESSON, FIRST)[-1])
    assert not {"r_A", "r_B", "s"} & set(symbols(polygons))


def test_a_scene_s_first_direction_is_the_routine_s_own() -> None:
    scene = LESSON.presets["Pentagon and triangle"].scene
    x, y = scene.b.world.points[0] - scene.a.world.points[0]
    assert scene.angle == pytest.approx(math.degrees(math.atan2(y, x)))
    assert same(scene.direction, np.array((x, y)) / math.hypot(x, y))


def test_no_click_in_the_world_answers() -> None:
    moment = moments(LESSON, FIRST)[2]
    for is_open in (False, True):
        canvas = drawn(LESSON, "world", replace(moment, is_open=is_open))
        assert any(isinstance(mark, FeatureMark) for mark in canvas.marks) != is_open
        assert {"A", "B"} <= set(labels(canvas))


def test_the_lesson_is_its_class() -> None:
    assert isinstance(LESSON, Gjk)


def ring(count: int, start: float) -> Convex:
    turn = start + math.tau * np.arange(count) / count
    return Convex(0.5 * np.stack((np.cos(turn), np.sin(turn)), axis=1))


@pytest.mark.parametrize(("of_a", "of_b", "is_crowded"), [(12, 12, False), (13, 12, True), (18, 12, True)])
def test_of_many_vertices_only_those_in_use_are_named(of_a: int, of_b: int, is_crowded: bool) -> None:
    scene = LESSON.presets[FIRST].scene
    scene = replace(scene, a=replace(scene.a, shape=ring(of_a, 0.0)), b=replace(scene.b, shape=ring(of_b, 0.1)))
    told = moments_of(LESSON, scene)
    reduced = [m for m in told if len(getattr(m.step, "candidates", ())) == 3]
    named = [text for m in reduced for text in labels(space(m), Ink.QUIET) if text.startswith("region")]
    assert bool(named) != is_crowded
    taken = next(m for m in told if isinstance(m.step, SupportTaken))
    small = [mark for mark in space(taken).marks if isinstance(mark, Dot) and mark.point is Point.SMALL]
    assert len(small) == (of_a + of_b if is_crowded else 0), "so many vertices are dots, and have no rings"


@pytest.mark.parametrize("round_one", ["a", "b"])
def test_with_one_circle_nobody_is_asked_for_two_polygons(round_one: str) -> None:
    scene = LESSON.presets[FIRST].scene
    disc = replace(getattr(scene, round_one), shape=Convex([(0.0, 0.0)], 0.3))
    goal = LESSON.challenge(moments_of(LESSON, replace(scene, **{round_one: disc}))[-1])
    assert goal is not None
    assert "polygons" not in goal.text


def test_a_shape_of_more_than_twelve_vertices_is_crowded() -> None:
    few, many = (Convex([polar(1.0, 360.0 * k / n) for k in range(n)]) for n in (12, 13))
    crowded = [Operands(*pair).is_crowded for pair in ((few, few), (few, many), (many, few))]
    assert crowded == [False, True, True]


SET_UP = {  # perimeter, radius, x, y and degrees of each body
    "Four iterations": ("a 6.706 0 0.012 -0.099 0; b 4.4 0 1.912 0.068 0; warm False; order A − B"),
    "Pentagon and triangle": ("a 5.878 0 -1.3 0 9; b 6.309 0 1.266 0.412 24; warm False; order A − B"),
    "Overlap": ("a 5.878 0 -0.5 0 9; b 6.309 0 0.666 0.112 24; warm False; order A − B"),
    "Parallel edges": ("a 5.2 0 -1.1 0.2 0; b 5.8 0 1 0 0; warm False; order A − B"),
    "Just touching": ("a 5.2 0 -0.75 0 0; b 5.2 0 0.75 0.3 0; warm False; order A − B"),
    "Bounds apart by rounding": ("a 6 0 -0.99 -0.08 19; b 6.2 0 1.14 0.32 105; warm False; order A − B"),
    "Round, cores apart": ("a 3.8 0.5 -0.95 -0.2 15; b 2.8 0.5 0.75 0.1 -20; warm False; order A − B"),
    "Forty vertices": ("a 6.277 0 -1.3 -0.3 0; b 6.277 0 1.4 0.9 20; warm False; order A − B"),
    "Two circles": ("a 0 0.8 -1.1 0 0; b 0 0.6 1 0.4 0; warm False; order A − B"),
}


@pytest.mark.parametrize("name", SET_UP)
def test_a_scene_is_set_up_as_it_was_chosen(name: str) -> None:
    """A second entry of the numbers that make the scene: what it shows hangs on each."""
    assert set_up(LESSON, name) == SET_UP[name]


def test_every_scene_is_entered_twice() -> None:
    assert list(SET_UP) == list(LESSON.presets)
