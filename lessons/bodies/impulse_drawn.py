"""The contact points of a frame while its impulses are stepped through: the sums so far, and the speed in use."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from geometry.dynamics.contacts import BodyContact
from geometry.dynamics.step import ImpulseApplied, WarmStarted
from lessons.bodies.impulse_told import sums
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed

LONGEST = 84.0  # pixels: the arrow of the greatest impulse, and that of the greatest speed


def draw_contacts(
    canvas: Canvas,
    moment: Moment[Any],
    speed: float,
    *,
    ink: Callable[[BodyContact], Ink] = lambda contact: Ink.ANSWER,
    shown: Callable[[BodyContact], bool] = lambda contact: True,
    at_most: float = math.inf,
) -> None:
    """Of a trace that begins with its warm start. `speed`: before the frame; it is as long as the greatest impulse,
    unless a point has a greater one. `at_most`: no arrow is longer, world length."""
    started: WarmStarted = moment.trace.steps[0]
    impulses = [step for step in moment.trace if isinstance(step, ImpulseApplied)]
    greatest = max([1e-9, *(j.normal for j in started.impulses), *(step.after for step in impulses)])
    longest = min(LONGEST * canvas.pixel, at_most)
    scale, fast = longest / greatest, max([speed, *(abs(step.speed) for step in impulses)])
    for i, (contact, j) in enumerate(zip(started.contacts, sums(started, moment.seen), strict=True)):
        if not shown(contact):
            continue
        of, n = ink(contact), contact.normal.direction
        is_now = isinstance(moment.step, ImpulseApplied) and moment.step.contact == i
        if is_now:
            _speed(canvas, contact, moment.step.speed, longest / fast)
        end = contact.point + scale * j * n
        if scale * j > 12.0 * canvas.pixel:
            canvas.arrow(contact.point, end, of)
            canvas.symbol("j", end, of, toward=n)
        elif scale * j > canvas.pixel:  # too short for a head
            canvas.stroke((contact.point, end), of, line=Line.FEATURE)
        canvas.dot(contact.point, of, Point.ANSWER if is_now else Point.FILLED)
        style = TextStyle.BOLD if is_now else TextStyle.LABEL
        canvas.label(str(i + 1), contact.point, of, toward=(0.7, -1.0), style=style)


def _speed(canvas: Canvas, contact: BodyContact, speed: float, scale: float) -> None:
    """Of the point along its normal, before its impulse."""
    end = contact.point + scale * speed * contact.normal.direction
    if math.dist(contact.point, end) > 6.0 * canvas.pixel:
        canvas.arrow(contact.point, end, Ink.EXAMINED, line=Line.MEASURE)
    side = (0.0, 1.0) if abs(contact.normal.direction[0]) > 0.7 else (-1.0, -0.3)
    canvas.label(f"$v_n$ = {fixed(speed, 3)}", end, Ink.EXAMINED, toward=side)
