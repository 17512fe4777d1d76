"""What is asked about samples: which of them finds an overlap, when there is one between two of them, whether there
is any at all; how thick B has to be, and how many steps are enough."""

from __future__ import annotations

from functools import partial

import numpy as np

from geometry.feature import FeatureKind, FeatureRef
from geometry.shape import boundary
from lessons.motion.tunnelling_figure import sample
from lessons.motion.tunnelling_pages import missed_starts
from lessons.motion.tunnelling_scene import GREATEST_WIDTH, LEAST_WIDTH, MOST, Stepped
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle, separation_ink
from viz.lesson.marks import SMOOTH
from viz.lesson.measures import measure
from viz.lesson.prediction import Adjust, Choose, Click, Draw, Place, Points, Prediction, Remark, Verdict
from viz.lesson.text import equation, fixed, tint

NEAR = 0.05  # of the right thickness: good enough
WHICH = "Which sample is the first to find an overlap? Click its point, or 'none'."
WIDTH = "Set the slider **Thickness of B** to the least value at which A cannot tunnel, for every start on this line."
STEPS = "Set the slider **Time steps n** to the least number with which A cannot tunnel, from any start on this line."
NONE, YES, NO = "none", "yes", "no"
FIRST_TRY = 0.15  # of the time: where the ring lies at first
REACHES = "A sample finds an overlap only if A, drawn there, reaches B."


def at_start(scene: Stepped) -> Prediction | None:
    """What is asked before anything is tested; nothing where the bodies overlap at the start, and nothing where the
    number of steps is asked for later."""
    if scene.found == 0.0:
        return None
    if scene.impact is None:
        return any_touch(scene)
    if scene.count == 1:
        return when_inside(scene)
    return None if least_steps(scene) else first_sample(scene)


def any_touch(scene: Stepped) -> Choose:
    """Of bodies that never touch: whether they do."""
    t = scene.dips.fraction
    here, there = scene.nearest(t)
    gap = fixed(scene.dips.least)
    reasons = {
        YES: "Follow A from its start to its end: it passes B without a touch.",
        NO: f"The gap is least at $t$ = {fixed(t)}: {tint(f'**{gap}**', Ink.GAP)}. It never becomes 0.",
    }

    def judge(given: str) -> Verdict:
        return Verdict(given == NO, reasons[given], draw=draw if given == NO else None)

    def draw(canvas: Canvas, pane: str) -> None:
        if pane == "Sampled":
            outline = scene.sweep_a.at(t).place(boundary(scene.a.shape, SMOOTH * canvas.pixel))
            canvas.stroke(outline, Ink.A, closed=True, line=Line.THIN)
            measure(canvas, here, there, Ink.GAP)
            canvas.label(f"{gap} apart", (here + there) / 2.0, Ink.GAP, toward=(1.0, 0.0), style=TextStyle.BOLD)

    return Choose("Does A touch B at any time of this motion?", judge, (YES, NO), frozenset((NO,)))


def when_inside(scene: Stepped) -> Place:
    """Of a single step: a time at which the bodies overlap, unseen by both samples."""

    def judge(points: Points) -> Verdict:
        t = points[0][0]
        s, unseen = scene.s(t), " The samples show nothing of it." if scene.found is None else ""
        number = tint(f"**{fixed(abs(s))}**", separation_ink(s))
        if s < 0.0:
            told = f"At $t$ = {fixed(t)} A and B overlap by {number}.{unseen}"
            return Verdict(True, told, draw=_drawn(scene, t, is_right=True))
        where = "A has not reached B" if t < scene.dips.fraction else "A has passed B"
        told = f"At $t$ = {fixed(t)} A and B are {number} apart: {where}."
        return Verdict(False, told, "Too early" if t < scene.dips.fraction else "Too late", draw=_drawn(scene, t))

    start = FIRST_TRY if scene.s(FIRST_TRY) > 0.0 else 0.0
    return Place(
        "At which time do A and B overlap? Drag the ring there.",
        judge,
        start=((start, 0.0),),
        right=((scene.dips.fraction, 0.0),),
        pane="Curve",
        along=(((0.0, 0.0), (1.0, 0.0)),),
        names=("t",),
    )


def first_sample(scene: Stepped) -> Click:
    """The first sample that finds an overlap."""
    found = None if scene.found is None else scene.tested[-1].step
    right: FeatureRef | str = NONE if found is None else sample(found)

    def judge(answer: FeatureRef | str) -> Verdict:
        if answer == NONE:
            if found is not None:
                return Verdict(
                    False, f"A and B overlap at one sample or more. {REACHES}", "A sample does find an overlap"
                )
            return _judge_none(scene)
        if not isinstance(answer, FeatureRef) or answer.kind is not FeatureKind.SAMPLE:
            return Verdict(False, "Click the point of a sample.", "First overlap: a sample")
        return _judge_sample(scene, answer.index, found)

    return Click(WHICH, judge, frozenset((right,)), (NONE,), frozenset((FeatureKind.SAMPLE,)))


def _judge_none(scene: Stepped) -> Verdict:
    """Why no sample finds an overlap: those before and after it."""
    before = min(int(scene.dips.fraction * scene.count), scene.count - 1)
    first, second = (tint(fixed(scene.tested[k].separation), Ink.GAP) for k in (before, before + 1))
    words = (
        f"**None**: at sample {before} A is {first} short of B, at sample {before + 1} it has passed B by {second}."
    )

    def draw(canvas: Canvas, pane: str) -> None:
        for k in (before, before + 1) if pane == "Sampled" else ():
            here, there = scene.nearest(k / scene.count)
            measure(canvas, here, there, Ink.ANSWER)
            words = f"{fixed(scene.tested[k].separation)} apart"
            middle, is_free = scene.sweep_a.at(k / scene.count).position, k > 0 and not scene.turns
            at, side = (middle, None) if is_free else ((here + there) / 2.0, here - there)
            canvas.label(words, at, Ink.TEXT, toward=side, style=TextStyle.BOLD, fixed=is_free)

    return Verdict(True, words, draw=draw)


def _drawn(scene: Stepped, t: float, *, is_right: bool = False) -> Draw:
    """What moves where it is at a time, and the gap or depth there: of a wrong answer, or of a right one."""

    def draw(canvas: Canvas, pane: str) -> None:
        if pane != "Sampled":
            return
        s, outline = scene.s(t), np.empty((0, 2))
        for body, sweep, own in ((scene.b, scene.sweep_b, Ink.B), (scene.a, scene.sweep_a, Ink.A)):
            if sweep.motion.any() or sweep.turn:
                outline = sweep.at(t).place(boundary(body.shape, SMOOTH * canvas.pixel))
                ink, line = (own, Line.THIN) if is_right else (Ink.FAULTY, Line.DOTTED)
                canvas.stroke(outline, ink, closed=True, line=line)
        if s > 0.0:
            here, there = scene.nearest(t)
            measure(canvas, here, there, Ink.FAULTY)
            x, y = ((here + there) / 2.0).tolist()
        else:
            x, y = float(scene.sweep_a.at(t).position[0]), float(outline[:, 1].min())
        words = f"{fixed(abs(s))} {'apart' if s > 0.0 else 'deep'}"
        ink = separation_ink(s) if is_right else Ink.FAULTY
        canvas.label(words, (x, y), ink, toward=(0.0, -1.0), style=TextStyle.BOLD)

    return draw


def _judge_sample(scene: Stepped, k: int, found: int | None) -> Verdict:
    t = k / scene.count
    s = scene.s(t)
    if k == found:
        return Verdict(
            True, f"At sample {k} they overlap by {tint(f'**{fixed(-s)}**', Ink.OVERLAP)}, before it there is a gap."
        )
    if found is not None and k > found and s <= 0.0:
        depth = tint(f"**{fixed(-s)}**", Ink.OVERLAP)
        words = f"At sample {k} they overlap by {depth}, but an earlier sample has already found one."
        return Verdict(False, words, f"First overlap: not sample {k}", draw=_drawn(scene, t))
    where = "A has not reached B" if t < scene.dips.fraction else "A has passed B"
    words = f"At sample {k} the gap is {tint(f'**{fixed(s)}**', Ink.GAP)}: {where}. {REACHES}"
    return Verdict(False, words, f"First overlap: not sample {k}", draw=_drawn(scene, t))


def least_width(scene: Stepped) -> Adjust | None:
    """The thickness of B at which both extents are one step long; where A meets B's broad side, a polygon whose own x
    is along the motion, so that the overlap is as long as both."""
    widths, way = scene.widths, scene.overlap_length
    wanted = scene.width + widths.step - widths.width_a - widths.width_b
    if way is None or not LEAST_WIDTH <= wanted <= GREATEST_WIDTH or len(scene.b.shape.points) < 3:
        return None
    if (
        _is_thick(scene)
        or abs(scene.width - widths.width_b) > 1e-9
        or abs(way - widths.width_a - widths.width_b) > 1e-6
    ):
        return None
    return Adjust(WIDTH, _judge_width, lambda now: now.with_field("width", wanted), "width")


def _is_thick(scene: Stepped) -> bool:
    """Whether B is longer than A along the motion: then it is asked how many steps are enough, not how thick B must
    be. The answer does not change with the number of steps."""
    return bool(scene.widths.width_b > scene.widths.width_a)


def least_steps(scene: Stepped) -> Adjust | None:
    """The least number of steps none of which is longer than both extents, of a thick B that A meets broadside."""
    n = scene.enough
    if n is None or n > MOST or not scene.is_broad or not _is_thick(scene):
        return None
    return Adjust(STEPS, partial(_judge_steps, n), lambda now: now.with_field("steps", float(n)), "steps")


def _judge_steps(n: int, scene: Stepped) -> Verdict:
    both, step = fixed(scene.widths.width_a + scene.widths.width_b), fixed(scene.widths.step)
    if scene.count == n:
        return Verdict(True, f"A overlaps B along {both} and moves {step} in one step: a sample must fall in it.")
    if scene.count > n:
        told = f"A overlaps B along {both}. A time step in which A moves {step} could be longer."
        return Verdict(False, told, "Fewer are enough")
    told = f"In one time step A moves {step}, but it overlaps B only along {both}: some starts pass."
    return Verdict(False, told, "Too few")


def _judge_width(scene: Stepped) -> Verdict:
    """How far both extents are from one step; a start that passes, where they are too short."""
    widths = scene.widths
    spare = widths.width_a + widths.width_b - widths.step
    if abs(spare) <= NEAR:
        total = equation("{a} + {b} = {result}", lambda a, b: a + b, a=widths.width_a, b=widths.width_b)
        least = fixed(scene.width - spare)
        words = (
            f"{total}; in one time step A moves {fixed(widths.step)}. Thinner than **{least}**, B can be jumped over."
        )
        return Verdict(True, words, remarks=(_beside(scene, f"{fixed(scene.width)} thick", right=True),))
    if spare > 0.0:
        return Verdict(
            False,
            f"Even **{fixed(spare)}** less is enough: both extents together are more than A moves in one time step.",
            "Too thick",
            (_beside(scene, f"{fixed(spare)} too thick"),),
        )
    if scene.found is None or not scene.impact:
        words = "At this thickness A still passes: no sample falls in the overlap."
        return Verdict(False, words, "Too thin", (_beside(scene, "too thin"),))
    words = f"This start is found, but {missed_starts(scene)} A passes."
    return Verdict(False, words, "Too thin", (_beside(scene, "too thin"),))


def _beside(scene: Stepped, words: str, *, right: bool = False) -> Remark:
    """Said in the middle of B's lower half."""
    x, y = scene.b.pose.place(np.array(((0.0, 0.5 * float(scene.b.shape.points[:, 1].min())),)))[0].tolist()
    return Remark((x, y), words, right)
