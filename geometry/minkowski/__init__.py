"""Sums and differences of shapes, and the searches for the origin in a difference: faces, GJK, EPA."""
