import { spawn } from "node:child_process"
import { once } from "node:events"
import type { End, Place } from "./keelson.ts"

/** As a shell would start it: `$@` is the command line of ours. */
export async function throughShell(here: Place, script: string, words: readonly string[]): Promise<End> {
  const shell = spawn("/bin/sh", ["-c", script, "sh", ...here.command, ...words], {
    cwd: here.workspace,
    env: here.environment,
  })
  shell.stdin.end()
  const said = { stdout: "", stderr: "" }
  for (const name of ["stdout", "stderr"] as const)
    shell[name].setEncoding("utf8").on("data", (text: string) => {
      said[name] += text
    })
  const [code] = await once(shell, "close")
  return { code, ...said }
}
