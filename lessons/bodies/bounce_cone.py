"""The friction cone: where the impulse may lie, and how it comes to its place."""

from __future__ import annotations

import math

from geometry import Vector
from geometry.dynamics.contact_impulse import FrictionFound, Repeated
from geometry.dynamics.step import Impulse
from lessons.bodies.bounce_approach import draw_arrow
from lessons.bodies.bounce_letters import IMPULSE
from lessons.bodies.bounce_scene import NO_LIMIT, SCALE, Hit, differs
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed


def draw_limits(canvas: Canvas, scene: Hit, impulse: Impulse) -> None:
    """The friction cone, as high as an impulse."""
    if not scene.friction:
        return
    n, t, p = scene.contact.normal.direction, scene.contact.tangent.direction, scene.contact.point
    top = 1.08 * impulse.normal * IMPULSE
    left, right = (p + top * (n + side * scene.friction * t) for side in (1.0, -1.0))
    canvas.area((p, left, right), Ink.GAP, opacity=0.16)
    for rim in (left, right):
        canvas.stroke((p, rim), Ink.GAP, line=Line.DASHED)
    canvas.label("friction cone", right, Ink.GAP, toward=-t, style=TextStyle.CAPTION)


def draw_cone(canvas: Canvas, moment: Moment[Hit], impulse: Impulse) -> None:
    """Where the impulse may lie, and how it comes to its place."""
    scene = moment.scene
    if not scene.friction or not moment.has_seen(FrictionFound):
        return
    n, t, p = scene.contact.normal.direction, scene.contact.tangent.direction, scene.contact.point
    draw_limits(canvas, scene, impulse)

    def tip(normal: float, friction: float) -> Vector:
        found: Vector = p + IMPULSE * (normal * n + friction * t)
        return found

    match moment.step:
        case FrictionFound():
            low = p - 0.07 * n - 0.5 * SCALE * moment.step.slip * t  # its middle below the contact
            draw_arrow(canvas, low, SCALE * moment.step.slip * t, Ink.B, "")
            slip = f"$|v_t|$ = {fixed(abs(moment.step.slip))}"
            canvas.label(slip, low + 0.5 * SCALE * moment.step.slip * t, Ink.B, toward=-n)
            corner = tip(impulse.normal, 0.0)
            canvas.stroke((p, corner), Ink.EXAMINED, line=Line.THIN)
            side = math.copysign(1.0, impulse.friction)
            canvas.label(f"$j_n$ = {fixed(impulse.normal)}", 0.5 * (p + corner), Ink.EXAMINED, toward=-side * t)
            words = f"$|j_t|$ = {fixed(abs(impulse.friction))}"
            canvas.label(words, 0.5 * (corner + tip(impulse.normal, impulse.friction)), Ink.EXAMINED, toward=n)
            wanted = tip(impulse.normal, moment.step.wanted)
            canvas.stroke((corner, wanted), Ink.EXAMINED, line=Line.DASHED)
            if abs(moment.step.wanted) > moment.step.limit:
                is_compared = differs(moment) and moment.compare == NO_LIMIT  # its arrow ends there
                ink = Ink.FAULTY if is_compared else Ink.TEXT
                if not is_compared:
                    marks.cross(canvas, wanted)
                words = f"to stop: {fixed(abs(moment.step.wanted))}"
                canvas.label(words, wanted, ink, toward=n + 0.6 * side * t)
        case Repeated():
            path, before = [], 0.0
            for each in moment.step.sums:
                path += [tip(each.normal, before), tip(each.normal, each.friction)]
                before = each.friction
            canvas.stroke(path, Ink.TEXT, line=Line.THIN)
            for place in path[1:8:2]:
                canvas.dot(place, Ink.TEXT, Point.SMALL)
