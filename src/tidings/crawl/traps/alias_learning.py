"""Learns which parts of a site's URLs do not matter, from pages seen under two URLs.

A rule is accepted when three different pages were each seen under two URLs that differ only there,
and no two different articles would become one. From then on a page is visited under one URL only.
Now and then another of its URLs is visited anyway, so that a wrong rule is noticed.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from hashlib import blake2b

from tidings.crawl.traps.url_difference import (
    ORDER,
    alias_key,
    rule_applies,
    single_difference,
)
from tidings.model.crawl.alias_rule import AliasRule

_MIN_PROOF = 3  # different pages, and different values of a parameter: `page=1` proves nothing
_MIN_RATIO = 8  # pages for a rule that outweigh one page against it
_MAX_RULES = 60  # per site
_MAX_VALUE = 40  # characters; enough to distinguish two values


class SiteRules:
    """The evidence on one site's URLs, and the rules that it proves."""

    def __init__(self, rules: Iterable[AliasRule]) -> None:
        self._rules = {rule.rule: rule for rule in rules}
        self.believed = _believed(self._rules.values())

    def after_twins(self, one: str, other: str, fingerprint: bytes) -> AliasRule | None:
        """Return the rule that a page seen under two URLs is evidence for, with that evidence."""
        found = single_difference(one, other)
        if found is None or (found.rule not in self._rules and len(self._rules) >= _MAX_RULES):
            return None
        rule = self._rules.get(found.rule, AliasRule(found.rule))
        return replace(
            rule,
            pages=_joined(rule.pages, (fingerprint.hex(),)),
            places=_joined(rule.places, found.values),
            alike=rule.alike + 1,
        )

    def must_be_checked(self, rule: AliasRule) -> bool:
        """Return whether a rule would be believed from now on."""
        return rule.rule not in self.believed and _is_proven(rule)

    def after_hidden_article(self, url: str) -> list[AliasRule]:
        """Return the believed rules that would have hidden an article, nearly overturned."""
        rules = [self._rules[rule] for rule in self.believed if rule_applies(url, rule)]
        return [replace(rule, unlike=rule.unlike + 1 + rule.alike // _MIN_RATIO) for rule in rules]

    def keep(self, rule: AliasRule) -> bool:
        """Replace a rule; return whether that changes which rules are believed."""
        self._rules[rule.rule] = rule
        before, self.believed = self.believed, _believed(self._rules.values())
        return self.believed != before


def claim_key(url: str, rules: tuple[str, ...]) -> bytes:
    """Return the same bytes for all URLs that are one page according to the rules."""
    return blake2b(alias_key(url, rules).encode(), digest_size=8).digest()


def contradictions(rule: str, urls: Iterable[str]) -> int | None:
    """Return how many different pages a rule would merge; None if it applies to none of them."""
    affected = [url for url in urls if rule_applies(url, rule)]
    return len(affected) - len({alias_key(url, (rule,)) for url in affected}) if affected else None


def difference_in_words(one: str, other: str) -> str:
    """Describe in words how two URLs differ."""
    found = single_difference(one, other)
    if found is None:
        return "parts that do not matter on this site"
    if found.rule == ORDER:
        return "the order of its parameters"
    return f"{found.rule} ({', '.join(found.values)})" if found.values else found.rule


def _joined(known: tuple[str, ...], new: Sequence[str]) -> tuple[str, ...]:
    """Return the distinct values, at most as many as a proof needs."""
    short = [value[:_MAX_VALUE] for value in new]
    return tuple(dict.fromkeys((*known, *short)))[:_MIN_PROOF]


def _is_proven(rule: AliasRule) -> bool:
    values = len(rule.places) >= _MIN_PROOF or rule.rule[0] != "?"
    return len(rule.pages) >= _MIN_PROOF and values and rule.unlike * _MIN_RATIO <= rule.alike


def _believed(rules: Iterable[AliasRule]) -> tuple[str, ...]:
    """Return the proven rules, sorted so that keys do not depend on history."""
    return tuple(sorted(rule.rule for rule in rules if _is_proven(rule)))
