import { execFileSync } from "node:child_process"
import { mkdirSync, readdirSync, rmSync, statSync, truncateSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { between } from "./chance.ts"
import type { Voice } from "./endpoint.ts"
import type { Fault, Scene } from "./fault.ts"
import type { TrialPlace } from "./place.ts"

const DATABASE = "keelson.db"

/** Does something once, when the model is asked for the nth time. */
function atCall(voice: Voice, nth: number, act: () => void): Voice {
  let isDone = false
  return (body, n) => {
    if (n >= nth && !isDone) {
      isDone = true
      act()
    }
    return voice(body, n)
  }
}

/** Keeps the database locked for a while, as another process would. */
function lock({ state }: TrialPlace, milliseconds: number): void {
  const database = new DatabaseSync(join(state, DATABASE), { timeout: 2000 })
  try {
    database.exec("BEGIN IMMEDIATE")
  } catch {
    database.close()
    return
  }
  setTimeout(() => database.close(), milliseconds)
}

function canMount(): boolean {
  return process.getuid?.() === 0 && process.platform === "linux"
}

/** Where it may: a disk of its own. */
function smallDisk({ place: { state }, dice }: Scene): void {
  mkdirSync(state)
  if (!canMount()) return
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${between(dice, 300, 800)}k`, "none", state])
}

function noDisk({ place: { state } }: Scene): void {
  if (canMount()) execFileSync("umount", ["-l", state])
}

/** Grows: the run that is gone on with has room. */
function moreRoom({ place: { state } }: Scene): void {
  if (canMount()) execFileSync("mount", ["-o", "remount,size=64m", "none", state])
}

/** What a crash of the machine may leave of a log that is written ahead. */
function cutLog({ place: { state }, dice }: Scene): void {
  const wal = join(state, `${DATABASE}-wal`)
  const size = statSync(wal, { throwIfNoEntry: false })?.size ?? 0
  if (size > 0) truncateSync(wal, Math.floor(size * dice()))
}

/** What happens to where the log is kept. */
export const STORE_FAULTS: readonly Fault[] = [
  {
    group: "locks on the store",
    name: "lock in the middle",
    voice: (voice, { place, dice }) => {
      const milliseconds = between(dice, 50, 2500)
      return atCall(voice, between(dice, 0, 4), () => lock(place, milliseconds))
    },
  },
  {
    group: "locks on the store",
    name: "lock at the start",
    prepare: ({ place }) => {
      mkdirSync(place.state, { mode: 0o700 })
      new DatabaseSync(join(place.state, DATABASE)).close()
      lock(place, 1200)
    },
  },
  {
    group: "full disks",
    name: "files may not grow",
    start: ({ dice }) => ({ through: `trap "" XFSZ; ulimit -f ${between(dice, 200, 1200)}; exec "$@"` }),
    mayRefuse: true,
  },
  {
    group: "full disks",
    name: "a small disk",
    prepare: smallDisk,
    between: moreRoom,
    clear: noDisk,
    mayRefuse: true,
  },
  {
    group: "stores removed or cut",
    name: "store removed",
    voice: (voice, { place, dice }) =>
      atCall(voice, between(dice, 0, 4), () => {
        for (const name of readdirSync(place.state)) if (name.startsWith(DATABASE)) rmSync(join(place.state, name))
      }),
    mayRefuse: true,
  },
  {
    group: "stores removed or cut",
    name: "log cut after a crash",
    during: async (life, { dice }) => {
      await life.said(between(dice, 5, 50))
      life.process.kill("SIGKILL")
    },
    between: cutLog,
    mayRefuse: true,
  },
]
