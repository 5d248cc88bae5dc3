"""Guided tours: what each engine does to one invented text, step by step, with what the engine itself has made of it."""
