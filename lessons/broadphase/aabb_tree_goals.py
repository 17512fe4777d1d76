"""What is to be constructed in the lesson on AABB trees: one goal for a kind of scene."""

from __future__ import annotations

from geometry.broadphase.aabb_tree_node import LeafTaken, Refitted
from geometry.broadphase.boxes import aabb_of, overlap
from geometry.faulty.broadphase import ancestors_not_refitted, radius_forgotten
from lessons.broadphase.aabb_tree_state import CAST, INSERT, MOVE, QUERY, Treed
from lessons.broadphase.aabb_tree_story import STALE, THIN
from lessons.broadphase.boxes import Crowd
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Challenge


def goal(moment: Moment[Treed]) -> Challenge | None:
    """The goal of this scene."""
    scene = moment.scene
    if scene.does == QUERY:
        return (_heap(scene) if scene.kind is Crowd.HEAP else None) if scene.is_crowd else _empty(scene)
    if scene.is_crowd:
        return None
    if scene.does == INSERT:
        return _inside(scene)
    if scene.does == MOVE and moment.compare == STALE:
        return _stale(scene)
    return _thin(scene) if scene.does == CAST and moment.compare == THIN else None


def _empty(scene: Treed) -> Challenge:
    tested, found = len(scene.visits), len(scene.whole.result.ids)
    return Challenge(
        "Place Q so that it tests at least nine nodes and finds nothing.",
        tested >= 9 and not found,
        f"{tested} tested, {found} found",
        "Inner boxes are mostly empty space. Look between far leaves that share a parent.",
    )


def _heap(scene: Treed) -> Challenge:
    tested, found = len(scene.visits), len(scene.whole.result.ids)
    return Challenge(
        f"Place Q so that it finds a box with fewer than n = {scene.count} tests.",
        found > 0 and tested < scene.count,
        f"{tested} tested, {found} found",
        "Fewer inner boxes overlap Q at the rim of the heap.",
    )


def _inside(scene: Treed) -> Challenge:
    name = scene.names[-1]
    grown = sum(isinstance(step, Refitted) for step in scene.whole)
    return Challenge(
        f"Place {name} so that no box above its new parent grows.",
        not grown,
        f"{grown} grow",
        f"Each box on the walk must already contain {name}, down to its sibling's parent.",
    )


def _stale(scene: Treed) -> Challenge:
    name, target = f"{scene.names[-1]}′", scene.target
    meets = sum(overlap(each, target) for each in scene.boxes[:-1])
    missed = len(ancestors_not_refitted(scene.aabbs, scene.last, aabb_of(*target), scene.margin).missed)
    moved = any(isinstance(step, LeafTaken) for step in scene.whole)
    return Challenge(
        f"Place {name} outside its fat box and on another box, with no pair missed.",
        moved and bool(meets) and not missed,
        f"{meets} overlap, {missed} missed",
        f"The old boxes above {name} still hold if it stays inside all of them.",
    )


def _thin(scene: Treed) -> Challenge:
    right = scene.whole.result
    wrong = radius_forgotten(scene.aabbs, scene.ray.start, scene.ray.vector)
    met, meant = ("none" if hit.id is None else scene.names[hit.id] for hit in (wrong, right))
    return Challenge(
        "Place the path so that the centre alone meets another box than the disc does.",
        wrong.id is not None and wrong.id != right.id,
        f"centre: {met}, disc: {meant}",
        "The path passes near one box and then runs into the next.",
    )
