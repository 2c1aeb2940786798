"""Minutes of many people at one instance whose processes are killed and whose database drops its connections."""
