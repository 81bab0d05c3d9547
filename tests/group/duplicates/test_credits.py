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
        ("Le texte.\nPublié d’abord par Le Monde Côtier, hier.", ("mondecotier",)),
        ("Der Text.\nZuerst erschienen bei der Küstenpost.", ("kustenpost",)),
        ("Texto. Publicado originalmente en El Faro.", ("faro",)),
        ("Text.\nQuelle: dpa", ("dpa",)),
        ("Text. (Photo: AFP/Jane Doe)", ("afp",)),
        ("AP - Text (AP)", ("apnews",)),
        ("(Reuters) Text.\nFirst published in the Courier.", ("reuters", "courier")),
        ("The map (apart) was drawn.", ()),
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


def test_only_the_ends_of_a_long_text_are_read() -> None:
    filler = "word " * 200
    assert credits_of(f"{filler}(Reuters){filler}") == ()
    assert credits_of(f"(AP) {filler}{filler}(Reuters)") == ("apnews", "reuters")


def test_a_short_name_is_not_found_inside_a_credit() -> None:
    assert is_credited("faro.example", ("faro",))
    assert is_credited("courier", ("harbourcourier",))
    assert not is_credited("our", ("harbourcourier",))
    assert not is_credited("post.example", ("",))
