"""Reference and incident edge: the two edges that a contact is made of."""

from lessons.reference_and_incident.lesson import ReferenceAndIncident

__all__ = ["ReferenceAndIncident"]
