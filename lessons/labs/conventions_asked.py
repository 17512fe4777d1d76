"""What `conventions` asks: which numbers change with y down, and which way a normal told there moves B out."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial

import numpy as np

from geometry import Vector, separation
from geometry.conventions import Conventions
from geometry.engine.told import put_into
from lessons.labs.conventions_board import THERE, draw_told, numbers
from lessons.labs.conventions_scene import ASKED, Spoken, is_changed, number
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.prediction import Adjust, Place, Points, Remark, Verdict
from viz.lesson.screen import xy
from viz.lesson.text import coords, fixed

TURNED = math.radians(12.0)  # so far from the right direction an answer may be
NEAR = 0.25  # and so far from the right length, as a part of it
KINDS = {
    "vertex": "A point has a y.",
    "depth": "A length does not know up from down.",
    "angle": "Counter-clockwise becomes clockwise, so angles change their sign.",
    "spin": "Counter-clockwise becomes clockwise, so a spin changes its sign.",
    "distance": "Lengths do not know up from down.",
    "energy": "An energy is computed from squares: it has no sign to change.",
}
SAID = {"vertex": "the point $\\boldsymbol{b}_0$", "angle": "the angle $\\phi$", "spin": "the spin $\\omega$"}


def with_y(scene: Spoken) -> frozenset[str]:
    """The numbers that y down changes in this scene."""
    down = put_into(scene.here, Conventions(y_down=True))
    return frozenset(name for name in ASKED if is_changed(name, scene.here, down))


def which_change() -> Adjust:
    text = "The other engine counts **y down**. In the table below, click every number that changes. Press check."
    return Adjust(text, _judge_marks, lambda scene: replace(scene, marked=tuple(sorted(with_y(scene)))), "marked")


def _judge_marks(scene: Spoken) -> Verdict:
    right, marked = with_y(scene), frozenset(scene.marked)
    missed = [name for name in ASKED if name in right - marked]
    extra = [name for name in ASKED if name in marked - right]
    if not missed and not extra:
        why = "Every y and every rotation changes its sign. A length has no sign to change."
        return Verdict(True, why, draw=partial(_tell, scene))
    if extra:
        why = f"{_said(extra[0])} stays. {KINDS[extra[0]]}"
        return Verdict(False, why, f"{len(extra)} too many", draw=partial(_cross, extra, True))
    why = f"{_said(missed[0])} changes too (pink). {KINDS[missed[0]]}"
    if not marked:
        why = "Choose at least one number."
        return Verdict(False, why, "Nothing chosen", counts=False)
    return Verdict(False, why, "Some are missing", draw=partial(_cross, missed[:1], False))


def _said(name: str) -> str:
    words = SAID.get(name, name)
    return words[:1].upper() + words[1:]


def _cross(names: list[str], is_wrong: bool, canvas: Canvas, pane: str) -> None:
    """The cells that are missing, or wrong: with a cross."""
    if pane == "board":
        for cell in numbers():
            if cell.name in names:
                canvas.stroke(cell.outline, Ink.FAULTY, closed=True, line=Line.FEATURE)
                if is_wrong:
                    marks.cross(canvas, (cell.left + cell.width / 2.0, -THERE), "", Ink.FAULTY)


def _tell(scene: Spoken, canvas: Canvas, pane: str) -> None:
    """The numbers with y down, those that change in white: what was asked for."""
    if pane == "board":
        down, changed = put_into(scene.here, Conventions(y_down=True)), with_y(scene)
        for cell in numbers():
            if cell.name in ASKED:
                ink = Ink.ANSWER if cell.name in changed else Ink.QUIET
                draw_told(canvas, cell, number(cell.name, getattr(down, cell.name)), ink)


def way_out(scene: Spoken) -> Place | None:
    """Which way, and how far, B moves out, from the normal and depth that are told there."""
    there, here = scene.conventions, scene.here
    if here.depth < 0.1:
        return None
    told, b = put_into(here, there), scene.shapes[1].centroid
    side = np.array((-here.normal[1], here.normal[0]))
    y, turn = ("y down" if there.y_down else "y up"), ("B to A" if there.normal_b_to_a else "A to B")
    there_told = rf"There ({y}, {turn}): $\hat n$ = {coords(told.normal)}."
    text = f"{there_told} Drag B's centre parallel to it until B just touches A."
    right = b + here.depth * here.normal
    return Place(
        text,
        partial(_judge_way, scene),
        start=(xy(b + 0.6 * side),),
        right=(xy(right),),
        pane="here",
        names=("centre",),
        draw=partial(_draw_start, scene),
    )


def _judge_way(scene: Spoken, points: Points) -> Verdict:
    here, there, b = scene.here, scene.conventions, scene.shapes[1]
    move = np.asarray(points[0]) - b.centroid
    size, n = math.hypot(*move), here.normal
    draw = partial(_draw_move, scene, move)
    left = separation(scene.shapes[0], b.moved(move))
    along = math.acos(max(-1.0, min(1.0, float(move @ n) / size))) if size > 0.0 else math.pi
    if along <= TURNED and abs(size / here.depth - 1.0) <= NEAR:
        why = (
            f"In our numbers $\\hat n$ is {coords(n)}, from A to B. Moved by depth times $\\hat n$, B just touches A."
        )
        return Verdict(
            True,
            why,
            remarks=(Remark(xy(b.centroid + here.depth * n), "just touching", True),),
            draw=partial(_draw_move, scene, here.depth * n),
        )
    if along <= TURNED:
        why = (
            f"The direction is right. The length is the depth, {fixed(here.depth)}; this move is {fixed(size)} long."
        )
        return Verdict(False, why, "Another length", (Remark(xy(points[0]), f"length {fixed(size)}"),), draw=draw)
    if math.pi - along <= TURNED:
        why = "That is from B to A: it pushes B deeper. B leaves A in the direction from A to B."
        return Verdict(False, why, "The opposite way", (Remark(xy(points[0]), "deeper"),), draw=draw)
    told = "B still overlaps A" if left < -1e-6 else "B is out, but by a longer way"
    turned = ["y down changed the sign of its y"] if there.y_down else []
    turned += ["B to A changed both signs"] if there.normal_b_to_a else []
    why = rf"Write $\hat n$ in our convention first: {', '.join(turned)}." if turned else r"Move B along $\hat n$."
    why = f"{told}. {why}"
    return Verdict(False, why, "Another direction", (Remark(xy(points[0]), r"not along $\hat n$"),), draw=draw)


def _draw_start(scene: Spoken, canvas: Canvas, pane: str) -> None:
    if pane == "here":
        canvas.dot(scene.shapes[1].centroid, Ink.INTERFACE)


def _draw_move(scene: Spoken, move: Vector, canvas: Canvas, pane: str) -> None:
    """The move as an arrow, and B where it leads."""
    if pane == "here":
        b = scene.shapes[1]
        right = math.hypot(*(move - scene.here.depth * scene.here.normal)) < 1e-9
        ink = Ink.ANSWER if right else Ink.FAULTY
        marks.ghost(canvas, b.moved(move), ink, Line.DOTTED)
        if math.hypot(*move) > 0.0:
            canvas.arrow(b.centroid, b.centroid + move, ink, line=Line.FEATURE)
