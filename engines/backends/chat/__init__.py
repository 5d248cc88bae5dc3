"""Models behind servers that speak OpenAI's chat protocol: Ollama, llama.cpp, vLLM, TGI, OpenAI itself."""
