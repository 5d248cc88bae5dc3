"""What the reference has instead of words: the one place that says whether it may be shown there, and put there."""
