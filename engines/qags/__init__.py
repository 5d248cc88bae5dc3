"""QAGS: questions about the output, answered from the output and from the reference."""
