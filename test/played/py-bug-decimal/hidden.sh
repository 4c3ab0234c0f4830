#!/bin/bash
# hidden test of py-bug-decimal: run in the finished workspace
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
  mkdir -p "$1/billing"
  cat > "$1/billing/money.py" <<'ORIGINAL_FILE_END'
"""Amounts of money."""
from decimal import Decimal

CENT = Decimal("0.01")


def cents(amount):
    """An amount in whole cents."""
    return amount.quantize(CENT)


def display(amount):
    """1234.5 as 1,234.50"""
    return f"{amount:,.2f}"
ORIGINAL_FILE_END
  mkdir -p "$1/billing"
  cat > "$1/billing/invoice.py" <<'ORIGINAL_FILE_END'
"""Invoices and credit notes."""
import json
from dataclasses import dataclass, replace
from datetime import date, timedelta
from decimal import Decimal

from .money import cents


@dataclass(frozen=True)
class Line:
    text: str
    quantity: Decimal
    price: Decimal
    tax: Decimal = Decimal(19)
    discount: Decimal = Decimal(0)

    @property
    def amount(self):
        return cents(self.quantity * self.price * (100 - self.discount) / 100)


@dataclass(frozen=True)
class Invoice:
    number: str
    day: date
    customer: str
    lines: tuple
    days_to_pay: int = 14

    @property
    def net(self):
        return sum((line.amount for line in self.lines), Decimal(0))

    @property
    def taxes(self):
        """The tax of each rate."""
        nets = {}
        for line in self.lines:
            nets[line.tax] = nets.get(line.tax, Decimal(0)) + line.amount
        return {rate: cents(net * rate / 100) for rate, net in sorted(nets.items())}

    @property
    def total(self):
        return self.net + sum(self.taxes.values(), Decimal(0))

    @property
    def due(self):
        return self.day + timedelta(days=self.days_to_pay)


def credit_note(invoice):
    """Takes the whole invoice back: the same lines with negative quantities."""
    lines = tuple(replace(line, quantity=-line.quantity) for line in invoice.lines)
    return replace(invoice, number=f"{invoice.number}-C", lines=lines)


def read_invoice(path):
    with open(path, encoding="utf-8") as stream:
        data = json.load(stream, parse_float=Decimal, parse_int=Decimal)
    return Invoice(
        number=data["number"],
        day=date.fromisoformat(data["day"]),
        customer=data["customer"],
        lines=tuple(Line(**line) for line in data["lines"]),
        days_to_pay=int(data.get("days_to_pay", 14)),
    )
ORIGINAL_FILE_END
  mkdir -p "$1/billing"
  cat > "$1/billing/reminder.py" <<'ORIGINAL_FILE_END'
"""Reminders for invoices that were not paid in time."""
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

YEARLY_INTEREST = Decimal("9.12")  # percent
FEE = Decimal("1.5")  # percent of what is open
LOWEST_FEE = Decimal("0.50")


@dataclass(frozen=True)
class Reminder:
    number: str
    day: date
    open: Decimal
    interest: Decimal
    fee: Decimal

    @property
    def total(self):
        return self.open + self.interest + self.fee


def remind(invoice, day, paid=Decimal(0)):
    """The reminder of a day, or None if nothing is overdue."""
    left = invoice.total - paid
    late = (day - invoice.due).days
    if left <= 0 or late <= 0:
        return None
    interest = round(left * YEARLY_INTEREST * late / 36500, 2)
    fee = max(LOWEST_FEE, round(left * FEE / 100, 2))
    return Reminder(number=invoice.number, day=day, open=left, interest=interest, fee=fee)
ORIGINAL_FILE_END
}
original_tests() {
  mkdir -p "$1/tests"
  cat > "$1/tests/test_money.py" <<'ORIGINAL_FILE_END'
import unittest
from decimal import Decimal as D

from billing import cents, display


class MoneyTest(unittest.TestCase):
    def test_cents(self):
        self.assertEqual(str(cents(D("2"))), "2.00")
        self.assertEqual(cents(D("2.344")), D("2.34"))
        self.assertEqual(cents(D("2.346")), D("2.35"))
        self.assertEqual(cents(D("2.335")), D("2.34"))

    def test_display(self):
        self.assertEqual(display(D("1234.5")), "1,234.50")
        self.assertEqual(display(D("-0.05")), "-0.05")


if __name__ == "__main__":
    unittest.main()
ORIGINAL_FILE_END
  mkdir -p "$1/tests"
  cat > "$1/tests/test_invoice.py" <<'ORIGINAL_FILE_END'
import unittest
from datetime import date
from decimal import Decimal as D

from billing import Invoice, Line, credit_note


def invoice(*lines):
    return Invoice(number="1", day=date(2024, 3, 11), customer="x", lines=lines)


class InvoiceTest(unittest.TestCase):
    def test_lines(self):
        self.assertEqual(Line("a", D(3), D("1.10")).amount, D("3.30"))
        self.assertEqual(Line("a", D("1.5"), D("0.25"), discount=D(10)).amount, D("0.34"))

    def test_totals(self):
        example = invoice(Line("a", D(2), D("10.00")), Line("b", D(1), D("5.40"), tax=D(7)), Line("c", D(1), D("0.99")))
        self.assertEqual(example.net, D("26.39"))
        self.assertEqual(example.taxes, {D(7): D("0.38"), D(19): D("3.99")})
        self.assertEqual(example.total, D("30.76"))

    def test_due(self):
        self.assertEqual(invoice().due, date(2024, 3, 25))

    def test_credit_note(self):
        example = invoice(Line("a", D(2), D("10.00")), Line("b", D(1), D("5.50"), tax=D(7)))
        note = credit_note(example)
        self.assertEqual(note.number, "1-C")
        self.assertEqual(note.total, -example.total)


if __name__ == "__main__":
    unittest.main()
ORIGINAL_FILE_END
  mkdir -p "$1/tests"
  cat > "$1/tests/test_reminder.py" <<'ORIGINAL_FILE_END'
import unittest
from datetime import date
from decimal import Decimal as D

from billing import Invoice, Line, remind

INVOICE = Invoice(number="1", day=date(2024, 3, 11), customer="x", lines=(Line("a", D(1), D("1000.00")),))


class ReminderTest(unittest.TestCase):
    def test_not_yet(self):
        self.assertIsNone(remind(INVOICE, date(2024, 3, 25)))
        self.assertIsNone(remind(INVOICE, date(2024, 5, 1), paid=D("1190.00")))

    def test_reminder(self):
        reminder = remind(INVOICE, date(2024, 4, 24))
        self.assertEqual(reminder.open, D("1190.00"))
        self.assertEqual(reminder.interest, D("8.92"))
        self.assertEqual(reminder.fee, D("17.85"))
        self.assertEqual(reminder.total, D("1216.77"))

    def test_lowest_fee(self):
        self.assertEqual(remind(INVOICE, date(2024, 4, 24), paid=D("1180.00")).fee, D("0.50"))


if __name__ == "__main__":
    unittest.main()
ORIGINAL_FILE_END
  mkdir -p "$1/data"
  cat > "$1/data/2024-0117.json" <<'ORIGINAL_FILE_END'
{
  "number": "2024-0117",
  "day": "2024-03-11",
  "customer": "Perrin Boats",
  "lines": [
    { "text": "work, hours", "quantity": 2.5, "price": 18.25 },
    { "text": "manual, printed", "quantity": 5, "price": 18.70, "tax": 7 },
    { "text": "screws", "quantity": 120, "price": 0.043, "discount": 3 }
  ]
}
ORIGINAL_FILE_END
}
copy behaviour; original_tests "$T/behaviour"
quiet behaviour python3 -m unittest tests.test_money tests.test_invoice tests.test_reminder || { bad "the original tests fail:"; red; }
cat > "$T/behaviour/hidden_check.py" <<'CHECK_END'
import subprocess, sys, threading
from datetime import date, timedelta
from decimal import Decimal as D, ROUND_HALF_UP, localcontext
from billing import Invoice, Line, cents, credit_note, display, read_invoice, remind
failed = 0
def check(name, got, want):
    global failed
    if got != want:
        failed += 1
        if failed <= 20: print(f"- {name}: {got} instead of {want}")
def up(x): return x.quantize(D("0.01"), rounding=ROUND_HALF_UP)
invoice = read_invoice("data/2024-0117.json")
check("lines of 2024-0117", [str(l.amount) for l in invoice.lines], ["45.63", "93.50", "5.01"])
check("taxes of 2024-0117", {str(k): str(v) for k, v in invoice.taxes.items()}, {"7": "6.55", "19": "9.62"})
check("total of 2024-0117", str(invoice.total), "160.31")
note = credit_note(invoice)
check("credit note, lines", [str(l.amount) for l in note.lines], ["-45.63", "-93.50", "-5.01"])
check("credit note, total", note.total, -invoice.total)
for text, want in [("0.125", "0.13"), ("0.135", "0.14"), ("-0.125", "-0.13"), ("-0.005", "-0.01"), ("0.005", "0.01"), ("0.1249999999999999", "0.12"), ("0.12500000000001", "0.13"), ("2.5", "2.50"), ("1234567890.125", "1234567890.13"), ("-2.6749", "-2.67")]:
    check(f"cents({text})", str(cents(D(text))), want)
for n in range(1, 400):
    line = Line("a", D(n) / 2, D("0.25") + D(n) / 100, tax=D(7), discount=D(n % 3) * 5)
    exact = line.quantity * line.price * (100 - line.discount) / 100
    check(f"line {line.quantity} x {line.price}", line.amount, up(exact))
    one = Invoice(number="1", day=date(2024, 3, 11), customer="x", lines=(Line("a", D(1), D(n) / 2, tax=D(7)), Line("b", D(1), D(n) / 10, tax=D(5))))
    check(f"taxes {n}", one.taxes, {D(5): up(D(n) / 10 * 5 / 100), D(7): up(D(n) / 2 * 7 / 100)})
    check(f"credit {n}", credit_note(one).total, -one.total)
def bill(amount): return Invoice(number="1", day=date(2024, 3, 11), customer="x", lines=(Line("a", D(1), D(amount), tax=D(0)),))
def reminder(amount, late): return remind(bill(amount), date(2024, 3, 25) + timedelta(late))
for n in range(1, 400):
    r = reminder(f"{n * 3 + 40}.00", 7)
    check(f"fee on {r.open}", r.fee, max(D("0.50"), up(r.open * D("1.5") / 100)))
for amount, late in [("1825.00", 25), ("365.00", 125), ("5475.00", 25), ("912.50", 100), ("182.50", 25), ("1000.00", 17), ("547.50", 50), ("91.25", 125), ("456.25", 125)]:
    r = reminder(amount, late)
    check(f"interest on {amount}, {late} days", r.interest, up(r.open * D("9.12") * late / 36500))
check("fee", str(reminder("43.00", 7).fee), "0.65")
check("a paid part", str(remind(bill("100.00"), date(2024, 4, 24), paid=D("57.00")).fee), "0.65")
r = subprocess.run([sys.executable, "-m", "billing", "data/2024-0117.json"], capture_output=True, text=True)
check("printed", [w for w in ("45.63", "6.55", "160.31") if w not in r.stdout], [])
r = subprocess.run([sys.executable, "-m", "billing", "data/2024-0117.json", "--reminder", "2024-04-15"], capture_output=True, text=True)
check("reminder printed", [l.split()[-1] for l in r.stdout.splitlines()[2:]], ["160.31", "0.84", "2.40", "163.55"])
other = []
t = threading.Thread(target=lambda: other.append((str(cents(D("0.125"))), str(reminder("43.00", 7).fee)))); t.start(); t.join()
if other != [("0.13", "0.65")]: print("NOTE: in another thread the rounding is still wrong:", other)
if display(D("0.125")) != "0.13": print("NOTE: display(0.125) is", display(D("0.125")))
sys.exit(1 if failed else 0)
CHECK_END
quiet behaviour python3 hidden_check.py || { bad "the behaviour is not right:"; grep -v '^NOTE' "$T/out"; }
grep '^NOTE' "$T/out"
copy suite
quiet suite python3 -m unittest || { bad "the finished test suite is not green:"; red; }
copy mutant; original_source "$T/mutant"
quiet mutant python3 -m unittest && bad "the finished tests also pass with the original source"
mkdir "$T/orig"; original_source "$T/orig"
copy mutant2; cp "$T/orig/billing/reminder.py" "$T/mutant2/billing/reminder.py"
quiet mutant2 python3 -m unittest && bad "the finished tests also pass with the original billing/reminder.py: no test covers the rounding of reminders"
grep -r -q '45\.63' tests && grep -r -q '6\.55' tests || bad "the figures 45.63 and 6.55 are not in the tests"
finish
