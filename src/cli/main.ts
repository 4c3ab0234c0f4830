import { readFileSync } from "node:fs"
import { CommanderError } from "commander"
import { isOfProgram, parseArgv } from "./program/parse-argv.ts"
import { buildProgram, commanderExitCode, commandNames } from "./program.ts"
import { leaveSoon } from "./terminal/before-leaving.ts"
import { installLastGuard } from "./terminal/crash-guard.ts"
import { describeFailure, NoRequestError } from "./terminal/failure.ts"
import { tell } from "./terminal/output.ts"

/* The entry point: everything that goes wrong ends here as one line and an exit code. */

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  version: string
}

surviveLostOutput()
installLastGuard(process.argv.includes("--debug"))
await main(process.argv)
await leaveSoon()

async function main(argv: readonly string[]): Promise<void> {
  const said = argv.slice(2)
  const isAlone = said.length === 0
  const program = buildProgram(version, asksAboutCommand(said) ? await strategyHelp() : undefined)
  try {
    // A request may be piped in; else it is asked for.
    const words = isAlone ? ["run"] : parseArgv(said, commandNames(program))
    await program.parseAsync([...words], { from: "user" })
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = commanderExitCode(error)
      return
    }
    // Somebody who types nothing but the name wants to talk; a script that pipes nothing in wants to be told how.
    if (isAlone && error instanceof NoRequestError) return program.outputHelp()
    const { text, code } = describeFailure(error, said.includes("--debug"))
    tell(text)
    process.exitCode = code
  }
}

/** Names of strategies stand in the help of commands alone: nothing else waits for what knows them. */
function asksAboutCommand([first = "", ...more]: readonly string[]): boolean {
  if (first === "help") return more.length > 0
  return !isOfProgram(first) && [first, ...more].some((word) => word === "--help" || word === "-h")
}

async function strategyHelp() {
  return (await import("./program/strategy-help.ts")).strategyHelp()
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
    tell(`keelson: standard output can't be written (${error.code}); ${kept}`)
    process.once("exit", () => {
      process.exitCode ||= 1
    })
  })
}
