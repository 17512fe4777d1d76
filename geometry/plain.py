"""An algorithm without its pauses: what a plain call of a steppable runs.

An algorithm is written once, as a generator. Most calls want the answer alone; making records that nobody looks at,
and pausing at each of them, takes longer than the arithmetic. So the same source is compiled a second time, without
its `yield`s:

    yield AxisSkipped(axis, twin, best)              ->  nothing
    found = yield from separating_axis.steps(a, b)   ->  found = separating_axis.plain(a, b)

Nothing else is touched, file and line numbers included: there is one body to read, to debug and to measure. It asks
one thing of an algorithm: an expression that is only yielded must have no effect of its own.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Generator
from types import FunctionType
from typing import Any

Body = Callable[..., Generator[Any, None, Any]]


def without_pauses(body: Body) -> Callable[..., Any] | None:
    """The generator function `body` as a plain function with the same answer.

    None where there is none to be had: its source is not at hand (a packed application), it is nested and sees its
    surroundings, or it waits for another generator than a steppable's. Its generator can be run to the end instead.
    """
    if not isinstance(body, FunctionType) or body.__closure__ is not None:
        return None
    try:
        lines, first = inspect.getsourcelines(body)
        module = ast.parse(textwrap.dedent("".join(lines)))
        (definition,) = module.body
        assert isinstance(definition, ast.FunctionDef)
        module.body = [_plain(definition)]
    except (OSError, _NoPlainForm):
        return None
    ast.increment_lineno(module, first - 1)
    made: dict[str, FunctionType] = {}
    exec(compile(module, body.__code__.co_filename, "exec", dont_inherit=True), body.__globals__, made)
    plain = made[definition.name]
    plain.__defaults__, plain.__kwdefaults__ = body.__defaults__, body.__kwdefaults__
    return plain


class _NoPlainForm(Exception):
    """A yield that cannot be left out."""


def _plain(definition: ast.FunctionDef) -> ast.FunctionDef:
    """The definition without decorators, annotations and pauses."""
    definition.decorator_list, definition.returns = [], None
    given = definition.args
    for argument in (*given.posonlyargs, *given.args, *given.kwonlyargs):
        argument.annotation = None
    definition.body = [_Unpaused().visit(statement) for statement in definition.body]
    return ast.fix_missing_locations(definition)


class _Unpaused(ast.NodeTransformer):
    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        if isinstance(node.value, ast.Yield):
            return ast.copy_location(ast.Pass(), node)
        return self.generic_visit(node)

    def visit_YieldFrom(self, node: ast.YieldFrom) -> ast.AST:
        match node.value:
            case ast.Call(func=ast.Attribute(attr="steps") as phase) as call:
                phase.attr = "plain"
                return self.generic_visit(call)
        raise _NoPlainForm

    def visit_Yield(self, node: ast.Yield) -> ast.AST:
        raise _NoPlainForm

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return node  # a function within pauses for itself

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        return node
