"""Kinds of answers about contact points: whether there are any, the deepest one, the clipped edge."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from geometry import Convex, boundary
from geometry.contact.reference import ReferenceEdge
from geometry.faulty.spot_contact import RADIUS, ends_of, reference_and_incident
from geometry.sat.separating_axis import Owner
from geometry.vector import xy_of
from lessons.labs.cards.answers import POINTS
from lessons.labs.cards.card import Answers, digits
from lessons.labs.cards.kinds import Parts, told
from lessons.labs.cards.parts import XY, Arguments, middle
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, separation_ink
from viz.lesson.measures import measure
from viz.lesson.text import fixed, listed

SHORT = 10.0  # pixels: a height that no line is drawn for


# Contact points: whether there are any; how deep the deepest lies.


def _contact_said(answer: Sequence[XY]) -> str:
    return "contact" if answer else "no contact"


def _contact_draw(canvas: Canvas, parts: Parts, arguments: Arguments, answer: Any, ink: Ink) -> None:
    """The points, and with the right ones B's rounded outline."""
    if ink is Ink.ANSWER:
        outline = boundary(Convex(arguments[1], RADIUS), 0.25 * canvas.pixel)
        canvas.stroke(outline, parts[1].ink, closed=True, line=Line.OUTLINE)
    POINTS.draw(canvas, parts, arguments, answer, ink)
    told(canvas, _contact_said(answer), answer[0] if answer else middle(parts[1].kind, arguments[1]), ink)


CONTACT = Answers(
    lambda _, right, faulty: float(bool(right) is not bool(faulty)), _contact_said, _contact_draw, is_length=False
)


def _depth_of(arguments: Arguments, answer: Sequence[XY]) -> float:
    found = reference_and_incident(*arguments)
    return -float(found[0].height_xy(answer[0])) if found is not None and answer else 0.0


def _deepest_draw(canvas: Canvas, parts: Parts, arguments: Arguments, answer: Sequence[XY], ink: Ink) -> None:
    """The point; with the right one both edges, and the height of each end of the incident edge."""
    found = reference_and_incident(*arguments)
    if found is None or not answer:
        return
    if ink is Ink.ANSWER:
        reference, incident = found
        canvas.stroke((reference.start, reference.end), Ink.EXAMINED, line=Line.FEATURE)
        first, second = ends_of(incident)
        canvas.stroke((first, second), Ink.A if incident.owner is Owner.A else Ink.B, line=Line.DOUBLE)
        _height(canvas, reference, first, second, "first")
        _height(canvas, reference, second, first, "second")
    canvas.dot(answer[0], ink, Point.CROSS if ink is Ink.FAULTY else Point.ANSWER)


def _height(canvas: Canvas, reference: ReferenceEdge, end: XY, other: XY, name: str) -> None:
    """Of an end over the line of the reference edge, told on the side away from the other end."""
    place, h = reference.along_xy(end), float(reference.height_xy(end))
    side = 1.0 if reference.along_xy(other) < place else -1.0
    text, ink = f"{name}: $h$ = **{fixed(h)}**", separation_ink(h) if fixed(abs(h)) != "0.00" else Ink.TEXT
    (tx, ty), (nx, ny) = xy_of(reference.tangent), xy_of(reference.normal)
    if abs(h) < SHORT * canvas.pixel:
        canvas.label(text, end, ink, toward=(side * tx + nx, side * ty + ny))
        return
    foot = reference.at_xy(place, 0.0)
    if not 0.0 <= place <= reference.length:
        canvas.stroke(
            (xy_of(reference.start if place < 0.0 else reference.end), foot), Ink.EXAMINED, line=Line.DASHED
        )
    measure(canvas, foot, end, ink, text, side=side if h < 0.0 else -side)


DEEPEST = Answers(
    lambda arguments, right, faulty: abs(_depth_of(arguments, right) - _depth_of(arguments, faulty)),
    POINTS.said, _deepest_draw,
)  # fmt: skip


def _clipped_error(arguments: Arguments, right: Sequence[XY], faulty: Sequence[XY]) -> float:
    """How far a point lies beside the reference edge or the right points; points that nearly meet are one."""
    if not right or not faulty:
        return float(bool(right) is not bool(faulty))
    return max(
        min(math.dist(p, q) for q in others) for one, others in ((right, faulty), (faulty, right)) for p in one
    )


def _clipped_draw(canvas: Canvas, parts: Parts, arguments: Arguments, answer: Sequence[XY], ink: Ink) -> None:
    """The points; with the right ones the reference edge and its side planes."""
    found = reference_and_incident(*arguments)
    if found is not None and ink is Ink.ANSWER:
        edge = found[0]
        canvas.stroke((edge.start, edge.end), Ink.EXAMINED, line=Line.FEATURE)
        for end in (edge.start, edge.end):
            canvas.unbounded(end, edge.normal, Ink.CONSTRUCTION, line=Line.DASHED)
    POINTS.draw(canvas, parts, arguments, answer, ink)


def _clipped_said(answer: Sequence[XY]) -> str:
    return f"x = {listed([fixed(x, digits()) for x, _ in sorted(answer)])}" if answer else "no point"


CLIPPED = Answers(_clipped_error, _clipped_said, _clipped_draw)
