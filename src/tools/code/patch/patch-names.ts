import { ToolFailure } from "../../tool.ts"
import { normalisePath } from "../text/text.ts"

const NO_FILE = "/dev/null"

/** The two names of a file in a patch; `null` where there is no file on that side. */
export type PatchNames = { readonly from: string | null; readonly to: string | null }

/** Reads the names behind `---` and `+++`, with or without the `a/` and `b/` that git puts before them. */
export function namesOf(oldName: string, newName: string): PatchNames {
  const from = spelled(oldName)
  const to = spelled(newName)
  const isPrefixed = hasPrefix(from, "a/") && hasPrefix(to, "b/") && (from !== null || to !== null)
  const bare = (name: string | null) => (name === null ? null : checked(isPrefixed ? name.slice(2) : name))
  return { from: bare(from), to: bare(to) }
}

/** Reads both names from `diff --git a/x b/x`, which has no mark between them: they are halves of one line, or quoted. */
export function gitNames(line: string): PatchNames | undefined {
  const quoted = line.match(/^("(?:[^"\\]|\\.)*"|\S+) ("(?:[^"\\]|\\.)*"|\S+)$/)
  if (quoted) return namesOf(quoted[1] ?? "", quoted[2] ?? "")
  const half = (line.length - 1) / 2
  const [left, right] = [line.slice(0, half), line.slice(half + 1)]
  return left.slice(2) === right.slice(2) ? namesOf(left, right) : undefined
}

/** A name that stands alone, as behind `rename from`. */
export function plainName(name: string): string {
  return checked(spelled(name) ?? NO_FILE)
}

function hasPrefix(name: string | null, prefix: string): boolean {
  return name === null || name.startsWith(prefix)
}

/** Without the date that may follow a tab; git quotes names with unusual characters. */
function spelled(name: string): string | null {
  const bare = name.replace(/\t.*$/s, "").trim()
  const plain = /^".*"$/s.test(bare) ? unquote(bare.slice(1, -1)) : bare
  return plain === NO_FILE ? null : plain
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", '"': '"', "\\": "\\" }

function unquote(text: string): string {
  const bytes = text.replace(/\\([0-7]{3})|\\(.)/gs, (_all, octal?: string, letter?: string) =>
    octal === undefined ? (ESCAPES[letter ?? ""] ?? letter ?? "") : String.fromCharCode(Number.parseInt(octal, 8)),
  )
  return /\\[0-7]{3}/.test(text) ? Buffer.from(bytes, "latin1").toString("utf8") : bytes
}

/** A patch may come from anywhere: it names files by plain paths inside the workspace, or it is refused as a whole. */
function checked(name: string): string {
  const isPlain =
    name !== "" && !name.startsWith("/") && !/^[a-z]:[\\/]/i.test(name) && !name.split(/[\\/]/).includes("..")
  if (isPlain) return normalisePath(name)
  throw new ToolFailure(`The patch names "${name}"; paths in a patch are relative to the workspace, without "..".`)
}
