"""Two moving circles: watched from B only A moves, a point against one larger circle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from geometry import Convex, Trace, boundary, circle, swept_circle_circle
from geometry.faulty.swept_circle import velocities_added
from geometry.outcome import Outcome
from geometry.swept_circle.circle_point import CircleCircleStep, QuadraticFormed, RadiiJoined, RootsFound
from geometry.swept_circle.steps import RelativeMotion, SweptImpact
from geometry.trace import Grouped, grouped
from geometry.vector import Vector, length, readonly
from lessons.motion import quadratic_figure
from lessons.motion import swept_circles_faulty as faulty
from lessons.motion import swept_circles_figure as figure
from lessons.motion.moving_circle import MovingCircle, differs, fault, point
from lessons.motion.quadratic import STAGES, TOLD, Against, Ideas, QuadraticStory, answer_page, least_gap, state
from lessons.motion.swept_circles_asked import where_nearest, where_seen, where_touching
from lessons.motion.swept_circles_goals import ADDED, CENTRAL, EQUAL, GRAZE, OPPOSITE, SAME_V, STAYING, goal
from lessons.stories.grouping import whole
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Axes, Clock, Comparison, Layout, Lesson, Moment, Pane, Preset, above, at_first, beside
from viz.lesson.page import Claim, Page, Table, TableRow
from viz.lesson.prediction import Challenge
from viz.lesson.scene import Body, at, body, handle, slider
from viz.lesson.text import coords, equation, fixed, tint
from viz.lesson.times import fraction

V_A, V_B, V = r"\A{\boldsymbol{v}_A}", r"\B{\boldsymbol{v}_B}", r"\examined{\boldsymbol{v}}"
C, P, N = r"\A{\boldsymbol{c}}", r"\B{\boldsymbol{p}}", r"\examined{\hat n}"
RADII = (
    rf"We want the time at which A and B touch: their centres are then $R$ apart, the **sum of the radii**. So give "
    rf"both radii to B, and shrink A to its centre ${C}$."
)
LOCK = (
    rf"Lock the camera on B: subtract ${V_B}$ from every motion. B stands still, and A moves with ${V}$, its "
    "**relative velocity**."
)
SAME = (
    rf"${C}$ reaches the circle of radius $R$ where $\Vert{{}}{C}+t{V}-{P}\Vert{{}}=R$. Squared, this is a "
    rf"**quadratic** in $t$. The impact is its first root $t_1$; at $t_2$, ${C}$ would leave the circle."
)
SQUARED = (
    rf"Square $\Vert{{}}{C}+t{V}-{P}\Vert{{}}=R$: a **quadratic** in $t$, negative while ${C}$ is inside the "
    r"circle of radius $R$. With a negative **discriminant** $\beta^2-\alpha\gamma$ it is always positive."
)
OVERLAP = "They overlap at the start: the **time of impact** is 0, however A and B move."
PASSES = (
    rf"Seen from B, the line along which ${C}$ moves passes ${P}$ at the distance $m$, more than $R$. So A and B do "
    "not touch in the world."
)
IDEAS = Ideas(
    rf"Both circles move again and touch at $t_1$. The contact normal ${N}$, from A to B, is the same in both views.",
    rf"Seen from B, the point ${C}$ does not reach the circle of radius $R$ before t = 1. So A and B do not touch in "
    "the world.",
)


@dataclass(frozen=True, eq=False, kw_only=True)
class TwoMovingCircles(MovingCircle):
    """B too has an end and a radius."""

    b: Body = body(Ink.B, "B")
    r_a: float = slider("radius of A", 0.2, 2.0, 0.6)
    end_b: Vector = handle(Ink.B, "end of B's path")
    r_b: float = slider("radius of B", 0.2, 2.0, 0.6)
    goal: str = ""  # which challenge is about it

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.b.shows_turns:
            raise ValueError("B is a moving circle here: other kinds have lessons of their own")
        object.__setattr__(self, "b", self.b.shaped(circle(self.r_b)))

    def with_field(self, name: str, value: Any) -> Self:
        return replace(self, b=value, r_b=value.shape.radius) if name == "b" else super().with_field(name, value)

    def sketched(self) -> list[tuple[Ink, NDArray[np.float64]]]:
        """With B and its path."""
        b = boundary(self.b.world, 0.02 * self.r_b), np.array((self.b.pose.position, self.end_b))
        return [*super().sketched(), *((Ink.B, each) for each in b)]

    @property
    def v_b(self) -> Vector:
        return readonly(self.end_b - self.b.pose.position)

    def b_at(self, t: float) -> Convex:
        return self.b.world.moved(t * self.v_b)

    @cached_property
    def against(self) -> Against:
        """As seen from B."""
        return Against(self.c, self.v - self.v_b, self.b.pose.position, self.r_a + self.r_b, is_ring=True)

    @cached_property
    def by_sum(self) -> Self:
        """The scene that the sum of the velocities is right for: B moves the other way."""
        return replace(self, end_b=readonly(self.b.pose.position - self.v_b))

    @cached_property
    def crossing(self) -> tuple[float, float] | None:
        """When A and when B is where their paths cross; None where they do not in time."""
        sides = np.stack((self.v, -self.v_b), axis=1)
        if abs(np.linalg.det(sides)) < 1e-9:
            return None
        s, u = np.linalg.solve(sides, self.b.pose.position - self.c).tolist()
        return (s, u) if 0.0 <= s <= 1.0 and 0.0 <= u <= 1.0 else None


def against(moment: Moment[TwoMovingCircles]) -> Against:
    return moment.scene.against


class SweptCirclesStory(QuadraticStory):
    """From two motions to one, through the quadratic, and back to the world."""

    stages: ClassVar[Mapping[type, str]] = {
        RadiiJoined: "Sum of radii",
        RelativeMotion: "Lock on B",
        Grouped: "Quadratic",
        **STAGES,
    }

    def page(self, moment: Moment[TwoMovingCircles]) -> Page:
        if figure.fails(moment):  # as the faulty rule goes on: with the sum for v
            told = self.page(
                replace(moment, scene=moment.scene.by_sum, trace=traced(moment.scene.by_sum), faulty=None)
            )
            return replace(faulty.by_sum(told, moment), stage=self.stage(moment))
        match moment.step:
            case RadiiJoined() as joined:
                return self.radii(moment, joined)
            case RelativeMotion() as move:
                return self.lock(moment, move)
            case SweptImpact() as found:
                at = against(moment)
                page = answer_page(at, found, at.gap, least_gap(at), IDEAS)
                if quadratic_figure.reached(moment, QuadraticFormed) and at.roots is None:
                    return replace(page, idea=PASSES)
                if found.outcome is Outcome.OVERLAPPED:
                    return replace(page, idea=OVERLAP, stage=self.stage(moment))
                return _as_displacement(page, moment.scene)
        return self.quadratic(moment)

    def stage(self, moment: Moment[Any]) -> str:
        found = moment.step
        is_over = isinstance(found, SweptImpact) and found.outcome is Outcome.OVERLAPPED
        return "Overlap" if is_over else super().stage(moment)

    def radii(self, moment: Moment[TwoMovingCircles], joined: RadiiJoined) -> Page:
        scene = moment.scene
        total = equation("{a} + {b} = **{result}**", lambda a, b: a + b, a=scene.r_a, b=scene.r_b)
        crossing = "The paths do not cross."
        if scene.crossing is not None:
            s, u = map(fixed, scene.crossing)
            crossing = f"The paths cross, but A is there at t = {s}, B at t = {u}."
        page = Page("Sum of radii", RADII, r"R=\A{r_A}+\B{r_B}").says(f"$R$ = {total}. {crossing}")
        page = page.claiming(Claim("R", lambda: joined.radius, lambda: scene.a.shape.radius + scene.b.shape.radius))
        page = page.row("$R$", r"$\A{r_A}+\B{r_B}$", fixed(joined.radius))
        return page.asks(None if moment.compare else where_seen(moment), standing(scene, 0.0))

    def lock(self, moment: Moment[TwoMovingCircles], move: RelativeMotion) -> Page:
        scene = moment.scene
        a, b, v = (coords(each) for each in (scene.v, scene.v_b, move.motion))
        page = Page("Lock on B", LOCK, rf"{V}={V_A}-{V_B}").says(rf"${V}$ = {a} − {b} = **{v}**.")
        page = page.claiming(
            Claim("v", lambda: move.motion, lambda: (scene.end - scene.c) - (scene.end_b - scene.b.pose.position)),
            Claim("c − p at t = 1", lambda: scene.against.at(1.0) - scene.against.p, lambda: scene.end - scene.end_b),
        )
        page = page.row(rf"${V}$", rf"${V_A}-{V_B}$", v, ink=Ink.EXAMINED)
        return faulty.added(page, moment) if differs(moment) else page

    def quadratic(self, moment: Moment[TwoMovingCircles]) -> Page:
        """What its last step tells, with the rows of all of them."""
        scene, step = moment.scene, moment.step
        steps = list(step.part) if isinstance(step, Grouped) else [step]
        pages = [TOLD[type(each)](scene.against, each) for each in steps]
        rows = tuple(row for page in pages for row in page.rows)
        is_solved = isinstance(steps[-1], RootsFound)
        rows = _solved(rows) if is_solved else _in_order(rows[-5:])  # so many are seen
        nested = "the quadratic" if isinstance(step, Grouped) else ""
        page = replace(pages[-1], stage=self.stage(moment), rows=rows, nested=nested)
        if is_solved:
            says = page.sentence
            if steps[-1].last > 1.0:
                says = f"{says[:-1]}, after the motion."
            page = replace(page, idea=SAME, sentence=says)
        elif isinstance(steps[-1], QuadraticFormed):
            page = replace(page, idea=SQUARED)
        asked = None if moment.compare else where_touching(moment) or where_nearest(moment)
        return page.asks(asked, standing(scene, 0.0))

    def draw(self, canvas: Canvas, moment: Moment[TwoMovingCircles]) -> None:
        figure.draw_world(canvas, moment)


def _solved(rows: tuple[TableRow, ...]) -> tuple[TableRow, ...]:
    """The quadratic's three numbers in their order, its discriminant, and both roots in one row: all are seen."""
    _, beta, alpha, gamma, discriminant, first, last = rows
    both = replace(first, cells=("$t_1$, $t_2$", "both roots", f"{first.cells[2]}, {last.cells[2]}"), key="roots")
    return alpha, beta, gamma, discriminant, both


def _in_order(rows: tuple[TableRow, ...]) -> tuple[TableRow, ...]:
    """α before β before γ, as where the quadratic is solved."""
    order = (r"$\alpha$", r"$\beta$", r"$\gamma$")
    known = sorted((row for row in rows if row.cells[0] in order), key=lambda row: order.index(row.cells[0]))
    return tuple(known.pop(0) if row.cells[0] in order else row for row in rows)


def _as_displacement(page: Page, scene: TwoMovingCircles) -> Page:
    """Where v is too short: in the whole time, which is 1, c moves by its length."""
    if length(scene.against.v) == 0.0:
        return replace(page, formula=rf"{V}=0\ \ \Rightarrow\ \ s(t)=s")
    if page.formula == r"\beta\ge 0":
        return replace(page, formula=r"\beta\ge 0\quad\Rightarrow\quad\text{no impact}")
    if not page.formula.startswith(r"\Vert"):
        return page
    speed, s = fixed(length(scene.against.v)), fixed(scene.against.gap(0.0))
    says = f"From $t$ = 0 to 1 ${C}$ moves by {speed}, less than $s$ = {s}. The least gap in the whole motion is "
    return page.says(f"{says}**{fixed(least_gap(scene.against))}**.")


def standing(scene: TwoMovingCircles, t: float) -> str:
    return state("A and B", scene.against.gap(t), t)


class SweptCircles(Lesson[TwoMovingCircles]):
    id = "swept-circles"
    title = "Two moving circles"
    source = "2D continuous collision"
    summary = "Seen from B only A moves, by the difference of the motions: a point against the summed radius."
    terms = ("relative velocity", "sum of the radii")
    builds_on = ("swept-circle-point",)
    story = SweptCirclesStory(against)
    nested = QuadraticStory(against)
    compare = (
        Comparison(
            ADDED,
            lambda s: velocities_added(s.c, s.r_a, s.v, s.b.pose.position, s.r_b, s.v_b),
            differs,
            "S1.10 of *2D continuous collision*",
        ),
    )

    @cached_property
    def scenes(self) -> dict[str, TwoMovingCircles | Preset[TwoMovingCircles]]:
        def added(a: Side, b: Side, goal: str) -> Preset[TwoMovingCircles]:
            return Preset(scene(a, b, goal), ADDED, at_first(RelativeMotion))

        return {
            "Paths that cross": scene((0.75, (-1.4, -1.0), (-0.7, 1.6)), (0.55, (0.9, -0.9), (-1.7, 0.3))),
            "Paths cross, no contact": scene(
                (0.45, (-1.9, -1.3), (1.7, 0.9)), (0.35, (0.1, -0.3), (-1.0, 2.0)), GRAZE
            ),
            "Side by side": added((0.6, (-2.0, 0.5), (0.2, 0.5)), (0.6, (0.0, -0.5), (1.9, -0.5)), SAME_V),
            "Opposite velocities": added((0.7, (-1.9, 0.5), (1.2, 0.5)), (0.7, (1.9, -0.3), (-1.2, -0.3)), OPPOSITE),
            "A catches up": scene((0.8, (-2.0, -0.4), (1.2, 0.2)), (0.5, (-0.1, 0.4), (1.4, 0.5)), CENTRAL),
            "Same motion": scene((0.7, (-1.6, 0.7), (0.9, 1.0)), (0.6, (-0.6, -0.9), (1.9, -0.6)), EQUAL),
            "Overlap, moving apart": scene((0.8, (-0.5, 0.1), (-1.7, 0.6)), (0.7, (0.5, 0.0), (1.8, -0.5)), STAYING),
        }

    def run(self, scene: TwoMovingCircles) -> Trace[CircleCircleStep, SweptImpact]:
        """All between the relative motion and the answer is one step: the lesson before."""
        return traced(scene)

    @cached_property
    def presented(self) -> Layout:
        return beside(
            Pane("world", "World: both circles move", self.story.draw, is_world=True),
            Pane("seen", "Seen from B", figure.draw_seen),
            share=0.68,
        )

    @cached_property
    def layout(self) -> Layout:
        chart = Pane("gap", "Over time t", figure.draw_gap, share=0.27, axes=self.axes, follows_time=True)
        return above(self.presented, chart)

    def layout_at(self, moment: Moment[TwoMovingCircles]) -> Layout:
        """The chart once there is something in it."""
        early = isinstance(whole(moment).step, RadiiJoined | RelativeMotion)
        return self.presented if early else self.layout

    def axes(self, moment: Moment[TwoMovingCircles]) -> Axes:
        at = moment.scene.against
        return quadratic_figure.axes(at, moment) if moment.parent is not None else figure.axes(moment)

    def clock(self, moment: Moment[TwoMovingCircles]) -> Clock:
        """Time; while the camera is being locked, how far it is."""
        moment = whole(moment)
        if isinstance(moment.step, RelativeMotion):
            return Clock(1.2, ticks=(0.0, 1.0), plays_on_entry=True, told=share)
        found = quadratic_figure.hit(moment)
        knows = found if moment.index > 1 else None
        stop = None if knows is None else knows.fraction
        last = stop or 0.0
        if figure.fails(moment) and moment.faulty.fraction is not None:
            last = moment.faulty.fraction
        elif moment.trace.result.outcome is Outcome.SEPARATED:
            last = moment.scene.against.nearest()  # where the gap is least
        ticks = tuple(last if isinstance(step, SweptImpact) else 0.0 for step in moment.seen)
        return Clock(impact=stop, ticks=ticks, told=fraction())

    def situation(self, moment: Moment[TwoMovingCircles]) -> str:
        if differs(moment) and isinstance(moment.step, RelativeMotion):
            wrong, right = (coords(moment.scene.v + sign * moment.scene.v_b) for sign in (1.0, -1.0))
            return tint(f"Velocities added: {wrong}, but A moves by {right} as seen from B.", Ink.FAULTY)
        if figure.fails(moment):
            return fault(moment, faulty.added_told(moment.scene))
        at, found = moment.scene.against, moment.step
        is_least = abs(moment.time - at.nearest()) < 1e-6  # while it moves, the gap of the time is told
        if isinstance(found, SweptImpact) and found.outcome is Outcome.SEPARATED and is_least:
            return (
                f"A and B do not touch up to t = 1: the least gap is {tint(f'**{fixed(least_gap(at))}**', Ink.GAP)}."
            )
        return standing(moment.scene, figure.now(moment))

    def table(self, moment: Moment[TwoMovingCircles], pages: Sequence[Page] | None = None) -> Table | None:
        """From the quadratic on its own rows: R and v stand in the figure."""
        table = super().table(moment, pages)
        own = () if table is None else tuple(row for row in table.rows if row[0] > 1)
        if table is None or moment.parent is not None or not own:
            return table
        dropped = len(table.rows) - len(own)
        return replace(table, rows=own, current=frozenset(i - dropped for i in table.current if i >= dropped))

    def challenge(self, moment: Moment[TwoMovingCircles]) -> Challenge | None:
        return goal(moment)


def traced(scene: TwoMovingCircles) -> Trace[CircleCircleStep, SweptImpact]:
    trace = swept_circle_circle.trace(scene.c, scene.r_a, scene.v, scene.b.pose.position, scene.r_b, scene.v_b)
    return grouped(trace, [range(2, len(trace) - 1)])


def share(time: float) -> str:
    """How much of B's motion is subtracted: the camera's own clock."""
    return f"{100.0 * time:.0f} %"


Side = tuple[float, tuple[float, float], tuple[float, float]]


def scene(a: Side, b: Side, goal: str = "") -> TwoMovingCircles:
    """Radius, start and end of each."""
    (r_a, start_a, end_a), (r_b, start_b, end_b) = a, b
    return TwoMovingCircles(
        a=at(circle(r_a), *start_a), end=point(*end_a), r_a=r_a,
        b=at(circle(r_b), *start_b), end_b=point(*end_b), r_b=r_b, goal=goal,
    )  # fmt: skip
