"""Benchmarks, as ratios of two times measured in the same run: `make bench`.

A module here with a function `main` is a benchmark; it prints its lines with `report`.
"""
