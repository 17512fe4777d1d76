"""Chapter 6, queries: lessons of the second edition."""
