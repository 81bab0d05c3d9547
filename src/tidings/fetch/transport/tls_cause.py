"""Says in words why a TLS handshake failed: what is wrong with the certificate, or the version."""

import ssl
import time
from typing import Any

from tidings.fetch.transport.failure_cause import detail_of

_EXPIRED, _NOT_YET_VALID, _OTHER_NAME, _OTHER_ADDRESS = 10, 9, 62, 64  # OpenSSL's X509_V_ERR_…
_SELF_SIGNED = 18
_UNKNOWN_AUTHORITY = frozenset({2, 19, 20, 21})
_MAX_NAMES, _MAX_NAME_CHARS = 3, 80

_TOO_OLD = "only speaks a version of TLS that is too old"
_REASONS = {
    "WRONG_VERSION_NUMBER": "speaks plain HTTP (or another protocol) on an https port",
    "PACKET_LENGTH_TOO_LONG": "speaks plain HTTP (or another protocol) on an https port",
    "TLSV1_ALERT_NO_APPLICATION_PROTOCOL": "only speaks HTTP/2",
    "NO_APPLICATION_PROTOCOL": "only speaks HTTP/2",
    "TLSV1_ALERT_PROTOCOL_VERSION": _TOO_OLD,
    "UNSUPPORTED_PROTOCOL": _TOO_OLD,
    "VERSION_TOO_LOW": _TOO_OLD,
    "DH_KEY_TOO_SMALL": "uses encryption that is too weak",
    "EE_KEY_TOO_SMALL": "uses encryption that is too weak",
    "UNSAFE_LEGACY_RENEGOTIATION_DISABLED": "uses encryption that is too weak",
    "SSLV3_ALERT_HANDSHAKE_FAILURE": "has no version or cipher of TLS in common with us",
    "TLSV1_UNRECOGNIZED_NAME": "does not serve this name",
    "TLSV13_ALERT_CERTIFICATE_REQUIRED": "wants a certificate from its visitors",
    "UNEXPECTED_EOF_WHILE_READING": "breaks off the TLS handshake",
}


class CertificateNoter(ssl.SSLObject):
    """A TLS connection whose error, if the certificate is not accepted, knows that certificate."""

    def do_handshake(self) -> None:
        """Make the handshake; add the server's certificates to an error about them."""
        try:
            super().do_handshake()
        except ssl.SSLCertVerificationError as error:
            error.certificates = self._sent_certificates()  # type: ignore[attr-defined]
            raise

    def _sent_certificates(self) -> list[dict[str, Any]]:
        # Public only since Python 3.13, and there with other results.
        chain = getattr(self, "_sslobj", None)
        sent: list[Any] | None = getattr(chain, "get_unverified_chain", list)()
        return [each.get_info() for each in sent or ()]


def tls_cause(error: ssl.SSLError) -> str:
    """Return why a handshake failed."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return _certificate_cause(error)
    if isinstance(error, ssl.SSLEOFError):
        return _REASONS["UNEXPECTED_EOF_WHILE_READING"]
    return _REASONS.get(_reason(error)) or f"the TLS handshake fails: {detail_of(error)}"


def _reason(error: ssl.SSLError) -> str:
    known: str | None = getattr(error, "reason", None)
    if known:
        return known
    # Python has no name for newer alerts, but quotes OpenSSL: "[SSL] tlsv1 alert … (_ssl.c:1006)".
    message = str(error).partition("] ")[2].partition(" (_ssl")[0]
    return message.upper().replace(" ", "_")


def _certificate_cause(error: ssl.SSLCertVerificationError) -> str:
    certificates: list[dict[str, Any]] = getattr(error, "certificates", [])
    leaf, code = (certificates[0] if certificates else {}), error.verify_code
    if code == _EXPIRED:
        dates = [date for date in _dates(certificates, "notAfter") if date < time.time()]
        return "the certificate expired" + (f" on {_day(dates[0])}" if dates else "")
    if code == _NOT_YET_VALID:
        dates = [date for date in _dates(certificates, "notBefore") if date > time.time()]
        return "the certificate is not valid before " + (_day(dates[0]) if dates else "a later day")
    if code in (_OTHER_NAME, _OTHER_ADDRESS):
        return f"the certificate is for another name{_names(leaf)}"
    if code == _SELF_SIGNED:
        return "the certificate is signed by an unknown authority (by itself)"
    if code in _UNKNOWN_AUTHORITY:
        return f"the certificate is signed by an unknown authority{_issuer(leaf)}"
    return f"the certificate is not accepted: {error.verify_message}"


def _dates(certificates: list[dict[str, Any]], field: str) -> list[float]:
    """Return a date of each certificate, the server's own first."""
    return [ssl.cert_time_to_seconds(each[field]) for each in certificates if field in each]


def _day(seconds: float) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(seconds))


def _names(leaf: dict[str, Any]) -> str:
    found = [value for _, value in leaf.get("subjectAltName", ())] or _values(leaf, "subject")
    names = [_printable(name) for name in found[:_MAX_NAMES]]
    more = [f"{len(found) - _MAX_NAMES} more"] if len(found) > _MAX_NAMES else []
    return f" ({', '.join([*names, *more])})" if names else ""


def _issuer(leaf: dict[str, Any]) -> str:
    found = _values(leaf, "issuer")
    return f" ({_printable(found[0])})" if found else ""


def _values(leaf: dict[str, Any], field: str) -> list[str]:
    """Return the name of a certificate's owner or issuer, or else its organisation."""
    pairs = [pair for group in leaf.get(field, ()) for pair in group]
    return [
        value
        for wanted in ("commonName", "organizationName")
        for name, value in pairs
        if name == wanted
    ]


def _printable(name: object) -> str:
    return "".join(char for char in str(name)[:_MAX_NAME_CHARS] if char.isprintable())
