"""Words and numbers about a ray cast."""

from __future__ import annotations

from typing import Any

from geometry import Miss, Outcome, RayCast, Trace
from geometry.query.ray_steps import (
    ArcTested,
    EndTested,
    FaceConsidered,
    Facing,
    LineTested,
    OriginTested,
    OvershootTested,
    SpanTested,
)
from lessons.first_edition.query_captions import feature_name, gap_words
from viz.lesson.first_edition import Row, step_row
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.text import amount, pair, signed, tint

WHY = {
    Miss.PASSING: "the line passes beside the shape",
    Miss.RECEDING: "the shape lies behind the start",
    Miss.TOO_FAR: "the segment ends before the shape",
}
WHERE = {Miss.PASSING: "beside", Miss.RECEDING: "behind", Miss.TOO_FAR: "beyond"}
SKIPPED = {Facing.AWAY: "faces away", Facing.ALONG: "runs along the ray"}


def ray_stage(step: Any) -> str:
    """The stage of a step of a ray cast."""
    match step:
        case LineTested():
            return "Across"
        case SpanTested():
            return "Along"
        case OriginTested():
            return "Start"
        case FaceConsidered():
            return "Edges"
        case OvershootTested():
            return "Overshoot"
        case ArcTested():
            return "Corner circle"
        case EndTested():
            return "End"
        case _:
            return "Answer"


def ray_caption(step: Any) -> str:
    """One sentence on a step of a ray cast."""
    match step:
        case LineTested():
            value = tint(amount(abs(step.separation)), separation_ink(step.separation))
            if abs(step.separation) <= step.tolerance:
                at = tint("the very end", Ink.OVERLAP)
                return f"The ray's shadow is one point, at {at} of the shape's: the whole line touches it."
            if step.is_gap:
                return f"The ray's shadow is one point, {value} from the shape's: even the whole line misses."
            return f"The ray's shadow is one point, {value} within the shape's: the whole line hits, the ray perhaps."
        case SpanTested():
            shape = f"from {amount(step.projection.low)} to {amount(step.projection.high)}"
            if step.miss is not None:
                return f"Along the ray the shape lies {shape}: {WHY[step.miss]}."
            return f"Along the ray the shape lies {shape}, and the ray comes by there."
        case OriginTested(_, found, is_inside):
            where = tint(gap_words(found), separation_ink(found.separation))
            if is_inside:
                return f"The ray starts {where}: nothing is entered, and the answer is fraction 0."
            return f"The ray starts {where} of the shape, so it may enter."
        case FaceConsidered():
            return _face(step)
        case OvershootTested():
            along = tint(amount(step.along), Ink.RESULT)
            if step.corner is None:
                return f"The entry lies {along} along the edge of length {amount(step.edge_length)}: on the edge."
            return f"The entry lies {along} along an edge of {amount(step.edge_length)}: past vertex {step.corner}."
        case ArcTested() if step.radius == 0.0:
            return f"The corner is sharp: vertex {step.vertex} itself is met, {amount(step.distance)} along."
        case ArcTested():
            back, at = amount(step.half_chord), tint(amount(step.distance), Ink.RESULT)
            center = f"The centre, vertex {step.vertex}, is {amount(step.forward)} along"
            return f"{center}; half a chord of {back} before it lies the arc, at {at}."
        case EndTested():
            ends = "touches it all the same" if step.touches else "falls short"
            return f"The meeting is at {amount(step.distance)}, the segment {amount(step.length)} long: it {ends}."
        case RayCast():
            return _answer(step)
        case _:
            return f"{type(step).__name__}."


def _face(step: FaceConsidered) -> str:
    if step.distance is None:
        return f"Edge {step.edge} {SKIPPED[step.facing]}: a ray never enters there, and it is skipped."
    at = f"The line of edge {step.edge} is crossed at {tint(amount(step.distance), Ink.RESULT)}"
    if step.is_entry:
        return f"{at}: the last crossing so far, so perhaps the way in."
    before = step.entry
    assert before is not None
    assert before.distance is not None
    return f"{at}, before edge {before.edge} at {amount(before.distance)}: not the way in."


def _answer(step: RayCast) -> str:
    if step.miss is not None:
        return f"{tint('No hit', Ink.GAP)}: {WHY[step.miss]}."
    assert step.distance is not None
    assert step.point is not None
    assert step.normal is not None
    assert step.feature is not None
    if step.outcome is Outcome.OVERLAPPED:
        way = tint(pair(step.normal), Ink.REFERENCE)
        return f"The ray starts {tint('inside', Ink.OVERLAP)}: fraction 0, and {way} is the shortest way out."
    at, distance = tint(pair(step.point), Ink.RESULT), tint(amount(step.distance), Ink.RESULT)
    return f"Hit at {at}, {distance} along, on {feature_name(step.feature)}: fraction {amount(step.fraction or 0.0)}."


def ray_so_far(trace: Trace[Any, Any], index: int) -> str | None:
    """What is known of the way in before the answer, as a sentence; None while that is nothing."""
    entry = next((s.entry_so_far for s in reversed(trace.steps[: index + 1]) if isinstance(s, FaceConsidered)), None)
    if entry is None or entry.distance is None:
        return None
    step, at = trace.steps[index], tint(amount(entry.distance), Ink.RESULT)
    if isinstance(step, FaceConsidered):
        return f"Crossed last so far: the line of edge {entry.edge}, at {at}."
    if not isinstance(step, OvershootTested | ArcTested):
        return None
    if isinstance(step, OvershootTested) and step.corner is None:
        return f"Crossed last: edge {entry.edge}, at {at}."
    corner = step.corner if isinstance(step, OvershootTested) else step.vertex
    return f"Crossed last: the line of edge {entry.edge}, at {at}, but past its end; vertex {corner} decides."


def ray_rows(trace: Trace[Any, Any], index: int, count: int) -> list[Row]:
    """The rows of a ray cast against a shape with `count` edges: its two shadows, every edge, the corner."""
    found: dict[str, int] = {}
    is_over = index == len(trace) - 1  # what is not needed shows only then
    seen = trace.steps[: index + 1]
    entry = next((s.entry_so_far for s in reversed(seen) if isinstance(s, FaceConsidered)), None)
    overshot = any(isinstance(s, OvershootTested) and s.corner is not None for s in seen)
    for i, step in enumerate(trace):
        name = f"edge {step.edge}" if isinstance(step, FaceConsidered) else ray_stage(step)
        found.setdefault(name, i)
    rows = []
    for name, *cells in _first_rows(trace, found):
        rows.append(step_row(found[name], index, name.lower(), *cells, ink=Ink.B))
    for edge in range(count):
        name = f"edge {edge}"
        cells, step = [], trace.steps[found[name]] if name in found else None
        if isinstance(step, FaceConsidered):
            crossed = "skipped" if step.distance is None else amount(step.distance)
            last = "overshot" if overshot else "way in"
            cells = [step.facing.value, crossed, last if step is entry else ""]
        feature = f"{name} of A"
        at, unknown = found.get(name), "not needed" if name not in found and is_over else "not yet"
        rows.append(step_row(at, index, name, *cells, ink=Ink.REFERENCE, feature=feature, unknown=unknown))
    if "Corner circle" in found:
        arc: ArcTested = trace.steps[found["Corner circle"]]
        feature = f"vertex {arc.vertex} of A"
        cells = [f"vertex {arc.vertex}", amount(arc.distance), "way in"]
        rows.append(step_row(found["Corner circle"], index, "corner", *cells, ink=Ink.RESULT, feature=feature))
    return rows


def _first_rows(trace: Trace[Any, Any], found: dict[str, int]) -> list[list[str]]:
    rows = []
    for step in trace:
        match step:
            case LineTested():
                words = "touches" if abs(step.separation) <= step.tolerance else "gap" if step.is_gap else "crosses"
                rows.append(["Across", words, signed(step.separation)])
            case SpanTested():
                words = "in reach" if step.miss is None else WHERE[step.miss]
                rows.append(["Along", words, amount(step.projection.low)])
            case OriginTested(_, query, is_inside):
                rows.append(["Start", "inside" if is_inside else "outside", signed(query.separation)])
            case _:
                pass
    return rows
