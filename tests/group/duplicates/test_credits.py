import pytest

from tidings.group.duplicates.credits import credits_of, is_credited


@pytest.mark.parametrize(
    ("text", "credited"),
    [
        ("LONDON (Reuters) - Shares fell on Monday.", ("reuters",)),
        ("PARIS (AP) — The mayor said no.", ("apnews",)),
        ("Berlin (dpa) - Der Bundestag hat entschieden.", ("dpa",)),
        ("新华社北京5月1日电 记者报道。", ("xinhua",)),
        ("A story.\nThis article originally appeared in The Harbour Courier.", ("harbourcourier",)),
        ("He reads Reuters every day and told AP reporters so.", ()),
        ("", ()),
    ],
)
def test_credits_are_found(text: str, credited: tuple[str, ...]) -> None:
    assert credits_of(text) == credited


def test_a_credit_is_matched_with_a_domain() -> None:
    assert is_credited("reuters.com", ("reuters",))
    assert is_credited("harbour-courier.example", ("harbourcourier",))
    assert not is_credited("post.example", ("reuters",))
    assert not is_credited("post.example", ())
