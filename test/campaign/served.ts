import { signedIn } from "../cli/serving.ts"
import { Life } from "./life.ts"
import type { TrialPlace } from "./place.ts"

type Answer = Readonly<Record<string, unknown>>

const COMES_BACK_MS = 300

/** The last number that was seen of each run, over all servers of a place: who comes back goes on from there. */
const seen = new Map<string, number>()

/** A server as a process, and somebody who follows its runs. */
export class Served {
  readonly #life: Life
  readonly #url: string
  readonly #headers: Record<string, string>
  readonly #followed = new Map<string, number[]>()
  readonly #streams: Promise<void>[] = []
  #facts = 0
  readonly #gone = new AbortController()

  private constructor(life: Life, url: string, token: string) {
    this.#life = life
    this.#url = url
    this.#headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
  }

  static async start(place: TrialPlace, words: readonly string[]): Promise<Served> {
    const life = new Life(place, { words: ["serve", "--port", "0", ...words] })
    await life.printed("\n")
    const [url = ""] = life.stdout.split("\n")
    const { token = "" } = await signedIn(url)
    return new Served(life, url, token)
  }

  get output(): string {
    return this.#life.stdout + this.#life.stderr
  }

  /** Empty where it is not there any more. */
  async ask(path: string, body?: object): Promise<Answer> {
    const init = body ? { method: "POST", body: JSON.stringify(body) } : {}
    try {
      const reply = await fetch(new URL(path, this.#url), { headers: this.#headers, ...init })
      return (await reply.json()) as Answer
    } catch {
      return {}
    }
  }

  /** Reads a run's stream from where an earlier reader stopped. */
  follow(id: string): void {
    this.#followed.set(id, this.#followed.get(id) ?? [])
    this.#streams.push(this.#readToEnd(id))
  }

  /** The numbers of the facts that came, in their order. */
  followed(id: string): readonly number[] {
    return this.#followed.get(id) ?? []
  }

  /** Until so many facts came of all runs, or nothing more comes. */
  async facts(count: number): Promise<void> {
    while (this.#facts < count && !this.#gone.signal.aborted) {
      const more = new Promise((resolve) => this.#life.process.once("fact", resolve))
      const over = Promise.all(this.#streams).then(() => "over")
      if ((await Promise.race([more, over])) === "over") return
    }
  }

  /** Until the streams of these runs are over. */
  async ended(ids: readonly string[], patienceMs: number): Promise<void> {
    const out = new Promise((resolve) => setTimeout(resolve, patienceMs).unref())
    for (const id of ids) if (!this.#followed.has(id)) this.follow(id)
    await Promise.race([Promise.all(this.#streams), out])
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    this.#life.process.kill(signal)
    await this.#life.end
    this.#gone.abort()
    await Promise.all(this.#streams)
  }

  /** As every client does that lost its connection: comes back until the stream says that it is over, or the server is gone. */
  async #readToEnd(id: string): Promise<void> {
    while (!this.#gone.signal.aborted) {
      const isOver = await this.#read(id).catch(() => false)
      if (isOver || this.#life.process.exitCode !== null || this.#life.process.signalCode !== null) return
      await new Promise((resolve) => setTimeout(resolve, COMES_BACK_MS))
    }
  }

  async #read(id: string): Promise<boolean> {
    let isOver = false
    const path = `/api/runs/${id}/events?after=${seen.get(id) ?? 0}`
    const reply = await fetch(new URL(path, this.#url), { headers: this.#headers, signal: this.#gone.signal })
    let rest = ""
    for await (const piece of reply.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const messages = (rest + piece).split("\n\n")
      rest = messages.pop() ?? ""
      for (const message of messages) this.#take(id, message)
      isOver ||= messages.some((message) => /^event: end$/m.test(message))
    }
    return isOver
  }

  #take(id: string, message: string): void {
    if (!/^event: fact$/m.test(message)) return
    const number = Number(/^id: (\d+)$/m.exec(message)?.[1])
    this.#followed.get(id)?.push(number)
    seen.set(id, number)
    this.#facts += 1
    this.#life.process.emit("fact")
  }
}
