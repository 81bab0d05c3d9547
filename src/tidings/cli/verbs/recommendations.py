"""The verbs related and trends."""

import argparse
from datetime import UTC, datetime

from tidings.cli.options import opened_library
from tidings.cli.output import print_json, print_table, printable, say
from tidings.cli.verbs.revisions import found_article
from tidings.model.articles.article import Article
from tidings.serve.api.recommendations import related_shapes, trends_shape


def related(options: argparse.Namespace) -> int:
    """List the articles most like one, with what they share."""
    with opened_library(options) as library:
        article = found_article(library, options.article)
        now = datetime.now(UTC)
        found = library.related(article.id, now, options.limit) if article else None
    if found is None:
        say(f"tidings: there is no article {options.article}; 'tidings why URL' tells more.")
        return 1
    if options.json:
        print_json(related_shapes(found))
        return 0
    for each in found:
        print(printable(f"{each.article.title}\n  {_place(each.article)}"))
        print(printable(f"  {each.score:.0%} alike: {', '.join(each.shared)}\n"))
    if not found:
        say("nothing is related to it so far")
    return 0


def trends(options: argparse.Namespace) -> int:
    """List what is trending."""
    with opened_library(options) as library:
        told = library.trends(datetime.now(UTC), options.limit)
    if options.json:
        print_json(trends_shape(told))
        return 0
    if not told.trends:
        say(f"nothing stands out in the last {told.hours:g} hours")
        return 0
    rows = [
        (trend.words, f"{trend.score:.1f}", trend.articles, f"{trend.expected:.1f}", trend.sources,
         trend.examples[0].title)
        for trend in told.trends
    ]  # fmt: skip
    print_table(("trend", "score", "articles", "usual", "sources", "such as"), rows)
    return 0


def _place(article: Article) -> str:
    date = f"{article.published:%Y-%m-%d}" if article.published else "undated"
    return f"{article.source}, {date}, {article.id}  {article.url}"
