"""AABB tree: boxes in boxes. Insert by least growth, refit, rotate, query, cast, and leaves with a margin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from geometry import Pose, Trace
from geometry.broadphase.aabb_tree import AabbTree
from geometry.broadphase.boxes import aabb_of
from geometry.broadphase.structure import FirstHit
from geometry.faulty.broadphase import FaultyPairs, ancestors_not_refitted, radius_forgotten, without_rotations
from geometry.shape import regular_polygon
from geometry.trace import picked
from lessons.broadphase.aabb_tree_diagram import draw_tree
from lessons.broadphase.aabb_tree_figure import found_by, tree_of
from lessons.broadphase.aabb_tree_goals import goal
from lessons.broadphase.aabb_tree_state import CAST, INSERT, MOVE, QUERY, Treed, built, scattered
from lessons.broadphase.aabb_tree_story import CHAIN, STALE, THIN, TreeStory
from lessons.broadphase.boxes import Crowd, body_of, eight_boxes, things
from viz.lesson.ink import Ink
from viz.lesson.lesson import Comparison, Layout, Lesson, Moment, Pane, Preset, at_last, beside
from viz.lesson.page import Page, Table
from viz.lesson.prediction import Challenge
from viz.lesson.scene import Arrow, Body
from viz.lesson.text import fixed, listed, tint


def _differs(moment: Moment[Treed]) -> bool:
    match moment.faulty:
        case AabbTree() as chain:
            return chain.height > moment.scene.states[-1].height
        case FaultyPairs() as found:
            return bool(found.missed)
        case FirstHit() as hit:
            return bool(hit.fraction != moment.trace.result.fraction)
    return False


def _chain(scene: Treed) -> AabbTree | None:
    return without_rotations(scene.aabbs) if scene.does == INSERT else None


def _stale(scene: Treed) -> FaultyPairs | None:
    if scene.does != MOVE:
        return None
    return ancestors_not_refitted(scene.aabbs, scene.last, aabb_of(*scene.target), scene.margin)


def _thin(scene: Treed) -> FirstHit | None:
    return radius_forgotten(scene.aabbs, scene.ray.start, scene.ray.vector) if scene.does == CAST else None


class AabbTreeLesson(Lesson[Treed]):
    id = "aabb-tree"
    title = "AABB tree"
    source = "Rounding collider corners"
    summary = "Put boxes into boxes: what misses the outer one misses everything inside."
    terms = ("AABB tree", "bounding volume hierarchy", "leaf", "refit", "rotation", "fat box", "margin")
    builds_on = ("aabb", "quadtree", "circle-cast")
    presents = 0
    most_steps = 12
    story = TreeStory()
    compare = (
        Comparison(CHAIN, _chain, _differs),
        Comparison(STALE, _stale, _differs),
        Comparison(THIN, _thin, _differs, "A note in *Rounding collider corners*"),
    )

    def table(self, moment: Moment[Treed], pages: Sequence[Page] | None = None) -> Table | None:
        found = super().table(moment, pages)
        if found is None or moment.scene.does != CAST:
            return found
        return Table((*found.columns[:-1], "in time"), found.rows, found.current)

    @cached_property
    def layout(self) -> Layout:
        return beside(
            Pane("world", "Nested boxes", self.story.draw, is_world=True, share=0.66),
            Pane("tree", "The tree", draw_tree, share=0.34, is_to_scale=False),
        )

    @cached_property
    def scenes(self) -> Mapping[str, Treed | Preset[Treed]]:
        few = eight_boxes()
        places = [0.8 * i - 0.008 * i * i for i in range(13)]  # ever closer, so that no two costs are equal
        stairs = things(*(((x, 0.89 * x), (x + 0.56, 0.89 * x + 0.5)) for x in places))
        wall = things(
            ((3.0, 1.4), (4.2, 2.6)), ((5.6, 2.6), (6.6, 3.8)), ((0.6, 3.2), (1.8, 4.4)),
            ((3.4, 4.6), (4.6, 5.6)), ((5.8, 5.2), (7.0, 6.2)), ((0.9, 5.6), (2.1, 6.4)),
        )  # fmt: skip
        pentagon = Body(regular_polygon(5, 0.75), Pose(np.array((5.89, 5.51)), 0.3))
        many = scattered(16, 164)
        return {
            "Scattered shapes": Treed(many, q=pentagon),
            "Insert H": Treed(few, does=INSERT),
            "Sorted staircase": Preset(Treed(stairs, does=INSERT), CHAIN, at_last),
            "Even crowd of 300": Treed(n=300, q=body_of((5.6, 3.2, 6.6, 4.2))),
            "Heap of 60": Treed(kind=Crowd.HEAP, n=60, q=body_of((2.1, 2.1, 2.4, 2.4))),
            "Fat box": Treed(few, does=MOVE, moved=body_of((5.6, 3.4, 6.6, 4.2)), margin=0.4),
            "Moved onto others": Preset(
                Treed(few, does=MOVE, moved=body_of((3.9, 1.2, 4.9, 2.0)), margin=0.2), STALE, at_last
            ),
            "Cast into the crowd": Treed(
                scattered(16, 164), does=CAST, ray=Arrow((0.4, 0.4), (9.0, 7.0)), radius=0.3
            ),
            "Disc past a box": Preset(
                Treed(wall, does=CAST, ray=Arrow((0.6, 1.0), (6.4, 1.0)), radius=0.5), THIN, at_last
            ),
        }

    def run(self, scene: Treed) -> Trace[Any, Any]:
        """The chosen routine's steps, a long one's in part."""
        return picked(scene.whole, scene.kept)

    def situation(self, moment: Moment[Treed]) -> str:
        scene, faulty = moment.scene, moment.faulty
        if moment.is_last and faulty is not None and _differs(moment):
            return _told(moment)
        total = len(tree_of(moment).nodes)
        if scene.does in (QUERY, CAST):
            found = found_by(moment)
            end = f"found {tint(f'{len(found)}', Ink.OVERLAP)} of {scene.count} boxes"
            if scene.does == CAST:
                met = scene.names[min(found)] if len(found) == 1 else f"{len(found)} boxes" if found else "no box"
                end = f"met {met}" + ("" if isinstance(moment.step, FirstHit) else " so far")
            tested = tint(f"{moment.step.tested}", Ink.EXAMINED)
            return f"The {scene.does} has tested {tested} of {total} nodes and {end}."
        return f"The tree has {(total + 1) // 2} leaves on {tree_of(moment).height + 1} levels, {total} nodes."

    def challenge(self, moment: Moment[Treed]) -> Challenge | None:
        return goal(moment)


def _told(moment: Moment[Treed]) -> str:
    """What a faulty rule does on this scene."""
    scene, name = moment.scene, moment.compare[:1].upper() + moment.compare[1:]
    match moment.faulty:
        case AabbTree() as chain:
            much = tint(f"**{chain.height}**", Ink.FAULTY)
            asked = scene.aabbs[-1]
            tested, right = (tree.query(asked).tested for tree in (chain, built(scene.boxes, 0.0)))
            wrong = tint(f"**{tested}**", Ink.FAULTY)
            tests = f"{wrong} nodes, not {right}" if tested != right else f"{right} nodes in both trees"
            told = f"{name}: {much} branches deep, not {scene.states[-1].height}."
            return f"{told} A query with the box of {scene.names[-1]} tests {tests}."
        case FaultyPairs() as found:
            pairs = listed([f"{scene.names[i]} {scene.names[j]}" for i, j in found.missed])
            many = "the overlap of" if len(found.missed) == 1 else "the overlaps of"
            return f"{name}: queries miss {many} {tint(pairs, Ink.FAULTY)}."
        case FirstHit() as hit:
            right = moment.trace.result
            told = "no hit" if hit.fraction is None else f"a hit at t = {fixed(hit.fraction)}"
            met = f"the disc's box meets {scene.names[right.id]} at t = {fixed(right.fraction)}"
            return f"{name}: {tint(told, Ink.FAULTY)}, although {met}."
    raise TypeError(moment.faulty)
