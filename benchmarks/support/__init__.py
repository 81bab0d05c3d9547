"""Running contenders, metering them from outside, and printing tables."""
