import { readdirSync, readFileSync } from "node:fs"
import { setTimeout as wait } from "node:timers/promises"

/** The parser processes that descend from a process, as `/proc` has them. */
export function parsersOf(ancestor: number): number[] {
  const parents = new Map(processes().map((id) => [id, parentOf(id)]))
  const descends = (id: number): boolean => {
    for (let at = parents.get(id); at; at = parents.get(at)) if (at === ancestor) return true
    return false
  }
  return [...parents.keys()].filter((id) => descends(id) && textOf(id, "cmdline").split("\0").some(isEntry))
}

const isEntry = (word: string) => /\/parser-child\.[jt]s$/.test(word)

/** Watches how much memory the parsers of a process ever had, in bytes, until it is told to stop. */
export function watchParsers(ancestor: number): () => { readonly seen: ReadonlySet<number>; readonly most: number } {
  const seen = new Set<number>()
  let most = 0
  const look = () => {
    for (const id of parsersOf(ancestor)) {
      seen.add(id)
      const [, kilobytes = 0] = /^VmHWM:\s+(\d+) kB$/m.exec(textOf(id, "status")) ?? []
      most = Math.max(most, Number(kilobytes) * 1024)
    }
  }
  const timer = setInterval(look, 50)
  return () => {
    clearInterval(timer)
    return { seen, most }
  }
}

/** Waits until something holds; false where it does not within twenty seconds. */
export async function comesTrue(holds: () => boolean): Promise<boolean> {
  for (let tries = 0; tries < 400; tries++) {
    if (holds()) return true
    await wait(50)
  }
  return false
}

export function isAlive(id: number): boolean {
  return textOf(id, "cmdline") !== ""
}

function processes(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
}

function parentOf(id: number): number {
  return Number(/^PPid:\s+(\d+)$/m.exec(textOf(id, "status"))?.[1] ?? 0)
}

function textOf(id: number, name: string): string {
  try {
    return readFileSync(`/proc/${id}/${name}`, "utf8")
  } catch {
    return ""
  }
}
