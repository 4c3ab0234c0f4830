import type { Hono } from "hono"
import { CompareRequest } from "../../protocol/api/comparison-api.ts"
import type { ServerEnvironment } from "../access/access.ts"
import { allowedWorkspace } from "../access/allowed-workspace.ts"
import { ApiFailure, notFound } from "../http/failure.ts"
import { readBody } from "../http/read-input.ts"
import { startComparison } from "../runs/comparison.ts"
import type { Services } from "../services.ts"

/** Runs that are started in a folder of ours: those of a comparison, and the demo. */
export function addComparisonRoutes(app: Hono<ServerEnvironment>, services: Services): void {
  app.post("/api/comparisons", async (context) => {
    const { workspace, ...wish } = await readBody(context, CompareRequest)
    const folder = await allowedWorkspace(services, workspace)
    return context.json(await startComparison(services, { ...wish, workspace: folder }), 201)
  })

  app.post("/api/demo", async (context) => {
    if (services.host.handOver)
      throw new ApiFailure(
        409,
        "conflict",
        "This server leaves runs to workers, and the demo is played where the server is.",
        {
          hint: "keelson demo plays it on any machine, without a model.",
        },
      )
    const run = await services.desk.demo()
    if (!run) throw notFound("This server has no demo.")
    return context.json({ run_id: run.id }, 201)
  })
}
