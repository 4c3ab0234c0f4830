import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { chunksOf, wholeOf } from "../../src/testing/chat-completion.ts"
import type { ChatBody, Completion } from "../../src/testing/server-reply.ts"

/** What a trial does with one question to its model: says something, or misbehaves by itself. */
export type Reply = Completion | { readonly kind: "fault"; play(response: ServerResponse): void | Promise<void> }

/** Answers the questions of one trial; `n` counts them from 0. */
export type Voice = (body: ChatBody, n: number) => Reply | Promise<Reply>

/** One endpoint for all trials: each has an address of its own, and `heard` is what came there. */
export class Endpoint {
  readonly #voices = new Map<string, { readonly voice: Voice; readonly heard: string[] }>()
  readonly #server = createServer((request, response) => {
    this.#serve(request, response).catch(() => response.destroy())
  })

  async listen(): Promise<void> {
    // What a process that was killed leaves open is no business of the next one.
    this.#server.keepAliveTimeout = 1000
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve))
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  /** The address of a trial, and what is heard there from now on. */
  give(name: string, voice: Voice): { readonly url: string; readonly heard: readonly string[] } {
    const heard: string[] = []
    this.#voices.set(name, { voice, heard })
    return { url: `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/${name}/v1`, heard }
  }

  take(name: string): void {
    this.#voices.delete(name)
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, name = "", ...path] = (request.url ?? "").split("/")
    const trial = this.#voices.get(name)
    const text = await wholeText(request)
    if (!trial || request.method !== "POST" || !path.join("/").endsWith("chat/completions"))
      return show(response, path.join("/"))
    const n = trial.heard.push(text) - 1
    const body = JSON.parse(text) as ChatBody
    const reply = await trial.voice(body, n)
    if (reply.kind === "fault") await reply.play(response)
    else say(response, reply, body, n)
  }
}

function show(response: ServerResponse, path: string): void {
  const isList = path === "v1/models"
  response.writeHead(isList ? 200 : 404, { "content-type": "application/json" })
  response.end(JSON.stringify(isList ? { object: "list", data: [{ id: "m", max_model_len: 128_000 }] } : {}))
}

function say(response: ServerResponse, completion: Completion, body: ChatBody, n: number): void {
  if (!body.stream) {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(wholeOf(completion, body, n)))
    return
  }
  response.writeHead(200, { "content-type": "text/event-stream" })
  for (const chunk of chunksOf(completion, body, n)) response.write(`data: ${JSON.stringify(chunk)}\n\n`)
  response.end("data: [DONE]\n\n")
}

async function wholeText(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  return Buffer.concat(pieces).toString("utf8")
}
