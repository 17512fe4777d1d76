"""Below the figure: the buttons that move the cursor, one tick a step under the names of the stages, the speed; where
the scene has time, the clock's track above them."""

from __future__ import annotations

import math

from imgui_bundle import imgui

from viz.desktop.look import Fonts, packed, vec4
from viz.desktop.pen import BY_KEYBOARD, Pen, place, window
from viz.desktop.places import Places, Rect
from viz.desktop.session import Session
from viz.lesson.ink import Ink
from viz.lesson.lesson import Clock
from viz.picture.row_layout import names_that_fit

TITLE_OF_WINDOW = "##timeline"
SPEEDS = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0)
_LEFT, _RIGHT = 196.0, 84.0  # of the track, from the row's ends
_ROWS = 21.0, 37.0  # baseline of the names, height of the ticks
_APART = 4.0  # between two ticks, at least
_LOW_ROWS, _CLOCK = (33.0, 45.0), 13.0  # below a clock; the clock's own


def timeline(session: Session, fonts: Fonts, at: Places) -> None:
    row, theme = at.timeline, session.theme
    with window(TITLE_OF_WINDOW, row, vec4(theme.raised)) as draw:
        pen = Pen(draw, theme, fonts, at.bars)
        clock = session.clock.declared
        left = _buttons(session, pen, row)
        right = _speed(session, pen, row, 46.0 if clock else 33.0)
        track = Rect(row.x + left, row.y, max(row.width - left - right, 1.0), row.height)
        if clock is not None:
            _clock(session, pen, track, row, clock)
        names, ticks = _LOW_ROWS if clock is not None else _ROWS
        _steps(session, pen, track, names * at.bars, ticks * at.bars)


def _buttons(session: Session, pen: Pen, row: Rect) -> float:
    """First, back, play, forward, last; the outer two go where the row is short. Returns where the track begins."""
    k, player = pen.scale, session.player
    is_short = row.width < 480.0 * k
    middle = row.y + 0.5 * row.height
    shift = 29.0 * k if is_short else 0.0
    for name, x, act in (
        ("first", 25.0, player.first),
        ("back", 54.0, player.back),
        ("play", 90.0, session.play_or_pause),
        ("forward", 126.0, player.forward),
        ("last", 155.0, player.last),
    ):
        if is_short and name in ("first", "last"):
            continue
        cx, half = row.x + x * k - shift, (18.0 if name == "play" else 14.0) * k
        pressed, hovered = place(name, Rect(cx - half, middle - half, 2.0 * half, 2.0 * half))
        _icon(pen, name, cx, middle, is_playing=session.playing, hovered=hovered)
        imgui.set_item_tooltip(_TIPS[name])
        if pressed:
            act()
    return (150.0 if is_short else _LEFT) * k - (0.0 if not is_short else 29.0 * k)


_TIPS = {
    "first": "First step (Home)",
    "back": "Step back (←)",
    "play": "Play and pause (Space)",
    "forward": "Step forward (→)",
    "last": "Last step (End)",
}


def _icon(pen: Pen, name: str, x: float, y: float, *, is_playing: bool, hovered: bool) -> None:
    k, theme, draw = pen.scale, pen.theme, pen.draw
    color = theme.text if hovered else theme.body

    def triangle(at: float, way: float, shade: str) -> None:
        points = (at - 4.5 * way * k, y - 6.0 * k), (at - 4.5 * way * k, y + 6.0 * k), (at + 5.5 * way * k, y)
        a, b, c = points if way > 0.0 else (points[1], points[0], points[2])
        draw.add_triangle_filled(a, c, b, packed(shade))

    def post(at: float) -> None:
        pen.line((at, y - 6.0 * k), (at, y + 6.0 * k), color, 2.0)

    match name:
        case "play":
            draw.add_circle_filled((x, y), 15.0 * k, packed(theme.accent, 0.85 if hovered else 1.0))
            if is_playing:
                for side in (-4.0, 4.0):
                    at = Rect(x + (side - 1.7) * k, y - 5.5 * k, 3.4 * k, 11.0 * k)
                    pen.box(at, theme.on_pill)
            else:
                triangle(x, 1.0, theme.on_pill)
        case "back":
            triangle(x, -1.0, color)
        case "forward":
            triangle(x, 1.0, color)
        case "first":
            triangle(x, -1.0, color)
            post(x - 7.0 * k)
        case _:
            triangle(x, 1.0, color)
            post(x + 8.0 * k)


def _speed(session: Session, pen: Pen, row: Rect, baseline: float) -> float:
    """Of playing; a click chooses the next. Returns the room that it takes."""
    player, k = session.player, pen.scale
    base = row.y + baseline * k
    at = Rect(row.right - 56.0 * k, base - 14.0 * k, 48.0 * k, 20.0 * k)
    pressed, hovered = place("speed", at)
    words = f"{player.speed:g}×"
    pen.words(row.right - 20.0 * k, base, words, 13.0, pen.theme.text if hovered else pen.theme.body, align=1.0)
    imgui.set_item_tooltip("Speed of play: click for the next")
    if pressed:
        here = SPEEDS.index(player.speed) if player.speed in SPEEDS else SPEEDS.index(1.0)
        player.speed = SPEEDS[(here + 1) % len(SPEEDS)]
    return _RIGHT * k


def _clock(session: Session, pen: Pen, track: Rect, row: Rect, clock: Clock) -> None:
    """Time's own track: where the play head stands, the times of the steps that are reached, and where the bodies
    meet once a step has told it. A press or a drag along it moves time, and no step."""
    k, theme, draw, running = pen.scale, pen.theme, pen.draw, session.clock
    y = track.y + _CLOCK * k
    imgui.set_cursor_screen_pos((track.x - 8.0 * k, y - 9.0 * k))
    imgui.invisible_button("clock", (track.width + 16.0 * k, 18.0 * k), BY_KEYBOARD)
    if imgui.is_item_active() and imgui.is_mouse_down(0):
        running.scrub((imgui.get_io().mouse_pos.x - track.x) / track.width)
    hovered = imgui.is_item_hovered() or imgui.is_item_active()
    x = track.x + track.width * running.time
    is_time = clock.told is not None
    # Where only the picture moves, its end is where every step begins: in the accent it would read as a lesson done.
    color = theme.accent if is_time or hovered or session.playing else theme.quiet
    pen.line((track.x, y), (track.right, y), theme.rule, 3.0 if is_time else 2.0)
    pen.line((track.x, y), (x, y), color, 3.0 if is_time else 2.0)
    reached = clock.ticks[: session.player.levels[0].index + 1]  # later ones would give answers away
    for tick in reached:
        at = track.x + track.width * min(max(tick, 0.0), 1.0)
        pen.line((at, y - 4.0 * k), (at, y + 4.0 * k), theme.quiet, 1.2)
    if clock.impact is not None and (clock.impact in reached or session.player.outermost.is_last):
        at = track.x + track.width * clock.impact
        draw.add_circle_filled((at, y), 4.0 * k, packed(theme.color(Ink.ANSWER)))
        draw.add_circle((at, y), 6.5 * k, packed(theme.color(Ink.ANSWER), 0.35), 0, 2.0 * k)
    high = (6.5 if hovered else 5.5) * k  # of the play head, which points down at its time
    draw.add_triangle_filled((x - high, y - 8.0 * k), (x + high, y - 8.0 * k), (x, y + 1.0 * k), packed(color))
    pen.line((x, y - 2.0 * k), (x, y + 8.0 * k), color, 2.0)
    told = clock.told(running.time) if clock.told is not None else "motion"
    pen.words(row.right - 20.0 * k, y + 4.5 * k, told, 12.0, theme.quiet, align=1.0)
    _loop(session, pen, row.right - 60.0 * k, row.y + 41.5 * k)


def _loop(session: Session, pen: Pen, x: float, y: float) -> None:
    """Whether time starts over at its end."""
    player, theme, k = session.player, pen.theme, pen.scale
    pressed, hovered = place("loop", Rect(x - 9.0 * k, y - 9.0 * k, 18.0 * k, 18.0 * k))
    color = theme.accent if player.looping else theme.text if hovered else theme.quiet
    pen.draw.path_arc_to((x, y), 4.6 * k, 0.5, 5.6, 18)
    pen.draw.path_stroke(packed(color), 1.5 * k)
    end = (x + 4.6 * k * math.cos(5.6), y + 4.6 * k * math.sin(5.6))
    corners = (
        (end[0] - 3.6 * k, end[1] - 0.4 * k),
        (end[0] + 1.8 * k, end[1] - 3.4 * k),
        (end[0] + 2.0 * k, end[1] + 2.2 * k),
    )
    pen.draw.add_triangle_filled(*corners, packed(color))
    imgui.set_item_tooltip("Start over at the end: " + ("on" if player.looping else "off"))
    if pressed:
        player.looping = not player.looping


def _steps(session: Session, pen: Pen, track: Rect, names: float, ticks: float) -> None:
    """Ticks under the names of their stages; press or drag along them to go there."""
    player, theme, k, draw = session.player, pen.theme, pen.scale, pen.draw
    count = len(player.trace)
    spacing = track.width / max(count - 1, 1)
    y = track.y + ticks
    top = names - 12.0 * k
    imgui.set_cursor_screen_pos((track.x - 10.0 * k, track.y + top))
    imgui.invisible_button("ticks", (track.width + 20.0 * k, track.height - top - 2.0 * k), BY_KEYBOARD)
    near = min(max(round((imgui.get_io().mouse_pos.x - track.x) / spacing), 0), count - 1)
    if imgui.is_item_active() and imgui.is_mouse_down(0) and near != player.index:
        player.playing = False
        player.go(near)
    hovered = near if imgui.is_item_hovered() else None

    def at(index: int) -> tuple[float, float]:
        return track.x + spacing * index, y

    pen.line((track.x, y), (track.right, y), theme.rule, 3.0)
    pen.line((track.x, y), at(player.index), theme.accent, 3.0)
    small = min(4.0 * k, max(1.5, 0.32 * spacing)) if count > 1 else 4.0 * k
    shown = player.index + 1 if session.task.hides_end else count
    for index in range(shown if spacing >= _APART * k else 0):  # nearer ones would run together
        if index == player.index:
            continue
        if index < player.index:
            draw.add_circle_filled(at(index), small, packed(theme.accent))
        else:
            draw.add_circle_filled(at(index), small, packed(theme.raised))
            draw.add_circle(at(index), small, packed(theme.style(Ink.GHOST).color), 0, 1.6 * k)
    if hovered is not None and hovered < shown and hovered != player.index:
        draw.add_circle(at(hovered), 7.5 * k, packed(theme.accent), 0, 1.4 * k)
    draw.add_circle_filled(at(player.index), 7.5 * k, packed(theme.accent))
    _stage_names(session, pen, track, spacing, track.y + names)
    if hovered is not None:
        imgui.set_item_tooltip(f"Step {hovered + 1}" + ("" if session.task.hides_end else f" of {count}"))


def _stage_names(session: Session, pen: Pen, track: Rect, spacing: float, base: float) -> None:
    """Each stage's name above its first tick; one that does not fit is left out, the present one never."""
    player, theme, k = session.player, pen.theme, pen.scale
    stages = session.task.told_stages
    current = next(i for i, (_, steps) in enumerate(stages) if player.index in steps)
    widths = [pen.width(name, 12.0) for name, _ in stages]
    lefts = [
        min(track.x + spacing * steps.start - 5.0 * k, track.right + 6.0 * k - width)
        for (_, steps), width in zip(stages, widths, strict=True)
    ]
    for i in names_that_fit(lefts, widths, 10.0 * k, current):
        pen.words(lefts[i], base, stages[i][0], 12.0, theme.text if i == current else theme.quiet)
