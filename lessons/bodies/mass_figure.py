"""The figure of mass: a shape taken apart into pieces, and put together on a needle."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np

from geometry import Convex, Polygon, Vector
from geometry.dynamics.mass import TermKind
from geometry.feature import FeatureKind, FeatureRef
from geometry.outline import signed_area
from geometry.vector import Points, following
from lessons.bodies.mass_dots import draw_dots
from lessons.bodies.mass_scene import (
    KINDS,
    Piece,
    Plate,
    Stage,
    Weighed,
    is_elsewhere,
    is_on_stack,
    is_past,
    is_turned,
    stage_of,
    told,
    triangles,
)
from lessons.bodies.mass_stack import draw_below
from lessons.bodies.mass_turning import draw_turning
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Follow, Moment
from viz.lesson.text import coords, fixed

FILLED = {TermKind.CORE: 0.22, TermKind.STRIP: 0.34, TermKind.SECTOR: 0.5}
APART = 0.085  # of the shape's size: how far the pieces are moved out
MOST_LABELS = 13  # pieces: of more, only the one that is told has its number
MOST_NAMES = 7  # pieces: of more, each has only its number
SECONDS, FRAME, GRAVITY, DAMPING = 4.0, 1.0 / 60.0, 10.0, 1.2  # of the shape that tips on its needle
ON = 1e-6  # of the size: the needle is at the centroid


def draw_apart(canvas: Canvas, moment: Moment[Any]) -> None:
    """The core, and what the stages have added to it so far, moved out."""
    scene, stage, is_main = moment.scene, stage_of(moment), moment.parent is None
    if stage is Stage.DOTS:
        draw_dots(canvas, moment, scene.dots[0], is_named=True)
        return
    gap, lit = APART * scene.size * (moment.time if stage is Stage.STRIPS and is_main else 1.0), told(moment)
    flying = stage is Stage.SECTORS and is_main
    for piece in [p for p in scene.pieces if is_past(moment, next(n for n, kind in KINDS.items() if kind is p.kind))]:
        shift = gap * piece.out
        if flying and piece.kind is TermKind.SECTOR:
            part = moment.time * moment.time * (3.0 - 2.0 * moment.time)
            shift = shift + part * (disc_at(scene) - piece.outline[0] - shift)
        is_lit, is_core = piece is lit, piece.kind in (TermKind.CORE, TermKind.HOLE)
        ink = Ink.EXAMINED if is_lit and not is_core else Ink.A
        _piece(canvas, moment, piece, shift, ink)
        if (len(scene.pieces) <= MOST_LABELS or is_lit) and not (flying and piece.kind is not TermKind.STRIP):
            _number(canvas, moment, piece, shift, Ink.TEXT if ink is Ink.A else ink)
        if is_lit and not is_core:
            _sizes(canvas, piece, piece.outline + shift, with_a=stage in (Stage.CENTROID, Stage.OWN))
        elif is_lit and stage is Stage.OWN:  # the triangles from its centroid
            c, corner = piece.term.center, piece.outline[0]
            for p in piece.outline:
                canvas.stroke((c, p), Ink.EXAMINED, line=Line.DASHED)
            side = (corner - c)[::-1] * (1.0, -1.0)
            canvas.symbol(r"\boldsymbol p_0", (c + corner) / 2.0, Ink.EXAMINED, toward=side)
    if stage is Stage.CENTROID and len(scene.pieces) == 1:
        for i, (area, center, corners) in enumerate(triangles(scene.pieces[0])):
            if i:
                canvas.stroke(corners[:2], Ink.A, line=Line.DASHED)
            if area < 0.0:
                canvas.area(corners, Ink.OVERLAP, opacity=0.18)
            ink = Ink.OVERLAP if area < 0.0 else Ink.EXAMINED
            canvas.dot(center, ink, Point.SMALL)
            if len(scene.pieces[0].outline) <= 8:
                canvas.label(fixed(area), center, ink, toward=(1.0, 0.0))
    sectors = scene.of_kind(TermKind.SECTOR)
    if stage is Stage.OWN and is_main and not moment.is_open and len(sectors) > 1:
        wide = max(sectors, key=lambda piece: piece.term.area)
        _away(canvas, wide, wide.outline[0] + gap * wide.out)
    _grips(canvas, moment)


def disc_at(scene: Weighed) -> Vector:
    """Where all sectors meet: in the middle of the core where there is room, else above everything."""
    for core in scene.of_kind(TermKind.CORE):
        c, ring = core.term.center, core.outline
        e, to = following(ring) - ring, core.term.center - ring
        if float(((e[:, 0] * to[:, 1] - e[:, 1] * to[:, 0]) / np.hypot(*e.T)).min()) > 1.1 * scene.shape.radius:
            return c
    return np.array((scene.middle[0], scene.box[1][1] + scene.shape.radius + 3.0 * APART * scene.size))


def _piece(canvas: Canvas, moment: Moment[Any], piece: Piece, shift: Vector, ink: Ink) -> None:
    """Its outline, and from the centroids on its own one, on a disc as large as its area."""
    outline, at = piece.outline + shift, piece.term.center + shift
    if piece.kind is TermKind.HOLE:
        canvas.area(outline, Ink.OVERLAP, opacity=0.14)
        canvas.stroke(outline, Ink.OVERLAP, closed=True, line=Line.DASHED)
    else:
        canvas.area(outline, ink, opacity=FILLED[piece.kind])
        canvas.stroke(outline, ink, closed=True, line=Line.OUTLINE)
    canvas.feature(np.vstack((outline, outline[:1])), piece.feature, ink)
    if not is_past(moment, Stage.CENTROID):
        return
    if stage_of(moment) is Stage.CENTROID:
        if len(moment.scene.pieces) == 1:  # its triangles are
            return
        part = math.sqrt(abs(piece.term.area) / moment.scene.found.area)
        marks.disc(canvas, at, min(4.0 + 26.0 * part, 22.0), Ink.EXAMINED, opacity=0.28)
        if piece.kind is TermKind.CORE or piece.name == "strip 0":
            name = "0" if piece.kind is TermKind.CORE else "k"
            canvas.symbol(
                rf"\boldsymbol c_{name}", at, Ink.EXAMINED, toward=(1.0, 0.4) if name == "0" else piece.along
            )
    canvas.dot(at, Ink.EXAMINED, Point.SMALL)
    canvas.feature((at,), piece.feature, ink)


def _number(canvas: Canvas, moment: Moment[Any], piece: Piece, shift: Vector, ink: Ink) -> None:
    """The number of a piece that this stage is about: outside of it, the core's below its centroid."""
    term, stage, scene = piece.term, stage_of(moment), moment.scene
    text = fixed(term.own, 3) if stage is Stage.OWN else fixed(term.area)
    if stage is Stage.MOMENT:
        text, ink = f"**{fixed(scene.found.spread(term))}**", Ink.EXAMINED
    if piece.kind in (TermKind.STRIP, TermKind.SECTOR):
        ends = piece.outline[1:3]
        at = ends.mean(axis=0) if piece.kind is TermKind.STRIP else piece.outline[len(piece.outline) // 2]
        if piece.kind is TermKind.STRIP and ink is Ink.EXAMINED and stage is not Stage.MOMENT:  # L is in the middle
            at = ends[0] + 0.2 * (ends[1] - ends[0]) + 12.0 * canvas.pixel * piece.out
        beside = piece.kind is TermKind.STRIP and abs(float(piece.out[0])) > 0.8  # where there is little room
        name = f"{piece.name}: " if len(scene.pieces) <= MOST_NAMES and not beside else ""
        if beside and len(scene.pieces) <= MOST_NAMES:  # in two lines, for which there is room
            room = (at + shift, at + shift + 58.0 * canvas.pixel * piece.out)
            canvas.stroke(room, Ink.QUIET, line=Line.THIN, opacity=0.0)
            canvas.label(piece.name, at + shift + (0.0, 9.0 * canvas.pixel), ink, toward=piece.out)
            at = at - (0.0, 9.0 * canvas.pixel)
        canvas.label(name + text, at + shift, ink, toward=piece.out)
    elif stage is Stage.CENTROID and len(scene.pieces) == 1:  # its triangles have theirs
        return
    elif stage is not Stage.POLYGON or len(piece.outline) == 3:
        with_hole = bool(scene.of_kind(TermKind.HOLE))
        low = 0.3 * float(np.ptp(piece.outline[:, 1])) if with_hole else 0.0
        low += 22.0 * canvas.pixel if stage is Stage.CENTROID and not with_hole else 0.0  # below its disc
        name = "" if with_hole or stage not in (Stage.POLYGON, Stage.AREA) else "$A_0$ = "
        if stage is Stage.STRIPS:
            name, text = "$P$ = ", fixed(math.fsum(p.length for p in scene.of_kind(TermKind.STRIP)))
        canvas.label(
            name + text,
            term.center - (0.0, low),
            Ink.OVERLAP if piece.kind is TermKind.HOLE else ink,
            toward=(0.0, -1.0),
        )


def _sizes(canvas: Canvas, piece: Piece, outline: Points, *, with_a: bool) -> None:
    """What the formula of a strip or a sector is made of: L and r; the angle, r and a."""
    corner, first, ink = outline[0], outline[1], Ink.EXAMINED
    measures.bracket(canvas, corner, first, ink, "$r$", off=-9.0)
    if piece.kind is TermKind.STRIP:
        measures.bracket(canvas, outline[1], outline[2], ink, f"$L_{piece.term.index}$", off=-9.0)
        return
    start = math.atan2(*(first - corner)[::-1])
    measures.angle_arc(canvas, corner, start, start + piece.angle, ink, radius=14.0)
    canvas.label(rf"$\theta_{piece.term.index}$", corner, ink, toward=-piece.out)
    if with_a:
        _away(canvas, piece, corner)


def _away(canvas: Canvas, piece: Piece, corner: Vector) -> None:
    """From a sector's corner to its centroid."""
    at = corner + piece.away * piece.out
    canvas.stroke((corner, at), Ink.EXAMINED, line=Line.MEASURE)
    canvas.symbol("a", at, Ink.EXAMINED, toward=piece.along)


def _grips(canvas: Canvas, moment: Moment[Any]) -> None:
    """Vertices and edges of the core, which can be held, with their names; first also the triangles of the cut."""
    scene, i = moment.scene, 0
    is_first, few = stage_of(moment) is Stage.POLYGON, sum(map(len, scene.rings)) <= 8
    for ring in scene.rings:
        middle, is_cut = ring.mean(axis=0), i > 0  # a hole
        if is_cut and is_first:
            canvas.stroke(ring, Ink.QUIET, closed=True, line=Line.DASHED)
        for p, q in zip(ring, following(ring), strict=True):
            if not moment.is_open:
                canvas.feature((p, q), FeatureRef("A", FeatureKind.EDGE, i), Ink.A)
            canvas.dot(p, Ink.A)
            if is_cut == (stage_of(moment) is Stage.HOLE) and (is_cut or is_first):
                canvas.label(rf"$\boldsymbol v_{{{i}}}$", p, Ink.A, toward=p - middle)
            elif few and len(scene.rings) == 1 and stage_of(moment) is not Stage.MOMENT:
                # A clockwise list is taken the other way round, from the same vertex.
                name = str(i if signed_area(ring) > 0.0 else len(ring) - 1 - i)
                canvas.label(name, p + 0.25 * (q - p), Ink.A, toward=middle - (p + q) / 2.0, style=TextStyle.NUMBER)
            i += 1
    for name in ("p", "q") if not scene.rings else ():
        canvas.dot(getattr(scene, name), Ink.A)
        canvas.label(
            f"**{name}**", getattr(scene, name), Ink.A, toward=scene.p - scene.q if name == "q" else scene.q - scene.p
        )
    if is_first and len(core := scene.pieces[0].outline) == 3:
        _arrows(canvas, core)
    elif is_first and len(core) > 3:
        for p, q in pairwise(core[1:]):
            canvas.stroke((core[0], q), Ink.A, line=Line.DASHED)
            area = signed_area(np.array((core[0], p, q)))
            if area < 0.0:
                canvas.area((core[0], p, q), Ink.OVERLAP, opacity=0.18)
            if len(core) <= 8:
                canvas.label(fixed(area), (core[0] + p + q) / 3.0, Ink.OVERLAP if area < 0.0 else Ink.TEXT)


def _arrows(canvas: Canvas, ring: Points) -> None:
    """The two arrows of a triangle whose cross product is twice its area."""
    for i, p in enumerate(ring[1:], 1):
        canvas.arrow(ring[0], p, Ink.EXAMINED)
        side = np.array((1.0, -1.0)) * (p - ring[0])[::-1]  # of the second inside
        text = rf"$\boldsymbol v_{i}-\boldsymbol v_0$ = {coords(p - ring[0])}"
        canvas.label(text, (ring[0] + p) / 2.0, Ink.EXAMINED, toward=side)


# Put together


def draw_whole(canvas: Canvas, moment: Moment[Any]) -> None:
    """The whole shape; from the centroid on with it, and on its needle."""
    scene, stage, is_main = moment.scene, stage_of(moment), moment.parent is None
    if is_turned(moment):
        draw_turning(canvas, moment)
        return
    if stage is Stage.DOTS:
        draw_dots(canvas, moment, scene.dots[1], is_named=False)
        _faulty(canvas, moment)
        return
    pivot, placed = pivot_of(moment), _turned(moment)
    if is_on_stack(moment):
        draw_below(canvas, scene.shape)
    _body(canvas, scene, placed)
    lit = told(moment)
    for piece in [each for each in scene.pieces if each.kind in (TermKind.STRIP, TermKind.SECTOR)]:
        if piece is lit or (is_main and piece.kind is KINDS.get(stage)):
            canvas.area(placed(piece.outline), Ink.EXAMINED if piece is lit else Ink.A, opacity=0.3)
    if not is_past(moment, Stage.CENTROID):
        _letter(canvas, moment)
        return
    center = placed(scene.found.center)
    for piece in scene.pieces:
        at = placed(piece.term.center)
        canvas.stroke((at, center), Ink.EXAMINED, line=Line.THIN if stage is Stage.MOMENT else Line.DASHED)
        canvas.dot(at, Ink.EXAMINED, Point.SMALL)
        canvas.feature((at,), piece.feature, Ink.EXAMINED)
    if stage is Stage.CENTROID:
        draw_needle(canvas, scene, pivot, Ink.FAULTY if is_elsewhere(moment) else Ink.TEXT)
    if stage is Stage.MOMENT:
        best = max(scene.pieces, key=lambda piece: scene.found.spread(piece.term))
        if scene.found.spread(best.term) > 1e-9:
            canvas.stroke((center, best.term.center), Ink.EXAMINED, line=Line.MEASURE)
            far, side = math.dist(best.term.center, center), (center - best.term.center)[::-1] * (-1.0, 1.0)
            canvas.label(f"$d_k$ = {fixed(far)}", (best.term.center + center) / 2.0, Ink.EXAMINED, toward=side)
        _gyration(canvas, center, scene.ring)
    canvas.dot(center, Ink.ANSWER, Point.ANSWER)
    words = rf"$\boldsymbol c$ {coords(scene.found.center)}" if stage is Stage.CENTROID else r"$\boldsymbol c$"
    canvas.label(words, center, Ink.ANSWER, toward=(-1.0, 0.8) if is_elsewhere(moment) else (1.0, 0.8))
    _faulty(canvas, moment)


def _body(canvas: Canvas, scene: Weighed, placed: Callable[[Any], Any]) -> None:
    """The outline, filled but for holes; the core dashed within it."""
    shape = scene.shape
    for part in [scene.outline] if isinstance(shape, Convex) else [piece.points for piece in shape.pieces]:
        canvas.area(placed(part), Ink.A, opacity=0.2)
    for ring in (scene.outline, *(shape.holes if isinstance(shape, Polygon) else ())):
        canvas.stroke(placed(ring), Ink.A, closed=True, line=Line.OUTLINE)
    if shape.radius > 0.0:
        canvas.stroke(placed(shape.points), Ink.A, closed=len(shape.points) > 2, line=Line.DASHED)


def _letter(canvas: Canvas, moment: Moment[Any]) -> None:
    """A (not at its centroid, which is asked for), the radius, and at last density and mass."""
    scene, r, (low, high) = moment.scene, moment.scene.shape.radius, moment.scene.box
    first, points = scene.shape.points[0], scene.shape.points
    if not scene.of_kind(TermKind.HOLE):
        spot = (
            first + 0.2 * (points[1] + points[-1] - 2.0 * first) if len(points) > 2 else 0.8 * first + 0.2 * points[1]
        )
        canvas.label("A", spot, Ink.A, style=TextStyle.LETTER)
    if r > 0.0:
        corner = scene.pieces[-1]
        canvas.arrow(corner.outline[0], corner.outline[0] + r * corner.out, Ink.A)
        canvas.label(f"$r$ = {fixed(r)}", corner.outline[0] + r * corner.out, Ink.A, toward=corner.out)
    if stage_of(moment) is Stage.AREA:
        text = rf"$\rho$ = {fixed(scene.density)}    $m$ = **{fixed(scene.found.mass)}**"
        canvas.label(text, (high[0] - 0.19 * scene.size, low[1] - 0.07 * scene.size), Ink.TEXT, toward=(0.0, -1.0))


def pivot_of(moment: Moment[Any]) -> Vector:
    """Where the needle stands: at the wrong centre while that is compared."""
    if is_elsewhere(moment):
        wrong: Vector = moment.faulty.center
        return wrong
    scene = moment.scene
    return scene.found.center if scene.needle is None else np.array(scene.needle)


def swing(scene: Weighed, pivot: Vector, time: float) -> float:
    """How far the shape, released upright, has turned about the needle: a damped pendulum."""
    found, arm = scene.found, scene.found.center - pivot
    squared = float(arm @ arm)
    if squared <= (ON * scene.size) ** 2:
        return 0.0
    angle = start = math.atan2(arm[0], -arm[1])  # from hanging straight down
    spin, pull = 0.0, GRAVITY * found.mass * math.sqrt(squared) / (found.inertia + found.mass * squared)
    for _ in range(round(time * SECONDS / FRAME)):
        spin -= FRAME * (pull * math.sin(angle) + DAMPING * spin)
        angle += FRAME * spin
    return angle - start


def _turned(moment: Moment[Any]) -> Callable[[Any], Any]:
    """Places points of the shape as far as it has tipped."""
    pivot = pivot_of(moment)
    is_held = stage_of(moment) is Stage.CENTROID and moment.parent is None
    turn = swing(moment.scene, pivot, moment.time) if is_held else 0.0
    c, s = math.cos(turn), math.sin(turn)
    return lambda points: (points - pivot) @ np.array(((c, s), (-s, c))) + pivot if turn else points


def draw_needle(canvas: Canvas, scene: Weighed, at: Vector, ink: Ink) -> None:
    size, (x, y) = scene.size, at.tolist()
    foot, half = min(float(scene.box[0][1]) - 0.36 * size, y - 0.5 * size), 0.035 * size
    if math.dist(at, scene.found.center) > ON * size:  # the shape may turn: it stays above the foot
        foot = min(foot, y - 1.1 * float(np.hypot(*(scene.outline - at).T).max()))
    canvas.area(((x, y), (x - half, foot), (x + half, foot)), ink, opacity=0.2)
    plates = scene.shape.holes if isinstance(scene.shape, Polygon) and scene.is_hollow else ()
    for hole in plates:
        canvas.area(hole, Ink.QUIET, opacity=0.3)
        canvas.label("weightless plate", (hole.mean(axis=0)[0], hole.min(axis=0)[1]), Ink.QUIET, toward=(0.0, 1.0))
    canvas.stroke(((x - half, foot), (x, y), (x + half, foot)), ink, line=Line.THIN)
    canvas.stroke(((x - 6.0 * half, foot), (x + 6.0 * half, foot)), Ink.QUIET, line=Line.OUTLINE)
    canvas.label("needle", (x + 0.7 * half, foot + 0.12 * size), Ink.QUIET, toward=(1.0, 0.0))


def _gyration(canvas: Canvas, center: Vector, radius: float) -> None:
    """The ring on which all mass would turn as hard."""
    marks.circle(canvas, center, radius, Ink.ANSWER, Line.THIN)
    way = np.array((math.cos(-1.2), math.sin(-1.2)))
    canvas.label(f"$R$ = {fixed(radius)}", center + radius * way, Ink.ANSWER, toward=way, leader=True)


def _faulty(canvas: Canvas, moment: Moment[Any]) -> None:
    """The wrong centre and its distance from the right one."""
    scene, faulty, stage = moment.scene, moment.faulty, stage_of(moment)
    if is_elsewhere(moment):
        marks.cross(canvas, faulty.center, "mean of the vertices", Ink.FAULTY, toward=(1.0, 0.5))
        if stage is not Stage.CENTROID or moment.time == 0.0:
            c, error = scene.found.center, f"error **{fixed(faulty.error)}**"
            way = (faulty.center - c) / max(math.dist(faulty.center, c), 1e-12)
            rim = min(5.0 * canvas.pixel, 0.4 * faulty.error)  # it ends at the rim of the point
            measures.measure(canvas, c + rim * way, faulty.center, Ink.FAULTY, error, side=-1.0)


def take(moment: Moment[Any], at: Vector) -> Follow | None:
    """The needle, once it is shown; at the other stages a vertex, as in the other view."""
    scene, pivot = moment.scene, pivot_of(moment)
    if is_elsewhere(moment):
        return None
    if stage_of(moment) is Stage.CENTROID and moment.parent is None:
        near = abs(at[0] - pivot[0]) < 0.06 * scene.size and at[1] < pivot[1] + 0.06 * scene.size
        return (lambda held, start, now: replace(held, needle=(float(now[0]), float(now[1])))) if near else None
    if not isinstance(scene, Plate) or stage_of(moment) is Stage.DOTS:
        return None
    far = np.hypot(*(scene.a.vertices - at).T)
    index = int(far.argmin())
    if float(far[index]) > 0.08 * scene.size:
        return None
    return lambda held, start, now: held.with_field("a", held.a.with_vertex(index, now))
