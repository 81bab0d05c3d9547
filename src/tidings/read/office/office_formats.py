"""Recognises which office document a zip file is, and reads it."""

from tidings.model.articles.article import UnreadablePage
from tidings.model.web.document import DocumentFormat, TextDocument
from tidings.model.web.reason import Reason
from tidings.read.office.opendocument import read_opendocument
from tidings.read.office.package import DocumentRefusal, Package
from tidings.read.office.relations import relations_of
from tidings.read.office.slides import read_slides
from tidings.read.office.word import read_word

_OPEN = {
    b"application/vnd.oasis.opendocument.text": DocumentFormat.OPEN_TEXT,
    b"application/vnd.oasis.opendocument.presentation": DocumentFormat.OPEN_SLIDES,
}
_OTHER_ZIPS = (
    (b"application/vnd.oasis.opendocument.spreadsheet", "a spreadsheet"),
    (b"application/vnd.oasis.opendocument.", "an OpenDocument drawing or formula"),
    (b"application/epub", "an e-book"),
)


def read_office_file(body: bytes) -> TextDocument | UnreadablePage:
    """Return the document in a zip file if it is a text or a presentation, or why it is neither."""
    try:
        package = Package(body)
        mimetype = package.head("mimetype", 100)
        for kind, form in _OPEN.items():
            if mimetype.startswith(kind) and not mimetype.startswith(kind + b"-"):
                return read_opendocument(package, form)
        for kind, words in _OTHER_ZIPS:
            if mimetype.startswith(kind):
                return UnreadablePage(Reason.NOT_HTML, words)
        return _read_ooxml(package)
    except DocumentRefusal as refused:
        return UnreadablePage(refused.reason, refused.detail)


def _read_ooxml(package: Package) -> TextDocument | UnreadablePage:
    relations = relations_of(package, "").by_purpose
    main = relations.get("officeDocument", "")
    properties = relations.get("core-properties", "docProps/core.xml")
    if main not in package.names:
        words = "an office document without its main part" if relations else "a ZIP archive"
        return UnreadablePage(Reason.BROKEN if relations else Reason.NOT_HTML, words)
    if main.startswith("word/"):
        return read_word(package, main, properties)
    if main.startswith("ppt/"):
        return read_slides(package, main, properties)
    return UnreadablePage(Reason.NOT_HTML, "a spreadsheet or drawing")
