"""Chapter 2: separating axes."""
