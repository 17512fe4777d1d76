"""Words for a terminal, a pipe or a file that has not every letter of ours: a console of Windows, `LC_ALL=C`."""

from __future__ import annotations

import codecs
import io
import sys
import unicodedata

_PLAIN = {"−": "-", "–": "-", "→": "->", "≤": "<=", "≥": ">=", "≠": "!=", "≈": "~", "·": "*", "×": "x", "⊕": "(+)",
          "‖": "||", "’": "'", "‘": "'", "“": '"', "”": '"', "›": ">",
          "√": "sqrt", "∞": "inf", "°": " degrees"}  # fmt: skip


def write_any_letter() -> None:
    """What standard output and standard error cannot write is written in letters that they have; call it once."""
    codecs.register_error("separatrix", _plainly)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="separatrix")


def _plainly(error: UnicodeError) -> tuple[str, int]:
    """The letters from `error.start` on that cannot be written, plain: "−" is "-", "n̂" is "n", Greek its name."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(_plain(letter) for letter in error.object[error.start : error.end]), error.end


def _plain(letter: str) -> str:
    if letter in _PLAIN:
        return _PLAIN[letter]
    if unicodedata.combining(letter):
        return ""
    simple = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
    if simple:
        return simple
    name = unicodedata.name(letter, "")
    return name.rpartition(" ")[2].lower().replace("lamda", "lambda") if name.startswith("GREEK") else "?"
