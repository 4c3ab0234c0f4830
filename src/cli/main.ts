import { readFileSync } from "node:fs"
import { CommanderError } from "commander"
import { describeFailure } from "./failure.ts"
import { leaveSoon } from "./leave.ts"
import { buildProgram, commanderExitCode } from "./program.ts"

/* The entry point: everything that goes wrong ends here as one line and an exit code. */

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  version: string
}

surviveLostOutput()
await main(process.argv)
await leaveSoon()

async function main(words: readonly string[]): Promise<void> {
  const program = buildProgram(version, asksAboutCommand(words) ? await strategyHelp() : undefined)
  const isAlone = words.length <= 2
  if (isAlone && !isOnTerminal()) return program.outputHelp()
  try {
    await program.parseAsync(isAlone ? [...words, "chat"] : [...words])
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = commanderExitCode(error)
      return
    }
    const { text, code } = describeFailure(error, words.includes("--debug"))
    process.stderr.write(text)
    process.exitCode = code
  }
}

/** Names of strategies stand in the help of commands alone: nothing else waits for what knows them. */
function asksAboutCommand([, , command = "", ...more]: readonly string[]): boolean {
  return !command.startsWith("-") && more.some((word) => word === "--help" || word === "-h")
}

async function strategyHelp() {
  return (await import("./strategy-help.ts")).strategyHelp()
}

/** Somebody who types nothing but the name wants to talk; a script wants to be told how. */
function isOnTerminal(): boolean {
  return (process.stdin.isTTY && process.stderr.isTTY) ?? false
}

/**
 * A reader that has seen enough (`| head`) is no fault of the run: it goes on to its end, unheard. So it does where the words can't be
 * written for another reason; that of the answer is told, where it can be.
 */
function surviveLostOutput(): void {
  let isLost = false
  process.stderr.on("error", () => {})
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE" || isLost) return
    isLost = true
    const kept = "what a run said is kept: keelson show"
    process.stderr.write(`keelson: standard output can't be written (${error.code}); ${kept}\n`)
    process.once("exit", () => {
      process.exitCode ||= 1
    })
  })
}
