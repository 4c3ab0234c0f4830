import { z } from "zod"
import { WAITING_TOOLS } from "../../tools/built-in.ts"

const CHECKPOINTS = [1 / 3, 2 / 3]

/** When the detectors fire. Defaults live here and nowhere else. */
export const ReflectionThresholds = z.strictObject({
  /** The same call with the same outcome, so often. */
  repeated_calls: z.int().min(2).default(2),
  /** What makes two calls the same: tool, arguments and outcome, or just the tool's name. */
  same: z.enum(["call", "tool"]).default("call"),
  /** How many turns back a call is still remembered as a repetition. */
  window: z.int().min(1).default(10),
  /** A, B, A, B is two pairs. */
  alternations: z.int().min(2).default(2),
  /** A call that failed the same way so often in a row, whatever was changed in between. */
  same_failures: z.int().min(2).default(4),
  /** What counts as progress: something not known before, or only a change of stage. */
  progress: z.enum(["evidence", "stage"]).default("evidence"),
  /** So many turns without progress are a stage that is stuck. */
  stuck_turns: z.int().min(1).default(3),
  /** More tool runs than this without progress are one too. */
  stuck_runs: z.int().min(1).default(3),
  /** So many turns that brought nothing at all, not even another error, are slow. */
  slow_turns: z.int().min(1).default(2),
  /** Parts of the iteration budget at which most of the turns since the last one must have brought progress. */
  checkpoints: z.array(z.number().min(0).max(1)).default(CHECKPOINTS),
  /** So many turns in a row that brought nothing but errors, empty results or known ones. */
  anomalies: z.int().min(1).default(3),
  /** So many calls that broke a rule of the run. */
  violations: z.int().min(1).default(2),
  /** Tools that wait for something outside; repeating them is no loop. */
  waits: z.array(z.string()).default([...WAITING_TOOLS]),
  /** So often in a row; after that even waiting is one. */
  patience: z.int().min(0).default(10),
  /** Whether the user is asked before a stage is given up; unless told, only where somebody is there: no run waits for it. */
  ask: z.boolean().optional(),
})
export type ReflectionThresholds = z.infer<typeof ReflectionThresholds>

/** How a strategy watches itself; `strict` has the seed's literal rules. */
export const ReflectionSetting = z
  .union([z.enum(["default", "strict", "off"]), ReflectionThresholds])
  .default("default")
export type ReflectionSetting = z.infer<typeof ReflectionSetting>

const STRICT = {
  same: "tool",
  progress: "stage",
  stuck_turns: 2,
  slow_turns: 2,
  anomalies: 1,
  violations: 1,
  patience: 0,
} as const

/** Parsed once: each turn asks for them. */
let presets: Readonly<Record<"default" | "strict", ReflectionThresholds>> | undefined

/** `undefined` where nothing is watched. */
export function thresholdsOf(setting: ReflectionSetting): ReflectionThresholds | undefined {
  if (setting === "off") return undefined
  if (setting !== "default" && setting !== "strict") return setting
  presets ??= { default: ReflectionThresholds.parse({}), strict: ReflectionThresholds.parse(STRICT) }
  return presets[setting]
}
