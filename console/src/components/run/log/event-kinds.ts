import type { DurableEvent } from "@keelson/protocol/log/event.ts"

/** What the log can be narrowed to, in the order in which it is offered. */
export const EVENT_KINDS = ["run", "plan", "model", "task", "check", "question", "guard"] as const
export type EventKind = (typeof EVENT_KINDS)[number]

type Noun<Type extends string = DurableEvent["type"]> = Type extends `${infer Name}.${string}` ? Name : never

/** By what stands before the dot; what is not named here is about the run as a whole. */
const KIND_OF: Readonly<Partial<Record<Noun, EventKind>>> = {
  request: "plan",
  strategy: "plan",
  phases: "plan",
  steps: "plan",
  stage: "plan",
  plan: "plan",
  judge: "plan",
  thought: "plan",
  todo: "plan",
  handover: "plan",
  model: "model",
  context: "model",
  calls: "model",
  control: "model",
  task: "task",
  results: "task",
  checkpoint: "task",
  undo: "task",
  check: "check",
  checks: "check",
  gate: "check",
  clarification: "question",
  approval: "question",
  exception: "question",
  word: "question",
  words: "question",
  constraints: "guard",
  violation: "guard",
  reflection: "guard",
  limit: "guard",
  budget: "guard",
  deadlock: "guard",
}

export function kindOf({ type }: Pick<DurableEvent, "type">): EventKind {
  return KIND_OF[type.slice(0, type.indexOf(".")) as Noun] ?? "run"
}
