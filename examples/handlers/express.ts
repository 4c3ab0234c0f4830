// Runs over HTTP with Express: POST /runs { "request": … } answers with lines of JSON while the run goes on.
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import express, { type Express } from "express"
import type { Agent } from "keelson"
import { requestIn, runLines } from "./run-lines.ts"

export function expressApp(agent: Agent): Express {
  const app = express()
  app.post("/runs", express.json(), async (request, response) => {
    const asked = requestIn(request.body)
    if ("error" in asked) return void response.status(400).json(asked)
    const gone = new AbortController()
    response.on("close", () => gone.abort())
    const lines = await runLines(agent, asked.request, gone.signal)
    response.type("application/x-ndjson")
    // Who goes away ends the stream early, which is no fault.
    await pipeline(Readable.fromWeb(lines), response).catch(() => {})
  })
  return app
}
