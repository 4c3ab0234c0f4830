import fs from "node:fs"
import { syncBuiltinESMExports } from "node:module"
import type * as Code from "../../src/tools/code/index.ts"
import type * as Workspaces from "../../src/tools/workspace/workspace.ts"

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

const { codingTools } = await built<typeof Code>("tools/code/index.js")
const { openWorkspace } = await built<typeof Workspaces>("tools/workspace/workspace.js")
const tool = codingTools.find((candidate) => candidate.name === name)
if (tool?.repeat !== "check") throw new Error(`${name} changes no files.`)
const workspace = await openWorkspace(root)
const context = { workspace, sandbox: null, signal: new AbortController().signal, report: () => {} }
await (await tool.prepare(input, context)).apply()
console.log(steps)

/** Compiled code is there in half the time, and this process is started many times. */
function built<Module>(path: string): Promise<Module> {
  return import(new URL(`../../dist/${path}`, import.meta.url).href)
}
