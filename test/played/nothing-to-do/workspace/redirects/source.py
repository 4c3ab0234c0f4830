"""The lines of a text that mean something."""


def numbered(text):
    """Pairs of line number and stripped line, without what is only there for people."""
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        stripped = line.strip()
        if stripped and stripped[0] != "#":
            yield number, stripped
