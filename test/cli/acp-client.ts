import { PassThrough, Readable, Writable } from "node:stream"
import {
  type ClientContext,
  client,
  type NewSessionResponse,
  ndJsonStream,
  PROTOCOL_VERSION,
  type PromptResponse,
  type RequestPermissionRequest,
  type SessionUpdate,
} from "@agentclientprotocol/sdk"
import type { Place, Running } from "./keelson.ts"

/** A real editor's side of `keelson acp`, whose process stays in the test's hands. */
export type Editor = AsyncDisposable & {
  readonly agent: ClientContext
  readonly running: Running
  readonly updates: SessionUpdate[]
  readonly asked: RequestPermissionRequest[]
  /** Chosen whenever a permission is asked for: the id of an option; `undefined` for none. */
  choice: string | undefined
  begin(strategy?: string): Promise<NewSessionResponse>
  load(sessionId: string): Promise<unknown>
  say(sessionId: string, text: string): Promise<PromptResponse>
  /** What the agent has said in words so far. */
  words(): string
  /** Until an update of this sort has come. */
  until(fits: (update: SessionUpdate) => boolean): Promise<void>
}

export async function editor(there: Place, ...flags: string[]): Promise<Editor> {
  const running = there.start(["acp", ...flags], {}, null)
  const heard = new PassThrough()
  running.process.stdout?.on("data", (text: string) => heard.write(text)).on("end", () => heard.end())
  const updates: SessionUpdate[] = []
  const asked: RequestPermissionRequest[] = []
  const waiting = new Set<() => void>()
  const app = client({ name: "test" })
    .onNotification("session/update", ({ params }) => {
      updates.push(params.update)
      for (const look of waiting) look()
    })
    .onRequest("session/request_permission", ({ params }) => {
      asked.push(params)
      const { choice } = here
      return { outcome: choice === undefined ? { outcome: "cancelled" } : { outcome: "selected", optionId: choice } }
    })
  const { agent } = app.connect(
    ndJsonStream(
      Writable.toWeb(running.process.stdin as Writable),
      Readable.toWeb(heard) as ReadableStream<Uint8Array>,
    ),
  )
  const place = { cwd: there.workspace, mcpServers: [] }
  const here: Editor = {
    ...{ agent, running, updates, asked, choice: undefined },
    async begin(strategy) {
      const begun: NewSessionResponse = await agent.request("session/new", place)
      const { sessionId } = begun
      if (strategy)
        await agent.request("session/set_config_option", { sessionId, configId: "strategy", value: strategy })
      return begun
    },
    load: (sessionId) => agent.request("session/load", { ...place, sessionId }),
    say: (sessionId, text) => agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text }] }),
    words: () => updates.map(wordsOf).join(""),
    until: (fits) =>
      new Promise((resolve) => {
        const look = () => {
          if (!updates.some(fits)) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
    async [Symbol.asyncDispose]() {
      running.process.stdin?.end()
      await running.end
    },
  }
  await agent.request("initialize", { protocolVersion: PROTOCOL_VERSION, clientCapabilities: {} })
  return here
}

function wordsOf(update: SessionUpdate): string {
  return update.sessionUpdate === "agent_message_chunk" && update.content.type === "text" ? update.content.text : ""
}
