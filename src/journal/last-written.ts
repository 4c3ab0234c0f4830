import { closeSync, constants, openSync, readFileSync, rmSync, writeSync } from "node:fs"

/** The number of the last entry of a run that was written for good. */
export type LastEntry = { readonly runId: string; readonly seq: number }

const SEQ_WIDTH = 12
const LINE = 96

/**
 * What was written, kept beside the database: a copy of an older database, an emptied one or one without its WAL does not know it.
 * Each run has a line of fixed length at a place of its own, so that a write touches nothing else. It is a help and no more: where it can't be
 * written or read, nothing is missed.
 */
export class LastWritten {
  readonly #path: string
  #file: number | undefined

  constructor(databasePath: string) {
    this.#path = `${databasePath}-last`
  }

  note(slot: number, { runId, seq }: LastEntry): void {
    this.#put(slot, `${runId.padEnd(LINE - SEQ_WIDTH - 1)}${String(seq).padStart(SEQ_WIDTH)}\n`)
  }

  forget(slot: number): void {
    this.#put(slot, `${" ".repeat(LINE - 1)}\n`)
  }

  clear(): void {
    this.close()
    rmSync(this.#path, { force: true })
  }

  all(): LastEntry[] {
    return this.#read()
      .split("\n")
      .map((line) => ({ runId: line.slice(0, -SEQ_WIDTH).trim(), seq: Number(line.slice(-SEQ_WIDTH)) }))
      .filter(({ runId, seq }) => runId !== "" && seq > 0)
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }

  #put(slot: number, line: string): void {
    // A longer id would break the lines that follow.
    if (Buffer.byteLength(line) !== LINE) return
    try {
      this.#file ??= openSync(this.#path, constants.O_RDWR | constants.O_CREAT, 0o600)
      writeSync(this.#file, line, (slot - 1) * LINE)
    } catch {
      // The log itself is written, and says so where it can't be.
    }
  }

  /** Lines that were never written are zeros. */
  #read(): string {
    try {
      const bytes = readFileSync(this.#path)
      for (let end = LINE - 1; end < bytes.length; end += LINE) bytes[end] = 10
      return bytes.toString("utf8").replaceAll("\0", " ")
    } catch {
      return ""
    }
  }
}
