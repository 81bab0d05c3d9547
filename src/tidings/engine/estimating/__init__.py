"""Estimating how long records take, and cutting work into parts of equal length (TETEA)."""
