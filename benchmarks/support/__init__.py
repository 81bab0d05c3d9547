"""Runs contenders, meters them from outside, and prints tables."""
