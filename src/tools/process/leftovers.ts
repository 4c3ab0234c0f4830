import { readdir, readFile } from "node:fs/promises"

/** The variable that marks the processes of one command, also those that left its group. */
export const MARK_NAME = "KEELSON_COMMAND"

/** Those that are born while we look are found by looking again; a fork bomb must not keep us for ever. */
const LOOKS = 5

/**
 * Ends the processes that carry the mark in their environment: they were started by the command and then left its group.
 * Only Linux shows environments by file; elsewhere there is nothing to find.
 */
export async function killMarked(mark: string): Promise<void> {
  for (let look = 0; look < LOOKS; look++) {
    const found = await marked(`${MARK_NAME}=${mark}`)
    if (found.length === 0) return
    for (const id of found) kill(id)
  }
}

async function marked(variable: string): Promise<number[]> {
  const ids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number)
  const checks = await Promise.all(ids.map(async (id) => (await hasVariable(id, variable)) && id))
  return checks.filter((id) => id !== false)
}

/** Processes of other users, and those that ended by now, can't be read and are not ours. */
async function hasVariable(id: number, variable: string): Promise<boolean> {
  const environment = await readFile(`/proc/${id}/environ`, "latin1").catch(() => "")
  return id !== process.pid && environment.split("\0").includes(variable)
}

function kill(id: number): void {
  try {
    process.kill(id, "SIGKILL")
  } catch {
    // It ended by itself.
  }
}
