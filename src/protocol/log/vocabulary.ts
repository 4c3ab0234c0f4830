import { z } from "zod"

/** A file that a task changed; hashes of its content, `null` where there was or is none. */
export const FileChange = z.object({ path: z.string(), before: z.string().nullable(), after: z.string().nullable() })
export type FileChange = z.infer<typeof FileChange>

/**
 * How a task ended. `unknown`: a crash hid the outcome, and running it again was not safe.
 * `refused`: not allowed to run. `skipped`: something it depends on did not succeed.
 */
export const TaskStatus = z.enum(["done", "failed", "unknown", "refused", "skipped"])
export type TaskStatus = z.infer<typeof TaskStatus>

/** One that the engine knows (`stage-kind.ts`), or one of a strategy's own. */
export const StageKind = z.string().regex(/^[a-z][a-z0-9_-]{0,39}$/, "expected a short name in small letters")
export type StageKind = z.infer<typeof StageKind>

/** What people call a kind of stage. */
export const StageWords = z.object({ en: z.string().min(1), zh: z.string().min(1) })
export type StageWords = z.infer<typeof StageWords>

/** How a stage ended. */
export const StageStatus = z.enum([
  "done",
  "failed",
  "forced",
  "incomplete",
  "unproven",
  "skipped",
  "blocked",
  "continued",
])
export type StageStatus = z.infer<typeof StageStatus>

/** `kind` is a word of its strategy's, `title` one line for people, `data` whatever else belongs to it, as JSON. */
export const Note = z.object({ kind: z.string().min(1), title: z.string().min(1), data: z.unknown().optional() })
export type Note = z.infer<typeof Note>

/** Where a summary came from, from the strategy's own words down to the log alone. */
export const SummaryLayer = z.enum(["summarizer", "closing", "plain", "stitched", "composed"])
export type SummaryLayer = z.infer<typeof SummaryLayer>

/** Calls, tokens in and out together, US dollars (`null` where the price is not known). */
export const Estimate = z.object({ calls: z.number(), tokens: z.number(), cost: z.number().nullable() })
export type Estimate = z.infer<typeof Estimate>

/**
 * `allow_always`: for the rest of the run this tool, or all plans, or all checks, by what was asked about; an exception is allowed
 * once. `remember`: calls like this one, in this folder, from now on.
 */
export const ApprovalDecision = z.enum(["allow", "allow_always", "remember", "deny"])
export type ApprovalDecision = z.infer<typeof ApprovalDecision>

/**
 * What an approval is about: a call of a tool, a plan before anything of it runs, one of the project's checks, one call that the
 * rules of the task forbid.
 */
export const ApprovalSubject = z.enum(["call", "plan", "check", "exception", "network"])
export type ApprovalSubject = z.infer<typeof ApprovalSubject>

/** A place on the network that a command asks to reach. */
export const AskedHost = z.object({
  /** `example.org`, `*.example.org`, `example.org:8443`. */
  name: z.string(),
  /** What kind of address it has, where that is none of the public internet: `private`, `loopback`. */
  closed: z.string().optional(),
  /** A file of the workspace names it as a registry, and anybody may have written that. */
  named: z.literal(true).optional(),
})
export type AskedHost = z.infer<typeof AskedHost>

/** What of the network a command asks for. */
export const AskedNetwork = z.object({
  hosts: z.array(AskedHost),
  /** What package registries are among them, by name. */
  registries: z.array(z.string()).optional(),
  /** Nothing here can hold it to these hosts: it would have the whole network. */
  whole: z.literal(true).optional(),
})
export type AskedNetwork = z.infer<typeof AskedNetwork>

/**
 * What in a command line deserves a second look: it runs outside the sandbox, as somebody with more rights, deletes whole
 * folders, runs code that it fetches, or writes to a file outside the workspace.
 */
export const CommandRisk = z.enum(["unconfined", "privileged", "deletes", "fetched_code", "writes_outside"])
export type CommandRisk = z.infer<typeof CommandRisk>

/**
 * What in a change of files deserves a second look: it is run later without anybody calling it, is taken by agents for instructions,
 * decides whose code is used, has something like a secret in it, runs code that it fetches, names an address in the network, has
 * characters that are not seen, is a program from then on, lies outside the workspace, takes away many lines or the whole file, or
 * can't be shown.
 */
export const ChangeRisk = z.enum([
  "runs_later",
  "instructs",
  "dependencies",
  "secret",
  "fetched_code",
  "address",
  "hidden",
  "executable",
  "outside",
  "drops_lines",
  "drops_file",
  "unseen",
])
export type ChangeRisk = z.infer<typeof ChangeRisk>

/** One such thing in one file, and the lines of the question's `detail` where it stands, counted from 1; none: the file as such. */
export const FileRisk = z.object({ path: z.string(), risk: ChangeRisk, lines: z.array(z.int()).optional() })
export type FileRisk = z.infer<typeof FileRisk>

/** An image or another file that a task made; its bytes are kept beside the log under `id`. */
export const ArtifactFile = z.object({
  id: z.string(),
  name: z.string(),
  mime: z.string(),
  size: z.number(),
  /** Of a picture that the model is shown, in pixels. */
  width: z.number().optional(),
  height: z.number().optional(),
})
export type ArtifactFile = z.infer<typeof ArtifactFile>

/** `broken`: the check itself could not run, so it says nothing either way. */
export const CheckStatus = z.enum(["passed", "failed", "broken"])
export type CheckStatus = z.infer<typeof CheckStatus>

/** When a check ran: on the base, after a round, when a phase or the whole is called done. */
export const CheckMoment = z.enum(["base", "round", "phase", "end"])
export type CheckMoment = z.infer<typeof CheckMoment>

/** What a check that is not green means: this run's, red without it too, not to be had either way, or unknown. */
export const CheckComparison = z.enum(["own", "as_before", "says_nothing", "unknown"])
export type CheckComparison = z.infer<typeof CheckComparison>

/** What a tool that is not the engine's own said of a call: a log is read without the tools that it names. */
export const SaidOfCall = z.object({
  /** The command that it runs, without secrets. */
  command: z.string().optional(),
  /** The address or the paths that it is about. */
  place: z.string().optional(),
  /** It waits for something outside. */
  waits: z.literal(true).optional(),
  /** Its failure is a finding about the work, not a breakdown. */
  verdict: z.literal(true).optional(),
})
export type SaidOfCall = z.infer<typeof SaidOfCall>

/** What the model is shown of one result: all of it, where nothing else is said. */
export const ShownResult = z.object({
  /** The task that made it. */
  id: z.int(),
  /** The lines that are shown, as in `1-310, 402`; empty where it is no text. */
  lines: z.string().optional(),
  /** A line that costs more tokens than this is shown by its ends. */
  clip: z.int().optional(),
  /** The tokens that it was cut to. */
  tokens: z.number().optional(),
  /** It stands whole in the conversation, under this id. */
  as: z.string().optional(),
})
export type ShownResult = z.infer<typeof ShownResult>
