"""The bodies of requests that write. Unknown fields are refused by name; nothing is converted."""

from typing import Annotated, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from tidings.model.agents.query_run import RunBudget

_MAX_URL: Final = 2_000
_MAX_ARTICLES: Final = 1_000
_BUDGET: Final = RunBudget()  # of a run about which nothing else is said


def _storable(text: str) -> str:
    if "\0" in text:
        raise ValueError("must not contain the character NUL")
    return text


Url = Annotated[str, Field(min_length=1, max_length=_MAX_URL), AfterValidator(_storable)]
Text = Annotated[str, Field(max_length=1_000), AfterValidator(_storable)]
ScopeName = Literal["read", "write", "admin"]


class _Body(BaseModel):
    """A JSON object."""

    model_config = ConfigDict(extra="forbid", strict=True)


class PreviewBody(_Body):
    """What to look at."""

    url: Url = Field(description="of a site or a feed", examples=["https://post.example/"])


class SettingsBody(_Body):
    """Settings of a source. Only what is given changes; null removes a setting."""

    delay: float | None = Field(None, description="seconds between two requests to a host")
    faster: bool = Field(False, description="the delay may be below fetch.delay")
    languages: list[Text] | None = Field(None, description="of the articles to keep, or all")
    include: list[Text] | None = Field(None, description="path patterns: only these pages")
    exclude: list[Text] | None = Field(None, description="path patterns: not these pages")
    headers: dict[str, Text] | None = Field(None, description="further headers, by name")
    proxy: Text | None = Field(None, description="an address, none or env")
    credentials: Text | None = Field(None, description="name of stored credentials")


class NewSourceBody(_Body):
    """A source to follow."""

    url: Url = Field(description="of a site or a feed", examples=["https://post.example/"])
    about: Text | None = Field(None, description="its topic: words, or @name of a saved query")
    folder: Text | None = Field(None, description="names separated by /", examples=["News/World"])
    settings: SettingsBody | None = None


class SourceChangesBody(_Body):
    """What to change about a source. Only what is given changes; null removes it."""

    name: Text | None = Field(None, description="null: what it calls itself")
    folder: Text | None = Field(None, description="names separated by /; null: none")
    about: Text | None = Field(None, description="its topic; null: everything")


class FolderBody(_Body):
    """The new path of a folder."""

    path: Text = Field(description="names separated by /; empty dissolves the folder")


class NewTokenBody(_Body):
    """A token to make."""

    name: Text = Field(description="who uses it, for people", examples=["phone"])
    scope: ScopeName = "read"
    expires: Text | None = Field(None, description="a time with its zone; null: never")
    user: Text | None = Field(None, description="whose marks it may read and write")


class NewUserBody(_Body):
    """A user to add."""

    name: Text = Field(examples=["ada"])
    password: Text
    role: ScopeName = "read"


class UserChangesBody(_Body):
    """What to change about a user. Only what is given changes."""

    role: ScopeName | None = None
    password: Text | None = Field(None, description="a new one ends all sessions of the user")


class MarksBody(_Body):
    """Marks of an article. Only what is given changes."""

    read: bool | None = None
    starred: bool | None = None
    hidden: bool | None = None


class ManyMarksBody(MarksBody):
    """Marks of many articles."""

    articles: list[Annotated[str, Field(max_length=64)]] = Field(
        max_length=_MAX_ARTICLES, description="their ids", examples=[["b1c5a3d0e2f44a17"]]
    )


class NewPasswordBody(_Body):
    """One's own password, and a new one."""

    password: Text = Field(description="the one until now")
    new_password: Text = Field(description="at least 10 characters")


class MuteBody(_Body):
    """What to mute."""

    kind: Literal["source", "word"]
    muted: Text = Field(description="a domain or a word", examples=["post.example"])


class NewRunBody(_Body):
    """A search of the live web to begin."""

    query: Annotated[Text, Field(min_length=1)] = Field(examples=["ferry strike"])
    seeds: list[Url] = Field(
        [], max_length=200, description="where to begin; by default found in the home"
    )
    max_pages: int = Field(_BUDGET.pages, ge=1, le=20_000, description="requested at most")
    agents: int = Field(_BUDGET.agents, ge=1, le=500, description="alive at the same time")
    minutes: float = Field(_BUDGET.seconds / 60, gt=0, le=1_440, description="after which it ends")
    hosts: int = Field(_BUDGET.hosts, ge=1, le=5_000, description="different ones, at most")
    pages_per_host: int = Field(_BUDGET.pages_per_host, ge=1, le=5_000)
    policy: Literal["learned", "unlearned", "lacrawler"] = Field(
        "learned", description="how agents choose where to go"
    )
    threshold: float | None = Field(
        None, ge=0, le=1, description="of the estimate of a link; null: adapts to what is left"
    )
