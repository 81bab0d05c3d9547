"""Content signals (contentsignals.org): `Content-Signal: search=yes, ai-train=no`, in the
groups of a robots.txt and in response headers."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from tidings.model.web.rights import NOTHING_RESERVED, Rights
from tidings.read.rights.path_pattern import path_matches

_FIELD = re.compile(r"content-signals?\s*:(.*)", re.IGNORECASE | re.ASCII)
_USER_AGENT = re.compile(r"user[- ]?agent\s*:(.*)", re.IGNORECASE | re.ASCII)
_RULE = re.compile(r"(?:dis)?allow\s*:", re.IGNORECASE | re.ASCII)  # ends the names of a group
_PAIR = re.compile(r"([a-z][a-z0-9_\-]*)\s*=\s*\"?([a-z]+)\"?", re.IGNORECASE)
_NAMES = {"search": "search", "ai-input": "ai_input", "ai-train": "ai_train"}
_VALUES = {"yes": True, "y": True, "no": False, "n": False}
_MAX_SIGNALS = 1_000


@dataclass(frozen=True, slots=True)
class ContentSignal:
    """One line: its path pattern ("/" for all paths) and the rights it states."""

    pattern: str
    rights: Rights
    for_us: bool = False  # names this crawler, not everybody


def signal_rights(text: str) -> Rights:
    """Return the rights in the value of one Content-Signal; unknown words are ignored."""
    values: dict[str, bool] = {}
    for name, value in _PAIR.findall(text):
        key, allowed = _NAMES.get(name.lower()), _VALUES.get(value.lower())
        if key is not None and allowed is not None:
            values[key] = allowed and values.get(key, True)
    return Rights(values.get("search"), values.get("ai_input"), values.get("ai_train"))


def read_signals(robots: str, product: str) -> tuple[ContentSignal, ...]:
    """Return the signals of a robots.txt for this product or for everybody."""
    found: list[ContentSignal] = []
    names: list[str] = ["*"]  # lines before any group are for everybody
    in_names = False
    for line in robots.splitlines():
        line = line.partition("#")[0].strip()
        if named := _USER_AGENT.fullmatch(line):
            names = [*(names if in_names else ()), named[1].strip().lower()]
            in_names = True
        elif signal := _FIELD.fullmatch(line):
            in_names = False
            found.extend(_signals(signal[1], names, product.lower()))
        elif _RULE.match(line):
            in_names = False
    return tuple(found[:_MAX_SIGNALS])


def _signals(value: str, names: list[str], product: str) -> Iterable[ContentSignal]:
    for_us = any(name not in ("", "*") and product.startswith(name) for name in names)
    if not for_us and "*" not in names:
        return
    first, _, rest = value.strip().partition(" ")
    pattern, pairs = (first, rest) if first.startswith(("/", "*")) else ("/", value)
    rights = signal_rights(pairs)
    if rights != NOTHING_RESERVED:
        yield ContentSignal(pattern, rights, for_us)


def signal_rights_at(signals: Iterable[ContentSignal], path: str) -> Rights:
    """Return the rights that the signals state for a path.

    For each use, a signal that names us wins, then the longest pattern, then "no". Where the group
    that names us is silent, the group for everybody decides.
    """
    matching = [signal for signal in signals if path_matches(signal.pattern, path)]
    search, ai_input, ai_train = (
        _deciding_value([(s.for_us, len(s.pattern), getattr(s.rights, name)) for s in matching])
        for name in _NAMES.values()
    )
    return Rights(search, ai_input, ai_train)


def _deciding_value(values: list[tuple[bool, int, bool | None]]) -> bool | None:
    """Return the deciding value of (for us, length of the pattern, value)."""
    given = [value for value in values if value[2] is not None]
    best = max((value[:2] for value in given), default=None)
    return all(value[2] for value in given if value[:2] == best) if given else None
