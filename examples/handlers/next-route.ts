// app/api/runs/route.ts of a Next app: a function from a web request to a web response.
import { exampleAgent } from "./agent.ts"
import { requestIn, runLines } from "./run-lines.ts"

/** Runs take minutes, and need Node. */
export const runtime = "nodejs"
export const maxDuration = 800

export async function POST(request: Request): Promise<Response> {
  const asked = requestIn(await request.json().catch(() => null))
  if ("error" in asked) return Response.json(asked, { status: 400 })
  const lines = await runLines(await exampleAgent(), asked.request, request.signal)
  return new Response(lines, { headers: { "content-type": "application/x-ndjson" } })
}
