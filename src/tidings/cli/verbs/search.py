"""The verb search: hits for people, with the matches in bold, or JSON."""

import argparse
import os
import sys
from collections.abc import Iterator
from datetime import UTC, datetime

from tidings.cli.exit_codes import Misuse
from tidings.cli.options import opened_library
from tidings.cli.output import print_json, print_table, printable, say, shown_day
from tidings.cli.time_flags import moment_of
from tidings.model.search.results import (
    Hit,
    Overview,
    Query,
    ScoreBreakdown,
    SearchAnswer,
    Snippet,
    Sort,
    TermShare,
)
from tidings.serve.search_parameters import (
    COPIES,
    LESS_LIKE,
    MORE_LIKE,
    SINCE,
    TEXT,
    UNTIL,
    Parameter,
    T,
    ends_before_it_begins,
    query_of,
)
from tidings.shapes.iso_time import iso
from tidings.shapes.search import answer_shape

_BOLD, _PLAIN = "\x1b[1m", "\x1b[0m"


def search(options: argparse.Namespace) -> int:
    """Search and list the hits."""
    now = datetime.now(UTC)
    query = _query(options, now)
    with opened_library(options) as library:
        if options.facets:
            answer, overview = library.search_with_overview(query, now)
        else:
            answer, overview = library.search(query, now), None
    if options.json:
        print_json(answer_shape(answer, overview))
        return 0
    _say_notes(query, answer)
    in_colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    for hit in answer.hits:
        print("\n".join(_lines(hit, in_colour)) + "\n")
    if overview:
        _print_overview(overview)
    say(f"{answer.total} found in {answer.took_ms:g} ms, ranked by {_ranking(query, answer)}")
    return 0


def _query(options: argparse.Namespace, now: datetime) -> Query:
    given = vars(options) | {
        TEXT.name: " ".join(options.query),
        SINCE.name: moment_of("--since", options.since, now),
        UNTIL.name: moment_of("--until", options.until, now),
        MORE_LIKE.name: tuple(options.more_like),
        LESS_LIKE.name: tuple(options.less_like),
        COPIES.name: options.all_copies,
    }

    def read(parameter: Parameter[T]) -> T:
        value: T = given.get(parameter.name, parameter.default)
        return value

    query = query_of(read)
    if ends_before_it_begins(query):
        raise Misuse(f"--since {options.since} is after --until {options.until}.")
    return query


def _say_notes(query: Query, answer: SearchAnswer) -> None:
    for note in answer.notes:
        part = query.text[note.start : note.end]
        say(f"{note.kind} {part!r}: {note.message}" if part else note.message)
    if answer.suggestion:
        say(f"did you mean: {answer.suggestion.text}")


def _ranking(query: Query, answer: SearchAnswer) -> str:
    if query.sort is Sort.DATE:
        return "date"
    added = ", ".join(term for term, _ in answer.added)
    return answer.model + (f", with {added}" if added else "")


def _lines(hit: Hit, in_colour: bool) -> Iterator[str]:
    date = shown_day(hit.published, hit.first_seen)
    title = printable(hit.title)
    yield f"{_BOLD}{title}{_PLAIN}" if in_colour else title
    yield printable(f"  {hit.source}, {date}, {hit.id}  {hit.url}")
    if hit.gone_at:
        yield f"  deleted by its publisher, noticed {hit.gone_at:%Y-%m-%d}"
    yield f"  {_marked(hit.snippet) if in_colour else printable(hit.snippet.text)}"
    if hit.copies:
        yield printable(f"  also in {', '.join(copy.source for copy in hit.copies)}")
    if hit.breakdown:
        yield from _explained(hit.breakdown, hit.score)


def _marked(snippet: Snippet) -> str:
    """Return the passage with its matches in bold and no other control characters."""
    parts, done = [], 0
    for start, end in snippet.marks:
        match = printable(snippet.text[start:end])
        parts += [printable(snippet.text[done:start]), _BOLD, match, _PLAIN]
        done = end
    return "".join([*parts, printable(snippet.text[done:])])


def _explained(breakdown: ScoreBreakdown, score: float) -> Iterator[str]:
    yield f"  why: relevance {breakdown.relevance:.4g} by {breakdown.model}"
    for term in breakdown.terms:
        yield printable(
            f"    {term.share:4.0%}  {term.term}{' (added)' if term.added else ''}, "
            f"weight {term.weight:.3g}: {_places(term)}"
        )
    for factor in breakdown.factors:
        detail = f" ({factor.detail})" if factor.detail else ""
        yield printable(f"    x {factor.value:.3f}  {factor.name}{detail}")
    yield f"    = {score:.4g}"


def _places(term: TermShare) -> str:
    zones = (("title", term.title), ("headings", term.headings), ("body", term.body))
    return ", ".join(f"{count} in {name}" for name, count in zones if count) or "not in it"


def _print_overview(overview: Overview) -> None:
    for facet in overview.facets:
        if facet.values:
            print_table((facet.name, "articles"), [(v.value, v.count) for v in facet.values])
            print()
    if overview.timeline:
        counts = overview.timeline.counts
        most = max(count for _, count in counts)
        rows = [(iso(at), count, "#" * -(-count * 40 // max(most, 1))) for at, count in counts]
        print_table(("from", "articles", ""), rows)
