"""Contact scenarios: four ways in which two boxes touch, and how many points each needs."""

from lessons.contact_scenarios.lesson import ContactScenarios

__all__ = ["ContactScenarios"]
