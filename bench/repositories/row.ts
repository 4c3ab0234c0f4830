import type { Place } from "./place.ts"
import type { Replayed } from "./replay.ts"
import type { Repository } from "./repository.ts"

/** A cell of the table, and whether it is as it should be. */
export type Cell = { readonly text: string; readonly isRight: boolean }

/** What a repository came to, as it is kept. */
export type Row = {
  readonly name: string
  readonly commit: string
  readonly language: string
  readonly files?: number
  readonly cells: readonly Cell[]
  readonly detectionMs?: number
  readonly firstCallMs?: number | undefined
  readonly checkpointMs?: number | undefined
  readonly rightSeconds?: number
  readonly wrongSeconds?: number
}

export const COLUMNS = ["found", "ran", "read", "right fix", "wrong one", "undo"] as const

/** The row of one that can't be had. */
export function notHad({ name, commit, language }: Repository, why: string): Row {
  const cells = COLUMNS.map((_, index) => ({ text: index === 0 ? why : "–", isRight: false }))
  return { name, commit, language, cells }
}

export function rowOf(
  { name, commit, language, check }: Repository,
  { files }: Place,
  right: Replayed,
  wrong: Replayed,
): Row {
  const left = [...new Set([...right.left, ...wrong.left])]
  const found = { text: right.found.join(", ") || "none", isRight: right.found.length > 0 }
  const undo = { text: left.length === 0 ? "exact" : `${left.length} left`, isRight: left.length === 0 }
  const cells = [found, ranCell(right, check), readCell(right, wrong), rightCell(right), wrongCell(wrong), undo]
  const { detectionMs, firstCallMs, checkpointMs } = right
  return {
    name,
    commit,
    language,
    files,
    cells,
    detectionMs,
    firstCallMs,
    checkpointMs,
    rightSeconds: right.seconds,
    wrongSeconds: wrong.seconds,
  }
}

/** The last word on each check of the right fix. */
function lastOf({ ended }: Replayed) {
  return [...new Map(ended.map((event) => [event.name, event])).values()]
}

function ranCell(right: Replayed, check: string | undefined): Cell {
  const last = lastOf(right)
  const isOwn = check !== undefined
  const ran = last.filter(({ hindrance }) => hindrance === undefined)
  const not = last.filter(({ hindrance }) => hindrance !== undefined)
  const text = [
    ran.length > 0 ? (isOwn ? "own check" : "yes") : "no",
    ...not.map(({ name, hindrance }) => `${name}: ${hindrance}`),
  ].join("; ")
  return { text, isRight: ran.length > 0 && not.length === 0 }
}

/** Tests are counted, and what the run broke has a name. */
function readCell(right: Replayed, wrong: Replayed): Cell {
  const all = [...right.ended, ...wrong.ended]
  const tests = Math.max(0, ...lastOf(right).map((event) => event.tests ?? 0))
  const named = all.filter(({ status, compared }) => status === "failed" && compared === "own")
  const isNamed = named.every(({ failures = [] }) => failures.length > 0)
  if (tests === 0 && named.length === 0) return { text: "nothing", isRight: false }
  const text = tests > 0 ? `${tests} tests` : "names"
  return { text: isNamed ? text : `${text}, not all by name`, isRight: isNamed }
}

function rightCell({ result, errors }: Replayed): Cell {
  if (!result) return { text: `no result: ${errors.split("\n").at(-1)}`, isRight: false }
  const { outcome, verified, reason } = result
  const [first = ""] = result.facts.split("\n")
  if (outcome === "done" && verified) {
    const except = /except .*red as before/.test(first)
      ? ", except red as before"
      : /except/.test(first)
        ? ", except"
        : ""
    return { text: `verified${except}`, isRight: true }
  }
  return { text: outcome === "done" ? "done, unverified" : `${outcome}: ${reason.slice(0, 60)}`, isRight: false }
}

function wrongCell({ result }: Replayed): Cell {
  if (!result) return { text: "no result", isRight: false }
  const { outcome, verified } = result
  if (outcome !== "done") return { text: `refused (${outcome})`, isRight: true }
  return { text: verified ? "VERIFIED" : "done, unverified", isRight: false }
}
