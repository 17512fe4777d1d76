"""Where everything in the window stands: rectangles from the window's size and the text size, and nothing else.

At 1280 x 720 and 100 % the numbers are those of the design; a larger window makes the interface half as much larger
(1920 x 1080: by a quarter), so that the figure gains most of the room. Nothing here depends on a lesson or a step, so
slots never move while stepping. Logical pixels, from the top left, y down.
"""

from __future__ import annotations

from typing import NamedTuple

WIDTH, HEIGHT = 1280.0, 720.0  # of the window that the numbers below are for
TOP, SITUATION, TIMELINE, PANEL = 40.0, 32.0, 56.0, 384.0
TABS, SCENES, MARGIN = 36.0, 95.0, 20.0
GROUPED_FROM = 1.5  # text size from which the panel shows one group of slots at a time
SECOND_COLUMN_FROM = 1600.0  # width of the window from which a pinned tab gets a column of its own
DOCKED_FROM = 2400.0  # width of the window from which the drawer may stay open beside the figure
_WIDEST_PANEL = 0.36  # of the window
_MOST_BARS = 0.34  # of the window's height
_LOWEST_TABLE = 84.0
_NARROWEST_COLUMN = 270.0  # of the panel's text; narrower ones show one group at a time
_LARGEST_BARS = 1.5

# Of the panel, from the tabs down: room above each slot, and its height.
_GAPS = {"idea": 12.0, "formula": 10.0, "step": 14.0, "task": 8.0, "table": 14.0, "scenes": 13.0}
_HEIGHTS = {"idea": 60.0, "formula": 58.0, "step": 56.0, "task": 84.0}


class Rect(NamedTuple):
    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    def inset(self, by: float) -> Rect:
        """Narrower by as much at its left and right."""
        return Rect(self.x + by, self.y, max(self.width - 2.0 * by, 1.0), self.height)


class Slots(NamedTuple):
    """Of the Explain tab, each as wide as its text."""

    idea: Rect
    formula: Rect
    step: Rect
    task: Rect
    table: Rect  # controls at its bottom


class Places(NamedTuple):
    """The whole window. `slots` are None where the panel shows one group at a time."""

    ui: float  # how much larger the interface is than the design's numbers
    bars: float  # the same of bars and of the letters in them
    letters: float  # the same of the letters in the panel
    top: Rect
    figure: Rect
    situation: Rect
    timeline: Rect
    panel: Rect
    tabs: Rect
    body: Rect  # of the panel, between tabs and scenes
    scenes: Rect
    pinned: Rect | None  # where a second tab is shown
    slots: Slots | None

    @property
    def margin(self) -> float:
        """Of the panel's text, left and right."""
        return MARGIN * self.ui if self.panel.width >= 0.8 * PANEL * self.ui else 12.0 * self.ui


def interface_scale(width: float, height: float) -> float:
    """How much larger the interface is in a window of that size: half as much as the window is."""
    return max(1.0, 1.0 + 0.5 * (min(width / WIDTH, height / HEIGHT) - 1.0))


def places(width: float, height: float, text: float = 1.0, *, pinned: bool = False, idea: float = 0.0) -> Places:
    """Where everything stands. `text`: 1.0 is 100 %; `pinned`: whether a second tab is shown beside the first;
    `idea`: the height that the lesson's longest idea takes, if that is known to be more than its slot has."""
    ui = interface_scale(width, height)
    grown = min(1.0 + 0.5 * (text - 1.0), _LARGEST_BARS)  # half as fast as the text: the figure keeps its room
    bars = min(ui * grown, max(_MOST_BARS * height / (TOP + SITUATION + TIMELINE), 0.5))
    wide = round(min(PANEL * ui * max(1.0, text / 1.25), _WIDEST_PANEL * width))
    has_column = pinned and width >= SECOND_COLUMN_FROM
    top, foot = round(TOP * bars), round(TIMELINE * bars)
    left = width - wide * (2.0 if has_column else 1.0)
    lines = _situation_lines(left / bars)
    line = round((SITUATION + 19.0 * (lines - 1)) * bars)
    panel = Rect(width - wide, top, wide, height - top)
    tabs = Rect(panel.x, panel.y, panel.width, round(TABS * bars))
    low = round(SCENES * bars)
    scenes = Rect(panel.x, height - low, panel.width, low)
    body = Rect(panel.x, tabs.bottom, panel.width, scenes.y - tabs.bottom)
    second = None
    if has_column:
        second = Rect(left, top, wide, height - top)
    elif pinned:
        half = round(0.5 * body.height)
        second = Rect(panel.x, body.bottom - half, panel.width, half)
        body = Rect(body.x, body.y, body.width, body.height - half)
    found = Places(
        ui,
        bars,
        ui * text,
        Rect(0.0, 0.0, width, top),
        Rect(0.0, top, left, height - top - line - foot),
        Rect(0.0, height - foot - line, left, line),
        Rect(0.0, height - foot, left, foot),
        panel,
        tabs,
        body,
        scenes,
        second,
        None,
    )
    return found._replace(slots=_slots(found, text, idea))


def _situation_lines(width: float) -> int:
    """Of the situation's row, in a figure so wide at letters of 100 %: as many for every sentence."""
    return 1 if width >= 520.0 else 2 if width >= 360.0 else 3


def _slots(at: Places, text: float, idea: float) -> Slots | None:
    """The panel's slots: those of words grow with the text, and the table takes what is left."""
    if text >= GROUPED_FROM:
        return None
    ui = at.ui
    column = at.body.inset(at.margin)
    heights = {name: height * at.letters for name, height in _HEIGHTS.items()}
    heights["formula"] = _HEIGHTS["formula"] * ui * (1.0 + 0.5 * (text - 1.0))
    room = at.body.height - ui * sum(_GAPS.values()) - sum(heights.values())
    if column.width < _NARROWEST_COLUMN * at.letters or room < _LOWEST_TABLE * ui:
        return None
    more = min(max(idea - heights["idea"], 0.0), room - _LOWEST_TABLE * ui)
    heights["idea"] += more
    heights["table"] = room - more
    slots, y = {}, at.body.y
    for name, gap in _GAPS.items():
        if name in heights:
            y += gap * ui
            slots[name] = Rect(column.x, round(y), column.width, round(y + heights[name]) - round(y))
            y += heights[name]
    return Slots(**slots)


class Presenting(NamedTuple):
    """The window while presenting: no panel and no bars."""

    scale: float  # of the design's numbers
    head: Rect
    figure: Rect
    band: Rect  # the statement and the task
    track: Rect  # one piece a step, along the bottom


def presenting_places(width: float, height: float, text: float = 1.0) -> Presenting:
    """The figure over the whole width; title and formula stand on its upper part."""
    scale = max(min(width / WIDTH, height / HEIGHT), 0.6) * min(text, 1.25)
    band, track = round(120.0 * scale), round(8.0 * scale)
    return Presenting(
        scale,
        Rect(0.0, 0.0, width, 72.0 * scale),
        Rect(0.0, 0.0, width, height - band),
        Rect(0.0, height - band, width, band - track),
        Rect(0.0, height - track, width, track),
    )
