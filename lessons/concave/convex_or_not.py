"""Convex or not: which vertices of an outline are reflex, and which of SAT's two answers is then still proved."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from geometry import Interval, Pose, Trace, Vector, box
from geometry.concave.convexity import (
    AxesProjected,
    Convexity,
    ConvexityStep,
    DistanceFound,
    HullFound,
    StripsFound,
    Turn,
    Turned,
    convexity,
    outline_axes,
)
from geometry.concave.pairs import polygon_pairs
from geometry.faulty.convexity import (
    FaultyPush,
    angles_by_arccos,
    push_of_the_outline,
    winding_not_checked,
)
from geometry.feature import FeatureKind, FeatureRef
from geometry.minkowski.gjk import gjk
from geometry.outline import signed_area
from geometry.polygon import Polygon
from geometry.shape import hull
from geometry.vector import Points, following
from lessons.concave.convex_or_not_figure import chart_axes, draw_chart, draw_world, turning_angle
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Clock, Comparison, Follow, Layout, Lesson, Moment, Pane, Preset, beside
from viz.lesson.outline import Outline
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Adjust, Challenge, Click, Remark, Verdict
from viz.lesson.scene import Body, Scene, at, body, handle, slider
from viz.lesson.story import Story
from viz.lesson.text import equation, fixed, tint

NONE = "none"
DEEP = 1.2  # the challenge: the hull's area over A's
NEAR = 1.01  # the challenge: the strips' area over the hull's

STAGES = {
    DistanceFound: "Distance",
    AxesProjected: "SAT",
    Turned: "Turns",
    HullFound: "String",
    StripsFound: "Strips",
    Convexity: "Answer",
}
DISTANCE = (
    "First the truth: the **distance** $d$ between A and B. Then the separating axis test (SAT): it looks for a gap "
    "between the projections on every edge normal."
)
SAT = (
    "On each edge normal the two projections have a **separation** $s_i$, negative where they overlap. SAT finds a gap "
    "only if the greatest is positive."
)
TURNS = (
    "Walk around A with the inside on your left. At a **convex** vertex you turn left, at a **reflex vertex** right."
)
BACKWARDS = (
    "This list runs clockwise. Walk it backwards: then the inside is on your left, and you turn right at a **reflex "
    "vertex**."
)
STRING = (
    "Stretch a string around A: the **convex hull** $H$. A and its hull have the same projection on every axis, so no "
    "axis sees a **notch**."
)
STRIPS = (
    "On each of its edge normals A fills one **strip**. $S$ is the part that all strips share. No edge normal of A "
    "separates a point of $S$ from A."
)
ANSWER = (
    "A gap on any axis proves that A and B are apart. Without one, only convex shapes must overlap: cut A into convex "
    "pieces $A_k$ and test each."
)
DISTANCE_FORMULA = r"\answer{d}=\min\,\lVert \B{q}-\A{p}\rVert\quad \A{p\in A},\ \B{q\in B}"
SAT_FORMULA = r"s_{\mathrm{SAT}}=\max_i\,s_i"
CROSS = r"\mathrm{cross}(\examined{e_{i-1}},\examined{e_i})=x_{i-1}\,y_i-y_{i-1}\,x_i"
SAME = r"[\A{\min_A},\A{\max_A}](\examined{\hat n})=[\min_H,\max_H](\examined{\hat n})"
AREAS = r"\mathrm{area}(\A{A})\le\mathrm{area}(H)\le\mathrm{area}(\examined{S})"
PIECES = r"d(\A{A},\B{B})=\min_k\,d(\A{A_k},\B{B})"


@dataclass(frozen=True, eq=False)
class Notched(Scene):
    """An outline, a convex shape near it, and an axis that is turned by hand."""

    a: Outline = handle(Ink.A, "A")
    b: Body = body(Ink.B, "B")
    axis: float = slider("Direction of the axis", 0.0, 180.0, 126.0, "°", 0)

    @cached_property
    def polygon(self) -> Polygon:
        return Polygon(self.a.points)

    @cached_property
    def middle(self) -> Vector:
        """Inside A: the middle of its largest convex piece."""
        return max(self.polygon.pieces, key=lambda piece: signed_area(piece.points)).centroid

    @property
    def axis_normal(self) -> Vector:
        angle = math.radians(self.axis)
        return np.array((math.cos(angle), math.sin(angle)))

    def on_axis(self, points: Points) -> Interval:
        along = points @ self.axis_normal
        return Interval(float(along.min()), float(along.max()))

    @cached_property
    def directions(self) -> NDArray[np.float64]:
        return np.linspace(0.0, 180.0, 181)

    @cached_property
    def separations(self) -> NDArray[np.float64]:
        """On the axis of each direction."""
        angles = np.radians(self.directions)
        n = np.stack((np.cos(angles), np.sin(angles)))
        own, other = self.a.points @ n, self.b.world.points @ n
        found: NDArray[np.float64] = np.maximum(
            other.min(axis=0) - own.max(axis=0), own.min(axis=0) - other.max(axis=0)
        )
        return found


class ConvexOrNotStory(Story):
    """The truth, SAT's answer, and what makes the difference."""

    columns = ("vertex", "cross product", "turn")

    def stage(self, moment: Moment[Notched]) -> str:
        return STAGES[type(moment.step)]

    def page(self, moment: Moment[Notched]) -> Page:
        match moment.step:
            case DistanceFound() as found:
                return self.distance(moment, found)
            case AxesProjected() as tested:
                return self.sat(moment, tested)
            case Turned() as turned:
                return self.turned(moment, turned)
            case HullFound() as around:
                return self.string(moment, around)
            case StripsFound() as common:
                return self.strips(moment, common)
            case Convexity() as answer:
                return self.answer(moment, answer)
        raise TypeError(moment.step)

    def distance(self, moment: Moment[Notched], found: DistanceFound) -> Page:
        scene, d = moment.scene, found.pairs.distance
        says = f"The shortest segment from A to B has length $d$ = **{fixed(d)}**: A and B are apart."
        if found.is_overlap:
            says = "A and B have points in common: $d$ = **0.00**, they overlap."
        page = Page(self.stage(moment), DISTANCE, DISTANCE_FORMULA).says(says)
        page = page.claiming(Claim("d", lambda: d, lambda: _distance(scene)))
        return page.asks(_which_axis(moment), situation(moment, told=False))

    def sat(self, moment: Moment[Notched], tested: AxesProjected) -> Page:
        scene, best, truth = moment.scene, tested.best, moment.trace.result.pairs
        number = tint(f"**{fixed(best.separation)}**", separation_ink(best.separation))
        says = f"The greatest of {len(tested.tests)} separations is {number}: SAT reports "
        if tested.is_gap:
            says = f"{says}a gap, on the normal of edge {best.edge} of {best.owner}. A gap is proof."
        elif truth.overlapping:
            says = f"{says}an overlap, and here A and B do overlap."
        else:
            says = f"{says}an overlap. But $d$ = {fixed(truth.distance)}: a **false positive**."
        return (
            Page(self.stage(moment), SAT, SAT_FORMULA)
            .says(says)
            .claiming(Claim("greatest", lambda: best.separation, lambda: max(_separations(scene))))
            .asks(_which_vertex(moment), situation(moment))
        )

    def turned(self, moment: Moment[Notched], turned: Turned) -> Page:
        scene, (x, y), (u, v) = moment.scene, turned.before.tolist(), turned.after.tolist()
        angle = turning_angle(turned)
        word = "straight" if turned.turn is Turn.STRAIGHT else "left" if angle > 0.0 else "right"
        sums = equation("{x} · {v} − {y} · {u} = **{result}**", lambda x, y, u, v: x * v - y * u, x=x, y=y, u=u, v=v)
        by = "" if turned.turn is Turn.STRAIGHT else f" by {fixed(abs(math.degrees(angle)), 0)}°"
        kind = f"**{turned.turn.value}**"
        page = Page(self.stage(moment), TURNS if scene.polygon.is_counter_clockwise else BACKWARDS, CROSS)
        page = page.says(f"Vertex {turned.vertex}: {_bracketed(sums)}. You turn {word}{by}: {kind}.").claiming(
            Claim("cross", lambda: turned.cross, lambda: _cross_at(scene, turned.vertex)),
            Claim("right", lambda: turned.turn is Turn.REFLEX, lambda: _cross_at(scene, turned.vertex) < 0.0),
        )
        ink = Ink.OVERLAP if turned.turn is Turn.REFLEX else Ink.TEXT
        result = tint(f"{word}, {turned.turn.value}", ink)
        return page.row(str(turned.vertex), fixed(turned.cross), result, feature=vertex(turned.vertex))

    def string(self, moment: Moment[Notched], around: HullFound) -> Page:
        scene = moment.scene
        own = scene.on_axis(scene.a.points)
        ends = [tint(fixed(value), Ink.A) for value in (own.low, own.high)]
        says = f"On the axis at {fixed(scene.axis, 0)}° A and its hull both reach from {ends[0]} to {ends[1]}."
        whole = scene.on_axis(around.outline)
        return (
            Page(self.stage(moment), STRING, SAME)
            .says(says)
            .claiming(
                Claim("projections", lambda: (own.low, own.high), lambda: (whole.low, whole.high)),
                Claim("hull", lambda: around.area, lambda: _with_pockets(scene, around)),
            )
            .asks(_beside_the_string(moment, around), situation(moment))
        )

    def strips(self, moment: Moment[Notched], common: StripsFound) -> Page:
        scene, (own, whole, strips) = moment.scene, moment.trace.result.areas
        numbers = f"{tint(fixed(own), Ink.A)} ≤ {fixed(whole)} ≤ {tint(fixed(strips), Ink.EXAMINED)}"
        times = fixed(strips / own)
        says = f"{numbers}: $S$ is {times} times as large as A."
        if moment.trace.result.is_convex:
            says = f"{numbers}: for a convex shape all three are the same polygon."
        return (
            Page(self.stage(moment), STRIPS, AREAS)
            .says(says)
            .claiming(
                Claim("area of A", lambda: own, lambda: abs(_area(scene.a.points))),
                Claim("strips", lambda: common.area, lambda: abs(_area(_clipped(scene.a.points)))),
                Claim("order", lambda: own <= whole * (1 + 1e-9) and whole <= strips * (1 + 1e-9), lambda: True),
            )
        )

    def answer(self, moment: Moment[Notched], answer: Convexity) -> Page:
        scene, pairs = moment.scene, answer.pairs
        count, met = len(scene.polygon.pieces), len(pairs.overlapping)
        reflex = f"{len(answer.reflex)} reflex {'vertex' if len(answer.reflex) == 1 else 'vertices'}"
        if answer.is_convex:
            says = "No reflex vertex: A is one convex piece, and both answers of SAT are exact."
        elif met:
            says = f"{reflex}: SAT proved nothing. But {met} of the {count} pieces {'meets' if met == 1 else 'meet'} B: overlap."
        else:
            says = f"{reflex}. B meets none of the {count} pieces: the nearest is **{fixed(pairs.distance)}** away."
        return (
            Page(self.stage(moment), ANSWER, PIECES)
            .says(says)
            .claiming(
                Claim("pieces", lambda: pairs.distance, lambda: _of_pieces(scene)),
                Claim("whole", lambda: pairs.distance, lambda: _distance(scene)),
                Claim("a gap is proof", lambda: answer.tested.is_gap and met > 0, lambda: False),
            )
        )

    def draw(self, canvas: Canvas, moment: Moment[Notched]) -> None:
        draw_world(canvas, moment)


def vertex(index: int) -> FeatureRef:
    return FeatureRef("A", FeatureKind.VERTEX, index)


def _bracketed(sums: str) -> str:
    """A negative number in brackets, the first one and the result (bold) without."""
    return " ".join(
        f"({word})" if word.startswith("−") and len(word) > 1 and before else word
        for before, word in zip(("", *sums.split(" ")), sums.split(" "), strict=False)
    )


def _area(ring: Points) -> float:
    rest = (ring[1:] - ring[0]).tolist()
    return 0.5 * math.fsum(p[0] * q[1] - p[1] * q[0] for p, q in itertools.pairwise(rest))


def _cross_at(scene: Notched, index: int) -> float:
    """From the list: of its two edges there, with the sign of its winding."""
    p = scene.a.points
    (ax, ay), (bx, by), (cx, cy) = p[index - 1].tolist(), p[index].tolist(), p[(index + 1) % len(p)].tolist()
    return math.copysign(1.0, _area(p)) * ((bx - ax) * (cy - by) - (by - ay) * (cx - bx))


def _separations(scene: Notched) -> list[float]:
    found = []
    own, other = scene.a.points, scene.b.world.points
    for ring in (own, other):
        for e in following(ring) - ring:
            n = np.array((-e[1], e[0])) / math.hypot(*e)
            found.append(max((other @ n).min() - (own @ n).max(), (own @ n).min() - (other @ n).max()))
    return found


def _distance(scene: Notched) -> float:
    """From the vertices of either to the edges of the other; 0 where edges cross or one holds the other."""
    own, other = scene.a.points, scene.b.world.points
    if scene.a.contains(other[0]) or scene.b.world.contains(own[0]):
        return 0.0
    least = math.inf
    for first, second in ((own, other), (other, own)):
        e = following(second) - second
        for p in first:
            t = np.clip(((p - second) * e).sum(axis=1) / (e * e).sum(axis=1), 0.0, 1.0)
            least = min(least, float(np.hypot(*(second + t[:, None] * e - p).T).min()))
    for p, q in zip(own, following(own), strict=True):
        for u, v in zip(other, following(other), strict=True):
            if _side(p, q, u) * _side(p, q, v) < 0.0 and _side(u, v, p) * _side(u, v, q) < 0.0:
                return 0.0
    return least


def _side(p: Vector, q: Vector, at: Vector) -> float:
    return float((q[0] - p[0]) * (at[1] - p[1]) - (q[1] - p[1]) * (at[0] - p[0]))


def _of_pieces(scene: Notched) -> float:
    found = (gjk(piece, scene.b.world).separation for piece in scene.polygon.pieces)
    return min(max(0.0, s) if s is not None else 0.0 for s in found)


def _with_pockets(scene: Notched, around: HullFound) -> float:
    """A's area and that of every notch."""
    ring, p = scene.polygon.ordered[0], scene.a.points
    total = abs(_area(p))
    for i, j in around.bridges:
        first, count = ring.index(i), (ring.index(j) - ring.index(i)) % len(ring)
        total += abs(_area(p[[ring[(first + k) % len(ring)] for k in range(count + 1)]]))
    return total


def _clipped(outline: Points) -> Points:
    """A large square, cut by both sides of the strip of every edge."""
    low, high = outline.min(axis=0), outline.max(axis=0)
    far = 1e3 * float((high - low).max())
    ring = [(low[0] - far, low[1] - far), (high[0] + far, low[1] - far)]
    ring += [(high[0] + far, high[1] + far), (low[0] - far, high[1] + far)]
    for e in following(outline) - outline:
        for n in (np.array((e[1], -e[0])), np.array((-e[1], e[0]))):
            bound = float((outline @ n).max())
            over = [x * n[0] + y * n[1] - bound for x, y in ring]
            kept = []
            for (p, s), (q, t) in itertools.pairwise([*zip(ring, over, strict=True), (ring[0], over[0])]):
                if s <= 0.0:
                    kept.append(p)
                if (s < 0.0 < t) or (t < 0.0 < s):
                    part = s / (s - t)
                    kept.append((p[0] + part * (q[0] - p[0]), p[1] + part * (q[1] - p[1])))
            ring = kept
    return np.array(ring)


def _which_axis(moment: Moment[Notched]) -> Click | None:
    """Of shapes that are apart: an edge whose normal shows that."""
    tested = moment.first(AxesProjected)
    if moment.compare or tested is None or moment.step.is_overlap:
        return None
    named = {FeatureRef(t.owner, FeatureKind.EDGE, t.edge): t for t in tested.tests}
    gaps = frozenset(ref for ref, test in named.items() if test.separation > 0.0)

    def judge(answer: FeatureRef | str) -> Verdict:
        test = named.get(answer) if isinstance(answer, FeatureRef) else None
        best = tested.best
        if answer == NONE:
            if gaps:
                return Verdict(False, "One edge normal does show a gap. Imagine both shadows along it.")
            return Verdict(
                True, f"Each of the {len(named)} normals shows an overlap, the least is {fixed(-best.separation)}."
            )
        if test is None:
            return Verdict(False, "Click an edge of A or B, or “none”.")
        points = moment.scene.a.points if test.owner == "A" else moment.scene.b.world.points
        x, y = ((points[test.edge] + points[(test.edge + 1) % len(points)]) / 2.0).tolist()
        name = f"edge {test.edge} of {test.owner}"
        if test.separation > 0.0:
            gap = fixed(test.separation)
            return Verdict(
                True, f"On the normal of {name} the gap is {gap}.", remarks=(Remark((x, y), f"gap {gap}", True),)
            )
        overlap = fixed(-test.separation)
        because = f"Along the normal of {name} the projections overlap by {overlap}: other parts of A reach past B."
        return Verdict(False, because, remarks=(Remark((x, y), f"overlap {overlap}"),))

    text = "Will SAT find the gap? Click an edge whose normal shows a gap, or answer “none”."
    return Click(text, judge, gaps or frozenset((NONE,)), (NONE,))


def _which_vertex(moment: Moment[Notched]) -> Click | None:
    """A turn to the right."""
    walk = {s.vertex: s for s in moment.trace if isinstance(s, Turned)}
    reflex = frozenset(vertex(i) for i, s in walk.items() if s.turn is Turn.REFLEX)
    if moment.compare or not reflex:
        return None

    def judge(answer: FeatureRef | str) -> Verdict:
        if not isinstance(answer, FeatureRef) or answer.kind is not FeatureKind.VERTEX:
            return Verdict(False, "Click one of the vertices of A.")
        step, (x, y) = walk[answer.index], moment.scene.a.points[answer.index].tolist()
        angle, cross = fixed(abs(math.degrees(turning_angle(step))), 0), fixed(step.cross)
        if answer in reflex:
            because = f"At vertex {step.vertex} you turn right by {angle}°: the cross product is {cross}."
            return Verdict(True, because, remarks=(Remark((x, y), f"right {angle}°", True),))
        way = "go straight on" if step.turn is Turn.STRAIGHT else f"turn left by {angle}°"
        because = f"At vertex {step.vertex} you {way}: the cross product is {cross}, not negative."
        return Verdict(False, because, remarks=(Remark((x, y), way.split(" by")[0]),))

    text = "Walk around A with the inside on your left. Click a vertex at which you turn right."
    return Click(text, judge, reflex)


def _beside_the_string(moment: Moment[Notched], around: HullFound) -> Adjust | None:
    """A place where SAT errs although B does not even meet the hull."""
    scene = moment.scene
    if moment.compare or not around.bridges:
        return None
    wanted = beside_the_string(scene, around)
    if wanted is None:
        return None

    def judge(now: Notched) -> Verdict:
        wrapped = hull(now.a.points)
        apart = gjk(wrapped, now.b.world).separation
        best = outline_axes(now.polygon, now.b.world).best
        if apart is None or apart <= 1e-9:
            return Verdict(False, "B meets the hull here. No axis of any direction shows a gap between them.")
        x, y = now.b.pose.position.tolist()
        if best.separation > 0.0:
            name = f"edge {best.edge} of {best.owner}"
            because = f"The hull is {fixed(apart)} away, but SAT is right: the normal of {name} shows a gap."
            return Verdict(False, because, remarks=(Remark((x, y), "SAT says apart"),))
        because = f"The hull is {fixed(apart)} away, and no edge normal shows a gap. SAT needs the bridge's normal."
        return Verdict(True, because, remarks=(Remark((x, y), "SAT says overlap", True),))

    text = "Drag B, and rotate it, to where SAT is wrong although the string passes between A and B."
    return Adjust(text, judge, lambda now: now.with_field("b", wanted), "b")


def beside_the_string(scene: Notched, around: HullFound) -> Body | None:
    """B before the middle of a bridge, as far out as SAT errs; None where it nowhere does."""
    p = scene.a.points
    for i, j in around.bridges:
        e = p[j] - p[i]
        out = np.array((e[1], -e[0])) / math.hypot(*e)
        for turn in np.radians((0.0, 15.0, 30.0, 45.0, 60.0, 75.0)).tolist():
            turned = scene.b.turned(turn)
            reach = float(((turned.world.points - turned.pose.position) @ -out).max())
            for off in (0.06, 0.03, 0.015):
                placed = turned.placed(Pose((p[i] + p[j]) / 2.0 + (reach + off) * out, turned.pose.angle))
                if outline_axes(scene.polygon, placed.world).best.separation < -1e-6:
                    return placed
    return None


def situation(moment: Moment[Notched], *, told: bool = True) -> str:
    """What is true of the shapes, then what SAT says."""
    truth = moment.trace.result
    apart = not truth.pairs.overlapping
    says = f"A and B are **{fixed(truth.pairs.distance)}** apart" if apart else "A and B overlap"
    if not told or moment.latest(AxesProjected) is None:
        return f"{says}."
    if truth.tested.is_gap:
        return f"{says}, and SAT finds a gap."
    return f"{says}, {'but' if apart else 'and'} SAT reports an overlap."


def _fault_told(moment: Moment[Notched]) -> str:
    """What a faulty rule makes of this scene, and why that is wrong."""
    found = moment.faulty
    if isinstance(found, FaultyPush):
        if not found.depth:
            return "SAT finds a gap here, so it pushes nothing."
        if not found.error:
            return f"SAT pushes B by {fixed(found.depth)}: A and B do overlap here."
        return f"SAT pushes B by {fixed(found.depth)} although B is apart already: error **{fixed(found.error)}**."
    count, all_of = len(found.wrong), len(moment.scene.a.points)
    if found.angles:
        if not count:
            return "arccos is right here: no inner angle is above 180°."
        return f"arccos is never above 180°, so it misses {'the one' if count == 1 else f'all {count}'} reflex {'vertex' if count == 1 else 'vertices'}."
    if not count:
        return "The list runs counter-clockwise, so its signs are right."
    return (
        f"The list runs clockwise and is taken as counter-clockwise: **{count}** of {all_of} vertices are misjudged."
    )


def _push(scene: Notched) -> FaultyPush:
    return push_of_the_outline(scene.polygon, scene.b.world, polygon_pairs(scene.polygon, scene.b.world).distance)


def _differs(moment: Moment[Notched]) -> bool:
    found = moment.faulty
    return found.error > 0.0 if isinstance(found, FaultyPush) else bool(found.wrong)


def _turn_axis(moment: Moment[Notched], pressed: Vector) -> Follow | None:
    """A press on the chart turns the axis."""
    if not isinstance(moment.step, HullFound):
        return None
    return lambda scene, start, now: scene.with_field("axis", min(max(float(now[0]), 0.0), 180.0))


class ConvexOrNot(Lesson[Notched]):
    id = "convex-or-not"
    title = "Convex or not"
    source = "SAT explained"
    summary = "The sign of one product finds reflex vertices; with one of them SAT's “overlap” is no proof."
    terms = ("convex", "concave", "reflex vertex", "convex hull", "notch", "false positive")
    builds_on = ("edge-normals", "axis-by-axis", "two-shadows")
    most_steps = 20
    story = ConvexOrNotStory()
    compare = (
        Comparison("SAT on the outline", _push, _differs, "*SAT explained*, the problem of concavity"),
        Comparison("angle by arccos", lambda scene: angles_by_arccos(scene.polygon), _differs),
        Comparison(
            "winding not checked",
            lambda scene: winding_not_checked(scene.polygon),
            _differs,
            "Errors 8 and 9 of *SAT explained*",
        ),
    )

    @cached_property
    def layout(self) -> Layout:
        return beside(
            Pane("world", "", self.story.draw, is_world=True, share=0.66),
            Pane("chart", "", draw_chart, share=0.34, axes=chart_axes, take=_turn_axis),
        )

    @cached_property
    def scenes(self) -> Mapping[str, Notched | Preset[Notched]]:
        star = [_polar(0.95 if i % 2 else 2.0, 90.0 + 36.0 * i) for i in range(10)]
        ell = ((0.0, 0.0), (3.0, 0.0), (3.0, 1.0), (1.0, 1.0), (1.0, 3.0), (0.0, 3.0))
        arrow = ((0.0, 0.0), (4.0, -2.0), (3.0, 0.0), (4.0, 2.0))
        plus = (
            (1.0, 0.0), (2.0, 0.0), (2.0, 1.0), (3.0, 1.0), (3.0, 2.0), (2.0, 2.0), (2.0, 3.0), (1.0, 3.0), (1.0, 2.0),
            (0.0, 2.0), (0.0, 1.0), (1.0, 1.0),
        )  # fmt: skip
        bolt = ((0.0, 0.0), (3.2, 0.4), (3.4, 1.6), (1.6, 1.3), (2.2, 3.0), (0.4, 2.8))
        dent = ((0.0, 0.0), (3.2, 0.0), (3.6, 2.2), (1.7, 1.6), (-0.3, 2.5))
        tee = ((1.2, 0.0), (2.2, 0.0), (2.2, 1.8), (3.4, 1.8), (3.4, 2.8), (0.0, 2.8), (0.0, 1.8), (1.2, 1.8))
        whole = ((0.0, 0.6), (1.6, 0.0), (3.2, 0.8), (2.6, 2.4), (0.6, 2.6))
        return {
            "Box in the notch of a star": Notched(Outline(star), at(box(0.36, 0.36), *_polar(1.45, 126.0), 10.0)),
            "Notch of an L": Preset(
                Notched(Outline(ell), at(box(0.6, 0.6), 2.0, 2.0)), "SAT on the outline", lambda trace: 1
            ),
            "Arrowhead": Preset(Notched(Outline(arrow), at(box(0.4, 0.4), 3.7, 0.0)), "angle by arccos", _at_answer),
            "Real overlap": Notched(Outline(plus), at(box(1.3, 0.7), 2.6, 2.25, 30.0)),
            "Gap on one axis": Notched(Outline(bolt), at(box(0.9, 0.9), 3.42, 2.83, 41.0)),
            "Flat notch": Notched(Outline(dent), at(box(1.2, 0.2), 1.75, 2.12)),
            "No reflex vertex": Notched(Outline(whole), at(box(0.8, 0.8), 3.55, 2.3, 25.0)),
            "Clockwise list": Preset(
                Notched(Outline(tee[::-1]), at(box(0.6, 0.6), 2.85, 1.1, 20.0)), "winding not checked", _at_answer
            ),
        }

    def run(self, scene: Notched) -> Trace[ConvexityStep, Convexity]:
        return convexity.trace(scene.polygon, scene.b.world)

    def clock(self, moment: Moment[Notched]) -> Clock | None:
        """The string tightens, the strips come one by one."""
        return Clock(1.2, plays_on_entry=True) if isinstance(moment.step, HullFound | StripsFound) else None

    def situation(self, moment: Moment[Notched]) -> str:
        return _fault_told(moment) if moment.faulty is not None else situation(moment)

    def challenge(self, moment: Moment[Notched]) -> Challenge | None:
        own, whole, strips = moment.trace.result.areas
        return Challenge(
            "Reshape A until hull and strips have the same area, and the hull is 20 % larger than A.",
            whole >= DEEP * own and strips <= NEAR * whole,
            f"hull / A = {fixed(whole / own)}, strips / hull = {fixed(strips / whole)}",
            "Each bridge of the string needs an edge of A parallel to it.",
        )


def _polar(radius: float, degrees: float) -> tuple[float, float]:
    return radius * math.cos(math.radians(degrees)), radius * math.sin(math.radians(degrees))


def _at_answer(trace: Trace[Any, Any]) -> int:
    return len(trace) - 1
