import { posix } from "node:path"
import { clip } from "../../text/clip.ts"

/** The same file under one spelling, as far as the text alone can tell; `Workspace.normalise` also knows the root. */
export function normalisePath(path: string): string {
  const normal = posix.normalize(path)
  return normal.length > 1 && normal.endsWith("/") ? normal.slice(0, -1) : normal
}

/** A folder as a sentence names it. */
export function placeName(path: string): string {
  return path === "." ? "the workspace" : path
}

/** "1 line", "12 lines". */
export function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? "" : "s"}`
}

/** Lines as people count them: a final line break ends the last line instead of starting one. */
export function splitLines(text: string): string[] {
  const lines = text.split(/\r?\n/)
  if (lines.at(-1) === "") lines.pop()
  return lines
}

/** One line of at most `length` characters, for titles and excerpts. */
export function shorten(text: string, length: number): string {
  return clip(text.replace(/\s*\n[\s\S]*$/, " …"), length)
}

/** The kind of line end that most lines of a text have. */
export function prevailingEnd(text: string): "\n" | "\r\n" {
  const windows = text.split("\r\n").length - 1
  const all = text.split("\n").length - 1
  return windows * 2 > all ? "\r\n" : "\n"
}
