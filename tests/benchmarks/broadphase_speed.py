"""One frame of a crowd that moves: the pairs of boxes that touch, by our arrays and by the trees of pymunk and Box2D.

Both engines keep a tree of fat boxes from frame to frame, and are asked by one step of their world, which cannot be
had without its narrowphase: shapes are sensors without gravity, so that nothing is solved. Our arrays remember
nothing, and are given the new boxes. Pymunk reports the same pairs; of Box2D's contacts, those of fat boxes, the
touching ones are.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pymunk

from geometry import Aabb, BoxPairs, grid_pairs, sweep_pairs, tree_pairs
from tests.geometry.crowds import crowd

FRAME = 1.0 / 60.0
Frame = Callable[[], object]

ON_ARRAYS: dict[str, Callable[[np.ndarray], BoxPairs]] = {
    "grid_pairs": lambda boxes: grid_pairs(boxes, 0.5),
    "tree_pairs": tree_pairs,
    "sweep_pairs": lambda boxes: sweep_pairs(boxes, 0),
}


def velocities(n: int) -> np.ndarray:
    return np.random.default_rng(1).uniform(-1.0, 1.0, (2, n))


def pymunk_space(boxes: list[Aabb]) -> pymunk.Space:
    space = pymunk.Space()
    space.iterations = 1
    for box, velocity in zip(boxes, velocities(len(boxes)).T.tolist(), strict=True):
        body = pymunk.Body(1.0, float("inf"))
        body.position, body.velocity = tuple(box.center.tolist()), tuple(velocity)
        shape = pymunk.Poly.create_box(body, tuple(box.extent.tolist()))
        shape.sensor = True
        space.add(body, shape)
    return space


def box2d_world(boxes: list[Aabb]) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import Box2D as box2d
    world = box2d.b2World(gravity=(0, 0), doSleep=False)
    for box, velocity in zip(boxes, velocities(len(boxes)).T.tolist(), strict=True):
        body = world.CreateDynamicBody(position=box.center.tolist(), fixedRotation=True, linearVelocity=velocity)
        body.CreatePolygonFixture(box=(box.extent / 2.0).tolist(), isSensor=True, density=1.0)
    return world


def frames(n: int) -> dict[str, Frame]:
    """What one frame is, for each: n boxes have moved, and those that touch are asked for."""
    boxes = crowd("even", n)
    bounds = np.array([[*box.low, *box.high] for box in boxes]).T
    moved = np.tile(velocities(n), (2, 1)) * FRAME
    at = [bounds]

    def ask(pairs: Callable[[np.ndarray], BoxPairs]) -> Frame:
        def run() -> None:
            at[0] = at[0] + moved
            pairs(at[0])

        return run

    space, world = pymunk_space(boxes), box2d_world(boxes)
    asks: dict[str, Frame] = {f"Separatrix: {name}": ask(pairs) for name, pairs in ON_ARRAYS.items()}
    asks["pymunk: Space.step"] = lambda: space.step(FRAME)
    asks["pybox2d: b2World.Step"] = lambda: world.Step(FRAME, 0, 0)
    return asks
