import { type ChildProcess, spawn } from "node:child_process"
import { mkdtemp, realpath, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** A folder for a moment. It goes when it is closed, and also where this process is killed before that. */
export type ViewScratch = { readonly folder: string; close(): Promise<void> }

/**
 * Waits for the end of this process, or for the word of it, and removes the folder. What overlays keep for themselves has no permissions;
 * and a command that is being killed may still write.
 */
const SWEEP = 'cat > /dev/null; for look in 1 2 3 4 5; do chmod -R u+rwX "$0"; rm -rf "$0" && exit; sleep 1; done'

export async function openScratch(): Promise<ViewScratch> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "keelson-base-")))
  const sweeper = process.platform === "win32" ? undefined : startSweeper(folder)
  return {
    folder,
    async close() {
      if (sweeper) await swept(sweeper)
      await rm(folder, { recursive: true, force: true }).catch(() => {})
    },
  }
}

/** In a session of its own: what ends this process from a terminal must not end it. */
function startSweeper(folder: string): ChildProcess | undefined {
  try {
    const sweeper = spawn("/bin/sh", ["-c", `{ ${SWEEP}; } 2> /dev/null`, folder], {
      detached: true,
      cwd: "/",
      stdio: ["pipe", "ignore", "ignore"],
    })
    sweeper.on("error", () => {})
    sweeper.stdin?.on("error", () => {})
    sweeper.unref()
    return sweeper.pid === undefined ? undefined : sweeper
  } catch {
    return undefined
  }
}

function swept(sweeper: ChildProcess): Promise<void> {
  if (sweeper.exitCode !== null) return Promise.resolve()
  sweeper.ref()
  const { promise, resolve } = Promise.withResolvers<void>()
  sweeper.once("exit", () => resolve())
  sweeper.stdin?.end()
  return promise
}
