"""EPA: from GJK's triangle outwards, face by face, to the face of A − B that is nearest to the origin."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

import numpy as np

from geometry import (
    Difference,
    Penetration,
    Trace,
    box,
    convex,
    epa,
    gjk,
    minkowski_difference,
    minkowski_faces,
    regular_polygon,
    separation,
)
from geometry.faulty.epa import FaultyPenetration, nearest_vertex, triangle_only
from geometry.minkowski.epa import EpaStep, Face, FaceSplit, FaceTested, PolytopeStarted
from lessons.minkowski import epa_faulty
from lessons.minkowski.epa_asked import first_question, goal, next_point
from lessons.minkowski.epa_faulty import TRIANGLE, VERTEX, differs, told
from lessons.minkowski.epa_figure import bounds_axes, draw_bounds, draw_space, draw_world, pair_text
from lessons.stories.gjk import GjkStory, is_gjk
from lessons.stories.gjk_known import Operands
from lessons.stories.outlines import take_difference
from lessons.stories.standing import standing
from viz.lesson.canvas import Canvas
from viz.lesson.difference import difference_pane, is_reflected, order
from viz.lesson.ink import Ink
from viz.lesson.lesson import Axes, Clock, Comparison, Layout, Lesson, Moment, Pane, Preset, above, at_last, beside
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Challenge
from viz.lesson.scene import TwoShapes, at
from viz.lesson.story import Story
from viz.lesson.text import counted, fixed, tint

N_F, W_V, D_F = r"\examined{\hat n_f}", r"\examined{\boldsymbol w}", r"\overlap{d_f}"
AT_LEAST = rf"\text{{depth}}\ \ge\ \min_f\,{D_F}"
BETWEEN = rf"{D_F}\ \le\ \text{{depth}}\ \le\ {W_V}\cdot {N_F}"
ANSWER = r"\answer{\boldsymbol v}=\text{depth}\cdot\answer{\hat n}"
STARTED = (
    "We want the **penetration depth**: how long the shortest push of B is. A push by $\\answer{\\boldsymbol{v}}$ "
    "moves A − B by $-\\answer{\\boldsymbol{v}}$, so $\\answer{\\boldsymbol{v}}$ has to reach from the origin to its "
    "outline."
)
TESTED = (
    "The disc up to the nearest **face** lies in A − B: depth ≥ $\\overlap{d_f}$. No point of A − B lies beyond the "
    "line through $\\examined{\\boldsymbol{w}}$ parallel to the face: depth ≤ "
    "$\\examined{\\boldsymbol{w}} \\cdot \\examined{\\hat n_f}$."
)
MET = (
    "No point of A − B lies beyond the nearest face: the line through $\\examined{\\boldsymbol{w}}$ is that of the "
    "face. Both bounds are one number, the depth."
)
SPLIT = (
    "A − B goes on beyond the face: replace it by two faces that meet in $\\examined{\\boldsymbol{w}}$. The polytope "
    "expands, and another face may now be nearest."
)
DEPTH = (
    "No point of A − B lies beyond this face, and no face is nearer. Its distance is the **penetration depth**. Its "
    "normal $\\hat n$ is the contact normal, from A to B."
)
ON_FACE = "A and B are in contact: the origin lies on a face of the polytope."
APART = (
    "GJK found no triangle around the origin: A and B are apart. There is no depth to look for, EPA is not needed."
)


@dataclass(frozen=True, eq=False)
class Overlapping(TwoShapes):
    """Two polygons that overlap, as a rule."""

    order: str = order()

    def __post_init__(self) -> None:
        for name, body in (("A", self.a), ("B", self.b)):
            if body.shape.radius > 0.0 or len(body.shape.points) < 3:
                raise ValueError(f"{name} is a polygon here: radii are added to EPA’s depth afterwards")

    @cached_property
    def trace(self) -> Trace[EpaStep, Penetration]:
        a, b = self.a.world, self.b.world
        return epa.trace(a, b, gjk.trace(a, b))

    @cached_property
    def figure(self) -> Difference:
        """The outline, which EPA does not know."""
        return minkowski_difference(self.a.world, self.b.world)

    @cached_property
    def separation(self) -> float:
        """By the separating axis test."""
        return separation(self.a.world, self.b.world)

    def equally_near(self, depth: float, within: float = 1e-9) -> list[tuple[float, float]]:
        """On each line of a face of the outline that is that near to the origin, its nearest point."""
        p = self.figure.points
        e = np.roll(p, -1, axis=0) - p
        n = np.stack((e[:, 1], -e[:, 0]), axis=1) / np.hypot(e[:, 0], e[:, 1])[:, None]
        far = (p * n).sum(axis=1)
        return [(float(d * x), float(d * y)) for d, (x, y) in zip(far, n, strict=True) if abs(d - depth) < within]

    def lower(self, moment: Moment[Any]) -> float | None:
        """What the depth is at least, as far as is proved. None while a question asks for it, and of shapes apart."""
        match moment.step:
            case PolytopeStarted(faces=faces):
                return None if moment.is_open else min(face.distance for face in faces)
            case FaceSplit(faces=faces):
                return min(face.distance for face in faces)
            case FaceTested(lower=lower):
                return lower
            case Penetration(face=Face(), depth=depth):
                return depth
        return None

    def upper(self, moment: Moment[Any]) -> float:
        """The least upper bound so far."""
        return min((step.upper for step in moment.seen if isinstance(step, FaceTested)), default=math.inf)


class EpaStory(Story):
    columns = ("iteration", "support point", "lower bound", "upper bound")

    def stage(self, moment: Moment[Overlapping]) -> str:
        match moment.step:
            case PolytopeStarted():
                return "Triangle" if len(moment.step.faces) > 2 else "Segment"
            case FaceTested(iteration=number) | FaceSplit(iteration=number):
                return f"Iteration {number}"
        return "Depth" if moment.step.face is not None else "Apart"

    def page(self, moment: Moment[Overlapping]) -> Page:
        match moment.step:
            case PolytopeStarted() as started:
                return self.started(moment, started)
            case FaceTested() as tested:
                return self.tested(moment, tested)
            case FaceSplit() as split:
                return self.split(moment, split)
        return self.answer(moment, moment.step)

    def started(self, moment: Moment[Overlapping], started: PolytopeStarted) -> Page:
        least = min(face.distance for face in started.faces)
        deep = -moment.scene.separation
        start = "triangle" if len(started.faces) > 2 else "segment"
        says = f"The **expanding polytope algorithm** (EPA) grows a **polytope** in A − B, at first GJK’s {start}."
        page = Page(self.stage(moment), STARTED, nested="GJK").says(says)
        page = page.claiming(Claim("at least", lambda: least <= deep + 1e-9, lambda: True))
        page = page.claiming(*(_distance(moment.scene, face) for face in started.faces))
        if moment.compare or is_reflected(moment.scene):
            return told(page, moment)
        known = "A and B overlap: the triangle contains the origin."
        return page.asks(first_question(moment), known if least > 1e-9 else ON_FACE)

    def tested(self, moment: Moment[Overlapping], tested: FaceTested) -> Page:
        scene, n = moment.scene, tested.face.normal
        low, high = _number(tested.lower), _number(tested.upper)
        w = "Support point along $\\examined{\\hat n_f}$: $\\examined{\\boldsymbol{w}}$ = " + pair_text(tested.vertex)
        upper = scene.upper(moment)
        if tested.is_last:
            says = f"Nearest face: {low}. {w}, no farther: the bounds meet."
        elif upper < tested.upper - 1e-9:
            says = f"Nearest face: {low}. {w}, at {high}. The upper bound stays {_number(upper)}."
        else:
            says = f"Nearest face: {low}. {w}, at {high}."
        a, b = scene.a.world.points, scene.b.world.points
        page = Page(self.stage(moment), MET if tested.is_last else TESTED, BETWEEN).says(says)
        name = str(tested.iteration)
        page = page.row(name, pair_text(tested.vertex), _number(tested.lower), _number(upper), key=name)
        return page.claiming(
            Claim("w · n", lambda: tested.upper, lambda: (a @ n).max() - (b @ n).min()),
            Claim("between", lambda: tested.lower - 1e-9 <= -scene.separation <= tested.upper + 1e-9, lambda: True),
            _distance(scene, tested.face),
        )

    def split(self, moment: Moment[Overlapping], split: FaceSplit) -> Page:
        nearest = min(split.faces, key=lambda face: face.distance)
        lost = "one" if len(split.replaced) == 1 else str(len(split.replaced))
        says = f"Two faces replace {lost}: there are {len(split.faces)}. The nearest is now "
        says += f"{_number(nearest.distance)} away, so the depth is at least that."
        page = Page(self.stage(moment), SPLIT, AT_LEAST).says(says).claiming(_distance(moment.scene, nearest))
        known = f"A and B overlap. The depth is at least {_number(nearest.distance)}."
        quiet = moment.compare or is_reflected(moment.scene)
        return page if quiet else page.asks(next_point(moment), known)

    def answer(self, moment: Moment[Overlapping], found: Penetration) -> Page:
        scene = moment.scene
        right = Claim("depth", lambda: found.separation, lambda: scene.separation)
        if found.face is None:
            says = f"A and B are {tint(fixed(found.separation, 3), Ink.GAP)} apart, as GJK has found."
            return Page(self.stage(moment), APART).says(says).claiming(right)
        x, y = found.normal.tolist()
        says = f"{counted(found.iterations, 'iteration')}: depth {_number(found.depth, bold=True)}, "
        says += f"$\\hat n$ = ({fixed(x)}, {fixed(y)}). "
        equal = len(scene.equally_near(found.depth))
        says += (
            f"{'Two' if equal == 2 else equal} faces of A − B are equally near: EPA takes one of them."
            if equal > 1
            else "The separating axis test finds the same depth."
        )
        moved = scene.b.world.moved(found.depth * found.normal)
        page = Page(self.stage(moment), DEPTH, ANSWER).says(says)
        page = page.claiming(
            right,
            Claim("faces", lambda: minkowski_faces(scene.a.world, scene.b.world).separation, lambda: -found.depth),
            Claim("just touching", lambda: separation(scene.a.world, moved), lambda: 0.0, 1e-8),
        )
        return told(page, moment)

    def draw(self, canvas: Canvas, moment: Moment[Overlapping]) -> None:
        draw_world(canvas, moment)


def _distance(scene: Overlapping, face: Face) -> Claim:
    """Of a face: that of its line from the origin, where its foot lies on the face; else of its nearer end."""
    (i, j), (k, m) = face.pairs
    a, b = scene.a.world.points, scene.b.world.points

    def far() -> float:
        p, q = a[i] - b[j], a[k] - b[m]
        t = float(np.clip(-(p @ (q - p)) / max(float((q - p) @ (q - p)), 1e-300), 0.0, 1.0))
        return math.hypot(*(p + t * (q - p)))

    return Claim("d", lambda: face.distance, far)


def _number(value: float, *, bold: bool = False) -> str:
    return tint(f"**{fixed(value, 3)}**" if bold else fixed(value, 3), Ink.OVERLAP)


def _run(rule: Any, scene: Overlapping) -> FaultyPenetration:
    found: FaultyPenetration = rule(scene.a.world, scene.b.world)
    return found


class Epa(Lesson[Overlapping]):
    id = "epa"
    title = "EPA"
    source = "Collision detection for dummies"
    summary = "The expanding polytope algorithm: from GJK's triangle outwards to the nearest face, the depth."
    terms = ("expanding polytope algorithm (EPA)", "polytope", "face", "penetration depth")
    builds_on = ("gjk", "faces-of-the-difference")
    most_steps = 13
    story = EpaStory()
    gjk = GjkStory(lambda moment: Operands(moment.scene.a.world, moment.scene.b.world))
    compare = (
        Comparison(TRIANGLE, partial(_run, triangle_only), differs),
        Comparison(VERTEX, partial(_run, nearest_vertex), differs),
    )

    @cached_property
    def layout(self) -> Layout:
        chart = Pane("bounds", "Bounds", self.draw_bounds, axes=self.bounds_axes, share=0.45)
        world, space = self._spaces
        return beside(above(replace(world, share=0.55), chart, share=world.share), space)

    def layout_at(self, moment: Moment[Overlapping]) -> Layout:
        """The chart once an iteration has something to put in it; none where the first one ends the search."""
        is_early = not is_gjk(moment) and not any(
            isinstance(step, FaceTested) and not (step.iteration == 1 and step.is_last) for step in moment.seen
        )
        return beside(*self._spaces) if is_early else self.layout

    @cached_property
    def _spaces(self) -> tuple[Pane, Pane]:
        title = "Difference space: every a − b"
        return (
            Pane("world", "World", self.draw_told, is_world=True, share=0.42),
            difference_pane("space", title, self.draw_space, share=0.58, take=take_difference),
        )

    def story_of(self, moment: Moment[Overlapping]) -> Story:
        return self.gjk if is_gjk(moment) else self.story

    def draw_space(self, canvas: Canvas, moment: Moment[Overlapping]) -> None:
        (self.gjk.draw_space if is_gjk(moment) else draw_space)(canvas, moment)

    def draw_bounds(self, canvas: Canvas, moment: Moment[Overlapping]) -> None:
        (self.gjk.draw_bounds if is_gjk(moment) else draw_bounds)(canvas, moment)

    def bounds_axes(self, moment: Moment[Overlapping]) -> Axes:
        return (self.gjk.bounds_axes if is_gjk(moment) else bounds_axes)(moment)

    @cached_property
    def scenes(self) -> Mapping[str, Overlapping | Preset[Overlapping]]:
        slab, square, long = box(1.7, 1.2), box(1.6, 1.6), box(2.4, 0.8)
        first = Overlapping(at(regular_polygon(7, 1.2), -0.6, 0.0, 20), at(regular_polygon(5, 1.1), 0.9, 0.35, 47))
        wedge = convex(((-1.1, -0.7), (1.2, -0.5), (-0.3, 1.0)))
        return {
            "Heptagon and pentagon": first,
            "Contained": Overlapping(at(regular_polygon(6, 1.5), 0.0, 0.0, 5), at(box(0.9, 0.6), 0.35, 0.2, 20)),
            "Two equal depths": Overlapping(at(square, -0.5, -0.5), at(square, 0.5, 0.5)),
            "Just touching": Overlapping(at(square, -0.8, 0.0), at(box(1.6, 1.2), 0.8, 0.35)),
            "Triangle far inside A − B": Preset(
                Overlapping(at(long, -0.4, -0.5, -30), at(slab, -0.4, 0.4, 25)),
                TRIANGLE,
                at_last,
            ),
            "Distant vertices": Preset(
                Overlapping(at(long, 0.0, 0.6, -5), at(wedge, -0.5, 0.3, 40)), VERTEX, at_last
            ),
        }

    def run(self, scene: Overlapping) -> Trace[EpaStep, Penetration]:
        return scene.trace

    def clock(self, moment: Moment[Overlapping]) -> Clock | None:
        """The new vertex swings out; at the end B is pushed."""
        if isinstance(moment.step, FaceSplit | Penetration):
            return Clock(1.0, ticks=(1.0,) * len(moment.trace), plays_on_entry=True)
        return None

    def situation(self, moment: Moment[Overlapping]) -> str:
        scene = moment.scene
        if is_gjk(moment):
            return self.gjk.situation(moment)
        if moment.is_last and scene.separation < -1e-9:
            how = standing(scene.a.world, scene.b.world, numbers=False, found=scene.separation).removesuffix(".")
            too = epa_faulty.situation(moment) if differs(moment) else ""
            return f"{how} by {_number(-scene.separation)}.{too}"
        if scene.separation >= -1e-9:
            return standing(scene.a.world, scene.b.world, found=scene.separation)
        lower, upper = scene.lower(moment), scene.upper(moment)
        if lower is None:
            return f"A and B {tint('overlap', Ink.OVERLAP)}: the polytope contains the origin."
        if upper == math.inf:
            return f"A and B overlap by {_number(lower)} at least." if lower > 1e-9 else ON_FACE
        if upper - lower < 1e-9:
            return f"The bounds meet: A and B overlap by {_number(lower)}."
        return f"A and B overlap by {_number(lower)} at least and {_number(upper)} at most."

    def challenge(self, moment: Moment[Overlapping]) -> Challenge:
        return goal(moment)
