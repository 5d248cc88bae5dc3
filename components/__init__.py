"""What a person sees: pure functions from results to escaped HTML, and the page that wires them."""
