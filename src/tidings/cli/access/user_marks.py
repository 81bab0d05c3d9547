"""The verbs user mark, marked, mute, unmute, follow, unfollow and visit."""

import argparse

from tidings.cli.exit_codes import Misuse
from tidings.cli.options import opened_library, settings_of
from tidings.cli.output import print_json, print_table, say
from tidings.engine.access.home_access import opened_access
from tidings.model.access.marks import Mark, MuteKind


def mark(options: argparse.Namespace) -> int:
    """Mark articles, or remove marks."""
    articles = _articles(options)
    with opened_access(settings_of(options)) as home:
        user = home.access.user(options.name)
        if options.mark:
            home.marks.mark(user.id, Mark(options.mark), articles)
        else:
            home.marks.unmark(user.id, Mark(options.unmark), articles)
        found = home.marks.marks_of(user.id, articles)
    if options.json:
        print_json([{"id": each, "marks": sorted(found[each])} for each in articles])
    for article in articles:
        say(f"{article} is now {', '.join(sorted(found[article])) or 'unmarked'} for {user.name}")
    return 0


def marked(options: argparse.Namespace) -> int:
    """List marked articles."""
    with opened_access(settings_of(options)) as home:
        user = home.access.user(options.name)
        listed = home.marks.marked(user.id, Mark(options.mark), options.limit)
    with opened_library(options) as library:
        shown = library.articles([each.article for each in listed])
    if options.json:
        print_json([{"id": each.article, "at": each.at} for each in listed])
        return 0
    titles = {article: each.title for article, each in shown.items()}
    print_table(
        ("id", "title", options.mark),
        ((each.article, titles.get(each.article, ""), each.at) for each in listed),
    )
    return 0


def mute(options: argparse.Namespace) -> int:
    """Mute a source or word."""
    kind, text = _to_mute(options)
    with opened_access(settings_of(options)) as home:
        user = home.access.user(options.name)
        muted = home.marks.mute(user.id, kind, text)
    if options.json:
        print_json(muted)
    say(f"the {kind} {muted.muted} is muted for {user.name}")
    return 0


def unmute(options: argparse.Namespace) -> int:
    """Unmute a source or word."""
    kind, text = _to_mute(options)
    with opened_access(settings_of(options)) as home:
        user = home.access.user(options.name)
        was_muted = home.marks.unmute(user.id, kind, text)
    if options.json:
        print_json({"unmuted": was_muted})
    say(f"the {kind} {text} is {'shown again' if was_muted else 'not muted'} for {user.name}")
    return 0


def follow(options: argparse.Namespace) -> int:
    """Follow a story."""
    with opened_access(settings_of(options)) as home:
        user = home.access.user(options.name)
        followed = home.marks.follow(user.id, options.story)
    if followed is None:
        raise Misuse(f"There is no story {options.story}: 'tidings stories' lists them.")
    if options.json:
        print_json(followed)
    say(f"{user.name} follows the story {followed.story}")
    return 0


def unfollow(options: argparse.Namespace) -> int:
    """Stop following a story."""
    with opened_access(settings_of(options)) as home:
        user = home.access.user(options.name)
        was_followed = home.marks.unfollow(user.id, options.story)
    if options.json:
        print_json({"unfollowed": was_followed})
    how = "follows no longer" if was_followed else "did not follow"
    say(f"{user.name} {how} the story {options.story}")
    return 0


def visit(options: argparse.Namespace) -> int:
    """Note a visit."""
    with opened_access(settings_of(options)) as home:
        user = home.access.user(options.name)
        former = home.marks.note_visit(user.id)
        now = home.marks.last_visit(user.id)
    if options.json:
        print_json({"last_visit": now, "former_visit": former})
    before = f"; the last time was {former:%Y-%m-%d %H:%M} UTC" if former else ""
    say(f"{user.name} is here now{before}")
    return 0


def _articles(options: argparse.Namespace) -> list[str]:
    """Return the ids of the articles that are named; all of them must exist."""
    with opened_library(options) as library:
        found = [(name, library.article_named(name)) for name in options.article]
    for name, article in found:
        if article is None:
            raise Misuse(f"There is no article {name}: 'tidings why URL' explains a URL.")
    return [article.id for _, article in found if article]


def _to_mute(options: argparse.Namespace) -> tuple[MuteKind, str]:
    if options.source is not None:
        return MuteKind.SOURCE, options.source
    return MuteKind.WORD, options.word
