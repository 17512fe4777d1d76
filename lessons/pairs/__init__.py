"""Chapter 3, pairs by hand: lessons of the second edition."""
