import { join } from "node:path"
import { readConfig, saidByFlags } from "../config.ts"
import { IN_MEMORY, stateFolder } from "../journal/state-folder.ts"
import type { RunResult } from "../protocol/run.ts"
import { CHAT_COMMANDS, carryOutCommand, helpText } from "./chat/commands.ts"
import { runLocally } from "./chat/local-command.ts"
import { type ChatFlags, type ChatSession, remember } from "./chat/session.ts"
import { type Steered, steered } from "./chat/steered.ts"
import { agentForStart, knownSecrets, openRuns, workspaceRoot } from "./compose.ts"
import { conduct } from "./conduct.ts"
import { configWithConsent, consentHere } from "./consent.ts"
import { type EditorTerminal, editLine } from "./editor/edit-line.ts"
import { History } from "./editor/history.ts"
import { filesIn } from "./editor/workspace-files.ts"
import { describeFailure, UsageError } from "./failure.ts"
import { givenLimits } from "./given-limits.ts"
import { painter } from "./render/paint.ts"
import { withSurroundings } from "./surroundings.ts"
import { configuredThinker, rehearsedThinker } from "./thinker.ts"

/** A conversation on the terminal: request, run, summary, and again. */
export async function chatCommand(flags: ChatFlags): Promise<number> {
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw new UsageError('a conversation needs a terminal; use keelson run "…" elsewhere.')
  const session: ChatSession = { flags, conversation: [], results: [] }
  const terminal = { input: process.stdin, output: process.stderr, paint: painter(process.stderr) }
  process.stderr.write(`${terminal.paint("dim", helpText())}\n`)
  const folder = await workspaceRoot(flags.workspace)
  const history = new History(historyPath(), (text) => knownSecrets().redact(text))
  const completions = { commands: Object.keys(CHAT_COMMANDS), files: filesIn(folder) }
  let begun = ""
  for (;;) {
    const words = (await editLine(terminal, { history: history.entries, completions, begun }))?.trim()
    if (words === undefined || words === "/exit" || words === "/quit") return 0
    history.add(words)
    begun = (await answer(session, words, { folder, terminal })).join("\n")
  }
}

function historyPath(): string | undefined {
  const folder = stateFolder(process.env)
  return folder === IN_MEMORY ? undefined : join(folder, "history.jsonl")
}

type Here = { readonly folder: string; readonly terminal: EditorTerminal }

/** What goes wrong with one request is told and does not end the conversation. Returns what was typed too late for the run. */
async function answer(session: ChatSession, words: string, here: Here): Promise<readonly string[]> {
  try {
    if (words.startsWith("!")) await runLocally(session, words.slice(1), here.folder)
    else if (!words.startsWith("/")) return await runOne(session, words, here)
    else if (!(await carryOutCommand(session, words)))
      process.stderr.write(`keelson: there is no ${words} here.\n${helpText()}\n`)
  } catch (error) {
    process.stderr.write(describeFailure(error, session.flags.debug ?? false).text)
  }
  return []
}

async function runOne(
  session: ChatSession,
  request: string,
  { folder: workspace, terminal }: Here,
): Promise<readonly string[]> {
  const { flags, conversation } = session
  const said = { ...saidByFlags(flags), workspace, limits: givenLimits(flags) }
  const config = await (flags.rehearse ? readConfig(said) : configWithConsent(said, consentHere(flags)))
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
      const thinker = flags.rehearse
        ? await rehearsedThinker(flags.rehearse, workspace, notify)
        : await configuredThinker(config, notify)
      const agent = await agentForStart(config, workspace, thinker, surroundings)
      return conduct(await agent.start(request, { conversation }), display, { seen })
    },
    onDisplay,
  )
  return told.flatMap(({ tooLate }) => tooLate())
}
