import { readFileSync } from "node:fs"

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
  const ends = ENDS.map((signal) => [signal, signal === "SIGHUP" && isUnderNohup() ? () => {} : hear] as const)
  for (const [signal, listen] of ends) process.on(signal, listen)
  return () => {
    for (const [signal, listen] of ends) process.off(signal, listen)
  }
}

/** A terminal that is closed, Ctrl-\\, and a machine that goes down are as good a reason as Ctrl-C. */
const ENDS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const

/**
 * Node forgets that a signal was to be ignored. What `nohup` also does can still be seen: standard input is a file that
 * can't be read.
 */
function isUnderNohup(): boolean {
  try {
    const [, flags] = /^flags:\s*([0-7]+)$/m.exec(readFileSync("/proc/self/fdinfo/0", "utf8")) ?? []
    return (Number.parseInt(flags ?? "", 8) & 0o3) === 0o1
  } catch {
    // Not on Linux, or without an input.
    return false
  }
}
