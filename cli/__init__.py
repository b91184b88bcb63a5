"""The command line of catbox: one file a command, found by its name when it is called."""
