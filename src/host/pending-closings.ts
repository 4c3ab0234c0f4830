/** What agents of this process still have to end: servers of tools, folders of runs that move. */
const open = new Set<Promise<void>>()

/** Nobody waits for it but whoever asks `closingsDone`. */
export function closeBehind(work: Promise<void>): void {
  const ended = work.catch(() => {}).finally(() => open.delete(ended))
  open.add(ended)
}

/** Settles once everything that ended runs had open is closed. */
export async function closingsDone(): Promise<void> {
  await Promise.all(open)
}
