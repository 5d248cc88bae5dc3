"""The command line, one module per command: `register` adds its arguments, `run` does it and returns the exit code."""
