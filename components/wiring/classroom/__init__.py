"""The ways to the pages of a class."""
