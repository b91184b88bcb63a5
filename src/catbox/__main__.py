"""`python -m catbox` is the command `catbox`."""

from catbox.cli.main import main

main()
