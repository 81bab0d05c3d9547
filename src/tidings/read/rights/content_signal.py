"""Content signals (contentsignals.org): `Content-Signal: search=yes, ai-train=no`, as they stand
in the groups of a robots.txt and in response headers."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from tidings.model.web.rights import NOTHING_RESERVED, Rights
from tidings.read.rights.path_pattern import path_matches

_FIELD = re.compile(r"content-signals?\s*:(.*)", re.IGNORECASE | re.ASCII)
_USER_AGENT = re.compile(r"user[- ]?agent\s*:(.*)", re.IGNORECASE | re.ASCII)
_OTHER = re.compile(r"(?:dis)?allow\s*:|crawl-delay\s*:", re.IGNORECASE | re.ASCII)
_PAIR = re.compile(r"([a-z][a-z0-9_\-]*)\s*=\s*\"?([a-z]+)\"?", re.IGNORECASE)
_NAMES = {"search": "search", "ai-input": "ai_input", "ai-train": "ai_train"}
_VALUES = {"yes": True, "y": True, "no": False, "n": False}
_MAX_SIGNALS = 1_000


@dataclass(frozen=True, slots=True)
class ContentSignal:
    """One line: the paths it is for, and what it says; "/" is all of them."""

    pattern: str
    rights: Rights
    ours: bool = False  # said to us by name, not to everybody


def signal_rights(text: str) -> Rights:
    """Return what the value of one Content-Signal says; words we do not know say nothing."""
    said: dict[str, bool] = {}
    for name, value in _PAIR.findall(text):
        key, allowed = _NAMES.get(name.lower()), _VALUES.get(value.lower())
        if key is not None and allowed is not None:
            said[key] = allowed and said.get(key, True)
    return Rights(said.get("search"), said.get("ai_input"), said.get("ai_train"))


def read_signals(robots: str, product: str) -> tuple[ContentSignal, ...]:
    """Return the signals of a robots.txt that are for this product, or for everybody."""
    found: list[ContentSignal] = []
    names: list[str] = ["*"]  # before any group: for everybody
    among_names = False
    for line in robots.splitlines():
        line = line.partition("#")[0].strip()
        if named := _USER_AGENT.fullmatch(line):
            names = [*(names if among_names else ()), named[1].strip().lower()]
            among_names = True
        elif signal := _FIELD.fullmatch(line):
            among_names = False
            found.extend(_signals(signal[1], names, product.lower()))
        elif _OTHER.match(line):
            among_names = False
    return tuple(found[:_MAX_SIGNALS])


def _signals(value: str, names: list[str], product: str) -> Iterable[ContentSignal]:
    ours = any(name not in ("", "*") and product.startswith(name) for name in names)
    if not ours and "*" not in names:
        return
    first, _, rest = value.strip().partition(" ")
    pattern, said = (first, rest) if first.startswith(("/", "*")) else ("/", value)
    rights = signal_rights(said)
    if rights != NOTHING_RESERVED:
        yield ContentSignal(pattern, rights, ours)


def signal_rights_at(signals: Iterable[ContentSignal], path: str) -> Rights:
    """Return what the signals say about a path.

    For each use the one said to us by name counts, then the one with the longest pattern; of two
    that are alike, the no. What our own group leaves open, the one for everybody decides.
    """
    matching = [signal for signal in signals if path_matches(signal.pattern, path)]
    search, ai_input, ai_train = (
        _deciding_value([(s.ours, len(s.pattern), getattr(s.rights, name)) for s in matching])
        for name in _NAMES.values()
    )
    return Rights(search, ai_input, ai_train)


def _deciding_value(words: list[tuple[bool, int, bool | None]]) -> bool | None:
    """The word that counts, of (said to us, length of the pattern, word)."""
    spoken = [word for word in words if word[2] is not None]
    best = max((word[:2] for word in spoken), default=None)
    return all(word[2] for word in spoken if word[:2] == best) if spoken else None
