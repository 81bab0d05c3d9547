"""Prints what contenders found: shares, ratios, classes of queries, cost."""

import time
from collections.abc import Callable, Sequence

from benchmarks.agents.experiments import (
    BEST,
    BREADTH,
    OURS,
    SHARES,
    SHARK,
    UNLEARNED,
    SearchOutcome,
    population,
)  # fmt: skip
from benchmarks.agents.intervals import mean_of, ratio_of
from benchmarks.agents.texts import WebTexts
from benchmarks.support.table import print_table
from tidings.crawl.agents.query_terms import query_terms
from tidings.crawl.agents.relevance import is_find
from tidings.model.agents.page_sight import PageRelevance, SeenLink, SeenPage
from tidings.model.agents.query_run import AgentPolicy
from tidings.model.web.page import PageKind

_FEW = 10  # relevant pages
_JUDGED = 5  # queries of each collection
_TIMED_PAGES, _TIMED_LINKS = 600, 60


def print_found(title: str, found: Sequence[SearchOutcome]) -> None:
    """Print the mean share found by each contender at each share of the web."""
    names = list(dict.fromkeys(each.contender for each in found))
    reached = len(found[0].found)
    rows = []
    for name in names:
        mine = [each for each in found if each.contender == name]
        shares = [mean_of([each.found[at] for each in mine]).percent() for at in range(reached)]
        pages = sum(each.pages for each in mine) / len(mine)
        seconds = sum(each.seconds for each in mine) / len(mine)
        rows.append((name, *shares, f"{pages:.0f}", f"{seconds:.0f}"))
    queries = len({each.query for each in found})
    webs = len({each.web for each in found})
    header = ("", *(f"at {share:.0%}" for share in SHARES[:reached]), "pages", "clock s")
    print_table(f"{title}; {queries} queries on {webs} webs", header, rows)


def print_ratios(found: Sequence[SearchOutcome]) -> None:
    """Print ours to each of the others."""
    names = [name for name in dict.fromkeys(each.contender for each in found) if name != OURS]
    reached = len(found[0].found)
    rows = [
        (
            f"ours to {name}",
            *(
                ratio_of(_shares(found, OURS, at), _shares(found, name, at)).ratio()
                for at in range(reached)
            ),
        )
        for name in names
    ]
    header = ("", *(f"at {share:.0%}" for share in SHARES[:reached]))
    print_table("Times as many relevant pages, with 95% intervals", header, rows)


def print_classes(found: Sequence[SearchOutcome]) -> None:
    """Print the same by collection, and for queries with few and with many relevant pages."""
    classes: dict[str, Callable[[SearchOutcome], bool]] = {
        name: lambda each, name=name: each.collection == name  # type: ignore[misc]
        for name in dict.fromkeys(each.collection for each in found)
    }
    classes[f"fewer than {_FEW} relevant"] = lambda each: each.relevant < _FEW
    classes[f"{_FEW} relevant or more"] = lambda each: each.relevant >= _FEW
    rows = []
    for name, is_in in classes.items():
        part = [each for each in found if is_in(each)]
        if not part:
            continue
        cells = [f"{100 * _mean(part, who):.0f}" for who in (BREADTH, BEST, SHARK, UNLEARNED, OURS)]
        ratios = [
            ratio_of(_shares(part, OURS, 2), _shares(part, who, 2)).ratio() for who in (BEST, SHARK)
        ]
        pairs = zip(_shares(part, OURS, 2), _shares(part, BREADTH, 2), strict=True)
        fewer = sum(ours < breadth for ours, breadth in pairs)
        count = len({(each.query, each.web) for each in part})
        rows.append((name, str(count), *cells, *ratios, str(fewer)))
    header = ("", "pairs", BREADTH, BEST, SHARK, UNLEARNED, OURS, "to best-first", "to shark",
              "fewer than breadth")  # fmt: skip
    print_table("At 10% of the web by class of query, %", header, rows)


def mean_cell(values: Sequence[float]) -> str:
    """Return a mean with its interval."""
    return mean_of(values).percent() if values else "–"


def _shares(found: Sequence[SearchOutcome], name: str, at: int) -> list[float]:
    return [each.found[at] for each in found if each.contender == name]


def _mean(found: Sequence[SearchOutcome], name: str) -> float:
    shares = _shares(found, name, 2)
    return sum(shares) / len(shares)


def print_cost(texts: WebTexts) -> None:
    """Print what the judge calls finds, and what a page costs the population."""
    print_table("The judge of finds, some queries of each collection over all texts",
                ("", "queries", "precision", "recall"), _judged(texts))  # fmt: skip
    rows = [(policy.value, f"{_milliseconds(policy):.2f}") for policy in AgentPolicy]
    title = f"CPU of the population for a page with {_TIMED_LINKS} links"
    print_table(title, ("policy", "ms"), rows)


def _judged(texts: WebTexts) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for name in dict.fromkeys(query.collection for query in texts.queries):
        good = called = wanted = 0
        queries = [
            query for query in texts.queries if query.collection == name and query.language == "en"
        ]
        judged = queries[:: max(1, len(queries) // _JUDGED)][:_JUDGED]
        for query in judged:
            terms = query_terms(query.text, query.language)
            finds = {
                number
                for number, text in enumerate(texts.texts)
                if is_find(terms, text.title_terms, text.terms)
            }
            good += len(finds & query.relevant)
            called += len(finds)
            wanted += len(query.relevant)
        if wanted:
            shares = f"{good / max(1, called):.2f}", f"{good / wanted:.2f}"
            rows.append((name, str(len(judged)), *shares))
    return rows


def _milliseconds(policy: AgentPolicy) -> float:
    query = query_terms("floods in the river valley near Norwich", "en")
    agents = population(policy, 0.0 if policy is AgentPolicy.LACRAWLER else None)(
        query, _TIMED_PAGES
    )
    agents.add_seeds(["https://h0.example/"])
    pages = [_made_page(number) for number in range(_TIMED_PAGES)]
    began = time.process_time()
    done = 0
    while (step := agents.next_step(0.0, lambda url: True)) is not None:
        made = pages[done]
        page = SeenPage(step.url, made.relevance, made.kind, made.links, "Floods", seconds=0.1)
        agents.observe(step, page, 0.0)
        done += 1
    return 1000 * (time.process_time() - began) / done


def _made_page(number: int) -> SeenPage:
    words = [f"word{(number * 31 + n) % 900}" for n in range(40)]
    links = tuple(
        SeenLink(
            f"https://h{(number * 7 + n) % 120}.example/p{number * 41 + n}",
            anchor=("flood", *words[n % 30 : n % 30 + 5]) if n % 6 == 0 else tuple(words[:5]),
            around=tuple(words[5:17]),
            address=tuple(words[n % 20 : n % 20 + 3]),
        )
        for n in range(_TIMED_LINKS)
    )
    relevance = PageRelevance(0.7 if number % 5 == 0 else 0.1, 0.5, 0.2, tuple(words[:32]))
    return SeenPage("", relevance, PageKind.ARTICLE, links)
