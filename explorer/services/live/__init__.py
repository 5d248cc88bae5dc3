"""Checking a text while it is typed."""
