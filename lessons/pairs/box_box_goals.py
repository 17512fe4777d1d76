"""What the scenes of two boxes ask to construct, each its own, and so does each faulty rule."""

from __future__ import annotations

import math
from typing import Any

from geometry import Convex, Vector
from geometry.primitives.box_box import CornersTested
from geometry.sat.separating_axis import Owner
from lessons.pairs.box_box_figure import NF, name_of, short
from lessons.pairs.box_box_rules import MISPLACED, ONE_CORNER, STRICT, TWO_FACES
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Challenge
from viz.lesson.text import coords, fixed

SLIDE, BY_FACE, DOWN = "slide", "by a face", "down"
CLEARLY = 0.02  # by how much B's face must win
LEVEL = 0.05  # world length that B may be lifted by
REST = 0.28  # height of B's centre where it rests flat
APART = 0.3  # the gap that a face is to measure
DOWNWARDS = 0.9  # of a unit normal, its part downwards
TILTED = 3.0  # degrees that B may be turned by
NEARLY = 0.05  # by how much a face may lose where it nearly ties
OPPOSITE = -0.99  # of two unit normals, at most their product
GAP_AT = 3  # the face, of those that a rule leaves out, where a gap is to be made
SAME = 1e-6


def goal(moment: Moment[Any]) -> Challenge:
    """Of the rule that is compared, else of the scene."""
    by_rule = {MISPLACED: _outside, ONE_CORNER: _no_jump, TWO_FACES: _missed_gap, STRICT: _reversed}
    by_scene = {SLIDE: _slide, BY_FACE: _by_face, DOWN: _down}
    if moment.compare in by_rule and moment.faulty is not None:
        return by_rule[moment.compare](moment)
    return by_scene.get(moment.scene.goal, _of_b)(moment)


def _is_between(moment: Moment[Any]) -> bool:
    corners = moment.first(CornersTested)
    return corners is not None and bool(corners.is_best)


def _won(moment: Moment[Any]) -> str:
    """What decides now, with its number."""
    won = moment.scene.reference
    if moment.latest(CornersTested) is not None and _is_between(moment):
        return f"corners, d = {fixed(moment.trace.result.separation)}"
    return f"{name_of(won)}, s = {fixed(won.separation)}"


def _turned(scene: Any) -> float:
    """Degrees that B is turned by against A, from where faces are parallel."""
    return abs(math.remainder(math.degrees(scene.b.pose.angle - scene.a.pose.angle), 90.0))


def _of_b(moment: Moment[Any]) -> Challenge:
    won = moment.scene.reference
    of_a = max(face.separation for face in moment.scene.faces if face.owner is Owner.A)
    return Challenge(
        "Make a face of B the reference face of an overlap.",
        won.owner is Owner.B and won.separation < 0.0 and won.separation - of_a > CLEARLY,
        _won(moment),
        "A corner of A has to poke into a face of B.",
    )


def _slide(moment: Moment[Any]) -> Challenge:
    scene, won = moment.scene, moment.scene.reference
    is_level = _turned(scene) < SAME and abs(float(scene.b.world.centroid[1]) - REST) < LEVEL
    return Challenge(
        "Slide B along face 2 of A, neither lifted nor turned, until **another face** is the reference face.",
        is_level and won.separation < 0.0 and won.face % 2 == 1,
        _won(moment),
        "The way out to the side has to be shorter than the way up.",
    )


def _by_face(moment: Moment[Any]) -> Challenge:
    s = moment.trace.result.separation
    return Challenge(
        f"With a gap of {fixed(APART)} or more, let a **face** measure the distance, not two corners.",
        s >= APART and not _is_between(moment),
        _won(moment),
        "Where must a vertex lie for a face to be nearest to it?",
    )


def _down(moment: Moment[Any]) -> Challenge:
    won = moment.scene.reference
    of_b = won.owner is Owner.B
    return Challenge(
        rf"Keep the boxes apart, and let a face of B win whose ${NF}$ points **down**.",
        of_b and won.separation > 0.0 and float(won.outward[1]) < -DOWNWARDS and not _is_between(moment),
        f"{name_of(won)}: {coords(won.outward)}",
        r"Then $\hat n$ is reversed and points up, from A to B: where must B be?",
    )


def _in_front(box: Convex, point: Vector) -> float:
    """How far a point lies in front of the face that it is furthest in front of; negative inside of the box."""
    return float(((point - box.points) * box.normals).sum(axis=1).max())


def _outside(moment: Moment[Any]) -> Challenge:
    """The point lies one and a half depths behind the face: outside of a box that is thinner than that."""
    (wrong,), scene, s = moment.faulty.points, moment.scene, moment.trace.result.separation
    inside = [owner for owner, body in (("A", scene.a), ("B", scene.b)) if _in_front(body.world, wrong) <= CLEARLY]
    return Challenge(
        "Let the boxes overlap so deeply that the contact point of this rule lies **outside of both**.",
        s < 0.0 and not inside,
        f"inside of {' and '.join(inside)}" if inside else f"s = {fixed(s)}",
        "It lies one and a half times the depth behind the face: how thick is the box there?",
    )


def _no_jump(moment: Moment[Any]) -> Challenge:
    jump = math.dist(*moment.faulty.points)
    return Challenge(
        f"Turn B by less than {fixed(TILTED, 0)}° so that the point of this rule no longer jumps.",
        moment.trace.result.separation < 0.0 and jump < SAME < _turned(moment.scene) < TILTED,
        f"it jumps by {fixed(jump)}",
        "How many corners of B may be deepest?",
    )


def _missed_gap(moment: Moment[Any]) -> Challenge:
    won, found = moment.scene.reference, moment.faulty.faces[0].separation
    return Challenge(
        f"Make a gap in front of face {GAP_AT} of A or of B, and let this rule report an overlap.",
        bool(found < 0.0 < won.separation and won.face == GAP_AT),
        f"{name_of(won)}: s = {fixed(won.separation)}, this rule: {fixed(found)}",
        f"Move B past face {GAP_AT}, beside the middle of that face.",
    )


def _reversed(moment: Moment[Any]) -> Challenge:
    """Two faces with opposite contact normals tie where the boxes have one centre."""
    faces = [(face, face.outward if face.owner is Owner.A else -face.outward) for face in moment.scene.faces]
    most, n = max(faces, key=lambda each: each[0].separation)
    against = max((face for face, m in faces if float(m @ n) < OPPOSITE), key=lambda face: face.separation)
    by = most.separation - against.separation
    return Challenge(
        f"Let two faces tie, within {fixed(NEARLY)}, whose contact normals are **opposite**.",
        most.separation < 0.0 and by <= NEARLY,
        f"{short(most)} and {short(against)} differ by {fixed(by)}",
        "B must be as deep behind a face of A as behind the opposite one.",
    )
