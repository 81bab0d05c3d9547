import json
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import StrEnum
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest

from tidings.model.crawl.refresh_policy import RefreshPolicy
from tidings.settings.load import SettingsWrong, load
from tidings.settings.tree import Settings


def loaded(home: Path, env: dict[str, str] | None = None, **flags: str) -> Settings:
    return load(home, env or {}, {key.replace("__", "."): value for key, value in flags.items()})


def test_defaults_apply_when_nothing_is_set(tmp_path: Path) -> None:
    assert loaded(tmp_path).fetch == Settings().fetch


def test_each_layer_overrides_the_one_before(tmp_path: Path) -> None:
    (tmp_path / "tidings.toml").write_text("[fetch]\ndelay = 2\nper_host = 3\nmax_hops = 4\n")
    env = {"TIDINGS_FETCH_PER_HOST": "5", "TIDINGS_FETCH_MAX_HOPS": "6"}
    settings = loaded(tmp_path, env, fetch__max_hops="7")
    assert (settings.fetch.delay, settings.fetch.per_host, settings.fetch.max_hops) == (2.0, 5, 7)


def test_the_home_comes_from_the_flag_then_the_environment(tmp_path: Path) -> None:
    env = {"TIDINGS_HOME": str(tmp_path / "env")}
    assert load(None, env, {}).home == tmp_path / "env"
    assert load(tmp_path, env, {}).home == tmp_path


def test_the_file_overrides_the_given_defaults(tmp_path: Path) -> None:
    (tmp_path / "tidings.toml").write_text("[fetch]\ndelay = 2\n")
    defaults = load(tmp_path, {}, {"fetch.per_host": "9"})
    settings = load(tmp_path, {}, {}, defaults)
    assert (settings.fetch.delay, settings.fetch.per_host) == (2.0, 9)


def test_the_bot_page_is_our_own_unless_another_is_set(tmp_path: Path) -> None:
    public = {"TIDINGS_SERVE_PUBLIC_URL": "https://news.example/"}
    assert loaded(tmp_path, public).fetch.bot_url == "https://news.example/bot"
    named = public | {"TIDINGS_FETCH_BOT_URL": "https://else.example/"}
    assert loaded(tmp_path, named).fetch.bot_url == "https://else.example/"


def test_lists_come_from_toml_and_from_text(tmp_path: Path) -> None:
    (tmp_path / "tidings.toml").write_text('[fetch]\nallow_private = ["10.0.0.0/8"]\n')
    assert loaded(tmp_path).fetch.allow_private == ("10.0.0.0/8",)
    env = {"TIDINGS_FETCH_ALLOW_PRIVATE": "127.0.0.0/8, ::1/128"}
    assert loaded(tmp_path, env).fetch.allow_private == ("127.0.0.0/8", "::1/128")


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        ("fetch.dealy", "1", "fetch has no setting 'dealy'"),
        ("serve.cors_origins", "*", "an origin such as https://reader.example"),
        ("fetsch.delay", "1", "no section 'fetsch'"),
        ("home.x", "1", "no section 'home'"),
        ("fetch.delay", "soon", "a number >= 0"),
        ("fetch.delay", "-1", "a number >= 0"),
        ("fetch.delay", "inf", "a number >= 0"),
        ("fetch.delay", "nan", "a number >= 0"),
        ("fetch.per_host", "1.5", "a whole number >= 0"),
        ("fetch.allow_private", "everything", "a network such as 127.0.0.0/8"),
        ("crawl.languages", "english", "two-letter languages such as en"),
        ("serve.port", "70000", "a port from 0 to 65535"),
        ("fetch.delay", "1e300", "at most 3155760000"),
        ("store.commit_seconds", "1e12", "at most 3155760000"),
        ("group.window_days", "1e9", "at most 36525"),
        ("fetch.robots_hours", "1e9", "at most 876600"),
        ("serve.processes", "100000", "at most 1000 processes"),
        ("engine.workers", "1000000", "at most 1000 processes"),
    ],
)
def test_a_wrong_key_or_value_is_named_in_the_error(
    tmp_path: Path, key: str, value: str, expected: str
) -> None:
    with pytest.raises(SettingsWrong, match=expected) as error:
        load(tmp_path, {}, {key: value})
    assert key in str(error.value)


def test_a_wrong_variable_is_named_in_the_error(tmp_path: Path) -> None:
    with pytest.raises(SettingsWrong, match="TIDINGS_FETCH_DEALY"):
        loaded(tmp_path, {"TIDINGS_FETCH_DEALY": "1"})


def test_a_broken_file_is_named_in_the_error(tmp_path: Path) -> None:
    (tmp_path / "tidings.toml").write_text("[fetch\n")
    with pytest.raises(SettingsWrong, match=r"tidings\.toml cannot be read"):
        loaded(tmp_path)


def test_a_value_outside_a_section_is_refused(tmp_path: Path) -> None:
    (tmp_path / "tidings.toml").write_text("delay = 1\n")
    with pytest.raises(SettingsWrong, match="'delay' is not a section"):
        loaded(tmp_path)


def test_a_toml_boolean_is_not_a_number(tmp_path: Path) -> None:
    (tmp_path / "tidings.toml").write_text("[fetch]\ndelay = true\n")
    with pytest.raises(SettingsWrong, match="a number >= 0, got True"):
        loaded(tmp_path)


def test_a_choice_accepts_only_its_names() -> None:
    assert load(None, {}, {"crawl.policy": "traditional"}).crawl.policy is RefreshPolicy.TRADITIONAL
    with pytest.raises(SettingsWrong, match="one of optimised, traditional, got 'lazy'"):
        load(None, {}, {"crawl.policy": "lazy"})


def test_queries_are_saved_under_any_name(tmp_path: Path) -> None:
    (tmp_path / "tidings.toml").write_text('[queries]\nvotes = "election -football"\n')
    assert dict(loaded(tmp_path).queries) == {"votes": "election -football"}
    both = loaded(tmp_path, {"TIDINGS_QUERIES_WATER": "flood"})
    assert dict(both.queries) == {"votes": "election -football", "water": "flood"}


@pytest.mark.parametrize("line", ["votes = 3", 'votes = " "', "votes = []"])
def test_a_query_without_words_is_refused(tmp_path: Path, line: str) -> None:
    (tmp_path / "tidings.toml").write_text(f"[queries]\n{line}\n")
    with pytest.raises(SettingsWrong, match="words of a query"):
        loaded(tmp_path)


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        ("search.model", "bogus", "one of vsm, "),
        ("serve.host", "", "an address to listen on"),
        ("serve.trusted_proxies", "10.0.0.1,proxy.lan", "a network such as"),
        ("serve.public_url", "news.example", "a web address"),
        ("serve.public_url", "javascript:alert(1)", "a web address"),
        ("serve.public_url", "https://[news.example/", "a web address"),
        ("fetch.bot_url", "https://news.example/\nX-Evil: 1", "a web address"),
        ("fetch.contact", "somebody", "a mail address or a web address"),
        ("fetch.contact", "me@news.example\r\nX-Evil: 1", "a mail address or a web address"),
        ("fetch.contact", "me@news.example (me)", "a mail address or a web address"),
        ("fetch.contact", "https://news.example/)", "a mail address or a web address"),
    ],
)
def test_text_that_makes_no_sense_is_refused(key: str, value: str, expected: str) -> None:
    with pytest.raises(SettingsWrong, match=f"--set {key}: expected {expected}"):
        load(None, {}, {key: value})


@pytest.mark.parametrize("key", ["fetch.concurrency", "store.batch", "engine.stage_seconds"])
def test_zero_is_refused_where_a_crawl_could_not_work(key: str) -> None:
    with pytest.raises(SettingsWrong, match=f"--set {key}: expected more than 0"):
        load(None, {}, {key: "0"})


def test_our_own_addresses_may_be_set_or_left_empty() -> None:
    flags = {"serve.public_url": "http://127.0.0.1:8000", "fetch.bot_url": ""}
    assert load(None, {}, flags).fetch.bot_url == "http://127.0.0.1:8000/bot"
    assert load(None, {}, {"serve.public_url": ""}).serve.public_url == ""


def leaves(branch: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Every setting below a section, with its value."""
    for each in fields(branch):
        value = getattr(branch, each.name)
        if is_dataclass(value):
            yield from leaves(value, f"{path}.{each.name}")
        else:
            yield f"{path}.{each.name}", value


def another(key: str, value: Any) -> Any:
    """A value that is allowed and not the default."""
    texts = {
        "database.url": "postgresql://db.example/tidings",
        "store.url": "s3://bucket/tidings",
        "store.endpoint": "https://s3.example",
        "fetch.bot_url": "https://other.example/bot",
        "fetch.contact": "me@other.example",
        "serve.public_url": "https://a.example/",
    }
    if isinstance(value, StrEnum):
        return next(choice for choice in type(value) if choice is not value)
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 1
    if isinstance(value, tuple):
        lists = {"crawl.languages": "en", "serve.cors_origins": "https://reader.example"}
        return (lists.get(key, "10.0.0.0/8"),)
    return texts.get(key, "other")


SECTIONS = [each.name for each in fields(Settings) if each.name not in ("home", "queries")]
EVERY = [leaf for name in SECTIONS for leaf in leaves(getattr(Settings(), name), name)]


def in_toml(value: Any) -> str:
    if isinstance(value, tuple):
        return json.dumps(list(value))
    return json.dumps(value.value if isinstance(value, StrEnum) else value)


def as_text(value: Any) -> str:
    return ",".join(value) if isinstance(value, tuple) else str(value)


@pytest.mark.parametrize(("key", "default"), EVERY, ids=[key for key, _ in EVERY])
def test_every_setting_can_be_set_in_a_file_by_variable_and_by_flag(
    tmp_path: Path, key: str, default: Any
) -> None:
    section, _, name = key.rpartition(".")
    wanted = another(key, default)
    (tmp_path / "tidings.toml").write_text(f"[{section}]\n{name} = {in_toml(wanted)}\n")
    variable = f"TIDINGS_{key.replace('.', '_').upper()}"
    empty = tmp_path / "empty"
    for settings in (
        load(tmp_path, {}, {}),
        load(empty, {variable: as_text(wanted)}, {}),
        load(empty, {}, {key: as_text(wanted)}),
    ):
        assert attrgetter(key)(settings) == wanted


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("zones = 3", "search.zones is a section; it has capitals, headings, title"),
        ("zones = {tittle = 3}", r"search.zones.tittle: search.zones has no setting 'tittle'"),
        ("depth = {title = 3}", "expected a whole number"),
    ],
)
def test_a_wrong_nested_setting_is_refused_by_name(
    tmp_path: Path, line: str, expected: str
) -> None:
    (tmp_path / "tidings.toml").write_text(f"[search]\n{line}\n")
    with pytest.raises(SettingsWrong, match=expected):
        loaded(tmp_path)


def test_a_setting_is_not_a_section() -> None:
    with pytest.raises(SettingsWrong, match=r"fetch has no setting 'delay\.x'"):
        load(None, {}, {"fetch.delay.x": "1"})


@pytest.mark.parametrize("contact", ["news+desk@mail.example.org", "https://news.example/about"])
def test_a_contact_is_a_mail_address_or_a_page(contact: str) -> None:
    assert load(None, {}, {"fetch.contact": contact}).fetch.contact == contact


@pytest.mark.parametrize(
    "value", ["ftp://me:hush@proxy.example", "socks5://me:hush@", "environment:x"]
)
def test_what_is_no_proxy_is_refused_without_its_password(tmp_path: Path, value: str) -> None:
    with pytest.raises(SettingsWrong, match=r"fetch\.proxy: expected a proxy such as") as error:
        load(None, {}, {"fetch.proxy": value})
    assert "hush" not in str(error.value)
    (tmp_path / "tidings.toml").write_text(f'[fetch]\nproxy = ["{value}"]\n')
    with pytest.raises(SettingsWrong, match=r"fetch\.proxy: expected text") as error:
        loaded(tmp_path)
    assert "hush" not in str(error.value)


def test_a_bad_proxy_in_the_environment_matters_only_if_it_is_to_be_used() -> None:
    env = {"HTTPS_PROXY": "ftp://me:hush@proxy.example"}
    assert load(None, env, {}).fetch.proxy == ""
    with pytest.raises(SettingsWrong, match="the variable HTTPS_PROXY is not a proxy") as error:
        load(None, env, {"fetch.proxy": "env"})
    assert "hush" not in str(error.value)


def test_a_wrong_database_is_refused_without_its_password() -> None:
    with pytest.raises(SettingsWrong, match="postgresql://") as caught:
        load(None, {"TIDINGS_DATABASE_URL": "mysql://me:s3cret@db/home"}, {})
    assert "s3cret" not in str(caught.value)
    known = load(None, {"TIDINGS_DATABASE_URL": "postgresql://me:s3cret@db/home"}, {})
    assert "s3cret" not in repr(known)


def test_a_wrong_store_is_refused() -> None:
    with pytest.raises(SettingsWrong, match="s3://bucket"):
        load(None, {}, {"store.url": "s3:/bucket"})


def test_the_tree_does_not_show_the_proxy() -> None:
    settings = load(None, {}, {"fetch.proxy": "http://me:hush@proxy.example:3128"})
    assert "hush" not in repr(settings)
