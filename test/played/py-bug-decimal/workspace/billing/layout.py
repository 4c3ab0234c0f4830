"""Invoices and reminders as text."""
from .money import display


def row(text, amount):
    return f"{text:<48}{display(amount):>12}"


def invoice_text(invoice):
    rows = [f"{invoice.number}  {invoice.day}  {invoice.customer}", ""]
    for line in invoice.lines:
        discount = f" -{line.discount} %" if line.discount else ""
        rows.append(row(f"{line.quantity} x {line.price}{discount}  {line.text}", line.amount))
    rows.append(row("net", invoice.net))
    rows += [row(f"tax {rate} %", tax) for rate, tax in invoice.taxes.items()]
    rows.append(row("total", invoice.total))
    return "\n".join(rows)


def reminder_text(reminder):
    return "\n".join(
        [
            f"Reminder for {reminder.number}, {reminder.day}",
            "",
            row("open", reminder.open),
            row("interest", reminder.interest),
            row("fee", reminder.fee),
            row("total", reminder.total),
        ]
    )
