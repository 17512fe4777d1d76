"""Chapter 8: shapes that are not convex."""
