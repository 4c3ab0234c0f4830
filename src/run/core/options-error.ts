import { KeelsonError } from "../../protocol/log/keelson-error.ts"

/** A run whose commands must be confined, and can't be. */
export function unconfined(reason: string): RunOptionsError {
  return new RunOptionsError(`A sandbox is required, and there is none: ${reason}`)
}

/** What was wanted of a run can't be kept; nothing was started. The message says what would work. */
export class RunOptionsError extends KeelsonError {
  override name = "RunOptionsError"

  constructor(message: string) {
    super("bad_request", "refused", message)
  }
}
