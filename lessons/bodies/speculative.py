"""Speculative contacts: made before the bodies touch, exact at a plane, and wrong beside a corner."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property, partial
from typing import Any

import numpy as np

from geometry import Trace, Vector
from geometry.dynamics.rules import BOUNCE_SPEED
from geometry.faulty.speculative import gap_ignored, rest_lost, without_margin
from geometry.query.point_query import point_query
from lessons.bodies import speculative_asked as asked
from lessons.bodies.runs import FrameRule, Run
from lessons.bodies.speculative_bars import bar_axes, draw_bars, frames_of_bars, tells_frames
from lessons.bodies.speculative_figure import draw_flight
from lessons.bodies.speculative_now import CLOSING, END, GAP, IMPULSE, NEXT, is_next
from lessons.bodies.speculative_scene import FRAME, OFF, STILL, Met, TwoFlights, presets
from lessons.bodies.speculative_solved import SolvedStory, whole_trace
from lessons.bodies.speculative_words import DEFLECTED, FORMULAS, IDEAS, MORE, POINTS, STAGES, TOUCHING
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Clock, Comparison, Follow, Layout, Lesson, Moment, Pane, Preset, above, beside
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Challenge
from viz.lesson.scene import Arrow
from viz.lesson.story import Story
from viz.lesson.text import equation, fixed, inked, tint
from viz.lesson.times import seconds

NO_MARGIN, IGNORED, LOST = "no margin", "gap ignored", "rest of frame lost"


class SpeculativeStory(Story):
    columns = ("quantity (frame 1 unless said)", "ball 1", "ball 2")

    def stage(self, moment: Moment[TwoFlights]) -> str:
        return STAGES[moment.index]

    def page(self, moment: Moment[TwoFlights]) -> Page:
        scene, index = moment.scene, moment.index
        both = scene.both
        asks_margin = index == GAP and scene.about == "margin"
        formula = "" if asks_margin else _formula(both, index)  # while its marks are hidden
        page = Page(STAGES[index], _idea(scene, index), formula)
        page = page.claiming(*(claim for each in both for claim in _claims(each, index)))
        if asks_margin:
            ways = (fixed(float(np.hypot(*each.flight.by))) for each in both)
            page = page.says("In one frame ball 1 moves by **{}**, ball 2 by **{}**.".format(*ways))
            known = "The blue zone shows how far the margin reaches around each wall."
            return page.asks(None if moment.compare else asked.margin(scene), known)
        page = page.says(_sentence(scene, index))
        is_late = index == CLOSING and scene.about == "margin"  # the gap, which the step before asks for
        for name, ink, tell in (*(ROWS[GAP] if is_late else ()), *ROWS[index]):
            told = ERRORS[index >= NEXT, scene.about == "shorter"] if name == "error" else name
            page = page.row(told, *map(tell, both), ink=ink, key=name)
        if index >= END and moment.compare and _differs(moment):
            later = [each.k + (1.0 if index == END else 2.0) * (each.frame_end - each.k) for each in both]
            errors = (fixed(each.error(at, run)) for each, at, run in zip(both, later, moment.faulty, strict=True))
            name = f"{moment.compare}: frame {1 if index == END else 2}, m"
            page = page.row(name, *errors, ink=Ink.FAULTY, key="compared")
        if index == IMPULSE:
            page = replace(page, nested="the impulses")
        if index == CLOSING and (not moment.compare or scene.about in ("landing", "ignored")):
            page = page.asks(asked.place(scene), "Each ball is shown at the start of the frame.")
        if index == END and not moment.compare:
            page = page.asks(asked.later(scene), "At the end of the frame ball 1 touches its plate.")
        return page

    def draw(self, canvas: Canvas, moment: Moment[TwoFlights]) -> None:
        draw_flight(canvas, moment, 0)


def _idea(scene: TwoFlights, index: int) -> str:
    if scene.about == "shorter" and index == NEXT and not scene.both[1].is_untouched:
        return DEFLECTED
    return MORE.get((scene.about, index), IDEAS[index])


def _sentence(scene: TwoFlights, index: int) -> str:
    both = scene.both
    if index == GAP and scene.about == "both" and all(each.is_ahead for each in both):
        return POINTS
    if index == NEXT and scene.about == "shorter":
        return _found_told(both[1])
    if index == END:
        first, second = map(_end_told, both)
        when = "1/60 s" if scene.about == "shorter" else "frame 1"
        return f"After {when}, ball 1 is {first}. Ball 2 is {second}."
    return "\n".join(f"Ball {i}: {TOLD[index](each)}." for i, each in enumerate(both, start=1))


def _formula(both: tuple[Met, Met], index: int) -> str:
    """Of a contact that touches the formulas of a gap are not true."""
    touching = [each for each in both if each.contact is not None and not each.is_ahead]
    if index == GAP or not touching or (index == CLOSING and all(each.is_outside for each in touching)):
        return FORMULAS[index]
    return TOUCHING if index == IMPULSE and all(each.speeds[0] < -BOUNCE_SPEED for each in touching) else ""


def _claims(met: Met, index: int) -> list[Claim]:
    """Both sides of the formula, the right one from positions alone."""
    flight, (before, after, _) = met.flight, met.speeds
    if index == GAP:
        distance = point_query(flight.obstacle, met.centre(met.k)).separation - flight.ball.radius
        return [Claim("s", lambda: met.gap, lambda: distance)]
    if met.contact is None:
        return [Claim("no contact, no impulse", lambda: after, lambda: before)]
    if index == CLOSING and met.is_outside:
        return [Claim("x", lambda: met.excess, lambda: max(0.0, -float(flight.by @ met.normal) - met.gap))]
    if not met.is_ahead:
        bounce = -met.restitution * before if before < -BOUNCE_SPEED else max(0.0, before)
        return [Claim("v_n' = -e v_n", lambda: after, lambda: bounce)]
    closed = float((met.centre(met.k) - met.centre(met.k + 1)) @ met.normal)
    if index == IMPULSE:
        return [Claim("j", lambda: met.impulse, lambda: (met.closing - closed) / flight.dt)]
    return [Claim("s + v_n' dt", lambda: met.gap - closed, lambda: max(0.0, met.gap - met.closing))]


def _gap_told(met: Met) -> str:
    if met.contact is None:
        return f"gap {fixed(met.gap)} m, beyond the margin"
    if abs(met.gap) <= 1e-9:
        return r"gap 0, it touches: $\hat n$ is the surface normal"
    if met.gap <= 0.0:
        return f"overlap {tint(fixed(-met.gap), Ink.OVERLAP)}, a touching contact"
    return f"gap {tint(f'**{fixed(met.gap)}**', Ink.GAP)} m, contact"


def _closing_told(met: Met) -> str:
    if not met.is_outside:
        return "no contact" if met.contact is None else "it overlaps already"
    if met.excess <= 0.0:
        return f"closes {fixed(met.closing)} of {fixed(met.gap)}, no excess"
    return equation("{a} − {b} = {result}", lambda a, b: a - b, a=met.closing, b=met.gap)


def _impulse_told(met: Met) -> str:
    if met.impulse <= STILL:
        return "no impulse" if met.contact is not None else "no contact, no impulse"
    before, after, _ = met.speeds
    if not met.is_ahead:
        return f"$v_n$ from {fixed(before)} to **{fixed(after)}** m/s"
    told = equation("{a} − {b} = **{result}**", lambda a, b: a - b, a=-before, b=met.gap / met.flight.dt)
    return f"$\\answer{{j}}$ = {told} kg m/s"


def _end_told(met: Met) -> str:
    error = met.error(met.frame_end)
    if error > OFF:
        told = f"{tint(f'**{fixed(error)}**', Ink.FAULTY)} off"
        gap = met.free[0]
        return f"{told}, although its path was free by {tint(fixed(gap), Ink.GAP)}" if gap > OFF else told
    return "at its exact place"


def _next_told(met: Met) -> str:
    if met.is_untouched:
        return f"no impulse in its {round(2.0 * (met.frame_end - met.k))} frames, it flies on"
    speed = met.later[1]
    if not met.has_turned:
        return "$v_n$ " + " → ".join(fixed(v) for v in met.speeds) + " m/s"
    told = f"in frame 2 $v_n$ = {fixed(speed)} m/s"
    return f"{told} > 0: it moves away" if speed > 0.0 else told


def _found_told(met: Met) -> str:
    """What each of its frames within 1/60 s found."""
    found = [met.lengths(k) for k in range(met.k, round(met.frame_end))]
    gaps, closed = (", ".join(map(fixed, each)) for each in ((f.gap for f in found), (f.closing for f in found)))
    told = f"gaps {tint(gaps, Ink.GAP)};\nit closes {tint(closed, Ink.EXAMINED)}"
    return f"Ball 2, frames 1 to {len(found)} of {round(2.0 * (met.frame_end - met.k))}: {told}."


def _when(holds: Callable[[Met], bool], tell: Callable[[Met], float]) -> Callable[[Met], str]:
    return lambda met: fixed(tell(met)) if holds(met) else ""


def _has_contact(met: Met) -> bool:
    return met.contact is not None


TOLD = {GAP: _gap_told, CLOSING: _closing_told, IMPULSE: _impulse_told, NEXT: _next_told}
Row = tuple[str, Ink | None, Callable[[Met], str]]
ROWS: tuple[tuple[Row, ...], ...] = (
    (("gap $s$, m", Ink.GAP, lambda met: fixed(met.gap)),),
    (
        (r"closing $-v_n\,\Delta t$, m", Ink.EXAMINED, lambda met: fixed(met.closing)),
        ("excess $x$, m", Ink.OVERLAP, _when(lambda met: met.is_outside, lambda met: met.excess)),
    ),
    (
        (r"closing speed $-v_n$, m/s", Ink.EXAMINED, lambda met: fixed(-met.speeds[0])),
        (
            r"allowed $s/\Delta t$, m/s",
            Ink.GAP,
            _when(lambda met: met.is_outside, lambda met: met.gap / met.flight.dt),
        ),
        ("impulse $j$, kg m/s", Ink.ANSWER, _when(_has_contact, lambda met: met.impulse)),
    ),
    (("error", Ink.FAULTY, lambda met: fixed(met.error(met.frame_end))),),
    (("error", Ink.FAULTY, lambda met: fixed(met.error(2.0 * met.frame_end - met.k))),),
)
ERRORS = {  # later, of frames of two lengths
    (False, False): "error after frame 1, m",
    (True, False): "error after frame 2, m",
    (False, True): "error after 1/60 s, m",
    (True, True): "error after 2/60 s, m",
}


def _runs(rule: FrameRule, scene: TwoFlights) -> tuple[Run, Run]:
    first, second = (each.by(rule) for each in scene.both)
    return first, second


def _differs(moment: Moment[TwoFlights]) -> bool:
    return any(
        each.error(each.frame_end, run) > OFF for each, run in zip(moment.scene.both, moment.faulty, strict=True)
    )


def take_second(moment: Moment[TwoFlights], pressed: Vector) -> Follow | None:
    """Ball 2, the tip of its arrow, or its obstacle."""
    scene, flight = moment.scene, moment.scene.both[1].flight
    if np.hypot(*(pressed - scene.way.end)) < 0.4 * flight.ball.radius:
        return lambda scene, at, now: scene.with_field("way", Arrow(scene.way.start, scene.way.end + now - at))
    if np.hypot(*(pressed - scene.way.start)) <= flight.ball.radius:
        return lambda scene, at, now: scene.with_field("other", scene.other.moved(now - at))
    if point_query(flight.obstacle, pressed).separation <= 0.0:
        return lambda scene, at, now: scene.with_field("block", scene.block.moved(now - at))
    return None


def _time_told(part: float, *, in_seconds: bool) -> str:
    """How many frames after the start of the one that is looked at; of frames of two lengths seconds."""
    if part < 1e-6:
        return "At the start of frame 1,"
    if in_seconds:
        return f"After {fixed(part * FRAME, 3)} s"
    names = {1.0: "After frame 1,", 2.0: "After frame 2,"}
    return next((name for at, name in names.items() if abs(part - at) < 1e-6), f"After {fixed(part)} frames")


def _gap_short(met: Met) -> str:
    name = met.flight.name
    if met.gap > 0.0:
        return f" is {inked(met.gap)} m from its {name}"
    if met.gap > -1e-9:
        return f" touches its {name}"
    return f" overlaps its {name} by {tint(f'**{fixed(-met.gap)}**', Ink.OVERLAP)}"


def _impulse_short(met: Met) -> str:
    return f": $\\answer{{j}}$ = **{fixed(met.impulse)}** kg m/s" if met.contact is not None else _gap_short(met)


def _off_told(error: float, without: float) -> str:
    """How far a ball is off; by a compared rule, how far the speculative contact is, where that is farther."""
    if error <= OFF:
        return "at its exact place"
    told = f"{tint(f'**{fixed(error)}**', Ink.FAULTY)} off"
    return f"nearer ({told}, not {fixed(without)})" if error < without - OFF else told


def _headed(moment: Moment[TwoFlights], which: int) -> tuple[str, str]:
    """A ball, and what it flies at; of a scene about frames how long its frames are."""
    met: Met = moment.scene.both[which]
    meets = "it touches the" if abs(met.gap) <= STILL else "its path meets the"
    note = "its path is free" if met.free[0] > OFF else f"{meets} {met.flight.name}"
    if moment.scene.about == "shorter":
        note = f"frames of 1/{round(1.0 / met.flight.dt)} s"
    return f"Ball {which + 1}", note


def _barred(moment: Moment[TwoFlights], which: int) -> tuple[str, str]:
    """A ball, and the frame whose lengths stand in its bars."""
    met: Met = moment.scene.both[which]
    if not tells_frames(moment):
        return f"Ball {which + 1}", f"metres along the normal, in frame {1 + is_next(moment, met)}"
    shown, count = len(frames_of_bars(met)), round(2.0 * (met.frame_end - met.k))
    frames = f"frames 1 to {shown} of {count}" if shown < count else "in each frame"
    return f"Ball {which + 1}", f"gap and closing in metres, {frames}"


class Speculative(Lesson[TwoFlights]):
    id = "speculative"
    title = "Speculative contacts"
    source = "Unity's manual, Speculative CCD"
    summary = (
        "A speculative contact stops a fast ball exactly at a wall. Beside a corner it deflects a ball that "
        "would have passed: a ghost collision."
    )
    terms = ("speculative contact", "margin", "ghost collision", "time of impact", "substep")
    builds_on = ("bounce", "tunnelling", "conservative-advancement")
    story = SpeculativeStory()
    nested = SolvedStory()
    compare = (
        Comparison(NO_MARGIN, partial(_runs, without_margin), _differs),
        Comparison(IGNORED, partial(_runs, gap_ignored), _differs),
        Comparison(LOST, partial(_runs, rest_lost), _differs),
    )

    @cached_property
    def scenes(self) -> Mapping[str, TwoFlights | Preset[TwoFlights]]:
        failing = {"Landing": LOST, "Gap ignored": IGNORED}
        return {name: Preset(scene, failing[name]) if name in failing else scene for name, scene in presets().items()}

    @cached_property
    def layout(self) -> Layout:
        worlds = (
            Pane("first", "Ball 1", self.story.draw, is_world=True, headed=partial(_headed, which=0)),
            Pane(
                "second",
                "Ball 2",
                partial(draw_flight, which=1),
                take=take_second,
                headed=partial(_headed, which=1),
            ),
        )
        bars = (
            Pane(
                f"bars {i + 1}",
                f"Bars of ball {i + 1}",
                partial(draw_bars, which=i),
                axes=partial(bar_axes, which=i),
                headed=partial(_barred, which=i),
            )
            for i in range(2)
        )
        return above(beside(*worlds, share=2.0), beside(*bars, share=1.0))

    @property
    def presented(self) -> Layout:
        return beside(*self.panes[:2])

    def run(self, scene: TwoFlights) -> Trace[Any, Any]:
        return whole_trace(scene)

    def clock(self, moment: Moment[TwoFlights]) -> Clock | None:
        """Two frames from the one that is looked at; before its end is computed the balls stand at its start."""
        if moment.index < END or moment.parent is not None:
            return None
        start = moment.scene.start
        told = None if start else seconds(2.0 * FRAME, digits=3)
        return Clock(4.0, ticks=(start, start, start, (1.0 + start) / 2.0, 1.0), told=told)

    def situation(self, moment: Moment[TwoFlights]) -> str:
        """The gaps, or the impulses; from the end of the frame on how far the balls are from their exact places."""
        both = moment.scene.both
        if moment.index < END or moment.parent is not None:
            tell = _impulse_short if moment.index == IMPULSE and moment.parent is None else _gap_short
            known = " ".join(f"Ball {i}{tell(each)}." for i, each in enumerate(both, 1))
            known += "" if moment.scene.about == "shorter" else " $\\Delta t$ = 1/60 s."
            if moment.index > GAP or moment.parent is not None:
                return known
            rules = "no bounce, no gravity" if moment.scene.restitution == 0.0 else "no gravity"
            return f"{known} Fixed obstacles, balls of 1 kg, {rules}."
        is_wrong = bool(moment.compare) and _differs(moment)
        runs = moment.faulty if is_wrong else (None, None)
        scene = moment.scene
        places = [scene.frames(each, moment.time) for each in both]
        part = (places[0] - both[0].k) / (both[0].frame_end - both[0].k)
        errors = [each.error(at, run) for each, at, run in zip(both, places, runs, strict=True)]
        told = _time_told(part, in_seconds=scene.about == "shorter")
        told = f"{moment.compare.capitalize()}: {told[0].lower()}{told[1:]}" if is_wrong else told
        if max(errors) <= OFF:
            return f"{told} both balls are at their exact places."
        words = map(_off_told, errors, [each.error(at) for each, at in zip(both, places, strict=True)])
        real = " Exact place: each hit at its true time." if moment.index == END and not moment.compare else ""
        late = [
            i
            for i, (e, each) in enumerate(zip(errors, both, strict=True), 1)
            if e > OFF >= each.error(each.frame_end)
        ]
        if part < 1.0 and late and not moment.compare:
            real = f" {f'Ball {late[0]} is' if len(late) == 1 else 'Both are'} exact at the end of the frame."
        return f"{told} {' and '.join(f'ball {i} is {each}' for i, each in enumerate(words, 1))}.{real}"

    def challenge(self, moment: Moment[TwoFlights]) -> Challenge | None:
        scene = moment.scene
        if scene.about != "both" or moment.compare:
            return None
        first, second = scene.both
        stopped = first.is_cut and first.free[0] <= OFF and first.error(first.frame_end) <= OFF
        is_ghost = second.is_cut and second.free[0] > OFF
        is_reached = stopped and is_ghost and second.gap <= first.gap
        asked = (
            "Drag a ball so that every margin that stops ball 1 also deflects ball 2. Keep the path of ball 2 free."
        )
        done = "No margin now stops ball 1 and lets ball 2 pass: the gap of ball 2 is not larger than that of ball 1."
        return Challenge(
            done if is_reached else asked,
            is_reached,
            f"gaps {fixed(first.gap)} and {fixed(second.gap)} m",
            "A contact is made when the gap is at most the margin. Compare both gaps.",
        )
