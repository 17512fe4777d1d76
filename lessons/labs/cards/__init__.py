"""The cards of *Spot the bug*, as data, by chapter."""

from lessons.labs.cards import bodies, concave, contact, many, minkowski, moving, pairs, queries, separating_axes
from lessons.labs.cards.card import Card

CARDS: tuple[Card, ...] = tuple(
    sorted(
        (
            *separating_axes.CARDS,
            *pairs.CARDS,
            *minkowski.CARDS,
            *contact.CARDS,
            *queries.CARDS,
            *moving.CARDS,
            *concave.CARDS,
            *many.CARDS,
            *bodies.CARDS,
        ),
        key=lambda card: card.number,
    )
)
