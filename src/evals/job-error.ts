import { KeelsonError } from "../protocol/log/keelson-error.ts"

/** Jobs can't be read, or what was asked of them can't be had; nothing was run. */
export class JobError extends KeelsonError {
  override name = "JobError"

  constructor(message: string) {
    super("bad_request", "refused", message)
  }
}
