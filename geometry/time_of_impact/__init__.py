"""When do two moving shapes first touch? From a look at a few moments to a proof for all of them.

A file a routine. `linear_cast` and `gjk_ray_cast` are for shapes that move without turning, and exact up to rounding;
the advancements are for shapes that turn too, and steer for a target distance. None of these is ever late.
"""

from geometry.time_of_impact.angular_bound import AngularBound, angular_bound
from geometry.time_of_impact.bilateral_advancement import BILATERAL_ITERATIONS, bilateral_advancement
from geometry.time_of_impact.comparison import methods_compared
from geometry.time_of_impact.conservative_advancement import CONSERVATIVE_ITERATIONS, conservative_advancement
from geometry.time_of_impact.discrete import Tunnelling, discrete_steps, tunnelling
from geometry.time_of_impact.gjk_ray_cast import RAY_CAST_ITERATIONS, gjk_ray_cast
from geometry.time_of_impact.impact import TimeOfImpact
from geometry.time_of_impact.linear_cast import linear_cast
from geometry.time_of_impact.separation_over_time import separation_over_time

__all__ = [
    "BILATERAL_ITERATIONS",
    "CONSERVATIVE_ITERATIONS",
    "RAY_CAST_ITERATIONS",
    "AngularBound",
    "TimeOfImpact",
    "Tunnelling",
    "angular_bound",
    "bilateral_advancement",
    "conservative_advancement",
    "discrete_steps",
    "gjk_ray_cast",
    "linear_cast",
    "methods_compared",
    "separation_over_time",
    "tunnelling",
]
