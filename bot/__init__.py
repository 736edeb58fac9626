"""Where people meet rulesbot: the answering pipeline, the command line and Discord."""
