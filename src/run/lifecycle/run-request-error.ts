import { KeelsonError, type WayOut } from "../../protocol/log/keelson-error.ts"

/** What was asked of a run does not fit the run; the message says what would. */
export class RunRequestError extends KeelsonError {
  override name = "RunRequestError"
  constructor(message: string, wayOut?: WayOut) {
    super("conflict", "conflict", message, wayOut)
  }
}
