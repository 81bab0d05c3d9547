"""A span: the tokens of a name and its kind; not the entity behind it."""

from typing import NamedTuple

from tidings.model.articles.annotations import EntityKind


class NameSpan(NamedTuple):
    """The tokens from `first` up to `end` are a name."""

    first: int
    end: int
    kind: EntityKind
    sureness: float = 1.0  # from 0 to 1
