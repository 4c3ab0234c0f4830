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
