"""The one task of a step: a prediction while there is one, else the challenge. A card that says what to do and, once
it is answered, why; it changes its colour and its words, and nothing around it moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from imgui_bundle import imgui

from viz.desktop import rich_text
from viz.desktop.look import packed
from viz.desktop.pen import Pen, link, place
from viz.desktop.places import Rect
from viz.lesson.ink import Ink

_HEAD, _EM, _INDENT = 12.0, 13.5, 14.0
_LOW, _HIGH = 62.0, 84.0  # before an answer, and after one or with buttons below the words


class Link(NamedTuple):
    """Words in the card's head, or a button below its words, that do something."""

    words: str
    act: Callable[[], None]
    bold: bool = False


class Card(NamedTuple):
    head: str
    text: str
    links: Sequence[Link] = ()  # in the head, from the left to its right end
    buttons: Sequence[Link] = ()  # below the words
    remark: str = ""  # quiet, at the right end of the head
    is_wrong: bool = False
    is_right: bool = False  # answered, or reached

    @property
    def is_high(self) -> bool:
        return self.is_wrong or self.is_right or bool(self.buttons)


def show_task(pen: Pen, at: Rect, card: Card, *, fills: bool = False) -> None:
    """At the top of a slot; `fills` makes the card as high as the slot, whatever it says."""
    k, theme = pen.scale, pen.theme
    shade = theme.color(Ink.FAULTY) if card.is_wrong else theme.accent
    box = at if fills else at._replace(height=(_HIGH if card.is_high else _LOW) * k)
    inner = box.width - 2.0 * _INDENT * k
    lines = 3 if card.is_high and not card.buttons else 2
    rows = len(_button_rows(pen, inner, card.buttons)[0]) if card.buttons else 0
    room = box.height - 27.0 * k - (0.0, 26.0 * k, 40.0 * k)[min(rows, 2)]
    text = rich_text.fitted(card.text, pen.fonts, _EM * k, inner, max(room, _EM * k * lines), 11.0 * k)
    pen.box(box, theme.raised, 7.0)
    pen.box(Rect(box.x, box.y, 3.0 * k, box.height), shade, 1.5)
    base = box.y + 18.6 * k
    x = box.x + _INDENT * k
    if card.is_right:
        pen.tick(x + 6.0 * k, box.y + 14.0 * k, shade)
        x += 20.0 * k
    right = box.right - 12.0 * k
    if card.remark:
        pen.words(right, base, card.remark, _HEAD, theme.quiet, align=1.0)
        right -= pen.width(card.remark, _HEAD) + 12.0 * k
    for each in reversed(card.links):
        color = theme.accent if card.is_wrong or each.bold else theme.quiet
        if link(pen, f"task {each.words}", right, base, each.words, _HEAD, color, align=1.0, bold=each.bold).pressed:
            each.act()
        right -= pen.width(each.words, _HEAD, bold=each.bold) + 13.0 * k
    pen.words(x, base, pen.shortened(card.head, _HEAD, right - x, bold=True), _HEAD, shade, bold=True)
    text.draw(pen.draw, box.x + _INDENT * k, box.y + 24.0 * k, theme, pen.fonts, packed(theme.text))
    _buttons(pen, box, card.buttons)


def _button_rows(pen: Pen, inner: float, buttons: Sequence[Link]) -> tuple[list[list[Link]], float]:
    """The answers in one row, or, where they are too long for it in letters that can be read, in two; and how large
    the letters are."""
    k = pen.scale
    for em in (12.5, 11.5, 10.5):
        if sum(pen.width(each.words, em) + 22.0 * k for each in buttons) - 6.0 * k <= inner:
            return [list(buttons)], em
    rows: list[list[Link]] = [[]]
    left = inner
    for each in buttons:
        wide = pen.width(each.words, 10.5) + 22.0 * k
        if rows[-1] and wide - 6.0 * k > left:
            rows.append([])
            left = inner
        rows[-1].append(each)
        left -= wide
    return rows, 10.5


def _buttons(pen: Pen, box: Rect, buttons: Sequence[Link]) -> None:
    k, theme = pen.scale, pen.theme
    inner = box.width - 2.0 * _INDENT * k
    rows, em = _button_rows(pen, inner, buttons)
    high = (20.0 if len(rows) == 1 else 17.0) * k
    y = box.bottom - 7.0 * k - len(rows) * (high + 2.0 * k) + 2.0 * k
    for row in rows:
        x = box.x + _INDENT * k
        for each in row:
            words = pen.shortened(each.words, em, inner - 16.0 * k)
            width = pen.width(words, em) + 16.0 * k
            at = Rect(x, y, width, high)
            pressed, hovered = place(f"answer {each.words}", at)
            pen.box(at, theme.accent if hovered else theme.rule, 0.5 * high / k)
            shade = theme.on_pill if hovered else theme.text
            pen.words(x + 0.5 * width, y + 0.5 * high + 4.4 * k, words, em, shade, align=0.5)
            if pressed:
                each.act()
            x += width + 6.0 * k
        y += high + 2.0 * k
    if buttons:
        imgui.set_cursor_screen_pos((box.x, box.y))
