import { join } from "node:path"
import { agentForStart } from "../../host/agent-from-config.ts"
import { modelForStart } from "../../host/model/model-for-start.ts"
import { fittingTools } from "../../host/tools/fitting-tools.ts"
import type { WorkPlace } from "../../host/workspace/workspace-root.ts"
import type { RunStore } from "../../journal/run-store.ts"
import { conversationWith, type EarlierExchange } from "../../run/lifecycle/lookup/conversation.ts"
import { languageOf } from "../../text/words/language-of.ts"
import type { EditorTerminal } from "../editor/edit-line.ts"
import { offerMissing } from "../extras/offer-missing.ts"
import { withSurroundings } from "../following/command-stage.ts"
import { conduct } from "../following/follow-to-end.ts"
import { openRuns } from "../runs/open-runs.ts"
import { readyConfig } from "../setup/ready-config.ts"
import { attachmentsOf } from "../terminal/attachments.ts"
import { type ChatSession, remember, type Told } from "./session.ts"
import { type Steered, steered } from "./steered.ts"
import { wishOf } from "./wish.ts"

/* The engine comes along with this: it is loaded behind the first prompt, while somebody types. */

/** Carries one request of a conversation out. Returns what was typed too late for the run. */
export async function runRequest(
  session: ChatSession,
  request: string,
  { place: { root: workspace, stand }, terminal }: { readonly place: WorkPlace; readonly terminal: EditorTerminal },
): Promise<readonly string[]> {
  const { flags, conversation } = session
  const config = await readyConfig(wishOf(flags, workspace), flags)
  const lines: Steered[] = []
  const onDisplay = (display: Steered["display"]) => {
    const line = steered(display, terminal)
    lines.push(line)
    return line.display
  }
  await withSurroundings(
    flags,
    await openRuns(config.stateFolder),
    async (stage) => {
      const { surroundings, display, notify } = stage
      const chosen = await modelForStart(config, flags, workspace, notify)
      const asked = { text: request, said: request, language: languageOf(request) }
      const fitting = await fittingTools(config, asked, join(workspace, stand), notify)
      await offerMissing(fitting, { language: asked.language, flags }, stage)
      const agent = await agentForStart(fitting, workspace, chosen, surroundings, { stand, mustListen: true })
      const ending = {
        seen: (result: Parameters<typeof remember>[2]) => remember(session, request, result),
        diff: agent.diff,
        where: "conversation",
      } as const
      const told = await toldOf(surroundings.store, conversation)
      return conduct(
        await agent.start(request, { conversation: told, attachments: attachmentsOf(request) }),
        display,
        ending,
      )
    },
    onDisplay,
  )
  return lines.flatMap(({ tooLate }) => tooLate())
}

/** A run is told of fewer. */
const MOST_TOLD = 8

/** What the next run is told of the earlier ones: of a run what its log has, too. */
function toldOf(store: RunStore, conversation: readonly Told[]): Promise<EarlierExchange[]> {
  return Promise.all(
    conversation.slice(-MOST_TOLD).map(async ({ runId, ...exchange }) => {
      const known = runId === undefined ? undefined : (await conversationWith(store, runId)).at(-1)
      return known ?? exchange
    }),
  )
}
