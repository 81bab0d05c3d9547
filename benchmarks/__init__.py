"""Benchmarks of speed, cost and quality against other tools; these are not tests."""

import os

# As in `tidings` itself, before numpy is loaded: its threads slow each other down on busy cores.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
