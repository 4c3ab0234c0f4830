import sys

from .loader import RuleError, load
from .nginx import as_map


def main(argv):
    if len(argv) != 1:
        print("usage: python3 -m redirects FILE", file=sys.stderr)
        return 2
    try:
        rules = load(argv[0])
    except (OSError, RuleError) as error:
        print(f"redirects: {error}", file=sys.stderr)
        return 1
    print(as_map(rules), end="")
    return 0


sys.exit(main(sys.argv[1:]))
