"""What a plain call costs beside pybox2d, pymunk and shapely, where one of them answers the same question.

    python -m pytest tests/benchmarks/test_plain_peers.py --benchmark-enable -n 0

Every row of a group is asked about the same eight pairs, in one run; a round is all of them. Each library's own
shapes are made beforehand. (`test_geometry_speed` asks about every kind of shape, `table` about thousands of pairs.)
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
import shapely

import geometry as g
from tests.benchmarks.plain_cases import IRREGULAR
from tests.benchmarks.plain_rest import around
from tests.geometry.box2d_oracle import as_box2d, as_sweep, box2d, identity
from tests.geometry.oracles import core
from tests.geometry.test_oracle_pymunk import as_pymunk

HEXAGON, BOX, DISC = g.convex(IRREGULAR), g.box(2.0, 1.5, angle=0.4), g.circle(1.0)
APART = [(HEXAGON, HEXAGON.at(g.Pose(way, 0.47))) for way in around(2.9)]
BOXES = [(BOX, BOX.at(g.Pose(way, 0.5))) for way in around(1.7)]
DISCS = [(DISC, g.circle(0.7, way)) for way in around(1.2)]
RADIUS = 0.3
CASTS = [(HEXAGON, g.Ray(way, (-way[0], -way[1])), RADIUS) for way in around(5.0)]
TURNING = g.Sweep(g.Pose((0.0, 0.0), 0.1), g.Pose((0.0, 0.0), 0.6))
MOTIONS = [(TURNING, g.Sweep(g.Pose(way, 0.4), g.Pose((0.0, 0.0), 1.5))) for way in around(5.0)]

Ask = Callable[[], list[Any]]


def meeting(routine: Callable[[g.Convex, g.Convex], g.PairResult], pairs: list[tuple[g.Convex, g.Convex]]) -> Ask:
    return lambda: [routine(a, b).outcome is g.Outcome.OVERLAPPED for a, b in pairs]


def box2d_distance() -> Ask:
    here, made = identity(), [(as_box2d(a), as_box2d(b)) for a, b in APART]
    ask = box2d().b2Distance
    return lambda: [
        ask(shapeA=a, shapeB=b, transformA=here, transformB=here, useRadii=True).distance for a, b in made
    ]


def box2d_collide(name: str, pairs: list[tuple[g.Convex, g.Convex]]) -> Ask:
    here, made = identity(), [(as_box2d(a), as_box2d(b)) for a, b in pairs]
    ask, manifold = getattr(box2d(), name), box2d().b2Manifold()

    def each() -> list[Any]:
        found = []
        for a, b in made:
            ask(manifold, a, here, b, here)
            found.append(manifold.pointCount > 0)
        return found

    return each


def box2d_impact() -> Ask:
    made, ask = as_box2d(HEXAGON), box2d().b2TimeOfImpact
    sweeps = [(as_sweep(a), as_sweep(b)) for a, b in MOTIONS]
    return lambda: [ask(shapeA=made, shapeB=made, sweepA=a, sweepB=b, tMax=1.0)[1] for a, b in sweeps]


def pymunk_collide(pairs: list[tuple[g.Convex, g.Convex]]) -> Ask:
    made = [(as_pymunk(a), as_pymunk(b)) for a, b in pairs]
    return lambda: [len(a.shapes_collide(b).points) > 0 for a, b in made]


def pymunk_cast() -> Ask:
    made = as_pymunk(HEXAGON)
    asked = [(tuple(ray.origin.tolist()), tuple(ray.at(1.0).tolist())) for _, ray, _ in CASTS]
    return lambda: [made.segment_query(start, end, RADIUS).alpha for start, end in asked]


def pymunk_point() -> Ask:
    made, asked = as_pymunk(HEXAGON), around(2.9)
    return lambda: [made.point_query(place).distance for place in asked]


def shapely_distance() -> Ask:
    made = [(core(a), core(b)) for a, b in APART]
    return lambda: [float(shapely.distance(a, b)) for a, b in made]


def shapely_point() -> Ask:
    made, asked = core(HEXAGON), [shapely.Point(place) for place in around(2.9)]
    return lambda: [float(shapely.distance(made, place)) for place in asked]


# By question: how near the answers must be, and who is asked; the first is ours, and says what is right.
QUESTIONS: dict[str, tuple[float, dict[str, Callable[[], Ask]]]] = {
    "how far apart are two hexagons?": (
        1e-5,
        {
            "gjk": lambda: lambda: [g.gjk(a, b).distance for a, b in APART],
            "epa": lambda: lambda: [g.epa(a, b).separation for a, b in APART],
            "separation": lambda: lambda: [g.separation(a, b) for a, b in APART],
            "shapely.distance": shapely_distance,
            "b2Distance": box2d_distance,
        },
    ),
    "where do two boxes touch?": (
        0.0,
        {
            "box_box": lambda: meeting(g.box_box, BOXES),
            "collide": lambda: meeting(g.collide, BOXES),
            "pymunk shapes_collide": lambda: pymunk_collide(BOXES),
            "b2CollidePolygons": lambda: box2d_collide("b2CollidePolygons", BOXES),
        },
    ),
    "where do two circles touch?": (
        0.0,
        {
            "circle_circle": lambda: (
                lambda: [g.circle_circle(a, b).outcome is g.Outcome.OVERLAPPED for a, b in DISCS]
            ),
            "pymunk shapes_collide": lambda: pymunk_collide(DISCS),
            "b2CollideCircles": lambda: box2d_collide("b2CollideCircles", DISCS),
        },
    ),
    "how far is a point from a hexagon?": (
        1e-9,
        {
            "point_query": lambda: lambda: [g.point_query(HEXAGON, place).separation for place in around(2.9)],
            "pymunk point_query": pymunk_point,
            "shapely.distance": shapely_point,
        },
    ),
    "when does a moving circle hit a hexagon?": (
        1e-6,
        {
            "circle_cast": lambda: lambda: [g.circle_cast(*asked).fraction for asked in CASTS],
            "pymunk segment_query": pymunk_cast,
        },
    ),
    "when do two turning hexagons touch?": (
        5e-3,  # each steers for a gap of its own
        {
            "bilateral_advancement": lambda: (
                lambda: [g.bilateral_advancement(HEXAGON, a, HEXAGON, b).fraction for a, b in MOTIONS]
            ),
            "conservative_advancement": lambda: (
                lambda: [g.conservative_advancement(HEXAGON, a, HEXAGON, b).fraction for a, b in MOTIONS]
            ),
            "b2TimeOfImpact": box2d_impact,
        },
    ),
}


@pytest.mark.benchmark(timer=time.thread_time)
@pytest.mark.parametrize(("question", "who"), [(q, who) for q, (_, asked) in QUESTIONS.items() for who in asked])
def test_a_peer(benchmark: Any, question: str, who: str) -> None:
    tolerance, asked = QUESTIONS[question]
    benchmark.group = question
    answers = benchmark(asked[who]())
    ours = next(iter(asked.values()))()
    assert answers == pytest.approx(ours(), abs=tolerance)
