"""Contact info: normal, separation and points of every pair of kinds, on a board of 25 live pairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from geometry import (
    Trace,
    collide,
    manifold,
    separation,
)
from geometry.contact.manifold_points import Manifold, ManifoldPoint
from geometry.faulty.kind_table import NotReversed, not_flipped
from geometry.primitives.dispatch import RoutineChosen, TurnedRound
from geometry.tolerance import rounding
from lessons.contact import contact_info_asked as asked
from lessons.contact import contact_info_figure as figure
from lessons.contact import contact_info_pair as pair
from lessons.contact.contact_info_names import named
from lessons.contact.contact_info_scene import Board, whole
from lessons.contact.contact_info_words import (
    APART,
    FLIPPED,
    FORMULAS,
    IDEAS,
    NO_POINT,
    ONE_POINT,
    PUSHED_WRONG,
    TIE,
    TWO_POINTS,
    UNFLIPPED,
    UNPUSHED,
    Directed,
    Flipped,
    Measured,
    Pushed,
    Seen,
    shown,
)
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Clock, Comparison, Layout, Lesson, Moment, Pane, Preset, at_first, beside
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Challenge
from viz.lesson.story import Story
from viz.lesson.text import coords, counted, fixed, sentence, tint

NOT_FLIPPED = "normal not reversed"


class ContactInfoStory(Story):
    columns = ("point", "feature of A", "feature of B", "$s$")
    stages: ClassVar[Mapping[type, str]] = {
        Seen: "Board",
        Directed: "Normal",
        Measured: "Separation",
        Manifold: "Points",
        RoutineChosen: "Routine",
        Flipped: "Reverse",
        Pushed: "Push",
    }

    def page(self, moment: Moment[Board]) -> Page:
        step, scene = moment.step, moment.scene
        page, known = Page(self.stage(moment), _idea(moment), _formula(moment)), scene.known
        match step:
            case Seen():
                return _counted(page, scene).asks(asked.direction(moment), known=f"{_overlapping(scene)}.")
            case Directed():
                return page.says(f"{scene.name}: {_normal(moment)}.").claiming(_touches(scene))
            case Measured():
                s = known.separation
                kind = f"a gap of {fixed(s)}" if s > 0.0 else f"an overlap of {fixed(-s)}"
                return page.says(f"{scene.name}: $s$ = {_s(s)}, {kind}.").claiming(
                    Claim("p_B - p_A", lambda: known.on_b - known.on_a, lambda: s * known.normal, 1e-7)
                )
            case Manifold():
                return _points(page, scene)
            case RoutineChosen(routine=routine, swapped=swapped):
                page = page.says(_called(scene, swapped, routine))
                page = page.claiming(Claim("swapped", lambda: swapped, lambda: scene.cell.swapped))
                return page.asks(asked.answered(moment), _calls(scene))
            case Flipped():
                question = asked.broken(moment) or asked.pushed(moment)
                return _flipped(page, moment, step).asks(question, situation(scene))
        return _pushed(page, moment)

    def draw(self, canvas: Canvas, moment: Moment[Board]) -> None:
        pair.draw_pair(canvas, moment)


def _idea(moment: Moment[Board]) -> str:
    step, scene = moment.step, moment.scene
    match step:
        case Seen() if _is_wrong(moment):
            return UNFLIPPED
        case Manifold() if not scene.known.points:
            return NO_POINT
        case Directed() | Flipped() if _is_wrong(moment):
            return FLIPPED
        case Directed() if scene.known.separation > 0.0:
            return APART
        case Directed() if scene.is_tie:
            return TIE
        case Pushed() if moment.compare:
            return PUSHED_WRONG
        case Pushed() if not scene.known.points:
            return UNPUSHED
    return IDEAS[type(step)]


def _formula(moment: Moment[Board]) -> str:
    if isinstance(moment.step, Flipped) and (not moment.scene.cell.swapped or moment.compare):
        return ""
    if isinstance(moment.step, Pushed) and not moment.scene.known.points:
        return ""
    if isinstance(moment.step, Manifold) and len(moment.scene.known.points) == 1:
        return ONE_POINT
    if isinstance(moment.step, Manifold) and moment.scene.known.points:
        return TWO_POINTS
    formula = FORMULAS.get(type(moment.step), "")
    return formula.replace("examined", "faulty") if _is_wrong(moment) else formula


def _normal(moment: Moment[Board]) -> str:
    ink, n = Ink.EXAMINED, moment.scene.known.normal
    if _is_wrong(moment):
        ink, n = Ink.FAULTY, moment.faulty.normal
    return tint(r"$\hat n$", ink) + f" = **{coords(n)}**"


def _called(scene: Board, swapped: bool, routine: str) -> str:
    row, column = tint(whole(scene.row), Ink.A), tint(scene.column, Ink.B)
    if routine == "convex_convex" and not {"circle", "box"} & {scene.row, scene.column}:
        either = "Capsules, polygons and rounded polygons share one routine."
        return f"{either} A, the {row}, goes in first."
    if scene.row == scene.column:
        return f"Two of one kind fit in either order. A, the {row}, goes in first."
    both = f"{sentence(scene.row)}–{scene.column} and {scene.column}–{scene.row} share one routine, which expects"
    if swapped:
        return f"{both} {column} first. So our call is **swapped**."
    return f"{both} {row} first. So A goes in first."


def _flipped(page: Page, moment: Moment[Board], step: Flipped) -> Page:
    came = coords(step.answered)
    if _is_wrong(moment):
        return page.says(f"The routine returns {tint(f'**{came}**', Ink.FAULTY)}, from B to A. Nobody reverses it.")
    if not moment.scene.cell.swapped:
        return page.says(
            f"This call was not swapped: {tint(f'**{came}**', Ink.EXAMINED)} points from A to B already."
        )
    flipped, scene = tint(f"**{coords(-step.answered)}**", Ink.EXAMINED), moment.scene
    page = _rows(page, scene, scene.returned).claiming(_exchanged(scene))
    return page.says(f"The routine returns {came}, from B to A. Reversed: {flipped}, from A to B.").claiming(
        Claim("the same normal", lambda: -step.answered, lambda: moment.scene.known.normal, 1e-6)
        if not moment.scene.is_tie
        else Claim("either way", lambda: abs(step.answered @ moment.scene.known.normal), lambda: 1.0, 1e-6)
    )


def _exchanged(scene: Board) -> Claim:
    """Called with B first, the routine has the points of B where those of A belong; the contact points stay."""
    known, came = scene.known.points if scene.returned else (), scene.returned
    return Claim(
        "p_A and p_B change places",
        lambda: [(p.on_b, p.on_a, p.point) for p in came],
        lambda: [(p.on_a, p.on_b, p.point) for p in known],
        1e-6,
    )


def _pushed(page: Page, moment: Moment[Board]) -> Page:
    scene, known = moment.scene, moment.scene.known
    depths = [(cell, scene.depths[name]) for name, cell in scene.cells.items() if scene.depths[name]]
    page = page.claiming(
        Claim(
            "all just touch",
            lambda: [separation(c.a, c.b.moved(depth * c.found.normal)) for c, depth in depths],
            lambda: [0.0] * len(depths),
            1e-6,
        )
    )
    if not known.points:
        return page.says(f"{scene.name}: $s$ = {_s(known.separation)}, so B is not moved.")
    page = _rows(page, scene)
    far = fixed(-known.separation)
    if _is_wrong(moment):
        left = moment.faulty.separation
        ends = "B leaves A on the far side."
        if left < 0.0:
            verb = "grows" if left < known.separation else "changes"
            ends = f"The overlap {verb} from {far} to **{fixed(-left)}**."
        return page.says(tint(f"{scene.name}: moved by {far} along the wrong normal. {ends}", Ink.FAULTY))
    then = "The opposite push is as short." if scene.is_tie else "Then it just touches A."
    told = rf"{scene.name}: B moves by **{far}** along $\examined{{\hat n}}$. {then}"
    return page.says(f"{told} The table keeps the old $s$.")


def _s(s: float) -> str:
    return tint(f"**{fixed(s)}**", separation_ink(s))


def _counted(page: Page, scene: Board) -> Page:
    overlaps = sum(bool(cell.found.points) for cell in scene.cells.values())
    told = "Click a cell to choose its pair: rows are A, columns B."
    told = told if overlaps else "No two shapes overlap: no cell has a contact point, only a separation."
    page = page.says(f"Drag B in any cell: it moves in all. {told}")

    def true_count() -> int:
        return sum(separation(c.a, c.b) <= rounding(c.a, c.b) for c in scene.cells.values())

    return page.claiming(Claim("overlaps", lambda: overlaps, true_count))


def _overlapping(scene: Board) -> str:
    meeting = [cell for cell in scene.cells.values() if cell.found.points]
    touch = any(abs(cell.found.separation) <= rounding(cell.a, cell.b) for cell in meeting)
    if not meeting:
        return "No pair overlaps"
    many = "All 25" if len(meeting) == 25 else f"{len(meeting)} of 25"
    return f"{many} pairs {'touch or overlap' if touch else 'overlap'}"


def _touches(scene: Board) -> Claim:
    """B moved by −s along the normal just touches A."""
    known, (a, b, _, _) = scene.known, scene.cell
    moved = b.moved(-known.separation * known.normal)
    return Claim("just touching", lambda: separation(a, moved), lambda: 0.0, 1e-6)


def _rows(page: Page, scene: Board, returned: Sequence[ManifoldPoint] = ()) -> Page:
    """The contact points; `returned`: besides, what a swapped call has in the columns of A and B."""
    a, b = scene.cell.a, scene.cell.b
    for k, p in enumerate(scene.known.points, start=1):
        features = [named(a, p.id[0]), named(b, p.id[1])]
        if returned:
            came = named(b, returned[k - 1].id[0]), named(a, returned[k - 1].id[1])
            features = [f"{before} → **{after}**" for before, after in zip(came, features, strict=True)]
        number = tint(fixed(p.separation), separation_ink(p.separation))
        page = page.row(f"$p_{k}$", *features, number, ink=Ink.ANSWER, key=f"p{k}")
    return page


def _points(page: Page, scene: Board) -> Page:
    points = scene.known.points
    two = sum(len(cell.found.points) == 2 for cell in scene.cells.values())
    page = _rows(page, scene)
    here = sentence(counted(len(points), "contact point")) if points else "No contact point"
    n = scene.known.normal
    among = f"In **{two}** of the 25 cells there are two." if two else "No cell has two."
    told = f"{scene.name}: **{here.lower()}**.{_deepest(scene)} {among}"
    return page.says(told).claiming(
        Claim(
            "p_B - p_A = s n", lambda: [p.on_b - p.on_a for p in points], lambda: [p.separation * n for p in points]
        ),
        Claim("midway", lambda: [p.point for p in points], lambda: [0.5 * (p.on_a + p.on_b) for p in points]),
    )


def _deepest(scene: Board) -> str:
    """Which of two points the separation of the pair is that of."""
    points, s = scene.known.points, scene.known.separation
    if len(points) < 2:
        return ""
    names = [f"$p_{k}$" for k, p in enumerate(points, start=1) if fixed(p.separation) == fixed(s)]
    return f" $s$ = {_s(s)} is that of " + ("both." if len(names) == 2 else f"the deeper one, {names[0]}.")


def situation(scene: Board) -> str:
    s = scene.known.separation
    told = f"{_overlapping(scene)}. {scene.name} "
    if abs(s) <= rounding(scene.cell.a, scene.cell.b):
        return f"{told}just touch."
    return told + (
        f"are {tint(fixed(s), Ink.GAP)} apart." if s > 0.0 else f"overlap by {tint(fixed(-s), Ink.OVERLAP)}."
    )


def _calls(scene: Board) -> str:
    """How many calls are swapped, and in how many cells the order does not matter."""
    swapped = sum(cell.swapped for cell in scene.cells.values())
    either = sum(map(figure.fits_either_way, scene.cells))
    as_they_are = len(scene.cells) - swapped - either
    return f"{swapped} calls are swapped, {as_they_are} go in as they are. {either} fit in either order."


def _push_told(moment: Moment[Board]) -> str:
    """How many pairs still overlap while the push goes on."""
    scene = moment.scene
    inks = [figure.standing(moment, name)[1] for name, depth in scene.depths.items() if depth]
    wrong, left = inks.count(Ink.FAULTY), inks.count(Ink.OVERLAP)
    if moment.compare and wrong:
        deeper = sum(scene.pushed_wrong(n, moment.time) < -scene.depths[n] for n in scene.unflipped)
        many = f"all {wrong}" if deeper == wrong else f"{deeper} of {wrong}"
        told = f"Normal not reversed: the pairs of {many} swapped calls now overlap more than before."
        return tint(told, Ink.FAULTY)
    if left:
        return f"{left} of {len(inks)} overlapping pairs still overlap."
    return f"Pushed: all {len(inks)} pairs that overlapped now just touch." if inks else "No pair overlaps: no push."


def _head(moment: Moment[Board]) -> tuple[str, str]:
    return f"{sentence(moment.scene.row)} (A) and {moment.scene.column} (B)", ""


def _shown(moment: Moment[Board]) -> tuple[str, str]:
    """What the marks of the board are, at its top left."""
    scene = moment.scene
    overlaps, is_wrong = any(cell.found.points for cell in scene.cells.values()), bool(moment.compare)
    return shown(type(moment.step).__name__, is_open=moment.is_open, overlaps=overlaps, is_wrong=is_wrong), ""


def _is_wrong(moment: Moment[Board]) -> bool:
    return isinstance(moment.faulty, NotReversed) and moment.scene.cell.swapped and bool(moment.scene.known.points)


class ContactInfo(Lesson[Board]):
    id = "contact-info"
    title = "Contact info"
    source = "Shapes and collision detection"
    summary = (
        "Normal, separation and points of every pair of kinds; after a swapped call the normal must be reversed."
    )
    terms = ("contact info", "pair routine", "swapped call")
    builds_on = ("dispatch", "edge-clipping")
    story = ContactInfoStory()
    compare = (
        Comparison(
            NOT_FLIPPED,
            lambda s: not_flipped(s.cell.a, s.cell.b),
            _is_wrong,
            "Error 8 of *Shapes and collision*, which does not mention the normal",
        ),
    )

    @cached_property
    def layout(self) -> Layout:
        return beside(
            Pane(
                *("board", "", figure.draw_board),
                share=0.667,
                margin=0.015,
                take=figure.take,
                headed=_shown,
                is_to_scale=False,
            ),
            Pane("world", "", self.story.draw, is_world=True, share=0.333, margin=0.05, headed=_head),
        )

    @cached_property
    def scenes(self) -> Mapping[str, Board | Preset[Board]]:
        def scene(x: float, y: float, turn: float, row: str, column: str) -> Board:
            return Board(np.array((x, y)), row, column, turn)

        return {
            "Mixed": scene(0.94, 0.76, 22.0, "circle", "box"),
            "All overlap": scene(0.76, 0.4, 25.0, "polygon", "box"),
            "Normal not reversed": Preset(scene(0.78, 0.6, 10.0, "box", "rounded"), NOT_FLIPPED, at_first(Directed)),
            "Stacked": scene(0.0, 0.8, 0.0, "rounded", "box"),
            "All apart": scene(1.9, 1.2, 20.0, "capsule", "rounded"),
            "One centre": scene(0.0, 0.0, 0.0, "rounded", "rounded"),
        }

    def run(self, scene: Board) -> Trace[Any, Manifold]:
        """The chosen pair: what its contact knows, which routine told it, and what a solver does with it."""
        a, b = scene.cell.a, scene.cell.b
        dispatched, whole = collide.trace(a, b), manifold.trace(a, b)
        chosen = next(i for i, step in enumerate(dispatched) if isinstance(step, RoutineChosen))
        turned = next((i for i, step in enumerate(dispatched) if isinstance(step, TurnedRound)), chosen)
        last, n = whole.lines[-1], scene.known.normal
        flip = dispatched.steps[turned]
        answered = flip.answered.normal if isinstance(flip, TurnedRound) else n
        steps = (
            Seen(len(scene.cells)), Directed(n), Measured(scene.known.separation), whole.steps[-1],
            dispatched.steps[chosen], Flipped(answered, n), Pushed(max(-scene.known.separation, 0.0) * n),
        )  # fmt: skip
        lines = (dispatched.lines[0], last, last, last, dispatched.lines[chosen], dispatched.lines[turned], last)
        return Trace(whole.function, steps, lines, None, whole.answer)

    def clock(self, moment: Moment[Board]) -> Clock | None:
        return Clock(2.5, plays_on_entry=True) if isinstance(moment.step, Pushed) else None

    def situation(self, moment: Moment[Board]) -> str:
        if isinstance(moment.step, Pushed) and moment.time:
            return _push_told(moment)
        if isinstance(moment.step, RoutineChosen):
            return _calls(moment.scene)
        return situation(moment.scene)

    def challenge(self, moment: Moment[Board]) -> Challenge | None:
        if moment.compare:
            return asked.mirrored_goal(moment.scene) if moment.has_seen(Pushed) else None
        is_called = isinstance(moment.step, RoutineChosen | Flipped | Pushed)
        return asked.swapped_goal(moment.scene) if is_called else asked.points_goal(moment.scene)
