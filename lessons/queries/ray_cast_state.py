"""What is known of a ray cast at a moment: its quick tests, its entries and its exits."""

from __future__ import annotations

from typing import Any, TypeVar

from geometry import RayCast
from geometry.outcome import Miss
from geometry.query.ray_cast import crossings
from geometry.query.ray_steps import FaceConsidered, LineTested, SpanTested
from geometry.trace import Grouped
from lessons.stories.grouping import apart
from viz.lesson.lesson import Moment

ACROSS_ONLY, AHEAD, MITRED = "perpendicular axis only", "entries ahead only", "mitred corners"
K = TypeVar("K")


def latest(moment: Moment[Any], kind: type[K]) -> K | None:
    """The newest step of a kind, also of those that are told as one."""
    return next((step for step in reversed([*apart(moment.seen)]) if isinstance(step, kind)), None)


def is_fronts(step: Any) -> bool:
    """Whether a step tells all edges as one."""
    return isinstance(step, Grouped) and isinstance(step.first, FaceConsidered)


def is_quick(step: Any) -> bool:
    """Whether a step tells the quick tests as one, or is the only one of them."""
    return isinstance(step.first if isinstance(step, Grouped) else step, LineTested)


def in_tests(moment: Moment[Any]) -> bool:
    """Whether the quick tests are stepped through one by one."""
    steps = moment.trace.steps
    return isinstance(steps[0], LineTested) and not isinstance(steps[-1], RayCast)


def knows_crossings(moment: Moment[Any]) -> bool:
    return any(is_fronts(step) for step in moment.seen)


def faces_of(moment: Moment[Any]) -> list[FaceConsidered]:
    """What is known of the edges: all of them, or those up to the one that was stepped into. Of a line that passes A
    by, which the first axis tells, all of them too."""
    if in_edges(moment):
        return list(moment.seen)
    if is_passing(moment):
        return list(crossings(moment.scene.a.world, moment.scene.ray))
    return next((list(step.part.steps) for step in moment.trace if is_fronts(step)), [])


def is_passing(moment: Moment[Any]) -> bool:
    found = moment.trace.result
    return isinstance(found, RayCast) and found.miss is Miss.PASSING


def has_axis(moment: Moment[Any]) -> bool:
    """Whether crossings are known: those of the edges, or, of a line that passes A by, why it does."""
    while moment.parent is not None and not in_edges(moment):
        moment = moment.parent
    is_past = is_passing(moment) and isinstance(moment.step, RayCast)
    return in_edges(moment) or knows_crossings(moment) or is_past


def passed_of(moment: Moment[Any]) -> tuple[float, FaceConsidered, float, FaceConsidered] | None:
    """Of a line that passes A by: its first exit, and the last entry that comes after it."""
    entry, back = entry_of(moment), exit_of(moment)
    if not is_passing(moment) or entry is None or entry.distance is None or back is None or entry.distance <= back[0]:
        return None
    return back[0], back[1], entry.distance, entry


def entry_of(moment: Moment[Any]) -> FaceConsidered | None:
    faces = faces_of(moment)
    return faces[-1].entry_so_far if faces else None


def fronts_of(moment: Moment[Any]) -> list[tuple[float, FaceConsidered]]:
    """Where the ray crosses the lines of the front edges, in the order of the edges."""
    return [(face.distance, face) for face in faces_of(moment) if face.distance is not None]


def exit_of(moment: Moment[Any]) -> tuple[float, FaceConsidered] | None:
    """Where the first line of a back edge is crossed."""
    backs = [(face.leaves_at, face) for face in faces_of(moment) if face.leaves_at is not None]
    return min(backs, key=lambda each: each[0], default=None)


def crossing(face: FaceConsidered) -> float | None:
    """The t of the edge's line; None of one that is parallel to the ray."""
    return face.distance if face.leaves_at is None else face.leaves_at


def side_of(face: FaceConsidered) -> str:
    """Which side of A the edge is on, as the ray sees it."""
    return "front" if face.distance is not None else "back" if face.leaves_at is not None else "parallel"


def in_edges(moment: Moment[Any]) -> bool:
    """Whether the edges are stepped through one by one."""
    return isinstance(moment.trace.steps[0], FaceConsidered)


def span_missed(moment: Moment[Any]) -> SpanTested | None:
    """The projection on the ray, if it has ruled out a hit."""
    tested = latest(moment, SpanTested)
    return tested if tested is not None and tested.miss is not None else None
