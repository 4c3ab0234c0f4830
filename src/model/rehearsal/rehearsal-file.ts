import { z } from "zod"
import { KeelsonError } from "../../protocol/log/keelson-error.ts"
import { Usage } from "../../protocol/log/usage.ts"

const Choice = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("auto") }),
  z.object({ kind: z.literal("none") }),
  z.object({ kind: z.literal("required") }),
  z.object({ kind: z.literal("named"), name: z.string() }),
])

const Reply = z.object({
  text: z.string(),
  calls: z.array(z.object({ id: z.string(), name: z.string(), arguments: z.string() })),
  usage: Usage,
  finish: z.enum(["stop", "calls", "length", "refused", "other"]),
})

/** One recorded model call. Paths inside the workspace are written as `$WORKSPACE/…`. */
export const RehearsalLine = z.object({
  key: z.string(),
  control: z.string(),
  prompt_digest: z.string(),
  choice: Choice,
  reply: Reply,
})
export type RehearsalLine = z.infer<typeof RehearsalLine>

const Header = z.object({ keelson_rehearsal: z.literal(1), model: z.string(), recorded_at: z.string() })

/** A recording: which model said it, when, and its replies in the order they came. */
export type Rehearsal = {
  readonly model: string
  readonly recorded_at: string
  readonly lines: readonly RehearsalLine[]
}

/** A file that is no rehearsal, or a damaged one. The message names the line. */
export class RehearsalFileError extends KeelsonError {
  override name = "RehearsalFileError"
  constructor(message: string) {
    super("bad_rehearsal", "refused", message)
  }
}

/** The first line of a file; the calls follow, one line each, so that a recording can be appended to as it happens. */
export function renderRehearsalHeader(head: Omit<Rehearsal, "lines">): string {
  return `${JSON.stringify({ keelson_rehearsal: 1, model: head.model, recorded_at: head.recorded_at })}\n`
}

/** One call with its line break, to be appended. */
export function renderRehearsalLine(line: RehearsalLine): string {
  return `${JSON.stringify(line)}\n`
}

/** A whole file at once; `readRehearsal` reads it back. */
export function renderRehearsal(rehearsal: Rehearsal): string {
  return renderRehearsalHeader(rehearsal) + rehearsal.lines.map(renderRehearsalLine).join("")
}

/** Throws `RehearsalFileError` at the first line that does not fit. */
export function readRehearsal(text: string): Rehearsal {
  const rows = text.split("\n").map((row, index) => ({ row: row.trim(), number: index + 1 }))
  const [first, ...rest] = rows.filter(({ row }) => row !== "")
  if (!first)
    throw new RehearsalFileError("Line 1: the file is empty; a rehearsal begins with a keelson_rehearsal header.")
  const { model, recorded_at } = parseRow(first, Header, "is no keelson_rehearsal header of version 1")
  return { model, recorded_at, lines: rest.map((row) => parseRow(row, RehearsalLine, "is no recorded call")) }
}

type Row = { readonly row: string; readonly number: number }

function parseRow<T>({ row, number }: Row, schema: z.ZodType<T>, complaint: string): T {
  const value = parseJson(row)
  if (value === undefined)
    throw new RehearsalFileError(`Line ${number} is not valid JSON; the file is damaged or cut off.`)
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new RehearsalFileError(`Line ${number} ${complaint}: ${issue?.path.join(".") || "line"}: ${issue?.message}.`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
