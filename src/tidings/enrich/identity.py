"""Identity: which of an article's names are one and the same, and what that one is called."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tidings.model.annotations import EntityKind, Mention
from tidings.text.marks import folded

_possessive = re.compile(r"['’]s?$")
_article = re.compile(r"^(?:the|The|THE)\s+")


@dataclass(slots=True)
class Bearer:
    """Someone or something with a name, and where the article names them."""

    name: str
    kind: EntityKind
    mentions: list[Mention] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Named:
    """A name where it stands."""

    name: str
    kind: EntityKind
    mention: Mention
    sureness: float = 1.0


def plain_name(text: str) -> str:
    """Return a name on one line, without article and possessive."""
    return _article.sub("", _possessive.sub("", " ".join(text.split())))


def normalised(name: str) -> str:
    """Return a name as it is the same in all articles: small, without accents and points."""
    plain = folded(name.lower()).replace(".", "").replace("’", "'").replace("-", " ")
    return " ".join(plain.split())


def bearers_of(names: Sequence[Named]) -> list[Bearer]:
    """Return who bears the names, in the order of their first mention; the fullest form names."""
    groups: dict[str, list[Named]] = {}
    for named in names:
        groups.setdefault(normalised(named.name), []).append(named)
    leaders = _leaders(groups)
    bearers: dict[str, Bearer] = {}
    for key, members in groups.items():
        leader = leaders.get(key, key)
        if leader not in bearers:
            fullest = groups[leader]
            bearers[leader] = Bearer(_commonest(fullest), _kind_of(fullest))
        bearers[leader].mentions.extend(member.mention for member in members)
    return sorted(bearers.values(), key=lambda bearer: _order(bearer.mentions))


def _order(mentions: list[Mention]) -> tuple[bool, int]:
    mentions.sort(key=lambda mention: (not mention.in_title, mention.start))
    return not mentions[0].in_title, mentions[0].start


def _commonest(members: Iterable[Named]) -> str:
    return Counter(member.name for member in members).most_common(1)[0][0]


def _kind_of(members: Iterable[Named]) -> EntityKind:
    votes: Counter[EntityKind] = Counter()
    for member in members:
        votes[member.kind] += member.sureness  # type: ignore[assignment]
    return votes.most_common(1)[0][0]


def _leaders(groups: dict[str, list[Named]]) -> dict[str, str]:
    """Each shorter form with the one fuller form that it can stand for."""
    kinds = {key: _kind_of(members) for key, members in groups.items()}
    found: dict[str, str] = {}
    for key in groups:
        fuller = [
            other
            for other in groups
            if len(other) > len(key)
            and kinds[other] == kinds[key]
            and _stands_for(key, other, kinds[key])
        ]
        if len(fuller) == 1 or (fuller and len({other.split()[-1] for other in fuller}) == 1):
            found[key] = max(fuller, key=len)
    return {key: found.get(leader, leader) for key, leader in found.items()}


def _stands_for(short: str, full: str, kind: EntityKind) -> bool:
    parts = full.split()
    if kind is EntityKind.PERSON:
        return short in (parts[-1], parts[0]) or full.endswith(f" {short}")
    if kind is EntityKind.ORGANISATION:
        return is_acronym(short, parts) or full.startswith(f"{short} ")
    return False


def is_acronym(short: str, parts: Sequence[str]) -> bool:
    """Tell whether a short form is made of the first letters of the words."""
    if " " in short or not 2 <= len(short) <= len(parts):
        return False
    letters = "".join(part[0] for part in parts)
    large = "".join(part[0] for part in parts if part not in _SMALL)
    return short in (letters, large)


_SMALL = frozenset("of the and for in on de la du des der die das und für y e et".split())
