"""Axis-aligned bounding boxes: built around shapes, joined, and compared axis by axis."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from geometry import Aabb, Convex, Pose, Trace, box, circle, convex, regular_polygon, separation
from geometry.faulty.aabb import WrongBoxes, either_axis, stale_box
from geometry.outline import signed_area
from geometry.primitives.aabb import (
    AabbOverlap,
    AabbPair,
    AabbPairStep,
    Enclosed,
    SidesCompared,
    VertexTaken,
    aabb_pair,
)
from geometry.sat.separating_axis import Owner
from geometry.shape import boundary
from geometry.tolerance import rounding
from geometry.trace import picked
from lessons.pairs.aabb_asked import question
from lessons.pairs.aabb_figure import (
    AXES,
    EITHER,
    INKS,
    STALE,
    draw_world,
    growing,
    is_told,
    is_wrong,
    nested,
    taken_before,
)
from lessons.pairs.aabb_goals import BY_Y, POKES, ROUND_APART, goal
from lessons.pairs.aabb_situation import known, known_at_all_times, stands, widens
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Clock, Comparison, Lesson, Moment, Preset, at_last
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Challenge
from viz.lesson.scene import TwoShapes, at
from viz.lesson.story import Story
from viz.lesson.text import coords, fixed, inked, tint

FROM = "$s$ by this rule"
BOX = (
    "We want a cheap test that rules out most pairs. The **axis-aligned bounding box** (AABB) is the smallest box "
    "around a shape with sides parallel to the axes."
)
TURNED = (
    "The AABB depends on the angle of its shape, and at some angles much of the box is empty. Hold A or D to rotate "
    "A: the box grows and shrinks."
)
OF_B = "The same for B. On each axis a box is an **interval** from low to high: the bars beside the axes."
OF_ROUND_B = (
    "The same for B, with its radius $r$ added on all four sides. On each axis a box is an **interval** from low to "
    "high."
)
ROUND = (
    "A circle has no vertices: the four sides of its **axis-aligned bounding box** (AABB) lie a radius $r$ from the "
    "centre $c$."
)
OF_CIRCLE = (
    "A circle has no vertices: the four sides of its AABB lie a radius $r$ from the centre $c$. On each axis a box "
    "is an **interval**."
)
UNION = (
    "The **union** is the box around both boxes: trees of boxes are built with it. It takes the smaller of the lows "
    "and the greater of the highs, on each axis."
)
COMPARE = (
    "The first difference is the gap if B lies to the right of A, the second if it lies to the left. The greater is "
    "$s_x$. Below 0 the intervals overlap.",
    "The same on the y axis. A gap on one axis is enough: no point can then be in both boxes.",
)
OVERLAP = "No gap on either axis, so the AABBs %s. That does not prove that the shapes do: an exact test must decide."
FALSE = (
    "No gap on either axis, so the AABBs %s. But the shapes in them are apart: a **false positive**. Only an exact "
    "test shows that."
)
APART = (
    "A gap on one axis: the AABBs are apart, and so are the shapes inside them. No other test is needed. A test of "
    "up-to-date boxes never misses an overlap."
)
STALE_TOLD = (
    "A stale box is computed once, and not again after A has rotated. It no longer fits A, so the test can miss "
    "an overlap."
)
EITHER_TOLD = (
    "This rule reports a hit if the intervals overlap on either axis. The AABBs overlap only if they do on both axes."
)
F_BOX = r"\#{\mathrm{low}_{#,x}}=\min_i\,\#{x_i}%s\qquad\#{\mathrm{high}_{#,x}}=\max_i\,\#{x_i}%s"
F_CIRCLE = r"\#{\mathrm{low}_{#,x}}=\#{c_x}-r\qquad\#{\mathrm{high}_{#,x}}=\#{c_x}+r"
F_UNION = (
    r"\mathrm{low}=\min(\A{\mathrm{low}_A},\B{\mathrm{low}_B})\quad"
    r"\mathrm{high}=\max(\A{\mathrm{high}_A},\B{\mathrm{high}_B})"
)
F_AXIS = (
    r"%s=\max(\B{\mathrm{low}_{B,#}}-\A{\mathrm{high}_{A,#}},\ "
    r"\A{\mathrm{low}_{A,#}}-\B{\mathrm{high}_{B,#}})"
)
F_STALE = (
    r"\faulty{\mathrm{low}_{A,x}=\min_i\,x_i^{\,\mathrm{old}}\qquad\mathrm{high}_{A,x}=\max_i\,x_i^{\,\mathrm{old}}}"
)
F_EITHER = r"\faulty{\mathrm{hit}\iff s_x\le 0\ \ \mathrm{or}\ \ s_y\le 0}"


@dataclass(frozen=True, eq=False)
class Enclosing(TwoShapes):
    """Two shapes, and A as it was before it was rotated."""

    goal: str = ""  # which challenge is about it

    @property
    def before(self) -> Convex:
        return self.a.shape.at(Pose(self.a.pose.position))


class AabbStory(Story):
    """Build, join, compare."""

    columns = ("symbol", "value")

    def stage(self, moment: Moment[Enclosing]) -> str:
        match moment.step:
            case VertexTaken() | Enclosed(Owner.A):
                return "AABB of A"
            case Enclosed():
                return "AABB of B"
            case Aabb():
                return "Union"
            case SidesCompared() as compared:
                return f"{AXES[compared.axis]} axis"
        return "Verdict"

    def page(self, moment: Moment[Enclosing]) -> Page:
        stage, step, scene = self.stage(moment), moment.step, moment.scene
        match step:
            case VertexTaken():
                page = Page(stage, BOX, _box_formula(scene.a.world, "A"))
                grows = _is_taken(step) and 0.0 < moment.time < 1.0 and widens(moment, Aabb(step.low, step.high))
                page = _growing(page, moment, step) if grows else _taken(page, moment, step)
            case Enclosed():
                shape = (scene.a if step.owner is Owner.A else scene.b).world
                of_b = OF_CIRCLE if len(shape.points) == 1 else OF_ROUND_B if shape.radius else OF_B
                idea = TURNED if step.owner is Owner.A else of_b
                page = Page(stage, idea, _box_formula(shape, step.owner.value))
                tell = _growing if step.owner is Owner.A and 0.0 < moment.time < 1.0 else _enclosed
                page = tell(page, moment, step)
            case Aabb():
                page = _union(Page(stage, UNION, F_UNION), moment, step)
            case SidesCompared():
                letter = AXES[step.axis]
                formula = F_AXIS.replace("#", letter) % tinted(step.separation, f"s_{letter}")
                page = _compared(Page(stage, COMPARE[step.axis], formula), moment, step)
            case AabbOverlap():
                page = _verdict(Page(stage), moment, step)
        return page.asks(question(moment), known_at_all_times(moment))

    def draw(self, canvas: Canvas, moment: Moment[Enclosing]) -> None:
        draw_world(canvas, moment)


def tinted(s: float, symbol: str) -> str:
    """A symbol of a separation, in the ink of its mark."""
    return rf"\{'gap' if separation_ink(s) is Ink.GAP else 'overlap'}{{{symbol}}}"


def _is_taken(step: object) -> bool:
    """Whether a vertex widens the box: the first one alone makes none."""
    return isinstance(step, VertexTaken) and step.index > 0


def _taken(page: Page, moment: Moment[Enclosing], step: VertexTaken) -> Page:
    """The box of the first vertices of A, and what the newest of them change."""
    shape, found = moment.scene.a.world, Aabb(step.low, step.high)
    seen = shape.points[: step.index + 1]
    page = _row(page, "A", found, Ink.A, so_far=True).claiming(
        Claim("low", lambda: step.low, lambda: seen.min(axis=0)),
        Claim("high", lambda: step.high, lambda: seen.max(axis=0)),
    )
    if len(shape.points) == 1:
        return replace(page, idea=ROUND).says(f"The box starts at centre of A: low = high = {coords(step.vertex)}.")
    before, old = taken_before(moment)
    first, last = before + 1, step.index
    who = f"Vertex {last}" if first == last else f"Vertices {first} {'and' if last - first == 1 else 'to'} {last}"
    verb = "s" if first == last else ""
    if not before:  # the first two
        return page.says(f"Vertices 0 and {last}: {_sides(found)}.")
    if not widens(moment, found):
        return page.says(f"{who} lie{verb} inside: the box does not change.")
    return page.says(f"{who} widen{verb} the box: {_sides(found, old)}.")


def _sides(found: Aabb, old: Aabb | None = None) -> str:
    """From where to where on both axes; in bold what is new."""
    told = []
    for k, letter in enumerate(AXES):
        ends = [("from", found.low[k], old and old.low[k]), ("to", found.high[k], old and old.high[k])]
        each = [f"{word} **{fixed(float(v))}**" if v != was else f"{word} {fixed(float(v))}" for word, v, was in ends]
        told.append(f"{letter} {' '.join(each)}")
    return ", ".join(told)


def _row(page: Page, name: str, found: Aabb, ink: Ink, *, so_far: bool = False) -> Page:
    """Its two corners: the lows and the highs of both axes."""
    for word, corner in (("low", found.low), ("high", found.high)):
        symbol = f"{word} so far" if so_far else rf"$\mathrm{{{word}}}_{name}$"
        page = page.row(symbol, coords(corner), ink=ink, key=f"{word} {name}")
    return page


def _box_formula(shape: Convex, name: str) -> str:
    """In the ink of its shape, with the radius, where there is one; of a circle from its centre."""
    told = F_CIRCLE if len(shape.points) == 1 else F_BOX % (("-r", "+r") if shape.radius else ("", ""))
    return told.replace("#", name)


def _enclosed(page: Page, moment: Moment[Enclosing], step: Enclosed) -> Page:
    shape, name = (moment.scene.a if step.owner is Owner.A else moment.scene.b).world, step.owner.value
    outline = boundary(shape, 1e-7)
    (x0, y0), (x1, y1) = (each.tolist() for each in (step.box.low, step.box.high))
    sides = f"x from **{fixed(x0)}** to **{fixed(x1)}**, y from **{fixed(y0)}** to **{fixed(y1)}**"
    filled = abs(signed_area(outline)) / ((x1 - x0) * (y1 - y0))
    return (
        _row(page, name, step.box, INKS[step.owner])
        .says(f"The AABB of {name}: {sides}. {name} fills {100.0 * filled:.0f} % of it.")
        .claiming(
            Claim("low", lambda: step.box.low, lambda: outline.min(axis=0), 1e-6),
            Claim("high", lambda: step.box.high, lambda: outline.max(axis=0), 1e-6),
        )
    )


def _growing(page: Page, moment: Moment[Enclosing], step: Enclosed | VertexTaken) -> Page:
    """The box of A on its way to its next vertices: what it is by now, not yet that around them."""
    box = step.box if isinstance(step, Enclosed) else Aabb(step.low, step.high)
    old, now = taken_before(moment)[1], growing(moment, box)
    return _row(page, "A", now, Ink.A, so_far=True).says(f"The box still widens: {_sides(now, old)}.")


def _union(page: Page, moment: Moment[Enclosing], step: Aabb) -> Page:
    low, high, (wide, tall) = coords(step.low), coords(step.high), (fixed(size) for size in step.extent)
    outlines = np.vstack([boundary(each.world, 1e-7) for each in (moment.scene.a, moment.scene.b)])
    return page.says(f"low = **{low}** and high = **{high}**: the union is {wide} wide and {tall} high.").claiming(
        Claim("low", lambda: step.low, lambda: outlines.min(axis=0), 1e-6),
        Claim("high", lambda: step.high, lambda: outlines.max(axis=0), 1e-6),
    )


def _compared(page: Page, moment: Moment[Enclosing], step: SidesCompared) -> Page:
    name, s = AXES[step.axis], step.separation
    a, b = (np.array([p[step.axis] for p in boundary(each.world, 1e-7)]) for each in (moment.scene.a, moment.scene.b))
    first, second = step.side_a, step.side_b
    terms = f"max({fixed(second.low)} − {_after(first.high)}, {fixed(first.low)} − {_after(second.high)})"
    told = f"the intervals {stands(s, step.tolerance)}"
    if both := nested(step):
        told = f"{both[1]} must move by {fixed(-s)} to leave the interval of {both[0]}"
    return (
        page.says(f"$s_{name}$ = {terms} = {inked(s)}: {told}.")
        .row(f"$s_{name}$", fixed(s), ink=separation_ink(s))
        .claiming(Claim("s", lambda: s, lambda: max(b.min() - a.max(), a.min() - b.max()), 1e-6))
    )


def _after(value: float) -> str:
    """Behind a minus."""
    return fixed(value) if value >= 0.0 else f"({fixed(value)})"


def _verdict(page: Page, moment: Moment[Enclosing], step: AabbOverlap) -> Page:
    apart = step.separation > step.tolerance
    compared = [each for each in moment.trace if isinstance(each, SidesCompared)]
    x, y = (each.separation for each in compared)
    told = f"$s$ = max({fixed(x)}, {fixed(y)}) = {inked(step.separation)}: "
    if (names := nested(compared[0])) and names == nested(compared[1]):
        told += f"the AABB of {names[1]} must move by {fixed(-step.separation)} to leave that of {names[0]}."
    else:
        is_overlap = step.separation < -step.tolerance
        told += f"the AABBs {'are apart' if apart else 'overlap' if is_overlap else 'just touch'}."
    meet = "overlap" if step.separation < -step.tolerance else "touch"
    a, b = moment.scene.a.world, moment.scene.b.world
    overlap = FALSE if separation(a, b) > rounding(a, b) else OVERLAP
    idea = APART if apart else overlap % meet
    if isinstance(moment.faulty, WrongBoxes) and is_wrong(moment):
        idea = STALE_TOLD if moment.compare == STALE else EITHER_TOLD
    xs, ys = tinted(x, "s_x"), tinted(y, "s_y")
    formula = rf"{tinted(step.separation, 's')}=\max({xs},\ {ys})"
    if isinstance(moment.faulty, WrongBoxes) and is_wrong(moment):
        formula = F_STALE if moment.compare == STALE else F_EITHER
        told = _wrongly(moment, moment.faulty, (x, y))
    page = Page(page.stage, idea, formula).says(told)
    page = page.claiming(
        Claim("s", lambda: step.separation, lambda: max(x, y)),
        Claim("no pair is missed", lambda: not apart or separation(a, b) > 0.0, lambda: True),
    )
    page = page.row("$s$", fixed(step.separation), ink=separation_ink(step.separation))
    if isinstance(moment.faulty, WrongBoxes):
        page = page.row(FROM, fixed(moment.faulty.separation), faulty=True)
    return page


def _wrongly(moment: Moment[Enclosing], faulty: WrongBoxes, both: tuple[float, float]) -> str:
    """How the other rule comes to its answer."""
    says = tint("a hit" if faulty.hit else f"a gap of {fixed(faulty.separation)}", Ink.FAULTY)
    if moment.compare == STALE:
        return f"From the box of A before the rotation: {says}. From its box now: s = {fixed(max(both))}."
    k = int(both[1] <= both[0])  # the axis with the overlap
    less, more = (f"$s_{AXES[axis]}$ = {inked(both[axis])}" for axis in (k, 1 - k))
    return f"{less}: for this rule that is {says}. It takes no notice of {more}."


class AabbLesson(Lesson[Enclosing]):
    id = "aabb"
    title = "Axis-aligned boxes"
    source = "Collision detection for dummies"
    summary = "Four numbers bound a shape: axis-aligned boxes are built, joined and compared axis by axis."
    terms = ("axis-aligned bounding box (AABB)", "union", "false positive", "interval")
    builds_on = ("polygon-shadow",)
    tells_time = True
    story = AabbStory()
    compare = (
        Comparison(STALE, lambda s: stale_box(s.before, s.b.world), is_wrong),
        Comparison(EITHER, lambda s: either_axis(s.a.world, s.b.world), is_wrong),
    )

    @cached_property
    def scenes(self) -> Mapping[str, Enclosing | Preset[Enclosing]]:
        slab, disc = box(1.5, 1.0), circle(0.6)
        wedge = convex(((-0.9, -0.7), (1.0, -0.5), (-0.2, 1.0)))
        return {
            "Two slanted boxes": Enclosing(at(box(2.5, 0.84), -0.85, -0.12, -38.0), at(slab, 0.63, 0.68, 30.0)),
            "Polygon and circle": Enclosing(
                at(regular_polygon(5, 1.0), -0.8, -0.1, 20.0), at(circle(0.8), 0.6, 0.3), ROUND_APART
            ),
            "Gap on x": Enclosing(at(wedge, -1.1, 0.0, 10.0), at(slab, 1.1, 0.3, 20.0), BY_Y),
            "Stale box": Preset(Enclosing(at(box(2.4, 0.6), -0.5, -0.2, 55.0), at(disc, 0.4, 1.05)), STALE, at_last),
            "Either axis is enough": Preset(
                Enclosing(at(slab, -0.2, -0.8, 12.0), at(disc, -0.55, 0.75)), EITHER, at_last
            ),
            "Contained": Enclosing(
                at(regular_polygon(6, 1.3), 0.0, 0.0, 10.0), at(box(1.2, 0.6), 0.1, 0.0, 35.0), POKES
            ),
        }

    def run(self, scene: Enclosing) -> Trace[AabbPairStep, AabbPair]:
        """The box of A's first two vertices, of three, and the finished boxes. As many steps at every angle."""
        whole, n = aabb_pair.trace(scene.a.world, scene.b.world), len(scene.a.world.points)
        own = [k for k in (1, 2) if k < max(n - 1, 2) and k < n]  # the last vertex finishes the box
        kept = [i for i, step in enumerate(whole) if isinstance(step, Enclosed | Aabb | SidesCompared | AabbOverlap)]
        return picked(whole, [*(own or [0]), *kept])

    def clock(self, moment: Moment[Enclosing]) -> Clock | None:
        """The box grows to a vertex when its step is entered."""
        step = moment.step
        if not ((isinstance(step, Enclosed) and step.owner is Owner.A) or _is_taken(step)):
            return None
        return Clock(0.8, ticks=(1.0,) * len(moment.trace), plays_on_entry=True)

    def situation(self, moment: Moment[Enclosing]) -> str:
        a, b, step, faulty = moment.scene.a.world, moment.scene.b.world, moment.step, moment.faulty
        shapes, near = separation(a, b), rounding(a, b)
        if isinstance(faulty, WrongBoxes) and is_wrong(moment) and is_told(moment):
            true = f"are {fixed(shapes)} apart" if shapes > near else f"overlap by {fixed(-shapes)}"
            hit = tint("a hit" if faulty.hit else f"a gap of {fixed(faulty.separation)}", Ink.FAULTY)
            rule = "A stale box reports" if moment.compare == STALE else "After one axis the rule reports"
            return f"{rule} {hit}. But the shapes {true}."
        if not isinstance(step, AabbOverlap):
            return known(moment)
        if step.separation > step.tolerance:
            return "The AABBs are apart, so the shapes are."
        if shapes > near:
            return f"The AABBs overlap; the shapes are {tint(fixed(shapes), Ink.GAP)} apart."
        for name, outer, inner in (("A and its AABB contain B", a, b), ("B and its AABB contain A", b, a)):
            if all(outer.contains(place) for place in boundary(inner, 1e-3)):
                return f"{name} and its AABB."
        return "The AABBs overlap, and so do the shapes." if shapes < -near else "The AABBs and the shapes touch."

    def challenge(self, moment: Moment[Enclosing]) -> Challenge | None:
        if not isinstance(moment.step, AabbOverlap):
            return None
        return goal(moment)
