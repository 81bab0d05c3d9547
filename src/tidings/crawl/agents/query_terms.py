"""The query of a run as terms with weights, in the languages that it may be written in."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class QueryTerms:
    """The terms of a query, and how rare each is: what judges pages and links compare with."""

    text: str
    language: str  # pages in other languages are analysed as this one, too
    weights: Mapping[str, float]  # by term: its frequency in the query times its rarity
