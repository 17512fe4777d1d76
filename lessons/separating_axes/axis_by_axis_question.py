"""The prediction of axis by axis: an edge is clicked, and judged by what its own axis shows."""

from __future__ import annotations

from functools import partial
from typing import Any

from geometry.feature import FeatureKind, FeatureRef
from geometry.sat.separating_axis import AxisTested, cast_on, edge_axes
from geometry.sat.support import furthest
from lessons.separating_axes.axis_by_axis_asked import axes_of, is_same, least_of_b_asked, offered_by, shared_asked
from lessons.stories import sat_answers, sat_figure
from lessons.stories.sat import depth, in_words, is_inside
from lessons.stories.sat_figure import laid, measured, shapes_of
from lessons.stories.sat_words import N
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Click, Prediction, Remark, Verdict
from viz.lesson.screen import midway
from viz.lesson.text import fixed

NONE = "none"
END = {"A": "last", "B": "first"}  # point of a shape along n̂, where its projection ends towards the other one
SAME = 1e-9  # separations that differ by less are equally good answers


def edges(moment: Moment[Any]) -> dict[FeatureRef, AxisTested]:
    """What the axis of every edge shows."""
    a, b = shapes_of(moment)
    tests = (cast_on(a, b, axis) for axis in edge_axes(a, b))
    return {FeatureRef(t.axis.owner.value, FeatureKind.EDGE, t.axis.edge or 0): t for t in tests}


def prediction(moment: Moment[Any]) -> Click | None:
    """Apart: which edge's axis shows a gap? Overlapping: which shows the least overlap?"""
    found, answer = edges(moment), moment.trace.result.best
    best = max(t.separation for t in found.values())
    gaps = frozenset(ref for ref, t in found.items() if t.is_gap)
    right: frozenset[FeatureRef | str] = gaps or frozenset((NONE,))
    widest = not moment.scene.early_out and answer.axis.edge is not None  # which is the distance
    ends = answer.is_gap and not widest and any(not is_same(found[ref], answer) for ref in gaps)
    if ends:  # there are later gaps
        right = frozenset(ref for ref in gaps if is_same(found[ref], answer))
    elif widest or not answer.is_gap:
        right = frozenset(ref for ref, t in found.items() if t.separation >= best - SAME)

    def judge(given: FeatureRef | str) -> Verdict:
        if given == NONE and gaps:
            told = "A line parallel to one of the edges fits between A and B: the axis of that edge shows a gap."
            return Verdict(False, told)
        if given == NONE:
            nearest = next(ref for ref, t in found.items() if t.separation >= best - SAME)
            shown = Remark(middle(moment, nearest), f"$s$ = {fixed(best)}", True)
            told = f"No edge normal shows a gap. The greatest is {in_words(best)}."
            return Verdict(True, told, "", (shown,))
        if isinstance(given, str) or given not in found:
            return Verdict(False, "A vertex offers no axis. Click an edge: its normal is an axis.")
        return _judged(moment, found, given, given in right)

    if ends:
        told = f"Edges are tested in order, A’s first. Click the edge whose axis ends the search, or “{NONE}”."
        return Click(told, judge, right, (NONE,), hides_end=True)
    if answer.is_gap and 2 * len(axes := axes_of(found)) < len(found):
        return _count_asked(found, axes)
    if answer.is_gap and widest:
        told = "No gap is wider than the distance from A to B. Click the edge whose axis shows the widest gap."
        return Click(told, judge, right, hides_end=True)
    if answer.is_gap:
        told = f"Click an edge whose axis shows a gap, or click “{NONE}”."
        if not any(ref.owner == "B" for ref in found):
            told = f"B has no edges. Does the axis of an edge of A show a gap? Click this edge, or “{NONE}”."
        return Click(told, judge, right, (NONE,), hides_end=True)
    if is_inside(answer):
        told = "Click the edge whose axis has the greatest s: along it the shortest move separates A and B."
        return Click(told, judge, right)
    if answer.is_touching:
        return shared_asked(moment, found) or Click(
            "On which axis are the projections nearest to a gap? Click the edge that offers it.", judge, right
        )
    if all(len(axis) > 1 for axis in axes_of(found)) and (asked := least_of_b_asked(moment)) is not None:
        return asked
    return Click("Click the edge whose axis shows the least overlap.", judge, right)


def is_count(asked: Prediction | None) -> bool:
    """Whether the number of axes is asked."""
    return isinstance(asked, Click) and not asked.kinds


def _count_asked(found: dict[FeatureRef, AxisTested], axes: list[list[FeatureRef]]) -> Click:
    """Of many parallel edges: how many axes do they offer?"""
    right, count = str(len(axes)), len(found)

    def judge(given: FeatureRef | str) -> Verdict:
        if not isinstance(given, str):
            return Verdict(False, "Choose one of the numbers.", counts=False)
        if given == right:
            each = "; ".join(offered_by(found, found[axis[0]], axis[0].owner) for axis in axes)
            return Verdict(True, f"One axis each: {each}.")
        less = int(given) > len(axes)
        told = "Parallel edges offer the same axis" if less else "Edges that are not parallel offer different axes"
        return Verdict(False, f"{told}, whether they belong to A or to B.")

    numbers = sorted({len(axes), count // 2, count, len(axes) - 1 or count + 1})
    told = f"How many different axes do the {count} edges of A and B offer?"
    return Click(told, judge, frozenset((right,)), tuple(map(str, numbers)), frozenset(), hides_end=True)


def _judged(moment: Moment[Any], found: dict[FeatureRef, AxisTested], edge: FeatureRef, right: bool) -> Verdict:
    """An edge as an answer: the vertices that end the gap or the overlap of its axis, and the length between them."""
    (a, b), tested, s = shapes_of(moment), found[edge], measured(found[edge])
    (x, y), best = tested.normal_xy, moment.trace.result.best
    ends = {}
    decide = []
    for owner, shape, sign in (("A", a, 1.0), ("B", b, -1.0)):
        i, r = furthest(shape, sign * x, sign * y)[0], sign * shape.radius
        px, py = shape.points_xy[i]
        decide += [(FeatureRef(owner, FeatureKind.VERTEX, i), (px, py))] if len(shape.points_xy) > 2 else []
        name = (
            f"the {END[owner]} point of {owner} along {N}" if len(shape.points_xy) == 1 else f"vertex {i} of {owner}"
        )
        ends[owner] = (px + r * x, py + r * y), name
    reason = in_words(s) if is_inside(tested) else f"the projections overlap by {depth(tested)}"
    reason = f"{reason}: $\\B{{\\min_B}}$ is at {ends['B'][1]}, $\\A{{\\max_A}}$ at {ends['A'][1]}"
    if right and tested.facing is not None:
        reason = f"{ends['A' if tested.facing.owner == 'B' else 'B'][1]} lies {depth(tested)} behind {tested.facing}"
    if not right:
        head = f"{edge}: s = {fixed(s)}"
        told = f"On its axis {reason}."
        if is_shown := is_same(tested, sat_figure.shown(moment)):
            told = f"That is the axis just tested, {in_words(s)}."
        hint = "So no line parallel to this edge fits between A and B."
        if not best.is_gap:
            hint = "Look for an edge behind which the other shape is less deep."
            if _faces_away(moment, tested, edge):
                hint = f"Edge {edge.index} of {edge.owner} faces away: look at the edges between A and B."
            hint = "Another axis has a greater s." if is_inside(best) else hint
        elif tested.is_gap:
            hint = (
                "The search ends earlier, at another gap."
                if moment.scene.early_out
                else "Another axis shows a wider one."
            )
            told = f"The axis of this edge shows a gap, {in_words(s)}."
        wrong = Remark(middle(moment, edge), f"$s$ = {fixed(s)}")
        if edge == sat_figure.named_edge(sat_figure.shown(moment)):  # its normal stands in the middle
            low, high = sorted((a if edge.owner == "A" else b).edges_xy[edge.index], key=lambda end: end[1])
            wrong = Remark((0.36 * low[0] + 0.64 * high[0], 0.36 * low[1] + 0.64 * high[1]), "tested already")
        drawn = partial(sat_answers.draw_wrong, axis=laid(a, b, (x, y)), decide=decide)
        if is_shown:
            drawn = partial(sat_answers.draw_names, decide=decide)
        return Verdict(False, f"{told} {hint}", head[0].upper() + head[1:], (wrong,), draw=drawn)
    (px, py), way = ends["A" if edge.owner == "B" else "B"][0], s if edge.owner == "B" else -s
    length = (px, py), (px + way * x, py + way * y)  # from the vertex to the line of the edge
    name = f"he axis of {offered_by(found, tested, edge.owner)}"
    if tested.is_gap:
        told = f"T{name} shows {'a' if moment.scene.early_out else 'the widest'} gap: {in_words(s)}."
        if tested.facing is not None:
            gap = f"{'a' if moment.scene.early_out else 'the widest'} gap, {in_words(s)}, on t{name}."
            told = f"All of {'B' if tested.facing.owner == 'A' else 'A'} lies in front of {tested.facing}: {gap}"
        if moment.scene.early_out and any(t.is_gap and not is_same(t, tested) for t in found.values()):
            told = f"T{name} shows the first gap: {in_words(s)}. The search ends there."
    elif tested.is_touching:
        told = f"On t{name} the projections just touch, {in_words(0.0)}."
    else:
        told = f"The {'greatest s' if is_inside(tested) else 'least overlap'}, on t{name}: {reason}."
    faces = tested.facing or edge
    drawn = partial(sat_answers.draw_right, axis=laid(a, b, (x, y)), found=s, decide=decide, edge=faces, ends=length)
    return Verdict(True, told, features=frozenset({faces}), draw=drawn)


def _faces_away(moment: Moment[Any], tested: AxisTested, edge: FeatureRef) -> bool:
    """Whether the outward normal of an edge leads away from the other shape."""
    (a, b), (x, y) = shapes_of(moment), tested.normal_xy
    nx, ny = (a if edge.owner == "A" else b).normals_xy[edge.index]
    along = nx * x + ny * y  # n̂ leads from A towards B
    return along < 0.0 if edge.owner == "A" else along > 0.0


def middle(moment: Moment[Any], edge: FeatureRef) -> tuple[float, float]:
    """Of an edge."""
    a, b = shapes_of(moment)
    return midway(*(a if edge.owner == "A" else b).edges_xy[edge.index])
