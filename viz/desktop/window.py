"""The desktop app: a pyglet window, one frame of it, and its loop. Call `display.prepare` before importing."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pyglet
from imgui_bundle import imgui
from numpy.typing import NDArray
from pyglet import gl

from viz.desktop import display, latex, look
from viz.desktop.around import Around
from viz.desktop.chrome import TABS
from viz.desktop.dropping import take_drops
from viz.desktop.ending import ended_by_signals
from viz.desktop.filing import Filing
from viz.desktop.imgui_layer import ImguiLayer
from viz.desktop.keyboard import handle_keys, to_figure
from viz.desktop.loop import Loop
from viz.desktop.noting import Noting
from viz.desktop.panels import canvas, panel, timeline, top_bar
from viz.desktop.panels.canvas import CanvasPanel
from viz.desktop.panels.definition import Definition
from viz.desktop.panels.drawer import Drawer
from viz.desktop.panels.keys import keys_panel
from viz.desktop.panels.offer import Offer
from viz.desktop.panels.opening import LESSON as FIRST_LESSON
from viz.desktop.panels.opening import Opening
from viz.desktop.panels.panel import Panel
from viz.desktop.panels.path_field import path_field
from viz.desktop.panels.present import WINDOWS as PRESENTED
from viz.desktop.panels.present import covered, present, table_room
from viz.desktop.panels.results import results
from viz.desktop.panels.strip import strip
from viz.desktop.places import Places, Rect, interface_scale, places, presenting_places
from viz.desktop.recording import Recorder
from viz.desktop.remembering import Remembering
from viz.desktop.rescue import Rescue
from viz.desktop.session import Session
from viz.files.whole import whole
from viz.lesson.curriculum import Curriculum, by_id
from viz.lesson.lesson import Lesson, Pane
from viz.lesson.reference import NO_REFERENCE, Reference
from viz.picture.theme import THEMES, Theme, rgb
from viz.session.settings import Settings, load

SMALLEST = (640, 400)
PANELS = (top_bar.TITLE_OF_WINDOW, panel.TITLE_OF_WINDOW, timeline.TITLE_OF_WINDOW)  # in the order of F6
AROUND = (canvas.SWITCH, canvas.SITUATION, *PANELS, panel.PINNED_WINDOW)  # the figure


@cache
def _spare_the_collector() -> None:
    """What is there when the window opens, lessons above all, stays: the collector of cycles need not look through
    all of it again and again, for a twentieth of a second in the middle of a drag."""
    gc.freeze()


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
        hidden: bool = False,
        reference: Reference = NO_REFERENCE,
    ) -> None:
        """`lesson`: the one to open; None for the last one looked at, else the first. `settings`: the file to
        remember things in; None remembers nothing. `hidden`: a window that is never shown, to draw
        pictures in. `reference`: the glossary. The very first start, without a file, opens on one picture."""
        is_first = settings is not None and not settings.exists() and lesson is None
        kept, problem = (Settings(), None) if settings is None else load(settings)
        entries = by_id(curriculum)
        first = entries.get(FIRST_LESSON, next(iter(entries.values())))
        opened = entries.get(kept.lesson, first).lesson if lesson is None else lesson
        config = gl.Config(  # type: ignore[abstract]  # the name stands for the platform's own class
            red_size=8, green_size=8, blue_size=8, alpha_size=8, double_buffer=True, major_version=3, minor_version=3
        )
        self.window = pyglet.window.Window(
            *size, "Separatrix", resizable=True, vsync=True, config=config, visible=not hidden, file_drops=True
        )
        take_drops(self.window)
        self.context = imgui.create_context()
        imgui.get_io().set_ini_filename("")
        self.layer = ImguiLayer(self.window)
        self.fonts = look.load_fonts()
        latex.prepare()
        self.session, opened, failed = _session(curriculum, opened, first.lesson)
        self.session.study.reference = reference
        self.rescue = Rescue(self.session, None if settings is None else settings.with_name("separatrix.log"))
        self.filing = Filing(self.session, None if settings is None else settings.with_name("scenes.json"))
        self.recorder = Recorder(self.session.chrome, lambda: self.pixels(figure=True), self.filing.ask_for_film)
        self.noting = Noting(self.session, None if settings is None else settings.with_name("progress.json"))
        self.canvas = CanvasPanel(self.session, self.fonts)
        self.offer = Offer(self.session, self.fonts)
        self.panel = Panel(self.session, self.fonts)
        self.around = Around(self.session)
        self.drawer = Drawer(self.session, self.fonts)
        self.definition = Definition(self.session, self.fonts)
        self.opening = Opening(self.session, self.fonts) if is_first and opened.id == FIRST_LESSON else None
        self._worn: tuple[Theme, float] | None = None  # what the style was last made for
        self._fills_screen = False
        self.settings = settings
        self.apply_theme(THEMES[kept.theme], text_size if settings is None else kept.text_size)
        self.remembering = Remembering(self.session, settings, kept)
        if failed is not None:
            problem = self.rescue.told_at_start(failed)
        if problem is not None:
            self.session.say(problem, 8.0)
        if not pyglet.options.headless:
            self.window.set_minimum_size(*SMALLEST)
        self.closing: list[Callable[[], None]] = []  # called once everything else is closed
        self._handlers = {"on_draw": self._sheltered_frame, "on_file_drop": self._on_file_drop}
        self.window.push_handlers(**self._handlers)
        self.loop = Loop(self.window, self.session.wants_frame)
        _spare_the_collector()

    def apply_theme(self, theme: Theme, text_size: float) -> None:
        """Change the theme and the text size (1.0 is 100 %)."""
        self.session.theme, self.session.text_size = theme, text_size
        self.session.wanted_text_size = text_size

    @property
    def size(self) -> tuple[float, float]:
        """Of the window, in logical pixels."""
        width, height = self.window.get_size()
        return float(width), float(height)

    @property
    def places(self) -> Places:
        """Where everything stands in the window as it is."""
        return places(*self.size, self.session.text_size, pinned=bool(self.session.chrome.pinned))

    def frame(self, seconds: float | None = None) -> None:
        """One frame: keys, trace, draw, explain, panels, submit. `seconds` since the last, real unless given."""
        self.build(seconds)
        self.submit()

    def _sheltered_frame(self) -> None:
        """A frame that goes on through a fault in a lesson."""
        try:
            self.frame()
            self.rescue.passed()
        except Exception as fault:
            self.rescue.from_fault(fault)
            self.loop.wake()

    def _on_file_drop(self, x: int, y: int, paths: list[str]) -> None:
        self.filing.dropped(paths)
        self.loop.wake()

    def build(self, seconds: float | None = None) -> None:
        """Everything up to the draw lists: the Python half of a frame."""
        session = self.session
        session.interface_scale = interface_scale(*self.size)
        self._apply_style()
        passed = self.layer.new_frame(seconds)
        self.rescue.mark()
        session.pass_time(passed)
        if self.opening is not None:
            self.opening.show(*self.size)
            if self.opening.over:
                self.opening = None
            return
        handle_keys(session, passed, canvas.TITLE_OF_WINDOW, PANELS, TABS)
        self._fill_screen()
        if session.presenting:
            self._present()
        else:
            self._show(self.places)
        self._return_keys()
        self.filing.tick()
        self.noting.tick()
        if session.pointing.is_seen:
            session.keep_drawing(0.5)  # lines fade
            session.pointing.show(Rect(0.0, 0.0, *self.size), session.theme, session.interface_scale)

    def _show(self, at: Places) -> None:
        session = self.session
        figure = strip(session, self.fonts, at)
        switch = self.canvas.switch_at(figure, at.ui)
        self.canvas.show(figure, session.layout, at.ui, switch)
        self.around.show(AROUND, (figure, at), lambda: self._draw_around(switch, at))
        self.definition.show(at)
        results(session, self.fonts, at)
        self.drawer.show(at)
        keys_panel(session, self.fonts, at)
        self.canvas.notice(at.figure, at.letters)
        self.offer.show(at.figure, at.letters)
        path_field(session, self.fonts, at.figure, at.letters)

    def _draw_around(self, switch: Sequence[Rect], at: Places) -> None:
        self.canvas.compare(switch, at.ui)
        self.canvas.situation(at)
        timeline.timeline(self.session, self.fonts, at)
        self.panel.show(at)
        top_bar.top_bar(self.session, self.fonts, at)

    def _present(self) -> None:
        session = self.session
        at = presenting_places(*self.size, session.text_size)
        views = session.lesson.shown(session.chrome.views)
        views = session.layout if views == session.lesson.layout else views
        has_table = isinstance(views, Pane)
        head = 0.0 if has_table else at.head.height  # one view goes on behind the title, several stand below it
        figure = at.figure._replace(y=at.figure.y + head, height=at.figure.height - head)
        room = table_room(session, self.fonts, at.scale) if has_table else 0.0
        self.canvas.show(figure, views, at.scale, covered(session, at, room, has_table=has_table), room)
        self.around.show(PRESENTED, (at, room), lambda: present(session, self.fonts, at, has_table=has_table))
        keys_panel(session, self.fonts, self.places)
        self.canvas.notice(at.figure, at.scale)
        self.offer.show(at.figure, at.scale)
        path_field(session, self.fonts, at.figure, at.scale)

    def _apply_style(self) -> None:
        """Make the style anew when the theme, the text size or the window's size asks for it."""
        session = self.session
        wanted = session.theme, session.text_size * session.interface_scale
        if wanted != self._worn:
            look.apply_style(*wanted)
            self._worn = wanted

    def _fill_screen(self) -> None:
        """Presenting takes the whole screen, where there is one; between two frames, as the window changes size."""
        if self.session.presenting == self._fills_screen or pyglet.options.headless:
            return
        self._fills_screen = filling = self.session.presenting
        pyglet.clock.schedule_once(lambda _: self.window.set_fullscreen(filling), 0.0)

    def _return_keys(self) -> None:
        """After a click in a panel the keys belong to the figure again, unless something is being typed there: a
        field that one click has opened is active already, and asks for the keyboard in the next frame."""
        popup = imgui.is_popup_open("", imgui.PopupFlags_.any_popup)
        typing = imgui.get_io().want_text_input or imgui.is_any_item_active()
        if any(map(imgui.is_mouse_released, range(3))) and not typing and not popup:
            to_figure(self.session, canvas.TITLE_OF_WINDOW)

    def submit(self) -> None:
        """Hand the draw lists to GL."""
        imgui.render()
        gl.glClearColor(*rgb(self.session.theme.canvas), 1.0)
        self.window.clear()
        self.layer.draw()
        self.recorder.after_frame(is_covered=self.session.notice is not None)

    def run(self) -> int:
        """Show the window until it is closed. Returns 0, or the number of the signal that has closed it."""
        with ended_by_signals(self.loop.exit) as ended:
            try:
                self.loop.run()
            finally:
                self.close()
        return ended.number

    def settle(self, frames: int = 3) -> None:
        """Draw a few frames, whole, until text has found its places: for pictures and tests."""
        self.session.is_watched = False
        for _ in range(frames):
            self.frame(1.0 / 60.0)
            gl.glFinish()  # off-screen nothing else waits for the GPU, and its queue would grow
        self.session.is_watched = True

    def pixels(self, *, figure: bool = False) -> NDArray[np.uint8]:
        """The last frame, of the framebuffer's size, shape (height, width, 3); of the figure alone without what
        stands beside and below it."""
        image = pyglet.image.get_buffer_manager().get_color_buffer().get_image_data()  # type: ignore[no-untyped-call]
        data = image.get_data("RGBA", 4 * image.width)  # as it is: pyglet takes a second to turn one into another
        rows_up = np.frombuffer(data, np.uint8).reshape(image.height, image.width, 4)
        found = np.ascontiguousarray(rows_up[::-1, :, :3])  # without alpha: blending leaves holes in it
        if not figure or self.session.presenting:
            return found
        at, scale = self.places.figure, image.width / self.size[0]
        rows = slice(round(at.y * scale), round(at.bottom * scale))
        return found[rows, round(at.x * scale) : round(at.right * scale)]

    def save_picture(self, path: str) -> None:
        """The last frame, as a PNG file."""
        found = self.pixels()
        high, wide, _ = found.shape
        with whole(Path(path)) as draft, draft.open("wb") as file:  # pyglet would leave it open
            pyglet.image.ImageData(wide, high, "RGB", found.tobytes(), -3 * wide).save(path, file)

    def close(self) -> None:
        self.noting.close()
        self.filing.close()
        self.remembering.close()
        self.window.remove_handlers(**self._handlers)
        self.layer.shutdown()
        imgui.destroy_context(self.context)
        display.close(self.window)
        for after in self.closing:
            after()


def _session(
    curriculum: Curriculum, wanted: Lesson[Any], first: Lesson[Any]
) -> tuple[Session, Lesson[Any], Exception | None]:
    """A session that looks at a lesson. One that cannot be opened gives way to the first: remembered as the last one
    looked at, it would stop every start. Returns what is looked at, and what has failed."""
    try:
        return Session(curriculum, wanted), wanted, None
    except Exception as fault:
        if wanted is first:
            raise
        return Session(curriculum, first), first, fault
