"""The desktop app: a pyglet window, one frame of it, and its loop. Call `display.prepare` before importing."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyglet
from imgui_bundle import imgui, rich_md
from pyglet import gl

from viz.desktop import latex, layout, look
from viz.desktop.chrome import TABS
from viz.desktop.imgui_layer import ImguiLayer
from viz.desktop.keyboard import handle_keys, to_figure
from viz.desktop.loop import Loop
from viz.desktop.panels.canvas import TITLE_OF_WINDOW as FIGURE
from viz.desktop.panels.canvas import CanvasPanel
from viz.desktop.panels.code import CodePanel
from viz.desktop.panels.edit import edit_panel
from viz.desktop.panels.explanation import explanation_panel, html_span
from viz.desktop.panels.keys import keys_panel
from viz.desktop.panels.lessons import LessonsPanel
from viz.desktop.panels.scenes import ScenesStrip
from viz.desktop.panels.steps import StepsPanel
from viz.desktop.panels.timeline import timeline_panel
from viz.desktop.panels.values import values_panel
from viz.desktop.session import Session
from viz.lesson.curriculum import Curriculum
from viz.lesson.lesson import Lesson
from viz.picture.theme import THEMES, Theme, rgb
from viz.session.settings import Settings, load, save

FRAMES_A_SECOND = 60.0
SMALLEST = (640, 400)


class Desktop:
    """The window and everything in it. `frame` does one frame's work; `run` loops until it is closed."""

    def __init__(
        self,
        curriculum: Curriculum,
        lesson: Lesson[Any] | None = None,
        size: tuple[int, int] = (1280, 720),
        *,
        text_size: float = 1.0,
        settings: Path | None = None,
    ) -> None:
        """`lesson`: the one to open; None for the last one looked at, else the first. `settings`: the file to
        remember things in; None remembers nothing."""
        kept, problem = (Settings(), None) if settings is None else load(settings)
        entries = {entry.id: entry for chapter in curriculum for entry in chapter.lessons}
        kept_entry = entries.get(kept.lesson, next(iter(entries.values())))
        config = gl.Config(  # type: ignore[abstract]  # the name stands for the platform's own class
            red_size=8, green_size=8, blue_size=8, alpha_size=8, double_buffer=True, major_version=3, minor_version=3
        )
        self.window = pyglet.window.Window(*size, "Separatrix", resizable=True, vsync=True, config=config)
        self.context = imgui.create_context()
        io = imgui.get_io()
        io.set_ini_filename("")
        io.config_flags |= imgui.ConfigFlags_.docking_enable | imgui.ConfigFlags_.nav_enable_keyboard
        io.config_windows_move_from_title_bar_only = True
        self.layer = ImguiLayer(self.window)
        self.fonts = look.load_fonts()
        latex.prepare()
        self.session = Session(curriculum, kept_entry.opened if lesson is None else lesson)
        self.canvas = CanvasPanel(self.session, self.fonts)
        self.layout = layout.Layout()
        self.scenes = ScenesStrip(self.session)
        self.lessons = LessonsPanel(self.session)
        self.steps = StepsPanel(self.session)
        self.code = CodePanel(self.session)
        self._tab = self.session.chrome.tab
        self._worn: tuple[Theme, float] | None = None  # what the style was last made for
        self.settings = settings
        self.dress(THEMES[kept.theme], text_size if settings is None else kept.text_size)
        self.session.reduced_motion = kept.reduced_motion
        self.session.asks = kept.asks
        if kept.layout:
            imgui.load_ini_settings_from_memory(kept.layout)
        if problem is not None:
            self.session.say(problem, 8.0)
        options = rich_md.MarkdownOptions()
        options.with_latex = True
        options.font_options.regular_size = look.BODY
        options.callbacks.on_html_span = lambda tag, opening: html_span(self.session.theme, tag, opening)
        self.markdown = rich_md.create_context(options)
        if not pyglet.options.headless:
            self.window.set_minimum_size(*SMALLEST)
        self.closing: list[Callable[[], None]] = []  # called once everything else is closed
        self._handlers = {"on_draw": self.frame}
        self.window.push_handlers(**self._handlers)

    def _remember(self) -> None:
        if self.settings is None:
            return
        session = self.session
        kept = Settings(
            session.theme.name,
            session.text_size,
            session.reduced_motion,
            session.asks,
            session.lesson.id,
            imgui.save_ini_settings_to_memory(),
        )
        if (problem := save(self.settings, kept)) is not None:
            print(f"separatrix: {problem}", file=sys.stderr)

    def dress(self, theme: Theme, text_size: float) -> None:
        """Change the theme and the text size (1.0 is 100 %)."""
        self.session.theme, self.session.text_size = theme, text_size

    def frame(self, seconds: float | None = None) -> None:
        """One frame: keys, trace, draw, explain, panels, submit. `seconds` since the last, real unless given."""
        self.build(seconds)
        self.submit()

    def build(self, seconds: float | None = None) -> None:
        """Everything up to the draw lists: the Python half of a frame."""
        session = self.session
        self._wear()
        passed = self.layer.new_frame(seconds)
        session.pass_time(passed)
        handle_keys(session, passed, FIGURE, layout.PANELS, TABS)
        if session.presenting:
            self.canvas.show(*self.layout.hide_panels())
        else:
            rebuild, session.layout_is_usual = not session.layout_is_usual, True
            self.canvas.show(*self.layout.dock_panels(session.text_size, rebuild=rebuild))
            explanation_panel(session, self.fonts, self.scenes)
            self.steps.show(self.fonts)
            self.code.show(self.fonts)
            values_panel(session, self.fonts)
            edit_panel(session, self.fonts)
            self.lessons.show(self.fonts)  # where it is one of the tabs, the last
            timeline_panel(session, self.fonts)
        if session.chrome.tab != self._tab:
            self._tab = session.chrome.tab
            imgui.set_window_focus("Explain###Explanation" if self._tab == "Explain" else self._tab)
        keys_panel(session, self.fonts)
        self._return_keys()

    def _wear(self) -> None:
        """Make the style anew when the theme or the text size has changed; another text size rebuilds the layout."""
        session = self.session
        wanted = session.theme, session.text_size
        if wanted != self._worn:
            look.apply_style(*wanted)
            if self._worn is not None and self._worn[1] != session.text_size:
                session.layout_is_usual = False
            self._worn = wanted

    def _return_keys(self) -> None:
        """After a click in a panel the keys belong to the figure again, unless something is being typed there."""
        popup = imgui.is_popup_open("", imgui.PopupFlags_.any_popup)
        if any(map(imgui.is_mouse_released, range(3))) and not imgui.get_io().want_text_input and not popup:
            to_figure(self.session, FIGURE)

    def submit(self) -> None:
        """Hand the draw lists to GL."""
        imgui.render()
        gl.glClearColor(*rgb(self.session.theme.canvas), 1.0)
        self.window.clear()
        self.layer.draw()

    def run(self) -> None:
        """Show the window until it is closed."""
        Loop(self.window, self.session.wants_frame).run()
        self.close()

    def settle(self, frames: int = 3) -> None:
        """Draw a few frames, until docking and text have found their places: for pictures and tests."""
        for _ in range(frames):
            self.frame(1.0 / FRAMES_A_SECOND)
            gl.glFinish()  # off-screen nothing else waits for the GPU, and its queue would grow

    def save_picture(self, path: str) -> None:
        """The last frame, as a PNG file of the framebuffer's size."""
        image = pyglet.image.get_buffer_manager().get_color_buffer().get_image_data()  # type: ignore[no-untyped-call]
        pixels = image.get_data("RGB", -3 * image.width)  # without alpha: blending leaves holes in it
        with open(path, "wb") as file:  # pyglet would leave it open
            pyglet.image.ImageData(image.width, image.height, "RGB", pixels, -3 * image.width).save(path, file)

    def close(self) -> None:
        self._remember()
        self.window.remove_handlers(**self._handlers)
        rich_md.destroy_context(self.markdown)
        self.layer.shutdown()
        imgui.destroy_context(self.context)
        self.window.close()
        for after in self.closing:
            after()
