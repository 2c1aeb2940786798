"""Fuzzing: any input, for everything that reads one, ends soon, without an unexpected exception.

`make fuzz MINUTES=10` searches with a coverage-guided fuzzer.  What it found stays in `found`, and inputs that cover
the code in `kept`; the tests replay both.
"""
