"""What a linear cast is told with: the stages' ideas and formulas, and names of faces."""

from __future__ import annotations

from typing import Any

from geometry import Miss
from lessons.stories.outlines import parts

V, N = r"\examined{\boldsymbol{v}}", r"\examined{\hat n}"
_TOUCHED = r"\boldsymbol 0\in \A{A}-\B{B}"

IDEAS = {
    "Difference": (
        "We want the time at which A and B touch: **A − B** then contains the origin. Neither turns, so A − B keeps "
        rf"its shape. It moves with ${V}$ = $\A{{\boldsymbol{{v}}_A}}-\B{{\boldsymbol{{v}}_B}}$."
    ),
    "Origin moves": (
        rf"Hold A − B still instead. Then the **origin** moves, by $-{V}$. Two moving bodies have become one moving "
        "point: a **linear cast**."
    ),
    "Start": (
        "If A − B contains the origin at the start, A and B are in contact: $t$ = 0. If not, the gap between A and B "
        "is the distance of the origin from A − B."
    ),
    "Front faces": (
        "The origin enters only through a **front face**, against its normal. The signed height $h$ over the face’s "
        "line, divided by the closing speed, gives $t$."
    ),
    "Entry face": (
        "In front of any face, the origin is outside. So the line crossed **last** decides. If it is crossed on its "
        "face, that is the **entry face**, $k$, and $t_k$ the **time of impact (TOI)**."
    ),
    "Passing": (
        "The line crossed **last** is crossed beyond its face’s ends. There the origin is in front of a back "
        "face. It moves away from that face, so it never enters A − B."
    ),
    "Corners": (
        "The radii grow A − B by R: its corners become arcs. Where no face is entered between its ends, the circles "
        "around the corners decide: the first is met."
    ),
    "Round": (
        "The origin entered an arc of A − B: a round corner of A meets one of B. The contact normal "
        rf"${N}$ points from the arc’s centre to where it entered."
    ),
    "Result": (
        "The entry face, $k$, comes from an edge of one shape. That edge meets a vertex of the other. The face’s "
        rf"normal is the contact normal ${N}$, from A to B."
    ),
}
FORMULAS = {
    "Difference": rf"\A{{A}}\cap\B{{B}}\ne\emptyset\iff {_TOUCHED}",
    "Origin moves": rf"\answer{{x}}(t)=-t\,{V},\qquad {V}=\A{{\boldsymbol{{v}}_A}}-\B{{\boldsymbol{{v}}_B}}",
    "Start": r"\gap{s}=\mathrm{dist}(\boldsymbol 0,\ \A{A}-\B{B})",
    "Contact": rf"{_TOUCHED}\quad\Rightarrow\quad t=0",
    "Front faces": rf"t_i=\frac{{\gap{{h_i}}}}{{{V}\cdot{N}_i}}\qquad\text{{where }}{V}\cdot{N}_i>0",
    "Entry face": r"t=t_k=\max_i\, t_i,\qquad 0\le t\le 1,\qquad \answer{x}(t)\in\text{face }k",
    "Passing": r"\answer{x}(\max_i\, t_i)\ \notin\ \text{the face crossed last}",
    "Corners": r"\lVert \answer{x}(t)-\boldsymbol w_i\rVert=R",
    "Missed": r"\max_i\, t_i\quad\text{over the front faces}",
    "Result": rf"t=t_k=\max_i\, t_i,\qquad {N}={N}_k",
}
WHY = {
    Miss.NO_MOTION: "Seen from B, A does not move: no impact.",
    Miss.RECEDING: "A − B has a line in front of which the origin stays: no impact.",
    Miss.TOO_FAR: "The origin has not reached A − B at $t$ = 1: no impact before the motion ends.",
    Miss.PASSING: "The origin passes A − B: no impact.",
}


def face_name(scene: Any, face: int) -> str:
    """Of a face of A − B: "B2", after the edge that it comes from; "A2 + B0" of a merged one."""
    return " + ".join(part.name for part in parts(scene.figure.edges[face], scene.a.world.points))
