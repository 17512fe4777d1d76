"""What the source articles get wrong, one test an erratum: a lesson shows the wrong result beside the right one, and
both numbers are those that an independent reckoning gives.

Numbered as in the list of errata: S0 Rounding collider corners, S3 Collision detection for dummies,
S4 Shapes and collision detection.
"""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from geometry import box, circle, separation
from geometry.primitives.dispatch import TurnedRound
from geometry.sat.separating_axis import AxisTested
from lessons.pairs.dispatch import Dispatch
from lessons.pairs.dispatch_faulty import CHANCE, KEPT
from lessons.shadows.polygon_shadow import PolygonShadow
from tests.lessons.reckoning import outline
from tests.lessons.second_edition import LESSONS, moments_of
from viz.lesson.scene import TwoShapes, at
from viz.lesson.text import amount, fixed, plain


class TestShapesAndCollisionDetection:
    """S4."""

    def test_3_touching_is_contact_for_every_pair(self) -> None:
        lesson = Dispatch()
        scene = lesson.presets["Touching circles"].scene
        a, b = scene.a.world, scene.b.world
        d = b.points[0] - a.points[0]
        assert float(np.hypot(*d)) == pytest.approx(a.radius + b.radius)
        assert not float(d @ d) < (a.radius + b.radius) ** 2, "the article's rule for circles"
        told = [plain(lesson.situation(moment)) for moment in moments_of(lesson, scene, CHANCE)]
        says = [each.endswith("A and B just touch, but this rule says no contact.") for each in told]
        assert says == [True], "the scene is the step at which the pair is looked up"
        assert plain(lesson.situation(moments_of(lesson, scene)[0])) == "A and B just touch."

    def test_8_the_normal_is_turned_round(self) -> None:
        lesson = Dispatch()
        scene = lesson.presets["Circle and box"].scene
        moment = next(m for m in moments_of(lesson, scene, KEPT) if isinstance(m.step, TurnedRound))
        a, b = scene.a.world, scene.b.world
        depth, n = -separation(a, b), moment.step.turned.normal
        assert separation(a, b.moved(depth * n)) == pytest.approx(0.0, abs=1e-12)
        deeper = -separation(a, b.moved(-depth * n))
        assert deeper > 1.5 * depth
        said = plain(lesson.situation(moment))
        assert said.endswith(
            f"the push by {amount(depth)} goes into A. The overlap is then {amount(deeper)}, not 0.00."
        )


class TestRoundingColliderCorners:
    """S0."""

    def test_1_crossing_edges_are_no_test(self) -> None:
        lesson = next(each for each in LESSONS if each.id == "why-it-works")
        moment = moments_of(lesson, lesson.presets["Contained"].scene, "edges cross")[-1]
        a, b = moment.scene.a.world, moment.scene.b.world
        assert not outline(a).exterior.crosses(outline(b).exterior)
        assert outline(a).contains(outline(b))
        told = f"It says 0 crossings: apart, but they overlap by {amount(-separation(a, b))}."
        assert plain(lesson.page(moment).idea).endswith(told)
        crossed = moments_of(lesson, lesson.presets["Overlap"].scene, "edges cross")[-1]
        assert outline(crossed.scene.a.world).exterior.crosses(outline(crossed.scene.b.world).exterior)
        assert "Here it answers right" in lesson.page(crossed).idea

    def test_2_a_boundary_point_misses_what_lies_inside(self) -> None:
        lesson = next(each for each in LESSONS if each.id == "circles-and-sat")
        scene = lesson.presets["Circle deep inside"].scene
        moment = moments_of(lesson, scene, "boundary distance only")[-1]
        a, b = scene.a.world, scene.b.world
        centre = shapely.Point(b.points[0])
        distance = float(outline(a).exterior.distance(centre))
        assert distance > b.radius
        assert outline(a).contains(centre)
        told = f"The rule says {amount(distance)} > {amount(b.radius)}, no hit; the truth is an overlap of "
        assert plain(lesson.page(moment).sentence) == f"{told}{amount(distance + b.radius)}."
        assert float(outline(a).exterior.distance(shapely.Point(moment.faulty.point))) == pytest.approx(0.0, abs=1e-9)
        on_it = lesson.run(TwoShapes(at(box(2.0, 1.4), -0.5, 0.0), at(circle(0.7), 0.5, 0.2)))
        assert all(step.axis.edge is not None for step in on_it if isinstance(step, AxisTested)), (
            "no axis of no length"
        )

    def test_10_a_circles_shadow_has_the_same_length_but_not_the_same_place(self) -> None:
        lesson = PolygonShadow()
        scene, places = lesson.presets["Circle"].scene, set()
        circle = scene.a.world
        for tip in ((1.0, 0.0), (0.3, 1.0), (-0.8, 0.6)):
            turned = scene.with_field("axis", type(scene.axis)((0.0, 0.0), tip))
            last = moments_of(lesson, turned, "position forgotten")[-1]
            low, high = last.trace.result.low, last.trace.result.high
            middle = float(circle.points[0] @ tip / np.hypot(*tip))
            assert (high - low, (high + low) / 2.0) == pytest.approx((2.0 * circle.radius, middle))
            told = f"The length is right, the place is {fixed(abs(middle))} off."
            assert lesson.situation(last).endswith(told)
            places.add(fixed(middle))
        assert len(places) == 3
