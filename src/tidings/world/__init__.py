"""The news world: fictional newspapers on loopback whose truth is known."""
