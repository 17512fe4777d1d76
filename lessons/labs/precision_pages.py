"""What the precision lab says: a page for each of its stages."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from geometry.precision.measures import Reals
from lessons.labs.precision_asked import (
    WHOLE,
    after_storing,
    before_multiplying,
    mended,
    one_step_off,
    what_area,
    where_wrong,
)
from lessons.labs.precision_charts import MANTISSA
from lessons.labs.precision_clouds import limit_text, limits_of
from lessons.labs.precision_figure import answer_ink
from lessons.labs.precision_kinds import Boxes, Glancing, Square, Turn
from lessons.labs.precision_lens import MOST_STORED
from lessons.labs.precision_ruler import moved_by
from lessons.labs.precision_rules import RULES, SINGLE, missed_by, taken_by
from lessons.labs.precision_scene import COPIES, STAY, Far, Stage, percent, rounded, step_text
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.page import Claim, Page
from viz.lesson.text import fixed, tint, two_digits

COLUMNS = {
    Stage.SPACING: ("$d$", "float32 spacing", "float64 spacing"),
    Stage.FAR: ("$d$", "spacing", "least … greatest", "wrong"),
    Stage.COPIES: ("answer", "copies", "verdict"),
    Stage.CANCELLATION: ("$d$", "computed", "true"),
    Stage.LOCAL: ("coordinates", "different answers", "wrong"),
    Stage.TOLERANCE: ("$d$", "spacing $u$", "greatest error", "$τ$ that separates"),
}


def _page(stage: Stage, idea: str, formula: str = "", *claims: Claim) -> Page:
    return Page(stage.value, idea, formula, claims)


def spacing_page(moment: Moment[Far]) -> Page:
    scene = moment.scene
    d, bits = scene.distance, MANTISSA[scene.precision]
    power = math.floor(math.log2(d))
    near_one = f"Near 1 its spacing is {step_text(scene.spacing(1.0))}, "
    if scene.unit == scene.spacing(1.0):
        near_one = "Its spacing grows with the number; "
    idea = (
        f"A {scene.precision} has {bits + 1} significant binary digits. {near_one}near {two_digits(d)} it is "
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
        rf"At {two_digits(d)} the **spacing** (ulp) is $u$ = {here}. A stored coordinate, $\mathrm{{fl}}(x)$, is off "
        "by up to half of it."
    )
    for place in _places(d):
        fine = float(np.spacing(place))
        finer = fixed(fine, math.ceil(-math.log10(fine)))
        page = page.row(two_digits(place), step_text(float(np.spacing(np.float32(place)))), finer)
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
    single = scene.alone(at, scene.dtype)
    answer = tint(f"**{scene.told(single)}**", answer_ink(scene, single))
    true = _known(scene)
    if asked:
        page, places = page.says(f"{true} At {two_digits(at)} {scene.precision} says {answer}."), places[:2]
    else:
        page = page.says(f"{true} At {d} float64 says {scene.told(far64)}, {scene.precision} {answer}.")
    for place in places:
        values = scene.far if place == scene.distance else scene.values(place, scene.dtype)
        spread = " … ".join(dict.fromkeys(scene.told_alike((float(values.min()), float(values.max())))))
        page = page.row(two_digits(place), step_text(scene.spacing(place)), spread, percent(scene.wrong(values)))
    return page.asks(asked or one_step_off(scene), _known(scene) if asked else "")


def copies_page(moment: Moment[Far]) -> Page:
    scene = moment.scene
    count = len(scene.different.answers)
    torn = f"{count} columns" if count <= 12 else f"{count} fine columns"
    is_torn = 0.0 < scene.wrong(scene.far) < 1.0
    few = "**one column**" if count == 1 else f"**{torn}**"
    apart = "A and B each moved a little" if isinstance(scene, Boxes) else "its points moved a little"
    if len(scene.parts) == 1:
        apart = "the whole square moved a little"
    idea = columns_idea(scene) or (
        f"Each point is one **copy**, {apart}. Right answers form one cloud; {scene.precision} "
        f"sorts them into {few}{', some on the wrong side' if is_torn else ''}."
    )
    says, true = float(np.mean(scene.far <= 0.0)), float(np.mean(scene.truth <= 0.0))
    told = tint(f"**{percent(says)}**", Ink.OVERLAP) if says else f"**{percent(says)}**"
    counted = Claim("copies", lambda: int(scene.different.copies.sum()), lambda: COPIES)
    page = _page(Stage.COPIES, idea, *copies_formula(scene), counted)
    page = page.says(
        f"{count:,} different answer{'s' if count > 1 else ''} among {COPIES:,}; {told} say “{scene.words.low}”, in "
        f"exact arithmetic {percent(true)}."
    )
    most = sorted(np.argsort(-scene.different.copies, kind="stable")[:3].tolist())
    if count <= 2:  # the figure names them all
        return page
    values = [float(scene.different.answers[i]) for i in most]
    for i, value, told_value in zip(most, values, scene.told_alike(values), strict=True):
        is_low = RULES[moment.compare or SINGLE](np.array((value,)))[0]
        verdict = tint(scene.words.low, Ink.OVERLAP) if is_low else tint(scene.words.high, Ink.GAP)
        page = page.row(told_value, f"{int(scene.different.copies[i]):,}", verdict)
    return page


def copies_formula(scene: Far) -> tuple[str, Claim]:
    """What parts the columns: the rounding of each coordinate, or the spacing of the larger numbers made of them."""
    large, bits = scene.words.large, MANTISSA[scene.precision]
    if large == "x" or not scene.size:
        off = Claim("fl", lambda: farthest_stored(scene), lambda: 0.5 * scene.unit, tolerance=0.5 * scene.unit)
        return r"|\,\mathrm{fl}(x)-x\,|\le\tfrac12\,\examined{u}", off
    power, u = math.floor(math.log2(scene.size)), scene.spacing(scene.size)
    formula = rf"\examined{{u({large})}}=2^{{\lfloor\log_2 {large}\rfloor-{bits}}}=2^{{{power}-{bits}}}={_latex(u)}"
    return formula, Claim("u", lambda: u / 2.0 ** (power - bits), lambda: 1.0)


def farthest_stored(scene: Far) -> float:
    """By how much storing moves a coordinate of a copy, at most."""
    exact = scene.stored(STAY, scene.distance, np.float64)
    rounded_parts = scene.stored(STAY, scene.distance, scene.dtype)
    pairs = zip(exact, rounded_parts, strict=True)
    return max(float(np.abs(stored.astype(np.float64) - true).max()) for true, stored in pairs)


def columns_idea(scene: Far) -> str:
    """Where the few columns of two polygons come from, and the wrong turns of three points."""
    count = len(scene.different.answers)
    if isinstance(scene, Turn) and 1 < len(scene.stored_lines) <= MOST_STORED and scene.wrong(scene.far):
        return (
            "Each point is one **copy**, its points moved a little. Where the line through the **stored** $p$ and "
            "$q$ passes $r$ on the wrong side, the verdict is wrong."
        )
    if not isinstance(scene, Boxes) or not 1 < count <= 12:
        return ""
    if scene.is_aligned:
        return (
            f"Each point is one **copy**, A and B each moved a little. {scene.precision} stores corners only at grid "
            rf"points: the computed separation $\tilde s$ takes only **{count} values**."
        )
    step = step_text(scene.spacing(scene.size))
    if stored_alike(scene):
        return (
            rf"Each point is one **copy**. Corners move by different amounts, so the computed $\hat n$ tilts. "
            rf"$\hat n\cdot a$ is near {rounded(scene.size)}, where the spacing is {step}: **{count} columns**."
        )
    return (
        f"Each point is one **copy**, A and B each moved a little. {scene.precision} sorts them into **{count} "
        rf"columns**: $\hat n\cdot a$ is near {rounded(scene.size)}, where the spacing is {step}."
    )


def stored_alike(scene: Boxes) -> bool:
    """Whether the corner of A in the lens, and B's nearest one, are each stored at one place in all copies."""
    corners = scene.focus, min(scene.b.world.points, key=lambda corner: math.dist(corner, scene.focus))
    places = [(corner + scene.distance + scene.offsets[:, i]).astype(scene.dtype) for i, corner in enumerate(corners)]
    return all(bool((place == place[0]).all()) for place in places)


def cancellation_page(moment: Moment[Far]) -> Page:
    scene = moment.scene
    places = _places(scene.distance)
    if isinstance(scene, Square):
        page, asked = lost_page(scene), before_multiplying(scene)
    else:
        asked = after_storing(scene)
        page = subtracted_page(scene, is_asked=asked is not None)
        places = [place for place in places if asked is None or place < scene.distance]  # the others tell the answer
    for place in places:
        far = scene.alone(place, scene.dtype)
        page = page.row(two_digits(place), tint(scene.told(far), answer_ink(scene, far)), scene.told(scene.true))
    return page.asks(asked, "" if isinstance(scene, Square) else _known(scene))


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
    answer = tint(f"**{scene.told(found.area)}**", answer_ink(scene, found.area))
    return _page(Stage.CANCELLATION, idea, formula, *claims).says(
        f"The edges lose {scene.told(lost)} in all: {scene.precision} says {answer}, not {scene.told(scene.true)}."
    )


def _area(scene: Square) -> float:
    """Twice the area of the triangles between the first vertex and every edge, halved."""
    x, y = (scene.a.world.points - scene.a.world.points[0]).T
    return 0.5 * float(sum(x[1:-1] * y[2:] - x[2:] * y[1:-1]))


def subtracted_page(scene: Far, *, is_asked: bool) -> Page:
    assert scene.subtracted is not None
    words, (exact, stored, is_unstored) = scene.words, scene.subtracted
    numbers = "numbers" if is_unstored else "rounded sums" if isinstance(scene, Boxes) else "rounded products"
    step = scene.spacing(scene.size)
    idea = (
        f"The {words.quantity} is a difference of {numbers} near {rounded(scene.size)}, where the spacing is "
        f"{step_text(step)}. The leading digits cancel, the errors remain: **cancellation**."
    )
    formula = r"D=\beta^2-\alpha\gamma"
    if isinstance(scene, Boxes):
        (first, i), (last, j) = scene.projected
        formula = rf"s=\min_{i}\,\hat n\cdot {first}_{i}-\max_{j}\,\hat n\cdot {last}_{j}"
    kind = np.float64 if is_unstored else scene.dtype
    parts = [part.astype(np.float64) for part in scene.stored(STAY, scene.distance, kind)]
    near = [part - parts[-1][:, :1] for part in parts]
    noise = max(1e-9, 1024.0 * float(np.spacing(max(map(abs, exact)))))
    claim = Claim(words.symbol, lambda: exact[0] - exact[1], lambda: _difference(scene, near), tolerance=noise)
    page = _page(Stage.CANCELLATION, idea, formula, claim)
    if is_asked:
        return page.says(
            f"{scene.precision} has only the numbers at the ticks. Storing puts each end at the **nearest** one."
        )
    by = [tint(f"**{x}**", Ink.EXAMINED) for x in moved_by(scene)]
    how, left = "Storing" if is_unstored else "Rounding", stored[0] - stored[1]
    gap = tint(f"**{scene.told(left)}**", answer_ink(scene, left))
    return page.says(
        f"{how} moves {words.first} by {by[0]} and {words.second} by {by[1]}. {scene.precision} computes {gap}."
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
            "Start at the point $q$ of the line that is **nearest** to the centre $c$: from there $c$ is near, and "
            "everything that is squared is small."
        )
        formula = r"q=p+t\,\hat d,\quad t=(c-p)\cdot\hat d"
    else:
        idea = (
            "Keep coordinates **local**: relative to a near point $x_0$, before they are stored. Subtracting it "
            "after storing is too late: lost digits do not come back."
        )
        formula = r"\mathrm{fl}(x_i-x_0)\quad\text{not}\quad\faulty{\mathrm{fl}(x_i)-\mathrm{fl}(x_0)}"
    claim = Claim("local", lambda: scene.alone(0.0, np.float64, relative=True), lambda: scene.true)
    if isinstance(scene, Square) and lost_by_products(scene):
        idea = (
            "The stored corners still have the right area; the products of large numbers lose it. Subtract a vertex "
            "**before multiplying**: here that is enough."
        )
        formula = r"\mathrm{fl}(x_i)-\mathrm{fl}(x_0)"
    shares = [percent(scene.wrong(values)) for _, values in rows]
    size = max(float(np.abs(part).max()) for part in scene.parts)
    near = f"Local numbers are at most {two_digits(size)}; there $u$ is {step_text(scene.spacing(size))}"
    page = _page(Stage.LOCAL, idea, formula, claim).says(f"{near}: **{shares[-1]}** wrong verdicts.")
    for (name, values), share in zip(rows, shares, strict=True):
        page = page.row(name, f"{len(np.unique(values)):,}", share)
    return page


def lost_by_products(scene: Square) -> bool:
    """Whether storing loses nothing of an area, of no copy, and the formula's large products do."""
    is_stored_well = abs(scene.summed.exact - scene.true) <= 1e-9 * max(1.0, abs(scene.true))
    return is_stored_well and mended(scene) == WHOLE and scene.wrong(scene.far) > 0.0


def tolerance_page(moment: Moment[Far]) -> Page:
    scene = moment.scene
    assert isinstance(scene, Boxes)
    greatest, least = limits_of(scene)
    steps = math.ceil(off_by(scene) / scene.unit)
    differs = rf"In these copies $\tilde s$ is off by at most {f'{steps} $u$' if steps > 1 else '$u$'}"
    idea = (
        rf"{differs}, and $u$ grows with $d$. A **tolerance** $τ$ must be at least the $\tilde s$ of every contact, "
        "and less than that of every gap."
    )
    if scene.is_aligned and greatest <= 0.0:
        idea = (
            f"{differs}. Rounding keeps the order of coordinates: contacts stay at 0 or less. A **tolerance** $τ$ "
            "must separate them from the gaps."
        )
    claim = Claim("inside", lambda: int((scene.far <= scene.tolerance).sum()), lambda: _counted(scene))
    low, high = _between(scene, max(greatest, 0.0), least)
    formula = tolerance_formula(scene)
    if low <= high:
        found = f"Every $τ$ from {scene.told(low)} to {scene.told(high)} separates the clouds."
    else:
        found = (
            f"Contacts reach {limit_text(scene, greatest)}, gaps begin at {scene.told(least)}: no $τ$ lies between. "
            "A smaller $u$ helps: local coordinates, float64."
        )
    page = _page(Stage.TOLERANCE, idea, formula, claim).says(found)
    if moment.compare:
        for name in RULES:
            page = page.row(name, percent(taken_by(name, scene)), percent(missed_by(name, scene)))
        return page.row(f"local, τ = {two_digits(scene.tolerance)}", *map(percent, local_rates(scene)))
    for each in (0.01 * scene.distance, 0.1 * scene.distance, scene.distance):
        if each < 1.0:
            continue
        there = replace(scene, distance=each)
        up, down = limits_of(there)
        low, high = _between(there, max(up, 0.0), down)
        fits = f"{scene.told(low)} … {scene.told(high)}" if low <= high else "none"
        page = page.row(two_digits(each), step_text(there.unit), limit_text(scene, off_by(there)), fits)
    return page


def tolerance_formula(scene: Boxes) -> str:
    """The rule, and its numbers: a sign that fails is pink."""
    greatest, least = limits_of(scene)
    first, second = (limit_text(scene, x).replace("−", "-") for x in (greatest, least))
    above = r"\le" if greatest <= scene.tolerance else r"\faulty{>}"
    below = "<" if scene.tolerance < least else r"\faulty{\nless}"
    tau = rf"\interface{{{two_digits(scene.tolerance)}}}"
    rule = r"\max\tilde s\,(\text{contacts})\;\le\;\interface{\tau}\;<\;\min\tilde s\,(\text{gaps})"
    return rf"{rule}\qquad \examined{{{first}}}\;{above}\;{tau}\;{below}\;\examined{{{second}}}"


def off_by(scene: Boxes) -> float:
    """By how much rounding moves an answer at most, of all copies of both clouds."""
    pairs = ((scene.far, scene.truth), (scene.contacts.far, scene.contacts.truth))
    return max(float(np.abs(far - truth).max()) for far, truth in pairs)


def local_rates(scene: Boxes) -> tuple[float, float]:
    """The share of the gaps that count as touching by the tolerance, and of the contacts that count as apart,
    where coordinates are kept near the origin."""
    gaps = (scene.kept <= scene.tolerance) & (scene.truth > 0.0)
    return float(np.mean(gaps)), float(np.mean(scene.contacts.kept > scene.tolerance))


def _between(scene: Boxes, last: float, first: float) -> tuple[float, float]:
    """The least and the greatest tolerance between the clouds, as they are told: above the one, below the other."""
    ten = 10.0**scene.decimals
    return math.ceil(last * ten) / ten, (math.ceil(first * ten) - 1.0) / ten


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
