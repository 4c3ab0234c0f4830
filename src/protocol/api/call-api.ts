import { z } from "zod"
import { Usage } from "../log/usage.ts"

/** One part of what a model was sent. */
export const SentSection = z.object({
  /** `tool`: one on offer. `form`: the schema that the reply shall have. `result`: what a tool brought. */
  kind: z.enum(["system", "tool", "form", "user", "assistant", "result"]),
  name: z.string().optional(),
  text: z.string(),
  calls: z.array(z.object({ name: z.string(), arguments: z.string() })).optional(),
  /** So many characters of it are not kept. */
  cut: z.int().optional(),
})
export type SentSection = z.infer<typeof SentSection>

/** A call of a model in brief. */
export const CallLine = z.object({
  /** Counted from 1, in the order of replies; those without one stand last. */
  n: z.int(),
  key: z.string(),
  control: z.string(),
  /** Absent where nothing tells it any more. */
  model: z.string().optional(),
  rung: z.string(),
  attempt: z.int(),
  /** When it was sent. */
  at: z.number(),
  /** `null`: no reply is recorded. */
  ms: z.number().nullable(),
  usage: Usage.nullable(),
  /** US dollars; `null` where they are not known. */
  cost: z.number().nullable(),
  lost: z.boolean(),
  /** Why the answer was sent back; empty where it was taken. */
  issues: z.array(z.string()),
  /** Whether what was sent is kept. */
  kept: z.boolean(),
})
export type CallLine = z.infer<typeof CallLine>

/** What came back. `refused`: the endpoint would not take the question so. */
export const CallReply = z.object({
  text: z.string(),
  calls: z.array(z.object({ name: z.string(), arguments: z.string() })),
  finish: z.string(),
  refused: z.string().optional(),
})
export type CallReply = z.infer<typeof CallReply>

/** A call of a model as it can be looked into. */
export const OpenedCall = CallLine.extend({
  /** Of how many, so that the next one can be asked for. */
  of: z.int(),
  max_output: z.number().optional(),
  /** What it had to answer with, where one thing was asked for. */
  choice: z.string().optional(),
  /**
   * `same`: the call before had it too. `difference`: it had one much like it, and a unified diff says in which lines they differ.
   * `null`: nothing of it is kept.
   */
  sent: z.array(SentSection.extend({ same: z.boolean(), difference: z.string().optional() })).nullable(),
  /** The call that this one goes on from, and what it had that is no longer there. */
  before: z.object({ n: z.int(), gone: z.array(SentSection) }).nullable(),
  reply: CallReply.nullable(),
})
export type OpenedCall = z.infer<typeof OpenedCall>

/** A run's model calls, the first one first. */
export const CallList = z.object({ calls: z.array(CallLine) })
export type CallList = z.infer<typeof CallList>
