"""A probe: one command or HTTP request that both trees must answer."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from urllib.parse import quote, urlencode

from benchmarks.checkouts.samples import Samples

_MODELS = ("vsm", "vsm+qe", "vsm+tr", "vsm+qe+tr", "bm25", "bm25+feedback", "news")
_FEEDS = ("atom", "rss", "json")
_PARTS = ("basic", "idf", "docw", "forward")
_STRANGE = ("http://nobody.example/", "no address", "http://127.0.0.1:9/")
_PAGES = ("/", "/search", "/sources", "/bot", "/docs", "/why", "/robots.txt", "/favicon.ico",
          "/opensearch.xml", "/suggest?q=th", "/nothing", "/story/999999",
          "/article/0000000000000000", "/feeds/nobody.example.atom", "/search.txt?q=a")  # fmt: skip
_WRONG = ("limit=0", "limit=many", "offset=-1", "since=yesterdayish", "sort=up", "model=best",
          "language=english", "since=1d&until=9d", "explain=maybe", "more_like=%2F")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Probe:
    """A verb with its arguments, or a path that is fetched."""

    verb: tuple[str, ...] = ()
    path: str = ""

    def __str__(self) -> str:
        return self.path or " ".join(("tidings", *self.verb))


def probes(samples: Samples, openapi: Mapping[str, Mapping[str, object]]) -> list[Probe]:
    """Return all probes: every verb that reports, every route that can be read."""
    verbs = chain(_verbs(samples), _searches(samples))
    paths = chain(
        _routes(samples, openapi), _api_paths(samples), _search_paths(samples), _pages(samples)
    )
    found = [*(Probe(verb=each) for each in verbs), *(Probe(path=each) for each in paths)]
    return list(dict.fromkeys(found))


def _verbs(samples: Samples) -> Iterator[tuple[str, ...]]:
    yield from (("status",), ("doctor",), ("sources",), ("trends",), ("trends", "--limit", "3"))
    yield from (("stories",), ("stories", "--min-sources", "3", "--limit", "100"))
    yield from (("story", id_) for id_ in (*samples.stories, "999999", "first"))
    yield from (("revisions", each) for each in (*samples.addresses, "0000000000000000"))
    yield from (("why", each) for each in _addresses(samples))
    yield from (("related", id_) for id_ in (*samples.articles, "0000000000000000"))
    yield from (("completeness",), ("completeness", samples.sites[0], "--hours", "3"))
    yield from (("ledger",), ("ledger", samples.sites[0], "--limit", "200"))
    yield from (("index", "status"), ("index", "show", "--part", "docw"))
    yield from (("index", "show", id_) for id_ in samples.articles[:2])
    for word in samples.words[:2]:
        yield from (("index", "show", word, "--part", part) for part in _PARTS)
    yield from (("export", "articles"), ("export", "articles", "--format", "csv"))
    yield from (("export", "articles", "--source", samples.domains[0]), ("export", "opml"))


def _searches(samples: Samples) -> Iterator[tuple[str, ...]]:
    yield from (("search", word) for word in samples.words)
    word = samples.words[0]
    yield from (("search", word, "--model", model, "--explain") for model in _MODELS)
    for options in (
        ("--facets", "--limit", "3"), ("--sort", "date"), ("--all-copies",), ("--offset", "2"),
        ("--source", samples.domains[0]), ("--language", "en"), ("--since", "2d"),
        ("--more-like", samples.articles[0]), ("--less-like", samples.articles[0]),
        ("--since", "never"), ("--limit", "0"),
    ):  # fmt: skip
        yield ("search", word, *options)


def _addresses(samples: Samples) -> tuple[str, ...]:
    """URLs in several states; the papers' robots.txt disallows their `search`."""
    refused = tuple(f"{site}search" for site in samples.sites[:2])
    return (*samples.sites[:2], *samples.addresses, *refused, *_STRANGE)


def _routes(samples: Samples, openapi: Mapping[str, Mapping[str, object]]) -> Iterator[str]:
    """Every route that OLD describes, once, known to this module or not."""
    yield "/openapi.json"
    values = {"{article_id}": samples.articles[0], "{story_id}": _first(samples.stories)}
    for path, methods in openapi.items():
        if "get" in methods:
            for name, value in values.items():
                path = path.replace(name, value)
            yield path


def _first(values: Sequence[str]) -> str:
    return next(iter(values), "1")


def _api_paths(samples: Samples) -> Iterator[str]:
    for id_ in (*samples.articles, "0000000000000000", "x"):
        yield from (f"/api/articles/{id_}", f"/api/articles/{id_}/revisions", f"/api/related/{id_}")
    yield from (f"/api/stories/{id_}" for id_ in (*samples.stories, "999999", "first"))
    yield from (
        "/api/stories?min_sources=3&limit=50",
        "/api/stories?offset=2",
        "/api/stories?limit=0",
    )
    yield from (_with("/api/why", url=each) for each in _addresses(samples))
    yield from (_with("/api/complete", q=word[:3]) for word in samples.words)
    yield from (_with("/api/ledger", site=each, limit="50") for each in samples.sites)
    yield from (_with("/api/completeness", site=each, hours="3") for each in samples.sites)


def _search_paths(samples: Samples) -> Iterator[str]:
    words = samples.words
    texts = [*words, "", f'"{words[0]}"', f"{words[0]} OR {words[-1]}", f"{words[0]} -{words[-1]}",
             f"title:{words[0]}", f"{words[0][:4]}*", f"{words[0]}~", "lang:de last 7 days",
             f"({words[0]} {words[-1]}) source:{samples.domains[0]}", '"', "AND OR ("]  # fmt: skip
    for text in texts:
        yield _with("/api/search", q=text)
        yield _with("/api/search", q=text, model="bm25", explain="1", limit="30", copies="1")
        yield _with("/api/search", q=text, facets="1", sort="date")
    for model in _MODELS:
        yield from (_with("/api/search", q=word, model=model, explain="1") for word in words)
    yield from (_with("/api/search", q=words[0], source=each) for each in samples.domains)
    yield from (_with("/api/search", q="", language=each) for each in ("en", "de", "zh", "xx"))
    yield _with("/api/search", q=words[0], more_like=samples.articles[-1])
    yield _with("/api/search", q=words[0], less_like=samples.articles[0])
    yield from (f"/api/search?{wrong}" for wrong in _WRONG)


def _pages(samples: Samples) -> Iterator[str]:
    yield from _PAGES
    yield from (_with("/search", q=word) for word in samples.words)
    yield from (f"/article/{id_}" for id_ in samples.articles)
    yield from (f"/article/{id_}/revisions" for id_ in samples.articles)
    yield from (f"/story/{id_}" for id_ in samples.stories)
    yield from (_with("/why", url=each) for each in _addresses(samples))
    for form in _FEEDS:
        yield from (f"/feeds/{quote(domain)}.{form}" for domain in samples.domains)
        yield from (_with(f"/search.{form}", q=word) for word in samples.words)


def _with(path: str, **parameters: str) -> str:
    return f"{path}?{urlencode(parameters)}"
