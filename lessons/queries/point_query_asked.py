"""What the point query asks: from outside where the nearest point changes, from inside the edge that is nearest."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from geometry import point_query
from geometry.feature import FeatureKind, FeatureRef
from lessons.queries.point_query_figure import edges_of
from lessons.queries.scenes import P, named
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Click, Place, Points, Prediction, Remark, Verdict
from viz.lesson.screen import xy
from viz.lesson.text import fixed

_P = rf"$\examined{{{P}}}$"
NEAR = 0.1  # world length that an answer may be off
START = 0.08  # of the path: clear of p, which has a handle of its own


def question(moment: Moment[Any], stage: str) -> Prediction | None:
    scene = moment.scene
    if moment.compare or moment.parent is not None or scene.r:
        return None
    if stage == "Clamp":
        return _click(moment) if scene.found.in_core else _border(moment)
    return _jump(moment) if stage == "Inside?" else None


def _border(moment: Moment[Any]) -> Place | None:
    """On a way around a vertex: where is the vertex nearest for the first time, or for the last?"""
    scene, found = moment.scene, moment.scene.found
    a, p, q = scene.a.world, scene.p, found.foot
    count = len(a.points)
    if found.separation <= 4.0 * NEAR or count < 3:
        return None
    is_edge, i = not found.feature.is_vertex, found.feature.index
    far_end = math.dist(q, a.points[i]) > math.dist(q, a.points[(i + 1) % count])
    k = (i + far_end) % count if is_edge else i  # the vertex that p goes around
    edge = i if is_edge else k  # the edge at whose border it is asked
    other = (k if edge != k else k - 1) % count
    v, n, reach = a.points[k], a.normals[edge], math.dist(p, a.points[k])
    if is_edge:
        goal = v + 1.15 * reach * a.normals[other]
    else:
        goal = v + reach * n + 0.6 * reach * (a.points[(k + 1) % count] - v) / math.dist(a.points[(k + 1) % count], v)
    t = (n[1], -n[0])  # along the edge
    before, after = float((p - v) @ t), float((goal - v) @ t)
    if before * after >= 0.0:
        return None
    right = p + before / (before - after) * (goal - p)
    u, w = a.points[edge], a.points[(edge + 1) % count]

    def judge(points: Points) -> Verdict:
        at = np.array(points[0])
        here = point_query(a, at)
        f = float((at - u) @ (w - u) / ((w - u) @ (w - u)))
        is_right = math.dist(at, right) <= NEAR
        draw = partial(_nearest, here.closest, at, v, n, is_right)
        place = Remark(points[0], f"$f$ = {fixed(f)} on edge {edge}", is_right)
        if is_right:
            because = f"The border, dashed: on one side the foot point is on edge {edge}, on the other the clamp "
            return Verdict(True, because + f"gives v{k}.", remarks=(place,), draw=draw)
        if here.feature.is_vertex and here.feature.index == k:
            because = (
                f"$f$ = {fixed(f)} on edge {edge}: the foot point is beyond v{k}, so the clamp gives v{k} already."
            )
            return Verdict(False, because, f"v{k} is nearest", (place,), draw=draw)
        if not here.feature.is_vertex and here.feature.index == edge:
            because = f"$f$ = {fixed(f)} on edge {edge}: the foot point is still between its ends, nearer than v{k}."
            return Verdict(False, because, f"Edge {edge} is nearest", (place,), draw=draw)
        because = f"Here {named(here.feature)} is nearest already: v{k} was nearest between both edges."
        return Verdict(False, because, f"{named(here.feature).capitalize()} is nearest", (place,), draw=draw)

    one, two = (f"edge {edge}", f"v{k}") if is_edge else (f"v{k}", f"edge {edge}")
    leaves = f"leaves {one} and stays at {two}" if is_edge else f"leaves {one} and moves onto {two}"
    text = f"Drag {_P} along the dashed path to where the nearest point of A {leaves}."
    path = (xy(p), xy(goal))
    return Place(
        text, judge, (xy(p + START * (goal - p)),), (xy(right),), "world", (path,), draw=partial(_way_around, path)
    )


def _jump(moment: Moment[Any]) -> Place | None:
    """On the way from p through the nearest edge into A: where another edge becomes the nearest."""
    scene, found = moment.scene, moment.scene.found
    a, q, i = scene.a.world, found.foot, found.feature.index
    if found.in_core or found.feature.is_vertex or len(a.points) < 3:
        return None
    n = a.normals
    depths, turns = ((a.points - q) * n).sum(axis=1), 1.0 - n @ n[i]
    deep, other = min((round(float(depths[k] / turns[k]), 9), k) for k in range(len(n)) if k != i)
    if deep < 4.0 * NEAR:
        return None
    far = min(float(depths[k] / (turns[k] - 1.0)) for k in range(len(n)) if turns[k] > 1.0)  # where the way leaves A
    start, right, end = (q - t * n[i] for t in (0.15 * deep, deep, min(1.7 * deep, 0.5 * (deep + far))))

    def judge(points: Points) -> Verdict:
        at = np.array(points[0])
        here = -((at - a.points) * n).sum(axis=1)
        is_right = math.dist(at, right) <= NEAR
        nearest, next_one = np.argsort(here.round(9), kind="stable")[:2]
        draw = partial(_around, right if is_right else at, float(here.min()), is_right)
        low, high = sorted((i, other))
        words = f"edges {low} and {high} equally near" if is_right else f"only edge {nearest} touched"
        place = Remark(points[0], words, is_right)
        if is_right:
            because = f"The circle touches edges {low} and {high}: both are equally near here, on the medial axis."
            return Verdict(True, because, remarks=(place,), draw=draw)
        far, further = fixed(here[nearest]), fixed(here[next_one])
        told = f"Here edge {nearest} is {far} away, the next one, edge {next_one}, {further}"
        head = f"Edge {i} is nearest" if nearest == i else f"Edge {nearest} is nearest already"
        return Verdict(False, f"{told}.", head, (place,), draw=draw)

    text = f"Drag {_P} on into A to where its nearest point jumps from edge {i} to another edge."
    path = (xy(start), xy(end))
    return Place(text, judge, (xy(start),), (xy(right),), "world", (path,), draw=partial(_way_around, path))


def _around(center: Any, r: float, is_right: bool, canvas: Canvas, pane: str) -> None:
    """The largest circle around a place that stays in A: where it touches A, the outline is nearest."""
    ink, line = (Ink.ANSWER, Line.CURVE) if is_right else (Ink.FAULTY, Line.DOTTED)
    marks.circle(canvas, center, r, ink, line)


def _way_around(path: Points, canvas: Canvas, pane: str) -> None:
    start, end = path
    canvas.arrow(start, end, Ink.INTERFACE, line=Line.DASHED)


def _nearest(q: Any, at: Any, v: Any, n: Any, is_right: bool, canvas: Canvas, pane: str) -> None:
    """The nearest point of where the ring is; of the right place the border that it lies on."""
    canvas.stroke((q, at), Ink.ANSWER if is_right else Ink.FAULTY, line=Line.MEASURE if is_right else Line.DOTTED)
    if is_right:
        canvas.unbounded(v, n, Ink.ANSWER, line=Line.DASHED, one_sided=True)


def _click(moment: Moment[Any]) -> Click | None:
    scene, whole = moment.scene, edges_of(moment)
    depths = {FeatureRef("A", FeatureKind.EDGE, each.projected.edge): -each.projected.height for each in whole}
    least = min(depths.values())
    right = frozenset(edge for edge, depth in depths.items() if depth <= least + 1e-9)
    others = [depth for edge, depth in depths.items() if edge not in right]

    def judge(given: FeatureRef | str) -> Verdict:
        if given not in depths:
            return Verdict(
                False,
                "A vertex is never nearer than its two edges.",
                "Click an edge",
            )
        draw = partial(_way, scene, given.index, depths[given], given in right)
        if given in right:
            because = (
                f"{_P} is only {fixed(least)} behind it. The next one is {fixed(min(others, default=least))} away."
            )
            return Verdict(True, because, draw=draw, features=right)
        because = f"The line of edge {given.index} is {fixed(depths[given])} away. Another edge is nearer."
        return Verdict(False, because, "A longer translation", draw=draw)

    return Click(
        f"{_P} is inside A. Across which edge is the shortest translation that takes it out? Click it.", judge, right
    )


def _way(scene: Any, i: int, depth: float, is_right: bool, canvas: Canvas, pane: str) -> None:
    """The way out through an edge."""
    ink = Ink.ANSWER if is_right else Ink.FAULTY
    end = scene.p + depth * scene.core.normals[i]
    canvas.arrow(scene.p, end, ink, line=Line.MEASURE)
    canvas.label(fixed(depth), end, ink, toward=scene.core.normals[i])
    if not is_right:
        marks.cross(canvas, end, "", Ink.FAULTY)
