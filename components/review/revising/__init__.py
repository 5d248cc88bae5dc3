"""The corrected draft: as it differs from the output, and as it is edited by hand."""
