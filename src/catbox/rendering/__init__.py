"""Pictures of positions: for a terminal and for a web page."""
