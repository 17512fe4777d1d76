"""How wide a text is in Roboto, for pictures that are drawn where no font can be asked."""

from __future__ import annotations

# Advance widths in hundredths of the font size, of the characters from space to tilde.
_ASCII = (
    *(25, 26, 32, 62, 56, 73, 62, 17, 34, 35, 43, 57, 20, 28, 26, 41, 56, 56, 56, 56, 56, 56, 56, 56),
    *(56, 56, 24, 21, 51, 55, 52, 47, 90, 65, 62, 65, 66, 57, 55, 68, 71, 27, 55, 63, 54, 87, 71, 69),
    *(63, 69, 62, 59, 60, 65, 64, 89, 63, 60, 60, 26, 41, 26, 42, 45, 31, 54, 56, 52, 56, 53, 35, 56),
    *(55, 24, 24, 51, 24, 88, 55, 57, 56, 57, 34, 52, 33, 55, 48, 75, 50, 47, 50, 34, 24, 34, 68),
)  # fmt: skip
_OTHER = {
    "−": 57, "–": 66, "·": 26, "²": 37, "°": 37, "×": 53, "…": 67, "’": 20, "“": 35,
    "”": 36, "≤": 51, "≥": 52, "∞": 103, "θ": 57, "ω": 64, "α": 56, "β": 59, "λ": 55,
    "μ": 57, "π": 60, "φ": 70, "ρ": 57, "Δ": 70, "½": 78,
}  # fmt: skip
_UNKNOWN = 60
_COMBINING = range(0x300, 0x370)  # accents, on the letter before them
MONO = 0.5  # of the font size: how wide every letter of Inconsolata is
BOLD = 1.02  # how much wider the bold face runs


def text_width(text: str, size: float) -> float:
    """Width in pixels of a line of text at a font size in pixels."""
    widths = (_ASCII[ord(c) - 32] if " " <= c <= "~" else _OTHER.get(c, _width(c)) for c in text)
    return sum(widths) * size / 100.0


def _width(character: str) -> int:
    return 0 if ord(character) in _COMBINING else _UNKNOWN
