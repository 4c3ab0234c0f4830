import { mkdirSync, writeFileSync } from "node:fs"
import { cpus } from "node:os"
import { repositoryPath } from "./processes.ts"

/** Where figures were taken. */
export function machine() {
  const [cpu] = cpus()
  return { cores: cpus().length, cpu: cpu?.model ?? "unknown", node: process.version, platform: process.platform }
}

/** Writes a file of the repository. */
export function writeOut(folder: string, name: string, content: string): void {
  mkdirSync(repositoryPath(folder), { recursive: true })
  writeFileSync(repositoryPath(`${folder}/${name}`), content)
}
