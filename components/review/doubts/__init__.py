"""Where to look in a fact that is unsupported although no word of it is an error."""
