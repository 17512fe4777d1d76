"""Why it works: the edges of A and of B turned round, laid end to end, and the origin inside or outside of them."""

from lessons.why_it_works.lesson import WhyItWorks

__all__ = ["WhyItWorks"]
