import type { LogLine } from "../../server/observing/log-line.ts"
import { faultTeller, notify } from "../terminal/long-running.ts"

/** How a process that serves tells what goes on: sentences for whoever started it, or a line of JSON for each thing. */
export type ServerLog = {
  readonly notify: (notice: string) => void
  readonly onFault: (error: unknown) => void
  /** Absent where nobody reads such lines. */
  readonly onLog?: (line: LogLine) => void
}

export const LOG_FORMS = ["text", "json"] as const
export type LogForm = (typeof LOG_FORMS)[number]

/** On standard error: standard output has the address alone. */
export function serverLog(form: LogForm | undefined, debug: boolean | undefined): ServerLog {
  if (form !== "json") return { notify, onFault: faultTeller(debug) }
  return {
    notify: (message) => write("info", { event: "notice", message }),
    onFault: (error) => write("error", { event: "fault", message: String(error), ...stackOf(error, debug) }),
    onLog: (line) => write(line.event === "request" && line.status >= 500 ? "error" : "info", line),
  }
}

function write(level: "info" | "error", fields: object): void {
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), level, ...fields })}\n`)
}

function stackOf(error: unknown, debug = false): { readonly stack?: string } {
  return debug && error instanceof Error && error.stack !== undefined ? { stack: error.stack } : {}
}
