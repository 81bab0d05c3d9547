"""What publishers allow and reserve."""
