import { ModelError } from "../../model/seam/model-error.ts"
import { asDone, type Belief } from "./belief.ts"
import { mix, type Persona, type Saying, sometimes } from "./persona.ts"
import type { Seen } from "./seen.ts"
import type { Wanted } from "./solver.ts"

const faultless: Persona = { name: "faultless" }

/** Answers a judge's question without the ids that would prove it. */
const noEvidence: Persona = { name: "no-evidence", answer: (value) => each(value, "evidence", () => undefined) }

const miscounts: Persona = {
  name: "miscounts",
  answer: (value) =>
    ["evidence", "completed_tasks", "failed_tasks"].reduce(
      (now, name) => each(now, name, (ids) => shifted(ids)),
      value,
    ),
}

const terse: Persona = { name: "terse", isTerse: true }

/** Does once more what it did last, before it goes on. */
const repeatsOnce: Persona = {
  name: "repeats",
  act: (actions, seen) => {
    const reads = seen.calls.filter(({ tool }) => tool === "read_file").slice(-3)
    return [...reads.map((call) => ({ ...call, part: actions[0]?.part ?? 0 })), ...actions]
  },
}

/** Looks at what has nothing to do with it, and at what does not exist. */
const straysOnce: Persona = {
  name: "strays",
  act: (actions, seen, dice) => {
    const part = actions[0]?.part ?? 0
    const path = `notes/${Math.floor(dice() * 1000)}.md`
    const aside: Wanted[] = [
      { tool: "search_code", arguments: { pattern: `TODO ${seen.calls.length}` }, part },
      { tool: "read_file", arguments: { path }, part },
    ]
    return [...aside, ...actions]
  },
}

/** Says at once that all is done and does as little; told otherwise, it does a bit and says so again. */
const claimsAtOnce: Persona = {
  name: "claims-at-once",
  believe: (belief, seen) => (isSentBack(seen) && mayWork(belief, seen) ? belief : asDone(belief)),
  act: (actions, seen) => (isSentBack(seen) ? actions : []),
}

const claimsAfterChange: Persona = {
  name: "claims-after-change",
  believe: (belief, seen) =>
    hasChanged(seen) && !(isSentBack(seen) && mayWork(belief, seen)) ? asDone(belief) : belief,
  act: (actions, seen) => (hasChanged(seen) && !isSentBack(seen) ? [] : actions),
}

/** Nothing is forced, or what is forced may be a plan as well as the end. */
function mayWork({ isHeld }: Belief, { news }: Seen): boolean {
  return !isHeld || /\bTo work on the findings instead\b/.test(news)
}

/** It claimed something instead of working, and was told that it is not so. */
function isSentBack({ isIdle, news }: Seen): boolean {
  return isIdle && /\b(?:not|no|nothing|still|open|missing|fails?)\b/i.test(news)
}

function hasChanged(seen: Seen): boolean {
  return seen.has(/\b(?:Edited|Wrote) \S+ \(|\b(?:edit|write)_file \S+: done/)
}

/** Whatever is done, there is something more to look at. */
const perfectionist: Persona = {
  name: "perfectionist",
  believe: (belief, seen) => (belief.open.length > 0 ? belief : goesOn(belief, seen, ["one more look at all of it"])),
}

/** Does everything, and never says so. */
const neverDone: Persona = {
  name: "never-done",
  believe: (belief, seen) => (belief.open.length > 0 ? belief : goesOn(belief, seen, [])),
}

function goesOn(belief: Belief, { calls }: Seen, missing: readonly string[]): Belief {
  const again: Wanted = { tool: "list_files", arguments: { depth: 1 + (calls.length % 4) }, part: belief.part ?? 0 }
  return { ...belief, open: [again], missing: [...belief.missing, ...missing], isPartDone: false, isDone: false }
}

/** Arguments that stop in the middle. */
const cutsJson: Persona = {
  name: "broken-json",
  say: ({ text, calls }) => ({
    text: text.startsWith("{") ? half(text) : text,
    calls: calls.map((call) => ({ ...call, arguments: half(call.arguments) })),
  }),
}

const mute: Persona = { name: "mute", say: (): Saying => ({ text: "", calls: [] }) }

const failing: Persona = {
  name: "faults",
  fault: (dice) =>
    dice() < 0.5
      ? new ModelError("busy", "The endpoint is overloaded.")
      : new ModelError("broken", "The connection was closed in the middle."),
}

/** Takes the last bit of what is left for done. */
const overlooks: Persona = {
  name: "overlooks",
  believe: (belief, seen) =>
    hasChanged(seen) && belief.open.length + belief.later.length <= 2 ? asDone(belief) : belief,
}

const weak = mix(
  "weak",
  [
    sometimes(0.1, overlooks),
    sometimes(0.15, repeatsOnce),
    sometimes(0.15, straysOnce),
    sometimes(0.3, noEvidence),
    sometimes(0.15, miscounts),
    sometimes(0.1, cutsJson),
    sometimes(0.05, mute),
    sometimes(0.04, failing),
  ],
  { batch: 4 },
)

/** The ways in which models fail, by name. */
export const PERSONAS: ReadonlyMap<string, Persona> = new Map(
  [
    faultless,
    noEvidence,
    miscounts,
    terse,
    { ...sometimes(0.5, repeatsOnce), name: "repeats" },
    { ...sometimes(0.4, straysOnce), name: "strays" },
    claimsAtOnce,
    claimsAfterChange,
    perfectionist,
    neverDone,
    { ...sometimes(0.3, cutsJson), name: "broken-json" },
    mute,
    { ...sometimes(0.12, failing), name: "faults" },
    weak,
    { name: "window-8k", contextWindow: 8_192 },
  ].map((persona) => [persona.name, persona]),
)

/** The same value with each field of this name changed, wherever it stands; `undefined` takes it out. */
function each(
  value: Record<string, unknown>,
  name: string,
  change: (field: unknown) => unknown,
): Record<string, unknown> {
  const entries = Object.entries(value).map(([key, field]): [string, unknown] => {
    if (key === name) return [key, change(field)]
    return [key, isRecord(field) ? each(field, name, change) : field]
  })
  return Object.fromEntries(entries.filter(([, field]) => field !== undefined))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

function shifted(ids: unknown): unknown {
  return Array.isArray(ids) ? ids.map((id) => Number(id) + 100) : ids
}

function half(text: string): string {
  return text.slice(0, Math.ceil(text.length / 2))
}
