"""The settings from one start to the next: given to the session as they were, and kept as they are at the end."""

from __future__ import annotations

import sys
from pathlib import Path

from viz.desktop.chrome import PINNABLE
from viz.desktop.session import Session
from viz.lesson.conventions import from_setting, to_setting
from viz.picture.theme import Theme
from viz.session.settings import Settings, save


class Remembering:
    """Theme and text size are the window's to apply; everything else is given to the session here."""

    def __init__(self, session: Session, path: Path | None, kept: Settings) -> None:
        """`path`: None remembers nothing. `kept`: as they were loaded."""
        self.session, self._path, self._kept = session, path, kept
        self._for_now: tuple[str, float] | None = None  # theme and text size that are not remembered
        session.reduced_motion = kept.reduced_motion
        session.asks = kept.asks
        session.study.notes = kept.progress
        session.chrome.pinned = kept.pinned if kept.pinned in PINNABLE else ""
        session.conventions, session.engine = from_setting(kept.conventions), kept.engine

    def wear(self, theme: Theme) -> None:
        """A theme for this time, with its text size: remembered is what is chosen instead of them."""
        self.session.choose_theme(theme)
        self._for_now = theme.name, self.session.text_size

    @property
    def _settings(self) -> Settings:
        """As they are; what a lecture shows, and whether it asks, is its own."""
        session, kept = self.session, self._kept
        theme, text_size = session.theme.name, session.text_size
        if self._for_now is not None:
            theme = kept.theme if theme == self._for_now[0] else theme
            text_size = kept.text_size if text_size == self._for_now[1] else text_size
        is_given = session.lecture is not None
        return Settings(
            theme,
            text_size,
            session.reduced_motion,
            kept.asks if is_given else session.asks,
            kept.lesson if is_given else session.lesson.id,
            session.chrome.pinned,
            session.study.notes,
            to_setting(session.conventions),
            session.engine,
        )

    def close(self) -> None:
        """Write them down; what cannot be written is told."""
        if self._path is None:
            return
        if (problem := save(self._path, self._settings, self._kept)) is not None:
            print(f"separatrix: {problem}", file=sys.stderr)
