import type { Config } from "../config.ts"
import type { Model } from "../model/model.ts"
import { openAICompatible } from "../model/openai-compatible.ts"
import { recorded, rehearsal } from "../model/recording.ts"
import {
  RehearsalFileError,
  readRehearsal,
  renderRehearsalHeader,
  renderRehearsalLine,
} from "../model/rehearsal-file.ts"
import { UsageError } from "./failure.ts"
import { appendToFile, readNamedFile, writeNamedFile } from "./files.ts"

/** Who thinks in a run, and the address to record for a later resume. */
export type Thinker = { readonly model: Model; readonly endpoint: string | null }

const PROVIDER = "openai-compatible"

/** The model that the config names. Throws `UsageError` with what to do if there is none. */
export function configuredThinker(config: Config): Thinker {
  if (config.model === undefined) throw new UsageError(noModel(config))
  const name = modelName(config.model)
  const { endpoint } = config
  if (!endpoint) {
    throw new UsageError(
      `no endpoint for the model ${config.model}: give --base-url (or KEELSON_BASE_URL), or set OPENAI_API_KEY to use OpenAI's.`,
    )
  }
  return {
    model: openAICompatible({ name, baseUrl: endpoint.url, apiKey: config.apiKey }),
    endpoint: endpoint.isTrusted ? withoutSecrets(endpoint.url) : null,
  }
}

/** The replies of a file instead of a model. Only the first difference between prompts is reported: a new date makes all differ. */
export async function rehearsedThinker(
  path: string,
  workspace: string,
  onWarning: (warning: string) => void,
): Promise<Thinker> {
  const { lines, model } = readRehearsalFile(await readNamedFile("--rehearse", path), path)
  let isWarned = false
  const warnOnce = (warning: string) => {
    if (!isWarned) onWarning(`${warning} Further differences are not reported.`)
    isWarned = true
  }
  return { model: rehearsal(lines, workspace, { model, onWarning: warnOnce }), endpoint: null }
}

/** The same thinker; its replies go to the file as they come, which is begun anew. */
export function recordingThinker(thinker: Thinker, path: string, workspace: string): Thinker {
  const { model } = thinker
  writeNamedFile(path, renderRehearsalHeader({ model: model.id, recorded_at: new Date().toISOString() }))
  return { ...thinker, model: recorded(model, (line) => appendToFile(path, renderRehearsalLine(line)), workspace) }
}

/** Never asked: for commands that end a run instead of going on with it. */
export const NOBODY: Thinker = {
  model: {
    id: "nobody:nobody",
    contextWindow: 0,
    // biome-ignore lint/correctness/useYield: it has nothing to say.
    async *stream() {
      throw new Error("A run that is being cancelled asks no model.")
    },
  },
  endpoint: null,
}

function readRehearsalFile(content: string, path: string) {
  try {
    return readRehearsal(content)
  } catch (error) {
    if (error instanceof RehearsalFileError) throw new UsageError(`--rehearse: "${path}": ${error.message}`)
    throw error
  }
}

/** `name` or `openai-compatible:name`; the names of local models have colons of their own. */
function modelName(model: string): string {
  const colon = model.indexOf(":")
  const provider = colon < 0 ? PROVIDER : model.slice(0, colon)
  if (provider === PROVIDER) return model.slice(colon + 1)
  throw new UsageError(
    `there is no provider "${provider}"; ${PROVIDER} is the only one for now: --model ${PROVIDER}:${model}`,
  )
}

function noModel({ places, environment }: Config): string {
  const key = environment.OPENAI_API_KEY
    ? "OPENAI_API_KEY is set, but names no model."
    : "OPENAI_API_KEY is not set either."
  return [
    `no model is configured. Looked at ${places.join(", ")}. ${key} The quickest ways:`,
    `  with a key:      OPENAI_API_KEY=… keelson run --model ${PROVIDER}:NAME "…"`,
    `  a local server:  keelson run --model ${PROVIDER}:NAME --base-url http://127.0.0.1:11434/v1 "…"`,
    "  without either:  keelson demo",
  ].join("\n")
}

function withoutSecrets(address: string): string {
  const url = new URL(address)
  url.username = ""
  url.password = ""
  url.search = ""
  return url.href.replace(/\/$/, "")
}
