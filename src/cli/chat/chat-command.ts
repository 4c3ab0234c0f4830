import { join } from "node:path"
import { readConfig } from "../../config.ts"
import { findWorkPlace, type WorkPlace } from "../../host/workspace/workspace-root.ts"
import { IN_MEMORY, stateFolder } from "../../journal/state-folder.ts"
import type { Exchange } from "../../protocol/log/environment.ts"
import { collectSecrets } from "../../tools/secrets/secret-variables.ts"
import { Secrets } from "../../tools/secrets/secrets.ts"
import { type EditorTerminal, editLine } from "../editor/edit-line.ts"
import { History } from "../editor/history.ts"
import { filesIn } from "../editor/workspace-files.ts"
import { painter } from "../paint/paint.ts"
import { terminalColumns } from "../paint/text.ts"
import { describeFailure, UsageError } from "../terminal/failure.ts"
import { tell } from "../terminal/output.ts"
import { sayHere } from "../words/chat-words.ts"
import { banner } from "./banner.ts"
import { CHAT_COMMANDS, carryOutCommand, helpText } from "./commands.ts"
import type { ChatFlags, ChatSession } from "./session.ts"
import { wishOf } from "./wish.ts"

/** A conversation on the terminal: request, run, summary, and again. */
export async function chatCommand(flags: ChatFlags): Promise<number> {
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw new UsageError('a conversation needs a terminal; use keelson run "…" elsewhere.')
  const place = await findWorkPlace(flags.workspace)
  const session: ChatSession = { flags, conversation: [...(await earlier(flags, place.root))], results: [] }
  const terminal = { input: process.stdin, output: process.stderr, paint: painter(process.stderr) }
  await greet(flags, place, terminal)
  const history = new History(historyPath(), (text) => new Secrets(collectSecrets(process.env)).redact(text))
  const completions = { commands: Object.keys(CHAT_COMMANDS), files: filesIn(place.root, place.stand) }
  let begun = ""
  for (;;) {
    const typed = editLine(terminal, { history: history.entries, completions, begun, words: EDITOR_WORDS })
    loadEngine()
    const words = (await typed)?.trim()
    if (words === undefined || words === "/exit" || words === "/quit") return 0
    history.add(words)
    begun = (await answer(session, words, { place, terminal })).join("\n")
  }
}

const EDITOR_WORDS = {
  get leave() {
    return sayHere("leave")
  },
  more: (left: number) => sayHere("more", left),
}

/** While somebody types: once the prompt is on the screen. What fails here fails again, and is told, when it is needed. */
function loadEngine(): void {
  setImmediate(() => void import("./run-request.ts").catch(() => {}))
}

/** Who shall think is asked before what about. */
async function greet(flags: ChatFlags, place: WorkPlace, { paint, output }: EditorTerminal): Promise<void> {
  const wish = wishOf(flags, place.root)
  const config = await readConfig(wish)
  const ready =
    config.model === undefined ? await (await import("../setup/ready-config.ts")).readyConfig(wish, flags) : config
  output.write(`${paint("dim", banner(ready, place, terminalColumns(output)))}\n`)
}

async function earlier(flags: ChatFlags, folder: string): Promise<readonly Exchange[]> {
  if (!flags.continue) return []
  const [{ openRuns }, { lastConversation }] = await Promise.all([
    import("../runs/open-runs.ts"),
    import("../runs/last-conversation.ts"),
  ])
  const store = await openRuns()
  try {
    return await lastConversation(store, folder)
  } finally {
    await store.close()
  }
}

function historyPath(): string | undefined {
  const folder = stateFolder(process.env)
  return folder === IN_MEMORY ? undefined : join(folder, "history.jsonl")
}

type Here = { readonly place: WorkPlace; readonly terminal: EditorTerminal }

/** What goes wrong with one request is told and does not end the conversation. Returns what was typed too late for the run. */
async function answer(session: ChatSession, words: string, here: Here): Promise<readonly string[]> {
  try {
    if (words.startsWith("!")) await runLocally(session, words.slice(1), here.place)
    else if (!words.startsWith("/")) return await (await import("./run-request.ts")).runRequest(session, words, here)
    else if (!(await carryOutCommand(session, words)))
      tell(`keelson: ${sayHere("unknown", words)}\n${helpText(terminalColumns())}`)
  } catch (error) {
    tell(describeFailure(error, session.flags.debug ?? false).text)
  }
  return []
}

async function runLocally(session: ChatSession, command: string, { root, stand }: WorkPlace): Promise<void> {
  const local = await import("./local-command.ts")
  await local.runLocally(session, command, join(root, stand))
}
