"""Whatever somebody proves, or tries to, no secret gets into the log or an answer."""

import base64
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from tests.serve.guarded_home import PASSWORD, HomeTemplate
from tests.serve.served_home import served_home

from tidings.events.log_output import logging_to_stderr
from tidings.model.access.identity import Scope
from tidings.settings.log_choices import LogFormat, LogLevel
from tidings.settings.tree import LogSettings, ServeSettings

GUESS = "tdg_0123456789ab_" + "5ec2e7" * 10 + "5ec2"


@pytest.mark.parametrize("log_format", list(LogFormat))
def test_no_secret_is_logged_or_answered(
    home_template: HomeTemplate,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    log_format: LogFormat,
) -> None:
    settings = home_template.copy(tmp_path / "home")
    serve = ServeSettings(port=0, public_url="https://news.example", token="swordfish")
    settings = replace(settings, serve=serve)
    log = LogSettings(level=LogLevel.DEBUG, format=log_format)
    with logging_to_stderr(log, (serve.token,)), served_home(settings) as home:
        key = home.home_access.access.one_time_link()
        basic = base64.b64encode(f"ada:{PASSWORD}".encode()).decode()
        wrong = base64.b64encode(b"ada:hunter22").decode()
        token = home_template.tokens[Scope.READ]
        answers = ""
        with httpx.Client(base_url=home.url, timeout=60) as client:
            for credentials in (
                f"Bearer {token}",
                f"Bearer {GUESS}",
                "Bearer swordfish",
                f"Basic {basic}",
                f"Basic {wrong}",
            ):
                headers = {"Authorization": credentials}
                answers += _whole(client.get("/api/search", headers=headers))
                answers += _whole(client.post("/api/v1/nothing", headers=headers))
            form = {"name": "ada", "password": "hunter22"}
            answers += _whole(client.post("/login", data=form))
            client.get(f"/login?key={key}")
            (session,) = client.cookies.values()
            answers += _whole(client.get("/")) + _whole(client.get(f"/login?key={key}"))
    logged = "".join(capfd.readouterr())
    secrets = (key, basic, wrong, token, GUESS, session, PASSWORD, "swordfish", "hunter22")
    assert "request served" in logged
    assert "sign in failed" in logged
    assert [secret for secret in secrets if secret in logged or secret in answers] == []


def _whole(answer: httpx.Response) -> str:
    return f"{answer.headers}{answer.text}"
