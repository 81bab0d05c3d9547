from typing import Annotated, NotRequired, TypedDict

from tidings.serve.schema import schema_of

_Range = TypedDict("_Range", {"from": int, "in": Annotated[str, "title or text"]})


class RangeOut(_Range):
    """A range."""


class PageOut(TypedDict):
    """A page."""

    title: Annotated[str, "as printed"]
    ranges: list[RangeOut]
    first: RangeOut | None
    by_name: dict[str, RangeOut]
    note: NotRequired[Annotated[str | None, "with notes=1"]]


def test_a_schema_says_what_a_shape_says() -> None:
    schema = schema_of(PageOut).model_json_schema(by_alias=True)
    assert (schema["title"], schema["description"]) == ("PageOut", "A page.")
    assert schema["required"] == ["title", "ranges", "first", "by_name"]
    assert schema["properties"]["title"]["description"] == "as printed"
    assert schema["properties"]["note"]["description"] == "with notes=1"
    inner = schema["$defs"]["RangeOut"]
    assert inner["required"] == ["from", "in"]
    assert inner["description"] == "A range."
    assert inner["properties"]["in"]["description"] == "title or text"
    assert schema["properties"]["ranges"]["items"] == {"$ref": "#/$defs/RangeOut"}


def test_a_model_is_made_once() -> None:
    assert schema_of(RangeOut) is schema_of(RangeOut)
    assert schema_of(list[RangeOut]).__args__ == (schema_of(RangeOut),)
    assert schema_of(int | None) == int | None
