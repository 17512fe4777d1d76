"""Cards 26 to 29: contact."""

from __future__ import annotations

from lessons.labs.cards.card import Card

CARDS: tuple[Card, ...] = ()
