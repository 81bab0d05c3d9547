"""The other contenders: fair, well-written programs made of the usual parts."""
