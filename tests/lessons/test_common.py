"""What two convex shapes have in common, against shapely."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from geometry import Convex, boundary
from lessons.labs.your_code_reason import clipped
from lessons.separating_axes.minimum_translation_figure import shared
from lessons.stories.common import common, draw_common
from viz.lesson.canvas import Area, Canvas
from viz.lesson.ink import Ink

STRAY = 1e-3


def _shape(rng: np.random.Generator) -> Convex:
    cloud = rng.normal(size=(int(rng.integers(3, 9)), 2)) + rng.normal(size=2)
    hull = np.array(shapely.MultiPoint(cloud).convex_hull.exterior.coords)[:-1]
    if shapely.Polygon(hull).exterior.is_ccw is False:
        hull = hull[::-1]
    return Convex(hull, float(rng.choice((0.0, 0.4))))


def _area(piece: object) -> float:
    corners = np.asarray(piece, dtype=np.float64).reshape(-1, 2)
    return float(shapely.Polygon(corners).area) if len(corners) > 2 else 0.0


@pytest.mark.parametrize("seed", range(60))
def test_the_common_part_is_shapelys(seed: int) -> None:
    rng = np.random.default_rng(seed)
    a, b = _shape(rng), _shape(rng)
    rings = [np.array(boundary(each, STRAY)) for each in (a, b)]
    wanted = shapely.Polygon(rings[0]).intersection(shapely.Polygon(rings[1])).area
    piece = common(a, b, STRAY)
    assert _area(piece) == pytest.approx(wanted, abs=1e-9)
    canvas = Canvas()
    draw_common(canvas, piece, Ink.FAULTY, opacity=0.3)
    drawn = [mark for mark in canvas.marks if isinstance(mark, Area)]
    assert [(mark.ink, mark.opacity) for mark in drawn] == [(Ink.FAULTY, 0.3)] * (wanted > 0.0)
    for ring in (rings[1], rings[1][::-1]):  # an outline of your code may go round either way
        again = clipped([(x, y) for x, y in rings[0].tolist()], [(x, y) for x, y in ring.tolist()])
        assert _area(again) == pytest.approx(wanted, abs=1e-9)


@pytest.mark.parametrize("seed", range(40))
def test_the_common_part_of_shapes_on_a_grid_is_shapelys(seed: int) -> None:
    """Their edges lie on common lines, to the last bit: as where shapes are snapped."""
    rng = np.random.default_rng(seed)
    a, b = (
        Convex(np.array(((x, y), (x + w, y), (x + w, y + h), (x, y + h)), dtype=float))
        for x, y, w, h in rng.integers((0, 0, 1, 1), (3, 3, 4, 4), size=(2, 4)).tolist()
    )
    wanted = shapely.Polygon(a.points).intersection(shapely.Polygon(b.points)).area
    piece = common(a, b, STRAY)
    assert _area(piece) == wanted
    assert bool(piece) == (wanted > 0.0), "none where they only touch"


def test_shapes_that_touch_but_for_rounding_share_nothing() -> None:
    box = Convex(np.array(((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))))
    near, into = box.moved(np.array((1.0 - 2e-7, 0.3))), box.moved(np.array((1.0 - 1e-3, 0.3)))
    assert len(common(box, near, STRAY)) > 2
    assert shared(box, near) == []
    assert _area(shared(box, into)) == pytest.approx(0.7e-3, rel=5e-3)
