import { saidByFlags } from "../config.ts"
import { parseSource } from "../protocol/source.ts"
import type { TellOptions } from "../run/life/tell.ts"
import { type Cluster, databaseAddress, openCluster } from "./cluster.ts"
import { agentForRun, agentForStart, recordedRun } from "./compose.ts"
import { conduct, type Ending } from "./conduct.ts"
import { UsageError } from "./failure.ts"
import type { RunFlags } from "./flags.ts"
import { followElsewhere } from "./follow-elsewhere.ts"
import { givenLimits } from "./given-limits.ts"
import { notify as tellUser } from "./long-running.ts"
import { noFolder } from "./moving-run.ts"
import { queueWord } from "./queue-here.ts"
import { readSchema } from "./read-schema.ts"
import type { Request } from "./request.ts"
import { readyConfig } from "./setup/ready-config.ts"
import { type CommandStage, withSurroundings } from "./surroundings.ts"
import { configuredThinker, NOBODY } from "./thinker.ts"

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
  const thinker = await configuredThinker(config, notify)
  const wishes = { answerSchema: schema, language: request.language }
  const agent = await agentForStart(config, workspace, thinker, nobodyAsks, wishes)
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
