"""Which certificates are trusted: the system's, and those of a file that the settings name."""

import ssl
from pathlib import Path

from tidings.fetch.transport.tls_cause import CertificateNoter
from tidings.settings.load import SettingsWrong


def tls_context(ca_file: str = "") -> ssl.SSLContext:
    """Return a context for connections, which takes milliseconds; raise SettingsWrong."""
    context = ssl.create_default_context()
    context.sslobject_class = CertificateNoter
    context.set_alpn_protocols(["http/1.1"])
    if ca_file:
        _trust_file(context, Path(ca_file))
    return context


def _trust_file(context: ssl.SSLContext, path: Path) -> None:
    try:
        context.load_verify_locations(cadata=path.read_text(encoding="ascii"))
    except FileNotFoundError:
        raise SettingsWrong(f"fetch.ca_file: there is no file {path}: check its name.") from None
    except (ssl.SSLError, ValueError):  # ValueError: not ASCII, or empty
        advice = "it must be PEM text with '-----BEGIN CERTIFICATE-----'"
        raise SettingsWrong(f"fetch.ca_file: {path} holds no certificate: {advice}.") from None
    except OSError as error:
        problem = f"{path} cannot be read ({error.strerror})"
        raise SettingsWrong(f"fetch.ca_file: {problem}: check its permissions.") from None
