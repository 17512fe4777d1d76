"""What is to be constructed from reference and incident edge: in most scenes what its own case is about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from geometry.contact.manifold import manifold
from geometry.contact.reference import IncidentEdge, ReferenceEdge
from geometry.sat.separating_axis import Owner
from lessons.contact.reference_and_incident_scene import Hysteresis, changes
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Challenge
from viz.lesson.text import fixed

DEEPEST = 1  # of the pentagon: the vertex that the goal keeps, and the edge that starts there
EQUAL = 0.05  # two dot products that differ by less are almost equal
OTHER_EDGE, OTHER_OWNER, BOTH_ENDS = "the other edge at the vertex", "the other owner", "both ends"
EQUALLY_FACING, TOO_MUCH, JUST_ENOUGH = "two edges face alike", "more than hysteresis keeps", "as little as keeps"


def goal(moment: Moment[Any]) -> Challenge | None:
    """The goal of the scene that is shown, once what it is about is known."""
    about = moment.scene.goal
    is_known = isinstance(moment.step, Hysteresis) if about in _OF_FRAMES else moment.latest(IncidentEdge) is not None
    return _GOALS[about](moment) if is_known and about in _GOALS else None


def _edges(moment: Moment[Any]) -> tuple[ReferenceEdge, IncidentEdge]:
    reference, incident = moment.latest(ReferenceEdge), moment.latest(IncidentEdge)
    assert reference is not None
    assert incident is not None
    return reference, incident


def _other_edge(moment: Moment[Any]) -> Challenge:
    _, incident = _edges(moment)
    return Challenge(
        f"Turn B until edge {DEEPEST} is the incident edge and v{DEEPEST} is still the deepest vertex.",
        (incident.owner, incident.edge, incident.deep) == (Owner.B, DEEPEST, DEEPEST),
        f"incident: edge {incident.edge} of {incident.owner.value}, deepest: v{incident.deep}",
        "Two edges meet at the deepest vertex. Which turn brings the other normal nearer to −n̂?",
    )


def _other_owner(moment: Moment[Any]) -> Challenge:
    reference, _ = _edges(moment)
    return Challenge(
        "Drag or turn B until an edge of **A** is the reference edge. A and B must still overlap.",
        reference.owner is Owner.A,
        f"reference: edge {reference.edge} of {reference.owner.value}",
        "A corner of B has to lie less deep behind an edge of A than any corner of A behind an edge of B.",
    )


def _both_ends(moment: Moment[Any]) -> Challenge:
    count = len(manifold(moment.scene.a.world, moment.scene.b.world).points)
    return Challenge(
        "Turn B until the incident edge gives **two** contact points.",
        count == 2,
        f"contact points: {count}",
        "Both ends of what lies over the reference edge must be behind it: make the two edges nearly parallel.",
    )


def _equally_facing(moment: Moment[Any]) -> Challenge:
    first, second = sorted(_edges(moment)[1].dots)[:2]
    return Challenge(
        "Turn B until two edges face the reference edge almost alike: their $d$ differ by less than 0.05.",
        second - first < EQUAL,
        f"least d: {fixed(first)} and {fixed(second)}",
        "Their normals have to be at equal angles on both sides of −n̂.",
    )


def _too_much(moment: Moment[Any]) -> Challenge:
    many = changes([frame.kept for frame in moment.scene.frames])
    return Challenge(
        "Find a shake and an $ε$ with which the edge changes, but less often than without hysteresis.",
        0 < many < changes([frame.greatest for frame in moment.scene.frames]),
        f"with hysteresis: {many}",
        "Some leads must be larger than ε, and some changes of the greatest separation must stay below it.",
    )


def _just_enough(moment: Moment[Any]) -> Challenge:
    scene = moment.scene
    many, most = changes([frame.kept for frame in scene.frames]), max(scene.ahead, default=0.0)
    return Challenge(
        "Set $ε$ so that the edge never changes. Keep $ε$ below twice the greatest lead.",
        many == 0 and 0.0 < scene.epsilon < 2.0 * most,
        f"changes {many}, greatest lead {fixed(most, 4)}",
        "The band must be a little higher than the highest point of the curve.",
    )


_OF_FRAMES = TOO_MUCH, JUST_ENOUGH
_GOALS: Mapping[str, Callable[[Moment[Any]], Challenge]] = {
    OTHER_EDGE: _other_edge,
    OTHER_OWNER: _other_owner,
    BOTH_ENDS: _both_ends,
    EQUALLY_FACING: _equally_facing,
    TOO_MUCH: _too_much,
    JUST_ENOUGH: _just_enough,
}
