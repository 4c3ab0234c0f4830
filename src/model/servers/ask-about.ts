import { askServer } from "../ask-server.ts"
import { kindByOwner, readServerWord, type ServerDocuments, type ServerKind, type ServerWord } from "./server-word.ts"

/** How long an answer may take. */
const ASK_MS = 2000

/** The server that is asked, which model is meant, and what its key is sent in. */
export type AskedServer = {
  readonly baseUrl: string
  readonly model: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Who says nothing may still be there. */
export type AskedWord = ServerWord & { readonly isThere: boolean }

type Document = Exclude<keyof ServerDocuments, "models">

/** Paths of the server, not of its base URL. */
const PATHS: Readonly<Record<Document, string>> = {
  props: "/props",
  running: "/api/ps",
  shown: "/api/show",
  listed: "/api/v0/models",
}

/** What is worth asking for once it is known whose server it is. */
const DOCUMENTS: Readonly<Record<ServerKind, readonly Document[]>> = {
  llamacpp: ["props"],
  ollama: ["running", "shown"],
  lmstudio: ["listed"],
  vllm: [],
  sglang: [],
}

/**
 * Asks a server what it is: for its list of models first, which most tell themselves by, then for what else is worth asking, side by
 * side. Never throws: who says nothing has said nothing, and who is not there is not asked again.
 */
export async function askAboutServer(server: AskedServer): Promise<AskedWord> {
  const list = await askOnce(`${server.baseUrl}/models`, server)
  if (!list.isThere) return { ...readServerWord({}, server.model), isThere: false }
  const models = list.body
  const kind = kindByOwner(models)
  const wanted = kind ? DOCUMENTS[kind] : (Object.keys(PATHS) as Document[])
  const documents = await Promise.all(wanted.map(async (name) => [name, await document(server, name)] as const))
  return { ...readServerWord({ models, ...Object.fromEntries(documents) }, server.model), isThere: true }
}

async function document(server: AskedServer, name: Document): Promise<unknown> {
  const { origin } = new URL(server.baseUrl)
  const body = name === "shown" ? JSON.stringify({ model: server.model }) : undefined
  return (await askOnce(origin + PATHS[name], server, body)).body
}

type Found = { readonly isThere: boolean; readonly body?: unknown }

/** A body that is no JSON comes from somebody, too. */
async function askOnce(address: string, { headers = {} }: AskedServer, body?: string): Promise<Found> {
  try {
    return { isThere: true, body: (await askServer(address, ASK_MS, { headers, body })).body }
  } catch (error) {
    return { isThere: error instanceof SyntaxError || error instanceof RangeError }
  }
}
