"""The verbs stories and story."""

import argparse
from datetime import UTC, datetime

from tidings.cli.options import opened_library
from tidings.cli.output import print_json, print_table, printable, say
from tidings.cli.time_flags import moment_of
from tidings.model.articles.story import FullStory, StoryArticle
from tidings.shapes.story import full_story_shape, story_shape


def stories(options: argparse.Namespace) -> int:
    """List stories, the one with the newest article first."""
    since = moment_of("--since", options.since, datetime.now(UTC))
    with opened_library(options) as library:
        found = library.stories(options.limit, since=since, min_sources=options.min_sources)
    if options.json:
        print_json([story_shape(story) for story in found])
        return 0
    rows = [
        (story.id, story.articles, story.sources, story.newest_at, story.title) for story in found
    ]
    print_table(("story", "articles", "sources", "newest", "title"), rows)
    return 0


def story(options: argparse.Namespace) -> int:
    """Show one story: its articles in order, who was first and who copied from whom."""
    with opened_library(options) as library:
        full_story = library.story(options.story)
    if full_story is None:
        say(f"tidings: there is no story {options.story}; 'tidings stories' lists some.")
        return 1
    if options.json:
        print_json(full_story_shape(full_story))
        return 0
    print(printable(f"{full_story.story.title}\n"))
    for sentence in full_story.summary:
        print(printable(f"  {sentence.text}"))
    print()
    for article in full_story.articles:
        print(printable(_line(article, full_story)))
    return 0


def _line(article: StoryArticle, full_story: FullStory) -> str:
    marks = ["first"] if article.is_first else []
    if article.copy_of:
        source = {each.article: each.source for each in full_story.articles}.get(
            article.copy_of, ""
        )
        marks.append(f"copied from {source}: {article.copied_because}")
    aside = f" ({'; '.join(marks)})" if marks else ""
    why = article.membership.grounds.sentence
    when = f"{article.membership.at:%Y-%m-%d %H:%M}"
    return f"{when}  {article.source}: {article.title}{aside}\n    {why}"
