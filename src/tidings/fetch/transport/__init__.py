"""One HTTP exchange with one server within all limits."""
