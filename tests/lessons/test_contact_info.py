"""Contact info: the board's 25 pairs against shapely, and what the chosen pair's contact knows."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from shapely import Polygon, affinity

from geometry import boundary, manifold, separation
from geometry.faulty.kind_table import not_flipped
from lessons.contact.contact_info import NOT_FLIPPED, ContactInfo
from lessons.contact.contact_info_asked import ARROW, overlap_along
from lessons.contact.contact_info_figure import take
from lessons.contact.contact_info_scene import KINDS, SHAPES, Board
from tests.lessons.second_edition import moments_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.mark import Arrow, Crowd, Dot, Label, Stroke
from viz.lesson.prediction import Choose, Place
from viz.lesson.text import fixed, plain

LESSON = ContactInfo()
SCENES = {name: preset.scene for name, preset in LESSON.presets.items()}
each_scene = pytest.mark.parametrize("name", SCENES)
SWAPPED = {(a, b) for i, a in enumerate(KINDS[:2]) for b in KINDS[i + 1 :]} - {("box", "circle")}


def part(kind: str, feature: Any) -> str:
    """A circle has one part, a vertex of a rounded shape is the centre of an arc."""
    is_arc = kind in ("capsule", "rounded") and feature.is_vertex
    return "circle" if kind == "circle" else f"{'arc' if is_arc else feature.kind.value} {feature.index}"


def moment_at(scene: Board, stage: str, compare: str = "") -> Moment[Board]:
    return next(m for m in moments_of(LESSON, scene, compare) if LESSON.story.stage(m) == stage)


def drawn(moment: Moment[Board], pane: int = 0) -> Canvas:
    canvas = Canvas(0.005)
    LESSON.panes[pane].draw(canvas, moment)
    return canvas


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
    if overlaps:
        rest = f" The other {25 - overlaps} are apart: green." if overlaps < 25 else ""
        assert said == f"{overlaps} of 25 pairs touch or overlap: marked red.{rest}"
    else:
        assert said == "All 25 pairs are apart: green."
    frames = {m.ink: len(m.segments) // 4 for m in drawn(moment_at(scene, "Board")).marks if isinstance(m, Crowd)}
    assert (frames.get(Ink.OVERLAP, 0), frames.get(Ink.GAP, 0)) == (overlaps, 25 - overlaps)
    assert LESSON.situation(moment_at(scene, "Board")).startswith(f"{overlaps} of 25")


@each_scene
def test_every_shape_stands_in_its_cell(name: str) -> None:
    scene = SCENES[name]
    middle, scale = scene.view
    crowds = [m for m in drawn(moment_at(scene, "Board")).marks if isinstance(m, Crowd) and m.ink in (Ink.A, Ink.B)]
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
    assert back in plain(LESSON.page(moment_at(scene, "Swapped")).sentence)
    canvas = drawn(moment_at(scene, "Normal"), 1)
    (arrow,) = [m for m in canvas.marks if isinstance(m, Arrow) and m.ink is Ink.EXAMINED]
    way = np.subtract(arrow.end, arrow.start)
    assert way / np.hypot(*way) == pytest.approx(known.normal)
    dots = [m for m in drawn(moment_at(scene, "Separation"), 1).marks if isinstance(m, Dot)]
    assert [(m.ink, m.at) for m in dots] == [
        (Ink.A, pytest.approx(tuple(known.on_a))),
        (Ink.B, pytest.approx(tuple(known.on_b))),
    ]


@each_scene
def test_the_board_has_an_arrow_along_every_normal_and_at_the_end_against_it(name: str) -> None:
    scene = SCENES[name]
    overlapping = [cell.found.normal for cell in scene.cells.values() if cell.found.points]
    for stage, sign in (("Normal", 1.0), ("Swapped", -1.0)):
        arrows = [m for m in drawn(moment_at(scene, stage)).marks if isinstance(m, Arrow)]
        ways = [np.subtract(m.end, m.start) for m in arrows]
        assert [way / np.hypot(*way) for way in ways] == [pytest.approx(sign * n) for n in overlapping]
        assert {m.ink for m in arrows} <= {Ink.EXAMINED if sign > 0.0 else Ink.ANSWER}
    assert not [m for m in drawn(moment_at(scene, "Points")).marks if isinstance(m, Arrow)]


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
    assert f"{every.count(2)} of the 25 pairs have two" in plain(LESSON.page(moment).sentence)
    board = [m for m in drawn(moment).marks if isinstance(m, Dot) and m.ink is Ink.ANSWER]
    assert len(board) == sum(every)
    last = [m for m in drawn(moment_at(scene, "Swapped")).marks if isinstance(m, Dot)]
    assert last == board, "they stay"
    world = [m.at for m in drawn(moment, 1).marks if isinstance(m, Dot) and m.ink is Ink.ANSWER]
    assert world == [pytest.approx(tuple(p.point)) for p in found.points]


@each_scene
def test_seven_cells_are_swapped_and_an_unflipped_normal_drives_them_together(name: str) -> None:
    scene = SCENES[name]
    assert {cell for cell, found in scene.cells.items() if found.swapped} == SWAPPED
    assert labels(drawn(moment_at(scene, "Function"))).count("swap") == 7
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
    last = [m for m in drawn(moment_at(scene, "Swapped", NOT_FLIPPED)).marks if isinstance(m, Arrow)]
    assert [m for m in last if m.ink is Ink.FAULTY] == pink, "at the end as well"
    assert {m.ink for m in last} <= {Ink.FAULTY, Ink.EXAMINED}


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
    scene = SCENES["Normal not flipped"]
    moment = moment_at(scene, "Normal", NOT_FLIPPED)
    ghosts = [m for m in drawn(moment, 1).marks if isinstance(m, Stroke) and m.ink is Ink.FAULTY and m.closed]
    b = scene.shapes[scene.column].moved(moment.faulty.move)
    assert np.mean(ghosts[0].points, axis=0) == pytest.approx(b.centroid)
    assert f"pushed: {fixed(-moment.faulty.separation)} deep" in labels(drawn(moment, 1))
    assert "into A instead of out" in LESSON.page(moment).idea
    assert fixed(-scene.known.separation) in LESSON.situation(moment)
    last = moment_at(scene, "Swapped", NOT_FLIPPED)
    assert next(m for m in drawn(last, 1).marks if isinstance(m, Stroke) and m.ink is Ink.FAULTY) == ghosts[0]
    assert "into A instead of out" in LESSON.page(last).idea
    assert {m.ink for m in drawn(last, 1).marks if isinstance(m, Arrow)} == {Ink.EXAMINED, Ink.FAULTY}
    told = plain(LESSON.page(last).sentence)
    assert f"not flipped: ({fixed(-scene.known.normal[0])}, {fixed(-scene.known.normal[1])})" in told


@each_scene
def test_exchanged_the_inks_stay_and_the_second_normal_is_reversed(name: str) -> None:
    scene = SCENES[name]
    canvas = drawn(moment_at(scene, "Swapped"), 1)
    arrows = {m.ink: np.subtract(m.end, m.start) for m in canvas.marks if isinstance(m, Arrow)}
    assert set(arrows) == {Ink.EXAMINED, Ink.ANSWER}
    assert arrows[Ink.EXAMINED] / np.hypot(*arrows[Ink.EXAMINED]) == pytest.approx(scene.known.normal)
    assert arrows[Ink.ANSWER] == pytest.approx(-arrows[Ink.EXAMINED])
    letters = {plain(m.text): m.ink for m in canvas.marks if isinstance(m, Label)}
    assert (letters["A"], letters["B"]) == (Ink.A, Ink.B)
    dots = [(m.ink, m.at) for m in canvas.marks if isinstance(m, Dot) and m.ink in (Ink.A, Ink.B)]
    assert dots == [
        (Ink.A, pytest.approx(tuple(scene.known.on_a))),
        (Ink.B, pytest.approx(tuple(scene.known.on_b))),
    ]


def test_a_tie_is_named() -> None:
    for name, scene in SCENES.items():
        way, (a, b) = scene.known.normal, polygons(scene, scene.row, scene.column)
        back = affinity.translate(b, *((scene.known.separation - 1e-3) * way))  # the opposite way out
        is_tie = scene.known.separation < 0.0 and a.distance(back) > 0.0
        assert scene.is_tie is is_tie
        assert ("equally short" in LESSON.page(moment_at(scene, "Normal")).idea) is is_tie
        assert ("tie" in LESSON.page(moment_at(scene, "Swapped")).idea) is is_tie
        assert is_tie is (name == "One centre")


def test_the_arrow_belongs_along_the_normal() -> None:
    scene = SCENES["Mixed"]
    asked = LESSON.page(moment_at(scene, "Function")).prediction
    assert isinstance(asked, Place)
    known = scene.known
    middle = (known.on_a + known.on_b) / 2.0
    assert asked.right[0] == pytest.approx(tuple(middle + ARROW * known.normal))

    def placed(degrees: float) -> Any:
        angle = math.atan2(known.normal[1], known.normal[0]) + math.radians(degrees)
        way = np.array((math.cos(angle), math.sin(angle)))
        return way, asked.judge((tuple(middle + ARROW * way),))

    assert placed(8.0)[1].right
    assert "from B to A" in placed(180.0)[1].because
    assert "n̂" not in plain(asked.text), "the normal has not been named yet"
    way, verdict = placed(60.0)
    assert verdict.head == "60° off"
    a, b = SHAPES[scene.row], scene.shapes[scene.column]
    push = overlap_along(a, b, way)
    assert push > -known.separation
    assert fixed(push) in verdict.because
    low, high = (np.asarray(boundary(shape, 1e-5)) @ way for shape in (b, a))
    assert push == pytest.approx(high.max() - low.min(), abs=1e-4)
    canvas = Canvas(0.01)
    verdict.draw(canvas, "world")
    (ghost,) = [m for m in canvas.marks if isinstance(m, Stroke)]
    assert ghost.ink is Ink.FAULTY
    assert np.mean(ghost.points, axis=0) == pytest.approx(b.centroid + push * way, abs=1e-3)
    assert LESSON.page(moment_at(SCENES["One centre"], "Function")).prediction is None
    assert LESSON.page(moment_at(SCENES["All apart"], "Function")).prediction is None


def test_with_b_first_the_arrow_belongs_against_the_normal() -> None:
    scene = SCENES["Mixed"]
    asked = LESSON.page(moment_at(scene, "Points")).prediction
    assert isinstance(asked, Place)
    middle = (scene.known.on_a + scene.known.on_b) / 2.0
    assert asked.right[0] == pytest.approx(tuple(middle - ARROW * scene.known.normal))
    assert asked.judge(asked.right).right
    same = asked.judge((tuple(middle + ARROW * scene.known.normal),))
    assert (same.right, same.head) == (False, "Not reversed")
    assert "°" in asked.judge(asked.start).head
    for verdict, ink in ((same, Ink.FAULTY), (asked.judge(asked.right), Ink.ANSWER)):
        canvas = Canvas(0.01)
        verdict.draw(canvas, "world")
        assert [m.ink for m in canvas.marks] == [ink]
    assert LESSON.page(moment_at(SCENES["One centre"], "Points")).prediction is None


def test_the_row_without_two_points_is_right() -> None:
    asked_at = [name for name in SCENES if LESSON.page(moment_at(SCENES[name], "Separation")).prediction]
    assert "Mixed" in asked_at
    for name in asked_at:
        scene = SCENES[name]
        asked = LESSON.page(moment_at(scene, "Separation")).prediction
        assert isinstance(asked, Choose)
        counts = {a: [len(manifold(SHAPES[a], b).points) for b in scene.shapes.values()] for a in KINDS}
        assert asked.right == {a for a, many in counts.items() if 2 not in many}
        assert tuple(asked.options) == KINDS
        for i, (a, many) in enumerate(counts.items()):
            verdict = asked.judge(a)
            assert verdict.right is (2 not in many)
            assert verdict.right or verdict.because.startswith(f"{many.count(2)} pair")
            canvas = Canvas(0.01)
            assert verdict.draw is not None
            verdict.draw(canvas, "board")
            frames = [m for m in canvas.marks if isinstance(m, Stroke)]
            shown = range(5) if verdict.right else [j for j, count in enumerate(many) if count == 2]
            assert {m.ink for m in canvas.marks} == {Ink.ANSWER if verdict.right else Ink.FAULTY}
            for j, frame in zip(shown, frames, strict=True):
                assert np.mean(frame.points, axis=0) == pytest.approx((j + 0.5, -i - 0.5))
            assert len(canvas.marks) - len(frames) == sum(many[j] for j in shown)


def test_a_press_on_the_board_chooses_a_cell_and_moves_b_in_all() -> None:
    moment = moment_at(SCENES["Mixed"], "Board")
    assert take(moment, np.array((5.4, -1.0))) is None
    assert take(moment, np.array((1.0, 0.2))) is None
    start = np.array((3.5, -2.5))
    follow = take(moment, start)
    assert follow is not None
    scene = follow(moment.scene, start, start + (0.1, -0.2))
    assert (scene.row, scene.column) == ("capsule", "polygon")
    assert (scene.place - moment.scene.place) * moment.scene.view[1] == pytest.approx((0.1, -0.2))


def test_the_challenge_is_met_half_way_in() -> None:
    def tried(x: float, y: float, row: str = "circle", column: str = "box") -> Any:
        return LESSON.challenge(moments_of(LESSON, Board(np.array((x, y)), row, column, 0.0))[0])

    assert tried(0.0, 0.55).reached
    assert tried(0.0, 0.55).now == "1.10 deep", "the push of 0.55 takes B to the middle: 0.60 + 0.50 to go"
    assert not tried(0.0, 0.9).reached
    assert tried(0.0, 1.3).now == "apart"
    assert tried(0.0, 0.55, "box", "circle").now == "not a swapped pair"
    assert not tried(0.0, 0.55, "box", "circle").reached


def test_names_are_those_of_the_kinds() -> None:
    canvas = drawn(moment_at(SCENES["Mixed"], "Board"))
    named = [(plain(m.text), m.at, m.ink) for m in canvas.marks if isinstance(m, Label)]
    for i, kind in enumerate(KINDS):
        assert any(text == kind and at[1] == -i - 0.5 and ink is Ink.A for text, at, ink in named)
        assert any(text == kind and at[0] == i + 0.5 and ink is Ink.B for text, at, ink in named)
    bold = [plain(m.text) for m in canvas.marks if isinstance(m, Label) and m.style.name == "BOLD"]
    assert sorted(bold) == ["box", "circle"]
    for m in drawn(moment_at(SCENES["Mixed"], "Swapped")).marks:
        if isinstance(m, Label) and m.style.name == "BOLD":
            assert m.ink is {"circle": Ink.A, "box": Ink.B}[plain(m.text)]
