"""What each step of `conventions` changes, in a sentence with its numbers here and there; and what never changes."""

from __future__ import annotations

from geometry.conventions import Conventions
from geometry.engine.told import put_into
from lessons.labs.conventions_figure import is_unchecked
from lessons.labs.conventions_scene import NAMES, Spoken, number
from viz.lesson.engines import SWITCHES
from viz.lesson.lesson import Moment
from viz.lesson.text import coords, fixed, inked

W, N_HAT = r"$\boldsymbol{w}$", r"$\hat n$"


def sentence(moment: Moment[Spoken]) -> str:
    """What this step changes, with its numbers here and there."""
    here, there, so_far = moment.scene.here, moment.step.told, moment.step.so_far
    vertex = r"$\boldsymbol{b}_0$"
    if is_unchecked(moment):
        return f"{moment.scene.title} tests separating axes: it forms no difference and reports no {W}."
    match moment.index:
        case 0 if moment.scene.engine:
            return _differences(moment.scene)
        case 0:
            angle = number("angle", here.angle)
            return f"{vertex} = {coords(here.vertex)}. B's own x axis, the arrow, is rotated by $\\phi$ = {angle}."
        case 1 if not so_far.y_down:
            return f"y points up there too, so nothing changes: {vertex} = {coords(here.vertex)} in both views."
        case 1:
            return f"{vertex} is {coords(here.vertex)} here and **{coords(there.vertex)}** there."
        case 2:
            return _winding(moment)
        case 3:
            return _chain(moment, "normal", N_HAT, "from B to A" if so_far.normal_b_to_a else "")
        case 4:
            return _chain(moment, "nearest", W, "for B − A" if so_far.b_minus_a else "")
        case 5:
            return _depth_told(moment)
    if so_far.touching_is_apart:
        return "At gap 0 Separatrix reports a contact. There it is **no contact**: only an overlap counts."
    if moment.scene.skins:
        return f"At gap 0 both report a contact. Box2D's skins report one up to a gap of {fixed(moment.scene.skins)}."
    return "At gap 0 both engines report a contact."


def _differences(scene: Spoken) -> str:
    """Which conventions of an engine are not ours."""
    names = [SWITCHES[name][0] for name in NAMES if name in scene.there]
    skins = f" Its depths also count skins of {fixed(scene.skins)}." if scene.skins else ""
    return f"Here and there differ in {len(names)} convention{'s' * (len(names) > 1)}: **{', '.join(names)}**.{skins}"


def _chain(moment: Moment[Spoken], name: str, symbol: str, reversed_by: str) -> str:
    """A pair from here to there, one change of sign after the other."""
    here, y_down = getattr(moment.scene.here, name), moment.step.so_far.y_down
    last = f"**{coords(getattr(moment.step.told, name))}**"
    mirrored = coords(getattr(put_into(moment.scene.here, Conventions(y_down=y_down)), name))
    if not y_down and not reversed_by:
        way = "from A to B" if name == "normal" else "A − B"
        return f"{symbol} = {coords(here)} in both: y up and {way} there too."
    parts = [f"{symbol} here {coords(here)}"]
    if y_down:
        parts.append(f"with y down {mirrored if reversed_by else last}")
    if reversed_by:
        parts.append(f"{reversed_by} {last}")
    return f"{', '.join(parts)}."


def _depth_told(moment: Moment[Spoken]) -> str:
    """Depth or separation, with the skins that the engine counts."""
    here, there, scene = moment.scene.here, moment.step.told, moment.scene
    told, name = f"**{scene.told_there('depth', there)}**", scene.field("depth") or "it"
    if not moment.step.so_far.depth_negative:
        return f"$s$ = {fixed(-here.depth)}, so the depth is {fixed(here.depth)} here and {told} there: no change."
    if scene.skins:
        half = fixed(scene.skins / 2.0)
        return f"$s$ = {fixed(-here.depth)}. Box2D gives each polygon a skin of {half}, so its {name} is {told}."
    return f"The depth is {fixed(here.depth)} here. There, {name} is $s$ itself: {told}."


def _winding(moment: Moment[Spoken]) -> str:
    """Of the signed area, which both the mirror and the order of the list turn over."""
    here, so_far = moment.scene.here.area, moment.step.so_far
    s, other = f"$S$ = {fixed(here)}", f"**{moment.scene.told_there('area', moment.step.told)}**"
    if so_far.clockwise and so_far.y_down and moment.scene.engine:
        order = "There, vertices are listed so that $S$ > 0."
        return f"{order} With y down this is clockwise on the screen: $S$ = {other}."
    if so_far.clockwise and so_far.y_down:
        first = f"With y down, {s} changes to {fixed(-here)}."
        return f"{first} Listed clockwise on the screen as well, it is {other} again."
    if so_far.clockwise:
        return f"{s} here. There the list runs clockwise on the screen: {other}."
    if so_far.y_down:
        return f"The list runs counter-clockwise on both screens. {s} here; the mirrored $y$ gives {other} there."
    return f"y up and counter-clockwise there too: {s} in both."


def before_the_move(scene: Spoken) -> str:
    """Where B is drawn just touching A, and its place in the scene is dashed."""
    depth = scene.here.depth
    if abs(depth) < 0.005:
        return situation(scene)
    where = "overlapping" if depth > 0.0 else "apart from"
    return f"Dashed: B before it was moved, {where} A by {inked(-depth).replace('−', '')}."


def situation(scene: Spoken) -> str:
    """The same sentence in every convention."""
    depth = scene.here.depth
    if abs(depth) < 0.005:
        return "A and B just touch, in both views."
    if depth > 0.0:
        return f"A and B overlap by {inked(-depth).replace('−', '')}, in both views."
    return f"A and B are apart by {inked(-depth)}, in both views."
