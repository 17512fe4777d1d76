"""What SAT explained (S2) gets wrong, as `test_errata` has it for the other articles."""

from __future__ import annotations

import builtins
import dis
import sys
import types
from operator import attrgetter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from geometry import box, convex, resolve_overlaps, separation, support_ties
from geometry.sat.separating_axis import AxisTested
from geometry.vector import points
from lessons.pairs.dispatch import Dispatch
from lessons.shadows.point_on_line import PointOnALine
from lessons.shadows.vector_projection import VectorProjection
from tests.lessons.reckoning import between, gap, outline
from tests.lessons.second_edition import LESSONS, moments_of
from viz.lesson.ink import Ink
from viz.lesson.text import amount, fixed, plain
from viz.picture.theme import THEMES


def undefined(function: types.FunctionType) -> list[str]:
    """The names that a function looks up outside itself and that are nowhere."""
    names = {i.argval for i in dis.get_instructions(function) if i.opname == "LOAD_GLOBAL"}
    return sorted(name for name in names if name not in function.__globals__ and not hasattr(builtins, name))


def pushed(scene: str, rule: str) -> tuple[Any, Any]:
    """The lesson on pushes, at the last step of a scene with a faulty rule."""
    lesson = next(each for each in LESSONS if each.id == "minimum-translation")
    return lesson, moments_of(lesson, lesson.presets[scene].scene, rule)[-1]


class TestSatExplained:
    """S2."""

    def test_1_the_line_is_not_the_axis(self) -> None:
        lesson = next(each for each in LESSONS if each.id == "separating-line")
        scene = lesson.presets["Line taken for the axis"].scene
        moment = moments_of(lesson, scene, "shadows on the line")[3]
        a, b, line = scene.a.world, scene.b.world, scene.line
        along = line.vector / np.hypot(*line.vector)
        across = np.array((-along[1], along[0]))
        assert between(a, b, across) < 0.0 < between(a, b, along), "the line cuts both, its own shadows show a gap"
        page = lesson.page(moment)
        assert f"a gap of {amount(between(a, b, along))}, but the line does not separate" in plain(page.idea)
        assert f"the projections overlap by {amount(-between(a, b, across))}" in plain(page.sentence)

    def test_2_separated_shapes_are_not_pulled_together(self) -> None:
        lesson, moment = pushed("Apart", "no overlap test")
        a, b = moment.scene.shapes
        assert gap(a, b) > 0.1
        assert gap(a, b.moved(moment.faulty)) == pytest.approx(0.0, abs=1e-9)
        assert np.hypot(*moment.faulty) == pytest.approx(gap(a, b), abs=1e-6)
        told = f"The least |s| is {amount(gap(a, b))}. The rule moves B by it, although A and B are apart."
        assert plain(lesson.page(moment).sentence) == told
        assert moment.trace.result.translation is None

    def test_3_a_sign_turned_twice(self) -> None:
        lesson, moment = pushed("Long edge", "sign flipped twice")
        a, b = moment.scene.shapes
        right = moment.trace.result.translation
        assert moment.faulty == pytest.approx(-right)
        assert separation(a, b.moved(right)) == pytest.approx(0.0, abs=1e-12)
        left = -separation(a, b.moved(moment.faulty))
        assert left > 0.5
        told = f"B moves by {amount(np.hypot(*right))} and still overlaps A by {left:.2f}. "
        assert plain(lesson.page(moment).sentence).startswith(told)

    def test_4_raw_normals_choose_the_wrong_axis(self) -> None:
        lesson, moment = pushed("Long edge", "raw normals")
        a, b = moment.scene.shapes
        scores = []
        for shape in (a, b):
            for p, q in zip(shape.points, np.roll(shape.points, -1, axis=0), strict=True):
                size = float(np.hypot(*(q - p)))
                n = np.array((q[1] - p[1], p[0] - q[0])) / size
                scores.append((-between(a, b, n) * size, -between(a, b, n)))
        raw, least = min(scores)[1], min(depth for _, depth in scores)
        assert raw > 1.5 * least
        said = plain(lesson.page(moment).sentence)
        assert said.startswith(f"The least raw overlap is {amount(min(scores)[0])}, at ")
        assert said.endswith(f"There B moves by {amount(raw)}; {amount(least)} is enough.")
        lesson = VectorProjection()
        vectors = moments_of(lesson, lesson.presets["Long q"].scene, "raw dot product")[2]
        dotted = float(vectors.scene.p @ vectors.scene.q)
        assert vectors.faulty.value == pytest.approx(dotted)
        assert f"takes p·q = {fixed(dotted)} for the length" in plain(lesson.situation(vectors))
        assert dotted != pytest.approx(vectors.step.scalar, rel=0.1)

    def test_5_half_each_instead_of_a_little_more(self) -> None:
        lesson = next(each for each in LESSONS if each.id == "collision-response")
        scene = lesson.presets["Pushed too far"].scene
        moment = moments_of(lesson, scene, "0.51 each")[-1]
        depth = -separation(scene.a.world, scene.b.world)
        left = gap(*(shape.moved(by) for shape, by in zip(scene.shapes[:2], moment.faulty[1][1][:2], strict=True)))
        assert left == pytest.approx(0.02 * depth, rel=1e-6)
        assert f"A and B end {fixed(left)} apart" in plain(lesson.page(moment).idea)
        exact = [shape.moved(by) for shape, by in zip(scene.shapes, moment.trace.result.moved, strict=True)]
        assert gap(*exact[:2]) == pytest.approx(0.0, abs=1e-9)

    def test_6_displacement_is_not_work(self) -> None:
        heavy, light = box(1.8, 1.3), box(0.6, 0.6, (1.0, 0.0))
        by_mass = resolve_overlaps((heavy, light), (False, False), weights=(1.0 / 2.34, 1.0 / 0.36)).moved
        halves = resolve_overlaps((heavy, light), (False, False)).moved
        apart = [float(np.hypot(*(moved[1] - moved[0]))) for moved in (by_mass, halves)]
        assert apart == pytest.approx([-separation(heavy, light)] * 2)
        work = [2.34 * np.hypot(*a) + 0.36 * np.hypot(*b) for a, b in (by_mass, halves)]
        assert work[0] < 0.5 * work[1], "the same displacement, and less work"

    def test_7_the_code_shown_is_the_code_that_ran(self) -> None:
        """The article's listings use names that they do not define. What a lesson shows beside a step is the source
        of the very generator that made the step, and every name in it is defined."""
        seen = set()
        traces = [lesson.run(next(iter(lesson.presets.values())).scene) for lesson in LESSONS]
        for trace in traces:
            for lines in trace.lines:
                for line in lines:
                    if Path(line.file).parent.name == "examples":  # a program of somebody else's: no module of ours
                        continue
                    module = next(m for m in list(sys.modules.values()) if getattr(m, "__file__", None) == line.file)
                    ran = attrgetter(line.function)(module)  # "AllPairs.pairs" of a method
                    body = getattr(ran, "steps", ran)  # a phase that only others run is a plain generator
                    assert undefined(body) == []
                    assert line.line in range(body.__code__.co_firstlineno, body.__code__.co_firstlineno + 200)
                    seen.add(line.function)
        assert {"project_on_axis", "project_on_line", "separating_axis", "gjk"} <= seen
        scope: dict[str, Any] = {}
        exec("def draw_projection(polys, axis):\n    return project(poly, axis)", scope)
        assert undefined(scope["draw_projection"]) == ["poly", "project"], "the article's slip would be found"

    def test_16_what_has_no_direction_is_refused_and_ties_are_shown(self) -> None:
        with np.errstate(invalid="ignore"):
            assert np.isnan(np.float64(0.0) / np.float64(0.0)), "what the article's routines answer"
        for lesson, name in ((PointOnALine(), "No line"), (VectorProjection(), "Zero vector")):
            last = moments_of(lesson, lesson.presets[name].scene)[-1]
            assert isinstance(last.trace.refusal, ValueError)
            assert "no line" in lesson.situation(last) or "no direction" in lesson.situation(last)
        with pytest.raises(ValueError, match="must not be empty"):
            points([])
        with pytest.raises(ValueError, match="has no direction"):
            support_ties(box(1.0, 1.0), (0.0, 0.0))
        assert len(support_ties(box(1.0, 1.0), (0.0, 1.0))) == 2, "both of a tie, where a plain maximum names one"

    def test_18_pairs_grow_with_the_square(self) -> None:
        lesson = Dispatch()
        moment = moments_of(lesson, lesson.presets["Six kinds, fifty bodies"].scene)[-1]
        pairs, more = (sum(1 for i in range(n) for _ in range(i)) for n in (50, 100))
        assert lesson.situation(moment).endswith(f"50 bodies: {pairs:,} pairs to test.")
        assert "twice the bodies, about four times the pairs" in plain(lesson.page(moment).idea)
        assert more / pairs == pytest.approx(4.0, rel=0.02)

    def test_19_piece_by_piece_goes_too_far(self) -> None:
        a, c = convex(((-0.9, -0.9), (0.9, -0.9), (-0.9, 0.9))), convex(((0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)))
        b = box(0.8, 0.6, (0.5, -0.6))
        whole = outline(a).union(outline(c))
        assert whole.convex_hull.area == pytest.approx(whole.area), "the pieces fit together"
        moved = resolve_overlaps((a, b, c), (True, False, True)).moved[1]
        assert whole.intersection(outline(b.moved(moved))).area == pytest.approx(0.0, abs=1e-9)
        least = 0.9 - 0.3  # out of the square, downwards
        assert np.hypot(*moved) > 1.3 * least

    def test_20_a_circle_casts_shadows_but_offers_no_axes(self) -> None:
        lesson = next(each for each in LESSONS if each.id == "circles-and-sat")
        found = moments_of(lesson, lesson.presets["Gap missed by edges"].scene, "edges only")
        circle = found[0].scene.b.world
        tests = [m.step for m in found if isinstance(m.step, AxisTested)]
        assert len(tests) > 1
        for tested in tests:
            assert tested.projection_b.length == pytest.approx(2.0 * circle.radius)
        edges = max(t.separation for t in tests if t.axis.edge is not None)
        true = gap(found[0].scene.a.world, circle)
        assert edges < 0.0 < true
        text = plain(lesson.page(found[-1]).sentence)
        assert text.endswith(f"The rule says overlap {amount(-edges)}; the truth is a gap of {amount(true)}.")

    def test_21_the_scalar_projection_is_signed(self) -> None:
        lesson = VectorProjection()
        moment = moments_of(lesson, lesson.presets["Obtuse angle"].scene, "length without sign")[2]
        scalar = float(moment.scene.p @ moment.scene.q) / float(np.hypot(*moment.scene.q))
        assert scalar < 0.0
        assert f"The shadow points against q: {fixed(scalar)}." in plain(lesson.page(moment).sentence)
        assert f"takes the length {fixed(-scalar)} without its sign" in lesson.situation(moment)

    def test_23_not_colour_alone(self) -> None:
        for theme in THEMES.values():
            assert theme.style(Ink.A).hatched != theme.style(Ink.B).hatched
