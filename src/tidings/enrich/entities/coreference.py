"""Coreference: which of an article's names mean the same entity, and what it is called."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from tidings.model.articles.annotations import EntityKind, Mention
from tidings.text.scripts.marks import folded

_POSSESSIVE = re.compile(r"['’]s?$")
_ARTICLE = re.compile(r"^(?:the|The|THE)\s+")


@dataclass(slots=True)
class NamedEntity:
    """An entity with its name and its mentions in the article."""

    name: str
    kind: EntityKind
    mentions: list[Mention] = field(default_factory=list)


class NameMention(NamedTuple):
    """A name at one place of the text."""

    name: str
    kind: EntityKind
    mention: Mention
    sureness: float = 1.0


@lru_cache(maxsize=1 << 12)
def plain_name(text: str) -> str:
    """Return a name on one line, without "the" and possessive."""
    return _ARTICLE.sub("", _POSSESSIVE.sub("", " ".join(text.split())))


@lru_cache(maxsize=1 << 13)
def normalised_name(name: str) -> str:
    """Return a name in a form that is the same in all articles: lower case, no accents or dots."""
    plain = folded(name.lower()).replace(".", "").replace("’", "'").replace("-", " ")
    return " ".join(plain.split())


def named_entities(names: Sequence[NameMention]) -> list[NamedEntity]:
    """Return the entities behind the names, by first mention, each with its fullest name."""
    groups: dict[str, list[NameMention]] = {}
    for mention in names:
        groups.setdefault(normalised_name(mention.name), []).append(mention)
    kinds = {key: _kind_of(members) for key, members in groups.items()}
    full_forms = _full_forms(kinds)
    entities: dict[str, NamedEntity] = {}
    for key, members in groups.items():
        full_form = full_forms.get(key, key)
        if full_form not in entities:
            entities[full_form] = NamedEntity(_most_common(groups[full_form]), kinds[full_form])
        entities[full_form].mentions.extend(each.mention for each in members)
    return sorted(entities.values(), key=lambda entity: _order(entity.mentions))


def _order(mentions: list[Mention]) -> tuple[bool, int]:
    mentions.sort(key=lambda mention: (not mention.in_title, mention.start))
    return not mentions[0].in_title, mentions[0].start


def _most_common(members: Iterable[NameMention]) -> str:
    return Counter(member.name for member in members).most_common(1)[0][0]


def _kind_of(members: Iterable[NameMention]) -> EntityKind:
    votes: defaultdict[EntityKind, float] = defaultdict(float)
    for member in members:
        votes[member.kind] += member.sureness
    return max(votes, key=votes.__getitem__)


def _full_forms(kinds: dict[str, EntityKind]) -> dict[str, str]:
    """Map each short form to its full form, if there is only one candidate."""
    full_forms_of: dict[tuple[EntityKind, str], set[str]] = {}
    for full, kind in kinds.items():
        for short in _short_forms(full, kind):
            if kinds.get(short) == kind:
                full_forms_of.setdefault((kind, short), set()).add(full)
    found = {
        short: max(fulls, key=len)
        for (_, short), fulls in full_forms_of.items()
        if _are_one_name(fulls)
    }
    return {short: found.get(full, full) for short, full in found.items()}


def _are_one_name(fulls: set[str]) -> bool:
    """Whether full forms are one name: Angela Merkel and Angela Dorothea Merkel."""
    return len({(full.split()[0], full.split()[-1]) for full in fulls}) == 1


def _short_forms(full: str, kind: EntityKind) -> set[str]:
    parts = full.split()
    if len(parts) < 2 or kind is EntityKind.PLACE:
        return set()
    if kind is EntityKind.PERSON:
        endings = {" ".join(parts[at:]) for at in range(1, len(parts))}
        return {parts[0], f"{parts[0]} {parts[-1]}", *endings} - {full}
    openings = {" ".join(parts[:end]) for end in range(1, len(parts))}
    return openings | acronyms(parts)


def acronyms(parts: Sequence[str]) -> set[str]:
    """Return the acronyms of words, with and without function words."""
    letters = "".join(part[0] for part in parts)
    capitalised = "".join(part[0] for part in parts if part not in _FUNCTION_WORDS)
    return {short for short in (letters, capitalised) if len(short) > 1}


_FUNCTION_WORDS = frozenset("of the and for in on de la du des der die das und für y e et".split())
