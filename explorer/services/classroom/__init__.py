"""What a class does with an analysis: what counts as right, and what it is asked about."""
