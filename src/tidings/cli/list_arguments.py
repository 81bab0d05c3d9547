"""The arguments of the verbs that list changes and names, and print statistics."""

import argparse
from typing import Final

from tidings.cli.verb_arguments import add_verb, argument_type, count, language
from tidings.model.articles.annotations import EntityKind
from tidings.model.articles.listing import OutletEditKind
from tidings.serve.search_parameters import LANGUAGE, SOURCE

_TIME: Final = "a date, a time, or an age such as 7d or 24h"


def add_list_verbs(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the verbs changes, entities and stats."""
    changes = add_verb(verbs, "changes", "list what outlets edited and deleted, newest first",
                       "tidings.cli.reading.changes", "changes")  # fmt: skip
    changes.add_argument("--kind", choices=[each.value for each in OutletEditKind],
                         help="only changes of this kind")  # fmt: skip
    entities = add_verb(verbs, "entities", "list the names in articles, or show one over time",
                        "tidings.cli.reading.entities", "entities")  # fmt: skip
    entities.add_argument("text", nargs="?", default="", metavar="WORD|KEY",
                          help="how a word of the name begins; or a key, such as place:2643743"
                          )  # fmt: skip
    entities.add_argument("--kind", choices=[each.value for each in EntityKind],
                          help="only names of this kind")  # fmt: skip
    stats = add_verb(verbs, "stats", "count articles, their lengths, and how soon they were found",
                     "tidings.cli.reading.statistics", "stats")  # fmt: skip
    for verb in (changes, entities):
        verb.add_argument("--limit", type=count, default=20, metavar="N",
                          help="list at most N (20)")  # fmt: skip
    for verb in (changes, stats):
        verb.add_argument("--until", metavar="T", help=f"{_TIME}; inclusive")
    for verb in (changes, entities, stats):
        verb.add_argument("--since", metavar="T", help=_TIME)
        verb.add_argument("--source", type=argument_type(SOURCE), metavar="DOMAIN",
                          help=SOURCE.description)  # fmt: skip
        verb.add_argument("--language", type=language, metavar="CODE",
                          help=LANGUAGE.description)  # fmt: skip
