import { BUILT_IN } from "./built-in.ts"

/** What small models and small windows are given: to look, to change, to run. */
export const SMALL_SET: readonly string[] = [
  "list_files",
  "read_file",
  "search_code",
  "edit_file",
  "write_file",
  "run_in_terminal",
]

/** What a request speaks of where it needs the tools of another group. */
const SIGNS: readonly (readonly [group: "data" | "documents" | "web", sign: RegExp])[] = [
  ["data", /\.(?:csv|tsv|parquet|xlsx|jsonl|db|sqlite)\b/i],
  ["documents", /\.(?:pdf|pptx)\b|\b(?:pdf|slides|presentation)\b|幻灯片|演示/i],
  ["web", /\bhttps?:\/\/|\b(?:website|web page)\b|网页|网站/i],
]

/** Of the tools on offer those that most work can be done with, and those that the request names or speaks of; all where none of the first is there. */
export function fewTools(names: readonly string[], request: string): string[] {
  if (!names.some((name) => SMALL_SET.includes(name))) return [...names]
  const words = new Set(request.split(/[^\w-]+/))
  const groups = SIGNS.filter(([, sign]) => sign.test(request)).flatMap(([group]) => Object.keys(BUILT_IN[group]))
  return names.filter((name) => SMALL_SET.includes(name) || groups.includes(name) || words.has(name))
}
