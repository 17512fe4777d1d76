"""Scenes in and out of the window: files, codes, pasted outlines, files dropped on it, and what is kept of them."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pyglet
from imgui_bundle import imgui
from imgui_bundle import portable_file_dialogs as dialogs

from viz.desktop.asked_path import AskedPath, film_path, free_name, picture_path, scene_path
from viz.desktop.looking import Looked
from viz.desktop.session import Session
from viz.desktop.undoing import Undoing
from viz.export.animation import SUFFIXES as FILMS
from viz.export.animation import Frame, save_animation
from viz.export.still import CAPTION, Look, caption, still
from viz.files import kept
from viz.files.pasted import outlines
from viz.files.scene_file import SUFFIX, SavedScene, from_code, from_json, is_code, saved, to_code, to_json
from viz.files.whole import write_whole
from viz.lesson.conventions import points_told
from viz.lesson.outline import Outline
from viz.lesson.scene import Body, Handle, Scene
from viz.session.history import Entry
from viz.session.sketch import ConcaveOutline, instead_of

LARGEST = 8_000_000  # bytes of a file that is opened
_FILTERS = ["Separatrix scenes", f"*{SUFFIX}"]
_PICTURES = ["Pictures, or the table", "*.svg *.pdf *.png *.csv"]
_FILMS = ["Films", " ".join(f"*{each}" for each in FILMS)]
_PIXELS = 2  # of a saved PNG, for each of the figure's
_TOLD = 4.0  # seconds that a message stays


class Filing:
    """`tick` once a frame: it does what was wished for, asks the dialogs, and keeps what has changed."""

    def __init__(self, session: Session, path: Path | None) -> None:
        """`path`: of the file in which scenes are kept from one start to the next; None keeps none."""
        self.session = session
        self._path = path
        found, problem = (kept.Kept(), None) if path is None else kept.load(path)
        session.chrome.recent = found.recent
        self._undoing = Undoing(session, None if path is None else path.with_name("undo"))
        session.keep_to(found.scenes, self._undoing.recall)
        if problem is not None:
            session.say(problem, 8.0)
        self._seen: dict[str, Scene] = {}  # scenes of lessons as they were kept last
        self._failed = False  # a scene could not be kept: said once
        self._waiting: tuple[Any, Callable[[Path], None]] | None = None  # a dialog, and what its path is for
        self._own: tuple[int, Scene | None] = 0, None  # with `chrome.own_file`: generation, and the scene before it

    def tick(self) -> None:
        wish, self.session.chrome.wish = self.session.chrome.wish, ""
        if wish:
            wishes = {"save": self.ask_where, "open": self.ask_which, "copy": self.copy, "paste": self.paste}
            wishes |= {"picture": self.ask_for_picture, "points": self.copy_points}
            self._try({**wishes, "again": lambda: self.save_file(Path(self.session.chrome.own_file))}[wish])
        text, self.session.study.to_save = self.session.study.to_save, None
        if text is not None:
            self._try(lambda: self.ask_where_for(*text))
        wanted, self.session.chrome.to_open = self.session.chrome.to_open, ""
        if wanted:
            self._try(lambda: self.open_file(Path(wanted)))
        if self._waiting is not None:
            dialog, act = self._waiting
            if not dialog.ready():
                self.session.keep_drawing(0.1)
            else:
                self._waiting = None
                answer = dialog.result()
                chosen = answer[0] if isinstance(answer, list) and answer else answer
                if chosen:
                    self._try(lambda: act(Path(str(chosen))))
        if self.session.generation != self._own[0] or self.session.player.scene is self._own[1]:
            self.session.chrome.own_file = ""  # another scene is looked at
        self._keep()
        self._undoing.tick()

    # What is looked at, as a scene file tells it.

    def present(self) -> SavedScene:
        """The scene, step and time that are looked at; of a nested trace the step that leads into it."""
        return _told(self.session.state)

    def copy(self) -> None:
        imgui.set_clipboard_text(to_code(self.present()))
        self.session.say("The scene's code is copied. Paste it with Ctrl+V.", _TOLD)

    def copy_points(self) -> None:
        """The vertices of all shapes, in the conventions that are on. Raises ValueError where there is no shape."""
        shapes = [(handle.name or name, body.world) for name, handle, body in self.session.player.scene.bodies()]
        if not shapes:
            raise ValueError("this scene has no shape whose points could be copied")
        imgui.set_clipboard_text(points_told(shapes, self.session.conventions))
        self.session.say("The shapes' points are copied, a list each.", _TOLD)

    def paste(self, text: str | None = None) -> None:
        """A scene's code, a scene file's text, or outlines. Raises ValueError for anything else."""
        text = imgui.get_clipboard_text() if text is None else text
        if not text.strip():
            raise ValueError("there is nothing to paste: copy a scene's code or a list of points first")
        if is_code(text):
            self.session.take_up(from_code(text))
        elif '"separatrix"' in text:
            self.session.take_up(from_json(text))
        else:
            self.put(text)

    def put(self, text: str) -> None:
        """Outlines in the place of the scene's shapes, in order; a single one in that of the selected shape."""
        session = self.session
        rings = outlines(text, y_down=session.chrome.y_down or session.conventions.y_down)
        fields = [
            name
            for name, control, value in session.player.scene.controls()
            if isinstance(control, Handle) and isinstance(value, Body | Outline)
        ]
        if not fields:
            raise ValueError("this scene has no shape that can take an outline")
        focus = session.focus
        if len(rings) == 1 and session.shows_focus and focus is not None and focus.field in fields:
            fields = [focus.field]
        scene, concave = session.player.scene, None
        for name, ring in zip(fields, rings, strict=False):
            try:
                scene = scene.with_field(name, instead_of(name, getattr(scene, name), ring))
            except ConcaveOutline as found:
                concave = concave or found
        session.commit()
        session.begin()  # only now: an outline that is refused leaves no edit open
        if scene is not session.player.scene:
            session.change(scene)
        session.commit()
        session.fit()
        if concave is not None:
            session.offered = concave
        elif len(rings) > len(fields):
            session.say(f"{len(rings)} outlines were copied; this scene has room for {len(fields)}.", _TOLD)

    # Files.

    def ask_where(self) -> None:
        self._ask_where("Save the scene", f"{self.session.lesson.id}{SUFFIX}", _FILTERS, self.save_file, scene_path)

    def ask_for_picture(self) -> None:
        name = f"{self.session.lesson.id}-{self.session.player.index + 1}.svg"
        self._ask_where("Save a picture", name, _PICTURES, self.save_picture, picture_path)

    def ask_for_film(self, frames: list[Frame]) -> None:
        """Saves what has been recorded."""

        def save(path: Path) -> None:
            save_animation(frames, film_path(path))
            self.session.say(f"Saved as {film_path(path)}", _TOLD)

        name = f"{self.session.lesson.id}.gif"
        self._try(lambda: self._ask_where("Save the recording", name, _FILMS, save, film_path))

    def ask_where_for(self, name: str, text: str) -> None:
        """Save a text that is no scene."""

        def save(path: Path) -> None:
            write_whole(path, text)
            self.session.say(f"Saved as {path}", _TOLD)

        self._ask_where("Save", name, ["All files", "*"], save, lambda path: path)

    def _ask_where(
        self,
        title: str,
        name: str,
        filters: list[str],
        save: Callable[[Path], None],
        named: Callable[[Path], Path],
    ) -> None:
        """A dialog; where there is none, a field in the window. `named`: the file that a path stands for."""
        suggested = self._folder() / name
        if has_dialogs():
            self._waiting = dialogs.save_file(title, str(suggested), filters), save
        else:
            self.session.chrome.asked = AskedPath(title, str(free_name(suggested)), save, named)

    def ask_which(self) -> None:
        if has_dialogs():
            self._waiting = dialogs.open_file("Open a scene", str(self._folder()), _FILTERS), self.open_file
        else:
            recent = self.session.chrome.recent
            proposed = recent[0] if recent else f"{self._folder()}{os.sep}"
            self.session.chrome.asked = AskedPath("Open a scene", proposed, self.open_file)

    def save_file(self, path: Path) -> None:
        """Raises OSError."""
        path = scene_path(path)
        write_whole(path, to_json(self.present()) + "\n")
        self._remember(path)
        self._belongs_to(path, None)
        self.session.say(f"Saved as {path}", _TOLD)

    def save_picture(self, path: Path) -> None:
        """The figure as it is seen, with its theme, as SVG, PDF or PNG; the table as CSV. Raises OSError, and
        ValueError for another suffix or where a library is missing."""
        session = self.session
        path = picture_path(path)
        suffix = path.suffix
        scale = _PIXELS if suffix == ".png" else 1
        look = Look(session.theme, (1280.0, 720.0), scale=scale, conventions=session.conventions)
        write_whole(path, still(session.lesson, session.moment(), suffix, look))
        if suffix == ".csv":
            session.say(f"Saved as {path}", _TOLD)
            return
        write_whole(path.with_suffix(CAPTION), caption(session.lesson, session.moment()))
        session.say(f"Saved as {path}, its caption and alt text beside it", _TOLD)

    def open_file(self, path: Path) -> None:
        """Raises OSError, or ValueError that says what is wrong with the file."""
        if path.is_file() and path.stat().st_size > LARGEST:
            raise ValueError(f"{path.name} is too large for a scene file")
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            raise ValueError(f"{path.name}: this is no scene file: it is not UTF-8 text") from None
        try:
            self.paste(text) if path.suffix != SUFFIX else self.session.take_up(from_json(text))
        except ValueError as reason:
            raise ValueError(f"{path.name}: {reason}") from None
        self.took(path)

    def took(self, path: Path) -> None:
        """The scene of a file has been taken up."""
        self._remember(path)
        if path.suffix == SUFFIX:
            past = self.session.history.past
            self._belongs_to(path, past[-1].scene if past and isinstance(past[-1], Entry) else None)

    def dropped(self, paths: list[str]) -> None:
        """Files that were dropped on the window: the first is opened."""
        self.session.chrome.to_open = next(filter(None, paths), "")

    def _remember(self, path: Path) -> None:
        recent = self.session.chrome.recent
        told = str(path.absolute())
        recent[:] = [told, *(each for each in recent if each != told)][: kept.MOST_RECENT]
        if self._path is not None:
            kept.save(self._path, {}, recent)

    def _belongs_to(self, path: Path, before: Scene | None) -> None:
        """The scene that is looked at is a file's, and can be saved there again. `before`: what undo leads to."""
        self.session.chrome.own_file, self._own = str(path.absolute()), (self.session.generation, before)

    def _folder(self) -> Path:
        recent = self.session.chrome.recent
        if recent and os.path.isdir(folder := Path(recent[0]).parent):
            return folder
        documents = Path.home() / "Documents"
        return documents if documents.is_dir() else Path.home()

    def _try(self, act: Callable[[], None]) -> None:
        try:
            act()
        except (ValueError, OSError) as reason:
            if isinstance(reason, OSError) and reason.filename:
                self.session.say(f"{Path(reason.filename).name}: {reason.strerror}", 2.0 * _TOLD)
            else:
                self.session.say(str(reason), 2.0 * _TOLD)

    # From one start to the next.

    def close(self) -> None:
        """What is held is let go, and kept."""
        self.session.release()
        self.session.commit()
        self._keep()
        self._undoing.close()

    def _keep(self) -> None:
        """Write down what has changed, once an edit of it has ended: of the lesson that is open, and of one that was
        left in this frame. The scenes of a lecture or a review are not the learner's own."""
        session = self.session
        if self._path is None or session.is_editing or session.lecture is not None:
            return
        changed: dict[str, SavedScene | None] = {}
        for lesson, looked in session.looked.items():
            scene, before = looked.player.scene, self._seen.get(lesson)
            if scene is before:
                continue
            self._seen[lesson] = scene
            is_preset = any(scene is each.scene for each in looked.player.lesson.presets.values())
            if not is_preset or before is not None:
                with suppress(ValueError):  # a scene that no file holds
                    changed[lesson] = None if is_preset else _told(looked)
        problem = kept.save(self._path, changed, session.chrome.recent) if changed else None
        if problem is not None and not self._failed:
            self._failed = True
            session.say(problem, 2.0 * _TOLD)


def _told(looked: Looked) -> SavedScene:
    """Raises ValueError for a scene that no file holds."""
    player = looked.player
    name, clock = list(player.lesson.presets)[looked.scene_index], looked.clock
    time = None if clock.declared is None else clock.time
    index = player.outermost.index
    return saved(player.lesson, name, player.scene, step=index, time=time, compare=player.compare)


def has_dialogs() -> bool:
    """Whether the system's own file dialogs can be shown: on Linux one of four programs shows them."""
    if pyglet.options.headless:
        return False
    if not sys.platform.startswith("linux"):
        return True
    return any(shutil.which(name) for name in ("zenity", "kdialog", "matedialog", "qarma"))
