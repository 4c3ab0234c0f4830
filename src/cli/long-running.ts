import { printable } from "./render/text.ts"

/** Tells whoever started the process something. */
export function notify(notice: string): void {
  process.stderr.write(`keelson: ${printable(notice)}\n`)
}

/** Tells of faults that should not happen, to those who want to know. */
export function faultTeller(debug: boolean | undefined): (error: unknown) => void {
  return (error) => {
    if (debug) notify(error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
}

/** Whatever a run leaves open, such as a connection to its model, must not hold the process up. */
export function exitSoon(): void {
  setTimeout(() => process.exit(), EXIT_MS).unref()
}

const EXIT_MS = 1000
