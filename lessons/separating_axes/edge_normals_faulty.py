"""What edge normals says of each faulty rule once its normal is used: the rule, its formula, what a push by it does,
and a scene to construct in which it does no harm."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from geometry.sat.edge_normals import Compared, Normalised
from geometry.vector import following
from lessons.separating_axes.edge_normals_pushes import (
    FROM_CENTRE,
    deepest_along,
    misses,
    points_inward,
    still_deep,
)
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Challenge
from viz.lesson.text import coords, fixed, tint

NEAR = math.radians(2.0)  # of the normal: where a ray from the centroid may lie for the goal
LENGTH = r"\lVert\boldsymbol e_i\rVert"
UNCHECKED_FORMULA = rf"\faulty{{-\hat n_i}}=\mathrm{{right}}(\boldsymbol e_i)\,/\,{LENGTH}"
RAY_FORMULA = r"\faulty{\text{ray}_i}=\tfrac12(\A{\boldsymbol a_i}+\A{\boldsymbol a_{i+1}})-\faulty{\text{centroid}}"
UNCHECKED = (
    "**Winding not checked**: right(e) is taken for outward on every edge. This list runs clockwise: every normal "
    "that is taken points into A."
)
ALONG_RAY = (
    "**From the centre**: the ray from the centroid through the middle of the edge is taken for the normal. It is "
    "not perpendicular to the edge."
)


def faulty_page(page: Page, moment: Moment[Any]) -> Page:
    """The page of a normal, or of a push, as the rule that fails here has it; else as it is."""
    if misses(moment):
        page = replace(page, idea=ALONG_RAY, formula=RAY_FORMULA)
        return page.says(_along_ray(moment)) if isinstance(moment.step, Compared) else page
    if not points_inward(moment):
        return page
    page = replace(page, idea=UNCHECKED, formula=UNCHECKED_FORMULA)
    scene, taken = moment.scene, moment.faulty.normals[moment.scene.chosen]
    (x, y), e = taken.tolist(), scene.e
    claim = Claim("right", lambda: taken, lambda: (e[1] / math.hypot(*e), -e[0] / math.hypot(*e)))
    if isinstance(moment.step, Normalised):
        told = tint(coords((x, y)), Ink.FAULTY)
        return page.says(f"right(e) divided by {fixed(moment.step.length)} is {told}: it points into A.").claiming(
            claim
        )
    right, wrong = -moment.step.front, -moment.step.front_inward
    at, other = (deepest_along(scene.box.points, way) for way in (taken, -taken))
    told = tint(f"**{fixed(wrong)}**", Ink.FAULTY)
    says = rf"Along $-\hat n$ the depth is {told} ($\boldsymbol{{b}}_{at}$): that push moves B into A. "
    says += rf"Along $\hat n$ it is only **{fixed(right)}** ($\boldsymbol{{b}}_{other}$)."
    return page.says(says).claiming(claim)


def _along_ray(moment: Moment[Any]) -> str:
    depth, left = fixed(-moment.step.front), tint(f"**{fixed(still_deep(moment))}**", Ink.FAULTY)
    return (
        f"Pushed **{depth}** along the ray, B is still {left} deep. Pushed as far along $\\hat n$, it just touches A."
    )


def ray_goal(moment: Moment[Any]) -> Challenge | None:
    """Of the rule from the centre: a triangle of which it is right at the chosen edge."""
    scene = moment.scene
    if moment.compare != FROM_CENTRE or len(scene.listed) != 3:
        return None
    edge, error = scene.chosen, float(moment.faulty.errors[scene.chosen])
    third = (edge + 2) % 3
    length = math.dist(scene.listed[edge], following(scene.listed)[edge])
    return Challenge(
        f"Drag a vertex until the ray from the centroid is perpendicular to edge {edge}.",
        error < NEAR and length > 0.5,
        f"{fixed(math.degrees(error), 0)}° off",
        f"Vertex {third} has to be as far from vertex {edge} as from vertex {(edge + 1) % 3}.",
    )
