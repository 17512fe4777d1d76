"""What went wrong in the process of a user's file, in one sentence each, with the line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
_SHOWN = 60  # letters of a value in a sentence


def sentence_of(
    told: Mapping[str, Any],
    subject: str,
    *,
    time_limit: float,
    memory_limit: int,
    call: Sequence[Any] = (),
    where: str = "",
) -> str:
    """One sentence. `told`: what the worker said. `subject`: the function in back quotes, or the file's name while it
    is loaded. `time_limit`: seconds; `memory_limit`: megabytes. `call`: the arguments. `where`: " on touching
    shapes"."""
    line = f" in line {told['line']}" if told.get("line") else ""
    is_call = subject.startswith("`")
    match told["is"]:
        case "syntax":
            return f"Line {told['line']}: the file has a syntax error: {_clause(told['message'])}."
        case "absent":
            return f"{subject} cannot be read: {_clause(told['message'])}."
        case "exception":
            loading = "" if is_call else " while it was loaded"
            message = f": {_clause(told['message'])}" if told["message"] else ""
            return f"{subject} raised {told['type']}{line}{where}{loading}{message}."
        case "endless":
            verb = "answered" if is_call else "loaded"
            at = f"; it was{line}" if line else ""
            return f"{subject} had not {verb} after {time_limit:g} s{where}{at}."
        case "memory":
            return f"{subject} asked for more than {memory_limit} MB{line}{where}."
        case "recursion":
            return f"{subject} called itself without an end{line}{where}: the recursion was too deep."
        case "unfinished":
            return f"{subject} is not finished: it raises NotImplementedError{line}."
        case "exit":
            return f"{subject} ended the program{line}{where} (SystemExit); a routine returns its answer."
        case "left":
            return f"{subject} ended its own process{line}{where} (os._exit, status {told['status']})."
        case "thread":
            return f"{subject} left a thread running after its answer{where}."
        case "large":
            return f"{subject} returned more values than an answer can have, or lists that contain themselves{where}."
        case "changed":
            return f"{subject} changed its {_change(told, call)}{where}."
        case "strange":
            return f"{subject} returned {_article(told['type'])}{where}; expected numbers, tuples and lists."
        case "gone":
            return f"{subject} could not be called again: the file does not load any more."
    return f"{subject} ended its process{line}{where}: {told.get('how', 'nobody knows why')}."


def _clause(message: str) -> str:
    return message.strip().rstrip(".")


def _article(kind: str) -> str:
    return f"{'an' if kind[:1].lower() in 'aeiou' else 'a'} {kind}"


def _change(told: Mapping[str, Any], call: Sequence[Any]) -> str:
    """Which argument was changed, and how: the first place that differs."""
    index, now = told["argument"], told["now"]
    was = call[index] if index < len(call) else None
    ordinal = f"{_ORDINALS[index]} argument" if index < len(_ORDINALS) else f"argument {index + 1}"
    if isinstance(was, list) and isinstance(now, list):
        if len(was) != len(now):
            return f"{ordinal}: it had {len(was)} vertices and has {len(now)}"
        for number, (old, new) in enumerate(zip(was, now, strict=True)):
            if list(old) != new:
                return f"{ordinal}: vertex {number} was {literal(old)} and is {literal(new)}"
    return f"{ordinal}: it was {literal(was)} and is {literal(now)}"[:200]


def literal(value: Any) -> str:
    """A value as Python can read it, whole numbers without a point, two numbers as a point."""
    if isinstance(value, float):
        if value.is_integer() and abs(value) < 1e15:
            return str(int(value))
        return repr(value)
    if isinstance(value, list | tuple):
        is_point = len(value) == 2 and not any(isinstance(each, list | tuple | dict | str) for each in value)
        inner = ", ".join(literal(each) for each in value)
        if is_point or isinstance(value, tuple):
            return f"({inner}{',' if len(value) == 1 else ''})"
        return f"[{inner}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key!r}: {literal(each)}' for key, each in value.items())}}}"
    return repr(value)


def short(answer: Any) -> Any:
    """An answer to nine decimals: 0.4999999999999999 is 0.5."""
    return mapped(answer, lambda value: round(value, 9) + 0.0)


def mapped(value: Any, change: Callable[[float], float]) -> Any:
    """Plain nested data with every float changed."""
    if isinstance(value, list | tuple):
        return type(value)(mapped(each, change) for each in value)
    if isinstance(value, dict):
        return {key: mapped(each, change) for key, each in value.items()}
    return change(value) if isinstance(value, float) else value


def lowered(sentence: str) -> str:
    """A sentence that goes on after a colon."""
    return sentence[:1].lower() + sentence[1:]
