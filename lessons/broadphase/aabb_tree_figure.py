"""The figure of the AABB tree: nested boxes in the world, and the tree with the branches lit that are followed."""

from __future__ import annotations

from collections.abc import Iterable

from geometry.broadphase.aabb_tree import AabbTree
from geometry.broadphase.aabb_tree_node import (
    Descended,
    LeafPut,
    LeafTaken,
    NodeTested,
    Refitted,
    Rotated,
    StayedInside,
)
from geometry.broadphase.boxes import Box, fattened, joined
from geometry.broadphase.structure import Candidates, FirstHit
from geometry.faulty.broadphase import FaultyPairs
from lessons.broadphase.aabb_tree_state import CAST, INSERT, MOVE, QUERY, TALL, WIDE, Diagram, Treed
from lessons.broadphase.boxes import center, corners, sides_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.marks import circle
from viz.lesson.text import fixed, tint

DEEP = 6  # level, below which boxes that are followed are thin
NESTED = 0.05  # opacity of an inner box that is not followed
RING = 9.0  # pixels, of the ring around the node that is being tested
CROSSED = 80  # nodes, up to which those left have a cross
LETTERED = 20  # leaves, up to which the diagram has their letters


def tree_of(moment: Moment[Treed]) -> Diagram:
    """The tree at this step; the leaf that is to be taken out is still in it."""
    return moment.scene.before if isinstance(moment.step, LeafTaken) else moment.scene.states[moment.index]


def followed(moment: Moment[Treed]) -> set[int]:
    """Nodes on the way: those whose box is met, or that an insertion goes down to or refits."""
    scene, step, tree = moment.scene, moment.step, tree_of(moment)
    match step:
        case Descended():
            return set(tree.path(step.node if step.chosen is None else step.chosen))
        case LeafPut():
            return set(tree.path(step.leaf))
        case Refitted():
            return set(tree.path(step.node))
        case Rotated():
            return {step.node, step.between, step.uncle, step.grandchild}
        case StayedInside() | LeafTaken():
            return {node.number for node in tree.nodes if node.body == scene.last}
    return {each.node for each in seen_by(moment) if each.meets}


def seen_by(moment: Moment[Treed]) -> tuple:  # type: ignore[type-arg]
    """The nodes that a query or a cast has compared up to this step."""
    return moment.scene.visits[: moment.step.tested]


def left_aside(moment: Moment[Treed]) -> set[int]:
    """Nodes that were compared and left."""
    if isinstance(moment.step, Descended):
        return {moment.step.left, moment.step.right} - followed(moment)
    return {each.node for each in seen_by(moment) if not each.meets} if moment.scene.does in (QUERY, CAST) else set()


def found_by(moment: Moment[Treed]) -> set[int]:
    """Bodies that the query, or the cast, has met so far."""
    scene = moment.scene
    if scene.does not in (QUERY, CAST):
        return set()
    if isinstance(moment.step, FirstHit):
        return {moment.step.id} - {None}  # type: ignore[return-value]
    return {each.id for each in seen_by(moment) if each.meets and each.id is not None}


def draw_world(canvas: Canvas, moment: Moment[Treed]) -> None:
    scene, tree = moment.scene, tree_of(moment)
    lit, left = followed(moment), left_aside(moment)
    fat = scene.does == MOVE
    idle = [n for n in tree.nodes if (n.body is None or fat) and n.number not in lit | left]
    fill = min(0.04, 0.4 / max(len(lit), 1))
    canvas.crowd(
        Ink.CONSTRUCTION,
        segments=[(*p, *q) for n in idle for p, q in _sides(sides_of(n.box))],
        opacity=0.3 if scene.is_crowd or fat else 0.6,
    )
    now = moment.step.node if isinstance(moment.step, NodeTested) else None
    for node in tree.nodes:
        if node.number in lit and (node.body is None or scene.does in (QUERY, CAST)):
            line = Line.FEATURE if node.number == now else Line.MEASURE if len(lit) < CROSSED / 2 else Line.THIN
            line = Line.THIN if node.depth > DEEP and node.number != now else line
            _box(canvas, sides_of(node.box), Ink.EXAMINED, line, fill if node.body is None else 0.0)
        elif node.number in left:
            ink = Ink.EXAMINED if node.number == now else Ink.CONSTRUCTION
            _box(canvas, sides_of(node.box), ink, Line.DASHED)
        elif node.body is None and not scene.is_crowd:
            canvas.area(corners(sides_of(node.box)), Ink.CONSTRUCTION, opacity=NESTED)  # the deeper, the brighter
        if not scene.is_crowd:
            outline = corners(sides_of(node.box))
            canvas.feature((*outline, outline[0]), scene.node_feature(tree, node.number), Ink.EXAMINED)
    _bodies(canvas, moment)
    {QUERY: _query, INSERT: _insert, MOVE: _move, CAST: _cast}[scene.does](canvas, moment)
    if isinstance(moment.faulty, FaultyPairs) and moment.faulty.missed:
        _stale(canvas, scene, moment.faulty)


def _stale(canvas: Canvas, scene: Treed, found: FaultyPairs) -> None:
    """The boxes above the old leaf, which do not reach the new one, and what is missed there."""
    old = scene.before
    leaf = next(node.number for node in old.nodes if node.body == scene.last)
    for number in old.path(leaf)[1:-1]:
        canvas.stroke(corners(sides_of(old.by_number[number].box)), Ink.FAULTY, closed=True, line=Line.DOTTED)
    for pair in found.missed:
        a, b = (scene.target if i == scene.last else scene.boxes[i] for i in pair)
        canvas.area(corners(_common(a, b)), Ink.FAULTY, opacity=0.6)
    words = "1 pair missed" if len(found.missed) == 1 else f"{len(found.missed)} pairs missed"
    at = (center(scene.target)[0], scene.target[3])
    canvas.label(words, at, Ink.FAULTY, toward=(0.0, 1.0), style=TextStyle.BOLD)


def _common(a: Box, b: Box) -> Box:
    return max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])


def shared(a: Box, b: Box) -> tuple[float, float]:
    """How much two boxes share along x and y; negative for a gap."""
    left, bottom, right, top = _common(a, b)
    return right - left, top - bottom


def _sides(sides: Box) -> Iterable[tuple[tuple[float, float], tuple[float, float]]]:
    outline = corners(sides)
    return zip(outline, (*outline[1:], outline[0]), strict=True)


def _box(canvas: Canvas, sides: Box, ink: Ink, line: Line, fill: float = 0.0) -> None:
    if fill:
        canvas.area(corners(sides), ink, opacity=fill)
    canvas.stroke(corners(sides), ink, closed=True, line=line)


def _bodies(canvas: Canvas, moment: Moment[Treed]) -> None:
    """The shapes, and their boxes where these are not the shapes themselves."""
    scene, hit = moment.scene, found_by(moment)
    outlines = (
        [corners(b) for b in scene.boxes] if scene.is_crowd else [b.world.points.tolist() for b in scene.things]
    )
    for i, outline in enumerate(outlines):
        ink = Ink.OVERLAP if i in hit else Ink.A
        if i == scene.last and scene.does in (INSERT, MOVE):
            ink = Ink.B
        away = i == scene.last and scene.does == MOVE
        canvas.area(outline, ink, opacity=min(0.35, 1.6 / len(hit)) if i in hit else 0.06 if away else 0.18)
        if scene.is_crowd:
            canvas.stroke(outline, ink, closed=True, line=Line.THIN, opacity=0.8)
            continue
        canvas.stroke(outline, ink, closed=True, line=Line.START if away else Line.OUTLINE)
        if len(outline) != 4 or scene.things[i].pose.angle:
            canvas.stroke(corners(scene.boxes[i]), Ink.CONSTRUCTION, closed=True, line=Line.THIN, opacity=0.6)
        at = scene.things[i].pose.position
        stays = scene.does == QUERY
        canvas.label(scene.names[i], at, ink, style=TextStyle.BOLD, feature=scene.feature(i), fixed=stays)


def _query(canvas: Canvas, moment: Moment[Treed]) -> None:
    scene = moment.scene
    points = scene.q.world.points.tolist()
    canvas.area(points, Ink.B, hatched=True, opacity=0.3)
    canvas.stroke(points, Ink.B, closed=True, line=Line.OUTLINE)
    canvas.stroke(corners(scene.asks), Ink.B, closed=True, line=Line.DASHED)
    outline = corners(scene.asks)
    if scene.is_crowd:
        canvas.stroke(outline, Ink.B, closed=True, line=Line.FEATURE)
        canvas.label("Q", outline[1], Ink.B, toward=(1.0, -1.0), style=TextStyle.PILL, leader=True)
    else:
        canvas.label("Q", scene.q.pose.position, Ink.B, style=TextStyle.LETTER)
    if not isinstance(moment.step, Candidates) and (moment.index or not moment.is_open):
        _common_part(canvas, sides_of(moment.step.box), scene.asks, moment.step.meets)


def _common_part(canvas: Canvas, box: Box, asked: Box, meets: bool) -> None:
    """The part that the query's box shares with the box of the node; where there is none, the gap."""
    left, bottom, right, top = _common(box, asked)
    if meets:
        canvas.area(corners((left, bottom, right, top)), Ink.EXAMINED, opacity=0.3)
        canvas.stroke(((right, bottom), (left, bottom), (left, top)), Ink.EXAMINED, line=Line.MEASURE)
        w, h = f"$w$ = **{fixed(right - left)}**", f"$h$ = **{fixed(top - bottom)}**"
        canvas.label(w, ((left + right) / 2.0, bottom), Ink.EXAMINED, toward=(0.0, -1.0))
        canvas.label(h, (left, (bottom + top) / 2.0), Ink.EXAMINED, toward=(-1.0, 0.0))
        return
    low, high = (min(left, right), min(bottom, top)), (max(left, right), max(bottom, top))
    if left > right:
        y = (low[1] + high[1]) / 2.0
        canvas.stroke(((low[0], y), (high[0], y)), Ink.GAP, line=Line.MEASURE)
        canvas.label(f"$w$ = {fixed(right - left)}", ((low[0] + high[0]) / 2.0, y), Ink.GAP, toward=(0.0, 1.0))
    else:
        x = (low[0] + high[0]) / 2.0
        canvas.stroke(((x, low[1]), (x, high[1])), Ink.GAP, line=Line.MEASURE)
        canvas.label(f"$h$ = {fixed(top - bottom)}", (x, (low[1] + high[1]) / 2.0), Ink.GAP, toward=(1.0, 0.0))


def _insert(canvas: Canvas, moment: Moment[Treed]) -> None:
    """Of a descent the boxes that the two children would have; of a refit or rotation the box before."""
    scene, step, tree = moment.scene, moment.step, tree_of(moment)
    match step:
        case Descended():
            new = scene.leaf
            for child in (step.left, step.right):
                grown = joined(sides_of(tree.by_number[child].box), new)
                is_chosen = child == step.chosen
                _box(canvas, grown, Ink.EXAMINED if is_chosen else Ink.GHOST, Line.DASHED, 0.06 if is_chosen else 0.0)
        case Refitted() | Rotated():
            _box(canvas, sides_of(step.before), Ink.GHOST, Line.DASHED)
            _box(canvas, sides_of(step.box), Ink.EXAMINED, Line.MEASURE, 0.08)


def _move(canvas: Canvas, moment: Moment[Treed]) -> None:
    scene = moment.scene
    outline = corners(scene.target)
    canvas.area(outline, Ink.B, opacity=0.24)
    canvas.stroke(scene.moved.world.points.tolist(), Ink.B, closed=True, line=Line.OUTLINE)
    canvas.label(f"{scene.names[-1]}′", center(scene.target), Ink.B, style=TextStyle.BOLD)
    old = fattened(scene.boxes[-1], scene.margin)
    is_old = isinstance(moment.step, StayedInside | LeafTaken)
    fat = old if is_old else scene.leaf
    if not is_old:
        canvas.stroke(corners(old), Ink.GHOST, closed=True, line=Line.DASHED)
    canvas.stroke(corners(fat), Ink.B, closed=True, line=Line.DASHED)
    canvas.label(f"fat box, m = {fixed(scene.margin)}", (center(fat)[0], fat[3]), Ink.B, toward=(0.0, 1.0))
    _insert(canvas, moment)


def _cast(canvas: Canvas, moment: Moment[Treed]) -> None:
    """The disc along its path; the boxes compared, grown by its radius."""
    scene, step = moment.scene, moment.step
    r, start, way = scene.radius, scene.ray.start, scene.ray.vector
    grown = [step] if not isinstance(step, FirstHit) else []
    for each in grown:
        _box(canvas, fattened(sides_of(each.box), r), Ink.EXAMINED if each.meets else Ink.GHOST, Line.DOTTED)
        if each.entry is not None and each.meets:
            canvas.dot(start + each.entry * way, Ink.EXAMINED, Point.FILLED)
    if way.any():
        canvas.arrow(start, scene.ray.end, Ink.B)
    circle(canvas, start, r, Ink.B, Line.OUTLINE)
    _box(canvas, scene.mover, Ink.B, Line.DASHED)
    end = scene.ray.end
    if isinstance(step, FirstHit) and step.fraction is not None:
        end = start + step.fraction * way
        canvas.dot(end, Ink.ANSWER, Point.ANSWER)
        _box(canvas, fattened((float(end[0]), float(end[1])) * 2, r), Ink.B, Line.DASHED)
        canvas.label(f"t = {fixed(step.fraction)}", end, Ink.ANSWER, toward=(0.0, -1.0), style=TextStyle.PILL)
    circle(canvas, end, r, Ink.B, Line.END if end is scene.ray.end else Line.OUTLINE)
    if isinstance(moment.faulty, FirstHit) and moment.is_last:
        at = scene.ray.end if moment.faulty.fraction is None else start + moment.faulty.fraction * way
        canvas.dot(at, Ink.FAULTY, Point.CROSS)
        told = "no hit" if moment.faulty.fraction is None else f"hit at t = {fixed(moment.faulty.fraction)}"
        canvas.label(told, at, Ink.FAULTY, toward=(0.0, 1.0), style=TextStyle.BOLD)


def draw_tree(canvas: Canvas, moment: Moment[Treed]) -> None:
    """The diagram: bright where it is followed, a cross where it is left, and what that comes to."""
    scene, tree = moment.scene, tree_of(moment)
    if isinstance(moment.faulty, AabbTree):
        chain = Diagram(moment.faulty.nodes(), top=-TALL - 1.6, tall=0.6 * TALL)
        _wrong(canvas, scene, chain, set(), "no rotations, in the end:")
        deep = f"{chain.height} branches deep, not {scene.states[-1].height}"
        canvas.label(deep, (WIDE / 2.0, chain.top + 0.2), Ink.FAULTY, style=TextStyle.BOLD, fixed=True)
    if isinstance(moment.faulty, FaultyPairs) and moment.faulty.missed:
        leaf = next(node.number for node in scene.before.nodes if node.body == scene.last)
        stale = Diagram(scene.before.nodes, top=-TALL - 1.6, tall=0.6 * TALL)
        _wrong(canvas, scene, stale, set(stale.path(leaf)), f"not refitted: {scene.names[-1]} stays")
        canvas.label(
            "below its old boxes", (WIDE / 2.0, stale.top + 0.2), Ink.FAULTY, style=TextStyle.BOLD, fixed=True
        )
    lit, left = followed(moment), left_aside(moment)
    _branches(canvas, tree, lit, left, Ink.CONSTRUCTION)
    hit = found_by(moment)
    for node in tree.nodes:
        at, ink = tree.places[node.number], Ink.EXAMINED
        if node.number in lit:
            ink = Ink.OVERLAP if node.body in hit else ink
            if not scene.is_crowd:
                canvas.glow((at,), ink, 0.4)
            canvas.dot(at, ink, Point.SMALL if scene.is_crowd else Point.FILLED)
        elif node.number in left and len(tree.nodes) < CROSSED:
            canvas.dot(at, Ink.GHOST, Point.CROSS)
        elif not scene.is_crowd:
            canvas.dot(at, Ink.CONSTRUCTION, Point.SMALL)
        if not scene.is_crowd:
            canvas.feature((at,), scene.node_feature(tree, node.number), Ink.EXAMINED)
        if isinstance(moment.step, NodeTested) and node.number == moment.step.node and not scene.is_crowd:
            circle(canvas, at, RING * canvas.pixel, Ink.EXAMINED, Line.MEASURE)
    _leaves(canvas, scene, tree, hit)
    if isinstance(moment.step, Descended):
        for child, cost in ((moment.step.left, moment.step.cost_left), (moment.step.right, moment.step.cost_right)):
            style = TextStyle.PILL if child == moment.step.chosen else TextStyle.BOLD
            ink = Ink.EXAMINED if child == moment.step.chosen else Ink.TEXT
            canvas.label(fixed(cost), tree.places[child], ink, toward=(0.0, 1.0), style=style)
        ink, style = (Ink.TEXT, TextStyle.BOLD) if moment.step.chosen is not None else (Ink.EXAMINED, TextStyle.PILL)
        here = tree.places[moment.step.node]
        canvas.label(fixed(moment.step.cost_here), here, ink, toward=(0.0, 1.0), style=style)
    for k, words in enumerate(_counts(moment)):
        canvas.label(words, (WIDE / 2.0, -TALL - 0.75 - 0.32 * k), Ink.TEXT, fixed=True)


def _wrong(canvas: Canvas, scene: Treed, tree: Diagram, path: set[int], words: str) -> None:
    """The tree of a faulty rule; all of it, or the way to one leaf, in its ink."""
    _branches(canvas, tree, path, set(), Ink.CONSTRUCTION if path else Ink.FAULTY, Ink.FAULTY)
    _leaves(canvas, scene, tree, set())
    canvas.label(words, (WIDE / 2.0, tree.top + 0.5), Ink.FAULTY, style=TextStyle.BOLD, fixed=True)


def _branches(
    canvas: Canvas, tree: Diagram, lit: set[int], left: set[int], ink: Ink, in_use: Ink = Ink.EXAMINED
) -> None:
    """From each node straight sideways and down to its children, the ones followed in front."""
    plain = []
    for node in sorted(tree.nodes, key=lambda node: node.number in lit):
        if node.parent is None:
            continue
        (x, y), (u, v) = tree.places[node.parent], tree.places[node.number]
        way = ((x, y), (u, y), (u, v))
        if node.number in lit and node.parent in lit:
            canvas.stroke(way, in_use, line=Line.MEASURE)
        elif node.number in left:
            canvas.stroke(way, Ink.GHOST, line=Line.DASHED)
        else:
            plain += [(x, y, u, y), (u, y, u, v)]
    canvas.crowd(ink, segments=plain, opacity=0.8)


def _leaves(canvas: Canvas, scene: Treed, tree: Diagram, hit: set[int]) -> None:
    """Letters below the leaves."""
    leaves = [node for node in tree.nodes if node.body is not None]
    if scene.is_crowd or len(leaves) > LETTERED:
        return
    for node in leaves:
        assert node.body is not None
        (x, y), mine = tree.places[node.number], node.body == scene.last and scene.does in (INSERT, MOVE)
        ink = Ink.OVERLAP if node.body in hit else Ink.B if mine else Ink.A
        at = (x, y - 0.27)
        canvas.label(scene.names[node.body], at, ink, feature=scene.feature(node.body), fixed=True)


def _counts(moment: Moment[Treed]) -> list[str]:
    """What the three looks of a node mean, with their counts."""
    if moment.scene.does not in (QUERY, CAST):
        return []
    total, lit, left = len(tree_of(moment).nodes), len(followed(moment)), len(left_aside(moment))
    met = "overlap Q" if moment.scene.does == QUERY else "entered in time"
    missed = "gap" if moment.scene.does == QUERY else "not entered in time"
    told = [f"{tint(f'**{lit}**', Ink.EXAMINED)} tested: {met}", f"**{left}** tested: {missed}, skipped"]
    when = "never tested" if isinstance(moment.step, Candidates | FirstHit) else "not tested yet"
    return [*told, f"**{total - lit - left}** {when}", f"without the tree: **{moment.scene.count}** tests"]
