import { ManualClock } from "./manual-clock.ts"

/** A clock that lets nobody wait: as soon as somebody does, and nothing else is to be done, his time has come. */
export class RushingClock extends ManualClock {
  override after(ms: number, action: () => void): () => void {
    const stop = super.after(ms, action)
    const at = this.now() + ms
    setImmediate(() => this.advance(Math.max(0, at - this.now())))
    return stop
  }
}
