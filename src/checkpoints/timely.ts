import type { Clock } from "../tools/clock.ts"
import type { Checkpoints, TreeId } from "./checkpoints.ts"

/** A checkpoint is not there in time. It is made all the same, for those that come after it. */
export class CheckpointLate extends Error {
  override name = "CheckpointLate"
}

/** Checkpoints that somebody may do without who has waited long enough: `take` with `waitMs`. */
export type TimelyCheckpoints = {
  readonly checkpoints: Checkpoints
  /** Nobody needs what is under way any more. */
  stop(): Promise<void>
}

/**
 * The first look at a large folder is the long one, and is finished beside the work that did not wait for it: while it is under way
 * nobody else waits for one, and what comes after it costs only what changed.
 */
export function timely(checkpoints: Checkpoints, clock: Clock): TimelyCheckpoints {
  const needless = new AbortController()
  let late: Promise<unknown> | undefined
  const take: Checkpoints["take"] = async (root, also, { waitMs, ...options } = {}) => {
    if (waitMs === undefined) await late
    if (late) throw new CheckpointLate()
    const signal = options.signal ? AbortSignal.any([options.signal, needless.signal]) : needless.signal
    const work = checkpoints.take(root, also, { ...options, signal })
    if (waitMs === undefined) return work
    return orLate(work, waitMs, clock, () => {
      const over = () => {
        late = undefined
      }
      late = work.then(over, over)
    })
  }
  return {
    checkpoints: { ...checkpoints, take },
    async stop() {
      needless.abort()
      await late
    },
  }
}

async function orLate(work: Promise<TreeId>, waitMs: number, clock: Clock, onLate: () => void): Promise<TreeId> {
  const up = Promise.withResolvers<never>()
  const stop = clock.after(waitMs, () => {
    onLate()
    up.reject(new CheckpointLate())
  })
  try {
    return await Promise.race([work, up.promise])
  } finally {
    stop()
  }
}
