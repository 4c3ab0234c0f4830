#!/bin/bash
# hidden test of py-feature: run in the finished workspace
unset NODE_TEST_CONTEXT NODE_OPTIONS MAKEFLAGS MAKELEVEL PYTHONPATH; export PYTHONDONTWRITEBYTECODE=1
W=$PWD; T=$(mktemp -d); trap 'rm -rf "$T"' EXIT; BAD=0
bad() { echo "NOT RIGHT: $*"; BAD=1; }
note() { echo "NOTE: $*"; }
# copy NAME: a copy of the finished workspace (without .git) as $T/NAME
copy() { mkdir -p "$T/$1"; cp -a "$W/." "$T/$1/"; rm -rf "$T/$1/.git"; find "$T/$1" -name __pycache__ -type d -prune -exec rm -rf {} +; }
# quiet FOLDER COMMAND...: run it there, output to $T/out, with a time limit
quiet() { local d=$1; shift; (cd "$T/$d" && timeout ${LIMIT:-90} "$@") > "$T/out" 2>&1 < /dev/null; }
red() { grep -E '^ *not ok|^(FAIL|ERROR): |^[A-Za-z]*Error' "$T/out" | head -15 | grep . || tail -15 "$T/out"; }
finish() { [ $BAD = 0 ] && echo "RIGHT"; exit $BAD; }
original_source() {
  mkdir -p "$1/timesheet"
  cat > "$1/timesheet/__init__.py" <<'ORIGINAL_FILE_END'
"""Totals from plain text time sheets."""
from .parser import Entry, TimesheetError, parse
from .report import Summary, as_json, as_text, summarise

__all__ = ["Entry", "Summary", "TimesheetError", "as_json", "as_text", "parse", "summarise"]
__version__ = "0.6.0"
ORIGINAL_FILE_END
  mkdir -p "$1/timesheet"
  cat > "$1/timesheet/__main__.py" <<'ORIGINAL_FILE_END'
import sys

from .cli import main

sys.exit(main())
ORIGINAL_FILE_END
  mkdir -p "$1/timesheet"
  cat > "$1/timesheet/cli.py" <<'ORIGINAL_FILE_END'
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
ORIGINAL_FILE_END
  mkdir -p "$1/timesheet"
  cat > "$1/timesheet/parser.py" <<'ORIGINAL_FILE_END'
"""Reads the lines of a time sheet."""
import re
from dataclasses import dataclass
from datetime import date

LINE = re.compile(
    r"(?P<day>\d{4}-\d\d-\d\d)\s+"
    r"(?P<start>\d\d:\d\d)-(?P<end>\d\d:\d\d)\s+"
    r"(?P<project>[\w.-]+)"
    r"(?:\s+(?P<note>.*))?$"
)
TAG = re.compile(r"(?<!\S)#([\w-]+)")


class TimesheetError(ValueError):
    """A line that cannot be read; holds its number."""

    def __init__(self, number, reason):
        super().__init__(f"line {number}: {reason}")
        self.number = number


@dataclass(frozen=True)
class Entry:
    day: date
    start: int
    minutes: int
    project: str
    note: str = ""
    tags: frozenset = frozenset()


def clock(text):
    """Minutes since midnight; 24:00 is allowed as an end."""
    hours, minutes = (int(part) for part in text.split(":"))
    if minutes > 59 or hours * 60 + minutes > 24 * 60:
        raise ValueError(f"not a time: {text}")
    return hours * 60 + minutes


def parse(text):
    """The entries of a time sheet, in the order of its lines."""
    entries = []
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if not line or line.startswith(";"):
            continue
        match = LINE.match(line)
        if not match:
            raise TimesheetError(number, f"cannot read {line!r}")
        try:
            day = date.fromisoformat(match["day"])
            start, end = clock(match["start"]), clock(match["end"])
        except ValueError as error:
            raise TimesheetError(number, str(error)) from None
        minutes = end - start
        if minutes <= 0:
            minutes += 24 * 60
        note = match["note"] or ""
        entries.append(
            Entry(
                day=day,
                start=start,
                minutes=minutes,
                project=match["project"],
                note=note,
                tags=frozenset(TAG.findall(note)),
            )
        )
    return entries
ORIGINAL_FILE_END
  mkdir -p "$1/timesheet"
  cat > "$1/timesheet/report.py" <<'ORIGINAL_FILE_END'
"""Sums entries up and prints the sums."""
import json
from dataclasses import dataclass, field


@dataclass
class Summary:
    projects: dict = field(default_factory=dict)

    @property
    def total(self):
        return sum(self.projects.values())


def summarise(entries):
    """Minutes by project, the projects in alphabetical order."""
    minutes = {}
    for entry in entries:
        minutes[entry.project] = minutes.get(entry.project, 0) + entry.minutes
    return Summary(projects=dict(sorted(minutes.items())))


def hours(minutes):
    return f"{minutes // 60}:{minutes % 60:02d}"


def as_text(summary):
    rows = [*summary.projects.items(), ("total", summary.total)]
    width = max(len(name) for name, _ in rows) + 3
    return "\n".join(f"{name:<{width}}{hours(minutes)}" for name, minutes in rows)


def as_json(summary):
    return json.dumps({"projects": summary.projects, "total": summary.total})
ORIGINAL_FILE_END
}
original_tests() {
  mkdir -p "$1/tests"
  cat > "$1/tests/test_parser.py" <<'ORIGINAL_FILE_END'
import unittest
from datetime import date

from timesheet import TimesheetError, parse


class ParseTest(unittest.TestCase):
    def test_reads_an_entry(self):
        (entry,) = parse("2024-03-04 09:00-10:25 acme planning with Ruth")
        self.assertEqual(entry.day, date(2024, 3, 4))
        self.assertEqual(entry.start, 540)
        self.assertEqual(entry.minutes, 85)
        self.assertEqual(entry.project, "acme")
        self.assertEqual(entry.note, "planning with Ruth")

    def test_ignores_blank_lines_and_comments(self):
        self.assertEqual(parse("\n  \n; 2024-03-04 09:00-10:25 acme\n"), [])

    def test_past_midnight(self):
        (entry,) = parse("2024-03-04 22:30-00:15 acme")
        self.assertEqual(entry.minutes, 105)

    def test_tags(self):
        (entry,) = parse("2024-03-04 09:00-10:00 acme issue#7 #oncall at night #paid-extra")
        self.assertEqual(entry.tags, {"oncall", "paid-extra"})

    def test_bad_lines(self):
        for line in ("hello", "2024-02-30 09:00-10:00 acme", "2024-02-03 09:00-10:61 acme"):
            with self.subTest(line), self.assertRaises(TimesheetError) as caught:
                parse("\n" + line)
            self.assertEqual(caught.exception.number, 2)


if __name__ == "__main__":
    unittest.main()
ORIGINAL_FILE_END
  mkdir -p "$1/tests"
  cat > "$1/tests/test_report.py" <<'ORIGINAL_FILE_END'
import json
import unittest

from timesheet import as_json, as_text, parse, summarise

SHEET = """\
2024-03-04 09:00-10:25 acme
2024-03-04 10:30-12:00 birch
2024-03-05 09:00-10:10 acme
"""


class ReportTest(unittest.TestCase):
    def setUp(self):
        self.summary = summarise(parse(SHEET))

    def test_summary(self):
        self.assertEqual(self.summary.projects, {"acme": 155, "birch": 90})
        self.assertEqual(self.summary.total, 245)

    def test_text(self):
        self.assertEqual(as_text(self.summary), "acme    2:35\nbirch   1:30\ntotal   4:05")

    def test_text_of_nothing(self):
        self.assertEqual(as_text(summarise([])), "total   0:00")

    def test_json(self):
        self.assertEqual(
            json.loads(as_json(self.summary)),
            {"projects": {"acme": 155, "birch": 90}, "total": 245},
        )


if __name__ == "__main__":
    unittest.main()
ORIGINAL_FILE_END
  mkdir -p "$1/tests"
  cat > "$1/tests/test_cli.py" <<'ORIGINAL_FILE_END'
import contextlib
import io
import tempfile
import unittest
from pathlib import Path

from timesheet.cli import main

EXAMPLE = str(Path(__file__).parent.parent / "examples" / "week.txt")


def call(*argv):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = main(list(argv))
        except SystemExit as stop:
            code = stop.code
    return code, out.getvalue(), err.getvalue()


class CliTest(unittest.TestCase):
    def test_example(self):
        code, out, _ = call(EXAMPLE)
        self.assertEqual(code, 0)
        self.assertEqual(out, "acme      5:02\nbirch     4:07\ninhouse   0:45\ntotal     9:54\n")

    def test_project(self):
        code, out, _ = call(EXAMPLE, "--project", "birch", "--format", "json")
        self.assertEqual(code, 0)
        self.assertEqual(out, '{"projects": {"birch": 247}, "total": 247}\n')

    def test_bad_sheet(self):
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as sheet:
            sheet.write("nonsense\n")
            sheet.flush()
            code, out, err = call(sheet.name)
        self.assertEqual((code, out), (2, ""))
        self.assertIn("line 1: cannot read 'nonsense'", err)

    def test_bad_format(self):
        self.assertEqual(call(EXAMPLE, "--format", "xml")[0], 2)


if __name__ == "__main__":
    unittest.main()
ORIGINAL_FILE_END
}
example() {
  mkdir -p "$1/examples"
  cat > "$1/examples/week.txt" <<'ORIGINAL_FILE_END'
; week 10
2024-03-04 09:00-10:25 acme   planning with Ruth
2024-03-04 10:30-12:00 birch  export, part 1
2024-03-04 22:30-00:15 acme   release night  #oncall

2024-03-05 08:45-09:30 inhouse  team meeting
2024-03-05 09:30-11:22 acme   export, part 2
2024-03-06 13:05-15:42 birch  import of the old customers  #exact
ORIGINAL_FILE_END
}

copy behaviour; original_tests "$T/behaviour"; example "$T/behaviour"
quiet behaviour python3 -m unittest tests.test_parser tests.test_report tests.test_cli || { bad "the original tests fail:"; red; }
cat > "$T/behaviour/hidden_check.py" <<'CHECK_END'
import json, subprocess, sys
from timesheet import as_json, as_text, parse, summarise
failed = 0
def check(name, got, want):
    global failed
    if got != want:
        failed += 1
        print(f"- {name}: {got!r} instead of {want!r}")
def attempt(name, fn):
    global failed
    try: fn()
    except Exception as error:
        failed += 1
        print(f"- {name}: {type(error).__name__}: {error}")
def cli(*args, text=None):
    r = subprocess.run([sys.executable, "-m", "timesheet", *args], input=text, capture_output=True, text=True)
    return r.returncode, r.stdout, r.stderr
SHEET = """\
2024-03-04 09:00-10:25 acme
2024-03-04 10:30-12:00 birch
2024-03-05 09:00-10:01 acme  #oncall
2024-03-05 23:50-00:03 acme  #exact #oncall
2024-03-05 08:00-08:01 birch  not #exactly
2024-03-05 08:10-08:11 birch  issue#exact
"""
def api():
    s = summarise(parse(SHEET), round_to=15)
    check("projects", dict(s.projects), {"acme": 90 + 75 + 13, "birch": 90 + 15 + 15})
    check("total", s.total, 298)
    check("text", as_text(s), "acme       2:58\nbirch      2:00\ntotal      4:58\nrounding   0:47")
    check("json", json.loads(as_json(s)), {"projects": {"acme": 178, "birch": 120}, "total": 298, "rounding": 47})
attempt("round_to=15", api)
def one():
    s = summarise(parse(SHEET), round_to=1)
    check("round_to=1 total", s.total, 251)
    check("round_to=1 text", as_text(s).splitlines()[-1], "rounding   0:00")
    check("round_to=1 json", json.loads(as_json(s)).get("rounding"), 0)
attempt("round_to=1", one)
def without():
    s = summarise(parse(SHEET))
    check("unrounded text", as_text(s), "acme    2:39\nbirch   1:32\ntotal   4:11")
    check("unrounded json", as_json(s), '{"projects": {"acme": 159, "birch": 92}, "total": 251}')
attempt("without rounding", without)
attempt("order kept", lambda: check("order", list(summarise(parse(SHEET), round_to=30).projects), ["acme", "birch"]))
for n in (1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 60):
    attempt(f"round_to={n}", lambda: check(f"round_to={n}", summarise(parse("2024-01-01 10:00-11:01 a\n"), round_to=n).total, -(-61 // n) * n))
for n in (0, -15, 7, 8, 45, 61, 120):
    try: summarise(parse(SHEET), round_to=n)
    except ValueError: pass
    except Exception as error: failed += 1; print(f"- round_to={n}: {type(error).__name__} instead of ValueError")
    else: failed += 1; print(f"- round_to={n}: no ValueError")
    try: summarise([], round_to=n)
    except ValueError: pass
    except Exception as error: failed += 1; print(f"- round_to={n} without entries: {type(error).__name__} instead of ValueError")
    else: failed += 1; print(f"- round_to={n} without entries: no ValueError")
check("--round 15", cli("examples/week.txt", "--round", "15"), (0, "acme       5:15\nbirch      4:07\ninhouse    0:45\ntotal      10:07\nrounding   0:13\n", ""))
attempt("--round 15 --format json", lambda: check("--round 15 --format json", json.loads(cli("examples/week.txt", "--format", "json", "--round=15")[1]), {"projects": {"acme": 315, "birch": 247, "inhouse": 45}, "total": 607, "rounding": 13}))
check("--project with --round", cli("examples/week.txt", "--project", "birch", "--round", "60")[:2], (0, "birch      4:37\ntotal      4:37\nrounding   0:30\n"))
check("without --round", cli("examples/week.txt"), (0, "acme      5:02\nbirch     4:07\ninhouse   0:45\ntotal     9:54\n", ""))
for n in ("0", "7", "45", "90", "-15", "x", "7.5"):
    code, out, err = cli("examples/week.txt", f"--round={n}")
    if code != 2 or out or not err.strip() or "Traceback" in err:
        failed += 1
        print(f"- --round={n}: exit {code}, stdout {out!r}, stderr {err[-200:]!r}")
sys.exit(1 if failed else 0)
CHECK_END
quiet behaviour python3 hidden_check.py || { bad "the behaviour is not right:"; cat "$T/out"; }
copy suite
quiet suite python3 -m unittest || { bad "the finished test suite is not green:"; red; }
copy mutant; original_source "$T/mutant"
quiet mutant python3 -m unittest && bad "the finished tests also pass with the original source: no test covers the feature"
grep -q -e '--round' README.md || bad "README.md does not mention --round"
grep -q -e 'exact' <(grep -v 'birch' README.md) || note "README.md does not mention #exact"
finish
