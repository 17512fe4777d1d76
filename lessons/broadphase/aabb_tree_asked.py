"""What the lesson on AABB trees asks: what is skipped, who is the sibling, how far to go, where a disc hits."""

from __future__ import annotations

import math

from geometry.broadphase.aabb_tree_node import Descended, LeafPut
from geometry.broadphase.boxes import contains, fattened, joined
from geometry.feature import FeatureKind, FeatureRef
from lessons.broadphase.aabb_tree_state import Diagram, Treed
from lessons.broadphase.boxes import center, corners, sides_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Click, Draw, Place, Points, Remark, Verdict
from viz.lesson.text import fixed, sentence

PART = frozenset((FeatureKind.PART,))
NEAR = 0.12  # world units: a point that is placed well


def _node_of(scene: Treed, tree: Diagram, answer: FeatureRef | str) -> int | None:
    return next((n.number for n in tree.nodes if scene.node_feature(tree, n.number) == answer), None)


def _outlined(sides: tuple[float, float, float, float]) -> Draw:
    def draw(canvas: Canvas, pane: str) -> None:
        if pane == "world":
            canvas.stroke(corners(sides), Ink.FAULTY, closed=True, line=Line.DOTTED)

    return draw


def skip_question(moment: Moment[Treed]) -> Click | None:
    """At the root: the skipped box with most shapes in it."""
    scene, tree = moment.scene, moment.scene.states[0]
    skipped = {v.node: len(tree.below[v.node]) for v in scene.visits if not v.meets and v.id is None}
    if scene.is_crowd or not skipped:
        return None
    most = max(skipped.values())
    best = {number for number, count in skipped.items() if count == most}
    met = {v.node for v in scene.visits if v.meets}

    def judge(answer: FeatureRef | str) -> Verdict:
        number = _node_of(scene, tree, answer)
        if number is None:
            return Verdict(False, "Click an inner node: its box, or its point in the tree.", head="Not an inner node")
        draw = _outlined(sides_of(tree.by_number[number].box))
        name, size = scene.called(tree, number), len(tree.below[number])
        if number in best:
            return Verdict(
                True, f"Q overlaps its parent's box but not this one: {size} of {scene.count} shapes at once."
            )
        if tree.by_number[number].body is not None:
            why, mark = f"{sentence(name)} has nothing below it. Look for a large box that Q misses.", "one shape"
        elif number in met:
            why, mark = f"Q overlaps {name}, so the query has to test both its children.", "overlaps Q"
        elif number in skipped:
            why = f"Q misses {name} too, but it holds only {size} shapes. Another box that Q misses holds {most}."
            mark = f"{size} shapes"
        else:
            above = next(n for n in tree.path(number) if n in skipped)
            why = f"{name} is never tested: it lies in a box with {len(tree.below[above])} shapes that is skipped."
            mark = "never tested"
        sides = sides_of(tree.by_number[number].box)
        remarks = (Remark((sides[0], sides[3]), mark),)
        return Verdict(False, sentence(why), head="Not this box", remarks=remarks, draw=draw)

    right = frozenset(scene.node_feature(tree, number) for number in best)
    text = "Q will miss some boxes. Click the box that Q misses and that holds the most shapes."
    return Click(text, judge, right, kinds=PART)


def neighbour_question(moment: Moment[Treed]) -> Click | None:
    """At the root of an insertion: beside whom the leaf will stand."""
    scene, tree = moment.scene, moment.scene.states[0]
    put = next((step for step in scene.whole if isinstance(step, LeafPut)), None)
    if scene.is_crowd or put is None or put.neighbour is None or len(tree.path(put.neighbour)) < 3:
        return None
    new, name, wanted = scene.mover, scene.names[-1], put.neighbour

    walk = {step.node: step for step in scene.whole if isinstance(step, Descended)}

    def judge(answer: FeatureRef | str) -> Verdict:
        number = _node_of(scene, tree, answer)
        if number is None:
            return Verdict(False, f"{name} is the new leaf. Click a node of the tree.", head="Not in the tree")
        mine = tree.path(number)
        at = next(n for n in mine if n in walk)  # where the walk takes another way
        step = walk[at]
        costs = {step.left: step.cost_left, step.right: step.cost_right, None: step.cost_here}
        best, way = fixed(costs[step.chosen]), "" if step.chosen is None else scene.called(tree, step.chosen)
        if number == wanted:
            least = f"At each level the walk takes the least cost, at the last one {best}."
            return Verdict(True, f"{least} A rotation may still change the sibling.")
        if at == number:
            why = f"To stop at {scene.called(tree, at)} costs {fixed(step.cost_here)}, to go on to {way} only {best}."
        else:
            side = mine[mine.index(at) - 1]
            why = f"Below {scene.called(tree, at)}, {scene.called(tree, side)} costs {fixed(costs[side])}, "
            why += f"{way} {best}." if way else f"a new parent around both {best}: the walk ends there."
        grown = joined(sides_of(tree.by_number[number].box), new)
        return Verdict(False, sentence(why), head="Not the sibling", draw=_outlined(grown))

    right = frozenset((scene.node_feature(tree, wanted),))
    return Click(f"Click the node that becomes the sibling of {name}, before any rotation.", judge, right, kinds=PART)


def margin_question(moment: Moment[Treed]) -> Place | None:
    """How far the box may go along its way with the tree as it is."""
    scene = moment.scene
    old, (u, v) = scene.boxes[-1], center(scene.target)
    x, y = center(old)
    size = math.hypot(u - x, v - y)
    if scene.is_crowd or size < 0.5 or scene.margin < NEAR:
        return None
    way = ((u - x) / size, (v - y) / size)
    reach = scene.margin / max(abs(way[0]), abs(way[1]))
    axis = "x" if abs(way[0]) >= abs(way[1]) else "y"
    fat, name = fattened(old, scene.margin), scene.names[-1]
    end = (x + 2.5 * reach * way[0], y + 2.5 * reach * way[1])
    if _at_rest(old) != _at_rest(scene.target):
        return None  # it has been turned or reshaped as well

    def judge(points: Points) -> Verdict:
        (px, py), *_ = points
        far = math.hypot(px - x, py - y)
        now = (old[0] + px - x, old[1] + py - y, old[2] + px - x, old[3] + py - y)
        along = max(abs(px - x), abs(py - y))
        if abs(far - reach) <= NEAR:
            return Verdict(
                True, f"Along {axis} it may move {fixed(scene.margin)}, the margin. The other way is shorter."
            )
        why = f"Along {axis} it has moved {fixed(along)}. The margin is {fixed(scene.margin)}: it could go on."
        if not contains(fat, now):
            why = f"The whole box must stay inside. Along {axis} it has moved {fixed(along)}; the margin is "
            why += f"{fixed(scene.margin)}."
        head = "Too short" if contains(fat, now) else "Outside"
        return Verdict(False, why, head=head, remarks=(Remark((px, py), head.lower()),), draw=_outlined(now))

    text = f"Place the centre of {name} at the last point of its path where the tree need not change."
    right = ((x + reach * way[0], y + reach * way[1]),)
    return Place(text, judge, (end,), right, "world", (((x, y), end),), (f"centre of {name}",))


def _at_rest(sides: tuple[float, float, float, float]) -> tuple[float, float]:
    return round(sides[2] - sides[0], 6), round(sides[3] - sides[1], 6)


def hit_question(moment: Moment[Treed]) -> Place | None:
    """Where the disc's box first touches another."""
    scene, found = moment.scene, moment.trace.result
    start, way = scene.ray.start, scene.ray.vector
    if scene.is_crowd or not found.fraction or scene.radius < NEAR:
        return None
    length = float(math.hypot(*way))
    name = scene.names[found.id]

    def judge(points: Points) -> Verdict:
        at, r = points[0], scene.radius
        t = math.dist(at, start) / length
        hit = f"the box of {name}, grown by r = {fixed(r)},"
        if abs(t - found.fraction) * length <= NEAR:
            return Verdict(True, f"The centre enters {hit} at t = {fixed(found.fraction)}.")
        why = f"At t = {fixed(t)} the centre is already in {hit} or past it."
        if t < found.fraction:
            why = f"At t = {fixed(t)} the centre has not entered {hit} yet: no box is met."

        def draw(canvas: Canvas, pane: str) -> None:
            if pane == "world":
                canvas.stroke(corners(fattened((*at, *at), r)), Ink.FAULTY, closed=True, line=Line.DOTTED)
                grown = fattened(scene.boxes[found.id], r)
                canvas.stroke(corners(grown), Ink.FAULTY, closed=True, line=Line.DOTTED)

        return Verdict(False, why, head="Too early" if t < found.fraction else "Too late", draw=draw)

    where = start + found.fraction * way
    ends = ((float(start[0]), float(start[1])), (float(scene.ray.end[0]), float(scene.ray.end[1])))
    right = ((float(where[0]), float(where[1])),)
    text = "Place the centre of the disc where the disc's own box first meets another box."
    return Place(text, judge, (ends[0],), right, "world", (ends,), ("centre of the disc",))
