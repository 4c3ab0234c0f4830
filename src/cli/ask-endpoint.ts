import { createInterface } from "node:readline"
import { type Endpoint, PROJECT_FILE, shownAddress } from "../config.ts"
import { untilQuiet } from "./prompt/quiet.ts"
import { terminalWith } from "./prompt/this-terminal.ts"

/** One question on the terminal; only the whole word counts as yes, and nothing that was typed ahead. */
export async function askForEndpoint({ url }: Endpoint): Promise<boolean> {
  process.stderr.write(`
${PROJECT_FILE} of this workspace names its own model server:
  ${shownAddress(url)}
Your requests, and whatever the run reads here, would go there, without your key.
`)
  const terminal = terminalWith(() => {})
  if (!(await untilQuiet(terminal, new AbortController().signal))) return false
  return (await readLine("Send requests there? Type yes to allow it for this folder, anything else for no: ")) === "yes"
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
