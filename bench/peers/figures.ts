import { countTokens } from "gpt-tokenizer/encoding/o200k_base"
import { median } from "../support/median.ts"
import type { PeerRequest } from "./endpoint.ts"
import { treePeak } from "./tree-memory.ts"
import { ANSWER, answers, answerTurns, kill, launch, offersTools, REQUEST, readsNote, type Trial } from "./trial.ts"

/** What a request costs a contender that works, with a model that reads one note after the other. */
export type Figures = {
  /** From the start of the process to its first request, in ms. */
  readonly start: number
  /** From the end of a reply to the next request, a small file read in between, in ms. */
  readonly step: number
  /** Of the process and all it has started, in MB. */
  readonly memory: number
  /** Of the first request with tools. */
  readonly firstPrompt: number
  /** Of all requests, for so many notes. */
  readonly tokens: number
  readonly calls: number
}

export const NOTES = 20

/** One whole request; throws where the contender does not come to the answer. */
export async function measure(trial: Trial): Promise<Figures> {
  const { endpoint } = trial
  endpoint.requests.length = 0
  let memory = 0
  answerTurns(trial, (turn) => {
    memory = Math.max(memory, treePeak(going.child.pid ?? 0))
    return turn < NOTES ? readsNote(trial, turn) : answers()
  })
  const started = performance.now()
  const going = launch(trial, trial.contender.start(trial.place, REQUEST, 2 * NOTES))
  try {
    const { code, stdout, stderr } = await going.ended
    if (code !== 0 || !stdout.includes(ANSWER))
      throw new Error(`${trial.contender.name} ended with ${code}: ${stdout}${stderr}`)
  } finally {
    await kill(going)
  }
  const [first] = endpoint.requests
  const turns = endpoint.requests.filter(({ raw }) => offersTools(raw))
  return {
    start: (first?.at ?? Number.NaN) - started,
    step: median(gaps(turns)),
    memory,
    firstPrompt: promptTokens(turns[0], trial),
    tokens: endpoint.requests.reduce((sum, request) => sum + promptTokens(request, trial), 0),
    calls: endpoint.requests.length,
  }
}

function gaps(turns: readonly PeerRequest[]): number[] {
  return turns.slice(1).map(({ at }, index) => at - (turns[index]?.answered ?? Number.NaN))
}

/** Of what the model reads: instructions, messages and tools as JSON, with the folder under a fixed name. */
function promptTokens(request: PeerRequest | undefined, { place }: Trial): number {
  if (request === undefined) return Number.NaN
  const { messages, input, instructions, tools } = JSON.parse(request.raw)
  const parts = [messages, input, instructions, tools].filter((part) => part !== undefined)
  return countTokens(JSON.stringify(parts).replaceAll(place.workspace, "/work").replaceAll(place.home, "/home"))
}
