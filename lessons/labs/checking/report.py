"""What a check found out, told: as text, as JSON for programs, as JUnit XML for graders.

The JSON (`version` 1) is one object: `file`, `seed`, `verdict` ("right", "wrong" or "unchecked"; of a function also
"helper"), `exit` (0, 1, 2), `sentence` and `line` (why the file as a whole cannot be checked, else "" and 0),
`others` (functions with other names), and `functions`, a list of objects: `name`, `line`, `helps` (functions that use
it), `verdict`, `sentence`, `property`, `conventions` (in words), `torn` (why there are none), `tried` and `failed`
(scenes by family), `family` (of the first failure), `trouble` ("answer" where the answer is wrong; else "exception",
"endless", "memory", "recursion", "changed", "strange", "large", "thread", "exit", "left", "crash"), `trouble_line`,
`scene` (the smallest failing one: parameters by name) and `found` (as the search met it), `answer`, `right`,
`printed` (letters), `head` (the first 200), `calls`, `seconds`. What JSON has no number for is a text: "nan", "inf",
"-inf". Fields may be added; a change of meaning gets another version.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

from geometry.counterexample.problem import Arguments, Problem
from lessons.labs.checking.result import HELPER, RIGHT, UNCHECKED, WRONG, Checked, Report
from lessons.labs.checking.sentences import literal, lowered, short

VERSION = 1


def as_text(report: Report) -> str:
    """One sentence a function; under a failure the smallest scene, what was expected, and both answers."""
    lines = [report.sentence] if report.sentence else []
    for each in report.functions:
        lines += [*([""] if lines else []), *_function_lines(each, report)]
    if report.others and report.functions:
        lines += ["", f"Not checked: {', '.join(f'`{name}`' for name in report.others[:20])}."]
    return "\n".join(lines) + "\n"


def _function_lines(checked: Checked, report: Report) -> Iterator[str]:
    yield f"`{checked.name}`: {checked.sentence}" if checked.verdict == RIGHT else checked.sentence
    problem = checked.problem
    if checked.verdict == WRONG and problem is not None:
        if checked.scene is not None:
            yield from _scene_lines(problem, checked)
        yield f"  {problem.property}"
        if checked.told:
            yield f"  Conventions: {checked.told}."
        if checked.torn and lowered(checked.torn) not in checked.sentence:
            yield f"  {checked.torn}"
        if counts := failures_told(checked):
            yield f"  Failures: {counts}. Seed {report.options.seed}."
        if checked.helps and report.options.function is None:
            yield f"  If `{checked.name}` is a helper that answers another question: choose with --function."
    if checked.printed:
        yield f"  `{checked.name}` printed {checked.printed:,} characters; the first {len(checked.head)} are shown."
        yield from (f"  | {line}" for line in checked.head.splitlines())


def _scene_lines(problem: Problem, checked: Checked) -> Iterator[str]:
    assert checked.scene is not None
    for parameter, value in zip(problem.parameters, checked.scene, strict=True):
        yield f"    {parameter.name} = {literal(value)}"
    names = ", ".join(parameter.name for parameter in problem.parameters)
    if checked.trouble == "answer":
        yield f"    {problem.function}({names}) returned {literal(checked.answer)}"
    yield f"    a right answer: {literal(short(checked.right))}"


def failures_told(checked: Checked) -> str:
    """ "contained 3 of 172, thin 8 of 172": how many scenes of each family failed."""
    return ", ".join(
        f"{family} {count} of {checked.tried[family]}" for family, count in checked.failed.items() if count
    )


def as_json(report: Report) -> str:
    told = {
        "version": VERSION,
        "file": str(report.path),
        "seed": report.options.seed,
        "verdict": report.verdict,
        "exit": report.status,
        "sentence": report.sentence,
        "line": report.line,
        "others": list(report.others),
        "functions": [_function(each) for each in report.functions],
    }
    text = json.dumps(_finite(told), indent=2, ensure_ascii=False, allow_nan=False)
    # Points on one line each; texts hold no line ends, so that only the layout is changed.
    return re.sub(r"\[\n\s+([^\[\]{}]*?)\n\s+\]", lambda found: f"[{' '.join(found[1].split())}]", text) + "\n"


def _function(checked: Checked) -> dict[str, Any]:
    problem = checked.problem
    has_failed = checked.verdict == WRONG and bool(checked.trail)
    return {
        "name": checked.name,
        "line": checked.line,
        "helps": list(checked.helps),
        "verdict": checked.verdict,
        "sentence": checked.sentence,
        "property": problem.property if problem else "",
        "conventions": checked.told,
        "torn": checked.torn,
        "tried": dict(checked.tried),
        "failed": dict(checked.failed),
        "family": checked.family,
        "trouble": checked.trouble,
        "trouble_line": checked.trouble_line,
        "scene": _named(problem, checked.trail[-1]) if problem and has_failed else None,
        "found": _named(problem, checked.trail[0]) if problem and has_failed else None,
        "answer": checked.answer,
        "right": checked.right,
        "printed": checked.printed,
        "head": checked.head,
        "calls": checked.calls,
        "seconds": round(checked.seconds, 3),
    }


def _named(problem: Problem, scene: Arguments) -> dict[str, Any]:
    return {parameter.name: value for parameter, value in zip(problem.parameters, scene, strict=True)}


def _finite(value: Any) -> Any:
    """JSON has no nan and no infinity: they are told as texts."""
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, dict):
        return {key: _finite(each) for key, each in value.items()}
    return [_finite(each) for each in value] if isinstance(value, list | tuple) else value


def as_junit(report: Report) -> str:
    """A suite for the file, a case for each function and family; what could not be checked is an error."""
    cases = [*_file_cases(report), *(case for each in report.functions for case in _cases(each))]
    suite = ElementTree.Element("testsuite", name=report.path.name)
    suite.extend(cases)
    for kind in ("failure", "error", "skipped"):
        suite.set(f"{kind}s" if kind != "skipped" else kind, str(len(suite.findall(f"testcase/{kind}"))))
    suite.set("tests", str(len(cases)))
    suite.set("time", f"{sum(each.seconds for each in report.functions):.3f}")
    suites = ElementTree.Element("testsuites")
    suites.append(suite)
    ElementTree.indent(suites)
    return ElementTree.tostring(suites, encoding="unicode", xml_declaration=True) + "\n"


def _file_cases(report: Report) -> Iterator[ElementTree.Element]:
    if report.sentence:
        case = ElementTree.Element("testcase", classname=report.path.stem, name="file", time="0")
        ElementTree.SubElement(case, "error", message=_xml(report.sentence), type=UNCHECKED)
        yield case


def _cases(checked: Checked) -> Iterator[ElementTree.Element]:
    """The cases of one function. The first failing family tells the sentence and the smallest scene."""
    if checked.verdict in (UNCHECKED, HELPER) or not checked.tried:
        case = ElementTree.Element("testcase", classname=checked.name, name="function", time=f"{checked.seconds:.3f}")
        kind = {UNCHECKED: "error", HELPER: "skipped"}.get(checked.verdict, "failure")
        ElementTree.SubElement(case, kind, message=_xml(checked.sentence), type=checked.trouble or checked.verdict)
        yield case
        return
    seconds = checked.seconds / len(checked.tried)
    for family, tried in checked.tried.items():
        case = ElementTree.Element("testcase", classname=checked.name, name=family, time=f"{seconds:.3f}")
        failed = checked.failed.get(family, 0)
        is_first = checked.verdict == WRONG and family == (checked.family or next(iter(checked.tried)))
        if failed or is_first:
            message = checked.sentence if is_first else f"{failed} of {tried} scenes fail"
            failure = ElementTree.SubElement(case, "failure", message=_xml(message), type=checked.trouble or WRONG)
            if is_first and checked.problem and checked.scene:
                failure.text = _xml("\n".join(["", *_scene_lines(checked.problem, checked), ""]))
        elif not tried:
            ElementTree.SubElement(case, "skipped")
        yield case
    if checked.printed:
        ElementTree.SubElement(case, "system-out").text = _xml(checked.head)


def _xml(text: str) -> str:
    """Without the letters that XML does not have."""
    return re.sub("[^\n\t\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "?", text)
