"""Asks a server for everything that its own description allows, and checks all of its answers."""

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed
from hypothesis import settings as hypothesis_settings
from hypothesis.errors import FlakyStrategyDefinition
from schemathesis import checks
from schemathesis.openapi import from_url
from tests.serve.served_home import ServedHome

# A text may have a grammar that no JSON schema can express (times, URLs, names of users), so that
# a request may fit the schema and be refused all the same: with a documented 4xx.
_LEFT_OUT = (checks.positive_data_acceptance, checks.max_response_time)
# The first two may never end (tests/serve/stream, tests/serve/mine), the third fetches from servers
# that the requests name (tests/serve/hostile/test_bodies.py).
_ASKED_ELSEWHERE = ["/api/v1/stream", "/api/v1/mine/{run}/stream", "/api/v1/sources/preview"]
_PATIENCE = 60.0  # seconds for an answer: other tests may keep all cores busy


@dataclass(slots=True)
class Contract:
    """One role's requests to a server; `answers` counts them by operation and status."""

    site: ServedHome
    token: str | None  # None: a stranger
    answers: Counter[tuple[str, int]] = field(default_factory=Counter)
    failures: list[BaseException] = field(default_factory=list)
    session: requests.Session = field(default_factory=requests.Session)

    def __post_init__(self) -> None:
        if self.token is not None:
            self.session.headers["Authorization"] = f"Bearer {self.token}"

    def schema(self) -> Any:
        """Return the description of the API, as the server has it."""
        headers = dict(self.session.headers)
        schema = from_url(f"{self.site.url}/openapi.json", headers=headers, timeout=_PATIENCE)
        return schema.exclude(path=_ASKED_ELSEWHERE)

    def operations(self) -> list[Any]:
        """Return everything that can be asked."""
        return [found.ok() for found in self.schema().get_all_operations()]

    def check(self, case: schemathesis.Case[Any]) -> None:
        """Send one request, and check its answer in every way."""
        response = self.sent(case)
        self.answers[case.operation.label, response.status_code] += 1
        self.validate(response, case)

    def sent(self, case: schemathesis.Case[Any]) -> Any:
        """Send one request and return its answer."""
        return case.call(session=self.session, base_url=self.site.url, timeout=_PATIENCE)

    def validate(self, response: Any, case: schemathesis.Case[Any]) -> None:
        """Check an answer in every way."""
        left_out = list(_LEFT_OUT)
        if not case.path.startswith("/api/v1") or _has_empty_value(case):
            left_out.append(checks.negative_data_rejection)
        transport = {"session": self.session}
        try:
            case.validate_response(response, excluded_checks=left_out, transport_kwargs=transport)
        except BaseException as failure:
            self.failures.append(failure)
            raise

    def check_each_operation(self, examples: int) -> None:
        """Send requests of every operation: some that fit its description, and some that do not."""
        for operation in self.operations():
            self._check_operation(operation, schemathesis.GenerationMode.POSITIVE, examples)
            if list(operation.query) or operation.body:  # otherwise nothing can be wrong
                self._check_operation(operation, schemathesis.GenerationMode.NEGATIVE, examples)

    def _check_operation(
        self, operation: Any, mode: schemathesis.GenerationMode, examples: int
    ) -> None:
        @_settings(examples)
        @given(case=operation.as_strategy(generation_mode=mode))
        def check(case: schemathesis.Case[Any]) -> None:
            self.check(case)

        check()

    def check_sequences(self, scenarios: int, steps: int) -> int:
        """Send sequences of requests, each with what those before it have answered.

        Return the number of requests.
        """
        contract, before = self, self.answers.total()

        class Machine(self.schema().as_state_machine()):  # type: ignore[misc]
            def call(self, case: schemathesis.Case[Any], **kwargs: Any) -> Any:
                response = contract.sent(case)
                contract.answers[case.operation.label, response.status_code] += 1
                return response

            def validate_response(
                self, response: Any, case: schemathesis.Case[Any], **_: Any
            ) -> None:
                contract.validate(response, case)

        # Of two examples, the first is the simplest, and the second is drawn from the seed. A run
        # for each of them, because the home remembers what earlier sequences did: one that begins
        # alike may go another way, which ends a run. A breach is noted when it is seen.
        for number in range(scenarios):
            seeded = seed(number)(Machine)
            with suppress(FlakyStrategyDefinition):
                seeded.run(settings=_settings(2, stateful_step_count=steps))
            if self.failures:
                raise self.failures[0]
        return self.answers.total() - before


def _has_empty_value(case: schemathesis.Case[Any]) -> bool:
    """Return whether a parameter is empty, as forms send it: then it has its default value."""
    return any(not str(value).strip() for value in (case.query or {}).values())


def _settings(examples: int, **more: Any) -> hypothesis_settings:
    """Return settings under which a run is always the same."""
    return hypothesis_settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
        **more,
    )
