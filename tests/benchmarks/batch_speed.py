"""What is asked about many pairs at once, of geometry.batch and of others; `tests.benchmarks.table` measures it.

Every library is asked about the same pairs. Ours answers the signed distance, the normal and the facing edge; shapely
and b2Distance the distance, 0 in contact; b2CollidePolygons and shapes_collide the contact points; collide the least
translation; b2TestOverlap yes or no. Placing (the shapes from their poses) and packing (once, from single shapes) are
asked for apart. The C reference is compiled where a compiler is found.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pymunk
import shapely

from geometry import Convex, Shapes, gjk_distances, manifolds, minimum_translations, overlapping, separations
from geometry.batch import separation

ROUNDS = 7
Ask = Callable[[], object]
Poses = tuple[np.ndarray, np.ndarray, np.ndarray]  # x, y, angle


def poses(n: int) -> tuple[Poses, Poses]:
    """About half of the pairs overlap; B is in every direction from A, turned anyhow."""
    random = np.random.default_rng(1)
    away, gap = random.uniform(0.0, 2.0 * np.pi, n), random.uniform(0.8, 2.8, n)
    turns = random.uniform(0.0, 2.0 * np.pi, (2, n))
    at = random.uniform(-10.0, 10.0, (2, n))
    return (at[0], at[1], turns[0]), (at[0] + gap * np.cos(away), at[1] + gap * np.sin(away), turns[1])


def best_times(asks: dict[str, Ask]) -> dict[str, float]:
    """The least CPU seconds of each, measured in turn, so that a busy minute is everybody's."""
    best = dict.fromkeys(asks, float("inf"))
    for _ in range(ROUNDS):
        for name, ask in asks.items():
            start = time.thread_time()
            ask()
            best[name] = min(best[name], time.thread_time() - start)
    return best


def fresh(shapes: Shapes) -> Shapes:
    """The same arrays, with nothing worked out yet."""
    return shapes.part(slice(None))


def numpy_alone(ask: Callable[[Shapes, Shapes], object], a: Shapes, b: Shapes) -> Ask:
    """Asked without the compiled search, installed or not; nothing is worked out beforehand."""

    def run() -> None:
        known = separation.compiled_separate
        separation.compiled_separate = lambda: None
        try:
            ask(fresh(a), fresh(b))
        finally:
            separation.compiled_separate = known

    return run


def ours(shape: Convex, a: Poses, b: Poses) -> dict[str, Ask]:
    many = [shape] * len(a[0])
    pack = Shapes.of(many)
    placed = pack.at(*a), pack.at(*b)
    asks: dict[str, Ask] = {
        "packing": lambda: (Shapes.of(many), Shapes.of(many)),
        "placing": lambda: (pack.at(*a), pack.at(*b)),
        "bounds": lambda: (fresh(placed[0]).bounds, fresh(placed[1]).bounds),
    }
    for routine in (separations, minimum_translations, overlapping, gjk_distances, manifolds):
        asks[routine.__name__] = numpy_alone(routine, *placed)
    if separation.compiled_separate() is not None:
        asks["separations, compiled"] = lambda: separations(fresh(placed[0]), fresh(placed[1]))
    return {f"Separatrix: {name}": ask for name, ask in asks.items()}


def shapelys(a: Shapes, b: Shapes) -> dict[str, Ask]:
    """Polygons built beforehand, and building them from placed points."""

    def built(shapes: Shapes) -> Any:
        return shapely.polygons(np.stack((shapes.x.T, shapes.y.T), axis=2))

    of_a, of_b = built(a), built(b)
    return {
        "shapely: placing": lambda: (built(a), built(b)),
        "shapely: distance": lambda: shapely.distance(of_a, of_b),
    }


def box2ds(shape: Convex, a: Poses, b: Poses) -> dict[str, Ask]:
    """One call a pair, as its bindings have it: transforms made beforehand, and making them."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import Box2D as box2d

    made = box2d.b2PolygonShape(vertices=[(float(x), float(y)) for x, y in shape.points])
    made.radius = shape.radius

    def transforms(at: Poses) -> list[Any]:
        placed = []
        for x, y, angle in zip(*(row.tolist() for row in at), strict=True):
            transform = box2d.b2Transform()
            transform.Set((x, y), angle)
            placed.append(transform)
        return placed

    of_a, of_b = transforms(a), transforms(b)

    def distance() -> None:
        ask = box2d.b2Distance
        for at_a, at_b in zip(of_a, of_b, strict=True):
            ask(shapeA=made, transformA=at_a, shapeB=made, transformB=at_b, useRadii=True)

    def inner_distance() -> None:
        ask = box2d.Box2D._b2Distance  # what b2Distance wraps: not meant for callers, but faster
        for at_a, at_b in zip(of_a, of_b, strict=True):
            ask(made, 0, made, 0, at_a, at_b, True).distance  # noqa: B018

    def overlap() -> None:
        ask = box2d.b2TestOverlap
        for at_a, at_b in zip(of_a, of_b, strict=True):
            ask(made, 0, made, 0, at_a, at_b)

    def collide() -> None:
        ask, manifold = box2d.b2CollidePolygons, box2d.b2Manifold()
        for at_a, at_b in zip(of_a, of_b, strict=True):
            ask(manifold, made, at_a, made, at_b)

    return {
        "pybox2d: placing": lambda: (transforms(a), transforms(b)),
        "pybox2d: b2Distance": distance,
        "pybox2d: _b2Distance": inner_distance,
        "pybox2d: b2TestOverlap": overlap,
        "pybox2d: b2CollidePolygons": collide,
    }


def c_reference(a: Shapes, b: Shapes) -> dict[str, Ask]:
    """Compiled where there is a compiler: -O3, for this machine."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return {}
    library = Path(tempfile.mkdtemp()) / "reference.so"
    source = Path(__file__).with_name("batch_reference.c")
    flags = ["-O3", "-march=native", "-ffast-math", "-fno-finite-math-only", "-shared", "-fPIC"]
    subprocess.run([compiler, *flags, str(source), "-o", str(library), "-lm"], check=True)
    ask = ctypes.CDLL(str(library)).separations
    v, n = a.x.shape
    found, chosen = np.empty(n), np.empty(n, dtype=np.int64)
    rows = [np.ascontiguousarray(row) for s in (a, b) for row in (s.x, s.y, s.normal_x, s.normal_y, s.length)]

    def run() -> None:
        pointers = [ctypes.c_void_p(row.ctypes.data) for row in (*rows, found, chosen)]
        ask(*pointers[:10], ctypes.c_long(v), ctypes.c_long(n), *pointers[10:])

    run()
    assert np.allclose(found, separations(a, b).separation, atol=1e-12)
    return {"C reference: separations": run}


def pymunks(shape: Convex, a: Poses, b: Poses) -> dict[str, Ask]:
    """One call a pair. Of pairs that are apart pymunk 7.3 raises an AssertionError: only overlapping ones, please."""

    def placed(at: Poses) -> list[pymunk.Poly]:
        made = []
        for x, y, angle in zip(*(row.tolist() for row in at), strict=True):
            body = pymunk.Body(body_type=pymunk.Body.KINEMATIC)
            body.position, body.angle = (x, y), angle
            poly = pymunk.Poly(body, [tuple(p) for p in shape.points.tolist()], radius=shape.radius)
            poly.cache_bb()
            made.append(poly)
        return made

    of_a, of_b = placed(a), placed(b)

    def collide() -> None:
        for one, other in zip(of_a, of_b, strict=True):
            one.shapes_collide(other)

    return {"pymunk: shapes_collide": collide}


def collisions(shape: Convex, a: Poses, b: Poses) -> dict[str, Ask]:
    """The package `collision` from PyPI, pure Python; polygons have no radius there."""
    try:
        import collision
    except ImportError:
        return {}

    def placed(at: Poses) -> list[Any]:
        points = [collision.Vector(x, y) for x, y in shape.points.tolist()]
        rows = zip(*(row.tolist() for row in at), strict=True)
        return [collision.Poly(collision.Vector(x, y), points, angle) for x, y, angle in rows]

    of_a, of_b = placed(a), placed(b)

    def collide() -> None:
        for one, other in zip(of_a, of_b, strict=True):
            collision.collide(one, other, collision.Response())

    return {"collision: collide": collide}
