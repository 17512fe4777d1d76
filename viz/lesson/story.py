"""A story: how one algorithm is told, wherever it is met, on its own or stepped into from another one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.page import Page

if TYPE_CHECKING:
    from viz.lesson.lesson import Moment


class Story(ABC):
    """Tells each step once: its words and numbers in `page`, its picture in `draw`. No state."""

    columns: ClassVar[tuple[str, ...]] = ()  # of the table: nouns with units; none for no table
    stages: ClassVar[Mapping[type, str]] = {}  # of each kind of step, of a story whose pages are dear

    @abstractmethod
    def page(self, moment: Moment[Any]) -> Page:
        """All that is said of the moment's step."""

    def stage(self, moment: Moment[Any]) -> str:
        """The page's stage, of a story whose pages are dear: the timeline asks for that of every step, anew in each
        frame of a drag. Empty: the page is asked."""
        return self.stages.get(type(moment.step), "")

    def line_ink(self, moment: Moment[Any]) -> Ink:
        """Marks the step's line in the source: as examined, or as faulty where that line is at fault."""
        return Ink.EXAMINED

    @abstractmethod
    def draw(self, canvas: Canvas, moment: Moment[Any]) -> None:
        """The picture of the step in the pane that this story belongs to; the lesson's `panes` may use other verbs of
        the story for further panes."""
