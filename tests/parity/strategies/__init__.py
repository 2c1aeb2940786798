"""Hypothesis strategies for cases of the conformance format: templates, and the values and surroundings they meet."""

from tests.parity.strategies.cases import generated_cases, mutated_cases

__all__ = ["generated_cases", "mutated_cases"]
