import { closingsDone } from "../../host/pending-closings.ts"
import { telemetrySent } from "../../telemetry/pending.ts"

/**
 * When a command has done its work, nothing holds the process up: not a connection to a model, and not a program that somebody
 * else's program left behind.
 */
export async function leaveSoon(): Promise<void> {
  await Promise.race([closingsDone(), patience(PATIENCE_MS)])
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
