"""The switch A − B / B − A of every lesson that draws a difference: the same picture at its negative, named so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.lessons.figures import drawn, labels, lesson_of, same
from tests.lessons.second_edition import LESSONS, moments_of, nested
from viz.export.svg import lesson_svg
from viz.lesson.conventions import OURS
from viz.lesson.difference import A_MINUS_B, B_MINUS_A, conventions_of, reflected, words
from viz.lesson.lesson import Lesson, Moment
from viz.lesson.mark import Crowd, Dot, Inset, Label, Mark, Region, Symbol, Unbounded
from viz.lesson.prediction import Click, Place
from viz.lesson.text import plain
from viz.picture.theme import THEMES
from viz.session.values import values

NAMES = ("minkowski-difference", "faces-of-the-difference", "gjk", "epa", "linear-cast", "gjk-ray-cast")
each_lesson = pytest.mark.parametrize("lesson", [lesson_of(name) for name in NAMES], ids=NAMES)


def pairs(lesson: Lesson[Any]) -> Iterator[tuple[Moment[Any], Moment[Any]]]:
    """Each moment of each preset as A − B and as B − A, halfway on the clock too."""
    for preset in lesson.presets.values():
        scenes = preset.scene, preset.scene.with_field("order", B_MINUS_A)
        ours, other = (moments_of(lesson, scene, preset.compare) for scene in scenes)
        for there, here in zip((*ours, *nested(lesson, ours)), (*other, *nested(lesson, other)), strict=True):
            for time in {there.time, 0.5}:
                yield replace(there, time=time), replace(here, time=time)


def placed(marks: list[Mark]) -> list[Mark]:
    """The marks without their words, small pictures and crowds left out."""
    bare = [mark._replace(text="") if isinstance(mark, Label) else mark for mark in marks]
    bare = [mark._replace(latex="") if isinstance(mark, Symbol) else mark for mark in bare]
    return [mark for mark in bare if not isinstance(mark, Crowd | Inset)]


def going_on(mark: Mark) -> Mark:
    """A line or region that ends below its view's title, which stays at the top, as if it went on: a line by its foot
    from the origin, and by the way along it that is not down."""
    if isinstance(mark, Unbounded):
        (x, y), d = mark.through, np.array(mark.direction)
        d *= np.sign(d[1]) or np.sign(d[0])
        foot = (x * d[1] - y * d[0]) * np.array((d[1], -d[0]))
        return mark._replace(through=_rounded(foot), direction=_rounded(d), one_sided=False)
    if isinstance(mark, Region) and mark.normals[-1][0] == 0.0:
        return mark._replace(through=mark.through[:-1], normals=mark.normals[:-1])
    return mark


def _rounded(at: Any) -> tuple[float, float]:
    x, y = (np.round(at, 9) + 0.0).tolist()
    return x, y


def dots(marks: list[Mark]) -> Any:
    return [mark.at for mark in marks if isinstance(mark, Dot)]


def test_every_lesson_with_the_switch_is_here() -> None:
    found = {
        lesson.id
        for lesson in LESSONS
        if any("order" in c[0] for c in next(iter(lesson.presets.values())).scene.controls())
    }
    assert {"edge-normals"} | set(NAMES) >= found >= set(NAMES)


@each_lesson
def test_the_pane_shows_the_same_at_its_negative(lesson: Lesson[Any]) -> None:
    for ours, other in pairs(lesson):
        there, here = (drawn(lesson, "space", moment) for moment in (ours, other))
        assert len(there.marks) == len(here.marks)
        assert same(dots(here.marks), -np.array(dots(there.marks)))
        box, turned = there.bounds(), here.bounds()
        assert box is not None
        assert turned is not None
        assert same(turned.low, -box.high)
        assert same(turned.high, -box.low)
        mine, twice, its = (placed(m) for m in (there.marks, [reflected(mark) for mark in here.marks], here.marks))
        if lesson.id == "gjk-ray-cast":  # whose lines end below the title
            assert list(map(going_on, twice)) == list(map(going_on, mine)), "twice is once"
            mine, its = ([m for m in each if not isinstance(m, Unbounded | Region)] for each in (mine, its))
        else:
            assert twice == mine, "twice is once"
        for mark, other_mark in zip(mine, its, strict=True):
            for name in mark._fields:  # type: ignore[union-attr]
                value = getattr(mark, name)
                if isinstance(value, tuple) and name != "feature":
                    assert same(getattr(other_mark, name), -np.array(value)), name


@each_lesson
def test_a_name_is_true_of_its_place(lesson: Lesson[Any]) -> None:
    seen = 0
    for ours, other in pairs(lesson):
        if ours.parent is not None:
            continue
        as_ours, as_other = r"a_?(\d+) *[−-] *b_?(\d+)", r"b_?(\d+) *[−-] *a_?(\d+)"
        for moment, form, wrong, sign in ((ours, as_ours, as_other, 1.0), (other, as_other, as_ours, -1.0)):
            a, b = moment.scene.a.world.points, moment.scene.b.world.points
            for text, at in labels(drawn(lesson, "space", moment)).items():
                assert (A_MINUS_B if sign < 0.0 else B_MINUS_A) not in text
                if found := re.search(form, text):
                    first, second = int(found[1]), int(found[2])
                    point = a[first] - b[second] if sign > 0.0 else b[first] - a[second]
                    seen += same(at, point, 1e-6)
                    assert same(at, point, 1e-6) or "region" in text, text
                assert not re.search(wrong, text)
    assert seen > 0 or lesson.id in ("linear-cast", "gjk-ray-cast")


@each_lesson
def test_nothing_is_computed_or_said_otherwise_and_nothing_is_asked_there(lesson: Lesson[Any]) -> None:
    for preset in lesson.presets.values():
        other = preset.scene.with_field("order", B_MINUS_A)
        for ours, moment in zip(moments_of(lesson, preset.scene), moments_of(lesson, other), strict=True):
            mine, page = lesson.page(ours), lesson.page(moment)
            assert (page.idea, page.formula, page.sentence, page.rows) == (
                mine.idea,
                mine.formula,
                mine.sentence,
                mine.rows,
            )
            assert lesson.situation(moment) == lesson.situation(ours)
            asked = page.prediction
            assert not (isinstance(asked, Place) and asked.pane == "space")
            if isinstance(asked, Click):
                inside = {m.feature for m in drawn(lesson, "space", moment).marks if hasattr(m, "feature")}
                assert not inside & set(asked.right)
            head = next(pane for pane in lesson.panes if pane.name == "space").head(moment)[0]
            assert A_MINUS_B not in head
            assert "a − b" not in head


def test_values_are_told_in_the_scene_s_order() -> None:
    lesson = lesson_of("gjk")
    scene = next(iter(lesson.presets.values())).scene
    moment = moments_of(lesson, scene)[1]
    other = scene.with_field("order", B_MINUS_A)
    assert conventions_of(scene, OURS) == OURS
    told, turned = (
        {row.path: row.text for row in values(moment.step, None, conventions_of(s, OURS))} for s in (scene, other)
    )
    x, y = moment.step.vertex.w
    assert told["vertex.w"] != turned["vertex.w"]
    numbers = [float(each.replace("−", "-")) for each in re.findall(r"[−]?\d+(?:\.\d+)?", turned["vertex.w"])]
    assert numbers == pytest.approx((-x, -y), abs=1e-4)


@each_lesson
def test_beside_the_formula_it_is_said_that_words_stay(lesson: Lesson[Any]) -> None:
    scene = next(iter(lesson.presets.values())).scene
    for each, is_said in ((scene, False), (scene.with_field("order", B_MINUS_A), True)):
        drawn_page = lesson_svg(lesson, moments_of(lesson, each)[-1], THEMES["dark"])
        assert ("words and formulas: A − B" in drawn_page) is is_said


@pytest.mark.parametrize(
    ("text", "there"),
    [
        ("A", "−A"),
        ("−B", "B"),
        ("0.50 B", "−0.50 B"),
        ("A − B,\nunknown to GJK", "B − A,\nunknown to GJK"),
        ("Difference space: every a − b", "Difference space: every b − a"),
        (r"$\boldsymbol{w}_{0}$ = a2 − b5", r"$-\boldsymbol{w}_{0}$ = b5 − a2"),
        (r"$\A{\boldsymbol a_2}-\B{\boldsymbol b_1}$", r"$\B{\boldsymbol b_1}-\A{\boldsymbol a_2}$"),
        (r"$\A{\boldsymbol a_{12}}-\B{\boldsymbol b_{1}}$", r"$\B{\boldsymbol b_{1}}-\A{\boldsymbol a_{12}}$"),
        (r"first direction $\hat d_0$", r"first direction $-\hat d_0$"),
        (r"$\A{A}\oplus s(-\B{B})$", r"$-(\A{A}\oplus s(-\B{B}))$"),
        (
            r"$\examined{\boldsymbol{w}}\cdot\gap{\boldsymbol{v}}$ = 1",
            r"$\examined{\boldsymbol{w}}\cdot\gap{\boldsymbol{v}}$ = 1",
        ),
        ("depth 0.35", "depth 0.35"),
        ("A0", "A0"),
        ("B not reflected:\napart by 0.20", "B not reflected:\napart by 0.20"),
    ],
)
def test_words_of_the_negative(text: str, there: str) -> None:
    assert words(text) == there
    assert plain(there)
