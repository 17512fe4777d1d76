"""Contact info: the board's 25 pairs against shapely, and what the chosen pair's contact knows."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest
from shapely import Point, Polygon, affinity
from shapely.ops import nearest_points

from geometry import boundary, manifold, separation
from geometry.faulty.kind_table import not_flipped
from lessons.contact.contact_info import NOT_FLIPPED, ContactInfo
from lessons.contact.contact_info_asked import ARROW, CLOSE, exit_along, shortest
from lessons.contact.contact_info_figure import CORNER, DOT, FAN, take
from lessons.contact.contact_info_scene import KINDS, SHAPES, SPOTS, Board
from lessons.pairs.dispatch import Dispatch
from tests.lessons.second_edition import moments_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.mark import Arrow, Crowd, Dot, Inset, Label, Stroke, Symbol
from viz.lesson.prediction import Place
from viz.lesson.text import fixed, plain
from viz.picture.framing import HEAD, frame
from viz.session.views import NEARLY

LESSON = ContactInfo()
LETTERS = {"A": Ink.A, "B": Ink.B}  # of the rows and the columns
SCENES = {name: preset.scene for name, preset in LESSON.presets.items()}
each_scene = pytest.mark.parametrize("name", SCENES)
SWAPPED = {(a, b) for i, a in enumerate(KINDS[:2]) for b in KINDS[i + 1 :]} - {("box", "circle")}


def part(kind: str, feature: Any) -> str:
    """A circle has one part, a vertex of a rounded shape is the centre of an arc."""
    is_arc = kind in ("capsule", "rounded") and feature.is_vertex
    return "circle" if kind == "circle" else f"{'arc' if is_arc else feature.kind.value} {feature.index}"


def moment_at(scene: Board, stage: str, compare: str = "", time: float = 0.0) -> Moment[Board]:
    return next(replace(m, time=time) for m in moments_of(LESSON, scene, compare) if LESSON.story.stage(m) == stage)


def placed(scene: Board, degrees: float, way: Any) -> tuple[Any, Any]:
    """A direction so far from another one, and the tip of the learner's arrow along it."""
    angle = math.atan2(way[1], way[0]) + math.radians(degrees)
    turned = np.array((math.cos(angle), math.sin(angle)))
    return turned, (tuple((scene.cell.a.centroid + scene.cell.b.centroid) / 2.0 + ARROW * turned),)


def drawn(moment: Moment[Board], pane: int = 0) -> Canvas:
    canvas = Canvas(0.005)
    LESSON.panes[pane].draw(canvas, moment)
    return canvas


def bodies(canvas: Canvas) -> list[Crowd]:
    """All A, then all B."""
    return [m for m in canvas.marks if isinstance(m, Crowd) and m.ink in (Ink.A, Ink.B) and len(m.triangles)]


def discs(canvas: Canvas) -> Any:
    """The middles of the contact points in the cells, (n, 2)."""
    found = [
        m.triangles for m in canvas.marks if isinstance(m, Crowd) and m.ink is Ink.ANSWER and np.max(m.fill) == 1.0
    ]
    found = [triangles[len(triangles) // 2 :] for triangles in found]  # above their light
    middles = np.concatenate([np.zeros((0, 6)), *found])[:: len(FAN), :2]
    return middles


def enlarged(canvas: Canvas) -> list[Any]:
    """The marks of a pane, and those of the lens in it."""
    return [*canvas.marks, *(mark for lens in canvas.marks if isinstance(lens, Inset) for mark in lens.marks)]


def labels(canvas: Canvas) -> list[str]:
    return [plain(mark.text) for mark in canvas.marks if isinstance(mark, Label)]


def polygons(scene: Board, row: str, column: str) -> tuple[Polygon, Polygon]:
    """Both shapes, B turned and moved by shapely."""
    a, b = (Polygon(boundary(SHAPES[kind], 1e-6)) for kind in (row, column))
    return a, affinity.translate(affinity.rotate(b, scene.turn, origin=(0, 0)), *scene.place)


@each_scene
def test_the_board_counts_what_overlaps_and_says_how_far(name: str) -> None:
    scene = SCENES[name]
    overlaps, told = 0, labels(drawn(moment_at(scene, "Separation")))
    for row in KINDS:
        for column in KINDS:
            a, b = polygons(scene, row, column)
            gap = a.distance(b)
            s = scene.gaps[row, column]
            if gap > 1e-4:
                assert s == pytest.approx(gap, abs=1e-4)
            else:
                overlaps += 1
                n = manifold(SHAPES[row], scene.shapes[column]).normal
                out = affinity.translate(b, *(-(s - 1e-3) * n))
                assert a.distance(out) > 0.0, "moved by its depth it is out"
            assert fixed(s) in told
    said = plain(LESSON.page(moment_at(scene, "Board")).sentence)
    assert said.startswith("Drag B in any cell: it moves in all.")
    assert ("No two shapes overlap" in said) is not bool(overlaps)
    frames = {m.ink: len(m.segments) // 4 for m in drawn(moment_at(scene, "Board")).marks if isinstance(m, Crowd)}
    assert (frames.get(Ink.OVERLAP, 0), frames.get(Ink.GAP, 0)) == (overlaps, 25 - overlaps)
    many = {0: "No pair overlaps", 25: "All 25 pairs overlap"}.get(overlaps, f"{overlaps} of 25 pairs overlap")
    assert LESSON.situation(moment_at(scene, "Board")).startswith(f"{many}. ")


@each_scene
def test_every_shape_stands_in_its_cell(name: str) -> None:
    scene = SCENES[name]
    middle, scale = scene.view
    crowds = bodies(drawn(moment_at(scene, "Board")))
    for crowd, is_row in zip(crowds, (True, False), strict=True):
        starts = crowd.segments[:, :2]
        for i, row in enumerate(KINDS):
            for j, column in enumerate(KINDS):
                inside = starts[(np.floor(starts[:, 0]) == j) & (np.floor(-starts[:, 1]) == i)]
                shape = SHAPES[row] if is_row else scene.shapes[column]
                world = middle + (inside - (j + 0.5, -i - 0.5)) / scale
                box = shape.bounds()
                assert world.min(axis=0) == pytest.approx(box.low, abs=0.02)
                assert world.max(axis=0) == pytest.approx(box.high, abs=0.02)


@each_scene
def test_the_chosen_pair_s_normal_points_from_a_to_b_and_parts_them(name: str) -> None:
    scene = SCENES[name]
    a, b = SHAPES[scene.row], scene.shapes[scene.column]
    known = scene.known
    assert math.hypot(*known.normal) == pytest.approx(1.0)
    assert known.on_b - known.on_a == pytest.approx(known.separation * known.normal, abs=1e-7)
    assert separation(a, b.moved(-known.separation * known.normal)) == pytest.approx(0.0, abs=1e-6)
    n = f"({fixed(known.normal[0])}, {fixed(known.normal[1])})"
    assert n in plain(LESSON.page(moment_at(scene, "Normal")).sentence)
    back = f"({fixed(-known.normal[0])}, {fixed(-known.normal[1])})"
    told = plain(LESSON.page(moment_at(scene, "Reverse")).sentence)
    assert n in told
    assert (back in told) is scene.cell.swapped
    canvas = drawn(moment_at(scene, "Normal"), 1)
    (arrow,) = [m for m in canvas.marks if isinstance(m, Arrow) and m.ink is Ink.EXAMINED]
    way = np.subtract(arrow.end, arrow.start)
    assert way / np.hypot(*way) == pytest.approx(known.normal)
    dots = [m for m in enlarged(drawn(moment_at(scene, "Separation"), 1)) if isinstance(m, Dot)]
    assert [(m.ink, m.at) for m in dots] == [
        (Ink.A, pytest.approx(tuple(known.on_a))),
        (Ink.B, pytest.approx(tuple(known.on_b))),
    ]


@each_scene
def test_the_board_has_an_arrow_along_every_normal_and_where_it_is_swapped_the_one_before_it_is_flipped(
    name: str,
) -> None:
    scene = SCENES[name]
    overlapping = {n: cell.found.normal for n, cell in scene.cells.items() if cell.found.points}
    for stage in ("Board", "Normal", "Reverse"):
        arrows = [m for m in drawn(moment_at(scene, stage)).marks if isinstance(m, Arrow)]
        ways = {ink: [np.subtract(m.end, m.start) for m in arrows if m.ink is ink] for ink in {m.ink for m in arrows}}
        shown = list(overlapping.values())
        assert [way / np.hypot(*way) for way in ways.get(Ink.EXAMINED, [])] == [pytest.approx(n) for n in shown]
        came = [-n for cell, n in overlapping.items() if cell in SWAPPED and stage == "Reverse"]
        if math.hypot(*scene.place) > 0.5:
            assert [way / np.hypot(*way) for way in ways.get(Ink.ANSWER, [])] == [pytest.approx(n) for n in came]
        assert set(ways) <= {Ink.EXAMINED, Ink.ANSWER, *LETTERS.values()}
    arrows = [m.ink for m in drawn(moment_at(scene, "Points")).marks if isinstance(m, Arrow)]
    assert arrows == list(LETTERS.values()), "along the rows and down the columns, no normals"


@each_scene
def test_the_chosen_cell_is_a_question_on_the_board_until_it_is_answered(name: str) -> None:
    scene, moment = SCENES[name], moment_at(SCENES[name], "Board")
    canvas = drawn(replace(moment, is_open=True))
    (at,) = [m.at for m in canvas.marks if isinstance(m, Label) and plain(m.text) == "?"]
    assert (KINDS[int(-at[1])], KINDS[int(at[0])]) == (scene.row, scene.column)
    assert not len(discs(canvas)), "a contact point on a circle tells the normal"
    numbers = [told for told in labels(canvas) if told not in (*KINDS, *LETTERS, "?")]
    others = [fixed(s) for cell, s in scene.gaps.items() if cell != (scene.row, scene.column)]
    assert sorted(numbers) == sorted(others), "every cell but the one that is asked has its separation"
    assert "?" not in labels(drawn(moment))
    assert fixed(scene.known.separation) in labels(drawn(moment))


@each_scene
def test_points_are_counted_listed_and_drawn(name: str) -> None:
    scene = SCENES[name]
    moment = moment_at(scene, "Points")
    found = manifold(SHAPES[scene.row], scene.shapes[scene.column])
    table = LESSON.table(moment)
    rows = [] if table is None else [tuple(map(plain, row.cells)) for _, row in table.rows]
    assert [row[3] for row in rows] == [fixed(p.separation) for p in found.points]
    assert [row[1:3] for row in rows] == [
        tuple(part(kind, f) for kind, f in zip((scene.row, scene.column), p.id, strict=True)) for p in found.points
    ]  # fmt: skip
    every = [len(manifold(a, b).points) for a in SHAPES.values() for b in scene.shapes.values()]
    sentence = plain(LESSON.page(moment).sentence)
    two = every.count(2)
    assert (f"In {two} of the 25 cells there are two." if two else "No cell has two.") in sentence
    least = fixed(min((p.separation for p in found.points), default=0.0))
    deepest = [f"p_{k}" for k, p in enumerate(found.points, start=1) if fixed(p.separation) == least]
    told = "both" if len(deepest) == 2 else f"the deeper one, {deepest[0]}" if deepest else ""
    assert (f"s = {least} is that of {told}." in sentence) is (len(found.points) == 2), (
        "which s the pair is told with"
    )
    assert len(discs(drawn(moment))) == sum(every)
    named = labels(drawn(moment, 1))
    for kind, i in ((scene.row, 0), (scene.column, 1)):
        assert {part(kind, p.id[i]) for p in found.points} - {"circle"} <= set(named), "what the table lists"
    world = [m.at for m in drawn(moment, 1).marks if isinstance(m, Dot) and m.ink is Ink.ANSWER]
    assert world == [pytest.approx(tuple(p.point)) for p in found.points]


@each_scene
def test_seven_cells_are_swapped_and_an_unflipped_normal_drives_them_together(name: str) -> None:
    scene = SCENES[name]
    assert {cell for cell, found in scene.cells.items() if found.swapped} == SWAPPED
    assert labels(drawn(moment_at(scene, "Routine"))).count("swap") == 7
    for row, column in SWAPPED:
        a, b = SHAPES[row], scene.shapes[column]
        faulty, right = not_flipped(a, b), manifold(a, b)
        if right.points and math.hypot(*scene.place) > 0.5 and right.separation < -0.05:
            assert faulty.normal @ right.normal < 0.0
            assert faulty.separation < -0.05, "it is still deep, where the right push leaves nothing"
            assert faulty.separation == pytest.approx(separation(a, b.moved(faulty.move)))
    pink = [
        m
        for m in drawn(moment_at(scene, "Normal", NOT_FLIPPED)).marks
        if isinstance(m, Arrow) and m.ink is Ink.FAULTY
    ]
    assert len(pink) == sum(bool(scene.cells[cell].found.points) for cell in SWAPPED)
    last = [m for m in drawn(moment_at(scene, "Reverse", NOT_FLIPPED)).marks if isinstance(m, Arrow)]
    assert [m for m in last if m.ink is Ink.FAULTY] == pink, "at the end as well"
    assert {m.ink for m in last} <= {Ink.FAULTY, Ink.EXAMINED, *LETTERS.values()}


@each_scene
def test_the_line_under_the_figure_names_the_chosen_pair_and_how_it_stands(name: str) -> None:
    scene = SCENES[name]
    a, b = polygons(scene, scene.row, scene.column)
    told = plain(LESSON.situation(moment_at(scene, "Points"))).split(". ", 1)[1]
    assert told.startswith(f"{scene.row.capitalize()} and {scene.column} ")
    if a.distance(b) > 1e-4:
        assert told.endswith(f"are {fixed(a.distance(b))} apart.")
        assert "No contact point" in plain(LESSON.page(moment_at(scene, "Points")).sentence).replace("no c", "No c")
    else:
        assert told.endswith(f"overlap by {fixed(-scene.known.separation)}.")


def test_the_faulty_push_is_drawn_where_it_leads() -> None:
    scene = SCENES["Normal not reversed"]
    moment = moment_at(scene, "Push", NOT_FLIPPED, 1.0)
    canvas = drawn(moment, 1)
    (ghost,) = [m for m in canvas.marks if isinstance(m, Stroke) and m.ink is Ink.FAULTY and m.closed]
    moved = scene.shapes[scene.column].moved(scene.moved((scene.row, scene.column), 1.0) * moment.faulty.normal)
    assert np.mean(ghost.points, axis=0) == pytest.approx(moved.centroid)
    left = separation(SHAPES[scene.row], moved)
    assert left == pytest.approx(moment.faulty.separation)
    assert f"overlap {fixed(-left)}" in labels(canvas), "s is the separation before the push"
    bars = [m.points for m in canvas.marks if isinstance(m, Stroke) and m.ink is Ink.FAULTY and not m.closed]
    p, q = max(bars, key=lambda ends: math.dist(*ends))
    assert math.dist(p, q) == pytest.approx(-left), "measured where it is told"
    assert separation(SHAPES[scene.row], moved.moved(np.subtract(p, q))) == pytest.approx(0.0, abs=1e-6)
    assert fixed(-left) in plain(LESSON.page(moment).sentence)
    assert "into A instead of out" in LESSON.page(moment).idea
    for stage in ("Normal", "Reverse"):
        kept = moment_at(scene, stage, NOT_FLIPPED)
        assert "not reversed" in LESSON.page(kept).idea
        (arrow,) = [m for m in drawn(kept, 1).marks if isinstance(m, Arrow)]
        assert arrow.ink is Ink.FAULTY
        assert np.subtract(arrow.end, arrow.start) @ scene.known.normal < 0.0
        came = f"({fixed(-scene.known.normal[0])}, {fixed(-scene.known.normal[1])})"
        assert came in plain(LESSON.page(kept).sentence)


@each_scene
@pytest.mark.parametrize("time", [0.0, 0.3, 0.7, 1.0])
def test_the_push_takes_every_b_out_at_one_speed(name: str, time: float) -> None:
    scene = SCENES[name]
    moment = moment_at(scene, "Push", time=time)
    moves, told = scene.moves(time), labels(drawn(moment))
    deepest = max(scene.depths.values())
    still = 0
    for (row, column), depth in scene.depths.items():
        a, b = SHAPES[row], scene.shapes[column]
        move = moves[KINDS.index(row), KINDS.index(column)]
        far = time * deepest
        assert math.hypot(*move) == pytest.approx(far if depth - far >= 0.005 else depth)
        now = separation(a, b.moved(move))
        assert fixed(now if abs(now) > 1e-9 else 0.0) in told
        if depth:
            assert now == pytest.approx(math.hypot(*move) - depth, abs=1e-6)
            still += math.hypot(*move) < depth - 1e-9
        else:
            assert not move.any(), "nothing to push"
    said = plain(LESSON.situation(moment))
    if time and deepest:
        many = sum(depth > 0.0 for depth in scene.depths.values())
        assert said.startswith(f"{still} of {many}" if still else f"Pushed: all {many} pairs")
    elif time:
        assert said.startswith("No pair overlaps")
    then, first = (bodies(drawn(m))[1].segments for m in (moment, replace(moment, time=0.0)))
    shift = (then - first)[:, :2] / scene.view[1]
    for (x, y), move in zip(first[:, :2], shift, strict=True):
        assert move == pytest.approx(moves[int(-y), int(x)])


def test_pushed_along_a_normal_as_it_comes_the_swapped_pairs_go_deeper() -> None:
    scene = SCENES["Normal not reversed"]
    moment = moment_at(scene, "Push", NOT_FLIPPED, 1.0)
    told = labels(drawn(moment))
    deeper = 0
    for row, column in SWAPPED:
        a, b = SHAPES[row], scene.shapes[column]
        right = manifold(a, b)
        left = separation(a, b.moved(right.separation * right.normal))
        assert fixed(left) in told
        deeper += left < right.separation
    assert deeper == 7
    assert (
        plain(LESSON.situation(moment))
        == "Normal not reversed: the pairs of all 7 swapped calls now overlap more than before."
    )
    assert told.count("0.00") == 18, "the others are out"


def test_where_a_call_is_swapped_both_normals_are_drawn() -> None:
    for scene in SCENES.values():
        canvas = drawn(moment_at(scene, "Reverse"), 1)
        arrows = {m.ink: np.subtract(m.end, m.start) for m in canvas.marks if isinstance(m, Arrow)}
        assert set(arrows) == ({Ink.EXAMINED, Ink.ANSWER} if scene.cell.swapped else {Ink.EXAMINED})
        assert arrows[Ink.EXAMINED] / np.hypot(*arrows[Ink.EXAMINED]) == pytest.approx(scene.known.normal)
        letters = {plain(m.text): m.ink for m in canvas.marks if isinstance(m, Label)}
        assert (letters["A"], letters["B"]) == (Ink.A, Ink.B)
        assert letters["first"] is (Ink.B if scene.cell.swapped else Ink.A)
    scene = SCENES["Mixed"]
    arrows = {m.ink: np.subtract(m.end, m.start) for m in drawn(moment_at(scene, "Reverse"), 1).marks
              if isinstance(m, Arrow)}  # fmt: skip
    assert arrows[Ink.ANSWER] == pytest.approx(-arrows[Ink.EXAMINED])


def test_a_tie_is_named() -> None:
    for name, scene in SCENES.items():
        way, (a, b) = scene.known.normal, polygons(scene, scene.row, scene.column)
        back = affinity.translate(b, *((scene.known.separation - 1e-3) * way))  # the opposite way out
        is_tie = scene.known.separation < 0.0 and a.distance(back) > 0.0
        assert scene.is_tie is is_tie
        assert ("equally short" in LESSON.page(moment_at(scene, "Normal")).idea) is is_tie
        assert is_tie is (name == "One centre")
        assert ("as short" in LESSON.page(moment_at(scene, "Push")).sentence) is is_tie


def test_the_arrow_belongs_along_the_normal() -> None:
    scene = SCENES["Mixed"]
    asked = LESSON.page(moment_at(scene, "Board")).prediction
    assert isinstance(asked, Place)
    known = scene.known
    assert asked.right == placed(scene, 0.0, known.normal)[1]
    assert asked.judge(placed(scene, 8.0, known.normal)[1]).right
    assert "from B to A" in asked.judge(placed(scene, 180.0, known.normal)[1]).because
    assert "n̂" not in plain(asked.text), "the normal has not been named yet"
    way, tip = placed(scene, 60.0, known.normal)
    verdict = asked.judge(tip)
    assert verdict.head == "A shorter push exists"
    assert "°" not in verdict.because, "how far to turn would be the answer"
    assert "along a line through its centre, here that of A" in verdict.because
    a, b = SHAPES[scene.row], scene.shapes[scene.column]
    push = exit_along(a, b, way)
    assert push > -known.separation
    assert f"leaves A only after {fixed(push)}." in verdict.because
    canvas = Canvas(0.01)
    assert verdict.draw is not None
    verdict.draw(canvas, "world")
    (ghost,) = [m for m in canvas.marks if isinstance(m, Stroke)]
    assert ghost.ink is Ink.FAULTY
    assert np.mean(ghost.points, axis=0) == pytest.approx(b.centroid + push * way, abs=1e-3)


def test_the_arrow_is_drawn_while_its_tip_is_dragged() -> None:
    for stage in ("Board", "Routine"):
        scene = SCENES["Normal not reversed"]
        asked = LESSON.page(moment_at(scene, stage)).prediction
        assert isinstance(asked, Place)
        middle = (scene.cell.a.centroid + scene.cell.b.centroid) / 2.0
        assert "arrow's tip" in asked.text
        assert asked.follow is not None
        for tip in (asked.start, asked.right):
            canvas = Canvas(0.01)
            asked.follow(canvas, tip)
            (shaft,) = canvas.marks
            assert isinstance(shaft, Arrow)
            assert (shaft.start, shaft.end) == (pytest.approx(tuple(middle)), pytest.approx(tip[0]))


@each_scene
@pytest.mark.parametrize("degrees", [-150, -100, -60, -20, 40, 70, 110, 180])
def test_the_told_push_only_just_takes_b_out_of_a(name: str, degrees: float) -> None:
    """Between the projections a longer overlap may be left than B has to go: moved by what is told, B touches A."""
    scene = SCENES[name]
    for (row, column), cell in scene.cells.items():
        if scene.depths[row, column] < 0.05:
            continue
        way, _ = placed(scene, degrees, cell.found.normal)
        push, (a, b) = exit_along(cell.a, cell.b, way), polygons(scene, row, column)
        assert a.distance(affinity.translate(b, *(push * way))) < 1e-4
        assert not a.intersects(affinity.translate(b, *((push + 1e-3) * way)))
        assert a.intersects(affinity.translate(b, *((push - 1e-3) * way)))


def test_apart_the_arrow_runs_between_the_closest_points() -> None:
    scene = SCENES["All apart"]
    asked = LESSON.page(moment_at(scene, "Board")).prediction
    assert isinstance(asked, Place)
    a, b = polygons(scene, scene.row, scene.column)
    p, q = (np.asarray(point.coords[0]) for point in nearest_points(a, b))
    for degrees, right in ((0.0, True), (10.0, True), (30.0, False), (180.0, False)):
        verdict = asked.judge(placed(scene, degrees, q - p)[1])
        assert verdict.right is right
    assert fixed(float(np.hypot(*(q - p)))) in asked.judge(asked.right).because


def test_in_a_tie_either_way_out_is_right() -> None:
    scene = SCENES["One centre"]
    asked = LESSON.page(moment_at(scene, "Board")).prediction
    assert isinstance(asked, Place)
    for degrees, right in ((0.0, True), (180.0, True), (90.0, False), (150.0, False)):
        assert asked.judge(placed(scene, degrees, (0.0, 1.0))[1]).right is right
    assert "tie" in asked.judge(asked.right).because


def test_with_b_first_the_arrow_belongs_against_the_normal() -> None:
    scene = SCENES["Mixed"]
    asked = LESSON.page(moment_at(scene, "Routine")).prediction
    assert isinstance(asked, Place)
    assert asked.right == placed(scene, 0.0, -scene.known.normal)[1]
    assert asked.judge(asked.right).right
    same = asked.judge(placed(scene, 0.0, scene.known.normal)[1])
    assert (same.right, same.head) == (False, "That is from A to B")
    assert asked.judge(asked.start).head == "Another line"
    for verdict, ink in ((same, Ink.FAULTY), (asked.judge(asked.right), Ink.ANSWER)):
        canvas = Canvas(0.01)
        assert verdict.draw is not None
        verdict.draw(canvas, "world")
        assert [m.ink for m in canvas.marks] == [ink]
    for other in SCENES:
        if other != "Mixed":
            assert LESSON.page(moment_at(SCENES[other], "Routine", LESSON.presets[other].compare)).prediction is None


def test_the_ring_belongs_where_the_push_takes_b() -> None:
    scene = SCENES["Normal not reversed"]
    asked = LESSON.page(moment_at(scene, "Reverse", NOT_FLIPPED)).prediction
    assert isinstance(asked, Place)
    a, b = SHAPES[scene.row], scene.shapes[scene.column]
    right = b.centroid + scene.known.separation * scene.known.normal
    assert asked.right == (pytest.approx(tuple(right)),)
    verdict = asked.judge(asked.right)
    assert verdict.right
    assert verdict.foretells_wrong
    assert asked.judge((tuple(right + (0.9 * CLOSE, 0.0)),)).right
    assert not asked.judge((tuple(right + (1.2 * CLOSE, 0.0)),)).right
    assert asked.judge(asked.start).head == "Another direction"
    assert asked.judge((tuple(b.centroid + 2.0 * (right - b.centroid)),)).head == "Another place"
    assert fixed(-separation(a, b.moved(right - b.centroid))) in verdict.because
    assert LESSON.page(moment_at(SCENES["Mixed"], "Reverse", NOT_FLIPPED)).prediction is not None


def test_a_press_on_the_board_chooses_a_cell_and_moves_b_in_all() -> None:
    moment = moment_at(SCENES["Mixed"], "Board")
    assert take(moment, np.array((5.4, -1.0))) is None
    assert take(moment, np.array((1.0, 0.2))) is None
    start = np.array((3.5, -2.5))
    follow = take(moment, start)
    assert follow is not None
    scene = follow(moment.scene, start, start + (0.1, -0.2))
    assert isinstance(scene, Board)
    assert (scene.row, scene.column) == ("capsule", "polygon")
    assert (scene.place - moment.scene.place) * moment.scene.view[1] / 2.0 == pytest.approx((0.1, -0.2))


def test_the_challenge_is_met_with_corners_not_edges() -> None:
    def tried(x: float, y: float, turn: float) -> Any:
        return LESSON.challenge(moments_of(LESSON, Board(np.array((x, y)), "box", "box", turn))[0])

    assert tried(-0.44, -1.04, -45.0).reached
    assert tried(-0.44, -1.04, -45.0).now == "20 overlap, none with two"
    assert not tried(2.2, 1.2, 20.0).reached, "nothing overlaps"
    for scene in SCENES.values():
        counts = [len(manifold(a, b).points) for a in SHAPES.values() for b in scene.shapes.values()]
        goal = LESSON.challenge(moments_of(LESSON, scene)[0])
        assert goal is not None
        assert not goal.reached
        assert goal.now == f"{25 - counts.count(0)} overlap, {counts.count(2) or 'none'} with two"


def test_the_goal_of_a_swapped_call_needs_the_flip() -> None:
    def goal(scene: Board) -> Any:
        return LESSON.challenge(moment_at(scene, "Reverse"))

    below, above = np.array((0.0, -0.8)), np.array((0.0, 0.8))
    assert goal(Board(below, "box", "capsule", 0.0)).reached, "its routine returns a normal that points up"
    assert goal(Board(below, "box", "rounded", 0.0)).reached
    assert not goal(Board(above, "box", "capsule", 0.0)).reached, "the flipped normal points up"
    assert not goal(Board(above, "capsule", "box", 0.0)).reached, "not swapped"
    assert not goal(Board(below, "box", "capsule", 30.0)).reached
    assert not goal(Board(below, "circle", "box", 0.0)).reached, "one point"
    x, y = -SCENES["Mixed"].known.normal
    assert goal(SCENES["Mixed"]).now == f"swapped: returned 1 point, normal ({fixed(x)}, {fixed(y)})"
    for name, scene in SCENES.items():
        for stage in ("Routine", "Reverse", "Push"):
            assert not LESSON.challenge(moment_at(scene, stage)).reached, name


@each_scene
def test_the_names_of_features_lead_to_the_outline(name: str) -> None:
    """Those of a rounded shape too, whose edges and arcs lie a radius outside of its core."""
    for scene in (SCENES[name], SCENES["Normal not reversed"]):
        a, b = polygons(scene, scene.row, scene.column)
        for m in drawn(moment_at(scene, "Points"), 1).marks:
            if isinstance(m, Label) and m.leader and plain(m.text).split()[0] in ("edge", "arc", "vertex"):
                at = affinity.translate(Point(0.0, 0.0), *m.at)
                assert (a if m.ink is Ink.A else b).exterior.distance(at) < 1e-4


def test_a_separation_that_is_short_on_the_screen_has_its_points_in_a_lens() -> None:
    scene = SCENES["Mixed"]
    for stage, symbols in (("Separation", {"p_A", "p_B"}), ("Points", {"p_A", "p_B", "p_1"})):
        canvas = drawn(moment_at(scene, stage), 1)
        (lens,) = [m for m in canvas.marks if isinstance(m, Inset)]
        assert {m.latex for m in lens.marks if isinstance(m, Symbol)} == symbols
        told = {m.latex for m in canvas.marks if isinstance(m, Symbol)}
        assert told == symbols - {"p_A", "p_B"}, "the ends would crowd there, the one point does not"
        near = Canvas(0.001)
        LESSON.panes[1].draw(near, moment_at(scene, stage))
        assert not [m for m in near.marks if isinstance(m, Inset) and "enlarged" in m.title]


def test_where_nothing_is_pushed_the_gap_is_drawn() -> None:
    scene = SCENES["All apart"]
    canvas = drawn(moment_at(scene, "Push", time=1.0), 1)
    (line,) = [
        m for m in canvas.marks if isinstance(m, Stroke) and m.ink is Ink.GAP and math.dist(*m.points[:2]) > 0.5
    ]
    assert math.dist(*line.points) == pytest.approx(scene.known.separation)
    assert f"s = {fixed(scene.known.separation)}" in labels(canvas)


def test_beside_the_push_of_a_normal_that_was_not_flipped_stands_the_right_one() -> None:
    scene = SCENES["Normal not reversed"]
    canvas = drawn(moment_at(scene, "Push", NOT_FLIPPED, 1.0), 1)
    ways = {m.ink: np.subtract(m.end, m.start) for m in canvas.marks if isinstance(m, Arrow)}
    assert ways[Ink.ANSWER] == pytest.approx(-scene.known.separation * scene.known.normal)
    assert ways[Ink.FAULTY] == pytest.approx(-ways[Ink.ANSWER])
    assert "reversed" in labels(canvas)


def test_a_board_has_one_place_for_all_steps() -> None:
    """Its names have room in every scene: none comes to lie under the switch above."""
    frames = {
        tuple(np.concatenate((box.low, box.high)).tolist())
        for name in SCENES
        for stage in ("Board", "Points", "Push")
        if (box := drawn(moment_at(SCENES[name], stage)).bounds()) is not None
    }
    assert len(frames) == 1


def test_names_are_those_of_the_kinds() -> None:
    canvas = drawn(moment_at(SCENES["Mixed"], "Board"))
    named = [(plain(m.text), m.at, m.ink) for m in canvas.marks if isinstance(m, Label)]
    for i, kind in enumerate(KINDS):
        assert any(text == kind and at[1] == -i - 0.5 and ink is Ink.A for text, at, ink in named)
        assert any(text == kind and at[0] == i + 0.5 and ink is Ink.B for text, at, ink in named)
    bold = [plain(m.text) for m in canvas.marks if isinstance(m, Label) and m.style.name == "BOLD"]
    assert sorted(bold) == [*LETTERS, "box", "circle"]


def test_touching_pairs_are_not_said_to_overlap() -> None:
    scene = Board(np.array((1.2, 0.0)), "circle", "circle", 0.0)
    assert scene.gaps["circle", "circle"] == pytest.approx(0.0, abs=1e-12)
    assert "pairs touch or overlap" in LESSON.situation(moment_at(scene, "Board"))


def test_what_is_said_of_theshortest_push_is_true() -> None:
    """Of a circle it goes through its centre, of two sharp polygons along an edge normal, of rounded ones usually."""
    for scene in SCENES.values():
        for (row, column), cell in scene.cells.items():
            if not cell.found.points:
                continue
            n = cell.found.normal
            told = shortest(cell.a, cell.b, n)
            if "circle" in (row, column):
                centre, name = (cell.a, "A") if row == "circle" else (cell.b, "B")
                assert f"here that of {name}" in told
                p = cell.found.points[0]
                way = p.point - centre.points[0]
                assert abs(way[0] * n[1] - way[1] * n[0]) < 1e-9
                continue
            normals = [*cell.a.normals, *-cell.b.normals]
            is_edge = max(float(each @ n) for each in normals) == pytest.approx(1.0, abs=1e-6)
            assert is_edge or not {row, column} <= {"box", "polygon"}
            assert ("along the normal of an edge" in told) is is_edge, "of this very pair"
            if not is_edge:  # sharp or round: then the line leads through both ends of the cores
                assert "two corners are nearest" in told
                centres = [p - q for p in cell.a.points for q in cell.b.points]
                assert min(abs(c[0] * n[1] - c[1] * n[0]) for c in centres) == pytest.approx(0.0, abs=1e-6)


@each_scene
def test_a_point_lies_midway_between_the_ends_that_are_drawn(name: str) -> None:
    """One point: the formula's symbols. Two: the separation of each row of the table as a length."""
    scene = SCENES[name]
    moment = moment_at(scene, "Points")
    canvas, points = drawn(moment, 1), scene.known.points
    found = {m.latex: np.array(m.at) for m in enlarged(canvas) if isinstance(m, Symbol)}
    formula = LESSON.page(moment).formula
    assert (r"{p_1}" in formula, r"{p_k}" in formula) == (len(points) == 1, len(points) == 2)
    if len(points) == 2:
        ends = [m for m in canvas.marks if isinstance(m, Dot) and m.ink in (Ink.A, Ink.B)]
        assert [m.at for m in ends] == [pytest.approx(tuple(at)) for p in points for at in (p.on_a, p.on_b)]
        assert [m.ink for m in ends] == [Ink.A, Ink.B] * 2, "the formula's two ends, in its inks"
    assert ({"p_A", "p_B"} <= set(found)) is (len(points) < 2), "apart: the gap"
    assert ("there is no" in LESSON.page(moment).idea) is not bool(points)
    if len(points) == 1:
        assert found["p_1"] == pytest.approx(0.5 * (found["p_A"] + found["p_B"]))
    bars = [m for m in canvas.marks if isinstance(m, Stroke) and m.ink is Ink.OVERLAP]
    long = [tuple(m.points) for m in bars if math.dist(*m.points) > 0.1]
    assert long == [(pytest.approx(tuple(p.on_a)), pytest.approx(tuple(p.on_b))) for p in points]


def test_the_words_of_a_push_keep_clear_of_its_arrow() -> None:
    scene = SCENES["Mixed"]
    going = drawn(moment_at(scene, "Push", time=0.2), 1)
    assert [m.latex for m in going.marks if isinstance(m, Symbol)] == ["c_B"], "the rest is not reached yet"
    canvas = drawn(moment_at(scene, "Push", time=1.0), 1)
    (lens,) = [m for m in canvas.marks if isinstance(m, Inset)]
    in_lens = {m.latex: m for m in lens.marks if isinstance(m, Symbol)}
    (short,) = [m for m in lens.marks if isinstance(m, Arrow)]
    assert short.start == pytest.approx(tuple(scene.known.on_b))
    assert short.end == pytest.approx(tuple(scene.known.on_a)), "the push takes p_B to p_A"
    words = {m.latex: m for m in canvas.marks if isinstance(m, Symbol)}
    (arrow,) = [m for m in canvas.marks if isinstance(m, Arrow)]
    way = np.subtract(arrow.end, arrow.start)
    for symbol, at, side in (("c_B", arrow.start, -1.0), ("c_B'", arrow.end, 1.0)):
        assert words[symbol].at == at
        assert words[symbol].toward is not None
        assert side * np.array(words[symbol].toward) @ way > 0.0, "beyond its end"
    assert np.array(in_lens[r"-s\,\hat n"].toward) @ way == pytest.approx(0.0), "beside it"
    wrong = moment_at(SCENES["Normal not reversed"], "Push", NOT_FLIPPED, 1.0)
    (told,) = [m for m in drawn(wrong, 1).marks if isinstance(m, Label) and m.text.startswith("overlap")]
    assert told.toward == (0.0, -1.0), "on the side that B is pushed to, clear of where it was"


@each_scene
def test_the_board_is_as_large_beside_every_pair(name: str) -> None:
    """Panes of nearly one scale share the smaller one: the pair's is not the smaller one."""
    first = moment_at(SCENES[name], "Board")
    board, pair = (
        frame(pane, first, size).scale
        for pane, size in zip(LESSON.panes, ((597.0, 592.0), (298.0, 592.0)), strict=True)
    )
    assert not board > pair > board / NEARLY


def test_beside_the_other_rule_the_goal_is_the_mirrored_cell() -> None:
    scene = SCENES["Normal not reversed"]
    assert LESSON.challenge(moment_at(scene, "Points", NOT_FLIPPED)) is None, "not before it is seen to fail"
    for row, column in product(KINDS, repeat=2):
        moment = moment_at(replace(scene, row=row, column=column), "Push", NOT_FLIPPED, 1.0)
        goal = LESSON.challenge(moment)
        assert goal is not None
        assert goal.reached is ((column, row) in SWAPPED)
        assert goal.now == f"now {row} and {column}"


def test_how_far_a_wrong_push_goes_is_told_with_the_overlap_before_it() -> None:
    scene = SCENES["Normal not reversed"]
    moment = moment_at(scene, "Push", NOT_FLIPPED, 1.0)
    before, after = fixed(-scene.known.separation), fixed(-moment.faulty.separation)
    assert f"The overlap grows from {before} to {after}." in plain(LESSON.page(moment).sentence)


def test_a_rounded_polygon_has_its_noun() -> None:
    asked = LESSON.page(moment_at(SCENES["Normal not reversed"], "Routine")).prediction
    assert asked is not None
    assert "B, the rounded polygon, goes in first" in asked.text


@each_scene
def test_while_the_normal_is_asked_no_cell_beside_it_tells_it(name: str) -> None:
    """Nor any other: of 25 normals some are much like the one that is asked."""
    scene = SCENES[name]
    moment = moment_at(scene, "Board")
    shown, after = (
        [m for m in drawn(each).marks if isinstance(m, Arrow) and m.ink not in LETTERS.values()]
        for each in (replace(moment, is_open=True), moment)
    )
    meeting = sum(bool(cell.found.points) for cell in scene.cells.values())
    assert len(after) == meeting, "once it is answered, also that of the chosen cell"
    assert not shown
    heads = [LESSON.panes[0].head(each)[0] for each in (replace(moment, is_open=True), moment)]
    assert [("Arrow" in head) for head in heads] == [False, bool(meeting)], "what they are, once they are there"


def test_beside_the_other_rule_no_cell_is_a_question() -> None:
    canvas = drawn(moment_at(SCENES["Normal not reversed"], "Board", NOT_FLIPPED))
    assert "?" not in labels(canvas)
    assert fixed(SCENES["Normal not reversed"].known.separation) in labels(canvas)


def test_after_the_push_what_was_before_is_told_as_before() -> None:
    scene = SCENES["Mixed"]
    moment = moment_at(scene, "Push", time=1.0)
    (row,) = LESSON.page(moment).rows
    assert plain(row.cells[-1]) == fixed(scene.known.separation)
    assert "The table keeps the old s." in plain(LESSON.page(moment).sentence)
    assert row.key == LESSON.page(moment_at(scene, "Points")).rows[0].key, "in the place of the older row"


def test_the_first_scene_s_feature_is_plain() -> None:
    """B's point lies well inside of the edge that the table names."""
    scene = SCENES["Mixed"]
    (p,) = scene.known.points
    edge = scene.cell.b.edges[p.id[1].index]
    along = (p.on_b - edge[0]) @ (edge[1] - edge[0]) / np.sum((edge[1] - edge[0]) ** 2)
    assert 0.1 < along < 0.9


def test_no_cell_of_a_function_for_any_order_is_swapped() -> None:
    scene = SCENES["Mixed"]
    told = [(plain(m.text), m.at) for m in drawn(moment_at(scene, "Routine")).marks if isinstance(m, Label)]
    cells = {"swap": set(), "any": set()}  # type: dict[str, set[tuple[str, str]]]
    for text, at in told:
        if text in cells:
            cells[text].add((KINDS[int(-at[1])], KINDS[int(at[0] - 0.5)]))
    assert cells["swap"] == SWAPPED
    assert cells["any"] == {(a, b) for a in KINDS for b in KINDS if a == b or {a, b} <= set(KINDS[2:])}
    assert {(b, a) for a, b in SWAPPED}.isdisjoint(cells["any"] | SWAPPED)
    assert len(cells["any"]) + 2 * len(SWAPPED) == 25


@each_scene
def test_every_cell_tells_how_many_points_it_has(name: str) -> None:
    """Two points may lie so close that their dots join; the goal counts them."""
    scene = SCENES[name]
    told = labels(drawn(moment_at(scene, "Points")))
    counts = [len(cell.found.points) for cell in scene.cells.values()]
    assert (told.count("1"), told.count("2")) == (counts.count(1), counts.count(2))


@each_scene
def test_the_numbers_of_a_board_stand_in_one_corner_of_their_cells(name: str) -> None:
    marks = drawn(moment_at(SCENES[name], "Separation")).marks
    at = [m.at for m in marks if isinstance(m, Label) and m.style is TextStyle.CAPTION]
    assert len(at) == 25
    assert len({(round(x % 1.0, 6), round(y % 1.0, 6)) for x, y in at}) == 1


def test_why_no_more_calls_are_swapped_is_told_under_the_figure() -> None:
    told = plain(LESSON.situation(moment_at(SCENES["Mixed"], "Routine")))
    assert told == f"{len(SWAPPED)} calls are swapped, 7 go in as they are. 11 fit in either order."


def test_a_cell_whose_normal_must_be_reversed_is_found_on_the_board() -> None:
    """All arrows are as the routines return them; which of them point from B to A is asked."""
    for name, scene in SCENES.items():
        moment = replace(moment_at(scene, "Reverse"), is_open=True)
        asked = LESSON.page(moment).prediction
        if name in ("All apart", "One centre"):
            assert asked is None
            continue
        assert isinstance(asked, Place)
        assert asked.pane == "board"
        board, chosen = drawn(moment, 0), (scene.row, scene.column)
        arrows = [m for m in board.marks if isinstance(m, Arrow) and m.ink in (Ink.ANSWER, Ink.EXAMINED)]
        others = [m for m in arrows if np.abs(np.array(m.start) - SPOTS[chosen]).max() > 0.5]
        assert {m.ink for m in others} == {Ink.ANSWER}, "no colour tells which are reversed"
        assert "swap" not in labels(board)
        assert not asked.judge(asked.start).right
        assert asked.judge(asked.right).right
        for pair, cell in scene.cells.items():
            verdict = asked.judge((tuple(SPOTS[pair] + 0.1),))
            depth = -cell.found.separation if cell.found.points else 0.0
            assert verdict.right == (cell.swapped and bool(cell.found.points) and pair != chosen)
            if verdict.right:
                left = separation(cell.a, cell.b.moved(depth * not_flipped(cell.a, cell.b).normal))
                assert fixed(abs(left)) in verdict.because, "what a missing reversal ends with"
                assert ("would overlap A" in verdict.because) == (left < 0.0)
            elif not cell.swapped and cell.found.points and pair != chosen:
                assert verdict.head == "From A to B already"
        assert asked.judge(((-0.4, 0.3),)).head == "Not a cell"


def test_the_words_of_the_first_step_are_true_of_every_pair() -> None:
    """One form, not one content: separations differ; and only shapes that overlap are pushed."""
    for compare in ("", NOT_FLIPPED):
        idea = plain(LESSON.page(moment_at(SCENES["Normal not reversed"], "Board", compare)).idea)
        assert "of one form" in idea
        assert "the same" not in idea
    assert "pushes overlapping shapes apart" in plain(LESSON.page(moment_at(SCENES["Mixed"], "Board")).idea)
    assert len({fixed(gap) for gap in SCENES["Mixed"].gaps.values()}) > 10


def test_the_pair_stands_still_from_step_to_step() -> None:
    """The lens has its place at every step, whether it is seen or not."""
    for scene in SCENES.values():
        if scene.is_tie or not scene.known.points:
            continue  # names of two equal lengths, or of a gap, ask for room of their own
        views = [
            frame(LESSON.panes[1], moment_at(scene, "Board"), (298.0, 592.0), steps=range(i, i + 1)) for i in range(6)
        ]
        for view in views:
            assert view.scale == pytest.approx(views[0].scale, rel=0.02)
            assert math.dist(view.center, views[0].center) * view.scale < 12.0, "names at one side ask for room"


@each_scene
def test_what_the_marks_of_the_board_are_stands_above_it(name: str) -> None:
    scene = SCENES[name]
    for compare in ("", NOT_FLIPPED):
        for moment in moments_of(LESSON, scene, compare):
            (head, _), canvas = LESSON.panes[0].head(moment), drawn(moment)
            every = [label.text for label in canvas.marks if isinstance(label, Label)]
            numbers = [plain(told) for told in every if any(sign.isdigit() for sign in plain(told))]
            assert ("separation" in head) is any("." in told for told in numbers)
            assert ("Number: contact points" in head) is (bool(numbers) and not any("." in told for told in numbers))
            if "Arrow" in head or "White" in head:
                assert any(isinstance(m, Arrow) and m.ink not in LETTERS.values() for m in canvas.marks)
            if "Pink" in head:
                assert any(isinstance(m, Arrow) and m.ink is Ink.FAULTY for m in canvas.marks)


def test_the_board_has_a_in_its_rows_and_b_in_its_columns_like_that_of_dispatch() -> None:
    dispatch = Dispatch()
    other = Canvas(0.01)
    dispatch.panes[0].draw(other, moments_of(dispatch, dispatch.presets["Circle and box"].scene)[0])
    for canvas in (other, drawn(moment_at(SCENES["Mixed"], "Board"))):
        ways = {
            m.ink: np.subtract(m.end, m.start)
            for m in canvas.marks
            if isinstance(m, Arrow) and m.ink in (Ink.A, Ink.B)
        }
        assert ways[Ink.A][0] == pytest.approx(0.0)
        assert ways[Ink.A][1] < 0.0, "the kinds of A go down: each has a row"
        assert ways[Ink.B][1] == pytest.approx(0.0)
        assert ways[Ink.B][0] > 0.0


def test_both_lessons_of_the_table_have_the_same_words() -> None:
    """Pair routine, swapped call, reversed normal; the routine expects, and returns."""
    for lesson in (LESSON, Dispatch()):
        for preset in lesson.presets.values():
            for moment in moments_of(lesson, preset.scene, preset.compare):
                page, goal = lesson.page(moment), lesson.challenge(moment)
                told = (page.stage, page.idea, page.sentence, lesson.situation(moment), goal.text if goal else "")
                for word in (
                    "flip",
                    "function answers",
                    "pair function",
                    "routine answers",
                    "written with",
                    "swapped pair",
                ):
                    assert not any(word in plain(each).lower() for each in told), word


def test_the_title_of_the_board_stands_clear_of_its_letters_on_a_wall() -> None:
    pane, moment, scale = LESSON.panes[0], moment_at(SCENES["Mixed"], "Points"), 1.4
    view = frame(pane, moment, (845.0, 528.0), scale)
    letters = [m.at for m in drawn(moment).marks if isinstance(m, Label) and plain(m.text) in LETTERS]
    for _, y in view.to_screen(letters).tolist():
        assert y - 10.0 * scale > (HEAD - 4.0) * scale


def test_the_inks_that_the_board_names_are_those_of_its_arrows() -> None:
    moment = moment_at(SCENES["Normal not reversed"], "Reverse")
    assert LESSON.panes[0].headed is not None
    assert LESSON.panes[0].headed(moment)[0] == "White: as returned. Yellow: reversed"
    arrows = [m for m in drawn(moment).marks if isinstance(m, Arrow)]
    assert sum(m.ink is Ink.ANSWER for m in arrows) == 7, "white in the swapped calls alone"
    for white in (m for m in arrows if m.ink is Ink.ANSWER):  # as returned: against the normal from A to B
        (yellow,) = [m for m in arrows if m.ink is Ink.EXAMINED and m.start == white.start]
        assert np.subtract(white.end, white.start) == pytest.approx(-np.subtract(yellow.end, yellow.start))
        assert np.subtract(yellow.end, yellow.start) @ moment.scene.known.normal > 0.0, "from A to B"


@each_scene
def test_after_a_swapped_call_the_points_and_features_of_a_and_b_change_places(name: str) -> None:
    """Compared with the routine called the other way round: who only reverses the normal has them the wrong way."""
    for row, column in product(KINDS, repeat=2):
        scene = replace(SCENES[name], row=row, column=column)
        if not scene.known.points or scene.is_tie:
            continue
        a, b = SHAPES[row], scene.shapes[column]
        ours, returned = manifold(a, b), manifold(b, a)
        rows = [tuple(map(plain, each.cells[1:3])) for each in LESSON.page(moment_at(scene, "Reverse")).rows]
        if (row, column) not in SWAPPED:
            assert not rows, "those of the step before stay"
            continue
        assert returned.normal == pytest.approx(-ours.normal)
        assert returned.separation == pytest.approx(ours.separation)
        assert len(rows) == len(ours.points) == len(returned.points)
        for p, shown in zip(ours.points, rows, strict=True):
            (other,) = [q for q in returned.points if np.allclose(q.point, p.point, atol=1e-6)]
            assert other.on_a == pytest.approx(p.on_b)
            assert other.on_b == pytest.approx(p.on_a)
            assert other.id == (p.id[1], p.id[0])
            of_a, of_b = part(row, p.id[0]), part(column, p.id[1])
            assert shown == (f"{of_b} → {of_a}", f"{of_a} → {of_b}")
        last = [tuple(map(plain, each.cells[1:3])) for each in LESSON.page(moment_at(scene, "Push")).rows]
        assert last == [(part(row, p.id[0]), part(column, p.id[1])) for p in ours.points]
        told = plain(LESSON.page(moment_at(scene, "Reverse")).idea)
        assert "p_A and p_B change places" in told
        assert "so do the features of A and B" in told


def test_the_first_scene_s_edge_is_named_outside_of_the_other_shape() -> None:
    scene = SCENES["Mixed"]
    (name,) = [m for m in drawn(moment_at(scene, "Points"), 1).marks if isinstance(m, Label) and m.leader]
    start, end = scene.cell.b.edges[scene.known.points[0].id[1].index]
    along = (np.array(name.at) - start) @ (end - start) / np.sum((end - start) ** 2)
    assert 0.05 < along < 0.95
    assert math.dist(name.at, (0.0, 0.0)) > SHAPES["circle"].radius, "A is the circle"


@each_scene
def test_two_points_of_a_cell_are_mostly_two_dots(name: str) -> None:
    """At the size of the board in a window of 720 lines; besides, their number stands in the cell."""
    scene, size = SCENES[name], 100.0
    cells = [cell.found.points for cell in scene.cells.values()]
    two = [points for points in cells if len(points) == 2]
    apart = [size * scene.view[1] * math.dist(*(p.point for p in points)) > 2.0 * DOT for points in two]
    assert 2 * sum(apart) > len(apart) or not two
    assert len(discs(drawn(moment_at(scene, "Points")))) == sum(map(len, cells))


@each_scene
@pytest.mark.parametrize("compare", ["", NOT_FLIPPED])
@pytest.mark.parametrize("time", [0.0, 0.5, 1.0])
def test_no_outline_comes_under_the_number_of_a_cell(name: str, compare: str, time: float) -> None:
    """Of no pair, wherever its B is pushed; a number is at most 34 pixels wide where a cell has 100."""
    for scene in (SCENES[name], *(replace(SCENES[name], place=np.array(at)) for at in ((0.7, -0.9), (-0.6, -0.8)))):
        (middle, scale), moves = scene.view, scene.moves(time, keeps=bool(compare))
        low, high = np.array((CORNER[0] - 0.1 - 0.33, -0.46)) / scale, np.array((0.44, CORNER[1] + 0.07)) / scale
        number = affinity.translate(Polygon([low, (high[0], low[1]), high, (low[0], high[1])]), *middle)
        for i, row in enumerate(KINDS):
            for j, column in enumerate(KINDS):
                a, b = polygons(scene, row, column)
                for shape in (a, affinity.translate(b, *moves[i, j])):
                    assert not shape.intersects(number), (row, column)


@each_scene
def test_every_symbol_of_the_points_formula_is_drawn(name: str) -> None:
    """In the figure or in the lens, at the end that it names."""
    scene = SCENES[name]
    moment = moment_at(scene, "Points")
    for pixel in (0.005, 0.0085, 0.011):
        canvas = Canvas(pixel)
        LESSON.panes[1].draw(canvas, moment)
        at = {m.latex: m.at for m in enlarged(canvas) if isinstance(m, Symbol)}
        points = scene.known.points
        named = [k for k in range(1, len(points) + 1) if f"p_{{A,{k}}}" in at or len(points) == 1]
        assert named or not points
        for k in named:
            for symbol, place in (("A", points[k - 1].on_a), ("B", points[k - 1].on_b)):
                latex = f"p_{{{symbol},{k}}}" if len(points) == 2 else f"p_{symbol}"
                assert at[latex] == pytest.approx(tuple(place))
            assert at[f"p_{k}"] == pytest.approx(tuple(points[k - 1].point))


def test_edges_that_touch_after_the_push_are_marked_as_an_edge() -> None:
    for name, scene in SCENES.items():
        known = scene.known
        if not known.points:
            continue
        canvas = drawn(moment_at(scene, "Push", time=1.0), 1)
        lines = [m.points for m in canvas.marks if isinstance(m, Stroke) and m.ink is Ink.ANSWER]
        a, b = polygons(scene, scene.row, scene.column)
        b = affinity.translate(b, *(-known.separation * known.normal))
        along = len(known.points) == 2 and abs(known.points[0].separation - known.points[1].separation) < 1e-6
        assert bool(lines) is along, name
        for line in lines:
            for part in (0.0, 0.5, 1.0):
                at = Point(*(np.array(line[0]) + part * np.subtract(line[1], line[0])))
                assert a.exterior.distance(at) < 1e-3
                assert b.exterior.distance(at) < 1e-3
    assert name == "One centre"


@each_scene
def test_names_of_features_stand_outside_of_both_shapes(name: str) -> None:
    scene = SCENES[name]
    shapes = polygons(scene, scene.row, scene.column)
    canvas = Canvas(0.0085)
    LESSON.panes[1].draw(canvas, moment_at(scene, "Points"))
    for m in canvas.marks:
        if isinstance(m, Label) and plain(m.text).split()[0] in ("edge", "arc", "vertex"):
            way = np.array(m.toward) / np.hypot(*np.array(m.toward))
            beyond = Point(*(np.array(m.at) + 8.0 * canvas.pixel * way))
            assert not any(shape.contains(beyond) for shape in shapes), plain(m.text)


@each_scene
def test_the_list_below_the_pair_is_its_contact_info(name: str) -> None:
    """And only the form of it while one of its parts is asked."""
    scene = SCENES[name]
    known = scene.known
    for compare in ("", NOT_FLIPPED):
        moment = moment_at(scene, "Board", compare)
        (lens,) = [m for m in drawn(moment, 1).marks if isinstance(m, Inset)]
        told = [m.latex for m in lens.marks if isinstance(m, Symbol)]
        wrong = compare and (scene.row, scene.column) in SWAPPED and known.points
        n = -known.normal if wrong else known.normal
        coords = f"({fixed(n[0])}, {fixed(n[1])})".replace("−", "-").replace(" ", "")
        assert told[0].replace(" ", "") == rf"\hatn={coords}"
        assert told[1] == f"s={fixed(known.separation)}".replace("−", "-")
        assert [f"p_{k}" in told[2] for k in (1, 2)] == [len(known.points) >= k for k in (1, 2)]
        (lens,) = [m for m in drawn(replace(moment, is_open=True), 1).marks if isinstance(m, Inset)]
        assert [m.latex for m in lens.marks if isinstance(m, Symbol)] == ["?"] * 3
