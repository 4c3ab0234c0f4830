import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { homedir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { repositoryPath } from "../support/processes.ts"
import { machine, replaceTable, writeOut } from "../support/write-out.ts"
import { REPOSITORIES } from "./all-repositories.ts"
import { tableOf, unexplained } from "./page.ts"
import { withMistake } from "./patch.ts"
import { openPlace, type Sources } from "./place.ts"
import { replay } from "./replay.ts"
import type { Repository } from "./repository.ts"
import { notHad, type Row, rowOf } from "./row.ts"

const PAGES = ["docs/repositories.md", "docs/repositories.zh.md"]

/*
 * Usage: npm run bench -- repositories [--only owner/name …] [--cache DIR] [--mirrors DIR]. Fixes of public repositories, and subtly wrong
 * ones, by a model that knows them; the page is written, with earlier rows for what is not played. What each run said lies in the cache.
 */
export async function repositories(words: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      only: { type: "string", multiple: true },
      cache: { type: "string", default: process.env.KEELSON_REPOSITORIES ?? cacheFolder() },
      mirrors: { type: "string" },
    },
  })
  const { only, cache, mirrors } = values
  mkdirSync(join(cache, "results"), { recursive: true })
  for (const repository of REPOSITORIES) {
    if (only && !only.includes(repository.name)) continue
    process.stderr.write(`${repository.name} … `)
    const row = await rowFor(repository, { cache, mirrors })
    process.stderr.write(`${row.cells.map(({ text }) => text).join(" | ")}\n`)
    const rows = new Map([...earlierRows(), row].map((one) => [one.name, one]))
    keep(REPOSITORIES.flatMap(({ name }) => rows.get(name) ?? []))
  }
}

/** So that one repository may be looked at again without the hours of all others. */
function earlierRows(): readonly Row[] {
  try {
    return JSON.parse(readFileSync(repositoryPath("bench/results/repositories.json"), "utf8")).rows
  } catch {
    return []
  }
}

function keep(rows: readonly Row[]): void {
  const results = { date: new Date().toISOString(), machine: machine(), rows }
  writeOut("bench/results", "repositories.json", `${JSON.stringify(results, null, 2)}\n`)
  for (const page of PAGES) {
    replaceTable(page, "repositories", tableOf(rows))
    const missing = unexplained(rows, page)
    if (missing.length > 0) process.stderr.write(`${page} says nothing of ${missing.join(", ")}.\n`)
  }
}

/** Outside of the repository: gigabytes that are fetched once. */
function cacheFolder(): string {
  return join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "keelson", "repositories")
}

async function rowFor(repository: Repository, sources: Sources): Promise<Row> {
  const place = openPlace(repository, sources)
  if (typeof place === "string") return notHad(repository, place)
  const right = await replay(place, place.patch, repository.check)
  const wrong = await replay(place, withMistake(place.patch, repository), repository.check)
  const whole = { repository, lacks: place.lacks, right, wrong }
  const file = join(sources.cache, "results", `${repository.name.replace("/", "+")}.json`)
  writeFileSync(file, JSON.stringify(whole, null, 1))
  return rowOf(repository, place, right, wrong)
}
