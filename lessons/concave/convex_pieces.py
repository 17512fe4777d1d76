"""Convex pieces: the diagonals of a triangulation go, one after the other, where the joined piece stays convex."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from typing import Any

from geometry import Trace
from geometry.concave.convex_decomposition import (
    Decomposition,
    DecompositionStep,
    DiagonalTried,
    Edge,
    TrianglesTaken,
    convex_decomposition,
    join,
)
from geometry.concave.ear_clipping import ear_clipping
from geometry.faulty.convex_pieces import FaultyPieces, Slip, pieces_with
from geometry.polygon import Polygon
from lessons.concave.convex_pieces_asked import question
from lessons.concave.convex_pieces_figure import diagonal, draw_world, pieces_at, tried_in
from lessons.concave.ear_clipping_state import exact_cross
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Comparison, Layout, Lesson, Moment, Pane
from viz.lesson.outline import Outline
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Challenge
from viz.lesson.scene import Control, Scene, Slider, handle, polar, slider
from viz.lesson.story import Story
from viz.lesson.text import telling, tint

TRIANGLES = (
    "More triangles, more collision tests. **Hertel–Mehlhorn**: remove a diagonal if both its corners stay convex. "
    "This leaves a **convex decomposition**."
)
ENDS = (
    r"Remove $a$–$b$ if **both its corners stay convex**. Walk counter-clockwise, along $e_{\mathrm{in}}$, then "
    r"$e_{\mathrm{out}}$: a turn to the right makes that corner **reflex**."
)
ESSENTIAL = (
    "A diagonal that must stay is **essential**. Corners only grow while pieces are joined, so it stays essential: "
    "each diagonal is tried once."
)
GROWN = (
    "The two original triangles at this diagonal make a convex piece. But one of them has grown since: the test is "
    "about pieces, not triangles."
)
STRAIGHT = (
    "$c$ = 0: the edges in and out lie on one line. The corner is 180°, which a convex piece may have. So the test "
    r"is $c\ge0$, not $c>0$."
)
BRIDGE = (
    "The **bridge** to the hole is a diagonal too. The solid is reflex at a convex corner of the hole: some diagonal "
    "must end there."
)
UPPER = (
    "At a thick end the two angles beside the diagonal sum to over 180°; three such ends at one vertex: over 360°. "
    "So at most 2$r$ stay, and $k$ is below 4 times the least."
)
LOWER = (
    "Each of the $r$ reflex vertices needs a cut, and a cut has two ends: it serves two at most. So $r$/2 cuts, "
    "rounded up, are needed."
)
CONVEX = (
    "Without a reflex vertex no corner can pass 180°, whichever diagonals go. So all of them go, and one piece is "
    "left."
)
HOLES = (
    "The first cut to a hole opens it and divides nothing: $k$ = kept + 1 − $h$. At most two diagonals are needed "
    "at each reflex vertex."
)
ORDER = (
    "Start ear clipping at another vertex (slider): other triangles, other diagonals, and often another number of "
    "pieces. The bounds hold for all."
)
FAULTS = {
    Slip.ONE_END: "**One end checked**: only the corner at $a$ is tested. The diagonal goes though the corner at "
    "$b$ is reflex: the piece is not convex.",
    Slip.TRIANGLES: "**Corners of the triangles**: the two original triangles alone are tested, but the pieces have "
    "grown since. So a corner above 180° is missed.",
    Slip.STRICT: "**Straight refused**: $c$ > 0 instead of $c$ ≥ 0. A diagonal stays where the corner would be "
    "straight: more pieces than needed.",
}
STAGES: dict[type, str] = {TrianglesTaken: "Triangles", DiagonalTried: "Diagonals", Decomposition: "Pieces"}
COUNT = r"T=n-2\qquad d=n-3"
COUNT_HOLES = r"T=n+2h-2\qquad d=n+3h-3"
BOUNDS = r"\lceil r/2\rceil+1\;\le\;k\;\le\;2r+1"
BOUNDS_HOLES = r"\lceil r/2\rceil+1-h\;\le\;k\;\le\;2r+1-h"


@dataclass(frozen=True, eq=False)
class Cuts(Scene):
    """An outline, with a hole or without, and the vertex at which ear clipping starts."""

    outline: Outline = handle(Ink.A, "A")
    first: int = slider("Start at vertex", 0, 15, 0, decimals=0)

    def controls(self) -> Iterator[tuple[str, Control, Any]]:
        for name, control, value in super().controls():
            if isinstance(control, Slider):
                yield name, replace(control, high=len(self.outline.points) - 1), self.start
            else:
                yield name, control, value

    @property
    def start(self) -> int:
        return min(round(self.first), len(self.outline.points) - 1)

    @cached_property
    def polygon(self) -> Polygon:
        return Polygon(self.outline.points, self.outline.rings[1:])

    @cached_property
    def trace(self) -> Trace[DecompositionStep, Decomposition]:
        return convex_decomposition.trace(self.polygon, ear_clipping(self.polygon, first=self.start))

    @property
    def taken(self) -> TrianglesTaken:
        """The first step."""
        taken = self.trace[0]
        assert isinstance(taken, TrianglesTaken)
        return taken

    @cached_property
    def beside(self) -> dict[Edge, tuple[int, int, int]]:
        """The triangle on the left of every edge."""
        return {(t[i - 1], t[i]): t for t in self.taken.triangulation.triangles for i in range(3)}

    def must_stay(self, a: int, b: int) -> bool:
        """Whether the two triangles of a diagonal do not make a convex piece."""
        two, turn = join((self.beside[a, b], self.beside[b, a]), (a, b)), self.polygon.exact.turn
        return min(turn(*two.corner_first), turn(*two.corner_second)) < 0

    @cached_property
    def staying(self) -> list[Edge]:
        """The diagonals that must stay."""
        return [each for each in self.taken.diagonals if self.must_stay(*each)]


class ConvexPiecesStory(Story):
    """The triangles, one diagonal after the other, and the pieces that are left."""

    columns = ("diagonal", "$c_a$", "$c_b$", "result", "pieces")

    def stage(self, moment: Moment[Cuts]) -> str:
        return STAGES[type(moment.step)]

    def page(self, moment: Moment[Cuts]) -> Page:
        match moment.step:
            case TrianglesTaken() as taken:
                page = self.triangles(moment, taken)
            case DiagonalTried() as tried:
                page = self.tried(moment, tried)
            case Decomposition() as answer:
                page = self.pieces(moment, answer)
            case _:
                raise TypeError(moment.step)
        return page.asks(question(moment), _situation(moment))

    def triangles(self, moment: Moment[Cuts], taken: TrianglesTaken) -> Page:
        n, h, d = len(moment.scene.polygon.points), len(moment.scene.polygon.holes), len(taken.diagonals)
        r, what = len(moment.scene.polygon.reflex), "hole" if h == 1 else "holes"
        given = f"$n$ = {n} vertices ({r or 'none'} reflex{', diamonds' if r > 1 else ', diamond' if r else ''})"
        given += f", $h$ = {h} {what}" if h else ""
        page = Page(self.stage(moment), TRIANGLES, COUNT_HOLES if h else COUNT)
        return page.says(
            f"{given}: $T$ = **{taken.pieces}** triangles with $d$ = {d} diagonals between them."
        ).claiming(
            Claim("T", lambda: taken.pieces, lambda: n + 2 * h - 2),
            Claim("d", lambda: d, lambda: n + 3 * h - 3),
        )

    def tried(self, moment: Moment[Cuts], tried: DiagonalTried) -> Page:
        points, (a, b), joined = moment.scene.polygon.points, tried.diagonal, tried.joined
        first, second = telling(tried.cross_first), telling(tried.cross_second)
        inks = [Ink.OVERLAP if c < 0.0 else Ink.GAP for c in (tried.cross_first, tried.cross_second)]
        reflex = [v for v, ink in zip((a, b), inks, strict=True) if ink is Ink.OVERLAP]
        ends = f"Diagonal {tint(f'**{a}–{b}**', Ink.EXAMINED)}: $c_a$ = {first} at {a}, $c_b$ = {second} at {b}."
        straight = [v for v, c in zip((a, b), (tried.cross_first, tried.cross_second), strict=True) if c == 0.0]
        says = "Both corners stay convex: **removed**."
        if straight:
            says = f"Straight at {straight[0]}, not reflex: **removed**."
        if reflex:
            where = f"The corner at {tint(str(reflex[0]), Ink.OVERLAP)}" if len(reflex) == 1 else "Both corners"
            says = f"{where} would be reflex: **kept**."
        of_a, of_b = (
            rf"\{'overlap' if ink is Ink.OVERLAP else 'gap'}{{c_{v}}}" for v, ink in zip("ab", inks, strict=True)
        )
        cross = r"c=\mathrm{cross}(e_{\mathrm{in}},e_{\mathrm{out}})"
        test = rf"{cross}:\;\;\text{{remove if }}{of_a}\ge0\text{{ and }}{of_b}\ge0"
        result = tint("kept", Ink.OVERLAP) if reflex else tint("removed", Ink.GAP)
        cells = [
            tint(text, ink) if ink is Ink.OVERLAP else text for text, ink in zip((first, second), inks, strict=True)
        ]

        def turn_at(i: int) -> Fraction:
            return exact_cross(points, joined[i - 1], joined[i], joined[(i + 1) % len(joined)])

        return (
            Page(self.stage(moment), _idea(moment, tried), test)
            .says(f"{ends} {says}")
            .row(f"{a}–{b}", *cells, result, str(tried.pieces), feature=diagonal(a, b))
            .claiming(
                Claim("c_a", lambda: tried.cross_first, lambda: float(turn_at(joined.index(a)))),
                Claim("c_b", lambda: tried.cross_second, lambda: float(turn_at(joined.index(b)))),
                Claim("convex", lambda: tried.removed, lambda: min(map(turn_at, range(len(joined)))) >= 0),
                Claim("pieces", lambda: tried.pieces, lambda: len(pieces_at(moment))),
            )
        )

    def pieces(self, moment: Moment[Cuts], answer: Decomposition) -> Page:
        r, k, h = answer.reflex, len(answer.pieces), answer.holes
        given = f"{'Correct: ' if moment.compare else ''}$r$ = {r} reflex {'vertex' if r == 1 else 'vertices'}"
        hole = f", $h$ = {h}" if h else ""
        says = f"{given}{hole}, $k$ = **{k}** {'piece' if k == 1 else 'pieces'}."
        be = "is" if answer.least == 1 else "are"
        says += f" At least {answer.least} {be} needed, at most {answer.most} can be left."
        rings = moment.scene.polygon.ordered
        return (
            Page(self.stage(moment), _last_idea(moment, answer), BOUNDS_HOLES if h else BOUNDS)
            .says(says)
            .claiming(
                Claim("r", lambda: r, lambda: sum(_reflex(moment.scene.polygon.points, ring) for ring in rings)),
                Claim("k", lambda: k, lambda: len(pieces_at(moment))),
                Claim(
                    "bounds", lambda: (answer.least, answer.most), lambda: (math.ceil(r / 2) + 1 - h, 2 * r + 1 - h)
                ),
                Claim("between", lambda: min(max(k, answer.least), answer.most), lambda: k),
            )
        )

    def draw(self, canvas: Canvas, moment: Moment[Cuts]) -> None:
        draw_world(canvas, moment)


def _idea(moment: Moment[Cuts], tried: DiagonalTried) -> str:
    """What this diagonal shows."""
    if tried.removed and 0.0 in (tried.cross_first, tried.cross_second):
        return STRAIGHT
    if moment.scene.polygon.holes and moment.index == 1:
        return BRIDGE
    if not tried.removed and not moment.scene.must_stay(*tried.diagonal):
        return GROWN
    return ENDS if tried.removed or moment.index == 1 else ESSENTIAL


def _last_idea(moment: Moment[Cuts], answer: Decomposition) -> str:
    """What the number of pieces tells, or what a faulty rule has done."""
    if isinstance(moment.faulty, FaultyPieces) and _differs(moment):
        return FAULTS[moment.faulty.slip]
    if not answer.reflex:
        return CONVEX
    if answer.holes:
        return HOLES
    if question(moment) is not None or len(answer.pieces) == answer.least:
        return LOWER
    return ORDER if len(answer.pieces) == answer.least + 1 else UPPER


def _reflex(points: Any, ring: tuple[int, ...]) -> int:
    """How many vertices of a ring, its solid on the left, are reflex."""
    return sum(exact_cross(points, ring[i - 1], v, ring[(i + 1) % len(ring)]) < 0 for i, v in enumerate(ring))


def _situation(moment: Moment[Cuts]) -> str:
    prefix = "Correct: " if moment.compare else ""
    step, tried, total = moment.step, len(tried_in(moment)), len(moment.trace.steps[0].diagonals)
    if isinstance(step, Decomposition):
        k, triangles = len(step.pieces), moment.trace.steps[0].pieces
        stay = f"{len(step.kept)} of {total} diagonals {'stays' if len(step.kept) == 1 else 'stay'}"
        what = "convex piece" if k == 1 else "convex pieces"
        return f"{prefix or 'The '}{triangles} triangles have become {k} {what}; {stay}."
    k, left = step.pieces, total - tried
    what = "triangles" if isinstance(step, TrianglesTaken) else "convex piece" if k == 1 else "convex pieces"
    rest = "no diagonal is" if not left else "1 diagonal is" if left == 1 else f"{left} diagonals are"
    return f"{prefix}{k} {what}; {rest} still to be tried."


def _run(slip: Slip, scene: Cuts) -> FaultyPieces | None:
    """The faulty merging knows no holes."""
    return None if scene.polygon.holes else pieces_with(slip, scene.polygon, scene.taken)


def _differs(moment: Moment[Cuts]) -> bool:
    right = tuple(step.removed for step in moment.trace if isinstance(step, DiagonalTried))
    return isinstance(moment.faulty, FaultyPieces) and moment.faulty.removed != right


class ConvexPieces(Lesson[Cuts]):
    id = "convex-pieces"
    title = "Convex pieces"
    source = "SAT explained"
    summary = "Remove every diagonal of a triangulation that may go: fewer, convex pieces."
    terms = ("convex decomposition", "essential diagonal", "Hertel–Mehlhorn")
    builds_on = ("ear-clipping",)
    frames_stages = False
    most_steps = 20
    story = ConvexPiecesStory()
    compare = (
        Comparison("one end checked", partial(_run, Slip.ONE_END), _differs),
        Comparison("corners of the triangles", partial(_run, Slip.TRIANGLES), _differs),
        Comparison("straight refused", partial(_run, Slip.STRICT), _differs),
    )

    @cached_property
    def layout(self) -> Layout:
        return Pane("world", "", self.story.draw, is_world=True)

    @cached_property
    def scenes(self) -> Mapping[str, Cuts]:
        cave = (  # that of ear clipping
            (-4.0, -2.06), (-1.39, -2.75), (-0.55, -1.62), (0.3, -2.41), (3.3, -2.68), (4.15, -0.2), (2.9, -1.25),
            (2.55, 1.75), (3.75, 2.0), (1.62, 2.55), (0.38, 0.57), (-0.72, 0.58), (-0.5, 2.28), (-2.86, 2.75),
            (-2.09, 0.27), (-4.45, 0.28),
        )  # fmt: skip
        ell = ((0.0, 0.0), (4.4, 0.0), (4.4, 1.1), (1.4, 1.1), (1.4, 3.0), (0.0, 3.0))
        fan = ((4.0, 1.0), (-1.0, 2.0), (-3.0, 0.5), (0.0, -2.5), (2.0, -1.5), (1.0, -0.5))
        plus = (
            (1.5, 0.0), (3.0, 0.0), (3.0, 1.0), (4.5, 1.0), (4.5, 2.0), (3.0, 2.0), (3.0, 3.0), (1.5, 3.0),
            (1.5, 2.0), (0.0, 2.0), (0.0, 1.0), (1.5, 1.0),
        )  # fmt: skip
        comb = ((0.0, 0.0), (6.0, 0.0), *((0.5 * i, 1.0 if i % 2 else 3.0) for i in range(12, -1, -1)))
        square = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0))
        hole = ((1.0, 1.0), (1.0, 3.0), (3.0, 3.0), (3.0, 1.0))
        star = [polar(2.0 if i % 2 == 0 else 0.9, 90.0 + 36.0 * i) for i in range(10)]
        return {
            "Cave wall": Cuts(Outline(cave)),
            "L-shape": Cuts(Outline(ell)),
            "Fan at one vertex": Cuts(Outline(fan)),
            "One piece too many": Cuts(Outline(plus)),
            "Another start": Cuts(Outline(star)),
            "Straight corners": Cuts(Outline(comb)),
            "Convex": Cuts(Outline([polar(2.0, 90.0 + 40.0 * i) for i in range(9)])),
            "Square with a hole": Cuts(Outline(square, hole)),
        }

    def run(self, scene: Cuts) -> Trace[DecompositionStep, Decomposition]:
        return scene.trace

    def stage_names(self, moment: Moment[Cuts], pages: Sequence[Page] | None = None) -> list[str]:
        return [STAGES[type(step)] for step in moment.trace]

    def situation(self, moment: Moment[Cuts]) -> str:
        return _situation(moment)

    def challenge(self, moment: Moment[Cuts]) -> Challenge | None:
        answer = moment.trace.result
        if answer.holes:
            return None
        r, k = answer.reflex, len(answer.pieces)
        return Challenge(
            "Make a shape with $r$ ≥ 1 whose number of pieces reaches the bound: $k$ = 2$r$ + 1.",
            r > 0 and k == answer.most,
            f"r = {r}: k = {k} of {answer.most}",
            "One reflex vertex of about 300°: two diagonals that end there, and neither can go.",
        )
