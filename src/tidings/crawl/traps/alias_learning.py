"""Learning which parts of a site's addresses do not matter, from pages seen under two of them.

A rule is believed when three different pages were each seen under two addresses that differ only
there, and no two different articles would become one. From then on a page is visited under one
address; now and then another is tried all the same, so that a wrong belief is noticed.
"""

import sqlite3
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

_ENOUGH = 3  # different pages, and different values of a parameter: `page=1` is no proof
_DOUBT = 8  # pages for a rule that outweigh one against it
_MAX_SITES = 4_096  # whose rules are held in memory
_MAX_RULES = 60  # per site
_MAX_VALUE = 40  # characters of a value are enough to tell two apart
_FIRST_PROBE = 4  # addresses held back before one is tried; then after 8, 16, 32 …


@dataclass(slots=True)
class _SiteRules:
    """What is known of one site's addresses."""

    rules: dict[str, AliasRuleRow]
    believed: tuple[str, ...]
    held: int = 0  # addresses held back since we started
    probed: set[str] = field(default_factory=set)


class UrlAliases:
    """The rules of all sites. The loop asks (`refusal`), the writer learns (`note`)."""

    def __init__(self) -> None:
        self._books: dict[int, _SiteRules] = {}

    def refusal(self, connection: sqlite3.Connection, visit: Visit) -> Refusal | None:
        """Return why a page that is due need not be visited: it was, under another address."""
        book = self._book(connection, visit.site)
        if not book.believed or visit.url in book.probed:
            return None
        holder = claimed_url(connection, visit.site, _key(visit.url, book.believed))
        if holder is None or holder == visit.url:
            return None
        book.held += 1
        if book.held >= _FIRST_PROBE and book.held & (book.held - 1) == 0:
            book.probed.add(visit.url)
            return None
        return Refusal(
            Reason.SAME_PAGE, f"{holder} differs in {_difference_in_words(visit.url, holder)} only"
        )

    def note(
        self,
        connection: sqlite3.Connection,
        visit: Visit,
        look: bytes,
        is_article: bool,
        now: datetime,
    ) -> str | None:
        """Take note of what a page looks like; return the other address it was seen under."""
        site, url = visit.site, visit.url
        book = self._book(connection, site)
        holder = None
        # Nearly all are new, and written without asking; but a doubt speaks of the others only.
        if url in book.probed or not keep_fingerprint(connection, site, look, url, is_article):
            holder = url_of_fingerprint(connection, site, look)
            if holder is None:
                self._doubt(connection, book, visit, is_article, now)
                keep_fingerprint(connection, site, look, url, is_article)
            elif holder != url:
                self._learn(connection, book, site, look, single_difference(holder, url))
        if book.believed:
            keep_claim(connection, site, _key(url, book.believed), holder or url)
        return holder if holder != url else None

    def _learn(
        self,
        connection: sqlite3.Connection,
        book: _SiteRules,
        site: int,
        look: bytes,
        found: UrlDifference | None,
    ) -> None:
        """Book one page that was seen under two addresses."""
        if found is None or (found.rule not in book.rules and len(book.rules) >= _MAX_RULES):
            return
        row = book.rules.get(found.rule, AliasRuleRow(found.rule, (), (), 0, 0))
        row = replace(
            row,
            pages=_joined(row.pages, (look.hex(),)),
            places=_joined(row.places, found.values),
            alike=row.alike + 1,
        )
        if _is_proven(row) and row.rule not in book.believed:
            row = replace(row, unlike=row.unlike + _contradictions(connection, site, row.rule))
        self._keep(connection, book, site, row)

    def _doubt(
        self,
        connection: sqlite3.Connection,
        book: _SiteRules,
        visit: Visit,
        is_article: bool,
        now: datetime,
    ) -> None:
        """Book an article that a rule would have kept us from; the rule may fall by it."""
        if visit.url not in book.probed:
            return
        book.probed.discard(visit.url)
        if not is_article:
            return
        for rule in book.believed:
            if rule_applies(visit.url, rule):
                row = book.rules[rule]
                row = replace(row, unlike=row.unlike + 1 + row.alike // _DOUBT)
                self._keep(connection, book, visit.site, row)
        requeue_dropped(connection, visit.site, Reason.SAME_PAGE, "", now)

    def _keep(
        self, connection: sqlite3.Connection, book: _SiteRules, site: int, row: AliasRuleRow
    ) -> None:
        """Write a rule down; if that changes what is believed, give every page its new key."""
        book.rules[row.rule] = row
        keep_alias_rule(connection, site, row)
        believed = _believed(book.rules.values())
        if believed != book.believed:
            book.believed = believed
            urls = fingerprinted_urls(connection, site)
            replace_claims(connection, site, [(_key(url, believed), url) for url in urls])

    def _book(self, connection: sqlite3.Connection, site: int) -> _SiteRules:
        book = self._books.get(site)
        if book is None:
            if len(self._books) >= _MAX_SITES:
                self._books.clear()
            rules = {row.rule: row for row in alias_rules_of_site(connection, site)}
            book = self._books.setdefault(site, _SiteRules(rules, _believed(rules.values())))
        return book


def _joined(known: tuple[str, ...], new: Sequence[str]) -> tuple[str, ...]:
    """Return different values, as many as are needed."""
    short = [value[:_MAX_VALUE] for value in new]
    return tuple(dict.fromkeys((*known, *short)))[:_ENOUGH]


def _is_proven(row: AliasRuleRow) -> bool:
    values = len(row.places) >= _ENOUGH or row.rule[0] != "?"
    return len(row.pages) >= _ENOUGH and values and row.unlike * _DOUBT <= row.alike


def _believed(rows: Iterable[AliasRuleRow]) -> tuple[str, ...]:
    """Return the proven rules in an order of their own, so that keys do not depend on history."""
    return tuple(sorted(row.rule for row in rows if _is_proven(row)))


def _contradictions(connection: sqlite3.Connection, site: int, rule: str) -> int:
    """Return how many different pages a rule would take for one; articles speak, if there are."""
    for articles in (True, False):
        urls = [
            url for url in fingerprinted_urls(connection, site, articles) if rule_applies(url, rule)
        ]
        if urls:
            return len(urls) - len({alias_key(url, (rule,)) for url in urls})
    return 0


def _difference_in_words(one: str, other: str) -> str:
    """Return in words what two addresses differ in."""
    found = single_difference(one, other)
    if found is None:
        return "what does not matter on this site"
    if found.rule == ORDER:
        return "the order of its parameters"
    return f"{found.rule} ({', '.join(found.values)})" if found.values else found.rule


def _key(url: str, rules: tuple[str, ...]) -> bytes:
    return blake2b(alias_key(url, rules).encode(), digest_size=8).digest()
