"""The board of two boxes: a card for each of the eight faces, with its slab once it has been tested."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np

from geometry import Vector
from geometry.primitives.box_box import CornersTested, FaceTested
from geometry.sat.separating_axis import Owner
from lessons.pairs.box_box_figure import edge_of, ink_of, short, shown_face, tested_by_now
from lessons.pairs.box_box_rules import TWO_FACES
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair
from viz.lesson.screen import xy
from viz.lesson.text import fixed
from viz.picture.clipping import clip_outline

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
    middles = _middles()
    shift = np.array((0.0, -WORDS / 2.0)) - scale * (low + high) / 2.0
    canvas.crowd(Ink.QUIET, triangles=_cards(), opacity=0.0, fill=0.07)
    for each, ink in zip(points, (Ink.A, Ink.B), strict=True):
        _draw_boxes(canvas, scale * each + shift, ink)
    for face, middle in zip(scene.faces, middles, strict=True):
        is_lit, is_tested = short(face) == lit, short(face) in tested
        _draw_small(canvas, face, xy(middle), scale, xy(middle + shift), is_tested=is_tested, is_lit=is_lit)
        _draw_words(canvas, face, middle, is_tested=is_tested, is_lit=is_lit)
        if moment.compare == TWO_FACES and face.face > 1:
            canvas.stroke(middle + SKIPPED * _card(), Ink.FAULTY, closed=True, line=Line.DOTTED)
            words = middle + (0.0, (CELL[1] - WORDS) / 2.0)
            canvas.label("skipped", words, Ink.FAULTY, style=TextStyle.CAPTION, fixed=True)


def _draw_boxes(canvas: Canvas, corners: Vector, ink: Ink) -> None:
    """The same four corners in every card."""
    everywhere = _middles()[:, None, :] + corners
    edges = everywhere[:, ((0, 1), (1, 2), (2, 3), (3, 0))]
    canvas.crowd(ink, segments=edges, triangles=everywhere[:, ((0, 1, 2), (0, 2, 3))], fill=0.16)


@cache
def _middles() -> Vector:
    """Of the cards: A's faces in the first column, B's in the second."""
    return np.array(
        [(column * (CELL[0] + APART), -row * (CELL[1] + APART)) for column in range(2) for row in range(4)]
    )


@cache
def _cards() -> Vector:
    """Each card's triangles, around its first corner."""
    fan = [(0, i, i + 1) for i in range(1, len(_card()) - 1)]
    everywhere = _middles()[:, None, :] + _card()
    triangles: Vector = everywhere[:, fan].reshape(-1, 3, 2)
    return triangles


@cache
def _card() -> Vector:
    """The outline of a card around its middle, its corners rounded."""
    half = np.array(CELL) / 2.0 - ROUND
    angles = np.array([math.pi / 2.0 * (quarter + k / 4.0) for quarter in range(4) for k in range(5)])
    ways = np.array([(x, y) for x, y in ((1, 1), (-1, 1), (-1, -1), (1, -1)) for _ in range(5)])
    outline: Vector = ways * half + ROUND * np.stack((np.cos(angles), np.sin(angles)), axis=1)
    return outline


def _picture(middle: Pair) -> tuple[Pair, Pair]:
    """What a slab may fill of a card, by two corners: all below its words, up to its rim."""
    (x, y), w, h = middle, CELL[0] / 2.0 - RIM, CELL[1] / 2.0
    return (x - w, y + RIM - h), (x + w, y + h - WORDS)


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
    middle: Pair,
    scale: float,
    shift: Pair,
    *,
    is_tested: bool,
    is_lit: bool,
) -> None:
    """What one face has found, in its card; nothing but the face before its test."""
    x, y = shift
    (nx, ny), (px, py) = face.outward_xy, xy(face.support.point)
    start, end, p = ((scale * u + x, scale * v + y) for u, v in (face.start_xy, face.end_xy, (px, py)))
    canvas.feature((start, end), edge_of(face), ink_of(face.owner))
    if not is_tested:
        return
    deep, far = scale * face.separation, CELL[0] + CELL[1]
    sides = [
        (start[0] + h * nx - t * ny, start[1] + h * ny + t * nx)
        for h, t in ((0.0, -far), (0.0, far), (deep, far), (deep, -far))
    ]
    slab = clip_outline(sides, *_picture(middle))
    if len(slab) > 2:
        canvas.area(slab, separation_ink(face.separation), opacity=LIT if is_lit else 0.2)
    canvas.stroke((start, end), Ink.EXAMINED if is_lit else ink_of(face.owner), line=Line.FEATURE)
    canvas.dot(p, Ink.B if face.owner is Owner.A else Ink.A, Point.SMALL)
