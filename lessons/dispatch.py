"""Dispatch: which routine for which pair, and how the table grows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from geometry import Trace, body_pairs, box, capsule, circle, collide, pair_functions_needed, regular_polygon
from geometry.primitives.contact import PairResult
from geometry.primitives.dispatch import PAIR_ROUTINES, KindsFound, RoutineChosen, TurnedRound
from geometry.primitives.kinds import ShapeKind, shape_kind
from viz import axis_words, marks
from viz.canvas import Canvas
from viz.ink import Ink, separation_ink
from viz.lesson import Lesson, Moment
from viz.question import Goal
from viz.scene import Body, Scene, at, body, slider
from viz.table import Row, RowState, Table
from viz.text import amount, explained, tint

WORDS = {
    ShapeKind.CIRCLE: "a circle",
    ShapeKind.BOX: "a sharp box",
    ShapeKind.GENERAL: "neither a circle nor a box",
}


@dataclass(frozen=True, eq=False)
class AnyTwo(Scene):
    a: Body = body(Ink.SHAPE_A, "A")
    b: Body = body(Ink.SHAPE_B, "B")
    kinds: float = slider("Kinds of shape", 1.0, 12.0, 3.0, decimals=0)
    count: float = slider("Bodies in the world", 1.0, 100.0, 10.0, decimals=0)


class Dispatch(Lesson[AnyTwo]):
    id = "dispatch"
    title = "Which routine?"
    source = "Shapes and collision detection"
    summary = "A table of pair routines grows with the square of the kinds; one general routine does for all."

    def presets(self) -> Mapping[str, AnyTwo]:
        disc, slab, five = circle(0.7), box(1.6, 1.1), regular_polygon(5, 0.9)
        return {
            "Two circles": AnyTwo(at(disc, -0.5, 0.0), at(disc, 0.5, 0.3)),
            "Box and circle": AnyTwo(at(slab, -0.6, 0.0, 20), at(disc, 0.7, 0.4)),
            "The other way round": AnyTwo(at(disc, -0.6, 0.0), at(slab, 0.7, 0.2, 20)),
            "Two boxes": AnyTwo(at(slab, -0.5, 0.0, 10), at(slab, 0.6, 0.5, 40)),
            "Neither": AnyTwo(at(five, -0.6, 0.0), at(capsule((-0.6, 0.0), (0.6, 0.2), 0.3), 0.6, 0.4)),
            "Many kinds, many bodies": AnyTwo(at(five, -0.6, 0.0), at(slab, 0.6, 0.4), 12.0, 100.0),
        }

    def run(self, scene: AnyTwo) -> Trace[Any, PairResult]:
        return collide.trace(scene.a.world, scene.b.world)

    def stage(self, step: Any) -> str:
        match step:
            case KindsFound():
                return "Kinds"
            case RoutineChosen():
                return "Table"
            case TurnedRound() | PairResult():
                return "Answer"
            case _:
                return "The routine"

    def draw(self, canvas: Canvas, moment: Moment[AnyTwo]) -> None:
        scene, step = moment.scene, moment.step
        marks.shape(canvas, scene.a.world, Ink.SHAPE_A, "A")
        marks.shape(canvas, scene.b.world, Ink.SHAPE_B, "B")
        for each, ink, toward in ((scene.a, Ink.SHAPE_A, (-1.0, 1.0)), (scene.b, Ink.SHAPE_B, (1.0, 1.0))):
            bounds = each.world.bounds()
            corner = bounds.high if toward[0] > 0.0 else (bounds.low[0], bounds.high[1])
            canvas.label(shape_kind(each.shape).value, corner, ink, toward=toward)
        if isinstance(step, PairResult | TurnedRound):
            marks.contact(canvas, step.contact if isinstance(step, PairResult) else step.turned)

    def explain(self, moment: Moment[AnyTwo]) -> str:
        return EXPLAINED.get(type(moment.step), ROUTINE)

    def caption(self, moment: Moment[AnyTwo]) -> str:
        match moment.step:
            case KindsFound(kind_a, kind_b):
                return f"A is {WORDS[kind_a]}, B is {WORDS[kind_b]}."
            case RoutineChosen():
                chosen = moment.step
                how = ", asked with B first" if chosen.swapped else ""
                return f"The table's entry for this pair is {tint(chosen.routine, Ink.RESULT)}{how}."
            case TurnedRound():
                return "It was asked with B first, so its normal is turned round to point from A to B."
            case PairResult(_, contact):
                value = tint(amount(contact.separation), separation_ink(contact.separation))
                return f"A separation of {value}, from A to B."
            case step:
                return f"One step of the routine: {type(step).__name__}. Its own lesson takes it apart."

    def situation(self, moment: Moment[AnyTwo]) -> str:
        kinds, bodies = round(moment.scene.kinds), round(moment.scene.count)
        routines, pairs = pair_functions_needed(kinds), body_pairs(bodies)
        kind = "kind needs" if kinds == 1 else "kinds need"
        return (
            f"{kinds} {kind} {tint(str(routines), Ink.RESULT)} routines; {bodies} bodies make {pairs} pairs to test."
        )

    def goal(self, moment: Moment[AnyTwo]) -> Goal:
        """Just touching."""
        return axis_words.touching_goal(moment.trace.result.separation, moment.scene.a.world)

    def table(self, moment: Moment[AnyTwo]) -> Table:
        """The dispatch table itself, the entry in use marked."""
        chosen = next(s for s in moment.trace if isinstance(s, RoutineChosen))
        pair = (chosen.kind_b, chosen.kind_a) if chosen.swapped else (chosen.kind_a, chosen.kind_b)
        rows = []
        for (kind_a, kind_b), routine in PAIR_ROUTINES.items():
            is_chosen = (kind_a, kind_b) == pair and moment.index == 1
            ink = Ink.RESULT if (kind_a, kind_b) == pair and moment.index >= 1 else Ink.TEXT
            name = tint(routine.steps.__name__, ink)
            state = RowState.CURRENT if is_chosen else RowState.DONE
            rows.append(Row((kind_a.value, kind_b.value, name), state, Ink.SHAPE_A, 1 if is_chosen else None))
        return Table(("A", "B", "routine"), tuple(rows))


ROUTINE = explained(
    """The routine runs, and knows nothing of the table. What it answers is the same for every pair: a **point,
    a normal and a separation**, by one rule for touching.""",
    r"(\vec p,\ \hat n,\ s)",
)
EXPLAINED: Mapping[type, str] = {
    KindsFound: explained(
        """Each kind of shape is stored in its own way, so each **pair of kinds** can have a routine of its own:
        shorter and faster than a general one.""",
        r"n\ \text{kinds}",
    ),
    RoutineChosen: explained(
        """With n kinds the table needs a routine for every pair, each kind against itself included. Adding one
        kind adds **n + 1** routines. That is why most engines keep few kinds, or one general routine.""",
        r"\frac{n\,(n+1)}{2}",
    ),
    TurnedRound: explained(
        """A routine takes its kinds in one order. Asked in the other, A and B are swapped, and the answer's
        **normal must be turned round**: forgetting it sends bodies into each other.""",
        r"\hat n_{AB} = -\hat n_{BA}",
    ),
    PairResult: explained(
        """How many pairs of bodies there are is another matter: m bodies make a number of pairs that grows with
        the **square** of m, not exponentially. Later lessons avoid most of them.""",
        r"\frac{m\,(m-1)}{2}",
    ),
}
