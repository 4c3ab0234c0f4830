import { isAbsolute, join } from "node:path"
import type { SessionUpdate, ToolCallContent, ToolKind } from "@agentclientprotocol/sdk"
import type { DurableEvent, FileChange, LiveEvent, LoggedEvent } from "../../protocol/log/event.ts"
import { isWithin, nameOf, REPLY } from "../../protocol/log/key.ts"
import type { RunResult } from "../../protocol/log/run.ts"
import type { ToolKind as KindOfWork } from "../../protocol/log/traits.ts"
import { kindOfTool } from "../../run/core/kind-of-tool.ts"
import { fence } from "../../text/fence.ts"
import { EMPTY_RUN, foldRun, type RunView } from "../../view/run-view.ts"
import { callId } from "./call-id.ts"
import { planEntries } from "./plan-entries.ts"
import { say } from "./words.ts"

type EventOf<Type extends DurableEvent["type"]> = Extract<DurableEvent, { type: Type }>

const KINDS: Readonly<Record<KindOfWork, ToolKind>> = {
  read: "read",
  write: "edit",
  command: "execute",
  search: "search",
  page: "fetch",
  data: "read",
  code: "execute",
  document: "edit",
  note: "think",
}

/** Enough of a command's output to follow it. */
const MOST_OUTPUT = 4000

/** Makes updates of one run's facts and of its progress: what an editor shows while it goes on, and what it shows of it later. */
export class RunTeller {
  /** Facts up to this number are known already: they are heard, and not told. */
  readonly afterSeq: number
  readonly #runId: string
  readonly #tellNow: (update: SessionUpdate) => void
  #view: RunView = EMPTY_RUN
  #plan = "[]"
  /** What the model says in words in its newest reply, as far as it was told. */
  #said = { key: "", text: "" }
  readonly #output = new Map<string, string>()
  #lastSeq = 0

  constructor(runId: string, tell: (update: SessionUpdate) => void, afterSeq = 0) {
    this.#runId = runId
    this.#tellNow = tell
    this.afterSeq = afterSeq
  }

  get view(): RunView {
    return this.#view
  }

  /** A fact that was heard before is not told again. */
  hear(logged: LoggedEvent): void {
    if (logged.seq <= this.#lastSeq) return
    this.#lastSeq = logged.seq
    this.#view = foldRun(this.#view, logged)
    const update = this.#updateOf(logged.event)
    if (update) this.#tell(update)
    this.#tellPlan()
  }

  hearLive(event: LiveEvent): void {
    if (event.type === "model.delta" && nameOf(event.key) === REPLY) this.#hearWords(event.key, event.text)
    if (event.type === "tool.progress" && event.check === undefined) this.#hearOutput(event.key, event.text)
  }

  /** The last words. What was told as it came is not told again. */
  end({ summary, message, plain, facts }: RunResult): void {
    const isTold = this.#said.text.trim() !== "" && this.#said.text.trim() === summary.trim()
    const rest = isTold ? (plain ? "" : `\n\n${facts}`) : message
    if (rest !== "") this.#message(rest)
  }

  /** What a round changed, at the call that changed it last. */
  changed(stage: string, content: readonly ToolCallContent[]): void {
    const byPath = new Map<string, ToolCallContent[]>()
    for (const each of content)
      if (each.type === "diff") {
        const call = this.#lastChangeOf(stage, each.path)
        if (call !== undefined) byPath.set(call, [...(byPath.get(call) ?? []), each])
      }
    for (const [task, diffs] of byPath)
      this.#tell({ sessionUpdate: "tool_call_update", toolCallId: callId(this.#runId, task), content: diffs })
  }

  #updateOf(event: DurableEvent): SessionUpdate | undefined {
    switch (event.type) {
      case "task.started":
        return this.#started(event)
      case "task.ended":
        return this.#ended(event)
      case "check.ended":
        return this.#checked(event)
      case "thought.made":
        return thought(event.user_summary)
      case "judge.ruled":
        return thought(event.verdict.user_summary)
      case "context.measured":
        return { sessionUpdate: "usage_update", used: event.tokens, size: event.limit, ...this.#cost() }
      default:
        return undefined
    }
  }

  #started({ task, tool, title }: EventOf<"task.started">): SessionUpdate {
    const kind = kindOfTool(tool, this.#view.environment)
    return {
      sessionUpdate: "tool_call",
      toolCallId: callId(this.#runId, task),
      title,
      name: tool,
      status: "in_progress",
      kind: kind === undefined ? "other" : KINDS[kind],
    }
  }

  #ended({ task, status, digest, changes }: EventOf<"task.ended">): SessionUpdate {
    this.#output.delete(task)
    return {
      sessionUpdate: "tool_call_update",
      toolCallId: callId(this.#runId, task),
      status: status === "done" ? "completed" : "failed",
      content: digest === "" ? [] : [textContent(fence(digest))],
      locations: changes.map((change) => ({ path: this.#absolute(change) })),
    }
  }

  #checked({ stage, name, command, status, failing }: EventOf<"check.ended">): SessionUpdate {
    const lines = [`$ ${command}`, ...failing].join("\n")
    return {
      sessionUpdate: "tool_call",
      toolCallId: callId(this.#runId, `check ${this.#lastSeq} ${stage}`),
      title: say(this.#view.environment?.language ?? "en", "check", name),
      kind: "execute",
      status: status === "passed" ? "completed" : "failed",
      content: [textContent(fence(lines))],
    }
  }

  #hearWords(key: string, text: string): void {
    const isNew = key !== this.#said.key
    if (isNew && this.#said.text !== "") this.#message("\n\n")
    this.#said = { key, text: isNew ? text : this.#said.text + text }
    this.#message(text)
  }

  #hearOutput(task: string, text: string): void {
    const output = ((this.#output.get(task) ?? "") + text).slice(-MOST_OUTPUT)
    this.#output.set(task, output)
    this.#tell({
      sessionUpdate: "tool_call_update",
      toolCallId: callId(this.#runId, task),
      content: [textContent(fence(output))],
    })
  }

  #tell(update: SessionUpdate): void {
    if (this.#lastSeq > this.afterSeq || this.#lastSeq === 0) this.#tellNow(update)
  }

  #message(text: string): void {
    this.#tell({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } })
  }

  /** Told when it changes: the protocol has the whole of it each time. */
  #tellPlan(): void {
    const entries = planEntries(this.#view)
    const plan = JSON.stringify(entries)
    if (plan === this.#plan) return
    this.#plan = plan
    this.#tell({ sessionUpdate: "plan", entries })
  }

  #cost(): { readonly cost?: { readonly amount: number; readonly currency: string } } {
    const { cost } = this.#view.usage
    return cost === null ? {} : { cost: { amount: cost, currency: "USD" } }
  }

  #lastChangeOf(stage: string, path: string): string | undefined {
    const inStage = this.#view.tasks.filter(({ key }) => isWithin(key, stage))
    return inStage.findLast(({ changes }) => changes.some((change) => this.#absolute(change) === path))?.key
  }

  #absolute({ path }: Pick<FileChange, "path">): string {
    return isAbsolute(path) ? path : join(this.#view.environment?.workspace ?? "", path)
  }
}

function textContent(text: string): ToolCallContent {
  return { type: "content", content: { type: "text", text } }
}

function thought(text: string): SessionUpdate | undefined {
  if (text.trim() === "") return undefined
  return { sessionUpdate: "agent_thought_chunk", content: { type: "text", text: `${text}\n` } }
}
