"""The definition of a term, on a card over the figure: its sentence, the picture of the step that introduces it, and
the lessons that use it. It stays while the figure is worked with; Escape or its cross closes it."""

from __future__ import annotations

from imgui_bundle import imgui

from viz.desktop import rich_text
from viz.desktop.look import Fonts, packed
from viz.desktop.panels.place_picture import PlacePicture
from viz.desktop.panels.terms import show_terms
from viz.desktop.pen import Pen, link, place, window
from viz.desktop.places import Places, Rect
from viz.desktop.session import Session
from viz.desktop.study import entry_of, open_place
from viz.lesson.glossary import Place, Term

TITLE_OF_WINDOW = "##definition"
_WIDTH, _EDGE, _PICTURE = 440.0, 20.0, 216.0
_HEAD, _EM, _SMALL, _ROW = 17.0, 14.0, 12.5, 22.0
_MOST = 12  # lessons that are listed


class Definition:
    """Keeps the picture of the term that it shows."""

    def __init__(self, session: Session, fonts: Fonts) -> None:
        self.session, self.fonts = session, fonts
        self._picture: tuple[Term, PlacePicture | None] | None = None
        self._shown: Term | None = None

    def show(self, at: Places) -> None:
        session, chrome, k = self.session, self.session.chrome, at.letters
        if not chrome.terms:
            self._picture = self._shown = None
            return
        term = chrome.terms[-1]
        wide = min(_WIDTH * k, at.figure.width - 32.0 * k)
        column = wide - 2.0 * _EDGE * k
        text = rich_text.lay_out(term.text, self.fonts, _EM * k, column)
        rows = (min(len(term.places), _MOST) + 1) // 2
        high = 50.0 * k + text.height + (34.0 + _ROW * rows) * k
        picture = min(_PICTURE * k, at.figure.height - high - 60.0 * k)
        has_picture = picture > 80.0 * k and self._found(term) is not None
        high += picture + 38.0 * k if has_picture else 0.0
        card = Rect(at.figure.right - wide - 16.0 * k, at.figure.y + 16.0 * k, wide, high)
        with window(TITLE_OF_WINDOW, card, over=True) as draw:
            pen = Pen(draw, session.theme, self.fonts, k)
            pen.box(card, session.theme.raised, 9.0)
            pen.frame(card, session.theme.rule, 9.0)
            x, y = card.x + _EDGE * k, card.y + 50.0 * k
            self._head(pen, card, term)
            text.draw(draw, x, y, session.theme, self.fonts, packed(session.theme.text))
            show_terms(session, pen, text, term.text, x, y)
            y += text.height + 12.0 * k
            if has_picture:
                y = self._introduced(pen, Rect(x, y, column, picture), term)
            self._lessons(pen, Rect(x, y, column, high), term)
        if self._shown is not term and session.in_panels:  # opened by the keyboard, whose cursor goes on in the card
            imgui.set_window_focus(TITLE_OF_WINDOW)
            imgui.internal.nav_init_window(imgui.internal.find_window_by_name(TITLE_OF_WINDOW), True)
        self._shown = term

    def _head(self, pen: Pen, card: Rect, term: Term) -> None:
        """The word, the way back to the word that led here, and the cross."""
        k, theme, chrome = pen.scale, pen.theme, self.session.chrome
        x, base, right = card.x + _EDGE * k, card.y + 33.0 * k, card.right - _EDGE * k
        pressed, hovered = place("close definition", Rect(right - 14.0 * k, base - 18.0 * k, 24.0 * k, 24.0 * k))
        color = theme.text if hovered else theme.quiet
        for way in (-1.0, 1.0):
            middle, half = (right - 2.0 * k, base - 6.0 * k), 5.0 * k
            start = middle[0] - half, middle[1] - way * half
            pen.line(start, (middle[0] + half, middle[1] + way * half), color, 1.7)
        right -= 24.0 * k
        if len(chrome.terms) > 1:
            back = pen.shortened(f"‹ {chrome.terms[-2].name}", _SMALL, 150.0 * k)
            if link(pen, "back to term", right, base, back, _SMALL, theme.accent, align=1.0).pressed:
                chrome.terms.pop()
            right -= pen.width(back, _SMALL) + 12.0 * k
        pen.words(x, base, pen.shortened(term.name, _HEAD, right - x, bold=True), _HEAD, theme.text, bold=True)
        if pressed:
            chrome.terms.clear()

    def _found(self, term: Term) -> PlacePicture | None:
        """The picture of the step that introduces the term."""
        if self._picture is None or self._picture[0] is not term:
            self._picture = term, self._made(term)
        return self._picture[1]

    def _made(self, term: Term) -> PlacePicture | None:
        found = entry_of(self.session.curriculum, term.places[0].lesson) if term.places else None
        if found is None:
            return None
        introduced = term.places[0]
        return PlacePicture(found[1].lesson, introduced.scene, introduced.shown, term.pane, self.fonts)

    def _introduced(self, pen: Pen, at: Rect, term: Term) -> float:
        """The picture and the line below it; returns where what follows begins."""
        k, theme, introduced = pen.scale, pen.theme, term.places[0]
        pen.box(at, theme.canvas, 6.0)
        picture = self._found(term)
        if picture is not None:
            picture.draw(pen, at)
        pressed, hovered = place("picture", at)
        if hovered:
            pen.frame(at, theme.accent, 6.0)
            imgui.set_mouse_cursor(imgui.MouseCursor_.hand)
        words = f"Scene “{introduced.scene}”, step {introduced.shown + 1}"
        pen.words(at.x, at.bottom + 17.0 * k, pen.shortened(words, 12.0, at.width), 12.0, theme.quiet)
        if pressed:
            self._open(introduced._replace(step=introduced.shown))
        return at.bottom + 38.0 * k

    def _lessons(self, pen: Pen, at: Rect, term: Term) -> None:
        """Two columns: the lesson that introduces the term, then the others in teaching order."""
        k, theme = pen.scale, pen.theme
        pen.words(at.x, at.y + 4.0 * k, "Lessons", 12.0, theme.quiet, bold=True)
        half = 0.5 * at.width
        listed = [(each, entry_of(self.session.curriculum, each.lesson)) for each in term.places[:_MOST]]
        rows = (len(listed) + 1) // 2
        for i, (used, found) in enumerate(listed):
            if found is None:
                continue
            x, base = at.x + half * (i // rows), at.y + (26.0 + _ROW * (i % rows)) * k
            number = pen.width("10.10 ", _SMALL)
            title = pen.shortened(found[1].title, _SMALL, half - number - 8.0 * k)
            pen.words(x, base, found[0], _SMALL, theme.quiet, bold=True)
            if link(pen, f"use {used.lesson}", x + number, base, title, _SMALL, theme.accent).pressed:
                self._open(used)

    def _open(self, used: Place) -> None:
        open_place(self.session, used)
