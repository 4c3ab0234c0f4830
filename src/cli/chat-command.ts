import { isCancel, text } from "@clack/prompts"
import { readConfig, saidByFlags } from "../config.ts"
import type { Exchange } from "../protocol/environment.ts"
import type { RunResult } from "../protocol/run.ts"
import { languageOf } from "../text/words.ts"
import { agentForStart, openRuns, workspaceRoot } from "./compose.ts"
import { conduct } from "./conduct.ts"
import { describeFailure, UsageError } from "./failure.ts"
import { fittingTools } from "./fitting-tools.ts"
import type { RunFlags } from "./flags.ts"
import { givenLimits } from "./given-limits.ts"
import { lastConversation } from "./last-conversation.ts"
import { readyThinker } from "./ready-thinker.ts"
import { painter } from "./render/paint.ts"
import { readyConfig } from "./setup/ready-config.ts"
import { withSurroundings } from "./surroundings.ts"

/** What a conversation needs of the flags of `run`. */
export type ChatFlags = Omit<RunFlags, "file" | "output" | "record">

const HELP = `Type what shall be done. Each request is a run of its own that knows what came of the earlier ones.
  /undo     take back what the last run changed      /diff   show it
  /runs     the runs of this folder                  /exit   leave (Ctrl-D too); Ctrl-C ends the run that goes on
`

/** A conversation on the terminal: request, run, summary, and again. */
export async function chatCommand(flags: ChatFlags): Promise<number> {
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw new UsageError('a conversation needs a terminal; use keelson run "…" elsewhere.')
  const conversation: Exchange[] = flags.continue ? [...(await earlier(flags))] : []
  // Who shall think is asked before what about.
  const wish = wishOf(flags, await workspaceRoot(flags.workspace))
  if ((await readConfig(wish)).model === undefined) await readyConfig(wish, flags)
  process.stderr.write(`${painter(process.stderr)("dim", HELP)}\n`)
  for (;;) {
    const said = await text({ message: "What shall be done?", output: process.stderr, input: process.stdin })
    if (isCancel(said) || said === undefined) return 0
    const words = said.trim()
    if (words === "/exit" || words === "/quit") return 0
    if (words !== "") await answer(words, flags, conversation)
  }
}

function wishOf(flags: ChatFlags, workspace: string) {
  return { ...saidByFlags(flags), workspace, limits: givenLimits(flags) }
}

async function earlier(flags: ChatFlags): Promise<readonly Exchange[]> {
  const store = await openRuns()
  try {
    return await lastConversation(store, await workspaceRoot(flags.workspace))
  } finally {
    await store.close()
  }
}

/** What goes wrong with one request is told and does not end the conversation. */
async function answer(words: string, flags: ChatFlags, conversation: Exchange[]): Promise<void> {
  try {
    if (words.startsWith("/")) return await carryOutCommand(words)
    const result = await runOne(words, flags, conversation)
    if (result) conversation.push({ request: words, outcome: result.outcome, summary: result.summary })
  } catch (error) {
    process.stderr.write(describeFailure(error, flags.debug ?? false).text)
  }
}

async function carryOutCommand(words: string): Promise<void> {
  switch (words) {
    case "/undo":
      await (await import("./undo-command.ts")).undoCommand(undefined, {})
      return
    case "/diff":
      await (await import("./diff-command.ts")).diffCommand(undefined, {})
      return
    case "/runs":
      await (await import("./runs-command.ts")).runsCommand({})
      return
    default:
      process.stderr.write(words === "/help" ? HELP : `keelson: there is no ${words} here.\n${HELP}`)
  }
}

async function runOne(
  request: string,
  flags: ChatFlags,
  conversation: readonly Exchange[],
): Promise<RunResult | undefined> {
  const workspace = await workspaceRoot(flags.workspace)
  const said = wishOf(flags, workspace)
  const config = await readyConfig(said, flags)
  const results: RunResult[] = []
  await withSurroundings(flags, await openRuns(config.stateFolder), async ({ surroundings, display, notify }) => {
    const thinker = await readyThinker(config, flags, workspace, notify)
    const asked = { text: request, said: request, language: languageOf(request) }
    const fitting = fittingTools(config, asked, notify)
    const agent = await agentForStart(fitting, workspace, thinker, surroundings, { mustListen: true })
    const run = await agent.start(request, { conversation })
    const code = await conduct(run, display)
    results.push(await run.result)
    return code
  })
  return results[0]
}
