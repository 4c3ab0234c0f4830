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
