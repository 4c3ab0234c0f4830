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
