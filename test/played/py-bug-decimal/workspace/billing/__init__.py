"""Invoices, credit notes and reminders."""
from .invoice import Invoice, Line, credit_note, read_invoice
from .money import cents, display
from .reminder import Reminder, remind

__all__ = ["Invoice", "Line", "Reminder", "cents", "credit_note", "display", "read_invoice", "remind"]
