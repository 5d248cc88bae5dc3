"""Makes and plays the pages in `docs`: what is read off the code, and what their examples print (`make docs`)."""
