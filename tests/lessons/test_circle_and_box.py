"""What the lesson on a circle and a turned box says, reckoned by shapely and by hand."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from geometry.primitives.circle_aabb import Clamped, RadiusCompared, RegionFound
from geometry.primitives.circle_obb import BackInWorld, BoxSpace, Translated, Unturned
from geometry.primitives.contact import PairResult
from tests.lessons.pages import PRESETS, Preset, name_of
from tests.lessons.reckoning import at_step, caption, of, outline
from viz.lesson.text import amount, pair, plain, signed

TURNED = of("circle-obb")
BOTH = [page for page in PRESETS if page.lesson is TURNED]
NEAR = [page for page in BOTH if page.name != "Far from the origin"]


def box_of(page: Preset) -> shapely.Polygon:
    return outline(page.scene.a.world)


def signed_distance(page: Preset) -> float:
    """Of the centre from the box, negative inside."""
    box, centre = box_of(page), shapely.Point(page.scene.b.world.points[0])
    away = float(box.exterior.distance(centre))
    return -away if box.contains(centre) else away


@pytest.mark.parametrize("page", NEAR, ids=name_of)
def test_the_separation_is_the_oracles(page: Preset) -> None:
    moment = next(m for m in page.moments() if isinstance(m.step, RadiusCompared))
    distance, radius = signed_distance(page), page.scene.b.shape.radius
    text = plain(page.lesson.caption(moment))
    assert text.startswith(
        f"{amount(distance)} less the radius {amount(radius)}: separation {signed(distance - radius)}."
    )
    last = page.moments()[-1]
    assert last.step.separation == pytest.approx(distance - radius)


@pytest.mark.parametrize("page", NEAR, ids=name_of)
def test_moving_the_circle_out_leaves_it_touching(page: Preset) -> None:
    last = page.moments()[-1]
    assert isinstance(last.step, PairResult)
    moved = outline(page.scene.b.world.moved(-last.step.separation * last.step.normal))
    box = box_of(page)
    assert float(box.distance(moved)) == pytest.approx(0.0, abs=1e-5)
    assert float(box.intersection(moved).area) < 1e-5


@pytest.mark.parametrize("page", BOTH, ids=name_of)
def test_the_region_is_asked_for(page: Preset) -> None:
    moment = next(m for m in page.moments() if isinstance(m.step, Clamped))
    pose = page.scene.a.pose
    points, centre = page.scene.a.shape.points, pose.unplace(page.scene.b.world.points[0])
    low, high = points.min(axis=0), points.max(axis=0)
    beyond = int(((centre < low - 1e-9) | (centre > high + 1e-9)).sum())
    answer = ("neither tells: it is inside", "a face", "a corner")[beyond]
    question = page.lesson.question(moment)
    assert question.answers == {answer}
    assert answer not in plain(page.lesson.caption(moment))
    found = next(m for m in page.moments() if isinstance(m.step, RegionFound))
    assert (beyond == 2) == ("a corner is nearest" in plain(page.lesson.caption(found)))


@pytest.mark.parametrize("page", [p for p in NEAR if p.lesson is TURNED], ids=name_of)
def test_into_box_space_and_back(page: Preset) -> None:
    """Translate, then transpose; by complex numbers instead of a matrix."""
    angle, middle, centre = page.scene.a.pose.angle, page.scene.a.world.centroid, page.scene.b.world.points[0]
    offset = centre - middle
    turned = complex(*offset) * complex(np.cos(angle), -np.sin(angle))
    at = {kind: at_step("circle-obb", page.name, kind) for kind in (BoxSpace, Translated, Unturned, BackInWorld)}
    half = np.ptp(page.scene.a.shape.points, axis=0) / 2.0
    said = f"A reaches {amount(half[0])} along its x and {amount(half[1])} along its y"
    assert said in caption("circle-obb", at[BoxSpace])
    assert f"centre of B: {pair(offset)}." in caption("circle-obb", at[Translated])
    assert at[Unturned].step.local == pytest.approx([turned.real, turned.imag])
    assert f"that is {pair(np.array((turned.real, turned.imag)))}." in caption("circle-obb", at[Unturned])
    back = at[BackInWorld].step
    local = complex(*back.local.point) * complex(np.cos(angle), np.sin(angle))
    assert back.point == pytest.approx(middle + (local.real, local.imag))
    assert f"the contact lies at {pair(back.point)}" in caption("circle-obb", at[BackInWorld])
