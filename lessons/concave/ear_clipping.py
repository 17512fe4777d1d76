"""Ear clipping: an outline cut into triangles, one ear a stage."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from geometry import Trace
from geometry.concave.bridges import BridgeBuilt
from geometry.concave.ear_clipping import Ear, EarStep, TipTested, Triangulation, WindingFound, ear_clipping
from geometry.faulty.ear_clipping import FaultyTriangulation
from geometry.polygon import Polygon
from geometry.trace import picked
from geometry.vector import Points
from lessons.concave.ear_clipping_asked import blocking, known, question
from lessons.concave.ear_clipping_faults import COMPARE
from lessons.concave.ear_clipping_figure import draw_world
from lessons.concave.ear_clipping_state import (
    CROWD,
    NAMED,
    exact_cross,
    having,
    is_crowd,
    leaves,
    ring_before,
    vertex,
)
from lessons.concave.ear_clipping_table import areas
from lessons.concave.ear_clipping_words import (
    BACK,
    BRIDGE,
    CHECK,
    CHECK_HOLES,
    CHECK_ONE,
    EAR,
    FAULTS,
    HOLES,
    INSIDE,
    WINDING,
    each_clip,
    few_shown,
)
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Layout, Lesson, Moment, Pane, Preset
from viz.lesson.outline import Outline
from viz.lesson.page import Claim, Page, Table
from viz.lesson.prediction import Challenge
from viz.lesson.scene import Scene, handle, polar
from viz.lesson.story import Story
from viz.lesson.text import fixed, listed, telling, tint

MANY = 120  # vertices: of more only SHOWN of the steps are told
SHOWN = 50
LEAST = 7  # vertices of the outline that the challenge wants

AREA = r"S=\tfrac12\sum_i\,(x_i\,y_{i+1}-x_{i+1}\,y_i)"
TEST = (
    r"\mathrm{cross}(\examined{e_{i-1}},\examined{e_i})>0,\;\;"
    r"\overlap{v_{k\neq i,i\pm1}}\notin\triangle v_{i-1}v_iv_{i+1}"
)
COUNT = r"n_{\mathrm{after}}=n_{\mathrm{before}}+n_{\mathrm{hole}}+2"
SUM = r"T=n+2h-2\qquad \sum_j|A_j|=|S|"
SUM_HOLES = r"T=n+2h-2\qquad \sum_j|A_j|=|S|-\sum_m|S_m|"


@dataclass(frozen=True, eq=False)
class Cut(Scene):
    """An outline, with holes or without. Raises ValueError (when it is looked at) where it is no polygon."""

    outline: Outline = handle(Ink.A, "A")

    @cached_property
    def polygon(self) -> Polygon:
        return Polygon(self.outline.points, self.outline.rings[1:])

    def sketched(self) -> list[tuple[Ink, Points]]:
        """Of hundreds of vertices some."""
        count = len(self.outline.points)
        return [(Ink.A, self.outline.points[:: count // CROWD])] if count > 2 * CROWD else []

    @cached_property
    def ears(self) -> frozenset[int]:
        """Of the outline as it is given, without its holes."""
        return having(self.polygon, self.polygon.ordered[0], Ear.EAR)

    @cached_property
    def straight(self) -> frozenset[int]:
        turn, rings = self.polygon.exact.turn, self.polygon.ordered
        return frozenset(
            ring[k - 1] for ring in rings for k in range(len(ring)) if not turn(ring[k - 2], ring[k - 1], ring[k])
        )


class EarClippingStory(Story):
    """Winding, bridges, one ear after the other, and the sum of the areas."""

    columns = ("vertex", "cross", "diamonds inside", "result")

    def stage(self, moment: Moment[Cut]) -> str:
        return self.named(moment.step, len(moment.trace.result.ring))

    def named(self, step: EarStep, count: int) -> str:
        """The stage of a step, of a whole ring of so many vertices."""
        match step:
            case WindingFound():
                return "Winding"
            case BridgeBuilt():
                return "Bridge"
            case TipTested() as tested:
                return f"Ear {count - tested.left + 1}"
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
        way = "< 0: clockwise. Backwards we" if found.is_reversed else "> 0: counter-clockwise. We"
        turn = "right or not at all at diamonds" if moment.scene.straight else "right at diamonds (**reflex**)"
        says = f"Signed area $S$ = **{fixed(found.signed_area)}** {way} turn left at circles (convex), {turn}."
        if holes := moment.scene.outline.rings[1:]:
            areas = [_area(hole) for hole in holes]
            turn = "clockwise" if found.is_reversed else "counter-clockwise"
            says = f"Outline: $S$ = **{fixed(found.signed_area)}**, {turn}. Holes: {listed([*map(fixed, areas)])}."
            if len(holes) == 1:
                way = "clockwise" if areas[0] < 0.0 else "counter-clockwise"
                says = f"Outline: $S$ = **{fixed(found.signed_area)}**, {turn}. Hole: {fixed(areas[0])}, {way}."
            if found.is_reversed or max(areas) > 0.0:
                says += " The arrows show how we walk."
        idea = HOLES if holes else WINDING
        page = (
            Page(self.stage(moment), idea, AREA)
            .says(says)
            .claiming(
                Claim("S", lambda: found.signed_area, lambda: _area(outline)),
                Claim("reversed", lambda: found.is_reversed, lambda: _area(outline) < 0.0),
            )
        )
        return _asking(page, moment)

    def bridge(self, moment: Moment[Cut], built: BridgeBuilt) -> Page:
        scene = moment.scene
        hole = scene.outline.rings[1 + built.hole]
        before = sum(len(ring) + 2 for ring in scene.outline.rings[1:]) + len(scene.outline.points)
        later = [step for step in moment.trace.steps[moment.index :] if isinstance(step, BridgeBuilt)]
        later_size = sum(len(scene.outline.rings[1 + step.hole]) + 2 for step in later)
        says = (
            f"Vertex {built.hole_vertex} of the hole sees vertex {built.ring_vertex} of the outline. "
            f"One ring of {len(built.ring)} vertices is left: these two come twice."
        )
        page = (
            Page(self.stage(moment), BRIDGE, COUNT)
            .says(says)
            .claiming(
                Claim("n", lambda: len(built.ring), lambda: before - later_size + len(hole) + 2),
                Claim("rightmost", lambda: scene.polygon.points[built.hole_vertex][0], lambda: hole[:, 0].max()),
            )
        )
        return _asking(page, moment)

    def tested(self, moment: Moment[Cut], tested: TipTested) -> Page:
        points = moment.scene.polygon.points
        corners = tested.before, tested.tip, tested.after
        inside = tested.inside
        name, cross = "$i$ = " + tint(f"**{tested.tip}**", Ink.EXAMINED), _number(moment, tested.cross)
        match tested.result:
            case Ear.REFLEX:
                says, word = f"Vertex {name} is reflex: the cross product is {cross}. It is not an ear.", "reflex"
            case Ear.STRAIGHT:
                says, word = f"Vertex {name} is straight: the cross product is 0. It is not an ear now.", "straight"
            case Ear.BLOCKED:
                says = f"Vertex {name} is not an ear: {blocking(moment.scene.polygon, corners, inside)} its triangle."
                word = tint("not an ear", Ink.OVERLAP)
            case _:
                area, left = _number(moment, tested.cross / 2.0), tested.left - 1
                last = points[list(moment.trace.result.triangles[-1])]
                rest = (
                    f"leaves {left} vertices"
                    if left > 3
                    else f"leaves a last triangle of area {_number(moment, _area(last))}"
                )
                says = f"Vertex {name} is an ear: its triangle has area {area} (cross/2). Clipping it {rest}."
                word = "**ear**"
        page = (
            Page(self.stage(moment), _idea(moment, tested), TEST)
            .says(says)
            .claiming(
                Claim("cross", lambda: tested.cross, lambda: float(exact_cross(points, *corners))),
                Claim("ear", lambda: tested.is_ear, lambda: _is_ear(points, ring_before(moment), corners)),
            )
        )
        blockers = ", ".join(map(str, inside)) if len(inside) <= NAMED else f"{len(inside)} of them"
        convex = tested.result in (Ear.EAR, Ear.BLOCKED)
        told = tint(blockers, Ink.OVERLAP) if blockers else "none" if convex else "–"
        page = page.row(str(tested.tip), cross, told, word, feature=vertex(tested.tip))
        return _asking(page, moment)

    def check(self, moment: Moment[Cut], answer: Triangulation) -> Page:
        scene = moment.scene
        points, rings, count = scene.polygon.points, scene.outline.rings, len(answer.triangles)
        total = math.fsum(abs(_area(points[list(triangle)])) for triangle in answer.triangles)
        outer, inner = abs(_area(rings[0])), math.fsum(abs(_area(hole)) for hole in rings[1:])
        own = f"outline less holes: {fixed(outer)} − {fixed(inner)}" if inner else f"the outline has {fixed(outer)}"
        given = f"$n$ = {len(points)} vertices, $h$ = {len(rings) - 1} {'hole' if len(rings) == 2 else 'holes'}"
        if moment.compare:
            given = "Correct"
        sums = "triangles. Their areas add up to" if count > 1 else "triangle. Its area is"
        says = f"{given}: $T$ = {count} {sums} **{fixed(total)}**; {own}."
        return (
            Page(self.stage(moment), _check(moment, count), SUM_HOLES if inner else SUM)
            .says(says)
            .claiming(
                Claim("count", lambda: count, lambda: len(points) + 2 * (len(rings) - 1) - 2),
                Claim("areas", lambda: total, lambda: outer - inner),
            )
        )

    def draw(self, canvas: Canvas, moment: Moment[Cut]) -> None:
        draw_world(canvas, moment)


def _idea(moment: Moment[Cut], tested: TipTested) -> str:
    """What this test shows: what an ear is, what to test, where the search goes on, how many triangles come."""
    last, count = moment.trace.steps[moment.index - 1], len(moment.trace.result.ring)
    tests = moment.trace.result.tests
    if tested.result is Ear.BLOCKED:
        return INSIDE
    if len(moment.trace) < tests:
        return few_shown(tests, len(moment.trace) - 2)
    if tested.is_ear and tested.left == 4:
        return each_clip(count)
    return BACK if isinstance(last, TipTested) and last.is_ear else EAR


def _number(moment: Moment[Cut], value: float) -> str:
    """With so many digits that a cross product of short edges shows its sign."""
    return telling(value, 5 if is_crowd(moment) else 2)


def _check(moment: Moment[Cut], count: int) -> str:
    """The idea at the end: what the tree tells, or what a faulty rule has done."""
    if isinstance(moment.faulty, FaultyTriangulation):
        return FAULTS[moment.faulty.slip]
    if len(moment.scene.outline.rings) > 1:
        return CHECK_HOLES
    if is_crowd(moment):
        return each_clip(count + 2)
    return CHECK if count > 1 else CHECK_ONE


def _area(ring: Points) -> float:
    """The triangles from the first vertex, summed: positive counter-clockwise."""
    rest = (ring[1:] - ring[0]).tolist()
    return 0.5 * math.fsum(p[0] * q[1] - p[1] * q[0] for p, q in itertools.pairwise(rest))


def _is_ear(points: Points, ring: Sequence[int], corners: tuple[int, int, int]) -> bool:
    """By the definition: a turn to the left, and no other vertex of the ring in the closed triangle."""
    a, b, c = corners
    others = set(ring) - {a, b, c}
    return exact_cross(points, a, b, c) > 0 and not any(
        min(exact_cross(points, a, b, k), exact_cross(points, b, c, k), exact_cross(points, c, a, k)) >= 0
        for k in others
    )


def _asking(page: Page, moment: Moment[Cut]) -> Page:
    asked = question(moment)
    return page if asked is None else page.asks(asked, known(moment))


class EarClipping(Lesson[Cut]):
    id = "ear-clipping"
    title = "Ear clipping"
    source = "SAT explained"
    summary = "Cut any outline into triangles: clip one ear after the other, and bridge its holes."
    terms = ("triangulation", "diagonal", "ear", "simple polygon", "bridge", "reflex vertex")
    builds_on = ("edge-normals",)
    frames_stages = False
    most_steps = 60
    story: EarClippingStory = EarClippingStory()
    compare = COMPARE

    @cached_property
    def layout(self) -> Layout:
        return Pane("world", "", self.story.draw, is_world=True)

    @cached_property
    def scenes(self) -> Mapping[str, Cut | Preset[Cut]]:
        cave = (
            (-4.0, -2.06), (-1.39, -2.75), (-0.55, -1.62), (0.3, -2.41), (3.3, -2.68), (4.15, -0.2), (2.9, -1.25),
            (2.55, 1.75), (3.75, 2.0), (1.62, 2.55), (0.38, 0.57), (-0.72, 0.58), (-0.5, 2.28), (-2.86, 2.75),
            (-2.09, 0.27), (-4.45, 0.28),
        )  # fmt: skip
        star = [polar(2.0 if i % 2 else 1.1, 54.0 - 36.0 * i) for i in range(10)]
        teeth = [(0.5 * i, 1.0 if i % 2 else 3.0) for i in range(12, -1, -1)]
        around = [60.0 * i for i in range(10)]
        outer = [polar(0.6 + 0.7 * angle / 360.0, angle) for angle in around]
        inner = [polar(0.25 + 0.7 * angle / 360.0, angle) for angle in reversed(around)]
        run = ((2.0, 0.0), (4.0, 0.0), (4.0, 1.5), (4.0, 3.0), (0.0, 3.0), (0.0, 0.0))
        diagonal = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (2.0, 2.0), (0.0, 4.0))
        board = ((0.0, 0.0), (4.2, 0.0), (3.8, 4.0), (0.0, 4.0))
        hole = ((1.2, 0.34), (0.9, 3.0), (3.0, 3.2), (3.2, 1.2))
        return {
            "Cave wall": Cut(Outline(cave)),
            "Comb": Cut(Outline(((0.0, 0.0), (6.0, 0.0), *teeth))),
            "Spiral": Cut(Outline((*outer, *inner))),
            "Outline with a hole": Cut(Outline(board, hole)),
            "Straight vertices": Cut(Outline(run)),
            "Vertex on the diagonal": Preset(Cut(Outline(diagonal)), "half-open triangle", _at_check),
            "Clockwise star": Preset(Cut(Outline(star)), "winding not checked", _at_check),
            "1,500 vertices": Cut(
                Outline([polar(3.0 + 0.6 * math.cos(math.radians(1.68 * k)), 0.24 * k) for k in range(1500)])
            ),
            "Triangle": Preset(Cut(Outline(((0.0, 0.0), (4.0, 0.0), (0.0, 3.0)))), "triangle refused", _at_check),
        }

    def run(self, scene: Cut) -> Trace[EarStep, Triangulation]:
        trace = ear_clipping.trace(scene.polygon)
        if len(scene.outline.points) <= MANY or len(scene.outline.rings) > 1:
            return trace
        every = math.ceil(len(trace) / SHOWN)
        return picked(trace, (*range(0, len(trace) - 1, every), len(trace) - 1))

    def stage_names(self, moment: Moment[Cut], pages: Sequence[Page] | None = None) -> list[str]:
        count = len(moment.trace.result.ring)
        return [self.story.named(step, count) for step in moment.trace]

    def situation(self, moment: Moment[Cut]) -> str:
        """How many are clipped, how many are left."""
        step = moment.step
        if isinstance(step, Triangulation):
            bridges = len(moment.scene.outline.rings) - 1
            also = f", {bridges} of them {'a bridge' if bridges == 1 else 'bridges'}" if bridges else ""
            count = len(step.diagonals) + bridges
            found = "The correct result is" if moment.compare else "The outline is cut into"
            says = f"{found} {len(step.triangles)} triangles along {count} diagonals{also}, after {step.tests} tests"
            if len(step.triangles) == 1:
                return f"{found.removesuffix(' cut into')} one triangle: there is nothing to clip."
            if moment.compare or bridges or is_crowd(moment) or not (tips := len(leaves(moment))):
                return f"{says}."
            return f"{says}. The tree has {tips} leaves; the outline has {len(moment.scene.ears)} ears."
        if not isinstance(step, TipTested):
            return known(moment)
        done = len(moment.trace.result.ring) - step.left
        clips = f"{done} {'ear is' if done == 1 else 'ears are'} clipped" if done else "No ear is clipped yet"
        tip = f"vertex {step.tip} is {'the next ear' if step.is_ear else 'not an ear'}"
        return f"{clips}, {step.left} vertices remain; {tip}."

    def table(self, moment: Moment[Cut], pages: Sequence[Page] | None = None) -> Table | None:
        """Of the tests; at the end of the areas, which add up, or of what a faulty rule makes of them."""
        if not isinstance(moment.step, Triangulation) or is_crowd(moment):
            return super().table(moment, pages)
        return areas(moment)

    def challenge(self, moment: Moment[Cut]) -> Challenge | None:
        scene = moment.scene
        if len(scene.outline.rings) > 1 or len(scene.outline.points) > CROWD:
            return None
        count, found, straight = len(scene.outline.points), len(scene.ears), len(scene.straight)
        return Challenge(
            f"Drag vertices or add them (double click on an edge): {LEAST} or more, none straight, exactly two ears.",
            count >= LEAST and found == 2 and not straight,
            f"{count} vertices, {f'{straight} straight, ' if straight else ''}{found} ears",
            "Bend a band that ends in two points: each other vertex is reflex or has one in its triangle.",
        )


def _at_check(trace: Trace[EarStep, Triangulation]) -> int:
    return len(trace) - 1
