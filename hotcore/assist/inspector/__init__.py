"""Inspector of the design page: forms for resources, parameters, conditions, outputs and their values."""
