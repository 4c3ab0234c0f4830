import { factKey, keyIn } from "../../protocol/log/key.ts"
import type { ExceptionRequest } from "../../tools/request-exception.ts"
import { REQUEST_EXCEPTION } from "../../tools/request-exception.ts"
import type { AnyTool } from "../../tools/tool.ts"
import { toolBreach } from "../constraints/task-rules.ts"
import { issuesOf } from "../controls/control.ts"
import { wireSchema } from "../controls/wire-schema.ts"
import type { RunParts } from "../core/run-parts.ts"
import { askUser } from "../questions/question.ts"
import { commandLineOf, shownCommand, shownFileRisks } from "./approval-subject.ts"

/** What became of a request for an exception. `isCleared`: the user saw the very call and allowed it. */
export type ExceptionRuling =
  | { readonly kind: "granted"; readonly tool: AnyTool; readonly input: unknown; readonly isCleared: boolean }
  | { readonly kind: "refused"; readonly text: string }

/** Decides by policy, or asks the user; asked and decided are recorded. A call that breaks no rule needs no exception. */
export async function ruleOnException(
  parts: RunParts,
  key: string,
  request: ExceptionRequest,
): Promise<ExceptionRuling> {
  const tool = parts.tools.get(request.tool)
  if (!tool) return { kind: "refused", text: `There is no tool "${request.tool}" in this run.` }
  const input = tool.input.safeParse(request.arguments)
  if (!input.success) return { kind: "refused", text: misfit(tool, issuesOf(input.error)) }
  if (!toolBreach(parts, key, tool)) return { kind: "granted", tool, input: input.data, isCleared: false }
  const reason = parts.secrets.redact(request.reason)
  await parts.journal.record(factKey(key, "exception.asked"), {
    type: "exception.asked",
    task: key,
    tool: tool.name,
    reason,
  })
  const { isGranted, by, said } = await decide(parts, key, { tool, reason, input: input.data })
  const decision = isGranted ? "granted" : "denied"
  const event = { type: "exception.decided", task: key, tool: tool.name, decision, by, reason: said } as const
  await parts.journal.record(factKey(key, "exception.decided"), event)
  if (isGranted) return { kind: "granted", tool, input: input.data, isCleared: by === "user" }
  return {
    kind: "refused",
    text: `The exception for ${tool.name} was denied${said ? `: ${said}` : ""}. Go on without it.`,
  }
}

function misfit(tool: AnyTool, issues: readonly string[]): string {
  return `Not asked, the arguments don't fit ${tool.name}: ${issues.join("; ")}. Its arguments: ${JSON.stringify(wireSchema(tool.input))}`
}

type Asked = { readonly tool: AnyTool; readonly reason: string; readonly input: unknown }
type Decision = { readonly isGranted: boolean; readonly by: "policy" | "user"; readonly said: string }

const NOBODY_HERE = "nobody is here to be asked"

async function decide(parts: RunParts, key: string, { tool, reason, input }: Asked): Promise<Decision> {
  const known = parts.journal.find(factKey(key, "exception.decided"))?.record
  if (known?.kind === "event" && known.event.type === "exception.decided")
    return { isGranted: known.event.decision === "granted", by: known.event.by, said: known.event.reason }
  const policy = parts.environment.exceptions ?? "ask"
  if (policy !== "ask") return { isGranted: policy === "grant", by: "policy", said: "" }
  const { approve, literal } = parts.environment
  if (!literal && approve === "full") return { isGranted: true, by: "policy", said: "" }
  // A question that nobody hears would end the run over one call.
  if (!literal && !parts.mayAsk) return { isGranted: false, by: "policy", said: NOBODY_HERE }
  const line = commandLineOf(tool, input)
  const fileRisks = shownFileRisks(parts, tool, input)
  const answer = await askUser(parts, {
    kind: "approval",
    id: keyIn(key, "exception"),
    // A tool that was allowed for good is not thereby allowed against the rules, and one exception is no other.
    about: "exception",
    tool: REQUEST_EXCEPTION,
    summary: `${tool.name}: ${reason}`,
    detail: parts.secrets.redact(JSON.stringify({ tool: tool.name, arguments: input }, null, 2)),
    ...(line === undefined ? {} : shownCommand(parts, tool, line)),
    ...(fileRisks.length === 0 ? {} : { file_risks: fileRisks }),
  })
  if (answer.kind !== "approval") return { isGranted: false, by: "user", said: "" }
  return { isGranted: answer.decision !== "deny", by: "user", said: answer.reason ?? "" }
}
