import type { CallToolResult, McpServer, ServerContext } from "@modelcontextprotocol/server"
import { toFailure } from "../http/failure.ts"
import { type Redact, redactedJson } from "../http/frames.ts"
import { RunReport } from "./run-report.ts"
import type { Caller, RunTools } from "./run-tools.ts"
import { inputsFor } from "./tool-inputs.ts"

type Surroundings = {
  readonly redact: Redact
  readonly onFault: (error: unknown) => void
  readonly strategies: readonly string[]
}

const CHANGES = { readOnlyHint: false, destructiveHint: true, openWorldHint: true } as const

/** Registers the tools at a server. */
export function addTools(server: McpServer, tools: RunTools, surroundings: Surroundings): void {
  const inputs = inputsFor(surroundings.strategies)
  const reported = (context: ServerContext, work: (caller: Caller) => Promise<RunReport>) =>
    report(context, work, surroundings)

  server.registerTool(
    "run_task",
    {
      description:
        "Carry out a task in a folder: plan, work, check, report. Returns when the run ends or has a question, or after wait_s; it goes on then.",
      inputSchema: inputs.run_task,
      outputSchema: RunReport,
      annotations: CHANGES,
    },
    (input, context) => reported(context, (caller) => tools.runTask(input, caller)),
  )
  server.registerTool(
    "get_run",
    {
      description: "How a run is, or, with wait_s, how it is when it ends, has a question, or the time is up.",
      inputSchema: inputs.get_run,
      outputSchema: RunReport,
      annotations: { readOnlyHint: true },
    },
    (input, context) => reported(context, (caller) => tools.getRun(input, caller)),
  )
  server.registerTool(
    "answer",
    {
      description: "Answer what a run asked, in words or by a decision, and go on with it. Returns like run_task.",
      inputSchema: inputs.answer,
      outputSchema: RunReport,
      annotations: CHANGES,
    },
    (input, context) => reported(context, (caller) => tools.answer(input, caller)),
  )
  server.registerTool(
    "cancel",
    {
      description: "End a run with a report. What it changed stays.",
      inputSchema: inputs.cancel,
      outputSchema: RunReport,
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    },
    (input, context) => reported(context, (caller) => tools.cancel(input, caller)),
  )
}

/** What can't be done is a result too: the model at the other end can do something about it. */
async function report(
  context: ServerContext,
  work: (caller: Caller) => Promise<RunReport>,
  { redact, onFault }: Surroundings,
): Promise<CallToolResult> {
  try {
    const text = redactedJson(await work(callerOf(context)), redact)
    return { content: [{ type: "text", text }], structuredContent: JSON.parse(text) as RunReport }
  } catch (error) {
    const { status, message, hint } = toFailure(error)
    if (status >= 500) onFault(error)
    return { content: [{ type: "text", text: redact([message, ...(hint ? [hint] : [])].join(" ")) }], isError: true }
  }
}

/** Progress goes only to those who asked for it. */
function callerOf({ mcpReq }: ServerContext): Caller {
  const { signal, _meta } = mcpReq
  const progressToken = _meta?.progressToken
  let progress = 0
  const onProgress = (message: string) => {
    if (progressToken === undefined) return
    progress += 1
    // A client that has gone needs none.
    mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress, message } }).catch(() => {})
  }
  return { signal, onProgress }
}
