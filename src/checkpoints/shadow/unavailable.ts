import { KeelsonError } from "../../protocol/log/keelson-error.ts"

/** There can be no checkpoint here; the message says why and what to do. Runs go on without one. */
export class CheckpointsUnavailable extends KeelsonError {
  override name = "CheckpointsUnavailable"
  /** Of one that could have been made and was given up: why, without naming the workspace. */
  readonly givenUp: string | undefined

  constructor(message: string, givenUp?: string) {
    super("no_checkpoints", "conflict", message)
    this.givenUp = givenUp
  }
}
