"""How wide a text is in DejaVu Sans, for pictures that are drawn where no font can be asked."""

from __future__ import annotations

# Advance widths in hundredths of the font size, of the characters from space to tilde.
_ASCII = (
    *(32, 40, 46, 84, 64, 95, 78, 27, 39, 39, 50, 84, 32, 36, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 34, 34),
    *(
        84,
        84,
        84,
        53,
        100,
        68,
        69,
        70,
        77,
        63,
        58,
        77,
        75,
        29,
        29,
        66,
        56,
        86,
        75,
        79,
        60,
        79,
        69,
        63,
        61,
        73,
        68,
        99,
    ),
    *(69, 61, 69, 39, 34, 39, 84, 50, 50, 61, 63, 55, 63, 62, 35, 63, 63, 28, 28, 58, 28, 97, 63, 61, 63, 63, 41, 52),
    *(39, 63, 59, 82, 59, 59, 52, 64, 34, 64, 84),
)
_OTHER = {"−": 84, "·": 32, "²": 40, "→": 84, "’": 32, "×": 84, "…": 100}
_UNKNOWN = 66
BOLD = 1.1  # how much wider the bold face runs


def text_width(text: str, size: float) -> float:
    """Width in pixels of a line of text at a font size in pixels."""
    widths = (_ASCII[ord(c) - 32] if " " <= c <= "~" else _OTHER.get(c, _UNKNOWN) for c in text)
    return sum(widths) * size / 100.0
