// One address on loopback that answers as each of the providers would, always with "Hello.", and shows a web page to whoever looks.
import { createServer } from "node:http"
import { crc32 } from "node:zlib"

const PAGE = `<title>T</title><nav>menu</nav><article><h2>Head</h2><p>${"Some words of it. ".repeat(40)}</p></article>`
const WORDS = "Hello."

/** `asked`: the paths that were posted to. */
export async function startEndpoint() {
  const asked = []
  const server = createServer(async (request, response) => {
    for await (const _ of request);
    if (request.method === "POST") asked.push(request.url)
    const [type, body] = request.method === "POST" ? answerTo(request.url) : ["text/html", PAGE]
    response.writeHead(body === undefined ? 404 : 200, { "content-type": type }).end(body)
  })
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve))
  return { address: `127.0.0.1:${server.address().port}`, asked, close: () => server.close() }
}

function answerTo(path) {
  if (path.includes("/converse-stream")) return ["application/vnd.amazon.eventstream", Buffer.concat(ofBedrock())]
  if (path.includes("/responses")) return ["text/event-stream", ofResponses()]
  if (path.includes("/chat/completions")) return ["text/event-stream", ofChat()]
  return ["text/plain", undefined]
}

function ofChat() {
  const head = { id: "c", object: "chat.completion.chunk", created: 1, model: "any" }
  const usage = { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 }
  const chunks = [
    { ...head, choices: [{ index: 0, delta: { role: "assistant", content: WORDS }, finish_reason: null }] },
    { ...head, choices: [{ index: 0, delta: {}, finish_reason: "stop" }], usage },
  ]
  return [...chunks.map((chunk) => JSON.stringify(chunk)), "[DONE]"].map((data) => `data: ${data}\n\n`).join("")
}

function ofResponses() {
  const usage = {
    input_tokens: 9,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 2,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 11,
  }
  const reply = { id: "r", object: "response", created_at: 1, model: "any", output: [] }
  const item = { id: "m", type: "message", role: "assistant", status: "in_progress", content: [] }
  const content = [{ type: "output_text", text: WORDS, annotations: [] }]
  const whole = { ...item, status: "completed", content }
  const events = [
    { type: "response.created", response: { ...reply, status: "in_progress" } },
    { type: "response.output_item.added", output_index: 0, item },
    { type: "response.output_text.delta", item_id: "m", output_index: 0, content_index: 0, delta: WORDS, logprobs: [] },
    { type: "response.output_item.done", output_index: 0, item: whole },
    { type: "response.completed", response: { ...reply, status: "completed", output: [whole], usage } },
  ]
  const numbered = events.map((event, sequence_number) => ({ ...event, sequence_number }))
  return numbered.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("")
}

function ofBedrock() {
  return [
    frame("messageStart", { role: "assistant" }),
    frame("contentBlockDelta", { contentBlockIndex: 0, delta: { text: WORDS } }),
    frame("contentBlockStop", { contentBlockIndex: 0 }),
    frame("messageStop", { stopReason: "end_turn" }),
    frame("metadata", { usage: { inputTokens: 9, outputTokens: 2, totalTokens: 11 } }),
  ]
}

/** One message of Amazon's event stream: lengths, headers, payload, each part with its checksum. */
function frame(event, payload) {
  const headers = Buffer.concat([header(":event-type", event), header(":message-type", "event")])
  const body = Buffer.from(JSON.stringify(payload))
  const prelude = Buffer.concat([word(16 + headers.length + body.length), word(headers.length)])
  const head = Buffer.concat([prelude, word(crc32(prelude)), headers, body])
  return Buffer.concat([head, word(crc32(head))])
}

function header(name, value) {
  const size = Buffer.alloc(2)
  size.writeUInt16BE(value.length)
  return Buffer.concat([Buffer.from([name.length]), Buffer.from(name), Buffer.from([7]), size, Buffer.from(value)])
}

function word(number) {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(number)
  return bytes
}
