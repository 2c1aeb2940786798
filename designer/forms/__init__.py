"""Forms: parsing and validation of user input."""
