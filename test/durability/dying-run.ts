import fs from "node:fs"
import { syncBuiltinESMExports } from "node:module"

/** A whole run that applies a patch, in a process that kills itself right before the nth time that a file gets or loses its name. */
const { workspace, state, patch, dieAt } = JSON.parse(process.argv[2] ?? "{}")

type Call = (this: unknown, ...args: unknown[]) => Promise<unknown>

const promises = fs.promises as unknown as Record<string, Call>
let names = 0
for (const method of ["rename", "rm"]) {
  const call = promises[method] as Call
  promises[method] = function (this: unknown, ...args) {
    const [path] = args as [string]
    const isTheirs = path.startsWith("/proc/self/fd/") || path.startsWith(workspace)
    const isRemoval = method === "rm" && !path.includes(".keelson-")
    if (isTheirs && (method === "rename" || isRemoval) && ++names === dieAt) process.kill(process.pid, "SIGKILL")
    return call.apply(this, args)
  }
}
syncBuiltinESMExports()

const { patchingAgent } = await import("./patching-agent.ts")
const { agent, store } = await patchingAgent(workspace, state, patch)
await agent.run("Apply the patch.")
await store.close()
