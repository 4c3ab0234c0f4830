/* Loaded into a process of ours before anything else: it dies at a given write, or its clock jumps. */
import fs from "node:fs"
import { syncBuiltinESMExports } from "node:module"

const { CAMPAIGN_DIE_AT: dieAt, CAMPAIGN_JUMP: jump } = process.env
// What it starts itself is not meant.
for (const name of ["CAMPAIGN_DIE_AT", "CAMPAIGN_JUMP", "NODE_OPTIONS"]) delete process.env[name]

if (dieAt !== undefined) dieAtWrite(Number(dieAt))
if (jump !== undefined) jumpAt(...(jump.split("/").map(Number) as [number, number]))

type Call = (this: unknown, ...args: unknown[]) => unknown
type Methods = Record<string, Call>

/** Each statement of the store and each change of a name or a file counts; it dies right before the nth, as after the one before. */
function dieAtWrite(nth: number): void {
  let writes = 0
  const count = () => {
    writes += 1
    if (writes === nth) process.kill(process.pid, "SIGKILL")
  }
  const { emitWarning } = process
  process.emitWarning = () => {}
  const { StatementSync } = process.getBuiltinModule("node:sqlite")
  process.emitWarning = emitWarning
  counted(StatementSync.prototype as unknown as Methods, ["run"], count)
  counted(fs as unknown as Methods, ["writeSync", "renameSync", "mkdirSync"], count)
  counted(fs.promises as unknown as Methods, ["rename", "writeFile", "rm", "mkdir", "open"], count)
  syncBuiltinESMExports()
}

function counted(methods: Methods, names: readonly string[], count: () => void): void {
  for (const name of names) {
    const call = methods[name] as Call
    methods[name] = function (this: unknown, ...args) {
      count()
      return call.apply(this, args)
    }
  }
}

/** From its nth look at the clock on it is so many milliseconds later, or earlier. */
function jumpAt(nth: number, milliseconds: number): void {
  const now = Date.now
  let looks = 0
  Date.now = () => {
    looks += 1
    return now() + (looks >= nth ? milliseconds : 0)
  }
}
