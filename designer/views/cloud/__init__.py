"""The pages of clouds."""
