"""A home where three sites report one flood, and one of them copies another."""

from dataclasses import replace
from datetime import timedelta

from tests.serve.small_home import NOW, article_at

from tidings.model.articles.article import Article

FLOOD = (
    "The river Karl flooded nine villages near Saintevigne on Monday and 4,812 people were "
    "evacuated. Mayor Lena Thielmann said that the dyke at Vossberg had broken after midnight. "
    "Soldiers filled sandbags in Vossberg until the morning, and Thielmann thanked them.\n"
    "The bridge at Saintevigne stays closed for seven days, the railway said. Damage is put at "
    "12 million euros. Experts had warned of the dyke at Vossberg three years ago. "
    "Firefighters and rescuers brought people to safety when the flood came."
)
COPIED = f"{FLOOD}\nThe flood near Saintevigne: experts asked for help to clean cellars."
RETOLD = (
    "After the flood of the Karl the mayor of Saintevigne, Lena Thielmann, has asked for help. "
    "Nine villages near Saintevigne were under water and 4,812 people had to leave. The dyke at "
    "Vossberg broke at night. Thielmann spoke of 12 million euros of damage.\n"
    "In Vossberg people began to clean their cellars. The Karl is falling, experts say."
)
_PLAIN = {"authors": (), "tags": (), "standfirst": "", "section": "", "html": "", "publisher": ""}


def flood_articles(hostile: str = "") -> list[Article]:
    """Return the first report, its copy 22 minutes later, one in other words, and other news."""
    first = article_at(
        "https://post.example/flood", title=f"{hostile}The Karl cuts off nine villages",
        text=FLOOD, published=NOW - timedelta(hours=5), **_PLAIN,
    )  # fmt: skip
    copy = article_at(
        "https://copy.example/flood", title=f"{hostile}The Karl cuts off nine villages",
        text=COPIED, published=NOW - timedelta(hours=4, minutes=38), **_PLAIN,
    )  # fmt: skip
    other = article_at(
        "https://other.example/flood", title=f"{hostile}Saintevigne asks for help after flood",
        text=RETOLD, published=NOW - timedelta(hours=3), **_PLAIN,
    )  # fmt: skip
    alone = replace(article_at(), published=NOW - timedelta(days=2))
    return [first, copy, other, alone]
