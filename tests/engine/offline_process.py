"""Annotates, groups and summarises articles, and reports every attempt to reach a network.

Run by test_offline.py in a namespace without a network.
"""

import json
import socket
import sys
from dataclasses import replace
from pathlib import Path

from tests.engine.sample_home import article, database_with, group_stories, sample_articles

from tidings.engine.library.library import Library
from tidings.engine.live.crawl_stores import opened_index
from tidings.settings.tree import Settings
from tidings.store.tables.articles.annotations import annotations_of

FOREIGN = {
    "de": ("Werft baut zwölf Fähren", "Die Werft in Rostock hat einen Auftrag über zwölf Fähren "
           "bekommen. Bürgermeisterin Anna Weber freut sich über neue Stellen."),
    "fr": ("Le ferry repart", "Le ferry repart de Calais après neuf ans, a dit Jean Moulin. "
           "Les habitants ont applaudi sur le quai."),
    "es": ("El ferry vuelve", "El ferry vuelve a Cádiz después de nueve años, dijo Ana Torres. "
           "Los vecinos aplaudieron en el muelle."),
    "zh": ("滨海新区开通首条渡轮航线", "据介绍，新航线全长十二公里，单程约需二十分钟。市民欢迎。"),
}  # fmt: skip
ATTEMPTS: list[str] = []


def watch(event: str, arguments: tuple[object, ...]) -> None:
    """Note every attempt to use the network."""
    if event in ("socket.connect", "socket.sendto", "socket.getaddrinfo", "socket.gethostbyname"):
        ATTEMPTS.append(f"{event} {arguments}")


def has_network() -> bool:
    """Return whether a network can be reached."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))
    except OSError:
        return False
    return True


def main() -> None:
    """Do everything and print the results."""
    reachable = has_network()
    sys.addaudithook(watch)
    settings = Settings(home=Path(sys.argv[1]))
    settings = replace(settings, store=replace(settings.store, commit_seconds=0.0))
    foreign = [article(f"https://{language}.example/f", *texts, language=language)
              for language, texts in FOREIGN.items()]  # fmt: skip
    articles = [*sample_articles(), *foreign]
    database = database_with(settings, articles)
    errors = group_stories(database, settings)
    annotations = annotations_of(database.read(), [each.id for each in articles])
    database.close()
    opened_index(settings.home / "index", settings.search).close()
    library = Library.open(settings)
    stories = [library.story(story.id) for story in library.stories(100)]
    library.close()
    print(json.dumps({
        "reachable": reachable,
        "attempts": ATTEMPTS,
        "errors": [str(error) for error in errors],
        "failed": [each.step for one in annotations.values() for each in one.failed],
        "languages": sorted({one.language for one in annotations.values()}),
        "bare": [id_ for id_, one in annotations.items() if not (one.keyphrases and one.summary)],
        "entities": sum(len(one.entities) for one in annotations.values()),
        "stories": [[len(story.articles), len(story.summary)] for story in stories if story],
    }))  # fmt: skip


if __name__ == "__main__":
    main()
