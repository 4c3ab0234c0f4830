import fs from "node:fs"
import { syncBuiltinESMExports } from "node:module"

/**
 * A process that changes files with one tool and kills itself right before its nth call of the file system, in the middle of the
 * content if that call is a write. It says how many there were if it lives to its end.
 */
const { root, tool: name, input, dieAt } = JSON.parse(process.argv[2] ?? "{}")

type Call = (this: unknown, ...args: unknown[]) => Promise<unknown>

let steps = 0
const isLast = () => ++steps === dieAt
const die = () => process.kill(process.pid, "SIGKILL")

function deadly(call: Call): Call {
  return function (this: unknown, ...args) {
    if (isLast()) die()
    return call.apply(this, args)
  }
}

const promises = fs.promises as unknown as Record<string, Call>
const sample = await fs.promises.open(process.execPath)
const handles = Object.getPrototypeOf(sample) as Record<string, Call>
await sample.close()

const { writeFile, write } = handles
if (!writeFile || !write) throw new Error("File handles have changed; so must this.")
handles.writeFile = async function (this: unknown, ...args: unknown[]) {
  if (isLast()) die()
  const [content] = args as [Buffer | string]
  if (isLast()) {
    const bytes = Buffer.from(content as string)
    await write.call(this, bytes.subarray(0, bytes.length / 2))
    die()
  }
  return writeFile.apply(this, args)
}
for (const method of ["sync", "chmod", "chown", "close"]) handles[method] = deadly(handles[method] as Call)
for (const method of ["open", "mkdir", "rename", "rm", "unlink"]) promises[method] = deadly(promises[method] as Call)
syncBuiltinESMExports()

const { codingTools } = await import("../../src/tools/code/index.ts")
const { openWorkspace } = await import("../../src/tools/workspace.ts")
const tool = codingTools.find((candidate) => candidate.name === name)
if (tool?.repeat !== "check") throw new Error(`${name} changes no files.`)
const workspace = await openWorkspace(root)
const context = { workspace, sandbox: null, signal: new AbortController().signal, report: () => {} }
await (await tool.prepare(input, context)).apply()
console.log(steps)
