"""A span: tokens that make up a name, and what kind of name; who else bears it is not its say."""

from typing import NamedTuple

from tidings.model.articles.annotations import EntityKind


class NameSpan(NamedTuple):
    """The tokens from `first` up to `end` are a name."""

    first: int
    end: int
    kind: EntityKind
    sureness: float = 1.0  # from 0 to 1
