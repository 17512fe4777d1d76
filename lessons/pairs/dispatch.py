"""Which routine: a table that grows with the square of the kinds, one order a pair, one routine for all."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from geometry import Contact, Convex, Trace, box, capsule, circle, collide, epa, regular_polygon
from geometry.faulty.circle_circle import circles_touch_strictly
from geometry.faulty.kind_table import not_reversed
from geometry.minkowski.epa import EpaStep, Penetration
from geometry.primitives.dispatch import TurnedRound
from geometry.primitives.kind_table import (
    KINDS,
    BodiesPaired,
    GenericCounted,
    Kind,
    KindAdded,
    KindTableStep,
    StoredFirst,
    kind_of,
    kind_table,
)
from geometry.tolerance import rounding
from geometry.trace import picked
from lessons.pairs.dispatch_asked import goal, question
from lessons.pairs.dispatch_call import claims, looked_up, shows_call, stored, vector
from lessons.pairs.dispatch_counts import (
    BEGUN,
    Asked,
    are_coming,
    bodies_in,
    first_added,
    kinds_in,
    outside,
    pairs_of,
    routines_of,
    supports_asked,
)
from lessons.pairs.dispatch_faulty import CHANCE, KEPT, answer_of, differs, shows_fault, told
from lessons.pairs.dispatch_figure import draw_beside, draw_table, shows_pair
from lessons.pairs.dispatch_funnel import draw_generic, is_pair_asked
from lessons.pairs.dispatch_words import (
    BODIES,
    GENERIC,
    GROWS,
    REVERSED,
    ROW,
    cost,
    counts,
)
from lessons.pairs.telling import N
from lessons.stories.standing import standing
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Clock, Comparison, Layout, Lesson, Moment, Pane, Preset, above, at_first, beside
from viz.lesson.page import Claim, Page, Table
from viz.lesson.prediction import Challenge
from viz.lesson.scene import TwoShapes, at, slider
from viz.lesson.story import Story
from viz.lesson.text import counted, sentence, tint
from viz.lesson.times import counted_up

SMALL = 3  # kinds in the table of a scene that tells of a pair alone
ALONE = 2  # bodies: the pair itself
PAIR_TITLE = "The pair A, B"
TABLE_TITLE = "Dispatch table: pairs of kinds"
CALL_TITLE = "The call"
CORES_TITLE = "Support points of the cores of A and B"
GENERIC_TITLE = "Generic: a support function for each kind"
STAGES = {
    KindAdded: "Kinds",
    StoredFirst: "The pair",
    TurnedRound: "The pair",
    GenericCounted: "Generic",
    BodiesPaired: "Bodies",
}


@dataclass(frozen=True, eq=False)
class KindsAndBodies(TwoShapes):
    """A pair of shapes, how many kinds the table has, and how many bodies there are."""

    kinds: int = slider("Kinds in the full table", 2, len(KINDS), len(KINDS), decimals=0)
    count: int = slider("Bodies", 2, 50, 10, decimals=0)
    is_counted: bool = False  # whether the table comes with its kinds; else as a whole
    has_kinds: bool = True  # whether it tells of the kinds at all; else it begins at the pair
    has_generic: bool = False  # whether it tells what the generic routine costs, too

    @cached_property
    def contact(self) -> Contact:
        return collide(self.a.world, self.b.world).contact

    @cached_property
    def touches(self) -> bool:
        return abs(self.contact.separation) <= rounding(self.a.world, self.b.world)

    @cached_property
    def generic(self) -> Trace[EpaStep, Penetration]:
        """The generic routine: GJK, and EPA where it is needed."""
        return epa.trace(self.a.world, self.b.world)

    @property
    def times(self) -> int:
        """How often the generic routine asked: where cores lie on each other, more often than its steps tell."""
        found = self.generic.result
        return found.distance.supports + found.supports

    @cached_property
    def asked(self) -> list[Asked]:
        """What the generic routine asks both cores for."""
        return supports_asked(self.generic, self.a.world, self.b.world)


def _strictly(scene: KindsAndBodies) -> bool | None:
    """Whether two circles are a hit where less than is asked, not at most; None for other pairs."""
    a, b = scene.a.world, scene.b.world
    return circles_touch_strictly(a, b) if kind_of(a) is kind_of(b) is Kind.CIRCLE else None


class DispatchStory(Story):
    """The kinds, the pair, the generic routine, the bodies."""

    columns = ("kinds", "support functions + 1", "pair routines")
    stages = STAGES

    def page(self, moment: Moment[KindsAndBodies]) -> Page:
        page = told(_right(Page(self.stage(moment)), moment), moment)
        asked = question(moment)
        return page if asked is None else page.asks(asked, _stand(moment))

    def draw(self, canvas: Canvas, moment: Moment[KindsAndBodies]) -> None:
        draw_beside(canvas, moment)


def _right(page: Page, moment: Moment[KindsAndBodies]) -> Page:
    match moment.step:
        case KindAdded() as step:
            return _added(page, step, moment)
        case StoredFirst() as step:
            return stored(page, moment, step)
        case TurnedRound() as step:
            n = f"**{vector(step.turned.normal)}**"
            return (
                Page(page.stage, REVERSED, rf"\examined{{{N}_{{AB}}}}=-\,{N}_{{BA}}")
                .says(rf"$\examined{{{N}_{{AB}}}}$ = −{vector(step.answered.normal)} = {n}, from A to B.")
                .claiming(*claims(moment, step.turned))
            )
        case GenericCounted() as step:
            return (
                Page(page.stage, GENERIC, r"\text{projections}=\examined{m}\,(\A{v_A}+\B{v_B})")
                .says(cost(moment.scene))
                .claiming(*counts(step, moment.scene))
            )
        case BodiesPaired(n, count):
            pairs = tint(f"**{count:,}**", Ink.EXAMINED)
            every, more = (list(itertools.combinations(range(m), 2)) for m in (n, 2 * n))
            meets = (
                f"Each body meets {n - 1} others: ½ · {n} · {n - 1} = {pairs} {'pair' if count == 1 else 'pairs'}."
            )
            return (
                Page(page.stage, BODIES, r"\examined{\text{body pairs}}=\tfrac12\,n\,(n-1)")
                .says(f"{meets} Twice as many bodies, {2 * n}, make {pairs_of(2 * n):,}.")
                .claiming(
                    Claim("pairs", lambda: count, lambda: len(every)),
                    Claim("twice as many", lambda: pairs_of(2 * n), lambda: len(more)),
                )
            )
    raise TypeError(moment.step)


def _added(page: Page, step: KindAdded, moment: Moment[KindsAndBodies]) -> Page:
    k, name, new = (
        step.kinds,
        tint(sentence(step.kind.value), Ink.EXAMINED),
        range(first_added(moment), step.kinds + 1),
    )
    every = list(itertools.combinations_with_replacement(range(k), 2))
    is_begun = k <= BEGUN  # then the rule is left to find
    sum_ = " + ".join(map(str, range(1, k + 1))) if is_begun else f"½ · {k} · {k + 1}"
    adds = f"{name}, kind $k$ = {k}, adds {k} routines."
    if len(new) > 1:
        adds = f"Kinds {new[0]} to {k} add {' + '.join(map(str, new))} routines."
    page = (
        Page(
            page.stage,
            GROWS if is_begun else ROW,
            "" if is_begun else r"\text{pair routines}=\tfrac12\,k\,(k+1)",
        )
        .says(f"{adds} In all: {sum_} = **{step.routines}**.")
        .claiming(
            Claim("routines", lambda: step.routines, lambda: len(every)),
            Claim("generic", lambda: k + 1, lambda: sum(1 for _ in KINDS[:k]) + 1),
        )
    )
    if is_begun and moment.scene.is_counted:  # what the kinds before it need
        new = range(2, k + 1)
    for each in new:
        page = page.row(str(each), str(each + 1), f"{routines_of(each):.0f}")
    return page


def _stand(moment: Moment[KindsAndBodies]) -> str:
    step, scene = moment.step, moment.scene
    if isinstance(step, KindAdded) and not shows_pair(moment):
        k = kinds_in(moment)
        return f"{k} kinds: {routines_of(k):.0f} pair routines, or {k} support functions and 1 generic routine."
    found: float = moment.trace.result.contact.separation
    return standing(scene.a.world, scene.b.world, found=found)


def _headed(moment: Moment[KindsAndBodies]) -> tuple[str, str]:
    """Of the lower pane beside the table: the funnel, or the chart of the bodies."""
    if is_pair_asked(moment) or shows_call(moment):
        return (PAIR_TITLE if is_pair_asked(moment) else CALL_TITLE), ""
    if isinstance(moment.step, GenericCounted):
        k = moment.step.kinds + len(outside(moment))
        return f"{k} support functions + 1 routine = {k + 1}", ""
    return ("Pairs to test" if isinstance(moment.step, BodiesPaired) else GENERIC_TITLE), ""


def _headed_beside(moment: Moment[KindsAndBodies]) -> tuple[str, str]:
    if isinstance(moment.step, GenericCounted) and not shows_fault(moment):
        return CORES_TITLE, ""
    return (PAIR_TITLE if shows_pair(moment) else "Functions to write"), ""


def _headed_table(moment: Moment[KindsAndBodies]) -> tuple[str, str]:
    return ("Pairs of bodies" if isinstance(moment.step, BodiesPaired) else TABLE_TITLE), ""


class Dispatch(Lesson[KindsAndBodies]):
    id = "dispatch"
    title = "Which routine?"
    source = "Shapes and collision detection"
    summary = "A table of pair routines grows with the square of the kinds; one generic routine serves all pairs."
    terms = ("dispatch", "pair routine", "generic routine", "swap")
    builds_on = ("circle-circle", "circle-aabb", "circle-obb", "box-box")
    story = DispatchStory()
    compare = (
        Comparison(
            KEPT,
            lambda s: not_reversed(s.a.world, s.b.world),
            differs,
            "Error 8 of *Shapes and collision*",
        ),
        Comparison(CHANCE, _strictly, differs, "Error 3 of *Shapes and collision*"),
    )

    def _arranged(self, table: float, world: float) -> Layout:
        """The table with such a share of the width, beside it the world with such a share of the height."""
        return beside(
            Pane("table", TABLE_TITLE, draw_table, share=table, headed=_headed_table, margin=0.06, is_to_scale=False),
            above(
                Pane(
                    "world",
                    PAIR_TITLE,
                    self.story.draw,
                    is_world=True,
                    share=world,
                    headed=_headed_beside,
                    held=shows_pair,
                ),
                Pane("generic", GENERIC_TITLE, draw_generic, share=1.0 - world, headed=_headed, is_to_scale=False),
                share=1.0 - table,
            ),
        )

    @cached_property
    def layout(self) -> Layout:
        return self._arranged(0.67, 0.5)

    @cached_property
    def _of_the_pair(self) -> Layout:
        return self._arranged(0.54, 0.6)

    @cached_property
    def _of_the_bodies(self) -> Layout:
        table, _, chart = self.panes
        return beside(replace(table, share=0.6), replace(chart, share=0.4))

    def layout_at(self, moment: Moment[KindsAndBodies]) -> Layout:
        """The pair is large as soon as the words are about it; of bodies only they and their number are shown."""
        if isinstance(moment.step, BodiesPaired):
            return self._of_the_bodies
        return self._of_the_pair if shows_pair(moment) else self.layout

    @cached_property
    def scenes(self) -> Mapping[str, KindsAndBodies | Preset[KindsAndBodies]]:
        disc, slab, bar = circle(0.8), box(1.7, 1.1), capsule((-0.7, 0.0), (0.7, 0.0), 0.4)
        wedge = Convex(regular_polygon(3, 0.7).points, 0.25)

        def scene(
            a: Convex, x: float, y: float, turn: float, b: Convex, u: float, v: float, by: float, k: int, n: int = 10
        ) -> KindsAndBodies:
            return KindsAndBodies(at(a, x, y, turn), at(b, u, v, by), k, n)

        def pair(
            a: Convex, x: float, y: float, turn: float, b: Convex, u: float, v: float, by: float
        ) -> KindsAndBodies:
            return replace(scene(a, x, y, turn, b, u, v, by, SMALL, ALONE), has_kinds=False)

        counted = replace(scene(disc, -0.6, 0.0, 0, bar, 0.645, 0.3, 35, 6, ALONE), is_counted=True)

        return {
            "Circle and capsule": counted,
            "Box and circle": pair(slab, -0.6, 0.0, 20, disc, 0.8, 0.5, 0),
            "Circle and box": Preset(
                pair(circle(0.7), -0.6, 0.0, 0, box(1.6, 1.1), 0.7, 0.2, 20), KEPT, at_first(TurnedRound)
            ),
            "Touching circles": Preset(
                pair(circle(0.75), -0.5, -0.25, 0, circle(0.5), 0.5, 0.5, 0), CHANCE, at_first(StoredFirst)
            ),
            "Six kinds, fifty bodies": scene(wedge, -0.6, 0.0, 10, wedge, 0.7, 0.2, 60, 6, 50),
            "No cell of its own": replace(pair(bar, -0.2, -0.4, 12, disc, 0.3, 0.6, 0), has_generic=True),
        }

    def run(self, scene: KindsAndBodies) -> Trace[KindTableStep, BodiesPaired]:
        """Of the pair alone there are no other bodies to count; where the table is known no kinds, or the last one,
        and where it is counted its first kinds before it: one step more is enough to see how it grows."""
        trace = kind_table.trace(scene.kinds, scene.count, scene.a.world, scene.b.world)

        def is_told(step: KindTableStep) -> bool:
            match step:
                case KindAdded(kinds=k):
                    return scene.has_kinds and (k == scene.kinds or (scene.is_counted and k == BEGUN))
                case GenericCounted():
                    return scene.has_generic
                case BodiesPaired():
                    return scene.count > ALONE
            return True

        return picked(trace, [i for i, step in enumerate(trace) if is_told(step)])

    def clock(self, moment: Moment[KindsAndBodies]) -> Clock | None:
        """Cells come one by one along the new row; the pair goes to its cell, then the normal is reversed; bodies
        come one by one."""
        step, ticks = moment.step, (1.0,) * len(moment.trace)
        if isinstance(step, KindAdded):
            rows = range(first_added(moment), step.kinds + 1)
            return Clock(0.25 * sum(rows), ticks=ticks, plays_on_entry=True, plays_each_step=True)
        if isinstance(step, BodiesPaired):
            return Clock(2.4, ticks=ticks, plays_on_entry=True, told=counted_up("n", step.bodies, 2))
        swaps = isinstance(step, StoredFirst) and step.swapped and step.in_table
        return Clock(1.2, ticks=ticks, plays_on_entry=True) if swaps or isinstance(step, TurnedRound) else None

    def situation(self, moment: Moment[KindsAndBodies]) -> str:
        scene, step = moment.scene, moment.step
        if shows_fault(moment):
            return answer_of(moment)
        if isinstance(step, BodiesPaired):
            now = bodies_in(moment)
            told = f"{now} bodies: {counted(pairs_of(now), 'pair')} to test."
            code = f"{scene.kinds} kinds: {counted(step.routines, 'pair routine')}. "
            return told if are_coming(moment) else code + told
        return _stand(moment)

    def shows_controls(self, moment: Moment[KindsAndBodies]) -> bool:
        """Where only the pair is told of, their numbers change nothing, unless a small table may lack it."""
        scene = moment.scene
        return scene.has_kinds or any(KINDS.index(kind_of(each.world)) >= SMALL for each in (scene.a, scene.b))

    def challenge(self, moment: Moment[KindsAndBodies]) -> Challenge | None:
        return goal(moment)

    def table(self, moment: Moment[KindsAndBodies], pages: Sequence[Page] | None = None) -> Table | None:
        """While a pair is looked up its cells; else the kinds: of rows that come together the newest is raised."""
        if shows_pair(moment):
            return looked_up(moment)
        found = super().table(moment, pages)
        return found and Table(found.columns, found.rows, frozenset(sorted(found.current)[-1:]))
