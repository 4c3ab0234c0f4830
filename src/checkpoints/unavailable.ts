/** There can be no checkpoint here; the message says why and what to do. Runs go on without one. */
export class CheckpointsUnavailable extends Error {
  constructor(message: string) {
    super(message)
    this.name = "CheckpointsUnavailable"
  }
}
