"""What is installed: the wheel, in environments that have only what it asks for."""
