import { appendFileSync, closeSync, openSync, readFileSync, writeFileSync } from "node:fs"
import { text } from "node:stream/consumers"
import { UsageError } from "./failure.ts"

/** The content of a file that a flag names, or of standard input for `-`. */
export async function readNamedFile(flag: string, path: string): Promise<string> {
  if (path === "-") return text(process.stdin)
  try {
    return readFileSync(path, "utf8")
  } catch (error) {
    throw new UsageError(`${flag}: "${path}" can't be read (${codeOf(error)}).`)
  }
}

/** Refuses before the run what would otherwise fail after it. Makes the file; leaves what is in it. */
export function requireWritable(flag: string, path: string): void {
  try {
    closeSync(openSync(path, "a"))
  } catch (error) {
    throw cannotBeWritten(flag, path, error)
  }
}

function cannotBeWritten(flag: string, path: string, error: unknown): UsageError {
  return new UsageError(`${flag}: "${path}" can't be written (${codeOf(error)}).`)
}

/** Replaces the whole content. */
export function writeNamedFile(flag: string, path: string, content: string): void {
  try {
    writeFileSync(path, content)
  } catch (error) {
    throw cannotBeWritten(flag, path, error)
  }
}

/** Whole or not at all as far as a process can promise it: a recording is read back line by line. */
export function appendToFile(path: string, line: string): void {
  appendFileSync(path, line)
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error)
}
