"""What each step of a query, an insertion, a move or a cast through an AABB tree tells."""

from __future__ import annotations

from typing import Any

from geometry.broadphase.aabb_tree_node import (
    Descended,
    LeafPut,
    LeafTaken,
    NodeTested,
    Refitted,
    Rotated,
    StayedInside,
)
from geometry.broadphase.boxes import Box, contains, fattened, joined, overlap, perimeter
from geometry.broadphase.structure import Candidates, FirstHit
from lessons.broadphase.aabb_tree_asked import (
    count_question,
    hit_question,
    margin_question,
    missed_question,
    neighbour_question,
)
from lessons.broadphase.aabb_tree_figure import draw_world, outside, shared, tree_of
from lessons.broadphase.aabb_tree_state import CAST, INSERT, Treed
from lessons.broadphase.boxes import sides_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.page import Claim, Page
from viz.lesson.story import Story
from viz.lesson.text import equation, fixed, sentence, tint

CHAIN, STALE, THIN = "no rotations", "ancestors not refitted", "radius forgotten in the cast"

ROOT = (
    "An **AABB tree** is a **bounding volume hierarchy**: a **leaf** holds the box of a shape, an inner node the box "
    "around its two children. What misses a box misses all in it."
)
TEST = (
    "Q and a node's box overlap by $w$ along x and, likewise, $h$ along y. If one is negative, there is a **gap**: "
    "skip the whole subtree. Otherwise test both children."
)
COUNT = (
    "Only the root and the children of the nodes that overlap Q are tested. Without the tree it would be all $n$ "
    "boxes."
)
LOSES = (
    "Q overlaps more than half of the inner boxes, so few subtrees are skipped. To test all $n$ boxes one by one "
    "would take fewer tests."
)
DESCEND = (
    "The cost of a box is its **perimeter** $p$; Δ is its growth if it takes in the new leaf. Go to the cheaper "
    "child, or stop where a new parent costs less."
)
PUT = (
    "The leaf and its sibling get a common **parent**. The walk is greedy: it never goes back, so a better place "
    "may be missed."
)
REFIT = "**Refit**: from the new parent up to the root, each box becomes the box around its two children again."
ROTATE = (
    "**Rotation**: a grandchild and its uncle (its parent's sibling) change places if that shrinks the box of the "
    "grandchild's parent."
)
FAT = (
    "A **fat box** is a leaf's box with a **margin** $m$ on each side. While the shape's own box stays inside, the "
    "tree need not change."
)
GROWN = (
    "The disc's box meets a box when the disc's centre enters that box grown by $r$. Go on if that is no later than "
    "the best hit so far."
)
HIT = (
    "Nearer children come first; a hit skips what is entered later. Here a box counts as a hit; an engine lets the "
    "narrowphase confirm it first."
)
FAULTS = {
    CHAIN: "**No rotations**: the order of insertion alone shapes the tree. Sorted boxes, as on a "
    "staircase, make a long chain to walk down.",
    STALE: "**Ancestors not refitted**: the leaf moves and the boxes above it do not. A query that misses these "
    "never gets to the leaf.",
    THIN: "**Radius forgotten**: only the centre is cast, against boxes that have not grown. It passes boxes that "
    "the disc meets.",
}
ENTERED = r"\mathrm{grown}=[x_{\min}-r,\ x_{\max}+r]\times[y_{\min}-r,\ y_{\max}+r]"
OVERLAP = r"w=\min(x_{\max}^{},\,x_{\max}^{Q})-\max(x_{\min}^{},\,x_{\min}^{Q})"
STAGES: dict[type, str] = {
    Candidates: "Answer",
    FirstHit: "Answer",
    Descended: "Where to",
    LeafPut: "New parent",
    Refitted: "Refit",
    Rotated: "Rotation",
    StayedInside: "Fat box",
    LeafTaken: "Fat box",
}


class TreeStory(Story):
    """One page a kind of step."""

    columns = ("level", "boxes", "tested", "overlap")

    def stage(self, moment: Moment[Treed]) -> str:
        if isinstance(moment.step, NodeTested):
            return "Root" if not moment.index else "Cast" if moment.scene.does == CAST else "Query"
        return STAGES[type(moment.step)]

    def page(self, moment: Moment[Treed]) -> Page:
        tell: dict[type, Any] = {
            NodeTested: self.entered if moment.scene.does == CAST else self.tested,
            Candidates: self.answer,
            FirstHit: self.hit,
            Descended: self.descended,
            LeafPut: self.put,
            Refitted: self.refitted,
            Rotated: self.rotated,
            StayedInside: self.moved,
            LeafTaken: self.moved,
        }
        page: Page = tell[type(moment.step)](moment, moment.step)
        if moment.compare and moment.faulty is not None and moment.is_last:
            return Page(page.stage, FAULTS[moment.compare], page.formula, page.claims, page.sentence, page.rows)
        return page

    def levels(self, moment: Moment[Treed], page: Page) -> Page:
        """A row of the table for each level that has been reached since the step before."""
        tree, visits = tree_of(moment), moment.scene.visits[: moment.step.tested]
        before = moment.trace[moment.index - 1].tested if moment.index else 0
        depths = [(tree.by_number[visit.node].depth, visit.meets) for visit in visits]
        for depth in sorted({depth for depth, _ in depths[before:]}):
            boxes = sum(node.depth == depth for node in tree.nodes)
            met = tint(f"{depths.count((depth, True))}", Ink.EXAMINED)
            tested = depths.count((depth, True)) + depths.count((depth, False))
            page = page.row(f"{depth}", f"{boxes}", f"{tested}", met, key=f"level {depth}")
        if isinstance(moment.step, Candidates | FirstHit):
            met = tint(f"{sum(meets for _, meets in depths)}", Ink.EXAMINED)
            page = page.row("all", f"{len(tree.nodes)}", f"{len(depths)}", met, key="all")
        return page

    def tested(self, moment: Moment[Treed], step: NodeTested) -> Page:
        scene, tree = moment.scene, tree_of(moment)
        own, name = scene.around_all(tree.below[step.node]), sentence(scene.called(tree, step.node))
        w, h = shared(sides_of(step.box), scene.asks)
        if not step.meets:
            side, value, count = "w" if w < h else "h", min(w, h), len(tree.below[step.node])
            what = f"all {count} shapes in it" if count > 1 else "it"
            says = f"{name}: ${side}$ = {fixed(value)} < 0, a gap between this box and Q. Skip {what}."
        else:
            end = tint("test both children", Ink.EXAMINED)
            if step.id is not None:
                end = tint(f"{scene.names[step.id]} is found", Ink.OVERLAP)
            much = f" by $w$ = {fixed(w)} and $h$ = {fixed(h)}" if moment.index and not scene.is_crowd else ""
            says = f"{name} and Q overlap{much}: {end}."
        formula = OVERLAP if moment.index else ""
        page = Page(self.stage(moment), TEST if moment.index else ROOT, formula).says(says)
        page = page.claiming(
            Claim("box", lambda: sides_of(step.box), lambda: own),
            Claim("meets", lambda: step.meets, lambda: min(shared(own, scene.asks)) >= 0.0),
        )
        if not moment.index and not moment.compare:
            asked = count_question(moment) if scene.is_crowd else missed_question(moment)
            page = page.asks(asked, "The query has tested the root only.")
        return self.levels(moment, page)

    def answer(self, moment: Moment[Treed], step: Candidates) -> Page:
        scene, tree = moment.scene, tree_of(moment)
        inner = sum(visit.meets and visit.id is None for visit in scene.visits)
        tested = tint(f"**{step.tested}**", Ink.EXAMINED)
        says = (
            f"2 · {inner} + 1 = {tested} of {len(tree.nodes)} nodes are tested: the root, and two children each of "
            f"$k$ = {inner} inner nodes."
        )
        loses = step.tested > scene.count
        formula = r"\examined{\mathrm{tested}}=2\,k+1" + (">n" if loses else "")
        page = Page(self.stage(moment), LOSES if loses else COUNT, formula).says(says)
        page = page.claiming(
            Claim("tested", lambda: step.tested, lambda: 2 * inner + 1),
            Claim(
                "found", lambda: step.ids, lambda: [i for i, b in enumerate(scene.boxes) if overlap(b, scene.asks)]
            ),
        )
        return self.levels(moment, page)

    def entered(self, moment: Moment[Treed], step: NodeTested) -> Page:
        """A cast's comparison with a node."""
        scene, tree = moment.scene, tree_of(moment)
        own, best = scene.around_all(tree.below[step.node]), _best(moment)
        name = f"{sentence(scene.called(tree, step.node))}, grown by {fixed(scene.radius)}"
        says = f"{name}: the centre does not enter it. Skip it and all below."
        if step.entry is not None:
            known = "no hit yet" if best is None else f"best hit so far {fixed(best)}"
            end = tint("the new best hit", Ink.OVERLAP) if step.id is not None else tint("go on", Ink.EXAMINED)
            says = f"{name}: entered at $t$ = {fixed(step.entry)}, {known}: {end if step.meets else 'skip'}."
        page = Page(self.stage(moment), GROWN, ENTERED)
        page = page.says(says).claiming(
            Claim("box", lambda: sides_of(step.box), lambda: own),
            Claim("entry", lambda: _or_two(step.entry), lambda: _or_two(_entry(scene, own)), 1e-6),
        )
        if not moment.index and not moment.compare:
            page = page.asks(hit_question(moment), "The cast has tested the root only.")
        return self.levels(moment, page)

    def hit(self, moment: Moment[Treed], step: FirstHit) -> Page:
        scene, tree = moment.scene, tree_of(moment)
        later = sum(visit.entry is not None and not visit.meets for visit in scene.visits)
        says = f"No box is met: {step.tested} of {len(tree.nodes)} nodes are tested."
        if step.id is not None and step.fraction is not None:
            name, skipped = tint(f"**{scene.names[step.id]}**", Ink.OVERLAP), f", {later} skipped as entered later"
            says = f"The box of {name} is met first, at $t$ = {fixed(step.fraction)}. "
            says += f"{step.tested} of {len(tree.nodes)} nodes are tested{skipped if later else ''}."
        page = Page(self.stage(moment), HIT, r"\answer{t}=\min_i\ t_i").says(says)
        first = [_or_two(_entry(scene, b)) for b in scene.boxes]
        page = page.claiming(Claim("first", lambda: _or_two(step.fraction), lambda: min(first), 1e-6))
        return self.levels(moment, page)

    def descended(self, moment: Moment[Treed], step: Descended) -> Page:
        scene, tree = moment.scene, tree_of(moment)
        children = [tree.by_number[number] for number in (step.left, step.right)]
        here = _growth(sides_of(step.box), scene.leaf)
        costs = (step.cost_left, step.cost_right)
        parts = [equation("{a} + {b} = {result}", lambda a, b: a + b, a=here, b=cost - here) for cost in costs]
        end = "Stop here" if step.chosen is None else f"Go {'left' if step.chosen == step.left else 'right'}"
        says = f"Left {parts[0]}, right {parts[1]}, a new parent here {fixed(step.cost_here)}. "
        says += f"{tint(end, Ink.EXAMINED)}."
        kinds = sorted({child.body is not None for child in children})
        new, node, child = (rf"\mathrm{{{word}}}" for word in (scene.names[-1], "node", "child"))
        terms = [rf"\Delta({node})+\Delta({child})", rf"\Delta({node})+p({child}\cup {new})"]
        stop = [rf"\mathrm{{stop}}:\ p({node}\cup {new})"] if len(kinds) == 1 else []
        formula = r"\qquad ".join([*(terms[k] for k in kinds), *stop])

        def cost(child: Any) -> float:
            box = sides_of(child.box)
            return here + (perimeter(joined(box, scene.leaf)) if child.body is not None else _growth(box, scene.leaf))

        page = Page(self.stage(moment), DESCEND, formula).says(says)
        page = page.claiming(
            Claim("costs", lambda: costs, lambda: [cost(child) for child in children]),
            Claim("here", lambda: step.cost_here, lambda: perimeter(joined(sides_of(step.box), scene.leaf))),
        )
        if moment.index or moment.compare or scene.does != INSERT:
            return page
        return page.asks(neighbour_question(moment), f"{scene.names[-1]} is not in the tree yet.")

    def put(self, moment: Moment[Treed], step: LeafPut) -> Page:
        scene, tree = moment.scene, tree_of(moment)
        assert step.neighbour is not None
        assert step.parent is not None
        n, parent, neighbour = scene.count, tree.by_number[step.parent], tree.by_number[step.neighbour]
        says = (
            f"{tint(f'**{scene.names[-1]}**', Ink.B)} and its sibling, {scene.called(tree, step.neighbour)}, get a "
            f"new parent. With $n$ = {n} leaves the tree has $2n-1$ = {len(tree.nodes)} nodes."
        )
        parent_is = rf"\mathrm{{parent}}=\mathrm{{sibling}}\cup \mathrm{{{scene.names[-1]}}}"
        page = Page(self.stage(moment), PUT, rf"{parent_is}\qquad \mathrm{{nodes}}=2\,n-1").says(says)
        return page.claiming(
            Claim("parent", lambda: sides_of(parent.box), lambda: joined(sides_of(neighbour.box), scene.leaf)),
            Claim("nodes", lambda: len(tree.nodes), lambda: 2 * n - 1),
        )

    def refitted(self, moment: Moment[Treed], step: Refitted) -> Page:
        scene, tree = moment.scene, tree_of(moment)
        before, now = perimeter(sides_of(step.before)), perimeter(sides_of(step.box))
        how = "grows" if now > before else "shrinks"
        says = (
            f"{sentence(scene.called(tree, step.node))} {how}: its perimeter was {fixed(before)} and is {fixed(now)}."
        )
        left, right = (sides_of(child.box) for child in tree.children(tree.by_number[step.node]))
        page = Page(self.stage(moment), REFIT, r"\mathrm{node}=\mathrm{left}\cup \mathrm{right}").says(says)
        return page.claiming(Claim("refit", lambda: sides_of(step.box), lambda: joined(left, right)))

    def rotated(self, moment: Moment[Treed], step: Rotated) -> Page:
        scene, tree = moment.scene, tree_of(moment)
        up, down = sentence(scene.called(tree, step.grandchild)), scene.called(tree, step.uncle)
        before, now = perimeter(sides_of(step.before)), perimeter(sides_of(step.box))
        says = f"{up} and its uncle, {down}, change places. The parent's perimeter "
        says += f"falls from {fixed(before)} to {fixed(now)}."
        left, right = (sides_of(child.box) for child in tree.children(tree.by_number[step.between]))
        page = Page(self.stage(moment), ROTATE, r"\mathrm{gain}=p(\mathrm{before})-p(\mathrm{after})").says(says)
        return page.claiming(
            Claim("gain", lambda: step.gain, lambda: before - perimeter(joined(left, right))),
            Claim("between", lambda: sides_of(step.box), lambda: joined(left, right)),
        )

    def moved(self, moment: Moment[Treed], step: StayedInside | LeafTaken) -> Page:
        scene, name = moment.scene, tint(f"**{moment.scene.names[-1]}′**", Ink.B)
        fat, target = fattened(scene.boxes[-1], scene.margin), scene.target
        _, out = outside(fat, target)
        says = f"{name} lies {fixed(out)} outside its fat box: take the leaf out and insert it with a new fat box."
        if isinstance(step, StayedInside):
            says = f"{name} is inside its fat box, {fixed(-out)} from the border: the tree stays as it is."
        elif out <= 0.0:
            says = f"{name} has become much smaller than its fat box: take the leaf out and insert it anew."
        formula = r"F=[x_{\min}-m,\ x_{\max}+m]\times[y_{\min}-m,\ y_{\max}+m]"
        page = Page(self.stage(moment), FAT, formula).says(says)
        stays = isinstance(step, StayedInside)
        page = page.claiming(Claim("inside", lambda: not stays or contains(fat, target), lambda: True))
        if moment.index or moment.compare:
            return page
        return page.asks(margin_question(moment), f"The fat box of {scene.names[-1]} has m = {fixed(scene.margin)}.")

    def draw(self, canvas: Canvas, moment: Moment[Treed]) -> None:
        draw_world(canvas, moment)


def _growth(box: Box, new: Box) -> float:
    return perimeter(joined(box, new)) - perimeter(box)


def _best(moment: Moment[Treed]) -> float | None:
    """The nearest hit before this step's node."""
    before = moment.scene.visits[: moment.step.tested - 1]
    return min((v.entry for v in before if v.meets and v.id is not None and v.entry is not None), default=None)


def _entry(scene: Treed, box: Box) -> float | None:
    """When the centre first is in the grown box: after the later entry of both axes, before the earlier exit."""
    grown, times = fattened(box, scene.radius), [(0.0, 1.0)]
    for axis in (0, 1):
        x, v = float(scene.ray.start[axis]), float(scene.ray.vector[axis])
        low, high = grown[axis] - 1e-12 - x, grown[axis + 2] + 1e-12 - x
        if v:
            times.append((min(low / v, high / v), max(low / v, high / v)))
        elif not low <= 0.0 <= high:
            return None
    begins, ends = max(t for t, _ in times), min(t for _, t in times)
    return begins if begins <= ends else None


def _or_two(fraction: float | None) -> float:
    """2 for never: after any fraction of the path."""
    return 2.0 if fraction is None else fraction
