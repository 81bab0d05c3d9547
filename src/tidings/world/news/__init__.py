"""Which newspaper publishes what when, and how articles are edited, copied and removed."""
