import { printable } from "../paint/text.ts"
import { tell } from "./output.ts"

/** Tells whoever started the process something. */
export function notify(notice: string): void {
  tell(`keelson: ${printable(notice)}`)
}

/** Tells of faults that should not happen, to those who want to know. */
export function faultTeller(debug: boolean | undefined): (error: unknown) => void {
  return (error) => {
    if (debug) notify(error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
}
