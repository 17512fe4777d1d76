"""Chapter 7: shapes that move, and when they first touch."""
