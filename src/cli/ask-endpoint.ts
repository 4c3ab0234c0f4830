import { createInterface } from "node:readline"
import { setTimeout as wait } from "node:timers/promises"
import { type Endpoint, PROJECT_FILE, shownAddress } from "../config.ts"

/** What is typed before a question can be read is not meant for it. */
const DEAF_MS = 700

/** One question on the terminal; only the whole word counts as yes, and nothing that was typed ahead. */
export async function askForEndpoint({ url }: Endpoint): Promise<boolean> {
  const { stdin, stderr } = process
  stderr.write(`
${PROJECT_FILE} of this workspace names its own model server:
  ${shownAddress(url)}
Your requests, and whatever the run reads here, would go there, without your key.
`)
  await dropInput(stdin)
  return (await readLine("Send requests there? Type yes to allow it for this folder, anything else for no: ")) === "yes"
}

/** Takes whatever comes in for a while, and forgets it. */
async function dropInput(input: NodeJS.ReadStream): Promise<void> {
  const drop = () => {}
  input.setRawMode(true)
  input.on("data", drop)
  await wait(DEAF_MS)
  input.off("data", drop)
  input.pause()
  input.setRawMode(false)
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
