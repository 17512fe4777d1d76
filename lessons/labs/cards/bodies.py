"""Cards 40: bodies."""

from __future__ import annotations

from lessons.labs.cards.card import Card

CARDS: tuple[Card, ...] = ()
