import { readConfig, saidByFlags } from "../config.ts"
import { agentForStart, openRuns, workspaceRoot } from "./compose.ts"
import { conduct, printAnswer, printMessage } from "./conduct.ts"
import { configWithConsent, consentHere } from "./consent.ts"
import { requireWritable } from "./files.ts"
import type { RunFlags } from "./flags.ts"
import { givenLimits } from "./given-limits.ts"
import { readSchema } from "./read-schema.ts"
import { readRequest } from "./request.ts"
import { withSurroundings } from "./surroundings.ts"
import { configuredThinker, recordingThinker, rehearsedThinker, type Thinker } from "./thinker.ts"

/** Everything that can be refused is refused before the run exists. */
export async function runCommand(given: string | undefined, flags: RunFlags): Promise<number> {
  const request = await readRequest(given, flags.file)
  const workspace = await workspaceRoot(flags.workspace)
  const said = { ...saidByFlags(flags), workspace, limits: givenLimits(flags) }
  const config = await (flags.rehearse ? readConfig(said) : configWithConsent(said, consentHere(flags)))
  for (const flag of ["record", "output"] as const) {
    const path = flags[flag]
    if (path !== undefined) requireWritable(`--${flag}`, path)
  }
  const schema = flags.schema === undefined ? undefined : await readSchema(flags.schema)
  return withSurroundings(flags, await openRuns(config.stateFolder), async ({ surroundings, display, notify }) => {
    for (const notice of config.notices) notify(notice)
    const thinker = flags.rehearse
      ? await rehearsedThinker(flags.rehearse, workspace, notify)
      : await configuredThinker(config, notify)
    const recorded = recordedIfAsked(thinker, flags, workspace)
    const agent = await agentForStart(config, workspace, recorded, surroundings, schema)
    const print = schema === undefined ? printMessage : printAnswer
    return conduct(await agent.start(request), display, { output: flags.output, print })
  })
}

function recordedIfAsked(thinker: Thinker, { record }: RunFlags, workspace: string): Thinker {
  return record === undefined ? thinker : recordingThinker(thinker, record, workspace)
}
