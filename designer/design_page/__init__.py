"""Services of the design page for a text that is being edited, and the texts of its scripts."""
