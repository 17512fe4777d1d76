"""The README's table of speeds: geometry.batch beside what else Python can call, in one run.

    python -m tests.benchmarks.table [--write] [pairs, 20000 unless told]

CPU time of the thread, the least of several rounds in turn, so that a busy minute is everybody's. With `--write` the
table goes into the README; the bars of issue 14 are printed below it.
"""

from __future__ import annotations

import platform
import re
import sys
from pathlib import Path

import numpy as np

from geometry import Convex, Shapes, convex, rounded, separations
from tests.benchmarks import batch_speed, broadphase_speed
from tests.benchmarks.batch_speed import Ask, Poses, best_times
from tests.benchmarks.plain_cases import IRREGULAR

README = Path(__file__).parents[2] / "README.md"
PLACE = re.compile(r"(?<=<!-- speed -->\n).*?(?=<!-- /speed -->)", re.DOTALL)
BODIES = 5000

# What is answered, and by whom.
PAIRS: dict[str, tuple[str, ...]] = {
    "signed distance, normal, facing edge": (
        "Separatrix: separations",
        "Separatrix: separations, compiled",
        "C reference: separations",
    ),
    "distance, 0 in contact": (
        "Separatrix: gjk_distances",
        "shapely: distance",
        "pybox2d: b2Distance",
        "pybox2d: _b2Distance",
    ),
    "least translation": ("Separatrix: minimum_translations", "collision: collide"),
    "contact points": ("Separatrix: manifolds", "pybox2d: b2CollidePolygons"),
    "contact points, overlapping pairs only": ("Separatrix: manifolds, overlapping", "pymunk: shapes_collide"),
    "yes or no": ("Separatrix: overlapping", "pybox2d: b2TestOverlap"),
    "all shapes of the pairs from their poses": ("Separatrix: placing", "shapely: placing", "pybox2d: placing"),
    "arrays from single shapes, once": ("Separatrix: packing",),
}
FRAMES = (
    *(f"Separatrix: {name}" for name in broadphase_speed.ON_ARRAYS),
    "pymunk: Space.step",
    "pybox2d: b2World.Step",
)
Times = dict[str, float]


def only(at: Poses, chosen: np.ndarray) -> Poses:
    x, y, angle = (row[chosen] for row in at)
    return x, y, angle


def measure(shape: Convex, n: int) -> Times:
    """Nanoseconds a pair of each that can answer for this shape."""
    a, b = batch_speed.poses(n)
    pack = Shapes.of([shape] * n)
    placed = pack.at(*a), pack.at(*b)
    deep = separations(*placed).separation < -1e-3
    asks = batch_speed.ours(shape, a, b) | batch_speed.box2ds(shape, a, b)
    if shape.radius == 0.0:
        asks |= batch_speed.shapelys(*placed) | batch_speed.c_reference(*placed) | batch_speed.collisions(shape, a, b)
    a, b = only(a, deep), only(b, deep)
    few: dict[str, Ask] = batch_speed.pymunks(shape, a, b)
    few["Separatrix: manifolds, overlapping"] = batch_speed.ours(shape, a, b)["Separatrix: manifolds"]
    times = best_times(asks | few)
    return {name: 1e9 * best / (deep.sum() if name in few else n) for name, best in times.items()}


def pairs_table(sharp: Times, round_: Times) -> list[str]:
    lines = ["| answer | asked of | sharp | rounded |", "|---|---|---:|---:|"]
    for answer, names in PAIRS.items():
        for name in names:
            cells = " | ".join(f"{times[name]:,.0f}" if name in times else "–" for times in (sharp, round_))
            lines.append(f"| {answer} | {name} | {cells} |")
            answer = ""
    return lines


def frames_table(times: Times) -> list[str]:
    lines = ["| one frame | asked of | ms |", "|---|---|---:|"]
    answer = f"the pairs of {BODIES:,} moving boxes that touch"
    for name in FRAMES:
        lines.append(f"| {answer} | {name} | {1e3 * times[name]:.1f} |")
        answer = ""
    return lines


def bars(sharp: Times, round_: Times) -> list[str]:
    """The bars of issue 14: pairs a second, ours over theirs, of those that measure a distance."""
    mine, placing, packing = (sharp[f"Separatrix: {name}"] for name in ("separations", "placing", "packing"))
    compiled = sharp.get("Separatrix: separations, compiled")
    inner, inner_placed = sharp["pybox2d: _b2Distance"], sharp["pybox2d: _b2Distance"] + sharp["pybox2d: placing"]
    theirs = {name: sharp[name] for name in ("shapely: distance", "pybox2d: b2Distance")}
    name = min(theirs, key=lambda each: theirs[each])
    placed = theirs[name] + sharp[f"{name.split(':')[0]}: placing"]
    lines = [
        f"numpy against {name}: {theirs[name] / mine:.1f} times (bar 3); placing counted on both sides "
        f"{placed / (mine + placing):.1f}, packing on ours as well {placed / (mine + placing + packing):.1f} "
        f"(bar 1.5); both on ours alone {theirs[name] / (mine + placing + packing):.1f}",
        f"numpy against _b2Distance, which b2Distance wraps: {inner / mine:.1f} times; placing and packing counted "
        f"{inner_placed / (mine + placing + packing):.1f}",
        f"numpy against b2CollidePolygons: {sharp['pybox2d: b2CollidePolygons'] / mine:.1f} times, b2TestOverlap: "
        f"{sharp['pybox2d: b2TestOverlap'] / mine:.1f} times (no distance, and no more for pairs that are apart)",
    ]
    if compiled is not None:
        lines.append(
            f"compiled against {name}: {theirs[name] / compiled:.1f} times (bar 5), against _b2Distance "
            f"{inner / compiled:.1f}"
        )
        if "C reference: separations" in sharp:
            lines.append(f"compiled over the C reference: {compiled / sharp['C reference: separations']:.2f} (bar 6)")
    for title, times in (("sharp", sharp), ("rounded", round_)):
        ratio = times["pymunk: shapes_collide"] / times["Separatrix: manifolds, overlapping"]
        lines.append(f"manifolds, {title}, against shapes_collide: {ratio:.1f} times (bar 5)")
    return lines


def main(n: int, is_written: bool) -> None:
    hexagon = convex(IRREGULAR)
    sharp, round_ = measure(hexagon, n), measure(rounded(hexagon, 0.2), n)
    frames = best_times(broadphase_speed.frames(BODIES))
    where = f"Python {platform.python_version()}, numpy {np.__version__}"
    title = f"Nanoseconds a pair, one thread, {n:,} pairs of irregular hexagons in every position ({where}):"
    table = "\n".join(["", title, "", *pairs_table(sharp, round_), "", *frames_table(frames), "", ""])
    print(table)
    print("\n".join(bars(sharp, round_)))
    if is_written:
        README.write_text(PLACE.sub(lambda _: table, README.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    given = [word for word in sys.argv[1:] if word != "--write"]
    main(int(given[0]) if given else 20_000, "--write" in sys.argv)
