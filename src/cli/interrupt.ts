/** Ctrl-C typed while a prompt holds the terminal, as if nothing held it. */
export function interruptOurselves(): void {
  process.kill(process.pid, "SIGINT")
}

/** The first signal ends the run with a report; the second ends the process. Returns how to stop listening. */
export function onInterrupt(cancel: () => Promise<void>): () => void {
  let isAsked = false
  const hear = () => {
    if (isAsked) process.exit(130)
    isAsked = true
    // The run tells by its own result if it can't even be cancelled.
    cancel().catch(() => {})
  }
  process.on("SIGINT", hear)
  process.on("SIGTERM", hear)
  return () => {
    process.off("SIGINT", hear)
    process.off("SIGTERM", hear)
  }
}
