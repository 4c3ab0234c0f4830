import { randomBytes } from "node:crypto"
import { mkdir, readdir } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { AgentOptions } from "../../agent.ts"
import { configuredStateFolder } from "../../config.ts"
import { currentOwner, isDead } from "../../journal/owner.ts"
import type { PackStore } from "../../journal/pack-store.ts"
import type { RunStore } from "../../journal/run-store.ts"
import { IN_MEMORY } from "../../journal/state-folder.ts"
import { type Source, SourceError } from "../../protocol/log/source.ts"

/* Runs that name a source: where their files are while this process has them. Nothing of it is loaded for other runs. */

/** What an agent for such a run is made with. */
type MovingParts = Required<Pick<AgentOptions, "checkpoints" | "workspace">> & {
  readonly moving?: AgentOptions["moving"]
  /** Nothing of it stays here. */
  clear(): Promise<void>
}

/** The run's folder, for whoever carries it out. */
export async function movingRun(store: RunStore, runId: string, source: Source, mayPush = true): Promise<MovingParts> {
  const { makeWorkspace, movingFolder, clearFolder } = await import("../../checkouts/moving-folder.ts")
  // Whoever comes second, and is refused, must not clear away what the first one works in.
  const name = `${runId}-${randomBytes(4).toString("hex")}`
  const place = { folder: join(ownFolder(), name), mayPush }
  return {
    workspace: await makeWorkspace(place, source),
    moving: movingFolder(place, source),
    checkpoints: await storedParts(store, runId),
    clear: () => clearFolder(place),
  }
}

/** The same for whoever only ends it, or looks at what it changed. */
export async function storedRun(store: RunStore, runId: string): Promise<MovingParts> {
  return { workspace: await noFolder(), checkpoints: await storedParts(store, runId), clear: async () => {} }
}

/** For what has to stand in a folder and has none yet; nothing is ever in it. */
export async function noFolder(): Promise<string> {
  const folder = join(checkouts(), "none")
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return folder
}

/** What processes of this machine that are no more left behind. */
export async function clearLeftFolders(): Promise<void> {
  const { clearFolder } = await import("../../checkouts/moving-folder.ts")
  for (const name of await readdir(checkouts()).catch(() => [])) {
    const [, host = "", pid, startedAt = ""] = /^(.+)_(\d+)_(\d+)$/.exec(name) ?? []
    if (isDead({ host, pid: Number(pid), startedAt })) await clearFolder({ folder: join(checkouts(), name) })
  }
}

async function storedParts(store: RunStore, runId: string) {
  const { storedCheckpoints } = await import("../../checkouts/library.ts")
  return storedCheckpoints(packsOf(store), runId)
}

function packsOf({ packs }: RunStore): PackStore {
  if (packs) return packs
  throw new SourceError("A run with a source needs a database that keeps its files: start the server with --database.")
}

function ownFolder(): string {
  const { host, pid, startedAt } = currentOwner()
  return join(checkouts(), `${host}_${pid}_${startedAt}`)
}

function checkouts(): string {
  const state = configuredStateFolder()
  return state === IN_MEMORY ? join(tmpdir(), "keelson-checkouts") : join(state, "checkouts")
}
