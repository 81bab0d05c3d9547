"""Articles as the keys that stories are made of, written in one line."""

from datetime import UTC, datetime, timedelta

from tidings.group.stories.clipping import Clipping, ClippingTerm
from tidings.group.stories.story_profile import StoryMember, StoryProfile

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)


def at(hours: float) -> datetime:
    return NOW + timedelta(hours=hours)


def member(
    id: str,
    words: str = "",
    names: str = "",
    figures: str = "",
    *,
    title: str = "",
    hours: float = 0,
    language: str = "en",
    rarity: int = 100,
    is_thin: bool = False,
) -> StoryMember:
    """An article; its words weigh the same, and those of the title come first."""
    texts = [*title.split(), *words.split()]
    return StoryMember(
        id=id,
        source=f"{id}.example",
        language=language,
        at=at(hours).timestamp(),
        words=tuple(f"{language} {word}" for word in texts),
        weights=bytes([10] * len(texts)),
        rarities=bytes([rarity] * len(texts)),
        title=bytes([1] * len(title.split()) + [0] * len(words.split())),
        names=tuple(f"@{name}" for name in names.split()),
        figures=tuple(f"#{figure}" for figure in figures.split()),
        is_thin=is_thin,
    )


def profile(*members: StoryMember, id: int = 1) -> StoryProfile:
    story = StoryProfile(id)
    for each in members:
        story.add(each)
    return story


def clipping(
    id: str, words: str = "", names: str = "", hours: float = 0, title: str = ""
) -> Clipping:
    """A clipping whose words are equally rare and heavy, those of the title first."""
    terms = [ClippingTerm(word, 100, 10, True) for word in title.split()]
    terms += [ClippingTerm(word, 100, 10) for word in words.split()]
    source = f"{id}.example"
    return Clipping(id, source, "en", at(hours), title, tuple(terms), tuple(names.split()))
