import { z } from "zod"
import { HTTP_OPTIONS } from "../../options/run-options.ts"
import { saidFields } from "../../options/schema.ts"
import { ApprovalPolicy, Language } from "../log/environment.ts"
import { ApprovalDecision, DurableEvent } from "../log/event.ts"
import { GivenLimits, Limits } from "../log/limits.ts"
import { RunState } from "../log/outcome.ts"
import { RunListItem } from "./run-list-api.ts"
import { RunResultSchema } from "./run-result-schema.ts"
import { Person, QueueStanding } from "./team-api.ts"

export { RunListItem, RunListPage, RunListQuery, RunOrder } from "./run-list-api.ts"
export { UndoReply, UndoRequest } from "./undo-api.ts"

/* What the server and its clients say to each other; the OpenAPI description is made of these schemas. */

/** The way a request names a model: `provider:name`. */
const ModelName = z.string().min(1).max(200)

/** The body that starts a run: the request, and what may be said of it over HTTP. */
export const StartRequest = z.strictObject({
  request: z.string().trim().min(1),
  workspace: z.string().min(1).optional(),
  .../* @__PURE__ */ saidFields(HTTP_OPTIONS, { limits: GivenLimits }),
  model: ModelName.optional(),
  /** The run that this request follows on: it is told what was asked before, and what came of it. */
  follows: z.string().min(1).max(200).optional(),
  /** Pictures (PNG, JPEG, GIF, WebP) in base64. */
  attachments: z
    .array(z.strictObject({ name: z.string().min(1).max(200), data: z.base64() }))
    .max(8)
    .optional(),
})
export type StartRequest = z.infer<typeof StartRequest>

/** The id of the run that was started. */
export const StartReply = z.object({ run_id: z.string() })
export type StartReply = z.infer<typeof StartReply>

/** `text` answers a clarification; without `question` the first open one is meant. */
export const AnswerRequest = z.strictObject({ question: z.string().optional(), text: z.string().trim().min(1) })
export type AnswerRequest = z.infer<typeof AnswerRequest>

/** The body that answers an approval or a plan; `question` where a run has several. */
export const ApproveRequest = z.strictObject({
  question: z.string().optional(),
  decision: ApprovalDecision,
  reason: z.string().optional(),
  /** For a question about a plan: what runs instead. */
  edited: z.unknown().optional(),
})
export type ApproveRequest = z.infer<typeof ApproveRequest>

/** Said to a run on its way. */
export const TellRequest = z.strictObject({ text: z.string().trim().min(1), now: z.boolean().optional() })
export type TellRequest = z.infer<typeof TellRequest>

/** The body that ends a run; the reason stands in its log. */
export const CancelRequest = z.strictObject({ reason: z.string().min(1).max(2000).optional() })
export type CancelRequest = z.infer<typeof CancelRequest>

/** The body that takes a run up again, perhaps with other limits or another model. */
export const ResumeRequest = z.strictObject({ limits: GivenLimits.optional(), model: ModelName.optional() })
export type ResumeRequest = z.infer<typeof ResumeRequest>

/** `from`: a key of the log, from which on the new run does things anew; without it, from where the run is blocked. */
export const ForkRequest = z.strictObject({
  from: z.string().min(1).max(2000).optional(),
  /** What the new run hears before it does anything. */
  tell: z.string().trim().min(1).optional(),
})
export type ForkRequest = z.infer<typeof ForkRequest>

/** The body that takes a run out of lists, or puts it back. */
export const ArchiveRequest = z.strictObject({ archived: z.boolean().default(true) })
export type ArchiveRequest = z.infer<typeof ArchiveRequest>

/** `live`: whether the run is being carried out now. If it could not be gone on with, `hint` says why. */
export const ActionReply = z.object({ run_id: z.string(), live: z.boolean(), hint: z.string().optional() })
export type ActionReply = z.infer<typeof ActionReply>

/** HTML that needs no server, or Markdown. */
export const ReportQuery = z.object({ form: z.enum(["html", "md"]).default("html") })

/** Of one round alone; `patch` is what git can apply elsewhere. */
export const DiffQuery = z.object({
  round: z.string().max(1000).optional(),
  form: z.enum(["full", "patch"]).default("full"),
})

/** An event as the log has it. */
export const LoggedEventSchema = z.object({ seq: z.int(), key: z.string(), at: z.number(), event: DurableEvent })

/** A number of events or entries; the end of a log lies before this one. */
const Position = z.coerce.number().int().min(0)

/** From a number on, or those that follow on so many. */
export const LogQuery = z.object({
  from: Position.default(0),
  at: Position.optional(),
  limit: Position.optional(),
})
/** A piece of a run's log. */
export const LogPage = z.object({ events: z.array(LoggedEventSchema) })
export type LogPage = z.infer<typeof LogPage>

/** What is known already. */
export const OpeningQuery = z.object({ after: Position.default(0) })

/** After so many events; without it, after all of them. */
export const PictureQuery = z.object({ at: Position.default(Number.MAX_SAFE_INTEGER) })

/** Which stage is wanted whole, by its key. */
export const PartQuery = z.object({ stage: z.string() })

/** From which number of the log on events are wanted. */
export const EventsQuery = z.object({ after: z.coerce.number().int().min(0).optional() })

/** Runs that one connection may tell. */
const MOST_FOLLOWED = 100

/** Each as `ID@12`: this run, from after this number on. */
export const ManyEventsQuery = z.object({
  run: z
    .array(
      z
        .string()
        .regex(/^[^@]{1,200}@\d{1,15}$/, "expected the id of a run and the number of an event, such as ID@12")
        .transform((text) => ({
          id: text.slice(0, text.lastIndexOf("@")),
          after: Number(text.slice(text.lastIndexOf("@") + 1)),
        })),
    )
    .min(1)
    .max(MOST_FOLLOWED),
})

/** `event: refused` of a stream of many runs. */
export type RefusedRun = ErrorReply & { readonly status: number }

/** Of an artifact, by line numbers from 1: `10-90`. */
export const ArtifactQuery = z.object({
  lines: z
    .string()
    .regex(/^\d+-\d+$/, "expected two line numbers, such as 10-90")
    .optional(),
})

/** A run as it stands: its line in lists, and its result. */
export const RunReply = z.object({ header: RunListItem, result: RunResultSchema })

/** The code of the address that the server gave out. */
export const SessionRequest = z.strictObject({ code: z.string().min(1).max(200) })

/** What the page sends from now on as `Authorization: Bearer`. */
export const SessionReply = z.object({ token: z.string() })
export type SessionReply = z.infer<typeof SessionReply>

/** A new address was told where the server runs; the page does not get to know it. */
export const AddressReply = z.object({ told: z.literal(true) })
export type AddressReply = z.infer<typeof AddressReply>

/** The server is there, and which version it is. */
export const HealthReply = z.object({ ok: z.literal(true), version: z.string() })
export type HealthReply = z.infer<typeof HealthReply>

/** What a form for a new run starts from. */
export const SettingsReply = z.object({
  version: z.string(),
  workspace: z.string(),
  workspaces: z.array(z.string()),
  /** Git repositories, and places where some are, that a run may name as its source in place of a folder. */
  sources: z.array(z.string()).optional(),
  /** The source that a run has unless it names a folder or another one. */
  source: z.string().optional(),
  strategies: z.array(z.object({ name: z.string(), summary: z.string(), plans: z.boolean() })),
  /** The one that a run has unless it names another. */
  strategy: z.string().optional(),
  /** `null`: none is configured, so a request must name one. */
  model: z.string().nullable(),
  approve: ApprovalPolicy,
  limits: Limits,
  language: Language,
  /** What holds of the options that a form asks for, by their names in requests. */
  options: z.record(z.string(), z.unknown()).optional(),
  /** What commands run in; `null` where there is no sandbox. */
  sandbox: z.string().nullable(),
  /** Why there is none, and what to do about it. */
  sandbox_missing: z.string().optional(),
  /** What else this server does. */
  offers: z.array(z.enum(["demo", "compare", "owner"])).optional(),
  /** What runs and their checkpoints take, in bytes, where somebody knows. */
  kept: z.object({ runs: z.number(), checkpoints: z.number() }).optional(),
  /** Who asks, where several people have tokens of their own; nothing said: the one who may do everything. */
  you: Person.optional(),
})
export type SettingsReply = z.infer<typeof SettingsReply>

/** Which models could be asked now, and what the other providers lack. */
export const ModelsReply = z.object({
  /** By provider; each model by the name that a request gives it. */
  usable: z.array(z.object({ label: z.string(), models: z.array(z.string()) })),
  missing: z.array(z.object({ label: z.string(), reason: z.string(), home_page: z.string() })),
})
export type ModelsReply = z.infer<typeof ModelsReply>

/** `event: state` and `event: end` of the stream. */
export const StreamState = z.object({
  state: RunState,
  outcome: RunListItem.shape.outcome,
  /** Whether some process carries the run out. */
  live: z.boolean(),
  /** Whether that is this server, which then tells progress too. */
  here: z.boolean().optional(),
  /** Where it stands while it waits for a worker. */
  queue: QueueStanding.optional(),
})
export type StreamState = z.infer<typeof StreamState>

/** The answer that stands: a decision on an approval, or the words of a clarification. */
export const StandingAnswer = z.object({
  decision: ApprovalDecision.optional(),
  reason: z.string().optional(),
  text: z.string().optional(),
  /** Milliseconds since 1970. */
  at: z.number().optional(),
  /** Whose it is, where several people have tokens of their own. */
  by: z.string().optional(),
})
export type StandingAnswer = z.infer<typeof StandingAnswer>

/** `decided`: with the code `already_answered`, the answer that came first. `run_id`: the run that is in the way. */
export const ErrorReply = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    hint: z.string().optional(),
    decided: StandingAnswer.optional(),
    run_id: z.string().optional(),
  }),
})
export type ErrorReply = z.infer<typeof ErrorReply>
