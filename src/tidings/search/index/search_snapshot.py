"""Everything that one search sees, frozen: nothing committed meanwhile changes its answer."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

from tidings.search.index.index_view import IndexView
from tidings.search.index.story_membership import NoStories, StoryMembership
from tidings.search.rank.statistics import CollectionStatistics, SharedStatistics
from tidings.settings.tree import SearchSettings

# Ids of articles that existed at a seq and have a higher one now.
RevisedSince = Callable[[int], Sequence[str]]
# Those of these ids whose articles are newer than a seq.
ArrivedSince = Callable[[int, Sequence[str]], Collection[str]]
# Those pairs of the articles with these ids that are copies of each other. The grouping finds them
# a second after the commit; until then a copy is a hit like any other.
CopiesAmong = Callable[[Sequence[str]], Sequence[tuple[str, str]]]
# The ids of all articles without a date. Asked for only if the index dates them.
Undated = Callable[[], Sequence[str]]
# The ids of articles in the index that this search must not find.
Hidden = Callable[[], Sequence[str]]


def no_copies(ids: Sequence[str]) -> Sequence[tuple[str, str]]:
    """Return nothing."""
    return ()


@dataclass(frozen=True, slots=True, eq=False)
class SearchSnapshot:
    """One state of the index, with the settings and with what only the database knows."""

    view: IndexView
    settings: SearchSettings
    stories: StoryMembership = field(default_factory=NoStories)
    revised: RevisedSince = lambda _: ()
    copies_among: CopiesAmong = no_copies
    arrived: ArrivedSince = lambda _, __: ()
    undated: Undated = lambda: ()
    hidden: Hidden = lambda: ()
    shared: SharedStatistics | None = None  # of all shards, if this index is one of several

    @property
    def statistics(self) -> CollectionStatistics:
        """The statistics that scores are computed with."""
        return self.view.forward if self.shared is None else self.shared

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages of the collection, the most frequent first."""
        if self.shared is None:
            return self.view.languages
        return tuple(language for language, _ in self.shared.languages)
