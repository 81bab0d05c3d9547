"""One person, organisation or place: how often it is mentioned over time, with whom, and where."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from tidings.engine.listing.entity_directory import ENTITY, counted
from tidings.engine.listing.entity_identity import EntityIdentities, EntityIdentity
from tidings.engine.listing.plain_words import says_nothing
from tidings.enrich.entities.coreference import normalised_name
from tidings.enrich.name_tables.gazetteer import names_of_place
from tidings.model.articles.annotations import EntityKind
from tidings.model.articles.entity_list import CountedEntity, EntityProfile
from tidings.model.articles.story import Story
from tidings.search.index.errors import translated_errors
from tidings.search.label_counts import (
    daily_counts,
    label_counts,
    labelled,
    match_count,
    name_pattern,
    newest_ids,
    with_value,
)
from tidings.search.query_run import QueryRun
from tidings.store.database.session import Reader
from tidings.store.tables.articles.stories import memberships_of, stories_by_id

_MAX_SPELLINGS: Final = 50
_MAX_NAME: Final = 200  # characters; the index has no longer ones
_TOGETHER: Final = 20
_POOL: Final = 60  # names among which those that say something are chosen
_NEWEST: Final = 10
_FOR_STORIES: Final = 100  # newest articles whose stories are shown
_STORIES: Final = 10

Shown = Callable[[Sequence[Story]], list[Story]]


def entity_profile(
    connection: Reader, run: QueryRun, key: str, identities: EntityIdentities, shown: Shown
) -> EntityProfile | None:
    """Return what is known of the entity with a key; None if no article mentions it.

    Places of the same name are not told apart here: each counts all articles with the name.
    """
    view, matching = run.view, run.matching
    with translated_errors(view.folder):
        spellings = _spellings(run, key)
        if not spellings:
            return None
        names = [name for name, _ in spellings]
        found = with_value(matching, ENTITY, names)
        days = daily_counts(view, found)
        total = match_count(view, found)
        beside = [each for each in label_counts(view, found, ENTITY, _POOL) if each[0] not in names]
        newest = newest_ids(view, found, _FOR_STORIES)
    identity = identities.of(connection, run, names[:1]).get(names[0])
    kind = EntityKind(key.partition(":")[0])
    if identity is None or identity.kind is not kind:
        identity = EntityIdentity(key, kind, None)
    return EntityProfile(
        entity=counted(names[0], total, identity._replace(key=key)),
        spellings=tuple(spellings),
        days=tuple(days),
        together=_together(connection, run, beside, identities),
        newest=tuple(newest[:_NEWEST]),
        stories=_stories(connection, newest, shown),
    )


def _spellings(run: QueryRun, key: str) -> list[tuple[str, int]]:
    """Return how a name is written, and in how many articles each time, the most frequent first."""
    kind, _, name = key.partition(":")
    if kind not in list(EntityKind) or not 0 < len(name) <= _MAX_NAME:
        return []
    if kind == EntityKind.PLACE and name.isascii() and name.isdigit():
        known = names_of_place(int(name))
        return label_counts(
            run.view, with_value(run.matching, ENTITY, list(known)), ENTITY, _MAX_SPELLINGS,
            "|".join(map(_quoted, known)),
        ) if known else []  # fmt: skip
    pattern = name_pattern(normalised_name(name))
    try:  # first the articles: to count names in all of them takes long
        among = labelled(run.matching, ENTITY, pattern)
        found = label_counts(run.view, among, ENTITY, _MAX_SPELLINGS, pattern)
    except ValueError:  # the name is so long or odd that it makes no pattern
        return []
    return [each for each in found if normalised_name(each[0]) == normalised_name(name)]


def _quoted(name: str) -> str:
    return "".join(f"\\{letter}" if letter in r".^$*+?()[]{}|\/-&~#" else letter for letter in name)


def _together(
    connection: Reader,
    run: QueryRun,
    beside: Sequence[tuple[str, int]],
    identities: EntityIdentities,
) -> tuple[CountedEntity, ...]:
    known = identities.of(connection, run, [name for name, _ in beside])
    found = (
        counted(name, count, known[name])
        for name, count in beside
        if name in known and not says_nothing(name, known[name].kind)
    )
    return tuple(found)[:_TOGETHER]


def _stories(
    connection: Reader, articles: Sequence[str], shown: Shown
) -> tuple[tuple[Story, int], ...]:
    """Return the stories that most of these articles are in."""
    members = Counter(each.story for each in memberships_of(connection, articles).values())
    stories = {each.id: each for each in shown([*stories_by_id(connection, members).values()])}
    return tuple(
        (stories[story], count) for story, count in members.most_common() if story in stories
    )[:_STORIES]
