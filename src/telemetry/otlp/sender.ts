import { gzipSync } from "node:zlib"
import { messageOf } from "../../text/message-of.ts"
import { type Collector, withoutUser } from "../settings.ts"
import type { OtlpSignal } from "../variables.ts"
import { encode } from "./protobuf.ts"

/** Sends requests to one collector. That it can't be reached is said once; when it can again, what waited goes along. */
export class Sender {
  readonly #signal: OtlpSignal
  readonly #collector: Collector
  readonly #notice: (text: string) => void
  #isSaid = false

  constructor(signal: OtlpSignal, collector: Collector, notice: (text: string) => void) {
    this.#signal = signal
    this.#collector = collector
    this.#notice = notice
  }

  /** False where the same should be sent again later. Never rejects. */
  async send(request: object): Promise<boolean> {
    try {
      const { status } = await this.#post(request)
      if (status < 300) return true
      this.#say(`it answered with ${status}`)
      return !AGAIN.includes(status)
    } catch (error) {
      this.#say(reasonOf(error))
      return false
    }
  }

  async #post(request: object): Promise<{ readonly status: number }> {
    const { url, protocol, headers, isCompressed, timeoutMs } = this.#collector
    const isJson = protocol === "http/json"
    const message = this.#signal === "traces" ? "TracesRequest" : "MetricsRequest"
    const body = isJson ? Buffer.from(JSON.stringify(request)) : encode(message, request)
    const response = await fetch(url, {
      method: "POST",
      headers: {
        ...headers,
        "content-type": isJson ? "application/json" : "application/x-protobuf",
        ...(isCompressed ? { "content-encoding": "gzip" } : {}),
      },
      body: new Uint8Array(isCompressed ? gzipSync(body) : body),
      // The headers are for this collector alone.
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    })
    await response.body?.cancel()
    return response
  }

  #say(reason: string): void {
    if (this.#isSaid) return
    this.#isSaid = true
    const where = withoutUser(this.#collector.url)
    this.#notice(`${this.#signal} could not be sent to ${where}: ${reason}. Runs go on without; this is said once.`)
  }
}

/** What passes, by the protocol's own word. */
const AGAIN = [429, 502, 503, 504]

/** Node hides the reason behind "fetch failed". */
function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: unknown }
  const { code } = (cause ?? {}) as { code?: unknown }
  return typeof code === "string" ? code : messageOf(cause ?? error)
}
