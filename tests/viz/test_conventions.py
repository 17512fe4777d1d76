"""Numbers told in another engine's conventions: one mapping, its own inverse, and nothing computed in another one."""

from __future__ import annotations

import dataclasses
import itertools
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import viz
from geometry import box, circle, convex, gjk, minimum_translation, rounded, separating_axis
from geometry.conventions import Conventions, Quantity
from geometry.outcome import Outcome
from geometry.outline import signed_area
from tests.lessons.second_edition import LESSONS, moments_of, nested
from viz.files.pasted import outlines
from viz.lesson import conventions as told
from viz.lesson.conventions import (
    NAMES,
    OURS,
    badge,
    from_setting,
    points_told,
    quantity_of,
    shown,
    staying,
    to_setting,
)
from viz.lesson.engines import ENGINES, words_of
from viz.picture.grid import grid_lines, grid_numbers
from viz.picture.view import View
from viz.session.values import UNTOLD, _fields, _opens, number, values

ALL = [Conventions(*switched) for switched in itertools.product((False, True), repeat=6)]
DOWN = Conventions(y_down=True)
Field = tuple[str, str, str, Any]


def fields_of(record: Any, depth: int = 0) -> list[Field]:
    """Record, name, note and value of the fields that Values shows."""
    found: list[Field] = []
    kind: type = type(record)
    if not dataclasses.is_dataclass(kind):
        return found
    for name, note in _fields(kind):
        value = getattr(record, name)
        found.append((kind.__name__, name, note, value))
        inner: type = type(value)
        if depth < 2 and _opens(inner):
            found += fields_of(value, depth + 1)
    return found


@pytest.fixture(scope="module")
def every_field() -> dict[tuple[str, str], list[Field]]:
    """All fields of all steps of the first scenes of all lessons."""
    found: dict[tuple[str, str], list[Field]] = {}
    for lesson in LESSONS:
        for preset in list(lesson.presets.values())[:3]:
            moments = moments_of(lesson, preset.scene)
            for moment in (*moments, *itertools.islice(nested(lesson, moments), 15)):
                for each in fields_of(moment.step):
                    found.setdefault(each[:2], []).append(each)
    return found


def test_every_field_that_is_named_is_one_of_a_step(every_field: dict[tuple[str, str], list[Field]]) -> None:
    """A field that was renamed would silently stay as it is."""
    named = told._STAYS | told._OF_DIFFERENCE | told._TURNS | told._AREAS | told._DEPTHS
    records = {record for record, _ in every_field}
    assert {record for record, _ in named} <= records
    assert not {(record, name) for record, name in named if record in records} - set(every_field)


def test_every_pair_of_numbers_has_a_kind_and_contact_normals_are_those_from_a_to_b(
    every_field: dict[tuple[str, str], list[Field]],
) -> None:
    normals = set()
    for record, name in every_field:
        for _, _, note, value in every_field[record, name]:
            if isinstance(value, np.ndarray) and value.shape == (2,):
                kind = quantity_of(record, name, note, value)
                assert kind in (None, Quantity.POINT, Quantity.NORMAL, Quantity.DIFFERENCE)
                if kind is Quantity.NORMAL:
                    normals.add(record)
    assert {"AxisTested", "Manifold", "GjkDistance", "Penetration", "Contact", "TimeOfImpact"} <= normals
    assert not normals & {"EdgeMeasured", "ReferenceEdge", "IncidentEdge", "RayCast", "PointQuery", "SidePlane"}


@pytest.mark.parametrize("conventions", ALL[::5], ids=lambda each: badge(each) or "ours")
def test_every_field_told_twice_is_the_original(
    conventions: Conventions, every_field: dict[tuple[str, str], list[Field]]
) -> None:
    for record, name in every_field:
        for _, _, note, value in every_field[record, name][:2]:
            if isinstance(value, float) or (isinstance(value, np.ndarray) and value.shape == (2,)):
                kind = quantity_of(record, name, note, value)
                if kind is not None:
                    again = conventions.value(kind, conventions.value(kind, value))
                    assert np.array_equal(again, value, equal_nan=True)


def row(step: Any, path: str, conventions: Conventions) -> str:
    return next(each.text for each in values(step, None, conventions) if each.path == path)


def test_values_tell_points_normals_and_the_difference_as_the_engine_does() -> None:
    a, b = convex(((0, 0), (2, 0), (1, 2))), box(1.0, 1.0, (1.9, 1.1), 0.3)
    tested: Any = separating_axis.trace(a, b).steps[0]
    x, y = tested.normal.tolist()
    for conventions, (u, v) in (
        (OURS, (x, y)),
        (DOWN, (x, -y)),
        (Conventions(normal_b_to_a=True), (-x, -y)),
        (Conventions(y_down=True, normal_b_to_a=True), (-x, y)),
    ):
        assert row(tested, "normal", conventions) == f"({number(u + 0.0)}, {number(v + 0.0)})"
        assert row(tested, "separation", conventions) == number(tested.separation)
    away = box(1.0, 1.0, (4.0, 3.0))
    taken: Any = next(s for s in gjk.trace(a, away) if type(s).__name__ == "SupportTaken")
    w, d = taken.vertex.w, taken.direction
    for conventions, sign in ((OURS, (1, 1)), (DOWN, (1, -1)), (Conventions(b_minus_a=True), (-1, -1))):
        assert row(taken, "vertex.w", conventions) == "({}, {})".format(*map(number, w * sign + 0.0))
        assert row(taken, "direction", conventions) == "({}, {})".format(*map(number, d * sign + 0.0))
    for each in ("vertex.on_a", "vertex.on_b"):
        assert row(taken, each, Conventions(b_minus_a=True)) == row(taken, each, OURS), "points of shapes stay"


def test_touching_is_told_as_the_engine_counts_it() -> None:
    strict = Conventions(touching_is_apart=True)
    for x, ours, theirs in (
        (0.9, Outcome.OVERLAPPED, Outcome.OVERLAPPED),
        (1.0, Outcome.OVERLAPPED, Outcome.SEPARATED),
        (1.1, Outcome.SEPARATED, Outcome.SEPARATED),
    ):
        found = separating_axis(box(1, 1), box(1, 1, (x, 0.2)))
        assert found.outcome is ours
        assert shown(found, "outcome", "", found.outcome, strict) == (theirs, True)
        assert row(found, "outcome", strict) == theirs.value


def test_what_cannot_be_mapped_says_so() -> None:
    bounds = rounded(box(1, 1, (2.0, 3.0)), 0.2).bounds()
    rows = {each.name: each.text for each in values(bounds, None, DOWN)}
    assert all(text.endswith(UNTOLD) for text in rows.values())
    assert not any(UNTOLD in each.text for each in values(bounds))
    down = minimum_translation(box(1, 1), box(1, 1, (0.8, 0.1)))
    assert not any(UNTOLD in each.text for each in values(down, None, DOWN))


def test_nothing_is_computed_otherwise() -> None:
    """The switches are no part of a scene, a trace, a page or a picture: every claim holds whatever is on."""
    for name in ("lesson/lesson", "lesson/page", "lesson/story", "lesson/scene", "lesson/canvas", "session/player"):
        text = (Path(viz.__file__).parent / f"{name}.py").read_text(encoding="utf-8")
        assert "conventions import" not in text
    for lesson in LESSONS[::6]:
        first = next(iter(lesson.presets.values()))
        moment = moments_of(lesson, first.scene)[-1]
        page = lesson.page(moment)
        for conventions in ALL[::7]:
            values(moment.step, None, conventions)  # read-only
            assert all(claim.holds for claim in page.claims)
            assert lesson.page(moment).sentence == page.sentence


def test_the_words_that_stay_are_named_for_each_switch_that_is_on() -> None:
    assert staying(OURS) == badge(OURS) == ""
    assert staying(Conventions(y_down=True, normal_b_to_a=True)) == "words and formulas: y up, A to B"
    assert badge(Conventions(y_down=True, normal_b_to_a=True)) == "y down, B to A"
    assert badge(ENGINES["Matter.js"].conventions, "Matter.js") == "Matter.js"
    assert badge(ENGINES["Matter.js"].conventions) == "4 conventions"
    for conventions in ALL:
        on = words_of(conventions, only_changed=True)
        assert len(on) == sum(getattr(conventions, name) for name in NAMES)
        assert len(staying(conventions).split(",")) == max(len(on), 1)
        assert from_setting(to_setting(conventions)) == conventions
    with pytest.raises(ValueError, match="no convention 'z_up'"):
        from_setting("y_down z_up")


@pytest.mark.parametrize("conventions", ALL[::3], ids=lambda each: badge(each) or "ours")
def test_points_that_are_copied_can_be_pasted_again(conventions: Conventions) -> None:
    shapes = [("A", convex(((0, 0), (2, -0.25), (1, 2)))), ("B", rounded(box(1, 1, (1.5, 1e-7), 0.4), 0.25))]
    text = points_told([*shapes, ("C", circle(1.0))], conventions)
    found = outlines(text, y_down=conventions.y_down)
    for (_, shape), ring in zip(shapes, found, strict=True):
        order = [0, *range(len(ring) - 1, 0, -1)] if conventions.clockwise else list(range(len(ring)))
        assert ring == pytest.approx(shape.points[order], abs=1e-8)
    listed = np.array(outlines(text)[0])
    assert (signed_area(listed) > 0.0) is (conventions.y_down is conventions.clockwise)


def test_the_grid_s_numbers_stand_at_its_lines_and_count_as_the_engine_does() -> None:
    view = View(size=(400.0, 300.0), center=(1.0, 2.0), scale=100.0)
    columns, rows = grid_lines(view)
    for conventions in (OURS, DOWN):
        sign = -1.0 if conventions.y_down else 1.0
        for words, (x, y), align in grid_numbers(view, conventions):
            if not re.fullmatch(r"−?[\d.]+", words):
                assert words == "grid: y down"
                continue
            value = float(words.replace("−", "-"))
            if align:
                assert min(abs(x - each) for each in columns) < 1e-9
                assert float(view.to_world((x, y))[0]) == pytest.approx(value)
            else:
                assert min(abs(y + 3.0 - each) for each in rows) < 1e-9
                assert float(view.to_world((x, y + 3.0))[1]) == pytest.approx(sign * value)
