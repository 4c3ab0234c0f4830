"""What is in the shelves."""
import logging

log = logging.getLogger("ledger")


class StockError(Exception):
    """More was taken than there is."""


class Ledger:
    def __init__(self, stock=None, minimum=None):
        self.stock = dict(stock or {})
        self.minimum = dict(minimum or {})

    def book(self, message):
        """Book a message; gives the new stock."""
        there = self.stock.get(message.sku, 0)
        if message.kind == "COUNT":
            now = message.pieces
        elif message.kind == "PUT":
            now = there + message.pieces
        else:
            now = there - message.pieces
        if now < 0:
            raise StockError(f"{message.sku}: {message.pieces} wanted, {there} there")
        self.stock[message.sku] = now
        log.info("%s %s %d, now %d", message.sku, message.kind, message.pieces, now)
        if now < self.minimum.get(message.sku, 0):
            log.warning("%s below minimum of %d", message.sku, self.minimum[message.sku])
        return now
