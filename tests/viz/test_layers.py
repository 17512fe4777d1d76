"""The layers, read from the imports of every file."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILES = [path for package in ("geometry", "viz", "lessons") for path in sorted((ROOT / package).rglob("*.py"))]
OURS = {"geometry", "viz", "lessons"}
WINDOW = {"pyglet", "imgui_bundle"}


def imports(path: Path) -> Iterator[str]:
    """Every module that a file imports, at its top or inside a function."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            module = node.module or ""
            yield from ({module} | {f"{module}.{alias.name}" for alias in node.names if module in {"viz", "lessons"}})


def room(path: Path) -> str:
    parts = path.relative_to(ROOT).parts
    if parts[:2] == ("viz", "desktop"):
        return "viz/desktop"
    if parts == ("viz", "__main__.py"):
        return "viz/__main__.py"
    return parts[0]


def is_shared_or_its_own(path: Path, module: str) -> bool:
    """A lesson may import what lies in its own folder, and what all share."""
    own = path.relative_to(ROOT).with_suffix("").parts[1]
    return module.split(".")[1:2] in ([own], ["stories"], ["first_edition"])


def is_allowed(path: Path, module: str) -> bool:
    top = module.split(".")[0]
    if top in sys.stdlib_module_names or top == "numpy":
        return True
    is_desktop = module.startswith("viz.desktop")
    match room(path):
        case "geometry":
            return top == "geometry"
        case "viz":
            return top == "geometry" or (top == "viz" and not is_desktop)
        case "viz/desktop":
            return top in {"geometry", "viz"} | WINDOW
        case "lessons":
            if top == "lessons":
                return path == ROOT / "lessons" / "__init__.py" or is_shared_or_its_own(path, module)
            return top == "geometry" or (top == "viz" and not is_desktop)
        case _:
            return top in OURS
    raise AssertionError(path)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_imports_only_what_its_layer_may(path: Path) -> None:
    forbidden = [module for module in imports(path) if not is_allowed(path, module)]
    assert forbidden == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_stay_small(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 300


def test_the_rule_bites() -> None:
    geometry, lesson = ROOT / "geometry" / "shape.py", ROOT / "lessons" / "axis_by_axis" / "lesson.py"
    assert not is_allowed(geometry, "viz.lesson.canvas")
    assert not is_allowed(geometry, "shapely")
    assert not is_allowed(lesson, "lessons.minimum_translation")
    assert not is_allowed(lesson, "viz.desktop.session")
    assert not is_allowed(ROOT / "viz" / "session" / "player.py", "lessons")
    assert not is_allowed(ROOT / "viz" / "desktop" / "session.py", "lessons")
    assert is_allowed(ROOT / "lessons" / "point_on_line" / "lesson.py", "lessons.point_on_line.words")


def test_the_top_level_is_what_was_agreed() -> None:
    ignored = {".git", ".venv", "build", "dist", "screenshots", "uv.lock"}
    seen = {p.name for p in ROOT.iterdir() if p.name not in ignored and not p.name.endswith(("_cache", ".egg-info"))}
    furniture = {"LICENSE", ".ci", ".gitignore", ".benchmarks", ".hypothesis", "__pycache__", ".coverage"}
    assert seen - furniture <= OURS | {"pyproject.toml", "README.md", "tests"}
