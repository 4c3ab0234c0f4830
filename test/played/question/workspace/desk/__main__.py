import argparse
import json
from datetime import datetime

from .queue import build_queue
from .settings import load
from .tickets import read_tickets


def main():
    parser = argparse.ArgumentParser(prog="desk")
    parser.add_argument("file")
    parser.add_argument("--at", type=datetime.fromisoformat, default=None)
    parser.add_argument("--config", default="config/desk.json")
    options = parser.parse_args()
    with open(options.file, encoding="utf-8") as stream:
        tickets = read_tickets(json.load(stream))
    for urgency, ticket in build_queue(tickets, options.at or datetime.now(), load(options.config)):
        print(f"{urgency:>4}  {ticket.number}  {ticket.subject}")


main()
