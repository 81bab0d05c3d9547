"""Schemas of annotations and stories in the API."""

from pydantic import BaseModel, Field


class MentionOut(BaseModel):
    """Position of a name."""

    start: int
    end: int
    in_: str = Field(alias="in", description="title or text")


class PlaceOut(BaseModel):
    """A geographic place."""

    id: int = Field(description="GeoNames id")
    name: str
    country: str
    latitude: float
    longitude: float


class EntityOut(BaseModel):
    """A person, organisation or place named in the article."""

    name: str
    kind: str = Field(description="person, organisation or place")
    key: str = Field(description="equal in all articles that name the entity")
    mentions: list[MentionOut]
    place: PlaceOut | None


class TopicOut(BaseModel):
    """A top-level subject of the IPTC Media Topics."""

    slug: str = Field(description="as typed after topic:")
    code: str
    probability: float


class KeyphraseOut(BaseModel):
    """A phrase that is typical of the article."""

    text: str
    weight: float


class ToneWordOut(BaseModel):
    """A word that affects the tone."""

    word: str
    weight: float


class ToneOut(BaseModel):
    """Tone of the text from -1 (negative) to 1 (positive); only a hint."""

    score: float
    words: list[ToneWordOut]


class SharedOut(BaseModel):
    """A rare term that an article shares with its story."""

    term: str
    weight: float


class GroundsOut(BaseModel):
    """Why an article belongs to a story."""

    sentence: str
    shared: list[SharedOut]
    of: int = Field(description="number of rare terms in the article")
    names: list[str]
    figures: list[str]
    copy_of: str | None = Field(description="a near-duplicate in the story")
    similarity: float


class MembershipOut(BaseModel):
    """The story of an article."""

    id: int
    title: str
    articles: int
    sources: int
    score: float = Field(
        description="similarity to the story; 1 is the threshold, 0 for the first article"
    )
    why: GroundsOut


class StoryOut(BaseModel):
    """Articles about one event."""

    id: int
    title: str
    lead: str = Field(description="id of the article that represents it")
    language: str
    began: str
    newest: str
    articles: int
    sources: int
    keyphrases: list[str]


class ChapterOut(BaseModel):
    """An article of a story."""

    id: str
    url: str
    title: str
    source: str
    language: str
    published: str | None
    first_seen: str
    score: float
    why: GroundsOut
    copy_of: str | None = Field(description="the article it was most likely copied from")
    root: str = Field(description="the original that the copies lead back to; itself if original")
    copied: float
    copied_because: str
    first: bool = Field(description="published first, or within a minute of the first")


class VoiceOut(BaseModel):
    """Coverage of a story by one source."""

    source: str
    articles: int
    copies: int
    first: str


class SaidOut(BaseModel):
    """A sentence of the summary and the article it comes from."""

    text: str
    article: str


class ToldStoryOut(StoryOut):
    """A story with its summary, sources and timeline."""

    summary: list[SaidOut]
    languages: dict[str, int]
    told_by: list[VoiceOut] = Field(description="sources, earliest first")
    timeline: list[ChapterOut] = Field(description="oldest first")
