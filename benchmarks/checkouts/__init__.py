"""Runs two checkouts of this project through their public interface, and compares them."""
