import type { LoggedEvent } from "../../protocol/log/event.ts"

/** A command in the background; `running` until its end is known. */
export type ProcessView = {
  readonly id: string
  /** The task that started it. */
  readonly task: string
  readonly command: string
  readonly status: "running" | "exited" | "stopped" | "lost"
  readonly code: number | null
  readonly startedAt: number
  readonly endedAt: number | null
}

type EventOf<Type extends LoggedEvent["event"]["type"]> = Extract<LoggedEvent["event"], { type: Type }>

export function startedProcess(event: EventOf<"process.started">, at: number): ProcessView {
  const { process: id, task, command } = event
  return { id, task, command, status: "running", code: null, startedAt: at, endedAt: null }
}

export function endedProcess(process: ProcessView, event: EventOf<"process.ended">, at: number): ProcessView {
  if (process.id !== event.process || process.status !== "running") return process
  return { ...process, status: event.how, code: event.code, endedAt: at }
}

/** Nothing outlives its run, whether or not somebody wrote it down. */
export function stoppedWithRun(process: ProcessView, at: number): ProcessView {
  return process.status === "running" ? { ...process, status: "stopped", endedAt: at } : process
}
