import { join } from "node:path"
import { configuredDatabase, saidByFlags } from "../config.ts"
import { IN_MEMORY } from "../journal/state-folder.ts"
import type { RunResult } from "../protocol/run.ts"
import { attachmentsOf } from "./attachments.ts"
import { agentForStart, openRuns } from "./compose.ts"
import { conduct } from "./conduct.ts"
import { NoRequestError } from "./failure.ts"
import { requireWritable } from "./files.ts"
import { fittingTools } from "./fitting-tools.ts"
import type { RunFlags } from "./flags.ts"
import { givenLimits } from "./given-limits.ts"
import { lastConversation } from "./last-conversation.ts"
import { offerMissing } from "./missing-extras.ts"
import { readSchema } from "./read-schema.ts"
import { readyThinker } from "./ready-thinker.ts"
import { type Request, requestGiven } from "./request.ts"
import { whileWanted } from "./resume-command.ts"
import { readyConfig } from "./setup/ready-config.ts"
import { standing } from "./stand.ts"
import { withSurroundings } from "./surroundings.ts"
import type { Thinker } from "./thinker.ts"

const KEPT_HERE =
  "this run is carried out and kept on this machine, and not in KEELSON_DATABASE: look at it without that variable. --source leaves a run to the workers."

/** Everything that can be refused is refused before the run exists. Nobody said what shall be done: then they are asked for it. */
export async function runCommand(given: readonly string[], said: RunFlags, version: string): Promise<number> {
  const request = await requestGiven(given, said.file)
  if (request) return runRequest(request, said, version)
  const isThere = process.stdin.isTTY && process.stderr.isTTY && !said.print && !said.json
  if (!isThere) throw new NoRequestError()
  return (await import("./chat-command.ts")).chatCommand(said)
}

async function runRequest(request: Request, said: RunFlags, version: string): Promise<number> {
  const flags = said.print ? { ...said, quiet: true } : said
  if (flags.bestOf !== undefined || flags.candidates !== undefined)
    return (await import("./candidates/best-of-command.ts")).bestOfCommand(request, flags, version)
  const { source } = flags
  if (source !== undefined) return (await import("./run-elsewhere.ts")).runElsewhere(request, { ...flags, source })
  const { root: workspace, stand } = await standing(flags.workspace)
  const wish = { ...saidByFlags(flags), workspace, limits: givenLimits(flags) }
  const config = await readyConfig(wish, flags)
  for (const flag of ["record", "output"] as const) {
    const path = flags[flag]
    if (path !== undefined) requireWritable(`--${flag}`, path)
  }
  const attachments = attachmentsOf(request.said, flags.attach)
  const schema = flags.schema === undefined ? undefined : await readSchema(flags.schema)
  const ending = { output: flags.output, quiet: flags.quiet, isShaped: schema !== undefined }
  const carryOut = async (seen?: (result: RunResult) => void) =>
    withSurroundings(flags, await openRuns(config.stateFolder), async (stage) => {
      const { surroundings, display, notify } = stage
      for (const notice of config.notices) notify(notice)
      if (configuredDatabase() !== undefined && config.stateFolder !== IN_MEMORY) notify(KEPT_HERE)
      const thinker = await readyThinker(config, flags, workspace, notify)
      const recorded = await recordedIfAsked(thinker, flags, workspace)
      const { language } = request
      const fitting = await fittingTools(config, request, join(workspace, stand), notify)
      await offerMissing(fitting, { language, flags }, stage)
      const agent = await agentForStart(fitting, workspace, recorded, surroundings, {
        answerSchema: schema,
        language,
        stand,
        mustListen: true,
      })
      const conversation = flags.continue ? await lastConversation(surroundings.store, workspace) : []
      const run = await agent.start(request.text, { conversation, attachments })
      return conduct(run, display, { ...ending, diff: agent.diff, ...(seen ? { seen } : {}) })
    })
  // What is recorded ends with the run, and what is kept in memory with the process.
  const isOver = flags.record !== undefined || config.stateFolder === IN_MEMORY
  return isOver ? carryOut() : whileWanted(flags, ending, carryOut)
}

async function recordedIfAsked(thinker: Thinker, { record }: RunFlags, workspace: string): Promise<Thinker> {
  return record === undefined
    ? thinker
    : (await import("./rehearsed-thinker.ts")).recordingThinker(thinker, record, workspace)
}
