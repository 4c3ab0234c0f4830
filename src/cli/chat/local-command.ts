import { knownSecrets } from "../../host/surroundings.ts"
import { startProgram } from "../../tools/process/start-program.ts"
import { tell } from "../terminal/output.ts"
import { sayHere } from "../words/chat-words.ts"
import type { ChatSession } from "./session.ts"

/** So much of the end of what it prints is told to the next run. */
const MOST_TOLD = 4000

/** Runs a command of the user's own, here and now; the next run knows of it. */
export async function runLocally(session: ChatSession, command: string, folder: string): Promise<void> {
  const { child, ended } = startProgram(command, [], { cwd: folder, shell: true, stdio: ["inherit", "pipe", "pipe"] })
  let printed = ""
  for (const stream of [child?.stdout, child?.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      process.stderr.write(text)
      printed = (printed + text).slice(-MOST_TOLD)
    })
  }
  const code = await ended.then(
    ({ code }) => code,
    () => null,
  )
  if (code !== 0) tell(sayHere("exit", code ?? sayHere("exit.unknown")))
  session.conversation.push({
    request: `(The user ran a command: ${command})`,
    outcome: code === 0 ? "done" : "failed",
    summary: knownSecrets().redact(printed.trim() || `exit code ${code ?? "unknown"}, no output`),
  })
}
