import { basename } from "node:path"
import { z } from "zod"
import { ToolFailure } from "../tool.ts"
import { DataSource } from "./data-source.ts"

/** Files as tables: names and what they stand for, or just the files. */
export const Files = z.union([
  z.array(z.string()).min(1),
  z.record(z.string().min(1), z.union([z.string(), DataSource])),
])
export type Files = z.infer<typeof Files>

const MOST_FILES = 20

/** The sources by the name that SQL uses: `data/2024 sales.csv` is `2024_sales` unless it was given another. */
export function sourcesByName(files: Files): Map<string, DataSource> {
  const named = Array.isArray(files)
    ? files.map((path) => [nameOf(path), { path }] as const)
    : Object.entries(files).map(
        ([name, source]) => [name, typeof source === "string" ? { path: source } : source] as const,
      )
  if (named.length === 0 || named.length > MOST_FILES) throw new ToolFailure(`Give 1 to ${MOST_FILES} files.`)
  const sources = new Map<string, DataSource>()
  for (const [name, source] of named) {
    const twin = [...sources].find(([other]) => other.toLowerCase() === name.toLowerCase())
    if (twin) {
      throw new ToolFailure(
        `${twin[1].path} and ${source.path} would both be the table "${name}"; give names: {"a": "${twin[1].path}", "b": "${source.path}"}.`,
      )
    }
    sources.set(name, source)
  }
  return sources
}

/** The paths that a call reads, for the order of tasks. */
export function pathsOf(files: Files): string[] {
  const sources = Array.isArray(files) ? files : Object.values(files)
  return sources.map((source) => (typeof source === "string" ? source : source.path))
}

/** Letters of any script stay. */
function nameOf(path: string): string {
  const [stem = ""] = basename(path).split(".")
  return stem.replace(/[^\p{L}\p{N}_]+/gu, "_") || "data"
}
