"""The pages. One module, one function, one template and one test file per address, all of the same name."""
