import { KeelsonError } from "../../protocol/keelson-error.ts"

/** What was wanted of a run can't be kept; nothing was started. The message says what would work. */
export class RunOptionsError extends KeelsonError {
  override name = "RunOptionsError"

  constructor(message: string) {
    super("bad_request", "refused", message)
  }
}
