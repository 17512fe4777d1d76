"""The source that is shown is the source that ran."""

from __future__ import annotations

import linecache
from pathlib import Path

import pytest

from geometry import box, minimum_translation, separating_axis
from geometry.trace import Steppable
from tests.lessons.second_edition import SCENES, Told, name_of
from viz.session.source import CodeLine, Kind, Piece, function_lines, wrapped

SHAPES = box(1, 1), box(1, 1, (0.4, 0.3))


@pytest.mark.parametrize("algorithm", [separating_axis, minimum_translation])
def test_every_step_s_line_is_in_its_function(algorithm: Steppable) -> None:  # type: ignore[type-arg]
    trace = algorithm.trace(*SHAPES)
    for calls in trace.lines:
        for call in calls:
            lines = {line.number: line for line in function_lines(call.file, call.function)}
            text = linecache.getline(call.file, call.line).strip()
            assert lines[call.line].text.strip() == text
            assert "yield" in text


@pytest.mark.parametrize("told", SCENES, ids=name_of)
def test_every_lesson_s_source_can_be_shown(told: Told) -> None:
    trace = told.moments()[0].trace
    for index in range(len(trace)):
        at = trace.line(index)
        assert any(line.number == at.line and not line.is_folded for line in function_lines(at.file, at.function))


def test_pieces_are_coloured_and_whole() -> None:
    call = separating_axis.trace(*SHAPES).line(0)
    lines = function_lines(call.file, call.function)
    source = Path(call.file).read_text().splitlines()
    for line in lines:
        assert line.text == source[line.number - 1]
    kinds = {(piece.text, piece.kind) for line in lines for piece in line.pieces}
    assert ("def", Kind.KEYWORD) in kinds
    assert ("separating_axis", Kind.NAME) in kinds
    assert any(kind is Kind.STRING for _, kind in kinds)
    assert any(kind is Kind.COMMENT for _, kind in kinds)


def test_the_docstring_is_folded_to_its_first_line() -> None:
    call = separating_axis.trace(*SHAPES).line(0)
    lines = function_lines(call.file, call.function)
    first = next(i for i, line in enumerate(lines) if '"""' in line.text)
    assert not lines[first].is_folded
    assert lines[first + 1].is_folded
    assert [line.is_folded for line in lines].count(True) >= 3
    assert not lines[-1].is_folded


def test_a_missing_function_or_file_is_a_value_error(tmp_path: Path) -> None:
    file = tmp_path / "some.py"
    file.write_text("def there():\n    pass\n")
    assert [line.text for line in function_lines(str(file), "there")] == ["def there():", "    pass"]
    with pytest.raises(ValueError, match="has no function"):
        function_lines(str(file), "elsewhere")
    with pytest.raises(ValueError, match="cannot be read"):
        function_lines(str(tmp_path / "none.py"), "there")


def test_methods_are_found_and_set_to_the_margin(tmp_path: Path) -> None:
    file = tmp_path / "methods.py"
    file.write_text("class A:\n    class B:\n        def f(self):\n            return 1\n")
    assert [line.text for line in function_lines(str(file), "A.B.f")] == ["def f(self):", "    return 1"]


def test_long_lines_run_on_indented() -> None:
    line = CodeLine(1, (Piece("    outcome = ", Kind.PLAIN), Piece("aaa bbb ccc ddd eee", Kind.STRING)))
    rows = ["".join(piece.text for piece in row) for row in wrapped(line, 22)]
    assert all(len(row.rstrip()) <= 22 for row in rows)
    assert rows[0].startswith("    outcome")
    assert all(row.startswith("        ") for row in rows[1:])
    assert " ".join("".join(rows).split()) == "outcome = aaa bbb ccc ddd eee"
    assert wrapped(line, 80) == [line.pieces]
