import { z } from "zod"
import type { JsonSchema, ToolSpec } from "../../model/seam/model.ts"
import { once } from "../../text/once.ts"
import { asSaid } from "./as-said.ts"
import { type Control, controlSpec } from "./control.ts"
import type { AnswerForm } from "./guide.ts"
import { decoderSchema, envelopeSchema } from "./wire-schema.ts"

/**
 * How controls go over the wire: the tool list of every call of a run, and where in the answer a control's part stands.
 * The list never changes, the analysis included, so that prompt caches hold; only what confines the tools makes another one.
 */
export interface Panel {
  readonly specs: readonly ToolSpec[]
  /** The same with each tool's own form, for models that need it. */
  readonly variants: readonly ToolSpec[]
  /** The tool that the model is made to call for this control. */
  wireName(control: Control<unknown>): string
  /** Splits the call's arguments into the part for `control` and the other parts that came along. */
  split(
    control: Control<unknown>,
    input: unknown,
  ): { readonly part: unknown; readonly others: Readonly<Record<string, unknown>> }
  /** The arguments as they would be, had the model called the control by its own name where another one carries it. */
  ownCall(control: Control<unknown>, input: unknown): unknown
  /** The arguments of a call that carries just this part, as a model writes it. */
  wrap(control: Control<unknown>, value: unknown): unknown
  /** The schema of an answer with just this part: for endpoints that take a schema instead of a tool. */
  schemaFor(control: Control<unknown>): JsonSchema
  /** What has to be told where no tools are shown, and how an answer is written there. */
  readonly parts: readonly ToolSpec[]
  readonly form: AnswerForm
}

/** Each control is a tool of its own, forced by its name. */
export function separatePanel(controls: readonly Control<unknown>[]): Panel {
  // A large schema takes its time: it is made when a call needs it, and never for a panel that nobody uses.
  const specs = once(() => controls.map(controlSpec))
  return {
    get specs() {
      return specs()
    },
    get variants() {
      return specs()
    },
    wireName: (control) => control.name,
    split: (_control, input) => ({ part: input, others: {} }),
    ownCall: (_control, input) => input,
    wrap: (control, value) => asSaid(control.input, value),
    schemaFor: (control) => decoderSchema(control.input),
    get parts() {
      return specs()
    },
    form: "whole",
  }
}

/** A control that stands among the tools of a free conversation, and is forced by its name where it is due. */
export function offeredPanel(specs: readonly ToolSpec[]): Panel {
  return { ...separatePanel([]), specs, variants: specs, parts: specs, form: "beside tools" }
}

/** What the one tool of an envelope says of itself; its parts say the rest. */
export const GIVE_PARTS =
  'Send the part that the message names after "Due:", and those it says you may add. Leave out the others.'

/** One tool whose optional parts are the controls; several can be answered in one call. */
export function envelopePanel(name: string, description: string, controls: readonly Control<unknown>[]): Panel {
  const whole = once(() =>
    z.object(
      Object.fromEntries(
        controls.map(({ name, description, input }) => [name, input.optional().describe(description)]),
      ),
    ),
  )
  const specs = once(() => [{ name, description, schema: envelopeSchema(whole()) }])
  const variants = once(() => [{ name, description, schema: envelopeSchema(whole(), "variants") }])
  const parts = once(() => controls.map(controlSpec))
  return {
    get specs() {
      return specs()
    },
    get variants() {
      return variants()
    },
    wireName: () => name,
    split: splitEnvelope,
    ownCall: (control, input) => enveloped(control, input, controls),
    wrap: (control, value) => ({ [control.name]: asSaid(control.input, value) }),
    schemaFor: (control) => decoderSchema(z.object({ [control.name]: control.input })),
    get parts() {
      return parts()
    },
    form: "part",
  }
}

function splitEnvelope(control: Control<unknown>, input: unknown): { part: unknown; others: Record<string, unknown> } {
  if (typeof input !== "object" || input === null) return { part: undefined, others: {} }
  const { [control.name]: part, ...others } = input as Record<string, unknown>
  return { part, others }
}

/** What stands beside the control's own fields under the name of another control is that one's part. */
function enveloped(control: Control<unknown>, input: unknown, controls: readonly Control<unknown>[]): unknown {
  if (typeof input !== "object" || input === null) return { [control.name]: input }
  const own: unknown = (input as Record<string, unknown>)[control.name]
  if (typeof own === "object" && own !== null) return input
  const isPart = ([name]: [string, unknown]) => controls.some((other) => other !== control && other.name === name)
  const entries = Object.entries(input)
  const fields = Object.fromEntries(entries.filter((entry) => !isPart(entry)))
  return { [control.name]: fields, ...Object.fromEntries(entries.filter(isPart)) }
}
