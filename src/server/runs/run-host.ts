import type { Agent } from "../../agent.ts"
import type { RunStore } from "../../journal/run-store.ts"
import type { ModelsReply, ResumeRequest, SettingsReply, StartRequest } from "../../protocol/api/api.ts"
import type { Person, QueueStanding } from "../../protocol/api/team-api.ts"
import type { ResumeOptions } from "../../run/lifecycle/resume-rules.ts"
import type { Metric } from "../observing/metrics.ts"
import type { OwnersDesk } from "./owner.ts"

/** A request to start a run, in a folder that the server may use. */
export type StartWish = Omit<StartRequest, "workspace" | "follows" | "attachments"> & {
  readonly workspace: string
  /** JSON Schema of the answer that the run ends with beside its summary. */
  readonly answerSchema?: Readonly<Record<string, unknown>> | undefined
  /** The copy of the workspace that it works in, whose config holds all the same. */
  readonly copy?: string | undefined
}

/** Folders of our own that runs work in. */
export type WorkFolders = {
  /** Those for the folders that the server may use: their runs are shown like those of the folders. */
  readonly roots: readonly string[]
  /** A copy of a folder, for the run of a comparison under a strategy. */
  make(workspace: string, comparison: string, strategy: string): Promise<string>
  /** Takes back the copies of a comparison that could not be begun. */
  remove(workspace: string, comparison: string): Promise<void>
}

/** What clients are told about new runs. */
export type HostSettings = Readonly<Omit<SettingsReply, "version" | "workspaces" | "offers">> & {
  readonly workspaces: readonly string[]
}

/**
 * What the server needs of whoever puts models, config and folders together: agents, and what may be told about them.
 * Refusals are thrown with the names that the command line knows (`UsageError`, `ConfigError`, …).
 */
export interface RunHost {
  readonly store: RunStore
  /** The folders that runs may be started in and shown from: absolute, without links. The first is the default. */
  readonly workspaces: readonly string[]
  /** The repositories, or places of some, that runs may be started from and shown of. */
  readonly sources?: readonly string[]
  settings(): Promise<HostSettings>
  /** Where runs of comparisons and the demo work; absent where they can't be had. */
  readonly copies?: WorkFolders
  /** The demo: an agent with prepared replies in a folder of its own, and the request that they were prepared for. */
  demo?(): Promise<{ readonly agent: Agent; readonly request: string }>
  /** What only whoever runs the server may do over it. */
  readonly owner?: OwnersDesk
  /** Which models there are to choose from; a host that has made its choice says nothing. */
  models?(): Promise<ModelsReply>
  /** An agent whose `start` begins such a run. */
  agentToStart(wish: StartWish): Promise<Agent>
  /** An agent that can go on with the run, and the options to do it with. */
  agentToResume(runId: string, wish: ResumeRequest): Promise<{ readonly agent: Agent; readonly options: ResumeOptions }>
  /** An agent for what needs no model: answers, cancellation, undo. */
  agentToEnd(runId: string): Promise<Agent>
  /** Has a run carried out by another process; without it this one does so. Open runs are then always under way, or about to be. */
  handOver?(runId: string): Promise<void>
  /** Where runs stand that wait for a worker; those that don't are left out. */
  standings?(runIds: readonly string[]): Promise<ReadonlyMap<string, QueueStanding>>
  /** Whose host it is; nothing said: whoever runs the server. */
  readonly person?: Person
  /** The same host in the hands of a person: what they do is signed, and they see what is theirs. */
  as?(person: Person): RunHost
  /** What is watched of it beside the runs. */
  metrics?(): Promise<readonly Metric[]>
  /** Replaces what viewers must not see. */
  redact(text: string): string
}
