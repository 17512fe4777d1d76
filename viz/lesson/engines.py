"""Engines whose conventions are known: each switch with where that is known from, a run or the engine's own text.

What is in no engine's row was not checked, and is shown as ours. Runs: Box2D 2.3.10 and pymunk 7.3.1 (in the tests),
Matter.js 0.20.0 (once, by hand: `Collision.collides`, `Vertices.area`, `Bodies.fromVertices`, gravity of an engine),
Rapier for JavaScript 0.14.0 (once, by hand: `contactShape` and `intersectsShape` at gap 0, `convexHull`'s vertices).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields

from geometry.conventions import Conventions

SWITCHES: Mapping[str, tuple[str, str, str]] = {  # name, off, on
    "y_down": ("y axis", "up", "down"),
    "clockwise": ("winding", "counter-clockwise", "clockwise"),
    "normal_b_to_a": ("normal", "A to B", "B to A"),
    "b_minus_a": ("difference", "A − B", "B − A"),
    "depth_negative": ("depth", "positive", "negative"),
    "touching_is_apart": ("touching", "is contact", "no contact"),
}


@dataclass(frozen=True, slots=True)
class Engine:
    """A row of the presets."""

    name: str
    conventions: Conventions
    known: Mapping[str, str]  # of each switch that was checked: where from
    title: str = ""  # in full, with the version that was run
    free: tuple[str, ...] = ()  # the switches that it leaves to the program that uses it
    fields: Mapping[str, str] = field(default_factory=dict)  # its own names of the numbers of `Told`, in the world
    skins: float = 0.0  # of a pair of polygons together, which its separations count as theirs


def _engine(
    name: str,
    source: str,
    *on: str,
    off: tuple[str, ...] = (),
    title: str = "",
    free: tuple[str, ...] = (),
    names: Mapping[str, str] | None = None,
    skins: float = 0.0,
    **sources: str,
) -> Engine:
    """All switches that are known, from one source, or from their own ones."""
    known = {switch: sources.get(switch, source) for switch in (*on, *off)}
    return Engine(name, Conventions(**dict.fromkeys(on, True)), known, title or name, free, names or {}, skins)


OURS = _engine("Separatrix", "computed here", off=tuple(SWITCHES))
ENGINES: Mapping[str, Engine] = {
    engine.name: engine
    for engine in (
        OURS,
        _engine(
            "Box2D",
            "run of pybox2d 2.3.10",
            "b_minus_a",
            "depth_negative",
            off=("y_down", "clockwise", "normal_b_to_a", "touching_is_apart"),
            title="Box2D (pybox2d 2.3.10)",
            names={  # of b2Body, b2WorldManifold, b2SimplexVertex, b2Manifold (`m_vertices` are local)
                "vertex": "GetWorldPoint",
                "angle": "angle",
                "normal": "normal",
                "nearest": "w (internal)",
                "depth": "separations",
                "touching": "pointCount",
            },
            skins=0.02,  # twice b2_polygonRadius
            y_down="gravity (0, −10) in its manual",
            b_minus_a="w = wB − wA in b2_distance.cpp",
            depth_negative="separations of b2WorldManifold",
        ),
        _engine(
            "Chipmunk, pymunk",
            "run of pymunk 7.3.1",
            "b_minus_a",
            "depth_negative",
            off=("clockwise", "normal_b_to_a", "touching_is_apart"),
            title="pymunk 7.3.1",
            # `Space().gravity` is (0, 0). `get_vertices` has S > 0 in either case: with y down that is clockwise.
            free=("y_down",),
            names={  # of Body, Poly, ContactPointSet, ContactPoint; `ab` of MinkowskiPoint in cpCollision.c
                "vertex": "local_to_world",
                "angle": "angle",
                "area": "area",
                "normal": "normal",
                "nearest": "ab (internal)",
                "depth": "distance",
                "touching": "points",
            },
            b_minus_a="MinkowskiPointNew in cpCollision.c",
        ),
        _engine(
            "Matter.js",
            "run of 0.20.0",
            "y_down",
            "clockwise",
            "normal_b_to_a",
            "touching_is_apart",
            off=("depth_negative",),
            title="Matter.js 0.20.0",
            names={  # of Body, Vertices, Collision; it tests separating axes and forms no difference
                "vertex": "vertices",
                "angle": "angle",
                "area": "Vertices.area",
                "normal": "normal",
                "depth": "depth",
                "touching": "collided",
            },
        ),
        _engine(
            "Rapier",
            "run of rapier2d-compat 0.14.0",
            "depth_negative",
            off=("y_down", "clockwise", "normal_b_to_a", "b_minus_a", "touching_is_apart"),
            title="Rapier 0.14.0",
            names={  # of Collider, ShapeContact; `point` of CSOPoint in parry
                "vertex": "vertices (local)",
                "angle": "rotation",
                "normal": "normal1",
                "nearest": "point (internal)",
                "depth": "distance",
                "touching": "contactShape",
            },
            y_down="gravity (0, −9.81) in its guide",
            b_minus_a="point = orig1 - orig2 in parry's cso_point.rs",
        ),
        _engine(
            "For dummies",
            "listing of *Collision detection for dummies*",
            "b_minus_a",
            "depth_negative",
            title="“Collision detection for dummies”",
        ),
        _engine(
            "Shapes and collision",
            "listings of the article",
            "normal_b_to_a",
            "depth_negative",
            title="“Shapes and collision”",
        ),
        _engine("Screen, y down", "chosen", "y_down", off=tuple(name for name in SWITCHES if name != "y_down")),
    )
}


def engine_of(conventions: Conventions) -> str:
    """The first engine with these conventions; no name for none."""
    return next((each.name for each in ENGINES.values() if each.conventions == conventions), "")


def words_of(conventions: Conventions, *, only_changed: bool = False) -> list[str]:
    """What each switch says, in order: "y down", "B to A"; `only_changed`: of those that are not ours."""
    found = []
    for each in fields(Conventions):
        is_on = getattr(conventions, each.name)
        name, off, on = SWITCHES[each.name]
        if is_on or not only_changed:
            said = on if is_on else off
            found.append(said if each.name in _TELLING else f"{_SHORT.get(each.name, name)} {said}")
    return found


_TELLING = frozenset(("clockwise", "normal_b_to_a", "b_minus_a"))  # whose word says what it is about
_SHORT = {"y_down": "y"}
