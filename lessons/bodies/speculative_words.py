"""The words and formulas of the lesson on speculative contacts."""

from __future__ import annotations

from lessons.bodies.speculative_now import CLOSING, END, GAP, IMPULSE, NEXT

STAGES = ("Gap", "Closing", "Impulse", "Frame end", "Next frame")
IDEAS = (
    r"In one frame a fast ball can pass through a wall (**tunnelling**). A **speculative contact** is made before "
    r"the bodies touch: when the gap $\gap{s}$ is at most the **margin**.",
    r"A ball approaches by $-v_n\,\Delta t$ in a frame: $v_n=v\cdot\examined{\hat n}$. The **plane** through $p_A$ "
    r"is perpendicular to $\examined{\hat n}$. The part of the approach beyond the plane is the "
    r"**excess** $\overlap{x}$.",
    r"The impulse takes back the excess alone, along $\examined{\hat n}$: $\answer{j}\,\Delta t/m=\overlap{x}$. The "
    "velocity that is left brings the ball just to the plane at the end of the frame.",
    "A ball with an excess ends at the plane. Where the surface bends away from the plane, a ball with a free path "
    "can be deflected: a **ghost collision**.",
    "A touching contact stops the rest of $v_n$: start → after frame 1 → after frame 2. A ball that reached only the "
    "plane, not the surface, flies on.",
)
MORE = {  # what a scene adds
    ("margin", GAP): "A contact is made only at the start of a frame. A ball that is farther away than the margin "
    "then has no contact, and can pass through the wall.",
    (
        "margin",
        END,
    ): r"A safe margin is the distance of one frame, $\lVert v\rVert\,\Delta t$: a ball that reaches the wall in "
    "this frame lies within it. A larger one only finds more ghost collisions.",
    ("margin", NEXT): "A missed hit is not repaired: a ball that is beyond the wall in the next frame flies on. That "
    "is **tunnelling**.",
    ("bounce", GAP): "Both plates have **restitution** $e$ = 1: a ball should leave as fast as it came. Compare a "
    "frame that begins with a gap and one that begins with a touch.",
    ("bounce", IMPULSE): "Restitution reverses the speed at a contact that touches. A speculative contact "
    r"only slows the ball, to $v_n' = -\gap{s}/\Delta t$: no bounce yet.",
    ("bounce", END): "A ball that touches within the frame should turn around at once. A speculative contact only "
    "lets it arrive: it is late.",
    (
        "bounce",
        NEXT,
    ): "This rule reverses only the speed that was left. Box2D applies restitution after its substeps, to the "
    "speed of arrival: the bounce is kept, but is late.",
    ("landing", GAP): "Both balls meet a flat surface at a slant, without friction. Another rule stops a ball at its "
    "**time of impact**: compare where each rule leaves it.",
    ("landing", IMPULSE): r"Only the part along $\examined{\hat n}$ is cut. Along the surface the ball keeps its "
    "speed, and moves on for the whole frame.",
    ("landing", END): "To stop at the **time of impact** never hits a ghost, but the rest of the frame is lost.",
    ("landing", NEXT): "**Rest of frame lost**: a ball stopped at its time of impact waits there until the next "
    "frame. From then on it slides behind its exact place.",
    ("shorter", GAP): "Ball 1 is simulated in frames of 1/60 s, ball 2 in frames of 1/240 s. The contacts are found "
    "anew in each of them: ball 2 costs four times the work.",
    (
        "shorter",
        CLOSING,
    ): r"Ball 2 has frames a quarter as long, so it closes a quarter as much in each. Only what is "
    r"more than $\gap{s}$ is taken away.",
    ("shorter", END): "**Substeps** that keep the contacts of the frame (Box2D) end where ball 1 is: they keep the "
    "ghost collision. Only contacts that are found anew let ball 2 pass.",
    (
        "shorter",
        NEXT,
    ): r"In short frames $\examined{\hat n}$ turns with the ball. Here the ball always closes less than "
    "its gap. Nearer to the corner it would be deflected too, but later and by less.",
    ("ignored", GAP): r"The impulse must know the gap $\gap{s}$ of its contact. The faulty rule compared here leaves "
    "it out, as if the bodies touched already.",
    (
        "ignored",
        IMPULSE,
    ): r"The normal velocity after the impulse is $v_n' = -\gap{s}/\Delta t$. Without this term it "
    "is 0, and the ball stops at a distance.",
    ("ignored", END): "A ball that is stopped at a distance stands, or slides, off a surface that it never reached.",
    (
        "ignored",
        NEXT,
    ): "**Gap ignored**: frame 1 removed all of $v_n$, so a ball stays off its wall, or moves on above its "
    "floor. A gap within the margin is never closed.",
}
DEFLECTED = (  # of short frames of which one has an excess, or a touch
    r"In short frames $\examined{\hat n}$ turns with the ball. Here ball 2 closes more than its gap in one of them: "
    "that contact gives it an impulse."
)
FORMULAS = (
    r"\gap{s}=(p_B-p_A)\cdot\examined{\hat n}",
    r"\overlap{x}=\max\left(0,\,-v_n\,\Delta t-\gap{s}\right)",
    r"\answer{j}=m\,\max\left(0,\,-v_n-\gap{s}/\Delta t\right)",
    r"\gap{s}+v_n'\,\Delta t\ge 0\quad(=0\ \mathrm{if}\ \answer{j}>0)",
    "",
)
POINTS = (
    r"The closest points are $p_A$ of the obstacle and $p_B$ of the ball; $\examined{\hat n}$ is the unit vector "
    r"from $p_A$ to $p_B$."
)
TOUCHING = r"v_n'=-e\,v_n\quad(\gap{s}\le 0)"
