"""What people have typed and not saved, and how it is merged with what others saved."""
