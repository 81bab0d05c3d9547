"""What every process of Tidings needs."""
