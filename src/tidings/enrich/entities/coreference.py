"""Identity: which of an article's names are one and the same, and what that one is called."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from tidings.model.articles.annotations import EntityKind, Mention
from tidings.text.scripts.marks import folded

_possessive = re.compile(r"['’]s?$")
_article = re.compile(r"^(?:the|The|THE)\s+")


@dataclass(slots=True)
class NamedEntity:
    """Someone or something with a name, and where the article names them."""

    name: str
    kind: EntityKind
    mentions: list[Mention] = field(default_factory=list)


class NameMention(NamedTuple):
    """A name where it stands."""

    name: str
    kind: EntityKind
    mention: Mention
    sureness: float = 1.0


@lru_cache(maxsize=1 << 12)
def plain_name(text: str) -> str:
    """Return a name on one line, without article and possessive."""
    return _article.sub("", _possessive.sub("", " ".join(text.split())))


@lru_cache(maxsize=1 << 13)
def normalised_name(name: str) -> str:
    """Return a name as it is the same in all articles: small, without accents and points."""
    plain = folded(name.lower()).replace(".", "").replace("’", "'").replace("-", " ")
    return " ".join(plain.split())


def named_entities(names: Sequence[NameMention]) -> list[NamedEntity]:
    """Return who bears the names, in the order of their first mention; the fullest form names."""
    groups: dict[str, list[NameMention]] = {}
    for named in names:
        groups.setdefault(normalised_name(named.name), []).append(named)
    kinds = {key: _kind_of(members) for key, members in groups.items()}
    leaders = _leaders(kinds)
    bearers: dict[str, NamedEntity] = {}
    for key, members in groups.items():
        leader = leaders.get(key, key)
        if leader not in bearers:
            bearers[leader] = NamedEntity(_commonest(groups[leader]), kinds[leader])
        bearers[leader].mentions.extend(member.mention for member in members)
    return sorted(bearers.values(), key=lambda bearer: _order(bearer.mentions))


def _order(mentions: list[Mention]) -> tuple[bool, int]:
    mentions.sort(key=lambda mention: (not mention.in_title, mention.start))
    return not mentions[0].in_title, mentions[0].start


def _commonest(members: Iterable[NameMention]) -> str:
    return Counter(member.name for member in members).most_common(1)[0][0]


def _kind_of(members: Iterable[NameMention]) -> EntityKind:
    votes: defaultdict[EntityKind, float] = defaultdict(float)
    for member in members:
        votes[member.kind] += member.sureness
    return max(votes, key=votes.__getitem__)


def _leaders(kinds: dict[str, EntityKind]) -> dict[str, str]:
    """Each shorter form with the fuller form that it stands for, if it can be only one."""
    fuller: dict[tuple[EntityKind, str], set[str]] = {}
    for full, kind in kinds.items():
        for short in _short_forms(full, kind):
            if kinds.get(short) == kind:
                fuller.setdefault((kind, short), set()).add(full)
    found = {short: max(fulls, key=len) for (_, short), fulls in fuller.items() if _agree(fulls)}
    return {short: found.get(full, full) for short, full in found.items()}


def _agree(fulls: set[str]) -> bool:
    """Whether fuller forms are of one name: Angela Merkel and Angela Dorothea Merkel."""
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
    """Return the words that the first letters of others make, with and without the small ones."""
    letters = "".join(part[0] for part in parts)
    large = "".join(part[0] for part in parts if part not in _SMALL)
    return {short for short in (letters, large) if len(short) > 1}


_SMALL = frozenset("of the and for in on de la du des der die das und für y e et".split())
