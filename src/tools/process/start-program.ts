import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process"

/** How a program ended: by a code of its own, or by a signal. */
export type ProgramEnd = { readonly code: number | null; readonly signal: NodeJS.Signals | null }

/**
 * A program under way. `child` is absent where the system could not even try. Where it ran out of descriptors or processes the child
 * has no streams at all, so use `?.` for each of them; `ended` says why.
 */
export type StartedProgram = {
  readonly child: ChildProcess | undefined
  /** Settles once all of its output was read; rejects where it could not be started, or was ended by the signal of its options. */
  readonly ended: Promise<ProgramEnd>
  /** Settles with the program itself; others may still write to its output. */
  readonly exited: Promise<ProgramEnd>
}

/**
 * Starts a program so that no failure to start is missed: someone listens for errors before anything else happens. A child without a
 * listener would end this process, and with it every run in it.
 */
export function startProgram(program: string, words: readonly string[], options: SpawnOptions): StartedProgram {
  const ended = Promise.withResolvers<ProgramEnd>()
  const exited = Promise.withResolvers<ProgramEnd>()
  const fail = (error: unknown) => {
    ended.reject(error)
    exited.reject(error)
  }
  for (const { promise } of [ended, exited]) promise.catch(() => {})
  try {
    const child = spawn(program, words, options)
    child.once("error", fail)
    // An error after the first, of a kill that came too late, has nobody left to tell.
    child.on("error", () => {})
    child.once("exit", (code, signal) => exited.resolve({ code, signal }))
    child.once("close", (code, signal) => ended.resolve({ code, signal }))
    return { child, ended: ended.promise, exited: exited.promise }
  } catch (error) {
    fail(error)
    return { child: undefined, ended: ended.promise, exited: exited.promise }
  }
}

/** Why a program could not be started, for people: `EMFILE` says nothing to most of them. */
export function whyNotStarted(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return (code && MEANINGS[code]) ?? code ?? message
}

const MEANINGS: Readonly<Record<string, string>> = {
  EMFILE: "this process has too many files open (EMFILE); raise its limit, as with ulimit -n 4096",
  ENFILE: "this machine has too many files open (ENFILE); close some programs",
  EAGAIN: "there are too many processes (EAGAIN); end some, or raise the limit, as with ulimit -u",
  ENOMEM: "there is not enough memory (ENOMEM)",
  ENOENT: "its folder or the program is gone",
}
