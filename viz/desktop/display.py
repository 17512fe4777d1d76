"""Whether a window can be opened at all, and the one sentence to say when it cannot.

Imports nothing but pyglet's options until asked: on a machine without display libraries the imports themselves
fail, and that is one of the answers.
"""

from __future__ import annotations

import importlib
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pyglet
import pyglet.resource

if TYPE_CHECKING:
    from pyglet.window import BaseWindow

_WAYS_ON = (
    "start separatrix on a desktop, run it under a virtual display (xvfb-run -a separatrix), "
    "or draw a picture without one (separatrix export axis-by-axis --step 3 -o picture.svg)."
)


class NoDisplayError(ValueError):
    """There is nothing to open a window on; the message is one sentence for the user."""


def draws_off_screen(platform: str = sys.platform) -> bool:
    """Whether pyglet can draw without any window there: it does so with EGL, which only Linux has. Elsewhere pictures
    are drawn in a window that stays hidden."""
    return platform.startswith("linux")


def prepare(*, headless: bool = False) -> None:
    """Set pyglet up; call before `viz.desktop.window` is imported.

    Headless means an off-screen EGL surface instead of a window. Raises NoDisplayError when there is no
    display, or no GL, EGL or X11 library.
    """
    pyglet.options.dpi_scaling = "stretch"  # logical pixels everywhere; text is drawn at full resolution
    pyglet.options.debug_gl = False  # or every GL call asks for errors
    pyglet.options.headless = headless
    if not headless and sys.platform.startswith("linux") and not os.environ.get("DISPLAY"):
        raise NoDisplayError(f"there is no display (DISPLAY is not set): {_WAYS_ON}")
    try:
        importlib.import_module("imgui_bundle")  # needs libX11
        importlib.import_module("pyglet.window")  # needs libGL, and a display for its first context
    except ImportError as error:
        raise NoDisplayError(f"a system library for windows is missing ({error}): {_WAYS_ON}") from error
    except Exception as error:
        if not type(error).__name__.startswith(("NoSuch", "Context", "MissingFunction")):
            raise
        raise NoDisplayError(f"no window can be opened on this display ({error}): {_WAYS_ON}") from error


def close(window: BaseWindow) -> None:
    """Close a window, with the surface that pyglet leaves behind where nothing is shown: as many bytes as its pixels
    take."""
    surface = getattr(window, "_egl_surface", None)
    window.close()
    if surface is not None:
        egl = importlib.import_module("pyglet.libs.egl.egl")
        egl.eglDestroySurface(window._egl_display_connection, surface)  # type: ignore[attr-defined]


def settings_file() -> Path:
    """Where the app remembers things: the file SEPARATRIX_SETTINGS, else one in the user's configuration folder."""
    named = os.environ.get("SEPARATRIX_SETTINGS")
    return Path(named) if named else Path(pyglet.resource.get_settings_path("separatrix")) / "settings.json"
