"""One stage of the clip at a time, and at the end both rules' points."""

from __future__ import annotations

from geometry import Manifold
from geometry.contact.manifold_points import CenterQueried, CornersMeasured
from geometry.contact.reference import EdgeMeasured
from lessons.edge_clipping import words
from lessons.edge_clipping.scene import Clipped
from lessons.first_edition import axis_picture, clip_picture, contact_picture
from lessons.first_edition.contact_picture import shape_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment


def draw(canvas: Canvas, moment: Moment[Clipped]) -> None:
    a, b = moment.scene.a.world, moment.scene.b.world
    axis_picture.two_shapes(canvas, a, b)
    for shape in (a, b):
        contact_picture.corner_circles(canvas, shape)
    match moment.step:
        case EdgeMeasured() as measured:
            contact_picture.measured_edge(canvas, shape_of(measured.owner, b, a), measured)
        case CenterQueried() as queried:
            contact_picture.center(canvas, queried)
        case Manifold() as found:
            _manifold(canvas, moment, found)
        case CornersMeasured() as corners:
            clip_picture.edges(canvas, moment)
            contact_picture.corners(canvas, corners)
        case _:
            clip_picture.clip(canvas, moment)


def _manifold(canvas: Canvas, moment: Moment[Clipped], found: Manifold) -> None:
    if found.reference is not None and found.incident is not None:
        clip_picture.edges(canvas, moment, arrow=False)
    contact_picture.points(canvas, found)
    if words.disagree(moment):
        for p in moment.scene.by_crossing().points:
            canvas.dot(p.point, Ink.FAULTY)
            normal = found.normal
            canvas.label("the crossing rule: this point alone", p.point, Ink.FAULTY, toward=-normal)
