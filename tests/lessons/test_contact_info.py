"""What the lesson on contact info says."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from geometry import boundary, manifold, overlaps, separation
from geometry.primitives.dispatch import pair_functions_needed
from lessons.contact_info import ContactInfo
from lessons.contact_info.scene import one_contact
from tests.lessons.pages import PRESETS, Preset, draw, name_of, preset
from viz.lesson.canvas import Arrow, Dot, Stroke
from viz.lesson.ink import Ink
from viz.lesson.text import plain, signed

LESSON = ContactInfo()
MINE = [page for page in PRESETS if page.lesson.id == LESSON.id]


def page(name: str) -> Preset:
    return preset(LESSON.id, name)


def test_every_pair_of_kinds_has_a_step_of_its_own() -> None:
    moments = page("Five kinds").moments()
    names = [LESSON.pair(m).name for m in moments]
    assert len(moments) == len(set(names)) == pair_functions_needed(5) == 15
    assert [row.cells[0] for row in LESSON.table(moments[-1]).rows] == names
    touching = [len(m.step.found.points) for m in moments]
    assert {0, 1, 2} == set(touching)


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_the_table_says_what_shapely_and_the_manifold_say(page: Preset) -> None:
    last = page.moments()[-1]
    middle = page.scene.box.pose.position
    for pair, row in zip(last.scene.pairs, LESSON.table(last).rows, strict=True):
        found = manifold(pair.a, pair.b)
        assert int(row.cells[2]) == len(found.points)
        assert bool(found.points) == overlaps(pair.a, pair.b)
        said = plain(row.cells[1])
        if found.points:
            touching = abs(found.separation) <= found.tolerance
            assert said == signed(0.0 if touching else found.separation)
            continue
        a, b = (shapely.Polygon(boundary(s, 1e-5) - middle) for s in (pair.a, pair.b))
        assert float(said.replace("−", "-").replace("e-", "e-")) == pytest.approx(a.distance(b), abs=0.006)


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_moving_b_along_the_normal_leaves_them_touching(page: Preset) -> None:
    for pair in page.scene.pairs:
        found = manifold(pair.a, pair.b)
        if found.points:
            moved = pair.b.moved(-found.separation * found.normal)
            assert manifold(pair.a, moved).separation == pytest.approx(0.0, abs=1e-6)


def test_the_normal_that_is_not_turned_round_pulls_them_together() -> None:
    moments = page("The normal not turned").moments()
    wrong = 0
    for moment in moments:
        arrows = [m for m in draw(LESSON, moment).marks if isinstance(m, Arrow) and m.ink is Ink.FAULTY]
        pair = LESSON.pair(moment)
        contact, unturned = one_contact(pair)
        assert len(arrows) == (unturned is not None)
        if unturned is None:
            continue
        assert unturned.normal == pytest.approx(-contact.normal)
        way = np.subtract(arrows[0].end, arrows[0].start)
        assert way @ contact.normal < 0.0
        if moment.step.found.points:
            deeper = pair.b.moved(-contact.separation * unturned.normal)
            assert manifold(pair.a, deeper).separation < contact.separation
            wrong += 1
    assert wrong >= 1
    assert not any(
        isinstance(m, Arrow) and m.ink is Ink.FAULTY
        for moment in page("Five kinds").moments()
        for m in draw(LESSON, moment).marks
    )


def test_two_points_are_drawn_where_edges_meet() -> None:
    for moment in page("Parallel edges").moments():
        dots = [m.at for m in draw(LESSON, moment).marks if isinstance(m, Dot) and m.ink is Ink.RESULT]
        points = [p.point for p in moment.step.found.points]
        if points:
            assert dots == [pytest.approx(p) for p in points]


def test_the_goal() -> None:
    assert LESSON.goal(page("One centre").moments()[0]).is_reached
    assert LESSON.goal(page("All apart").moments()[0]).now == "Now 5 of 15."


@pytest.mark.parametrize("each", MINE, ids=name_of)
def test_b_moved_by_the_separation_touches_a(each: Preset) -> None:
    """The definition, as it is drawn: the ghost of B and A just touch."""
    for moment in each.moments():
        now = each.scene.pairs[moment.index]  # type: ignore[attr-defined]
        contact, _ = one_contact(now)
        ghosts = [m for m in draw(each.lesson, moment).marks if isinstance(m, Stroke) and m.ink is Ink.LANDED_B]
        if abs(contact.separation) > moment.step.found.tolerance:
            assert len(ghosts) == 1
            landed = now.b.moved(-contact.separation * contact.normal)
            assert separation(now.a, landed) == pytest.approx(0.0, abs=1e-8)
            assert np.max(ghosts[0].points, axis=0) == pytest.approx(landed.bounds().high, abs=0.01)
        else:
            assert not ghosts
