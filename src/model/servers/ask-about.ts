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

/** Asks a server what it is, in a few small questions side by side. Never throws: who says nothing has said nothing. */
export async function askAboutServer(server: AskedServer): Promise<ServerWord> {
  const models = await askQuietly(`${server.baseUrl}/models`, server)
  const kind = kindByOwner(models)
  const wanted = kind ? DOCUMENTS[kind] : (Object.keys(PATHS) as Document[])
  const documents = await Promise.all(wanted.map(async (name) => [name, await document(server, name)] as const))
  return readServerWord({ models, ...Object.fromEntries(documents) }, server.model)
}

function document(server: AskedServer, name: Document): Promise<unknown> {
  const { origin } = new URL(server.baseUrl)
  const body = name === "shown" ? JSON.stringify({ model: server.model }) : undefined
  return askQuietly(origin + PATHS[name], server, body)
}

async function askQuietly(address: string, { headers = {} }: AskedServer, body?: string): Promise<unknown> {
  try {
    return (await askServer(address, ASK_MS, { headers, body })).body
  } catch {
    return undefined
  }
}
