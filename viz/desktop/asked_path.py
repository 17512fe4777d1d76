"""A file's path that is asked for in the window itself: where the system shows no file dialogs."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from viz.export.animation import SUFFIXES as FILMS
from viz.files.scene_file import SUFFIX


@dataclass
class AskedPath:
    """What is asked, and what is typed so far. `path` begins as the one that is proposed."""

    title: str
    path: str
    act: Callable[[Path], None]  # saves or opens; raises OSError or ValueError
    named: Callable[[Path], Path] | None = None  # the file that is written, with its suffix; None where one is opened
    told: str = ""  # why the last try came to nothing, or what the next one will do
    takes_keys: bool = True  # the field is to take the keyboard
    _sure: Path | None = None  # the next Enter replaces this file, or makes this folder

    @property
    def saves(self) -> bool:
        return self.named is not None

    def enter(self) -> bool:
        """Act on the path; whether that was done. Else `told` says why not, in one sentence."""
        self.takes_keys = True
        if not self.path.strip():
            self.told = "Type the path of a file."
            return False
        path = Path(os.path.abspath(os.path.expanduser(self.path.strip())))
        if os.path.isdir(path):
            self.told = f"{path} is a folder: add the name of a file."
            return False
        try:
            path = path if self.named is None else self.named(path)
            if self.saves and path != self._sure and (doubt := _doubt(path)):
                self.told, self._sure = doubt, path
                return False
            self.act(path)
        except (OSError, ValueError) as reason:
            self.told = _refusal(reason, path, saves=self.saves)
            return False
        return True


def free_name(suggested: Path) -> Path:
    """The path, with a number behind its name where there is such a file."""
    names = (suggested if i == 1 else suggested.with_stem(f"{suggested.stem}-{i}") for i in range(1, 10_000))
    return next((each for each in names if not os.path.exists(each)), suggested)


def _doubt(path: Path) -> str:
    """What has to be confirmed before a file is written."""
    if os.path.exists(path):  # False too for a name that is too long: `Path.exists` raises OSError
        return f"{path.name} is there already. Enter again: replace it."
    if not os.path.exists(path.parent):
        return f"There is no folder {path.parent}. Enter again: make it."
    return ""


def _refusal(reason: Exception, path: Path, *, saves: bool) -> str:
    if not isinstance(reason, OSError):
        return str(reason)
    why = reason.strerror or str(reason)
    return f"The folder {path.parent} cannot be written: {why}." if saves else f"{path} cannot be read: {why}."


def scene_path(path: Path) -> Path:
    """The file of a scene that a path stands for."""
    return path if path.suffix == SUFFIX else path.with_name(path.name + SUFFIX)


def picture_path(path: Path) -> Path:
    """The file of a picture that a path stands for."""
    return path.with_suffix(path.suffix.lower() or ".svg")


def film_path(path: Path) -> Path:
    """The file of a film that a path stands for."""
    return path if path.suffix.lower() in FILMS else path.with_name(path.name + FILMS[0])
