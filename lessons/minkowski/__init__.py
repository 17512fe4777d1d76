"""Chapter 4: the Minkowski sum and difference, and the algorithms on support points of it."""
