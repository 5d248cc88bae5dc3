"""Rules that hold a hypothesis beside the tables of a reference: which line it names, and whose the cells are that it has."""
