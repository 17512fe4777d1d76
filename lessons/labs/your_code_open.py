"""The file that `separatrix check FILE --open` shows: watched, checked again at each save, asked while its scene is
dragged. It runs in processes of its own only, and only this file does: a scene never tells one.

    python -m lessons.labs.your_code_open FILE OPTIONS      the check, as JSON: in a process of its own, so that the
                                                            window goes on drawing
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import lessons
from geometry.counterexample.problem import PROBLEMS, signatures
from geometry.counterexample.search import Answer
from geometry.counterexample.statement import Arguments, Conventions
from lessons.labs.checking import result
from lessons.labs.checking.asking import Asking as FileAsking
from lessons.labs.checking.asking import UnfinishedError, pointed
from lessons.labs.checking.check import check_file
from lessons.labs.checking.process import Process
from lessons.labs.checking.watch import FileWatch
from lessons.labs.your_code_check import Checked, Frame, frames_of, from_json, to_json
from lessons.labs.your_code_examples import MOST_SEEN, Called, Seen
from lessons.labs.your_code_routines import ENOUGH, OWN, Routine
from viz.lesson.lesson import Lesson

QUICK, LONG = 1.5, 12.0  # s of searching: at each save, and where that finds no failure
CALL_LIMIT = 1.0  # s of one call while something is dragged
WAIT = 0.02  # s that a frame waits for an answer
Make = Callable[[Sequence[Routine], str], Lesson[Any]]  # of routines, and of what is wrong with the file now
STAYS = "The last good version stays on the screen."
INSTEAD = "An example is shown until it is mended."
_KEPT = 500  # answers


class Caller:
    """One function of the file, asked by a thread: a frame never waits long. A `Subject`."""

    def __init__(self, path: Path, problem: str, text: str, options: result.Options) -> None:
        self._problem = PROBLEMS[problem]
        self.file, self.function, self.text, self._options = path, self._problem.function, text, options
        self.is_fresh = False  # an answer has come that somebody was not given
        self._known: dict[str, Called] = {}
        self._wanted: Arguments | None = None
        self._is_over = False
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def call(self, arguments: Arguments) -> Called | None:
        key = repr(arguments)
        with self._changed:
            if key not in self._known and not self._is_over:
                self._wanted = arguments
                self._changed.notify_all()
                self._changed.wait_for(lambda: key in self._known, WAIT)
            return self._known.get(key)

    def close(self) -> None:
        with self._changed:
            self._is_over = True
            self._changed.notify_all()

    def _work(self) -> None:
        problem = self._problem
        limit, wanted = min(CALL_LIMIT, self._options.time_limit), signatures((problem,))
        with Process(self.file, wanted, time_limit=limit, memory_limit=self._options.memory_limit) as process:
            asking = FileAsking(process, problem)
            while True:
                with self._changed:
                    self._changed.wait_for(lambda: self._is_over or self._wanted is not None)
                    arguments, self._wanted = self._wanted, None
                    if self._is_over or arguments is None:
                        return
                told = process.steps(self.function, arguments, MOST_SEEN)
                found = called(told, asking, arguments)
                with self._changed:
                    while len(self._known) >= _KEPT:
                        del self._known[next(iter(self._known))]
                    self._known[repr(arguments)] = found
                    self.is_fresh = True
                    self._changed.notify_all()


def called(told: dict[str, Any], asking: FileAsking, arguments: Arguments) -> Called:
    """What the process says of a call."""
    seen = tuple(Seen(each["line"], each["function"], _values(each)) for each in told["steps"])
    line = told.get("line") or (seen[-1].line if seen else 0)
    if told["is"] == "answer":
        return Called(Answer(pointed(told["value"])), seen, line)
    return Called(Answer(None, asking.sentence(told, arguments)), seen, line)


def _values(step: dict[str, Any]) -> dict[str, Any]:
    """The values at a step by name, those of a yielded dictionary or record among them."""
    yielded = step.get("yielded")
    return {**step["values"], **(yielded if isinstance(yielded, dict) else {})}


class OwnFile:
    """A file, and the lesson that shows it as it was when it was last whole."""

    def __init__(self, make: Make, report: result.Report, quick: float = QUICK) -> None:
        """`report`: what is known of the file. `quick`: seconds of searching at each save."""
        self._make, self._trouble, self._quick = make, "", quick
        self.path, self._options = Path(os.path.abspath(report.path)), report.options
        self._watch = FileWatch(self.path)
        self._text = report.text
        self._check: Running | None = None
        self._seed = self._options.seed
        self._next, self.gone_on, self.goes_to = Next(), 0, 0
        self._callers: list[Caller] = []
        self._failed: dict[str, Arguments] = {}  # the smallest scene of the last failure, by problem
        self._own: list[Routine] = []
        self._take([of_report(each) for each in report.functions if each.verdict != result.UNCHECKED])
        self.lesson = self._told(in_plain(report.sentence or unchecked(report)))
        if self._watch.text not in (None, self._text):  # saved while it was checked for the report
            self._saved(self._watch.text or "")

    def news(self) -> Lesson[Any] | None:
        """Another lesson where the file or what is known of it is another; the same one where only an answer has come
        that was waited for; None for nothing new. Asked many times a second: it never waits."""
        if self._watch.poll() and self._watch.text is not None:
            return self._saved(self._watch.text)
        if self._check is not None and (told := self._check.told()) is not None:
            return self._taken(told)
        fresh = [caller for caller in self._callers if caller.is_fresh]
        for caller in fresh:
            caller.is_fresh = False
        return self.lesson if fresh else None

    def _saved(self, text: str) -> Lesson[Any] | None:
        """The file has another content."""
        trouble = syntax_trouble(text, str(self.path))
        if trouble is not None:
            self._stop()
            return self._troubled(f"{trouble} {self._shown}")
        self._start(text, self._quick)
        return self._troubled("The file has been saved: it is being checked again.")

    @property
    def _shown(self) -> str:
        """What is on the screen while the file cannot be checked."""
        return STAYS if self._own else INSTEAD

    def close(self) -> None:
        self._stop()
        for caller in self._callers:
            caller.close()

    @property
    def head(self) -> str:
        """Where the check of the file stands."""
        if self._check is not None:
            return f"{self.path.name} is being checked."
        told = [f"{each.checked.failures:,} of {each.checked.scenes:,} scenes fail" for each in self._own]
        if len(told) > 1:
            told = [f"{each.checked.asks.function}: {words}" for each, words in zip(self._own, told, strict=True)]
        return "   ".join((self.path.name, *told))

    @property
    def fails(self) -> bool:
        """Whether there is a failing scene to go on to."""
        return any(each.checked.failures for each in self._own)

    def again(self) -> Lesson[Any] | None:
        """Check the file as it is now, on other scenes."""
        self._seed += 1
        text = self._watch.text or self._text
        trouble = syntax_trouble(text, str(self.path))
        if trouble is not None:
            return self._troubled(f"{trouble} {self._shown}")
        self._start(text, self._quick)
        return self._troubled("The file is being checked again, on other scenes.")

    def next_failure(self, scene: Any) -> Lesson[Any] | None:
        """Look for another failing scene of the routine that a scene asks: in the next family in which it fails."""
        own = [each for each in self._own if each.checked.failures]
        if not own:
            return None
        asked = next((each for each in own if each.checked.problem == getattr(scene, "problem", "")), own[0])
        self._next.begin(asked.checked)
        return self._search_on()

    def _search_on(self) -> Lesson[Any] | None:
        """In the next family that is left."""
        if not self._next.families:
            return self._troubled("No other failing scene was found.")
        self._seed += 1
        function, family = PROBLEMS[self._next.problem].function, self._next.families.pop(0)
        self._start(self._text, self._quick, replace(self._options, function=function, family=family))
        return self._troubled("Another failing scene is being looked for.")

    def _start(self, text: str, budget: float, only: result.Options | None = None) -> None:
        """`only`: of what another failing scene is looked for."""
        self._stop()
        options = replace(only or self._options, seed=self._seed)
        self._check = Running(self.path, text, budget, options, is_next=only is not None)

    def _stop(self) -> None:
        if self._check is not None:
            self._check.close()
            self._check = None

    def _taken(self, told: dict[str, Any]) -> Lesson[Any] | None:
        """What a check has found out, while the file may be another already: then a new check is on its way."""
        done, self._check = self._check, None
        assert done is not None
        found = [from_json(each) for each in told["functions"]]
        if done.is_next:
            return self._taken_next(found)
        if told["sentence"] and not found:
            return self._troubled(f"{in_plain(told['sentence'])} {self._shown}")
        self._text = done.text
        if found and not self._own:  # what is shown is an example: there was nothing else
            self._go_on(0)
        self._take(found)
        goes_on = done.budget < LONG and any(not each.failures and each.scenes < ENOUGH for each in found)
        if goes_on and not told["sentence"]:
            self._start(done.text, LONG)
        return self._told(in_plain(told["sentence"]))

    def _taken_next(self, found: list[Checked]) -> Lesson[Any] | None:
        """The failing scene takes the place of the one that is shown, unless it has been shown: then on."""
        fresh = next((each for each in found if each.failures and self._next.takes(each)), None)
        if fresh is None:
            return self._search_on()
        told = [each.checked for each in self._own]
        for i, each in enumerate(told):
            if each.problem == fresh.problem:
                told[i] = replace(each, family=fresh.family, sentence=fresh.sentence, frames=fresh.frames)
        self._take(told)
        self._go_on([each.problem for each in told].index(fresh.problem))
        return self._told("")

    def _go_on(self, to: int) -> None:
        self.gone_on, self.goes_to = self.gone_on + 1, to

    def _troubled(self, sentence: str) -> Lesson[Any] | None:
        return None if self._trouble == sentence else self._told(sentence)

    def _told(self, trouble: str) -> Lesson[Any]:
        self._trouble = trouble
        self.lesson = self._make(self._own, trouble)
        return self.lesson

    def _take(self, found: list[Checked]) -> None:
        """With a caller for each function, of the file as it is now. What does not fail any more is shown on the
        scene on which it failed last."""
        for i, each in enumerate(found):
            if each.failures:
                self._failed[each.problem] = each.frames[-1].arguments
            elif each.problem in self._failed:
                found[i] = replace(each, frames=(Frame("mended", self._failed[each.problem], trouble=""),))
        for caller in self._callers:
            caller.close()
        self._callers = [Caller(self.path, each.problem, self._text, self._options) for each in found]
        names = [OWN if i == 0 else f"{OWN}: {each.problem}" for i, each in enumerate(found)]
        self._own = [Routine(*each) for each in zip(names, found, self._callers, strict=True)]


class Next:
    """Which families of scenes are still to be searched for another failing scene, and which were shown."""

    def __init__(self) -> None:
        self.problem, self.families = "", list[str]()
        self._shown: set[str] = set()

    def begin(self, checked: Checked) -> None:
        """From the family after the one that is shown, round to it."""
        self.problem = checked.problem
        failing = [family for family, count in checked.failed.items() if count]
        at = failing.index(checked.family) + 1 if checked.family in failing else 0
        self.families = [*failing[at:], *failing[:at]]
        self._shown.add(repr(checked.frames[-1].arguments))

    def takes(self, found: Checked) -> bool:
        """Whether a failing scene is new; once none is, all may be shown again."""
        key = repr(found.frames[-1].arguments)
        is_new = key not in self._shown
        if not is_new and not self.families:
            self._shown.clear()
        return is_new


class Running:
    """A check in a process of its own."""

    def __init__(
        self, path: Path, text: str, budget: float, options: result.Options, *, is_next: bool = False
    ) -> None:
        """`is_next`: it searches for another failing scene only."""
        self.text, self.budget, self.is_next, asked = text, budget, is_next, replace(options, budget=budget)
        self._out = tempfile.TemporaryFile()  # noqa: SIM115  # no pipe: nobody reads while it writes
        root = str(Path(lessons.__file__).parents[1])
        known = os.environ.get("PYTHONPATH")
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", __name__, str(path), json.dumps(asdict(asked))],
            stdin=subprocess.DEVNULL,
            stdout=self._out,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": f"{root}{os.pathsep}{known}" if known else root},
        )

    def told(self) -> dict[str, Any] | None:
        """What it says; None while it runs. One that has ended without a word says so."""
        if self._process.poll() is None:
            return None
        self._out.seek(0)
        try:
            found: dict[str, Any] = json.loads(self._out.read())
        except ValueError:
            found = {"functions": [], "sentence": "The file could not be checked."}
        self.close()
        return found

    def close(self) -> None:
        if self._process.poll() is None:
            self._process.terminate()
            self._process.wait()
        self._out.close()


def syntax_trouble(text: str, name: str) -> str | None:
    """What is wrong with a text that is no Python; None: nothing is. Nothing of it is run."""
    try:
        compile(text, name, "exec", dont_inherit=True)
    except SyntaxError as error:
        return f"Line {error.lineno or 1}: the file has a syntax error."
    except (ValueError, RecursionError, MemoryError, OverflowError):
        return "The file cannot be read as Python."
    return None


def of_report(found: result.Checked) -> Checked:
    """What the command has found out of one function, as the lesson tells it."""
    assert found.problem is not None
    if found.trail:
        frames = frames_of(found.trail[0], list(found.trail[1:]))
        kept = [frame._replace(trouble="") for frame in frames[:-1]]  # what it answered to these is not told
        last = frames[-1]._replace(value=found.answer, trouble=found.trouble if found.trouble != "answer" else None)
        frames = (*kept, last)
    else:
        sample = found.rows[0].arguments if found.rows else found.problem.clear(random.Random(0))
        frames = (Frame("scene", sample, trouble=""),)
    return Checked(
        found.problem.name, found.conventions or Conventions(), found.torn, found.rows,
        found.tried, found.failed, found.family, found.sentence, frames,
    )  # fmt: skip


def unchecked(report: result.Report) -> str:
    """Why a function of the file could not be checked; empty where all were."""
    return next((each.sentence for each in report.functions if each.verdict == result.UNCHECKED), "")


def in_plain(sentence: str) -> str:
    """For the line under the figure: without marks, and not longer than it."""
    text = sentence.replace("`", "")
    return text if len(text) <= 110 else f"{text[:107]}…"


def main(arguments: list[str], say: Callable[[str], object] = sys.stdout.write) -> None:
    path, told = arguments
    options = result.Options(**json.loads(told))
    try:
        report = check_file(Path(path), options)
    except (ValueError, UnfinishedError) as reason:
        say(json.dumps({"functions": [], "sentence": str(reason)}))
        return
    found = [to_json(of_report(each)) for each in report.functions if each.verdict != result.UNCHECKED]
    say(json.dumps({"functions": found, "sentence": report.sentence or unchecked(report)}))


if __name__ == "__main__":
    main(sys.argv[1:])
