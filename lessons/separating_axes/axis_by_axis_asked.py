"""What axis by axis asks of parallel edges: which edge offers no new axis, and where a projection will begin."""

from __future__ import annotations

import math
from typing import Any

from geometry.feature import FeatureKind, FeatureRef
from geometry.sat.separating_axis import AxisTested
from geometry.tolerance import PARALLEL
from lessons.stories.sat_figure import shapes_of
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Click, Remark, Verdict
from viz.lesson.screen import midway
from viz.lesson.text import fixed, tint

VERTICES = frozenset((FeatureKind.VERTEX,))
SAME = 1e-9  # values on an axis that differ by less are equally least
MIN_B = r"$\B{\min_B}$"


def axes_of(found: dict[FeatureRef, AxisTested]) -> list[list[FeatureRef]]:
    """The edges of each axis that differs from the others."""
    axes: list[list[FeatureRef]] = []
    for edge, tested in found.items():
        same = next((each for each in axes if is_same(found[each[0]], tested)), None)
        axes.append([edge]) if same is None else same.append(edge)
    return axes


def offered_by(found: dict[FeatureRef, AxisTested], tested: AxisTested, owner: str) -> str:
    """Every edge that offers an axis, those of the owner first."""
    offers = []
    for each in (owner, "AB".replace(owner, "")):
        twins = [str(ref.index) for ref, t in found.items() if ref.owner == each and is_same(t, tested)]
        offers += [f"edge{'s' if len(twins) > 1 else ''} {' and '.join(twins)} of {each}"] if twins else []
    return " and ".join(offers)


def is_same(one: AxisTested, other: AxisTested) -> bool:
    """Whether two edges offer the same axis."""
    (x, y), (u, v) = one.normal_xy, other.normal_xy
    return abs(x * v - y * u) <= PARALLEL


def shared_asked(moment: Moment[Any], found: dict[FeatureRef, AxisTested]) -> Click | None:
    """Which edge of B offers an axis that an edge of A offers too; None if none does."""
    shapes = dict(zip("AB", shapes_of(moment), strict=True))
    of_a, of_b = ({ref: t for ref, t in found.items() if ref.owner == owner} for owner in "AB")
    right = frozenset(ref for ref, t in of_b.items() if any(is_same(t, other) for other in of_a.values()))
    if not right:
        return None

    def turned(edge: FeatureRef) -> tuple[float, FeatureRef]:
        """The least angle between an edge of B and one of A, in degrees, and that one."""
        (x, y), normals = shapes["B"].normals_xy[edge.index], shapes["A"].normals_xy
        sines = {ref: abs(x * normals[ref.index][1] - y * normals[ref.index][0]) for ref in of_a}
        nearest = min(sines, key=lambda ref: sines[ref])
        return math.degrees(math.asin(min(1.0, sines[nearest]))), nearest

    def judge(given: FeatureRef | str) -> Verdict:
        if given not in of_b or isinstance(given, str):
            return Verdict(False, "Every axis of A’s edges is new: they are tested first. Click an edge of B.")
        if given in right:
            told = f"It is parallel to {offered_by(of_a, found[given], 'A')}: the same axis, tested only once."
            return Verdict(True, told, features=frozenset(r for r, t in of_a.items() if is_same(t, found[given])))
        angle, nearest = turned(given)
        told = f"It is {angle:.1f}° from parallel to {nearest}, so its axis is a new one."
        remark = Remark(midway(*shapes["B"].edges_xy[given.index]), f"{angle:.1f}° off")
        return Verdict(False, told, f"Edge {given.index} of B: a new axis", (remark,))

    return Click("Click an edge of B whose axis an edge of A offers too.", judge, right)


def least_of_b_asked(moment: Moment[Any]) -> Click | None:
    """At which vertex of B its projection begins on the next axis; None where the next step tests no edge of A."""
    tested = next((step for step in list(moment.trace)[moment.index + 1 :] if isinstance(step, AxisTested)), None)
    _, b = shapes_of(moment)
    edge = None if tested is None else tested.facing
    if tested is None or edge is None or edge.owner != "A" or b.radius > 0.0:
        return None
    x, y = tested.normal_xy
    values = [px * x + py * y for px, py in b.points_xy]
    least = min(values)
    right = frozenset(FeatureRef("B", FeatureKind.VERTEX, i) for i, v in enumerate(values) if v <= least + SAME)

    def judge(given: FeatureRef | str) -> Verdict:
        if not isinstance(given, FeatureRef) or given.owner != "B" or given.kind is not FeatureKind.VERTEX:
            return Verdict(
                False, f"{MIN_B} is the least value of B’s vertices. Click one of them.", "Not a vertex of B"
            )
        value, at = fixed(values[given.index]), b.points_xy[given.index]
        if given in right:
            least_is = tint(value, Ink.B)
            told = f"Along the outward normal of {edge} vertex {given.index} comes first: {MIN_B} = {least_is}."
            return Verdict(True, told, remarks=(Remark(at, value, True),))
        told = f"Vertex {given.index} of B is at {value} on that axis. Another vertex of B has a lesser value."
        return Verdict(False, told, f"Vertex {given.index} of B: not the least", (Remark(at, value),))

    text = f"Next comes the axis of {edge}. Click the vertex of B at which {MIN_B} will be."
    return Click(text, judge, right, kinds=VERTICES)
