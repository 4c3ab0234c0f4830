import { spawn } from "node:child_process"
import { once } from "node:events"
import { stripVTControlCharacters } from "node:util"
import type { Place } from "./keelson.ts"

/** The last line of a question that hears keys now. */
export const PRESS = "└  Press "
export const ENTER = "\r"

const PATIENCE_MS = 60_000

/** What is typed once the screen says something new: the first line of a question, which is not drawn again. */
export type Keys = {
  readonly when: string | RegExp
  readonly type: string
  /** What else happens in that moment. */
  readonly meanwhile?: () => void
}

/** Keelson on a terminal of its own, with somebody who types. */
export async function onTerminal(
  here: Place,
  words: readonly string[],
  keys: readonly Keys[],
  environment: NodeJS.ProcessEnv = {},
): Promise<{ readonly code: number | null; readonly screen: string }> {
  const quoted = [...here.command, ...words].map((word) => `'${word}'`).join(" ")
  const terminal = spawn("script", ["-qec", `stty cols 120 rows 60; ${quoted}`, "/dev/null"], {
    cwd: here.workspace,
    env: { ...here.environment, TERM: "xterm", ...environment },
  })
  // Somebody who waits for a question that never comes gives up, and the screen tells why.
  const patience = setTimeout(() => terminal.kill(), PATIENCE_MS)
  const left = [...keys]
  let screen = ""
  let from = 0
  terminal.stdout.setEncoding("utf8").on("data", (text: string) => {
    screen += stripVTControlCharacters(text)
    const [next] = left
    if (!next || !says(screen.slice(from), next.when)) return
    from = screen.length
    left.shift()
    terminal.stdin.write(next.type)
    next.meanwhile?.()
  })
  const [code] = await once(terminal, "close")
  clearTimeout(patience)
  return { code, screen }
}

function says(text: string, what: string | RegExp): boolean {
  return typeof what === "string" ? text.includes(what) : what.test(text)
}
