import { saidByFlags } from "../../config.ts"
import { agentForRun, agentForStart } from "../../host/agent-from-config.ts"
import { configuredModel, NOBODY } from "../../host/model/configured-model.ts"
import { recordedRun } from "../../host/recorded-run.ts"
import { noFolder } from "../../host/workspace/moving-run.ts"
import { parseSource } from "../../protocol/log/source.ts"
import type { TellOptions } from "../../run/lifecycle/requests/tell.ts"
import type { RunFlags } from "../flags/flags.ts"
import { givenLimits } from "../flags/given-limits.ts"
import { type CommandStage, withSurroundings } from "../following/command-stage.ts"
import { followElsewhere } from "../following/follow-elsewhere.ts"
import { conduct, type Ending } from "../following/follow-to-end.ts"
import { readyConfig } from "../setup/ready-config.ts"
import { UsageError } from "../terminal/failure.ts"
import { notify as tellUser } from "../terminal/long-running.ts"
import { readSchema } from "../terminal/read-schema.ts"
import type { Request } from "../terminal/request.ts"
import { type Cluster, databaseAddress, openCluster } from "./cluster.ts"
import { queueWord } from "./queue-position.ts"

/** What has a meaning only where the run is carried out here. */
const HERE_ONLY = ["workspace", "continue", "record", "rehearse"] as const

/** `keelson run --source`: leaves the run to the workers of the database, and shows it to its end or its next question. */
export async function runElsewhere(request: Request, flags: RunFlags & { readonly source: string }): Promise<number> {
  parseSource(flags.source)
  const refused = HERE_ONLY.find((flag) => flags[flag] !== undefined)
  if (refused) throw new UsageError(`--${refused} can't be used with --source, whose runs are carried out by workers.`)
  const address = databaseAddress({})
  if (address === undefined)
    throw new UsageError(
      "--source needs workers: name their database in KEELSON_DATABASE (docs/cluster.md). Without one clone the repository, and run in its folder.",
    )
  const cluster = await openCluster(address, { notify: tellUser, onFault: () => {} })
  try {
    return await withSurroundings(flags, cluster.store, (stage) => begin(request, flags, { ...stage, ...cluster }))
  } finally {
    await cluster.close()
  }
}

async function begin(request: Request, flags: RunFlags, stage: CommandStage & Cluster): Promise<number> {
  const { queue, display, notify, store, surroundings } = stage
  const workspace = await noFolder()
  const config = await readyConfig({ ...saidByFlags(flags), workspace, limits: givenLimits(flags) }, flags)
  for (const notice of config.notices) notify(notice)
  const schema = flags.schema === undefined ? undefined : await readSchema(flags.schema)
  const nobodyAsks = { ...surroundings, responder: undefined }
  const chosen = await configuredModel(config, notify)
  const wishes = { answerSchema: schema, language: request.language }
  const agent = await agentForStart(config, workspace, chosen, nobodyAsks, wishes)
  const id = await agent.forOthers.start(request.text)
  await queue.send(id)
  const standing = (await queue.standings([id])).get(id)
  if (standing && (standing.reason !== "busy" || standing.place > 1)) notify(queueWord(standing))
  const own = await agentForRun(await recordedRun(store, id), NOBODY, nobodyAsks, {})
  const words = {
    tell: (text: string, options?: TellOptions) => own.tell(id, text, options),
    cancel: async (reason?: string) => void (await own.cancel(id, reason)),
  }
  const ending: Ending = { output: flags.output, quiet: flags.quiet, isShaped: schema !== undefined }
  return conduct(followElsewhere(store, id, words), display, ending)
}
