import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.read.characters.charset import charset_of, decode, utf8_of
from tidings.read.characters.charset_labels import codec_named

RUSSIAN = "Правительство объявило о новых мерах поддержки экономики страны. " * 5
JAPANESE = "政府は新しい経済対策を発表しました。これは重要なニュースです。" * 5


def test_a_byte_order_mark_overrides_everything() -> None:
    body = b"\xef\xbb\xbf<meta charset=windows-1251>" + "é".encode()
    assert charset_of(body, "iso-8859-2") == "utf-8"
    assert decode(body, "iso-8859-2").endswith("é")


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
def test_utf_16_is_recognised_by_its_mark(codec: str) -> None:
    mark = "\ufeff".encode(codec)
    assert decode(mark + "<p>naïve</p>".encode(codec)) == "<p>naïve</p>"


def test_valid_utf_8_overrides_a_wrong_declaration() -> None:
    body = b"<meta charset=iso-8859-1>" + "Größe".encode()
    assert decode(body, "windows-1252").endswith("Größe")


def test_utf_8_cut_within_a_character_is_still_utf_8() -> None:
    body = ("ж" * 50).encode()[:-1]
    assert charset_of(body) == "utf-8"
    assert decode(body) == "ж" * 49 + "\ufffd"


def test_one_broken_byte_does_not_turn_a_page_into_mojibake() -> None:
    body = RUSSIAN.encode() + b"\xd0" + RUSSIAN.encode()
    assert decode(body).startswith(RUSSIAN)


@pytest.mark.parametrize(
    ("label", "codec"),
    [
        ("gb2312", "gb18030"),
        ("GBK", "gb18030"),
        ("iso-8859-1", "cp1252"),
        ("shift_jis", "cp932"),
        ("euc-kr", "cp949"),
        (" 'UTF8' ", "utf-8"),
        ("iso-8859-9", "cp1254"),
        ("utf-16", "utf-8"),
        ("rot13", None),
        ("hex", None),
        ("", None),
        (None, None),
    ],
)
def test_labels_mean_the_same_as_in_browsers(label: str | None, codec: str | None) -> None:
    assert codec_named(label) == codec


@pytest.mark.parametrize(
    "declaration",
    [
        '<meta charset="windows-1251">',
        "<META CHARSET=windows-1251>",
        '<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">',
    ],
)
def test_a_meta_declaration_overrides_the_header(declaration: str) -> None:
    body = (declaration + RUSSIAN).encode("cp1251")
    assert decode(body, "iso-8859-1").endswith(RUSSIAN)


def test_the_header_decides_if_the_page_declares_nothing() -> None:
    assert decode(RUSSIAN.encode("koi8-r"), "koi8-r") == RUSSIAN


@pytest.mark.parametrize(
    ("text", "codec"), [(RUSSIAN, "cp1251"), (JAPANESE, "cp932"), (JAPANESE, "euc_jp")]
)
def test_an_undeclared_page_is_guessed(text: str, codec: str) -> None:
    assert decode(text.encode(codec)) == text


def test_an_impossible_declaration_is_ignored() -> None:
    body = b"<meta charset=euc-kr>" + JAPANESE.encode("cp932")
    assert decode(body, None).endswith(JAPANESE)


def test_iso_2022_jp_is_not_taken_for_ascii() -> None:
    body = ('<meta charset="iso-2022-jp">' + JAPANESE).encode("iso2022_jp")
    assert decode(body).endswith(JAPANESE)


def test_nul_characters_are_replaced() -> None:
    assert decode(b"a\0b") == "a\ufffdb"


@given(st.binary(max_size=3_000), st.none() | st.text(max_size=20))
def test_any_bytes_decode_to_encodable_text(body: bytes, label: str | None) -> None:
    text = decode(body, label)
    assert "\0" not in text
    assert text.encode().decode() == text


@given(
    st.text(alphabet=st.characters(exclude_categories=["Cs"], exclude_characters="\0\x1b\ufeff"))
)
def test_text_in_utf_8_survives_a_round_trip(text: str) -> None:
    assert decode(text.encode()) == text


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", ["naïve", RUSSIAN, JAPANESE])
def test_utf_16_without_a_mark_is_recognised_by_its_zeros(text: str, codec: str) -> None:
    page = f"<html><head><title>A page</title></head><body><p>{text}</p></body></html>"
    assert decode(page.encode(codec)) == page


def test_stray_bytes_between_western_letters_are_windows_1252() -> None:
    body = "Élan, déjà vu, naïve: ".encode() * 9 + b"caf\xe9 \x93quoted\x94 " + "été".encode()
    assert decode(body).endswith("café “quoted” été")


def test_stray_bytes_between_other_letters_are_replaced() -> None:
    body = RUSSIAN.encode() + b"\xd0 " + RUSSIAN.encode()
    assert decode(body, "windows-1252") == f"{RUSSIAN}\ufffd {RUSSIAN}"


@pytest.mark.parametrize("lie", ["iso-8859-1", "koi8-r", "utf-8", "shift_jis"])
def test_a_declaration_that_gives_nonsense_is_ignored(lie: str) -> None:
    body = f"<meta charset={lie}>".encode() + RUSSIAN.encode("cp1251")
    assert decode(body, lie).endswith(RUSSIAN)


def test_the_declared_language_helps_to_guess() -> None:
    text = "<p>Seimas svarstys pasiūlymą mažinti mokesčius šeimoms"
    assert decode(b"<html lang=lt>" + text.encode("cp1257")).endswith(text)
    assert decode(text.encode("cp1257"), domain="lt") == text
    assert decode(text.encode("cp1257"), domain="LT.") is not None


def test_words_after_a_long_script_count_for_the_charset_too() -> None:
    words = "Señor García dijo que la situación del país está difícil según España. " * 9
    head = '<html lang="es"><head><meta charset="iso-8859-2"><title>São Ciñé</title>'
    page = f"{head}<script>{'var a = b; ' * 4_000}</script><p>{words}".encode("cp1252")
    assert words in decode(page)


def test_iso_2022_jp_is_recognised_after_a_long_script_too() -> None:
    page = f"<script>{'var a = b; ' * 9_000}</script><p>{JAPANESE}".encode("iso2022_jp")
    assert decode(page).endswith(JAPANESE)


@given(
    st.sampled_from(["cp1252", "gb18030", "big5", "shift_jis", "euc-kr", "koi8-r", "iso-2022-jp"]),
    st.lists(
        st.one_of(st.text("aé中日本語русский한국 <>\0\x1b"), st.binary(max_size=6)), max_size=12
    ),
)
def test_a_body_recoded_to_utf8_is_its_text(label: str, pieces: list[str | bytes]) -> None:
    codec = codec_named(label)
    assert codec is not None
    spelled = [p if isinstance(p, bytes) else p.encode(codec, "ignore") for p in pieces]
    for body in (b"<p>".join(spelled), b"<p>Stra\xdfe</p><p>".join(spelled)):
        assert utf8_of(body, label) == decode(body, label).encode("utf-8", "replace")


def test_a_long_page_recoded_to_utf8_is_its_text() -> None:
    body = b"<p>Die Stra\xdfe f\xfchrt \xfcber M\xfcnchen.</p><br>" * 3_000
    assert utf8_of(body, "iso-8859-1").decode() == decode(body, "iso-8859-1")
