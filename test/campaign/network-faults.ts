import { once } from "node:events"
import type { ServerResponse } from "node:http"
import type { Dice } from "../../src/testing/simulated/dice.ts"
import { between, pick } from "./chance.ts"
import type { Reply, Voice } from "./endpoint.ts"
import type { Fault, Scene } from "./fault.ts"

type Play = (response: ServerResponse, dice: Dice) => void | Promise<void>

const STREAM = { "content-type": "text/event-stream" }
const chunk = (content: string) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`

const ODD_WAITS = ["-1", "soon", "0", "1e9", "0.01", "Thu, 01 Jan 1970 00:00:00 GMT", "", "99999999999999999999"]

function status(code: number, headers: Record<string, string> = {}, body = '{"error":{"message":"not now"}}'): Play {
  return (response) => {
    response.writeHead(code, { "content-type": "application/json", ...headers }).end(body)
  }
}

/** Sends the same until nobody reads it any more. */
async function flood(response: ServerResponse, piece: string): Promise<void> {
  const gone = new AbortController()
  response.once("close", () => gone.abort())
  while (!response.destroyed) {
    if (!response.write(piece)) await once(response, "drain", gone).catch(() => {})
  }
}

const PLAYS: Readonly<Record<string, Play>> = {
  reset: (response) => void response.socket?.destroy(),
  "reset in the middle": (response) => {
    response.writeHead(200, STREAM).write(chunk("The beginning of"), () => response.socket?.destroy())
  },
  "ends too early": (response) => void response.writeHead(200, STREAM).end(chunk("The beginning of")),
  hang: () => {},
  "hang in the middle": (response) => void response.writeHead(200, STREAM).write(chunk("The beginning of")),
  trickle: async (response) => {
    response.writeHead(200, STREAM)
    while (!response.destroyed) {
      response.write(": still here\n\n")
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  },
  garbage: (response, dice) => {
    const bytes = Buffer.from(Array.from({ length: 2000 }, () => Math.floor(dice() * 256)))
    response.writeHead(200, pick(dice, [STREAM, { "content-type": "application/json" }, {}])).end(bytes)
  },
  "a page": (response) => void response.writeHead(200, { "content-type": "text/html" }).end("<html>Sign in</html>"),
  "nothing at all": (response) => void response.writeHead(200, STREAM).end(),
  flood: (response) => {
    response.writeHead(200, STREAM)
    return flood(response, chunk("word ".repeat(200)))
  },
  "a line without an end": (response) => {
    response.writeHead(200, STREAM).write("data: ")
    return flood(response, "x".repeat(8192))
  },
  "redirect elsewhere": status(307, { location: "http://127.0.0.2:9/v1/chat/completions" }),
  "redirect to itself": status(308, { location: "/" }),
  "429 with odd headers": (response, dice) => status(429, { "retry-after": pick(dice, ODD_WAITS) })(response, dice),
  "500": status(500),
  "503": status(503, { "retry-after": "0" }, "upstream"),
  "wrong figures": (response) => {
    const usage = { prompt_tokens: "many", completion_tokens: -5, total_tokens: null }
    response.writeHead(200, STREAM)
    response.end(`${chunk("Done.")}data: ${JSON.stringify({ choices: [], usage })}\n\ndata: [DONE]\n\n`)
  },
}

/** Some of the first questions go wrong; what is asked again may go wrong again. */
function unsteady(voice: Voice, play: Play, { dice }: Scene): Voice {
  const first = between(dice, 0, 4)
  const times = between(dice, 1, 3)
  return (body, n): Reply | Promise<Reply> =>
    n >= first && n < first + times ? { kind: "fault", play: (response) => play(response, dice) } : voice(body, n)
}

/** What happens between us and the model. Nobody waits long for it here. */
export const NETWORK_FAULTS: readonly Fault[] = Object.entries(PLAYS).map(([name, play]) => ({
  group: "network faults",
  name,
  voice: (voice, scene) => unsteady(voice, play, scene),
  start: () => ({ words: ["--first-byte", "1s", "--silence", "1s", "--max-time", "20s"] }),
  mayLack: true,
}))
