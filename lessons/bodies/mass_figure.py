"""The figure of mass: a shape taken apart into pieces, and put together on a needle."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from geometry import Convex, Polygon, Trace, Vector, mass_properties
from geometry.dynamics.mass import DotSum, MassProperties, MassTerm, TermKind, mass_by_dots
from geometry.faulty.mass import FaultyMass
from geometry.feature import FeatureKind, FeatureRef
from geometry.outline import signed_area
from geometry.shape import boundary
from geometry.vector import Points, following
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Follow, Moment
from viz.lesson.outline import Outline
from viz.lesson.scene import Scene, handle, slider
from viz.lesson.text import coords, fixed, tint

POLYGON, HOLE, STRIPS, SECTORS, AREA, CENTROID, OWN, MOMENT, DOTS = STAGES = (
    "Polygon", "Hole", "Strips", "Sectors", "Area", "Centroid", "Own moments", "Moment", "Dots",
)  # fmt: skip
KINDS = {POLYGON: TermKind.CORE, HOLE: TermKind.HOLE, STRIPS: TermKind.STRIP, SECTORS: TermKind.SECTOR}
NAMES = {TermKind.CORE: "polygon", TermKind.HOLE: "hole", TermKind.STRIP: "strip", TermKind.SECTOR: "sector"}
FILLED = {TermKind.CORE: 0.22, TermKind.STRIP: 0.34, TermKind.SECTOR: 0.5}
FEW, MANY = 8, 24  # rows of dots
APART = 0.085  # of the shape's size: how far the pieces are moved out
LEAST_RADIUS = 0.005
SECONDS, FRAME, GRAVITY, DAMPING = 4.0, 1.0 / 60.0, 10.0, 1.2  # of the shape that tips on its needle
ON = 1e-6  # of the size: the needle is at the centroid


@dataclass(frozen=True, slots=True, eq=False)
class Aspect:
    """A step of the main track: what of the pieces is told, and the pieces one by one."""

    name: str
    found: Any
    part: Trace[Any, Any] | None = None


@dataclass(frozen=True, eq=False)
class Piece:
    """A term as it is drawn."""

    term: MassTerm
    name: str
    outline: Points
    out: Vector  # the way that it is moved when the shape is taken apart
    length: float = 0.0  # of the edge
    angle: float = 0.0  # of the corner

    @property
    def feature(self) -> FeatureRef:
        return FeatureRef(self.name, FeatureKind.PART)

    @property
    def away(self) -> float:
        """Of a sector: the distance of its centroid from the corner."""
        return math.dist(self.term.center, self.outline[0])


@dataclass(frozen=True, eq=False, kw_only=True)
class Weighed(Scene):
    """A shape of even density. `needle`: where it is held up; at its centroid unless it is moved."""

    radius: float = slider("Radius r", 0.0, 1.0, 0.5)
    density: float = slider("Density ρ", 0.5, 3.0, 1.0)
    needle: tuple[float, float] | None = None

    def __post_init__(self) -> None:
        self.full  # noqa: B018  # refuses what has no area

    @cached_property
    def shape(self) -> Convex | Polygon:
        raise NotImplementedError

    @property
    def rings(self) -> Sequence[Points]:
        """As they are listed, with the numbers of the vertices that can be held."""
        return ()

    @cached_property
    def full(self) -> Trace[Any, MassProperties]:
        return mass_properties.trace(self.shape, self.density)

    @property
    def found(self) -> MassProperties:
        return self.full.result

    @cached_property
    def outline(self) -> Points:
        """Of the whole, holes left out."""
        shape = self.shape
        return (
            boundary(shape, 2e-3 * self.size) if isinstance(shape, Convex) else shape.points[list(shape.ordered[0])]
        )

    @cached_property
    def box(self) -> tuple[Vector, Vector]:
        points, r = self.shape.points, self.shape.radius
        return points.min(axis=0) - r, points.max(axis=0) + r

    @property
    def size(self) -> float:
        low, high = self.box
        return float((high - low).max())

    @cached_property
    def dots(self) -> tuple[DotSum, DotSum]:
        return mass_by_dots(self.shape, FEW, self.density), mass_by_dots(self.shape, MANY, self.density)

    @cached_property
    def pieces(self) -> list[Piece]:
        return [_piece(self.shape, term) for term in self.found.terms]

    def of_kind(self, kind: TermKind) -> list[Piece]:
        return [piece for piece in self.pieces if piece.term.kind is kind]

    def featured(self, aspect: str) -> Piece | None:
        """Whose numbers a step on all pieces tells."""
        kind = KINDS.get(aspect, TermKind.STRIP if aspect == OWN else None)
        found = self.of_kind(kind) if kind else []
        return max(found, key=lambda piece: piece.term.area) if found else self.pieces[0] if aspect == OWN else None


@dataclass(frozen=True, eq=False, kw_only=True)
class Plate(Weighed):
    """An outline, rounded where it is convex and has no hole."""

    a: Outline = handle(Ink.A, "A")

    @cached_property
    def shape(self) -> Convex | Polygon:
        ring = self.a.points if signed_area(self.a.points) > 0.0 else self.a.points[::-1]
        if len(self.a.rings) == 1:
            try:
                return Convex(ring, self.radius if self.radius >= LEAST_RADIUS else 0.0)
            except ValueError:
                pass  # concave
        return Polygon(ring, self.a.rings[1:])

    @property
    def rings(self) -> Sequence[Points]:
        return self.a.rings


@dataclass(frozen=True, eq=False, kw_only=True)
class Pill(Weighed):
    """A rounded segment."""

    p: Vector = handle(Ink.A, "p")
    q: Vector = handle(Ink.A, "q")

    @cached_property
    def shape(self) -> Convex:
        return Convex((self.p, self.q), max(self.radius, 10.0 * LEAST_RADIUS))


def _piece(shape: Convex | Polygon, term: MassTerm) -> Piece:
    name, i = NAMES[term.kind], term.index
    if isinstance(shape, Polygon) or term.kind is TermKind.CORE:
        ring = shape.points if isinstance(shape, Convex) else shape.points[list(shape.ordered[_ring_of(term)])]
        return Piece(term, name, ring, np.zeros(2))
    r, n, p = shape.radius, shape.normals, shape.points[i]
    if term.kind is TermKind.STRIP:
        q = following(shape.points)[i]
        return Piece(term, f"{name} {i}", np.array((p, p + r * n[i], q + r * n[i], q)), n[i], length=math.dist(p, q))
    start = math.atan2(n[i - 1][1], n[i - 1][0])
    angle = (math.atan2(n[i][1], n[i][0]) - start) % math.tau
    turn = start + angle * np.linspace(0.0, 1.0, 2 + math.ceil(angle / 0.12))
    arc = p + r * np.stack((np.cos(turn), np.sin(turn)), axis=1)
    out = np.array((math.cos(start + angle / 2.0), math.sin(start + angle / 2.0)))
    return Piece(term, f"{name} {i}", np.vstack((p, arc)), out, angle=angle)


def _ring_of(term: MassTerm) -> int:
    return term.index + 1 if term.kind is TermKind.HOLE else 0


def aspect_of(moment: Moment[Any]) -> str:
    """What of the pieces is told: at a piece that was stepped into, that of its stage."""
    step = moment.step if moment.parent is None else moment.parent.step
    name: str = step.name
    return name


def told(moment: Moment[Any]) -> Piece | None:
    """The piece whose numbers are told."""
    scene = moment.scene
    if moment.parent is None:
        return None if moment.is_open else scene.featured(aspect_of(moment))
    return next(piece for piece in scene.pieces if piece.term.center.tolist() == moment.step.center.tolist()
                and piece.name.startswith(NAMES[moment.step.kind]))  # fmt: skip


# Taken apart


def draw_apart(canvas: Canvas, moment: Moment[Any]) -> None:
    """The core, and what this stage has added to it, moved out."""
    scene, aspect = moment.scene, aspect_of(moment)
    if aspect == DOTS:
        draw_dots(canvas, moment, scene.dots[0], is_named=True)
        return
    place, gap, lit = STAGES.index(aspect), APART * scene.size, told(moment)
    if aspect == STRIPS and moment.parent is None:
        gap *= moment.time
    labelled = len(scene.pieces) <= 13
    for piece in scene.pieces:
        kind = piece.term.kind
        if place < STAGES.index(next(name for name, each in KINDS.items() if each is kind)):
            continue
        shift = gap * piece.out
        if aspect == SECTORS and moment.parent is None and kind is TermKind.SECTOR:
            shift = shift + _eased(moment.time) * (disc_at(scene) - piece.outline[0] - shift)
        is_lit = lit is piece and aspect not in (POLYGON, HOLE)
        _draw_piece(canvas, moment, piece, shift, Ink.EXAMINED if is_lit else Ink.A)
        if labelled or is_lit:
            _piece_label(canvas, moment, piece, shift, is_lit=is_lit)
        if is_lit and aspect in (STRIPS, SECTORS, OWN, CENTROID):
            _sizes(canvas, moment, piece, shift)
    if aspect == SECTORS and moment.parent is None and moment.time == 1.0:
        r = scene.shape.radius
        disc = rf"one disc: $\pi r^2$ = **{fixed(math.pi * r * r)}**"
        canvas.label(disc, disc_at(scene) + (0.0, r), Ink.A, toward=(0.0, 1.0))
    _rings(canvas, moment)


def _eased(time: float) -> float:
    return time * time * (3.0 - 2.0 * time)


def disc_at(scene: Weighed) -> Vector:
    """Where all sectors meet: in the middle of the core where there is room, else above everything."""
    core, r = scene.of_kind(TermKind.CORE), scene.shape.radius
    if core:
        c, ring = core[0].term.center, scene.shape.points
        e = following(ring) - ring
        heights = (e[:, 0] * (c - ring)[:, 1] - e[:, 1] * (c - ring)[:, 0]) / np.hypot(e[:, 0], e[:, 1])
        if float(heights.min()) > 1.1 * r:
            return c
    low, high = scene.box
    return np.array(((low[0] + high[0]) / 2.0, high[1] + r + 2.0 * APART * scene.size))


def _draw_piece(canvas: Canvas, moment: Moment[Any], piece: Piece, shift: Vector, ink: Ink) -> None:
    outline, kind = piece.outline + shift, piece.term.kind
    if kind is TermKind.HOLE:
        canvas.area(outline, Ink.OVERLAP, opacity=0.14, hatched=True)
        canvas.stroke(outline, Ink.OVERLAP, closed=True, line=Line.DASHED)
    else:
        canvas.area(outline, ink, opacity=FILLED[kind])
        canvas.stroke(outline, ink, closed=True, line=Line.OUTLINE)
    canvas.feature(np.vstack((outline, outline[:1])), piece.feature, ink)
    if aspect_of(moment) in (CENTROID, OWN, MOMENT):
        at = piece.term.center + shift
        pixels = min(4.0 + 26.0 * math.sqrt(abs(piece.term.area) / abs(moment.scene.found.area)), 22.0)
        if aspect_of(moment) == CENTROID:
            marks.disc(canvas, at, pixels, Ink.EXAMINED, opacity=0.28)
        canvas.dot(at, Ink.EXAMINED, Point.SMALL)
        canvas.feature((at,), piece.feature, ink)


def _piece_label(canvas: Canvas, moment: Moment[Any], piece: Piece, shift: Vector, *, is_lit: bool) -> None:
    """The number of a piece that this stage is about, outside of it; the core's below its centroid."""
    term, aspect = piece.term, aspect_of(moment)
    if aspect == SECTORS and moment.parent is None and term.kind is TermKind.SECTOR:
        return
    if aspect == POLYGON and len(piece.outline) > 3:
        return
    if aspect == MOMENT:
        away = tint(f"**{fixed(moment.scene.found.spread(term))}**", Ink.EXAMINED)
        text = f"{fixed(term.own)} + {away}"
    else:
        text = fixed(term.own if aspect == OWN else term.area)
    ink = Ink.OVERLAP if term.kind is TermKind.HOLE else Ink.EXAMINED if is_lit else Ink.TEXT
    if term.kind in (TermKind.CORE, TermKind.HOLE):
        low = (
            0.3 * float(np.ptp(piece.outline[:, 1])) if term.kind is TermKind.HOLE or _has_hole(moment.scene) else 0.0
        )
        names = {CENTROID: r"$\boldsymbol c_0$  ", AREA: "$A_0$ = ", POLYGON: "$A_0$ = "}
        name = "" if _has_hole(moment.scene) else names.get(aspect, "")
        canvas.label(name + text, term.center + shift - (0.0, low), ink, toward=(0.3, -1.0))
        return
    spot = piece.outline.mean(axis=0) if term.kind is TermKind.STRIP else piece.outline[len(piece.outline) // 2]
    reach = 0.5 * moment.scene.shape.radius if term.kind is TermKind.STRIP else 0.0
    canvas.label(text, spot + shift + reach * piece.out, ink, toward=piece.out)


def _has_hole(scene: Weighed) -> bool:
    return bool(scene.of_kind(TermKind.HOLE))


def _sizes(canvas: Canvas, moment: Moment[Any], piece: Piece, shift: Vector) -> None:
    """What the formula of a strip or a sector is made of: L and r; the angle, r and d."""
    outline, ink = piece.outline + shift, Ink.EXAMINED
    if piece.term.kind is TermKind.STRIP:
        u, u_out, v_out, v = outline
        measures.bracket(canvas, v, u, ink, f"$L_{piece.term.index}$", off=10.0)
        measures.bracket(canvas, u_out, u, ink, "$r$", off=-10.0)
    elif piece.term.kind is TermKind.SECTOR and (moment.parent is not None or moment.time == 0.0):
        corner, first = outline[0], outline[1]
        start = math.atan2(*(first - corner)[::-1])
        measures.angle_arc(canvas, corner, start, start + piece.angle, ink, radius=18.0)
        canvas.label(rf"$\theta_{piece.term.index}$", corner, ink, toward=-piece.out)
        measures.bracket(canvas, corner, first, ink, "$r$", off=-10.0)
        if aspect_of(moment) in (OWN, CENTROID):
            canvas.stroke((corner, piece.term.center + shift), ink, line=Line.MEASURE)
            canvas.symbol("d", piece.term.center + shift, ink, toward=piece.out)


def _rings(canvas: Canvas, moment: Moment[Any]) -> None:
    """Vertices and edges of the core, which can be held; at the first stage the triangles that it is cut into."""
    scene, i = moment.scene, 0
    first = aspect_of(moment) == POLYGON
    for ring in scene.rings:
        middle = ring.mean(axis=0)
        for p, q in zip(ring, following(ring), strict=True):
            if not moment.is_open:
                canvas.feature((p, q), FeatureRef("A", FeatureKind.EDGE, i), Ink.A)
            canvas.dot(p, Ink.A)
            if first:
                canvas.label(rf"$\boldsymbol v_{{{i}}}$", p, Ink.A, toward=p - middle)
            i += 1
    if not scene.rings:
        for name, at in (("p", scene.p), ("q", scene.q)):
            canvas.dot(at, Ink.A)
            canvas.label(f"**{name}**", at, Ink.A, toward=(0.0, 1.0))
    if first and len(scene.pieces[0].outline) > 3:
        _fan(canvas, scene.pieces[0].outline)


def _fan(canvas: Canvas, ring: Points) -> None:
    """Triangles from the first vertex, each with its signed area."""
    for p, q in zip(ring[1:-1], ring[2:], strict=True):
        canvas.stroke((ring[0], q), Ink.A, line=Line.DASHED)
        area = signed_area(np.array((ring[0], p, q)))
        if len(ring) <= 8:
            ink = Ink.OVERLAP if area < 0.0 else Ink.TEXT
            canvas.label(fixed(area), (ring[0] + p + q) / 3.0, ink, style=TextStyle.LABEL)


# Put together


def draw_whole(canvas: Canvas, moment: Moment[Any]) -> None:
    """The whole shape; from the centroid on with it, and on its needle."""
    scene, aspect = moment.scene, aspect_of(moment)
    if aspect == DOTS:
        draw_dots(canvas, moment, scene.dots[1], is_named=False)
        _faulty(canvas, moment)
        return
    pivot, turn = pivot_of(moment), 0.0
    if aspect == CENTROID and moment.parent is None:
        turn = swing(scene, pivot, moment.time)
    c, s = math.cos(turn), math.sin(turn)

    def placed(points: Any) -> Any:
        return (np.asarray(points) - pivot) @ np.array(((c, s), (-s, c))) + pivot if turn else np.asarray(points)

    _body(canvas, scene, placed)
    lit = told(moment)
    now = [p for p in scene.pieces if p is lit or (p.term.kind is KINDS.get(aspect) and moment.parent is None)]
    for piece in now if aspect != POLYGON else []:
        canvas.area(piece.outline, Ink.EXAMINED, opacity=0.3 if piece is lit else 0.14)
    if STAGES.index(aspect) < STAGES.index(CENTROID):
        _letter(canvas, moment)
        return
    center = placed(scene.found.center)
    for piece in scene.pieces:
        at = placed(piece.term.center)
        is_long = aspect == MOMENT
        canvas.stroke((at, center), Ink.EXAMINED, line=Line.THIN if is_long else Line.DASHED)
        canvas.dot(at, Ink.EXAMINED, Point.SMALL)
        canvas.feature((at,), piece.feature, Ink.EXAMINED)
    if aspect == CENTROID:
        _needle(canvas, moment, pivot)
    if aspect == MOMENT:
        _distances(canvas, moment)
    canvas.dot(center, Ink.ANSWER, Point.ANSWER)
    words = f"$\\boldsymbol c$ {coords(scene.found.center)}" if aspect == CENTROID else r"$\boldsymbol c$"
    canvas.label(words, center, Ink.ANSWER, toward=(1.0, 0.8))
    _faulty(canvas, moment)


def _body(canvas: Canvas, scene: Weighed, placed: Any) -> None:
    """The outline, filled; the core dashed within it; holes left out."""
    shape = scene.shape
    solid = [scene.outline] if isinstance(shape, Convex) else [piece.points for piece in shape.pieces]
    for part in solid:
        canvas.area(placed(part), Ink.A, opacity=0.2)
    canvas.stroke(placed(scene.outline), Ink.A, closed=True, line=Line.OUTLINE)
    if isinstance(shape, Polygon):
        for hole in shape.holes:
            canvas.stroke(placed(hole), Ink.A, closed=True, line=Line.OUTLINE)
    elif shape.radius > 0.0:
        canvas.stroke(placed(shape.points), Ink.A, closed=len(shape.points) > 2, line=Line.DASHED)


def _letter(canvas: Canvas, moment: Moment[Any]) -> None:
    """A, its density, and the radius."""
    scene, r = moment.scene, moment.scene.shape.radius
    core = scene.pieces[0]
    spot = core.outline[0] + 0.42 * (core.outline[len(core.outline) // 2] - core.outline[0])
    if not _has_hole(scene):
        canvas.label("A", spot, Ink.A, style=TextStyle.LETTER)
    if r > 0.0:
        corner = scene.pieces[-1]
        tip = corner.outline[0] + r * corner.out
        canvas.arrow(corner.outline[0], tip, Ink.A)
        canvas.label(f"$r$ = {fixed(r)}", tip, Ink.A, toward=corner.out)
    if aspect_of(moment) == AREA:
        low = scene.box[0][1]
        middle = (float(scene.box[0][0] + scene.box[1][0]) / 2.0, low)
        text = rf"$\rho$ = {fixed(scene.density)}    $m$ = **{fixed(scene.found.mass)}**"
        canvas.label(text, middle, Ink.TEXT, toward=(0.0, -1.0))


def pivot_of(moment: Moment[Any]) -> Vector:
    """Where the needle stands: at the wrong centre while that is compared."""
    scene, faulty = moment.scene, moment.faulty
    if isinstance(faulty, FaultyMass) and not np.array_equal(faulty.center, scene.found.center):
        return faulty.center
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


def _needle(canvas: Canvas, moment: Moment[Any], at: Vector) -> None:
    scene = moment.scene
    size, foot = scene.size, float(scene.box[0][1]) - 0.36 * scene.size
    half = 0.035 * size
    x, y = at.tolist()
    foot = min(foot, y - 0.5 * size)
    wrong = moment.faulty is not None
    ink = Ink.FAULTY if wrong and at is not scene.found.center else Ink.TEXT
    canvas.area(((x, y), (x - half, foot), (x + half, foot)), ink, opacity=0.2)
    canvas.stroke(((x - half, foot), (x, y), (x + half, foot)), ink, line=Line.THIN)
    canvas.stroke(((x - 6.0 * half, foot), (x + 6.0 * half, foot)), Ink.QUIET, line=Line.OUTLINE)
    canvas.label("needle", (x + 0.7 * half, foot + 0.12 * size), Ink.QUIET, toward=(1.0, 0.0))


def _distances(canvas: Canvas, moment: Moment[Any]) -> None:
    """The distance of the piece that gains most by it, and the ring on which all mass would turn as hard."""
    scene, found = moment.scene, moment.scene.found
    best = max(scene.pieces, key=lambda piece: found.spread(piece.term))
    if found.spread(best.term) > 1e-9:
        at, c = best.term.center, found.center
        canvas.stroke((c, at), Ink.EXAMINED, line=Line.MEASURE)
        side = np.array((c[1] - at[1], at[0] - c[0]))
        canvas.label(f"$d_k$ = {fixed(math.dist(at, c))}", (at + c) / 2.0, Ink.EXAMINED, toward=side)
    _gyration(canvas, found.center, math.sqrt(found.inertia / found.mass), Ink.ANSWER, Line.THIN)


def _gyration(canvas: Canvas, center: Vector, radius: float, ink: Ink, line: Line) -> None:
    marks.circle(canvas, center, radius, ink, line)
    way = np.array((math.cos(-1.2), math.sin(-1.2)))
    canvas.label(f"$k$ = {fixed(radius)}", center + radius * way, ink, toward=way)


def _faulty(canvas: Canvas, moment: Moment[Any]) -> None:
    """The wrong centre and its distance from the right one; or the ring of the wrong moment."""
    scene, faulty, aspect = moment.scene, moment.faulty, aspect_of(moment)
    if not isinstance(faulty, FaultyMass):
        return
    if not np.array_equal(faulty.center, scene.found.center):
        marks.cross(canvas, faulty.center, "mean of the vertices", Ink.FAULTY)
        if aspect == CENTROID and moment.time > 0.0:
            return
        measures.measure(canvas, scene.found.center, faulty.center, Ink.FAULTY, f"error **{fixed(faulty.error)}**")
    elif aspect in (MOMENT, DOTS):
        if not np.array_equal(faulty.about, scene.found.center):
            marks.cross(canvas, faulty.about, "origin", Ink.FAULTY)
        _gyration(canvas, faulty.about, math.sqrt(faulty.inertia / scene.found.mass), Ink.FAULTY, Line.DOTTED)


def take(moment: Moment[Any], at: Vector) -> Follow | None:
    """The needle, once it is shown; before and after it a vertex, as in the other view."""
    scene = moment.scene
    if aspect_of(moment) == CENTROID and moment.parent is None:
        pivot = pivot_of(moment)
        is_near = abs(at[0] - pivot[0]) < 0.06 * scene.size and at[1] < pivot[1] + 0.06 * scene.size
        return (lambda held, start, now: replace(held, needle=(float(now[0]), float(now[1])))) if is_near else None
    if not isinstance(scene, Plate) or aspect_of(moment) == DOTS:
        return None
    far = np.hypot(*(scene.a.vertices - at).T)
    index = int(far.argmin())
    if float(far[index]) > 0.08 * scene.size:
        return None
    return lambda held, start, now: held.with_field("a", held.a.with_vertex(index, now))


# Dots


def draw_dots(canvas: Canvas, moment: Moment[Any], dots: DotSum, *, is_named: bool) -> None:
    """The dots that have fallen so far, each cell as bright as it adds to the moment."""
    scene = moment.scene
    shown = dots.points[: math.ceil(moment.time * len(dots.points))]
    for ring in (scene.outline, *(scene.shape.holes if isinstance(scene.shape, Polygon) else ())):
        canvas.stroke(ring, Ink.A, closed=True, line=Line.OUTLINE)
    far = ((dots.points - dots.center) ** 2).sum(axis=1)
    if len(shown):
        low, h = dots.points.min(axis=0), dots.spacing
        columns, rows = np.rint((dots.points.max(axis=0) - low) / h).astype(int) + 1
        amounts = np.zeros((rows, columns))
        places = np.rint((shown - low) / h).astype(int)
        amounts[places[:, 1], places[:, 0]] = 0.1 + 0.6 * far[: len(shown)] / far.max() if far.max() else 0.5
        canvas.field(low - h / 2.0, low + (np.array((columns, rows)) - 0.5) * h, amounts, Ink.A)
        size = min(2.2 * canvas.pixel, 0.2 * h)
        corners = size * np.array((((-1, -1), (1, -1), (1, 1)), ((-1, -1), (1, 1), (-1, 1))), dtype=float)
        squares = (shown[:, None, None, :] + corners).reshape(-1, 3, 2)
        canvas.crowd(Ink.EXAMINED, triangles=squares, opacity=0.0, fill=0.9)
    total = scene.density * dots.spacing**2 * float(far[: len(shown)].sum())
    bottom = ((scene.box[0][0] + scene.box[1][0]) / 2.0, scene.box[0][1])
    canvas.label(rf"{len(shown)} dots: $I$ ≈ **{fixed(total)}**", bottom, Ink.EXAMINED, toward=(0.0, -1.0))
    canvas.dot(dots.center, Ink.ANSWER, Point.ANSWER)
    canvas.symbol(r"\bar{\boldsymbol c}", dots.center, Ink.ANSWER, toward=(-1.0, 0.6))
    if is_named and len(shown) == len(dots.points):
        p, h = dots.points[int(far.argmax())], dots.spacing / 2.0
        canvas.stroke((dots.center, p), Ink.EXAMINED, line=Line.DASHED)
        canvas.stroke(
            p + h * np.array(((-1, -1), (1, -1), (1, 1), (-1, 1))), Ink.EXAMINED, closed=True, line=Line.OUTLINE
        )
        canvas.label(r"$\Delta A$ at $\boldsymbol p$", p, Ink.EXAMINED, toward=p - dots.center, style=TextStyle.LABEL)
