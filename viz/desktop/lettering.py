"""Words and symbols of a figure: measured for the label chooser, then painted with ground around their letters."""

from __future__ import annotations

from typing import NamedTuple

from imgui_bundle import imgui

from viz.desktop import latex
from viz.desktop.latex import Formula, Halo
from viz.desktop.look import Fonts, packed
from viz.lesson.ink import Ink, TextStyle
from viz.lesson.mark import Label, Symbol
from viz.lesson.text import Run, runs
from viz.picture.labels import PlacedLabel
from viz.picture.sizes import FORMULA_SIZE, HALO_OPACITY, PILL_PADDING, PILL_RING, SYMBOL_SIZE
from viz.picture.theme import FACES, Face, Theme

_LINE = 1.171875  # Dear ImGui counts sizes from ascent to descent: of Roboto, in ems
_MONO = 1.05  # the same of Inconsolata
_ASCENT = 0.7917  # of that height
_PADDING = 2.0
_MOST_KEPT = 2048
# Where the ground around letters is drawn: like a knight's moves, so that thin strokes leave no holes.
_AROUND = ((2, 1), (2, -1), (-2, 1), (-2, -1), (1, 2), (1, -2), (-1, 2), (-1, -2))
_THINLY = ((2, 1), (-1, 2), (-2, -1), (1, -2))  # around faint letters
_FAINT = 2.0  # reach of the ground below which letters are faint


class Words(NamedTuple):
    """Plain words of one look, from x on the baseline of their line."""

    x: float
    words: str
    font: imgui.ImFont
    ink: Ink | None


class Sign(NamedTuple):
    """A formula among the words."""

    x: float
    formula: Formula


class Laid(NamedTuple):
    """A label in a line, or several: each with its baseline below the top."""

    parts: tuple[tuple[float, Words | Sign], ...]
    size: float  # as ImGui counts
    width: float
    height: float


class Lettering:
    """Measures and paints labels at one scale, in one theme."""

    def __init__(self, fonts: Fonts) -> None:
        self.fonts = fonts
        self.scale = 1.0
        self.theme: Theme | None = None
        self._laid: dict[tuple[object, ...], Laid] = {}

    def use(self, theme: Theme, scale: float) -> None:
        """What the next labels are measured and painted with."""
        if theme is not self.theme or scale != self.scale:
            self._laid.clear()
            self.theme, self.scale = theme, scale

    def measure(self, mark: Label | Symbol) -> tuple[float, float]:
        """Width and height of its box, in logical pixels."""
        if isinstance(mark, Symbol):
            symbol = self._symbol(mark)
            return symbol.width + 2.0 * _PADDING, symbol.height + 2.0 * _PADDING
        laid = self._lay(mark)
        across, down = self._padding(mark.style)
        return laid.width + 2.0 * across, laid.height + 2.0 * down

    def paint(
        self,
        draw: imgui.ImDrawList,
        placed: PlacedLabel,
        corner: tuple[float, float],
        opacity: float,
        *,
        is_highlighted: bool = False,
    ) -> None:
        """A label in its place; `corner`: the canvas' top left on the screen."""
        mark, x, y = placed.mark, corner[0] + placed.x, corner[1] + placed.y
        theme = self._theme()
        if is_highlighted:
            far = (x + placed.width + 2.0, y + placed.height + 1.0)
            draw.add_rect_filled((x - 2.0, y - 1.0), far, packed(theme.rule, 0.9 * opacity), 5.0 * self.scale)
        if isinstance(mark, Symbol):
            symbol = self._symbol(mark)
            symbol.draw(draw, x + _PADDING, y + _PADDING + symbol.baseline, opacity)
            return
        face, laid = FACES[mark.style], self._lay(mark)
        across, down = self._padding(mark.style)
        color = theme.color(mark.ink)
        if mark.style is TextStyle.PILL:
            ring, far = PILL_RING * self.scale, (x + placed.width, y + placed.height)
            outer = (far[0] + ring, far[1] + ring)
            draw.add_rect_filled(
                (x - ring, y - ring), outer, packed(theme.canvas, opacity), placed.height / 2.0 + ring
            )
            draw.add_rect_filled((x, y), far, packed(color, opacity), placed.height / 2.0)
            color = theme.on_pill
        self._write(draw, laid, (x + across, y + down), face, color, opacity)

    def line(
        self, draw: imgui.ImDrawList, at: tuple[float, float], words: str, color: str, opacity: float = 1.0
    ) -> None:
        """Words that stand still, such as the title of an inset, their top left on the screen."""
        face = FACES[TextStyle.CAPTION]
        mark = Label(words, (0.0, 0.0), Ink.QUIET, None, TextStyle.CAPTION)
        self._write(draw, self._lay(mark), at, face, color, opacity)

    def _write(
        self,
        draw: imgui.ImDrawList,
        laid: Laid,
        at: tuple[float, float],
        face: Face,
        color: str,
        opacity: float,
    ) -> None:
        theme, (left, top) = self._theme(), at
        ascent = _ASCENT * laid.size
        if face.halo:
            ground = packed(theme.canvas, HALO_OPACITY * opacity)
            step = face.halo * self.scale / 2.2
            around = [(dx * step, dy * step) for dx, dy in (_THINLY if face.halo < _FAINT else _AROUND)]
            for baseline, part in laid.parts:
                if isinstance(part, Words):
                    x, y = left + part.x, round(top + baseline - ascent)
                    for dx, dy in around:
                        draw.add_text(part.font, laid.size, (x + dx, y + dy), ground, part.words)
        for baseline, part in laid.parts:
            if isinstance(part, Sign):
                part.formula.draw(draw, left + part.x, top + baseline, opacity)
            else:
                tone = packed(color if part.ink is None else theme.color(part.ink), face.opacity * opacity)
                draw.add_text(part.font, laid.size, (left + part.x, round(top + baseline - ascent)), tone, part.words)

    def _theme(self) -> Theme:
        assert self.theme is not None  # `use` comes first
        return self.theme

    def _padding(self, style: TextStyle) -> tuple[float, float]:
        if style is TextStyle.PILL:
            return PILL_PADDING[0] * self.scale, PILL_PADDING[1] * self.scale
        return _PADDING, 0.0

    def _symbol(self, mark: Symbol) -> Formula:
        theme = self._theme()
        color = packed(theme.color(mark.ink))
        return latex.formula(theme.tex(mark.latex), SYMBOL_SIZE * self.scale, color, halo=self._halo(2.4))

    def _halo(self, reach: float) -> Halo | None:
        return Halo(packed(self._theme().canvas), reach * self.scale, HALO_OPACITY) if reach else None

    def _lay(self, mark: Label) -> Laid:
        key = mark.text, mark.style, mark.ink
        if (laid := self._laid.get(key)) is None:
            if len(self._laid) > _MOST_KEPT:  # numbers change for ever while dragging
                self._laid.clear()
            laid = self._laid[key] = self._lay_out(mark)
        return laid

    def _lay_out(self, mark: Label) -> Laid:
        face = FACES[mark.style]
        size = float(max(round(face.size * self.scale * (_MONO if face.weight == "mono" else _LINE)), 6))
        parts: list[tuple[float, Words | Sign]] = []
        widest, top = 0.0, 0.0
        for line in mark.text.split("\n"):
            x, pieces, up, down = 0.0, [], _ASCENT * size, (1.0 - _ASCENT) * size
            for run in runs(line):
                piece: Words | Sign
                if run.is_formula:
                    formula = self._sign(run, mark, face)
                    piece, width = Sign(x, formula), formula.width
                    up, down = max(up, formula.baseline), max(down, formula.height - formula.baseline)
                else:
                    font = self._font("bold" if run.bold else face.weight)
                    piece, width = Words(x, run.text, font, run.ink), _width(run.text, font, size)
                pieces.append(piece)
                x += width
            parts.extend((top + up, piece) for piece in pieces)
            top += up + down
            widest = max(widest, x)
        return Laid(tuple(parts), size, widest, top)

    def _sign(self, run: Run, mark: Label, face: Face) -> Formula:
        theme = self._theme()
        color = theme.on_pill if mark.style is TextStyle.PILL else theme.color(run.ink or mark.ink)
        em = FORMULA_SIZE * face.size * self.scale
        return latex.formula(theme.tex(run.text), em, packed(color), halo=self._halo(face.halo))

    def _font(self, weight: str) -> imgui.ImFont:
        fonts = self.fonts
        return {"regular": fonts.regular, "bold": fonts.bold, "italic": fonts.italic, "mono": fonts.mono}[weight]


def _width(words: str, font: imgui.ImFont, size: float) -> float:
    imgui.push_font(font, size / imgui.get_style().font_scale_main)  # which push_font applies itself
    width = imgui.calc_text_size(words).x
    imgui.pop_font()
    return width
