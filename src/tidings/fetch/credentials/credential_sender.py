"""Gives requests the secrets of their source, from the file as it is now."""

import time
from collections.abc import Callable

from tidings.events.crawl_events import CredentialsUnusable, CredentialsWithheld
from tidings.events.logged_event import emit
from tidings.fetch.credentials.credentials_file import CredentialsFile
from tidings.fetch.credentials.login import CredentialsWrong
from tidings.fetch.credentials.secret_headers import SecretHeaders, secret_headers
from tidings.fetch.transport.exchange_failure import ExchangeFailure
from tidings.fetch.transport.request_url import host_of
from tidings.model.web.reason import Reason


class CredentialSender:
    """Looks up the credentials of each request; what keeps them back is logged once."""

    def __init__(
        self, file: CredentialsFile | None, clock: Callable[[], float] = time.time
    ) -> None:
        self._file = file
        self._clock = clock
        self._logged: set[str] = set()

    def headers_for(self, name: str, own_host: str, url: str) -> SecretHeaders | ExchangeFailure:
        """Return the secret headers for a URL of a source whose credentials have this name.

        Without its credentials a paid page would be a teaser, so it is not requested at all if
        the file cannot be used.
        """
        try:
            if self._file is None:
                raise CredentialsWrong("There is no credentials file.")
            login = self._file.named(name)
        except CredentialsWrong as error:
            if self._is_new(str(error)):
                emit(CredentialsUnusable(name, str(error)))
            return ExchangeFailure(Reason.CREDENTIALS_UNUSABLE, str(error))
        secrets = secret_headers(login, own_host, url, self._clock())
        is_plain = url.startswith("http:") and host_of(url) == own_host
        if is_plain and self._is_new(f"{name} {own_host}"):
            emit(CredentialsWithheld(name, own_host, secrets.withheld))
        return secrets

    def _is_new(self, message: str) -> bool:
        is_new = message not in self._logged
        self._logged.add(message)
        return is_new
