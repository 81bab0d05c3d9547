"""The other contenders: fair, well-written programs built from the usual libraries."""
