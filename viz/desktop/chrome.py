"""What of the window is open: tab, drawer, menus. Keys and panels change it; nothing of it is about a lesson."""

from __future__ import annotations

from dataclasses import dataclass, field

from viz.desktop.asked_path import AskedPath
from viz.lesson.glossary import Term
from viz.lesson.questions import Question

TABS = ("Explain", "Steps", "Code", "Values", "Edit")
GROUPS = ("Explain", "Task", "Table")  # of Explain's slots, where the panel shows one group at a time
PINNABLE = ("Code", "Values")  # tabs that can be shown beside another


@dataclass
class Chrome:
    """The state of the window's own parts. All of it may be set at any time; the next frame follows."""

    tab: str = TABS[0]
    group: str = GROUPS[0]
    pinned: str = ""  # one of PINNABLE, or nothing
    drawer: bool = False  # the list of lessons
    finding: bool = False  # the drawer's search field is to take the keyboard
    search: str = ""
    chapter: int | None = None  # that is open in the drawer
    view_menu: bool = False  # is to be opened
    wish: str = ""  # what is to be done with the scene: "save", "again", "open", "copy", "paste" or "picture"
    own_file: str = ""  # path of the file whose scene is looked at
    asked: AskedPath | None = None  # the path of a file that is being asked for
    to_open: str = ""  # path of a file that is to be opened
    recent: list[str] = field(default_factory=list)  # paths of the files used last, the newest first
    y_down: bool = False  # pasted points are those of a screen, whose y points down
    recording: bool = False  # what the figure shows is taken as a film
    filming: bool = False  # the same, by the command line
    keys: bool = False  # the list of keys is shown
    terms: list[Term] = field(default_factory=list)  # the definition that is shown, behind those that led to it
    question: Question | None = None  # whose answer is shown
    views: str = ""  # while presenting: "first", "second" or "both" (F2, F3, F4); empty for what the lesson shows
    grid: bool = True  # behind the world

    def find(self) -> None:
        """Open the drawer with its search field (Ctrl+K)."""
        self.drawer = self.finding = True

    def close_question(self) -> None:
        self.question = None

    def show_term(self, term: Term) -> None:
        """Show a definition; the one that was shown lies behind it."""
        if term in self.terms:
            del self.terms[self.terms.index(term) :]
        self.terms.append(term)

    def close_one(self) -> bool:
        """What Escape closes first; whether there was anything."""
        if self.asked is not None:
            self.asked = None
        elif self.keys:
            self.keys = False
        elif self.drawer:
            self.drawer = False
            self.search = ""
        elif self.terms:
            self.terms.clear()
        elif self.question is not None:
            self.question = None
        else:
            return False
        return True
