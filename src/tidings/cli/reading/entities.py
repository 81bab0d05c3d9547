"""The verb entities: the names in articles, and one of them over time."""

import argparse
from datetime import UTC, datetime

from tidings.cli.options import opened_library
from tidings.cli.output import print_json, print_table, printable, say
from tidings.cli.time_flags import moment_of
from tidings.engine.library.library import Library
from tidings.model.articles.annotations import EntityKind
from tidings.model.articles.entity_list import CountedEntity, EntityFilter, EntityProfile
from tidings.model.search.results import Query
from tidings.shapes.v1.entity import entity_v1, full_entity_v1

_PAGE = 100
_SHOWN = 10  # of each list about one entity


def entities(options: argparse.Namespace) -> int:
    """List the names in articles, the most frequent first; with a key, what is known of one."""
    with opened_library(options) as library:
        return _one(library, options) if ":" in options.text else _list(library, options)


def _list(library: Library, options: argparse.Namespace) -> int:
    now = datetime.now(UTC)
    wanted = EntityFilter(
        " ".join(options.text.split()),
        EntityKind(options.kind) if options.kind else None,
        moment_of("--since", options.since, now),
        language=options.language,
        source=options.source,
    )
    found = _entities(library, wanted, options.limit, now)
    if options.json:
        print_json([entity_v1(entity) for entity in found])
        return 0
    rows = [(each.articles, each.kind, each.name, each.key) for each in found]
    print_table(("articles", "kind", "name", "key"), rows)
    return 0


def _entities(
    library: Library, wanted: EntityFilter, limit: int, now: datetime
) -> list[CountedEntity]:
    page = library.listings.entities(wanted, None, min(limit, _PAGE), now)
    found = [*page.entities]
    while page.next is not None and len(found) < limit:
        left = min(limit - len(found), _PAGE)
        page = library.listings.entities(wanted, page.next, left, now)
        found += page.entities
    return found


def _one(library: Library, options: argparse.Namespace) -> int:
    now = datetime.now(UTC)
    since = moment_of("--since", options.since, now)
    limits = Query("", since=since, language=options.language, source=options.source)
    profile = library.listings.entity(options.text, limits, now)
    if profile is None:
        say(f"tidings: no article mentions {options.text}; 'tidings entities' lists the names.")
        return 1
    briefs = library.briefs(profile.newest)
    if options.json:
        print_json(full_entity_v1(profile, briefs))
        return 0
    _print(profile, [briefs[id_].title for id_ in profile.newest if id_ in briefs])
    return 0


def _print(profile: EntityProfile, titles: list[str]) -> None:
    entity = profile.entity
    spellings = ", ".join(name for name, _ in profile.spellings)
    print(printable(f"{entity.name} ({entity.kind}), {entity.articles} articles: {spellings}\n"))
    days = [(f"{day:%Y-%m-%d}", count) for day, count in profile.days[-_SHOWN:]]
    print_table(("day", "articles"), days)
    together = [(each.articles, each.kind, each.name) for each in profile.together[:_SHOWN]]
    print_table(("together", "kind", "name"), together)
    print_table(("in story", "title"), [(story.id, story.title) for story, _ in profile.stories])
    print_table(("newest",), [(title,) for title in titles])
