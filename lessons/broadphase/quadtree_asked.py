"""What the quadtree asks: who stays on a line, who is compared with it, which level costs most, where splits end."""

from __future__ import annotations

from collections import Counter

from geometry.broadphase.boxes import Box
from geometry.broadphase.quadtree_cell import CellCompared, CellSplit, Kept, quarters_of
from geometry.feature import FeatureKind, FeatureRef
from lessons.broadphase.boxes import center, corners, sides_of
from lessons.broadphase.quadtree_figure import level_feature
from lessons.broadphase.quadtree_state import QUARTERS, Parted, named_cell
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Choose, Click, Prediction, Remark, Verdict
from viz.lesson.text import fixed, listed

PARTS = frozenset((FeatureKind.PART,))
ROOT = "the root"
ONCE, APART, LIMIT = "after one split", "when A and B are in different cells", "at the depth limit"


def question(moment: Moment[Parted]) -> Prediction | None:
    """What this step asks, if anything."""
    scene, step, after = moment.scene, moment.step, moment.next
    if moment.compare or scene.moving:
        return None
    match step:
        case Kept() if isinstance(after, CellSplit) and after.level == 0 and not scene.is_crowd:
            if not scene.leaves_only:
                return _home(scene, step, after)
            return _end(scene, step) if scene.boxes[0] == scene.boxes[1] and scene.count == 2 else None
        case Kept() if isinstance(after, CellCompared) and after.above and not scene.is_crowd:
            return _partner(moment, after)
        case CellCompared() if scene.is_crowd and not scene.leaves_only and moment.scene.trees[-1].levels > 2:
            return _level(scene)
    return None


def _home(scene: Parted, kept: Kept, split: CellSplit) -> Click:
    """Before the first split: the cell that will keep the newest box."""
    name, box, (x, y) = scene.names[kept.id], scene.boxes[kept.id], split.lines.tolist()
    quarters = dict(zip(QUARTERS, quarters_of(sides_of(split.cell), (x, y)), strict=True))
    goes = next((word for word, ids in zip(QUARTERS, split.quarters, strict=True) if kept.id in ids), ROOT)

    def ring(canvas: Canvas, pane: str) -> None:
        if pane == "world":
            cell = sides_of(split.cell) if goes == ROOT else quarters[goes]
            canvas.stroke(corners(cell), Ink.TEXT, closed=True, line=Line.FEATURE)

    def judge(answer: FeatureRef | str) -> Verdict:
        word = answer if isinstance(answer, str) else answer.owner
        if word not in {*quarters, ROOT}:
            return Verdict(False, "Click one of the four quarters, or press “the root”.", "Not a cell")
        at = center(box)
        if word == goes:
            why = f"The {word} quarter contains all of {name}, so {name} moves down."
            if word == ROOT:
                why = f"{name} lies on both sides of {_line(box, (x, y))}: no quarter contains all of it."
            where = "stays in the root" if word == ROOT else f"goes {word}"
            return Verdict(True, why, remarks=(Remark(at, where, True),), draw=ring)
        if word == ROOT:
            why = f"A quarter contains all of {name}, so it moves down."
            return Verdict(False, why, "Not this cell", (Remark(at, "no line crosses it"),))

        why, at, words = _outside(name, box, word, (x, y))

        def draw(canvas: Canvas, pane: str) -> None:
            if pane == "world":
                canvas.stroke(corners(quarters[word]), Ink.FAULTY, closed=True, line=Line.DOTTED)
                canvas.dot(at, Ink.FAULTY, Point.CROSS)  # no part of the clicked cell: the window marks it only there
                canvas.label(words, at, Ink.FAULTY, toward=(1.0, -1.0), style=TextStyle.BOLD)

        return Verdict(False, why, "Not this cell", (Remark(at, words),), draw=draw)

    text = f"The root will split at the dashed lines. Click the quarter that will keep {name}, or press “the root”."
    return Click(text, judge, frozenset((ROOT if goes == ROOT else named_cell(goes),)), (ROOT,), PARTS)


def _line(box: Box, lines: tuple[float, float]) -> str:
    """The line that a box straddles."""
    return f"x = {fixed(lines[0])}" if box[0] < lines[0] <= box[2] else f"y = {fixed(lines[1])}"


def _outside(name: str, box: Box, quarter: str, lines: tuple[float, float]) -> tuple[str, tuple[float, float], str]:
    """Why a box does not lie in a quarter, at which end, and the words there."""
    u, v = center(box)
    (x, y), place = lines, QUARTERS.index(quarter)
    if place % 2 and box[0] < x:
        at, words = (box[0], v), f"begins at {fixed(box[0])}"
        why = f"begins at x = {fixed(box[0])}, left of the line x = {fixed(x)}"
    elif not place % 2 and box[2] >= x:
        at, words = (box[2], v), f"reaches to {fixed(box[2])}"
        why = f"reaches to x = {fixed(box[2])}, and this quarter ends before x = {fixed(x)}"
    elif place > 1 and box[1] < y:
        at, words = (u, box[1]), f"begins at {fixed(box[1])}"
        why = f"begins at y = {fixed(box[1])}, below the line y = {fixed(y)}"
    else:
        at, words = (u, box[3]), f"reaches to {fixed(box[3])}"
        why = f"reaches to y = {fixed(box[3])}, and this quarter ends before y = {fixed(y)}"
    return f"{name} {why}.", at, words


def _partner(moment: Moment[Parted], cell: CellCompared) -> Click:
    """Before the pairs: which boxes outside a cell are compared with those in it."""
    scene, tree = moment.scene, moment.scene.trees[moment.index]
    own, box = [scene.names[i] for i in cell.ids], sides_of(cell.cell)
    where = tree.name(box)

    def judge(answer: FeatureRef | str) -> Verdict:
        i = next((i for i in range(scene.count) if scene.feature(i) == answer), None)
        if i is None:
            return Verdict(False, "This is a cell. Click one of the boxes.", "Not a box")
        name, at = scene.names[i], center(scene.boxes[i])
        home = tree.cells_of(i)[0]
        if i in cell.above:
            why = f"{name} is kept above, in the {tree.name(home)}: it may overlap boxes of every cell below."
            return Verdict(True, why, remarks=(Remark(at, "kept above", True),))
        if i in cell.ids:
            return Verdict(
                False, f"{name} is in this cell itself: click a box that is kept elsewhere.", "Not this box"
            )

        def draw(canvas: Canvas, pane: str) -> None:
            if pane == "world":
                for each in (box, home):
                    canvas.stroke(corners(each), Ink.FAULTY, closed=True, line=Line.DOTTED)

        why = f"All of {name} lies in another cell, {tree.name(home)}: it has no point in common with {listed(own)}."
        return Verdict(False, why, "Not this box", (Remark(at, "another cell"),), draw=draw)

    other = "them" if len(own) > 1 else "it"
    text = f"Next come the pairs of {listed(own)} ({where}). Which other box is compared with {other}? Click it."
    return Click(text, judge, frozenset(scene.feature(i) for i in cell.above))


def costs(scene: Parted) -> Counter[int]:
    """How many comparisons the boxes of each level take part in, those with boxes above them left out."""
    found: Counter[int] = Counter()
    level = {i: node.level for node in scene.trees[-1].nodes.values() for i in node.ids}
    for step in scene.whole:
        if isinstance(step, CellCompared):
            found.update(min(level[i], level[j]) for i, j in step.compared)
    return found


def _level(scene: Parted) -> Click:
    """Of a crowd: the level whose boxes cost most."""
    tree, found = scene.trees[-1], costs(scene)
    first = tree.nodes[tree.root].level
    top = max(found, key=lambda level: found[level])
    maps = {level_feature(level - first): level for level in range(first, first + tree.levels)}

    def judge(answer: FeatureRef | str) -> Verdict:
        level = maps.get(answer) if isinstance(answer, FeatureRef) else None
        if level is None or not isinstance(answer, FeatureRef):
            return Verdict(False, "Click the small map of a level.", "Not a level")
        ids = {i for node in tree.nodes.values() if node.level == level for i in node.ids}
        share = f"{len(ids)} boxes, {found[level]:,} comparisons in their own cells and below"
        if level == top:
            return Verdict(True, f"{share}: each meets every box below it.", features=frozenset((answer,)))

        def draw(canvas: Canvas, pane: str) -> None:
            for i in ids if pane == "world" else ():
                canvas.stroke(corners(scene.boxes[i]), Ink.FAULTY, closed=True, line=Line.DOTTED)

        return Verdict(False, f"{share}. Few boxes lie below a small cell.", "Not this level", draw=draw)

    text = "Click the level whose boxes cause most comparisons with boxes in their own cell and below."
    return Click(text, judge, frozenset((level_feature(top - first),)))


def _end(scene: Parted, kept: Kept) -> Choose:
    """Two boxes at one place: when the splits end."""

    def judge(answer: str) -> Verdict:
        if answer == LIMIT:
            why = f"Every leaf that A overlaps holds B too. Only the depth limit, level {scene.depth}, ends it."
            return Verdict(True, why)
        why = "Both boxes overlap the same quarters, so some quarter still holds two boxes, and the capacity is 1."
        if answer == APART:
            why = "A and B have the same corners: every quarter that A overlaps, B overlaps too."

        def draw(canvas: Canvas, pane: str) -> None:
            if pane == "world":
                canvas.stroke(corners(scene.boxes[kept.id]), Ink.FAULTY, closed=True, line=Line.DOTTED)

        return Verdict(False, why, "Not then", draw=draw)

    text = "B lies exactly on A, and a leaf may hold one box only. When do the splits end?"
    return Choose(text, judge, (ONCE, APART, LIMIT), frozenset((LIMIT,)))
