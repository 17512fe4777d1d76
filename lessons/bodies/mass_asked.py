"""What the lesson on mass asks, and what stands in its table and under its figure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from geometry import Polygon
from geometry.dynamics.mass import TermKind
from geometry.feature import FeatureKind, FeatureRef
from geometry.outline import signed_area
from geometry.vector import Points, following
from lessons.bodies.mass_figure import ON, draw_needle, pivot_of
from lessons.bodies.mass_scene import (
    FLAT,
    KINDS,
    ORDER,
    ORIGIN,
    SPLIT,
    Piece,
    Plate,
    Stage,
    Weighed,
    is_elsewhere,
    is_off,
    is_past,
    stage_of,
)
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.measures import angle_arc
from viz.lesson.page import TableRow
from viz.lesson.prediction import Challenge, Click, Place, Remark, Verdict
from viz.lesson.prediction import Points as Given
from viz.lesson.screen import xy
from viz.lesson.text import coords, counted, equation, fixed, tint

NEAR = 0.04  # of the size: a needle is right to so much
MOST_ROWS = 5  # that the table has beside two sliders
WRONG = {  # what a rule does, of those that are wrong in I
    FLAT: "The moment of the inner polygon, with the whole mass, is",
    SPLIT: "Own moments only, without the distances, make",
    ORIGIN: r"About the origin the moment has $m\,\|c\|^2$ more than about $\answer{c}$:",
}
CLEAR = 0.02  # of the size: how far the centroid lies outside


def balances(scene: Weighed) -> Place | None:
    """The needle, which begins in the middle of the box around the shape, or at the mean of its vertices."""
    right = xy(scene.found.center)
    start = max(map(xy, (scene.middle, scene.shape.points.mean(axis=0))), key=lambda at: math.dist(at, right))
    if math.dist(start, right) < 2.0 * NEAR * scene.size:
        return None
    text = "Drag the needle to the point where the shape, held there alone, balances however it is turned."
    return Place(text, partial(_judge_needle, scene), (start,), (right,), "whole", names=("needle",))


def _judge_needle(scene: Weighed, points: Given) -> Verdict:
    (at,), c, size = points, scene.found.center, scene.size
    miss = math.dist(at, c)
    if miss <= NEAR * size:
        left = 100.0 * part_left(scene)
        how = f": {fixed(left, 0)} % of the area lies left of it, but {'nearer' if left > 50.0 else 'farther out'}"
        because = f"Area times distance is equal on all sides of {coords(c)}{how if abs(left - 50.0) > 1.0 else ''}."
        remarks = (Remark(xy(c), "balances", right=True),)
        return Verdict(True, because, remarks=remarks, draw=partial(_stands, scene))
    way = "right" if c[0] > at[0] else "left"
    side = f"Area times distance is larger on the {way}"
    if abs(c[0] - at[0]) < NEAR * size:
        side = f"Area times distance is larger {'above' if c[1] > at[1] else 'below'}"
    because = f"{side}: {fixed(miss)} off."
    for name, place, why in (
        ("the mean of the vertices", scene.shape.points.mean(axis=0), "vertices have no weight, area has"),
        ("the middle of the box", scene.middle, "the box does not tell where the area is"),
    ):
        if math.dist(at, place) <= NEAR * size:
            because = f"That is {name}: {why}. {side}. You are {fixed(miss)} off."
            break
    return Verdict(
        False, because, "Not the balance point", (Remark(at, "not balanced"),), draw=partial(_tips, scene, at)
    )


def part_left(scene: Weighed) -> float:
    """How much of the area lies left of the centroid."""
    x, total = float(scene.found.center[0]), 0.0
    for ring in (scene.outline, *getattr(scene.shape, "holes", ())):
        kept: list[Any] = []
        for p, q in zip(ring, following(ring), strict=True):
            if p[0] <= x:
                kept.append(p)
            if (p[0] <= x) != (q[0] <= x):
                kept.append(p + (x - p[0]) / (q[0] - p[0]) * (q - p))
        size = abs(signed_area(np.array(kept))) if len(kept) > 2 else 0.0
        total += size if ring is scene.outline else -size
    return total / scene.found.area


def _stands(scene: Weighed, canvas: Canvas, pane: str) -> None:
    """The shape on its needle."""
    if pane == "whole":
        draw_needle(canvas, scene, scene.found.center, Ink.ANSWER)


def _tips(scene: Weighed, at: tuple[float, float], canvas: Canvas, pane: str) -> None:
    """The way that the shape turns about the needle."""
    way = float(scene.found.center[0] - at[0])
    turn = -math.copysign(1.0, way)
    if pane == "whole" and math.dist(at, scene.middle) <= NEAR * scene.size:
        (left, low), (right, high) = scene.box
        canvas.stroke(
            ((left, low), (right, low), (right, high), (left, high)), Ink.FAULTY, closed=True, line=Line.DOTTED
        )
    if pane == "whole" and abs(way) > NEAR * scene.size:
        angle_arc(canvas, at, 1.57, 1.57 + 1.2 * turn, Ink.FAULTY, radius=44.0, arrow=True)


def gains_most(scene: Weighed) -> Click | None:
    """The piece with the largest A d^2, where one stands out."""
    spread = {piece: scene.found.spread(piece.term) for piece in scene.pieces}
    most = max(spread.values())
    best = [piece for piece, value in spread.items() if value > most * (1.0 - 1e-6)]
    others = [value for piece, value in spread.items() if piece not in best]
    if most < 1e-3 * abs(scene.found.inertia) or not others or max(others) > 0.95 * most:
        return None
    text = "For which piece is $A_k\\,d_k^2$ largest? $d_k$ is the distance from $c_k$ to $c$. Click it."
    right = frozenset(piece.feature for piece in best)
    return Click(text, partial(_judge_piece, scene), right, kinds=frozenset((FeatureKind.PART,)))


def _judge_piece(scene: Weighed, given: FeatureRef | str) -> Verdict:
    piece = next((each for each in scene.pieces if each.feature == given), None)
    if piece is None:
        return Verdict(False, "Click one of the pieces.", "Not a piece")
    spread, found = scene.found.spread, scene.found
    most = max(spread(each.term) for each in scene.pieces)
    far = math.dist(piece.term.center, found.center)
    sum_ = f"{fixed(piece.term.area, 3)} · {fixed(far, 3)}² ≈ {fixed(spread(piece.term))}"
    if spread(piece.term) > most * (1.0 - 1e-6):
        because = f"{sum_}. Distance counts squared: this beats larger pieces near $c$."
        return Verdict(True, because, draw=partial(_draw_distance, scene, piece, True))
    best = max(scene.pieces, key=lambda each: spread(each.term)).term
    why = "Another piece has more area, and lies farther out."
    if piece.term.area >= best.area:
        why = "It has more area, but lies nearer to $c$: distance counts squared."
    elif math.dist(piece.term.center, found.center) >= math.dist(best.center, found.center):
        why = "It lies far out, but has little area."
    because = f"{piece.name.capitalize()}: {sum_}. {why}"
    return Verdict(False, because, "Another piece has more", draw=partial(_draw_distance, scene, piece, False))


def _draw_distance(scene: Weighed, piece: Piece, is_right: bool, canvas: Canvas, pane: str) -> None:
    """Its distance from the centroid, in the view of the whole."""
    if pane == "whole":
        ink = Ink.ANSWER if is_right else Ink.FAULTY
        c, at = scene.found.center, piece.term.center
        canvas.stroke((c, at), ink)
        side = np.array((c[1] - at[1], at[0] - c[0]))
        canvas.label(f"$d$ = {fixed(math.dist(c, at))}", (c + at) / 2.0, ink, toward=side)


def hollow(moment: Moment[Weighed]) -> Challenge | None:
    """Once the centroid is known, of outlines without a hole."""
    scene = moment.scene
    if (
        not isinstance(scene, Plate)
        or len(scene.a.rings) > 1
        or not is_past(moment, Stage.CENTROID)
        or moment.is_open
    ):
        return None
    center, ring = scene.found.center, scene.outline
    e, to = following(ring) - ring, center - ring
    part = np.clip((to * e).sum(axis=1) / (e * e).sum(axis=1), 0.0, 1.0)
    far = float(np.hypot(*(to - part[:, None] * e).T).min())
    is_out = isinstance(scene.shape, Polygon) and not scene.a.contains(center)
    return Challenge(
        "Add vertices and bend A until its **centroid** lies clearly outside: a convex shape always contains it.",
        is_out and far > CLEAR * scene.size,
        f"centroid {fixed(far)} {'outside' if is_out else 'inside'}",
        "Double-click an edge for another vertex. Then bend A into a thin bow around an empty middle.",
    )


# The table


def _groups(scene: Weighed, reached: Stage) -> list[tuple[str, list[Piece]]]:
    """The pieces reached, one a row; the sectors, and then the strips, in one row where there are too many."""
    found: list[tuple[str, list[Piece]]] = []
    count, strips = len(scene.pieces), len(scene.of_kind(TermKind.STRIP))
    for stage, kind in KINDS.items():
        pieces = scene.of_kind(kind) if ORDER.index(stage) <= ORDER.index(reached) else []
        joined = (
            count > MOST_ROWS
            if kind is TermKind.SECTOR
            else strips > 3 or (reached is Stage.AREA and count > MOST_ROWS)
            if kind is TermKind.STRIP
            else len(pieces) > 1
        )
        if joined and pieces:
            found.append((f"{len(pieces)} {kind.value}s", pieces))
        else:
            found += [(piece.name, [piece]) for piece in pieces]
    return found


COLUMNS = {
    Stage.CENTROID: ("$A_k$", "$x_k$", "$y_k$"),
    Stage.OWN: ("$A_k$", "own $I_k$"),
    Stage.MOMENT: ("$A_k$", "own $I_k$", r"$\examined{A_k d_k^2}$", "sum"),
    Stage.DOTS: ("area", "$x$", "$y$", "$I$"),
}


def tabled(moment: Moment[Weighed]) -> tuple[tuple[str, ...], list[TableRow]]:
    """Columns and rows of this stage."""
    scene, stage, found, faulty = moment.scene, stage_of(moment), moment.scene.found, moment.faulty
    columns = COLUMNS.get(stage, ("area $A_k$",))
    if stage is Stage.DOTS:
        by: list[tuple[str, Any]] = [
            ("closed form", found),
            *((f"{len(dots.points)} dots", dots) for dots in scene.dots),
        ]
        rows = [TableRow((name, fixed(d.area), *_xy(d.center), fixed(d.inertia))) for name, d in by]
        if is_off(moment) and not is_elsewhere(moment):
            rows.append(TableRow((moment.compare, "", "", "", fixed(faulty.inertia)), faulty=True))
        return ("by", *columns), rows
    groups = _groups(scene, stage)
    is_wrong = is_off(moment) and stage is (Stage.CENTROID if is_elsewhere(moment) else Stage.MOMENT)
    if is_past(moment, Stage.AREA) and len(groups) + is_wrong < MOST_ROWS:
        groups.append(("whole", scene.pieces))
    rows = [_row(scene, stage, name, pieces) for name, pieces in groups]
    if is_wrong:
        wrong = _xy(faulty.center) if stage is Stage.CENTROID else ("", "", fixed(faulty.inertia))
        rows.append(TableRow((moment.compare, "", *wrong), faulty=True))
    return ("piece", *columns), rows


def _xy(point: Any) -> tuple[str, str]:
    return fixed(float(point[0])), fixed(float(point[1]))


def _row(scene: Weighed, stage: Stage, name: str, pieces: list[Piece]) -> TableRow:
    area, own, away = (
        math.fsum(values)
        for values in zip(*((t.area, t.own, scene.found.spread(t)) for t in (p.term for p in pieces)), strict=True)
    )
    cells: tuple[str, ...] = (fixed(area),)
    if stage is Stage.CENTROID:
        cells += _xy(sum(p.term.area * p.term.center for p in pieces) / area)
    if stage in (Stage.OWN, Stage.MOMENT):
        cells += (fixed(own),)
    if stage is Stage.MOMENT:
        cells += (fixed(away), fixed(own + away))
    ink, feature = (Ink.ANSWER, None) if name == "whole" else (Ink.A, pieces[0].feature if len(pieces) == 1 else None)
    return TableRow((name, *cells), ink, feature)


# The line under the figure, and a sum


def situation(moment: Moment[Weighed]) -> str:
    scene, found, stage, faulty = moment.scene, moment.scene.found, stage_of(moment), moment.faulty
    if is_elsewhere(moment) and is_past(moment, Stage.CENTROID):
        far = tint(f"**{fixed(faulty.error)}**", Ink.FAULTY)
        return f"The mean of the vertices is {far} from the centroid: held there, the shape does not balance."
    if is_off(moment) and is_past(moment, Stage.MOMENT):
        wrong, share = (
            tint(text, Ink.FAULTY) for text in (f"**{fixed(faulty.inertia)}**", fixed(100.0 * faulty.error, 0) + " %")
        )
        way = "large" if faulty.inertia > found.inertia else "small"
        return f"{WRONG[moment.compare]} {wrong} instead of {fixed(found.inertia)}: {share} too {way}."
    if not is_past(moment, Stage.AREA):
        return _described(scene)
    if stage is Stage.AREA:
        mass = f"at a density of {fixed(scene.density)} its mass is {fixed(found.mass)}"
        return f"A has the area {fixed(found.area)}; {mass}."
    c, off = r"$\answer{c}$", math.dist(pivot_of(moment), found.center)
    if stage is Stage.CENTROID and off > ON * scene.size:
        return f"The needle is {fixed(off)} from {c}: released, the shape swings until {c} hangs below it."
    held = {Stage.CENTROID: ": the shape balances on the needle", Stage.OWN: ""}
    if scene.is_hollow:
        held[Stage.CENTROID] = ", where no material is. A weightless plate would balance there"
    where = f"Mass {fixed(found.mass)}, centre at {tint(f'**{coords(found.center)}**', Ink.ANSWER)}"
    return where + held.get(stage, f", moment of inertia **{fixed(found.inertia)}**") + "."


def _described(scene: Weighed) -> str:
    shape, r = scene.shape, scene.shape.radius
    if isinstance(shape, Polygon):
        holes = f" with {counted(len(shape.holes), 'hole')}" if shape.holes else ", concave"
        left = "" if scene.radius == 0.0 else "; its radius is left out"
        return f"A is a polygon of {len(shape.outline)} vertices{holes}{left}."
    core = "a segment" if len(shape.points) == 2 else f"a polygon of {len(shape.points)} vertices"
    return f"A is {core}, rounded by {fixed(r)}." if r else f"A is {core}, with sharp corners."


def halved(ring: Points) -> str:
    """Half the cross product of a triangle's two arrows from its first corner."""
    (a, b), (c, d) = ring[1] - ring[0], ring[2] - ring[0]
    named: dict[str, Any] = {name: float(value) for name, value in zip("abcd", (a, b, c, d), strict=True)}
    put = {name: f"({{{name}}})" if value < 0.0 else f"{{{name}}}" for name, value in named.items()}
    rule = f"½ ({put['a']} · {put['d']} − {put['b']} · {put['c']}) = **{{result}}**"
    return equation(rule, lambda a, b, c, d: (a * d - b * c) / 2.0, **named)


def summed(values: Sequence[float]) -> str:
    """An addition with its numbers; of many only what they make."""
    if not 1 < len(values) <= 5:
        return f"**{fixed(math.fsum(values))}**"
    signs = [1.0, *(math.copysign(1.0, value) for value in values[1:])]
    named: dict[str, Any] = {f"v{i}": sign * value for i, (sign, value) in enumerate(zip(signs, values, strict=True))}
    terms = "".join(f" {'+' if sign > 0.0 else '−'} {{v{i}}}" for i, sign in enumerate(signs))[3:]

    def total(**shown: float) -> float:
        return math.fsum(sign * value for sign, value in zip(signs, shown.values(), strict=True))

    return equation(f"{terms} = **{{result}}**", total, **named)
