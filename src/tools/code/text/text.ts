import { posix } from "node:path"
import { clip } from "../../../text/clip.ts"

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

/** A note for a number that was brought into its bounds; empty where nothing was. */
export function takenAs(name: string, given: number | undefined, taken: number | undefined, bound: string): string {
  return given === undefined || Math.trunc(given) === taken
    ? ""
    : `\n[${name} ${given} was taken as ${taken}, ${bound}.]`
}

/** A line with its number, as files are shown with them. */
export function numberedLine(number: number, line: string): string {
  return `${number}| ${line}`
}

/** The text without numbers as above; `undefined` unless every line has one. */
export function withoutNumbers(text: string): string | undefined {
  const lines = text.replace(/\r?\n$/, "").split("\n")
  return lines.every((line) => /^ *\d+\| ?/.test(line))
    ? lines.map((line) => line.replace(/^ *\d+\| ?/, "")).join("\n")
    : undefined
}
