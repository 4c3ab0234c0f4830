import { escapedJson } from "../../text/quoted-name.ts"
import { paragraphs, printable, terminalColumns } from "../paint/text.ts"

/**
 * Lines for standard output. What comes from models and files has lost its escape sequences before it is painted; where nothing
 * is painted, none is let through at all: `| tee` and `| less -R` lead back to a terminal.
 */
export function print(text: string): void {
  process.stdout.write(`${process.stdout.isTTY ? text : printable(text)}\n`)
}

/** Words for people on standard error, within the terminal's width where there is one. */
export function tell(words: string): void {
  process.stderr.write(`${process.stderr.isTTY ? paragraphs(words, terminalColumns()) : words}\n`)
}

/** One JSON value for programs, in which nothing is invisible to people. */
export function printJson(value: unknown): void {
  process.stdout.write(`${escapedJson(JSON.stringify(value, null, 2))}\n`)
}
