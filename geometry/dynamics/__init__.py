"""Bodies: their mass, the contacts between them, and a small step with sequential impulses."""
