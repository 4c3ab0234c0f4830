import { join } from "node:path"
import { readConfig, saidByFlags } from "../config.ts"
import { IN_MEMORY, stateFolder } from "../journal/state-folder.ts"
import type { Exchange } from "../protocol/environment.ts"
import type { RunResult } from "../protocol/run.ts"
import { languageOf } from "../text/words.ts"
import { banner } from "./chat/banner.ts"
import { CHAT_COMMANDS, carryOutCommand, helpText } from "./chat/commands.ts"
import { runLocally } from "./chat/local-command.ts"
import { type ChatFlags, type ChatSession, remember } from "./chat/session.ts"
import { type Steered, steered } from "./chat/steered.ts"
import { sayHere } from "./chat/words.ts"
import { agentForStart, knownSecrets, openRuns } from "./compose.ts"
import { conduct } from "./conduct.ts"
import { type EditorTerminal, editLine } from "./editor/edit-line.ts"
import { History } from "./editor/history.ts"
import { filesIn } from "./editor/workspace-files.ts"
import { describeFailure, UsageError } from "./failure.ts"
import { fittingTools } from "./fitting-tools.ts"
import { givenLimits } from "./given-limits.ts"
import { lastConversation } from "./last-conversation.ts"
import { readyThinker } from "./ready-thinker.ts"
import { painter } from "./render/paint.ts"
import { terminalColumns } from "./render/text.ts"
import { readyConfig } from "./setup/ready-config.ts"
import { standing, type WorkPlace } from "./stand.ts"
import { withSurroundings } from "./surroundings.ts"

/** A conversation on the terminal: request, run, summary, and again. */
export async function chatCommand(flags: ChatFlags): Promise<number> {
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw new UsageError('a conversation needs a terminal; use keelson run "…" elsewhere.')
  const place = await standing(flags.workspace)
  const folder = place.root
  const session: ChatSession = { flags, conversation: [...(await earlier(flags, folder))], results: [] }
  const terminal = { input: process.stdin, output: process.stderr, paint: painter(process.stderr) }
  await greet(flags, place, terminal)
  const history = new History(historyPath(), (text) => knownSecrets().redact(text))
  const completions = { commands: Object.keys(CHAT_COMMANDS), files: filesIn(folder, place.stand) }
  let begun = ""
  for (;;) {
    const words = (
      await editLine(terminal, { history: history.entries, completions, begun, words: EDITOR_WORDS })
    )?.trim()
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

/** Who shall think is asked before what about. */
async function greet(flags: ChatFlags, place: WorkPlace, { paint, output }: EditorTerminal): Promise<void> {
  const wish = wishOf(flags, place.root)
  const config = await readConfig(wish)
  const ready = config.model === undefined ? await readyConfig(wish, flags) : config
  output.write(`${paint("dim", banner(ready, place, terminalColumns(output)))}\n`)
}

function wishOf(flags: ChatFlags, workspace: string) {
  return { ...saidByFlags(flags), workspace, limits: givenLimits(flags) }
}

async function earlier(flags: ChatFlags, folder: string): Promise<readonly Exchange[]> {
  if (!flags.continue) return []
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
    if (words.startsWith("!")) await runLocally(session, words.slice(1), join(here.place.root, here.place.stand))
    else if (!words.startsWith("/")) return await runOne(session, words, here)
    else if (!(await carryOutCommand(session, words)))
      process.stderr.write(`keelson: ${sayHere("unknown", words)}\n${helpText(terminalColumns())}\n`)
  } catch (error) {
    process.stderr.write(describeFailure(error, session.flags.debug ?? false).text)
  }
  return []
}

async function runOne(
  session: ChatSession,
  request: string,
  { place: { root: workspace, stand }, terminal }: Here,
): Promise<readonly string[]> {
  const { flags, conversation } = session
  const config = await readyConfig(wishOf(flags, workspace), flags)
  const told: Steered[] = []
  const onDisplay = (display: Steered["display"]) => {
    const line = steered(display, terminal)
    told.push(line)
    return line.display
  }
  const seen = (result: RunResult) => remember(session, request, result)
  await withSurroundings(
    flags,
    await openRuns(config.stateFolder),
    async ({ surroundings, display, notify }) => {
      const thinker = await readyThinker(config, flags, workspace, notify)
      const asked = { text: request, said: request, language: languageOf(request) }
      const fitting = fittingTools(config, asked, notify)
      const agent = await agentForStart(fitting, workspace, thinker, surroundings, { stand, mustListen: true })
      const changes = { diff: agent.diff, where: "conversation" } as const
      return conduct(await agent.start(request, { conversation }), display, { seen, changes })
    },
    onDisplay,
  )
  return told.flatMap(({ tooLate }) => tooLate())
}
