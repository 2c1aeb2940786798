"""The pages of the library, and of a template in it: bring, share, name, its files and its history."""
