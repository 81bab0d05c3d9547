"""Labels and declarations of charsets: what web-platform-tests and html5lib test, by class."""

import pytest

from tidings.read.characters.charset import decode
from tidings.read.characters.charset_labels import REPLACEMENT, codec_named

# One text per charset that only its own decoder reads: the label must lead to that decoder.
TEXTS = {
    "utf-8": "Žluťoučký kůň 漢字",
    "cp1252": "Größe “naïve” €",
    "cp1250": "Žluťoučký „kůň”",
    "cp1251": "Съешь ещё «булок»",
    "cp1253": "Ξεσκεπάζω €",
    "cp1254": "Şişli ğ €",
    "cp1255": "דג סקרן €",
    "cp1256": "نص حكيم پ",
    "cp1257": "Ąžuolas šūdas",
    "cp1258": "Tiếng Việt ₫".replace("ế", "ê\u0301").replace("ệ", "ê\u0323"),
    "cp874": "เป็นมนุษย์ €",
    "cp866": "Съешь ещё ░▒▓",
    "iso8859-2": "Žluťoučký kůň",
    "iso8859-3": "Ĉiuĵaŭde ħ",
    "iso8859-4": "Āzēnu ķēķis",
    "iso8859-5": "Съешь ещё Љ",
    "iso8859-6": "نص حكيم",
    "iso8859-7": "Ξεσκεπάζω ‘’",
    "iso8859-8": "דג סקרן",
    "iso8859-10": "Sámi đŋ þ",
    "iso8859-13": "Ąžuolas „",
    "iso8859-14": "Ŵyn ẃ ŷ",
    "iso8859-15": "Œuvre € Ÿ",
    "iso8859-16": "Țară ș €",
    "koi8-r": "Съешь ещё ╬",
    "koi8-u": "З’їзд ґанок".replace("’", "'"),
    "mac-roman": "Größe ∞ Ω",
    "mac-cyrillic": "Съешь ещё ґ",
    "gb18030": "中文 € 𠀀",
    "big5hkscs": "繁體 嘅",
    "euc_jp": "日本語の文",
    "iso2022_jp": "日本語の文",
    "cp932": "日本語 ①",
    "cp949": "한국어 뷁",
}

# Name of the charset, and the other labels that the Encoding Standard has for it.
LABELS = {
    "utf-8": "utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8",
    "cp866": "ibm866 866 csibm866",
    "iso8859-2": "iso_8859-2:1987 iso-ir-101 csisolatin2 latin2 l2 iso88592",
    "iso8859-3": "iso_8859-3:1988 iso-ir-109 csisolatin3 latin3 l3 iso88593",
    "iso8859-4": "iso_8859-4:1988 iso-ir-110 csisolatin4 latin4 l4 iso88594",
    "iso8859-5": "iso_8859-5:1988 iso-ir-144 csisolatincyrillic cyrillic iso88595",
    "iso8859-6": "iso_8859-6:1987 iso-ir-127 csisolatinarabic arabic asmo-708 ecma-114 iso88596 "
    "iso-8859-6-e iso-8859-6-i csiso88596e csiso88596i",
    "iso8859-7": "iso_8859-7:1987 iso-ir-126 csisolatingreek greek greek8 elot_928 ecma-118 "
    "sun_eu_greek iso88597",
    "iso8859-8": "iso_8859-8:1988 iso-ir-138 csisolatinhebrew hebrew visual logical iso88598 "
    "iso-8859-8-e iso-8859-8-i csiso88598e csiso88598i",
    "iso8859-10": "iso-8859-10 iso-ir-157 csisolatin6 latin6 l6 iso885910",
    "iso8859-13": "iso-8859-13 iso885913",
    "iso8859-14": "iso-8859-14 iso885914",
    "iso8859-15": "iso_8859-15 csisolatin9 l9 iso885915",
    "iso8859-16": "iso-8859-16",
    "koi8-r": "koi8_r koi8 koi cskoi8r",
    "koi8-u": "koi8-ru",
    "mac-roman": "macintosh mac x-mac-roman csmacintosh",
    "cp874": "windows-874 dos-874 tis-620 iso-8859-11 iso885911",
    "cp1250": "windows-1250 x-cp1250",
    "cp1251": "windows-1251 x-cp1251",
    "cp1252": "windows-1252 x-cp1252 iso_8859-1:1987 iso-ir-100 csisolatin1 latin1 l1 ibm819 cp819 "
    "iso88591 ansi_x3.4-1968 us-ascii ascii",
    "cp1253": "windows-1253 x-cp1253",
    "cp1254": "windows-1254 x-cp1254 iso_8859-9:1989 iso-ir-148 csisolatin5 latin5 l5 iso88599",
    "cp1255": "windows-1255 x-cp1255",
    "cp1256": "windows-1256 x-cp1256",
    "cp1257": "windows-1257 x-cp1257",
    "cp1258": "windows-1258 x-cp1258",
    "mac-cyrillic": "x-mac-cyrillic x-mac-ukrainian",
    "gb18030": "gbk x-gbk gb2312 gb_2312 gb_2312-80 csgb2312 csiso58gb231280 chinese iso-ir-58",
    "big5hkscs": "big5 big5-hkscs cn-big5 csbig5 x-x-big5",
    "euc_jp": "euc-jp x-euc-jp cseucpkdfmtjapanese",
    "iso2022_jp": "iso-2022-jp csiso2022jp",
    "cp932": "shift_jis shift-jis sjis x-sjis ms_kanji ms932 windows-31j csshiftjis",
    "cp949": "euc-kr korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 csksc56011987 cseuckr "
    "iso-ir-149 windows-949",
}


@pytest.mark.parametrize("codec", LABELS)
def test_every_label_of_a_charset_leads_to_its_decoder(codec: str) -> None:
    text = TEXTS[codec]
    for label in LABELS[codec].split():
        named = codec_named(label)
        assert named is not None, label
        assert text.encode(codec).decode(named) == text, label


@pytest.mark.parametrize("label", [" L1\n", "\tUTF-8\f", '"latin1"', "ISO_8859-1:1987"])
def test_case_spaces_and_quotes_around_a_label_do_not_matter(label: str) -> None:
    assert codec_named(label) is not None


@pytest.mark.parametrize(
    "label", ["utf-7", "utf7", "utf-32", "cesu-8", "bocu-1", "ebcdic", "utf 8"]
)
def test_charsets_that_browsers_do_not_know_are_unknown(label: str) -> None:
    assert codec_named(label) is None


@pytest.mark.parametrize(
    "label",
    "utf-16 utf-16le utf-16be ucs-2 unicode csunicode iso-10646-ucs-2 unicodefeff "
    "unicodefffe".split(),
)
def test_utf_16_in_a_declaration_means_utf_8(label: str) -> None:
    assert codec_named(label) == "utf-8"


def test_utf_16_in_a_header_is_seen_in_the_bytes() -> None:
    text = "<html><body>Größe ist keine Frage.</body></html>"
    assert decode(text.encode("utf-16-be"), "utf-16be") == text


def test_a_user_defined_charset_is_read_as_western() -> None:
    # On purpose also in a header, where browsers give private characters: nobody can search them.
    body = "<p>Die Straße führt über München. " * 9
    page = f"<meta charset=x-user-defined>{body}".encode("cp1252")
    assert decode(page).endswith(body)
    assert decode(body.encode("cp1252"), "x-user-defined") == body


@pytest.mark.parametrize("label", ["iso-2022-kr", "csiso2022kr", "iso-2022-cn", "replacement"])
def test_nothing_is_read_in_charsets_that_hide_markup(label: str) -> None:
    assert codec_named(label) == REPLACEMENT
    page = f"<meta charset={label}>".encode() + ("한국 뉴스 " * 9).encode("iso2022_kr")
    assert decode(page) == "\ufffd"
    assert decode(("한국 뉴스 " * 9).encode("iso2022_kr"), label) == "\ufffd"


def test_a_page_in_utf_8_is_read_whatever_it_declares() -> None:
    # On purpose: browsers believe a wrong label, and show nothing, or nonsense.
    for label in ("iso-2022-kr", "hz-gb-2312", "koi8-r", "utf-16"):
        page = f"<meta charset={label}><p>Größe ist keine Frage."
        assert decode(page.encode(), label) == page


def test_characters_that_vendors_added_to_japanese_charsets_are_read() -> None:
    # ① ㈱ 髙, as browsers read them; the words around them must not suffer either.
    body = (
        b"\xc2\xe8\xad\xa1\xb2\xf3\xa1\xa2\xad\xea\xa4\xce"
        b"\xb0\xc6\xa1\xa3\xfc\xe2\xa4\xb5\xa4\xf3\xa1\xa3"
    )
    assert decode(body * 9, "euc-jp") == "第①回、㈱の案。髙さん。" * 9
    assert decode("第①回、㈱の案。髙さん。".encode("cp932") * 9, "shift_jis").startswith(
        "第①回、㈱の案"
    )


# The same bytes in two charsets. Both are legible, so only the declaration decides.
FRENCH = "<p>Une œuvre à 50 € a été vendue hier à Besançon. " * 5
OLD_FRENCH = FRENCH.encode("iso8859-15").decode("cp1252")
DECLARED = [
    "<meta charset={}>",
    "<meta charset='{}'>",
    '<META CHARSET="{}">',
    '<meta charset = "{}" />',
    "<meta\ncharset={}>",
    "<meta/charset={}>",
    '<meta charset="\n{}\n">',
    '<meta name=x charset="{}" content=y>',
    '<meta http-equiv="Content-Type" content="text/html; charset={}">',
    '<meta content="text/html; charset={}" http-equiv="Content-Type">',
    "<meta http-equiv=Content-Type content=text/html;charset={}>",
    "<meta http-equiv='content-type' content='text/html; charset = {} '>",
    '<meta content="charset={}">',
    "<!-- <meta charset=windows-1252> --><meta charset={}>",
    "<!--><meta charset={}>",
    "<meta charset=nonsense><meta charset={}>",
    "<metadata charset=windows-1252></metadata><meta charset={}>",
    "</meta charset=windows-1252><meta charset={}>",
    "<meta charset={}><meta charset=windows-1252>",
    '<?xml version="1.0" encoding="{}"?><html>',
    "<meta charset=unknown><?xml version='1.0'?><meta charset={}>",
    # On purpose: browsers do not read these, but what is meant is clear and fits the text.
    '<meta http-equiv="Content-Type content="text/html; charset={}">',
    '<meta charset={}">',
    "<title>" + "x" * 1_200 + "</title><meta charset={}>",
]


@pytest.mark.parametrize("head", DECLARED)
def test_the_first_declaration_with_a_known_label_counts(head: str) -> None:
    page = head.format("iso-8859-15") + FRENCH
    assert decode(page.encode("iso8859-15")).endswith(FRENCH)


@pytest.mark.parametrize(
    "head",
    ["<!-- <meta charset=l9> -->", "<!-- <meta charset=l9>", "<metacharset=l9>", "<meta charset=>"],
)
def test_what_is_no_declaration_does_not_count(head: str) -> None:
    assert decode(head.encode() + OLD_FRENCH.encode("cp1252")).endswith(OLD_FRENCH)
