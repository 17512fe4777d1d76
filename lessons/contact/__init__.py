"""Chapter 5: where two shapes touch, and what a solver is told of it."""
