import { Environment, type Language } from "../../../src/protocol/log/environment.ts"
import type { ArtifactFile, DurableEvent, LoggedEvent } from "../../../src/protocol/log/event.ts"
import { Limits } from "../../../src/protocol/log/limits.ts"
import type { RunState } from "../../../src/protocol/log/outcome.ts"
import { FACTS_RULE } from "../../../src/view/facts-of.ts"

type EventOf<Type extends DurableEvent["type"]> = Extract<DurableEvent, { type: Type }>
export type Task = {
  readonly tool: string
  readonly title: string
  readonly input: Record<string, unknown>
  readonly ms: number
  readonly status?: "done" | "failed" | "refused" | "unknown" | "skipped"
  readonly digest?: string
  readonly changes?: readonly string[]
  readonly why?: string
  readonly artifacts?: readonly ArtifactFile[]
}

/** Tells the story of a run event by event, with a clock of its own: the same words give the same log, to the millisecond. */
export class Teller {
  readonly events: LoggedEvent[] = []
  #at: number
  #task = 0

  constructor(at: number) {
    this.#at = at
  }

  get now(): number {
    return this.#at
  }

  pass(ms: number): this {
    this.#at += ms
    return this
  }

  tell(key: string, event: DurableEvent): this {
    this.events.push({ seq: this.events.length + 1, key: `${key}#${event.type}`, at: this.#at, event })
    return this
  }

  begin(more: {
    request: string
    strategy?: string
    language?: Language
    model?: string
    limits?: object
    workspace?: string
  }): this {
    const environment = Environment.parse({
      date: "2026-11-15",
      platform: "linux",
      workspace: more.workspace ?? "/home/ada/shop",
      instructions: "",
      language: more.language ?? "en",
      model: more.model ?? "anthropic:claude-sonnet",
      price: { prompt: 3, completion: 15, cached: 0.3 },
      tools: ["list_files", "read_file", "search_code", "edit_file", "write_file", "run_in_terminal"],
      approve: "edits",
      limits: Limits.parse({ max_cost: 1, ...more.limits }),
      settings: {},
    })
    this.tell("run", { type: "run.started", request: more.request, strategy: more.strategy ?? "phased", environment })
    return this.state("INTAKE")
  }

  state(state: RunState): this {
    return this.tell(`state-${this.events.length}`, { type: "state.changed", state })
  }

  /** A call of the model, from its measure to its reply. */
  call(
    key: string,
    control: string,
    { ms, prompt, completion = 240, cached = 0 }: { ms: number; prompt: number; completion?: number; cached?: number },
  ): this {
    const stage = key.includes("/") ? key.split("/").slice(0, -1).join("/") : ""
    this.tell(key, { type: "context.measured", stage, tokens: prompt, limit: 100_000 })
    this.pass(ms)
    return this.tell(`${key}/try-1`, {
      type: "model.called",
      control,
      rung: "named",
      attempt: 1,
      usage: { prompt, completion, cached },
      cost: (prompt - cached) * 3e-6 + cached * 3e-7 + completion * 15e-6,
      ms,
      repeated: cached,
    })
  }

  /** Tasks are counted anew in each phase, as the engine does. */
  stage(stage: string, kind: EventOf<"stage.started">["kind"], title: string): this {
    if (kind === "phase") this.#task = 0
    return this.tell(stage, {
      type: "stage.started",
      stage,
      kind,
      title,
      iterations: kind === "round" ? 3 : kind === "turn" ? 1 : 0,
    })
  }

  endStage(stage: string, status: EventOf<"stage.ended">["status"], summary: string): this {
    return this.tell(stage, { type: "stage.ended", stage, status, summary })
  }

  plan(stage: string, reasoning: string, tasks: readonly Task[]): this {
    const first = this.#task + 1
    return this.tell(`${stage}/plan`, {
      type: "plan.made",
      stage,
      reasoning,
      tasks: tasks.map(({ tool, input, why = "" }, index) => ({
        id: first + index,
        tool,
        arguments: input,
        depends_on: [],
        why,
      })),
    })
  }

  /** All at once; each takes its own time. */
  work(stage: string, tasks: readonly Task[], { unfinished = false } = {}): this {
    const begun = tasks.map((task) => ({ ...task, id: ++this.#task }))
    for (const { id, tool, title } of begun) {
      this.tell(`${stage}/task-${id}`, { type: "task.started", task: `${stage}/task-${id}`, id, tool, title })
    }
    const start = this.#at
    for (const task of [...begun].sort((a, b) => a.ms - b.ms)) {
      if (unfinished && task === begun.at(-1)) break
      this.#at = start + task.ms
      const { id, tool, status = "done", ms, digest = "ok", changes = [], artifacts } = task
      this.tell(`${stage}/task-${id}`, {
        type: "task.ended",
        task: `${stage}/task-${id}`,
        id,
        tool,
        status,
        ms,
        digest,
        changes: changes.map((path) => ({ path, before: "a", after: `b${id}` })),
        ...(artifacts ? { artifacts: [...artifacts] } : {}),
      })
    }
    return this
  }

  judge(stage: string, { text, done, rate }: { text: string; done: boolean; rate: number }): this {
    return this.tell(`${stage}/judge`, {
      type: "judge.ruled",
      stage,
      corrections: [],
      verdict: {
        task_evaluation: [],
        completed_tasks: [],
        failed_tasks: [],
        phase_completion_rate: rate,
        phase_completed: done,
        evidence: [],
        user_summary: text,
        next_action: done ? "end_phase" : "continue_phase",
        amended_tasks: [],
        open: [],
      },
    })
  }

  check(stage: string, name: string, command: string, failing: readonly string[] = []): this {
    return this.tell(`${stage}/verify/${name}`, {
      type: "check.ended",
      stage,
      name,
      command,
      status: failing.length === 0 ? "passed" : "failed",
      ms: 2140,
      failing: [...failing],
    })
  }

  /** As every run ends: what it says of itself, and behind a rule what the engine knows. */
  end(
    outcome: EventOf<"run.ended">["outcome"],
    text: string,
    highlights: readonly string[] = [],
    quality?: string,
  ): this {
    const states = {
      done: "DONE",
      incomplete: "INCOMPLETE",
      failed: "FAILED",
      blocked: "BLOCKED",
      cancelled: "CANCELLED",
    } as const
    this.tell("end-1", {
      type: "summary.made",
      layer: "summarizer",
      text: text.split(FACTS_RULE)[0] ?? "",
      highlights: [...highlights],
      corrections: [],
      ...(quality ? { quality } : {}),
    })
    this.tell("end-1", { type: "run.ended", outcome, message: text })
    return this.tell("end-1", { type: "state.changed", state: states[outcome.status] })
  }
}
