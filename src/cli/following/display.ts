import type { Run } from "../../agent.ts"
import { knownSecrets } from "../../host/surroundings.ts"
import type { RunResult } from "../../protocol/log/run.ts"
import type { ShowFlags } from "../flags/flags.ts"

/** What is needed of a run to show it, here or elsewhere. */
export type FollowedRun = Pick<Run, "id" | "result" | "onEvent" | "onLive" | "tell" | "cancel">

/** Where a run can be seen while it goes on. */
export interface Display {
  /** Shows what the run logs and reports from now on. */
  follow(run: FollowedRun): void
  /** Draws these lines below the run, as they are whenever it is drawn; only where a run is drawn in place. */
  under?(lines: () => readonly string[]): void
  /** Opens or closes what the newest command prints; only where a run is drawn in place. */
  toggleOutput?(): void
  /** Gives the screen to a question. */
  pause(): void
  resume(): void
  /** Shows the end. The message itself goes to standard output, unless `hasResult`. */
  end(result: RunResult, exitCode: number): void
  /** Leaves the screen in order when there is no result. */
  stop(): void
  /** Whether `end` prints the whole result itself. */
  readonly hasResult: boolean
}

/** The display that fits the flags and what standard error is connected to. */
export async function openDisplay(flags: ShowFlags): Promise<Display> {
  if (flags.json) return jsonDisplay()
  if (flags.quiet) return SILENCE
  const { verbose } = flags
  if (process.stderr.isTTY && !verbose) return (await import("../render/live/live-tree.ts")).liveTree(process.stderr)
  return (await import("../render/live/plain-lines.ts")).plainLines(process.stderr, { verbose })
}

async function jsonDisplay(): Promise<Display> {
  const { jsonLines } = await import("../render/json-lines.ts")
  return jsonLines(process.stdout, knownSecrets())
}

const SILENCE: Display = {
  follow: () => {},
  pause: () => {},
  resume: () => {},
  end: () => {},
  stop: () => {},
  hasResult: false,
}
