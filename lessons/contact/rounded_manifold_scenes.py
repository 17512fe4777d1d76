"""The scenes of contacts of rounded polygons: each of the three cases, and where other rules fail."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from geometry import Convex, Trace, box, capsule, convex, rounded
from geometry.contact.manifold_points import CornersMeasured
from lessons.contact.rounded_manifold_goals import ONE, SHALLOW, SWAPPED, TWO
from lessons.contact.rounded_manifold_state import Rounded
from viz.lesson.lesson import Preset
from viz.lesson.scene import at


def presets(edges: str, radii: str, far: str) -> Mapping[str, Rounded | Preset[Rounded]]:
    """Each by its name; the last three are compared with other rules."""
    bun, soft, slab = box(0.9, 0.46), box(1.3, 0.6), box(1.9, 0.5)
    tile = convex(((0.63, 0.56), (-0.56, 0.6), (-0.53, -0.57), (0.15, -0.73)))
    wedge = convex(((3.23, 0.9), (2.22, 0.97), (3.36, 0.0)))
    lozenge = convex(((0.625, -0.317), (0.456, 0.533), (-0.625, 0.317), (-0.456, -0.533)))
    six = convex(((0.35, -1.295), (1.13, -1.335), (1.555, -0.68), (1.2, 0.016), (0.419, 0.056), (-0.005, -0.599)))
    return {
        "Corner near a corner": _pair(bun, 0.45, (-0.75, -0.52, 10.0), bun, 0.45, (0.75, 0.52, 5.0)),
        "Edges overlap": _pair(slab, 0.2, (-0.2, -0.4, 0.0), soft, 0.3, (0.5, 0.43, 4.0), ONE),
        "Corner on an edge": _pair(slab, 0.2, (0.0, -0.4, 0.0), soft, 0.3, (0.35, 0.62, 38.0), SWAPPED),
        "Gap that no edge shows": Preset(_whole(tile, 0.72, wedge, 0.81), edges, _which),
        "Deep overlap": Preset(_whole(lozenge, 0.24, six, 0.09, SHALLOW), radii, lambda trace: 1),
        "Capsules end to end": Preset(
            _pair(capsule((-0.7, 0.0), (0.7, 0.0), 0.35), 0.35, (-1.0, 0.0, 0.0),
                  capsule((-0.5, 0.0), (0.5, 0.0), 0.35), 0.35, (0.8, 0.0, 0.0), TWO), far, _which),
    }  # fmt: skip


def _pair(a: Convex, r_a: float, on_a: tuple[float, float, float], b: Convex, r_b: float,
          on_b: tuple[float, float, float], goal: str = "") -> Rounded:  # fmt: skip
    x, y, turn = on_a
    u, v, other = on_b
    return Rounded(
        at(rounded(Convex(a.points), r_a), x, y, turn),
        at(rounded(Convex(b.points), r_b), u, v, other),
        r_a,
        r_b,
        goal,
    )


def _whole(a: Convex, r_a: float, b: Convex, r_b: float, goal: str = "") -> Rounded:
    """Two shapes where they are listed."""
    return _pair(a, r_a, (*a.centroid.tolist(), 0.0), b, r_b, (*b.centroid.tolist(), 0.0), goal)


def _which(trace: Trace[Any, Any]) -> int:
    return next(i for i, step in enumerate(trace) if isinstance(step, CornersMeasured))
