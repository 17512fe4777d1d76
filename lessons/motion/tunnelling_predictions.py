"""What is asked about samples: which of them finds an overlap, and how thick B has to be."""

from __future__ import annotations

import numpy as np

from geometry.feature import FeatureKind, FeatureRef
from geometry.shape import boundary
from lessons.motion.tunnelling_figure import sample
from lessons.motion.tunnelling_pages import missed_starts
from lessons.motion.tunnelling_scene import GREATEST_WIDTH, LEAST_WIDTH, Stepped
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.marks import SMOOTH
from viz.lesson.measures import measure
from viz.lesson.prediction import Adjust, Click, Draw, Remark, Verdict
from viz.lesson.text import equation, fixed, tint

NEAR = 0.05  # of the right thickness: good enough
WHICH = "Which sample is the first to find an overlap? Click its point, or 'none'."
WIDTH = "Set the slider **Thickness of B** to the least value at which A cannot tunnel, for every start on this line."
NONE = "none"
REACHES = "A sample finds an overlap only if A, drawn there, reaches B."


def first_sample(scene: Stepped) -> Click | None:
    """The first sample that finds an overlap; not where the bodies overlap at the start."""
    if scene.found == 0.0:
        return None
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
    """Why no sample finds an overlap: those before and after it, or that there is none."""
    if scene.impact is None:
        least = min(scene.tested, key=lambda step: step.separation)
        gap = tint(fixed(least.separation), Ink.GAP)
        never = f"In between it falls to {tint(fixed(scene.dips.least), Ink.GAP)}, never to 0."
        words = f"**None**: the least gap at a sample is {gap} (sample {least.step}). {never}"
        return Verdict(True, words, remarks=(_apart(scene, least.step),))
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


def _apart(scene: Stepped, k: int) -> Remark:
    """The gap at a sample, where A is nearest to B."""
    (x, y), (u, v) = (place.tolist() for place in scene.nearest(k / scene.count))
    return Remark((x, y), f"{fixed(scene.s(k / scene.count))} apart", right=True, to=(u, v))


def _drawn(scene: Stepped, k: int) -> Draw:
    """A where it is at a sample, and its gap or depth there."""

    def draw(canvas: Canvas, pane: str) -> None:
        if pane != "Sampled":
            return
        t = k / scene.count
        s, pose = scene.s(t), scene.sweep_a.at(t)
        outline = pose.place(boundary(scene.a.shape, SMOOTH * canvas.pixel))
        canvas.stroke(outline, Ink.FAULTY, closed=True, line=Line.DOTTED)
        if s > 0.0:
            here, there = scene.nearest(t)
            measure(canvas, here, there, Ink.FAULTY)
            x, y = ((here + there) / 2.0).tolist()
        else:
            x, y = float(pose.position[0]), float(outline[:, 1].min())
        words = f"{fixed(abs(s))} {'apart' if s > 0.0 else 'deep'}"
        canvas.label(words, (x, y), Ink.FAULTY, toward=(0.0, -1.0), style=TextStyle.BOLD)

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
        return Verdict(False, words, f"First overlap: not sample {k}", draw=_drawn(scene, k))
    where = "A has not reached B" if t < scene.dips.fraction else "A has passed B"
    words = f"At sample {k} the gap is {tint(f'**{fixed(s)}**', Ink.GAP)}: {where}. {REACHES}"
    return Verdict(False, words, f"First overlap: not sample {k}", draw=_drawn(scene, k))


def least_width(scene: Stepped) -> Adjust | None:
    """The thickness of B at which both extents are one step long; where A meets B's broad side, a polygon whose own x
    is along the motion, so that the overlap is as long as both."""
    widths, way = scene.widths, scene.overlap_length
    wanted = scene.width + widths.step - widths.width_a - widths.width_b
    if way is None or not LEAST_WIDTH <= wanted <= GREATEST_WIDTH or len(scene.b.shape.points) < 3:
        return None
    if abs(scene.width - widths.width_b) > 1e-9 or abs(way - widths.width_a - widths.width_b) > 1e-6:
        return None
    return Adjust(WIDTH, _judge_width, lambda now: now.with_field("width", wanted), "width")


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
