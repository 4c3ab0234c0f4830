import type { ContentBlock, SessionUpdate, StopReason } from "@agentclientprotocol/sdk"
import type { Attachment, Run } from "../../agent.ts"
import { loggedEvent } from "../../journal/journal.ts"
import { type ApprovalPolicy, ApprovalPolicy as Policies } from "../../protocol/log/environment.ts"
import type { LoggedEvent } from "../../protocol/log/event.ts"
import type { RunResult } from "../../protocol/log/run.ts"
import type { Answer } from "../../run/core/run-parts.ts"
import { conversationWith } from "../../run/lifecycle/lookup/conversation.ts"
import { readRun } from "../../run/lifecycle/orchestrator.ts"
import { runTitle } from "../../text/run-title.ts"
import { ApiFailure } from "../http/failure.ts"
import type { RunDesk } from "../runs/run-desk.ts"
import type { RunHost } from "../runs/run-host.ts"
import { diffContent } from "./diff-content.ts"
import { promptPictures, promptText } from "./prompt-text.ts"
import { RunTeller } from "./run-teller.ts"
import { isCommand, type SessionCommand, tellCommand } from "./session-commands.ts"
import type { KeptSession, SessionShelf } from "./session-shelf.ts"
import { say } from "./words.ts"

/** What a session stands on. */
export type SessionParts = {
  readonly host: RunHost
  readonly desk: RunDesk
  readonly shelf: SessionShelf
  readonly update: (update: SessionUpdate) => void
  /** The folder as runs know it. */
  readonly workspace: string
}

/** A conversation with an editor: each prompt is a run that knows what came of the earlier ones. */
export class Session {
  readonly #parts: SessionParts
  #kept: KeptSession
  #isCancelled = false
  /** How far the newest run was known before the prompt. */
  #known = { run: "", seq: 0 }
  #heard: { readonly teller: RunTeller; readonly diffs: Promise<void>[]; readonly stop: () => void } | undefined

  constructor(parts: SessionParts, kept: KeptSession) {
    this.#parts = parts
    this.#kept = kept
  }

  get kept(): KeptSession {
    return this.#kept
  }

  get #last(): string | undefined {
    return this.#kept.runs.at(-1)
  }

  /** Carries the prompt out and tells what happens. Throws what a run is refused with. */
  async prompt(blocks: readonly ContentBlock[]): Promise<StopReason> {
    const text = promptText(blocks)
    if (text === "") throw new ApiFailure(400, "bad_request", "The prompt has no words; say what shall be done.")
    if (isCommand(text)) return this.#carryOut(text)
    const held = this.#last === undefined ? undefined : this.#parts.desk.held(this.#last)
    if (held) return this.#interject(held, text)
    this.#isCancelled = false
    this.#known = await this.#lastKnown()
    const run = await this.#runFor(text, promptPictures(blocks))
    // Cancelled before there was anything to cancel.
    if (this.#isCancelled) await run?.cancel(BY_EDITOR)
    return this.#attend(run)
  }

  /** Listens from the first moment on: what a model says in it is told nowhere else. */
  listen(run: Run): void {
    const teller = new RunTeller(run.id, this.#parts.update, this.#known.run === run.id ? this.#known.seq : 0)
    const diffs: Promise<void>[] = []
    const stops = [
      run.onEvent((logged) => {
        teller.hear(logged)
        diffs.push(this.#tellDiff(teller, run.id, logged))
      }),
      run.onLive((event) => teller.hearLive(event)),
    ]
    this.#heard = { teller, diffs, stop: () => stopAll(stops) }
  }

  async cancel(): Promise<void> {
    this.#isCancelled = true
    if (this.#last !== undefined) await this.#parts.desk.held(this.#last)?.cancel(BY_EDITOR)
  }

  /** For the runs from now on. Throws `ApiFailure` for a policy that there is none of; strategies are judged when a run is asked for. */
  async choose({ approve, strategy }: Pick<Partial<KeptSession>, "approve" | "strategy">): Promise<void> {
    if (approve !== undefined && !Policies.safeParse(approve).success)
      throw new ApiFailure(400, "bad_request", `There is no mode "${approve}".`)
    await this.#keep({ ...(approve ? { approve } : {}), ...(strategy ? { strategy } : {}) })
  }

  /** Tells all that was said and done, from the logs. */
  async replay(): Promise<void> {
    for (const runId of this.#kept.runs) {
      const { tally, result } = await readRun(this.#parts.host.store, runId)
      const { request, environment } = tally.view
      this.#parts.update({ sessionUpdate: "user_message_chunk", content: { type: "text", text: request } })
      const teller = new RunTeller(runId, this.#parts.update)
      for (const logged of await this.#eventsOf(runId)) teller.hear(logged)
      const isInterrupted = result.outcome === "running" && !(await this.#parts.host.store.isHeld(runId))
      if (isInterrupted) this.#say(say(environment?.language ?? "en", "interrupted"))
      else if (result.outcome !== "running") teller.end(result)
    }
  }

  /** A run that was interrupted or waits hears the words, and goes on; else they are a new request. */
  async #runFor(text: string, attachments: readonly Attachment[]): Promise<Run | undefined> {
    const { desk, host } = this.#parts
    const last = this.#last
    const result = last === undefined ? undefined : (await readRun(host.store, last)).result
    if (last === undefined || (result?.outcome !== "running" && result?.outcome !== "waiting"))
      return this.#start(text, attachments)
    const answer: Answer = { kind: "clarification", text }
    const question = result.questions.find(({ kind }) => kind === "clarification")
    if (question) await desk.answer(last, answer, question.id)
    else {
      await desk.tell(last, { text })
      await desk.resume(last, {})
    }
    return desk.held(last)
  }

  /** The run at work hears it before its next call of the model; the turn that it belongs to tells the rest. */
  async #interject(run: Run, text: string): Promise<StopReason> {
    await run.tell(text)
    return stopReason(await run.result, this.#isCancelled)
  }

  async #start(request: string, attachments: readonly Attachment[]): Promise<Run | undefined> {
    const { desk, host, workspace } = this.#parts
    const { strategy, approve } = this.#kept
    const conversation = this.#last === undefined ? [] : await conversationWith(host.store, this.#last)
    const wish = { request, workspace, ...(strategy ? { strategy } : {}), ...policy(approve) }
    const { id } = await desk.start(wish, { conversation, attachments })
    const run = desk.held(id)
    await this.#keep({ runs: [...this.#kept.runs, id], title: this.#kept.title || runTitle(request) })
    return run
  }

  /** Until the run ends or has a question; then its last words. What another process did of it is read from the log. */
  async #attend(run: Run | undefined): Promise<StopReason> {
    const runId = this.#last ?? ""
    const { teller, diffs, stop } = this.#heard ?? {
      teller: new RunTeller(runId, this.#parts.update, this.#known.seq),
      diffs: [],
      stop: () => {},
    }
    try {
      await run?.result
    } finally {
      stop()
      this.#heard = undefined
    }
    for (const logged of await this.#eventsOf(runId)) teller.hear(logged)
    await Promise.all(diffs)
    const { result } = await readRun(this.#parts.host.store, runId)
    teller.end(result)
    return stopReason(result, this.#isCancelled)
  }

  /** What a round changed is known when it is over. A diff that can't be had is not worth a fault: the files are named. */
  async #tellDiff(teller: RunTeller, runId: string, { event, seq }: LoggedEvent): Promise<void> {
    if (event.type !== "checkpoint.made" || event.when !== "after" || seq <= teller.afterSeq) return
    const diff = await this.#parts.desk.diff(runId, { round: event.stage }).catch(() => "")
    teller.changed(event.stage, diffContent(diff, this.#parts.workspace))
  }

  async #carryOut(command: SessionCommand): Promise<StopReason> {
    this.#say(await tellCommand(command, this.#last, this.#parts))
    return "end_turn"
  }

  #say(text: string): void {
    this.#parts.update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } })
  }

  async #keep(news: Partial<KeptSession>): Promise<void> {
    this.#kept = { ...this.#kept, ...news, updated_at: new Date().toISOString() }
    await this.#parts.shelf.keep(this.#kept)
  }

  async #eventsOf(runId: string): Promise<LoggedEvent[]> {
    return (await this.#parts.host.store.load(runId)).flatMap((entry) => loggedEvent(entry) ?? [])
  }

  async #lastKnown(): Promise<{ run: string; seq: number }> {
    if (this.#last === undefined) return { run: "", seq: 0 }
    return { run: this.#last, seq: (await this.#eventsOf(this.#last)).at(-1)?.seq ?? 0 }
  }
}

function stopAll(stops: readonly (() => void)[]): void {
  for (const stop of stops) stop()
}

const BY_EDITOR = "cancelled in the editor"

function policy(approve: string | undefined): { readonly approve?: ApprovalPolicy } {
  const known = Policies.safeParse(approve)
  return known.success ? { approve: known.data } : {}
}

function stopReason({ outcome, limit = "" }: RunResult, isCancelled: boolean): StopReason {
  if (isCancelled || outcome === "cancelled") return "cancelled"
  if (outcome !== "incomplete" || limit === "") return "end_turn"
  return limit.includes("token") ? "max_tokens" : "max_turn_requests"
}
