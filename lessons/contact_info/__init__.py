"""Contact info: point, normal and separation for every pair of shape kinds."""

from lessons.contact_info.lesson import ContactInfo

__all__ = ["ContactInfo"]
