"""The figure of the AABB tree: nested boxes in the world, lit where they are followed, dark where skipped."""

from __future__ import annotations

from collections.abc import Iterable

from geometry.broadphase.aabb_tree_node import (
    Descended,
    LeafPut,
    LeafTaken,
    NodeSeen,
    NodeTested,
    Refitted,
    Rotated,
    StayedInside,
)
from geometry.broadphase.boxes import Box, fattened, joined, perimeter
from geometry.broadphase.structure import FirstHit
from geometry.faulty.broadphase import FaultyPairs
from lessons.broadphase.aabb_tree_state import CAST, INSERT, MOVE, QUERY, Diagram, Treed
from lessons.broadphase.boxes import center, corners, sides_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.marks import circle
from viz.lesson.text import fixed

DEEP = 6  # level, below which boxes that are followed are thin
DARK = 0.3  # how loud a shape is that is skipped
NESTED = 0.05  # opacity of an inner box that is not followed
CROSSED = 80  # nodes, up to which those left have a cross


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


def skipped(moment: Moment[Treed]) -> set[int]:
    """Nodes below those that a query or a cast has left: it will never test them."""
    if moment.scene.does not in (QUERY, CAST):
        return set()
    gone, left = set[int](), left_aside(moment)
    for node in tree_of(moment).nodes:  # children come after their parents
        if node.parent in gone or node.parent in left:
            gone.add(node.number)
    return gone


def found_by(moment: Moment[Treed]) -> set[int]:
    """Bodies that the query, or the cast, has met so far."""
    scene = moment.scene
    if scene.does not in (QUERY, CAST):
        return set()
    if isinstance(moment.step, FirstHit):
        return {moment.step.id} - {None}  # type: ignore[return-value]
    return {each.id for each in seen_by(moment) if each.meets and each.id is not None}


def is_clickable(moment: Moment[Treed], node: NodeSeen) -> bool:
    """Whether a node can be pointed at: of a few all, while a query asks for a leaf the leaves alone."""
    scene = moment.scene
    return not scene.is_crowd and (node.body is not None or scene.does != QUERY or not moment.is_open)


def draw_world(canvas: Canvas, moment: Moment[Treed]) -> None:
    scene, tree = moment.scene, tree_of(moment)
    lit, left, gone = followed(moment), left_aside(moment), skipped(moment)
    fat = scene.does == MOVE
    idle = [n for n in tree.nodes if (n.body is None or fat) and n.number not in lit | left | gone]
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
            _skips(canvas, scene, tree, node.number)
        elif node.body is None and not scene.is_crowd and node.number not in gone:
            canvas.area(corners(sides_of(node.box)), Ink.CONSTRUCTION, opacity=NESTED)  # the deeper, the brighter
        if is_clickable(moment, node):
            outline = corners(sides_of(node.box))
            canvas.feature((*outline, outline[0]), scene.node_feature(tree, node.number), Ink.EXAMINED)
    _bodies(canvas, moment)
    {QUERY: _query, INSERT: _insert, MOVE: _move, CAST: _cast}[scene.does](canvas, moment)
    if isinstance(moment.faulty, FaultyPairs) and moment.faulty.missed:
        _stale(canvas, scene, moment.faulty)


def _skips(canvas: Canvas, scene: Treed, tree: Diagram, number: int) -> None:
    """How many shapes are skipped with a box."""
    left, _, right, top = sides_of(tree.by_number[number].box)
    count = len(tree.below[number])
    if count > 1 and not scene.is_crowd and scene.does == QUERY:
        canvas.label(f"{count} shapes skipped", ((left + right) / 2.0, top), Ink.QUIET, toward=(0.0, 1.0))


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
    scene, hit, tree = moment.scene, found_by(moment), tree_of(moment)
    asked = scene.does in (QUERY, CAST)
    dark = {i for n in left_aside(moment) for i in tree.below[n]} if asked else set()
    outlines = (
        [corners(b) for b in scene.boxes] if scene.is_crowd else [b.world.points.tolist() for b in scene.things]
    )
    for i, outline in enumerate(outlines):
        ink = Ink.OVERLAP if i in hit else Ink.A
        if i == scene.last and scene.does in (INSERT, MOVE):
            ink = Ink.B
        away, loud = i == scene.last and scene.does == MOVE, DARK if i in dark else 1.0
        strength = min(0.35, 1.6 / len(hit)) if i in hit else 0.06 if away else 0.18
        canvas.area(outline, ink, opacity=strength * loud)
        if scene.is_crowd:
            canvas.stroke(outline, ink, closed=True, line=Line.THIN, opacity=0.8 * loud)
            continue
        canvas.stroke(outline, ink, closed=True, line=Line.START if away else Line.OUTLINE, opacity=loud)
        if i not in dark and (len(outline) != 4 or scene.things[i].pose.angle):
            canvas.stroke(corners(scene.boxes[i]), Ink.CONSTRUCTION, closed=True, line=Line.THIN, opacity=0.6)
        at, style = scene.things[i].pose.position, TextStyle.CAPTION if i in dark else TextStyle.BOLD
        ink, stays = Ink.QUIET if i in dark else ink, scene.does == QUERY
        canvas.label(scene.names[i], at, ink, style=style, feature=scene.feature(i), fixed=stays)


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
    if isinstance(moment.step, NodeTested) and moment.index and not (scene.is_crowd and moment.step.meets):
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
    """Of a descent the boxes that the choices would make, with their costs; of a refit or rotation the box before."""
    scene, step, tree = moment.scene, moment.step, tree_of(moment)
    match step:
        case Descended(chosen=None):
            grown = joined(sides_of(step.box), scene.leaf)
            _box(canvas, grown, Ink.EXAMINED, Line.DASHED, 0.08)
            _beside(canvas, f"new parent: **{fixed(step.cost_here)}**", grown, sides_of(step.box), Ink.EXAMINED)
        case Descended():
            for child, way, cost in (
                (step.left, "left", step.cost_left),
                (step.right, "right", step.cost_right),
            ):
                own, is_chosen = sides_of(tree.by_number[child].box), child == step.chosen
                grown = joined(own, scene.leaf)
                ink = Ink.EXAMINED if is_chosen else Ink.GHOST
                _box(canvas, grown, ink, Line.DASHED, 0.1 if is_chosen else 0.0)
                _beside(canvas, f"{way}: **{fixed(cost)}**", grown, own, ink if is_chosen else Ink.TEXT)
        case Refitted() | Rotated():
            before, now = sides_of(step.before), sides_of(step.box)
            _box(canvas, before, Ink.GHOST, Line.DASHED)
            _box(canvas, now, Ink.EXAMINED, Line.MEASURE, 0.08)
            if moment.compare:  # whose own labels stand here
                return
            top = (center(before)[0], before[3])
            canvas.label(f"before: {fixed(perimeter(before))}", top, Ink.TEXT, toward=(0.0, 1.0))
            words = f"perimeter **{fixed(perimeter(now))}**"
            canvas.label(words, (center(now)[0], now[1]), Ink.EXAMINED, toward=(0.0, -1.0))


def _beside(canvas: Canvas, words: str, grown: Box, own: Box, ink: Ink) -> None:
    """Words at the border of a box that would grow, on the side of its growth."""
    below = own[1] - grown[1] > grown[3] - own[3]
    at = (center(grown)[0], grown[1] if below else grown[3])
    canvas.label(words, at, ink, toward=(0.0, -1.0 if below else 1.0))


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
    if is_old and not moment.is_open:
        _outside(canvas, old, scene.target)
    _insert(canvas, moment)


def outside(fat: Box, now: Box) -> tuple[int, float]:
    """The side by which a box is furthest out of its fat box (0 to 3, as in a box), and how far; negative: inside."""
    out = (fat[0] - now[0], fat[1] - now[1], now[2] - fat[2], now[3] - fat[3])
    side = max(range(4), key=lambda k: out[k])
    return side, out[side]


def _outside(canvas: Canvas, fat: Box, now: Box) -> None:
    """The distance from the border of the fat box to the side that is furthest out."""
    side, far = outside(fat, now)
    x, y = center(now)
    ends = [(each[side], y) if side % 2 == 0 else (x, each[side]) for each in (fat, now)]
    canvas.stroke(ends, Ink.EXAMINED, line=Line.MEASURE)
    middle = ((ends[0][0] + ends[1][0]) / 2.0, (ends[0][1] + ends[1][1]) / 2.0)
    toward = (0.0, -1.0) if side % 2 == 0 else (1.0, 0.0)
    canvas.label(f"**{fixed(abs(far))}**", middle, Ink.EXAMINED, toward=toward)


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
