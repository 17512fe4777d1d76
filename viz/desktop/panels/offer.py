"""What can be made of a concave outline that was drawn for a convex body: asked at the pointer, seen before it is
taken."""

from __future__ import annotations

from imgui_bundle import imgui

from viz.desktop import rich_text
from viz.desktop.look import Fonts
from viz.desktop.pen import Pen, place, window
from viz.desktop.places import Rect
from viz.desktop.session import Session
from viz.session.sketch import Remedy

TITLE_OF_WINDOW = "##offer"
_CHOICES: tuple[tuple[str, Remedy | None], ...] = (*((each.value, each) for each in Remedy), ("Leave it", None))
_GAP = 8.0


class Offer:
    """The card with the sentence and the buttons; it stays where the pointer was when it came up."""

    def __init__(self, session: Session, fonts: Fonts) -> None:
        self.session, self.fonts = session, fonts
        self._at: tuple[float, float] | None = None

    def show(self, within: Rect, k: float) -> None:
        """`within`: the figure; `k`: of the design's pixels."""
        session = self.session
        if session.offered is None:
            self._at = None
            return
        pointer = imgui.get_io().mouse_pos
        self._at = self._at or (pointer.x + 16.0, pointer.y + 18.0)
        pen = Pen(imgui.get_foreground_draw_list(), session.theme, self.fonts, k)
        widths = [pen.width(name, 13.0) + 24.0 * k for name, _ in _CHOICES]
        laid = rich_text.lay_out(str(session.offered), self.fonts, 13.5 * k, sum(widths) + 2.0 * _GAP * k)
        wide, high = sum(widths) + (2.0 * _GAP + 24.0) * k, laid.height + 60.0 * k
        x = min(max(self._at[0], within.x + 8.0), within.right - wide - 8.0)
        y = min(max(self._at[1], within.y + 8.0), within.bottom - high - 8.0)
        card, considered, taken = Rect(x, y, wide, high), None, False
        with window(TITLE_OF_WINDOW, card, over=True) as draw:
            pen = Pen(draw, session.theme, self.fonts, k)
            pen.box(card, session.theme.raised, 6.0)
            pen.frame(card, session.theme.accent, 6.0)
            laid.draw(draw, x + 12.0 * k, y + 10.0 * k, session.theme, self.fonts)
            left = x + 12.0 * k
            for (name, remedy), width in zip(_CHOICES, widths, strict=True):
                button = Rect(left, y + high - 40.0 * k, width, 28.0 * k)
                pressed = place(name, button)
                is_over = imgui.is_item_hovered()
                pen.box(button, session.theme.accent if is_over else session.theme.rule, 5.0, 0.35)
                pen.words(left + 12.0 * k, button.y + 18.5 * k, name, 13.0, session.theme.text)
                considered = remedy if is_over else considered
                if pressed.pressed:
                    session.take_offer(remedy)
                    taken = True
                left += width + _GAP * k
        if not taken:
            session.considered = considered
