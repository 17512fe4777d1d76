"""A circle and an axis-aligned box: nine regions, the centre clamped to the box, and the way out from inside."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from geometry import Aabb, Trace, box, circle, separation
from geometry.faulty.circle_aabb import WrongContact, circle_as_box, clamp_only, normal_of_a_side
from geometry.primitives.circle_aabb import (
    CircleAabbStep,
    Clamped,
    FaceMeasured,
    OutsideMeasured,
    RadiusCompared,
    Region,
    RegionFound,
    circle_aabb,
)
from geometry.primitives.contact import PairResult
from geometry.vector import left_of
from lessons.pairs import box_figure, circle_aabb_figure
from lessons.pairs.box_figure import DEPTHS, FACES, C, Q, sides_of
from lessons.pairs.circle_aabb_asked import question
from lessons.pairs.circle_aabb_faulty import BOXED, CLAMP_ONLY, SIDE, answer_of, differs, goal_of, shows_fault, told
from lessons.pairs.scenes import BoxAndDisc, way_out
from lessons.pairs.telling import N, P
from lessons.stories.standing import standing
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Clock, Comparison, Lesson, Moment, Preset, at_first
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Challenge
from viz.lesson.scene import at
from viz.lesson.story import Story
from viz.lesson.text import coords, equation, fixed, inked, tint

WIDE = 0.5  # radius from which on the challenge counts
COUNTS = {2: "Two", 3: "Three", 4: "Four"}
PALE = 0.1  # of the box while the centre is inside it: the colour of the interior shows
SHALLOW = 0.2  # of that colour, once the region is told: what is measured stands on it
STAGES = {
    RegionFound: "Region",
    Clamped: "Clamp",
    OutsideMeasured: "Distance",
    FaceMeasured: "Nearest face",
    RadiusCompared: "Separation",
    PairResult: "Contact",
}
REGION = (
    rf"We want the distance of $\B{{{C}}}$ from the box; it is the same all along a thin outline. In each "
    "**Voronoi region** around the box one corner or face is nearest."
)
CLAMPING = (
    rf"**Clamp** each coordinate of $\B{{{C}}}$: below low it becomes low, above high it becomes high, else it stays."
)
CLAMP = rf"{CLAMPING} The result $\answer{{{Q}}}$ is the **closest point** of the box."
UNCHANGED = rf"{CLAMPING} Here both stay: $\answer{{{Q}}}$ is $\B{{{C}}}$ itself and gives no direction."
DISTANCE = (
    rf"The shortest line from the box to $\B{{{C}}}$ starts at $\answer{{{Q}}}$. Its direction is the contact normal "
    rf"$\examined{{{N}}}$. Along a face this direction stays the same; around a corner it turns."
)
FACE = (
    rf"Measure how deep $\B{{{C}}}$ lies behind each of the four faces: the push is shortest through the **nearest "
    "face**. On the dashed lines two faces are equally near."
)
OUTSIDE = (
    rf"If $\B{{r}}$ is greater than $\Vert{{}}{C}-{Q}\Vert{{}}$, $\B{{{C}}}$ lies inside the dashed outline: the "
    "circle and the box overlap, and $s$ is negative."
)
INSIDE = (
    rf"From inside we take $\answer{{{Q}}}$ on the nearest face, and $\examined{{{N}}}$ is its normal. A push by the "
    rf"depth brings only the centre out: the circle extends $\B{{r}}$ further back."
)
CONTACT = (
    rf"The contact point $\answer{{{P}}}$ is half way between the two surfaces along $\examined{{{N}}}$. Moving B "
    rf"by $-s$ along $\examined{{{N}}}$ leaves them just touching."
)
TIED = (
    "faces are equally near: a push through any of them is shortest, and the first found is kept. "
    rf"$\answer{{{P}}}$ is half way between the two surfaces along $\examined{{{N}}}$."
)
NO_CONTACT = (
    rf"A and B are apart: there is no contact, and nothing to push. The same formula gives $\answer{{{P}}}$ in the "
    "middle of the gap."
)
F_CLAMP = rf"\answer{{{Q}}}=\min(\max(\B{{{C}}},\,\A{{\mathrm{{low}}}}),\,\A{{\mathrm{{high}}}})"
F_DISTANCE = rf"\examined{{{N}}}=(\B{{{C}}}-\answer{{{Q}}})\,/\,\lVert\B{{{C}}}-\answer{{{Q}}}\rVert"
F_OUTSIDE = rf"s=\lVert\B{{{C}}}-\answer{{{Q}}}\rVert-\B{{r}}"
F_INSIDE = r"s=-(\examined{\text{depth}}+\B{r})"
F_CONTACT = rf"\answer{{{P}}}=\answer{{{Q}}}+\tfrac12 s\,\examined{{{N}}}"


@dataclass(frozen=True, eq=False)
class BoxAndCircle(BoxAndDisc):
    """The box is axis-aligned."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if np.abs(self.a.world.normals).min(axis=1).max() > 1e-9:
            raise ValueError("A stays an axis-aligned box here: boxes that turn have a lesson of their own")

    @cached_property
    def box(self) -> Aabb:
        return self.a.world.bounds()


class CircleAabbStory(Story):
    """Clamp, measure, compare; from inside the nearest face."""

    columns = ("symbol", "value")
    stages = STAGES

    def page(self, moment: Moment[BoxAndCircle]) -> Page:
        return told(self.right(moment), moment)

    def right(self, moment: Moment[BoxAndCircle]) -> Page:
        """What the right rule does."""
        step, page = moment.step, Page(self.stage(moment))
        match step:
            case RegionFound():
                page = _region(page, step)
            case Clamped():
                page = _clamped(page, step)
            case OutsideMeasured():
                page = _distance(page, moment, step)
            case FaceMeasured():
                page = _face(page, moment, step)
            case RadiusCompared():
                page = _separation(page, moment, step)
            case PairResult():
                page = _contact(page, moment, step)
        asked, found = question(moment), moment.trace.result.separation
        known = standing(moment.scene.a.world, moment.scene.b.world, numbers=False, found=found) if asked else ""
        return page.asks(asked, known)

    def draw(self, canvas: Canvas, moment: Moment[BoxAndCircle]) -> None:
        """The regions, what this step finds, and both shapes."""
        scene, step = moment.scene, moment.step
        a, b, low, high = scene.a.world, scene.b.world, scene.box.low, scene.box.high
        center = b.points[0]
        region, clamped = moment.first(RegionFound), moment.latest(Clamped)
        assert region is not None
        is_face = isinstance(step, FaceMeasured)
        is_first = isinstance(step, RegionFound)
        line, deep = Line.THIN if is_face else Line.DASHED, box_figure.DEEP if is_first else SHALLOW
        box_figure.draw_regions(canvas, low, high, region.region, line, deep)
        if is_first:
            circle_aabb_figure.draw_distances(canvas, low, high, b.radius)
        if isinstance(step, OutsideMeasured):
            box_figure.draw_normals(canvas, low, high, step.distance)
        away = np.where(center >= (low + high) / 2.0, -0.55, 0.55)
        at, opacity = scene.box.center + away * (high - low) / 2.0, PALE if region.region is Region.INSIDE else None
        marks.shape(canvas, a, Ink.A, "A", numbered=False, letter_at=at, opacity=opacity)
        n = moment.trace.result.normal
        aside = 0.55 * left_of(n) + 0.4 * n  # off the normal and the lengths beside it
        marks.shape(canvas, b, Ink.B, "B", letter_at=center + b.radius * aside)
        if is_first:
            box_figure.draw_nearest(canvas, low, high, region.region)
            box_figure.name_regions(canvas, low, high, region.region, center, b.radius)
        if isinstance(step, RegionFound | Clamped):
            for corner, name, way in ((low, "low", (1.0, 1.0)), (high, "high", (-1.0, -1.0))):
                canvas.dot(corner, Ink.A)
                canvas.symbol(rf"\mathrm{{{name}}}", corner, Ink.A, toward=way)
        compared = moment.latest(RadiusCompared)
        box_figure.draw_room(canvas, low, high, b.radius)
        circle_aabb_figure.draw_pushed_room(canvas, b, moment.trace.result)
        if isinstance(step, RadiusCompared):
            box_figure.draw_reach(canvas, a, b.radius)
        if isinstance(step, FaceMeasured):
            circle_aabb_figure.draw_interior(canvas, moment, step)
        is_small = isinstance(step, RadiusCompared | PairResult) and step.separation > -b.radius
        is_small = is_small and circle_aabb_figure.is_narrow(canvas, step.separation)
        is_out, has_normal = region.region is not Region.INSIDE, isinstance(step, OutsideMeasured | PairResult)
        closest = compared.closest if compared is not None else clamped.closest if clamped is not None else None
        if closest is not None and isinstance(step, OutsideMeasured):
            circle_aabb_figure.draw_distance(canvas, moment, step, closest, center)
        elif closest is not None:
            box_figure.draw_found(canvas, step, closest, center, b.radius, moment.time)
        if isinstance(step, PairResult):
            if step.separation < -step.tolerance:
                marks.ghost(canvas, b.moved(-step.separation * step.normal), Ink.B)
            assert closest is not None
            box_figure.draw_separation(canvas, closest, n, step.separation, is_out, pill=not is_small)
            if not (shows_fault(moment) and moment.compare == CLAMP_ONLY):  # that rule has no n, so no P either
                circle_aabb_figure.draw_contact(canvas, step, center, is_plain=is_small or shows_fault(moment))
        box_figure.draw_dots(canvas, center, closest, halo=not is_small, beside=is_out and has_normal)
        if is_small and isinstance(step, PairResult):  # one step before, an outline needs its room
            assert closest is not None
            circle_aabb_figure.draw_lens(canvas, a, b, closest, step)
        if has_normal:  # from outside at c, as the lengths start at q
            assert closest is not None
            measures.unit_arrow(canvas, center if is_out else closest, n, N)
        if shows_fault(moment):
            circle_aabb_figure.draw_fault(canvas, moment)


def _region(page: Page, step: RegionFound) -> Page:
    x, y = sides_of(step.region)
    beyond = [
        word for word, side in (("right of", x > 0), ("left of", x < 0), ("above", y > 0), ("below", y < 0)) if side
    ]
    where = " and ".join(beyond) or "inside"
    name = tint(f"**{box_figure.name_of(step.region)}**", Ink.EXAMINED if beyond else Ink.OVERLAP)
    told = f"The centre is {where} the box: it lies in the {'region of the ' if beyond else ''}{name}."
    return (
        replace(page, idea=REGION)
        .says(told)
        .row("low", coords(step.low), ink=Ink.A)
        .row("high", coords(step.high), ink=Ink.A)
        .row(f"${C}$", coords(step.center), ink=Ink.B)
        .claiming(Claim("beyond", lambda: (x, y), lambda: (_beyond(step, 0), _beyond(step, 1))))
    )


def _beyond(step: RegionFound, axis: int) -> float:
    """Which side of the box the centre is on: of the middle, if it is farther off than half the box is long."""
    off = step.center[axis] - (step.low[axis] + step.high[axis]) / 2.0
    reach = (step.high[axis] - step.low[axis]) / 2.0
    return float(np.sign(off)) if abs(off) > reach + 1e-9 else 0.0


def _clamped(page: Page, step: Clamped) -> Page:
    told = []
    for axis, name in enumerate("xy"):
        c, low, high, q = (float(v[axis]) for v in (step.center, step.low, step.high, step.closest))
        how = f"above {fixed(high)}" if c > high else f"below {fixed(low)}" if c < low else "between low and high"
        told.append(f"{name}: {fixed(c)} is {how}, so $\\answer{{q_{name}}}$ = **{fixed(q)}**.")
    idea = UNCHANGED if (step.closest == step.center).all() else CLAMP
    middle = [sorted(each)[1] for each in zip(step.low, step.center, step.high, strict=True)]
    return (
        replace(page, idea=idea, formula=F_CLAMP, claims=(Claim("q", lambda: step.closest, lambda: middle),))
        .says(" ".join(told))
        .row(f"${Q}$", coords(step.closest), ink=Ink.ANSWER, key="q")
    )


def _distance(page: Page, moment: Moment[BoxAndCircle], step: OutsideMeasured) -> Page:
    n = moment.trace.result.normal
    a, b = moment.scene.a.world, moment.scene.b.world
    part = "corner" if step.region.is_corner else "face"
    value = f"{coords(step.offset)} / {fixed(step.distance)} = **{coords(n)}**"
    told = f"Nearest: a {part}. $\\examined{{{N}}}$ = {value}."
    return (
        replace(page, idea=DISTANCE, formula=F_DISTANCE)
        .says(told)
        .row(rf"$\Vert{{}}{C}-{Q}\Vert{{}}$", fixed(step.distance), ink=Ink.EXAMINED)
        .row(f"${N}$", coords(n), ink=Ink.EXAMINED)
        .claiming(
            Claim("distance", lambda: step.distance, lambda: separation(a, b) + b.radius),
            Claim("moved by n", lambda: separation(a, b.moved(n)), lambda: separation(a, b) + 1.0),
        )
    )


def _face(page: Page, moment: Moment[BoxAndCircle], step: FaceMeasured) -> Page:
    box_, c, name = moment.scene.box, moment.scene.b.pose.position, FACES[step.face]
    corner = box_.high if step.face.normal.sum() > 0.0 else box_.low
    axis = int(np.abs(step.face.normal).argmax())
    ends = (corner[axis], c[axis]) if corner is box_.high else (c[axis], corner[axis])
    template = "{a} − {b} = {result}" if ends[1] >= 0.0 else "{a} − ({b}) = {result}"
    told = equation(template, lambda a, b: a - b, a=float(ends[0]), b=float(ends[1]))
    best = "the nearest so far" if step.is_best else f"the {FACES[step.best]} face stays nearest"
    if not step.is_best and abs(step.depth - step.best_depth) <= 1e-9:
        best = f"a tie: the {FACES[step.best]} face came first and is kept"
    page = page.row(f"depth, {FACES[step.best]} face", fixed(step.best_depth), ink=Ink.OVERLAP, key="depth")
    return (
        replace(page, idea=FACE, formula=rf"\text{{depth}}={DEPTHS[step.face]}")
        .says(f"{name.capitalize()} face: {told}, {best}.")
        .claiming(Claim("depth", lambda: step.depth, lambda: (corner - c) @ step.face.normal))
    )


def _separation(page: Page, moment: Moment[BoxAndCircle], step: RadiusCompared) -> Page:
    a, b = moment.scene.a.world, moment.scene.b.world
    is_out = step.distance > 0.0
    terms = "{d} − {r} = {result}" if is_out else "−({d} + {r}) = {result}"
    value = equation(terms, lambda d, r: d - r if is_out else -(d + r), d=abs(step.distance), r=step.radius)
    shown, _, result = value.rpartition(" ")
    ink = Ink.GAP if step.separation > 0.0 else Ink.OVERLAP
    page = replace(page, idea=OUTSIDE if is_out else INSIDE, formula=F_OUTSIDE if is_out else F_INSIDE)
    if not is_out:
        page = page.row(f"${Q}$, on the face", coords(step.closest), ink=Ink.ANSWER, key="q")
    page = page.row("$s$", inked(step.separation), ink=ink)
    if isinstance(moment.faulty, WrongContact):
        page = page.row(f"$s$, {moment.compare}", fixed(moment.faulty.separation), faulty=True)
    return page.says(f"$s$ = {shown} {tint(f'**{result}**', ink)}.").claiming(
        Claim("s", lambda: step.separation, lambda: separation(a, b) if is_out else -way_out(a, b))
    )


def _contact(page: Page, moment: Moment[BoxAndCircle], step: PairResult) -> Page:
    a, b, s, n = moment.scene.a.world, moment.scene.b.world, step.separation, step.normal
    apart = s > step.tolerance
    what = "The middle of the gap" if apart else "The contact point"
    told = f"{what} is $\\answer{{{P}}}$ = **{coords(step.point)}**: "
    told += f"{fixed(abs(s) / 2.0)} from both surfaces along $\\examined{{{N}}}$."
    idea, ties = NO_CONTACT if apart else CONTACT, _ties(moment)
    if ties > 1:
        idea = f"{COUNTS[ties]} {TIED}"
    return (
        replace(page, idea=idea, formula=F_CONTACT)
        .says(told)
        .row(f"${P}$", coords(step.point), ink=Ink.ANSWER)
        .claiming(
            Claim("just touching", lambda: separation(a, b.moved(-s * n)), lambda: 0.0),
            Claim("half way", lambda: (b.points[0] - step.point) @ n - b.radius, lambda: s / 2.0),
        )
    )


def _ties(moment: Moment[BoxAndCircle]) -> int:
    """Of how many faces the centre lies as far behind as of the nearest."""
    depths = [each.depth for each in moment.seen if isinstance(each, FaceMeasured)]
    return sum(depth <= min(depths) + 1e-9 for depth in depths)


class CircleAabb(Lesson[BoxAndCircle]):
    id = "circle-aabb"
    title = "Circle and AABB"
    source = "Collision detection for dummies"
    summary = "Clamp the centre to the box and measure from there; from inside, the nearest face decides."
    terms = ("clamp", "closest point", "Voronoi region", "nearest face")
    builds_on = ("circle-circle", "aabb")
    story = CircleAabbStory()
    compare = (
        Comparison(
            CLAMP_ONLY,
            lambda s: clamp_only(s.box, s.b.world),
            differs,
            "Error 4 of *Collision detection for dummies*",
        ),
        Comparison(SIDE, lambda s: normal_of_a_side(s.box, s.b.world), differs, "Error 4 of *Shapes and collision*"),
        Comparison(BOXED, lambda s: circle_as_box(s.box, s.b.world), differs),
    )

    @cached_property
    def scenes(self) -> Mapping[str, BoxAndCircle | Preset[BoxAndCircle]]:
        def scene(
            size: tuple[float, float], box_at: tuple[float, float], r: float, c: tuple[float, float]
        ) -> BoxAndCircle:
            return BoxAndCircle(at(box(*size), *box_at), at(circle(r), *c), r)

        wide = (2.2, 1.4)
        measured, compared = at_first(OutsideMeasured), at_first(RadiusCompared)
        return {
            "Above right": scene(wide, (-0.5, 0.0), 0.8, (1.0, 1.05)),
            "Left of the box": scene((1.4, 2.0), (0.5, 0.0), 0.7, (-0.75, -0.45)),
            "Centre inside": scene(wide, (0.0, 0.0), 0.6, (0.7, 0.15)),
            "Clamp only": Preset(scene((2.4, 1.6), (0.0, 0.0), 0.5, (-0.35, 0.4)), CLAMP_ONLY, compared),
            "Face normal at a corner": Preset(scene((1.3, 2.0), (0.5, 0.2), 0.6, (-0.43, -1.2)), SIDE, measured),
            "Circle as a box": Preset(scene((2.0, 1.6), (0.6, 0.2), 0.75, (-1.0, -1.15)), BOXED, compared),
            "Four faces tie": scene((1.6, 1.6), (0.0, 0.0), 0.9, (0.0, 0.0)),
        }

    def run(self, scene: BoxAndCircle) -> Trace[CircleAabbStep, PairResult]:
        return circle_aabb.trace(scene.box, scene.b.world)

    def clock(self, moment: Moment[BoxAndCircle]) -> Clock | None:
        """The centre is carried to the box when its stage is entered."""
        step = moment.step
        slides = isinstance(step, Clamped) and bool((step.closest != step.center).any())
        return Clock(1.2, plays_on_entry=True) if slides else None

    def situation(self, moment: Moment[BoxAndCircle]) -> str:
        a, b, result = moment.scene.a.world, moment.scene.b.world, moment.trace.result
        if shows_fault(moment):
            return answer_of(moment)
        return standing(a, b, numbers=moment.latest(RadiusCompared) is not None, found=result.separation)

    def challenge(self, moment: Moment[BoxAndCircle]) -> Challenge | None:
        if moment.latest(RadiusCompared) is None:
            return None
        if moment.compare:
            return goal_of(moment)
        push, width = -moment.trace.result.separation, 2.0 * moment.scene.r
        return Challenge(
            f"Place B, radius {fixed(WIDE)} or more, so that the shortest push is longer than its diameter.",
            push > width and moment.scene.r >= WIDE,
            f"push {fixed(max(push, 0.0))}, diameter {fixed(width)}",
            "The push is depth + r: the centre must lie deeper inside than its radius.",
        )
