import type { TaskView } from "./part-views.ts"

/** What is seen of a task without opening it; `more`: lines that are left out. */
export type TaskGist =
  | { readonly kind: "diff"; readonly lines: readonly string[]; readonly more: number }
  /** The end of what a command printed. */
  | { readonly kind: "output"; readonly lines: readonly string[]; readonly more: number }
  /** The beginning of what was read or found. */
  | { readonly kind: "excerpt"; readonly lines: readonly string[]; readonly more: number }

type Told = Pick<TaskView, "digest" | "diff"> & { readonly status: string }

const DIFF_LINES = 14
const FAILED_LINES = 12
const OUTPUT_LINES = 5
const EXCERPT_LINES = 3

/** How the result of a command begins, whichever tool ran it; what it printed last matters most. */
const PRINTED = /^Exit code \d+/

/** An edit as a short diff, a command by the end of its output, anything else by the beginning of its result. */
export function gistOfTask({ status, digest, diff }: Told): TaskGist | null {
  if (diff !== undefined && diff !== "") return { kind: "diff", ...headOf(withoutFileHeads(diff), DIFF_LINES) }
  const lines = digest.trimEnd().split("\n")
  if (digest.trim() === "") return null
  if (PRINTED.test(digest)) return { kind: "output", ...tailOf(lines, status === "done" ? OUTPUT_LINES : FAILED_LINES) }
  if (status !== "done") return { kind: "output", ...tailOf(lines, FAILED_LINES) }
  return { kind: "excerpt", ...headOf(lines, EXCERPT_LINES) }
}

/** The title names the file already; where there are several, each keeps its name. */
function withoutFileHeads(diff: string): readonly string[] {
  const lines = diff.split("\n")
  const isAlone = lines.filter((line) => line.startsWith("+++ ")).length < 2
  return lines.filter((line) => !(line.startsWith("--- ") || (isAlone && line.startsWith("+++ "))))
}

function headOf(lines: readonly string[], most: number): Pick<TaskGist, "lines" | "more"> {
  return { lines: lines.slice(0, most), more: Math.max(0, lines.length - most) }
}

/** The first line of a command's result says how it ended. */
function tailOf(lines: readonly string[], most: number): Pick<TaskGist, "lines" | "more"> {
  if (lines.length <= most) return { lines, more: 0 }
  const [first = ""] = lines
  return { lines: [first, ...lines.slice(1 - most)], more: lines.length - most }
}
