"""Fuzzing: any input, for everything that reads one, ends soon, with little memory, without an unexpected exception.

`make fuzz MINUTES=10` searches with a coverage-guided fuzzer, and counts the inputs that it ran.  It begins with
`seeds`, which are made of the cases of the tests and of what is registered.  What it found stays in `found`; `--keep`
renews the inputs that cover the code, which are in `kept`.  The tests replay both.
"""
