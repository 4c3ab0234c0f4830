import { askServer } from "./ask-server.ts"

const ASK_MS = 2000

/** Where servers tell how many tokens fit, beside their list of models; paths of the server, not of its base URL. */
const PATHS = ["/props", "/api/ps", "/api/v0/models"]

/** Names of a loaded window; `n_ctx_train` and `max_context_length` say only what the model could take. */
const FIELDS = ["n_ctx", "max_model_len", "loaded_context_length", "context_length"]

/** How much a server without a key says it was given for this model; `undefined` if it does not say. */
export async function askForContext(baseUrl: string, model: string): Promise<number | undefined> {
  const { origin } = new URL(baseUrl)
  const addresses = [`${baseUrl}/models`, ...PATHS.map((path) => origin + path)]
  const answers = await Promise.all(addresses.map(askQuietly))
  return answers.map((answer) => readContext(answer, model)).find((found) => found !== undefined)
}

async function askQuietly(address: string): Promise<unknown> {
  try {
    return (await askServer(address, ASK_MS)).body
  } catch {
    return undefined
  }
}

/** Of a list, only the entry that is this model's. */
function readContext(answer: unknown, model: string): number | undefined {
  if (!isRecord(answer)) return undefined
  const list = [answer.data, answer.models].find(Array.isArray)
  if (!list) return sizeIn(answer) ?? sizeIn(answer.default_generation_settings)
  const names = [model, `${model}:latest`]
  const entry = list.filter(isRecord).find(({ id, name }) => names.includes(String(id ?? name)))
  return entry && (sizeIn(entry) ?? sizeIn(entry.meta))
}

function sizeIn(value: unknown): number | undefined {
  if (!isRecord(value)) return undefined
  return FIELDS.map((field) => value[field]).find((size): size is number => typeof size === "number" && size > 0)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null
}
