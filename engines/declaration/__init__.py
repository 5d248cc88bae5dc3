"""What an engine declares of itself, and the engines that there are."""
