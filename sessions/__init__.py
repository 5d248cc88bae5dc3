"""What lasts: the data folder, the database of analyses, the cache of what models answered."""
