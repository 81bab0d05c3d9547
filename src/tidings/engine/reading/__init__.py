"""Everything that costs CPU."""
