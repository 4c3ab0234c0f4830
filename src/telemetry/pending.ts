/* Without imports: a process asks for it before it goes, whether anything was traced or not. */

const pending = new Set<Promise<void>>()

/** Something is on its way to a collector. */
export function addPending(sending: Promise<void>): void {
  const sent = sending.finally(() => pending.delete(sent))
  pending.add(sent)
}

/** What is on its way has arrived, or was given up. */
export async function telemetrySent(): Promise<void> {
  await Promise.all(pending)
}
