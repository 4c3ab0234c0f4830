import { type ErrorKind, KeelsonError } from "../../protocol/log/keelson-error.ts"
import { wayOutInShell } from "./remedies.ts"

/** The command can't be carried out as it was given; nothing was started. */
export class UsageError extends KeelsonError {
  override name = "UsageError"

  constructor(message: string) {
    super("bad_request", "refused", message)
  }
}

/** Nobody said what shall be done. */
export class NoRequestError extends UsageError {
  override name = "NoRequestError"

  constructor() {
    super(
      'no request: say what shall be done, as in keelson run "fix the failing test", or pipe it in; --file reads a file.',
    )
  }
}

/** What is wrong with us, or was taken away from us; everything else is a refusal. */
const BROKEN: readonly ErrorKind[] = ["fault", "lost"]

/** What the terminal is told of an error, and the exit code: 2 where the command was refused, 1 where something broke. */
export function describeFailure(error: unknown, debug: boolean): { readonly text: string; readonly code: number } {
  const fault = error instanceof Error ? error : new Error(String(error))
  const kind = error instanceof KeelsonError ? error.kind : "fault"
  const text =
    kind === "fault" ? `internal error: ${firstLine(fault.message)} (--debug shows where)` : withWayOut(fault)
  const stack = debug ? `\n${fault.stack ?? ""}` : ""
  return { text: `keelson: ${text}${stack}`, code: BROKEN.includes(kind) ? 1 : 2 }
}

function withWayOut(fault: Error): string {
  const wayOut = fault instanceof KeelsonError ? fault.wayOut : undefined
  return wayOut ? `${fault.message} ${wayOutInShell(wayOut)}` : fault.message
}

function firstLine(text: string): string {
  return text.trim().split("\n")[0] ?? ""
}
