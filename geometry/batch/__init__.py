"""Many pairs of shapes at once, on numpy alone; each answer is that of the scalar function, within rounding. Where
numba is installed the search for axes is compiled."""
