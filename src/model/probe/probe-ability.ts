import type { Ability, JsonSchema, ModelReply, ModelRequest, Rung, ToolSpec } from "../seam/model.ts"
import type { Findings } from "./probe-findings.ts"
import type { Ask } from "./probe-forcing.ts"

/** A tiny piece of work with one right answer. */
type TinyJob = {
  readonly label: string
  readonly spec: ToolSpec
  readonly text: string
  isRight(answer: Readonly<Record<string, unknown>>): boolean
}

const FILE = 'const name = "box"\nconst limit = 10\nconst step = 10'

/** What the engine asks for most, as small as it can be. */
const JOBS: Readonly<Record<keyof Ability, TinyJob>> = {
  plan: {
    label: "a tiny plan",
    spec: toolOf("plan", {
      tasks: {
        type: "array",
        items: objectOf({ tool: { type: "string", enum: ["read", "run"] }, argument: { type: "string" } }),
      },
    }),
    text: 'Tools: read (argument: a path), run (argument: a command). Wanted: read a.txt and b.txt, then run the command "make". Due: plan {tasks: [{tool, argument}]}, in that order and with no other task.',
    isRight: ({ tasks }) =>
      JSON.stringify(tasks) ===
      JSON.stringify([
        { tool: "read", argument: "a.txt" },
        { tool: "read", argument: "b.txt" },
        { tool: "run", argument: "make" },
      ]),
  },
  edit: {
    label: "a tiny edit",
    spec: toolOf("edit", { old_text: { type: "string" }, new_text: { type: "string" } }),
    text: `The file:\n${FILE}\nWanted: limit is 20, and nothing else changes. Due: edit {old_text, new_text}: old_text stands in the file exactly once and is replaced by new_text.`,
    isRight: ({ old_text: old, new_text: now }) =>
      typeof old === "string" &&
      typeof now === "string" &&
      old !== "" &&
      FILE.split(old).length === 2 &&
      FILE.replace(old, () => now) === FILE.replace("limit = 10", "limit = 20"),
  },
  judge: {
    label: "a tiny judgement",
    spec: toolOf("judge", { done: { type: "boolean" }, failed: { type: "array", items: { type: "integer" } } }),
    text: "Wanted: the tests pass. Task 1, edit_file: succeeded. Task 2, run npm test: failed, 1 of 12 tests. Due: judge {done, failed}: whether all that is wanted is done, and the numbers of the tasks that failed.",
    isRight: ({ done, failed }) => done === false && JSON.stringify(failed) === "[2]",
  },
}

/** So often a job is asked for at most: again only where it went wrong, for one reply may be bad luck. */
const MOST_SAMPLES = 3

/**
 * Has the model do three tiny jobs, on the rung that works best with it. Where none works there is nothing to be asked for; a fault
 * says nothing of what it can do.
 */
export async function probeAbility(
  ask: Ask,
  forcing: Findings["forcing"],
  rungs: readonly Rung[],
): Promise<Ability | undefined> {
  const [rung = "text"] = rungs
  const { outcome, thinking } = forcing[rung]
  if (outcome !== "works") return undefined
  const shares: number[] = []
  for (const job of [JOBS.plan, JOBS.edit, JOBS.judge]) {
    const request = requestFor(job, rung)
    const share = await shareOf(ask, job, thinking === "off" ? { ...request, thinking } : request)
    if (share === undefined) return undefined
    shares.push(share)
  }
  const [plan = 0, edit = 0, judge = 0] = shares
  return { plan, edit, judge }
}

async function shareOf(ask: Ask, job: TinyJob, request: ModelRequest): Promise<number | undefined> {
  let right = 0
  for (let sample = 1; sample <= MOST_SAMPLES; sample++) {
    const seen = await ask(job.label, request)
    if (seen.kind === "error") return undefined
    if (job.isRight(answerIn(seen.reply))) right++
    if (right === sample) return 1
  }
  return right / MOST_SAMPLES
}

function requestFor({ spec, text }: TinyJob, rung: Rung): ModelRequest {
  const isCall = rung === "named" || rung === "required"
  const form = rung === "text" ? ` Its JSON schema:\n${JSON.stringify(spec.schema)}` : ""
  const how = isCall ? `Call ${spec.name}.` : `Answer with that one JSON object and nothing else.${form}`
  return {
    purpose: { key: "probe", control: "probe" },
    messages: [
      { role: "system", text: "You are being tested. Be brief." },
      { role: "user", text: `${text} ${how}` },
    ],
    tools: isCall ? [spec] : [],
    choice: isCall ? (rung === "named" ? { kind: "named", name: spec.name } : { kind: "required" }) : { kind: "none" },
    ...(rung === "schema" ? { format: { name: spec.name, schema: spec.schema } } : {}),
  }
}

/** Fences and words around it are forgiven: it is the content that is looked at here. */
function answerIn({ calls, text }: ModelReply): Readonly<Record<string, unknown>> {
  const json = calls[0]?.arguments ?? text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function toolOf(name: string, properties: Readonly<Record<string, JsonSchema>>): ToolSpec {
  return { name, description: `Gives the ${name}.`, schema: objectOf(properties) }
}

function objectOf(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false }
}
