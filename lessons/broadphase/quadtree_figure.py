"""The figure of the quadtree: cells that split where boxes crowd; beside it the tree, its levels, earlier frames."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from geometry.broadphase.boxes import Box
from geometry.broadphase.quadtree_cell import CellCompared, CellSplit, Kept, quarters_of
from geometry.broadphase.structure import CandidatePairs
from geometry.faulty.broadphase import SplitOn
from geometry.feature import FeatureKind, FeatureRef
from lessons.broadphase.boxes import center, corners, sides_of
from lessons.broadphase.boxes_figure import draw_boxes, letters, missed, mist, overlaps, threads
from lessons.broadphase.quadtree_state import FRAMES, QUARTERS, Parted, Tree, crossing, named_cell, straddling
from lessons.broadphase.quadtree_wrong import Wrong, above_of, found, frame_of, pairs_in, wrong_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair as XY
from viz.lesson.text import fixed

MOST_LEAVES = 16  # that a tree is drawn with as nodes; of a larger one a small map for each level
NODE = 0.8  # side of a node, whose neighbour is 1 away
DROP = 2.1  # from one level of nodes to the next
MAP = 4.0  # side of a small map of a level
FRAME = 5.6  # of a frame


def draw_world(canvas: Canvas, moment: Moment[Parted]) -> None:
    step = moment.step
    if moment.scene.moving and isinstance(step, CandidatePairs):
        _draw_frame(canvas, moment)
        return
    letters(canvas, moment.scene, moment.scene.boxes, _draw_step(canvas, moment, step))


def _draw_step(canvas: Canvas, moment: Moment[Parted], step: object) -> dict[int, Ink]:
    """All but the letters; the inks of the boxes."""
    scene, wrong = moment.scene, wrong_of(moment)
    tree = moment.scene.trees[moment.index] if wrong is None else wrong.tree
    _cells(canvas, tree, clickable=not scene.is_crowd)
    inks: dict[int, Ink] = {}
    later: Iterable[int] = ()
    match step:
        case Kept():
            inks, later = {step.id: Ink.EXAMINED}, range(step.id + 1, scene.count)
            homes = step.cells if wrong is None else tree.cells_of(step.id)
            if wrong is not None and tuple(homes) != step.cells:
                inks = {step.id: Ink.FAULTY}
            for cell in homes:
                _lit(canvas, cell)
            _held_against(canvas, scene, tree, step.id, homes[0])
        case CellSplit():
            inks, later = dict.fromkeys(step.stayed, Ink.EXAMINED), range(max(_inside(step)) + 1, scene.count)
            if wrong is not None:
                inks = {i: Ink.FAULTY for i in step.stayed if sides_of(step.cell) not in tree.cells_of(i)}
            _lit(canvas, sides_of(step.cell))
            _cross(canvas, sides_of(step.cell), step.lines.tolist(), told=not scene.is_crowd)
            for i in step.stayed if wrong is None and not scene.is_crowd else ():
                _ends(canvas, scene.boxes[i], float(step.lines[0]))
        case CellCompared():
            _lit(canvas, sides_of(step.cell))
            above, own, lost = _compared_at(step, wrong)
            inks = {**dict.fromkeys(above, Ink.ANSWER), **dict.fromkeys(own, Ink.EXAMINED)}
            inks |= dict.fromkeys(lost, Ink.FAULTY)
    is_border = isinstance(step, CandidatePairs) and scene.is_crowd and not scene.leaves_only
    draw_boxes(canvas, scene, inks, quiet=range(scene.count) if is_border else [*later], lettered=False)
    inks = {**dict.fromkeys(later, Ink.GHOST), **inks}
    if isinstance(step, CellCompared):
        pairs = step.compared if wrong is None else [pair for pair in step.compared if pair in wrong.compared]
        threads(canvas, scene, pairs, Ink.EXAMINED, opacity=0.35 if scene.is_crowd else 1.0)
    if isinstance(moment.faulty, SplitOn) and moment.is_last:
        _beyond(canvas, moment)
        return inks
    is_full = (
        not scene.is_crowd and scene.leaves_only and any(len(n.ids) > scene.capacity for n in tree.nodes.values())
    )
    if isinstance(step, CandidatePairs) and wrong is None and not is_full:
        _border(canvas, scene, tree)
    known = found(moment)
    overlaps(canvas, scene, [pair for pair in known if wrong is None or pair not in wrong.missed])
    if wrong is not None:
        missed(canvas, scene, [pair for pair in known if pair in wrong.missed])
    return inks


def _compared_at(step: CellCompared, wrong: Wrong | None) -> tuple[Sequence[int], Sequence[int], Sequence[int]]:
    """The boxes above a cell, its own, and those that a faulty rule keeps elsewhere."""
    if wrong is None:
        return step.above, step.ids, ()
    box = sides_of(step.cell)
    own = sorted(wrong.tree.nodes[box].ids) if box in wrong.tree.nodes else []
    return above_of(wrong.tree, box) if own else (), own, [i for i in step.ids if i not in own]


def _inside(step: CellSplit) -> list[int]:
    return [*step.stayed, *(i for quarter in step.quarters for i in quarter)]


def _cells(canvas: Canvas, tree: Tree, *, clickable: bool = False) -> None:
    """Leaves that hold boxes tinted by their level, the lines of every split, the deeper the fainter."""
    top = tree.nodes[tree.root].level
    for box in tree.leaves:
        level = tree.nodes[box].level - top
        if tree.nodes[box].ids:
            canvas.area(corners(box), Ink.EXAMINED, opacity=0.03 + 0.015 * min(level, 6))
    for box, lines in tree.split.items():
        opacity = max(0.85 - 0.12 * (tree.nodes[box].level - top), 0.3)
        for ends in crossing(box, lines):
            canvas.stroke(ends, Ink.TEXT, line=Line.THIN, opacity=opacity)
    canvas.stroke(corners(tree.root), Ink.TEXT, closed=True, line=Line.THIN)
    for box in tree.nodes if clickable and len(tree.nodes) <= 4 * MOST_LEAVES else ():
        if box != tree.root:
            _clickable(canvas, box, tree.feature(box))


def _cross(canvas: Canvas, box: Box, lines: Sequence[float], *, told: bool = True) -> None:
    """The lines of a split, and where they are."""
    upright, level = crossing(box, lines)
    off = 12.0 * canvas.pixel
    for ends in (upright, level):
        canvas.stroke(ends, Ink.EXAMINED, line=Line.MEASURE)
    if not told:
        return
    canvas.label(f"$x_c$ = {fixed(lines[0])}", (lines[0], box[1] - off), Ink.EXAMINED, fixed=True)
    at = (box[0] + 4.0 * off, lines[1] + off)
    canvas.label(f"$y_c$ = {fixed(lines[1])}", at, Ink.EXAMINED, fixed=True)


def _held_against(canvas: Canvas, scene: Parted, tree: Tree, body: int, home: Box) -> None:
    """The lines that decided where a box went; where the root is too full, those that will."""
    if scene.is_crowd or scene.leaves_only:
        return
    if tree.nodes[tree.root].lines is None:
        if body >= scene.capacity:
            lines = center(tree.root)
            for ends in crossing(tree.root, lines):
                canvas.stroke(ends, Ink.EXAMINED, line=Line.DASHED)
            for word, box in zip(QUARTERS, quarters_of(tree.root, lines), strict=True):
                _clickable(canvas, box, named_cell(word), scene.boxes)
        return
    above = next((box for box in tree.split if home in tree.quarters(box)), home)
    if above in tree.split:
        _cross(canvas, above, tree.split[above])
        _ends(canvas, scene.boxes[body], tree.split[above][0])


def _ends(canvas: Canvas, box: Box, line: float) -> None:
    """The ends of a box that are held against a split line."""
    y = (box[1] + box[3]) / 2.0
    if box[0] >= line or box[2] >= line > box[0]:
        canvas.label(r"$x_{\min}$", (box[0], y), Ink.EXAMINED, toward=(-1.0, 0.0))
    if box[2] < line or box[2] >= line > box[0]:
        canvas.label(r"$x_{\max}$", (box[2], y), Ink.EXAMINED, toward=(1.0, 0.0))


def _clickable(canvas: Canvas, box: Box, feature: FeatureRef, clear: Sequence[Box] = ()) -> None:
    """A bar in a cell, clear of some boxes if it can be."""
    (x, y), wide = center(box), (box[2] - box[0]) / 4.0
    for part in (0.5, 0.6, 0.4, 0.7, 0.3, 0.8, 0.2):
        at = box[1] + part * (box[3] - box[1])
        if all(b[1] > at or b[3] < at or b[0] > x + wide or b[2] < x - wide for b in clear):
            y = at
            break
    canvas.feature(((x - wide, y), (x + wide, y)), feature, Ink.EXAMINED)


def _lit(canvas: Canvas, cell: Box) -> None:
    canvas.area(corners(cell), Ink.EXAMINED, opacity=0.07)
    canvas.stroke(corners(cell), Ink.EXAMINED, closed=True, line=Line.MEASURE)


def _border(canvas: Canvas, scene: Parted, tree: Tree) -> None:
    """Boxes on the lines of the root and all that they are compared with, or the copies in leaves."""
    if scene.leaves_only:
        for i in range(scene.count):
            cells, (left, bottom, right, top) = tree.cells_of(i), scene.boxes[i]
            for cell in cells if len(cells) > 1 else ():
                part = max(left, cell[0]), max(bottom, cell[1]), min(right, cell[2]), min(top, cell[3])
                canvas.dot(center(part), Ink.EXAMINED, Point.SMALL)
        return
    above, others = straddling(tree), range(scene.count)
    pairs = [(i, j) for i in above for j in others if j not in above or i < j]
    if scene.is_crowd:
        mist(canvas, scene, pairs, Ink.EXAMINED, most=0.75)
    else:
        threads(canvas, scene, pairs, Ink.EXAMINED)
    for i in above:
        canvas.stroke(corners(scene.boxes[i]), Ink.EXAMINED, closed=True, line=Line.OUTLINE)
    for ends in crossing(tree.root, tree.split[tree.root]) if above else ():
        canvas.stroke(ends, Ink.EXAMINED, line=Line.THIN)


# --- a crowd that moves


def index_of(moment: Moment[Parted], frame: int) -> int:
    """The step of the lesson that ends a frame."""
    return [i for i, step in enumerate(moment.trace) if isinstance(step, CandidatePairs)][frame]


def _draw_frame(canvas: Canvas, moment: Moment[Parted]) -> None:
    """The crowd and its cells at the time of the clock: new lines bold, those of the frame before dashed, trails."""
    k, scene = frame_of(moment), moment.scene
    time = moment.time if k else 0.0
    now, at = scene.at(time), time * (FRAMES - 1)
    before = scene.frames[max(min(int(at - 1e-6), FRAMES - 1), 0)]
    (tree, answer), old, wrong = now.own, before.own[0], wrong_of(moment, by_clock=True)
    if wrong is not None:
        _cells(canvas, wrong.tree)
        for box, lines in wrong.tree.split.items():
            for ends in crossing(box, lines):
                canvas.stroke(ends, Ink.FAULTY, line=Line.DOTTED, opacity=0.6)
        draw_boxes(canvas, now)
        overlaps(canvas, now, wrong.hits)
        missed(canvas, now, wrong.missed)
        return
    gone = [ends for box, lines in old.split.items() if box not in tree.split for ends in crossing(box, lines)]
    for ends in gone:
        canvas.stroke(ends, Ink.GHOST, line=Line.DASHED, opacity=0.6)
    _cells(canvas, tree)
    for box, lines in tree.split.items():
        if k and box not in old.split:
            for ends in crossing(box, lines):
                canvas.stroke(ends, Ink.EXAMINED, line=Line.MEASURE)
    moved = [(center(a), center(b)) for a, b in zip(before.boxes, now.boxes, strict=True) if a != b]
    canvas.crowd(Ink.A, segments=moved, opacity=0.3)
    draw_boxes(canvas, now)
    overlaps(canvas, now, answer.pairs)
    if moment.is_last:
        _beyond(canvas, moment)


# --- beside the world


def draw_side(canvas: Canvas, moment: Moment[Parted]) -> None:
    scene, wrong = moment.scene, wrong_of(moment)
    tree = scene.trees[moment.index] if wrong is None else wrong.tree
    if scene.moving and isinstance(moment.step, CandidatePairs):
        _film(canvas, moment)
    elif not scene.is_crowd and len(scene.trees[-1].leaves) <= MOST_LEAVES:
        _diagram(canvas, moment, tree)
    else:
        _levels(canvas, moment, tree)


def _map(canvas: Canvas, tree: Tree, low: XY, side: float, cells: Iterable[Box]) -> tuple[float, XY]:
    """The outline of a small map of the world and the cells in it; its scale and its origin."""
    left, bottom, right, _ = tree.root
    scale = side / (right - left)
    origin = low[0] - scale * left, low[1] - scale * bottom
    lines = []
    for box in cells:
        a, b, c, d = corners(_mapped(box, scale, origin))
        lines += [(a, b), (b, c), (c, d), (d, a)]
    canvas.crowd(Ink.TEXT, segments=lines, opacity=0.4)
    canvas.stroke(corners((*low, low[0] + side, low[1] + side)), Ink.QUIET, closed=True, line=Line.THIN)
    return scale, origin


def _mapped(box: Box, scale: float, origin: XY) -> Box:
    (x, y), (left, bottom, right, top) = origin, box
    return x + scale * left, y + scale * bottom, x + scale * right, y + scale * top


def _small_boxes(canvas: Canvas, boxes: Iterable[Box], scale: float, origin: XY, ink: Ink) -> None:
    triangles = []
    for box in boxes:
        a, b, c, d = corners(_mapped(box, scale, origin))
        triangles += [(a, b, c), (a, c, d)]
    canvas.crowd(ink, triangles=triangles, fill=0.9)


def _film(canvas: Canvas, moment: Moment[Parted]) -> None:
    """The frames before this one, or the first alone."""
    scene, last = moment.scene, frame_of(moment)
    for k in range(FRAMES - 1):
        low = (0.0, MAP - FRAME - k * 1.14 * FRAME)
        if k > last:
            canvas.stroke(
                corners((*low, FRAME, low[1] + FRAME)), Ink.GHOST, closed=True, line=Line.DASHED, opacity=0.4
            )
            continue
        i = index_of(moment, k)
        tree, tested, wrong = scene.trees[i], moment.trace[i].tested, wrong_of(moment.at(i))
        if wrong is not None:
            tree, tested = wrong.tree, len(wrong.compared)
        scale, origin = _map(canvas, tree, low, FRAME, tree.leaves)
        _small_boxes(canvas, scene.frames[k].boxes, scale, origin, Ink.A)
        words = (
            (f"frame {k + 1}", Ink.TEXT, TextStyle.BOLD),
            (f"{len(tree.leaves)} leaves", Ink.EXAMINED, TextStyle.LABEL),
            (f"{tested:,} pairs", Ink.QUIET, TextStyle.LABEL),
        )
        for row, (text, ink, style) in enumerate(words):
            at = (FRAME + 46.0 * canvas.pixel, low[1] + FRAME - (12.0 + 20.0 * row) * canvas.pixel)
            canvas.label(text, at, ink, style=style, fixed=True)


def level_feature(level: int) -> FeatureRef:
    """The small map of a level as something to click."""
    return FeatureRef(f"level {level}", FeatureKind.PART)


def _levels(canvas: Canvas, moment: Moment[Parted], tree: Tree) -> None:
    """A small map for each level: its cells, and the boxes that are kept there."""
    scene, top = moment.scene, tree.nodes[tree.root].level
    for level in range(tree.levels):
        here = [box for box, node in tree.nodes.items() if node.level - top == level]
        ids = set().union(*(tree.nodes[box].ids for box in here))
        low = ((level % 2) * 1.12 * MAP, -(level // 2) * 1.3 * MAP)
        scale, origin = _map(canvas, tree, low, MAP, here)
        is_border = isinstance(moment.step, CandidatePairs) and not level and not scene.leaves_only
        _small_boxes(canvas, [scene.boxes[i] for i in ids], scale, origin, Ink.EXAMINED if is_border else Ink.A)
        middle = low[0] + MAP / 2.0
        count, kind = len(ids), "box" if len(ids) == 1 else "boxes"
        if scene.leaves_only:
            count = sum(len(tree.nodes[box].ids) for box in here)
            kind = "entry" if count == 1 else "entries"
        words = f"level {level}: {count} {kind}"
        canvas.label(words, (middle, low[1] - 12.0 * canvas.pixel), Ink.TEXT, style=TextStyle.CAPTION, fixed=True)
        y = low[1] + MAP / 2.0
        canvas.feature(((low[0] + 0.1 * MAP, y), (low[0] + 0.9 * MAP, y)), level_feature(level), Ink.EXAMINED)


def _diagram(canvas: Canvas, moment: Moment[Parted], tree: Tree) -> None:
    """Each cell as a node, a small map of where it lies, with the letters that it keeps below."""
    places: dict[Box, XY] = {}
    leaves = iter(range(4 * MOST_LEAVES))

    def put(box: Box, level: int) -> float:
        inner = [put(quarter, level + 1) for quarter in tree.quarters(box)]
        x = sum(inner) / len(inner) if inner else float(next(leaves))
        places[box] = (x, -DROP * level)
        return x

    middle = put(tree.root, 0)
    places = {box: (x - middle, y) for box, (x, y) in places.items()}
    counts = {sides_of(step.cell): len(step.compared) for step in moment.seen if isinstance(step, CellCompared)}
    wrong, right = wrong_of(moment), moment.scene.trees[moment.index]
    if wrong is not None:
        counts = {box: len(pairs_in(tree, box)) for box in tree.nodes if box in counts or moment.is_last}
        counts = {box: count for box, count in counts.items() if tree.nodes[box].ids}
    for box, (x, y) in places.items():
        for quarter in tree.quarters(box):
            u, v = places[quarter]
            bend = v + NODE * 0.5 + 0.25
            canvas.stroke(
                (
                    (x, y - NODE / 2.0 - (42.0 if box in counts else 24.0) * canvas.pixel),
                    (x, bend),
                    (u, bend),
                    (u, v + NODE / 2.0),
                ),
                Ink.QUIET,
                line=Line.THIN,
            )
    lit = _in_step(moment)
    for box, (x, y) in places.items():
        low = (x - NODE / 2.0, y - NODE / 2.0)
        ink = Ink.EXAMINED if box in lit else Ink.QUIET
        scale = NODE / (tree.root[2] - tree.root[0])
        origin = low[0] - scale * tree.root[0], low[1] - scale * tree.root[1]
        canvas.area(corners(_mapped(box, scale, origin)), ink, opacity=0.55)
        line = Line.MEASURE if box in lit else Line.THIN
        canvas.stroke(corners((*low, x + NODE / 2.0, y + NODE / 2.0)), ink, closed=True, line=line)
        canvas.feature(((x - NODE / 4.0, y), (x + NODE / 4.0, y)), tree.feature(box), Ink.EXAMINED)
        names = " ".join(moment.scene.names[i] for i in sorted(tree.nodes[box].ids))
        is_off = box not in right.nodes or right.nodes[box].ids != tree.nodes[box].ids
        words = [(names or "–", Ink.FAULTY if is_off else Ink.A if names else Ink.QUIET, TextStyle.BOLD)]
        if box in counts:
            words.append((f"P = {counts[box]}", Ink.EXAMINED, TextStyle.LABEL))
        for row, (text, tone, style) in enumerate(words):
            canvas.label(text, (x, low[1] - (13.0 + 19.0 * row) * canvas.pixel), tone, style=style, fixed=True)
    canvas.label("root", (0.0, NODE / 2.0 + 12.0 * canvas.pixel), Ink.QUIET, style=TextStyle.CAPTION, fixed=True)


def _in_step(moment: Moment[Parted]) -> set[Box]:
    match moment.step:
        case Kept() as kept:
            return set(kept.cells)
        case CellSplit() | CellCompared() as step:
            return {sides_of(step.cell)}
    return set()


# --- faulty rules


def _beyond(canvas: Canvas, moment: Moment[Parted]) -> None:
    """Cells that are split beyond the limit."""
    if isinstance(moment.faulty, SplitOn):
        lines = [ends for box in moment.faulty.split for ends in crossing(box, center(box))]
        canvas.crowd(Ink.FAULTY, segments=lines)
