"""Bodies that slide, bounce, fly and rest; stacks."""

from __future__ import annotations

import math

import numpy as np
import pytest

from geometry import (
    Convex,
    Manifold,
    Polygon,
    Pose,
    Stepped,
    StepRules,
    box,
    capsule,
    circle,
    rectangle,
    rigid_body,
    rigid_step,
    simulate,
    static_body,
)
from geometry.faulty.manifold_by_crossing import manifold_by_crossing
from geometry.feature import edge, vertex
from tests.geometry.bodies import FLOOR, stack, standing
from tests.geometry.outlines import L_SHAPE


def test_an_elastic_ball_climbs() -> None:
    """The gravity of the step in which it hits is turned around as well, and the push lifts it out of the floor."""
    body = rigid_body(circle(0.5, (0, 2.5)))

    def tops(share: float) -> list[float]:
        run = simulate([FLOOR, body], 1200, StepRules(restitution=1.0, share=share))
        y = [float(s.bodies[1].pose.position[1]) - 0.5 for s in run]
        return [b for a, b, c in zip(y, y[1:], y[2:], strict=False) if b > a and b >= c]

    assert [round(y, 2) for y in tops(0.2)[:3]] == [2.12, 2.24, 2.36]
    assert [round(y, 2) for y in tops(0.0)[:3]] == [2.11, 2.22, 2.33], "the push is the smaller part"


def test_a_box_slides_as_far_as_friction_lets_it() -> None:
    """v^2 / (2 mu g) by Coulomb, less v dt / 2 by steps; and it does not turn or sink."""
    for mu, speed in ((0.5, 3.0), (0.2, 2.0), (0.8, 4.0)):
        body = rigid_body(standing(box(2.0, 0.4)), velocity=(speed, 0))
        (*_, end) = simulate([FLOOR, body], 180, StepRules(friction=mu))
        assert end.bodies[1].velocity[0] == pytest.approx(0.0, abs=1e-9)
        exact = speed**2 / (20.0 * mu)
        assert end.bodies[1].pose.position[0] == pytest.approx(exact - 0.5 * speed / 60.0, abs=0.01)
        assert abs(end.bodies[1].pose.angle) < 1e-3
    (*_, end) = simulate([FLOOR, rigid_body(standing(box(2.0, 0.4)), velocity=(3, 0))], 60)
    assert end.bodies[1].velocity[0] == 3.0, "nothing slows it without friction"


@pytest.mark.parametrize(("mu", "holds"), [(0.45, False), (0.7, True)])
def test_a_slope_holds_a_box_up_to_its_friction_angle(mu: float, holds: bool) -> None:
    angle = math.radians(30.0)  # tan = 0.577
    turn = Pose((0, 0), angle)
    slope = static_body(rectangle((-60, -2), (60, 0)).at(turn))
    body = rigid_body(standing(box(2.0, 0.4)).at(turn))
    (*_, end) = simulate([slope, body], 60, StepRules(friction=mu))
    speed = float(np.hypot(*end.bodies[1].velocity))
    expected = 0.0 if holds else 10.0 * (math.sin(angle) - mu * math.cos(angle))
    assert speed == pytest.approx(expected, abs=0.01)


def test_a_ball_bounces_to_the_square_of_restitution() -> None:
    """In small steps, of the height that it fell."""
    body = rigid_body(circle(0.5, (0, 2.5)))
    run = simulate([FLOOR, body], 1600, StepRules(dt=1 / 1200, restitution=0.7, share=0.0))
    high = [stepped.bodies[1].pose.position[1] - 0.5 for stepped in run]
    low = int(np.argmin(high))
    assert max(high[low:]) == pytest.approx(2.0 * 0.49, rel=0.01)


def test_free_flight_is_semi_implicit() -> None:
    body = rigid_body(box(1, 1, (0, 100)), velocity=(2, 3), spin=0.5)
    (*_, end) = simulate([body], 30, StepRules(dt=0.01))
    assert end.bodies[0].pose.position == pytest.approx((0.6, 100.0 + 0.9 - 10.0 * 0.01**2 * 30 * 31 / 2))
    assert end.bodies[0].pose.angle == pytest.approx(0.15)
    assert end.bodies[0].velocity == pytest.approx((2.0, 0.0))


# At rest.


def carried(stepped: Stepped) -> float:
    """The impulses of the floor."""
    pairs = zip(stepped.contacts, stepped.impulses, strict=True)
    return sum(j.normal for c, j in pairs if c.id.pair.body_a == 0)


def test_ten_boxes_stand_with_a_warm_start_and_fall_without() -> None:
    (*_, end) = simulate(stack(10), 300, StepRules(friction=0.6))
    assert end.kinetic < 0.01, "it still sways a little"
    assert [b.pose.position[1] for b in end.bodies[1:]] == pytest.approx([0.5 + i for i in range(10)], abs=0.05)
    assert min(c.separation for c in end.contacts) > -0.008
    assert max(abs(b.pose.angle) for b in end.bodies) < 0.02
    (*_, cold) = simulate(stack(10), 240, StepRules(friction=0.6, warm_start=False))
    assert cold.bodies[10].pose.position[1] < 8.0


def test_a_warm_start_carries_all_and_iterations_learn_slowly() -> None:
    """Five settled boxes weigh 5 * 10 / 60 a step."""
    (*_, end) = simulate(stack(5), 400, StepRules(friction=0.6))
    learned = []
    for iterations in (1, 2, 4, 8, 16, 32, 64):
        rules = (StepRules(friction=0.6, iterations=iterations, warm_start=warm) for warm in (True, False))
        warm, cold = (carried(rigid_step(end.bodies, end.memory, each)) for each in rules)
        assert warm == pytest.approx(5.0 / 6.0, abs=1e-4)
        learned.append(cold)
    assert learned == pytest.approx([0.1467, 0.2083, 0.3056, 0.4419, 0.6197, 0.7722, 0.8295], abs=0.008)
    assert learned == sorted(learned)


def test_the_order_of_iteration_is_another_path_to_the_same_limit() -> None:
    """Cold and from the top down, the first iteration reaches the floor's points alone; many end at the same sums."""
    (*_, end) = simulate(stack(5), 400, StepRules(friction=0.6))

    def given(iterations: int, *, last_first: bool) -> list[float]:
        rules = StepRules(iterations=iterations, warm_start=False, last_first=last_first)
        return [j.normal for j in rigid_step(end.bodies, end.memory, rules).impulses]

    up, down = given(1, last_first=False), given(1, last_first=True)
    assert min(up[:8]) > 0.0
    assert min(down[:2]) > 0.0
    assert down[2:] == pytest.approx([0.0] * 8, abs=1e-6)
    assert given(1000, last_first=True) == pytest.approx(given(1000, last_first=False), abs=1e-6)
    pushed = [
        simulate([FLOOR, rigid_body(box(1, 1, (0, 0.2)))], 30, StepRules(last_first=last_first))[-1]
        for last_first in (False, True)
    ]
    assert pushed[0].bodies[1].pose.position == pytest.approx(pushed[1].bodies[1].pose.position, abs=1e-9)


def test_a_box_alone_stands_on_two_points() -> None:
    (*_, end) = simulate([FLOOR, rigid_body(box(1, 1, (0, 0.5)))], 60)
    assert [j.normal for j in end.impulses] == pytest.approx([1.0 / 12.0] * 2)
    assert len({c.id for c in end.contacts}) == 2
    assert {(c.id.of_a, c.id.of_b) for c in end.contacts} == {(edge(2), vertex(0)), (edge(2), vertex(1))}


def test_a_deep_box_rises_and_stops() -> None:
    run = simulate([FLOOR, rigid_body(box(1, 1, (0, 0.2)))], 120)
    high = [stepped.bodies[1].pose.position[1] for stepped in run]
    assert max(high) == pytest.approx(0.495, abs=1e-3)
    assert high == sorted(high)
    assert run[-1].kinetic < 1e-12


def test_capsules_and_polygons_of_pieces_rest_too() -> None:
    pill = rigid_body(capsule((-1, 0.3), (1, 0.3), 0.3))
    (*_, end) = simulate([FLOOR, pill], 240, StepRules(friction=0.5))
    assert end.kinetic < 1e-9
    corner = rigid_body(Polygon(L_SHAPE))
    assert len(corner.pieces) > 1
    (*_, end) = simulate([FLOOR, corner], 240, StepRules(friction=0.5))
    assert end.kinetic < 1e-6
    assert end.bodies[1].pose.position[1] == pytest.approx(corner.pose.position[1], abs=0.01)


@pytest.mark.parametrize("tilt", [1e-9, -1e-4, 1e-3, -1e-3])
@pytest.mark.parametrize("width", [1.0, 3.0])
def test_a_tilted_box_rests_on_two_points_and_rocks_on_one(tilt: float, width: float) -> None:
    """The crossing rule's one point holds one corner at a time."""

    def crossing(a: Convex, b: Convex, previous: Manifold | None) -> Manifold:
        return manifold_by_crossing(a, b)

    bodies = [FLOOR, rigid_body(standing(box(width, 1.0, (0, 0), tilt)))]
    two = simulate(bodies, 300, StepRules(slop=0.0, share=1.0))
    assert [s.bodies[1].pose.angle for s in two[-75:]] == pytest.approx([-tilt] * 75, abs=1e-9)
    one = simulate(bodies, 300, StepRules(slop=0.0, share=1.0, rule=crossing))
    angles = np.array([s.bodies[1].pose.angle for s in one])
    signs = np.sign(np.diff(angles[-50:]))
    assert (signs[1:] == -signs[:-1]).all(), "to and fro, always"
