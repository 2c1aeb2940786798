"""What the design page asks of a text while it is edited, and the words of its scripts."""
