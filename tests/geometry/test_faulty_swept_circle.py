"""The faulty rules for moving circles, on the numbers at which each was found to be wrong; right elsewhere."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from geometry import Outcome, swept_circle_circle, swept_circle_point, swept_circle_segment
from geometry.faulty.swept_circle import (
    both_roots,
    centre_for_foot,
    closing_first,
    exit_as_impact,
    faces_only,
    lowest_positive_root,
    no_end_of_time,
    radius_not_squared,
    slab_roots,
    unit_against_square,
    velocities_added,
)
from geometry.swept_circle.steps import SegmentFeature

TALL = (0.0, 5.0), 2.0, (0.0, -5.0), (-1.5, 0.0), (1.5, 0.0)


def time_of(found: Any) -> float | None:
    return None if found.outcome is Outcome.SEPARATED else found.fraction


def test_the_article_s_own_numbers() -> None:
    """S1.1, S1.4, S1.5, S1.6: as they were found."""
    assert swept_circle_segment(*TALL).fraction == pytest.approx(3.0 / 5.0)
    assert radius_not_squared(*TALL).fraction == pytest.approx((5.0 - np.sqrt(2.0)) / 5.0)
    assert centre_for_foot(*TALL).fraction is None, "the wall is shorter than the circle is wide"
    overlapping = (1.0, 0.5), 1.0, (4.0, -2.0), (0.0, 0.0), (10.0, 0.0)
    assert swept_circle_segment(*overlapping).fraction == 0.0
    assert exit_as_impact(*overlapping).fraction == pytest.approx(0.75)
    beyond = (40.0, 3.0), 1.0, (0.0, -4.0), (0.0, 0.0), (10.0, 0.0)
    assert swept_circle_segment(*beyond).outcome is Outcome.SEPARATED
    assert unit_against_square(*beyond).fraction == pytest.approx(0.5)


def test_the_discriminant_of_a_wall_is_a_perfect_square() -> None:
    """S1.7: the roots of the squared distance are those of two divisions."""
    (x, y), r, (u, v), (px, py), (qx, qy) = (-1.0, 1.5), 0.5, (2.0, -2.5), (-1.2, -0.5), (1.4, -0.3)
    e, to_start, way = np.array((qx - px, qy - py)), np.array((x - px, y - py)), np.array((u, v))
    normal = np.array((-e[1], e[0])) / np.hypot(*e)
    squared = ((normal @ way) ** 2, 2.0 * (normal @ way) * (normal @ to_start), (normal @ to_start) ** 2 - r * r)
    assert slab_roots((x, y), r, (u, v), (px, py), (qx, qy)) == pytest.approx(np.sort(np.roots(squared)))
    assert slab_roots((x, y), r, tuple(e), (px, py), (qx, qy)) is None


def test_each_rule_is_right_where_circle_and_wall_meet_plainly() -> None:
    wall = (0.2, 1.0), 0.25, (0.4, -1.5), (-1.0, 0.0), (1.0, 0.0)
    true = swept_circle_segment(*wall).fraction
    for rule in (centre_for_foot, unit_against_square, exit_as_impact):
        assert rule(*wall).fraction == pytest.approx(true)
    assert radius_not_squared((0.2, 2.0), 1.0, (0.4, -2.0), (-1.0, 0.0), (1.0, 0.0)).fraction == pytest.approx(
        swept_circle_segment((0.2, 2.0), 1.0, (0.4, -2.0), (-1.0, 0.0), (1.0, 0.0)).fraction
    ), "1 is its own square"


def test_each_rule_of_a_wall_is_right_except_where_its_own_mistake_is_at_work() -> None:
    """Their own cases: an end is hit; the start is in the slab; the face is hit; a radius other than 1."""
    rng = np.random.default_rng(7)
    seen = dict.fromkeys(("start", "cap", "face", "none"), 0)
    for _ in range(600):
        center, motion, start, end = (rng.uniform(-2.0, 2.0, 2) for _ in range(4))
        radius = float(rng.uniform(0.2, 1.2))
        wall = tuple(center), radius, tuple(motion), tuple(start), tuple(end)
        found = swept_circle_segment(*wall)
        true = time_of(found)
        kind = "none" if true is None else "start" if true == 0.0 else "face"
        if kind == "face" and found.feature is not SegmentFeature.FACE:
            kind = "cap"
        seen[kind] += 1
        wanted = None if true is None else pytest.approx(true, abs=1e-9)
        assert faces_only(*wall).fraction == (None if kind == "cap" else wanted)
        x, y = end - start
        if abs(x * (center - start)[1] - y * (center - start)[0]) > radius * np.hypot(
            x, y
        ):  # not in the slab already
            assert exit_as_impact(*wall).fraction == wanted
        if kind != "face":
            assert centre_for_foot(*wall).fraction == wanted
        unit = swept_circle_segment(wall[0], 1.0, *wall[2:])
        assert radius_not_squared(wall[0], 1.0, *wall[2:]).fraction == (
            None if time_of(unit) is None else pytest.approx(unit.fraction, abs=1e-9)
        ), "1 is its own square"
    assert min(seen.values()) > 20, seen
    point = (-1.0, 0.2), 0.5, (2.0, 0.0), (0.3, 0.0), (0.3, 0.0)  # a wall of no length
    for rule in (radius_not_squared, centre_for_foot, unit_against_square, exit_as_impact):
        assert rule(*point).fraction == pytest.approx(swept_circle_segment(*point).fraction)
    assert faces_only(*point).fraction is None


def test_which_root_each_rule_takes() -> None:
    rng = np.random.default_rng(11)
    wrong = {lowest_positive_root: 0, closing_first: 0, no_end_of_time: 0}
    for _ in range(400):
        center, motion, point = (tuple(rng.uniform(-2.0, 2.0, 2)) for _ in range(3))
        radius = float(rng.uniform(0.2, 1.5))
        true = time_of(swept_circle_point(center, radius, motion, point))
        away = np.subtract(center, point)
        inside, closing = np.hypot(*away) <= radius, away @ motion < 0.0
        roots = both_roots(center, radius, motion, point)
        assert roots is None or np.hypot(*(away + np.outer(roots, motion)).T) == pytest.approx(radius)
        for rule, fails in (
            (lowest_positive_root, inside),
            (closing_first, inside and not closing),
            (no_end_of_time, not inside and roots is not None and roots[0] > 1.0),
        ):
            said = rule(center, radius, motion, point).fraction
            assert (said == (None if true is None else pytest.approx(true))) is not fails
            wrong[rule] += fails
    assert min(wrong.values()) > 10


def test_added_velocities_are_right_only_while_one_circle_stands_still() -> None:
    still = (-2.0, 0.1), 0.5, (3.0, 0.2), (0.5, 0.0), 0.4
    assert velocities_added(*still, (0.0, 0.0)).fraction == pytest.approx(swept_circle_circle(*still).fraction)
    assert velocities_added(*still, (-3.0, -0.2)).fraction is None
    assert swept_circle_circle(*still, (-3.0, -0.2)).outcome is Outcome.HIT
