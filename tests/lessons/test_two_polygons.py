"""Two polygons: screens, gaps and answers, against the vertices of the scene."""

from __future__ import annotations

import math
import re
from dataclasses import replace

import numpy as np
import pytest
import shapely

from geometry import Pose, box, capsule
from geometry.feature import FeatureKind, FeatureRef
from geometry.sat.edge_shadows import EdgesLit, Verdict, edge_shadows
from geometry.sat.separation_curve import ByHand
from lessons.shadows.scene import ShapesAndAxis
from lessons.shadows.two_polygons import APART, CONTACT, TOUCH, TwoPolygons
from tests.lessons.second_edition import Told, moments_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.mark import Area, Arrow, Label, Light, Mark, Stroke, Unbounded
from viz.lesson.prediction import Adjust, Click
from viz.lesson.scene import at
from viz.lesson.text import fixed, plain

LESSON = TwoPolygons()
SCENES = LESSON.presets
each_scene = pytest.mark.parametrize("name", SCENES)
XY = "x and y only"


def moments(name: str, compare: str = "") -> list[Moment[ShapesAndAxis]]:
    return moments_of(LESSON, SCENES[name].scene, compare)


def drawn(moment: Moment[ShapesAndAxis]) -> list[Mark]:
    return Told.draw(LESSON.panes[0], moment).marks


def said(moment: Moment[ShapesAndAxis]) -> str:
    return plain(LESSON.page(moment).sentence)


def gap(scene: ShapesAndAxis, n: np.ndarray) -> float:
    a, b = scene.a.world.points @ n, scene.b.world.points @ n
    return max(float(b.min() - a.max()), float(a.min() - b.max()))


def edges(scene: ShapesAndAxis, owner: str) -> list[tuple[np.ndarray, float]]:
    """The direction across each edge of a shape, and what it shows."""
    points = (scene.a if owner == "A" else scene.b).world.points
    sides = np.roll(points, -1, axis=0) - points
    across = np.stack((sides[:, 1], -sides[:, 0]), axis=1) / np.hypot(sides[:, 0], sides[:, 1])[:, None]
    return [(n, gap(scene, n)) for n in across]


def is_inside(scene: ShapesAndAxis, n: np.ndarray) -> bool:
    """Whether one shadow lies in the other, clear of both its ends."""
    (a, b), (c, d) = (
        (float(p.min()), float(p.max())) for p in (each.world.points @ n for each in (scene.a, scene.b))
    )
    return (a < c and d < b) or (c < a and b < d)


def told(scene: ShapesAndAxis, n: np.ndarray) -> str:
    s = gap(scene, n)
    if is_inside(scene, n):
        return f"shift {fixed(-s)}"
    return "just touch" if abs(s) < 1e-9 else f"{'gap' if s > 0.0 else 'overlap'} {fixed(abs(s))}"


@each_scene
def test_every_edge_is_lit_once_and_its_shadows_told(name: str) -> None:
    last = moments(name)[-1]
    scene = last.scene
    table = LESSON.table(last)
    assert table is not None
    rows = {plain(row.cells[0]): plain(row.cells[2]) for _, row in table.rows}
    named = [each for cell in rows for each in cell.replace(" and ", ", ").split(", ")]
    wanted = [f"{owner}{i}" for owner in "AB" for i in range(len(edges(scene, owner)))]
    assert sorted(named) == wanted
    for cell, shown in rows.items():
        for each in cell.replace(" and ", ", ").split(", "):
            words = told(scene, edges(scene, each[0])[int(each[1:])][0]).split(" ")
            assert shown == " ".join(words[::-1] if words[0] in ("gap", "overlap", "shift") else words), (
                "numbers in one column"
            )
    screens = len(rows)
    first, second = said(moments(name)[1]), said(moments(name)[2])
    of_a = len({round(math.atan2(n[1], n[0]) % math.pi, 6) % round(math.pi, 6) for n, _ in edges(scene, "A")})
    by_a, by_b = (
        len({round(math.atan2(n[1], n[0]) % math.pi, 6) for n, s in edges(scene, owner) if s > 1e-9})
        for owner in "AB"
    )
    assert first.startswith(f"{by_a} of {of_a} screen")
    more = screens - of_a
    expected = f"of {more} more screen" if more else "Every edge of B is parallel to one of A: no new screen."
    assert expected in second
    assert not more or by_b == 0 or second[0].isdigit()
    gaps = [s for owner in "AB" for _, s in edges(scene, owner) if s > 1e-9]
    assert first.startswith("0 of") is not any(s > 1e-9 for _, s in edges(scene, "A"))
    best = max(s for owner in "AB" for _, s in edges(scene, owner))
    green = sum(value.endswith("gap") for value in rows.values())
    assert said(last).startswith(f"{green} of {screens} screens {'shows' if green == 1 else 'show'} a gap.")
    if abs(best) > 1e-9:
        nested = all(is_inside(scene, n) for owner in "AB" for n, _ in edges(scene, owner))
        least = "least shift that separates them" if nested else "least overlap"
        assert f"The {'widest gap' if gaps else least} is {fixed(abs(best))}, with light along" in said(last)
    else:
        assert "The shadows just touch with light along" in said(last)
    shapes = [shapely.Polygon(each.world.points) for each in (scene.a, scene.b)]
    assert bool(gaps) is (shapes[0].distance(shapes[1]) > 1e-9), "one gap proves apart, none contact"
    order = [value.endswith("gap") for value in rows.values()]
    apart = APART.format(first=order.index(True) + 1 if gaps else 0, count=screens)
    idea = apart if gaps else TOUCH if abs(best) < 1e-9 else CONTACT
    assert LESSON.page(last).idea == idea


@each_scene
def test_the_light_is_green_where_it_passes_and_red_where_the_shadows_overlap(name: str) -> None:
    for moment in moments(name):
        scene = moment.scene
        lit = moment.latest(EdgesLit)
        owners = () if lit is None else ("A",) if lit.owner == "A" else ("A", "B")
        found = [each for owner in owners for each in edges(scene, owner)]
        n, s = max(found, key=lambda each: each[1]) if found else (scene.axis.vector, 0.0)
        n = n / np.hypot(*n)
        s = gap(scene, n)
        labels = [(m.style, plain(m.text)) for m in drawn(moment) if isinstance(m, Label)]
        assert (TextStyle.PILL, told(scene, n)) in labels
        bars = {m.ink: np.array(m.points) for m in drawn(moment) if isinstance(m, Stroke) and m.line is Line.BAR}
        for ink, shape in ((Ink.A, scene.a.world), (Ink.B, scene.b.world)):
            ends = shape.points @ n
            assert sorted(bars[ink] @ n) == pytest.approx([ends.min(), ends.max()])
            (kept_off,) = [m for m in drawn(moment) if isinstance(m, Area) and m.ink is ink and m.opacity == 0.09]
            outline = shapely.Polygon(kept_off.points)
            assert outline.is_valid
            assert outline.buffer(1e-9).contains(shapely.Polygon(shape.points)), "no seam through a fill"
            assert outline.area == pytest.approx(
                shapely.MultiPoint([*shape.points, *kept_off.points]).convex_hull.area
            )
            assert sorted(np.array(kept_off.points[-2:]) @ n) == pytest.approx([ends.min(), ends.max()])
        tints = [m for m in drawn(moment) if isinstance(m, Area) and m.ink in (Ink.GAP, Ink.OVERLAP)]
        assert [m.ink for m in tints] == ([] if abs(s) < 1e-9 else [Ink.GAP if s > 0.0 else Ink.OVERLAP])
        across = np.array((-n[1], n[0]))
        bar, middle = bars[Ink.A].mean(axis=0), scene.a.world.centroid
        down = across if float((bar - middle) @ across) > 0.0 else -across
        for strip in tints:
            lower = max((scene.a.world, scene.b.world), key=lambda each: float((each.points @ down).max()))
            assert s > 0.0 or shapely.Polygon(strip.points).intersection(shapely.Polygon(lower.points)).area < 1e-9
            a, b = scene.a.world.points @ n, scene.b.world.points @ n
            shared = min(a.max(), b.max()) - max(a.min(), b.min())
            assert np.ptp(np.array(strip.points) @ n) == pytest.approx(abs(shared)), "what both keep off, or the gap"
        lights = [m for m in drawn(moment) if isinstance(m, Light)]
        assert len(lights) == (1 if s > 1e-9 else 0)
        if s > 1e-9:
            strip_ = shapely.Polygon(tints[0].points).buffer(-1e-6)
            for shape in (scene.a.world, scene.b.world):
                assert not strip_.intersects(shapely.Polygon(shape.points)), "no shape stands in the light"


@each_scene
def test_a_hint_is_a_small_copy_on_the_free_side(name: str) -> None:
    last = moments(name)[-1]
    scene = last.scene
    hints = [m for m in drawn(last) if isinstance(m, Stroke) and m.line is Line.MEASURE and m.ink in (Ink.A, Ink.B)]
    screens = [each for each in last.step.screens if each is not last.step.best]
    assert len(hints) == 2 * len(screens), "a hint for every screen but the one that stands in full"
    best = max((each for owner in "AB" for each in edges(scene, owner)), key=lambda each: each[1])[0]
    bars = [np.array(m.points) for m in drawn(last) if isinstance(m, Stroke) and m.line is Line.BAR]
    middle = (scene.a.world.centroid + scene.b.world.centroid) / 2.0
    down = bars[0].mean(axis=0) - middle
    down -= float(down @ best) * best
    down /= np.hypot(*down)
    places: list[np.ndarray] = []
    for k, screen in enumerate(screens):
        n = np.array((math.cos(screen.angle), math.sin(screen.angle)))
        assert len(screen.edges) > 0
        for hint, shape in zip(hints[2 * k : 2 * k + 2], (scene.a.world, scene.b.world), strict=True):
            start, end = np.array(hint.points)
            assert np.hypot(*(end - start)) == pytest.approx(0.2 * np.ptp(shape.points @ n))
            assert abs(float((end - start) @ (-n[1], n[0]))) < 1e-9
        places.append(
            (np.array(hints[2 * k].points).mean(axis=0) + np.array(hints[2 * k + 1].points).mean(axis=0)) / 2
        )
        for shape in (scene.a.world, scene.b.world):
            assert shapely.Polygon(shape.points).distance(shapely.Point(places[-1])) > 0.3, "not over a shape"
        assert float((places[-1] - middle) @ down) <= 0.4 * math.dist(places[-1], middle), (
            "not where the screen stands"
        )
    for i, place in enumerate(places):
        assert all(math.dist(place, other) > 0.5 for other in places[:i]), "clear of its neighbours"
    lit = [m for m in drawn(last) if isinstance(m, Light)]
    for hint in hints if lit else ():
        assert not shapely.LineString(hint.points).intersects(shapely.Polygon(lit[0].points)), "not over the light"


@each_scene
def test_the_situation_is_true_and_holds_back_what_is_asked(name: str) -> None:
    first, *_, last = moments(name)
    shapes = [shapely.Polygon(each.world.points) for each in (last.scene.a, last.scene.b)]
    distance = float(shapes[0].distance(shapes[1]))
    if not last.compare and distance > 1e-9:
        assert (
            plain(LESSON.situation(last)) == f"A and B are {fixed(distance)} apart: here as much as the widest gap."
        )
    assert LESSON.page(first).known == LESSON.situation(first) == "On this screen the shadows overlap."
    assert LESSON.challenge(first) is None
    assert LESSON.challenge(moments(name)[1]) is None, "the goal names edges of B, which no one has tried"
    second = moments(name)[1]
    is_apart = any(s > 1e-9 for _, s in edges(last.scene, "A"))
    so_far = (
        "A and B are apart: light passes between them."
        if is_apart
        else "No light along an edge of A passes between the shapes."
    )
    assert LESSON.situation(second) == so_far
    asks_nothing = is_apart or name in ("Contained", "Just touching")
    assert LESSON.page(second).known == ("" if asks_nothing else so_far)


def test_what_the_learner_has_found_is_not_denied() -> None:
    told = moments_of(LESSON, SCENES["One gap"].scene.turned_to(math.radians(8.75)))[1]
    assert (
        plain(LESSON.situation(told))
        == "At 9° the shadows leave a gap. No light along an edge of A passes between the shapes."
    )


def test_where_vertex_faces_vertex_the_distance_is_more_than_the_widest_gap() -> None:
    scene = replace(SCENES["One gap"].scene, a=at(box(1.0, 1.0), -1.0, -1.0), b=at(box(1.0, 1.0), 1.0, 1.0))
    last = moments_of(LESSON, scene)[-1]
    assert "The widest gap is 1.00" in said(last)
    told = "A and B are 1.41 apart: more than the widest gap, for vertex faces vertex."
    assert plain(LESSON.situation(last)) == told


@each_scene
def test_the_formula_has_its_ends_on_the_screen(name: str) -> None:
    last = moments(name)[-1]
    scene, marks = last.scene, drawn(last)
    bars = {m.ink: np.array(m.points) for m in marks if isinstance(m, Stroke) and m.line is Line.BAR}
    along = bars[Ink.A][1] - bars[Ink.A][0]
    n = along / np.hypot(*along) * (-1.0 if (along[1], along[0]) < (-1e-9, 0.0) else 1.0)
    shown = f"{math.degrees(math.atan2(n[1], n[0])):.0f}°"
    assert plain(LESSON.page(last).rows[0].cells[1]) == shown, "the places grow along the angle that is shown"
    assert shown == "0°" or shown in [plain(m.text) for m in marks if isinstance(m, Label)]
    values = {}
    for m in marks:
        if isinstance(m, Label) and plain(m.text)[:3] in ("min", "max"):
            shape = (scene.a if m.ink is Ink.A else scene.b).world.points @ n
            exact = shape.min() if plain(m.text).startswith("min") else shape.max()
            assert float(np.array(m.at) @ n) == pytest.approx(exact)
            assert plain(m.text).endswith(f" = {fixed(exact)}")
            values[plain(m.text)[:3]] = float(exact)
    formula = LESSON.page(last).formula
    s = max(gap(scene, each) for owner in "AB" for each, _ in edges(scene, owner))
    assert values["min"] - values["max"] == pytest.approx(s)
    assert formula.endswith(f"= {fixed(abs(s))}")
    assert all(fixed(value).replace("−", "-") in formula for value in values.values())
    assert all(not LESSON.page(m).formula for m in moments(name)[:-1]), "a formula where its marks stand"


def test_of_a_shape_inside_another_the_shift_is_told_and_both_letters_stand_apart() -> None:
    last = moments("Contained")[-1]
    least = max(s for owner in "AB" for _, s in edges(last.scene, owner))
    assert plain(LESSON.situation(last)) == f"A contains B. A shift of {fixed(-least)} separates them."
    letters = {m.text: m.at for m in drawn(last) if isinstance(m, Label) and m.style is TextStyle.LETTER}
    assert shapely.Polygon(last.scene.b.world.points).contains(shapely.Point(letters["B"]))
    assert math.dist(letters["A"], letters["B"]) > 0.5
    assert shapely.Polygon(last.scene.a.world.points).contains(shapely.Point(letters["A"]))


@each_scene
def test_the_first_picture_shows_both_shadows_and_the_light(name: str) -> None:
    asked = replace(moments(name)[0], is_open=True)
    assert len([m for m in drawn(asked) if isinstance(m, Stroke) and m.line is Line.BAR]) == 2
    labels = [plain(m.text) for m in drawn(asked) if isinstance(m, Label)]
    angle = f"{math.degrees(asked.scene.angle):.0f}°"
    assert {"light", "turn the screen"} <= set(labels)
    assert (angle in labels) is (angle != "0°"), "an angle of 0 is no arc"
    told_here = told(asked.scene, asked.scene.axis.vector / np.hypot(*asked.scene.axis.vector))
    assert told_here in labels
    assert told_here.split()[-1] in said(asked) or told_here.split()[0] in said(asked)


@each_scene
def test_the_screen_is_turned_to_a_gap_or_to_the_least_overlap(name: str) -> None:
    first = moments(name)[0]
    scene = first.scene
    asked = LESSON.page(first).prediction
    best = max((each for owner in "AB" for each in edges(scene, owner)), key=lambda each: each[1])
    assert isinstance(asked, Adjust)
    right, wrong = asked.judge(asked.right(scene)), asked.judge(scene)
    assert right.right
    assert not wrong.right
    n = scene.axis.vector / np.hypot(*scene.axis.vector)
    if name == "Wide gap":  # two edges show one
        shapes = [shapely.Polygon(each.world.points) for each in (scene.a, scene.b)]
        assert best[1] == pytest.approx(float(shapes[0].distance(shapes[1])))
        assert f"the widest, {fixed(best[1])}" in right.because
        less = asked.judge(scene.turned_to(asked.right(scene).angle + 0.06))
        assert not less.right
        assert "Another screen shows a wider one." in less.because
        assert fixed(-gap(scene, n)) in wrong.because
        return
    if best[1] > 1e-9:
        assert f"a gap of {fixed(best[1])}" in right.because
        assert wrong.draw is not None
        canvas = Canvas(0.01)
        wrong.draw(canvas, "world")
        assert [m.line for m in canvas.marks if isinstance(m, Stroke)] == [Line.MEASURE], "both shadows stand there"
        assert asked.judge(scene.turned_to(asked.right(scene).angle + 0.02)).right, "any gap will do"
        return
    assert ("just touch" if abs(best[1]) < 1e-9 else fixed(-best[1])) in right.because
    assert fixed(-gap(scene, n)) in wrong.because
    best_angle = asked.right(scene).angle
    assert asked.judge(scene.turned_to(best_angle + math.radians(1.5))).right
    assert not asked.judge(scene.turned_to(best_angle + math.radians(4.0))).right


def test_a_gap_that_shows_is_told_at_the_first_step() -> None:
    (first, *_) = moments_of(LESSON, SCENES["One gap"].scene.turned_to(math.radians(8.75)))
    assert LESSON.situation(first) == "A and B are apart: light passes between them."
    assert LESSON.page(first).prediction is not None, "it is told right only when it is checked"


@pytest.mark.parametrize("name", ["One gap", "Slanted gap"])
def test_the_shadow_of_b_is_hidden_while_the_screen_is_turned_to_a_gap(name: str) -> None:
    scene = SCENES[name].scene
    for degrees in (9.0, 30.0, 135.0):
        moment = moments_of(LESSON, scene.turned_to(math.radians(degrees)))[0]
        asked = replace(moment, is_open=True)
        assert [m.ink for m in drawn(asked) if isinstance(m, Stroke) and m.line is Line.BAR] == [Ink.A]
        assert not [m for m in drawn(asked) if isinstance(m, Label) and m.style is TextStyle.PILL]
        assert not [m for m in drawn(asked) if isinstance(m, Light)]
        told_there = f"{LESSON.page(asked).known} {said(asked)}"
        assert all(word not in told_there for word in ("gap", "overlap", "apart")), "nothing tells the answer"
        answered = [m.ink for m in drawn(moment) if isinstance(m, Stroke) and m.line is Line.BAR]
        assert answered == [Ink.A, Ink.B], "an answer shows both"
        prediction = LESSON.page(moment).prediction
        assert isinstance(prediction, Adjust)
        verdict = prediction.judge(moment.scene)
        if not verdict.right:
            canvas = Canvas(0.01)
            assert verdict.draw is not None
            verdict.draw(canvas, "world")
            assert [m.ink for m in canvas.marks if isinstance(m, Stroke) and m.line is Line.BAR] == [Ink.B]
            assert next(m.ink for m in canvas.marks if isinstance(m, Stroke)) is Ink.FAULTY
            pills = [plain(m.text) for m in canvas.marks if isinstance(m, Label) and m.style is TextStyle.PILL]
            n = moment.scene.axis.vector / np.hypot(*moment.scene.axis.vector)
            assert pills == [told(moment.scene, n)]


@pytest.mark.parametrize("name", ["Wide gap", "Overlap", "Contained", "Just touching"])
def test_a_widest_gap_or_a_least_overlap_is_looked_for_in_sight(name: str) -> None:
    turned = SCENES[name].scene.turned_to(1.0)
    asked = replace(moments_of(LESSON, turned)[0], is_open=True)
    assert len([m for m in drawn(asked) if isinstance(m, Stroke) and m.line is Line.BAR]) == 2


@pytest.mark.parametrize("name", ["One gap", "Slanted gap"])
def test_where_light_is_said_to_end_it_comes_to_a_shape_past_no_other(name: str) -> None:
    told_of = set()
    for degrees in range(0, 180, 5):
        scene = SCENES[name].scene.turned_to(math.radians(degrees))
        prediction = LESSON.page(moments_of(LESSON, scene)[0]).prediction
        assert isinstance(prediction, Adjust)
        verdict = prediction.judge(scene)
        if verdict.right:
            continue
        (remark,) = verdict.remarks
        n = np.array((math.cos(scene.angle), math.sin(scene.angle)))
        against = np.array((-n[1], n[0]))
        shapes = {"A": scene.a.world, "B": scene.b.world}
        outlines = {k: shapely.Polygon(s.points).exterior for k, s in shapes.items()}
        (hit,) = (k for k, s in outlines.items() if s.distance(shapely.Point(remark.at)) < 1e-9)
        other = "B" if hit == "A" else "A"
        ray = shapely.LineString((np.array(remark.at) + 1e-6 * against, np.array(remark.at) + 9.0 * against))
        assert not any(ray.intersects(shapely.Polygon(s.points).buffer(-1e-6)) for s in shapes.values())
        own, ends = shapes[hit].points @ n, shapes[other].points @ n
        stands = own.min() - 1e-9 <= ends.min() and ends.max() <= own.max() + 1e-9
        past = max(ends.min() - float(remark.at @ n), float(remark.at @ n) - ends.max())
        passes = 1e-9 < past <= 0.04 + 1e-9
        canvas = Canvas(0.01)
        assert verdict.draw is not None
        verdict.draw(canvas, "world")
        (seen,) = (np.array(m.points) for m in canvas.marks if isinstance(m, Stroke) and m.ink is Ink.FAULTY)
        assert seen[-1] == pytest.approx(np.array(remark.at)), "the ray that ends is drawn"
        assert abs(float((seen[-1] - seen[0]) @ n)) < 1e-9
        is_past = f"No light passes between them: light just past {other} ends on {hit}." in verdict.because
        assert passes if is_past else stands and f"{other} stands in the shadow of {hit}" in verdict.because
        told_of.add(is_past)
    assert told_of == {True, False}


@each_scene
def test_the_angle_of_the_screen_is_drawn_from_the_level(name: str) -> None:
    for moment in moments(name):
        bars = [np.array(m.points) for m in drawn(moment) if isinstance(m, Stroke) and m.line is Line.BAR]
        along = bars[0][1] - bars[0][0]
        angle = math.degrees(math.atan2(along[1], along[0])) % 180.0 % 179.9999
        labels = [plain(m.text) for m in drawn(moment) if isinstance(m, Label)]
        assert (f"{angle:.0f}°" in labels) is (angle > 1.0)


@pytest.mark.parametrize("name", ["Wide gap", "Slanted gap"])
def test_where_an_edge_of_a_shows_a_gap_nothing_more_is_asked(name: str) -> None:
    moment = moments(name)[1]
    assert any(s > 1e-9 for _, s in edges(moment.scene, "A"))
    assert LESSON.page(moment).prediction is None


def test_where_a_gap_has_been_found_b_is_asked_about_at_another_place() -> None:
    name = "One gap"
    moment = replace(moments(name)[1], is_open=True)
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Click)
    (ghost,) = [
        np.array(m.points)
        for m in drawn(moment)
        if isinstance(m, Stroke) and m.closed and m.ink is Ink.B and m.line is Line.DASHED
    ]
    scene = moment.scene
    move = ghost[0] - scene.b.world.points[0]
    assert ghost - scene.b.world.points == pytest.approx(np.tile(move, (len(ghost), 1)))
    place = shapely.Polygon(ghost)
    assert place.distance(shapely.Polygon(scene.b.world.points)) > 0.09
    assert place.distance(shapely.Polygon(scene.a.world.points)) == pytest.approx(0.2)
    there = replace(scene, b=scene.b.moved(move))
    of_a = edges(there, "A")
    assert asked.right == {FeatureRef("A", FeatureKind.EDGE, i) for i, (_, s) in enumerate(of_a) if s > 1e-9}
    assert 0 < len(asked.right) < len(of_a)
    here = {i for i, (_, s) in enumerate(edges(scene, "A")) if s > 1e-9}
    assert {each.index for each in asked.right if isinstance(each, FeatureRef)}.isdisjoint(here)
    for i, (n, s) in enumerate(of_a):
        verdict = asked.judge(FeatureRef("A", FeatureKind.EDGE, i))
        assert verdict.right is (s > 1e-9)
        assert fixed(abs(s)) in verdict.because
        canvas = Canvas(0.01)
        assert verdict.draw is not None
        verdict.draw(canvas, "world")
        (line,) = [m for m in canvas.marks if isinstance(m, Unbounded)]
        assert abs(float(np.array(line.direction) @ n)) < 1e-9
    assert not asked.judge("none").right
    assert not asked.judge(FeatureRef("B", FeatureKind.EDGE, 0)).right


@pytest.mark.parametrize("name", ["Contained", "Just touching"])
def test_nothing_more_is_asked_where_the_first_picture_tells_it(name: str) -> None:
    assert LESSON.page(moments(name)[1]).prediction is None


def test_an_edge_of_b_is_asked_for() -> None:
    moment = moments("Overlap")[1]
    scene = moment.scene
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Click)
    of_b = edges(scene, "B")
    gaps: set[FeatureRef | str] = {FeatureRef("B", FeatureKind.EDGE, i) for i, (_, s) in enumerate(of_b) if s > 1e-9}
    assert asked.right == (gaps or {"none"})
    for i, (_, s) in enumerate(of_b):
        verdict = asked.judge(FeatureRef("B", FeatureKind.EDGE, i))
        assert verdict.right is (s > 1e-9)
        assert fixed(abs(s)) in verdict.because
        canvas = Canvas(0.01)
        assert verdict.draw is not None
        verdict.draw(canvas, "world")
        (line,) = [m for m in canvas.marks if isinstance(m, Unbounded)]
        assert line.ink is (Ink.ANSWER if verdict.right else Ink.FAULTY)
        assert line.through == pytest.approx(tuple(scene.b.world.points[i]))
        assert abs(float(np.array(line.direction) @ of_b[i][0])) < 1e-9
    assert asked.judge("none").right is not bool(gaps)
    assert asked.judge("none").because.endswith("their shadows overlap.")
    assert max(s for _, s in of_b) < -1e-9
    assert not asked.judge(FeatureRef("A", FeatureKind.EDGE, 0)).right


def test_x_and_y_alone_miss_a_slanted_gap() -> None:
    first, *_, last = moments("Slanted gap", XY)
    scene = last.scene
    on_axes = [gap(scene, n) for n in np.eye(2)]
    best = max(s for owner in "AB" for _, s in edges(scene, owner))
    assert max(on_axes) < -1.0
    assert best > 0.5
    assert LESSON.situation(first) == "On x and y alone the shadows leave no gap: contact."
    wrong = f"This rule says contact: wrong. A and B are {fixed(best)} apart."
    assert plain(LESSON.situation(last)) == wrong
    labels = [plain(m.text) for m in drawn(first) if isinstance(m, Label) and m.ink is Ink.FAULTY]
    assert labels == [f"x: overlap {fixed(-on_axes[0])}", f"y: overlap {fixed(-on_axes[1])}"]
    page, right = LESSON.page(last), LESSON.page(moments("Slanted gap")[-1])
    assert plain(page.idea).startswith("x and y only: ")
    assert page.formula.endswith(f"={fixed(min(-s for s in on_axes))}>0")
    assert fixed(-on_axes[0]) == fixed(-on_axes[1])
    says = (
        f"On both screens the shadows overlap by {fixed(-on_axes[0])}: contact. The gap of {fixed(best)} is not seen."
    )
    assert said(last) == says
    assert [plain(row.cells[2]) for row in page.rows if row.faulty] == [f"{fixed(-s)} overlap" for s in on_axes]
    assert not [row for row in right.rows if row.faulty]
    assert "separating axis" in right.idea
    comparison = LESSON.comparison(XY)
    assert comparison is not None
    assert comparison.differs(last)
    other = moments("Wide gap", XY)[-1]
    assert not comparison.differs(other)
    assert LESSON.situation(other).endswith("apart is right.")


def test_the_routine_lights_every_edge_and_refuses_what_is_round() -> None:
    trace = edge_shadows.trace(box(2.0, 1.0), box(1.0, 1.0).moved((2.0, 0.0)), (1.0, 1.0))
    assert [type(step) for step in trace] == [ByHand, EdgesLit, EdgesLit, Verdict]
    verdict = trace.result
    assert (verdict.gaps, verdict.best.separation) == (1, 0.5)
    assert len(verdict.screens) == 2
    assert [len(each.edges) for each in verdict.screens] == [4, 4]
    with pytest.raises(ValueError, match="for polygons"):
        edge_shadows(box(1.0, 1.0), capsule((0.0, 0.0), (1.0, 0.0), 0.3), (1.0, 0.0))


def test_the_challenge_is_met_by_one_narrow_gap() -> None:
    scene = SCENES["One gap"].scene
    challenge = LESSON.challenge(moments("One gap")[-1])
    n, best = max((each for owner in "AB" for each in edges(scene, owner)), key=lambda each: each[1])
    assert challenge.now == f"now {fixed(best)} along B2"
    assert not challenge.reached
    toward = n if float(n @ (scene.a.world.centroid - scene.b.world.centroid)) > 0.0 else -n
    nearer = scene.with_field("b", scene.b.moved((best - 0.05) * toward))
    assert not LESSON.challenge(moments_of(LESSON, nearer)[-1]).reached, "a slide along the green screen is no answer"
    assert LESSON.challenge(moments("Overlap")[-1]).now == "now none"
    many = LESSON.challenge(moments(list(LESSON.presets)[1])[-1]).now
    assert many == "now gaps along A1, A3 and B2", "one width would be true of one of them only"
    square, diamond = at(box(2.0, 2.0), 0.0, 0.0), at(box(1.0, 1.0), 1.0 + math.sqrt(0.5) + 0.05, 0.0, 45.0)
    both = LESSON.challenge(moments_of(LESSON, replace(scene, a=square, b=diamond))[-1])
    assert both.reached, "two parallel edges of A share the screen"
    reached = replace(scene, b=at(box(0.8, 0.8), 0.14, 0.43))
    assert LESSON.challenge(moments_of(LESSON, reached)[-1]).reached
    assert LESSON.challenge(moments_of(LESSON, replace(reached, b=reached.b.moved((0.3, 0.2))))[-1]).reached is False


@pytest.mark.parametrize(
    ("name", "x", "y", "degrees"),
    [
        ("One gap", -2.1, 0.7, 215.0),
        ("Wide gap", 0.6, -0.6, 170.0),
        ("Slanted gap", 0.0, 1.0, 275.0),
        ("Overlap", -2.4, 0.6, 250.0),
        ("Contained", 0.2, -2.2, 135.0),
        ("Just touching", -1.3, 1.5, 145.0),
    ],
)
def test_the_challenge_can_be_met_in_every_scene(name: str, x: float, y: float, degrees: float) -> None:
    scene = SCENES[name].scene
    placed = replace(scene, b=scene.b.placed(Pose((x, y), math.radians(degrees))))
    shown = {owner: [s for _, s in edges(placed, owner) if s > 0.0] for owner in "AB"}
    assert not shown["B"]
    assert max(shown["A"]) - min(shown["A"]) < 1e-9, "parallel edges share the one screen"
    assert max(shown["A"]) < 0.10
    assert LESSON.challenge(moments_of(LESSON, placed)[-1]).reached
    assert not LESSON.challenge(moments(name)[-1]).reached, "no scene meets it by itself"


def test_the_last_formula_of_the_slanted_gap_holds_as_it_is_written() -> None:
    numbers = re.findall(r"-?\d\.\d\d", LESSON.page(moments("Slanted gap")[-1]).formula)
    assert round(float(numbers[0]) - float(numbers[1]), 2) == float(numbers[2])


@each_scene
def test_an_overlap_is_measured_beside_both_bars(name: str) -> None:
    for moment in moments(name):
        marks = drawn(moment)
        bars = [np.array(m.points) for m in marks if isinstance(m, Stroke) and m.line is Line.BAR]
        along = (bars[0][1] - bars[0][0]) / np.hypot(*(bars[0][1] - bars[0][0]))
        aside = np.array((-along[1], along[0]))
        level = float(np.mean([bar.mean(axis=0) @ aside for bar in bars]))
        reds = [m for m in marks if isinstance(m, Stroke) and m.ink is Ink.OVERLAP and m.line is Line.MEASURE]
        spans = [np.array(m.points) for m in reds if abs((np.subtract(*m.points)) @ aside) < 1e-9]
        for span in spans:
            assert abs(float(span.mean(axis=0) @ aside) - level) > 0.15, "clear of the bars, which are 9 pixels broad"


@each_scene
def test_an_edge_in_the_light_has_its_name_in_its_own_colour_and_off_the_other_shape(name: str) -> None:
    for moment in moments(name)[1:]:
        scene = moment.scene
        shapes = {"A": shapely.Polygon(scene.a.world.points), "B": shapely.Polygon(scene.b.world.points)}
        for mark in [m for m in drawn(moment) if isinstance(m, Label) and m.style is TextStyle.BOLD]:
            owner = mark.text[0]
            assert mark.ink is (Ink.A if owner == "A" else Ink.B)
            way = np.array(mark.toward) / np.hypot(*mark.toward)
            beside = shapely.Point(np.array(mark.at) + 0.14 * way)
            lights = [shapely.Polygon(m.points) for m in drawn(moment) if isinstance(m, Light)]
            assert not any(light.contains(beside) for light in lights), "the light that passes stays clear"
            if name not in ("Overlap", "Contained"):
                other = shapes["B" if owner == "A" else "A"]
                assert not other.buffer(-1e-9).contains(beside), mark.text


@each_scene
def test_the_last_screen_points_to_the_right(name: str) -> None:
    """Places that grow to the left, and two minus signs, are read again and again."""
    last = moments(name)[-1]
    (arrow,) = [m for m in drawn(last) if isinstance(m, Arrow) and m.line is Line.THIN]
    assert arrow.end[0] - arrow.start[0] > 0.5 * math.dist(arrow.start, arrow.end)


@each_scene
def test_an_edge_has_one_name_in_figure_table_and_answers(name: str) -> None:
    last = moments(name)[-1]
    shown = {plain(m.text) for m in drawn(last) if isinstance(m, Label) and m.feature is not None}
    edges_ = {text for text in shown if re.fullmatch(r"[AB]?\d", text)}
    assert edges_
    assert all(text[0] in "AB" for text in edges_)
    for moment in moments(name):
        asked = LESSON.page(moment).prediction
        if isinstance(asked, Click):
            for edge in moment.scene.edges:
                assert f"{edge}" not in plain(asked.judge(edge).because)


@each_scene
def test_the_edges_that_a_right_answer_names_are_named_in_the_figure(name: str) -> None:
    asked, moment = LESSON.page(moments(name)[0]).prediction, moments(name)[0]
    assert isinstance(asked, Adjust)
    best = moment.trace.result.best
    verdict = asked.judge(moment.scene.turned_to(best.angle))
    assert verdict.right
    assert verdict.draw is not None
    canvas = Canvas(0.01)
    verdict.draw(canvas, "world")
    names_ = {plain(m.text) for m in canvas.marks if isinstance(m, Label)}
    assert names_ == {f"{edge.owner}{edge.index}" for edge in best.edges}
    assert all(each in plain(verdict.because) for each in names_)
    off = asked.judge(moment.scene.turned_to(best.angle + math.radians(3.0)))
    assert not off.right or off.draw is None, "only where the light runs along them"


def test_the_faulty_rule_says_nothing_of_every_slanted_gap() -> None:
    """A wide one shows on a level screen too."""
    scene = SCENES["Slanted gap"].scene
    wide = scene.with_field("b", scene.b.moved((1.0, 1.0)))
    assert wide.separation_at(0.0) < 0.0 < wide.with_field("b", wide.b.moved((0.5, 0.5))).separation_at(0.0)
    assert "A slanted gap may show on neither" in plain(LESSON.page(moments("Slanted gap", XY)[-1]).idea)


def test_shadows_that_only_touch_are_asked_for_by_that_name() -> None:
    moment = moments("Just touching")[0]
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Adjust)
    assert asked.judge(moment.scene).head == "They still overlap"


def test_the_screens_of_x_and_y_are_clear_of_the_one_in_full() -> None:
    """Whichever way the gap slants."""
    scene = SCENES["Slanted gap"].scene
    other = replace(scene, a=at(box(2.2, 0.6), -0.41, 0.41, 45.0), b=at(box(2.2, 0.6), 0.41, -0.41, 45.0))
    for each in (scene, other):
        last = moments_of(LESSON, each, XY)[-1]
        bars = [m for m in drawn(last) if isinstance(m, Stroke) and m.line is Line.BAR]
        copies = [m for m in drawn(last) if isinstance(m, Stroke) and m.opacity == 0.8][-4:]
        full = shapely.MultiPoint([point for bar in bars for point in bar.points]).convex_hull
        assert all(full.distance(shapely.LineString(copy.points)) > 0.2 for copy in copies)


def test_the_learners_screen_has_no_knob_while_that_of_an_edge_stands_there() -> None:
    first, *others = moments("One gap")
    assert LESSON.panes[0].idle(first) == ()
    assert all(LESSON.panes[0].idle(each) == ("axis",) for each in others)


@each_scene
def test_the_row_that_is_marked_is_the_screen_in_the_figure(name: str) -> None:
    for moment in moments(name)[1:]:
        table = LESSON.table(moment)
        assert table is not None
        (here,) = table.current
        pill = [m.text for m in drawn(moment) if isinstance(m, Label) and m.style is TextStyle.PILL]
        bars = [np.array(m.points) for m in drawn(moment) if isinstance(m, Stroke) and m.line is Line.BAR]
        along = bars[0][1] - bars[0][0]
        shown = math.degrees(math.atan2(along[1], along[0])) % 180.0 % 179.9999
        cells = [plain(cell) for cell in table.rows[here][1].cells]
        assert cells[1] == f"{shown:.0f}°"
        words = " ".join(cells[2:]).split(" ")
        assert " ".join(words[::-1] if words[-1] in ("gap", "overlap", "shift") else words) in [
            plain(each) for each in pill
        ]


@each_scene
def test_light_falls_down_along_the_edges_that_are_lit_on_a_screen_below(name: str) -> None:
    for moment in moments(name)[1:]:
        scene, marks = moment.scene, drawn(moment)
        bars = [np.array(m.points) for m in marks if isinstance(m, Stroke) and m.line is Line.BAR]
        along = bars[0][1] - bars[0][0]
        shapes = [shapely.Polygon(each.world.points) for each in (scene.a, scene.b)]
        assert along[0] > -1e-9, "the axis points to the right"
        assert max(float(bar[:, 1].min()) for bar in bars) < max(shape.bounds[3] for shape in shapes)
        arrows = [m for m in marks if isinstance(m, Arrow) and m.line is not Line.THIN]
        assert arrows
        for arrow in arrows:
            way = np.array(arrow.end) - np.array(arrow.start)
            assert abs(float(way @ along)) < 1e-9
            assert float(way[1]) < 0.0 or abs(along[0]) < 1e-9
            assert all(shape.distance(shapely.LineString((arrow.start, arrow.end))) > 0.04 for shape in shapes)


def test_light_is_said_to_run_along_an_edge_only_where_it_does() -> None:
    moment = moments("One gap")[0]
    asked, scene = LESSON.page(moment).prediction, moment.scene
    assert isinstance(asked, Adjust)
    best = moment.trace.result.best
    for off, runs in ((0.0, True), (1.0, True), (3.0, False)):
        verdict = asked.judge(scene.turned_to(best.angle + math.radians(off)))
        assert verdict.right
        assert ("runs along" in verdict.because) is runs


def test_one_screen_shows_and_more_show() -> None:
    for name in SCENES:
        for moment in moments(name)[1:]:
            count = re.search(r"(\d+) of \d+ (?:more )?screens? (shows?) a gap", said(moment))
            assert count is None or (count[2] == "shows") is (count[1] == "1")


def test_the_least_of_both_overlaps_stands_in_the_faulty_formula() -> None:
    scene = SCENES["Slanted gap"].scene
    last = moments_of(LESSON, scene.with_field("b", scene.b.moved((0.1, 0.0))), XY)[-1]
    x, y = (-last.scene.separation_at(angle) for angle in (0.0, math.pi / 2.0))
    assert abs(x - y) > 0.05
    assert LESSON.page(last).formula.endswith(f"={fixed(min(x, y))}>0")


@each_scene
def test_the_rays_of_the_lamp_end_at_what_they_meet_first(name: str) -> None:
    moment = moments(name)[0]
    scene = moment.scene
    rays = [np.array(m.points) for m in drawn(moment) if isinstance(m, Stroke) and m.opacity == 0.4]
    assert len(rays) == 5
    bars = [np.array(m.points) for m in drawn(moment) if isinstance(m, Stroke) and m.line is Line.BAR]
    along = (bars[0][1] - bars[0][0]) / np.hypot(*(bars[0][1] - bars[0][0]))
    shapes = [shapely.Polygon(each.world.points) for each in (scene.a, scene.b)]
    ends_on_a_shape = 0
    for start, end in rays:
        assert abs(float((end - start) @ along)) < 1e-9
        assert not any(shapely.LineString((start, end)).intersects(each.buffer(-1e-6)) for each in shapes)
        is_met = any(each.distance(shapely.Point(end)) < 1e-9 for each in shapes)
        ends_on_a_shape += is_met
        aside = np.array((-along[1], along[0]))
        level = float((bars[0].mean(axis=0) + bars[1].mean(axis=0)) / 2.0 @ aside)
        assert is_met or float(end @ aside) == pytest.approx(level, abs=0.1), "else on the screen"
    assert ends_on_a_shape > 0
    asked = replace(moments_of(LESSON, scene.turned_to(1.0))[0], is_open=True)
    held = name in ("One gap", "Slanted gap")
    assert bool([m for m in drawn(asked) if isinstance(m, Stroke) and m.opacity == 0.4]) is not held


def test_of_a_gap_the_edges_that_bound_it_are_lit() -> None:
    last = moments("Slanted gap")[-1]
    names = {m.text for m in drawn(last) if isinstance(m, Label) and m.style is TextStyle.BOLD}
    assert names == {"A0", "B2"}, "A2 and B0 lie along the light too, and not at the gap"
    cells = [row.cells[0] for row in LESSON.page(last).rows]
    assert plain(cells[-1]) == "A0, A2, B0 and B2"
    assert cells[-1] != plain(cells[-1]), "each name in the ink of its owner"


def test_the_slanted_scene_asks_in_other_words_than_the_first() -> None:
    asked = [LESSON.page(moments(name)[0]).prediction for name in ("One gap", "Slanted gap")]
    assert "level screen" not in asked[0].text
    assert "The level screen and the upright one show no gap." in asked[1].text
    for name, shows in (("One gap", True), ("Slanted gap", False)):
        assert any(gap(SCENES[name].scene, n) > 0.0 for n in np.eye(2)) is shows


def test_the_bars_of_the_faulty_screens_are_seen() -> None:
    scene, last = SCENES["Slanted gap"].scene, moments("Slanted gap", XY)[-1]
    bars = [m for m in drawn(last) if isinstance(m, Stroke) and m.opacity == 0.8][-4:]
    for k, n in enumerate(np.eye(2)):
        for bar, (ink, shape) in zip(bars[2 * k : 2 * k + 2], ((Ink.A, scene.a), (Ink.B, scene.b)), strict=True):
            ends = shape.world.points @ n
            assert bar.ink is ink
            assert sorted(np.array(bar.points) @ n) == pytest.approx([ends.min(), ends.max()])
    assert not [m for m in drawn(last) if isinstance(m, Label) and plain(m.text)[:3] in ("min", "max")]


def test_the_screen_points_where_its_places_grow() -> None:
    for name in SCENES:
        last = moments(name)[-1]
        angle = last.step.best.angle
        (arrow,) = [m for m in drawn(last) if isinstance(m, Arrow) and m.line is Line.THIN]
        way = np.subtract(arrow.end, arrow.start)
        assert way / np.hypot(*way) == pytest.approx((math.cos(angle), math.sin(angle)), abs=1e-9)
