"""Ear clipping: an outline cut into triangles, one ear a stage."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial

from geometry import Trace
from geometry.concave.bridges import BridgeBuilt
from geometry.concave.ear_clipping import Ear, EarStep, TipTested, Triangulation, WindingFound, ear_clipping
from geometry.faulty.ear_clipping import FaultyTriangulation, Slip, ear_clipping_with
from geometry.feature import FeatureKind, FeatureRef
from geometry.polygon import Polygon
from geometry.vector import Points
from lessons.concave.ear_clipping_figure import draw_world, ring_before, vertex
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Comparison, Layout, Lesson, Moment, Pane, Preset
from viz.lesson.outline import Outline
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Challenge, Click, Verdict
from viz.lesson.scene import Scene, handle
from viz.lesson.story import Story
from viz.lesson.text import fixed, listed, tint

ASKED_AGAIN = 3  # ears clipped when the second question comes
LEAST = 7  # vertices of the outline that the challenge wants

WINDING = (
    "First the **winding**: the signed area $S$ is positive for a counter-clockwise list. "
    "Diamonds: you turn right (**reflex**) or not at all."
)
BRIDGE = "A hole is joined to the outline by a **bridge**: two equal edges, there and back. One outline is left."
EAR = (
    "Vertex $v_i$ is an **ear** if you turn left there (a positive cross product) and no other vertex $v_k$ lies in "
    "its triangle."
)
CHECK = (
    "The last three vertices are a triangle. $n$ vertices and $h$ holes give $k$ triangles. The white tree joins "
    "neighbours; its leaves are ears."
)
AREA = r"S=\tfrac12\sum_i\,(x_i\,y_{i+1}-x_{i+1}\,y_i)"
TEST = (
    r"\mathrm{cross}(\examined{e_{i-1}},\,\examined{e_i})>0,\quad \overlap{v_k}\notin\triangle(v_{i-1},v_i,v_{i+1})"
)
COUNT = r"n_{\mathrm{after}}=n_{\mathrm{before}}+n_{\mathrm{hole}}+2"
SUM = r"k=n+2h-2\qquad \sum_j A_j=\A{A}"


@dataclass(frozen=True, eq=False)
class Cut(Scene):
    """An outline, with holes or without. Raises ValueError (when it is looked at) where it is no polygon."""

    outline: Outline = handle(Ink.A, "A")

    @cached_property
    def polygon(self) -> Polygon:
        return Polygon(self.outline.points, self.outline.rings[1:])

    @cached_property
    def ears(self) -> frozenset[int]:
        """Of the outline as it is given, without its holes."""
        return ears(self.polygon, self.polygon.ordered[0])


def judged(polygon: Polygon, ring: Sequence[int], place: int) -> tuple[Ear, tuple[int, ...]]:
    """What the vertex at a place of a ring is now, and what blocks it: every vertex of the ring is looked at."""
    turn = polygon.exact.turn
    a, b, c = ring[place - 1], ring[place], ring[(place + 1) % len(ring)]
    at_tip = turn(a, b, c)
    if at_tip <= 0:
        return (Ear.REFLEX if at_tip < 0 else Ear.STRAIGHT), ()
    others = sorted(set(ring) - {a, b, c})
    inside = tuple(k for k in others if turn(a, b, k) >= 0 and turn(b, c, k) >= 0 and turn(c, a, k) >= 0)
    return (Ear.BLOCKED if inside else Ear.EAR), inside


def ears(polygon: Polygon, ring: Sequence[int]) -> frozenset[int]:
    return frozenset(v for i, v in enumerate(ring) if judged(polygon, ring, i)[0] is Ear.EAR)


class EarClippingStory(Story):
    """Winding, bridges, one ear after the other, and the sum of the areas."""

    columns = ("vertex", "cross", "inside", "result")

    def stage(self, moment: Moment[Cut]) -> str:
        match moment.step:
            case WindingFound():
                return "Winding"
            case BridgeBuilt():
                return "Bridge"
            case TipTested() as tested:
                return f"Ear {len(moment.trace.result.ring) - tested.left + 1}"
        return "Check"

    def page(self, moment: Moment[Cut]) -> Page:
        match moment.step:
            case WindingFound() as found:
                return self.winding(moment, found)
            case BridgeBuilt() as built:
                return self.bridge(moment, built)
            case TipTested() as tested:
                return self.tested(moment, tested)
            case Triangulation() as answer:
                return self.check(moment, answer)
        raise TypeError(moment.step)

    def winding(self, moment: Moment[Cut], found: WindingFound) -> Page:
        outline = moment.scene.outline.points
        way = "clockwise, so the order is reversed" if found.is_reversed else "counter-clockwise"
        page = (
            Page(self.stage(moment), WINDING, AREA)
            .says(f"The signed area is $S$ = **{fixed(found.signed_area)}**: {way}.")
            .claiming(
                Claim("S", lambda: found.signed_area, lambda: _area(outline)),
                Claim("reversed", lambda: found.is_reversed, lambda: _area(outline) < 0.0),
            )
        )
        return page.asks(_first_question(moment), _known(moment))

    def bridge(self, moment: Moment[Cut], built: BridgeBuilt) -> Page:
        scene = moment.scene
        hole = scene.outline.rings[1 + built.hole]
        before = sum(len(ring) + 2 for ring in scene.outline.rings[1:]) + len(scene.outline.points)
        later = [step for step in moment.trace.steps[moment.index :] if isinstance(step, BridgeBuilt)]
        later_size = sum(len(scene.outline.rings[1 + step.hole]) + 2 for step in later)
        says = (
            f"Vertex {built.hole_vertex} of the hole sees vertex {built.ring_vertex} of the outline. "
            f"One ring of {len(built.ring)} vertices is left."
        )
        page = (
            Page(self.stage(moment), BRIDGE, COUNT)
            .says(says)
            .claiming(
                Claim("n", lambda: len(built.ring), lambda: before - later_size + len(hole) + 2),
                Claim("rightmost", lambda: scene.polygon.points[built.hole_vertex][0], lambda: hole[:, 0].max()),
            )
        )
        return page.asks(_first_question(moment), _known(moment))

    def tested(self, moment: Moment[Cut], tested: TipTested) -> Page:
        points, ring = moment.scene.polygon.points, ring_before(moment)
        corners = tested.before, tested.tip, tested.after
        name, cross = tint(f"**{tested.tip}**", Ink.EXAMINED), fixed(tested.cross)
        match tested.result:
            case Ear.REFLEX:
                says, word = f"Vertex {name} is reflex: the cross product is {cross}. No ear.", "reflex"
            case Ear.STRAIGHT:
                says, word = f"Vertex {name} is straight: the cross product is 0. No ear now.", "straight"
            case Ear.BLOCKED:
                says = f"Vertex {name} is convex, but {_blocking(tested.inside)} in its triangle: no ear."
                word = tint("no ear", Ink.OVERLAP)
            case _:
                says = f"Vertex {name} is an ear. Clip it: {tested.left - 1} vertices remain."
                word = "**ear**"
        page = (
            Page(self.stage(moment), EAR, TEST)
            .says(says)
            .claiming(
                Claim("cross", lambda: tested.cross, lambda: float(_turn(points, *corners))),
                Claim("ear", lambda: tested.is_ear, lambda: _is_ear(points, ring, corners)),
            )
        )
        blockers = ", ".join(map(str, tested.inside))
        convex = tested.result in (Ear.EAR, Ear.BLOCKED)
        inside = tint(blockers, Ink.OVERLAP) if blockers else "none" if convex else "–"
        page = page.row(str(tested.tip), cross, inside, word, feature=vertex(tested.tip))
        return page.asks(_next_question(moment, ring), _known(moment))

    def check(self, moment: Moment[Cut], answer: Triangulation) -> Page:
        scene = moment.scene
        points, rings, count = scene.polygon.points, scene.outline.rings, len(answer.triangles)
        total = math.fsum(_area(points[list(triangle)]) for triangle in answer.triangles)
        own = abs(_area(rings[0])) - math.fsum(abs(_area(hole)) for hole in rings[1:])
        holes = f" and {len(rings) - 1} hole" if len(rings) > 1 else ""
        says = (
            f"{len(points)} vertices{holes} gave {count} triangles. "
            f"Their areas add up to **{fixed(total)}**; the outline has {fixed(own)}."
        )
        return (
            Page(self.stage(moment), CHECK, SUM)
            .says(says)
            .claiming(
                Claim("count", lambda: count, lambda: len(points) + 2 * (len(rings) - 1) - 2),
                Claim("areas", lambda: total, lambda: own),
            )
        )

    def draw(self, canvas: Canvas, moment: Moment[Cut]) -> None:
        draw_world(canvas, moment)


def _area(ring: Points) -> float:
    """The triangles from the first vertex, summed: positive counter-clockwise."""
    rest = (ring[1:] - ring[0]).tolist()
    return 0.5 * math.fsum(p[0] * q[1] - p[1] * q[0] for p, q in itertools.pairwise(rest))


def _turn(points: Points, a: int, b: int, c: int) -> Fraction:
    """The cross product of the edges a to b and b to c, without rounding."""
    (ax, ay), (bx, by), (cx, cy) = (map(Fraction, points[k].tolist()) for k in (a, b, c))
    return (bx - ax) * (cy - by) - (by - ay) * (cx - bx)


def _is_ear(points: Points, ring: Sequence[int], corners: tuple[int, int, int]) -> bool:
    """By the definition: a turn to the left, and no other vertex of the ring in the closed triangle."""
    a, b, c = corners
    others = set(ring) - {a, b, c}
    return _turn(points, a, b, c) > 0 and not any(
        min(_turn(points, a, b, k), _turn(points, b, c, k), _turn(points, c, a, k)) >= 0 for k in others
    )


def _blocking(inside: Sequence[int]) -> str:
    names = tint(listed([str(k) for k in inside]), Ink.OVERLAP)
    return f"vertex {names} lies" if len(inside) == 1 else f"vertices {names} lie"


def _because(scene: Cut, ring: Sequence[int], asked: int) -> str:
    """Why a vertex is no ear now."""
    if asked not in ring:
        return f"Vertex {asked} is clipped already."
    result, inside = judged(scene.polygon, ring, ring.index(asked))
    match result:
        case Ear.REFLEX:
            return f"Vertex {asked} is reflex: its triangle does not lie inside the outline."
        case Ear.STRAIGHT:
            return f"Vertex {asked} is straight: its triangle has no area."
        case Ear.BLOCKED:
            return f"Vertex {asked} is convex, but {_blocking(inside)} in its triangle."
    return f"Vertex {asked} is an ear too, but the search comes to another one first."


def _index(answer: FeatureRef | str) -> int | None:
    is_vertex = isinstance(answer, FeatureRef) and answer.kind is FeatureKind.VERTEX
    return answer.index if isinstance(answer, FeatureRef) and is_vertex else None


def _first_question(moment: Moment[Cut]) -> Click | None:
    """Before the first candidate: any ear of the ring."""
    if moment.compare or not isinstance(moment.next, TipTested):
        return None
    scene, ring = moment.scene, ring_before(moment)
    found = ears(scene.polygon, ring)

    def judge(answer: FeatureRef | str) -> Verdict:
        index = _index(answer)
        if index is None:
            return Verdict(False, "Click one of the vertices.")
        if index in found:
            return Verdict(
                True, f"Vertex {index} is one of {len(found)} ears. More than three vertices: two ears or more."
            )
        return Verdict(False, _because(scene, ring, index))

    text = "An ear is a convex vertex whose triangle contains no other vertex. Click one."
    return Click(text, judge, frozenset(map(vertex, found)))


def _next_question(moment: Moment[Cut], ring: list[int]) -> Click | None:
    """After the third ear: which one the search finds next."""
    done = sum(isinstance(step, TipTested) and step.is_ear for step in moment.seen)
    later = (s for s in moment.trace.steps[moment.index + 1 :] if isinstance(s, TipTested) and s.is_ear)
    coming = next(later, None)
    if moment.compare or done != ASKED_AGAIN or not moment.step.is_ear or coming is None:
        return None
    scene, tip = moment.scene, coming.tip
    left = [v for k, v in enumerate(ring) if k != moment.step.place]

    def judge(answer: FeatureRef | str) -> Verdict:
        index = _index(answer)
        if index is None:
            return Verdict(False, "Click one of the vertices.")
        if index == tip:
            return Verdict(True, f"Vertex {tip}: the first ear from vertex {moment.step.before} on.")
        return Verdict(False, _because(scene, left, index))

    text = "The search steps back one vertex after a clip. Click the ear that it finds next."
    return Click(text, judge, frozenset((vertex(tip),)))


def _known(moment: Moment[Cut]) -> str:
    return f"The outline has {len(moment.scene.polygon.points)} vertices."


def _run(slip: Slip, scene: Cut) -> FaultyTriangulation | None:
    """These loops know no holes."""
    return None if len(scene.outline.rings) > 1 else ear_clipping_with(slip, scene.outline.points)


def _differs(moment: Moment[Cut]) -> bool:
    found = moment.faulty
    if not isinstance(found, FaultyTriangulation):
        return False
    wanted = len(moment.scene.polygon.points) - 2
    return found.error > 1e-9 * found.area or found.empty > 0 or len(found.triangles) != wanted


class EarClipping(Lesson[Cut]):
    id = "ear-clipping"
    title = "Ear clipping"
    source = "SAT explained"
    summary = "Cut any outline into triangles: clip one ear after the other, and bridge its holes."
    terms = ("triangulation", "diagonal", "ear", "simple polygon", "bridge", "reflex vertex")
    builds_on = ("edge-normals",)
    frames_stages = False
    most_steps = 60
    story = EarClippingStory()
    compare = (
        Comparison("no inside test", partial(_run, Slip.NO_INSIDE_TEST), _differs),
        Comparison("wrong cross sign", partial(_run, Slip.WRONG_SIGN), _differs, "Error 8 of *SAT explained*"),
        Comparison("winding not checked", partial(_run, Slip.WINDING), _differs, "Error 9 of *SAT explained*"),
        Comparison("half-open triangle", partial(_run, Slip.HALF_OPEN), _differs, "Error 13 of *SAT explained*"),
    )

    @cached_property
    def layout(self) -> Layout:
        return Pane("world", "", self.story.draw, is_world=True)

    @cached_property
    def scenes(self) -> Mapping[str, Cut | Preset[Cut]]:
        cave = (
            (-4.2, -2.2), (-1.35, -2.75), (-0.55, -1.62), (0.75, -2.55), (3.3, -2.45), (4.35, -0.2), (2.35, -0.75),
            (2.75, 1.15), (4.0, 2.35), (1.35, 2.75), (0.55, 0.75), (-0.75, 1.45), (-0.5, 2.75), (-3.3, 2.6),
            (-2.35, 0.65), (-4.45, 0.55),
        )  # fmt: skip
        star = [_polar(0.9 if i % 2 else 2.0, 90.0 + 36.0 * i) for i in range(10)]
        teeth = [(0.5 * i, 1.0 if i % 2 else 3.0) for i in range(12, -1, -1)]
        around = [60.0 * i for i in range(10)]
        outer = [_polar(0.6 + 0.7 * angle / 360.0, angle) for angle in around]
        inner = [_polar(0.25 + 0.7 * angle / 360.0, angle) for angle in reversed(around)]
        run = ((0.0, 0.0), (2.0, 0.0), (4.0, 0.0), (4.0, 1.5), (4.0, 3.0), (0.0, 3.0))
        diagonal = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (2.0, 2.0), (0.0, 4.0))
        square = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0))
        hole = ((1.0, 1.0), (1.0, 3.0), (3.0, 3.0), (3.0, 1.0))
        ell = ((0.0, 3.0), (1.0, 3.0), (1.0, 1.0), (3.0, 1.0), (3.0, 0.0), (0.0, 0.0))
        return {
            "Cave wall": Cut(Outline(cave)),
            "Star": Cut(Outline(star)),
            "Comb": Cut(Outline(((0.0, 0.0), (6.0, 0.0), *teeth))),
            "Spiral": Cut(Outline((*outer, *inner))),
            "Square with a hole": Cut(Outline(square, hole)),
            "Straight run": Cut(Outline(run)),
            "Vertex on the diagonal": Preset(Cut(Outline(diagonal)), "half-open triangle", _at_check),
            "Clockwise": Preset(Cut(Outline(ell)), "winding not checked", _at_check),
        }

    def run(self, scene: Cut) -> Trace[EarStep, Triangulation]:
        return ear_clipping.trace(scene.polygon)

    def situation(self, moment: Moment[Cut]) -> str:
        """How many are clipped, how many are left."""
        step = moment.step
        if isinstance(step, Triangulation):
            return f"The outline is cut into {len(step.triangles)} triangles along {len(step.diagonals)} diagonals."
        if not isinstance(step, TipTested):
            return _known(moment)
        left = step.left - step.is_ear
        done = len(moment.trace.result.ring) - left
        return f"{done} {'ear is' if done == 1 else 'ears are'} clipped, {left} vertices remain."

    def challenge(self, moment: Moment[Cut]) -> Challenge | None:
        scene = moment.scene
        if len(scene.outline.rings) > 1:
            return None
        count, found = len(scene.outline.points), len(scene.ears)
        return Challenge(
            f"Drag or add vertices until an outline of {LEAST} or more has exactly two ears.",
            count >= LEAST and found == 2,
            f"{count} vertices, {found} ears",
            "Let every outer vertex's triangle contain an inner vertex; taper both ends to a point.",
        )


def _polar(radius: float, degrees: float) -> tuple[float, float]:
    return radius * math.cos(math.radians(degrees)), radius * math.sin(math.radians(degrees))


def _at_check(trace: Trace[EarStep, Triangulation]) -> int:
    return len(trace) - 1
