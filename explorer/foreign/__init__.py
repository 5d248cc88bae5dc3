"""What people have marked in other tools and data sets, as analyses of ours: the engine is then called `person`."""
