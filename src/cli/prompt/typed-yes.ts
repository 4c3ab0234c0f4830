import { createInterface } from "node:readline"
import { untilQuiet } from "./quiet.ts"
import { terminalWith } from "./this-terminal.ts"

/** One question on the terminal; only the whole word counts as yes, and nothing that was typed ahead. */
export async function typedYes(about: string, question: string): Promise<boolean> {
  process.stderr.write(about)
  const terminal = terminalWith(() => {})
  if (!(await untilQuiet(terminal, new AbortController().signal))) return false
  return (await readLine(question)) === "yes"
}

/** A line; empty where the user interrupts or ends the input instead. */
function readLine(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: true })
  return new Promise((resolve) => {
    lines.on("SIGINT", () => lines.close())
    lines.on("close", () => resolve(""))
    lines.question(question, (line) => {
      resolve(line.trim())
      lines.close()
    })
  })
}
