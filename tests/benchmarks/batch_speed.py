"""What a pair costs, many at once: geometry.batch beside pybox2d, shapely and a C reference, in one run.

    python -m tests.benchmarks.batch_speed [pairs, 20000 unless told]

Every library is asked about the same pairs. Ours answers the signed distance, the normal and the facing edge; shapely
and b2Distance the distance, 0 in contact; b2CollidePolygons the contact points, and nothing for pairs that are apart;
b2TestOverlap yes or no. CPU time of the thread, the best of several rounds in turn, per pair; placing (the shapes
from their poses) and packing (once, from single shapes) are counted apart. The C reference is compiled where a
compiler is found.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import shapely

from geometry import Convex, Shapes, convex, gjk_distances, minimum_translations, overlapping, rounded, separations
from tests.benchmarks.plain_cases import IRREGULAR

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


def ours(shape: Convex, a: Poses, b: Poses) -> dict[str, Ask]:
    n = len(a[0])
    many = [shape] * n
    pack = Shapes.of(many)
    placed_a, placed_b = pack.at(*a), pack.at(*b)
    return {
        "geometry.batch: packing, both": lambda: (Shapes.of(many), Shapes.of(many)),
        "geometry.batch: placing, both": lambda: (pack.at(*a), pack.at(*b)),
        "geometry.batch: separations": lambda: separations(fresh(placed_a), fresh(placed_b)),
        "geometry.batch: minimum_translations": lambda: minimum_translations(fresh(placed_a), fresh(placed_b)),
        "geometry.batch: overlapping": lambda: overlapping(fresh(placed_a), fresh(placed_b)),
        "geometry.batch: gjk_distances": lambda: gjk_distances(fresh(placed_a), fresh(placed_b)),
        "geometry.batch: bounds, both": lambda: (fresh(placed_a).bounds, fresh(placed_b).bounds),
    }


def shapelys(a: Shapes, b: Shapes) -> dict[str, Ask]:
    """Polygons built beforehand, and building them from placed points."""

    def built(shapes: Shapes) -> Any:
        return shapely.polygons(np.stack((shapes.x.T, shapes.y.T), axis=2))

    of_a, of_b = built(a), built(b)
    return {
        "shapely: placing, both": lambda: (built(a), built(b)),
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

    def overlap() -> None:
        ask = box2d.b2TestOverlap
        for at_a, at_b in zip(of_a, of_b, strict=True):
            ask(made, 0, made, 0, at_a, at_b)

    def collide() -> None:
        ask, manifold = box2d.b2CollidePolygons, box2d.b2Manifold()
        for at_a, at_b in zip(of_a, of_b, strict=True):
            ask(manifold, made, at_a, made, at_b)

    return {
        "pybox2d: placing, both": lambda: (transforms(a), transforms(b)),
        "pybox2d: b2Distance": distance,
        "pybox2d: b2TestOverlap": overlap,
        "pybox2d: b2CollidePolygons": collide,
    }


def c_reference(a: Shapes, b: Shapes) -> dict[str, Ask]:
    """Compiled where there is a compiler: -O3, for this machine."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        print("no C compiler: no C reference")
        return {}
    library = Path(tempfile.mkdtemp()) / "reference.so"
    source = Path(__file__).with_name("batch_reference.c")
    flags = ["-O3", "-march=native", "-ffast-math", "-fno-finite-math-only", "-shared", "-fPIC"]
    subprocess.run([compiler, *flags, str(source), "-o", str(library), "-lm"], check=True)
    ask = ctypes.CDLL(str(library)).separations
    v, n = a.x.shape
    separation, chosen = np.empty(n), np.empty(n, dtype=np.int64)
    rows = [np.ascontiguousarray(row) for s in (a, b) for row in (s.x, s.y, s.normal_x, s.normal_y, s.length)]

    def run() -> None:
        pointers = [ctypes.c_void_p(row.ctypes.data) for row in (*rows, separation, chosen)]
        ask(*pointers[:10], ctypes.c_long(v), ctypes.c_long(n), *pointers[10:])

    run()
    assert np.allclose(separation, separations(a, b).separation, atol=1e-12)
    return {"C reference: separations": run}


def report(title: str, shape: Convex, n: int) -> None:
    a, b = poses(n)
    pack = Shapes.of([shape] * n)
    placed_a, placed_b = pack.at(*a), pack.at(*b)
    share = float(separations(placed_a, placed_b).overlapped.mean())
    print(f"{title}: {n:,} pairs, {100.0 * share:.0f} % overlap")
    asks = ours(shape, a, b) | box2ds(shape, a, b)
    if shape.radius == 0.0:
        asks |= shapelys(placed_a, placed_b) | c_reference(placed_a, placed_b)
    seconds = {name: 1e9 * best / n for name, best in best_times(asks).items()}
    for name, each in seconds.items():
        print(f"  {name:40} {each:10.0f} ns a pair")
    mine, placing = seconds["geometry.batch: separations"], seconds["geometry.batch: placing, both"]
    packing = seconds["geometry.batch: packing, both"]
    for name in ("pybox2d: b2Distance", "pybox2d: b2CollidePolygons", "pybox2d: b2TestOverlap", "shapely: distance"):
        if name in seconds:
            theirs, placed = seconds[name], seconds[f"{name.split(':')[0]}: placing, both"]
            print(
                f"  separations against {name}: {theirs / mine:.1f} times the pairs a second; placing counted on "
                f"both sides {(theirs + placed) / (mine + placing):.1f}, on ours {theirs / (mine + placing):.1f}, "
                f"packing as well {theirs / (mine + placing + packing):.1f}"
            )
    if "C reference: separations" in seconds:
        print(f"  C reference: {mine / seconds['C reference: separations']:.1f} times as fast as ours")


def main(n: int) -> None:
    hexagon = convex(IRREGULAR)
    report("Sharp hexagons", hexagon, n)
    report("Rounded hexagons", rounded(hexagon, 0.2), n)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000)
