"""What `wrong-side` asks: where a push leaves the box and where it turns, and the fastest safe speed; its goals."""

from __future__ import annotations

from functools import partial

from lessons.bodies.wrong_side_figure import both_pushes, pushes
from lessons.bodies.wrong_side_scene import (
    BOX_HIGH,
    LAST_NORMAL,
    MARGIN,
    MOST,
    RATE,
    SUBSTEPS,
    Fate,
    Kind,
    Thrown,
)
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.prediction import Adjust, Challenge, Place, Points, Remark, Verdict
from viz.lesson.text import fixed

CLOSE = 0.06  # of the right place
SLOWER = 0.93  # of the fastest speed: near enough
TURNS = 0.03  # of the middle, where the push turns
PUSH, SPEED, TWICE, TURN = "push", "speed", "speed of substeps", "turn"
KEPT, FINER = 60.0, 56.0  # speeds of the goals


def question(scene: Thrown, index: int) -> Place | Adjust | None:
    """Of the scenes that ask: the place of the push at the first step, the speed at the third, that of substeps
    before they are shown; and where the push of a pressed box turns."""
    if scene.asks == TURN and index == 0:
        return _where_it_turns(scene)
    if scene.asks == PUSH and index == 0 and scene.contact is not None:
        return _where(scene)
    if scene.asks == TWICE and index == 3:
        return _fastest(
            f"Set **Speed v** to the fastest speed at which {SUBSTEPS} substeps a frame stop every start.",
            SUBSTEPS,
        )
    if scene.asks == SPEED and index == 2:
        return _fastest(
            "Set the slider **Speed v** to the fastest speed at which this wall stops the box from every start.", 1
        )
    return None


def known(scene: Thrown, index: int) -> str:
    """What is told while a question is open."""
    if index == 0 and scene.kind is Kind.PRESSED:
        return f"The press has moved the box deeper into the wall at each of the {scene.sample} samples."
    if index == 0:
        return f"Sample {scene.sample} lies in the wall, and no sample before it."
    both = f"The box is {fixed(scene.width)} wide and the wall {fixed(scene.thickness)} thick"
    return f"{both}. A second has {RATE} frames."


def _where(scene: Thrown) -> Place:
    right = float(scene.pushed[0])
    return Place(
        "The **least push** moves the box out of the wall. Drag the box's centre to its place after the push.",
        partial(_judge_place, scene),
        start=((float(scene.knots[-1][1]), 0.0),),
        right=((right, 0.0),),
        pane="world",
        along=(((-1.5, 0.0), (1.5, 0.0)),),
        names=("centre",),
    )


def _judge_place(scene: Thrown, points: Points) -> Verdict:
    x, right, at = points[0][0], float(scene.pushed[0]), scene.knots[-1][1]
    found = pushes(scene)
    near, far = sorted(found, key=lambda name: found[name])

    def draw(canvas: Canvas, pane: str) -> None:
        ink = Ink.ANSWER if abs(x - right) <= CLOSE else Ink.FAULTY
        marks.ghost(canvas, scene.box_at((x, 0.0)), ink, Line.DOTTED)
        if ink is Ink.ANSWER:
            both_pushes(canvas, scene)

    place = (x, 0.0)
    if abs(x - right) <= CLOSE:
        why = (
            f"The centre, $x$ = {fixed(at)}, has passed the middle. {near.capitalize()} needs {fixed(found[near])}, "
        )
        return Verdict(
            True,
            f"{why}{far} {fixed(found[far])}.",
            remarks=(Remark((right, 0.0), f"$x$ = {fixed(right)}", True),),
            draw=draw,
        )
    if abs(x) < scene.half - 1e-9:
        why = "Here the box still overlaps the wall. The push ends where the box just touches the wall."
        return Verdict(False, why, "Not out yet", (Remark(place, "still inside"),), draw=draw)
    if (x > 0.0) is not (right > 0.0):
        why = f"That way the push is {fixed(found[far])} long. The centre has passed the middle of the wall: "
        why += f"the other side is nearer by {fixed(found[far] - found[near])}."
        return Verdict(False, why, "The longer way", (Remark(place, "the longer way"),), draw=draw)
    why = f"The least push ends where the box just touches the wall: {fixed(scene.half)} from the middle."
    return Verdict(False, why, "Too far", (Remark(place, "further than needed"),), draw=draw)


def _where_it_turns(scene: Thrown) -> Place:
    return Place(
        "Where does the wall's push turn from left to right? Drag the ring to this place of the box's centre.",
        partial(_judge_turn, scene),
        start=((-0.6 * scene.half, 0.0),),
        right=((0.0, 0.0),),
        pane="world",
        along=(((-1.0, 0.0), (1.0, 0.0)),),
        names=("centre",),
    )


def _judge_turn(scene: Thrown, points: Points) -> Verdict:
    x, half = points[0][0], scene.half
    is_right = abs(x) <= TURNS

    def draw(canvas: Canvas, pane: str) -> None:
        marks.ghost(canvas, scene.box_at((x, 0.0)), Ink.ANSWER if is_right else Ink.FAULTY, Line.DOTTED)

    if is_right:
        why = f"At the middle both pushes are {fixed(half)} long. Beyond it right is the shorter one."
        return Verdict(True, why, remarks=(Remark((0.0, 0.0), "left = right", True),), draw=draw)
    if abs(x) >= half:
        why = "Here the box is clear of the wall: nothing pushes it."
        return Verdict(False, why, "Outside of the wall", (Remark((x, 0.0), "no contact"),), draw=draw)
    left, right = fixed(half + x), fixed(half - x)
    side = "left" if x < 0.0 else "right"
    why = f"Here left needs {left} and right {right}: the push still goes {side}."
    if x > 0.0:
        why = f"Here left needs {left} and right {right}: the push has turned before."
    return Verdict(False, why, "Not where it turns", (Remark((x, 0.0), f"pushed {side}"),), draw=draw)


def goal(scene: Thrown) -> Challenge | None:
    """A throw to make, of the scenes that have one."""
    if scene.kind is Kind.OVER_THE_TOP:
        return _over_the_top(scene)
    if scene.kind is Kind.BACK:
        return _from_the_right(scene)
    if scene.kind is not Kind.STRAIGHT or scene.asks == TWICE:
        return None
    half, d = scene.half, scene.step
    least, whole, near = (100.0 * min(1.0, part / d) for part in (half, 2.0 * half, half + MARGIN))
    if scene.asks == SPEED:
        return Challenge(
            f"Set $v$ = {FINER:.0f}. Make a wall where the margin stops every start, and {SUBSTEPS} substeps do not.",
            round(scene.speed) == FINER and near >= 100.0 - 1e-9 and whole < 100.0 - 1e-9,
            f"margin {near:.0f} %, substeps {whole:.0f} %",
            f"Compare $d$ = {fixed(FINER / RATE)} with $w+T$, and with $(w+T)/2+m$.",
        )
    return Challenge(
        f"Set $v$ = {KEPT:.0f}. Make a wall where the last normal stops every start, and the least push only half.",
        round(scene.speed) == KEPT and abs(least - 50.0) < 0.5 and whole >= 100.0 - 1e-9,
        f"last normal {whole:.0f} %, least push {least:.0f} %",
        f"Compare $d$ = {fixed(KEPT / RATE)} with $w+T$.",
    )


def _over_the_top(scene: Thrown) -> Challenge:
    """The last normal is right where the sample before was already more above the wall than beside it."""
    push = scene.chosen(LAST_NORMAL)
    used = scene.contact is not None and push.depth > 0.0
    is_up = used and push.normal[1] > 1.0 - 1e-9 and scene.error(push) < 1e-6
    return Challenge(
        "Make a throw where the last normal is correct: it pushes the box up, out at the top.",
        is_up,
        f"error {fixed(scene.error(push))}" if used else "not used",
        "The normal comes from sample 1: there the box must be above the wall. Make $d$ short.",
    )


def _from_the_right(scene: Thrown) -> Challenge:
    """Past the middle the least push crosses the wall from this side too."""
    return Challenge(
        "Drag sample 0 so that the least push, too, sends the box through the wall to the left.",
        scene.fate is Fate.WRONG_SIDE,
        "no contact" if scene.contact is None else f"x = {fixed(scene.knots[-1][1])}",
        "The sample in the wall must lie past the middle: a box from the right comes from $x$ > 0.",
    )


def safe(scene: Thrown, parts: int = 1) -> float:
    """The fastest speed at which every start is stopped, with so many parts of a step: each part is (w + T) / 2 long.
    No slider goes beyond its end."""
    return min(MOST, parts * scene.half * RATE)


def _fastest(words: str, parts: int) -> Adjust:
    return Adjust(
        words,
        partial(_judge_speed, parts),
        lambda scene: scene.with_field("speed", float(int(safe(scene, parts) + 1e-9))),
        "speed",
    )


def _judge_speed(parts: int, scene: Thrown) -> Verdict:
    d, half, both = scene.step / parts, scene.half, scene.width + scene.thickness
    step = "step" if parts == 1 else "substep"
    told = Remark((-half, -BOX_HIGH / 2.0), f"one {step}: {fixed(d)}")

    def draw(canvas: Canvas, pane: str) -> None:
        """One step, from the first place in the wall on."""
        ink = Ink.ANSWER if SLOWER * safe(scene, parts) <= scene.speed <= safe(scene, parts) + 1e-6 else Ink.FAULTY
        canvas.stroke(((-half, -BOX_HIGH / 2.0), (d - half, -BOX_HIGH / 2.0)), ink, line=Line.FEATURE)

    if d > both + 1e-9:
        why = f"A {step} is {fixed(d)}, longer than $w + T$ = {fixed(both)}: some starts have no sample in the wall."
        return Verdict(False, why, "Too fast", (told,), draw=draw)
    if scene.speed > safe(scene, parts) + 1e-6:
        why = f"Every start has a sample in the wall. But a {step} of {fixed(d)} can end past the middle, which lies "
        return Verdict(False, f"{why}{fixed(half)} after the first overlap.", "Too fast", (told,), draw=draw)
    if scene.speed < SLOWER * safe(scene, parts):
        why = f"Every start is stopped, with room: a {step} is {fixed(d)}. It may be longer and still end before the "
        return Verdict(False, f"{why}middle.", "Slower than needed", (told,), draw=draw)
    why = f"A {step} of {fixed(d)} ends before the middle, {fixed(half)} after the first overlap: always pushed back."
    return Verdict(True, why, remarks=(told._replace(right=True),), draw=draw)
