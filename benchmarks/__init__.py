"""Speed and cost, measured against the tools that people use otherwise; correctness is in tests."""
