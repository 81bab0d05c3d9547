"""Chooses articles, stories and URLs of a home for the probes."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.checkouts.queries import Article, words_of
from benchmarks.checkouts.tree import Failed, Tree

_LINES = "100000"  # of the request log: failed pages are among the oldest
_ARTICLES = 5
_STORIES = 3


@dataclass(frozen=True, slots=True)
class Samples:
    """The ids, words and URLs used in probes."""

    articles: tuple[str, ...]  # ids, in several languages, revised ones first
    words: tuple[str, ...]  # of their titles
    stories: tuple[str, ...]
    sites: tuple[str, ...]  # URLs
    domains: tuple[str, ...]
    addresses: tuple[str, ...]  # of several states


def samples_of(tree: Tree, home: Path) -> Samples:
    """Choose samples from a home; raises Failed."""
    lines = tree.need(home, "export", "articles").splitlines()
    chosen = _chosen([json.loads(line) for line in lines])
    if not chosen:
        raise Failed(f"{home} has no articles to compare.")
    stories = tree.need_json(home, "stories", "--limit", str(_STORIES))
    sites = tree.need_json(home, "sources")
    ledger = tree.need_json(home, "ledger", "--limit", _LINES)
    return Samples(
        articles=tuple(each["id"] for each in chosen),
        words=tuple(dict.fromkeys(_words(chosen))),
        stories=tuple(str(each["id"]) for each in stories),
        sites=tuple(each["url"] for each in sites),
        domains=tuple(each["domain"] for each in sites),
        addresses=(*(each["url"] for each in chosen), *_visited(ledger["lines"])),
    )


def _chosen(articles: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """One article of each language and number of revisions, those with most revisions first."""
    found: dict[tuple[int, str], Mapping[str, Any]] = {}
    for each in sorted(articles, key=lambda each: str(each["id"])):
        if each.get("text"):
            found.setdefault((-int(each["revision"]), str(each["language"])), each)
    return [found[key] for key in sorted(found)][:_ARTICLES]


def _words(articles: Sequence[Mapping[str, Any]]) -> list[str]:
    texts = [Article(each["title"], each["source"], each["language"]) for each in articles]
    return [max(words, key=len) for words in map(words_of, texts) if words]


def _visited(lines: Sequence[Mapping[str, Any]]) -> list[str]:
    """One URL for each outcome of a request."""
    found: dict[tuple[str, str, str], str] = {}
    for line in sorted(lines, key=lambda line: str(line["path"])):
        outcome = str(line["purpose"]), str(line["status"]), str(line["reason"])
        found.setdefault(outcome, f"http://{line['host']}{line['path']}")
    return list(found.values())
