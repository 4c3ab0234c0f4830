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
