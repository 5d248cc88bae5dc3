"""What the reference has in the place of words of an output: values, names, opposites, and what is shown with an error."""
