"""What is said of concave shapes in contact, step by step."""

from __future__ import annotations

import itertools
import math

import numpy as np

from geometry.concave.contacts import PolygonManifold, PolygonPoint
from geometry.concave.convex_decomposition import Decomposition
from geometry.concave.pairs import PairsTested, PairTested, PiecePair
from geometry.concave.translation import (
    PieceDifference,
    PolygonTranslation,
)
from geometry.dynamics.step import Stepped
from geometry.faulty.concave_pushes import PiecePush, PiecePushes
from geometry.minkowski.gjk import gjk
from geometry.outcome import Outcome
from geometry.vector import Vector
from lessons.concave.concave_collision_asked import question
from lessons.concave.concave_collision_figure import (
    draw_world,
    piece,
    pushes_in,
)
from lessons.concave.concave_collision_reckoned import area_of, box_gap, depth_of, holds, least_distance
from lessons.concave.concave_collision_scene import Compound
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.outline import Outline
from viz.lesson.page import Claim, Page
from viz.lesson.story import Story
from viz.lesson.text import fixed, listed, tint

PIECES = (
    "Cut both shapes into **convex pieces** (a **compound shape**). A and B overlap exactly when some piece of A "
    "overlaps some piece of B."
)
BOXES = (
    "Pieces are at least as far apart as their boxes (AABBs). Skip a pair whose boxes are farther apart than the "
    "nearest pair so far. Of the rest find the **separation** $s$."
)
OVERLAP = (
    "One pair is enough: A and B overlap. Each such pair has a **minimum translation** of its own. We look for one "
    "move of B that parts **all** pairs."
)
APART = (
    "No pair overlaps, so A and B are **apart**. Every point belongs to some piece: the nearest pair is as near as A "
    "and B themselves."
)
PUSH = (
    "A faulty rule, **one push per piece**: part each pair by its own minimum translation. That may push B deeper "
    "into the **next** piece."
)
ADDED = (
    "Each push is the least for its pair, but not for the whole: the next piece may push B further the same way. "
    "The pushes **add up**."
)
LUCK = (
    "Here the pushes add up to the push of the whole. That is luck: it needs pieces that push along directions of "
    "which none leads into the other."
)
NEVER = (
    "Each wall pushes B into the other wall, so one push per piece **never ends**. We stop it after {} rounds, and B "
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
    "The nearest point is a **reflex corner** of A − B: two edges stop B at once, and $d$ is perpendicular to "
    "neither. No axis of SAT finds it."
)
HOLE = (
    "The nearest point lies on a **hole** of A − B: B fits inside A there. The least push may lead to a place that B "
    "could never reach by moving."
)
CONTACTS = (
    "Engines take **contact points** from all pairs, but none on **inner edges** (between two pieces), and none "
    "whose normal lies outside the range of the outer edges there."
)
GHOST = (
    "{} is {} past the **inner edge** and {} deep. SAT takes the least, so the inner edge stops B, where nothing is "
    "to be hit: a **ghost collision**."
)
DEEPEST = (
    "**Deepest pair only**: this faulty rule parts the pair that overlaps most, and stops. B has left one piece, and "
    "still overlaps another."
)
SKIPPED = (
    "**Inner edges skipped** as axes: then B’s own side takes over. It runs along the inner edge, shows the same "
    "overlap, and stops B all the same."
)
GLIDES = (
    "No contact lies on an inner edge here, so none is dropped: both bodies get the same contacts and move alike."
)
EXISTS = r"\A{A}\cap\B{B}\neq\emptyset\;\Leftrightarrow\;\exists\,i,j:\ \A{A_i}\cap\B{B_j}\neq\emptyset"
GAP = r"\mathrm{gap}(\mathrm{box}_i,\mathrm{box}_j)\le\max(0,\,s_{ij})"
DISTANCE = r"\gap{s}(\A{A},\B{B})=\min_{i,j}\,s(\A{A_i},\B{B_j})"
SUM = r"\faulty{p}=p_1+p_2+\dots"
DIFFERENCES = r"\A{A}-\B{B}=\bigcup_{i,j}\,(\A{A_i}-\B{B_j})"
AREA = r"\mathrm{area}(\A{A}\cap(\B{B}+\answer{d}))=0"
PER_PIECE = "Per piece"
STAGES = {
    Decomposition: "Pieces",
    PairTested: "Pairs",
    PairsTested: "Pairs",
    PiecePush: PER_PIECE,
    PiecePushes: PER_PIECE,
    PieceDifference: "Difference",
    PolygonTranslation: "Whole",
    PolygonManifold: "Contacts",
    Stepped: "Slide",
}
TABLES = {
    "Pairs": ("pair", "gap of boxes", "separation $s$"),
    PER_PIECE: ("push", "out of", "length", "B moved"),
    "Contacts": ("contact", "pieces", "depth", "result"),
}


class CollisionStory(Story):
    """Pieces, pairs, pushes, differences, contacts."""

    columns = TABLES["Pairs"]
    stages = STAGES

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
        k, m = (len(scene.names[owner]) for owner in "AB")
        n = k * m
        says = f"A has {k} {_pieces(k)}, B has {m}: {k} · {m} = **{n}** {'pair' if n == 1 else 'pairs'} to test."
        overlaps = scene.whole.result.outcome is Outcome.OVERLAPPED
        return (
            Page("Pieces", PIECES, EXISTS)
            .says(says)
            .claiming(
                Claim("overlap", lambda: overlaps, lambda: least_distance(scene) <= 1e-9),
                Claim(
                    "pieces",
                    lambda: sum(area_of(p.points) for p in scene.polygons["A"].pieces),
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
            Page("Pairs", BOXES, GAP)
            .says(says)
            .row(*cells, feature=piece(moment.scene.names["A"][pair.of_a]))
            .claiming(
                Claim("bound", lambda: pair.box_gap <= (gjk(p, q).separation or 0.0) + 1e-9, lambda: True),
                Claim("gap", lambda: pair.box_gap, lambda: box_gap(p.points, q.points)),
            )
        )

    def pairs(self, moment: Moment[Compound], pairs: PairsTested) -> Page:
        scene, n, hits = moment.scene, len(pairs.pairs), len(pairs.overlapping)
        spared = sum(pair.separation is None for pair in pairs.pairs)
        if hits:
            word = "overlaps" if hits == 1 else "overlap"
            says = f"**{hits}** of {n} pairs {word}; the boxes alone ruled out {spared or 'none'}."
            return Page("Pairs", OVERLAP).says(says)
        a, b = names(moment, pairs.nearest)
        says = f"The nearest pair is {a} and {b}: $s$ = {tint(f'**{fixed(pairs.distance)}**', Ink.GAP)}."
        says += f" The boxes ruled out {spared} of {n} pairs."
        return Page(
            "Pairs", APART, DISTANCE, (Claim("s", lambda: pairs.distance, lambda: least_distance(scene)),)
        ).says(says)

    def push(self, moment: Moment[Compound], push: PiecePush) -> Page:
        scene, done = moment.scene, pushes_in(moment)
        a, b = scene.names["A"][push.of_a], scene.names["B"][push.of_b]
        says = f"Push {len(done)}: {tint(fixed(math.hypot(*push.push)), Ink.FAULTY)} out of {tint(a, Ink.A)}"
        says += _into(scene, push)
        moved = math.hypot(*push.moved)
        out = a if len(scene.names["B"]) == 1 else f"{a}, {b}"
        return (
            Page(PER_PIECE, PUSH, SUM)
            .says(says)
            .row(str(len(done)), out, fixed(math.hypot(*push.push)), fixed(moved), faulty=True)
            .claiming(Claim("p", lambda: push.moved, lambda: np.sum([each.push for each in done], axis=0)))
        )

    def pushes(self, moment: Moment[Compound], pushes: PiecePushes) -> Page:
        count, far = len(pushes.pushes), math.hypot(*pushes.moved)
        ways = f"{count} {'push' if count == 1 else 'pushes'} of {tint(fixed(pushes.length), Ink.FAULTY)} in all"
        says = f"{ways} have moved B by {tint(f'**{fixed(far)}**', Ink.FAULTY)}."
        says += " No pair overlaps any more." if pushes.has_ended else ""
        idea, push = ADDED if pushes.has_ended else NEVER.format(pushes.rounds), moment.scene.push
        if pushes.has_ended and push is not None and far <= math.hypot(*push) + 1e-9:
            idea = LUCK
        steps = [each.push for each in pushes.pushes]
        return (
            Page(PER_PIECE, idea, SUM)
            .says(says)
            .claiming(Claim("p", lambda: pushes.moved, lambda: np.sum(steps, axis=0), 1e-7))
        )

    def union(self, moment: Moment[Compound]) -> Page:
        scene, pairs = moment.scene, moment.scene.whole.result.pairs
        n, hits = len(pairs.pairs), len(pairs.overlapping)
        says = f"{n} differences; {hits} of them {'contains' if hits == 1 else 'contain'} the origin. "
        says += "Only the bold outline is boundary of the union."
        return (
            Page("Difference", UNION, DIFFERENCES)
            .says(says)
            .claiming(
                Claim(
                    "overlap",
                    lambda: [p.is_overlap for p in pairs.pairs],
                    lambda: [holds(points) for points in scene.differences.values()],
                )
            )
        )

    def whole(self, moment: Moment[Compound], whole: PolygonTranslation) -> Page:
        scene, push = moment.scene, whole.translation
        assert push is not None
        digits, length = 3 if scene.is_fine else 2, math.hypot(*push)
        x, y = (fixed(value, digits) for value in push.tolist())
        says = f"$d$ = ({x}, {y}), {tint(f'**{fixed(length, digits)}**', Ink.ANSWER)} long: A and B just touch."
        moved = moment.latest(PiecePushes)
        if isinstance(moment.faulty, PiecePushes):
            left = scene.left_after(moment.faulty.moved)
            rest = f"A and B still overlap by {fixed(left)}" if left > 1e-7 else "no pair overlaps any more"
            far = tint(fixed(math.hypot(*moment.faulty.moved), digits), Ink.FAULTY)
            long = tint(f"**{fixed(length, digits)}**", Ink.ANSWER)
            says = f"$d$ is {long} long. Moved by {far} out of the deepest pair, {rest}."
        elif moved is not None:
            far = f"moved B by {fixed(math.hypot(*moved.moved))}" if moved.has_ended else "never ended"
            says += f" One push per piece {tint(far, Ink.FAULTY)}."
        deepest = moment.faulty if isinstance(moment.faulty, PiecePushes) else None
        is_wrong = deepest is not None and scene.left_after(deepest.moved) > 1e-7
        page = Page("Whole", DEEPEST if is_wrong else _whole_idea(scene, push), AREA).says(says)
        if deepest is not None and deepest.pushes:
            out = ", ".join(names(moment, deepest.pushes[0]))
            far = fixed(math.hypot(*deepest.moved), digits)
            page = page.row("deepest", out, far, far, faulty=True)
        return page.row("whole", "all", fixed(length, digits), fixed(length, digits), key="whole").claiming(
            Claim("area", lambda: max(0.0, scene.left_after(push)), lambda: 0.0, 1e-7),
            Claim("length", lambda: -whole.separation, lambda: length),
        )

    def contacts(self, moment: Moment[Compound], found: PolygonManifold) -> Page:
        kept, dropped = len(found.points), len(found.dropped)
        says = f"No point has to be dropped: {'both' if kept == 2 else f'all **{kept}**'} stay."
        if any(p.normal @ q.normal < -0.99 for p, q in itertools.combinations(found.points, 2)):
            says = f"All **{kept}** points stay. They press B from both sides. Only $d$ frees it."
        if dropped:
            of_them = f"**{kept}** contact {'point stays' if kept == 1 else 'points stay'}"
            says = f"{of_them}, {tint(str(dropped), Ink.FAULTY)} {'is' if dropped == 1 else 'are'} dropped."
        page = Page("Contacts", CONTACTS).says(says)
        for points, result in ((found.points, "stays"), (found.dropped, tint("dropped", Ink.FAULTY))):
            for each in points:
                page = page.row(*_cells(moment, each), result, faulty=points is found.dropped)
        return page

    def slide(self, moment: Moment[Compound]) -> Page:
        scene, (glide, trip) = moment.scene, moment.scene.runs
        skips = moment.faulty if isinstance(moment.faulty, tuple) else None
        runs = glide, skips or trip
        glides, trips = ([scene.speed, *(float(s.bodies[1].velocity[0]) for s in run)] for run in runs)
        before, after = max(itertools.pairwise(trips), key=lambda pair: pair[0] - pair[1])
        slows = tint(f"from {fixed(before)} to {fixed(after)}", Ink.FAULTY)
        rule = "With inner edges skipped" if skips else "If every contact counts"
        says = f"{rule}, one step slows B {slows}, {len(trips) - 1} steps to {fixed(trips[-1])}. "
        says += f"Inner contacts dropped: {fixed(min(glides))}."
        idea, first = GLIDES, next((i for i, step in enumerate(glide) if step.dropped), None)
        if first is not None:
            past, deep = (
                max(-c.separation for c in found) for found in (glide[first].dropped, glide[first].contacts)
            )
            idea = GHOST.format(f"In step {first + 1} B" if first else "B", fixed(past, 3), fixed(deep, 3))
        return Page("Slide", SKIPPED if skips and trips[-1] < glides[-1] - 1e-3 else idea).says(says)

    def draw(self, canvas: Canvas, moment: Moment[Compound]) -> None:
        draw_world(canvas, moment)


def names(moment: Moment[Compound], pair: PiecePair | PolygonPoint | PiecePush) -> tuple[str, str]:
    a, b = moment.scene.names["A"][pair.of_a], moment.scene.names["B"][pair.of_b]
    return tint(a, Ink.A), tint(b, Ink.B)


def _cells(moment: Moment[Compound], each: PolygonPoint) -> tuple[str, str, str]:
    x, y = (fixed(value, 3 if moment.scene.is_fine else 2) for value in each.contact.point.tolist())
    return f"({x}, {y})", ", ".join(names(moment, each)), fixed(-each.contact.separation, 3)


def _pieces(count: int) -> str:
    return "convex piece" if count == 1 else "convex pieces"


def _into(scene: Compound, push: PiecePush) -> str:
    """The piece of A that this push has brought B deeper into, and by how much."""

    pairs = scene.whole.result.pairs.pairs

    def depth(i: int, move: Vector) -> float:
        far = math.hypot(*move)  # what is further from the origin is not met
        own = [p for p in pairs if p.of_a == i and p.box_gap <= far]
        return max(0.0, *(depth_of(scene.difference(p.of_a, p.of_b) - move) for p in own)) if own else 0.0

    found = [(depth(i, push.moved - push.push), depth(i, push.moved)) for i in range(len(scene.names["A"]))]
    i = max(range(len(found)), key=lambda i: found[i][1] - found[i][0])
    before, after = found[i]
    if after - before > 1e-6:
        into, depth_now = tint(scene.names["A"][i], Ink.A), tint(fixed(after), Ink.OVERLAP)
        if before < 1e-6:
            return f", but into {into}, by {depth_now}."
        return f", but deeper into {into}: from {fixed(before)} to {depth_now}."
    left = [tint(scene.names["A"][k], Ink.A) for k, (_, depth) in enumerate(found) if depth > 1e-7]
    return f". B still overlaps {listed(left)}." if left else ". B overlaps no piece any more."


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
    last = moment.latest(PairTested)
    tested = scene.up_to(last.pair) if last is not None else ()
    n, hits = len(scene.whole.result.pairs.pairs), len(scene.whole.result.pairs.overlapping)
    if moment.latest(PairsTested) is None:
        if not tested:
            return f"A and B have {n} {'pair' if n == 1 else 'pairs'} of pieces; none is tested yet."
        spared = sum(pair.separation is None for pair in tested)
        boxes = f", {spared} ruled out by {'its' if spared == 1 else 'their'} boxes" if spared else ""
        met = sum(pair.is_overlap for pair in tested)
        overlap = f"{met or 'none'} {'overlaps' if met < 2 else 'overlap'}"
        return f"{len(tested)} of {n} pairs done: {len(tested) - spared} tested{boxes}; {overlap}."
    if not hits:
        return f"A and B are {fixed(scene.whole.result.separation)} apart."
    if moment.latest(PolygonTranslation) is None:
        return f"A and B overlap where B stands, in {hits} of {n} pairs of pieces."
    digits = 3 if scene.is_fine else 2
    return f"A and B overlap; one push of {fixed(-scene.whole.result.separation, digits)} parts them."
