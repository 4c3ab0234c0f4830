import { createHash } from "node:crypto"

/** `npm run test:all`: every case of the large sweeps instead of some. */
const IS_WHOLE = process.env.KEELSON_TEST_WHOLE !== undefined

/** Of what is left to chance; the same in every run, so that a failure comes again. */
export const SEED = Number(process.env.KEELSON_TEST_SEED ?? 20261115)

/** Which cases a sample takes: `npm test` says it, and moves on by one each day, so that every case has its day. */
const SAMPLE = Number(process.env.KEELSON_TEST_SAMPLE ?? SEED)

/** How often a promise is tried. */
export function timesTried(
  { sample, whole }: { readonly sample: number; readonly whole: number },
  asked = process.env.KEELSON_TEST_RUNS,
): number {
  return Number(asked ?? (IS_WHOLE ? whole : sample))
}

/** One of several cases of the same kind, another one for each name; all of them in the end. */
export function oneOf<Case>(name: string, cases: readonly Case[]): readonly Case[] {
  return someOf(name, 1, cases)
}

/** So many of the cases, spread over all of them, beginning with another one for each name; all of them in the end. */
export function someOf<Case>(name: string, many: number, cases: readonly Case[]): readonly Case[] {
  if (IS_WHOLE || cases.length <= many) return cases
  const first = (chance(name) + SAMPLE) % cases.length
  const places = Array.from(
    { length: many },
    (_, index) => (first + Math.floor((index * cases.length) / many)) % cases.length,
  )
  return places.sort((a, b) => a - b).map((place) => cases[place] as Case)
}

/** Of one run. */
const CRASHES = 1

/** Before which of its writes a run is crashed: one of them; every one in the end. */
export function crashesOf(name: string, writes: number): readonly number[] {
  const all = Array.from({ length: writes }, (_, index) => index + 1)
  // The last one may not come: what is written side by side comes in one write fewer at times.
  return IS_WHOLE ? all : someOf(`crash ${name}`, CRASHES, all.slice(0, Math.max(1, writes - 1)))
}

/** A few cases that show each thing once; all of them in the end. */
export function casesOf<Case>({ sample, more }: Readonly<Record<"sample" | "more", readonly Case[]>>): readonly Case[] {
  return IS_WHOLE ? [...sample, ...more] : sample
}

function chance(name: string): number {
  return createHash("sha256").update(name).digest().readUInt32BE()
}
