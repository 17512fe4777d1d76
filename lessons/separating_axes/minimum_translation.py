"""Minimum translation: the least overlap, made into the shortest move that leaves two shapes just touching."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

import numpy as np

from geometry import Convex, Pose, Trace, Vector, box, circle, convex, regular_polygon, rounded, separation
from geometry.faulty import translation as faulty
from geometry.sat.minimum_translation import (
    LeastOverlap,
    MinimumTranslation,
    MovesShared,
    TranslationStep,
    WaysOut,
    parting_moves,
)
from geometry.sat.separating_axis import Decided, Owner
from geometry.tolerance import rounding
from lessons.separating_axes.minimum_translation_asked import ROUND, TIED, first_question, half_of_the_push
from lessons.separating_axes.minimum_translation_faulty import COLUMNS, differs, harmless, opening, situation, told
from lessons.separating_axes.minimum_translation_figure import (
    MOST_ROWS,
    draw_sorted,
    draw_world,
    name_of,
    push_of,
    sorted_tests,
    ties_of,
)
from lessons.stories.standing import standing
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Comparison, Layout, Lesson, Moment, Pane, Preset, beside
from viz.lesson.page import Claim, Page, Table
from viz.lesson.prediction import Challenge
from viz.lesson.scene import Arrow, Body, Control, TwoShapes, at, choice, handle
from viz.lesson.story import Story
from viz.lesson.text import coords, counted, fixed, tint

SHARES = {"B": 0.0, "both": 0.5, "A": 1.0}  # of the whole move, that A takes
NEARLY = 0.02  # two ways out that differ by less are equally short
ALIKE = 0.1  # so much four of them may differ

START = (
    "A and B overlap. Many moves of B would free it from A. The **minimum translation** is the shortest of them: "
    "many physics engines push bodies apart by it."
)
APART = "There is a gap, so nothing has to move. A routine for pushes has to test for overlap **first**."
SORTED = (
    "To be free, B needs a gap on one axis. To open it, B moves at least by the overlap there. So no move is shorter "
    "than the **least overlap**, the **penetration depth**."
)
TIE = (
    "More than one axis has the least overlap: a **tie**. Their moves are equally short. A fixed order decides: A's "
    "edges before B's, the lower number first."
)
TWO_WAYS = (
    "Along this axis B can leave A in two ways: along $\\hat n$ or against $\\hat n$. The projections tell "
    "which is shorter; the centres do not matter."
)
VECTOR = (
    "Move B by the depth along the contact normal $\\hat n$, which points from A to B. This is the **minimum "
    "translation vector** (MTV)."
)
TOUCHING = "The least overlap is 0: A and B just touch. The minimum translation vector is the zero vector."
SHARED = (
    "What counts is how B moves relative to A: B moves alone, A moves alone against $\\hat n$, or each moves by half."
)
STAGES = {
    Decided: "Start",
    LeastOverlap: "Sorted",
    WaysOut: "Two ways",
    MinimumTranslation: "The vector",
    MovesShared: "Who moves",
}


@dataclass(frozen=True, eq=False)
class Overlapping(TwoShapes):
    """Two shapes, and the learner's own move of B: an arrow from its middle."""

    push: Arrow = handle(Ink.INTERFACE, "your move", has_tail=False)
    moves: str = choice("Moves", tuple(SHARES), "both")
    asks: str = ""  # of a scene with a task of its own: which one

    def __post_init__(self) -> None:
        middle = self.b.world.centroid
        object.__setattr__(self, "push", Arrow(middle, middle + self.push.vector))

    @cached_property
    def shapes(self) -> tuple[Convex, Convex]:
        return self.a.world, self.b.world

    def controls(self) -> Iterator[tuple[str, Control, Any]]:
        """The arrow is held only where the shortest move is asked for."""
        return (each for each in super().controls() if not self.asks or each[0] != "push")

    @cached_property
    def separation(self) -> float:
        return separation(*self.shapes)


class MinimumTranslationStory(Story):
    """From the sorted overlaps to the push."""

    stages = STAGES
    columns = ("axis", "overlap")

    def page(self, moment: Moment[Overlapping]) -> Page:
        match moment.step:
            case Decided() as decided:
                page = self.start(moment, decided)
            case LeastOverlap() as least:
                page = self.sorted(moment, least)
            case WaysOut() as ways:
                page = self.ways(moment, ways)
            case MinimumTranslation() as answer:
                page = self.vector(moment, answer)
            case shared:
                page = self.shared(moment, shared)
        if moment.compare and (moment.is_last or isinstance(moment.step, MinimumTranslation)):
            return told(page, moment)
        return page

    def start(self, moment: Moment[Overlapping], decided: Decided) -> Page:
        page, scene = Page(self.stage(moment), START), moment.scene
        if decided.found.best.is_gap:
            s, best = decided.found.separation, decided.found.best
            gap = tint(f"**{fixed(s)}**", Ink.GAP)
            says = f"The axis of {name_of(scene, best)} shows a gap of {gap}: there is no MTV."
            return Page(self.stage(moment), APART).says(says).claiming(_gap_claim(scene, s, best.normal))
        says = f"{_axes(scene, decided)} Along each of them a move frees B."
        page = page.says(opening(moment) if moment.faulty is not None and differs(moment) else says)
        page = page.claiming(
            Claim("no gap", lambda: decided.found.separation, lambda: _overlaps(scene).max(initial=-math.inf), 1e-6)
            if _is_sharp(scene)
            else Claim("overlap", lambda: True, lambda: separation(*scene.shapes) <= rounding(*scene.shapes))
        )
        return page.asks(first_question(moment), "A and B overlap.") if not moment.compare else page

    def sorted(self, moment: Moment[Overlapping], least: LeastOverlap) -> Page:
        scene, best = moment.scene, least.found.best
        depth, where = tint(f"**{fixed(max(0.0, -best.separation))}**", Ink.OVERLAP), "at" if best.facing else "along"
        says = (
            f"The least of the {len(least.found.tests)} overlaps $-s_i$ is {depth}, {where} {name_of(scene, best)}."
        )
        if least.ties:
            says += f" At {name_of(scene, least.ties[0])} it is as short. The first one is taken."
        elif len(least.found.tests) > MOST_ROWS:
            says += f" The table has the {MOST_ROWS} least."
        page = Page(self.stage(moment), TIE if least.ties else SORTED, r"\text{depth}=\min_i\,(-s_i)").says(says)
        for test in sorted_tests(moment)[:MOST_ROWS]:
            ink = {Owner.A: Ink.A, Owner.B: Ink.B}.get(test.axis.owner, Ink.EXAMINED)
            name = name_of(scene, test).removeprefix("the line from ")
            page = page.row(name, fixed(max(0.0, -test.separation)), ink=ink, feature=test.facing)
        if not _is_sharp(scene):
            return page.claiming(Claim("depth", lambda: best.separation, lambda: separation(*scene.shapes)))
        return page.claiming(Claim("least", lambda: best.separation, lambda: _overlaps(scene).max(), 1e-6))

    def ways(self, moment: Moment[Overlapping], ways: WaysOut) -> Page:
        n, onward, back = ways.found.best.normal, ways.onward, ways.back
        a, b = (_projected(shape, n) for shape in moment.scene.shapes)
        short = tint(f"**{fixed(onward)}**", Ink.OVERLAP)
        says = f"Along $\\hat n$ a move of {short} frees B. The opposite way needs {fixed(back)}."
        if abs(onward - back) <= rounding(*moment.scene.shapes):
            says = f"Both moves are {short} long. The tie rule takes the one along $\\hat n$."
        says += "".join(f" The move at {name_of(moment.scene, tie)} is as short." for tie in ties_of(moment)[:1])
        return (
            Page(self.stage(moment), TWO_WAYS, r"\overlap{s_+}=\B{\min_B}-\A{\max_A}\qquad s_-=\A{\min_A}-\B{\max_B}")
            .says(says)
            .claiming(
                Claim("s+", lambda: -onward, lambda: min(0.0, b[0] - a[1])),
                Claim("s-", lambda: -back, lambda: a[0] - b[1]),
                Claim("the shorter", lambda: onward <= back + rounding(*moment.scene.shapes), lambda: True),
            )
        )

    def vector(self, moment: Moment[Overlapping], answer: MinimumTranslation) -> Page:
        scene, m = moment.scene, _translation(answer)
        (a, b), size = scene.shapes, math.hypot(*m)
        says = (
            f"$\\boldsymbol m$ = {coords(m)}, of length {tint(f'**{fixed(size)}**', Ink.ANSWER)}: B just touches A."
        )
        if size == 0.0:
            says = "$\\boldsymbol m$ = (0.00, 0.00): nothing has to move."
        formula = r"\answer{\boldsymbol m}=-\overlap{s_+}\,\examined{\hat n}"
        page = (
            Page(self.stage(moment), VECTOR if size else TOUCHING, formula)
            .says(says)
            .claiming(
                Claim("m", lambda: m, lambda: max(0.0, -separation(a, b)) * answer.found.best.normal, 1e-6),
                Claim("touches", lambda: separation(a, b.moved(m)), lambda: 0.0, 1e-9),
            )
        )
        asked = None if moment.compare or scene.asks else half_of_the_push(moment, m)
        return page.asks(asked, f"$\\boldsymbol m$ is {fixed(size)} long.")

    def shared(self, moment: Moment[Overlapping], shared: MovesShared) -> Page:
        (a, b), m = moment.scene.shapes, _translation(shared.answer)
        one, other = (fixed(math.hypot(*move)) for move in (shared.of_a, shared.of_b))
        says = f"A moves by {tint(one, Ink.A)} against $\\hat n$, B by {tint(other, Ink.B)} along it."
        for tie in ties_of(moment)[:1]:
            says += f" Another move, {coords(push_of(tie))}, is as short."
        return (
            Page(self.stage(moment), SHARED, r"\answer{\boldsymbol m}=\B{\boldsymbol m_B}-\A{\boldsymbol m_A}")
            .says(says)
            .claiming(
                Claim("m", lambda: m, lambda: shared.of_b - shared.of_a),
                Claim("touch", lambda: separation(a.moved(shared.of_a), b.moved(shared.of_b)), lambda: 0.0, 1e-9),
            )
        )

    def draw(self, canvas: Canvas, moment: Moment[Overlapping]) -> None:
        draw_world(canvas, moment)


def _axes(scene: Overlapping, decided: Decided) -> str:
    """How many axes there are, what offers them, and why there may be fewer axes than edges."""
    owners = [test.axis.owner.value for test in decided.found.tests if test.axis.edge is not None]
    counts = [(name, owners.count(name)) for name in "AB" if name in owners]
    if not counts:
        return "The line between the nearest points is the only axis."
    (name, count), *others = counts
    told = f"{name} offers {count} {'axis' if count == 1 else 'axes'}"
    told += "".join(f", {other} offers {count}" for other, count in others)
    more = len(decided.found.tests) - len(owners)
    if more:
        return f"{told}, the nearest points give {more} more."
    edges = sum(len(shape.edges) for shape in scene.shapes if len(shape.points) > 2)
    return f"{told}: parallel edges share one." if edges > len(owners) else f"{told}."


def _translation(answer: MinimumTranslation) -> Vector:
    assert answer.translation is not None
    return answer.translation


def _idle(moment: Moment[Overlapping]) -> tuple[str, ...]:
    """The learner's arrow is held where it is asked for; later it is drawn from where the pushes start, or not."""
    return () if isinstance(moment.step, Decided) else ("push",)


def _is_sharp(scene: Overlapping) -> bool:
    return all(shape.radius == 0.0 and len(shape.points) > 2 for shape in scene.shapes)


def _projected(shape: Convex, n: Vector) -> tuple[float, float]:
    along = shape.points @ n
    return float(along.min()) - shape.radius, float(along.max()) + shape.radius


def _overlaps(scene: Overlapping) -> np.ndarray:
    """The separation along every edge normal, from the vertices alone."""
    normals = np.concatenate([shape.normals for shape in scene.shapes if len(shape.points) > 1])
    a, b = (shape.points @ normals.T for shape in scene.shapes)
    radii = sum(shape.radius for shape in scene.shapes)
    found: np.ndarray = np.maximum(b.min(axis=0) - a.max(axis=0), a.min(axis=0) - b.max(axis=0)) - radii
    return found


def _gap_claim(scene: Overlapping, s: float, n: Vector) -> Claim:
    (_, high), (low, _) = (_projected(shape, n) for shape in scene.shapes)
    return Claim("gap", lambda: s, lambda: low - high)


def _challenged(scene: Overlapping, ways: WaysOut) -> bool:
    return ways.onward > rounding(*scene.shapes) and abs(ways.onward - ways.back) <= NEARLY


def _four_ways(moment: Moment[Overlapping], is_measured: bool) -> Challenge:
    """The goal of a tie: both ways out along both axes at once."""
    (a, b), ways = moment.scene.shapes, []
    for test in moment.trace.result.found.tests:
        on_a, on_b = (_projected(shape, test.axis.direction) for shape in (a, b))
        ways += [on_a[1] - on_b[0], on_b[1] - on_a[0]]
    short = [way for way in ways if way <= min(ways) + ALIKE]
    is_apart = min(ways) <= rounding(a, b)
    now = "no overlap" if is_apart else f"now {counted(len(short), 'shortest move')}"
    return Challenge(
        f"Drag B until four moves that free it are equally short, to {fixed(ALIKE)}.",
        not is_apart and len(short) >= 4,
        now if is_measured else "",
        "To the left, to the right, up and down: both ways out along both axes.",
    )


class MinimumTranslationLesson(Lesson[Overlapping]):
    id = "minimum-translation"
    title = "Minimum translation"
    source = "SAT explained"
    summary = "The least overlap gives the shortest push; the projections, not the centres, give its direction."
    terms = ("penetration depth", "minimum translation vector (MTV)", "tie")
    builds_on = ("axis-by-axis",)
    presents = 0
    story = MinimumTranslationStory()
    compare = tuple(
        Comparison(name, partial(lambda rule, scene: rule(*scene.shapes), rule), differs, credit)
        for name, rule, credit in (
            ("flip by centres", faulty.translation_by_centres, ""),
            ("raw normals", faulty.translation_by_raw_normals, "Error 4 of *SAT explained*"),
            ("no overlap test", faulty.translation_without_verdict, "Error 2 of *SAT explained*"),
            ("sign flipped twice", faulty.translation_turned_twice, "Error 3 of *SAT explained*"),
            ("shared part", faulty.translation_by_shared_part, ""),
        )
    )

    @cached_property
    def layout(self) -> Layout:
        return beside(
            Pane("world", "World", self.story.draw, is_world=True, share=0.63, idle=_idle),
            Pane("sorted", "Overlap on each axis, sorted", draw_sorted, share=0.37, is_to_scale=False),
        )

    @cached_property
    def scenes(self) -> Mapping[str, Overlapping | Preset[Overlapping]]:
        six, square, soft = regular_polygon(6, 1.25), box(1.6, 1.6), rounded(box(1.2, 1.1), 0.3)
        kite = convex(((-2.75, 0.0), (2.7, 0.0), (0.55, 2.3), (-0.1, 2.42)))
        wedge = convex(((0.55, -0.07), (1.27, 1.45), (-0.35, 1.5)))
        turned = Pose((0.0, 0.0), math.radians(74.0))
        tall, small = (
            Body(shape.moved(-shape.centroid), Pose(turned.place(shape.centroid), turned.angle))
            for shape in (kite, wedge)
        )
        push, vector = Arrow((0.0, 0.0), (-0.05, 0.4)), 3

        def opened(scene: Overlapping, compare: str) -> Preset[Overlapping]:
            return Preset(replace(scene, asks=compare), compare, lambda trace: min(vector, len(trace) - 1))

        return {
            "Corner in an edge": Overlapping(at(six, -0.3, -0.75, 15), at(box(1.9, 1.5), 0.69, 0.69, 24), push),
            "Centres mislead": opened(Overlapping(tall, small, push), "flip by centres"),
            "Contained": opened(
                Overlapping(at(regular_polygon(6, 1.5), 0.0, 0.0, 5), at(box(1.0, 0.7), 0.342, 0.295, 20), push),
                "shared part",
            ),
            "Long edge": opened(
                Overlapping(at(box(0.8, 3.4), 0.0, -0.3), at(box(1.5, 1.1), -0.75, 1.6, 100), push), "raw normals"
            ),
            "Tie of two axes": Overlapping(at(square, -0.5, -0.5), at(square, 0.5, 0.5), push, asks=TIED),
            "Round shapes": Overlapping(at(circle(0.95), -0.45, -0.6), at(soft, 0.5, 0.665, 20), push, asks=ROUND),
            "Apart": opened(
                Overlapping(at(box(1.7, 1.4), -0.4, -0.95, 12), at(box(1.9, 1.3), 0.3, 0.85, 12), push),
                "no overlap test",
            ),
        }

    def run(self, scene: Overlapping) -> Trace[TranslationStep, MinimumTranslation]:
        """The search is told in the lesson before: here its steps are one, its end."""
        trace = parting_moves.trace(*scene.shapes, SHARES[scene.moves])
        told = [i for i, step in enumerate(trace) if type(step) in STAGES]
        steps, lines = tuple(trace.steps[i] for i in told), tuple(trace.lines[i] for i in told)
        return Trace(trace.function, steps, lines, trace.refusal, trace.answer)

    def table(self, moment: Moment[Overlapping], pages: Sequence[Page] | None = None) -> Table | None:
        """The overlaps; at the end of a comparison both moves in their place."""
        found = super().table(moment, pages)
        if found is None or not (moment.compare and moment.is_last):
            return found
        moves = tuple(row for row in found.rows if row[0] == moment.index)
        return replace(found, columns=COLUMNS, rows=moves, current=frozenset(range(len(moves)))) if moves else found

    def situation(self, moment: Moment[Overlapping]) -> str:
        if isinstance(moment.step, MovesShared):
            return situation(moment) if moment.compare else "After these moves A and B just touch."
        return standing(*moment.scene.shapes, found=moment.scene.separation)

    def layout_at(self, moment: Moment[Overlapping]) -> Layout:
        """The sorted overlaps stand beside the shapes, but where both ways out of one of them take all the room."""
        is_alone = isinstance(moment.step, Decided | WaysOut)
        return self.panes[0] if is_alone else self.layout

    def shows_controls(self, moment: Moment[Overlapping]) -> bool:
        return isinstance(moment.step, MovesShared) and not moment.compare

    def challenge(self, moment: Moment[Overlapping]) -> Challenge | None:
        if moment.compare and moment.scene.asks == moment.compare:
            return harmless(moment)
        ways = next((step for step in moment.trace if isinstance(step, WaysOut)), None)
        if moment.scene.asks == TIED and not moment.compare:
            return _four_ways(
                moment, not isinstance(moment.step, LeastOverlap) and (moment.is_last or moment.index > 0)
            )
        now = "apart" if ways is None else f"now {fixed(ways.onward)} and {fixed(ways.back)}"
        if isinstance(moment.step, Decided | LeastOverlap) and ways is not None:
            now = ""  # the next step measures both
        return Challenge(
            "Drag B until both ways out of A along the axis of least overlap are equally long.",
            ways is not None and _challenged(moment.scene, ways),
            now,
            "B has to be half way through A, along the axis of least overlap.",
        )
