"""The API keeps what its description says, to whoever asks: no 5xx, no other answer or shape."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from tests.serve.served_home import ServedHome, served_home
from tests.serve.small_home import article_at, filled_home, group_articles
from tests.serve.v1.contract import Contract

from tidings.model.access.identity import Scope
from tidings.settings.tree import ServeSettings

ROLES = {"stranger": None, "reader": Scope.READ, "writer": Scope.WRITE, "admin": Scope.ADMIN}


@pytest.fixture(params=ROLES, scope="module")
def contract(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Contract]:
    """A home of its own for each role: some of them delete what they find."""
    folder = tmp_path_factory.mktemp(request.param)
    settings = filled_home(folder, [article_at(), article_at("https://zeitung.example/werft")])
    group_articles(settings)
    # Wrong tokens are part of the requests.
    serve = ServeSettings(port=0, failed_sign_ins_per_hour=0)
    with served_home(replace(settings, serve=serve)) as site:
        scope = ROLES[request.param]
        yield Contract(site, scope and token_of_user(site, request.param, scope))


def token_of_user(site: ServedHome, name: str, scope: Scope) -> str:
    """Return a token of a user, who keeps marks and mutes."""
    access = site.home_access.access
    access.add_user(name, "correct horse battery", scope)
    return access.add_token(name, scope, user=name).text


def asked(contract: Contract) -> set[str]:
    """Return the operations that were asked; the server failed at none."""
    assert {status for _, status in contract.answers if status >= 500} == set()
    return {label for label, _ in contract.answers}


def test_every_operation_answers_as_described(contract: Contract) -> None:
    contract.check_each_operation(examples=1)
    assert asked(contract) == {each.label for each in contract.operations()}


def test_sequences_of_requests_are_answered_as_described(contract: Contract) -> None:
    requests = contract.check_sequences(scenarios=5, steps=8)
    assert requests >= 40
    assert asked(contract)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_many_requests_are_answered_as_described(contract: Contract) -> None:
    contract.check_each_operation(examples=150)
    assert contract.check_sequences(scenarios=150, steps=20) >= 2_000
    assert asked(contract) == {each.label for each in contract.operations()}
