"""Cards 13 to 20: pairs by hand."""

from __future__ import annotations

from lessons.labs.cards.card import Card

CARDS: tuple[Card, ...] = ()
