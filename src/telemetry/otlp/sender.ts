import { gzipSync } from "node:zlib"
import { messageOf } from "../../text/message-of.ts"
import type { Collector } from "../settings.ts"
import type { OtlpSignal } from "../variables.ts"
import { encode } from "./protobuf.ts"

/** Hears of the place that something could not be sent to. */
type Notice = (origin: string, text: string) => void

/** Sends requests to one collector. What it can't take now is for the caller to keep. */
export class Sender {
  readonly #signal: OtlpSignal
  readonly #collector: Collector
  readonly #notice: Notice

  constructor(signal: OtlpSignal, collector: Collector, notice: Notice) {
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
    const { url } = this.#collector
    this.#notice(
      new URL(url).origin,
      `nothing could be sent to ${url}: ${reason}. Runs go on without; this is said once.`,
    )
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
