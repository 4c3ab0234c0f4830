import json
import logging
import sys

from .ledger import Ledger
from .service import Service


def main():
    logging.basicConfig(format="%(asctime)s %(levelname)-7s %(name)-8s %(message)s", level=logging.INFO)
    path = sys.argv[1]
    with open(path, encoding="utf-8") as stream:
        saved = json.load(stream)
    service = Service(Ledger(saved["stock"], saved.get("minimum")))
    for line in sys.stdin:
        if line.strip():
            print(service.handle(line) or "AGAIN", flush=True)
    saved["stock"] = service.ledger.stock
    with open(path, "w", encoding="utf-8") as stream:
        json.dump(saved, stream, indent=2)
    return 1 if service.failed else 0


sys.exit(main())
