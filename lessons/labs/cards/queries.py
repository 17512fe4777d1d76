"""Cards 30 to 32: queries."""

from __future__ import annotations

from lessons.labs.cards.card import Card

CARDS: tuple[Card, ...] = ()
