/** The command can't be carried out as it was given; nothing was started. */
export class UsageError extends Error {
  override name = "UsageError"
}

/** By name, so that saying what went wrong needs none of the code that threw it. */
const REFUSALS: ReadonlySet<string> = new Set([
  "UsageError",
  "RunOptionsError",
  "ConfigError",
  "ModelSetupError",
  "WorkspaceError",
  "RunRequestError",
  "RunNotFoundError",
  "RunBusyError",
  "WorkspaceBusyError",
  "StoreUnusableError",
  "LogUnreadableError",
  "RehearsalFileError",
  "ServerSetupError",
  "CheckpointsUnavailable",
])

/** What the terminal is told of an error, and the exit code: 2 where the command was refused, 1 where something broke. */
export function describeFailure(error: unknown, debug: boolean): { readonly text: string; readonly code: number } {
  const fault = error instanceof Error ? error : new Error(String(error))
  const isRefusal = REFUSALS.has(fault.name)
  const expected = isRefusal || fault.name === "LeaseLostError"
  const text = expected ? fault.message : `internal error: ${firstLine(fault.message)} (--debug shows where)`
  const stack = debug ? `\n${fault.stack ?? ""}` : ""
  return { text: `keelson: ${text}${stack}\n`, code: isRefusal ? 2 : 1 }
}

function firstLine(text: string): string {
  return text.trim().split("\n")[0] ?? ""
}
