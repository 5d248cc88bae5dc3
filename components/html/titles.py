"""What engines are called on the page."""

ENGINES = {"qasem": "QASem", "scale": "SCALE", "acueval": "ACUEval", "qags": "QAGS", "lss": "LSS", "person": "Person"}
"""Titles; `person` is what people marked in another tool."""
