"""The statistics of one index as a value, to be added to those of other shards."""

from tidings.search.index.errors import translated_errors
from tidings.search.index.index_view import IndexView
from tidings.search.rank.statistics import SharedStatistics, summed_counts


def shard_statistics(view: IndexView) -> SharedStatistics:
    """Return the number of articles, their length, their terms and their languages."""
    segments, lexicons = view.forward.segments, [each.lexicon for each in view.forward.segments]
    keys, frequencies = summed_counts(
        [lexicon.keys for lexicon in lexicons], [lexicon.counts for lexicon in lexicons]
    )
    with translated_errors(view.folder):
        languages = tuple(view.searcher.terms_with_prefix("language", ""))
    total = sum(segment.total_length for segment in segments)
    return SharedStatistics(view.forward.count, total, keys, frequencies, languages)
