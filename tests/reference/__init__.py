"""A plain, slow reference of the rules and of both search models, written from the specification alone.

It shares no code with the package, keeps everything in strings and tuples, and prefers the wording of the
rules to speed. Tests compare the package with it.
"""
