from tidings.serve.rendering.language_names import language_name


def test_languages_have_names() -> None:
    assert language_name("de") == "German"
    assert language_name("xx") == "xx"
    assert language_name("und") == "unknown"
