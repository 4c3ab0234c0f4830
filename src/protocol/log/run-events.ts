import { z } from "zod"
import { ApprovalRule } from "./approval.ts"
import { Environment } from "./environment.ts"
import { Outcome, RunState } from "./outcome.ts"
import { RunTrace } from "./trace.ts"
import {
  ApprovalDecision,
  ApprovalSubject,
  ArtifactFile,
  AskedNetwork,
  CommandRisk,
  FileChange,
  FileRisk,
  StageKind,
  SummaryLayer,
} from "./vocabulary.ts"

/** Who did it, where several people have tokens of their own; nothing said: whoever runs the machine. */
const by = z.string().optional()

/** The run as a whole: how it starts, changes state and ends. */
export const RUN_EVENTS = [
  z.object({
    type: z.literal("run.started"),
    request: z.string(),
    /** Pictures that came with the request. */
    attachments: z.array(ArtifactFile).optional(),
    strategy: z.string(),
    /** The kinds of stages that its strategy says it opens. */
    stages: z.array(StageKind).optional(),
    environment: Environment,
    /** Of what was asked for, where it may be asked for once: a digest. */
    fingerprint: z.string().optional(),
    /** What the caller gave along for tools. */
    context: z.record(z.string(), z.unknown()).optional(),
    /** Where it belongs among traces; absent where nobody traced it at its start. */
    trace: RunTrace.optional(),
    by,
  }),
  z.object({ type: z.literal("run.resumed"), epoch: z.int(), environment: Environment, by }),
  /** The files of a run that names a source: the commit that it begins with, and what the source tells those who work there. */
  z.object({ type: z.literal("source.opened"), commit: z.string(), instructions: z.string() }),
  /** What such a run left in its source when it ended; without a branch, why there is only the patch. `left_out`: files that nothing keeps. */
  z.object({
    type: z.literal("work.delivered"),
    epoch: z.int(),
    branch: z.string().nullable(),
    commit: z.string().nullable(),
    reason: z.string(),
    left_out: z.array(z.string()).default([]),
  }),
  /** A new run made of another one's log, up to `key`. */
  z.object({ type: z.literal("run.forked"), from: z.string(), key: z.string(), by }),
  /** Lists leave the run out from now on, or have it again. */
  z.object({ type: z.literal("run.archived"), archived: z.boolean(), by }),
  z.object({ type: z.literal("state.changed"), state: RunState }),
  z.object({ type: z.literal("cancel.requested"), by: z.string(), reason: z.string() }),
  z.object({ type: z.literal("limit.reached"), limit: z.string(), used: z.number(), allowed: z.number() }),
  z.object({
    type: z.literal("summary.made"),
    layer: SummaryLayer,
    text: z.string(),
    highlights: z.array(z.string()),
    quality: z.string().optional(),
    /** Claims of the model's that the engine's own counts replaced. */
    corrections: z.array(z.string()).default([]),
    /** The answer in the shape that was asked for; absent where none was, or none could be had. */
    answer: z.unknown().optional(),
  }),
  z.object({
    type: z.literal("run.ended"),
    outcome: Outcome,
    message: z.string(),
    /** The workspace was removed under the run, and with it every file that the run had changed. */
    workspace_gone: z.literal(true).optional(),
  }),
  /** The changes of these stages were taken back, or, where `undoes` names an undo, brought back. */
  z.object({
    type: z.literal("undo.made"),
    stages: z.array(z.string()),
    tree_before: z.string(),
    tree_after: z.string(),
    changes: z.array(FileChange),
    undoes: z.string().nullable().default(null),
    by,
  }),
] as const

/** What the user is asked, and what they said. */
export const QUESTION_EVENTS = [
  /** Something that was said to a run on its way, the `number`th; `now`: the model calls under way are not waited for. */
  z.object({
    type: z.literal("word.added"),
    number: z.int(),
    text: z.string(),
    by: z.string(),
    now: z.literal(true).optional(),
  }),
  /** From here on a conversation has all words up to this number. */
  z.object({ type: z.literal("words.heard"), stage: z.string(), upto: z.int() }),
  z.object({ type: z.literal("clarification.asked"), question: z.string(), questions: z.array(z.string()) }),
  z.object({ type: z.literal("clarification.answered"), question: z.string(), answer: z.string(), by }),
  z.object({
    type: z.literal("approval.asked"),
    question: z.string(),
    /** Of what the answer decides; nothing said: a call of `tool`. */
    about: ApprovalSubject.optional(),
    tool: z.string(),
    summary: z.string(),
    /** A diff or the arguments, for the user to judge by. */
    detail: z.string(),
    /** The command line, where the call runs one. */
    command: z.string().optional(),
    /** What in that line deserves a second look, as far as its text tells. */
    risks: z.array(CommandRisk).optional(),
    /** The same for the files that it changes. */
    file_risks: z.array(FileRisk).optional(),
    /** What `remember` would allow from now on; without it there is nothing to remember. */
    rule: ApprovalRule.optional(),
    /** What of the network it asks for, where it does. */
    network: AskedNetwork.optional(),
  }),
  z.object({
    type: z.literal("approval.answered"),
    question: z.string(),
    decision: ApprovalDecision,
    reason: z.string().default(""),
    /** What the user made of the plan that was asked about. */
    edited: z.unknown().optional(),
    by,
  }),
] as const
