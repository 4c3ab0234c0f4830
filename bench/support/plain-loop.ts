import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import { generateText, isStepCount, type ToolSet, tool } from "ai"
import { type AnyTool, codingTools } from "keelson"
import { startModelServer } from "../../src/testing/model-server.ts"
import { type Completion, call, text } from "../../src/testing/server-reply.ts"
import { openWorkspace, type Workspace } from "../../src/tools/workspace/workspace.ts"
import type { Played, Task, Work } from "./stage-run.ts"
import { temporary } from "./temporary.ts"

/** What a model says that does the tasks one by one, as in a plain tool loop. */
export function oneByOne(tasks: readonly Task[], end: Completion = text("All of it is done.")): Completion[] {
  return [...tasks.map((task) => call(task.tool, task.arguments)), end]
}

/** The same work in the AI SDK's own loop: same request, same tools, the system prompt that our own loop has. */
export async function playPlainLoop(
  work: Work,
  lines: readonly Completion[],
  instructions: string,
): Promise<Omit<Played, "result">> {
  await using folder = await temporary(work.files)
  const server = await startModelServer({ script: lines })
  try {
    const provider = createOpenAICompatible({ name: "bench", baseURL: server.url })
    await generateText({
      model: provider.chatModel("bench"),
      instructions,
      prompt: work.request,
      tools: toolSet(await openWorkspace(folder.path)),
      stopWhen: isStepCount(lines.length),
      maxRetries: 0,
    })
    return { requests: server.requests, workspace: folder.path }
  } finally {
    await server.close()
  }
}

/** Our coding tools as the AI SDK takes them. */
export function toolSet(workspace: Workspace): ToolSet {
  return Object.fromEntries(
    codingTools.map((ours) => [
      ours.name,
      tool({
        description: ours.description,
        inputSchema: ours.input,
        execute: (input: unknown) => carryOut(ours, input, workspace),
      }),
    ]),
  )
}

async function carryOut(ours: AnyTool, input: unknown, workspace: Workspace): Promise<string> {
  const context = { workspace, signal: AbortSignal.timeout(30_000), report: () => {} }
  if (ours.repeat !== "check") {
    const output = await ours.execute(input, context)
    return typeof output === "string" ? output : output.text
  }
  const change = await ours.prepare(input, context)
  await change.apply()
  return change.output
}
