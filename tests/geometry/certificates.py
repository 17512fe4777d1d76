"""What is wrong with an answer: sentences, none where it is right. Every residual in extended precision."""

from __future__ import annotations

import numpy as np

import geometry as g
from geometry import Convex, Outcome
from geometry.time_of_impact.impact import TimeOfImpact
from tests.geometry.extended import Pair, least_separation, long, off_boundary, promised
from tests.geometry.near_degenerate import Case

HIT, OVERLAPPED, SEPARATED, FAILED = Outcome.HIT, Outcome.OVERLAPPED, Outcome.SEPARATED, Outcome.FAILED


class Faults:
    """Faults of one case, and the largest residual in parts of the promise."""

    def __init__(self, number: int, bar: float) -> None:
        self.number, self.bar, self.worst = number, bar, 0.0
        self.found: list[str] = []

    def near(self, routine: str, what: str, value: float, expected: float = 0.0) -> None:
        part = abs(value - expected) / self.bar
        self.worst = max(self.worst, part) if part == part else np.inf
        if not part <= 1.0:
            self.found.append(f"{routine}: {what} is {value:.6g}, not {expected:.6g} ({part:.3g} bars)")

    def closes(self, routine: str, normal: object, motion: object, radius: float) -> None:
        """The motion leads along the normal. Around a corner's disc the normal turns by what moves the hit, over the
        radius: where a motion grazes it, by as much it may seem to lead away."""
        n, v = long(normal), long(motion)
        slack = float(np.sqrt((v * v).sum())) * self.bar / radius if radius > 0.0 else 0.0
        along = float(n @ v)
        self.true(routine, f"the normal recedes by {along:.3g}", along >= -self.bar - slack)

    def true(self, routine: str, what: str, holds: bool) -> None:
        if not holds:
            self.found.append(f"{routine}: {what}")


def pair_faults(case: Case) -> Faults:
    """Every routine that answers how far apart two shapes are."""
    a, b = case.a, case.b
    largest = max(a.max_coordinate, b.max_coordinate)
    faults = Faults(case.number, promised(case.size, largest))
    pair = Pair(a, b)
    truth = pair.separation()
    sure = faults.bar
    axes, early = g.separating_axis(a, b, early_out=False), g.separating_axis(a, b)
    faces, distance, found = g.minkowski_faces(a, b), g.gjk(a, b), g.epa(a, b)
    least, pairs, contacts = g.minimum_translation(a, b), g.collide(a, b), g.manifold(a, b)
    for name, outcome in (
        ("separating_axis", axes.outcome), ("early out", early.outcome), ("faces", faces.outcome),
        ("gjk", distance.outcome), ("epa", found.outcome), ("manifold", contacts.outcome), ("collide", pairs.outcome),
        ("minimum_translation", least.found.outcome),
    ):  # fmt: skip
        wrong = (truth > sure and outcome is not SEPARATED) or (truth < -sure and outcome is not OVERLAPPED)
        faults.true(name, f"{outcome.name} at {truth:.6g}", not wrong)
    for name, answer in (("separating_axis", axes), ("faces", faces), ("epa", found), ("collide", pairs)):
        faults.near(name, "separation", answer.separation, truth)
        faults.near(name, "gap along the normal", pair.gap(answer.normal), truth)
    if distance.separation is not None:
        faults.near(
            "gjk",
            "separation",
            distance.separation,
            truth if distance.normal is not None else 0.0 - float(pair.radius),
        )
        if distance.normal is not None:
            faults.near("gjk", "gap along the normal", pair.gap(distance.normal), truth)
            faults.near("gjk", "on_a off the boundary", off_boundary(a, distance.on_a))
            faults.near("gjk", "on_b off the boundary", off_boundary(b, distance.on_b))
    faults.near("collide", "on_a off the boundary", off_boundary(a, pairs.contact.on_a))
    faults.near("collide", "on_b off the boundary", off_boundary(b, pairs.contact.on_b))
    faults.true("cross_check", f"spread {(check := g.cross_check(a, b)).spread:.3g}", check.all_agree)
    _manifold(faults, a, b, pair, truth, contacts)
    return faults


def _manifold(faults: Faults, a: Convex, b: Convex, pair: Pair, truth: float, found: g.Manifold) -> None:
    faults.near("manifold", "gap along the normal", pair.gap(found.normal), found.separation)
    if found.outcome is SEPARATED:
        faults.true(
            "manifold", f"a gap of {found.separation:.6g} at {truth:.6g}", found.separation <= truth + faults.bar
        )
        return
    faults.near("manifold", "separation", found.separation, truth)
    faults.near("manifold", "deepest point", min(p.separation for p in found.points), truth)
    for p in found.points:
        faults.near("manifold", "on_a off the boundary", off_boundary(a, p.on_a))
        faults.near("manifold", "on_b off the boundary", off_boundary(b, p.on_b))
        faults.near("manifold", "ends apart", float(long(found.normal) @ (long(p.on_b) - long(p.on_a))), p.separation)


def cast_faults(case: Case) -> Faults:
    """Every routine that answers when two shapes that do not turn first touch."""
    a, b = case.start_a, case.start_b
    motion = long(case.motion_a) - long(case.motion_b)
    faults = Faults(case.number, promised(case.size, case.largest))
    start = Pair(a, b).separation()
    least: list[float] = []
    for name, routine in (("linear_cast", g.linear_cast), ("gjk_ray_cast", g.gjk_ray_cast)):
        impact_faults(
            faults,
            name,
            a,
            b,
            case.motion_a,
            case.motion_b,
            routine(a, case.motion_a, b, case.motion_b),
            start,
            least,
        )
    sweeps = (g.Sweep(g.Pose(), g.Pose(case.motion_a)), g.Sweep(g.Pose(), g.Pose(case.motion_b)))
    found = g.conservative_advancement(a, sweeps[0], b, sweeps[1])
    name = "conservative_advancement"
    if found.outcome is OVERLAPPED:
        faults.true(name, f"OVERLAPPED at {start:.6g}", start <= faults.bar)
    elif found.outcome is SEPARATED:
        _missed(faults, name, a, b, motion, least)
    else:
        at = Pair(a, b, long(found.fraction) * motion)
        faults.true(name, f"touched before its time: {at.separation():.6g}", at.separation() >= -faults.bar)
        faults.near(name, "separation", at.separation(), found.separation or 0.0)
    return faults


def impact_faults(
    faults: Faults, name: str, a: Convex, b: Convex, motion_a: np.ndarray, motion_b: np.ndarray,
    found: TimeOfImpact, start: float, least: list[float],
) -> None:  # fmt: skip
    """What is wrong with a time of impact; `least` keeps the least separation on the way, once it is known."""
    motion = long(motion_a) - long(motion_b)
    if found.outcome is OVERLAPPED:
        faults.true(name, f"OVERLAPPED at {start:.6g}", start <= faults.bar)
        return
    faults.true(name, f"{found.outcome.name}, overlapping by {start:.6g} at the start", start >= -faults.bar)
    if found.outcome is SEPARATED:
        _missed(faults, name, a, b, motion, least)
        return
    faults.true(name, found.outcome.name, found.outcome is HIT)
    t = long(found.fraction)
    at = Pair(a, b, t * motion)
    faults.true(name, f"fraction {found.fraction}", 0.0 <= found.fraction <= 1.0)
    faults.near(name, "separation at the hit", at.separation())
    faults.near(name, "gap along the normal", at.gap(found.normal))
    faults.closes(name, found.normal, motion, a.radius + b.radius)
    faults.near(name, "on_a off the boundary", off_boundary(a, found.on_a, t * long(motion_a)))
    faults.near(name, "on_b off the boundary", off_boundary(b, found.on_b, t * long(motion_b)))


def _missed(faults: Faults, name: str, a: Convex, b: Convex, motion: object, least: list[float]) -> None:
    if not least:
        least.append(least_separation(a, b, motion))
    faults.true(name, f"SEPARATED, but {least[0]:.6g} on the way", least[0] >= -faults.bar)


def ray_faults(case: Case) -> Faults:
    """A ray, and a circle, against A: at B's corner nearest to it, or along B's way."""
    shape, radius = case.a, case.b.radius
    motion = case.motion_b - case.motion_a
    faults = Faults(case.number, promised(case.size, case.largest))
    if float(np.abs(motion).max()) <= 1e-70:
        return faults
    for at in case.start_b.points[:3]:
        origin = at - (case.start_a.points[0] - case.a.points[0])  # A held where it all but touches
        ray = g.Ray(origin, motion)
        _ray(faults, "ray_cast", shape, ray, 0.0)
        _ray(faults, "circle_cast", shape, ray, radius)
    return faults


def _ray(faults: Faults, name: str, shape: Convex, ray: g.Ray, radius: float) -> None:
    moving = Convex(ray.origin[None, :], radius)
    if name == "ray_cast":
        cast = g.ray_cast(shape, ray)
        fraction, place, normal, miss = cast.fraction, cast.point, cast.normal, cast.outcome
    else:
        swept = g.circle_cast(shape, ray, radius)
        fraction, place, normal, miss = swept.fraction, swept.point, swept.normal, swept.outcome
    pair = Pair(shape, moving)
    start = pair.separation()
    if miss is OVERLAPPED:
        faults.true(name, f"OVERLAPPED at {start:.6g}", start <= faults.bar)
        return
    faults.true(name, f"{miss.name}, overlapping by {start:.6g} at the start", start >= -faults.bar)
    if miss is SEPARATED:
        _missed(faults, name, moving, shape, ray.translation, [])
        return
    at = Pair(shape, moving, by_b=long(fraction) * long(ray.translation))
    faults.true(name, f"fraction {fraction}", fraction is not None and 0.0 <= fraction <= 1.0 + 1e-15)
    faults.near(name, "separation at the hit", at.separation())
    faults.near(name, "gap along the normal", at.gap(normal))
    faults.closes(name, normal, -ray.translation, shape.radius + radius)
    faults.near(name, "point off the boundary", off_boundary(shape, place))


def swept_faults(case: Case) -> Faults:
    """A circle, and a point, against B's first edge: at an end of it, over it, or past it."""
    faults = Faults(case.number, promised(case.size, case.largest))
    if len(case.start_b.points) == 1:
        return faults
    ends, radius = case.start_b.points[:2], case.start_a.radius
    wall, motions = Convex(ends), (case.motion_a, case.motion_b)
    for center in case.start_a.points[:3]:
        round_, sharp = Convex([center], radius), Convex([center])
        for name, disc, found in (
            ("swept_circle_segment", round_, g.swept_circle_segment(center, radius, motions[0], *ends, motions[1])),
            ("its radius 0", sharp, g.swept_circle_segment(center, 0.0, motions[0], *ends, motions[1])),
            ("swept_point_segment", sharp, g.swept_point_segment(center, motions[0], *ends, motions[1])),
        ):
            start = Pair(disc, wall).separation()
            if found.outcome is OVERLAPPED:
                faults.true(name, f"OVERLAPPED at {start:.6g}", start <= faults.bar)
            elif found.outcome is SEPARATED:
                _missed(faults, name, disc, wall, long(motions[0]) - long(motions[1]), [])
            else:
                t, motion = long(found.fraction), long(motions[0]) - long(motions[1])
                at = Pair(disc, wall, t * motion)
                faults.near(name, "separation at the hit", at.separation())
                faults.near(name, "gap along the normal", at.gap(found.normal))
                faults.closes(name, found.normal, motion, disc.radius)
                faults.near(name, "point off the wall", off_boundary(wall, found.point, t * long(motions[1])))
    return faults
