"""The verb revisions: the edits and deletions of an article."""

import argparse

from rich.console import Console
from rich.text import Text

from tidings.cli.options import opened_library
from tidings.cli.output import TableConsole, print_json, printable, say
from tidings.model.articles.article import Article
from tidings.model.articles.revision import ArticleHistory, DiffRun, RevisionDiff, WordChange
from tidings.serve.rendering.diff_layout import passages_of
from tidings.shapes.history import history_shape

_STYLES = {
    WordChange.KEPT: "",
    WordChange.REMOVED: "red strike",
    WordChange.ADDED: "green underline",
}
_MARKS = {
    WordChange.KEPT: ("", ""),
    WordChange.REMOVED: ("[-", "-]"),
    WordChange.ADDED: ("{+", "+}"),
}


def revisions(options: argparse.Namespace) -> int:
    """Show what changed in an article, as `git diff --word-diff` would."""
    with opened_library(options) as library:
        article = library.article_named(options.article)
        history = library.history(article) if article else None
    if article is None or history is None:
        say(f"tidings: there is no article {options.article}; 'tidings why URL' explains a URL.")
        return 1
    if options.json:
        print_json(history_shape(article, history))
    else:
        _print(article, history)
    return 0


def _print(article: Article, history: ArticleHistory) -> None:
    console = TableConsole(soft_wrap=True)
    console.print(printable(f"{article.title}\n{article.url}"))
    for tombstone in history.tombstones:
        back = f", back {tombstone.back_at:%Y-%m-%d %H:%M} UTC" if tombstone.back_at else ""
        deleted = f"deleted by its publisher, noticed {tombstone.gone_at:%Y-%m-%d %H:%M} UTC"
        console.print(printable(f"  {deleted} ({tombstone.detail}){back}"))
    for revision in history.revisions:
        _print_revision(console, revision)
    if not history.revisions:
        console.print("  no edits found")


def _print_revision(console: Console, revision: RevisionDiff) -> None:
    words = f"{revision.words_removed} words removed, {revision.words_added} added"
    console.print(f"\nrevision {revision.number}, {revision.seen_at:%Y-%m-%d %H:%M} UTC: {words}")
    titles = (passage for passage in passages_of(revision.title) if passage.runs)
    for passage in (*titles, *passages_of(revision.text)):
        if passage.unchanged:
            console.print(f"  (unchanged paragraphs: {passage.unchanged})")
        if passage.runs:
            console.print(_line(passage.runs))


def _line(runs: tuple[DiffRun, ...]) -> Text:
    line = Text("  ")
    for run in runs:
        opening, closing = _MARKS[run.change]
        line.append(opening + printable(run.text) + closing, _STYLES[run.change])
    return line
