import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"

/** A JSON file for this user alone; `undefined` where there is none that can be read. */
export function readPrivateJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"))
  } catch {
    return undefined
  }
}

/** Replaces it as a whole: a crash leaves the old one or the new one. */
export function writePrivateJson(path: string, value: unknown): void {
  writePrivateText(path, `${JSON.stringify(value, null, 2)}\n`)
}

/** The text of a file that this user alone may read; `undefined` where there is none, or where others may have read it. */
export function readPrivateText(path: string): string | undefined {
  try {
    const isShared = process.platform !== "win32" && (statSync(path).mode & 0o077) !== 0
    return isShared ? undefined : readFileSync(path, "utf8")
  } catch {
    return undefined
  }
}

/** A text for this user alone, as a whole. */
export function writePrivateText(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, text, { mode: 0o600 })
  chmodSync(draft, 0o600)
  renameSync(draft, path)
}
