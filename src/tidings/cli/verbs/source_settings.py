"""The verbs `sources set` and `sources show`."""

import argparse

from tidings.cli.command_issuing import issued
from tidings.cli.exit_codes import Misuse
from tidings.cli.options import opened_library, settings_of
from tidings.cli.output import print_json, print_table, say
from tidings.engine.commands.command_values import SetSource, SourceSet
from tidings.engine.sources.source_credentials import check_login, plain_http_notice
from tidings.engine.sources.source_focus import source_focus_from
from tidings.engine.sources.source_folders import folder_path, source_name
from tidings.engine.sources.source_settings import (
    FOLDER,
    NAME,
    SETTING_KEYS,
    TOPIC,
    changed_settings,
    check_delay,
    split_changes,
)
from tidings.model.crawl.source import Source
from tidings.model.crawl.source_settings import NO_SETTINGS
from tidings.settings.tree import Settings
from tidings.shapes.source_settings import settings_in_words, settings_shape, shown_headers


def change(options: argparse.Namespace) -> int:
    """Change the settings of a source."""
    if not options.settings and not options.unset:
        raise Misuse(
            "Say what to change, such as delay=5 or --unset delay: "
            f"a source has {', '.join(SETTING_KEYS)}."
        )
    (result,) = issued(options, SourceSet, _command(options, settings_of(options)))
    with opened_library(options) as library:
        source = library.source(result.url)
    if options.json:
        report = {"url": result.url, "changed": result.changed, "due": result.due}
        print_json(report | {"settings": _as_json(source)})
    if result.changed:
        shown = ", ".join(f"{key} {value}" for key, value in settings_in_words(source).items())
        say(f"{result.url}: {shown or 'all as usual'}; {result.due} URLs are due now")
    else:
        say(f"{result.url}: nothing changes")
    if notice := plain_http_notice(source):
        say(notice)
    return 0


def _command(options: argparse.Namespace, settings: Settings) -> SetSource:
    """Return the command; what is wrong without knowing the source is refused before it is sent."""
    pairs, unset, own = split_changes(options.settings, options.unset)
    changes = changed_settings(NO_SETTINGS, pairs, unset, faster=options.faster)
    check_delay(changes, settings.fetch.delay)
    if changes.credentials:
        check_login(settings, changes.credentials)
    about = source_focus_from(own[TOPIC], settings.queries) if TOPIC in own else None
    return SetSource(
        options.source,
        tuple(pairs),
        tuple(unset),
        options.faster,
        None if about is None else about.words,
        "" if about is None else about.query,
        source_name(own[NAME]) if NAME in own else None,
        folder_path(own[FOLDER]) if FOLDER in own else None,
    )


def show(options: argparse.Namespace) -> int:
    """Show the settings of a source."""
    with opened_library(options) as library:
        source = library.source(options.source)
    if options.json:
        print_json({"url": source.url, "domain": source.domain, "settings": _as_json(source)})
        return 0
    values, usual = settings_in_words(source), _usual(settings_of(options))
    values["name"] = source.name
    values["headers"] = "\n".join(shown_headers(source.settings))
    print_table(
        ("setting", "value", "if not set"),
        ((key, values.get(key, ""), usual[key]) for key in SETTING_KEYS),
    )
    return 0


def _as_json(source: Source) -> dict[str, object]:
    own = {"topic": source.about.words or None, "headers": shown_headers(source.settings)}
    labels = {"name": source.name or None, "folder": source.folder or None}
    return {**settings_shape(source.settings), **own, **labels}


def _usual(settings: Settings) -> dict[str, str]:
    """Return what holds for a setting that is not set."""
    languages = ", ".join(settings.crawl.languages) or "all"
    return {
        "delay": f"{settings.fetch.delay:g} s (fetch.delay), or its Crawl-delay if that is longer",
        "languages": f"{languages} (crawl.languages)",
        "topic": "everything is kept",
        "include": "every path",
        "exclude": "none",
        "headers": "only those of every request",
        "proxy": "fetch.proxy",
        "credentials": "none",
        "name": "what the site calls itself",
        "folder": "none",
    }
