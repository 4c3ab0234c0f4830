"""The command line."""
import argparse
import sys

from .parser import TimesheetError, parse
from .report import as_json, as_text, summarise


def arguments():
    parser = argparse.ArgumentParser(prog="timesheet", description="Totals from plain text time sheets.")
    parser.add_argument("file", help="the time sheet, or - for standard input")
    parser.add_argument("--project", metavar="NAME", help="only the entries of this project")
    parser.add_argument("--format", choices=["text", "json"], default="text")
    return parser


def main(argv=None):
    options = arguments().parse_args(argv)
    try:
        if options.file == "-":
            text = sys.stdin.read()
        else:
            with open(options.file, encoding="utf-8") as stream:
                text = stream.read()
        entries = parse(text)
    except (OSError, TimesheetError) as error:
        print(f"timesheet: {error}", file=sys.stderr)
        return 2
    if options.project:
        entries = [entry for entry in entries if entry.project == options.project]
    summary = summarise(entries)
    print(as_json(summary) if options.format == "json" else as_text(summary))
    return 0
