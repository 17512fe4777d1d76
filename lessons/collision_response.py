"""Collision response: pushing shapes apart, by halves, against a fixed one, and in a pile."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from geometry import Convex, Trace, box, circle, regular_polygon, rounded
from geometry.pile import PairPushed, PileSettled, PileStep, push_pile_apart
from geometry.tolerance import LINEAR_SLOP
from geometry.vector import length
from viz import marks
from viz.canvas import Canvas
from viz.ink import Ink
from viz.lesson import Lesson, Moment
from viz.question import Goal
from viz.scene import Body, Scene, at, body, choice, toggle
from viz.table import Table, step_row
from viz.text import amount, explained, tint

LETTERS = "ABC"
UNSEEN = 1e-9  # of the scene's size: what rounding leaves of a push is no overlap and no move
SHARES = {"half each": 0.5, "0.51 each": 0.51}


@dataclass(frozen=True, eq=False)
class Pile(Scene):
    a: Body = body(Ink.SHAPE_A, "A")
    b: Body = body(Ink.SHAPE_B, "B")
    c: Body = body(Ink.SHAPE_C, "C")
    share: str = choice("Each takes", tuple(SHARES), "half each")
    floor: bool = toggle("A is fixed", False)
    slop: bool = toggle("Leave a little overlap standing", False)

    def shapes(self) -> tuple[Convex, ...]:
        return self.a.world, self.b.world, self.c.world


class CollisionResponse(Lesson[Pile]):
    id = "collision-response"
    title = "Pushing apart"
    source = "SAT explained"
    summary = "Each takes half of the least overlap, a fixed one nothing; in a pile one push leads to the next."

    def presets(self) -> Mapping[str, Pile]:
        slab, five, disc = box(1.5, 1.0), regular_polygon(5, 0.8), circle(0.6)
        ground = at(box(4.6, 0.7), 0.0, -1.0)
        soft = rounded(box(0.9, 0.6), 0.2)
        return {
            "Two and one aside": Pile(at(slab, -0.6, 0.0, 8), at(five, 0.5, 0.2, 20), at(disc, 2.3, 0.3)),
            "A row": Pile(at(disc, -0.9, 0.0), at(disc, 0.0, 0.1), at(disc, 0.8, -0.1)),
            "0.51 overshoots": Pile(at(slab, -0.6, 0.0), at(slab, 0.6, 0.2), at(disc, 2.4, 0.0), "0.51 each"),
            "On the ground": Pile(ground, at(slab, -0.7, -0.3), at(five, 0.4, -0.2, 10), floor=True),
            "Stacked": Pile(ground, at(slab, 0.0, -0.3), at(soft, 0.1, 0.35, 5), floor=True),
            "Slop": Pile(ground, at(slab, -0.6, -0.2), at(disc, 0.9, -0.15), floor=True, slop=True),
            "All on one spot": Pile(at(slab, 0.0, 0.0), at(five, 0.0, 0.0, 20), at(disc, 0.0, 0.0)),
        }

    def run(self, scene: Pile) -> Trace[PileStep, PileSettled]:
        slop = 10.0 * LINEAR_SLOP if scene.slop else 0.0
        fixed = (scene.floor, False, False)
        return push_pile_apart.trace(scene.shapes(), fixed, share=SHARES[scene.share], slop=slop, rounds=6)

    def stage(self, step: PileStep) -> str:
        return f"Round {step.round}" if isinstance(step, PairPushed) else "Settled"

    def draw(self, canvas: Canvas, moment: Moment[Pile]) -> None:
        step, scene = moment.step, moment.scene
        before = moment.trace.steps[moment.index - 1].moved if moment.index else None
        for i, (shape, ink, letter) in enumerate(zip(scene.shapes(), INKS, LETTERS, strict=True)):
            was = shape if before is None else shape.moved(before[i])
            now = shape.moved(step.moved[i])
            seen = UNSEEN * shape.reach
            if length(step.moved[i]) > seen:
                marks.ghost(canvas, shape)
            marks.shape(canvas, now, ink, letter)
            if i == 0 and scene.floor:
                canvas.label("fixed", now.centroid, Ink.QUIET, toward=(0.0, -1.0))
            move = now.points[0] - was.points[0]
            if length(move) > seen:
                marks.move_arrow(canvas, was.centroid, move, Ink.RESULT, f"{letter} moves {amount(length(move))}")
        if isinstance(step, PairPushed) and step.depth > UNSEEN * scene.a.world.reach:
            first, second = (scene.shapes()[i].moved(step.moved[i]) for i in (step.first, step.second))
            middle = (first.centroid + second.centroid) / 2.0
            canvas.label(f"overlapped by {amount(step.depth)}", middle, Ink.PENETRATION, toward=(0.0, 1.0))

    def explain(self, moment: Moment[Pile]) -> str:
        if moment.scene.share == "0.51 each":
            return OVERSHOOT
        if isinstance(moment.step, PileSettled):
            return SLOP if moment.scene.slop else SETTLED
        return FIXED if moment.scene.floor and moment.step.first == 0 else PUSH

    def caption(self, moment: Moment[Pile]) -> str:
        step = moment.step
        if isinstance(step, PileSettled):
            left = tint(amount(step.deepest), Ink.PENETRATION)
            count = f"{step.rounds} round{'s' if step.rounds > 1 else ''}"
            ending = "nothing is left to push" if step.settled else "the rounds ran out"
            return f"After {count}: {ending}; deepest {left}."
        names = f"{LETTERS[step.first]} and {LETTERS[step.second]}"
        if step.depth <= UNSEEN * moment.scene.a.world.reach:
            return f"{names} do not overlap: nothing moves."
        moves = [
            f"{LETTERS[i]} by {amount(length(move))}"
            for i, move in ((step.first, step.move_first), (step.second, step.move_second))
            if length(move) > 0.0
        ]
        depth = tint(amount(step.depth), Ink.PENETRATION)
        return f"{names} overlap by {depth}: {' and '.join(moves) + ' move apart' if moves else 'left as it is'}."

    def situation(self, moment: Moment[Pile]) -> str:
        end: PileSettled = moment.trace.result
        if not isinstance(moment.step, PileSettled):
            return f"Round {moment.step.round}: each pair that overlaps is pushed apart, in turn."
        if end.deepest <= UNSEEN * moment.scene.a.world.reach:
            return "No two shapes overlap any more."
        return f"The deepest overlap left is {tint(amount(end.deepest), Ink.PENETRATION)}."

    def goal(self, moment: Moment[Pile]) -> Goal:
        """A pile that takes its time."""
        rounds = moment.trace.result.rounds
        return Goal("Build a pile that needs four rounds or more.", rounds >= 4, f"Now {rounds}.")

    def table(self, moment: Moment[Pile]) -> Table:
        rows = []
        for i, step in enumerate(moment.trace):
            if isinstance(step, PairPushed):
                name = f"{step.round}: {LETTERS[step.first]}, {LETTERS[step.second]}"
                ink = INKS[step.first]
                pushed = length(step.move_first) + length(step.move_second)
                rows.append(step_row(i, moment.index, name, amount(step.depth), amount(pushed), ink=ink))
        return Table(("round: pair", "overlap", "pushed"), tuple(rows))


INKS = (Ink.SHAPE_A, Ink.SHAPE_B, Ink.SHAPE_C)
PUSH = explained(
    """Move both along the normal, **half of the depth each**: then they just touch. Nothing has to be known
    about masses; only the displacement is least, not any work.""",
    r"\vec t_A = -\tfrac12 d\,\hat n \qquad \vec t_B = +\tfrac12 d\,\hat n",
)
FIXED = explained(
    """Ground and walls do not give way. A **fixed shape takes nothing**, and the other takes all of the
    depth.""",
    r"\vec t_A = 0 \qquad \vec t_B = d\,\hat n",
)
OVERSHOOT = explained(
    """Some code moves each by **0.51** of the depth, to be on the safe side. That leaves a gap of 2 % of the
    depth; the next frame the shapes fall together again, and the pile trembles.""",
    r"0.51 + 0.51 = 1.02",
)
SETTLED = explained(
    """Parting one pair may push a shape **into another**, so the rounds are repeated until nothing is pushed. A
    shape wedged between two fixed ones never comes free: the number of rounds is capped.""",
    r"d_{ij} \le 0 \quad \text{for all } i < j",
)
SLOP = explained(
    """A little overlap is **left standing**, so that the contact is found again in the next frame instead of
    coming and going. Eyes do not see it.""",
    r"t = \max(0,\ d - \mathrm{slop})",
)
