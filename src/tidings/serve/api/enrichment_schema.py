"""What the API promises of things understood: entities, topics, tone, stories."""

from pydantic import BaseModel, Field


class MentionOut(BaseModel):
    """Where a name stands."""

    start: int
    end: int
    in_: str = Field(alias="in", description="title or text")


class PlaceOut(BaseModel):
    """A place on the map."""

    id: int = Field(description="of GeoNames")
    name: str
    country: str
    latitude: float
    longitude: float


class EntityOut(BaseModel):
    """Someone or something that the article names."""

    name: str
    kind: str = Field(description="person, organisation or place")
    key: str = Field(description="the same for one name in all articles")
    mentions: list[MentionOut]
    place: PlaceOut | None


class TopicOut(BaseModel):
    """One of the IPTC Media Topics' top-level subjects."""

    slug: str = Field(description="as topic: takes it")
    code: str
    probability: float


class KeyphraseOut(BaseModel):
    """Words that say what it is about."""

    text: str
    weight: float


class ToneWordOut(BaseModel):
    """A word that makes the tone."""

    word: str
    weight: float


class ToneOut(BaseModel):
    """How the text sounds, from -1 to 1; a hint."""

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
    of: int = Field(description="so many rare terms the article has")
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
    score: float = Field(description="what speaks for it; 1 is just enough, 0 for the first")
    why: GroundsOut


class StoryOut(BaseModel):
    """Articles about one event."""

    id: int
    title: str
    lead: str = Field(description="the id of the article that stands for it")
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
    copy_of: str | None = Field(description="the article its text was most likely taken from")
    root: str = Field(description="the original at the end of that line; itself for an original")
    copied: float
    copied_because: str
    first: bool = Field(description="it published first, or in the same minute as who did")


class VoiceOut(BaseModel):
    """A source that tells the story."""

    source: str
    articles: int
    copies: int
    first: str


class SaidOut(BaseModel):
    """A sentence of the summary and whose it is."""

    text: str
    article: str


class ToldStoryOut(StoryOut):
    """A story with everything there is to tell of it."""

    summary: list[SaidOut]
    languages: dict[str, int]
    told_by: list[VoiceOut] = Field(description="who told it first first")
    timeline: list[ChapterOut] = Field(description="the oldest first")
