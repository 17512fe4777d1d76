"""When do two moving shapes first touch? From a look at a few moments to a proof for all of them.

A file a routine. `linear_cast` and `gjk_ray_cast` are for shapes that move without turning, and exact up to rounding;
the advancements are for shapes that turn too, and steer for a target distance. None of these is ever late.
"""
