"""WebSub."""
