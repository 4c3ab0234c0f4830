import { Writable } from "node:stream"
import type { RunStore } from "../../journal/run-store.ts"
import { openRuns } from "../runs/open-runs.ts"
import { onInterrupt } from "../terminal/interrupt.ts"
import { faultTeller, notify } from "../terminal/long-running.ts"

/** A server for whoever is at the other end of standard input and output. */
export type StdioServer = { readonly closed: Promise<void>; close(): Promise<void> }

/** What it is made with. Nothing else may write to `output`. */
export type StdioParts = {
  readonly store: RunStore
  readonly input: NodeJS.ReadStream
  readonly output: Writable
  readonly onFault: (error: unknown) => void
  readonly notify: (notice: string) => void
}

/** Serves until the other side goes or interrupts; runs that are under way then can be resumed. `hint`: for people who start it by hand. */
export async function overStdio(
  { debug, hint }: { readonly debug: boolean | undefined; readonly hint: string },
  start: (parts: StdioParts) => Promise<StdioServer>,
): Promise<number> {
  const output = protocolOutput()
  const store = await openRuns()
  const stopped = Promise.withResolvers<void>()
  const stopListening = onInterrupt(async () => stopped.resolve())
  try {
    const server = await start({ store, input: process.stdin, output, onFault: faultTeller(debug), notify })
    if (process.stdin.isTTY) notify(hint)
    await Promise.race([server.closed, stopped.promise])
    await server.close()
    return 0
  } finally {
    stopListening()
    await store.close()
  }
}

/** Standard output is the protocol's alone: what a config's code or a package prints goes to standard error. */
function protocolOutput(): Writable {
  const write = process.stdout.write.bind(process.stdout)
  process.stdout.write = process.stderr.write.bind(process.stderr)
  return new Writable({
    write: (chunk: Uint8Array, _encoding, done) => {
      write(chunk, done)
    },
  })
}
