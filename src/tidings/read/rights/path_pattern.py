"""Path patterns of robots.txt (RFC 9309, 2.2.3): `*` is anything, `$` the end."""

_MAX_STARS = 50  # nobody needs more; each costs one search of the path


def path_matches(pattern: str, path: str) -> bool:
    """Return whether a pattern matches a path from its start, in linear time."""
    anchored = pattern.endswith("$")
    first, *rest = pattern.removesuffix("$").split("*")
    if not path.startswith(first) or len(rest) > _MAX_STARS:
        return False
    if not rest:
        return not anchored or path == first
    at = len(first)
    for piece in rest[:-1]:
        found = path.find(piece, at)
        if found < 0:
            return False
        at = found + len(piece)
    last = rest[-1]
    if anchored:
        return path.endswith(last) and len(path) - len(last) >= at
    return path.find(last, at) >= 0
