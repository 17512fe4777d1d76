"""Dear ImGui on a pyglet window: events in, draw data out through ImGui's own OpenGL renderer.

Used instead of imgui_bundle's pyglet backend, whose clock runs slow, whose buttons stick and which needs
PyOpenGL. pyglet's y points up and ImGui's down.
"""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any

from imgui_bundle import hello_imgui, imgui
from pyglet.window import BaseWindow, Window, key, mouse

from viz.desktop import textures
from viz.desktop.digit_row import digit_row

_NOWHERE = -3.4028234663852886e38  # -FLT_MAX: no pointer over the window
_BUTTONS = {mouse.LEFT: 0, mouse.RIGHT: 1, mouse.MIDDLE: 2, mouse.MOUSE4: 3, mouse.MOUSE5: 4}

# pyglet's names of keys that ImGui names otherwise; letters, digits and function keys are added below.
_NAMED_KEYS = {
    "TAB": "tab", "BACKSPACE": "backspace", "RETURN": "enter", "ESCAPE": "escape", "INSERT": "insert",
    "DELETE": "delete", "SPACE": "space", "LEFT": "left_arrow", "RIGHT": "right_arrow", "UP": "up_arrow",
    "DOWN": "down_arrow", "PAGEUP": "page_up", "PAGEDOWN": "page_down", "HOME": "home", "END": "end",
    "LCTRL": "left_ctrl", "RCTRL": "right_ctrl", "LSHIFT": "left_shift", "RSHIFT": "right_shift",
    "LALT": "left_alt", "RALT": "right_alt", "LOPTION": "left_alt", "ROPTION": "right_alt",
    "LCOMMAND": "left_super", "RCOMMAND": "right_super", "LWINDOWS": "left_super", "RWINDOWS": "right_super",
    "MENU": "menu", "GRAVE": "grave_accent", "MINUS": "minus", "EQUAL": "equal", "PLUS": "equal",
    "BRACKETLEFT": "left_bracket",
    "BRACKETRIGHT": "right_bracket", "BACKSLASH": "backslash", "SEMICOLON": "semicolon",
    "APOSTROPHE": "apostrophe", "COMMA": "comma", "PERIOD": "period", "SLASH": "slash",
    "NUM_ENTER": "keypad_enter", "NUM_ADD": "keypad_add", "NUM_SUBTRACT": "keypad_subtract",
    "NUM_MULTIPLY": "keypad_multiply", "NUM_DIVIDE": "keypad_divide", "NUM_DECIMAL": "keypad_decimal",
    "NUM_EQUAL": "keypad_equal", "NUM_HOME": "home", "NUM_END": "end", "NUM_LEFT": "left_arrow",
    "NUM_RIGHT": "right_arrow", "NUM_UP": "up_arrow", "NUM_DOWN": "down_arrow",
}  # fmt: skip


def _key_table() -> dict[int, imgui.Key]:
    names = dict(_NAMED_KEYS)
    names |= {f"_{i}": f"_{i}" for i in range(10)} | {f"NUM_{i}": f"keypad{i}" for i in range(10)}
    names |= {f"F{i}": f"f{i}" for i in range(1, 13)} | {c.upper(): c for c in "abcdefghijklmnopqrstuvwxyz"}
    return {getattr(key, theirs): getattr(imgui.Key, ours) for theirs, ours in names.items()}


_KEYS = _key_table()
_MODIFIERS = {
    imgui.Key.mod_ctrl: key.MOD_CTRL,
    imgui.Key.mod_shift: key.MOD_SHIFT,
    imgui.Key.mod_alt: key.MOD_ALT | key.MOD_OPTION,
    imgui.Key.mod_super: key.MOD_WINDOWS | key.MOD_COMMAND,
}
# The bit that a modifier key itself stands for: pyglet's `modifiers` tell the state *before* the event.
_OWN_MODIFIER = {
    key.LCTRL: key.MOD_CTRL, key.RCTRL: key.MOD_CTRL, key.LSHIFT: key.MOD_SHIFT, key.RSHIFT: key.MOD_SHIFT,
    key.LALT: key.MOD_ALT, key.RALT: key.MOD_ALT, key.LOPTION: key.MOD_OPTION, key.ROPTION: key.MOD_OPTION,
    key.LCOMMAND: key.MOD_COMMAND, key.RCOMMAND: key.MOD_COMMAND, key.LWINDOWS: key.MOD_WINDOWS,
    key.RWINDOWS: key.MOD_WINDOWS,
}  # fmt: skip
_MODIFIER_KEYS = set(_MODIFIERS) | {_KEYS[symbol] for symbol in _OWN_MODIFIER}

_CURSORS = {
    imgui.MouseCursor_.text_input: Window.CURSOR_TEXT,
    imgui.MouseCursor_.resize_all: Window.CURSOR_SIZE,
    imgui.MouseCursor_.resize_ns: Window.CURSOR_SIZE_UP_DOWN,
    imgui.MouseCursor_.resize_ew: Window.CURSOR_SIZE_LEFT_RIGHT,
    imgui.MouseCursor_.hand: Window.CURSOR_HAND,
    imgui.MouseCursor_.not_allowed: Window.CURSOR_NO,
}


class ImguiLayer:
    """Feeds one pyglet window's events to the current ImGui context and draws what ImGui makes of them."""

    def __init__(self, window: BaseWindow) -> None:
        self.window = window
        self.io = imgui.get_io()
        self.io.backend_flags |= imgui.BackendFlags_.has_mouse_cursors
        self._last_frame: float | None = None
        self._cursor: imgui.MouseCursor_ | None = None
        self._cursors: dict[Any, Any] = {}  # X11 allocates a cursor at each asking and never frees it
        self._down: set[int] = set()
        self._is_full = window.fullscreen
        self._key_is_new = False
        self._late: list[imgui.Key] = []
        self._digits = digit_row(window)
        self.io.config_drag_click_to_input_text = True  # one click on a number edits it
        window.switch_to()
        hello_imgui.init_gl_loader()
        if not imgui.backends.opengl3_init("#version 330"):
            raise RuntimeError("Dear ImGui's OpenGL 3 renderer could not be started")
        textures.begin()
        platform = imgui.get_platform_io()
        platform.platform_get_clipboard_text_fn = lambda _context: self._paste()
        platform.platform_set_clipboard_text_fn = lambda _context, text: self._copy(text)
        self._copied = ""  # for windows without a clipboard, such as those off the screen
        window.push_handlers(self)

    def new_frame(self, seconds: float | None = None) -> float:
        """Begin a frame; returns the time since the last one, real unless given, in seconds. After a rest that may be
        long; ImGui itself is told of a quarter of a second at most."""
        if self.window.fullscreen != self._is_full:
            # Filling the screen makes another window of it on X11: what was down there is never let go of here.
            self._is_full = self.window.fullscreen
            self.on_deactivate()
            self.on_activate()
        now = time.perf_counter()
        if seconds is None:
            seconds = 1.0 / 60.0 if self._last_frame is None else now - self._last_frame
        self._last_frame = now
        self.io.delta_time = min(max(seconds, 1e-5), 0.25)
        width, height = self.window.get_size()
        pixels_x, pixels_y = self.window.get_framebuffer_size()
        self.io.display_size = imgui.ImVec2(width, height)
        self.io.display_framebuffer_scale = imgui.ImVec2(pixels_x / max(width, 1), pixels_y / max(height, 1))
        imgui.backends.opengl3_new_frame()
        imgui.new_frame()
        self._key_is_new = False
        late, self._late = self._late, []
        for modifier in late:
            self.io.add_key_event(modifier, False)
        return seconds

    def draw(self) -> None:
        """Draw what `imgui.render` has finished, and show the cursor that it asks for."""
        imgui.backends.opengl3_render_draw_data(imgui.get_draw_data())
        self._show_cursor()

    def shutdown(self) -> None:
        self.window.remove_handlers(self)
        textures.end()
        imgui.backends.opengl3_shutdown()

    def _copy(self, text: str) -> None:
        self._copied = text
        with suppress(NotImplementedError):
            self.window.set_clipboard_text(text)

    def _paste(self) -> str:
        try:
            return self.window.get_clipboard_text() or ""
        except NotImplementedError:
            return self._copied

    def _show_cursor(self) -> None:
        wanted = imgui.MouseCursor_(imgui.get_mouse_cursor())
        if wanted == self._cursor:
            return
        visible = wanted != imgui.MouseCursor_.none
        self.window.set_mouse_visible(visible)
        if visible:
            if wanted not in self._cursors:
                name = _CURSORS.get(wanted, Window.CURSOR_DEFAULT)
                self._cursors[wanted] = self.window.get_system_mouse_cursor(name)
            self.window.set_mouse_cursor(self._cursors[wanted])
        self._cursor = wanted

    def _pointer_at(self, x: int, y: int) -> None:
        self.io.add_mouse_pos_event(x, self.window.height - 1 - y)

    def _key(self, which: imgui.Key, down: bool) -> None:
        # Ctrl+V typed within one slow frame would show V with Ctrl already up, because ImGui trickles events:
        # the release of a modifier waits one frame when another key has just gone down.
        if not down and self._key_is_new and which in _MODIFIER_KEYS:
            self._late.append(which)
        else:
            self.io.add_key_event(which, down)

    def _modifiers(self, bits: int) -> None:
        for which, mask in _MODIFIERS.items():
            self._key(which, bool(bits & mask))

    def _button(self, button: int, down: bool) -> None:
        number = _BUTTONS.get(button)
        if number is not None:
            (self._down.add if down else self._down.discard)(number)
            self.io.add_mouse_button_event(number, down)

    def on_mouse_motion(self, x: int, y: int, _dx: int, _dy: int) -> None:
        self._pointer_at(x, y)

    def on_mouse_drag(self, x: int, y: int, _dx: int, _dy: int, _buttons: int, modifiers: int) -> None:
        self._modifiers(modifiers)
        self._pointer_at(x, y)

    def on_mouse_press(self, x: int, y: int, button: int, modifiers: int) -> None:
        self._modifiers(modifiers)
        self._pointer_at(x, y)
        self._button(button, True)

    def on_mouse_release(self, x: int, y: int, button: int, _modifiers: int) -> None:
        self._pointer_at(x, y)
        self._button(button, False)

    def on_mouse_scroll(self, x: int, y: int, scroll_x: float, scroll_y: float) -> None:
        self._pointer_at(x, y)
        self.io.add_mouse_wheel_event(-scroll_x, scroll_y)

    def on_mouse_enter(self, x: int, y: int) -> None:
        self._pointer_at(x, y)

    def on_mouse_leave(self, _x: int, _y: int) -> None:
        if not self._down:
            self.io.add_mouse_pos_event(_NOWHERE, _NOWHERE)

    def _meant(self, symbol: int, modifiers: int) -> imgui.Key | None:
        """The key that a symbol stands for: the character counts, wherever the layout has it, and where digits are
        typed with Shift their keys are digits without it too, but for Ctrl and minus."""
        digit = self._digits.get(symbol)
        if digit is not None and not (symbol == key.MINUS and modifiers & (key.MOD_CTRL | key.MOD_COMMAND)):
            return _KEYS[getattr(key, f"_{digit}")]
        return _KEYS.get(symbol)

    def on_key_press(self, symbol: int, modifiers: int) -> bool:
        self._modifiers(modifiers | _OWN_MODIFIER.get(symbol, 0))
        if (which := self._meant(symbol, modifiers)) is not None:
            self._key(which, True)
            self._key_is_new |= which not in _MODIFIER_KEYS
        return True  # pyglet's own handler would close the window at Escape

    def on_key_release(self, symbol: int, modifiers: int) -> None:
        self._modifiers(modifiers & ~_OWN_MODIFIER.get(symbol, 0))
        if (which := self._meant(symbol, modifiers)) is not None:
            self._key(which, False)

    def on_text(self, text: str) -> None:
        self.io.add_input_characters_utf8(text)

    def on_activate(self) -> None:
        self.io.add_focus_event(True)
        self._digits = digit_row(self.window)  # another keyboard layout may have been chosen meanwhile

    def on_deactivate(self) -> None:
        self.io.add_focus_event(False)  # ImGui lets go of every key
        for number in tuple(self._down):
            self.io.add_mouse_button_event(number, False)
        self._down.clear()
        # On X11 pyglet would swallow the next press of a key that was held when the focus was lost.
        getattr(self.window, "pressed_keys", set()).clear()
