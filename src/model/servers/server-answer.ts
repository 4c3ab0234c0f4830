import type { TranscriptShape } from "../seam/model.ts"

/** Servers that can be told apart by what they say of themselves; each has its row in the table of endpoints. */
export const SERVER_KINDS = ["llamacpp", "ollama", "lmstudio", "vllm", "sglang"] as const
export type ServerKind = (typeof SERVER_KINDS)[number]

/** What a server says of itself and of one model, before that is asked anything. */
export type ServerWord = {
  readonly kind?: ServerKind | undefined
  /** Tokens that it was really given for this model, not what the model could take. */
  readonly contextWindow?: number | undefined
  readonly models: readonly string[]
  /** What its chat template can't do. */
  readonly shape: TranscriptShape
  /** Whether its chat template has tools; `undefined` where nobody says so. */
  readonly hasTools?: boolean | undefined
}

/** The documents that it was asked for, by the names of their paths; `undefined` for those that it does not have. */
export type ServerDocuments = {
  readonly models?: unknown
  readonly props?: unknown
  readonly running?: unknown
  readonly shown?: unknown
  readonly listed?: unknown
}

/** Puts together what the documents say of a model. */
export function readServerWord(documents: ServerDocuments, model: string): ServerWord {
  const { props, running, shown, listed, models } = documents
  const told = [
    sizeIn(props, "default_generation_settings"),
    sizeIn(entryOf(running, model)),
    sizeIn(entryOf(listed, model)),
    sizeIn(offerFor(models, model)) ?? sizeIn(offerFor(models, model), "meta"),
    askedSize(shown),
  ]
  return {
    kind: kindOf(documents),
    contextWindow: told.find((size) => size !== undefined),
    models: namesIn(models ?? listed),
    shape: { ...templateShape(props), ...templateShape(shown) },
    hasTools: toolsIn(props, shown),
  }
}

/** Whose list of models it is, by the owner that it names. */
export function kindByOwner(models: unknown): ServerKind | undefined {
  const owners = entriesIn(models).map(({ owned_by }) => owned_by)
  return owners.map((owner) => OWNERS[String(owner)]).find((kind) => kind !== undefined)
}

const OWNERS: Readonly<Record<string, ServerKind>> = {
  llamacpp: "llamacpp",
  vllm: "vllm",
  sglang: "sglang",
  library: "ollama",
  organization_owner: "lmstudio",
}

function kindOf({ models, props, running, listed }: ServerDocuments): ServerKind | undefined {
  const byOwner = kindByOwner(models)
  if (byOwner) return byOwner
  if (isRecord(props) && "default_generation_settings" in props) return "llamacpp"
  if (isRecord(running) && Array.isArray(running.models)) return "ollama"
  return entriesIn(listed).some((entry) => "max_context_length" in entry) ? "lmstudio" : undefined
}

/** Names of a loaded window; `n_ctx_train` and `max_context_length` say only what the model could take. */
const SIZES = ["n_ctx", "max_model_len", "loaded_context_length", "context_length"]

function sizeIn(value: unknown, within?: string): number | undefined {
  const record = isRecord(value) && within !== undefined ? value[within] : value
  if (!isRecord(record)) return undefined
  return SIZES.map((field) => record[field]).find(isSize)
}

/** What Ollama will load a model with, where its file says so. */
function askedSize(shown: unknown): number | undefined {
  const parameters = isRecord(shown) ? shown.parameters : undefined
  const said = typeof parameters === "string" ? /^num_ctx\s+(\d+)/m.exec(parameters)?.[1] : undefined
  return said === undefined ? undefined : Number(said)
}

/** Only what a template says in so many words: the rest is found out when it matters. */
function templateShape(document: unknown): TranscriptShape {
  if (!isRecord(document)) return {}
  const template = [document.chat_template, document.template].find((text) => typeof text === "string") ?? ""
  const abilities = isRecord(document.chat_template_caps) ? document.chat_template_caps : {}
  const isWithoutSystem = abilities.supports_system_role === false || /system role not supported/i.test(template)
  return {
    ...(isWithoutSystem ? { systemRole: false } : {}),
    ...(/roles must alternate/i.test(template) ? { alternation: "strict" as const } : {}),
  }
}

/** llama.cpp has looked at the template itself; Ollama lists what a model can do. */
function toolsIn(props: unknown, shown: unknown): boolean | undefined {
  const abilities = isRecord(props) && isRecord(props.chat_template_caps) ? props.chat_template_caps : {}
  if (typeof abilities.supports_tools === "boolean") return abilities.supports_tools
  return isRecord(shown) && Array.isArray(shown.capabilities) ? shown.capabilities.includes("tools") : undefined
}

function namesIn(models: unknown): string[] {
  return entriesIn(models).flatMap(({ id, name }) => {
    const found = id ?? name
    return typeof found === "string" ? [found] : []
  })
}

/** A server with one model answers to any name, unless it is one that loads others. */
function offerFor(models: unknown, model: string): unknown {
  const [only, ...others] = entriesIn(models)
  const kind = kindByOwner(models)
  const answersToAll = others.length === 0 && (kind === undefined || kind === "llamacpp")
  return entryOf(models, model) ?? (answersToAll ? only : undefined)
}

/** Of a list, only the entry that is this model's. */
function entryOf(list: unknown, model: string): unknown {
  const entries = entriesIn(list)
  const names = [model, `${model}:latest`]
  return entries.find(({ id, name }) => names.includes(String(id ?? name)))
}

function entriesIn(list: unknown): Readonly<Record<string, unknown>>[] {
  const found = isRecord(list) ? [list.data, list.models].find(Array.isArray) : undefined
  return (found ?? []).filter(isRecord)
}

function isSize(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null
}
