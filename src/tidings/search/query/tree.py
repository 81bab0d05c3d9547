"""A query as a tree: its meaning, independent of how it was typed and of the index.

Build trees with the functions below the node classes. They keep trees in a normal form, so that a
tree that is rendered and parsed again is equal to itself.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final


class FieldName(StrEnum):
    """The fields that can be searched; a date is a `Between`, not a field."""

    TITLE = "title"
    SOURCE = "source"
    AUTHOR = "author"
    LANGUAGE = "lang"
    TOPIC = "topic"
    ENTITY = "entity"
    STORY = "story"
    URL = "url"


# An article has one value of each, so several values can only be alternatives.
SINGLE_VALUED: Final = frozenset({FieldName.SOURCE, FieldName.LANGUAGE, FieldName.STORY})


@dataclass(frozen=True, slots=True)
class Word:
    """A word as typed; a hyphenated or Chinese word is several terms in a row."""

    text: str


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words in a row."""

    text: str


@dataclass(frozen=True, slots=True)
class Near:
    """Words in any order with at most `slop` others between them."""

    text: str
    slop: int


@dataclass(frozen=True, slots=True)
class Prefix:
    """Any word that begins with the text."""

    text: str


@dataclass(frozen=True, slots=True)
class Fuzzy:
    """Any word that differs in at most `distance` letters."""

    text: str
    distance: int


@dataclass(frozen=True, slots=True)
class Between:
    """Published from `start` (UTC, whole seconds) and before `end`; None means no limit."""

    start: datetime | None
    end: datetime | None


@dataclass(frozen=True, slots=True)
class Field:
    """A node whose words are searched in one field."""

    name: FieldName
    part: "Node"


@dataclass(frozen=True, slots=True)
class And:
    """All of the parts; plain words may be missing when too few articles match."""

    parts: tuple["Node", ...]


@dataclass(frozen=True, slots=True)
class Or:
    """Any of the parts."""

    parts: tuple["Node", ...]


@dataclass(frozen=True, slots=True)
class Not:
    """Everything that does not match the part."""

    part: "Node"


@dataclass(frozen=True, slots=True)
class Must:
    """A part that may never be missing, nor be skipped as a stop word."""

    part: "Node"


@dataclass(frozen=True, slots=True)
class Boost:
    """A part with another weight than 1."""

    part: "Node"
    factor: float


Leaf = Word | Phrase | Near | Prefix | Fuzzy | Between
Node = Leaf | Field | And | Or | Not | Must | Boost

MAX_BOOST: Final = 100.0


def all_of(parts: Iterable[Node]) -> Node | None:
    """Return the parts as one node; None if there are none."""
    flat = [inner for part in parts for inner in (part.parts if isinstance(part, And) else (part,))]
    return flat[0] if len(flat) == 1 else And(tuple(flat)) if flat else None


def any_of(parts: Iterable[Node]) -> Node | None:
    """Return a node for any of the parts; None if there are none."""
    given = list(parts)
    if len(given) == 1:
        return given[0]
    plain = [part.part if isinstance(part, Must) else part for part in given]
    flat = [inner for part in plain for inner in (part.parts if isinstance(part, Or) else (part,))]
    flat = list(dict.fromkeys(flat))
    return flat[0] if len(flat) == 1 else Or(tuple(flat)) if flat else None


def without(part: Node) -> Node:
    """Return a node for what does not match the part."""
    if isinstance(part, Not):
        return part.part
    return without(part.part) if isinstance(part, Must | Boost) else Not(part)


def must(part: Node) -> Node:
    """Return the part as a required one."""
    return part if isinstance(part, Must) or is_required(part) else Must(part)


def boosted(part: Node, factor: float) -> Node:
    """Return the part with another weight; filters and negations have none."""
    factor = min(max(factor, 0.0), MAX_BOOST)
    if isinstance(part, Must):
        return must(boosted(part.part, factor))
    if isinstance(part, Field) and part.name is FieldName.TITLE:
        return within(part.name, boosted(part.part, factor))
    if isinstance(part, Boost):
        return boosted(part.part, part.factor * factor)
    return (
        part if factor == 1.0 or isinstance(part, Not) or is_filter(part) else Boost(part, factor)
    )


def within(name: FieldName, part: Node) -> Node:
    """Return the part with its words searched in a field; a field inside it keeps its own."""
    if isinstance(part, Field | Between):
        return part
    if isinstance(part, Not):
        return without(within(name, part.part))
    if isinstance(part, Must) or (isinstance(part, Boost) and name is not FieldName.TITLE):
        return within(name, part.part)
    if isinstance(part, And) and name in SINGLE_VALUED:
        return within(name, any_of(part.parts) or part)
    return Field(name, part)


def is_filter(node: Node) -> bool:
    """Return whether a node only includes or excludes articles and does not affect scores."""
    match node:
        case Between():
            return True
        case Field(name, _):
            return name is not FieldName.TITLE
        case Not(part):
            return is_filter(part)
        case And(parts) | Or(parts):
            return all(map(is_filter, parts))
        case _:
            return False


def is_required(node: Node) -> bool:
    """Return whether a node must match in any case, because the user was explicit about it."""
    if isinstance(node, Boost):
        return is_required(node.part)
    return isinstance(node, Phrase | Near | Field | Between | Not | Must) or is_filter(node)


def conjuncts(node: Node | None) -> tuple[Node, ...]:
    """Return the parts that a node joins by AND."""
    if node is None:
        return ()
    return node.parts if isinstance(node, And) else (node,)


def leaves(node: Node) -> Iterator[Leaf]:
    """Yield the leaves of a tree from left to right."""
    match node:
        case And(parts) | Or(parts):
            for part in parts:
                yield from leaves(part)
        case Field(_, part) | Not(part) | Must(part) | Boost(part, _):
            yield from leaves(part)
        case _:
            yield node


def names_in(node: Node) -> Iterator[FieldName]:
    """Yield the names of the fields in a tree."""
    match node:
        case And(parts) | Or(parts):
            for part in parts:
                yield from names_in(part)
        case Field(name, part):
            yield name
            yield from names_in(part)
        case Not(part) | Must(part) | Boost(part, _):
            yield from names_in(part)
        case _:
            return


def has_words(node: Node | None) -> bool:
    """Return whether a tree has anything to score articles by."""
    match node:
        case None | Not() | Between():
            return False
        case And(parts) | Or(parts):
            return any(map(has_words, parts))
        case Field(name, _):
            return name is FieldName.TITLE
        case Must(part) | Boost(part, _):
            return has_words(part)
        case _:
            return True
