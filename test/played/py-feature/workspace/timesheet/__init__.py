"""Totals from plain text time sheets."""
from .parser import Entry, TimesheetError, parse
from .report import Summary, as_json, as_text, summarise

__all__ = ["Entry", "Summary", "TimesheetError", "as_json", "as_text", "parse", "summarise"]
__version__ = "0.6.0"
