import argparse
from datetime import date

from .invoice import credit_note, read_invoice
from .layout import invoice_text, reminder_text
from .reminder import remind


def main():
    parser = argparse.ArgumentParser(prog="billing")
    parser.add_argument("file")
    parser.add_argument("--credit", action="store_true")
    parser.add_argument("--reminder", metavar="DAY", type=date.fromisoformat)
    options = parser.parse_args()
    invoice = read_invoice(options.file)
    if options.reminder:
        reminder = remind(invoice, options.reminder)
        print(reminder_text(reminder) if reminder else "nothing is overdue")
    else:
        print(invoice_text(credit_note(invoice) if options.credit else invoice))


main()
