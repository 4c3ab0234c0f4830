"""Maps for nginx."""


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def as_map(rules):
    lines = ["map $uri $redirect {"]
    lines += [f"    {quoted(rule.old)} {quoted(f'{rule.status} {rule.new}')};" for rule in rules]
    return "\n".join([*lines, "}", ""])
