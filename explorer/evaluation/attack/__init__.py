"""Odd and hostile requests to a page of its own: `python -m explorer.evaluation.attack`, or `make attack`."""
