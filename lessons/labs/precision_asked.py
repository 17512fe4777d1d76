"""What the precision lab asks: where the verdict goes wrong, what the area becomes, what subtracting can mend."""

from __future__ import annotations

import math
from functools import partial

import numpy as np

from geometry.faulty.contact_rules import ABSOLUTE
from lessons.labs.precision_figure import STORED
from lessons.labs.precision_kinds import (
    Boxes,
    Corner,
    Glancing,
    Searched,
    Small,
    Square,
    StoredLine,
    Tilted,
    Turn,
    Widened,
)
from lessons.labs.precision_lens import HALF, across, unit_of
from lessons.labs.precision_ruler import SCALE, is_scaled, ruler_of
from lessons.labs.precision_rules import TOLERANT, contact_by, taken_by
from lessons.labs.precision_scene import SWEPT, Far, Numbers, percent, rounded, step_text
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.prediction import Adjust, Challenge, Place, Points, Remark, Verdict
from viz.lesson.text import fixed, tint, two_digits

STAIRS = np.arange(2, 23)  # powers of two from one to the next of which the spacing is the same
TRIED = (2.0 ** STAIRS[:, None] * (1.0 + np.arange(6) / 6.0)).ravel()  # six distances on each
BETTER, WHOLE, SAME = "better, not one cloud", "one cloud", "no change"
A_MILLION = 1e6
GAP = 0.01, 0.03  # of the challenge
TILTED_FROM, TILTED_MOVED = 260_000.0, 0.0018
SEARCHED_MOVED = 0.00045
SQUARE_MOVED, FURTHER = 0.02, 1.25  # at so many times the distance some copy is wrong
RAY_FROM, CORNER_FROM, TURN_FROM = 2000.0, 300_000.0, 50_000.0  # distances of the goals
CORNER_MOVED = 0.005
STRAIGHT = 1e-9  # a smaller cross product is that of a straight line
ABOVE = 0.2  # rows above the axis at which an area is placed
REACHED = 0.3  # steps from the right place of a line
LEFT_OVER = 4.0  # steps of the precision near the origin: more than that is not rounding of the test alone


def first_stair(scene: Far) -> float | None:
    """The least power of two from which on, up to the next one, some copy's sign is wrong; None where none is."""
    wrong = scene.few_wrong(TRIED).reshape(len(STAIRS), -1).any(axis=1)
    return float(2.0 ** STAIRS[wrong.argmax()]) if wrong.any() else None


def where_wrong(scene: Far) -> Adjust | None:
    """Before the shapes are moved away: where can they be called touching? Asked where the normal is an axis: there
    the only rounding is that of storing, half a step at each end of the gap."""
    if not isinstance(scene, Searched) or scene.precision != "float32" or scene.true <= 2.0 * scene.moved:
        return None
    stair = first_stair(scene)
    if stair is None or not scene.is_aligned or not 0.5 * scene.spacing(stair) < scene.true <= scene.spacing(stair):
        return None
    gap = tint(f"$s$ = {scene.told(scene.true)}", Ink.GAP)

    def judge(now: Far) -> Verdict:
        u = tint(f"$u$ = {step_text(now.unit)}", Ink.EXAMINED)
        both = f"Each end of the gap is off by up to half of $u$: together {u}"
        right = stair <= now.distance < 2.0 * stair
        draw = partial(_draw_stair, now, right=right)
        if now.distance < stair:
            return Verdict(False, f"{both}, less than {gap}.", "Not yet", draw=draw)
        if not right:
            because = f"{both}. A step of half that size or less already reaches {gap}."
            return Verdict(False, because, "Too far", draw=draw)
        return Verdict(True, f"{both}, enough to close {gap}.", draw=draw)

    text = "Drag **shift d** to the first step of the stairs on which rounding can close the gap between A and B."
    return Adjust(text, judge, lambda now: now.with_field("distance", float(f"{1.5 * stair:.1e}")), "distance")


def _draw_stair(scene: Far, canvas: Canvas, pane: str, *, right: bool) -> None:
    """The chosen step of the stairs: white where it is right, else a pink cross."""
    if pane != "chart":
        return
    start = 2.0 ** math.floor(math.log2(scene.distance))
    y, ends = math.log10(scene.unit), (math.log10(start), min(math.log10(2.0 * start), 7.0))
    ink = Ink.ANSWER if right else Ink.FAULTY
    canvas.stroke(((ends[0], y), (ends[1], y)), ink, line=Line.DOUBLE if right else Line.DOTTED)
    x, h, v = 0.5 * (ends[0] + ends[1]), 6.0 * canvas.pixel, 6.0 * canvas.pixel_y
    if right:
        canvas.label("the first step", (x, y), ink, toward=(1.0, -1.0), style=TextStyle.BOLD, leader=True)
        return
    middle = y - 3.0 * v
    for sign in (-1.0, 1.0):
        canvas.stroke(((x - h, middle - sign * v), (x + h, middle + sign * v)), ink, line=Line.MEASURE)


def what_area(scene: Far) -> Place | None:
    """Before its own distance is shown: what area float32 computes there."""
    if not isinstance(scene, Square) or scene.precision != "float32":
        return None
    step, right = scene.spacing(scene.distance**2), scene.alone(scene.distance, np.float32)
    if step < 8.0 * abs(scene.true):
        return None
    x = math.log10(scene.distance)
    words = f"{step:,.0f}"

    def judge(placed: Points) -> Verdict:
        y = placed[0][1]
        near = round(y / (0.5 * step)) * 0.5 * step
        if abs(y - right) <= 0.25 * step:
            because = f"Its products are near {scene.distance**2:,.0f}; there the spacing is {words}."
            return Verdict(True, because, remarks=(Remark((x, right), scene.told(right), True),))
        if abs(y - scene.true) <= 0.25 * step and abs(right - scene.true) > 0.25 * step:
            because = f"True is {scene.told(scene.true)}. But the products it adds have a spacing of {words}."
            return Verdict(False, because, "That is nearly the true area", (Remark((x, y), "the true area"),))
        because = (
            f"A multiple of half a step, such as {scene.told(near)}, is possible. Round each product to a multiple "
            f"of {words}, then add."
        )
        return Verdict(False, because, "Another multiple", (Remark((x, y), scene.told(y)),))

    reach = 2.0 * step
    text = "Drag the point to the **area** that float32 computes at the distance of this scene."
    return Place(text, judge, ((x, 0.75 * step),), ((x, right),), "chart", (((x, -reach), (x, reach)),), ("area",))


def one_step_off(scene: Far) -> Place | None:
    """Before the copies: where does the line pass r whose q is stored one step higher or lower?"""
    if not isinstance(scene, Turn) or scene.precision != "float32" or (found := _other_line(scene)) is None:
        return None
    line, up = found
    start, right = (_height(scene, *ends) for ends in (scene.stored_alone, (line.p, line.q)))
    x, r = _stored_r(scene)
    if abs(right) > HALF[1] or abs(start) > HALF[1]:
        return None
    by = fixed(float((_far_r(scene) - line.p)[0] / (line.q - line.p)[0]))
    lever = f"From $p$, $r$ is {by} times as far as $q$. So the line moves by {by} steps at $r$"
    passed = f", past it: {scene.turn_words(right < r)}" if (right > r) != (start > r) else ""

    def judge(placed: Points) -> Verdict:
        y = placed[0][1]
        if abs(y - right) <= REACHED:
            remark = Remark((x, right), "their line", True)
            return Verdict(True, f"{lever}{passed}.", remarks=(remark,), draw=partial(_draw_line, scene, line))
        head = "Too far" if abs(y - start) > abs(right - start) else "Not far enough"
        head = head if (y - start) * up >= 0.0 else "The other way"
        return Verdict(False, f"{lever}.", head, remarks=(Remark((x, y), "not here"),))

    way = "higher" if up > 0.0 else "lower"
    text = (
        f"In {percent(line.copies / len(scene.far))} of the copies, $q$ is stored **one step {way}**. In the lens, "
        "drag the point to where their line passes $r$."
    )
    path = ((x, -HALF[1]), (x, HALF[1]))
    return Place(text, judge, ((x, start),), ((x, right),), "lens", (path,), ("their line",))


def _draw_line(scene: Turn, line: StoredLine, canvas: Canvas, pane: str) -> None:
    if pane == "lens":
        p = (line.p - scene.focus_far) / unit_of(scene)
        if (cut := across(scene, p, line.q - line.p)) is not None:
            canvas.stroke(cut, Ink.ANSWER, line=Line.DASHED)


def _other_line(scene: Turn) -> tuple[StoredLine, float] | None:
    """The one other line of the copies, where p and r are stored alike in all, and q one step above or below."""
    p, q = scene.stored_alone
    others = [each for each in scene.stored_lines if (each.p != p).any() or (each.q != q).any()]
    stored = scene.stored(scene.offsets, scene.distance, scene.dtype)[2]
    if len(others) != 1 or (others[0].p != p).any() or bool((stored != stored[0]).any()) or others[0].q[0] != q[0]:
        return None
    up = float(others[0].q[1] - q[1])
    return (others[0], up) if abs(up) == unit_of(scene) and q[0] != p[0] else None


def _far_r(scene: Turn) -> Numbers:
    return (scene.r + scene.distance).astype(scene.dtype).astype(np.float64)


def _stored_r(scene: Turn) -> tuple[float, float]:
    """The stored r in the lens."""
    x, y = ((_far_r(scene) - scene.focus_far) / unit_of(scene)).tolist()
    return x, y


def _height(scene: Turn, p: Numbers, q: Numbers) -> float:
    """Where the line through two far points passes the stored r, in steps, in the lens."""
    r = _far_r(scene)
    y = p[1] + (q[1] - p[1]) / (q[0] - p[0]) * (r[0] - p[0])
    return float((y - scene.focus_far[1]) / unit_of(scene))


def before_multiplying(scene: Far) -> Place | None:
    """After the area is lost: what does it become where a vertex is subtracted from the stored ones first?"""
    if not isinstance(scene, Square) or scene.wrong(scene.far) == 0.0 or mended(scene) != WHOLE:
        return None
    right, lost = scene.alone(scene.distance, scene.dtype, relative=True), scene.alone(scene.distance, scene.dtype)
    low, high = min(0.0, lost, right), max(0.0, lost, right)
    near = 0.1 * (high - low)
    if abs(lost - right) < 3.0 * near:
        return None

    def judge(placed: Points) -> Verdict:
        x = placed[0][0]
        if abs(x - right) <= near:
            because = (
                f"Storing kept the area, and near vertex 0 the products are small: float32 finds {scene.told(right)}."
            )
            return Verdict(True, because, remarks=(Remark((right, ABOVE), scene.told(right), True),))
        because = f"The row “stored” says {scene.told(scene.summed.exact)}: only the large products lose it."
        head = "That is without subtracting" if abs(x - lost) <= near else "Not there"
        return Verdict(False, because, head, remarks=(Remark((x, ABOVE), scene.told(x)),))

    text = "Subtract vertex 0 from all **stored** vertices, then compute. Drag the point to the area that comes out."
    path = ((low - near, ABOVE), (high + near, ABOVE))
    return Place(text, judge, ((lost, ABOVE),), ((right, ABOVE),), "chart", (path,), ("area",))


def after_storing(scene: Far) -> Place | None:
    """Before the remedy: what does the separation become where a near point is subtracted from what is stored? Asked
    where only storing rounds, and subtracting mends nothing."""
    if not isinstance(scene, Boxes) or not is_scaled(scene):
        return None
    ruler, found = ruler_of(scene), scene.alone(scene.distance, scene.dtype, relative=True)
    zero, near = ruler.exact[1], 0.2 * ruler.step
    if abs(found - scene.true) <= 2.0 * near:
        return None
    off = step_text(0.5 * scene.unit)
    draw = partial(_draw_cell, scene)

    def judge(placed: Points) -> Verdict:
        x = placed[0][0]
        if abs(x - zero - found) <= near:
            because = (
                f"The stored ends are {scene.told(found)} apart. Subtracting vertex 0 shifts both alike: "
                "the gap stays lost."
            )
            return Verdict(True, because, remarks=(Remark((zero + found, SCALE), scene.told(found), True),))
        remarks = (Remark((x, SCALE), scene.told(x - zero)),)
        if abs(x - zero - scene.true) <= near:
            because = (
                f"Storing has already lost it: each end may be off by {off}, and subtracting does not undo that."
            )
            return Verdict(False, because, "That is the true separation", remarks, draw=draw)
        because = (
            "Put both ends at their nearest ticks first. Then subtracting vertex 0 shifts both by the same amount, "
            "here exactly."
        )
        return Verdict(False, because, "Separation after subtracting", remarks, draw=draw)

    text = (
        "Store all vertices, then subtract vertex 0 from them. Drag the point to the **separation** that comes out."
    )
    path = ((zero, SCALE), (ruler.range[1], SCALE))
    return Place(text, judge, ((zero + scene.true, SCALE),), ((zero + found, SCALE),), "chart", (path,))


def _draw_cell(scene: Far, canvas: Canvas, pane: str) -> None:
    """Around the stored place of the vertex in the lens: every place that is stored there."""
    if pane != "lens":
        return
    u = unit_of(scene)
    x, y = ((scene.focus_far.astype(scene.dtype).astype(np.float64) - scene.focus_far) / u).tolist()
    h, v = (0.5 * scene.spacing(each) / u for each in scene.focus_far.tolist())
    corners = [(x + i * h, y + j * v) for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    canvas.stroke(corners, STORED, closed=True, line=Line.DOTTED)
    canvas.dot((x, y), STORED, Point.FILLED)
    words = "every point in this square\nis stored at the dot"
    canvas.label(words, (0.0, y - v), STORED, toward=(0.0, -1.0), style=TextStyle.BOLD)  # within the lens


def mended(scene: Far) -> str:
    """What subtracting a point after storing makes of the answers."""
    off = float(np.abs(scene.relative - scene.truth).max())
    if off <= LEFT_OVER * scene.spacing(max(1.0, abs(scene.true))):
        return WHOLE
    return SAME if bool((scene.relative == scene.far).all()) else BETTER


def construct(scene: Far, compare: str = "") -> Challenge | None:
    """What is to be built: one goal a scene, where its idea has one."""
    if compare:
        return _apart(scene) if compare == TOLERANT and isinstance(scene, Small) else None
    match scene:
        case Widened():
            return _widened(scene)
        case Square():
            return _furthest(scene)
        case Glancing():
            return _missed(scene)
        case Corner():
            return _clear(scene)
        case Turn():
            return _turned(scene)
        case Tilted():
            return _untilted(scene)
        case Searched():
            return _one_answer(scene)
        case _:
            return None


def _widened(scene: Widened) -> Challenge:
    """Apart at a million."""
    says = scene.alone(scene.distance, np.float32)
    is_placed = GAP[0] <= scene.true <= GAP[1] and scene.distance >= A_MILLION
    return Challenge(
        "At a million, move A and B so that $s$ is 0.01 to 0.03 and float32 still says apart.",
        is_placed and says > 0.0,
        f"true {scene.told(scene.true)} at {two_digits(scene.distance)}; float32 says {scene.told(says)}",
        "Rounding may widen a gap too: put its ends on both sides of a border, halfway between two grid points.",
    )


def _untilted(scene: Tilted) -> Challenge:
    """No copy wrong, as far away."""
    wrong = percent(scene.wrong(scene.values(scene.distance, np.float32)))
    is_placed = GAP[0] <= scene.true <= GAP[1] and scene.distance >= TILTED_FROM and scene.moved >= TILTED_MOVED
    return Challenge(
        f"At {TILTED_FROM:,.0f}, place A and B 0.01 to 0.03 apart so that float32 is right in **all** copies.",
        is_placed and wrong == percent(0.0),
        f"true {scene.told(scene.true)}; {wrong} wrong",
        r"Rotate both: where $\hat n\cdot a$ is a smaller number, its spacing is smaller too.",
    )


def _one_answer(scene: Searched) -> Challenge:
    """Wider than any true gap, in all copies."""
    answers = np.unique(scene.values(scene.distance, np.float32))
    is_spread = scene.moved >= SEARCHED_MOVED and GAP[0] > scene.true
    return Challenge(
        "Find a $d$ at which all copies give **one** answer, larger than every true separation.",
        is_spread and len(answers) == 1 and bool(answers[0] > scene.truth.max()),
        f"{len(answers)} different answers at {two_digits(scene.distance)}",
        "Each end must go to one grid point in all copies, and the two must go away from each other.",
    )


def _furthest(scene: Square) -> Challenge:
    """As far as the products' spacing allows."""
    now, further = (scene.wrong(scene.values(d, np.float32)) for d in (scene.distance, FURTHER * scene.distance))
    is_last = now == 0.0 < further and scene.moved >= SQUARE_MOVED
    is_reached = is_last and not scene.few_wrong(SWEPT[scene.distance >= SWEPT]).any()
    return Challenge(
        "Drag $d$ as far out as float32 still calls **all** copies counter-clockwise.",
        is_reached,
        f"{percent(now)} wrong at {two_digits(scene.distance)}",
        r"Products are near $d^2$. As long as their spacing is at most half of the area, no area is lost.",
    )


def _missed(scene: Glancing) -> Challenge:
    """A hit that is called a miss."""
    says = scene.alone(scene.distance, np.float32)
    return Challenge(
        f"Move the ray so that it truly hits A, and float32 says miss, with $d$ at most {RAY_FROM:,.0f}.",
        scene.true > 0.0 >= says and scene.distance <= RAY_FROM,
        f"true {scene.told(scene.true)}; float32 says {scene.told(says)}",
        rf"Near $\beta^2$ = {rounded(scene.size)} the spacing is {step_text(scene.spacing(scene.size))}: a true $D$ "
        "below half of it is lost.",
    )


def _clear(scene: Corner) -> Challenge:
    """A difference that no rounding takes away."""
    wrong = percent(scene.wrong(scene.values(scene.distance, np.float32)))
    is_far = scene.distance >= CORNER_FROM and scene.moved >= CORNER_MOVED
    return Challenge(
        f"Rotate B until float32 finds the right edge in **all** copies at {CORNER_FROM:,.0f}.",
        is_far and wrong == percent(0.0),
        f"difference {scene.told(scene.true)}; {wrong} wrong",
        r"A larger $\ell$ is safer: let one edge face A, and the other turn away from it.",
    )


def _turned(scene: Turn) -> Challenge:
    """A right turn that is called a left turn."""
    says = scene.alone(scene.distance, np.float32)
    return Challenge(
        f"Move $r$ to a right turn that float32 calls a left turn, with $d$ at most {TURN_FROM:,.0f}.",
        scene.true < -STRAIGHT and says > 0.0 and scene.distance <= TURN_FROM,
        f"true {scene.told(scene.true)}; float32 says {scene.told(says)}",
        "Move $r$ along the line. In the lens of step 2 it must lie below the exact line, yet in a green cell.",
    )


def _apart(scene: Small) -> Challenge:
    """A gap that the absolute tolerance leaves one."""
    taken = taken_by(TOLERANT, scene)
    return Challenge(
        "Move B until the absolute tolerance calls A and B apart in **all** copies.",
        scene.true > 0.0 == taken and not contact_by(TOLERANT, scene).any(),
        f"true gap {scene.told(scene.true)}; {percent(taken)} called touching",
        f"Every gap up to {ABSOLUTE} counts as touching, however small the shapes are.",
    )
