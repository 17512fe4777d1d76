"""The board of two boxes: a card for each of the eight faces, with its slab once it has been tested."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np

from geometry import Vector
from geometry.outline import part_in_front
from geometry.primitives.box_box import CornersTested, FaceTested
from geometry.sat.separating_axis import Owner
from lessons.pairs.box_box_figure import TWO_FACES, edge_of, ink_of, short, shown_face, tested_by_now
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed

CELL, APART = (1.6, 1.22), 0.08  # a card with its words, and the space between two, in their pane's units
WORDS = 0.27  # the part of a card's height, at the top, that its words have: no slab runs there
SKIPPED = (0.96, 0.95)  # of a card, a frame within the one of a lit card
RIM, ROUND = 0.02, 0.07  # of a card: around its picture, and the radius of its corners
LIT = 0.35  # opacity of the slab that stands out
INSIDE = (1.46, 0.82)  # what the boxes fill of the rest


def draw_faces(canvas: Canvas, moment: Moment[Any]) -> None:
    """A card for each face: its slab once it has been tested, the greatest lit."""
    scene = moment.scene
    tested = {short(each) for each in tested_by_now(moment)}
    corners = moment.latest(CornersTested)
    lit = "" if corners is not None and corners.is_best else short(shown_face(moment))  # then no face has won
    points = scene.a.world.points, scene.b.world.points
    both = np.concatenate(points)
    low, high = both.min(axis=0), both.max(axis=0)
    scale = float((INSIDE / (high - low)).min())
    middles = [
        np.array(((face.owner is Owner.B) * (CELL[0] + APART), -face.face * (CELL[1] + APART)))
        for face in scene.faces
    ]
    shift = np.array((0.0, -WORDS / 2.0)) - scale * (low + high) / 2.0
    _draw_boxes(canvas, _card(), middles, Ink.QUIET, fill=0.07, opacity=0.0)
    for each, ink in zip(points, (Ink.A, Ink.B), strict=True):
        _draw_boxes(canvas, scale * each + shift, middles, ink, fill=0.16, opacity=1.0)
    for face, middle in zip(scene.faces, middles, strict=True):
        is_lit, is_tested = short(face) == lit, short(face) in tested
        _draw_small(canvas, face, middle, scale, middle + shift, is_tested=is_tested, is_lit=is_lit)
        _draw_words(canvas, face, middle, is_tested=is_tested, is_lit=is_lit)
        if moment.compare == TWO_FACES and face.face > 1:
            canvas.stroke(middle + SKIPPED * _card(), Ink.FAULTY, closed=True, line=Line.DOTTED)
    if moment.compare == TWO_FACES:
        below = (middles[3] + middles[7]) / 2.0 - (0.0, CELL[1] / 2.0)
        canvas.label("dotted: skipped", below, Ink.FAULTY, toward=(0.0, -1.0), style=TextStyle.CAPTION, fixed=True)


def _draw_boxes(canvas: Canvas, corners: Vector, at: list[Vector], ink: Ink, *, fill: float, opacity: float) -> None:
    """The same convex corners in every card."""
    count = len(corners)
    all_corners = np.array(at)[:, None, :] + corners
    edges = np.stack((all_corners, np.roll(all_corners, -1, axis=1)), axis=2)
    fan = [(0, i, i + 1) for i in range(1, count - 1)]
    parts = all_corners[:, fan].reshape(-1, 3, 2)
    canvas.crowd(
        ink, segments=edges.reshape(-1, 2, 2) if opacity else (), triangles=parts, opacity=opacity, fill=fill
    )


@cache
def _card() -> Vector:
    """The outline of a card around its middle, its corners rounded."""
    half = np.array(CELL) / 2.0 - ROUND
    angles = np.array([math.pi / 2.0 * (quarter + k / 4.0) for quarter in range(4) for k in range(5)])
    ways = np.array([(x, y) for x, y in ((1, 1), (-1, 1), (-1, -1), (1, -1)) for _ in range(5)])
    outline: Vector = ways * half + ROUND * np.stack((np.cos(angles), np.sin(angles)), axis=1)
    return outline


def _picture(middle: Vector) -> list[Vector]:
    """What a slab may fill of a card: all below its words, up to its rim."""
    w, h = CELL[0] / 2.0 - RIM, CELL[1] / 2.0
    low, high = RIM - h, h - WORDS
    return [middle + corner for corner in ((-w, low), (w, low), (w, high), (-w, high))]


def _draw_words(canvas: Canvas, face: FaceTested, middle: Vector, *, is_tested: bool, is_lit: bool) -> None:
    """The name of a card's face at its upper left and s at its upper right; around it a frame where it is lit."""
    if is_lit:
        canvas.stroke(middle + _card(), Ink.EXAMINED, closed=True, line=Line.MEASURE)
    side, above = CELL[0] / 2.0, middle + (0.0, (CELL[1] - WORDS) / 2.0)
    left, right = above - (side, 0.0), above + (side, 0.0)
    canvas.label(short(face), left, ink_of(face.owner), toward=(1.0, 0.0), style=TextStyle.BOLD, fixed=True)
    if is_tested:
        ink, style = separation_ink(face.separation), TextStyle.BOLD if is_lit else TextStyle.LABEL
        canvas.label(fixed(face.separation), right, ink, toward=(-1.0, 0.0), style=style, fixed=True)


def _draw_small(
    canvas: Canvas,
    face: FaceTested,
    middle: Vector,
    scale: float,
    shift: Vector,
    *,
    is_tested: bool,
    is_lit: bool,
) -> None:
    """What one face has found, in its card; nothing but the face before its test."""
    (start, end), p, n = (
        (scale * np.array((face.start, face.end)) + shift),
        scale * face.support.point + shift,
        face.outward,
    )
    canvas.feature((start, end), edge_of(face), ink_of(face.owner))
    if not is_tested:
        return
    front, back = (p, start) if face.separation > 0.0 else (start, p)
    slab = part_in_front(np.array(_picture(middle)), front, -n)
    slab = part_in_front(np.array(slab), back, n) if slab else slab
    if len(slab) > 2:
        canvas.area(slab, separation_ink(face.separation), opacity=LIT if is_lit else 0.2)
    canvas.stroke((start, end), Ink.EXAMINED if is_lit else ink_of(face.owner), line=Line.FEATURE)
    canvas.dot(p, Ink.B if face.owner is Owner.A else Ink.A, Point.SMALL)
