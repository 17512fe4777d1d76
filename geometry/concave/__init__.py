"""Concave polygons: cut into triangles, into convex pieces, and collided piece by piece."""
