"""Settings of a source as users write them: typed, or refused with a sentence."""

import pytest

from tidings.engine.sources.source_list import SourceInvalid
from tidings.engine.sources.source_settings import changed_settings, check_delay, split_changes
from tidings.model.crawl.source_settings import NO_SETTINGS, SourceSettings

GOOD = (
    ("delay=5", "delay", 5.0),
    ("delay = 0.5", "delay", 0.5),
    ("languages=EN, de-CH de", "languages", ("en", "de")),
    ("languages=nb", "languages", ("no",)),
    ("languages=all", "languages", ("all",)),
    ("include=/news/* /sport/", "include", ("/news/*", "/sport/")),
    ("exclude=*.pdf$", "exclude", ("*.pdf$",)),
    ("exclude=/müll/", "exclude", ("/m%C3%BCll/",)),
    ("headers=Accept-Language: de, en;q=0.5", "headers", (("Accept-Language", "de, en;q=0.5"),)),
    ("proxy=socks5://user:pw@127.0.0.1:1080", "proxy", "socks5://user:pw@127.0.0.1:1080"),
    ("proxy=none", "proxy", "none"),
    ("proxy=env", "proxy", "env"),
    ("credentials=my-paper", "credentials", "my-paper"),
)


@pytest.mark.parametrize(("pair", "name", "value"), GOOD)
def test_a_setting_is_read_as_its_type(pair: str, name: str, value: object) -> None:
    settings = changed_settings(NO_SETTINGS, [pair], [])
    assert getattr(settings, name) == value
    assert changed_settings(settings, [], [name]) == NO_SETTINGS


BAD = (
    ("colour=red", "a source has delay, languages, topic, include, exclude, headers, proxy"),
    ("delay", "write key=value"),
    ("delay=soon", "seconds from 0 to 3600"),
    ("delay=-1", "seconds from 0 to 3600"),
    ("delay=nan", "seconds from 0 to 3600"),
    ("delay=9999", "seconds from 0 to 3600"),
    ("languages=english", "two letters"),
    ("languages=", "--unset"),
    ("languages=all,en", "only 'all'"),
    ("include=sport", "begin it with /"),
    ("include=", "--unset"),
    ("exclude=/" + "x" * 501, "too long"),
    ("exclude=/" + "*a" * 51, "too long"),
    ("exclude=" + " ".join(f"/{n}" for n in range(101)), "at most 100"),
    ("headers=Host: elsewhere.example", "sends Host itself"),
    ("headers=user-agent: me", "sends user-agent itself"),
    ("headers=Proxy-Authorization: x", "sends Proxy-Authorization itself"),
    ("headers=Transfer-Encoding: chunked", "sends Transfer-Encoding itself"),
    ("headers=Authorization: Basic c2VjcmV0", "credentials"),
    ("headers=Cookie: id=1", "credentials"),
    ("headers=X-A: b\r\nX-C: d", "cannot be sent"),
    ("headers=X-A: ä", "cannot be sent"),
    ("headers=X-A:", "cannot be sent"),
    ("headers=no colon", "is not a header"),
    ("headers=X A: b", "is not a header"),
    ("proxy=ftp://x/", "not a proxy"),
    ("proxy=http://", "not a proxy"),
    ("proxy=http://x:99999", "not a proxy"),
    ("proxy=", "No proxy is given"),
    ("credentials=user:password", "never by the secret itself"),
)


@pytest.mark.parametrize(("pair", "sentence"), BAD)
def test_a_setting_that_makes_no_sense_is_refused_with_a_sentence(pair: str, sentence: str) -> None:
    with pytest.raises(SourceInvalid) as refused:
        changed_settings(NO_SETTINGS, [pair], [])
    assert sentence in str(refused.value)
    assert str(refused.value).endswith(".")
    assert "c2VjcmV0" not in str(refused.value)


def test_unsetting_what_does_not_exist_names_what_does() -> None:
    with pytest.raises(SourceInvalid, match="a source has delay"):
        changed_settings(NO_SETTINGS, [], ["colour"])


def test_a_repeated_key_gives_several_values_and_replaces_the_former_ones() -> None:
    before = SourceSettings(include=("/old/",), headers=(("X-Old", "1"),), languages=("en",))
    pairs = ["include=/a/", "include=/b/", "headers=X-A: 1", "headers=X-B: 2", "headers=x-a: 3"]
    after = changed_settings(before, pairs, [])
    assert after.include == ("/a/", "/b/")
    assert after.headers == (("x-a", "3"), ("X-B", "2"))
    assert after.languages == ("en",)


def test_a_delay_below_the_usual_one_must_be_asked_for() -> None:
    short = changed_settings(NO_SETTINGS, ["delay=0.1"], [])
    with pytest.raises(SourceInvalid, match="add --faster"):
        check_delay(short, 1.0)
    check_delay(short, 0.1)
    asked_for = changed_settings(NO_SETTINGS, ["delay=0.1"], [], faster=True)
    check_delay(asked_for, 1.0)
    assert not changed_settings(asked_for, ["delay=0.2"], []).faster
    assert changed_settings(asked_for, [], ["delay"]) == NO_SETTINGS
    with pytest.raises(SourceInvalid, match="belongs to a delay"):
        changed_settings(NO_SETTINGS, ["languages=en"], [], faster=True)


def test_what_is_kept_with_the_source_is_taken_apart() -> None:
    pairs, unset = ["topic=solar power", "delay=2", "folder=News/World"], ["name", "proxy"]
    own = {"topic": "solar power", "folder": "News/World", "name": ""}
    assert split_changes(pairs, unset) == (["delay=2"], ["proxy"], own)
    assert split_changes(["delay=2"], []) == (["delay=2"], [], {})


def test_what_may_be_secret_is_not_in_the_repr() -> None:
    pairs = ["headers=X-Key: hush", "proxy=http://u:hush@proxy.example:3128"]
    assert "hush" not in repr(changed_settings(NO_SETTINGS, pairs, []))
