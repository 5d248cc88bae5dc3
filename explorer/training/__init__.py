"""Commands that make the bundled weights and word lists again, and check them."""
