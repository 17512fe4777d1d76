"""Cards 38: concave shapes."""

from __future__ import annotations

from lessons.labs.cards.card import Card

CARDS: tuple[Card, ...] = ()
