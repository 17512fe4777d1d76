"""The digits' row of keyboards on which they are typed with Shift, as on French ones.

Only X11 tells a program no more than the character of a key that goes down; Windows and macOS tell digits by
themselves. So the server is asked which characters the keys of that row have.
"""

from __future__ import annotations

from pyglet.window import BaseWindow, key

_FIRST = 10  # X11's code of the key of digit 1, which every keyboard has at the same place; 0 is the tenth
_DIGITS = (*range(1, 10), 0)


def digit_row(window: BaseWindow) -> dict[int, int]:
    """pyglet's symbols of keys that give a digit with Shift alone, and which digit."""
    display = getattr(window, "_x_display", None)
    if display is None:
        return {}
    from pyglet.libs.x11 import xlib  # there is no such library elsewhere

    row = {}
    for i, digit in enumerate(_DIGITS):
        plain, shifted = (xlib.XKeycodeToKeysym(display, _FIRST + i, level) for level in (0, 1))
        if shifted == ord(str(digit)) and plain != shifted:
            row[plain if plain in key._key_names else key.user_key(_FIRST + i)] = digit
    return row
