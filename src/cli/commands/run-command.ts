import { join } from "node:path"
import { configuredDatabase, saidByFlags } from "../../config.ts"
import { agentForStart } from "../../host/agent-from-config.ts"
import type { ConfiguredModel } from "../../host/model/configured-model.ts"
import { modelForStart } from "../../host/model/model-for-start.ts"
import { fittingTools } from "../../host/tools/fitting-tools.ts"
import { findWorkPlace } from "../../host/workspace/workspace-root.ts"
import { IN_MEMORY } from "../../journal/state-folder.ts"
import type { RunResult } from "../../protocol/log/run.ts"
import { offerMissing } from "../extras/offer-missing.ts"
import type { RunFlags } from "../flags/flags.ts"
import { givenLimits } from "../flags/given-limits.ts"
import { withSurroundings } from "../following/command-stage.ts"
import { conduct } from "../following/follow-to-end.ts"
import { lastConversation } from "../runs/last-conversation.ts"
import { openRuns } from "../runs/open-runs.ts"
import { readyConfig } from "../setup/ready-config.ts"
import { attachmentsOf } from "../terminal/attachments.ts"
import { NoRequestError } from "../terminal/failure.ts"
import { requireWritable } from "../terminal/files.ts"
import { readSchema } from "../terminal/read-schema.ts"
import { type Request, requestGiven } from "../terminal/request.ts"
import { whileWanted } from "./resume-command.ts"

const KEPT_HERE =
  "this run is stored on this machine, not in KEELSON_DATABASE; unset that variable to see it. With --source a run goes to the workers."

/** Everything that can be refused is refused before the run exists. Nobody said what shall be done: then they are asked for it. */
export async function runCommand(given: readonly string[], said: RunFlags, version: string): Promise<number> {
  const request = await requestGiven(given, said.file)
  if (request) return runRequest(request, said, version)
  const isThere = process.stdin.isTTY && process.stderr.isTTY && !said.print && !said.json
  if (!isThere) throw new NoRequestError()
  return (await import("../chat/chat-command.ts")).chatCommand(said)
}

async function runRequest(request: Request, said: RunFlags, version: string): Promise<number> {
  const flags = said.print ? { ...said, quiet: true } : said
  if (flags.bestOf !== undefined || flags.candidates !== undefined)
    return (await import("../candidates/best-of-command.ts")).bestOfCommand(request, flags, version)
  const { source } = flags
  if (source !== undefined)
    return (await import("../cluster/run-elsewhere.ts")).runElsewhere(request, { ...flags, source })
  const { root: workspace, stand } = await findWorkPlace(flags.workspace)
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
      const chosen = await modelForStart(config, flags, workspace, notify)
      const recorded = await recordedIfAsked(chosen, flags, workspace)
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

async function recordedIfAsked(
  chosen: ConfiguredModel,
  { record }: RunFlags,
  workspace: string,
): Promise<ConfiguredModel> {
  return record === undefined
    ? chosen
    : (await import("../../host/model/rehearsed-model.ts")).recordingModel(chosen, record, workspace)
}
