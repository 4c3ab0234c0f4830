import type { Checkpoints, TakeOptions } from "./checkpoints.ts"

/** Checkpoints whose first and longest look has begun already. */
export type LookedAhead = {
  readonly checkpoints: Checkpoints
  /** Nobody needs it any more. */
  stop(): Promise<void>
}

/** The first request to the model is on its way by then, and who is answered at once needs no checkpoint. */
const BEGIN_AFTER_MS = 200

/**
 * Begins to read a workspace before anybody asks for a checkpoint: beside the first call of the model that costs no time. Whoever takes
 * one waits for it, and finds most of the work done.
 */
export function lookAhead(checkpoints: Checkpoints, workspaceRoot: string): LookedAhead {
  const needless = new AbortController()
  let tell: TakeOptions["onProgress"]
  const options = { onProgress: (done: number, of: number) => tell?.(done, of), signal: needless.signal }
  let look: Promise<unknown> | undefined
  const timer = setTimeout(() => {
    look = checkpoints.take(workspaceRoot, [], options).catch(() => undefined)
  }, BEGIN_AFTER_MS)
  const take: Checkpoints["take"] = async (root, also, own = {}) => {
    clearTimeout(timer)
    tell = own.onProgress
    await look
    return checkpoints.take(root, also, own)
  }
  return {
    checkpoints: { ...checkpoints, take },
    async stop() {
      clearTimeout(timer)
      needless.abort()
      await look
    },
  }
}
