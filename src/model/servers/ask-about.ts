import { askServer } from "../http/ask-server.ts"
import { kindByOwner, readServerWord, type ServerDocuments, type ServerKind, type ServerWord } from "./server-answer.ts"

/** How long an answer may take. */
const ASK_MS = 2000

/** The server that is asked, which model is meant, and what its key is sent in. */
export type AskedServer = {
  readonly baseUrl: string
  readonly model: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Whose server it was when it was last asked; `stranger` for one that is none of those known. */
export type KnownServer = ServerKind | "stranger"

/** Who says nothing may still be there. */
export type AskedWord = ServerWord & { readonly isThere: boolean }

type Document = keyof ServerDocuments
/** What nobody has to be sent anything for; the rest is asked of those who are known to answer it. */
const GOT: readonly Document[] = ["models", "props", "running", "listed"]

/** What tells of a server all that is worth knowing, once it is known whose it is. */
const TELLING: Readonly<Record<ServerKind, readonly Document[]>> = {
  llamacpp: ["models", "props"],
  ollama: ["models", "running"],
  lmstudio: ["models", "listed"],
  vllm: ["models"],
  sglang: ["models"],
}

/** The one document that tells what may have changed since: what is loaded, and with which window. */
const CHANGING: Readonly<Record<KnownServer, Document>> = {
  llamacpp: "props",
  ollama: "running",
  lmstudio: "listed",
  vllm: "models",
  sglang: "models",
  stranger: "models",
}

/**
 * Asks a server what it is: all questions side by side, and no longer than until one answer says whose it is and its own documents are
 * there. One that is known is asked a single question, and all of them only if its answer is not that server's. Never throws: who says nothing has said nothing.
 */
export async function askAboutServer(server: AskedServer, known?: KnownServer): Promise<AskedWord> {
  return (known && (await askKnown(server, known))) ?? askStranger(server)
}

/** Whether it said something, and nothing that tells whose it is. One that lists no models may only not be ready yet. */
export function isStranger({ kind, contextWindow, models }: ServerWord): boolean {
  return kind === undefined && (contextWindow !== undefined || models.length > 0)
}

async function askKnown(server: AskedServer, known: KnownServer): Promise<AskedWord | undefined> {
  const name = CHANGING[known]
  const { isThere, body } = await ask(server, name, AbortSignal.timeout(ASK_MS))
  const word = readServerWord({ [name]: body }, server.model)
  if (!isThere) return { ...word, isThere }
  const isSame = known === "stranger" ? isStranger(word) : word.kind === known
  return isSame ? { ...word, isThere } : undefined
}

async function askStranger(server: AskedServer): Promise<AskedWord> {
  const enough = new AbortController()
  const signal = AbortSignal.any([enough.signal, AbortSignal.timeout(ASK_MS)])
  const found: { [name in Document]?: unknown } = {}
  const open = new Set(GOT)
  let isThere = false
  const asking = GOT.map(async (name) => {
    const answer = await ask(server, name, signal)
    if (enough.signal.aborted) return
    isThere ||= answer.isThere
    found[name] = answer.body
    open.delete(name)
    if (isTold(found, open)) enough.abort()
  })
  await Promise.all(asking)
  const word = readServerWord(found, server.model)
  if (word.kind !== "ollama") return { ...word, isThere }
  const shown = (await ask(server, "shown", AbortSignal.timeout(ASK_MS))).body
  return { ...readServerWord({ ...found, shown }, server.model), isThere }
}

/** Whether it is certain whose server it is, and nothing that it would tell is still on its way. */
function isTold({ models }: ServerDocuments, open: ReadonlySet<Document>): boolean {
  const kind = kindByOwner(models)
  return kind !== undefined && TELLING[kind].every((name) => !open.has(name))
}

type Found = { readonly isThere: boolean; readonly body?: unknown }

/** A body that is no JSON comes from somebody, too. */
async function ask(server: AskedServer, name: Document, signal: AbortSignal): Promise<Found> {
  const { headers = {} } = server
  const body = name === "shown" ? JSON.stringify({ model: server.model }) : undefined
  try {
    return { isThere: true, body: (await askServer(addressOf(server, name), signal, { headers, body })).body }
  } catch (error) {
    return { isThere: error instanceof SyntaxError || error instanceof RangeError }
  }
}

/** All but the list of models are paths of the server, not of its base URL. */
function addressOf({ baseUrl, model }: AskedServer, name: Document): string {
  if (name === "models") return `${baseUrl}/models`
  // One that has several models tells of the one that is meant; it would load it to do so.
  const meant = name === "props" ? `?${new URLSearchParams({ model, autoload: "false" })}` : ""
  return new URL(baseUrl).origin + PATHS[name] + meant
}

const PATHS: Readonly<Record<Exclude<Document, "models">, string>> = {
  props: "/props",
  running: "/api/ps",
  shown: "/api/show",
  listed: "/api/v0/models",
}
