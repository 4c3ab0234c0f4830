import { KeelsonError } from "../protocol/keelson-error.ts"

/** There can be no checkpoint here; the message says why and what to do. Runs go on without one. */
export class CheckpointsUnavailable extends KeelsonError {
  override name = "CheckpointsUnavailable"

  constructor(message: string) {
    super("no_checkpoints", "conflict", message)
  }
}
