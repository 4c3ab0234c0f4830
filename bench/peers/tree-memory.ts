import { readdirSync, readFileSync } from "node:fs"

/** The peaks of resident memory of a process and of all it has started, added up, in MB. */
export function treePeak(root: number): number {
  const parents = new Map(processIds().map((id) => [id, parentOf(id)]))
  const isOurs = (id: number | undefined): boolean => id !== undefined && (id === root || isOurs(parents.get(id)))
  return [...parents.keys()].filter(isOurs).reduce((sum, id) => sum + peakOf(id), 0)
}

function processIds(): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((id) => id > 0)
}

function parentOf(id: number): number | undefined {
  const [, parent] = /^\d+ \(.*\) \S (\d+)/s.exec(read(`/proc/${id}/stat`)) ?? []
  return parent === undefined || parent === "0" ? undefined : Number(parent)
}

function peakOf(id: number): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(read(`/proc/${id}/status`))?.[1] ?? 0) / 1024
}

/** A process may be gone by now. */
function read(path: string): string {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return ""
  }
}
