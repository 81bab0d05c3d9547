from tidings.world.server.page_cache import RenderedPageCache, rendered_page


def test_a_print_is_found_by_page_and_version() -> None:
    shelf = RenderedPageCache(1000)
    page = rendered_page(1, 200, "text/html", b"one", None)
    shelf.put(("a", "/"), page)
    assert shelf.take(("a", "/"), 1) is page
    assert shelf.take(("a", "/"), 2) is None
    assert shelf.take(("b", "/"), 1) is None
    assert page.content == b"one"


def test_the_least_recently_used_print_gives_way() -> None:
    pages = [rendered_page(0, 200, "text/html", bytes([n]) * 10, None) for n in range(3)]
    shelf = RenderedPageCache(sum(len(page.packed) for page in pages[:2]))
    shelf.put(("a", "0"), pages[0])
    shelf.put(("a", "1"), pages[1])
    assert shelf.take(("a", "0"), 0)
    shelf.put(("a", "2"), pages[2])
    assert shelf.take(("a", "0"), 0)
    assert shelf.take(("a", "1"), 0) is None


def test_the_same_content_has_the_same_bytes_and_tag() -> None:
    first, second = (rendered_page(0, 200, "text/html", b"x" * 999, None) for _ in range(2))
    assert (first.packed, first.etag) == (second.packed, second.etag)
