"""Amounts of money."""
from decimal import Decimal

CENT = Decimal("0.01")


def cents(amount):
    """An amount in whole cents."""
    return amount.quantize(CENT)


def display(amount):
    """1234.5 as 1,234.50"""
    return f"{amount:,.2f}"
