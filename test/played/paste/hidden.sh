#!/bin/bash
# hidden test of paste: run in the finished workspace
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
  mkdir -p "$1/stockroom"
  cat > "$1/stockroom/recent.py" <<'ORIGINAL_FILE_END'
"""Finds the messages that a handheld has sent again."""
from collections import OrderedDict


class Recent:
    """Remembers the last messages."""

    def __init__(self, size=500):
        self.size = size
        self._known = OrderedDict()

    def __len__(self):
        return len(self._known)

    def is_repeated(self, message):
        """Whether the message was here before; if not, it is remembered."""
        key = (message.at, message.kind, message.sku, message.pieces)
        if key in self._known:
            self._known.move_to_end(key)
            return True
        self._known[key] = True
        while len(self._known) > self.size:
            self._known.popitem(last=False)
        return False
ORIGINAL_FILE_END
  mkdir -p "$1/stockroom"
  cat > "$1/stockroom/service.py" <<'ORIGINAL_FILE_END'
"""Takes the lines of the handhelds and answers them."""
import logging

from .ledger import Ledger, StockError
from .messages import MessageError, parse
from .recent import Recent

log = logging.getLogger("service")


class Service:
    def __init__(self, ledger=None, recent=None):
        self.ledger = Ledger() if ledger is None else ledger
        self.recent = Recent() if recent is None else recent
        self.failed = []

    def handle(self, line):
        """Handle one line; gives the receipt, or None for a line that cannot be read."""
        try:
            message = parse(line)
        except MessageError as error:
            log.warning("unreadable line: %s", error)
            return None
        log.info("%s received", message.name)
        if self.recent.is_repeated(message):
            log.info("%s dropped, was sent again", message.name)
            return f"OK {message.name}"
        try:
            self.ledger.book(message)
        except StockError:
            log.exception("%s failed", message.name)
            self.failed.append(message)
            return f"FAILED {message.name}"
        return f"OK {message.name}"
ORIGINAL_FILE_END
  mkdir -p "$1/stockroom"
  cat > "$1/stockroom/messages.py" <<'ORIGINAL_FILE_END'
"""The lines that the handhelds send."""
import re
from dataclasses import dataclass
from datetime import datetime

KINDS = ("PUT", "PICK", "COUNT")


class MessageError(ValueError):
    """A line that cannot be read."""


@dataclass(frozen=True)
class Message:
    at: datetime
    device: str
    seq: int
    kind: str
    sku: str
    pieces: int

    @property
    def name(self):
        return f"{self.device}#{self.seq:04d}"


def pieces_of(text):
    """12, or 2x24 for two boxes of 24."""
    match = re.fullmatch(r"(?:(\d+)x)?(\d+)", text)
    if not match:
        raise MessageError(f"not a number of pieces: {text!r}")
    return int(match[1] or 1) * int(match[2])


def parse(line):
    fields = line.strip().split(";")
    if len(fields) != 6:
        raise MessageError(f"{len(fields)} fields instead of 6: {line!r}")
    at, device, seq, kind, sku, pieces = fields
    if kind not in KINDS:
        raise MessageError(f"unknown kind {kind!r}")
    try:
        return Message(datetime.fromisoformat(at), device, int(seq), kind, sku.upper(), pieces_of(pieces))
    except MessageError:
        raise
    except ValueError as error:
        raise MessageError(str(error)) from None
ORIGINAL_FILE_END
  mkdir -p "$1/stockroom"
  cat > "$1/stockroom/ledger.py" <<'ORIGINAL_FILE_END'
"""What is in the shelves."""
import logging

log = logging.getLogger("ledger")


class StockError(Exception):
    """More was taken than there is."""


class Ledger:
    def __init__(self, stock=None, minimum=None):
        self.stock = dict(stock or {})
        self.minimum = dict(minimum or {})

    def book(self, message):
        """Book a message; gives the new stock."""
        there = self.stock.get(message.sku, 0)
        if message.kind == "COUNT":
            now = message.pieces
        elif message.kind == "PUT":
            now = there + message.pieces
        else:
            now = there - message.pieces
        if now < 0:
            raise StockError(f"{message.sku}: {message.pieces} wanted, {there} there")
        self.stock[message.sku] = now
        log.info("%s %s %d, now %d", message.sku, message.kind, message.pieces, now)
        if now < self.minimum.get(message.sku, 0):
            log.warning("%s below minimum of %d", message.sku, self.minimum[message.sku])
        return now
ORIGINAL_FILE_END
}
original_tests() {
  mkdir -p "$1/tests"
  cat > "$1/tests/test_messages.py" <<'ORIGINAL_FILE_END'
import unittest
from datetime import datetime

from stockroom.messages import MessageError, parse, pieces_of


class MessagesTest(unittest.TestCase):
    def test_parse(self):
        message = parse("2024-05-14T06:02:11;H07;0412;PUT;a-1017;24\n")
        self.assertEqual(message.at, datetime(2024, 5, 14, 6, 2, 11))
        self.assertEqual((message.device, message.seq, message.kind), ("H07", 412, "PUT"))
        self.assertEqual((message.sku, message.pieces), ("A-1017", 24))
        self.assertEqual(message.name, "H07#0412")

    def test_boxes(self):
        self.assertEqual(pieces_of("2x24"), 48)
        self.assertEqual(pieces_of("0"), 0)

    def test_unreadable(self):
        for line in (
            "",
            "2024-05-14T06:02:11;H07;0412;PUT;A-1017",
            "2024-05-14T06:02:11;H07;0412;TAKE;A-1017;1",
            "2024-05-14T06:02:11;H07;04a2;PUT;A-1017;1",
            "2024-05-14T06:02:11;H07;0412;PUT;A-1017;-1",
        ):
            with self.subTest(line), self.assertRaises(MessageError):
                parse(line)


if __name__ == "__main__":
    unittest.main()
ORIGINAL_FILE_END
  mkdir -p "$1/tests"
  cat > "$1/tests/test_recent.py" <<'ORIGINAL_FILE_END'
import unittest

from stockroom.messages import parse
from stockroom.recent import Recent


class RecentTest(unittest.TestCase):
    def test_the_same_line_again(self):
        recent = Recent()
        line = "2024-05-14T06:02:11;H07;0412;PUT;A-1017;24"
        self.assertFalse(recent.is_repeated(parse(line)))
        self.assertTrue(recent.is_repeated(parse(line)))
        self.assertTrue(recent.is_repeated(parse(line)))

    def test_another_scan(self):
        recent = Recent()
        recent.is_repeated(parse("2024-05-14T06:02:11;H07;0412;PUT;A-1017;24"))
        self.assertFalse(recent.is_repeated(parse("2024-05-14T06:02:15;H07;0413;PUT;A-1017;24")))
        self.assertFalse(recent.is_repeated(parse("2024-05-14T06:02:15;H07;0414;PUT;A-1020;24")))

    def test_forgets_the_oldest(self):
        recent = Recent(size=2)
        lines = [f"2024-05-14T06:02:1{n};H07;041{n};PUT;A-1017;24" for n in range(3)]
        for line in lines:
            recent.is_repeated(parse(line))
        self.assertEqual(len(recent), 2)
        self.assertFalse(recent.is_repeated(parse(lines[0])))


if __name__ == "__main__":
    unittest.main()
ORIGINAL_FILE_END
  mkdir -p "$1/tests"
  cat > "$1/tests/test_ledger.py" <<'ORIGINAL_FILE_END'
import unittest

from stockroom.ledger import Ledger, StockError
from stockroom.messages import parse


def message(kind, pieces):
    return parse(f"2024-05-14T06:02:11;H07;0412;{kind};A-1;{pieces}")


class LedgerTest(unittest.TestCase):
    def test_book(self):
        ledger = Ledger({"A-1": 5})
        self.assertEqual(ledger.book(message("PUT", 7)), 12)
        self.assertEqual(ledger.book(message("PICK", 12)), 0)
        self.assertEqual(ledger.book(message("COUNT", 3)), 3)

    def test_too_much(self):
        ledger = Ledger({"A-1": 5})
        with self.assertRaisesRegex(StockError, "A-1: 6 wanted, 5 there"):
            ledger.book(message("PICK", 6))
        self.assertEqual(ledger.stock, {"A-1": 5})

    def test_minimum(self):
        with self.assertLogs("ledger", "WARNING") as logs:
            Ledger({"A-1": 5}, {"A-1": 4}).book(message("PICK", 2))
        self.assertIn("A-1 below minimum of 4", logs.output[0])


if __name__ == "__main__":
    unittest.main()
ORIGINAL_FILE_END
  mkdir -p "$1/tests"
  cat > "$1/tests/test_service.py" <<'ORIGINAL_FILE_END'
import logging
import unittest

from stockroom.ledger import Ledger
from stockroom.service import Service


class ServiceTest(unittest.TestCase):
    def setUp(self):
        logging.disable(logging.CRITICAL)
        self.addCleanup(logging.disable, logging.NOTSET)
        self.service = Service(Ledger({"A-1": 5}))

    def test_receipts(self):
        self.assertEqual(self.service.handle("2024-05-14T06:02:11;H07;0412;PUT;A-1;24"), "OK H07#0412")
        self.assertEqual(self.service.handle("2024-05-14T06:02:14;H07;0413;PICK;A-1;30"), "FAILED H07#0413")
        self.assertIsNone(self.service.handle("2024-05-14T06:02"))
        self.assertEqual(self.service.ledger.stock["A-1"], 29)

    def test_sent_again(self):
        for _ in range(3):
            self.assertEqual(self.service.handle("2024-05-14T06:02:11;H07;0412;PUT;A-1;24"), "OK H07#0412")
        self.assertEqual(self.service.ledger.stock["A-1"], 29)


if __name__ == "__main__":
    unittest.main()
ORIGINAL_FILE_END
}

copy behaviour; original_tests "$T/behaviour"
quiet behaviour python3 -m unittest tests.test_messages tests.test_recent tests.test_ledger tests.test_service || { bad "the original tests fail:"; red; }
cat > "$T/behaviour/hidden_check.py" <<'CHECK_END'
import logging, sys
from stockroom.ledger import Ledger
from stockroom.service import Service
logging.disable(logging.CRITICAL)
failed = 0
def check(name, lines, want, start=None):
    global failed
    service = Service(Ledger({"A-1017": 12} if start is None else start))
    receipts = [service.handle(line) for line in lines]
    got = service.ledger.stock.get("A-1017")
    if got != want:
        failed += 1
        print(f"- {name}: stock {got} instead of {want}, receipts {receipts}")
D = "2024-05-14T"
check("the morning of the log", [D + l for l in (
    "06:41:07;H07;0409;PUT;A-1017;24", "06:41:07;H11;0383;PUT;A-1017;24", "06:58:30;H02;0881;PICK;A-1017;15",
    "07:20:52;H11;0391;PUT;A-1017;24", "07:20:52;H11;0391;PUT;A-1017;24", "07:46:19;H07;0419;PUT;A-1017;24",
    "07:46:19;H07;0420;PUT;A-1017;24", "08:03:44;H03;0971;PICK;A-1017;50", "08:24:10;H02;0896;PICK;A-1017;12", "08:39:02;H03;0981;PICK;A-1017;40")], 15)
a = D + "06:41:07;H07;0409;PUT;A-1017;24"
check("two devices in one second", [a, a.replace("H07", "H11")], 60)
check("two devices with the same seq, another SKU between", [a, D + "06:41:07;H11;0409;PUT;B-1;24", a.replace("H07", "H11")], 60)
check("one device, two scans in one second", [a, a.replace("0409", "0410")], 60)
check("sent again", [a, a, a], 36)
check("sent again, others in between", [a, a.replace("H07", "H11"), a.replace("0409", "0410"), a, a.replace("H07", "H11"), a.replace("0409", "0410")], 84)
check("picks, too", [D + "06:00:00;H01;0001;PICK;A-1017;5", D + "06:00:00;H02;0001;PICK;A-1017;5", D + "06:00:00;H02;0001;PICK;A-1017;5"], 2)
check("too much is still refused", [D + "06:00:00;H01;0001;PICK;A-1017;13"], 12)
from stockroom.recent import Recent
from stockroom.messages import parse
recent = Recent(size=3)
for n in range(5): recent.is_repeated(parse(f"{D}06:00:0{n};H01;000{n + 1};PUT;A-1;1"))
if len(recent) != 3: failed += 1; print(f"- Recent(size=3) remembers {len(recent)}")
sys.exit(1 if failed else 0)
CHECK_END
quiet behaviour python3 hidden_check.py || { bad "the behaviour is not right:"; cat "$T/out"; }
copy suite
quiet suite python3 -m unittest || { bad "the finished test suite is not green:"; red; }
copy mutant; original_source "$T/mutant"
quiet mutant python3 -m unittest && bad "the finished tests also pass with the original source: none of them catches the bug"
finish
