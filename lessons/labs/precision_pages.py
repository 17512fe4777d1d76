"""What the precision lab says: a page for each of its stages."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from geometry.precision.measures import Reals
from lessons.labs.precision_asked import after_storing, what_area, where_wrong
from lessons.labs.precision_charts import MANTISSA, on_grid, pairs_of
from lessons.labs.precision_figure import answer_ink
from lessons.labs.precision_kinds import Boxes, Glancing, Square
from lessons.labs.precision_rules import RULES, SINGLE, contact_by, missed_by
from lessons.labs.precision_scene import COPIES, STAY, Far, Stage, percent, step_text
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.page import Claim, Page
from viz.lesson.text import tint, two_digits

COLUMNS = {
    Stage.SPACING: ("$d$", "float32 spacing", "float64 spacing"),
    Stage.FAR: ("$d$", "spacing", "least … greatest", "wrong"),
    Stage.COPIES: ("answer", "copies", "verdict"),
    Stage.CANCELLATION: ("$d$", "far away", "kept near"),
    Stage.LOCAL: ("coordinates", "answers", "wrong"),
    Stage.TOLERANCE: ("tolerance", "gap called touching", "touching called apart"),
}


def _page(stage: Stage, idea: str, formula: str = "", *claims: Claim) -> Page:
    return Page(stage.value, idea, formula, claims)


def spacing_page(moment: Moment[Far]) -> Page:
    scene = moment.scene
    d, bits = scene.distance, MANTISSA[scene.precision]
    power = math.floor(math.log2(d))
    near_one = f"Near 1 its steps are {step_text(scene.spacing(1.0))}, "
    if scene.unit == scene.spacing(1.0):
        near_one = "Its steps grow with the number; "
    idea = (
        f"A {scene.precision} has {bits + 1} binary digits. {near_one}near {two_digits(d)} they are "
        f"{step_text(scene.unit)}: coordinates lie on a **grid**."
    )
    formula = rf"\examined{{u}}=2^{{\lfloor\log_2 d\rfloor-{bits}}}=2^{{{power}-{bits}}}={_latex(scene.unit)}"
    following = np.nextafter(scene.dtype(d), scene.dtype(np.inf))
    claims = (
        Claim("u", lambda: scene.unit / 2.0 ** (power - bits), lambda: 1.0),
        Claim("next", lambda: (float(following) - float(scene.dtype(d))) / scene.unit, lambda: 1.0),
    )
    here = tint(f"**{step_text(scene.unit)}**", Ink.EXAMINED)
    page = _page(Stage.SPACING, idea, formula, *claims).says(
        f"At {two_digits(d)} the **spacing** (ulp) is $u$ = {here}: a stored coordinate is off by up to half of it."
    )
    for place in _places(d):
        exponent = math.floor(math.log2(place)) - MANTISSA["float64"]
        spacings = step_text(float(np.spacing(np.float32(place)))), f"$2^{{{exponent}}}$"
        page = page.row(two_digits(place), *spacings)
    return page.asks(where_wrong(scene), _known(scene))


def _latex(number: float) -> str:
    return step_text(number).replace(",", "{,}") if number >= 1e-8 else r"\text{nearly 0}"


def _places(d: float) -> list[float]:
    """Three distances, the middle one the scene's where that can be."""
    first = min(max(d / 10.0, 1.0), 1e5)
    return [first, 10.0 * first, 100.0 * first]


def _known(scene: Far) -> str:
    return f"Near the origin the {scene.words.quantity} is {scene.told(scene.true)}."


def far_page(moment: Moment[Far]) -> Page:
    scene = moment.scene
    d, far64 = two_digits(scene.distance), scene.alone(scene.distance, np.float64)
    size = scene.distance**2 if isinstance(scene, Square | Glancing) else scene.distance
    claim = Claim(scene.words.symbol, lambda: far64, lambda: scene.true, max(1e-9, 1024.0 * float(np.spacing(size))))
    result = scene.told(scene.true).replace("−", "-").replace(",", "{,}")
    page = _page(Stage.FAR, scene.idea, f"{scene.moves}={result}", claim)
    asked = what_area(scene)
    places = _places(scene.distance / 10.0 if asked else scene.distance)
    at = places[1] if asked else scene.distance
    answer = tint(f"**{scene.told(scene.alone(at, scene.dtype))}**", answer_ink(scene))
    true = f"Near the origin {scene.told(scene.true)}."
    if asked:
        page, places = page.says(f"{true} At {two_digits(at)} {scene.precision} says {answer}."), places[:2]
    else:
        page = page.says(f"{true} At {d} float64 says {scene.told(far64)}, {scene.precision} {answer}.")
    for place in places:
        values = scene.far if place == scene.distance else scene.values(place, scene.dtype)
        spread = f"{scene.told(float(values.min()))} … {scene.told(float(values.max()))}"
        page = page.row(two_digits(place), step_text(scene.spacing(place)), spread, percent(scene.wrong(values)))
    return page.asks(asked, _known(scene))


def copies_page(moment: Moment[Far]) -> Page:
    scene = moment.scene
    count = len(scene.different.answers)
    torn = f"{count} columns" if count <= 12 else f"{count} fine columns"
    is_torn = 0.0 < scene.wrong(scene.far) < 1.0
    few = "one column" if count == 1 else tint(torn, answer_ink(scene))
    apart = "A and B each moved a little" if isinstance(scene, Boxes) else "its points moved a little"
    idea = (
        f"Each dot is one **copy**, {apart}. Right answers form one cloud; {scene.precision} "
        f"sorts them into {few}{', some of them on the wrong side' if is_torn else ''}."
    )
    says, true = float(np.mean(scene.far <= 0.0)), float(np.mean(scene.truth <= 0.0))
    told = tint(f"**{percent(says)}**", Ink.OVERLAP)
    page = _page(Stage.COPIES, idea, "", Claim("copies", lambda: int(scene.different.copies.sum()), lambda: COPIES))
    page = page.says(
        f"{count:,} different answers among {COPIES:,}; {told} say “{scene.words.low}”, truly {percent(true)}."
    )
    most = sorted(np.argsort(-scene.different.copies, kind="stable")[:3].tolist())
    for i in most:
        value, copies = float(scene.different.answers[i]), int(scene.different.copies[i])
        is_low = RULES[moment.compare or SINGLE](np.array((value,)))[0]
        verdict = tint(scene.words.low, Ink.OVERLAP) if is_low else tint(scene.words.high, Ink.GAP)
        page = page.row(scene.told(value), f"{copies:,}", verdict)
    return page


def cancellation_page(moment: Moment[Far]) -> Page:
    scene = moment.scene
    page = lost_page(scene) if isinstance(scene, Square) else subtracted_page(scene)
    for place in _places(scene.distance):
        far, near = scene.alone(place, scene.dtype), scene.alone(0.0, scene.dtype)
        page = page.row(two_digits(place), tint(scene.told(far), answer_ink(scene)), scene.told(near))
    return page.asks(after_storing(scene))


def lost_page(scene: Square) -> Page:
    step = scene.spacing(scene.distance**2)
    idea = (
        f"The formula adds products near {two_digits(scene.distance**2)}; there the steps are {step_text(step)}. "
        "Large numbers **cancel**; what rounding did to them remains."
    )
    formula = r"A=\tfrac12\sum\,(x_i\,y_{i+1}-x_{i+1}\,y_i)"
    found = scene.summed
    lost = 0.5 * sum(edge.lost for edge in found.edges)
    claims = (
        Claim("A", lambda: scene.true, lambda: _area(scene)),
        Claim("lost", lambda: found.exact + lost, lambda: scene.alone(scene.distance, scene.dtype)),
    )
    answer = tint(f"**{scene.told(found.area)}**", answer_ink(scene))
    return _page(Stage.CANCELLATION, idea, formula, *claims).says(
        f"The edges lose {scene.told(lost)} in all: {scene.precision} says {answer}, not {scene.told(scene.true)}."
    )


def _area(scene: Square) -> float:
    """Twice the area of the triangles between the first vertex and every edge, halved."""
    x, y = (scene.a.world.points - scene.a.world.points[0]).T
    return 0.5 * float(sum(x[1:-1] * y[2:] - x[2:] * y[1:-1]))


def subtracted_page(scene: Far) -> Page:
    words, (exact, stored) = scene.words, pairs_of(scene)
    step = scene.spacing(max(map(abs, stored)))
    idea = (
        f"The {words.quantity} is a difference of two large numbers, with steps of {step_text(step)}. They "
        "**cancel**; what rounding did to them remains."
    )
    formula = (
        r"s=\min_j\,\hat n\cdot b_j-\max_i\,\hat n\cdot a_i"
        if isinstance(scene, Boxes)
        else r"D=\beta^2-\alpha\gamma"
    )
    parts = [part.astype(np.float64) for part in scene.stored(STAY, scene.distance, scene.dtype)]
    near = [part - parts[-1][:, :1] for part in parts]
    noise = max(1e-9, 1024.0 * float(np.spacing(max(map(abs, exact)))))
    claim = Claim(words.symbol, lambda: exact[0] - exact[1], lambda: _difference(scene, near), tolerance=noise)
    gap = tint(f"**{scene.told(stored[0] - stored[1])}**", answer_ink(scene))
    says = f"{on_grid(stored[0], step)} − {on_grid(stored[1], step)} = {gap}"
    return _page(Stage.CANCELLATION, idea, formula, claim).says(
        f"{scene.precision} computes {says}; these stored points have {scene.told(exact[0] - exact[1])}."
    )


def _difference(scene: Far, parts: Sequence[Reals]) -> float:
    """Of the two numbers that the test subtracts."""
    found = scene.terms(parts)
    assert found is not None
    return float(found[0][0]) - float(found[1][0])


def local_page(moment: Moment[Far]) -> Page:
    scene = moment.scene
    rows = [("far away", scene.far), ("point subtracted", scene.relative), (scene.kept_words[0], scene.kept)]
    if isinstance(scene, Glancing):
        rows.pop(1)
        idea = (
            "Begin at the point of the line that is **nearest** to the centre: there $m$ is small, and so is "
            "everything that is squared."
        )
        formula = r"p\mapsto p+t\,\hat d,\quad t=(c-p)\cdot\hat d"
    else:
        idea = (
            "Keep coordinates **local**: relative to a near point. Subtracting one after storing repairs the "
            "formula, not what the grid has lost."
        )
        formula = r"x_i\mapsto x_i-x_0"
    claim = Claim("local", lambda: scene.alone(0.0, np.float64, relative=True), lambda: scene.true)
    shares = [percent(scene.wrong(values)) for _, values in rows]
    shares[-1] = f"**{shares[-1]}**"
    says = ", ".join(f"{name} {share}" for (name, _), share in zip(rows, shares, strict=True))
    page = _page(Stage.LOCAL, idea, formula, claim).says(f"Wrong verdicts: {says}.")
    for (name, values), share in zip(rows, shares, strict=True):
        page = page.row(name, f"{len(np.unique(values)):,}", share.replace("**", ""))
    return page


def tolerance_page(moment: Moment[Far]) -> Page:
    scene = moment.scene
    assert isinstance(scene, Boxes)
    tau = tint(f"$τ$ = {two_digits(scene.tolerance)}", Ink.INTERFACE)
    idea = (
        "A test against 0 needs a width: larger than the rounding, smaller than what matters. Look for a "
        "**tolerance** that separates both clouds."
    )
    inside = scene.far <= scene.tolerance
    claim = Claim("inside", lambda: int(inside.sum()), lambda: _counted(scene))
    gaps = tint(f"**{percent(rates(scene, scene.tolerance)[0])}**", Ink.OVERLAP)
    last, first = max(float(scene.twin.far.max()), 0.0), float(scene.far.min())
    least, most = _between(scene, last, first)
    found = (
        f"{scene.told(least)} to {scene.told(most)} separates the clouds."
        if least <= most
        else "No value separates these clouds."
    )
    page = _page(Stage.TOLERANCE, idea, r"s\le\interface{\tau}", claim).says(
        f"{tau} calls {gaps} of the gaps contact. {found}"
    )
    if moment.compare:
        for name in RULES:
            said = float(np.mean(contact_by(name, scene)))
            page = page.row(name, percent(said), percent(missed_by(name, scene)))
        return page
    for each in tried(scene):
        page = page.row(two_digits(each), *(percent(rate) for rate in rates(scene, each)))
    return page


def _between(scene: Boxes, last: float, first: float) -> tuple[float, float]:
    """The least and the greatest tolerance between the clouds, as they are told: above the one, below the other."""
    ten = 10.0**scene.decimals
    return math.ceil(last * ten) / ten, (math.ceil(first * ten) - 1.0) / ten


def tried(scene: Boxes) -> list[float]:
    """The tolerances of the table: the scene's, one above the least answer that is positive, one above them all."""
    above = scene.far[scene.far > 0.0]
    more = (1.3 * float(above.min()), 1.1 * float(above.max())) if len(above) else (10.0 * scene.tolerance,)
    return sorted({scene.tolerance, *(float(f"{x:.1e}") for x in more)})


def rates(scene: Boxes, tolerance: float) -> tuple[float, float]:
    """The share of the copies called touching, and of those of the touching twin called apart."""
    return float(np.mean(scene.far <= tolerance)), float(np.mean(scene.twin.far > tolerance))


def _counted(scene: Boxes) -> int:
    return sum(int(copies) for value, copies in zip(*scene.different, strict=True) if value <= scene.tolerance)


PAGES = {
    Stage.SPACING: spacing_page,
    Stage.FAR: far_page,
    Stage.COPIES: copies_page,
    Stage.CANCELLATION: cancellation_page,
    Stage.LOCAL: local_page,
    Stage.TOLERANCE: tolerance_page,
}
