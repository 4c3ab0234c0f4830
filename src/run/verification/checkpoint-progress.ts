import type { RunParts } from "../core/run-parts.ts"

/** How long a checkpoint may take before somebody is told, and how often it is told then. */
const SAID_AFTER_MS = 800
const SAID_EVERY_MS = 2000

/** Says so where the folder, which another branch has, is waited for; `work` begins once it is had. */
export async function passWithWord<T>(
  { clock, live, workspaceGate }: Pick<RunParts, "clock" | "live" | "workspaceGate">,
  work: () => Promise<T>,
): Promise<T> {
  let isSaid = false
  const stop = clock.after(SAID_AFTER_MS, () => {
    isSaid = true
    live({ type: "engine.busy", with: "folder" })
  })
  return workspaceGate.pass(() => {
    stop()
    if (isSaid) live({ type: "engine.busy", with: "folder", over: true })
    return work()
  })
}

/** Says how far a checkpoint is, where it takes long; `work` tells what it has done. */
export async function withProgress<T>(
  { clock, live }: Pick<RunParts, "clock" | "live">,
  work: (onProgress: (done: number, of: number) => void) => Promise<T>,
): Promise<T> {
  let said = Number.POSITIVE_INFINITY
  const say = (counts: { done?: number; of?: number } = {}) => {
    said = clock.elapsed()
    live({ type: "engine.busy", with: "checkpoint", ...counts })
  }
  const stop = clock.after(SAID_AFTER_MS, () => say())
  try {
    return await work((done, of) => {
      if (clock.elapsed() - said >= SAID_EVERY_MS) say({ done, of })
    })
  } finally {
    stop()
    if (said !== Number.POSITIVE_INFINITY) live({ type: "engine.busy", with: "checkpoint", over: true })
  }
}
