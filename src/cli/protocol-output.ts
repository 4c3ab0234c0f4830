import { Writable } from "node:stream"

/** Standard output is the protocol's alone: what a config's code or a package prints goes to standard error. */
export function protocolOutput(): Writable {
  const write = process.stdout.write.bind(process.stdout)
  process.stdout.write = process.stderr.write.bind(process.stderr)
  return new Writable({
    write: (chunk: Uint8Array, _encoding, done) => {
      write(chunk, done)
    },
  })
}
