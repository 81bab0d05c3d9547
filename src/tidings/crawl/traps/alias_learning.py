"""Learns which parts of a site's URLs do not matter, from pages seen under two URLs.

A rule is accepted when three different pages were each seen under two URLs that differ only there,
and no two different articles would become one. From then on a page is visited under one URL only.
Now and then another of its URLs is visited anyway, so that a wrong rule is noticed.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from hashlib import blake2b

from tidings.crawl.traps.trap_accounts import Refusal
from tidings.crawl.traps.url_difference import (
    ORDER,
    UrlDifference,
    alias_key,
    rule_applies,
    single_difference,
)
from tidings.model.crawl.visit import Visit
from tidings.model.web.reason import Reason
from tidings.store.database.session import Reader, Writer
from tidings.store.tables.frontier.page_aliases import (
    AliasRuleRow,
    alias_rules_of_site,
    claimed_url,
    fingerprinted_urls,
    keep_alias_rule,
    keep_claim,
    keep_fingerprint,
    replace_claims,
    url_of_fingerprint,
)
from tidings.store.tables.frontier.url_shapes import requeue_dropped

_MIN_PROOF = 3  # different pages, and different values of a parameter: `page=1` proves nothing
_MIN_RATIO = 8  # pages for a rule that outweigh one page against it
_MAX_SITES = 4_096  # with rules in memory
_MAX_RULES = 60  # per site
_MAX_VALUE = 40  # characters; enough to distinguish two values
_FIRST_PROBE = 4  # URLs skipped before one is visited anyway; then after 8, 16, 32 …


@dataclass(slots=True)
class _SiteRules:
    """What is known about one site's URLs."""

    rules: dict[str, AliasRuleRow]
    believed: tuple[str, ...]
    skipped: int = 0  # URLs skipped since the process started
    probed: set[str] = field(default_factory=set)


class UrlAliases:
    """The rules of all sites. The loop calls `refusal`, the database writer calls `note`."""

    def __init__(self) -> None:
        self._sites: dict[int, _SiteRules] = {}

    def refusal(self, connection: Reader, visit: Visit) -> Refusal | None:
        """Return why a due page need not be visited: it was visited under another URL."""
        site_rules = self._rules_of(connection, visit.site)
        if not site_rules.believed or visit.url in site_rules.probed:
            return None
        holder = claimed_url(connection, visit.site, _key(visit.url, site_rules.believed))
        if holder is None or holder == visit.url:
            return None
        site_rules.skipped += 1
        if (
            site_rules.skipped >= _FIRST_PROBE
            and site_rules.skipped & (site_rules.skipped - 1) == 0
        ):
            site_rules.probed.add(visit.url)
            return None
        return Refusal(
            Reason.SAME_PAGE, f"{holder} differs only in {_difference_in_words(visit.url, holder)}"
        )

    def note(
        self,
        connection: Writer,
        visit: Visit,
        fingerprint: bytes,
        is_article: bool,
        now: datetime,
    ) -> str | None:
        """Record a page's fingerprint; return another URL that it was seen under, if any."""
        site, url = visit.site, visit.url
        site_rules = self._rules_of(connection, site)
        holder = None
        # Nearly all are new, so the write comes first; for a probe the stored row must be read.
        if url in site_rules.probed or not keep_fingerprint(
            connection, site, fingerprint, url, is_article
        ):
            holder = url_of_fingerprint(connection, site, fingerprint)
            if holder is None:
                self._doubt(connection, site_rules, visit, is_article, now)
                keep_fingerprint(connection, site, fingerprint, url, is_article)
            elif holder != url:
                self._learn(
                    connection, site_rules, site, fingerprint, single_difference(holder, url)
                )
        if site_rules.believed:
            keep_claim(connection, site, _key(url, site_rules.believed), holder or url)
        return holder if holder != url else None

    def _learn(
        self,
        connection: Writer,
        site_rules: _SiteRules,
        site: int,
        fingerprint: bytes,
        found: UrlDifference | None,
    ) -> None:
        """Count one page that was seen under two URLs."""
        if found is None or (
            found.rule not in site_rules.rules and len(site_rules.rules) >= _MAX_RULES
        ):
            return
        row = site_rules.rules.get(found.rule, AliasRuleRow(found.rule, (), (), 0, 0))
        row = replace(
            row,
            pages=_joined(row.pages, (fingerprint.hex(),)),
            places=_joined(row.places, found.values),
            alike=row.alike + 1,
        )
        if _is_proven(row) and row.rule not in site_rules.believed:
            row = replace(row, unlike=row.unlike + _contradictions(connection, site, row.rule))
        self._keep(connection, site_rules, site, row)

    def _doubt(
        self,
        connection: Writer,
        site_rules: _SiteRules,
        visit: Visit,
        is_article: bool,
        now: datetime,
    ) -> None:
        """Count an article that a rule would have hidden; this may overturn the rule."""
        if visit.url not in site_rules.probed:
            return
        site_rules.probed.discard(visit.url)
        if not is_article:
            return
        for rule in site_rules.believed:
            if rule_applies(visit.url, rule):
                row = site_rules.rules[rule]
                row = replace(row, unlike=row.unlike + 1 + row.alike // _MIN_RATIO)
                self._keep(connection, site_rules, visit.site, row)
        requeue_dropped(connection, visit.site, Reason.SAME_PAGE, "", now)

    def _keep(
        self, connection: Writer, site_rules: _SiteRules, site: int, row: AliasRuleRow
    ) -> None:
        """Save a rule; if that changes the accepted rules, compute every page's key again."""
        site_rules.rules[row.rule] = row
        keep_alias_rule(connection, site, row)
        believed = _believed(site_rules.rules.values())
        if believed != site_rules.believed:
            site_rules.believed = believed
            urls = fingerprinted_urls(connection, site)
            replace_claims(connection, site, [(_key(url, believed), url) for url in urls])

    def _rules_of(self, connection: Reader, site: int) -> _SiteRules:
        site_rules = self._sites.get(site)
        if site_rules is None:
            if len(self._sites) >= _MAX_SITES:
                self._sites.clear()
            rules = {row.rule: row for row in alias_rules_of_site(connection, site)}
            site_rules = self._sites.setdefault(site, _SiteRules(rules, _believed(rules.values())))
        return site_rules


def _joined(known: tuple[str, ...], new: Sequence[str]) -> tuple[str, ...]:
    """Return the distinct values, at most as many as a proof needs."""
    short = [value[:_MAX_VALUE] for value in new]
    return tuple(dict.fromkeys((*known, *short)))[:_MIN_PROOF]


def _is_proven(row: AliasRuleRow) -> bool:
    values = len(row.places) >= _MIN_PROOF or row.rule[0] != "?"
    return len(row.pages) >= _MIN_PROOF and values and row.unlike * _MIN_RATIO <= row.alike


def _believed(rows: Iterable[AliasRuleRow]) -> tuple[str, ...]:
    """Return the proven rules, sorted so that keys do not depend on history."""
    return tuple(sorted(row.rule for row in rows if _is_proven(row)))


def _contradictions(connection: Reader, site: int, rule: str) -> int:
    """Return how many different pages a rule would merge; only articles count if there are any."""
    for articles in (True, False):
        urls = [
            url for url in fingerprinted_urls(connection, site, articles) if rule_applies(url, rule)
        ]
        if urls:
            return len(urls) - len({alias_key(url, (rule,)) for url in urls})
    return 0


def _difference_in_words(one: str, other: str) -> str:
    """Describe in words how two URLs differ."""
    found = single_difference(one, other)
    if found is None:
        return "parts that do not matter on this site"
    if found.rule == ORDER:
        return "the order of its parameters"
    return f"{found.rule} ({', '.join(found.values)})" if found.values else found.rule


def _key(url: str, rules: tuple[str, ...]) -> bytes:
    return blake2b(alias_key(url, rules).encode(), digest_size=8).digest()
