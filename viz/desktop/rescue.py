"""When a lesson fails: the trace goes into a log, the user reads one sentence, and the program goes on.

A fault in a lesson may come in any frame, between any two of ImGui's calls. The frame is ended as ImGui recovers from
such errors, and the last edit of the scene is taken back, or the lesson is opened anew where there was none. If it
fails again at once it is opened anew, then another lesson instead; only when faults still go on does the program end.
"""

from __future__ import annotations

import sys
import time
import traceback
from importlib.metadata import version
from pathlib import Path
from typing import Any

from imgui_bundle import imgui

from viz.desktop.session import Session
from viz.lesson.lesson import Lesson

MOST_IN_A_ROW = 3  # faults without as many sound frames between them
SOUND_FRAMES = 30  # after which a fault is a new one
LARGEST_LOG = 1_000_000  # bytes; a larger log begins anew


class Rescue:
    """Keeps a window going through faults of its lessons. `log`: the file for traces; None for standard error."""

    def __init__(self, session: Session, log: Path | None) -> None:
        self.session, self.log = session, log
        self._depth = imgui.internal.ErrorRecoveryState()
        self._faults, self._sound, self._was_anew = 0, 0, False

    def mark(self) -> None:
        """A frame has begun: what is open on ImGui's stacks now is open in every frame."""
        imgui.internal.error_recovery_store_state(self._depth)

    def passed(self) -> None:
        """A frame has been built without a fault."""
        self._sound += 1
        if self._sound >= SOUND_FRAMES:
            self._faults, self._was_anew = 0, False

    def from_fault(self, fault: Exception) -> None:
        """Write the trace down, end the frame, and go on with what was before the last edit, the lesson anew, or
        another. Raises the fault again when it was one too many in a row."""
        self._faults, self._sound = self._faults + 1, 0
        where = self._written(fault)
        if imgui.get_current_context().within_frame_scope:
            imgui.internal.error_recovery_try_to_recover_state(self._depth)
            imgui.end_frame()
        if self._faults > MOST_IN_A_ROW:
            raise fault
        title = self.session.lesson.title
        if self._faults == 1 and self._taken_back():
            told = ": the last change was taken back"
        elif not self._was_anew and self._opened_anew():
            told = " and was opened anew"
        else:
            told = " and cannot be shown"
            self.session.open(self._other())
        self.session.say(f"“{title}” met an error{told}. The details are in {where}.", 12.0)

    def _taken_back(self) -> bool:
        """Whether there was an edit, and the scene before it can be shown."""
        try:
            return self.session.take_back()
        except Exception as fault:
            self._written(fault)
            return False

    def _opened_anew(self) -> bool:
        """Whether the lesson can be opened at all."""
        self._was_anew = True
        try:
            self.session.open_anew()
        except Exception as fault:
            self._written(fault)
            return False
        return True

    def told_at_start(self, fault: Exception) -> str:
        """One sentence on a lesson that could not be opened at the start; its trace goes into the log."""
        return f"The lesson could not be opened. The details are in {self._written(fault)}."

    def _other(self) -> Lesson[Any]:
        """The first lesson that is not the present one."""
        entries = [entry for chapter in self.session.curriculum for entry in chapter.lessons]
        return next(entry.lesson for entry in entries if entry.id != self.session.lesson.id)

    def _written(self, fault: Exception) -> str:
        """Write the trace down; returns where."""
        player = self.session.player
        at = f"{player.lesson.id}, step {player.index + 1}"
        head = f"{time.strftime('%Y-%m-%d %H:%M:%S')} separatrix {version('separatrix')}: {at}"
        text = f"{head}\n{player.scene!r}\n{''.join(traceback.format_exception(fault))}\n"
        if self.log is not None:
            try:
                self.log.parent.mkdir(parents=True, exist_ok=True)
                is_large = self.log.exists() and self.log.stat().st_size > LARGEST_LOG
                with self.log.open("w" if is_large else "a", encoding="utf-8") as file:
                    file.write(text)
                return str(self.log)
            except OSError:
                pass
        print(text, file=sys.stderr)
        return "the terminal"
