"""What an output is made of beside its sentences."""
