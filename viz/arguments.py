"""What can be typed on the command line."""

from __future__ import annotations

import argparse
from importlib.metadata import version
from pathlib import Path

from geometry.conventions import Conventions
from viz.lesson.conventions import from_setting
from viz.lesson.engines import ENGINES
from viz.picture.theme import THEMES

_USAGE = """separatrix [LESSON | FILE | CODE] [--scene N|NAME] [--step K] [--theme T]
       separatrix list
       separatrix glossary [TERM]
       separatrix why [WORDS | N]
       separatrix review [CHAPTER …] [--count N] [--seed S]
       separatrix lecture FILE | NAME | --list
       separatrix check FILE.py | --template FUNCTION | --list
       separatrix handout LESSON | CHAPTER | LECTURE | all -o FILE.html
       separatrix export LESSON|FILE|CODE [--scene N|NAME] [--step K] -o FILE.svg|pdf|png|gif|apng|webp|mp4|csv|txt
       separatrix export LESSON|CHAPTER|all -o FOLDER/ --format svg|pdf|png|csv"""


def open_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "separatrix",
        usage=_USAGE,
        description="See 2-D collision detection: drag and turn shapes, and step through the real algorithms.",
    )
    parser.add_argument(
        "lesson",
        nargs="?",
        metavar="LESSON",
        help="id of the lesson to open (see: separatrix list), a scene file, or a scene's code",
    )
    parser.add_argument("--scene", metavar="N|NAME", help="which of the lesson's scenes, from 1, or its name")
    parser.add_argument("--step", type=int, metavar="K", help="which step, from 1")
    parser.add_argument("--theme", choices=sorted(THEMES), help="for this time")
    parser.add_argument("--version", action="version", version=f"separatrix {version('separatrix')}")
    return parser


def glossary_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("separatrix glossary", description="Explain the words that the lessons use.")
    parser.add_argument("term", nargs="*", metavar="TERM", help="a word, or a part of it (default: all)")
    return parser


def why_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "separatrix why",
        description="Questions that learners ask: list those with all the words (default: all); a single one, or one "
        "asked for by its number, is opened at the scene that answers it.",
    )
    parser.add_argument("words", nargs="*", metavar="WORD|N")
    parser.add_argument("--list", action="store_true", help="only list them")
    parser.add_argument("--theme", choices=sorted(THEMES), help="for this time")
    return parser


def review_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "separatrix review",
        description="Answer a mixed set of predictions, each in a scene of its lesson, then see what was right.",
    )
    parser.add_argument(
        "chapters", nargs="*", type=int, metavar="CHAPTER", help="default: of the lessons that you have begun"
    )
    parser.add_argument("--count", type=_count, default=10, metavar="N", help="of questions (default: 10)")
    parser.add_argument("--seed", type=int, metavar="S", help="deals the same questions again")
    parser.add_argument("--theme", choices=sorted(THEMES), help="for this time")
    return parser


def list_parser() -> argparse.ArgumentParser:
    return argparse.ArgumentParser("separatrix list", description="List the lessons.")


def lecture_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "separatrix lecture",
        description="Give a lecture: its moments full screen, Page Down for the next, its notes in the terminal "
        "or in a window of their own.",
    )
    parser.add_argument("lecture", nargs="?", metavar="FILE|NAME", help="a TOML file, or one of those of --list")
    parser.add_argument("--list", action="store_true", help="the lectures that come with the app")
    parser.add_argument(
        "--check", action="store_true", help="only read it: tell what it holds, or each of its faults (exit status 1)"
    )
    parser.add_argument(
        "--notes",
        choices=("terminal", "window"),
        default="terminal",
        help="where your notes are shown (default: terminal); a window opens on the other screen, where there is one",
    )
    parser.add_argument("--theme", choices=sorted(THEMES), help="for this time")
    return parser


def check_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "separatrix check",
        description="Check collision routines of your own, in plain Python: which scene breaks them? The file is "
        "run in a process of its own with limits of time and memory, but with your rights, as pytest would run it. "
        "Exit status: 0 no failure found, 1 one is wrong, 2 something cannot be checked.",
    )
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE.py", help="with functions named as --list says")
    parser.add_argument("--function", metavar="NAME", help="only this one of its functions")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="which random scenes (default: 0)")
    parser.add_argument("--budget", type=_seconds, metavar="SECONDS", help="search so long for each function")
    parser.add_argument("--time-limit", type=_seconds, default=2.0, metavar="S", help="seconds a call (default: 2)")
    parser.add_argument("--memory-limit", type=_megabytes, default=512, metavar="MB", help="default: 512")
    parser.add_argument("--json", action="store_true", help="tell it as JSON")
    parser.add_argument("--junit", type=Path, metavar="FILE.xml", help="write JUnit XML too")
    parser.add_argument("--open", action="store_true", help="show the failing scene, and follow the file")
    parser.add_argument("--template", metavar="FUNCTION", help="print a commented starter file for a function")
    parser.add_argument("--list", action="store_true", help="the functions that can be checked")
    return parser


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.05 <= value <= 3600.0:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds from 0.05 to 3600")
    return value


def _megabytes(text: str) -> int:
    if not (text.isdecimal() and 16 <= int(text) <= 1 << 20):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of megabytes from 16 up")
    return int(text)


def handout_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "separatrix handout",
        description="Write lessons to one HTML file that steps in a browser, needs no network, and prints.",
    )
    parser.add_argument(
        "what",
        metavar="LESSON|CHAPTER|LECTURE|all",
        help="a lesson's id, a chapter's number, a lecture's file or name, or all lessons",
    )
    parser.add_argument(
        "--scenes",
        type=int,
        metavar="N",
        help="at most so many scenes of each lesson, or of each moment of a lecture (of all, and of a lecture: 1)",
    )
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE.html")
    return parser


def export_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "separatrix export",
        description="Draw one step of a lesson to a file: as SVG or PDF, the whole window (with --figure the figure) "
        "as PNG, the table as CSV, the shapes' points as TXT; or all its steps, or a motion, as GIF, APNG, WebP or "
        "MP4; or every step of every scene of lessons into a folder. What needs more than the app itself does is in "
        "the extra 'pictures'. "
        "On Linux nothing here needs a display; elsewhere a window is drawn where it stays hidden.",
    )
    parser.add_argument(
        "lesson",
        metavar="LESSON",
        help="a lesson's id, a scene file, or a scene's code; for a folder a lesson, a chapter's number, or all",
    )
    parser.add_argument(
        "--step", type=int, metavar="K", help="which step, from 1 (default: the first, or the file's)"
    )
    parser.add_argument("--scene", metavar="N|NAME", help="which of the lesson's scenes (default: the first)")
    parser.add_argument("--theme", choices=sorted(THEMES), default="dark")
    parser.add_argument(
        "--size", type=_size, default=(1280, 720), metavar="WxH", help="default: 1280x720; of a film: of its window"
    )
    parser.add_argument(
        "--conventions",
        type=_conventions,
        default=Conventions(),
        metavar="ENGINE|y-down,…",
        help="numbers as another engine tells them (words and formulas stay): of a picture, of Values, of points",
    )
    parser.add_argument("--motion", action="store_true", help="the motion in time at this step, not all steps")
    parser.add_argument("--figure", action="store_true", help="the figure alone")
    parser.add_argument("--scale", type=int, metavar="1..4", help="of a PNG of the figure: pixels for each")
    parser.add_argument("--transparent", action="store_true", help="nothing behind the figure (.svg, .pdf, .png)")
    parser.add_argument("--caption", action="store_true", help="a caption and an alt text beside it, as .caption.txt")
    parser.add_argument(
        "--format", choices=("svg", "pdf", "png", "csv"), help="of the files in a folder (default: svg)"
    )
    parser.add_argument("-o", "--output", required=True, metavar="FILE|FOLDER/")
    return parser


def _count(text: str) -> int:
    if not (text.isdecimal() and 1 <= int(text) <= 100):
        raise argparse.ArgumentTypeError(f"must be a number from 1 to 100, not {text}")
    return int(text)


def _conventions(text: str) -> Conventions:
    """Of an engine by its name, or of switches: `y-down,normal-b-to-a`."""
    named = {name.casefold(): engine.conventions for name, engine in ENGINES.items()}
    if text.casefold() in named:
        return named[text.casefold()]
    try:
        return from_setting(text.replace("-", "_").replace(",", " "))
    except ValueError as reason:
        raise argparse.ArgumentTypeError(f"{reason}; or an engine: {', '.join(ENGINES)}") from None


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal() and 64 <= int(width) <= 8192 and 64 <= int(height) <= 8192):
        raise argparse.ArgumentTypeError(f"{text!r} is not a size like 1280x720 (64 to 8192 each way)")
    return int(width), int(height)
