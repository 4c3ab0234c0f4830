import unittest
from datetime import datetime

from stockroom.messages import MessageError, parse, pieces_of


class MessagesTest(unittest.TestCase):
    def test_parse(self):
        message = parse("2024-05-14T06:02:11;H07;0412;PUT;a-1017;24\n")
        self.assertEqual(message.at, datetime(2024, 5, 14, 6, 2, 11))
        self.assertEqual((message.device, message.seq, message.kind), ("H07", 412, "PUT"))
        self.assertEqual((message.sku, message.pieces), ("A-1017", 24))
        self.assertEqual(message.name, "H07#0412")

    def test_boxes(self):
        self.assertEqual(pieces_of("2x24"), 48)
        self.assertEqual(pieces_of("0"), 0)

    def test_unreadable(self):
        for line in (
            "",
            "2024-05-14T06:02:11;H07;0412;PUT;A-1017",
            "2024-05-14T06:02:11;H07;0412;TAKE;A-1017;1",
            "2024-05-14T06:02:11;H07;04a2;PUT;A-1017;1",
            "2024-05-14T06:02:11;H07;0412;PUT;A-1017;-1",
        ):
            with self.subTest(line), self.assertRaises(MessageError):
                parse(line)


if __name__ == "__main__":
    unittest.main()
