"""Forms: what people type, read and checked before anything is done with it."""
