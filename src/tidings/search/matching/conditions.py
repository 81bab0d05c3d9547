"""Conditions on one article that are made of others, or that need neither terms nor labels."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from tidings.search.matching.match_document import MatchDocument

# Whether an article belongs to a story, by the story's id and the article's.
IsInStory = Callable[[str, str], bool]
Cost = Callable[[str], float]
Terms = frozenset[str]


class Condition(Protocol):
    """What an article must have."""

    def holds(self, document: MatchDocument) -> bool:
        """Return whether an article has it."""
        ...

    def needed(self, cost: Cost) -> Terms | None:
        """Return terms of which every article that matches has one in its texts; None if unknown.

        Of several such sets, the one is taken whose terms cost the least.
        """
        ...


@dataclass(frozen=True, slots=True)
class Always:
    """A condition that every article meets, or none."""

    is_met: bool

    def holds(self, document: MatchDocument) -> bool:
        """Return the same for every article."""
        return self.is_met

    def needed(self, cost: Cost) -> Terms | None:
        """Return no terms if no article matches."""
        return None if self.is_met else frozenset()


@dataclass(frozen=True, slots=True)
class AllOf:
    """All of some conditions and none of others."""

    wanted: tuple[Condition, ...]
    unwanted: tuple[Condition, ...] = ()

    def holds(self, document: MatchDocument) -> bool:
        """Return whether an article meets the ones and not the others."""
        for condition in self.wanted:
            if not condition.holds(document):
                return False
        return not any(condition.holds(document) for condition in self.unwanted)

    def needed(self, cost: Cost) -> Terms | None:
        """Return the cheapest terms of a wanted condition."""
        return _cheapest((condition.needed(cost) for condition in self.wanted), cost)


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least some of the conditions, usually one."""

    conditions: tuple[Condition, ...]
    least: int = 1

    def holds(self, document: MatchDocument) -> bool:
        """Return whether an article meets enough of them."""
        left = self.least
        for condition in self.conditions:
            if condition.holds(document):
                left -= 1
                if left <= 0:
                    return True
        return False

    def needed(self, cost: Cost) -> Terms | None:
        """Return the terms of all conditions, without those that may fail anyway.

        If an article must meet three of five, it meets one of any three.
        """
        each = [condition.needed(cost) for condition in self.conditions]
        known = sorted((terms for terms in each if terms is not None), key=_total(cost))
        enough = len(each) - self.least + 1
        return frozenset[str]().union(*known[:enough]) if len(known) >= enough else None


@dataclass(frozen=True, slots=True)
class Published:
    """Published from one second to another, both included; never an article without a date."""

    start: int | None
    last: int | None

    def holds(self, document: MatchDocument) -> bool:
        """Return whether the article has a date within the limits."""
        moment = document.published
        return (
            moment is not None
            and (self.start is None or moment >= self.start)
            and (self.last is None or moment <= self.last)
        )

    def needed(self, cost: Cost) -> Terms | None:
        """Return that nothing is known of its terms."""
        return None


@dataclass(frozen=True, slots=True)
class InStory:
    """Part of a story, at the moment of matching: stories grow."""

    story: str
    is_in_story: IsInStory

    def holds(self, document: MatchDocument) -> bool:
        """Return whether the article belongs to the story now."""
        return self.is_in_story(self.story, document.id)

    def needed(self, cost: Cost) -> Terms | None:
        """Return that nothing is known of its terms."""
        return None


def _cheapest(found: Iterable[Terms | None], cost: Cost) -> Terms | None:
    known = [terms for terms in found if terms is not None]
    return min(known, key=_total(cost)) if known else None


def _total(cost: Cost) -> Callable[[Terms], float]:
    return lambda terms: sum(map(cost, terms))
