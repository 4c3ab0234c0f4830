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
  await Promise.race([Promise.all(open), patience()])
  setTimeout(() => process.exit(), EXIT_MS).unref()
}

function patience(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  setTimeout(resolve, PATIENCE_MS).unref()
  return promise
}

const EXIT_MS = 1000
/** A server that was asked to end, told to, and then made to, has ended by then. */
const PATIENCE_MS = 6000
