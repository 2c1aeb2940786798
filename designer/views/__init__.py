"""Views. Each address has one module, one function, one template and one test file of the same name."""
