"""The diagram of the AABB tree: lit where it is followed, crossed where it is left, dark below that."""

from __future__ import annotations

from collections.abc import Set

from geometry.broadphase.aabb_tree import AabbTree
from geometry.broadphase.aabb_tree_node import Descended, NodeTested
from geometry.broadphase.structure import Candidates, FirstHit
from geometry.faulty.broadphase import FaultyPairs
from lessons.broadphase.aabb_tree_figure import (
    CROSSED,
    DARK,
    followed,
    found_by,
    is_clickable,
    left_aside,
    skipped,
    tree_of,
)
from lessons.broadphase.aabb_tree_state import CAST, INSERT, MOVE, QUERY, TALL, WIDE, Diagram, Treed
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.marks import circle
from viz.lesson.text import fixed, tint

RING = 9.0  # pixels, of the ring around the node that is being tested
LETTERED = 20  # leaves, up to which the diagram has their letters
Segment = tuple[float, float, float, float]


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
    gone = skipped(moment)
    _branches(canvas, tree, lit, left, Ink.CONSTRUCTION, gone=gone)
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
        elif not scene.is_crowd and node.number not in gone:
            canvas.dot(at, Ink.CONSTRUCTION, Point.SMALL)
        if is_clickable(moment, node):
            canvas.feature((at,), scene.node_feature(tree, node.number), Ink.EXAMINED)
        if isinstance(moment.step, NodeTested) and node.number == moment.step.node and not scene.is_crowd:
            circle(canvas, at, RING * canvas.pixel, Ink.EXAMINED, Line.MEASURE)
    _leaves(canvas, scene, tree, hit, gone | left if scene.does in (QUERY, CAST) else set())
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
    canvas: Canvas,
    tree: Diagram,
    lit: set[int],
    left: set[int],
    ink: Ink,
    in_use: Ink = Ink.EXAMINED,
    gone: Set[int] = frozenset(),
) -> None:
    """From each node straight sideways and down to its children, the ones followed in front."""
    plain, dark = list[Segment](), list[Segment]()
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
            (dark if node.number in gone else plain).extend(((x, y, u, y), (u, y, u, v)))
    canvas.crowd(ink, segments=dark, opacity=0.8 * DARK)
    canvas.crowd(ink, segments=plain, opacity=0.8)


def _leaves(canvas: Canvas, scene: Treed, tree: Diagram, hit: set[int], gone: Set[int] = frozenset()) -> None:
    """Letters below the leaves."""
    leaves = [node for node in tree.nodes if node.body is not None]
    if scene.is_crowd or len(leaves) > LETTERED:
        return
    for node in leaves:
        assert node.body is not None
        (x, y), mine = tree.places[node.number], node.body == scene.last and scene.does in (INSERT, MOVE)
        ink = Ink.OVERLAP if node.body in hit else Ink.B if mine else Ink.QUIET if node.number in gone else Ink.A
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
