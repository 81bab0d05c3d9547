"""The verbs related and trends."""

import argparse
from datetime import UTC, datetime

from tidings.cli.options import opened_library
from tidings.cli.output import print_json, print_table, printable, say, shown_day
from tidings.model.articles.article import Article
from tidings.shapes.recommendations import related_shapes, trends_shape


def related(options: argparse.Namespace) -> int:
    """List the articles most similar to one, and the terms they share."""
    with opened_library(options) as library:
        article = library.article_named(options.article)
        now = datetime.now(UTC)
        found = library.related(article.id, now, options.limit) if article else None
    if found is None:
        say(f"tidings: there is no article {options.article}; 'tidings why URL' explains a URL.")
        return 1
    if options.json:
        print_json(related_shapes(found))
        return 0
    for each in found:
        print(printable(f"{each.article.title}\n  {_origin(each.article)}"))
        print(printable(f"  {each.score:.0%} similar: {', '.join(each.shared)}\n"))
    if not found:
        say("no related articles yet")
    return 0


def trends(options: argparse.Namespace) -> int:
    """List the trends."""
    with opened_library(options) as library:
        report = library.trends(datetime.now(UTC), options.limit)
    if options.json:
        print_json(trends_shape(report))
        return 0
    if not report.trends:
        say(f"no trends in the last {report.hours:g} hours")
        return 0
    rows = [
        (trend.words, f"{trend.score:.1f}", trend.articles, f"{trend.expected:.1f}", trend.sources,
         trend.examples[0].title)
        for trend in report.trends
    ]  # fmt: skip
    print_table(("trend", "score", "articles", "usual", "sources", "example"), rows)
    return 0


def _origin(article: Article) -> str:
    date = shown_day(article.published, article.first_seen)
    return f"{article.source}, {date}, {article.id}  {article.url}"
