"""What records have in common: their schema written out, and the times in them."""
