"""Articles of two busy weeks: usual ones, a volcano that erupts, and names that are text only."""

import random
from collections.abc import Iterator
from datetime import datetime, timedelta

from tests.serve.small_home import NOW, article_at

from tidings.model.articles.article import Article

HOSTILE = "<script>alert(1)</script><b>Bold</b>"
_SENTENCES = (
    "The parliament debated the budget until midnight.",
    "Prime Minister Ada Lindqvist spoke in Berlin on Monday.",
    "Nobody at the harbour had expected so many people.",
    "The union will vote on the offer next week.",
    "A spokesman of Siemens in Munich declined to comment.",
    "Schools stay open, the mayor of London said.",
)


def busy_articles(now: datetime = NOW) -> list[Article]:
    """Return the articles, the oldest first."""
    return sorted([*_usual(now), *_etna(now), *_others(now)], key=lambda each: each.first_seen)


def _usual(now: datetime) -> Iterator[Article]:
    rng = random.Random(5)
    for day in range(13):
        for at in range(15 + day % 4):
            text = " ".join(rng.sample(_SENTENCES, 3)) + f" Budget line b{day}x{at}." * (1 + at)
            seen = now - timedelta(days=day, hours=3, minutes=7 * at)
            yield article_at(
                f"https://p{at % 6}.example/{day}-{at}", title=f"Budget debate {day}.{at}",
                text=text, html="", published=seen - timedelta(minutes=5 + at), first_seen=seen,
                publisher=f"Paper {at % 6}", standfirst="", word_count=len(text.split()),
            )  # fmt: skip


def _etna(now: datetime) -> Iterator[Article]:
    for at in range(7):
        seen = now - timedelta(hours=1 + at)
        text = (
            f"Mount Etna woke up in Sicily, and villages v{at} were evacuated. Prime Minister "
            "Ada Lindqvist flew to Catania, where lava reached the road. Ash closed the airport."
        )
        yield article_at(
            f"https://p{at}.example/etna", title="Mount Etna erupts" + " again" * (at % 3),
            text=text, html="", published=seen - timedelta(minutes=9), first_seen=seen,
            publisher=f"Paper {at}", standfirst="", word_count=len(text.split()),
        )  # fmt: skip


def _others(now: datetime) -> Iterator[Article]:
    yield article_at(
        "https://hostile.example/etna", title=f"Mount Etna {HOSTILE}", html="", standfirst="",
        text=f"Mount Etna erupts, said {HOSTILE} in Catania.", publisher=HOSTILE,
        published=now - timedelta(minutes=40), first_seen=now - timedelta(minutes=30),
    )  # fmt: skip
    yield article_at(
        "https://zeitung.example/werft", title="Werft baut zwölf elektrische Fähren", html="",
        text="Die Werft in Hamburg hat einen Auftrag über zwölf Fähren bekommen.", language="de",
        published=now - timedelta(days=3), first_seen=now - timedelta(days=3), publisher="Zeitung",
    )  # fmt: skip
