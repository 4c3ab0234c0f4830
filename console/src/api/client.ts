import type {
  ActionReply,
  AddressReply,
  ModelsReply,
  ResumeRequest,
  RunListItem,
  RunListPage,
  SettingsReply,
  StartReply,
  StartRequest,
  UndoReply,
  UndoRequest,
} from "@keelson/protocol/api/api.ts"
import type { OpenedCall } from "@keelson/protocol/api/call-api.ts"
import { LINE_COUNT_HEADER } from "@keelson/protocol/api/line-count-header.ts"
import type { ReplayReply } from "@keelson/protocol/api/replay-api.ts"
import type { ApprovalDecision, LoggedEvent } from "@keelson/protocol/log/event.ts"
import type { RunResult } from "@keelson/protocol/log/run.ts"
import type { StagePart } from "@keelson/view/brief.ts"
import type { RunPicture } from "@keelson/view/picture.ts"
import { hearRole } from "../state/you.ts"
import { Failure, failureOf } from "./failure.ts"
import { credentials } from "./session.ts"

/** Relative, so that the console works below any path. */
export const API = "api"

export const runUrl = (id: string, rest = "") => `${API}/runs/${encodeURIComponent(id)}${rest}`

const artifactUrl = (id: string, artifact: string, lines = "") =>
  runUrl(id, `/artifacts/${encodeURIComponent(artifact)}${lines === "" ? "" : `?lines=${encodeURIComponent(lines)}`}`)

/** The server's API, a function for each route. All throw `Failure`. */
export const api = {
  settings: () => getJson<SettingsReply>(`${API}/settings`),
  models: () => getJson<ModelsReply>(`${API}/models`),
  runs: (query: Readonly<Record<string, string>>, { limit = 100, before = "" } = {}) =>
    getJson<RunListPage>(`${API}/runs?${new URLSearchParams(filled({ ...query, limit: String(limit), before }))}`),
  start: (run: StartRequest) => post<StartReply>(`${API}/runs`, run, LONG_PATIENCE),
  run: (id: string) => getJson<{ header: RunListItem; result: RunResult }>(runUrl(id)),
  log: (id: string, from = 0) =>
    getJson<{ events: LoggedEvent[] }>(runUrl(id, `/log${from > 0 ? `?from=${from}` : ""}`)),
  /** The events that follow on so many. */
  logAt: (id: string, at: number, limit: number) =>
    getJson<{ events: LoggedEvent[] }>(runUrl(id, `/log?at=${at}&limit=${limit}`)),
  /** A run after so many events; without a place, as it is now. */
  picture: (id: string, at?: number) =>
    getJson<RunPicture>(runUrl(id, `/picture${at === undefined ? "" : `?at=${at}`}`)),
  /** What a picture leaves out of a stage. */
  part: (id: string, stage: string) => getJson<StagePart>(runUrl(id, `/part?stage=${encodeURIComponent(stage)}`)),
  answer: (id: string, question: string, text: string) => post<ActionReply>(runUrl(id, "/answer"), { question, text }),
  approve: (id: string, question: string, decision: ApprovalDecision, more: { reason?: string; edited?: unknown }) =>
    post<ActionReply>(runUrl(id, "/approve"), { question, decision, ...more }),
  /** `now`: the model's call under way is not waited for. */
  tell: (id: string, text: string, now: boolean) =>
    post<ActionReply>(runUrl(id, "/tell"), { text, ...(now ? { now } : {}) }),
  cancel: (id: string) => post<ActionReply>(runUrl(id, "/cancel"), {}),
  resume: (id: string, options: ResumeRequest) => post<ActionReply>(runUrl(id, "/resume"), options, LONG_PATIENCE),
  undo: (id: string, options: UndoRequest) => post<UndoReply>(runUrl(id, "/undo"), options, LONG_PATIENCE),
  diff: (id: string, round = "") =>
    getText(runUrl(id, `/diff${round === "" ? "" : `?round=${encodeURIComponent(round)}`}`)),
  /** Lines `10-90` of it, and how many it has. */
  artifact: async (id: string, artifact: string, lines: string) => {
    const reply = await request(artifactUrl(id, artifact, lines))
    return { text: await reply.text(), all: Number(reply.headers.get(LINE_COUNT_HEADER) ?? 0) }
  },
  /** As bytes, because the browser would ask for a picture by itself without the token. */
  image: async (id: string, artifact: string) => (await request(artifactUrl(id, artifact))).blob(),
  fork: (id: string, from = "", tell = "") =>
    post<StartReply>(runUrl(id, "/fork"), filled({ from, tell }), LONG_PATIENCE),
  archive: (id: string, archived: boolean) => post<ActionReply>(runUrl(id, "/archive"), { archived }),
  replay: (id: string, set: readonly string[]) => post<ReplayReply>(runUrl(id, "/replay"), { set }),
  /** By its number or its key. */
  call: (id: string, named: string) => getJson<OpenedCall>(runUrl(id, `/calls/${encodeURIComponent(named)}`)),
  report: async (id: string, form: "html" | "md") =>
    (await request(runUrl(id, `/report?form=${form}`), {}, LONG_PATIENCE)).text(),
  /** Has a new address printed where the server runs. */
  tellAddress: () => post<AddressReply>(`${API}/session/address`, {}),
}

/** So long an answer may take; then whoever asked is told that there is none. */
const PATIENCE = 20_000
/** Of what may have much to do: putting back thousands of files, starting an agent with all its tools. */
export const LONG_PATIENCE = 120_000

/** Asks as the one who is signed in. Throws `Failure`: `offline` where nobody answered, `silent` where nobody answered in time. */
export async function request(url: string, init: RequestInit = {}, patience = PATIENCE): Promise<Response> {
  const headers = { ...(init.headers as Record<string, string> | undefined), ...credentials() }
  const impatience = new AbortController()
  const timer = setTimeout(() => impatience.abort(), patience)
  try {
    const response = await fetch(url, { ...init, headers, signal: impatience.signal }).catch((error: unknown) => {
      if (impatience.signal.aborted) throw new Failure("silent", String(patience / 1000))
      throw new Failure("offline", error instanceof Error ? error.message : String(error))
    })
    hearRole(response)
    if (!response.ok) throw await failureOf(response)
    return response
  } finally {
    clearTimeout(timer)
  }
}

export async function getJson<T>(url: string): Promise<T> {
  return (await request(url)).json() as Promise<T>
}

async function getText(url: string): Promise<string> {
  return (await request(url)).text()
}

export async function post<T>(url: string, body: unknown, patience = PATIENCE): Promise<T> {
  const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }
  const response = await request(url, init, patience)
  const text = await response.text()
  return (text === "" ? {} : JSON.parse(text)) as T
}

function filled(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""))
}
