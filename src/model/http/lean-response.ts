import { arrayBuffer, text } from "node:stream/consumers"

/** What an answer begins with. */
export type ResponseHead = { readonly status: number; readonly statusText: string; readonly headers: Headers }

/** A `Response` as far as the provider packages use one, without the rest of `fetch`: see plain-http.ts. */
export function leanResponse(body: ReadableStream<Uint8Array> | null, head: ResponseHead): Response {
  return new LeanResponse(body, head) as Partial<Response> as Response
}

class LeanResponse implements Partial<Response> {
  readonly body: Response["body"]
  readonly status: number
  readonly statusText: string
  readonly headers: Headers
  readonly ok: boolean

  constructor(body: ReadableStream<Uint8Array> | null, { status, statusText, headers }: ResponseHead) {
    this.body = body as Response["body"]
    this.status = status
    this.statusText = statusText
    this.headers = headers
    this.ok = isFine(status)
  }

  async text(): Promise<string> {
    return this.body ? text(this.body) : ""
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text())
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return this.body ? arrayBuffer(this.body) : new ArrayBuffer()
  }
}

/** Whether what was asked for is what comes. */
export function isFine(status: number): boolean {
  return status >= 200 && status < 300
}
