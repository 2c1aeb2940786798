"""What is chosen on the design page as a form: resources, parameters, conditions, outputs and their values."""
