import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
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

/** Puts a table between `<!-- NAME -->` and `<!-- /NAME -->` of a page. */
export function replaceTable(page: string, name: string, table: string): void {
  const path = repositoryPath(page)
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const [before = "", rest = ""] = readFileSync(path, "utf8").split(start)
  const after = rest.split(end)[1]
  if (after === undefined) throw new Error(`${page} has no place for ${start}.`)
  writeFileSync(path, `${before}${start}\n${table}\n${end}${after}`)
}
