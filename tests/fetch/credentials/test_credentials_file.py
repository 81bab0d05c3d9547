"""The credentials file: its mode, its rules, and that no message or repr shows a secret."""

import os
from pathlib import Path

import pytest

from tidings.fetch.credentials.credentials_file import CredentialsFile
from tidings.fetch.credentials.login import CredentialsWrong, Login

_SECRET = "s3cret-horse"
_COOKIES = "www.paper.example\tFALSE\t/\tTRUE\t0\tsession\ts3cret-horse\n"


def _file(folder: Path, text: str, mode: int = 0o600) -> CredentialsFile:
    path = folder / "credentials.toml"
    path.write_text(text)
    path.chmod(mode)
    return CredentialsFile(path)


def test_every_kind_of_login_is_read(tmp_path: Path) -> None:
    (tmp_path / "cookies.txt").write_text(_COOKIES)
    (tmp_path / "cookies.txt").chmod(0o600)
    file = _file(
        tmp_path,
        '[paper]\nuser = "me"\npassword = "s3cret-horse"\nhosts = ["WWW.Paper.example"]\n'
        '[weekly]\ntoken = "s3cret-horse"\n'
        '[daily]\ncookies = "session=s3cret-horse"\nheaders = { X-Key = "s3cret-horse" }\n'
        '[jar]\ncookies_file = "cookies.txt"\n',
    )
    kinds = {name: login.kinds for name, login in file.logins().items()}
    assert kinds == {
        "paper": ("user and password",),
        "weekly": ("bearer token",),
        "daily": ("cookies", "header X-Key"),
        "jar": ("cookies.txt",),
    }
    assert file.named("paper").hosts == ("www.paper.example",)
    assert all(_SECRET in login.secrets for login in file.logins().values())
    assert _SECRET not in repr(file.logins())
    assert file.named("paper").authorization not in repr(file.named("paper"))


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644, 0o620, 0o666])
def test_a_file_that_others_may_open_is_refused(tmp_path: Path, mode: int) -> None:
    file = _file(tmp_path, '[paper]\ntoken = "s3cret-horse"\n', mode)
    with pytest.raises(CredentialsWrong, match="chmod 600"):
        file.named("paper")


def test_a_cookies_file_that_others_may_open_is_refused(tmp_path: Path) -> None:
    (tmp_path / "cookies.txt").write_text(_COOKIES)
    (tmp_path / "cookies.txt").chmod(0o644)
    with pytest.raises(CredentialsWrong, match="chmod 600"):
        _file(tmp_path, '[jar]\ncookies_file = "cookies.txt"\n').logins()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[paper\ntoken = "s3cret-horse"\n', "not valid TOML"),
        ('paper = "s3cret-horse"\n', "is not an entry"),
        ('[paper]\nsecret = "s3cret-horse"\n', "no key 'secret'"),
        ("[paper]\ntoken = 5\n", "token must be text"),
        ('[paper]\nuser = "me"\npassword = "s3cret-horse"\ntoken = "s3cret-horse"\n', "both"),
        ('[paper]\npassword = "s3cret-horse"\n', "no user, token"),
        ('[paper]\ntoken = "t"\npassword = "s3cret-horse"\n', "needs a user"),
        ('[paper]\nuser = "a:b"\npassword = "s3cret-horse"\n', "no colon"),
        ('[paper]\ntoken = "s3cret-horse\\r\\nHost: x"\n', "token has characters"),
        ('[paper]\ncookies = "a=s3cret-hörse"\n', "cookies has characters"),
        ('[paper]\nheaders = { User-Agent = "s3cret-horse" }\n', "cannot be set"),
        ('[paper]\nheaders = { "X Y" = "s3cret-horse" }\n', "not the name of a header"),
        ('[paper]\nheaders = { X = ["s3cret-horse"] }\n', "headers must be a table"),
        ('[paper]\ntoken = "s3cret-horse"\nhosts = "x.example"\n', "hosts must be a list"),
        ('[paper]\ntoken = "s3cret-horse"\nhosts = ["https://x.example/"]\n', "not a host"),
        ('[paper]\ntoken = "s3cret-horse"\nhosts = ["x.example/private"]\n', "not a host"),
        ('[paper]\ncookies_file = "missing.txt"\n', "there is no"),
        ('["p p"]\ntoken = "s3cret-horse"\n', "a name consists of"),
    ],
)
def test_a_wrong_file_is_refused_without_its_secrets(
    tmp_path: Path, text: str, message: str
) -> None:
    with pytest.raises(CredentialsWrong, match=message) as caught:
        _file(tmp_path, text).logins()
    assert _SECRET not in str(caught.value)
    assert caught.value.__cause__ is None


def test_a_name_that_is_not_there_is_refused_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(CredentialsWrong, match=r"it has none.*tidings credentials set weekly"):
        CredentialsFile(tmp_path / "credentials.toml").named("weekly")


def test_a_changed_file_is_read_again_and_a_broken_one_refused(tmp_path: Path) -> None:
    file = _file(tmp_path, '[paper]\ntoken = "first"\n')
    assert file.named("paper").token == "first"
    _file(tmp_path, '[paper]\ntoken = "second"\n')
    assert file.named("paper").token == "second"
    file.path.chmod(0o644)
    with pytest.raises(CredentialsWrong):
        file.named("paper")
    file.path.chmod(0o600)
    assert file.named("paper").token == "second"


def test_changed_cookies_are_read_again(tmp_path: Path) -> None:
    cookies = tmp_path / "cookies.txt"
    cookies.write_text(_COOKIES)
    cookies.chmod(0o600)
    file = _file(tmp_path, '[jar]\ncookies_file = "cookies.txt"\n')
    assert file.named("jar").file_cookies[0].value == _SECRET
    cookies.write_text(_COOKIES.replace(_SECRET, "another-value"))
    assert file.named("jar").file_cookies[0].value == "another-value"


def test_what_is_stored_is_read_back_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    file = CredentialsFile(tmp_path / "credentials.toml")
    odd = Login("odd", user='mé "x" \\', password="päss\\word\"'#")
    full = Login("full", ("a.example",), token="t", cookies="a=b", headers=(("X-Key", "v"),))
    before = os.umask(0)
    try:
        file.put(odd)
        file.put(full)
    finally:
        os.umask(before)
    assert file.path.stat().st_mode & 0o777 == 0o600
    assert CredentialsFile(file.path).logins() == {"odd": odd, "full": full}
    file.remove("odd")
    assert list(file.logins()) == ["full"]
    assert [path.name for path in tmp_path.iterdir()] == ["credentials.toml"]


def test_a_wrong_login_is_not_stored(tmp_path: Path) -> None:
    file = CredentialsFile(tmp_path / "credentials.toml")
    with pytest.raises(CredentialsWrong):
        file.put(Login("paper", token="two\nlines"))
    assert not file.path.exists()
