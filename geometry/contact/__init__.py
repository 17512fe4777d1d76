"""Contacts: which edges meet, the clipped manifold, the parts of rounded shapes, and what parts an overlap."""
