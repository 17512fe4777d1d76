"""Chapter 7: moving things."""
