import { digestOf, stableJson } from "../../journal/stable-json.ts"
import { clip } from "../../text/clip.ts"

/** Names a call; spelling that makes no difference is evened out. */
export function callOf(tool: string, input: unknown): string {
  return named(stableJson({ tool, input: evened(input) }))
}

/** Short texts are their own names; of long ones only a hash is kept. */
function named(text: string): string {
  return text.length <= MOST_OF_A_NAME ? text : digestOf(text)
}

const MOST_OF_A_NAME = 160

function evened(value: unknown): unknown {
  if (typeof value === "string") return evenedText(value)
  if (Array.isArray(value)) return value.map(evened)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== null && part !== undefined)
      .map(([name, part]) => [name, evened(part)]),
  )
}

/** `./src/` and `src` are one path. Texts of several lines are content: they stay as they are. */
export function evenedText(text: string): string {
  if (text.includes("\n")) return text
  return text
    .trim()
    .replace(/\s+/g, " ")
    .replace(/^\.\//, "")
    .replace(/(?<=.)\/$/, "")
}

const CLOCK = /\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d:\d\d(?:\.\d+)?Z?)?\b|\b\d{1,2}:\d\d:\d\d(?:\.\d+)?\b/g
const DURATION = /\b\d+(?:\.\d+)?\s?(?:ms|s|sec|secs|seconds|min|minutes)\b|duration_ms \d+(?:\.\d+)?/gi

/** Names a result by what it says; two runs of one test differ in their times only. */
export function resultOf(text: string): string {
  return named(text.replace(CLOCK, "#").replace(DURATION, "#").trim())
}

/** A number by itself: not a part of a name, and not how much of something is done. */
const NUMBER = /(?<![\w.-])\d+(?:[.,]\d+)*(?![\w%-])/g

/** The same without its numbers: two answers that differ in nothing else say one thing. What is all numbers stays as it is. */
export function saidIn(text: string): string {
  const said = text.replace(NUMBER, "#")
  return resultOf(/\p{L}/u.test(said) ? said : text)
}

const NOTHING =
  /^(?:\(.* is empty\)|(?:no|0) (?:matches|results|files|entries|hits)\b.*|not found\.?|none\.?|\[\]|\{\}|null)$/i

export function isEmptyResult(text: string): boolean {
  return NOTHING.test(text.trim()) || text.trim() === ""
}

/** Whether a tool reports how a program ended: its exit code is the program's verdict. */
export function isExitCode(text: string): boolean {
  return /^Exit code \d+\b/.test(text)
}

const TELLING = /\b(?:\w*error|fail(?:ed|ure)?|exception|cannot|can't|not found|no such|refused|denied|timed? ?out)\b/i
const MOST_CHARACTERS = 120

/** The line that says most: the first that speaks of a failure, else the first. */
export function gistOf(text: string): string {
  const lines = text
    .split("\n")
    .map((line) => line.replace(/\s+/g, " ").trim())
    .filter((line) => line !== "" && !isExitCode(line))
  const line = lines.find((candidate) => TELLING.test(candidate)) ?? lines[0] ?? "nothing"
  return clip(line, MOST_CHARACTERS)
}

/** Whether a shell command waits for something, as far as its text tells. */
export function isPause(command: string): boolean {
  return /(?:^|[;&|\s])sleep\s+\d/.test(command)
}
