"""Renews the golden record of all lessons, or of those named: `python -m tests.tools.golden [ID …]`.

Look at the difference (`git diff tests/lessons/expected`) before it is committed: it is what learners will see and
read. To find what has moved in a picture, `--pictures ID` prints a record with the transcripts of all pictures; do so
before and after the change, and compare.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor

from lessons import CURRICULUM
from tests.lessons.record import EXPECTED, expected, record


def renew(lesson: str) -> bool:
    """Write a lesson's record; whether it has changed."""
    path, text = expected(lesson), record(lesson)
    if path.exists() and path.read_text(encoding="utf-8") == text:
        return False
    path.write_text(text, encoding="utf-8", newline="\n")
    return True


def main() -> None:
    known = [entry.id for chapter in CURRICULUM for entry in chapter.lessons]
    parser = argparse.ArgumentParser(prog="python -m tests.tools.golden", description="Renew the golden record.")
    parser.add_argument("lessons", nargs="*", metavar="ID", help="lessons (default: all)")
    parser.add_argument("--pictures", action="store_true", help="print records with all transcripts; renew nothing")
    options = parser.parse_args()
    if unknown := set(options.lessons) - set(known):
        parser.error(f"no such lesson: {', '.join(sorted(unknown))}")
    wanted = options.lessons or known
    if options.pictures:
        print("\n".join(record(lesson, every_picture=True) for lesson in wanted), end="")
        return
    EXPECTED.mkdir(exist_ok=True)
    with ProcessPoolExecutor(2) as processes:
        changed = [lesson for lesson, is_new in zip(wanted, processes.map(renew, wanted), strict=True) if is_new]
    if not options.lessons:
        for path in EXPECTED.glob("*.txt"):
            if path.stem not in known:
                path.unlink()
                changed.append(f"{path.stem} (gone)")
    print(f"changed: {', '.join(changed)}" if changed else "nothing has changed")


if __name__ == "__main__":
    main()
