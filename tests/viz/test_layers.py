"""The layers and rooms, read from the imports of every file; see the table in the design."""

from __future__ import annotations

import ast
import graphlib
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from lessons import CURRICULUM

ROOT = Path(__file__).parents[2]
FILES = [path for package in ("geometry", "viz", "lessons") for path in sorted((ROOT / package).rglob("*.py"))]
OURS = {"geometry", "viz", "lessons"}
WINDOW = {"pyglet", "imgui_bundle"}
LESSONS = {entry.where.split(":")[0] for chapter in CURRICULUM for entry in chapter.lessons}
PICTURES = {  # the extra `pictures`
    "PIL": ("animation",),
    "imageio_ffmpeg": ("animation",),
    "cairosvg": ("sheet",),
    "fontTools": ("glyphs",),
    "latex2mathml": ("mathml",),
}
JOINING = {  # lessons and desktop meet: the command line in three files, and scripts
    *(("viz", name) for name in ("__main__.py", "choosing.py", "writing.py", "showing.py")),
}
CHAPTERS = {  # folders of the second edition
    *("shadows", "separating_axes", "pairs", "minkowski", "contact", "queries", "motion"),
    *("concave", "many", "bodies", "labs"),
}


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


MODULES = {name_of(path): path for path in FILES}


def statements(node: ast.AST, *, is_loading: bool) -> Iterator[ast.AST]:
    """All that is in a file, or what of it runs when the module is loaded."""
    for child in ast.iter_child_nodes(node):
        if is_loading and isinstance(child, ast.FunctionDef | ast.Lambda):
            continue
        if is_loading and isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            continue
        yield child
        yield from statements(child, is_loading=is_loading)


@cache
def homes() -> dict[str, str]:
    """The module that each public name of `geometry` is imported from."""
    body = ast.parse((ROOT / "geometry" / "__init__.py").read_text(encoding="utf-8")).body
    found = [node for node in body if isinstance(node, ast.ImportFrom)]
    return {alias.name: node.module or "" for node in found for alias in node.names}


def imports(path: Path, *, is_loading: bool = False) -> Iterator[str]:
    """Every module that a file imports; a public name of `geometry` stands for the module that it comes from."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in statements(tree, is_loading=is_loading):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            module = node.module or ""
            for alias in node.names:
                inner = f"{module}.{alias.name}"
                yield (
                    homes()[alias.name]
                    if module == "geometry" and alias.name in homes()
                    else (inner if inner in MODULES else module)
                )


def room(path: Path) -> str:
    parts = path.relative_to(ROOT).parts
    if parts[:2] == ("viz", "desktop"):
        return "viz/desktop"
    if parts in JOINING:
        return "joining"
    return parts[0]


def is_lesson_allowed(path: Path, module: str) -> bool:
    """What of `lessons` a file there may import: its own folder, the stories, and the table of all lessons, which
    imports none itself. Never another lesson."""
    mine, theirs = name_of(path), module.split(".")[1:2]
    if "lessons" in (mine, module):
        return True
    own = mine.split(".")[1]
    if module in LESSONS and module != mine and not mine.startswith(f"{module}."):
        return False
    return theirs in ([own], ["stories"])


def is_geometry_for_drawing(module: str) -> bool:
    """The ground floor and the sum of two shapes: what is drawn is shapes, intervals and numbers, never steps."""
    return len(module.split(".")) <= 2 or module == "geometry.minkowski.sum"


def is_allowed(path: Path, module: str) -> bool:
    top = module.split(".")[0]
    if top in sys.stdlib_module_names or top == "numpy":
        return True
    is_desktop = module.startswith("viz.desktop")
    match room(path):
        case "geometry":
            return top == "geometry" or (top == "numba" and path.name == "compiled.py")  # the extra `fast`
        case "viz":
            if top in PICTURES:
                return path.parent.name == "export" and path.stem in PICTURES[top]
            return (top == "geometry" and is_geometry_for_drawing(module)) or (top == "viz" and not is_desktop)
        case "viz/desktop":
            return (top == "geometry" and is_geometry_for_drawing(module)) or top in {"viz"} | WINDOW
        case "lessons":
            if top == "lessons":
                return is_lesson_allowed(path, module)
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
    most = 400 if room(path) == "lessons" else 320
    assert len(path.read_text(encoding="utf-8").splitlines()) <= most


def circle(graph: dict[str, set[str]]) -> list[str]:
    """The members of a circle, in order; empty where there is none."""
    try:
        graphlib.TopologicalSorter(graph).prepare()
    except graphlib.CycleError as error:
        return list(error.args[1])
    return []


@cache
def loaded() -> dict[str, set[str]]:
    """Which of our modules each of them imports while it is loaded."""
    return {
        name: {module for module in imports(path, is_loading=True) if module in MODULES and module != name}
        for name, path in MODULES.items()
    }


def folder(module: str) -> str:
    """The room that a module lies in: `geometry.sat`, `viz.picture`, `lessons.gjk`; the ground floor is one room."""
    parts = module.split(".")
    is_room = MODULES[module].name == "__init__.py" or len(parts) > 2
    return ".".join(parts[:2]) if is_room and len(parts) > 1 else parts[0]


def test_no_module_imports_itself_by_a_detour() -> None:
    assert circle(loaded()) == []


def test_the_step_of_the_bodies_needs_manifolds_alone() -> None:
    """Of the rooms beside it; what engines do around it has one of its own."""
    needed = {
        folder(each)
        for module, path in MODULES.items()
        if folder(module) == "geometry.dynamics"
        for each in imports(path)
        if each in MODULES
    }
    assert needed - {"geometry", "geometry.dynamics"} == {"geometry.contact"}


def test_no_room_imports_itself_by_a_detour() -> None:
    rooms: dict[str, set[str]] = {}
    for module, needed in loaded().items():
        if module not in OURS:  # a package's own page opens its rooms
            rooms.setdefault(folder(module), set()).update(folder(each) for each in needed)
    assert circle({room: needed - {room} for room, needed in rooms.items()}) == []


def test_a_circle_is_found() -> None:
    assert circle({"a": {"b"}, "b": {"c"}, "c": set()}) == []
    assert set(circle({"a": {"b"}, "b": {"c"}, "c": {"a"}})) == {"a", "b", "c"}


def test_no_function_hides_its_module() -> None:
    """`geometry.minkowski.gjk` is the module, `geometry.gjk` the function: a room's page brings in no names."""
    for name, path in MODULES.items():
        if path.name == "__init__.py" and name.count(".") and not name.startswith("lessons."):
            assert len(ast.parse(path.read_text(encoding="utf-8")).body) <= 1, name
    assert not {name for name in homes() if f"geometry.{name}" in MODULES}


def test_the_rule_bites() -> None:
    geometry, lesson = ROOT / "geometry" / "shape.py", ROOT / "lessons" / "minkowski" / "gjk.py"
    old, player = ROOT / "lessons" / "epa" / "lesson.py", ROOT / "viz" / "session" / "player.py"
    assert not is_allowed(geometry, "viz.lesson.canvas")
    assert not is_allowed(geometry, "shapely")
    assert not is_allowed(geometry, "numba")
    assert not is_allowed(lesson, "lessons.minimum_translation")
    assert not is_allowed(lesson, "viz.desktop.session")
    assert not is_allowed(old, "lessons.minimum_translation")
    assert not is_allowed(player, "lessons")
    assert not is_allowed(player, "geometry.minkowski.gjk")
    assert not is_allowed(ROOT / "viz" / "desktop" / "session.py", "lessons")
    assert not is_allowed(ROOT / "viz" / "desktop" / "session.py", "geometry.sat.separating_axis")
    assert is_allowed(player, "geometry.shape")
    assert is_allowed(player, "geometry.minkowski.sum")
    assert is_allowed(old, "lessons.epa.words")
    assert is_allowed(lesson, "lessons.stories.gjk")


def test_the_top_level_is_what_was_agreed() -> None:
    ignored = {".git", ".venv", "build", "dist", "screenshots", "uv.lock"}
    seen = {p.name for p in ROOT.iterdir() if p.name not in ignored and not p.name.endswith(("_cache", ".egg-info"))}
    furniture = {"LICENSE", ".ci", ".gitignore", ".benchmarks", ".hypothesis", "__pycache__", ".coverage"}
    assert seen - furniture <= OURS | {"pyproject.toml", "README.md", "tests"}
