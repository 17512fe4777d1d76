"""What the lesson on AABB trees asks: what is skipped, who is the sibling, how far to go, where a disc hits."""

from __future__ import annotations

import math

from geometry.broadphase.aabb_tree_node import Descended, LeafPut
from geometry.broadphase.boxes import contains, fattened, joined
from geometry.feature import FeatureKind, FeatureRef
from lessons.broadphase.aabb_tree_state import Diagram, Treed
from lessons.broadphase.boxes import Crowd, center, corners, sides_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Choose, Click, Draw, Place, Points, Remark, Verdict
from viz.lesson.text import fixed, sentence

PART = frozenset((FeatureKind.PART,))
FEW = 60  # boxes of a crowd, below which nobody is asked how much a tree saves
NEAR = 0.12  # world units: a point that is placed well


def _node_of(scene: Treed, tree: Diagram, answer: FeatureRef | str) -> int | None:
    return next((n.number for n in tree.nodes if scene.node_feature(tree, n.number) == answer), None)


def _outlined(sides: tuple[float, float, float, float]) -> Draw:
    def draw(canvas: Canvas, pane: str) -> None:
        if pane == "world":
            canvas.stroke(corners(sides), Ink.FAULTY, closed=True, line=Line.DOTTED)

    return draw


def missed_question(moment: Moment[Treed]) -> Click | None:
    """At the root: a leaf that is tested although Q misses it."""
    scene, tree = moment.scene, moment.scene.states[0]
    met = {v.node for v in scene.visits if v.meets}
    left = {v.node for v in scene.visits if not v.meets}
    wanted = {n for n in left if tree.by_number[n].body is not None}
    if scene.is_crowd or not wanted:
        return None

    def judge(answer: FeatureRef | str) -> Verdict:
        number = _node_of(scene, tree, answer)
        if number is None or tree.by_number[number].body is None:
            return Verdict(
                False, "Click a leaf: a shape, or its letter in the tree.", head="Not a leaf", counts=False
            )
        name, sides = scene.called(tree, number), sides_of(tree.by_number[number].box)
        if number in wanted:
            above = scene.called(tree, tree.path(number)[1])
            return Verdict(
                True, f"Q overlaps its parent, {above}, so both children are tested. One of them is {name}."
            )
        why, mark, shown = f"Q overlaps {name}: the query finds it.", "overlaps Q", sides
        if number not in met:
            gap = next(n for n in tree.path(number) if n in left)
            shown = sides_of(tree.by_number[gap].box)
            why = f"{name} is never tested. It lies in {scene.called(tree, gap)}, which Q misses."
            mark = "skipped with this box"
        remarks = (Remark((shown[0], shown[3]), mark),)
        return Verdict(False, sentence(why), head="Not this leaf", remarks=remarks, draw=_outlined(shown))

    right = frozenset(scene.node_feature(tree, number) for number in wanted)
    text = "Click a leaf that Q misses, but that the query has to test all the same."
    return Click(text, judge, right, kinds=PART)


def count_question(moment: Moment[Treed]) -> Choose | None:
    """At the root of an even crowd: how much the tree saves."""
    scene = moment.scene
    n, tested = scene.count, len(scene.visits)
    if scene.kind is not Crowd.EVEN or n < FEW:
        return None
    options = (f"fewer than {n // 3}", f"{n // 3} to {n}", f"more than {n}")
    right = options[0 if tested < n // 3 else 1 if tested <= n else 2]

    def judge(answer: str) -> Verdict:
        inner = sum(v.meets and v.id is None for v in scene.visits)
        why = f"It tests {tested}: the root, and the two children of each of the {inner} inner boxes that Q overlaps."
        return Verdict(answer == right, why, head="" if answer == right else "Another number")

    return Choose(f"How many of the {2 * n - 1} nodes will this query test?", judge, options, frozenset((right,)))


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
