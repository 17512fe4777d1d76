"""The mark of a contact, for the lessons on pairs by hand."""

from __future__ import annotations

from geometry.primitives.contact import Contact
from geometry.vector import left_of
from lessons.first_edition import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.text import amount


def draw_contact(canvas: Canvas, found: Contact, tolerance: float = 0.0) -> None:
    """A contact: both ends on the surfaces, the point halfway between, and the normal from A to B. A separation
    within `tolerance` is called touching."""
    ink = separation_ink(found.separation)
    canvas.stroke((found.on_a, found.on_b), ink)
    marks.normal_arrow(canvas, found.on_a, found.normal, "normal")
    canvas.dot(found.point, Ink.RESULT)
    gap = f"gap {amount(found.separation)}" if found.separation > 0.0 else f"overlap {amount(-found.separation)}"
    words = "touching" if abs(found.separation) <= tolerance else gap
    canvas.label(f"contact, {words}", found.point, Ink.RESULT, toward=left_of(found.normal))
