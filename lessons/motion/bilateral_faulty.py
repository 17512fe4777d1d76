"""What the search without a floor says beside bilateral advancement: its rule, its jumps and where they end."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from geometry import Outcome, separation
from geometry.time_of_impact.bilateral_advancement import DeepestFound
from geometry.time_of_impact.conservative_advancement import Advanced
from lessons.motion.bilateral_figure import differs, jumped_to
from lessons.motion.bilateral_floor import is_too_low
from lessons.motion.bilateral_scene import TIMES, Rooted, first_of, is_root
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.page import Claim, Page, Table, TableRow
from viz.lesson.text import fixed, tint

OPEN_IS_PROOF = (
    r"**No lower bound**: at $t_2$ the gap $\gap{g}$ is not below the limit, so $t_1$ jumps there. What is in "
    "between is not tested."
)
JUMPS = r"\faulty{g(t_2)\ \ge\ \mathrm{limit}=s_0-\varepsilon\quad\Rightarrow\quad t_1\leftarrow t_2}"


def is_wrong(moment: Moment[Rooted]) -> bool:
    return moment.faulty is not None and moment.parent is None and differs(moment)


def by_rule(page: Page, moment: Moment[Rooted]) -> Page:
    """At a bracket and at the answer the page tells the rule without a floor, and its own jump."""
    step, scene = moment.step, moment.scene
    first = first_of(step)
    if not is_wrong(moment) or not isinstance(first, DeepestFound | Advanced) or is_root(step):
        return page
    times = moment.faulty.times
    page = replace(page, idea=OPEN_IS_PROOF, formula=JUMPS)
    if isinstance(first, DeepestFound):
        k = min(first.iteration, len(times) - 1)
        jump = tint(f"from {fixed(times[k - 1], 3)} to {fixed(times[k], 3)}", Ink.FAULTY)
        if is_too_low(moment):
            least = tint(fixed(first.floor, 3), Ink.OVERLAP)
            says = f"$t_1$ jumps {jump}. But the least value of the lower bound is {least}: nothing is proved."
            return replace(page, sentence=says)
        return replace(
            page, sentence=f"Without a lower bound $t_1$ jumps {jump}. With it $t_1$ comes to {_kept(scene, first)}."
        )
    gaps = [float(scene.gaps[(a <= TIMES) & (b >= TIMES)].min(initial=0.0)) for a, b in pairwise(times)]
    deep = min(gaps)
    start, end = times[gaps.index(deep) :][:2]
    s = fixed(separation(*scene.at(end)), 3)
    jump = tint(f"from {fixed(start, 3)} to {fixed(end, 3)}", Ink.FAULTY)
    says = f"Without a lower bound $t_1$ jumps {jump}, where $s$ = {s}, "
    says += f"over an overlap of {tint(fixed(-deep), Ink.OVERLAP)}."
    return replace(page, sentence=says).claiming(Claim("passed over", lambda: deep < 0.0, lambda: True))


def _kept(scene: Rooted, first: DeepestFound) -> str:
    return fixed(scene.jumps[first.iteration - 1][1], 3)


def ruled_table(table: Table | None, moment: Moment[Rooted]) -> Table | None:
    """At the answer the last query of the search without a floor too, below those of the right one."""
    if table is None or not is_wrong(moment) or not isinstance(moment.step, Advanced):
        return table
    end = moment.faulty.times[-1]
    cells = str(len(moment.faulty.times)), fixed(end, 3), fixed(separation(*moment.scene.at(end)), 3), "—"
    return replace(table, rows=(*table.rows, (moment.index, TableRow(cells, faulty=True))))


def fault_told(moment: Moment[Rooted]) -> str:
    """What it reports, and what is true; "" where it is right."""
    if moment.faulty is None or not differs(moment):
        return ""
    truth, times = moment.scene.trace.result, moment.faulty.times
    if len(jumped := jumped_to(moment)) < len(times):
        return "" if len(jumped) == 1 else tint(f"No lower bound: $t_1$ is at {fixed(jumped[-1], 3)}.", Ink.FAULTY)
    is_found = moment.faulty.outcome is Outcome.HIT
    told = f"reports an impact at t = {fixed(times[-1], 3)}" if is_found else "reports no impact"
    if truth.outcome is Outcome.HIT and is_found:
        told += f", {fixed(times[-1] - truth.fraction, 3)} too late"
    elif truth.outcome is Outcome.HIT:
        told += f", and jumps over the one at {fixed(truth.fraction, 3)}"
    return tint(f"No lower bound: it {told}.", Ink.FAULTY)
