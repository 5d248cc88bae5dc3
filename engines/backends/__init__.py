"""Models of the papers behind the roles, loaded through transformers from safetensors."""
