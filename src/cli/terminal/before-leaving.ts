import { telemetrySent } from "../../telemetry/pending.ts"

/** What has to be ended before the process may go. */
const open = new Set<Promise<void>>()

export function beforeLeaving(work: Promise<void>): void {
  const ended = work.catch(() => {}).finally(() => open.delete(ended))
  open.add(ended)
}

/**
 * When a command has done its work, nothing holds the process up: not a connection to a model, and not a program that somebody
 * else's program left behind.
 */
export async function leaveSoon(): Promise<void> {
  await Promise.race([Promise.all(open), patience(PATIENCE_MS)])
  await Promise.race([telemetrySent(), patience(TELEMETRY_MS)])
  setTimeout(() => process.exit(), EXIT_MS).unref()
}

function patience(ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  setTimeout(resolve, ms).unref()
  return promise
}

const EXIT_MS = 1000
/** A server that was asked to end, told to, and then made to, has ended by then. */
const PATIENCE_MS = 6000
/** A collector that has not taken the last spans by then does without them. */
const TELEMETRY_MS = 1500
