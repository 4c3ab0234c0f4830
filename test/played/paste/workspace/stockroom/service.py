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
