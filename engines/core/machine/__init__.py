"""What the machine gives: the files that come with Errata, the person's own folder, threads of the processor."""
