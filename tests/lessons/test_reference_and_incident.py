"""Reference and incident edge: every number, edge and answer against the vertices, computed here."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import shapely

from geometry import Pose, box, circle, manifold
from geometry.contact.clipping import clip
from geometry.contact.reference import find_incident, find_reference, incident_at
from geometry.faulty.clipping import manifold_edge_after_deepest
from geometry.feature import FeatureKind, FeatureRef
from geometry.sat.separating_axis import Owner
from geometry.shape import Convex
from geometry.tolerance import REFERENCE_HYSTERESIS, smaller_size
from lessons.contact.reference_and_incident import AFTER_DEEPEST, NO_HYSTERESIS, ReferenceAndIncident
from lessons.contact.reference_and_incident_asked import least_deep
from lessons.contact.reference_and_incident_scene import Chosen
from tests.lessons.second_edition import moments_of, nested
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment, panes_of
from viz.lesson.mark import Area, Arrow, Dot, Label, Stroke, Symbol
from viz.lesson.prediction import Choose, Click, Place
from viz.lesson.scene import at
from viz.lesson.text import fixed, plain

LESSON = ReferenceAndIncident()
SCENES = {name: preset.scene for name, preset in LESSON.presets.items()}
PENTAGON, OWNED, TIE, NEIGHBOUR, PARALLEL, ROUNDED, LEANING = SCENES
each_scene = pytest.mark.parametrize("name", SCENES)


def places(name: str) -> int:
    """Decimals of the separations: in two scenes the best two of them read alike with two."""
    return 4 if name in (LEANING, TIE) else 2


def moment_at(scene: Chosen, stage: str, compare: str = "") -> Moment[Chosen]:
    return next(m for m in moments_of(LESSON, scene, compare) if LESSON.story.stage(m) == stage)


def drawn(moment: Moment[Chosen], pane: int = 0) -> Canvas:
    canvas = Canvas(0.01)
    LESSON.panes[pane].draw(canvas, moment)
    return canvas


def labels(canvas: Canvas) -> list[str]:
    return [plain(mark.text) for mark in canvas.marks if isinstance(mark, Label)]


def outward(shape: Convex, i: int) -> np.ndarray:
    p, q = shape.points[i], shape.points[(i + 1) % len(shape.points)]
    return np.array((q[1] - p[1], p[0] - q[0])) / math.dist(p, q)


def separations(scene: Chosen, degrees: float = 0.0) -> dict[tuple[str, int], float]:
    """From the vertices alone."""
    a, b = scene.a.world, scene.b.turned(math.radians(degrees)).world
    return {
        (name, i): min(float((q - one.points[i]) @ outward(one, i)) for q in other.points) - a.radius - b.radius
        for name, one, other in (("A", a, b), ("B", b, a))
        for i in range(len(one.points))
    }


def best_of(scene: Chosen, who: str) -> tuple[str, int]:
    """The first edge of a body that nobody's is better than."""
    own = {edge: s for edge, s in separations(scene).items() if edge[0] == who}
    return next(edge for edge, s in own.items() if s >= max(own.values()) - 1e-9)


def chosen(scene: Chosen) -> tuple[tuple[str, int], list[float]]:
    """The reference edge, and the dot products of the other body's normals with its normal."""
    every = separations(scene)
    best = max(every.values())
    name, i = next(edge for edge, s in every.items() if s >= best - 1e-9)
    one, other = (scene.a, scene.b) if name == "A" else (scene.b, scene.a)
    return (name, i), [float(outward(other.world, j) @ outward(one.world, i)) for j in range(len(other.world.points))]


def edge(name: str, i: int) -> FeatureRef:
    return FeatureRef(name, FeatureKind.EDGE, i)


@each_scene
def test_the_table_has_the_best_separations_and_every_dot_product(name: str) -> None:
    scene = SCENES[name]
    (owner, i), dots = chosen(scene)
    every = separations(scene)
    bests = [best_of(scene, one) for one in "AB"]
    for stage, count in (("Edges of A", 1), ("Edges of B", 2), ("Reference", 2)):
        moment = moment_at(scene, stage)
        table = LESSON.table(moment)
        assert table is not None
        rows = [(plain(row.cells[0]), plain(row.cells[2])) for _, row in table.rows]
        assert rows == [(f"{k} of {who}", fixed(every[who, k], places(name))) for who, k in bests[:count]]
        (lit,) = table.current
        assert lit == (0 if stage == "Edges of A" else "AB".index(owner)), "the best edge so far"
    if not scene.a.world.radius:
        assert LESSON.situation(moment_at(scene, "Contact")) == "A and B overlap."
    other = "B" if owner == "A" else "A"
    table = LESSON.table(moment_at(scene, "Incident"))
    assert table is not None
    found = {plain(row.cells[0]): tuple(map(plain, row.cells[1:])) for _, row in table.rows}
    angles = [f"{fixed(180.0 - math.degrees(math.acos(max(min(d, 1.0), -1.0))), 0)}°" for d in dots]
    assert found == {f"{k} of {other}": (angles[k], fixed(d, sign=True)) for k, d in enumerate(dots)}
    products = LESSON.page(moment_at(scene, "Incident"))
    assert rf"\{other}{{\mathrm{{incident}}}}=\mathrm{{argmin}}_j" in products.formula, "what is wanted is an edge"
    assert (
        r"{\mathrm{reference}}=\mathrm{argmax}_e\;\overlap{s_e}\qquad e\text{ of A or B}"
        in LESSON.page(moment_at(scene, "Reference")).formula
    )
    told = plain(LESSON.situation(moment_at(scene, "Incident")))
    assert (
        told
        == f"Edge {i} of {owner} is the reference edge, edge {dots.index(min(dots))} of {other} is the incident edge."
    )
    told = plain(LESSON.situation(moment_at(scene, "Normals")))
    depth = fixed(-every[owner, i], places(name))
    assert told == f"{other} lies {depth} deep behind edge {i} of {owner}, the reference edge."
    assert f"Edge {i} of {owner}" in plain(LESSON.page(moment_at(scene, "Reference")).sentence)


@each_scene
def test_the_two_edges_are_drawn_the_floor_bright_and_the_other_doubled(name: str) -> None:
    scene = SCENES[name]
    (owner, i), dots = chosen(scene)
    canvas = drawn(moment_at(scene, "Incident"))
    shapes = {"A": scene.a.world, "B": scene.b.world}
    other = "B" if owner == "A" else "A"
    for who, k, ink, line in (
        (owner, i, Ink.EXAMINED, Line.FEATURE),
        (other, dots.index(min(dots)), Ink.B if other == "B" else Ink.A, Line.DOUBLE),
    ):
        (stroke,) = [m for m in canvas.marks if isinstance(m, Stroke) and m.ink is ink and m.line is line]
        shape = shapes[who]
        ends = shape.points[[k, (k + 1) % len(shape.points)]] + shape.radius * outward(shape, k)
        assert np.array(stroke.points) == pytest.approx(ends)
    arrows = [m for m in drawn(moment_at(scene, "Normals")).marks if isinstance(m, Arrow)]
    ways = [np.subtract(m.end, m.start) for m in arrows if m.ink is not Ink.EXAMINED]
    for k, way in enumerate(ways):
        assert way / np.hypot(*way) == pytest.approx(outward(shapes[other], k))
    assert {fixed(d, sign=True) for d in dots} <= set(labels(drawn(moment_at(scene, "Normals"))))


@each_scene
def test_bars_are_as_long_as_the_edges_are_deep_and_the_greatest_ends_farthest_right(name: str) -> None:
    scene = SCENES[name]
    every = separations(scene)
    for stage, known in (("Edges of A", len(scene.a.world.points)), ("Edges of B", len(every))):
        canvas = drawn(moment_at(scene, stage), 1)
        bars = [m.points for m in canvas.marks if isinstance(m, Area)]
        (zero,) = {bar[0][0] for bar in bars}
        (at_zero,) = [m.at for m in canvas.marks if isinstance(m, Label) and m.text == "0"]
        assert at_zero[0] == zero
        depths = [-s for s in every.values()]
        longs = [zero - bar[1][0] for bar in bars]
        assert longs == pytest.approx([0.76 * d / max(depths) for d in depths[:known]])
        best = min(depths[:known])
        assert max(bar[1][0] for bar in bars) == pytest.approx(zero - 0.76 * best / max(depths))
        told = [fixed(-d, places(name) if d < best + 0.02 else 2) for d in depths[:known]]
        assert [t for t in labels(canvas) if "−" in t] == [t for t in told if t != "0.00"]
    assert len(list(panes_of(LESSON.layout_at(moment_at(scene, "Contact"))))) == 1, "nothing to compare yet"


def test_a_gap_is_a_bar_to_the_right_of_0() -> None:
    apart = Chosen(at(box(2.0, 1.0), 0.0, 0.0), at(box(1.0, 1.0), 0.2, 1.5))
    canvas = drawn(moments_of(LESSON, apart)[-1], 1)
    *deep, gap = [m.points[1][0] - m.points[0][0] for m in canvas.marks if isinstance(m, Area)]
    assert max(deep) < 0.0 < gap
    assert gap / min(deep) == pytest.approx(0.5 / min(separations(apart).values()))


@each_scene
@pytest.mark.parametrize("who", "AB")
def test_the_formula_of_a_separation_is_drawn_with_its_own_vertices(name: str, who: str) -> None:
    scene = SCENES[name]
    every = separations(scene)
    one, other = (scene.a.world, scene.b.world) if who == "A" else (scene.b.world, scene.a.world)
    _, i = best_of(scene, who)
    moment = moment_at(scene, f"Edges of {who}")
    canvas, told = drawn(moment), LESSON.page(moment).sentence
    symbols = {m.latex: np.array(m.at) for m in canvas.marks if isinstance(m, Symbol)}
    first, (deepest, low) = one.points[i], min(enumerate(other.points), key=lambda p: float(p[1] @ outward(one, i)))
    own, its = (rf"\boldsymbol {who.lower()}_{{{i}}}", rf"\boldsymbol {'ba'['AB'.index(who)]}_{{{deepest}}}")
    assert symbols[own] == pytest.approx(first)
    assert symbols[its] == pytest.approx(low)
    assert rf"\hat n_{{{i}}}" in symbols
    assert f"_{deepest}}}-" in told, "the vertex of the other body first"
    assert f"_{i}}})" in told
    radii = scene.a.world.radius + scene.b.world.radius
    assert float((low - first) @ outward(one, i)) - radii == pytest.approx(every[who, i])
    assert fixed(every[who, i], places(name)) in plain(told)
    if who == "B" and chosen(scene)[0][0] == "A" and name == PENTAGON:
        told_least = f"−0.75, the least depth of B's edges. Edge 2 of A has only {fixed(-max(every.values()))}."
        assert plain(told).endswith(told_least), "a separation of −0.75 is the greatest, its depth the least"
    names = {m.feature for m in canvas.marks if isinstance(m, Label) and m.style is TextStyle.VERTEX}
    have_symbols = {FeatureRef(o, FeatureKind.VERTEX, k) for o, k in ((who, i), ("BA"["AB".index(who)], deepest))}
    assert (not names & have_symbols) is (not radii), "a vertex has one name, its arc another"
    assert (
        ("r_A" in symbols) is ("r_A" in told) is ("r_A" in LESSON.page(moment).formula) is bool(scene.a.world.radius)
    )


@each_scene
def test_the_contact_points_of_the_next_lesson_are_foretold(name: str) -> None:
    scene = SCENES[name]
    canvas, points = drawn(moment_at(scene, "Incident")), manifold(scene.a.world, scene.b.world).points
    dots = [m.at for m in canvas.marks if isinstance(m, Dot) and m.ink is Ink.TEXT]
    assert np.array(dots) == pytest.approx(np.array([p.point for p in points]))
    assert ("contact points" in labels(canvas)) is (len(points) == 2)
    idea = LESSON.page(moment_at(scene, "Incident")).idea
    assert idea.endswith(
        "Its part behind the reference edge gives the **contact points**, halfway between both edges."
    )
    for p in points:
        assert p.separation <= 0.0
    if name != ROUNDED:
        return
    (p,), (who, i), a = points, chosen(scene)[0], scene.a.world
    assert who == "B", "the incident edge is rounded A's"
    n, q = outward(scene.b.world, i), scene.b.world.points[i]
    core = min(a.points, key=lambda v: float(v @ n))
    arc = core - a.radius * n
    assert np.array(p.point) == pytest.approx(arc - 0.5 * float((arc - q) @ n) * n)


SHAKEN = TIE, LEANING
ASKED = [
    (PENTAGON, "Contact", Click),
    (PENTAGON, "Reference", Click),
    (OWNED, "Edges of A", Click),
    (TIE, "Jitter", Place),
    (NEIGHBOUR, "Reference", Click),
    (PARALLEL, "Reference", Choose),
    (ROUNDED, "Edges of A", Place),
    (LEANING, "Jitter", Choose),
]


def asked_at(name: str, stage: str) -> Any:
    return LESSON.page(moment_at(SCENES[name], stage)).prediction


def test_each_scene_has_its_own_question() -> None:
    found = [
        (name, LESSON.story.stage(m), page.prediction)
        for name, scene in SCENES.items()
        for m in moments_of(LESSON, scene)
        if (page := LESSON.page(m)).prediction is not None
    ]
    assert [(name, stage, type(each)) for name, stage, each in found] == ASKED
    assert len({each.text for _, _, each in found}) == len(found)
    for compare in (AFTER_DEEPEST, NO_HYSTERESIS):
        assert not any(LESSON.page(m).prediction for s in SCENES.values() for m in moments_of(LESSON, s, compare))


def test_the_edge_of_least_depth_is_clicked_and_each_answer_is_measured() -> None:
    every, asked = separations(SCENES[PENTAGON]), asked_at(PENTAGON, "Contact")
    assert asked.right == {edge(*e) for e, s in every.items() if s >= max(every.values()) - 0.02}
    for (who, k), s in every.items():
        verdict = asked.judge(edge(who, k))
        assert verdict.draw is not None
        assert fixed(-s) in plain(verdict.because)
        canvas = Canvas(0.01)
        verdict.draw(canvas, "world")
        ink, line = (Ink.ANSWER, Line.MEASURE) if verdict.right else (Ink.FAULTY, Line.DOTTED)
        lines = [m for m in canvas.marks if isinstance(m, Stroke) and m.line is line]
        (depth,) = [m for m in lines if math.dist(*m.points) == pytest.approx(-s, abs=1e-9)]
        assert depth.ink is ink
        (remark,) = verdict.remarks
        assert (remark.words, remark.right) == (f"{fixed(-s)} deep", verdict.right)
        one = SCENES[PENTAGON].a.world if who == "A" else SCENES[PENTAGON].b.world
        assert float((remark.at - one.points[k]) @ outward(one, k)) == pytest.approx(0.0, abs=1e-9), "on the edge"
    least, second = sorted(-s for s in every.values())[:2]
    right = asked.judge(min(asked.right, key=str)).because
    shortest = f"{fixed(least)} is the least of the {len(every)} depths, so no move out of the overlap is shorter."
    assert right == f"{shortest} The next depth is {fixed(second)}."


@pytest.mark.parametrize("name", [PENTAGON, NEIGHBOUR])
def test_the_incident_edge_is_clicked_by_its_normal(name: str) -> None:
    scene = SCENES[name]
    (owner, i), dots = chosen(scene)
    asked, other = asked_at(name, "Reference"), "B" if owner == "A" else "A"
    assert asked.right == {edge(other, dots.index(min(dots)))}
    for k, d in enumerate(dots):
        verdict = asked.judge(edge(other, k))
        assert f"{fixed(math.degrees(math.acos(min(max(-d, -1.0), 1.0))), 0)}° from" in plain(verdict.because)
        assert ("faces away" in verdict.because) is (d > 1e-9)
        assert verdict.draw is not None
        canvas = Canvas(0.01)
        verdict.draw(canvas, "world")
        shown = {m.ink for m in canvas.marks if isinstance(m, Arrow)}
        assert shown == {Ink.EXAMINED, Ink.ANSWER if k == dots.index(min(dots)) else Ink.FAULTY}
        assert [each.right for each in verdict.remarks] == [k == dots.index(min(dots))]
    assert not asked.judge(edge(owner, i)).right
    points, n = scene.b.world.points, outward(scene.a.world, i)
    assert (f"v{int((points @ n).argmin())}." in asked.text) is (name == NEIGHBOUR)


def test_whether_b_has_a_better_edge_is_clicked() -> None:
    every, asked = separations(SCENES[OWNED]), asked_at(OWNED, "Edges of A")
    best = max(s for (who, _), s in every.items() if who == "A")
    assert f"the least depth is {fixed(-best)}." in asked.text
    assert asked.right == {edge("B", k) for (who, k), s in every.items() if who == "B" and s > best}
    for (who, k), s in every.items():
        verdict = asked.judge(edge(who, k))
        assert verdict.right == (who == "B" and s > best)
        assert ("Click an edge of B" in verdict.because) == (who == "A")
        if who == "B":
            word = "less" if s > best else "more"
            assert f"{fixed(-s)} deep behind this edge, {word} than {fixed(-best)}" in verdict.because
    assert not asked.judge("none").right
    assert "−0.44" not in labels(drawn(moment_at(SCENES[OWNED], "Edges of A"), 1)), "not given away"


def test_the_deepest_point_of_a_rounded_body_is_placed_on_its_arc() -> None:
    scene, asked = SCENES[ROUNDED], asked_at(ROUNDED, "Edges of A")
    n, a = outward(scene.b.world, 0), scene.a.world
    vertex = min(a.points, key=lambda p: float(p @ n))
    low = vertex - a.radius * n
    assert np.array(asked.right[0]) == pytest.approx(low)
    assert float((low - scene.b.world.points[0]) @ n) == pytest.approx(max(separations(scene).values()))
    assert min(math.dist(p, low) for p in asked.along[0]) < 0.05, "it can be reached"
    right = asked.judge(asked.right)
    assert right.right
    assert plain(right.because) == "From vertex 2 of A go r = 0.30 against the normal of edge 0 of B."
    assert a.points[2] == pytest.approx(vertex)
    side = vertex - a.radius * np.array((-n[1], n[0]))
    for place, height in ((asked.start[0], None), (side, "behind")):
        wrong = asked.judge((tuple(place),))
        h = float((np.array(place) - scene.b.world.points[0]) @ n)
        assert not wrong.right
        assert f"{fixed(abs(h))} {'behind' if h < 0.0 else 'in front of'} edge 0 of B" in plain(wrong.because)
        assert height is None or height in wrong.because


def test_a_height_beyond_the_ends_is_measured_from_the_line_of_the_edge() -> None:
    canvas, b = drawn(moment_at(SCENES[PENTAGON], "Edges of B")), SCENES[PENTAGON].b.world
    (line,) = [m for m in canvas.marks if isinstance(m, Stroke) and m.ink is Ink.CONSTRUCTION]
    assert np.array(line.points[0]) == pytest.approx(b.points[1])
    on = np.subtract(line.points, b.points[0]) @ outward(b, 0)
    assert on == pytest.approx([0.0, 0.0]), "in line with edge 0 of B"
    heights = [m for m in canvas.marks if isinstance(m, Stroke) and m.line is Line.MEASURE and m.ink is Ink.OVERLAP]
    assert any(np.array(p) == pytest.approx(np.array(line.points[1])) for m in heights for p in m.points)


def test_what_the_dot_product_of_opposite_normals_is() -> None:
    asked, (_, dots) = asked_at(PARALLEL, "Reference"), chosen(SCENES[PARALLEL])
    assert asked.right == {fixed(min(dots), 0)}
    assert [asked.judge(each).right for each in asked.options] == [False, False, True]
    assert len({asked.judge(each).because for each in asked.options}) == 3


def test_the_frames_that_follow_are_shown_where_another_edge_may_win() -> None:
    for name, scene in SCENES.items():
        stages = [LESSON.story.stage(m) for m in moments_of(LESSON, scene)]
        assert stages[-1] == ("Hysteresis" if name in SHAKEN else "Incident")
        first, second = sorted(separations(scene).values())[-1:-3:-1]
        assert (first - second < 0.01) == (name in (*SHAKEN, PARALLEL))
    for degrees in (-0.2, 0.2):  # parallel edges: the longer one stays the better
        every = separations(SCENES[PARALLEL], degrees)
        assert max(every, key=lambda e: every[e]) == ("A", 2)


def bests(scene: Chosen) -> list[tuple[str, int]]:
    """The edge of greatest separation in every frame."""
    turned = [separations(scene, frame.degrees) for frame in scene.frames]
    return [max(every, key=lambda e: every[e]) for every in turned]


def by_hysteresis(scene: Chosen) -> list[tuple[str, int]]:
    """The reference edge in every frame, by the rule in words."""
    kept = bests(scene)[:1]
    for frame in scene.frames[1:]:
        every = separations(scene, frame.degrees)
        best = max(every, key=lambda e: every[e])
        kept.append(best if every[best] > every[kept[-1]] + scene.epsilon else kept[-1])
    return kept


def bright_edge(moment: Moment[Chosen]) -> tuple[str, int]:
    """The edge that a frame draws as the reference edge, with its name beside it: of A, or of B as it is drawn."""
    scene, canvas = moment.scene, drawn(moment)
    k = min(int(moment.time * len(scene.frames)), len(scene.frames) - 1)
    turn = math.radians(round(2.0 / scene.shake) * scene.frames[k].degrees)
    (line,) = [m for m in canvas.marks if isinstance(m, Stroke) and m.ink is Ink.EXAMINED and m.line is Line.FEATURE]
    assert "reference edge" in labels(canvas)
    (found,) = [
        (who, i)
        for who, shape in (("A", scene.a.world), ("B", scene.b.turned(turn).world))
        for i in range(len(shape.points))
        if np.allclose(line.points, shape.points[[i, (i + 1) % len(shape.points)]])
    ]
    return found


@pytest.mark.parametrize("name", SHAKEN)
def test_without_hysteresis_the_edge_changes_and_the_contact_points_jump(name: str) -> None:
    scene = SCENES[name]
    free, kept = bests(scene), by_hysteresis(scene)
    assert [(f.greatest[0].value, f.greatest[1]) for f in scene.frames if f.greatest] == free
    assert [(f.kept[0].value, f.kept[1]) for f in scene.frames if f.kept] == kept
    many, few = (sum(p != q for p, q in itertools.pairwise(edges)) for edges in (free, kept))
    assert (many, few) == (5, 0 if name == TIE else 1)
    jitter, moment = (moment_at(scene, stage) for stage in ("Jitter", "Hysteresis"))
    assert LESSON.tells_time
    assert LESSON.clock(moment) is not None
    assert LESSON.clock(moment_at(scene, "Incident")) is None
    places: dict[tuple[str, int], set[tuple[float, ...]]] = {}
    for k in range(9):
        now = replace(jitter, time=(k + 0.5) / 9.0)
        with_it, without = (sum(p != q for p, q in itertools.pairwise(e[: k + 1])) for e in (kept, free))
        times = f"{without} times" if without != 1 else "once"
        assert f"So far the edge of greatest separation has changed {times}." in LESSON.page(now).sentence
        sentence = LESSON.page(replace(moment, time=now.time)).sentence
        assert sentence.endswith(f" Changes so far: {with_it}, without hysteresis {without}.")
        who, i = free[k]
        assert bright_edge(now) == (who, i)
        assert LESSON.situation(now) == f"Frame {k + 1}: edge {i} of {who} is the reference edge."
        who, i = kept[k]
        assert bright_edge(replace(moment, time=now.time)) == (who, i)
        points = [m.at for m in drawn(now).marks if isinstance(m, Dot) and m.ink is Ink.ANSWER]
        places.setdefault(free[k], set()).add(tuple(round(x, 1) for p in points for x in p))
    first, second = places.values()
    assert not first & second, "at other places with another edge"


def symbol(edge: tuple[str, int]) -> str:
    return f"s_\\mathrm{{{edge[0]}{edge[1]}}}"


@pytest.mark.parametrize("shake", [None, 0.01, 0.2])
@pytest.mark.parametrize("name", SHAKEN)
def test_the_formula_of_a_frame_is_the_test_of_that_frame_and_is_true(name: str, shake: float | None) -> None:
    scene = SCENES[name] if shake is None else SCENES[name].with_field("shake", shake)
    kept, jitter, moment = by_hysteresis(scene), moment_at(scene, "Jitter"), moment_at(scene, "Hysteresis")
    for k in range(9):
        every = separations(scene, scene.frames[k].degrees)
        best, second = sorted(every, key=lambda e: -every[e])[:2]
        greater = LESSON.page(replace(jitter, time=(k + 0.5) / 9.0))
        lead = fixed(every[best] - every[second], 4)
        curve = (scene.rival[0].value, scene.rival[1]), kept[0]  # the difference whose curve is beside the world
        if (second, best) == curve:
            assert greater.formula == f"{symbol(second)}-{symbol(best)}={fixed(-float(lead), 4)}\\le 0"
        else:
            assert greater.formula == f"{symbol(best)}-{symbol(second)}={lead}\\ge 0"
        page = LESSON.page(replace(moment, time=(k + 0.5) / 9.0))
        rule = r"\mathrm{change\ if}\quad s_\mathrm{new}-s_\mathrm{old}>\interface{\varepsilon}"
        assert page.formula == rule, "the rule, in the same sense in every frame; the sentence has the numbers"
        if k == 0:
            assert page.sentence.startswith("The first frame has no old edge.")
            continue
        old = kept[k - 1]
        other = max((e for e in every if e != old), key=lambda e: every[e])
        ahead, is_more = every[other] - every[old], every[other] > every[old] + scene.epsilon
        names = [f"{who}{i}" for who, i in (old, other, kept[k])]
        epsilon = fixed(scene.epsilon, 4)
        if ahead < 0.0:
            less = f"s_{names[1]} is {fixed(-ahead, 4)} less than s_{names[0]}: {names[0]} stays."
            assert plain(page.sentence).startswith(less), "behind is said of edges only"
            continue
        assert plain(page.sentence).startswith(
            f"{names[1]} leads {names[0]} by {fixed(ahead, 4)} {'>' if is_more else '≤'} ε = {epsilon}: "
            f"{names[2]} {'takes over' if is_more else 'stays'}."
        )


def test_two_edges_that_are_nearly_as_good_are_told_apart() -> None:
    every = separations(SCENES[LEANING])
    page = LESSON.page(moment_at(SCENES[LEANING], "Reference"))
    first, second = (fixed(every[e], 4) for e in (("B", 3), ("A", 2)))
    assert first != second
    assert plain(page.sentence) == (
        f"Edge 3 of B has the greatest separation, {first}. Edge 2 of A follows with {second}."
    )
    assert first in labels(drawn(moment_at(SCENES[LEANING], "Edges of B")))


def test_the_strips_and_the_curve_go_as_far_as_the_frame() -> None:
    scene = SCENES[TIE]
    jitter, moment = (moment_at(scene, stage, NO_HYSTERESIS) for stage in ("Jitter", "Hysteresis"))
    free = bests(scene)
    for k in range(9):
        now = replace(moment, time=(k + 0.5) / 9.0)
        many = sum(p != q for p, q in itertools.pairwise(free[: k + 1]))
        changes = f"without hysteresis: {many} change{'' if many == 1 else 's'}"
        assert changes in labels(drawn(now, 1))
        assert "with hysteresis: 0 changes" in labels(drawn(now, 1))
        assert not any(t.startswith("with hysteresis") for t in labels(drawn(replace(jitter, time=now.time), 1)))
        every = separations(scene, scene.frames[k].degrees)
        (lead,) = [m.latex for m in drawn(now, 1).marks if isinstance(m, Symbol) and m.latex.startswith("s_")]
        assert lead.endswith(f"={fixed(every['A', 2] - every['A', 1], 4)}")
        dotted = [m for m in drawn(now, 1).marks if isinstance(m, Stroke) and m.line is Line.DOTTED]
        assert [len(m.points) for m in dotted] == [9 - k]
        pink = [m for m in drawn(now).marks if isinstance(m, Stroke) and m.ink is Ink.FAULTY]
        lines = [m for m in pink if m.line is Line.FEATURE]
        a, i = scene.a.world, free[k][1]
        assert len(lines) == (free[k] != ("A", 1)), "where the faulty rule is right nothing is pink"
        for line in lines:
            assert np.array(line.points) == pytest.approx(a.points[[i, i + 1]]), "what the faulty rule takes"
    assert free[-1] != ("A", 1), "the last picture shows the difference"
    assert LESSON.page(jitter).idea.startswith("Small errors of a solver make bodies at rest jitter")
    for k in range(9):
        page = LESSON.page(replace(moment, time=(k + 0.5) / 9.0))
        many, (owner, best) = sum(p != q for p, q in itertools.pairwise(free[: k + 1])), free[k]
        assert page.idea.startswith("**No hysteresis**")
        assert plain(page.sentence) == (
            f"Edge {best} of {owner} has the greatest separation. Changes so far: {many}, with hysteresis 0."
        )
        assert page.formula.endswith(r"\ge 0" if best == 2 else r"\le 0"), "its test knows no epsilon"
    assert LESSON.page(moment_at(scene, "Hysteresis")).idea.startswith("**Hysteresis**")
    assert "changed 5 times up to frame 9" in LESSON.situation(replace(moment, time=1.0))
    assert "changed once up to frame 2" in LESSON.situation(replace(moment, time=1.5 / 9.0))
    small = scene.with_field("b", at(box(0.5, 0.3), 0.2, 0.4))
    for each, least in ((scene, scene.a.world), (small, small.b.world)):
        assert each.epsilon == pytest.approx(REFERENCE_HYSTERESIS * smaller_size(least, least))
    wide = scene.with_field("shake", 0.2)
    assert any(f.kept != (Owner.A, 1) for f in wide.frames), "clearly better: the edge changes"


def test_how_often_the_edge_changes_with_hysteresis_is_chosen() -> None:
    scene, asked = SCENES[LEANING], asked_at(LEANING, "Jitter")
    kept = by_hysteresis(scene)
    change = next(k for k in range(9) if kept[k] != kept[0])
    every = separations(scene, scene.frames[change].degrees)
    lead = fixed(every["A", 2] - every["B", 3], 4)
    assert (asked.options, asked.right) == (("never", "once", "twice", "5 times"), {"once"})
    verdicts = {each: asked.judge(each) for each in asked.options}
    assert [each for each, verdict in verdicts.items() if verdict.right] == ["once"]
    for each, verdict in verdicts.items():
        assert verdict.because.startswith(f"In frame {change + 1} A2 leads by {lead}, more than $ε$")
        assert ("Now A2 is the old edge" in verdict.because) == (each in ("twice", "5 times"))
        assert ("After that B3 would have to lead" in verdict.because) == (each == "once")
    still = scene.with_field("shake", 0.01)
    assert LESSON.page(moment_at(still, "Jitter")).prediction is None
    shown = moment_at(scene, "Jitter")
    assert "hysteresis" not in LESSON.page(shown).sentence
    assert not any(t.startswith("with hysteresis") for t in labels(drawn(shown, 1))), "not given away"


def test_the_least_margin_that_keeps_the_edge_is_placed_beside_the_leads() -> None:
    scene, asked = SCENES[TIE], asked_at(TIE, "Jitter")
    turned = [separations(scene, frame.degrees) for frame in scene.frames]
    ahead = [every["A", 2] - every["A", 1] for every in turned]
    need, unit = max(ahead), asked.right[0][1] / max(ahead)
    for margin, is_right in ((need, True), (0.7 * need, False), (0.0, False), (1.4 * need, False)):
        changed = set(by_hysteresis(scene.with_field("margin", scene.margin * margin / scene.epsilon))) != {("A", 1)}
        verdict = asked.judge(((0.0, unit * margin),))
        assert verdict.right is is_right
        if not is_right:
            assert ("The edge changes." in verdict.because) is changed is (margin < need)
            (remark,) = verdict.remarks
            assert remark.words == ("too small" if changed else "too large")
            assert remark.at[1] == pytest.approx(unit * margin)
        if changed:
            first = next(k for k, lead in enumerate(ahead) if lead > margin)
            assert f"In frame {first + 1} A2 leads by {fixed(ahead[first], 4)}" in verdict.because or is_right
        canvas = Canvas(0.01)
        assert verdict.draw is not None
        verdict.draw(canvas, "compared")
        (line,) = [m for m in canvas.marks if isinstance(m, Stroke)]
        assert [y for _, y in line.points] == pytest.approx([unit * margin] * 2)
    (peak,) = [k for k, lead in enumerate(ahead) if lead == need]
    curve = next(m for m in drawn(moment_at(scene, "Jitter"), 1).marks if isinstance(m, Stroke) and len(m.points) > 2)
    points = [m.at for m in drawn(moment_at(scene, "Jitter"), 1).marks if isinstance(m, Dot)]
    assert points[peak][1] == pytest.approx(asked.right[0][1]), "as high as the curve"
    assert curve.points[0] == points[0]
    assert asked.start[0][1] == 0.0
    assert not any(
        "varepsilon" in m.latex for m in drawn(moment_at(scene, "Jitter"), 1).marks if isinstance(m, Symbol)
    )
    still = scene.with_field("shake", 0.0)
    assert LESSON.page(moment_at(still, "Jitter")).prediction is None


def test_the_sliders_stand_where_they_change_what_is_seen() -> None:
    for name, scene in SCENES.items():
        shown = [LESSON.shows_controls(m) for m in moments_of(LESSON, scene)]
        frames = [("shake",), True] if name in SHAKEN else []
        assert shown == [()] * 6 + frames


def by_the_wrong_rule(scene: Chosen) -> tuple[int, list[np.ndarray], list[np.ndarray]]:
    """The edge that starts at the deepest vertex, and the contact points of clipping the right edge, and it: half way
    between the reference edge and what is left."""
    (who, i), _ = chosen(scene)
    one, other = (scene.a.world, scene.b.world) if who == "A" else (scene.b.world, scene.a.world)
    n, tolerance = outward(one, i), 1e-9
    reference = find_reference(scene.a.world, scene.b.world)
    right = find_incident(other, reference, tolerance)
    heights = other.points @ n
    deepest = int((heights <= heights.min() + tolerance).argmax())
    wrong = incident_at(other, right.owner, deepest, right.dots, reference, tolerance)
    found = []
    for incident in (right, wrong):
        left = clip(reference, incident, 0.005 * smaller_size(one, other), tolerance).points
        found.append([p.point - 0.5 * p.height * n for p in left])
    return deepest, *found


def test_the_edge_after_the_deepest_vertex_is_right_by_chance_in_one_scene() -> None:
    scene = SCENES[NEIGHBOUR]
    (_, i), dots = chosen(scene)
    deepest, right, wrong = by_the_wrong_rule(scene)
    assert deepest == int((scene.b.world.points @ outward(scene.a.world, i)).argmin()) == dots.index(min(dots))
    assert np.array(wrong) == pytest.approx(np.array(right))
    for name, each in SCENES.items():
        told = plain(LESSON.page(moment_at(each, "Incident")).sentence)
        ending = ": no contact." if name in (ROUNDED, NEIGHBOUR) else ", the least."
        assert told.endswith(ending), "a rule that nobody has shown is not answered"
    told = plain(LESSON.page(moment_at(scene, "Incident", AFTER_DEEPEST)).sentence)
    assert told.endswith(f" Here the {AFTER_DEEPEST} vertex, v{deepest}, is right.")


def test_both_edges_at_the_deepest_vertex_face_the_reference_edge() -> None:
    """So that the question which of them is the incident edge is one."""
    (_, i), dots = chosen(SCENES[NEIGHBOUR])
    deepest = int((SCENES[NEIGHBOUR].b.world.points @ outward(SCENES[NEIGHBOUR].a.world, i)).argmin())
    near, far = sorted(np.degrees(np.arccos(-np.array([dots[deepest], dots[deepest - 1]]))))
    assert 15.0 < near < far < 60.0
    assert far - near > 10.0


def test_the_nearest_normal_is_called_so() -> None:
    for name in (PENTAGON, NEIGHBOUR):
        moment = moment_at(SCENES[name], "Reference")
        asked = LESSON.page(moment).prediction
        assert isinstance(asked, Click)
        (right,) = asked.right
        _, dots = chosen(SCENES[name])
        off = fixed(np.degrees(np.arccos(-min(dots))), 0)
        because = plain(asked.judge(right).because)
        assert because == f"Its outward normal is {off}° from −n̂; no other edge's is nearer."


def test_with_the_edge_that_loses_a_contact_no_normal_crowds_the_figure() -> None:
    for compare, count in (("", 1), (AFTER_DEEPEST, 0)):
        canvas = drawn(moment_at(SCENES[PENTAGON], "Incident", compare))
        assert [m.latex for m in canvas.marks if isinstance(m, Symbol)].count(r"\hat m_{0}") == count


def test_the_edge_after_the_deepest_vertex_loses_a_contact_point() -> None:
    scene = SCENES[PENTAGON]
    (_, i), dots = chosen(scene)
    b, n = scene.b.world, outward(scene.a.world, i)
    deepest, right, wrong = by_the_wrong_rule(scene)
    assert (len(right), len(wrong)) == (2, 1)
    assert dots.index(min(dots)) == (deepest - 1) % len(dots)
    (kept,) = [p for p in right if math.dist(p, wrong[0]) < 1e-9]
    (gone,) = [p for p in right if math.dist(p, wrong[0]) >= 1e-9]
    assert math.dist(kept, gone) > 1.0, "far apart"
    moment = moment_at(scene, "Incident", AFTER_DEEPEST)
    marks = drawn(moment).marks
    pink = [m for m in marks if isinstance(m, Dot) and m.ink is Ink.FAULTY]
    assert [m.point for m in pink] == [Point.FILLED, Point.CROSS]
    assert np.array([m.at for m in pink]) == pytest.approx(np.array([kept, gone]))
    (edge_line,) = [m for m in marks if isinstance(m, Stroke) and m.ink is Ink.FAULTY and m.line is Line.FEATURE]
    assert np.array(edge_line.points) == pytest.approx(b.points[[deepest, (deepest + 1) % len(dots)]])
    assert {"kept", "lost", "B turns", f"edge {deepest} of B"} <= set(labels(drawn(moment)))
    assert plain(LESSON.situation(moment)) == (
        f"Edge {deepest} of B gives 1 contact point, edge {dots.index(min(dots))} gives 2. "
        "With one contact point only, B turns."
    )
    (ghost,) = [m for m in marks if isinstance(m, Stroke) and m.ink is Ink.FAULTY and m.line is Line.DOTTED]
    far, near = (np.hypot(*(np.array(ring) - kept).T) for ring in (ghost.points, b.points))
    assert far == pytest.approx(near), "turned about the point that is left"
    centre = np.array(ghost.points).mean(axis=0) - b.points.mean(axis=0)
    assert float(centre @ n) < 0.0, "its other end sinks"
    page, facing = LESSON.page(moment), dots.index(min(dots))
    assert "argmin" in page.formula
    assert page.idea.startswith("**Edge after the deepest**")
    assert f"v{deepest}" in page.idea
    assert plain(page.sentence) == (
        f"Edge {deepest} of B has d = {fixed(dots[deepest])}, not the least: edge {facing} has {fixed(min(dots))}."
    )
    table = LESSON.table(moment, None)
    assert table is not None
    assert [row.cells[0] for _, row in table.rows if row.faulty] == [f"{deepest} of B"]
    arrows = [m for m in drawn(moment, 1).marks if isinstance(m, Arrow) and m.ink is Ink.FAULTY]
    (way,) = [np.subtract(m.end, m.start) for m in arrows]
    assert float(way[1]) == pytest.approx(float(outward(b, deepest) @ n)), "as high as its dot product"
    quiet = drawn(moment_at(scene, "Incident")).marks
    assert not any(m.ink is Ink.FAULTY for m in quiet if isinstance(m, Dot | Stroke))


@each_scene
def test_what_is_said_of_the_wrong_edge_is_what_clipping_it_gives(name: str) -> None:
    scene = SCENES[name]
    found = manifold_edge_after_deepest(scene.a.world, scene.b.world)
    deepest, right, wrong = by_the_wrong_rule(scene)
    assert found.incident is not None
    assert found.incident.edge == deepest
    assert np.array([p.point for p in found.points]) == pytest.approx(np.array(wrong))
    moment = moment_at(scene, "Incident", AFTER_DEEPEST)
    (compared,) = [each for each in LESSON.compare if each.name == AFTER_DEEPEST]
    _, dots = chosen(scene)
    assert compared.differs(moment) is (deepest != dots.index(min(dots)))
    if compared.differs(moment):
        assert len(wrong) < len(right)
        assert f"gives {len(wrong)} contact point, edge {dots.index(min(dots))} gives {len(right)}." in plain(
            LESSON.situation(moment)
        )


@each_scene
def test_what_the_bodies_share_is_red_before_an_edge_is_measured(name: str) -> None:
    scene = SCENES[name]
    a, b = (shapely.Polygon(each.world.points).buffer(each.world.radius, 64) for each in (scene.a, scene.b))
    for moment in moments_of(LESSON, scene):
        red = [m for m in drawn(moment).marks if isinstance(m, Area) and m.ink is Ink.OVERLAP]
        assert len(red) == (LESSON.story.stage(moment) == "Contact")
        for area in red:
            shared = shapely.Polygon(area.points)
            assert shared.symmetric_difference(a & b).area < 0.01 * shared.area


def test_a_gap_ends_the_search_and_a_circle_has_no_edges() -> None:
    apart = Chosen(at(box(2.0, 1.0), 0.0, 0.0), at(box(1.0, 1.0), 0.2, 1.5))
    moments = moments_of(LESSON, apart)
    assert LESSON.story.stage(moments[-1]) == "Gap"
    assert "0.50" in plain(LESSON.page(moments[-1]).sentence)
    assert {LESSON.situation(m) for m in moments} == {"A and B are apart."}
    assert LESSON.page(moments[0]).prediction is None
    with pytest.raises(ValueError, match="no edges"):
        LESSON.run(Chosen(apart.a, at(circle(0.5), 0.0, 0.0)))


def test_the_goal_keeps_the_deepest_vertex_and_takes_the_other_edge_there() -> None:
    first = SCENES[PENTAGON]

    def tried(degrees: float) -> Any:
        return LESSON.challenge(moment_at(first.with_field("b", first.b.turned(math.radians(degrees))), "Incident"))

    for degrees in range(-60, 30, 5):
        scene = first.with_field("b", first.b.turned(math.radians(degrees)))
        (who, i), dots = chosen(scene)
        if who == "A":
            deepest = int((scene.b.world.points @ outward(scene.a.world, i)).argmin())
            goal = tried(degrees)
            assert goal.reached is ((deepest, dots.index(min(dots))) == (1, 1))
            assert goal.now == f"incident: edge {dots.index(min(dots))} of B, deepest: v{deepest}"
    assert tried(-25).reached
    assert not tried(-10).reached, "not turned far enough"
    assert not tried(15).reached, "another vertex"
    for name, scene in SCENES.items():
        told = {LESSON.story.stage(m): LESSON.challenge(m) for m in moments_of(LESSON, scene)}
        with_goal = [stage for stage, goal in told.items() if goal is not None]
        known = "Hysteresis" if name in SHAKEN else "Incident"
        assert with_goal == ([] if name == "Rounded" else [known]), "where what it is about is known"
        assert not any(goal.reached for goal in told.values() if goal is not None)
    assert LESSON.challenge(moment_at(first, "Incident", AFTER_DEEPEST)) is None


def goal_of(scene: Chosen, stage: str = "Incident") -> Any:
    found = LESSON.challenge(moment_at(scene, stage))
    assert found is not None
    return found


def test_every_goal_is_of_its_own_and_can_be_reached() -> None:
    def turned(name: str, degrees: float) -> Chosen:
        return SCENES[name].with_field("b", SCENES[name].b.turned(math.radians(degrees)))

    owned, facing, parallel = "Box on a pentagon", "Two edges at the vertex", "Parallel edges"
    by_a = replace(SCENES[owned], b=replace(SCENES[owned].b, pose=Pose((0.9, 1.25), math.radians(70.0))))
    shaken = SCENES[TIE].with_field("shake", 0.1).with_field("margin", 0.1)
    for name, stage, there, near in (
        (owned, "Incident", by_a, turned(owned, 3.0)),
        (facing, "Incident", turned(facing, -25.0), turned(facing, -5.0)),
        (parallel, "Incident", turned(parallel, 45.0), turned(parallel, 30.0)),
        (TIE, "Hysteresis", shaken, SCENES[TIE].with_field("margin", 0.0)),
        (
            LEANING,
            "Hysteresis",
            SCENES[LEANING].with_field("margin", 0.07),
            SCENES[LEANING].with_field("margin", 0.2),
        ),
    ):
        assert goal_of(there, stage).reached, name
        assert not goal_of(near, stage).reached, name
    texts = [goal_of(SCENES[name], stage).text for name, stage in (
        (PENTAGON, "Incident"), (owned, "Incident"), (facing, "Incident"), (parallel, "Incident"),
        (TIE, "Hysteresis"), (LEANING, "Hysteresis"),
    )]  # fmt: skip
    assert len(set(texts)) == 6
    assert goal_of(SCENES[facing]).now == "contact points: 1"
    assert goal_of(SCENES[parallel]).now == "least d: −1.00 and 0.00"


@each_scene
def test_each_loop_can_be_stepped_into(name: str) -> None:
    moments = moments_of(LESSON, SCENES[name])
    inner = [LESSON.page(m).stage for m in nested(LESSON, moments)]
    assert {"Edges of A", "Edges of B", "Normals"} <= set(inner)
    assert len(moments) == (8 if name in SHAKEN else 6)


def test_near_ties_are_told_with_digits_that_tell_them_apart() -> None:
    every = separations(SCENES[TIE])
    best, second = (fixed(every["A", i], 4) for i in (1, 2))
    assert best != second
    words = plain(LESSON.page(moment_at(SCENES[TIE], "Reference")).sentence)
    assert words == f"Edge 1 of A has the greatest separation, {best}. Edge 2 of A follows with {second}."


def test_a_tie_is_said_and_no_other_edge_is() -> None:
    tied = SCENES[TIE]
    tied = replace(tied, b=replace(tied.b, pose=Pose((1.0, 1.0), 0.0)))
    assert " ties: the first one is taken." in LESSON.page(moment_at(tied, "Reference")).sentence
    asked = least_deep(moment_at(tied, "Contact"))
    assert asked.judge(edge("A", 1)).because == (
        "0.33 is the least of the 7 depths, so no move out of the overlap is shorter; edge 2 of A has it, too."
    )


@each_scene
def test_the_normal_stands_clear_of_the_other_body_and_both_names_stay(name: str) -> None:
    scene = SCENES[name]
    (owner, _), _ = chosen(scene)
    other = scene.b.world if owner == "A" else scene.a.world
    canvas = drawn(moment_at(scene, "Reference"))
    (arrow,) = [m for m in canvas.marks if isinstance(m, Arrow)]
    for t in (0.0, 0.5, 1.0):
        p = np.array(arrow.start) + t * np.subtract(arrow.end, arrow.start)
        heights = [float((p - q) @ outward(other, i)) for i, q in enumerate(other.points)]
        assert max(heights) - other.radius > 0.0
    for stage in ("Incident", *(["Jitter", "Hysteresis"] if name in SHAKEN else [])):
        words = labels(drawn(moment_at(scene, stage)))
        assert any(w.startswith("reference edge") for w in words)
        assert any(w.startswith("incident edge") for w in words)


@each_scene
def test_the_incident_normal_does_not_cross_the_reference_edge(name: str) -> None:
    scene = SCENES[name]
    canvas = Canvas(0.0067)
    LESSON.panes[0].draw(canvas, moment_at(scene, "Incident"))
    (owner, i), _ = chosen(scene)
    body = scene.a.world if owner == "A" else scene.b.world
    line = shapely.LineString(body.points[[i, (i + 1) % len(body.points)]] + body.radius * body.normals[i])
    ink = Ink.B if owner == "A" else Ink.A
    (arrow,) = [m for m in canvas.marks if isinstance(m, Arrow) and m.ink is ink]
    assert shapely.LineString((arrow.start, arrow.end)).distance(line) > 0.1


def test_only_the_chosen_rule_is_pink_in_the_frames() -> None:
    for compare, pink in ((AFTER_DEEPEST, False), (NO_HYSTERESIS, True)):
        canvas = drawn(moment_at(SCENES["Nearly a tie"], "Hysteresis", compare), 1)
        assert any(m.ink is Ink.FAULTY for m in canvas.marks if isinstance(m, Label)) is pink
    found = drawn(moment_at(SCENES["Two edges at the vertex"], "Edges of A", AFTER_DEEPEST))
    assert not any(m.ink is Ink.FAULTY for m in found.marks if isinstance(m, Label | Stroke))


def apart(p: np.ndarray, shape: Convex, i: int) -> float:
    """How far a point is from an edge."""
    q, n = shape.points[i] + shape.radius * outward(shape, i), outward(shape, i)
    along, long = np.array((-n[1], n[0])), math.dist(shape.points[i], shape.points[(i + 1) % len(shape.points)])
    return math.dist(p, q + min(max(float((p - q) @ along), 0.0), long) * along)


@each_scene
def test_each_name_stands_at_its_own_edge_and_the_leader_ends_at_a_contact_point(name: str) -> None:
    scene = SCENES[name]
    (owner, i), dots = chosen(scene)
    shapes, j = {"A": scene.a.world, "B": scene.b.world}, dots.index(min(dots))
    canvas, other = Canvas(0.0065), "B" if owner == "A" else "A"  # about as large as in the smallest window
    LESSON.panes[0].draw(canvas, moment_at(scene, "Incident"))
    found = {plain(m.text): m for m in canvas.marks if isinstance(m, Label)}
    reference, incident = found["reference edge"], found["incident edge"]
    for label, mine, rival in ((reference, (owner, i), (other, j)), (incident, (other, j), (owner, i))):
        at_label = np.array(label.at)
        assert apart(at_label, shapes[mine[0]], mine[1]) < apart(at_label, shapes[rival[0]], rival[1])
    (led,) = [m for words, m in found.items() if words.startswith("contact point")]
    assert led.leader
    assert any(math.dist(led.at, p.point) < 1e-9 for p in manifold(scene.a.world, scene.b.world).points)


def test_bodies_that_shaking_parts_in_the_first_frame_have_no_edge_to_keep() -> None:
    """B just overlaps A, and does not any more when it is turned by 0.34°: no edge is the old one."""
    tied = SCENES["Nearly a tie"]
    away = replace(tied.b, pose=Pose((0.8445316738948838, 1.0), -2.0141198930093154))
    scene = replace(tied, b=away, shake=0.3438692409266807)
    assert scene.frames[0].kept is None
    assert any(frame.kept is not None for frame in scene.frames)
    for moment in moments_of(LESSON, scene):
        assert LESSON.page(moment).stage


@each_scene
def test_the_names_stay_off_the_letters_and_an_incident_normal_that_can_stands_outside(name: str) -> None:
    scene = SCENES[name]
    (owner, _), _ = chosen(scene)
    canvas, other = Canvas(0.0065), scene.a.world if owner == "A" else scene.b.world
    LESSON.panes[0].draw(canvas, moment_at(scene, "Incident"))
    for label in (
        m for m in canvas.marks if isinstance(m, Label) and plain(m.text).split()[0] in ("reference", "incident")
    ):
        wide, high = 3.1 * len(plain(label.text)) * 0.0065, 9.0 * 0.0065
        for body in (scene.a.world, scene.b.world):
            x, y = np.abs(np.subtract(label.at, body.centroid)) - (wide, high)
            assert max(x, y) > 6.0 * 0.0065, "off the letter"
    if name != OWNED:
        return
    (arrow,) = (m for m in canvas.marks if isinstance(m, Arrow) and m.ink is Ink.A)
    for p in (arrow.start, arrow.end):
        heights = [float((np.array(p) - q) @ outward(other, i)) for i, q in enumerate(other.points)]
        assert max(heights) > 0.0, "B's hatching is not under it"


def test_the_hollow_rings_lie_over_the_edges_in_full_grey() -> None:
    moment = replace(moment_at(SCENES[TIE], "Hysteresis"), time=1.0)
    marks = list(drawn(moment).marks)
    rings = [k for k, m in enumerate(marks) if isinstance(m, Dot) and m.ink is Ink.QUIET]
    edges = [k for k, m in enumerate(marks) if isinstance(m, Stroke) and m.line in (Line.FEATURE, Line.DOUBLE)]
    assert len(rings) == 2
    assert min(rings) > max(edges)


def test_why_a_single_contact_point_is_single_is_told() -> None:
    for name in SCENES:
        scene, words = SCENES[name], LESSON.page(moment_at(SCENES[name], "Incident")).sentence
        is_single = len(manifold(scene.a.world, scene.b.world).points) == 1
        assert (": no contact." in words) is is_single


@each_scene
def test_the_least_depth_so_far_is_told_under_the_figure(name: str) -> None:
    scene, every = SCENES[name], separations(SCENES[name])
    for stage, owners in (("Edges of A", "A"), ("Edges of B", "AB")):
        told = plain(LESSON.situation(moment_at(scene, stage)))
        who, i = max((e for e in every if e[0] in owners), key=lambda e: round(every[e], 9))  # of a tie the first
        assert told.endswith(
            f"Least depth so far: {fixed(-every[who, i], scene.decimals)}, behind edge {i} of {who}."
        )


def test_depths_and_separations_are_told_apart() -> None:
    _, beside = panes_of(LESSON.layout)
    assert beside.headed is not None
    assert beside.headed(moment_at(SCENES[PENTAGON], "Edges of B")) == ("Separation of each edge", "s = −depth")


def test_opposite_normals_have_one_name_and_epsilon_its_number_at_its_line() -> None:
    (told,) = [
        m.latex
        for m in drawn(moment_at(SCENES[PARALLEL], "Incident"), 1).marks
        if isinstance(m, Symbol) and r"-\hat n" in m.latex
    ]
    assert told == r"\hat m_{0}=-\hat n"
    scene = SCENES[TIE]
    symbols = [m.latex for m in drawn(moment_at(scene, "Hysteresis"), 1).marks if isinstance(m, Symbol)]
    assert rf"\varepsilon={fixed(scene.epsilon, 4)}" in symbols


def test_while_the_least_depth_is_asked_one_other_depth_shows_what_is_meant() -> None:
    """That of an edge that is far from the least one; it goes once the question is answered."""
    moment = moment_at(SCENES[PENTAGON], "Contact")
    every, scene = separations(SCENES[PENTAGON]), SCENES[PENTAGON]
    canvas = drawn(replace(moment, is_open=True))
    lines = [m for m in canvas.marks if isinstance(m, Stroke) and m.ink is Ink.OVERLAP and m.line is Line.DASHED]
    line = max(lines, key=lambda m: math.dist(*m.points))
    (words,) = [m for m in canvas.marks if isinstance(m, Label) and "behind edge" in m.text]
    told = plain(words.text).replace("\n", " ")
    i = int(told.split("edge ")[1].split()[0])
    assert told == f"{fixed(-every['B', i])} deep behind edge {i} of B"
    (lit,) = [m for m in canvas.marks if isinstance(m, Stroke) and m.line is Line.FEATURE]
    assert np.array(lit.points) == pytest.approx(scene.b.world.points[[i, (i + 1) % 5]]), "the edge that is meant"
    assert words.at == pytest.approx(tuple(np.array(line.points)[0]))
    assert np.array(words.toward) == pytest.approx(outward(scene.b.world, i)), "outside of both bodies"
    assert every["B", i] < max(every.values()) - 1.0
    foot, low = np.array(line.points)
    assert low - foot == pytest.approx(every["B", i] * outward(scene.b.world, i))
    assert any(math.dist(low, p) < 1e-9 for p in scene.a.world.points)
    assert shapely.LineString(scene.b.world.points[[i, (i + 1) % 5]]).distance(shapely.Point(foot)) < 1e-9
    assert not [text for text in labels(drawn(moment)) if "behind edge" in text]


@each_scene
def test_the_bar_in_use_is_full_and_a_better_one_of_before_is_outlined(name: str) -> None:
    scene = SCENES[name]
    every = separations(scene)
    for stage, who in (("Edges of A", "A"), ("Edges of B", "B")):
        moment = moment_at(scene, stage)
        canvas = drawn(moment, 1)
        _, i = best_of(scene, who)
        known = {e: s for e, s in every.items() if stage == "Edges of B" or e[0] == "A"}
        full = [m for m in canvas.marks if isinstance(m, Area) and m.opacity == 1.0]
        (lit,) = [plain(m.text) for m in canvas.marks if isinstance(m, Label) and m.ink is Ink.EXAMINED]
        assert lit == f"{i} of {who}", "the edge that the world shows"
        assert len(full) == 1
        outlined = [m for m in canvas.marks if isinstance(m, Stroke) and m.closed]
        best = max(known.values())
        is_other = every[who, i] < best - 1e-9 or (
            who == "B" and max(every[e] for e in every if e[0] == "A") >= best - 1e-9
        )
        assert len(outlined) == is_other, "the best so far, where it is another one"


def test_the_ghost_of_the_tipped_body_crosses_no_name() -> None:
    canvas = Canvas(0.0057)
    LESSON.panes[0].draw(canvas, moment_at(SCENES[PENTAGON], "Incident", AFTER_DEEPEST))
    (ghost,) = [m for m in canvas.marks if isinstance(m, Stroke) and m.ink is Ink.FAULTY and m.line is Line.DOTTED]
    ring = shapely.LinearRing(ghost.points)
    for m in canvas.marks:
        if isinstance(m, Label) and plain(m.text) in ("reference edge", "incident edge"):
            wide, high = 3.1 * len(plain(m.text)) * 0.0057, 7.0 * 0.0057
            box_of = shapely.box(m.at[0] - wide, m.at[1] - high, m.at[0] + wide, m.at[1] + high)
            assert not box_of.intersects(ring)
