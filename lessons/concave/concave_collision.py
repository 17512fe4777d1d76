"""Concave shapes in contact: pieces answer whether two shapes overlap; which push parts them only the whole knows."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from geometry import Trace
from geometry.concave.contacts import PolygonManifold, PolygonPoint, polygon_manifold
from geometry.concave.convex_decomposition import Decomposition, convex_decomposition
from geometry.concave.pairs import PairsTested, PairTested, PiecePair
from geometry.concave.translation import (
    PieceDifference,
    PolygonTranslation,
    difference_of,
    polygon_separation,
    polygon_translation,
)
from geometry.dynamics.body import RigidBody, rigid_body, static_body
from geometry.dynamics.rules import StepRules
from geometry.dynamics.step import Stepped, rigid_step, simulate
from geometry.faulty.concave_pushes import PiecePush, PiecePushes, deepest_pair_only, one_push_a_piece
from geometry.minkowski.difference import minkowski_difference
from geometry.minkowski.gjk import gjk
from geometry.outcome import Outcome
from geometry.polygon import Polygon
from geometry.shape import Convex
from geometry.vector import Points, Vector
from lessons.concave.concave_collision_asked import question
from lessons.concave.concave_collision_figure import (
    SMALL,
    draw_difference,
    draw_world,
    piece,
    place_of_name,
    pushes_in,
)
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Clock, Comparison, Layout, Lesson, Moment, Pane, Preset, beside
from viz.lesson.outline import Outline
from viz.lesson.page import Claim, Page, Table, table_of
from viz.lesson.prediction import Challenge
from viz.lesson.scene import Control, Scene, handle, slider
from viz.lesson.story import Story
from viz.lesson.text import fixed, listed, tint

SHOWN = 6  # pushes of the pieces, a step each
TIME_STEPS, SLOP = 36, 0.005
FAR = 3.0  # the challenge: how many times as far as needed

PIECES = (
    "Cut both shapes into **convex pieces** (a **compound shape**). A and B overlap exactly when some piece of A "
    "overlaps some piece of B."
)
BOXES = (
    "If the boxes (AABBs) of two pieces do not overlap, neither do the pieces. SAT decides the rest: the pieces are "
    "convex, so it is **exact**."
)
OVERLAP = (
    "One pair is enough: A and B overlap. Each such pair has a **minimum translation** of its own. But which move of "
    "B parts **all** pairs?"
)
APART = (
    "No pair overlaps, so A and B are **apart**. Every point belongs to some piece: the nearest pair is as near as A "
    "and B themselves."
)
PUSH = (
    "A faulty rule, **one push a piece**: part each pair by its own minimum translation. That may push B deeper into "
    "the **next** piece."
)
ADDED = (
    "Each push is the least for its pair, but not for the whole: what one piece has pushed away, the next may push "
    "on. The pushes **add up**."
)
NEVER = (
    "Each wall pushes B into the other wall, so one push a piece **never ends**. We stop it after {} rounds, and B "
    "still overlaps A."
)
UNION = (
    "B + $d$ overlaps A exactly when $d$ lies in A − B, the set of every $a-b$. It is the **union** of the "
    "differences of all pairs of pieces."
)
WHOLE = (
    "**One push** for the whole: to the point of the boundary of A − B that is nearest to the origin. Dashed walls "
    "inside are no boundary."
)
CORNER = (
    "The nearest point is a **reflex corner** of A − B: two edges stop B at once. So $d$ is the normal of no edge, "
    "and no axis of SAT finds it."
)
HOLE = (
    "The nearest point lies on a **hole** of A − B: B fits inside A there. The least push may lead to a place that B "
    "could never reach by moving."
)
CONTACTS = (
    "Engines collect **contact points** pair by pair. An **inner edge** lies between two pieces: nothing outside can "
    "hit it. Its points are dropped."
)
DEEP = (
    "B is so deep that all points lie on **inner edges** or have normals that nothing outside can have. The push of "
    "the whole gives one point."
)
GHOST = (
    "B’s corner is past the seam by less than it is deep. So SAT picks the **inner edge**, and B is stopped where "
    "nothing is: a **ghost collision**."
)
GLIDES = (
    "No contact lies on an inner edge here, so none is dropped: both bodies get the same contacts and move alike."
)
EXISTS = r"\A{A}\cap\B{B}\neq\emptyset\;\Leftrightarrow\;\exists\,i,j:\ \A{A_i}\cap\B{B_j}\neq\emptyset"
SPARED = r"\mathrm{gap}(\mathrm{box}_i,\mathrm{box}_j)>0\;\Rightarrow\;s_{ij}>0"
DISTANCE = r"\gap{d}(\A{A},\B{B})=\min_{i,j}\,d(\A{A_i},\B{B_j})"
SUM = r"\faulty{d}=d_1+d_2+\dots"
DIFFERENCES = r"\A{A}-\B{B}=\bigcup_{i,j}\,(\A{A_i}-\B{B_j})"
AREA = r"\mathrm{area}(\A{A}\cap(\B{B}+\answer{d}))=0"
STAGES = {
    Decomposition: "Pieces",
    PairTested: "Pairs",
    PairsTested: "Pairs",
    PiecePush: "Push a piece",
    PiecePushes: "Push a piece",
    PieceDifference: "Difference",
    PolygonTranslation: "Whole",
    PolygonManifold: "Contacts",
    Stepped: "Slide",
}
TABLES = {
    "Pairs": ("pair", "gap of boxes", "separation"),
    "Push a piece": ("push", "out of", "length", "B moved by"),
    "Contacts": ("contact", "pieces", "depth", "result"),
}


@dataclass(frozen=True, eq=False)
class Compound(Scene):
    """Two outlines, and the speed of B where it slides."""

    a: Outline = handle(Ink.A, "A")
    b: Outline = handle(Ink.B, "B")
    speed: float = slider("Speed of B", 0.5, 6.0, 0.0)

    def controls(self) -> Iterator[tuple[str, Control, Any]]:
        return (each for each in super().controls() if each[0] != "speed" or self.speed)

    @cached_property
    def polygons(self) -> Mapping[str, Polygon]:
        return {owner: Polygon(o.points, o.rings[1:]) for owner, o in (("A", self.a), ("B", self.b))}

    @cached_property
    def names(self) -> Mapping[str, list[str]]:
        """Of the pieces; a single one has the shape's name."""
        counts = {owner: len(polygon.pieces) for owner, polygon in self.polygons.items()}
        return {o: [o] if k == 1 else [f"{o}{i + 1}" for i in range(k)] for o, k in counts.items()}

    @cached_property
    def places(self) -> Mapping[str, list[Vector]]:
        """Of the pieces' names."""
        a, b = (self.polygons[owner].pieces for owner in "AB")
        return {"A": [place_of_name(p, b) for p in a], "B": [place_of_name(q, ()) for q in b]}

    def pieces(self, pair: PiecePair) -> tuple[Convex, Convex]:
        return self.polygons["A"].pieces[pair.of_a], self.polygons["B"].pieces[pair.of_b]

    @cached_property
    def whole(self) -> Trace[Any, PolygonTranslation]:
        return polygon_translation.trace(self.polygons["A"], self.polygons["B"])

    @property
    def push(self) -> Vector | None:
        return self.whole.result.translation

    @cached_property
    def is_fine(self) -> bool:
        """Whether the push is too short to be seen beside the shapes."""
        return self.push is not None and 0.0 < math.hypot(*self.push) < SMALL * self.size

    @cached_property
    def size(self) -> float:
        """Of B."""
        return float(np.ptp(self.b.points, axis=0).max())

    @cached_property
    def pushes(self) -> Trace[Any, PiecePushes]:
        return one_push_a_piece.trace(self.polygons["A"].pieces, self.polygons["B"].pieces)

    @cached_property
    def differences(self) -> Mapping[tuple[int, int], Points]:
        a, b = (self.polygons[owner].pieces for owner in "AB")
        return {(i, j): minkowski_difference(p, q).points for i, p in enumerate(a) for j, q in enumerate(b)}

    @cached_property
    def boundary(self) -> Any:
        """Of A − B: segments."""
        return difference_of(self.polygons["A"], self.polygons["B"]).stretches()

    def left_after(self, move: Vector) -> float:
        """The overlap that is left when B is moved; negative for a gap."""
        return -polygon_separation(self.polygons["A"], self.polygons["B"].moved(move))

    @cached_property
    def sliding(self) -> tuple[RigidBody, RigidBody]:
        return static_body(self.polygons["A"]), rigid_body(self.polygons["B"], velocity=(self.speed, 0.0))

    @cached_property
    def runs(self) -> tuple[tuple[Stepped, ...], tuple[Stepped, ...]]:
        """Without the contacts on inner edges, and with them."""
        glides, trips = (
            simulate(self.sliding, TIME_STEPS, StepRules(slop=SLOP, drop_inner=drop)) for drop in (True, False)
        )
        return glides, trips


def told(scene: Compound) -> Trace[Any, Any]:
    """The pieces, their pairs, the pushes piece by piece, the push of the whole, the contacts, and the slide."""
    cut, whole = convex_decomposition.trace(scene.polygons["A"]), scene.whole
    tested = next(i for i, step in enumerate(whole) if isinstance(step, PairsTested))
    parts: list[tuple[Trace[Any, Any], Sequence[int]]] = [(cut, (len(cut) - 1,)), (whole, range(tested + 1))]
    if whole.result.outcome is Outcome.OVERLAPPED:
        pushes = len(scene.pushes.result.pushes)
        if pushes and not scene.speed:
            parts.append((scene.pushes, (*range(min(pushes, SHOWN)), len(scene.pushes) - 1)))
        contacts = polygon_manifold.trace(scene.polygons["A"], scene.polygons["B"])
        parts += [(whole, (len(whole) - 2, len(whole) - 1)), (contacts, (len(contacts) - 1,))]
        if scene.speed:
            step = rigid_step.trace(scene.sliding, rules=StepRules(slop=SLOP))
            parts.append((step, (len(step) - 1,)))
    steps = [trace[i] for trace, kept in parts for i in kept]
    lines = [trace.lines[i] for trace, kept in parts for i in kept]
    steps = [replace(step, search=None) if isinstance(step, PairTested) else step for step in steps]
    return Trace(whole.function, tuple(steps), tuple(lines), None, steps[-1])


class CollisionStory(Story):
    """Pieces, pairs, pushes, differences, contacts."""

    columns = TABLES["Pairs"]

    def stage(self, moment: Moment[Compound]) -> str:
        return STAGES[type(moment.step)]

    def page(self, moment: Moment[Compound]) -> Page:
        match moment.step:
            case Decomposition():
                page = self.cut(moment)
            case PairTested() as tested:
                page = self.pair(moment, tested.pair)
            case PairsTested() as pairs:
                page = self.pairs(moment, pairs)
            case PiecePush() as push:
                page = self.push(moment, push)
            case PiecePushes() as pushes:
                page = self.pushes(moment, pushes)
            case PieceDifference():
                page = self.union(moment)
            case PolygonTranslation() as whole:
                page = self.whole(moment, whole)
            case PolygonManifold() as found:
                page = self.contacts(moment, found)
            case _:
                page = self.slide(moment)
        return page.asks(question(moment), situation(moment))

    def cut(self, moment: Moment[Compound]) -> Page:
        scene = moment.scene
        (k, m), n = (len(scene.names[owner]) for owner in "AB"), len(scene.differences)
        says = (
            f"A has **{k}** {_pieces(k)}, B has **{m}**: {k} · {m} = **{n}** {'pair' if n == 1 else 'pairs'} to test."
        )
        overlaps = scene.whole.result.outcome is Outcome.OVERLAPPED
        return (
            Page("Pieces", PIECES, EXISTS)
            .says(says)
            .claiming(
                Claim("overlap", lambda: overlaps, lambda: _least(scene) <= 1e-9),
                Claim(
                    "pieces",
                    lambda: sum(_area(p.points) for p in scene.polygons["A"].pieces),
                    lambda: scene.polygons["A"].area,
                ),
            )
        )

    def pair(self, moment: Moment[Compound], pair: PiecePair) -> Page:
        a, b = names(moment, pair)
        cells = [f"{a}, {b}", fixed(pair.box_gap) if pair.box_gap else "overlap"]
        p, q = moment.scene.pieces(pair)
        if pair.separation is None:
            says = (
                f"The boxes of {a} and {b} are {tint(fixed(pair.box_gap), Ink.GAP)} apart. No further test is needed."
            )
            cells.append("not tested")
        else:
            digits = 3 if moment.scene.is_fine else 2
            word, ink = ("overlap by", Ink.OVERLAP) if pair.is_overlap else ("are apart by", Ink.GAP)
            says = f"{a} and {b} {word} {tint(f'**{fixed(abs(pair.separation), digits)}**', ink)}."
            cells.append(tint(fixed(pair.separation, digits), ink))
            if pair.box_gap == 0.0 and not pair.is_overlap:
                says = f"The boxes of {a} and {b} overlap, the pieces do not. {says}"
        return (
            Page("Pairs", BOXES, SPARED)
            .says(says)
            .row(*cells, feature=piece(moment.scene.names["A"][pair.of_a]))
            .claiming(
                Claim("spared", lambda: pair.box_gap == 0.0 or _apart(p, q), lambda: True),
                Claim("gap", lambda: pair.box_gap, lambda: _box_gap(p.points, q.points)),
            )
        )

    def pairs(self, moment: Moment[Compound], pairs: PairsTested) -> Page:
        scene, n, hits = moment.scene, len(pairs.pairs), len(pairs.overlapping)
        spared = sum(pair.separation is None for pair in pairs.pairs)
        if hits:
            word = "overlaps" if hits == 1 else "overlap"
            says = f"**{hits}** of {n} pairs {word}; the boxes alone ruled out {spared}."
            return Page("Pairs", OVERLAP).says(says)
        a, b = names(moment, pairs.nearest)
        says = f"The nearest pair is {a} and {b}: $d$ = {tint(f'**{fixed(pairs.distance)}**', Ink.GAP)}."
        says += f" The boxes ruled out {spared} of {n} pairs."
        return Page("Pairs", APART, DISTANCE, (Claim("d", lambda: pairs.distance, lambda: _least(scene)),)).says(says)

    def push(self, moment: Moment[Compound], push: PiecePush) -> Page:
        scene, done = moment.scene, pushes_in(moment)
        a, b = scene.names["A"][push.of_a], scene.names["B"][push.of_b]
        still = [tint(scene.names["A"][i], Ink.A) for i in _overlapped(scene, push.moved)]
        rest = (
            f"B {'now overlaps' if len(done) == 1 else 'overlaps'} {listed(still)}."
            if still
            else "B overlaps no piece any more."
        )
        says = f"Push {len(done)}: {tint(fixed(math.hypot(*push.push)), Ink.FAULTY)} out of {tint(a, Ink.A)}. {rest}"
        moved = math.hypot(*push.moved)
        out = a if len(scene.names["B"]) == 1 else f"{a}, {b}"
        return (
            Page("Push a piece", PUSH, SUM)
            .says(says)
            .row(str(len(done)), out, fixed(math.hypot(*push.push)), fixed(moved), faulty=True)
            .claiming(Claim("d", lambda: push.moved, lambda: np.sum([each.push for each in done], axis=0)))
        )

    def pushes(self, moment: Moment[Compound], pushes: PiecePushes) -> Page:
        count, far = len(pushes.pushes), math.hypot(*pushes.moved)
        ways = f"{count} {'push' if count == 1 else 'pushes'} of {tint(fixed(pushes.length), Ink.FAULTY)} in all"
        says = f"{ways} have moved B by {tint(f'**{fixed(far)}**', Ink.FAULTY)}."
        says += " No pair overlaps any more." if pushes.has_ended else ""
        idea = ADDED if pushes.has_ended else NEVER.format(pushes.rounds)
        steps = [each.push for each in pushes.pushes]
        return (
            Page("Push a piece", idea, SUM)
            .says(says)
            .claiming(Claim("d", lambda: pushes.moved, lambda: np.sum(steps, axis=0), 1e-7))
        )

    def union(self, moment: Moment[Compound]) -> Page:
        scene, pairs = moment.scene, moment.scene.whole.result.pairs
        n, hits = len(pairs.pairs), len(pairs.overlapping)
        says = f"{n} differences; {hits} of them {'contains' if hits == 1 else 'contain'} the origin. "
        says += "Only the bold outline is boundary of the union."
        inside = [_holds(points) for points in scene.differences.values()]
        return (
            Page("Difference", UNION, DIFFERENCES)
            .says(says)
            .claiming(Claim("overlap", lambda: [p.is_overlap for p in pairs.pairs], lambda: inside))
        )

    def whole(self, moment: Moment[Compound], whole: PolygonTranslation) -> Page:
        scene, push = moment.scene, whole.translation
        assert push is not None
        digits, length = 3 if scene.is_fine else 2, math.hypot(*push)
        x, y = (fixed(value, digits) for value in push.tolist())
        says = f"$d$ = ({x}, {y}), {tint(f'**{fixed(length, digits)}**', Ink.ANSWER)} long: A and B just touch."
        moved = moment.latest(PiecePushes)
        if moved is not None:
            far = f"moved B by {fixed(math.hypot(*moved.moved))}" if moved.has_ended else "never ended"
            says += f" One push a piece {tint(far, Ink.FAULTY)}."
        page = Page("Whole", _whole_idea(scene, push), AREA).says(says)
        return page.row("whole", "all", fixed(length, digits), fixed(length, digits), key="whole").claiming(
            Claim("area", lambda: max(0.0, scene.left_after(push)), lambda: 0.0, 1e-7),
            Claim("length", lambda: -whole.separation, lambda: length),
        )

    def contacts(self, moment: Moment[Compound], found: PolygonManifold) -> Page:
        kept, dropped = len(found.points), len(found.dropped)
        says = (
            f"**{kept}** contact {'point stays' if kept == 1 else 'points stay'}, {tint(str(dropped), Ink.FAULTY)} "
        )
        says += f"{'is' if dropped == 1 else 'are'} dropped."
        page = Page("Contacts", DEEP if found.is_from_translation else CONTACTS).says(says)
        for points, result in ((found.points, "stays"), (found.dropped, tint("dropped", Ink.FAULTY))):
            for each in points:
                page = page.row(*_cells(moment, each), result, faulty=points is found.dropped)
        return page

    def slide(self, moment: Moment[Compound]) -> Page:
        glides, trips = ([float(s.bodies[1].velocity[0]) for s in run] for run in moment.scene.runs)
        says = f"Every contact counts: {tint(f'{fixed(moment.scene.speed)} to {fixed(min(trips))}', Ink.FAULTY)}."
        says += f" Inner edges dropped: {fixed(min(glides))} at the least."
        return Page("Slide", GHOST if moment.trace[-2].dropped else GLIDES).says(says)

    def draw(self, canvas: Canvas, moment: Moment[Compound]) -> None:
        draw_world(canvas, moment)


def names(moment: Moment[Compound], pair: PiecePair | PolygonPoint) -> tuple[str, str]:
    a, b = moment.scene.names["A"][pair.of_a], moment.scene.names["B"][pair.of_b]
    return tint(a, Ink.A), tint(b, Ink.B)


def _cells(moment: Moment[Compound], each: PolygonPoint) -> tuple[str, str, str]:
    x, y = (fixed(value) for value in each.contact.point.tolist())
    return f"({x}, {y})", ", ".join(names(moment, each)), fixed(-each.contact.separation, 3)


def _pieces(count: int) -> str:
    return "convex piece" if count == 1 else "convex pieces"


def _area(points: Points) -> float:
    x, y = points.T
    return 0.5 * float(x @ np.roll(y, -1) - y @ np.roll(x, -1))


def _apart(p: Convex, q: Convex) -> bool:
    found = gjk(p, q).separation
    return found is not None and found > 0.0


def _least(scene: Compound) -> float:
    """The least distance of all pairs, none of them spared; 0 where one overlaps."""
    a, b = (scene.polygons[owner].pieces for owner in "AB")
    return min(gjk(p, q).separation or 0.0 for p in a for q in b)


def _box_gap(p: Points, q: Points) -> float:
    return float(np.hypot(*np.maximum(0.0, np.maximum(p.min(axis=0) - q.max(axis=0), q.min(axis=0) - p.max(axis=0)))))


def _holds(points: Points) -> bool:
    """Whether a convex outline contains the origin, its boundary included up to rounding."""
    sides = np.roll(points, -1, axis=0) - points
    return bool((points[:, 0] * sides[:, 1] - points[:, 1] * sides[:, 0] >= -1e-9).all())


def _overlapped(scene: Compound, move: Vector) -> list[int]:
    """The pieces of A that B overlaps when it is moved."""
    found = scene.differences.items()
    return sorted({i for (i, _), points in found if _depth(points - move) > 1e-7})


def _depth(points: Points) -> float:
    """How deep the origin lies in a convex outline; negative outside."""
    sides = np.roll(points, -1, axis=0) - points
    return float(((points[:, 0] * sides[:, 1] - points[:, 1] * sides[:, 0]) / np.hypot(*sides.T)).min())


def _whole_idea(scene: Compound, push: Vector) -> str:
    length = math.hypot(*push)
    if scene.a.rings[1:] and Outline(scene.a.points).contains(scene.b.middle + push):
        return HOLE
    normals = np.concatenate([piece.normals for each in scene.polygons.values() for piece in each.pieces])
    if length > 0.0 and float(np.abs(normals @ push).max()) < length * (1.0 - 1e-9):
        return CORNER
    return WHOLE


def situation(moment: Moment[Compound]) -> str:
    """What is known of the shapes at this step."""
    scene, step = moment.scene, moment.step
    if isinstance(step, Stepped):
        return "B slides to the right over the seam between two pieces of A."
    tested = [s.pair for s in moment.seen if isinstance(s, PairTested)]
    n, hits = len(scene.differences), sum(pair.is_overlap for pair in tested)
    if moment.latest(PairsTested) is None:
        if not tested:
            return f"A and B have {n} {'pair' if n == 1 else 'pairs'} of pieces; none is tested yet."
        return f"{len(tested)} of {n} pairs tested; {hits or 'none'} of them {'overlaps' if hits < 2 else 'overlap'}."
    if not hits:
        return f"A and B are {fixed(scene.whole.result.separation)} apart."
    if moment.latest(PolygonTranslation) is None:
        return f"A and B overlap, in {hits} of {n} pairs of pieces."
    digits = 3 if scene.is_fine else 2
    return f"A and B overlap; one push of {fixed(-scene.whole.result.separation, digits)} parts them."


class ConcaveCollision(Lesson[Compound]):
    id = "concave-collision"
    title = "Concave shapes in contact"
    source = "SAT explained"
    summary = "Pieces answer whether two shapes overlap; the push that parts them is found for the whole."
    terms = ("compound shape", "inner edge", "ghost collision")
    builds_on = ("convex-pieces", "minimum-translation", "minkowski-difference", "edge-clipping")
    most_steps = 18
    story = CollisionStory()
    compare = (
        Comparison(
            "deepest pair only",
            lambda scene: deepest_pair_only(*(scene.polygons[owner].pieces for owner in "AB")),
            lambda moment: bool(moment.faulty.pushes) and moment.scene.left_after(moment.faulty.moved) > 1e-7,
        ),
    )

    @cached_property
    def layout(self) -> Layout:
        return beside(
            Pane("world", "World", self.story.draw, is_world=True),
            Pane("difference", "Difference space: every a − b", draw_difference),
        )

    @property
    def presented(self) -> Layout:
        return self.panes[0]

    @cached_property
    def scenes(self) -> Mapping[str, Compound | Preset[Compound]]:
        star = Outline([_polar(2.0 if i % 2 == 0 else 0.9, 90.0 + 36.0 * i) for i in range(10)])
        ell = Outline([(0.0, 0.0), (3.0, 0.0), (3.0, 1.0), (1.0, 1.0), (1.0, 3.0), (0.0, 3.0)])
        small = [(0.0, 0.0), (2.0, 0.0), (2.0, 0.7), (0.7, 0.7), (0.7, 2.0), (0.0, 2.0)]
        you = [(0.0, 0.0), (4.0, 0.0), (4.0, 3.0), (3.0, 3.0), (3.0, 1.0), (1.0, 1.0), (1.0, 3.0), (0.0, 3.0)]
        room = Outline(_box(6.0, 6.0, 0.0, 0.0), _box(4.0, 4.0, 0.0, 0.0)[::-1])
        floor = Outline([
            (-2.2, -1.6), (-1.2, -1.6), (0.0, -0.6), (1.2, -1.6), (2.2, -1.6), (2.2, 0.0), (0.0, 0.0), (-2.2, 0.0),
        ])  # fmt: skip
        return {
            "Box on a star": Compound(star, Outline(_box(0.8, 0.8, -0.4, 0.5))),
            "Inner corner": Compound(ell, Outline(_box(1.2, 1.2, 1.4, 1.4))),
            "Too wide for the slot": Compound(Outline(you), Outline(_box(2.2, 1.0, 2.0, 2.6))),
            "Linked, apart": Compound(Outline(you), Outline(_placed(you, 5.4, 4.4, 176.0))),
            "Wall of a room": Compound(room, Outline(_box(1.0, 1.0, 1.8, 0.0))),
            "Deepest pair only": Preset(
                Compound(Outline(you), Outline(_placed(small, 2.2, 3.8, 210.0))),
                "deepest pair only",
                lambda trace: next(i for i, step in enumerate(trace) if isinstance(step, PolygonTranslation)),
            ),
            "Over a seam": Compound(floor, Outline(_box(0.6, 0.6, -0.298, 0.295)), 3.0),
        }

    def run(self, scene: Compound) -> Trace[Any, Any]:
        return told(scene)

    def table(self, moment: Moment[Compound], pages: Sequence[Page] | None = None) -> Table | None:
        """Of the pairs, of the pushes, or of the contacts."""
        pages = self.pages(moment) if pages is None else pages
        at = [STAGES[type(step)] for step in moment.trace]
        group = next(name for name in reversed(at[: moment.index + 1]) if name in TABLES or name == "Pieces")
        group = "Push a piece" if at[moment.index] == "Whole" else group
        of = {"Push a piece": ("Push a piece", "Whole")}.get(group, (group,))
        shown = [pages[i] if at[i] in of else Page(at[i]) for i in range(moment.index + 1)]
        return table_of(TABLES.get(group, ()), shown, moment.index)

    def clock(self, moment: Moment[Compound]) -> Clock | None:
        return Clock(3.0, plays_on_entry=True) if isinstance(moment.step, Stepped) else None

    def situation(self, moment: Moment[Compound]) -> str:
        return situation(moment)

    def challenge(self, moment: Moment[Compound]) -> Challenge | None:
        scene = moment.scene
        if scene.speed or scene.push is None or not math.hypot(*scene.push):
            return None
        found = scene.pushes.result
        ratio = math.hypot(*found.moved) / math.hypot(*scene.push)
        now = f"now {fixed(ratio, 1)} times" if found.has_ended else "the pushes never end"
        return Challenge(
            "Find a place where one push a piece ends, but moves B **three times** as far as needed.",
            found.has_ended and ratio >= FAR,
            now,
            "On the star: put B between a notch and the middle, so that every piece pushes it the same way.",
        )


def _polar(radius: float, degrees: float) -> tuple[float, float]:
    return radius * math.cos(math.radians(degrees)), radius * math.sin(math.radians(degrees))


def _box(wide: float, high: float, x: float, y: float) -> list[tuple[float, float]]:
    return [(x + u * wide / 2.0, y + v * high / 2.0) for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1))]


def _placed(points: Sequence[tuple[float, float]], x: float, y: float, degrees: float) -> list[tuple[float, float]]:
    """Turned about the origin, then moved."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return [(x + c * u - s * v, y + s * u + c * v) for u, v in points]
