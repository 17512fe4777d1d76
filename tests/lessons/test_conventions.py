"""Conventions: the two views, the board, what is asked, the cards and the engines, each by another reckoning."""

from __future__ import annotations

import itertools
import math
import re
from dataclasses import fields, replace

import numpy as np
import pymunk
import pytest

from geometry import point, separation
from geometry.conventions import Conventions, changed_by
from geometry.engine.told import KINDS, Told, computed, put_into
from geometry.faulty.conventions import flipped_twice, vertices_only
from geometry.outline import signed_area
from lessons.labs.conventions import TWICE, VERTICES, ConventionsLab
from lessons.labs.conventions_asked import way_out, with_y
from lessons.labs.conventions_board import numbers, switches, take
from lessons.labs.conventions_figure import touching
from lessons.labs.conventions_scene import ASKED, CARDS, NAMES, NUMBERS, ON_CARD, Spoken, is_changed, number
from tests.lessons.figures import drawn, labels, moments
from tests.lessons.second_edition import moments_of
from viz.lesson.canvas import Canvas
from viz.lesson.engines import ENGINES, SWITCHES, engine_of, words_of
from viz.lesson.ink import Ink, Line
from viz.lesson.mark import Area, Arrow, Dot, Inset, Stroke
from viz.lesson.prediction import Adjust, Place, Verdict
from viz.lesson.text import plain
from viz.picture.framing import frame

LESSON = ConventionsLab()
ALL = [Conventions(*switched) for switched in itertools.product((False, True), repeat=6)]
each_scene = pytest.mark.parametrize("name", LESSON.presets)


def same(a: Told, b: Told) -> bool:
    return all(np.array_equal(getattr(a, name), getattr(b, name)) for name in Told.__annotations__)


def on_board(verdict: Verdict) -> Canvas:
    """What a verdict draws on the board."""
    canvas = Canvas(1.0)
    assert verdict.draw is not None
    verdict.draw(canvas, "board")
    return canvas


@each_scene
def test_both_views_draw_the_same_shapes_whatever_is_on(name: str) -> None:
    for moment in moments(LESSON, name):
        outlines = [
            [m.points for m in drawn(LESSON, pane, moment).marks if isinstance(m, Area) and m.ink in (Ink.A, Ink.B)][
                :2
            ]
            for pane in ("here", "there")
        ]
        assert outlines[0] == outlines[1]
        a, b = moment.scene.shapes
        if moment.is_last:
            b = touching(moment.scene)
            assert separation(a, b) == pytest.approx(0.0, abs=1e-9)
        for shape, outline in zip((a, b), outlines[0], strict=True):
            assert np.array_equal(shape.points, outline)


@each_scene
def test_each_step_turns_its_switches_and_no_other(name: str) -> None:
    scene = LESSON.presets[name].scene
    steps = LESSON.run(scene).steps
    ours = computed(*scene.shapes, scene.b.pose.angle, scene.spin)
    assert same(steps[0].told, ours)
    seen: set[str] = set()
    for step in steps:
        seen |= set(step.turned)
        wanted = Conventions(**{each: each in seen and each in scene.there for each in NAMES})
        assert step.so_far == wanted
        assert same(put_into(step.told, wanted), ours), "and back again, bit by bit"
    assert seen == set(NAMES)


def signs(there: Conventions) -> dict[str, np.ndarray]:
    """The factors written down by hand, to be held against the mapping."""
    y = -1.0 if there.y_down else 1.0
    n, d = (-1.0 if on else 1.0 for on in (there.normal_b_to_a, there.b_minus_a))
    w, p = (-1.0 if on else 1.0 for on in (there.clockwise, there.depth_negative))
    found = {"vertex": (1.0, y), "angle": y, "spin": y, "area": y * w, "normal": (n, n * y), "nearest": (d, d * y)}
    return {k: np.array(v) for k, v in {**found, "depth": p, "distance": 1.0, "energy": 1.0}.items()}


@pytest.mark.parametrize("there", ALL, ids=lambda there: ", ".join(words_of(there, only_changed=True)) or "ours")
def test_every_number_changes_as_its_kind_says(there: Conventions) -> None:
    ours = LESSON.presets["Everything opposite"].scene.here
    theirs = put_into(ours, there)
    for name, factor in signs(there).items():
        assert np.array_equal(getattr(theirs, name), getattr(ours, name) * factor), name
    assert theirs.touching is not there.touching_is_apart
    mirrored = theirs.outline * (1.0, -1.0 if there.y_down else 1.0)
    order = [0, *range(len(mirrored) - 1, 0, -1)] if there.clockwise else list(range(len(mirrored)))
    assert np.array_equal(mirrored, ours.outline[order])
    assert {*KINDS, "outline", "touching"} == set(Told.__annotations__)


def test_the_glass_there_shows_the_normal_from_the_shape_that_is_taken_first() -> None:
    moment = moments(LESSON, "Everything opposite")[3]
    n = moment.scene.here.normal
    for pane, sign in (("here", 1.0), ("there", -1.0)):
        (arrow,) = [m for m in drawn(LESSON, pane, moment).marks if isinstance(m, Arrow) and m.ink is Ink.EXAMINED]
        way = np.subtract(arrow.end, arrow.start)
        assert way / math.hypot(*way) == pytest.approx(sign * n)
    told = labels(drawn(LESSON, "there", moment), Ink.EXAMINED)
    assert any(text.startswith("n̂ = (−0.42, −0.91)") for text in told), told


def test_the_mirror_folds_from_below_the_x_axis_onto_the_shapes() -> None:
    moment = moments(LESSON, "Screen, y down")[1]
    for time, part in ((0.0, -1.0), (0.5, 0.0), (0.999999, 1.0)):
        marks = drawn(LESSON, "there", replace(moment, time=time)).marks
        folded = [m for m in marks if isinstance(m, Stroke) and m.ink is Ink.EXAMINED and m.closed]
        for shape, stroke in zip(moment.scene.shapes, folded, strict=True):
            assert np.allclose(stroke.points, shape.points * (1.0, part), atol=1e-5)
    marks = drawn(LESSON, "there", replace(moment, time=1.0)).marks
    assert not [m for m in marks if isinstance(m, Stroke) and m.ink is Ink.EXAMINED and m.closed]


def test_a_press_on_the_board_flips_a_switch_and_marks_a_number_only_while_that_is_asked() -> None:
    found = moments(LESSON, "Everything opposite")
    for cell in switches():
        at = np.array((cell.left + 5.0, cell.top - 5.0))
        assert take(found[0], at) is None, "which switch changes which number is asked there"
        for moment in (found[1], found[-1]):
            follow = take(moment, at)
            assert follow is not None
            scene = follow(moment.scene, at, at)
            assert isinstance(scene, Spoken)
            assert set(scene.there) == set(moment.scene.there) ^ {cell.name}
            assert set(scene.flipped(cell.name).there) == set(moment.scene.there)
    for cell in numbers():
        at = np.array((cell.left + 5.0, cell.top - 5.0))
        follow = take(found[0], at)
        assert (follow is None) is (cell.name not in ASKED)
        if follow is None:
            continue
        scene = follow(found[0].scene, at, at)
        assert isinstance(scene, Spoken)
        assert scene.marked == (cell.name,)
        assert take(found[1], at) is None
    assert take(found[0], np.array((-5.0, 5.0))) is None


def test_which_numbers_change_with_y_is_judged_one_by_one() -> None:
    moment = moments(LESSON, "Everything opposite")[0]
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Adjust)
    factors = signs(Conventions(y_down=True))
    assert with_y(moment.scene) == {name for name in ASKED if np.any(factors.get(name, 1.0) != 1.0)}
    assert with_y(moment.scene) == {"vertex", "angle", "spin"}
    right = asked.right(moment.scene)
    assert asked.judge(right).right
    told = labels(on_board(asked.judge(right)), Ink.ANSWER)
    assert [plain(each) for each in told] == ["(0.38, 1.17)", "−25°", "−2.00"]
    for name in ASKED:
        verdict = asked.judge(right.with_mark(name))
        assert not verdict.right
        assert ("too many" in verdict.head) is (name not in with_y(moment.scene))
        (cell,) = [each for each in numbers() if each.name == name]
        drawn_there = on_board(verdict).marks
        assert [m.points for m in drawn_there if isinstance(m, Stroke) and m.ink is Ink.FAULTY] == [cell.outline]
        crosses = [m for m in drawn_there if isinstance(m, Dot)]
        assert len(crosses) == (name not in with_y(moment.scene)), "what is missing is no mistake"
    nothing = asked.judge(moment.scene)
    assert nothing.head == "Nothing chosen"
    assert not nothing.counts, "no try"
    assert nothing.draw is None, "nothing is given away"
    assert "do not know up from down" in asked.judge(right.with_mark("distance")).because


def test_the_move_is_judged_by_its_way_and_its_length() -> None:
    scene = LESSON.presets["Everything opposite"].scene
    asked = way_out(scene)
    assert isinstance(asked, Place)
    b, n, depth = scene.shapes[1].centroid, scene.here.normal, scene.here.depth
    moved = scene.shapes[1].moved(np.array(asked.right[0]) - b)
    assert separation(scene.shapes[0], moved) == pytest.approx(0.0, abs=1e-9)
    y = np.array((1.0, -1.0))
    for way, right, head in (
        (depth * n, True, ""),
        (1.2 * depth * n, True, ""),
        (1.5 * depth * n, False, "Another length"),
        (-depth * n, False, "The opposite way"),
        (-depth * n * y, False, "Another direction"),  # the printed numbers, read as ours
        (0.0 * n, False, "The opposite way"),
    ):
        verdict = asked.judge(((float(b[0] + way[0]), float(b[1] + way[1])),))
        assert (verdict.right, verdict.head) == (right, head), way
    aside = np.array((-n[1], n[0]))
    said = {"y down": "y down changed the sign of its y", "B to A": "B to A changed both signs"}
    for on, words in ((("y_down",), {"y down"}), (("normal_b_to_a",), {"B to A"}), (NAMES, set(said)), ((), set())):
        other = way_out(replace(scene, there=on))
        assert isinstance(other, Place)
        because = other.judge((tuple((b + aside).tolist()),)).because
        assert {each for each, told in said.items() if told in because} == words
        there = put_into(scene.here, Conventions(**dict.fromkeys(on, True)))
        told = ", ".join(f"{each:.2f}" for each in there.normal).replace("-", "−")
        assert f"n̂ = ({told}). Drag" in plain(other.text), "the sign of the depth is no question yet"


@each_scene
def test_each_card_has_exactly_one_setting_that_fits(name: str) -> None:
    scene: Spoken = LESSON.presets[name].scene
    without = [each for each in ALL if not each.b_minus_a]
    for place, card in enumerate(CARDS, 1):
        shown = replace(scene, card=place)
        assert same(shown.printed, put_into(scene.here, card))
        fitting = [each for each in without if all(
            not is_changed(line, put_into(scene.here, each), shown.printed) for line in ON_CARD
        )]  # fmt: skip
        assert fitting == [card]
        solved = replace(shown, there=tuple(each for each in NAMES if getattr(card, each)))
        assert set(solved.agreeing) == set(ON_CARD)
    assert len(set(CARDS)) == len(CARDS)


def test_the_challenge_is_met_by_the_switches_of_the_card_alone() -> None:
    scene = LESSON.presets["Everything opposite"].scene
    for place, card in enumerate(CARDS, 1):
        for there in (card, replace(card, b_minus_a=True), replace(card, clockwise=not card.clockwise)):
            on = tuple(each for each in NAMES if getattr(there, each))
            last = moments_of(LESSON, replace(scene, card=place, there=on))[-1]
            challenge = LESSON.challenge(last)
            assert challenge is not None
            assert challenge.reached is (replace(there, b_minus_a=False) == card)
            assert challenge.now == f"{5 if challenge.reached else 4} of 5 numbers agree"


def test_the_slips_are_seen_by_what_they_do() -> None:
    for name, rule, compare in (("Screen, y down", vertices_only, VERTICES), ("Matter.js", flipped_twice, TWICE)):
        scene: Spoken = LESSON.presets[name].scene
        found = rule(scene.here, scene.conventions)
        (a, b), n = scene.shapes, scene.here.normal
        assert found.error == pytest.approx(math.acos(float(found.shown @ n)))
        deep = -separation(a, b.moved(scene.here.depth * found.shown))
        assert deep > scene.here.depth
        told = plain(LESSON.situation(moments(LESSON, name, compare)[3]))
        assert f"{math.degrees(found.error):.0f}° off" in told
        assert told.endswith(f"is {deep:.2f} deep.")
        way = "against" if scene.conventions.normal_b_to_a else "along"
        assert f"B moved {scene.here.depth:.2f} {way} it" in told
        marks = drawn(LESSON, "there", moments(LESSON, name, compare)[3]).marks
        ghosts = [m for m in marks if isinstance(m, Stroke) and m.ink is Ink.FAULTY and m.closed]
        sign = -1.0 if scene.conventions.normal_b_to_a else 1.0
        arrow = next(m for m in marks if isinstance(m, Arrow) and m.ink is Ink.FAULTY)
        drawn_way = np.subtract(arrow.end, arrow.start) / math.hypot(*np.subtract(arrow.end, arrow.start))
        assert np.allclose(ghosts[0].points, b.points + sign * scene.here.depth * drawn_way)
    down = LESSON.presets["Screen, y down"].scene
    slope = math.atan2(down.here.normal[1], down.here.normal[0])
    error = vertices_only(down.here, down.conventions).error
    assert error == pytest.approx(abs(math.remainder(2.0 * slope, math.tau))), "twice the slope of the normal"
    ours = Conventions()
    assert vertices_only(down.here, ours).error == flipped_twice(down.here, ours).error == 0.0


def told_with(scene: Spoken, name: str, there: Conventions) -> str:
    return number(name, getattr(put_into(scene.here, there), name))


@each_scene
def test_a_number_is_open_just_where_what_is_not_known_could_change_it(name: str) -> None:
    """Against all settings that the checked switches leave possible: what is read there must fit each of them."""
    scene: Spoken = LESSON.presets[name].scene
    open_switches = sorted(scene.is_not_checked)
    known = {each: each in scene.there for each in NAMES if each not in scene.is_not_checked}
    possible = [
        Conventions(**known, **dict(zip(open_switches, on, strict=True)))
        for on in itertools.product((False, True), repeat=len(open_switches))
    ]
    result = LESSON.run(scene).result
    for line in NUMBERS:
        readings = {told_with(scene, line, each) for each in possible}
        if line == "depth" and scene.engine == "Box2D":
            readings = {"−0.21"}  # of the skins too
        told = scene.told_there(line, result)
        if len(readings) == 1:
            assert {told} == readings
        else:
            assert told == "–"
    assert {name for name in NUMBERS if scene.unknown(name)} == (
        {"nearest"} if scene.engine == "Matter.js" else set()
    )


@each_scene
def test_the_right_view_says_which_way_y_counts(name: str) -> None:
    for moment in moments(LESSON, name):
        scene = moment.scene
        for pane in ("here", "there"):
            insets = [m.title for m in drawn(LESSON, pane, moment).marks if isinstance(m, Inset)]
            said = [title for title in insets if title.startswith("y")]
            is_there = pane == "there"
            if moment.index > 1 or (is_there and moment.index == 0):
                assert said == ["y down" if is_there and scene.conventions.y_down else "y up"]


def test_a_comparison_shows_the_right_move_beside_the_wrong_one() -> None:
    for name, compare in (("Everything opposite", VERTICES), ("Everything opposite", TWICE), ("Matter.js", TWICE)):
        moment = moments(LESSON, name, compare)[-2]
        (a, b), scene = moment.scene.shapes, moment.scene
        found = {}
        for pane, ink in (("here", Ink.ANSWER), ("there", Ink.FAULTY)):
            (ghost,) = [
                m for m in drawn(LESSON, pane, moment).marks if isinstance(m, Stroke) and m.closed and m.ink is ink
            ]
            found[pane] = separation(a, b.moved(np.subtract(ghost.points[0], b.points[0])))
            assert len(ghost.points) == len(b.points)
        assert found["here"] == pytest.approx(0.0, abs=1e-9)
        assert found["there"] < -scene.here.depth
        assert f"{-found['there']:.2f} deep" in plain(LESSON.situation(moment))
        told = [plain(each) for each in labels(drawn(LESSON, "there", moment), Ink.FAULTY)]
        assert f"B moved: {-found['there']:.2f} deep" in told


def test_with_all_other_switches_on_only_the_y_of_the_normal_is_wrong() -> None:
    scene: Spoken = LESSON.presets["Everything opposite"].scene
    found = vertices_only(scene.here, scene.conventions)
    n = scene.here.normal
    assert np.allclose(found.shown, n * (1.0, -1.0))
    assert np.array_equal(found.told.outline, put_into(scene.here, scene.conventions).outline)
    assert found.told.depth == -scene.here.depth


def test_a_scene_of_an_engine_has_its_switches() -> None:
    for preset in LESSON.presets.values():
        scene: Spoken = preset.scene
        if scene.engine:
            engine = ENGINES[scene.engine]
            chosen = {"y_down": True, "clockwise": True} if engine.free else {}
            assert scene.conventions == replace(engine.conventions, **chosen)
            assert scene.is_not_checked == set(NAMES) - {*engine.known, *engine.free}
            assert set(engine.fields) <= set(NUMBERS)
            assert not scene.is_not_checked & set(scene.there), "what is on was checked"
    assert set(SWITCHES) == {each.name for each in fields(Conventions)} == set(NAMES)
    assert engine_of(Conventions()) == "Separatrix"
    assert engine_of(Conventions(clockwise=True)) == ""


def test_pymunk_lists_vertices_so_that_the_area_is_positive_which_with_y_down_is_clockwise_on_the_screen() -> None:
    scene: Spoken = LESSON.presets["pymunk, y down"].scene
    mirrored = scene.shapes[0].points * (1.0, -1.0)
    poly = pymunk.Poly(pymunk.Body(1, 1), [tuple(p) for p in mirrored.tolist()])
    listed = np.array(poly.get_vertices())
    area = signed_area(listed)
    told = LESSON.run(scene).result
    assert area == pytest.approx(told.area) == pytest.approx(poly.area)
    assert area > 0.0
    assert signed_area(listed * (1.0, -1.0)) < 0.0, "as the screen shows it"
    sentence = plain(LESSON.page(moments(LESSON, "pymunk, y down")[2]).sentence)
    assert sentence == (
        f"There, vertices are listed so that S > 0. With y down this is clockwise on the screen: S = {area:.2f}."
    )


def test_the_numbers_of_pymunk_are_those_of_a_run() -> None:
    scene: Spoken = LESSON.presets["pymunk, y down"].scene
    told, found = LESSON.run(scene).result, []
    bodies = [pymunk.Body(1, 1) for _ in scene.shapes]  # a shape holds its body but weakly
    for shape, body in zip(scene.shapes, bodies, strict=True):
        found.append(pymunk.Poly(body, [(x, -y) for x, y in shape.points.tolist()]))
        found[-1].cache_bb()
    hit = found[0].shapes_collide(found[1])
    assert tuple(hit.normal) == pytest.approx(told.normal)
    assert min(point.distance for point in hit.points) == pytest.approx(told.depth)
    names = ENGINES["Chipmunk, pymunk"].fields
    assert hasattr(hit, names["normal"])
    assert hasattr(hit, names["touching"])
    assert hasattr(hit.points[0], names["depth"])
    assert hasattr(found[0], names["area"])
    assert all(hasattr(found[0].body, names[each]) for each in ("vertex", "angle"))


def test_the_engines_own_names_stand_below_their_numbers() -> None:
    for name, preset in LESSON.presets.items():
        scene: Spoken = preset.scene
        for moment in moments(LESSON, name):
            texts = labels(drawn(LESSON, "board", moment))
            fields_there = ENGINES[scene.engine].fields if scene.engine else {}
            assert ("field" in texts) is bool(fields_there)
            assert all(each in texts for each in fields_there.values())
    last = moments(LESSON, "Rapier")[5]
    assert last.step.told.depth == pytest.approx(separation(*last.scene.shapes))
    assert last.step.told.depth > 0.0
    told = [plain(each) for each in labels(drawn(LESSON, "there", last))]
    assert f"s = {last.step.told.depth:.2f}, distance {last.step.told.depth:.2f}" in told


def test_the_first_sentence_of_an_engine_counts_what_differs() -> None:
    said = {
        "Screen, y down": "1 convention: y axis.",
        "Box2D": "2 conventions: difference, depth. Its depths also count skins of 0.02.",
        "pymunk, y down": "4 conventions: y axis, winding, difference, depth.",
        "Matter.js": "4 conventions: y axis, winding, normal, touching.",
        "Rapier": "1 convention: depth.",
    }
    for name, words in said.items():
        sentence = plain(LESSON.page(moments(LESSON, name)[0]).sentence)
        assert sentence == f"Here and there differ in {words}"


def test_a_number_that_an_engine_has_none_of_is_a_dash() -> None:
    last = moments(LESSON, "Matter.js")[-1]
    assert last.scene.told_there("nearest", last.step.told) == "–"
    sentence = plain(LESSON.page(moments(LESSON, "Matter.js")[4]).sentence)
    assert sentence == "Matter.js 0.20.0 tests separating axes: it forms no difference and reports no w."


def test_the_sentences_tell_each_change_of_sign_of_a_pair() -> None:
    """Each is held against factors written down by hand, whatever is on."""
    scene: Spoken = LESSON.presets["Everything opposite"].scene
    for index, name, switch in ((3, "normal", "normal_b_to_a"), (4, "nearest", "b_minus_a")):
        x, y = getattr(scene.here, name).tolist()
        for down, other in itertools.product((False, True), repeat=2):
            on = (*(("y_down",) if down else ()), *((switch,) if other else ()))
            moment = moments_of(LESSON, replace(scene, there=on))[index]
            sentence = plain(LESSON.page(moment).sentence)
            chain = [(x, y)] + [(x, -y)] * down + [(-x, -y if not down else y)] * other
            told = re.findall(r"\(−?[\d.]+, −?[\d.]+\)", sentence)
            assert told == [f"({u:.2f}, {v:.2f})".replace("-", "−") for u, v in chain]
            n = -1.0 if other else 1.0
            assert getattr(moment.step.told, name) == pytest.approx((n * x, (-n if down else n) * y))


@each_scene
def test_both_views_have_one_zoom_at_every_step(name: str) -> None:
    panes = {pane.name: pane for pane in LESSON.panes}
    for compare in ("", VERTICES, TWICE):
        for moment in moments(LESSON, name, compare):
            for size, scale in (((448.0, 433.0), 1.0), ((720.0, 673.0), 1.25)):
                steps = range(moment.index, moment.index + 1)
                here, there = (
                    frame(panes[each], moment, size, scale, steps=steps, times=(1.0,)) for each in ("here", "there")
                )
                assert here.scale == pytest.approx(there.scale, rel=1e-9)
                assert here.center == pytest.approx(there.center, abs=1e-9)


def test_the_question_which_numbers_change_is_not_answered_by_the_table() -> None:
    found = moments(LESSON, "Everything opposite")
    asked = labels(drawn(LESSON, "board", found[0]))
    assert "y axis" in asked
    assert not {"never change", "winding on screen", "clockwise", "negative"} & set(asked)
    assert "never change" in labels(drawn(LESSON, "board", found[1]))


def test_each_number_stands_below_a_switch_that_changes_it_or_below_none() -> None:
    groups = {cell.name: cell for cell in switches()}
    for cell in numbers():
        middle = cell.left + cell.width / 2.0
        above = [name for name, each in groups.items() if each.left <= middle <= each.left + each.width]
        changing = changed_by(KINDS[cell.name]) if cell.name in KINDS else ("touching_is_apart",)
        assert len(above) == bool(changing)
        assert set(above) <= set(changing)


def test_the_board_does_not_tell_the_normal_before_it_is_asked_for() -> None:
    """The answer is depth times the normal, which the nearest point is as well."""
    found = moments(LESSON, "Everything opposite")
    here = found[0].scene.here
    for moment in found:
        told = " ".join(labels(drawn(LESSON, "board", moment)))
        for value in (here.normal, here.nearest):
            x = f"{abs(value[0]):.2f}, "
            assert (x in told) is (moment.index >= 3)


@each_scene
def test_b_moved_out_is_named_in_both_views_and_against_a_normal_from_b_to_a(name: str) -> None:
    for compare in ("", VERTICES, TWICE):
        for moment in moments(LESSON, name, compare):
            (a, b), depth = moment.scene.shapes, -separation(*moment.scene.shapes)
            is_slip = compare != "" and LESSON.situation(moment) != LESSON.situation(moments(LESSON, name)[0])
            for pane in ("here", "there"):
                canvas = drawn(LESSON, pane, moment)
                told = [plain(each) for each in labels(canvas, Ink.B) if "moved" in each]
                ghosts = [m for m in canvas.marks if isinstance(m, Stroke) and m.closed and m.line is Line.END]
                if (
                    moment.index != 3
                    or depth <= 0.0
                    or is_slip
                    or (pane == "there" and moment.scene.unknown("normal"))
                ):
                    assert not told
                    continue
                against = " against n̂" if pane == "there" and moment.scene.conventions.normal_b_to_a else ""
                assert told == [f"B moved{against}: just touching"]
                way = np.subtract(ghosts[0].points[0], b.points[0])
                assert separation(a, b.moved(way)) == pytest.approx(0.0, abs=1e-9)


@each_scene
def test_the_last_step_moves_b_until_it_just_touches_and_marks_a_contact_in_white(name: str) -> None:
    last = moments(LESSON, name)[-1]
    a, b = last.scene.shapes[0], touching(last.scene)
    s = f"{abs(separation(*last.scene.shapes)):.2f}"
    assert s in plain(LESSON.situation(last))
    for pane, is_contact in (("here", True), ("there", not last.scene.conventions.touching_is_apart)):
        canvas = drawn(LESSON, pane, last)
        assert f"s = 0: {'contact' if is_contact else 'no contact'}" in [plain(each) for each in labels(canvas)]
        white = [m.at for m in canvas.marks if isinstance(m, Dot) and m.ink is Ink.ANSWER]
        white += [p for m in canvas.marks if isinstance(m, Stroke) and m.ink is Ink.ANSWER for p in m.points]
        assert bool(white) is is_contact
        for p in white:
            assert separation(a, point(p)) == pytest.approx(0.0, abs=1e-9)
            assert separation(b, point(p)) == pytest.approx(0.0, abs=1e-9)
    assert "at gap 0" in labels(drawn(LESSON, "board", last)), "what is yes there is not about this scene"


def test_winding_is_said_of_the_screen_and_what_no_program_reads_is_marked() -> None:
    for name in LESSON.presets:
        for moment in moments(LESSON, name)[1:]:
            texts = labels(drawn(LESSON, "board", moment))
            assert "winding on screen" in texts
            assert "winding" not in texts
    inner = {name: engine.fields["nearest"] for name, engine in ENGINES.items() if "nearest" in engine.fields}
    assert set(inner) == {"Box2D", "Chipmunk, pymunk", "Rapier"}
    assert all(each.endswith(" (internal)") for each in inner.values())
    box2d = pytest.importorskip("Box2D")
    assert ENGINES["Box2D"].title == f"Box2D (pybox2d {box2d.__version__})", "the version is the package's"


def test_a_normal_that_stays_is_told_without_other_symbols() -> None:
    for name in LESSON.presets:
        moment = moments(LESSON, name)[3]
        same_there = bool(np.array_equal(moment.step.told.normal, moment.scene.here.normal))
        assert ("there" in LESSON.page(moment).formula) is same_there
