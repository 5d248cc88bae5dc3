"""The plain copy of a text: what models read of it, character for character as long as the text itself."""
