import type { Context, Hono } from "hono"
import {
  AnswerRequest,
  ApproveRequest,
  ArchiveRequest,
  CancelRequest,
  ForkRequest,
  ResumeRequest,
  TellRequest,
} from "../../protocol/api/api.ts"
import type { ServerEnvironment } from "../access/access.ts"
import { readBody } from "../http/read-input.ts"
import type { Services } from "../services.ts"

/** What changes a run that exists. */
export function addActionRoutes(app: Hono<ServerEnvironment>, { catalog, desk }: Services): void {
  const runId = async (context: Context) => (await catalog.header(context.req.param("id") ?? "")).id

  app.post("/api/runs/:id/answer", async (context) => {
    const { question, text } = await readBody(context, AnswerRequest)
    return context.json(await desk.answer(await runId(context), { kind: "clarification", text }, question))
  })

  app.post("/api/runs/:id/approve", async (context) => {
    const { question, decision, reason, edited } = await readBody(context, ApproveRequest)
    const more = { ...(reason === undefined ? {} : { reason }), ...(edited === undefined ? {} : { edited }) }
    return context.json(await desk.answer(await runId(context), { kind: "approval", decision, ...more }, question))
  })

  app.post("/api/runs/:id/tell", async (context) => {
    const word = await readBody(context, TellRequest)
    return context.json(await desk.tell(await runId(context), word))
  })

  app.post("/api/runs/:id/cancel", async (context) => {
    const { reason } = await readBody(context, CancelRequest)
    return context.json(await desk.cancel(await runId(context), reason))
  })

  app.post("/api/runs/:id/resume", async (context) => {
    const wish = await readBody(context, ResumeRequest)
    const run = await desk.resume(await runId(context), wish)
    return context.json({ run_id: run.id, live: true })
  })

  app.post("/api/runs/:id/fork", async (context) => {
    const wish = await readBody(context, ForkRequest)
    const run = await desk.fork(await runId(context), wish)
    return context.json({ run_id: run.id }, 201)
  })

  app.post("/api/runs/:id/archive", async (context) => {
    const { archived } = await readBody(context, ArchiveRequest)
    return context.json(await desk.archive(await runId(context), archived))
  })
}
