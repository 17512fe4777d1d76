"""A program from which something is dragged to a window, as X11 has it (XDND), run as a program by the tests:

    python -m tests.desktop.drag_source WINDOW PATH FORM …

A PATH is offered in the FORMs that are named, the file itself as `text/uri-list`. The pointer need not move.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import sys
import time
from ctypes import POINTER, Structure, Union, c_char_p, c_int, c_long, c_ulong, c_void_p
from pathlib import Path

_SELECTION_REQUEST, _SELECTION_NOTIFY, _CLIENT_MESSAGE, _ATOM = 30, 31, 33, 4
_VERSION = 5


class Message(Structure):
    _fields_ = (
        ("type", c_int), ("serial", c_ulong), ("sent", c_int), ("display", c_void_p),
        ("window", c_ulong), ("kind", c_ulong), ("format", c_int), ("told", c_long * 5),
    )  # fmt: skip


class Request(Structure):
    _fields_ = (
        ("type", c_int), ("serial", c_ulong), ("sent", c_int), ("display", c_void_p), ("owner", c_ulong),
        ("requestor", c_ulong), ("selection", c_ulong), ("target", c_ulong), ("property", c_ulong), ("time", c_ulong),
    )  # fmt: skip


class Answer(Structure):
    _fields_ = (
        ("type", c_int), ("serial", c_ulong), ("sent", c_int), ("display", c_void_p),
        ("requestor", c_ulong), ("selection", c_ulong), ("target", c_ulong), ("property", c_ulong), ("time", c_ulong),
    )  # fmt: skip


class Event(Union):
    _fields_ = (
        ("type", c_int), ("message", Message), ("request", Request), ("answer", Answer), ("room", c_long * 24)
    )  # fmt: skip


class Source:
    """A window of its own that offers one file."""

    def __init__(self, path: Path, forms: list[str]) -> None:
        self.data, self.forms = f"{path.as_uri()}\r\n".encode(), forms
        name = ctypes.util.find_library("X11")
        assert name is not None
        x = self.x = ctypes.CDLL(name)
        x.XOpenDisplay.restype, x.XOpenDisplay.argtypes = c_void_p, [c_char_p]
        x.XInternAtom.restype, x.XInternAtom.argtypes = c_ulong, [c_void_p, c_char_p, c_int]
        x.XDefaultRootWindow.restype, x.XDefaultRootWindow.argtypes = c_ulong, [c_void_p]
        x.XCreateSimpleWindow.restype = c_ulong
        x.XCreateSimpleWindow.argtypes = [c_void_p, c_ulong, *[c_int] * 5, c_ulong, c_ulong]
        x.XSetSelectionOwner.argtypes = [c_void_p, c_ulong, c_ulong, c_ulong]
        x.XSendEvent.argtypes = [c_void_p, c_ulong, c_int, c_long, POINTER(Event)]
        x.XChangeProperty.argtypes = [c_void_p, c_ulong, c_ulong, c_ulong, c_int, c_int, c_void_p, c_int]
        x.XNextEvent.argtypes = [c_void_p, POINTER(Event)]
        x.XPending.argtypes = x.XFlush.argtypes = [c_void_p]
        self.display = x.XOpenDisplay(None)
        root = x.XDefaultRootWindow(self.display)
        self.window = x.XCreateSimpleWindow(self.display, root, 0, 0, 9, 9, 0, 0, 0)
        x.XSetSelectionOwner(self.display, self.atom("XdndSelection"), self.window, 0)

    def atom(self, name: str) -> int:
        return int(self.x.XInternAtom(self.display, name.encode(), 0))

    def send(self, target: int, kind: str, *told: int) -> None:
        event = Event()
        event.message.type, event.message.window, event.message.format = _CLIENT_MESSAGE, target, 32
        event.message.kind, event.message.told = self.atom(kind), (c_long * 5)(*told)
        self.x.XSendEvent(self.display, target, 0, 0, event)
        self.x.XFlush(self.display)

    def drop(self, target: int) -> None:
        """Over the window, and let go."""
        forms = [self.atom(each) for each in self.forms]
        is_list = len(forms) > 3
        if is_list:
            listed = (c_ulong * len(forms))(*forms)
            kinds = self.atom("XdndTypeList"), _ATOM, 32, 0
            self.x.XChangeProperty(self.display, self.window, *kinds, listed, len(forms))
        self.send(target, "XdndEnter", self.window, (_VERSION << 24) | is_list, *([] if is_list else forms))
        self.send(target, "XdndPosition", self.window, 0, (300 << 16) | 300, 0, self.atom("XdndActionCopy"))
        self.send(target, "XdndDrop", self.window, 0, 0)

    def hand_over(self, seconds: float) -> bool:
        """Give the file to the program that asks for it; whether one did."""
        end, event = time.monotonic() + seconds, Event()
        while time.monotonic() < end:
            if not self.x.XPending(self.display):
                time.sleep(0.02)
                continue
            self.x.XNextEvent(self.display, event)
            if event.type == _SELECTION_REQUEST:
                asked, answer = event.request, Event()
                place = asked.requestor, asked.property, asked.target
                self.x.XChangeProperty(self.display, *place, 8, 0, self.data, len(self.data))
                answer.answer.type, answer.answer.requestor = _SELECTION_NOTIFY, asked.requestor
                answer.answer.selection, answer.answer.target = asked.selection, asked.target
                answer.answer.property, answer.answer.time = asked.property, asked.time
                self.x.XSendEvent(self.display, asked.requestor, 0, 0, answer)
                self.x.XFlush(self.display)
                return True
        return False


def main() -> None:
    source = Source(Path(sys.argv[2]), sys.argv[3:])
    source.drop(int(sys.argv[1]))
    has_file = "text/uri-list" in source.forms
    assert source.hand_over(20.0 if has_file else 1.0) is has_file


if __name__ == "__main__":
    main()
