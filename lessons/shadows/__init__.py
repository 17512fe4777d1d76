"""Chapter 1: shadows, the projections of shapes on an axis."""
