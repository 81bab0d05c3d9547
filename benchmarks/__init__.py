"""Speed, cost and quality, measured against the tools that people use otherwise; no tests."""
