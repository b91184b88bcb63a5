"""`python -m catbox` is the command `catbox`."""

from catbox_command import main

main()
