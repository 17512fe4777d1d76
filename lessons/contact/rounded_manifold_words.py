"""The words and formulas of the contacts of rounded polygons."""

from __future__ import annotations

from geometry import Manifold
from geometry.contact.clipping import Clipped, PointKept
from geometry.contact.manifold_points import CornersMeasured
from geometry.contact.reference import EdgeMeasured, IncidentEdge
from geometry.sat.separating_axis import Owner
from lessons.contact.rounded_manifold_state import C, Q, VertexAxis

N = r"$\examined{\hat n}$"
STAGES = {
    EdgeMeasured: "Edge axes",
    IncidentEdge: "Both edges",
    CornersMeasured: "Which case?",
    VertexAxis: "Vertex axis",
    PointKept: "Clip",
    Clipped: "Height",
    Manifold: "Contacts",
}
IDEAS = {
    EdgeMeasured: (
        "A rounded polygon is an **inner polygon** plus a radius. Measure from each **inner edge** along its "
        "normal to the other inner polygon. Then subtract both radii."
    ),
    IncidentEdge: (
        f"The **reference edge** has the greatest separation, its normal is {N}. The edge whose normal points most "
        f"against {N} is the **incident edge**."
    ),
    CornersMeasured: (
        f"The inner polygons are apart. ${Q}$ is %s's vertex nearest to the edge's line. Nearest to ${Q}$: in the "
        "**edge region** a point between the ends, in a **corner region** an end%s."
    ),
    VertexAxis: (
        "Two corner circles are nearest to each other on the line through their centres: the **vertex-vertex axis** "
        f"from ${C}$ to ${Q}$. No edge axis shows a greater separation."
    ),
    PointKept: (
        "The edge case: **clip** the incident edge at the side planes of the reference edge. At "
        f"${Q}$ the outline is an arc: its deepest point counts, one radius behind ${Q}$."
    ),
    Clipped: (
        "Keep the points behind the reference edge, and those at most the margin $h_{\\max}$ in front. The height "
        "$h$ is the separation there."
    ),
    Manifold: (
        "Each point that the clip keeps makes a contact point. Its height $h$ is the "
        r"separation. The point $\answer{\boldsymbol{p}}$ lies midway between $\A{\boldsymbol{p}_A}$ and "
        r"$\B{\boldsymbol{p}_B}$."
    ),
}
CENTRES = {Owner.A: (rf"\A{{{C}}}", rf"\B{{{Q}}}"), Owner.B: (rf"\B{{{C}}}", rf"\A{{{Q}}}")}
LASTS = {owner: rf"s=\lVert {q}-{c}\rVert-(\A{{r_A}}+\B{{r_B}})" for owner, (c, q) in CENTRES.items()}
R_A, R_B = r"\A{r_A}", r"\B{r_B}"
MIDDLES = {
    owner: rf"\answer{{\boldsymbol{{p}}}}=\tfrac12\left({c}+{one}\,\hat n+{q}-{other}\,\hat n\right)"
    for (owner, (c, q)), (one, other) in zip(CENTRES.items(), ((R_A, R_B), (R_B, R_A)), strict=True)
}
FORMULAS = {
    EdgeMeasured: (
        r"s_i=\min_j\,(\%s{\boldsymbol q_j}-\examined{\boldsymbol u_i})\cdot\examined{\hat n_i}-(\A{r_A}+\B{r_B})"
    ),
    IncidentEdge: r"\mathrm{incident}=\operatorname{argmin}_j\ \hat m_j\cdot\examined{\hat n}",
    CornersMeasured: r"x_q<0\ \text{ or }\ x_q>L\ \Rightarrow\ \text{corner region}",
    VertexAxis: "",
    PointKept: "",
    Clipped: r"\overlap{h}\le\interface{h_{\max}}",
    Manifold: "",
}
DEEPEST = {
    owner: rf"\{owner.value}{{\boldsymbol p_{{\mathrm{{deep}}}}}}=\{owner.value}{{{Q}}}-{radius}\,\examined{{\hat n}}"
    for owner, radius in ((Owner.A, R_A), (Owner.B, R_B))
}
ENDS = {"A": r"\A{\boldsymbol p_A}", "B": r"\B{\boldsymbol p_B}"}  # on the outlines of A and B, at one height
HALFWAY = {
    owner: rf"\answer{{\boldsymbol p}}=\tfrac12({ENDS['A']}+{ENDS['B']}),\quad "
    rf"s=\overlap{{h}}=({clipped}-{foot})\cdot\examined{{\hat n}}"
    for owner, clipped, foot in ((Owner.A, ENDS["A"], ENDS["B"]), (Owner.B, ENDS["B"], ENDS["A"]))
}
EQUALLY_DEEP = (
    f"Both ends of the incident edge are equally deep: ${Q}$ is the end that is nearer to the reference edge. In a "
    f"**corner region** the nearest point of the inner edge is its end ${C}$."
)
OVERLAPPING = (
    "The inner polygons overlap, so no corner is nearest: **clip** the incident edge. At "
    f"${Q}$ the outline is an arc: its deepest point counts, one radius behind ${Q}$."
)
MIDDLE = "Two corner circles make **one** contact point. It lies on the vertex-vertex axis, midway between both arcs."
NO_CONTACT = (
    "The corner circles do not reach each other. The vertex-vertex axis shows a gap that no edge axis shows: the "
    "shapes are apart."
)
APART = {
    owner: rf"\lVert {q}-{c}\rVert>\A{{r_A}}+\B{{r_B}}\ \Rightarrow\ \text{{no contact}}"
    for owner, (c, q) in CENTRES.items()
}
GAP = (
    "An edge axis shows a gap that is wider than both radii. So the shapes are apart, and no further step is needed."
)
