"""Agents on generated webs: what they find of all relevant pages, next to other ways of crawling.

Queries and webs of this report were never tuned on: webs 11 and above, all queries of time and
cranfield, odd ones of cisi, cacm and npl.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import chain
from multiprocessing import get_context

from benchmarks.agents import report
from benchmarks.agents.experiments import (
    BEST,
    BREADTH,
    CONTENDERS,
    LACRAWLER,
    OURS,
    SHARK,
    UNLEARNED,
    found_on,
    outcomes,
    population,
    reported_queries,
    seeds_of,
)  # fmt: skip
from benchmarks.agents.fresh_pages import fresh_recall, index_comparison
from benchmarks.agents.generated_web import generated_web
from benchmarks.agents.locality import locality_rows
from benchmarks.agents.simulation import crawled
from benchmarks.agents.texts import WebTexts, web_texts
from benchmarks.agents.web_pages import QuerySight, WebPages
from benchmarks.agents.web_parameters import LOCAL, RANDOM
from benchmarks.inputs.labelled_data import is_absent
from benchmarks.support.table import print_conditions, print_table
from tidings.model.agents.query_run import AgentPolicy

FIRST_WEB = 11
_PARTS = ("webs", "found", "whole", "random", "threshold", "index", "fresh", "news", "cost")


@cache
def _texts() -> WebTexts:
    return web_texts()


def main(arguments: Sequence[str] = ()) -> None:
    """Print the tables."""
    options = _options(arguments)
    if is_absent("retrieval"):
        print("Webs are made of the news world's texts only.")
        options.parts = [part for part in options.parts if part in ("news", "cost")]
    print_conditions("tidings", "numpy")
    began = time.monotonic()
    for part in options.parts:
        _PRINTERS[part](options)
    print(f"\n{time.monotonic() - began:.0f} s", file=sys.stderr)


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.agents", description=__doc__)
    parser.add_argument("--parts", nargs="+", choices=_PARTS, default=_PARTS)
    parser.add_argument("--queries", type=int, default=30)
    parser.add_argument("--webs", type=int, default=5)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--quick", action="store_true", help="6 queries on 1 web")
    options = parser.parse_args(arguments)
    if options.quick:
        options.queries, options.webs = 6, 1
    return options


def _print_webs(options: argparse.Namespace) -> None:
    webs = {
        "web": generated_web(_texts(), LOCAL, FIRST_WEB),
        "without locality": generated_web(_texts(), RANDOM, FIRST_WEB),
    }
    sizes = {name: f"{name}, {web.size:,} pages" for name, web in webs.items()}
    print_table("The webs", ("", "published", "where", *sizes.values()), locality_rows(webs))


def _print_found(options: argparse.Namespace) -> None:
    webs = range(FIRST_WEB, FIRST_WEB + options.webs)
    if options.processes == 1:
        parts = [found_on(web, options.queries) for web in webs]
    else:
        context = get_context("spawn")
        with ProcessPoolExecutor(options.processes, context) as pool:
            parts = list(pool.map(found_on, webs, [options.queries] * len(webs)))
    found = list(chain.from_iterable(parts))
    report.print_found("Share of all relevant pages found, %", found)
    report.print_ratios(found)
    report.print_classes(found)


def _print_whole(options: argparse.Namespace) -> None:
    queries = reported_queries(_texts(), max(5, options.queries // 5))
    names = (BREADTH, BEST, SHARK, UNLEARNED, OURS)
    found = outcomes(_texts(), LOCAL, FIRST_WEB, queries, names, 0.4)
    report.print_found("Up to 40% of the web, fewer queries, one web, %", found)


def _print_random(options: argparse.Namespace) -> None:
    queries = reported_queries(_texts(), max(5, options.queries // 3))
    names = (BREADTH, BEST, "anchor-first", SHARK, UNLEARNED, OURS)
    found = outcomes(_texts(), RANDOM, FIRST_WEB, queries, names, 0.1)
    report.print_found("A web without topical locality, %", found)


def _print_threshold(options: argparse.Namespace) -> None:
    web = generated_web(_texts(), LOCAL, FIRST_WEB)
    pages, budget = WebPages(web), round(0.1 * web.size)
    queries = reported_queries(_texts(), max(5, options.queries // 3))
    rows = []
    for step in range(1, 10):
        visited, found = [], []
        for query in queries:
            sight = QuerySight(pages, query)
            agents = population(AgentPolicy.LACRAWLER, step / 10)(sight.terms, budget)
            crawl = crawled(agents, sight, seeds_of(sight), budget)
            visited.append(len(crawl.visited) / web.size)
            found.append(crawl.found(query.relevant, budget) / len(query.relevant))
        rows.append((f".{step}", *(f"{100 * sum(x) / len(x):.2f}" for x in (visited, found))))
    header = ("threshold", "% of the web visited", "% of the relevant pages found")
    print_table("The paper's policy by its threshold, at most 10% of the web", header, rows)


def _print_index(options: argparse.Namespace) -> None:
    web = generated_web(_texts(), LOCAL, FIRST_WEB)
    queries = reported_queries(_texts(), 10)
    rows = index_comparison(web, queries, (LACRAWLER, UNLEARNED, OURS))
    header = ("", "returned", "P printed", "P cosine", "R·P", "true P", "true recall",
              "days newer", "share new")  # fmt: skip
    print_table("Against an index a day old: 100 pages from 10 seeds, 10 queries", header, rows)


def _print_fresh(options: argparse.Namespace) -> None:
    web = generated_web(_texts(), LOCAL, FIRST_WEB)
    queries = reported_queries(_texts(), max(5, options.queries // 3))
    rows = []
    for name in (BREADTH, BEST, SHARK, UNLEARNED, OURS):
        cells = []
        for shares in fresh_recall(web, queries, name):
            cells += [report.mean_cell(shares), str(len(shares))]
        rows.append((name, *cells))
    header = ("", "of new finds, %", "queries", "of new relevant pages, %", "queries")
    print_table("New pages since the snapshot, found within 5% of the web", header, rows)


def _print_news(options: argparse.Namespace) -> None:
    texts = web_texts((), news=4_000)
    names = list(CONTENDERS)
    found = []
    for web in range(FIRST_WEB, FIRST_WEB + max(1, options.webs // 2)):
        found += outcomes(texts, LOCAL, web, texts.queries, names, 0.1)
    report.print_found(f"The news world only, {len(texts.texts):,} articles, %", found)


def _print_cost(options: argparse.Namespace) -> None:
    report.print_cost(_texts() if not is_absent("retrieval") else web_texts((), news=4_000))


_PRINTERS = {
    "webs": _print_webs,
    "found": _print_found,
    "whole": _print_whole,
    "random": _print_random,
    "threshold": _print_threshold,
    "index": _print_index,
    "fresh": _print_fresh,
    "news": _print_news,
    "cost": _print_cost,
}

if __name__ == "__main__":
    main(sys.argv[1:])
