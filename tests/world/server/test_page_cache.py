from tidings.world.server.page_cache import RenderedPageCache, rendered_page


def test_a_page_is_found_by_address_and_version() -> None:
    cache = RenderedPageCache(1000)
    page = rendered_page(1, 200, "text/html", b"one", None)
    cache.put(("a", "/"), page)
    assert cache.get(("a", "/"), 1) is page
    assert cache.get(("a", "/"), 2) is None
    assert cache.get(("b", "/"), 1) is None
    assert page.content == b"one"


def test_the_least_recently_used_page_is_dropped() -> None:
    pages = [rendered_page(0, 200, "text/html", bytes([n]) * 10, None) for n in range(3)]
    cache = RenderedPageCache(sum(len(page.packed) for page in pages[:2]))
    cache.put(("a", "0"), pages[0])
    cache.put(("a", "1"), pages[1])
    assert cache.get(("a", "0"), 0)
    cache.put(("a", "2"), pages[2])
    assert cache.get(("a", "0"), 0)
    assert cache.get(("a", "1"), 0) is None


def test_the_same_content_has_the_same_bytes_and_tag() -> None:
    first, second = (rendered_page(0, 200, "text/html", b"x" * 999, None) for _ in range(2))
    assert (first.packed, first.etag) == (second.packed, second.etag)
