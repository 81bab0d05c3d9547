"""Speed, cost and quality, measured against the tools that people use otherwise; no tests."""

import os

# As `tidings` itself does, before numpy is loaded: its threads only fight over busy cores.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
