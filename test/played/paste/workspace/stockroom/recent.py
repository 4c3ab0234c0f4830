"""Finds the messages that a handheld has sent again."""
from collections import OrderedDict


class Recent:
    """Remembers the last messages."""

    def __init__(self, size=500):
        self.size = size
        self._known = OrderedDict()

    def __len__(self):
        return len(self._known)

    def is_repeated(self, message):
        """Whether the message was here before; if not, it is remembered."""
        key = (message.at, message.kind, message.sku, message.pieces)
        if key in self._known:
            self._known.move_to_end(key)
            return True
        self._known[key] = True
        while len(self._known) > self.size:
            self._known.popitem(last=False)
        return False
